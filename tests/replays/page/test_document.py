"""The replay page as a file: what may run in it, what it holds, and that it is the same every time."""

import argparse
import asyncio
import base64
import gzip
import hashlib
import json
import re

import pytest

from replays.audit.audit import audit
from replays.bundle import Sealed, read_bundle, write_bundle
from replays.page import verb
from replays.page.document import checker, filled, page_of
from replays.page.packing import frames, packed, packed_json
from tests.replays.fixtures import find, recorded, toy_rules
from tests.rewound_games import ruled

EVIL = "</script><script>alert(1)</script><!-- \"'<b>"


@pytest.fixture(scope="module")
def replay():
    return recorded(9)


@pytest.fixture(scope="module")
def page(replay):
    return page_of(replay, toy_rules(), report=audit(replay, find=find))


def block(page, name):
    found = re.search(rf'<script type="application/octet-stream" id="{name}">([^<]*)</script>', page)
    assert found is not None
    return gzip.decompress(base64.b64decode(found[1]))


def data(page):
    return json.loads(block(page, "data"))


def before_the_reveal(bundle):
    return next(seq for seq, record in enumerate(bundle.records) if b"\xa6Reveal" in record)


class TestPage:
    def test_it_holds_the_bytes_of_the_file(self, page, replay):
        """The replay file lies in the page byte for byte, and the page is the same every time."""
        assert block(page, "replay") == replay
        assert page == page_of(replay, toy_rules(), report=audit(replay, find=find))

    def test_nothing_else_runs(self, page):
        """The policy lets the one script and the one style run by their hashes, and loads nothing."""
        [policy] = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
        scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
        styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
        digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (*scripts, *styles)]
        assert len(digests) == 2
        assert policy.startswith(
            f"default-src 'none'; script-src 'sha256-{digests[0]}'; style-src 'sha256-{digests[1]}';"
        )
        assert not re.search(r"(src|href)=\"?(https?:)?//", page)
        assert not re.search(r'(?:src|href)="(?!data:,")', page[: page.index("<style>")])

    def test_names_are_escaped(self):
        """Names and titles that look like markup are text."""
        page = filled(EVIL, EVIL, packed(EVIL.encode()), packed_json({"names": [EVIL]}))
        before, _, after = page.partition("<style>")
        assert "<b>" not in before
        assert "&lt;/script&gt;" in before
        assert page.count("</script>") == 3
        assert "<!--" not in page.replace("<!doctype", "")
        assert data(page) == {"names": [EVIL]}
        assert "alert(1)</script>" not in after

    def test_every_entry_is_told_to_every_viewer(self, page, replay):
        """A finished game is told to the spectators and to each seat, every entry with its number, actor and dice."""
        found = data(page)
        count = len(read_bundle(replay).records)
        assert [viewer["name"] for viewer in found["viewers"]] == ["spectator", "red", "blue"]
        assert [entry["n"] for entry in found["told"]["first"]] == list(range(1, count + 1))
        assert len(found["hashes"]) == count
        told = next(
            entry["ev"]
            for entry in found["told"]["first"]
            if entry["ev"][-1:] and entry["ev"][-1]["k"] == "StrikeRolled"
        )
        dice, strike = told
        assert strike["sums"][0]["terms"][0] == ["TOY-2.4-04", "base", 4]
        assert (dice["k"], dice["throws"][0]["d"]) == ("", 6)
        assert "TOY-2.4-04" in found["clauses"]
        assert found["audit"]["result"] in ("PASS", "PASS_WITH_NOTES")

    def test_as_one_seat(self, replay):
        """A page for one seat names it in title and banner, and tells nobody else's view."""
        found = data(page_of(replay, toy_rules(), seat="blue"))
        assert [viewer["name"] for viewer in found["viewers"]] == ["blue"]
        assert found["title"].endswith("as blue saw it")
        assert "as blue was shown it" in found["banner"]
        assert found["audit"] is None
        with pytest.raises(ValueError, match="green"):
            page_of(replay, toy_rules(), seat="green")

    def test_a_running_game(self, replay):
        """A file without openings of a game that runs is told to spectators alone, and shown as nobody's."""
        whole = read_bundle(replay)
        end = before_the_reveal(whole)
        names = whole.manifest
        cut = write_bundle(
            names["ruleset"], names["edition"], bytes.fromhex(names["engine"]), whole.records[:end], whole.heads, ()
        )
        found = data(page_of(cut, toy_rules()))
        assert [viewer["name"] for viewer in found["viewers"]] == ["spectator"]
        assert "not over" in found["banner"]
        with pytest.raises(ValueError, match="spectator"):
            page_of(cut, toy_rules(), seat="red")

    def test_a_seats_own_file(self, replay, page):
        """A seat's file of a game that runs is that seat's page, and says whose secrets it holds.

        The page of the finished game, which opens all secrets, tells that seat the same and no more.
        """
        whole = read_bundle(replay)
        names = whole.manifest
        end = before_the_reveal(whole)
        own = [
            Sealed(row.seq, tuple(part for part in row.openings if part[0] == 1))
            for row in whole.sealed
            if row.seq <= end
        ]
        engine = bytes.fromhex(names["engine"])
        cut = write_bundle(
            names["ruleset"], names["edition"], engine, whole.records[:end], (), [row for row in own if row.openings]
        )
        found = data(page_of(cut, toy_rules()))
        assert [viewer["name"] for viewer in found["viewers"]] == ["blue"]
        assert found["title"].endswith("as blue saw it")
        assert "secrets of blue" in found["banner"]
        told = data(page)["told"]
        as_blue = [told["others"][1].get(str(place), row) for place, row in enumerate(told["first"])]
        assert found["told"]["first"] == as_blue[:end]

    def test_acts_of_the_referee_and_void_entries(self):
        """Acts of a referee at the desk are marked, and entries before which the game went back are void."""
        game = asyncio.run(ruled())
        found = data(page_of(asyncio.run(game.file()), toy_rules()))
        assert found["void"] == [13, 14, 15, 16, 25]
        assert [entry["n"] for entry in found["told"]["first"] if entry.get("desk")] == [14, 16, 17, 26]

    def test_secret_fields_of_a_command_are_called_hidden(self, page):
        """What a viewer may not know of a command is called hidden, and no sign stands for it."""
        told = [entry["with"] for entry in data(page)["told"]["first"]]
        assert any(words.endswith(" hidden") for words in told)
        assert not any(words.endswith(" ?") for words in told)

    def test_the_empty_page(self):
        """The checker holds no game and is the same bytes every time."""
        assert checker() == checker()
        assert data(checker())["checker"] is True


class TestFrames:
    def test_differences(self):
        """Scenes come back from a keyframe and the differences after it."""
        scenes = [scene(at) for at in range(70)]
        found = frames(scenes)
        assert [place for place, frame in enumerate(found) if frame and "key" in frame] == [0, 64]
        assert found[1] == {"all": {"seq": 1}, "items": {"set": [{"id": "b", "x": 1}]}}
        assert found[3] == {"all": {"seq": 3}, "items": {"set": [{"id": "b", "x": 3}], "order": ["b"]}}

    def test_no_scene(self):
        """After an entry without a scene a keyframe stands."""
        found = frames([scene(0), None, scene(1)])
        assert found == [{"key": scene(0)}, None, {"key": scene(1)}]


def scene(at):
    gone = [] if at == 3 else [{"id": "a", "x": 7}]
    return {"seq": at, "cells": [], "items": [*gone, {"id": "b", "x": at}]}


class TestVerb:
    def test_it_writes_a_page(self, replay, tmp_path, capsys):
        """The program writes the page and names its SHA-256; what it can not use it refuses with a sentence."""
        (tmp_path / "game.replay").write_bytes(replay)
        arguments = ["page", str(tmp_path / "game.replay"), "--out", str(tmp_path / "game.html"), "--no-audit"]
        parser = argparse.ArgumentParser()
        verb.add(parser.add_subparsers())
        assert verb.run(parser.parse_args(arguments), find) == 0
        written = (tmp_path / "game.html").read_bytes()
        assert hashlib.sha256(written).hexdigest() in capsys.readouterr().out
        assert verb.run(parser.parse_args([*arguments, "--as", "green"]), find) == 4
        assert "green" in capsys.readouterr().err
        assert verb.run(parser.parse_args([*arguments, "--checker"]), find) == 4
        assert "--checker" in capsys.readouterr().err

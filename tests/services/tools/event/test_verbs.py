"""Every verb of `event` on a service: plain values for machines, and errors that name problem, place and fix."""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from services.cli import main
from services.tools.event import verb
from tests.services.events.steps import HeadedGame
from tests.services.fixtures import ToyService, serve_toy

TERMS = {
    "name": "Autumn cup",
    "referee": True,
    "appeal_window": 0,
    "rulesets": [{"ruleset": "toy", "profile": "P0"}],
    "roster": [{"name": "anna"}, {"name": "ben"}, {"name": "cleo"}, {"name": "dan"}],
}
PAIRINGS = "round,table,ruleset,red,blue\n1,1,toy,anna,ben\n1,2,toy,cleo,dan\n"


class Desk:
    """An organiser at a terminal; notes which verbs were given with --json."""

    def __init__(self, service: ToyService, folder: Path, capsys: Any) -> None:
        self.service, self.folder, self.capsys = service, folder, capsys
        self.tokens = {"owner": service.service.owner_file}
        self.done: set[str] = set()

    async def run(self, *words: str, by: str = "owner") -> tuple[int, str, str]:
        """Run a verb; gives its exit code, what it prints, and what it says besides."""
        where = ("--address", self.service.service.address, "--token-file", str(self.tokens[by]))
        status = await asyncio.to_thread(main, ["event", *words, *where])
        printed = self.capsys.readouterr()
        return status, printed.out, printed.err

    async def json(self, *words: str, by: str = "owner") -> Any:
        """Run a verb with --json, which has to be done; gives its values."""
        status, out, err = await self.run(*words, "--json", by=by)
        assert status == 0, (words, out, err)
        self.done.add(" ".join(words[: 2 if words[0] == "token" else 1]))
        return json.loads(out) if out.startswith("[") else [json.loads(line) for line in out.splitlines()]

    async def failed(self, *words: str, by: str = "owner") -> tuple[int, str]:
        """Run a verb that has to fail; nothing is printed where programs read."""
        status, out, err = await self.run(*words, by=by)
        assert (status != 0, out) == (True, ""), words
        return status, err.strip()

    async def token(self, role: str, name: str) -> None:
        """Make a token into a file; nothing of it is printed."""
        self.tokens[name] = self.folder / f"{name}.token"
        (made,) = await self.json("token", "make", role, name, "--out", str(self.tokens[name]))
        assert self.tokens[name].read_text().strip() not in json.dumps(made)
        assert made["name"] == name


@pytest.fixture
async def desk(tmp_path, capsys):
    """An event of two games, its referees, and seats."""
    async with serve_toy(tmp_path / "data") as service:
        yield await _begun(Desk(service, tmp_path, capsys))


async def _begun(made: Desk) -> Desk:
    tmp_path = made.folder
    (tmp_path / "cup.json").write_text(json.dumps(TERMS))
    (tmp_path / "round.csv").write_text(PAIRINGS)
    (sheet,) = await made.json("create", str(tmp_path / "cup.json"))
    assert sheet["terms"]["name"] == "Autumn cup"
    opened = await made.json("open", str(tmp_path / "round.csv"), "--tokens", str(tmp_path / "tokens.csv"))
    assert [row["index"] for row in opened] == [0, 1]
    for role, name in (("head-referee", "hana"), ("referee", "rob"), ("seat", "anna"), ("seat", "ben")):
        await made.token(role, name)
    for row in opened:
        game = HeadedGame(made.service, _Opened(bytes.fromhex(row["game"])), made.service.owner, ())
        await game.call("CreateMatch", "owner", rounds=1)
    return made


class _Opened:
    """What opens a game gives, as far as it is needed."""

    def __init__(self, game: bytes) -> None:
        self.game, self.credentials = game, ()


def verbs() -> set[str]:
    """Name every verb, and every action of one that has some."""
    parser = argparse.ArgumentParser()
    verb.add(parser.add_subparsers())
    found: set[str] = set()

    def walk(part: argparse.ArgumentParser, name: str) -> None:
        inner = [act for act in part._actions if isinstance(act, argparse._SubParsersAction)]
        if not inner:
            found.add(name)
        for choice, made in (pair for act in inner for pair in act.choices.items()):
            walk(made, f"{name} {choice}".strip())

    walk(parser, "")
    return {name.removeprefix("event ") for name in found}


async def test_every_verb_gives_plain_values(desk):
    """With --json each prints values alone, a line for each or one list; a verb that joins is tried here, too."""
    (listed,) = await desk.json("list")
    assert listed["name" if "name" in listed else "terms"]
    assert len((await desk.json("show"))[1:]) == 2
    assert len(await desk.json("watch", "--once")) == 2
    assert {row["act"] for row in await desk.json("rule")} > {"Rewind", "Penalise", "Award"}
    (called,) = await desk.json("rule", "CallReferee", "--game", "1/1", "question=may he?", "--yes", by="anna")
    (waits,) = await desk.json("calls", by="rob")
    assert waits["matters"][0]["entry"] == called["receipt"]["seq"]
    (answered,) = await desk.json("calls", "--answer", "1/1", "--reason", "he may", "--yes", by="rob")
    assert answered["receipt"]["seq"] == called["receipt"]["seq"] + 1
    paused = await desk.json("pause", "--reason", "fire alarm", by="hana")
    assert [row["table"] for row in paused] == ["1", "2"]
    assert len(await desk.json("resume", "--reason", "it was a test", by="hana")) == 2
    (read,) = await desk.json("interpret", "TOY-1.3-01", "as printed", "--reason", "asked", by="hana")
    assert await desk.json("interpret", "TOY-1.3-01") == [read]
    for amount in ("-5", "9007199254740992", "x"):
        with pytest.raises(SystemExit):
            await desk.run("penalise", "ben", "points", "--amount", amount, "--reason", "late", by="rob")
        assert "no whole number from 0 to 9007199254740991" in desk.capsys.readouterr().err
    await desk.json("penalise", "ben", "caution", "--reason", "late", by="rob")
    assert [row["kind"] for row in await desk.json("penalise", "ben")] == ["caution"]
    assert await desk.json("awards", by="hana") == []  # nobody was removed
    for table in ("1/1", "1/2"):
        fields = ["ending=void", "reason=the hall closes"]
        await desk.json("rule", "Award", "--game", table, *fields, "--yes", by="hana")
    results = await desk.json("results", "--evidence", str(desk.folder / "evidence"))
    assert [row["marks"] for row in results] == [["Z", "Z"]] * 2
    assert len(list((desk.folder / "evidence").glob("*.replay"))) == 3
    rulings = await desk.json("results", "--rulings")
    assert [row["act"] for row in rulings].count("Award") == 2
    assert (await desk.json("statistics"))[0]
    tokens = await desk.json("token", "list", "--valid")
    (key,) = [row["key"] for row in tokens if row["name"] == "ben"]
    (revoked,) = await desk.json("token", "revoke", key, "--reason", "lost")
    assert revoked["revoked_time"]
    (closed,) = await desk.json("close", "--reason", "over")
    assert closed["closed"]
    assert verbs() == desk.done


async def test_errors_name_problem_place_and_fix(desk):
    """Each with its exit code, on the error output alone, and what to do instead."""
    folder = desk.folder
    (folder / "bad.toml").write_text('name = "x"\nplayers = 4\n')
    (folder / "bad.csv").write_text("round,table,ruleset,red,blue\n1,3,toy,anna,zoe\n")
    for code, pattern, words, who in (
        (2, r"bad\.toml.*players", ("create", str(folder / "bad.toml")), "owner"),
        (2, r"nothing\.toml", ("create", str(folder / "nothing.toml")), "owner"),
        (2, r"bad\.csv.*line 2, column 5.*zoe.*roster", ("open", str(folder / "bad.csv")), "owner"),
        (2, r"there is no act 'Undo'.*`event rule`", ("rule", "Undo", "--game", "1/1"), "hana"),
        (2, r"of one game: give --game", ("rule", "AddNote", "reason=x"), "hana"),
        (2, r"one of --csv and --json", ("results", "--csv", "--json"), "owner"),
        (2, r"why: give --reason", ("interpret", "TOY-1.3-01", "x"), "hana"),
        (2, r"\.token is there already: name another --out", ("token", "make", "seat", "dan", "--out"), "owner"),
        (4, r"9/9", ("rule", "AddNote", "--game", "9/9", "reason=x", "--yes"), "hana"),
        (4, r"Spring cup", ("show", "--event", "Spring cup"), "owner"),
        (5, r"games .*(finished|over)|use the token of", ("close", "--reason", "x"), "rob"),
        (5, r"use the token of .*seat", ("rule", "CallReferee", "--game", "1/1", "question=x", "--yes"), "rob"),
        (5, r"use the token of .*referee", ("rule", "AddNote", "--game", "1/1", "reason=x", "--yes"), "anna"),
        (5, r"use the token of .*head referee", ("interpret", "TOY-1.3-01", "x", "--reason", "y"), "rob"),
    ):
        given = (*words, str(desk.tokens["anna"])) if words[-1] == "--out" else words
        status, said = await desk.failed(*given, by=who)
        assert status == code, (words, status, said)
        assert re.search(pattern, said, re.IGNORECASE | re.DOTALL), (words, said)
        assert "Traceback" not in said
    desk.tokens["nobody"] = folder / "nobody.token"
    assert re.search(r"nobody\.token.*--token-file", (await desk.failed("show", by="nobody"))[1])

"""The demo: the first program that a newcomer runs."""

import random
import re
from typing import Any

import pytest
from msgspec import Struct
from rich.console import Console

from adjudicator.registry import RULESETS, rules_of
from replays.audit.audit import audit
from replays.audit.report import PASS
from services.cli import main
from services.tools.boards import HIGH, WIDE, board_of
from services.tools.demo import AS_PRINTED, SENTENCES, Show
from wargame.v1.boards_pb2 import Told, ToldEvent, ToldThrow


@pytest.mark.slow
def test_demo_prints_a_summary_and_passes(tmp_path, capsys):
    """The demo plays a whole battle over gRPC, prints a summary and the dice, and its replay passes the audit."""
    out = tmp_path / "demo.replay"
    assert main(["demo", "--seed", "1", "--out", str(out)]) == 0
    output = capsys.readouterr().out
    assert "grinding_annihilation, seed 1: " in output
    assert re.search(r"^\.*r[r.]*b?[rb.]*$", output, re.MULTILINE)
    assert re.search(r"^r: a model of red, b: a model of blue\n\nentry \d+, \w+:\n  [\w[]", output, re.MULTILINE)
    assert re.search(r"^GA-[\d.]+-\d+  [A-Z]", output, re.MULTILINE)
    assert "All options are the book's." in output
    assert "Round 1" in output
    assert "d6, mean" in output
    assert "PASS: bytes, signatures, dice done; order and authority done; the rules done" in output
    assert audit(out.read_bytes()).result == PASS
    assert output.splitlines()[-1] == str(tmp_path / "demo.html")
    assert (tmp_path / "demo.html").read_text().startswith("<!doctype html>")


@pytest.mark.parametrize("name", RULESETS)
def test_the_demo_plays_as_printed(name):
    """The game that the demo plays has the book's own options: all that may be agreed is left as it is."""
    rules = rules_of(name)
    scenario = AS_PRINTED if AS_PRINTED in rules.scenarios else ""
    for seed in range(5):
        command: Any = rules.create(scenario, random.Random(seed))
        assert command.options == type(command.options)(), seed


def test_a_board_without_a_drawing():
    """Models stand on the picture where they stand on the table, by the first letter of their side."""
    ahead, behind = Item(pose=Place(x=2_000, y=1_000)), Item(pose=Place(x=0, y=0))
    view = View(units=(Side(seat=0, models=(ahead,)), Side(seat=1, models=(behind, Item(pose=None)))))
    lines = board_of(view, ("red", "blue")).splitlines()
    assert (len(lines), lines[0][-1], lines[-1][0]) == (HIGH, "r", "b")
    assert "".join(lines).count(".") == WIDE * HIGH - 2
    assert board_of(View(units=()), ("red", "blue")) == ""


class Place(Struct):
    x: int
    y: int


class Item(Struct):
    pose: Place | None


class Side(Struct):
    seat: int
    models: tuple[Item, ...]


class View(Struct):
    units: tuple[Side, ...]


def test_demo_knows_its_scenarios(capsys):
    """An unknown scenario is refused before anything starts."""
    assert main(["demo", "--scenario", "nowhere"]) == 2
    assert "no scenario 'nowhere'" in capsys.readouterr().err


def test_a_ruling_has_its_dice_beside_each_event():
    """A sentence that says its faces stands alone, others have them behind; what is too much is counted."""
    said = ToldEvent(
        sentence="Needs 5: 3 6, 1 hit.", clauses=["GA-3.3-19"], dice=[ToldThrow(sentence="hits", faces=[6, 3])]
    )
    dice = ToldEvent(dice=[ToldThrow(sentence="wounds", faces=[2, 4])])
    show = Show(Console(), rules_of("grinding_annihilation"))
    lines = list(show._ruling(Told(by="red", events=[said, dice, ToldEvent(), *[said] * SENTENCES]), 7))
    assert lines[:3] == ["entry 7, red:", "  Needs 5: 3 6, 1 hit.", "  [wounds: 2 4]"]
    assert lines[-2] == "  and 2 more"
    assert lines[-1].startswith("GA-3.3-19  Wound roll")


def test_an_entry_that_is_secret_says_so():
    """An entry of which everybody sees nothing is told as secret, and its line does not stand alone."""
    show = Show(Console(), rules_of("hex_orders"))
    lines = list(show._ruling(Told(by="blue", events=[ToldEvent()]), 9))
    assert lines == ["entry 9, blue:", "  What was done is secret until it is opened."]

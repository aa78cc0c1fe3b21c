"""The line of a report that names the options which differ from the book's."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest
from msgspec.structs import replace

from adjudicator.kernel.labels import NO_LABELS
from adjudicator.registry import RULESETS, rules_of
from adjudicator.rulesets.tile_formations.model.messages import ActionNumber
from replays.tell.options_line import options_line

ROOT = Path(__file__).parents[3]
NUMBER = re.compile(r"((?:    # [^\n]*\n)+)    (\w+): int \| None")
LENGTH = re.compile(r"thousandths|[Rr]adius|[Dd]istance")


def options_of(name: str):
    """Give the options of a ruleset as the data file has them."""
    return import_module(f"{RULESETS[name]}.model.options").OPTIONS


@pytest.mark.parametrize(
    ("name", "changed", "text"),
    [
        ("antares", {"coherency": 14_798}, 'coherency = 14.798"'),
        ("antares", {"oh_marker_cap": 3, "coherency": 2_000}, 'coherency = 2", oh_marker_cap = 3'),
        ("grinding_annihilation", {"marker_radius": 3_000, "mp_cap": 12_000}, 'mp_cap = 12000, marker_radius = 3"'),
        ("tile_formations", {"turn_limit": 9}, "turn_limit = 9"),
    ],
)
def test_lengths_are_inches_and_numbers_stay(name: str, changed: dict[str, int], text: str) -> None:
    """A length is told in inches, as everywhere in a report; a number of something else is told as it is."""
    options = replace(options_of(name).defaults, **changed)
    assert options_line(options, rules_of(name).labels) == f"Options that differ from the book: {text}."


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_every_option_that_is_a_length_is_told_as_one(name: str) -> None:
    """An option that the contract says to be a gap, a radius or a distance is among the lengths, and no other is."""
    source = (ROOT / RULESETS[name].replace(".", "/") / "model/messages.py").read_text(encoding="utf-8")
    numbers = {key: text for text, key in NUMBER.findall(source) if key in options_of(name).rows}
    assert rules_of(name).labels.option_lengths == {key for key, text in numbers.items() if LENGTH.search(text)}


def test_unknown_options_are_not_told() -> None:
    """Where nothing says what the book has there is no line; where nothing differs it says so."""
    assert options_line(None, rules_of("antares").labels) == ""
    assert options_line(options_of("antares").defaults, NO_LABELS) == ""
    assert options_line(options_of("antares").defaults, rules_of("antares").labels) == "All options are the book's."


def test_a_number_that_stands_alone_is_told() -> None:
    """An option that gives each word one number has it behind the word, also where it is 0."""
    table = options_of("tile_formations").defaults
    rows = (ActionNumber(action="march", number=2), ActionNumber(action="overwatch", number=0))
    options = replace(table, moves_per_action=rows)
    assert options_line(options, rules_of("tile_formations").labels) == (
        "Options that differ from the book: moves_per_action = march 2; overwatch 0."
    )

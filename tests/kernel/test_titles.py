"""Refusals name titles before ids: those that a view shows, with a noun before a title of many."""

from __future__ import annotations

import pytest
from msgspec import Struct

from adjudicator.kernel.sentences import filled
from adjudicator.kernel.titles import Title, titles_in

TITLES = {"b-bikes": "Interceptor bikes", "a-x": "Strike squad", "a1": "Ganymedes"}


class Sheet(Struct, frozen=True):
    name: str


class Row(Struct, frozen=True):
    id: str
    sheet: Sheet | None


class Shown(Struct, frozen=True):
    rows: tuple[Row, ...]


@pytest.mark.parametrize(
    ("sentence", "facts", "text"),
    [
        ("{unit} is not Down. Name another.", {"unit": "a-x"}, "Strike squad (a-x) is not Down. Name another."),
        ("{unit} is not Down.", {"unit": "b-bikes"}, "The unit Interceptor bikes (b-bikes) is not Down."),
        (
            "No model of {unit} sees it.",
            {"unit": "b-bikes"},
            "No model of the unit Interceptor bikes (b-bikes) sees it.",
        ),
        ("Unit {unit} has shot.", {"unit": "b-bikes"}, "Unit Interceptor bikes (b-bikes) has shot."),
        ("Not now. {formation} acts.", {"formation": "a1"}, "Not now. The formation Ganymedes (a1) acts."),
        ("{units} can act.", {"units": "a-x b-bikes"}, "Strike squad (a-x) and Interceptor bikes (b-bikes) can act."),
        ("{unit} is gone.", {"unit": "c-none"}, "c-none is gone."),
        ("The reaction of {unit}'s side.", {"unit": "a-x"}, "The reaction of Strike squad's (a-x) side."),
        ("Place units {numbers:list} first.", {"numbers": "2 3 7"}, "Place units 2, 3 and 7 first."),
        ("It goes {far:inches}.", {"far": 2_500}, 'It goes 2.5".'),
    ],
)
def test_titles_stand_before_ids(sentence, facts, text):
    """A known id has its title before it; verbs agree, since a title of many stands behind a noun."""
    assert filled(sentence, facts.items(), titles=TITLES) == text


def test_without_titles_ids_stay():
    """Where nobody reads that could know a title, an id is told as it is."""
    assert filled("{unit} is not Down.", {"unit": "a-x"}.items()) == "a-x is not Down."


def test_what_a_view_hides_has_no_title():
    """Titles are read from the view: a row whose sheet is hidden has none, nor has a word that is no side's id."""
    view = Shown((Row("a1", Sheet("Iron tank")), Row("b2", None), Row("gun", Sheet("Gun"))))
    assert titles_in(view) == {"a1": "Iron tank"}


def test_a_title_of_many_is_called_what_it_is():
    """The noun before a title is that of the row it stands in."""
    titles = {"a-x": Title("Fold Stalkers", "formation")}
    assert filled("{acting} is acting.", [("acting", "a-x")], titles=titles) == (
        "The formation Fold Stalkers (a-x) is acting."
    )

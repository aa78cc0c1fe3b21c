"""What a person at a seat reads."""

from __future__ import annotations

from adjudicator.kernel.decide.offers import Domain, Offer, Range
from services.tools.sit import line_by_line, offers_text


def test_offers_are_listed_with_their_fields():
    """Who writes a command himself is told the names of its fields."""
    fields = (Domain("first", Range(0, 2)), Domain("second", Range(0, 2)))
    assert offers_text([Offer("Move", fields), Offer("EndTurn")]) == "  EndTurn\n  Move first=... second=..."


def test_a_value_keeps_its_spaces():
    """A field begins a line, a word of a title does not."""
    assert line_by_line('title="A small heath" turn=0') == 'title="A small heath"\nturn=0'

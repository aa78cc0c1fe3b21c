"""Places on request: what a ruleset finds for a field of an offered command, and what is refused of a question."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Places, Range, bare
from adjudicator.kernel.ruleset import assemble
from services.rpc.found_places import places
from tests.kit import Table
from tests.toy import RULESET
from tests.toy.model.messages import CreateMatch

WAY = Domain("way", Places((), on_request=True))
HEADING = Domain("heading", Choice(("north",)), optional=True)
OFFERS = [
    Offer("PlotMarch", (Domain("unit", Choice(("u1",))), Domain("steps", Range(1, 3)), WAY)),
    Offer(
        "PlotMarch", (Domain("unit", Choice(("u2", "u3"))), Domain("heading", Choice(("north",)), optional=True), WAY)
    ),
    Offer("PlotMarch", (Domain("unit", Choice(("u4",))), Domain("way", Places((), spots=(bare(Choice(("w",))),))))),
    Offer("Strike", (Domain("unit", Choice(("u1",))),)),
]


def find(_game, party, field, chosen):
    return [Choice((f"{party} {field} {chosen.get('unit', '')}",))]


def session_with(offered=OFFERS):
    """Make a game whose open question offers this, under a clause of its own."""
    rules = assemble(RULESET)
    table = Table(rules, dice=[6, 1])
    table.when("referee", CreateMatch(rounds=1)).accepted()
    name = table.window.kind
    windows = {name: replace(rules.windows[name], clause="TOY-9", offers=lambda *_: offered)}
    told = SimpleNamespace(windows=windows, places={"PlotMarch": find})
    return SimpleNamespace(rules=told, game=table.game, protocol=table.protocol)


def test_a_ruleset_finds_places_of_what_is_offered():
    """A party gets what the ruleset finds for it, the field and what is chosen so far; empty fields choose nothing."""
    chosen = {"unit": "u2", "heading": "north", "quick": "false", "count": "0"}
    assert places(session_with(), 1, "PlotMarch", "way", chosen) == [bare(Choice(("1 way u2",)))]
    assert places(session_with(), 0, "PlotMarch", "way", {"unit": "u1", "steps": "3"}) == [bare(Choice(("0 way u1",)))]


@pytest.mark.parametrize(
    ("command", "field", "chosen", "path", "known"),
    [
        ("PlotMarhc", "way", {}, "command", "PlotMarch"),
        ("Strike", "way", {}, "command", "PlotMarch"),
        ("PlotMarch", "wya", {}, "field", "way"),
        ("PlotMarch", "unit", {}, "field", "way"),
        ("PlotMarch", "way", {"uint": "u1"}, "chosen[0].field", "unit steps heading"),
        ("PlotMarch", "way", {"unit": "u4"}, "chosen[0].value", "u1 u2 u3"),
        ("PlotMarch", "way", {"unit": "u1", "steps": "4"}, "chosen[1].value", "1-3"),
        ("PlotMarch", "way", {"unit": "u1", "steps": "x"}, "chosen[1].value", "1-3"),
        ("PlotMarch", "way", {"unit": "u3", "heading": "south"}, "chosen[1].value", "north"),
        ("PlotMarch", "way", {"unit": "u3", "steps": "1"}, "chosen[1].field", "unit heading"),
        ("PlotMarch", "way", {"unit": "u3", "quick": "true"}, "chosen[1].field", "unit heading"),
    ],
)
def test_a_question_that_fits_no_offer_is_refused(command, field, chosen, path, known):
    """What is misspelt or not offered is refused at its place, under the open question's clause, with the choices."""
    with pytest.raises(Rejected) as refusal:
        places(session_with(), 1, command, field, chosen)
    (fault,) = refusal.value.faults
    assert (fault.clause, fault.reason, fault.path) == ("TOY-9", "not-among", path)
    assert dict(fault.facts)["known"] == known


@pytest.mark.parametrize("offered", [[], OFFERS[2:]])
def test_nothing_is_found_where_nothing_is_offered_so(offered):
    """Where no offer has places on request the refusal says so."""
    with pytest.raises(Rejected) as refusal:
        places(session_with(offered), 1, "PlotMarch", "way", {})
    assert [(row.clause, row.reason, row.path) for row in refusal.value.faults] == [
        ("TOY-9", "no-places-to-find", "command")
    ]

"""Places on request: what a ruleset finds for a field of an offered command."""

from types import SimpleNamespace

import pytest

from adjudicator.kernel.decide.offers import Choice, bare
from adjudicator.kernel.ruleset import assemble
from services.rpc.available_offers import places
from tests.kit import Table
from tests.toy import RULESET
from tests.toy.model.messages import CreateMatch, PlotMarch


def session_with(finders):
    rules = assemble(RULESET)
    table = Table(rules, dice=[6, 1])
    table.when("referee", CreateMatch(rounds=1)).accepted()
    told = SimpleNamespace(windows=rules.windows, places=finders)
    return SimpleNamespace(rules=told, game=table.game)


def find(_game, party, field, chosen):
    return [Choice((f"{party} {field} {chosen.get('heading', '')}",))]


def test_a_ruleset_finds_places_of_what_is_offered():
    """A party gets what the ruleset finds for it, the field and what is chosen so far."""
    session = session_with({"PlotMarch": find})
    assert places(session, 1, "PlotMarch", "way", {"heading": "north"}) == [bare(Choice(("1 way north",)))]


@pytest.mark.parametrize("finders", [{}, {"Strike": find}])
def test_nothing_is_found_for_what_is_not_offered(finders):
    """Commands that are not offered, or whose places nobody finds, have none."""
    session = session_with(finders)
    assert places(session, 1, "Strike", "target", {}) == []
    assert places(session, 1, PlotMarch.__name__, "heading", {}) == []

"""Ready armies are handed in by their names, and shown with force lists and scenarios (AN-WIN-01)."""

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Unknown
from adjudicator.kernel.messages import ReadyItemRequest, ReadyListRequest
from adjudicator.rulesets.antares.model.messages import ArmyAccepted, SubmitArmy
from adjudicator.rulesets.antares.reports import queries
from adjudicator.rulesets.antares.roster.library import ARMIES, FORCES, SCENARIOS
from tests.rulesets.antares.fixtures import created_game

READY = SubmitArmy(list="", name="", ready="concord_patrol")


@pytest.mark.rule("AN-WIN-01")
def test_a_ready_army_is_accepted_as_if_it_were_written_out():
    """A ready army that is named comes with the same units as one that is written out."""
    named = created_game().when("red", READY).one(ArmyAccepted)
    written = created_game().when("red", ARMIES["concord_patrol"]).one(ArmyAccepted)
    assert named == written


@pytest.mark.rule("WG-ARMY-01")
@pytest.mark.parametrize(
    ("changes", "reason"),
    [({"ready": "no_such_army"}, "not-among"), ({"list": "ghar"}, "two-armies"), ({"name": "Ours"}, "two-armies")],
)
def test_a_ready_army_is_one_that_there_is_and_comes_alone(changes, reason):
    """A name that no ready army has is refused, and so is anything else beside a name."""
    created_game().when("red", replace(READY, **changes)).rejected("WG-ARMY-01", reason)


def test_what_lies_ready_is_listed_and_read():
    """Scenarios, armies and force lists are listed; each army and list is read to its leaves."""
    game = created_game().game
    assert [row.name for row in queries.list_scenarios(game, 0, ReadyListRequest(game=b"")).scenarios] == list(
        SCENARIOS
    )
    for sheet in queries.list_armies(game, 0, ReadyListRequest(game=b"")).armies:
        army = queries.read_army(game, 0, ReadyItemRequest(game=b"", name=sheet.name))
        assert army.units == ARMIES[sheet.name].units
    for listed in queries.list_catalogues(game, 0, ReadyListRequest(game=b"")).catalogues:
        found = queries.read_catalogue(game, 0, ReadyItemRequest(game=b"", name=listed.name))
        assert found == FORCES[listed.name]


def test_what_there_is_not_is_unknown():
    """A name that no army or list has is answered as one that does not exist, by its field."""
    game = created_game().game
    with pytest.raises(Unknown) as refused:
        queries.read_army(game, 0, ReadyItemRequest(game=b"", name="x"))
    assert refused.value.faults[0].path == "name"

"""Ready armies are handed in by their names, and shown with catalogues, scenarios and terrain (GA-8.1-04)."""

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Unknown
from adjudicator.kernel.messages import ReadyItemRequest, ReadyListRequest
from adjudicator.rulesets.grinding_annihilation.model.messages import RosterAccepted, SubmitRoster
from adjudicator.rulesets.grinding_annihilation.reports import readings
from adjudicator.rulesets.grinding_annihilation.roster.catalogue_library import LIBRARY
from adjudicator.rulesets.grinding_annihilation.roster.ready_armies import ARMIES, submitted
from adjudicator.rulesets.grinding_annihilation.roster.ready_terrain import TERRAIN_PIECES
from adjudicator.rulesets.grinding_annihilation.roster.scenarios import SCENARIOS
from tests.rulesets.grinding_annihilation.fixtures import created

READY = SubmitRoster(faction="", doctrine="", general="", ready="autereium_patrol")


@pytest.mark.rule("GA-8.1-04")
def test_a_ready_army_is_mustered_as_its_roster_is():
    """A ready army that is named comes with the same formations as its roster that is written out."""
    named = created().when("red", READY).one(RosterAccepted)
    written = created().when("red", submitted(ARMIES["autereium_patrol"])).one(RosterAccepted)
    assert named == written


@pytest.mark.rule("WG-ARMY-01")
@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"ready": "no_such_army"}, "not-among"),
        ({"faction": "autereium"}, "two-armies"),
        ({"prepared_manoeuvres": ("reorder_roll",)}, "two-armies"),
    ],
)
def test_a_ready_army_is_one_that_there_is_and_comes_alone(changes, reason):
    """A name that no ready army has is refused, and so is anything else beside a name."""
    created().when("red", replace(READY, **changes)).rejected("WG-ARMY-01", reason)


@pytest.mark.rule("GA-8.1-01")
def test_ready_armies_are_offered_that_the_battle_size_allows():
    """In a small battle no army of more points than that is offered."""
    named, *own = created().offers("red")
    (domain,) = named.fields
    assert len(own) == len(domain.values.values)
    assert set(domain.values.values) == {key for key, army in ARMIES.items() if army.points <= 1000}


def test_what_lies_ready_is_listed_and_read():
    """Scenarios, armies, factions and terrain are listed; each army and faction is read to its leaves."""
    game = created().game
    assert [row.name for row in readings.list_scenarios(game, 0, ReadyListRequest(game=b"")).scenarios] == list(
        SCENARIOS
    )
    assert [row.name for row in readings.list_terrain(game, 0, ReadyListRequest(game=b"")).features] == list(
        TERRAIN_PIECES
    )
    for sheet in readings.list_armies(game, 0, ReadyListRequest(game=b"")).armies:
        army = readings.read_army(game, 0, ReadyItemRequest(game=b"", name=sheet.name))
        assert army.roster.formations == submitted(ARMIES[sheet.name]).formations
    for listed in readings.list_catalogues(game, 0, ReadyListRequest(game=b"")).catalogues:
        found = readings.read_catalogue(game, 0, ReadyItemRequest(game=b"", name=listed.name))
        assert len(found.formations) == len(LIBRARY.factions[listed.name].catalogues)


def test_what_there_is_not_is_unknown():
    """A name that no army or faction has is answered as one that does not exist, by its field."""
    game = created().game
    with pytest.raises(Unknown) as refused:
        readings.read_army(game, 0, ReadyItemRequest(game=b"", name="x"))
    assert refused.value.faults[0].path == "name"
    with pytest.raises(Unknown) as refused:
        readings.read_catalogue(game, 0, ReadyItemRequest(game=b"", name="x"))
    assert refused.value.faults[0].path == "name"

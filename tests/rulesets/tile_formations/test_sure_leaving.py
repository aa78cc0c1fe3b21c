"""Clause tests: caution of who has to leave a zone, and buildings whose defenders fall in an assault."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    CautiousDeclared,
    ContactMade,
    MoveDeclared,
    TerrainConverted,
    TerrainDamaged,
    UnitDestroyed,
    UnitLeftZone,
    ZocExitImpossible,
)
from adjudicator.rulesets.tile_formations.rows import Cell
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.givens import (
    Placed,
    at,
    begin,
    change,
    end_move,
    infantry,
    move,
    where,
)
from tests.rulesets.tile_formations.said_ground import cautious, charge, lost, over, plain, refused
from tests.rulesets.tile_formations.said_shots import UNARMED, assaulted, made, save, strike

E: Placed = ((5, 5), infantry())
FOE = at(5, 5)


# -- caution in a zone of control


def facing(start: tuple[int, int], action: str = "advance", speed: int = 4, **given: Any) -> Table:
    """Set a unit up in the zone of the enemy at (5,5), its action begun."""
    units: dict[str, Placed] = {"a1.1": (start, infantry(speed=speed)), "b1.1": E}
    played = plain(units, **given)
    begin(played, "a1", action, target="b1" if action == "engage" else "")
    return played


def kept_from_caution(played: Table) -> None:
    """Check that a unit may not be cautious, for it has to leave the zone; it keeps its speed."""
    outcome = cautious(played, "a1.1")
    outcome.looked_at = True
    assert [fault.clause for fault in outcome.faults] == ["TF-ZOC-12"], outcome.faults


@pytest.mark.rule("TF-ZOC-12")
@pytest.mark.parametrize("start", [(4, 5), (4, 4), (5, 4)])
def test_caution_does_not_excuse_from_leaving(start: tuple[int, int]) -> None:
    """Beside its enemy a unit of speed 4 could leave in two steps, and may not make itself too slow for that."""
    played = facing(start)
    kept_from_caution(played)
    refused(end_move(played, "a1"), "unit-in-zone", "TF-ZOC-12", unit="a1.1")
    x, y = start
    away = [(x - 1, y), (x - 2, y)] if x < 5 else [(x, y - 1), (x, y - 2)]
    moved = move(played, "a1.1", *away).then(UnitLeftZone, unit="a1.1", enemies=("b1.1",))
    assert not moved.one(MoveDeclared).cautious
    end_move(played, "a1").without(ZocExitImpossible)


@pytest.mark.rule("TF-ZOC-12")
def test_caution_is_allowed_where_one_tile_leads_out() -> None:
    """Two tiles from its enemy a cautious unit leaves the zone with its one step, and has to."""
    played = facing((3, 5))
    cautious(played, "a1.1").then(CautiousDeclared, unit="a1.1")
    refused(end_move(played, "a1"), "unit-in-zone", "TF-ZOC-12", unit="a1.1")
    moved = move(played, "a1.1", (2, 5)).then(UnitLeftZone, unit="a1.1", enemies=("b1.1",))
    assert moved.one(MoveDeclared).speed.total == 1
    end_move(played, "a1").without(ZocExitImpossible)


@pytest.mark.rule("TF-ZOC-12")
def test_caution_is_allowed_while_moves_are_left() -> None:
    """In a double the first move may be a cautious one inside the zone; in the last one the unit has to get out."""
    played = facing((4, 5), "double")
    cautious(played, "a1.1").then(CautiousDeclared, unit="a1.1")
    end_move(played, "a1").without(ZocExitImpossible)
    kept_from_caution(played)
    move(played, "a1.1", (3, 5), (2, 5)).then(UnitLeftZone, unit="a1.1")


@pytest.mark.rule("TF-ZOC-12")
def test_caution_where_the_first_move_has_to_lead_out() -> None:
    """Where a unit has to be out by its first move, it may not be cautious in that one."""
    played = facing((4, 5), "double", options={"leave_zone_by": "first_move"})
    kept_from_caution(played)
    move(played, "a1.1", (3, 5), (2, 5)).then(UnitLeftZone, unit="a1.1")


@pytest.mark.rule("TF-ZOC-12")
@pytest.mark.parametrize(("ground", "barred"), [("+roads", True), ("open_ground", False)])
def test_the_speed_without_caution_counts_the_road(ground: str, barred: bool) -> None:
    """A unit of speed 1 beside its enemy could leave over a road, which caution forbids, and not over open ground."""
    played = facing((4, 5), speed=1, terrain={(x, 5): ground for x in (1, 2, 3, 4)})
    if barred:
        kept_from_caution(played)
        move(played, "a1.1", (3, 5), (2, 5)).then(UnitLeftZone, unit="a1.1")
    else:
        cautious(played, "a1.1").then(CautiousDeclared, unit="a1.1")
        move(played, "a1.1", (3, 5)).then(ZocExitImpossible, unit="a1.1", enemies=("b1.1",))
        end_move(played, "a1").accepted()


SHUT = {(x, y): "cliffs" for x in (2, 3, 4) for y in (4, 5, 6) if (x, y) != (3, 5)}


@pytest.mark.rule("TF-ZOC-13")
def test_who_can_not_leave_at_any_speed_may_be_cautious() -> None:
    """Shut in two tiles from its enemy a unit may declare itself cautious, and stays."""
    played = facing((3, 5), terrain=SHUT)
    cautious(played, "a1.1").then(CautiousDeclared, unit="a1.1")
    end_move(played, "a1").then(ZocExitImpossible, unit="a1.1", enemies=("b1.1",), destroyed=False)
    assert where(played, "a1.1") == at(3, 5)


@pytest.mark.rule("TF-ZOC-13")
def test_who_can_only_withdraw_may_be_cautious() -> None:
    """Where one tile farther off inside the zone is all that can be reached, caution is allowed; it has to be taken."""
    walls = {(x, y): "cliffs" for x in range(2, 6) for y in range(4, 7) if (x, y) not in ((3, 5), (4, 5), (5, 5))}
    played = facing((4, 5), terrain=walls)
    cautious(played, "a1.1").then(CautiousDeclared, unit="a1.1")
    refused(end_move(played, "a1"), "unit-must-withdraw", "TF-ZOC-13", unit="a1.1")
    move(played, "a1.1", (3, 5)).then(ZocExitImpossible, unit="a1.1")
    end_move(played, "a1").accepted()


@pytest.mark.rule("TF-ZOC-12")
def test_who_charges_may_be_cautious() -> None:
    """An engaging unit two tiles from its enemy may charge it cautiously, with its one step."""
    played = facing((3, 5), "engage")
    cautious(played, "a1.1").then(CautiousDeclared, unit="a1.1")
    refused(end_move(played, "a1"), "unit-in-zone", "TF-ZOC-12", unit="a1.1")
    charge(played, "a1.1", "b1.1", (4, 5)).then(ContactMade, unit="a1.1", enemies=("b1.1",))


@pytest.mark.rule("TF-ZOC-12")
def test_caution_elsewhere_is_free() -> None:
    """Of a formation only the unit in the zone is kept from caution; one outside may be as slow as it likes."""
    units: dict[str, Placed] = {"a1.1": ((4, 5), infantry()), "a1.2": ((2, 4), infantry()), "b1.1": E}
    played = plain(units)
    begin(played, "a1")
    cautious(played, "a1.2").then(CautiousDeclared, unit="a1.2")
    kept_from_caution(played)
    move(played, "a1.1", (3, 5), (2, 5)).accepted()
    end_move(played, "a1").accepted()


# -- buildings in assaults


def house(damage: int = 0, defender: Any = None, **options: Any) -> Table:
    """Let a1.1 assault b1.1 in a building that has taken so much damage; by default it stands 4 points."""
    foe = defender or made("INF", integrity=1, weapons=(UNARMED,))
    given: dict[str, Any] = {"building_integrity": 4, "building_damage_per_fight": 1, "coherency_tiles": 20} | options
    return assaulted(foe, "buildings", options=given, terrain={(5, 5): Cell("buildings", (), damage)})


def damages(*outcomes: Outcome) -> list[tuple[str, int, int, str]]:
    """List the damage that terrain took: tile, points, total, cause."""
    events = [event for outcome in outcomes for event in outcome.accepted().events]
    return [(each.tile, each.points, each.total, each.cause) for each in events if isinstance(each, TerrainDamaged)]


def fallen(played: Table) -> Outcome:
    """Let the defender in the building fail its save and be destroyed in the assault."""
    strike(played, 1)
    return save(played, 6).then(UnitDestroyed, unit="b1.1", cause="assault")


@pytest.mark.rule("TF-BUILD-04")
def test_a_building_suffers_though_its_defender_falls() -> None:
    """A defender destroyed in the assault leaves a building that has taken the damage of the fight, once."""
    played = house()
    outcomes = (fallen(played), over(played).accepted())
    assert damages(*outcomes) == [(FOE, 1, 1, "fighting")]
    assert played.game.cells[FOE].damage == 1


@pytest.mark.rule("TF-BUILD-04")
@pytest.mark.parametrize("hits", [(1,), (1, 1), (1, 2, 1)])
def test_a_fight_damages_a_building_once(hits: tuple[int, ...]) -> None:
    """However often hits fall in one assault, its building takes the damage of one fight."""
    played = house(defender=made("INF", integrity=9, weapons=(UNARMED,)))
    outcomes = []
    for number in hits:
        strike(played, number)
        outcomes.append(save(played, *[6] * number))
    assert damages(*outcomes, over(played).accepted()) == [(FOE, 1, 1, "fighting")]


@pytest.mark.rule("TF-BUILD-04")
def test_a_building_suffers_though_the_loss_is_told() -> None:
    """A defender whose loss in the assault is told leaves a damaged building as well."""
    played = house()
    gone = lost(played, "b1.1").then(UnitDestroyed, unit="b1.1")
    assert damages(gone, over(played).accepted()) == [(FOE, 1, 1, "fighting")]


@pytest.mark.rule("TF-BUILD-04")
@pytest.mark.rule("TF-BUILD-05")
def test_four_assaults_bring_a_building_down() -> None:
    """Four rounds of fighting of 1 point, each of which destroys a defender, turn a building of 4 into ruins."""
    played = house()
    for total in (1, 2, 3, 4):
        if total > 1:
            change(played, "b1.1", tile=FOE, out="", integrity=1, contacts=(), zone_lost="")
            change(played, "a1.1", tile=at(2, 5), contacts=(), charged=False, moved=False)
            begin(played, "a1", "engage", target="b1")
            charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).accepted()
            end_move(played, "a1").asks("assault")
        outcomes = (fallen(played), over(played).accepted())
        assert damages(*outcomes) == [(FOE, 1, total, "fighting")]
        assert played.game.cells[FOE].base == ("ruins" if total == 4 else "buildings")


@pytest.mark.rule("TF-BUILD-04")
@pytest.mark.parametrize(("damage", "points", "ruined"), [(3, 1, True), (2, 1, False), (2, 2, True), (0, 3, False)])
def test_the_last_fight_ruins_a_building(damage: int, points: int, ruined: bool) -> None:
    """A building falls with the fight that brings its damage to 4, its defender with it or not."""
    played = house(damage, building_damage_per_fight=points)
    outcomes = (fallen(played), over(played).accepted())
    converted = [each for outcome in outcomes for each in outcome.events if isinstance(each, TerrainConverted)]
    assert damages(*outcomes) == [(FOE, points, damage + points, "fighting")]
    assert [(each.tile, each.was, each.now) for each in converted] == [(FOE, "buildings", "ruins")] * ruined
    assert played.game.cells[FOE].base == ("ruins" if ruined else "buildings")


@pytest.mark.rule("TF-BUILD-04")
def test_no_fight_damages_a_building_without_a_number() -> None:
    """By default a building takes nothing from an assault, be its defender destroyed."""
    played = house(building_integrity=None)
    outcomes = (fallen(played), over(played).accepted())
    assert damages(*outcomes) == []
    assert played.game.cells[FOE].base == "buildings"

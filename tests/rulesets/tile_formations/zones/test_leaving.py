"""How a unit gets out of a zone of control, and what it must do."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    ActionBegun,
    CautiousDeclared,
    ContactMade,
    MoveDeclared,
    UnitDestroyed,
    UnitLeftBattlefield,
    UnitLeftZone,
    ZocExitImpossible,
)
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import (
    CHOSEN_ACTION,
    ENEMY_INFANTRY,
    ENEMY_VEHICLE,
    Place,
    Placed,
    at,
    infantry,
    open_ground,
    table,
    vehicle,
)
from tests.rulesets.tile_formations.steps import (
    ask_action,
    begin_action,
    change_unit,
    charge,
    declare_cautious,
    end_move,
    move,
    open_window,
    refused,
    tile_of_unit,
    unit_row,
    units_left,
)
from tests.rulesets.tile_formations.zones.steps import stand_near_enemy


@pytest.mark.rule("TF-ZOC-10")
def test_a_unit_in_a_zone_leaves_it() -> None:
    """From (4,5) an advance may end at (2,5), out of the zone of (5,5), and not at (3,5)."""
    played = stand_near_enemy((4, 5))
    refused(move(played, "a1.1", (3, 5)), "must-leave", "TF-ZOC-10", enemy="b1.1")
    refused(move(played, "a1.1"), "must-leave", "TF-ZOC-10", enemy="b1.1")
    move(played, "a1.1", (3, 5), (2, 5)).then(UnitLeftZone, unit="a1.1", enemies=("b1.1",))


@pytest.mark.rule("TF-ZOC-10")
def test_or_it_charges() -> None:
    """Engaging, it may charge the enemy instead, or leave the zone as well; staying in it uncontacted is refused."""
    played = stand_near_enemy((3, 5), "engage")
    refused(move(played, "a1.1", (3, 6)), "must-charge-or-leave", "TF-ZOC-10")
    charge(played, "a1.1", "b1.1", (4, 5)).then(ContactMade)
    played = stand_near_enemy((3, 5), "engage")
    move(played, "a1.1", (2, 5)).then(UnitLeftZone)


@pytest.mark.rule("TF-ZOC-11")
@pytest.mark.parametrize(("action", "options"), [("overwatch", {}), ("hold", {"moves_per_action": {"hold": 0}})])
@pytest.mark.ruling("TF-ZOC-11.2")
def test_a_formation_in_a_zone_takes_an_action_with_a_move(action: str, options: dict[str, dict[str, int]]) -> None:
    """With one unit two tiles from an enemy, overwatch and other actions without a move are refused."""
    units: dict[str, Placed] = {"a1.1": ((1, 5), infantry()), "a1.2": ((3, 5), infantry()), "b1.1": ENEMY_INFANTRY}
    played = open_ground(units, options=options)
    refused(ask_action(played, "a1", action), "in-enemy-zone", "TF-ZOC-11", unit="a1.2")
    change_unit(played, "a1.2", tile=at(2, 5))
    ask_action(played, "a1", action).accepted()


@pytest.mark.rule("TF-ZOC-11")
@pytest.mark.ruling("TF-ZOC-11.2")
def test_other_units_do_as_they_like() -> None:
    """Only the unit in the zone has to go; another may stay where it is."""
    units: dict[str, Placed] = {"a1.1": ((1, 5), infantry()), "a1.2": ((3, 5), infantry()), "b1.1": ENEMY_INFANTRY}
    played = open_ground(units)
    begin_action(played, "a1")
    move(played, "a1.2", (2, 5)).accepted()
    end_move(played, "a1").accepted()


@pytest.mark.rule("TF-ZOC-12")
@pytest.mark.ruling("TF-ZOC-12.2")
def test_a_unit_leaves_without_going_nearer() -> None:
    """From (4,5) steps to (3,5) and (2,5) lead out of the zone of (5,5), those to (4,4) and (4,3) do not."""
    refused(move(stand_near_enemy((4, 5)), "a1.1", (4, 4), (4, 3)), "must-leave", "TF-ZOC-10")
    move(stand_near_enemy((4, 5)), "a1.1", (4, 4), (4, 3), (4, 2)).then(UnitLeftZone)
    refused(
        move(stand_near_enemy((3, 5)), "a1.1", (4, 4), (3, 3), (2, 2)),
        "nearer",
        "TF-ZOC-12",
        tile=at(4, 4),
        enemy="b1.1",
    )
    move(stand_near_enemy((4, 5)), "a1.1", (3, 5), (2, 5)).then(UnitLeftZone)


@pytest.mark.rule("TF-ZOC-12")
def test_a_unit_that_leaves_enters_no_other_zone() -> None:
    """On its way out it stays out of the zone of an enemy in whose zone it did not start."""
    units: dict[str, Placed] = {"a1.1": ((4, 5), infantry()), "b1.1": ENEMY_INFANTRY, "b1.2": ((2, 8), infantry())}
    played = open_ground(units)
    begin_action(played, "a1")
    refused(move(played, "a1.1", (3, 6), (2, 5)), "another-zone", "TF-ZOC-12", tile=at(3, 6), enemy="b1.2")
    move(played, "a1.1", (3, 5), (2, 5)).then(UnitLeftZone, enemies=("b1.1",))


@pytest.mark.rule("TF-ZOC-12")
def test_a_zone_once_left_is_not_entered_again() -> None:
    """A unit that is out of the zone may not go back into it in the same action."""
    played = stand_near_enemy((4, 5), "double")
    move(played, "a1.1", (3, 5), (2, 5)).accepted()
    end_move(played, "a1").accepted()
    refused(move(played, "a1.1", (3, 5)), "enemy-zone", "TF-ZOC-04")


@pytest.mark.rule("TF-ZOC-12")
@pytest.mark.parametrize(("by", "waits"), [("last_move", True), ("first_move", False)])
@pytest.mark.ruling("TF-ZOC-12.3")
def test_a_unit_is_out_by_the_last_move(by: str, waits: bool) -> None:
    """In a double it may still stand in the zone after the first move, unless the option wants it out by then."""
    played = stand_near_enemy((4, 5), "double", options={"leave_zone_by": by})
    first = move(played, "a1.1", (3, 5))
    if not waits:
        refused(first, "must-leave", "TF-ZOC-10")
        move(played, "a1.1", (3, 5), (2, 5)).accepted()
        return
    first.accepted()
    end_move(played, "a1").accepted()
    refused(move(played, "a1.1", (3, 6)), "must-leave", "TF-ZOC-10")
    refused(end_move(played, "a1"), "unit-in-zone", "TF-ZOC-12", unit="a1.1")
    move(played, "a1.1", (2, 5)).then(UnitLeftZone)
    end_move(played, "a1").accepted()


@pytest.mark.rule("TF-ZOC-12")
@pytest.mark.parametrize("action", ["advance", "engage"])
def test_the_last_move_does_not_end_with_a_unit_inside(action: str) -> None:
    """A unit that could leave, and has not charged, has to be moved before the last move ends."""
    played = stand_near_enemy((4, 5), action)
    refused(end_move(played, "a1"), "unit-in-zone", "TF-ZOC-12", unit="a1.1")
    move(played, "a1.1", (3, 5), (2, 5)).accepted()
    end_move(played, "a1").accepted()


@pytest.mark.rule("TF-ZOC-12")
def test_a_unit_leaves_two_zones_at_once() -> None:
    """A unit in the zones of two enemies goes nearer to neither, and is out of both at the end."""
    units: dict[str, Placed] = {"a1.1": ((5, 7), infantry()), "b1.1": ENEMY_INFANTRY, "b1.2": ((7, 8), infantry())}
    played = open_ground(units)
    begin_action(played, "a1")
    refused(move(played, "a1.1", (6, 8), (6, 9)), "nearer", "TF-ZOC-12", enemy="b1.2")
    refused(move(played, "a1.1", (5, 8)), "must-leave", "TF-ZOC-10")
    move(played, "a1.1", (4, 8)).then(UnitLeftZone, unit="a1.1", enemies=("b1.1", "b1.2"))


CLOSED = {(x, y): "cliffs" for x in (2, 3, 4) for y in (4, 5, 6) if (x, y) != (3, 5)}


@pytest.mark.rule("TF-ZOC-13")
@pytest.mark.parametrize("destroyed", [False, True])
@pytest.mark.ruling("TF-ZOC-13.2", "TF-ZOC-13.3")
def test_a_unit_that_is_shut_in_may_stay(destroyed: bool) -> None:
    """Surrounded by cliffs two tiles from an enemy a unit stays, and is destroyed only where the option says so."""
    units: dict[str, Placed] = {"a1.1": ((3, 5), infantry()), "b1.1": ENEMY_INFANTRY, "a2.1": ((11, 2), infantry())}
    played = open_ground(units, terrain=CLOSED, options={"zoc_trapped_destroyed": destroyed})
    begin_action(played, "a1")
    ended = end_move(played, "a1").then(ZocExitImpossible, unit="a1.1", enemies=("b1.1",), destroyed=destroyed)
    if destroyed:
        ended.then(UnitDestroyed, unit="a1.1", cause="trapped")
        assert units_left(played) == ["a2.1", "b1.1"]
    else:
        ended.without(UnitDestroyed)
        assert tile_of_unit(played, "a1.1") == at(3, 5)


@pytest.mark.rule("TF-ZOC-13")
def test_a_unit_that_is_shut_in_charges_where_it_can() -> None:
    """Shut in beside an enemy, an engaging unit has to charge it; nobody is excused who can."""
    walls: dict[Place, str] = {(x, y): "cliffs" for x in (3, 4) for y in (4, 5, 6) if (x, y) != (4, 5)}
    played = stand_near_enemy((4, 5), "engage", terrain={**walls, (5, 4): "cliffs", (5, 6): "cliffs"})
    refused(end_move(played, "a1"), "unit-in-zone", "TF-ZOC-12", unit="a1.1")
    charge(played, "a1.1", "b1.1").then(ContactMade, unit="a1.1")
    end_move(played, "a1").without(ZocExitImpossible)


@pytest.mark.rule("TF-ZOC-13")
def test_a_unit_that_can_not_leave_gets_as_far_as_it_can() -> None:
    """Where only a tile farther off within the zone can be reached, it has to be taken."""
    walls: dict[Place, str] = {
        (x, y): "cliffs" for x in range(2, 6) for y in range(4, 7) if (x, y) not in ((3, 5), (4, 5), (5, 5))
    }
    units: dict[str, Placed] = {"a1.1": ((4, 5), infantry()), "b1.1": ENEMY_INFANTRY}
    played = open_ground(units, terrain=walls, options=CHOSEN_ACTION)
    begin_action(played, "a1")
    refused(end_move(played, "a1"), "unit-must-withdraw", "TF-ZOC-13", unit="a1.1")
    refused(move(played, "a1.1"), "must-withdraw", "TF-ZOC-13", distance=2)
    move(played, "a1.1", (3, 5)).then(ZocExitImpossible, unit="a1.1")
    end_move(played, "a1").accepted()
    assert tile_of_unit(played, "a1.1") == at(3, 5)


@pytest.mark.rule("TF-ZOC-10", "TF-ZOC-11", "TF-ZOC-12")
def test_who_stands_in_a_zone_has_to_leave_it() -> None:
    """A unit in an enemy zone leaves it in its action, away from its owner, or charges."""
    played = table("", ENEMY_VEHICLE | {"a1.1": ((4, 5), infantry())})
    ask_action(played, "a1", "overwatch").rejected("TF-ZOC-11", "in-enemy-zone", unit="a1.1")
    begin_action(played, "a1")
    end_move(played, "a1").rejected("TF-ZOC-12", "unit-in-zone", unit="a1.1")
    move(played, "a1.1", (3, 5)).rejected("TF-ZOC-10", "must-leave", enemy="b1.1")
    move(played, "a1.1", (4, 4), (4, 3)).rejected("TF-ZOC-10", "must-leave")
    move(played, "a1.1", (3, 4), (4, 4), (3, 4), (2, 4)).rejected("TF-ZOC-12", "nearer")
    silent = played.rules.windows["formation_move"].default_command
    command = silent(played.game, open_window(played), 0) if silent else None
    assert command is not None
    assert not played.refused(command, "red")
    move(played, "a1.1", (3, 5), (2, 5)).cites("TF-ZOC-12")
    end_move(played, "a1").accepted()


@pytest.mark.rule("TF-ZOC-12")
@pytest.mark.ruling("TF-ZOC-12.3")
def test_on_a_march_the_last_move_counts() -> None:
    """A unit has to be out of the zones when the last move ends, or after the first by the options."""
    units = ENEMY_VEHICLE | {"a1.1": ((4, 5), infantry(speed=1))}
    played = table("", units)
    begin_action(played, "a1", "march")
    move(played, "a1.1", (3, 5)).accepted()
    end_move(played, "a1").accepted()
    end_move(played, "a1").accepted()
    end_move(played, "a1").rejected("TF-ZOC-12", "unit-in-zone")
    move(played, "a1.1", (2, 5)).accepted()
    played = table("", units | {"a1.1": ((3, 5), infantry(speed=1))}, options={"leave_zone_by": "first_move"})
    begin_action(played, "a1", "march")
    end_move(played, "a1").rejected("TF-ZOC-12", "unit-in-zone")


@pytest.mark.rule("TF-ZOC-13")
def test_who_can_not_leave_stays() -> None:
    """Where no way leads out and no charge is possible, staying as far off as can be is accepted."""
    drawing = "C C C . .\nC . C . .\nC C C . .\n. . . . .\n. . . . ."
    units = {"a1.1": ((1, 1), infantry()), "b1.1": ((3, 1), vehicle())}
    played = table(drawing, units, options=CHOSEN_ACTION)
    begin_action(played, "a1")
    end_move(played, "a1").then(ZocExitImpossible, unit="a1.1", enemies=("b1.1",), destroyed=False)
    played = table(drawing, units, options=CHOSEN_ACTION | {"zoc_trapped_destroyed": True})
    begin_action(played, "a1")
    end_move(played, "a1").then(ZocExitImpossible, destroyed=True)
    assert unit_row(played, "a1.1").out == "trapped"
    played = table("", {"a1.1": ((3, 1), infantry(speed=1)), "b1.1": ((4, 1), vehicle())}, options=CHOSEN_ACTION)
    begin_action(played, "a1")
    end_move(played, "a1").rejected("TF-ZOC-13", "unit-must-withdraw", unit="a1.1")
    move(played, "a1.1", (3, 2)).rejected("TF-ZOC-13", "must-withdraw", distance=2)
    move(played, "a1.1", (2, 1)).then(ZocExitImpossible)
    end_move(played, "a1").without(ZocExitImpossible)


@pytest.mark.rule("TF-ZOC-10")
@pytest.mark.rule("TF-ZOC-07")
def test_a_zone_that_is_lost_need_not_be_left() -> None:
    """Once another unit has contacted the enemy, a unit in its former zone may stay, since there is no zone."""
    units: dict[str, Placed] = {"a1.1": ((3, 5), infantry()), "a1.2": ((3, 6), infantry()), "b1.1": ENEMY_INFANTRY}
    played = open_ground(units)
    begin_action(played, "a1", "engage", target="b1")
    charge(played, "a1.1", "b1.1", (4, 5)).then(ContactMade)
    end_move(played, "a1").without(ZocExitImpossible).asks("assault", "red", "blue")
    assert tile_of_unit(played, "a1.2") == at(3, 6)


@pytest.mark.rule("TF-ZOC-12")
def test_a_unit_may_leave_the_zone_over_an_open_edge() -> None:
    """A unit that leaves the battlefield is out of all zones."""
    units: dict[str, Placed] = {
        "a1.1": ((0, 5), infantry()),
        "a1.2": ((1, 9), infantry()),
        "b1.1": ((2, 5), infantry()),
    }
    played = open_ground(units, options={"exit_edges": ("west",)})
    begin_action(played, "a1")
    refused(end_move(played, "a1"), "unit-in-zone", "TF-ZOC-12")
    move(played, "a1.1", "west").then(UnitLeftBattlefield, unit="a1.1")
    end_move(played, "a1").accepted()


def kept_from_caution(played: Table) -> None:
    """Check that a unit may not be cautious, for it has to leave the zone; it keeps its speed."""
    outcome = declare_cautious(played, "a1.1")
    outcome.looked_at = True
    assert [fault.clause for fault in outcome.faults] == ["TF-ZOC-12"], outcome.faults


@pytest.mark.rule("TF-ZOC-12")
@pytest.mark.parametrize("start", [(4, 5), (4, 4), (5, 4)])
def test_caution_does_not_excuse_from_leaving(start: tuple[int, int]) -> None:
    """Beside its enemy a unit of speed 4 could leave in two steps, and may not make itself too slow for that."""
    played = stand_near_enemy(start)
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
    played = stand_near_enemy((3, 5))
    declare_cautious(played, "a1.1").then(CautiousDeclared, unit="a1.1")
    refused(end_move(played, "a1"), "unit-in-zone", "TF-ZOC-12", unit="a1.1")
    moved = move(played, "a1.1", (2, 5)).then(UnitLeftZone, unit="a1.1", enemies=("b1.1",))
    assert moved.one(MoveDeclared).speed.total == 1
    end_move(played, "a1").without(ZocExitImpossible)


@pytest.mark.rule("TF-ZOC-12")
def test_caution_is_allowed_while_moves_are_left() -> None:
    """In a double the first move may be a cautious one inside the zone; in the last one the unit has to get out."""
    played = stand_near_enemy((4, 5), "double")
    declare_cautious(played, "a1.1").then(CautiousDeclared, unit="a1.1")
    end_move(played, "a1").without(ZocExitImpossible)
    kept_from_caution(played)
    move(played, "a1.1", (3, 5), (2, 5)).then(UnitLeftZone, unit="a1.1")


@pytest.mark.rule("TF-ZOC-12")
def test_caution_where_the_first_move_has_to_lead_out() -> None:
    """Where a unit has to be out by its first move, it may not be cautious in that one."""
    played = stand_near_enemy((4, 5), "double", options={"leave_zone_by": "first_move"})
    kept_from_caution(played)
    move(played, "a1.1", (3, 5), (2, 5)).then(UnitLeftZone, unit="a1.1")


@pytest.mark.rule("TF-ZOC-12")
@pytest.mark.parametrize(("ground", "barred"), [("+roads", True), ("open_ground", False)])
def test_the_speed_without_caution_counts_the_road(ground: str, barred: bool) -> None:
    """A unit of speed 1 beside its enemy could leave over a road, which caution forbids, and not over open ground."""
    played = stand_near_enemy((4, 5), speed=1, terrain={(x, 5): ground for x in (1, 2, 3, 4)}, options=CHOSEN_ACTION)
    if barred:
        kept_from_caution(played)
        move(played, "a1.1", (3, 5), (2, 5)).then(UnitLeftZone, unit="a1.1")
    else:
        declare_cautious(played, "a1.1").then(CautiousDeclared, unit="a1.1")
        move(played, "a1.1", (3, 5)).then(ZocExitImpossible, unit="a1.1", enemies=("b1.1",))
        end_move(played, "a1").accepted()


SHUT = {(x, y): "cliffs" for x in (2, 3, 4) for y in (4, 5, 6) if (x, y) != (3, 5)}


@pytest.mark.rule("TF-ZOC-13")
def test_who_can_not_leave_at_any_speed_may_be_cautious() -> None:
    """Shut in two tiles from its enemy a unit may declare itself cautious, and stays."""
    played = stand_near_enemy((3, 5), terrain=SHUT)
    declare_cautious(played, "a1.1").then(CautiousDeclared, unit="a1.1")
    end_move(played, "a1").then(ZocExitImpossible, unit="a1.1", enemies=("b1.1",), destroyed=False)
    assert tile_of_unit(played, "a1.1") == at(3, 5)


@pytest.mark.rule("TF-ZOC-13")
def test_who_can_only_withdraw_may_be_cautious() -> None:
    """Where one tile farther off inside the zone is all that can be reached, caution is allowed; it has to be taken."""
    walls = {(x, y): "cliffs" for x in range(2, 6) for y in range(4, 7) if (x, y) not in ((3, 5), (4, 5), (5, 5))}
    played = stand_near_enemy((4, 5), terrain=walls, options=CHOSEN_ACTION)
    declare_cautious(played, "a1.1").then(CautiousDeclared, unit="a1.1")
    refused(end_move(played, "a1"), "unit-must-withdraw", "TF-ZOC-13", unit="a1.1")
    move(played, "a1.1", (3, 5)).then(ZocExitImpossible, unit="a1.1")
    end_move(played, "a1").accepted()


@pytest.mark.rule("TF-ZOC-12")
def test_who_charges_may_be_cautious() -> None:
    """An engaging unit two tiles from its enemy may charge it cautiously, with its one step."""
    played = stand_near_enemy((3, 5), "engage")
    declare_cautious(played, "a1.1").then(CautiousDeclared, unit="a1.1")
    refused(end_move(played, "a1"), "unit-in-zone", "TF-ZOC-12", unit="a1.1")
    charge(played, "a1.1", "b1.1", (4, 5)).then(ContactMade, unit="a1.1", enemies=("b1.1",))


@pytest.mark.rule("TF-ZOC-12")
def test_caution_elsewhere_is_free() -> None:
    """Of a formation only the unit in the zone is kept from caution; one outside may be as slow as it likes."""
    units: dict[str, Placed] = {"a1.1": ((4, 5), infantry()), "a1.2": ((2, 4), infantry()), "b1.1": ENEMY_INFANTRY}
    played = open_ground(units)
    begin_action(played, "a1")
    declare_cautious(played, "a1.2").then(CautiousDeclared, unit="a1.2")
    kept_from_caution(played)
    move(played, "a1.1", (3, 5), (2, 5)).accepted()
    end_move(played, "a1").accepted()


@pytest.mark.rule("TF-ZOC-12")
def test_a_zone_is_left_when_the_unit_is_out_of_it() -> None:
    """A step away that ends inside the zone has not left it; the one that leads out has."""
    played = open_ground({"a1.1": ((4, 5), infantry()), "b1.1": ENEMY_INFANTRY})
    begin_action(played, "a1", "double")
    move(played, "a1.1", (3, 5)).without(UnitLeftZone)
    end_move(played, "a1").accepted()
    move(played, "a1.1", (2, 5)).then(UnitLeftZone, unit="a1.1", enemies=("b1.1",))


@pytest.mark.rule("TF-ZOC-10")
@pytest.mark.rule("TF-ZOC-12")
def test_who_was_outside_leaves_nothing() -> None:
    """A unit that was in no zone when its action began tells of no zone that it left."""
    played = open_ground({"a1.1": ((1, 5), infantry()), "b1.1": ENEMY_INFANTRY})
    begin_action(played, "a1").then(ActionBegun, bound=())
    move(played, "a1.1", (2, 5)).without(UnitLeftZone)
    end_move(played, "a1").accepted()

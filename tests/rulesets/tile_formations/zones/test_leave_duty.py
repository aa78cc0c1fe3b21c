"""Who could have left a zone is judged at full speed, over the moves to come, and past caution."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.sampling import words_of
from adjudicator.rulesets.tile_formations.model.messages import (
    BeginAction,
    CautiousDeclared,
    DangerousTerrainRolled,
    DangerousTestRequired,
    DeclareCautious,
    MoveDeclared,
    UnitDestroyed,
    UnitLeftZone,
    ZocExitImpossible,
)
from adjudicator.rulesets.tile_formations.odds.danger_odds import estimate_danger
from adjudicator.rulesets.tile_formations.reports.messages import EstimateDangerRequest, Reach, ReachRequest
from adjudicator.rulesets.tile_formations.reports.reach import reach
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.fixtures import (
    CHOSEN_ACTION,
    ENEMY_INFANTRY,
    Place,
    Placed,
    at,
    infantry,
    table,
    vehicle,
)
from tests.rulesets.tile_formations.steps import (
    ask_action,
    begin_action,
    change_unit,
    end_move,
    move,
    open_window,
    roll,
    tile_of_unit,
    unit_row,
    units_left,
)


def declare_caution(played: Table, key: str = "a1.1") -> Outcome:
    """Let a unit of red declare caution; the outcome may be a refusal."""
    return played.when("red", DeclareCautious(unit=key))


def stand_before_enemy(start: tuple[int, int], speed: int = 4, action: str = "advance", **setup: Any) -> Table:
    """Set infantry of red up before the enemy at (5,5), and begin its action."""
    played = table("", {"a1.1": (start, infantry(speed=speed)), "b1.1": ENEMY_INFANTRY}, **setup)
    begin_action(played, "a1", action)
    return played


def cliffs_except(units: dict[str, Placed], *open_tiles: tuple[int, int], **setup: Any) -> Table:
    """Make all tiles cliffs but these; the enemy stands at (5,5). Red's first action is begun, and judged alone."""
    setup["options"] = CHOSEN_ACTION | setup.get("options", {})
    free = {*open_tiles, *(place for place, *_ in units.values()), (5, 5)}
    terrain: dict[Place, Any] = {(x, y): "cliffs" for x in range(12) for y in range(12) if (x, y) not in free}
    played = table("", {**units, "b1.1": ENEMY_INFANTRY}, terrain={**terrain, **setup.pop("terrain", {})}, **setup)
    begin_action(played, "a1")
    return played


def reach_of(
    played: Table, key: str = "a1.1", *, action: str = "", cautious: bool = False, road: bool = False
) -> Reach:
    """Ask where a unit can go."""
    request = ReachRequest(game=b"", unit=key, action=action, cautious=cautious, road_march=road)
    return reach(played.game, 0, request)


def ends_of(found: Reach) -> set[str]:
    """Name the tiles that a unit can end in."""
    return {tile.tile for tile in found.tiles}


def offered_values(played: Table, command: str, field: str = "unit") -> set[str]:
    """Name what red is offered in a field of a command."""
    return {word for one in played.offers("red") if one.command == command for word in words_of(one.fields, field)}


@pytest.mark.rule("TF-ZOC-12")
def test_caution_does_not_keep_a_unit_inside() -> None:
    """Who can leave at full speed and not at speed 1 may not declare caution; it leaves at full speed."""
    played = stand_before_enemy((4, 5))
    declare_caution(played).rejected("TF-ZOC-12", "caution-keeps-inside", unit="a1.1", enemy="b1.1")
    assert (offered_values(played, "DeclareCautious"), reach_of(played, cautious=True).reason) == (
        set(),
        "caution-keeps-inside",
    )
    assert ends_of(reach_of(played, cautious=True)) == set()
    move(played, "a1.1", (3, 5)).rejected("TF-ZOC-10", "must-leave", enemy="b1.1")
    move(played, "a1.1", (3, 5), (2, 5)).then(UnitLeftZone, unit="a1.1")


@pytest.mark.rule("TF-ZOC-12")
def test_who_leaves_by_one_step_may_be_cautious() -> None:
    """One tile from the edge of the zone caution is allowed, and the unit has to take that step."""
    played = stand_before_enemy((3, 5))
    assert ends_of(reach_of(played, cautious=True)) == {at(2, 4), at(2, 5), at(2, 6)}
    declare_caution(played).then(CautiousDeclared, unit="a1.1")
    assert ends_of(reach_of(played)) == {at(2, 4), at(2, 5), at(2, 6)}
    move(played, "a1.1", (3, 4)).rejected("TF-ZOC-10", "must-leave")
    end_move(played, "a1").rejected("TF-ZOC-12", "unit-in-zone", unit="a1.1")
    move(played, "a1.1", (2, 5)).then(MoveDeclared, cautious=True).then(UnitLeftZone)


@pytest.mark.rule("TF-ZOC-13")
def test_who_can_not_leave_may_be_cautious() -> None:
    """Shut in, a unit is as cautious as it likes, as long as it gets as far off as at full speed."""
    played = cliffs_except({"a1.1": ((3, 5), infantry())})
    declare_caution(played).accepted()
    end_move(played, "a1").then(ZocExitImpossible, unit="a1.1")
    near = cliffs_except({"a1.1": ((4, 5), infantry())}, (3, 5))
    declare_caution(near).accepted()
    move(near, "a1.1", (3, 5)).then(MoveDeclared, cautious=True).then(ZocExitImpossible)
    deep = cliffs_except({"a1.1": ((4, 5), infantry())}, (3, 5), (2, 5), options={"zoc_radius": 3})
    declare_caution(deep).rejected("TF-ZOC-13", "caution-keeps-inside", unit="a1.1", enemy="b1.1")
    move(deep, "a1.1", (3, 5)).rejected("TF-ZOC-13", "must-withdraw", enemy="b1.1", distance=3)
    move(deep, "a1.1", (3, 5), (2, 5)).then(ZocExitImpossible)


@pytest.mark.rule("TF-ZOC-10")
def test_an_engaging_unit_may_charge_cautiously() -> None:
    """Beside an enemy it charges without a step, two tiles off with one; from farther off it is too slow."""
    near = table("", {"a1.1": ((4, 5), infantry()), "b1.1": ENEMY_INFANTRY})
    begin_action(near, "a1", "engage", target="b1")
    declare_caution(near).accepted()
    far = table("", {"a1.1": ((3, 5), infantry()), "b1.1": ENEMY_INFANTRY}, options={"zoc_radius": 4})
    begin_action(far, "a1", "engage", target="b1")
    declare_caution(far).accepted()
    far = table("", {"a1.1": ((2, 5), infantry()), "b1.1": ENEMY_INFANTRY}, options={"zoc_radius": 4})
    begin_action(far, "a1", "engage", target="b1")
    declare_caution(far).rejected("TF-ZOC-12", "caution-keeps-inside")


WALLED: dict[str, Placed] = {"a1.1": ((4, 5), vehicle(integrity=2))}


OUT_WEST = ((3, 5), (2, 5))


@pytest.mark.rule("TF-ZOC-12")
@pytest.mark.parametrize(("faces", "survives"), [((1, 6), True), ((6, 6), False)])
def test_a_way_through_danger_is_a_way(faces: tuple[int, ...], survives: bool) -> None:
    """Where the only way out leads through woods, the unit takes it at full speed and is tested once."""
    played = cliffs_except(WALLED, *OUT_WEST, terrain={(3, 5): "woods"})
    end_move(played, "a1").rejected("TF-ZOC-12", "unit-in-zone", unit="a1.1")
    declare_caution(played).rejected("TF-ZOC-12", "caution-keeps-inside")
    move(played, "a1.1", *OUT_WEST).then(DangerousTestRequired, kind="woods", dice=2, second_roll=False)
    rolled = roll(played, "a1.1", *faces)
    if survives:
        rolled.then(UnitLeftZone, unit="a1.1")
        assert tile_of_unit(played, "a1.1") == at(2, 5)
    else:
        rolled.then(UnitDestroyed, unit="a1.1", cause="dangerous_terrain")
    end_move(played, "a1").accepted()


@pytest.mark.rule("TF-ZOC-12", "TF-DANGER-10")
def test_a_cautious_step_out_is_rolled_twice() -> None:
    """Where one step into the woods leads out, it may be taken cautiously."""
    played = cliffs_except({"a1.1": ((3, 5), vehicle(integrity=2))}, (2, 5), terrain={(2, 5): "woods"})
    declare_caution(played).accepted()
    move(played, "a1.1", (2, 5)).then(DangerousTestRequired, second_roll=True)
    roll(played, "a1.1", 6, 6, 1, 6).then(DangerousTerrainRolled, casualties=1).then(UnitLeftZone)


def behind_a_friend() -> Table:
    """Let a vehicle that could not leave, since another stood in its way, be cautious; then the other leaves."""
    units: dict[str, Placed] = {"a1.1": ((4, 5), vehicle()), "a1.2": ((3, 5), vehicle())}
    played = cliffs_except(units, (2, 5), (1, 5), terrain={(3, 5): "woods"})
    assert reach_of(played).must == "withdraw"
    declare_caution(played).accepted()
    move(played, "a1.2", (2, 5), (1, 5)).then(DangerousTestRequired, starting=True)
    roll(played, "a1.2", 1).then(UnitLeftZone, unit="a1.2")
    return played


@pytest.mark.rule("TF-ZOC-12")
def test_caution_lapses_where_it_would_keep_a_unit_inside() -> None:
    """A unit whose way was cleared after it declared caution leaves at full speed, without a second roll."""
    played = behind_a_friend()
    assert (reach_of(played).must, ends_of(reach_of(played))) == ("leave", {at(2, 5)})
    asked_odds = EstimateDangerRequest(game=b"", unit="a1.1", path=(at(3, 5), at(2, 5)), cautious=False)
    assert [test.second_roll for test in estimate_danger(played.game, 0, asked_odds).tests] == [False]
    end_move(played, "a1").rejected("TF-ZOC-12", "unit-in-zone", unit="a1.1")
    move(played, "a1.1", (3, 5)).rejected("TF-ZOC-10", "must-leave")
    gone = move(played, "a1.1", (3, 5), (2, 5)).then(MoveDeclared, cautious=False)
    gone.then(DangerousTestRequired, second_roll=False)
    assert not unit_row(played, "a1.1").cautious
    roll(played, "a1.1", 1).then(UnitLeftZone, unit="a1.1")


@pytest.mark.rule("TF-ZOC-12")
def test_silence_leaves_where_caution_lapsed() -> None:
    """What silence stands for takes the way out too, and is not refused."""
    played = behind_a_friend()
    silent = played.rules.windows["formation_move"].default_command
    command = silent(played.game, open_window(played), 0) if silent else None
    assert command is not None
    played.when("red", command).then(MoveDeclared, unit="a1.1", path=(at(3, 5), at(2, 5)), cautious=False)


@pytest.mark.rule("TF-ZOC-12")
def test_caution_that_does_no_harm_lasts() -> None:
    """While the other still stands there the cautious unit stays cautious."""
    units: dict[str, Placed] = {"a1.1": ((3, 5), vehicle()), "a1.2": ((2, 5), vehicle())}
    played = cliffs_except(units, (1, 5))
    declare_caution(played).accepted()
    assert reach_of(played).must == "withdraw"
    move(played, "a1.2", (1, 5)).accepted()
    move(played, "a1.1", (2, 5)).then(MoveDeclared, cautious=True).then(UnitLeftZone)


@pytest.mark.rule("TF-ZOC-12")
def test_a_first_move_leaves_time_to_leave() -> None:
    """Two moves from the edge, a double is used from its first move on, and a march may wait for one."""
    played = stand_before_enemy((4, 5), speed=1, action="double")
    found = reach_of(played)
    assert (found.must, ends_of(found)) == ("leave_in_time", {at(3, 4), at(3, 5), at(3, 6)})
    end_move(played, "a1").rejected("TF-ZOC-12", "unit-must-set-out", unit="a1.1")
    move(played, "a1.1", (4, 4)).rejected("TF-ZOC-12", "way-out-lost", enemy="b1.1", left=1)
    move(played, "a1.1").rejected("TF-ZOC-12", "way-out-lost", left=1)
    move(played, "a1.1", (3, 5)).without(ZocExitImpossible, UnitLeftZone)
    end_move(played, "a1").accepted()
    move(played, "a1.1", (2, 5)).then(UnitLeftZone)
    march = stand_before_enemy((4, 5), speed=1, action="march")
    end_move(march, "a1").without(ZocExitImpossible)
    end_move(march, "a1").rejected("TF-ZOC-12", "unit-must-set-out", unit="a1.1")


@pytest.mark.rule("TF-ZOC-12")
def test_silence_sets_out_in_time() -> None:
    """Silence takes a step that keeps the way out open."""
    played = stand_before_enemy((4, 5), speed=1, action="double")
    silent = played.rules.windows["formation_move"].default_command
    command = silent(played.game, open_window(played), 0) if silent else None
    assert command is not None
    played.when("red", command).then(MoveDeclared, unit="a1.1")
    end_move(played, "a1").accepted()
    assert reach_of(played).must == "leave"


@pytest.mark.rule("TF-ZOC-12")
@pytest.mark.parametrize(("radius", "allowed"), [(3, True), (4, False)])
def test_a_cautious_first_move_leaves_time_to_leave(radius: int, allowed: bool) -> None:
    """Of speed 2, three tiles take a cautious move and one at full speed; four tiles take two at full."""
    played = stand_before_enemy((4, 5), speed=2, action="double", options={"zoc_radius": radius})
    if allowed:
        declare_caution(played).accepted()
        move(played, "a1.1", (4, 4)).rejected("TF-ZOC-12", "way-out-lost")
        move(played, "a1.1", (3, 5)).accepted()
    else:
        declare_caution(played).rejected("TF-ZOC-12", "caution-keeps-inside", unit="a1.1")
        move(played, "a1.1", (3, 5)).rejected("TF-ZOC-12", "way-out-lost")
        move(played, "a1.1", (3, 5), (2, 5)).accepted()


@pytest.mark.rule("TF-ZOC-12")
def test_caution_in_a_first_move_does_no_harm_at_full_speed() -> None:
    """Who leaves in one move may be cautious in the first of two, and not in the second."""
    played = stand_before_enemy((4, 5), action="double")
    declare_caution(played).accepted()
    move(played, "a1.1", (4, 4)).then(MoveDeclared, cautious=True)
    end_move(played, "a1").accepted()
    declare_caution(played).rejected("TF-ZOC-12", "caution-keeps-inside")
    move(played, "a1.1", (3, 3), (2, 2)).then(UnitLeftZone)


@pytest.mark.rule("TF-ZOC-12")
def test_with_first_move_nothing_waits() -> None:
    """Where zones are left by the first move, the moves to come do not count."""
    played = stand_before_enemy((4, 5), speed=2, action="double", options={"leave_zone_by": "first_move"})
    declare_caution(played).rejected("TF-ZOC-12", "caution-keeps-inside")
    move(played, "a1.1", (3, 5)).rejected("TF-ZOC-10", "must-leave")
    move(played, "a1.1", (3, 5), (2, 5)).then(UnitLeftZone)


@pytest.mark.rule("TF-ZOC-13")
def test_who_can_not_leave_at_all_withdraws_in_time() -> None:
    """In a dead end of a zone of 4, speed 1, three tiles off is what all moves of a double come to."""
    cliffs: dict[Place, Any] = {
        (x, y): "cliffs" for x in range(12) for y in range(12) if (x, y) not in {(5, 5), (4, 5), (3, 5), (2, 5)}
    }
    played = table(
        "",
        {"a1.1": ((4, 5), infantry(speed=1)), "b1.1": ENEMY_INFANTRY},
        terrain=cliffs,
        options=CHOSEN_ACTION | {"zoc_radius": 4},
    )
    begin_action(played, "a1", "double")
    end_move(played, "a1").rejected("TF-ZOC-13", "unit-must-set-out", unit="a1.1")
    move(played, "a1.1").rejected("TF-ZOC-13", "way-out-lost", left=1)
    move(played, "a1.1", (3, 5)).without(ZocExitImpossible)
    end_move(played, "a1").accepted()
    move(played, "a1.1", (2, 5)).then(ZocExitImpossible, unit="a1.1")


def two_among_cliffs(speed: int, *more: tuple[int, int], **setup: Any) -> Table:
    """Let a1.1 stand at (3,5), whose way out is (2,5), and a1.2 at (1,5), out of the zone."""
    units: dict[str, Placed] = {"a1.1": ((3, 5), infantry(speed=speed)), "a1.2": ((1, 5), infantry())}
    return cliffs_except(units, (2, 5), (0, 5), *more, **setup)


@pytest.mark.rule("TF-ZOC-12")
def test_nobody_shuts_another_in() -> None:
    """The last way out of a unit that has to leave is not taken by one that need not."""
    played = two_among_cliffs(1)
    move(played, "a1.2", (2, 5)).rejected("TF-ZOC-12", "shuts-in", unit="a1.1")
    assert ends_of(reach_of(played, "a1.2")) == {at(0, 5), at(1, 5)}
    assert offered_values(played, "MoveUnit", "path") == {at(0, 5), at(2, 5)}
    move(played, "a1.1", (2, 5)).then(UnitLeftZone)


@pytest.mark.rule("TF-BLOCK-02")
def test_who_may_pass_is_not_shut_in() -> None:
    """With the speed to go on beyond, infantry in the way out does not shut anybody in."""
    played = two_among_cliffs(3)
    move(played, "a1.2", (2, 5)).accepted()
    move(played, "a1.1", (2, 5), (1, 5)).then(UnitLeftZone)


@pytest.mark.rule("TF-ZOC-12")
def test_a_second_way_out_is_enough() -> None:
    """Where another way is left, or the unit has gone, the tile is free to take."""
    played = two_among_cliffs(1, (2, 6))
    move(played, "a1.2", (2, 5)).accepted()
    move(played, "a1.1", (2, 6)).then(UnitLeftZone)
    gone = two_among_cliffs(2)
    move(gone, "a1.1", (2, 5)).accepted()
    change_unit(gone, "a1.1", tile=at(0, 5))
    move(gone, "a1.2", (2, 5)).accepted()


def two_with_one_exit(*more: tuple[int, int]) -> Table:
    """Let two units of speed 1 have to leave, both by (2,5)."""
    units: dict[str, Placed] = {"a1.1": ((3, 5), infantry(speed=1)), "a1.2": ((3, 6), infantry(speed=1))}
    return cliffs_except(units, (2, 5), *more)


@pytest.mark.rule("TF-ZOC-12", "TF-ZOC-13")
def test_of_two_with_one_way_out_one_goes() -> None:
    """The first takes it, since it has no other; the second can not leave then, and stays."""
    played = two_with_one_exit()
    end_move(played, "a1").rejected("TF-ZOC-12", "unit-in-zone")
    move(played, "a1.1", (2, 5)).then(UnitLeftZone, unit="a1.1")
    end_move(played, "a1").then(ZocExitImpossible, unit="a1.2")


@pytest.mark.rule("TF-ZOC-12")
def test_who_has_another_way_takes_it() -> None:
    """With (2,4) open besides, which only the first reaches, it leaves (2,5) to the other."""
    played = two_with_one_exit((2, 4))
    assert ends_of(reach_of(played)) == {at(2, 4)}
    move(played, "a1.1", (2, 5)).rejected("TF-ZOC-12", "shuts-in", unit="a1.2")
    move(played, "a1.1", (2, 4)).then(UnitLeftZone)
    move(played, "a1.2", (2, 5)).then(UnitLeftZone)
    end_move(played, "a1").without(ZocExitImpossible)
    assert units_left(played) == ["a1.1", "a1.2", "b1.1"]


@pytest.mark.rule("TF-ZOC-07")
def test_a_charge_that_frees_shuts_nobody_in() -> None:
    """The charger takes the only way of another, but its contact takes the zone away as well."""
    units: dict[str, Placed] = {"a1.1": ((3, 5), infantry(speed=1)), "a1.2": ((2, 5), infantry(speed=2))}
    played = cliffs_except(units, (4, 5))
    begin_action(played, "a1", "engage", target="b1")
    move(played, "a1.2", (3, 5), (4, 5)).accepted()
    end_move(played, "a1").without(ZocExitImpossible)


def on_a_road(*road: tuple[int, int]) -> Outcome:
    """Let a unit at (3,5), two tiles from the enemy, ask for a march on these roads."""
    played = table(
        "", {"a1.1": ((3, 5), infantry(speed=1)), "b1.1": ENEMY_INFANTRY}, terrain=dict.fromkeys(road, "+roads")
    )
    outcome = ask_action(played, "a1", "march", road_march=True)
    on_road = [one for one in played.offers("red") if words_of(one.fields, "road_march")] if outcome.faults else []
    assert not on_road
    assert reach_of(played, action="march", road=True).reason == ("road-keeps-inside" if outcome.faults else "")
    return outcome


@pytest.mark.rule("TF-ZOC-12")
def test_a_road_march_does_not_keep_a_unit_inside() -> None:
    """A formation does not march on a road alone that leads no unit out of the zone that it can leave."""
    on_a_road((3, 5), (3, 6)).rejected("TF-ZOC-12", "road-keeps-inside", unit="a1.1")
    on_a_road((3, 5), (2, 6)).accepted()


@pytest.mark.rule("TF-ZOC-12")
def test_a_march_without_the_road_is_open() -> None:
    """The same formation may march as any other does, and then leaves."""
    played = table("", {"a1.1": ((3, 5), infantry()), "b1.1": ENEMY_INFANTRY}, terrain={(3, 5): "+roads"})
    played.ask("choose_action", "red")
    march = BeginAction(formation="a1", action="march", test="", target="", road_march=False)
    played.when("red", march).accepted()
    move(played, "a1.1", (2, 5)).then(UnitLeftZone)


@pytest.mark.rule("TF-ZOC-10")
def test_the_zone_that_is_not_left_is_named() -> None:
    """Out of the zone of b1.1 but still in that of b1.2, a refusal names b1.2."""
    units: dict[str, Placed] = {"a1.1": ((4, 7), infantry()), "b1.1": ENEMY_INFANTRY, "b1.2": ((3, 9), infantry())}
    played = table("", units)
    begin_action(played, "a1")
    move(played, "a1.1", (3, 7), (2, 7)).rejected("TF-ZOC-10", "must-leave", enemy="b1.2")
    move(played, "a1.1", (5, 7)).rejected("TF-ZOC-10", "must-leave", enemy="b1.1")
    move(played, "a1.1", (3, 7), (2, 7), (1, 7), (0, 7)).then(UnitLeftZone, enemies=("b1.1", "b1.2"))

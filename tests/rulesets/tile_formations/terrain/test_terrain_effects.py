"""What terrain means for units in general."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.tile_formations.model.messages import (
    BattlefieldCreated,
    CasualtyTaken,
    DeployUnit,
    MoveDeclared,
    SavesRolled,
    TerrainCell,
    TileTerrain,
    ToHitRolled,
    UnitDeployed,
    UnitDestroyed,
    UnitMoved,
)
from adjudicator.rulesets.tile_formations.model.terrain_table import TERRAIN_KINDS
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import (
    FAR_ENEMY,
    SHEETS_BY_TYPE,
    VEHICLES,
    Placed,
    at,
    cell,
    infantry,
    open_ground,
    open_table,
    table,
    vehicle,
    weapon,
)
from tests.rulesets.tile_formations.steps import (
    begin_action,
    create,
    danger_tests,
    deploy,
    end_move,
    hold_and_shoot,
    lone_unit,
    move,
    mustered_table,
    refused,
    roll,
    roll_saves,
    tile_of_unit,
    unit_row,
)


def under_fire(target: Placed, ground: str, *faces: int, **declared: Any) -> Table:
    """Shoot four dice of hit value 4 at a unit at (7,2) on this ground."""
    gun = weapon(dice=len(faces), to_hit=4)
    units: dict[str, Placed] = {"a1.1": ((2, 2), infantry(weapons=(gun,))), "b1.1": target}
    played = open_ground(units, terrain={(7, 2): ground})
    hold_and_shoot(played, *faces, **declared)
    return played


@pytest.mark.rule("TF-TERRAIN-01")
@pytest.mark.parametrize(
    ("name", "column", "expected"),
    [
        ("marsh", "infantry", ("dangerous", 1, 0)),
        ("marsh", "vehicles", ("dangerous", 0, 0)),
        ("buildings", "infantry", ("none", 3, 0)),
        ("buildings", "vehicles", ("impassable", 0, 0)),
        ("hills", "war_engines", ("none", 0, 2)),
        ("open_ground", "vehicles", ("none", 0, 0)),
        ("river", "war_engines", ("none", 0, 0)),
        ("gun_emplacements", "vehicles", ("impassable", 2, 0)),
    ],
)
def test_a_cell_has_one_of_three_effects(name: str, column: str, expected: tuple[str, int, int]) -> None:
    """The cells of a kind of terrain say how a class moves, and what cover and vision it has there."""
    cell = getattr(TERRAIN_KINDS[name], column)
    assert (cell.movement, cell.cover, cell.vision) == expected


@pytest.mark.rule("TF-TERRAIN-01")
@pytest.mark.parametrize("move", ["slow", "", "None"])
def test_another_effect_is_not_understood(move: str) -> None:
    """A kind of terrain with an effect that there is not is refused when the battlefield is made."""
    wrong = replace(TERRAIN_KINDS["marsh"], name="mire", infantry=TerrainCell(movement=move, cover=1, vision=0))
    refused(create(open_table(), terrain=(wrong,)), "not-among", "TF-TERRAIN-01")
    right = replace(wrong, infantry=TerrainCell(movement="dangerous", cover=1, vision=0))
    create(open_table(), terrain=(right,)).then(BattlefieldCreated)


@pytest.mark.rule("TF-TERRAIN-02")
@pytest.mark.parametrize("kind", [*VEHICLES, "WE", "INF"])
def test_no_effect_costs_one_and_no_die(kind: str) -> None:
    """Through scrub every class goes at the cost of one point and without a die."""
    played = lone_unit(SHEETS_BY_TYPE[kind](), terrain={(3, 2): "scrub"})
    moved = move(played, "a1.1", (3, 2), (4, 2))
    assert moved.one(MoveDeclared).cost.total == 2
    assert not danger_tests(moved)
    assert not moved.rolls
    assert tile_of_unit(played, "a1.1") == at(4, 2)


@pytest.mark.rule("TF-TERRAIN-03")
@pytest.mark.parametrize(("kind", "clause"), [("LV", "TF-BUILD-02"), ("AV", "TF-BUILD-02"), ("WE", "TF-BUILD-03")])
def test_impassable_is_neither_entered_nor_crossed(kind: str, clause: str) -> None:
    """Vehicles and war engines go neither into buildings nor through them; infantry does both."""
    for path in ([(3, 2)], [(3, 2), (4, 2)]):
        played = lone_unit(SHEETS_BY_TYPE[kind](), terrain={(3, 2): "buildings"})
        refused(move(played, "a1.1", *path), "impassable", clause, tile=at(3, 2))
        played = lone_unit(infantry(), terrain={(3, 2): "buildings"})
        move(played, "a1.1", *path).accepted()


@pytest.mark.rule("TF-TERRAIN-04")
@pytest.mark.parametrize("kind", [*VEHICLES, "WE"])
def test_dangerous_is_entered_for_a_test(kind: str) -> None:
    """Vehicles and war engines go into woods at the price of a test, infantry without one."""
    played = lone_unit(SHEETS_BY_TYPE[kind](integrity=1), terrain={(3, 2): "woods"})
    tests = danger_tests(move(played, "a1.1", (3, 2), (4, 2)))
    assert [(test.unit, test.tile, test.kind) for test in tests] == [("a1.1", at(3, 2), "woods")]
    roll(played, "a1.1", 1).then(UnitMoved, tile=at(4, 2), done=True)
    played = lone_unit(infantry(), terrain={(3, 2): "woods"})
    assert not danger_tests(move(played, "a1.1", (3, 2)))


@pytest.mark.rule("TF-TERRAIN-05")
def test_cover_does_not_slow_and_saves() -> None:
    """Infantry goes into ruins at a cost of one and without a die, and is saved there on 1 to 3."""
    moved = move(lone_unit(infantry(), terrain={(3, 2): "ruins"}), "a1.1", (3, 2))
    assert moved.one(MoveDeclared).cost.total == 1
    assert not danger_tests(moved)
    played = under_fire(((7, 2), infantry(integrity=9)), "ruins", 1, 2)
    saves = roll_saves(played, 3, 4).one(SavesRolled).saves
    assert [(save.save, save.value.total, save.saved) for save in saves] == [("cover", 3, True), ("cover", 3, False)]


@pytest.mark.rule("TF-TERRAIN-06")
def test_cover_and_danger_both_apply() -> None:
    """Infantry takes a test in marsh without any save, and when it is shot at there it has -1 and a cover of 1."""
    played = lone_unit(infantry(armour=5), terrain={(3, 2): "marsh"})
    assert len(danger_tests(move(played, "a1.1", (3, 2)))) == 1
    roll(played, "a1.1", 6).then(CasualtyTaken, points=1).then(UnitDestroyed, unit="a1.1").without(SavesRolled)
    played = under_fire(((7, 2), infantry(integrity=9)), "marsh", 1, 3, 4)
    saves = roll_saves(played, 1, 2).one(SavesRolled).saves
    assert [(save.save, save.value.total, save.saved) for save in saves] == [("cover", 1, True), ("cover", 1, False)]


@pytest.mark.rule("TF-TERRAIN-07")
@pytest.mark.parametrize(
    ("kind", "held", "clause"),
    [
        ("INF", "+bunkers", "TF-BUNK-02"),
        ("INF", "+gun_emplacements", "TF-GUN-02"),
        ("AV", "+gun_emplacements", "TF-GUN-04"),
    ],
)
@pytest.mark.ruling("TF-TERRAIN-07.3")
def test_a_position_is_held_and_not_crossed(kind: str, held: str, clause: str) -> None:
    """A cell with cover and impassable is entered with the last step of a move and left with the first of another."""
    played = lone_unit(SHEETS_BY_TYPE[kind](), action="double", terrain={(3, 2): held, (4, 2): held})
    refused(move(played, "a1.1", (3, 2), (3, 3)), "not-crossed", clause, tile=at(3, 2))
    move(played, "a1.1", (3, 2)).then(UnitMoved, tile=at(3, 2), done=True)
    end_move(played, "a1").accepted()
    refused(move(played, "a1.1", (4, 2), (5, 2)), "not-crossed", clause, tile=at(4, 2))
    move(played, "a1.1", (3, 3), (4, 3)).then(UnitMoved, tile=at(4, 3))


@pytest.mark.rule("TF-TERRAIN-07")
@pytest.mark.parametrize(
    ("reading", "enters", "deploys"), [("occupy", True, True), ("deploy_only", False, True), ("no_entry", False, False)]
)
@pytest.mark.ruling("TF-TERRAIN-07.4")
def test_how_such_a_cell_is_read(reading: str, enters: bool, deploys: bool) -> None:
    """By the option a position is entered by moving and deployment, by deployment alone, or not at all by its owner."""
    options = {"cover_and_impassable": reading}
    played = lone_unit(infantry(), terrain={(3, 2): "+bunkers"}, options=options)
    entered = move(played, "a1.1", (3, 2))
    if enters:
        entered.accepted()
    else:
        refused(entered, "impassable", "TF-BUNK-02")
    bunker = TileTerrain(tile="A1", base_terrain="open_ground", overlays=("bunkers",))
    deployed = deploy(mustered_table(options=options, tiles=(bunker,)), "red", "a1.1", "A1")
    if deploys:
        deployed.then(UnitDeployed, unit="a1.1")
    else:
        refused(deployed, "no-place", "TF-BUNK-02")


@pytest.mark.rule("TF-TERRAIN-08")
@pytest.mark.parametrize(
    ("ground", "kind", "effect"),
    [
        ("woods+minefield", "INF", "dangerous"),
        ("woods", "INF", "none"),
        ("jungle+roads", "AV", "none"),
        ("jungle", "AV", "impassable"),
        ("+roads+minefield", "AV", "dangerous"),
        ("buildings+minefield", "AV", "impassable"),
        ("jungle+roads+minefield", "AV", "dangerous"),
        ("woods+gun_emplacements", "WE", "dangerous"),
        ("river+roads", "INF", "none"),
        ("cliffs+roads", "WE", "none"),
        ("scrub+barricade", "INF", "dangerous"),
    ],
)
@pytest.mark.ruling("TF-TERRAIN-08.2")
def test_the_strictest_effect_counts(ground: str, kind: str, effect: str) -> None:
    """Movement takes the strictest effect of all terrain in a tile, a road in the place of the base terrain."""
    for start in ((2, 2), (3, 1), (4, 3)):
        played = lone_unit(SHEETS_BY_TYPE[kind](integrity=1), start, terrain={(3, 2): ground})
        outcome = move(played, "a1.1", (3, 2))
        if effect == "impassable":
            clause = "TF-JUNGLE-02" if ground == "jungle" else "TF-BUILD-02"
            refused(outcome, "impassable", clause, tile=at(3, 2))
        else:
            assert len(danger_tests(outcome)) == (effect == "dangerous")
        if effect == "dangerous":
            roll(played, "a1.1", 1)


@pytest.mark.rule("TF-TERRAIN-08")
@pytest.mark.parametrize(
    ("ground", "cover"), [("woods+minefield", 2), ("woods+fieldworks", 3), ("ruins+minefield", 3), ("marsh+roads", 1)]
)
@pytest.mark.ruling("TF-TERRAIN-08.2")
def test_the_best_cover_counts(ground: str, cover: int) -> None:
    """Cover takes the best value of all terrain in a tile, that of a base terrain under a road too."""
    played = under_fire(((7, 2), infantry(integrity=9)), ground, 1, 2)
    saves = roll_saves(played, cover, cover + 1).one(SavesRolled).saves
    assert [(save.value.total, save.saved) for save in saves] == [(cover, True), (cover, False)]


@pytest.mark.rule("TF-TERRAIN-08")
@pytest.mark.ruling("TF-TERRAIN-08.2")
def test_special_rules_of_all_terrain_apply() -> None:
    """Fieldworks in a wood slow infantry as fieldworks do, and help against the air as woods do."""
    moved = move(lone_unit(infantry(), terrain={(3, 2): "woods+fieldworks"}), "a1.1", (3, 2))
    assert moved.one(MoveDeclared).cost.total == 2
    played = under_fire(((7, 2), infantry(integrity=9)), "woods+fieldworks", 1, 1, air=True)
    saves = roll_saves(played, 4, 5).one(SavesRolled).saves
    assert [(save.value.total, save.saved) for save in saves] == [(4, True), (4, False)]


@pytest.mark.rule("TF-TERRAIN-08")
def test_a_road_does_not_open_what_lies_on_it() -> None:
    """A road replaces the base terrain alone: a barricade on it slows vehicles, a bunker stops war engines."""
    moved = move(lone_unit(vehicle(), terrain={(3, 2): "woods+roads+barricade"}), "a1.1", (3, 2))
    assert moved.one(MoveDeclared).cost.total == 2
    assert not danger_tests(moved)
    played = lone_unit(SHEETS_BY_TYPE["WE"](), terrain={(3, 2): "+roads+bunkers"})
    refused(move(played, "a1.1", (3, 2)), "impassable", "TF-BUNK-04", tile=at(3, 2))


@pytest.mark.rule("TF-TERRAIN-08")
@pytest.mark.ruling("TF-TERRAIN-08.3")
def test_a_road_may_leave_the_base_terrain_as_it_is() -> None:
    """Where the option says so a road through jungle does not open it for vehicles."""
    options = {"road_overrides_base": False}
    played = lone_unit(vehicle(), terrain={(3, 2): "jungle+roads"}, options=options)
    refused(move(played, "a1.1", (3, 2)), "impassable", "TF-JUNGLE-02", tile=at(3, 2))
    played = lone_unit(vehicle(), terrain={(3, 2): "+roads"}, options=options)
    move(played, "a1.1", (3, 2)).accepted()


@pytest.mark.rule("TF-TERRAIN-09")
@pytest.mark.ruling("TF-TERRAIN-09.2")
def test_a_unit_in_an_impassable_tile_gets_out() -> None:
    """A vehicle in a building steps out to open ground, and neither through a second building nor back into it."""
    units: dict[str, Placed] = {"a1.1": ("", vehicle(), {"out": "waiting"})}
    played = open_ground(units, terrain={(2, 2): "buildings", (3, 2): "buildings"}, referee=True)
    played.when("referee", DeployUnit(unit="a1.1", tile=at(2, 2))).then(UnitDeployed, unit="a1.1", tile=at(2, 2))
    begin_action(played, "a1")
    refused(move(played, "a1.1", (3, 2)), "impassable", "TF-BUILD-02", tile=at(3, 2))
    refused(move(played, "a1.1", (3, 2), (4, 2)), "impassable", "TF-BUILD-02", tile=at(3, 2))
    refused(move(played, "a1.1", (2, 3), (2, 2)), "impassable", "TF-BUILD-02", tile=at(2, 2))
    move(played, "a1.1", (2, 3), (3, 3)).then(UnitMoved, tile=at(3, 3))


@pytest.mark.rule("TF-TERRAIN-09")
@pytest.mark.ruling("TF-TERRAIN-09.2")
def test_a_unit_in_an_impassable_tile_may_stay() -> None:
    """It may as well stay where it is, and is tested for nothing."""
    played = lone_unit(vehicle(), terrain={(2, 2): "buildings"})
    assert not danger_tests(move(played, "a1.1"))
    end_move(played, "a1").without(UnitDestroyed)
    assert tile_of_unit(played, "a1.1") == at(2, 2)


@pytest.mark.rule("TF-TERRAIN-06")
def test_danger_and_cover_of_a_hit_are_apart() -> None:
    """With -1 to hit a die of 4 misses infantry in marsh, and the unit has lost nothing when both hits are saved."""
    played = under_fire(((7, 2), infantry(integrity=3)), "marsh", 3, 4)
    rolled = played.last.one(ToHitRolled)
    assert (rolled.value.total, rolled.hits) == (3, 1)
    roll_saves(played, 1)
    assert unit_row(played, "b1.1").integrity == 3


@pytest.mark.rule("TF-TERRAIN-07")
def test_a_move_through_goes_around_a_position() -> None:
    """A second unit may not go through the position even where it is free, while the first holds it."""
    played = open_ground({"a1.1": ((2, 2), infantry()), "a1.2": ((2, 3), infantry())}, terrain={(3, 2): "+bunkers"})
    begin_action(played, "a1")
    move(played, "a1.1", (3, 2)).accepted()
    refused(move(played, "a1.2", (3, 2), (4, 2)), "not-crossed", "TF-BUNK-02", tile=at(3, 2))
    move(played, "a1.2", (3, 3), (4, 2)).accepted()


@pytest.mark.rule("TF-TERRAIN-07")
def test_positions_are_held_not_crossed() -> None:
    """Infantry may end in a bunker and leave it again, and never walks through one."""
    drawing = ". K .\n. . .\n. . ."
    units = {"a1.1": ("A1", infantry()), "b1.1": ("C3", infantry(flags=("no_zoc",)))}
    thin = {"tile_shape": "square4"}
    played = table(drawing, units, options=thin)
    begin_action(played, "a1", "double")
    move(played, "a1.1", "B1", "C1").rejected("TF-BUNK-02", "not-crossed")
    move(played, "a1.1", "B1").accepted()
    end_move(played, "a1").accepted()
    move(played, "a1.1", "C1").accepted()
    played = table(drawing, units, options=thin | {"cover_and_impassable": "deploy_only"})
    begin_action(played, "a1")
    move(played, "a1.1", "B1").rejected("TF-BUNK-02", "impassable")


@pytest.mark.rule("TF-TERRAIN-09")
@pytest.mark.rule("TF-CLIFF-04")
@pytest.mark.parametrize(("gear", "tests"), [(True, 1), (False, 0)])
def test_setting_out_from_a_cliff(gear: bool, tests: int) -> None:
    """A climber that starts on a cliff is tested; infantry without gear that finds itself there just leaves."""
    flags = ("climbing_gear",) if gear else ()
    played = lone_unit(infantry(flags=flags), terrain={(2, 2): "cliffs"})
    assert len(danger_tests(move(played, "a1.1", (3, 2)))) == tests
    if tests:
        roll(played, "a1.1", 5)
    assert tile_of_unit(played, "a1.1") == at(3, 2)


@pytest.mark.rule("TF-TERRAIN-07")
def test_a_position_is_left_with_the_first_step() -> None:
    """A unit that starts in a bunker leaves it freely, and may end the same move in another one, or in it again."""
    for path in ([(2, 3), (3, 3)], [(2, 3), (2, 2)]):
        played = lone_unit(infantry(), terrain={(2, 2): "+bunkers", (3, 3): "+bunkers"})
        move(played, "a1.1", *path).then(UnitMoved, tile=at(*path[-1]), done=True)


@pytest.mark.rule("TF-TERRAIN-07")
def test_a_position_is_not_crossed_by_coming_back_to_it() -> None:
    """A unit that steps out of a bunker and back into it ends its move there, for it can not be crossed."""
    played = table("", {"a1.1": ("A1", infantry(speed=6)), "b1.1": FAR_ENEMY}, terrain={"A1": cell("+bunkers")})
    begin_action(played, "a1")
    move(played, "a1.1", "A2", "A1", "B1").rejected("TF-BUNK-02", "not-crossed", "path", tile="A1")
    move(played, "a1.1", "A2", "A1").accepted()

"""Moves of units, from their declaration to their end."""

from __future__ import annotations

from typing import Any

from adjudicator.rulesets.tile_formations.model.messages import (
    CasualtyTaken,
    CautiousDeclared,
    DangerousTestRequired,
    DeclareCautious,
    MoveDeclared,
    MoveResumed,
    MoveSuspended,
    MoveUnit,
    UnitDestroyed,
    UnitLeftBattlefield,
    UnitMoved,
)
from tests.rulesets.tile_formations.givens import (
    Placed,
    aircraft,
    at,
    begin,
    end_action,
    end_move,
    infantry,
    light_vehicle,
    move,
    path,
    roll,
    table,
    unit,
    vehicle,
    war_engine,
    where,
)

FAR = ("L12", infantry(flags=("no_zoc",)))


def test_a_move_goes_step_by_step() -> None:
    """A unit goes any number of tiles up to its speed, along tiles that follow each other, once in a move."""
    played = table("", {"a1.1": ((1, 1), infantry(speed=4)), "a1.2": ((1, 2), infantry()), "b1.1": FAR})
    begin(played, "a1")
    move(played, "a1.1", (3, 1)).rejected("TF-MOVE-02", "not-adjacent", "path", tile=at(3, 1))
    move(played, "a1.1", (0, 1), (0, 2), (0, 3), (0, 4), (0, 5)).rejected("TF-MOVE-01", "exceeds-speed", cost=5)
    moved = move(played, "a1.1", (1, 1), (2, 2), (3, 2)).then(MoveDeclared).then(UnitMoved, done=True)
    assert moved.one(MoveDeclared).cost.total == 2
    assert where(played, "a1.1") == at(3, 2)
    move(played, "a1.1", (4, 2)).rejected("TF-MOVE-07", "already-moved")
    end_move(played, "a1").accepted().asks("shooting", "red")


def test_a_path_may_be_written_as_one_text() -> None:
    """Offers write a path as one text, and a command may hold it so."""
    played = table("", {"a1.1": ("B2", infantry()), "b1.1": FAR})
    begin(played, "a1")
    played.when("red", MoveUnit(unit="a1.1", path=("B2 C3 D3",))).then(UnitMoved, tile="D3")


def test_a_march_is_three_moves() -> None:
    """Several moves of an action are separate, and a fourth does not come."""
    played = table("", {"a1.1": ((0, 0), infantry(speed=3)), "b1.1": FAR})
    begin(played, "a1", "march")
    for number in range(3):
        row = [(3 * number + step, 0) for step in (1, 2, 3)]
        move(played, "a1.1", *row).accepted()
        end_move(played, "a1").accepted()
    assert where(played, "a1.1") == at(9, 0)
    played.when("red", MoveUnit(unit="a1.1", path=path((10, 0)))).rejected("TF-MOVE-06", "not-asked")
    end_action(played, "a1").accepted()


def test_nobody_leaves_the_battlefield() -> None:
    """A step off the battlefield is refused, an edge too unless the options open it."""
    units: dict[str, Placed] = {"a1.1": ((1, 0), infantry()), "b1.1": FAR}
    played = table("", units)
    begin(played, "a1")
    played.when("red", MoveUnit(unit="a1.1", path=("A13",))).rejected("TF-MOVE-09", "off-the-battlefield")
    played.when("red", MoveUnit(unit="a1.1", path=("A1", "west"))).rejected("TF-MOVE-09", "edge-closed", edge="west")
    played = table("", units, options={"exit_edges": ("west",)})
    begin(played, "a1")
    played.when("red", MoveUnit(unit="a1.1", path=("B1", "A1", "west"))).then(UnitLeftBattlefield, edge="west")
    assert unit(played, "a1.1").out == "left"


def test_who_may_pass_whom() -> None:
    """Nobody passes an enemy; infantry passes any ally, and any unit passes allied infantry; the rest is blocked."""
    row: dict[str, Placed] = {"a1.1": ((0, 0), vehicle()), "a2.1": ((1, 0), vehicle()), "b1.1": FAR}
    thin: dict[str, Any] = {"options": {"tile_shape": "square4"}}
    played = table("", row, **thin)
    begin(played, "a1")
    move(played, "a1.1", (1, 0), (2, 0)).rejected("TF-BLOCK-04", "blocked-by-ally", ally="a2.1")
    move(played, "a1.1", (1, 0)).rejected("TF-BLOCK-05", "occupied")
    played = table("", row | {"a2.1": ((1, 0), infantry())}, **thin)
    begin(played, "a1")
    move(played, "a1.1", (1, 0), (2, 0)).accepted().cites("TF-BLOCK-02")
    played = table("", row | {"a1.1": ((0, 0), infantry()), "a2.1": ((1, 0), war_engine())}, **thin)
    begin(played, "a1")
    move(played, "a1.1", (1, 0), (2, 0)).accepted().cites("TF-BLOCK-03")
    foe: dict[str, Placed] = {"a1.1": row["a1.1"], "b1.1": FAR, "b2.1": ((1, 0), infantry(flags=("no_zoc",)))}
    played = table("", foe, **thin)
    begin(played, "a1")
    move(played, "a1.1", (1, 0), (2, 0)).rejected("TF-BLOCK-01", "enemy-in-tile", enemy="b2.1")


def test_no_step_between_two_enemies_where_the_options_say_so() -> None:
    """A diagonal step between two enemy tiles is refused by the option."""
    units = {
        "a1.1": ((0, 0), infantry()), "b1.1": ((1, 0), infantry(flags=("no_zoc",))),
        "b1.2": ((0, 1), infantry(flags=("no_zoc",))),
    }  # fmt: skip
    played = table("", units, options={"no_diagonal_squeeze": True})
    begin(played, "a1")
    move(played, "a1.1", (1, 1)).rejected("TF-BLOCK-06", "squeezed")
    played = table("", units)
    begin(played, "a1")
    move(played, "a1.1", (1, 1)).accepted()


def test_terrain_stops_or_tests() -> None:
    """Impassable terrain is refused under its own clause, dangerous terrain tests on the way."""
    played = table(". B W . W .", {"a1.1": ("A1", vehicle(speed=6, integrity=2)), "b1.1": ("F1", vehicle())})
    begin(played, "a1")
    move(played, "a1.1", "B1").rejected("TF-BUILD-02", "impassable", terrain="buildings")
    drawing = ". W W . W .\n. . . . . .\n. . . . . ."
    played = table(
        drawing, {"a1.1": ("A1", vehicle(speed=6, integrity=2)), "b1.1": ("F3", infantry(flags=("no_zoc",)))}
    )
    begin(played, "a1", "march")
    start = move(played, "a1.1", "B1", "C1", "D1", "E1").then(MoveDeclared, UnitMoved, MoveSuspended)
    assert start.one(DangerousTestRequired).feature == "woods@B1"
    end_move(played, "a1").rejected("TF-DANGER-13", "not-asked")
    roll(played, "a1.1", 6, 1).then(CasualtyTaken, MoveResumed, UnitMoved, DangerousTestRequired)
    assert where(played, "a1.1") == "E1"
    roll(played, "a1.1", 5).then(UnitMoved, tile="E1", done=True)
    end_move(played, "a1").accepted()
    move(played, "a1.1").without(DangerousTestRequired)
    end_move(played, "a1").accepted()
    move(played, "a1.1", "E2").then(DangerousTestRequired, starting=True)
    roll(played, "a1.1", 6).then(UnitDestroyed, cause="dangerous_terrain").without(UnitMoved)


def test_positions_are_held_not_crossed() -> None:
    """Infantry may end in a bunker and leave it again, and never walks through one."""
    drawing = ". K .\n. . .\n. . ."
    units = {"a1.1": ("A1", infantry()), "b1.1": ("C3", infantry(flags=("no_zoc",)))}
    thin = {"tile_shape": "square4"}
    played = table(drawing, units, options=thin)
    begin(played, "a1", "double")
    move(played, "a1.1", "B1", "C1").rejected("TF-BUNK-02", "not-crossed")
    move(played, "a1.1", "B1").accepted()
    end_move(played, "a1").accepted()
    move(played, "a1.1", "C1").accepted()
    played = table(drawing, units, options=thin | {"cover_and_impassable": "deploy_only"})
    begin(played, "a1")
    move(played, "a1.1", "B1").rejected("TF-BUNK-02", "impassable")


def test_roads_add_to_speed() -> None:
    """A move on road alone has two tiles more; one tile off it has none."""
    drawing = "= = = = = = = .\n. . . . . . . .\n. . . . . . . ."
    units = {"a1.1": ("A1", light_vehicle(speed=4)), "b1.1": ("H3", infantry(flags=("no_zoc",)))}
    played = table(drawing, units)
    begin(played, "a1")
    move(played, "a1.1", "B1", "C1", "D1", "E1", "F2").rejected("TF-MOVE-01", "exceeds-speed", speed=4)
    declared = move(played, "a1.1", "B1", "C1", "D1", "E1", "F1", "G1").one(MoveDeclared)
    assert declared.speed.total == 6
    assert "TF-ROAD-04" in declared.speed.clauses()


def test_barricades_cost_two() -> None:
    """Infantry and vehicles pay two for a barricade, war engines one; one tile may be entered whatever it costs."""
    drawing = ". # . . .\n. . . . ."
    for made, cost in ((vehicle(), 2), (war_engine(), 1), (light_vehicle(), 2)):
        played = table(drawing, {"a1.1": ("A1", made), "b1.1": ("E2", infantry(flags=("no_zoc",)))})
        begin(played, "a1")
        assert move(played, "a1.1", "B1").one(MoveDeclared).cost.total == cost
    played = table(drawing, {"a1.1": ("A1", infantry()), "b1.1": ("E2", infantry(flags=("no_zoc",)))})
    begin(played, "a1")
    played.when("red", DeclareCautious(unit="a1.1")).then(CautiousDeclared)
    move(played, "a1.1", "B1", "C1").rejected("TF-DANGER-09", "exceeds-speed", speed=1)
    move(played, "a1.1", "B1").then(DangerousTestRequired, second_roll=True)


def test_cautious_is_said_before_the_first_step() -> None:
    """After its move a unit can not be cautious any more."""
    played = table("", {"a1.1": ("A1", infantry()), "b1.1": FAR})
    begin(played, "a1")
    move(played, "a1.1", "B1").accepted()
    played.when("red", DeclareCautious(unit="a1.1")).rejected("TF-DANGER-09", "too-late")


def test_aircraft_mind_no_terrain() -> None:
    """Aircraft use no column: nothing is impassable, dangerous or slow for them."""
    played = table(". C # .\n. . . .", {"a1.1": ("A1", aircraft()), "b1.1": ("D2", infantry(flags=("no_zoc",)))})
    begin(played, "a1")
    moved = move(played, "a1.1", "B1", "C1").without(DangerousTestRequired)
    assert moved.one(MoveDeclared).cost.total == 2


def test_a_large_unit_counts_all_its_tiles() -> None:
    """A unit of two by two tiles fits where all of them are free and open, and takes one test for a feature."""
    drawing = ". . . . .\n. . W . .\n. . . . .\n. . . . .\n. . . . ."
    engine = war_engine(columns=2, rows=2, integrity=4)
    played = table(drawing, {"a1.1": ("A1", engine), "b1.1": ("E5", infantry(flags=("no_zoc",)))})
    begin(played, "a1")
    move(played, "a1.1", "B1", "C1", "D1", "D2", "E2").rejected("TF-MOVE-09", "off-the-battlefield")
    moved = move(played, "a1.1", "B1", "C2", "C3").then(DangerousTestRequired, kind="woods", tile="C2", dice=4)
    assert where(played, "a1.1") == "B1"
    del moved
    roll(played, "a1.1", 1, 2, 3, 4).then(UnitMoved, tile="C3", done=True)

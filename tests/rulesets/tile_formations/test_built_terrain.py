"""The terrain table cell by cell, kinds that a game brings along, and buildings that wear down."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.messages import ConfirmFact
from adjudicator.rulesets.tile_formations.ground import cell_at
from adjudicator.rulesets.tile_formations.kinds import KINDS, ROWS
from adjudicator.rulesets.tile_formations.model.messages import (
    CasualtyTaken,
    DamageTerrain,
    DeclareShooting,
    RollSaves,
    RollToHit,
    TerrainCell,
    TerrainConverted,
    TerrainDamaged,
    TerrainKind,
    UnitDestroyed,
)
from adjudicator.rulesets.tile_formations.saving import save_taken
from adjudicator.rulesets.tile_formations.terrain import terrain_faults
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.givens import begin, end_move, infantry, rules, shock, table, top, unit, weapon
from tests.rulesets.tile_formations.test_built_saves import HIT

TABLE = """
    buildings        base    both    3        impassable           impassable   ruins
    cliffs           base    through impassable impassable         impassable   climbable
    fortifications   base    both    4        impassable           impassable   bastion
    hills            base    through +2       +2                   +2           lie_low
    jungle           base    both    3        impassable           dangerous    canopy
    marsh            base    none    1,dangerous dangerous         dangerous    -
    open_ground      base    none    -        -                    -            lie_low
    river            base    none    1,dangerous impassable        -            -
    roads            overlay none    -        -                    -            road
    ruins            base    both    3        dangerous            dangerous    -
    scrub            base    none    1        -                    -            lie_low
    woods            base    both    2        dangerous            dangerous    canopy
    barricade        overlay none    dangerous -                   -            impeded
    bunkers          overlay both    4,impassable dangerous        impassable   bastion
    fieldworks       overlay both    3        dangerous            -            impeded
    gun_emplacements overlay both    3,impassable 2,impassable     -            gun_shield
    minefield        overlay none    dangerous dangerous           dangerous    mines
"""
LINES = [line.split() for line in TABLE.strip().splitlines()]


def written(cell: TerrainCell) -> str:
    """Write a cell as the table above has it."""
    words = [str(cell.cover)] if cell.cover else []
    words += [cell.move] if cell.move != "none" else []
    words += [f"+{cell.vision}"] if cell.vision else []
    return ",".join(words) or "-"


def special(kind: TerrainKind) -> str:
    """Write the special rule of a kind."""
    flags = ("climbable", "bastion", "lie_low", "canopy", "road", "gun_shield")
    found = [flag for flag in flags if getattr(kind, flag)]
    found += ["impeded"] if kind.impeded == ("INF", "AV", "LV") else []
    found += ["mines"] if kind.danger_faces == (5, 6) and kind.bars_second_roll else []
    return ",".join([*found, kind.destructible_into] if kind.destructible_into else found) or "-"


@pytest.mark.parametrize("line", LINES, ids=[line[0] for line in LINES])
def test_every_cell_of_the_table(line: list[str]) -> None:
    """The terrain table has these cells and special rules, and no other kinds."""
    name, layer, obscuring, *cells, rule = line
    kind = KINDS[name]
    found = [written(each) for each in (kind.infantry, kind.vehicles, kind.war_engines)]
    assert (kind.layer, kind.obscuring, found, special(kind)) == (layer, obscuring, cells, rule)
    assert set(KINDS) == {each[0] for each in LINES}


def test_every_clause_of_the_table_has_a_text() -> None:
    """Every cell and special rule names a clause of its own chapter that exists."""
    for name, row in ROWS.items():
        cells = (row.infantry, row.vehicles, row.war_engines)
        clauses = {clause for cell in cells for clause in (cell.clause, cell.cover_clause) if clause}
        clauses |= set(row.rules.values())
        assert clauses <= set(rules().texts), name
        assert len({clause.split("-")[1] for clause in clauses}) == 1, name
        assert all(cell.cover_clause for cell in cells if cell.cover)


# -- kinds of a game's own

MUD = replace(KINDS["marsh"], name="mud")


def faults(*kinds: TerrainKind) -> list[tuple[str, str, str]]:
    """Give clause, reason and place of every fault."""
    found = tuple(terrain_faults(kinds))
    for each in found:
        assert each.reason in rules().reasons
        assert each.clause in rules().texts
    return [(each.clause, each.reason, each.path) for each in found]


def cell(**changes: Any) -> TerrainCell:
    """Make a cell."""
    fields: Any = {"move": "none", "cover": 0, "vision": 0} | changes
    return TerrainCell(**fields)


def test_kinds_that_may_be_brought_along() -> None:
    """Kinds of its own, or other readings of the usual ones, are accepted as far as the rules can use them."""
    shelter = replace(MUD, name="shelter", gun_shield=True, vehicles=cell(cover=6), destructible_into="mud")
    clear = replace(KINDS["woods"], obscuring="none")
    assert faults(MUD, shelter, clear, *(each for each in KINDS.values() if each.name != "woods")) == []
    assert faults(MUD, MUD) == [("TF-TERRAIN-01", "given-twice", "terrain[1]")]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"infantry": cell(move="slow")}, ("TF-TERRAIN-01", "not-among", "terrain[0].infantry.move")),
        ({"infantry": cell(cover=7)}, ("TF-TERRAIN-05", "number-range", "terrain[0].infantry.cover")),
        ({"vehicles": cell(vision=61)}, ("TF-HILL-01", "number-range", "terrain[0].vehicles.vision")),
        ({"vehicles": cell(cover=2)}, ("TF-SAVE-06", "cover-without-save", "terrain[0].vehicles.cover")),
        ({"war_engines": cell(cover=2)}, ("TF-SAVE-06", "cover-without-save", "terrain[0].war_engines.cover")),
        ({"layer": "air"}, ("TF-TERRAIN-08", "not-among", "terrain[0].layer")),
        ({"obscuring": "some"}, ("TF-COVER-06", "not-among", "terrain[0].obscuring")),
        ({"impeded": ("TANK",)}, ("TF-BARR-04", "not-among", "terrain[0].impeded[0]")),
        ({"danger_faces": (0,)}, ("TF-DANGER-03", "number-range", "terrain[0].danger_faces[0]")),
        ({"danger_faces": (6, 6)}, ("TF-DANGER-03", "given-twice", "terrain[0].danger_faces[1]")),
        ({"destructible_into": "mud"}, ("TF-BUILD-05", "not-among", "terrain[0].destructible_into")),
        ({"destructible_into": "roads"}, ("TF-BUILD-05", "not-among", "terrain[0].destructible_into")),
        ({"name": "My Mud"}, ("TF-TERRAIN-01", "bad-terrain-name", "terrain[0].name")),
    ],
)
def test_kinds_that_may_not(changes: dict[str, Any], fault: tuple[str, str, str]) -> None:
    """Each fault of a kind is named with its place."""
    assert faults(replace(MUD, **changes)) == [fault]


# -- buildings


def damage(played: Table, points: int = 1, tile: str = "B2", who: str = "referee") -> Outcome:
    """Tell damage."""
    return played.when(who, DamageTerrain(tile=tile, points=points))


def held(**given: Any) -> Table:
    """Put blue infantry into a building."""
    units = {"a1.1": ("F2", infantry(weapons=(weapon(dice=1),))), "b1.1": ("B2", infantry(integrity=3))}
    played = table("", units, terrain={"B2": "buildings+roads"}, referee=True, **given)
    return played.ask("choose_action", "red")


def test_buildings_fall_by_the_referees_word() -> None:
    """Without a limit buildings fall by told damage alone; they become ruins, and who is inside stays."""
    played = held()
    damage(played, tile="C2").rejected("TF-BUILD-04", "nothing-to-destroy")
    damage(played, tile="Z9").rejected("TF-BUILD-04", "off-the-battlefield")
    damage(played, 0).rejected("TF-BUILD-04", "no-points")
    damage(played).then(TerrainDamaged, TerrainConverted, was="buildings", now="ruins").without(CasualtyTaken)
    assert (cell_at(played.game, "B2").base, cell_at(played.game, "B2").overlays) == ("ruins", ("roads",))
    assert save_taken(played.game, "b1.1", HIT)[1].total == 3
    damage(played).rejected("TF-BUILD-04", "nothing-to-destroy")


def test_buildings_stand_so_much() -> None:
    """With a limit they fall when damage reaches it; the options may hurt who is inside, without Shock."""
    played = held(options={"building_integrity": 4, "collapse_casualties": 3})
    damage(played, 3).then(TerrainDamaged, total=3).without(TerrainConverted)
    damage(played).then(TerrainDamaged, TerrainConverted, CasualtyTaken, UnitDestroyed, cause="collapse")
    assert (unit(played, "b1.1").out, shock(played, "b1")) == ("collapse", 0)


def test_a_seat_tells_damage_and_the_other_lets_it_stand() -> None:
    """Without a referee told damage counts when it is confirmed."""
    played = table("", {"a1.1": ("A1", infantry()), "b1.1": ("F6", infantry())}, terrain={"B2": "buildings"})
    played.ask("choose_action", "red")
    damage(played, who="red").accepted().without(TerrainDamaged).asks("fact_stated", "blue")
    played.when("blue", ConfirmFact(fact=top(played).about[0])).then(TerrainConverted)


def shelled(face: int, **options: Any) -> Outcome:
    """Let red shoot at the building once."""
    played = held(options=options)
    begin(played, "a1", "hold")
    end_move(played, "a1").accepted()
    declared: Any = {"formation": "a1", "target": "b1", "crossfire": False, "air": False, "to_hit_modifier": 0}
    played.when("red", DeclareShooting(**declared)).accepted()
    outcome = played.faces(face).when("red", RollToHit(unit="", target="")).accepted()
    return played.faces(3).when("blue", RollSaves(unit="")).accepted() if face <= 3 else outcome


def test_fighting_wears_buildings_down() -> None:
    """A shooting that hits a unit inside is a round of fighting; one that misses is none."""
    shelled(3, building_integrity=4).then(TerrainDamaged, points=1, cause="fighting").without(TerrainConverted)
    shelled(3, building_integrity=2, building_damage_per_fight=2).then(TerrainDamaged, TerrainConverted)
    shelled(5, building_integrity=4).without(TerrainDamaged)
    shelled(3).without(TerrainDamaged)
    shelled(3, building_integrity=4, building_damage_per_fight=0).without(TerrainDamaged)

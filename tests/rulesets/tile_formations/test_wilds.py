"""Clause tests: jungle, marsh, river, ruins, woods, gun emplacements, and minefields."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    CasualtyTaken,
    DangerousTerrainRolled,
    DangerousTestRequired,
    DeclareCautious,
    RollDangerousTerrain,
    SaveChosen,
    ShockAdded,
    UnitDestroyed,
    UnitMoved,
)
from tests.kit import Table
from tests.rulesets.tile_formations.givens import at, begin, move, roll, top, unit, weapon, where
from tests.rulesets.tile_formations.said_shots import (
    ALL_FACES,
    UNARMED,
    VEHICLES,
    Probe,
    barred,
    before,
    choose,
    crosses,
    duel,
    enters,
    fire,
    hurts,
    made,
    plain,
    probe,
    refused,
    rolled_saves,
    save,
)

AIR = weapon("bombs", dice=6, air=True)


def under_air(kind: str, ground: str, **changes: Any) -> Probe:
    """Hit a unit by an aircraft whose weapon attacks from the air, and let it save with all faces of a die."""
    foe = made(kind, **({"integrity": 9, "weapons": (UNARMED,)} | changes))
    units: Any = {"a1.1": ((1, 5), made("AC", weapons=(AIR,))), "b1.1": ((7, 5), foe)}
    played = plain(units, terrain={(7, 5): ground})
    fire(played, *(1,) * 6)
    rolls = rolled_saves(save(played, *ALL_FACES))
    ((used, value),) = {(save, value) for save, value, _ in rolls}
    return Probe(0, used, value, tuple(face for face, roll in zip(ALL_FACES, rolls, strict=True) if roll[2]))


# -- jungle


@pytest.mark.rule("TF-JUNGLE-01")
def test_jungle_for_infantry() -> None:
    """Infantry goes through jungle at cost 1 without a test, and saves there on 1 to 3."""
    crosses("jungle", "INF")
    assert probe("INF", "jungle") == Probe(3, "cover", 3, (1, 2, 3))


@pytest.mark.rule("TF-JUNGLE-02")
@pytest.mark.parametrize("kind", VEHICLES)
def test_jungle_for_vehicles(kind: str) -> None:
    """No vehicle enters jungle."""
    barred("jungle", kind, "TF-JUNGLE-02")


@pytest.mark.rule("TF-JUNGLE-03")
def test_jungle_for_war_engines() -> None:
    """A war engine of integrity 4 rolls 6, 1, 6, 3 in jungle and loses 2 points."""
    hurts("jungle", "WE", (6, 1, 6, 3), 2)


@pytest.mark.rule("TF-JUNGLE-04")
@pytest.mark.parametrize("kind", ["INF", "LV", "AV", "WE"])
def test_jungle_helps_against_the_air(kind: str) -> None:
    """Armour 4 in jungle saves on 1 to 5 against an aircraft and on 1 to 4 against others."""
    assert under_air(kind, "jungle", armour=4) == Probe(0, "armour", 5, (1, 2, 3, 4, 5))
    assert probe(kind, "jungle", armour=4)[1:] == ("armour", 4, (1, 2, 3, 4))
    assert probe(kind, "jungle", armour=4, declared={"air": True}).value == 5
    assert under_air(kind, "ruins", armour=4).value == 4


@pytest.mark.rule("TF-JUNGLE-04")
def test_jungle_helps_cover_saves_against_the_air() -> None:
    """The cover save of infantry in jungle is 4 against the air; a 6 fails all the same where armour would be 6."""
    assert under_air("INF", "jungle") == Probe(0, "cover", 4, (1, 2, 3, 4))
    assert under_air("WE", "jungle", armour=5) == Probe(0, "armour", 6, (1, 2, 3, 4, 5))


@pytest.mark.rule("TF-JUNGLE-04", "TF-WOOD-04")
@pytest.mark.parametrize(("ground", "value"), [("jungle", 4), ("woods", 3)])
def test_an_aircraft_attacks_from_the_air_with_any_weapon(ground: str, value: int) -> None:
    """An air unit is one whatever the data of its weapon says."""
    units: Any = {"a1.1": ((1, 5), made("AC", weapons=(weapon(),))), "b1.1": ((7, 5), made("INF", integrity=2))}
    played = plain(units, terrain={(7, 5): ground})
    fire(played, 1).asks("saves", "blue")
    assert rolled_saves(save(played, value)) == [("cover", value, True)]


@pytest.mark.rule("TF-JUNGLE-04", "TF-WOOD-04")
@pytest.mark.parametrize(("ground", "value"), [("jungle", 3), ("woods", 2)])
def test_the_canopy_is_judged_hit_by_hit(ground: str, value: int) -> None:
    """Of two hits of one shooting only the one from the air is saved more easily."""
    armed = made("WE", weapons=(weapon("bombs", air=True), weapon("gun")))
    units: Any = {"a1.1": ((1, 5), armed), "b1.1": ((7, 5), made("INF", integrity=3))}
    played = plain(units, terrain={(7, 5): ground})
    fire(played, 1, 1)
    assert rolled_saves(save(played, value + 1, value + 1)) == [("cover", value + 1, True), ("cover", value, False)]


# -- marsh


@pytest.mark.rule("TF-MARSH-01")
def test_cover_of_marsh() -> None:
    """Infantry in marsh is hit on 3 in the place of 4, and saves on 1."""
    assert probe("INF", "marsh") == Probe(3, "cover", 1, (1,))


@pytest.mark.rule("TF-MARSH-02")
def test_marsh_for_infantry() -> None:
    """Infantry of integrity 1 that rolls a 6 in marsh is destroyed without Shock."""
    hurts("marsh", "INF", (6,), 1).then(UnitDestroyed, unit="a1.1", cause="dangerous_terrain").without(ShockAdded)


@pytest.mark.rule("TF-MARSH-03")
@pytest.mark.parametrize("kind", VEHICLES)
def test_marsh_for_vehicles(kind: str) -> None:
    """A vehicle of integrity 1 that rolls a 5 in marsh passes, and with a 6 does not."""
    hurts("marsh", kind, (5,), 0)
    hurts("marsh", kind, (6,), 1)


@pytest.mark.rule("TF-MARSH-04")
def test_marsh_for_war_engines() -> None:
    """A war engine of integrity 3 rolls 1, 2, 6 in marsh and loses 1 point."""
    hurts("marsh", "WE", (1, 2, 6), 1)


# -- river


@pytest.mark.rule("TF-RIVER-01")
def test_cover_of_a_river() -> None:
    """Infantry in a river saves on 1."""
    assert probe("INF", "river") == Probe(3, "cover", 1, (1,))


@pytest.mark.rule("TF-RIVER-02")
def test_a_river_for_infantry() -> None:
    """Infantry of integrity 2 rolls 6, 4 in a river and loses 1 point."""
    hurts("river", "INF", (6, 4), 1)


@pytest.mark.rule("TF-RIVER-03")
@pytest.mark.parametrize("kind", VEHICLES)
def test_a_river_for_vehicles(kind: str) -> None:
    """No vehicle enters a river but over a bridge, a road that lies on it."""
    barred("river", kind, "TF-RIVER-03")
    bridge = before("river+roads", kind)
    move(bridge, "a1.1", (3, 2), (4, 2)).then(UnitMoved, tile=at(4, 2)).without(DangerousTestRequired)


@pytest.mark.rule("TF-RIVER-04")
def test_a_river_for_war_engines() -> None:
    """A war engine crosses a river at cost 1 without a test."""
    crosses("river", "WE")


# -- ruins


@pytest.mark.rule("TF-RUIN-01")
def test_ruins_for_infantry() -> None:
    """Infantry goes through ruins at cost 1 without a test, and saves there on 1 to 3."""
    crosses("ruins", "INF")
    assert probe("INF", "ruins") == Probe(3, "cover", 3, (1, 2, 3))


@pytest.mark.rule("TF-RUIN-02")
@pytest.mark.parametrize("kind", VEHICLES)
def test_ruins_for_vehicles(kind: str) -> None:
    """A vehicle of integrity 1 that rolls a 6 in ruins is destroyed, and with a 5 passes."""
    hurts("ruins", kind, (6,), 1).then(UnitDestroyed)
    hurts("ruins", kind, (5,), 0)


@pytest.mark.rule("TF-RUIN-03")
def test_ruins_for_war_engines() -> None:
    """A war engine of integrity 3 rolls 6, 6, 2 in ruins and loses 2 points."""
    hurts("ruins", "WE", (6, 6, 2), 2)


# -- woods


@pytest.mark.rule("TF-WOOD-01")
def test_woods_for_infantry() -> None:
    """Infantry goes through woods at cost 1 without a test, and saves there on 1 or 2."""
    crosses("woods", "INF")
    assert probe("INF", "woods") == Probe(3, "cover", 2, (1, 2))


@pytest.mark.rule("TF-WOOD-02")
@pytest.mark.parametrize("kind", VEHICLES)
def test_woods_for_vehicles(kind: str) -> None:
    """A vehicle of integrity 2 rolls 6, 3 in woods and loses 1 point."""
    hurts("woods", kind, (6, 3), 1)


@pytest.mark.rule("TF-WOOD-03")
def test_woods_for_war_engines() -> None:
    """A war engine of integrity 4 rolls 1, 1, 2, 3 in woods and loses nothing."""
    hurts("woods", "WE", (1, 1, 2, 3), 0)


@pytest.mark.rule("TF-WOOD-04")
def test_woods_help_against_the_air() -> None:
    """Infantry in woods saves on 1 to 3 against the air, a vehicle of armour 3 on 1 to 4."""
    assert under_air("INF", "woods") == Probe(0, "cover", 3, (1, 2, 3))
    assert under_air("AV", "woods", armour=3) == Probe(0, "armour", 4, (1, 2, 3, 4))
    assert probe("INF", "woods", declared={"air": True}) == Probe(3, "cover", 3, (1, 2, 3))
    assert probe("INF", "woods").value == 2


# -- gun emplacements


@pytest.mark.rule("TF-GUN-01")
def test_gun_emplacements_cover_infantry() -> None:
    """Infantry in a gun emplacement is hit on 3 in the place of 4, and saves on 1 to 3."""
    assert probe("INF", "+gun_emplacements") == Probe(3, "cover", 3, (1, 2, 3))


def held(kind: str, clause: str) -> None:
    """Check that a gun emplacement may be held and not crossed."""
    refused(move(before("+gun_emplacements", kind), "a1.1", (3, 2), (4, 2)), "not-crossed", clause)
    played = before("+gun_emplacements", kind)
    move(played, "a1.1", (3, 2)).then(UnitMoved, tile=at(3, 2), done=True).without(DangerousTestRequired)
    assert where(played, "a1.1") == at(3, 2)


@pytest.mark.rule("TF-GUN-02")
def test_gun_emplacements_for_infantry() -> None:
    """Infantry may end its path in a gun emplacement and not cross it."""
    held("INF", "TF-GUN-02")


@pytest.mark.rule("TF-GUN-02", "TF-GUN-04")
@pytest.mark.parametrize(("kind", "clause"), [("INF", "TF-GUN-02"), ("AV", "TF-GUN-04")])
@pytest.mark.parametrize("reading", ["deploy_only", "no_entry"])
def test_gun_emplacements_by_the_other_readings(kind: str, clause: str, reading: str) -> None:
    """By the stricter options nobody enters a gun emplacement in a move."""
    played = plain(
        {"a1.1": ((2, 2), made(kind))}, terrain={(3, 2): "+gun_emplacements"}, options={"cover_and_impassable": reading}
    )
    begin(played, "a1")
    refused(move(played, "a1.1", (3, 2)), "impassable", clause)
    assert where(played, "a1.1") == at(2, 2)


@pytest.mark.rule("TF-GUN-03")
@pytest.mark.parametrize("kind", VEHICLES)
def test_gun_emplacements_cover_vehicles(kind: str) -> None:
    """A vehicle of armour 1 in a gun emplacement is hit on 3 in the place of 4, and saves on 1 or 2."""
    assert probe(kind, "+gun_emplacements", armour=1) == Probe(3, "cover", 2, (1, 2))


@pytest.mark.rule("TF-GUN-04")
@pytest.mark.parametrize("kind", VEHICLES)
def test_gun_emplacements_for_vehicles(kind: str) -> None:
    """A vehicle may end its path in a gun emplacement and not cross it."""
    held(kind, "TF-GUN-04")


@pytest.mark.rule("TF-GUN-05")
def test_gun_emplacements_for_war_engines() -> None:
    """A war engine crosses a gun emplacement at cost 1 without a test."""
    crosses("+gun_emplacements", "WE")


@pytest.mark.rule("TF-GUN-06")
def test_the_gun_shield_works_as_cover_of_infantry() -> None:
    """A vehicle of armour 4 uses armour by default, may choose the cover of 2, and has one save for one hit."""
    assert probe("AV", "+gun_emplacements", armour=4) == Probe(3, "armour", 4, (1, 2, 3, 4))
    played = duel(made("AV", armour=4, integrity=3), "+gun_emplacements", weapon(dice=2))
    fire(played, 1, 1).asks("saves", "blue")
    played.when("blue", choose("b1.1", "cover", "h1")).then(SaveChosen, save="cover", hits=("h1",))
    done = save(played, 3, 3).then(CasualtyTaken, points=1, left=2)
    assert rolled_saves(done) == [("cover", 2, False), ("armour", 4, True)]


@pytest.mark.rule("TF-GUN-06")
def test_modifiers_change_the_gun_shield() -> None:
    """A crossfire lowers the gun shield to 1, as it does any cover save."""
    assert probe("LV", "+gun_emplacements", declared={"crossfire": True}) == Probe(3, "cover", 1, (1,))


# -- minefields

MINES = (5, 6)


@pytest.mark.rule("TF-MINE-01")
def test_minefields_for_infantry() -> None:
    """Infantry of integrity 1 that rolls a 4 in a minefield passes."""
    hurts("+minefield", "INF", (4,), 0, bad=MINES)
    hurts("+minefield", "INF", (6,), 1, bad=MINES)


@pytest.mark.rule("TF-MINE-02")
@pytest.mark.parametrize("kind", VEHICLES)
def test_minefields_for_vehicles(kind: str) -> None:
    """A vehicle of integrity 2 rolls 5, 2 in a minefield and loses 1 point."""
    hurts("+minefield", kind, (5, 2), 1, bad=MINES)


@pytest.mark.rule("TF-MINE-03")
def test_minefields_for_war_engines() -> None:
    """A war engine of integrity 4 rolls 6, 5, 4, 1 in a minefield and loses 2 points."""
    hurts("+minefield", "WE", (6, 5, 4, 1), 2, bad=MINES)


@pytest.mark.rule("TF-MINE-04")
@pytest.mark.parametrize("kind", ["INF", "LV", "AV", "WE"])
def test_fives_and_sixes_hurt_in_minefields(kind: str) -> None:
    """Dice of 5, 6, 4 are 2 casualties in a minefield, and one elsewhere."""
    hurts("+minefield", kind, (5, 6, 4), 2, bad=MINES)
    done, played = enters("marsh", "INF", 3, (5, 6, 4))
    assert (done.one(DangerousTerrainRolled).casualties, unit(played, "a1.1").integrity) == (1, 2)


def careful(ground: str, start: str = "open_ground", **options: Any) -> Table:
    """Put infantry of integrity 2 that moves cautiously west of a tile of some ground."""
    units: Any = {"a1.1": ((2, 2), made("INF", integrity=2))}
    played = plain(units, terrain={(3, 2): ground, (2, 2): start}, options=options)
    begin(played, "a1")
    played.when("red", DeclareCautious(unit="a1.1")).accepted()
    return played


@pytest.mark.rule("TF-MINE-05")
def test_no_second_roll_in_minefields() -> None:
    """A cautious unit that rolls a 5 in a minefield takes the casualty, and there is no second roll."""
    played = careful("+minefield")
    move(played, "a1.1", (3, 2)).then(DangerousTestRequired, second_roll=False, dice=2)
    done = roll(played, "a1.1", 5, 1).then(DangerousTerrainRolled, faces=(5, 1), again=(), casualties=1)
    done.then(CasualtyTaken, points=1, left=1)
    assert top(played).kind == "formation_move"
    refused(played.when("red", RollDangerousTerrain(unit="a1.1", feature="")), "not-asked", "TF-MOVE-05")


@pytest.mark.rule("TF-MINE-05")
def test_no_second_roll_for_who_sets_out_in_a_minefield() -> None:
    """A test of a minefield tile that a unit only starts in is not rolled again either."""
    played = careful("open_ground", "+minefield")
    move(played, "a1.1", (3, 2)).then(DangerousTestRequired, starting=True, second_roll=False)
    roll(played, "a1.1", 5, 5).then(DangerousTerrainRolled, again=(), casualties=2)


@pytest.mark.rule("TF-MINE-05")
def test_a_second_roll_in_minefields_by_an_option() -> None:
    """By the option caution helps in minefields as in other dangerous terrain: the better roll counts."""
    played = careful("+minefield", minefield_bars_cautious=False)
    move(played, "a1.1", (3, 2)).then(DangerousTestRequired, second_roll=True)
    roll(played, "a1.1", 5, 6, 5, 4).then(DangerousTerrainRolled, faces=(5, 6), again=(5, 4), casualties=1)
    played = careful("marsh")
    move(played, "a1.1", (3, 2)).then(DangerousTestRequired, second_roll=True)
    roll(played, "a1.1", 6, 6, 1, 1).then(DangerousTerrainRolled, casualties=0)

"""Cover saves and armour saves, one for each hit."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    ArmyMustered,
    CasualtyTaken,
    DangerousTerrainRolled,
    HitSaved,
    SaveChosen,
    SavesRolled,
    ShockAdded,
    ShootingResolved,
    UnitDestroyed,
)
from adjudicator.rulesets.tile_formations.rules.shooting import cover
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import (
    ALL_FACES,
    SHOOTER_PLACE,
    SIX_DICE,
    TARGET_PLACE,
    UNARMED,
    duel,
    formation_sheet,
    gunner,
    infantry,
    open_table,
    unarmed,
    weapon,
    wide_ground,
    zoneless,
)
from tests.rulesets.tile_formations.shooting.fixtures import two_infantry, unarmed_infantry
from tests.rulesets.tile_formations.shooting.steps import score_hits
from tests.rulesets.tile_formations.steps import (
    ShotResult,
    choose_save,
    create,
    enter_danger,
    hold_and_shoot,
    muster,
    open_assault,
    open_window,
    refused,
    report_hits,
    roll_saves,
    rolled_saves,
    shock_of,
    shoot_and_save,
    shoot_at,
    unit_row,
)

COVER = {
    "buildings": 3,
    "fortifications": 4,
    "jungle": 3,
    "marsh": 1,
    "river": 1,
    "ruins": 3,
    "scrub": 1,
    "woods": 2,
    "+bunkers": 4,
    "+fieldworks": 3,
    "+gun_emplacements": 3,
}


def weapon_of_dice(dice: int, **changes: Any) -> Any:
    """Make a weapon of so many dice."""
    return weapon(dice=dice, **changes)


@pytest.mark.rule("TF-SAVE-01")
@pytest.mark.parametrize(("ground", "value"), COVER.items())
def test_terrain_gives_infantry_cover_saves(ground: str, value: int) -> None:
    """Infantry saves on the value of its terrain and is hit on 3 in the place of 4."""
    assert shoot_at("INF", ground) == ShotResult(3, "cover", value, ALL_FACES[:value])


@pytest.mark.rule("TF-SAVE-02")
def test_a_cover_save_is_one_die_for_each_hit() -> None:
    """With the value 3 a 3 saves and a 4 does not, one die for each of two hits."""
    done = roll_saves(score_hits(duel(unarmed_infantry(), "ruins", weapon_of_dice(2)), 2), 3, 4).then(
        HitSaved, CasualtyTaken, points=1
    )
    assert [save.face for save in done.one(SavesRolled).saves] == [3, 4]
    assert rolled_saves(done) == [("cover", 3, True), ("cover", 3, False)]


def two_targets(**setup: Any) -> Table:
    """Let b1.1 and b1.2, armour 2, stand in ruins and take a hit each."""
    units: Any = {
        "a1.1": (SHOOTER_PLACE, gunner(weapon_of_dice(2))),
        "b1.1": (TARGET_PLACE, unarmed_infantry(armour=2)),
        "b1.2": ((7, 6), unarmed_infantry(armour=2)),
    }
    played = wide_ground(units, terrain={TARGET_PLACE: "ruins", (7, 6): "ruins"}, **setup)
    return score_hits(played, 2)


@pytest.mark.rule("TF-SAVE-03")
def test_one_save_for_one_hit() -> None:
    """After a failed armour save the cover save can neither be chosen nor rolled against the same hit."""
    played = two_targets()
    played.when("blue", choose_save("b1.1", "armour")).then(SaveChosen, unit="b1.1", hits=("h1",), save="armour")
    assert rolled_saves(roll_saves(played, 3, unit="b1.1")) == [("armour", 2, False)]
    refused(played.when("blue", choose_save("b1.1", "cover", "h1")), "hit-not-open", "TF-SAVE-03")
    refused(played.when("blue", choose_save("b1.1", "cover")), "hit-not-open", "TF-SAVE-03")
    refused(played.when("blue", choose_save("b1.2", "cover", "h1")), "hit-not-open", "TF-SAVE-03")
    played.when("blue", choose_save("b1.2", "cover", "h2")).then(SaveChosen, unit="b1.2", hits=("h2",), save="cover")
    done = roll_saves(played, 3)
    assert rolled_saves(done) == [("cover", 3, True)]
    done.then(CasualtyTaken, unit="b1.1", points=1)


@pytest.mark.rule("TF-SAVE-04")
@pytest.mark.parametrize(
    ("armour", "ground", "kind", "value"),
    [(2, "fortifications", "cover", 4), (5, "woods", "armour", 5), (4, "ruins", "armour", 4)],
)
@pytest.mark.ruling("TF-SAVE-04.2")
def test_the_better_save_is_taken(armour: int, ground: str, kind: str, value: int) -> None:
    """Without a choice the save of the higher value is taken."""
    assert shoot_at("INF", ground, armour=armour) == ShotResult(3, kind, value, ALL_FACES[:value])


@pytest.mark.rule("TF-SAVE-04")
@pytest.mark.ruling("TF-SAVE-04.2")
def test_the_better_save_is_found_after_modifiers() -> None:
    """Armour 4 at -2 is worse than cover 3 that modifiers leave alone."""
    options = {"crossfire_save_modifier": -2, "modifiers_affect_cover": False}
    got = shoot_at("INF", "ruins", armour=4, options=options, declared={"crossfire": True})
    assert got == ShotResult(3, "cover", 3, (1, 2, 3))


@pytest.mark.rule("TF-SAVE-04")
@pytest.mark.ruling("TF-SAVE-04.2")
def test_the_owner_chooses_for_each_hit() -> None:
    """The owner, nobody else, takes the worse armour against one hit and lets the other be."""
    played = score_hits(duel(unarmed_infantry(armour=2), "fortifications", weapon_of_dice(2)), 2)
    refused(played.when("red", choose_save("b1.1", "armour", "h1")), "not-asked", "TF-SHOOT-04")
    played.when("blue", choose_save("b1.1", "armour", "h1")).then(SaveChosen, hits=("h1",))
    done = roll_saves(played, 4, 4).then(CasualtyTaken, points=1)
    assert rolled_saves(done) == [("armour", 2, False), ("cover", 4, True)]


@pytest.mark.rule("TF-SAVE-05")
def test_cover_saves_serve_in_assaults() -> None:
    """A hit in an assault may be saved by the woods, value 2, whatever the armour."""
    played = open_assault(unarmed_infantry(), "woods")
    report_hits(played, 1).asks("saves", "blue")
    assert rolled_saves(roll_saves(played, 2)) == [("cover", 2, True)]
    played = open_assault(unarmed_infantry(armour=4), "woods")
    report_hits(played, 1)
    played.when("blue", choose_save("b1.1", "cover")).then(SaveChosen, save="cover")
    assert rolled_saves(roll_saves(played, 3)) == [("cover", 2, False)]


@pytest.mark.rule("TF-SAVE-05")
def test_no_cover_save_where_none_is_allowed() -> None:
    """A casualty of dangerous terrain is taken without a save, in spite of the cover of the marsh."""
    done, played = enter_danger("marsh", "INF", 2, (6, 1))
    done.then(DangerousTerrainRolled, CasualtyTaken, points=1, left=1).without(SavesRolled, HitSaved)
    assert open_window(played).kind == "formation_move"


@pytest.mark.rule("TF-SAVE-06")
@pytest.mark.parametrize("kind", ["LV", "AV", "WE"])
@pytest.mark.parametrize("ground", [row for row in COVER if row != "+gun_emplacements"])
def test_only_infantry_has_cover_saves(kind: str, ground: str) -> None:
    """Vehicles and war engines have their armour save alone."""
    played = duel(zoneless(kind, armour=3, integrity=9, weapons=(UNARMED,)), ground, SIX_DICE)
    got = shoot_and_save(played)
    assert (got.save, got.value) == ("armour", 3)


@pytest.mark.rule("TF-SAVE-06")
def test_a_tank_can_not_choose_cover() -> None:
    """A tank in ruins can not take a cover save; a war engine in a gun emplacement neither."""
    played = score_hits(duel(zoneless("AV", armour=3, integrity=2), "ruins"), 1)
    refused(played.when("blue", choose_save("b1.1", "cover")), "no-cover", "TF-SAVE-06")
    roll_saves(played, 3)
    got = shoot_at("WE", "+gun_emplacements", armour=1)
    assert (got.save, got.value, got.saved) == ("armour", 1, (1,))


@pytest.mark.rule("TF-SAVE-07")
def test_an_armour_save_is_one_die_for_each_hit() -> None:
    """With armour 4 a 4 saves and a 5 does not."""
    done = roll_saves(score_hits(duel(zoneless("AV", armour=4, integrity=3), gun=weapon_of_dice(2)), 2), 4, 5)
    assert rolled_saves(done) == [("armour", 4, True), ("armour", 4, False)]
    done.then(HitSaved, save="armour").then(CasualtyTaken, points=1, left=2)


@pytest.mark.rule("TF-SAVE-07")
def test_without_armour_there_is_no_save() -> None:
    """A unit of armour 0 rolls no die, and can not choose armour."""
    assert shoot_at("AV", "open_ground", bare=True) == ShotResult(4, "none", 0, ())
    played = score_hits(duel(unarmed_infantry(), "woods"), 1)
    refused(played.when("blue", choose_save("b1.1", "armour")), "no-armour", "TF-SAVE-07")
    roll_saves(played, 1)


@pytest.mark.rule("TF-SAVE-07")
@pytest.mark.parametrize(("options", "armour"), [({}, 0), ({"default_armour": 3}, 3)])
@pytest.mark.ruling("TF-SAVE-07.2")
def test_armour_has_a_default(options: dict[str, int], armour: int) -> None:
    """A unit whose data says nothing of armour has that of the option, which is 0 by default."""
    played = open_table()
    create(played, options=options).accepted()
    came = muster(played, "red", formation_sheet(infantry(armour=None), infantry(armour=5))).one(ArmyMustered)
    assert [unit.armour for unit in came.formations[0].units] == [armour, 5]


@pytest.mark.rule("TF-SAVE-08")
@pytest.mark.parametrize(
    ("changed", "declared", "value"),
    [
        ({}, {"crossfire": True}, 1),
        ({}, {"air": True}, 3),
        ({}, {"air": True, "crossfire": True}, 2),
        ({}, {}, 2),
        ({"save_modifier": -1}, {}, 1),
        ({"save_modifier": 2}, {}, 4),
        ({"air": True}, {}, 3),
    ],
)
@pytest.mark.ruling("TF-SAVE-08.2")
def test_modifiers_change_cover_saves(changed: Any, declared: Any, value: int) -> None:
    """Crossfire, canopy and weapons change the 2 of woods."""
    got = shoot_at("INF", "woods", gun=weapon_of_dice(6, **changed), declared=declared)
    assert got == ShotResult(3, "cover", value, ALL_FACES[:value])


@pytest.mark.rule("TF-SAVE-08")
@pytest.mark.parametrize(
    ("changed", "declared", "value"),
    [({}, {"crossfire": True}, 3), ({"save_modifier": -2}, {}, 2), ({"save_modifier": 1}, {"crossfire": True}, 4)],
)
def test_modifiers_change_armour_saves(changed: Any, declared: Any, value: int) -> None:
    """Crossfire and weapons change armour 4."""
    got = shoot_at("AV", "open_ground", armour=4, gun=weapon_of_dice(6, **changed), declared=declared)
    assert got == ShotResult(4, "armour", value, ALL_FACES[:value])


@pytest.mark.rule("TF-SAVE-08")
@pytest.mark.ruling("TF-SAVE-08.3")
def test_modifiers_may_leave_cover_saves_alone() -> None:
    """By the option modifiers change armour saves and no cover saves."""
    options = {"modifiers_affect_cover": False}
    assert shoot_at("INF", "woods", options=options, declared={"crossfire": True}).value == 2
    assert shoot_at("INF", "woods", options=options, declared={"air": True}).value == 2
    assert shoot_at("INF", "woods", options=options, gun=weapon_of_dice(6, save_modifier=-1)).value == 2
    assert shoot_at("INF", "woods", options=options, armour=5, declared={"crossfire": True}).value == 4


@pytest.mark.rule("TF-SAVE-09")
def test_an_unsaved_hit_is_a_casualty() -> None:
    """A unit of integrity 1 that fails its save is destroyed, and its formation takes 1 Shock for it."""
    played = score_hits(duel(unarmed_infantry(integrity=1), "woods"), 1)
    before = shock_of(played, "b1")
    done = roll_saves(played, 3).then(CasualtyTaken, points=1, left=0, cause="shooting")
    done.then(UnitDestroyed, ShockAdded, formation="b1", amount=1, reason="unit_destroyed")
    assert (shock_of(played, "b1") - before, unit_row(played, "b1.1").out) == (1, "shooting")


@pytest.mark.rule("TF-SAVE-09")
def test_a_casualty_that_does_not_destroy_brings_no_shock() -> None:
    """A unit of integrity 2 loses one point for one unsaved hit, without Shock."""
    played = score_hits(duel(unarmed_infantry(integrity=2), "woods"), 1)
    roll_saves(played, 3).then(CasualtyTaken, points=1, left=1).without(UnitDestroyed, ShockAdded)
    assert unit_row(played, "b1.1").integrity == 1


@pytest.mark.rule("TF-SAVE-10")
@pytest.mark.parametrize(
    ("ground", "low", "value"),
    [
        ("scrub", True, 2),
        ("woods+gun_emplacements", False, 3),
        ("marsh+fieldworks", False, 3),
        ("ruins+bunkers", False, 4),
        ("buildings+fieldworks", False, 3),
        ("scrub+fieldworks", True, 3),
    ],
)
@pytest.mark.ruling("TF-SAVE-10.2", "TF-SCRUB-04.1")
def test_the_best_cover_counts(ground: str, low: bool, value: int) -> None:
    """Of several sources of cover the best one counts, and nothing is added up."""
    assert shoot_at("INF", ground, low=low) == ShotResult(3, "cover", value, ALL_FACES[:value])


@pytest.mark.rule("TF-SAVE-03")
def test_all_hits_have_their_saves_before_the_shooting_is_over() -> None:
    """Each of six hits has one save, and nothing is left to save when the shooting is over."""
    played = score_hits(duel(unarmed_infantry(armour=2, integrity=9), "ruins", SIX_DICE), 6)
    done = roll_saves(played, *ALL_FACES).then(SavesRolled, ShootingResolved)
    assert len(rolled_saves(done)) == 6
    assert played.game.hits == {}


@pytest.mark.rule("TF-SAVE-10", "TF-OW-02")
@pytest.mark.parametrize(
    ("tile", "state", "value"),
    [
        ("open_ground", "overwatch", 2),
        ("hills", "overwatch", 2),
        ("scrub", "overwatch", 2),
        ("scrub", "normal", 1),
        ("+roads", "overwatch", 2),
        ("+minefield", "overwatch", 2),
        ("marsh+roads", "overwatch", 1),
        ("open_ground", "normal", None),
        ("hills", "broken", None),
        ("woods", "overwatch", 2),
        ("jungle+bunkers", "normal", 4),
        ("scrub+fieldworks", "normal", 3),
    ],
)
def test_cover_values_never_add_up(tile: str, state: str, value: int | None) -> None:
    """Cover values never add up; infantry in Overwatch lies low on hills, open ground and scrub."""
    game = two_infantry((1, 1), (5, 1), terrain={(5, 1): tile}, formations={"b1": {"state": state}})
    found = cover.cover_value(game, "b1.1")
    assert (found and found.total) == value


@pytest.mark.rule("TF-SAVE-04")
def test_a_save_is_armour_or_cover() -> None:
    """The owner chooses armour or cover, nothing else, for a hit that waits; a later choice takes its place."""
    played = duel(unarmed(armour=2), "woods")
    hold_and_shoot(played, 1).asks("saves", "blue")
    refused(played.when("blue", choose_save("b1.1", "luck")), "no-such-save", "TF-SAVE-04", save="luck")
    refused(played.when("blue", choose_save("b1.1", "armour", "h2")), "hit-not-open", "TF-SAVE-03", hit="h2")
    played.when("blue", choose_save("b1.1", "cover")).then(SaveChosen, save="cover")
    played.when("blue", choose_save("b1.1", "armour", "h1")).then(SaveChosen, save="armour", hits=("h1",))
    assert rolled_saves(roll_saves(played, 2)) == [("armour", 2, True)]


@pytest.mark.rule("TF-SAVE-08")
@pytest.mark.parametrize(("stated", "value"), [(0, 3), (-1, 2), (1, 4), (-3, 0)])
def test_modifiers_count_in_assaults(stated: int, value: int) -> None:
    """What is stated of the attacker's weapons in an assault changes the save of ruins, up to what a die can show."""
    played = open_assault(zoneless("INF", integrity=9, weapons=(UNARMED,)), "ruins")
    report_hits(played, 6, save_modifier=stated)
    done = roll_saves(played, *ALL_FACES)
    assert [(save.value.total, save.saved) for save in done.one(SavesRolled).saves] == [
        (value, face <= value) for face in ALL_FACES
    ]


@pytest.mark.rule("TF-SAVE-02")
def test_only_saved_hits_are_stated_as_saved() -> None:
    """Of three hits with the value 3 those with a 1 and a 3 are recorded as saved, the one with a 4 is not."""
    played = duel(unarmed(), "ruins", weapon(dice=3))
    hold_and_shoot(played, 1, 1, 1)
    done = roll_saves(played, 1, 4, 3).then(CasualtyTaken, points=1, left=2)
    assert [event.hit for event in done.events if isinstance(event, HitSaved)] == ["h1", "h3"]

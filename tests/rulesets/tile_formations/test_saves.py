"""Clause tests: cover saves, armour saves, and armoured vehicles that shield infantry."""

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
from tests.kit import Table
from tests.rulesets.tile_formations.creating import create, muster, opened
from tests.rulesets.tile_formations.creating import formation as formation_of
from tests.rulesets.tile_formations.givens import Place, infantry, shock, top, unit, weapon
from tests.rulesets.tile_formations.said_shots import (
    ALL_FACES,
    HERE,
    SIX,
    THERE,
    UNARMED,
    Probe,
    aim,
    assaulted,
    choose,
    cover,
    covers,
    duel,
    enters,
    fire,
    gunner,
    made,
    plain,
    probe,
    probed,
    refused,
    rolled_saves,
    save,
    strike,
)

COVER = {
    "buildings": 3, "fortifications": 4, "jungle": 3, "marsh": 1, "river": 1, "ruins": 3, "scrub": 1, "woods": 2,
    "+bunkers": 4, "+fieldworks": 3, "+gun_emplacements": 3,
}  # fmt: skip


def hits(played: Table, number: int, **declared: Any) -> Table:
    """Let a1.1 score so many hits on b1; it needs a weapon of as many dice."""
    fire(played, *(1,) * number, **declared).asks("saves", "blue")
    return played


def foe(**changes: Any) -> Any:
    """Make infantry of integrity 6 that can not shoot."""
    return made("INF", **({"integrity": 6, "weapons": (UNARMED,)} | changes))


def gun(dice: int, **changes: Any) -> Any:
    """Make a weapon of so many dice."""
    return weapon(dice=dice, **changes)


@pytest.mark.rule("TF-SAVE-01")
@pytest.mark.parametrize(("ground", "value"), COVER.items())
def test_terrain_gives_infantry_cover_saves(ground: str, value: int) -> None:
    """Infantry saves on the value of its terrain and is hit on 3 in the place of 4."""
    assert probe("INF", ground) == Probe(3, "cover", value, ALL_FACES[:value])


@pytest.mark.rule("TF-SAVE-02")
def test_a_cover_save_is_one_die_for_each_hit() -> None:
    """With the value 3 a 3 saves and a 4 does not, one die for each of two hits."""
    done = save(hits(duel(foe(), "ruins", gun(2)), 2), 3, 4).then(HitSaved, CasualtyTaken, points=1)
    assert [each.face for each in done.one(SavesRolled).saves] == [3, 4]
    assert rolled_saves(done) == [("cover", 3, True), ("cover", 3, False)]


def two(**given: Any) -> Table:
    """Let b1.1 and b1.2, armour 2, stand in ruins and take a hit each."""
    units: Any = {"a1.1": (HERE, gunner(gun(2))), "b1.1": (THERE, foe(armour=2)), "b1.2": ((7, 6), foe(armour=2))}
    played = plain(units, terrain={THERE: "ruins", (7, 6): "ruins"}, **given)
    return hits(played, 2)


@pytest.mark.rule("TF-SAVE-03")
def test_one_save_for_one_hit() -> None:
    """After a failed armour save the cover save can neither be chosen nor rolled against the same hit."""
    played = two()
    played.when("blue", choose("b1.1", "armour")).then(SaveChosen, unit="b1.1", hits=("h1",), save="armour")
    assert rolled_saves(save(played, 3, unit="b1.1")) == [("armour", 2, False)]
    refused(played.when("blue", choose("b1.1", "cover", "h1")), "hit-not-open", "TF-SAVE-03")
    refused(played.when("blue", choose("b1.1", "cover")), "hit-not-open", "TF-SAVE-03")
    refused(played.when("blue", choose("b1.2", "cover", "h1")), "hit-not-open", "TF-SAVE-03")
    played.when("blue", choose("b1.2", "cover", "h2")).then(SaveChosen, unit="b1.2", hits=("h2",), save="cover")
    done = save(played, 3)
    assert rolled_saves(done) == [("cover", 3, True)]
    done.then(CasualtyTaken, unit="b1.1", points=1)


@pytest.mark.rule("TF-SAVE-04")
@pytest.mark.parametrize(
    ("armour", "ground", "kind", "value"),
    [(2, "fortifications", "cover", 4), (5, "woods", "armour", 5), (4, "ruins", "armour", 4)],
)
def test_the_better_save_is_taken(armour: int, ground: str, kind: str, value: int) -> None:
    """Without a choice the save of the higher value is taken."""
    assert probe("INF", ground, armour=armour) == Probe(3, kind, value, ALL_FACES[:value])


@pytest.mark.rule("TF-SAVE-04")
def test_the_better_save_is_found_after_modifiers() -> None:
    """Armour 4 at -2 is worse than cover 3 that modifiers leave alone."""
    options = {"crossfire_save_modifier": -2, "modifiers_affect_cover": False}
    got = probe("INF", "ruins", armour=4, options=options, declared={"crossfire": True})
    assert got == Probe(3, "cover", 3, (1, 2, 3))


@pytest.mark.rule("TF-SAVE-04")
def test_the_owner_chooses_for_each_hit() -> None:
    """The owner, nobody else, takes the worse armour against one hit and lets the other be."""
    played = hits(duel(foe(armour=2), "fortifications", gun(2)), 2)
    refused(played.when("red", choose("b1.1", "armour", "h1")), "not-asked", "TF-SHOOT-04")
    played.when("blue", choose("b1.1", "armour", "h1")).then(SaveChosen, hits=("h1",))
    done = save(played, 4, 4).then(CasualtyTaken, points=1)
    assert rolled_saves(done) == [("armour", 2, False), ("cover", 4, True)]


@pytest.mark.rule("TF-SAVE-05")
def test_cover_saves_serve_in_assaults() -> None:
    """A hit in an assault may be saved by the woods, value 2, whatever the armour."""
    played = assaulted(foe(), "woods")
    strike(played, 1).asks("saves", "blue")
    assert rolled_saves(save(played, 2)) == [("cover", 2, True)]
    played = assaulted(foe(armour=4), "woods")
    strike(played, 1)
    played.when("blue", choose("b1.1", "cover")).then(SaveChosen, save="cover")
    assert rolled_saves(save(played, 3)) == [("cover", 2, False)]


@pytest.mark.rule("TF-SAVE-05")
def test_no_cover_save_where_none_is_allowed() -> None:
    """A casualty of dangerous terrain is taken without a save, in spite of the cover of the marsh."""
    done, played = enters("marsh", "INF", 2, (6, 1))
    done.then(DangerousTerrainRolled, CasualtyTaken, points=1, left=1).without(SavesRolled, HitSaved)
    assert top(played).kind == "formation_move"


@pytest.mark.rule("TF-SAVE-06")
@pytest.mark.parametrize("kind", ["LV", "AV", "WE"])
@pytest.mark.parametrize("ground", [each for each in COVER if each != "+gun_emplacements"])
def test_only_infantry_has_cover_saves(kind: str, ground: str) -> None:
    """Vehicles and war engines have their armour save alone."""
    played = duel(made(kind, armour=3, integrity=9, weapons=(UNARMED,)), ground, SIX)
    got = probed(played)
    assert (got.save, got.value) == ("armour", 3)


@pytest.mark.rule("TF-SAVE-06")
def test_a_tank_can_not_choose_cover() -> None:
    """A tank in ruins can not take a cover save; a war engine in a gun emplacement neither."""
    played = hits(duel(made("AV", armour=3, integrity=2), "ruins"), 1)
    refused(played.when("blue", choose("b1.1", "cover")), "no-cover", "TF-SAVE-06")
    save(played, 3)
    got = probe("WE", "+gun_emplacements", armour=1)
    assert (got.save, got.value, got.saved) == ("armour", 1, (1,))


@pytest.mark.rule("TF-SAVE-07")
def test_an_armour_save_is_one_die_for_each_hit() -> None:
    """With armour 4 a 4 saves and a 5 does not."""
    done = save(hits(duel(made("AV", armour=4, integrity=3), gun=gun(2)), 2), 4, 5)
    assert rolled_saves(done) == [("armour", 4, True), ("armour", 4, False)]
    done.then(HitSaved, save="armour").then(CasualtyTaken, points=1, left=2)


@pytest.mark.rule("TF-SAVE-07")
def test_without_armour_there_is_no_save() -> None:
    """A unit of armour 0 rolls no die, and can not choose armour."""
    assert probe("AV", "open_ground", bare=True) == Probe(4, "none", 0, ())
    played = hits(duel(foe(), "woods"), 1)
    refused(played.when("blue", choose("b1.1", "armour")), "no-armour", "TF-SAVE-07")
    save(played, 1)


@pytest.mark.rule("TF-SAVE-07")
@pytest.mark.parametrize(("options", "armour"), [({}, 0), ({"default_armour": 3}, 3)])
def test_armour_has_a_default(options: dict[str, int], armour: int) -> None:
    """A unit whose data says nothing of armour has that of the option, which is 0 by default."""
    played = opened()
    create(played, options=options).accepted()
    came = muster(played, "red", formation_of(infantry(armour=None), infantry(armour=5))).one(ArmyMustered)
    assert [each.armour for each in came.formations[0].units] == [armour, 5]


@pytest.mark.rule("TF-SAVE-08")
@pytest.mark.parametrize(
    ("changed", "declared", "value"),
    [
        ({}, {"crossfire": True}, 1), ({}, {"air": True}, 3), ({}, {"air": True, "crossfire": True}, 2), ({}, {}, 2),
        ({"save_modifier": -1}, {}, 1), ({"save_modifier": 2}, {}, 4), ({"air": True}, {}, 3),
    ],
)  # fmt: skip
def test_modifiers_change_cover_saves(changed: Any, declared: Any, value: int) -> None:
    """Crossfire, canopy and weapons change the 2 of woods."""
    got = probe("INF", "woods", gun=gun(6, **changed), declared=declared)
    assert got == Probe(3, "cover", value, ALL_FACES[:value])


@pytest.mark.rule("TF-SAVE-08")
@pytest.mark.parametrize(
    ("changed", "declared", "value"),
    [({}, {"crossfire": True}, 3), ({"save_modifier": -2}, {}, 2), ({"save_modifier": 1}, {"crossfire": True}, 4)],
)
def test_modifiers_change_armour_saves(changed: Any, declared: Any, value: int) -> None:
    """Crossfire and weapons change armour 4."""
    got = probe("AV", "open_ground", armour=4, gun=gun(6, **changed), declared=declared)
    assert got == Probe(4, "armour", value, ALL_FACES[:value])


@pytest.mark.rule("TF-SAVE-08")
def test_modifiers_may_leave_cover_saves_alone() -> None:
    """By the option modifiers change armour saves and no cover saves."""
    options = {"modifiers_affect_cover": False}
    assert probe("INF", "woods", options=options, declared={"crossfire": True}).value == 2
    assert probe("INF", "woods", options=options, declared={"air": True}).value == 2
    assert probe("INF", "woods", options=options, gun=gun(6, save_modifier=-1)).value == 2
    assert probe("INF", "woods", options=options, armour=5, declared={"crossfire": True}).value == 4


@pytest.mark.rule("TF-SAVE-09")
def test_an_unsaved_hit_is_a_casualty() -> None:
    """A unit of integrity 1 that fails its save is destroyed, and its formation takes 1 Shock for it."""
    played = hits(duel(foe(integrity=1), "woods"), 1)
    before = shock(played, "b1")
    done = save(played, 3).then(CasualtyTaken, points=1, left=0, cause="shooting")
    done.then(UnitDestroyed, ShockAdded, formation="b1", amount=1, reason="unit_destroyed")
    assert (shock(played, "b1") - before, unit(played, "b1.1").out) == (1, "shooting")


@pytest.mark.rule("TF-SAVE-09")
def test_a_casualty_that_does_not_destroy_brings_no_shock() -> None:
    """A unit of integrity 2 loses one point for one unsaved hit, without Shock."""
    played = hits(duel(foe(integrity=2), "woods"), 1)
    save(played, 3).then(CasualtyTaken, points=1, left=1).without(UnitDestroyed, ShockAdded)
    assert unit(played, "b1.1").integrity == 1


@pytest.mark.rule("TF-SAVE-10")
@pytest.mark.parametrize(
    ("ground", "low", "value"),
    [
        ("scrub", True, 2), ("woods+gun_emplacements", False, 3), ("marsh+fieldworks", False, 3),
        ("ruins+bunkers", False, 4), ("buildings+fieldworks", False, 3), ("scrub+fieldworks", True, 3),
    ],
)  # fmt: skip
def test_the_best_cover_counts(ground: str, low: bool, value: int) -> None:
    """Of several sources of cover the best one counts, and nothing is added up."""
    assert probe("INF", ground, low=low) == Probe(3, "cover", value, ALL_FACES[:value])


# -- armoured vehicles


def screened(
    attacker: Place, shield: Place, kind: str = "AV", *, who: str = "b2.1", flags: Any = ("no_zoc",), **given: Any
) -> Table:  # fmt: skip
    """Let infantry be shot at past a unit beside it."""
    units: Any = {"a1.1": (attacker, gunner()), "b1.1": ((5, 5), foe(armour=2)), who: (shield, made(kind, flags=flags))}
    return plain(units, **given)


@pytest.mark.rule("TF-SCREEN-01")
@pytest.mark.parametrize(
    ("attacker", "shield", "modifier"), [((1, 5), (4, 5), -1), ((9, 5), (4, 5), 0), ((0, 5), (3, 5), 0)]
)
def test_a_tank_shields_infantry_beside_it(attacker: Place, shield: Place, modifier: int) -> None:
    """Infantry beside its tank is shot at with -1 from the tank's direction, and from no other."""
    done = aim(screened(attacker, shield))
    assert cover(done) == modifier


@pytest.mark.rule("TF-SCREEN-01")
def test_a_tank_of_the_same_formation_shields_too() -> None:
    """The tank may be of the formation that is shot at; it is not shielded itself, nor is a vehicle behind it."""
    units: Any = {"a1.1": ((1, 5), gunner()), "b1.1": ((5, 5), foe()), "b1.2": ((4, 5), made("AV"))}
    assert covers(aim(plain(units))) == {("a1.1", "b1.1"): -1, ("a1.1", "b1.2"): 0}
    units["b1.1"] = ((5, 5), made("AV"))
    assert covers(aim(plain(units))) == {("a1.1", "b1.1"): 0, ("a1.1", "b1.2"): 0}


@pytest.mark.rule("TF-SCREEN-01")
def test_the_shield_is_named_at_the_roll() -> None:
    """The hit value of 3 names the clause."""
    fire(screened((1, 5), (4, 5)), 4).cites("TF-SCREEN-01")


@pytest.mark.rule("TF-SCREEN-02")
def test_a_tank_gives_no_cover_save() -> None:
    """Infantry in the open behind a tank has its armour of 2 alone."""
    played = hits(screened((1, 5), (4, 5)), 1)
    refused(played.when("blue", choose("b1.1", "cover")), "no-cover", "TF-SAVE-06")
    assert rolled_saves(save(played, 2)) == [("armour", 2, True)]


@pytest.mark.rule("TF-SCREEN-03")
@pytest.mark.parametrize(
    ("attacker", "shield", "arc", "modifier"),
    [
        ((2, 2), (4, 4), "line", -1), ((1, 5), (4, 4), "line", 0), ((2, 2), (4, 4), "neighbour_arc", -1),
        ((1, 5), (4, 4), "neighbour_arc", -1), ((1, 5), (4, 6), "neighbour_arc", -1),
        ((1, 5), (5, 4), "neighbour_arc", 0), ((2, 2), (4, 5), "neighbour_arc", -1),
        ((2, 2), (5, 4), "neighbour_arc", -1), ((2, 2), (4, 5), "line", 0), ((1, 5), (6, 5), "neighbour_arc", 0),
    ],
)  # fmt: skip
def test_the_direction_is_that_of_the_line(attacker: Place, shield: Place, arc: str, modifier: int) -> None:
    """A tank shields where the line passes its tile, by the option also from the two tiles beside that one."""
    assert cover(aim(screened(attacker, shield, options={"screen_arc": arc}))) == modifier


@pytest.mark.rule("TF-SCREEN-03")
@pytest.mark.parametrize(("ties", "modifier"), [("shooter", 0), ("target", -1)])
def test_a_tank_beside_a_point_midway(ties: str, modifier: int) -> None:
    """Where the line passes midway between the tank's tile and a free one, the free one counts, or the tank's."""
    played = screened((1, 3), (4, 5), options={"tile_line_ties": ties})
    assert cover(aim(played)) == modifier


@pytest.mark.rule("TF-SCREEN-04")
@pytest.mark.parametrize(
    ("kind", "who", "flags", "modifier"),
    [
        ("AV", "b2.1", (), -1), ("LV", "b2.1", (), -1), ("WE", "b2.1", (), 0), ("INF", "b2.1", (), 0),
        ("AV", "a2.1", (), 0), ("WE", "b2.1", ("obscures",), -1),
    ],
)  # fmt: skip
def test_only_own_armoured_vehicles_shield(kind: str, who: str, flags: tuple[str, ...], modifier: int) -> None:
    """War engines and enemy vehicles do not shield, but a unit may hide what is behind it by its data."""
    assert cover(aim(screened((1, 5), (4, 5), kind, who=who, flags=("no_zoc", *flags)))) == modifier


@pytest.mark.rule("TF-SCREEN-04")
@pytest.mark.parametrize(("sides", "modifier"), [((1, 2, 2), -1), ((1, 2, 3), 0), ((1, 2, 1), 0)])
def test_only_vehicles_of_the_same_side_shield(sides: tuple[int, ...], modifier: int) -> None:
    """A vehicle of another seat shields if that seat is of the same side."""
    assert cover(aim(screened((1, 5), (4, 5), who="c1.1", seats=3, sides=sides))) == modifier


@pytest.mark.rule("TF-SCREEN-04")
@pytest.mark.parametrize(
    ("types", "kind", "modifier"), [(("AV",), "LV", 0), (("AV",), "AV", -1), (("none",), "AV", 0), (("WE",), "WE", -1)]
)
def test_the_types_that_shield_are_an_option(types: tuple[str, ...], kind: str, modifier: int) -> None:
    """The option names the types that shield, none at all too."""
    assert cover(aim(screened((1, 5), (4, 5), kind, options={"screen_types": types}))) == modifier


@pytest.mark.rule("TF-SAVE-03")
def test_all_hits_have_their_saves_before_the_shooting_is_over() -> None:
    """Each of six hits has one save, and nothing is left to save when the shooting is over."""
    played = hits(duel(foe(armour=2, integrity=9), "ruins", SIX), 6)
    done = save(played, *ALL_FACES).then(SavesRolled, ShootingResolved)
    assert len(rolled_saves(done)) == 6
    assert played.game.hits == {}

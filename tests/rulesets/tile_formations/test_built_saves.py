"""Saves against hits of shootings and assaults: which there are, who chooses, and what changes them."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.messages import ConfirmFact, DisputeFact
from adjudicator.rulesets.tile_formations.model.messages import (
    AssaultHits,
    CasualtyTaken,
    Charge,
    ChooseSave,
    ContactEnded,
    EndAssault,
    Hit,
    HitsAllocated,
    HitSaved,
    RollSaves,
    SaveChosen,
    SavesRolled,
    ShockAdded,
    ShootingResolved,
    UnitDestroyed,
    UnitSheet,
)
from adjudicator.rulesets.tile_formations.saving import save_taken
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.givens import (
    aircraft,
    begin,
    end_move,
    field,
    infantry,
    light_vehicle,
    shock,
    table,
    top,
    unit,
    vehicle,
    war_engine,
)

HIT = Hit(id="h1", unit="b1.1", shooter="a1.1", weapon="gun", save_modifier=0, air=False, crossfire=False, save="")


def taken(made: UnitSheet, terrain: str = "open_ground", *, low: bool = False, options: Any = None, **hit: Any) -> Any:
    """Give the name and value of the save that a unit takes in that terrain."""
    state = {"b1": {"state": "overwatch"}} if low else {}
    game = field("", {"b1.1": ("B2", made)}, terrain={"B2": terrain}, formations=state, options=options)
    changed = {name: hit.get(name, getattr(HIT, name)) for name in HIT.__struct_fields__}
    name, value = save_taken(game, "b1.1", Hit(**changed))
    return name, value.total


@pytest.mark.parametrize(
    ("terrain", "made", "expected"),
    [
        ("buildings", infantry(), ("cover", 3)), ("fortifications", infantry(), ("cover", 4)),
        ("jungle", infantry(), ("cover", 3)), ("marsh", infantry(), ("cover", 1)), ("river", infantry(), ("cover", 1)),
        ("ruins", infantry(), ("cover", 3)), ("scrub", infantry(), ("cover", 1)), ("woods", infantry(), ("cover", 2)),
        ("+bunkers", infantry(), ("cover", 4)), ("+fieldworks", infantry(), ("cover", 3)),
        ("+gun_emplacements", infantry(), ("cover", 3)), ("+gun_emplacements", vehicle(), ("cover", 2)),
        ("+gun_emplacements", light_vehicle(armour=1), ("cover", 2)), ("+gun_emplacements", war_engine(), ("none", 0)),
        ("ruins", vehicle(armour=4), ("armour", 4)), ("ruins", vehicle(), ("none", 0)),
        ("woods", infantry(armour=5), ("armour", 5)), ("fortifications", infantry(armour=2), ("cover", 4)),
        ("open_ground", infantry(), ("none", 0)), ("hills", infantry(), ("none", 0)),
        ("ruins", aircraft(), ("none", 0)),
    ],
)  # fmt: skip
def test_the_higher_save_is_taken(terrain: str, made: UnitSheet, expected: tuple[str, int]) -> None:
    """Infantry, and vehicles behind a gun shield, take the better of armour and cover; the rest has armour alone."""
    assert taken(made, terrain) == expected


def test_what_changes_a_save() -> None:
    """Crossfire, the canopy against air attacks and weapons change either save, unless options spare cover."""
    assert taken(infantry(), "woods", crossfire=True) == ("cover", 1)
    assert taken(infantry(), "woods", air=True) == ("cover", 3)
    assert taken(war_engine(armour=4), "jungle", air=True) == ("armour", 5)
    assert taken(war_engine(armour=4), "jungle") == ("armour", 4)
    assert taken(vehicle(armour=4), "ruins", air=True) == ("armour", 4)
    assert taken(vehicle(armour=4), crossfire=True) == ("armour", 3)
    assert taken(vehicle(armour=4), crossfire=True, options={"crossfire_save_modifier": -2}) == ("armour", 2)
    assert taken(infantry(armour=4), save_modifier=-2) == ("armour", 2)
    assert taken(infantry(), "woods", save_modifier=-1, options={"modifiers_affect_cover": False}) == ("cover", 2)
    assert taken(infantry(armour=2), "woods", save_modifier=1, options={"modifiers_affect_cover": False}) == (
        "armour", 3,
    )  # fmt: skip
    assert taken(infantry(armour=1), crossfire=True) == ("armour", 0)
    assert taken(infantry(), save_modifier=3) == ("none", 0)
    assert taken(infantry(armour=None), options={"default_armour": 2}) == ("armour", 2)
    assert taken(aircraft(armour=3), "woods", air=True) == ("armour", 3)


def test_fortifications_spare_the_crossfire_modifier() -> None:
    """In fortifications and bunkers a crossfire does not lower saves."""
    for terrain in ("fortifications", "+bunkers", "woods+bunkers"):
        assert taken(infantry(), terrain, crossfire=True) == ("cover", 4)
    assert taken(infantry(armour=5), "fortifications", crossfire=True) == ("armour", 5)
    assert taken(vehicle(armour=3), "+bunkers", crossfire=True) == ("armour", 3)


# -- assaults


def fought(made: UnitSheet | None = None, terrain: str = "woods", **given: Any) -> Table:
    """Let red charge blue, so that an assault is open."""
    units: Any = {"a1.1": ((2, 5), infantry()), "b1.1": ((5, 5), made or infantry(armour=1, integrity=2)),
             "b2.1": ("L12", infantry())}  # fmt: skip
    played = table("", units, terrain={(5, 5): terrain}, **given)
    begin(played, "a1", "engage", target="b1")
    played.when("red", Charge(unit="a1.1", path=("D6", "E6"), enemy="b1.1")).accepted()
    end_move(played, "a1").accepted()
    assert top(played).kind == "assault"
    return played


def strike(played: Table, hits: int = 2, unit: str = "b1.1", who: str = "referee", modifier: int = 0) -> Outcome:
    """Tell hits of the assault."""
    return played.when(who, AssaultHits(unit=unit, hits=hits, save_modifier=modifier))


def save(played: Table, *faces: int, unit: str = "") -> Outcome:
    """Roll blue's saves with these faces."""
    return played.faces(*faces).when("blue", RollSaves(unit=unit))


def test_hits_of_an_assault_are_saved_as_ever() -> None:
    """Cover saves are there in an assault; losses bring Shock, and the assault goes on."""
    played = fought(referee=True)
    strike(played).then(HitsAllocated).asks("saves", "blue").cites("TF-SAVE-05", "TF-COVER-05")
    save(played, 2, 3).then(SavesRolled, HitSaved, CasualtyTaken, cause="assault").without(ShootingResolved)
    assert (unit(played, "b1.1").integrity, shock(played, "b1"), top(played).kind) == (1, 0, "assault")
    strike(played, 1, modifier=-1)
    save(played, 2).then(CasualtyTaken, UnitDestroyed, ContactEnded, ShockAdded)
    assert shock(played, "b1") == 1
    played.when("referee", EndAssault(assault="")).accepted().asks("action_end", "red")


def test_hits_of_an_assault_are_bounded() -> None:
    """Only units in the assault are hit, a few times at once."""
    played = fought(referee=True)
    strike(played, unit="b2.1").rejected("TF-CHARGE-06", "not-in-assault")
    strike(played, hits=0).rejected("TF-CHARGE-06", "hits-range")
    strike(played, hits=61).rejected("TF-CHARGE-06", "hits-range")
    strike(played, modifier=7).rejected("TF-SAVE-08", "modifier-range")


def test_a_seat_tells_hits_and_the_other_lets_them_stand() -> None:
    """Without a referee hits count when the other seat confirms them, in the number that holds."""
    played = fought()
    strike(played, 1, who="red").without(HitsAllocated).asks("fact_stated", "blue")
    played.when("blue", ConfirmFact(fact=top(played).about[0])).then(HitsAllocated).asks("saves", "blue")
    save(played, 1).then(HitSaved)
    assert top(played).kind == "assault"
    strike(played, 2, who="red").accepted()
    disputed = DisputeFact(fact=top(played).about[0], value="none at all")
    played.faces(1, 6).when("blue", disputed).accepted().without(HitsAllocated).asks("assault", "red", "blue")


# -- choosing


def choose(played: Table, save: str, hit: str = "", unit: str = "b1.1") -> Outcome:
    """Let blue choose a save."""
    return played.when("blue", ChooseSave(unit=unit, hit=hit, save=save))


def test_the_owner_chooses_for_each_hit() -> None:
    """Before rolling the owner chooses a save for each hit; one save is rolled for each."""
    played = fought(infantry(armour=3, integrity=3), referee=True)
    strike(played, 3)
    assert played.offered("blue") == ["RollSaves", "ChooseSave"]
    choose(played, "cover", "h2").then(SaveChosen, hits=("h2",))
    choose(played, "luck").rejected("TF-SAVE-04", "no-such-save")
    choose(played, "cover", "h9").rejected("TF-SAVE-03", "hit-not-open")
    choose(played, "cover", unit="a1.1").rejected("TF-SAVE-03", "hit-not-open")
    rolled = save(played, 3, 3, 4).one(SavesRolled)
    assert [(each.save, each.value.total, each.saved) for each in rolled.saves] == [
        ("armour", 3, True), ("cover", 2, False), ("armour", 3, False),
    ]  # fmt: skip
    assert [roll.why for roll in played.rolls] == ["armour-save", "cover-save", "armour-save"]
    choose(played, "cover", "h2").rejected("TF-CHARGE-06", "not-asked")


def test_nobody_chooses_a_save_that_is_not_there() -> None:
    """A unit without armour, or outside cover, can not choose it; all hits may be chosen for at once."""
    played = fought(infantry(), referee=True)
    strike(played, 2)
    choose(played, "armour").rejected("TF-SAVE-07", "no-armour")
    choose(played, "cover").then(SaveChosen, hits=("h1", "h2"))
    assert played.offered("blue") == ["RollSaves"]
    save(played, 1, 1)
    played = fought(infantry(armour=2), "open_ground", referee=True)
    strike(played, 1)
    choose(played, "cover").rejected("TF-SAVE-06", "no-cover")
    save(played, 1)


def test_a_gun_shield_serves_vehicles_like_infantry() -> None:
    """A vehicle in a gun emplacement may take its cover instead of better armour."""
    played = fought(vehicle(armour=4), "+gun_emplacements", referee=True)
    strike(played, 2)
    choose(played, "cover", "h1").accepted().cites("TF-GUN-06")
    save(played, 3, 3).then(HitSaved, hit="h2", save="armour").cites("TF-GUN-03")


def test_without_a_save_no_die_is_thrown() -> None:
    """A unit with neither armour nor cover loses integrity at once; a value of 0 is rolled in vain."""
    played = fought(infantry(integrity=3), "open_ground", referee=True)
    strike(played, 2)
    rolled = save(played).one(SavesRolled)
    assert [(each.save, each.face, each.saved) for each in rolled.saves] == [("none", 0, False)] * 2
    played = fought(infantry(armour=1, integrity=3), "open_ground", referee=True)
    strike(played, 1, modifier=-1)
    save(played, 1).then(CasualtyTaken)


@pytest.mark.parametrize(("face", "saved"), [(6, False), (5, True)])
def test_the_worst_face_saves_nobody(face: int, saved: bool) -> None:
    """A natural 6 fails even against a value of 6, unless the options say otherwise."""
    played = fought(infantry(armour=6), referee=True)
    strike(played, 1)
    assert save(played, face).one(SavesRolled).saves[0].saved is saved
    played = fought(infantry(armour=6), referee=True, options={"natural_worst_face_fails": False})
    strike(played, 1)
    assert save(played, face).one(SavesRolled).saves[0].saved


def test_a_single_unit_is_not_offered_twice() -> None:
    """Rolling for one of several is offered where there are several, and silence rolls for all."""
    played = fought(infantry(), referee=True)
    strike(played, 1)
    silence: Any = played.rules.windows["saves"].default_command
    rolling = silence(played.game, top(played), 1)
    assert rolling == RollSaves(unit="")
    assert len(played.offers("blue")) == 1
    played.faces(1).when("blue", rolling).then(HitSaved)

"""Hits of an assault: whom they may fall on, which saves there are against them, and who chooses."""

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
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.fixtures import infantry, table, vehicle
from tests.rulesets.tile_formations.steps import begin_action, end_move, open_fact, open_window, shock_of, unit_row


def assault_against(made: UnitSheet | None = None, terrain: str = "woods", **setup: Any) -> Table:
    """Let red charge blue, so that an assault is open."""
    units: Any = {
        "a1.1": ((2, 5), infantry()),
        "b1.1": ((5, 5), made or infantry(armour=1, integrity=2)),
        "b2.1": ("L12", infantry()),
    }
    played = table("", units, terrain={(5, 5): terrain}, **setup)
    begin_action(played, "a1", "engage", target="b1")
    played.when("red", Charge(unit="a1.1", path=("D6", "E6"), enemy="b1.1")).accepted()
    end_move(played, "a1").accepted()
    assert open_window(played).kind == "assault"
    return played


def state_hits(played: Table, hits: int = 2, unit: str = "b1.1", who: str = "referee", modifier: int = 0) -> Outcome:
    """Tell hits of the assault."""
    return played.when(who, AssaultHits(unit=unit, hits=hits, save_modifier=modifier))


def roll_blue_saves(played: Table, *faces: int, unit: str = "") -> Outcome:
    """Roll blue's saves with these faces."""
    return played.faces(*faces).when("blue", RollSaves(unit=unit))


@pytest.mark.rule("TF-SAVE-05", "TF-CHARGE-06")
def test_hits_of_an_assault_are_saved_as_ever() -> None:
    """Cover saves are there in an assault; losses bring Shock, and the assault goes on."""
    played = assault_against(referee=True)
    state_hits(played).then(HitsAllocated).asks("saves", "blue").cites("TF-SAVE-05", "TF-COVER-05")
    roll_blue_saves(played, 2, 3).then(SavesRolled, HitSaved, CasualtyTaken, cause="assault").without(ShootingResolved)
    assert (unit_row(played, "b1.1").integrity, shock_of(played, "b1"), open_window(played).kind) == (1, 0, "assault")
    state_hits(played, 1, modifier=-1)
    roll_blue_saves(played, 2).then(CasualtyTaken, UnitDestroyed, ContactEnded, ShockAdded)
    assert shock_of(played, "b1") == 1
    played.when("referee", EndAssault(assault="")).accepted().asks("action_end", "red")


@pytest.mark.rule("TF-CHARGE-06")
def test_hits_of_an_assault_are_bounded() -> None:
    """Only units in the assault are hit, a few times at once."""
    played = assault_against(referee=True)
    state_hits(played, unit="b2.1").rejected("TF-CHARGE-06", "not-in-assault")
    state_hits(played, hits=0).rejected("TF-CHARGE-06", "hits-range")
    state_hits(played, hits=61).rejected("TF-CHARGE-06", "hits-range")
    state_hits(played, modifier=7).rejected("TF-SAVE-08", "modifier-range")


@pytest.mark.rule("TF-CHARGE-06")
def test_a_seat_tells_hits_and_the_other_lets_them_stand() -> None:
    """Without a referee hits count when the other seat confirms them, in the number that holds."""
    played = assault_against()
    state_hits(played, 1, who="red").without(HitsAllocated).asks("fact_stated", "blue")
    played.when("blue", ConfirmFact(fact=open_fact(played))).then(HitsAllocated).asks("saves", "blue")
    roll_blue_saves(played, 1).then(HitSaved)
    assert open_window(played).kind == "assault"
    state_hits(played, 2, who="red").accepted()
    disputed = DisputeFact(fact=open_fact(played), value="0")
    played.faces(1, 6).when("blue", disputed).accepted().without(HitsAllocated).asks("assault", "red", "blue")


def choose_blue_save(played: Table, save: str, hit: str = "", unit: str = "b1.1") -> Outcome:
    """Let blue choose a save."""
    return played.when("blue", ChooseSave(unit=unit, hit=hit, save=save))


@pytest.mark.rule("TF-SAVE-04", "TF-SAVE-03")
def test_the_owner_chooses_for_each_hit() -> None:
    """Before rolling the owner chooses a save for each hit; one save is rolled for each."""
    played = assault_against(infantry(armour=3, integrity=3), referee=True)
    state_hits(played, 3)
    assert played.offered("blue") == ["RollSaves", "ChooseSave"]
    choose_blue_save(played, "cover", "h2").then(SaveChosen, hits=("h2",))
    choose_blue_save(played, "luck").rejected("TF-SAVE-04", "no-such-save")
    choose_blue_save(played, "cover", "h9").rejected("TF-SAVE-03", "hit-not-open")
    choose_blue_save(played, "cover", unit="a1.1").rejected("TF-SAVE-03", "hit-not-open")
    rolled = roll_blue_saves(played, 3, 3, 4).one(SavesRolled)
    assert [(save.save, save.value.total, save.saved) for save in rolled.saves] == [
        ("armour", 3, True),
        ("cover", 2, False),
        ("armour", 3, False),
    ]
    assert [roll.why for roll in played.rolls] == ["armour-save", "cover-save", "armour-save"]
    choose_blue_save(played, "cover", "h2").rejected("TF-CHARGE-06", "not-asked")


@pytest.mark.rule("TF-SAVE-04", "TF-SAVE-07")
def test_nobody_chooses_a_save_that_is_not_there() -> None:
    """A unit without armour, or outside cover, can not choose it; all hits may be chosen for at once."""
    played = assault_against(infantry(), referee=True)
    state_hits(played, 2)
    choose_blue_save(played, "armour").rejected("TF-SAVE-07", "no-armour")
    choose_blue_save(played, "cover").then(SaveChosen, hits=("h1", "h2"))
    assert played.offered("blue") == ["RollSaves"]
    roll_blue_saves(played, 1, 1)
    played = assault_against(infantry(armour=2), "open_ground", referee=True)
    state_hits(played, 1)
    choose_blue_save(played, "cover").rejected("TF-SAVE-01", "no-cover")
    roll_blue_saves(played, 1)


@pytest.mark.rule("TF-GUN-06")
def test_a_gun_shield_serves_vehicles_like_infantry() -> None:
    """A vehicle in a gun emplacement may take its cover instead of better armour."""
    played = assault_against(vehicle(armour=4), "+gun_emplacements", referee=True)
    state_hits(played, 2)
    choose_blue_save(played, "cover", "h1").accepted().cites("TF-GUN-06")
    roll_blue_saves(played, 3, 3).then(HitSaved, hit="h2", save="armour").cites("TF-GUN-03")


@pytest.mark.rule("TF-SAVE-07")
def test_without_a_save_no_die_is_thrown() -> None:
    """A unit with neither armour nor cover loses integrity at once; a value of 0 is rolled in vain."""
    played = assault_against(infantry(integrity=3), "open_ground", referee=True)
    state_hits(played, 2)
    rolled = roll_blue_saves(played).one(SavesRolled)
    assert [(save.save, save.face, save.saved) for save in rolled.saves] == [("none", 0, False)] * 2
    played = assault_against(infantry(armour=1, integrity=3), "open_ground", referee=True)
    state_hits(played, 1, modifier=-1)
    roll_blue_saves(played, 1).then(CasualtyTaken)


@pytest.mark.rule("TF-GRID-05")
@pytest.mark.parametrize(("face", "saved"), [(6, False), (5, True)])
def test_the_worst_face_saves_nobody(face: int, saved: bool) -> None:
    """A natural 6 fails even against a value of 6, unless the options say otherwise."""
    played = assault_against(infantry(armour=6), referee=True)
    state_hits(played, 1)
    assert roll_blue_saves(played, face).one(SavesRolled).saves[0].saved is saved
    played = assault_against(infantry(armour=6), referee=True, options={"natural_worst_face_fails": False})
    state_hits(played, 1)
    assert roll_blue_saves(played, face).one(SavesRolled).saves[0].saved


def test_a_single_unit_is_not_offered_twice() -> None:
    """Rolling for one of several is offered where there are several, and silence rolls for all."""
    played = assault_against(infantry(), referee=True)
    state_hits(played, 1)
    silence: Any = played.rules.windows["saves"].default_command
    rolling = silence(played.game, open_window(played), 1)
    assert rolling == RollSaves(unit="")
    assert len(played.offers("blue")) == 1
    played.faces(1).when("blue", rolling).then(HitSaved)

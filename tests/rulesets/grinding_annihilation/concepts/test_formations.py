"""Formations and armies (GA-2.1): keywords, whose they are, and what those that are elsewhere or destroyed may do."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclareAssault,
    DeclareNormalMove,
    RosterAccepted,
    SelectToShoot,
    SetStandingChoices,
    WoundsRolled,
)
from adjudicator.rulesets.grinding_annihilation.roster.catalogue_library import LIBRARY
from tests.kit import Table
from tests.rulesets.grinding_annihilation.armies.fixtures import LORD_ROW, SQUAD_ROW, autereium_roster
from tests.rulesets.grinding_annihilation.concepts.steps import measured_distance
from tests.rulesets.grinding_annihilation.fixtures import battle, created, duel, formation, gun, line
from tests.rulesets.grinding_annihilation.movement.fixtures import battle_with_absent, carrier, move_turn, squad
from tests.rulesets.grinding_annihilation.steps import aim, fire, last_event, refused, shoot, shots


@pytest.mark.rule("GA-2.1-06", "GA-8.3-31")
def test_rules_of_a_keyword_are_for_those_who_have_it():
    """A rule for Infantry works on those with the keyword, whatever others they have."""
    weapon = gun("beam", "emission")
    assert last_event(shoot(3, 3, 6, gun=weapon, keywords=("autereium", "infantry")), WoundsRolled).wounds == 1
    assert last_event(shoot(3, 3, gun=weapon, keywords=("vehicle", "fly")), WoundsRolled).wounds == 0


@pytest.mark.rule("GA-2.1-07")
def test_destroyed_formations_neither_act_nor_are_targets():
    """What is destroyed is commanded and shot at no more."""
    red, lost = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(20, 10)])
    table = battle(red, lost, formation("a-q", at=[(10, 20)]), fallen=("a-q.1",), dice=())
    refused(table, "red", SelectToShoot(formation="a-q", sidearms=()), "GA-2.1-07").rejected(
        "GA-2.1-07", "shooter-off-field"
    )
    table = battle(red, lost, fallen=("b-b.1",))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    refused(table, "red", aim(table, "a-r", *shots(table, "a-r", "b-b")), "GA-2.1-07").rejected(
        "GA-2.1-07", "target-off-field"
    )


@pytest.mark.rule("GA-2.1-06")
@pytest.mark.ruling("GA-2.1-06.4")
def test_keywords_of_either_list_are_alike(monkeypatch: pytest.MonkeyPatch):
    """A keyword counts in whatever list and letters its catalogue prints it, and only if it prints it."""
    squad = LIBRARY.catalogues["voidforged_sentinels"]
    rest = tuple(other_keyword for other_keyword in squad.other_keywords if other_keyword != "infantry")
    assert len(rest) == len(squad.other_keywords) - 1
    for faction, others in ((("Infantry",), rest), ((), (*rest, "INFANTRY")), ((), rest)):
        printed = replace(squad, faction_keywords=(*squad.faction_keywords, *faction), other_keywords=others)
        monkeypatch.setitem(LIBRARY.catalogues, squad.id, printed)
        table = created()
        table.when("red", autereium_roster(LORD_ROW, SQUAD_ROW)).accepted()
        carried = next(row.keywords for row in last_event(table, RosterAccepted).formations if row.id == "a-squad")
        assert ("infantry" in carried) == (faction != () or others != rest)


@pytest.mark.rule("GA-2.1-06")
@pytest.mark.ruling("GA-2.1-06.2")
@pytest.mark.parametrize(("keywords", "wounds"), [(("infantry", "character"), 1), (("vehicle", "character"), 0)])
def test_an_attached_formation_has_the_keywords_of_any_of_its_troops(keywords: tuple[str, ...], wounds: int):
    """A rule for Infantry works on an Attached formation of which the Leader alone is Infantry."""
    escort = formation("b-b", at=line(2, 23), keywords=("vehicle",), weapons=())
    leader = formation("b-l", at=[(24.5, 10)], keywords=keywords, leads=("b",), weapons=())
    red = formation("a-r", at=[(10, 10)], weapons=(gun("beam", "emission"),))
    table = fire(battle(red, escort, leader, lead={"b-l": "b-b"}, dice=(3, 3, *[6] * wounds)))
    assert last_event(table, WoundsRolled).wounds == wounds


PLACES_OFF_WARFIELD = {"embarked": "{}-t.1", "reserves": "reserves", "strategic_reserves": "strategic_reserves"}


def off_warfield_turn(phase: str, place: str) -> Table:
    """Begin a phase in which "a-p" and "b-p" are not on the warfield, an inch from the other's hull if they were."""
    held = [carrier("a-t", (20, 20)), carrier("b-t", (25, 20)), squad(1, "a-p"), squad(1, "b-p", weapons=())]
    off = {f"{side}-p": PLACES_OFF_WARFIELD[place].format(side) for side in "ab"}
    return battle_with_absent(*held, formation("a-r", at=[(20, 17)]), off=off, phase=phase)


@pytest.mark.rule("GA-2.1-07")
@pytest.mark.parametrize("place", PLACES_OFF_WARFIELD)
def test_who_is_elsewhere_does_nothing_on_the_warfield(place: str):
    """Who is embarked or in Reserves does not move, shoot or assault; those on the warfield do."""
    for phase, act, reason in (
        ("move", DeclareNormalMove(formation="a-p"), "not-on-warfield"),
        ("shooting", SelectToShoot(formation="a-p", sidearms=()), "shooter-off-field"),
        ("assault", DeclareAssault(formation="a-p", targets=("b-t",)), "not-on-warfield"),
    ):
        table = off_warfield_turn(phase, place)
        refused(table, "red", act, "GA-2.1-07").rejected("GA-2.1-07", reason)
        table.when("red", replace(act, formation="a-r")).accepted()


@pytest.mark.rule("GA-2.1-07")
@pytest.mark.parametrize("place", PLACES_OFF_WARFIELD)
def test_who_is_elsewhere_is_no_target_and_has_no_distance(place: str):
    """Who is embarked or in Reserves is not shot at, assaulted or measured to; his transport is."""
    table = off_warfield_turn("shooting", place)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    (shot,) = shots(table, "a-r", "b-t")
    aside = replace(shot, target="b-p")
    refused(table, "red", aim(table, "a-r", aside), "GA-2.1-07").rejected("GA-2.1-07", "target-off-field")
    table.when("red", aim(table, "a-r", shot)).accepted()
    with pytest.raises(Rejected) as found:
        measured_distance(table, "a-r", "b-p")
    assert [(fault.clause, fault.reason) for fault in found.value.faults] == [("GA-2.1-07", "off-warfield")]
    assert measured_distance(table, "a-t", "b-t").distance == 2000
    table = off_warfield_turn("assault", place)
    charge = DeclareAssault(formation="a-t", targets=("b-p",))
    refused(table, "red", charge, "GA-2.1-07").rejected("GA-2.1-07", "not-on-warfield")
    table.when("red", replace(charge, targets=("b-t",))).accepted()


@pytest.mark.rule("GA-2.1-02")
def test_enemy_formation_is_not_moved():
    """A player moves his own formations."""
    refused(move_turn((30, 10)), "red", DeclareNormalMove(formation="b-b"), "GA-2.1-02").rejected(
        "GA-2.1-02", "not-yours"
    )


@pytest.mark.rule("GA-2.1-02")
def test_enemy_formation_is_not_commanded():
    """A player gives commands to his own formations."""
    table = duel()
    command = SelectToShoot(formation="b-spare", sidearms=())
    table.when("red", command).rejected("GA-2.1-02", "not-yours", id="b-spare")


STANDING = SetStandingChoices(casualty_order=(), save_preference="better", windows_declined=())


@pytest.mark.rule("GA-2.1-02")
@pytest.mark.parametrize("who", ["referee", "table", "spectator"])
def test_only_players_speak_for_an_army(who: str):
    """Who commands no army makes no choices ahead."""
    duel().when(who, STANDING).rejected("GA-2.1-02", "no-player")

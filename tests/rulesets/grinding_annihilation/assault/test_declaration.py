"""Who may assault, and whom (GA-3.4-01 to -06)."""

from __future__ import annotations

import pytest
from msgspec import Struct

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultDeclared,
    AssaultFailed,
    DeclareAssault,
    EligibilityNoted,
    EndTurn,
    FormationBattleFatigued,
    FormationMoved,
    MakeAssaultMove,
    MoveDeclared,
    RollAssault,
)
from tests.rulesets.grinding_annihilation.assault.fixtures import assault_turn, begin_phase
from tests.rulesets.grinding_annihilation.assault.steps import assault_move, path_to, roll_assault
from tests.rulesets.grinding_annihilation.fixtures import battle, formation, moved, trooper
from tests.rulesets.grinding_annihilation.steps import events_of, formation_view, path, refused, settle
from tests.rulesets.grinding_annihilation.terrain.fixtures import debris, with_terrain
from tests.rulesets.grinding_annihilation.troops.fixtures import aircraft

ASSAULT = DeclareAssault(formation="a-r", targets=("b-b",))

ROLL = RollAssault(formation="a-r")


@pytest.mark.rule("GA-3.4-01")
def test_formation_assaults_once():
    """A formation is selected once in the phase, though its Assault failed, and is done before the next."""
    table = assault_turn(1, 1)
    table.when("red", ASSAULT).accepted()
    other = DeclareAssault(formation="a-spare", targets=("b-b",))
    refused(table, "red", other, "GA-3.4-07").rejected("GA-3.4-07", "not-asked")
    table.when("red", ROLL).then(AssaultFailed, formation="a-r", reason="too_short")
    refused(table, "red", ASSAULT, "GA-3.4-01").rejected("GA-3.4-01", "assault-declared")


@pytest.mark.rule("GA-3.4-02", "GA-2.4-04")
@pytest.mark.parametrize(("gap", "near"), [(12, True), (12.001, False), (12.4, False)])
def test_eligible_within_twelve_inches_at_the_start(gap: float, *, near: bool):
    """A formation that stands within 12 inches of an enemy when its player's turn begins is eligible."""
    table = assault_turn(enemy=((11 + gap, 10),))
    noted = events_of(table, EligibilityNoted)[-1]
    assert ("a-r" in noted.formations) is near
    if near:
        table.when("red", ASSAULT).accepted()
    else:
        refused(table, "red", ASSAULT, "GA-3.4-02").rejected("GA-3.4-02", "not-near-at-start")


@pytest.mark.rule("GA-3.4-03", "GA-3.1-10")
@pytest.mark.parametrize(
    ("past", "clause", "reason"),
    [
        ({"move": moved("a-r", "advance")}, "GA-3.4-03", "moved-too-far"),
        ({"move": moved("a-r", "retreat")}, "GA-3.4-03", "moved-too-far"),
        ({"manoeuvres": [FormationBattleFatigued(formation="a-r", until=2)]}, "GA-3.1-10", "battle-fatigued"),
    ],
)
def test_who_does_not_assault(past: dict[str, list[Struct]], clause: str, reason: str):
    """Who Advanced, Retreated or is Battle-Fatigued does not assault; who made a Normal move does."""
    refused(assault_turn(past=past), "red", ASSAULT, clause).rejected(clause, reason)
    assault_turn(past={"move": moved("a-r")}).when("red", ASSAULT).accepted()


@pytest.mark.rule("GA-3.4-04")
@pytest.mark.ruling("GA-3.4-04.2", "GA-3.4-04.3")
def test_no_assault_within_threat_range():
    """A formation within Threat Range of an enemy, Aircraft too, does not assault; beyond an inch it does."""
    table = assault_turn(enemy=((12, 10),), other=((10, 18),))
    refused(table, "red", ASSAULT, "GA-3.4-04").rejected("GA-3.4-04", "in-threat")
    refused(table, "red", DeclareAssault(formation="a-r", targets=("b-c",)), "GA-3.4-04").rejected(
        "GA-3.4-04", "in-threat"
    )
    assault_turn(enemy=((12.001, 10),)).when("red", ASSAULT).accepted()
    flown_by = assault_turn(rest=(aircraft("b-f", at=(10, 12)),))
    refused(flown_by, "red", ASSAULT, "GA-3.4-04").rejected("GA-3.4-04", "in-threat", enemies="b-f")
    assault_turn(rest=(aircraft("b-f", at=(10, 14)),)).when("red", ASSAULT).accepted()


@pytest.mark.rule("GA-3.4-04", "GA-3.4-15")
def test_who_was_assaulted_does_not_assault():
    """Whoever was assaulted in the first player's turn gets no Assault bonus in his own."""
    table = roll_assault(assault_turn(5, 5))
    table.when("red", assault_move(path_to(17, 10))).accepted()
    settle(table)
    table.when("red", EndTurn()).accepted()
    refused(table, "blue", DeclareAssault(formation="b-b", targets=("a-r",)), "GA-3.4-04").rejected(
        "GA-3.4-04", "in-threat"
    )
    assert (formation_view(table, "a-r").fights_first, formation_view(table, "b-b").fights_first) == (True, False)


@pytest.mark.rule("GA-3.4-06", "GA-2.4-06")
@pytest.mark.ruling("GA-3.4-06.1")
def test_targets_within_twelve_inches():
    """An Assault names one or more enemy formations within 12 inches, seen or not."""
    table = assault_turn(enemy=((18, 10),), other=((10, 23),))
    refused(table, "red", DeclareAssault(formation="a-r", targets=()), "GA-3.4-06").rejected("GA-3.4-06", "no-target")
    refused(table, "red", DeclareAssault(formation="a-r", targets=("a-spare",)), "GA-3.4-06").rejected(
        "GA-3.4-06", "not-an-enemy"
    )
    refused(table, "red", DeclareAssault(formation="a-r", targets=("b-b", "b-spare")), "GA-3.4-06").rejected(
        "GA-3.4-06", "target-too-far"
    )
    declared = table.when("red", DeclareAssault(formation="a-r", targets=("b-b", "b-c"))).one(AssaultDeclared)
    assert declared.distances == (7000, 12_000)


@pytest.mark.rule("GA-3.4-02", "GA-3.4-06")
def test_who_was_near_at_the_start_names_targets_within_twelve_inches():
    """Twelve inches are near, a hair more is not; none, a friend or one too far are no targets."""
    table = begin_phase(
        "assault",
        formation("a-r", at=[(10, 10)]),
        formation("a-far", at=[(9.9, 42)]),
        formation("b-b", at=[(23, 10)]),
        formation("b-c", at=[(10, 23.1)]),
        formation("b-d", at=[(23, 42)]),
    )
    table.when("red", DeclareAssault(formation="a-far", targets=("b-d",))).rejected("GA-3.4-02", "not-near-at-start")
    table.when("red", DeclareAssault(formation="a-r", targets=())).rejected("GA-3.4-06", "no-target")
    table.when("red", DeclareAssault(formation="a-r", targets=("a-far",))).rejected("GA-3.4-06", "not-an-enemy")
    both = table.when("red", DeclareAssault(formation="a-r", targets=("b-b", "b-c")))
    both.rejected("GA-3.4-06", "target-too-far", target="b-c", distance=12_100)
    good = table.when("red", DeclareAssault(formation="a-r", targets=("b-b",)))
    good.then(AssaultDeclared, distances=(12_000,), needed=11_000).asks("assault_roll", "red")


@pytest.mark.rule("GA-3.4-03", "GA-3.4-04", "GA-3.1-10")
def test_who_may_not_declare_an_assault():
    """Having advanced or retreated, being fatigued, within Threat Range or without a Move bars it."""
    table = begin_phase(
        "assault",
        formation("a-adv", at=[(10, 10)]),
        formation("a-ret", at=[(10, 14)]),
        formation("a-tired", at=[(10, 18)]),
        formation("a-gun", at=[(10, 22)], troop=trooper("gun", m=None)),
        formation("a-locked", at=[(14, 26)]),
        formation("b-b", at=[(14, 12)]),
        formation("b-c", at=[(15.5, 26)]),
        past={
            "move": [
                MoveDeclared(formation="a-adv", kind="advance"),
                FormationMoved(formation="a-adv", kind="advance"),
                MoveDeclared(formation="a-ret", kind="retreat"),
                FormationMoved(formation="a-ret", kind="retreat"),
                FormationBattleFatigued(formation="a-tired", until=2),
            ]
        },
    )
    for key, clause, reason in (
        ("a-adv", "GA-3.4-03", "moved-too-far"),
        ("a-ret", "GA-3.4-03", "moved-too-far"),
        ("a-tired", "GA-3.1-10", "battle-fatigued"),
        ("a-gun", "GA-3.2-25", "cannot-move"),
        ("a-locked", "GA-3.4-04", "in-threat"),
    ):
        table.when("red", DeclareAssault(formation=key, targets=("b-b",))).rejected(clause, reason)


@pytest.mark.rule("GA-3.4-02")
@pytest.mark.ruling("GA-3.4-02.1", "GA-3.4-02.2")
@pytest.mark.parametrize(("snapshot", "near"), [("own_turn", True), ("phase", False)])
def test_nearness_is_noted_as_the_players_own_turn_begins(snapshot: str, *, near: bool):
    """An enemy who came within twelve inches in his own turn counts, unless the option looks at the phase's start."""
    red = formation("a-r", at=[(20, 10)])
    bait, late = formation("b-b", at=[(28, 10)]), formation("b-c", at=[(27, 22.9)])
    options = {"assault_eligibility_snapshot": snapshot}
    table = battle(red, bait, late, phase="assault", dice=(5, 5), options=options)
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    table.when("red", MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (27, 10)),))).then(FormationMoved)
    table.when("red", EndTurn()).accepted()
    charge = DeclareAssault(formation="b-c", targets=("a-r",))
    if near:
        table.when("blue", charge).accepted()
    else:
        refused(table, "blue", charge, "GA-3.4-02").rejected("GA-3.4-02", "not-near-at-start")


@pytest.mark.rule("GA-3.4-06")
def test_a_hidden_enemy_is_assaulted():
    """A target behind a wall that hides it wholly is named like any other."""
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(20, 10)])
    table = battle(red, blue, phase="assault", options={"visibility_source": "geometric"})
    with_terrain(table, debris(14, 4, 15, 16, top=9))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()

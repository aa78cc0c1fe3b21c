"""Assaults through commands: declaring, Escape and Countercharge, contact, point blank shooting, breaking off."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares import reaction_moves, renaming
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    ActionResumed,
    AgilityTested,
    AmbushPointNamed,
    AssaultDeclared,
    AssaultEnded,
    AssaultFailed,
    BreakOff,
    BreakOffDeclined,
    BreakTested,
    ChoosePointBlankWeapons,
    ConsolidateMove,
    ConsolidationBegun,
    ContactMade,
    DeclineBreakOff,
    DieRerolled,
    EndAction,
    H2HRoundBegun,
    ModelLost,
    MoveDeclared,
    MoveUnit,
    PointBlankPartBegun,
    PointBlankWeaponsChosen,
    ReactionCarriedOut,
    ReactionLapsed,
    ReactionsAsked,
    ReactionStarted,
    ReactionTested,
    ShootingDeclared,
    UnitBroken,
    UnitBrokeOff,
    UnitMoved,
)
from tests.kit import Table
from tests.rulesets.antares.givens import armed, at, box, plain, probe, straight, unit, vehicle, wall, weapon
from tests.rulesets.antares.reacting import (
    AMBUSH,
    USED,
    acting,
    answer,
    carry,
    charge,
    go,
    listed,
    lone,
    react,
    shoot,
    until,
)
from tests.rulesets.antares.volleying import fired

X = ("a-x", lone(), (10_000, 10_000))
FIVE = ("a-x", plain(), (10_000, 10_000))


def foe(x: int = 17_000, fields: dict[str, Any] | None = None, **changes: Any) -> tuple[Any, ...]:
    """Put a lone "b-y" on the line: a gap of x less 11,000."""
    return ("b-y", lone(**changes), (x, 10_000), USED if fields is None else fields)


# -- declaring


@pytest.mark.rule("AN-ASSAULT-01")
def test_run_only():
    """An assault needs a Run."""
    played = acting("advance", X, foe(13_000))
    charge(played, 2000).rejected("AN-ASSAULT-01", "assault-needs-run", order="advance")
    played = acting("run", X, foe(13_000), pace="step")
    charge(played, 2000).then(AssaultDeclared)


@pytest.mark.rule("AN-TURN-03", "AN-ASSAULT-01")
def test_retained_run():
    """A retained Run may assault, unless the option forbids it."""
    played = acting("run", X, foe(), retained=True, pace="step")
    charge(played, 6000).then(AssaultDeclared, MoveDeclared, kind="assault")
    played = acting("run", X, foe(), retained=True, options={"retained_run_may_assault": False})
    charge(played, 6000).rejected("AN-TURN-03", "retained-run-only-moves")


@pytest.mark.rule("AN-ASSAULT-02", "AN-ASSAULT-03")
def test_who_assaults_whom():
    """A vehicle may not, a humongous beast may; a probe is no target, nor is a friend."""
    played = acting("run", ("a-x", vehicle(), (10_000, 10_000)), foe(30_000))
    charge(played, 6000).rejected("AN-ASSAULT-02", "type-does-not-assault", type="vehicle")
    beast = lone(type="humongous_beast", flags=("can_assault", "uses_damage_chart"))
    played = acting("run", ("a-x", beast, (10_000, 10_000)), foe(), pace="step")
    charge(played, 6000).then(AssaultDeclared)
    friend = ("a-w", lone(), (10_000, 15_000))
    played = acting("run", X, friend, ("b-y", probe(), (17_000, 10_000)))
    charge(played, 6000).rejected("AN-ASSAULT-03", "assault-on-a-probe")
    charge(played, 0, 4000, target="a-w").rejected("AN-ASSAULT-01", "assault-on-a-friend")


@pytest.mark.rule("AN-ASSAULT-04")
def test_reach():
    """12 inches are legal only as a sprint, 16 not at all; the path ends in contact."""
    played = acting("run", X, foe(23_000))
    charge(played, 12_000).rejected("AN-ASSAULT-04", "out-of-reach", distance=12_000, limit=10_000)
    charge(played, 11_000, sprint=True).rejected("AN-ASSAULT-04", "no-contact")
    charge(acting("run", X, foe(27_000)), 16_000, sprint=True).rejected("AN-ASSAULT-04", "out-of-reach")
    played = acting("run", X, foe(23_000), pace="step")
    charge(played, 12_000, sprint=True).then(AssaultDeclared, MoveDeclared, sprint=True)


@pytest.mark.rule("AN-ASSAULT-07")
def test_only_the_target():
    """The path may touch no second enemy."""
    second = ("b-z", lone(), (17_000, 11_000), USED)
    played = acting("run", X, foe(), second)
    charge(played, 6130, 500).rejected("AN-ASSAULT-07", "ends-in-contact", enemy="b-z")


# -- Escape


@pytest.mark.rule("AN-REACT-19", "AN-REACT-20", "AN-ASSAULT-05", "AN-REACT-33")
def test_escape_out_of_reach():
    """The target runs 10 inches off; the assaulter names its path anew, falls short, and stays on Run."""
    played = acting("run", X, foe(17_000, {}), dice=[7])
    charge(played, 6000).asks("reaction", "blue")
    assert listed(played) == {"b-y": ("stand_and_shoot", "escape", "countercharge")}
    react(played, "escape").then(ReactionTested, ReactionStarted).asks("reaction_move", "blue")
    go(played, -2000, 1000, unit="b-y", who="blue").rejected("AN-REACT-20", "no-farther-away")
    go(played, 10_000, unit="b-y", who="blue").then(UnitMoved, ReactionCarriedOut).asks("assault_path", "red")
    assert at(played, "a-x.1") == (10_000, 10_000)
    shoot(played).rejected("AN-REACT-33", "not-asked")
    go(played, 10_000).then(MoveDeclared, ActionResumed, UnitMoved, AssaultFailed, ActionEnded)
    assert at(played, "a-x.1") == (20_000, 10_000)
    assert at(played, "b-y.1") == (27_000, 10_000)
    assert unit(played, "a-x").order == "run"
    assert unit(played, "b-y").order == "run"
    assert played.game.assault is None


@pytest.mark.rule("AN-ASSAULT-05", "AN-MOVE-10")
def test_the_assaulter_may_stay():
    """The assaulter may stop earlier: with EndAction, or by silence, it stays."""
    for silent in (True, False):
        played = acting("run", X, foe(17_000, {}), dice=[7])
        charge(played, 6000).accepted()
        react(played, "escape").accepted()
        go(played, 10_000, unit="b-y", who="blue").asks("assault_path", "red")
        if silent:
            answer(played)
        else:
            played.when("red", EndAction(unit="a-x")).accepted()
        played.last.then(AssaultFailed, ActionEnded)
        assert at(played, "a-x.1") == (10_000, 10_000)


@pytest.mark.rule("AN-REACT-20")
def test_caught():
    """An Escape that falls short is caught, and the assault goes on as normal."""
    played = acting("run", X, foe(14_000, {}), dice=[7], pace="step")
    charge(played, 3000).accepted()
    react(played, "escape").accepted()
    answer(played)
    go(played, 5000, unit="b-y", who="blue").asks("assault_path", "red")
    go(played, 8000).accepted()
    until(played, "pbs_weapons")
    played.last.then(ActionResumed, UnitMoved, ContactMade).asks("pbs_weapons", "red", "blue")


@pytest.mark.rule("AN-REACT-06", "AN-REACT-19")
def test_escape_at_a_sprint():
    """A sprint goes 15 inches and is tested after it."""
    played = acting("run", X, foe(17_000, {}), dice=[7, 6])
    charge(played, 6000).accepted()
    react(played, "escape", sprint=True).accepted()
    go(played, 15_000, unit="b-y", who="blue", sprint=True).then(UnitMoved, AgilityTested, ReactionCarriedOut)
    assert unit(played, "b-y").pins == 1
    assert unit(played, "b-y").sprinting


@pytest.mark.rule("AN-REACT-38", "AN-REACT-33")
def test_escape_waived():
    """An Escape that is let lapse leaves the assault as declared."""
    played = acting("run", X, foe(17_000, {}), dice=[7], pace="step")
    charge(played, 6000).accepted()
    react(played, "escape").accepted()
    answer(played).asks("reaction_move", "blue")
    answer(played).then(ReactionLapsed, reason="waived").asks("resume")
    answer(played).then(ActionResumed, UnitMoved, ContactMade)
    assert unit(played, "b-y").order == "run"


# -- Countercharge


@pytest.mark.rule("AN-REACT-38", "AN-REACT-21")
def test_a_countercharge_is_not_waived():
    """It goes half way and straight, which leaves nothing to choose: it is not let lapse, and silence makes it."""
    played = acting("run", X, foe(23_000, {}), dice=[7], pace="step")
    charge(played, 12_000, sprint=True).accepted()
    react(played, "countercharge").accepted()
    answer(played).asks("reaction_move", "blue")
    carry(played, "b-y", lapse=True).rejected("AN-REACT-38", "declared-stands", "lapse", reaction="countercharge")
    answer(played).then(MoveDeclared, kind="countercharge").asks("assault_path", "red")
    assert at(played, "b-y.1") == (17_000, 10_000)


@pytest.mark.rule("AN-REACT-38", "AN-REACT-21")
@pytest.mark.parametrize("silent", [True, False])
def test_a_countercharge_without_a_way_lapses(silent):
    """Where no straight way leads half way it is let lapse, by silence too."""
    played = acting("run", X, foe(23_000, {}), dice=[7], pace="step")
    charge(played, 12_000, sprint=True).accepted()
    react(played, "countercharge").accepted()
    answer(played).asks("reaction_move", "blue")
    rock = box("rock", 19_000, 9000, 1000, 2000, move="impassable", los="clear")
    played.put("terrain", rock)
    outcome = answer(played) if silent else carry(played, "b-y", lapse=True)
    outcome.then(ReactionLapsed, reaction="countercharge", reason="waived")


@pytest.mark.rule("AN-REACT-21", "AN-H2H-04", "AN-REACT-33")
def test_countercharge():
    """Gap 12: each goes 6 inches and they meet; both assault."""
    played = acting("run", X, foe(23_000, {}), dice=[7], pace="step")
    charge(played, 12_000, sprint=True).accepted()
    react(played, "countercharge").accepted()
    answer(played).asks("reaction_move", "blue")
    go(played, -5000, unit="b-y", who="blue").rejected("AN-REACT-21", "not-half-way", gap=7000, wanted=6000)
    go(played, -6000, unit="b-y", who="blue").asks("assault_path", "red")
    played.faces(5)
    go(played, 6000).accepted()
    assert any(isinstance(each, ContactMade) for each in until(played, "pbs_weapons"))
    assert played.game.assault.counter


@pytest.mark.rule("AN-REACT-21")
def test_countercharge_offers_serve():
    """The straight way half towards the assaulter is offered, and the way into contact."""
    played = acting("run", X, foe(23_000, {}), dice=[7], pace="step")
    charge(played, 12_000, sprint=True).accepted()
    react(played, "countercharge").accepted()
    answer(played)
    move = _offered_move(played, "blue", "b-y")
    played.when("blue", move).asks("assault_path", "red")
    move = _offered_move(played, "red", "a-x")
    played.when("red", move).accepted()
    played.faces(5)
    assert any(isinstance(each, ContactMade) for each in until(played, "pbs_weapons"))


def _offered_move(played: Table, who: str, unit_id: str) -> MoveUnit:
    if who == "blue":
        return next(iter(reaction_moves.straight_moves(played.game)))
    return next(iter(renaming.straight_moves(played.game, played.game.actions[-1])))


@pytest.mark.rule("AN-REACT-21", "AN-REACT-37")
def test_who_countercharges():
    """A weapon team may not, and who is immobilised moves not at all."""
    played = acting("run", X, foe(17_000, {}, type="weapon_team", flags=()))
    charge(played, 6000).accepted()
    assert listed(played) == {"b-y": ("stand_and_shoot", "escape")}
    react(played, "countercharge").rejected("AN-REACT-21", "may-not-assault")
    played = acting("run", X, foe(17_000, {"move_limit": 0}))
    charge(played, 6000).accepted()
    assert listed(played) == {"b-y": ("stand_and_shoot",)}
    react(played, "escape").rejected("AN-REACT-37", "reactor-immobilised")


# -- several reactions


@pytest.mark.rule("AN-REACT-32", "AN-REACT-12", "AN-REACT-33")
def test_a_failed_countercharge_and_an_ambusher():
    """The target fails on 9 and takes a pin; then the ambusher shoots, then the assaulter goes on."""
    ambusher = ("b-z", lone(), (15_000, 25_000), AMBUSH)
    played = acting("run", X, foe(25_000, {}), ambusher, dice=[9], pace="step")
    charge(played, 14_000, sprint=True).accepted()
    assert listed(played) == {"b-y": ("stand_and_shoot", "escape", "countercharge"), "b-z": ("ambush_fire",)}
    react(played, "countercharge").accepted()
    react(played, "ambush_fire", "b-z", point=3000).asks("reaction_test")
    answer(played).then(ReactionTested).asks("resume")
    assert unit(played, "b-y").pins == 1
    answer(played).asks("reaction_shot", "blue")
    assert at(played, "a-x.1") == (13_000, 10_000)


@pytest.mark.rule("AN-REACT-33", "AN-REACT-23")
def test_points_are_named_anew():
    """After an Escape the ambusher names its point on the new path, still more than 10 inches from the target."""
    ambusher = ("b-z", lone(), (15_000, 25_000), AMBUSH)
    played = acting("run", X, foe(23_000, {}), ambusher, dice=[7], pace="step")
    charge(played, 12_000, sprint=True).accepted()
    react(played, "escape").accepted()
    react(played, "ambush_fire", "b-z", point=1000).accepted()
    answer(played)
    go(played, 4000, unit="b-y", who="blue").asks("assault_path", "red")
    go(played, 15_000, sprint=True).asks("ambush_point", "blue")
    carry(played, "b-z", 15_001).rejected("AN-REACT-22", "point-beyond-path", length=15_000)
    carry(played, "b-z", 6000).rejected("AN-REACT-23", "within-10-inches")
    carry(played, "b-z", 5500).then(AmbushPointNamed).asks("resume")
    answer(played).asks("reaction_shot", "blue")
    assert at(played, "a-x.1") == (15_500, 10_000)


@pytest.mark.rule("AN-REACT-38")
def test_no_point_serves_on_the_new_path():
    """An ambusher that can not shoot at any point of the new path lets its fire lapse; its die stays."""
    ambusher = ("b-z", lone(), (15_000, 25_000), AMBUSH)
    played = acting("run", X, foe(23_000, {}), ambusher, dice=[7], pace="step")
    charge(played, 12_000, sprint=True).accepted()
    react(played, "escape").accepted()
    react(played, "ambush_fire", "b-z", point=1000).accepted()
    answer(played)
    go(played, 1000, -8000, unit="b-y", who="blue").asks("assault_path", "red")
    played.put("units", replace(unit(played, "b-z"), disabled=("carbine",)))
    go(played, 0, -9000).then(ReactionLapsed, unit="b-z", reason="no_target").asks("resume")
    assert unit(played, "b-z").order == "fire"
    played.faces(5)
    assert isinstance(until(played)[-1], ActionEnded)


@pytest.mark.rule("AN-REACT-38", "AN-REACT-33")
@pytest.mark.parametrize(("far", "named"), [(15_000, 1000), (500, 0)])
def test_a_point_on_the_new_path_is_not_waived(far, named):
    """Where a point serves the fire does not lapse: silence names the point declared, or else the first that serves."""
    ambusher = ("b-z", lone(), (15_000, 25_000), AMBUSH)
    played = acting("run", X, foe(23_000, {}), ambusher, dice=[7], pace="step")
    charge(played, 12_000, sprint=True).accepted()
    react(played, "escape").accepted()
    react(played, "ambush_fire", "b-z", point=1000).accepted()
    answer(played)
    go(played, 4000, unit="b-y", who="blue").asks("assault_path", "red")
    go(played, far, sprint=True).asks("ambush_point", "blue")
    carry(played, "b-z", lapse=True).rejected("AN-REACT-38", "declared-stands", "lapse", reaction="ambush_fire")
    answer(played).then(AmbushPointNamed, unit="b-z", point=named)


# -- Stand and Shoot, point blank


@pytest.mark.rule("AN-REACT-18", "AN-PBS-05", "AN-PBS-01")
def test_stand_and_shoot():
    """The reactor kills 2 of 5 and gives a pin; the assaulter shoots back with 3 models at -1, unaimed."""
    many = ("b-y", plain(), (17_000, 10_000))
    dice = [7, 4, 4, 9, 9, 9, 8, 8, 9, 9, 9]
    played = acting("run", FIVE, many, dice=dice, pace="step")
    charge(played, 6000).accepted()
    react(played, "stand_and_shoot").accepted()
    seen = until(played, "h2h_roll")
    order = (
        ReactionTested, ActionResumed, UnitMoved, ContactMade, PointBlankWeaponsChosen, PointBlankPartBegun,
        ReactionStarted, ShootingDeclared, AccuracyRolled, ModelLost, ModelLost, ReactionCarriedOut,
        PointBlankWeaponsChosen, PointBlankPartBegun, AccuracyRolled, H2HRoundBegun,
    )  # fmt: skip
    rest = iter(seen)
    assert all(any(isinstance(each, kind) for each in rest) for kind in order)
    rolled = [each for each in seen if isinstance(each, AccuracyRolled)]
    assert [(len(each.dice), each.needed.total) for each in rolled] == [(5, 5), (3, 4)]
    assert unit(played, "b-y").order == "fire"


@pytest.mark.rule("AN-REACT-18")
def test_stand_and_shoot_aimed_by_option():
    """By the option the reactor aims."""
    aims = {"stand_and_shoot_aimed": True}
    played = acting("run", X, foe(17_000, {}), dice=[7, 9, 9], options=aims, pace="step")
    charge(played, 6000).accepted()
    react(played, "stand_and_shoot").accepted()
    rolled = [each.needed.total for each in until(played, "h2h_roll") if isinstance(each, AccuracyRolled)]
    assert rolled == [6, 5]


@pytest.mark.rule("AN-REACT-38", "AN-ASSAULT-05")
def test_stand_and_shoot_lapses():
    """An assaulter that stops at a wall makes no contact, and Stand and Shoot lapses."""
    low = wall("wall", (14_000, 0), (14_000, 40_000), los="clear")
    played = acting("run", X, foe(17_000, {}), dice=[7, 9], terrain=[low])
    charge(played, 6000).accepted()
    react(played, "stand_and_shoot").then(AgilityTested, ReactionLapsed, AssaultFailed, ActionEnded)
    assert unit(played, "b-y").order == "fire"


@pytest.mark.rule("AN-PBS-04")
def test_simultaneous():
    """5 v 5: both lose 2 and both rolled 5 models' shots."""
    many = ("b-y", plain(), (17_000, 10_000), USED)
    played = acting("run", FIVE, many, dice=[4, 4, 9, 9, 9, 4, 4, 9, 9, 9, 8, 8, 8, 8], pace="step")
    charge(played, 6000).accepted()
    answers = [type(each) for each in until(played, "h2h_roll")]
    assert answers.count(AccuracyRolled) == 2
    assert answers.count(PointBlankPartBegun) == 1
    assert [len(unit(played, each).models) for each in ("a-x", "b-y")] == [3, 3]


@pytest.mark.rule("AN-PBS-06", "AN-PBS-07")
def test_down_last():
    """A Down unit shoots last, with who is left; hits on it are thrown again."""
    many = ("b-y", plain(), (17_000, 10_000), {"order": "down"})
    dice = [4, 4, 4, 9, 9, 5, 5, 9, 9, 9, 9, 9, 9]
    played = acting("run", FIVE, many, dice=dice, pace="step")
    charge(played, 6000).accepted()
    seen = until(played, "h2h_roll")
    rolled = [each for each in seen if isinstance(each, AccuracyRolled)]
    assert [len(each.dice) for each in rolled] == [5, 3]
    assert sum(isinstance(each, DieRerolled) for each in seen) == 3
    assert [each.part for each in seen if isinstance(each, PointBlankPartBegun)] == ["simultaneous", "down"]


@pytest.mark.rule("AN-PBS-02")
def test_point_blank_weapons():
    """Standard weapons and those with the property, of minimum range 0; no other target."""
    arsenal = [
        weapon("lance", kind="heavy", properties=("pbs",)),
        weapon("gun", kind="heavy", properties=()),
        weapon("far", minimum=1000),
    ]
    armed_foe = ("b-y", armed("lance", "gun", "far", "mortar", "carbine", count=1), (17_000, 10_000), USED)
    played = acting("run", X, armed_foe, dice=[9, 9, 9], weapons=arsenal, pace="step")
    charge(played, 6000).asks("pbs_weapons", "red", "blue")

    def choose(name: str, target: str = "", of: str = "b-y") -> ChoosePointBlankWeapons:
        return ChoosePointBlankWeapons(unit=of, weapons=(fired(name, target=target),))

    played.when("blue", choose("gun")).rejected("AN-PBS-02", "not-at-point-blank")
    played.when("blue", choose("mortar")).rejected("AN-PBS-02", "not-at-point-blank")
    played.when("blue", choose("far")).rejected("AN-PBS-02", "minimum-at-point-blank")
    played.when("blue", choose("lance", of="a-x")).rejected("AN-PBS-02", "other-unit-shoots")
    played.when("blue", choose("lance", "a-z")).rejected("AN-ASSAULT-07", "shoots-out-of-the-fight")
    played.when("blue", choose("lance")).then(PointBlankWeaponsChosen).asks("pbs_weapons", "red")
    rapid = ChoosePointBlankWeapons(unit="a-x", weapons=(fired("carbine", "rapid"),))
    played.when("red", rapid).asks("pbs_part")
    assert [len(each.dice) for each in until(played, "h2h_roll") if isinstance(each, AccuracyRolled)] == [2, 1]


@pytest.mark.rule("AN-PBS-02")
def test_nobody_can_shoot():
    """Units without a weapon for it do not shoot; hand to hand follows at once."""
    played = acting("run", ("a-x", armed("maul", count=1), (10_000, 10_000)),
                    ("b-y", armed("maul", count=1), (17_000, 10_000), USED), pace="step")  # fmt: skip
    charge(played, 6000).then(ContactMade, H2HRoundBegun).without(PointBlankPartBegun).asks("h2h_roll")


@pytest.mark.rule("AN-PBS-08", "AN-PBS-11", "AN-CONS-05")
def test_broken_at_point_blank():
    """The defender loses 3 of 5 and breaks on 9: no hand to hand, and the survivor may consolidate."""
    many = ("b-y", plain(), (17_000, 10_000), {**USED, "pins": 1})
    dice = [4, 4, 4, 9, 9, 9, 9, 9, 9, 9, 8, 8, 8, 9]
    played = acting("run", FIVE, many, dice=dice, pace="step")
    charge(played, 6000).accepted()
    seen = until(played, "consolidate")
    tested = next(each for each in seen if isinstance(each, BreakTested))
    assert (tested.unit, tested.needed.total) == ("b-y", 6)
    assert not any(isinstance(each, H2HRoundBegun) for each in seen)
    played.last.then(UnitBroken, ConsolidationBegun, units=("a-x",))
    move = ConsolidateMove(unit="a-x", paths=straight(played, "a-x", 5000, 0))
    played.when("red", move).then(UnitMoved, AssaultEnded, ActionEnded)


@pytest.mark.rule("AN-PBS-08")
def test_breaks_after_each_part_by_option():
    """By the option breaks are settled after Stand and Shoot: a broken assaulter does not shoot."""
    pair = {"models": ("trooper",) * 2}
    played = acting(
        "run", ("a-x", plain(**pair), (10_000, 10_000)), ("b-y", plain(**pair), (17_000, 10_000)),
        dice=[7, 4, 9, 8, 9], options={"pbs_break_timing": "per_volley"}, pace="step",
    )  # fmt: skip
    charge(played, 6000).accepted()
    react(played, "stand_and_shoot").accepted()
    seen = until(played, "consolidate")
    assert [each.part for each in seen if isinstance(each, PointBlankPartBegun)] == ["stand_and_shoot"]
    assert any(isinstance(each, UnitBroken) for each in seen)
    answer(played).then(AssaultEnded)


# -- Hit and Run


@pytest.mark.rule("AN-PBS-09", "AN-PBS-10", "AN-PBS-11")
def test_hit_and_run():
    """Who has the rule may break off, through its opponent; the other may consolidate, and nobody fights."""
    rider = lone(type="mounted", move=10_000, flags=("can_assault", "hit_and_run"))
    played = acting("run", ("a-x", rider, (10_000, 10_000)), foe(), dice=[9, 9], pace="step")
    charge(played, 6000).accepted()
    until(played, "break_off")
    played.when("red", BreakOff(unit="a-x", paths=straight(played, "a-x", 1500, 0))).rejected(
        "AN-PBS-10", "ends-too-near"
    )
    away = BreakOff(unit="a-x", paths=straight(played, "a-x", 9000, 0))
    played.when("red", away).then(UnitBrokeOff, UnitMoved, ConsolidationBegun, units=("b-y",))
    played.last.asks("consolidate", "blue").without(H2HRoundBegun)
    answer(played).then(AssaultEnded)
    assert at(played, "a-x.1") == (25_000, 10_000)


@pytest.mark.rule("AN-PBS-09")
def test_both_have_hit_and_run():
    """The assaulter is asked first, then the target; where both decline they fight."""
    sheet: dict[str, Any] = {"flags": ("can_assault", "hit_and_run")}
    played = acting("run", ("a-x", lone(**sheet), (10_000, 10_000)), foe(**sheet), dice=[9, 9], pace="step")
    charge(played, 6000).accepted()
    until(played, "break_off")
    played.when("red", DeclineBreakOff(unit="b-y")).rejected("AN-PBS-09", "other-unit-asked")
    played.when("red", DeclineBreakOff(unit="a-x")).then(BreakOffDeclined).asks("break_off", "blue")
    played.when("blue", DeclineBreakOff(unit="b-y")).then(BreakOffDeclined, H2HRoundBegun).asks("h2h_roll")


@pytest.mark.rule("AN-REACT-29", "AN-CONS-02")
def test_nothing_else_opens_a_window():
    """Consolidation and breaking off are watched by a unit in Ambush, which is not asked."""
    watcher = ("b-w", lone(), (20_000, 25_000), AMBUSH)
    rider = lone(type="mounted", move=10_000, flags=("can_assault", "hit_and_run"))
    played = acting("run", ("a-x", rider, (10_000, 10_000)), foe(), watcher, dice=[9, 9], pace="step")
    charge(played, 6000).without(ReactionsAsked)
    until(played, "break_off")
    away = BreakOff(unit="a-x", paths=straight(played, "a-x", 9000, 0))
    played.when("red", away).without(ReactionsAsked)
    answer(played).without(ReactionsAsked)

"""AN-SHOOT-11 and AN-SHOOT-12: shots that are declared, and the stages that volleys go through."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.offers import Choice
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    BreakTested,
    DeclareShooting,
    DieRerolled,
    FiredGroup,
    HitsAllocated,
    HitsScored,
    ModelLost,
    PinsAdded,
    ReactionCarriedOut,
    ReactionsAsked,
    ReactionTested,
    RerollHits,
    RerollMisses,
    ResistRolled,
    RollAccuracy,
    ShootingDeclared,
    ShotsLost,
    UnitMoved,
)
from adjudicator.rulesets.antares.model.rows import Action, Assault
from adjudicator.rulesets.antares.model.subjects import VolleySubject
from adjudicator.rulesets.antares.rules.shooting import accuracy_modifiers, declarations, shot_plans
from tests.rulesets.antares.fixtures import (
    MISSES,
    USED,
    X,
    Y,
    change_unit,
    duel,
    gun_duel,
    stepwise_duel,
    table,
    target_place,
    with_order,
)
from tests.rulesets.antares.sheets import (
    INCH,
    armed_squad,
    box,
    firing_mode,
    gun,
    marker,
    model_kind,
    overhead_gun,
    plain_squad,
    special_rule,
    troopers,
    vehicle,
    weapon,
)
from tests.rulesets.antares.steps import (
    declared_shots,
    dice_count,
    events_of,
    fired,
    move_unit,
    one_event,
    play_on,
    put_model,
    question,
    react,
    roll_accuracy,
    shoot,
    shoot_command,
)


def one_weapon_each(*arms: str, **changes: Any) -> Any:
    """Make models with one weapon each."""
    kinds = tuple(model_kind(f"with_{arm}", weapons=(arm,)) for arm in dict.fromkeys(arms))
    return troopers(len(arms), kinds=kinds, models=tuple(f"with_{arm}" for arm in arms), **changes)


def face_to_face(faces=(), *, own=None, enemy=None, theirs=None, mine=None, gap=0, **rest):
    units = [
        ("a-x", own or plain_squad(), (X, Y), mine or {}),
        ("b-y", enemy or plain_squad(), (X + INCH + gap, Y), theirs or {}),
    ]
    return table(faces, units=units, pace="step", **rest)


STAGES = (
    "salvo_pins",
    "salvo_damage",
    "salvo_resist",
    "salvo_allocation",
    "salvo_hit_rerolls",
    "salvo_shift",
    "salvo_misses",
)


def given_declared_volley(played, kind, unit, target, groups):
    number = f"v{played.game.volley_count + 1}"
    played.given(ShootingDeclared(volley=number, unit=unit, target=target, kind=kind, groups=groups))
    played.set(stack=())
    for stage in STAGES:
        played.ask(stage, over=True)
    return played.ask("accuracy", "table", subject=VolleySubject(number), over=True)


def given_volley(played, kind, unit="a-x", target="b-y", *fired):
    """Let a unit have declared a volley of this kind, with its dice to be rolled."""
    ((_, groups),) = shot_plans.plan(played.game, unit, target, kind, fired).volleys
    return given_declared_volley(played, kind, unit, target, groups)


RUN = Action(unit="b-y", seat=1, order="run", kind="order")


def rolled_tally(played):
    return played.when("table", RollAccuracy()).one(AccuracyRolled).needed


def assault_row(**changes):
    return Assault(**{"unit": "a-x", "target": "b-y", "contact": True, "round": 1, **changes})


def offers_for(played, unit="a-x"):
    return declarations.offers_of(played.game, unit)


def choice_values(domain):
    assert isinstance(domain.values, Choice)
    return domain.values.values


@pytest.mark.rule("AN-SHOOT-01")
def test_a_unit_that_does_not_act_has_no_shot():
    """A unit that does not act has no shot."""
    played = table(units=[("a-x", plain_squad(), (X, Y)), ("b-y", plain_squad(), (X + 9 * INCH, Y))])
    assert declarations.offers_of(played.game, "a-x") == []
    assert declarations.offers_of(with_order(change_unit(played, "a-x", pins=0), "a-x").game, "a-x") != []
    assert roll_accuracy(stepwise_duel(MISSES)).one(AccuracyRolled).group == 0


@pytest.mark.rule("AN-SHOOT-11")
def test_every_model_throws_as_many_dice_as_its_weapon_has_shots():
    """Four rifles of one shot and a support weapon of three throw 7 dice."""
    support = gun(0, "support", kind="light_support", modes=(firing_mode("burst", 3),))
    played = gun_duel(
        [9] * 7, own=one_weapon_each("gun", "gun", "gun", "gun", "support"), enemy=troopers(5), weapons=[support]
    )
    assert dice_count(roll_accuracy(played)) == 7


@pytest.mark.rule("AN-SHOOT-11")
@pytest.mark.parametrize("splits", [False, True])
@pytest.mark.ruling("AN-SHOOT-11.2")
def test_fire_is_not_split_but_by_units_whose_data_say_so(splits):
    """Two enemy units as targets are refused, but for a unit that may split."""
    flags = ("may_split_targets", "all_weapons") if splits else ("all_weapons",)
    other = ("b-z", troopers(1), (X, Y + 20 * INCH), USED)
    second = gun(0, "second")
    played = gun_duel(own=one_weapon_each("gun", "second", flags=flags), more=[other], weapons=[second])
    arms = (fired("gun"), replace(fired("second"), target="b-z"))
    if splits:
        assert len(events_of(shoot(played, *arms).accepted().events, ShootingDeclared)) == 2
    else:
        shoot(played, *arms).rejected("AN-SHOOT-11", "split-fire")


@pytest.mark.rule("AN-SHOOT-11")
def test_the_target_is_an_enemy():
    """A unit of the own side is no target."""
    played = gun_duel(more=[("a-z", troopers(1), (X, Y + 10 * INCH), USED)])
    shoot(played, target="a-z").rejected("AN-SHOOT-11", "own-side")


@pytest.mark.rule("AN-SHOOT-11")
@pytest.mark.ruling("AN-SHOOT-11.3")
def test_overhead_weapons_of_a_mixed_unit_shoot_first():
    """A gun and an overhead weapon: the overhead dice come first, though its bearer has the later number."""
    played = gun_duel([4, 9], own=one_weapon_each("gun", "lobber"), weapons=[overhead_gun()])
    outcome = roll_accuracy(played, fired("gun"), fired("lobber", aim=target_place()))
    declared = [
        played.game.volleys["v1"].groups[event.group].weapon for event in events_of(outcome.events, AccuracyRolled)
    ]
    assert declared == ["lobber", "gun"]
    assert [event.dice[0].face for event in events_of(outcome.events, AccuracyRolled)] == [4, 9]


@pytest.mark.rule("AN-SHOOT-11")
def test_a_shooting_unit_names_its_target():
    """A unit names its target."""
    stepwise_duel().when("red", DeclareShooting(unit="a-x", target="", weapons=())).rejected("AN-SHOOT-11", "no-target")


@pytest.mark.rule("AN-SHOOT-11")
def test_all_dice_of_a_volley_are_declared_together():
    """Four rifles and a support weapon throw seven dice."""
    arm = weapon("support", kind="light_support", modes=(firing_mode("burst", 3),))
    own = plain_squad(
        kinds=(model_kind(), model_kind("gunner", weapons=("support",))), models=("trooper",) * 4 + ("gunner",)
    )
    event = declared_shots(stepwise_duel(own=own, weapons=[arm]))
    assert [(group.weapon, group.dice) for group in event.groups] == [("carbine", 4), ("support", 3)]


@pytest.mark.rule("AN-SHOOT-11")
def test_fire_is_not_split_without_the_flag():
    """A unit shoots at one target, unless its data lets it split its fire."""
    played = stepwise_duel(more=[("b-z", plain_squad(), (X + 20 * INCH, Y), USED)])
    split = (fired("carbine", "a-x.1"), fired("carbine", "a-x.2", target="b-z"))
    played.when("red", shoot_command(*split)).rejected("AN-SHOOT-11", "split-fire", "weapons[1].target")


@pytest.mark.rule("AN-SHOOT-11")
def test_split_fire_makes_a_volley_for_each_target():
    """A unit that may split its targets makes a volley for each of them."""
    played = stepwise_duel(
        own=vehicle(flags=("may_split_targets", "all_weapons")),
        more=[("b-z", plain_squad(), (X + 20 * INCH, Y + 9 * INCH), USED)],
    )
    outcome = played.when("red", shoot_command(fired("cannon"), fired("light_gun", target="b-z")))
    found = [(event.volley, event.target) for event in outcome.events if isinstance(event, ShootingDeclared)]
    assert found == [("v1", "b-y"), ("v2", "b-z")]


@pytest.mark.rule("AN-SHOOT-11", "AN-ACC-18", "AN-OH-01", "AN-OH-07")
@pytest.mark.parametrize(
    ("weapon", "clause", "reason"),
    [
        (fired("mortar"), "AN-SHOOT-11", "no-such-weapon"),
        (fired(mode="burst"), "AN-ACC-18", "no-such-mode"),
        (fired(aim=(X, Y)), "AN-OH-01", "aim-for-direct"),
        (fired(blind=True), "AN-OH-07", "blind-direct"),
        (fired("carbine", "b-y.1"), "AN-SHOOT-11", "model-without-weapon"),
        (fired("carbine", "a-x.1", "a-x.1"), "AN-SHOOT-11", "model-fires-twice"),
        (fired("maul"), "AN-SHOOT-11", "no-such-weapon"),
    ],
)
def test_a_weapon_named_wrongly_is_refused_with_its_place(weapon, clause, reason):
    """A weapon that the unit can not fire as it is named is refused with its place."""
    stepwise_duel().when("red", shoot_command(weapon)).rejected(clause, reason)


@pytest.mark.rule("AN-SHOOT-11", "AN-SHOOT-02")
@pytest.mark.parametrize(
    ("target", "clause", "reason"), [("a-z", "AN-SHOOT-11", "own-side"), ("b-z", "AN-SHOOT-02", "target-gone")]
)
def test_a_target_is_an_enemy_unit_on_the_table(target, clause, reason):
    """A target is an enemy unit, and one with a model that could be in range and in sight."""
    gone = ("b-z", plain_squad(), None, {**USED, "place": "destroyed"})
    played = stepwise_duel(more=[("a-z", plain_squad(), (X, Y + 12 * INCH)), gone])
    played.when("red", shoot_command(target=target)).rejected(clause, reason)


@pytest.mark.rule("AN-SHOOT-11")
def test_a_model_fires_its_first_weapon_or_all_by_its_flag():
    """A model fires its first weapon that may be fired, one of a unit with all_weapons each of them."""
    for gap, arm in ((12 * INCH, "carbine"), (4 * INCH, "pistol")):
        event = declared_shots(stepwise_duel(gap=gap, own=armed_squad("pistol", "carbine")))
        assert [group.weapon for group in event.groups] == [arm]
    several = armed_squad("pistol", "carbine", flags=("all_weapons",))
    assert [group.weapon for group in declared_shots(stepwise_duel(gap=4 * INCH, own=several)).groups] == [
        "pistol",
        "carbine",
    ]


@pytest.mark.rule("AN-SHOOT-11")
def test_a_weapon_without_named_models_is_fired_by_the_rest():
    """Weapons without models are fired by all who fire no other."""
    own = armed_squad("pistol", "carbine")
    event = declared_shots(stepwise_duel(gap=4 * INCH, own=own), fired("carbine"), fired("pistol", "a-x.2", "a-x.3"))
    found = {group.weapon: group.models for group in event.groups}
    assert found == {"carbine": ("a-x.1", "a-x.4", "a-x.5"), "pistol": ("a-x.2", "a-x.3")}


@pytest.mark.rule("AN-SHOOT-12")
@pytest.mark.ruling("AN-SHOOT-12.2")
def test_shots_at_a_target_that_dashed_out_of_sight_are_lost():
    """The recheck after a dash behind a bunker finds no line of sight: no die is thrown, no other target taken."""
    bunker = box("w1", X + 15 * INCH, Y + 4 * INCH, 200, 20 * INCH, los="blocking")
    played = gun_duel([5], 22 * INCH, theirs={}, terrain=[bunker], pace="auto", own=troopers(1, "gun"))
    shoot(played).accepted()
    react(played, "dash_to_cover").then(ReactionTested, passed=True)
    outcome = move_unit(played, 0, 10 * INCH, unit="b-y", who="blue").then(
        UnitMoved, ReactionCarriedOut, ShotsLost, reason="sight"
    )
    outcome.without(AccuracyRolled, HitsScored, ShootingDeclared)
    assert question(played) not in ("accuracy", "action")


@pytest.mark.rule("AN-SHOOT-12")
@pytest.mark.ruling("AN-SHOOT-12.2")
def test_a_shot_is_resolved_in_its_order():
    """Accuracy, misses again, hits again, allocation, resist, losses, pins, break test come in this order."""
    enemy = troopers(3, resist=5, rules=(special_rule("break_test_on_casualty"),))
    own = troopers(2, "gun", devices=("spotter",))
    played = duel(own, enemy, [3, 9, 4, 3, 3, 9, 9, 1], theirs={"order": "down"})
    shoot(played).accepted()
    again = RerollMisses(volley="v1", source="spotter", dice=(2,))
    played.when("red", again).accepted()
    events = play_on(played)
    order = [DieRerolled, HitsScored, HitsAllocated, ResistRolled, ModelLost, PinsAdded, BreakTested]
    met = [sort for sort in map(type, events) if sort in order]
    assert list(dict.fromkeys(met)) == order
    assert [event.reason for event in events_of(events, DieRerolled)] == ["spotter", "down", "down"]
    assert one_event(events, BreakTested).unit == "b-y"


@pytest.mark.rule("AN-SHOOT-12")
def test_reactions_come_before_the_dice():
    """The shot is declared and the reaction asked; the dice are thrown when it is carried out."""
    played = gun_duel([3, 9], theirs={}, pace="auto")
    shoot(played).then(ShootingDeclared).without(AccuracyRolled)
    assert question(played) == "reaction"
    react(played, "go_down").then(ReactionTested, AccuracyRolled, DieRerolled, reason="down")


@pytest.mark.rule("AN-SHOOT-12")
def test_every_volley_is_rolled_before_any_is_scored():
    """All volleys under way go through one stage before the next begins."""
    played = face_to_face((2, 9, 9, 9, 9, 3, 9, 9, 9, 9), gap=8 * INCH)
    given_volley(played, "firefight")
    given_volley(played, "firefight", "b-y", "a-x")
    played.set(stack=())
    for stage in (*STAGES, "salvo_accuracy"):
        played.ask(stage, over=True)
    played.ask("accuracy", "table", subject=VolleySubject("v1"), over=True)
    played.when("table", RollAccuracy()).without(HitsScored).asks("accuracy", "table")
    outcome = played.when("table", RollAccuracy())
    assert [(event.volley, event.unit) for event in outcome.events if isinstance(event, HitsScored)] == [
        ("v1", "b-y"),
        ("v2", "a-x"),
    ]


@pytest.mark.rule("AN-SHOOT-12")
def test_shots_that_have_become_impossible_are_lost_without_dice():
    """Who is out of sight or range when the dice are due loses the shots, and no dice are thrown."""
    played = stepwise_duel()
    played.when("red", shoot_command()).asks("accuracy")
    for number in range(1, 6):
        put_model(played, f"b-y.{number}", X + 60 * INCH, Y + 1_500 * number)
    outcome = played.when("table", RollAccuracy()).then(ShotsLost, reason="range", group=0).without(AccuracyRolled)
    assert outcome.one(ShotsLost).models == tuple(f"a-x.{number}" for number in range(1, 6))
    assert not outcome.rolls


@pytest.mark.rule("AN-SHOOT-12")
def test_models_that_still_can_shoot_do():
    """Those who still can shoot do."""
    played = stepwise_duel((9, 9, 9))
    played.when("red", shoot_command()).accepted()
    for number in (1, 2):
        put_model(played, f"a-x.{number}", X - 45 * INCH, Y)
    outcome = played.when("table", RollAccuracy())
    assert outcome.one(ShotsLost).models == ("a-x.1", "a-x.2")
    assert len(outcome.one(AccuracyRolled).dice) == 3


@pytest.mark.rule("AN-SHOOT-12")
@pytest.mark.parametrize("order", ["fire", "advance"])
def test_reactions_are_asked_before_the_dice_on_fire_and_advance(order):
    """The other side is asked for reactions before anything is rolled."""
    played = stepwise_duel(theirs={}, order=order)
    played.when("red", shoot_command()).then(ShootingDeclared, ReactionsAsked, trigger=order).asks("reaction", "blue")


@pytest.mark.rule("AN-REROLL-07")
@pytest.mark.parametrize(
    ("kind", "protected"),
    [("point_blank", True), ("stand_and_shoot", True), ("ambush_fire", True), ("firefight", False)],
)
def test_hits_on_a_sprinting_unit_are_thrown_again_at_point_blank_and_from_ambush(kind, protected):
    """Hits on a sprinting unit are thrown again at point blank and from Ambush."""
    played = face_to_face((2, 3, 9, 9, 9), theirs={"order": "run", "sprinting": True}, gap=5 * INCH)
    played.set(actions=(RUN,))
    outcome = given_volley(played, kind).when("table", RollAccuracy())
    assert (played.window.kind == "hit_reroll") is protected
    if protected:
        played.faces(9, 9)
        played.when("table", RerollHits()).cites("AN-REROLL-07").without(HitsScored)
    else:
        outcome.then(HitsScored)


@pytest.mark.rule("AN-REROLL-10")
def test_a_fast_sprinter_has_each_hit_thrown_again_once():
    """A Fast unit on Run that sprints past an ambusher has each hit thrown again once."""
    played = face_to_face(
        (2, 3, 4, 9, 9, 2, 3, 9),
        enemy=plain_squad(flags=("fast",)),
        gap=5 * INCH,
        theirs={"order": "run", "sprinting": True},
    )
    played.set(actions=(RUN,))
    given_volley(played, "ambush_fire").when("table", RollAccuracy()).asks("hit_reroll")
    assert len(played.when("table", RerollHits()).one(HitsScored).hits) == 2


@pytest.mark.rule("AN-PBS-01")
@pytest.mark.parametrize(
    ("kind", "options", "total"),
    [
        ("point_blank", {}, 4),
        ("stand_and_shoot", {}, 4),
        ("stand_and_shoot", {"stand_and_shoot_aimed": True}, 5),
        ("point_blank", {"stand_and_shoot_aimed": True}, 4),
    ],
)
def test_point_blank_counts_as_advance_and_ignores_the_aimed_bonus(kind, options, total):
    """Acc 5 with a pin needs a 4 at contact; Stand and Shoot is aimed by the option alone."""
    assert rolled_tally(given_volley(face_to_face((9,) * 5, mine={"pins": 1}, options=options), kind)).total == total


@pytest.mark.rule("AN-PBS-03")
def test_terrain_and_range_do_not_matter_at_point_blank():
    """Neither terrain nor range matters at point blank; fields, sizes and Blurs do."""
    wood = box("t1", X + 400, 0, 200, 40 * INCH)
    played = face_to_face(
        (2, *(9,) * 5),
        own=armed_squad("carbine"),
        enemy=plain_squad(size="large"),
        terrain=[wood],
        markers=[marker("m1", "blur", 1, unit="b-y")],
    )
    found = rolled_tally(given_volley(played, "point_blank"))
    assert found.clauses() == ("AN-ACC-01", "AN-ACC-04", "AN-ACC-26")
    assert found.total == 4


@pytest.mark.rule("AN-PBS-07")
def test_point_blank_hits_on_down_infantry_are_thrown_again():
    """Hits at point blank on Down infantry are thrown again."""
    played = given_volley(face_to_face((2, 3, 4, 5, 9, 9, 3, 9, 9), theirs={"order": "down"}), "point_blank")
    played.when("table", RollAccuracy()).asks("hit_reroll", "table")
    outcome = played.when("table", RerollHits()).cites("AN-REROLL-06", "AN-PBS-07")
    assert len(outcome.one(HitsScored).hits) == 1


@pytest.mark.rule("AN-H2H-03")
@pytest.mark.parametrize(
    ("changes", "own", "enemy"),
    [
        ({}, 6, 5),
        ({"countercharge": True}, 6, 6),
        ({"round": 2, "first_winner": "b-y"}, 5, 6),
        ({"round": 2, "first_winner": "a-x"}, 6, 5),
        ({"round": 2}, 5, 5),
    ],
)
def test_a_blow_needs_str_and_the_bonus_of_its_round(changes, own, enemy):
    """Str, and 1 for whoever assaults in round one or has won it in the follow-on; pins do not matter."""
    played = face_to_face(mine={"pins": 3}).set(assault=assault_row(**changes))
    for unit, target, total in (("a-x", "b-y", own), ("b-y", "a-x", enemy)):
        blows = FiredGroup(
            weapon="",
            mode="trooper",
            models=tuple(f"{unit}.{number}" for number in range(1, 6)),
            dice=5,
            overhead=False,
            blind=False,
            aim=None,
            heavy=False,
        )
        given_declared_volley(played, "hand_to_hand", unit, target, (blows,))
        row = list(played.game.volleys.values())[-1]
        assert [item.total for item in accuracy_modifiers.numbers(played.game, row)] == [total]


@pytest.mark.rule("AN-REACT-24")
@pytest.mark.parametrize(
    ("arm", "total", "result"), [("carbine", 6, "miss"), ("cannon", 5, "miss"), ("launcher", 4, "shift")]
)
def test_ambush_fire_is_aimed_and_lets_heavy_and_overhead_weapons_shoot(arm, total, result):
    """Ambush Fire is aimed, lets heavy weapons shoot, and shifts overhead misses."""
    played = given_volley(face_to_face((9, 9), own=armed_squad(arm, count=2), gap=8 * INCH), "ambush_fire")
    event = played.when("table", RollAccuracy()).one(AccuracyRolled)
    assert (event.needed.total, event.dice[0].result) == (total, result)


@pytest.mark.rule("AN-DMG-14")
def test_a_disabled_weapon_is_not_fired():
    """A weapon that is disabled is not fired any more."""
    played = stepwise_duel(own=vehicle(), mine={"disabled_weapons": ("cannon",)})
    played.when("red", shoot_command(fired("cannon"))).rejected("AN-DMG-14", "weapon-disabled")
    assert [group.weapon for group in declared_shots(played).groups] == ["light_gun"]


def test_only_targets_in_sight_and_range_are_offered():
    """Enemies out of sight or range are not offered, and every offer is accepted."""
    far, hidden = (
        ("b-z", plain_squad(), (X + 70 * INCH, Y), USED),
        ("b-h", plain_squad(), (X + 11 * INCH, Y + 30 * INCH), USED),
    )
    hide = box("t1", X - 10 * INCH, Y + 20 * INCH, 60 * INCH, INCH, los="blocking")
    played = stepwise_duel(
        gap=12 * INCH, more=[far, hidden], terrain=[hide], own=armed_squad("pistol", "carbine"), size=(100_000, 48_000)
    )
    assert {choice_value for offer in offers_for(played) for choice_value in choice_values(offer.fields[1])} == {"b-y"}
    assert len(offers_for(played)) == 2


def test_every_offered_weapon_and_mode_is_accepted():
    """Every weapon that is offered, in each of its modes, is accepted."""
    offers_made = offers_for(stepwise_duel(own=armed_squad("pistol", "carbine", "netter"), gap=7 * INCH))
    single = [part.values for offer in offers_made for part in offer.fields[2:] if part.values.most == 1]
    named = [
        (choice_values(one.values.parts[0])[0], name)
        for rows in single
        for one in rows.of
        for name in choice_values(one.values.parts[1])
    ]
    assert {row for row, _ in named} == {"pistol", "carbine", "netter"}
    for arm, name in named:
        stepwise_duel(own=armed_squad("pistol", "carbine", "netter"), gap=7 * INCH).when(
            "red", shoot_command(fired(arm, mode=name))
        ).accepted()


@pytest.mark.rule("AN-SHOOT-11", "AN-OH-07")
def test_a_target_that_no_weapon_fires_at_is_refused():
    """A target beside weapons that all have their own is named in vain and refused; without it they fire."""
    played = stepwise_duel(
        own=vehicle(flags=("may_split_targets",)), more=[("b-z", plain_squad(), (X + 20 * INCH, Y + 9 * INCH), USED)]
    )
    weapons = (fired("light_gun", target="b-z"),)
    for target, clause, reason in (("b-y", "AN-SHOOT-11", "target-not-fired-at"), ("zz", "", "unknown-id")):
        command = DeclareShooting(unit="a-x", target=target, weapons=weapons)
        played.when("red", command).rejected(clause, reason, "target")
    played.when("red", DeclareShooting(unit="a-x", target="", weapons=weapons)).then(ShootingDeclared, target="b-z")

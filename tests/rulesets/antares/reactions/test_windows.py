"""AN-REACT-27 to AN-REACT-31, -36 and -37: when sides are asked, and for what."""

from __future__ import annotations

import pytest

from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    BreakOff,
    DeclareReaction,
    DeclareShooting,
    FiredWeapon,
    ModelLost,
    ReactionDeclared,
    ReactionDeclined,
    ReactionsAsked,
    ReactionStarted,
    RollReactionTest,
    ShootingDeclared,
)
from adjudicator.rulesets.antares.rules.shooting import declarations
from tests.rulesets.antares.fixtures import (
    AMBUSH,
    RED_TROOPER,
    USED,
    X,
    Y,
    acting,
    ambusher,
    blue_trooper,
    duel,
    moving_past,
    stepwise_duel,
    stop_after_action,
    two_sides,
    with_drawn_die,
)
from tests.rulesets.antares.reactions.fixtures import ARMED, NEAR_TARGET, fired_at, watched_mover
from tests.rulesets.antares.sheets import (
    INCH,
    armed_squad,
    box,
    gun,
    lone_trooper,
    overhead_effect,
    plain_squad,
    troopers,
    vehicle,
    weapon,
)
from tests.rulesets.antares.steps import (
    answer_by_default,
    charge,
    decline,
    events_of,
    give_order,
    move_unit,
    open_reactions,
    place_of,
    play_on,
    play_until,
    question,
    react,
    shoot,
    shoot_command,
    straight_paths,
    unit_row,
)


@pytest.mark.rule("AN-REACT-27")
@pytest.mark.ruling("AN-REACT-27.2")
def test_reactions_do_not_trigger_reactions():
    """The acting unit, shot at by a Firefight with a die to use, is not asked and may not go Down."""
    played = duel(troopers(1, "gun", order_dice=2), ARMED, [1, 9, 9], theirs={}, mine={"unused_dice": 2})
    shoot(played)
    events = react(played, "firefight").accepted().events
    assert question(played) != "reaction"
    down = DeclareReaction(unit="a-x", reaction="go_down", sprint=False, point=0, free=False)
    played.when("red", down).rejected("AN-REACT-34", "not-asked")
    assert not events_of([*events, *play_on(played)], ReactionsAsked)


@pytest.mark.rule("AN-REACT-27")
@pytest.mark.ruling("AN-REACT-27.2")
def test_a_unit_reacts_once_to_an_action():
    """A unit of two dice that has fired from Ambush at an advance is not asked when it is shot at."""
    played = duel(ARMED, troopers(1, "gun", order_dice=2), [9, 9], order="advance", theirs={**AMBUSH, "unused_dice": 1})
    move_unit(played, 0, 4 * INCH)
    react(played, "ambush_fire", point=INCH)
    play_on(played, "action")
    shoot(played).without(ReactionsAsked)
    play_on(played)


@pytest.mark.rule("AN-REACT-27")
def test_a_firefight_opens_no_window():
    """A Firefight opens no window for the unit that it shoots at."""
    played = fired_at(("a-w", lone_trooper(), (10_000, 14_000), AMBUSH), dice=[3, 9, 9])
    react(played, "firefight").accepted()
    shoot(played, target="a-x", unit="b-y", who="blue").without(ReactionsAsked).then(AccuracyRolled, AccuracyRolled)


@pytest.mark.rule("AN-REACT-28")
def test_only_the_target_reacts_to_shots():
    """A neighbour of the target is not listed and is refused."""
    neighbour = ("b-z", ARMED, (X + 11 * INCH, Y + 3 * INCH))
    played = duel(ARMED, ARMED, theirs={}, more=[neighbour])
    shoot(played)
    assert set(open_reactions(played)) == {"b-y"}
    react(played, "firefight", "b-z").rejected("AN-REACT-28", "not-the-target")


@pytest.mark.rule("AN-REACT-28")
def test_a_reaction_whose_target_is_gone_is_spent():
    """Where the mover is destroyed by the first ambusher the second reacts to nobody and its die stays Fire."""
    second = ("b-w", ARMED, (X + 3 * INCH, Y + 13 * INCH), AMBUSH)
    played = watched_mover([3, 9], more=[second])
    move_unit(played, 8 * INCH)
    react(played, "ambush_fire", "b-z", point=INCH)
    react(played, "ambush_fire", "b-w", point=4 * INCH)
    events = play_on(played)
    assert len(events_of(events, ModelLost)) == 1
    assert [event.unit for event in events_of(events, ReactionStarted)] == ["b-z"]
    assert unit_row(played, "b-w").order == "fire"


@pytest.mark.rule("AN-REACT-29")
@pytest.mark.ruling("AN-REACT-29.2")
def test_the_other_side_alone_is_asked_about_listed_units():
    """Fire at unordered X from 18 inches: X is listed with Go Down and Firefight, an ambusher beside it is not."""
    beside = ("b-z", ARMED, (X + 19 * INCH, Y + 3 * INCH), AMBUSH)
    played = duel(ARMED, ARMED, gap=18 * INCH, theirs={}, more=[beside])
    shoot(played).asks("reaction", "blue")
    assert {unit: set(kinds_open) for unit, kinds_open in open_reactions(played).items()} == {
        "b-y": {"go_down", "firefight"}
    }
    assert played.game.actions[-1].unit == "a-x"


@pytest.mark.rule("AN-REACT-29")
def test_no_window_opens_where_nobody_can_react():
    """A target on Rally without an unused die is not asked, and the shots are thrown at once."""
    played = duel(ARMED, ARMED, [9], theirs={"order": "rally"})
    shoot(played).then(AccuracyRolled).without(ReactionsAsked)


@pytest.mark.rule("AN-REACT-29")
@pytest.mark.ruling("AN-REACT-29.3")
def test_blind_fire_opens_no_window_and_overhead_fire_asks_its_target():
    """Blind fire names no target and asks nobody; overhead fire asks the unit that it names."""
    tube = weapon(
        "tube", kind="overhead", minimum=0, modes=weapon().modes[:1], properties=("blast",), overhead=overhead_effect()
    )
    rock = box("r", X + 5 * INCH, 0, INCH, 40 * INCH, los="blocking", movement="impassable")
    for blind, terrain, dice in ((True, [rock], [6]), (False, [], [])):
        played = duel(troopers(1, "tube"), troopers(1), dice, weapons=[tube], terrain=terrain, theirs={})
        aim = Spot(x=X + 11 * INCH, y=Y)
        arm = FiredWeapon(weapon="tube", mode="", models=(), aim=aim, blind=blind, target="")
        played.when("red", DeclareShooting(unit="a-x", target="" if blind else "b-y", weapons=(arm,))).accepted()
        assert (question(played) == "reaction") is not blind


@pytest.mark.rule("AN-REACT-29", "AN-CONS-02")
def test_consolidation_and_breaking_off_open_no_reaction_window():
    """Consolidation and breaking off are watched by a unit in Ambush, which is not asked."""
    watcher = ("b-w", lone_trooper(), (20_000, 25_000), AMBUSH)
    rider = lone_trooper(unit_type="mounted", movement=10_000, flags=("can_assault", "hit_and_run"))
    played = acting("run", ("a-x", rider, (10_000, 10_000)), blue_trooper(), watcher, dice=[9, 9], pace="step")
    charge(played, 6000).without(ReactionsAsked)
    play_until(played, "break_off")
    away = BreakOff(unit="a-x", paths=straight_paths(played, "a-x", 9000, 0))
    played.when("red", away).without(ReactionsAsked)
    answer_by_default(played).without(ReactionsAsked)


@pytest.mark.rule("AN-REACT-29", "AN-REACT-30", "AN-REACT-28")
def test_the_target_of_fire_is_asked_and_its_neighbour_is_not():
    """Fire at an unordered unit 18 inches off asks it for Go Down and Firefight, and not its neighbour in Ambush."""
    played = acting("fire", RED_TROOPER, NEAR_TARGET, ("b-z", lone_trooper(), (29_000, 14_000), AMBUSH))
    shoot(played).then(ReactionsAsked, trigger="fire", unit="a-x").asks("reaction", "blue")
    assert open_reactions(played) == {"b-y": ("go_down", "firefight")}
    react(played, "firefight", "b-z").rejected("AN-REACT-28", "not-the-target")
    shoot(played).rejected("AN-REACT-31", "not-asked")


@pytest.mark.rule("AN-REACT-30")
@pytest.mark.ruling("AN-REACT-30.2")
def test_an_advance_opens_two_windows():
    """An Advance past an ambusher asks it for Ambush Fire; shooting at unordered X then asks X to go Down."""
    played = moving_past([9], ambusher(), ("b-y", ARMED, (X + 11 * INCH, Y)), order="advance", own=ARMED)
    move_unit(played, 0, 2 * INCH).asks("reaction", "blue")
    assert open_reactions(played) == {"b-z": ("ambush_fire",)}
    decline(played)
    play_on(played, "action")
    shoot(played).asks("reaction", "blue")
    assert open_reactions(played) == {"b-y": ("go_down",)}
    decline(played)
    play_on(played)


@pytest.mark.rule("AN-REACT-30")
@pytest.mark.parametrize(
    ("gap", "wanted"), [(18 * INCH, {"go_down", "firefight"}), (25 * INCH, {"go_down", "dash_to_cover"})]
)
@pytest.mark.ruling("AN-REACT-30.2")
def test_fire_asks_its_target_once(gap, wanted):
    """Fire asks for Go Down and a Firefight within 20 inches, or for a dash beyond."""
    played = duel(ARMED, ARMED, [9], gap, theirs={})
    shoot(played)
    assert set(open_reactions(played)["b-y"]) == wanted
    decline(played)
    assert not events_of(play_on(played), ReactionsAsked)


@pytest.mark.rule("AN-REACT-30")
@pytest.mark.parametrize("how", ["run", "sprint", "retained"])
@pytest.mark.ruling("AN-REACT-30.2")
def test_runs_of_all_sorts_open_a_window(how):
    """A Run, a sprint and a retained Run ask for Ambush Fire when the path is declared."""
    played = moving_past([1] if how == "sprint" else [], retained=how == "retained")
    move_unit(played, 8 * INCH, sprint=how == "sprint").asks("reaction", "blue")
    assert place_of(played, "a-x.1") == (X, Y)
    assert open_reactions(played) == {"b-z": ("ambush_fire",)}
    decline(played)
    play_on(played)


@pytest.mark.rule("AN-REACT-30")
@pytest.mark.ruling("AN-REACT-30.2")
def test_an_assault_asks_the_target_and_all_ambushers():
    """An assault from 14 inches asks its target for three reactions and any ambusher for Ambush Fire."""
    played = duel(troopers(1), ARMED, gap=14 * INCH, order="run", theirs={}, more=[ambusher()])
    charge(played, 14 * INCH, sprint=True).asks("reaction", "blue")
    found = {unit: set(kinds_open) for unit, kinds_open in open_reactions(played).items()}
    assert found == {"b-y": {"stand_and_shoot", "escape", "countercharge"}, "b-z": {"ambush_fire"}}


@pytest.mark.rule("AN-REACT-30")
@pytest.mark.ruling("AN-REACT-30.3")
def test_a_target_in_ambush_picks_one_of_four():
    """A target of an assault that is in Ambush itself has all four open."""
    played = duel(troopers(1), ARMED, gap=14 * INCH, order="run", theirs=AMBUSH)
    charge(played, 14 * INCH, sprint=True)
    assert set(open_reactions(played)["b-y"]) == {"stand_and_shoot", "escape", "countercharge", "ambush_fire"}


@pytest.mark.rule("AN-REACT-30")
@pytest.mark.parametrize("order", ["rally", "ambush", "down"])
def test_orders_without_a_move_or_a_shot_open_no_window(order):
    """A unit that rallies, waits or goes Down before an enemy in Ambush sets no reaction off; one that runs does."""
    watch = ("b-w", troopers(1, "gun"), (20_000, 10_000), {**AMBUSH, "unused_dice": 0})
    played = stop_after_action(with_drawn_die(two_sides([], None, USED, more=[watch])))
    give_order(played, order).then(ActionEnded).without(ReactionsAsked)
    assert question(played) == ""
    played = stop_after_action(with_drawn_die(two_sides([], None, USED, more=[watch])))
    give_order(played, "run").asks("action", "red")
    move_unit(played, 0, 2 * INCH).then(ReactionsAsked, trigger="move").asks("reaction", "blue")


@pytest.mark.rule("AN-REACT-31")
def test_each_listed_unit_answers_once():
    """Of three units the first declares, the second declines and the side passes: the third does not react."""
    played = moving_past([9], *(ambusher(f"b-{name}", dx * INCH) for dx, name in enumerate(("t", "u", "v"), 1)))
    move_unit(played, 8 * INCH)
    react(played, "ambush_fire", "b-t", point=INCH).asks("reaction", "blue")
    react(played, "ambush_fire", "b-t", point=2 * INCH).rejected("AN-REACT-31", "declared-already")
    decline(played, "b-u").asks("reaction", "blue")
    react(played, "ambush_fire", "b-u", point=2 * INCH).rejected("AN-REACT-31", "declined-already")
    decline(played)
    assert question(played) != "reaction"
    play_on(played)
    assert [unit_row(played, f"b-{name}").order for name in "tuv"] == ["fire", "ambush", "ambush"]


@pytest.mark.rule("AN-REACT-31")
def test_the_side_answers_in_the_order_it_likes():
    """The last listed unit may declare first."""
    played = moving_past([9, 9], ambusher("b-u"), ambusher("b-v", 2 * INCH))
    move_unit(played, 8 * INCH)
    react(played, "ambush_fire", "b-v", point=INCH).accepted()
    react(played, "ambush_fire", "b-u", point=INCH).accepted()
    started = [event.unit for event in events_of(play_on(played), ReactionStarted)]
    assert started == ["b-v", "b-u"]


@pytest.mark.rule("AN-REACT-31", "AN-REACT-05")
def test_what_is_declared_or_declined_stands():
    """A unit answers once: what it declared or declined stands, and the window closes with the last answer."""
    units = [(f"b-{row}", lone_trooper(), (20_000, 14_000 + 3000 * n), AMBUSH) for n, row in enumerate("pqr")]
    played = acting("run", RED_TROOPER, *units, dice=[9])
    move_unit(played, 10_000).asks("reaction", "blue")
    assert open_reactions(played) == {f"b-{row}": ("ambush_fire",) for row in "pqr"}
    react(played, "ambush_fire", "b-p", point=5000).exactly(
        ReactionDeclared(unit="b-p", reaction="ambush_fire", sprint=False, point=5000, free=False)
    ).asks("reaction", "blue")
    react(played, "ambush_fire", "b-p", point=2000).rejected("AN-REACT-31", "declared-already")
    decline(played, "b-q").exactly(ReactionDeclined(units=("b-q",))).asks("reaction", "blue")
    react(played, "ambush_fire", "b-q").rejected("AN-REACT-31", "declined-already")
    decline(played, "b-p").rejected("AN-REACT-31", "answered-already")
    decline(played, "a-x").rejected("AN-REACT-29", "not-listed")
    decline(played).then(ReactionDeclined, units=("b-r",)).asks("reaction_shot", "blue")
    shoot(played, target="a-x", unit="b-p", who="blue").then(ShootingDeclared, ActionEnded)


@pytest.mark.rule("AN-REACT-31")
def test_silence_passes_for_every_listed_unit():
    """The window offers what is open to each unit, and silence passes for all."""
    played = fired_at(dice=[9])
    found = [(offer.command, {d.field: d.values for d in offer.fields}) for offer in played.offers("blue")]
    names = [fields["reaction"].values for name, fields in found if name == "DeclareReaction"]
    assert names == [("go_down",), ("firefight",)]
    answer_by_default(played).then(ReactionDeclined)


@pytest.mark.rule("AN-REACT-36")
@pytest.mark.parametrize("fires", [False, True])
def test_a_unit_that_declared_is_not_listed_again(fires):
    """An ambusher that declined is listed with Go Down when it is shot at; one that fired is not."""
    played = duel(ARMED, ARMED, [9, 9] if fires else [9], order="advance", theirs=AMBUSH)
    move_unit(played, 0, 2 * INCH)
    if fires:
        react(played, "ambush_fire", point=INCH)
    else:
        decline(played)
    play_on(played, "action")
    shoot(played)
    assert open_reactions(played) == ({} if fires else {"b-y": ("go_down",)})
    if not fires:
        decline(played)
    play_on(played)


@pytest.mark.rule("AN-REACT-36", "AN-REACT-30")
def test_who_declined_is_asked_again_and_who_reacted_is_not():
    """Advance: who declined in the first window is asked again in the second, who reacted is not."""
    for reacts in (False, True):
        played = acting(
            "advance", RED_TROOPER, ("b-y", lone_trooper(), (29_000, 10_000), AMBUSH), dice=[9, 9] if reacts else [9]
        )
        move_unit(played, 0, 3000).then(ReactionsAsked, trigger="move")
        if reacts:
            react(played, "ambush_fire", point=1000).asks("reaction_shot", "blue")
            shoot(played, target="a-x", unit="b-y", who="blue").asks("action", "red")
            shoot(played).without(ReactionsAsked).then(AccuracyRolled)
        else:
            decline(played).asks("action", "red")
            shoot(played).then(ReactionsAsked, trigger="advance")
            assert open_reactions(played) == {"b-y": ("go_down",)}
            react(played, "go_down").then(AccuracyRolled)


@pytest.mark.rule("AN-REACT-37")
@pytest.mark.ruling("AN-REACT-37.2")
def test_a_firefight_needs_a_weapon_that_reaches():
    """From 18 inches a unit whose weapon reaches 15 is refused."""
    short = gun(0, "short", short_range=15 * INCH, long_range=15 * INCH, extreme=15 * INCH)
    played = duel(ARMED, troopers(1, "short"), gap=18 * INCH, theirs={}, weapons=[short])
    shoot(played)
    react(played, "firefight").rejected("AN-REACT-37", "nobody-can-shoot")


@pytest.mark.rule("AN-REACT-37")
@pytest.mark.ruling("AN-REACT-37.2")
def test_an_immobilised_unit_does_not_escape():
    """An immobilised vehicle is refused an Escape."""
    played = duel(troopers(1), vehicle(order_dice=1), gap=6 * INCH, order="run", theirs={"move_limit": 0})
    charge(played, 5 * INCH)
    react(played, "escape").rejected("AN-REACT-37", "reactor-immobilised")


@pytest.mark.rule("AN-REACT-37")
def test_the_target_of_a_reaction_is_fixed():
    """A Firefight aimed at another enemy is refused; at the unit that shoots it is accepted."""
    other = ("a-z", troopers(1), (X, Y - 4 * INCH))
    played = duel(ARMED, ARMED, [1, 9, 9], theirs={}, more=[other])
    shoot(played)
    react(played, "firefight").asks("reaction_shot", "blue")
    shoot(played, unit="b-y", target="a-z", who="blue").rejected("AN-REACT-37", "target-is-fixed")
    shoot(played, unit="b-y", target="a-x", who="blue").accepted()
    play_on(played)


@pytest.mark.rule("AN-REACT-37")
@pytest.mark.ruling("AN-REACT-37.2")
def test_a_dash_needs_a_unit_that_can_move():
    """An immobilised unit shot at from 25 inches is not offered the dash and is refused it."""
    played = duel(ARMED, vehicle(order_dice=1), gap=24 * INCH, theirs={"move_limit": 0})
    shoot(played)
    assert open_reactions(played) == {"b-y": ("go_down",)}
    react(played, "dash_to_cover").rejected("AN-REACT-37", "reactor-immobilised")


@pytest.mark.rule("AN-REACT-37")
def test_a_firefight_needs_a_weapon_and_a_dash_a_way():
    """A Firefight needs a weapon that reaches, and a dash a unit that can move."""
    short = weapon("stubber", short_range=15_000, long_range=15_000, extreme=15_000)
    played = acting("fire", RED_TROOPER, ("b-y", armed_squad("stubber", count=1), (29_000, 10_000)), weapons=[short])
    shoot(played).accepted()
    assert open_reactions(played) == {"b-y": ("go_down",)}
    react(played, "firefight").rejected("AN-REACT-37", "nobody-can-shoot", why="out-of-range")
    played = acting("fire", RED_TROOPER, ("b-y", lone_trooper(), (36_000, 10_000), {"move_limit": 0}))
    shoot(played).accepted()
    react(played, "dash_to_cover").rejected("AN-REACT-37", "reactor-immobilised")


@pytest.mark.rule("AN-REACT-37")
def test_a_firefight_is_at_whoever_shot_and_never_blind():
    """A unit that reacts shoots at the unit that triggered it, and not blindly."""
    played = stepwise_duel((3,), theirs={}, more=[("a-z", plain_squad(), (X, Y + 10 * INCH))])
    played.when("red", shoot_command()).accepted()
    answer = DeclareReaction(unit="b-y", reaction="firefight", sprint=False, point=0, free=False)
    played.when("blue", answer).accepted()
    played.when("table", RollReactionTest()).asks("reaction_shot", "blue")
    played.when("blue", shoot_command(unit="b-y", target="a-z")).rejected(
        "AN-REACT-37", "target-is-fixed", target="a-x"
    )
    offers = declarations.offers_of(played.game, "b-y")
    assert {offer.fields[1].values.values for offer in offers} == {("a-x",)}

"""AN-ORDER-01 to AN-ORDER-12: the orders that let a unit shoot, move or wait."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    AgilityTested,
    ApplyPins,
    AssaultDeclared,
    EndAction,
    KeepOrder,
    OrderDiceReturned,
    OrderDieDrawn,
    OrderDieKept,
    OrderTested,
    ReactionTested,
    ShootingDeclared,
    TemplateShifted,
    UnitMoved,
)
from tests.kit import Table
from tests.rulesets.antares.fixtures import (
    AMBUSH,
    FIRE,
    MISSES,
    USED,
    A,
    X,
    Y,
    acting,
    duel,
    stepwise_duel,
    table,
    two_sides,
    with_drawn_die,
    with_order,
)
from tests.rulesets.antares.sheets import (
    INCH,
    amount,
    armed_squad,
    firing_mode,
    gun,
    overhead_effect,
    stats,
    troopers,
    vehicle,
    weapon,
)
from tests.rulesets.antares.steps import (
    begin_turn_end,
    charge,
    declared_shots,
    events_of,
    fired,
    give_order,
    move_unit,
    one_event,
    order_given,
    place_of,
    play_on,
    question,
    react,
    refusal_under,
    roll_accuracy,
    shoot,
    shoot_command,
    unit_row,
)


def acting_with_die_to_come(order: str) -> Table:
    """Let "a-x" act with one gun, whose shot misses; the die of "b-w", which is in sight, is drawn after its action."""
    enemies = [("b-y", troopers(2), (X + 11 * INCH, Y), USED), ("b-w", troopers(1), (X, Y + 10 * INCH))]
    return with_order(
        table([10, 1], units=[("a-x", troopers(1, "gun"), (X, Y)), *enemies], weapons=[gun()]), "a-x", order
    )


def weapon_team(*arms: str, **changes: Any) -> Any:
    """Make a weapon team of one model with these weapons."""
    return troopers(1, *arms, unit_type="weapon_team", flags=("down_forces_rerolls",), **changes)


CANNON = weapon("big_gun", kind="heavy", modes=(firing_mode("single"),), strike_value=amount(0))


@pytest.mark.rule("AN-ORDER-01")
@pytest.mark.parametrize(("face", "passed"), [(4, True), (6, True), (7, False)])
def test_fire_is_tested_on_co_minus_pins(face, passed):
    """Co 8 with 2 pins is 6 for Fire: 4 passes, 7 fails."""
    out = order_given("fire", [face], {"pins": 2})
    assert (out.one(OrderTested).needed.total, out.one(OrderTested).passed) == (6, passed)
    assert question(out.table) == ("action" if passed else "")


@pytest.mark.rule("AN-ORDER-02")
def test_fire_shoots_aimed_and_does_not_move():
    """A unit on Fire may not move an inch; it shoots with Acc 5 at 6, and that ends its action."""
    played = duel(troopers(1, "gun"), troopers(1), [10])
    assert refusal_under(move_unit(played, 1 * INCH), "AN-ORDER-02") == "no-move-on-fire"
    shoot(played).then(ShootingDeclared)
    assert one_event(play_on(played), AccuracyRolled).needed.total == 6
    assert question(played) == ""
    assert place_of(played, "a-x.1") == (X, Y)


@pytest.mark.rule("AN-ORDER-02")
def test_fire_is_at_one_target():
    """A unit on Fire shoots once: after its shots there is no second target."""
    played = acting_with_die_to_come("fire")
    shoot(played)
    events = play_on(played, "allocation")
    assert len(events_of(events, ShootingDeclared)) == 1
    assert events_of(events, ActionEnded)
    shoot(played, target="b-w").rejected("AN-TURN-08", "not-asked")


@pytest.mark.rule("AN-ORDER-02")
def test_overhead_weapons_on_fire_shift_when_they_fail():
    """An overhead weapon on Fire gets no aimed bonus, and a failed die shifts its template instead of missing."""
    arm = weapon(
        "shell",
        kind="overhead",
        minimum=5 * INCH,
        modes=(firing_mode("single"),),
        properties=("blast",),
        overhead=overhead_effect(hits=1, radius=INCH),
    )
    played = duel(troopers(1, "shell"), troopers(1), [9, 10, 25], weapons=[arm], gap=15 * INCH)
    shoot(played, fired("shell", aim=(X + 16 * INCH, Y)))
    events = play_on(played)
    assert one_event(events, AccuracyRolled).needed.total == 4
    assert one_event(events, AccuracyRolled).dice[0].result == "shift"
    assert one_event(events, TemplateShifted).distances == (10_000,)


@pytest.mark.rule("AN-ORDER-03")
def test_heavy_weapons_shoot_on_fire_without_the_aimed_bonus():
    """A heavy weapon team on Fire shoots with Acc 5 at 5."""
    played = duel(weapon_team("big_gun"), troopers(1), [10], weapons=[CANNON])
    shoot(played)
    assert one_event(play_on(played), AccuracyRolled).needed.total == 5


@pytest.mark.rule("AN-ORDER-03")
@pytest.mark.parametrize("order", ["fire", "advance"])
def test_heavy_weapons_shoot_with_fire_alone(order):
    """The same team may shoot on Fire and not on Advance."""
    played = duel(weapon_team("big_gun"), troopers(1), [10] if order == "fire" else [], weapons=[CANNON], order=order)
    if order == "fire":
        shoot(played).then(ShootingDeclared)
    else:
        refusal_under(shoot(played), "AN-ORDER-06")


@pytest.mark.rule("AN-ORDER-03")
def test_a_reaction_that_grants_fire_lets_heavy_weapons_shoot():
    """A heavy weapon team answers with a Firefight."""
    arms = [CANNON]
    played = duel(troopers(1, "gun"), weapon_team("big_gun"), [5, 10, 10], weapons=arms, theirs={})
    shoot(played).asks("reaction", "blue")
    react(played, "firefight").then(ReactionTested, passed=True)
    assert events_of(play_on(played), ShootingDeclared, unit="b-y", kind="firefight")


@pytest.mark.rule("AN-ORDER-04")
@pytest.mark.parametrize(("face", "passed"), [(4, True), (5, False)])
def test_advance_is_tested_on_co_minus_pins(face, passed):
    """Co 7 with 3 pins is 4 for Advance: 4 passes, 5 fails."""
    out = order_given("advance", [face], {"pins": 3}, sheet=troopers(5, "gun", stats=stats(command=7)))
    assert (out.one(OrderTested).needed.total, out.one(OrderTested).passed) == (4, passed)
    assert question(out.table) == ("action" if passed else "")


@pytest.mark.rule("AN-ORDER-05")
def test_advance_moves_1m_and_then_shoots():
    """M 5 inches: it moves 5 inches and shoots with Acc 5 at 5; that ends the action."""
    played = duel(troopers(1, "gun"), troopers(1), [10], order="advance", gap=20 * INCH)
    refusal_under(move_unit(played, 5001), "AN-MOVE-01")
    move_unit(played, 5000).then(UnitMoved, over=True).asks("action", "red")
    shoot(played).then(ShootingDeclared)
    assert one_event(play_on(played), AccuracyRolled).needed.total == 5
    assert question(played) == ""
    assert place_of(played, "a-x.1") == (X + 5000, Y)


@pytest.mark.rule("AN-ORDER-05")
def test_no_move_after_shooting():
    """A unit on Advance that has shot may not move any more."""
    played = acting_with_die_to_come("advance")
    shoot(played)
    assert events_of(play_on(played, "action", "allocation"), ActionEnded)
    move_unit(played, 1000).rejected("AN-TURN-08", "not-asked")
    assert place_of(played, "a-x.1") == (X, Y)


@pytest.mark.rule("AN-ORDER-05")
def test_no_second_move_in_one_advance():
    """The move of an Advance is made once."""
    played = duel(troopers(1, "gun"), troopers(1), order="advance")
    move_unit(played, 2000).asks("action", "red")
    move_unit(played, 2000).rejected("AN-MOVE-10", "moved-already")
    played.when("red", EndAction(unit="a-x")).then(ActionEnded)


@pytest.mark.rule("AN-ORDER-05")
def test_after_its_shots_a_unit_neither_moves_nor_shoots():
    """After its shots a unit neither moves nor shoots again."""
    played = stepwise_duel(MISSES, order="advance")
    roll_accuracy(played).asks("pins")
    played.when("table", ApplyPins()).accepted()
    assert played.game.actions == ()


@pytest.mark.rule("AN-ORDER-06")
@pytest.mark.ruling("AN-ORDER-06.2")
def test_a_team_with_a_heavy_weapon_moves_and_does_not_shoot():
    """On Advance its shots are refused, for it is a heavy weapon, and its move of 1M is accepted."""
    played = duel(weapon_team("big_gun"), troopers(1), weapons=[CANNON], order="advance", gap=20 * INCH)
    shoot(played).rejected("AN-ORDER-06", "heavy-on-advance")
    move_unit(played, 5000).then(UnitMoved, over=True)


@pytest.mark.rule("AN-ORDER-06")
def test_other_weapons_of_the_unit_shoot_on_advance():
    """Of a unit with a heavy weapon and a carbine the carbine alone shoots on Advance."""
    both = weapon_team("big_gun", "gun")
    played = duel(both, troopers(1), [10], weapons=[CANNON], order="advance")
    shoot(played, fired("big_gun")).rejected("AN-ORDER-06", "heavy-on-advance")
    shoot(played, fired("gun")).then(ShootingDeclared)


@pytest.mark.rule("AN-ORDER-06")
@pytest.mark.parametrize("flag", [False, True])
@pytest.mark.ruling("AN-ORDER-06.2")
def test_vehicles_are_bound_too_unless_the_weapon_says_otherwise(flag):
    """A vehicle's heavy weapon is silent on Advance, unless its data say fires_on_advance."""
    arm = weapon(
        "big_gun",
        kind="heavy",
        modes=(firing_mode("single"),),
        strike_value=amount(0),
        properties=("fires_on_advance",) if flag else (),
    )
    hull = vehicle(kinds=troopers(1, "big_gun").kinds, models=("trooper",), order_dice=1)
    played = duel(hull, troopers(1), [10] if flag else [], weapons=[arm], order="advance")
    if flag:
        shoot(played).then(ShootingDeclared)
        assert one_event(play_on(played), AccuracyRolled).needed.total == 5
    else:
        shoot(played).rejected("AN-ORDER-06", "heavy-on-advance")


@pytest.mark.rule("AN-ORDER-06")
def test_heavy_weapons_stay_silent_on_advance_but_for_those_that_may():
    """Heavy weapons are not fired in an Advance, except those that may; other weapons of the unit are."""
    stepwise_duel(own=armed_squad("cannon"), order="advance").when("red", shoot_command()).rejected(
        "AN-ORDER-06", "heavy-on-advance"
    )
    mobile = weapon("turret", kind="heavy", crew=1, properties=("fires_on_advance",))
    stepwise_duel(own=armed_squad("turret"), order="advance", weapons=[mobile]).when("red", shoot_command()).accepted()
    both = declared_shots(stepwise_duel(own=vehicle(), order="advance"))
    assert [group.weapon for group in both.groups] == ["light_gun"]


@pytest.mark.rule("AN-ORDER-07")
@pytest.mark.parametrize(("face", "pins", "order"), [(3, 4, "run"), (6, 4, "down")])
def test_run_is_tested_on_co_minus_pins(face, pins, order):
    """Co 8 with 5 pins is 3 for Run: 3 sheds a pin and runs up to 2M, 6 goes Down with 4 pins left."""
    out = order_given("run", [face], {"pins": 5})
    assert (out.one(OrderTested).needed.total, out.one(OrderTested).passed) == (3, order == "run")
    assert (unit_row(out.table, "a-x").pins, unit_row(out.table, "a-x").order) == (pins, order)
    if order == "run":
        move_unit(out.table, 0, 10 * INCH).then(UnitMoved, over=True)


@pytest.mark.rule("AN-ORDER-08")
def test_run_moves_2m_and_does_not_shoot():
    """M 5 inches: 10 inches are allowed, 10.5 are not without a sprint, and a plain Run does not shoot."""
    played = duel(troopers(1, "gun"), troopers(1), order="run", gap=20 * INCH)
    refusal_under(move_unit(played, 10_500), "AN-MOVE-02")
    shoot(played).rejected("AN-SHOOT-01", "order-does-not-shoot", order="run")
    move_unit(played, 10_000).then(UnitMoved, over=True)
    assert question(played) == ""


@pytest.mark.rule("AN-ORDER-08")
def test_a_run_that_is_an_assault_shoots_at_point_blank():
    """An assault in a Run is followed by point blank shooting after contact."""
    played = duel(troopers(1, "gun"), troopers(1), [10, 10, 10, 1, 2], order="run")
    charge(played, 10 * INCH).then(AssaultDeclared)
    events = play_on(played, "consolidate")
    assert events_of(events, ShootingDeclared, unit="a-x", kind="point_blank")


@pytest.mark.rule("AN-ORDER-09")
def test_a_sprint_goes_3m_and_tests_after_the_move():
    """Infantry of M 5 inches that declares a sprint moves 15 inches, and then tests Ag."""
    played = duel(troopers(1), troopers(1), [5], order="run", gap=30 * INCH)
    refusal_under(move_unit(played, 15_001, sprint=True), "AN-MOVE-04")
    move_unit(played, 15_000, sprint=True).then(UnitMoved).then(AgilityTested, cause="sprint", passed=True)
    assert place_of(played, "a-x.1") == (X + 15_000, Y)


@pytest.mark.rule("AN-ORDER-09")
def test_a_vehicle_does_not_sprint():
    """A vehicle that declares a sprint is refused: its type cannot."""
    played = acting("run", ("a-x", vehicle(), (X, Y)))
    move_unit(played, 10_000, sprint=True).rejected("AN-MOVE-05", "cannot-sprint")
    move_unit(played, 12_000).then(UnitMoved)


@pytest.mark.rule("AN-ORDER-09")
def test_an_assault_may_be_a_sprint():
    """An assault from 15 inches reaches by a sprint, and is refused without."""
    played = duel(troopers(1), troopers(1), [5, 10, 10, 1, 2], gap=15 * INCH, order="run")
    charge(played, 15 * INCH).rejected("AN-ASSAULT-04", "out-of-reach")
    charge(played, 15 * INCH, sprint=True).then(AssaultDeclared, sprint=True)
    assert one_event(play_on(played, "consolidate"), AgilityTested).cause == "sprint"


@pytest.mark.rule("AN-ORDER-09")
def test_a_run_reaction_may_be_a_sprint():
    """A Dash to Cover is a Run, and is declared as a sprint."""
    played = duel(troopers(1, "gun"), troopers(1), [5], gap=25 * INCH, theirs={})
    shoot(played).asks("reaction", "blue")
    react(played, "dash_to_cover", sprint=True).then(ReactionTested, passed=True).asks("reaction_move", "blue")


@pytest.mark.rule("AN-ORDER-10")
@pytest.mark.parametrize(("face", "pins", "order"), [(7, 0, "ambush"), (8, 0, "down")])
def test_ambush_is_tested_on_co_minus_pins(face, pins, order):
    """Co 8 with 1 pin is 7 for Ambush: 7 sheds the pin and the unit waits, 8 sends it Down."""
    out = order_given("ambush", [face], {"pins": 1})
    assert out.one(OrderTested).needed.total == 7
    assert (unit_row(out.table, "a-x").pins, unit_row(out.table, "a-x").order) == (pins, order)


@pytest.mark.rule("AN-ORDER-11")
def test_a_unit_in_ambush_waits():
    """It is not asked for an action, and a move or a shot of it is refused."""
    out = give_order(with_drawn_die(two_sides([1])), "ambush").then(ActionEnded, OrderDieDrawn).without(OrderTested)
    played = out.asks("allocation", "blue").table
    move_unit(played, 1000).rejected("AN-TURN-08", "not-asked")
    shoot(played).rejected("AN-TURN-08", "not-asked")
    assert place_of(played, "a-x.1") == A


@pytest.mark.rule("AN-ORDER-11")
def test_a_unit_in_ambush_shoots_at_a_passer_by_without_a_test():
    """An enemy runs past in sight: the unit shoots as on Fire, aimed, and throws no die for its Init."""
    played = duel(troopers(1), troopers(1, "gun"), [10], order="run", gap=15 * INCH, theirs=AMBUSH)
    move_unit(played, 0, 10 * INCH).asks("reaction", "blue")
    react(played, "ambush_fire", point=5000).accepted()
    tested = one_event(played.events, ReactionTested)
    assert (tested.needed, tested.face, tested.passed) == (None, 0, True)
    shoot(played, target="a-x", unit="b-y", who="blue")
    assert one_event(play_on(played), AccuracyRolled).needed.total == 6
    assert unit_row(played).order == "fire"


@pytest.mark.rule("AN-ORDER-11")
@pytest.mark.parametrize("reaction", ["firefight", "go_down"])
def test_other_reactions_from_ambush_need_no_test_either(reaction):
    """A unit in Ambush that is shot at answers without a die for its Init."""
    faces = [10, 10] if reaction == "firefight" else [10]
    played = duel(troopers(1, "gun"), troopers(1, "gun"), faces, theirs=AMBUSH)
    shoot(played).asks("reaction", "blue")
    react(played, reaction)
    events = play_on(played)
    assert [(event.face, event.passed) for event in events_of(events, ReactionTested)] == [(0, True)]
    assert unit_row(played).order == ("fire" if reaction == "firefight" else "down")


@pytest.mark.rule("AN-ORDER-12")
@pytest.mark.parametrize("keep", [True, False])
def test_an_unused_ambush_may_be_kept(keep):
    """Kept, the die is not in the next bag and the unit begins the turn in Ambush; else it is back in the bag."""
    played = two_sides([1], AMBUSH, FIRE)
    begin_turn_end(played).asks("ambush", "red")
    out = played.when("red", KeepOrder(unit="a-x", keep=keep)).then(OrderDiceReturned)
    assert bool(events_of(out.events, OrderDieKept)) is keep
    assert out.one(OrderDieDrawn).bag == (1 if keep else 2)
    assert unit_row(played, "a-x").order == ("ambush" if keep else "")

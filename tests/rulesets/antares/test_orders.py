"""AN-ORDER-01 to AN-ORDER-12: the orders that let a unit shoot, move or wait."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    AgilityTested,
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
from tests.rulesets.antares.givens import (
    INCH,
    amount,
    at,
    drawn,
    mode,
    overhead,
    table,
    under,
    unit,
    vehicle,
    weapon,
)
from tests.rulesets.antares.said_fights import (
    AMBUSH,
    USED,
    X,
    Y,
    acting,
    asked,
    charge,
    duel,
    fired,
    go,
    gun,
    men,
    of,
    one,
    react,
    row,
    shoot,
    stats,
    through,
)
from tests.rulesets.antares.said_turns import (
    FIRE,
    A,
    give,
    ordered,
    refused,
    sides,
    turn_end,
)

CANNON = weapon("big_gun", kind="heavy", modes=(mode("single"),), strike_value=amount(0))


def spent(order: str) -> Table:
    """Let "a-x" act with one gun, whose shot misses; the die of "b-w", which is in sight, is drawn after its action."""
    foes = [("b-y", men(2), (X + 11 * INCH, Y), USED), ("b-w", men(1), (X, Y + 10 * INCH))]
    return under(table([10, 1], units=[("a-x", men(1, "gun"), (X, Y)), *foes], weapons=[gun()]), "a-x", order)


def team(*arms: str, **changes: Any) -> Any:
    """Make a weapon team of one model with these weapons."""
    return men(1, *arms, type="weapon_team", flags=("down_forces_rerolls",), **changes)


# -- Fire


@pytest.mark.rule("AN-ORDER-01")
@pytest.mark.parametrize(("face", "passed"), [(4, True), (6, True), (7, False)])
def test_fire_is_tested_on_co_minus_pins(face, passed):
    """Co 8 with 2 pins is 6 for Fire: 4 passes, 7 fails."""
    out = ordered("fire", [face], {"pins": 2})
    assert (out.one(OrderTested).needed.total, out.one(OrderTested).passed) == (6, passed)
    assert asked(out.table) == ("action" if passed else "")


@pytest.mark.rule("AN-ORDER-02")
def test_fire_shoots_aimed_and_does_not_move():
    """A unit on Fire may not move an inch; it shoots with Acc 5 at 6, and that ends its action."""
    played = duel(men(1, "gun"), men(1), [10])
    assert refused(go(played, 1 * INCH), "AN-ORDER-02") == "no-move-on-fire"
    shoot(played).then(ShootingDeclared)
    assert one(through(played), AccuracyRolled).needed.total == 6
    assert asked(played) == ""
    assert at(played, "a-x.1") == (X, Y)


@pytest.mark.rule("AN-ORDER-02")
def test_fire_is_at_one_target():
    """A unit on Fire shoots once: after its shots there is no second target."""
    played = spent("fire")
    shoot(played)
    events = through(played, "allocation")
    assert len(of(events, ShootingDeclared)) == 1
    assert of(events, ActionEnded)
    shoot(played, target="b-w").rejected("AN-TURN-08", "not-asked")


@pytest.mark.rule("AN-ORDER-02")
def test_overhead_weapons_on_fire_shift_when_they_fail():
    """An overhead weapon on Fire gets no aimed bonus, and a failed die shifts its template instead of missing."""
    arm = weapon("shell", kind="overhead", minimum=5 * INCH, modes=(mode("single"),), properties=("blast",),
                 overhead=overhead(hits=1, radius=INCH))  # fmt: skip
    played = duel(men(1, "shell"), men(1), [9, 10, 25], weapons=[arm], gap=15 * INCH)
    shoot(played, fired("shell", aim=(X + 16 * INCH, Y)))
    events = through(played)
    assert one(events, AccuracyRolled).needed.total == 4
    assert one(events, AccuracyRolled).dice[0].result == "shift"
    assert one(events, TemplateShifted).distances == (10_000,)


@pytest.mark.rule("AN-ORDER-03")
def test_heavy_weapons_shoot_on_fire_without_the_aimed_bonus():
    """A heavy weapon team on Fire shoots with Acc 5 at 5."""
    played = duel(team("big_gun"), men(1), [10], weapons=[CANNON])
    shoot(played)
    assert one(through(played), AccuracyRolled).needed.total == 5


@pytest.mark.rule("AN-ORDER-03")
@pytest.mark.parametrize("order", ["fire", "advance"])
def test_heavy_weapons_shoot_with_fire_alone(order):
    """The same team may shoot on Fire and not on Advance."""
    played = duel(team("big_gun"), men(1), [10] if order == "fire" else [], weapons=[CANNON], order=order)
    if order == "fire":
        shoot(played).then(ShootingDeclared)
    else:
        refused(shoot(played), "AN-ORDER-06")


@pytest.mark.rule("AN-ORDER-03")
def test_a_reaction_that_grants_fire_lets_heavy_weapons_shoot():
    """A heavy weapon team answers with a Firefight."""
    arms = [CANNON]
    played = duel(men(1, "gun"), team("big_gun"), [5, 10, 10], weapons=arms, theirs={})
    shoot(played).asks("reaction", "blue")
    react(played, "firefight").then(ReactionTested, passed=True)
    assert of(through(played), ShootingDeclared, unit="b-y", kind="firefight")


# -- Advance


@pytest.mark.rule("AN-ORDER-04")
@pytest.mark.parametrize(("face", "passed"), [(4, True), (5, False)])
def test_advance_is_tested_on_co_minus_pins(face, passed):
    """Co 7 with 3 pins is 4 for Advance: 4 passes, 5 fails."""
    out = ordered("advance", [face], {"pins": 3}, sheet=men(5, "gun", stats=stats(command=7)))
    assert (out.one(OrderTested).needed.total, out.one(OrderTested).passed) == (4, passed)
    assert asked(out.table) == ("action" if passed else "")


@pytest.mark.rule("AN-ORDER-05")
def test_advance_moves_1m_and_then_shoots():
    """M 5 inches: it moves 5 inches and shoots with Acc 5 at 5; that ends the action."""
    played = duel(men(1, "gun"), men(1), [10], order="advance", gap=20 * INCH)
    refused(go(played, 5001), "AN-MOVE-01")
    go(played, 5000).then(UnitMoved, over=True).asks("action", "red")
    shoot(played).then(ShootingDeclared)
    assert one(through(played), AccuracyRolled).needed.total == 5
    assert asked(played) == ""
    assert at(played, "a-x.1") == (X + 5000, Y)


@pytest.mark.rule("AN-ORDER-05")
def test_no_move_after_shooting():
    """A unit on Advance that has shot may not move any more."""
    played = spent("advance")
    shoot(played)
    assert of(through(played, "action", "allocation"), ActionEnded)
    go(played, 1000).rejected("AN-TURN-08", "not-asked")
    assert at(played, "a-x.1") == (X, Y)


@pytest.mark.rule("AN-ORDER-05")
def test_no_second_move_in_one_advance():
    """The move of an Advance is made once."""
    played = duel(men(1, "gun"), men(1), order="advance")
    go(played, 2000).asks("action", "red")
    go(played, 2000).rejected("AN-MOVE-10", "moved-already")
    played.when("red", EndAction(unit="a-x")).then(ActionEnded)


@pytest.mark.rule("AN-ORDER-06")
def test_a_team_with_a_heavy_weapon_moves_and_does_not_shoot():
    """On Advance its shots are refused, for it is a heavy weapon, and its move of 1M is accepted."""
    played = duel(team("big_gun"), men(1), weapons=[CANNON], order="advance", gap=20 * INCH)
    shoot(played).rejected("AN-ORDER-06", "heavy-on-advance")
    go(played, 5000).then(UnitMoved, over=True)


@pytest.mark.rule("AN-ORDER-06")
def test_other_weapons_of_the_unit_shoot_on_advance():
    """Of a unit with a heavy weapon and a carbine the carbine alone shoots on Advance."""
    both = team("big_gun", "gun")
    played = duel(both, men(1), [10], weapons=[CANNON], order="advance")
    shoot(played, fired("big_gun")).rejected("AN-ORDER-06", "heavy-on-advance")
    shoot(played, fired("gun")).then(ShootingDeclared)


@pytest.mark.rule("AN-ORDER-06")
@pytest.mark.parametrize("flag", [False, True])
def test_vehicles_are_bound_too_unless_the_weapon_says_otherwise(flag):
    """A vehicle's heavy weapon is silent on Advance, unless its data say fires_on_advance."""
    arm = weapon("big_gun", kind="heavy", modes=(mode("single"),), strike_value=amount(0),
                 properties=("fires_on_advance",) if flag else ())  # fmt: skip
    hull = vehicle(kinds=men(1, "big_gun").kinds, models=("trooper",), order_dice=1)
    played = duel(hull, men(1), [10] if flag else [], weapons=[arm], order="advance")
    if flag:
        shoot(played).then(ShootingDeclared)
        assert one(through(played), AccuracyRolled).needed.total == 5
    else:
        shoot(played).rejected("AN-ORDER-06", "heavy-on-advance")


# -- Run


@pytest.mark.rule("AN-ORDER-07")
@pytest.mark.parametrize(("face", "pins", "order"), [(3, 4, "run"), (6, 4, "down")])
def test_run_is_tested_on_co_minus_pins(face, pins, order):
    """Co 8 with 5 pins is 3 for Run: 3 sheds a pin and runs up to 2M, 6 goes Down with 4 pins left."""
    out = ordered("run", [face], {"pins": 5})
    assert (out.one(OrderTested).needed.total, out.one(OrderTested).passed) == (3, order == "run")
    assert (unit(out.table, "a-x").pins, unit(out.table, "a-x").order) == (pins, order)
    if order == "run":
        go(out.table, 0, 10 * INCH).then(UnitMoved, over=True)


@pytest.mark.rule("AN-ORDER-08")
def test_run_moves_2m_and_does_not_shoot():
    """M 5 inches: 10 inches are allowed, 10.5 are not without a sprint, and a plain Run does not shoot."""
    played = duel(men(1, "gun"), men(1), order="run", gap=20 * INCH)
    refused(go(played, 10_500), "AN-MOVE-02")
    shoot(played).rejected("AN-SHOOT-01", "order-does-not-shoot", order="run")
    go(played, 10_000).then(UnitMoved, over=True)
    assert asked(played) == ""


@pytest.mark.rule("AN-ORDER-08")
def test_a_run_that_is_an_assault_shoots_at_point_blank():
    """An assault in a Run is followed by point blank shooting after contact."""
    played = duel(men(1, "gun"), men(1), [10, 10, 10, 1, 2], order="run")
    charge(played, 10 * INCH).then(AssaultDeclared)
    events = through(played, "consolidate")
    assert of(events, ShootingDeclared, unit="a-x", kind="point_blank")


@pytest.mark.rule("AN-ORDER-09")
def test_a_sprint_goes_3m_and_tests_after_the_move():
    """Infantry of M 5 inches that declares a sprint moves 15 inches, and then tests Ag."""
    played = duel(men(1), men(1), [5], order="run", gap=30 * INCH)
    refused(go(played, 15_001, sprint=True), "AN-MOVE-04")
    go(played, 15_000, sprint=True).then(UnitMoved).then(AgilityTested, cause="sprint", passed=True)
    assert at(played, "a-x.1") == (X + 15_000, Y)


@pytest.mark.rule("AN-ORDER-09")
def test_a_vehicle_does_not_sprint():
    """A vehicle that declares a sprint is refused: its type cannot."""
    played = acting("run", ("a-x", vehicle(), (X, Y)))
    go(played, 10_000, sprint=True).rejected("AN-MOVE-05", "cannot-sprint")
    go(played, 12_000).then(UnitMoved)


@pytest.mark.rule("AN-ORDER-09")
def test_an_assault_may_be_a_sprint():
    """An assault from 15 inches reaches by a sprint, and is refused without."""
    played = duel(men(1), men(1), [5, 10, 10, 1, 2], gap=15 * INCH, order="run")
    charge(played, 15 * INCH).rejected("AN-ASSAULT-04", "out-of-reach")
    charge(played, 15 * INCH, sprint=True).then(AssaultDeclared, sprint=True)
    assert one(through(played, "consolidate"), AgilityTested).cause == "sprint"


@pytest.mark.rule("AN-ORDER-09")
def test_a_run_reaction_may_be_a_sprint():
    """A Dash to Cover is a Run, and is declared as a sprint."""
    played = duel(men(1, "gun"), men(1), [5], gap=25 * INCH, theirs={})
    shoot(played).asks("reaction", "blue")
    react(played, "dash_to_cover", sprint=True).then(ReactionTested, passed=True).asks("reaction_move", "blue")


# -- Ambush


@pytest.mark.rule("AN-ORDER-10")
@pytest.mark.parametrize(("face", "pins", "order"), [(7, 0, "ambush"), (8, 0, "down")])
def test_ambush_is_tested_on_co_minus_pins(face, pins, order):
    """Co 8 with 1 pin is 7 for Ambush: 7 sheds the pin and the unit waits, 8 sends it Down."""
    out = ordered("ambush", [face], {"pins": 1})
    assert out.one(OrderTested).needed.total == 7
    assert (unit(out.table, "a-x").pins, unit(out.table, "a-x").order) == (pins, order)


@pytest.mark.rule("AN-ORDER-11")
def test_a_unit_in_ambush_waits():
    """It is not asked for an action, and a move or a shot of it is refused."""
    out = give(drawn(sides([1])), "ambush").then(ActionEnded, OrderDieDrawn).without(OrderTested)
    played = out.asks("allocation", "blue").table
    go(played, 1000).rejected("AN-TURN-08", "not-asked")
    shoot(played).rejected("AN-TURN-08", "not-asked")
    assert at(played, "a-x.1") == A


@pytest.mark.rule("AN-ORDER-11")
def test_a_unit_in_ambush_shoots_at_a_passer_by_without_a_test():
    """An enemy runs past in sight: the unit shoots as on Fire, aimed, and throws no die for its Init."""
    played = duel(men(1), men(1, "gun"), [10], order="run", gap=15 * INCH, theirs=AMBUSH)
    go(played, 0, 10 * INCH).asks("reaction", "blue")
    react(played, "ambush_fire", point=5000).accepted()
    tested = one(played.events, ReactionTested)
    assert (tested.needed, tested.face, tested.passed) == (None, 0, True)
    shoot(played, target="a-x", unit="b-y", who="blue")
    assert one(through(played), AccuracyRolled).needed.total == 6
    assert row(played).order == "fire"


@pytest.mark.rule("AN-ORDER-11")
@pytest.mark.parametrize("reaction", ["firefight", "go_down"])
def test_other_reactions_from_ambush_need_no_test_either(reaction):
    """A unit in Ambush that is shot at answers without a die for its Init."""
    faces = [10, 10] if reaction == "firefight" else [10]
    played = duel(men(1, "gun"), men(1, "gun"), faces, theirs=AMBUSH)
    shoot(played).asks("reaction", "blue")
    react(played, reaction)
    events = through(played)
    assert [(each.face, each.passed) for each in of(events, ReactionTested)] == [(0, True)]
    assert row(played).order == ("fire" if reaction == "firefight" else "down")


@pytest.mark.rule("AN-ORDER-12")
@pytest.mark.parametrize("keep", [True, False])
def test_an_unused_ambush_may_be_kept(keep):
    """Kept, the die is not in the next bag and the unit begins the turn in Ambush; else it is back in the bag."""
    played = sides([1], AMBUSH, FIRE)
    turn_end(played).asks("ambush", "red")
    out = played.when("red", KeepOrder(unit="a-x", keep=keep)).then(OrderDiceReturned)
    assert bool(of(out.events, OrderDieKept)) is keep
    assert out.one(OrderDieDrawn).bag == (1 if keep else 2)
    assert unit(played, "a-x").order == ("ambush" if keep else "")

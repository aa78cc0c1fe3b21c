"""AN-TURN-01 to AN-TURN-07: the turn from its start to the last die of the bag."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (
    ActionEnded,
    ArmyOptionPlayed,
    AssaultDeclared,
    ContactMade,
    DeclareAssault,
    DrawOrderDie,
    EndAction,
    EndTurn,
    GiveOrder,
    MakeRetainedRun,
    OptionPassed,
    OrderDiceReturned,
    OrderDieDrawn,
    OrderDieTaken,
    OrderTested,
    PassOption,
    PinsRemoved,
    PlayArmyOption,
    ReactionsAsked,
    RetainedRunMade,
    RollOffMade,
    StepBegun,
    TurnEnded,
    TurnStarted,
    UnitMoved,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from adjudicator.rulesets.antares.rows import Contest, Side
from tests.kit import Table
from tests.rulesets.antares.givens import INCH, at, begin, drawn, new_turn, rule, straight, unit
from tests.rulesets.antares.said_fights import (
    AMBUSH,
    DOWN,
    USED,
    asked,
    charge,
    decline,
    go,
    men,
    of,
    one,
    react,
    shoot,
    silence,
    through,
)
from tests.rulesets.antares.said_turns import (
    FAST,
    FIRE,
    KEPT_RUN,
    A,
    C,
    D,
    bag,
    give,
    having,
    refused,
    run_again,
    sides,
    turn_end,
)

STEPS = ["start_options", "retained_runs", "orders", "down", "ambush", "run", "contested", "end_tests", "victory"]


def mod(id: str, where: tuple[int, int], dice: int = 2, **fields: Any) -> tuple[Any, ...]:
    """Give a place for a squad of so many order dice."""
    return (id, men(1, "gun", order_dice=dice), where, fields)


def steps(events: Any) -> list[str]:
    """List the steps that began, in order."""
    return [each.step for each in of(events, StepBegun)]


# -- AN-TURN-01


@pytest.mark.rule("AN-TURN-01")
def test_a_turn_ends_only_when_the_bag_is_empty():
    """A request to end the turn while 3 dice lie in the bag is refused, and they stay there."""
    played = sides(more=[("a-z", men(1), C, {})], pace="step")
    played.ask("turn").ask("draw", "table", over=True)
    assert sum(bag(played)) == 3
    assert refused(played.when("red", EndTurn()), "AN-TURN-06") == "not-asked"
    assert sum(bag(played)) == 3


@pytest.mark.rule("AN-TURN-01")
def test_the_steps_of_a_turn_come_in_their_order_and_once():
    """Start, orders and turn end follow one another, none skipped and none twice, and then a new turn begins."""
    down = {**DOWN, "kept": True, "hand": 0}
    more = [("a-z", men(1, flags=FAST), C, KEPT_RUN), ("b-w", men(1), D, {**AMBUSH, "kept": True, "hand": 0})]
    played = sides([1, 5, 6], {}, down, more=more, owns=[having("shard")])
    events = list(new_turn(played, 2).events)
    while played.game.turn == 2:
        events += silence(played).events
    seen = steps(events)
    assert seen[: len(STEPS)] == STEPS
    assert [type(each) for each in events if isinstance(each, TurnEnded | TurnStarted)][-2:] == [TurnEnded, TurnStarted]


# -- AN-TURN-02


@pytest.mark.rule("AN-TURN-02")
def test_a_start_option_is_spent_at_step_one_and_not_later():
    """An unspent option is played at the start of the turn and marked spent; during orders it is refused."""
    played = sides([1], owns=[having("shard", uses=2)])
    new_turn(played, 1).asks("start_options", "red")
    played.when("red", PlayArmyOption(option="a-shard", unit="")).then(ArmyOptionPlayed, left=1, window="turn_start")
    assert played.game.owned["a-shard"].left == 1
    played.when("red", PassOption()).asks("allocation", "red")
    out = played.when("red", PlayArmyOption(option="a-shard", unit=""))
    out.rejected("AN-TURN-08", "not-asked")
    assert played.game.owned["a-shard"].left == 1


@pytest.mark.rule("AN-TURN-02")
def test_a_start_option_is_refused_in_the_window_of_the_draw():
    """An option of the start of the turn is refused where the options of a draw are asked for."""
    owns = [having("shard"), having("block", moments=("dice_draw",))]
    played = sides([1], owns=owns)
    begin(played, "orders").asks("draw_options", "red")
    out = played.when("red", PlayArmyOption(option="a-shard", unit=""))
    out.rejected("AN-TURN-02", "wrong-moment")


@pytest.mark.rule("AN-TURN-02")
@pytest.mark.parametrize(
    ("fixed", "dice", "first"),
    [("rolloff", [8, 3], "red"), ("rolloff", [3, 8], "blue"), ("side_a", [], "red"), ("side_b", [], "blue")],
)
def test_the_winner_of_the_roll_off_plays_first_and_then_they_alternate(fixed, dice, first):
    """The winner plays first, or the side that the option names; after each play the other side is asked."""
    second = "blue" if first == "red" else "red"
    owns = [having("shard", uses=2), having("shard", uses=2, seat=1)]
    played = sides(dice, owns=owns, options={"start_options_first_side": fixed})
    out = new_turn(played, 1).asks("start_options", first)
    assert bool(of(out.events, RollOffMade)) is (fixed == "rolloff")
    play = {"red": PlayArmyOption(option="a-shard", unit=""), "blue": PlayArmyOption(option="b-shard", unit="")}
    played.when(second, play[second]).rejected("AN-TURN-02", "not-asked")
    played.when(first, play[first]).then(ArmyOptionPlayed).asks("start_options", second)
    played.when(second, play[second]).then(ArmyOptionPlayed).asks("start_options", first)
    assert DEFAULTS.start_options_first_side == "rolloff"


@pytest.mark.rule("AN-TURN-02")
def test_the_step_closes_when_both_sides_pass_in_succession():
    """A pass followed by a play leaves the step open; two passes in a row close it."""
    owns = [having("shard", uses=2), having("shard", uses=2, seat=1)]
    played = sides([8, 3, 1], owns=owns)
    new_turn(played, 1).asks("start_options", "red")
    played.when("red", PassOption()).then(OptionPassed, seat=0).asks("start_options", "blue")
    played.when("blue", PlayArmyOption(option="b-shard", unit="")).asks("start_options", "red")
    played.when("red", PassOption()).asks("start_options", "blue")
    played.when("blue", PassOption()).asks("allocation", "red")
    assert played.game.step == "orders"


# -- AN-TURN-03


def retained(dice: Any = (), a: Any = None, **rest: Any) -> Table:
    """Let the Fast unit "a-x" have retained its Run, M 10 inches, and "b-y" nothing; the turn begins."""
    quick = men(1, "gun", flags=FAST, move=10 * INCH)
    played = sides(dice, {**KEPT_RUN, **(a or {})}, sheet=quick, foe=men(1, "gun"), **rest)
    new_turn(played, 2)
    return played


@pytest.mark.rule("AN-TURN-03")
def test_a_retained_run_goes_2m_without_a_test():
    """M 10 inches and 3 pins: it goes 20 inches, no die is thrown, the pins stay and it gets no order this turn."""
    played = retained([1], {"pins": 3})
    assert asked(played) == "retained_runs"
    assert bag(played) == (0, 1)
    run_again(played, "a-x").then(RetainedRunMade).without(OrderTested, PinsRemoved).asks("action", "red")
    assert played.last.rolls == ()
    refused(go(played, 20_001), "AN-MOVE-02")
    go(played, 0, 20_000).then(UnitMoved, over=True).then(ActionEnded)
    assert at(played, "a-x.1") == (10_000, 30_000)
    assert (unit(played, "a-x").pins, unit(played, "a-x").order) == (3, "run")
    drawn(played, 0)
    give(played, "fire").rejected("AN-TURN-03", "has-order")


@pytest.mark.rule("AN-TURN-03")
def test_a_retained_run_may_stand_still():
    """A unit may make its retained Run without moving."""
    played = retained([1])
    run_again(played, "a-x").asks("action", "red")
    played.when("red", EndAction(unit="a-x")).then(ActionEnded).without(UnitMoved)
    assert (at(played, "a-x.1"), unit(played, "a-x").order) == (A, "run")


@pytest.mark.rule("AN-TURN-03")
def test_a_retained_run_may_sprint():
    """It is a whole Run order: a unit that can sprint goes 3M and tests then."""
    played = retained([5, 1])
    run_again(played, "a-x")
    go(played, 0, 30_000, sprint=True).accepted()
    assert at(played, "a-x.1") == (10_000, 40_000)


@pytest.mark.rule("AN-TURN-03")
@pytest.mark.parametrize("may", [True, False])
def test_a_retained_run_assaults_unless_the_option_forbids_it(may):
    """An assault is legal in a retained Run; the option takes it away."""
    quick = men(1, flags=FAST, move=10 * INCH)
    near: tuple[Any, ...] = ("b-w", men(1), (21_000, 10_000), {**USED, "hand": 0})
    played = sides([], KEPT_RUN, sheet=quick, more=[near], options={"retained_run_may_assault": may})
    new_turn(played, 2)
    run_again(played, "a-x")
    paths = straight(played, "a-x", 10_000)
    command = DeclareAssault(unit="a-x", target="b-w", paths=paths, sprint=False)
    out = played.faces(*[10, 10, 1, 2] * may).when("red", command)
    if may:
        out.then(AssaultDeclared, ContactMade)
    else:
        out.rejected("AN-TURN-03", "retained-run-only-moves")
    assert DEFAULTS.retained_run_may_assault is True


# -- AN-TURN-04


@pytest.mark.rule("AN-TURN-04")
def test_retained_runs_alternate_from_the_winner_on():
    """A 8 against B 3: the unit of A runs, then that of B; a draw before that is refused."""
    quick = men(1, "gun", flags=FAST)
    played = sides([8, 3, 1], KEPT_RUN, KEPT_RUN, sheet=quick, foe=quick, more=[("a-z", men(1), C, {})])
    new_turn(played, 2).then(RollOffMade, winner=0).asks("retained_runs", "red")
    played.when("blue", MakeRetainedRun(unit="b-y")).rejected("AN-TURN-04", "not-asked")
    run_again(played, "a-x")
    played.when("red", EndAction(unit="a-x")).asks("retained_runs", "blue")
    refused(played.when("red", DrawOrderDie()), "AN-TURN-04")
    run_again(played, "b-y")
    played.when("blue", EndAction(unit="b-y")).then(StepBegun, OrderDieDrawn).asks("allocation", "red")


@pytest.mark.rule("AN-TURN-04")
def test_each_retained_run_is_finished_with_its_reactions():
    """An ambusher is asked about a retained Run, and the next unit runs only after it."""
    quick = men(1, "gun", flags=FAST)
    watch: tuple[Any, ...] = ("b-w", men(1, "gun"), (20_000, 20_000), {**AMBUSH, "kept": True, "hand": 0})
    played = sides([8, 3], KEPT_RUN, KEPT_RUN, sheet=quick, foe=quick, more=[watch])
    new_turn(played, 2)
    run_again(played, "a-x")
    go(played, 0, 10 * INCH).then(ReactionsAsked, unit="a-x").asks("reaction", "blue")
    played.when("blue", MakeRetainedRun(unit="b-y")).rejected("AN-REACT-31", "not-asked")
    decline(played).asks("retained_runs", "blue")


# -- AN-TURN-05


@pytest.mark.rule("AN-TURN-05")
def test_the_bag_holds_the_dice_that_lie_on_no_unit():
    """7 dice of A with one kept Down and one kept Ambush make 5, 5 of B make 5: 10 in all."""
    kept = [("a-k", men(1), (10_000, 40_000), {**DOWN, "kept": True, "hand": 0}),
            ("a-l", men(1), (14_000, 40_000), {**AMBUSH, "kept": True, "hand": 0})]  # fmt: skip
    others: list[tuple[Any, ...]] = [("a-n", men(1), (22_000, 40_000), {}), ("a-z", men(1), C, {})]
    more = [*kept, mod("a-m", (18_000, 40_000)), *others]
    more += [(f"b-{number}", men(1), (40_000 + 3000 * number, 30_000), {}) for number in range(4)]
    played = sides([1], more=more)
    out = new_turn(played, 2)
    assert out.one(OrderDieDrawn).bag == 10
    assert out.one(OrderDieDrawn).place == 1
    assert bag(played) == (4, 5)


@pytest.mark.rule("AN-TURN-05")
def test_what_is_in_custody_or_lost_is_not_in_the_bag():
    """A die of B in custody and the dice of a unit of B that is gone are missing from its 3."""
    gone = ("b-g", men(1), (40_000, 40_000), {"place": "destroyed", "models": (), "dice": 0, "hand": 0})
    played = sides([8, 5, 1], FIRE, FIRE, more=[("b-w", men(1), D, FIRE), gone])
    played.set(contests=(Contest(owner=1, contester=0, held=True),))
    played.set(sides={0: Side(seat=0, starting=1), 1: Side(seat=1, starting=3, lost=1)})
    out = turn_end(played).then(TurnStarted)
    assert out.one(OrderDieDrawn).bag == 2


@pytest.mark.rule("AN-TURN-05")
def test_a_die_used_by_a_reaction_at_the_start_is_not_in_the_bag():
    """An unordered unit stands and shoots at a retained assault: its die is missing when the orders begin."""
    quick = men(1, flags=FAST, move=10 * INCH)
    near: tuple[Any, ...] = ("b-w", men(1, "gun"), (29_000, 10_000), {})
    played = sides([], KEPT_RUN, sheet=quick, foe=men(1), more=[near])
    new_turn(played, 2).asks("retained_runs", "red")
    assert bag(played) == (0, 2)
    run_again(played, "a-x")
    charge(played.faces(3), 18_000, target="b-w").asks("reaction", "blue")
    react(played.faces(10, 10, 10, 1, 2), "stand_and_shoot", "b-w").then(OrderDieTaken, unit="b-w", order="fire")
    events = through(played.faces(1), "allocation")
    assert one(events, OrderDieDrawn).bag == 1
    assert bag(played) == (0, 0)


# -- AN-TURN-06


@pytest.mark.rule("AN-TURN-06")
@pytest.mark.parametrize(("place", "seat"), [(7, 1), (5, 0), (6, 1), (1, 0), (10, 1)])
def test_the_place_of_the_die_says_whose_it_is(place, seat):
    """Of 5 and 5 dice places 1 to 5 are those of A, 6 to 10 those of B, and every place is as likely."""
    squads = [("a", 10_000), ("b", 40_000)]
    rows = ((f"{side}-{number}", x + 3000 * number) for side, x in squads for number in range(4))
    played = sides([place], more=[(name, men(1), (x, 30_000), {}) for name, x in rows])
    out = begin(played, "orders").then(OrderDieDrawn, seat=seat, place=place, bag=10)
    assert [(roll.sides, roll.faces) for roll in out.rolls] == [(10, (place,))]
    out.asks("allocation", "blue" if seat else "red")
    assert bag(played) == ((5, 4) if seat else (4, 5))


@pytest.mark.rule("AN-TURN-06")
def test_one_die_is_in_play_at_a_time():
    """Another draw before the drawn die is allocated, or before its action is over, is refused."""
    played = drawn(sides(pace="step"), 1)
    for who in ("referee", "blue"):
        assert refused(played.when(who, DrawOrderDie()), "AN-TURN-08") == "not-asked"
    give(played, "fire", "b-y").asks("action", "blue")
    played.when("referee", DrawOrderDie()).rejected("AN-TURN-13", "not-asked")
    played.when("blue", EndAction(unit="b-y")).asks("draw", "table")


@pytest.mark.rule("AN-TURN-06")
def test_the_side_whose_die_it_is_acts():
    """The die of B is allocated by B, not by A."""
    played = sides([2])
    begin(played, "orders").then(OrderDieDrawn, seat=1).asks("allocation", "blue")
    played.when("red", GiveOrder(unit="a-x", order="fire")).rejected("AN-TURN-08", "not-asked")


# -- AN-TURN-07


@pytest.mark.rule("AN-TURN-07")
def test_a_die_used_for_a_reaction_empties_the_bag():
    """The last die of A goes to a Firefight: the bag is empty, and after the action the turn ends."""
    near = (25_000, 10_000)
    watch: tuple[Any, ...] = ("b-w", men(1, "gun"), near, {})
    played = drawn(sides([1, 10, 10, 1], None, {**USED, "hand": 0}, sheet=men(1, "gun"), more=[watch]))
    give(played, "fire")
    shoot(played, target="b-w").asks("reaction", "blue")
    react(played, "firefight", "b-w").then(OrderDieTaken, unit="b-w", order="fire")
    events = through(played, "allocation", "down")
    assert len(of(events, OrderDieDrawn)) == 1
    assert steps(events)[:2] == ["down", "ambush"]


@pytest.mark.rule("AN-TURN-07")
def test_a_die_used_for_going_down_empties_the_bag():
    """The last die of B goes to a unit that fails its break test: no draw follows, and the turn ends."""
    near: tuple[Any, ...] = ("b-w", men(5, rules=(rule("break_test_on_casualty"),)), (25_000, 10_000), {})
    played = drawn(sides([3, 9, 9], None, {**USED, "hand": 0}, sheet=men(1, "gun"), more=[near]))
    assert bag(played) == (0, 1)
    give(played, "fire")
    shoot(played, target="b-w")
    decline(played)
    events = through(played, "down")
    assert not of(events, OrderDieDrawn)
    assert steps(events) == ["down"]
    assert (unit(played, "b-w").order, bag(played)) == ("down", (0, 0))


@pytest.mark.rule("AN-TURN-07")
def test_the_draw_goes_on_until_the_bag_is_empty():
    """Three dice are drawn and given one after the other, and the turn ends after the third."""
    played = sides([3, 2, 1, 1], more=[("a-z", men(1), C, {})])
    begin(played, "orders").asks("allocation", "blue")
    give(played, "rally", "b-y").then(ActionEnded, OrderDieDrawn, seat=0).asks("allocation", "red")
    give(played, "rally", "a-z").then(OrderDieDrawn).without(StepBegun).asks("allocation", "red")
    give(played, "rally", "a-x").then(ActionEnded, StepBegun, OrderDiceReturned, TurnEnded, TurnStarted)

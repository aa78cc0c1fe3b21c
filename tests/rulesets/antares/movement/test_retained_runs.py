"""AN-TURN-03 and AN-TURN-04: retained Runs."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (
    ActionEnded,
    AssaultDeclared,
    ContactMade,
    DeclareAssault,
    DrawOrderDie,
    EndAction,
    GiveOrder,
    MakeRetainedRun,
    OrderDieDrawn,
    OrderTested,
    PinsRemoved,
    ReactionsAsked,
    RetainedRunMade,
    RollOffMade,
    StepBegun,
    UnitMoved,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from tests.kit import Table
from tests.rulesets.antares.fixtures import AMBUSH, KEPT_RUN, USED, A, B, C, table, two_sides, with_drawn_die
from tests.rulesets.antares.sheets import FAST, INCH, plain_squad, troopers
from tests.rulesets.antares.steps import (
    begin_turn,
    decline,
    dice_in_bag,
    give_order,
    make_retained_run,
    move_unit,
    place_of,
    question,
    refusal_under,
    straight_paths,
    unit_row,
)


def with_kept_run(dice: Any = (), a: Any = None, **rest: Any) -> Table:
    """Let the Fast unit "a-x" have retained its Run, M 10 inches, and "b-y" nothing; the turn begins."""
    quick = troopers(1, "gun", flags=FAST, movement=10 * INCH)
    played = two_sides(dice, {**KEPT_RUN, **(a or {})}, sheet=quick, enemy=troopers(1, "gun"), **rest)
    begin_turn(played, 2)
    return played


@pytest.mark.rule("AN-TURN-03")
def test_a_retained_run_goes_2m_without_a_test():
    """M 10 inches and 3 pins: it goes 20 inches, no die is thrown, the pins stay and it gets no order this turn."""
    played = with_kept_run([1], {"pins": 3})
    assert question(played) == "retained_runs"
    assert dice_in_bag(played) == (0, 1)
    make_retained_run(played, "a-x").then(RetainedRunMade).without(OrderTested, PinsRemoved).asks("action", "red")
    assert played.last.rolls == ()
    refusal_under(move_unit(played, 20_001), "AN-MOVE-02")
    move_unit(played, 0, 20_000).then(UnitMoved, over=True).then(ActionEnded)
    assert place_of(played, "a-x.1") == (10_000, 30_000)
    assert (unit_row(played, "a-x").pins, unit_row(played, "a-x").order) == (3, "run")
    with_drawn_die(played, 0)
    give_order(played, "fire").rejected("AN-TURN-03", "has-order")


@pytest.mark.rule("AN-TURN-03")
@pytest.mark.ruling("AN-TURN-03.2")
def test_a_retained_run_may_stand_still():
    """A unit may make its retained Run without moving."""
    played = with_kept_run([1])
    make_retained_run(played, "a-x").asks("action", "red")
    played.when("red", EndAction(unit="a-x")).then(ActionEnded).without(UnitMoved)
    assert (place_of(played, "a-x.1"), unit_row(played, "a-x").order) == (A, "run")


@pytest.mark.rule("AN-TURN-03")
@pytest.mark.ruling("AN-TURN-03.2")
def test_a_retained_run_may_sprint():
    """It is a whole Run order: a unit that can sprint goes 3M and tests then."""
    played = with_kept_run([5, 1])
    make_retained_run(played, "a-x")
    move_unit(played, 0, 30_000, sprint=True).accepted()
    assert place_of(played, "a-x.1") == (10_000, 40_000)


@pytest.mark.rule("AN-TURN-03")
@pytest.mark.parametrize("may", [True, False])
@pytest.mark.ruling("AN-TURN-03.2", "AN-TURN-03.3")
def test_a_retained_run_assaults_unless_the_option_forbids_it(may):
    """An assault is legal in a retained Run; the option takes it away."""
    quick = troopers(1, flags=FAST, movement=10 * INCH)
    near: tuple[Any, ...] = ("b-w", troopers(1), (21_000, 10_000), {**USED, "unused_dice": 0})
    played = two_sides([], KEPT_RUN, sheet=quick, more=[near], options={"retained_run_may_assault": may})
    begin_turn(played, 2)
    make_retained_run(played, "a-x")
    paths = straight_paths(played, "a-x", 10_000)
    command = DeclareAssault(unit="a-x", target="b-w", paths=paths, sprint=False)
    out = played.faces(*[10, 10, 1, 2] * may).when("red", command)
    if may:
        out.then(AssaultDeclared, ContactMade)
    else:
        out.rejected("AN-TURN-03", "retained-run-only-moves")
    assert DEFAULTS.retained_run_may_assault is True


@pytest.mark.rule("AN-TURN-04")
@pytest.mark.ruling("AN-TURN-04.2", "AN-TURN-14.2")
def test_retained_runs_alternate_from_the_winner_on():
    """A 8 against B 3: the unit of A runs, then that of B; a draw before that is refused."""
    quick = troopers(1, "gun", flags=FAST)
    played = two_sides([8, 3, 1], KEPT_RUN, KEPT_RUN, sheet=quick, enemy=quick, more=[("a-z", troopers(1), C, {})])
    begin_turn(played, 2).then(RollOffMade, winner=0).asks("retained_runs", "red")
    played.when("blue", MakeRetainedRun(unit="b-y")).rejected("AN-TURN-04", "not-asked")
    make_retained_run(played, "a-x")
    played.when("red", EndAction(unit="a-x")).asks("retained_runs", "blue")
    refusal_under(played.when("red", DrawOrderDie()), "AN-TURN-04")
    make_retained_run(played, "b-y")
    played.when("blue", EndAction(unit="b-y")).then(StepBegun, OrderDieDrawn).asks("allocation", "red")


@pytest.mark.rule("AN-TURN-04")
@pytest.mark.ruling("AN-TURN-04.2")
def test_each_retained_run_is_finished_with_its_reactions():
    """An ambusher is asked about a retained Run, and the next unit runs only after it."""
    quick = troopers(1, "gun", flags=FAST)
    watch: tuple[Any, ...] = (
        "b-w",
        troopers(1, "gun"),
        (20_000, 20_000),
        {**AMBUSH, "die_kept": True, "unused_dice": 0},
    )
    played = two_sides([8, 3], KEPT_RUN, KEPT_RUN, sheet=quick, enemy=quick, more=[watch])
    begin_turn(played, 2)
    make_retained_run(played, "a-x")
    move_unit(played, 0, 10 * INCH).then(ReactionsAsked, unit="a-x").asks("reaction", "blue")
    played.when("blue", MakeRetainedRun(unit="b-y")).rejected("AN-REACT-31", "not-asked")
    decline(played).asks("retained_runs", "blue")


@pytest.mark.rule("AN-TURN-04")
def test_retained_runs_alternate_after_a_roll_off() -> None:
    """The winner of the roll-off runs first, and orders begin when none is outstanding."""
    kept = {"order": "run", "die_kept": True, "retained_run": True, "unused_dice": 0}
    rows = [
        ("a-x", plain_squad(flags=("fast",)), A, {**kept, "pins": 3}),
        ("b-y", plain_squad(flags=("fast",)), B, kept),
        ("b-z", plain_squad(), (40_000, 30_000)),
    ]
    played = table([8, 3, 1], units=rows)
    begin_turn(played, 2).then(StepBegun, RollOffMade, winner=0).asks("retained_runs", "red")
    played.when("red", MakeRetainedRun(unit="b-y")).rejected("AN-TURN-04", "wrong-side")
    played.when("red", MakeRetainedRun(unit="a-x")).then(RetainedRunMade).without(OrderTested).asks("action", "red")
    played.when("red", EndAction(unit="a-x")).asks("retained_runs", "blue")
    played.play(("blue", MakeRetainedRun(unit="b-y")), ("blue", EndAction(unit="b-y"))).asks("allocation", "blue")
    assert unit_row(played, "a-x").pins == 3
    played.when("blue", GiveOrder(unit="b-y", order="fire")).rejected("AN-TURN-03", "has-order")

"""Who places when."""

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    PassSetupStep,
    PlacementTurnPassed,
    SetupAdvantageGained,
    SetupCompleted,
    SetupDiceRolled,
    SetupStepBegan,
    SetupStepCompleted,
    SetupStepPassed,
    SetupStepSkipped,
    UnitPlaced,
)
from tests.rulesets.hex_orders.setup.fixtures import BUGGY_KIND, FIRST, FOOT_KIND, SECOND, TANK_KIND
from tests.rulesets.hex_orders.setup.full_lists import placing
from tests.rulesets.hex_orders.setup.steps import STOP, deploying, place, put_down, who_places
from tests.rulesets.hex_orders.steps import refused

HEXES = {
    "red": [f"{column}{row}" for row in (1, 2) for column in "ABCDEFG"],
    "blue": [f"{column}{row}" for row in (8, 9) for column in "ABCDEFG"],
}


def order(played, counts):
    """Place everything, and say who placed how many before the other did."""
    runs: list[tuple[str, int]] = []
    next_slot = {"red": 1, "blue": 1}
    while who := who_places(played):
        slot = next_slot[who]
        next_slot[who] += 1
        played.when(who, place(slot, HEXES[who][slot - 1])).accepted()
        again = runs and runs[-1][0] == who
        runs = [*runs[:-1], (who, runs[-1][1] + 1)] if again else [*runs, (who, 1)]
    assert next_slot == {"red": counts[0] + 1, "blue": counts[1] + 1}
    return runs


@pytest.mark.rule("HX-SETUP-08")
def test_the_higher_roller_has_the_advantage():
    """Side 1 rolls 4 and side 2 rolls 2: side 1 has the advantage."""
    played = deploying(["guard"], ["guard"], [4, 2])
    (rolled,) = [event for event in played.events if isinstance(event, SetupDiceRolled)]
    (gained,) = [event for event in played.events if isinstance(event, SetupAdvantageGained)]
    assert (rolled.step, rolled.faces) == (4, (4, 2))
    assert (gained.step, gained.seat) == (4, 0)
    assert who_places(played) == "blue"


@pytest.mark.rule("HX-SETUP-08")
@pytest.mark.ruling("HX-SETUP-08.2")
def test_ties_are_rolled_again():
    """3 against 3: both roll again."""
    played = deploying(["guard"], ["guard"], [3, 3, 5, 5, 1, 2])
    (rolled,) = [event for event in played.events if isinstance(event, SetupDiceRolled)]
    assert rolled.faces == (3, 3, 5, 5, 1, 2)
    assert [event.seat for event in played.events if isinstance(event, SetupAdvantageGained)] == [1]
    assert who_places(played) == "red"


@pytest.mark.rule("HX-SETUP-09")
def test_the_advantage_places_second():
    """Side 1 has the advantage: it can not place before side 2 has."""
    played = deploying(["guard"], ["guard"], [4, 2])
    refused(played, "red", place(1, "D2"), "HX-SETUP-13", "not-asked")
    refused(played, "red", STOP, "HX-SETUP-13", "not-asked")
    played.when("blue", place(1, "D8")).accepted()
    played.when("red", place(1, "D2")).accepted()


@pytest.mark.rule("HX-SETUP-10")
def test_one_then_two_each():
    """L has 4 units and W has 5: L1, W2, L2, W2, L1, W1."""
    played = deploying(["guard"] * 4, ["guard"] * 5, FIRST)
    expected = [("red", 1), ("blue", 2), ("red", 2), ("blue", 2), ("red", 1), ("blue", 1)]
    assert order(played, (4, 5)) == expected


@pytest.mark.rule("HX-SETUP-10")
def test_the_other_side_begins_with_one_too():
    """Whoever has no advantage begins with one unit."""
    played = deploying(["guard"] * 3, ["guard"] * 3, SECOND)
    assert order(played, (3, 3)) == [("blue", 1), ("red", 2), ("blue", 2), ("red", 1)]


@pytest.mark.rule("HX-SETUP-11")
def test_who_is_alone_places_all_the_rest_at_once():
    """L has 1 and W has 5: L1, W2, and W's other three in a row."""
    played = deploying(["guard"], ["guard"] * 5, FIRST)
    passed = played.when("red", place(1, "D2")).one(PlacementTurnPassed)
    assert passed.seat == 1
    for slot in range(1, 6):
        assert who_places(played) == "blue"
        played.when("blue", place(slot, HEXES["blue"][slot - 1])).accepted()
    assert who_places(played) == ""


@pytest.mark.rule("HX-SETUP-11")
def test_who_passes_leaves_the_rest_to_the_other():
    """In step 2 red passes at once, and blue places its scouts without a break."""
    played = deploying(["scout", "guard"], ["scout"] * 4, FIRST)
    played.when("red", STOP).accepted()
    for slot in (1, 2, 3):
        assert who_places(played) == "blue"
        played.when("blue", place(slot, HEXES["blue"][slot - 1])).accepted()
    assert (who_places(played), played.game.setup.step) == ("blue", 2)


@pytest.mark.rule("HX-SETUP-12")
def test_a_step_is_finished_before_the_next_begins():
    """An ordinary tank is not placed during step 2, and step 4 begins when both are done with it."""
    played = deploying(["scout", "standard_tank"], ["scout", "standard_tank"], FIRST)
    refused(played, "red", place(2, "D2"), "HX-SETUP-12", "wrong-step")
    played.when("red", STOP).accepted()
    assert played.game.setup.step == 2
    refused(played, "blue", place(2, "D8"), "HX-SETUP-12", "wrong-step")
    played.faces(*FIRST).when("blue", STOP).accepted()
    assert played.game.setup.step == 4
    played.when("red", place(2, "D2")).accepted()


@pytest.mark.rule("HX-SETUP-11")
def test_when_one_side_has_nothing_left_the_other_places_the_rest() -> None:
    """When one side has nothing left the other places all that remains at once."""
    table = placing([1, 6], [TANK_KIND], [FOOT_KIND] * 5)
    table.when("red", put_down(1, "D2")).then(UnitPlaced, PlacementTurnPassed(seat=1, quota=0))
    for number, where in enumerate(("A9", "B9", "C9", "D9"), 1):
        table.when("blue", put_down(number, where, "N")).without(PlacementTurnPassed).asks("placing", "blue")
    table.when("blue", put_down(5, "E9", "N")).then(SetupStepCompleted, SetupCompleted).asks("orders", "red", "blue")


@pytest.mark.rule("HX-SETUP-11")
def test_a_side_without_units_of_the_step_is_not_waited_for() -> None:
    """Where the side that should begin has nothing in a step the other one places."""
    table = placing([6, 1], [BUGGY_KIND], [TANK_KIND])
    table.last.then(SetupStepBegan(step=2), PlacementTurnPassed(seat=0, quota=0)).asks("placing", "red")
    table.faces(1, 6)
    table.when("red", PassSetupStep()).then(
        SetupStepPassed(seat=0, step=2), SetupStepCompleted, SetupStepSkipped(step=3), SetupStepBegan(step=4)
    ).asks("placing", "blue")

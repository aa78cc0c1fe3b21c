"""Setup: who places when, and where."""

import pytest

from adjudicator.rulesets.hex_orders.messages import (
    PlacementTurnPassed,
    SetupAdvantageGained,
    SetupCompleted,
    SetupDiceRolled,
    UnitPlaced,
)
from tests.rulesets.hex_orders.givens import infantry, price, tank
from tests.rulesets.hex_orders.said import STOCK, STOP, deploying, entry, forget, place, refused

FIRST, SECOND = (1, 6), (6, 1)
HEXES = {"red": [f"{column}{row}" for row in (1, 2) for column in "ABCDEFG"],
         "blue": [f"{column}{row}" for row in (8, 9) for column in "ABCDEFG"]}  # fmt: skip


def placing(played):
    """Say who has to place, "" for nobody."""
    return "" if played.window.kind != "placing" else ("red", "blue")[played.window.asks[0]]


def order(played, counts):
    """Place everything, and say who placed how many before the other did."""
    runs: list[tuple[str, int]] = []
    next_slot = {"red": 1, "blue": 1}
    while who := placing(played):
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
    (rolled,) = [each for each in played.events if isinstance(each, SetupDiceRolled)]
    (gained,) = [each for each in played.events if isinstance(each, SetupAdvantageGained)]
    assert (rolled.step, rolled.faces) == (4, (4, 2))
    assert (gained.step, gained.seat) == (4, 0)
    assert placing(played) == "blue"


@pytest.mark.rule("HX-SETUP-08")
def test_ties_are_rolled_again():
    """3 against 3: both roll again."""
    played = deploying(["guard"], ["guard"], [3, 3, 5, 5, 1, 2])
    (rolled,) = [each for each in played.events if isinstance(each, SetupDiceRolled)]
    assert rolled.faces == (3, 3, 5, 5, 1, 2)
    assert [each.seat for each in played.events if isinstance(each, SetupAdvantageGained)] == [1]
    assert placing(played) == "red"


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
    told = played.when("red", place(1, "D2")).one(PlacementTurnPassed)
    assert told.seat == 1
    for slot in range(1, 6):
        assert placing(played) == "blue"
        played.when("blue", place(slot, HEXES["blue"][slot - 1])).accepted()
    assert placing(played) == ""


@pytest.mark.rule("HX-SETUP-11")
def test_who_passes_leaves_the_rest_to_the_other():
    """In step 2 red passes at once, and blue places its scouts without a break."""
    played = deploying(["scout", "guard"], ["scout"] * 4, FIRST)
    played.when("red", STOP).accepted()
    for slot in (1, 2, 3):
        assert placing(played) == "blue"
        played.when("blue", place(slot, HEXES["blue"][slot - 1])).accepted()
    assert (placing(played), played.game.setup.step) == ("blue", 2)


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


@pytest.mark.rule("HX-SETUP-13")
def test_units_are_placed_in_their_own_area():
    """Side 1 places in D3 and not in D5 or D8, nor off the board."""
    played = deploying(["guard"], ["guard"], FIRST)
    for name in ("D4", "D5", "D8"):
        refused(played, "red", place(1, name), "HX-SETUP-13", "outside-setup-area")
    for name in ("D10", "H1", "?"):
        refused(played, "red", place(1, name), "HX-SETUP-13", "off-the-board")
    played.when("red", place(1, "D3")).then(UnitPlaced, unit="a1", hex="D3")


@pytest.mark.rule("HX-SETUP-13")
def test_stacking_and_terrain_hold_at_setup():
    """A third base finds no room in a hex, and a tank none in a building."""
    played = deploying(["guard", "guard", "guard", "standard_tank"], ["guard"], SECOND, {"C2": "building"})
    played.when("blue", place(1, "D8")).accepted()
    refused(played, "red", place(4, "C2"), "HX-TERRAIN-23", "terrain-forbidden")
    played.when("red", place(1, "C2")).accepted()
    played.when("red", place(2, "C2")).accepted()
    refused(played, "red", place(3, "C2"), "HX-STACK-01", "hex-full")
    played.when("red", place(3, "C3")).accepted()
    played.when("red", place(4, "C1")).then(SetupCompleted)


@pytest.mark.rule("HX-SETUP-13")
def test_scouts_have_the_own_area_unless_the_option_widens_it():
    """A scout is set up in its own area; with own_and_nomansland between the areas too, and others not."""
    played = deploying(["scout"], ["guard"], FIRST)
    refused(played, "red", place(1, "D5"), "HX-SETUP-13", "outside-setup-area")
    wide = deploying(["scout", "guard"], ["guard"], FIRST, scout_setup_area="own_and_nomansland")
    refused(wide, "red", place(1, "D7"), "HX-SETUP-13", "outside-setup-area")
    wide.faces(*FIRST).when("red", place(1, "D5")).then(UnitPlaced, hex="D5")
    assert placing(wide) == "blue"
    refused(wide, "blue", place(1, "C5"), "HX-SETUP-13", "outside-setup-area")
    while placing(wide) == "blue":
        wide.faces(*FIRST).when("blue", place(1, "D8") if wide.game.setup.step == 4 else STOP).accepted()
    refused(wide, "red", place(2, "C5"), "HX-SETUP-13", "outside-setup-area")
    forget(wide)


@pytest.mark.rule("HX-SETUP-13")
def test_a_units_data_may_give_it_a_wider_area():
    """Rows named by its data are open to a unit besides its own area."""
    ranger = infantry(kind="ranger", setup_rows=(4, 6), price=price(mp=1))
    played = deploying(["ranger", "guard"], ["guard"], FIRST, entries=(*STOCK, entry(ranger)))
    refused(played, "red", place(1, "D5"), "HX-SETUP-13", "outside-setup-area")
    refused(played, "red", place(2, "D4"), "HX-SETUP-13", "outside-setup-area")
    played.when("red", place(1, "D6")).then(UnitPlaced, hex="D6")


@pytest.mark.rule("HX-SETUP-14")
def test_the_owner_chooses_the_facing_and_the_rest_is_data():
    """A tank faces where it is set, at its initial speed, with no tokens, no aim and no load."""
    played = deploying(["guard"], ["standard_tank"], SECOND)
    told = played.when("blue", place(1, "D9", "N")).one(UnitPlaced)
    assert (told.hex, told.facing, told.loads) == ("D9", "N", ())
    row = played.game.units["b1"]
    assert (row.facing, row.speed, row.loads, row.aim) == ("N", "stand_still", (), None)
    assert (row.pinned, row.difficult, row.bonuses, row.fire, row.acid, row.poison) == (0, 0, (), 0, 0, ())


@pytest.mark.rule("HX-SETUP-14")
@pytest.mark.parametrize("facing", ["N", "NE", "SE", "S", "SW", "NW"])
def test_any_of_six_facings(facing):
    """Every facing may be chosen."""
    played = deploying(["guard"], ["guard"], FIRST)
    played.when("red", place(1, "D2", facing)).then(UnitPlaced, facing=facing)


@pytest.mark.rule("HX-SETUP-14")
def test_the_initial_speed_is_data():
    """A unit whose data say so starts at another speed; a facing that does not exist is refused."""
    driver = tank(kind="driver", initial_speed="slow", price=price(ip=1))
    played = deploying(["driver"], ["guard"], FIRST, entries=(*STOCK, entry(driver)))
    refused(played, "red", place(1, "D2", "E"), "HX-ANGLES-01", "not-among")
    refused(played, "red", place(1, "D2", ""), "HX-ANGLES-01", "not-among")
    played.when("red", place(1, "D2", "S")).accepted()
    assert played.game.units["a1"].speed == "slow"

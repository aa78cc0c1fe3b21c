"""Orders as they are written: which a unit knows, their parts and their codes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders import RULESET
from adjudicator.rulesets.hex_orders.model import order_codes
from adjudicator.rulesets.hex_orders.model.messages import LoadArmyList, OrdersPlotted, Plot, PlotOrders
from adjudicator.rulesets.hex_orders.model.order_codes import Code
from adjudicator.rulesets.hex_orders.model.subjects import OrdersSubject
from tests.kit import Table
from tests.rulesets.hex_orders.fixtures import infantry, rules, table, tank, with_orders
from tests.rulesets.hex_orders.gunnery.steps import modifiers_for_hit_on
from tests.rulesets.hex_orders.orders.fixtures import PAIR
from tests.rulesets.hex_orders.orders.steps import (
    choose_open_part,
    plot,
    plot_exactly,
    positions_after,
    writing,
    writing_for_four,
)
from tests.rulesets.hex_orders.setup.fixtures import army_list, entry
from tests.rulesets.hex_orders.steps import begin, carry_out_steps, places, refused, silence


def faults_of_list(sheet):
    """Load a list that sells a base; the clauses that are broken."""
    outcome = Table(rules()).when("referee", LoadArmyList(list=army_list(sheet.nation, [entry(sheet)])))
    outcome.looked_at = True
    return {fault.clause for fault in outcome.faults}


@pytest.mark.rule("HX-ORDERS-08")
@pytest.mark.parametrize("order", ["F+F+-", "F+L+-", "F+R+-", "F+B+-"])
def test_orders_of_the_list_are_accepted(order):
    """Every order on the list is accepted."""
    writing(PAIR).when("red", plot("a1", order)).then(OrdersPlotted)


@pytest.mark.rule("HX-ORDERS-08")
@pytest.mark.parametrize(("movement", "gunnery"), [("F+F+F", "-+-"), ("R+F+-", "-+-"), ("F+F+-", "Fire+Fire")])
@pytest.mark.ruling("HX-ORDERS-08.2")
def test_orders_that_are_not_on_the_list_are_refused(movement, gunnery):
    """Codes can not be combined freely: what is not on the unit's list is refused when it is plotted."""
    refused(writing(PAIR), "red", plot("a1", movement, gunnery), "HX-ORDERS-08", "order-not-listed")


@pytest.mark.rule("HX-ORDERS-09")
def test_a_speed_lasts_until_something_changes_it():
    """A slow unit with A+F+- is fast from Movement 1 on, and its Gunnery 1 of the next turn is that of a fast unit."""
    assert positions_after("A+F+-", speed="slow", listed=False) == [
        ("D8", "N", "fast"),
        ("D7", "N", "fast"),
        ("D7", "N", "fast"),
    ]
    units = [("a1", "D8", "N", tank(), {"speed": "slow"}), PAIR[1]]
    played = table((), None, pace="step", units=units, running={"a1": ("A+F+-",)})
    carry_out_steps(played, "movement_1", "assault_1", "movement_2", "aftermath")
    assert places(played)[2] == "fast"
    assert modifiers_for_hit_on(6, own={"speed": places(played)[2]}) == {"HX-FIRE-09": -1}


@pytest.mark.rule("HX-ORDERS-09")
@pytest.mark.ruling("HX-ORDERS-09.2")
def test_speeds_off_the_ladder():
    """From crawling a plain A leads nowhere where the data do not say so; A[slow] leads to slow."""
    foot = infantry()
    assert positions_after("A+-+-", foot, speed="crawling")[0][2] == "crawling"
    assert positions_after("A[slow]+F+-", foot, speed="crawling", listed=False)[0][2] == "slow"
    speeds = tuple(replace(speed, accelerates="fast") if speed.speed == "crawling" else speed for speed in foot.speeds)
    assert positions_after("A+-+-", infantry(speeds=speeds), speed="crawling")[0][2] == "fast"


@pytest.mark.rule("HX-ORDERS-09")
def test_the_ladder_is_the_units_own():
    """A unit whose ladder has another order of speeds goes up by it."""
    upside = tank(ladder=("fast", "slow", "stand_still"))
    assert positions_after("A+-+-", upside, speed="fast")[0][2] == "slow"


@pytest.mark.rule("HX-ORDERS-10")
def test_a_movement_order_has_three_parts():
    """F+L+- is forward, left, nothing; two or four parts are no movement order."""
    assert positions_after("F+L+-", listed=False) == [("D7", "N", "fast"), ("D7", "NW", "fast"), ("D7", "NW", "fast")]
    for order in ("F+F", "F+F+-+-", "F"):
        refused(writing(PAIR), "red", plot("a1", order), "HX-ORDERS-10", "no-movement-order")
    assert "HX-ORDERS-10" in faults_of_list(with_orders(tank(), "F+F"))


@pytest.mark.rule("HX-ORDERS-11")
@pytest.mark.ruling("HX-ORDERS-11.2")
def test_codes_of_one_part():
    """360,A+F+F turns anywhere and accelerates in Movement 1, and goes forward in Movements 2 and 3."""
    units = [("a1", "D5", "N", with_orders(tank(), "360,A+F+F"), {"speed": "slow"}), ("b1", "A1", "S", infantry())]
    played = table((), None, pace="step", units=units, running={"a1": ("360,A+F+F",)})
    begin(played, "movement_1").asks("moves", "red")
    played.when("red", choose_open_part("a1", facing="S")).accepted()
    found = []
    for step in ("movement_1", "movement_2", "movement_3"):
        if step != "movement_1":
            begin(played, step)
        silence(played)
        found.append(places(played))
    assert found == [("D5", "S", "fast"), ("D6", "S", "fast"), ("D7", "S", "fast")]


@pytest.mark.rule("HX-ORDERS-11")
@pytest.mark.parametrize("order", ["F,F+-+-", "F,Rev+-+-", "Chase,F+-+-", "-+Flee,F+-"])
@pytest.mark.ruling("HX-ORDERS-11.3")
def test_two_moves_in_one_part(order):
    """A list with two codes that change the hex in one part is rejected."""
    assert "HX-ORDERS-11" in faults_of_list(with_orders(tank(), order))


@pytest.mark.rule("HX-ORDERS-11")
def test_codes_go_from_left_to_right():
    """R,F turns and then goes; F,R goes and then turns."""
    assert positions_after("R,F+-+-", at="D5")[0] == ("E5", "NE", "fast")
    assert positions_after("F,R+-+-", at="D5")[0] == ("D4", "NE", "fast")


@pytest.mark.rule("HX-ORDERS-10")
def test_three_parts_and_dashes():
    """A movement order has three parts, and a dash is a part without action."""
    assert order_codes.read_movement("F+L+-") == ((Code("F"),), (Code("L"),), ())
    for wrong in ("F+F", "F+F+F+F", "", "F++F"):
        assert not order_codes.is_movement(wrong)


@pytest.mark.rule("HX-ORDERS-11")
def test_several_codes_in_a_part():
    """Codes of one part stand from left to right, and one of them at most changes the hex."""
    assert order_codes.read_movement("360,A[slow]+F+F")[0] == (Code("360"), Code("A", "slow"))
    assert not order_codes.is_movement("F,F+-+-")
    assert not order_codes.is_movement("F[slow]+-+-")
    assert not order_codes.is_movement("X+-+-")


@pytest.mark.rule("HX-GUNNERY-01")
def test_a_gunnery_order_has_two_parts():
    """A gunnery order has two parts, and a Load says which weapon it loads."""
    assert order_codes.read_gunnery("-+Load[main_gun]") == (order_codes.IDLE, Code("Load", "main_gun"))
    for wrong in ("Fire", "-+-+Fire", "Fire[gun]+-", "F+-"):
        assert not order_codes.is_gunnery(wrong)


@pytest.mark.rule("HX-GUNNERY-11")
def test_loads_are_listed_by_weapon():
    """A pattern of a list stands for one order for each weapon that its Load may name."""
    assert order_codes.with_every_weapon("-+Load", ("a", "b")) == ("-+Load[a]", "-+Load[b]")
    assert order_codes.with_every_weapon("Fire+-", ("a", "b")) == ("Fire+-",)
    assert order_codes.without_weapons("-+Load[a]") == "-+Load"
    assert order_codes.without_blanks(" Fire + - ") == "Fire+-"
    assert str(Code("A", "slow")) == "A[slow]"


@pytest.mark.rule("HX-ORDERS-08")
def test_only_listed_orders():
    """What is not on the unit's list is refused when it is plotted, other speeds' orders are not."""
    played = writing_for_four()
    played.when("red", plot_exactly("a1", "F+F+F", "-+-")).rejected("HX-ORDERS-08", "order-not-listed", order="F+F+F")
    played.when("red", plot_exactly("a1", "F+F", "-+-")).rejected("HX-ORDERS-10", "no-movement-order")
    played.when("red", plot_exactly("a1", "F+-+-", "Aim+Fire")).rejected(
        "HX-ORDERS-08", "order-not-listed", order="Aim+Fire"
    )
    played.when("red", plot_exactly("a1", "F+-+-", "-+-+-")).rejected("HX-GUNNERY-01", "no-gunnery-order")
    played.when("red", plot_exactly("a1", "F+-+-", "-+Load[cannon]")).rejected("HX-GUNNERY-11", "load-names-no-weapon")
    played.when("red", plot_exactly("a1", "F+-+-", "-+Load")).rejected("HX-GUNNERY-11", "load-names-no-weapon")
    played.when("red", plot_exactly("a1", "F+-+-", "-+Load[main_gun]")).accepted()
    for unit in ("b1", "b2", "a9"):
        played.when("red", plot_exactly(unit, "F+-+-", "-+-")).rejected("", "unknown-id", "plot.unit")


WRONG = {
    "F+F": "has 2 parts: a movement order has three",
    "f+f+-": "f is no movement code: take F, Rev",
    "F,F+-+-": "leaves its hex twice in one step",
    "F[slow]+-+-": "only A and B take a speed there",
    "A[]+-+-": "is no code of an order",
}


@pytest.mark.rule("HX-ORDERS-10")
@pytest.mark.rule("HX-ORDERS-11")
@pytest.mark.parametrize("order", WRONG)
def test_bad_notation_is_explained(order):
    """An order that can not be read is refused with what is wrong in it and how to write it."""
    played = table(units=[("a1", "D5", "N", tank()), ("b1", "D2", "S", tank())], pace="step")
    played.set(step="", turn=0).ask("orders", "red", "blue", subject=OrdersSubject(0))
    refused = played.when("red", PlotOrders(plot=Plot(turn=1, unit="a1", movement=(order,), gunnery=("-+-",))))
    refused.rejected("HX-ORDERS-10", "no-movement-order", path="plot.movement")
    fault = next(row for row in refused.faults if row.reason == "no-movement-order")
    assert WRONG[order] in RULESET.reasons[fault.reason].format(**dict(fault.facts))

"""What is carried out in the place of orders that are not allowed or were not plotted."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import EVERYONE
from adjudicator.rulesets.hex_orders.model.messages import (
    CommitOrders,
    OrderReplacedByDefault,
    OrdersCommitted,
    OrdersRevealed,
    UnitRevealed,
)
from adjudicator.rulesets.hex_orders.model.rows import Orders
from adjudicator.rulesets.hex_orders.model.subjects import OrdersSubject
from adjudicator.rulesets.hex_orders.rules.orders import due_orders
from tests.rulesets.hex_orders.fixtures import infantry, speed, table, tank
from tests.rulesets.hex_orders.gunnery.fixtures import shooter
from tests.rulesets.hex_orders.orders.fixtures import PAIR
from tests.rulesets.hex_orders.orders.steps import (
    commit,
    plot,
    plot_exactly,
    positions_after,
    writing,
    writing_for_four,
)
from tests.rulesets.hex_orders.steps import begin, carry_out_steps, change, of_kind, places, refused, silence, unit


@pytest.mark.rule("HX-ORDERS-33")
@pytest.mark.ruling("HX-ORDERS-33.1")
def test_an_illegal_order_becomes_the_default_of_the_speed():
    """A slow unit that holds F+F+- carries F+-+- out."""
    units = [("a1", "D8", "N", tank(), {"speed": "slow"}), PAIR[1]]
    played = table((), None, pace="step", units=units, running={"a1": ("F+F+-",)})
    events = carry_out_steps(played, "movement_1")
    (swapped,) = of_kind(events, OrderReplacedByDefault)
    assert (swapped.unit, swapped.order, swapped.part, swapped.ordered, swapped.instead) == (
        "a1",
        "movement",
        0,
        "F+F+-",
        "F+-+-",
    )
    carry_out_steps(played, "movement_2")
    assert places(played) == ("D7", "N", "slow")


@pytest.mark.rule("HX-ORDERS-33")
@pytest.mark.ruling("HX-ORDERS-33.2")
def test_a_pattern_stays_legal_through_its_own_codes_and_other_changes():
    """A+F+- goes forward although it is then fast; F+F+- goes on although something made the unit slow."""
    assert positions_after("A+F+-", speed="slow", listed=False)[1] == ("D7", "N", "fast")
    units = [("a1", "D8", "N", tank(), {"speed": "fast"}), PAIR[1]]
    played = table((), None, pace="step", units=units, running={"a1": ("F+F+-",)})
    carry_out_steps(played, "movement_1")
    change(played, "a1", speed="stand_still")
    assert not of_kind(carry_out_steps(played, "movement_2"), OrderReplacedByDefault)
    assert places(played) == ("D6", "N", "stand_still")


@pytest.mark.rule("HX-ORDERS-33")
def test_an_illegal_gunnery_order_becomes_the_default():
    """Gunnery that is not on the unit's list is replaced as a whole."""
    units = [("a1", "D8", "N", shooter(default_gunnery="Aim+-"), {"speed": "slow"}), PAIR[1]]
    played = table((), None, pace="step", units=units, running={"a1": ("-+-+-", "Fire+Fire")})
    begin(played, "gunnery_1").then(OrderReplacedByDefault, unit="a1", order="gunnery", instead="Aim+-")
    assert unit(played, "a1").aim is not None


@pytest.mark.rule("HX-ORDERS-34")
def test_one_step_that_is_not_allowed_is_replaced_alone():
    """F+L+- off the map: the default's F leads off it too, so nothing is done; then its own L is carried out."""
    units = [("a1", "D1", "N", tank(), {"speed": "fast"}), PAIR[1]]
    played = table((), None, pace="step", units=units, running={"a1": ("F+L+-",)})
    first = of_kind(carry_out_steps(played, "movement_1"), OrderReplacedByDefault)
    assert [(row.part, row.ordered, row.instead) for row in first] == [(1, "F", "-")]
    assert places(played) == ("D1", "N", "fast")
    carry_out_steps(played, "movement_2")
    assert places(played) == ("D1", "NW", "fast")


@pytest.mark.rule("HX-ORDERS-34")
def test_the_step_of_the_default_comes_first():
    """Where the same step of the default is allowed, it is carried out."""
    turning = tuple(replace(row, default_movement="R+R+-") if row.speed == "fast" else row for row in tank().speeds)
    assert positions_after("F+L+-", tank(speeds=turning), at="D1")[:2] == [("D1", "NE", "fast"), ("D1", "N", "fast")]


@pytest.mark.rule("HX-ORDERS-35")
@pytest.mark.ruling("HX-ORDERS-35.2")
def test_each_speed_has_a_default():
    """A shaken slow unit goes F+-+-; where data give no default it is -+-+-."""

    def shaken(sheet, pace):
        units = [("a1", "D5", "N", sheet, {"speed": pace, "pinned": 2}), ("b1", "A1", "S", infantry(nation="ork"))]
        played = table((), None, pace="step", units=units, running={"a1": ("B+-+-",)})
        carry_out_steps(played, "movement_1")
        return places(played)

    assert shaken(tank(), "slow") == ("D4", "N", "slow")
    bare = tuple(replace(row, default_movement="") if row.speed == "crawling" else row for row in infantry().speeds)
    assert shaken(infantry(speeds=bare), "crawling") == ("D5", "N", "crawling")
    other = tuple(replace(row, default_movement="-+R+-") for row in tank().speeds)
    assert shaken(tank(speeds=other), "slow") == ("D5", "N", "slow")


@pytest.mark.rule("HX-ORDERS-36")
def test_units_without_orders_carry_defaults_out():
    """Committing with a unit unplotted needs allow_defaults; it then holds its default movement and -+-."""
    units = [*PAIR, ("a7", "B2", "S", tank(), {"speed": "slow"})]
    played = writing(units)
    played.when("red", plot("a1", "F+R+-", "Fire+-")).accepted()
    refused(played, "red", commit(), "HX-ORDERS-36", "orders-missing")
    played.when("red", commit(defaults=True)).then(OrdersCommitted)
    played.when("blue", commit(defaults=True)).accepted()
    played.when("red", commit(2, defaults=True)).accepted()
    shown = played.when("blue", commit(2, defaults=True)).one(OrdersRevealed)
    found = {order.unit: (order.movement, order.gunnery, order.defaulted) for order in shown.orders}
    assert found["a7"] == ("F+-+-", ("-+-",), True)
    assert found["a1"] == ("F+R+-", ("Fire+-",), False)
    carry_out_steps(played, "movement_1")
    assert places(played, "a7") == ("B3", "S", "slow")


@pytest.mark.rule("HX-ORDERS-36")
def test_defaults_are_seen_as_what_they_are():
    """What everybody sees of a unit's orders of this turn is the default that it carries out."""
    units = [*PAIR, ("a7", "B2", "S", tank(), {"speed": "slow"})]
    played = writing(units)
    played.play(("red", commit(defaults=True)), ("blue", commit(defaults=True)))
    played.play(("red", commit(2, defaults=True)), ("blue", commit(2, defaults=True)))
    for who in ("red", "blue", "spectator"):
        (row,) = (item for item in played.view(who).units if item.id == "a7")
        assert [order.movement for order in row.orders] == ["F+-+-"]


@pytest.mark.rule("HX-ORDERS-36")
def test_defaults_of_what_was_not_plotted():
    """Committing with units unplotted needs allow_defaults, and gives them their defaults."""
    played = writing_for_four()
    played.when("red", plot_exactly("a1", "F+L+-", "Fire+-")).accepted()
    played.when("red", commit()).rejected("HX-ORDERS-36", "orders-missing", "allow_defaults", units="a2")
    found = played.when("red", commit(defaults=True)).one(OrdersCommitted)
    assert [row.unit for row in found.defaults.plots] == ["a2"]
    assert played.game.orders["a2@1"] == Orders("a2", 0, 1, "-+-+-", ("-+-",), 0, final=True, defaulted=True)
    assert played.game.orders["a1@1"].movement == "F+L+-"
    played.when("red", plot_exactly("a1", "F+F+-", "-+-")).rejected("HX-ORDERS-02", "not-asked")


class Judge:
    """A ruling's stand-in that only records."""

    def __init__(self, game):
        self.game = game
        self.events = []

    def record(self, event, *_clauses):
        due_orders.order_replaced_by_default(self.game, event)
        self.events.append(event)


def judged_orders(number=1, running="F+F+-", **changes):
    """Judge the orders of a tank at D8."""
    played = table(units=[("a1", "D8", "N", tank(), changes)], running={"a1": (running, "-+-")})
    ruling: Any = Judge(played.game)
    due_orders.judge_movement(ruling, number)
    due_orders.judge_movement(ruling, number)
    return ruling


def replaced_orders(ruling):
    """Tell what is carried out, as (part, ordered, instead, reason)."""
    return [(event.part, event.ordered, event.instead, event.reason) for event in ruling.events]


@pytest.mark.rule("HX-ORDERS-33")
def test_an_order_of_another_speed():
    """An order that the present speed does not list becomes the default of that speed."""
    ruling = judged_orders(speed="slow")
    assert replaced_orders(ruling) == [(0, "F+F+-", "F+-+-", "speed")]
    assert ruling.events[0].owner == EVERYONE
    assert [due_orders.movement_part(ruling.game, "a1", n) for n in (1, 2, 3)] == ["F", "-", "-"]
    assert judged_orders(speed="fast").events == []


@pytest.mark.rule("HX-SHAKEN-03")
def test_a_shaken_unit_carries_its_default_out():
    """A unit that is shaken when the turn's movement begins does its default; shaken later, the parts left of it."""
    assert replaced_orders(judged_orders(speed="fast", running="F+L+-", pinned=1)) == [(0, "F+L+-", "F+F+-", "shaken")]
    assert replaced_orders(judged_orders(2, speed="fast", running="F+L+-", pinned=2)) == [(2, "L", "F", "shaken")]
    assert replaced_orders(judged_orders(3, speed="fast", running="F+L+-", pinned=2)) == []
    assert replaced_orders(judged_orders(speed="fast", running="F+L+-", pinned=2, shaken_from=2)) == []


@pytest.mark.rule("HX-SHAKEN-03")
def test_a_default_is_carried_through():
    """A default order that changes the speed goes on as it began."""
    slow = replace(tank().speeds[1], default_movement="A+F+-")
    sheet = tank(speeds=(tank().speeds[0], slow, tank().speeds[2]))
    played = table(units=[("a1", "D8", "N", sheet, {"speed": "slow", "pinned": 2})], running={"a1": ("B+-+-", "-+-")})
    ruling: Any = Judge(played.game)
    due_orders.judge_movement(ruling, 1)
    ruling.game.units["a1"] = replace(ruling.game.units["a1"], speed="fast")
    due_orders.judge_movement(ruling, 2)
    assert replaced_orders(ruling) == [(0, "B+-+-", "A+F+-", "shaken")]


@pytest.mark.rule("HX-GAP-09")
def test_a_hidden_unit_is_judged_in_secret():
    """That a hidden unit does its default is told to its side alone."""
    ruling = judged_orders(speed="slow", hidden=True)
    assert ruling.events[0].owner == 0


@pytest.mark.rule("HX-GUNNERY-22")
def test_a_gunnery_part_is_replaced():
    """A gunnery part that is not allowed becomes a dash, and the other part stays."""
    played = table(units=[("a1", "D8", "N", tank())], running={"a1": ("-+-+-", "Fire+-")})
    event = OrderReplacedByDefault(
        owner=EVERYONE, unit="a1", order="gunnery", part=1, ordered="Fire", instead="-", reason="speed"
    )
    due_orders.order_replaced_by_default(played.game, event)
    assert due_orders.gunnery_parts(played.game, "a1", 1) == ("-",)


LAZY = tank(
    speeds=(
        speed("stand_still", "-+-+-", default="A+F+-"),
        speed("slow", "F+-+-", default="F+-+-"),
        speed("fast", "F+-+-"),
    )
)


def unplotted_units(*, hidden):
    """Nobody plots for two units before turn 1; a1 stands still by its default and accelerates in Movement 1."""
    units = [("a1", "D8", "N", LAZY, {"hidden": hidden}), ("b1", "D2", "S", tank(), {})]
    played = table((), units=units, turn=0, pace="step").set(orders={}, running={})
    played.ask("orders", "red", "blue", subject=OrdersSubject(0))
    for turn in (1, 2):
        for seat in ("red", "blue"):
            played.when(seat, CommitOrders(turn=turn, allow_defaults=True)).accepted()
    return played


@pytest.mark.rule("HX-ORDERS-36", "HX-GAP-09")
def test_who_shows_itself_later_tells_the_default_that_it_carries_out():
    """A hidden unit whose default changed its speed is revealed with the default it began with, not that of now."""
    played = unplotted_units(hidden=True)
    begin(played, "movement_1")
    silence(played)
    assert unit(played, "a1").speed == "slow"
    change(played, "b1", hex="D5")
    begin(played, "movement_2")
    (shown,) = of_kind(silence(played) + list(played.events), UnitRevealed)[:1]
    assert [(order.movement, order.defaulted) for order in shown.orders] == [("A+F+-", True)]


@pytest.mark.rule("HX-ORDERS-36", "HX-GAP-06")
def test_a_view_keeps_telling_the_default_that_is_carried_out():
    """After the unit has accelerated both sides still see the order that it carries out, as it was revealed."""
    played = unplotted_units(hidden=False)
    assert [order.movement for order in played.last.one(OrdersRevealed).orders if order.unit == "a1"] == ["A+F+-"]
    begin(played, "movement_1")
    silence(played)
    assert unit(played, "a1").speed == "slow"
    for seat in ("red", "blue"):
        (seen,) = (row for row in played.view(seat).units if row.id == "a1")
        assert [order.movement for order in seen.orders] == ["A+F+-"]

"""Writing orders, committing and showing them, and what is carried out of them."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.messages import Unsealed
from adjudicator.kernel.parties import EVERYONE
from adjudicator.rulesets.hex_orders import orders
from adjudicator.rulesets.hex_orders.messages import (
    CommitOrders,
    OrderReplacedByDefault,
    OrdersCommitted,
    OrdersPlotted,
    OrdersRevealed,
    PlacedPlot,
    Plot,
    PlotOrders,
    TurnStarted,
)
from adjudicator.rulesets.hex_orders.rows import Orders
from tests.rulesets.hex_orders.givens import infantry, table, tank

UNITS = [
    ("a1", "D8", "N", tank(), {"speed": "fast"}), ("a2", "B8", "N", infantry()),
    ("b1", "D2", "S", infantry(), {"hidden": True}), ("b2", "F2", "S", tank(), {"speed": "slow"}),
]  # fmt: skip


def writing(turn=0, units=UNITS, **rest):
    """Let both sides write in a turn, with nothing on the table before the first."""
    played = table(units=units, turn=turn, pace="step", **rest)
    if turn == 0:
        played.set(orders={}, running={})
    return played.set(step="orders", running={}).ask("orders", "red", "blue", about=(str(turn),))


def plot(unit, movement, *gunnery, turn=1):
    """Plot orders."""
    return PlotOrders(plot=Plot(turn=turn, unit=unit, movement=(movement,), gunnery=gunnery))


def commit(turn=1, *, defaults=False):
    """Commit orders."""
    return CommitOrders(turn=turn, allow_defaults=defaults)


@pytest.mark.rule("HX-ORDERS-01")
def test_one_movement_order_and_the_gunnery_orders_of_the_data():
    """A unit gets exactly one movement order and as many gunnery orders as its data say."""
    played = writing()
    played.when("red", plot("a1", "F+F+-", "Fire + -")).then(OrdersPlotted, seat=0, entry=played.docket.seq)
    two = PlotOrders(plot=Plot(turn=1, unit="a1", movement=("F+F+-", "F+L+-"), gunnery=("Fire+-",)))
    played.when("red", two).rejected("HX-ORDERS-01", "movement-orders", "plot.movement", found=2)
    none = PlotOrders(plot=Plot(turn=1, unit="a1", movement=(), gunnery=("Fire+-",)))
    played.when("red", none).rejected("HX-ORDERS-01", "movement-orders", "plot.movement", found=0)
    played.when("red", plot("a1", "F+F+-", "Fire+-", "-+Fire")).rejected("HX-ORDERS-01", "gunnery-orders")
    played.when("red", PlotOrders()).rejected("HX-ORDERS-01", "no-plot")


@pytest.mark.rule("HX-ORDERS-08")
def test_only_listed_orders():
    """What is not on the unit's list is refused when it is plotted, other speeds' orders are not."""
    played = writing()
    played.when("red", plot("a1", "F+F+F", "-+-")).rejected("HX-ORDERS-08", "order-not-listed", order="F+F+F")
    played.when("red", plot("a1", "F+F", "-+-")).rejected("HX-ORDERS-10", "no-movement-order")
    played.when("red", plot("a1", "F+-+-", "Aim+Fire")).rejected("HX-ORDERS-08", "order-not-listed", order="Aim+Fire")
    played.when("red", plot("a1", "F+-+-", "-+-+-")).rejected("HX-GUNNERY-01", "no-gunnery-order")
    played.when("red", plot("a1", "F+-+-", "-+Load[cannon]")).rejected("HX-GUNNERY-11", "load-names-no-weapon")
    played.when("red", plot("a1", "F+-+-", "-+Load")).rejected("HX-GUNNERY-11", "load-names-no-weapon")
    played.when("red", plot("a1", "F+-+-", "-+Load[main_gun]")).accepted()
    for unit in ("b1", "b2", "a9"):
        played.when("red", plot(unit, "F+-+-", "-+-")).rejected("", "unknown-id", "plot.unit")


@pytest.mark.rule("HX-ORDERS-02")
def test_one_round_ahead():
    """In a turn orders for the next one are written; those on the table are final."""
    played = writing(3)
    played.when("red", plot("a1", "F+F+-", "-+-", turn=4)).accepted()
    played.when("red", plot("a1", "F+F+-", "-+-", turn=3)).rejected("HX-ORDERS-04", "orders-final")
    played.when("red", plot("a1", "F+F+-", "-+-", turn=5)).rejected("HX-ORDERS-02", "other-turn-due")
    played.when("red", commit(3, defaults=True)).rejected("HX-ORDERS-02", "other-turn-due")


@pytest.mark.rule("HX-ORDERS-03")
def test_a_longer_lead():
    """A unit with a lead of two gets its orders for turns 1 and 2 before turn 1, for turn 3 in turn 1."""
    units = [("a1", "D8", "N", tank(orders_ahead=2)), ("b1", "D2", "S", infantry())]
    played = writing(units=units)
    played.when("red", plot("a1", "-+-+-", "-+-", turn=1)).accepted()
    played.when("red", commit()).rejected("HX-ORDERS-36", "orders-missing", units="a1")
    played.when("red", plot("a1", "R+-+-", "-+-", turn=2)).accepted()
    played.play(("red", commit()), ("blue", commit(defaults=True)))
    assert played.game.turn == 1
    played.when("red", plot("a1", "L+-+-", "-+-", turn=2)).rejected("HX-ORDERS-04", "orders-final")
    played.when("red", plot("a1", "L+-+-", "-+-", turn=3)).accepted()


@pytest.mark.rule("HX-ORDERS-36")
def test_defaults_of_what_was_not_plotted():
    """Committing with units unplotted needs allow_defaults, and gives them their defaults."""
    played = writing()
    played.when("red", plot("a1", "F+L+-", "Fire+-")).accepted()
    played.when("red", commit()).rejected("HX-ORDERS-36", "orders-missing", "allow_defaults", units="a2")
    found = played.when("red", commit(defaults=True)).one(OrdersCommitted)
    assert [each.unit for each in found.defaults.plots] == ["a2"]
    assert played.game.orders["a2@1"] == Orders("a2", 0, 1, "-+-+-", ("-+-",), 0, final=True, defaulted=True)
    assert played.game.orders["a1@1"].movement == "F+L+-"
    played.when("red", plot("a1", "F+F+-", "-+-")).rejected("HX-ORDERS-02", "not-asked")


@pytest.mark.rule("HX-TURN-01")
@pytest.mark.rule("HX-ORDERS-05")
def test_orders_are_shown_when_the_next_ones_are_written():
    """Orders of a turn are shown when both sides have written the next ones, but for those of hidden units."""
    played = writing()
    played.when("red", plot("a1", "F+L+-", "Fire+-")).accepted()
    entry = played.docket.seq
    played.when("red", plot("a2", "-+-+-", "-+-")).accepted()
    played.when("blue", plot("b1", "-+-+-", "Spot+Spot")).accepted()
    hidden = played.docket.seq
    played.play(("red", commit()), ("blue", commit(defaults=True)))
    assert played.game.turn == 1
    assert played.view("blue").units[0].orders == ()
    assert played.view("blue").units[0].committed == (1,)
    assert played.view("blue").own_orders[0].unit == "b1"
    assert all(each.unit[0] == "b" for each in played.view("blue").own_orders)
    played.when("red", commit(2, defaults=True)).accepted()
    ended = played.when("blue", commit(2, defaults=True)).then(Unsealed, OrdersRevealed, turn=1)
    shown = next(each for each in ended.events if isinstance(each, OrdersRevealed)).orders
    assert [each.unit for each in shown] == ["a1", "a2", "b2"]
    assert shown[2] == PlacedPlot(unit="b2", movement="F+-+-", gunnery=("-+-",), defaulted=True)
    opened = next(each for each in ended.events if isinstance(each, Unsealed)).entries
    assert entry in opened
    assert hidden not in opened
    played.set(step="gunnery_1")
    assert played.game.running["b1"].gunnery == (("Spot", "Spot"),)
    views = {each.id: each for each in played.view("red").units}
    assert views["b2"].orders == (shown[2],)
    assert (views["b1"].orders, views["b1"].committed, views["b1"].sheet) == ((), (), None)
    own = {each.id: each for each in played.view("blue").units}
    assert own["b1"].orders[0].gunnery == ("Spot+Spot",)
    assert own["b1"].committed == (1, 2)


@pytest.mark.rule("HX-ORDERS-05")
def test_open_orders():
    """Under open_orders a side's orders are shown when they are committed, but for hidden units'."""
    played = writing(options={"open_orders": True})
    played.when("blue", plot("b2", "B+-+-", "-+-")).accepted()
    done = played.when("blue", commit(defaults=True)).then(OrdersCommitted, Unsealed, OrdersRevealed)
    assert [each.unit for each in done.one(OrdersRevealed).orders] == ["b2"]
    assert played.game.running == {}
    played.when("red", commit(defaults=True)).then(OrdersRevealed, TurnStarted, turn=1)
    assert played.game.running == {}


@pytest.mark.rule("HX-GAP-08")
def test_silence():
    """Whoever does not answer lets plotted orders stand and takes defaults for the rest."""
    played = writing()
    top = played.window
    assert played.rules.windows["orders"].otherwise(played.game, top, 0) == commit(defaults=True)


def test_offers_are_enough():
    """What is offered for every unit is accepted as it stands."""
    played = writing()
    for each in played.offers("red")[:-1]:
        parts = {part.field: part.values for part in each.fields[0].values.parts}
        (unit,), turn = parts["unit"].values, parts["turn"].least
        for movement in parts["movement"].values:
            for gunnery in parts["gunnery"].values:
                assert played.refused(plot(unit, movement, gunnery, turn=turn), "red") == ()
    assert played.offered("red") == ["PlotOrders", "PlotOrders", "CommitOrders"]


# -- judging


class Judge:
    """A ruling's stand-in that only records."""

    def __init__(self, game):
        self.game = game
        self.events = []

    def record(self, event, *_clauses):
        orders.order_replaced_by_default(self.game, event)
        self.events.append(event)


def judged(number=1, running="F+F+-", **changes):
    """Judge the orders of a tank at D8."""
    played = table(units=[("a1", "D8", "N", tank(), changes)], running={"a1": (running, "-+-")})
    ruling: Any = Judge(played.game)
    orders.judge_movement(ruling, number)
    orders.judge_movement(ruling, number)
    return ruling


def instead(ruling):
    """Tell what is carried out, as (part, ordered, instead, reason)."""
    return [(each.part, each.ordered, each.instead, each.reason) for each in ruling.events]


@pytest.mark.rule("HX-ORDERS-33")
def test_an_order_of_another_speed():
    """An order that the present speed does not list becomes the default of that speed."""
    ruling = judged(speed="slow")
    assert instead(ruling) == [(0, "F+F+-", "F+-+-", "speed")]
    assert ruling.events[0].owner == EVERYONE
    assert [orders.movement_part(ruling.game, "a1", n) for n in (1, 2, 3)] == ["F", "-", "-"]
    assert judged(speed="fast").events == []


@pytest.mark.rule("HX-SHAKEN-03")
def test_a_shaken_unit_carries_its_default_out():
    """A unit that is shaken when the turn's movement begins does its default; shaken later, the parts left of it."""
    assert instead(judged(speed="fast", running="F+L+-", pinned=1)) == [(0, "F+L+-", "F+F+-", "shaken")]
    assert instead(judged(2, speed="fast", running="F+L+-", pinned=2)) == [(2, "L", "F", "shaken")]
    assert instead(judged(3, speed="fast", running="F+L+-", pinned=2)) == []
    assert instead(judged(speed="fast", running="F+L+-", pinned=2, shaken_from=2)) == []


@pytest.mark.rule("HX-SHAKEN-03")
def test_a_default_is_carried_through():
    """A default order that changes the speed goes on as it began."""
    slow = replace(tank().speeds[1], default_movement="A+F+-")
    sheet = tank(speeds=(tank().speeds[0], slow, tank().speeds[2]))
    played = table(units=[("a1", "D8", "N", sheet, {"speed": "slow", "pinned": 2})], running={"a1": ("B+-+-", "-+-")})
    ruling: Any = Judge(played.game)
    orders.judge_movement(ruling, 1)
    ruling.game.units["a1"] = replace(ruling.game.units["a1"], speed="fast")
    orders.judge_movement(ruling, 2)
    assert instead(ruling) == [(0, "B+-+-", "A+F+-", "shaken")]


@pytest.mark.rule("HX-GAP-09")
def test_a_hidden_unit_is_judged_in_secret():
    """That a hidden unit does its default is told to its side alone."""
    ruling = judged(speed="slow", hidden=True)
    assert ruling.events[0].owner == 0


@pytest.mark.rule("HX-GUNNERY-22")
def test_a_gunnery_part_is_replaced():
    """A gunnery part that is not allowed becomes a dash, and the other part stays."""
    played = table(units=[("a1", "D8", "N", tank())], running={"a1": ("-+-+-", "Fire+-")})
    event = OrderReplacedByDefault(
        owner=EVERYONE, unit="a1", order="gunnery", part=1, ordered="Fire", instead="-", reason="speed"
    )
    orders.order_replaced_by_default(played.game, event)
    assert orders.gunnery_parts(played.game, "a1", 1) == ("-",)

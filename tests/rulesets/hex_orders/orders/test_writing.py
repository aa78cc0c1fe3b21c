"""Writing orders one round ahead, committing them, and when they are seen."""

import pytest

from adjudicator.kernel.messages import Unsealed
from adjudicator.rulesets.hex_orders.model.messages import (
    OrdersCommitted,
    OrdersPlotted,
    OrdersRevealed,
    PlacedPlot,
    Plot,
    PlotOrders,
    TargetChosen,
    TurnStarted,
)
from tests.rulesets.hex_orders.fixtures import infantry, table, tank
from tests.rulesets.hex_orders.gunnery.steps import begin_firing, declare_shots
from tests.rulesets.hex_orders.orders.fixtures import PAIR
from tests.rulesets.hex_orders.orders.steps import (
    commit,
    plot,
    plot_exactly,
    positions_after,
    writing,
    writing_for_four,
)
from tests.rulesets.hex_orders.steps import asked, carry_out_steps, places, refused, roll_declared, shot


def many_plots(unit_id, movement, *gunnery, turn=1):
    """Plot any number of movement orders."""
    return PlotOrders(plot=Plot(turn=turn, unit=unit_id, movement=movement, gunnery=gunnery))


@pytest.mark.rule("HX-ORDERS-01")
@pytest.mark.ruling("HX-ORDERS-01.2")
def test_one_movement_order_and_as_many_gunnery_orders_as_the_stats_say():
    """One and one are accepted for fire_orders 1; two gunnery, no movement or two movement orders are refused."""
    played = writing(PAIR)
    refused(played, "red", many_plots("a1", ("F+F+-",), "Fire+-", "-+Fire"), "HX-ORDERS-01", "gunnery-orders")
    refused(played, "red", many_plots("a1", ("F+F+-",)), "HX-ORDERS-01", "gunnery-orders")
    refused(played, "red", many_plots("a1", (), "Fire+-"), "HX-ORDERS-01", "movement-orders")
    refused(played, "red", many_plots("a1", ("F+F+-", "F+L+-"), "Fire+-"), "HX-ORDERS-01", "movement-orders")
    played.when("red", many_plots("a1", ("F+F+-",), "Fire+-")).then(OrdersPlotted)
    two = writing([("a1", "D2", "S", tank(fire_orders=2)), PAIR[1]])
    refused(two, "red", many_plots("a1", ("-+-+-",), "Fire+-"), "HX-ORDERS-01", "gunnery-orders")
    two.when("red", many_plots("a1", ("-+-+-",), "Fire+-", "Fire+-")).then(OrdersPlotted)


@pytest.mark.rule("HX-ORDERS-02")
@pytest.mark.ruling("HX-ORDERS-02.2")
def test_orders_are_for_the_next_turn():
    """In turn 3 orders for turn 4 are accepted, and orders for turn 3, 5 or 2 refused."""
    played = writing(PAIR, 3)
    refused(played, "red", plot("a1", "F+F+-", turn=3), "HX-ORDERS-04", "orders-final")
    for turn in (2, 5):
        refused(played, "red", plot("a1", "F+F+-", turn=turn), "HX-ORDERS-02", "other-turn-due")
    played.when("red", plot("a1", "F+F+-", turn=4)).then(OrdersPlotted)


@pytest.mark.rule("HX-ORDERS-02")
def test_they_may_be_plotted_anew_until_they_are_committed():
    """The last plot before the commitment counts."""
    played = writing(PAIR)
    played.play(("red", plot("a1", "F+F+-")), ("red", plot("a1", "F+L+-")), ("red", commit()))
    assert played.game.orders["a1@1"].movement == "F+L+-"


@pytest.mark.rule("HX-ORDERS-03")
@pytest.mark.ruling("HX-ORDERS-03.2")
def test_orders_for_turn_1_come_before_turn_1():
    """After set-up turn 1 is written, in turn 1 turn 2 is written, and then turn 1 is carried out."""
    played = writing(PAIR)
    played.play(("red", plot("a1", "F+F+-")), ("red", commit()))
    played.when("blue", commit(defaults=True)).then(TurnStarted, turn=1)
    assert asked(played) == ("orders", (0, 1), ("1",))
    played.play(("red", plot("a1", "F+L+-", turn=2)), ("red", commit(2)))
    shown = played.when("blue", commit(2, defaults=True)).one(OrdersRevealed)
    assert shown.turn == 1
    assert [(order.unit, order.movement) for order in shown.orders] == [("a1", "F+F+-"), ("b1", "-+-+-")]
    assert played.game.running["a1"].movement == ("F", "F", "-")


@pytest.mark.rule("HX-ORDERS-03")
@pytest.mark.ruling("HX-ORDERS-02.2", "HX-ORDERS-03.3")
def test_a_longer_lead():
    """A unit with a lead of 2 gets turns 1 and 2 before turn 1, and turn 3 in turn 1."""
    played = writing([("a1", "D2", "S", tank(orders_ahead=2), {"speed": "fast"}), PAIR[1]])
    played.when("red", plot("a1", "F+F+-", turn=1)).accepted()
    fault = refused(played, "red", commit(), "HX-ORDERS-36", "orders-missing")
    assert dict(fault.facts)["units"] == "a1"
    played.when("red", plot("a1", "F+L+-", turn=2)).accepted()
    refused(played, "red", plot("a1", "F+L+-", turn=3), "HX-ORDERS-02", "other-turn-due")
    played.play(("red", commit()), ("blue", commit(defaults=True)))
    assert played.game.turn == 1
    refused(played, "red", plot("a1", "F+R+-", turn=2), "HX-ORDERS-04", "orders-final")
    played.when("red", plot("a1", "F+R+-", turn=3)).then(OrdersPlotted)


@pytest.mark.rule("HX-ORDERS-04")
@pytest.mark.ruling("HX-ORDERS-04.2")
def test_commitments_are_final():
    """Orders for turn 3 can not be replaced in turn 3, nor committed orders in the turn of their writing."""
    played = writing(PAIR, 3)
    refused(played, "red", plot("a1", "F+L+-", turn=3), "HX-ORDERS-04", "orders-final")
    played.play(("red", plot("a1", "F+L+-", turn=4)), ("red", commit(4)))
    refused(played, "red", plot("a1", "F+F+-", turn=4), "HX-ORDERS-02", "not-asked")
    played.when("blue", commit(4, defaults=True)).accepted()
    refused(played, "red", plot("a1", "F+L+-", turn=3), "HX-TURN-01", "not-asked")
    assert played.game.orders["a1@4"].movement == "F+L+-"


@pytest.mark.rule("HX-ORDERS-04")
def test_orders_of_shaken_and_removed_units():
    """A shaken unit carries its default out, and a unit that is gone has no orders to show."""
    assert positions_after("F+L+-", steps=2)[1] == ("D7", "NW", "fast")
    units = [("a1", "D8", "N", tank(), {"speed": "fast", "pinned": 2}), ("b1", "A1", "S", infantry())]
    played = table((), None, pace="step", units=units, running={"a1": ("F+L+-",)})
    carry_out_steps(played, "movement_1", "assault_1", "movement_2")
    assert places(played) == ("D6", "N", "fast")
    after_loss = writing([*PAIR, ("a2", "B2", "S", tank(), {"out": "destroyed"})], 3)
    after_loss.when("red", commit(4, defaults=True)).accepted()
    shown = after_loss.when("blue", commit(4, defaults=True)).one(OrdersRevealed)
    assert [order.unit for order in shown.orders] == ["a1", "b1"]


@pytest.mark.rule("HX-ORDERS-05")
@pytest.mark.ruling("HX-ORDERS-05.2")
def test_orders_are_secret_until_their_turn():
    """In turn 3 the enemy sees turn 3's orders in clear, and of turn 4's that they are committed."""
    seen = []
    for order in ("F+R+-", "F+B+-"):
        played = writing(PAIR, 3)
        played.play(("red", plot("a1", order, "Fire+-", turn=4)), ("red", commit(4)))
        assert (4, (order,)) in [(own_order.turn, own_order.movement) for own_order in played.view("red").own_orders]
        seen.append([played.view(who) for who in ("blue", "spectator", "referee")])
        played.when("blue", commit(4, defaults=True)).then(OrdersRevealed, turn=3)
        for who in ("blue", "spectator"):
            row = next(unit for unit in played.view(who).units if unit.id == "a1")
            assert [item.movement for item in row.orders] == ["F+F+-"]
            assert row.committed == (4,)
    assert seen[0] == seen[1]


@pytest.mark.rule("HX-ORDERS-05")
@pytest.mark.ruling("HX-ORDERS-05.3")
def test_by_option_orders_are_open():
    """With open_orders everybody sees them once they are committed."""
    played = writing(PAIR, 3, options={"open_orders": True})
    played.play(("red", plot("a1", "F+R+-", turn=4)), ("red", commit(4)))
    played.last.then(OrdersCommitted, OrdersRevealed)
    shown = played.last.one(OrdersRevealed)
    assert [(shown.turn, order.unit, order.movement) for order in shown.orders] == [(4, "a1", "F+R+-")]


@pytest.mark.rule("HX-ORDERS-06")
def test_targets_are_named_when_the_step_is_carried_out():
    """An order to fire carries no target; one of two is named in Gunnery 1."""
    assert "target" not in Plot.__struct_fields__
    played = begin_firing([1], more=[("b2", "D2", "S", infantry(), {"speed": "slow"})])
    declare_shots(played, shot("b2")).then(TargetChosen)
    roll_declared(played)


@pytest.mark.rule("HX-ORDERS-07")
@pytest.mark.ruling("HX-ORDERS-07.2")
def test_plotting_looks_at_every_speed():
    """An order of another speed may be plotted, and is illegal when it is carried out at the wrong one."""
    played = writing([("a1", "D2", "S", tank(), {"speed": "slow"}), PAIR[1]])
    played.when("red", plot("a1", "F+F+-")).then(OrdersPlotted)
    assert positions_after("F+F+-", speed="slow", listed=False) == [("D7", "N", "slow")] * 3
    assert positions_after("F+F+-", speed="fast", listed=False)[1] == ("D6", "N", "fast")


@pytest.mark.rule("HX-ORDERS-01")
def test_one_movement_order_and_the_gunnery_orders_of_the_data():
    """A unit gets exactly one movement order and as many gunnery orders as its data say."""
    played = writing_for_four()
    played.when("red", plot_exactly("a1", "F+F+-", "Fire + -")).then(OrdersPlotted, seat=0, entry=played.protocol.seq)
    two = PlotOrders(plot=Plot(turn=1, unit="a1", movement=("F+F+-", "F+L+-"), gunnery=("Fire+-",)))
    played.when("red", two).rejected("HX-ORDERS-01", "movement-orders", "plot.movement", found=2)
    none = PlotOrders(plot=Plot(turn=1, unit="a1", movement=(), gunnery=("Fire+-",)))
    played.when("red", none).rejected("HX-ORDERS-01", "movement-orders", "plot.movement", found=0)
    played.when("red", plot_exactly("a1", "F+F+-", "Fire+-", "-+Fire")).rejected("HX-ORDERS-01", "gunnery-orders")
    played.when("red", PlotOrders()).rejected("HX-ORDERS-01", "no-plot")


@pytest.mark.rule("HX-ORDERS-02")
def test_orders_on_the_table_are_final_and_the_next_ones_are_written():
    """In a turn orders for the next one are written; those on the table are final."""
    played = writing_for_four(3)
    played.when("red", plot_exactly("a1", "F+F+-", "-+-", turn=4)).accepted()
    played.when("red", plot_exactly("a1", "F+F+-", "-+-", turn=3)).rejected("HX-ORDERS-04", "orders-final")
    played.when("red", plot_exactly("a1", "F+F+-", "-+-", turn=5)).rejected("HX-ORDERS-02", "other-turn-due")
    played.when("red", commit(3, defaults=True)).rejected("HX-ORDERS-02", "other-turn-due")


@pytest.mark.rule("HX-TURN-01")
@pytest.mark.rule("HX-ORDERS-05")
def test_orders_are_shown_when_the_next_ones_are_written():
    """Orders of a turn are shown when both sides have written the next ones, but for those of hidden units."""
    played = writing_for_four()
    played.when("red", plot_exactly("a1", "F+L+-", "Fire+-")).accepted()
    entry = played.protocol.seq
    played.when("red", plot_exactly("a2", "-+-+-", "-+-")).accepted()
    played.when("blue", plot_exactly("b1", "-+-+-", "Spot+Spot")).accepted()
    hidden = played.protocol.seq
    played.play(("red", commit()), ("blue", commit(defaults=True)))
    assert played.game.turn == 1
    assert played.view("blue").units[0].orders == ()
    assert played.view("blue").units[0].committed == (1,)
    assert played.view("blue").own_orders[0].unit == "b1"
    assert all(own_order.unit[0] == "b" for own_order in played.view("blue").own_orders)
    played.when("red", commit(2, defaults=True)).accepted()
    ended = played.when("blue", commit(2, defaults=True)).then(Unsealed, OrdersRevealed, turn=1)
    shown = next(event for event in ended.events if isinstance(event, OrdersRevealed)).orders
    assert [row.unit for row in shown] == ["a1", "a2", "b2"]
    assert shown[2] == PlacedPlot(unit="b2", movement="F+-+-", gunnery=("-+-",), defaulted=True)
    opened = next(event for event in ended.events if isinstance(event, Unsealed)).entries
    assert entry in opened
    assert hidden not in opened
    played.set(step="gunnery_1")
    assert played.game.running["b1"].gunnery == (("Spot", "Spot"),)
    views = {unit.id: unit for unit in played.view("red").units}
    assert views["b2"].orders == (shown[2],)
    assert (views["b1"].orders, views["b1"].committed, views["b1"].sheet) == ((), (), None)
    own = {unit.id: unit for unit in played.view("blue").units}
    assert own["b1"].orders[0].gunnery == ("Spot+Spot",)
    assert own["b1"].committed == (1, 2)


@pytest.mark.rule("HX-ORDERS-05")
def test_by_option_orders_are_shown_when_committed_but_those_of_hidden_units():
    """Under open_orders a side's orders are shown when they are committed, but for hidden units'."""
    played = writing_for_four(options={"open_orders": True})
    played.when("blue", plot_exactly("b2", "B+-+-", "-+-")).accepted()
    ruled = played.when("blue", commit(defaults=True)).then(OrdersCommitted, Unsealed, OrdersRevealed)
    assert [order.unit for order in ruled.one(OrdersRevealed).orders] == ["b2"]
    assert played.game.running == {}
    played.when("red", commit(defaults=True)).then(OrdersRevealed, TurnStarted, turn=1)
    assert played.game.running == {}


@pytest.mark.rule("HX-GAP-08")
def test_silence_lets_plotted_orders_stand_and_takes_defaults_for_the_rest():
    """Whoever does not answer lets plotted orders stand and takes defaults for the rest."""
    played = writing_for_four()
    top = played.window
    assert played.rules.windows["orders"].default_command(played.game, top, 0) == commit(defaults=True)


@pytest.mark.rule("HX-ORDERS-08")
def test_what_is_offered_for_every_unit_is_accepted():
    """What is offered for every unit is accepted as it stands."""
    played = writing_for_four()
    for offer in played.offers("red")[:-1]:
        parts = {part.field: part.values for part in offer.fields[0].values.parts}
        (unit,), turn = parts["unit"].values, parts["turn"].least
        for movement in parts["movement"].values:
            for gunnery in parts["gunnery"].of[0].values.values:
                assert played.refused(plot_exactly(unit, movement, gunnery, turn=turn), "red") == ()
    assert played.offered("red") == ["PlotOrders", "PlotOrders", "CommitOrders"]

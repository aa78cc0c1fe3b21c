"""What is told of orders that nobody plotted: what a strict reader found wanting."""

import pytest

from adjudicator.rulesets.hex_orders.model.messages import CommitOrders, OrdersRevealed, UnitRevealed
from tests.rulesets.hex_orders.givens import begin, change, speed, table, tank, unit
from tests.rulesets.hex_orders.said import kept
from tests.rulesets.hex_orders.said_fire import silence

LAZY = tank(speeds=(
    speed("stand_still", "-+-+-", default="A+F+-"), speed("slow", "F+-+-", default="F+-+-"), speed("fast", "F+-+-"),
))  # fmt: skip


def written(*, hidden):
    """Nobody plots for two units before turn 1; a1 stands still by its default and accelerates in Movement 1."""
    units = [("a1", "D8", "N", LAZY, {"hidden": hidden}), ("b1", "D2", "S", tank(), {})]
    played = table((), units=units, turn=0, pace="step").set(orders={}, running={})
    played.ask("orders", "red", "blue", about=("0",))
    for turn in (1, 2):
        for seat in ("red", "blue"):
            played.when(seat, CommitOrders(turn=turn, allow_defaults=True)).accepted()
    return played


@pytest.mark.rule("HX-ORDERS-36", "HX-GAP-09")
def test_who_shows_itself_later_tells_the_default_that_it_carries_out():
    """A hidden unit whose default changed its speed is revealed with the default it began with, not that of now."""
    played = written(hidden=True)
    begin(played, "movement_1")
    silence(played)
    assert unit(played, "a1").speed == "slow"
    change(played, "b1", hex="D5")
    begin(played, "movement_2")
    (shown,) = kept(silence(played) + list(played.events), UnitRevealed)[:1]
    assert [(each.movement, each.defaulted) for each in shown.orders] == [("A+F+-", True)]


@pytest.mark.rule("HX-ORDERS-36", "HX-GAP-06")
def test_a_view_keeps_telling_the_default_that_is_carried_out():
    """After the unit has accelerated both sides still see the order that it carries out, as it was revealed."""
    played = written(hidden=False)
    assert [each.movement for each in played.last.one(OrdersRevealed).orders if each.unit == "a1"] == ["A+F+-"]
    begin(played, "movement_1")
    silence(played)
    assert unit(played, "a1").speed == "slow"
    for seat in ("red", "blue"):
        (seen,) = (each for each in played.view(seat).units if each.id == "a1")
        assert [each.movement for each in seen.orders] == ["A+F+-"]

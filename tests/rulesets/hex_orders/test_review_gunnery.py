"""Several gunnery orders of one unit: what a strict reader of the gunnery steps found wanting."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import OrderReplacedByDefault
from tests.rulesets.hex_orders.givens import begin, gunnery, infantry, table, unit, weapon
from tests.rulesets.hex_orders.said import fires, kept, refused
from tests.rulesets.hex_orders.said_fire import at, shooter

GUNS = tuple(weapon(name, always_loaded=True) for name in ("left", "right"))


def twice(*orders, speed="fast"):
    """A fast unit with two gunnery orders: of its patterns, Fire+- is for slow units alone and Fire+Spot for all."""
    sheet = shooter(GUNS[0])
    (crew,) = sheet.models
    both = replace(
        sheet, weapons=GUNS, models=(replace(crew, weapons=("left", "right")),), fire_orders=2,
        gunnery=(gunnery("Fire+-", first=("slow",)), gunnery("Fire+Spot")),
    )  # fmt: skip
    units = [("a1", "D5", "N", both, {"speed": speed}), ("b1", "D3", "S", infantry(), {"speed": "slow"})]
    return table((), units=units, running={"a1": ("-+-+-", *orders)}, pace="step")


@pytest.mark.rule("HX-GUNNERY-10", "HX-GUNNERY-23")
@pytest.mark.parametrize("orders", [("Fire+-", "Fire+Spot"), ("Fire+Spot", "Fire+-")])
def test_each_gunnery_order_is_judged_by_its_own_pattern(orders):
    """Of two Fire parts in one step only the one whose pattern forbids the speed becomes no action."""
    played = twice(*orders)
    begun = begin(played, "gunnery_1").asks("fire", "red")
    assert [each.reason for each in kept(begun.events, OrderReplacedByDefault)] == ["speed"]
    played.when("red", fires("a1", "left", at("b1"))).accepted()
    refused(played, "red", fires("a1", "right", at("b1")), "HX-FIRE-31", "not-asked")
    assert unit(played, "a1").speed == "fast"


@pytest.mark.rule("HX-GUNNERY-10", "HX-GUNNERY-23")
def test_both_fire_where_both_may():
    """At a speed that both patterns allow, both weapons fire."""
    played = twice("Fire+-", "Fire+Spot", speed="slow")
    begin(played, "gunnery_1").asks("fire", "red").without(OrderReplacedByDefault)
    played.when("red", fires("a1", "left", at("b1"))).accepted()
    played.when("red", fires("a1", "right", at("b1"))).accepted()
    played.dice.faces.clear()

"""Corrections of what one side alone knows: the other sees that there was one, whatever was set."""

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import REFEREE, SPECTATOR
from adjudicator.kernel.docket.readings import Inspection
from adjudicator.kernel.messages import Correct, Corrected, CorrectHidden, Grounds, HiddenPatch, PatchItem
from adjudicator.rulesets.hex_orders.model.messages import CommitOrders, PlotOrders
from adjudicator.rulesets.hex_orders.model.messages import Plot as Written
from adjudicator.rulesets.hex_orders.model.subjects import OrdersSubject
from tests.rulesets.hex_orders.fixtures import infantry, table, tank
from tests.rulesets.hex_orders.secrets.steps import Twins

WHY = Grounds(reason="an order was written for another unit", clause="HX-ORDERS-04", about=())


def board(**terms):
    """Red with a hidden unit, blue with an open one, before the orders of turn 1; the referee has seen all."""
    units = [
        ("a1", "D8", "N", infantry(nation="dwarf", hidden=True), {"hidden": True}),
        ("a2", "C8", "N", infantry(nation="dwarf")),
        ("b1", "D2", "S", tank(nation="elf")),
    ]
    played = table(units=units, turn=0, referee=True, **terms)
    sides = {seat: replace(side, orders=0) for seat, side in played.game.sides.items()}
    played.set(orders={}, running={}, sides=sides).ask("orders", 0, 1, subject=OrdersSubject(0))
    for protocol in (played.protocol, played.twin_protocol):
        protocol.docket.inspected = {1: Inspection("k", ("units", "orders"))}
    return played


def plot(unit, movement):
    return PlotOrders(plot=Written(turn=1, unit=unit, movement=(movement,), gunnery=("-+-",)))


def hidden(table_name, key, field, old, new):
    item = PatchItem(table=table_name, key=key, field=field, before=old, after=new)
    return CorrectHidden(grounds=WHY, patch=HiddenPatch(items=(item,)))


@pytest.mark.rule("WG-CORRECT-02", "HX-ORDERS-04")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
@pytest.mark.parametrize("unit", ["a1", "a2"])
def test_corrected_orders_tell_nothing_until_they_are_shown(viewer, unit):
    """Two worlds in which other orders stood, and others were set, are one for the other side."""
    pair = Twins(board(), board(), viewer)
    pair.give(0, plot(unit, "-+-+-"), plot(unit, "360+-+-"))
    one = hidden("orders", f"{unit}@1", "movement", '"-+-+-"', '"360+-+-"')
    two = hidden("orders", f"{unit}@1", "movement", '"360+-+-"', '"-+-+-"')
    pair.give(REFEREE, one, two)
    assert pair.one.game.orders[f"{unit}@1"].movement == "360+-+-"
    assert pair.two.game.orders[f"{unit}@1"].movement == "-+-+-"
    for seat in (0, 1):
        pair.give(seat, CommitOrders(turn=1, allow_defaults=True), CommitOrders(turn=1, allow_defaults=True))
    assert pair.differ == 2
    assert pair.entries == 4


@pytest.mark.rule("WG-CORRECT-02", "HX-GAP-09")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_what_lies_behind_a_token_is_set_unseen(viewer):
    """A hidden unit is turned, or gets a token: the other side sees one and the same entry."""
    pair = Twins(board(), board(), viewer)
    pair.give(REFEREE, hidden("units", "a1", "facing", '"N"', '"NE"'), hidden("units", "a1", "pinned", "0", "1"))
    (event,) = [event for event in pair.one.events if isinstance(event, Corrected)]
    assert (event.known_to, event.after) == (0, '"NE"')
    assert pair.differ == 1


@pytest.mark.rule("WG-CORRECT-01", "HX-GAP-09")
def test_the_place_of_a_token_is_set_in_full_view():
    """Everybody sees where a hidden unit is; its facing is no open value."""
    played = board()
    move = PatchItem(table="units", key="a1", field="hex", before='"D8"', after='"E8"')
    turn = PatchItem(table="units", key="a1", field="facing", before='"N"', after='"NE"')
    played.when("referee", Correct(grounds=WHY, patch=(turn,))).rejected("WG-CORRECT-01", "hidden-value", "patch[0]")
    played.when("referee", Correct(grounds=WHY, patch=(move,))).then(Corrected)
    assert played.game.units["a1"].hex == "E8"


@pytest.mark.rule("WG-CORRECT-01", "HX-ORDERS-04")
@pytest.mark.parametrize("written", [(), ("a2",)])
def test_a_refusal_does_not_tell_whether_orders_are_written(written):
    """Orders that are not there are answered as those that are."""
    played = board()
    for unit in written:
        played.when("red", plot(unit, "-+-+-")).accepted()
    item = PatchItem(table="orders", key="a2@1", field="movement", before='"x"', after='"y"')
    played.when("referee", Correct(grounds=WHY, patch=(item,))).rejected("WG-CORRECT-01", "hidden-value", "patch[0]")


@pytest.mark.rule("WG-CORRECT-01")
def test_seats_agree_on_no_correction_where_one_hides_from_the_other():
    """What holds of every game is about hidden units too, and a refusal would tell of them."""
    played = table(units=[("a1", "D8", "N", tank(), {}), ("b1", "D2", "S", tank(nation="elf"), {})])
    played.ask("orders", 0, 1, subject=OrdersSubject(1))
    item = PatchItem(table="units", key="a1", field="pinned", before="0", after="1")
    played.when("red", Correct(grounds=WHY, patch=(item,))).rejected("WG-CORRECT-01", "referee-corrects")

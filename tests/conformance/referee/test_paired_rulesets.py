"""Paired worlds at the referee's desk where rulesets have secrets: orders, hidden units, battle formations."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel.docket.readings import Inspection
from adjudicator.kernel.messages import (
    Correct,
    CorrectHidden,
    HiddenPatch,
    Inspect,
    OrderAbsent,
    PatchItem,
    PauseGame,
    SealNext,
)
from adjudicator.rulesets.grinding_annihilation.model.messages import WarfieldClosed
from adjudicator.rulesets.hex_orders.model.messages import CommitOrders, PlotOrders
from adjudicator.rulesets.hex_orders.model.messages import Plot as Written
from adjudicator.rulesets.hex_orders.model.subjects import OrdersSubject
from tests.conformance.referee.paired_values import VALUES, WHY
from tests.conformance.referee.paired_worlds import Pair
from tests.conformance.referee.test_paired_acts import EVENT, terms
from tests.rulesets.grinding_annihilation.fixtures import formation
from tests.rulesets.grinding_annihilation.missions.set_up.fixtures import ask_for, warfield_set
from tests.rulesets.grinding_annihilation.missions.set_up.steps import battle_formations
from tests.rulesets.hex_orders.fixtures import infantry, table, tank

EVENT_WAYS = {"referee": True, "event": EVENT, "terms": terms(), "appeal": 600}


def kept(played):
    """Let what was set past all rules be what a rewind to the last entry finds, too."""
    seq = played.protocol.seq
    played.pasts[seq], played.twin_pasts[seq] = played.game.fork(), played.twin.fork()
    return played


# -- orders and hidden units


def before_orders(_world=0, **ways):
    """Red has a hidden unit, blue an open one; both are asked for the orders of turn 1."""
    units = [
        ("a1", "D8", "N", infantry(nation="dwarf", hidden=True), {"hidden": True}),
        ("a2", "C8", "N", infantry(nation="dwarf")),
        ("b1", "D2", "S", tank(nation="elf")),
    ]
    played = table(units=units, turn=0, **{**EVENT_WAYS, **ways})
    sides = {seat: replace(side, orders=0) for seat, side in played.game.sides.items()}
    return kept(played.set(orders={}, running={}, sides=sides).ask("orders", 0, 1, subject=OrdersSubject(0)))


def plotted(world, **ways):
    """Red has written orders for its hidden unit."""
    played = before_orders(**ways)
    movement = ("-+-+-", "360+-+-")[world]
    plot = Written(turn=1, unit="a1", movement=(movement,), gunnery=("-+-",))
    played.when("red", PlotOrders(plot=plot)).accepted()
    return played


def committed(world, **ways):
    """Blue's commitment lets the turn begin."""
    played = plotted(world, **ways)
    played.when("red", CommitOrders(turn=1, allow_defaults=True)).accepted()
    return played


def begun(world):
    """The orders are carried out; those of the hidden unit stay hidden."""
    played = committed(world)
    played.when("blue", CommitOrders(turn=1, allow_defaults=True)).accepted()
    return played


def turned(world):
    """What is behind red's token looks another way."""
    played = before_orders()
    units = {**played.game.units, "a1": replace(played.game.units["a1"], facing=("N", "NE")[world])}
    return kept(played.set(units=units))


def inspected(world):
    """A referee has seen the orders."""
    played = plotted(world)
    for protocol in (played.protocol, played.twin_protocol):
        protocol.docket.inspected = {1: Inspection("h", ("units", "orders"))}
    return played


def orders_patch(_played, world):
    old, new = ('"-+-+-"', '"360+-+-"') if world == 0 else ('"360+-+-"', '"-+-+-"')
    return PatchItem(table="orders", key="a1@1", field="movement", before=old, after=new)


def hex_patches(_played, _world):
    rows = [
        ("units", "a1", "facing", '"N"', '"NE"'),
        ("units", "a1", "hex", '"D8"', '"E8"'),
        ("units", "b1", "hex", '"D2"', '"E2"'),
        ("units", "b1", "pinned", "0", "1"),
        ("orders", "a1@1", "movement", '"-+-+-"', '"360+-+-"'),
        ("orders", "a2@1", "movement", '"-+-+-"', '"360+-+-"'),
    ]
    items = [PatchItem(**dict(zip(PatchItem.__struct_fields__, row, strict=True))) for row in rows]
    return [Correct(grounds=WHY, patch=(item,)) for item in items]


def hex_hidden(played, world):
    return [CorrectHidden(grounds=WHY, patch=HiddenPatch(items=(orders_patch(played, world),)))]


def later(moment, seconds):
    """The same moment, so much later."""
    return lambda world: moment(world).wait(seconds)


def given(moment, who, command):
    """The same moment, after a ruling."""

    def after(world):
        played = moment(world)
        played.when(who, command).accepted()
        return played

    return after


HEX_MOMENTS = {
    "plotted": plotted,
    "committed": committed,
    "begun": begun,
    "turned": turned,
    "inspected": inspected,
    "absent": given(committed, "head", OrderAbsent(grounds=WHY, seat=1)),
    "paused": given(committed, "head", PauseGame(grounds=WHY)),
    "late": later(committed, 3700),
    "of seats alone": lambda world: committed(world, referee=False),
}
HEX_VALUES = VALUES | {
    "Correct": hex_patches,
    "CorrectHidden": hex_hidden,
    "Inspect": lambda _played, _world: [Inspect(grounds=WHY, tables=("units", "orders"))],
    "SealNext": lambda _played, _world: [SealNext(kind="CommitOrders", fields="[1,true,null]")],
}


# the others are of the long suite
SHORT = ("committed", "turned")


@pytest.mark.parametrize(
    "moment", [pytest.param(name, marks=() if name in SHORT else pytest.mark.long) for name in HEX_MOMENTS]
)
def test_no_act_tells_orders_or_what_is_behind_a_token(moment):
    """Written, committed, carried out in secret, and set by a referee who has seen them."""
    pair = Pair(HEX_MOMENTS[moment])
    pair.try_all(HEX_VALUES)
    assert {"AddNote", "Inspect", "Penalise", "Substitute"} <= pair.taken or moment == "of seats alone"
    assert pair.refused


# -- battle formations


def written(world):
    """Red has written its battle formations down: those of blue show both."""
    units = [formation(key, at=[at]) for key, at in (("a-r", (5, 5)), ("a-s", (5, 8)), ("b-b", (55, 5)))]
    played = warfield_set(*units, **EVENT_WAYS).given(WarfieldClosed())
    ask_for(played, "CommitBattleFormations", "red", "blue")
    kept(played)
    played.when("red", battle_formations(strategic=((), ("a-s",))[world])).accepted()
    return played


def absent_too(world):
    """Silence is taken for blue from here on, which shows both."""
    return given(written, "head", OrderAbsent(grounds=WHY, seat=1))(world)


def formation_patches(_played, _world):
    rows = [
        ("battle", "", "round", "0", "1"),
        ("sides", "1", "removed", "0", "1"),
        ("formations", "b-b", "place", "x", "y"),
    ]
    items = [PatchItem(**dict(zip(PatchItem.__struct_fields__, row, strict=True))) for row in rows]
    return [Correct(grounds=WHY, patch=(item,)) for item in items]


def formation_patches_hidden(_played, _world):
    item = PatchItem(table="formations", key="a-s", field="place", before="x", after="y")
    return [CorrectHidden(grounds=WHY, patch=HiddenPatch(items=(item,)))]


FORMATION_VALUES = VALUES | {
    "Correct": formation_patches,
    "CorrectHidden": formation_patches_hidden,
    "Inspect": lambda _played, _world: [Inspect(grounds=WHY, tables=("formations", "sides"))],
    "SealNext": lambda _played, _world: [SealNext(kind="CommitBattleFormations", fields="[null]")],
}


@pytest.mark.parametrize("moment", [written, absent_too])
def test_no_act_tells_battle_formations(moment):
    """Written down by red, before blue has."""
    pair = Pair(moment)
    pair.try_all(FORMATION_VALUES)
    assert {"AddNote", "Inspect", "Rewind", "Substitute"} <= pair.taken
    assert pair.refused

"""Orders that are written and carried out, and what they leave open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.rulesets.hex_orders.model.messages import (
    ChooseMoves,
    CommitOrders,
    DeclareAssaultIntent,
    Intent,
    Intents,
    MoveChoice,
    MoveChoices,
    Plot,
    PlotOrders,
    ResolveMovement,
    Sheet,
)
from adjudicator.rulesets.hex_orders.model.subjects import OrdersSubject
from tests.kit import Outcome, Table
from tests.rulesets.hex_orders.fixtures import Placed, infantry, table, tank
from tests.rulesets.hex_orders.gunnery.fixtures import with_gunnery_orders
from tests.rulesets.hex_orders.orders.fixtures import FOUR_UNITS
from tests.rulesets.hex_orders.steps import begin, places, silence


def writing(units: Sequence[Placed], turn: int = 0, *, pace: str = "step", **rest: Any) -> Table:
    """Let both sides write orders in a turn, with nothing on the table before the first."""
    played = table(units=units, turn=turn, pace=pace, **rest)
    if turn == 0:
        played.set(orders={})
    return played.set(step="orders", running={}).ask("orders", "red", "blue", subject=OrdersSubject(turn))


def plot(unit: str, movement: str, *gunnery: str, turn: int = 1) -> PlotOrders:
    """Plot a movement order and gunnery orders, -+- where none is named."""
    return PlotOrders(plot=Plot(turn=turn, unit=unit, movement=(movement,), gunnery=gunnery or ("-+-",)))


def commit(turn: int = 1, *, defaults: bool = False) -> CommitOrders:
    """Commit orders."""
    return CommitOrders(turn=turn, allow_defaults=defaults)


def positions_after(
    order: str,
    sheet: Sheet | None = None,
    *,
    at: str = "D8",
    facing: str = "N",
    speed: str = "fast",
    steps: int = 3,
    others: Sequence[Placed] = (),
    running: Mapping[str, Sequence[str]] | None = None,
    listed: bool = True,
    **rest: Any,
) -> list[tuple[str, str, str]]:
    """Carry an order of a tank out, silently: its hex, facing and speed after each movement step.

    The tank may be given the order at every speed, unless `listed` says that its data are to count.
    """
    made = sheet or tank()
    units = [("a1", at, facing, with_gunnery_orders(made, order) if listed else made, {"speed": speed}), *others]
    played = table(
        rest.pop("dice", ()),
        rest.pop("options", None),
        pace="step",
        units=units,
        running={"a1": (order,), **(running or {})},
        **rest,
    )
    found = []
    for step in ("movement_1", "movement_2", "movement_3")[:steps]:
        begin(played, step)
        silence(played)
        found.append(places(played))
    return found


def intents(**wishes: bool) -> DeclareAssaultIntent:
    """Declare for units whether they want an assault."""
    return DeclareAssaultIntent(
        intents=Intents(intents=tuple(Intent(unit=key, enter=value) for key, value in wishes.items()))
    )


def choose_open_part(unit: str, where: str = "", facing: str = "", other: str = "") -> ChooseMoves:
    """Choose what the order of one unit leaves open."""
    return ChooseMoves(choices=MoveChoices(choices=(MoveChoice(unit=unit, hex=where, facing=facing, other=other),)))


def begin_movement(step: str = "movement_1", **settings: Any) -> Table:
    """Begin a movement step that goes on only as it is told to."""
    played = table(step=step, pace="step", **settings)
    begin(played, step)
    return played


def resolve(played: Table) -> Outcome:
    """Carry the moves out."""
    return played.when("table", ResolveMovement()).accepted()


def silent_answer(played: Table, kind: str) -> Any:
    """Give the answer that silence stands for."""
    top = played.window
    assert top is not None
    assert top.kind == kind
    otherwise = played.rules.windows[kind].default_command
    assert otherwise is not None
    return otherwise(played.game, top, top.asks[0])


def choosing(*rows, dice=(), options=None, **orders):
    """Begin Movement 1 with these units and orders."""
    played = table(dice, options, pace="step", units=rows, running={key: (order,) for key, order in orders.items()})
    begin(played, "movement_1")
    return played


def carrying_out(order, sheet=None, *others, at="D5", facing="N", pace="slow", **rest):
    """Begin Movement 1 with a unit that carries an order out."""
    made = with_gunnery_orders(sheet or infantry(), order)
    played = table(
        (),
        None,
        pace="step",
        units=[("a1", at, facing, made, {"speed": pace}), *others],
        running={"a1": (order,), **rest.pop("running", {})},
        **rest,
    )
    begin(played, "movement_1")
    return played


def events_of(played):
    """Give what has happened since the step began, to its end."""
    return [*played.events, *silence(played)]


def choose_moves(*choices: MoveChoice) -> ChooseMoves:
    """Choose for these units."""
    return ChooseMoves(choices=MoveChoices(choices=choices))


def goes_to(id: str, where: str = "", facing: str = "", other: str = "") -> MoveChoice:
    """Choose a hex or a facing for a unit."""
    return MoveChoice(unit=id, facing=facing, hex=where, other=other)


def writing_for_four(turn=0, units=FOUR_UNITS, **rest):
    """Let both sides write in a turn, with nothing on the table before the first."""
    played = table(units=units, turn=turn, pace="step", **rest)
    if turn == 0:
        played.set(orders={}, running={})
    return played.set(step="orders", running={}).ask("orders", "red", "blue", subject=OrdersSubject(turn))


def plot_exactly(unit, movement, *gunnery, turn=1):
    """Plot orders."""
    return PlotOrders(plot=Plot(turn=turn, unit=unit, movement=(movement,), gunnery=gunnery))

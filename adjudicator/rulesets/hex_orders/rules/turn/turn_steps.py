"""The course of a game: orders are written, shown and carried out step by step, turn after turn (HX-TURN)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, table_step, windows
from adjudicator.rulesets.hex_orders.model.messages import (
    AdvanceStep,
    CommitOrders,
    PlotOrders,
    StepEnded,
    StepStarted,
    TurnEnded,
    TurnStarted,
)
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game
from adjudicator.rulesets.hex_orders.model.subjects import OrdersSubject
from adjudicator.rulesets.hex_orders.rules.assault import assault_step
from adjudicator.rulesets.hex_orders.rules.damage import agony, applying_damage
from adjudicator.rulesets.hex_orders.rules.gunnery import gunnery_step
from adjudicator.rulesets.hex_orders.rules.movement import movement_step
from adjudicator.rulesets.hex_orders.rules.orders import due_orders, writing
from adjudicator.rulesets.hex_orders.rules.turn import aftermath

WRITING = "orders"
Begin: TypeAlias = Callable[[Ruling[Game]], None]


def _numbered(begin: Callable[[Ruling[Game], int], None], number: int) -> Begin:
    return lambda ruling: begin(ruling, number)


BEGIN: Mapping[str, Begin] = MappingProxyType(
    {
        "gunnery_1": _numbered(gunnery_step.begin_gunnery, 1),
        "movement_1": _numbered(movement_step.begin_movement, 1),
        "assault_1": _numbered(assault_step.begin_assaults, 1),
        "movement_2": _numbered(movement_step.begin_movement, 2),
        "assault_2": _numbered(assault_step.begin_assaults, 2),
        "movement_3": _numbered(movement_step.begin_movement, 3),
        "assault_3": _numbered(assault_step.begin_assaults, 3),
        "gunnery_2": _numbered(gunnery_step.begin_gunnery, 2),
        "apply_damage": applying_damage.begin_apply,
        "agony_0": _numbered(agony.begin_agony, 0),
        "agony_1": _numbered(agony.begin_agony, 1),
        "agony_2": _numbered(agony.begin_agony, 2),
        "agony_3": _numbered(agony.begin_agony, 3),
        "agony_4": _numbered(agony.begin_agony, 4),
        "aftermath": aftermath.begin_aftermath,
    }
)
STEPS = tuple(BEGIN)
CLAUSE_OF = MappingProxyType(
    {
        "gunnery_1": "HX-TURN-02",
        "movement_1": "HX-TURN-04",
        "assault_1": "HX-TURN-08",
        "movement_2": "HX-TURN-11",
        "assault_2": "HX-TURN-11",
        "movement_3": "HX-TURN-12",
        "assault_3": "HX-TURN-12",
        "gunnery_2": "HX-TURN-13",
        "apply_damage": "HX-TURN-15",
        "agony_0": "HX-TURN-16",
        "agony_1": "HX-TURN-17",
        "agony_2": "HX-TURN-18",
        "agony_3": "HX-TURN-19",
        "agony_4": "HX-TURN-20",
        "aftermath": "HX-TURN-21",
    }
)

# -- writing


def begin_play(ruling: Ruling[Game]) -> None:
    """HX-ORDERS-03 Let both sides write the orders for turn 1; it records nothing."""
    ruling.ask(WRITING, *SEATS, subject=OrdersSubject(0))


def begin_turn(ruling: Ruling[Game], turn: int) -> None:
    """HX-TURN-01 Begin a turn: both sides write the orders for the next one."""
    ruling.record(TurnStarted(turn=turn), "HX-TURN-01")
    ruling.ask(WRITING, *SEATS, subject=OrdersSubject(turn))


def turn_started(game: Game, event: TurnStarted) -> None:
    """Turn the page: what was for the turn before is gone, and so is an offer of a draw.

    Orders that hidden units carried out are kept, since they are shown when these are revealed (HX-GAP-09).
    """
    game.turn, game.step = event.turn, WRITING
    game.running = {}
    game.orders = {key: row for key, row in game.orders.items() if row.turn >= event.turn or not row.shown}
    game.units = {key: replace(row, met=()) if row.met else row for key, row in game.units.items()}


def _orders_written(ruling: Ruling[Game], window: Window) -> None:
    """HX-ORDERS-04 Carry out the orders on the table, once those of the next round are written."""
    turn = subject_of(window, OrdersSubject).turn
    if turn == 0:
        begin_turn(ruling, 1)
        return
    due_orders.reveal_due_orders(ruling, turn)
    ruling.ask("turn")


# -- steps


def _go_on(ruling: Ruling[Game], _window: Window) -> None:
    """HX-TURN-01 Go on with the next step when everything of this one is done."""
    ruling.ask("advance", TABLE)


def advance_step(ruling: Ruling[Game], _command: AdvanceStep) -> None:
    """HX-TURN-01 End the step and begin the next; after the last one, look whether the game is over."""
    game, ended = ruling.game, ruling.game.step
    if ended in STEPS:
        ruling.record(StepEnded(turn=game.turn, step=ended), CLAUSE_OF[ended])
    ruling.answered()
    if ended == STEPS[-1]:
        ruling.record(TurnEnded(turn=game.turn), "HX-TURN-21")
        ruling.ask("end_check", TABLE)
        return
    step = STEPS[STEPS.index(ended) + 1] if ended in STEPS else STEPS[0]
    ruling.record(StepStarted(turn=game.turn, step=step), CLAUSE_OF[step])
    ruling.ask("turn")
    applying_damage.ask_end_of_step(ruling)
    BEGIN[step](ruling)


def step_started(game: Game, event: StepStarted) -> None:
    """Clear the table of what the last step left; fights of a movement step are fought in the assault step."""
    game.step = event.step
    game.declared, game.hits, game.fired_at, game.order = {}, {}, (), ()
    game.choices, game.exchanges, game.retreats, game.attempts = {}, {}, {}, ()
    if not event.step.startswith("assault"):
        game.fights = {}
    if game.options.mirror_rank == "roll_each_time":
        game.rank = None


def step_ended(_game: Game, _event: StepEnded) -> None:
    """What the step leaves is cleared when the next one begins."""


def turn_ended(_game: Game, _event: TurnEnded) -> None:
    """What the turn leaves is cleared when the next one begins."""


def _whose_turn(_game: Game, _event: TurnEnded) -> Sequence[Party]:
    """HX-TURN-01 Both sides play all steps of a turn."""
    return SEATS


PART = Part(
    handlers=handlers(advance_step),
    reducers=reducers(turn_started, turn_ended, step_started, step_ended),
    turns={TurnEnded: _whose_turn},
    windows=windows(
        WindowKind(
            WRITING,
            "HX-ORDERS-02",
            (PlotOrders, CommitOrders),
            writing.offers,
            writing.silence,
            _orders_written,
            subject=OrdersSubject,
        ),
        WindowKind("turn", "HX-TURN-01", on_close=_go_on, turn=True),
        table_step("advance", "HX-TURN-01", AdvanceStep),
    ),
)

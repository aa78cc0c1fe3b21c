"""The course of a game: turn after turn, step after step (AN-TURN-01, AN-TURN-14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.antares.model.messages import DeploymentEnded, StartingDiceCounted, StepBegun, TurnStarted
from adjudicator.rulesets.antares.model.state import SEATS, Game, on_table, rival
from adjudicator.rulesets.antares.model.subjects import RollOffSubject
from adjudicator.rulesets.antares.rules.tests.roll_offs import ROLL_OFF
from adjudicator.rulesets.antares.rules.turn import (
    actions,
    army_options,
    contested_dice,
    dice_draws,
    end_tests,
    kept_dice,
)

TURN = "turn"
START, RETAINED, ORDERS, DOWN, AMBUSH, RUN = "start_options", "retained_runs", "orders", "down", "ambush", "run"
CONTESTED, END_TESTS, VICTORY = "contested", "end_tests", "victory"
CLAUSE_OF: Mapping[str, str] = MappingProxyType(
    {
        START: "AN-TURN-02",
        RETAINED: "AN-TURN-04",
        ORDERS: "AN-TURN-05",
        DOWN: "AN-TURNEND-01",
        AMBUSH: "AN-TURNEND-10",
        RUN: "AN-TURNEND-11",
        CONTESTED: "AN-TURNEND-13",
        END_TESTS: "AN-TURNEND-14",
        VICTORY: "AN-TURNEND-16",
    }
)
STEPS = tuple(CLAUSE_OF)
Ask: TypeAlias = Callable[[Ruling[Game]], bool]

# -- turns and steps


def begin_game(ruling: Ruling[Game]) -> None:
    """AN-WIN-01 AN-TURN-01 All units stand: count the order dice, and begin the first turn."""
    ruling.record(DeploymentEnded(turn=1), "AN-TURN-01")
    dice = tuple(sum(row.dice for row in on_table(ruling.game, seat)) for seat in SEATS)
    ruling.record(StartingDiceCounted(dice=dice), "AN-WIN-01", "AN-TURN-05")
    begin_turn(ruling, 1)
    ruling.ask(TURN)


def begin_turn(ruling: Ruling[Game], turn: int) -> None:
    """AN-TURN-01 Begin a turn; its steps are asked for by the suspended course of the game."""
    ruling.record(TurnStarted(turn=turn), "AN-TURN-01")


def _go_on(ruling: Ruling[Game], _window: Window) -> None:
    """AN-TURN-01 Ask for the next thing of this step, or of the first step after it that has any."""
    ruling.ask(TURN)
    while not _asks(ruling):
        _begin_step(ruling, STEPS[STEPS.index(ruling.game.step) + 1] if ruling.game.step else STEPS[0])


def _asks(ruling: Ruling[Game]) -> bool:
    step = ruling.game.step
    return bool(step) and ASK[step](ruling)


def _begin_step(ruling: Ruling[Game], step: str) -> None:
    """AN-TURN-14 Begin a step; who goes first is known where one side alone is concerned, or an option says so."""
    first = _first(ruling.game, step)
    ruling.record(StepBegun(step=step, first=first), CLAUSE_OF[step], "AN-TURN-01")
    if step == CONTESTED:
        contested_dice.contest_by_subverters(ruling)


def _first(game: Game, step: str) -> tuple[Party, ...]:
    sides = _concerned(game, step)
    chosen = game.options.start_options_first_side
    if step == START and len(sides) > 1 and chosen != "rolloff":
        return (SEATS[chosen == "side_b"],)
    return sides if len(sides) == 1 else ()


def _concerned(game: Game, step: str) -> tuple[Party, ...]:
    """AN-TURN-14 Give the sides that have something to do in a step in which both take turns."""
    if step not in (START, RETAINED, DOWN, AMBUSH, RUN):
        return ()
    return tuple(seat for seat in SEATS if _units_left(game, seat, step))


def _units_left(game: Game, seat: Party, step: str) -> bool:
    if step == START:
        return bool(army_options.playable(game, seat, army_options.TURN_START))
    if step == RETAINED:
        return bool(actions.retained_units(game, seat))
    return bool(kept_dice.unresolved(game, seat, step))


# -- what a step asks


def _ask_sides(ruling: Ruling[Game]) -> bool:
    """AN-TURN-14 AN-TURN-04 AN-TURNEND-01 Ask the sides in turn, one unit each; the winner of a roll-off begins."""
    game = ruling.game
    sides = _concerned(game, game.step)
    if not sides:
        return False
    if _needs_roll_off(game, sides):
        return _ask_roll_off(ruling)
    ruling.ask(game.step, next_side(game, sides))
    return True


def _needs_roll_off(game: Game, sides: tuple[Party, ...]) -> bool:
    return len(sides) > 1 and game.first_seat is None and not game.answered


def _ask_roll_off(ruling: Ruling[Game]) -> bool:
    ruling.ask(ROLL_OFF, TABLE, subject=RollOffSubject(ruling.game.step))
    return True


def next_side(game: Game, sides: Sequence[Party]) -> Party:
    """AN-TURN-14 Give the side that is asked: in turn, but one with nothing left is skipped."""
    turn = rival(game.units[game.answered[-1]].seat) if game.answered else game.first_seat
    return turn if turn is not None and turn in sides else sides[0]


def _ask_start(ruling: Ruling[Game]) -> bool:
    """AN-TURN-02 Ask for options of the start of the turn, until both sides have passed in succession."""
    game = ruling.game
    sides = _concerned(game, START)
    if not sides:
        return False
    if _needs_roll_off(game, sides):
        return _ask_roll_off(ruling)
    first = game.first_seat if game.first_seat is not None else sides[0]
    seat = army_options.next_to_play(game, first, army_options.TURN_START)
    if seat is not None:
        ruling.ask(START, seat)
    return seat is not None


def _ask_run(ruling: Ruling[Game]) -> bool:
    """AN-TURNEND-11 AN-TURNEND-12 Ask for Run dice; when all have answered the other dice go back."""
    if _ask_sides(ruling):
        return True
    kept_dice.return_dice(ruling)
    return False


def _ask_victory(ruling: Ruling[Game]) -> bool:
    """AN-TURNEND-16 Look whether the game is over."""
    ruling.ask("end_turn", TABLE)
    return True


ASK: Mapping[str, Ask] = MappingProxyType(
    {
        START: _ask_start,
        RETAINED: _ask_sides,
        ORDERS: dice_draws.ask_draw,
        DOWN: _ask_sides,
        AMBUSH: _ask_sides,
        RUN: _ask_run,
        CONTESTED: contested_dice.ask_contested,
        END_TESTS: end_tests.ask_end_tests,
        VICTORY: _ask_victory,
    }
)


# -- reducers


def deployment_ended(_game: Game, _event: DeploymentEnded) -> None:
    """What begins is an event of its own."""


def starting_dice_counted(game: Game, event: StartingDiceCounted) -> None:
    """Put every die into the bag."""
    for seat in SEATS:
        game.sides[seat] = replace(
            game.sides[seat], starting_dice=event.dice[seat], bag=event.dice[seat], referee_moved_dice=False
        )
    for row in on_table(game):
        game.units[row.id] = replace(row, unused_dice=row.dice)


def turn_started(game: Game, event: TurnStarted) -> None:
    """Turn the page: what was for the turn before is gone."""
    game.turn, game.step = event.turn, ""
    game.first_seat, game.answered, game.passes_in_succession = None, (), 0
    game.lasting_effects = tuple(row for row in game.lasting_effects if row.kind == "next_die_down")
    game.units = {
        key: replace(row, free_reactions_used=0, free_reactions_made=())
        if row.free_reactions_used or row.free_reactions_made
        else row
        for key, row in game.units.items()
    }


def step_begun(game: Game, event: StepBegun) -> None:
    """Nobody has answered yet; at the end of a turn no die is kept until its side says so."""
    game.step, game.first_seat = event.step, event.first[0] if event.first else None
    game.answered, game.passes_in_succession = (), 0
    if event.step == DOWN:
        game.units = {key: replace(row, die_kept=False) if row.die_kept else row for key, row in game.units.items()}


PART = Part(
    reducers=reducers(deployment_ended, starting_dice_counted, turn_started, step_begun),
    windows=windows(WindowKind(TURN, "AN-TURN-01", on_close=_go_on, turn=True)),
)

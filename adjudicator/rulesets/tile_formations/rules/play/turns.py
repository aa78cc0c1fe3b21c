"""Turn order, which comes from outside the page: seats take turns, or anybody acts next (WG-TURN-01)."""

from __future__ import annotations

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer, offer
from adjudicator.kernel.decide.parties import REFEREE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.tile_formations.model.ids import id_order
from adjudicator.rulesets.tile_formations.model.look_ups import units_of
from adjudicator.rulesets.tile_formations.model.messages import EndTurn, TurnEnded, TurnStarted
from adjudicator.rulesets.tile_formations.model.rows import Formation
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.play import game_end, outside_results
from adjudicator.rulesets.tile_formations.rules.play.outside_values import NOT_OVER, OVER, held, judge_of, one_of

ALTERNATE = "alternate"
CHOOSE_ACTION = "choose_action"
AFTER_TURN = "after_turn"


def begin_play(ruling: Ruling[Game]) -> None:
    """WG-TURN-01 Begin the first turn and ask for the first action; it records and asks."""
    _start(ruling, 1, ruling.game.options.first_seat)
    _ask(ruling)


def ask_next_action(ruling: Ruling[Game]) -> None:
    """WG-TURN-01 Ask the next seat for an action; where all formations have acted, go on to the next turn."""
    if ruling.game.options.turn_order == ALTERNATE and next_seat(ruling.game) is None:
        _turn_over(ruling)
    if not ruling.game.ended:
        _ask(ruling)


def _ask(ruling: Ruling[Game]) -> None:
    game = ruling.game
    if game.options.turn_order != ALTERNATE:
        ruling.ask(CHOOSE_ACTION, *sorted(game.sides))
        return
    seat = next_seat(game)
    if seat is None:
        game_end.end_game(ruling, "eliminated", ())
    else:
        ruling.ask(CHOOSE_ACTION, seat)


def formations_ready(game: Game, seat: Party) -> tuple[str, ...]:
    """WG-TURN-01 List the formations of a seat that may act, in the order of their numbers."""
    if game.options.turn_order == ALTERNATE:
        return formations_to_act(game, seat)
    return tuple(sorted((row.id for row in _formations_left(game, seat)), key=id_order))


def formations_to_act(game: Game, seat: Party) -> tuple[str, ...]:
    """WG-TURN-01 List the formations of a seat that have not acted in this turn, in the order of their numbers."""
    return tuple(sorted((row.id for row in _formations_left(game, seat) if row.acted < game.turn), key=id_order))


def _formations_left(game: Game, seat: Party) -> list[Formation]:
    return [row for row in game.formations.values() if row.seat == seat and units_of(game, row.id)]


def next_seat(game: Game) -> Party | None:
    """WG-TURN-01 Give the seat that acts next in this turn; None where every formation has acted."""
    seats = sorted(game.sides)
    begun = any(row.acted == game.turn for row in game.formations.values())
    last = game.active if begun and game.active is not None else game.first - 1
    order = [seats[(last + 1 + step) % len(seats)] for step in range(len(seats))]
    return next((seat for seat in order if formations_ready(game, seat)), None)


def _start(ruling: Ruling[Game], turn: int, first: Party) -> None:
    ruling.record(TurnStarted(turn=turn, seat=first % len(ruling.game.sides)), "WG-TURN-01")


def _turn_over(ruling: Ruling[Game]) -> None:
    """WG-TURN-01 WG-END-11 End the turn; begin another, unless it was the last."""
    game = ruling.game
    ruling.record(TurnEnded(turn=game.turn), "WG-TURN-01")
    if game.options.turn_limit and game.turn >= game.options.turn_limit:
        game_end.end_by_count(ruling)
    else:
        _start(ruling, game.turn + 1, game.first + 1)


def turn_started(game: Game, event: TurnStarted) -> None:
    """Turn the page."""
    game.turn, game.first, game.active = event.turn, event.seat, event.seat


def turn_ended(_game: Game, _event: TurnEnded) -> None:
    """What formations did stands beside them."""


def end_turn(ruling: Ruling[Game], _command: EndTurn) -> None:
    """WG-TURN-01 Where turns come from outside, they are ended between two actions."""
    outside_results.require_battlefield(ruling, "WG-TURN-01")
    game = ruling.game
    ruling.require(game.options.turn_order != ALTERNATE, "WG-TURN-01", "turns-end-by-themselves")
    ruling.require(game.turn, "WG-TURN-01", "no-turn-yet")
    idle = bool(game.stack) and game.stack[-1].kind == CHOOSE_ACTION
    ruling.require(idle, "WG-TURN-01", "not-between-actions")
    _close_question(ruling)
    if outside_results.holds_at_once(ruling, "turn", (), OVER, "WG-TURN-01"):
        apply_turn_end(ruling, (), OVER)


def _close_question(ruling: Ruling[Game]) -> None:
    """WG-TURN-01 Who says that the turn is over answers for all who are asked; they are asked anew once that stands.

    A referee answers for nobody, unless a seat has left the question to the others: it is asked again in the next turn.
    """
    top = ruling.game.stack[-1]
    if ruling.actor == REFEREE and top.asks == tuple(sorted(ruling.game.sides)):
        return
    ruling.window = top
    ruling.answered_all()
    ruling.ask(AFTER_TURN)


def _ask_anew(ruling: Ruling[Game], _window: Window) -> None:
    """WG-TURN-01 Whether the turn is over or not, somebody acts next; a game that has ended asks nobody."""
    if not ruling.game.ended:
        _ask(ruling)


def apply_turn_end(ruling: Ruling[Game], _subjects: tuple[str, ...], value: str) -> None:
    """WG-TURN-01 End the turn that was said to be over."""
    if value == OVER and ruling.game.turn:
        _turn_over(ruling)


def _anytime_offers(_rules: object, game: Game, _party: Party) -> list[Offer]:
    """WG-TURN-01 Offer the end of the turn between two actions, where turns come from outside."""
    idle = bool(game.stack) and game.stack[-1].kind == CHOOSE_ACTION
    return [offer(EndTurn, "WG-TURN-01")] if idle and game.options.turn_order != ALTERNATE else []


RESULTS = {"turn": apply_turn_end}


PART = Part(
    handlers=handlers(end_turn),
    reducers=reducers(turn_started, turn_ended),
    anytime=frozenset({EndTurn}),
    anytime_offers={EndTurn: _anytime_offers},
    windows=windows(WindowKind(AFTER_TURN, "WG-TURN-01", on_close=_ask_anew)),
    disputes={"turn": held(OVER, NOT_OVER)},
    judges={"turn": judge_of("WG-TURN-01", f"{OVER} or {NOT_OVER}", one_of(OVER, NOT_OVER))},
)

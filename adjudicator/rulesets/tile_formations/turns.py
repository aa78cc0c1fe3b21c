"""Turn order, which comes from outside the page: seats take turns, or anybody acts next (TF-PLAY-02)."""

from __future__ import annotations

from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.tile_formations import endings, outside
from adjudicator.rulesets.tile_formations.model.messages import EndTurn, TurnEnded, TurnStarted
from adjudicator.rulesets.tile_formations.state import Game, units_of

ALTERNATE = "alternate"
OVER = "over"


def begin_play(ruling: Ruling[Game]) -> None:
    """TF-PLAY-02 Begin the first turn and ask for the first action; it records and asks."""
    _start(ruling, 1, ruling.game.how.first_seat)
    _ask(ruling)


def next_actor(ruling: Ruling[Game]) -> None:
    """TF-PLAY-02 Ask the next seat for an action; where all formations have acted, go on to the next turn."""
    if ruling.game.how.turn_order == ALTERNATE and following(ruling.game) is None:
        _turn_over(ruling)
    if not ruling.game.ended:
        _ask(ruling)


def _ask(ruling: Ruling[Game]) -> None:
    game = ruling.game
    if game.how.turn_order != ALTERNATE:
        ruling.ask("choose_action", *sorted(game.sides))
        return
    seat = following(game)
    if seat is None:
        endings.finish(ruling, "eliminated", ())
    else:
        ruling.ask("choose_action", seat)


def ready(game: Game, seat: Party) -> tuple[str, ...]:
    """TF-PLAY-02 List the formations of a seat that may act, in the order of their numbers."""
    rows = (row for row in game.formations.values() if row.seat == seat and units_of(game, row.id))
    fresh = (row for row in rows if game.how.turn_order != ALTERNATE or row.acted < game.turn)
    return tuple(row.id for row in sorted(fresh, key=lambda row: int(row.id[1:])))


def following(game: Game) -> Party | None:
    """TF-PLAY-02 Give the seat that acts next in this turn; None where every formation has acted."""
    seats = sorted(game.sides)
    begun = any(row.acted == game.turn for row in game.formations.values())
    last = game.active if begun and game.active is not None else game.first - 1
    order = [seats[(last + 1 + step) % len(seats)] for step in range(len(seats))]
    return next((seat for seat in order if ready(game, seat)), None)


def _start(ruling: Ruling[Game], turn: int, first: Party) -> None:
    ruling.record(TurnStarted(turn=turn, seat=first % len(ruling.game.sides)), "TF-PLAY-02")


def _turn_over(ruling: Ruling[Game]) -> None:
    """TF-PLAY-02 TF-PLAY-04 End the turn; begin another, unless it was the last."""
    game = ruling.game
    ruling.record(TurnEnded(turn=game.turn), "TF-PLAY-02")
    if game.how.turn_limit and game.turn >= game.how.turn_limit:
        endings.finish_by_count(ruling)
    else:
        _start(ruling, game.turn + 1, game.first + 1)


def turn_started(game: Game, event: TurnStarted) -> None:
    """Turn the page."""
    game.turn, game.first, game.active = event.turn, event.seat, event.seat


def turn_ended(_game: Game, _event: TurnEnded) -> None:
    """What formations did stands beside them."""


def end_turn(ruling: Ruling[Game], _command: EndTurn) -> None:
    """TF-PLAY-02 Where turns come from outside, they are ended between two actions."""
    game = ruling.game
    ruling.require(game.how.turn_order != ALTERNATE, "TF-PLAY-02", "turns-end-by-themselves")
    idle = bool(game.stack) and game.stack[-1].kind == "choose_action"
    ruling.require(idle, "TF-PLAY-02", "not-between-actions")
    if outside.told(ruling, "turn", (), OVER, "TF-PLAY-02"):
        turn_over(ruling, (), OVER)


def turn_over(ruling: Ruling[Game], _subjects: tuple[str, ...], value: str) -> None:
    """TF-PLAY-02 End the turn that was said to be over."""
    if value == OVER and ruling.game.turn:
        _turn_over(ruling)


OUTSIDE = {"turn": turn_over}
CLAUSES = handlers(end_turn)
REDUCERS = reducers(turn_started, turn_ended)

__all__ = ["ALTERNATE", "CLAUSES", "OUTSIDE", "REDUCERS", "begin_play", "following", "next_actor", "ready"]

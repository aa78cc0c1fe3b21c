"""How a game ends, which comes from outside the page (TF-PLAY-04)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Flag, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Result
from adjudicator.kernel.decide.windows import Window, WindowKind, always, windows
from adjudicator.rulesets.tile_formations.model.look_ups import units_on_board
from adjudicator.rulesets.tile_formations.model.messages import (
    AnswerDraw,
    Concede,
    DrawDeclined,
    DrawOffered,
    GameEnded,
    OfferDraw,
    SideConceded,
)
from adjudicator.rulesets.tile_formations.model.state import Game

SURVIVORS = "survivors"
DRAW = "draw"


def end_game(ruling: Ruling[Game], reason: str, winners: Sequence[Party]) -> None:
    """TF-PLAY-04 Name the result; nothing more is asked."""
    won = tuple(sorted(winners))
    left = tuple(integrity_of(ruling.game, seat) for seat in sorted(ruling.game.sides))
    ruling.record(GameEnded(reason=reason, winners=won, integrity=left), "TF-PLAY-04")
    ruling.finish(Result(won, reason if won else DRAW), "TF-PLAY-04")


def game_ended(game: Game, event: GameEnded) -> None:
    """Note how it ended."""
    game.ended, game.winners = event.reason, event.winners


def integrity_of(game: Game, seat: Party) -> int:
    """Add up the integrity of a seat's units on the battlefield."""
    return sum(unit.integrity for unit in units_on_board(game, seat))


def end_if_decided(ruling: Ruling[Game]) -> bool:
    """TF-PLAY-04 End the game where one side alone is left of those that had units; tell whether it is over."""
    game = ruling.game
    if game.ended:
        return True
    had = {game.sides[row.seat].side for row in game.formations.values()}
    left = {game.sides[unit.seat].side for unit in units_on_board(game)}
    if len(had) > 1 and len(left) <= 1:
        end_game(ruling, "eliminated", [seat for seat, side in game.sides.items() if side.side in left])
        return True
    return False


def end_by_count(ruling: Ruling[Game]) -> None:
    """TF-PLAY-04 After the last turn the side with most integrity on the battlefield has won."""
    game = ruling.game
    counts: dict[int, int] = {}
    for seat, side in sorted(game.sides.items()):
        counts[side.side] = counts.get(side.side, 0) + integrity_of(game, seat)
    best = [side for side, count in counts.items() if count == max(counts.values())]
    decided = game.options.victory == SURVIVORS and len(best) == 1
    winners = [seat for seat, side in game.sides.items() if decided and side.side == best[0]]
    end_game(ruling, "turn_limit", winners)


# -- giving up, and draws


def concede(ruling: Ruling[Game], _command: Concede) -> None:
    """TF-PLAY-04 A side may give up at any time; the others have won."""
    sides = _require_side(ruling)
    ruling.record(SideConceded(seat=ruling.actor), "TF-PLAY-04")
    lost = sides[ruling.actor]
    end_game(ruling, "conceded", [seat for seat, side in sides.items() if side != lost])


def _require_side(ruling: Ruling[Game]) -> dict[int, int]:
    sides = {seat: side.side for seat, side in ruling.game.sides.items()}
    ruling.require(sides, "TF-PLAY-04", "not-begun")
    ruling.require(ruling.actor in sides, "TF-PLAY-04", "not-a-seat")
    return sides


def side_conceded(_game: Game, _event: SideConceded) -> None:
    """The end has an event of its own."""


def offer_draw(ruling: Ruling[Game], _command: OfferDraw) -> None:
    """TF-PLAY-04 A seat may offer a draw, which all others have to accept."""
    sides = _require_side(ruling)
    ruling.require(ruling.game.draw_offered is None, "TF-PLAY-04", "draw-offered")
    ruling.record(DrawOffered(seat=ruling.actor), "TF-PLAY-04")
    ruling.ask(DRAW, *(seat for seat in sorted(sides) if seat != ruling.actor))


def draw_offered(game: Game, event: DrawOffered) -> None:
    """Note the offer."""
    game.draw_offered = event.seat


def answer_draw(ruling: Ruling[Game], command: AnswerDraw) -> None:
    """TF-PLAY-04 A draw that one seat declines is off."""
    if command.accept:
        ruling.answered()
        return
    ruling.record(DrawDeclined(seat=ruling.actor), "TF-PLAY-04")
    ruling.answered_all()


def draw_declined(game: Game, _event: DrawDeclined) -> None:
    """Take the offer back."""
    game.draw_offered = None


def _draw_agreed(ruling: Ruling[Game], _window: Window) -> None:
    """TF-PLAY-04 A draw that nobody declined ends the game."""
    if ruling.game.draw_offered is not None:
        end_game(ruling, "agreed", ())


def _offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [offer(AnswerDraw, "TF-PLAY-04", accept=Flag())]


def _concede_offers(_rules: object, game: Game, party: Party) -> list[Offer]:
    return [offer(Concede, "TF-PLAY-04")] if party in game.sides else []


def _draw_offers(_rules: object, game: Game, party: Party) -> list[Offer]:
    return [offer(OfferDraw, "TF-PLAY-04")] if party in game.sides and game.draw_offered is None else []


PART = Part(
    handlers=handlers(concede, offer_draw, answer_draw),
    reducers=reducers(game_ended, side_conceded, draw_offered, draw_declined),
    windows=windows(
        WindowKind(DRAW, "TF-PLAY-04", (AnswerDraw,), _offers, always(AnswerDraw(accept=False)), on_close=_draw_agreed)
    ),
    anytime=frozenset({Concede, OfferDraw}),
    anytime_offers={Concede: _concede_offers, OfferDraw: _draw_offers},
)

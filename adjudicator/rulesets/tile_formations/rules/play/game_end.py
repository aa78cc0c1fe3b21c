"""How a game ends, which comes from outside the page (WG-END-11)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.results import Concluded, conclude_plainly, every_other_seat, hundredths
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.messages import ScorePart, SeatScore
from adjudicator.rulesets.tile_formations.model.look_ups import units_on_board
from adjudicator.rulesets.tile_formations.model.messages import GameEnded
from adjudicator.rulesets.tile_formations.model.state import Game

SURVIVORS = "survivors"
DRAW = "draw"
# words of the contract's enum Ending by the reasons of GameEnded
ENDINGS = {"eliminated": "eliminated"}


def end_game(ruling: Ruling[Game], reason: str, winners: Sequence[Party]) -> None:
    """WG-END-11 Name the result; nothing more is asked."""
    won = tuple(sorted(winners))
    _tell(ruling, reason, won, "WG-END-11")
    ruling.finish(won, reason if won else DRAW, ENDINGS.get(reason, "points"), "WG-END-11")


def _tell(ruling: Ruling[Game], reason: str, won: tuple[Party, ...], *cited: str) -> None:
    left = tuple(integrity_of(ruling.game, seat) for seat in sorted(ruling.game.sides))
    ruling.record(GameEnded(reason=reason, winners=won, integrity=left), *cited)


def game_ended(game: Game, event: GameEnded) -> None:
    """Note how it ended."""
    game.ended, game.winners = event.reason, event.winners


def integrity_of(game: Game, seat: Party) -> int:
    """Add up the integrity of a seat's units on the battlefield."""
    return sum(unit.integrity for unit in units_on_board(game, seat))


def end_if_decided(ruling: Ruling[Game]) -> bool:
    """WG-END-11 End the game where one side alone is left of those that had units; tell whether it is over."""
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
    """WG-END-11 After the last turn the side with most integrity on the battlefield has won."""
    game = ruling.game
    counts: dict[int, int] = {}
    for seat, side in sorted(game.sides.items()):
        counts[side.side] = counts.get(side.side, 0) + integrity_of(game, seat)
    best = [side for side, count in counts.items() if count == max(counts.values())]
    decided = game.options.victory == SURVIVORS and len(best) == 1
    winners = [seat for seat, side in game.sides.items() if decided and side.side == best[0]]
    end_game(ruling, "turn_limit", winners)


# -- an end that does not follow from the page


def conclude(ruling: Ruling[Game], concluded: Concluded) -> None:
    """WG-END-11 End a game that is given up, drawn by agreement or ended by a ruling."""
    _tell(ruling, concluded.reason, concluded.winners, "WG-END-11", concluded.clause)
    conclude_plainly(ruling, concluded)


def opponents(game: Game, seat: Party, seats: int) -> tuple[Party, ...]:
    """WG-END-11 The seats of other sides have won where a seat gives up."""
    own = game.sides.get(seat)
    if own is None:
        return every_other_seat(game, seat, seats)
    return tuple(other for other, side in sorted(game.sides.items()) if side.side != own.side)


def score(game: Game) -> tuple[SeatScore, ...]:
    """WG-END-11 Integrity left on the battlefield is what a game is counted in."""
    values = tuple(hundredths(integrity_of(game, seat)) for seat in sorted(game.sides))
    return tuple(
        SeatScore(total=value, parts=(ScorePart(name="integrity", value=value, clause="WG-END-11"),))
        for value in values
    )


PART = Part(reducers=reducers(game_ended))

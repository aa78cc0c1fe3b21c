"""Results that a referee names: awards and restarts; and draws that a referee has to allow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Domain, Octets, Offer, Range, Some, items, offer, optional, where
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.results import ADJUDICATED, AGREED, FORFEIT, NO_SHOW, RESTARTED, TIME_CALLED, VOID
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.messages import AllowDraw, Award, DrawAllowed, GameRestarted, RestartGame, ScorePart, SeatScore
from adjudicator.kernel.protocol import terms
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.referee.grounds import grounds_domain, require_grounds, require_head, rule
from adjudicator.kernel.referee.results.overturning import overturn, overturning_domain, require_overturn
from adjudicator.kernel.referee.results.revisions import end_by_ruling

AWARD = "WG-AWARD-01"
RESTART = "WG-RESTART-01"
DRAW = "WG-END-10"
# endings that somebody has to have won, and those that nobody may have won
WON: Final = (FORFEIT, NO_SHOW)
UNWON: Final = (AGREED, VOID)
AWARDED: Final = (FORFEIT, NO_SHOW, ADJUDICATED, TIME_CALLED, AGREED, VOID)
SCORED: Final = tuple(ending for ending in AWARDED if ending != VOID)
ID_BYTES: Final = 16
# scores that are offered, in hundredths; a ruling may name any
SCORE_OFFERED: Final = 10_000_000


def award(ruling: Ruling[Tables], command: Award) -> None:
    """WG-AWARD-01 A referee names the result of a game that has none, or of one under appeal."""
    require_grounds(ruling, command.grounds)
    known = command.ending in AWARDED
    ruling.require(known, AWARD, "ending-not-awarded", "ending", known=", ".join(AWARDED))
    winners = _winners(ruling, command)
    seats = len(ruling.protocol.seats)
    whole = len(command.scores) in (0, seats)
    ruling.require(whole, AWARD, "scores-number", "scores", seats=seats, found=len(command.scores))
    ruling.require(command.ending != VOID or not command.scores, AWARD, "void-has-no-scores", "scores")
    appeal = require_overturn(ruling, command.overturns)
    ruling.require(ruling.game.result is None or appeal is not None, AWARD, "no-appeal-against-result")
    rule(ruling, command.grounds)
    overturn(ruling, appeal)
    counted = tuple(
        SeatScore(total=value, parts=(ScorePart(name="awarded", value=value, clause=AWARD),))
        for value in command.scores
    )
    end_by_ruling(ruling, command.ending, winners, AWARD, counted=counted or None, played=command.ending != NO_SHOW)


def _winners(ruling: Ruling[Tables], command: Award) -> tuple[Party, ...]:
    seats = len(ruling.protocol.seats)
    winners = tuple(sorted(set(command.winners)))
    fits = len(winners) == len(command.winners) and all(seat < seats for seat in winners)
    ruling.require(fits, AWARD, "seat-unknown", "winners", seats=seats)
    ruling.require(len(winners) < seats or seats == 1, AWARD, "all-have-won", "winners")
    ruling.require(winners or command.ending not in WON, AWARD, "winner-missing", "winners", ending=command.ending)
    ruling.require(not winners or command.ending not in UNWON, AWARD, "nobody-wins", "winners", ending=command.ending)
    return winners


def restart_game(ruling: Ruling[Tables], command: RestartGame) -> None:
    """WG-RESTART-01 A head referee ends the game because another one takes its place."""
    require_grounds(ruling, command.grounds)
    require_head(ruling, RESTART)
    named = len(command.new_game) == ID_BYTES and command.new_game != ruling.protocol.game_id
    ruling.require(named, RESTART, "other-game-needed", "new_game")
    ruling.require(_ending(ruling) != RESTARTED, RESTART, "restarted-already")
    appeal = require_overturn(ruling, command.overturns)
    rule(ruling, command.grounds)
    overturn(ruling, appeal)
    ruling.record(GameRestarted(new_game=command.new_game), RESTART)
    end_by_ruling(ruling, RESTARTED, (), RESTART)


def _ending(ruling: Ruling[Tables]) -> str:
    return "" if ruling.game.result is None else ruling.game.result.ending


def allow_draw(ruling: Ruling[Tables], command: AllowDraw) -> None:
    """WG-END-10 Where the terms ask for it a referee allows the seats to agree on a draw."""
    require_grounds(ruling, command.grounds)
    asked = terms.agreeing(ruling.protocol.terms) == terms.AGREE_REFEREE
    ruling.require(asked, DRAW, "draw-needs-no-referee")
    ruling.require(ruling.game.result is None, DRAW, "result-stands")
    ruling.require(not ruling.docket.draw_allowed, DRAW, "draw-allowed")
    rule(ruling, command.grounds)
    ruling.record(DrawAllowed(), DRAW)


# -- offers


def _award_offers(_rules: Any, game: Tables, protocol: ProtocolState, _party: Party) -> Sequence[Offer]:
    appeal = protocol.docket.appeal
    if protocol.finished is not None or not game.stack or (game.result is not None and appeal is None):
        return []
    seats = len(protocol.seats)
    names = tuple(map(str, range(seats)))
    winners: list[Domain] = []
    if seats > 1:
        winners = [
            where(Some(names, 1, seats - 1), ending=WON),
            where(Some(names, 0, seats - 1), ending=(ADJUDICATED, TIME_CALLED)),
        ]
    endings = AWARDED if seats > 1 else (ADJUDICATED, TIME_CALLED, AGREED, VOID)
    scores = items(Range(-SCORE_OFFERED, SCORE_OFFERED), least=seats, most=seats)
    return [
        offer(
            Award,
            AWARD,
            grounds=grounds_domain(),
            ending=Choice(endings),
            winners=winners,
            scores=optional(where(scores, ending=SCORED)),
            overturns=overturning_domain(protocol),
        )
    ]


def _restart_offers(_rules: Any, game: Tables, protocol: ProtocolState, _party: Party) -> Sequence[Offer]:
    ended = game.result is not None and game.result.ending == RESTARTED
    if protocol.finished is not None or not game.stack or ended:
        return []
    overturns = overturning_domain(protocol)
    # a fold of one game knows no other: who offers it to a client names the games that there are
    return [offer(RestartGame, RESTART, grounds=grounds_domain(), new_game=Octets(ID_BYTES), overturns=overturns)]


def _draw_offers(_rules: Any, game: Tables, protocol: ProtocolState, _party: Party) -> Sequence[Offer]:
    asked = terms.agreeing(protocol.terms) == terms.AGREE_REFEREE and not protocol.docket.draw_allowed
    if not asked or game.result is not None:
        return []
    return [offer(AllowDraw, DRAW, grounds=grounds_domain())]


# -- reducers


def game_restarted(_game: Tables, _event: GameRestarted) -> None:
    """The docket keeps it."""


def draw_allowed(_game: Tables, _event: DrawAllowed) -> None:
    """The docket keeps it."""


AWARDS = Part(
    handlers=handlers(award, restart_game, allow_draw),
    reducers=reducers(game_restarted, draw_allowed),
    anytime=frozenset({Award, RestartGame, AllowDraw}),
    desk_offers={Award: _award_offers, RestartGame: _restart_offers, AllowDraw: _draw_offers},
)

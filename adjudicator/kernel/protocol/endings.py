"""How a game ends by its seats: given up, or drawn by agreement (WG-END-06, WG-END-07)."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Flag, Offer, offer
from adjudicator.kernel.decide.parties import Party, is_seat
from adjudicator.kernel.decide.results import AGREED, CONCEDED
from adjudicator.kernel.decide.rules import Rules
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Draw, Tables
from adjudicator.kernel.messages import (
    AnswerDraw,
    Concede,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    OfferDraw,
    SideConceded,
)
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.protocol.terms import AGREE_NEVER, AGREE_REFEREE, agreeing, is_refused

GIVE_UP = "WG-END-06"
AGREE = "WG-END-07"
WORTH = "WG-END-09"
DRAW = "WG-END-10"


def concede(ruling: Ruling[Tables], _command: Concede) -> None:
    """WG-END-06 A seat may give up until there is a result; its opponents have won."""
    _require_no_result(ruling, GIVE_UP)
    ruling.require(not is_refused(ruling.protocol.terms, CONCEDED), WORTH, "ending-refused")
    ruling.record(SideConceded(seat=ruling.actor), GIVE_UP)
    winners = ruling.rules.opponents(ruling.game, ruling.actor, len(ruling.protocol.seats))
    ruling.conclude("conceded", winners, GIVE_UP)


def offer_draw(ruling: Ruling[Tables], _command: OfferDraw) -> None:
    """WG-END-07 A seat may offer a draw; it stands until it is answered, or another seat plays on."""
    _require_no_result(ruling, AGREE)
    ruling.require(ruling.protocol.transcript is not None, AGREE, "seed-open")
    ruling.require(len(ruling.protocol.seats) > 1, AGREE, "nobody-to-agree")
    ruling.require(ruling.game.draw is None, AGREE, "draw-offered")
    refused = agreeing(ruling.protocol.terms) == AGREE_NEVER or is_refused(ruling.protocol.terms, AGREED)
    ruling.require(not refused, WORTH, "ending-refused")
    ruling.require(_is_allowed(ruling.protocol), DRAW, "draw-not-allowed")
    ruling.record(DrawOffered(seat=ruling.actor), AGREE)


def answer_draw(ruling: Ruling[Tables], command: AnswerDraw) -> None:
    """WG-END-07 The game is drawn once every other seat has accepted; one that declines ends the offer."""
    _require_no_result(ruling, AGREE)
    ruling.require(_is_asked(ruling.game, ruling.actor), AGREE, "no-draw-offered")
    if not command.accept:
        ruling.record(DrawDeclined(seat=ruling.actor), AGREE)
        return
    ruling.record(DrawAccepted(seat=ruling.actor), AGREE)
    draw = ruling.game.draw
    if draw is not None and len(draw.accepted) + 1 == len(ruling.protocol.seats):
        ruling.conclude("agreed", (), AGREE)


def played_on(ruling: Ruling[Any], actor: Party) -> None:
    """WG-END-07 A seat that plays on without an answer to an offered draw has declined it."""
    if ruling.game.result is None and _is_asked(ruling.game, actor):
        ruling.record(DrawDeclined(seat=actor), AGREE)


def _require_no_result(ruling: Ruling[Tables], clause: str) -> None:
    ruling.require(is_seat(ruling.actor), clause, "not-a-seat")
    ruling.require(ruling.game.result is None, clause, "result-stands")
    ruling.require(bool(ruling.game.stack), "WG-END-04", "nothing-open")


def _is_asked(game: Tables, party: Party) -> bool:
    draw = game.draw
    return draw is not None and is_seat(party) and party != draw.by and party not in draw.accepted


def _is_allowed(protocol: ProtocolState) -> bool:
    """Whether a draw needs no referee, or one has allowed it."""
    return agreeing(protocol.terms) != AGREE_REFEREE or bool(protocol.docket.draw_allowed)


# -- offers


def _concede_offers(_rules: Any, game: Tables, protocol: ProtocolState, party: Party) -> list[Offer]:
    open_to = is_seat(party) and game.result is None and bool(game.stack)
    return [offer(Concede, GIVE_UP)] if open_to and not is_refused(protocol.terms, CONCEDED) else []


def _draw_offers(_rules: Any, game: Tables, protocol: ProtocolState, party: Party) -> list[Offer]:
    open_to = is_seat(party) and game.result is None and game.draw is None and bool(game.stack)
    open_to = open_to and protocol.transcript is not None
    refused = agreeing(protocol.terms) == AGREE_NEVER or is_refused(protocol.terms, AGREED)
    others = len(protocol.seats) > 1
    return [offer(OfferDraw, AGREE)] if open_to and others and not refused and _is_allowed(protocol) else []


def _answer_offers(_rules: Rules[Tables], game: Tables, party: Party) -> list[Offer]:
    return [offer(AnswerDraw, AGREE, accept=Flag())] if game.result is None and _is_asked(game, party) else []


# -- reducers


def side_conceded(_game: Tables, _event: SideConceded) -> None:
    """The result is an event of its own."""


def draw_offered(game: Tables, event: DrawOffered) -> None:
    """Let the other seats answer."""
    game.draw = Draw(event.seat)


def draw_accepted(game: Tables, event: DrawAccepted) -> None:
    """Note who has accepted."""
    if game.draw is not None:
        game.draw = Draw(game.draw.by, (*game.draw.accepted, event.seat))


def draw_declined(game: Tables, _event: DrawDeclined) -> None:
    """The offer is gone."""
    game.draw = None


ENDINGS = Part(
    handlers=handlers(concede, offer_draw, answer_draw),
    reducers=reducers(side_conceded, draw_offered, draw_accepted, draw_declined),
    anytime=frozenset({Concede, OfferDraw, AnswerDraw}),
    anytime_offers={AnswerDraw: _answer_offers},
    desk_offers={Concede: _concede_offers, OfferDraw: _draw_offers},
)

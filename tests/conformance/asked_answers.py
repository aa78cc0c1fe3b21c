"""What a seat is answered by Games.Offers and Games.FindPlaces, to the byte of the messages that are sent."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.offers import Choice, Offer, Places, Range
from adjudicator.kernel.decide.parties import is_seat
from services.rpc import available_offers, found_places
from services.rpc.conversion import Converter

SEAT_ROLE = 3
# asked after one entry in so many: what is asked for is dear
ONE_IN = 10


def answers_to(table: Any, viewer: int, converter: Converter) -> list[bytes]:
    """Give, now and then, the offers that a seat gets, those of any time too, and places on request."""
    if not is_seat(viewer) or table.protocol.seq % ONE_IN:
        return []
    session: Any = SimpleNamespace(rules=table.rules, game=table.game, protocol=table.protocol)
    credential: Any = SimpleNamespace(role=SEAT_ROLE, party=viewer, kid="k")
    asked = available_offers.offers(session, viewer)
    found = [_sent(converter, offer) for offer in (*asked, *available_offers.anytime(session, credential))]
    found += [row for offer in asked for row in _places_of(session, viewer, offer, converter)]
    return found + _places(session, viewer, "Misspelt", "", {}, converter)


def _places_of(session: Any, viewer: int, offer: Offer, converter: Converter) -> Iterator[bytes]:
    """Ask for the places of an offer, with the first value of each field that stands before them."""
    chosen: dict[str, str] = {}
    for domain in offer.fields:
        match domain.values:
            case Choice(values):
                chosen.setdefault(domain.field, values[0])
            case Range(least):
                chosen.setdefault(domain.field, str(least))
            case Places(on_request=True):
                yield from _places(session, viewer, offer.command, domain.field, chosen, converter)


def _places(
    session: Any, viewer: int, command: str, field: str, chosen: dict[str, str], converter: Converter
) -> list[bytes]:
    try:
        spots = found_places.places(session, viewer, command, field, chosen)
    except Rejected as refusal:
        return [str(refusal.faults).encode()]
    return [_sent(converter, spot) for spot in spots]


def _sent(converter: Converter, message: Any) -> bytes:
    sent: Any = converter.to_pb(message)
    return bytes(sent.SerializeToString(deterministic=True))

"""The opening and the seed: every seat commits, every seat opens, then the dice are fixed."""

from __future__ import annotations

import hashlib

from msgspec import Struct

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Octets, Offer, Words, offer, optional
from adjudicator.kernel.decide.parties import REFEREE, Party
from adjudicator.kernel.decide.rules import Rules
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import (
    CommitContribution,
    DeclareAbsent,
    OpenContribution,
    OpenGame,
    SeatAbsent,
    SeedFixed,
)
from adjudicator.kernel.protocol.clock_terms import require_clock_terms
from adjudicator.kernel.protocol.stretches import require_stretch_terms
from adjudicator.kernel.protocol.terms import penalties_hold
from adjudicator.kernel.record.mpint import encode

BYTES = 32
# characters of a reason that are offered; nothing limits them but the size of a request
REASON_MOST = 200


def opening_digest(opening: OpenGame) -> bytes:
    """Digest the opening without its commitment: R of the dice protocol.

    What later editions have appended after the commitment counts up to the last of it that says something, so that an
    opening written before it was there has one digest for ever.
    """
    names = opening.__struct_fields__
    place = names.index("commitment")
    values = [getattr(opening, name) for name in names]
    values[place] = None
    while len(values) > place + 1 and values[-1] in (None, 0, ()):
        values.pop()
    return hashlib.sha256(encode(values)).digest()


def open_game(ruling: Ruling[Tables], command: OpenGame) -> None:
    """WG-OPEN-01 The opening fixes what never changes about a game, the commitment to its seed included."""
    ruling.require(ruling.protocol.seq == 0, "WG-OPEN-01", "open-already")
    least, most = ruling.rules.seats
    fit = least <= len(command.seats) <= most
    ruling.require(fit, "WG-OPEN-01", "seats-number", "seats", found=len(command.seats), least=least, most=most)
    named = command.event_terms.penalties if command.event_terms is not None else ()
    ruling.require(penalties_hold(named), "WG-PENALTY-01", "penalty-rules-unfit", "event_terms.penalties")
    require_clock_terms(ruling, command)
    require_stretch_terms(ruling, command)
    ruling.require(
        not command.referee_contributes or (command.referee and command.profile == "P1"),
        "WG-SEED-05",
        "referee-contributes-unfit",
        "referee_contributes",
    )
    ruling.ask(ruling.rules.opening_window, REFEREE)
    if command.profile == "P0":
        _fix_seed(ruling, command, {})
    else:
        ruling.ask("contribute", *contributors(command))


def contributors(opening: OpenGame) -> tuple[Party, ...]:
    """WG-SEED-05 Every seat contributes to the seed, and after them the referee where the terms say so."""
    return (*range(len(opening.seats)), *((REFEREE,) if opening.referee_contributes else ()))


def commit_contribution(ruling: Ruling[Tables], command: CommitContribution) -> None:
    """WG-SEED-01 Every seat commits before any seat opens."""
    sized(ruling, "WG-SEED-01", "commitment", command.commitment)
    ruling.answered()


def contributions_committed(ruling: Ruling[Tables], _window: Window) -> None:
    """WG-SEED-02 When all have committed or are absent, those who committed open."""
    absent = set(ruling.protocol.absent) | {event.seat for event, _ in ruling.events if isinstance(event, SeatAbsent)}
    present = tuple(party for party in contributors(ruling.protocol.terms) if party not in absent)
    if present:
        ruling.ask("open_contribution", *present)
    else:
        _fix_seed(ruling, ruling.protocol.terms, {})


def open_contribution(ruling: Ruling[Tables], command: OpenContribution) -> None:
    """WG-SEED-02 What is opened must be what was committed."""
    sized(ruling, "WG-SEED-02", "contribution", command.contribution)
    protocol = ruling.protocol
    found = wgdice.seat_commit(protocol.game_id, ruling.actor, command.contribution)
    ruling.require(found == protocol.commitments.get(ruling.actor), "WG-SEED-02", "commitment-mismatch", "contribution")
    ruling.answered()
    if _nobody_left(ruling):
        _fix_seed(ruling, protocol.terms, {**protocol.contributions, ruling.actor: command.contribution})


def declare_absent(ruling: Ruling[Tables], command: DeclareAbsent) -> None:
    """WG-SEED-03 A seat that does not contribute is ruled absent."""
    top = ruling.top()
    asked = top is not None and top[0].kind in ("contribute", "open_contribution") and command.seat in top[0].asks
    ruling.require(asked, "WG-SEED-03", "unknown-id", "seat")
    ruling.window = None if top is None else top[0]
    assert command.seat is not None  # noqa: S101  (None is asked nothing; says so to the type checker)
    absent(ruling, command.seat)


def absent(ruling: Ruling[Tables], seat: Party) -> None:
    """WG-SEED-03 Rule a seat absent; with nobody left to open, the seed is fixed."""
    ruling.record(SeatAbsent(seat=seat), "WG-SEED-03")
    ruling.answered(seat)
    opening = ruling.window is not None and ruling.window.kind == "open_contribution"
    if opening and _nobody_left(ruling):
        _fix_seed(ruling, ruling.protocol.terms, ruling.protocol.contributions)


def _nobody_left(ruling: Ruling[Tables]) -> bool:
    here = ruling.window.id if ruling.window else 0
    return not any(row.asks for row in ruling.game.stack if row.id == here)


def _fix_seed(ruling: Ruling[Tables], opening: OpenGame, contributions: dict[Party, bytes]) -> None:
    slots = [contributions.get(party) for party in contributors(opening)]
    fixed = wgdice.transcript(
        ruling.protocol.game_id, opening.commitment or bytes(BYTES), opening_digest(opening), slots
    )
    ruling.record(SeedFixed(transcript=fixed), "WG-SEED-04")


def absence_offers(_rules: Rules[Tables], game: Tables, _party: Party) -> list[Offer]:
    """Offer to rule a seat absent that has not given its contribution."""
    top = game.stack[-1] if game.stack else None
    if top is None or top.kind not in ("contribute", "open_contribution"):
        return []
    seats = Choice(tuple(map(str, top.asks)))
    return [offer(DeclareAbsent, "WG-SEED-03", seat=seats, reason=optional(Words(REASON_MOST)))]


def sized(ruling: Ruling[Tables], clause: str, name: str, value: bytes) -> None:
    """Refuse bytes that are not 32."""
    ruling.require(len(value) == BYTES, clause, "wrong-length", name, name=name, expected=BYTES, found=len(value))


def _commit_offers(_game: Tables, _window: Window, _party: Party) -> list[Offer]:
    return [offer(CommitContribution, "WG-SEED-01", commitment=Octets(BYTES))]


def _open_offers(_game: Tables, _window: Window, _party: Party) -> list[Offer]:
    return [offer(OpenContribution, "WG-SEED-02", contribution=Octets(BYTES))]


def _absence(_game: Tables, _window: Window, party: Party) -> Struct:
    return DeclareAbsent(seat=party, reason="")


def seed_fixed(game: Tables, _event: SeedFixed) -> None:
    """The protocol state keeps it."""
    del game


def seat_absent(game: Tables, _event: SeatAbsent) -> None:
    """The protocol state keeps it."""
    del game


SEED = Part(
    handlers=handlers(open_game, commit_contribution, open_contribution, declare_absent),
    reducers=reducers(seed_fixed, seat_absent),
    windows=windows(
        WindowKind(
            "contribute", "WG-SEED-01", (CommitContribution,), _commit_offers, _absence, contributions_committed
        ),
        WindowKind("open_contribution", "WG-SEED-02", (OpenContribution,), _open_offers, _absence),
    ),
)

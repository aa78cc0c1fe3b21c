"""Sealed commands: given while a game is adjourned, opened and taken when it goes on (WG-STOP-03, WG-STOP-04)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Rejected, at
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer, where
from adjudicator.kernel.decide.parties import Party, is_seat
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.dice.dice_sources import FacesMissing
from adjudicator.kernel.docket.stops import ADJOURNMENT, Envelope, is_valid
from adjudicator.kernel.messages import CommandSealed, SealedTaken, SealedVoid, SealNext
from adjudicator.kernel.protocol.dice_reports import request_roll
from adjudicator.kernel.protocol.endings import played_on
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.record.mpint import encode
from adjudicator.kernel.record.record import Actor
from adjudicator.kernel.referee.rewinding.again import AGAIN
from adjudicator.kernel.referee.trials import NotCarriedOut, OtherDice, try_out

AWAY = "WG-STOP-03"
SEALED = "WG-STOP-04"


def seal_next(ruling: Ruling[Tables], command: SealNext) -> None:
    """WG-STOP-04 A seat that is asked seals a command that would be accepted as it stands; it stays sealed."""
    docket = ruling.protocol.docket
    halt = docket.halt
    ruling.require(halt is not None and halt.kind == ADJOURNMENT, SEALED, "not-adjourned")
    kinds = sealable(ruling.rules, ruling.game, ruling.actor)
    ruling.require(kinds, SEALED, "nothing-to-seal")
    envelope = docket.envelopes.get(ruling.actor)
    ruling.require(envelope is None or not is_valid(docket, envelope), SEALED, "sealed-already")
    names = ", ".join(kind.__name__ for kind in kinds)
    ruling.require(command.kind in {kind.__name__ for kind in kinds}, SEALED, "not-sealable", "kind", known=names)
    given = _read(ruling.rules, command.kind or "", command.fields or "")
    if given is None:
        ruling.reject(SEALED, "fields-unreadable", "fields")
    _require_legal(ruling, given)
    ruling.record(CommandSealed(by=ruling.actor), SEALED)


def sealable(rules: Any, game: Tables, party: Party) -> tuple[type[Struct], ...]:
    """List the commands that a seat may seal: answers of the rules to the open question that hold no secret."""
    if not game.stack or not is_seat(party):
        return ()
    window = game.stack[-1]
    if party not in window.asks or window.kind == AGAIN:
        return ()
    accepts = rules.windows[window.kind].accepts
    return tuple(kind for kind in accepts if kind in rules.own and not rules.masks[kind].secret)


def take_sealed(ruling: Ruling[Tables]) -> None:
    """WG-STOP-04 Open the sealed commands and take them, by seat; one that fits no more is void and stays shut."""
    docket, top = ruling.docket, ruling.top()
    asked = top[0].id if top is not None else 0
    for party, envelope in sorted(docket.envelopes.items()):
        window = ruling.game.stack[-1] if ruling.game.stack else None
        open_to = window is not None and window.id == asked and party in window.asks
        if not open_to or not is_valid(docket, envelope) or not _taken(ruling, window, party, envelope):
            ruling.record(SealedVoid(entry=envelope.seq, by=party), SEALED)
    ruling.window = None


def void_changed(ruling: Ruling[Any]) -> None:
    """WG-STOP-04 Say which sealed commands are void since the ruling at work has changed the game."""
    docket = ruling.docket
    for party, envelope in sorted(docket.envelopes.items()):
        if not is_valid(docket, envelope):
            ruling.record(SealedVoid(entry=envelope.seq, by=party), SEALED)


def _taken(ruling: Ruling[Tables], window: Window | None, party: Party, envelope: Envelope) -> bool:
    kind, fields = envelope.command.kind or "", envelope.command.fields or ""
    given = _read(ruling.rules, kind, fields)
    if given is None:
        return False
    before = ruling.mark()
    ruling.rolled = False
    ruling.record(SealedTaken(entry=envelope.seq, by=party, kind=kind, fields=fields), SEALED)
    ruling.unseal(envelope.seq, clause=SEALED)
    opened = ruling.mark()
    ruling.window = window
    try:
        ruling.run(given, party, ruling.rules.handlers[type(given)])
    except Rejected:
        ruling.back_to(before)
        return False
    except FacesMissing as missing:
        ruling.back_to(opened)
        request_roll(ruling, missing.ask, by_table=False)
        if ruling.game.suspended is not None:
            ruling.game.suspended = replace(ruling.game.suspended, seq=ruling.seq, actor=party, command=given)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001  (it was tried alone, and now it is not: nothing sealed may keep the game from going on)
        ruling.back_to(before)
        return False
    played_on(ruling, party)
    return True


def _read(rules: Any, kind: str, fields: str) -> Struct | None:
    """Read a command from the JSON array of its fields; None where it is none of its kind."""
    found = rules.command(kind)
    try:
        values = msgspec.json.decode(fields, type=list[Any])
        command: Struct = msgspec.json.decode(msgspec.json.encode([kind, *values]), type=found)
        encode(command)
    except (msgspec.MsgspecError, ValueError, TypeError):
        return None
    return command


def _require_legal(ruling: Ruling[Tables], given: Struct) -> None:
    """Try a command: it is refused here as it would be if given.

    Raises Rejected.
    """

    def prepare(trial: Ruling[Tables]) -> Party:
        trial.window = ruling.game.stack[-1]
        return ruling.actor

    try:
        try_out(ruling, given, ruling.actor, prepare)
    except Rejected as refusal:
        raise at("fields", refusal) from None
    except NotCarriedOut:
        ruling.reject(SEALED, "fields-unreadable", "fields")


def waiting_sealed(rules: Any, events: Sequence[tuple[Struct, Any]]) -> tuple[Party, Struct] | None:
    """Give the last sealed command that an entry took, and whose it is: it may wait for dice of the real table."""
    taken = [event for event, _ in events if isinstance(event, SealedTaken)]
    command = _read(rules, taken[-1].kind, taken[-1].fields) if taken else None
    return None if command is None else (taken[-1].by, command)


# -- offers


def _seal_offers(rules: Any, game: Tables, protocol: ProtocolState, party: Party) -> Sequence[Offer]:
    """Offer what silence stands for, and what leaves nothing to choose; any answer to the question may be sealed."""
    docket = protocol.docket
    envelope = docket.envelopes.get(party)
    adjourned = docket.halt is not None and docket.halt.kind == ADJOURNMENT
    if not adjourned or (envelope is not None and is_valid(docket, envelope)):
        return []
    kinds = sealable(rules, game, party)
    found: dict[str, list[str]] = {}
    for command in _plain(rules, game, protocol, party, kinds):
        values = [getattr(command, name) for name in command.__struct_fields__]
        texts = found.setdefault(type(command).__name__, [])
        text = msgspec.json.encode(values).decode()
        if text not in texts:
            texts.append(text)
    if not found:
        return []
    fields = [where(Choice(tuple(texts)), kind=name) for name, texts in found.items()]
    return [offer(SealNext, SEALED, kind=Choice(tuple(found)), fields=fields)]


def _plain(
    rules: Any, game: Tables, protocol: ProtocolState, party: Party, kinds: Sequence[type[Struct]]
) -> Iterator[Struct]:
    """Give finished commands of these kinds that would be accepted."""
    if not kinds:
        return
    window = game.stack[-1]
    asked = rules.windows[window.kind]
    found: list[Struct | None] = []
    if asked.default_command is not None:
        found.append(asked.default_command(game, window, party))
    offers = asked.offers(game, window, party) if asked.offers is not None else ()
    told = {row.command for row in offers if not row.fields}
    found += [kind() for kind in kinds if kind.__name__ in told and _is_bare(kind)]
    for command in found:
        if command is None or type(command) not in kinds:
            continue
        ruling = Ruling(rules, game, protocol, party, OtherDice(), 0, Actor(0, party, ""))
        try:
            _require_legal(ruling, command)
        except Rejected:
            continue
        yield command


def _is_bare(kind: type[Struct]) -> bool:
    return not any(field.required for field in msgspec.structs.fields(kind))


# -- reducers


def command_sealed(_game: Tables, _event: CommandSealed) -> None:
    """The docket keeps it."""


def sealed_taken(_game: Tables, _event: SealedTaken) -> None:
    """The docket keeps it; what follows from it are events of its own."""


def sealed_void(_game: Tables, _event: SealedVoid) -> None:
    """The docket keeps it."""


SEALING = Part(
    handlers=handlers(seal_next),
    reducers=reducers(command_sealed, sealed_taken, sealed_void),
    anytime=frozenset({SealNext}),
    desk_offers={SealNext: _seal_offers},
)

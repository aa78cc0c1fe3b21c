"""Two games that differ in a secret of one seat alone: all that others are told of them, and copies to try acts in."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import Any

import msgspec
from google.protobuf.descriptor import ServiceDescriptor

from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.protocol.roles import SEAT_ROLE
from adjudicator.kernel.protocol.stretches import used_up_ms
from adjudicator.kernel.record.chain import entry_hash
from adjudicator.kernel.record.mpint import decode
from adjudicator.kernel.record.record import decoder
from adjudicator.kernel.referee.dues import next_due
from replays.audit.entries import RawEntry
from replays.audit.testimony import testimony_of
from services.games.digests import row_after
from services.games.timing.game_clocks import shown_clocks
from services.rpc import available_offers
from services.rpc.access.reach import Nameable
from tests.conformance.test_secrets import shown
from tests.kit import Table, party_of
from tools.contract import BY_THE_SERVICE
from wargame.v1 import referee_pb2

# what the service gives itself and no act of the desk is: the opening, the secret of the dice, the operator's own
NOT_OF_THE_DESK = ("OpenGame", "Reveal", "CloseGame", "ChangeLogKey")
DOCKET: tuple[str, ...] = ("absences", "accepted", "appeal", "appealed", "calls", "dice_source", "draw_allowed")
DOCKET += ("excused", "inspected", "officials", "outages", "overturned", "penalties", "rewinds", "seats", "shelved")
DOCKET += ("stopped_since", "stops", "waived", "proposal")
NAMEABLE = Nameable(games=(b"n" * 16,))
ROLES = {"red": SEAT_ROLE, "blue": SEAT_ROLE, "referee": 2, "head": 8}
KEYS = {"red": "k", "blue": "k", "referee": "k", "head": "h"}


def acts() -> set[str]:
    """Name every act of the desk: the methods of service Referee, and what the service gives itself."""
    service: ServiceDescriptor = referee_pb2.DESCRIPTOR.services_by_name["Referee"]
    return {method.name for method in service.methods} | {*BY_THE_SERVICE} - {*NOT_OF_THE_DESK}


def copied(table: Table) -> Table:
    """Copy a game that goes its own way from here."""
    twin = copy.copy(table)
    twin.game, twin.twin = table.game.fork(), table.twin.fork()
    twin.protocol, twin.twin_protocol = _protocol(table.protocol), _protocol(table.twin_protocol)
    for name in ("pasts", "twin_pasts", "drafts", "commands", "log"):
        setattr(twin, name, getattr(table, name).copy())
    return twin


def _protocol(protocol: ProtocolState) -> ProtocolState:
    twin = copy.copy(protocol)
    for name in ProtocolState.__slots__:
        held = getattr(protocol, name)
        if isinstance(held, dict | list):
            setattr(twin, name, held.copy())
    twin.docket = copy.copy(protocol.docket)
    twin.docket.entries = protocol.docket.entries.copy()
    twin.docket.questions = copy.copy(protocol.docket.questions)
    twin.docket.questions.places = protocol.docket.questions.places.copy()
    twin.docket.questions.spent = protocol.docket.questions.spent.copy()
    return twin


def told(table: Table, who: str) -> dict[str, Any]:
    """Give what one party gets after an entry, and what it is answered when it asks."""
    record, events, own, view, public, offers, windows, dice = shown(table, party_of(who))
    return {
        "record": record,
        "events": events,
        "own": own,
        "view": view,
        "public": public,
        "offers": offers,
        "windows": windows,
        "public dice": dice,
        "at any time": anytime(table, who) if who in ROLES else (),
    }


def told_all(table: Table) -> dict[str, Any]:
    """Give what everybody gets alike: sizes, clocks, what is due, the desk, the story and the testimony."""
    return {
        "size": len(table.drafts[-1].data),
        "clocks": shown_clocks(table.protocol),
        "due": next_due(table.rules, table.game, table.protocol, table.time),
        "stretch": (table.protocol.stretch, used_up_ms(table.protocol)),
        "row": row(table),
        "docket": {name: getattr(table.protocol.docket, name) for name in DOCKET},
        "envelopes": {seat: held.seq for seat, held in table.protocol.docket.envelopes.items()},
        "story": story(table),
        "testimony": testimony(table),
    }


def anytime(table: Table, who: str) -> list[Any]:
    """List what somebody is offered besides the answers to the open question."""
    session: Any = SimpleNamespace(rules=table.rules, game=table.game, protocol=table.protocol)
    credential: Any = SimpleNamespace(role=ROLES[who], party=party_of(who), kid=KEYS[who])
    return available_offers.anytime(session, credential, NAMEABLE)


def row(table: Table) -> Any:
    """Give the row of the game in the list of an event."""
    _, command = table.commands[-1]
    protocol = table.protocol
    made = row_after(
        table.rules, table.game, protocol, protocol.docket, protocol.seq, table.time, command, list(table.events)
    )
    return msgspec.structs.replace(made, seq=0)


def story(table: Table) -> list[str]:
    """Tell the game from the records alone, as anybody is told it while it runs."""
    read = decoder(table.rules)
    entries = [read.decode(made.data) for made in table.drafts]
    events = [(entry.seq, event) for entry in entries for event, _ in entry.events]
    return list(table.rules.summarise(table.protocol.seats, events))


def testimony(table: Table) -> list[str]:
    """List what the audit of the running game says rests on people's word."""
    raw = [
        RawEntry(place, made.data, entry_hash(made.data), decode(made.data))
        for place, made in enumerate(table.drafts, start=1)
    ]
    return testimony_of(raw, table.opening, table.rules.labels)


def viewers(owner: str, *, referee: bool) -> Iterator[str]:
    """Name who must not learn a secret of a seat."""
    yield from (name for name in ("red", "blue") if name != owner)
    yield "spectator"
    if referee:
        yield "head"


def differences(one: Table, two: Table, whom: Iterable[str]) -> dict[str, Any]:
    """Give what is told otherwise in the second world, to everybody or to one of these."""
    found = _differ("all", told_all(one), told_all(two))
    for who in whom:
        found |= _differ(who, told(one, who), told(two, who))
    return found


def _differ(who: str, first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    return {f"{who}: {name}": (first[name], second[name]) for name in first if first[name] != second[name]}

"""What lies ready for a game, asked without knowing its ruleset: answered by the queries that rulesets name alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import Struct

from adjudicator.kernel.decide.faults import Fault, Unknown
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.messages import ReadyItemRequest, ReadyListRequest
from services.rpc.conversion import Converter
from services.rpc.wire_values import Invalid
from services.sessions.session import Session
from wargame.v1 import games_pb2

# The queries of each kind: what lists it, and what reads one, none where the list says all.
QUERIES: Final = {
    games_pb2.READY_KIND_SCENARIO: ("ListScenarios", ""),
    games_pb2.READY_KIND_MAP: ("ListMaps", "ReadMap"),
    games_pb2.READY_KIND_ARMY: ("ListArmies", "ReadArmy"),
    games_pb2.READY_KIND_CATALOGUE: ("ListCatalogues", "ReadCatalogue"),
    games_pb2.READY_KIND_TERRAIN: ("ListTerrain", ""),
}


def ready_list(converter: Converter, session: Session, party: Party) -> games_pb2.ReadyList:
    """List what lies ready, kind by kind."""
    reply = games_pb2.ReadyList()
    for kind in QUERIES:
        for row in _rows(session, party, kind):
            _put_sheet(converter, reply.sheets.add(), kind, row)
    return reply


def ready_item(
    converter: Converter, session: Session, party: Party, request: games_pb2.ReadReadyRequest
) -> games_pb2.ReadyItem:
    """Give one of what lies ready, whole.

    Raises Invalid where no kind is named, Unknown where there is nothing of that name.
    """
    if request.kind not in QUERIES:
        raise Invalid("kind", "is not chosen")
    row: Any = next((row for row in _rows(session, party, request.kind) if row.name == request.name), None)
    if row is None:
        raise Unknown(Fault("", "unknown-id", "name"))
    read = session.rules.queries.get(QUERIES[request.kind][1])
    question = ReadyItemRequest(game=session.game_id, name=request.name)
    reply = games_pb2.ReadyItem()
    _put_sheet(converter, reply.sheet, request.kind, row)
    reply.content.Pack(converter.to_pb(row if read is None else read(session.game, party, question)))
    return reply


def _rows(session: Session, party: Party, kind: games_pb2.ReadyKind) -> Iterator[Any]:
    """Give the sheets of a kind: the rows of the first field of what the ruleset's query answers."""
    query: Callable[[Any, Party, Any], Struct] | None = session.rules.queries.get(QUERIES[kind][0])
    if query is not None:
        listed = query(session.game, party, ReadyListRequest(game=session.game_id))
        yield from getattr(listed, listed.__struct_fields__[0])


def _put_sheet(converter: Converter, target: games_pb2.ReadySheet, kind: games_pb2.ReadyKind, row: Any) -> None:
    target.kind = kind
    target.name, target.clause = row.name, row.clause
    target.title = getattr(row, "title", "") or row.name
    target.sheet.Pack(converter.to_pb(row))

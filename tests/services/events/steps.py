"""An event of the toy, and calls of Events."""

from __future__ import annotations

import secrets
from typing import Any

from services.rpc.methods import methods_of
from tests.services.fixtures import EVENTS, ToyGame, ToyService, methods
from wargame.v1 import events_pb2, games_pb2, options_pb2, protocol_pb2

PERSONS = ("anna", "ben", "cleo", "dan")
ROLES = {
    "head": options_pb2.ROLE_HEAD_REFEREE,
    "referee": options_pb2.ROLE_REFEREE,
    "seat": options_pb2.ROLE_SEAT,
    "spectator": options_pb2.ROLE_SPECTATOR,
    "auditor": options_pb2.ROLE_AUDITOR,
}


class HeadedGame(ToyGame):
    """A game of an event: every command names the entry that was seen last."""

    async def call(self, name: str, who: str, **fields: Any) -> Any:
        """Call a method as somebody."""
        if methods()[name].command and "head" not in fields:
            facts = await self.client.call("Get", self.tokens["owner"], games_pb2.GetRequest(game=self.id))
            fields["head"] = facts.receipt.hash
        return await super().call(name, who, **fields)


class Event:
    """An event with the owner's token; `call` and `all` give requests about it."""

    def __init__(self, service: ToyService, owner: str, sheet: Any) -> None:
        self.service = service
        self.owner = owner
        self.id: bytes = sheet.event
        self.sheet = sheet

    def start(self, name: str, token: str | None = None, /, **fields: Any) -> Any:
        """Begin a call."""
        return start(self.service, name, token or self.owner, event=self.id, **fields)

    async def call(self, name: str, token: str | None = None, /, **fields: Any) -> Any:
        """Call and wait for the answer."""
        return await self.start(name, token, **fields)

    async def all(self, name: str, token: str | None = None, /, **fields: Any) -> list[Any]:
        """Read a stream to its end."""
        return [message async for message in self.start(name, token, **fields)]

    async def open(self, *pairings: Any, command_id: bytes = b"", token: str | None = None) -> list[Any]:
        """Open games."""
        given = command_id or secrets.token_bytes(16)
        return await self.all("OpenGames", token, command_id=given, pairings=pairings)

    async def token(self, role: str, name: str = "", **fields: Any) -> str:
        """Make a token."""
        fields = {"command_id": secrets.token_bytes(16), "role": ROLES[role], "name": name, **fields}
        made = await self.call("MakeToken", **fields)
        return str(made.token)

    def game(self, opened: Any, names: tuple[str, ...] = ("red", "blue")) -> HeadedGame:
        """Give a game with the tokens of its seats."""
        return HeadedGame(self.service, opened, self.owner, names)


def start(service: ToyService, name: str, token: str, /, **fields: Any) -> Any:
    """Begin a call of Events."""
    method = methods_of(EVENTS)[name]
    request = method.request(**fields)
    return service.stub(method)(request, metadata=(("authorization", f"Bearer {token}"),), timeout=60)


def terms(**changes: Any) -> Any:
    """Make terms of an event of the toy."""
    rulesets = [events_pb2.RulesetTerms(ruleset="toy", profile=protocol_pb2.PROFILE_P0)]
    return events_pb2.EventTerms(**{"name": "Open Cup", "rulesets": rulesets, "referee": True, **changes})


async def create(service: ToyService, owner: str = "", *, command_id: bytes = b"", **changes: Any) -> Event:
    """Create an event."""
    token = owner or service.owner
    roster = changes.pop("roster", [events_pb2.Person(name=name) for name in PERSONS])
    given = command_id or secrets.token_bytes(16)
    sheet = await start(service, "Create", token, command_id=given, terms=terms(**changes), roster=roster)
    return Event(service, token, sheet)


def pairing(*persons: str, round: str = "1", table: str = "1", **fields: Any) -> Any:  # noqa: A002  (the field)
    """Pair persons; seats are red and blue."""
    seats = [
        events_pb2.EventSeat(name=name, person=person) for name, person in zip(("red", "blue"), persons, strict=True)
    ]
    return events_pb2.Pairing(**{"ruleset": "toy", "round": round, "table": table, "seats": seats, **fields})

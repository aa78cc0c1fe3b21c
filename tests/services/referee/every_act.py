"""Every method of service Referee, as the contract has it: moments to try it in, requests, and what came of them.

A new act joins by standing in the contract. A moment is a way to a game in which acts are tried.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from random import Random
from typing import Any, Final

import grpc
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp
from google.rpc import error_details_pb2
from msgspec import Struct

from adjudicator.kernel.protocol.roles import SERVER_ROLE
from adjudicator.kernel.record.log import Entry
from services.rpc.access.credentials import Role
from services.rpc.access.statuses import read_status
from services.rpc.methods import Method, methods_of
from services.rpc.wire_values import span_of
from tests.conformance.by_offers.offer_player import OfferPlayer
from tests.services.events.steps import PERSONS, create, pairing
from tests.services.fixtures import REFEREE, ToyGame, ToyService, refusal_from
from wargame.v1 import events_pb2, protocol_pb2, rulings_pb2, terms_pb2

Code = grpc.StatusCode
PATIENCE: Final = 60.0
MOST: Final = 20
LONG_MS: Final = 31_622_400_000  # a leap year: no penalty of time overdraws it
ROLES: Final[Mapping[str, Role]] = {
    "owner": Role.OWNER,
    "referee": Role.REFEREE,
    "second": Role.REFEREE,
    "head": Role.HEAD_REFEREE,
    "red": Role.SEAT,
    "blue": Role.SEAT,
    "spectator": Role.SPECTATOR,
    "auditor": Role.AUDITOR,
    "admin": Role.ADMIN,
}
REFEREES: Final = ("referee", "second", "head")
SUBSTITUTES: Final = PERSONS[2:]  # the first two play
WHY: Final = rulings_pb2.Grounds(reason="it was seen by the table's judge")


# -- moments


async def unseeded(service: ToyService) -> ToyGame:
    return await service.open(referee=True, contributions=False, appeal_window=600)


async def opened(service: ToyService) -> ToyGame:
    return await service.open(referee=True, appeal_window=600)


async def playing(service: ToyService, **terms: Any) -> ToyGame:
    game = await service.open(**{"referee": True, "appeal_window": 600, **terms})
    await service.begin(game)
    return game


async def played(service: ToyService) -> ToyGame:
    """A seat has drawn a token: there is an entry with a die to go back over."""
    game = await playing(service)
    await service.throw(game)
    return game


async def unrefereed(service: ToyService) -> ToyGame:
    game = await playing(service, referee=False)
    await service.throw(game)
    return game


async def proposed(service: ToyService) -> ToyGame:
    """A seat has proposed to go back, and the other is asked."""
    game = await unrefereed(service)
    last = (await game.call("Get", "red")).receipt
    await game.call("Rewind", "red", grounds=WHY, to=last.seq, head=last.hash)
    return game


async def throwing(service: ToyService) -> ToyGame:
    """Dice of the real table are awaited."""
    return await service.match(referee=True, dice_mode="reported", appeal_window=600)


async def called(service: ToyService) -> ToyGame:
    game = await playing(service)
    await game.call("CallReferee", "red", question="is that so?")
    return game


async def paused(service: ToyService) -> ToyGame:
    game = await playing(service)
    await ruled(game, "PauseGame")
    return game


async def adjourned(service: ToyService) -> ToyGame:
    game = await playing(service)
    await ruled(game, "AdjournGame")
    return game


async def absent(service: ToyService) -> ToyGame:
    """A seat is ordered absent while the game is paused, so that silence is not taken for it at once."""
    game = await paused(service)
    await ruled(game, "OrderAbsent", seat=1)
    return game


async def sealable(service: ToyService) -> ToyGame:
    """The game is adjourned at a question that a seat may answer sealed."""
    game = await playing(service)
    for _ in range(MOST):
        await ruled(game, "AdjournGame")
        for name in ("red", "blue"):
            if any(row.command == "SealNext" for row in (await game.call("Offers", name)).anytime):
                return game
        await ruled(game, "ResumeGame")
        await service.throw(game)
    raise AssertionError("no command may be sealed")


async def conceded(service: ToyService) -> ToyGame:
    """There is a result, which may be appealed."""
    game = await playing(service)
    await game.call("Concede", "blue")
    return game


async def appealed(service: ToyService) -> ToyGame:
    game = await conceded(service)
    await game.call("Appeal", "blue", reason="I was not asked")
    return game


async def over(service: ToyService) -> ToyGame:
    """The dice are revealed: nothing more is asked."""
    game = await playing(service, appeal_window=0)
    await game.call("Concede", "blue")
    async with asyncio.timeout(PATIENCE):
        while not (await game.call("Get", "red")).revealed:
            for name in ("referee", "red", "blue"):
                for offer in (await game.call("Offers", name)).offers:
                    if offer.command in ("Finish", "ConfirmResult"):
                        await game.call(offer.command, name)
            await asyncio.sleep(0.01)  # the service reveals by itself
    return game


async def of_an_event(service: ToyService) -> ToyGame:
    """A game of an event, with clocks, in which a referee has to allow a draw; its referees are the event's."""
    clock = terms_pb2.ClockTerms(bank=span_of(LONG_MS))
    games = terms_pb2.GameTerms(clock=clock, agree=terms_pb2.AGREE_TERMS_REFEREE)
    event = await create(service, games=games, appeal_window={"seconds": 600}, rulesets=[practice(service.ruleset)])
    (opened,) = await event.open(pairing("anna", "ben", ruleset=service.ruleset))
    game = event.game(opened)
    names = {"referee": "rita", "second": "rolf", "head": "hana", "spectator": "", "auditor": ""}
    for who, name in names.items():
        game.tokens[who] = await event.token("referee" if who == "second" else who, name)
    await service.begin(game)
    return game


def practice(ruleset: str) -> Any:
    """Make terms under which the service alone chooses the seed of the dice."""
    return events_pb2.RulesetTerms(ruleset=ruleset, profile=protocol_pb2.PROFILE_P0)


Moment = Callable[[ToyService], Awaitable[ToyGame]]
# what a moment needs of the contract besides rewinds
NEEDS: Final[Mapping[Moment, str]] = {
    called: "CallReferee",
    paused: "PauseGame",
    adjourned: "AdjournGame",
    appealed: "Appeal",
    absent: "RevokeAbsent",
    sealable: "SealNext",
}
ALL: Final[tuple[Moment, ...]] = (
    unseeded,
    opened,
    playing,
    played,
    unrefereed,
    proposed,
    throwing,
    called,
    paused,
    adjourned,
    absent,
    sealable,
    conceded,
    appealed,
    over,
    of_an_event,
)
MOMENTS: Final = tuple(moment for moment in ALL if NEEDS.get(moment, "Rewind") in methods_of(REFEREE))


# -- acts


@cache
def acts() -> dict[str, Method]:
    """List every method of the contract's service Referee."""
    return methods_of(REFEREE)


async def asked(game: ToyGame) -> str:
    """Name the seat that is asked."""
    for name in ("red", "blue"):
        if (await game.call("Offers", name)).offers:
            return name
    raise AssertionError("no seat is asked")


async def ruled(game: ToyGame, act: str, who: str = "referee", **fields: Any) -> Any:
    """Give a ruling on the present head."""
    head = (await game.call("Get", who)).receipt.hash
    return await game.call(act, who, grounds=WHY, head=head, **fields)


class Tried(Struct, frozen=True):
    """What came of a try: the receipt, or how it was refused; and the hashes of the entries that it has added."""

    receipt: Any
    error: grpc.aio.AioRpcError | None
    hashes: tuple[bytes, ...]

    @property
    def added(self) -> int:
        """Number of entries that it has added."""
        return len(self.hashes)


class Place:
    """A game at a moment, with a token of every role; made anew where something took effect in it."""

    def __init__(self, service: ToyService, moment: Moment) -> None:
        self.service = service
        self.moment = moment
        self.game: Any = None
        self._new_games: dict[bytes, bytes] = {}
        self._offers: dict[tuple[bytes, bool, str], dict[str, Any]] = {}

    async def fresh(self) -> ToyGame:
        """Make the game."""
        game = await self.moment(self.service)
        make = self.service.service.credentials.make
        game.tokens |= {
            "referee": game.tokens.get("referee") or await make(Role.REFEREE, game.id),
            "second": game.tokens.get("second") or await make(Role.REFEREE, game.id),
            "head": game.tokens.get("head") or await make(Role.HEAD_REFEREE, game.id),
            "admin": self.service.admin,
        }
        self.game = game
        return game

    async def last(self) -> Entry:
        """Give the last entry as it stands in the store."""
        return [entry async for entry in self.service.log.read(self.game.id)][-1]

    async def offer(self, act: str, who: str) -> Any:
        """Give how an act is offered to somebody now, None where it is not.

        A game that takes the place of this one is there where it can be named.
        """
        if ROLES[who] in (Role.SPECTATOR, Role.AUDITOR, Role.ADMIN):
            return None
        if "new_game" in acts()[act].request.DESCRIPTOR.fields_by_name:
            await self.new_game()
        return (await self._offered(who)).get(act)

    async def _offered(self, who: str) -> dict[str, Any]:
        """Ask once on each head and number of games that take this one's place."""
        standing = (await self.last()).hash, self.game.id in self._new_games, who
        if standing not in self._offers:
            reply = await self.game.call("Offers", who)
            rows = [*reply.offers, *reply.anytime]
            self._offers[standing] = {offer.command: offer for offer in rows if offer.command in acts()}
        return self._offers[standing]

    def request(self, act: str, offer: Any, head: bytes, seed: int = 1) -> Any:
        """Make a request of an offer; without one, of values that the contract lets stand there."""
        if offer is None:
            made = blank(acts()[act].request())
        else:
            made = OfferPlayer(self.service.package, Random(seed), _octets, _nowhere, one_in=2).command(offer)
            if hasattr(made, "person"):
                made.person = SUBSTITUTES[seed % 2]
        made.header.game, made.header.head = self.game.id, head
        made.header.command_id = Random(f"{act} {seed} {head.hex()}").randbytes(16)
        return made

    async def give(self, act: str, who: str, request: Any) -> Tried:
        """Try it."""
        await self.name_new_game(request)
        before = (await self.last()).seq
        receipt, error = None, None
        try:
            receipt = (await self.service.call(act, self.game.tokens[who], request)).receipt
        except grpc.aio.AioRpcError as fault:
            error = fault
        return Tried(receipt, error, await self.given_after(before))

    async def given_after(self, seq: int) -> tuple[bytes, ...]:
        """List the entries after one by their hashes; what the service does by itself upon a ruling is left out."""
        if (await self.last()).seq == seq:
            return ()
        entries = [entry async for entry in self.game.start("Read", "owner", after=seq)]
        return tuple(entry.hash for entry in entries if entry.actor.role != SERVER_ROLE)

    async def name_new_game(self, request: Any) -> None:
        """Let a restart name a game that is there and takes the place of this one."""
        if getattr(request, "new_game", b""):
            request.new_game = await self.new_game()

    async def new_game(self) -> bytes:
        """Open a game that takes the place of this one, once."""
        if self.game.id not in self._new_games:
            self._new_games[self.game.id] = (await self.service.open(restarts=self.game.id, contributions=False)).id
        return self._new_games[self.game.id]

    async def give_both(self, act: str, requests: Mapping[str, Any]) -> list[Any]:
        """Let several try at once; a receipt or an error for each."""
        for request in requests.values():
            await self.name_new_game(request)
        calls = [self.service.call(act, self.game.tokens[who], request) for who, request in requests.items()]
        return await asyncio.gather(*calls, return_exceptions=True)


def require_refused(error: Any, where: str) -> None:
    """Fail where a refusal names no clause, or is of another kind than these: a fault of the service, say."""
    assert error is not None, f"{where} was taken"
    code = error.code()
    assert code in (Code.FAILED_PRECONDITION, Code.ABORTED, Code.INVALID_ARGUMENT, Code.NOT_FOUND), (
        f"{where}: {code.name} {error.details()}"
    )
    if code in (Code.FAILED_PRECONDITION, Code.NOT_FOUND):
        faults = refusal_from(error).faults
        assert faults, f"{where}: {error.details()}"
        assert all(fault.clause and fault.reason for fault in faults), f"{where}: {faults}"
    info = error_details_pb2.ErrorInfo()
    assert any(detail.Unpack(info) for detail in read_status(error).details), f"{where}: {error.details()}"
    assert (info.domain, info.reason.isupper()) == ("adjudicator", True), f"{where}: {info}"


def blank(message: Any, deep: int = 2) -> Any:
    """Put something into every field, as a caller might who knows the types alone."""
    for field in message.DESCRIPTOR.fields:
        if field.name == "header":
            continue
        if field.message_type is not None:
            target = getattr(message, field.name)
            if not field.is_repeated and deep:
                target.SetInParent()
                if field.message_type.full_name == "wargame.v1.Party":
                    target.seat = 0
                elif isinstance(target, Duration | Timestamp):
                    target.seconds = 1
                else:
                    blank(target, deep - 1)
        elif not field.is_repeated:
            setattr(message, field.name, _something(field))
    return message


def _something(field: FieldDescriptor) -> Any:
    if field.enum_type is not None:
        return field.enum_type.values[1].number
    if field.type == FieldDescriptor.TYPE_BYTES:
        return bytes(16)
    if field.type == FieldDescriptor.TYPE_STRING:
        return "something"
    return field.type == FieldDescriptor.TYPE_BOOL or 1


def _octets(_command: str, _field: str, size: int) -> bytes:
    return bytes(range(size % 256)) if size < 256 else bytes(size)


def _nowhere(_command: str, _field: str, _chosen: Any) -> Any:
    return ()

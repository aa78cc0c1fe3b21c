"""Games by offers alone over gRPC: a client that knows the contract's descriptors, tokens, and nothing of any rules."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import grpc
from google.protobuf.duration_pb2 import Duration

from adjudicator.kernel.dice import wgdice
from services.rpc.methods import Method, methods_of
from tests.conformance.by_offers.offer_player import KERNEL, OfferPlayer
from wargame.v1 import games_pb2, protocol_pb2, record_pb2

NAMES = ("red", "blue")
UNSIGNED = {"signatures": games_pb2.SIGNATURES_NONE}
PATIENCE = 300
MOST = 3_000
PROTOCOL, GAMES, REFEREE = f"{KERNEL}.Protocol", f"{KERNEL}.Games", f"{KERNEL}.Referee"


class ServedGame:
    """A game of a ruleset on a running service, in which every party takes offers by chance."""

    def __init__(self, address: str, owner: str, ruleset: str, seed: int, **terms: Any) -> None:
        self.channel = grpc.insecure_channel(address)
        self.chance = Random(seed)
        package = f"{KERNEL.rpartition('.')[0]}.{ruleset}.v1"
        services = (PROTOCOL, GAMES, REFEREE, f"{package}.Play")
        self.methods = {name: method for service in services for name, method in methods_of(service).items()}
        seats = [protocol_pb2.Seat(name=name) for name in NAMES]
        request = games_pb2.OpenRequest(
            command_id=secrets.token_bytes(16),
            ruleset=ruleset,
            seats=seats,
            appeal_window=Duration(),
            **{**UNSIGNED, **terms},
        )
        opened = self.call("Open", owner, request)
        self.game: bytes = opened.game
        self.tokens = [owner, *(row.token for row in opened.credentials if row.HasField("seat"))]
        self.officials: dict[int, str] = {row.role: row.token for row in opened.credentials if not row.HasField("seat")}
        self.player = OfferPlayer(package, self.chance, self.octets, self.find, one_in=4)
        self.token, self.seat = owner, -1
        self.given: Counter[str] = Counter()

    def call(self, name: str, token: str, request: Any) -> Any:
        """Call a method."""
        method: Method = self.methods[name]
        stub: Any = self.channel.unary_unary(
            method.path,
            request_serializer=lambda sent: sent.SerializeToString(),
            response_deserializer=method.response.FromString,
        )
        return stub(request, metadata=(("authorization", f"Bearer {token}"),), timeout=60)

    def play(self) -> ServedGame:
        """Play until nobody is offered anything any more."""
        for _ in range(MOST):
            if not self.step():
                return self
        raise AssertionError(f"no end after {MOST} commands: {self.given.most_common(8)}")

    def step(self) -> bool:
        """Let a party that is offered something do it; tell whether there was one."""
        places = list(range(len(self.tokens)))
        self.chance.shuffle(places)
        for place in places:
            self.token, self.seat = self.tokens[place], place - 1
            found = self.call("Offers", self.token, self.methods["Offers"].request(game=self.game))
            offers = list(found.offers)
            if offers and sum(self.given.values()) > PATIENCE:
                offers += found.anytime
            if offers:
                kind = self.chance.choice(sorted({offer.command for offer in offers}))
                self.give(self.chance.choice([offer for offer in offers if offer.command == kind]), found.head)
                return True
        return False

    def give(self, offer: Any, head: bytes) -> None:
        """Give the command of an offer."""
        command = self.player.command(offer)
        command.header.game = self.game
        command.header.command_id = self.chance.randbytes(16)
        command.header.head = head
        try:
            self.call(offer.command, self.token, command)
        except grpc.RpcError as error:
            raise AssertionError(f"{offer.command} was offered to {self.seat} and is refused: {error}") from error
        self.given[offer.command] += 1

    def octets(self, command: str, _field: str, size: int) -> bytes:
        """Make a contribution to the seed, and its commitment."""
        contribution = bytes([self.seat + 1]) * size
        if command == "CommitContribution":
            return wgdice.seat_commit(self.game, self.seat, contribution)
        return contribution

    def find(self, command: str, field: str, chosen: dict[str, str]) -> Sequence[Any]:
        """Ask for places."""
        rows = [record_pb2.Chosen(field=name, value=value) for name, value in chosen.items()]
        request = record_pb2.FindPlacesRequest(game=self.game, command=command, field=field, chosen=rows)
        return list(self.call("FindPlaces", self.token, request).spots)

    def end(self) -> Any:
        """Ask how the game stands."""
        return self.call("Get", self.tokens[0], games_pb2.GetRequest(game=self.game))

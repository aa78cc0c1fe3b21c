"""A game of any ruleset over gRPC, whose referee lets a throw stand for a corrected command."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import grpc
import msgspec

from services.rpc.access.statuses import read_status, refusal_of
from services.rpc.conversion import Converter
from tests.conformance.by_offers.offer_player import OfferFault, OfferPlayer
from tests.conformance.by_offers.served_games import ServedGame
from wargame.v1 import games_pb2, options_pb2, play_pb2, rewinds_pb2, rulings_pb2

WHY: Final = rulings_pb2.Grounds(reason="another was meant")
STAND: Final = rewinds_pb2.REWIND_DICE_STAND
# other ways to give a command that are tried as its correction
TRIES: Final = 12
STEPS: Final = 300
# what is done before the first turn may throw, too; a ruling on play is the harder case
SETUP: Final = ("SubmitArmy", "SubmitRoster", "DeployUnit")


class StandingGame(ServedGame):
    """A game with a referee; `last` is what was given last: token, what was offered instead, and the command."""

    def __init__(self, address: str, owner: str, ruleset: str, seed: int, converter: Converter) -> None:
        self.answers: list[Any] = []
        self.converter = converter
        self.last: Any = None
        super().__init__(address, owner, ruleset, seed, referee=True)
        rows = self.answers[0].credentials
        self.referee = next(row.token for row in rows if row.role == options_pb2.ROLE_REFEREE)
        self.tokens.append(self.referee)

    def call(self, name: str, token: str, request: Any) -> Any:
        """Call a method, and keep who has got which token."""
        reply = super().call(name, token, request)
        if name == "Open":
            self.answers.append(reply)
        return reply

    def give(self, offer: Any, head: bytes) -> None:
        """Give the command of an offer, and keep what else was offered."""
        offers = list(self.call("Offers", self.token, self.methods["Offers"].request(game=self.game)).offers)
        made: list[Any] = []
        player: Any = self.player
        self.player = _Keeping(player, made)
        try:
            super().give(offer, head)
        finally:
            self.player = player
        self.last = (self.token, offers, made[0])

    def entries(self, after: int = 0) -> list[Any]:
        """Read the log."""
        stub: Any = self.channel.unary_stream(
            self.methods["Read"].path,
            request_serializer=lambda sent: sent.SerializeToString(),
            response_deserializer=play_pb2.Entry.FromString,
        )
        request = play_pb2.ReadRequest(game=self.game, after=after)
        return list(stub(request, metadata=(("authorization", f"Bearer {self.tokens[0]}"),), timeout=60))

    def facts(self) -> Any:
        """Ask how the game stands."""
        return self.call("Get", self.tokens[0], games_pb2.GetRequest(game=self.game))

    def thrown(self) -> Any:
        """Play until a seat has thrown open dice by a command of its own; its entry, None where the game has ended."""
        for _ in range(STEPS):
            before = self.facts().receipt.seq
            if not self.step():
                return None
            entry = next((row for row in self.entries(before) if row.rolls), None)
            if entry is None or not entry.actor.party.HasField("seat") or entry.command in SETUP:
                continue
            if entry.command == self.last[2].DESCRIPTOR.name:
                return entry
        return None

    # -- corrections

    def others(self) -> Iterator[Any]:
        """Make the command that was given last in other ways."""
        token, offers, given = self.last
        self.token = token
        for offer in offers:
            for _ in range(TRIES if offer.command == given.DESCRIPTOR.name else 0):
                try:
                    yield self.player.command(offer)
                except (grpc.RpcError, OfferFault):  # its places were found in a game that has gone on
                    break

    def changes(self, other: Any) -> list[Any]:
        """List the fields in which a command differs from the one that was given, as a ruling names them."""
        given, meant = (self.converter.to_struct(self.bare(command)) for command in (self.last[2], other))
        return [
            rewinds_pb2.FieldChange(field=name, value=msgspec.json.encode(getattr(meant, name)).decode())
            for name in given.__struct_fields__
            if getattr(given, name) != getattr(meant, name)
        ]

    @staticmethod
    def bare(command: Any) -> Any:
        """Copy a command without its header."""
        copied = type(command)()
        copied.CopyFrom(command)
        copied.ClearField("header")
        return copied

    def correct(self, entry: Any) -> Any:
        """Let the dice of an entry stand for the command with a changed field; None where nothing else is legal."""
        for other in self.others():
            changes = self.changes(other)
            if changes and self.tried(self.referee, self.rewind(entry.seq, changes)) == "":
                return other
        return None

    def rewind(self, to: int, changes: list[Any]) -> Any:
        """Make the ruling."""
        return self.methods["Rewind"].request(grounds=WHY, to=to, dice=STAND, changes=changes)

    def tried(self, token: str, command: Any) -> str:
        """Give a command on the present head; the reason of its refusal, nothing where it is taken."""
        facts = self.facts()
        command = self.bare(command)
        command.header.game, command.header.head = self.game, facts.receipt.hash
        command.header.command_id = self.chance.randbytes(16)
        try:
            self.call(command.DESCRIPTOR.name, token, command)
        except grpc.RpcError as refusal:
            error: Any = refusal
            assert self.facts().receipt == facts.receipt, "a refused command has written"
            faults = (
                refusal_of(read_status(error)).faults if error.code() is grpc.StatusCode.FAILED_PRECONDITION else ()
            )
            return faults[0].reason if faults else error.code().name
        return ""


class _Keeping(OfferPlayer):
    """A player that keeps the commands that it makes."""

    def __init__(self, player: OfferPlayer, made: list[Any]) -> None:
        super().__init__(player.package, player.chance, player.octets, player.find, one_in=player.one_in)
        self._made = made

    def command(self, offer: Any) -> Any:
        """Make one."""
        self._made.append(super().command(offer))
        return self._made[-1]


def shapes(rolls: Any) -> list[tuple[Any, ...]]:
    """Give what has to be equal for faces to be used once more: whose stream, sides, number, and who throws."""
    return [(row.owner.SerializeToString(), row.sides, len(row.faces), row.roller.SerializeToString()) for row in rolls]


def faces(rolls: Any) -> list[tuple[int, list[int]]]:
    """Give places and faces."""
    return [(row.index, list(row.faces)) for row in rolls]


def places(rolls: Any) -> set[tuple[bytes, int]]:
    """Give every die's place in its stream."""
    return {(row.owner.SerializeToString(), row.index + die) for row in rolls for die in range(len(row.faces))}

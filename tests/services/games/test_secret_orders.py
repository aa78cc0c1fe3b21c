"""A whole game of secret orders over gRPC: what each client was sent before an order opened, to the byte."""

from __future__ import annotations

import asyncio
import random
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import pytest

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.registry import rules_of
from replays.audit.audit import audit
from services.config import Config
from services.rpc.access.credentials import Role
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import methods_of
from services.server import serving
from services.store.storage import storage
from services.tools.client import GAMES, Caller, Player
from tests.services.fixtures import event_in
from wargame.v1 import games_pb2, protocol_pb2
from wargame.v1.protocol_pb2 import ProtocolEvent

GAME = "hex_orders"
STEPS_MOST = 5_000
PLAY = f"wargame.{GAME}.v1.Play"


@dataclass
class Sent:
    """Everything that one client was sent: raw messages with the entry that they are about."""

    messages: list[tuple[int, bytes]] = field(default_factory=list)
    entries: list[Any] = field(default_factory=list)

    def earliest(self, needle: bytes) -> int | None:
        """First entry in a message about which these bytes stood."""
        return min((seq for seq, data in self.messages if needle in data), default=None)


class Recorder(Caller):
    """A client that keeps every byte it is sent."""

    def __init__(self, channel: grpc.aio.Channel, token: str) -> None:
        super().__init__(channel, token)
        self.sent = Sent()
        self.seen = 0
        self.moved = asyncio.Condition()

    async def call(self, method: Any, request: Any) -> Any:
        """Call, and keep the answer's bytes with the entry that it speaks of."""
        made = self.channel.unary_unary(
            method.path, request_serializer=method.request.SerializeToString, response_deserializer=bytes
        )
        data = await made(request, metadata=self._metadata)
        reply = method.response.FromString(data)
        about = reply.receipt.seq if hasattr(reply, "receipt") else getattr(reply, "seq", 0)
        self.sent.messages.append((about, data))
        return reply

    async def watch(self, game: bytes) -> None:
        """Follow the game to its end, records and openings too."""
        method = methods_of(GAMES)["Watch"]
        stream = self.channel.unary_stream(
            method.path, request_serializer=method.request.SerializeToString, response_deserializer=bytes
        )
        flow: Any = stream(method.request(game=game, records=True), metadata=self._metadata)
        async for data in flow:
            entry: Any = method.response.FromString(data)
            self.sent.messages.append((entry.seq, data))
            self.sent.entries.append(entry)
            if entry.command == "Reveal":
                return
            for seq in named_in(entry):
                await self.read_again(game, seq, entry.seq)
            async with self.moved:
                self.seen = entry.seq
                self.moved.notify_all()

    async def caught_up(self, seq: int) -> None:
        """Wait until the stream has come this far, so that what is read again is read as the game then stands."""
        async with self.moved:
            await self.moved.wait_for(lambda: self.seen >= seq)

    async def read_again(self, game: bytes, seq: int, now: int) -> None:
        """Read an entry whose command has just been opened."""
        method = methods_of(GAMES)["Read"]
        stream = self.channel.unary_stream(
            method.path, request_serializer=method.request.SerializeToString, response_deserializer=bytes
        )
        request = method.request(game=game, after=seq - 1, up_to=seq, records=True)
        flow: Any = stream(request, metadata=self._metadata)
        async for data in flow:
            self.sent.messages.append((now, data))


async def play(folder: Path) -> tuple[dict[int, Sent], bytes]:
    """Let two bots with tokens and channels of their own play a game; gives what each was sent, and the replay."""
    config = Config(listen="127.0.0.1:0", data=folder)
    async with (
        storage(config) as (log, store),
        serving(config, log, store, {GAME: rules_of(GAME)}) as service,
        grpc.aio.insecure_channel(service.address) as command_handler,
        grpc.aio.insecure_channel(service.address) as red,
        grpc.aio.insecure_channel(service.address) as blue,
    ):
        owner = Caller(command_handler, service.owner_token)
        opened = await owner.open(
            games_pb2.OpenRequest(
                command_id=secrets.token_bytes(16),
                ruleset=GAME,
                pace=protocol_pb2.PACE_AUTO,
                dice_mode=protocol_pb2.DICE_MODE_SEEDED,
                profile=protocol_pb2.PROFILE_P1,
                signatures=games_pb2.SIGNATURES_NONE,
                seats=[protocol_pb2.Seat(name=name, bot=True) for name in ("red", "blue")],
            )
        )
        tokens = {
            credential.seat: credential.token for credential in opened.credentials if credential.role == Role.SEAT
        }
        seats = {0: Recorder(red, tokens[0]), 1: Recorder(blue, tokens[1])}
        watching = [asyncio.create_task(row.watch(opened.game)) for row in seats.values()]
        await drive(owner, seats, opened.game)
        await asyncio.wait_for(asyncio.gather(*watching), 60)
        return {seat: row.sent for seat, row in seats.items()}, await owner.export(opened.game)


async def drive(owner: Caller, seats: dict[int, Recorder], game: bytes) -> None:
    """Give every answer that is asked for until nothing is open."""
    rules = rules_of(GAME)
    rulesets = LoadedRulesets({GAME: rules})
    players = {REFEREE: Player(owner, rulesets, rules, game, REFEREE)}
    players |= {seat: Player(caller, rulesets, rules, game, seat) for seat, caller in seats.items()}
    generators = {party: random.Random(f"secret orders {party}") for party in players}
    for _ in range(STEPS_MOST):
        given = [await player.act("", generators[party]) for party, player in players.items()]
        answers = [answer for answer in given if answer is not None]
        if not answers:
            return
        await asyncio.gather(*(row.caught_up(answers[-1].receipt.seq) for row in seats.values()))
    raise AssertionError(f"no end after {STEPS_MOST} steps")


def named_in(entry: Any) -> tuple[int, ...]:
    """Entries whose commands this entry opens for everybody."""
    protocols = (event_in(ruled) for ruled in entry.ruled if ruled.event.Is(ProtocolEvent.DESCRIPTOR))
    return tuple(
        seq for protocol in protocols if protocol.WhichOneof("kind") == "unsealed" for seq in protocol.unsealed.entries
    )


def opened_at(entries: list[Any]) -> tuple[dict[int, int], int]:
    """Entry at which each sealed command was opened by the rules, and the entry that reveals everything."""
    opened: dict[int, int] = {}
    for entry in entries:
        opened |= {seq: entry.seq for seq in named_in(entry) if seq not in opened}
    return opened, next(entry.seq for entry in entries if entry.command == "Reveal")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """One game for all tests here."""
    return asyncio.run(play(tmp_path_factory.mktemp("secret")))


def test_no_byte_of_a_sealed_order_arrives_before_it_opens(played):
    """Neither the salt nor the bytes of a sealed part reach the other client before the rules open it."""
    sent, _ = played
    plots = compared = 0
    for seat, mine in sent.items():
        other = sent[1 - seat]
        opened, reveal = opened_at(other.entries)
        same = {row.data for entry in other.entries for row in entry.openings if row.owner.seat == 1 - seat}
        for entry in mine.entries:
            for opening in entry.openings:
                if opening.owner.seat != seat or entry.seq >= reveal:
                    continue
                due = opened.get(entry.seq, reveal) if opening.part == 0 else reveal
                found = other.earliest(opening.salt)
                assert found is None or found >= due, f"{entry.command} {entry.seq} was open at {found}, not {due}"
                if len(opening.data) > 32 and opening.data not in same:
                    found = other.earliest(opening.data)
                    assert found is None or found >= due, f"{entry.command} {entry.seq} was sent at {found}, not {due}"
                compared += 1
                plots += entry.command == "PlotOrders" and opening.part == 0
    assert plots > 40, f"only {plots} plots were compared"
    assert compared > plots


def test_an_opened_order_is_the_one_that_was_sealed(played):
    """Every plot that the rules open can be read at once by the other client, with the salt of its commitment."""
    sent, _ = played
    for seat, mine in sent.items():
        other = sent[1 - seat]
        opened, _ = opened_at(other.entries)
        sealed = {
            entry.seq: opening
            for entry in mine.entries
            for opening in entry.openings
            if entry.command == "PlotOrders" and opening.owner.seat == seat and opening.part == 0
        }
        due = [seq for seq in opened if seq in sealed]
        assert len(due) > 20, "too few orders were opened by the rules"
        late = [seq for seq in due if other.earliest(sealed[seq].salt) != opened[seq]]
        assert not late, f"entries {late} could not be read when the rules opened them"


def test_the_replay_audits_clean(played):
    """The game's replay passes every level of the audit."""
    _, replay = played
    report = audit(replay)
    assert report.result in ("PASS", "PASS_WITH_NOTES"), report.primary
    assert dict(report.levels)["L2"] == "done"

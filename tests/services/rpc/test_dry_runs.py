"""Commands that are tried: refused as they would be when given, and nothing happens."""

from __future__ import annotations

import random
import secrets
from typing import Any

import grpc
import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.rpc import status_pb2

from adjudicator import registry
from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.messages import Concede, ConfirmResult, EnforceDeadline, Finish
from adjudicator.kernel.record.log import MemoryLog
from services.config import Config
from services.rpc.access.credentials import Role
from services.rpc.access.statuses import DETAILS
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import methods_of
from services.server import serving
from services.store.redis_keys import MemoryKeys
from services.tools.client import GAMES, Caller, Player, add_keys
from tests.services.fixtures import FIND
from wargame.v1 import games_pb2, protocol_pb2, record_pb2

STEPS = 25
CHECK = methods_of(GAMES)["Check"]


class Careful(Player):
    """A bot's player who tries every command before it gives it."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.tried = 0

    async def check(self, command: Any) -> Any:
        """Try a command."""
        packed = AnyMessage()
        packed.Pack(self._converter.to_pb(command))
        return await self.caller.call(CHECK, games_pb2.CheckRequest(game=self.game, command=packed))

    async def give(self, command, command_id=None):
        """Try, see that nothing happened, then give."""
        answer = await self.check(command)
        assert answer.seq == (await self.offers()).seq
        assert not answer.HasField("refusal")
        self.tried += 1
        return await super().give(command, command_id)


def told(error: grpc.aio.AioRpcError) -> tuple[Any, str | None]:
    return error.code(), error.details()


async def refused(call: Any) -> tuple[Any, str | None]:
    with pytest.raises(grpc.aio.AioRpcError) as refusal:
        await call
    return told(refusal.value)


async def refusal_of(call: Any) -> record_pb2.Refusal:
    """The refusal that a call ends with."""
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await call
    status = status_pb2.Status.FromString(dict(error.value.trailing_metadata())[DETAILS])
    refusal = record_pb2.Refusal()
    assert any(detail.Unpack(refusal) for detail in status.details)
    return refusal


@pytest.mark.parametrize("name", registry.RULESETS)
async def test_what_is_tried_is_taken_when_it_is_given_and_refused_alike(tmp_path, name):
    """Trying a command writes nothing and throws nothing; what it does not refuse is taken, else both refuse alike."""
    config = Config(listen="127.0.0.1:0", data=tmp_path)
    async with (
        serving(config, MemoryLog(), MemoryKeys(), find=FIND) as service,
        grpc.aio.insecure_channel(service.address) as channel,
    ):
        rulesets, rules, owner = LoadedRulesets(), registry.rules_of(name), Caller(channel, service.owner_token)
        seats = [protocol_pb2.Seat(name=seat, bot=True) for seat in ("red", "blue")]
        request = games_pb2.OpenRequest(command_id=secrets.token_bytes(16), ruleset=name, seats=seats)
        keys = add_keys(request)
        opened = await owner.open(request)
        tokens = {row.seat: row.token for row in opened.credentials if row.role == Role.SEAT}
        parties = [(owner, REFEREE), *((Caller(channel, tokens[seat]), seat) for seat in (0, 1))]
        players = [Careful(caller, rulesets, rules, opened.game, party, keys[party]) for caller, party in parties]
        chance = random.Random(f"tried {name}")
        for _ in range(STEPS):
            for player in players:
                await player.act("", chance)
        red = players[1]
        wrong = [ConfirmResult(), Finish()]
        tried = [(await red.check(command)).refusal for command in wrong]
        await red.offers()
        given = [await refusal_of(Player.give(red, command)) for command in wrong]
        role = await refused(red.check(EnforceDeadline(window=1)))
        still = await red.check(Concede())
        stranger = games_pb2.CheckRequest(game=opened.game, command=AnyMessage(type_url="x/wargame.v1.OpenGame"))
        unknown = await refused(red.caller.call(CHECK, stranger))
        log = [entry async for entry in owner.stream(methods_of(GAMES)["Read"], game=opened.game)]
    assert sum(player.tried for player in players) > STEPS // 2
    assert tried == given
    assert all(refusal.faults and refusal.faults[0].text for refusal in tried)
    assert role[0] == grpc.StatusCode.PERMISSION_DENIED
    assert unknown[0] == grpc.StatusCode.INVALID_ARGUMENT
    assert still.seq == log[-1].seq
    assert all(entry.command != "Concede" for entry in log)

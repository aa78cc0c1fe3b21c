"""The terms of an event name the options that its games are created with."""

import secrets

import grpc
import pytest

from adjudicator.kernel.record.log import MemoryLog
from services.config import Config
from services.rpc.methods import methods_of
from services.server import serving
from services.store.redis_keys import MemoryKeys
from tests.services.events.steps import create
from tests.services.fixtures import ToyService
from wargame.hex_orders.v1 import commands_pb2
from wargame.v1 import events_pb2, protocol_pb2

PLAY = "wargame.hex_orders.v1.Play"


@pytest.fixture
async def service(tmp_path):
    """Serve all rulesets with a store in memory."""
    import asyncio

    config = Config(listen="127.0.0.1:0", data=tmp_path / "data")
    log = MemoryLog(asyncio.Event)
    async with serving(config, log, MemoryKeys()) as service, grpc.aio.insecure_channel(service.address) as channel:
        yield ToyService(service, channel, log)


async def test_a_game_is_created_with_the_options_of_its_event(service):
    """Other options than those of the terms are refused before the rules see them."""
    row = events_pb2.RulesetTerms(ruleset="hex_orders", profile=protocol_pb2.PROFILE_P0)
    row.game_options.Pack(commands_pb2.Options(advanced=True))
    event = await create(service, rulesets=[row])
    seats = [events_pb2.EventSeat(name=name, person=person) for name, person in (("red", "anna"), ("blue", "ben"))]
    (opened,) = await event.open(events_pb2.Pairing(ruleset="hex_orders", seats=seats))
    creating = next(
        method
        for method in methods_of(PLAY).values()
        if method.command and "options" in method.request.DESCRIPTOR.fields_by_name
    )
    for options, refused_first in (
        (commands_pb2.Options(advanced=False), True),
        (commands_pb2.Options(advanced=True), False),
    ):
        request = creating.request(
            header={"game": opened.game, "command_id": secrets.token_bytes(16), "head": opened.receipt.hash},
            options=options,
        )
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await service.stub(creating)(request, metadata=(("authorization", f"Bearer {event.owner}"),))
        assert ("whose terms name other options" in (fault.value.details() or "")) is refused_first

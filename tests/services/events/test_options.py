"""The terms of an event name the options that its games are created with."""

import secrets
from typing import Any

import grpc
import pytest

from adjudicator.kernel.record.log import MemoryLog
from services.config import Config
from services.rpc.methods import methods_of
from services.server import serving
from services.store.redis_keys import MemoryKeys
from tests.services.events.steps import create, pairing
from tests.services.events.test_tokens import refused
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
        trying: Any = methods_of("wargame.v1.Games")["Check"].request(game=opened.game)
        trying.command.Pack(request)
        if refused_first:  # a try is told the same
            assert await refused(service.call("Check", event.owner, trying)) == (
                fault.value.code(),
                fault.value.details(),
            )


async def test_dice_of_an_event_in_stretches_with_the_referees_bytes(toy_service):
    """Games have the stretches and contributors of their event, with a commitment of their own; a sheet shows them."""
    row = events_pb2.RulesetTerms(ruleset="toy", referee_contributes=True)
    row.stretches.count, row.stretches.dice, row.stretches.time.seconds = 8, 20, 900
    event = await create(toy_service, rulesets=[row], referee=True)
    shown = (await event.call("Get")).terms.rulesets[0]
    assert (shown.referee_contributes, shown.stretches) == (True, row.stretches)
    opened = await event.open(pairing("anna", "ben"), pairing("anna", "ben", table="2"))
    terms = [(await event.game(made).call("Get", "owner")).terms for made in opened]
    for found in terms:
        assert found.referee_contributes
        assert (found.stretches.count, found.stretches.dice, found.stretches.time.seconds) == (8, 20, 900)
    assert terms[0].stretches.commitment != terms[1].stretches.commitment
    asked = (await event.game(opened[0]).call("Get", "owner")).windows[-1].asks
    assert len(asked) == 3


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"profile": protocol_pb2.PROFILE_P0}, "referee_contributes"),
        ({"dice_mode": protocol_pb2.DICE_MODE_REPORTED}, "stretches"),
    ],
)
async def test_dice_terms_that_do_not_fit(toy_service, change, path):
    """Terms under which no game could be opened are refused when the event is created, with the field."""
    row = events_pb2.RulesetTerms(ruleset="toy", **change)
    row.stretches.count = 8
    row.stretches.dice = 20
    row.referee_contributes = path == "referee_contributes"
    with pytest.raises(grpc.aio.AioRpcError) as fault:
        await create(toy_service, rulesets=[row], referee=True)
    assert f"terms.rulesets[0].{path}" in (fault.value.details() or "")

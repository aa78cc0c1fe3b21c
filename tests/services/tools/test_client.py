"""What a program tells when its call failed."""

from __future__ import annotations

import grpc
import pytest

from services.rpc.methods import methods_of
from services.tools.client import Caller, failure_text
from wargame.v1 import games_pb2


async def test_where_nothing_serves_the_address_and_the_fix_are_told(tmp_path):
    """A call to where nobody listens names the address, and how to get a service there."""
    address = f"unix:{tmp_path}/nobody"
    async with grpc.aio.insecure_channel(address) as channel:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await Caller(channel, "").call(methods_of("wargame.v1.Games")["List"], games_pb2.ListRequest())
    assert failure_text(address, caught.value) == (
        f"nothing serves at {address}: start the service there (adjudicator serve), or name another with --address"
    )


def test_what_a_service_refused_is_told_in_its_words():
    """A refusal, of a store that is down too, keeps the words of the service."""
    none = grpc.aio.Metadata()
    fault = grpc.aio.AioRpcError(grpc.StatusCode.UNAVAILABLE, none, none, details="the store does not answer: wait")
    assert failure_text("here:1", fault) == "here:1 answered UNAVAILABLE: the store does not answer: wait"

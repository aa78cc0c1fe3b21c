"""What a program tells when its call failed."""

from __future__ import annotations

from typing import Any

import grpc
import pytest

from services.rpc.methods import methods_of
from services.tools.client import TRIES, Caller, failure_text
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


def lost_answer():
    """What the library reports where a call ended while it wrote."""
    none = grpc.aio.Metadata()
    return grpc.aio.AioRpcError(grpc.StatusCode.INTERNAL, none, none, details='Internal error from Core Failed "batch"')


class Uploads:
    """A channel on which uploads end as they are told to, one after the other."""

    def __init__(self, *ends):
        self.ends, self.read = list(ends), []

    def stream_unary(self, *_, **__):
        async def call(messages, metadata):
            self.read.append([message async for message in messages])
            end = self.ends.pop(0)
            if isinstance(end, Exception):
                raise end
            return end

        return call


def caller(uploads):
    """Give a caller on that channel."""
    channel: Any = uploads
    return Caller(channel, "")


async def test_an_upload_whose_answer_was_lost_is_made_again():
    """An upload that is refused while it is written is made again, whole, to learn what it was refused with."""
    none = grpc.aio.Metadata()
    refusal = grpc.aio.AioRpcError(grpc.StatusCode.RESOURCE_EXHAUSTED, none, none, details="wait")
    uploads = Uploads(lost_answer(), lost_answer(), refusal)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await caller(uploads).audit(b"replay")
    assert caught.value is refusal
    assert [[chunk.data for chunk in chunks] for chunks in uploads.read] == [[b"replay"]] * 3


async def test_an_upload_that_never_has_an_answer_ends():
    """Where no try brings an answer, the last failure is told; an INTERNAL of the service's own is told at once."""
    uploads = Uploads(*(lost_answer() for _ in range(TRIES)))
    with pytest.raises(grpc.aio.AioRpcError, match="Internal error from Core"):
        await caller(uploads).audit(b"replay")
    assert not uploads.ends
    none = grpc.aio.Metadata()
    told = grpc.aio.AioRpcError(grpc.StatusCode.INTERNAL, none, none, details="internal error, incident 1")
    uploads = Uploads(told, lost_answer())
    with pytest.raises(grpc.aio.AioRpcError, match="incident 1"):
        await caller(uploads).audit(b"replay")
    assert len(uploads.ends) == 1

"""Calls with one token: statuses become errors, and what may pass with time is tried again with the same bytes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, Self, TypeVar

import grpc

from adjudicator_client.contract.google.rpc import status_pb2
from adjudicator_client.contract.wargame.v1 import record_pb2
from adjudicator_client.errors import ClientError, Denied, Failed, Invalid, Refused, Stale, Unanswered

DETAILS: Final = "grpc-status-details-bin"
GROWTH: Final = 2.0
STALE: Final = "stale-head"  # the reason of a refusal: the header's head is older than what the command is about
# what the library says by itself, without details, where a connection was lost on the way
BROKEN: Final = (grpc.StatusCode.CANCELLED, grpc.StatusCode.UNKNOWN, grpc.StatusCode.INTERNAL)
PASSING: Final = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)
WITH_A_PAUSE: Final = (grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.ABORTED)
UNKNOWN_CALLER: Final = (grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED)
OPTIONS: Final = (
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.min_reconnect_backoff_ms", 5_000),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    ("grpc.max_receive_message_length", 64 * 1024 * 1024),
)


class Message(Protocol):
    """What is sent and what comes."""

    def SerializeToString(self) -> bytes:  # noqa: N802  (the library's name)
        """Write the bytes."""
        ...

    @classmethod
    def FromString(cls, data: bytes, /) -> Self:  # noqa: N802  (the library's name)
        """Read the bytes."""
        ...


Answer = TypeVar("Answer", bound=Message)


@dataclass(frozen=True)
class Patience:
    """How long a call is tried again: `seconds` in all, `call_seconds` for one try, pauses that grow between tries."""

    seconds: float = 60.0
    first_pause: float = 0.05
    most_pause: float = 2.0
    call_seconds: float = 20.0


@dataclass
class Tries:
    """The tries of one call, or of one stream from one entry to the next."""

    address: str
    patience: Patience
    count: int = 0
    began: float = field(default_factory=lambda: asyncio.get_running_loop().time())
    pauses: int = 0

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return self.patience.seconds - (asyncio.get_running_loop().time() - self.began)

    async def again(self, fault: grpc.aio.AioRpcError) -> None:
        """Pause before the next try.

        Raises the error of a status that no new try will change, and Unanswered where time is up.
        """
        self.count += 1
        told = _retry_pause(fault)
        if not _passes(fault, told):
            raise error_of(fault) from fault
        pause = max(told or 0.0, self._next())
        if pause >= self.left:
            spent = self.patience.seconds - self.left
            last = f"{fault.code().name}: {fault.details()}"
            raise Unanswered(self.address, self.count, spent, last) from fault
        await asyncio.sleep(pause)

    async def rest(self) -> None:
        """Pause after a stream that has ended without a fault."""
        await asyncio.sleep(self._next())

    def reached(self) -> None:
        """Count from now: the service is there. Pauses go on growing."""
        self.count = 0
        self.began = asyncio.get_running_loop().time()

    def _next(self) -> float:
        """Give the seconds of the next pause: twice those of the one before, by chance between half and the whole."""
        usual = min(self.patience.first_pause * GROWTH**self.pauses, self.patience.most_pause)
        self.pauses += 1
        return usual * random.uniform(0.5, 1.0)


class Caller:
    """Calls methods of a service with one token. Its texts never show the token."""

    def __init__(self, channel: grpc.aio.Channel, address: str, token: str, patience: Patience) -> None:
        self.channel = channel
        self.address = address
        self.patience = patience
        self._metadata = (("authorization", f"Bearer {token}"),)

    async def call(self, path: str, request: Message, answer: type[Answer]) -> Answer:
        """Call a method that takes one message and gives one; what may pass is tried again with the same bytes.

        Raises ClientError.
        """
        data, tries = request.SerializeToString(), Tries(self.address, self.patience)
        call: Any = self.channel.unary_unary(path, request_serializer=bytes, response_deserializer=answer.FromString)
        while True:
            seconds = min(self.patience.call_seconds, max(tries.left, 0.001))
            try:
                found: Answer = await call(data, metadata=self._metadata, timeout=seconds)
            except grpc.aio.AioRpcError as fault:
                await tries.again(fault)
            else:
                return found

    async def stream(self, path: str, request: Message, answer: type[Answer]) -> AsyncIterator[Answer]:
        """Call a method that gives many messages, once: whoever reads knows where to go on.

        Raises ClientError.
        """
        try:
            async for found in self.open_stream(path, request, answer):
                yield found
        except grpc.aio.AioRpcError as fault:
            raise error_of(fault) from fault

    async def fetch(self, path: str, request: Message, answer: type[Answer]) -> list[Answer]:
        """Call a method that gives many messages, and give all; it is begun anew where it breaks before its end.

        Raises ClientError.
        """
        tries = Tries(self.address, self.patience)
        while True:
            try:
                return [found async for found in self.open_stream(path, request, answer)]
            except grpc.aio.AioRpcError as fault:
                await tries.again(fault)

    def open_stream(self, path: str, request: Message, answer: type[Answer]) -> Any:
        """Give the library's own call of a method that gives many messages."""
        call: Any = self.channel.unary_stream(path, request_serializer=bytes, response_deserializer=answer.FromString)
        return call(request.SerializeToString(), metadata=self._metadata)

    async def send(self, path: str, requests: AsyncIterator[Message], answer: type[Answer]) -> Answer:
        """Call a method that takes many messages, once.

        Raises ClientError.
        """
        call: Any = self.channel.stream_unary(
            path, request_serializer=lambda sent: sent.SerializeToString(), response_deserializer=answer.FromString
        )
        try:
            found: Answer = await call(requests, metadata=self._metadata)
        except grpc.aio.AioRpcError as fault:
            raise error_of(fault) from fault
        return found

    def __repr__(self) -> str:
        """Show the address alone."""
        return f"Caller({self.address})"


def error_of(fault: grpc.aio.AioRpcError) -> ClientError:
    """Make the error of a status."""
    code, text = fault.code().name, fault.details() or ""
    reason = ""
    for detail in _status(fault).details:
        refusal = record_pb2.Refusal()
        if detail.Unpack(refusal) and refusal.faults:
            refused = (Stale if refusal.faults[0].reason == STALE else Refused)(code, refusal, text)
            refused.signed = _signed(fault)
            return refused
        info = status_pb2.ErrorInfo()
        reason = info.reason if detail.Unpack(info) else reason
    if fault.code() in UNKNOWN_CALLER:
        return Denied(code, reason, text)
    if fault.code() is grpc.StatusCode.INVALID_ARGUMENT:
        return Invalid(code, reason, text, _path(fault))
    return Failed(code, reason, text)


def _signed(fault: grpc.aio.AioRpcError) -> record_pb2.SignedRefusal | None:
    signed = record_pb2.SignedRefusal()
    return signed if any(detail.Unpack(signed) for detail in _status(fault).details) else None


def _passes(fault: grpc.aio.AioRpcError, told: float | None) -> bool:
    code = fault.code()
    if code in WITH_A_PAUSE:
        return told is not None
    return code in PASSING or (code in BROKEN and not _status(fault).details)


def _retry_pause(fault: grpc.aio.AioRpcError) -> float | None:
    """Read the pause that the service asks for, in seconds."""
    info = status_pb2.RetryInfo()
    for detail in _status(fault).details:
        if detail.Unpack(info):
            return info.retry_delay.seconds + info.retry_delay.nanos / 1e9
    return None


def _path(fault: grpc.aio.AioRpcError) -> str:
    bad = status_pb2.BadRequest()
    found = [
        bad.field_violations[0].field for row in _status(fault).details if row.Unpack(bad) and bad.field_violations
    ]
    return found[0] if found else ""


def _status(fault: grpc.aio.AioRpcError) -> status_pb2.Status:
    trailers: Any = fault.trailing_metadata() or ()
    data = next((value for key, value in trailers if key == DETAILS), b"")
    return status_pb2.Status.FromString(data)

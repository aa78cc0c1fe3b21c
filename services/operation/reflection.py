"""Reflection, behind the same limits as everything else that needs no token."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable
from typing import TYPE_CHECKING, Any, Final

import grpc
from google.protobuf.message import DecodeError
from grpc_reflection.v1alpha import reflection, reflection_pb2

from services.rpc.access.slots import REFLECTIONS, OpenSlots
from services.rpc.wire_values import Invalid

if TYPE_CHECKING:
    from services.rpc.access.interceptor import AccessInterceptor

SERVICE: Final = reflection.SERVICE_NAME


def reflection_handler(interceptor: AccessInterceptor, names: Iterable[str]) -> grpc.GenericRpcHandler:
    """Make the handler of the service; it describes these services."""
    servicer: Any = reflection.aio.ReflectionServicer(names)

    async def answer(data: bytes) -> AsyncGenerator[bytes, None]:
        async def asked() -> AsyncGenerator[reflection_pb2.ServerReflectionRequest, None]:
            yield _read(data)

        async for response in servicer.ServerReflectionInfo(asked(), None):
            yield response.SerializeToString()

    path = f"/{SERVICE}/ServerReflectionInfo"
    handler = interceptor.open_stream(path, OpenSlots(REFLECTIONS), answer, one=False)
    return grpc.method_handlers_generic_handler(SERVICE, {"ServerReflectionInfo": handler})


def _read(data: bytes) -> reflection_pb2.ServerReflectionRequest:
    try:
        return reflection_pb2.ServerReflectionRequest.FromString(data)
    except DecodeError:
        raise Invalid("", "the request is no message of this method") from None

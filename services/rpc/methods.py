"""The methods of the contract: who may call which, read from the marks of every rpc."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, Final

import grpc
from google.protobuf import descriptor_pool
from google.protobuf.descriptor import FieldDescriptor, MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from msgspec import Struct

from wargame.v1 import options_pb2

HEADER: Final = "wargame.v1.Header"
HEADER_NUMBER: Final = 100
SMALL: Final = 64 * 1024
LARGE: Final = 1024 * 1024


class Unmarked(Exception):
    """A method has no roles that may call it; the service does not start."""


class NoMethods(grpc.GenericRpcHandler):
    """Takes what no other handler knows, so that it is refused with a status like ours."""

    def __init__(self, refuse: Callable[[str], Any]) -> None:
        self._refuse = refuse

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:
        """Give the handler that refuses the method."""
        return self._refuse(handler_call_details.method)


class Method(Struct, frozen=True):
    """One rpc: its types, the roles that may call it, and the most bytes that a request may have."""

    service: str
    name: str
    request: type[Message]
    response: type[Message]
    roles: frozenset[int]
    most: int
    open: bool
    command: bool
    takes_stream: bool
    gives_stream: bool

    @property
    def path(self) -> str:
        """Full name, as gRPC sends it."""
        return f"/{self.service}/{self.name}"


def methods_of(service: str) -> dict[str, Method]:
    """Read the methods of a service by its full name; its `_pb2` module is imported where it is not.

    Raises LookupError where there is no such service, Unmarked where a method has no roles.
    """
    found = [_method(descriptor) for descriptor in _descriptor(service).methods]
    unmarked = [method.path for method in found if not method.roles and not method.open]
    if unmarked:
        raise Unmarked(f"{', '.join(unmarked)} may be called by nobody: set option `by` in the contract")
    return {method.name: method for method in found}


def _descriptor(service: str) -> ServiceDescriptor:
    pool = descriptor_pool.Default()
    try:
        return pool.FindServiceByName(service)
    except KeyError:
        package, _, name = service.rpartition(".")
    try:
        import_module(f"{package}.{name.lower()}_pb2")
        return pool.FindServiceByName(service)
    except (ImportError, KeyError):
        raise LookupError(f"no service {service}: run `make proto`, or import its module before") from None


def _with_heads(roles: Iterable[int]) -> frozenset[int]:
    """What a referee may call a head referee may call, too."""
    found = frozenset(roles)
    heads = {options_pb2.ROLE_HEAD_REFEREE} if options_pb2.ROLE_REFEREE in found else set()
    return found | heads


def _method(method: MethodDescriptor) -> Method:
    marks: Any = method.GetOptions().Extensions
    header = method.input_type.fields_by_name.get("header")
    return Method(
        service=method.containing_service.full_name,
        name=method.name,
        request=GetMessageClass(method.input_type),
        response=GetMessageClass(method.output_type),
        roles=_with_heads(marks[options_pb2.by]),
        most=LARGE if marks[options_pb2.uploads] else SMALL,
        open=marks[options_pb2.open],
        command=header is not None and header.number == HEADER_NUMBER and _type_name(header) == HEADER,
        takes_stream=method.client_streaming,
        gives_stream=method.server_streaming,
    )


def _type_name(field: FieldDescriptor) -> str:
    return field.message_type.full_name if field.message_type is not None else ""

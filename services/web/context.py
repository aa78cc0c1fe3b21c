"""One call from the web as those see it who serve it: the same to them as a call by gRPC."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from typing import Any, Final, NoReturn

import grpc

from services.rpc.access.statuses import DETAILS, Status
from services.web.answers import Headers

# What of the headers means something to a handler, or goes along to another process.
PASSED: Final = frozenset({b"authorization", b"x-request-id", b"traceparent", b"tracestate"})


class Aborted(Exception):
    """The call has ended with a status that is not OK."""


class WebContext:
    """A call: whose it is, and how it ends."""

    def __init__(self, headers: Headers, peer: str) -> None:
        self._peer = peer
        self._metadata = tuple(
            (key.decode("latin-1"), value.decode("latin-1")) for key, value in headers if key in PASSED
        )
        self.trailing: tuple[tuple[str, Any], ...] = ()
        self.status: Status | None = None

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        """Give the headers that mean something to a handler."""
        return self._metadata

    def peer(self) -> str:
        """Say from where the call comes."""
        return self._peer

    def peer_identities(self) -> None:
        """No process of the deployment calls from the web."""

    def time_remaining(self) -> float | None:
        """Give the seconds that the caller still waits."""
        return None

    def set_trailing_metadata(self, trailing_metadata: Iterable[tuple[str, Any]], /) -> None:
        """Set what goes back behind the answer."""
        self.trailing = tuple(trailing_metadata)

    async def abort(
        self, code: grpc.StatusCode, details: str = "", trailing_metadata: Iterable[tuple[str, Any]] = (), /
    ) -> NoReturn:
        """End the call with a status."""
        found = tuple(trailing_metadata)
        packed = [value for key, value in found if key == DETAILS]
        self.status = Status.FromString(packed[0]) if packed else Status(code=code.value[0], message=details)
        self.trailing = tuple((key, value) for key, value in found if key != DETAILS)
        raise Aborted


def peer_of(client: tuple[str, int] | None, connection: tuple[str, int] | None) -> str:
    """Write a peer as the gRPC library does; what a proxy says of it counts where it is an address."""
    for found in (client, connection):
        try:
            host, port = ip_address(found[0] if found else ""), found[1] if found else 0
        except ValueError:
            continue
        return f"ipv4:{host}:{port}" if host.version == 4 else f"ipv6:[{host}]:{port}"  # noqa: PLR2004  (IPv4)
    return "unix:"

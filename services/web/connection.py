"""A connection of the web edge: uvicorn's, with an end to those that send or read too slowly."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from services.rpc.access.slots import address_of

if TYPE_CHECKING:
    from uvicorn.config import Config
    from uvicorn.server import ServerState

Network: TypeAlias = IPv4Network | IPv6Network
# From the first byte of a request, or the beginning of the connection, to the end of its headers.
HEADERS_SECONDS: Final = 10.0
# Of what waits for a reader, so much has to be taken in such a time.
READ_BYTES: Final = 64 * 1024
READ_SECONDS: Final = 10.0
# Between an answer and the next request on the same connection.
IDLE_SECONDS: Final = 75
# How long the rest of a request is taken and dropped that was answered before it had come.
UNREAD_SECONDS: Final = 1.0
# How long a connection that is closed may take to be rid of what was written.
LINGER_SECONDS: Final = 10.0
# After so long the system gives up a connection whose other side does not answer at all.
SILENT_SECONDS: Final = 60


class Room:
    """How many connections there may be: of an address (0 for any number), in all; `closed` is told of each refused.

    Proxies of ours count as nobody: theirs are those of many callers.
    """

    def __init__(self, of_address: int, total: int, proxies: Iterable[Network], closed: Callable[[], object]) -> None:
        self._of_address = of_address
        self._total = total
        self._proxies = tuple(proxies)
        self._closed = closed
        self._addresses: Counter[str] = Counter()
        self.open = 0

    def take(self, host: str, peer: str) -> bool:
        """Take a place; whether there was one."""
        address = address_of(peer)
        full = 0 < self._of_address <= self._addresses[address] and not self._is_proxy(host)
        if full or self.open >= self._total:
            self._closed()
            return False
        self.open += 1
        self._addresses[address] += 1
        return True

    def _is_proxy(self, host: str) -> bool:
        return any(ip_address(host) in network for network in self._proxies)

    def give_back(self, peer: str) -> None:
        """Give a place back."""
        address = address_of(peer)
        self.open -= 1
        self._addresses[address] -= 1
        if not self._addresses[address]:
            del self._addresses[address]


class Connection(H11Protocol):
    """One connection; `gone` is done once it has ended."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        room: Room,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        loaded: Any = config.loaded_app

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await loaded({**scope, "connection": self}, receive, send)

        self.app = app
        self.gone: asyncio.Future[None] = self.loop.create_future()
        self._room = room
        self._placed = ""
        self._slow_sender: asyncio.TimerHandle | None = None
        self._slow_reader: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place, or end."""
        super().connection_made(transport)
        host, port = self.client or ("", 0)
        peer = f"ipv6:[{host}]:{port}" if ":" in host else f"ipv4:{host}:{port}"
        if not self._room.take(host, peer):
            transport.abort()
            return
        self._placed = peer
        _end_when_silent(transport)
        self._expect_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back, and tell those who answer."""
        super().connection_lost(exc)
        if self._placed:
            self._room.give_back(self._placed)
            self._placed = ""
        for timer in (self._slow_sender, self._slow_reader):
            if timer is not None:
                timer.cancel()
        self._unset_keepalive_if_required()
        if not self.gone.done():
            self.gone.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Wait for the end of headers no longer than so."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._headers_came()
        elif self._slow_sender is None:
            self._expect_headers()

    def _expect_headers(self) -> None:
        self._slow_sender = self.loop.call_later(HEADERS_SECONDS, self._abort)

    def _headers_came(self) -> None:
        if self._slow_sender is not None:
            self._slow_sender.cancel()
            self._slow_sender = None

    def pause_writing(self) -> None:
        """Look from now on whether anything is read."""
        super().pause_writing()
        self._look_at_reader(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """Stop looking."""
        super().resume_writing()
        if self._slow_reader is not None:
            self._slow_reader.cancel()
            self._slow_reader = None

    def _look_at_reader(self, waiting: int) -> None:
        def look() -> None:
            left = self.transport.get_write_buffer_size()
            if waiting - left < min(READ_BYTES, waiting // 2):
                self._abort()
            else:
                self._look_at_reader(left)

        self._slow_reader = self.loop.call_later(READ_SECONDS, look)

    def timeout_keep_alive_handler(self) -> None:
        """Close, and do not wait for ever for what was written to be read."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(LINGER_SECONDS, self._abort)

    def close_unless_read(self) -> None:
        """Close in a moment what still sends a request that was answered already; its answer is read until then."""
        answered = self.cycle
        if self.conn.their_state is not h11.SEND_BODY:
            return

        def look() -> None:
            if self.cycle is answered and self.conn.their_state is h11.SEND_BODY:
                self.transport.close()
                self.loop.call_later(LINGER_SECONDS, self._abort)

        self.loop.call_later(UNREAD_SECONDS, look)

    def _abort(self) -> None:
        self.transport.abort()


def _end_when_silent(transport: asyncio.Transport) -> None:
    own = transport.get_extra_info("socket")
    with suppress(OSError, AttributeError):
        own.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        own.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, SILENT_SECONDS)
        own.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * SILENT_SECONDS)

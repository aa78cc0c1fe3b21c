"""The web edge's listener: uvicorn's protocol in the loop of the service, without its process."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable, Iterable
from functools import partial
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any, Final

import grpc
import uvicorn
from uvicorn.server import ServerState

from services.web.app import WebApp
from services.web.connection import IDLE_SECONDS, Connection, Room
from services.web.cors import Cors
from services.web.pages import Pages

if TYPE_CHECKING:
    from services.config import Config
    from services.register.serving import RegisterFiles

CONNECTIONS: Final = 4_096
BACKLOG: Final = 512
HANDSHAKE_SECONDS: Final = 10.0
HEADERS_BYTES: Final = 16 * 1024
# How long the last answers may take to be sent when the service stops.
ANSWER_SECONDS: Final = 0.5


class WebServer:
    """Listens at config.web from the beginning, answers between `start` and `close`."""

    def __init__(
        self,
        config: Config,
        handlers: Iterable[grpc.GenericRpcHandler],
        pages: Pages,
        closed: Callable[[], object],
        register: RegisterFiles | None = None,
        fault: Callable[[], str] = str,
    ) -> None:
        """Bind the address; `fault()` says why the service is not ready.

        Raises OSError.
        """
        self._socket = _bound(config.web, shared=config.shared)
        self._ssl = _tls(config) if config.web_is_public else None
        self._room = Room(config.connections_of_address, CONNECTIONS, map(ip_network, config.proxies), closed)
        self._state = ServerState()
        self._config = uvicorn.Config(
            WebApp(handlers, Cors(config.origins), pages, register, fault),
            lifespan="off",
            ws="none",
            http="h11",
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=False,
            proxy_headers=bool(config.proxies),
            forwarded_allow_ips=sorted(config.proxies),
            timeout_keep_alive=IDLE_SECONDS,
            h11_max_incomplete_event_size=HEADERS_BYTES,
        )
        self._server: asyncio.Server | None = None
        self._stopped = False
        self.address = f"{config.web.rpartition(':')[0]}:{self._socket.getsockname()[1]}"

    @property
    def connections(self) -> int:
        """Number of open connections."""
        return self._room.open

    async def start(self) -> None:
        """Answer from now on."""
        self._config.load()
        make: Any = partial(Connection, self._config, self._state, {}, room=self._room)
        tls: dict[str, Any] = {"ssl": self._ssl, "ssl_handshake_timeout": HANDSHAKE_SECONDS} if self._ssl else {}
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(make, sock=self._socket, backlog=BACKLOG, **tls)

    def stop_listening(self) -> None:
        """Take no more connections; those that are idle end."""
        if self._stopped:
            return
        self._stopped = True
        if self._server is not None:
            self._server.close()
        self._socket.close()
        for connection in list(self._state.connections):
            connection.shutdown()

    async def close(self) -> None:
        """End all connections, once what was answered is sent."""
        self.stop_listening()
        if self._state.tasks:
            await asyncio.wait(set(self._state.tasks), timeout=ANSWER_SECONDS)
        left: Any = set(self._state.connections)
        for connection in left:
            connection.transport.close()
        if left:
            await asyncio.wait({connection.gone for connection in left}, timeout=ANSWER_SECONDS)
        for connection in left:
            connection.transport.abort()


def _bound(address: str, *, shared: bool) -> socket.socket:
    host, _, port = address.rpartition(":")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    own = socket.socket(family, socket.SOCK_STREAM)
    try:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        own.bind((host.strip("[]"), int(port)))
    except OSError:
        own.close()
        raise OSError(
            f"{address} (--web) can not be listened on: it is in use, or not an address of this machine"
        ) from None
    own.setblocking(False)
    return own


def _tls(config: Config) -> ssl.SSLContext:
    made = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    made.set_alpn_protocols(["http/1.1"])
    if config.tls_cert is not None and config.tls_key is not None:
        made.load_cert_chain(config.tls_cert, config.tls_key)
    return made

"""A gate between a client and a server: it can be cut, as a partition does, and led elsewhere, as a failover does."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Self


class Gate:
    """Forwards connections to `target`; while `cut`, what is sent goes nowhere and nobody is told."""

    def __init__(self, target: int) -> None:
        """Lead to a port of this machine."""
        self.target = target
        self.cut = False
        self.port = 0
        self._writers: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Self:
        """Listen."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close all."""
        self._server.close()
        self.close_connections()

    def lead_to(self, target: int) -> None:
        """Take new connections to another port, and end those that there are."""
        self.target = target
        self.close_connections()

    def close_connections(self) -> None:
        """End all connections."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        self._writers.add(back)
        await asyncio.gather(self._forward(reader, back), self._forward(there, writer))

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                if not self.cut:
                    writer.write(data)
                    await writer.drain()
        writer.transport.abort()

"""A bad line between two programs: it delays, stalls, breaks in the middle of a message, and closes one direction."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress

from tests.services.gate import Gate

CHUNK = 65_536
SLOW_SECONDS = 0.05


class BadLine(Gate):
    """Forwards connections; what happens to them is changed while it runs, by `worsen` or by hand."""

    def __init__(self, target: int, seed: int = 1) -> None:
        super().__init__(target)
        self.slow = False
        self._random = random.Random(seed)
        self._open: list[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = []

    async def worsen(self, stop: asyncio.Event, pause: float = 0.4) -> int:
        """Do one thing after the other to the line until told to stop, then leave it whole; how many it were."""
        count = 0
        while not stop.is_set():
            await asyncio.sleep(self._random.uniform(0.3, 1.0) * pause)
            await self._random.choice((self._stall, self._delay, self._break, self._half_close))()
            count += 1
        self.cut = self.slow = False
        # what was swallowed while it was cut is gone: those connections are of no more use
        self.close_connections()
        return count

    async def _stall(self) -> None:
        """Swallow what is sent, tell nobody, then break."""
        self.cut = True
        await asyncio.sleep(self._random.uniform(0.1, 0.6))
        self.cut = False
        self.close_connections()

    async def _delay(self) -> None:
        self.slow = True
        await asyncio.sleep(self._random.uniform(0.2, 0.6))
        self.slow = False

    async def _break(self) -> None:
        """Reset all connections, wherever in a message they are."""
        self.close_connections()

    async def _half_close(self) -> None:
        """Close one direction of each connection; the other goes on for a moment."""
        for pair in self._open:
            with suppress(OSError, RuntimeError):
                self._random.choice(pair).write_eof()
        await asyncio.sleep(0.2)
        self.close_connections()

    def close_connections(self) -> None:
        """End all connections."""
        self._open.clear()
        super().close_connections()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        self._writers.add(back)
        self._open.append((writer, back))
        await asyncio.gather(self._forward(reader, back), self._forward(there, writer))

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            # small pieces while it is slow, so that a break comes in the middle of a message
            while data := await reader.read(64 if self.slow else CHUNK):
                if self.slow:
                    await asyncio.sleep(self._random.uniform(0, SLOW_SECONDS))
                if not self.cut:
                    writer.write(data)
                    await writer.drain()
        writer.transport.abort()

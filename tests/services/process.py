"""The toy service as a process of its own, which a test can kill."""

from __future__ import annotations

import asyncio
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import grpc

from tests.services.fixtures import Client

ROOT = Path(__file__).parents[2]


class Process:
    """A service that can be killed."""

    def __init__(self, folder, listen=""):
        self.folder = folder
        self.socket = listen or f"unix:{folder}/service.sock"

    async def start(self):
        command = [sys.executable, "-m", "tests.services.toy_server", str(self.folder), self.socket]
        self.process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
        assert self.process.stdout is not None
        self.line = (await asyncio.wait_for(self.process.stdout.readline(), 90)).decode()

    async def end(self, how):
        self.process.send_signal(how)
        return await asyncio.wait_for(self.process.wait(), 60)

    @property
    def owner(self):
        return (self.folder / "owner.token").read_text().strip()

    @asynccontextmanager
    async def client(self):
        async with grpc.aio.insecure_channel(self.socket) as channel:
            yield Client(channel)

"""One run: players play while something is done to the service, then all must have come out right."""

from __future__ import annotations

import asyncio
import hashlib
import os
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
import msgspec

from adjudicator.kernel.record.log import EventLog
from replays.audit.audit import audit
from services.sessions.session import RecordStart
from tests.services.fixtures import Client, ToyGame, toy_rules
from tests.torture.checker import check
from tests.torture.history import Figures, History, Stored
from tests.torture.players import CHANNEL, open_games, seat_players

SECONDS = float(os.environ.get("TORTURE_SECONDS", "6"))
GAMES = int(os.environ.get("TORTURE_GAMES", "4"))
# What is under way when the faults are over has this long to come to its end.
SETTLE_SECONDS = 60.0
# A fault that has not been done and healed within this is none that ends.
HARM_SECONDS = 600.0


class Run:
    """Players, what they were told, and the judgement at the end."""

    def __init__(
        self, name: str, folder: Path, addresses: Sequence[str], owner: str, *, old_reads: bool = False
    ) -> None:
        self.name = name
        self.folder = folder
        self.addresses = addresses
        self.owner = owner
        self.history = History(old_reads=old_reads)
        self.games: list[ToyGame] = []
        self.count = 0

    async def play(
        self,
        harm: Callable[[asyncio.Event], Awaitable[int]],
        *,
        seconds: float = SECONDS,
        patience: float = SETTLE_SECONDS,
        **terms: Any,
    ) -> None:
        """Play while `harm` is done, which gives the number of faults and ends, all healed, when its event is set."""
        self.games = await open_games(self.history, self.addresses[0], self.owner, GAMES, **terms)
        stop, calm = asyncio.Event(), asyncio.Event()
        players = seat_players(self.history, self.games, self.addresses)
        playing = [asyncio.create_task(player.play(stop)) for player in players]
        harming = asyncio.ensure_future(harm(calm))
        await asyncio.wait({harming}, timeout=seconds)
        calm.set()
        self.count = await asyncio.wait_for(harming, HARM_SECONDS)
        # what the faults have left behind is met once more, in peace
        await asyncio.sleep(0.5)
        stop.set()
        _, late = await asyncio.wait(playing, timeout=patience)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        for task in playing:
            if task not in late:
                task.result()

    async def judge(self, log: EventLog, *, editions: Mapping[str, Any] | None = None) -> Figures:
        """Compare what was told with the log, and let the checker and the audit say what they think of it.

        AssertionError where anything is wrong.
        """
        figures = self.history.figures(logs := await self.logs(log))
        began = time.monotonic()
        verdict = self.linearizable(logs)
        checked = time.monotonic() - began
        print(f"\n{self.name}: faults done {self.count}, {figures.text()}", flush=True)
        if verdict is not None:
            print(f"  linearizable: {verdict}, checked in {checked:.1f} s", flush=True)
            assert verdict["not_linearizable"] == []
            assert verdict["not_decided"] == []
        assert figures.wrong == {}, (self.history.faults, self.internal_errors())
        assert figures.acknowledged > 0
        assert self.count > 0
        await self._audit(editions or {})
        return figures

    def internal_errors(self) -> list[str]:
        """Find the faults of the service itself in its logs."""
        lines = [line for path in self.folder.glob("*.log") for line in path.read_text().splitlines()]
        return [line for line in lines if "internal error" in line]

    async def logs(self, log: EventLog) -> dict[bytes, list[Stored]]:
        """Read all logs from the store."""
        found = {}
        for game in self.games:
            entries = [entry async for entry in log.read(game.id)]
            found[game.id] = [
                Stored(entry.seq, msgspec.msgpack.decode(entry.record, type=RecordStart).command[0], entry.hash)
                for entry in entries
            ]
        return found

    def linearizable(self, logs: Mapping[bytes, list[Stored]]) -> dict[str, Any] | None:
        """Let the checker judge the history; None where Go is missing."""
        path = self.folder / "history.jsonl"
        self.history.write(path, logs)
        return check(path)

    async def _audit(self, editions: Mapping[str, Any]) -> None:
        """Audit a replay file of each game, as the service exports it."""
        async with grpc.aio.insecure_channel(self.addresses[-1], CHANNEL) as channel:
            for game in self.games:
                game.client = Client(channel)
                data = b"".join([chunk.data async for chunk in game.start("Export", "auditor")])
                report = audit(data, levels=("L0", "L1"), find=lambda _: release(""))
                wrong = [finding for finding in report.findings if finding.severity == "error"]
                assert wrong == [], (self.name, game.id.hex())


def release(edition: str) -> tuple[Any, bytes]:
    """Give the toy as a release of this edition has it, "" for its own, and the digest of that release."""
    rules = replace(toy_rules(), edition=edition) if edition else toy_rules()
    return rules, hashlib.sha256(f"toy {rules.edition}".encode()).digest()

"""A kept game of a ruleset, served: its log is that of a replay file, in which all secrets are open."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import msgspec

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.kernel.record.chain import GENESIS_PREV, entry_hash
from adjudicator.kernel.record.log import MemoryLog
from adjudicator.kernel.record.record import OpenedPart
from adjudicator.registry import rules_of
from replays.bundle import Bundle, read_bundle
from replays.page.boards import Boards
from replays.page.game_states import ReplayGame
from replays.page.telling import EntryTeller
from services.config import Config
from services.rpc.access.credentials import Role
from services.server import serving
from services.store.redis_keys import MemoryKeys
from tests.services.fixtures import Client
from wargame.v1 import boards_pb2

HISTORY = Path(__file__).parents[2] / "replays/history"
ROLES = {SPECTATOR: Role.SPECTATOR, 0: Role.SEAT, 1: Role.SEAT}
LAYERS = ("cells", "items")


def kept(name: str, most: int | None = None) -> Bundle:
    """Read the latest kept game of a ruleset, its first entries."""
    path = max(HISTORY.glob(f"{name}-*[0-9].replay.gz"))
    bundle = read_bundle(gzip.decompress(path.read_bytes()))
    return msgspec.structs.replace(bundle, records=bundle.records[:most]) if most else bundle


class Kept(Client):
    """A service with one game, and tokens of all who may look on."""

    def __init__(self, channel: grpc.aio.Channel, service: Any, log: Any, game: bytes, tokens: dict[int, str]) -> None:
        super().__init__(channel)
        self.service, self.log, self.game, self.tokens = service, log, game, tokens

    async def read(self, viewer: int, **asked: Any) -> list[boards_pb2.BoardStep]:
        """Read steps as a party."""
        request = boards_pb2.ReadBoardsRequest(game=self.game, **asked)
        return [step async for step in self.start("ReadBoards", self.tokens[viewer], request)]

    def watch(self, viewer: int, **asked: Any) -> Any:
        """Begin to watch as a party."""
        return self.start("WatchBoards", self.tokens[viewer], boards_pb2.WatchBoardsRequest(game=self.game, **asked))

    async def append(self, bundle: Bundle, first: int, last: int) -> None:
        """Append these entries of a file to the log."""
        head = entry_hash(bundle.records[first - 2]) if first > 1 else GENESIS_PREV
        for seq in range(first, last + 1):
            rows = [OpenedPart(*row) for row in bundle.openings(seq)]
            record = bundle.records[seq - 1]
            await self.log.append(self.game, seq, head, record, msgspec.msgpack.encode(rows) if rows else None)
            head = entry_hash(record)


@asynccontextmanager
async def serve_kept(folder: Path, name: str, bundle: Bundle, first: int | None = None) -> AsyncIterator[Kept]:
    """Serve the first entries of a file."""
    rules = rules_of(name)
    game = ReplayGame(bundle, rules).entries[0].game
    log = MemoryLog(asyncio.Event)
    config = Config(listen="127.0.0.1:0", data=folder)
    async with (
        serving(config, log, MemoryKeys(), {name: rules}) as service,
        grpc.aio.insecure_channel(service.address) as channel,
    ):
        tokens = {
            viewer: await service.credentials.make(role, game, viewer if role is Role.SEAT else None)
            for viewer, role in ROLES.items()
        }
        served = Kept(channel, service, log, game, tokens)
        await served.append(bundle, 1, first or len(bundle.records))
        yield served


def from_file(name: str, bundle: Bundle, viewer: int) -> tuple[list[Any], list[Any]]:
    """Tell and draw a file as its page does: the rows of the log, and the scenes after each entry."""
    game = ReplayGame(bundle, rules_of(name))
    teller, boards = EntryTeller(game.rules, game.names, viewer), Boards(game, viewer)
    rows: list[Any] = []
    for step in game.steps():
        rows.append(teller.entry(step))
        boards.add(step)
    scenes: list[Any] = []
    for frame in boards.frames.found:
        scenes.append(frame and (frame["key"] if "key" in frame else changed(scenes[-1], frame)))
    return rows, scenes


def changed(before: Any, change: Any) -> Any:
    """Apply a change to the scene before it, as docs/board.md says."""
    after = {**before, **change.get("all", {})}
    for layer in LAYERS:
        rows = {row["id"]: row for row in before[layer]}
        rows |= {row["id"]: row for row in change.get(layer, {}).get("set", ())}
        after[layer] = [rows[key] for key in change.get(layer, {}).get("order", [row["id"] for row in before[layer]])]
    return after


def scenes_of(steps: list[boards_pb2.BoardStep]) -> list[Any]:
    """Put the boards of a stream together."""
    found: list[Any] = []
    for step in steps:
        if step.HasField("scene"):
            found.append(json.loads(step.scene))
        elif step.HasField("change"):
            found.append(changed(found[-1], json.loads(step.change)))
    return found

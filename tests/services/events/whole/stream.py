"""The stream of an event, followed by a thread from its first entry on, over every death of the service."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

import grpc

from services.rpc.methods import methods_of
from tests.conformance.by_offers.offer_player import KERNEL
from tests.services.events.whole.table import PATIENCE, Table, bearer
from wargame.v1 import events_pb2

if TYPE_CHECKING:
    from tests.services.events.whole.event import WholeEvent


class Followed:
    """What the stream has told, by game and entry."""

    def __init__(self, event: WholeEvent) -> None:
        self.event = event
        self.told: dict[bytes, dict[int, Any]] = {}
        self.faults: list[grpc.RpcError] = []
        self._position = events_pb2.FeedPosition()
        self._call: Any = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._read()
            except grpc.RpcError as error:
                if self._ended.is_set():
                    return
                if error.code() is grpc.StatusCode.OUT_OF_RANGE:
                    self._position = events_pb2.FeedPosition()  # the feed was made anew
                elif error.code() is not grpc.StatusCode.UNAVAILABLE:
                    self.faults.append(error)
                    return
            time.sleep(0.05)

    def _read(self) -> None:
        method = methods_of(f"{KERNEL}.Events")["Follow"]
        stub: Any = self.event.channel.unary_stream(
            method.path,
            request_serializer=lambda sent: sent.SerializeToString(),
            response_deserializer=method.response.FromString,
        )
        request = events_pb2.FollowEventRequest(event=self.event.id, after=self._position)
        self._call = stub(request, metadata=bearer(self.event.head))
        for entry in self._call:
            self.told.setdefault(entry.game, {})[entry.seq] = entry
            self._position = entry.position

    def check(self, tables: list[Table]) -> None:
        """Every entry of every game was told, and the last of each says of it what the game says."""
        end = time.monotonic() + PATIENCE
        due = {table.game: table.facts() for table in tables}
        while time.monotonic() < end and not all(
            facts.receipt.seq in self.told.get(game, {}) for game, facts in due.items()
        ):
            time.sleep(0.05)
        self._ended.set()
        self._call.cancel()
        self._thread.join(PATIENCE)
        assert self.faults == []
        assert set(self.told) == set(due)
        for table in tables:
            facts, told = due[table.game], self.told[table.game]
            assert sorted(told) == list(range(1, facts.receipt.seq + 1)), table.ruleset
            last = told[facts.receipt.seq]
            assert (last.hash, last.row.status) == (facts.receipt.hash, events_pb2.EVENT_GAME_STATUS_FINISHED)
            assert last.row.result == facts.result, table.ruleset
            assert [told[entry.seq].command for entry in table.entries()] == [row.command for row in table.entries()]

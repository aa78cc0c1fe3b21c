"""What an event costs: appends that tell of themselves, a list of its games, and a stream of all that happens.

Run it with `python -m services.bench.events`; it starts a service and a store of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import grpc
import uvloop

from adjudicator.kernel.record.chain import GENESIS_PREV, entry_hash
from adjudicator.kernel.record.log import Told
from services.bench.load import running_process
from services.config import Config
from services.events.opening import draw_id
from services.rpc.methods import methods_of
from services.store.event_feeds import event_store
from services.store.redis_log import RedisLog
from services.store.storage import storage
from wargame.v1 import events_pb2, options_pb2, protocol_pb2

RULESET: Final = "tile_formations"
RECORD, DIGEST, ROW = secrets.token_bytes(550), secrets.token_bytes(260), secrets.token_bytes(90)
FLIGHT: Final = 64
APPENDS: Final = 1_920
BATCH: Final = 500
ENTRIES_A_MINUTE: Final = 2_000
PHASE_SECONDS: Final = 20.0


async def main(games: int, playing: int) -> None:
    """Measure all, and print it."""
    with TemporaryDirectory() as folder:
        await measure_appends(Path(folder))
    with TemporaryDirectory() as folder:
        await measure_service(Path(folder), games, playing)


# -- appends


async def measure_appends(folder: Path) -> None:
    """Compare appends that tell of themselves with those that do not, in turns."""
    async with storage(Config(listen=f"unix:{folder}/none.sock", data=folder)) as (log, _):
        if not isinstance(log, RedisLog):
            raise TypeError("the bench needs a store")
        feeds = event_store(log)
        for flight in (1, FLIGHT):
            plain, telling = [], []
            for _ in range(5):
                plain.append(await appends(log, flight, None))
                telling.append(await appends(log, flight, secrets.token_bytes(16)))
            ratio = statistics.median(b / a for a, b in zip(plain, telling, strict=True))
            one, other = (1e6 * statistics.median(times) for times in (plain, telling))
            say(f"append, {flight} in flight: plain {one:.0f} us, with its event {other:.0f} us, ratio {ratio:.2f}")
        await feeds.aclose()


async def appends(log: RedisLog, flight: int, event: bytes | None) -> float:
    """Give the seconds that an append takes, of so many games at once."""
    told = None if event is None else Told(event, DIGEST, ROW)
    count = APPENDS // FLIGHT

    async def game() -> None:
        game_id = draw_id(event, 0) if event is not None else secrets.token_bytes(16)
        head = GENESIS_PREV
        for seq in range(1, count + 1):
            await log.append(game_id, seq, head, RECORD, None, told)
            head = entry_hash(RECORD)

    began = time.perf_counter()
    await asyncio.gather(*(game() for _ in range(flight)))
    return (time.perf_counter() - began) / (count * flight)


# -- a service


class Caller:
    """Calls of a service with one token."""

    def __init__(self, channel: grpc.aio.Channel, token: str) -> None:
        self._channel = channel
        self.token = token

    def call(self, service: str, name: str, /, **fields: Any) -> Any:
        """Begin a call."""
        method = methods_of(f"wargame.v1.{service}")[name]
        make = self._channel.unary_stream if method.gives_stream else self._channel.unary_unary
        stub: Any = make(
            method.path, request_serializer=lambda data: data, response_deserializer=method.response.FromString
        )
        request: Any = method.request(**fields)
        return stub(request.SerializeToString(), metadata=(("authorization", f"Bearer {self.token}"),))


async def measure_service(folder: Path, games: int, playing: int) -> None:
    """Open so many games, list them, and follow some of them that are played."""
    listen = f"unix:{folder}/service.sock"
    program = Path(sys.executable).with_name("adjudicator")
    flags = ("--listen", listen, "--data", str(folder), "--log-level", "error", "--no-limited")
    options = [("grpc.max_receive_message_length", 64 << 20)]
    async with (
        running_process(str(program), "serve", *flags) as pid,
        grpc.aio.insecure_channel(listen, options=options) as channel,
    ):
        owner = Caller(channel, owner_token(folder))
        event, opened = await open_event(owner, games)
        await measure_list(owner, event)
        made = await owner.call(
            "Events",
            "MakeToken",
            event=event,
            command_id=secrets.token_bytes(16),
            role=options_pb2.ROLE_REFEREE,
            name="rita",
        )
        referee = Caller(channel, made.token)
        await measure_stream(pid, owner, referee, event, opened[:playing])


def owner_token(folder: Path) -> str:
    """Read the token that the service has made."""
    return (folder / "owner.token").read_text().strip()


async def open_event(owner: Caller, games: int) -> tuple[bytes, list[bytes]]:
    """Create an event and open its games."""
    rulesets = [events_pb2.RulesetTerms(ruleset=RULESET, profile=protocol_pb2.PROFILE_P0)]
    terms = events_pb2.EventTerms(name="bench", rulesets=rulesets, referee=True)
    roster = [events_pb2.Person(name=name) for name in ("anna", "ben")]
    sheet = await owner.call("Events", "Create", command_id=secrets.token_bytes(16), terms=terms, roster=roster)
    seats = [events_pb2.EventSeat(person=person.name) for person in roster]
    opened: list[bytes] = []
    began = time.perf_counter()
    for first in range(0, games, BATCH):
        pairings = [
            events_pb2.Pairing(ruleset=RULESET, round=str(first // BATCH), table=str(number), seats=seats)
            for number in range(min(BATCH, games - first))
        ]
        request = {"event": sheet.event, "command_id": secrets.token_bytes(16), "pairings": pairings}
        opened += [row.game async for row in owner.call("Events", "OpenGames", **request)]
    say(f"opening: {len(opened) / (time.perf_counter() - began):.0f} games a second")
    return sheet.event, opened


async def measure_list(owner: Caller, event: bytes) -> None:
    """List all games, the first time and then again."""
    first = await timed(lambda: owner.call("Events", "Games", event=event, page_size=2_000))
    again = [await timed(lambda: owner.call("Events", "Games", event=event, page_size=2_000)) for _ in range(9)]
    say(f"list of all games: first {1000 * first:.1f} ms, then {1000 * statistics.median(again):.1f} ms (median of 9)")


async def timed(call: Callable[[], Awaitable[Any]]) -> float:
    """Give the seconds of a call."""
    began = time.perf_counter()
    await call()
    return time.perf_counter() - began


async def measure_stream(pid: int, owner: Caller, referee: Caller, event: bytes, games: list[bytes]) -> None:
    """Let entries come at their rate, without a stream and with one; the difference is what the stream costs."""
    without = await played(pid, referee, games)
    position = (await owner.call("Events", "Games", event=event, page_size=1)).position
    stream = owner.call("Events", "Follow", event=event, after=position)
    seen: list[int] = []

    async def read() -> None:
        while (entry := await stream.read()) is not grpc.aio.EOF:
            seen.append(entry.position.number)

    reading = asyncio.ensure_future(read())
    with_stream = await played(pid, referee, games)
    stream.cancel()
    await asyncio.wait({reading})
    say(
        f"{len(games)} games, {ENTRIES_A_MINUTE} entries a minute: {100 * without:.1f} % of a core without a stream, "
        f"{100 * with_stream:.1f} % with one that gave {len(seen)} entries: the stream takes "
        f"{100 * (with_stream - without):.1f} %"
    )


async def played(pid: int, referee: Caller, games: list[bytes]) -> float:
    """Let entries come at their rate for some seconds; the share of a core that the service used."""
    count = round(ENTRIES_A_MINUTE * PHASE_SECONDS / 60)
    began, used = time.perf_counter(), processor_seconds(pid)
    for number in range(count):
        await asyncio.sleep(began + number * 60 / ENTRIES_A_MINUTE - time.perf_counter())
        game = games[number % len(games)]
        facts = await referee.call("Games", "Get", game=game)
        header = {"game": game, "command_id": secrets.token_bytes(16), "head": facts.receipt.hash}
        await referee.call("Referee", "AddNote", header=header, grounds={"reason": "a note of some words"})
    return (processor_seconds(pid) - used) / (time.perf_counter() - began)


def processor_seconds(pid: int) -> float:
    """Give the processor time of a process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--playing", type=int, default=200)
    given = parser.parse_args()
    uvloop.run(main(given.games, given.playing))

"""A hostile operator: a real service with all its keys and its store, players who keep wallets, and forged files.

What he has not are the keys of the players and officials, unless a test says that they were stolen.
"""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from shutil import copytree
from typing import Any, NamedTuple

import msgspec

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.record.log import MemoryLog
from adjudicator.registry import rules_of
from adjudicator_client import Opened, RandomPlayer, Refused, Service
from adjudicator_client.contract.wargame.v1 import games_pb2, rulings_pb2
from adjudicator_client.service import SEAT
from replays.bundle import read_bundle
from services.cli import main
from services.config import Config
from services.games.keys import Keys
from services.server import Service as Served
from services.server import serving
from services.store.redis_keys import MemoryKeys
from tests.replays.audit.steps import BODY, COMMAND, unpacked

RULESET = "tile_formations"
# entries from which on random players take what ends a game at any time
PATIENCE = 60
HALF = 4
SEED = "a"
# offers that would end a game, or keep units out of it, before dice were thrown
LEFT_OUT = {"DisputeFact", "HoldBack"}
DAY_MS = 24 * 3_600_000


class Victims(NamedTuple):
    """A game as it was played: what is public, what the players keep, and what the operator has."""

    game: bytes
    replay: bytes
    wallets: Mapping[int, bytes]
    receipt: bytes  # blue's, of an entry in the middle, given to red
    register: Path
    keys: Keys
    stolen: Mapping[Any, bytes]  # keys of the players, for tests in which they were stolen

    @property
    def vkey(self) -> str:
        return self.keys.verification_key

    @property
    def entries(self) -> list[Any]:
        return [unpacked(record) for record in read_bundle(self.replay).records]

    @property
    def terms(self) -> OpenGame:
        return msgspec.convert(self.entries[0][COMMAND][BODY], OpenGame)


@asynccontextmanager
async def operated(data: Path, log: MemoryLog, store: MemoryKeys) -> AsyncIterator[tuple[Served, Service]]:
    """Run the service over a store, and be its owner."""
    config = Config(listen="127.0.0.1:0", data=data)
    async with (
        serving(config, log, store, {RULESET: rules_of(RULESET)}) as served,
        Service(served.address, served.owner_token, log_key=served.keys.verification_key) as service,
    ):
        yield served, service


class Mover(RandomPlayer):
    """A random player who takes some offers only where there are no others."""

    def pick(self, offers: Any) -> Any:
        """Choose one of the others."""
        left = type(offers)()
        left.CopyFrom(offers)
        for rows in (left.offers, left.anytime):
            kept = [row for row in rows if row.command not in LEFT_OUT] or list(rows)
            del rows[:]
            rows.extend(kept)
        return super().pick(left)


class Live(NamedTuple):
    """A game that is being played; `store` is what the operator can copy."""

    served: Served
    service: Service
    opened: Opened
    players: list[RandomPlayer]
    folder: Path

    async def play(self, rounds: int) -> bool:
        """Let everybody move a few times; whether the game goes on.

        Who plays no side is asked where no side has moved: all that may be offered to a referee takes long to find.
        """
        *sides, third = self.players
        for _ in range(rounds):
            if not any([await player.step() for player in sides]) and not await third.step():
                return False
        return True

    async def finish(self) -> bytes:
        """Play to the end, past the time for appeals where there is one; gives the replay file."""
        side = self.players[0].game
        for _ in range(200):
            while await self.play(1):
                pass
            if (await side.facts()).revealed:
                break
            await asyncio.sleep(0.1)
        await side.wait_for_reveal()
        return await side.export()


async def begin(served: Served, service: Service, folder: Path, **terms: Any) -> Live:
    """Open a game, with wallets for both players, and let them contribute."""
    opened = await service.open(RULESET, ["red", "blue"], **terms)
    seats = [opened.seat(at, wallet=folder / f"{at}.wallet") for at in (0, 1)]
    await asyncio.gather(*(seat.join() for seat in seats))
    third = opened.referee() if terms.get("referee") else opened.owner()
    players: list[RandomPlayer] = [
        Mover(game, f"{SEED}{at}", patience=PATIENCE) for at, game in enumerate((*seats, third))
    ]
    return Live(served, service, opened, players, folder)


async def play(folder: Path, *, signed: bool) -> Victims:
    """Play a game as it should be; a signed one has a referee, who rules once."""
    log, store = MemoryLog(asyncio.Event), MemoryKeys()
    signatures = games_pb2.SIGNATURES_ALL if signed else games_pb2.SIGNATURES_NONE
    terms: dict[str, Any] = {"referee": True, "appeal_window": timedelta(seconds=1)} if signed else {}
    async with operated(folder / "data", log, store) as (served, service):
        live = await begin(served, service, folder, signatures=signatures, **terms)
        await live.play(HALF)
        if signed:
            referee = live.players[2].game
            await referee.offers()
            grounds = rulings_pb2.Grounds(reason="the red player may look it up", clause="WG-NOTE-01")
            await referee.give(rulings_pb2.AddNote(grounds=grounds))
        return await _whole(live)


async def two_games(folder: Path) -> tuple[Victims, Victims]:
    """Play two signed games one after the other in one service."""
    found: list[Victims] = []
    async with operated(folder / "data", MemoryLog(asyncio.Event), MemoryKeys()) as (served, service):
        for name in ("one", "other"):
            (folder / name).mkdir()
            live = await begin(served, service, folder / name)
            found.append(await _whole(live))
    return found[0], found[1]


async def refused_game(folder: Path, patch: Any, lie: Any) -> tuple[Exception, Victims]:
    """Play a signed game in which a command is refused: a legal one, by a lie; without `patch` one out of turn."""
    async with operated(folder / "data", MemoryLog(asyncio.Event), MemoryKeys()) as (served, service):
        live = await begin(served, service, folder)
        await live.play(HALF)
        offered = [bool((await player.game.offers()).offers) for player in live.players[:2]]
        mover, other = live.players[offered.index(True)], live.players[offered.index(False)]
        offer = (await mover.game.offers()).offers[0]
        command = await mover.game.make(offer, mover.answer)
        refused: Exception = AssertionError("the command was taken")
        try:
            if patch is None:
                await other.game.offers()
                await other.game.give(command)
            else:
                with patch.context() as patched:
                    patched.setattr("services.games.rulings.Rulings.adjudicate", lie)
                    await mover.game.give(command)
        except Refused as fault:
            refused = fault
        return refused, await _whole(live)


async def _whole(live: Live) -> Victims:
    """Play to the end, and gather what everybody has."""
    replay = await live.finish()
    register = next((live.served.config.data / "registers/day").iterdir())
    seeds: dict[Any, bytes] = {at: key._private[:32] for at, key in live.opened.keys.items()}
    seeds[REFEREE] = seeds.get("referee", b"")
    wallets = {at: (live.folder / f"{at}.wallet").read_bytes() for at in (0, 1)}
    return Victims(live.opened.game, replay, wallets, receipt_of(wallets[1]), register, live.served.keys, seeds)


def copied(log: MemoryLog) -> MemoryLog:
    """A copy of the store, that goes on apart."""
    other = MemoryLog(asyncio.Event)
    other._games = {game: list(entries) for game, entries in log._games.items()}
    return other


class Forked(NamedTuple):
    """Two histories of one game: what red was shown, and what blue was shown."""

    first: Victims
    second: Victims


async def fork(folder: Path) -> Forked:
    """Show two players two histories from the middle on: two services on copies of one store, with one set of keys.

    Nobody signs, and the operator plays the other part in each.
    """
    log, store = MemoryLog(asyncio.Event), MemoryKeys()
    terms = {"signatures": games_pb2.SIGNATURES_NONE}
    async with operated(folder / "data", log, store) as (served, service):
        live = await begin(served, service, folder, **terms)
        await live.play(HALF)
        copytree(folder / "data", folder / "other")
        logs, keys = copied(log), copy.deepcopy(store)
        first = await _history(live, folder, 0, served, service)
    async with operated(folder / "other", logs, keys) as (served, service):
        second = await _history(live, folder, 1, served, service)
    return Forked(first, second)


async def _history(live: Live, folder: Path, seat: int, served: Served, service: Service) -> Victims:
    """Let one player go on, and the operator with everybody else's tokens."""
    opened, name = live.opened, "data" if seat == 0 else "other"
    live.players[seat].game.wallet.close()
    kept = folder / f"{seat}.wallet"
    own = service.game(opened.game, token=opened.token(SEAT, seat), seat=seat, wallet=kept)
    other = service.game(opened.game, token=opened.token(SEAT, 1 - seat), seat=1 - seat)
    sides = [own, other, service.game(opened.game)]
    players: list[RandomPlayer] = [Mover(game, f"{SEED}{seat}{at}", patience=PATIENCE) for at, game in enumerate(sides)]
    replay = await Live(served, service, opened, players, folder).finish()
    register = next((folder / name / "registers/day").iterdir())
    wallets = {seat: kept.read_bytes()}
    return Victims(opened.game, replay, wallets, receipt_of(wallets[seat], last=True), register, served.keys, {})


def receipt_of(wallet: bytes, *, last: bool = False) -> bytes:
    """One receipt out of a wallet, from the middle or the last: what an opponent gives away, and nothing else."""
    lines = wallet.splitlines(keepends=True)
    given = [line for line in lines if json.loads(line).get("kind") == "receipt"]
    return lines[0] + given[-1 if last else len(given) // 2]


def statement_of(folder: Path, wallet: bytes, key: bytes, capsys: Any) -> bytes:
    """What a seat states by the program, with the receipt of that entry."""
    (folder / "own.wallet").write_bytes(wallet)
    (folder / "own.key").write_text(key.hex())
    capsys.readouterr()
    assert main(["wallet", "statement", str(folder / "own.wallet"), "--key", str(folder / "own.key")]) == 0
    return str(capsys.readouterr().out).encode()

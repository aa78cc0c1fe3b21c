"""An upgrade without a pause, step by step as docs/operate.md says it, with processes and the program itself."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
from typing import Any

import grpc
import pytest

from services import cli
from services.config import Config
from services.games.keys import load_keys
from services.store.embedded import EmbeddedStore
from tests.services.conftest import free_ports
from tests.services.fixtures import Client, ToyGame, open_request
from tests.services.process import ROOT

GAMES = 4
Code = grpc.StatusCode


class Release:
    """A release of the toy: two processes under a supervisor, on the address and the store of all releases."""

    def __init__(self, folder, store, address, edition):
        self.edition = edition
        self.environ = {
            **os.environ,
            "TOY_EDITION": edition,
            "ADJUDICATOR_DATA": str(folder),
            "ADJUDICATOR_REDIS_URL": store.url,
            "ADJUDICATOR_LISTEN": address,
            "ADJUDICATOR_PROCESSES": "2",
            "ADJUDICATOR_LOG_LEVEL": "error",
        }
        self.process: Any = None

    async def start(self):
        command = (sys.executable, "-m", "tests.services.toy_server")
        self.process = await asyncio.create_subprocess_exec(
            *command, cwd=ROOT, env=self.environ, stdout=asyncio.subprocess.PIPE
        )
        assert b"with 2 processes" in await asyncio.wait_for(self.process.stdout.readline(), 90)

    async def stop(self):
        if self.process is not None and self.process.returncode is None:
            self.process.terminate()
            await asyncio.wait_for(self.process.wait(), 60)


async def drain(folder, store, *words):
    """Run `adjudicator drain`: its exit code and what it said."""
    command = (sys.executable, "-m", "services.cli", "drain", "--data", str(folder), "--redis-url", store.url, *words)
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, error = await asyncio.wait_for(process.communicate(), 150)
    return process.returncode, (out or error).decode().strip().splitlines()


def channel_to(address):
    """A connection of its own, which the kernel gives to any of the processes."""
    return grpc.aio.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)])


class Player:
    """Somebody who plays on, sending the same again where told to, and remembers what went wrong."""

    def __init__(self, game):
        self.game = game
        self.seen: list[int] = []
        self.again: list[str] = []
        self.stopped = False

    async def run(self):
        command = self.game.request("PlotMarch", command_id=secrets.token_bytes(16), heading="west")
        while not self.stopped:
            view = await self.patiently("View", self.game.request("View"))
            self.seen.append(view.seq)
            await asyncio.sleep(0.02)
        return await self.patiently("PlotMarch", command)

    async def patiently(self, name, request):
        async with asyncio.timeout(60):
            while True:
                try:
                    return await self.game.client.call(name, self.game.tokens["red"], request)
                except grpc.aio.AioRpcError as fault:
                    if fault.code() is not Code.UNAVAILABLE:
                        raise
                    self.again.append(fault.details() or "")
                    await asyncio.sleep(0.1)


async def match(channel, owner):
    """A match that has begun."""
    client = Client(channel)
    game = ToyGame(client, await client.call("Open", owner, open_request()), owner, ("red", "blue"))
    await game.contribute("red", "blue")
    await game.call("CreateMatch", "owner", rounds=1)
    return game


async def kinds(game):
    return [entry.command async for entry in game.start("Read", "red")]


async def edition_of(game, channel):
    return (await Client(channel).call("Get", game.tokens["red"], game.request("Get"))).terms.edition


@pytest.mark.long
async def test_an_upgrade_without_a_pause(tmp_path):
    """The later release is started beside the earlier one, which is drained: games go on, and nobody is refused."""
    address = f"127.0.0.1:{free_ports(1)[0]}"
    async with EmbeddedStore(tmp_path / "store") as store:
        early, late = (Release(tmp_path, store, address, edition) for edition in ("1", "2"))
        channels = [channel_to(address) for _ in range(GAMES)]
        try:
            await early.start()
            games = [await match(channel, (tmp_path / "owner.token").read_text().strip()) for channel in channels]
            players = [Player(game) for game in games]
            playing = [asyncio.create_task(player.run()) for player in players]

            code, before = await drain(tmp_path, store)
            assert (code, len(before)) == (0, 2)
            assert all("toy 1" in line for line in before)
            release = before[0].split("release ")[1].split()[0]
            code, said = await drain(tmp_path, store, "--release", release)
            assert (code, said[0][:34]) == (2, "drain: nobody would serve any more")

            await late.start()
            code, both = await drain(tmp_path, store)
            assert sorted(line.split("toy ")[1].split()[0] for line in both) == ["1", "1", "2", "2"]
            fresh = [channel_to(address) for _ in range(8)]
            # whichever process takes a connection serves every game
            assert {await edition_of(game, channel) for channel in fresh for game in games} == {"1"}
            assert not any(player.again for player in players)

            code, said = await drain(tmp_path, store, "--release", release, "--streams", "3")
            assert code == 0, said
            assert len([line for line in said if line.endswith("has ended")]) == 2
            assert await asyncio.wait_for(early.process.wait(), 30) == 0
            code, after = await drain(tmp_path, store)
            assert [line.split("toy ")[1].split()[0] for line in after] == ["2", "2"]

            for player in players:
                player.stopped = True
            answers = await asyncio.gather(*playing)
            assert [answer.receipt.seq for answer in answers] == [8] * GAMES
            assert [(await kinds(game))[-2:] for game in games] == [["AdoptEdition", "PlotMarch"]] * GAMES
            for channel in (*channels, *fresh):
                await channel.close()
        finally:
            await early.stop()
            await late.stop()


async def test_drain_without_a_service(tmp_path, capsys):
    """What can not be done is said, with what to do."""

    async def drain_here(*words):
        code = await asyncio.to_thread(cli.main, ["drain", "--data", str(tmp_path), "--redis-url", store.url, *words])
        said = capsys.readouterr()
        return code, (said.out or said.err).strip().splitlines()

    tmp_path.chmod(0o700)
    load_keys(tmp_path, Config().log_name)
    async with EmbeddedStore(tmp_path / "store") as store:
        assert await drain(tmp_path, store) == (0, ["no process serves this store"])
        code, [said] = await drain_here("--process", "ab" * 8)
        assert (code, said) == (4, f"drain: there is no {'ab' * 8}; `adjudicator drain` lists the processes")
        code, [said] = await drain_here("--all", "--streams", "-1")
        assert (code, said[:20]) == (2, "drain: --streams -1:")

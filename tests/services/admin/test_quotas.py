"""Quotas of owners, and indexes that are made anew."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import grpc
import pytest

from adjudicator.kernel.record.log import StoreDown
from services.games.quotas import OPENED, QUOTAS
from services.games.timing.clock import OPEN
from services.rpc.access.credentials import Role
from services.rpc.new_game import restarts_text
from services.store.redis_keys import MemoryKeys, find_games, label_game
from tests.services.admin.steps import close, do, each, in_service, operate, record_of, refused
from tests.services.fixtures import fault_of, open_request, serve_toy
from tests.services.games.test_altered_log import Altered
from wargame.v1 import games_pb2

if TYPE_CHECKING:
    from pathlib import Path

Code = grpc.StatusCode
SPENT = (Code.RESOURCE_EXHAUSTED, "quota-spent")


async def test_open_games(tmp_path, monkeypatch):
    """An owner opens as many games as his quota says, again when one is over, and others are not touched."""
    async with serve_toy(tmp_path) as toy_service:
        kid = toy_service.owner.split("_")[2]
        stranger = await toy_service.service.credentials.make(Role.OWNER)
        quota = {"owner": kid, "open_games": 2}
        assert (await do(toy_service, "SetQuota", quota=quota, reason="a new club")).quotas[0].open_games == 2
        first = await toy_service.match()
        request = open_request()
        opened = await toy_service.call("Open", toy_service.owner, request)
        assert await refused(toy_service.call("Open", toy_service.owner, open_request())) == SPENT
        assert await toy_service.call("Open", toy_service.owner, request) == opened
        assert (await toy_service.call("Open", stranger, open_request())).game
        used = (await do(toy_service, "ListQuotas")).quotas[0]
        assert (used.owner, used.open_now, used.opened_today) == (kid, 2, 2)
        await close(toy_service, first)
        await until_room(toy_service, monkeypatch)
        await do(toy_service, "SetQuota", quota={"owner": kid}, reason="an old club")
        assert not (await do(toy_service, "ListQuotas")).quotas
        for _ in range(3):
            await toy_service.call("Open", toy_service.owner, open_request())


async def until_room(toy_service, monkeypatch):
    """Open a game as soon as one that is over counts no more, which is when it can not be one that is being opened."""
    monkeypatch.setattr("services.games.quotas._OPENING_MS", 100)
    async with asyncio.timeout(60):
        while True:
            try:
                return await toy_service.call("Open", toy_service.owner, open_request())
            except grpc.aio.AioRpcError as error:
                if fault_of(error) != SPENT:
                    raise
                await asyncio.sleep(0.05)


async def test_at_once(tmp_path):
    """Of games that are opened at once as many pass as the quota has room for."""
    async with serve_toy(tmp_path) as toy_service:
        quota = {"everybody": {}, "daily_games": 3}
        await do(toy_service, "SetQuota", quota=quota, reason="a small machine")
        calls = [toy_service.call("Open", toy_service.owner, open_request()) for _ in range(8)]
        done = await asyncio.gather(*calls, return_exceptions=True)
        faults = [fault_of(row) for row in done if isinstance(row, grpc.aio.AioRpcError)]
        assert faults == [SPENT] * 5
        assert len([game async for game in toy_service.log.games()]) == 3
        (row,) = (await do(toy_service, "ListQuotas")).quotas
        assert (row.WhichOneof("whose"), row.daily_games) == ("everybody", 3)
        assert not any(row.HasField(name) for name in ("open_games", "open_now", "opened_today"))


async def test_whose_a_quota_is(tmp_path):
    """It is of one owner by a key id, or of everybody by a field of its own; no limit is a field that is left out."""
    async with serve_toy(tmp_path) as toy_service:
        kid = toy_service.owner.split("_")[2]
        for quota, place in (
            ({}, "quota"),
            ({"open_games": 3}, "quota"),
            ({"owner": "everybody", "open_games": 3}, "quota.owner"),
            ({"owner": "", "open_games": 3}, "quota.owner"),
            ({"owner": kid, "open_games": 0}, "quota.open_games"),
            ({"everybody": {}, "open_games": 1, "daily_games": 0}, "quota.daily_games"),
        ):
            with pytest.raises(grpc.aio.AioRpcError) as fault:
                await do(toy_service, "SetQuota", quota=quota, reason="no")
            assert fault.value.code() is Code.INVALID_ARGUMENT
            assert str(fault.value.details()).startswith(f"{place} "), quota
        assert not (await do(toy_service, "ListQuotas")).quotas
        await do(toy_service, "SetQuota", quota={"owner": kid, "daily_games": 9}, reason="a club")
        rows = (await do(toy_service, "SetQuota", quota={"everybody": {}, "open_games": 1}, reason="small")).quotas
        assert [(row.WhichOneof("whose"), row.owner) for row in rows] == [("everybody", ""), ("owner", kid)]
        assert [row.HasField("open_games") for row in rows] == [True, False]
        assert (rows[1].open_now, rows[1].HasField("open_now")) == (0, True)


@pytest.mark.parametrize("of_all", [False, True])
@pytest.mark.parametrize(
    "damage",
    [
        b"\x82\xaaopen_games\x01",
        b"\x81\xa1x" + b"\x91" * 1200 + b"\x01",
        b"\x82\xaaopen_games\xff\xabdaily_games\x01",
        b"\x82\xaaopen_games\x00\xabdaily_gamer\x01",
        b"\x82\xaaopen_games\x00\xabdaily_games\x00",
        b"\x82\xaaopen_games\xcf\x80\x00\x00\x00\x00\x00\x00\x01\xabdaily_games\x00",
        b"",
    ],
)
async def test_a_damaged_quota(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: bytes, *, of_all: bool
) -> None:
    """Nobody opens a game under a quota that can not be read, nor is told INTERNAL, and the list of them says so."""
    keys = MemoryKeys()
    async with serve_toy(tmp_path, keys=keys) as toy_service:
        kid, request = toy_service.owner.split("_")[2], open_request()
        whose: dict[str, Any] = {"everybody": {}} if of_all else {"owner": kid}
        opened = await toy_service.call("Open", toy_service.owner, request)
        await do(toy_service, "SetQuota", quota={"owner": "0" * 12, "open_games": 3}, reason="another club")
        keys._values[QUOTAS + ("everybody" if of_all else kid)] = damage
        assert await refused(toy_service.call("Open", toy_service.owner, open_request())) == SPENT
        assert await toy_service.call("Open", toy_service.owner, request) == opened
        assert len((await do(toy_service, "ListQuotas")).quotas) == 2
        assert await operate(toy_service, "quotas") == 0
        told = capsys.readouterr().out
        assert "can not be read" in next(line for line in told.splitlines() if (kid, "everybody")[of_all] in line)
        assert "3 open, any in 24 hours" in told
        await do(toy_service, "SetQuota", quota=whose | {"open_games": 2}, reason="as the way on says")
        await toy_service.call("Open", toy_service.owner, open_request())


async def test_limits_on_the_command_line(tmp_path, capsys):
    """A limit is a whole number that fits, and at least 1; whose the quota is, is said once."""
    async with serve_toy(tmp_path) as toy_service:
        kid, reason = toy_service.owner.split("_")[2], ("--reason", "a club")
        for number in ("0", "-1", "4294967296", "1_0", "x"):
            with pytest.raises(SystemExit):
                await operate(toy_service, "quota", kid, "--open", number, *reason)
            assert f"{number!r} is no whole number from 1 to 4294967295" in capsys.readouterr().err
        for whose in ([], [kid, "--everybody"]):
            with pytest.raises(SystemExit):
                await operate(toy_service, "quota", *whose, "--open", "3", *reason)
        capsys.readouterr()
        assert await operate(toy_service, "quota", kid, "--daily", "4294967295", *reason) == 0
        assert await operate(toy_service, "quota", "--everybody", "--open", "3", *reason) == 0
        rows = capsys.readouterr().out.splitlines()[-2:]
        assert [" ".join(row.split()) for row in rows] == [
            "everybody 3 open, any in 24 hours",
            f"{kid} any open, 4294967295 in 24 hours has 0 open, 0 of 24 hours",
        ]


async def test_games_from_seeds(tmp_path, monkeypatch):
    """A game from a seed is counted as open while it is, and by no day: its id holds no time."""
    async with serve_toy(tmp_path) as toy_service:
        kid = toy_service.owner.split("_")[2]
        quota = {"owner": kid, "open_games": 4, "daily_games": 2}
        await do(toy_service, "SetQuota", quota=quota, reason="a small machine")
        seeded = [await toy_service.match(test_seed=bytes([number]) * 32) for number in (0x11, 0x22, 0x33)]
        await toy_service.open()
        used = (await do(toy_service, "ListQuotas")).quotas[0]
        assert (used.open_now, used.opened_today) == (4, 1)
        await close(toy_service, seeded[0])
        await until_room(toy_service, monkeypatch)
        keys: Any = toy_service.service.credentials._keys
        assert seeded[0].id not in keys._members[OPENED + kid]


class Away(Altered):
    """A log that can not be listed."""

    away = False

    async def games(self):
        if self.away:
            raise StoreDown("away")
        async for game in super().games():
            yield game


async def test_a_rebuild_that_fails(tmp_path):
    """It stands on record that it failed."""
    log = Away()
    async with serve_toy(tmp_path, log=log) as toy_service:
        log.away = True
        assert (await refused(each(toy_service, "RebuildIndexes", reason="a restored store")))[0] == Code.UNAVAILABLE
        assert [row[2] for row in await record_of(toy_service)] == ["begun", "failed: StoreDown"]


async def test_rebuilt_indexes(tmp_path):
    """Labels, restarts and open games come out of the logs; what is no game goes, what can not be read is named."""
    log = Altered()
    async with serve_toy(tmp_path, log=log) as toy_service:
        labels = [{"name": "event", "value": "cup"}]
        games = [await toy_service.open(labels=labels), await toy_service.open(), await toy_service.match()]
        games.append(await toy_service.open(restarts=games[0].id))
        await close(toy_service, games[1])
        keys: Any = toy_service.service.credentials._keys
        keys._ordered.clear()
        keys._members[OPEN] = {b"\x07" * 16}
        await label_game(keys, b"\x07" * 16, ["event=cup"])
        log.entries(games[2].id)[3] = log.entries(games[2].id)[2]
        toy_service.service.command_handler.sessions.clear()
        last = (await each(toy_service, "RebuildIndexes", reason="a restored store"))[-1]
        assert (last.done, last.total, list(last.unread), last.dropped) == (4, 4, [games[2].id], 1)
        owner = toy_service.owner.split("_")[2]
        assert await find_games(keys, [restarts_text(games[0].id, owner, None)]) == ([games[3].id], b"")
        request = games_pb2.ListRequest(labels=labels)
        listed = (await toy_service.call("List", toy_service.owner, request)).games
        assert [row.game for row in listed] == [games[0].id]
        assert keys._members[OPEN] == {games[0].id, games[3].id}
        assert [row[2] for row in await record_of(toy_service)][-2:] == ["begun", "done"]
        states = (await do(toy_service, "Survey")).games
        assert [state.game for state in states] == sorted(game.id for game in games)
        assert "MISSING_ENTRY" in next(state.fault for state in states if state.game == games[2].id)


class Counted(MemoryKeys):
    """Keys that count how often values are taken out of an ordered set."""

    drops = 0

    async def drop_ordered(self, key, values):
        self.drops += 1
        await super().drop_ordered(key, values)


async def test_many_ids_of_no_game(tmp_path):
    """Ids of no game go from all labels in few calls, however many they are, and each thousand of them is told."""
    keys, labels = Counted(), [f"event={name}" for name in ("cup", "league", "open")]
    async with serve_toy(tmp_path, keys=keys) as toy_service:
        game = await toy_service.open()
        for number in range(2500):
            await label_game(keys, number.to_bytes(16, "big"), labels)
        keys.drops = 0
        told = await each(toy_service, "RebuildIndexes", reason="a restored store")
        assert [(row.done, row.total, row.dropped) for row in told] == [(1, 1, n) for n in (1000, 2000, 2500, 2500)]
        assert keys.drops <= 3 * len(keys._ordered)
        assert {value for key in keys._ordered for value in keys._ordered[key]} == {game.id}


async def test_an_altered_record(tmp_path, capsys):
    """A row of the operators' record that was changed in the store does not pass for what was written, or is told."""
    async with serve_toy(tmp_path) as toy_service:
        game = await toy_service.match()
        for verb in ("Freeze", "Unfreeze"):
            await do(toy_service, verb, game=game.id, reason="a complaint")
        keys: Any = toy_service.service.credentials._keys
        key = "{admin}:record:0000000002"
        whole = keys._values[key]
        for word, follows in ((b"compliant", True), (b"compliment", False)):
            keys._values[key] = whole.replace(b"complaint", word)
            rows = (await do(toy_service, "Record")).rows
            assert [row.follows for row in rows] == [True, follows, False, True]
        assert [row.number for row in (await do(toy_service, "Record", after=3)).rows] == [4]
        assert in_service(toy_service, game).id == game.id
        keys._values[key] = whole[:-9]
        assert await operate(toy_service, "record") == 5
        assert "  can not be read  " in capsys.readouterr().out.splitlines()[1]

"""What happens to an event stands in its register, and every game of it; over the wire, the files and the web edge."""

from __future__ import annotations

import asyncio
import http.client
from pathlib import Path

import pytest

from adjudicator.kernel.record.log import MemoryLog
from replays.register.leaves import (
    Begun,
    EventEnded,
    GameOpened,
    Interpreted,
    KeyAdded,
    KeyRevoked,
    KeyRotated,
    Leaf,
    RoleGiven,
    RoleRevoked,
)
from replays.register.reading import RegisterUnreadable, UrlSource, open_register
from replays.register.watching import FORGED, NOTHING, Watch
from services.register.state import of_day
from services.store.redis_keys import MemoryKeys
from tests.services.events.steps import create, pairing
from tests.services.fixtures import ToyService, serve_toy
from wargame.v1 import events_pb2


async def leaves_of(service: ToyService, event: bytes, count: int) -> list[Leaf]:
    """Wait until the register of an event has so many leaves, and give them as the folder has them."""
    folder = service.service.config.data / "registers/event" / event.hex()
    leaves: list[Leaf] = []
    async with asyncio.timeout(60):
        while len(leaves) < count:
            await asyncio.sleep(0.05)
            if (folder / "checkpoint").exists():
                leaves = list(open_register(str(folder)).leaves)
    return leaves


async def test_what_happens_to_an_event_stands_in_its_register(tmp_path: Path) -> None:
    """Keys of persons, roles, interpretations and the end, in order and once; each game with its round and table."""
    async with serve_toy(tmp_path) as service:
        roster = [events_pb2.Person(name="ann", keys=[b"\1" * 32]), events_pb2.Person(name="bob")]
        event = await create(service, roster=roster)
        head = await event.token("head", "eve", affiliation="club")
        await event.token("spectator", "sue")
        (opened,) = await event.open(pairing("ann", "bob", table="4"))
        ask = {"clause": "WG-END-06", "text": "in writing", "reason": "asked"}
        await event.call("Interpret", head, command_id=b"i" * 16, **ask)
        await event.call("ChangeRoster", command_id=b"r" * 16, withdraw=["bob"], reason="left")
        tokens = (await event.call("ListTokens")).tokens
        kid = next(row.key for row in tokens if row.name == "eve")
        await event.call("RevokeToken", command_id=b"t" * 16, key=kid, reason="went home")
        leaves = await leaves_of(service, event.id, 8)
        bodies = {type(leaf.body): leaf.body for leaf in leaves}
        assert [type(leaf.body) for leaf in leaves].count(KeyAdded) == 2
        assert len(leaves) == 8
        assert list(bodies)[:2] == [Begun, KeyAdded]
        begun, role, meant = bodies[Begun], bodies[RoleGiven], bodies[Interpreted]
        assert (begun.scope, begun.event) == ("event", event.id)
        assert (role.token, role.name, role.affiliation) == (kid, "eve", "club")
        assert (meant.number, meant.clause, meant.text) == ("I-1", "WG-END-06", "in writing")
        assert bodies[RoleRevoked] == RoleRevoked(kid, "went home")
        assert bodies[KeyRevoked] == KeyRevoked("bob", "left")
        other = await create(service, roster=[])
        for _ in range(2):
            await other.call("Close", command_id=b"c" * 16, reason="over")
        assert [leaf.body for leaf in await leaves_of(service, other.id, 3)][2:] == [EventEnded("over")]
        game = bodies[GameOpened]
        assert (game.game, game.event, game.round, game.table) == (opened.game, event.id, "1", "4")
        assert opened.registration.register.endswith(f"/event/{event.id.hex()}")


async def test_the_key_of_heads_is_said_again_when_it_changes(tmp_path: Path) -> None:
    """A rotation stands in the register before the next game, with the note by which the key handed on."""
    async with serve_toy(tmp_path, log=MemoryLog(asyncio.Event), keys=MemoryKeys()) as service:
        await service.open(contributions=False)
        keys = service.service.keys
        before = keys.verification_key
        keys.rotate(before)
        opened = await service.open(contributions=False)
        folder = service.service.config.data / "registers" / of_day(service.service.parts.clock.now()).path
        bodies = [leaf.body for leaf in open_register(str(folder)).leaves]
        assert [type(body) for body in bodies] == [Begun, KeyAdded, GameOpened, KeyRotated, GameOpened]
        rotated = bodies[3]
        assert isinstance(rotated, KeyRotated)
        assert rotated.key == keys.verification_key != before
        assert before in rotated.note
        assert opened.opened.HasField("registration")


async def test_the_web_edge_serves_registers_as_files(tmp_path: Path) -> None:
    """What the edge gives is read by the monitor; nothing else of the data folder can be reached."""
    async with serve_toy(tmp_path, web="127.0.0.1:0") as service:
        await service.open(contributions=False)
        web = service.service.web
        assert web is not None
        day = of_day(service.service.parts.clock.now()).path

        def get(path: str, method: str = "GET") -> tuple[int, bytes, str]:
            connection = http.client.HTTPConnection(web.address, timeout=10)
            connection.request(method, path)
            answer = connection.getresponse()
            return answer.status, answer.read(), answer.headers.get("cache-control", "")

        status, data, _ = await asyncio.to_thread(get, "/register/")
        assert (status, data.decode()) == (200, f"{day}\n")
        found = await asyncio.to_thread(lambda: Watch(f"http://{web.address}/register/{day}").look(0))
        assert (found.status, found.size) == (NOTHING, 3)
        assert "immutable" in (await asyncio.to_thread(get, f"/register/{day}/tile/0/000.p/3"))[2]
        assert (await asyncio.to_thread(get, f"/register/{day}/checkpoint", "HEAD"))[:2] == (200, b"")
        for path in ("../../owner.token", f"{day}/../../../owner.token", f"{day}/.key.draft", f"{day}/tile/0/001", "x"):
            assert (await asyncio.to_thread(get, f"/register/{path}"))[0] in {400, 404}
        assert (await asyncio.to_thread(get, f"/register/{day}/checkpoint", "POST"))[0] in {405, 415}
        with pytest.raises(RegisterUnreadable, match="404"):
            await asyncio.to_thread(UrlSource(f"http://{web.address}/register/day/2001-01-01").read, "checkpoint")


async def test_another_process_s_checkpoint_is_served_up_to_date(tmp_path: Path) -> None:
    """What one process has entered the other serves, from a folder of its own."""
    log, keys = MemoryLog(asyncio.Event), MemoryKeys()
    async with serve_toy(tmp_path / "one", log=log, keys=keys) as one:
        other = tmp_path / "two"
        other.mkdir(mode=0o700)
        for name in ("master.secret", "log.key", "owner.token", "admin.token"):
            path = other / name
            path.touch(mode=0o600)
            path.write_bytes((tmp_path / "one" / name).read_bytes())
        async with serve_toy(other, log=log, keys=keys, web="127.0.0.1:0") as two:
            await one.open(contributions=False)
            web = two.service.web
            assert web is not None
            place = f"http://{web.address}/register/{of_day(one.service.parts.clock.now()).path}"
            found = await asyncio.to_thread(lambda: Watch(place, state=tmp_path / "state").look(0))
            assert (found.status, found.size) == (NOTHING, 3)
            await one.open(contributions=False)
            await asyncio.sleep(1.1)
            found = await asyncio.to_thread(lambda: Watch(place, state=tmp_path / "state").look(0))
            assert found.status != FORGED
            assert (found.before, found.size) == (3, 4)

"""Games stand in the public register: before anybody contributes, until they end, over the wire and in the folder."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import Any, cast

import msgpack
import pytest

from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.record.log import LogFault, MemoryLog, StoreDown
from replays import notes
from replays.bundle import read_bundle
from replays.register import tiles
from replays.register.checkpoint import read_checkpoint, read_key_text
from replays.register.leaves import Begun, GameEnded, GameOpened, KeyAdded, read_leaf
from replays.register.proof import verify_proof, verify_registration
from replays.register.tree import Tree, leaf_hash
from services.register.copies import RegisterCopies
from services.register.registers import KEPT
from services.register.state import of_day, of_event
from services.register.writing import Register
from services.sessions.head_notes import HeadNotes
from services.store.redis_keys import MemoryKeys
from services.store.register_logs import register_log
from tests.services.fixtures import ToyGame, ToyService, open_request, serve_toy


def leaves_in(folder: Path) -> list[bytes]:
    """The leaves of a register as its files have them, its checkpoint's root checked."""
    size = int((folder / "checkpoint").read_text().split("\n")[1])
    found = []
    for number, width in tiles.widths(size):
        found += tiles.read_bundle((folder / tiles.tile_path("entries", number, width)).read_bytes())
    _, vkey = read_key_text(notes.split((folder / "key").read_text())[0])
    assert Tree(map(leaf_hash, found)).root() == read_checkpoint(vkey, (folder / "checkpoint").read_text()).root
    return found


def folder_of(service: ToyService) -> Path:
    """Where the register of today lies."""
    return service.service.config.data / "registers" / of_day(service.service.parts.clock.now()).path


def register_of_today(service: ToyService) -> Register:
    """The register of today."""
    return service.service.parts.registers.of(of_day(service.service.parts.clock.now()))


async def finished(game: ToyGame) -> None:
    """Play a match until the seed is shown."""
    await game.call("CreateMatch", "owner", rounds=1)
    await game.play_on("red", "blue")
    async with asyncio.timeout(60):
        while not (await game.call("Get", "owner")).revealed:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.05)


async def test_an_opening_is_proven_to_stand_in_the_register(toy_service):
    """The opening's answer and every seat's Get prove, by the log's key alone, what the game is committed to."""
    opened = await toy_service.call("Open", toy_service.owner, open_request())
    log_key = toy_service.service.keys.verification_key
    given = opened.registration
    proof, checkpoint = verify_registration(log_key, given.key, given.leaf, given.proof)
    assert checkpoint.origin == given.register
    body = read_leaf(given.leaf).body
    assert isinstance(body, GameOpened)
    assert (body.game, body.commitment) == (opened.game, opened.commitment)
    assert (body.event, body.round, body.table) == (None, "", "")
    game = ToyGame(toy_service, opened, toy_service.owner, ("red", "blue"))
    for who in ("red", "blue", "spectator"):
        assert (await game.call("Get", who)).registration == given
    leaves = [read_leaf(data).body for data in leaves_in(folder_of(toy_service))]
    assert [type(body) for body in leaves] == [Begun, KeyAdded, GameOpened]
    assert leaves[proof.index] == body


async def test_a_game_that_ends_stands_in_the_register_twice(toy_service):
    """Its end is entered once the seed is shown: entries, head and result; the replay file carries all proofs."""
    game = await toy_service.open()
    await finished(game)
    async with asyncio.timeout(60):
        while len(leaves := leaves_in(folder_of(toy_service))) < 4:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.05)
    end = read_leaf(leaves[-1]).body
    assert isinstance(end, GameEnded)
    shown = await game.call("Get", "owner")
    assert (end.game, end.size, end.head) == (game.id, shown.receipt.seq, shown.receipt.hash)
    chunks = [chunk.data async for chunk in game.start("Export", "spectator")]
    key, rows = msgpack.unpackb(read_bundle(b"".join(chunks)).register)
    _, vkey = read_key_text(notes.verify(toy_service.service.keys.verification_key, key))
    assert [verify_proof(vkey, leaf, text)[0].index for leaf, text in rows] == [0, 2, 3]
    assert [row[0] for row in rows] == [leaves[0], leaves[2], leaves[3]]


async def test_two_exports_of_a_game_are_the_same_bytes(toy_service):
    """Proofs are given under the first checkpoint above a leaf: other games that come later change no file."""
    game = await toy_service.open()
    await finished(game)
    await toy_service.service.parts.registers.of(of_day(toy_service.service.parts.clock.now())).refresh()
    await asyncio.sleep(0.3)
    first = [chunk.data async for chunk in game.start("Export", "owner")]
    for _ in range(3):
        await toy_service.open(contributions=False)
    assert [chunk.data async for chunk in game.start("Export", "owner")] == first


async def test_nobody_contributes_before_the_opening_is_registered(tmp_path):
    """A game whose service ended between its first entry and the register is registered by its first command."""
    log, keys = MemoryLog(asyncio.Event), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys, register=False) as service:
        opened = await service.call("Open", service.owner, open_request())
        assert not opened.HasField("registration")
    async with serve_toy(tmp_path, log=log, keys=keys) as service:
        game = ToyGame(service, opened, service.owner, ("red", "blue"))
        assert not (await game.call("Get", "red")).HasField("registration")
        commitment = wgdice.seat_commit(game.id, 0, secrets.token_bytes(32))
        await game.call("CommitContribution", "red", commitment=commitment)
        assert (await game.call("Get", "red")).HasField("registration")


async def test_a_game_that_was_begun_without_a_register_is_not_entered_late(tmp_path):
    """Once a seat has contributed an opening would prove nothing any more, and is not made."""
    log, keys = MemoryLog(asyncio.Event), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys, register=False) as service:
        game = await service.open()
        tokens = game.opened
    async with serve_toy(tmp_path, log=log, keys=keys) as service:
        game = ToyGame(service, tokens, service.owner, ("red", "blue"))
        await finished(game)
        assert not (await game.call("Get", "red")).HasField("registration")
        assert not folder_of(service).exists()


async def test_a_retry_of_the_opening_enters_nothing_twice(tmp_path):
    """The same command opens one game with one leaf, also after a restart, and gives the same proof."""
    log, keys, request = MemoryLog(asyncio.Event), MemoryKeys(), open_request()
    answers = []
    for _ in range(2):
        async with serve_toy(tmp_path, log=log, keys=keys) as service:
            answers += [(await service.call("Open", service.owner, request)).registration for _ in range(2)]
            assert len(leaves_in(folder_of(service))) == 3
    assert all(answer == answers[0] for answer in answers)


async def test_games_that_are_opened_at_once_share_entries_of_the_log(toy_service, monkeypatch):
    """Openings that wait for one write go into the next together, and each gets its own proof."""
    log, register = register_log(toy_service.log), register_of_today(toy_service)
    append, put, writes, wanted = log.append, register.put, 0, 0

    async def counted(leaves: Any) -> int:
        nonlocal wanted
        wanted += 1
        return await put(leaves)

    async def slow(*arguments: Any) -> None:
        nonlocal writes
        writes += 1
        while wanted < 20:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.01)
        await append(*arguments)

    monkeypatch.setattr(register, "put", counted)
    monkeypatch.setattr(log, "append", slow)
    request = [open_request() for _ in range(40)]  # of which more than twenty have their turn at once
    opened = await asyncio.gather(*(toy_service.call("Open", toy_service.owner, asked) for asked in request))
    assert register.state.size == 42
    assert writes < 40
    log_key = toy_service.service.keys.verification_key
    for answer in opened:
        given = answer.registration
        verify_registration(log_key, given.key, given.leaf, given.proof)
        assert read_leaf(given.leaf).body.game == answer.game


async def test_two_processes_enter_into_one_register(tmp_path):
    """Leaves of both stand in one order, and each process proves its own."""
    log, keys = MemoryLog(asyncio.Event), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as one, serve_toy(tmp_path, log=log, keys=keys) as two:
        asked = [(service, open_request()) for service in (one, two) for _ in range(12)]
        opened = await asyncio.gather(*(service.call("Open", service.owner, request) for service, request in asked))
        leaves = leaves_in(folder_of(one))
        assert len(leaves) == 26
        games = [read_leaf(data).body.game for data in leaves[2:]]
        assert sorted(games) == sorted(answer.game for answer in opened)
        for answer in opened:
            given = answer.registration
            verify_registration(one.service.keys.verification_key, given.key, given.leaf, given.proof)


async def test_a_register_whose_store_lost_its_tail_is_brought_back_from_its_note(tmp_path):
    """What was signed for is appended again byte for byte, and no size is signed with another root."""
    log, keys = MemoryLog(asyncio.Event), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as service:
        for _ in range(3):
            await service.open(contributions=False)
        folder = folder_of(service)
        before, leaves = (folder / "checkpoint").read_text(), leaves_in(folder)
    streams = cast("MemoryLog", register_log(log))._games
    (name,) = streams
    lost = streams[name].pop()
    async with serve_toy(tmp_path, log=log, keys=keys) as service:
        await service.open(contributions=False)
        after = leaves_in(folder_of(service))
    assert after[: len(leaves)] == leaves
    assert len(after) == len(leaves) + 1
    assert streams[name][lost.seq - 1] == lost
    assert before != (folder / "checkpoint").read_text()


async def test_an_older_store_without_its_note_s_entries_signs_nothing(tmp_path):
    """A register that is behind what was signed for, and can not be brought back, opens no game."""
    log, keys = MemoryLog(asyncio.Event), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as service:
        for _ in range(2):
            await service.open(contributions=False)
        checkpoint = (folder_of(service) / "checkpoint").read_text()
        folder, name = folder_of(service), of_day(service.service.parts.clock.now()).id
    cast("MemoryLog", register_log(log))._games[name].clear()
    note = tmp_path / "heads" / name.hex()[-2:] / name.hex()
    note.write_bytes(note.read_bytes()[:48])
    async with serve_toy(tmp_path, log=log, keys=keys) as service:
        with pytest.raises(Exception, match="DATA_LOSS"):
            await service.open(contributions=False)
    assert (folder / "checkpoint").read_text() == checkpoint


async def test_files_that_a_power_cut_has_cost_are_written_again(tmp_path):
    """The folder follows from the log: a start writes all of it."""
    log, keys = MemoryLog(asyncio.Event), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as service:
        await service.open(contributions=False)
        folder = folder_of(service)
    for path in folder.rglob("*.p/*"):
        path.unlink()
    async with serve_toy(tmp_path, log=log, keys=keys) as service:
        await service.open(contributions=False)
        assert len(leaves_in(folder)) == 4


async def test_an_opening_that_can_not_be_registered_is_not_answered(tmp_path, monkeypatch):
    """Where the register can not be written the caller is told to try again, and the retry is whole."""
    log, keys, request = MemoryLog(asyncio.Event), MemoryKeys(), open_request()
    async with serve_toy(tmp_path, log=log, keys=keys) as service:
        leaves = register_log(log)

        async def down(*_arguments: object) -> None:
            raise StoreDown("the store is away")

        with monkeypatch.context() as patched:
            patched.setattr(leaves, "append", down)
            with pytest.raises(Exception, match="UNAVAILABLE"):
                await service.call("Open", service.owner, request)
        assert (await service.call("Open", service.owner, request)).HasField("registration")
        assert len(leaves_in(folder_of(service))) == 3


async def test_a_backup_has_the_registers(tmp_path):
    """A store without a register gets it back from its copy; other entries and a torn copy are left alone."""
    log, keys = MemoryLog(asyncio.Event), MemoryKeys()
    async with serve_toy(tmp_path / "one", log=log, keys=keys) as service:
        for _ in range(2):
            await service.open(contributions=False)
        notes_of = service.service.parts.notes
        ((register, data, fault),) = [row async for row in RegisterCopies(register_log(log), notes_of).copies()]
        assert not fault
    empty = MemoryLog(asyncio.Event)
    target = RegisterCopies(empty, HeadNotes(tmp_path / "notes"))
    assert not await target.restore(register, data)
    assert not await target.restore(register, data)
    there = [entry async for entry in register_log(log).read(register)]
    assert [entry async for entry in empty.read(register)] == there
    with pytest.raises(LogFault):
        await target.restore(b"x" * 16, data)
    with pytest.raises(LogFault):
        await target.restore(register, data[:-1])
    async with serve_toy(tmp_path / "two") as service:
        await service.open(contributions=False)
        other = RegisterCopies(service.service.parts.registers.log, service.service.parts.notes)
        with pytest.raises(LogFault, match="another entry"):
            await other.restore(register, data)


async def test_names_that_nobody_entered_under_put_no_register_away(toy_service):
    """Who asks for registers that never were takes no place of those that there are."""
    await toy_service.match()
    parts = toy_service.service.parts
    before = dict(parts.registers._registers)
    for number in range(KEPT + 1):
        for path in (f"event/{number:032x}", f"day/2001-01-{number % 31 + 1:02}"):
            assert (await parts.files.find(f"{path}/checkpoint"))[0] == 404
    assert parts.registers._registers == before != {}


async def test_a_register_that_is_being_written_is_not_put_away(toy_service, monkeypatch):
    """However many others are asked for, there is one writer of a register, which stays until it has written."""
    monkeypatch.setattr("services.register.registers.KEPT", 2)
    registers = toy_service.service.parts.registers
    name, held, append = of_day(toy_service.service.parts.clock.now()), asyncio.Event(), registers.log.append

    async def late(*arguments):
        await held.wait()
        return await append(*arguments)

    monkeypatch.setattr(registers.log, "append", late)
    register = registers.of(name)
    opening = asyncio.create_task(toy_service.open())
    async with asyncio.timeout(60):
        while not register.is_written:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.01)
    for number in range(5):
        registers.of(of_event(number.to_bytes(16, "big")))
    assert registers.of(name) is register
    held.set()
    await opening
    for number in range(5):
        registers.of(of_event(number.to_bytes(16, "big")))
    assert len(registers._registers) == 2

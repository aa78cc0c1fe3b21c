"""Notes of games that nobody can read, in the store of a running service: each stops its own game, and no list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import grpc
import msgspec
import pytest

from services.store.archive import archive_key
from services.store.freezes import freeze_key, resumed_key
from services.store.redis_keys import MemoryKeys, indexed_games
from tests.services.admin.steps import RemovableLog, closed, do, each, operate, refused
from tests.services.fixtures import serve_toy
from tests.services.rpc.passing.test_two_releases import Store, heard

if TYPE_CHECKING:
    from pathlib import Path

    from tests.services.fixtures import ToyGame, ToyService

CUT = b"\x88\xa4hash"
DEEP = b"\x81\xa1x" + b"\x91" * 1200 + b"\x01"
# a freeze that names a state that there is not
OTHER = b"\x84\xa4time\x01\xa3kid\xa0\xa6reason\xa3why\xa5state\xa6frozeo"
REFUSED = grpc.StatusCode.FAILED_PRECONDITION


def far(row: bytes) -> bytes:
    """The same row of a time that can not be shown."""
    return msgspec.msgpack.encode(msgspec.msgpack.decode(row) | {"time": 1 << 60})


async def archived(toy_service: ToyService, *, remove: bool) -> ToyGame:
    """A game in the archive, and in its file alone where it is removed."""
    game = await closed(toy_service)
    await each(toy_service, "Archive", game=game.id, reason="room", remove=remove)
    return game


@pytest.mark.parametrize("damage", [CUT, DEEP, OTHER, None])
async def test_every_game_is_listed(tmp_path: Path, damage: bytes | None, capsys: pytest.CaptureFixture[str]) -> None:
    """A list of all games gives those whose freeze or archive note is damaged with the row and the way on."""
    log, keys = RemovableLog(), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        there, gone = await archived(toy_service, remove=False), await archived(toy_service, remove=True)
        frozen, other = await toy_service.match(), await toy_service.match()
        await do(toy_service, "Freeze", game=frozen.id, reason="a complaint")
        rows = {there.id: archive_key(there.id), gone.id: archive_key(gone.id), frozen.id: freeze_key(frozen.id)}
        keys._values |= {row: damage or far(keys._values[row]) for row in rows.values()}
        states = {state.game: state for state in (await do(toy_service, "Survey")).games}
        assert states.keys() == {*rows, other.id}
        assert not states[other.id].fault
        for game, row in rows.items():
            assert states[game].fault.count(f"the row {row} can not be read: ")
            assert ("unfreeze that game" if game == frozen.id else "take it out of the store") in states[game].fault
            assert (await do(toy_service, "Look", game=game)).fault == states[game].fault
            assert await operate(toy_service, "look", game.hex()) == 0
        assert await operate(toy_service, "list") == 0
        assert archive_key(gone.id) in capsys.readouterr().out


async def test_a_rebuild_ends(tmp_path: Path) -> None:
    """A rebuild goes on past a damaged note: its game stays among all games and is named."""
    log, keys = RemovableLog(), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        gone, _ = await archived(toy_service, remove=True), await toy_service.match()
        keys._values[archive_key(gone.id)] = CUT
        told = await each(toy_service, "RebuildIndexes", reason="lost")
        assert (list(told[-1].unread), told[-1].dropped) == ([gone.id], 0)
        assert gone.id in {game async for game in indexed_games(keys)}


@pytest.mark.parametrize("damage", [CUT, DEEP, OTHER])
async def test_a_game_whose_freeze_is_damaged_is_unfrozen(tmp_path: Path, damage: bytes) -> None:
    """A damaged freeze holds its game with the reason of a freeze, until its operator unfreezes it."""
    keys = MemoryKeys()
    async with serve_toy(tmp_path, log=RemovableLog(), keys=keys) as toy_service:
        game = await toy_service.match()
        await do(toy_service, "Freeze", game=game.id, reason="a complaint")
        keys._values[freeze_key(game.id)] = damage
        assert await refused(game.call("PlotMarch", "red", heading="west")) == (REFUSED, "game-frozen")
        again = do(toy_service, "Freeze", game=game.id, reason="once more")
        assert await refused(again) == (REFUSED, "frozen-already")
        state = await do(toy_service, "Unfreeze", game=game.id, reason="settled")
        assert (state.fault, state.HasField("freeze")) == ("", False)
        assert (await game.call("PlotMarch", "red", heading="west")).receipt.seq == 7


@pytest.mark.parametrize("remove", [False, True])
async def test_an_archived_game_whose_freeze_is_damaged_is_not_unfrozen(tmp_path: Path, *, remove: bool) -> None:
    """Nobody unfreezes an archived game though its freeze can not be read, nor one that is not in the store."""
    log, keys = RemovableLog(), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        game = await archived(toy_service, remove=remove)
        keys._values |= {freeze_key(game.id): CUT, freeze_key(bytes(16)): CUT}
        before = dict(keys._values)
        unfreeze = do(toy_service, "Unfreeze", game=game.id, reason="why not")
        assert await refused(unfreeze) == (REFUSED, "archived-already")
        unfreeze = do(toy_service, "Unfreeze", game=bytes(16), reason="why not")
        assert (await refused(unfreeze))[0] is grpc.StatusCode.NOT_FOUND
        assert {key: keys._values[key] for key in before} == before


async def test_an_archived_game_whose_freeze_is_damaged_and_whose_note_is_lost(tmp_path: Path) -> None:
    """It stands among the archived games still: nobody unfreezes it, and archiving it again mends both."""
    log, keys = RemovableLog(), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        game = await archived(toy_service, remove=False)
        keys._values[freeze_key(game.id)] = CUT
        del keys._values[archive_key(game.id)]
        unfreeze = do(toy_service, "Unfreeze", game=game.id, reason="why not")
        assert await refused(unfreeze) == (REFUSED, "archived-already")
        await each(toy_service, "Archive", game=game.id, reason="room")
        state = await do(toy_service, "Look", game=game.id)
        assert (state.fault, bool(state.archive.file), state.HasField("freeze")) == ("", True, True)


async def test_a_damaged_note_of_an_unfreezing(tmp_path: Path) -> None:
    """Where nobody can read when a game was unfrozen, nothing that is due is done, and its operator is told the way."""
    keys = MemoryKeys()
    async with serve_toy(tmp_path, log=RemovableLog(), keys=keys) as toy_service:
        game = await toy_service.match()
        keys._values[resumed_key(game.id)] = b"damaged"
        fault = (await do(toy_service, "Look", game=game.id)).fault
        assert fault.startswith(f"the row {resumed_key(game.id)} can not be read: freeze and unfreeze that game")
        await do(toy_service, "Freeze", game=game.id, reason="as the way on says")
        assert not (await do(toy_service, "Unfreeze", game=game.id, reason="as the way on says")).fault
        assert (await game.call("PlotMarch", "red", heading="west")).receipt.seq == 7


async def test_a_rebuild_goes_on_past_a_freeze_of_a_game_that_is_served_elsewhere(tmp_path: Path) -> None:
    """A rebuild names a game of another edition whose freeze is damaged, as it does one of which it knows no freeze."""
    store = Store(tmp_path)
    store.log = RemovableLog()
    async with store.release("1") as one, store.release("2") as two:
        await heard(one, two)
        early, late = await one.match(), await two.match()
        store.keys._values[freeze_key(early.id)] = CUT
        told = await each(two, "RebuildIndexes", reason="lost")
        assert (told[-1].done, told[-1].total, set(told[-1].unread)) == (2, 2, {early.id})
        assert {early.id, late.id} <= {game async for game in indexed_games(store.keys)}


async def test_ids_of_no_game_end_no_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What stands in the index and can be the id of no game is passed over, page by page, until a rebuild drops it."""
    keys = MemoryKeys()
    async with serve_toy(tmp_path, log=RemovableLog(), keys=keys) as toy_service:
        games = [(await toy_service.match()).id for _ in range(3)]
        labels = [name for name in keys._ordered if name.startswith("{labels}/ids:")]
        few, many = (bytes(size) for size in (1, 15)), (bytes(16) + bytes([number]) for number in range(40))
        for name in labels:
            await keys.add_ordered(name, [b"", *few, *many, *(game + b"\x00" for game in games), b"\xff" * 300])
        for name in ("Survey", "List"):
            token, found, page = toy_service.admin if name == "Survey" else toy_service.owner, list[bytes](), ""
            while True:
                reply = await do(toy_service, name, token, page_size=1, page_token=page)
                found += [row.game for row in reply.games]
                if not (page := reply.next_page_token):
                    break
            assert found == sorted(games)
        assert await operate(toy_service, "list") == 0
        assert (await each(toy_service, "RebuildIndexes", reason="lost"))[-1].dropped == 47
    assert len(capsys.readouterr().out.splitlines()) == 3

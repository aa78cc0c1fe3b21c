"""Notes of games that nobody can read, in the store of a running service: each stops its own game, and no list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from services.store.archive import archive_key
from services.store.freezes import freeze_key
from services.store.redis_keys import MemoryKeys, indexed_games
from tests.services.admin.steps import RemovableLog, closed, do, each, operate
from tests.services.fixtures import serve_toy

if TYPE_CHECKING:
    from pathlib import Path

    from tests.services.fixtures import ToyGame, ToyService

CUT = b"\x88\xa4hash"
DEEP = b"\x81\xa1x" + b"\x91" * 1200 + b"\x01"


async def archived(toy_service: ToyService, *, remove: bool) -> ToyGame:
    """A game in the archive, and in its file alone where it is removed."""
    game = await closed(toy_service)
    await each(toy_service, "Archive", game=game.id, reason="room", remove=remove)
    return game


@pytest.mark.parametrize("damage", [CUT, DEEP])
async def test_every_game_is_listed(tmp_path: Path, damage: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    """A list of all games gives those whose freeze or archive note is damaged with the row and the way on."""
    log, keys = RemovableLog(), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        there, gone = await archived(toy_service, remove=False), await archived(toy_service, remove=True)
        frozen, other = await toy_service.match(), await toy_service.match()
        await do(toy_service, "Freeze", game=frozen.id, reason="a complaint")
        rows = {there.id: archive_key(there.id), gone.id: archive_key(gone.id), frozen.id: freeze_key(frozen.id)}
        keys._values |= dict.fromkeys(rows.values(), damage)
        states = {state.game: state for state in (await do(toy_service, "Survey")).games}
        assert states.keys() == {*rows, other.id}
        assert not states[other.id].fault
        for game, row in rows.items():
            assert states[game].fault.count(f"the row {row} can not be read: ")
            assert "take it out of the store" in states[game].fault
            assert (await do(toy_service, "Look", game=game)).fault == states[game].fault
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

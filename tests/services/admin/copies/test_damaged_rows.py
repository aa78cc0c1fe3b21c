"""A backup of a store in which rows beside the games were damaged: what can be read comes back, the rest is named."""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
from typing import TYPE_CHECKING

import pytest

from services.admin.backup import MANIFEST, STORE, BackupRefused, read_manifest
from services.config import Config
from services.rpc.games import TEST_SEEDS
from services.store.freezes import freeze_key
from services.store.redis_keys import TOKENS, token_key
from services.store.storage import storage
from tests.services.admin.copies.test_backup import Place, verb
from tests.services.admin.steps import do
from tests.services.fixtures import serve_toy

if TYPE_CHECKING:
    from pathlib import Path

# bytes that are no text where text belongs, and a row that was cut off
FOREIGN = b"\x82\xa4name\xa2\xff\xfe\xa3kid\xa2\xff\xfe"
CUT = b"\x88\xa4hash"


@pytest.mark.parametrize("damage", [FOREIGN, CUT])
async def test_tokens_and_seeds(tmp_path: Path, damage: bytes) -> None:
    """Those that can not be read are left out and named with the way on; games and other tokens are restored."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        game = await toy_service.match(test_seed=b"\x11" * 32)
        kid = game.tokens["red"].split("_")[2]
    token, seed = token_key(kid), TEST_SEEDS + "not hex"
    place.store._values |= {token: damage, seed: b"\x11" * 32}
    await place.back_up(tmp_path / "copy")
    new = Place(tmp_path / "new")
    shutil.copytree(place.folder, new.folder, dirs_exist_ok=True)
    done = await new.restore(tmp_path / "copy")
    assert done.restored == [game.id]
    assert done.unread.keys() == {token, seed}
    file = tmp_path / "copy" / STORE
    assert done.unread[token] == f"its row in {file} can not be read: give out another token"
    assert done.unread[seed] == f"its row in {file} can not be read: its key names no game"
    kept = {key for key in place.store._values if key.startswith((TOKENS, TEST_SEEDS))}
    assert kept - new.store._values.keys() == {token, seed}


@pytest.mark.parametrize("damage", [FOREIGN, CUT])
async def test_a_freeze(tmp_path: Path, damage: bytes) -> None:
    """A freeze that can not be read refuses the backup before a game is restored: the row and the fix are named."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        game = await toy_service.match()
        await do(toy_service, "Freeze", game=game.id, reason="a complaint")
    place.store._values[freeze_key(game.id)] = damage
    await place.back_up(tmp_path / "copy")
    new = Place(tmp_path / "new")
    shutil.copytree(place.folder, new.folder, dirs_exist_ok=True)
    with pytest.raises(BackupRefused, match="freeze or archive that game again and take another backup") as fault:
        await new.restore(tmp_path / "copy")
    assert freeze_key(game.id) in str(fault.value)
    assert [row async for row in new.log.games()] == []


async def test_all_rows(tmp_path: Path) -> None:
    """A file of rows that is none refuses the backup, though the manifest names it so."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        await toy_service.match()
    copy = tmp_path / "copy"
    await place.back_up(copy)
    keys = place.source().keys
    (copy / STORE).write_bytes(b"\x92\x91\x92\xa1\xff\xc4\x00\x90")
    manifest = read_manifest(copy, keys)
    manifest.files[STORE] = hashlib.sha256((copy / STORE).read_bytes()).hexdigest()
    rows = json.loads(manifest.data()) | {"seal": manifest.seal(keys).hex()}
    (copy / MANIFEST).write_text(json.dumps(rows))
    with pytest.raises(BackupRefused, match=r"can not be read .*: take another backup, or restore an earlier one"):
        await place.restore(copy)


async def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was left out is told, and so does the exit code."""
    data, copy = tmp_path / "data", tmp_path / "copy"
    async with storage(Config(data=data)) as (log, keys), serve_toy(data, log=log, keys=keys) as toy_service:
        await toy_service.match()
        await keys.set(token_key("0" * 12), FOREIGN)
        assert await asyncio.to_thread(verb, "backup", copy, "--data", data) == 0
        assert await asyncio.to_thread(verb, "restore", copy, "--data", data) == 6
    said = capsys.readouterr().err
    assert f"restore: {token_key('0' * 12)} was left out" in said
    assert "give out another token" in said

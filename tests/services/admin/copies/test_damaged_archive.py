"""Archived and forgotten games of which the note in the store is damaged or lost: a backup keeps them all the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import grpc
import msgspec
import pytest

from replays.audit.audit import audit
from services.admin.backup import Backup
from services.store.archive import Archived, archive_key
from services.store.freezes import freeze_key
from tests.services.admin.copies.test_backup import Place
from tests.services.admin.copies.test_damaged_rows import CUT, DAMAGES, emptied
from tests.services.admin.steps import closed, do, each, exported, in_service, refused
from tests.services.audited import find
from tests.verdicts import holds

if TYPE_CHECKING:
    from pathlib import Path

    from tests.services.fixtures import ToyGame

Code = grpc.StatusCode


async def put_away(place: Place) -> tuple[ToyGame, ToyGame, ToyGame, ToyGame]:
    """A game in the archive and the store, one in the archive alone, one that is forgotten, and one that goes on."""
    async with place.serve() as toy_service:
        there, alone, gone = [await closed(toy_service) for _ in range(3)]
        for game in (there, alone, gone):
            await each(toy_service, "Archive", game=game.id, reason="room", remove=game is not there)
        await do(toy_service, "Forget", game=gone.id, reason="asked")
        return there, alone, gone, await toy_service.match()


@pytest.mark.parametrize("damage", [*DAMAGES, None])
async def test_what_the_archive_has_comes_back(tmp_path: Path, damage: bytes | None) -> None:
    """A game whose archive note is damaged or lost comes back archived by its file, or forgotten by its proof."""
    place = Place(tmp_path / "data")
    there, alone, gone, other = await put_away(place)
    await place.back_up(tmp_path / "before")
    rows = {archive_key(game.id) for game in (there, alone, gone)[0 if damage else 1 :]}
    for row in rows:
        del place.store._values[row]
        place.store._values |= {row: damage} if damage else {}
    backup = Backup(place.source(), tmp_path / "copy", with_keys=False, tell=lambda _: None)
    manifest = await backup.run()
    assert manifest.games.keys() == {there.id.hex(), other.id.hex()}
    # each is named once, with one way on
    assert manifest.faults.keys() == {row.rpartition(":")[2] for row in rows}
    assert all("restore an earlier backup, or else th" in fault for fault in manifest.faults.values())
    assert backup.unread == {}
    new = emptied(place)
    for path in (new.folder / "archive").rglob("*.*"):
        path.unlink()
    done = await new.restore(tmp_path / "copy")
    assert (sorted(done.restored), done.refused) == (sorted([there.id, other.id]), {})
    assert done.unread.keys() == rows
    async with new.serve() as toy_service:
        states = [await do(toy_service, "Look", game=game.id) for game in (there, alone, gone)]
        assert [(state.fault, state.archive.removed, state.archive.forgotten) for state in states] == [
            ("", False, False),
            ("", True, False),
            ("", True, True),
        ]
        assert holds(audit(await exported(in_service(toy_service, alone)), find=find))
        assert await each(toy_service, "Proof", game=gone.id)
        told = await each(toy_service, "RebuildIndexes", reason="restored")
        assert (list(told[-1].unread), told[-1].dropped) == ([], 0)
        refusal = await refused(in_service(toy_service, there).call("PlotMarch", "red", heading="west"))
        assert refusal == (Code.FAILED_PRECONDITION, "game-archived")


async def test_a_forgotten_game_stays_forgotten(tmp_path: Path) -> None:
    """An older backup brings back no game that was forgotten, though the note of that was damaged in between."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        game = await closed(toy_service)
        await place.back_up(tmp_path / "older")
        await each(toy_service, "Archive", game=game.id, reason="room", remove=True)
        await do(toy_service, "Forget", game=game.id, reason="asked")
    before = msgspec.msgpack.decode(place.store._values[archive_key(game.id)], type=Archived)
    place.store._values[archive_key(game.id)] = CUT
    await place.back_up(tmp_path / "copy")
    new = Place(tmp_path / "new")
    for name in ("master.secret", "log.key"):
        (new.folder / name).write_bytes((place.folder / name).read_bytes())
        (new.folder / name).chmod(0o600)
    await new.restore(tmp_path / "copy")
    row = await new.source().archive.of(game.id)
    assert row == msgspec.structs.replace(before, time=row.time if row else 0)
    assert "it was forgotten" in (await new.restore(tmp_path / "older")).refused[game.id]


@pytest.mark.parametrize("later", [False, True])
async def test_the_way_on(tmp_path: Path, *, later: bool) -> None:
    """What the fault says mends a store: the row is taken out, and an earlier backup or one made since restored."""
    place = Place(tmp_path / "data")
    there, alone, gone, _ = await put_away(place)
    await place.back_up(tmp_path / "earlier")
    rows = [archive_key(game.id) for game in (there, alone, gone)]
    place.store._values |= dict.fromkeys(rows, CUT)
    done = await place.restore(tmp_path / "earlier")
    assert done.unread.keys() == set(rows[:2])
    assert all("take it out of the store" in text for text in done.unread.values())
    assert all(place.store._values[row] == CUT for row in rows)
    await place.back_up(tmp_path / "since")
    for row in rows:
        del place.store._values[row]
    await place.restore(tmp_path / ("since" if later else "earlier"))
    async with place.serve() as toy_service:
        assert not any(state.fault for state in (await do(toy_service, "Survey")).games)
        assert (await do(toy_service, "Look", game=gone.id)).archive.forgotten
    assert (await place.back_up(tmp_path / "whole")).faults == {}


async def test_what_can_not_come_back_is_said(tmp_path: Path) -> None:
    """A game whose file is gone too is named: to be archived again where its entries came back, and else its file."""
    place = Place(tmp_path / "data")
    there, alone, gone, _ = await put_away(place)
    place.store._values |= {archive_key(game.id): CUT for game in (there, alone, gone)}
    for path in (place.folder / "archive").rglob("*.*"):
        path.write_bytes(b"{}")
    await place.back_up(tmp_path / "copy")
    new = emptied(place)
    done = await new.restore(tmp_path / "copy")
    assert done.unread[archive_key(there.id)].endswith("it is left out: archive that game again")
    file = new.source().archive.file(alone.id)
    assert f"lost without {file}" in done.unread[archive_key(alone.id)]
    assert archive_key(there.id) not in new.store._values
    async with new.serve() as toy_service:
        await each(toy_service, "Archive", game=there.id, reason="as the way on says")


@pytest.mark.parametrize("told", [b'"entries": "9"', b'"entries": 9000', b'"entries": null', b'"entry": 9'])
async def test_a_damaged_proof_makes_no_note(tmp_path: Path, told: bytes) -> None:
    """Where proof and note of a forgotten game are damaged both are named, and no note is written nobody can read."""
    place = Place(tmp_path / "data")
    _, _, gone, _ = await put_away(place)
    proof = place.source().archive.proof_file(gone.id)
    proof.write_bytes(re.sub(rb'"entries": [0-9]+', told, proof.read_bytes()))
    place.store._values[archive_key(gone.id)] = CUT
    await place.back_up(tmp_path / "copy")
    new = emptied(place)
    done = await new.restore(tmp_path / "copy")
    assert archive_key(gone.id) not in new.store._values
    assert str(new.source().archive.proof_file(gone.id)) in done.unread[archive_key(gone.id)]


async def test_a_freeze_beside_a_lost_note(tmp_path: Path) -> None:
    """An archived game of which freeze and note are damaged or lost comes back archived: nobody can unfreeze it."""
    place = Place(tmp_path / "data")
    _, alone, _, _ = await put_away(place)
    del place.store._values[archive_key(alone.id)]
    place.store._values[freeze_key(alone.id)] = CUT
    await place.back_up(tmp_path / "copy")
    new = emptied(place)
    await new.restore(tmp_path / "copy")
    async with new.serve() as toy_service:
        refusal = await refused(do(toy_service, "Unfreeze", game=alone.id, reason="why not"))
    assert refusal == (Code.FAILED_PRECONDITION, "archived-already")

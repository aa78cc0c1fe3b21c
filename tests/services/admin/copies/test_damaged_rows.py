"""A backup of a store in which rows beside the games were damaged: all else comes back, and each of them is named."""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import AsyncMock

import grpc
import msgspec
import pytest

from adjudicator.kernel.record.log import StoreDown
from replays.register.checkpoint import cosign
from services.admin.backup import MANIFEST, STORE, Backup, BackupRefused, read_manifest
from services.admin.record import AdminRecord
from services.config import Config
from services.games.keys import seeded_game
from services.games.quotas import QUOTAS
from services.rpc.access.credentials import Credentials
from services.rpc.games import TEST_SEEDS
from services.store.archive import archive_key
from services.store.freezes import AppendRefused, Freeze, freeze_key, resumed_key
from services.store.redis_keys import TOKENS, token_key
from services.store.register_logs import COSIGNED
from services.store.storage import storage
from tests.services.admin.copies.test_backup import Place, verb
from tests.services.admin.steps import closed, do, each, in_service, refused
from tests.services.fixtures import serve_toy

if TYPE_CHECKING:
    from services.admin.restore import Restored
    from tests.services.fixtures import ToyGame

Code = grpc.StatusCode
SEED = b"\x11" * 32
# bytes that are no text where text belongs, a row that was cut off, and a field of lists within lists
FOREIGN = b"\x82\xa4name\xa2\xff\xfe\xa3kid\xa2\xff\xfe"
CUT = b"\x88\xa4hash"
DEEP = b"\x81\xa1x" + b"\x91" * 1200 + b"\x01"
DAMAGES = (FOREIGN, CUT, DEEP)
# a freeze that names a state that there is not
OTHER = b"\x84\xa4time\x01\xa3kid\xa0\xa6reason\xa3why\xa5state\xa6frozeo"


def emptied(place: Place, name: str = "new") -> Place:
    """A place with the same keys and an empty store."""
    new = Place(place.folder.with_name(name))
    shutil.copytree(place.folder, new.folder, dirs_exist_ok=True)
    return new


async def brought_back(place: Place, copy: Path) -> tuple[Place, Restored]:
    """The place whose store was lost, after its backup was restored."""
    await place.back_up(copy)
    new = emptied(place)
    return new, await new.restore(copy)


async def frozen_game(place: Place) -> ToyGame:
    """A game that its operator has frozen."""
    async with place.serve() as toy_service:
        game = await toy_service.match()
        await do(toy_service, "Freeze", game=game.id, reason="a complaint")
    return game


@pytest.mark.parametrize("damage", DAMAGES)
async def test_tokens(tmp_path: Path, damage: bytes) -> None:
    """A token that can not be read comes back byte for byte, is valid for nobody, and is named with the way on."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        game = await toy_service.match()
    token = token_key(game.tokens["red"].split("_")[2])
    place.store._values[token] = damage
    new, done = await brought_back(place, tmp_path / "copy")
    assert done.restored == [game.id]
    way = "it is put back as it is, valid for nobody: give out another token"
    assert done.unread == {token: f"its row in {tmp_path / 'copy' / STORE} can not be read; {way}"}
    assert new.store._values[token] == damage
    assert {key for key in place.store._values if key.startswith(TOKENS)} <= new.store._values.keys()
    async with new.serve() as toy_service:
        back = in_service(toy_service, game)
        assert (await refused(back.call("View", "red")))[0] is Code.UNAUTHENTICATED
        assert (await back.call("View", "blue")).seq == 6


async def test_a_revoked_token_of_the_owner(tmp_path: Path) -> None:
    """A restore makes no token valid again that was revoked, though its row can not be read any more."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        await toy_service.match()
        kid = toy_service.owner.split("_")[2]
        credentials: Credentials = toy_service.service.credentials
        assert await credentials.revoke(kid)
    place.store._values[token_key(kid)] = place.store._values[token_key(kid)][:-3]
    new, done = await brought_back(place, tmp_path / "copy")
    assert list(done.unread) == [token_key(kid)]
    async with new.serve() as toy_service:
        assert (await refused(do(toy_service, "List", toy_service.owner)))[0] is Code.UNAUTHENTICATED


@pytest.mark.parametrize("value", [b"", b"\xff\xfe", SEED + b"\x00", SEED[:-1] + b"\x10"])
async def test_seeds(tmp_path: Path, value: bytes) -> None:
    """A seed of another size, of another game or of none is left out and named; games and other seeds come back."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        game, other = await toy_service.match(test_seed=SEED), await toy_service.match(test_seed=b"\x12" * 32)
    damaged = TEST_SEEDS + seeded_game(SEED).hex()
    nobodys = [TEST_SEEDS + name for name in ("", "ab", "not hex", game.id.hex().upper(), f"x:{game.id.hex()}")]
    place.store._values |= dict.fromkeys(nobodys, SEED) | {damaged: value}
    new, done = await brought_back(place, tmp_path / "copy")
    assert (sorted(done.restored), done.refused) == (sorted([game.id, other.id]), {})
    assert done.unread.keys() == {damaged, *nobodys}
    assert "open that game again with its seed" in done.unread[damaged]
    assert all("names no game" in done.unread[key] for key in nobodys)
    assert [key for key in new.store._values if key.startswith(TEST_SEEDS)] == [TEST_SEEDS + other.id.hex()]


@pytest.mark.parametrize("damage", [b"\xff\xfe", SEED[:-1] + b"\x10"])
async def test_a_service_over_damaged_seeds(tmp_path: Path, damage: bytes) -> None:
    """A service starts though stored seeds can not be read: it lets other games go on, and theirs not."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        game, other = await toy_service.match(test_seed=SEED), await toy_service.match()
    damaged = TEST_SEEDS + game.id.hex()
    place.store._values |= {TEST_SEEDS + "not hex": SEED, TEST_SEEDS + "ab": SEED, damaged: damage}
    async with place.serve() as toy_service:
        assert (await in_service(toy_service, other).call("PlotMarch", "red", heading="west")).receipt.seq == 7
        code, _ = await refused(in_service(toy_service, game).call("PlotMarch", "red", heading="west"))
        assert code is not Code.INTERNAL
        # as the way on says
        assert (await refused(toy_service.match(test_seed=SEED)))[0] is Code.FAILED_PRECONDITION
        assert (await in_service(toy_service, game).call("PlotMarch", "red", heading="west")).receipt.seq == 7


@pytest.mark.parametrize("damage", [*DAMAGES, OTHER])
async def test_a_freeze(tmp_path: Path, damage: bytes) -> None:
    """A game of which a freeze can not be read comes back frozen all the same, and its operator can unfreeze it."""
    place = Place(tmp_path / "data")
    game = await frozen_game(place)
    place.store._values[freeze_key(game.id)] = damage
    new, done = await brought_back(place, tmp_path / "copy")
    assert done.restored == [game.id]
    assert "unfreeze it" in done.unread[freeze_key(game.id)]
    async with new.serve() as toy_service:
        back = in_service(toy_service, game)
        assert (await refused(back.call("PlotMarch", "red", heading="west")))[1] == "game-frozen"
        assert "could not be read" in (await do(toy_service, "Look", game=game.id)).freeze.reason
        await do(toy_service, "Unfreeze", game=game.id, reason="settled")
        assert (await back.call("PlotMarch", "red", heading="west")).receipt.seq == 7
    # what was unfrozen after the backup stays so
    done = await new.restore(tmp_path / "copy")
    async with new.serve() as toy_service:
        assert (await in_service(toy_service, game).call("PlotMarch", "blue", heading="west")).receipt.seq == 8


async def test_a_freeze_of_an_archived_game(tmp_path: Path) -> None:
    """An archived game of which a freeze can not be read comes back as one: nobody can unfreeze it."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        game = await closed(toy_service)
        await each(toy_service, "Archive", game=game.id, reason="room")
    place.store._values[freeze_key(game.id)] = CUT
    new, done = await brought_back(place, tmp_path / "copy")
    assert list(done.unread) == [freeze_key(game.id)]
    async with new.serve() as toy_service:
        refusal = await refused(do(toy_service, "Unfreeze", game=game.id, reason="why not"))
    assert refusal == (Code.FAILED_PRECONDITION, "archived-already")


@pytest.mark.parametrize("remove", [False, True])
@pytest.mark.parametrize("damage", [CUT, DEEP, None, msgspec.msgpack.encode(Freeze(1, "", "by mistake"))])
async def test_a_freeze_of_an_archived_game_in_the_store(tmp_path: Path, damage: bytes | None, *, remove: bool) -> None:
    """Archiving an archived game again writes its freeze anew where that is damaged, lost or another, and only then."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        game = await closed(toy_service)
        await each(toy_service, "Archive", game=game.id, reason="room", remove=remove)
        whole = place.store._values.pop(freeze_key(game.id))
        place.store._values |= {} if damage is None else {freeze_key(game.id): damage}
        assert len(await each(toy_service, "Archive", game=game.id, reason="as the way on says", remove=remove)) == 1
        assert place.store._values[freeze_key(game.id)] == whole
        for verb_name in ("Unfreeze", "Freeze"):
            refusal = await refused(do(toy_service, verb_name, game=game.id, reason="why not"))
            assert refusal[0] is Code.FAILED_PRECONDITION
        again = each(toy_service, "Archive", game=game.id, reason="once more", remove=remove)
        assert await refused(again) == (Code.FAILED_PRECONDITION, "archived-already")


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_freeze_in_the_store(tmp_path: Path, damage: bytes) -> None:
    """A damaged freeze in the store stays where a good backup is restored, and is named with the way on."""
    place = Place(tmp_path / "data")
    game = await frozen_game(place)
    await place.back_up(tmp_path / "copy")
    place.store._values |= {freeze_key(game.id): damage, resumed_key(game.id): b"damaged"}
    done = await place.restore(tmp_path / "copy")
    assert (done.there, done.unread.keys()) == ([game.id], {resumed_key(game.id), freeze_key(game.id)})
    assert place.store._values[freeze_key(game.id)] == damage
    assert "unfreeze that game and freeze it again" in done.unread[freeze_key(game.id)]
    async with place.serve() as toy_service:
        await do(toy_service, "Unfreeze", game=game.id, reason="as the way on says")
        await do(toy_service, "Freeze", game=game.id, reason="as the way on says")
        await do(toy_service, "Unfreeze", game=game.id, reason="settled")
        assert (await in_service(toy_service, game).call("PlotMarch", "red", heading="west")).receipt.seq == 7


async def test_a_freeze_that_refuses_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is behind in the store is left alone where a damaged freeze refuses its entries; both are named."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        game = await toy_service.match()
    await place.back_up(tmp_path / "copy")
    place.log.entries(game.id).pop()
    place.store._values[freeze_key(game.id)] = DEEP
    monkeypatch.setattr(place.log, "append", AsyncMock(side_effect=AppendRefused))
    done = await place.restore(tmp_path / "copy")
    assert (list(done.refused), list(done.unread)) == ([game.id], [freeze_key(game.id)])
    assert "unfreeze that game" in done.unread[freeze_key(game.id)]


@pytest.mark.parametrize("damage", [CUT, DEEP, b"\xff\xfe"])
async def test_what_else_a_service_reads(tmp_path: Path, damage: bytes) -> None:
    """Quotas and notes of games that can not be read are left out and named, when it is done again too."""
    place = Place(tmp_path / "data")
    game = await frozen_game(place)
    damaged = [QUOTAS + "everybody", QUOTAS + "0" * 12, resumed_key(game.id), archive_key(game.id)]
    place.store._values |= dict.fromkeys(damaged, damage)
    new, done = await brought_back(place, tmp_path / "copy")
    assert done.unread.keys() == set(damaged)
    assert "set the quota again" in done.unread[QUOTAS + "everybody"]
    assert not new.store._values.keys() & set(damaged)
    assert (await new.restore(tmp_path / "copy")).there == [game.id]
    async with new.serve() as toy_service:
        assert await toy_service.match()
        assert (await refused(in_service(toy_service, game).call("PlotMarch", "red", heading="west")))[
            1
        ] == "game-frozen"


@pytest.mark.parametrize("damage", [CUT, b"\xff\xfe"])
async def test_a_note_of_an_unfreezing(tmp_path: Path, damage: bytes) -> None:
    """Players get a whole time to answer from the backup on, where nobody can read when their game was unfrozen."""
    place = Place(tmp_path / "data")
    game = await frozen_game(place)
    async with place.serve() as toy_service:
        await do(toy_service, "Unfreeze", game=game.id, reason="settled")
    place.store._values[resumed_key(game.id)] = damage
    manifest = await place.back_up(tmp_path / "copy")
    new = emptied(place)
    done = await new.restore(tmp_path / "copy")
    assert "counts as unfrozen when the backup was begun" in done.unread[resumed_key(game.id)]
    assert await new.source().freezes.gap(game.id) == (manifest.made_ms, manifest.made_ms)
    async with new.serve() as toy_service:
        assert (await in_service(toy_service, game).call("PlotMarch", "red", heading="west")).receipt.seq == 7


async def test_a_backup_names_them(tmp_path: Path) -> None:
    """A backup names rows that can not be read while they can be mended, and copies them as they are."""
    place = Place(tmp_path / "data")
    game = await frozen_game(place)
    damaged = [freeze_key(game.id), token_key("0" * 12), TEST_SEEDS + "ab", QUOTAS + "everybody"]
    place.store._values |= dict.fromkeys(damaged, CUT)
    backup = Backup(place.source(), tmp_path / "copy", with_keys=False, tell=lambda _: None)
    assert (await backup.run()).faults == {}
    assert backup.unread.keys() == set(damaged)
    assert "archive it again where it was archived, and take another backup" in backup.unread[freeze_key(game.id)]
    assert backup.unread[token_key("0" * 12)] == "give out another token"


@pytest.mark.parametrize("damaged", [b"", b"\xff\xfe", b"no signature", "\N{EM DASH} w n0tBase64!".encode()])
async def test_lines_of_witnesses(tmp_path: Path, damaged: bytes) -> None:
    """A row of witnesses' lines of which one can not be read is named; the others come back, and whole rows as are."""
    place = Place(tmp_path / "data")
    async with place.serve():
        pass
    good = cosign(b"\7" * 32, "w.example.org", "text\n", 7).encode()
    whole, half, none = (f"{COSIGNED}{'0a' * 16}:{size}" for size in (1, 2, 3))
    place.store._values |= {whole: good + b"\n" + good, half: damaged + b"\n" + good, none: damaged}
    backup = Backup(place.source(), tmp_path / "copy", with_keys=False, tell=lambda _: None)
    await backup.run()
    assert backup.unread.keys() == {half, none}
    new = emptied(place)
    done = await new.restore(tmp_path / "copy")
    assert done.unread.keys() == {half, none}
    assert "restore an earlier backup" in done.unread[half]
    rows = {key: value for key, value in new.store._values.items() if key.startswith(COSIGNED)}
    assert rows == {whole: good + b"\n" + good, half: good}


async def test_all_rows(tmp_path: Path) -> None:
    """A file of rows that is none refuses the backup, though the manifest names it so."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        await toy_service.match()
    await place.back_up(tmp_path / "copy")
    put_in(place, tmp_path / "copy", STORE, b"\x92\x91\x92\xa1\xff\xc4\x00\x90")
    with pytest.raises(BackupRefused, match=r"can not be read .*: take another backup, or restore an earlier one"):
        await place.restore(tmp_path / "copy")


async def test_a_copy_that_is_no_replay_file(tmp_path: Path) -> None:
    """A copy of a game that can not be read at all leaves that game alone, and the others come back."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        game, other = await toy_service.match(), await toy_service.match()
    await place.back_up(tmp_path / "copy")
    put_in(place, tmp_path / "copy", f"games/{game.id.hex()[-2:]}/{game.id.hex()}.replay", b"no replay file")
    done = await emptied(place).restore(tmp_path / "copy")
    assert (done.restored, list(done.refused)) == ([other.id], [game.id])


def put_in(place: Place, copy: Path, name: str, data: bytes) -> None:
    """Put another file into a backup, whose manifest names it."""
    keys = place.source().keys
    (copy / name).write_bytes(data)
    manifest = read_manifest(copy, keys)
    manifest.files[name] = hashlib.sha256(data).hexdigest()
    rows = json.loads(manifest.data()) | {"seal": manifest.seal(keys).hex()}
    (copy / MANIFEST).write_text(json.dumps(rows))


async def test_a_manifest_that_is_none(tmp_path: Path) -> None:
    """A manifest of lists within lists refuses the backup as any other that can not be read."""
    place = Place(tmp_path / "data")
    (tmp_path / MANIFEST).write_text("[" * 100_000)
    with pytest.raises(BackupRefused, match="can not be read"):
        read_manifest(tmp_path, place.source().keys)


@pytest.mark.parametrize("folder", [".", "/", ".."])
async def test_a_folder_without_a_name(tmp_path: Path, folder: str) -> None:
    """A backup into a folder that is there is refused, whatever it is called."""
    with pytest.raises(BackupRefused, match="exists"):
        await Backup(Place(tmp_path / "data").source(), Path(folder), with_keys=False, tell=lambda _: None).run()


async def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What can not be read is told by both verbs and the operators' record, and so do the exit codes."""
    data, copy = tmp_path / "data", tmp_path / "copy"
    async with storage(Config(data=data)) as (log, keys), serve_toy(data, log=log, keys=keys) as toy_service:
        await toy_service.match()
        await keys.set(token_key("0" * 12), FOREIGN)
        assert await asyncio.to_thread(verb, "backup", copy, "--data", data) == 6
        told, said = capsys.readouterr()
        assert "1 games, 0 events, 0 with a fault, 1 rows unread" in told
        assert f"backup: the row {token_key('0' * 12)} in the store can not be read" in said
        assert await asyncio.to_thread(verb, "restore", copy, "--data", data) == 6
        details = [row.detail async for _, row, _ in AdminRecord(keys, int).rows()]
        assert [detail.endswith(", 1 rows unread") for detail in details] == [True, True]
    told, said = capsys.readouterr()
    assert "0 restored, 1 there, 0 left alone, 1 rows unread" in told
    assert f"restore: {token_key('0' * 12)}: its row in {copy / STORE} can not be read" in said
    assert "give out another token" in said


@pytest.mark.parametrize("verb_name", ["backup", "restore"])
async def test_what_was_found_is_told_though_the_store_goes_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, verb_name: str
) -> None:
    """What can not be read is named where the operators' record, which is written last, can not be written."""
    data, copy = tmp_path / "data", tmp_path / "copy"
    async with storage(Config(data=data)) as (log, keys), serve_toy(data, log=log, keys=keys) as toy_service:
        await toy_service.match()
        await keys.set(token_key("0" * 12), FOREIGN)
        if verb_name == "restore":
            assert await asyncio.to_thread(verb, "backup", copy, "--data", data) == 6
        capsys.readouterr()
        monkeypatch.setattr(AdminRecord, "write", AsyncMock(side_effect=StoreDown("it is away")))
        assert await asyncio.to_thread(verb, verb_name, copy, "--data", data) == 3
    told, said = capsys.readouterr()
    assert "1 rows unread" in told
    assert token_key("0" * 12) in said
    assert said.endswith(f"{verb_name}: it is away\n")


async def test_a_refused_backup_leaves_an_empty_folder_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A backup that can not be used is refused before its keys are placed: another one can be restored there."""
    place, copy, data = Place(tmp_path / "data"), tmp_path / "copy", tmp_path / "empty"
    async with place.serve() as toy_service:
        await toy_service.match()
    await place.back_up(copy, with_keys=True)
    rows = (copy / STORE).read_bytes()
    for name, altered in ((STORE, rows[:-1]), ("keys/log.key", b"short"), (MANIFEST, b"{}")):
        whole = (copy / name).read_bytes()
        (copy / name).write_bytes(altered)
        assert await asyncio.to_thread(verb, "restore", copy, "--data", data, "--keys") == 3
        (copy / name).write_bytes(whole)
        assert capsys.readouterr().err.startswith("restore: ")
    assert not data.exists()


def test_exit_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The code of a backup that can not be used, or that is there already, is the one that the help names."""
    (tmp_path / "copy").mkdir()
    assert verb("restore", tmp_path / "copy", "--data", tmp_path / "none") == 3
    assert "has no keys" in capsys.readouterr().err
    for name, words in (("restore", "3 store, keys or backup can not be used"), ("backup", "a folder that is there")):
        with pytest.raises(SystemExit):
            verb(name, "--help")
        assert words in " ".join(capsys.readouterr().out.split())

"""Repair by an operator over gRPC: what was signed comes back, and nothing else."""

from __future__ import annotations

import zlib
from types import SimpleNamespace
from typing import Any

import grpc
import pytest

from adjudicator.kernel.record.chain import head_text
from adjudicator.kernel.record.log import make_entry
from replays.audit.report import Finding
from replays.bundle import Sealed, read_bundle, write_bundle
from services.admin.judging import faults
from services.games.keys import NOTES_KEY
from services.sessions.head_notes import HELD_TRIES, HeadNotes, Note, NoteHeld, when_free
from services.sessions.repair import Sources
from services.store.event_keys import told_keys
from services.store.redis_keys import MemoryKeys
from tests.services.admin.steps import RemovableLog, do, exported, in_service, record_of, refused
from tests.services.events.steps import create, pairing
from tests.services.fixtures import methods, serve_toy
from wargame.v1 import admin_pb2

Code = grpc.StatusCode


class Lossy(RemovableLog):
    """A log that can lose its tail."""

    def lose(self, game, count):
        lost = self._games[game][-count:]
        del self._games[game][-count:]
        return lost


@pytest.fixture
async def lost(tmp_path):
    """A game whose log lost its last two entries while nobody served it, with both seats' files and a receipt."""
    log, keys = Lossy(), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        game = await toy_service.match()
        await game.call("PlotMarch", "red", heading="west")
        answer = await game.call("PlotMarch", "blue", heading="east")
        files = [await exported(game, who) for who in ("red", "blue")]
    return game, log, keys, files, answer.receipt.note, log.lose(game.id, 2)


async def repair(toy_service, *parts, token=None):
    """Send the parts of a repair."""
    metadata = (("authorization", f"Bearer {token or toy_service.admin}"),)
    stub = toy_service.stub(methods()["Repair"])
    return await stub(iter([admin_pb2.RepairPart(**part) for part in parts]), metadata=metadata, timeout=60)


async def test_from_own_notes(tmp_path, lost):
    """What the service has noted comes back byte for byte, once; a second repair finds nothing missing."""
    game, log, keys, _, _, tail = lost
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        back = in_service(toy_service, game)
        assert (await back.refused("View", "red")).code() == Code.DATA_LOSS
        assert "TRUNCATED_LOG" in (await do(toy_service, "Look", game=game.id)).fault
        done = await repair(toy_service, {"game": game.id, "reason": "a failover"})
        assert (done.first, done.last) == (7, 8)
        assert log.entries(game.id)[-2:] == tail
        assert (await back.call("View", "red")).seq == 8
        done = await repair(toy_service, {"game": game.id, "reason": "once more"})
        assert (done.first, done.last) == (9, 8)
        assert [row[0] for row in await record_of(toy_service)] == ["Repair"] * 6


async def test_an_event_does_not_believe_its_rows_after_a_repair(tmp_path):
    """What comes back is told to no event: the rows that say that nothing is missing are taken away."""
    log, keys = Lossy(), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        event = await create(toy_service)
        opened = (await event.open(pairing("anna", "ben")))[0]
        await event.game(opened).call("CreateMatch", "owner", rounds=1)
    log.lose(opened.game, 1)
    rows, signs = told_keys(event.id)[1:]
    await keys.set(rows, b"whole")
    await keys.set(signs, b"kept")
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        done = await repair(toy_service, {"game": opened.game, "reason": "a failover"})
        assert (done.first, done.last) == (2, 2)
    assert await keys.get(rows) is None
    assert await keys.get(signs) == b"kept"


async def test_from_files(tmp_path, lost):
    """Without notes the seats' files bring the entries back, together, and a receipt says how far."""
    game, log, keys, files, receipt, tail = lost
    for path in (tmp_path / "heads").rglob(game.id.hex()):
        path.unlink()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        first = {"game": game.id, "reason": "a failover", "receipts": [receipt]}
        none = repair(toy_service, first)
        assert await refused(none) == (Code.FAILED_PRECONDITION, "not-repaired")
        one = repair(toy_service, first, {"replay": files[0], "begins": True})
        assert (await refused(one))[0] == Code.DATA_LOSS
        half = len(files[1]) // 2
        parts = [{"replay": files[0], "begins": True}, {"replay": files[1][:half], "begins": True}]
        done = await repair(toy_service, first, *parts, {"replay": files[1][half:]})
        assert (done.first, done.last) == (7, 8)
        assert [entry.record for entry in log.entries(game.id)[-2:]] == [entry.record for entry in tail]


async def test_what_is_not_ours(tmp_path, lost):
    """Heads of another deployment, no file, and no game are refused before anything is looked for."""
    game, log, keys, _, receipt, _ = lost
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        forged = receipt[:-20] + "A" * 10 + receipt[-10:]
        for part in ({"receipts": [forged]}, {"replay": b"no file"}):
            refusal = refused(repair(toy_service, {"game": game.id, "reason": "a failover", **part}))
            assert (await refusal)[0] == Code.INVALID_ARGUMENT
        assert (await refused(repair(toy_service)))[0] == Code.INVALID_ARGUMENT
        assert len(log.entries(game.id)) == 6


async def test_a_tail_that_the_rules_do_not_make(tmp_path, lost):
    """An entry that folds and is signed, but that no rules would make, is not brought back."""
    game, log, keys, _, _, tail = lost
    altered = make_entry(7, tail[0].record.replace(b"west", b"east"), tail[0].openings)
    if altered.record == tail[0].record:
        altered = make_entry(7, tail[0].record.replace(b"PlotMarch", b"DrawToken"), tail[0].openings)
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        service = toy_service.service
        notes = HeadNotes(tmp_path / "heads", service.keys.derive(NOTES_KEY))
        notes.forget(game.id)
        signed = service.keys.sign(head_text(game.id, 7, altered.hash))
        sources = Sources(game.id, service.keys.verification_keys)
        sources.add_receipt(signed)
        assert sources.target() == Note(7, altered.hash)
        answer = refused(repair(toy_service, {"game": game.id, "reason": "x", "receipts": [signed]}))
        assert (await answer)[1] == "not-repaired"
        assert len(log.entries(game.id)) == 6


async def test_openings_that_do_not_open(tmp_path, lost):
    """A forged opening replaces no good one, whichever comes first, and does not stand in the way of a repair."""
    game, log, keys, files, _receipt, tail = lost
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        bundle = read_bundle(files[0])
        sealed = [
            Sealed(row.seq, tuple((*part[:2], bytes(32), part[3]) for part in row.openings)) for row in bundle.sealed
        ]
        assert {7, 8} & {row.seq for row in sealed if row.openings}
        names = (bundle.manifest["ruleset"], bundle.manifest["edition"], bytes.fromhex(bundle.manifest["engine"]))
        forged = write_bundle(*names, bundle.records, bundle.heads, sealed)
        for order in ((forged, *files), (*files, forged)):
            sources = Sources(game.id, toy_service.service.keys.verification_keys)
            for data in order:
                sources.add_bundle(read_bundle(data))
            session = await toy_service.service.command_handler.sessions._load(game.id)
            target = sources.target()
            assert target is not None
            found = sources.chain(Note(6, session.protocol.head), target)
            assert [entry.openings for entry in found] == [entry.openings for entry in tail]


def test_findings_hide_what_is_hidden():
    """What an operator is told of an audit names code and entry, and no value that players may not see."""
    row = Finding("EVENTS_MISMATCH", "error", 7, "march west", "march east")
    report: Any = SimpleNamespace(findings=[row])
    [text] = faults(report)
    assert text.startswith("EVENTS_MISMATCH at entry 7: ")
    assert "west" not in text
    assert "east" not in text


async def test_receipts_without_end(tmp_path, lost):
    """Receipts are as many as players may have, and no more."""
    game, log, keys, _, receipt, _ = lost
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        first = {"game": game.id, "reason": "x", "receipts": [receipt] * 600}
        answer = await refused(repair(toy_service, first, {"receipts": [receipt] * 600}))
        assert answer[0] == Code.INVALID_ARGUMENT


def test_notes_of_another_deployment(tmp_path):
    """A note that another master secret sealed, or none, is not believed; its entries are looked at all the same."""
    game, head = bytes(range(16)), b"h" * 32
    HeadNotes(tmp_path, b"theirs").put(game, Note(3, head))
    sources = Sources(game, ["a+b+c"])
    sources.add_notes(HeadNotes(tmp_path, b"ours", foreign=True))
    assert (sources.target(), sources.unbelieved) == (None, 1)
    sources.add_notes(HeadNotes(tmp_path, b"theirs", foreign=True))
    assert sources.target() == Note(3, head)


def test_notes_of_an_earlier_release(tmp_path):
    """A note with a plain checksum is read in its own folder, sealed with the next, and not believed from elsewhere."""
    game, head = bytes(range(16)), b"h" * 32
    notes = HeadNotes(tmp_path, b"ours")
    notes.put(game, Note(1, head))
    (path,) = [path for path in tmp_path.rglob("*") if path.is_file()]
    data = b"wgnote/1" + (5).to_bytes(4, "big") + head
    path.write_bytes(data + zlib.crc32(data).to_bytes(4, "big"))
    assert notes.last(game) == Note(5, head)
    foreign = Sources(game, ["a+b+c"])
    foreign.add_notes(HeadNotes(tmp_path, b"ours", foreign=True))
    assert foreign.target() is None
    notes.put(game, Note(6, head))
    assert notes.last(game) == Note(6, head)


async def test_a_held_note(tmp_path):
    """Whoever waits for a note that another process holds lets others run, and gives up by name."""
    tries = []

    def act() -> None:
        tries.append(1)
        if len(tries) < 4:
            raise NoteHeld

    await when_free(act)
    assert len(tries) == 4

    def never() -> None:
        tries.append(1)
        raise NoteHeld

    with pytest.raises(NoteHeld):
        await when_free(never)
    assert len(tries) == 4 + HELD_TRIES + 1

"""The logs of events are copied, brought back and repaired as games are."""

import secrets

import grpc
import pytest

from adjudicator.kernel.record.log import MemoryLog
from services.admin.backup import read_manifest
from services.events.log.copies import EventNotRestored, repair_event
from services.games.keys import load_keys
from services.sessions.head_notes import Note
from services.sessions.repair import RepairRefused, Sources
from services.store.event_feeds import event_store
from services.tools.repair import _is_event
from tests.services.admin.copies.test_backup import Place
from tests.services.events.steps import create, pairing, start
from tests.services.events.test_tokens import refused

LOST = grpc.StatusCode.DATA_LOSS


def log_of(place: Place) -> MemoryLog:
    """Give the log that a place keeps events in."""
    log = event_store(place.log).log
    assert isinstance(log, MemoryLog)
    return log


async def made(place):
    """An event with a game and a token, and the tokens of its owner and of a referee."""
    async with place.serve() as toy_service:
        event = await create(toy_service)
        (opened,) = await event.open(pairing("anna", "ben"))
        referee = await event.token("referee", "rita")
        sheet = await event.call("Get")
    return event, opened, referee, sheet


async def test_an_event_comes_back_from_a_backup(tmp_path):
    """Into an empty place: the event, its list, rows and tokens; a second restore changes nothing."""
    place, new = Place(tmp_path / "data"), Place(tmp_path / "new")
    event, opened, referee, sheet = await made(place)
    manifest = await place.back_up(tmp_path / "copy")
    assert (manifest.faults, list(manifest.events)) == ({}, [event.id.hex()])
    assert read_manifest(tmp_path / "copy", load_keys(place.folder, "localhost")).events.keys() == {event.id.hex()}
    for name in ("master.secret", "log.key", "owner.token", "admin.token"):
        (new.folder / name).write_bytes((place.folder / name).read_bytes())
        (new.folder / name).chmod(0o600)
    done = await new.restore(tmp_path / "copy")
    assert (done.restored_events, done.refused, done.behind) == ([event.id], {}, [])
    assert (await new.restore(tmp_path / "copy")).there_events == [event.id]
    async with new.serve() as toy_service:
        event.service = toy_service
        assert await event.call("Get") == sheet
        assert [row.game for row in (await event.call("Games", referee)).games] == [opened.game]
        listed = await start(toy_service, "List", toy_service.owner)
        assert [row.event for row in listed.events] == [event.id]
        assert (await event.token("referee", "rolf")).startswith("wg1_referee_")


async def test_an_event_of_which_more_was_signed_stays_shut(tmp_path):
    """A restore of an older copy into a place that has signed more names the event; what was noted brings it back."""
    place = Place(tmp_path / "data")
    event, _, _, _ = await made(place)
    log = log_of(place)
    entries = log._games[event.id]
    older = list(entries)
    await place.back_up(tmp_path / "copy")
    async with place.serve() as toy_service:
        event.service = toy_service
        await event.token("referee", "rolf")
        whole = list(entries)
    del entries[2:]
    done = await place.restore(tmp_path / "copy")
    assert (done.restored_events, done.behind) == ([event.id], [event.id])
    assert entries == older
    async with place.serve() as toy_service:
        event.service = toy_service
        assert (await refused(event.call("Get")))[0] is LOST
    keys, acts = load_keys(place.folder, "localhost"), []

    async def record(done):
        acts.append((done.first, done.last))

    sources = Sources(event.id, keys.verification_keys)
    sources.add_notes(place.notes())
    await repair_event(log, place.notes(), sources, event.id, record)
    assert (entries, acts) == (whole, [(4, 4)])
    async with place.serve() as toy_service:
        event.service = toy_service
        assert (await event.call("Get")).receipt.seq == 4
    other = Sources(event.id, keys.verification_keys)
    other.heads.add(Note(9, secrets.token_bytes(32)))
    with pytest.raises(RepairRefused):
        await repair_event(log, place.notes(), other, event.id, record)


async def test_what_does_not_fit_is_not_brought_back(tmp_path):
    """A copy that does not pass its audit is left alone, and so is a store that has another history."""
    place = Place(tmp_path / "data")
    event, _, _, _ = await made(place)
    source = place.source()
    (found,) = [row async for row in source.events.copies()]
    with pytest.raises(EventNotRestored, match="does not pass its audit"):
        await source.events.restore(event.id, found[3].replace(b"Open Cup", b"Open Pub"))
    entries = log_of(place)._games[event.id]
    del entries[2:]
    place.notes().forget(event.id)
    async with place.serve() as toy_service:
        event.service = toy_service
        await event.token("referee", "rolf")
    with pytest.raises(EventNotRestored, match="another entry 3"):
        await source.events.restore(event.id, found[3])
    assert len(entries) == 3


async def test_a_repair_knows_an_event_by_what_was_noted(tmp_path):
    """Where all of its log is gone it is still no game."""
    place = Place(tmp_path / "data")
    event, opened, _, _ = await made(place)
    log = log_of(place)
    del log._games[event.id]
    found = []
    for log_id in (event.id, opened.game):
        sources = Sources(log_id, ("none",))
        sources.add_notes(place.notes())
        found.append(await _is_event(log, log_id, sources))
    assert found == [True, False]

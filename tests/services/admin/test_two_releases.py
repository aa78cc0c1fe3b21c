"""Verbs that go through all games, where two editions are served side by side from one store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from services.games.timing.clock import OPEN
from services.store.redis_keys import MemoryKeys
from tests.services.admin.steps import RemovableLog, closed, do, each, record_of
from tests.services.rpc.passing.test_two_releases import Store, heard
from wargame.v1 import games_pb2

if TYPE_CHECKING:
    from pathlib import Path


async def test_rebuild(tmp_path: Path) -> None:
    """Games of both editions get their labels back; which are open each process says of those that it can read."""
    store = Store(tmp_path)
    store.log = RemovableLog()
    async with store.release("1") as one, store.release("2") as two:
        await heard(one, two)
        label = {"name": "club", "value": "alesia"}
        early, late = await one.match(labels=[label]), await two.match(labels=[label])
        archived, over = await closed(one), await closed(one)
        await each(one, "Archive", game=archived.id, reason="room")
        keys: MemoryKeys = store.keys
        for key in [key for key in keys._ordered if key.startswith("{labels}")]:
            del keys._ordered[key]
        keys._members[OPEN] = {archived.id}
        told = await each(two, "RebuildIndexes", reason="lost")
        assert (told[-1].done, told[-1].total, set(told[-1].unread)) == (4, 4, {early.id, over.id})
        assert keys._members[OPEN] == {late.id}
        await each(one, "RebuildIndexes", reason="lost")
        await each(two, "RebuildIndexes", reason="lost")
        assert keys._members[OPEN] == {early.id, late.id}
        request = games_pb2.ListRequest(labels=[label])
        listed = (await two.call("List", two.owner, request)).games
        assert {row.game for row in listed} == {early.id, late.id}
        assert (await record_of(two))[-1][2] == "done"


async def test_survey(tmp_path: Path) -> None:
    """A game that another process serves is told with what is known of it, and where it is."""
    store = Store(tmp_path)
    async with store.release("1") as one, store.release("2") as two:
        await heard(one, two)
        early, late = await one.match(), await two.match()
        await do(one, "Freeze", game=early.id, reason="a complaint")
        states = {state.game: state for state in (await do(two, "Survey")).games}
        there, here = states[early.id], states[late.id]
        assert (there.ruleset, there.edition, there.owner) == ("toy", "1", here.owner)
        assert "another process" in there.fault
        assert there.freeze.reason == "a complaint"
        assert not here.fault
        assert (await do(two, "Look", game=early.id)).entries, "a look at one game is passed on"

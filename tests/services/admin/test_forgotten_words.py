"""A game of an event that is forgotten leaves no word that anybody wrote in it, and what counts in the event stays."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import TYPE_CHECKING, Any

import grpc
import msgspec
import pytest
import pytest_asyncio
from redis.exceptions import ResponseError

from services.events.messages import read_row
from services.events.rebuild import UNREAD, Untelling
from services.games.digests import Sign, _plain_sign
from services.rpc.access.credentials import Row
from services.rpc.loaded_rulesets import LoadedRulesets
from services.store.archive import archive_key
from services.store.embedded import _SETTINGS
from services.store.event_feeds import RedisFeeds
from services.store.event_keys import event_log_key, told_keys
from services.store.redis_keys import RedisKeys, token_key
from services.store.redis_log import RedisLog, log_key
from tests.services.admin.steps import close, do, each
from tests.services.events.steps import create
from tests.services.events.test_acts import YELLOW, fresh, running
from tests.services.fixtures import ROOT, serve_toy, toy_rules
from wargame.v1 import events_pb2, games_pb2, protocol_pb2

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from services.store.redis_client import Link
    from tests.services.events.steps import Event, HeadedGame
    from tests.services.fixtures import ToyService

# in every field of the game that takes a text; long ones, as a short one may stand in a signature by chance
WORDS = (
    *("aardvark", "bumblebee", "capybara", "dromedary", "echidna"),
    *("flamingo", "gazelle", "hedgehog", "iguanodon", "jackal"),
)


@pytest_asyncio.fixture
async def toy_service(link: Link, tmp_path: Path) -> AsyncIterator[ToyService]:
    """Serve the toy from a store without what other tests left in it."""
    client: Any = link.client
    await client.flushall()
    log, keys = RedisLog(link), RedisKeys(link)
    async with serve_toy(tmp_path, log=log, keys=keys) as service:
        yield service
    await keys.aclose()
    await log.aclose()


async def written(link: Link) -> dict[bytes, bytes]:
    """Give every key of the store, with all that it holds."""
    client: Any = link.client
    found = {}
    async for key in client.scan_iter(count=1000):
        kind = await client.type(key)
        if kind == b"none":
            continue  # the service has taken it away since
        reads: Any = {b"string": client.get, b"hash": client.hgetall, b"set": client.smembers, b"stream": client.xrange}
        held = await (client.zrange(key, 0, -1) if kind == b"zset" else reads[kind](key))
        found[bytes(key)] = _flat(held)
    return found


def _flat(value: Any) -> bytes:
    if isinstance(value, bytes):
        return value
    if isinstance(value, dict):
        return b"|".join(_flat(part) for pair in value.items() for part in pair)
    return b"|".join(map(_flat, value or ()))


def _files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


async def places(link: Link, folder: Path, *words: str) -> dict[str, set[str]]:
    """Say of each word in which keys of the store and files it stands."""
    store = await written(link)
    files = await asyncio.to_thread(_files, folder)
    return {
        word: {key.decode() for key, held in store.items() if word.encode() in key + held}
        | {name for name, held in files.items() if word.encode() in name.encode() + held}
        for word in words
    }


async def told_much(event: Event) -> HeadedGame:
    """Play a match in which words are written wherever they can be, and that is closed."""
    labels = [protocol_pb2.Label(name="aardvark", value="bumblebee")]
    game = await running(event, "anna", "ben", labels=labels)
    seq = (await game.call("CallReferee", "red", question="capybara")).receipt.seq
    await game.call("AnswerCall", "rita", call=seq, grounds={"reason": "dromedary"})
    await game.call("Penalise", "rita", seat=0, kind=YELLOW, grounds={"reason": "echidna"})
    await game.call("PauseGame", "rita", grounds={"reason": "flamingo"})
    await game.call("ResumeGame", "rita", grounds={"reason": "gazelle"})
    await game.call("Substitute", "rita", grounds={"reason": "hedgehog"}, seat=1, person="cleo")
    await game.call("AddNote", "rita", grounds={"reason": "iguanodon"})
    return game


async def forgotten(toy_service: ToyService, game: HeadedGame, *, remove: bool) -> None:
    """Close, archive and forget a game."""
    await do(toy_service, "Close", game=game.id, reason="jackal", command_id=secrets.token_bytes(16))
    async with asyncio.timeout(60):
        while not (await do(toy_service, "Look", game=game.id)).revealed:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.02)
    await each(toy_service, "Archive", game=game.id, reason="room", remove=remove)
    assert (await do(toy_service, "Forget", game=game.id, reason="asked")).archive.forgotten


@pytest.mark.parametrize("remove", [True, False])
async def test_no_word_is_left(toy_service: ToyService, link: Link, tmp_path: Path, remove: bool) -> None:
    """Neither a key, a value nor a file has a word that was written in the game, but for the operators' own record."""
    event = await create(toy_service)
    game = await told_much(event)
    before = await places(link, tmp_path, *WORDS[:-1])
    assert all(before.values()), before
    await forgotten(toy_service, game, remove=remove)
    left = await places(link, tmp_path, *WORDS)
    assert all(place.startswith("{admin}:record:") for place in left.pop("jackal"))
    assert not {word: found for word, found in left.items() if found}


async def test_what_a_ruling_rests_on_stays(toy_service: ToyService) -> None:
    """The clause or interpretation of the event that a ruling of the game names stays in its results."""
    event = await create(toy_service)
    head = await event.token("head", "hugo")
    await event.call("Interpret", head, command_id=fresh(), clause="WG-END-06", text="only aloud", reason="asked")
    game = await running(event, "anna", "ben")
    for clause in ("I-1", "WG-END-06"):
        await game.call("AddNote", "rita", grounds={"reason": "iguanodon", "clause": clause})
    await forgotten(toy_service, game, remove=True)
    assert [row.clause for row in (await event.call("Results")).rulings] == ["I-1", "WG-END-06"]


def test_every_clause_has_the_form_of_one() -> None:
    """Clauses of every ruleset and numbers of interpretations are kept, and what only begins as they do is not."""
    texts = {clause for rules in (toy_rules(), *LoadedRulesets().by_name.values()) for clause in rules.texts}
    for clause in (*texts, "I-1", "I-120", "17", "Anna-1", "ANNA-SMITH", "WG-ANNA.SMITH", "I-0", "WG-END-06 "):
        kept = clause if clause in texts or clause in {"I-1", "I-120", "17"} else ""
        sign = Sign("ruling", "RulingGiven", None, "AddNote", clause, "", ())
        assert _plain_sign(sign, ()).clause == kept


async def test_results_stay_and_followers_go_on(toy_service: ToyService) -> None:
    """Result, seats and penalties of the event are as before without reasons; who follows it gets what comes next."""
    event = await create(toy_service)
    game = await told_much(event)
    other = await running(event, "dan", "cleo", table="2", referee="rolf")
    await close(toy_service, game)
    listed, before = await event.call("Games"), await event.call("Results")
    (opened,) = (row for row in listed.games if row.game == game.id)
    following = event.start("Follow")
    begun = event.start("Follow", after=events_pb2.FeedPosition())
    heard = [await begun.read() for _ in range(3)]
    begun.cancel()
    await each(toy_service, "Archive", game=game.id, reason="room", remove=True)
    await do(toy_service, "Forget", game=game.id, reason="asked")
    after = await event.call("Results")
    assert after.results == before.results
    assert [(row.game, row.seq, row.clause) for row in after.rulings] == [
        (row.game, row.seq, row.clause) for row in before.rulings
    ]
    assert {row.reason for row in after.rulings if row.game == game.id} == {""}
    assert next(row for row in (await event.call("Games")).games if row.game == game.id) == opened
    again = event.start("Follow", after=heard[-1].position)
    await other.call("Concede", "red")
    for stream in (following, again):
        async with asyncio.timeout(60):
            while (entry := await stream.read()).game != other.id or entry.command != "Concede":
                assert entry.game != game.id or not entry.signs
        stream.cancel()
    two = {"person": "anna", "kind": YELLOW, "reason": "late"}
    assert (await event.call("Penalise", other.tokens["rolf"], command_id=fresh(), **two)).person == "anna"


async def test_an_event_whose_own_log_is_lost_keeps_results(toy_service: ToyService, link: Link) -> None:
    """A game is forgotten, and its row stays, though the log of its event is gone and the event has lost the row."""
    event = await create(toy_service)
    game = await told_much(event)
    await link.client.delete(event_log_key(event.id), told_keys(event.id)[1])
    await forgotten(toy_service, game, remove=True)
    rows: Any = await link.client.hgetall(told_keys(event.id)[1])
    row = read_row(rows[game.id])
    assert row.seq > 1


@pytest.mark.parametrize(
    "broken",
    [b"\xc1", msgspec.msgpack.encode(Row(b"", 1, None, None, 0, 0, 0, name="son")).replace(b"son", b"\xff\xfe\xfd")],
)
async def test_a_token_that_can_not_be_read(toy_service: ToyService, link: Link, broken: bytes) -> None:
    """What is no token in the place of one stops no forgetting, and is nobody's token."""
    event = await create(toy_service)
    game = await told_much(event)
    await link.client.set(token_key("0123456789ab"), broken)
    await forgotten(toy_service, game, remove=True)
    token = "wg1_owner_0123456789ab_" + "A" * 43
    with pytest.raises(grpc.aio.AioRpcError) as fault:
        await toy_service.call("LogKey", token, games_pb2.LogKeyRequest())
    assert fault.value.code() == grpc.StatusCode.UNAUTHENTICATED
    await link.client.delete(token_key("0123456789ab"))


async def test_indexes_that_are_made_anew_keep_what_forgotten_games_told(toy_service: ToyService) -> None:
    """Indexes are made anew without losing results and penalties of a game that nobody can read any more."""
    event = await create(toy_service)
    game = await told_much(event)
    await running(event, "dan", "cleo", table="2", referee="rolf")
    await forgotten(toy_service, game, remove=True)
    before = await event.call("Results")
    assert any(row.game == game.id for row in before.rulings)
    await each(toy_service, "RebuildIndexes", reason="lost")
    after = await event.call("Results")
    assert after.results == before.results
    assert sorted((row.game, row.seq) for row in after.rulings) == sorted((row.game, row.seq) for row in before.rulings)


async def archived(toy_service: ToyService, game: HeadedGame) -> None:
    """Close a game, and leave it in the archive alone."""
    await close(toy_service, game)
    await each(toy_service, "Archive", game=game.id, reason="room", remove=True)


async def test_indexes_that_are_made_anew_past_a_damaged_note(toy_service: ToyService, link: Link) -> None:
    """Indexes are made anew to their end where an archive note is damaged: its game is named, its result stays."""
    event = await create(toy_service)
    game = await running(event, "anna", "ben")
    await running(event, "dan", "cleo", table="2", referee="rolf")
    await archived(toy_service, game)
    before = await event.call("Results")
    await link.client.set(archive_key(game.id), b"\x88\xa4hash")
    told = await each(toy_service, "RebuildIndexes", reason="lost")
    assert (list(told[-1].unread), told[-1].dropped) == ([game.id], 0)
    assert (await event.call("Results")).results == before.results


async def test_indexes_that_are_made_anew_while_a_game_is_forgotten(
    toy_service: ToyService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A result stays where indexes are made anew between the last look at a game and its being forgotten."""
    event = await create(toy_service)
    game = await running(event, "anna", "ben")
    await running(event, "dan", "cleo", table="2", referee="rolf")
    await archived(toy_service, game)
    before = await event.call("Results")
    whole = Untelling.make_whole

    async def rebuilt_then(self: Untelling, *of: bytes) -> None:
        await whole(self, *of)
        await each(toy_service, "RebuildIndexes", reason="lost")

    monkeypatch.setattr(Untelling, "make_whole", rebuilt_then)
    await do(toy_service, "Forget", game=game.id, reason="asked")
    assert (await event.call("Results")).results == before.results


async def test_a_game_that_is_forgotten_while_indexes_are_made_anew(
    toy_service: ToyService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A result stays where a game is archived and forgotten before the event's own rows and signs are read."""
    event = await create(toy_service)
    game = await running(event, "anna", "ben")
    await running(event, "dan", "cleo", table="2", referee="rolf")
    await close(toy_service, game)
    before, whole = await event.call("Results"), RedisFeeds.reset

    async def forgotten_first(self: RedisFeeds, *given: Any) -> None:
        await each(toy_service, "Archive", game=game.id, reason="room", remove=True)
        await do(toy_service, "Forget", game=game.id, reason="asked")
        await whole(self, *given)

    monkeypatch.setattr(RedisFeeds, "reset", forgotten_first)
    await each(toy_service, "RebuildIndexes", reason="lost")
    assert (await event.call("Results")).results == before.results


async def test_a_game_is_read_once_more_before_it_is_forgotten(
    toy_service: ToyService, link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that could not be read a moment ago is tried again before it is forgotten: later nobody can."""
    event = await create(toy_service)
    game = await running(event, "anna", "ben")
    await archived(toy_service, game)
    await event.call("Results")
    whole = Untelling.make_whole

    async def after_a_failed_try(self: Untelling, of_event: bytes, found: bytes) -> None:
        self._rebuild._unread[found] = time.monotonic()
        await link.client.delete(*told_keys(of_event))
        await self._desk.feeds.put_row(of_event, found, b"", UNREAD)
        await whole(self, of_event, found)

    monkeypatch.setattr(Untelling, "make_whole", after_a_failed_try)
    await do(toy_service, "Forget", game=game.id, reason="asked")
    rows: Any = await link.client.hgetall(told_keys(event.id)[1])
    assert read_row(rows[game.id]).seq > 1


async def test_signs_of_a_forgotten_game_without_its_row(toy_service: ToyService, link: Link) -> None:
    """Signs of a forgotten game stay where indexes are made anew, though its row was lost."""
    event = await create(toy_service)
    game = await told_much(event)
    await running(event, "dan", "cleo", table="2", referee="rolf")
    await forgotten(toy_service, game, remove=True)
    _, rows, signs = told_keys(event.id)
    await link.client.hdel(rows, game.id)
    before = await link.client.xlen(signs)
    await each(toy_service, "RebuildIndexes", reason="lost")
    assert before
    assert await link.client.xlen(signs) == before


async def test_what_is_no_stream_in_the_place_of_signs(toy_service: ToyService, link: Link) -> None:
    """What stands in the place of signs and is none goes where indexes are made anew; rows of forgotten games stay."""
    event = await create(toy_service)
    game = await told_much(event)
    await running(event, "dan", "cleo", table="2", referee="rolf")
    await forgotten(toy_service, game, remove=True)
    _, rows, signs = told_keys(event.id)
    await link.client.set(signs, "x")
    await each(toy_service, "RebuildIndexes", reason="lost")
    assert await link.client.hexists(rows, game.id)
    assert await link.client.type(signs) in (b"none", b"stream")


async def test_a_sign_without_a_digest(toy_service: ToyService, link: Link) -> None:
    """An entry among the signs of an event that is none stops no rebuild, and is dropped."""
    event = await create(toy_service)
    await told_much(event)
    before, signs = await event.call("Results"), told_keys(event.id)[2]
    await link.client.xadd(signs, {"x": "y"})
    await each(toy_service, "RebuildIndexes", reason="lost")
    assert (await event.call("Results")).rulings == before.rulings
    rows: Any = await link.client.xrange(signs)
    assert rows
    assert all(b"d" in fields for _, fields in rows)


async def test_in_the_store_as_the_service_runs_it(embedded_link: Link, tmp_path: Path) -> None:
    """The rights that the embedded store leaves are enough to forget a game of an event, and to shorten no log."""
    log, keys = RedisLog(embedded_link), RedisKeys(embedded_link)
    async with serve_toy(tmp_path / "data", log=log, keys=keys) as service:
        event = await create(service)
        game = await told_much(event)
        await forgotten(service, game, remove=True)
        left = await places(embedded_link, tmp_path / "data", *WORDS[:-1])
        assert not {word: found for word, found in left.items() if found}
        page = (ROOT / "docs" / "operate.md").read_text()
        assert _SETTINGS["user"].removeprefix("default on nopass ") in page, "the page gives such a user"
        for key in (event_log_key(event.id), log_key(game.id)):
            with pytest.raises(ResponseError, match="permission"):
                await embedded_link.client.xdel(key, "1-0")
    await keys.aclose()
    await log.aclose()

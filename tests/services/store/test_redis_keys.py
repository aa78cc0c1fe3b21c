"""Tests of what is stored beside the logs, in memory and on every kind of server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from adjudicator.kernel.record.log import StoreDown, StoreFull
from services.store.redis_client import connect
from services.store.redis_keys import (
    TOKENS,
    KeyStore,
    MemoryKeys,
    RedisKeys,
    claim_game,
    find_games,
    in_all,
    label_game,
    rename_labels,
    token_key,
    unlabel_games,
)
from tests.services.conftest import SERVERS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from services.store.embedded import EmbeddedStore
    from services.store.redis_client import Link


class TestKeys:
    """Every KeyStore does the same."""

    @pytest.fixture(params=["memory", *SERVERS])
    def place(self, request: pytest.FixtureRequest) -> str:
        """Give the URL of every kind of server in turn, and of none."""
        known = {"memory": "memory"}
        return known.get(request.param) or request.getfixturevalue(f"{request.param}_url")

    @pytest_asyncio.fixture
    async def keys(self, place: str) -> AsyncIterator[KeyStore]:
        """Give every kind of store in turn."""
        if place == "memory":
            yield MemoryKeys()
            return
        link = await connect(place)
        keys = RedisKeys(link)
        yield keys
        await keys.aclose()
        await link.aclose()

    async def test_a_value(self, keys: KeyStore, game_id: bytes) -> None:
        """A value is there from its writing until it is forgotten."""
        key = game_id.hex()

        assert await keys.get(key) is None
        await keys.set(key, b"\x00one")
        await keys.set(key, b"\x00two")
        assert await keys.get(key) == b"\x00two"
        assert await keys.delete(key)
        assert not await keys.delete(key)
        assert await keys.get(key) is None

    async def test_many_values(self, keys: KeyStore, game_id: bytes) -> None:
        """Values of one hash tag are read and forgotten together, and one that is not there stops neither."""
        names = [f"{{many}}:{game_id.hex()}:{number}" for number in range(4)]
        await keys.set(names[0], b"\x00one")
        await keys.set(names[2], b"")

        assert await keys.get_many(names) == [b"\x00one", None, b"", None]
        assert await keys.get_many([]) == []
        await keys.delete_many(names[:2])
        assert await keys.get_many(names) == [None, None, b"", None]
        await keys.delete_many([])
        await keys.delete_many(names)
        assert await keys.get_many(names) == [None] * 4

    async def test_the_first_to_write_wins(self, keys: KeyStore, game_id: bytes) -> None:
        """What is there stays, even against an equal value."""
        key = game_id.hex()

        assert await keys.put_if_absent(key, b"one")
        assert not await keys.put_if_absent(key, b"two", 60)
        assert not await keys.put_if_absent(key, b"one")
        assert await keys.get(key) == b"one"

    async def test_scanning(self, keys: KeyStore, game_id: bytes) -> None:
        """The keys that begin so are found, signs of patterns taken as they are."""
        kid = f"[a]*?\\{game_id.hex()}"
        written = [token_key(name) for name in (kid + "1", kid + "2", kid.replace("[a]", "a"))]
        for key in written:
            await keys.set(key, b"")

        found = [key async for key in keys.scan(TOKENS + kid)]

        assert sorted(found) == written[:2]
        # no token, in a store that other tests read
        for key in written:
            assert await keys.delete(key)

    async def test_a_game_is_claimed_once(self, keys: KeyStore, game_id: bytes) -> None:
        """A retry of opening a game gets the game of the first try, another key its own."""
        other = bytes(16)

        assert await claim_game(keys, "k1", game_id, game_id) == game_id
        assert await claim_game(keys, "k1", game_id, other) == game_id
        assert await claim_game(keys, "k2", game_id, other) == other

    async def test_labels(self, keys: KeyStore, game_id: bytes) -> None:
        """A game is found by any of its labels together, and not by one it has not."""
        label = game_id.hex()
        first, second = b"\x01" + game_id[1:], b"\x02" + game_id[1:]
        await label_game(keys, second, [f"{label}:open", f"{label}:club"])
        await label_game(keys, first, [f"{label}:open", f"{label}:open"])

        assert await find_games(keys, [f"{label}:open"]) == ([first, second], b"")
        assert await find_games(keys, [f"{label}:open", f"{label}:club"]) == ([second], b"")
        assert await find_games(keys, [f"{label}:open", f"{label}:other"]) == ([], b"")
        assert await find_games(keys, [f"{label}:open"], first) == ([second], b"")
        assert await find_games(keys, [f"{label}:open"], most=1) == ([first], first)
        assert [await in_all(keys, [f"{label}:club"], game) for game in (first, second)] == [False, True]

    async def test_leaving_all_labels(self, keys: KeyStore, game_id: bytes) -> None:
        """A game leaves every label, however many there are, and other games stay."""
        labels = [f"{game_id.hex()}:{number}" for number in range(450)]
        other = b"\x01" + game_id[1:]
        for game in (game_id, other):
            await label_game(keys, game, labels)
        await unlabel_games(keys, [game_id])

        assert [await find_games(keys, [label]) for label in labels] == [([other], b"")] * len(labels)
        assert [await in_all(keys, [], game) for game in (game_id, other)] == [False, True]

    async def test_a_game_leaves_all_games_last(self, keys: KeyStore, game_id: bytes) -> None:
        """A game that was not taken out of each of its labels is still among all games, so that it can be found."""
        label = game_id.hex()
        await label_game(keys, game_id, [label])
        drop = keys.drop_ordered

        async def break_off(key: str, values: Iterable[bytes]) -> None:
            if not key.endswith("ids:"):
                raise StoreDown("away")
            await drop(key, values)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(keys, "drop_ordered", break_off)
            with pytest.raises(StoreDown):
                await unlabel_games(keys, [game_id])
        assert await in_all(keys, [], game_id)

    async def test_all_games(self, keys: KeyStore, game_id: bytes) -> None:
        """Without labels all games are found, page by page, each once."""
        mine = [game_id[:15] + bytes([number]) for number in range(7)]
        for game in mine:
            await label_game(keys, game, [])
        found: list[bytes] = []
        after = b""
        while True:
            page, after = await find_games(keys, (), after, 3)
            found += page
            if not after:
                break
        assert [game for game in found if game in mine] == mine
        assert len(found) == len(set(found))

    async def test_a_rare_label(self, keys: KeyStore, game_id: bytes) -> None:
        """Games are looked for among the rarest label's, a bounded number of them at once; pages may be short."""
        label, step = game_id.hex(), 200 * 10
        games = [game_id[:13] + number.to_bytes(3, "big") for number in range(step + 300)]
        await keys.add_ordered(f"{{labels}}/ids:{label}:a", games)
        await keys.add_ordered(f"{{labels}}/ids:{label}:b", [*games[-1:], *(b"x" + game for game in games)])
        found, after = await find_games(keys, [f"{label}:b", f"{label}:a"])
        assert (found, after) == ([], games[step - 1])
        assert await find_games(keys, [f"{label}:b", f"{label}:a"], after) == (games[-1:], b"")

    async def test_labels_of_earlier_releases(self, keys: KeyStore, game_id: bytes) -> None:
        """Labels that an earlier release kept in sets without order are taken over, once."""
        label = game_id.hex()
        await keys.add_members(f"{{labels}}:{label}=1", [game_id, b"\x01" + game_id[1:]])
        for _ in range(2):
            await rename_labels(keys)
            assert await find_games(keys, [f"{label}=1"]) == ([b"\x01" + game_id[1:], game_id], b"")
        assert await keys.common_members([f"{{labels}}:{label}=1"]) == []

    async def test_labels_beside_an_earlier_release(self, keys: KeyStore, game_id: bytes) -> None:
        """As long as such a release runs, its sets stay as it needs them, and what it adds later is taken over too."""
        label = game_id.hex()
        old = f"{{labels}}:{label}=1"
        await keys.add_members(old, [game_id])
        assert await rename_labels(keys, alone=False)
        assert await keys.common_members([old]) == [game_id]
        later = b"\xff" + game_id[1:]
        await keys.add_members(old, [later])
        assert await rename_labels(keys)
        assert await find_games(keys, [f"{label}=1"]) == (sorted([game_id, later]), b"")
        assert await keys.common_members([old]) == []

    async def test_probe(self, keys: KeyStore, game_id: bytes) -> None:
        """A store that is there is found to be there."""
        await keys.probe()

    async def test_leaving_a_set(self, keys: KeyStore, game_id: bytes) -> None:
        """What is taken out of a set is in it no more."""
        key = f"{{sets}}:{game_id.hex()}"
        await keys.add_members(key, [b"one", b"two", b"three"])
        await keys.drop_members(key, [b"two", b"four"])

        assert await keys.common_members([key]) == [b"one", b"three"]
        await keys.add_members(key, [])
        await keys.drop_members(key, [])
        assert await keys.common_members([key]) == [b"one", b"three"]

    async def test_several_sets_together(self, keys: KeyStore, game_id: bytes) -> None:
        """What any of some sets holds is given once, ascending; one that is not there adds nothing."""
        one, two, none = (f"{{sets}}:{game_id.hex()}:{name}" for name in ("one", "two", "none"))
        await keys.add_members(one, [b"b", b"d"])
        await keys.add_members(two, [b"b", b"a"])
        assert await keys.any_members([one, none, two]) == [b"a", b"b", b"d"]
        assert await keys.any_members([none]) == []

    async def test_looking_into_a_set(self, keys: KeyStore, game_id: bytes) -> None:
        """Of some values those that a set holds are given, in their order; a set that is not there holds none."""
        key = f"{{sets}}:{game_id.hex()}"
        await keys.add_members(key, [b"one", b"two", b"three"])
        assert await keys.among_members(key, [b"two", b"four", b"one"]) == [b"two", b"one"]
        assert await keys.among_members(key, []) == []
        assert await keys.among_members(f"{key}:none", [b"one"]) == []


class TestRedisKeys:
    """What only a real store does."""

    async def test_a_claim_ends_after_thirty_days(self, embedded_link: Link, game_id: bytes) -> None:
        """A claim is kept for thirty days."""
        keys = RedisKeys(embedded_link)
        await claim_game(keys, "k1", game_id, game_id)

        left = await embedded_link.client.ttl(f"{{open}}:k1:{game_id.hex()}")
        assert 2_592_000 - 600 < left <= 2_592_000

    async def test_full_and_down(self, embedded_link: Link, embedded_store: EmbeddedStore) -> None:
        """A store that can not write says which; one that is away was not written to."""
        keys = RedisKeys(embedded_link)
        await embedded_link.client.config_set("maxmemory", 1)
        with pytest.raises(StoreFull):
            await keys.set("key", b"value")
        await embedded_store.stop()

        with pytest.raises(StoreDown) as read:
            await keys.get("key")
        with pytest.raises(StoreDown) as written:
            await keys.set("key", b"value")
        assert (read.value.outcome_unknown, written.value.outcome_unknown) == (False, False)


async def test_keys_that_are_no_text(link: Link, game_id: bytes) -> None:
    """A damaged name of a key ends no list of keys: a service starts, and a backup is made, over it."""
    keys, prefix = RedisKeys(link), f"{{{game_id.hex()}}}:"
    await keys.set(f"{prefix}one", b"1")
    await link.client.set(prefix.encode() + b"\xff\xfe", b"2")
    assert [key async for key in keys.scan(prefix)] == [f"{prefix}one"]
    await keys.aclose()

"""Tokens: what is kept of them, and what counts."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json

import pytest

from adjudicator.kernel.record.log import StoreDown
from services.rpc.access.credentials import FRESH_MS, Credentials, Denied, Role, Unauthenticated
from services.store.redis_keys import MemoryKeys, token_key

GAME, OTHER = bytes(16), b"\x01" * 16
HOUR = 3_600_000


class Time:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.ms = 1_000_000

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def time():
    return Time()


@pytest.fixture
def keys():
    return MemoryKeys()


@pytest.fixture
def credentials(keys, time):
    return Credentials(keys, time)


async def test_token_of_a_seat(credentials):
    """A token says role and key id, and gives its holder the seat that it was made for."""
    token = await credentials.make(Role.SEAT, GAME, 1)
    prefix, role, kid, secret = token.split("_", 3)
    assert (prefix, role, len(kid), len(secret)) == ("wg1", "seat", 12, 43)
    credential = await credentials.admit(f"Bearer {token}")
    assert (credential.role, credential.kid, credential.game, credential.seat) == (Role.SEAT, kid, GAME, 1)
    assert (credential.party, credential.viewer, credential.actor.role) == (1, 1, 3)


async def test_parties_of_roles(credentials):
    """Referee and owner act as 254, but an owner sees only what everybody sees; the others only look."""
    made = [await credentials.make(role, GAME) for role in (Role.OWNER, Role.REFEREE, Role.SPECTATOR, Role.AUDITOR)]
    found = [await credentials.admit(f"Bearer {token}") for token in made]
    assert [row.party for row in found] == [254, 254, 252, 252]
    assert [row.viewer for row in found] == [252, 254, 252, 252]


async def test_only_the_hash_is_kept(credentials, keys):
    """Neither a token nor its secret stands in the store."""
    token = await credentials.make(Role.SEAT, GAME, 0)
    kid, secret = token.split("_", 3)[2:]
    stored = await keys.get(token_key(kid))
    raw = base64.urlsafe_b64decode(secret + "=")
    assert hashlib.sha256(token.encode()).digest() in stored
    assert secret.encode() not in stored
    assert raw not in stored


@pytest.mark.parametrize("role", [Role.SEAT, Role.REFEREE, Role.SPECTATOR])
async def test_token_needs_a_game(credentials, role):
    """Only owners and auditors have tokens for every game."""
    with pytest.raises(ValueError, match="name what it is for"):
        await credentials.make(role)
    assert (await credentials.admit(f"Bearer {await credentials.make(Role.AUDITOR)}")).game is None


def _jwt(head, body):
    parts = [base64.urlsafe_b64encode(json.dumps(row).encode()).rstrip(b"=").decode() for row in (head, body)]
    return ".".join([*parts, ""])


@pytest.mark.parametrize(
    "broken",
    [
        lambda _: None,
        lambda _: "",
        lambda token: token,
        lambda token: f"bearer {token}",
        lambda token: f"Bearer  {token}",
        lambda token: f"Bearer {token} ",
        lambda token: f"Bearer {token[:-1]}",
        lambda token: f"Bearer {token}=",
        lambda token: f"Bearer {token[:-1]}{'A' if token[-1] != 'A' else 'B'}",
        lambda token: f"Bearer {token.swapcase()}",
        lambda token: f"Bearer {token.replace('wg1', 'WG1')}",
        lambda token: f"Bearer {token.replace('_seat_', '_owner_')}",
        lambda token: f"Bearer {token.replace('_seat_', '_server_')}",
        lambda token: f"Bearer {token[:9]}{'0' * 12}{token[21:]}",
        lambda token: f"Bearer {base64.b64encode(token.encode()).decode()}",
        lambda _: "Bearer " + _jwt({"alg": "none"}, {"sub": "owner"}),
        lambda _: "Bearer " + _jwt({"alg": "HS256", "kid": "../../key"}, {"aud": "another", "sub": "owner"}),
        lambda _: "Bearer \udcff",
        lambda token: token.encode(),
    ],
)
async def test_broken_tokens(credentials, broken):
    """Whatever is not the token itself, sent as bearer, counts for nothing; abuse case 9."""
    token = await credentials.make(Role.SEAT, GAME, 0)
    await credentials.admit(f"Bearer {token}")
    with pytest.raises(Unauthenticated) as fault:
        await credentials.admit(broken(token))
    assert fault.value.args == ()


async def test_expired_token(credentials, time):
    """A token counts up to its expiry, and not a moment longer, even when it was seen just before."""
    token = await credentials.make(Role.SEAT, GAME, 0, expires=time.ms + HOUR)
    time.ms += HOUR - 1
    await credentials.admit(f"Bearer {token}")
    time.ms += 1
    with pytest.raises(Unauthenticated):
        await credentials.admit(f"Bearer {token}")


async def test_token_from_a_clock_that_is_ahead(credentials, time):
    """A token made by a process whose clock is ahead counts: it opens nothing earlier than its maker gave it away."""
    token = await credentials.make(Role.SEAT, GAME, 0)
    time.ms -= 3_600_000
    assert (await credentials.admit(f"Bearer {token}")).seat == 0


async def test_revoked_token(credentials):
    """A revoked token counts no more at once, and can not be revoked twice."""
    token = await credentials.make(Role.SEAT, GAME, 0)
    kid = (await credentials.admit(f"Bearer {token}")).kid
    assert await credentials.revoke(kid)
    assert not await credentials.revoke(kid)
    assert not await credentials.revoke("0" * 12)
    with pytest.raises(Unauthenticated):
        await credentials.admit(f"Bearer {token}")


async def test_revoked_elsewhere(credentials, keys, time):
    """A token that another process revoked counts for two seconds more at most."""
    token = await credentials.make(Role.SEAT, GAME, 0)
    kid = (await credentials.admit(f"Bearer {token}")).kid
    await Credentials(keys, time).revoke(kid)
    time.ms += 2_000
    with pytest.raises(Unauthenticated):
        await credentials.admit(f"Bearer {token}")


async def test_same_token_again(credentials):
    """The same key id and secret give the same token, however often; another secret is refused."""
    made = [await credentials.make(Role.SEAT, GAME, 0, kid="a" * 12, secret=b"s" * 32) for _ in range(2)]
    assert made[0] == made[1]
    with pytest.raises(ValueError, match="taken"):
        await credentials.make(Role.SEAT, GAME, 0, kid="a" * 12, secret=b"t" * 32)


@pytest.mark.parametrize("damage", ["unreadable", "revoked"])
async def test_same_token_again_where_it_counts_no_more(credentials, keys, damage):
    """Whoever asks again gets the same token, though it was revoked or its row can not be read: nobody is let in."""
    kid, secret = "a" * 12, b"s" * 32
    token = await credentials.make(Role.SEAT, GAME, 0, kid=kid, secret=secret)
    if damage == "revoked":
        await credentials.revoke(kid)
    else:
        await keys.set(token_key(kid), (await keys.get(token_key(kid)))[:-3])
    before = await keys.get(token_key(kid))
    assert await credentials.make(Role.SEAT, GAME, 0, kid=kid, secret=secret) == token
    assert await keys.get(token_key(kid)) == before
    with pytest.raises(Unauthenticated):
        await credentials.recheck(f"Bearer {token}")


async def test_reach(credentials):
    """A token is for its own game; an owner's is for all."""
    mine = await credentials.admit(f"Bearer {await credentials.make(Role.SEAT, GAME, 0)}")
    mine.reach(GAME)
    with pytest.raises(Denied):
        mine.reach(OTHER)
    (await credentials.admit(f"Bearer {await credentials.make(Role.OWNER)}")).reach(OTHER)


async def test_rows(credentials):
    """All tokens are listed by their key ids."""
    made = {(await credentials.make(Role.SEAT, GAME, seat)).split("_", 3)[2]: seat for seat in (0, 1)}
    assert {kid: row.seat async for kid, row in credentials.rows()} == made


class Trips(MemoryKeys):
    """A store that counts how often values are read or dropped."""

    trips = 0

    async def get(self, key):
        """Read one."""
        self.trips += 1
        return await super().get(key)

    async def get_many(self, keys):
        """Read many."""
        self.trips += 1
        return await super().get_many(keys)

    async def delete(self, key):
        """Drop one."""
        self.trips += 1
        return await super().delete(key)

    async def delete_many(self, keys):
        """Drop many."""
        self.trips += 1
        await super().delete_many(keys)


async def test_the_tokens_of_a_game_are_dropped_in_few_round_trips(time):
    """All tokens of a game are dropped and no other, in round trips for a thousand tokens each."""
    keys = Trips()
    credentials = Credentials(keys, time)
    for _ in range(1_200):
        await credentials.make(Role.SPECTATOR, GAME)
    kept = [(await credentials.make(Role.SPECTATOR, OTHER)).split("_", 3)[2] for _ in range(1_300)]
    await keys.set(token_key("0123456789ab"), b"\xc1")
    keys.trips = 0
    assert await credentials.forget(GAME) == 1_200
    assert keys.trips == 3 + 2
    assert sorted([kid async for kid, _ in credentials.rows()]) == sorted(kept)


@pytest.mark.parametrize(
    ("there", "put"),
    [(b"\xa4role\x04", b"\xa4role\x06"), (b"\xa7expires", b"\xa7expired"), (b"\xa4seat\xc0", b"\xa4seat\x01")],
)
async def test_a_damaged_token_of_a_game_is_dropped_with_it(credentials, keys, there, put):
    """A row that lets nobody in, and still says of which game it is, is dropped with that game and no other."""
    token = await credentials.make(Role.SPECTATOR, GAME)
    await damage(keys, token, there, put)
    assert await credentials.row(token.split("_")[2]) is None
    assert await credentials.forget(OTHER) == 0
    assert await credentials.forget(GAME) == 1
    assert await keys.get(token_key(token.split("_")[2])) is None


class Away(MemoryKeys):
    """A store that can be away, and counts what it is asked."""

    def __init__(self):
        super().__init__()
        self.asked = 0
        self.away = False

    async def get(self, key):
        """Read as ever, or not at all."""
        self.asked += 1
        await asyncio.sleep(0)
        if self.away:
            raise StoreDown("away")
        return await super().get(key)


async def test_a_store_that_is_away_is_asked_once_in_two_seconds(time):
    """A token that was seen valid is not looked up again for two seconds after the store did not answer."""
    keys = Away()
    credentials = Credentials(keys, time)
    token = f"Bearer {await credentials.make(Role.SEAT, GAME, 0)}"
    await credentials.admit(token)
    time.ms += FRESH_MS
    keys.away, keys.asked = True, 0
    for _ in range(10):
        assert (await credentials.admit(token)).seat == 0
    assert keys.asked == 1
    time.ms += FRESH_MS
    await credentials.admit(token)
    assert keys.asked == 2
    keys.away = False
    time.ms += FRESH_MS
    await Credentials(keys, time).revoke((await credentials.admit(token)).kid)
    time.ms += FRESH_MS
    with pytest.raises(Unauthenticated):
        await credentials.admit(token)


async def test_a_token_counts_an_hour_while_the_store_is_away(time):
    """Tokens seen valid go on for an hour after the store has answered for the last time, however often it is asked."""
    keys = Away()
    credentials = Credentials(keys, time)
    token = f"Bearer {await credentials.make(Role.SEAT, GAME, 0)}"
    await credentials.admit(token)
    keys.away = True
    for _ in range(2):
        time.ms += HOUR // 2
        await credentials.admit(token)
    time.ms += 1
    with pytest.raises(StoreDown):
        await credentials.admit(token)


async def test_look_ups_of_one_token_at_once(time):
    """Calls and streams of one token that look it up at once share one look into the store."""
    keys = Away()
    credentials = Credentials(keys, time)
    token = f"Bearer {await credentials.make(Role.SEAT, GAME, 0)}"
    keys.asked = 0
    found = await asyncio.gather(*(credentials.recheck(token) for _ in range(5)), credentials.admit(token))
    assert {row.seat for row in found} == {0}
    assert keys.asked == 1


async def test_a_broken_row_is_told_once(credentials, keys, monkeypatch):
    """What is no token in the place of one is told once, however often somebody comes with it."""
    told = []
    monkeypatch.setattr("services.rpc.access.credentials.log.error", lambda _text, **more: told.append(more["kid"]))
    for kid in ("a" * 12, "b" * 12):
        await keys.set(token_key(kid), b"\xc1")
        for _ in range(3):
            assert await credentials.row(kid) is None
    assert told == ["a" * 12, "b" * 12]


@pytest.mark.parametrize("name", [b"game", b"seat", b"made", b"expires", b"revoked"])
async def test_a_row_that_lacks_a_field_is_nobodys_token(credentials, keys, name):
    """A damaged name of a field makes no token of one for more, nor a valid one of one that is over or revoked."""
    token = await credentials.make(Role.OWNER, GAME)
    await credentials.revoke(token.split("_")[2])
    await damage(keys, token, name, name[:-1] + b"_")
    with pytest.raises(Unauthenticated):
        await credentials.admit(f"Bearer {token}")
    assert not [row async for row in credentials.rows()]


@pytest.mark.parametrize("role", [1, 2, 4, 6, 7, 99])
async def test_a_row_of_another_role_is_nobodys_token(credentials, keys, role):
    """A token names its role itself: a row with another, or with one that there is not, lets nobody in."""
    token = await credentials.make(Role.SEAT, GAME, 1)
    await damage(keys, token, b"\xa4role\x03", b"\xa4role" + bytes([role]))
    with pytest.raises(Unauthenticated):
        await credentials.admit(f"Bearer {token}")


async def test_a_row_that_was_made_in_no_year_is_nobodys_token(credentials, keys, time):
    """A time that can not be shown is damaged, and ends no list of tokens."""
    time.ms = 1 << 40
    token = await credentials.make(Role.SEAT, GAME, 1)
    await damage(keys, token, (1 << 40).to_bytes(8, "big"), (1 << 60 | 1 << 40).to_bytes(8, "big"))
    assert not [row async for row in credentials.rows()]


async def damage(keys, token, there, put):
    """Replace bytes in the row of a token."""
    key = token_key(token.split("_")[2])
    whole = await keys.get(key)
    assert there in whole
    await keys.set(key, whole.replace(there, put))

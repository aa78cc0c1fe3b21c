"""The log on streams: one game, one stream; one command, one entry.

What belongs to an event lies in the event's bucket, its games' logs too: `{b017}:event:<id>:log` is its own log, and
with every entry of its games go a digest into `...:feed` and the row of that game in `...:rows`.

A script may touch the keys of one slot only, so games are spread over 256 buckets, and
every key carries its bucket as a hash tag: `{b017}:log:<game>` and `{b017}:feed`, a
stream that names the games that have got an entry.
"""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from redis.exceptions import ResponseError

from adjudicator.kernel.record.chain import entry_hash
from adjudicator.kernel.record.log import Conflict, Entry, LogFault, require_place, require_resume
from services.store.event_keys import fresh_epoch, told_keys
from services.store.freezes import AppendRefused, bucket
from services.store.redis_client import BLOCK, refusal, store_errors
from services.store.redis_connections import Command, PipelinedConnections

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator

    from adjudicator.kernel.record.log import Told
    from services.store.redis_client import Client, Link

_Row: TypeAlias = tuple[bytes, dict[bytes, bytes]]

_PAGE: Final = 1000
# What the script says of a game that is frozen.
_FROZEN: Final = 2
_FROZEN_GROUP: Final = "frozen"
_FEED_LENGTH: Final = 10_000
_HASH_SIZE: Final = 32
# A follower that gets nothing checks this often that its last entry is still there.
_BLOCK_MS: Final = round(1000 * BLOCK)
_FIELDS: Final = (frozenset({b"r", b"h"}), frozenset({b"r", b"h", b"x"}))
# How the streams of games are found: what their names match, and the id in one.
_GAME_LOGS: Final = ("{b*}:log:*", re.compile(rb"\{b\d{3}\}:log:([0-9a-f]{32})"))

# The feed comes first: a hint too many is harmless, and if it fails, nothing is written.
# A stream that exists but is empty has lost its entries: no append fits its end.
_FITS: Final = b"""
local id, hash = '0-0', string.rep(string.char(0), 32)
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if last then
  id, hash = last[1], ''
  for i = 1, #last[2], 2 do
    if last[2][i] == 'h' then hash = last[2][i + 1] end
  end
  for _, group in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
    for i = 1, #group, 2 do
      if group[i] == 'name' and group[i + 1] == 'frozen' then return {2, id, hash} end
    end
  end
elseif redis.call('EXISTS', KEYS[1]) == 1 then
  hash = ''
end
if id ~= ARGV[1] or hash ~= ARGV[2] then return {0, id, hash} end
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[3], '*', 'game', ARGV[4], 'seq', ARGV[5])
"""
_APPEND: Final = (
    _FITS
    + b"""
redis.call('XADD', KEYS[1], ARGV[5] .. '-0', unpack(ARGV, 6))
return {1, ARGV[5] .. '-0', ''}
"""
)
# What the event of the game is told comes before the entry, as the hint does. Whatever is wrong with its feed must not
# keep a game from going on: a feed that takes no entry is made anew, under another epoch. Beside the row stands the
# entry from which on the game has told everything: where that is not the first, something was lost.
_APPEND_TOLD: Final = (
    _FITS
    + b"""
local function tell()
  local top = redis.pcall('XREVRANGE', KEYS[3], '+', '-', 'COUNT', 1)
  local n = 1
  if not top.err and top[1] then
    n = tonumber(string.match(top[1][1], '^%d+'))
  else
    local begun = redis.pcall('XADD', KEYS[3], '1-0', 'e', ARGV[6])
    if type(begun) == 'table' and begun.err then return nil end
  end
  local id = string.format('%.0f-0', n + 1)
  local added = redis.pcall('XADD', KEYS[3], id, 'd', ARGV[7])
  if type(added) == 'table' and added.err then return nil end
  return id
end
local id = tell()
if not id then
  redis.pcall('DEL', KEYS[3])
  id = tell()
end
redis.pcall('HSET', KEYS[4], ARGV[4], ARGV[8])
redis.pcall('HSETNX', KEYS[4], ARGV[4] .. '+', ARGV[5])
if id and ARGV[9] == '1' then redis.pcall('XADD', KEYS[5], '*', 'n', id, 'd', ARGV[7]) end
redis.call('XADD', KEYS[1], ARGV[5] .. '-0', unpack(ARGV, 10))
return {1, ARGV[5] .. '-0', ''}
"""
)
_APPEND_SHA: Final = hashlib.sha1(_APPEND, usedforsecurity=False).hexdigest()
_APPEND_TOLD_SHA: Final = hashlib.sha1(_APPEND_TOLD, usedforsecurity=False).hexdigest()
# Takes a frozen game out of the store, as far as it is the one that was archived.
_REMOVE: Final = b"""
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if not last or last[1] ~= ARGV[1] then return 0 end
local frozen, same = false, false
for _, group in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
  for i = 1, #group, 2 do
    if group[i] == 'name' and group[i + 1] == 'frozen' then frozen = true end
  end
end
for i = 1, #last[2], 2 do
  if last[2][i] == 'h' and last[2][i + 1] == ARGV[2] then same = true end
end
if frozen and same then return redis.call('DEL', KEYS[1]) end
return 0
"""
# Whether an entry still stands. The write is for the WAIT that follows it: copies that have it have
# everything that was written before it, by whomever.
_CONFIRM: Final = b"""
local found = redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1])[1]
redis.call('SET', KEYS[2], ARGV[1])
if not found then return {0, ARGV[1], ''} end
for i = 1, #found[2], 2 do
  if found[2][i] == 'h' and found[2][i + 1] == ARGV[2] then return {1, ARGV[1], ''} end
end
return {0, ARGV[1], ''}
"""
_CONFIRM_SHA: Final = hashlib.sha1(_CONFIRM, usedforsecurity=False).hexdigest()
# Games of which is remembered how far the copies have them.
_COPIED_GAMES: Final = 65_536


def log_key(game_id: bytes) -> str:
    """Name a game's stream."""
    return f"{bucket(game_id)}:log:{game_id.hex()}"


def feed_key(game_id: bytes) -> str:
    """Name the feed of a game's bucket."""
    return f"{bucket(game_id)}:feed"


def _told(told: Told) -> tuple[bytes | int, ...]:
    """Give what the script needs to tell; the first is the epoch of the feed, should this be its first entry."""
    return fresh_epoch(), told.digest, told.row, int(told.sign)


class RedisLog:
    """EventLog on the streams of a store.

    With `replicas` an entry counts, for readers too, only once so many copies have it: what is read
    back before that can be lost by a failover, and its number be given to another entry.
    """

    def __init__(
        self,
        link: Link,
        *,
        replicas: int = 0,
        key_of: Callable[[bytes], str] = log_key,
        found_by: tuple[str, re.Pattern[bytes]] = _GAME_LOGS,
    ) -> None:
        """Await `replicas` copies of each entry before it counts as written.

        `key_of` names the streams, and `found_by` says what these names match.
        """
        self._found_by = found_by
        self.link = link
        self._key_of = key_of
        self._replicas = replicas
        self._copied: OrderedDict[bytes, int] = OrderedDict()
        self._connections = PipelinedConnections(link, replicas=replicas)

    @property
    def pipelines(self) -> int:
        """Count the pipelines that carried all appends so far."""
        return self._connections.pipelines

    async def aclose(self) -> None:
        """Let what is under way finish; the link stays open."""
        await self._connections.aclose()

    async def append(
        self, game_id: bytes, seq: int, head: bytes, record: bytes, openings: bytes | None, told: Told | None = None
    ) -> None:
        """Write one entry durably; Conflict, LogFault, StoreDown, AppendRefused where the game is frozen.

        It goes out in one pipeline with all that is appended in the same turn of the
        event loop, and is carried out even if the caller is cancelled.
        """
        require_place(game_id, seq, head)
        key = self._key_of(game_id)
        fields = [b"r", record, b"h", entry_hash(record)]
        if openings is not None:
            fields += [b"x", openings]
        place = (f"{seq - 1}-0", head, _FEED_LENGTH, game_id, seq)
        if told is None:
            arguments: Command = (2, key, feed_key(game_id), *place, *fields)
            known, whole = ("EVALSHA", _APPEND_SHA, *arguments), ("EVAL", _APPEND, *arguments)
        else:
            arguments = (5, key, feed_key(game_id), *told_keys(told.event), *place, *_told(told), *fields)
            known, whole = ("EVALSHA", _APPEND_TOLD_SHA, *arguments), ("EVAL", _APPEND_TOLD, *arguments)
        reply = await self._connections.call(key, known, whole)
        _require_written(reply, seq)
        self._note_copied(game_id, seq)

    async def freeze(self, game_id: bytes) -> None:
        """Let a game's stream take no entries, until `unfreeze`; StoreDown.

        A consumer group marks it: that is part of the stream, and moves with it in a cluster.
        """
        await self._mark(game_id, "CREATE", "$")

    async def unfreeze(self, game_id: bytes) -> None:
        """Let a game's stream take entries again; StoreDown."""
        await self._mark(game_id, "DESTROY")

    async def _mark(self, game_id: bytes, action: str, *arguments: str) -> None:
        key = self._key_of(game_id)
        command: Command = ("XGROUP", action, key, _FROZEN_GROUP, *arguments)
        reply = await self._connections.call(key, command, command)
        if isinstance(reply, Exception) and not any(word in str(reply) for word in ("BUSYGROUP", "key to exist")):
            raise refusal(reply) or reply

    async def remove(self, game_id: bytes, seq: int, head: bytes) -> bool:
        """Take a frozen game that ends with this entry out of the store; whether it was. StoreDown."""
        key = self._key_of(game_id)
        command: Command = ("EVAL", _REMOVE, 1, key, f"{seq}-0", head)
        reply = await self._connections.call(key, command, command)
        if isinstance(reply, Exception):
            raise refusal(reply) or reply
        return bool(reply)

    async def read(self, game_id: bytes, after: int = 0, head: bytes | None = None) -> AsyncGenerator[Entry, None]:
        """Give the entries after `after`; LogFault, StoreDown."""
        key = self._key_of(game_id)
        last_id = await self._last_id(key)
        seq = await self._resume(game_id, after, head)
        start = f"({after}-0" if after else "-"
        while rows := await self._range(key, start):
            entries = [_entry(row, seq + number) for number, row in enumerate(rows, 1)]
            await self._require_copied(game_id, entries[-1])
            for entry in entries:
                yield entry
            seq = entries[-1].seq
            start = f"({seq}-0"
        if seq < last_id:
            text = f"the stream counted up to {last_id}, what came after is gone; restore the store"
            raise LogFault("TRUNCATED_LOG", seq + 1, text)

    async def follow(self, game_id: bytes, after: int, head: bytes | None = None) -> AsyncGenerator[Entry, None]:
        """Give the entries after `after`, and then those that come; LogFault, StoreDown.

        Each follower that waits holds a connection.
        """
        key = self._key_of(game_id)
        seq = await self._resume(game_id, after, head)
        while True:
            rows = await self._wait_for_rows(key, seq)
            entries = [_entry(row, seq + number) for number, row in enumerate(rows, 1)]
            if entries:
                await self._require_copied(game_id, entries[-1])
            for entry in entries:
                seq, head = entry.seq, entry.hash
                yield entry
            if not rows:
                await self._resume(game_id, seq, head)

    async def entry(self, game_id: bytes, seq: int) -> Entry | None:
        """Give one entry, or None; LogFault, StoreDown."""
        if seq < 1:
            return None
        rows = await self._range(self._key_of(game_id), f"{seq}-0", f"{seq}-0")
        if not rows:
            return None
        entry = _entry(rows[0], seq)
        await self._require_copied(game_id, entry)
        return entry

    async def exists(self, game_id: bytes) -> bool:
        """Whether the game has a stream; StoreDown."""
        with store_errors():
            return bool(await self._client.exists(self._key_of(game_id)))

    async def games(self) -> AsyncIterator[bytes]:
        """Give the ids of all games; StoreDown."""
        seen = set()
        with store_errors():
            async for key in self._client.scan_iter(match=self._found_by[0], count=_PAGE):
                found = self._found_by[1].fullmatch(key)
                if found is not None and key not in seen:
                    seen.add(key)
                    yield bytes.fromhex(found[1].decode())

    @property
    def _client(self) -> Client:
        return self.link.client

    async def _require_copied(self, game_id: bytes, entry: Entry) -> None:
        """Wait until the copies have this entry and so all before it; LogFault, StoreDown."""
        if not self._replicas or entry.seq <= self._copied.get(game_id, 0):
            return
        key = self._key_of(game_id)
        arguments: Command = (2, key, f"{bucket(game_id)}:copied", f"{entry.seq}-0", entry.hash)
        reply = await self._connections.call(key, ("EVALSHA", _CONFIRM_SHA, *arguments), ("EVAL", _CONFIRM, *arguments))
        if isinstance(reply, Exception):
            raise refusal(reply) or reply
        if not reply[0]:
            raise LogFault("TRUNCATED_LOG", entry.seq, "it was read from this log and is gone; restore the store")
        self._note_copied(game_id, entry.seq)

    def _note_copied(self, game_id: bytes, seq: int) -> None:
        if not self._replicas:
            return
        self._copied[game_id] = max(seq, self._copied.pop(game_id, 0))
        if len(self._copied) > _COPIED_GAMES:
            self._copied.popitem(last=False)

    async def _resume(self, game_id: bytes, after: int, head: bytes | None) -> int:
        if after:
            require_resume(await self.entry(game_id, after), after, head)
        return after

    async def _range(self, key: str, start: str, end: str = "+") -> list[_Row]:
        with _reading(), store_errors():
            rows: Any = await self._client.xrange(key, start, end, _PAGE)
        return list(rows)

    async def _wait_for_rows(self, key: str, seq: int) -> list[_Row]:
        with _reading(), store_errors():
            streams: Any = await self.link.waiting.xread({key: f"{seq}-0"}, _PAGE, _BLOCK_MS)
        return list(streams[0][1]) if streams else []

    async def _last_id(self, key: str) -> int:
        # Deleted entries leave the stream's counter behind; asked first, so that
        # whatever is appended meanwhile can only make the answer too small.
        try:
            with _reading(), store_errors():
                found = await self._client.xinfo_stream(key)
        except ResponseError as error:
            if "no such key" in str(error):
                return 0
            raise
        return int(found["last-generated-id"].partition(b"-")[0])


@contextmanager
def _reading() -> Iterator[None]:
    try:
        yield
    except ResponseError as error:
        raise _fault(error, 1) from error


def _entry(row: _Row, seq: int) -> Entry:
    found, fields = row
    if found != b"%d-0" % seq:
        text = f"the stream goes on with {found.decode()}; restore the store"
        raise LogFault("MISSING_ENTRY", seq, text)
    if fields.keys() not in _FIELDS:
        names = b" ".join(fields).decode(errors="replace")
        text = f"its fields are {names}, not r, h and perhaps x; restore the store"
        raise LogFault("BUNDLE_MALFORMED", seq, text)
    digest = entry_hash(fields[b"r"])
    if digest != fields[b"h"]:
        text = "its bytes are not those that were hashed when it was written; restore the store"
        raise LogFault("CHAIN_BREAK", seq, text)
    return Entry(seq, fields[b"r"], fields.get(b"x"), digest)


def _require_written(reply: Any, seq: int) -> None:
    if isinstance(reply, Exception):
        raise refusal(reply) or _fault(reply, seq)
    written, end, head = reply
    if written == _FROZEN:
        raise AppendRefused
    if written:
        return
    number, _, part = end.partition(b"-")
    if part != b"0" or len(head) != _HASH_SIZE:
        text = f"the stream ends at {end.decode()} without a hash: entries are gone; restore the store"
        raise LogFault("TRUNCATED_LOG", int(number) + 1, text)
    raise Conflict(int(number), head)


def _fault(error: Exception, seq: int) -> Exception:
    text = str(error)
    if "equal or smaller" in text:
        text = "the stream has counted further than its last entry: entries are gone; restore the store"
        return LogFault("TRUNCATED_LOG", seq, text)
    if "WRONGTYPE" in text:
        return LogFault("BUNDLE_MALFORMED", seq, "the key holds no stream; restore the store")
    return error

"""What is done to the feeds of events in one step: scripts of the store, and what stays of a forgotten game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

# Entries that one script takes out or puts.
BATCH: Final = 500
# Begins a feed anew, as far as it is still the one that was looked at. What rows and signs there are stays.
RENEW: Final = b"""
local begun = redis.pcall('XRANGE', KEYS[1], '1-0', '1-0')
local epoch = '0'
if not begun.err and begun[1] then epoch = begun[1][2][2] end
if epoch ~= ARGV[1] then return 0 end
local function is(key, kind)
  local found = redis.call('TYPE', key).ok
  return found == kind or found == 'none'
end
if not (is(KEYS[2], 'hash') and is(KEYS[3], 'stream')) then redis.call('DEL', KEYS[2], KEYS[3]) end
redis.call('DEL', KEYS[1])
redis.call('XADD', KEYS[1], '1-0', 'e', ARGV[2])
return 1
"""
# Takes everything away but the rows of some games and their signs. These are given as they are; where signs came since
# they were read, as they do where some are put in the place of others, it does nothing. At last it is given places,
# which takes longer, so that one that went meanwhile stays away, and tells by itself whose those are that came since: a
# digest holds the id of its game.
RESET: Final = b"""
local read, at_last, count = ARGV[1], ARGV[2] == '1', tonumber(ARGV[3])
local after, later = read == '' and '-' or '(' .. read, {}
local top = redis.call('XREVRANGE', KEYS[3], '+', '-', 'COUNT', 1)
if (top[1] and top[1][1] or '') ~= read then
  if not at_last then return 0 end
  later = redis.call('XRANGE', KEYS[3], after, '+')
end
local rows, signs = {}, {}
for i = 4, 3 + count do
  for _, field in ipairs({ARGV[i], ARGV[i] .. '+'}) do
    local found = redis.call('HGET', KEYS[2], field)
    if found then rows[#rows + 1] = {field, found} end
  end
end
local function keep(entry)
  local fields = entry[2]
  for i = 1, #fields, 2 do if fields[i] == 'd' then signs[#signs + 1] = fields[i + 1] end end
end
for i = 4 + count, #ARGV do
  if at_last then
    local found = redis.call('XRANGE', KEYS[3], ARGV[i], ARGV[i])
    if found[1] then keep(found[1]) end
  else
    signs[#signs + 1] = ARGV[i]
  end
end
for _, entry in ipairs(later) do
  local data = table.concat(entry[2])
  for i = 4, 3 + count do
    if string.find(data, ARGV[i], 1, true) then keep(entry) break end
  end
end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
for _, found in ipairs(rows) do redis.call('HSET', KEYS[2], found[1], found[2]) end
for _, data in ipairs(signs) do redis.call('XADD', KEYS[3], '*', 'n', '', 'd', data) end
return 1
"""
# Puts a row where the game has told nothing since.
PUT_ROW: Final = b"""
local row = redis.call('HGET', KEYS[1], ARGV[1])
if row == false then row = '' end
if row ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
"""
# Puts signs, row and the note that nothing is missing, all or none: whoever takes the keys away meanwhile takes all.
# Where nothing is missing any more there is nothing to put; without its row a game lacks something, whatever is noted.
PUT_GAME: Final = b"""
local row = redis.call('HGET', KEYS[1], ARGV[1])
if row == false then row = '' end
if row ~= ARGV[2] then return 0 end
if row ~= '' and redis.call('HGET', KEYS[1], ARGV[1] .. '+') == '1' then return 0 end
for i = 4, #ARGV do redis.call('XADD', KEYS[2], '*', 'n', '', 'd', ARGV[i]) end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3], ARGV[1] .. '+', '1')
return 1
"""
# Puts the row that stays, and notes that nothing is missing: nobody puts more of the game from here on.
PUT_LAST_ROW: Final = b"""
local row = redis.call('HGET', KEYS[1], ARGV[1])
if row ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3], ARGV[1] .. '+', '1')
return 1
"""
# Puts signs in the place of others.
PUT_SIGNS: Final = b"""
for i = 1, #ARGV, 2 do
  if redis.call('XDEL', KEYS[1], ARGV[i]) == 1 then
    redis.call('XADD', KEYS[1], '*', 'n', '', 'd', ARGV[i + 1])
  end
end
return 1
"""
# Takes entries out of a feed, as far as it is still the one that was read. Before the first of them go, a last one is
# put behind all: a number that was given is not given again.
TAKE_OUT: Final = b"""
local begun = redis.call('XRANGE', KEYS[1], '1-0', '1-0')
if not begun[1] or begun[1][2][2] ~= ARGV[1] then return 0 end
if ARGV[2] ~= '' then
  local top = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
  local n = tonumber(string.match(top[1][1], '^%d+'))
  redis.call('XADD', KEYS[1], string.format('%.0f-0', n + 1), 'd', ARGV[2])
end
redis.call('XDEL', KEYS[1], unpack(ARGV, 3))
return 1
"""


class Plain(NamedTuple):
    """What stays of a forgotten game: of its row, of a digest, None for those of other games, and its last digest."""

    game: bytes
    row: Callable[[bytes], bytes]
    digest: Callable[[bytes], bytes | None]
    last: Callable[[bytes], bytes]

"""The mutation rule: a value of a recorded game is changed, hashed and signed again, and has to be missed.

One value in so many is changed, each of them with ONE_IN=1.
"""

import copy

import msgpack
import pytest

from adjudicator.kernel.record.chain import sealed_hash
from replays.audit.audit import audit
from tests.replays.audit.steps import ACTOR, COMMAND, HEAD, ID, PREV, SEALED, SEQ, SIGNATURE, TIME, Case
from tests.replays.fixtures import find, played
from tests.tools.sizes import ONE_IN
from tests.verdicts import UNSIGNED

KEY = (ACTOR, 2)


def leaves(value, path=()):
    """Give the place of every value that is no array."""
    if not isinstance(value, list):
        yield path
        return
    for place, row in enumerate(value):
        yield from leaves(row, (*path, place))


def arrays(value, path=()):
    """Give the place of every array in an entry that holds something."""
    if isinstance(value, list) and value:
        if path:
            yield path
        for place, row in enumerate(value):
            yield from arrays(row, (*path, place))


def at(value, path):
    for place in path:
        value = value[place]
    return value


def other(value):
    """Give another value of the same kind, the nearest there is."""
    if value is None:
        return bytes(32)
    if isinstance(value, bool):
        return not value
    if isinstance(value, bytes):
        return value[:-1] + bytes([value[-1] ^ 1]) if value else b"\0"
    return value + ("x" if isinstance(value, str) else 1)


def survivors(case, mutate, paths, one_in=1, free=(), **how):
    """List what can be changed with no finding but that nobody signed, if so.

    One change in so many is tried, and every one that is said to be free.
    """
    missed, unchanged = [], codes(case.copy().operated(**how))
    assert unchanged <= UNSIGNED
    for place, path in tried(case, paths, one_in, free):
        copied, entry = case.copy(), case.entries[place]
        mutate(copied.entries[place], path)
        leave = entry[SEQ] if path in ((SIGNATURE,), (PREV,)) else None
        data = copied.operated(leave=leave, **how)
        if codes(data) <= unchanged:
            missed.append((entry[SEQ], path))
    return missed


def codes(data):
    return {finding.code for finding in audit(data, find=find).findings}


def tried(case, paths, one_in, free):
    """List what is tried of a game's values, by the place of their entry: each field of one entry in so many.

    Entries follow each other, so that every field is tried all over the game; what is free is always tried.
    """
    return [
        (place, path)
        for place, entry in enumerate(case.entries)
        for path in paths(entry)
        if (path[0] + place) % one_in == 0 or (entry[SEQ], path) in free
    ]


def change(entry, path):
    at(entry, path[:-1])[path[-1]] = other(at(entry, path))


def shorten(entry, path):
    at(entry, path).pop()


@pytest.fixture(scope="module")
def small():
    """A signed game of one round."""
    return Case(played(4, rounds=1))


def after_last_signature(case):
    """What nobody but the service has signed: times of the last entries, and its own name on the reveal."""
    signed = [entry for entry in case.entries if entry[SIGNATURE] is not None]
    last = signed[-1][SEQ]
    assert signed[-1][COMMAND][HEAD] == case.entries[last - 1][PREV]
    after = [entry for entry in case.entries if entry[SEQ] >= last]
    return [
        *(
            (entry[SEQ], path)
            for entry in after
            for path in ((TIME,), KEY)
            if path == (TIME,) or entry[SIGNATURE] is None
        )
    ]


@pytest.mark.parametrize("one_in", [9, pytest.param(ONE_IN, marks=pytest.mark.long)])
def test_operator(small, one_in):
    """The operator can change no value but times and names after the last player's signature."""
    free = after_last_signature(small)
    assert free
    assert survivors(small, change, leaves, one_in, free) == free


@pytest.mark.long
def test_operator_with_referee():
    """Rulings and reports of dice are as safe as commands: the next player signs over them."""
    case = Case(played(9, rounds=1, referee=True, dice_mode="reported", disputes=True))
    free = after_last_signature(case)
    assert survivors(case, change, leaves, ONE_IN, free) == free


@pytest.mark.long
def test_operator_shortens(small):
    """The operator can drop the last value of no array."""
    assert survivors(small, shorten, arrays, ONE_IN) == []


@pytest.mark.long
def test_all_keys(small):
    """With all keys, times, key ids, and command ids that seal nothing are all that can be changed."""
    free = [
        (entry[SEQ], path)
        for entry in small.entries
        for path in ((TIME,), KEY, (COMMAND, ID))
        if path != (COMMAND, ID) or not entry[SEALED]
    ]
    assert survivors(small, change, leaves, ONE_IN, free, heads=True, keys=True) == free


@pytest.mark.long
@pytest.mark.parametrize("options", [{"dice_mode": "reported"}, {"signed": False, "profile": "P0"}])
def test_all_keys_other_games(options):
    """Reported dice and unsigned practice leave no more free than that."""
    case = Case(played(4, rounds=1, **options))
    missed = {path for _, path in survivors(case, change, leaves, one_in=3, heads=True, keys=True)}
    assert missed == {(TIME,), KEY, (COMMAND, ID)}


def test_openings(small):
    """No value of an opening can be changed."""
    for seq, rows in small.openings.items():
        for path in leaves(rows):
            copied = small.copy()
            change(copied.openings[seq], path)
            assert audit(copied.operated(), find=find).findings, (seq, path)


def test_sealed_values(small):
    """No value under a seal can be changed, even where all keys collude to seal it again."""
    for entry in small.entries:
        for place, row in enumerate(small.openings.get(entry[SEQ], ())):
            for path in leaves(msgpack.unpackb(row[3])):
                copied = small.copy()
                reseal(copied, entry[SEQ], place, path)
                assert audit(copied.operated(heads=True, keys=True), find=find).findings, (entry[SEQ], place, path)


def reseal(case, seq, place, path):
    entry, row = case.entries[seq - 1], case.openings[seq][place]
    values = copy.deepcopy(msgpack.unpackb(row[3]))
    change(values, path)
    row[3] = msgpack.packb(values)
    owner, part, salt, data = row
    commitment = sealed_hash(entry[1], owner, part, entry[COMMAND][ID], salt, data)
    if part == 0:
        entry[COMMAND][3] = commitment
    else:
        entry[SEALED] = [[item, commitment if item == owner else old] for item, old in entry[SEALED]]

"""Alters a recorded game as attackers could: F has the file, O the log key besides, A all keys."""

from __future__ import annotations

import asyncio
import copy

import msgpack

from adjudicator.kernel.record.chain import entry_hash, head_text, signing_bytes
from replays import notes
from replays.audit.checks_log import required_heads
from replays.audit.entries import decode
from replays.bundle import Sealed, read_bundle, write_bundle
from services.games.signing import sign
from tests.replays.fixtures import ENGINE, LOG_NAME

SEQ, PREV, TIME, ACTOR, COMMAND, SIGNATURE, DICE, EVENTS, SEALED, STATE = 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
ID, HEAD, BODY, SEAL = range(4)


class Fields(list):
    """The fields of an entry, which know the hash that the entry was recorded with."""

    recorded = b""

    def copy(self):
        copied = Fields(apart(self))
        copied.recorded = self.recorded
        return copied


def unpacked(data):
    fields = Fields(msgpack.unpackb(data))
    fields.recorded = entry_hash(data)
    return fields


def apart(value):
    """Copy plain values, quicker than `deepcopy` does."""
    return msgpack.unpackb(msgpack.packb(value))


def _row(owner, part, salt, data) -> tuple[int, int, bytes, bytes]:
    return owner, part, salt, data


class Case:
    """The entries of a game as lists that can be changed, their openings and their heads."""

    def __init__(self, recorder, data=None):
        bundle = read_bundle(data or asyncio.run(recorder.file()))
        self.recorder = recorder
        self.entries = [unpacked(data) for data in bundle.records]
        self.openings = {item.seq: [list(row) for row in item.openings] for item in bundle.sealed}
        self.heads = list(bundle.heads)
        self.bytes = {}
        self.engine = ENGINE

    def copy(self):
        copied = copy.copy(self)
        copied.entries = [entry.copy() for entry in self.entries]
        copied.openings = {seq: apart(rows) for seq, rows in self.openings.items()}
        copied.heads, copied.bytes = list(self.heads), dict(self.bytes)
        return copied

    # -- finding the place

    def place(self, kind, nth=0):
        """Find an entry by its command."""
        return [place for place, entry in enumerate(self.entries) if entry[COMMAND][BODY][0] == kind][nth]

    def of(self, kind, nth=0):
        return self.entries[self.place(kind, nth)]

    def with_dice(self, nth=0):
        return [entry for entry in self.entries if entry[DICE]][nth]

    def drop(self, place):
        """Take an entry out; who saw it has seen the one before."""
        dropped = self.entries.pop(place)
        for entry in self.entries:
            if entry[COMMAND][HEAD] == dropped.recorded:
                entry[COMMAND][HEAD] = dropped[PREV]
        return self.renumber()

    # -- what the operator can repair

    def renumber(self):
        """Number the entries by their places; openings move with them."""
        moved = {}
        for place, entry in enumerate(self.entries, start=1):
            if entry[SEQ] in self.openings:
                moved[place] = self.openings[entry[SEQ]]
            entry[SEQ] = place
        self.openings = moved
        return self

    def chain(self, *, heads=False, keys=False, leave=None):
        """Hash everything anew; `heads`: seen heads too, `keys`: players' signatures too (but of entry `leave`)."""
        before, news = bytes(32), dict[bytes, bytes]()
        for place, entry in enumerate(self.entries):
            entry[PREV] = before if entry[SEQ] != leave else entry[PREV]
            if heads and entry[COMMAND][HEAD] in news:
                entry[COMMAND][HEAD] = news[entry[COMMAND][HEAD]]
            if keys and entry[SIGNATURE] is not None and entry[SEQ] != leave:
                entry[SIGNATURE] = self._sign(entry)
            before = entry_hash(self._pack(place))
            news[entry.recorded] = before
        return self

    def _sign(self, fields):
        key = self.recorder.keys[fields[ACTOR][1] % 2]
        return sign(key, signing_bytes(msgpack.packb([fields[1], fields[ACTOR], fields[COMMAND]])))

    def _pack(self, place):
        return self.bytes.get(place) or msgpack.packb(self.entries[place])

    def note(self, size, head):
        return notes.sign(self.recorder.log_key, LOG_NAME, head_text(self.recorder.game_id, size, head))

    # -- the file

    def forged(self):
        """F: the file edited; heads are as they were."""
        records = [self._pack(place) for place in range(len(self.entries))]
        sealed = [Sealed(seq, tuple(_row(*row) for row in rows)) for seq, rows in sorted(self.openings.items())]
        return write_bundle("toy", self.recorder.rules.edition, self.engine, records, self.heads, sealed)

    def operated(self, **how):
        """O: hashes and signed heads made anew; A: with heads=True, keys=True all signatures besides."""
        self.chain(**how)
        raws = [decode(place + 1, self._pack(place)) for place in range(len(self.entries))]
        try:
            sizes = required_heads(raws)
        except (IndexError, TypeError):
            # an entry is not even a record any more
            sizes = list(range(len(raws) + 1))
        self.heads = [self.note(size, raws[size - 1].hash) for size in sizes if 0 < size <= len(raws)]
        return self.forged()

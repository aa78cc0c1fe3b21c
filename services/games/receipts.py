"""Receipts: a signed head for every entry, each size signed once."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from adjudicator.kernel.record.chain import head_text
from adjudicator.kernel.record.log import LogFault
from replays import notes
from wargame.v1 import record_pb2

if TYPE_CHECKING:
    from services.games.keys import Keys

KEPT: Final = 8_192


class Receipts:
    """Signs heads; the last few thousand are kept, so that a retry costs nothing."""

    def __init__(self, keys: Keys) -> None:
        self._key = keys.log_key
        self._name = keys.log_name
        self._notes: OrderedDict[tuple[bytes, int], tuple[bytes, str]] = OrderedDict()

    def note(self, game: bytes, size: int, head: bytes) -> str:
        """Sign the head of a game at a size.

        Raises LogFault where another head of that size was signed: two histories are never both confirmed.
        """
        known = self._notes.get((game, size))
        if known is not None:
            if known[0] != head:
                raise LogFault("FORKED_LOG", size, "another head of this size was signed; restore the store")
            return known[1]
        note = notes.sign(self._key, self._name, head_text(game, size, head))
        self._notes[game, size] = head, note
        if len(self._notes) > KEPT:
            self._notes.popitem(last=False)
        return note

    def receipt(self, game: bytes, seq: int, entry_hash: bytes) -> record_pb2.Receipt:
        """Prove an entry."""
        return record_pb2.Receipt(seq=seq, hash=entry_hash, note=self.note(game, seq, entry_hash))

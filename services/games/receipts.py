"""Receipts: a signed head for every entry, each size signed once."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from adjudicator.kernel.record.chain import head_text
from adjudicator.kernel.record.log import LogFault
from services.games.signed_refusals import SignedRefusal, sign_refusal

if TYPE_CHECKING:
    from services.games.keys import Keys
    from services.games.refusals import Refused, StaleHead
    from services.games.requests import CommandRequest

KEPT: Final = 8_192


class Receipts:
    """Signs heads; the last few thousand are kept, so that a retry costs nothing."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._notes: OrderedDict[tuple[bytes, int], tuple[bytes, str]] = OrderedDict()

    def note(self, game: bytes, size: int, head: bytes, key: str = "") -> str:
        """Sign the head of a game at a size, with the key in force in that game, or the present one.

        Raises LogFault where another head of that size was signed: two histories are never both confirmed.
        """
        known = self._notes.get((game, size))
        if known is not None:
            if known[0] != head:
                raise LogFault("FORKED_LOG", size, "another head of this size was signed; restore the store")
            return known[1]
        note = self._keys.sign(head_text(game, size, head), key)
        self._notes[game, size] = head, note
        if len(self._notes) > KEPT:
            self._notes.popitem(last=False)
        return note

    def refusal(self, refused: Refused | StaleHead, request: CommandRequest) -> SignedRefusal | None:
        """Sign the refusal of a command, with the key in force in its game; None where there is no game yet."""
        return sign_refusal(self._keys, refused, request)

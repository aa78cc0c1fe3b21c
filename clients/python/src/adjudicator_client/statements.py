"""Statements: heads that a seat signs with its own key, exchanged between opponents without the service."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from adjudicator_client.errors import Failed, NotProven, Unanswered
from adjudicator_client.proof.notes import read_statement, sign_note, statement_text, verify_statement

if TYPE_CHECKING:
    from adjudicator_client.contract.wargame.v1 import games_pb2, protocol_pb2
    from adjudicator_client.keys import Key
    from adjudicator_client.proof.receipts import Receipts
    from adjudicator_client.wallet import Wallet


class _Side(Protocol):
    """What a statement needs of a party's side of a game."""

    game: bytes
    seat: int | None
    wallet: Wallet
    _key: Key | None

    async def receipts(self) -> Receipts: ...

    async def facts(self) -> games_pb2.GetResponse: ...

    async def _read_on(self, up_to: int = 0) -> None: ...

    async def terms(self) -> protocol_pb2.OpenGame: ...


class Statements:
    """The statements of one side of a game."""

    async def statement(self: _Side) -> str:
        """State the last entry of the log that was signed or read, signed with the seat's key: for the opponent.

        What the service has told of, and was not read yet, is read, as far as the service gives it.

        An audit compares it with the log (`adjudicator replay audit --receipts FILE`). Raises ValueError without a
        seat and its key.
        """
        if self._key is None or self.seat is None:
            raise ValueError("a statement is a seat's: give the game its seat and key")
        receipts = await self.receipts()
        if not receipts.last[0]:
            await self.facts()
        if receipts.last[0] < receipts.last_told:
            with suppress(Failed, Unanswered):
                await self._read_on(receipts.last_told)
        size, head = receipts.last
        text = statement_text(self.game, self.seat, size, head)
        return sign_note(f"seat-{self.seat}", self._key.public, self._key.sign, text)

    async def take_statement(self: _Side, note: str) -> bool:
        """Keep a statement that an opponent gave, and compare it with what is known here; False where nothing is.

        Raises NotProven where it is not the seat's, or of another history; NoteInvalid where it is none.
        """
        stated, seats = read_statement(note), (await self.terms()).seats
        verify_statement(stated, self.game, seats[stated.seat].keys if stated.seat < len(seats) else ())
        self.wallet.keep("statement", note=note)
        known = (await self.receipts()).hash_of(stated.size)
        if known is not None and known != stated.hash:
            expected, found = f"{known.hex()}, as it was seen here", f"{stated.hash.hex()}, by seat {stated.seat}"
            raise NotProven("STATEMENT_CONTRADICTED", self.game, stated.size, expected, found)
        return known is not None

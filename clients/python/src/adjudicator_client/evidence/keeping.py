"""What comes of a game: each part is verified, and what is signed is kept, whether it fits or not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from adjudicator_client.contract.wargame.v1 import games_pb2, protocol_pb2
from adjudicator_client.errors import NotProven
from adjudicator_client.marks import place_of
from adjudicator_client.proof.receipts import Receipts
from adjudicator_client.proof.register import TERMS, seat_keys

if TYPE_CHECKING:
    from adjudicator_client.contract.wargame.v1 import play_pb2, record_pb2
    from adjudicator_client.contract.wargame.v1.stubs import Games
    from adjudicator_client.proof.records import Record
    from adjudicator_client.service import Service
    from adjudicator_client.wallet import Wallet


class Keeping:
    """Receipts, heads and the opening of a game, as one side of it has them."""

    service: Service
    game: bytes
    wallet: Wallet
    head: bytes
    _receipts: Receipts | None
    _first: record_pb2.Receipt | None = None
    _commitment: bytes = b""  # as it was told when the game was opened
    _genesis: tuple[bytes, Record] | None = None  # the first entry that was read: its bytes, and what they say

    @property
    def games(self) -> Games:
        """The methods of every game, with this party's token."""
        return self.service.games

    def opened_with(self, receipt: record_pb2.Receipt, commitment: bytes = b"") -> None:
        """Keep what the opening was answered with; it is verified with the first use of the game."""
        self._first = receipt
        self._commitment = commitment

    async def receipts(self) -> Receipts:
        """Give the receipts of this party; all are verified."""
        if self._receipts is None:
            self._receipts = Receipts(self.game, await self.service.log_keys())
        self.wallet.keep_keys(self._receipts.log_keys)
        if self._first is not None:
            await self._prove(self._receipts, self._first)  # where it does not hold, the next use stops here too
            self.wallet.keep_receipt(self._first)
            self._first = None
        return self._receipts

    async def facts(self) -> games_pb2.GetResponse:
        """Give what everybody may know of the game; its receipt is verified."""
        found = await self.games.Get(games_pb2.GetRequest(game=self.game))
        if not found.HasField("receipt"):
            raise NotProven("RECEIPT_MISMATCH", self.game, 0, "a receipt", "none")
        await self._keep(found.receipt)
        self.wallet.keep_receipt(found.receipt)
        return found

    async def _keep(self, receipt: record_pb2.Receipt, command_id: bytes = b"") -> None:
        """Verify a receipt and take it."""
        await self._prove(await self.receipts(), receipt, command_id)

    async def _prove(self, receipts: Receipts, receipt: record_pb2.Receipt, command_id: bytes = b"") -> None:
        """Verify a receipt and take it; one that is signed is evidence, and kept where it contradicts another."""
        try:
            try:
                receipts.add(receipt, command_id)
            except NotProven as fault:
                if fault.check != "HEAD_SIGNATURE_INVALID":
                    raise
                await self._learn_keys(receipts)  # it may be one to which the known key has handed on
                receipts.add(receipt, command_id)
        except NotProven as fault:
            if receipts.has_signed(receipt):
                keep_behind(fault, lambda: self.wallet.keep_receipt(receipt, command_id))
            elif receipts.contradicts(receipt):
                keep_behind(fault, lambda: self.wallet.keep_unproven(receipt))
            raise

    async def _learn_keys(self, receipts: Receipts) -> None:
        """Ask for keys to which the known ones have handed on; they are kept before what they sign."""
        receipts.add_keys((await self.games.LogKey(games_pb2.LogKeyRequest())).changes)
        self.wallet.keep_keys(receipts.log_keys)

    async def _see(self, found: Any) -> None:
        """Compare the head that an answer names, and which nobody has signed: this party has looked after it."""
        (await self.receipts()).hear(found.seq, found.head)
        self.head = found.head

    def _enter_first(self, entry: play_pb2.Entry, record: Record) -> None:
        """Take the first entry: the commitment is the one that was told; its keys are those by which seats sign.

        Raises NotProven.
        """
        try:
            found, keys = bytes(record.values[place_of(TERMS, "commitment")]), seat_keys(record)
        except (IndexError, TypeError):
            raise NotProven("GENESIS_INVALID", self.game, 1, "the terms of a game", "other fields") from None
        for due in self.wallet.openings():  # of earlier runs
            if due != found:
                raise NotProven("SEED_COMMIT_MISMATCH", self.game, 1, due.hex(), found.hex())
        self.wallet.keep_terms(found, keys)
        if self._commitment and self._commitment != found:
            raise NotProven("SEED_COMMIT_MISMATCH", self.game, 1, self._commitment.hex(), found.hex())
        self._genesis = entry.record, record

    def _first_entry(self) -> tuple[bytes, Record]:
        """Give the first entry, of one that has read it.

        Raises NotProven where there was none.
        """
        if self._genesis is None:
            raise NotProven("TRUNCATED_LOG", self.game, 1, "the first entry", "none")
        return self._genesis

    def _compare_terms(self, told: protocol_pb2.OpenGame) -> None:
        """Compare terms as they are told with the first entry: by them seats sign, and dice are drawn.

        Raises NotProven.
        """
        _, genesis = self._first_entry()
        commitment, keys = genesis.values[place_of(TERMS, "commitment")], seat_keys(genesis)
        if told.commitment != commitment:
            raise NotProven("SEED_COMMIT_MISMATCH", self.game, 1, commitment.hex(), told.commitment.hex())
        if [list(seat.keys) for seat in told.seats] != keys:
            expected = "the keys of the seats as the first entry has them"
            raise NotProven("GENESIS_INVALID", self.game, 1, expected, "others")


def keep_behind(fault: BaseException, keep: Callable[[], object]) -> None:
    """Keep something where a fault is to be told, which comes first: what could not be kept is a note of it."""
    try:
        keep()
    except OSError as error:
        fault.add_note(f"besides, the wallet could not be written: {error}")


async def wait_behind(fault: BaseException, waited: Awaitable[object]) -> None:
    """Wait for the disk where a fault is to be told, which comes first."""
    try:
        await waited
    except OSError as error:
        fault.add_note(f"besides, the wallet could not be written: {error}")

"""Refusals: one that is signed is verified before it is kept, and none is taken on a state from before its command."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator_client.errors import ClientError, NotProven, Refused, Stale
from adjudicator_client.proof.records import signing_bytes
from adjudicator_client.proof.refusals import CHECK, Said, verify_refusal

if TYPE_CHECKING:
    from adjudicator_client.contract.wargame.v1 import record_pb2
    from adjudicator_client.proof.receipts import Receipts
    from adjudicator_client.proof.rewinds import Path
    from adjudicator_client.wallet import Wallet


class _Side(Protocol):
    """What is needed of a party's side of a game."""

    game: bytes
    wallet: Wallet
    _actor: list[Any]
    _key_id: str
    _path: Path

    async def receipts(self) -> Receipts: ...

    async def _learn_keys(self, receipts: Receipts) -> None: ...

    async def _read_on(self, up_to: int = 0) -> None: ...

    async def _take(self, refusal: Refused, signed: record_pb2.SignedRefusal, row: Sequence[Any]) -> None: ...


class Refusals:
    """The refusals of one side of a game."""

    async def _refused(self: _Side, refusal: Refused, row: Sequence[Any]) -> None:
        """Take the refusal of a command; where the game has changed, what came is read.

        Raises NotProven and other ClientErrors, each from the refusal; OSError where it can not be kept.
        """
        try:
            if refusal.signed is not None:
                await self._take(refusal, refusal.signed, row)
            elif not isinstance(refusal, Stale):
                return  # it may be on no state of the game
            receipts = await self.receipts()
            receipts.hear(refusal.seq, refusal.head)
            seen = receipts.seq_of(row[1] or b"")
            if refusal.seq < seen:
                expected = f"a ruling after entry {seen}, on which the command was decided, or later"
                raise NotProven(CHECK, self.game, refusal.seq, expected, f"one after entry {refusal.seq}")
            if isinstance(refusal, Stale):
                await self._read_on(refusal.seq)
                refusal.rewinds = {seq: to for seq, to in self._path.rewinds.items() if seq > seen}
        except (ClientError, OSError) as fault:
            raise fault from refusal

    async def _take(self: _Side, refusal: Refused, signed: record_pb2.SignedRefusal, row: Sequence[Any]) -> None:
        """Verify a signed refusal and keep it; under keys that are known nothing is asked before that."""
        receipts = await self.receipts()
        if signed.log_key not in receipts.log_keys:
            await self._learn_keys(receipts)
        command = hashlib.sha256(signing_bytes(self.game, self._actor, row)).digest() if self._key_id else None
        first = refusal.faults[0]
        said = Said(self.game, refusal.seq, refusal.head, command, [first.clause, first.reason, first.path])
        verify_refusal(said, signed, receipts.log_keys)
        self.wallet.keep_refusal(signed)

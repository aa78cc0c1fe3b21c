"""The register: nobody contributes to the seed of a game before its opening is proven to stand there."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING, Protocol

from adjudicator_client.errors import NotProven
from adjudicator_client.proof.register import Registered, require_own_keys, verify_registration

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence

    from adjudicator_client.contract.wargame.v1 import games_pb2, play_pb2
    from adjudicator_client.keys import Key
    from adjudicator_client.proof.receipts import Receipts
    from adjudicator_client.proof.records import Record
    from adjudicator_client.service import Service
    from adjudicator_client.wallet import Wallet


class _Side(Protocol):
    """What is needed of a party's side of a game."""

    service: Service
    game: bytes
    wallet: Wallet
    seat: int | None
    other_keys: Sequence[bytes]
    _key: Key | None
    _registered: Registered | None

    async def receipts(self) -> Receipts: ...

    async def facts(self) -> games_pb2.GetResponse: ...

    def _entries(
        self, path: str, after: int, up_to: int = 0
    ) -> AsyncGenerator[tuple[play_pb2.Entry, Record], None]: ...


class Registrations:
    """The place of a game in the register, as one side of it has it."""

    _registered: Registered | None = None

    async def registered(self: _Side) -> Registered | None:
        """Verify that the opening stands in the public register as the first entry has it; the wallet keeps the proof.

        Gives None where there is no proof and the service was said to keep no register.

        Raises NotProven and other ClientErrors.
        """
        if self._registered is None:
            found = await self.facts()
            if not found.HasField("registration"):
                if not self.service.register:
                    return None
                expected = "a proof that the game stands in a register (Service(..., register=False) does without)"
                raise NotProven("REGISTRATION_MISSING", self.game, 1, expected, "none")
            given, receipts = found.registration, await self.receipts()
            async with aclosing(self._entries("/wargame.v1.Games/Read", 0, 1)) as entries:
                first, genesis = await anext(entries)
            if 1 in receipts.kept:
                self.wallet.keep_receipt(receipts.kept[1], record=first.record)
            if self._key is not None and self.seat is not None:
                require_own_keys(genesis, self.seat, [self._key.public, *self.other_keys])
            self._registered = verify_registration(receipts.log_keys, given, genesis)
            self.wallet.keep_inclusion(given)
        return self._registered

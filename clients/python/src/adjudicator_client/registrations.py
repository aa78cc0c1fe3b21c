"""The register: nobody contributes to the seed of a game before its opening is proven to stand there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from adjudicator_client.errors import NotProven
from adjudicator_client.evidence.keeping import keep_behind
from adjudicator_client.proof.register import Registered, compare_held, require_own_keys, verify_registration

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator_client.contract.wargame.v1 import games_pb2
    from adjudicator_client.keys import Key
    from adjudicator_client.proof.receipts import Receipts
    from adjudicator_client.proof.records import Record
    from adjudicator_client.proof.rewinds import Path
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
    _path: Path

    async def receipts(self) -> Receipts: ...

    async def facts(self) -> games_pb2.GetResponse: ...

    async def _read_on(self, up_to: int = 0) -> None: ...

    def _first_entry(self) -> tuple[bytes, Record]: ...


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
            size = found.receipt.seq
            await self._read_on(size)  # the first entry counts as far as what was signed follows from it
            if self._path.last < size:
                last = f"{self._path.last}"
                raise NotProven("TRUNCATED_LOG", self.game, self._path.last + 1, f"{size} entries", last)
            data, genesis = self._first_entry()
            own = [*([self._key.public] if self._key is not None else []), *self.other_keys]
            if self.seat is not None and own:
                require_own_keys(genesis, self.seat, own, signs=self._key is not None)
            held = self.wallet.inclusions()
            if not found.HasField("registration"):
                if not self.service.register and not held:
                    return None
                expected = "a proof that the game stands in a register (Service(..., register=False) does without)"
                raise NotProven("REGISTRATION_MISSING", self.game, 1, expected, "none")
            given, receipts = found.registration, await self.receipts()
            if 1 in receipts.kept:
                self.wallet.keep_receipt(receipts.kept[1], record=data)
            registered = verify_registration(receipts.log_keys, given, genesis)
            try:
                compare_held(receipts.log_keys, held, given, self.game)
            except NotProven as fault:  # both are signed
                keep_behind(fault, lambda: self.wallet.keep_inclusion(given))
                raise
            self.wallet.keep_inclusion(given)
            self._registered = registered
        return self._registered

"""Who signs in a game: its seats and officials, by the keys in force at each entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from adjudicator_client.contract.wargame.v1 import protocol_pb2
from adjudicator_client.errors import NotProven
from adjudicator_client.marks import place_of
from adjudicator_client.proof.ed25519 import verifies
from adjudicator_client.proof.mpint import encode
from adjudicator_client.proof.records import SEAT_ROLE, Record, signing_bytes

TERMS: Final = protocol_pb2.OpenGame.DESCRIPTOR
OFFICES: Final = {1: "owner", 2: "referee", 8: "head_referee"}
SEAT: Final = "seat"
KEYS: Final = 2  # place of the keys in both events that change keys


def verify_signatures(records: Sequence[Record]) -> int:
    """Verify what is signed, and demand signatures where the terms do; gives how many there are.

    Raises NotProven.
    """
    signers = Signers(records[0])
    return sum(signers.enter(record) for record in records[1:])


class Signers:
    """Keys by holder: ("seat", number) or an office with the key id of a token, entry after entry."""

    def __init__(self, genesis: Record) -> None:
        self.genesis = genesis
        seats = _term(genesis, "seats")
        self.keys: dict[tuple[str, str], list[bytes]] = {(SEAT, str(at)): row[1] for at, row in enumerate(seats)}
        self.keys |= {(office, token): keys for office, token, keys in _term(genesis, "officials") or ()}
        self.numbers: dict[tuple[str, str], int] = {}

    def enter(self, record: Record) -> bool:
        """Verify one entry, and take the keys that it brings; whether it is signed.

        Raises NotProven.
        """
        signed = self._verify(record)
        if record.kind == "AdmitOfficial":
            self._verify_warrant(record)
        for (kind, *values), _ in record.events:
            if (
                kind in ("SeatSubstituted", "OfficialAdmitted")
                and len(values) > KEYS
                and isinstance(values[KEYS], list)
            ):
                holder = (SEAT, str(values[0])) if kind == "SeatSubstituted" else (values[0], values[1])
                self.keys[holder] = [key for key in values[KEYS] if isinstance(key, bytes)]
        return signed

    def _verify(self, record: Record) -> bool:
        role, party, key_id = record.actor
        office = OFFICES.get(role)
        seat = role == SEAT_ROLE
        due = _term(self.genesis, "signed") if seat else office and _term(self.genesis, "acts_signed")
        if record.signature is None and not due:
            return False
        holders = [(SEAT, str(party))] if seat else [(office or "", key_id), (office or "", "")]
        keys = [key for holder in holders for key in self.keys.get(holder, ())]
        data = signing_bytes(record.game, record.actor, record.command)
        if not any(verifies(key, record.signature or b"", data) for key in keys):
            found = "none" if record.signature is None else record.signature.hex()
            expected = (
                f"a signature of {f'seat {party}' if seat else 'the ' + (office or 'service, which never signs')}"
            )
            raise NotProven("COMMAND_SIGNATURE_INVALID", record.game, record.seq, expected, found)
        return True

    def _verify_warrant(self, record: Record) -> None:
        office, token, keys, number, of_event, warrant = record.values
        scope = _term(self.genesis, "event") if of_event else record.game
        data = b"wglog/1/warrant\0" + encode([scope, office, token, keys, number])
        owners = [key for (held, _), found in self.keys.items() if held == "owner" for key in found]
        last = self.numbers.get((office, token), 0)
        if number <= last or not any(verifies(key, warrant, data) for key in owners):
            raise NotProven("KEY_NOT_VALID", record.game, record.seq, "a new warrant of the owner", warrant.hex())
        self.numbers[office, token] = number


def _term(genesis: Record, name: str) -> Any:
    place = place_of(TERMS, name)
    return genesis.values[place] if place < len(genesis.values) else None

"""Parties: one small number says who acts, sees or is asked."""

from typing import TypeAlias

Party: TypeAlias = int

EVERYONE: Party = 253
REFEREE: Party = 254
TABLE: Party = 255
SPECTATOR: Party = 252


def is_seat(party: Party) -> bool:
    """Tell whether a party is a side's place at the table."""
    return party < SPECTATOR

"""Parties: one small number says who acts, sees or is asked."""

from typing import TypeAlias

Party: TypeAlias = int

EVERYONE: Party = 253
REFEREE: Party = 254
TABLE: Party = 255
SPECTATOR: Party = 252
# ids of what a seat owns begin with its letter; a game has eight seats at most
SEAT_LETTERS = "abcdefgh"


def is_seat(party: Party) -> bool:
    """Tell whether a party is a side's place at the table."""
    return party < SPECTATOR


def seat_of_id(key: str) -> Party:
    """Tell whose something is by the letter that its id begins with.

    Raises ValueError where that is no seat's letter.
    """
    return SEAT_LETTERS.index(key[0])

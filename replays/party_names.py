"""Names of parties for people."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.decide.parties import EVERYONE, REFEREE, SPECTATOR, TABLE

SPECIAL = {REFEREE: "referee", TABLE: "table", EVERYONE: "everyone", SPECTATOR: "spectator"}


def party_name(party: int, seats: Sequence[str]) -> str:
    """Name a party: a seat by its name, the others by what they are."""
    if party in SPECIAL:
        return SPECIAL[party]
    return seats[party] if 0 <= party < len(seats) else f"party {party}"


def party_of(name: str, seats: Sequence[str]) -> int:
    """Find a party by its name or number.

    Raises ValueError for a name that nobody has.
    """
    special = {text: party for party, text in SPECIAL.items()}
    if name in seats:
        return list(seats).index(name)
    if name in special:
        return special[name]
    if name.isdecimal() and int(name) < len(seats):
        return int(name)
    raise ValueError(f"{name!r} is no party of this game: write one of {', '.join([*seats, *special])}")

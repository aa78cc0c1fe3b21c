"""Seats in the docket: whose keys sign for them since which entry, and which are absent by order of a referee."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from adjudicator.kernel.docket.heard import DocketReducers, Heard
from adjudicator.kernel.messages import AbsenceEnded, AbsenceOrdered, SeatSubstituted


class Seated(Struct, frozen=True):
    """Who plays a seat after the entry `seq`, and the keys of that person."""

    seq: int
    person: str
    keys: tuple[bytes, ...]


def seat_substituted(docket: Any, event: SeatSubstituted, heard: Heard) -> None:
    """Note the person; keys that have signed for a seat sign for no other, nor again."""
    before = docket.seats.get(event.seat)
    docket.players = (*docket.players, (event.seat, event.person))
    docket.retired_keys = (*docket.retired_keys, *(before.keys if before is not None else ()))
    docket.seats = {**docket.seats, event.seat: Seated(heard.seq, event.person, event.keys)}


def absence_ordered(docket: Any, event: AbsenceOrdered, heard: Heard) -> None:
    """Note the order; a seat that was ordered absent once has not failed to come."""
    docket.absences = {**docket.absences, event.seat: heard.seq}
    docket.excused = (*docket.excused, event.seat)


def absence_ended(docket: Any, event: AbsenceEnded, _heard: Heard) -> None:
    """Forget the order."""
    docket.absences = {seat: seq for seat, seq in docket.absences.items() if seat != event.seat}


REDUCERS: DocketReducers = {
    SeatSubstituted: seat_substituted,
    AbsenceOrdered: absence_ordered,
    AbsenceEnded: absence_ended,
}

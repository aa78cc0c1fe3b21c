"""Seats in the docket: whose keys sign for them since which entry."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from adjudicator.kernel.docket.heard import DocketReducers, Heard
from adjudicator.kernel.messages import SeatSubstituted


class Seated(Struct, frozen=True):
    """Who plays a seat after the entry `seq`, and the keys of that person."""

    seq: int
    person: str
    keys: tuple[bytes, ...]


def seat_substituted(docket: Any, event: SeatSubstituted, heard: Heard) -> None:
    """Note the person; keys that have signed for a seat sign for no other, nor again."""
    before = docket.seats.get(event.seat)
    docket.retired_keys = (*docket.retired_keys, *(before.keys if before is not None else ()))
    docket.seats = {**docket.seats, event.seat: Seated(heard.seq, event.person, event.keys)}


REDUCERS: DocketReducers = {SeatSubstituted: seat_substituted}

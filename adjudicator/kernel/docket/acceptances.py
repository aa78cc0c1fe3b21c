"""Referees in the docket whom seats have accepted, by the key ids of their tokens."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.docket.heard import DocketReducers, Heard
from adjudicator.kernel.messages import RefereeAccepted


def referee_accepted(docket: Any, event: RefereeAccepted, _heard: Heard) -> None:
    """Note the seat."""
    seats = {*docket.accepted.get(event.key, ()), event.seat}
    docket.accepted = {**docket.accepted, event.key: tuple(sorted(seats))}


REDUCERS: DocketReducers = {RefereeAccepted: referee_accepted}

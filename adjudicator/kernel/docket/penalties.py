"""Penalties in the docket: a rewind takes none of them away."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.docket.heard import DocketReducers, Heard
from adjudicator.kernel.messages import Penalised


class Penalty(Struct, frozen=True):
    """A penalty of a seat by the entry of its ruling.

    `amount` is in hundredths of a point or in ms; `rule` counts from 1 the rule of the terms that it follows from, 0
    where the ruling itself gave it.
    """

    seq: int
    seat: Party
    kind: str
    amount: int
    rule: int


def penalised(docket: Any, event: Penalised, heard: Heard) -> None:
    """Note the penalty."""
    docket.penalties = (*docket.penalties, Penalty(heard.seq, event.seat, event.kind, event.amount, event.rule))


def counted(docket: Any) -> tuple[Penalty, ...]:
    """Give the penalties that count: those whose ruling was not overturned by an appeal."""
    return tuple(row for row in docket.penalties if row.seq not in docket.overturned)


REDUCERS: DocketReducers = {Penalised: penalised}

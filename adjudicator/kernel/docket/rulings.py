"""Rulings in the docket: who gave which, about what."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.docket.heard import DocketReducers, Heard
from adjudicator.kernel.messages import RulingGiven


class NotedRuling(Struct, frozen=True):
    """A ruling by the number of its entry: the kind of its command, who gave it and under which credential."""

    seq: int
    act: str
    by: Party
    key: str
    clause: str
    about: tuple[int, ...]


def ruling_given(docket: Any, event: RulingGiven, heard: Heard) -> None:
    """Note the ruling under the number of its entry."""
    noted = NotedRuling(heard.seq, event.act, heard.actor.party, heard.actor.key, event.clause, event.about)
    docket.rulings = {**docket.rulings, heard.seq: noted}


REDUCERS: DocketReducers = {RulingGiven: ruling_given}

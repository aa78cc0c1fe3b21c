"""Inspections and interpretations in the docket."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from adjudicator.kernel.docket.heard import DocketReducers, Heard
from adjudicator.kernel.messages import ClauseInterpreted, Inspected


class Inspection(Struct, frozen=True):
    """Tables that a referee, by the key of the credential, has seen as they stood at an entry."""

    key: str
    tables: tuple[str, ...]


class Interpretation(Struct, frozen=True):
    """What a clause means, by a ruling."""

    clause: str
    text: str


def inspected(docket: Any, event: Inspected, heard: Heard) -> None:
    """Note who sees what."""
    docket.inspected = {**docket.inspected, heard.seq: Inspection(heard.actor.key, event.tables)}


def clause_interpreted(docket: Any, event: ClauseInterpreted, heard: Heard) -> None:
    """Note it under the number of its entry."""
    docket.interpreted = {**docket.interpreted, heard.seq: Interpretation(event.clause, event.text)}


REDUCERS: DocketReducers = {Inspected: inspected, ClauseInterpreted: clause_interpreted}

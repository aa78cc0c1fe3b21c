"""Corrections in the docket: what was asked before them is answered too late."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.docket.heard import DocketReducers, Heard
from adjudicator.kernel.messages import Corrected


def corrected(docket: Any, _event: Corrected, heard: Heard) -> None:
    """Note that the ruling has changed the game."""
    docket.changed = heard.seq
    docket.proposal = None  # what it asked is not asked any more


REDUCERS: DocketReducers = {Corrected: corrected}

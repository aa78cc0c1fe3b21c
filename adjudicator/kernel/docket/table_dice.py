"""Dice of the real table in the docket: where open dice come from, and which sets are out of use."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.docket.heard import DocketReducers, Heard
from adjudicator.kernel.messages import DiceRetired, DiceSourceChanged


def dice_source_changed(docket: Any, event: DiceSourceChanged, _heard: Heard) -> None:
    """Note where open dice come from."""
    docket.dice_source = event.source


def dice_retired(docket: Any, event: DiceRetired, _heard: Heard) -> None:
    """Note that a set is out of use."""
    docket.retired = (*docket.retired, event.dice_set)


REDUCERS: DocketReducers = {DiceSourceChanged: dice_source_changed, DiceRetired: dice_retired}

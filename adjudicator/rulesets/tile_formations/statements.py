"""What follows from facts that a seat stated, once they stand (TF-PLAY-03)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.kernel.decide.handlers import merged
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.tile_formations import assaults, buildings, losses, saves, shock, turns
from adjudicator.rulesets.tile_formations.outside import SAID, Applier
from adjudicator.rulesets.tile_formations.state import Game

STANDS = ("confirmed", "settled")
APPLY: Mapping[str, Applier] = MappingProxyType(
    merged(*(each.OUTSIDE for each in (assaults, buildings, losses, saves, shock, turns)))
)


def _stands(ruling: Ruling[Game], window: Window) -> None:
    """TF-PLAY-03 Let a fact take effect, in the value that holds."""
    fact = ruling.game.facts.get(window.about[0])
    if fact is not None and fact.status in STANDS and not ruling.game.ended:
        APPLY[fact.kind](ruling, fact.subjects, fact.value)


WINDOWS = windows(WindowKind(SAID, "TF-PLAY-03", on_close=_stands))

__all__ = ["APPLY", "WINDOWS"]

"""What follows from facts that a seat stated, once they stand (TF-PLAY-03)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.kernel.decide.handlers import merged
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.assault import assaults
from adjudicator.rulesets.tile_formations.rules.formations import losses, shock
from adjudicator.rulesets.tile_formations.rules.play import turns
from adjudicator.rulesets.tile_formations.rules.play.outside_results import OUTSIDE_RESULT, ApplyResult
from adjudicator.rulesets.tile_formations.rules.shooting import saves
from adjudicator.rulesets.tile_formations.rules.terrain import buildings

STANDS = ("confirmed", "settled")
APPLY_RESULT: Mapping[str, ApplyResult] = MappingProxyType(
    merged(*(each.OUTSIDE for each in (assaults, buildings, losses, saves, shock, turns)))
)


def _stands(ruling: Ruling[Game], window: Window) -> None:
    """TF-PLAY-03 Let a fact take effect, in the value that holds."""
    fact = ruling.game.facts.get(window.about[0])
    if fact is not None and fact.status in STANDS and not ruling.game.ended:
        APPLY_RESULT[fact.kind](ruling, fact.subjects, fact.value)


WINDOWS = windows(WindowKind(OUTSIDE_RESULT, "TF-PLAY-03", on_close=_stands))

__all__ = ["APPLY_RESULT", "WINDOWS"]

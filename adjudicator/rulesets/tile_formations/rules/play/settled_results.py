"""What follows from facts that a seat stated, once they stand (WG-FACT-03)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.kernel.decide.handlers import Part, merged
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.kernel.protocol.facts import FactSubject
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.assault import assault_hits, assaults
from adjudicator.rulesets.tile_formations.rules.formations import losses, shock
from adjudicator.rulesets.tile_formations.rules.play import turns
from adjudicator.rulesets.tile_formations.rules.play.outside_results import OUTSIDE_RESULT, ApplyResult
from adjudicator.rulesets.tile_formations.rules.terrain import buildings

STANDS = ("confirmed", "settled")
APPLY_RESULT: Mapping[str, ApplyResult] = MappingProxyType(
    merged(assaults.RESULTS, buildings.RESULTS, losses.RESULTS, assault_hits.RESULTS, shock.RESULTS, turns.RESULTS)
)


def _stands(ruling: Ruling[Game], window: Window) -> None:
    """WG-FACT-03 Let a fact take effect, in the value that holds."""
    fact = ruling.game.facts.get(subject_of(window, FactSubject).fact)
    if fact is not None and fact.status in STANDS and not ruling.game.ended:
        APPLY_RESULT[fact.kind](ruling, fact.subjects, fact.value)


PART = Part(windows=windows(WindowKind(OUTSIDE_RESULT, "WG-FACT-03", on_close=_stands, subject=FactSubject)))

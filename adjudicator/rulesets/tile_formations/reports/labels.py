"""Report labels: headings of a report, and what is said in words of ours."""

from __future__ import annotations

from adjudicator.kernel.labels import Labels
from adjudicator.kernel.texts import read_sentences
from adjudicator.rulesets.tile_formations.model.messages import ArmyMustered
from adjudicator.rulesets.tile_formations.model.options import OPTIONS, PACKAGE
from adjudicator.rulesets.tile_formations.reports.chances import luck
from adjudicator.rulesets.tile_formations.reports.wording import LISTS, VARIANTS, format_fact, notes, titles

LABELS = Labels(
    armies={ArmyMustered: lambda event: [(event.seat, event.force)]},
    headings={"TurnStarted": "Turn {turn}", "GameEnded": "The game ends: {reason}"},
    words=read_sentences(PACKAGE, "words"),
    lists=LISTS,
    luck=luck,
    titles=titles,
    notes=notes,
    variants=VARIANTS,
    sentences=read_sentences(PACKAGE, "variants"),
    throws=read_sentences(PACKAGE, "throws"),
    beside=read_sentences(PACKAGE, "beside"),
    questions=read_sentences(PACKAGE, "questions"),
    fact=format_fact,
    defaults=OPTIONS.defaults,
)

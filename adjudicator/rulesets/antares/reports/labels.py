"""How a game is told to people: headings of a report, and fields that are lengths."""

from __future__ import annotations

from types import MappingProxyType

from adjudicator.kernel.labels import Labels
from adjudicator.kernel.texts import read_sentences
from adjudicator.rulesets.antares.model.messages import ArmyAccepted
from adjudicator.rulesets.antares.model.options import DEFAULTS, PACKAGE
from adjudicator.rulesets.antares.reports.chances import luck
from adjudicator.rulesets.antares.reports.list_formatting import LISTS
from adjudicator.rulesets.antares.reports.wording import VARIANTS, notes, titles

LABELS = Labels(
    armies={ArmyAccepted: lambda event: [(event.seat, event.list)]},
    headings=MappingProxyType(
        {"DeploymentEnded": "The armies stand", "TurnStarted": "Turn {turn}", "GameEnded": "The game ends: {reason}"}
    ),
    lengths=frozenset({"allowance", "distances", "length", "point", "progress", "distance", "width", "x", "y"}),
    words=read_sentences(PACKAGE, "words"),
    lists=LISTS,
    luck=luck,
    costs=frozenset({"blur", "hazard"}),
    sums=frozenset({"blast", "extra-pins", "net", "rally", "strike-value"}),
    titles=titles,
    notes=notes,
    variants=VARIANTS,
    sentences=read_sentences(PACKAGE, "variants"),
    throws=read_sentences(PACKAGE, "throws"),
    without=read_sentences(PACKAGE, "without"),
    draws=MappingProxyType({"order-die": "the bag of order dice"}),
    beside=read_sentences(PACKAGE, "beside"),
    questions=read_sentences(PACKAGE, "questions"),
    defaults=DEFAULTS,
    option_lengths=frozenset({"coherency"}),
)

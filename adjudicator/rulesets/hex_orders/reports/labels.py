"""How a game is told to people: headings of a report, and fields that are lengths."""

from __future__ import annotations

from types import MappingProxyType

from adjudicator.kernel.labels import Labels
from adjudicator.kernel.texts import read_sentences
from adjudicator.rulesets.hex_orders.model.messages import GameCreated
from adjudicator.rulesets.hex_orders.model.options import OPTIONS, PACKAGE
from adjudicator.rulesets.hex_orders.reports.chances import luck
from adjudicator.rulesets.hex_orders.reports.list_formatting import LISTS
from adjudicator.rulesets.hex_orders.reports.wording import VARIANTS, titles

HEADINGS = {
    "SetupStepBegan": "Setup, step {step}",
    "TurnStarted": "Turn {turn}",
    "StepStarted": "Turn {turn}: {step}",
    "GameEnded": "The game ends: {reason}",
}
LABELS = Labels(
    armies={GameCreated: lambda event: [(seat, ", ".join(side.nations)) for seat, side in enumerate(event.sides)]},
    headings=HEADINGS,
    words=read_sentences(PACKAGE, "words"),
    lists=LISTS,
    luck=luck,
    titles=titles,
    variants=VARIANTS,
    sentences=read_sentences(PACKAGE, "variants"),
    secret=read_sentences(PACKAGE, "secret"),
    throws=read_sentences(PACKAGE, "throws"),
    without=read_sentences(PACKAGE, "without"),
    draws=MappingProxyType({"no-mans-land": "the free hexes of no man's land"}),
    beside=read_sentences(PACKAGE, "beside"),
    questions=read_sentences(PACKAGE, "questions"),
    defaults=OPTIONS.defaults,
)

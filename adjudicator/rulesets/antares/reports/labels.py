"""How a game is told to people: headings of a report, fields that are lengths, and how lucky its dice were."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decide.parties import seat_of_id
from adjudicator.kernel.labels import Chance, Labels
from adjudicator.kernel.texts import read_sentences
from adjudicator.rulesets.antares.model.messages import (
    AgilityTested,
    BreakTested,
    OrderTested,
    ReactionTested,
    RecoveryTested,
    ResistRolled,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS, PACKAGE
from adjudicator.rulesets.antares.reports.list_formatting import LISTS
from adjudicator.rulesets.antares.reports.wording import VARIANTS, notes, titles
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10, good_faces


def luck(event: Struct) -> Iterator[Chance]:
    """Give every test that succeeds or fails."""
    match event:
        case OrderTested() | RecoveryTested() | AgilityTested() | BreakTested():
            yield _chance(event.unit, event.needed.total, passed=event.passed)
        case ReactionTested() if event.needed is not None:
            yield _chance(event.unit, event.needed.total, passed=event.passed)
        case ResistRolled():
            for test in event.tests:
                yield _chance(event.unit, test.needed.total, passed=test.saved)


def _chance(unit: str, needed: int, *, passed: bool) -> Chance:
    return Chance(seat_of_id(unit), good_faces(needed), D10, passed)


LABELS = Labels(
    headings=MappingProxyType(
        {"DeploymentEnded": "The armies stand", "TurnStarted": "Turn {turn}", "GameEnded": "The game ends: {reason}"}
    ),
    lengths=frozenset({"allowance", "distances", "length", "point", "progress", "distance", "width", "x", "y"}),
    words=read_sentences(PACKAGE, "words"),
    lists=LISTS,
    luck=luck,
    titles=titles,
    notes=notes,
    variants=VARIANTS,
    sentences=read_sentences(PACKAGE, "variants"),
    throws=read_sentences(PACKAGE, "throws"),
    draws=MappingProxyType({"order-die": "the bag of order dice"}),
    beside=read_sentences(PACKAGE, "beside"),
    questions=read_sentences(PACKAGE, "questions"),
    defaults=DEFAULTS,
)

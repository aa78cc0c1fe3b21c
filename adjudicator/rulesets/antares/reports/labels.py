"""How a game is told to people: headings of a report, fields that are lengths, and how lucky its dice were."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decide.parties import seat_of_id
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.labels import Chance, Known, Labels
from adjudicator.kernel.texts import read_sentences
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    AgilityTested,
    ArmyAccepted,
    BreakTested,
    DieRerolled,
    OrderTested,
    ReactionTested,
    RecoveryTested,
    ResistRolled,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS, PACKAGE
from adjudicator.rulesets.antares.model.volleys import HIT_RESULTS
from adjudicator.rulesets.antares.reports.list_formatting import LISTS
from adjudicator.rulesets.antares.reports.wording import VARIANTS, notes, titles
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10, good_faces, passes

KINDS: Mapping[type[Struct], str] = MappingProxyType(
    {OrderTested: "order", RecoveryTested: "recovery", AgilityTested: "terrain", BreakTested: "break"}
)
"""Names of the throws of tests, where none is told with the event."""


def luck(event: Struct, known: Known) -> Iterator[Chance]:
    """Give every test that succeeds or fails, and every accuracy die, thrown again or not."""
    match event:
        case OrderTested() | RecoveryTested() | AgilityTested() | BreakTested():
            kind = known.why or KINDS[type(event)]
            yield _chance(seat_of_id(event.unit), kind, event.needed, event.face, success=event.passed)
        case ReactionTested() if event.needed is not None:
            yield _chance(seat_of_id(event.unit), "reaction", event.needed, event.face, success=event.passed)
        case ResistRolled():
            for test in event.tests:
                yield _chance(seat_of_id(event.unit), "resist", test.needed, test.face, success=test.saved)
        case AccuracyRolled():
            known.noted[event.volley, str(event.group)] = (known.roller, event.needed, len(event.dice))
            for die in event.dice if known.roller >= 0 else ():
                yield _chance(known.roller, known.why, event.needed, die.face, success=die.result in HIT_RESULTS)
        case DieRerolled():
            yield from _rerolled(event, known)


def _rerolled(event: DieRerolled, known: Known) -> Iterator[Chance]:
    """AN-REROLL-01 AN-REROLL-05 Tell what a die that was thrown again had to show: what its group needed."""
    left = event.die
    for group in count():
        noted = known.noted.get((event.volley, str(group)))
        if noted is None:
            return
        seat, needed, dice = noted
        if left <= dice and seat >= 0:
            kind = "hit-reroll" if passes(event.before, needed.total) else "miss-reroll"
            yield _chance(seat, kind, needed, event.now.face, success=event.now.result in HIT_RESULTS)
        if left <= dice:
            return
        left -= dice


def _chance(seat: int, kind: str, needed: Tally, face: int, *, success: bool) -> Chance:
    """AN-GEN-01 AN-HIT-01 AN-HIT-07 Count the faces that pass, or hit: a 1 always does, a 10 never."""
    return Chance(seat, good_faces(needed.total), D10, success, kind, needed, low=True, faces=(face,))


LABELS = Labels(
    armies={ArmyAccepted: lambda event: [(event.seat, event.list)]},
    headings=MappingProxyType(
        {"DeploymentEnded": "The armies stand", "TurnStarted": "Turn {turn}", "GameEnded": "The game ends: {reason}"}
    ),
    lengths=frozenset({"allowance", "distances", "length", "point", "progress", "distance", "width", "x", "y"}),
    words=read_sentences(PACKAGE, "words"),
    lists=LISTS,
    luck=luck,
    sums=frozenset({"blast", "extra-pins", "net", "strike-value"}),
    titles=titles,
    notes=notes,
    variants=VARIANTS,
    sentences=read_sentences(PACKAGE, "variants"),
    throws=read_sentences(PACKAGE, "throws"),
    draws=MappingProxyType({"order-die": "the bag of order dice"}),
    beside=read_sentences(PACKAGE, "beside"),
    questions=read_sentences(PACKAGE, "questions"),
    defaults=DEFAULTS,
    option_lengths=frozenset({"coherency"}),
)

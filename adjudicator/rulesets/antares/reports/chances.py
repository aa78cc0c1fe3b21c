"""Chances of throws: tests, accuracy dice, roll-offs, the damage chart, and tests at the end of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decide.parties import seat_of_id
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.labels import Chance, Known, Odds, outcome_of, rolled_off
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    AgilityTested,
    ArmyAccepted,
    BreakTested,
    ContestedDieResolved,
    DamageRolled,
    DieRerolled,
    EndTest,
    EndTestTaken,
    GameCreated,
    MarkerPlaced,
    OrderTested,
    ReactionTested,
    RecoveryTested,
    ResistRolled,
    RollOffMade,
)
from adjudicator.rulesets.antares.model.volleys import HIT_RESULTS
from adjudicator.rulesets.antares.rules.damage.damage_chart import CHART, row_of
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10, good_faces, passes

KINDS: Mapping[type[Struct], str] = MappingProxyType(
    {OrderTested: "order", RecoveryTested: "recovery", AgilityTested: "terrain", BreakTested: "break"}
)
"""Names of the throws of tests, where none is told with the event."""


HIGH_WINS = ("high-wins",)
REMOVED = "remove"
ROWS = tuple(CHART)[::-1]
"""Rows of the damage chart, from the worst for the one who rolls on it: the low ones do most harm."""


def luck(event: Struct, known: Known) -> Iterator[Odds]:
    """Give every test that succeeds or fails, every accuracy die, thrown again or not, roll-offs, and damage rolls."""
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
        case _:
            yield from _other(event, known)


def _other(event: Struct, known: Known) -> Iterator[Odds]:
    match event:
        case GameCreated():
            known.noted[HIGH_WINS] = event.options.rolloff_high_wins
        case ArmyAccepted():
            _note_end_tests(event, known)
        case MarkerPlaced():
            known.noted["test", event.marker] = known.noted.get(("sheet", event.sheet))
        case RollOffMade():
            yield from rolled_off(known.rolls, event.winner)
        case ContestedDieResolved() if known.rolls:
            yield from rolled_off(known.rolls, _winner(known))
        case DamageRolled() if known.roller >= 0:
            more = event.total.total - event.face
            places = [ROWS.index(row_of(face + more)[0]) for face in range(1, D10 + 1)]
            names = [f"row {row}" for row in ROWS]
            yield outcome_of(known.roller, "damage", event.face, places, names)
        case EndTestTaken() if known.roller >= 0 and known.noted.get(("test", event.subject)) is not None:
            yield _end_test(event, known.roller, known.noted["test", event.subject])


def _winner(known: Known) -> int:
    """AN-GEN-05 Tell who won a roll-off: the higher face of the last round, or the lower one by the option."""
    last = {roll.roller: roll.faces[-1] for roll in known.rolls}
    best = max if known.noted.get(HIGH_WINS, True) else min
    return best(last, key=last.__getitem__)


def _note_end_tests(event: ArmyAccepted, known: Known) -> None:
    """AN-TURNEND-14 AN-TURNEND-15 Note the test of everything in an army that takes one at the end of a turn."""
    for sheet in event.device_sheets:
        known.noted["sheet", sheet.id] = sheet.end_test
    for device in event.devices:
        known.noted["test", device.id] = known.noted.get(("sheet", device.sheet))
    for option in event.options:
        known.noted["test", option.id] = option.sheet.end_test


def _end_test(event: EndTestTaken, seat: int, test: EndTest) -> Chance:
    """AN-TURNEND-14 AN-TURNEND-15 Count the faces with which a thing stays in play, which is its owner's success."""
    stays = [face for face in range(1, test.sides + 1) if not _removes(test, face)]
    low = test.sides not in stays
    number = max(stays, default=0) if low else min(stays)
    faces = (event.face,)
    return Chance(seat, len(stays), test.sides, not event.removed, "end-test", Tally(number, ()), low, faces)


def _removes(test: EndTest, face: int) -> bool:
    reached = face >= test.value if test.compare == "at_least" else face <= test.value
    return (test.success if reached else test.failure) == REMOVED


def _rerolled(event: DieRerolled, known: Known) -> Iterator[Odds]:
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

"""Chances of throws: tests, accuracy dice, roll-offs, the damage chart, and tests at the end of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decide.parties import seat_of_id
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.labels import Chance, Known, Odds, outcome_of, reversed_order, rolled_off, summed_against
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
from adjudicator.rulesets.antares.rules.tests.roll_offs import winner_of
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10, good_faces, passes

KINDS: Mapping[type[Struct], str] = MappingProxyType(
    {OrderTested: "order", RecoveryTested: "recovery", AgilityTested: "terrain", BreakTested: "break"}
)
"""Names of the throws of tests, where none is told with the event."""


HIGH_WINS = ("high-wins",)
REMOVED = "remove"
ROWS = tuple(CHART)[::-1]
"""Rows of the damage chart, from the worst for the one who rolls on it: the low ones do most harm."""

EXTRA_PINS = "extra-pins"


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
            known.noted["device", event.marker] = event.sheet
        case RollOffMade():
            yield from rolled_off(known.rolls, event.winner)
        case ContestedDieResolved() if known.rolls:
            yield from rolled_off(known.rolls, winner_of(event.faces, high_wins=known.noted.get(HIGH_WINS, True)))
        case DamageRolled() if known.roller >= 0:
            yield from _damage(event, known)
        case EndTestTaken() if known.roller >= 0:
            test = known.noted.get(("option", event.subject)) or _test_of_device(event.subject, known)
            if test is not None:
                yield _end_test(event, known.roller, test)


def _damage(event: DamageRolled, known: Known) -> Iterator[Odds]:
    """AN-DMG-03 Put the rows in order; on an own unit, by a hazard or a template, they and its pins are bad luck."""
    more = event.total.total - event.face
    places = [ROWS.index(row_of(face + more)[0]) for face in range(1, D10 + 1)]
    found = outcome_of(known.roller, "damage", event.face, places, [_row_name(row) for row in ROWS])
    if known.roller != seat_of_id(event.unit):
        yield found
        return
    yield reversed_order(found)
    for roll in known.rolls:
        if roll.why == EXTRA_PINS:
            yield summed_against(roll.roller, EXTRA_PINS, roll.sides, roll.faces)


def _row_name(row: str) -> str:
    """AN-DMG-04 AN-DMG-11 Name a row for people: the first destroys, the last does nothing."""
    if CHART[row].destroyed:
        return "destroyed"
    return "no effect" if row == ROWS[0] else f"row {row}"


def _note_end_tests(event: ArmyAccepted, known: Known) -> None:
    """AN-TURNEND-14 AN-TURNEND-15 Note the test of everything in an army that takes one at the end of a turn."""
    known.noted |= {("sheet", sheet.id): sheet.end_test for sheet in event.device_sheets}
    known.noted |= {("device", device.id): device.sheet for device in event.devices}
    known.noted |= {("option", option.id): option.sheet.end_test for option in event.options}


def _test_of_device(device: str, known: Known) -> EndTest | None:
    test: EndTest | None = known.noted.get(("sheet", known.noted.get(("device", device), "")))
    return test


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

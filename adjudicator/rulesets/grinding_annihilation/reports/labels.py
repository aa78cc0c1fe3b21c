"""Labels of a report: headings, fields that are lengths, and how lucky the dice were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decide.parties import seat_of_id
from adjudicator.kernel.labels import Chance, Labels
from adjudicator.kernel.texts import read_sentences
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ArmouredChargeRolled,
    BattleFatigueTested,
    DamageInflicted,
    DefenceRolled,
    DesperateRetreatTested,
    GrenadesRolled,
    HazardTested,
    HitsRolled,
    MortalWoundSuffered,
    WoundsRolled,
    WreckRolled,
)
from adjudicator.rulesets.grinding_annihilation.model.options import OPTIONS, PACKAGE
from adjudicator.rulesets.grinding_annihilation.reports.wording import LISTS, VARIANTS, format_fact, notes, titles
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.dice_outcomes import (
    FAILED,
    MISS,
    SIDES,
    chance,
)

HEADINGS = MappingProxyType(
    {
        "RoundBegun": "Round {round}",
        "PhaseBegun": "Round {round}: {phase} phase",
        "BattleEnded": "The battle ends in round {round}: {reason}",
    }
)
LENGTHS = frozenset(
    {
        "bottom",
        "distance",
        "distances",
        "height",
        "horizontal",
        "length",
        "movement",
        "weapon_range",
        "reach",
        "top",
        "vertical",
        "width",
        "x",
        "x0",
        "x1",
        "y",
        "y0",
        "y1",
        "z",
    }
)
STRIKES: Mapping[type[Struct], int] = MappingProxyType({GrenadesRolled: 4, ArmouredChargeRolled: 5})
"""Least face of a mortal wound."""

PASSES_TEST = 4
PASSES_HAZARD = 5
PAIRS = 36


def luck(event: Struct) -> Iterator[Chance]:
    """Give every throw that succeeds or fails.

    Re-rolls are left out: their event does not say what was needed. So are throws that only count.
    """
    match event:
        case HitsRolled():
            yield from _hits(event)
        case WoundsRolled():
            wounds = chance(min(event.needed.total, event.critical))
            rolled = [result for result in event.results if result.face]
            yield from (Chance(seat_of_id(row.troop), wounds, SIDES, row.outcome != FAILED) for row in rolled)
        case DefenceRolled() if event.face:
            yield Chance(seat_of_id(event.troop), chance(event.needed.total), SIDES, event.saved)
        case BattleFatigueTested():
            yield Chance(seat_of_id(event.formation), _pairs(event.needed), PAIRS, event.passed)
        case _:
            yield from _other(event)


def _hits(event: HitsRolled) -> Iterator[Chance]:
    """GA-3.3-16 GA-4.1-03 Tell what each attacker hit."""
    unlike = {row.troop: row.needed for row in event.unlike}
    for result in event.results:
        if result.face:
            needed = unlike.get(result.troop, event.needed).total
            yield Chance(seat_of_id(result.troop), chance(min(needed, SIDES)), SIDES, result.outcome != MISS)


def _other(event: Struct) -> Iterator[Chance]:
    match event:
        case DamageInflicted():
            yield from _health(event.troop, event.health_faces, event.health_needed)
        case MortalWoundSuffered() if event.health_face:
            yield from _health(event.troop, (event.health_face,), event.health_needed)
        case DesperateRetreatTested():
            seat = seat_of_id(event.formation)
            yield from (Chance(seat, PASSES_TEST, SIDES, face > SIDES - PASSES_TEST) for face in event.faces)
        case GrenadesRolled() | ArmouredChargeRolled():
            least = STRIKES[type(event)]
            yield from (
                Chance(seat_of_id(event.formation), SIDES + 1 - least, SIDES, face >= least) for face in event.faces
            )
        case WreckRolled():
            seat, safe = seat_of_id(event.formation), SIDES - event.hurts
            yield from (Chance(seat, safe, SIDES, face > event.hurts) for face in event.faces)
        case HazardTested():
            yield from (Chance(seat_of_id(event.formation), PASSES_HAZARD, SIDES, face > 1) for face in event.faces)


def _health(troop: str, faces: Iterable[int], needed: int) -> Iterator[Chance]:
    """GA-3.3-34 Tell what Reinforced Health ignored."""
    for face in faces:
        yield Chance(seat_of_id(troop), SIDES + 1 - needed, SIDES, face >= needed)


def _pairs(needed: int) -> int:
    """GA-3.1-06 Count the throws of two dice that make at least so much."""
    return sum(one + other >= needed for one in range(1, SIDES + 1) for other in range(1, SIDES + 1))


LABELS = Labels(
    headings=HEADINGS,
    lengths=LENGTHS,
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

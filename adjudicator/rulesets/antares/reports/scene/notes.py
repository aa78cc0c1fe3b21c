"""What becomes of a unit that stays where it is, in a word and a sentence: orders, tests, pins, reactions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from adjudicator.kernel.sentences import counted
from adjudicator.rulesets.antares.model.messages import (
    AgilityTested,
    ArmyOptionPlayed,
    BreakTested,
    HitsAllocated,
    MovementReduced,
    OrderDieKept,
    OrderDieReleased,
    OrderGiven,
    OrderTested,
    PinsAdded,
    PinsRemoved,
    Rallied,
    ReactionDeclared,
    ReactionLapsed,
    ReactionTested,
    RecoveryTested,
    ResistReduced,
    RetainedRunMade,
    UnitExhausted,
    UnitWentDown,
    WeaponDisabled,
)
from adjudicator.rulesets.antares.reports.scene.ground import Table


def note(event: Struct, why: Sequence[str], ground: Table) -> None:
    """Note what an event says of units."""
    for unit, word, said in (*_orders(event), *_tests(event), *_pins(event)):
        ground.note(unit, word, said, why)


def _orders(event: Struct) -> Iterator[tuple[str, str, str]]:
    match event:
        case OrderGiven():
            yield event.unit, event.order, f"{event.unit} is ordered to {event.order}."
        case RetainedRunMade():
            yield event.unit, "run", f"{event.unit} makes the Run that it retained."
        case UnitWentDown():
            yield event.unit, "down", f"{event.unit} goes down."
        case OrderDieKept():
            yield event.unit, "keeps its die", f"{event.unit} keeps its die ({event.order})."
        case OrderDieReleased():
            yield event.unit, "lets its die go", f"{event.unit} lets its die go."
        case ReactionDeclared():
            name = event.reaction.replace("_", " ")
            yield event.unit, name, f"{event.unit} reacts: {name}."
        case ReactionLapsed():
            yield event.unit, "lapsed", f"The reaction of {event.unit} lapses."
        case ArmyOptionPlayed() if event.unit:
            yield event.unit, "option", f"{event.option} is played on {event.unit}."


def _tests(event: Struct) -> Iterator[tuple[str, str, str]]:
    match event:
        case OrderTested() | ReactionTested() | BreakTested() | RecoveryTested() | AgilityTested():
            if event.needed is not None:
                name = type(event).__name__.removesuffix("Tested").lower()
                does = "passes" if event.passed else "fails"
                said = f"{event.unit} {does} its {name} test with {event.face} against {event.needed.total}."
                yield event.unit, f"{does} {name}", said
        case UnitExhausted():
            yield event.unit, "exhausted", f"{event.unit} is exhausted."


def _pins(event: Struct) -> Iterator[tuple[str, str, str]]:
    match event:
        case HitsAllocated():
            for model, hits in Counter(row.model for row in event.hits).items():
                yield model, counted(hits, "hit"), f"{model} takes {counted(hits, 'hit')}."
        case PinsAdded():
            yield event.unit, f"+{counted(event.pins, 'pin')}", f"{event.unit} gets {counted(event.pins, 'pin')}."
        case PinsRemoved():
            yield event.unit, f"-{counted(event.pins, 'pin')}", f"{event.unit} loses {counted(event.pins, 'pin')}."
        case Rallied():
            yield event.unit, "rallies", f"{event.unit} rallies with a {event.face}."
        case WeaponDisabled():
            yield event.unit, "weapon lost", f"{event.weapon} of {event.unit} is out of use."
        case MovementReduced():
            yield event.unit, "slower", f"{event.unit} moves {event.limit}M at most."
        case ResistReduced():
            yield event.unit, "breached", f"Res of {event.unit} falls by {event.by}."

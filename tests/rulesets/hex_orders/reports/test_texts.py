"""Clauses, phrases and refusals: every one has its sentence."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct
from msgspec.structs import replace as changed

from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.ruleset import assemble
from adjudicator.rulesets.hex_orders import RULESET
from adjudicator.rulesets.hex_orders.model import messages
from replays.tell.phrases import EventFormatter
from tests import toy

SECTIONS = {
    "ARMY": 28,
    "HUGE": 3,
    "TERRAIN": 33,
    "MOVE": 6,
    "LOS": 20,
    "STACK": 7,
    "MAP": 8,
    "SETUP": 16,
    "TURN": 24,
    "ORDERS": 37,
    "CHOICE": 8,
    "GUNNERY": 23,
    "ANGLES": 12,
    "FIXED": 5,
    "FIRE": 33,
    "OPEN": 3,
    "AREA": 7,
    "DAMAGE": 4,
    "ARMOUR": 13,
    "DTABLE": 9,
    "SPECIAL": 6,
    "ASSAULT": 38,
    "RETREAT": 10,
    "ABILITIES": 29,
    "SHAKEN": 7,
    "CONT": 25,
    "HEXFX": 17,
    "AFTERMATH": 4,
    "GAP": 9,
}
ALL_CLAUSES = 444
TEXTS, PHRASES = RULESET.texts, RULESET.phrases
EVENTS = [getattr(messages, name) for name in PHRASES]
SAMPLES: dict[Any, Any] = {int: 1, str: "a1", bool: True, Tally: Tally.base(3, "HX-FIRE-02")}


def test_every_clause_has_a_text():
    """All 444 clauses have a text, numbered without gaps in 29 sections."""
    found = Counter(key.split("-")[1] for key in TEXTS)
    assert found == SECTIONS
    assert set(TEXTS) == {f"HX-{name}-{number:02}" for name, most in SECTIONS.items() for number in range(1, most + 1)}
    assert len(TEXTS) == ALL_CLAUSES
    assert all(text.endswith(".") and len(text) > len("No.") for text in TEXTS.values())


def sample(kind: Any) -> Any:
    """Make a value of a type, every optional field filled and every list with one element."""
    if kind in SAMPLES:
        return SAMPLES[kind]
    if get_origin(kind) in (Union, UnionType):
        return sample(next(arg for arg in get_args(kind) if arg is not type(None)))
    if get_origin(kind) is tuple:
        return (sample(get_args(kind)[0]),)
    return kind(**{name: sample(type_hint) for name, type_hint in get_type_hints(kind).items()})


def test_every_event_has_a_phrase():
    """Each kind of event has one phrase, and no phrase is left over."""
    kinds = {kind.__name__ for kind, mask in messages.MASKS.items() if kind.__module__ == messages.__name__}
    commands = {kind.__name__ for kind in messages.ROLES}
    assert set(PHRASES) == kinds - commands


# what only repeats the command above it, or the heading below
UNTOLD = {
    "ChoicePassed",
    "DamageApplied",
    "HexEffectMet",
    "OrdersPlotted",
    "RetreatChosen",
    "SetupStepCompleted",
    "StepEnded",
    "TurnEnded",
}


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_a_phrase_fits_its_event(kind):
    """A phrase names fields that are there, and is said for a reader who may not know what is secret too."""
    rules = replace(assemble(toy.RULESET), phrases=PHRASES, masks=messages.MASKS)
    event: Struct = sample(kind)
    mask = messages.MASKS[kind]
    names = [kind.__struct_fields__[index] for index in mask.secret]
    # what is secret as a whole is never told to others
    others = () if mask.whole else (changed(event, **dict.fromkeys(names)),)
    for told_by in (event, *others):
        wording = EventFormatter(rules, ("red", "blue")).format_event(told_by)
        assert bool(wording) == (kind.__name__ not in UNTOLD)
        assert not wording.startswith(kind.__name__)


def test_every_refusal_is_a_sentence():
    """Each sentence of refusal is whole: it begins and ends as one."""
    for reason, sentence in RULESET.reasons.items():
        assert sentence[0].isupper() or sentence[0] in '`{"', reason
        assert sentence.endswith("."), reason

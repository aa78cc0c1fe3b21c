"""How a game is told to people: headings of a report, fields that are lengths, and how lucky its dice were."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decide.parties import seat_of_id
from adjudicator.kernel.labels import Chance, Labels, at_least
from adjudicator.kernel.texts import read_sentences
from adjudicator.rulesets.hex_orders.model.messages import (
    AssaultDiceRolled,
    DeflectionDiceRolled,
    DiceGroup,
    HitRolled,
    PreAssaultRetreatRolled,
    StuckRolled,
)
from adjudicator.rulesets.hex_orders.model.options import OPTIONS, PACKAGE
from adjudicator.rulesets.hex_orders.reports.list_formatting import LISTS
from adjudicator.rulesets.hex_orders.reports.wording import VARIANTS, titles
from adjudicator.rulesets.hex_orders.rules.gunnery.open_ended_dice import chance_of
from adjudicator.rulesets.hex_orders.rules.gunnery.to_hit import NEEDED

HEADINGS = {
    "SetupStepBegan": "Setup, step {step}",
    "TurnStarted": "Turn {turn}",
    "StepStarted": "Turn {turn}: {step}",
    "GameEnded": "The game ends: {reason}",
}
SIDES = 6
UNSTUCK = 4


def luck(event: Struct) -> Iterator[Chance]:
    """Give every throw that succeeds or fails.

    What everybody sees is told: throws for hidden units are left out, and so are those that only count.
    """
    match event:
        case HitRolled():
            yield Chance(seat_of_id(event.unit), *chance_of(NEEDED - event.modifiers.total), event.hit)
        case PreAssaultRetreatRolled():
            yield Chance(seat_of_id(event.unit), at_least(event.needed, SIDES), SIDES, event.succeeded)
        case StuckRolled() if event.unit is not None:
            yield Chance(seat_of_id(event.unit), UNSTUCK, SIDES, not event.stuck)
        case AssaultDiceRolled() | DeflectionDiceRolled():
            for group in event.groups:
                yield from _dice(group)


def _dice(group: DiceGroup) -> Iterator[Chance]:
    for face in group.faces:
        yield Chance(group.seat, at_least(group.to_hit, SIDES), SIDES, face >= group.to_hit)


LABELS = Labels(
    headings=HEADINGS,
    words=read_sentences(PACKAGE, "words"),
    lists=LISTS,
    luck=luck,
    titles=titles,
    variants=VARIANTS,
    sentences=read_sentences(PACKAGE, "variants"),
    throws=read_sentences(PACKAGE, "throws"),
    draws=MappingProxyType({"no-mans-land": "the free hexes of no man's land"}),
    beside=read_sentences(PACKAGE, "beside"),
    questions=read_sentences(PACKAGE, "questions"),
    defaults=OPTIONS.defaults,
)

"""How a game is told to people: headings of a report, fields that are lengths, and how lucky its dice were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decide.parties import seat_of_id
from adjudicator.kernel.dice.tally import Tally, Term
from adjudicator.kernel.labels import Chance, Known, Labels, at_least
from adjudicator.kernel.texts import read_sentences
from adjudicator.rulesets.hex_orders.model.messages import (
    AreaDiceRolled,
    ArmourRolled,
    AssaultDiceRolled,
    DeflectionDiceRolled,
    GameCreated,
    HexEffectRolled,
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


def luck(event: Struct, known: Known) -> Iterator[Chance]:
    """Give every throw that succeeds or fails and that the reader may see.

    What only counts is left out, and so is damage, which is read in a table.
    """
    match event:
        case HitRolled():
            yield _open_ended(seat_of_id(event.unit), "to-hit", event.modifiers, event.faces, success=event.hit)
        case HexEffectRolled() if event.faces and known.roller >= 0:
            yield _open_ended(known.roller, "hex-effect", event.modifiers, event.faces, success=event.placed)
        case PreAssaultRetreatRolled():
            seat = seat_of_id(event.unit)
            needed = Tally(event.needed, ())
            yield Chance(
                seat,
                at_least(event.needed, SIDES),
                SIDES,
                event.succeeded,
                "pre-assault-retreat",
                needed,
                faces=(event.face,),
            )
        case StuckRolled() if event.unit is not None and event.face is not None:
            good = Tally(SIDES + 1 - UNSTUCK, ())
            yield Chance(seat_of_id(event.unit), UNSTUCK, SIDES, not event.stuck, "stuck", good, faces=(event.face,))
        case AssaultDiceRolled() | DeflectionDiceRolled():
            kind = "assault" if isinstance(event, AssaultDiceRolled) else "deflection"
            for group in event.groups:
                yield from _dice(group.seat, kind, Tally(group.to_hit, ()), group.faces)
        case _:
            yield from _other(event, known)


def _other(event: Struct, known: Known) -> Iterator[Chance]:
    match event:
        case ArmourRolled() if event.target is not None and event.faces is not None and event.needed is not None:
            yield from _dice(seat_of_id(event.target), "armour", Tally(event.needed, ()), event.faces.faces)
        case AreaDiceRolled() if event.target is not None and event.faces is not None and event.needed is not None:
            if known.roller not in (-1, seat_of_id(event.target)):  # of what is hidden its own side throws
                yield from _dice(known.roller, "area", event.needed, event.faces.faces)


def _open_ended(seat: int, kind: str, modifiers: Tally, faces: tuple[int, ...], *, success: bool) -> Chance:
    """HX-FIRE-03 HX-OPEN-02 Give the chance that the die, whatever is thrown on, comes to enough."""
    least = NEEDED - modifiers.total
    steps = [Term(term.clause, "add", -term.value) for term in modifiers.terms if term.operation in ("base", "add")]
    told = (Term("HX-FIRE-03", "base", NEEDED), *(step for step in steps if step.value))
    terms = told if sum(term.value for term in told) == least else ()
    return Chance(seat, *chance_of(least), success, kind, Tally(least, terms), faces=faces)


def _dice(seat: int, kind: str, needed: Tally, faces: Iterable[int]) -> Iterator[Chance]:
    good = at_least(needed.total, SIDES)
    for face in faces:
        yield Chance(seat, good, SIDES, face >= needed.total, kind, needed, faces=(face,))


LABELS = Labels(
    armies={GameCreated: lambda event: [(seat, ", ".join(side.nations)) for seat, side in enumerate(event.sides)]},
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

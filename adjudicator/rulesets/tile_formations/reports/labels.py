"""Report labels: headings of a report, and how lucky the dice of a game were."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decide.parties import seat_of_id
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.labels import Chance, Known, Labels
from adjudicator.kernel.texts import read_sentences
from adjudicator.rulesets.tile_formations.model.die_reading import SIDES, UNDER, succeeds
from adjudicator.rulesets.tile_formations.model.messages import (
    ArmyMustered,
    BattlefieldCreated,
    SavesRolled,
    ToHitRolled,
)
from adjudicator.rulesets.tile_formations.model.options import OPTIONS, PACKAGE
from adjudicator.rulesets.tile_formations.reports.wording import LISTS, VARIANTS, format_fact, notes, titles

OPTIONS_NOTED = ("options",)
SAVES = MappingProxyType({"armour": "armour-save", "cover": "cover-save"})


def luck(event: Struct, known: Known) -> Iterator[Chance]:
    """Give every roll that succeeds or fails, by the options of the game.

    Tests of dangerous terrain are left out: their chances hang on the terrain.
    """
    match event:
        case BattlefieldCreated():
            known.noted[OPTIONS_NOTED] = event.options
        case ToHitRolled():
            for face in event.faces:
                yield _chance(event.unit, "to-hit", event.value, face, known)
        case SavesRolled():
            for save in event.saves:
                if save.face:
                    yield _chance(event.unit, SAVES.get(save.save, save.save), save.value, save.face, known)


def _chance(unit: str, kind: str, value: Tally, face: int, known: Known) -> Chance:
    """TF-GRID-04 TF-GRID-05 Read a face as the rules do, and count the faces that they would read so."""
    options = known.noted.get(OPTIONS_NOTED, OPTIONS.defaults)
    good = sum(succeeds(options, number, value.total) for number in range(1, SIDES + 1))
    success, low = succeeds(options, face, value.total), options.roll_direction == UNDER
    needed = value if low else Tally(SIDES + 1 - value.total, ())
    return Chance(seat_of_id(unit), good, SIDES, success, kind, needed, low, (face,))


LABELS = Labels(
    armies={ArmyMustered: lambda event: [(event.seat, event.force)]},
    headings={"TurnStarted": "Turn {turn}", "GameEnded": "The game ends: {reason}"},
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

"""Report labels: headings of a report, and how lucky the dice of a game were."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from adjudicator.kernel.decide.parties import seat_of_id
from adjudicator.kernel.labels import Chance, Labels
from adjudicator.kernel.texts import read_sentences
from adjudicator.rulesets.tile_formations.model.messages import SavesRolled, ToHitRolled
from adjudicator.rulesets.tile_formations.model.options import OPTIONS, PACKAGE
from adjudicator.rulesets.tile_formations.reports.wording import LISTS, VARIANTS, format_fact, notes, titles

SIDES, MOST_GOOD_FACES = 6, 5


def luck(event: Struct) -> Iterator[Chance]:
    """Give every roll that succeeds or fails.

    Tests of dangerous terrain are left out: their chances hang on the terrain. That the worst face always fails is the
    usual reading, and in games that read it otherwise a value of 6 is shown as a little luckier than it was.
    """
    match event:
        case ToHitRolled() if event.faces:
            good = _good_faces(event.value.total)
            for number in range(len(event.faces)):
                yield Chance(seat_of_id(event.unit), good, SIDES, number < event.hits)
        case SavesRolled():
            for save in event.saves:
                if save.face:
                    yield Chance(seat_of_id(event.unit), _good_faces(save.value.total), SIDES, save.saved)


def _good_faces(value: int) -> int:
    """TF-GRID-04 TF-GRID-05 Count the faces that succeed."""
    return min(MOST_GOOD_FACES, max(0, value))


LABELS = Labels(
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

"""Roll-offs: both sides throw, and the winner goes first (AN-GEN-05, AN-TURN-14, AN-CONS-06)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.rulesets.antares.model.messages import RollOff, RollOffMade
from adjudicator.rulesets.antares.model.state import SEATS, Game
from adjudicator.rulesets.antares.model.subjects import RollOffSubject
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10

ROLL_OFF = "roll_off"


class RollOffResult(Struct, frozen=True):
    """The result of a roll-off: the seat that won, and the faces, seat 0 first, round by round."""

    winner: Party
    faces: tuple[int, ...]


def roll_off(ruling: Ruling[Game], why: str = "roll-off") -> RollOffResult:
    """AN-GEN-05 Let both sides throw a D10: the higher wins, or the lower by the option; ties are thrown again."""
    faces: list[int] = []
    while True:
        first, second = (ruling.roll(1, D10, why, by=seat)[0] for seat in SEATS)
        faces += (first, second)
        if first != second:
            return RollOffResult(winner_of(faces, high_wins=ruling.game.options.rolloff_high_wins), tuple(faces))


def winner_of(faces: Sequence[int], *, high_wins: bool) -> Party:
    """AN-GEN-05 Tell who won a roll-off by its faces, seat 0 first: its last round decides."""
    first, second = faces[-2:]
    return SEATS[0] if (first > second) == high_wins else SEATS[1]


def make_roll_off(ruling: Ruling[Game], _command: RollOff) -> None:
    """AN-GEN-05 AN-TURN-14 AN-CONS-06 Roll off for what the step asks."""
    purpose = ruling.subject(RollOffSubject).purpose
    contest = roll_off(ruling)
    clause = "AN-CONS-06" if purpose == "consolidation" else "AN-TURN-14"
    ruling.record(RollOffMade(purpose=purpose, faces=contest.faces, winner=contest.winner), "AN-GEN-05", clause)
    ruling.answered()


def roll_off_made(game: Game, event: RollOffMade) -> None:
    """Let the winner go first: in the step, or with his consolidation move."""
    if event.purpose != "consolidation":
        game.first_seat = event.winner
    elif game.assault is not None:
        order = sorted(game.assault.consolidating, key=lambda unit: game.units[unit].seat != event.winner)
        game.assault = replace(game.assault, consolidating=tuple(order))


PART = Part(
    handlers=handlers(make_roll_off),
    reducers=reducers(roll_off_made),
    windows=windows(table_step(ROLL_OFF, "AN-TURN-14", RollOff, subject=RollOffSubject)),
)

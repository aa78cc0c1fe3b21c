"""Chapter 2.5, roll-offs (GA-2.5-08): who places, begins or sets an order."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import NO_SUBJECT, Subject, Window, subject_of, table_step, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import RollOff, RollOffMade
from adjudicator.rulesets.grinding_annihilation.model.state import D6, Game
from adjudicator.rulesets.grinding_annihilation.model.subjects import (
    LATE_SET_UP,
    LateSetUpSubject,
    OrderSubject,
    RollOffSubject,
)

SELECTING = ("roles", "markers", "terrain", LATE_SET_UP)
PURPOSES = {
    "markers": ("GA-7.1-02", "place_marker"),
    "terrain": ("GA-7.0-10", "terrain"),
    "order": ("GA-2.5-10", "order"),
    LATE_SET_UP: ("GA-7.0-14", LATE_SET_UP),
}


def roll_off(ruling: Ruling[Game], purpose: str, clause: str) -> Party:
    """GA-2.5-08 Roll off and record it; returns the winner."""
    off = ruling.roll_off(D6, "roll-off")
    faces = tuple(face for row in off.rounds for face in row)
    ruling.record(RollOffMade(purpose=purpose, faces=faces, winner=off.winner), "GA-2.5-08", clause)
    return off.winner


def roll_off_made(game: Game, event: RollOffMade) -> None:
    """The winner chooses or places next."""
    if event.purpose in SELECTING:
        game.battle = replace(game.battle, selects=event.winner)


def roll_off_for(ruling: Ruling[Game], command: RollOff) -> None:
    """GA-7.1-02 A roll-off decides who places the first marker, who begins with terrain (GA-7.0-10), who sets an order.

    A roll-off for an order is about what is to be ordered (GA-2.5-10).
    """
    subject = RollOffSubject() if ruling.window is None else subject_of(ruling.window, RollOffSubject)
    due = _purpose(ruling.game, subject)
    ruling.require(command.purpose == due, "GA-2.5-08", "other-purpose", "purpose", purpose=command.purpose, due=due)
    clause, following = PURPOSES[due]
    winner = roll_off(ruling, due, clause)
    ruling.answered()
    ruling.ask(following, winner, subject=_passed_on(subject))


def _purpose(game: Game, subject: RollOffSubject) -> str:
    return subject.named or ("order" if subject.ordered else game.battle.step)


def _passed_on(subject: RollOffSubject) -> Subject:
    """Give what the winner's question is about."""
    if subject.ordered:
        return OrderSubject(subject.ordered)
    return LateSetUpSubject(subject.named) if subject.named else NO_SUBJECT


def _due_purpose(game: Game, window: Window) -> dict[str, str]:
    return {"purpose": _purpose(game, subject_of(window, RollOffSubject))}


PART = Part(
    handlers=handlers(roll_off_for),
    reducers=reducers(roll_off_made),
    windows=windows(table_step("roll_off", "GA-2.5-08", RollOff, _due_purpose, subject=RollOffSubject)),
)

"""Chapter 2.5, roll-offs (GA-2.5-08): who places, begins or sets an order."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import NO_SUBJECT, Window, subject_of, table_step, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import RollOff, RollOffMade
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.model.subjects import OrderSubject

D6 = 6
SELECTING = ("roles", "markers", "terrain", "late_set_up")
PURPOSES = {
    "markers": ("GA-7.1-02", "place_marker"),
    "terrain": ("GA-7.0-10", "terrain"),
    "order": ("GA-2.5-10", "order"),
    "late_set_up": ("GA-7.0-14", "late_set_up"),
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
    names = () if ruling.window is None else subject_of(ruling.window, OrderSubject).names
    due = _purpose(ruling.game, names)
    ruling.require(command.purpose == due, "GA-2.5-08", "other-purpose", "purpose", purpose=command.purpose, due=due)
    clause, following = PURPOSES[due]
    winner = roll_off(ruling, due, clause)
    ruling.answered()
    ruling.ask(following, winner, subject=OrderSubject(names) if names else NO_SUBJECT)


def _purpose(game: Game, names: tuple[str, ...]) -> str:
    if names:
        return names[0] if names[0] in PURPOSES else "order"
    return game.battle.step


def _due_purpose(game: Game, window: Window) -> dict[str, str]:
    return {"purpose": _purpose(game, subject_of(window, OrderSubject).names)}


PART = Part(
    handlers=handlers(roll_off_for),
    reducers=reducers(roll_off_made),
    windows=windows(table_step("roll_off", "GA-2.5-08", RollOff, _due_purpose, subject=OrderSubject)),
)

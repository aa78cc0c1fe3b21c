"""Physical dice: requested before they are thrown, reported by the roller, acknowledged by another party."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer, Range, Words, items, offer, optional
from adjudicator.kernel.decide.parties import REFEREE, TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Suspended, Tables
from adjudicator.kernel.decide.windows import Subject, Window, WindowKind, always, windows
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import (
    AcknowledgeRoll,
    DisputeRoll,
    DrawThrow,
    ReportRoll,
    RollAcknowledged,
    RollDisputed,
    RollReported,
    RollRequested,
    RollsTaken,
    ThrowDrawn,
)
from adjudicator.kernel.protocol.protocol_state import ProtocolState

# characters of the name of a set of dice, and of a reason, that are offered
NAME_MOST = 200
RULED = "WG-DICE-03"
SILENT = "WG-DICE-04"
DICE_WINDOWS = ("roll_report", "roll_acknowledge")


class ThrowSubject(Subject, frozen=True):
    """A throw to make on the real table: what for, and its dice, as 3d6."""

    why: str
    dice: str


class FacesSubject(Subject, frozen=True):
    """Reported faces: what they were thrown for."""

    why: str


def request_roll(ruling: Ruling[Any], ask: wgdice.Throw, *, by_table: bool) -> None:
    """WG-DICE-01 Physical dice are requested before they are thrown."""
    event = RollRequested(count=ask.count, sides=ask.sides, why=ask.why, roller=ask.roller, by_table=by_table)
    ruling.record(event, "WG-DICE-01")
    ask_report(ruling)


def ask_report(ruling: Ruling[Any]) -> None:
    """Ask the roller for the faces of the throw that is awaited."""
    waiting = _suspended(ruling)
    ruling.ask("roll_report", waiting.roller, subject=_throw(waiting.why, waiting.count, waiting.sides))


def set_name(name: str) -> str:
    """Give what tells the name of a set of dice from others: blanks around it and letters' case do not count."""
    return name.strip().casefold()


def is_retired(protocol: ProtocolState, name: str) -> bool:
    """Whether the set of dice of this name is out of use."""
    return any(set_name(name) == set_name(retired) for retired in protocol.docket.retired)


def names_in_use(protocol: ProtocolState) -> Words | None:
    """Offer names that are longer than those of all sets out of use, any where none is; None where there are none."""
    longest = max((len(set_name(name)) for name in protocol.docket.retired), default=-1)
    return Words(NAME_MOST, least=longest + 1) if longest < NAME_MOST else None


def in_use(protocol: ProtocolState, row: Offer) -> Offer:
    """WG-DICE-03 Let the offer of a report name no set of dice that is out of use; other offers stay as they are."""
    if row.command != ReportRoll.__name__:
        return row
    names = names_in_use(protocol)
    if names is None:
        return replace(row, fields=tuple(one for one in row.fields if one.field != "dice_set"))
    return replace(
        row, fields=tuple(replace(one, values=names) if one.field == "dice_set" else one for one in row.fields)
    )


def _throw(why: str, count: int, sides: int) -> ThrowSubject:
    """Name a throw and its dice, as 3d6, so that whoever is asked knows what to throw."""
    return ThrowSubject(why, f"{count}d{sides}")


def report_roll(ruling: Ruling[Tables], command: ReportRoll) -> None:
    """WG-DICE-01 The roller reports every face of the requested throw."""
    suspended = _suspended(ruling)
    ruling.require(
        len(command.faces) == suspended.count,
        "WG-DICE-01",
        "faces-count",
        "faces",
        expected=suspended.count,
        found=len(command.faces),
    )
    fit = all(1 <= face <= suspended.sides for face in command.faces)
    ruling.require(fit, "WG-DICE-01", "face-range", "faces", sides=suspended.sides)
    retired = is_retired(ruling.protocol, command.dice_set)
    ruling.require(not retired, RULED, "dice-retired", "dice_set", name=command.dice_set)
    ruling.record(RollReported(faces=command.faces, dice_set=command.dice_set), "WG-DICE-01")
    ruling.answered()
    others = [seat for seat in range(len(ruling.protocol.seats)) if seat != ruling.giver]
    ruling.ask(
        "roll_acknowledge",
        *others,
        *((REFEREE,) if ruling.protocol.referee else ()),
        subject=FacesSubject(suspended.why),
    )


def acknowledge_roll(ruling: Ruling[Tables], _command: AcknowledgeRoll) -> None:
    """WG-DICE-02 Another party acknowledges the faces and the waiting command goes on."""
    _suspended(ruling)
    ruling.record(RollAcknowledged(by=ruling.actor), "WG-DICE-02")
    ruling.answered_all()


def dispute_roll(ruling: Ruling[Tables], command: DisputeRoll) -> None:
    """WG-DICE-02 Faces that are not accepted have to be reported again."""
    _suspended(ruling)
    ruling.record(RollDisputed(by=ruling.actor, reason=command.reason), "WG-DICE-02")
    ruling.answered_all()
    ask_report(ruling)


def draw_throw(ruling: Ruling[Tables], _command: DrawThrow) -> None:
    """WG-DICE-04 A throw whose roller is silent is drawn from the seed of the game."""
    ruling.require(not isinstance(ruling.command, DrawThrow), SILENT, "only-by-silence")
    waiting = _suspended(ruling)
    faces = ruling.draw(waiting.count, waiting.sides, waiting.why, waiting.roller)
    ruling.record(ThrowDrawn(roller=waiting.roller, faces=faces), SILENT)
    ruling.answered_all()


def _suspended(ruling: Ruling[Tables]) -> Suspended:
    if ruling.game.suspended is None:
        message = "a question about dice is open and no command waits"
        raise AssertionError(message)
    return ruling.game.suspended


def _report_offers(game: Tables, _window: Window, _party: Party) -> list[Offer]:
    if game.suspended is None:
        return []
    count = game.suspended.count
    faces = items(Range(1, game.suspended.sides), least=count, most=count)
    return [offer(ReportRoll, "WG-DICE-01", faces=faces, dice_set=optional(Words(NAME_MOST)))]


def _acknowledge_offers(_game: Tables, _window: Window, _party: Party) -> list[Offer]:
    return [offer(AcknowledgeRoll, "WG-DICE-02"), offer(DisputeRoll, "WG-DICE-02", reason=optional(Words(NAME_MOST)))]


def roll_requested(game: Tables, event: RollRequested) -> None:
    """Note which faces are needed; faces confirmed before for the same command stay."""
    before = game.suspended
    suspended = Suspended(0, TABLE, None, event.count, event.sides, event.why, event.roller)
    if before is not None:
        suspended = replace(suspended, seq=before.seq, actor=before.actor, command=before.command, faces=before.faces)
    game.suspended = suspended


def roll_reported(game: Tables, event: RollReported) -> None:
    """Note the reported faces; they wait for confirmation."""
    if game.suspended is not None:
        game.suspended = replace(game.suspended, reported=event.faces)


def roll_acknowledged(game: Tables, _event: RollAcknowledged) -> None:
    """Count the reported faces as thrown."""
    suspended = game.suspended
    if suspended is not None and suspended.reported is not None:
        game.suspended = replace(suspended, faces=(*suspended.faces, suspended.reported), reported=None)


def roll_disputed(game: Tables, _event: RollDisputed) -> None:
    """Forget the reported faces."""
    if game.suspended is not None:
        game.suspended = replace(game.suspended, reported=None)


def throw_drawn(game: Tables, event: ThrowDrawn) -> None:
    """Count the drawn faces as thrown."""
    if game.suspended is not None:
        game.suspended = replace(game.suspended, faces=(*game.suspended.faces, event.faces), reported=None)


def rolls_taken(game: Tables, _event: RollsTaken) -> None:
    """The waiting command has gone on."""
    game.suspended = None


DICE_REPORTS = Part(
    handlers=handlers(report_roll, acknowledge_roll, dispute_roll, draw_throw),
    reducers=reducers(roll_requested, roll_reported, roll_acknowledged, roll_disputed, throw_drawn, rolls_taken),
    windows=windows(
        WindowKind(
            "roll_report",
            "WG-DICE-01",
            (ReportRoll, DrawThrow),
            _report_offers,
            always(DrawThrow()),
            subject=ThrowSubject,
            after_flag=True,
        ),
        WindowKind(
            "roll_acknowledge",
            "WG-DICE-02",
            (AcknowledgeRoll, DisputeRoll),
            _acknowledge_offers,
            always(AcknowledgeRoll()),
            subject=FacesSubject,
            after_flag=True,
        ),
    ),
)

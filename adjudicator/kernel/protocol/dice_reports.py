"""Physical dice: requested before they are thrown, reported by the roller, acknowledged by another party."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from adjudicator.kernel import dice
from adjudicator.kernel.game import Parked, Tables
from adjudicator.kernel.messages import (
    AcknowledgeRoll,
    DisputeRoll,
    ReportRoll,
    RollAcknowledged,
    RollDisputed,
    RollReported,
    RollRequested,
    RollsTaken,
)
from adjudicator.kernel.offers import Offer, Range, offer
from adjudicator.kernel.parties import REFEREE, TABLE, Party
from adjudicator.kernel.ruleset import clauses, reducers
from adjudicator.kernel.ruling import Ruling
from adjudicator.kernel.windows import Asks, Window, windows


def request_roll(ruling: Ruling[Any], ask: dice.Throw, *, by_table: bool) -> None:
    """WG-DICE-01 Physical dice are requested before they are thrown."""
    event = RollRequested(count=ask.count, sides=ask.sides, why=ask.why, roller=ask.roller, by_table=by_table)
    ruling.record(event, "WG-DICE-01")
    ruling.ask("roll_report", ask.roller, about=_dice(ask.why, ask.count, ask.sides))


def _dice(why: str, count: int, sides: int) -> tuple[str, str]:
    """Name a throw and its dice, as 3d6, so that whoever is asked knows what to throw."""
    return why, f"{count}d{sides}"


def report_roll(ruling: Ruling[Tables], command: ReportRoll) -> None:
    """WG-DICE-01 The roller reports every face of the requested throw."""
    parked = _parked(ruling)
    ruling.require(
        len(command.faces) == parked.count, "WG-DICE-01", "faces-count", "faces",
        expected=parked.count, found=len(command.faces),
    )  # fmt: skip
    fit = all(1 <= face <= parked.sides for face in command.faces)
    ruling.require(fit, "WG-DICE-01", "face-range", "faces", sides=parked.sides)
    ruling.record(RollReported(faces=command.faces, dice_set=command.dice_set), "WG-DICE-01")
    ruling.answered()
    others = [seat for seat in range(len(ruling.docket.seats)) if seat != ruling.giver]
    ruling.ask("roll_acknowledge", *others, *((REFEREE,) if ruling.docket.referee else ()), about=(parked.why,))


def acknowledge_roll(ruling: Ruling[Tables], _command: AcknowledgeRoll) -> None:
    """WG-DICE-02 Another party acknowledges the faces and the waiting command goes on."""
    _parked(ruling)
    ruling.record(RollAcknowledged(by=ruling.actor), "WG-DICE-02")
    ruling.answered_all()


def dispute_roll(ruling: Ruling[Tables], command: DisputeRoll) -> None:
    """WG-DICE-02 Faces that are not accepted have to be reported again."""
    parked = _parked(ruling)
    ruling.record(RollDisputed(by=ruling.actor, reason=command.reason), "WG-DICE-02")
    ruling.answered_all()
    ruling.ask("roll_report", parked.roller, about=_dice(parked.why, parked.count, parked.sides))


def _parked(ruling: Ruling[Tables]) -> Parked:
    if ruling.game.parked is None:
        message = "a question about dice is open and no command waits"
        raise AssertionError(message)
    return ruling.game.parked


def _report_offers(game: Tables, _window: Window, _party: Party) -> list[Offer]:
    sides = game.parked.sides if game.parked else 1
    return [offer(ReportRoll, "WG-DICE-01", faces=Range(1, sides))]


def _acknowledge_offers(_game: Tables, _window: Window, _party: Party) -> list[Offer]:
    return [offer(AcknowledgeRoll, "WG-DICE-02"), offer(DisputeRoll, "WG-DICE-02")]


def roll_requested(game: Tables, event: RollRequested) -> None:
    """Note which faces are needed; faces confirmed before for the same command stay."""
    before = game.parked
    parked = Parked(0, TABLE, None, event.count, event.sides, event.why, event.roller)
    if before is not None:
        parked = replace(parked, seq=before.seq, actor=before.actor, command=before.command, faces=before.faces)
    game.parked = parked


def roll_reported(game: Tables, event: RollReported) -> None:
    """Note the reported faces; they wait for confirmation."""
    if game.parked is not None:
        game.parked = replace(game.parked, reported=event.faces)


def roll_acknowledged(game: Tables, _event: RollAcknowledged) -> None:
    """Count the reported faces as thrown."""
    parked = game.parked
    if parked is not None and parked.reported is not None:
        game.parked = replace(parked, faces=(*parked.faces, parked.reported), reported=None)


def roll_disputed(game: Tables, _event: RollDisputed) -> None:
    """Forget the reported faces."""
    if game.parked is not None:
        game.parked = replace(game.parked, reported=None)


def rolls_taken(game: Tables, _event: RollsTaken) -> None:
    """The waiting command has gone on."""
    game.parked = None


REPORT_CLAUSES = clauses(report_roll, acknowledge_roll, dispute_roll)
REPORT_REDUCERS = reducers(roll_requested, roll_reported, roll_acknowledged, roll_disputed, rolls_taken)
REPORT_WINDOWS = windows(
    Asks("roll_report", "WG-DICE-01", (ReportRoll,), _report_offers),
    Asks("roll_acknowledge", "WG-DICE-02", (AcknowledgeRoll, DisputeRoll), _acknowledge_offers),
)

__all__ = ["REPORT_CLAUSES", "REPORT_REDUCERS", "REPORT_WINDOWS", "request_roll"]

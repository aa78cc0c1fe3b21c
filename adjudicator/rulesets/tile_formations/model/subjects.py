"""What windows are about."""

from __future__ import annotations

from adjudicator.kernel.decide.windows import Subject


class FormationSubject(Subject, frozen=True):
    """A formation: the one that acts, deploys, or takes hits."""

    formation: str


class ShootingSubject(Subject, frozen=True):
    """A formation that shoots and its target."""

    formation: str
    target: str


class UnitSubject(Subject, frozen=True):
    """A unit on its path."""

    unit: str


class DangerTestSubject(Subject, frozen=True):
    """A dangerous terrain test: the unit, and the feature as kind@tile."""

    unit: str
    feature: str


class MoverSubject(Subject, frozen=True):
    """A formation that has moved and may be shot at by Overwatch."""

    mover: str


class OverwatchSeatSubject(Subject, frozen=True):
    """A formation that has moved, and the seat that is asked about it."""

    mover: str
    seat: int


class OverwatchSeatsSubject(Subject, frozen=True):
    """A formation that has moved, and the seats that are still to be asked about it."""

    mover: str
    seats: tuple[int, ...]


class AssaultSubject(Subject, frozen=True):
    """An assault."""

    assault: str

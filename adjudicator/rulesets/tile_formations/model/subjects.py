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


class StatedShootingSubject(Subject, frozen=True):
    """A shooting of which something was stated; `mover` is whom an Overwatch window is about, empty without one."""

    formation: str
    target: str
    action: str
    mover: str
    facts: tuple[str, ...]


class StatedTestSubject(Subject, frozen=True):
    """An action whose test has a result that was stated."""

    formation: str
    action: str
    target: str
    stated: str
    fact: str


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

"""What the windows are about."""

from __future__ import annotations

from adjudicator.kernel.decide.windows import Subject


class UnitSubject(Subject, frozen=True):
    """A unit."""

    unit: str


class UnitsSubject(Subject, frozen=True):
    """Units, in the order in which they are dealt with."""

    units: tuple[str, ...] = ()


class TerrainTestSubject(Subject, frozen=True):
    """A unit that tests its Ag for a piece of terrain, by id."""

    unit: str
    terrain: str


class ContactSubject(Subject, frozen=True):
    """An assaulting unit and its target."""

    unit: str
    target: str


class PointBlankSubject(Subject, frozen=True):
    """A part of point blank shooting, and the units that shoot in it."""

    part: str
    units: tuple[str, ...] = ()


class RollOffSubject(Subject, frozen=True):
    """What a roll-off is for: a step of the turn, "deployment" or "consolidation"."""

    purpose: str


class ForcedDownSubject(Subject, frozen=True):
    """A unit that goes Down by the damage chart, the clause of the row, and "forced" where the row is worded so."""

    unit: str
    clause: str
    wording: tuple[str, ...] = ()


class EndTestSubject(Subject, frozen=True):
    """A marker, device or army option that takes a test at the end of a turn, by id."""

    thing: str


class TriggerSubject(Subject, frozen=True):
    """A trigger of reactions, and the unit that acts."""

    trigger: str
    unit: str


class VolleySubject(Subject, frozen=True):
    """A volley, by id."""

    volley: str

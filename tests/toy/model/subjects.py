"""What the toy's windows are about."""

from adjudicator.kernel.decide.windows import Subject


class SeatSubject(Subject, frozen=True):
    """A seat."""

    seat: int


class StrikeSubject(Subject, frozen=True):
    """A strike: a piece and its target."""

    piece: str
    target: str

from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from adjudicator.kernel.labels import NO_LABELS, at_least
from adjudicator.kernel.summary import Summary, no_summary


class Scored(Struct, frozen=True):
    seat: int
    points: int


class Scores(Summary):
    """A line for every seat with its points and the last entry that gave it some."""

    def __init__(self, seats):
        super().__init__(seats)
        self.points = dict.fromkeys(seats, 0)
        self.last = 0

    def take(self, seq, event):
        if isinstance(event, Scored):
            self.points[self.seats[event.seat]] += event.points
            self.last = seq

    def lines(self):
        return [f"{seat}: {points}" for seat, points in self.points.items()] + [f"last in {self.last}"]


EVENTS = [(2, Scored(0, 3)), (2, Scored(1, 1)), (5, Scored(0, 2))]


def test_a_summary_takes_every_event_in_order():
    """A summary is told from all events, each with the entry that it stands in, read just once."""
    assert Scores.of(("red", "blue"), iter(EVENTS)) == ["red: 5", "blue: 1", "last in 5"]


def test_two_summaries_share_nothing():
    """Telling a game again, or another one, begins from nothing."""
    assert Scores.of(("red", "blue"), EVENTS) == Scores.of(("red", "blue"), EVENTS)
    assert Scores.of(("red", "blue"), ()) == ["red: 0", "blue: 0", "last in 0"]


def test_nothing_may_be_told():
    """A ruleset that summarises nothing gives no lines."""
    assert list(no_summary(("red", "blue"), EVENTS)) == []


def test_no_labels_are_empty():
    """A ruleset without labels has no headings, lengths, words, lists or throws that matter."""
    assert not any([NO_LABELS.headings, NO_LABELS.lengths, NO_LABELS.words, NO_LABELS.lists, NO_LABELS.luck])


@given(st.integers(-30, 30), st.sampled_from([2, 3, 4, 6, 8, 10, 12, 20, 100]))
def test_faces_that_reach_a_number(needed, sides):
    """As many faces reach a number as are not below it, for numbers that no die shows too."""
    assert at_least(needed, sides) == sum(face >= needed for face in range(1, sides + 1))

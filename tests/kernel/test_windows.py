import pytest

from adjudicator.kernel.windows import Asks, Window, difference, windows
from tests.toy.messages import Decline, Parry

A, B, C = (Window(n, "w", (0,), ()) for n in (10_001, 20_000, 20_001))


def test_the_id_says_who_opened_it():
    """A window's id holds the number of the entry that opened it."""
    assert Window(120_003, "w", (), ()).opened == 12


def test_striking_leaves_a_new_window():
    """Striking a party leaves the window as it was and gives one that asks the others."""
    window = Window(1, "w", (0, 1), ("u",))
    assert window.without(0) == Window(1, "w", (1,), ("u",))
    assert window.without(7) == window
    assert window.asks == (0, 1)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ((), (), (0, ())),
        ((A,), (A, B), (1, (B,))),
        ((A, B), (A,), (1, ())),
        ((A, B), (A, C), (1, (C,))),
        ((A, B, C), (A, B.without(0), C), (1, (B.without(0), C))),
    ],
)
def test_a_difference_leads_from_stack_to_stack(before, after, expected):
    """What stays of the outermost windows and what stands above them now give the new stack."""
    keep, above = difference(before, after)
    assert (keep, above) == expected
    assert (*before[:keep], *above) == after


def test_a_kind_stands_once():
    """Two windows of one kind in a chapter are refused."""
    with pytest.raises(ValueError, match="twice"):
        windows(Asks("w", "A"), Asks("w", "B"))


def test_accepted_names():
    """The names of the commands a window accepts are known beside the types."""
    assert Asks("w", "A", (Parry, Decline)).names == {"Parry", "Decline"}

"""Two games side by side: where they part, and in what."""

import pytest

from replays.bundle import read_bundle
from replays.tell.compare import compare
from tests.replays.audit.steps import ACTOR, BODY, COMMAND, DICE, EVENTS, STATE, TIME
from tests.replays.fixtures import recorded


@pytest.fixture
def compared(case):
    """Compare the altered case with the game as it was."""

    def run():
        return compare(read_bundle(recorded(1)), read_bundle(case.operated()))

    return run


def test_same(compared):
    """A game is the same as itself."""
    found = compared()
    assert (found.seq, found.differences, found.other_differences) == (0, (), ())


def test_other_games():
    """Two games differ where somebody did something else."""
    found = compare(read_bundle(recorded(1)), read_bundle(recorded(2)))
    assert found.seq == 4
    assert found.differences[0] == "who: party 1 (role 3), in the second party 0 (role 3)"


def test_command(case, compared):
    """Another target is another command."""
    case.of("Strike")[COMMAND][BODY][2] = "r1"
    found = compared()
    assert found.seq == 21
    assert found.differences == ("command: Strike b1 r2, in the second Strike b1 r1",)
    assert "entry 21 on" in found.other_differences[0]


def test_dice(case, compared):
    """Other faces, and dice too many or too few, are reported."""
    entry = case.with_dice(-1)
    entry[DICE][0][4][0] = 2
    first, second = (f"1d6 for strike of party 1: {face} (stream 0, index 7)" for face in (6, 2))
    assert compared().differences == (f"dice 1: {first}, in the second {second}",)
    entry[DICE] = []
    assert compared().differences[0].startswith("dice 1: only in the first: 1d6 for strike")


def test_events(case, compared):
    """Another event, or one more, is reported with its clause."""
    entry = case.of("EndTurn")
    entry[EVENTS][0][0][1] = 1
    assert compared().differences == ("event 1 under TOY-1.3-02: TurnEnded 0, in the second TurnEnded 1",)
    entry[EVENTS][0][0][1] = 0
    entry[EVENTS].append([["PieceLost", "r1"], ["TOY-2.6-01"]])
    assert compared().differences == ("event 4: only in the second: PieceLost r1 under TOY-2.6-01",)


def test_state(case, compared):
    """Another state is reported even where events are the same."""
    case.entries[15][STATE][0] = bytes(32)
    assert compared().differences == ("state: the public tables differ after this entry",)


def test_longer(case, compared):
    """A game that goes on where the other ends is reported."""
    del case.entries[-1]
    found = compared()
    assert (found.seq, found.differences) == (30, ("only the first game goes on: party 255 Reveal",))


def test_other_differences(case, compared):
    """Times, names of keys and what is opened are no part of the play."""
    case.entries[9][TIME] += 1
    case.entries[9][ACTOR][2] = "other"
    case.openings = {}
    found = compared()
    assert found.seq == 0
    assert found.other_differences == (
        "the bytes of the entries differ from entry 10 on",
        "the opened sealed parts differ",
        "the signed heads differ",
    )

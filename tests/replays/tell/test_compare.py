"""Two games side by side: where they part, and in what."""

import pytest

from replays.bundle import read_bundle
from replays.tell.compare import compare
from tests.replays.audit.steps import ACTOR, BODY, COMMAND, DICE, EVENTS, STATE, TIME
from tests.replays.fixtures import recorded


@pytest.fixture
def parted(case):
    """Compare the altered case with the game as it was."""

    def run():
        return compare(read_bundle(recorded(1)), read_bundle(case.operated()))

    return run


def test_same(parted):
    """A game is the same as itself."""
    found = parted()
    assert (found.seq, found.words, found.beside) == (0, (), ())


def test_other_games():
    """Two games part where somebody did something else."""
    found = compare(read_bundle(recorded(1)), read_bundle(recorded(2)))
    assert found.seq == 4
    assert found.words[0] == "who: party 1 (role 3), in the second party 0 (role 3)"


def test_command(case, parted):
    """Another target is another command."""
    case.of("Strike")[COMMAND][BODY][2] = "r1"
    found = parted()
    assert found.seq == 21
    assert found.words == ("command: Strike b1 r2, in the second Strike b1 r1",)
    assert "entry 21 on" in found.beside[0]


def test_dice(case, parted):
    """Other faces, and dice too many or too few, are told."""
    entry = case.with_dice(-1)
    entry[DICE][0][4][0] = 2
    first, second = (f"1d6 for strike of party 1: {face} (stream 0, index 7)" for face in (6, 2))
    assert parted().words == (f"dice 1: {first}, in the second {second}",)
    entry[DICE] = []
    assert parted().words[0].startswith("dice 1: only in the first: 1d6 for strike")


def test_events(case, parted):
    """Another event, or one more, is told with its clause."""
    entry = case.of("EndTurn")
    entry[EVENTS][0][0][1] = 1
    assert parted().words == ("event 1: TurnEnded 0 under TOY-1.3-02, in the second TurnEnded 1 under TOY-1.3-02",)
    entry[EVENTS][0][0][1] = 0
    entry[EVENTS].append([["PieceLost", "r1"], ["TOY-2.6-01"]])
    assert parted().words == ("event 4: only in the second: PieceLost r1 under TOY-2.6-01",)


def test_state(case, parted):
    """Another state is told even where events are the same."""
    case.entries[15][STATE][0] = bytes(32)
    assert parted().words == ("state: what a spectator sees differs after this entry",)


def test_longer(case, parted):
    """A game that goes on where the other ends is told."""
    del case.entries[-1]
    found = parted()
    assert (found.seq, found.words) == (30, ("only the first game goes on: party 255 Reveal",))


def test_beside_the_play(case, parted):
    """Times, names of keys and what is opened are no part of the play."""
    case.entries[9][TIME] += 1
    case.entries[9][ACTOR][2] = "other"
    case.openings = {}
    found = parted()
    assert found.seq == 0
    assert found.beside == (
        "the bytes of the entries differ from entry 10 on", "not the same openings are in both files",
        "the signed heads differ",
    )  # fmt: skip

"""What plays have in common is ruled on once, and comes out as if each had been played by itself."""

from collections import Counter
from random import Random

import pytest

from adjudicator.kernel.decide import adjudicate as ruling
from adjudicator.kernel.dice.wgdice import PUBLIC, Throw
from tests.odds_by_play import harness
from tests.odds_by_play.harness import Line, RandomDice, positions
from tests.odds_by_play.shared_plays import ROOM, DrawnDice, Position, Ruled, Shared, Way, follow

DIE = Throw(PUBLIC, 0, 0, 6, 1, "a test", 0)
PLAYS = 60


def played(table, shared):
    """Play every question's silent answer some steps, and tell what came out."""
    found = []
    for number in range(PLAYS):
        line = Line(table, Random(number), shared)
        for _ in range(6):
            if line.window is None or line.rules.windows[line.window.kind].default_command is None:
                break
            line.default()
        found.append((line.events, line.game.dump(), line.protocol.seq, dict(line.protocol.cursors)))
    return found


@pytest.mark.parametrize("seed", [3, 4])
def test_plays_come_out_as_by_themselves(seed):
    """Events, state, number of entries and dice of each play are those of a play that shares nothing."""
    for table in positions("tests.toy", seed, most=25):
        assert played(table, Shared()) == played(table, None)


def test_what_is_common_is_ruled_on_once(monkeypatch):
    """Plays that share are ruled on less often than plays by themselves, and never twice for the same faces."""
    counts = Counter[bool]()

    def counted(*given):
        counts[shared is None] += 1
        return ruling.adjudicate(*given)

    monkeypatch.setattr(harness, "adjudicate", counted)
    for table in positions("tests.toy", 3, most=25):
        for shared in (None, Shared()):
            played(table, shared)
    assert 0 < counts[False] < counts[True] / 4


def test_a_known_way_draws_its_dice():
    """Whoever goes a known way has drawn the dice that led there, so that the next ones are other dice."""
    start, faces = Way(), iter([(4,), (2,), (4,), (2,)])

    class Dice:
        def throw(self, ask):
            return next(faces)

    first = DrawnDice(start, [], Dice())
    assert (first.throw(DIE), first.throw(DIE)) == ((4,), (2,))
    Shared().keep(first.way, Ruled(Position(), 1, {}, []))
    end, drawn = follow(start, Dice())
    assert (end is first.way, drawn, next(faces, "none left")) == (True, [(4,), (2,)], "none left")


def test_another_throw_for_the_same_faces_is_found():
    """A command that asks for another throw after the same faces does not follow from them: that is an error."""
    start = Way()
    DrawnDice(start, [(1,)], RandomDice(Random(1))).throw(DIE)
    with pytest.raises(AssertionError, match="the same faces led to"):
        DrawnDice(start, [(1,)], RandomDice(Random(1))).throw(Throw(PUBLIC, 0, 0, 4, 1, "a test", 0))


def test_no_more_is_kept_than_there_is_room():
    """Beyond so many positions plays go on by themselves."""
    shared = Shared()
    shared.kept = ROOM
    way = Way()
    shared.keep(way, Ruled(Position(), 1, {}, []))
    assert way.ruled is None

"""Server time: it follows the machine's clock, and lets no time to answer run out by a jump of it."""

from __future__ import annotations

from services.games.server_time import ServerTime

SECOND = 1_000_000_000
HOUR = 3_600


class Machine:
    """A wall clock that can be set, and a steady one that can not."""

    def __init__(self):
        self.wall = 1_000_000 * SECOND
        self.steady = 0
        self.time = ServerTime(lambda: self.wall, lambda: self.steady)

    def passes(self, seconds):
        self.wall += seconds * SECOND
        self.steady += seconds * SECOND

    def seconds(self):
        return self.time.now() / 1000 - 1_000_000


def test_ordinary_time():
    """Time passes as the machine says, and a clock that is set by less than a second is followed."""
    machine = Machine()
    machine.passes(60)
    assert machine.seconds() == 60
    machine.wall += SECOND // 2
    assert machine.seconds() == 60.5


def test_a_jump_ahead():
    """A jump of three hours lets no three hours pass: ours is caught up by a tenth of what passes."""
    machine = Machine()
    machine.wall += 3 * HOUR * SECOND
    assert machine.seconds() == 0
    machine.passes(60)
    assert machine.seconds() == 66
    for _ in range(60 * 31):
        machine.passes(60)
        machine.seconds()
    assert machine.seconds() == 60 + 60 * 60 * 31 + 3 * HOUR


def test_a_jump_back():
    """A jump back stops no time either: it passes a tenth slower until both are together."""
    machine = Machine()
    machine.passes(100)
    machine.wall -= HOUR * SECOND
    assert machine.seconds() == 90
    machine.passes(100)
    assert machine.seconds() == 180


def test_a_jump_and_back():
    """A clock that is set right again has changed next to nothing, and ours has not gone back."""
    machine = Machine()
    machine.wall += 24 * HOUR * SECOND
    machine.passes(10)
    assert machine.seconds() == 11
    machine.wall -= 24 * HOUR * SECOND
    assert machine.seconds() == 11
    machine.passes(10)
    assert machine.seconds() == 20

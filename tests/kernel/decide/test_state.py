import pytest
from msgspec import Struct

from adjudicator.kernel.decide.state import Fact, Result, Suspended, Tables
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.record.mpint import decode, encode


class Unit(Struct, frozen=True, array_like=True):
    id: str
    wounds: int


class Base(Tables):
    __slots__ = ("units",)

    def __init__(self):
        super().__init__()
        self.units = {"u2": Unit("u2", 1), "u1": Unit("u1", 3)}


class Game(Base):
    __slots__ = ("round",)

    def __init__(self):
        super().__init__()
        self.round = 1


def test_a_fork_stands_alone():
    """What is done to a fork, in any table or slot, does not touch the game, and its rows are shared."""
    game = Game()
    fork = game.fork()
    assert type(fork) is Game
    assert fork.units["u1"] is game.units["u1"]
    fork.units["u1"] = Unit("u1", 0)
    del fork.units["u2"]
    fork.round = 2
    fork.facts["f"] = Fact("f", "k", (), "v", 0, "stated")
    fork.stack = (Window(1, "w", (0,), ()),)
    fork.result = Result((0,), "won")
    fork.suspended = Suspended(1, 0, None, 1, 6, "why", 0)
    assert game.dump() == Game().dump()
    assert game.suspended is None


def test_all_slots_are_known():
    """Slots of every level are forked and dumped, names ascending."""
    assert Game.ALL == ("again", "draw", "facts", "result", "round", "stack", "suspended", "units")
    assert [name for name, _ in Game().dump()] == ["draw", "facts", "result", "round", "stack", "units"]


def test_a_dump_does_not_hang_on_order():
    """Rows stand by key ascending, however they came in; what waits for dice is left out."""
    game, other = Game(), Game()
    other.units = {key: other.units[key] for key in sorted(other.units)}
    other.suspended = Suspended(1, 0, None, 1, 6, "why", 0)
    assert encode(game.dump()) == encode(other.dump())
    assert decode(encode(game.dump()))[-1] == ["units", [["u1", ["u1", 3]], ["u2", ["u2", 1]]]]


def test_rows_of_all_tables_are_counted():
    """Rows of tables count, those of every level; other slots do not."""
    game = Game()
    assert game.row_count() == 2
    game.facts["f"] = Fact("f", "k", (), "v", 0, "stated")
    game.stack = (Window(1, "w", (0,), ()),)
    assert game.row_count() == 3


def test_a_slot_that_is_not_set_is_no_slot():
    """A game whose start forgot a slot can not be forked."""

    class Forgetful(Tables):
        __slots__ = ("units",)

    with pytest.raises(AttributeError, match="units"):
        Forgetful().fork()

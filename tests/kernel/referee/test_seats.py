"""WG-SEAT: another person plays a seat by ruling."""

import pytest

from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import (
    CommitContribution,
    Grounds,
    OpenContribution,
    RulingGiven,
    SeatAbsent,
    SeatSubstituted,
    Substitute,
)
from tests.kernel.fixtures import TOY
from tests.kit import Table
from tests.toy.model.messages import CreateMatch, DrawToken, PlotMarch

WHY = Grounds(reason="the player was taken ill", clause="", about=())
KEY, OTHER = b"k" * 32, b"o" * 32


def substitute(seat=0, person="Robin", keys=(KEY,)):
    return Substitute(grounds=WHY, seat=seat, person=person, keys=keys)


def committed(table, seat, number):
    value = wgdice.seat_commit(table.game_id, seat, bytes([number]) * 32)
    return table.when(seat, CommitContribution(commitment=value)).accepted()


@pytest.mark.rule("WG-SEAT-01")
def test_the_keys_of_a_seat_are_those_of_the_new_person():
    """Nothing is asked anew: what the seat had is the new person's."""
    table = Table(TOY, dice=[5, 2, 1], referee=True)
    table.play(("referee", CreateMatch(rounds=2)), ("red", PlotMarch(heading="east")))
    before = table.windows
    table.when("referee", substitute()).exactly(
        RulingGiven(act="Substitute", reason=WHY.reason, clause="", about=()),
        SeatSubstituted(seat=0, person="Robin", keys=(KEY,)),
    )
    assert table.windows == before
    assert (table.protocol.keys_of(0), table.protocol.keys_of(1), table.protocol.keys_of(9)) == ((KEY,), (), ())
    table.when("blue", PlotMarch(heading="west")).accepted()
    table.when("red", DrawToken()).accepted()


@pytest.mark.rule("WG-SEAT-01")
def test_nobody_plays_with_a_key_that_was_played_with_here():
    """Neither for the other seat, nor for the same again after somebody else."""
    table = Table(TOY, dice=[5, 2], referee=True)
    table.play(("referee", CreateMatch(rounds=2)), ("referee", substitute()))
    table.when("referee", substitute(1, "Sam")).rejected("WG-SEAT-01", "key-played-here", "keys[0]")
    table.when("referee", substitute(0, "Kim", (OTHER,))).accepted()
    table.when("referee", substitute(1, "Sam")).rejected("WG-SEAT-01", "key-played-here", "keys[0]")


@pytest.mark.rule("WG-SEAT-01")
@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (substitute(2), "seat-unknown"),
        (substitute(None), "seat-unknown"),
        (substitute(person=" "), "person-missing"),
        (substitute(keys=(b"short",)), "wrong-length"),
        (substitute(keys=tuple(bytes([n]) * 32 for n in range(5))), "too-many"),
    ],
)
def test_who_takes_a_seat_is_named_with_keys(given, reason):
    """A seat, a name, and keys of the right length."""
    Table(TOY, referee=True).when("referee", given).rejected("WG-SEAT-01", reason)


@pytest.mark.rule("WG-SEAT-01", "WG-SEED-01")
def test_a_commitment_is_made_anew():
    """The new person does not know what the other has committed to; the seed takes what was committed last."""
    table = Table(TOY, referee=True, profile="P1")
    committed(table, 0, 1)
    table.when("referee", substitute()).accepted()
    assert table.window.asks == (0, 1)
    committed(table, 0, 3)
    committed(table, 1, 2)
    assert table.window.kind == "open_contribution"
    refused = table.when(0, OpenContribution(contribution=bytes([1]) * 32))
    refused.rejected("WG-SEED-02", "commitment-mismatch")
    table.when(0, OpenContribution(contribution=bytes([3]) * 32)).accepted()
    table.when(1, OpenContribution(contribution=bytes([2]) * 32)).accepted()
    assert table.protocol.transcript is not None


@pytest.mark.rule("WG-SEAT-01", "WG-SEED-03")
def test_once_all_have_committed_the_contribution_is_absent():
    """It could be chosen otherwise, with the other seat's before one's eyes."""
    table = Table(TOY, referee=True, profile="P1")
    committed(table, 0, 1)
    committed(table, 1, 2)
    table.when("referee", substitute()).then(SeatSubstituted, SeatAbsent(seat=0))
    assert table.window.asks == (1,)


@pytest.mark.rule("WG-SEAT-01")
def test_nobody_takes_the_seat_of_an_opponent():
    """Neither who plays the other seat, nor who has played it; whoever comes back to the own seat may."""
    table = Table(TOY, dice=[5, 2], referee=True)
    table.play(("referee", CreateMatch(rounds=2)), ("referee", substitute()))
    for person in (" BLUE", "blue"):
        refused = table.when("referee", substitute(0, person, (OTHER,)))
        refused.rejected("WG-SEAT-01", "person-played-here", "person")
    table.when("referee", substitute(1, "robin ", (OTHER,))).rejected("WG-SEAT-01", "person-played-here", "person")
    table.when("referee", substitute(0, "Kim", (OTHER,))).accepted()
    table.when("referee", substitute(1, "Robin", (b"n" * 32,))).rejected("WG-SEAT-01", "person-played-here", "person")
    table.when("referee", substitute(0, "Robin", (b"n" * 32,))).accepted()

"""WG-SEAT-02: an absent seat where other acts of the desk meet it: standing dice, envelopes, editions, two at once."""

from dataclasses import replace

import pytest

from adjudicator.kernel.messages import (
    AdjournGame,
    AdoptEdition,
    AnswerAbsent,
    Correct,
    EditionAdopted,
    Grounds,
    OrderAbsent,
    PatchItem,
    ResumeGame,
    Rewind,
    SealedTaken,
    SealNext,
    TakeBack,
)
from tests.kernel.fixtures import TOY
from tests.kit import Table
from tests.toy.model.messages import CreateMatch, Decline, PlotMarch, RollStrike, Strike, StrikeRolled, TurnEnded

WHY = Grounds(reason="went to the doctor", clause="", about=())
RED, BLUE = (OrderAbsent(grounds=WHY, seat=seat) for seat in (0, 1))


def at_red_turn():
    """Red's turn, entries 1 to 4."""
    table = Table(TOY, dice=[5, 2], referee=True, appeal=60)
    table.play(("referee", CreateMatch(rounds=2)), ("red", PlotMarch(heading="east")))
    table.when("blue", PlotMarch(heading="west")).asks("turn", "red")
    return table


def struck():
    """Red has struck: entry 7 has the die, a 3."""
    table = at_red_turn().faces(3)
    table.play(("red", Strike(piece="r1", target="b1")), ("blue", Decline()), ("red", RollStrike()))
    return table


@pytest.mark.rule("WG-SEAT-02", "WG-BACK-02")
def test_standing_dice_are_taken_for_who_is_absent():
    """Silence on a command that is given once more gives it, with the faces of the first time."""
    table = struck()
    table.when("head", Rewind(grounds=WHY, to=7, dice="stand", changes=())).asks("again", "red")
    table.when("referee", RED).accepted()
    table.when("table", AnswerAbsent(seat=0)).then(StrikeRolled, face=3)
    assert [(roll.index, roll.faces) for roll in table.rolls] == [(2, (3,))]


@pytest.mark.rule("WG-SEAT-02", "WG-STOP-04")
def test_what_the_seat_has_sealed_is_taken_first():
    """The envelope is the seat's own answer; silence answers what is asked after it."""
    table = at_red_turn()
    table.when("referee", AdjournGame(grounds=WHY, for_ms=0)).accepted()
    table.when("red", SealNext(kind="Strike", fields='["r1","b1"]')).accepted()
    table.when("referee", RED).accepted()
    assert table.refused(AnswerAbsent(seat=0), "table") != (), "nothing is taken while the game stands still"
    table.when("referee", ResumeGame(grounds=WHY, dice="")).then(SealedTaken, entry=6, by=0, kind="Strike")
    table.when("blue", Decline()).asks("strike", "red")
    table.faces(4).when("table", AnswerAbsent(seat=0)).then(StrikeRolled, face=4)


@pytest.mark.rule("WG-SEAT-02", "WG-CORRECT-01")
def test_an_order_stands_over_corrections_and_editions():
    """What is asked anew is answered by silence as what was asked before."""
    table = at_red_turn()
    table.when("referee", RED).accepted()
    shield = PatchItem(table="sides", key="0", field="shields", before="1", after="2")
    table.when("referee", Correct(grounds=WHY, patch=(shield,))).asks("turn", "red")
    table.rules = replace(table.rules, edition="2")
    table.when("table", AdoptEdition(edition="2", engine=bytes(32))).then(EditionAdopted)
    table.when("table", AnswerAbsent(seat=0)).then(TurnEnded).asks("turn", "blue")


@pytest.mark.rule("WG-SEAT-02", "WG-BACK-03")
def test_silence_is_no_command_of_the_seat():
    """Nobody takes back what the service answered, and who is absent gives no command of play."""
    table = at_red_turn()
    table.when("referee", RED).accepted()
    table.when("table", AnswerAbsent(seat=0)).asks("turn", "blue")
    assert table.refused(TakeBack(to=table.protocol.seq), "red") != ()


@pytest.mark.rule("WG-SEAT-02")
def test_an_order_is_not_given_twice():
    """By whichever referee; the other seat's is another order."""
    table = at_red_turn()
    table.when("referee", RED).accepted()
    for who in ("referee", "second", "head"):
        assert [fault.clause for fault in table.refused(RED, who)] == ["WG-SEAT-02"]
        assert table.refused(BLUE, who) == ()

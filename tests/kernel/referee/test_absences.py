"""WG-SEAT-02 and -03: silence is taken for a seat by order of a referee, until that is revoked."""

from dataclasses import replace as replace_kind

import pytest

from adjudicator.kernel.decide.offers import Choice
from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.docket import clocks
from adjudicator.kernel.messages import (
    AbsenceEnded,
    AbsenceOrdered,
    AnswerAbsent,
    CallNoShow,
    CallReferee,
    CommitContribution,
    Concede,
    DeadlineEnforced,
    Grounds,
    OrderAbsent,
    PauseGame,
    ReportRoll,
    ResultReached,
    ResumeGame,
    RevokeAbsent,
    Rewind,
    RollAcknowledged,
    RulingGiven,
    SeatAbsent,
    SeatSubstituted,
    SeedFixed,
    Substitute,
    ThrowDrawn,
)
from adjudicator.kernel.referee.dues import clock_dues
from tests.kernel.fixtures import TOY, changed
from tests.kernel.referee.test_clocks import after, plotting, terms
from tests.kit import Table
from tests.toy.model.messages import (
    CreateMatch,
    DrawToken,
    EndTurn,
    MarchPlotted,
    PlotMarch,
    RollStrike,
    Strike,
    StrikeRolled,
    TurnBegun,
    TurnEnded,
)

WHY = Grounds(reason="went to the doctor", clause="", about=())
STRIKE = Strike(piece="r1", target="b1")
RED, BLUE = OrderAbsent(grounds=WHY, seat=0), OrderAbsent(grounds=WHY, seat=1)
BACK = RevokeAbsent(grounds=WHY, seat=0)


def started(dice=(), **ways):
    """Both seats are asked for their plot; red has the first turn."""
    table = Table(TOY, dice=[6, 1, *dice], referee=True, **ways)
    table.when("referee", CreateMatch(rounds=2)).asks("plot", "red", "blue")
    return table


def due(table):
    """The seat for which silence is due now, by what the service goes by; None where none is."""
    for row in clock_dues(table.protocol):
        if isinstance(row.command, AnswerAbsent):
            assert row.at == table.protocol.times[-1]
            return row.command.seat
    return None


def silent(table):
    """Let the service take all the silence that is due; gives how often it did."""
    number = 0
    while (seat := due(table)) is not None:
        table.when("table", AnswerAbsent(seat=seat)).accepted()
        number += 1
    return number


@pytest.mark.rule("WG-SEAT-02", "WG-SEAT-03")
def test_silence_is_taken_for_the_absent_seat_alone():
    """In an entry for each question, until the order is revoked; the other seat is asked as before."""
    table = started()
    table.when("referee", RED).exactly(
        RulingGiven(act="OrderAbsent", reason=WHY.reason, clause="", about=()), AbsenceOrdered(seat=0)
    ).asks("plot", "red", "blue")
    assert due(table) == 0
    table.when("table", AnswerAbsent(seat=0)).then(
        DeadlineEnforced, window=table.window.id, party=0, answer="PlotMarch"
    ).then(MarchPlotted, seat=0, heading="north").asks("plot", "blue")
    assert due(table) is None
    table.when("blue", PlotMarch(heading="east")).asks("turn", "red")
    table.when("table", AnswerAbsent(seat=0)).then(DeadlineEnforced, TurnEnded(seat=0), TurnBegun(seat=1))
    table.when("blue", EndTurn()).asks("plot", "red", "blue")
    table.when("referee", BACK).exactly(
        RulingGiven(act="RevokeAbsent", reason=WHY.reason, clause="", about=()), AbsenceEnded(seat=0)
    )
    assert due(table) is None
    table.when("red", PlotMarch(heading="west")).accepted()


@pytest.mark.rule("WG-SEAT-02", "WG-SEAT-03")
def test_what_is_refused():
    """Seats that are none, orders that stand already or do not, and silence that is not due."""
    table = started()
    for seat in (None, 2):
        table.when("referee", OrderAbsent(grounds=WHY, seat=seat)).rejected("WG-SEAT-02", "seat-unknown", "seat")
        table.when("referee", RevokeAbsent(grounds=WHY, seat=seat)).rejected("WG-SEAT-02", "seat-unknown", "seat")
    table.when("referee", OrderAbsent(grounds=Grounds(reason=" ", clause="", about=()), seat=0)).rejected(
        "WG-RULE-01", "reason-missing", "grounds.reason"
    )
    table.when("referee", BACK).rejected("WG-SEAT-02", "not-absent", "seat")
    table.when("table", AnswerAbsent(seat=0)).rejected("WG-SEAT-03", "not-asked-absent", "seat")
    table.when("referee", RED).accepted()
    table.when("referee", RED).rejected("WG-SEAT-02", "absent-already", "seat")
    table.when("table", AnswerAbsent(seat=1)).rejected("WG-SEAT-03", "not-asked-absent", "seat")


@pytest.mark.rule("WG-SEAT-02")
def test_the_offers_name_the_seats_that_it_fits():
    """Those here may be ordered absent, those absent called back; no seat is offered either."""

    def offered(kind, party=REFEREE):
        rows = table.rules.desk_offers[kind](table.rules, table.game, table.protocol, party)
        return [next(field.values for field in row.fields if field.field == "seat") for row in rows]

    table = started()
    assert (offered(OrderAbsent), offered(RevokeAbsent)) == ([Choice(("0", "1"))], [])
    table.when("referee", RED).accepted()
    assert (offered(OrderAbsent), offered(RevokeAbsent)) == ([Choice(("1",))], [Choice(("0",))])
    assert (offered(OrderAbsent, 0), offered(RevokeAbsent, 1), offered(AnswerAbsent)) == ([], [], [])
    table.when("referee", BLUE).accepted()
    assert (offered(OrderAbsent), offered(RevokeAbsent)) == ([], [Choice(("0", "1"))])


@pytest.mark.rule("WG-SEAT-03")
def test_several_seats_are_absent():
    """The first seat's silence is taken first; with all of them absent the game is played to its end."""
    table = started()
    table.play(("referee", BLUE), ("referee", RED))
    assert due(table) == 0
    assert silent(table) > 4
    assert table.game.result is not None


@pytest.mark.rule("WG-SEAT-02")
def test_a_rewind_does_not_end_it():
    """The order lies in the docket: also where the game goes back to before it."""
    table = started([3])
    table.play(("blue", PlotMarch(heading="east")), ("red", PlotMarch(heading="east")), ("red", DrawToken()))
    table.when("referee", RED).accepted()
    silent(table)
    back = Rewind(grounds=WHY, to=5, dice="fresh", changes=(), overturns=None)
    table.when("referee", back).asks("turn", "red")
    assert table.protocol.docket.absences == {0: 6}
    assert due(table) == 0


@pytest.mark.rule("WG-SEAT-02", "WG-STOP-02")
def test_nothing_is_taken_while_the_game_stands_still():
    """Neither in a pause nor while a call stops the clocks; after it the silence is due at once."""
    table = started()
    table.play(("referee", RED), ("referee", PauseGame(grounds=WHY)))
    assert due(table) is None
    table.when("table", AnswerAbsent(seat=0)).rejected("WG-STOP-02", "game-stopped")
    table.when("referee", ResumeGame(grounds=WHY, dice="")).accepted()
    assert due(table) == 0
    table.when("red", CallReferee(question="I am back?", about=())).accepted()
    assert due(table) is None
    table.when("table", AnswerAbsent(seat=0)).rejected("WG-SEAT-03", "not-asked-absent")
    table.when("referee", BACK).accepted()
    table.when("red", PlotMarch(heading="west")).accepted()


@pytest.mark.rule("WG-SEAT-01", "WG-SEAT-02")
def test_the_order_ends_where_another_person_plays_the_seat():
    """The event says so; the new player answers."""
    table = started()
    table.when("referee", RED).accepted()
    given = Substitute(grounds=WHY, seat=0, person="Robin", keys=(b"k" * 32,))
    table.when("referee", given).then(SeatSubstituted).then(AbsenceEnded(seat=0))
    assert due(table) is None
    table.when("red", PlotMarch(heading="west")).accepted()


@pytest.mark.rule("WG-SEAT-02", "WG-SEED-03")
def test_before_the_seed_the_contribution_is_absent():
    """Whether it had committed or not; the dice are fixed without it."""
    table = Table(TOY, referee=True, profile="P1")
    table.when("referee", RED).accepted()
    table.when("table", AnswerAbsent(seat=0)).then(DeadlineEnforced).then(SeatAbsent(seat=0)).asks("contribute", "blue")
    value = wgdice.seat_commit(table.game_id, 1, bytes(32))
    table.when("blue", CommitContribution(commitment=value)).asks("open_contribution", "blue")
    table.when("referee", BLUE).accepted()
    table.when("table", AnswerAbsent(seat=1)).then(SeatAbsent(seat=1)).then(SeedFixed)
    assert table.protocol.absent == {0: 3, 1: 6}


@pytest.mark.rule("WG-SEAT-03", "WG-DICE-04")
def test_dice_of_the_table_do_not_wait_for_who_is_absent():
    """Its throw is drawn from the seed, and the other's faces are acknowledged."""
    table = Table(TOY, reported=True, referee=True, dice=[1])
    table.when("referee", CreateMatch(rounds=2)).accepted()
    while table.window.kind == "roll_report":
        table.thrown(6 if table.window.asks == (0,) else 1)
    table.play(("red", PlotMarch(heading="north")), ("blue", PlotMarch(heading="east")), ("red", STRIKE))
    table.when("referee", BLUE).accepted()
    table.when("table", AnswerAbsent(seat=1)).asks("strike", "red")
    table.when("red", RollStrike()).asks("roll_report", "red")
    table.when("referee", RED).accepted()
    table.when("table", AnswerAbsent(seat=0)).then(ThrowDrawn, roller=0).then(StrikeRolled, face=1).asks("turn", "red")
    table.play(("referee", BACK), ("red", STRIKE))
    table.when("table", AnswerAbsent(seat=1)).asks("strike", "red")
    table.when("red", RollStrike()).asks("roll_report", "red")
    table.when("red", ReportRoll(faces=(4,), dice_set="")).asks("roll_acknowledge", "blue", "referee")
    table.when("table", AnswerAbsent(seat=1)).then(RollAcknowledged(by=1)).then(StrikeRolled, face=4)


@pytest.mark.rule("WG-SEAT-03", "WG-DICE-01")
def test_silence_that_throws_dice_of_the_table_waits_for_them():
    """The command of the service is taken up again with the faces."""
    table = Table(TOY, reported=True, referee=True, dice=[2])
    table.when("referee", CreateMatch(rounds=2)).accepted()
    while table.window.kind == "roll_report":
        table.thrown(6 if table.window.asks == (0,) else 1)
    table.play(("red", PlotMarch(heading="north")), ("blue", PlotMarch(heading="east")), ("red", STRIKE))
    table.play(("referee", BLUE), ("table", AnswerAbsent(seat=1)))
    table.when("referee", RED).asks("strike", "red")
    table.when("table", AnswerAbsent(seat=0)).asks("roll_report", "red")
    table.when("table", AnswerAbsent(seat=0)).then(ThrowDrawn).then(StrikeRolled, face=2).asks("turn", "red")


@pytest.mark.rule("WG-SEAT-02", "WG-CLOCK-02")
def test_the_clock_of_an_absent_seat_does_not_run():
    """Neither is it charged, nor does its flag fall; it goes on with the order's end."""
    table = plotting(ways={"referee": True})
    after(table, 4_000).when("referee", RED).accepted()
    assert clocks.running(table.protocol.docket) == (1,)
    after(table, 2_000).when("table", AnswerAbsent(seat=0)).accepted()
    after(table, 1_000).when("blue", PlotMarch(heading="east")).asks("turn", "red")
    assert [row.bank for row in table.protocol.docket.clocks.seats] == [6_000, 3_000]
    assert clocks.first_due(table.protocol.docket) is None
    table.when("referee", BACK).accepted()
    assert clocks.first_due(table.protocol.docket) == (table.time + 7_000, 0)
    after(table, 1_000).when("red", EndTurn()).accepted()
    assert table.protocol.docket.clocks.seats[0].bank == 5_000


@pytest.mark.rule("WG-SEAT-02", "WG-CLOCK-05")
def test_who_is_absent_by_order_has_not_failed_to_come():
    """Not after the order has ended, either: it ended since somebody came."""
    table = Table(TOY, referee=True, profile="P1", terms=terms(no_show_ms=60_000))
    value = wgdice.seat_commit(table.game_id, 1, bytes(32))
    table.play(("blue", CommitContribution(commitment=value)), ("referee", RED), ("referee", BACK))
    after(table, 60_000).when("table", CallNoShow()).rejected("WG-CLOCK-05", "no-show-not-due")


def mute(seats=(0, 1)):
    """A table whose plots nothing stands for, and these seats absent."""
    rules = changed(windows=[replace_kind(TOY.windows["plot"], default_command=None)])
    table = Table(rules, dice=[6, 1], referee=True)
    table.when("referee", CreateMatch(rounds=2)).accepted()
    for seat in seats:
        table.when("referee", OrderAbsent(grounds=WHY, seat=seat)).accepted()
    return table


@pytest.mark.rule("WG-SEAT-03")
def test_where_silence_is_no_answer_who_is_absent_has_lost():
    """The result names the order; where all are absent nobody has won, and the game counts for nothing."""
    result = mute([1]).when("table", AnswerAbsent(seat=1)).one(ResultReached)
    assert (result.winners, result.ending, result.by, result.ruling, result.played) == (
        (0,),
        "forfeit",
        "ruling",
        3,
        True,
    )
    result = mute().when("table", AnswerAbsent(seat=0)).one(ResultReached)
    assert (result.winners, result.ending, result.ruling, result.played) == ((), "void", 3, False)


@pytest.mark.rule("WG-SEAT-02")
def test_after_a_result_the_order_may_be_revoked_and_not_given():
    """A game that is taken back then does not fall silent at once; nothing is taken after the result."""
    table = started(appeal=600)
    table.play(("referee", RED), ("blue", Concede()))
    assert due(table) is None
    table.when("referee", BLUE).rejected("WG-SEAT-02", "result-stands")
    table.when("referee", BACK).accepted()

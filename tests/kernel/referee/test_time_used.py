"""What a question has used of the time: it stays used, over rewinds, corrections, proposals and outages (0.3 s)."""

import pytest

from adjudicator.kernel.docket import clocks
from adjudicator.kernel.docket.appeals import appeals_close
from adjudicator.kernel.messages import (
    AdjournGame,
    AfterFlagGiven,
    AnswerCall,
    AnswerProposal,
    Appeal,
    AppealLodged,
    CallClosed,
    CallFlag,
    CallNoShow,
    CallReferee,
    CallTime,
    Concede,
    Correct,
    EndStop,
    EnforceDeadline,
    Finish,
    FlagFell,
    GiveBackOutage,
    PatchItem,
    PauseGame,
    RefereeCalled,
    ResumeGame,
    Rewind,
    TakeBack,
)
from tests.kernel.referee.test_clock_formula import EAST, WEST, WHY, asked_to_plot, at_red_turn, banks, later
from tests.toy.model.messages import Decline, DrawToken, RollStrike, Strike, TurnEnded

FIRST, SECOND = Strike(piece="r1", target="b1"), Strike(piece="r1", target="b2")


def back(to):
    """A ruling that goes back."""
    return Rewind(grounds=WHY, to=to, dice="fresh", changes=())


def outage(table, ms, used=0):
    """Let an outage take so many ms after some that were used."""
    last = table.time
    later(table, used + ms).when("table", GiveBackOutage(from_ms=last + used, to_ms=table.time)).accepted()
    return table


def free(table):
    """What is left of the delays of both."""
    return tuple(row.free for row in table.protocol.docket.clocks.seats)


def not_due(table):
    """Silence for the open question is not due."""
    table.when("table", EnforceDeadline(window=table.window.id)).rejected("WG-ASK-02", "not-due")


# -- questions that are asked again


@pytest.mark.rule("WG-CLOCK-01", "WG-BACK-03")
def test_a_take_back_renews_no_delay_however_often():
    """Three seconds of five are used of the plot, and ten times a second more: two are free, eight are paid."""
    table = asked_to_plot(delay_ms=5_000)
    later(table, 3_000).when("red", EAST).accepted()
    for number in range(10):
        plot = table.protocol.seq
        later(table, 0).when("red", TakeBack(to=plot)).asks("plot", "red", "blue")
        later(table, 1_000).when("red", (WEST, EAST)[number % 2]).accepted()
    assert banks(table) == (52_000, 52_000)
    assert free(table)[1] == 0


@pytest.mark.rule("WG-CLOCK-01", "WG-BACK-01")
def test_a_question_after_a_rewind_is_the_one_that_was_asked_there():
    """Blue has used four seconds of its delay for the strike on b1; asked about it again it has one, about b2 five."""
    table = at_red_turn(delay_ms=5_000)
    table.when("red", FIRST).asks("parry", "blue")
    later(table, 4_000).when("head", back(5)).asks("turn", "red")
    assert free(table)[0] == 5_000, "red was asked for no time"
    table.when("red", FIRST).asks("parry", "blue")
    assert free(table)[1] == 1_000
    table.when("head", back(7)).asks("turn", "red")
    table.when("red", SECOND).asks("parry", "blue")
    assert free(table)[1] == 5_000, "never asked before"


@pytest.mark.rule("WG-ASK-02", "WG-BACK-03")
def test_a_take_back_renews_no_time_to_answer():
    """A minute for the plot of both: forty seconds are used before red gives and takes back, nineteen after it."""
    table = asked_to_plot(limit=60, bank_ms=600_000)
    later(table, 40_000).when("red", EAST).asks("plot", "blue")
    later(table, 10_000).when("red", TakeBack(to=3)).asks("plot", "red", "blue")
    not_due(later(table, 19_999))
    table.when("red", WEST).asks("plot", "blue")
    not_due(later(table, 49_999))  # ten seconds of this minute were used before it was taken back
    later(table, 1).when("table", EnforceDeadline(window=table.window.id)).asks("turn", "red")


@pytest.mark.rule("WG-ASK-02", "WG-BACK-03")
def test_a_take_back_that_is_taken_back_renews_nothing_either():
    """Each way round the time of each question goes on."""
    table = asked_to_plot(limit=60, bank_ms=600_000)
    later(table, 20_000).when("red", EAST).asks("plot", "blue")
    later(table, 1_000).when("red", TakeBack(to=3)).asks("plot", "red", "blue")
    later(table, 20_000).when("red", TakeBack(to=4)).asks("plot", "blue")
    not_due(later(table, 58_999))
    table.when("red", TakeBack(to=3)).asks("plot", "red", "blue")
    not_due(later(table, 19_999))
    later(table, 1).when("table", EnforceDeadline(window=table.window.id)).asks("turn", "red")


@pytest.mark.rule("WG-ASK-02", "WG-BACK-04")
def test_a_proposal_renews_no_time_to_answer():
    """Forty seconds of red's minute before it proposes; blue declines; twenty are left."""
    table = at_red_turn(referee=False, limit=60, bank_ms=600_000)
    later(table, 40_000).when("red", back(3)).asks("consent", "blue")
    not_due(later(table, 59_999))  # blue has a minute of its own
    table.when("blue", AnswerProposal(agree=False)).asks("turn", "red")
    not_due(later(table, 19_999))
    later(table, 1).when("table", EnforceDeadline(window=table.window.id)).then(TurnEnded, seat=0)


@pytest.mark.rule("WG-ASK-02", "WG-CORRECT-01")
def test_a_correction_renews_nothing():
    """Four seconds free of five, and forty of a minute: used before it, and used after it."""
    table = at_red_turn(limit=60, bank_ms=600_000, delay_ms=5_000)
    item = PatchItem(table="sides", key="0", field="shields", before="1", after="2")
    later(table, 4_000).when("head", Correct(grounds=WHY, patch=(item,))).asks("turn", "red")
    assert free(table)[0] == 1_000
    not_due(later(table, 55_999))
    assert banks(table) == (600_000, 600_000)
    later(table, 1).when("table", EnforceDeadline(window=table.window.id)).then(TurnEnded, seat=0)


@pytest.mark.rule("WG-ASK-02")
def test_play_asks_the_turn_for_a_time_of_its_own():
    """After a strike that nobody parried red has another minute for its turn."""
    table = at_red_turn(limit=60, bank_ms=600_000)
    table.faces(1)
    later(table, 50_000).play(("red", FIRST), ("blue", Decline()), ("red", RollStrike())).asks("turn", "red")
    not_due(later(table, 59_999))


@pytest.mark.rule("WG-CLOCK-01", "WG-STOP-02")
def test_a_stop_renews_no_delay():
    """Two of five seconds before it, two after it, then one is left."""
    table = at_red_turn(delay_ms=5_000)
    later(table, 2_000).when("referee", PauseGame(grounds=WHY)).accepted()
    later(table, 60_000).when("referee", ResumeGame(grounds=WHY, dice="")).accepted()
    table.faces(1)
    later(table, 2_000).when("red", DrawToken()).asks("turn", "red")
    assert (free(table)[0], banks(table)) == (1_000, (60_000, 60_000))


# -- after the flag


@pytest.mark.rule("WG-CLOCK-03")
@pytest.mark.parametrize("asked", [4_000, 10_999], ids=["asked long before", "asked a ms before"])
def test_what_a_flag_leaves_counts_from_its_fall(asked):
    """However long the question stood before: five seconds from the fall."""
    table = at_red_turn(bank_ms=10_000, on_flag="defaults_game", after_flag_ms=5_000)
    later(table, asked).play(("red", FIRST), ("blue", Decline())).asks("strike", "red")
    later(table, 11_000 - asked).when("table", CallFlag(seat=0)).then(FlagFell, AfterFlagGiven)
    assert clocks.due_of(table.protocol.docket, 0) == table.time + 5_000


@pytest.mark.rule("WG-CLOCK-03", "WG-BACK-01")
def test_a_rewind_leaves_what_is_left_after_the_flag():
    """Two of five seconds after the fall; the ruling goes back to after it and the question has three; none is new."""
    table = at_red_turn(bank_ms=10_000, on_flag="defaults_turn", after_flag_ms=5_000)
    table.faces(1)
    later(table, 10_999).play(("red", FIRST), ("blue", Decline())).asks("strike", "red")
    later(table, 1).when("table", CallFlag(seat=0)).then(AfterFlagGiven)
    later(table, 2_000).when("red", RollStrike()).asks("turn", "red")
    table.when("head", back(table.protocol.seq)).then(AfterFlagGiven, seat=0).asks("strike", "red")
    assert table.protocol.docket.clocks.seats[0].flag > 0
    assert clocks.due_of(table.protocol.docket, 0) == table.time + 3_000


# -- what outages take


@pytest.mark.rule("WG-CLOCK-07", "WG-APPEAL-04")
def test_an_outage_is_no_time_to_appeal():
    """A minute for appeals, of which an outage took fifty seconds; a lodged one has what was left."""
    table = at_red_turn(appeal=60)
    table.when("red", Concede()).accepted()
    start = table.time
    outage(table, 50_000, used=5_000)
    assert appeals_close(table.protocol, table.window) == start + 110_000
    later(table, 54_999).when("table", Finish()).rejected("WG-END-01", "appeals-open", seconds=1)
    table.when("blue", Appeal(reason="no", about=None)).then(AppealLodged, left_ms=1)


@pytest.mark.rule("WG-CLOCK-05", "WG-CLOCK-06", "WG-CLOCK-07", "WG-STOP-01")
@pytest.mark.parametrize(
    ("limits", "call"),
    [({"no_show_ms": 600_000}, CallNoShow()), ({"time_called_ms": 600_000}, CallTime())],
    ids=["no show", "time called"],
)
def test_the_course_of_a_round_is_longer_by_outages_and_stops(limits, call):
    """Ten minutes, an outage of two, a pause of three with an outage of one in it: fifteen after the start."""
    table = asked_to_plot(others=limits, bank_ms=10_000_000)
    start = table.time
    outage(table, 120_000)
    table.when("referee", PauseGame(grounds=WHY)).accepted()
    outage(table, 60_000, used=60_000)
    later(table, 60_000).when("referee", ResumeGame(grounds=WHY, dice="")).accepted()
    table.time = start + 899_999
    clause = "WG-CLOCK-05" if isinstance(call, CallNoShow) else "WG-CLOCK-06"
    reason = "no-show-not-due" if isinstance(call, CallNoShow) else "time-not-due"
    table.when("table", call).rejected(clause, reason)
    later(table, 1).when("table", call).accepted()


@pytest.mark.rule("WG-CLOCK-07", "WG-STOP-01", "WG-STOP-03")
@pytest.mark.parametrize(
    ("act", "whole", "longer"),
    [
        (PauseGame(grounds=WHY), 3_600_000, 100_000),
        (AdjournGame(grounds=WHY, for_ms=600_000), 600_000, 0),
        (CallReferee(question="may I?", about=()), 600_000, 100_000),
    ],
    ids=["pause", "adjournment", "call"],
)
def test_a_stop_is_longer_by_an_outage_but_an_adjournment_ends_when_it_was_to_end(act, whole, longer):
    """A referee could not come while the service was down; an adjournment is an appointment."""
    table = at_red_turn()
    table.when("red" if isinstance(act, CallReferee) else "referee", act).accepted()
    stop, start = table.protocol.seq, table.time
    outage(table, 100_000, used=100_000)
    table.time = start + whole + longer - 1
    table.when("table", EndStop(stop=stop)).rejected("WG-STOP-01", "stop-not-due", seconds=1)
    later(table, 1).when("table", EndStop(stop=stop)).accepted()
    assert banks(table) == (60_000, 60_000)


@pytest.mark.rule("WG-CLOCK-07", "WG-CALL-01")
def test_a_call_waits_so_much_longer_for_its_answer():
    """An hour and an outage of ten minutes, in a game whose calls stop no clock any more."""
    table = at_red_turn(bank_ms=100_000_000)
    for number in range(3):
        table.when("red", CallReferee(question=f"may I? {number}", about=())).accepted()
        table.when("head", AnswerCall(grounds=WHY, call=table.protocol.seq)).accepted()
    table.when("red", CallReferee(question="may I?", about=())).then(RefereeCalled, until_ms=0)
    call, start = table.protocol.seq, table.time
    outage(table, 600_000)
    table.time = start + 4_199_999
    table.when("table", EndStop(stop=call)).rejected("WG-STOP-01", "stop-not-due")
    later(table, 1).when("table", EndStop(stop=call)).then(CallClosed, end="lapsed")


@pytest.mark.rule("WG-CLOCK-07")
def test_nothing_is_given_back_in_a_closed_game():
    """Its result is final."""
    table = at_red_turn(appeal=60)
    table.when("red", Concede()).accepted()
    later(table, 60_000).when("table", Finish()).accepted()
    later(table, 10_000).when("table", GiveBackOutage(from_ms=table.time - 5_000, to_ms=table.time)).rejected(
        "WG-CLOCK-07", "closed-already"
    )

"""Calls for the referee: who may call, how often the clocks stop, and how a call ends."""

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.docket.stops import Call, Stop
from adjudicator.kernel.messages import (
    AnswerCall,
    CallClosed,
    CallReferee,
    Concede,
    EndStop,
    EnforceDeadline,
    GameTerms,
    Grounds,
    RefereeCalled,
    RulingGiven,
    StopEnded,
    StopTerms,
    WithdrawCall,
)
from adjudicator.kernel.protocol.deadlines import stop_terms
from tests.kernel.fixtures import turn
from tests.toy.model.messages import DrawToken, EndTurn

WHY = Grounds(reason="as agreed before the game", clause="", about=())
ASK = CallReferee(question="is that in cover?", about=())
MINUTE = 60_000


@pytest.mark.rule("WG-CALL-01")
def test_a_call_is_answered():
    """A call stops the clocks and nothing else; the answer lets them go on."""
    table = turn(referee=True, dice=[1])
    at, now = table.protocol.seq + 1, table.time
    table.when("blue", CallReferee(question="", about=(1, 2))).exactly(
        RefereeCalled(by=1, question="", about=(1, 2), until_ms=now + 10 * MINUTE, lapses_ms=now + 60 * MINUTE)
    )
    docket = table.protocol.docket
    assert docket.stops == (Stop(at, "call", 1, now, now + 10 * MINUTE),)
    assert docket.calls == (Call(at, 1, now + 60 * MINUTE),)
    assert (docket.stopped, docket.stopped_since, docket.halt) == (True, now, None)
    table.when("red", DrawToken()).accepted()
    table.wait(5)
    table.when("referee", AnswerCall(grounds=WHY, call=at)).exactly(
        RulingGiven(act="AnswerCall", reason=WHY.reason, clause="", about=()), CallClosed(call=at, end="answered")
    )
    docket = table.protocol.docket
    assert (docket.stops, docket.calls, docket.stopped) == ((), (), False)
    assert docket.still == ((now, now + 5000),)
    assert docket.stopped_ms(now + 1000, now + 3000) == 2000
    assert docket.stopped_ms(now + 4000, now + 9000) == 1000


@pytest.mark.rule("WG-CALL-01")
def test_only_the_caller_withdraws():
    """One call of a seat at a time; its caller alone withdraws it, and only while it is open."""
    table = turn(referee=True)
    at = table.protocol.seq + 1
    table.when("blue", ASK).accepted()
    table.when("blue", ASK).rejected("WG-CALL-01", "call-open")
    table.when("red", WithdrawCall(call=at)).rejected("WG-CALL-01", "not-your-call", "call")
    table.when("blue", WithdrawCall(call=at + 7)).rejected("WG-CALL-01", "no-such-call", "call", entry=at + 7)
    table.when("blue", WithdrawCall(call=at)).exactly(CallClosed(call=at, end="withdrawn"))
    table.when("referee", AnswerCall(grounds=WHY, call=at)).rejected("WG-CALL-01", "no-such-call", "call", entry=at)


@pytest.mark.rule("WG-CALL-01", "WG-RULE-01")
def test_a_call_of_a_closed_game_is_not_offered():
    """Nothing is ruled upon in a game that is closed: no answer is offered, as none would be taken."""
    table = turn(referee=True)
    table.when("blue", ASK).accepted()
    offers = table.rules.desk_offers[AnswerCall]
    assert [row.command for row in offers(table.rules, table.game, table.protocol, REFEREE)] == ["AnswerCall"]
    closed = SimpleNamespace(docket=table.protocol.docket, finished=9)
    assert offers(table.rules, table.game, closed, REFEREE) == []


@pytest.mark.rule("WG-CALL-01")
def test_what_is_no_call():
    """A call is a seat's, says something about entries that there are, and needs a referee."""
    table = turn(referee=True)
    last = table.protocol.seq
    table.when("referee", ASK).rejected("WG-CALL-01", "not-a-seat")
    table.when("red", CallReferee(question="  ", about=())).rejected("WG-CALL-01", "question-missing", "question")
    table.when("red", CallReferee(question="", about=(1, last + 1))).rejected(
        "WG-CALL-01", "entry-unknown", "about[1]", entry=last + 1, last=last
    )
    turn().when("red", ASK).rejected("WG-CALL-01", "no-referee")


@pytest.mark.rule("WG-CALL-02")
def test_calls_beyond_the_count_stop_nothing():
    """The usual terms let three calls of each seat stop the clocks; the fourth stands and stops nothing."""
    table = turn(referee=True)
    for _ in range(3):
        called = table.when("red", ASK).one(RefereeCalled)
        assert called.until_ms == table.time + 10 * MINUTE
        table.when("red", WithdrawCall(call=table.protocol.seq)).accepted()
    assert table.when("red", ASK).one(RefereeCalled).until_ms == 0
    docket = table.protocol.docket
    assert (docket.called, docket.stops, len(docket.calls)) == ({0: 3}, (), 1)
    assert table.when("blue", ASK).one(RefereeCalled).until_ms == table.time + 10 * MINUTE


@pytest.mark.rule("WG-STOP-01")
def test_the_service_ends_what_nobody_answers():
    """After ten minutes the clocks go on, after an hour the call lapses, and not a second before."""
    table = turn(referee=True)
    began = table.time
    table.when("red", ASK).accepted()
    at = table.protocol.seq
    end = EndStop(stop=at)
    table.wait(599)
    table.when("table", end).rejected("WG-STOP-01", "stop-not-due", "stop", seconds=1)
    table.wait(1)
    table.when("table", end).exactly(StopEnded(stop=at, kind="call", by_limit=True))
    assert table.protocol.docket.still == ((began, began + 600_000),)
    table.when("table", end).rejected("WG-STOP-01", "stop-not-due", "stop", seconds=3000)
    table.wait(3000)
    table.when("table", end).exactly(CallClosed(call=at, end="lapsed"))
    table.when("table", end).rejected("WG-STOP-01", "no-such-stop", "stop", entry=at)


@pytest.mark.rule("WG-STOP-01")
def test_stopped_time_is_nobodys():
    """A question that may be answered for a minute is not over while a call stops the clocks."""
    table = turn(referee=True, limit=60)
    window = table.window.id
    table.wait(50)
    table.when("red", ASK).accepted()
    table.wait(300)
    table.when("table", EnforceDeadline(window=window)).rejected("WG-ASK-02", "not-due", "window", seconds=10)
    table.when("red", WithdrawCall(call=table.protocol.seq)).accepted()
    table.wait(9)
    table.when("table", EnforceDeadline(window=window)).rejected("WG-ASK-02", "not-due", "window", seconds=1)
    table.wait(1)
    table.when("table", EnforceDeadline(window=window)).accepted()


def test_a_result_ends_what_stops_the_clocks():
    """A call stays open over the end; it may be answered until the game closes, and stops nothing any more."""
    table = turn(referee=True, appeal=60)
    table.when("red", ASK).accepted()
    at = table.protocol.seq
    table.when("blue", Concede()).accepted()
    assert (table.protocol.docket.stops, len(table.protocol.docket.calls)) == ((), 1)
    assert table.when("blue", ASK).one(RefereeCalled).until_ms == 0
    table.when("referee", AnswerCall(grounds=WHY, call=at)).accepted()


def test_red_plays_on():
    """A call is no pause: who is asked may answer."""
    table = turn(referee=True)
    table.when("red", ASK).accepted()
    table.when("red", EndTurn()).accepted()


def test_terms_of_an_event():
    """A call stops the clocks for no longer than the referee has; terms that name no end of a pause have the usual."""
    stops = StopTerms(call_ms=5 * MINUTE, calls=1, pause_ms=0, adjourn_ms=0)
    terms = GameTerms(stops=stops, referee_ms=2 * MINUTE, no_show_ms=0, time_called_ms=0, agree="free")
    assert stop_terms(terms) == replace(stops, pause_ms=60 * MINUTE, adjourn_ms=24 * 60 * MINUTE)
    table = turn(referee=True, event=b"e" * 16, terms=terms)
    now = table.time
    called = table.when("red", ASK).one(RefereeCalled)
    assert (called.until_ms, called.lapses_ms) == (now + 2 * MINUTE, now + 2 * MINUTE)
    at = table.protocol.seq
    table.wait(120)
    table.when("table", EndStop(stop=at)).exactly(CallClosed(call=at, end="lapsed"))
    assert table.protocol.docket.stopped is False
    assert table.when("red", ASK).one(RefereeCalled).until_ms == 0

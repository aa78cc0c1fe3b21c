"""WG-CLOCK: what is charged to whom, when a flag falls, and what follows; all of it from the times of the entries."""

from dataclasses import replace as replace_kind

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.offers import Choice, Range
from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.docket import clocks
from adjudicator.kernel.messages import (
    AcknowledgeRoll,
    AfterFlagGiven,
    AnswerCall,
    CallFlag,
    CallNoShow,
    CallReferee,
    CallTime,
    ClockSet,
    ClockTerms,
    CommitContribution,
    Concede,
    DeadlineEnforced,
    EnforceDeadline,
    FlagFell,
    GameTerms,
    GiveBackOutage,
    Grounds,
    OutageGivenBack,
    PauseGame,
    Penalise,
    ReportRoll,
    ResultReached,
    ResumeGame,
    Rewind,
    Rewound,
    RulingGiven,
    SeatScore,
    SeatsMissing,
    SetClock,
    TakeBack,
    TieBreak,
    TimeCalled,
    TurnTimed,
)
from adjudicator.kernel.referee.clocks import seats_ahead
from tests.kernel.fixtures import TOY, changed
from tests.kit import MINUTE, Table
from tests.toy.model.messages import (
    CreateMatch,
    Decline,
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

WHY = Grounds(reason="the lights went out", clause="", about=())
STRIKE = Strike(piece="r1", target="b1")
USUAL = {
    "bank_ms": 10_000,
    "increment_ms": 0,
    "delay_ms": 0,
    "cap_ms": 0,
    "per": "answer",
    "on_flag": "note",
    "after_flag_ms": 5_000,
    "grace_ms": 0,
    "least_ms": 0,
}


def terms(no_show_ms=0, time_called_ms=0, **clock):
    """Terms with a bank of ten seconds, and nothing besides."""
    made = ClockTerms(**{**USUAL, **clock})
    return GameTerms(
        clock=made,
        stops=None,
        referee_ms=0,
        no_show_ms=no_show_ms,
        time_called_ms=time_called_ms,
        penalties=(),
        endings=(),
        agree="",
    )


def plotting(dice=(), ways=None, **clock):
    """Both seats are asked for their plot since the entry before; red has the first turn."""
    table = Table(TOY, dice=[6, 1, *dice], terms=terms(**clock), **(ways or {}))
    table.when("referee", CreateMatch(rounds=2)).asks("plot", "red", "blue")
    return table


def turn(dice=(), ways=None, **clock):
    """Red's turn; nothing was charged so far."""
    table = plotting(dice, ways, **clock)
    table.play(("red", PlotMarch(heading="north")), ("blue", PlotMarch(heading="east")))
    return table


def after(table, ms):
    """Let so many milliseconds pass."""
    table.time += ms
    return table


def banks(table):
    return [row.bank for row in table.protocol.docket.clocks.seats]


# -- what is charged


@pytest.mark.rule("WG-CLOCK-01")
def test_a_game_without_terms_has_no_clock():
    """No seat has a bank, nothing is ever due, and a referee has nothing to set."""
    table = Table(TOY, dice=[6, 1], referee=True)
    table.when("referee", CreateMatch(rounds=2)).accepted()
    assert table.protocol.docket.clocks.seats == ()
    assert clocks.first_due(table.protocol.docket) is None
    table.when("referee", SetClock(grounds=WHY, seat=0, old_ms=0, new_ms=1)).rejected("WG-CLOCK-04", "no-clock")


@pytest.mark.rule("WG-CLOCK-01")
def test_only_who_is_asked_is_charged():
    """Both are charged while both are asked, then the one who is left; the other's bank stands."""
    table = after(plotting(), 3_000)
    table.when("red", PlotMarch(heading="north")).accepted()
    assert banks(table) == [7_000, 7_000]
    after(table, 2_500).when("blue", PlotMarch(heading="east")).asks("turn", "red")
    assert banks(table) == [7_000, 4_500]


@pytest.mark.rule("WG-CLOCK-01")
def test_only_the_innermost_question_is_charged():
    """While blue may parry, red, who is asked below, is not charged."""
    table = after(turn(), 1_000)
    table.when("red", STRIKE).asks("parry", "blue")
    after(table, 4_000).when("blue", Decline()).asks("strike", "red")
    assert banks(table) == [9_000, 6_000]


@pytest.mark.rule("WG-CLOCK-01")
def test_the_referee_and_the_table_have_no_clock():
    """While the referee is asked nobody is charged, however long it takes."""
    table = Table(TOY, dice=[6, 1], terms=terms())
    after(table, 3_600_000).when("referee", CreateMatch(rounds=2)).asks("plot")
    assert banks(table) == [10_000, 10_000]


@pytest.mark.rule("WG-CLOCK-01")
def test_no_clock_runs_before_the_start():
    """Of the time up to an entry only what lies after the start counts."""
    table = plotting(ways={"starts_ms": MINUTE + 5_000})
    after(table, 7_000).when("red", PlotMarch(heading="north")).accepted()
    assert banks(table) == [8_000, 8_000]


@pytest.mark.rule("WG-CLOCK-01")
def test_no_clock_runs_before_the_seed():
    """Contributions are asked of the seats, and no bank pays for it."""
    table = Table(TOY, profile="P1", terms=terms())
    assert table.window.asks == (0, 1)
    assert clocks.running(table.protocol.docket) == ()


@pytest.mark.rule("WG-CLOCK-01")
def test_no_clock_runs_under_a_stop():
    """What passes while the referee is called, or the game is paused, is nobody's; nor is it time to answer."""
    table = after(turn(ways={"referee": True, "limit": 8}), 2_000)
    table.when("blue", CallReferee(question="may it do this?", about=())).accepted()
    call = table.protocol.seq
    assert banks(table) == [8_000, 10_000]
    assert clocks.first_due(table.protocol.docket) is None
    after(table, 300_000).when("referee", AnswerCall(grounds=WHY, call=call)).accepted()
    assert banks(table) == [8_000, 10_000]
    table.when("referee", PauseGame(grounds=WHY)).accepted()
    after(table, 300_000).when("table", CallFlag(seat=0)).rejected("WG-CLOCK-03", "flag-not-due", "seat")
    table.when("referee", ResumeGame(grounds=WHY, dice="")).accepted()
    assert clocks.first_due(table.protocol.docket) == (table.time + 9_000, 0)
    after(table, 5_999).when("table", EnforceDeadline(window=table.window.id)).rejected("WG-ASK-02", "not-due")
    after(table, 1).when("table", EnforceDeadline(window=table.window.id)).then(TurnEnded)


@pytest.mark.rule("WG-CLOCK-01")
def test_the_delay_is_free_once_for_each_question():
    """Two seconds of every new question are free; the same question below another is not new."""
    table = after(turn([4], delay_ms=2_000), 1_500)
    table.when("red", STRIKE).accepted()
    assert banks(table) == [10_000, 10_000]
    after(table, 3_000).when("blue", Decline()).asks("strike", "red")
    assert banks(table) == [10_000, 9_000]
    after(table, 1_000).when("red", RollStrike()).asks("turn", "red")
    assert banks(table) == [10_000, 9_000], "a question of its own, with two seconds of its own"
    after(table, 3_000).when("red", EndTurn()).asks("turn", "blue")
    assert banks(table) == [7_500, 9_000], "the turn's question was asked before: half a second is left of its delay"


@pytest.mark.rule("WG-CLOCK-01")
@pytest.mark.parametrize("change", [{"bank_ms": 0}, {"delay_ms": 2**40}])
def test_an_opening_with_times_that_can_not_be_counted_is_refused(change):
    """The opening names the field."""
    table = Table(TOY, terms=terms(**change), opened=False)
    (name,) = change
    table.when("referee", table.opening).rejected("WG-CLOCK-01", "clock-number", f"event_terms.clock.{name}")


@pytest.mark.rule("WG-CLOCK-01")
def test_clocks_need_steps_that_are_taken_by_themselves():
    """With pace "step" a table step that nobody takes would stop all clocks."""
    table = Table(TOY, pace="step", terms=terms(), opened=False)
    table.when("referee", table.opening).rejected("WG-CLOCK-01", "clock-needs-auto", "pace")


# -- increments


@pytest.mark.rule("WG-CLOCK-02")
def test_an_answer_adds_the_increment():
    """To who answered, once he is asked no more; a turn that goes on is no answer."""
    table = after(turn([1], increment_ms=500), 2_000)
    assert banks(table) == [10_500, 10_500]
    table.when("red", DrawToken()).asks("turn", "red")
    assert banks(table) == [8_500, 10_500]
    after(table, 1_000).when("red", EndTurn()).accepted()
    assert banks(table) == [8_000, 10_500]


@pytest.mark.rule("WG-CLOCK-02")
def test_increments_make_no_bank_greater_than_the_cap():
    """A bank that is greater anyway keeps what it has."""
    table = after(plotting(increment_ms=5_000, cap_ms=9_000), 3_000)
    table.when("red", PlotMarch(heading="north")).accepted()
    assert banks(table) == [9_000, 7_000]
    table = plotting(increment_ms=5_000, cap_ms=9_000)
    table.when("red", PlotMarch(heading="north")).accepted()
    assert banks(table) == [10_000, 10_000]


@pytest.mark.rule("WG-CLOCK-02")
def test_by_the_turn_the_increment_comes_when_the_turn_is_over():
    """Answers add nothing; the end of the turn does."""
    table = after(turn(per="turn", increment_ms=500), 1_000)
    table.when("red", STRIKE).without(TurnTimed)
    table.when("blue", Decline()).without(TurnTimed)
    assert banks(table) == [9_000, 10_000]
    table.faces(1)
    table.when("red", RollStrike()).without(TurnTimed)
    table.when("red", EndTurn()).exactly(TurnEnded(seat=0), TurnBegun(seat=1), TurnTimed(seats=(0,)))
    assert banks(table) == [9_500, 10_000]


@pytest.mark.rule("WG-CLOCK-02")
def test_silence_earns_no_increment():
    """Neither by the answer nor by the turn."""
    for per in ("answer", "turn"):
        table = turn(per=per, increment_ms=500, ways={"limit": 5})
        before = banks(table)
        after(table, 5_000).when("table", EnforceDeadline(window=table.window.id)).then(TurnEnded).without(TurnTimed)
        assert banks(table) == [before[0] - 5_000, before[1]]


# -- flags


@pytest.mark.rule("WG-CLOCK-03")
def test_a_flag_falls_when_the_bank_is_overdrawn_by_the_grace():
    """Not a millisecond before; the event says what was overdrawn, and the bank is 0 after it."""
    table = after(turn(), 10_999)
    assert clocks.first_due(table.protocol.docket) == (table.time + 1, 0)
    table.when("table", CallFlag(seat=0)).rejected("WG-CLOCK-03", "flag-not-due", "seat")
    after(table, 1).when("table", CallFlag(seat=1)).rejected("WG-CLOCK-03", "flag-not-due", "seat")
    table.when("table", CallFlag(seat=0)).exactly(FlagFell(seat=0, bank_ms=-1_000, silent=False, until=0))
    assert banks(table) == [0, 10_000]
    after(table, 60_000).when("red", EndTurn()).accepted()
    assert banks(table) == [0, 10_000], "a flag that is down falls no further"
    assert clocks.first_due(table.protocol.docket) == (table.time + 11_000, 1)


@pytest.mark.rule("WG-CLOCK-03")
def test_defaults_are_taken_until_the_turn_closes():
    """The turn is ended at once; in the next round the seat answers again, with no time left."""
    table = after(turn(on_flag="defaults_turn", increment_ms=0), 11_000)
    open_turn = table.window.id
    table.when("table", CallFlag(seat=0)).exactly(
        FlagFell(seat=0, bank_ms=-1_000, silent=True, until=open_turn),
        DeadlineEnforced(window=open_turn, party=0, answer="EndTurn"),
        TurnEnded(seat=0),
        TurnBegun(seat=1),
    ).asks("turn", "blue")
    row = table.protocol.docket.clocks.seats[0]
    assert (row.bank, row.flag, row.until) == (0, 0, None)
    table.when("blue", EndTurn()).asks("plot", "red", "blue")
    assert clocks.due_of(table.protocol.docket, 0) == table.time + 1_000
    after(table, 1_000).when("table", CallFlag(seat=0)).then(MarchPlotted, seat=0).asks("plot", "blue")


@pytest.mark.rule("WG-CLOCK-03")
def test_defaults_are_taken_for_the_rest_of_the_game():
    """Every later question to the seat is due at once; nobody else's silence is taken."""
    table = after(plotting(on_flag="defaults_game"), 2_000)
    table.when("blue", PlotMarch(heading="east")).asks("plot", "red")
    after(table, 9_000).when("table", CallFlag(seat=0)).then(
        FlagFell(seat=0, bank_ms=-1_000, silent=True, until=0), DeadlineEnforced, MarchPlotted
    ).asks("turn", "red")
    assert clocks.overdue(table.protocol.docket, table.time) == (table.time, 0)
    table.when("table", CallFlag(seat=0)).then(TurnEnded, seat=0).asks("turn", "blue")
    assert banks(table) == [0, 8_000]
    assert clocks.first_due(table.protocol.docket) == (table.time + 9_000, 1)


@pytest.mark.rule("WG-CLOCK-03")
def test_where_both_are_asked_the_silence_of_one_alone_is_taken():
    """Red's plot is taken, and blue's is still asked for."""
    table = plotting(on_flag="defaults_game")
    table.protocol.docket.clocks = _with_bank(table.protocol.docket.clocks, 1, 20_000)
    table.twin_protocol.docket.clocks = table.protocol.docket.clocks
    after(table, 11_000).when("table", CallFlag(seat=0)).then(MarchPlotted, seat=0).asks("plot", "blue")


def _with_bank(held, seat, bank):
    rows = tuple(replace(row, bank=bank) if number == seat else row for number, row in enumerate(held.seats))
    return replace(held, seats=rows)


@pytest.mark.rule("WG-CLOCK-03")
def test_what_a_book_asks_after_the_flag_may_still_be_answered():
    """A strike is rolled by its own seat within the time for that, or by silence after it."""
    table = after(turn([4], on_flag="defaults_game"), 9_000)
    table.when("red", STRIKE).accepted()
    table.when("blue", Decline()).asks("strike", "red")
    strike = table.window.id
    after(table, 2_000).when("table", CallFlag(seat=0)).exactly(
        FlagFell(seat=0, bank_ms=-1_000, silent=True, until=0), AfterFlagGiven(seat=0, window=strike)
    ).asks("strike", "red")
    assert clocks.due_of(table.protocol.docket, 0) == table.time + 5_000, "five seconds from the fall"
    after(table, 4_999).when("table", CallFlag(seat=0)).rejected("WG-CLOCK-03", "flag-not-due")
    table.when("red", RollStrike()).then(StrikeRolled, face=4).asks("turn", "red")
    table.when("table", CallFlag(seat=0)).then(TurnEnded, seat=0)


@pytest.mark.rule("WG-CLOCK-03")
def test_after_the_time_that_a_flag_leaves_silence_is_taken():
    """The die is thrown for the seat."""
    table = after(turn([4], on_flag="defaults_game"), 9_000)
    table.when("red", STRIKE).accepted()
    table.when("blue", Decline()).accepted()
    after(table, 2_000).when("table", CallFlag(seat=0)).accepted()
    after(table, 5_000).when("table", CallFlag(seat=0)).then(DeadlineEnforced, StrikeRolled).asks("turn", "red")


@pytest.mark.rule("WG-CLOCK-03")
def test_a_flag_may_lose_the_game():
    """The opponents have won, by the clock."""
    table = after(turn(on_flag="loss"), 11_000)
    table.when("table", CallFlag(seat=0)).then(FlagFell, ResultReached, winners=(1,), ending="flag", by="clock")
    assert clocks.first_due(table.protocol.docket) is None


@pytest.mark.rule("WG-CLOCK-03")
def test_two_flags_in_one_millisecond_are_a_draw():
    """Under the loss of the game nobody is first; under the rest the first seat is."""
    table = after(plotting(on_flag="loss"), 11_000)
    table.when("table", CallFlag(seat=1)).rejected("WG-CLOCK-03", "flag-not-due")
    table.when("table", CallFlag(seat=0)).then(ResultReached, winners=(), outcome="draw", ending="flag")
    table = after(plotting(), 11_000)
    table.when("table", CallFlag(seat=0)).exactly(FlagFell(seat=0, bank_ms=-1_000, silent=False, until=0))
    table.when("table", CallFlag(seat=1)).exactly(FlagFell(seat=1, bank_ms=-1_000, silent=False, until=0))


@pytest.mark.rule("WG-CLOCK-03")
def test_no_silence_for_a_question_loses_the_game():
    """Nothing stands for silence about a throw of the table: whoever is out of time has lost."""
    rules = changed(windows=[replace_kind(TOY.windows["plot"], default_command=None)])
    table = Table(rules, dice=[6, 1], terms=terms(on_flag="defaults_game"))
    table.when("referee", CreateMatch(rounds=2)).asks("plot", "red", "blue")
    after(table, 11_000).when("table", CallFlag(seat=0)).then(
        FlagFell(seat=0, bank_ms=-1_000, silent=True, until=0), ResultReached, winners=(1,), ending="flag", by="clock"
    )


@pytest.mark.rule("WG-CLOCK-03")
def test_silence_that_throws_dice_of_the_table_is_an_entry_of_its_own():
    """The flag falls first; the answer waits for its faces, and goes on with them, however late they come."""
    table = Table(TOY, reported=True, terms=terms(on_flag="defaults_game", after_flag_ms=0, bank_ms=60_000))
    table.when("referee", CreateMatch(rounds=2)).accepted()
    while table.window.kind == "roll_report":
        table.thrown(6 if table.window.asks == (0,) else 1)
    table.play(("red", PlotMarch(heading="north")), ("blue", PlotMarch(heading="east")), ("red", STRIKE))
    table.when("blue", Decline()).asks("strike", "red")
    after(table, 61_000).when("table", CallFlag(seat=0)).exactly(
        FlagFell(seat=0, bank_ms=-1_000, silent=True, until=0), AfterFlagGiven
    )
    table.when("table", CallFlag(seat=0)).asks("roll_report", "red")
    after(table, 5_000)
    table.when("red", ReportRoll(faces=(4,), dice_set="")).asks("roll_acknowledge", "blue")
    table.when("blue", AcknowledgeRoll()).then(StrikeRolled, face=4).asks("turn", "red")


# -- what referees set


@pytest.mark.rule("WG-CLOCK-04")
def test_a_referee_sets_a_clock():
    """The old value is that after the last entry; the time since is not charged on top of the new one."""
    table = after(turn(ways={"referee": True}), 4_000)
    table.when("red", STRIKE).accepted()
    give = SetClock(grounds=WHY, seat=0, old_ms=10_000, new_ms=20_000)
    table.when("referee", give).rejected("WG-CLOCK-04", "other-bank", "old_ms", bank=6_000, found=10_000)
    table.when("referee", replace(give, old_ms=6_000)).exactly(
        RulingGiven(act="SetClock", reason=WHY.reason, clause="", about=()),
        ClockSet(seat=0, old_ms=6_000, new_ms=20_000),
    ).asks("parry", "blue")
    assert banks(table) == [20_000, 10_000]
    after(table, 1_000).when("referee", replace(give, seat=1, old_ms=10_000, new_ms=500)).accepted()
    assert banks(table) == [20_000, 500]
    table.when("referee", replace(give, seat=7)).rejected("WG-CLOCK-04", "unknown-id", "seat")
    table.when("referee", replace(give, old_ms=20_000, new_ms=-1)).rejected("WG-CLOCK-04", "time-range", "new_ms")


@pytest.mark.rule("WG-CLOCK-01")
def test_penalties_of_time():
    """Taken from the seat, or given to the others; a bank that they overdraw is out of time at once."""
    table = turn(ways={"referee": True})
    give = Penalise(grounds=WHY, seat=0, kind="time_other", amount=4_000, before=())
    table.when("referee", give).accepted()
    assert banks(table) == [10_000, 14_000]
    after(table, 1_000).when("referee", replace(give, kind="time", seat=1, amount=15_000)).accepted()
    assert banks(table) == [9_000, -1_000]
    assert clocks.overdue(table.protocol.docket, table.time) == (table.time, 1)
    table.when("table", CallFlag(seat=1)).exactly(FlagFell(seat=1, bank_ms=-1_000, silent=False, until=0))


@pytest.mark.rule("WG-CLOCK-04")
def test_time_lifts_a_flag():
    """A minute at least; silence is no longer taken."""
    table = after(plotting(on_flag="defaults_game", ways={"referee": True}), 2_000)
    table.when("blue", PlotMarch(heading="east")).accepted()
    after(table, 9_000).when("table", CallFlag(seat=0)).asks("turn", "red")
    give = SetClock(grounds=WHY, seat=0, old_ms=0, new_ms=59_999)
    table.when("referee", give).rejected("WG-CLOCK-04", "too-little-time", "new_ms", least=60_000)
    table.when("referee", replace(give, new_ms=60_000)).accepted()
    assert clocks.due_of(table.protocol.docket, 0) == table.time + 61_000
    table.faces(1)
    table.when("red", DrawToken()).accepted()


@pytest.mark.rule("WG-CLOCK-04")
def test_a_referee_is_offered_the_clock_of_every_seat():
    """Just what fits; seats are offered nothing of it."""
    table = turn(ways={"referee": True})
    offers = table.rules.desk_offers[SetClock]
    rows = offers(table.rules, table.game, table.protocol, REFEREE)
    assert [row.fields[1].values for row in rows] == [Choice(("0",)), Choice(("1",))]
    assert [row.fields[2].values for row in rows] == [Range(10_000, 10_000), Range(10_000, 10_000)]
    assert offers(table.rules, table.game, table.protocol, 0) == []


# -- going back


@pytest.mark.rule("WG-CLOCK-04")
def test_time_never_flows_back():
    """What a void stretch has cost stays spent; the increments that it earned are withdrawn."""
    table = after(turn(ways={"referee": True}, increment_ms=500, least_ms=1_000), 2_000)
    assert banks(table) == [10_500, 10_500]
    table.when("red", STRIKE).accepted()
    after(table, 1_000).when("blue", Decline()).accepted()
    assert banks(table) == [8_500, 10_000]
    after(table, 100).when("referee", Rewind(grounds=WHY, to=5, dice="fresh", changes=())).then(Rewound, voids=(5, 6))
    assert banks(table) == [8_400, 9_500]


@pytest.mark.rule("WG-CLOCK-04")
def test_withdrawn_increments_leave_the_least_time():
    """A bank falls by them to the least time of the terms, and not below."""
    table = turn(ways={"referee": True}, increment_ms=5_000, least_ms=12_000)
    table.when("red", EndTurn()).accepted()
    assert banks(table) == [20_000, 15_000]
    table.when("referee", Rewind(grounds=WHY, to=3, dice="fresh", changes=())).accepted()
    assert banks(table) == [12_000, 12_000], "10,000 and 5,000 were added to red since, 5,000 to blue"


@pytest.mark.rule("WG-CLOCK-04")
def test_a_seat_whose_fall_is_void_has_the_least_time():
    """The fall is void, and the bank is raised to the least, in the entry of the rewind."""
    table = after(turn(ways={"referee": True, "appeal": 60}, on_flag="loss"), 11_000)
    table.when("table", CallFlag(seat=0)).then(ResultReached)
    fell = table.protocol.seq
    table.when("referee", Rewind(grounds=WHY, to=fell, dice="fresh", changes=())).then(
        Rewound, ClockSet(seat=0, old_ms=0, new_ms=60_000)
    ).asks("turn", "red")
    assert banks(table) == [60_000, 10_000]
    assert clocks.first_due(table.protocol.docket) == (table.time + 61_000, 0)


@pytest.mark.rule("WG-CLOCK-04")
def test_a_rewind_that_is_itself_void_lets_the_flag_stay_lifted():
    """The result stands again; where silence was taken for the game it is not, since the flag was lifted."""
    table = after(turn(ways={"referee": True, "appeal": 60}, on_flag="loss"), 11_000)
    table.when("table", CallFlag(seat=0)).accepted()
    fell = table.protocol.seq
    table.when("referee", Rewind(grounds=WHY, to=fell, dice="fresh", changes=())).accepted()
    table.when("referee", Rewind(grounds=WHY, to=fell + 1, dice="fresh", changes=())).accepted()
    held = table.protocol.docket.clocks
    assert (held.over, held.seats[0].flag, held.seats[0].bank) == (True, 0, 60_000)


@pytest.mark.rule("WG-CLOCK-01")
def test_a_take_back_is_charged():
    """The seat's own time ran, and its question is the one that it was: its delay is used up."""
    table = after(turn(delay_ms=1_000), 3_000)
    table.when("red", STRIKE).accepted()
    assert banks(table) == [8_000, 10_000]
    strike = table.protocol.seq
    table.when("red", TakeBack(to=strike)).asks("turn", "red")
    assert table.protocol.docket.clocks.seats[0].free == 0
    after(table, 500).when("red", STRIKE).accepted()
    assert banks(table) == [7_500, 10_000]


# -- the course of a round


@pytest.mark.rule("WG-CLOCK-05")
def test_who_never_came_has_lost():
    """So long after the start, and not before."""
    table = Table(TOY, profile="P1", terms=terms(no_show_ms=60_000), starts_ms=MINUTE + 1_000)
    table.when("blue", CommitContribution(commitment=b"\x01" * 32)).accepted()
    after(table, 60_999).when("table", CallNoShow()).rejected("WG-CLOCK-05", "no-show-not-due")
    after(table, 1).when("table", CallNoShow()).then(
        SeatsMissing(seats=(0,)), ResultReached, winners=(1,), ending="no_show", by="clock", played=False
    )


@pytest.mark.rule("WG-CLOCK-05")
def test_where_nobody_came_the_game_is_void():
    """Nobody has won, and nobody has a place."""
    table = Table(TOY, profile="P1", terms=terms(no_show_ms=60_000))
    after(table, 60_000).when("table", CallNoShow()).then(
        SeatsMissing(seats=(0, 1)), ResultReached, winners=(), ending="void", by="clock", places=()
    )


@pytest.mark.rule("WG-CLOCK-05")
def test_nobody_is_missed_who_has_come():
    """Both have given an entry."""
    table = after(turn(no_show_ms=60_000), 3_600_000)
    table.when("table", CallNoShow()).rejected("WG-CLOCK-05", "no-show-not-due")


@pytest.mark.rule("WG-CLOCK-06")
def test_time_called_is_a_draw_where_nothing_is_counted():
    """The toy counts nothing."""
    table = after(turn(time_called_ms=60_000), 59_999)
    table.when("table", CallTime()).rejected("WG-CLOCK-06", "time-not-due")
    after(table, 1).when("table", CallTime()).then(
        TimeCalled, ResultReached, winners=(), outcome="draw", ending="time_called", by="clock", places=(1, 1)
    )


@pytest.mark.rule("WG-CLOCK-06")
def test_time_called_before_the_game_has_begun_makes_it_void():
    """The dice are not fixed: nothing was played."""
    table = Table(TOY, profile="P1", terms=terms(time_called_ms=60_000))
    after(table, 60_000).when("table", CallTime()).then(ResultReached, ending="void", by="clock")


@pytest.mark.rule("WG-CLOCK-06")
def test_time_called_counts_the_scores():
    """The best total wins, ties in their order."""

    def score(total, *ties):
        return SeatScore(total=total, parts=(), ties=tuple(TieBreak(name="t", value=value) for value in ties))

    assert seats_ahead((score(200), score(300))) == (1,)
    assert seats_ahead((score(300, 5, 1), score(300, 4, 9))) == (0,)
    assert seats_ahead((score(300, 4), score(300, 4))) == ()
    assert seats_ahead(()) == ()


@pytest.mark.rule("WG-CLOCK-07")
def test_time_in_which_the_service_was_down_is_nobodys():
    """Only what the outage took of the time since the last entry is given back, of the time to answer too."""
    table = turn(ways={"limit": 8})
    start = table.time
    after(table, 9_000).when("table", GiveBackOutage(from_ms=start - 1, to_ms=start + 1)).rejected(
        "WG-CLOCK-07", "outage-not-here", "from_ms"
    )
    table.when("table", GiveBackOutage(from_ms=start, to_ms=table.time + 1)).rejected("WG-CLOCK-07", "outage-not-here")
    table.when("table", GiveBackOutage(from_ms=start + 2_000, to_ms=start + 8_000)).exactly(
        OutageGivenBack(from_ms=start + 2_000, to_ms=start + 8_000)
    )
    assert banks(table) == [7_000, 10_000]
    table.when("table", EnforceDeadline(window=table.window.id)).rejected("WG-ASK-02", "not-due", seconds=5)
    after(table, 5_000).when("table", EnforceDeadline(window=table.window.id)).then(TurnEnded)


@pytest.mark.rule("WG-CLOCK-01")
def test_nothing_is_charged_after_a_result():
    """The clocks stand."""
    table = after(turn(ways={"appeal": 60}), 1_000)
    table.when("red", Concede()).accepted()
    after(table, 3_600_000)
    assert banks(table) == [9_000, 10_000]
    assert clocks.first_due(table.protocol.docket) is None

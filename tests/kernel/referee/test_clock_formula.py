"""The clock's formula with numbers worked out by hand: charge, delay, increment, cap, grace, stops, rewinds."""

import pytest

from adjudicator.kernel.messages import (
    AfterFlagGiven,
    AnswerProposal,
    CallFlag,
    CallNoShow,
    CallReferee,
    CallTime,
    ClockSet,
    ClockTerms,
    EndStop,
    EnforceDeadline,
    FlagFell,
    GameTerms,
    GiveBackOutage,
    Grounds,
    OutageGivenBack,
    PauseGame,
    RefereeCalled,
    ResultReached,
    ResumeGame,
    Rewind,
    Rewound,
    SetClock,
    StopEnded,
    TakeBack,
    WithdrawCall,
)
from tests.kernel.fixtures import TOY
from tests.kit import Table
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
    TurnEnded,
)

EVENT = b"e" * 16
WHY = Grounds(reason="the clock was wrong", clause="", about=())
EAST, WEST = PlotMarch(heading="east"), PlotMarch(heading="west")


def terms(clock=None, **others):
    """Terms of an event with a clock of a minute, or as the fields say."""
    fields = {
        "bank_ms": 60_000,
        "increment_ms": 0,
        "delay_ms": 0,
        "cap_ms": 0,
        "per": "answer",
        "on_flag": "note",
        "after_flag_ms": 0,
        "grace_ms": 0,
        "least_ms": 0,
    }
    rows = {"referee_ms": 0, "no_show_ms": 0, "time_called_ms": 0, "agree": ""}
    return GameTerms(clock=ClockTerms(**{**fields, **(clock or {})}), **{**rows, **others})


def asked_to_plot(starts_ms=0, others=None, limit=0, appeal=0, referee=True, **clock):
    """Both are asked for their plot since entry 2, given at 60,000 ms."""
    table = Table(
        TOY,
        dice=[5, 2],
        referee=referee,
        limit=limit,
        appeal=appeal,
        event=EVENT,
        terms=terms(clock, **(others or {})),
        starts_ms=starts_ms,
    )
    table.when("referee", CreateMatch(rounds=2)).asks("plot", "red", "blue")
    return table


def at_red_turn(**ways):
    """Red's turn, entries 3 and 4 given at once."""
    table = asked_to_plot(**ways)
    table.play(("red", EAST), ("blue", WEST)).asks("turn", "red")
    return table


def later(table, ms):
    """Let so many ms pass."""
    table.time += ms
    return table


def banks(table):
    """What both have after the last entry."""
    return tuple(row.bank for row in table.protocol.docket.clocks.seats)


@pytest.mark.rule("WG-CLOCK-01")
def test_who_is_asked_innermost_is_charged():
    """Both while both plot, then whoever the innermost question asks, and nobody else."""
    table = asked_to_plot()
    later(table, 10_000).when("red", EAST).accepted()
    assert banks(table) == (50_000, 50_000)
    later(table, 5_000).when("blue", WEST).accepted()
    assert banks(table) == (50_000, 45_000)
    later(table, 7_000).when("red", Strike(piece="r1", target="b1")).asks("parry", "blue")
    assert banks(table) == (43_000, 45_000)
    later(table, 4_000).when("blue", Decline()).asks("strike", "red")
    assert banks(table) == (43_000, 41_000)
    table.faces(1)
    later(table, 2_000).when("red", RollStrike()).asks("turn", "red")
    assert banks(table) == (41_000, 41_000)


@pytest.mark.rule("WG-CLOCK-01")
def test_no_clock_runs_before_the_start():
    """Of forty seconds thirty lie before the start."""
    table = asked_to_plot(starts_ms=90_000)
    later(table, 40_000).when("red", EAST).accepted()
    assert banks(table) == (50_000, 50_000)


@pytest.mark.rule("WG-CLOCK-01")
def test_the_delay_is_free_once_for_each_question():
    """Five seconds free: three and four are a free five and two of the bank; an action in a turn renews nothing."""
    table = asked_to_plot(delay_ms=5_000)
    later(table, 3_000).when("red", EAST).accepted()
    assert banks(table) == (60_000, 60_000)
    later(table, 4_000).when("blue", WEST).accepted()
    assert banks(table) == (60_000, 58_000)
    table.faces(1, 1)
    later(table, 3_000).when("red", DrawToken()).accepted()
    assert banks(table) == (60_000, 58_000)
    later(table, 3_000).when("red", DrawToken()).accepted()
    assert banks(table) == (59_000, 58_000)
    later(table, 6_000).when("red", Strike(piece="r1", target="b1")).accepted()
    assert banks(table) == (53_000, 58_000)
    later(table, 6_000).when("blue", Decline()).accepted()
    assert banks(table) == (53_000, 57_000), "a new question: five free again"
    table.faces(1)
    later(table, 7_000).when("red", RollStrike()).asks("turn", "red")
    assert banks(table) == (51_000, 57_000)
    later(table, 1_000).when("red", EndTurn()).accepted()
    assert banks(table) == (50_000, 57_000), "the turn is the question that it was"


@pytest.mark.rule("WG-CLOCK-02")
def test_the_increment_is_for_the_answer_that_ends_the_asking():
    """A plot and the end of a turn are; an action in a turn is not."""
    table = at_red_turn(increment_ms=3_000)
    assert banks(table) == (63_000, 63_000)
    table.faces(1)
    later(table, 1_000).when("red", DrawToken()).accepted()
    assert banks(table) == (62_000, 63_000)
    later(table, 1_000).when("red", EndTurn()).accepted()
    assert banks(table) == (64_000, 63_000)


@pytest.mark.rule("WG-CLOCK-02")
def test_the_increment_by_the_turn_is_added_when_the_turn_closes():
    """Nothing for a plot or a reaction."""
    table = at_red_turn(increment_ms=3_000, per="turn")
    assert banks(table) == (60_000, 60_000)
    table.faces(1)
    table.play(("red", Strike(piece="r1", target="b1")), ("blue", Decline()), ("red", RollStrike()))
    assert banks(table) == (60_000, 60_000)
    table.when("red", EndTurn()).asks("turn", "blue")
    assert banks(table) == (63_000, 60_000)


@pytest.mark.rule("WG-CLOCK-02")
def test_the_cap_bounds_what_increments_make_and_takes_nothing():
    """60,000 and 3,000 are 61,000; a bank that is above stays as it is."""
    table = asked_to_plot(increment_ms=3_000, cap_ms=61_000)
    table.when("head", SetClock(grounds=WHY, seat=1, old_ms=60_000, new_ms=100_000)).then(
        ClockSet, seat=1, old_ms=60_000, new_ms=100_000
    )
    table.when("red", EAST).accepted()
    assert banks(table) == (61_000, 100_000)
    later(table, 2_000).when("blue", WEST).accepted()
    assert banks(table) == (61_000, 98_000)
    later(table, 1_500).when("red", EndTurn()).accepted()
    assert banks(table) == (61_000, 98_000), "59,500 and 3,000 are at most 61,000"


@pytest.mark.rule("WG-CLOCK-03")
@pytest.mark.parametrize(("grace", "due"), [(0, 11_000), (500, 10_500), (1, 10_001)])
def test_a_flag_is_due_to_the_millisecond(grace, due):
    """The bank overdrawn by the grace, a second where none is named; not a millisecond before."""
    table = at_red_turn(bank_ms=10_000, grace_ms=grace)
    later(table, due - 1).when("table", CallFlag(seat=0)).rejected("WG-CLOCK-03", "flag-not-due")
    table.when("table", CallFlag(seat=1)).rejected("WG-CLOCK-03", "flag-not-due")
    later(table, 1).when("table", CallFlag(seat=0)).exactly(
        FlagFell(seat=0, bank_ms=10_000 - due, silent=False, until=0)
    ).asks("turn", "red")
    assert banks(table) == (0, 10_000)


@pytest.mark.rule("WG-CLOCK-02")
def test_a_flagged_seat_earns_no_increment():
    """NOTE tells, and the game goes on."""
    table = at_red_turn(bank_ms=10_000, increment_ms=3_000)
    later(table, 14_000).when("table", CallFlag(seat=0)).then(FlagFell, bank_ms=-1_000)
    table.when("red", EndTurn()).accepted()
    assert banks(table) == (0, 13_000)


@pytest.mark.rule("WG-CLOCK-03")
def test_defaults_of_a_turn_end_it_in_the_same_entry():
    """Silence is taken until the turn's window closes; the next round asks the seat again."""
    table = at_red_turn(bank_ms=10_000, on_flag="defaults_turn")
    turn = table.window.id
    later(table, 11_000).when("table", CallFlag(seat=0)).then(
        FlagFell(seat=0, bank_ms=-1_000, silent=True, until=turn), TurnEnded(seat=0)
    ).asks("turn", "blue")
    table.when("blue", EndTurn()).asks("plot", "red", "blue")
    table.when("red", EAST).then(MarchPlotted, seat=0, heading="east")


@pytest.mark.rule("WG-CLOCK-03")
def test_defaults_of_a_game_are_taken_to_its_end():
    """Red's plot of the second round is the one that silence stands for, and blue's is blue's."""
    table = at_red_turn(bank_ms=10_000, on_flag="defaults_game")
    later(table, 11_000).when("table", CallFlag(seat=0)).then(FlagFell, silent=True, until=0).then(TurnEnded, seat=0)
    table.when("blue", EndTurn()).accepted()
    if 0 in table.window.asks:
        table.when("table", CallFlag(seat=0)).accepted()
    assert table.window.kind == "plot"
    assert table.window.asks == (1,)
    assert table.game.plots[0].heading == "north"


@pytest.mark.rule("WG-CLOCK-03")
def test_what_a_book_marks_is_asked_after_the_flag_for_a_short_time():
    """The die of a strike, asked a millisecond before the flag: five seconds, then silence throws it."""
    table = at_red_turn(bank_ms=10_000, on_flag="defaults_game", after_flag_ms=5_000)
    later(table, 10_999).when("red", Strike(piece="r1", target="b1")).accepted()
    table.when("blue", Decline()).asks("strike", "red")
    strike = table.window.id
    later(table, 1).when("table", CallFlag(seat=0)).then(
        FlagFell(seat=0, bank_ms=-1_000, silent=True, until=0), AfterFlagGiven(seat=0, window=strike)
    ).without(StrikeRolled).asks("strike", "red")
    later(table, 4_999).when("table", CallFlag(seat=0)).rejected("WG-CLOCK-03", "flag-not-due")
    table.faces(2)
    later(table, 1).when("table", CallFlag(seat=0)).then(StrikeRolled, face=2)


@pytest.mark.rule("WG-CLOCK-03")
def test_a_flag_loses_the_game():
    """Under LOSS: the other has won, by the clock."""
    table = at_red_turn(bank_ms=10_000, on_flag="loss")
    later(table, 11_000).when("table", CallFlag(seat=0)).then(FlagFell, seat=0).then(
        ResultReached, winners=(1,), ending="flag", by="clock", places=(2, 1), played=True
    )


@pytest.mark.rule("WG-CLOCK-03")
def test_both_at_one_millisecond_under_loss_is_a_draw():
    """Both plots are asked since one entry."""
    table = asked_to_plot(bank_ms=10_000, on_flag="loss")
    later(table, 11_000).when("table", CallFlag(seat=0)).then(FlagFell, seat=0).then(
        ResultReached, winners=(), ending="flag", by="clock", places=(1, 1)
    )


@pytest.mark.rule("WG-CLOCK-03")
def test_of_two_that_are_asked_only_the_one_that_fell_is_silent():
    """Blue was given time, and still plots."""
    table = asked_to_plot(bank_ms=10_000, on_flag="defaults_game")
    table.when("head", SetClock(grounds=WHY, seat=1, old_ms=10_000, new_ms=50_000)).accepted()
    later(table, 11_000).when("table", CallFlag(seat=0)).then(MarchPlotted, seat=0).asks("plot", "blue")
    assert banks(table) == (0, 39_000)
    table.when("table", CallFlag(seat=1)).rejected("WG-CLOCK-03", "flag-not-due")


@pytest.mark.rule("WG-CLOCK-01")
def test_a_flag_does_not_fall_while_the_other_reacts():
    """Red has two seconds left and blue takes nine to react: blue's nine."""
    table = at_red_turn(bank_ms=10_000)
    later(table, 8_000).when("red", Strike(piece="r1", target="b1")).asks("parry", "blue")
    later(table, 9_000).when("table", CallFlag(seat=0)).rejected("WG-CLOCK-03", "flag-not-due")
    table.when("blue", Decline()).accepted()
    assert banks(table) == (2_000, 1_000)


@pytest.mark.rule("WG-STOP-01")
def test_stopped_time_is_nobodys_and_lateness_is_not_charged():
    """Five seconds before a pause and three after it are red's; the hour and the 500 s over it are not."""
    table = at_red_turn()
    later(table, 5_000).when("referee", PauseGame(grounds=WHY)).accepted()
    pause = table.protocol.seq
    assert banks(table) == (55_000, 60_000)
    later(table, 3_599_999).when("table", EndStop(stop=pause)).rejected("WG-STOP-01", "stop-not-due")
    later(table, 500_001).when("table", EndStop(stop=pause)).then(StopEnded, stop=pause, kind="pause", by_limit=True)
    assert banks(table) == (55_000, 60_000)
    later(table, 3_000).when("red", EndTurn()).accepted()
    assert banks(table) == (52_000, 60_000)


@pytest.mark.rule("WG-CALL-02")
def test_three_calls_stop_the_clocks_and_the_fourth_does_not():
    """Ten minutes each; the fourth stands, and time runs."""
    table = at_red_turn()
    for number in range(3):
        start = table.time
        table.when("red", CallReferee(question=f"may I? {number}", about=())).then(
            RefereeCalled, until_ms=start + 600_000, lapses_ms=start + 3_600_000
        )
        call = table.protocol.seq
        later(table, 599_999).when("table", EndStop(stop=call)).rejected("WG-STOP-01", "stop-not-due")
        later(table, 5_000).when("red", WithdrawCall(call=call)).accepted()
        assert banks(table) == (60_000, 60_000)
    table.when("red", CallReferee(question="may I?", about=())).then(RefereeCalled, until_ms=0)
    call = table.protocol.seq
    later(table, 2_000).when("red", WithdrawCall(call=call)).accepted()
    assert banks(table) == (58_000, 60_000)


@pytest.mark.rule("WG-ASK-02")
def test_silence_is_due_by_the_time_that_a_question_was_asked():
    """A minute of asking; a pause of two minutes in it is none of it."""
    table = at_red_turn(limit=60, bank_ms=600_000)
    window = table.window.id
    later(table, 20_000).when("referee", PauseGame(grounds=WHY)).accepted()
    later(table, 120_000).when("referee", ResumeGame(grounds=WHY, dice="")).accepted()
    window = table.window.id
    later(table, 39_999).when("table", EnforceDeadline(window=window)).rejected("WG-ASK-02", "not-due")
    later(table, 1).when("table", EnforceDeadline(window=window)).then(TurnEnded, seat=0)
    assert banks(table) == (540_000, 600_000)


@pytest.mark.rule("WG-CLOCK-01")
def test_nobody_pays_for_a_proposal():
    """`consent` is not clocked."""
    table = at_red_turn(referee=False)
    later(table, 1_000).when("red", Rewind(grounds=WHY, to=3, dice="fresh", changes=())).asks("consent", "blue")
    later(table, 50_000).when("blue", AnswerProposal(agree=False)).asks("turn", "red")
    assert banks(table) == (59_000, 60_000)


@pytest.mark.rule("WG-CLOCK-04")
@pytest.mark.parametrize(("least", "left"), [(30_000, 40_000), (42_000, 42_000), (0, 43_000)])
def test_a_rewind_takes_increments_back_and_gives_no_time(least, left):
    """Red's 63,000 less 20,000 used, less the increment of the void plot, though not below the least time."""
    table = at_red_turn(increment_ms=3_000, least_ms=least)
    table.faces(1)
    later(table, 20_000).when("red", DrawToken()).accepted()
    assert banks(table) == (43_000, 63_000)
    table.when("head", Rewind(grounds=WHY, to=3, dice="fresh", changes=())).then(Rewound, voids=(3, 4, 5))
    assert banks(table) == (left, 60_000)
    later(table, 1_000).when("red", EAST).accepted()
    assert banks(table) == (left - 1_000 + 3_000, 59_000)


@pytest.mark.rule("WG-CLOCK-04")
def test_a_rewind_across_a_flag_gives_the_least_time():
    """A minute where the terms name none, though the turn that the flag ended is over; the other's bank stays."""
    table = at_red_turn(bank_ms=10_000, on_flag="defaults_turn")
    later(table, 11_000).when("table", CallFlag(seat=0)).accepted()
    fall = table.protocol.seq
    later(table, 2_000).when("head", Rewind(grounds=WHY, to=fall, dice="fresh", changes=())).then(
        Rewound, voids=(fall,)
    ).asks("turn", "red")
    assert banks(table) == (60_000, 8_000)
    table.when("table", CallFlag(seat=0)).rejected("WG-CLOCK-03", "flag-not-due")


@pytest.mark.rule("WG-CLOCK-02", "WG-CLOCK-04")
def test_a_take_back_gives_no_time_and_no_increment():
    """Ten seconds of both are gone, and the increment of the plot with it."""
    table = asked_to_plot(increment_ms=3_000, least_ms=1_000)
    later(table, 10_000).when("red", EAST).accepted()
    assert banks(table) == (53_000, 50_000)
    table.when("red", TakeBack(to=3)).asks("plot", "red", "blue")
    assert banks(table) == (50_000, 50_000)
    later(table, 2_000).when("red", WEST).accepted()
    assert banks(table) == (51_000, 48_000)


@pytest.mark.rule("WG-CLOCK-04")
def test_only_what_was_added_is_withdrawn_and_once():
    """The cap left a second of each increment; going back over a rewind withdraws nothing more."""
    table = at_red_turn(increment_ms=3_000, cap_ms=61_000, least_ms=1_000)
    assert banks(table) == (61_000, 61_000)
    table.when("head", Rewind(grounds=WHY, to=3, dice="fresh", changes=())).accepted()
    assert banks(table) == (60_000, 60_000)
    table.when("head", Rewind(grounds=WHY, to=5, dice="fresh", changes=())).asks("turn", "red")
    table.when("head", Rewind(grounds=WHY, to=3, dice="fresh", changes=())).accepted()
    assert banks(table) == (60_000, 60_000)


@pytest.mark.rule("WG-CLOCK-04")
def test_the_increment_of_a_void_turn_is_withdrawn():
    """It was added by the entry that ended the turn."""
    table = at_red_turn(increment_ms=3_000, per="turn", least_ms=1_000)
    table.when("red", EndTurn()).accepted()
    assert banks(table) == (63_000, 60_000)
    table.when("head", Rewind(grounds=WHY, to=5, dice="fresh", changes=())).asks("turn", "red")
    assert banks(table) == (60_000, 60_000)


@pytest.mark.rule("WG-CLOCK-03")
def test_a_flag_that_falls_in_the_others_turn_is_down_until_that_turn_closes():
    """Blue reacts no more while red's turn lasts, and has its own turn."""
    table = at_red_turn(bank_ms=10_000, on_flag="defaults_turn")
    turn = table.window.id
    table.when("head", SetClock(grounds=WHY, seat=0, old_ms=10_000, new_ms=500_000)).accepted()
    table.when("red", Strike(piece="r1", target="b1")).asks("parry", "blue")
    later(table, 11_000).when("table", CallFlag(seat=1)).then(FlagFell, seat=1, silent=True, until=turn)
    table.faces(1, 1)
    assert table.window.kind == "strike"
    table.play(("red", RollStrike()), ("red", Strike(piece="r1", target="b1")))
    table.when("table", CallFlag(seat=1)).without(FlagFell).asks("strike", "red")
    table.play(("red", RollStrike()), ("red", EndTurn()))
    assert (table.window.kind, table.window.asks) == ("turn", (1,))
    table.when("table", CallFlag(seat=1)).rejected("WG-CLOCK-03", "flag-not-due")
    assert banks(table) == (500_000, 0)


@pytest.mark.rule("WG-CLOCK-04")
def test_the_old_bank_has_to_fit():
    """It is the one after the last entry; the new one counts from here on."""
    table = at_red_turn()
    later(table, 10_000).when("head", SetClock(grounds=WHY, seat=0, old_ms=59_999, new_ms=90_000)).rejected(
        "WG-CLOCK-04", "other-bank", bank=60_000
    )
    table.when("head", SetClock(grounds=WHY, seat=0, old_ms=60_000, new_ms=90_000)).then(ClockSet, new_ms=90_000)
    assert banks(table) == (90_000, 60_000)


@pytest.mark.rule("WG-CLOCK-04")
def test_who_has_fallen_is_given_the_least_time_or_none():
    """A ruling that lifts a flag gives a minute at least."""
    table = at_red_turn(bank_ms=10_000)
    later(table, 11_000).when("table", CallFlag(seat=0)).accepted()
    table.when("head", SetClock(grounds=WHY, seat=0, old_ms=0, new_ms=59_999)).rejected(
        "WG-CLOCK-04", "too-little-time", least=60_000
    )
    table.when("head", SetClock(grounds=WHY, seat=0, old_ms=0, new_ms=60_000)).accepted()
    later(table, 61_000).when("table", CallFlag(seat=0)).then(FlagFell, bank_ms=-1_000)


@pytest.mark.rule("WG-CLOCK-07")
def test_an_outage_is_nobodys():
    """Of a hundred seconds eighty were the service's."""
    table = at_red_turn(bank_ms=100_000)
    last = table.time
    later(table, 100_000)
    for start, end in ((last - 1, last + 90_000), (last, last + 100_001), (last + 90_000, last + 10_000)):
        table.when("table", GiveBackOutage(from_ms=start, to_ms=end)).rejected("WG-CLOCK-07", "outage-not-here")
    table.when("table", GiveBackOutage(from_ms=last + 10_000, to_ms=last + 90_000)).then(
        OutageGivenBack(from_ms=last + 10_000, to_ms=last + 90_000)
    )
    assert banks(table) == (80_000, 100_000)


@pytest.mark.rule("WG-CLOCK-05")
def test_who_has_not_come_has_lost():
    """Ten minutes after the start; where nobody has come the game is void."""
    table = asked_to_plot(others={"no_show_ms": 600_000}, bank_ms=10_000_000)
    table.when("red", EAST).accepted()
    later(table, 599_999).when("table", CallNoShow()).rejected("WG-CLOCK-05", "no-show-not-due")
    later(table, 1).when("table", CallNoShow()).then(
        ResultReached, winners=(0,), ending="no_show", by="clock", places=(1, 2), played=False
    )
    empty = asked_to_plot(others={"no_show_ms": 600_000}, bank_ms=10_000_000)
    later(empty, 600_000).when("table", CallNoShow()).then(
        ResultReached, winners=(), ending="void", by="clock", played=False
    )


@pytest.mark.rule("WG-CLOCK-06")
def test_time_called_counts_the_game_as_it_stands():
    """Without scores it is a draw."""
    table = at_red_turn(others={"time_called_ms": 600_000}, bank_ms=10_000_000)
    later(table, 599_999).when("table", CallTime()).rejected("WG-CLOCK-06", "time-not-due")
    later(table, 1).when("table", CallTime()).then(
        ResultReached, winners=(), ending="time_called", by="clock", places=(1, 1), played=True
    )


@pytest.mark.rule("WG-ASK-02", "WG-CALL-02")
def test_a_call_holds_the_time_to_answer():
    """Thirty seconds before it and thirty after it are the minute."""
    table = at_red_turn(limit=60, bank_ms=600_000)
    later(table, 30_000).when("red", CallReferee(question="may I?", about=())).accepted()
    later(table, 100_000).when("red", WithdrawCall(call=5)).accepted()
    later(table, 29_999).when("table", EnforceDeadline(window=table.window.id)).rejected("WG-ASK-02", "not-due")
    later(table, 1).when("table", EnforceDeadline(window=table.window.id)).then(TurnEnded, seat=0)
    assert banks(table) == (540_000, 600_000)


@pytest.mark.rule("WG-ASK-02", "WG-CLOCK-07")
def test_an_outage_is_no_time_to_answer_and_is_given_back_once():
    """Twenty seconds of a hundred were asked; forty more are the minute."""
    table = at_red_turn(limit=60, bank_ms=600_000)
    last = table.time
    outage = GiveBackOutage(from_ms=last + 10_000, to_ms=last + 90_000)
    later(table, 100_000).when("table", outage).accepted()
    table.when("table", outage).rejected("WG-CLOCK-07", "outage-not-here")
    later(table, 39_999).when("table", EnforceDeadline(window=table.window.id)).rejected("WG-ASK-02", "not-due")
    later(table, 1).when("table", EnforceDeadline(window=table.window.id)).then(TurnEnded, seat=0)
    assert banks(table) == (540_000, 600_000)


@pytest.mark.rule("WG-CLOCK-01", "WG-STOP-01")
def test_no_flag_falls_while_the_game_is_paused():
    """Two seconds and the grace are left, before the pause and after it."""
    table = at_red_turn(bank_ms=10_000)
    later(table, 8_000).when("referee", PauseGame(grounds=WHY)).accepted()
    later(table, 100_000).when("table", CallFlag(seat=0)).rejected("WG-CLOCK-03", "flag-not-due")
    table.when("referee", ResumeGame(grounds=WHY, dice="")).accepted()
    later(table, 2_999).when("table", CallFlag(seat=0)).rejected("WG-CLOCK-03", "flag-not-due")
    later(table, 1).when("table", CallFlag(seat=0)).then(FlagFell, seat=0, bank_ms=-1_000)


@pytest.mark.rule("WG-CLOCK-03", "WG-BACK-02")
def test_a_flag_takes_the_named_command_with_the_faces_that_stand():
    """Silence on a command that is given once more gives it."""
    table = at_red_turn(bank_ms=10_000, on_flag="defaults_game")
    table.faces(3)
    table.play(("red", Strike(piece="r1", target="b1")), ("blue", Decline()), ("red", RollStrike()))
    table.when("head", Rewind(grounds=WHY, to=7, dice="stand", changes=())).asks("again", "red")
    later(table, 11_000).when("table", CallFlag(seat=0)).then(FlagFell, seat=0).then(StrikeRolled, face=3)
    assert [(roll.index, roll.faces) for roll in table.rolls] == [(2, (3,))]

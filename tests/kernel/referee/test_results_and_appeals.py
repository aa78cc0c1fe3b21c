"""Results, penalties and the states of an appeal, with values worked out by hand."""

import pytest

from adjudicator.kernel.messages import (
    Appeal,
    AppealLodged,
    AppealOverturned,
    AppealSettled,
    AppealWaived,
    Award,
    ClockTerms,
    Concede,
    EndingTerms,
    EnforceDeadline,
    Finish,
    Finished,
    GameTerms,
    Grounds,
    Interpret,
    Penalise,
    Penalised,
    PenaltyCount,
    RestartGame,
    ResultReached,
    Rewind,
    Rewound,
    RulingGiven,
    ScorePart,
    SeatScore,
    UpholdRuling,
    WaiveAppeal,
    WithdrawAppeal,
)
from tests.kernel.fixtures import TOY, changed
from tests.kit import Table
from tests.toy.model.messages import CreateMatch, EndTurn, PlotMarch

WHY = Grounds(reason="as it has to be", clause="", about=())
EVENT = b"e" * 16


def terms(**others):
    """Terms of an event."""
    return GameTerms(**{"referee_ms": 0, "no_show_ms": 0, "time_called_ms": 0, "agree": "", **others})


def score(*parts):
    """A score of parts, in hundredths."""
    rows = tuple(ScorePart(name=name, value=value, clause="TOY-1.2-01") for name, value in parts)
    return SeatScore(total=sum(value for _, value in parts), parts=rows, ties=())


COUNTED = changed(score=lambda _game: (score(("gold", 500), ("iron", 200)), score(("gold", 300))))


def in_play(rules=TOY, **ways):
    """Red's turn; an appeal may be lodged for ten minutes after the result."""
    table = Table(rules, dice=[5, 2], **{"referee": True, "appeal": 600, **ways})
    table.play(
        ("referee", CreateMatch(rounds=1)), ("red", PlotMarch(heading="east")), ("blue", PlotMarch(heading="west"))
    )
    return table


def over(**ways):
    """Blue has given up with entry 5."""
    table = in_play(**ways)
    table.when("blue", Concede()).asks("appeal")
    assert table.protocol.seq == 5
    return table


def penalty(kind, amount=0, seat=0, **before):
    """A penalty; `before` are those of the other games of the event."""
    rows = tuple(PenaltyCount(kind=name, count=count) for name, count in before.items())
    return Penalise(grounds=WHY, seat=seat, kind=kind, amount=amount, before=rows)


def award(*scores, ending="adjudicated", winners=(0,), overturns=None):
    """A result by ruling."""
    return Award(grounds=WHY, ending=ending, winners=winners, scores=scores, overturns=overturns)


def given(table):
    """Kinds of penalty in the last entry, and the rule that each follows from."""
    return [(event.kind, event.rule) for event in table.events if isinstance(event, Penalised)]


def totals(table):
    """Totals of the result; each has to be the sum of its parts."""
    result = table.protocol.result
    for row in result.scores:
        assert row.total == sum(part.value for part in row.parts), row
    return [row.total for row in result.scores]


# -- results


@pytest.mark.rule("WG-END-08")
def test_every_ending_says_places_and_who_said_so():
    """A concession: the other has won; a draw: all first."""
    result = over().last.one(ResultReached)
    assert (result.ending, result.by, result.winners, result.places) == ("conceded", "seats", (0,), (1, 2))
    assert (result.played, result.ruling, result.scores) == (True, 0, ())
    table = in_play()
    table.play(("red", EndTurn()), ("blue", EndTurn()))
    drawn = table.last.one(ResultReached)
    assert (drawn.ending, drawn.by, drawn.winners, drawn.places) == ("points", "rules", (), (1, 1))


@pytest.mark.rule("WG-END-08")
def test_scores_are_sums_of_their_parts():
    """What the book counts, when a seat gives up as well."""
    table = in_play(COUNTED)
    table.when("red", Concede()).then(ResultReached, winners=(1,), places=(2, 1))
    assert totals(table) == [700, 300]
    assert [part.name for part in table.protocol.result.scores[0].parts] == ["gold", "iron"]


@pytest.mark.rule("WG-END-09")
def test_endings_have_their_worth():
    """Who wins by a concession scores ten points at least, who loses two at most."""
    worth = EndingTerms(ending="conceded", winner_least=1_000, loser_most=200, refused=False)
    table = in_play(COUNTED, event=EVENT, terms=terms(endings=(worth,)))
    table.when("red", Concede()).accepted()
    assert totals(table) == [200, 1_000]
    other = in_play(COUNTED, event=EVENT, terms=terms(endings=(worth,)))
    other.play(("red", EndTurn()), ("blue", EndTurn()))
    assert totals(other) == [700, 300]


@pytest.mark.rule("WG-AWARD-01")
def test_an_award_names_plain_numbers():
    """The result rests on the entry of the ruling."""
    table = in_play()
    table.when("referee", award(1_200, 300)).then(RulingGiven).then(
        ResultReached, winners=(0,), ending="adjudicated", by="ruling", places=(1, 2), ruling=5, played=True
    )
    assert totals(table) == [1_200, 300]
    none = in_play(COUNTED)
    none.when("referee", award(ending="time_called", winners=())).then(ResultReached, places=(1, 1), ruling=5)
    assert totals(none) == [700, 300], "as the game stands"


# -- penalties


@pytest.mark.rule("WG-PENALTY-01")
def test_the_usual_cards_of_an_event():
    """Two cautions are a yellow card, two yellow ones a red one, and that is the game."""
    table = in_play(event=EVENT, terms=terms())
    table.when("referee", penalty("caution")).exactly(
        RulingGiven(act="Penalise", reason=WHY.reason, clause="", about=()),
        Penalised(seat=0, kind="caution", amount=0, rule=0),
    )
    table.when("referee", penalty("caution", seat=1)).accepted()
    assert given(table) == [("caution", 0)], "each seat's are its own"
    table.when("referee", penalty("caution")).accepted()
    assert given(table) == [("caution", 0), ("yellow", 1)]
    for _ in range(2):
        table.when("referee", penalty("caution")).accepted()
        assert given(table) == [("caution", 0)], "a rule fires once"
    table.when("referee", penalty("yellow")).then(
        ResultReached, winners=(1,), places=(2, 1), by="ruling", ruling=table.protocol.seq
    )
    assert given(table) == [("yellow", 0), ("red", 2), ("loss", 3)]


@pytest.mark.rule("WG-PENALTY-01")
def test_two_red_cards_in_the_event_are_a_removal():
    """One of them was given in another game."""
    table = in_play(event=EVENT, terms=terms())
    table.when("referee", penalty("red", red=1)).then(ResultReached, winners=(1,))
    assert given(table) == [("red", 0), ("loss", 3), ("removal", 4)]
    once = in_play(event=EVENT, terms=terms())
    once.when("referee", penalty("red")).then(ResultReached, winners=(1,))
    assert given(once) == [("red", 0), ("loss", 3)]
    fewer = in_play(event=EVENT, terms=terms())
    fewer.when("referee", penalty("caution", caution=1)).accepted()
    assert given(fewer) == [("caution", 0)], "cautions of other games count for nothing here"


@pytest.mark.rule("WG-PENALTY-02")
def test_points_taken_are_a_part_of_the_score():
    """Before the result and after it; nobody's place changes, and the time for appeals begins anew."""
    table = in_play(COUNTED)
    table.when("referee", penalty("points", 150)).without(ResultReached)
    table.when("red", Concede()).accepted()
    assert totals(table) == [550, 300]
    first = table.window.id
    table.wait(500)
    table.when("referee", penalty("points_other", 1_000)).then(
        ResultReached, winners=(1,), ending="conceded", by="seats", places=(2, 1)
    ).asks("appeal")
    assert totals(table) == [550, 1_300]
    assert table.window.id != first
    table.wait(599).when("table", Finish()).rejected("WG-END-01", "appeals-open", seconds=1)
    table.wait(1).when("table", Finish()).then(Finished)


@pytest.mark.rule("WG-PENALTY-01")
def test_time_is_taken_and_given():
    """Ten seconds of the seat's bank, or for the other's; neither without a clock."""
    clock = ClockTerms(
        bank_ms=60_000,
        increment_ms=0,
        delay_ms=0,
        cap_ms=0,
        per="answer",
        on_flag="note",
        after_flag_ms=0,
        grace_ms=0,
        least_ms=0,
    )
    table = in_play(event=EVENT, terms=terms(clock=clock))
    table.when("referee", penalty("time", 10_000)).accepted()
    assert [row.bank for row in table.protocol.docket.clocks.seats] == [50_000, 60_000]
    table.when("referee", penalty("time_other", 5_000)).accepted()
    assert [row.bank for row in table.protocol.docket.clocks.seats] == [50_000, 65_000]
    in_play().when("referee", penalty("time", 10_000)).rejected("WG-PENALTY-01", "no-clock")


@pytest.mark.rule("WG-PENALTY-03")
@pytest.mark.parametrize("kind", ["loss", "removal"])
def test_a_loss_after_the_result_turns_it(kind):
    """Red had won; now blue has."""
    table = over()
    table.when("referee", penalty(kind)).then(Penalised, kind=kind).then(
        ResultReached, winners=(1,), places=(2, 1), ruling=6
    ).asks("appeal")


@pytest.mark.rule("WG-PENALTY-02", "WG-BACK-01")
def test_a_rewind_takes_no_penalty_away_but_the_result_of_one():
    """Deductions are the desk's, and stand; a lost game is a matter of the game, and goes with its entry."""
    table = in_play(COUNTED)
    table.when("red", EndTurn()).accepted()
    table.when("referee", penalty("points", 100)).accepted()
    table.when("head", Rewind(grounds=WHY, to=5, dice="fresh", changes=())).asks("turn", "red")
    table.when("red", Concede()).accepted()
    assert totals(table) == [600, 300]
    lost = in_play()
    lost.when("referee", penalty("loss")).then(ResultReached, winners=(1,), ending="forfeit")
    lost.when("head", Rewind(grounds=WHY, to=5, dice="fresh", changes=())).asks("turn", "red")
    assert lost.protocol.result is None


@pytest.mark.rule("WG-PENALTY-03")
def test_a_game_that_both_have_lost_is_void():
    """The first loss made the other win; the second leaves nobody."""
    table = in_play()
    table.when("referee", penalty("loss")).then(ResultReached, winners=(1,))
    table.when("referee", penalty("loss", seat=1)).then(ResultReached, winners=(), ending="void", places=())


@pytest.mark.rule("WG-AWARD-01")
@pytest.mark.parametrize(
    ("ending", "winners", "scores", "reason"),
    [
        ("void", (0,), (), "nobody-wins"),
        ("void", (), (1, 2), "void-has-no-scores"),
        ("agreed", (0,), (), "nobody-wins"),
        ("forfeit", (), (), "winner-missing"),
        ("no_show", (), (), "winner-missing"),
        ("points", (0,), (), "ending-not-awarded"),
        ("flag", (0,), (), "ending-not-awarded"),
        ("restarted", (), (), "ending-not-awarded"),
        ("adjudicated", (0, 1), (), "all-have-won"),
        ("adjudicated", (2,), (), "seat-unknown"),
        ("adjudicated", (0, 0), (), "seat-unknown"),
        ("adjudicated", (), (100,), "scores-number"),
    ],
)
def test_results_that_no_referee_awards(ending, winners, scores, reason):
    """Who wins fits how the game ends, and the scores fit the seats."""
    faults = in_play().refused(award(*scores, ending=ending, winners=winners), "referee")
    assert [fault.reason for fault in faults] == [reason]


@pytest.mark.rule("WG-BACK-01", "WG-RESTART-01", "WG-INTERPRET-01")
def test_what_a_head_referee_alone_rules_in_an_event():
    """Going back over a result, a restart, and what a clause means."""
    table = over(event=EVENT, terms=terms())
    meaning = Interpret(grounds=Grounds(reason="asked", clause="TOY-1.3-01", about=()), text="a turn is three actions")
    for command in (
        Rewind(grounds=WHY, to=5, dice="fresh", changes=()),
        RestartGame(grounds=WHY, new_game=b"n" * 16),
        meaning,
    ):
        assert [fault.reason for fault in table.refused(command, "referee")] == ["head-referee-needed"]
        assert table.refused(command, "head") == ()


# -- appeals


@pytest.mark.rule("WG-APPEAL-04")
def test_points_under_an_appeal_leave_it_lodged():
    """The result is named anew; the appeal waits as before."""
    table = over(rules=COUNTED)
    table.when("blue", Appeal(reason="no")).accepted()
    table.when("referee", penalty("points", 100)).then(ResultReached, winners=(0,), ending="conceded")
    assert totals(table) == [600, 300]
    assert (table.window.kind, table.window.asks) == ("appeal_lodged", (254,))
    table.when("referee", UpholdRuling(grounds=WHY)).then(AppealSettled, appeal=6, end="upheld", left_ms=600_000)


@pytest.mark.rule("WG-APPEAL-04")
@pytest.mark.parametrize("referee", [True, False])
def test_the_time_for_appeals_runs_out_by_itself(referee):
    """Ten minutes to the second, referee seated or not."""
    table = over(referee=referee)
    assert table.window.asks == (255,)
    table.wait(599).when("table", Finish()).rejected("WG-END-01", "appeals-open", seconds=1)
    table.wait(1).when("table", Finish()).then(Finished)
    assert table.refused(Appeal(reason="late"), "blue") != ()


@pytest.mark.rule("WG-APPEAL-04")
@pytest.mark.parametrize(("waited", "left"), [(100, 500_000), (299, 301_000), (301, 300_000), (590, 300_000)])
@pytest.mark.parametrize("end", ["withdrawn", "upheld"])
def test_an_appeal_holds_the_time_and_leaves_five_minutes_at_least(waited, left, end):
    """What is left runs on when it is settled, however long that took."""
    table = over()
    table.wait(waited).when("blue", Appeal(reason="no")).then(
        AppealLodged, seat=1, about=5, left_ms=1_000 * (600 - waited)
    )
    table.wait(1_000).when("table", Finish()).rejected("WG-APPEAL-02", "not-asked", window="appeal_lodged")
    settle = ("blue", WithdrawAppeal()) if end == "withdrawn" else ("referee", UpholdRuling(grounds=WHY))
    table.when(*settle).then(AppealSettled, appeal=6, end=end, left_ms=left).asks("appeal")
    table.wait(left // 1_000 - 1).when("table", Finish()).rejected("WG-END-01", "appeals-open", seconds=1)
    table.wait(1).when("table", Finish()).then(Finished)


@pytest.mark.rule("WG-APPEAL-04")
def test_what_no_referee_rules_on_in_time_stands():
    """The referee has two minutes."""
    table = over(event=EVENT, terms=terms(referee_ms=120_000))
    table.when("blue", Appeal(reason="no")).accepted()
    lodged = table.window.id
    table.wait(119).when("table", EnforceDeadline(window=lodged)).rejected("WG-ASK-02", "not-due")
    table.wait(1).when("table", EnforceDeadline(window=lodged)).then(
        AppealSettled, appeal=6, end="lapsed", left_ms=600_000
    )


@pytest.mark.rule("WG-APPEAL-01")
def test_each_seat_appeals_once_about_each_matter():
    """The same again is refused; of the other seat it is not, nor about a ruling."""
    table = in_play()
    table.when("referee", penalty("caution", seat=1)).accepted()
    table.when("blue", Concede()).accepted()
    table.when("blue", Appeal(reason=" ")).rejected("WG-APPEAL-01", "reason-missing")
    table.when("blue", Appeal(reason="no")).then(AppealLodged, about=6)
    table.when("red", Appeal(reason="no")).rejected("WG-APPEAL-01", "appeal-lodged")
    table.when("red", WithdrawAppeal()).rejected("WG-APPEAL-01", "no-appeal-of-yours")
    table.when("blue", WithdrawAppeal()).accepted()
    table.when("blue", Appeal(reason="once more")).rejected("WG-APPEAL-01", "appealed-already", entry=6)
    table.when("red", Appeal(reason="no")).then(AppealLodged, seat=0, about=6)
    table.when("red", WithdrawAppeal()).accepted()
    table.when("blue", Appeal(reason="the card", about=5)).then(AppealLodged, seat=1, about=5)


@pytest.mark.rule("WG-APPEAL-04")
def test_the_game_closes_once_nobody_wants_to_appeal():
    """The last of the seats to waive closes it."""
    table = over()
    table.when("blue", WaiveAppeal()).exactly(AppealWaived(seat=1))
    table.when("blue", WaiveAppeal()).rejected("WG-APPEAL-04", "waived-already")
    table.when("red", WaiveAppeal()).then(AppealWaived(seat=0), Finished)


@pytest.mark.rule("WG-APPEAL-03")
def test_an_award_overturns_a_result_once():
    """The time begins anew, in full; what was overturned is not appealed against again."""
    table = over()
    table.wait(400).when("blue", Appeal(reason="no")).accepted()
    table.when("head", award(winners=(1,))).rejected("WG-APPEAL-03", "appeal-not-named", appeal=6)
    table.when("head", award(winners=(1,), overturns=6)).then(AppealOverturned, appeal=6, about=5).then(
        ResultReached, winners=(1,), by="ruling", ruling=7
    ).asks("appeal")
    table.when("red", Appeal(reason="no", about=5)).rejected("WG-APPEAL-01", "nothing-to-appeal", entry=5)
    table.when("red", Appeal(reason="no")).rejected("WG-APPEAL-03", "overturned-once", entry=7)
    table.wait(599).when("table", Finish()).rejected("WG-END-01", "appeals-open", seconds=1)
    table.wait(1).when("table", Finish()).then(Finished)


@pytest.mark.rule("WG-APPEAL-03")
def test_a_rewind_overturns_a_result_and_the_game_goes_on():
    """Back in play; a rewind that leaves the result where it is overturns nothing."""
    table = over()
    table.when("blue", Appeal(reason="no")).accepted()
    back = Rewind(grounds=WHY, to=6, dice="fresh", changes=(), overturns=6)
    table.when("head", back).rejected("WG-APPEAL-03", "not-overturned-by-it", about=5)
    table.when("head", Rewind(grounds=WHY, to=5, dice="fresh", changes=(), overturns=6)).then(
        AppealOverturned, appeal=6, about=5
    )
    assert any(isinstance(event, Rewound) for event in table.events)
    assert table.protocol.result is None
    assert (table.window.kind, table.window.asks) == ("turn", (0,))


@pytest.mark.rule("WG-APPEAL-02")
def test_the_author_of_a_ruling_does_not_uphold_it():
    """Another referee does, or the head referee; as an author the head referee where no other has ruled."""
    table = in_play(event=EVENT, terms=terms())
    table.when("referee", award()).accepted()
    table.when("blue", Appeal(reason="no")).accepted()
    table.when("referee", UpholdRuling(grounds=WHY)).rejected("WG-APPEAL-02", "own-ruling")
    assert table.refused(UpholdRuling(grounds=WHY), "head") == ()
    assert table.refused(UpholdRuling(grounds=WHY), "second") == ()
    alone = in_play(event=EVENT, terms=terms())
    alone.when("head", award()).accepted()
    alone.when("blue", Appeal(reason="no")).accepted()
    assert alone.refused(UpholdRuling(grounds=WHY), "head") == ()
    both = in_play(event=EVENT, terms=terms())
    both.when("second", penalty("caution")).accepted()
    both.when("head", award()).accepted()
    both.when("blue", Appeal(reason="no")).accepted()
    both.when("head", UpholdRuling(grounds=WHY)).rejected("WG-APPEAL-02", "own-ruling")
    assert both.refused(UpholdRuling(grounds=WHY), "second") == ()

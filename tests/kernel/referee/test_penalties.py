"""WG-PENALTY: what a referee gives a seat, what follows from it, and what it does to the result."""

import pytest

from adjudicator.kernel.messages import (
    Appeal,
    Award,
    ClockTerms,
    Concede,
    Finish,
    Finished,
    GameTerms,
    Grounds,
    Penalise,
    Penalised,
    PenaltyCount,
    PenaltyRule,
    ResultReached,
    RulingGiven,
    ScorePart,
    SeatScore,
)
from tests.kernel.fixtures import TOY, turn
from tests.kit import Table, party_of
from tests.toy.model.messages import EndTurn

EVENT = b"e" * 16
WHY = Grounds(reason="moved twice", clause="TOY-2.1-01", about=(2,))
GIVEN = RulingGiven(act="Penalise", reason=WHY.reason, clause=WHY.clause, about=WHY.about)
CLOCK = ClockTerms(
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


def terms(**said):
    """Terms of an event that say nothing but this."""
    usual = {"referee_ms": 0, "no_show_ms": 0, "time_called_ms": 0, "agree": "free"}
    return GameTerms(**{**usual, **said})


def playing(*rows, appeal=60, clock=None, **ways):
    """Red's turn in a game of an event; `rows` are its rules of penalties."""
    said = terms(penalties=rows, clock=clock)
    return turn(referee=True, appeal=appeal, event=EVENT, terms=said, **ways)


def penalty(seat, kind, amount=0, **before):
    """A penalty of a seat by its name; `before` counts those of other games."""
    rows = tuple(PenaltyCount(kind=name, count=count) for name, count in before.items())
    return Penalise(grounds=WHY, seat=party_of(seat), kind=kind, amount=amount, before=rows)


def row(kind, count, then, amount=0, scope="game"):
    return PenaltyRule(kind=kind, count=count, scope=scope, then=then, amount=amount)


def part(value, clause="WG-PENALTY-02", name="penalty"):
    return ScorePart(name=name, value=value, clause=clause)


@pytest.mark.rule("WG-PENALTY-01")
def test_a_caution_changes_nothing_but_the_docket():
    """Nothing of the game changes; the same questions are open."""
    table = playing()
    before, windows = table.game.dump(), table.windows
    table.when("referee", penalty("red", "caution")).exactly(GIVEN, Penalised(seat=0, kind="caution", amount=0, rule=0))
    assert (table.game.dump(), table.windows) == (before, windows)


@pytest.mark.rule("WG-PENALTY-01", "WG-PENALTY-03")
def test_what_follows_follows_at_once_and_once():
    """The usual rules: two cautions a yellow, two yellows a red, a red the loss of the game, each in one entry."""
    table = playing()
    table.play(("referee", penalty("red", "caution")), ("referee", penalty("blue", "caution")))
    table.when("referee", penalty("red", "caution")).exactly(
        GIVEN, Penalised(seat=0, kind="caution", amount=0, rule=0), Penalised(seat=0, kind="yellow", amount=0, rule=1)
    )
    table.when("referee", penalty("red", "caution")).exactly(GIVEN, Penalised(seat=0, kind="caution", amount=0, rule=0))
    given = table.when("referee", penalty("red", "yellow"))
    given.then(
        GIVEN,
        Penalised(seat=0, kind="yellow", amount=0, rule=0),
        Penalised(seat=0, kind="red", amount=0, rule=2),
        Penalised(seat=0, kind="loss", amount=0, rule=3),
        ResultReached,
        winners=(1,),
        ending="forfeit",
        outcome="won",
        by="ruling",
        places=(2, 1),
        ruling=table.protocol.seq,
    ).asks("appeal", "table")


@pytest.mark.rule("WG-PENALTY-01")
@pytest.mark.parametrize(("earlier", "kinds"), [({}, ["red"]), ({"red": 1}, ["red", "removal"]), ({"red": 2}, ["red"])])
def test_counts_of_the_event(earlier, kinds):
    """What the other games of the event have brought counts where the rule is of the event, and follows once."""
    table = playing(row("red", 2, "removal", scope="event"))
    given = table.when("referee", penalty("red", "red", **earlier)).accepted()
    assert [event.kind for event in given.events if isinstance(event, Penalised)] == kinds


@pytest.mark.rule("WG-PENALTY-01")
def test_earlier_games_do_not_count_for_a_rule_of_the_game():
    """A caution of another game is no second one here."""
    playing(row("caution", 2, "yellow")).when("referee", penalty("red", "caution", caution=1)).without(ResultReached)


@pytest.mark.rule("WG-PENALTY-02")
def test_points_are_parts_of_the_score():
    """They are taken at the result, in hundredths, also where the book counts nothing."""
    table = playing(row("yellow", 1, "points", 1_000))
    table.when("referee", penalty("red", "yellow")).then(Penalised, kind="points", amount=1_000, rule=1)
    table.when("referee", penalty("blue", "points_other", 250)).without(ResultReached)
    ended = table.when("blue", Concede()).one(ResultReached)
    assert ended.scores == (
        SeatScore(total=-750, parts=(part(-1_000), part(250, name="penalty of an opponent"))),
        SeatScore(total=0),
    )
    assert (ended.by, ended.ruling) == ("seats", 0)


@pytest.mark.rule("WG-PENALTY-02")
def test_a_penalty_after_the_result_revises_it():
    """The result is named anew with the same winner, and the time for appeals begins anew."""
    table = playing()
    table.when("blue", Concede()).accepted()
    first = table.window
    table.wait(40).when("referee", penalty("red", "points", 500)).exactly(
        GIVEN,
        Penalised(seat=0, kind="points", amount=500, rule=0),
        ResultReached(
            winners=(0,),
            outcome="conceded",
            ending="conceded",
            by="seats",
            places=(1, 2),
            scores=(SeatScore(total=-500, parts=(part(-500),)), SeatScore(total=0)),
            played=True,
            ruling=table.protocol.seq,
        ),
    ).asks("appeal", "table")
    assert table.window.id != first.id
    again = table.when("referee", penalty("red", "points", 100)).one(ResultReached)
    assert again.scores[0] == SeatScore(total=-600, parts=(part(-500), part(-100))), "none is taken twice"
    table.wait(59).when("table", Finish()).rejected("WG-END-01", "appeals-open", seconds=1)
    table.wait(1).when("table", Finish()).then(Finished)
    table.when("referee", penalty("red", "caution")).rejected("WG-RULE-01", "closed-already")


@pytest.mark.rule("WG-PENALTY-03")
def test_a_loss_after_the_result():
    """Who had won has lost; where both have, the game is void."""
    table = playing()
    table.when("blue", Concede()).accepted()
    table.when("referee", penalty("red", "removal")).then(ResultReached, winners=(1,), ending="forfeit", places=(2, 1))
    table.when("referee", penalty("blue", "loss")).then(ResultReached, winners=(), ending="void", places=(), scores=())


@pytest.mark.rule("WG-PENALTY-01", "WG-APPEAL-03")
def test_an_overturned_penalty_counts_no_more():
    """What the overturned ruling gave is not counted, and may follow once more."""
    table = playing(row("caution", 1, "points", 300))
    table.play(("referee", penalty("red", "caution")), ("blue", Concede()))
    ruled = table.protocol.seq - 1
    assert table.last.one(ResultReached).scores[0].total == -300
    table.when("red", Appeal(reason="it was blue", about=ruled)).accepted()
    appeal = table.protocol.seq
    award = Award(grounds=WHY, ending="adjudicated", winners=(0,), overturns=appeal)
    assert table.when("head", award).one(ResultReached).scores == (SeatScore(total=0), SeatScore(total=0))
    assert table.when("referee", penalty("red", "caution")).one(ResultReached).scores[0].total == -300


@pytest.mark.rule("WG-PENALTY-01")
def test_what_is_no_penalty():
    """A seat, a kind, and an amount where the kind has one."""
    table = playing()
    table.when("referee", Penalise(grounds=WHY, kind="caution", amount=0)).rejected(
        "WG-PENALTY-01", "seat-unknown", "seat", seats=2
    )
    table.when("referee", penalty(2, "caution")).rejected("WG-PENALTY-01", "seat-unknown", "seat")
    table.when("referee", penalty("red", "")).rejected("WG-PENALTY-01", "penalty-missing", "kind")
    table.when("referee", penalty("red", "points")).rejected("WG-PENALTY-01", "amount-unfit", "amount", kind="points")
    table.when("referee", penalty("red", "red", 5)).rejected("WG-PENALTY-01", "amount-unfit", "amount", kind="red")
    table.when("referee", penalty("red", "time", 5)).rejected("WG-PENALTY-01", "no-clock", "kind")
    twice = (PenaltyCount(kind="red", count=1), PenaltyCount(kind="red", count=1))
    table.when("referee", Penalise(grounds=WHY, seat=0, kind="red", amount=0, before=twice)).rejected(
        "WG-PENALTY-01", "counted-twice", "before"
    )


@pytest.mark.rule("WG-PENALTY-01")
def test_time_is_given_where_there_is_a_clock():
    """What the clock does with it is the clock's."""
    playing(clock=CLOCK).when("referee", penalty("red", "time", 30_000)).exactly(
        GIVEN, Penalised(seat=0, kind="time", amount=30_000, rule=0)
    )


@pytest.mark.rule("WG-PENALTY-01")
@pytest.mark.parametrize(
    "rows",
    [
        (row("caution", 1, "yellow"), row("yellow", 1, "caution")),
        (row("red", 0, "loss"),),
        (row("red", 1, "points"),),
        (row("red", 1, ""),),
    ],
)
def test_rules_that_no_game_opens_with(rows):
    """Rules that go in a circle, or lack something, are refused at the opening."""
    table = Table(TOY, event=EVENT, terms=terms(penalties=rows), opened=False)
    table.when("referee", table.opening).rejected("WG-PENALTY-01", "penalty-rules-unfit", "event_terms.penalties")


@pytest.mark.rule("WG-PENALTY-01")
def test_without_an_event_nothing_follows():
    """Only a game of an event has rules of penalties where its terms name none."""
    table = turn(referee=True)
    table.when("referee", penalty("red", "red")).exactly(GIVEN, Penalised(seat=0, kind="red", amount=0, rule=0))
    table.when("red", EndTurn()).accepted()

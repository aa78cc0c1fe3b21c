"""WG-APPEAL: who may appeal against what and when, who rules on it, and how long all of that takes."""

import pytest

from adjudicator.kernel.messages import (
    Appeal,
    AppealLodged,
    AppealOverturned,
    AppealSettled,
    AppealWaived,
    Award,
    Concede,
    Correct,
    Corrected,
    EnforceDeadline,
    Finish,
    Finished,
    GameTerms,
    Grounds,
    PatchItem,
    Penalise,
    ResultReached,
    RulingGiven,
    UpholdRuling,
    WaiveAppeal,
    WithdrawAppeal,
)
from tests.kernel.fixtures import turn

EVENT = b"e" * 16
WHY = Grounds(reason="as the book says", clause="TOY-1.4-01", about=())
UPHELD = RulingGiven(act="UpholdRuling", reason=WHY.reason, clause=WHY.clause, about=())


def ended(appeal=600, referee_ms=0, **ways):
    """Blue has given up a game of an event: entry `result`, ten minutes to appeal."""
    said = GameTerms(referee_ms=referee_ms, no_show_ms=0, time_called_ms=0, agree="free")
    table = turn(referee=True, appeal=appeal, event=EVENT, terms=said, **ways)
    table.when("blue", Concede()).accepted()
    return table


def caution(seat=0):
    return Penalise(grounds=WHY, seat=seat, kind="caution", amount=0)


def lodged(seconds=100, **ways):
    """Red has appealed against the result after so many seconds."""
    table = ended(**ways)
    table.wait(seconds).when("red", Appeal(reason="time was left")).accepted()
    return table


def deadline(table):
    return EnforceDeadline(window=table.window.id)


@pytest.mark.rule("WG-APPEAL-01", "WG-APPEAL-04")
def test_the_time_is_held_while_an_appeal_is_lodged():
    """The referee is asked, nobody closes the game, and what was left runs on afterwards."""
    table = ended()
    result = table.protocol.seq
    table.wait(100).when("red", Appeal(reason="time was left")).exactly(
        AppealLodged(seat=0, about=result, left_ms=500_000)
    ).asks("appeal_lodged", "referee")
    appeal = table.protocol.seq
    table.wait(1_000).when("table", Finish()).rejected("WG-APPEAL-02", "not-asked")
    table.when("head", UpholdRuling(grounds=WHY)).exactly(
        UPHELD, AppealSettled(appeal=appeal, end="upheld", left_ms=500_000)
    ).asks("appeal", "table")
    table.wait(499).when("table", Finish()).rejected("WG-END-01", "appeals-open", seconds=1)
    table.wait(1).when("table", Finish()).then(Finished)


@pytest.mark.rule("WG-APPEAL-04")
def test_at_least_five_minutes_are_left():
    """However late the appeal came."""
    table = lodged(599)
    appeal = table.protocol.seq
    table.when("red", WithdrawAppeal()).exactly(AppealSettled(appeal=appeal, end="withdrawn", left_ms=300_000))
    table.wait(299).when("table", Finish()).rejected("WG-END-01", "appeals-open", seconds=1)
    table.wait(1).when("table", Finish()).then(Finished)


@pytest.mark.rule("WG-APPEAL-04")
@pytest.mark.parametrize(("referee_ms", "seconds"), [(0, 3_600), (90_000, 90)])
def test_what_nobody_rules_on_stands(referee_ms, seconds):
    """After the referee's time, an hour where the terms name none; then the game closes by itself."""
    table = lodged(referee_ms=referee_ms)
    appeal = table.protocol.seq
    table.wait(seconds - 1).when("table", deadline(table)).rejected("WG-ASK-02", "not-due", seconds=1)
    table.wait(1).when("table", deadline(table)).then(AppealSettled(appeal=appeal, end="lapsed", left_ms=500_000)).asks(
        "appeal", "table"
    )
    table.wait(500).when("table", Finish()).then(Finished)


@pytest.mark.rule("WG-APPEAL-02")
def test_a_referee_does_not_let_an_appeal_lapse():
    """Silence is the service's to take: the author of a ruling would uphold it so."""
    table = lodged()
    table.when("referee", deadline(table)).rejected("WG-ASK-02", "appeal-to-be-ruled", "window")


@pytest.mark.rule("WG-APPEAL-02")
def test_nobody_upholds_a_ruling_of_his_own():
    """Another referee does, or the head referee."""
    table = ended()
    table.when("referee", caution()).accepted()
    table.when("red", Appeal(reason="undeserved", about=table.protocol.seq)).accepted()
    table.when("referee", UpholdRuling(grounds=WHY)).rejected("WG-APPEAL-02", "own-ruling")
    award = Award(grounds=WHY, ending="void", overturns=table.protocol.seq)
    table.when("referee", award).rejected("WG-APPEAL-02", "own-ruling")
    table.when("second", UpholdRuling(grounds=WHY)).then(AppealSettled, end="upheld")


@pytest.mark.rule("WG-APPEAL-02")
def test_a_head_referee_upholds_his_own_where_he_is_alone():
    """Once another referee has ruled in the game, that one is asked."""
    for other, upheld in ((False, True), (True, False)):
        table = ended()
        if other:
            table.when("second", caution(1)).accepted()
        table.when("head", caution()).accepted()
        table.when("red", Appeal(reason="undeserved", about=table.protocol.seq)).accepted()
        if upheld:
            table.when("head", UpholdRuling(grounds=WHY)).then(AppealSettled, end="upheld")
        else:
            table.when("head", UpholdRuling(grounds=WHY)).rejected("WG-APPEAL-02", "own-ruling")


@pytest.mark.rule("WG-APPEAL-01")
def test_a_seat_appeals_once_about_each_matter():
    """The other seat may appeal about the same, and both about a ruling."""
    table = lodged()
    result = table.protocol.docket.appeal.about
    table.when("blue", Appeal(reason="me too")).rejected("WG-APPEAL-01", "appeal-lodged")
    table.when("blue", WithdrawAppeal()).rejected("WG-APPEAL-01", "no-appeal-of-yours")
    table.play(("red", WithdrawAppeal()))
    table.when("red", Appeal(reason="after all")).rejected("WG-APPEAL-01", "appealed-already", "about", entry=result)
    table.play(("blue", Appeal(reason="me too")), ("blue", WithdrawAppeal()))
    table.when("referee", caution()).accepted()
    table.when("red", Appeal(reason="undeserved", about=table.protocol.seq)).then(AppealLodged, seat=0)


@pytest.mark.rule("WG-APPEAL-01")
def test_what_is_not_appealed_against():
    """No reason, no ruling, no time, no seat."""
    table = turn(referee=True, appeal=600)
    table.when("red", Appeal(reason="early")).rejected("WG-APPEAL-01", "no-time-for-appeals")
    table = ended()
    table.when("red", Appeal(reason=" ")).rejected("WG-APPEAL-01", "reason-missing", "reason")
    table.when("red", Appeal(reason="x", about=2)).rejected("WG-APPEAL-01", "nothing-to-appeal", "about", entry=2)
    table.when("referee", Appeal(reason="x")).rejected("WG-APPEAL-01", "not-a-seat")
    table.when("referee", WaiveAppeal()).rejected("WG-APPEAL-04", "not-a-seat")
    table.when("red", WithdrawAppeal()).rejected("WG-APPEAL-01", "no-appeal-of-yours")
    table.wait(600).when("red", Appeal(reason="late")).rejected("WG-APPEAL-04", "appeals-over")
    table = turn(appeal=600)
    table.play(("blue", Concede()))
    table.when("red", Appeal(reason="x")).rejected("WG-APPEAL-01", "no-referee-to-appeal-to")


@pytest.mark.rule("WG-APPEAL-04")
def test_with_all_seats_waiving_the_game_closes_at_once():
    """A seat that has waived does not appeal any more, unless the result is revised."""
    table = ended()
    table.when("red", WaiveAppeal()).exactly(AppealWaived(seat=0)).asks("appeal", "table")
    table.when("red", WaiveAppeal()).rejected("WG-APPEAL-04", "waived-already")
    table.when("red", Appeal(reason="x")).rejected("WG-APPEAL-01", "waived-already")
    points = Penalise(grounds=WHY, seat=1, kind="points", amount=5)
    table.when("referee", points).then(ResultReached)
    table.play(("blue", WaiveAppeal()))
    table.when("red", WaiveAppeal()).exactly(AppealWaived(seat=0), Finished()).asks("confirm_result", "red", "blue")


@pytest.mark.rule("WG-APPEAL-04")
def test_a_result_revised_under_an_appeal():
    """The appeal waits as before, and the time for appeals begins anew after it."""
    table = lodged()
    appeal = table.protocol.seq
    table.when("referee", Penalise(grounds=WHY, seat=1, kind="points", amount=5)).then(ResultReached)
    assert [(window.kind, window.asks) for window in table.windows] == [("appeal", (255,)), ("appeal_lodged", (254,))]
    table.when("head", UpholdRuling(grounds=WHY)).then(AppealSettled(appeal=appeal, end="upheld", left_ms=600_000))


@pytest.mark.rule("WG-APPEAL-04")
def test_an_unattended_game_always_ends():
    """Whatever the seats appeal about, silence alone brings every game to its close."""
    table = ended()
    table.play(("red", Appeal(reason="x")))
    table.wait(3_600).when("table", deadline(table)).accepted()
    table.play(("blue", Appeal(reason="x")))
    table.wait(3_600).when("table", deadline(table)).accepted()
    for seat in ("red", "blue"):
        table.when(seat, Appeal(reason="x")).rejected("WG-APPEAL-01", "appealed-already")
    table.wait(600).when("table", Finish()).then(Finished)


def offered(table, who, kind):
    rules = table.rules
    return rules.desk_offers[kind](rules, table.game, table.protocol, {"red": 0, "blue": 1}[who])


@pytest.mark.rule("WG-APPEAL-01")
def test_what_is_offered():
    """Seats are offered what they may do, and what they may appeal against; the referee to uphold."""
    table = ended()
    result = str(table.protocol.seq)
    (found,) = offered(table, "red", Appeal)
    assert [(domain.field, domain.optional) for domain in found.fields] == [("reason", False), ("about", True)]
    assert found.fields[1].values.values == (result,)
    assert len(offered(table, "red", WaiveAppeal)) == 1
    assert offered(table, "red", WithdrawAppeal) == []
    table.play(("red", Appeal(reason="x")))
    assert table.offered("referee") == ["UpholdRuling"]
    assert [len(offered(table, "red", kind)) for kind in (Appeal, WaiveAppeal, WithdrawAppeal)] == [0, 0, 1]
    assert offered(table, "blue", WithdrawAppeal) == []
    table.play(("red", WithdrawAppeal()), ("red", WaiveAppeal()))
    assert [offered(table, "red", kind) for kind in (Appeal, WaiveAppeal, WithdrawAppeal)] == [[], [], []]


@pytest.mark.rule("WG-APPEAL-03", "WG-CORRECT-01")
def test_a_correction_overturns_too():
    """It names the appeal; the result is named anew, nothing waits for the referee, and the time begins anew."""
    table = lodged()
    appeal, result = table.protocol.docket.appeal.seq, table.protocol.docket.appeal.about
    item = PatchItem(table="sides", key="0", field="shields", before="1", after="2")
    table.when("head", Correct(grounds=WHY, patch=(item,))).rejected("WG-APPEAL-03", "appeal-not-named", "overturns")
    table.when("head", Correct(grounds=WHY, patch=(item,), overturns=appeal)).then(
        AppealOverturned(appeal=appeal, about=result), Corrected, ResultReached, winners=(0,), ruling=appeal + 1
    ).asks("appeal", "table")
    table.wait(600).when("table", Finish()).then(Finished)

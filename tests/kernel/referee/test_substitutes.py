"""WG-SEAT: what another person takes over with a seat: orders, envelopes, the clock, flags, calls, cards, penalties."""

import pytest

from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import (
    AdjournGame,
    CallFlag,
    CallReferee,
    ClockTerms,
    CommitContribution,
    FlagFell,
    GameTerms,
    Grounds,
    OpenContribution,
    PauseGame,
    Penalise,
    Penalised,
    PenaltyRule,
    RefereeCalled,
    ResumeGame,
    SealedTaken,
    SealNext,
    SeatAbsent,
    SeatSubstituted,
    Substitute,
    WithdrawCall,
)
from tests.kernel.fixtures import TOY
from tests.kit import Table
from tests.toy.model.messages import CreateMatch, Decline, EndTurn, PlotMarch, PlotsShown, Strike

WHY = Grounds(reason="the player was taken ill", clause="", about=())
KEY = b"k" * 32
EVENT = b"e" * 16


def substitute(seat=0, person="robin", keys=(KEY,)):
    return Substitute(grounds=WHY, seat=seat, person=person, keys=keys)


def terms(clock=None, **others):
    """Terms of an event; a clock of a minute without increment where one is given."""
    rows = {"referee_ms": 0, "no_show_ms": 0, "time_called_ms": 0, "agree": ""}
    fields = dict.fromkeys(ClockTerms.__struct_fields__, 0) | {"bank_ms": 60_000, "per": "answer", "on_flag": "note"}
    made = None if clock is None else ClockTerms(**{**fields, **clock})
    return GameTerms(clock=made, **{**rows, **others})


def at_red_turn(**ways):
    """Red's turn, entries 1 to 4."""
    table = Table(TOY, dice=[5, 2], referee=True, appeal=60, **ways)
    table.play(("referee", CreateMatch(rounds=2)), ("red", PlotMarch(heading="east")))
    table.when("blue", PlotMarch(heading="west")).asks("turn", "red")
    return table


def caution():
    return Penalise(grounds=WHY, seat=0, kind="caution", amount=0, before=())


@pytest.mark.rule("WG-SEAT-01")
def test_a_sealed_order_stands():
    """What the seat had plotted is opened as it was, with the other's; nobody plots anew."""
    table = Table(TOY, dice=[5, 2], referee=True)
    table.play(("referee", CreateMatch(rounds=2)), ("red", PlotMarch(heading="east")))
    table.when("referee", substitute()).accepted()
    assert table.window.asks == (1,)
    table.when("blue", PlotMarch(heading="west")).then(PlotsShown)
    assert [table.game.plots[seat].heading for seat in (0, 1)] == ["east", "west"]


@pytest.mark.rule("WG-SEAT-01", "WG-STOP-04")
def test_an_envelope_stands():
    """What the seat had sealed is taken when the game goes on."""
    table = at_red_turn()
    table.when("referee", AdjournGame(grounds=WHY, for_ms=0)).accepted()
    table.when("red", SealNext(kind="EndTurn", fields="[]")).accepted()
    table.when("referee", substitute()).then(SeatSubstituted(seat=0, person="robin", keys=(KEY,)))
    table.when("referee", ResumeGame(grounds=WHY, dice="")).then(SealedTaken, entry=6, by=0, kind="EndTurn")


@pytest.mark.rule("WG-SEAT-01", "WG-CLOCK-01")
def test_no_time_is_gained():
    """The bank goes on where it was, for the same answer; a seat retaken is no new clock."""
    table = at_red_turn(event=EVENT, terms=terms({}))
    table.time += 20_000
    table.when("referee", substitute()).accepted()
    assert [row.bank for row in table.protocol.docket.clocks.seats] == [40_000, 60_000]
    table.time += 15_000
    table.when("red", Strike(piece="r1", target="b1")).accepted()
    assert [row.bank for row in table.protocol.docket.clocks.seats] == [25_000, 60_000]


@pytest.mark.rule("WG-SEAT-01", "WG-CLOCK-03")
def test_a_flag_stays_down():
    """Silence is taken for the rest of the game, whoever sits there now."""
    table = at_red_turn(event=EVENT, terms=terms({"on_flag": "defaults_game"}))
    table.time += 61_000
    table.when("table", CallFlag(seat=0)).then(FlagFell)
    table.when("referee", substitute()).accepted()
    clock, other = table.protocol.docket.clocks.seats
    assert (clock.bank, clock.flag, other.flag) == (0, 5, 0)


@pytest.mark.rule("WG-SEAT-01", "WG-CALL-01")
def test_calls_are_counted_on():
    """Three calls of the seat stop the clocks, and no three more for the new person."""
    table = at_red_turn()
    for _ in range(3):
        table.when("red", CallReferee(question="is that so?", about=())).accepted()
        assert table.last.one(RefereeCalled).until_ms > 0
        table.when("red", WithdrawCall(call=table.protocol.seq)).accepted()
    table.when("referee", substitute()).accepted()
    table.when("red", CallReferee(question="is that so?", about=())).accepted()
    assert table.last.one(RefereeCalled).until_ms == 0


@pytest.mark.rule("WG-SEAT-01", "WG-PENALTY-01")
def test_cards_are_the_seats():
    """A caution of the one before and one of the new person are two."""
    rule = PenaltyRule(kind="caution", count=2, scope="game", then="yellow", amount=0)
    table = at_red_turn(event=EVENT, terms=terms(penalties=(rule,)))
    table.when("referee", caution()).accepted()
    table.when("referee", substitute()).accepted()
    table.when("referee", caution()).then(Penalised, kind="caution").then(Penalised, seat=0, kind="yellow")


@pytest.mark.rule("WG-SEAT-01")
def test_in_a_pause_too():
    """Nothing goes on by that, and the question is asked of the seat as before."""
    table = at_red_turn()
    table.when("referee", PauseGame(grounds=WHY)).accepted()
    before = table.windows
    table.when("referee", substitute()).accepted()
    assert table.windows == before
    table.when("red", EndTurn()).rejected("WG-STOP-02", "game-stopped")
    table.when("referee", ResumeGame(grounds=WHY, dice="")).accepted()
    table.when("red", EndTurn()).asks("turn", "blue")


@pytest.mark.rule("WG-SEAT-01")
def test_who_is_asked_in_a_reaction_is_another():
    """Blue is asked about red's strike, and somebody else answers for blue."""
    table = at_red_turn()
    table.when("red", Strike(piece="r1", target="b1")).asks("parry", "blue")
    table.when("referee", substitute(1)).asks("parry", "blue")
    table.when("blue", Decline()).asks("strike", "red")


@pytest.mark.rule("WG-SEAT-01", "WG-SEED-03")
def test_once_another_has_opened_the_contribution_is_absent():
    """Its bytes are the former player's, and could only be chosen anew with the other's in sight."""
    table = Table(TOY, referee=True, profile="P1")
    for seat in (0, 1):
        value = wgdice.seat_commit(table.game_id, seat, bytes([seat + 1]) * 32)
        table.when(seat, CommitContribution(commitment=value)).accepted()
    table.when(1, OpenContribution(contribution=bytes([2]) * 32)).accepted()
    table.when("referee", substitute()).then(SeatSubstituted, SeatAbsent(seat=0))
    assert table.protocol.transcript is not None


@pytest.mark.rule("WG-SEAT-01")
def test_who_has_opened_stays_in_the_seed():
    """A contribution that is open already counts, whoever sits there."""
    table = Table(TOY, referee=True, profile="P1")
    for seat in (0, 1):
        value = wgdice.seat_commit(table.game_id, seat, bytes([seat + 1]) * 32)
        table.when(seat, CommitContribution(commitment=value)).accepted()
    table.when(0, OpenContribution(contribution=bytes([1]) * 32)).accepted()
    table.when("referee", substitute()).without(SeatAbsent)
    assert table.window.asks == (1,)

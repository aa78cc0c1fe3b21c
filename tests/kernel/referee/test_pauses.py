"""Pauses and adjournments: what stands still, what does not, and how the game goes on."""

import pytest

from adjudicator.kernel.messages import (
    AddNote,
    AdjournGame,
    AnswerDraw,
    CallReferee,
    Concede,
    EndStop,
    EnforceDeadline,
    GameStopped,
    Grounds,
    OfferDraw,
    PauseGame,
    ReportRoll,
    ResultReached,
    ResumeGame,
    Rewind,
    RollsTaken,
    RulingGiven,
    StopEnded,
    TakeBack,
    ThrowVoided,
)
from adjudicator.kernel.referee.dues import Due, next_due
from tests.kernel.fixtures import TOY, turn
from tests.kit import Table
from tests.toy.model.messages import CreateMatch, DrawToken, EndTurn, TokenDrawn

WHY = Grounds(reason="a fire alarm", clause="", about=())
PAUSE, RESUME = PauseGame(grounds=WHY), ResumeGame(grounds=WHY, dice="")
ADJOURN = AdjournGame(grounds=WHY, for_ms=0)
HOUR = 3_600_000


def due(table):
    return next_due(table.rules, table.game, table.protocol, table.time)


@pytest.mark.rule("WG-STOP-02")
def test_nothing_is_played_in_a_pause():
    """Commands of the rules, answers, deadlines and take-backs are refused; the desk and giving up are not."""
    table = turn(referee=True, dice=[1])
    table.when("red", DrawToken()).accepted()
    window = table.window.id
    until = table.time + HOUR
    table.when("referee", PAUSE).exactly(
        RulingGiven(act="PauseGame", reason=WHY.reason, clause="", about=()), GameStopped(kind="pause", until_ms=until)
    )
    at = table.protocol.seq
    for who, command in (
        ("red", EndTurn()),
        ("red", TakeBack(to=at - 1)),
        ("red", OfferDraw()),
        ("referee", EnforceDeadline(window=window)),
    ):
        table.when(who, command).rejected("WG-STOP-02", "game-stopped", entry=at)
    table.when("referee", PAUSE).rejected("WG-STOP-02", "stopped-already")
    table.when("referee", ADJOURN).rejected("WG-STOP-03", "stopped-already")
    table.play(("referee", AddNote(grounds=WHY)), ("red", CallReferee(question="how long?", about=())))
    table.when("referee", RESUME).exactly(
        RulingGiven(act="ResumeGame", reason=WHY.reason, clause="", about=()),
        StopEnded(stop=at, kind="pause", by_limit=False),
    )
    table.when("referee", RESUME).rejected("WG-STOP-02", "not-stopped")
    table.when("red", EndTurn()).accepted()


@pytest.mark.rule("WG-STOP-02")
def test_a_call_in_a_pause_is_not_counted():
    """It stops nothing, since nothing runs."""
    table = turn(referee=True)
    table.when("referee", PAUSE).accepted()
    table.when("red", CallReferee(question="how long?", about=())).accepted()
    assert (table.protocol.docket.called, len(table.protocol.docket.stops)) == ({}, 1)


@pytest.mark.rule("WG-STOP-01")
def test_the_service_ends_a_pause():
    """After an hour, and not before; the question is due where it was."""
    table = turn(referee=True, limit=60)
    window = table.window.id
    table.wait(20)
    began = table.time
    table.when("referee", PAUSE).accepted()
    at = table.protocol.seq
    assert due(table) == Due(began + HOUR, EndStop(stop=at), f"stop {at}")
    table.wait(3599)
    table.when("table", EndStop(stop=at)).rejected("WG-STOP-01", "stop-not-due", "stop", seconds=1)
    table.wait(2)  # what the service is late is nobody's time either
    table.when("table", EndStop(stop=at)).exactly(StopEnded(stop=at, kind="pause", by_limit=True))
    assert due(table) == Due(table.time + 40_000, EnforceDeadline(window=window), str(window))


def test_a_pause_before_the_seed_and_none_after_the_result():
    """A referee may pause while contributions are made, adjourn only what is played, and stop nothing that is over."""
    table = Table(TOY, referee=True, profile="P1")
    table.when("referee", ADJOURN).rejected("WG-STOP-03", "not-yet-played")
    table.when("referee", PAUSE).accepted()
    table.when("referee", RESUME).accepted()
    table = turn(referee=True, appeal=60)
    table.when("red", Concede()).accepted()
    table.when("referee", PAUSE).rejected("WG-STOP-02", "result-stands")
    table.when("referee", ADJOURN).rejected("WG-STOP-03", "result-stands")


@pytest.mark.rule("WG-STOP-02")
@pytest.mark.parametrize("reported", [False, True])
def test_dice_of_a_pause_count(reported):
    """No faces are taken in a pause; they count when the game goes on, whether they were reported before or not."""
    table = turn(referee=True, reported=True)
    table.when("red", DrawToken()).asks("roll_report", "red")
    if reported:
        table.when("red", ReportRoll(faces=(3,), dice_set="")).accepted()
    table.when("referee", PAUSE).accepted()
    if not reported:
        table.when("red", ReportRoll(faces=(3,), dice_set="")).rejected("WG-STOP-02", "game-stopped")
    table.when("referee", RESUME).rejected("WG-STOP-02", "throw-awaited", "dice")
    table.when("referee", ResumeGame(grounds=WHY, dice="count")).without(ThrowVoided)
    if reported:
        table.last.asks("roll_acknowledge")
    else:
        table.thrown(3).then(TokenDrawn(seat=0, token="iron"), RollsTaken)


@pytest.mark.rule("WG-STOP-02")
def test_dice_of_a_pause_are_thrown_again():
    """What was reported is forgotten, and asked for under a new id."""
    table = turn(referee=True, reported=True)
    table.play(("red", DrawToken()), ("red", ReportRoll(faces=(3,), dice_set="")), ("referee", PAUSE))
    before = table.window.id
    table.when("referee", ResumeGame(grounds=WHY, dice="rethrow")).then(StopEnded, ThrowVoided).asks(
        "roll_report", "red"
    )
    assert table.window.id > before
    table.thrown(1).then(TokenDrawn(seat=0, token="gold"))
    table.when("referee", PAUSE).accepted()
    table.when("referee", ResumeGame(grounds=WHY, dice="count")).rejected("WG-STOP-02", "no-throw-awaited", "dice")


@pytest.mark.rule("WG-STOP-03")
def test_an_adjourned_game_may_end():
    """Giving up and agreeing on a draw are possible; the stop ends with the game."""
    table = turn(referee=True)
    table.when("referee", AdjournGame(grounds=WHY, for_ms=25 * HOUR)).rejected(
        "WG-STOP-03", "too-long", "for_ms", most=24 * HOUR
    )
    until = table.time + HOUR
    table.when("referee", AdjournGame(grounds=WHY, for_ms=HOUR)).then(GameStopped(kind="adjournment", until_ms=until))
    table.play(("red", OfferDraw()))
    table.when("blue", AnswerDraw(accept=True)).then(ResultReached)
    assert table.protocol.docket.stops == ()


def test_a_ruling_in_a_pause():
    """A rewind in a pause asks anew and leaves the game stopped."""
    table = turn(referee=True, dice=[1])
    table.when("red", DrawToken()).accepted()
    drawn = table.protocol.seq
    table.when("referee", PAUSE).accepted()
    table.when("referee", Rewind(grounds=WHY, to=drawn, dice="fresh", changes=())).accepted()
    assert table.protocol.docket.halt is not None
    table.when("red", EndTurn()).rejected("WG-STOP-02", "game-stopped")
    table.play(("referee", RESUME), ("red", EndTurn()))


def test_a_match_is_not_created_in_a_pause():
    """An answer to the opening question waits, too."""
    table = Table(TOY, referee=True)
    table.when("referee", PAUSE).accepted()
    table.when("referee", CreateMatch(rounds=1)).rejected("WG-STOP-02", "game-stopped")

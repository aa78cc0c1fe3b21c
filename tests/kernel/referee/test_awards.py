"""WG-AWARD, WG-RESTART, WG-END-09, WG-END-10: results that rest on a ruling, and what terms say of endings."""

import pytest

from adjudicator.kernel.messages import (
    AllowDraw,
    AnswerDraw,
    Appeal,
    AppealOverturned,
    Award,
    Concede,
    DrawAllowed,
    EndingTerms,
    Finished,
    GameRestarted,
    GameTerms,
    Grounds,
    OfferDraw,
    RestartGame,
    ResultReached,
    Rewind,
    RulingGiven,
    ScorePart,
    SeatScore,
)
from tests.kernel.fixtures import TOY, turn
from tests.kit import GAME, Table

EVENT = b"e" * 16
OTHER = b"n" * 16
WHY = Grounds(reason="left the hall", clause="", about=())


def award(ending, *winners, scores=(), overturns=None):
    return Award(grounds=WHY, ending=ending, winners=winners, scores=scores, overturns=overturns)


def restart(game=OTHER, overturns=None):
    return RestartGame(grounds=WHY, new_game=game, overturns=overturns)


def refereed(appeal=60, **ways):
    return turn(referee=True, appeal=appeal, **ways)


def at_event(**said):
    """Red's turn in a game of an event whose terms say this."""
    usual = {"referee_ms": 0, "no_show_ms": 0, "time_called_ms": 0, "agree": "free"}
    return refereed(event=EVENT, terms=GameTerms(**{**usual, **said}))


def worth(ending, least=None, most=None, *, refused=False):
    return EndingTerms(ending=ending, winner_least=least, loser_most=most, refused=refused)


@pytest.mark.rule("WG-AWARD-01")
@pytest.mark.parametrize(
    ("ending", "winners", "outcome", "places", "played"),
    [
        ("forfeit", (1,), "won", (2, 1), True),
        ("no_show", (0,), "won", (1, 2), False),
        ("adjudicated", (), "draw", (1, 1), True),
        ("time_called", (0,), "won", (1, 2), True),
        ("agreed", (), "draw", (1, 1), True),
        ("void", (), "void", (), True),
    ],
)
def test_a_game_that_has_no_result(ending, winners, outcome, places, played):
    """The ruling stands first, and the result rests on it."""
    table = refereed()
    seq = table.protocol.seq + 1
    table.when("referee", award(ending, *winners)).exactly(
        RulingGiven(act="Award", reason=WHY.reason, clause="", about=()),
        ResultReached(
            winners=winners, outcome=outcome, ending=ending, by="ruling", places=places, played=played, ruling=seq
        ),
    ).asks("appeal", "table")
    assert table.protocol.docket.changed == seq


@pytest.mark.rule("WG-AWARD-01")
def test_plain_numbers():
    """What the ruling names is what each seat scores."""
    scores = refereed().when("referee", award("adjudicated", 0, scores=(1_500, -200))).one(ResultReached).scores
    assert scores == tuple(
        SeatScore(total=value, parts=(ScorePart(name="awarded", value=value, clause="WG-AWARD-01"),))
        for value in (1_500, -200)
    )


@pytest.mark.rule("WG-AWARD-01")
@pytest.mark.parametrize(
    ("command", "reason", "path"),
    [
        (award("points", 0), "ending-not-awarded", "ending"),
        (award("forfeit"), "winner-missing", "winners"),
        (award("agreed", 0), "nobody-wins", "winners"),
        (award("adjudicated", 0, 1), "all-have-won", "winners"),
        (award("adjudicated", 2), "seat-unknown", "winners"),
        (award("adjudicated", 0, 0), "seat-unknown", "winners"),
        (award("adjudicated", 0, scores=(1,)), "scores-number", "scores"),
        (award("void", scores=(1, 1)), "void-has-no-scores", "scores"),
    ],
)
def test_what_is_not_awarded(command, reason, path):
    """An ending that can be ruled, winners that fit it, a score for each seat or none."""
    refereed().when("referee", command).rejected("WG-AWARD-01", reason, path)


@pytest.mark.rule("WG-AWARD-01", "WG-APPEAL-03")
def test_a_result_is_replaced_under_an_appeal_alone():
    """The award names the appeal; what it is about is overturned."""
    table = refereed()
    table.when("blue", Concede()).accepted()
    result = table.protocol.seq
    table.when("referee", award("void")).rejected("WG-AWARD-01", "no-appeal-against-result")
    table.when("referee", award("void", overturns=3)).rejected("WG-APPEAL-03", "no-appeal-lodged", "overturns")
    table.when("blue", Appeal(reason="I did not concede")).accepted()
    appeal = table.protocol.seq
    table.when("referee", award("void")).rejected("WG-APPEAL-03", "appeal-not-named", "overturns", appeal=appeal)
    table.when("referee", award("adjudicated", 1, overturns=appeal)).exactly(
        RulingGiven(act="Award", reason=WHY.reason, clause="", about=()),
        AppealOverturned(appeal=appeal, about=result),
        ResultReached(
            winners=(1,),
            outcome="won",
            ending="adjudicated",
            by="ruling",
            places=(2, 1),
            played=True,
            ruling=appeal + 1,
        ),
    ).asks("appeal", "table")
    table.when("red", Appeal(reason="he did")).rejected("WG-APPEAL-03", "overturned-once", "about", entry=appeal + 1)
    assert table.protocol.result.winners == (1,)


@pytest.mark.rule("WG-RESTART-01")
def test_another_game_takes_its_place():
    """The game counts for nothing, and names the other one; once."""
    table = refereed()
    table.when("referee", restart(b"short")).rejected("WG-RESTART-01", "other-game-needed", "new_game")
    table.when("referee", restart(GAME)).rejected("WG-RESTART-01", "other-game-needed", "new_game")
    table.when("referee", restart()).then(
        GameRestarted(new_game=OTHER), ResultReached, ending="restarted", winners=(), places=(), outcome="restarted"
    )
    assert table.protocol.docket.restarted == OTHER
    table.when("referee", restart(b"m" * 16)).rejected("WG-RESTART-01", "restarted-already")


@pytest.mark.rule("WG-RESTART-01")
def test_a_head_referee_restarts_games_of_an_event():
    """Also one that has a result, which then stands no longer."""
    table = at_event()
    table.when("referee", restart()).rejected("WG-RESTART-01", "head-referee-needed")
    table.when("red", Concede()).accepted()
    table.when("head", restart()).then(GameRestarted, ResultReached, ending="restarted", winners=())


@pytest.mark.rule("WG-BACK-01", "WG-APPEAL-03")
def test_a_rewind_overturns_too():
    """It goes back to what the appeal is about, or before; after a result it is the head referee's."""
    table = at_event()
    table.when("referee", award("forfeit", 0)).accepted()
    ruled = table.protocol.seq
    table.when("blue", Appeal(reason="I was here")).accepted()
    appeal = table.protocol.seq
    table.when("referee", Rewind(grounds=WHY, to=ruled, dice="", overturns=appeal)).rejected(
        "WG-BACK-01", "head-referee-needed"
    )
    table.when("head", Rewind(grounds=WHY, to=ruled, dice="")).rejected("WG-APPEAL-03", "appeal-not-named")
    table.when("head", Rewind(grounds=WHY, to=appeal, dice="", overturns=appeal)).rejected(
        "WG-APPEAL-03", "not-overturned-by-it", "to", about=ruled
    )
    back = table.when("head", Rewind(grounds=WHY, to=ruled, dice="", overturns=appeal))
    back.then(AppealOverturned(appeal=appeal, about=ruled)).asks("turn", "red")
    assert table.protocol.docket.appeal is None
    assert table.protocol.result is None
    table.when("blue", Concede()).then(ResultReached).asks("appeal", "table")
    table.when("red", Appeal(reason="once more", about=ruled)).rejected("WG-APPEAL-03", "overturned-once")


@pytest.mark.rule("WG-END-09")
def test_what_an_ending_is_worth():
    """Winners are raised to the least of it and losers lowered to the most; who has more, or less, stays."""
    rows = (worth("conceded", 1_000, -100), worth("adjudicated", 500, 900))
    conceded = at_event(endings=rows).when("red", Concede()).one(ResultReached)
    assert conceded.scores == (
        SeatScore(total=-100, parts=(ScorePart(name="loss by its ending", value=-100, clause="WG-END-09"),)),
        SeatScore(total=1_000, parts=(ScorePart(name="win by its ending", value=1_000, clause="WG-END-09"),)),
    )
    scores = (700, 950)
    awarded = at_event(endings=rows).when("referee", award("adjudicated", 0, scores=scores)).one(ResultReached)
    assert [row.total for row in awarded.scores] == [700, 900]
    drawn = at_event(endings=rows).when("referee", award("adjudicated", scores=scores)).one(ResultReached)
    assert [row.total for row in drawn.scores] == [700, 950], "nobody has won"


@pytest.mark.rule("WG-END-09")
def test_endings_that_seats_may_not_choose():
    """They are refused and not offered; a referee may still rule them."""
    table = at_event(endings=(worth("conceded", refused=True), worth("agreed", refused=True)))
    table.when("red", Concede()).rejected("WG-END-09", "ending-refused")
    table.when("red", OfferDraw()).rejected("WG-END-09", "ending-refused")
    rules = table.rules
    assert [rules.desk_offers[kind](rules, table.game, table.protocol, 0) for kind in (Concede, OfferDraw)] == [[], []]
    table.when("referee", award("agreed")).then(ResultReached, ending="agreed")


@pytest.mark.rule("WG-END-10")
def test_draws_that_a_referee_has_to_allow():
    """Nobody offers one before that; afterwards the seats agree as ever."""
    table = at_event(agree="referee")
    table.when("red", OfferDraw()).rejected("WG-END-10", "draw-not-allowed")
    table.when("referee", AllowDraw(grounds=WHY)).then(RulingGiven, DrawAllowed)
    table.when("referee", AllowDraw(grounds=WHY)).rejected("WG-END-10", "draw-allowed")
    table.play(("red", OfferDraw()))
    table.when("blue", AnswerDraw(accept=True)).then(ResultReached, ending="agreed", by="seats", ruling=0)
    table.when("referee", AllowDraw(grounds=WHY)).rejected("WG-END-10", "result-stands")


@pytest.mark.rule("WG-END-10")
@pytest.mark.parametrize("agree", ["free", "never"])
def test_where_no_referee_is_needed(agree):
    """There is nothing to allow; where the seats may never agree none is offered."""
    table = at_event(agree=agree)
    table.when("referee", AllowDraw(grounds=WHY)).rejected("WG-END-10", "draw-needs-no-referee")
    if agree == "never":
        table.when("red", OfferDraw()).rejected("WG-END-09", "ending-refused")
    else:
        table.when("red", OfferDraw()).accepted()


@pytest.mark.rule("WG-AWARD-01")
def test_without_time_for_appeals_an_award_closes_the_game():
    """The service need not be asked."""
    refereed(appeal=0).when("referee", award("forfeit", 0)).then(ResultReached, Finished).asks("confirm_result")


@pytest.mark.rule("WG-AWARD-01")
def test_before_the_seed():
    """A seat that never came loses before the dice are fixed."""
    table = Table(TOY, profile="P1", referee=True)
    table.when("referee", award("no_show", 0)).then(ResultReached, ending="no_show", played=False).then(Finished)

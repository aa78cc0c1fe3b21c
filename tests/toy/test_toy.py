from tests import toy
from tests.kit import Table, tables_closed  # noqa: F401
from tests.toy.messages import *  # noqa: F403


def started(dice=()):
    t = Table(toy, dice=[6, 1, *dice])
    t.when("referee", CreateMatch(rounds=2)).then(MatchCreated).then(FirstChosen, RoundBegun).asks(
        "plot", "red", "blue"
    )
    t.play(("blue", PlotMarch(heading="east")))
    t.when("red", PlotMarch(heading="north")).then(PlotsShown, TurnBegun).asks("turn", "red")
    return t


def test_a():
    """A"""
    t = started([4])
    t.when("red", Strike(piece="r1", target="b1")).then(StrikeDeclared).asks("parry", "blue")
    t.when("blue", Parry()).asks("strike", "red")
    t.when("red", RollStrike()).then(StrikeRolled, face=4).without(PieceLost).asks("turn", "red")
    t.when("red", EndTurn()).asks("turn", "blue")
    t.when("red", EndTurn()).rejected("TY-1.3-01", "not-asked")


def test_b():
    """B"""
    t = started([4, 1])
    t.when("red", EndTurn())
    t.when("blue", LayAmbush(place="north")).then(AmbushLaid)
    t.when("red", SpringAmbush(ambush="a6", target="b1")).rejected("TY-1.3-01", "not-asked")
    t.when("blue", DrawToken()).then(TokenDrawn)
    t.when("blue", SpringAmbush(ambush=t.view("blue").ambushes[0].id, target="r1")).then(AmbushSprung, PieceLost)

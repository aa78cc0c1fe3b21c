import pytest

from tests.kit import Table
from tests.toy import RULESET
from tests.toy.model.messages import (
    ActionSpent,
    AmbushLaid,
    AmbushSprung,
    ClaimCover,
    DrawToken,
    EndTurn,
    Feint,
    LayAmbush,
    Parry,
    ParryBroken,
    PieceLost,
    RollStrike,
    SpringAmbush,
    Strike,
    StrikeRolled,
    TokenDrawn,
    TurnBegun,
    TurnEnded,
)
from tests.toy.model.state import PIECES, Ambush, March, Side


def turn(dice=(), **slots):
    """A table in red's turn; red went north, blue went east, and slots are as given."""
    plots = {0: March("north", 1, shown=True), 1: March("east", 1, shown=True)}
    table = Table(RULESET, dice=dice).set(pieces=dict(PIECES), sides={0: Side(), 1: Side()})
    return table.set(plots=plots, rounds=1, round=1).set(**slots).ask("turn", "red")


@pytest.mark.rule("TOY-1.3-01", "TOY-1.3-02", "TOY-2.1-01")
def test_a_turn_has_three_actions():
    """A seat that has used its actions can do no more than end its turn."""
    table = turn(sides={0: Side(actions=0), 1: Side()})
    assert table.offered("red") == ["EndTurn"]
    table.when("red", DrawToken()).rejected("TOY-2.1-01", "no-actions")
    table.when("red", EndTurn()).exactly(TurnEnded(seat=0))


@pytest.mark.rule("TOY-2.2-01")
def test_a_token_does_not_go_back():
    """A drawn token leaves the bag, and an empty bag gives none."""
    table = turn([2], bag=("gold", "iron"))
    table.when("red", DrawToken()).exactly(ActionSpent(seat=0), TokenDrawn(seat=0, token="iron"))
    assert (table.game.bag, table.game.sides[0].tokens) == (("gold",), ("iron",))
    turn().when("red", DrawToken()).rejected("TOY-2.2-01", "bag-empty")


@pytest.mark.rule("TOY-2.4-01", "TOY-2.4-02")
def test_who_strikes_at_whom():
    """A seat strikes with its own piece at one of the other seat; a piece that does not exist is not found."""
    table = turn()
    table.when("red", Strike(piece="b1", target="b2")).rejected("TOY-2.4-01", "not-own", "piece", piece="b1")
    table.when("red", Strike(piece="r1", target="r2")).rejected("TOY-2.4-02", "own-target", "target", piece="r2")
    table.when("red", Strike(piece="r1", target="x9")).rejected("", "unknown-id", "target")


@pytest.mark.rule("TOY-2.4-03", "TOY-2.4-04", "TOY-2.5-01", "TOY-2.5-02")
def test_a_strike_against_a_parry():
    """A parry makes a strike harder by two; a token breaks it again."""
    table = turn([5])
    table.when("red", Strike(piece="r1", target="b1")).asks("parry", "blue")
    table.when("blue", Parry()).asks("strike", "red")
    parried = table.when("red", RollStrike()).then(StrikeRolled, face=5).without(PieceLost)
    assert parried.one(StrikeRolled).needed.total == 6
    table = turn([5], sides={0: Side(tokens=("gold",)), 1: Side()})
    table.play(("red", Strike(piece="r1", target="b1")), ("blue", Parry()))
    table.when("red", Feint()).then(ParryBroken)
    table.when("red", RollStrike()).then(StrikeRolled, PieceLost(piece="b1"))


@pytest.mark.rule("TOY-2.3-01")
def test_cover_is_stated():
    """That a piece stands in cover is stated by its seat, and the other one is asked."""
    turn().when("red", ClaimCover(piece="r1")).asks("fact_stated", "blue")


@pytest.mark.rule("TOY-2.6-01")
def test_the_last_piece():
    """A seat that loses its last piece has lost."""
    table = turn([4], pieces={"r1": 0, "b1": 1}, sides={0: Side(), 1: Side(shields=0)})
    table.play(("red", Strike(piece="r1", target="b1")), ("red", RollStrike())).then(PieceLost(piece="b1"))
    assert table.game.result.winners == (0,)


@pytest.mark.rule("TOY-2.7-01")
def test_an_ambush_is_its_owners_alone():
    """An ambush and its strength are thrown for in secret and seen by their owner alone."""
    table = turn([5])
    laid = table.when("red", LayAmbush(place="east")).then(AmbushLaid, strength=5).one(AmbushLaid)
    assert [len(table.view(seat).ambushes) for seat in ("red", "blue", "spectator")] == [1, 0, 0]
    table.when("red", EndTurn()).accepted()
    table.ask("turn", "blue")
    hidden = table.refused(SpringAmbush(ambush=laid.ambush, target="r1"), "blue")
    unknown = table.refused(SpringAmbush(ambush="never", target="r1"), "blue")
    assert hidden == unknown


@pytest.mark.rule("TOY-2.7-02")
@pytest.mark.parametrize(("strength", "lost"), [(3, []), (4, ["b1"])])
def test_an_ambush_is_sprung(strength, lost):
    """An ambush of four or more takes a piece, where the other seat marched into it."""
    table = turn(ambushes={"a1": Ambush(0, "east", strength), "a2": Ambush(0, "south", 6)})
    table.when("red", SpringAmbush(ambush="a2", target="b1")).rejected("TOY-2.7-02", "nobody-there", place="south")
    sprung = table.when("red", SpringAmbush(ambush="a1", target="b1")).then(AmbushSprung, strength=strength)
    assert [event.piece for event in sprung.events if isinstance(event, PieceLost)] == lost


def test_a_turn_begins():
    """A turn of the next seat begins with all its actions."""
    table = turn(sides={0: Side(), 1: Side(actions=0)})
    table.given(TurnBegun(seat=1))
    assert table.game.sides[1].actions == 3

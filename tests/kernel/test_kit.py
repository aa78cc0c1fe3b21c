from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.record.mpint import NotMpint
from tests.kernel.fixtures import TOY, changed, lay_for_both, turn
from tests.kit import Script, Table
from tests.toy.model.messages import (
    ActionSpent,
    AmbushLaid,
    DrawToken,
    EndTurn,
    FirstChosen,
    LayAmbush,
    PieceLost,
    RollStrike,
    StrikeRolled,
    TokenDrawn,
    TurnBegun,
    TurnEnded,
)
from tests.toy.model.state import Blow, Side
from tests.toy.model.subjects import StrikeSubject


def test_a_table_may_be_set():
    """Slots, events and the open question may be given past all rules; then commands are ruled as ever."""
    table = Table(TOY, dice=[5]).set(pieces={"r1": 0, "b1": 1, "b2": 1}, sides={0: Side(), 1: Side()}, rounds=1)
    table.given(FirstChosen(seat=1, faces=(1, 2))).set(blow=Blow("r1", "b1"))
    table.ask("turn", "red").ask("strike", "red", subject=StrikeSubject("r1", "b1"), over=True)
    table.when("red", RollStrike()).then(StrikeRolled, face=5).then(PieceLost(piece="b1")).asks("turn", "red")
    assert table.game.first == 1
    assert table.offered("red") == ["Strike", "ClaimCover", "LayAmbush", "EndTurn"]
    assert table.offered("blue") == []


def test_what_did_not_happen_fails():
    """Another event, another order, another field or one too few is a failure, and so is another refusal."""
    said = turn([1]).when("red", DrawToken())
    said.then(ActionSpent, TokenDrawn, token="gold").cites("TOY-2.2-01").without(TurnEnded)
    for wrong in (
        lambda: said.then(TokenDrawn, ActionSpent),
        lambda: said.then(TokenDrawn, token="lead"),
        lambda: said.then(TokenDrawn(seat=1, token="gold")),
        lambda: said.exactly(TokenDrawn),
        lambda: said.without(TokenDrawn),
        lambda: said.asks("turn", "blue"),
        lambda: said.cites("TOY-1.1-01"),
        lambda: said.one(TurnBegun),
        lambda: said.rejected("TOY-2.2-01", "bag-empty"),
    ):
        with pytest.raises(AssertionError):
            wrong()
    refused = said.table.when("blue", EndTurn())
    for wrong in (
        lambda: refused.then(TurnEnded),
        lambda: refused.rejected("TOY-1.3-01", "other"),
        lambda: refused.rejected("TOY-1.3-01", "not-asked", asks="blue"),
        lambda: refused.rejected("TOY-1.3-01", "not-asked", "piece"),
    ):
        with pytest.raises(AssertionError):
            wrong()


def test_nothing_is_left():
    """A face that nobody threw and a refusal that nobody looked at fail when the table is closed."""
    table = turn([4])
    with pytest.raises(AssertionError, match=r"nobody threw \[4\]"):
        table.close()
    table.when("red", DrawToken())
    table.when("blue", EndTurn())
    with pytest.raises(AssertionError, match="was refused"):
        table.close()
    table.close()


def test_a_script_has_to_fit():
    """A face that the die does not have, or a script that is too short, fails."""
    for faces in ([5], []):
        script = Script([6, 1, *faces])
        table = turn(script)
        with pytest.raises(AssertionError, match="correct the script"):
            table.when("red", DrawToken())
        script.thrown = len(script.faces)


def test_the_fold_is_checked():
    """A clause that changes its fork without an event is noticed: records would not lead there."""

    def silent(ruling: Ruling, _command: EndTurn) -> None:
        ruling.game.round = 7

    with pytest.raises(AssertionError, match="`round` is 7 and folds to 1"):
        turn(rules=changed({EndTurn: silent})).when("red", EndTurn())


def test_owners_in_one_gap_have_to_commute():
    """Hidden events of two seats in one gap stand by seat, and reducers to which their order matters are found."""

    def counted(game, event):
        side = game.sides[event.seat]
        game.sides[event.seat] = replace(side, tokens=(*side.tokens, event.ambush))

    def queued(game, event):
        game.bag = (*game.bag, event.ambush)

    def laid(reducer):
        rules = changed({LayAmbush: lay_for_both}, reducers={**TOY.reducers, AmbushLaid: reducer})
        return turn(rules=rules).when("red", LayAmbush(place="north"))

    outcome = laid(counted).accepted()
    assert [event.seat for event in outcome.table.events if isinstance(event, AmbushLaid)] == [0, 1, 1]
    assert [outcome.table.game.sides[seat].tokens for seat in (0, 1)] == [("y5",), ("x5", "z5")]
    for order_matters, slot in ((queued, "bag"), (TOY.reducers[AmbushLaid], "ambushes")):
        with pytest.raises(AssertionError, match=f"`{slot}` is .* and folds to"):
            laid(order_matters)


def test_trying_changes_nothing():
    """A command that is only tried spends no die and leaves no trace."""
    table = turn([1])
    before = table._state()
    assert table.refused(DrawToken(), "red") == ()
    assert table.refused(DrawToken(), "blue")[0].reason == "not-asked"
    assert table._state() == before
    table.play(("red", DrawToken()))


def test_what_is_held_has_to_fit_the_bytes():
    """A view or a table whose number becomes a float is found at once, though it is as great as before."""
    table = turn()
    table.set(rounds=float(table.game.rounds))
    with pytest.raises(NotMpint, match="float"):
        table.when("red", EndTurn())
    kinds: list[Any] = [int]

    def view(game, party):
        shown: Any = TOY.view(game, party)
        return replace(shown, rounds=kinds[-1](shown.rounds))

    table = turn(rules=changed(view=view))
    kinds.append(float)
    with pytest.raises(NotMpint, match="float"):
        table.when("red", EndTurn())

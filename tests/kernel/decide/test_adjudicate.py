import pytest

from adjudicator.kernel.decide.adjudicate import adjudicate
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always
from adjudicator.kernel.messages import Asked, Concede, EnforceDeadline, OpenGame
from tests.kernel.fixtures import TOY, changed, plotting, turn
from tests.kit import Script, Table
from tests.toy.model.messages import (
    CreateMatch,
    Decline,
    DrawToken,
    EndTurn,
    Feint,
    FirstChosen,
    MatchConceded,
    Parry,
    PieceLost,
    PlotMarch,
    PlotsShown,
    RollForFirst,
    RollStrike,
    RoundBegun,
    Strike,
    StrikeDeclared,
    StrikeRolled,
    TurnBegun,
)
from tests.toy.model.state import Side
from tests.toy.model.subjects import StrikeSubject
from tests.toy.rules.turns.actions import parries

STRIKE = Strike(piece="r1", target="b1")


def kinds(table: Table) -> list[str]:
    """Kinds of the windows that still ask, or go on when they are on top."""
    goes_on = {kind for kind, asks in table.rules.windows.items() if asks.on_close is not None}
    return [window.kind for window in table.windows if window.asks or window.kind in goes_on]


# -- who is asked


def test_nothing_is_played_before_the_opening():
    """Before its opening a game takes no command, and afterwards no second opening."""
    table = Table(TOY, opened=False)
    table.when("referee", CreateMatch(rounds=1)).rejected("WG-END-04", "not-open-yet")
    table.when("referee", table.opening).accepted()
    table.when("referee", table.opening).rejected("WG-OPEN-01", "open-already")


def test_only_the_open_question_is_answered():
    """A command that the innermost window does not accept, or of a party it does not ask, is refused by the window."""
    table = turn()
    table.when("blue", EndTurn()).rejected("TOY-1.3-01", "not-asked", window="turn", asks="red")
    table.when("red", Parry()).rejected("TOY-1.3-01", "not-asked", window="turn", asks="red")
    table.when("referee", EndTurn()).rejected("TOY-1.3-01", "not-asked")
    table.when("spectator", EndTurn()).rejected("TOY-1.3-01", "not-asked")
    table.when("red", STRIKE).asks("parry", "blue")
    table.when("red", EndTurn()).rejected("TOY-2.5-01", "not-asked", window="parry", asks="blue")


def test_a_window_stays_open_until_it_is_answered():
    """A window that no command answers asks again, under the same id."""
    table = turn([1, 1])
    before = table.windows
    table.play(("red", DrawToken()), ("red", DrawToken()))
    assert table.windows == before


def test_alternation_goes_on_from_a_suspended_step():
    """When a window is done the step beneath it goes on: the other seat's turn, then the next round."""
    table = turn()
    assert kinds(table) == ["round", "next_turn", "turn"]
    table.when("red", EndTurn()).then(TurnBegun, seat=1).asks("turn", "blue")
    table.when("blue", EndTurn()).then(RoundBegun, round=2).asks("plot", "red", "blue")
    assert kinds(table) == ["round", "plot"]


def test_a_reaction_interrupts_and_the_action_resumes():
    """Nested reactions are answered innermost first; the interrupted action and turn are resumed as they were."""
    table = turn([1, 5])
    table.play(("red", DrawToken()))
    turn_window = table.windows[-1]
    table.when("red", STRIKE).then(StrikeDeclared).asks("parry", "blue")
    table.when("blue", Parry()).asks("feint", "red")
    assert kinds(table) == ["round", "next_turn", "turn", "strike", "feint"]
    table.when("red", Feint()).asks("strike", "red")
    table.when("red", RollStrike()).then(StrikeRolled, face=5).then(PieceLost).asks("turn", "red")
    assert table.windows[-1] == turn_window


def test_two_seats_are_asked_at_once():
    """A window that asks two seats takes their answers in either order and closes with the last."""
    for first, second in (("red", "blue"), ("blue", "red")):
        table = plotting()
        table.when(first, PlotMarch(heading="south")).asks("plot", second).without(PlotsShown)
        table.when(first, PlotMarch(heading="north")).rejected("TOY-1.2-02", "not-asked", asks=second)
        table.when(second, PlotMarch(heading="west")).then(PlotsShown)


def test_the_idle_are_not_asked():
    """A seat whose only answer is silence is passed over where the window says so, and the entry does not tell."""
    table = turn([1])
    table.set(sides={0: Side(), 1: Side(shields=0)})
    table.when("red", STRIKE).asks("strike", "red")
    asked = table.ruled[-1][0]
    assert isinstance(asked, Asked)
    assert [window.kind for window in asked.windows] == ["strike"]
    table.play(("red", RollStrike()))


def test_the_idle_are_asked_where_it_would_tell():
    """Without the mark a seat is asked even if it has no choice."""
    asking = WindowKind("parry", "TOY-2.5-01", (Parry, Decline), parries, always(Decline()), subject=StrikeSubject)
    table = turn([1], rules=changed(windows=[asking]))
    table.set(sides={0: Side(), 1: Side(shields=0)})
    table.when("red", STRIKE).asks("parry", "blue")
    table.play(("blue", Decline()), ("red", RollStrike()))


# -- the table


def test_steps_of_the_table_happen_by_themselves():
    """At pace auto a step without a choice happens in the entry that led to it."""
    table = Table(TOY, dice=[6, 1])
    table.when("referee", CreateMatch(rounds=1)).then(FirstChosen, RoundBegun)


@pytest.mark.parametrize("who", ["red", "blue", "referee", "table"])
def test_steps_of_the_table_wait_at_pace_step(who):
    """At pace step it waits for a seat, the referee or the service, and is entered as the table's answer."""
    table = Table(TOY, dice=[6, 1], pace="step")
    table.when("referee", CreateMatch(rounds=1)).without(FirstChosen).asks("first", "table")
    table.when("spectator", RollForFirst()).rejected("TOY-1.1-02", "not-asked", asks="the table")
    table.when(who, RollForFirst()).then(FirstChosen, seat=0)


def test_a_step_that_has_nothing_to_do_waits():
    """A step of the table for which silence stands for nothing waits also at pace auto."""
    waiting = WindowKind("first", "TOY-1.1-02", (RollForFirst,), None, lambda *_: None)
    table = Table(changed(windows=[waiting]), dice=[6, 1])
    table.when("referee", CreateMatch(rounds=1)).asks("first", "table")
    table.when("red", RollForFirst()).then(FirstChosen)


def test_windows_that_never_settle_are_a_fault():
    """Steps that ask for one another without end fail loudly."""

    def again(ruling: Ruling, _window: Window) -> None:
        ruling.ask("round")

    table = turn(rules=TOY)
    endless = changed(
        windows=[
            WindowKind("next_turn", "TOY-1.3-01", on_close=again),
            WindowKind("round", "TOY-1.2-01", on_close=again),
        ]
    )
    with pytest.raises(AssertionError, match="do not settle"):
        adjudicate(endless, table.game, table.protocol, 0, EndTurn(), Script(()))


def test_what_opens_and_closes_leaves_no_trace():
    """A window that opens and closes within an entry is not in the record."""
    table = plotting()
    table.play(("red", PlotMarch(heading="north")), ("blue", PlotMarch(heading="east")))
    asked = [event for event, _ in table.ruled if isinstance(event, Asked)]
    assert [[window.kind for window in row.windows] for row in asked] == [["next_turn", "turn"]]


# -- any time


def test_a_seat_may_give_up_at_any_time():
    """A command of any time passes over whatever is asked, of whoever."""
    for said in ((), (("red", STRIKE),), (("red", STRIKE), ("blue", Parry()), ("red", EndTurn()))[:2]):
        table = turn()
        for who, command in said:
            table.when(who, command)
        table.when("blue", Concede()).then(MatchConceded, seat=1)
        assert table.game.result.winners == (0,)


def test_nothing_is_conceded_after_the_result():
    """What a seat may give at any time ends with the result."""
    table = turn(pace="step")
    table.play(("red", Concede()))
    table.when("blue", Concede()).rejected("WG-END-06", "result-stands")


def test_the_adjudicated_game_is_a_fork():
    """Adjudicating changes neither game nor protocol."""
    table = turn([4])
    before = table._state()
    ruling = adjudicate(TOY, table.game, table.protocol, 0, DrawToken(), Script([1]))
    assert ruling.game.bag != table.game.bag
    assert table._state() == before
    table.play(("red", DrawToken()))


def test_time_reaches_deadlines_alone():
    """The same command at another time is ruled alike."""
    table = turn()
    now, later = (adjudicate(TOY, table.game, table.protocol, 0, EndTurn(), Script(()), time) for time in (1, 9**9))
    assert now.events == later.events


def test_parties_are_told_by_name():
    """A refusal names seats, referee and table in words."""
    table = Table(TOY)
    table.when("red", OpenGame(**{f: getattr(table.opening, f) for f in table.opening.__struct_fields__})).rejected(
        "WG-OPEN-01", "open-already"
    )
    table.when("red", CreateMatch(rounds=1)).rejected("TOY-1.1-01", "not-asked", asks="the referee")
    assert table.refused(EnforceDeadline(window=7), TABLE)

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import cast

import pytest

from adjudicator.kernel.decide.faults import Fault, Rejected, Unknown
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Result
from adjudicator.kernel.dice.wgdice import MAX_DRAWS, PUBLIC, REFEREE_STREAM, Roll, hidden_stream
from adjudicator.kernel.labels import rolled_off
from adjudicator.kernel.messages import Asked
from adjudicator.kernel.protocol.facts import FactSubject
from tests.kernel.fixtures import TOY, changed, turn
from tests.kit import Script, Table
from tests.toy.model.messages import DrawToken, EndTurn, MarchPlotted, PieceLost, SpringAmbush, Strike, TurnEnded
from tests.toy.model.subjects import StrikeSubject


def ruling(*faces, actor=0, **ways):
    """A ruling of red at work in red's turn."""
    table = turn(**ways)
    return Ruling(TOY, table.game.fork(), table.protocol, actor, Script(faces), table.time)


# -- checks


def test_a_refusal_says_why():
    """A refusal carries clause, reason, path and facts."""
    with pytest.raises(Rejected) as refused:
        ruling().require(False, "TOY-1", "too-far", "paths[2]", distance=12_500)
    assert refused.value.faults == (Fault("TOY-1", "too-far", "paths[2]", (("distance", 12_500),)),)
    assert "too-far" in str(refused.value)


@pytest.mark.parametrize("allowed", [True, False])
def test_checks_come_before_the_first_die(allowed):
    """A check after a die is a fault of the rules, whether it would pass or not."""
    at = ruling(3)
    at.roll(1, 6, "strike")
    with pytest.raises(AssertionError, match="checked after a die"):
        at.require(allowed, "TOY-1", "too-late")


def test_an_upload_hears_all_its_faults():
    """Every fault of an upload is told at once; without faults nothing happens."""
    faults = (Fault("TOY-1", "a"), Fault("TOY-2", "b", "rows[1]"))
    ruling().refuse_all(())
    with pytest.raises(Rejected) as refused:
        ruling().refuse_all(faults)
    assert refused.value.faults == faults
    late = ruling(1)
    late.roll(1, 6, "strike")
    with pytest.raises(AssertionError):
        late.refuse_all(faults)


def test_hidden_and_missing_answer_alike():
    """A row that the actor may not know is answered as one that is not there."""
    table = turn(rules=changed(knows=lambda _game, party, key: (party, key) != (0, "r1")))
    at = Ruling(table.rules, table.game.fork(), table.protocol, 0, Script(()), 0)
    assert at.find(at.game.pieces, "r2") == 0
    answers = []
    for key in ("r1", "r9"):
        with pytest.raises(Unknown) as refused:
            at.find(at.game.pieces, key, "piece")
        answers.append(refused.value.faults)
    assert answers[0] == answers[1] == (Fault("", "unknown-id", "piece"),)


# -- dice


def test_a_throw_is_a_row():
    """A throw takes its place in its stream after the throws before it."""
    at = ruling(3, 4, 5)
    start = at.cursors[PUBLIC]
    assert at.roll(2, 6, "first") == (3, 4)
    assert at.roll(1, 8, "second", 1) == (5,)
    assert [(roll.index, roll.sides, roll.faces, roll.why, roll.roller) for roll in at.rolls] == [
        (start, 6, (3, 4), "first", 0),
        (start + 2, 8, (5,), "second", 1),
    ]


def test_hidden_dice_have_their_own_stream():
    """Hidden dice come from the stream of their roller and do not move the public one."""
    at = ruling(1, 2, 3)
    before = at.cursors[PUBLIC]
    for party, stream in ((0, hidden_stream(0)), (1, hidden_stream(1)), (TABLE, REFEREE_STREAM)):
        at.roll(1, 6, "hidden", party, hidden=True)
        assert at.rolls[-1].stream == stream
        assert at.rolls[-1].index == 0
    assert at.cursors[PUBLIC] == before


@pytest.mark.parametrize("count", [0, -1, MAX_DRAWS + 1])
def test_a_throw_has_dice(count):
    """A throw of no dice, or of more than one command may draw, is a fault of the rules."""
    with pytest.raises(AssertionError):
        ruling(*[1] * 5).roll(count, 6, "many")


def test_a_draw_is_a_die_of_as_many_sides():
    """A draw from a list is a die with a side for every option, in their order."""
    at = ruling(3)
    assert at.pick(("a", "b", "c", "d"), "token") == "c"
    assert (at.rolls[-1].sides, at.rolls[-1].faces) == (4, (3,))


def test_ties_are_thrown_again_by_all():
    """In a roll-off all seats throw until one face is the highest alone."""
    off = ruling(4, 4, 2, 2, 1, 5).roll_off(6, "first")
    assert (off.winner, off.rounds) == (1, ((4, 4), (2, 2), (1, 5)))


@pytest.mark.parametrize(("rivals", "sides"), [((0, 1), 6), ((0, 1), 10), ((0, 1, 2), 6)])
def test_each_rival_wins_a_roll_off_as_often(rivals, sides):
    """Of all rounds of dice each rival wins as many: by chance 1 of so many, since what is tied begins anew."""
    wins: Counter[int] = Counter()
    for faces in product(range(1, sides + 1), repeat=len(rivals)):
        decided = faces.count(max(faces)) == 1
        off = ruling(*faces, *(() if decided else (sides, *(1 for _ in rivals[1:])))).roll_off(sides, "first", rivals)
        assert len(off.rounds) == (1 if decided else 2)
        wins[off.winner] += decided
    rolls = [Roll(PUBLIC, 0, 0, sides, (1,), "first", rival) for rival in rivals]
    for chance in rolled_off(rolls, 0):
        assert chance.ratio == Fraction(wins[chance.seat], wins.total()) == Fraction(1, len(rivals))
    assert not list(rolled_off((), 0))


# -- records and questions


def test_an_event_needs_a_clause():
    """Nothing is recorded without saying under which rule."""
    with pytest.raises(AssertionError, match="without a clause"):
        ruling().record(TurnEnded(seat=0))


def test_a_clause_is_named_once():
    """A clause that is cited twice is noted once."""
    at = ruling()
    at.record(TurnEnded(seat=0), "TOY-1.3-02", "TOY-1.3-01", "TOY-1.3-02")
    assert at.events[-1][1] == ("TOY-1.3-02", "TOY-1.3-01")


def test_a_record_evolves_the_fork_alone():
    """The fork follows its events through their reducers; the game does not."""
    table = turn()
    at = Ruling(TOY, table.game.fork(), table.protocol, 0, Script(()), 0)
    at.record(PieceLost(piece="b1"), "TOY-2.6-01")
    assert "b1" not in at.game.pieces
    assert "b1" in table.game.pieces


def test_a_secret_says_whose_it_is():
    """An event with secrets that names no owner is refused when it is recorded."""
    with pytest.raises(ValueError, match="owner"):
        ruling().record(MarchPlotted(seat=cast("int", None), heading="n", entry=1), "TOY-1.2-02")


def test_windows_have_names():
    """A question that the ruleset does not have can not be asked."""
    with pytest.raises(AssertionError, match="no window is called parley"):
        ruling().ask("parley", 0)


def test_window_ids_are_never_used_again():
    """The ids of an entry's windows count from its number, and parties stand in order."""
    at = ruling()
    at.ask("turn", 1, 0)
    at.ask("turn", 0)
    assert [(row.id, row.asks) for row in at.game.stack[-2:]] == [
        (at.seq * 10_000, (0, 1)),
        (at.seq * 10_000 + 1, (0,)),
    ]


def test_only_an_answer_is_answered():
    """A command of any time answers no window."""
    with pytest.raises(AssertionError, match="answers no window"):
        ruling().answered()


def test_the_answered_window_is_struck_wherever_it_stands():
    """The actor is struck from the window that his command answers, though others were opened above it."""
    at = ruling()
    at.window = at.game.stack[-1]
    at.ask("parry", 1, subject=StrikeSubject("r1", "b1"))
    at.answered()
    assert [row.asks for row in at.game.stack[-2:]] == [(), (1,)]


def test_a_window_is_read_as_what_it_is_about():
    """The subject of the answered window is read as the row that its kind names; another row is an error."""
    at = ruling()
    at.ask("parry", 1, subject=StrikeSubject("r1", "b1"))
    at.window = at.game.stack[-1]
    assert at.subject(StrikeSubject) == StrikeSubject("r1", "b1")
    with pytest.raises(TypeError, match="parry is about a StrikeSubject, not a FactSubject"):
        at.subject(FactSubject)


def test_what_was_done_can_be_taken_back():
    """Going back to a mark leaves events, rolls, cursors, windows and state as they were there."""
    at = ruling(1, 2)
    at.roll(1, 6, "kept")
    at.record(TurnEnded(seat=0), "TOY-1.3-02")
    mark = at.mark()
    before = (at.game.dump(), list(at.events), list(at.rolls), dict(at.cursors))
    at.roll(1, 6, "lost")
    at.record(PieceLost(piece="b1"), "TOY-2.6-01")
    at.ask("turn", 0)
    at.back_to(mark)
    assert (at.game.dump(), at.events, at.rolls, at.cursors) == before
    at.ask("turn", 0)
    assert at.game.stack[-1].id == at.seq * 10_000


def test_a_result_ends_all_questions():
    """A result closes every question but the one that ends the game."""
    at = ruling(pace="step")
    at.finish((0,), "won", "points", "TOY-1.4-01")
    assert [(row.kind, row.asks) for row in at.game.stack] == [("result", (TABLE,))]
    assert at.game.result == Result((0,), "won", "points", "rules")


# -- refusals leave nothing


def test_a_refusal_leaves_nothing():
    """A refused command writes nothing, spends no die and changes nothing, though it had recorded something."""
    table = turn()
    before = (table.game.dump(), dict(table.protocol.cursors), table.protocol.seq, len(table.drafts))
    table.when("red", Strike(piece="b1", target="b2")).rejected("TOY-2.4-01", "not-own", "piece", piece="b1")
    table.when("red", SpringAmbush(ambush="a1", target="b1")).rejected("", "unknown-id", "ambush")
    assert (table.game.dump(), dict(table.protocol.cursors), table.protocol.seq, len(table.drafts)) == before


def test_a_late_check_is_no_refusal():
    """A clause that checks after its dice fails loudly instead of refusing with knowledge of them."""

    def greedy(at: Ruling, _command: DrawToken) -> None:
        token = at.pick(at.game.bag, "token")
        at.require(token == "gold", "TOY-2.2-01", "bag-empty")

    table = turn([2], rules=changed({DrawToken: greedy}))
    with pytest.raises(AssertionError, match="checked after a die"):
        table.when("red", DrawToken())


def test_questions_are_noted_once():
    """An entry notes how the questions stand after it once, and only where they changed."""
    table = turn([1])
    table.when("red", DrawToken())
    assert not [event for event, _ in table.ruled if isinstance(event, Asked)]
    table.when("red", EndTurn())
    assert [type(event) for event, _ in table.ruled].count(Asked) == 1
    assert isinstance(table.ruled[-1][0], Asked)


def test_the_kit_notices_a_rule_that_touches_the_game():
    """A clause that changes rows in place, past its fork, is noticed by the table."""

    def careless(_at: Ruling, _command: EndTurn) -> None:
        table.game.pieces.clear()

    table: Table = turn(rules=changed({EndTurn: careless}))
    with pytest.raises(AssertionError, match="changed the game"):
        table.when("red", EndTurn())

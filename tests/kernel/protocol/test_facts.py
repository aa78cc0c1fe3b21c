import pytest

from adjudicator.kernel.decide.offers import Choice
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Fact
from adjudicator.kernel.messages import (
    ConfirmFact,
    DisputeFact,
    DisputeRolledOff,
    EnforceDeadline,
    FactConfirmed,
    FactDisputed,
    FactSettled,
    FactStated,
    RollRequested,
    SettleDispute,
)
from adjudicator.kernel.protocol.facts import ask_about
from tests.kernel.fixtures import TOY, changed, turn
from tests.kit import Table
from tests.toy.model.messages import ClaimCover, Decline, EndTurn, RollStrike, Strike, StrikeRolled


def claimed(*dice: int, **ways) -> tuple[Table, str]:
    """Red has claimed that r1 stands in cover."""
    table = turn(dice, **ways)
    table.when("red", ClaimCover(piece="r1")).asks("fact_stated", "blue")
    return table, next(iter(table.game.facts))


def test_a_fact_is_stated_and_confirmed():
    """A stated fact stands once the other seat has confirmed it, and the turn goes on."""
    table, fact = claimed()
    assert table.events[-1] == FactStated(fact=fact, kind="cover", subjects=("r1",), value="cover", by=0)
    assert table.game.facts[fact] == Fact(fact, "cover", ("r1",), "cover", 0, "stated")
    table.when("red", ConfirmFact(fact=fact)).rejected("WG-FACT-01", "not-asked", asks="blue")
    table.when("blue", ConfirmFact(fact="f9")).rejected("WG-FACT-01", "fact-not-open", "fact")
    table.when("blue", ConfirmFact(fact=fact)).exactly(FactConfirmed(fact=fact)).asks("turn", "red")
    assert table.game.facts[fact].status == "confirmed"


def test_a_confirmed_fact_counts():
    """What rests on a confirmed fact uses it."""
    table, fact = claimed(4)
    table.play(("blue", ConfirmFact(fact=fact)), ("red", EndTurn()))
    table.play(("blue", Strike(piece="b1", target="r1")), ("red", Decline()))
    rolled = table.when("blue", RollStrike()).one(StrikeRolled)
    assert (rolled.needed.total, rolled.needed.clauses()) == (5, ("TOY-2.4-04", "TOY-2.3-01"))


@pytest.mark.parametrize(("faces", "winner", "value"), [((2, 5), 1, "open"), ((5, 2), 0, "cover")])
def test_a_dispute_is_rolled_off(faces, winner, value):
    """Without a referee a disputed fact is settled in the same entry: the winner of a roll-off names its value."""
    table, fact = claimed(3, 3, *faces)
    table.when("blue", DisputeFact(fact=fact, value="open")).exactly(
        FactDisputed(fact=fact, value="open", by=1),
        DisputeRolledOff(fact=fact, faces=(3, 3, *faces), winner=winner),
        FactSettled(fact=fact, value=value),
    ).asks("turn", "red")
    assert table.game.facts[fact] == Fact(fact, "cover", ("r1",), value, 0, "settled", "open", 1)


def test_a_referee_settles():
    """Where a referee is seated he names the value, and has to name one."""
    table, fact = claimed(referee=True)
    table.when("blue", DisputeFact(fact=fact, value="open")).asks("dispute", "referee")
    table.when("blue", SettleDispute(fact=fact, value="open", reason="")).rejected("WG-FACT-02", "not-asked")
    table.when("referee", SettleDispute(fact=fact, value="", reason="")).rejected(
        "WG-FACT-02", "ruling-needed", "value"
    )
    table.when("referee", SettleDispute(fact="f0", value="x", reason="")).rejected(
        "WG-FACT-02", "fact-not-open", "fact"
    )
    table.when("referee", SettleDispute(fact=fact, value="cover", reason="seen")).then(FactSettled, value="cover")
    table.last.asks("turn", "red").without(DisputeRolledOff)


def test_physical_dice_settle_too():
    """The roll-off over a fact is reported like any throw."""
    table, fact = claimed(reported=True)
    table.when("blue", DisputeFact(fact=fact, value="open")).then(RollRequested, why="dispute", roller=0, by_table=True)
    table.thrown(1)
    table.thrown(4).then(FactSettled, value="open").asks("turn", "red")


def test_silence_confirms():
    """A fact that the other side lets pass stands."""
    table, fact = claimed()
    table.when("referee", EnforceDeadline(window=table.windows[-1].id)).then(FactConfirmed, fact=fact)


def test_a_fact_is_answered_once():
    """A fact that was answered is not open to another answer."""
    table, fact = claimed(referee=True)
    table.play(("blue", DisputeFact(fact=fact, value="open")))
    table.when("blue", ConfirmFact(fact=fact)).rejected("WG-FACT-02", "not-asked", asks="the referee")


def two_claims(ruling: Ruling, command: ClaimCover) -> None:
    """State two facts and ask about both."""
    facts = [ruling.state_fact("cover", (piece,), "cover", "TOY-2.3-01") for piece in ("r1", "r2")]
    ask_about(ruling, *facts)


def test_several_facts_are_answered_one_by_one():
    """A window about several facts stays open until each has its answer; a dispute between them is settled first."""
    table = turn([6, 1], rules=changed({ClaimCover: two_claims}))
    table.play(("red", ClaimCover(piece="r1")))
    first, second = table.game.facts
    assert len({first, second}) == 2
    table.when("blue", DisputeFact(fact=second, value="open")).then(FactSettled, fact=second).asks(
        "fact_stated", "blue"
    )
    assert {offer.fields[0].values for offer in table.offers("blue")} == {Choice((first,))}
    table.when("blue", DisputeFact(fact=second, value="open")).rejected("WG-FACT-01", "fact-not-open")
    table.when("blue", ConfirmFact(fact=first)).then(FactConfirmed).asks("turn", "red")


def test_facts_of_others_are_not_in_question():
    """An answer names a fact that its window is about."""
    table, fact = claimed()
    table.play(("blue", ConfirmFact(fact=fact)), ("red", ClaimCover(piece="r2")))
    table.when("blue", DisputeFact(fact=fact, value="open")).rejected("WG-FACT-01", "fact-not-open")
    assert table.rules is TOY


def test_the_dice_go_before_a_seated_referee_where_the_game_says_so():
    """A ruleset's `rolled_off` names the clauses by which dice settle; the referee is asked nothing."""
    rules = changed(rolled_off=lambda _game: ("TOY-2.4-04",))
    table, fact = claimed(5, 2, referee=True, rules=rules)
    table.when("blue", DisputeFact(fact=fact, value="open")).exactly(
        FactDisputed(fact=fact, value="open", by=1),
        DisputeRolledOff(fact=fact, faces=(5, 2), winner=0),
        FactSettled(fact=fact, value="cover"),
    ).cites("WG-FACT-02", "TOY-2.4-04").asks("turn", "red")

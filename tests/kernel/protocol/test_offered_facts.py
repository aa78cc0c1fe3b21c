"""What may be held against a stated fact, and by whom, as it is offered."""

import pytest

from adjudicator.kernel.decide.handlers import Part
from adjudicator.kernel.decide.offers import Choice, Condition, Words
from adjudicator.kernel.decide.state import Fact, Tables
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.protocol.facts import fact_windows

FACTS = {
    "f1": Fact("f1", "cover", ("r1",), "cover", 0, "stated"),
    "f2": Fact("f2", "test", ("r1",), "passed", 0, "stated"),
}


def offered(part, window="fact_stated", party=1, facts=("f1", "f2")):
    game = Tables()
    game.facts = dict(FACTS)
    found = fact_windows(part)[window].offers
    assert found is not None
    return found(game, Window(10_000, window, (party,), facts), party)


def judge(_ruling, _fact, _value):
    return None


@pytest.mark.rule("WG-FACT-02")
def test_facts_are_disputed_with_what_the_ruleset_says():
    """Against a fact of a kind with known values these are offered, each fact with its own."""
    part = Part(judges={"test": judge}, disputes={"test": lambda _game, _fact: Choice(("failed",))})
    confirm, dispute = offered(part)
    assert (confirm.command, dispute.command) == ("ConfirmFact", "DisputeFact")
    assert dispute.fields[0].values == Choice(("f1", "f2"))
    assert [(row.values, row.conditions) for row in dispute.fields[1:]] == [
        (Words(200, 1), (Condition("fact", ("f1",)),)),
        (Choice(("failed",)), (Condition("fact", ("f2",)),)),
    ]


@pytest.mark.rule("WG-FACT-02")
def test_what_may_not_be_disputed_is_not_offered():
    """A kind that is judged, and of which nothing is known, is offered for confirmation alone."""
    (confirm,) = offered(Part(judges={"test": judge}), facts=("f2",))
    assert confirm.command == "ConfirmFact"


@pytest.mark.rule("WG-FACT-02")
def test_a_referee_settles_with_a_value():
    """A referee is offered the stated value and those that may be held against it; a roll-off needs none."""
    part = Part(disputes={"test": lambda _game, _fact: Choice(("failed",))})
    (settle,) = offered(part, "dispute", 254, ("f2",))
    assert [row.values for row in settle.fields if row.field == "value"] == [Choice(("failed",)), Choice(("passed",))]
    (rolled,) = offered(part, "dispute", 255, ("f2",))
    assert [row.field for row in rolled.fields] == ["fact", "reason"]

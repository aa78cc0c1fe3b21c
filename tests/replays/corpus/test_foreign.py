"""A program in another language, written from the pages alone: it passes what it rules on, and its slip is told."""

import json
from pathlib import Path

import pytest

from replays.corpus.files import kept_corpus
from replays.corpus.running import Runner, judged

FOREIGN = str(Path(__file__).with_name("foreign.cjs"))
pytestmark = pytest.mark.node
RULED = {"clause": "TF-BLOCK-01", "reason": "enemy-in-tile"}


@pytest.fixture(scope="module")
def cases():
    """Give the cases in which a move is refused for an enemy in the way, after nothing but tables and an action."""
    found = [row for row in kept_corpus().cases("tile_formations") if is_ruled(*row)]
    assert len(found) > 10
    return found


def is_ruled(chapter, case):
    """Tell whether the program knows all that a case needs."""
    refused = json.loads(bytes(case.expected)).get("refused", [{}])
    steps = [json.loads(bytes(step)) for step in chapter.setup(case)]
    kinds = {step["command"]["kind"] for step in steps if "command" in step}
    command = json.loads(bytes(case.command))["kind"]
    needs = kinds <= {"OpenGame", "BeginAction"} and not any("events" in step for step in steps)
    # war engines stand in several tiles, which it does not know
    needs = needs and "TF-GRID-02" not in case.clauses
    return needs and command == "MoveUnit" and [row | RULED for row in refused] == refused


def verdicts(cases, *options):
    """Judge the program."""
    with Runner(["node", FOREIGN, *options], kept_corpus().editions) as runner:
        return [verdict for _, _, verdict in judged(runner, cases)]


def test_a_foreign_program_passes_what_it_rules_on(cases):
    """Planted rows are enough for it, as the pages describe them."""
    assert {row.verdict for row in verdicts(cases)} == {"passed"}


def test_a_foreign_slip_is_told_by_its_field(cases):
    """The fact that is wrong is named, with what was expected."""
    found = verdicts(cases, "wrong")
    assert {(row.verdict, row.differs.at) for row in found} == {("failed", "refused[0].facts.enemy")}
    assert all(row.differs.found.startswith("a1.") and row.differs.expected != row.differs.found for row in found)


def test_what_is_not_built_is_unable_and_not_wrong():
    """Of cases of another rule each says why it can not be answered."""
    found = verdicts(list(kept_corpus().cases("TF-COVER-01")))
    assert {row.verdict for row in found} == {"unable"}
    assert all(row.said for row in found)

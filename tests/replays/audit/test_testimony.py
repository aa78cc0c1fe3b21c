"""What rests on people's word is listed: what a referee gives for the table is, too."""

import pytest

from adjudicator.kernel.decide.parties import REFEREE
from replays.audit.audit import audit
from tests.replays.audit.steps import ACTOR, BODY, COMMAND, Case
from tests.replays.fixtures import find, played
from tests.toy.model.messages import CreateMatch


@pytest.mark.parametrize(("role", "listed"), [(1, 0), (2, 1), (8, 1)])
def test_what_a_referee_gives_by_the_book_is_listed(role, listed):
    """A command of the ruleset that a referee gives rests on the referee's word; what the owner sets up does not."""
    case = Case(played(1, referee=True))
    entry = case.of(CreateMatch.__name__)
    entry[ACTOR] = [role, REFEREE, "somebody"]
    found = audit(case.operated(heads=True, keys=True), find=find, levels=("L0", "L1"))
    line = f"entry {entry[2]}: the referee gives CreateMatch {entry[COMMAND][BODY][1]}"
    assert found.testimony.count(line) == listed

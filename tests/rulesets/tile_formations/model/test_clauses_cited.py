"""What the ruleset cites is a clause of its page or of the table; ids of earlier editions are for their logs alone."""

from __future__ import annotations

import re
from pathlib import Path

from adjudicator.kernel.protocol.clause_ids import CLAUSE_IDS
from adjudicator.registry import rules_of
from adjudicator.rulesets import tile_formations
from adjudicator.rulesets.tile_formations.model.options import OPTIONS

EARLIER = {f"TF-PLAY-0{number}" for number in (1, 2, 3, 4)}
CITED = re.compile(r"\b(?:TF|WG)-[A-Z]+-\d\d\b")


def test_options_cite_the_page_or_the_table() -> None:
    """The clause of an option stands on the page, or is one of the table's own."""
    for name, row in OPTIONS.rows.items():
        assert row.clause in CLAUSE_IDS if row.clause.startswith("WG-") else row.clause not in EARLIER, name
    assert OPTIONS.rows["turn_order"].clause == OPTIONS.rows["first_seat"].clause == "WG-TURN-01"


def test_earlier_ids_are_cited_by_nothing_and_can_be_looked_up() -> None:
    """No rule cites what has become the table's; whoever reads an earlier log finds what it says."""
    folder = Path(tile_formations.__file__).parent
    found = {id for path in folder.rglob("*.py") for id in CITED.findall(path.read_text(encoding="utf-8"))}
    texts = rules_of("tile_formations").texts
    assert (found & EARLIER, found - set(texts), EARLIER - set(texts)) == (set(), set(), set())

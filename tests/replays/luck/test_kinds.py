"""The table of kinds of throws is whole: it has what the rules throw for, and the documentation tells its reasons."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import adjudicator
from adjudicator.kernel.texts import THROWS
from adjudicator.registry import RULESETS, rules_of
from tests.replays.luck.kinds import COST, GOES_ON, KINDS, PIPS, SOMETIMES, WITH, name_of, words_of

# where calls of the rules name what they throw for
PLACES = {
    "pick": 1,
    "roll": 2,
    "roll_amount": 2,
    "roll_faces": 2,
    "roll_for_base": 4,
    "roll_off": 1,
    "throw_open_ended": 1,
}


def named_in_rules(name: str) -> Iterator[str]:
    """Give the names of throws that stand in the calls of a ruleset's rules."""
    folder = Path(adjudicator.__file__).parent / "rulesets" / name / "rules"
    texts = (path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))
    for text in (text for text in texts if any(f"{call}(" in text for call in PLACES)):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call):
                place = PLACES.get(node.func.attr if isinstance(node.func, ast.Attribute) else "")
                why = node.args[place] if place is not None and len(node.args) > place else None
                for one in (why.body, why.orelse) if isinstance(why, ast.IfExp) else (why,):
                    if isinstance(one, ast.Constant) and isinstance(one.value, str):
                        yield one.value


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_every_kind_of_throw_is_in_the_table(name: str) -> None:
    """What the rules throw for, and what has a name for people, is in the table, and the table has nothing else."""
    table, labels = words_of(name), rules_of(name).labels
    known = {*labels.throws, *THROWS, *named_in_rules(name)}
    assert known <= set(table), known - set(table)
    assert set(table) <= {*labels.throws, *THROWS}, set(table) - {*labels.throws}
    assert {why for why, how in table.items() if how == PIPS} == set(labels.sums)
    assert {why for why, how in table.items() if how == COST} == set(labels.costs)


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_reasons_are_told_with_the_dice(name: str) -> None:
    """Each kind that has no odds has its reason in the output; so have those that have them at most times."""
    reasons = {why: how for why, how in words_of(name).items() if how not in WITH and not how.startswith(GOES_ON)}
    assert rules_of(name).labels.without == reasons | SOMETIMES.get(name, {})


def test_reasons_are_told_in_the_documentation() -> None:
    """Each kind that has none stands in the table of the page on luck, by its name for people."""
    page = Path(adjudicator.__file__).parents[1].joinpath("docs", "explanation", "luck.md").read_text(encoding="utf-8")
    for name, kinds in KINDS.items():
        row = next(line for line in page.splitlines() if line.startswith(f"| {name} |"))
        for why, how in kinds.items():
            if how not in WITH and not how.startswith(GOES_ON):
                assert name_of(name, why).removeprefix("the ") in row, (name, why)

"""Adjudicators with one wrong rule: exactly the cases that rest on its clause fail, and the runner names it."""

from __future__ import annotations

import sys
from typing import NamedTuple

import pytest

from replays.corpus.files import kept_corpus
from replays.corpus.report import Row, mentions, rows_of, suspects
from replays.corpus.running import Runner, judged

CHANGED = """
import sys
from adjudicator.rulesets.{ruleset}.rules.{module} import {name}
import adjudicator.rulesets.{ruleset}.rules.{module} as rules
rules.{name} = {value}
from services.cli import main
sys.exit(main(["corpus", "answer"]))
"""
OTHERS = 30


class Wrong(NamedTuple):
    """A rule that is changed in one place, and its clause."""

    ruleset: str
    clause: str
    module: str
    name: str
    value: str


WRONG = (
    Wrong("grinding_annihilation", "GA-3.2-20", "movement.desperate_retreats", "FAILS_UP_TO", "3"),
    Wrong("hex_orders", "HX-HEXFX-16", "hex_effects.hex_effects", "CATCHES_FIRE", "4"),
    Wrong(
        "tile_formations",
        "TF-COVER-01",
        "shooting.cover",
        "cover_clauses",
        "lambda *given, found=cover_clauses: tuple(row for row in found(*given) if row != 'TF-COVER-01')",
    ),
)


def judge(wrong: Wrong, share: int) -> list[Row]:
    """Judge the wrong adjudicator by all cases that mention the clause, and each so-manieth of the ruleset besides."""
    corpus = kept_corpus()
    own = [row for row in corpus.cases(wrong.ruleset) if wrong.clause in mentions(*row)]
    others = [row for row in corpus.cases(wrong.ruleset) if wrong.clause not in mentions(*row)]
    command = [sys.executable, "-c", CHANGED.format(**wrong._asdict())]
    with Runner(command, corpus.editions) as runner:
        return rows_of(judged(runner, [*own, *others[::share]]))


def told(wrong: Wrong, rows: list[Row]) -> None:
    """Check that the clause fails, and that nothing fails that does not mention it."""
    failed = [row for row in rows if row.wrong]
    assert any(wrong.clause in row.case.clauses for row in failed)
    assert [row.case.id for row in failed if wrong.clause not in row.mentions] == []
    passed = [row for row in rows if not row.wrong]
    assert any(wrong.clause not in row.mentions for row in passed)
    assert suspects(failed + passed)


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.clause)
def test_one_wrong_rule_fails_its_clause_and_what_rests_on_it(wrong):
    """The clause fails; of the cases that neither are about it, nor cite it, nor rely on it, none does."""
    told(wrong, judge(wrong, OTHERS))


@pytest.mark.long
@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.clause)
def test_one_wrong_rule_in_the_whole_ruleset(wrong):
    """The same with every case of the ruleset; where most failing cases share the clause it is where to begin."""
    rows = judge(wrong, 1)
    told(wrong, rows)
    assert wrong.clause in {row.clause for row in suspects(rows)}

"""A bot does not repeat a claim that was refuted (GA-2.4-13): it does what was shown."""

from __future__ import annotations

import random

import pytest

from adjudicator.kernel.decide.offers import Choice
from adjudicator.kernel.messages import ConfirmFact, DisputeFact
from adjudicator.rulesets.grinding_annihilation.bots import bot, move_choices
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ClaimImpossible,
    FormationMoved,
    MakeAssaultMove,
    MakeRetreatMove,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.assault.fixtures import rolled_assault
from tests.rulesets.grinding_annihilation.fixtures import formation
from tests.rulesets.grinding_annihilation.movement.fixtures import spoiled_plan
from tests.rulesets.grinding_annihilation.steps import stated_fact

SEEDS = range(6)
"""Some choices are random ones; a plan is followed in most."""


def crowded_assault() -> Table:
    """Four troops come round three friends at one enemy, who has room for all: a search from the nearest misses it."""
    attackers = [(31.9, 21.7), (35.3, 23.5), (33.8, 22.1), (32.7, 22.3)]
    friends = [(31.6, 23.0), (29.55, 24.1), (29.65, 25.15)]
    return rolled_assault(
        formation("a-r", at=attackers), formation("b-b", at=[(30.9, 25)]), formation("a-c", at=friends), dice=(2, 3)
    )


def answered(table: Table) -> bool:
    """Hold what is offered against a claim; without an end state let it stand. Tells whether it was refuted."""
    for offered in table.offers("blue"):
        values = {field.field: field.values for field in offered.fields}
        shown = values.get("value")
        if offered.command == "DisputeFact" and isinstance(shown, Choice):
            table.when("blue", DisputeFact(fact=stated_fact(table), value=shown.values[0])).accepted()
            return True
    table.when("blue", ConfirmFact(fact=stated_fact(table))).accepted()
    return False


@pytest.mark.parametrize("seed", SEEDS)
def test_an_assault_comes_to_its_end_whatever_is_refuted(seed: int) -> None:
    """What was refuted would be refused for ever: the bot claims troop by troop what is still open, or moves."""
    table, chance, claims, refuted = crowded_assault(), random.Random(seed), list[ClaimImpossible](), 0
    while table.window is not None and table.window.kind == "assault_move":
        chosen = bot.BOT.choose(table.sight(0), chance)
        assert chosen not in claims
        table.when("red", chosen).accepted()
        if isinstance(chosen, ClaimImpossible):
            claims.append(chosen)
            refuted += answered(table)
    assert refuted
    assert len(claims[0].troops) > 1
    assert all(len(row.troops) == 1 for row in claims[1:])
    assert isinstance(table.commands[-1][1], MakeAssaultMove)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_retreat_that_was_shown_is_made(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """A bot that finds no way of its own goes the way that it was shown."""
    monkeypatch.setattr(move_choices, "retreat_paths", lambda *_: ())
    table = spoiled_plan()
    claim = bot.BOT.choose(table.sight(0), random.Random(1))
    assert claim == ClaimImpossible(what="retreat", formation="a-r", troops=())
    table.when("red", claim).accepted()
    shown = "a-r.1:7500,10000,0,0; a-r.3:7500,12000,0,0"
    table.when("blue", DisputeFact(fact=stated_fact(table), value=shown)).accepted()
    move = bot.BOT.choose(table.sight(0), random.Random(seed))
    assert isinstance(move, MakeRetreatMove)
    table.when("red", move).then(FormationMoved, kind="retreat")

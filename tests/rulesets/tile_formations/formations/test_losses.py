"""Losses: what takes integrity, who is stated, and the clauses that a loss names."""

from __future__ import annotations

import pytest

from adjudicator.kernel.messages import ConfirmFact
from adjudicator.rulesets.tile_formations.model.messages import (
    AssaultHits,
    CasualtyTaken,
    RecordCasualties,
    RollSaves,
    ShockAdded,
    UnitDestroyed,
)
from tests.kit import Outcome
from tests.rulesets.tile_formations.fixtures import QUIET_ENEMY_AT_F3, WOOD_AND_MINES, Placed, infantry, table, vehicle
from tests.rulesets.tile_formations.steps import (
    begin_action,
    charged_at,
    move,
    open_fact,
    report_loss_with_shock,
    roll,
    units_left,
)


@pytest.mark.rule("TF-CHARGE-06", "TF-SHOCK-03")
def test_losses_are_stated() -> None:
    """Losses from outside count when the referee tells them, or when the other seats let them stand."""
    played = table(WOOD_AND_MINES, QUIET_ENEMY_AT_F3 | {"a1.1": ("A1", vehicle(integrity=2))})
    played.ask("choose_action", "red")
    played.when("referee", RecordCasualties(unit="a1.1", points=1, causes_shock=True)).then(CasualtyTaken, left=1)
    played.when("blue", RecordCasualties(unit="a1.1", points=1, causes_shock=True)).asks("fact_stated", "red")
    stood = played.when("red", ConfirmFact(fact=open_fact(played)))
    stood.then(CasualtyTaken, UnitDestroyed, ShockAdded, formation="a1", total=1)
    played.when("referee", RecordCasualties(unit="a1.1", points=1, causes_shock=True)).rejected(
        "TF-CHARGE-06", "unit-gone"
    )


@pytest.mark.rule("TF-DANGER-04")
def test_a_loss_names_first_what_caused_it() -> None:
    """TF-DANGER-04 takes the points of every cause; the clause that caused them stands before it."""
    played = charged_at({})
    stated = report_loss_with_shock(played, "b1.1", 2)
    assert _grounds(stated) == [("TF-CHARGE-06", "TF-DANGER-04")] * 2
    played = charged_at({})
    played.when("referee", AssaultHits(unit="b1.1", hits=2, save_modifier=0)).accepted()
    hit = played.when("blue", RollSaves(unit="")).accepted()
    assert _grounds(hit) == [("TF-CHARGE-06", "TF-SAVE-09", "TF-DANGER-04")] * 2
    assert units_left(played) == ["a1.1", "a1.2", "b1.2"]


@pytest.mark.rule("TF-DANGER-04")
def test_a_test_of_terrain_names_its_own_clauses() -> None:
    """A unit that a test destroys is destroyed by the chapter of that test."""
    units: dict[str, Placed] = {"a1.1": ("A1", vehicle()), "b1.1": ("L12", infantry())}
    played = table("", units, terrain={"B1": "woods"})
    begin_action(played, "a1")
    move(played, "a1.1", "B1").accepted()
    rolled = roll(played, "a1.1", 6)
    assert _grounds(rolled)[-1][0] == "TF-DANGER-04"


def _grounds(outcome: Outcome) -> list[tuple[str, ...]]:
    """List the clauses of losses, event by event."""
    events = outcome.table.log[-1].events
    return [tuple(clauses) for event, clauses in events if isinstance(event, CasualtyTaken | UnitDestroyed)]

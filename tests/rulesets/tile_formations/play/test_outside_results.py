"""Results that come from outside, stated by a seat or by the referee."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.messages import ConfirmFact, DisputeFact
from adjudicator.rulesets.tile_formations.model.messages import (
    AdjustShock,
    AssaultHits,
    DamageTerrain,
    EndAssault,
    HitsAllocated,
    RecordCasualties,
    SetFormationState,
    ShockAdded,
    TerrainDamaged,
    UnitDestroyed,
)
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import table, zoneless
from tests.rulesets.tile_formations.steps import formation_row, open_assault, open_fact, shock_of, unit_row


def assault_under_way(**setup: Any) -> Table:
    """Let a1.1 assault b1.1 on open ground, with nobody to judge."""
    return open_assault(zoneless("INF", integrity=3), "buildings", referee=False, **setup)


FACTS: list[tuple[Any, type]] = [
    (AdjustShock(formation="b1", amount=1, reason="stated"), ShockAdded),
    (SetFormationState(formation="b1", state="broken"), object),
    (RecordCasualties(unit="b1.1", points=3, causes_shock=False), UnitDestroyed),
    (DamageTerrain(tile="F6", points=2), TerrainDamaged),
    (AssaultHits(unit="b1.1", hits=1, save_modifier=0), HitsAllocated),
]


@pytest.mark.parametrize(("command", "event"), FACTS, ids=[type(row).__name__ for row, _ in FACTS])
def test_what_a_seat_tells_waits_for_the_others(command: Any, event: type) -> None:
    """WG-FACT-03: a fact that a seat states takes effect when the other seat has confirmed it, and not before."""
    played = assault_under_way()
    stated = played.when("red", command).asks("fact_stated", "blue")
    assert not [row for row in stated.events if isinstance(row, event) and event is not object]
    assert (shock_of(played, "b1"), formation_row(played, "b1").state, unit_row(played, "b1.1").integrity) == (
        0,
        "normal",
        3,
    )
    confirmed = played.when("blue", ConfirmFact(fact=open_fact(played))).accepted()
    if event is object:
        assert formation_row(played, "b1").state == "broken"
    else:
        assert [row for row in confirmed.events if isinstance(row, event)]


def test_what_a_seat_tells_may_be_disputed() -> None:
    """WG-FACT-03: a statement of a loss that the other seat disputes, and wins, costs nothing."""
    played = assault_under_way()
    stated = RecordCasualties(unit="b1.1", points=3, causes_shock=False)
    played.when("red", stated).asks("fact_stated", "blue")
    fact = open_fact(played)
    disputed = played.faces(1, 6).when("blue", DisputeFact(fact=fact, value="0"))
    disputed.without(UnitDestroyed).asks("assault", "red", "blue")
    assert unit_row(played, "b1.1").integrity == 3


def test_what_a_referee_tells_counts_at_once() -> None:
    """WG-FACT-03: with a referee seated his word needs nobody else's."""
    played = open_assault(zoneless("INF", integrity=3), "open_ground")
    played.when("referee", AdjustShock(formation="b1", amount=1, reason="stated")).then(ShockAdded, total=1)
    stated = RecordCasualties(unit="b1.1", points=3, causes_shock=True)
    played.when("referee", stated).then(UnitDestroyed, unit="b1.1", cause="outside").then(ShockAdded, total=2)


@pytest.mark.parametrize(
    ("command", "clause", "wrong"),
    [
        (AdjustShock(formation="b1", amount=1, reason=""), "TF-SHOCK-01", "+1_0"),
        (SetFormationState(formation="b1", state="broken"), "TF-ZOC-02", "shaken"),
        (RecordCasualties(unit="b1.1", points=3, causes_shock=False), "TF-CHARGE-06", "٣"),
        (DamageTerrain(tile="F6", points=2), "TF-BUILD-04", "two"),
        (AssaultHits(unit="b1.1", hits=1, save_modifier=0), "TF-CHARGE-06", "1 +7"),
        (EndAssault(assault=""), "TF-CHARGE-06", "perhaps"),
    ],
    ids=lambda row: type(row).__name__ if not isinstance(row, str) else row,
)
def test_a_dispute_is_of_the_kind_of_the_fact(command: Any, clause: str, wrong: str) -> None:
    """WG-FACT-03: what is held against a statement can be read, or is empty; digits are those of ASCII."""
    played = assault_under_way()
    played.when("red", command).asks("fact_stated", "blue")
    dispute = DisputeFact(fact=open_fact(played), value=wrong)
    played.when("blue", dispute).rejected(clause, "unreadable-value", "value")
    played.faces(1, 6).when("blue", DisputeFact(fact=open_fact(played), value="")).accepted().asks("assault")
    assert (shock_of(played, "b1"), unit_row(played, "b1.1").integrity) == (0, 3)


def test_an_ally_does_not_confirm() -> None:
    """WG-FACT-03: a statement is put before the enemies of its seat, not before its allies."""
    units: Any = {"a1.1": ("A1", zoneless("INF")), "b1.1": ("F1", zoneless("INF")), "c1.1": ("F6", zoneless("INF"))}
    played = table("", units, seats=3, sides=(1, 2, 1)).ask("choose_action", "red")
    played.when("red", AdjustShock(formation="b1", amount=1, reason="")).asks("fact_stated", "blue")

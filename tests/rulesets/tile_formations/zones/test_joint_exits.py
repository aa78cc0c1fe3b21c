"""Exits for several: nobody takes what others need to leave together."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adjudicator.kernel.sampling import word_of, words_of
from adjudicator.rulesets.tile_formations.model.messages import (
    CautiousDeclared,
    MoveUnit,
    UnitLeftZone,
    ZocExitImpossible,
)
from adjudicator.rulesets.tile_formations.rules.movement.speed import MoveMode
from adjudicator.rulesets.tile_formations.rules.zones.joint_exits import Mate, plan_exits
from adjudicator.rulesets.tile_formations.rules.zones.zones import zones_around
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import (
    CHOSEN_ACTION,
    ENEMY_INFANTRY,
    Place,
    Placed,
    at,
    infantry,
    table,
    vehicle,
)
from tests.rulesets.tile_formations.oracles.most_leaving import most_leaving
from tests.rulesets.tile_formations.steps import begin_action, charge, declare_cautious, end_move, move, refused

ADVANCE = MoveMode("advance", due=True)


def among_cliffs(units: dict[str, Placed], *free: tuple[int, int]) -> Table:
    """Make all tiles cliffs but these and those of units; the enemy stands at (5,5), red's advance is begun."""
    kept = {*free, *(place for place, *_ in units.values()), (5, 5)}
    cliffs: dict[Place, Any] = {(x, y): "cliffs" for x in range(12) for y in range(12) if (x, y) not in kept}
    options = CHOSEN_ACTION | {"coherency_tiles": 20}
    played = table("", {**units, "b1.1": ENEMY_INFANTRY}, terrain=cliffs, options=options)
    begin_action(played, "a1")
    return played


def slow(place: tuple[int, int]) -> Placed:
    """Put infantry of speed 1 there."""
    return place, infantry(speed=1)


@pytest.mark.rule("TF-ZOC-12")
def test_of_two_exits_that_two_units_share_a_bystander_takes_none() -> None:
    """Either exit alone would leave each of them a way out, and both of them together one: that is refused."""
    units = {"a1.1": slow((3, 5)), "a1.2": slow((3, 6)), "a1.3": slow((1, 5))}
    played = among_cliffs(units, (2, 5), (2, 6), (0, 5))
    for exit_tile in ((2, 5), (2, 6)):
        refused(move(played, "a1.3", exit_tile), "shuts-in", "TF-ZOC-12")
    move(played, "a1.3", (0, 5)).accepted()
    move(played, "a1.1", (2, 5)).then(UnitLeftZone)
    move(played, "a1.2", (2, 6)).then(UnitLeftZone)
    end_move(played, "a1").without(ZocExitImpossible)


@pytest.mark.rule("TF-ZOC-12")
def test_the_exits_of_three_units_are_matched() -> None:
    """Three units share three exits; the one that reaches all of them takes the one that the others do not need."""
    units = {"a1.1": slow((3, 5)), "a1.2": slow((3, 6)), "a1.3": slow((3, 4))}
    played = among_cliffs(units, (2, 5), (2, 6), (2, 4))
    move(played, "a1.1", (2, 5)).accepted()
    refused(move(played, "a1.2", (2, 4)), "not-adjacent", "TF-MOVE-02")
    move(played, "a1.2", (2, 6)).then(UnitLeftZone)
    move(played, "a1.3", (2, 4)).then(UnitLeftZone)
    chain = among_cliffs({"a1.1": slow((3, 5)), "a1.2": slow((3, 6))}, (2, 6), (2, 4))
    refused(move(chain, "a1.1", (2, 6)), "shuts-in", "TF-ZOC-12", unit="a1.2")
    move(chain, "a1.1", (2, 4)).then(UnitLeftZone)


@pytest.mark.rule("TF-ZOC-12")
def test_who_stands_in_the_way_leaves_a_way_out() -> None:
    """A vehicle behind another has no way out until that one goes, which takes not the only one then."""
    units: dict[str, Placed] = {"a1.1": ((4, 5), vehicle(speed=2)), "a1.2": ((3, 5), vehicle(speed=2))}
    played = among_cliffs(units, (2, 5), (1, 5))
    refused(move(played, "a1.2", (2, 5)), "shuts-in", "TF-ZOC-12", unit="a1.1")
    move(played, "a1.2", (2, 5), (1, 5)).then(UnitLeftZone)
    move(played, "a1.1", (3, 5), (2, 5)).then(UnitLeftZone)


@pytest.mark.rule("TF-ZOC-12", "TF-DANGER-09")
def test_caution_does_not_take_anothers_last_exit() -> None:
    """At full speed there is another exit and cautiously only the one that another needs: caution is refused."""
    units = {"a1.1": ((3, 5), infantry(speed=2)), "a1.2": slow((3, 6))}
    played = among_cliffs(units, (2, 5), (1, 5))
    refused(declare_cautious(played, "a1.1"), "caution-shuts-in", "TF-ZOC-12", unit="a1.1", other="a1.2")
    assert "DeclareCautious" not in played.offered("red") or all(
        "a1.1" not in words_of(row.fields, "unit") for row in played.offers("red") if row.command == "DeclareCautious"
    )
    move(played, "a1.1", (2, 5), (1, 5)).then(UnitLeftZone)
    move(played, "a1.2", (2, 5)).then(UnitLeftZone)


@pytest.mark.rule("TF-ZOC-12", "TF-DANGER-09")
def test_caution_is_open_once_the_other_has_gone() -> None:
    """With the other one out by another exit, nothing speaks against caution."""
    units = {"a1.1": ((3, 5), infantry(speed=2)), "a1.2": slow((3, 6))}
    played = among_cliffs(units, (2, 5), (1, 5), (2, 7))
    move(played, "a1.2", (2, 7)).then(UnitLeftZone)
    declare_cautious(played, "a1.1").then(CautiousDeclared)
    move(played, "a1.1", (2, 5)).then(UnitLeftZone)


def random_crowd(seed: int) -> Table:
    """Let two to four units of red stand in the zone of the enemy, between cliffs."""
    chance = Random(seed)
    near = [(x, y) for x in range(3, 8) for y in range(3, 8) if (x, y) != (5, 5)]
    free = [(x, y) for x in range(2, 9) for y in range(2, 9) if chance.random() < 0.3]
    sheets = (infantry(speed=1), infantry(speed=2), vehicle(speed=1), vehicle(speed=2))
    places = chance.sample(near, chance.choice((2, 3, 4)))
    units: dict[str, Placed] = {
        f"a1.{number}": (place, chance.choice(sheets)) for number, place in enumerate(places, 1)
    }
    return among_cliffs(units, *free)


def due(played: Table) -> list[Mate]:
    """List the units that stand in zones and have not moved."""
    game = played.game
    return [
        Mate(unit, ADVANCE) for unit in game.action.bound if not game.units[unit].moved and zones_around(game, unit)
    ]


@pytest.mark.rule("TF-ZOC-12")
def test_a_plan_has_as_many_as_any_order() -> None:
    """On a hundred crowded boards as many leave by the plan as by any order of moves to any ends."""
    counts = []
    for seed in range(100):
        played = random_crowd(seed)
        counts.append(most_leaving(played.game, due(played)))
        assert len(plan_exits(played.game, due(played)).units) == counts[-1], seed
    assert {1, 2, 3} <= set(counts)


@pytest.mark.rule("TF-ZOC-12")
def test_whatever_is_offered_all_leave_that_can() -> None:
    """Units that can leave go first, by any end that is offered: in the end as many are out as any order could have."""
    for seed in range(60):
        played, chance = random_crowd(seed), Random(seed)
        mates = due(played)
        most = most_leaving(played.game, mates)
        while True:
            open_paths = [
                (word_of(row.fields, "unit"), path)
                for row in played.offers("red")
                if row.command == "MoveUnit" and word_of(row.fields, "unit") in {mate.unit for mate in due(played)}
                for path in words_of(row.fields, "path")
                if not _inside(played, word_of(row.fields, "unit"), path)
            ]
            if not open_paths:
                break
            unit, path = chance.choice(open_paths)
            played.when("red", MoveUnit(unit=unit, path=tuple(path.split()))).accepted()
        assert sum(not zones_around(played.game, mate.unit) for mate in mates) == most, seed


def _inside(played: Table, unit: str, path: str) -> bool:
    moved = played.game.units[unit]
    zones = {at(x, y) for x in range(3, 8) for y in range(3, 8)}
    return bool(moved) and path.rsplit(maxsplit=1)[-1] in zones


def queue_before_two_enemies() -> Table:
    """Begin an engage action: a1.1 stands in the way of a1.2, both in the zone of b1.1, a1.3 walled in in that of b1.2.

    Once a1.1 has charged b1.1 the way is free for a1.2, and b1.1 has no zone; a charge at b1.2 would free a1.3.
    """
    units: dict[str, Placed] = {
        "a1.1": ((4, 5), vehicle(speed=1)),
        "a1.2": ((3, 5), vehicle(speed=5)),
        "a1.3": slow((9, 7)),
        "b1.1": ((5, 3), infantry()),
        "b1.2": ((9, 5), infantry()),
    }
    free = {(5, 4), (5, 5), (6, 5), (7, 5), (8, 5), *(place for place, *_ in units.values())}
    cliffs: dict[Place, Any] = {(x, y): "cliffs" for x in range(12) for y in range(12) if (x, y) not in free}
    played = table("", units, terrain=cliffs, options=CHOSEN_ACTION | {"coherency_tiles": 20})
    begin_action(played, "a1", "engage", target="b1")
    charge(played, "a1.1", "b1.1", (5, 4)).accepted()
    return played


@pytest.mark.rule("TF-ZOC-11", "TF-ZOC-12")
def test_who_is_freed_by_a_charge_does_as_it_likes() -> None:
    """Who need not leave any more may stay: what its charge would open for another is not counted upon."""
    played = queue_before_two_enemies()
    end_move(played, "a1").then(ZocExitImpossible, unit="a1.3")
    played = queue_before_two_enemies()
    charge(played, "a1.2", "b1.2", (4, 5), (5, 5), (6, 5), (7, 5), (8, 5)).accepted()
    end_move(played, "a1").without(ZocExitImpossible)

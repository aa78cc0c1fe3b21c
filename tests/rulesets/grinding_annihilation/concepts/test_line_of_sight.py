"""Sight worked out from positions (GA-2.4-08 to -12): what hides a troop in whole or in part."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import DeclareTargets, SelectToShoot, TargetsDeclared
from adjudicator.rulesets.grinding_annihilation.rules.concepts.line_of_sight import visibility_of
from tests.rulesets.grinding_annihilation.fixtures import duel, formation, line, trooper
from tests.rulesets.grinding_annihilation.steps import aim, last_event, refused, sees, settle, shots
from tests.rulesets.grinding_annihilation.terrain.fixtures import (
    GEOMETRIC,
    barricade,
    debris,
    facing_in_terrain,
    hill,
    shooting_in_terrain,
)
from tests.rulesets.grinding_annihilation.terrain.steps import sight_of_troop


@pytest.mark.rule("GA-2.4-10")
def test_legs_behind_a_barricade_are_visible_and_not_fully():
    """In the open a troop is fully visible, with its legs behind a barricade it is visible."""
    assert sight_of_troop(facing_in_terrain()) == "full"
    assert sight_of_troop(facing_in_terrain(barricade(18, 5, 18.5, 15))) == "visible"
    assert sight_of_troop(facing_in_terrain(hill(14, 5, 15, 15, top=9))) == "none"


@pytest.mark.rule("GA-2.4-10")
@pytest.mark.ruling("GA-2.4-10.1")
def test_a_fellow_in_front_hides_part_of_a_troop():
    """Half hidden behind a fellow of its own a troop is not fully visible; the observer's friends hide nothing."""
    behind = ((18, 10), (20, 10))
    assert sight_of_troop(facing_in_terrain(blue=behind), target="b-b.2") == "visible"
    assert sight_of_troop(facing_in_terrain(blue=behind), target="b-b.1") == "full"
    assert sight_of_troop(facing_in_terrain(red=((10, 10), (12, 10)))) == "full"


def sight_of_formation(table, observer="a-r.1", formation="b-b"):
    """Say what one troop sees of a formation."""
    return visibility_of(table.game, 0).formation(observer, table.game.formations[formation].troops)


@pytest.mark.rule("GA-2.4-11")
@pytest.mark.ruling("GA-2.4-10.1")
def test_a_formation_in_two_ranks_is_fully_visible_unless_terrain_hides_some():
    """The own troops of a formation are looked through; one troop half covered by terrain is enough to spoil it."""
    ranks = ((18, 9), (18, 10.5), (19.5, 9), (19.5, 10.5))
    assert sight_of_formation(facing_in_terrain(blue=ranks)) == "full"
    assert sight_of_formation(facing_in_terrain(debris(17, 10.2, 17.3, 11.5, top=0.5), blue=ranks)) == "visible"
    assert sight_of_formation(facing_in_terrain(hill(14, 5, 15, 15, top=9), blue=ranks)) == "none"


@pytest.mark.rule("GA-2.4-08")
@pytest.mark.ruling("GA-2.4-08.3", "GA-2.4-08.4")
def test_other_enemies_block_the_view_unless_by_option():
    """A large enemy in front hides a small one behind it, a friend as large does not; by option troops hide nobody."""
    tall = replace(trooper("bus", base=6), height=3000)
    bus, friend = (formation(f"{side}-bus", at=[(15, 10)], troop=tall, keywords=("vehicle",)) for side in "ba")
    assert sight_of_troop(facing_in_terrain(more=(bus,))) == "none"
    assert sight_of_troop(facing_in_terrain(more=(friend,))) == "full"
    free = GEOMETRIC | {"enemy_troops_block_los": False}
    assert sight_of_troop(facing_in_terrain(more=(bus,), options=free)) == "full"


@pytest.mark.rule("GA-2.4-09")
def test_a_formation_of_which_one_troop_peeks_out_is_visible():
    """One troop past the wall makes its formation visible; who stands behind a fellow is not hidden as a formation."""
    blue = ((20, 10), (20, 11.5), (20, 13), (20, 14.5), (20, 16.5))
    table = facing_in_terrain(hill(18, 5, 18.3, 15.1, top=9), blue=blue)
    assert [sight_of_troop(table, target=f"b-b.{number}") for number in range(1, 6)] == ["none"] * 4 + ["visible"]
    assert sight_of_formation(table) == "visible"
    assert sight_of_formation(facing_in_terrain(hill(18, 5, 18.3, 19, top=9), blue=blue)) == "none"
    files = facing_in_terrain(blue=((18, 10), (20, 10)))
    assert (sight_of_troop(files, target="b-b.2"), sight_of_formation(files)) == ("visible", "full")


@pytest.mark.rule("GA-2.4-12")
@pytest.mark.ruling("GA-2.4-12.3")
def test_sight_that_is_worked_out_is_recorded_and_not_stated():
    """With visibility_source geometric the declaration carries no statements; what was found stands in the event."""
    table = shooting_in_terrain(barricade(18, 5, 18.5, 15), options=GEOMETRIC, blue=((20, 10), (20, 25)), dice=(1,))
    fired = shots(table, "a-r", "b-b")
    result = (sees(table, "a-r", "b-b"),)
    command = aim(table, "a-r", *fired, sights=result)
    table.when("red", command).rejected("GA-2.4-12", "sight-worked-out")
    table.when("red", DeclareTargets(formation="a-r", shots=fired, sights=())).accepted()
    found = {sight.troops: (sight.seen, sight.fact) for sight in last_event(table, TargetsDeclared).sights}
    assert found == {("b-b.1",): ("visible", ""), ("b-b.2",): ("full", "")}
    assert not table.game.facts
    settle(table)


def test_shooting_in_the_open_needs_no_statement():
    """A whole attack is worked off with sight worked out."""
    table = facing_in_terrain(dice=(6, 1), blue=line(2, 20))
    table.when("red", SelectToShoot(formation="a-r")).accepted()
    command = DeclareTargets(formation="a-r", shots=shots(table, "a-r", "b-b"), sights=())
    table.when("red", command).accepted()
    settle(table)


@pytest.mark.rule("GA-2.4-12", "GA-3.3-04")
def test_a_target_hidden_by_a_wall_is_refused():
    """Where sight is worked out a hidden formation is no target."""
    table = shooting_in_terrain(hill(14, 5, 15, 15, top=9), options=GEOMETRIC)
    fired = shots(table, "a-r", "b-b")
    command = DeclareTargets(formation="a-r", shots=fired, sights=())
    table.when("red", command).rejected("GA-3.3-04", "not-visible")


@pytest.mark.rule("GA-2.4-08")
def test_nobody_seen_is_nobody_shot():
    """A formation of which no troop is visible is no target."""
    table = duel(troops=2)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    refused(table, "red", aim(table, "a-r", *shots(table, "a-r", "b-b"), seen="none"), "GA-3.3-04").rejected(
        "GA-3.3-04", "not-visible"
    )
    refused(table, "red", aim(table, "a-r", *shots(table, "a-r", "b-b"), seen="perhaps"), "GA-2.4-12").rejected(
        "GA-2.4-12", "unknown-sight"
    )

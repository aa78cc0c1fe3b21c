"""Disputes (GA-2.5-11): the referee, the roll-off, and what is lost with it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.messages import (
    DisputeFact,
    DisputeRolledOff,
    FactDisputed,
    FactSettled,
    FactStated,
    SettleDispute,
)
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclarationWithdrawn,
    HitsRolled,
    PlaceTerrainFeature,
    SelectToShoot,
    ShootingEnded,
    TargetsDeclared,
    TerrainFeatureAgreed,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.concepts.steps import fact_of, sight_stated
from tests.rulesets.grinding_annihilation.fixtures import duel
from tests.rulesets.grinding_annihilation.missions.set_up.fixtures import warfield_set
from tests.rulesets.grinding_annihilation.shooting.fixtures import shooters_of_three
from tests.rulesets.grinding_annihilation.steps import aim, events_of, last_event, refused, settle, shots
from tests.rulesets.grinding_annihilation.terrain.fixtures import woods


@pytest.mark.rule("GA-2.5-11", "GA-2.4-12", "GA-2.5-08")
@pytest.mark.ruling("GA-2.4-12.2", "GA-2.5-11.1")
def test_disputed_sight_is_rolled_off():
    """Without a referee a roll-off decides; settled against the shooter, the declaration falls and may be made anew."""
    table = sight_stated(3, 5)
    disputed = table.when("blue", DisputeFact(fact=fact_of(table), value="none"))
    disputed.then(DisputeRolledOff, faces=(3, 5)).then(FactSettled, value="none").then(DeclarationWithdrawn)
    command = aim(table, "a-r", *shots(table, "a-r", "b-b"))
    refused(table, "red", command, "GA-2.5-11").rejected("GA-2.5-11", "sight-settled")
    table.when("red", aim(table, "a-r")).accepted()


@pytest.mark.rule("GA-2.5-11", "GA-2.5-08")
def test_dispute_that_is_lost_changes_nothing():
    """Settled for the shooter, the declaration goes on; dice that tie are thrown again."""
    table = sight_stated(3, 3, 5, 2, 1)
    disputed = table.when("blue", DisputeFact(fact=fact_of(table), value="none"))
    assert [event.faces for event in disputed.events if isinstance(event, DisputeRolledOff)] == [(3, 3, 5, 2)]
    disputed.then(FactSettled, value="full").without(DeclarationWithdrawn)
    settle(table)
    assert len(events_of(table, HitsRolled)) == 1


@pytest.mark.rule("GA-2.5-11")
@pytest.mark.ruling("GA-2.5-11.2")
def test_referee_settles_where_one_is_seated():
    """A seated referee decides instead of the dice."""
    table = sight_stated(referee=True)
    table.when("blue", DisputeFact(fact=fact_of(table), value="none")).asks("dispute", "referee")
    ruled = SettleDispute(fact=fact_of(table), value="none", reason="a wall is in the way")
    table.when("referee", ruled).then(FactSettled, value="none").then(DeclarationWithdrawn)


@pytest.mark.rule("GA-2.5-11")
def test_a_lost_dispute_withdraws_the_declaration():
    """A fact of sight that is settled against the shooter brings the declaration down and binds the next one."""
    table = shooters_of_three()
    table.select()
    fact = table.declare(("gun", 0, "b-wall")).one(TargetsDeclared).sights[0].fact
    table.table.faces(3, 5)
    dispute = table.table.when("blue", DisputeFact(fact=fact, value="none"))
    dispute.then(FactSettled, DeclarationWithdrawn, fact=fact).asks("declare_targets", "red")
    table.declare(("gun", 0, "b-wall")).rejected("GA-2.5-11", "sight-settled", settled="none")
    table.declare(("gun", 0, "b-wall"), seen="none").rejected("GA-3.3-04", "not-visible")
    table.declare().then(ShootingEnded)


def sight_stated_before_referee(*dice: int, **rest: Any) -> tuple[Table, str]:
    """Declare one shot at a troop that is said to be fully visible; give the fact."""
    table = duel(*dice, referee=True, **rest)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    return table, last_event(table, TargetsDeclared).sights[0].fact


@pytest.mark.rule("GA-2.5-11")
@pytest.mark.ruling("GA-2.5-11.4")
def test_the_dice_go_before_a_seated_referee_by_option():
    """With dispute_by = roll_off the players roll off at once, and the referee is asked nothing."""
    table, fact = sight_stated_before_referee(3, 3, 3, 5, options={"dispute_by": "roll_off"})
    outcome = table.when("blue", DisputeFact(fact=fact, value="none"))
    rolled = outcome.one(DisputeRolledOff)
    assert (rolled.faces, rolled.winner) == ((3, 3, 3, 5), 1)
    outcome.then(FactDisputed, value="none").then(FactSettled, value="none").then(DeclarationWithdrawn)
    outcome.cites("GA-2.5-11", "GA-2.5-08").asks("declare_targets", "red")
    table.when("red", aim(table, "a-r")).then(ShootingEnded, formation="a-r")


@pytest.mark.rule("GA-2.5-11")
def test_a_roll_off_before_the_referee_may_be_lost():
    """Won by the player who stated it, the statement stands and the attacks go on."""
    table, fact = sight_stated_before_referee(6, 2, 1, options={"dispute_by": "roll_off"})
    outcome = table.when("blue", DisputeFact(fact=fact, value="none"))
    outcome.then(FactSettled, value="full").without(DeclarationWithdrawn)
    settle(table)
    assert len(events_of(table, HitsRolled)) == 1


@pytest.mark.rule("GA-2.5-11")
@pytest.mark.ruling("GA-2.5-11.2", "GA-2.5-11.4")
def test_a_seated_referee_settles_by_default():
    """With dispute_by = referee_if_seated nothing is thrown: the referee is asked."""
    table, fact = sight_stated_before_referee()
    outcome = table.when("blue", DisputeFact(fact=fact, value="none")).without(DisputeRolledOff)
    outcome.asks("dispute", "referee")


@pytest.mark.rule("GA-2.5-11", "GA-6.0-01")
@pytest.mark.ruling("GA-2.5-11.1", "GA-6.0-01.2")
@pytest.mark.parametrize(("by", "dice"), [("roll_off", (2, 4)), ("referee_if_seated", ())])
def test_terrain_is_settled_like_sight(by: str, dice: tuple[int, ...]):
    """A dispute about a feature goes the same way as one about sight."""
    table = warfield_set(referee=True, dice=dice, options={"dispute_by": by})
    table.set(battle=replace(table.game.battle, step="terrain"))
    table.ask("terrain", "red")
    fact = table.when("red", PlaceTerrainFeature(feature=woods(28, 20, 32, 24))).one(FactStated).fact
    outcome = table.when("blue", DisputeFact(fact=fact, value="craters"))
    if by == "roll_off":
        outcome.then(DisputeRolledOff, winner=1).then(TerrainFeatureAgreed)
        assert table.game.terrain["t1"].feature.terrain_type == "craters"
    else:
        outcome.without(DisputeRolledOff, TerrainFeatureAgreed).asks("dispute", "referee")

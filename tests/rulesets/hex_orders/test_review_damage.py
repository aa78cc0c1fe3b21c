"""Damage at once, tokens that burn down, fire by order: what a strict reader found wanting."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    AssaultCancelled,
    AssaultDiceRolled,
    FightUnit,
    PinnedTokenRemoved,
    ResolveAftermath,
    UnitDestroyed,
    UnitMoved,
    UnitSetOnFire,
    WeaponEffect,
)
from adjudicator.rulesets.hex_orders.model.rows import Fight
from adjudicator.rulesets.hex_orders.model.state import is_shaken
from tests.rulesets.hex_orders.givens import Placed, ability, begin, infantry, model, table, tank, unit, weapon
from tests.rulesets.hex_orders.said import fires, kept
from tests.rulesets.hex_orders.said_fire import at, rolls, shooter, silence

FLAMES = (WeaponEffect(kind="fire", level=0),)


def timed(timing, dice):
    """A unit with fear goes into the hex of a base of one model, which dies of it in Movement 1."""
    dread = tank(nation="ork", abilities=(ability("fear", 12),))
    (lone, *_) = infantry().models
    units = [
        ("a1", "D6", "N", dread, {"speed": "slow"}), ("b1", "D5", "N", infantry(models=(lone,)), {}),
        ("b2", "A1", "S", infantry(), {}),
    ]  # fmt: skip
    running = {"a1": ("F+-+-",)}
    return table(dice, {"damage_effect_timing": timing}, units=units, running=running, pace="step")


@pytest.mark.rule("HX-TURN-24", "HX-ASSAULT-37")
def test_whoever_dies_at_once_does_not_fight():
    """With immediate damage a base that fear kills in its movement step is out of the fight; the other one enters."""
    played = timed("immediate", (12,))
    events = [*begin(played, "movement_1").events, *silence(played)]
    assert [each.unit for each in kept(events, UnitDestroyed)] == ["b1"]
    events = [*begin(played, "assault_1").events, *silence(played)]
    assert [each.fight for each in kept(events, AssaultCancelled)] == ["f1"]
    assert not kept(events, AssaultDiceRolled)
    assert [(each.unit, each.hex) for each in kept(events, UnitMoved)] == [("a1", "D5")]


@pytest.mark.rule("HX-TURN-24", "HX-ASSAULT-25")
def test_whoever_dies_later_fights():
    """By default the same base still throws its die in the assault."""
    played = timed("apply_step", (12,))
    assert not kept([*begin(played, "movement_1").events, *silence(played)], UnitDestroyed)
    played.faces(1, 1, 1, 1, 1, 1, 1)
    events = [*begin(played, "assault_1").events, *silence(played)]
    assert [len(each.groups) for each in kept(events, AssaultDiceRolled)] == [2]


@pytest.mark.rule("HX-TURN-24", "HX-ASSAULT-37")
def test_a_fight_without_anybody_is_no_fight():
    """A fight that both sides left by dying is cancelled, and nobody enters."""
    rows = (FightUnit(unit="a1", seat=0, origin="D6", goal="D5", reverse=False),)
    units: list[Placed] = [("a1", "D6", "N", tank(), {}), ("b1", "A1", "N", tank(), {})]
    played = table((), units=units).put("fights", Fight("f1", "D5", rows), Fight("f2", "C3", ()))
    outcome = begin(played, "assault_1")
    outcome.then(AssaultCancelled, fight="f1").then(AssaultCancelled, fight="f2").then(UnitMoved, unit="a1", hex="D5")


@pytest.mark.rule("HX-AFTERMATH-04", "HX-STACK-04", "HX-SHAKEN-02")
def test_who_is_overstacked_is_shaken_for_the_next_turn_and_no_longer():
    """Two tokens of an overstacked move count from the next turn; one goes in this Aftermath, the other in the next."""
    played = table((), turn=5, units=[("a1", "D5", "N", tank(), {"pinned": 2, "shaken_from": 6})])
    aftermath = played.ask("aftermath", "table").when("table", ResolveAftermath())
    assert aftermath.one(PinnedTokenRemoved).left == 1
    played.set(turn=6)
    assert is_shaken(played.game, unit(played, "a1"))
    played.ask("aftermath", "table").when("table", ResolveAftermath()).accepted()
    played.set(turn=7)
    assert unit(played, "a1").pinned == 0


def burning(*orders):
    """A tank with two flame throwers and two gunnery orders fires both at b1, and hits twice."""
    guns = [weapon(name, always_loaded=True, effects=FLAMES, ap=-4) for name in ("left", "right")]
    sheet = shooter(guns[0])
    (crew,) = sheet.models
    both = replace(sheet, weapons=tuple(guns), models=(replace(crew, weapons=("left", "right")),), fire_orders=2)
    units = [("a1", "D5", "N", both, {"speed": "slow"}), ("b1", "D3", "S", tank(), {"speed": "slow"})]
    return table((5, 5), units=units, running={"a1": ("-+-+-", *orders)}, pace="step")


@pytest.mark.rule("HX-ABILITIES-18", "HX-GUNNERY-23")
def test_each_fire_order_sets_on_fire():
    """A base that is hit under two Fire orders of one unit gets a fire token from each."""
    played = burning("Fire+-", "Fire+-")
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", fires("a1", "left", at("b1"))).accepted()
    played.when("red", fires("a1", "right", at("b1"))).accepted()
    rolls(played)
    played.faces(*[6] * 4, *[6] * 4)
    assert [each.tokens for each in kept(silence(played), UnitSetOnFire)] == [1, 2]


@pytest.mark.rule("HX-ABILITIES-18")
def test_one_fire_order_sets_on_fire_once():
    """Two models of a base with different flame throwers fire under one order: one token."""
    guns = [weapon(name, always_loaded=True, effects=FLAMES, ap=-4) for name in ("left", "right")]
    line = tank().models[0].assault
    models = tuple(model(gun.id, line, (gun.id,)) for gun in guns)
    base = infantry(nation="dwarf", weapons=tuple(guns), models=models)
    units = [("a1", "D5", "N", base, {"speed": "slow"}), ("b1", "D3", "S", tank(), {"speed": "slow"})]
    played = table((5, 5), units=units, running={"a1": ("-+-+-", "Fire+-")}, pace="step")
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", fires("a1", "left", at("b1"))).accepted()
    played.when("red", fires("a1", "right", at("b1", 2))).accepted()
    rolls(played)
    played.faces(*[6] * 4, *[6] * 4)
    assert [each.tokens for each in kept(silence(played), UnitSetOnFire)] == [1]

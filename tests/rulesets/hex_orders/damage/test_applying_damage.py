"""Damage that waits and takes effect at once, and the order of damage rolls."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    ApplyDamage,
    AssaultCancelled,
    AssaultDiceRolled,
    Bonus,
    DamageApplied,
    DamageOrderSet,
    DamagePended,
    DamageRolled,
    FightUnit,
    FutureDamageHalved,
    FutureDamageIncreased,
    HitRolled,
    ModelRemoved,
    OrderDamageRolls,
    PassChoice,
    SpeedChanged,
    UnitDestroyed,
    UnitMoved,
    UnitRevealed,
    UnitShaken,
    WeaponLost,
)
from adjudicator.rulesets.hex_orders.model.rows import Fight
from adjudicator.rulesets.hex_orders.rules.damage import applying_damage
from adjudicator.rulesets.hex_orders.rules.turn.end_of_game import attrition
from tests.kit import Table
from tests.rulesets.hex_orders.damage.fixtures import (
    RecordingRuling,
    hit_of_gun,
    pending_result,
    with_hits,
    with_pending,
)
from tests.rulesets.hex_orders.fixtures import (
    GUN,
    LOADED,
    Placed,
    ability,
    die,
    field,
    infantry,
    squad,
    table,
    tank,
    weapon,
)
from tests.rulesets.hex_orders.gunnery.fixtures import duel, shooter, with_gunnery_orders
from tests.rulesets.hex_orders.gunnery.steps import begin_firing, declare_shots
from tests.rulesets.hex_orders.steps import (
    SILENT,
    asked,
    begin,
    fires,
    hold_fire,
    of_kind,
    refused,
    roll_declared,
    shot,
    silence,
    unit,
)


@pytest.mark.rule("HX-TURN-15")
def test_all_damage_takes_effect_at_once():
    """Two bases that rolled kill 1 against each other, in Gunnery 1 and in Gunnery 2, both lose their models now."""
    own, other = squad(GUN, count=4), squad(GUN, count=4, nation="elf")
    settings: dict[str, Any] = {"orders": ("-+-+-", "Fire+Fire"), "running": {"b1": ("-+-+-", "Fire+Fire")}}
    played = duel([5, 5, 4, 4, 5, 5, 4, 4], own, other, **settings)
    for step in ("gunnery_1", "gunnery_2"):
        begin(played, step)
        declare_shots(played, shot("b1")).accepted()
        while asked(played)[1] != (1,):
            played.when("red", SILENT).accepted()
        played.when("blue", fires("b1", "gun", shot("a1"))).accepted()
        events = [*roll_declared(played).events, *silence(played)]
        assert sorted(str(row.unit) for row in of_kind(events, DamagePended)) == ["a1", "b1"]
        assert not of_kind(events, ModelRemoved)
    events = [*begin(played, "apply_damage").events, *silence(played)]
    assert sorted(str(row.unit) for row in of_kind(events, ModelRemoved)) == ["a1", "a1", "b1", "b1"]
    assert (unit(played, "a1").dead, unit(played, "b1").dead) == ((1, 2), (1, 2))


@pytest.mark.rule("HX-TURN-15")
def test_conditions_begin_now():
    """A tank that rolled shaken in Gunnery 1 is shaken from Apply damage on."""
    played = begin_firing([5], target=tank(nation="elf"), looks="N")
    declare_shots(played, shot("b1")).accepted()
    roll_declared(played)
    played.faces(1, 1, 4)
    assert not of_kind(silence(played), UnitShaken)
    assert unit(played, "b1").pinned == 0
    events = [*begin(played, "apply_damage").events, *silence(played)]
    assert [row.unit for row in of_kind(events, UnitShaken)] == ["b1"]
    assert unit(played, "b1").pinned > 0


@pytest.mark.rule("HX-TURN-23")
@pytest.mark.ruling("HX-TURN-24.2")
def test_the_result_of_a_damage_roll_counts_for_the_next():
    """Two hits on the infantry that roll 3 and 3: +1, then 4: kill 1, and the +1 is halved to 0."""
    played = begin_firing([5, 5], squad(GUN, count=2))
    declare_shots(played, shot("b1", 1), shot("b1", 2)).accepted()
    roll_declared(played)
    assert asked(played)[:2] == ("damage_order", (0,))
    played.faces(3, 3)
    events = silence(played)
    assert [row.total.total for row in of_kind(events, DamageRolled)] == [3, 4]
    assert [row.total for row in of_kind(events, FutureDamageIncreased)] == [1]
    assert [(row.pending.result.kind, row.pending.result.x) for row in of_kind(events, DamagePended)] == [("kill", 1)]
    assert [row.total for row in of_kind(events, FutureDamageHalved)] == [0]
    assert [bonus.by for bonus in unit(played, "b1").bonuses if bonus.by] == []


@pytest.mark.rule("HX-TURN-23")
@pytest.mark.ruling("HX-TURN-23.1")
def test_the_attacker_chooses_the_order():
    """The side that hit says which roll comes first, and the other order gives another result."""
    strong = weapon("strong", weapon_range=4, always_loaded=True, ap=3)
    played = begin_firing([5, 5], squad(GUN, strong, count=2))
    declare_shots(played, shot("b1", 1)).accepted()
    declare_shots(played, shot("b1", 2), gun="strong").accepted()
    hits = [
        event.hit.source
        for event in roll_declared(played).events
        if hasattr(event, "hit") and hasattr(event.hit, "source")
    ]
    assert hits == ["gun", "strong"]
    refused(played, "blue", OrderDamageRolls(hits=("h2", "h1")), "HX-TURN-23", "not-asked")
    played.when("red", OrderDamageRolls(hits=("h2", "h1"))).accepted()
    played.faces(3, 3)
    rolled = of_kind(silence(played), DamageRolled)
    assert [(row.hit, row.total.total) for row in rolled] == [("h2", 3), ("h1", 4)]


def destroyed_in_gunnery(**options):
    """Let a tank in D8 with F+F+- and -+Fire be rolled destroyed in Gunnery 1; an elf stands in D6."""
    lone = shooter(nation="elf")
    gunner = with_gunnery_orders(
        shooter(weapon("gun", weapon_range=4, always_loaded=True), nation="elf"), "-+-+-", "Fire+-"
    )
    units = [
        ("a1", "D8", "N", tank(nation="ork"), {"speed": "fast", "loads": LOADED}),
        ("b1", "B8", "N", gunner, {"speed": "slow"}),
        ("b2", "D6", "S", lone, {"speed": "stand_still"}),
    ]
    running = {"a1": ("F+F+-", "-+Fire"), "b1": ("-+-+-", "Fire+-")}
    played = table((6, 1, 1, 1, 1, 6), options, turn=2, pace="step", units=units, running=running)
    begin(played, "gunnery_1").asks("fire", "blue")
    played.when("blue", fires("b1", "gun", shot("a1"))).accepted()
    hold_fire(played)
    return played, [*played.events, *silence(played)]


@pytest.mark.rule("HX-TURN-24")
@pytest.mark.ruling("HX-TURN-24.2")
def test_damage_changes_nothing_before_it_is_applied():
    """A tank rolled destroyed in Gunnery 1 moves, fights in Assault 2 with all its dice, fires, and is removed then."""
    played, events = destroyed_in_gunnery()
    assert [(row.unit, row.pending.result.kind) for row in of_kind(events, DamagePended)] == [("a1", "destroy")]
    for step in ("movement_1", "assault_1", "movement_2"):
        begin(played, step)
        silence(played)
    assert unit(played, "a1").hex == "D7"
    played.faces(5, 1, 1, 1, 1, 1, 1, 1)
    outcome = begin(played, "assault_2")
    groups = [row for event in [*outcome.events, *silence(played)] for row in getattr(event, "groups", ())]
    assert [len(group.faces) for group in groups if group.unit == "a1"] == [4, 2]
    assert unit(played, "a1").hex == "D6"
    for step in ("movement_3", "assault_3"):
        begin(played, step)
        silence(played)
    begin(played, "gunnery_2").asks("fire", "red")
    played.faces(1)
    declare_shots(played, shot("b2"), gun="main_gun").accepted()
    assert roll_declared(played).one(HitRolled).unit == "a1"
    silence(played)
    assert unit(played, "a1").out == ""
    events = [*begin(played, "apply_damage").events, *silence(played)]
    assert [row.unit for row in of_kind(events, UnitDestroyed)] == ["a1"]
    assert unit(played, "a1").out


@pytest.mark.rule("HX-TURN-24")
@pytest.mark.ruling("HX-TURN-24.3")
def test_by_option_damage_is_immediate():
    """With damage_effect_timing = immediate the tank is gone at the end of Gunnery 1."""
    played, events = destroyed_in_gunnery(damage_effect_timing="immediate")
    assert [row.unit for row in of_kind(events, UnitDestroyed)] == ["a1"]
    assert unit(played, "a1").out


@pytest.mark.rule("HX-TURN-24")
@pytest.mark.ruling("HX-TURN-24.2")
def test_killed_models_fire_and_fight_on():
    """A base whose models were all rolled killed in Gunnery 1 fires with all of them in Gunnery 2."""
    base = squad(GUN, count=2, nation="elf")
    settings: dict[str, Any] = {"orders": ("-+-+-", "Fire+-"), "running": {"b1": ("-+-+-", "-+Fire")}}
    played = duel([5, 5, 4, 4], squad(GUN, count=2), base, **settings)
    begin(played, "gunnery_1")
    declare_shots(played, shot("b1", 1), shot("b1", 2)).accepted()
    roll_declared(played)
    assert len(of_kind(silence(played), DamagePended)) == 2
    begin(played, "gunnery_2").asks("fire", "blue")
    played.when("blue", fires("b1", "gun", shot("a1", 1), shot("a1", 2))).accepted()
    played.faces(1, 1)
    assert len(of_kind(roll_declared(played).events, HitRolled)) == 2
    assert Bonus(table="regular", by=1) not in unit(played, "b1").bonuses


@pytest.mark.rule("HX-TURN-24")
@pytest.mark.ruling("HX-TURN-24.3")
def test_by_option_damage_of_an_assault_is_immediate_too():
    """With the option a base that loses its last model in Assault 1 is gone when that step is over."""
    for options, destroyed in (({}, False), ({"damage_effect_timing": "immediate"}, True)):
        units = [
            ("a1", "D4", "S", with_gunnery_orders(tank(nation="ork"), "F+-+-"), {"speed": "slow"}),
            ("b1", "D5", "N", shooter(nation="elf")),
            ("b2", "A9", "N", tank(nation="elf")),
        ]
        played = table((), options, pace="step", units=units, running={"a1": ("F+-+-",)})
        begin(played, "movement_1")
        silence(played)
        played.faces(5, 1, 1, 1, 1, 1, 1, 6)
        events = [*begin(played, "assault_1").events, *silence(played)]
        assert [row.pending.result.kind for row in of_kind(events, DamagePended)] == ["kill"]
        assert (unit(played, "b1").out != "") is destroyed


def apply_pending(played: Table) -> Any:
    """Let what waits be applied."""
    played.ask("apply", "table")
    return played.when("table", ApplyDamage())


@pytest.mark.rule("HX-TURN-15", "HX-DTABLE-06")
def test_kills_take_effect() -> None:
    """Models that were used up are removed now, with what killed them."""
    played = with_pending(pending_result("kill", 1), pending_result("kill", 1, cause="h2"), changes={"dead": (2,)})
    outcome = apply_pending(played).then(DamageApplied, turn=5, step="apply_damage")
    outcome.then(ModelRemoved, model=1, cause="h1").then(ModelRemoved, model=3, cause="h2")
    row = unit(played, "b1")
    assert (row.dead, row.pending, row.out) == ((1, 2, 3), (), "")


@pytest.mark.rule("HX-DTABLE-06")
def test_a_base_is_destroyed() -> None:
    """The last death removes the base, and its price counts as lost."""
    played = with_pending(pending_result("kill", 1), pending_result("shaken"), changes={"dead": (1, 2, 3)})
    apply_pending(played).then(ModelRemoved, model=4).then(UnitDestroyed, unit="b1", points=4, cause="damage")
    assert unit(played, "b1").out == "damage"
    assert (attrition(played.game, 0), attrition(played.game, 1)) == (4, 0)


@pytest.mark.rule("HX-DTABLE-09")
def test_conditions_begin_when_damage_is_applied() -> None:
    """A weapon is lost, the speed is set, and shaken counts once however often it was rolled."""
    results = (
        pending_result("weapon_lost", word="main_gun"),
        pending_result("speed_set", word="slow"),
        *([pending_result("shaken")] * 2),
    )
    played = with_pending(*results, sheet=tank(), changes={"speed": "fast"})
    outcome = apply_pending(played).then(WeaponLost, weapon="main_gun").then(SpeedChanged, speed="slow", cause="damage")
    assert outcome.one(UnitShaken) == UnitShaken(owner=253, unit="b1", tokens=2, from_turn=5, cause="h1")
    assert unit(played, "b1").lost_weapons == ("main_gun",)


@pytest.mark.rule("HX-GAP-09")
def test_a_hidden_base_that_dies_is_shown_first() -> None:
    """A hidden base that dies is shown first; one that loses a model tells nobody else."""
    played = with_pending(pending_result("kill", 1), changes={"hidden": True, "dead": (1,)}, hidden_reveal="spot_only")
    assert {type(event) for event in apply_pending(played).events} == {DamageApplied, ModelRemoved}
    played = with_pending(pending_result("kill", 3), changes={"hidden": True, "dead": (1,)}, hidden_reveal="spot_only")
    apply_pending(played).then(UnitRevealed, reason="destroyed").then(UnitDestroyed, unit="b1")


@pytest.mark.rule("HX-TURN-24")
def test_by_option_damage_takes_effect_at_the_end_of_its_step() -> None:
    """By option damage takes effect at the end of the step that rolled it."""
    for timing, expected in (("immediate", ["casualties"]), ("apply_step", [])):
        game = field(step="assault_1", options={"damage_effect_timing": timing})
        made: list[str] = []
        ruled: Any = RecordingRuling(game)
        ruled.ask = made.append
        applying_damage.ask_end_of_step(ruled)
        assert made == expected


@pytest.mark.rule("HX-TURN-23")
def test_the_attacker_orders_the_hits_of_a_base() -> None:
    """The attacker chooses the order; a base that was hit once, or is hidden, asks for none."""
    played = with_hits(
        hit_of_gun(1, "b1"), hit_of_gun(2, "b1", damage=die("d6+1")), hit_of_gun(3, "b2"), dice=(1, 6, 1, 1, 1, 1, 1)
    )
    played.ask("damage_order", "red", over=True)
    played.when("red", OrderDamageRolls(hits=("h3",))).rejected("HX-TURN-23", "not-to-order", "hits")
    played.when("red", OrderDamageRolls(hits=("h2", "h2"))).rejected("HX-TURN-23", "ordered-twice", "hits")
    outcome = played.when("red", OrderDamageRolls(hits=("h2",))).then(DamageOrderSet, seat=0, hits=("h2", "h1"))
    rolled = [event.hit for event in outcome.events if isinstance(event, DamageRolled)]
    assert rolled == ["h2", "h1", "h3"]
    assert played.game.order == ()


@pytest.mark.rule("HX-TURN-23")
def test_without_an_order_hits_are_rolled_as_they_are_numbered() -> None:
    """Without an order the hits are rolled as they are numbered."""
    played = with_hits(hit_of_gun(10, "b1"), hit_of_gun(9, "b1"), dice=(1, 1))
    outcome = played.ask("damage_order", "red", over=True).when("red", PassChoice())
    assert [event.hit for event in outcome.events if isinstance(event, DamageRolled)] == ["h9", "h10"]


def dies_of_fear(timing, dice):
    """A unit with fear goes into the hex of a base of one model, which dies of it in Movement 1."""
    dread = tank(nation="ork", abilities=(ability("fear", 12),))
    (lone, *_) = infantry().models
    units = [
        ("a1", "D6", "N", dread, {"speed": "slow"}),
        ("b1", "D5", "N", infantry(models=(lone,)), {}),
        ("b2", "A1", "S", infantry(), {}),
    ]
    running = {"a1": ("F+-+-",)}
    return table(dice, {"damage_effect_timing": timing}, units=units, running=running, pace="step")


@pytest.mark.rule("HX-TURN-24", "HX-ASSAULT-37")
def test_whoever_dies_at_once_does_not_fight():
    """With immediate damage a base that fear kills in its movement step is out of the fight; the other one enters."""
    played = dies_of_fear("immediate", (12,))
    events = [*begin(played, "movement_1").events, *silence(played)]
    assert [row.unit for row in of_kind(events, UnitDestroyed)] == ["b1"]
    events = [*begin(played, "assault_1").events, *silence(played)]
    assert [row.fight for row in of_kind(events, AssaultCancelled)] == ["f1"]
    assert not of_kind(events, AssaultDiceRolled)
    assert [(row.unit, row.hex) for row in of_kind(events, UnitMoved)] == [("a1", "D5")]


@pytest.mark.rule("HX-TURN-24", "HX-ASSAULT-25")
def test_whoever_dies_later_fights():
    """By default the same base still throws its die in the assault."""
    played = dies_of_fear("apply_step", (12,))
    assert not of_kind([*begin(played, "movement_1").events, *silence(played)], UnitDestroyed)
    played.faces(1, 1, 1, 1, 1, 1, 1)
    events = [*begin(played, "assault_1").events, *silence(played)]
    assert [len(row.groups) for row in of_kind(events, AssaultDiceRolled)] == [2]


@pytest.mark.rule("HX-TURN-24", "HX-ASSAULT-37")
def test_a_fight_without_anybody_is_no_fight():
    """A fight that both sides left by dying is cancelled, and nobody enters."""
    rows = (FightUnit(unit="a1", seat=0, origin="D6", goal="D5", reverse=False),)
    units: list[Placed] = [("a1", "D6", "N", tank(), {}), ("b1", "A1", "N", tank(), {})]
    played = table((), units=units).put("fights", Fight("f1", "D5", rows), Fight("f2", "C3", ()))
    outcome = begin(played, "assault_1")
    outcome.then(AssaultCancelled, fight="f1").then(AssaultCancelled, fight="f2").then(UnitMoved, unit="a1", hex="D5")

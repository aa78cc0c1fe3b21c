"""The turn: damage that takes effect, the agony steps, and what happens at the same time."""

from typing import Any

import pytest

from adjudicator.rulesets.hex_orders.messages import (
    AgonyRolled,
    Bonus,
    DamagePended,
    DamageRolled,
    FutureDamageHalved,
    FutureDamageIncreased,
    HitRolled,
    ModelRemoved,
    OrderDamageRolls,
    RollHits,
    SpotAim,
    SpotHiddenUnit,
    TerrorRolled,
    UnitDestroyed,
    UnitRevealed,
    UnitShaken,
)
from tests.rulesets.hex_orders.givens import ability, begin, infantry, table, tank, top, unit, weapon
from tests.rulesets.hex_orders.said import kept, refused
from tests.rulesets.hex_orders.said_fire import (
    GUN,
    LOADED,
    SILENT,
    asked,
    at,
    declares,
    duel,
    fires,
    firing,
    hush,
    ready,
    rolls,
    shooter,
    silence,
    squad,
)

FIRE = ("-+-+-", "Fire+-")


def suffering(step, dice, sheet=None, **tokens):
    """Begin an agony step with a unit that has tokens; what was rolled for it, as kind and level."""
    units = [("a1", "D5", "N", sheet or infantry(nation="ork"), tokens), ("b1", "A9", "N", tank(nation="elf"))]
    played = table(dice, None, turn=3, pace="step", units=units)
    events = [*begin(played, step).events, *silence(played)]
    return [(each.kind, each.level) for each in kept(events, AgonyRolled)]


@pytest.mark.rule("HX-TURN-15")
def test_all_damage_takes_effect_at_once():
    """Two bases that rolled kill 1 against each other, in Gunnery 1 and in Gunnery 2, both lose their models now."""
    own, other = squad(GUN, count=4), squad(GUN, count=4, nation="elf")
    given: dict[str, Any] = {"orders": ("-+-+-", "Fire+Fire"), "running": {"b1": ("-+-+-", "Fire+Fire")}}
    played = duel([5, 5, 4, 4, 5, 5, 4, 4], own, other, **given)
    for step in ("gunnery_1", "gunnery_2"):
        begin(played, step)
        declares(played, at("b1")).accepted()
        while asked(played)[1] != (1,):
            played.when("red", SILENT).accepted()
        played.when("blue", fires("b1", "gun", at("a1"))).accepted()
        events = [*rolls(played).events, *silence(played)]
        assert sorted(str(each.unit) for each in kept(events, DamagePended)) == ["a1", "b1"]
        assert not kept(events, ModelRemoved)
    events = [*begin(played, "apply_damage").events, *silence(played)]
    assert sorted(str(each.unit) for each in kept(events, ModelRemoved)) == ["a1", "a1", "b1", "b1"]
    assert (unit(played, "a1").dead, unit(played, "b1").dead) == ((1, 2), (1, 2))


@pytest.mark.rule("HX-TURN-15")
def test_conditions_begin_now():
    """A tank that rolled shaken in Gunnery 1 is shaken from Apply damage on."""
    played = firing([5], target=tank(nation="elf"), looks="N")
    declares(played, at("b1")).accepted()
    rolls(played)
    played.faces(1, 1, 4)
    assert not kept(silence(played), UnitShaken)
    assert unit(played, "b1").pinned == 0
    events = [*begin(played, "apply_damage").events, *silence(played)]
    assert [each.unit for each in kept(events, UnitShaken)] == ["b1"]
    assert unit(played, "b1").pinned > 0


@pytest.mark.rule("HX-TURN-16")
def test_agony_0_has_major_acid_and_terror():
    """A unit with an Acid token has one roll here, a unit with Minor Acid alone none; Terror acts here too."""
    assert suffering("agony_0", [2], acid=1) == [("acid", 0)]
    assert suffering("agony_0", [], minor_acid=1) == []
    dreadful = tank(abilities=(ability("terror", 2, 6),))
    units = [("a1", "D5", "N", dreadful), ("b1", "D3", "N", infantry()), ("b2", "D1", "N", infantry())]
    played = table([1], None, turn=3, pace="step", units=units)
    events = [*begin(played, "agony_0").events, *silence(played)]
    assert [(each.unit, each.target) for each in kept(events, TerrorRolled)] == [("a1", "b1")]


@pytest.mark.rule("HX-TURN-17")
def test_agony_1_has_minor_acid():
    """A unit with two Minor Acid tokens has two rolls here."""
    assert suffering("agony_1", [3, 3], minor_acid=2) == [("minor_acid", 0)] * 2
    assert suffering("agony_1", [], acid=1) == []


@pytest.mark.rule("HX-TURN-18")
def test_agony_2_has_fire():
    """A unit with three fire tokens has three damage rolls here."""
    assert suffering("agony_2", [1, 1, 1], fire=3) == [("fire", 0)] * 3


@pytest.mark.rule("HX-TURN-19")
def test_agony_3_has_poison():
    """Infantry with Poison[8] and Poison[4] rolls a d8 and a d4 here."""
    assert suffering("agony_3", [2, 2], poison=(8, 4)) == [("poison", 8), ("poison", 4)]
    units = [("a1", "D5", "N", infantry(nation="ork"), {"poison": (8, 4)}), ("b1", "A9", "N", tank(nation="elf"))]
    played = table([8, 1], None, turn=3, pace="step", units=units)
    begin(played, "agony_3")
    sides = []
    while top(played).kind != "advance":
        window = top(played)
        otherwise = played.rules.windows[window.kind].otherwise
        assert otherwise is not None
        command = otherwise(played.game, window, window.asks[0])
        assert command is not None
        sides += [each.sides for each in played.when(window.asks[0], command).accepted().rolls]
    assert sides == [8, 4]


@pytest.mark.rule("HX-TURN-20")
def test_agony_4_has_bleeding():
    """A unit with Bleeding[6] has one d6 here, and in no other agony."""
    assert suffering("agony_4", [1], bleeding=(6,)) == [("bleeding", 6)]
    for step in ("agony_0", "agony_1", "agony_2", "agony_3"):
        assert suffering(step, [], bleeding=(6,)) == []


@pytest.mark.rule("HX-TURN-18", "HX-TURN-19")
@pytest.mark.parametrize("step", ["agony_0", "agony_1", "agony_4"])
def test_fire_and_poison_have_their_own_steps(step):
    """Fire and poison are not rolled in other agonies."""
    assert suffering(step, [], fire=2, poison=(8,)) == []


# -- at the same time


@pytest.mark.rule("HX-TURN-22")
@pytest.mark.parametrize(("first", "second"), [("ork", "elf"), ("elf", "ork")])
def test_nobody_gains_by_being_first(first, second):
    """Two units that fire at each other both roll, unharmed, whichever named its target first."""
    played = duel(
        [5, 5, 6, 6], squad(GUN, count=1, nation=first), squad(GUN, count=1, nation=second), orders=FIRE,
        running={"b1": FIRE},
    )  # fmt: skip
    begin(played, "gunnery_1")
    order = []
    while top(played).kind == "fire":
        (seat,) = asked(played)[1]
        order.append(seat)
        own, other = ("a1", "b1") if seat == 0 else ("b1", "a1")
        played.when(seat, fires(own, "gun", at(other))).accepted()
    assert order == ([0, 1] if first == "ork" else [1, 0])
    outcome = played.when("table", RollHits())
    assert [(each.unit, each.faces, each.hit) for each in kept(outcome.events, HitRolled)] == [
        ("a1", (5,), True), ("b1", (5,), True)
    ]  # fmt: skip
    assert not kept(outcome.events, DamageRolled)
    events = silence(played)
    assert sorted(str(each.target) for each in kept(events, DamageRolled)) == ["a1", "b1"]


@pytest.mark.rule("HX-TURN-22")
def test_a_unit_that_is_spotted_is_no_target_before_the_next_gunnery():
    """A unit revealed by Spot in Gunnery 1 can not be fired at before Gunnery 2."""
    spotter = ready(shooter(), "-+-+-", "Spot+Spot")
    played = duel(
        [5], other={"hidden": True, "speed": "slow"}, orders=("-+-+-", "Fire+Fire"),
        more=[("a2", "C5", "N", spotter, {"speed": "slow"}), ("b2", "D2", "S", infantry(), {"speed": "slow"})],
        running={"a2": ("-+-+-", "Spot+Spot")},
    )  # fmt: skip
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", SpotHiddenUnit(spot=SpotAim(unit="a2", token="b1"))).accepted()
    refused(played, "red", fires("a1", "gun", at("b1")), "HX-GUNNERY-20", "hidden-target")
    events = [*rolls(played).events, *silence(played)]
    assert [each.unit for each in kept(events, UnitRevealed)] == ["b1"]
    begin(played, "gunnery_2").asks("fire", "red")
    assert not played.refused(fires("a1", "gun", at("b1")), "red")
    hush(played)


# -- one damage roll after the other


@pytest.mark.rule("HX-TURN-23")
def test_the_result_of_a_damage_roll_counts_for_the_next():
    """Two hits on the infantry that roll 3 and 3: +1, then 4: kill 1, and the +1 is halved to 0."""
    played = firing([5, 5], squad(GUN, count=2))
    declares(played, at("b1", 1), at("b1", 2)).accepted()
    rolls(played)
    assert asked(played)[:2] == ("damage_order", (0,))
    played.faces(3, 3)
    events = silence(played)
    assert [each.total.total for each in kept(events, DamageRolled)] == [3, 4]
    assert [each.total for each in kept(events, FutureDamageIncreased)] == [1]
    assert [(each.pending.result.kind, each.pending.result.x) for each in kept(events, DamagePended)] == [("kill", 1)]
    assert [each.total for each in kept(events, FutureDamageHalved)] == [0]
    assert [each.by for each in unit(played, "b1").bonuses if each.by] == []


@pytest.mark.rule("HX-TURN-23")
def test_the_attacker_chooses_the_order():
    """The side that hit says which roll comes first, and the other order gives another result."""
    strong = weapon("strong", range=4, always_loaded=True, ap=3)
    played = firing([5, 5], squad(GUN, strong, count=2))
    declares(played, at("b1", 1)).accepted()
    declares(played, at("b1", 2), gun="strong").accepted()
    hits = [each.hit.source for each in rolls(played).events if hasattr(each, "hit") and hasattr(each.hit, "source")]
    assert hits == ["gun", "strong"]
    refused(played, "blue", OrderDamageRolls(hits=("h2", "h1")), "HX-TURN-23", "not-asked")
    played.when("red", OrderDamageRolls(hits=("h2", "h1"))).accepted()
    played.faces(3, 3)
    rolled = kept(silence(played), DamageRolled)
    assert [(each.hit, each.total.total) for each in rolled] == [("h2", 3), ("h1", 4)]


# -- until damage is applied


def doomed(**options):
    """Let a tank in D8 with F+F+- and -+Fire be rolled destroyed in Gunnery 1; an elf stands in D6."""
    lone = shooter(nation="elf")
    gunner = ready(shooter(weapon("gun", range=4, always_loaded=True), nation="elf"), "-+-+-", "Fire+-")
    units = [
        ("a1", "D8", "N", tank(nation="ork"), {"speed": "fast", "loads": LOADED}),
        ("b1", "B8", "N", gunner, {"speed": "slow"}), ("b2", "D6", "S", lone, {"speed": "stand_still"}),
    ]  # fmt: skip
    running = {"a1": ("F+F+-", "-+Fire"), "b1": ("-+-+-", "Fire+-")}
    played = table((6, 1, 1, 1, 1, 6), options, turn=2, pace="step", units=units, running=running)
    begin(played, "gunnery_1").asks("fire", "blue")
    played.when("blue", fires("b1", "gun", at("a1"))).accepted()
    hush(played)
    return played, [*played.events, *silence(played)]


@pytest.mark.rule("HX-TURN-24")
def test_damage_changes_nothing_before_it_is_applied():
    """A tank rolled destroyed in Gunnery 1 moves, fights in Assault 2 with all its dice, fires, and is removed then."""
    played, events = doomed()
    assert [(each.unit, each.pending.result.kind) for each in kept(events, DamagePended)] == [("a1", "destroy")]
    for step in ("movement_1", "assault_1", "movement_2"):
        begin(played, step)
        silence(played)
    assert unit(played, "a1").hex == "D7"
    played.faces(5, 1, 1, 1, 1, 1, 1, 1)
    outcome = begin(played, "assault_2")
    groups = [each for event in [*outcome.events, *silence(played)] for each in getattr(event, "groups", ())]
    assert [len(each.faces) for each in groups if each.unit == "a1"] == [4, 2]
    assert unit(played, "a1").hex == "D6"
    for step in ("movement_3", "assault_3"):
        begin(played, step)
        silence(played)
    begin(played, "gunnery_2").asks("fire", "red")
    played.faces(1)
    declares(played, at("b2"), gun="main_gun").accepted()
    assert rolls(played).one(HitRolled).unit == "a1"
    silence(played)
    assert unit(played, "a1").out == ""
    events = [*begin(played, "apply_damage").events, *silence(played)]
    assert [each.unit for each in kept(events, UnitDestroyed)] == ["a1"]
    assert unit(played, "a1").out


@pytest.mark.rule("HX-TURN-24")
def test_by_option_damage_is_immediate():
    """With damage_effect_timing = immediate the tank is gone at the end of Gunnery 1."""
    played, events = doomed(damage_effect_timing="immediate")
    assert [each.unit for each in kept(events, UnitDestroyed)] == ["a1"]
    assert unit(played, "a1").out


@pytest.mark.rule("HX-TURN-24")
def test_killed_models_fire_and_fight_on():
    """A base whose models were all rolled killed in Gunnery 1 fires with all of them in Gunnery 2."""
    base = squad(GUN, count=2, nation="elf")
    given: dict[str, Any] = {"orders": ("-+-+-", "Fire+-"), "running": {"b1": ("-+-+-", "-+Fire")}}
    played = duel([5, 5, 4, 4], squad(GUN, count=2), base, **given)
    begin(played, "gunnery_1")
    declares(played, at("b1", 1), at("b1", 2)).accepted()
    rolls(played)
    assert len(kept(silence(played), DamagePended)) == 2
    begin(played, "gunnery_2").asks("fire", "blue")
    played.when("blue", fires("b1", "gun", at("a1", 1), at("a1", 2))).accepted()
    played.faces(1, 1)
    assert len(kept(rolls(played).events, HitRolled)) == 2
    assert Bonus(table="regular", by=1) not in unit(played, "b1").bonuses


@pytest.mark.rule("HX-TURN-24")
def test_by_option_damage_of_an_assault_is_immediate_too():
    """With the option a base that loses its last model in Assault 1 is gone when that step is over."""
    for options, gone in (({}, False), ({"damage_effect_timing": "immediate"}, True)):
        units = [
            ("a1", "D4", "S", ready(tank(nation="ork"), "F+-+-"), {"speed": "slow"}),
            ("b1", "D5", "N", shooter(nation="elf")), ("b2", "A9", "N", tank(nation="elf")),
        ]  # fmt: skip
        played = table((), options, pace="step", units=units, running={"a1": ("F+-+-",)})
        begin(played, "movement_1")
        silence(played)
        played.faces(5, 1, 1, 1, 1, 1, 1, 6)
        events = [*begin(played, "assault_1").events, *silence(played)]
        assert [each.pending.result.kind for each in kept(events, DamagePended)] == ["kill"]
        assert (unit(played, "b1").out != "") is gone

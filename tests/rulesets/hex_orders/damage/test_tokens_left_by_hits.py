"""HX-ABILITIES: terror, burst, limited ammunition, what weapons leave, and resistances."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.messages import (
    AmmoSpent,
    DamageRolled,
    HitRolled,
    LoadSpent,
    OrderReplacedByDefault,
    TerrorRolled,
    UnitSetOnFire,
)
from adjudicator.rulesets.hex_orders.rows import Running
from tests.rulesets.hex_orders.givens import (
    ability,
    angles,
    begin,
    change,
    damage_table,
    infantry,
    line,
    model,
    table,
    tank,
    top,
    unit,
    weapon,
)
from tests.rulesets.hex_orders.said import fires, refused, shot
from tests.rulesets.hex_orders.said_assault import (
    AUTOMATON,
    GUN,
    agony,
    finish,
    happened,
    leaves,
    plus,
    psychic,
    resists,
    squad,
    steps,
    thrown,
    volley,
)
from tests.rulesets.hex_orders.said_fight import NEVER, allocate, band, machine, meet, strike

FIRE = ("-+-+-", "Fire+-")
SLOW = {"speed": "slow"}
TABLES = (damage_table("regular", {50: ("kill 1",)}), damage_table("psychic", {50: ("kill 1",)}))
CALM = infantry(tables=TABLES)


def totals(played, kind="regular"):
    """Give the totals of damage rolls on a table."""
    return [each.total.total for each in happened(played, DamageRolled) if each.table == kind]


# -- Terror


@pytest.mark.rule("HX-ABILITIES-05")
@pytest.mark.parametrize(("at", "dice"), [("D3", [4]), ("D4", [4]), ("D2", []), ("D8", [])])
def test_terror_reaches_so_far(at, dice):
    """Terror[range=2][d6]: enemy infantry at range 2 rolls d6 on its psychic table, at range 3 it does not."""
    monster = machine(abilities=(ability("terror", 2, sides=6),), nation="ork")
    units = [("a1", "D5", "N", monster), ("b1", at, "S", infantry())]
    played = steps(table(dice, pace="step", units=units), "agony_0")
    assert [(why, by) for why, by, _ in thrown(played)] == [("terror", 0)] * len(dice)
    assert totals(played, "psychic") == dice
    # a 4 is shaken, at the end of Agony 0
    assert unit(played, "b1").pinned == 2 * len(dice)


@pytest.mark.rule("HX-ABILITIES-05")
def test_terror_needs_no_sight_and_spares_friends():
    """Behind a mountain it works too; friends and units without psychic table suffer nothing."""
    monster = machine(abilities=(ability("terror", 2, sides=8),), nation="ork")
    units = [
        ("a1", "D5", "N", monster), ("a2", "C5", "N", infantry()), ("b1", "D3", "S", CALM), ("b2", "D4", "S", tank()),
    ]  # fmt: skip
    played = steps(table([7], pace="step", units=units, hexes={"D4": "mountains"}), "agony_0")
    assert [(each.unit, each.target) for each in happened(played, TerrorRolled)] == [("a1", "b1")]
    assert totals(played, "psychic") == [7]


@pytest.mark.rule("HX-ABILITIES-05")
def test_terror_comes_before_acid_in_every_turn():
    """In Agony 0 terror is rolled first; it comes again in the next turn."""
    monster = machine(abilities=(ability("terror", 2, sides=6),), nation="ork")
    units = [("a1", "D5", "N", monster), ("b1", "D3", "S", CALM, {"acid": 1})]
    played = steps(table([2, 2], pace="step", units=units), "agony_0")
    assert [why for why, _, _ in thrown(played)] == ["terror", "acid"]
    played.set(turn=2).faces(1, 2)
    steps(played, "agony_0")
    assert [why for why, _, _ in thrown(played)] == ["terror", "acid"] * 2


# -- Burst

BURST = weapon("gun", burst=3, load_capacity=3)


def loaded(dice, tokens, *, models=2, gun=BURST):
    """Let a base whose weapon holds so many tokens be asked what it fires at in Gunnery 1, two enemies in sight."""
    fields = {**SLOW, "loads": {"gun": tokens}}
    units = [
        ("a1", "D5", "N", squad(gun, models), fields), ("b1", "D2", "S", CALM, SLOW), ("b2", "D3", "S", CALM, SLOW),
    ]  # fmt: skip
    played = table(dice, pace="step", units=units, running={"a1": FIRE})
    begin(played, "gunnery_1")
    return played


@pytest.mark.rule("HX-ABILITIES-14")
@pytest.mark.parametrize("tokens", [0, 1, 2])
def test_a_burst_needs_all_its_tokens(tokens):
    """Burst(3) with 2 tokens: no fire."""
    played = loaded([], tokens)
    refused(played, "red", fires("a1", "gun", shot("b1", 1)), "HX-FIRE-31", "not-asked")
    assert not happened(played, HitRolled)
    played = loaded([1] * 6, 3)
    assert top(played).kind == "fire"
    played.when("red", fires("a1", "gun", shot("b1", 1), shot("b1", 2))).accepted()
    finish(played)
    assert len(happened(played, HitRolled)) == 6


@pytest.mark.rule("HX-ABILITIES-14")
def test_a_burst_spends_all_its_tokens():
    """With 3 tokens it fires, and none is left."""
    played = loaded([1, 1, 1], 3, models=1)
    played.when("red", fires("a1", "gun", shot("b1", 1))).accepted()
    finish(played)
    assert [(each.weapon, each.left) for each in happened(played, LoadSpent)] == [("gun", 0)]
    assert len(happened(played, HitRolled)) == 3


@pytest.mark.rule("HX-ABILITIES-15")
def test_each_model_fires_its_burst_at_one_base():
    """Burst(3) and two models: six to-hit rolls, three at the base of each model."""
    played = loaded([1] * 6, 3)
    played.when("red", fires("a1", "gun", shot("b1", 1), shot("b2", 2))).accepted()
    finish(played)
    assert [each.target for each in happened(played, HitRolled)] == ["b1"] * 3 + ["b2"] * 3


@pytest.mark.rule("HX-ABILITIES-15")
def test_a_model_can_not_split_its_burst():
    """One model's shots at two bases are refused."""
    played = loaded([], 3)
    refused(played, "red", fires("a1", "gun", shot("b1", 1), shot("b2", 1)), "HX-ARMY-20", "model-twice")


# -- Limited Ammo


def shots_in_a_game(gun, number, dice):
    """Let a base fire in every gunnery step it can: how often it was allowed."""
    fields = {**SLOW, "loads": {"gun": 3}}
    units = [("a1", "D5", "N", squad(gun, 2), fields), ("b1", "D2", "S", CALM, SLOW)]
    played = table(dice, pace="step", units=units, running={"a1": FIRE})
    fired = 0
    for _ in range(number):
        begin(played, "gunnery_1")
        if top(played).kind == "fire" and not played.refused(fires("a1", "gun", shot("b1", 1), shot("b1", 2)), "red"):
            played.when("red", fires("a1", "gun", shot("b1", 1), shot("b1", 2))).accepted()
            fired += 1
        finish(played)
        change(played, "a1", loads={"gun": 3})
    return fired, played


@pytest.mark.rule("HX-ABILITIES-16")
@pytest.mark.parametrize("limit", [1, 2])
def test_limited_ammunition_is_spent(limit):
    """Limited Ammo(2): the third Fire is refused; the two models of a base spend one use together."""
    fired, played = shots_in_a_game(weapon("gun", limited_ammo=limit, load_capacity=3), limit + 1, [1, 1] * limit)
    assert fired == limit
    assert [each.uses for each in happened(played, AmmoSpent)] == list(range(1, limit + 1))


@pytest.mark.rule("HX-ABILITIES-16")
def test_a_burst_is_one_use():
    """Burst(3) with Limited Ammo(2) fires two bursts."""
    fired, _ = shots_in_a_game(replace(BURST, limited_ammo=2), 3, [1] * 12)
    assert fired == 2


@pytest.mark.rule("HX-ABILITIES-17")
def test_what_is_always_loaded_needs_no_load():
    """always_loaded and N=1: the first Fire comes without any token, the second is refused."""
    gun = weapon("gun", always_loaded=True, limited_ammo=1)
    units = [("a1", "D5", "N", squad(gun), SLOW), ("b1", "D2", "S", CALM, SLOW)]
    played = table([1], pace="step", units=units, running={"a1": FIRE})
    begin(played, "gunnery_1")
    assert unit(played, "a1").loads == ()
    played.when("red", fires("a1", "gun", shot("b1"))).accepted()
    finish(played)
    assert [each.uses for each in happened(played, AmmoSpent)] == [1]
    begin(played, "gunnery_1")
    refused(played, "red", fires("a1", "gun", shot("b1")), "HX-FIRE-31", "not-asked")


@pytest.mark.rule("HX-ABILITIES-17")
@pytest.mark.parametrize(("uses", "renewed"), [({}, True), ({"gun": 1}, False)])
def test_load_can_not_renew_spent_ammunition(uses, renewed):
    """A Load after the last use changes nothing: the weapon stays silent, which without that use it does not."""
    gun = weapon("gun", always_loaded=True, limited_ammo=1)
    units = [("a1", "D5", "N", squad(gun), {**SLOW, "uses": uses}), ("b1", "D2", "S", CALM, SLOW)]
    played = table(pace="step", units=units, running={"a1": ("-+-+-", "Load[gun]+-")})
    steps(played, "gunnery_1")
    played.put("running", Running("a1", ("-", "-", "-"), (("-", "Fire"),)), key="unit")
    begun = begin(played, "gunnery_2")
    if renewed:
        begun.asks("fire", "red")
        finish(played)
    else:
        begun.then(OrderReplacedByDefault, ordered="Fire", reason="out-of-ammunition")
        refused(played, "red", fires("a1", "gun", shot("b1")), "HX-FIRE-31", "not-asked")


# -- what ranged weapons leave


@pytest.mark.rule("HX-ABILITIES-18")
@pytest.mark.parametrize(("burning", "tokens"), [(0, 1), (1, 2)])
def test_fire_takes_hold_once_for_a_fire_order(burning, tokens):
    """3 hits by one base's fire weapon: one token; a base that burns already gets one more."""
    played = volley([5] * 3 + [1] * 3, replace(GUN, effects=leaves("fire")), CALM, shots=3, fields={"fire": burning})
    assert unit(played, "b1").fire == tokens
    assert len(happened(played, UnitSetOnFire)) == 1


@pytest.mark.rule("HX-ABILITIES-18")
def test_no_hit_no_fire():
    """Three misses leave nothing."""
    assert unit(volley([4] * 3, replace(GUN, effects=leaves("fire")), CALM, shots=3), "b1").fire == 0


@pytest.mark.rule("HX-ABILITIES-20")
@pytest.mark.parametrize(("kind", "hits", "tokens"), [("acid", 2, (2, 0)), ("minor_acid", 3, (0, 3))])
def test_acid_comes_with_every_hit(kind, hits, tokens):
    """Acid weapon and 2 hits: 2 Acid tokens; minor acid and 3 hits: 3 Minor Acid tokens."""
    played = volley([5] * hits + [4] + [1] * hits, replace(GUN, effects=leaves(kind)), CALM, shots=hits + 1)
    assert (unit(played, "b1").acid, unit(played, "b1").minor_acid) == tokens


@pytest.mark.rule("HX-ABILITIES-22")
@pytest.mark.parametrize(("sheet", "tokens"), [(CALM, (8, 8)), (tank(armour=angles(0)), ()), (machine(), ())])
def test_poison_comes_with_every_hit_on_the_living(sheet, tokens):
    """Poison[8] and 2 hits on infantry: two Poison[8] tokens; on a tank none."""
    played = volley([5, 5, 1, 1], replace(GUN, effects=leaves("poison", 8)), sheet, shots=2)
    assert unit(played, "b1").poison == tokens


# -- what assaults leave


def struck(effects, target, *until, hits):
    """Let models with an effect and plain ones all succeed against one base."""
    special = model("special", line(1, 1, effects=effects))
    plain = model("plain", line(1, 1))
    count, others = hits
    red = infantry(nation="ork", models=(*[special] * count, *[plain] * others))
    return meet([1] * (count + others) + [1] * len(target.models), [red], [target], *until)


@pytest.mark.rule("HX-ABILITIES-19")
def test_a_flaming_assault_sets_on_fire_once():
    """Two flaming successes allocated to a tank: one token, also where one of them only supports."""
    played = meet([1] * 4, [band(2, line(1, 1, effects=leaves("fire")), "ork")], [machine()])
    assert unit(played, "b1").fire == 1


@pytest.mark.rule("HX-ABILITIES-19")
def test_a_flaming_support_is_enough():
    """A plain damaging hit with a flaming support sets the tank on fire; plain successes alone do not."""
    played = struck(leaves("fire"), machine(), "allocations", hits=(1, 1))
    played.faces(1)
    played.when("red", allocate(strike("a1.2", "b1", a1_1=1))).accepted()
    assert unit(finish(played), "b1").fire == 1
    plain = meet([1] * 4, [band(2, line(1, 1), "ork")], [machine()])
    assert unit(plain, "b1").fire == 0


@pytest.mark.rule("HX-ABILITIES-21")
@pytest.mark.parametrize(
    ("kind", "grade", "tokens"),
    [("acid", "weapon", (2, 0)), ("minor_acid", "weapon", (0, 2)), ("acid", "always_minor", (0, 2))],
)
def test_acid_claws_leave_acid_with_each_damaging_success(kind, grade, tokens):
    """Acid claws with 2 damaging and 1 support: 2 tokens of the weapon's grade, by option minor ones."""
    how = line(1, 1, effects=leaves(kind))
    target = infantry(models=(model("calm", NEVER),) * 2, tables=TABLES)
    options = {"assault_acid_grade": grade}
    played = meet([1] * 3 + [1] * 2 + [1] * 2, [band(3, how, "ork")], [target], options=options)
    assert (unit(played, "b1").acid, unit(played, "b1").minor_acid) == tokens


@pytest.mark.rule("HX-ABILITIES-21")
def test_always_minor_is_for_assaults():
    """With assault_acid_grade=always_minor a ranged acid weapon still leaves Acid."""
    played = volley([5, 1], replace(GUN, effects=leaves("acid")), CALM, assault_acid_grade="always_minor")
    assert (unit(played, "b1").acid, unit(played, "b1").minor_acid) == (1, 0)


@pytest.mark.rule("HX-ABILITIES-23")
@pytest.mark.parametrize(("types", "tokens"), [(("infantry", "biological"), (8, 8)), (AUTOMATON, ())])
def test_poisoned_blades_leave_poison_with_each_damaging_success(types, tokens):
    """2 damaging and 2 supports: two tokens, on a biological base."""
    how = line(1, 1, effects=leaves("poison", 8))
    target = infantry(models=(model("calm", NEVER),) * 2, tables=TABLES, types=types)
    played = meet([1] * 4 + [1] * 2 + [1] * 2, [band(4, how, "ork")], [target])
    assert unit(played, "b1").poison == tokens


# -- resistances


def hardy(*pairs):
    """Make a calm base with resistances."""
    return replace(CALM, resistances=tuple(each for kind, by in pairs for each in resists(kind, by)))


@pytest.mark.rule("HX-ABILITIES-24")
def test_regular_resistance():
    """Regular Resistance[1], d6=4: 3, for every roll."""
    assert totals(volley([5, 5, 4, 2], GUN, hardy(("regular", 1)), shots=2)) == [3, 1]


@pytest.mark.rule("HX-ABILITIES-24")
def test_resistance_has_no_floor():
    """Regular Resistance[5], d6=1: -4, which does nothing."""
    assert totals(volley([5, 1], GUN, hardy(("regular", 5)))) == [-4]


@pytest.mark.rule("HX-ABILITIES-25")
@pytest.mark.parametrize(
    ("number", "tokens", "face"), [(2, {"fire": 1}, 5), (3, {"poison": (8,)}, 5), (4, {"bleeding": (6,)}, 5)]
)
def test_regular_resistance_is_for_regular_damage_alone(number, tokens, face):
    """Regular Resistance[2] and a fire roll of 5: stays 5; so with poison and bleeding."""
    assert totals(agony(number, [face], hardy(("regular", 2)), **tokens)) == [face]


@pytest.mark.rule("HX-ABILITIES-25")
def test_regular_resistance_does_not_help_against_psychic_or_light_damage():
    """A psychic 3 stays 3 against Regular Resistance[2]."""
    assert totals(volley([5, 3], replace(GUN, damage=None, extra=psychic()), hardy(("regular", 2))), "psychic") == [3]


@pytest.mark.rule("HX-ABILITIES-26")
def test_psychic_resistance_against_terror():
    """Psychic Resistance[2], Terror d6=5: 3."""
    monster = machine(abilities=(ability("terror", 2, sides=6),), nation="ork")
    units = [("a1", "D5", "N", monster), ("b1", "D3", "S", hardy(("psychic", 2)))]
    assert totals(steps(table([5], pace="step", units=units), "agony_0"), "psychic") == [3]


@pytest.mark.rule("HX-ABILITIES-26")
def test_psychic_resistance_against_weapons_alone_of_its_kind():
    """It lowers the psychic roll of a hit and not its regular one."""
    played = volley([5, 4, 5], replace(GUN, extra=psychic()), hardy(("psychic", 2)))
    assert (totals(played), totals(played, "psychic")) == ([4], [3])


@pytest.mark.rule("HX-ABILITIES-27")
def test_poison_resistance():
    """Poison Resistance[1], Poison[6] d6=4: 3; fire stays as it is."""
    assert totals(agony(3, [4], hardy(("poison", 1)), poison=(6,))) == [3]
    assert totals(agony(2, [4], hardy(("poison", 1)), fire=1)) == [4]


@pytest.mark.rule("HX-ABILITIES-28")
def test_fire_resistance():
    """Fire Resistance[2], d6=5: 3; a hit and poison stay as they are."""
    assert totals(agony(2, [5], hardy(("fire", 2)), fire=1)) == [3]
    assert totals(agony(3, [5], hardy(("fire", 2)), poison=(6,))) == [5]
    assert totals(volley([5, 5], GUN, hardy(("fire", 2)))) == [5]


@pytest.mark.rule("HX-ABILITIES-29")
def test_acid_resistance():
    """Acid Resistance[1] lowers acid and minor acid rolls by 1 and nothing else."""
    base = hardy(("acid", 1))
    found = unit(agony(0, [3], base, acid=1), "b1")
    assert (found.bonuses, found.acid) == (plus(1), 1)
    assert unit(agony(1, [3], base, minor_acid=1), "b1").minor_acid == 0
    assert totals(agony(2, [5], base, fire=1)) == [5]
    assert totals(volley([5, 5], GUN, base)) == [5]


@pytest.mark.rule("HX-ABILITIES-29")
def test_a_resistance_of_any_other_type():
    """A resistance to a type that data define works on damage of that type alone."""
    holy = damage_table("holy", {50: ("kill 1",)})
    base = infantry(tables=(*TABLES, holy), resistances=resists("holy", 2))
    extra = (*psychic(), replace(psychic()[0], type="holy"))
    played = volley([5, 4, 4, 4], replace(GUN, extra=extra), base)
    assert (totals(played), totals(played, "psychic"), totals(played, "holy")) == ([4], [4], [2])

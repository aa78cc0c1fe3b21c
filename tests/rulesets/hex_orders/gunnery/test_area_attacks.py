"""Area attacks: dice for every enemy model, merging, and what a hex has to hold."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    Aim,
    AmmoSpent,
    AreaAttackDeclared,
    AreaDiceRolled,
    ArmourRolled,
    DamageRolled,
    HitRolled,
    HitScored,
    HoldFire,
    OrderDamageRolls,
    PassChoice,
    RollDamage,
    UnitRevealed,
)
from tests.rulesets.hex_orders.assault.fixtures import SLOW
from tests.rulesets.hex_orders.fixtures import ORK, infantry, squad, table, tank, weapon
from tests.rulesets.hex_orders.gunnery.fixtures import FIRE_FIRST
from tests.rulesets.hex_orders.gunnery.steps import begin_firing, fires_area_weapon, roll, throws_grenades
from tests.rulesets.hex_orders.steps import begin, hold_fire, of_kind, refused, roll_declared, unit


def area_weapon(needed, id="bomb", **changes):
    """Make a weapon with Area(needed+)."""
    return weapon(id, **{"weapon_range": 4, "area": needed, "always_loaded": True, **changes})


def dice_by_base(outcome):
    """Give what was rolled against each base, as target, faces and successes."""
    return [(row.target, row.faces.faces, row.successes) for row in of_kind(outcome.events, AreaDiceRolled)]


def throw_at_hex(needed, dice, count=1, **settings):
    """Let so many models throw at D3, each command with all of them."""
    played = begin_firing(dice, squad(area_weapon(needed), count=count), **settings)
    played.when("red", fires_area_weapon("bomb", "D3", *range(1, count + 1))).accepted()
    return played


@pytest.mark.rule("HX-AREA-01")
def test_a_die_for_every_enemy_model_in_the_hex():
    """Area(4+) on a base of four and a tank: 4, 1, 5, 2 are two successes on the base, 3 is none on the tank."""
    more = [("b2", "D3", "S", tank(nation="elf"), SLOW)]
    played = throw_at_hex(4, [4, 1, 5, 2, 3], more=more)
    outcome = roll_declared(played)
    assert dice_by_base(outcome) == [("b1", (4, 1, 5, 2), 2), ("b2", (3,), 0)]
    assert [row.hit.target for row in of_kind(outcome.events, HitScored)] == ["b1", "b1"]
    outcome.without(HitRolled)


@pytest.mark.rule("HX-AREA-01")
def test_dead_models_have_no_die():
    """A die is rolled for each model that is alive."""
    outcome = roll_declared(throw_at_hex(4, [4, 4, 4], other={"dead": (2,)}))
    assert dice_by_base(outcome) == [("b1", (4, 4, 4), 3)]


@pytest.mark.rule("HX-AREA-02")
def test_each_success_is_one_damage_roll():
    """Two successes on a base are two sequences of armour and damage, in the order that the attacker chooses."""
    armoured = replace(tank(nation="elf"), models=tank().models * 2)
    played = throw_at_hex(4, [4, 4], target=armoured, looks="S")
    hits = [row.hit.id for row in of_kind(roll_declared(played).events, HitScored)]
    assert len(hits) == 2
    assert played.window.kind == "damage_order"
    assert played.window.asks == (0,)
    refused(played, "red", OrderDamageRolls(hits=("h7",)), "HX-TURN-23", "not-to-order")
    played.when("red", OrderDamageRolls(hits=tuple(reversed(hits)))).accepted()
    played.faces(1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    outcome = played.when("table", RollDamage())
    assert [row.hit for row in of_kind(outcome.events, ArmourRolled)] == list(reversed(hits))
    assert [row.hit for row in of_kind(outcome.events, DamageRolled)] == list(reversed(hits))


@pytest.mark.rule("HX-AREA-03")
@pytest.mark.parametrize(("count", "needed"), [(1, 6), (2, 5), (3, 4)])
def test_attacks_of_one_unit_at_one_hex_are_merged(count, needed):
    """Two models that throw area(6+) make one attack at 5+, three at 4+."""
    for face, hit in ((needed, 1), (needed - 1, 0)):
        played = throw_at_hex(6, [face, 1, 1, 1], count)
        assert dice_by_base(roll_declared(played)) == [("b1", (face, 1, 1, 1), hit)]


@pytest.mark.rule("HX-AREA-03")
def test_attacks_are_merged_however_they_were_declared():
    """Models that are named in two commands throw at one hex in the same step, and are merged just so."""
    played = begin_firing([5, 4, 1, 1], squad(area_weapon(6), count=2))
    played.when("red", fires_area_weapon("bomb", "D3", 1)).accepted()
    played.when("red", fires_area_weapon("bomb", "D3", 2)).then(AreaAttackDeclared, needed=5)
    assert dice_by_base(roll_declared(played)) == [("b1", (5, 4, 1, 1), 1)]


@pytest.mark.rule("HX-AREA-04")
def test_four_grenades():
    """Four area(6+) of a unit of four at one hex are one attack at 3+: 3, 2, 6, 1 are two successes."""
    played = throw_at_hex(6, [3, 2, 6, 1], 4)
    outcome = roll_declared(played)
    assert dice_by_base(outcome) == [("b1", (3, 2, 6, 1), 2)]
    assert len(of_kind(outcome.events, HitScored)) == 2


@pytest.mark.rule("HX-AREA-04")
def test_one_attack_is_declared():
    """The single attack says what it needs."""
    played = begin_firing([1, 1, 1, 1], squad(area_weapon(6)))
    declared = played.when("red", fires_area_weapon("bomb", "D3", 1, 2, 3, 4)).one(AreaAttackDeclared)
    assert (declared.models, declared.needed) == ((1, 2, 3, 4), 3)
    roll_declared(played)


@pytest.mark.rule("HX-AREA-05")
def test_attacks_of_two_units_are_not_merged():
    """Two bases that throw one grenade each make two attacks at 6+, each with dice for every enemy model."""
    thrower = squad(area_weapon(6), count=1)
    played = begin_firing(
        [6, 5, 5, 5, 5, 6, 5, 6], thrower, more=[("a2", "C5", "N", thrower, SLOW)], running={"a2": ("-+-+-", "Fire+-")}
    )
    played.when("red", fires_area_weapon("bomb", "D3", 1)).accepted()
    played.when("red", fires_area_weapon("bomb", "D3", 1, unit="a2")).accepted()
    assert dice_by_base(roll_declared(played)) == [("b1", (6, 5, 5, 5), 1), ("b1", (5, 6, 5, 6), 2)]


@pytest.mark.rule("HX-AREA-05")
def test_attacks_with_two_weapons_are_not_merged():
    """Different weapons of one unit at one hex make two attacks."""
    both = squad(area_weapon(6), area_weapon(6, "mortar"), count=2)
    played = begin_firing([6, 5, 5, 5, 5, 5, 5, 5], both)
    played.when("red", fires_area_weapon("bomb", "D3", 1)).accepted()
    played.when("red", fires_area_weapon("mortar", "D3", 2)).accepted()
    assert dice_by_base(roll_declared(played)) == [("b1", (6, 5, 5, 5), 1), ("b1", (5, 5, 5, 5), 0)]


@pytest.mark.rule("HX-AREA-05")
def test_attacks_at_two_hexes_are_not_merged():
    """One unit's attacks at two hexes keep their own number."""
    more = [("b2", "D2", "S", infantry(), SLOW)]
    played = begin_firing([6, 5, 5, 5, 5, 5, 5, 5], squad(area_weapon(6), count=2), more=more)
    played.when("red", fires_area_weapon("bomb", "D3", 1)).accepted()
    played.when("red", fires_area_weapon("bomb", "D2", 2)).accepted()
    assert dice_by_base(roll_declared(played)) == [("b1", (6, 5, 5, 5), 1), ("b2", (5, 5, 5, 5), 0)]


@pytest.mark.rule("HX-AREA-05")
@pytest.mark.ruling("HX-AREA-05.2")
def test_no_number_is_better_than_one():
    """Four area(2+) succeed on 1 and above: every die does."""
    played = throw_at_hex(2, [1, 1, 1, 1], 4)
    outcome = roll_declared(played)
    assert dice_by_base(outcome) == [("b1", (1, 1, 1, 1), 4)]
    assert of_kind(outcome.events, AreaDiceRolled)[0].needed.total == 1


@pytest.mark.rule("HX-AREA-06")
@pytest.mark.ruling("HX-AREA-06.2")
def test_modifiers_to_hit_do_not_count():
    """Area(5+) by a fast unit at long range into a forest is 5+, and penetration and damage are those of long range."""
    far = squad(area_weapon(5, weapon_range=1), count=1)
    played = begin_firing([5, 4, 6, 1], far, own={"speed": "fast"}, hexes={"D3": "forest"})
    played.when("red", fires_area_weapon("bomb", "D3", 1)).accepted()
    outcome = roll_declared(played)
    assert dice_by_base(outcome) == [("b1", (5, 4, 6, 1), 2)]
    hit = of_kind(outcome.events, HitScored)[0].hit
    assert (hit.penetration.total, hit.bonus.total) == (-1, -1)


@pytest.mark.rule("HX-AREA-06")
def test_area_dice_are_plain():
    """A 6 is no open-ended die."""
    played = throw_at_hex(5, [6, 6, 6, 6])
    outcome = roll_declared(played)
    assert [row.faces for row in outcome.rolls] == [(6, 6, 6, 6)]
    assert dice_by_base(outcome) == [("b1", (6, 6, 6, 6), 4)]


@pytest.mark.rule("HX-AREA-06")
@pytest.mark.parametrize(
    ("hexes", "own", "least"), [({}, {}, 4), ({"D3": "forest"}, {}, 5), ({}, {"speed": "stand_still"}, 3)]
)
@pytest.mark.ruling("HX-AREA-06.3")
def test_by_option_every_row_counts(hexes, own, least):
    """With area_uses_hit_modifiers each die is modified like a roll to hit."""
    played = throw_at_hex(4, [least, least - 1, 1, 1], hexes=hexes, own=own, area_uses_hit_modifiers=True)
    assert dice_by_base(roll_declared(played)) == [("b1", (least, least - 1, 1, 1), 1)]


@pytest.mark.rule("HX-AREA-07")
@pytest.mark.ruling("HX-AREA-07.2")
def test_an_empty_hex_is_no_target():
    """The hex has to hold an enemy that is not hidden."""
    more = [("b2", "D2", "S", infantry(), {"hidden": True}), ("a2", "E4", "N", infantry(nation="dwarf"))]
    played = begin_firing((), squad(area_weapon(4), count=1), more=more)
    for name in ("D4", "D2", "E4"):
        refused(played, "red", fires_area_weapon("bomb", name, 1), "HX-AREA-07", "nobody-there")
    assert not played.refused(fires_area_weapon("bomb", "D3", 1), "red")
    hold_fire(played)


@pytest.mark.rule("HX-AREA-07")
@pytest.mark.ruling("HX-AREA-07.2")
def test_sight_arc_and_range_hold_as_for_shots():
    """A hex out of sight, outside the field of fire or beyond double range is refused."""
    ahead = squad(area_weapon(4, arc="*/-/-/-", weapon_range=1), count=1)
    more = [
        ("b2", "D6", "S", infantry(), SLOW),
        ("b3", "D2", "S", infantry(), SLOW),
        ("b4", "E4", "S", infantry(), SLOW),
    ]
    played = begin_firing((), ahead, more=more)
    for name, clause, reason in (("D6", "HX-ANGLES-05", "outside-arc"), ("D2", "HX-FIRE-20", "out-of-range")):
        refused(played, "red", fires_area_weapon("bomb", name, 1), clause, reason)
    for name in ("D3", "E4"):
        assert not played.refused(fires_area_weapon("bomb", name, 1), "red")
    hold_fire(played)
    played = begin_firing((), squad(area_weapon(4), count=1), to="D4", hexes={"D4": "forest"}, more=more[1:2])
    refused(played, "red", fires_area_weapon("bomb", "D2", 1), "HX-AREA-07", "no-line-of-sight")
    hold_fire(played)


@pytest.mark.rule("HX-AREA-07")
@pytest.mark.ruling("HX-AREA-07.2", "HX-AREA-07.3")
def test_friends_have_no_dice_and_hidden_enemies_have():
    """A friend above the hex is never rolled for; flying and hidden enemies in it are."""
    more = [
        ("a2", "D3", "N", infantry(nation="dwarf", types=("infantry", "flying")), SLOW),
        ("b2", "D3", "S", infantry(models=infantry().models[:2]), {"hidden": True}),
        ("b3", "D3", "S", tank(nation="elf", types=("flying",)), SLOW),
    ]
    played = throw_at_hex(4, [4, 1, 1, 1, 4, 1, 1], more=more)
    assert dice_by_base(roll_declared(played)) == [("b1", (4, 1, 1, 1), 1), ("b2", (4, 1), 1), ("b3", (1,), 0)]


def throw(dice=(), *, enemies=None, options=None, units=()):
    """Infantry a1 at D5 with grenades and Fire; a base of four b1 at D4."""
    return table(
        dice,
        options,
        turn=2,
        pace="step",
        units=[
            ("a1", "D5", "N", infantry(), {"speed": "slow"}),
            *units,
            *(enemies or [("b1", "D4", "S", infantry(nation="ork"), {"speed": "slow"})]),
        ],
        running={"a1": FIRE_FIRST, "a2": FIRE_FIRST},
    )


@pytest.mark.rule("HX-AREA-01", "HX-AREA-02", "HX-AREA-04")
def test_four_grenades_of_one_base_are_one_attack_at_three():
    """4 x area(6+) on a base of 4: dice 3,2,6,1 are 2 successes, each a hit of its own, and one use is spent."""
    played = throw([3, 2, 6, 1])
    begin(played, "gunnery_1")
    played.when("red", throws_grenades(1, 2, 3, 4)).then(AreaAttackDeclared, needed=3, distance=1, entry="S").then(
        AmmoSpent, uses=1
    )
    out = roll(played).then(AreaDiceRolled, successes=2)
    assert out.one(AreaDiceRolled).faces.faces == (3, 2, 6, 1)
    assert [event.hit.id for event in out.events if isinstance(event, HitScored)] == ["h1", "h2"]


@pytest.mark.rule("HX-AREA-03", "HX-AREA-05")
def test_attacks_declared_one_after_the_other_merge_and_those_of_others_do_not():
    """Two models of one base throw at 5+, another base throws its own attack at 6+."""
    played = throw([4, 4, 5, 4, 5, 5, 5, 6], units=[("a2", "E5", "N", infantry(), {"speed": "slow"})])
    begin(played, "gunnery_1")
    played.when("red", throws_grenades(1)).then(AreaAttackDeclared, needed=6)
    played.when("red", throws_grenades(1)).rejected("HX-GUNNERY-23", "weapon-has-fired")
    played.when("red", throws_grenades(2)).then(AreaAttackDeclared, needed=5).without(AmmoSpent)
    played.when("red", HoldFire(unit="a1", models=()))
    played.when("red", throws_grenades(1, unit="a2", at="D4"))
    played.when("red", HoldFire(unit="a2", models=()))
    rolled = [event for event in roll(played).events if isinstance(event, AreaDiceRolled)]
    assert [(row.shot, row.needed.total, row.successes) for row in rolled] == [("s1", 5, 1), ("s3", 6, 1)]


@pytest.mark.rule("HX-AREA-06")
def test_only_the_merging_counts_unless_an_option_says_otherwise():
    """With area_uses_hit_modifiers every row counts for each die; point-blank and standing still make 6+ a 4+."""
    for options, face in ((None, 6), ({"area_uses_hit_modifiers": True}, 4)):
        played = throw([1, 1, 1, 1], enemies=[("b1", "D4", "S", infantry(nation="ork"), {})], options=options)
        begin(played, "gunnery_1")
        played.when("red", throws_grenades(1))
        played.when("red", PassChoice())
        assert roll(played).one(AreaDiceRolled).needed.total == face


@pytest.mark.rule("HX-AREA-07", "HX-GUNNERY-20")
def test_an_area_attack_needs_an_enemy_that_is_seen_and_strikes_hidden_ones_in_secret():
    """At a token alone it is refused; with a seen enemy there its base is rolled in secret, and shown if hit."""
    hidden = ("b2", "D4", "S", infantry(nation="ork", hidden=True), {"hidden": True, "speed": "slow"})
    alone = throw(enemies=[hidden, ("b3", "A1", "S", ORK, {})])
    begin(alone, "gunnery_1")
    alone.when("blue", PassChoice()).asks("gunnery_hits", "table")
    seen = ("b1", "D4", "S", infantry(nation="ork"), {"speed": "slow"})
    for faces, found in (([1, 2, 3, 4], False), ([1, 2, 6, 4], True)):
        played = throw([1, 1, 1, 1, *faces], enemies=[seen, hidden])
        begin(played, "gunnery_1")
        played.when("blue", PassChoice())
        played.when("red", throws_grenades(1, at="C1")).rejected("HX-AREA-07", "nobody-there")
        played.when("red", throws_grenades(1))
        played.when("red", PassChoice())
        out = roll(played)
        owners = [event.owner for event in out.events if isinstance(event, AreaDiceRolled)]
        assert owners == [253, 253 if found else 1]
        assert [row.stream for row in played.rolls] == [0, played.rolls[1].stream]
        assert played.rolls[1].stream != 0
        assert unit(played, "b2").hidden is not found
        if found:
            out.then(UnitRevealed, unit="b2").then(AreaDiceRolled, target="b2").then(HitScored)


@pytest.mark.rule("HX-AREA-06", "HX-GUNNERY-15")
@pytest.mark.parametrize("counts", [False, True])
def test_an_aim_is_used_where_it_counts_for_the_dice(counts):
    """Unless area_uses_hit_modifiers, an aim is neither offered nor taken for an area attack, and is kept."""
    own = {"aim": Aim(hex="D5", turn=1)}
    played = begin_firing((), squad(area_weapon(4), count=1), own=own, area_uses_hit_modifiers=counts)
    offers = [row for row in played.offers("red") if row.command == "FireAreaWeapon"]
    assert any(domain.field == "use_aim" for row in offers for domain in row.fields) is counts
    aimed = played.when("red", replace(fires_area_weapon("bomb", "D3", 1), use_aim=True))
    if counts:
        aimed.then(AreaAttackDeclared, aimed=True)
    else:
        aimed.rejected("HX-AREA-06", "dice-not-aimed", "use_aim", unit="a1")

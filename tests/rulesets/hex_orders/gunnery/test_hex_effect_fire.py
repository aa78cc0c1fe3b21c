"""Area attacks and hex effects end to end."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.messages import (
    AmmoSpent,
    AreaAttackDeclared,
    AreaDiceRolled,
    FireAreaWeapon,
    FireHexEffect,
    HexEffect,
    HexEffectFired,
    HexEffectPlaced,
    HexEffectRolled,
    HitScored,
    HoldFire,
    PassChoice,
    RollDamage,
    RollHits,
    TriggerHexEffects,
    UnitRevealed,
)
from tests.rulesets.hex_orders.givens import armed, begin, infantry, table, tank, unit, weapon

FIRE = ("-+-+-", "Fire+-")
ORK = tank(nation="ork")
SMOKE = HexEffect(kind="smoke", level=0, grade="", density=0)


def grenades(*models, at="D4", unit="a1", entry="", use_aim=False):
    return FireAreaWeapon(unit=unit, weapon="grenade", models=models, hex=at, entry=entry, use_aim=use_aim)


def throw(dice=(), *, enemies=None, options=None, units=()):
    """Infantry a1 at D5 with grenades and Fire; a base of four b1 at D4."""
    return table(
        dice, options, turn=2, pace="step",
        units=[
            ("a1", "D5", "N", infantry(), {"speed": "slow"}), *units,
            *(enemies or [("b1", "D4", "S", infantry(nation="ork"), {"speed": "slow"})]),
        ],
        running={"a1": FIRE, "a2": FIRE},
    )  # fmt: skip


def roll(played):
    return played.when("table", RollHits()).accepted()


def test_four_grenades_of_one_base_are_one_attack_at_three():
    """4 x area(6+) on a base of 4: dice 3,2,6,1 are 2 successes, each a hit of its own, and one use is spent."""
    played = throw([3, 2, 6, 1])
    begin(played, "gunnery_1")
    played.when("red", grenades(1, 2, 3, 4)).then(AreaAttackDeclared, needed=3, range=1, entry="S").then(
        AmmoSpent, uses=1
    )
    out = roll(played).then(AreaDiceRolled, successes=2)
    assert out.one(AreaDiceRolled).faces.faces == (3, 2, 6, 1)
    assert [each.hit.id for each in out.events if isinstance(each, HitScored)] == ["h1", "h2"]


def test_attacks_declared_one_after_the_other_merge_and_those_of_others_do_not():
    """Two models of one base throw at 5+, another base throws its own attack at 6+."""
    played = throw([4, 4, 5, 4, 5, 5, 5, 6], units=[("a2", "E5", "N", infantry(), {"speed": "slow"})])
    begin(played, "gunnery_1")
    played.when("red", grenades(1)).then(AreaAttackDeclared, needed=6)
    played.when("red", grenades(1)).rejected("HX-GUNNERY-23", "weapon-has-fired")
    played.when("red", grenades(2)).then(AreaAttackDeclared, needed=5).without(AmmoSpent)
    played.when("red", HoldFire(unit="a1", models=()))
    played.when("red", grenades(1, unit="a2", at="D4"))
    played.when("red", HoldFire(unit="a2", models=()))
    rolled = [each for each in roll(played).events if isinstance(each, AreaDiceRolled)]
    assert [(each.shot, each.needed.total, each.successes) for each in rolled] == [("s1", 5, 1), ("s3", 6, 1)]


def test_only_the_merging_counts_unless_an_option_says_otherwise():
    """With area_uses_hit_modifiers every row counts for each die; point-blank and standing still make 6+ a 4+."""
    for options, face in ((None, 6), ({"area_uses_hit_modifiers": True}, 4)):
        played = throw([1, 1, 1, 1], enemies=[("b1", "D4", "S", infantry(nation="ork"), {})], options=options)
        begin(played, "gunnery_1")
        played.when("red", grenades(1))
        played.when("red", PassChoice())
        assert roll(played).one(AreaDiceRolled).needed.total == face


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
        played.when("red", grenades(1, at="C1")).rejected("HX-AREA-07", "nobody-there")
        played.when("red", grenades(1))
        played.when("red", PassChoice())
        out = roll(played)
        owners = [each.owner for each in out.events if isinstance(each, AreaDiceRolled)]
        assert owners == [253, 253 if found else 1]
        assert [each.stream for each in played.rolls] == [0, played.rolls[1].stream]
        assert played.rolls[1].stream != 0
        assert unit(played, "b2").hidden is not found
        if found:
            out.then(UnitRevealed, unit="b2").then(AreaDiceRolled, target="b2").then(HitScored)


def test_smoke_comes_at_the_end_of_the_step_and_then_acts():
    """A to-hit roll with the firer's own rows; on a hit two markers lie there when the step is over."""
    mortar = weapon("mortar", hex_effect=SMOKE, damage=None)
    for face, placed in ((5, True), (4, False)):
        played = table(
            [face], turn=2, pace="step",
            units=[
                ("a1", "D5", "N", armed(tank(), mortar), {"speed": "slow", "loads": {"mortar": 1}}),
                ("b1", "D2", "S", ORK, {"speed": "fast"}),
            ],
            running={"a1": FIRE},
        )  # fmt: skip
        begin(played, "gunnery_1")
        offer = played.offers("red")[0]
        assert offer.command == "FireHexEffect"
        command = FireHexEffect(unit="a1", weapon="mortar", models=(1,), hex="D2", exit="", use_aim=False)
        played.when("red", command).then(HexEffectFired, range=3)
        out = roll(played).then(HexEffectRolled, placed=placed, result=face)
        assert played.game.fired_at == (("D2",) if placed else ())
        if placed:
            out.then(HexEffectPlaced, hex="D2")
            assert played.game.hexes["D2"].effects.smoke == 2
        else:
            out.without(HexEffectPlaced)
        out.asks("effects", "table")
        played.when("table", TriggerHexEffects()).asks("advance")


def test_an_automatic_effect_needs_no_die():
    """It is placed by every model that fires; the second only adds a marker."""
    pots = weapon("pots", hex_effect=SMOKE, damage=None, automatic=True, always_loaded=True)
    played = table(
        turn=2, pace="step",
        units=[("a1", "D5", "N", armed(infantry(), pots), {}), ("b1", "D1", "S", ORK, {})], running={"a1": FIRE},
    )  # fmt: skip
    begin(played, "gunnery_1")
    played.when("red", FireHexEffect(unit="a1", weapon="pots", models=(1, 2), hex="D5", exit="", use_aim=False))
    played.when("red", PassChoice())
    roll(played).then(HexEffectRolled, placed=True)
    assert played.game.hexes["D5"].effects.smoke == 3


def test_damage_is_rolled_before_effects_come():
    """Armour and damage come first, then what was fired lies in its hex."""
    pots = weapon("pots", hex_effect=SMOKE, damage=None, automatic=True, always_loaded=True)
    sheet = infantry(weapons=(*infantry().weapons, pots))
    models = tuple(replace(each, weapons=("pots", "grenade")) for each in sheet.models)
    sheet = replace(sheet, models=models)
    played = table(
        [6, 1, 1, 1, 1], turn=2, pace="step", running={"a1": FIRE},
        units=[("a1", "D5", "N", sheet, {}), ("b1", "D4", "S", infantry(nation="ork"), {})],
    )  # fmt: skip
    begin(played, "gunnery_1")
    played.when("red", grenades(1))
    played.when("red", FireHexEffect(unit="a1", weapon="pots", models=(2,), hex="D4", exit="", use_aim=False))
    played.when("red", PassChoice())
    roll(played).then(HitScored).without(HexEffectPlaced).asks("damage", "table")
    played.when("table", RollDamage()).then(HexEffectPlaced).asks("effects")

"""Effects that are fired into hexes: the roll, the limits, and when they come."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    FireHexEffect,
    HexEffect,
    HexEffectFired,
    HexEffectPlaced,
    HexEffectRolled,
    HitRolled,
    HitScored,
    PassChoice,
    RollDamage,
    TriggerHexEffects,
)
from tests.rulesets.hex_orders.assault.fixtures import SLOW
from tests.rulesets.hex_orders.damage.fixtures import mortar
from tests.rulesets.hex_orders.damage.steps import (
    effect_tests,
    effects,
    fires_mortar,
    mortar_has_fired,
    mortar_is_asked,
)
from tests.rulesets.hex_orders.fixtures import GUN, ORK, armed, infantry, squad, table, tank, weapon
from tests.rulesets.hex_orders.gunnery.fixtures import FIRE_FIRST
from tests.rulesets.hex_orders.gunnery.steps import roll, throws_grenades
from tests.rulesets.hex_orders.steps import (
    SILENT,
    begin,
    continue_to,
    events_of_kind,
    finish_silently,
    fires,
    innermost_window,
    refused,
    rolls_of_game,
    shot,
    unit,
)


@pytest.mark.rule("HX-HEXFX-17")
def test_an_effect_is_there_when_its_step_ends():
    """Smoke fired at D3 in Gunnery 1 does not hinder shots of that step, and does from then on."""
    gun = replace(GUN, weapon_range=10)
    units = [
        ("a1", "D5", "N", squad(mortar("smoke"), count=1), SLOW),
        ("a2", "C5", "N", squad(gun, count=1), SLOW),
        ("a3", "E5", "N", squad(gun, count=1), SLOW),
        ("b1", "D3", "S", infantry(), SLOW),
    ]
    running = {"a1": ("-+-+-", "Fire+-"), "a2": ("-+-+-", "Fire+-"), "a3": ("-+-+-", "-+Fire")}
    played = table([5, 1, 5], pace="step", units=units, running=running)
    begin(played, "gunnery_1")
    played.play(("red", fires_mortar("D3")), ("red", fires("a2", "gun", shot("b1"))))
    finish_silently(played)
    assert [row.hit for row in events_of_kind(played, HitRolled)] == [True]
    assert [row.hex for row in events_of_kind(played, HexEffectPlaced)] == ["D3"]
    begin(played, "gunnery_2")
    played.when("red", fires("a3", "gun", shot("b1"))).accepted()
    finish_silently(played)
    assert [(row.result, row.hit) for row in events_of_kind(played, HitRolled)] == [(5, True), (4, False)]


@pytest.mark.rule("HX-HEXFX-17")
def test_its_first_trigger_is_right_after_the_step():
    """Gas fired at D3 in Gunnery 1 tests who stands there before Movement 1, and not again then."""
    played = mortar_has_fired(
        mortar("poison_cloud", 8, density=4), ("b1", "D3", "S", infantry(), SLOW), dice=[4, 1, 1, 1, 1]
    )
    assert (effect_tests(played), unit(played, "b1").poison) == (["poison_cloud", "poison_pin"], (8,))
    continue_to(played, "movement_1")
    assert len(effect_tests(played)) == 2


@pytest.mark.rule("HX-HEXFX-17")
@pytest.mark.parametrize(
    ("at", "speed", "face", "placed"),
    [
        ("D3", "slow", 5, True),
        ("D3", "slow", 4, False),
        ("D3", "stand_still", 4, True),
        ("D3", "fast", 5, False),
        ("D4", "slow", 4, True),
        ("D1", "stand_still", 5, True),
        ("D1", "stand_still", 4, False),
    ],
)
@pytest.mark.ruling("HX-HEXFX-17.2")
def test_a_hex_is_hit_on_5_with_the_rows_of_the_firer(at, speed, face, placed):
    """Slow at normal range needs 5, standing 4, fast 6, point-blank 4, long range one more; a miss places nothing."""
    gun = mortar("smoke", automatic=False, weapon_range=2 if at == "D1" else 4)
    played = mortar_has_fired(gun, at=at, speed=speed, dice=[face])
    (rolled,) = events_of_kind(played, HexEffectRolled)
    assert (rolled.faces, rolled.placed) == ((face,), placed)
    assert (effects(played, at).smoke > 0) is placed


@pytest.mark.rule("HX-HEXFX-17")
@pytest.mark.ruling("HX-HEXFX-17.2")
def test_nothing_of_the_hex_itself_counts():
    """Forest and a standing target in the hex change nothing: none of the 'to be hit' rows is used."""
    for face, placed in ((5, True), (4, False)):
        target = ("b1", "D3", "S", infantry(), {"speed": "stand_still"})
        played = mortar_has_fired(mortar("smoke", automatic=False), target, hexes={"D3": "forest"}, dice=[face])
        (rolled,) = events_of_kind(played, HexEffectRolled)
        assert (rolled.modifiers.total, rolled.result, rolled.placed) == (0, face, placed)


@pytest.mark.rule("HX-HEXFX-17")
@pytest.mark.ruling("HX-HEXFX-17.2")
def test_an_automatic_weapon_needs_no_roll():
    """A weapon that says auto places its effect without a die."""
    played = mortar_has_fired(mortar("smoke"))
    assert rolls_of_game(played) == []
    assert effects(played, "D3").smoke == 2


@pytest.mark.rule("HX-HEXFX-17")
@pytest.mark.parametrize(
    ("at", "hexes", "changes", "clause", "reason"),
    [
        ("D2", {"D3": "mountains"}, {}, "HX-HEXFX-17", "no-line-of-sight"),
        ("D8", {}, {"arc": "*/-/-/-"}, "HX-ANGLES-05", "outside-arc"),
        ("D2", {}, {"weapon_range": 1}, "HX-FIRE-20", "out-of-range"),
        ("D12", {}, {}, "HX-HEXFX-17", "no-such-hex"),
    ],
)
def test_a_hex_out_of_sight_arc_or_range_is_refused(at, hexes, changes, clause, reason):
    """A hex behind a mountain, behind the firer, beyond twice the range or off the board is no target."""
    played = mortar_is_asked(mortar("smoke", **changes), hexes=hexes)
    refused(played, "red", fires_mortar(at), clause, reason)
    played.when("red", fires_mortar("D4")).accepted()
    finish_silently(played)


@pytest.mark.rule("HX-HEXFX-17")
@pytest.mark.ruling("HX-HEXFX-17.3")
def test_sight_goes_to_the_ground_of_the_hex():
    """A flying unit over D2 is no help: behind a hill the ground of D2 is not seen."""
    bird = infantry(types=("infantry", "biological", "flying"))
    played = mortar_is_asked(mortar("smoke"), ("b1", "D2", "S", bird, SLOW), hexes={"D3": "hills"})
    outcome = played.when("red", fires_mortar("D2"))
    outcome.looked_at = True
    assert outcome.faults
    played.when("red", SILENT).accepted()
    finish_silently(played)
    assert innermost_window(played).kind == "advance"


SMOKE = HexEffect(kind="smoke", level=0, grade="", density=0)


@pytest.mark.rule("HX-HEXFX-17")
def test_smoke_comes_at_the_end_of_the_step_and_then_acts():
    """A to-hit roll with the firer's own rows; on a hit two markers lie there when the step is over."""
    mortar = weapon("mortar", hex_effect=SMOKE, damage=None)
    for face, placed in ((5, True), (4, False)):
        played = table(
            [face],
            turn=2,
            pace="step",
            units=[
                ("a1", "D5", "N", armed(tank(), mortar), {"speed": "slow", "loads": {"mortar": 1}}),
                ("b1", "D2", "S", ORK, {"speed": "fast"}),
            ],
            running={"a1": FIRE_FIRST},
        )
        begin(played, "gunnery_1")
        offer = played.offers("red")[0]
        assert offer.command == "FireHexEffect"
        command = FireHexEffect(unit="a1", weapon="mortar", models=(1,), hex="D2", exit="", use_aim=False)
        played.when("red", command).then(HexEffectFired, distance=3)
        out = roll(played).then(HexEffectRolled, placed=placed, result=face)
        assert played.game.fired_at == (("D2",) if placed else ())
        if placed:
            out.then(HexEffectPlaced, hex="D2")
            assert played.game.hexes["D2"].effects.smoke == 2
        else:
            out.without(HexEffectPlaced)
        out.asks("effects", "table")
        played.when("table", TriggerHexEffects()).asks("advance")


@pytest.mark.rule("HX-HEXFX-17")
def test_an_automatic_effect_needs_no_die():
    """It is placed by every model that fires; the second only adds a marker."""
    pots = weapon("pots", hex_effect=SMOKE, damage=None, automatic=True, always_loaded=True)
    played = table(
        turn=2,
        pace="step",
        units=[("a1", "D5", "N", armed(infantry(), pots), {}), ("b1", "D1", "S", ORK, {})],
        running={"a1": FIRE_FIRST},
    )
    begin(played, "gunnery_1")
    played.when("red", FireHexEffect(unit="a1", weapon="pots", models=(1, 2), hex="D5", exit="", use_aim=False))
    played.when("red", PassChoice())
    roll(played).then(HexEffectRolled, placed=True)
    assert played.game.hexes["D5"].effects.smoke == 3


@pytest.mark.rule("HX-HEXFX-17")
def test_damage_is_rolled_before_effects_come():
    """Armour and damage come first, then what was fired lies in its hex."""
    pots = weapon("pots", hex_effect=SMOKE, damage=None, automatic=True, always_loaded=True)
    sheet = infantry(weapons=(*infantry().weapons, pots))
    models = tuple(replace(model, weapons=("pots", "grenade")) for model in sheet.models)
    sheet = replace(sheet, models=models)
    played = table(
        [6, 1, 1, 1, 1],
        turn=2,
        pace="step",
        running={"a1": FIRE_FIRST},
        units=[("a1", "D5", "N", sheet, {}), ("b1", "D4", "S", infantry(nation="ork"), {})],
    )
    begin(played, "gunnery_1")
    played.when("red", throws_grenades(1))
    played.when("red", FireHexEffect(unit="a1", weapon="pots", models=(2,), hex="D4", exit="", use_aim=False))
    played.when("red", PassChoice())
    roll(played).then(HitScored).without(HexEffectPlaced).asks("damage", "table")
    played.when("table", RollDamage()).then(HexEffectPlaced).asks("effects")

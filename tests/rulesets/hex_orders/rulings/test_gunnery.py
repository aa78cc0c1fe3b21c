"""Rulings of gunnery, of open dice and of weapons that put effects into hexes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    Aim,
    AreaDiceRolled,
    HexEffectRolled,
    HitRolled,
    HitScored,
    OrderReplacedByDefault,
    SpotReckoned,
    UnitRevealed,
)
from tests.rulesets.hex_orders.damage.fixtures import mortar
from tests.rulesets.hex_orders.damage.steps import fires_mortar
from tests.rulesets.hex_orders.fixtures import GUN, ability, gunnery, infantry, squad, table, tank, weapon, with_orders
from tests.rulesets.hex_orders.gunnery.fixtures import FIRE_FIRST, SPOT_BOTH, TOKEN, duel, gunner, shooter
from tests.rulesets.hex_orders.gunnery.steps import (
    as_declared,
    begin_firing,
    declare_shots,
    fires_area_weapon,
    load_tokens,
    modifiers_for_hit_on,
    spot_command,
    spot_token,
)
from tests.rulesets.hex_orders.steps import (
    begin,
    carry_out_steps,
    continue_to,
    finish_silently,
    fires,
    hold_fire,
    of_kind,
    refused,
    roll_declared,
    shot,
)

CRAWLING = {"speed": "crawling"}


@pytest.mark.rule("HX-FIRE-25")
@pytest.mark.ruling("HX-FIRE-25.2")
def test_good_and_excellent_shot_add_up():
    """A model with both abilities has both rows: it hits on 2."""
    both = shooter(GUN, ability("good_shot"), ability("excellent_shot"))
    assert modifiers_for_hit_on(2, firer=both) == {"HX-FIRE-24": 1, "HX-FIRE-25": 2}


@pytest.mark.rule("HX-FIRE-26")
@pytest.mark.ruling("HX-FIRE-26.2")
def test_a_bad_shot_is_as_hard_to_hit_as_others():
    """Bad Shot takes 1 from the firer and nothing from who fires at it."""
    assert modifiers_for_hit_on(6, firer=shooter(GUN, ability("bad_shot"))) == {"HX-FIRE-26": -1}
    assert modifiers_for_hit_on(5, target=shooter(GUN, ability("bad_shot"), nation="elf")) == {}


@pytest.mark.rule("HX-FIRE-27")
@pytest.mark.ruling("HX-FIRE-27.2")
def test_steady_helps_both_the_firer_and_who_fires_at_it():
    """Steady is +1 for its own shots and +1 for shots at it."""
    steady, target = shooter(GUN, ability("steady")), shooter(GUN, ability("steady"), nation="elf")
    assert modifiers_for_hit_on(4, firer=steady) == {"HX-FIRE-27": 1}
    assert modifiers_for_hit_on(4, target=target) == {"HX-FIRE-27": 1}
    assert modifiers_for_hit_on(3, firer=steady, target=target) == {"HX-FIRE-27": 2}


@pytest.mark.rule("HX-FIRE-32")
@pytest.mark.ruling("HX-FIRE-32.2")
@pytest.mark.parametrize(
    ("mark", "settings", "sums"),
    [
        (ability("camouflage", word="forest"), {"hexes": {"D3": "forest"}}, {"HX-FIRE-12": -1}),
        (ability("take_cover", x=2, word="crawling"), {"other": CRAWLING}, {"HX-FIRE-05": 1}),
    ],
)
def test_one_model_that_does_not_hide_gives_its_base_away(mark, settings, sums):
    """Camouflage and Take Cover count while every alive model of the target has them."""
    plain = squad(GUN, nation="elf")
    hides = replace(plain.models[0], abilities=(mark,))
    of_all = replace(plain, models=(hides,) * 4)
    but_one = replace(plain, models=(hides, hides, hides, plain.models[0]))
    face = 5 - sum(sums.values())
    assert modifiers_for_hit_on(face, target=but_one, **settings) == sums
    hidden = sum(modifiers_for_hit_on(face - _row(mark), target=of_all, **settings).values())
    assert hidden == sum(sums.values()) + _row(mark)
    other = {**settings.get("other", {}), "dead": (4,)}
    left = modifiers_for_hit_on(face - _row(mark), target=but_one, **{**settings, "other": other})
    assert sum(left.values()) == hidden


def _row(mark: Any) -> int:
    """Give what the ability takes from a roll to hit."""
    return -1 if mark.name == "camouflage" else -mark.x


@pytest.mark.rule("HX-GUNNERY-06")
@pytest.mark.ruling("HX-GUNNERY-06.2")
@pytest.mark.parametrize(("pace", "loaded"), [("slow", 0), ("stand_still", 1)])
def test_a_list_may_ask_for_a_speed_to_load_at(pace, loaded):
    """A unit whose own list allows Load+- only where it stands does nothing at another speed."""
    sheet = tank(gunnery=(gunnery("Load+-", first=("stand_still",)),))
    played = gunner("Load[main_gun]+-", sheet, row={"speed": pace})
    begun = begin(played, "gunnery_1")
    assert load_tokens(played) == loaded
    reasons = [row.reason for row in of_kind(begun.events, OrderReplacedByDefault) if row.unit == "a1"]
    assert reasons == ([] if loaded else ["speed"])


@pytest.mark.rule("HX-GUNNERY-17")
@pytest.mark.ruling("HX-GUNNERY-17.2")
@pytest.mark.parametrize(("goes", "aimed"), [("F+-+-", True), ("-+-+-", False)])
def test_an_aim_counts_for_where_its_target_is_now(goes, aimed):
    """A target behind a forest when the aim was taken, that came out since, is shot at with the aim."""
    # from D8 the forest D6 hides D5 and not E6; from E7 both are seen
    firer = with_orders(squad(GUN, count=1), gunnery=(gunnery("-+Fire"),))
    target = with_orders(tank(nation="elf"), "F+-+-")
    played = duel(
        (),
        firer,
        target,
        at="E7",
        to="D5",
        looks="SE",
        own={"aim": Aim(hex="D8", turn=1)},
        hexes={"D6": "forest"},
        orders=("-+-+-", "-+Fire"),
        running={"b1": (goes, "-+-")},
    )
    carry_out_steps(played, "movement_1", "assault_1", "movement_2", "assault_2", "movement_3", "assault_3")
    begin(played, "gunnery_2").asks("fire", "red")
    fired = declare_shots(played, shot("b1"), use_aim=True)
    if not aimed:
        fired.rejected("HX-GUNNERY-17", "aim-not-from-there", "use_aim", unit="a1")
        fired = declare_shots(played, shot("b1"))
    assert as_declared(fired).aimed is aimed
    played.faces(1)
    roll_declared(played)


@pytest.mark.rule("HX-GUNNERY-19")
@pytest.mark.ruling("HX-GUNNERY-19.2")
@pytest.mark.parametrize(("to", "at_range"), [("D4", 1), ("D3", 0), ("D2", -1), ("D1", -1)])
def test_range_bands_of_a_spot_are_those_of_the_normal_weapon(to, at_range):
    """Infantry with muskets of range 2 and grenades of range 1 spots by its muskets, to twice their range."""
    _, events = spot_token([1], firer=infantry(nation="dwarf"), to=to, hexes={})
    found = {(term.clause, term.value) for term in of_kind(events, SpotReckoned)[0].modifiers.terms}
    assert {value for clause, value in found if clause in ("HX-FIRE-17", "HX-FIRE-19")} == ({at_range} - {0})
    assert not of_kind(events, UnitRevealed)


@pytest.mark.rule("HX-GUNNERY-19")
@pytest.mark.ruling("HX-GUNNERY-19.2")
def test_nobody_spots_beyond_twice_the_range_of_the_normal_weapon():
    """At range 5 muskets of range 2 see nothing."""
    near = ("b2", "D4", "S", infantry(), TOKEN)
    played = duel((), infantry(nation="dwarf"), other=TOKEN, orders=SPOT_BOTH, at="D7", to="D2", more=[near])
    begin(played, "gunnery_1").asks("fire", "red")
    refused(played, "red", spot_command("a1", "b1"), "HX-FIRE-20", "out-of-range")
    hold_fire(played)


SMOKER = mortar("smoke", automatic=False, arc="*/-/-/-")


@pytest.mark.rule("HX-HEXFX-17")
@pytest.mark.ruling("HX-HEXFX-17.2")
@pytest.mark.parametrize(
    ("at", "marks", "row", "ground", "sums"),
    [
        ("E4", (), {}, "clear", {"HX-FIRE-22": -1}),
        ("D3", ("good_shot",), {}, "clear", {"HX-FIRE-24": 1}),
        ("D3", ("bad_shot",), {}, "clear", {"HX-FIRE-26": -1}),
        ("D3", ("steady",), {}, "clear", {"HX-FIRE-27": 1}),
        ("D3", (), {"aim": Aim(hex="D5", turn=1)}, "clear", {"HX-FIRE-16": 2}),
        ("D3", (), {}, "clear+smoke", {"HX-FIRE-11": -1}),
    ],
)
def test_rows_of_the_firer_count_for_a_shot_at_a_hex(at, marks, row, ground, sums):
    """Edge, abilities, aim and smoke around the firer all count for a shot that puts smoke into a hex."""
    base = squad(SMOKER, count=1)
    base = replace(base, models=(replace(base.models[0], abilities=tuple(map(ability, marks))),))
    units = [("a1", "D5", "N", base, {"speed": "slow", **row}), ("b1", "A9", "S", infantry())]
    played = table([1], pace="step", turn=2, hexes={"D5": ground}, units=units, running={"a1": FIRE_FIRST})
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", fires_mortar(at, use_aim=bool(row))).accepted()
    tally = roll_declared(played).one(HexEffectRolled).modifiers
    found: dict[str, int] = {}
    for term in tally.terms:
        found[term.clause] = found.get(term.clause, 0) + term.value
    assert {clause: value for clause, value in found.items() if value} == sums
    finish_silently(played)


@pytest.mark.rule("HX-ARMY-25", "HX-GUNNERY-11")
@pytest.mark.ruling("HX-GUNNERY-11.2")
@pytest.mark.parametrize("chosen", ["left", "right"])
def test_the_weapon_of_a_fire_is_chosen_when_it_fires(chosen):
    """A Fire names no weapon: which of two it is, is said when the shot is declared."""
    left, right = (weapon(name, weapon_range=4, always_loaded=True) for name in ("left", "right"))
    played = begin_firing([5], squad(left, right, count=1))
    declare_shots(played, shot("b1"), gun=chosen).accepted()
    assert roll_declared(played).one(HitRolled).hit


def area_needed(
    target: Any = None, *, to: str = "D3", arc: str = "*", option: bool = True, **settings: Any
) -> list[int]:
    """Give the number that each base in a hex is succeeded against by one model's Area(4+), most often by option."""
    base = squad(weapon("bomb", weapon_range=2, area=4, arc=arc, always_loaded=True), count=1)
    marks = settings.pop("marks", ())
    base = replace(base, models=(replace(base.models[0], abilities=marks),))
    use_aim = option and bool(settings.get("own", {}).get("aim"))
    target = target or infantry(models=infantry().models[:1])
    bases = 1 + len(settings.get("more", ()))
    played = begin_firing([1] * bases, base, target, to=to, area_uses_hit_modifiers=option, **settings)
    played.when("red", fires_area_weapon("bomb", to, 1, use_aim=use_aim)).accepted()
    rolled = of_kind(roll_declared(played).events, AreaDiceRolled)
    found = [row.needed.total for row in rolled]
    played.faces(*[1] * sum(row.successes or 0 for row in rolled))
    finish_silently(played)
    return found


ONE = infantry(models=infantry().models[:1])
HIDES = replace(ONE, abilities=(ability("camouflage", word="forest"),))


@pytest.mark.rule("HX-AREA-06")
@pytest.mark.ruling("HX-AREA-06.2", "HX-AREA-06.3")
@pytest.mark.parametrize(
    ("settings", "needed"),
    [
        ({}, 4),
        ({"to": "D4"}, 3),
        ({"to": "D2"}, 5),
        ({"to": "E4", "arc": "*/-/-/-"}, 5),
        ({"own": {"speed": "slow", "aim": Aim(hex="D5", turn=1)}}, 2),
        ({"marks": (ability("good_shot"),)}, 3),
        ({"marks": (ability("steady"),)}, 3),
        ({"target": replace(ONE, abilities=(ability("steady"),))}, 3),
        ({"target": HIDES, "hexes": {"D3": "forest"}}, 6),
        ({"hexes": {"D5": "clear+smoke"}}, 5),
        ({"other": {"speed": "fast"}}, 5),
        ({"target": replace(ONE, size="huge")}, 3),
    ],
)
def test_by_option_area_dice_have_every_row_of_a_roll_to_hit(settings, needed):
    """Range, edge, aim, abilities, cover, smoke, speed and size count for area dice by option, and else for nothing."""
    assert area_needed(**settings) == [needed]
    assert area_needed(**settings, option=False) == [4]


@pytest.mark.rule("HX-AREA-06")
@pytest.mark.ruling("HX-AREA-06.3")
def test_by_option_each_base_has_its_own_number():
    """Of two bases in a forest the one with camouflage is harder to strike."""
    more = [("b2", "D3", "S", HIDES, {"speed": "slow"})]
    assert area_needed(more=more, hexes={"D3": "forest"}) == [5, 6]


ABOVE = infantry(types=("infantry", "biological", "flying"), models=infantry().models[:1])


@pytest.mark.rule("HX-ANGLES-12", "HX-FIXED-01")
@pytest.mark.ruling("HX-ANGLES-12.2")
@pytest.mark.parametrize("gun", ["front", "front_side_left", "front_side_right"])
def test_every_fixed_gun_reaches_who_flies_above_it(gun):
    """Within one hex any angle of the weapon is a way out, so each of its guns may fire, and none on its edge."""
    system = weapon("gun", weapon_range=4, arc="x1/x1/-/-", always_loaded=True)
    played = begin_firing([1], squad(system, count=1), ABOVE, to="D5")
    made = as_declared(declare_shots(played, shot("b1", gun=gun)).accepted())
    assert (made.distance, made.on_edge) == (0, False)
    roll_declared(played)
    played = begin_firing([], squad(system, count=1), ABOVE, to="D5")
    refused(played, "red", fires("a1", "gun", shot("b1", gun="back")), "HX-FIXED-01", "no-such-gun")
    hold_fire(played)


@pytest.mark.rule("HX-FIRE-17", "HX-DAMAGE-04")
@pytest.mark.ruling("HX-FIRE-17.2")
@pytest.mark.parametrize(("to", "target", "by"), [("D5", ABOVE, 1), ("D4", None, 1), ("D3", None, 0), ("D1", None, 0)])
def test_damage_at_range_0_is_that_of_point_blank(to, target, by):
    """In the same hex as next to it penetration and damage are one better, and nothing of another band counts."""
    played = begin_firing([6, 5, 5, 1], shooter(GUN), target, to=to)
    declare_shots(played, shot("b1")).accepted()
    hit = roll_declared(played).one(HitScored).hit
    assert (hit.penetration.total, hit.bonus.total) == (by, by)
    played.faces(1)
    finish_silently(played)


@pytest.mark.rule("HX-AREA-07")
@pytest.mark.ruling("HX-AREA-07.2", "HX-AREA-07.3")
def test_an_area_attack_may_be_aimed_at_who_flies_above():
    """The hex of the firer itself holds an enemy in the air: it is in sight, arc and range."""
    bomb = weapon("bomb", weapon_range=1, area=4, arc="*/-/-/-", always_loaded=True)
    played = begin_firing([3], squad(bomb, count=1), ABOVE, to="D5")
    played.when("red", fires_area_weapon("bomb", "D5", 1)).accepted()
    (rolled,) = of_kind(roll_declared(played).events, AreaDiceRolled)
    assert (rolled.target, rolled.successes) == ("b1", 0)


@pytest.mark.rule("HX-GUNNERY-19", "HX-OPEN-01")
@pytest.mark.ruling("HX-GUNNERY-19.2")
def test_a_base_spots_once_for_each_part_of_its_order():
    """Spot+Spot is one roll in Gunnery 1 and one in Gunnery 2, each by the whole base."""
    played = duel([1], squad(GUN), other=TOKEN, orders=SPOT_BOTH, hexes={"D3": "forest"})
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", spot_command("a1", "b1")).accepted()
    faults = played.refused(spot_command("a1", "b1"), "red")
    assert faults
    roll_declared(played)
    finish_silently(played)
    continue_to(played, "assault_3")
    begin(played, "gunnery_2").asks("fire", "red")
    played.faces(1)
    played.when("red", spot_command("a1", "b1")).accepted()
    roll_declared(played)

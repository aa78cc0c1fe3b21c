"""The roll to hit and every row of its table."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import Aim, AimSpent, HitRolled, HitScored, RollHits, TargetChosen
from adjudicator.rulesets.hex_orders.rules.gunnery.to_hit import range_row
from tests.rulesets.hex_orders.fixtures import (
    GUN,
    MAIN_GUN,
    ability,
    armed,
    gunnery,
    infantry,
    speed,
    squad,
    table,
    tank,
    weapon,
    with_orders,
)
from tests.rulesets.hex_orders.gunnery.fixtures import AHEAD, loaded_tank, shooter, tank_duel
from tests.rulesets.hex_orders.gunnery.steps import (
    as_declared,
    begin_firing,
    declare_shots,
    fires_gun,
    fires_once,
    modifiers_for_hit_on,
    roll,
    rolled_once,
    shot_of,
)
from tests.rulesets.hex_orders.steps import (
    begin,
    carry_out_steps,
    fires,
    hexes_of,
    hold_fire,
    of_kind,
    refused,
    roll_declared,
    shot,
    unit,
)

STANDING, FAST, CRAWLING = ({"speed": row} for row in ("stand_still", "fast", "crawling"))
EMPLACED = infantry(speeds=(*infantry().speeds, speed("setup", "-+-+-")))
WINGED = infantry(types=("infantry", "biological", "flying"))


@pytest.mark.rule("HX-FIRE-02")
@pytest.mark.parametrize(("face", "hit"), [(5, True), (4, False)])
def test_five_or_more_hits(face, hit):
    """Slow at slow on clear ground at normal range hits on 5, and not on 4."""
    played = begin_firing([face])
    declare_shots(played, shot("b1")).accepted()
    outcome = roll_declared(played)
    assert (outcome.one(HitRolled).hit, outcome.one(HitRolled).modifiers.total) == (hit, 0)
    assert bool(of_kind(outcome.events, HitScored)) is hit


@pytest.mark.rule("HX-FIRE-03")
@pytest.mark.parametrize(("dice", "result", "hit"), [((6, 5, 1), 5, True), ((6, 4), 4, False)])
@pytest.mark.ruling("HX-FIRE-03.2")
def test_modifiers_of_both_are_added_to_the_roll(dice, result, hit):
    """Fast firer and target in forest make -2: an open-ended 7 hits, a 6 does not."""
    rolled = shot_of(dice, own=FAST, hexes={"D3": "forest"})
    assert (rolled.modifiers.total, rolled.result, rolled.hit) == (-2, result, hit)


@pytest.mark.rule("HX-FIRE-03")
def test_no_automatic_miss():
    """With +6 a natural 1 is 7 and hits."""
    sharp = shooter(GUN, ability("excellent_shot"))
    rolled = shot_of([1], sharp, own={**STANDING, "aim": Aim(hex="D5", turn=1)}, other=STANDING, use_aim=True)
    assert (rolled.modifiers.total, rolled.result, rolled.hit) == (6, 7, True)


@pytest.mark.rule("HX-FIRE-03")
def test_no_automatic_hit():
    """A 6 alone is no hit where more is needed, and there is no cap on what modifiers take away."""
    forest = {"D3": "forest"}
    rolled = shot_of([6, 6, 4], own=FAST, other=FAST, hexes=forest)
    assert (rolled.modifiers.total, rolled.result, rolled.hit) == (-3, 4, False)


@pytest.mark.rule("HX-FIRE-31")
def test_the_roll_is_open_ended():
    """A needed 8 is reached by 6, 5, 6, 3, and by 6, 5, 3 it is not."""
    assert modifiers_for_hit_on(8, own=FAST, other=FAST, hexes={"D3": "forest"}) == {"HX-FIRE-09": -2, "HX-FIRE-12": -1}


@pytest.mark.parametrize(
    ("face", "given", "sums"),
    [
        pytest.param(3, {"own": STANDING, "other": STANDING}, {"HX-FIRE-04": 2}, marks=pytest.mark.rule("HX-FIRE-04")),
        pytest.param(4, {"own": STANDING}, {"HX-FIRE-04": 1}, marks=pytest.mark.rule("HX-FIRE-04")),
        pytest.param(4, {"other": STANDING}, {"HX-FIRE-04": 1}, marks=pytest.mark.rule("HX-FIRE-04")),
        pytest.param(4, {"other": CRAWLING}, {"HX-FIRE-05": 1}, marks=pytest.mark.rule("HX-FIRE-05")),
        pytest.param(4, {"own": CRAWLING}, {"HX-FIRE-05": 1}, marks=pytest.mark.rule("HX-FIRE-05")),
        pytest.param(4, {"own": {"speed": "rest"}}, {"HX-FIRE-06": 1}, marks=pytest.mark.rule("HX-FIRE-06")),
        pytest.param(4, {"other": {"speed": "rest"}}, {"HX-FIRE-06": 1}, marks=pytest.mark.rule("HX-FIRE-06")),
        pytest.param(5, {}, {}, marks=pytest.mark.rule("HX-FIRE-08")),
        pytest.param(7, {"own": FAST, "other": FAST}, {"HX-FIRE-09": -2}, marks=pytest.mark.rule("HX-FIRE-09")),
        pytest.param(6, {"own": FAST}, {"HX-FIRE-09": -1}, marks=pytest.mark.rule("HX-FIRE-09")),
        pytest.param(6, {"other": FAST}, {"HX-FIRE-09": -1}, marks=pytest.mark.rule("HX-FIRE-09")),
        pytest.param(
            7,
            {"target": WINGED, "other": FAST},
            {"HX-FIRE-09": -1, "HX-FIRE-10": -1},
            marks=pytest.mark.rule("HX-FIRE-10"),
        ),
        pytest.param(
            6,
            {"firer": shooter(types=("infantry", "flying"))},
            {"HX-FIRE-10": -1},
            marks=pytest.mark.rule("HX-FIRE-10"),
        ),
        pytest.param(
            6,
            {"to": "D4", "hexes": {"D5": "clear+smoke", "D4": "clear+smoke"}},
            {"HX-FIRE-11": -2, "HX-FIRE-17": 1},
            marks=pytest.mark.rule("HX-FIRE-11"),
        ),
        pytest.param(
            5,
            {"to": "D4", "hexes": {"D5": "clear+smoke"}},
            {"HX-FIRE-11": -1, "HX-FIRE-17": 1},
            marks=pytest.mark.rule("HX-FIRE-11"),
        ),
        pytest.param(
            5,
            {"to": "D4", "hexes": {"D4": "clear+smoke"}},
            {"HX-FIRE-11": -1, "HX-FIRE-17": 1},
            marks=pytest.mark.rule("HX-FIRE-11"),
        ),
        pytest.param(5, {"hexes": {"D5": "forest"}}, {}, marks=pytest.mark.rule("HX-FIRE-12")),
        pytest.param(6, {"hexes": {"D3": "forest"}}, {"HX-FIRE-12": -1}, marks=pytest.mark.rule("HX-FIRE-12")),
        pytest.param(
            5,
            {"other": STANDING, "hexes": {"D3": "building"}},
            {"HX-FIRE-04": 1, "HX-FIRE-13": -1},
            marks=pytest.mark.rule("HX-FIRE-13"),
        ),
        pytest.param(5, {"hexes": {"D5": "building"}}, {}, marks=pytest.mark.rule("HX-FIRE-13")),
        pytest.param(6, {"hexes": {"D3": "ruins"}}, {"HX-FIRE-14": -1}, marks=pytest.mark.rule("HX-FIRE-14")),
        pytest.param(5, {"hexes": {"D5": "ruins"}}, {}, marks=pytest.mark.rule("HX-FIRE-14")),
        *(
            pytest.param(5, {"hexes": {name: terrain}}, {}, marks=pytest.mark.rule("HX-FIRE-15"))
            for terrain in ("clear", "hills", "mountains", "swamp", "rough")
            for name in ("D3", "D5")
        ),
        pytest.param(
            4, {"firer": shooter(GUN, ability("good_shot"))}, {"HX-FIRE-24": 1}, marks=pytest.mark.rule("HX-FIRE-24")
        ),
        pytest.param(
            3,
            {"firer": shooter(GUN, ability("excellent_shot"))},
            {"HX-FIRE-25": 2},
            marks=pytest.mark.rule("HX-FIRE-25"),
        ),
        pytest.param(
            2,
            {"firer": shooter(GUN, ability("good_shot"), ability("excellent_shot"))},
            {"HX-FIRE-24": 1, "HX-FIRE-25": 2},
            marks=pytest.mark.rule("HX-FIRE-25"),
        ),
        pytest.param(
            6, {"firer": shooter(GUN, ability("bad_shot"))}, {"HX-FIRE-26": -1}, marks=pytest.mark.rule("HX-FIRE-26")
        ),
        pytest.param(
            5, {"target": shooter(GUN, ability("bad_shot"), nation="elf")}, {}, marks=pytest.mark.rule("HX-FIRE-26")
        ),
        pytest.param(
            3,
            {"firer": shooter(GUN, ability("steady")), "target": infantry(abilities=(ability("steady"),))},
            {"HX-FIRE-27": 2},
            marks=pytest.mark.rule("HX-FIRE-27"),
        ),
        pytest.param(
            4, {"firer": shooter(GUN, ability("steady"))}, {"HX-FIRE-27": 1}, marks=pytest.mark.rule("HX-FIRE-27")
        ),
        pytest.param(
            4,
            {"target": infantry(abilities=(ability("steady"),))},
            {"HX-FIRE-27": 1},
            marks=pytest.mark.rule("HX-FIRE-27"),
        ),
    ],
)
def test_rows_of_the_table(face, given, sums):
    """Each row adds what it says for the firer and for the target, and nothing else counts."""
    assert modifiers_for_hit_on(face, **given) == sums


@pytest.mark.rule("HX-FIRE-07")
@pytest.mark.ruling("HX-FIRE-07.2")
def test_setup_is_a_speed_like_others():
    """A firer whose speed is setup hits a slow target on 4, and so does a slow firer a target at that speed."""
    emplaced = replace(shooter(), speeds=EMPLACED.speeds)
    assert modifiers_for_hit_on(4, firer=emplaced, own={"speed": "setup"}) == {"HX-FIRE-07": 1}
    assert modifiers_for_hit_on(4, target=EMPLACED, other={"speed": "setup"}) == {"HX-FIRE-07": 1}


@pytest.mark.rule("HX-FIRE-16")
def test_aim_adds_two():
    """Standing, aimed and at a slow target a shot hits on 2; without use_aim the aim adds nothing."""
    aimed = {**STANDING, "aim": Aim(hex="D5", turn=1)}
    assert modifiers_for_hit_on(2, own=aimed, use_aim=True) == {"HX-FIRE-04": 1, "HX-FIRE-16": 2}
    assert modifiers_for_hit_on(4, own=aimed) == {"HX-FIRE-04": 1}


@pytest.mark.rule("HX-FIRE-17")
@pytest.mark.ruling("HX-FIRE-17.2")
def test_point_blank():
    """Next to its target a slow unit hits on 4, and for a weapon of range 1 that is the only row."""
    assert modifiers_for_hit_on(4, to="D4") == {"HX-FIRE-17": 1}
    assert modifiers_for_hit_on(4, to="D4", firer=shooter(weapon("gun", weapon_range=1, always_loaded=True))) == {
        "HX-FIRE-17": 1
    }


@pytest.mark.rule("HX-FIRE-17")
@pytest.mark.ruling("HX-FIRE-17.2")
def test_the_same_hex_is_point_blank():
    """At range 0, a flyer above the firer, only point-blank applies."""
    assert modifiers_for_hit_on(5, to="D5", target=WINGED) == {"HX-FIRE-10": -1, "HX-FIRE-17": 1}


@pytest.mark.rule("HX-FIRE-18")
@pytest.mark.parametrize("to", ["D3", "D2", "D1"])
def test_normal_range(to):
    """From range 2 up to the weapon's range, 4 here, nothing is added."""
    assert modifiers_for_hit_on(5, to=to) == {}


@pytest.mark.rule("HX-FIRE-19")
@pytest.mark.parametrize("to", ["D4", "D3", "D2", "D1"])
@pytest.mark.ruling("HX-FIRE-19.2")
def test_long_range(to):
    """From beyond the weapon's range up to twice it, 5 to 8 here, a shot is at -1."""
    assert modifiers_for_hit_on(6, at="D9", to=to) == {"HX-FIRE-19": -1}


@pytest.mark.rule("HX-FIRE-20")
def test_beyond_twice_the_range():
    """A target at 9 is out of range for a weapon of 4, one at 8 is not."""
    more = [("b2", "D2", "S", infantry(), {"speed": "slow"})]
    played = begin_firing((), at="D10", to="D1", rows=10, more=more)
    refused(played, "red", fires("a1", "gun", shot("b1")), "HX-FIRE-20", "out-of-range")
    assert as_declared(declare_shots(played, shot("b2"))).distance == 8
    hold_fire(played)


@pytest.mark.rule("HX-FIRE-21")
@pytest.mark.parametrize(
    ("origin", "to", "count"), [("D5", "D4", 1), ("D5", "F5", 2), ("D5", "G5", 3), ("D8", "D2", 6)]
)
@pytest.mark.ruling("HX-FIRE-21.2")
def test_range_counts_the_target_hex(origin, to, count):
    """Range is the number of hexes up to and with the target's; height does not matter."""
    for terrain in ("clear", "mountains"):
        played = begin_firing((), at=origin, to=to, hexes={to: terrain})
        assert as_declared(declare_shots(played, shot("b1"))).distance == count
        hold_fire(played)


@pytest.mark.rule("HX-FIRE-22")
def test_on_the_edge_of_the_field_of_fire():
    """A gun that fires ahead alone is at -1 on the corner line from D5 to E4."""
    assert modifiers_for_hit_on(6, firer=shooter(AHEAD), to="E4") == {"HX-FIRE-22": -1}


@pytest.mark.rule("HX-FIRE-23")
@pytest.mark.parametrize(("size", "face"), [("huge", 4), ("large", 5), ("medium", 5), ("small", 5)])
def test_huge_targets(size, face):
    """A huge target is hit one better; no other size matters."""
    assert modifiers_for_hit_on(face, target=tank(nation="elf", size=size)) == (
        {"HX-FIRE-23": 1} if size == "huge" else {}
    )


@pytest.mark.rule("HX-FIRE-28")
def test_camouflage_in_its_terrain():
    """Camouflage[forest] takes 1 more in a forest, and nothing in ruins."""
    hiding = infantry(abilities=(ability("camouflage", word="forest"),))
    assert modifiers_for_hit_on(7, target=hiding, hexes={"D3": "forest"}) == {"HX-FIRE-12": -1, "HX-FIRE-28": -1}
    assert modifiers_for_hit_on(6, target=hiding, hexes={"D3": "ruins"}) == {"HX-FIRE-14": -1}


@pytest.mark.rule("HX-FIRE-29")
def test_take_cover_at_its_speed():
    """Take Cover[crawling,-2] makes +1 into -1 for a crawling target, and changes nothing at other speeds."""
    ducking = infantry(abilities=(ability("take_cover", x=2, word="crawling"),))
    assert modifiers_for_hit_on(6, target=ducking, other=CRAWLING) == {"HX-FIRE-05": 1, "HX-FIRE-29": -2}
    assert modifiers_for_hit_on(5, target=ducking) == {}


@pytest.mark.rule("HX-FIRE-30")
def test_enhanced_accuracy_belongs_to_a_weapon():
    """A weapon with it hits on 4, the same model's pistol without it on 5."""
    fine = weapon("gun", weapon_range=4, always_loaded=True, enhanced_accuracy=True)
    pistol = weapon("pistol", weapon_range=4, always_loaded=True)
    both = replace(armed(infantry(nation="dwarf"), fine, pistol), models=armed(infantry(), fine, pistol).models[:1])
    assert modifiers_for_hit_on(4, firer=both) == {"HX-FIRE-30": 1}
    assert modifiers_for_hit_on(5, firer=both, gun="pistol") == {}


@pytest.mark.rule("HX-FIRE-24")
def test_a_good_shot_is_the_models_own():
    """Only the model that has the ability shoots better."""
    plain = squad(GUN, count=2)
    mixed = replace(plain, models=(plain.models[0], replace(plain.models[1], abilities=(ability("good_shot"),))))
    played = begin_firing([4, 4], mixed)
    declare_shots(played, shot("b1", 1), shot("b1", 2)).accepted()
    assert [row.hit for row in of_kind(roll_declared(played).events, HitRolled)] == [False, True]


@pytest.mark.rule("HX-FIRE-32")
def test_the_speed_of_the_gunnery_step_counts():
    """A target that brakes from fast to slow in Movement 2 is at -1 in Gunnery 1 and at 0 in Gunnery 2."""
    firer = with_orders(shooter(), gunnery=(gunnery("Fire+Fire"),))
    given: dict[str, Any] = {"target": tank(nation="elf"), "other": FAST, "to": "D4", "at": "D7", "looks": "N"}
    played = begin_firing([4, 4], firer, orders=("-+-+-", "Fire+Fire"), running={"b1": ("F+B+-", "-+-")}, **given)
    declare_shots(played, shot("b1")).accepted()
    assert roll_declared(played).one(HitRolled).modifiers.total == -1
    carry_out_steps(
        played, "movement_1", "assault_1", "movement_2", "assault_2", "movement_3", "assault_3", "gunnery_2"
    )
    assert (hexes_of(played, "b1"), unit(played, "b1").speed) == (["D3"], "slow")
    declare_shots(played, shot("b1")).accepted()
    assert roll_declared(played).one(HitRolled).modifiers.total == 0


@pytest.mark.rule("HX-FIRE-32")
@pytest.mark.ruling("HX-FIRE-32.2")
def test_a_target_has_an_ability_while_every_model_has_it():
    """Three Steady regulars and one elite without it are no Steady target, yet the three still shoot at +1."""
    base = squad(GUN)
    steady = replace(base.models[0], abilities=(ability("steady"),))
    mixed = replace(base, models=(steady, steady, steady, replace(base.models[0], name="elite", elite=True)))
    assert modifiers_for_hit_on(5, target=replace(mixed, nation="elf")) == {}
    played = begin_firing([4, 4, 4, 4], mixed)
    declare_shots(played, *(shot("b1", number) for number in (1, 2, 3, 4))).accepted()
    assert [row.hit for row in of_kind(roll_declared(played).events, HitRolled)] == [True, True, True, False]


@pytest.mark.rule("HX-FIRE-32")
@pytest.mark.ruling("HX-FIRE-32.2")
def test_dead_models_do_not_count_for_an_ability():
    """Once the model without it is dead, all alive ones have it and the row counts."""
    base = squad(GUN, nation="elf")
    steady = replace(base.models[0], abilities=(ability("steady"),))
    mixed = replace(base, models=(steady, steady, steady, base.models[0]))
    assert modifiers_for_hit_on(4, target=mixed, other={"dead": (4,)}) == {"HX-FIRE-27": 1}


@pytest.mark.rule("HX-FIRE-33")
@pytest.mark.parametrize(("entry", "angle"), [("SW", "front"), ("NW", "front_side_right")])
def test_the_firer_decides_on_both_sides_of_a_corner_line(entry, angle):
    """From D5 to F5 a firer that faces NE takes that side at -1, and enters its target by either side."""
    played = begin_firing([5], shooter(AHEAD), facing="NE", to="F5", looks="SW")
    declared = as_declared(declare_shots(played, shot("b1", exit="NE", entry=entry)))
    assert (declared.on_edge, declared.angle) == (True, angle)
    assert roll_declared(played).one(HitRolled).modifiers.total == -1


@pytest.mark.rule("HX-FIRE-33")
def test_a_side_that_the_line_does_not_touch():
    """A line leaves and enters by its own sides alone."""
    played = begin_firing((), to="F5", looks="SW")
    for side in ("N", "S", "NW", "SW"):
        refused(played, "red", fires("a1", "gun", shot("b1", exit=side)), "HX-FIRE-33", "not-a-way-out")
    for side in ("N", "S", "NE", "SE"):
        refused(played, "red", fires("a1", "gun", shot("b1", entry=side)), "HX-ANGLES-12", "not-a-way-in")
    hold_fire(played)


@pytest.mark.rule("HX-FIRE-33")
def test_the_side_within_the_field_costs_nothing():
    """With two legal sides the line is not on the edge whichever is named."""
    for side in ("NE", "SE"):
        played = begin_firing([5], to="F5")
        assert not as_declared(declare_shots(played, shot("b1", exit=side))).on_edge
        assert roll_declared(played).one(HitRolled).hit


@pytest.mark.rule("HX-FIRE-03", "HX-FIRE-04", "HX-FIRE-09", "HX-FIRE-12", "HX-FIRE-16", "HX-FIRE-19")
def test_modifiers_add_up_each_with_its_clause():
    """Standing still and aim help, forest and long range do not; the dice go on after a 6."""
    played = tank_duel(
        [6, 5, 4],
        own={"speed": "stand_still", "aim": Aim(hex="D5", turn=1)},
        other={"speed": "fast"},
        hexes={"D1": "forest"},
        at="D1",
        sheet=armed(tank(), weapon("main_gun", weapon_range=2)),
    )
    begin(played, "gunnery_1")
    played.when("red", fires_gun("a1", shot("b1"), use_aim=True)).then(TargetChosen, AimSpent)
    out = roll(played).then(HitRolled, faces=(6, 5, 4), result=7, hit=True)
    tally = out.one(HitRolled).modifiers
    assert {(term.clause, term.value) for term in tally.terms} == {
        ("HX-FIRE-03", 0),
        ("HX-FIRE-04", 1),
        ("HX-FIRE-16", 2),
        ("HX-FIRE-19", -1),
        ("HX-FIRE-09", -1),
        ("HX-FIRE-12", -1),
    }
    assert unit(played, "a1").aim is None


@pytest.mark.rule("HX-FIRE-22", "HX-ANGLES-12")
def test_a_corner_costs_one_and_lets_the_attacker_choose_what_is_hit():
    """From D5 to E4 a gun that fires ahead alone is on its edge; the weaker side of the target is taken."""
    played = tank_duel([4], at="E4", facing="S")
    begin(played, "gunnery_1")
    out = played.when("red", fires_gun("a1", shot("b1")))
    declared = out.one(TargetChosen).shots[0]
    assert (declared.on_edge, declared.angle) == (True, "front_side_right")
    tally = roll(played).one(HitRolled).modifiers
    assert ("HX-FIRE-22", -1) in {(term.clause, term.value) for term in tally.terms}
    second = tank_duel(at="E4", facing="S")
    begin(second, "gunnery_1")
    chosen = second.when("red", fires_gun("a1", shot("b1", exit="N", entry="S"))).one(TargetChosen).shots[0]
    assert chosen.angle == "front"


@pytest.mark.rule("HX-FIRE-27", "HX-FIRE-28", "HX-FIRE-29", "HX-FIRE-32")
def test_abilities_of_a_target_count_while_every_alive_model_has_them():
    """Camouflage and Take Cover make a base harder to hit, Steady easier, and one model without ends it."""
    from adjudicator.rulesets.hex_orders.rules.gunnery.to_hit import tally_of, to_be_hit_rows

    marks = (ability("camouflage", word="forest"), ability("take_cover", x=2, word="crawling"), ability("steady"))
    for base, by in ((marks, 1 - 1 - 1 - 2 + 1), ((marks[0], marks[1]), 1 - 1 - 1 - 2)):
        played = table(
            units=[("b1", "D3", "S", infantry(abilities=base), {"speed": "crawling"})], hexes={"D3": "forest"}
        )
        assert tally_of(to_be_hit_rows(played.game, "b1"))[0].total == by


@pytest.mark.rule("HX-FIRE-17", "HX-FIRE-18", "HX-FIRE-19")
def test_point_blank_normal_and_long_range():
    """Up to 1 is point-blank, up to the printed range normal, beyond it long."""
    found = [range_row(MAIN_GUN, far).to_hit for far in (0, 1, 2, 4, 5, 8)]
    assert found == [1, 1, 0, 0, -1, -1]


@pytest.mark.rule("HX-FIRE-10", "HX-FIRE-23")
@pytest.mark.parametrize(
    ("enemy", "other", "total"),
    [
        (tank(nation="ork", size="huge"), {}, 1),
        (tank(nation="ork", types=("flying",)), {"speed": "fast"}, -2),
        (tank(nation="ork", abilities=(ability("steady"),)), {}, 1),
        (tank(nation="ork", abilities=(ability("take_cover", x=2, word="stand_still"),)), {"speed": "stand_still"}, -1),
    ],
)
def test_size_flight_and_abilities_of_the_target_count(enemy, other, total):
    """Size, flying and abilities of the target count besides its speed."""
    assert rolled_once(loaded_tank([1], enemy=enemy, other=other)).modifiers.total == total


@pytest.mark.rule("HX-FIRE-24", "HX-FIRE-30")
def test_abilities_of_the_firing_model_and_weapon_count():
    """Abilities of the firing model and of the weapon count besides its speed."""
    sheet = armed(tank(), weapon("main_gun", enhanced_accuracy=True), abilities=(ability("excellent_shot"),))
    assert rolled_once(loaded_tank([1], sheet=sheet, own={"speed": "fast"})).modifiers.total == 2


@pytest.mark.rule("HX-FIRE-22")
def test_by_option_any_corner_costs():
    """A corner between two open angles costs nothing, unless the terms say that any corner does."""
    wide = armed(tank(), weapon("main_gun", arc="*/*/-/-"))
    for options, edge in ((None, False), ({"on_edge_penalty": "any_corner"}, True)):
        played = loaded_tank(sheet=wide, at="E4", options=options)
        begin(played, "gunnery_1")
        assert played.when("red", fires_once()).one(TargetChosen).shots[0].on_edge is edge


@pytest.mark.rule("HX-FIRE-17", "HX-ANGLES-12")
def test_a_flyer_above_an_enemy_is_shot_at_point_blank_from_any_side():
    """Within one hex there is no edge, and the weakest side of the target is hit."""
    flyer = tank(nation="ork", types=("flying",))
    played = loaded_tank([1], enemy=flyer, at="D5")
    begin(played, "gunnery_1")
    declared = played.when("red", fires_once()).one(TargetChosen).shots[0]
    assert (declared.distance, declared.on_edge, declared.angle) == (0, False, "back")
    assert played.when("table", RollHits()).one(HitRolled).modifiers.total == 0

"""Gunnery end to end: parts, declarations, rolls, what is spent, and how a step closes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.messages import (
    Aim,
    AimSpent,
    AimTaken,
    AmmoSpent,
    DeclaredShot,
    FireHeld,
    FireWeapon,
    HitRolled,
    HitScored,
    HoldFire,
    LoadSpent,
    OrderReplacedByDefault,
    PassChoice,
    RollHits,
    Shot,
    TargetChosen,
    WeaponLoaded,
)
from adjudicator.rulesets.hex_orders.odds import hit_chance
from tests.rulesets.hex_orders.givens import (
    ability,
    armed,
    begin,
    free,
    gunnery,
    infantry,
    table,
    tank,
    unit,
    weapon,
)

FIRE = ("-+-+-", "Fire+-")
LOADED = {"main_gun": 1}
ORK = tank(nation="ork")
READY = {"speed": "slow", "loads": LOADED}


def shot(target, model=1, **sides):
    return Shot(**{"model": model, "gun": "", "target": target, "exit": "", "entry": "", **sides})


def roll(played):
    """Roll for what was declared, where steps do not happen by themselves."""
    return played.when("table", RollHits()).accepted()


def fire(unit, *shots, weapon="main_gun", use_aim=False):
    return FireWeapon(unit=unit, weapon=weapon, shots=shots, use_aim=use_aim)


def duel(dice=(), *, own=None, other=None, hexes=None, options=None, running=None, at="D2", facing="S", sheet=None):
    """A loaded slow tank a1 at D5 facing north with Fire, a slow tank b1 north of it."""
    return table(
        dice, options, turn=2, hexes=hexes, pace="step",
        units=[
            ("a1", "D5", "N", sheet or tank(), {**READY, **(own or {})}),
            ("b1", at, facing, tank(nation="ork"), {"speed": "slow", **(other or {})}),
        ],
        running={"a1": FIRE, **(running or {})},
    )  # fmt: skip


def test_a_shot_is_rolled_when_all_is_declared_and_its_hit_waits_for_damage():
    """Slow at slow at normal range hits on 5, takes the load and asks for armour and damage."""
    played = duel([5])
    begin(played, "gunnery_1").asks("fire", "red")
    out = played.when("red", fire("a1", shot("b1")))
    out.then(
        TargetChosen(unit="a1", weapon="main_gun", shots=(DeclaredShot(
            id="s1", model=1, gun="", target="b1", range=3, on_edge=False, angle="front", aimed=False,
        ),)),
        LoadSpent(unit="a1", weapon="main_gun", left=0),
    ).asks("gunnery_hits", "table")  # fmt: skip
    out = roll(played).then(HitRolled, faces=(5,), result=5, hit=True).then(HitScored).asks("damage", "table")
    hit = out.one(HitScored).hit
    assert (hit.id, hit.angle, hit.penetration.total, hit.bonus.total, hit.source) == ("h1", "front", 1, 0, "main_gun")
    assert [each.why for each in played.rolls] == ["to-hit"]
    assert unit(played, "a1").loads[0].count == 0


def test_modifiers_add_up_each_with_its_clause():
    """Standing still and aim help, forest and long range do not; the dice go on after a 6."""
    played = duel(
        [6, 5, 4], own={"speed": "stand_still", "aim": Aim(hex="D5", turn=1)}, other={"speed": "fast"},
        hexes={"D1": "forest"}, at="D1", sheet=armed(tank(), weapon("main_gun", range=2)),
    )  # fmt: skip
    begin(played, "gunnery_1")
    played.when("red", fire("a1", shot("b1"), use_aim=True)).then(TargetChosen, AimSpent)
    out = roll(played).then(HitRolled, faces=(6, 5, 4), result=7, hit=True)
    tally = out.one(HitRolled).modifiers
    assert {(each.clause, each.value) for each in tally.terms} == {
        ("HX-FIRE-03", 0), ("HX-FIRE-04", 1), ("HX-FIRE-16", 2), ("HX-FIRE-19", -1), ("HX-FIRE-09", -1),
        ("HX-FIRE-12", -1),
    }  # fmt: skip
    assert unit(played, "a1").aim is None


def test_point_blank_strengthens_and_long_range_weakens_a_hit():
    """At range 1 penetration and damage are 1 higher, beyond the printed range 1 lower."""
    for far, by in ((4, -1), (1, 1)):
        short = armed(tank(), weapon("main_gun", range=2, ap=1))
        played = duel([6, 1], at=f"D{5 - far}", sheet=short, other={"speed": "stand_still"})
        begin(played, "gunnery_1")
        played.when("red", fire("a1", shot("b1"))).accepted()
        hit = roll(played).one(HitScored).hit
        assert (hit.penetration.total, hit.bonus.total) == (1 + by, by)


def test_a_corner_costs_one_and_lets_the_attacker_choose_what_is_hit():
    """From D5 to E4 a gun that fires ahead alone is on its edge; the weaker side of the target is taken."""
    played = duel([4], at="E4", facing="S")
    begin(played, "gunnery_1")
    out = played.when("red", fire("a1", shot("b1")))
    declared = out.one(TargetChosen).shots[0]
    assert (declared.on_edge, declared.angle) == (True, "front_side_right")
    tally = roll(played).one(HitRolled).modifiers
    assert ("HX-FIRE-22", -1) in {(each.clause, each.value) for each in tally.terms}
    again = duel(at="E4", facing="S")
    begin(again, "gunnery_1")
    chosen = again.when("red", fire("a1", shot("b1", exit="N", entry="S"))).one(TargetChosen).shots[0]
    assert chosen.angle == "front"


@pytest.mark.parametrize(
    ("at", "facing", "given", "clause", "reason"),
    [
        ("D8", "N", {}, "HX-ANGLES-05", "outside-arc"),
        ("D4", "N", {"exit": "NE"}, "HX-FIRE-33", "not-a-way-out"),
        ("E4", "N", {"exit": "NE"}, "HX-ANGLES-05", "outside-arc"),
        ("D4", "N", {"entry": "N"}, "HX-ANGLES-12", "not-a-way-in"),
        ("D4", "N", {"gun": "front"}, "HX-FIXED-01", "no-fixed-guns"),
    ],
)
def test_shots_that_are_not_allowed(at, facing, given, clause, reason):
    """A target has to lie in the field of fire, and sides that are named have to lie on the line."""
    both = [
        ("a1", "D5", "N", tank(), READY), ("b1", at, facing, tank(), {}), ("b2", "D3", "N", tank(), {}),
    ]  # fmt: skip
    played = table(units=both, running={"a1": FIRE}, pace="step")
    begin(played, "gunnery_1")
    played.when("red", fire("a1", shot("b1", **given))).rejected(clause, reason)


def test_friends_hidden_units_and_what_lies_too_far_or_unseen_are_no_targets():
    """Each is refused under its own clause."""
    played = table(
        units=[
            ("a1", "D9", "N", tank(), READY), ("a2", "D8", "N", tank(), {}), ("b1", "D7", "N", ORK, {}),
            ("b2", "D6", "N", tank(nation="ork", hidden=True), {"hidden": True}), ("b3", "E1", "N", ORK, {}),
            ("b4", "D3", "N", ORK, {}),
        ],
        hexes={"D5": "forest"}, running={"a1": FIRE}, pace="step",
    )  # fmt: skip
    begin(played, "gunnery_1").asks("fire", "blue")
    played.when("blue", PassChoice()).asks("fire", "red")
    for target, clause, reason in (
        ("a2", "HX-GUNNERY-18", "friendly-target"), ("b2", "HX-GUNNERY-20", "hidden-target"),
        ("b3", "HX-FIRE-20", "out-of-range"), ("b4", "HX-GUNNERY-18", "no-line-of-sight"),
        ("b9", "", "unknown-id"),
    ):  # fmt: skip
        played.when("red", fire("a1", shot(target))).rejected(clause, reason)


def test_a_fire_without_load_becomes_no_action_and_nobody_is_asked():
    """Load 0 at Fire replaces the part."""
    played = duel(own={"loads": ()})
    out = begin(played, "gunnery_1")
    out.then(OrderReplacedByDefault, unit="a1", part=1, ordered="Fire", instead="-", reason="not-loaded")
    assert played.game.running["a1"].gunnery == (("-", "-"),)


def test_a_shaken_unit_and_one_at_a_wrong_speed_do_nothing():
    """Parts are judged by the state of the unit when they are due."""
    limited = free(tank(), gunnery=(gunnery("Aim+Aim", first=("slow",)),))
    played = table(
        units=[
            ("a1", "D5", "N", tank(), {**READY, "pinned": 2}),
            ("a2", "C5", "N", limited, {"speed": "fast"}), ("b1", "D2", "S", tank(), {}),
        ],
        running={"a1": FIRE, "a2": ("-+-+-", "Aim+Aim")}, pace="step",
    )  # fmt: skip
    out = begin(played, "gunnery_1")
    out.then(OrderReplacedByDefault, unit="a1", reason="shaken").then(OrderReplacedByDefault, unit="a2", reason="speed")
    assert unit(played, "a2").aim is None


def test_load_and_aim_are_carried_out_at_once_and_load_stops_at_what_a_weapon_holds():
    """Load gives one token and no second one to an ordinary gun; a second Load stands still."""
    played = table(
        units=[
            ("a1", "D5", "N", tank(), {}), ("a2", "C5", "N", tank(), {"loads": LOADED}),
            ("b1", "D1", "S", tank(), {}), ("b2", "E1", "S", tank(), {"speed": "slow"}),
        ],
        running={
            "a1": ("-+-+-", "Load[main_gun]+-"), "a2": ("-+-+-", "Load[main_gun]+-"), "b1": ("-+-+-", "Aim+-"),
            "b2": ("-+-+-", "-+Load[main_gun]"),
        },
        pace="step",
    )  # fmt: skip
    begin(played, "gunnery_1").then(
        WeaponLoaded(owner=253, unit="a1", weapon="main_gun", tokens=1),
        AimTaken(owner=253, unit="b1", hex="D1", turn=1),
        WeaponLoaded(owner=253, unit="a2", weapon="main_gun", tokens=1),
    )
    begin(played, "gunnery_2").then(OrderReplacedByDefault, unit="b2", reason="speed").cites("HX-GUNNERY-03")


def test_models_fire_by_themselves_and_no_weapon_twice():
    """Two of four fire muskets at different bases, two hold; the musket's one token serves all."""
    foot = infantry()
    played = table(
        [3, 4], turn=2,
        units=[
            ("a1", "D5", "N", foot, {"speed": "slow", "loads": {"musket": 1}}),
            ("b1", "D3", "S", tank(), {"speed": "slow"}), ("b2", "E4", "S", tank(), {"speed": "slow"}),
        ],
        running={"a1": FIRE}, pace="step",
    )  # fmt: skip
    begin(played, "gunnery_1")
    musket = fire("a1", shot("b1", 1), shot("b2", 2), weapon="musket")
    played.when("red", musket).then(TargetChosen, LoadSpent)
    played.when("red", musket).rejected("HX-GUNNERY-23", "weapon-has-fired")
    played.when("red", HoldFire(unit="a1", models=())).then(FireHeld(unit="a1", models=(3, 4)))
    assert len([each for each in roll(played).events if isinstance(each, HitRolled)]) == 2


def test_the_unit_base_weapon_goes_instead_of_the_models_and_with_the_best_shooter():
    """A hand cannon is rolled once at the best model's modifiers and takes two alive models."""
    cannon = weapon("cannon", range=4)
    foot = infantry(base_weapon="cannon", weapons=(*infantry().weapons, cannon))
    bad, good = (ability("bad_shot"),), (ability("good_shot"),)
    marked = zip(foot.models, (bad, bad, bad, good), strict=True)
    sheet = replace(foot, models=tuple(replace(each, abilities=marks) for each, marks in marked))
    ready = {"speed": "slow", "loads": {"musket": 1, "cannon": 1}}
    units = [("a1", "D5", "N", sheet, ready), ("a2", "A9", "N", tank(hidden=True), {"hidden": True}),
             ("b1", "D3", "S", ORK, {"speed": "slow"})]  # fmt: skip
    played = table([3], turn=2, units=units, running={"a1": FIRE}, pace="step")
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", PassChoice()).asks("fire", "red")
    played.when("red", fire("a1", shot("b1", 0), weapon="cannon")).then(TargetChosen).asks("fire", "red")
    played.when("red", fire("a1", shot("b1", 1), weapon="musket")).rejected("HX-ARMY-25", "base-has-fired")
    played.when("red", PassChoice()).accepted()
    assert roll(played).one(HitRolled).modifiers.total == 1
    few = table(units=[(*units[0][:4], {**ready, "dead": (1, 2, 3)}), units[2]], running={"a1": FIRE}, pace="step")
    begin(few, "gunnery_1")
    few.when("red", fire("a1", shot("b1", 0), weapon="cannon")).rejected("HX-ARMY-27", "too-few-models")


def test_a_burst_takes_all_its_tokens_and_makes_all_its_shots_at_one_base():
    """Burst(3) with three tokens makes three rolls."""
    gun = weapon("main_gun", burst=3, load_capacity=3)
    played = duel([2, 2, 2], own={"loads": {"main_gun": 3}}, sheet=armed(tank(), gun))
    begin(played, "gunnery_1")
    played.when("red", fire("a1", shot("b1"))).then(LoadSpent, left=0)
    assert [each.shot for each in roll(played).events if isinstance(each, HitRolled)] == ["s1", "s2", "s3"]


def test_fixed_guns_fire_at_once_each_in_its_own_angle():
    """x2/x1/x1/- gives two shots ahead and one to each side, at a corner on the edge."""
    system = weapon("guns", arc="x2/x1/-/-")
    played = table(
        turn=2, pace="step",
        units=[
            ("a1", "D5", "N", armed(tank(), system), {"loads": {"guns": 1}}),
            ("b1", "E4", "S", tank(), {}), ("b2", "D3", "S", tank(), {}),
        ],
        running={"a1": FIRE},
    )  # fmt: skip
    begin(played, "gunnery_1")
    left = fire("a1", shot("b1", gun="front_side_left"), weapon="guns")
    played.when("red", left).rejected("HX-FIXED-01", "outside-gun")
    three = fire("a1", *[shot("b2", gun="front")] * 3, weapon="guns")
    played.when("red", three).rejected("HX-FIXED-03", "too-many-guns")
    given = (shot("b2", gun="front"), shot("b1", gun="front"), shot("b1", gun="front_side_right"))
    out = played.when("red", fire("a1", *given, weapon="guns"))
    assert [each.on_edge for each in out.one(TargetChosen).shots] == [False, True, True]


def test_two_fire_orders_fire_two_weapons_and_share_an_aim_under_one_order():
    """With two gunnery orders the main gun and the machine gun fire in one step, and neither twice."""
    sheet = armed(tank(fire_orders=2), weapon("main_gun"), weapon("machine_gun", always_loaded=True, limited_ammo=2))
    played = duel(
        [2, 2], own={"aim": Aim(hex="D5", turn=1)}, sheet=sheet, running={"a1": ("-+-+-", "Fire+-", "Fire+-")}
    )
    begin(played, "gunnery_1")
    played.when("red", fire("a1", shot("b1"), use_aim=True)).then(AimSpent)
    played.when("red", fire("a1", shot("b1"))).rejected("HX-GUNNERY-23", "weapon-has-fired")
    out = played.when("red", fire("a1", shot("b1"), weapon="machine_gun", use_aim=True)).then(AmmoSpent, uses=1)
    out.without(LoadSpent)
    assert [each.modifiers.total for each in roll(played).events if isinstance(each, HitRolled)] == [2, 0]


def test_rolls_go_by_unit_whichever_side_declares_first():
    """The dwarf names its target before the spartan, and the dice go a1, then b1, all the same."""
    for first, second in (("dwarf", "spartan"), ("spartan", "dwarf")):
        played = table(
            [2, 3], turn=2,
            units=[
                ("a1", "D5", "N", tank(nation=first), READY), ("b1", "D2", "S", tank(nation=second), READY),
            ],
            running={"a1": FIRE, "b1": FIRE}, pace="step",
        )  # fmt: skip
        who, then = ("red", "blue") if first == "dwarf" else ("blue", "red")
        begin(played, "gunnery_1").asks("fire", who)
        played.when(who, fire("a1" if who == "red" else "b1", shot("b1" if who == "red" else "a1")))
        played.when(then, fire("a1" if then == "red" else "b1", shot("b1" if then == "red" else "a1")))
        rolled = [(each.unit, each.faces) for each in roll(played).events if isinstance(each, HitRolled)]
        assert rolled == [("a1", (2,)), ("b1", (3,))]


def test_offers_list_targets_and_are_accepted():
    """What is offered names the gun's targets alone and is not refused."""
    played = duel(own={"aim": Aim(hex="D5", turn=1)})
    begin(played, "gunnery_1")
    assert played.offered("red") == ["FireWeapon", "HoldFire", "PassChoice"]
    fields = {each.field: each.values for each in played.offers("red")[0].fields}
    assert {each.field for each in fields["shots"].parts} == {"model", "gun", "target"}
    assert fields["shots"].parts[2].values.values == ("b1",)
    assert played.refused(fire("a1", shot("b1"), use_aim=True), "red") == ()
    played.when("red", PassChoice()).without(TargetChosen)
    assert unit(played, "a1").loads[0].count == 1


def test_the_chance_of_a_hit_is_that_of_the_open_ended_die():
    """A 5 is needed; a 6 and one more adding die make 7."""
    assert [str(hit_chance(by)) for by in (5, 4, 0, -1, -2, -3)] == ["1", "1", "1/3", "1/6", "1/18", "1/54"]


def test_guards_count_while_every_alive_model_has_them():
    """Camouflage and Take Cover make a base harder to hit, Steady easier, and one model without ends it."""
    from adjudicator.rulesets.hex_orders.hits import tally_of, to_be_hit_rows

    marks = (ability("camouflage", word="forest"), ability("take_cover", x=2, word="crawling"), ability("steady"))
    for base, by in ((marks, 1 - 1 - 1 - 2 + 1), ((marks[0], marks[1]), 1 - 1 - 1 - 2)):
        played = table(
            units=[("b1", "D3", "S", infantry(abilities=base), {"speed": "crawling"})], hexes={"D3": "forest"}
        )
        assert tally_of(to_be_hit_rows(played.game, "b1"))[0].total == by

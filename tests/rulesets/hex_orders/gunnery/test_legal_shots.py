"""Who may fire at whom, and how shots are declared."""

from __future__ import annotations

from itertools import product

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    Aim,
    DeclaredShot,
    FireHeld,
    HexEffect,
    HitRolled,
    HitScored,
    HoldFire,
    LoadSpent,
    PassChoice,
    TargetChosen,
)
from tests.rulesets.hex_orders.fixtures import GUN, LOADED, ORK, infantry, squad, table, tank, weapon
from tests.rulesets.hex_orders.gunnery.fixtures import AHEAD, FIRE_FIRST, READY, duel, shooter, tank_duel
from tests.rulesets.hex_orders.gunnery.steps import begin_firing, declare_shots, fires_gun, roll
from tests.rulesets.hex_orders.steps import (
    begin,
    fires,
    hold_fire,
    legal,
    of_kind,
    refused,
    roll_declared,
    shot,
    silence,
    unit,
)


@pytest.mark.rule("HX-GUNNERY-18")
def test_targets_are_enemies_in_sight_and_arc():
    """A target in sight outside the arc is refused, and so is a friend."""
    more = [("a2", "D2", "N", infantry(nation="dwarf")), ("b2", "D7", "N", infantry())]
    played = begin_firing((), tank(), own={"loads": LOADED}, more=more)
    refused(played, "red", fires("a1", "main_gun", shot("b2")), "HX-ANGLES-05", "outside-arc")
    refused(played, "red", fires("a1", "main_gun", shot("a2")), "HX-GUNNERY-18", "friendly-target")
    declare_shots(played, shot("b1"), gun="main_gun").accepted()
    hold_fire(played)


@pytest.mark.rule("HX-GAP-04", "HX-GAP-09")
@pytest.mark.parametrize("kind", [infantry(), infantry(hidden=True), tank(hidden=True, nation="elf")])
def test_nobody_fires_with_the_other_teams_units(kind):
    """Each team fires with its own units: an enemy's is refused in the same words, seen or behind its token."""
    more = [("b2", "D7", "N", kind, {"hidden": True} if kind.hidden else {})]
    played = begin_firing((), tank(), own={"loads": LOADED}, more=more)
    refused(played, "red", fires("b2", "main_gun", shot("a1")), "HX-GAP-04", "not-your-unit")
    refused(played, "red", HoldFire(unit="b2", models=()), "HX-GAP-04", "not-your-unit")
    hold_fire(played)


@pytest.mark.rule("HX-GUNNERY-18")
def test_without_a_target_the_part_passes():
    """A loaded tank that has no legal target does nothing and keeps its load."""
    played = duel((), tank(), to="D8", own={"loads": LOADED})
    events = [*begin(played, "gunnery_1").events, *silence(played)]
    assert not of_kind(events, TargetChosen)
    assert not of_kind(events, LoadSpent)
    assert unit(played, "a1").loads[0].count == 1


@pytest.mark.rule("HX-GUNNERY-18")
def test_the_target_is_chosen_when_firing():
    """Both enemies may be chosen as they stand when the shot is declared."""
    for target in ("b1", "b2"):
        played = begin_firing([1], more=[("b2", "D2", "S", infantry(), {"speed": "slow"})])
        declare_shots(played, shot(target)).accepted()
        assert roll_declared(played).one(HitRolled).target == target


@pytest.mark.rule("HX-FIRE-01")
def test_a_model_may_hold_its_fire():
    """One model of a base declines: nothing is rolled for it, and the others fire."""
    played = begin_firing([1, 1, 1], squad(GUN))
    played.when("red", HoldFire(unit="a1", models=(2,))).then(FireHeld(unit="a1", models=(2,)))
    refused(played, "red", fires("a1", "gun", shot("b1", 2)), "HX-FIRE-01", "model-holds")
    declared = declare_shots(played, shot("b1", 1), shot("b1", 3), shot("b1", 4)).one(TargetChosen)
    assert [row.model for row in declared.shots] == [1, 3, 4]
    assert len(of_kind(roll_declared(played).events, HitRolled)) == 3


@pytest.mark.rule("HX-FIRE-01", "HX-GUNNERY-18")
def test_a_unit_without_a_target_is_not_offered_to_hold_its_fire():
    """Who could fire at nobody declines nothing: a seat is asked as long as other units may fire, in any order."""
    more = [("a2", "D7", "S", shooter(AHEAD), {"speed": "slow"})]
    played = duel([1], more=more, running={"a2": FIRE_FIRST})
    begin(played, "gunnery_1").asks("fire", "red")
    holds = [offer.fields[0].values.values for offer in played.offers(0) if offer.command == "HoldFire"]
    assert holds == [("a1",)]
    played.when("red", fires("a1", "gun", shot("b1"))).asks("gunnery_hits", "table")
    silence(played)


@pytest.mark.rule("HX-FIRE-01")
def test_nothing_is_rolled_without_sight():
    """A unit that sees no enemy can not roll, and keeps its load."""
    played = duel((), tank(), at="D6", to="D3", hexes={"D4": "forest", "D5": "forest"}, own={"loads": {"main_gun": 1}})
    events = [*begin(played, "gunnery_1").events, *silence(played)]
    assert not of_kind(events, TargetChosen)
    assert not of_kind(events, HitRolled)
    assert unit(played, "a1").loads[0].count == 1


@pytest.mark.rule("HX-FIRE-01")
def test_a_target_out_of_sight_is_refused():
    """Each shot is at an enemy in line of sight."""
    played = begin_firing((), at="D6", to="D3", hexes={"D4": "forest"}, more=[("b2", "D5", "S", infantry())])
    refused(played, "red", fires("a1", "gun", shot("b1")), "HX-GUNNERY-18", "no-line-of-sight")
    declare_shots(played, shot("b2")).accepted()
    hold_fire(played)


@pytest.mark.rule("HX-FIRE-01")
def test_nobody_is_asked_without_a_fire():
    """Without a Fire in its order a unit is not asked and rolls nothing."""
    played = duel((), orders=("-+-+-", "-+-"))
    events = [*begin(played, "gunnery_1").events, *silence(played)]
    assert not of_kind(events, HitRolled)


@pytest.mark.rule("HX-FIRE-02", "HX-GUNNERY-12")
def test_a_shot_is_rolled_when_all_is_declared_and_its_hit_waits_for_damage():
    """Slow at slow at normal range hits on 5, takes the load and asks for armour and damage."""
    played = tank_duel([5])
    begin(played, "gunnery_1").asks("fire", "red")
    out = played.when("red", fires_gun("a1", shot("b1")))
    out.then(
        TargetChosen(
            unit="a1",
            weapon="main_gun",
            shots=(
                DeclaredShot(
                    id="s1", model=1, gun="", target="b1", distance=3, on_edge=False, angle="front", aimed=False
                ),
            ),
        ),
        LoadSpent(unit="a1", weapon="main_gun", left=0),
    ).asks("gunnery_hits", "table")
    out = roll(played).then(HitRolled, faces=(5,), result=5, hit=True).then(HitScored).asks("damage", "table")
    hit = out.one(HitScored).hit
    assert (hit.id, hit.angle, hit.penetration.total, hit.bonus.total, hit.source) == ("h1", "front", 1, 0, "main_gun")
    assert [row.why for row in played.rolls] == ["to-hit"]
    assert unit(played, "a1").loads[0].count == 0


@pytest.mark.rule("HX-ANGLES-05", "HX-ANGLES-12", "HX-FIRE-33", "HX-FIXED-01")
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
def test_a_target_lies_in_the_field_of_fire_and_named_sides_on_the_line(at, facing, given, clause, reason):
    """A target has to lie in the field of fire, and sides that are named have to lie on the line."""
    both = [("a1", "D5", "N", tank(), READY), ("b1", at, facing, tank(), {}), ("b2", "D3", "N", tank(), {})]
    played = table(units=both, running={"a1": FIRE_FIRST}, pace="step")
    begin(played, "gunnery_1")
    played.when("red", fires_gun("a1", shot("b1", **given))).rejected(clause, reason)


@pytest.mark.rule("HX-ORDERS-04", "HX-TURN-24")
def test_who_is_gone_neither_fires_nor_is_fired_at():
    """Orders of a removed unit are discarded, and what is killed is no target once damage is applied."""
    gone = {"out": True}
    played = table(
        units=[
            ("a1", "D9", "N", tank(), READY),
            ("a2", "D8", "N", tank(), READY | gone),
            ("b1", "D7", "N", ORK, {}),
            ("b2", "E7", "N", ORK, gone),
        ],
        running={"a1": FIRE_FIRST},
        pace="step",
    )
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", fires_gun("a2", shot("b1"))).rejected("HX-ORDERS-04", "unit-is-gone")
    played.when("red", fires_gun("a1", shot("b2"))).rejected("HX-TURN-24", "target-is-gone")


@pytest.mark.rule("HX-GUNNERY-04", "HX-GUNNERY-07")
@pytest.mark.parametrize(("step", "clause"), [("gunnery_1", "HX-GUNNERY-07"), ("gunnery_2", "HX-GUNNERY-04")])
def test_who_has_no_fire_in_a_step_neither_fires_nor_holds(step, clause):
    """Whoever was not ordered to fire in this step is refused under the pattern that orders it."""
    ordered = {"gunnery_1": ("-+-+-", "Fire+-"), "gunnery_2": ("-+-+-", "-+Fire")}[step]
    played = table(
        units=[("a1", "D9", "N", tank(), READY), ("a2", "E8", "N", tank(), READY), ("b1", "D7", "N", ORK, {})],
        running={"a1": ordered},
        pace="step",
    )
    begin(played, step).asks("fire", "red")
    played.when("red", fires_gun("a2", shot("b1"))).rejected(clause, "no-fire-part")
    played.when("red", HoldFire(unit="a2")).rejected(clause, "no-fire-part")


@pytest.mark.rule("HX-GUNNERY-18", "HX-GUNNERY-20", "HX-FIRE-20")
def test_friends_hidden_units_and_what_lies_too_far_or_unseen_are_no_targets():
    """Each is refused under its own clause."""
    played = table(
        units=[
            ("a1", "D9", "N", tank(), READY),
            ("a2", "D8", "N", tank(), {}),
            ("b1", "D7", "N", ORK, {}),
            ("b2", "D6", "N", tank(nation="ork", hidden=True), {"hidden": True}),
            ("b3", "E1", "N", ORK, {}),
            ("b4", "D3", "N", ORK, {}),
        ],
        hexes={"D5": "forest"},
        running={"a1": FIRE_FIRST},
        pace="step",
    )
    begin(played, "gunnery_1").asks("fire", "blue")
    played.when("blue", PassChoice()).asks("fire", "red")
    for target, clause, reason in (
        ("a2", "HX-GUNNERY-18", "friendly-target"),
        ("b2", "HX-GUNNERY-20", "hidden-target"),
        ("b3", "HX-FIRE-20", "out-of-range"),
        ("b4", "HX-GUNNERY-18", "no-line-of-sight"),
        ("b9", "", "unknown-id"),
    ):
        played.when("red", fires_gun("a1", shot(target))).rejected(clause, reason)


def fires_from_d9(to, weapon_range, hexes):
    """Fire all round from D9; the reason why the shot is refused, or nothing."""
    token = ("a2", "A1", "N", infantry(), {"hidden": True})  # so red is asked whether or not it has a target
    gun = shooter(weapon("gun", weapon_range=weapon_range, arc="*", always_loaded=True))
    played = begin_firing((), gun, at="D9", to=to, hexes=hexes, more=[token])
    faults = played.refused(fires("a1", "gun", shot("b1")), "red")
    if not faults:
        declare_shots(played, shot("b1")).accepted()
    hold_fire(played)
    return [(fault.clause, fault.reason) for fault in faults]


@pytest.mark.rule("HX-MAP-02", "HX-FIRE-20", "HX-FIRE-21")
@pytest.mark.parametrize(("to", "steps"), [("G5", 6), ("D3", 6), ("B4", 6), ("E3", 7), ("G4", 7), ("A4", 7)])
@pytest.mark.ruling("HX-MAP-02.3")
def test_how_far_a_gun_reaches_follows_from_the_coordinates(to, steps):
    """A gun of range 3 reaches what lies six steps away, in whatever column, and nothing that lies seven away."""
    assert fires_from_d9(to, 3, {}) == ([] if steps == 6 else [("HX-FIRE-20", "out-of-range")])


@pytest.mark.rule("HX-LOS-03", "HX-GUNNERY-18")
@pytest.mark.parametrize(
    ("forest", "seen"),
    [*((name, False) for name in ("D8", "E7", "D5", "E4")), *((name, True) for name in ("E8", "C7", "D4", "F5"))],
)
@pytest.mark.ruling("HX-LOS-03.4")
def test_a_forest_hides_where_its_coordinates_lie_on_the_line(forest, seen):
    """From D9 to E3 a forest in a hex that the line crosses hides the target, and one beside it does not."""
    assert fires_from_d9("E3", 4, {forest: "forest"}) == ([] if seen else [("HX-GUNNERY-18", "no-line-of-sight")])


@pytest.mark.rule("HX-TURN-22")
def test_rolls_go_by_unit_whichever_side_declares_first():
    """The dwarf names its target before the spartan, and the dice go a1, then b1, all the same."""
    for first, second in (("dwarf", "spartan"), ("spartan", "dwarf")):
        played = table(
            [2, 3],
            turn=2,
            units=[("a1", "D5", "N", tank(nation=first), READY), ("b1", "D2", "S", tank(nation=second), READY)],
            running={"a1": FIRE_FIRST, "b1": FIRE_FIRST},
            pace="step",
        )
        who, then = ("red", "blue") if first == "dwarf" else ("blue", "red")
        begin(played, "gunnery_1").asks("fire", who)
        played.when(who, fires_gun("a1" if who == "red" else "b1", shot("b1" if who == "red" else "a1")))
        played.when(then, fires_gun("a1" if then == "red" else "b1", shot("b1" if then == "red" else "a1")))
        rolled = [(event.unit, event.faces) for event in roll(played).events if isinstance(event, HitRolled)]
        assert rolled == [("a1", (2,)), ("b1", (3,))]


def test_offers_list_targets_and_are_accepted():
    """What is offered names the gun's targets alone and is not refused."""
    played = tank_duel(own={"aim": Aim(hex="D5", turn=1)})
    begin(played, "gunnery_1")
    assert played.offered("red") == ["FireWeapon", "HoldFire", "PassChoice"]
    fields = {field.field: field.values for field in played.offers("red")[0].fields}
    (shot_of_gun,) = [row.values for row in fields["shots"].of]
    assert {part.field for part in shot_of_gun.parts} == {"model", "gun", "target"}
    assert shot_of_gun.parts[2].values.values == ("b1",)
    assert played.refused(fires_gun("a1", shot("b1"), use_aim=True), "red") == ()
    played.when("red", PassChoice()).without(TargetChosen)
    assert unit(played, "a1").loads[0].count == 1


def side_choices(played, command, target):
    """Give the sides that are offered for a target alone: exits and entries."""
    found = []
    for offered in played.offers("red"):
        fields = {row.field: row.values for row in offered.fields}
        if offered.command != command:
            continue
        if command == "FireWeapon":
            fields = {row.field: row.values for row in fields["shots"].of[-1].values.parts}
        if "exit" in fields or "entry" in fields:
            found.append((fields.get("target", fields.get("hex")).values, fields.get("exit"), fields.get("entry")))
    return [tuple(side and side.values for side in sides) for names, *sides in found if names == (target,)]


@pytest.mark.rule("HX-ANGLES-12", "HX-FIRE-33", "HX-GUNNERY-18")
@pytest.mark.parametrize(
    ("at", "arc", "offered"),
    [
        ("E4", "*/*/*/*", [(("N", "NE"), ("S", "SW"))]),
        ("F5", "*/*/*/*", [(("NE", "SE"), ("SW", "NW"))]),
        ("F5", "*/*/-/-", [(None, ("SW", "NW"))]),
        ("D3", "*/*/*/*", []),
    ],
)
def test_the_sides_of_a_corner_line_are_offered(at, arc, offered):
    """Where a line runs through a corner the offer names the ways out that the arc leaves and both ways in."""
    gun = weapon("gun", arc=arc, weapon_range=3, always_loaded=True)
    played = duel((), shooter(gun), tank(nation="elf"), to=at)
    begin(played, "gunnery_1").asks("fire", "red")
    assert side_choices(played, "FireWeapon", "b1") == offered
    for out, into in offered:
        for way_out, way_in in product(out or ("",), into):
            assert legal(played, "red", fires("a1", "gun", shot("b1", exit=way_out, entry=way_in)))


@pytest.mark.rule("HX-ANGLES-12", "HX-AREA-07")
@pytest.mark.parametrize(("at", "offered"), [("E4", [(None, ("S", "SW"))]), ("D4", [])])
def test_the_ways_in_of_an_area_attack_are_offered(at, offered):
    """At a corner the firer of an area attack chooses the side on which the enemies are hit."""
    mortar = weapon("gun", weapon_range=3, area=4, always_loaded=True)
    played = duel((), shooter(mortar), tank(nation="elf"), to=at)
    begin(played, "gunnery_1").asks("fire", "red")
    assert side_choices(played, "FireAreaWeapon", at) == offered


@pytest.mark.rule("HX-FIRE-33", "HX-HEXFX-17")
@pytest.mark.parametrize(("at", "offered"), [("E4", [(("N", "NE"), None)]), ("D3", [])])
def test_the_ways_out_of_an_effect_are_offered(at, offered):
    """Through a corner the firer of an effect chooses the side on which it leaves."""
    effect = HexEffect(kind="smoke", level=0, grade="", density=0)
    smoker = weapon("gun", weapon_range=2, always_loaded=True, damage=None, hex_effect=effect)
    played = duel((), shooter(smoker), tank(nation="elf"))
    begin(played, "gunnery_1").asks("fire", "red")
    assert side_choices(played, "FireHexEffect", at) == offered

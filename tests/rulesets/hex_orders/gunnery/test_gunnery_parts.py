"""Gunnery orders: their two parts, when each is carried out, and what replaces a part."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    Aim,
    AimSpent,
    AimTaken,
    AmmoSpent,
    HitRolled,
    LoadSpent,
    OrderReplacedByDefault,
    OrdersPlotted,
    TargetChosen,
    WeaponLoaded,
)
from adjudicator.rulesets.hex_orders.model.rows import Running
from tests.rulesets.hex_orders.fixtures import LOADED, armed, gunnery, infantry, squad, table, tank, weapon, with_orders
from tests.rulesets.hex_orders.gunnery.fixtures import FIRE_FIRST, READY, duel, gunner, shooter, tank_duel
from tests.rulesets.hex_orders.gunnery.steps import (
    as_declared,
    begin_firing,
    declare_shots,
    fires_gun,
    load_tokens,
    roll,
    with_gunnery,
)
from tests.rulesets.hex_orders.orders.steps import commit, plot, writing
from tests.rulesets.hex_orders.steps import (
    asked,
    begin,
    carry_out_steps,
    fires,
    hold_fire,
    of_kind,
    refused,
    roll_declared,
    shot,
    silence,
    unit,
)

STILL = {"speed": "stand_still"}


@pytest.mark.rule("HX-GUNNERY-01", "HX-GUNNERY-04")
def test_two_parts_one_for_each_gunnery_step():
    """-+Fire does nothing in Gunnery 1 and fires in Gunnery 2."""
    played = duel((), tank(), orders=("-+-+-", "-+Fire"), own={"loads": LOADED})
    begin(played, "gunnery_1")
    assert asked(played)[0] != "fire"
    silence(played)
    assert load_tokens(played) == 1
    begin(played, "gunnery_2").asks("fire", "red")
    declare_shots(played, shot("b1"), gun="main_gun").then(TargetChosen)
    hold_fire(played)


@pytest.mark.rule("HX-GUNNERY-01")
def test_three_parts_are_no_gunnery_order():
    """A gunnery order of one or three parts is refused when it is plotted."""
    played = writing([("a1", "D2", "S", tank()), ("b1", "D8", "N", infantry())])
    for order in ("-+Fire+-", "Fire", "-+-+-"):
        refused(played, "red", plot("a1", "-+-+-", order), "HX-GUNNERY-01", "no-gunnery-order")
    played.when("red", plot("a1", "-+-+-", "-+Fire")).then(OrdersPlotted)


@pytest.mark.rule("HX-GUNNERY-04")
def test_fire_in_gunnery_2_comes_after_all_movement():
    """A tank with F+-+- and -+Fire fires from the hex that it has come to."""
    played = duel((), tank(), at="D6", orders=("F+-+-", "-+Fire"), own={"loads": LOADED})
    carry_out_steps(
        played, "gunnery_1", "movement_1", "assault_1", "movement_2", "assault_2", "movement_3", "assault_3"
    )
    carry_out_steps(played, "gunnery_2")
    assert unit(played, "a1").hex == "D5"
    assert as_declared(declare_shots(played, shot("b1"), gun="main_gun")).distance == 2
    hold_fire(played)


@pytest.mark.rule("HX-GUNNERY-07")
def test_fire_in_gunnery_1_comes_before_any_movement():
    """A tank with F+-+- and Fire+- fires from where it began."""
    played = duel([1], tank(), at="D6", orders=("F+-+-", "Fire+-"), own={"loads": LOADED})
    begin(played, "gunnery_1").asks("fire", "red")
    assert as_declared(declare_shots(played, shot("b1"), gun="main_gun")).distance == 3
    roll_declared(played)
    carry_out_steps(played, "movement_1")
    assert unit(played, "a1").hex == "D5"


@pytest.mark.rule("HX-GUNNERY-02")
def test_aim_in_gunnery_2():
    """An aim of Gunnery 2 is taken from the hex then occupied, and helps a Fire of the next turn."""
    played = duel([3], shooter(), at="D6", orders=("F+-+-", "-+Aim"))
    carry_out_steps(played, "gunnery_1")
    assert unit(played, "a1").aim is None
    carry_out_steps(played, "movement_1", "assault_1", "movement_2", "assault_2", "movement_3", "assault_3")
    events = carry_out_steps(played, "gunnery_2")
    assert [(row.hex, row.turn) for row in of_kind(events, AimTaken)] == [("D5", 2)]
    carry_out_steps(played, "aftermath")
    with_gunnery(played, "Fire+-", turn=3)
    begin(played, "gunnery_1")
    declare_shots(played, shot("b1"), use_aim=True).then(AimSpent)
    assert roll_declared(played).one(HitRolled).modifiers.total == 2


@pytest.mark.rule("HX-GUNNERY-05")
def test_aim_in_gunnery_1():
    """An aim of Gunnery 1 is taken before movement, from the starting hex."""
    played = duel((), shooter(), at="D6", orders=("F+-+-", "Aim+-"))
    begin(played, "gunnery_1").then(AimTaken, unit="a1", hex="D6", turn=2)
    carry_out_steps(played, "movement_1")
    row = unit(played, "a1")
    assert (row.hex, row.aim) == ("D5", Aim(hex="D6", turn=2))


@pytest.mark.rule("HX-GUNNERY-03")
def test_load_in_gunnery_2_needs_standing_still():
    """A unit that stands still loads one; a slow one has its part replaced and loads nothing."""
    still = gunner("-+Load[main_gun]", row=STILL)
    begin(still, "gunnery_2").then(WeaponLoaded, unit="a1", weapon="main_gun", tokens=1)
    slow = gunner("-+Load[main_gun]")
    begin(slow, "gunnery_2").then(OrderReplacedByDefault, unit="a1", order="gunnery", part=2, instead="-").without(
        WeaponLoaded
    )
    assert (load_tokens(still), load_tokens(slow)) == (1, 0)


@pytest.mark.rule("HX-GUNNERY-03")
def test_a_unit_that_stopped_may_load():
    """The speed in Gunnery 2 counts: a slow unit that braked in Movement 1 loads."""
    played = gunner("-+Load[main_gun]")
    played.put("running", Running("a1", ("B", "-", "-"), (("-", "Load[main_gun]"),)), key="unit")
    carry_out_steps(
        played, "movement_1", "assault_1", "movement_2", "assault_2", "movement_3", "assault_3", "gunnery_2"
    )
    assert (unit(played, "a1").speed, load_tokens(played)) == ("stand_still", 1)


@pytest.mark.rule("HX-GUNNERY-06")
@pytest.mark.parametrize(
    ("pace", "options", "loaded"),
    [
        ("slow", {}, 1),
        ("fast", {}, 1),
        ("stand_still", {}, 1),
        ("slow", {"load_requires_stand_still": "both"}, 0),
        ("stand_still", {"load_requires_stand_still": "both"}, 1),
    ],
)
@pytest.mark.ruling("HX-GUNNERY-06.2", "HX-GUNNERY-06.3")
def test_load_in_gunnery_1_has_no_speed_of_its_own(pace, options, loaded):
    """Load+- is allowed at any speed, unless the option asks for standing still in both parts."""
    played = gunner("Load[main_gun]+-", row={"speed": pace}, options=options)
    begin(played, "gunnery_1")
    assert load_tokens(played) == loaded


@pytest.mark.rule("HX-GUNNERY-09")
def test_the_default_is_to_do_nothing():
    """A unit that plotted nothing does nothing in either step, unless its data have another default."""
    assert tank().default_gunnery == "-+-"
    played = gunner("-+-")
    for step in ("gunnery_1", "gunnery_2"):
        events = [*begin(played, step).events, *silence(played)]
        assert not of_kind(events, TargetChosen)
        assert not of_kind(events, WeaponLoaded)
    played = writing([("a1", "D2", "S", tank(default_gunnery="Aim+-")), ("b1", "D8", "N", infantry())])
    played.when("red", commit(defaults=True)).accepted()
    assert played.game.orders["a1@1"].gunnery == ("Aim+-",)


@pytest.mark.rule("HX-GUNNERY-09")
def test_a_part_that_is_illegal_in_both_steps():
    """A unit whose gunnery is not allowed at its speed does nothing in both steps."""
    limited = with_orders(tank(), gunnery=(gunnery("Aim+Aim", ("stand_still",), ("stand_still",)),))
    played = gunner("Aim+Aim", limited)
    for step in ("gunnery_1", "gunnery_2"):
        begin(played, step).then(OrderReplacedByDefault, unit="a1", instead="-")
        silence(played)
    assert unit(played, "a1").aim is None


@pytest.mark.rule("HX-GUNNERY-10")
def test_each_part_is_checked_at_the_speed_of_its_moment():
    """With Fire for slow only, a fast unit that brakes in Movement 2 may fire in part 2 and not in part 1."""
    orders = (gunnery("Fire+Fire", ("slow",), ("slow",)),)
    firer = shooter(speeds=tank().speeds)
    played = duel((), replace(firer, gunnery=orders), at="D6", own={"speed": "fast"}, orders=("F+B+-", "Fire+Fire"))
    first = begin(played, "gunnery_1")
    first.then(OrderReplacedByDefault, unit="a1", order="gunnery", part=1, ordered="Fire", instead="-")
    assert asked(played)[0] != "fire"
    silence(played)
    carry_out_steps(
        played, "movement_1", "assault_1", "movement_2", "assault_2", "movement_3", "assault_3", "gunnery_2"
    )
    assert (unit(played, "a1").speed, asked(played)[:2]) == ("slow", ("fire", (0,)))
    declare_shots(played, shot("b1")).then(TargetChosen)
    hold_fire(played)


@pytest.mark.rule("HX-GUNNERY-22")
def test_a_part_that_is_not_allowed_leaves_the_other_alone():
    """Fire without load becomes a dash, and the Load of the other part is carried out."""
    played = gunner("Fire+Load[main_gun]", row=STILL)
    begin(played, "gunnery_1").then(OrderReplacedByDefault, unit="a1", part=1, ordered="Fire", instead="-")
    silence(played)
    begin(played, "gunnery_2").then(WeaponLoaded, unit="a1", tokens=1)


@pytest.mark.rule("HX-GUNNERY-23")
@pytest.mark.ruling("HX-GUNNERY-23.2")
def test_models_may_use_different_weapons():
    """In a base of four with muskets and grenades two may fire each; a model that fires both is refused."""
    musket = weapon("musket", weapon_range=2, always_loaded=True)
    pistol = weapon("pistol", weapon_range=2, always_loaded=True)
    played = begin_firing([1, 1, 1, 1], squad(musket, pistol))
    declare_shots(played, shot("b1", 1), shot("b1", 2), gun="musket").accepted()
    refused(played, "red", fires("a1", "pistol", shot("b1", 2)), "HX-GUNNERY-23", "model-has-fired")
    declare_shots(played, shot("b1", 3), shot("b1", 4), gun="pistol").accepted()
    assert len(of_kind(roll_declared(played).events, HitRolled)) == 4


@pytest.mark.rule("HX-GUNNERY-23")
@pytest.mark.ruling("HX-GUNNERY-23.2")
def test_two_fire_orders_in_one_step():
    """A tank with two gunnery orders, both Fire+-, fires main gun and machine gun, and the main gun not twice."""
    sheet = armed(tank(fire_orders=2), weapon("main_gun", load_capacity=2), weapon("machine_gun", always_loaded=True))
    played = begin_firing([1, 1], sheet, own={"loads": {"main_gun": 2}}, orders=("-+-+-", "Fire+-", "Fire+-"))
    declare_shots(played, shot("b1"), gun="main_gun").accepted()
    refused(played, "red", fires("a1", "main_gun", shot("b1")), "HX-GUNNERY-23", "weapon-has-fired")
    declare_shots(played, shot("b1"), gun="machine_gun").accepted()
    assert len(of_kind(roll_declared(played).events, HitRolled)) == 2


@pytest.mark.rule("HX-GUNNERY-23")
def test_one_fire_order_is_one_weapon_of_a_model():
    """With a single Fire a tank's second weapon is refused."""
    sheet = armed(tank(), weapon("main_gun", always_loaded=True), weapon("machine_gun", always_loaded=True))
    played = begin_firing([1], sheet, orders=FIRE_FIRST)
    declare_shots(played, shot("b1"), gun="main_gun").accepted()
    refused(played, "red", fires("a1", "machine_gun", shot("b1")), "HX-FIRE-31", "not-asked")
    roll_declared(played)


GUNS = tuple(weapon(name, always_loaded=True) for name in ("left", "right"))


def two_gunnery_orders(*orders, speed="fast"):
    """A fast unit with two gunnery orders: of its patterns, Fire+- is for slow units alone and Fire+Spot for all."""
    sheet = shooter(GUNS[0])
    (crew,) = sheet.models
    both = replace(
        sheet,
        weapons=GUNS,
        models=(replace(crew, weapons=("left", "right")),),
        fire_orders=2,
        gunnery=(gunnery("Fire+-", first=("slow",)), gunnery("Fire+Spot")),
    )
    units = [("a1", "D5", "N", both, {"speed": speed}), ("b1", "D3", "S", infantry(), {"speed": "slow"})]
    return table((), units=units, running={"a1": ("-+-+-", *orders)}, pace="step")


@pytest.mark.rule("HX-GUNNERY-10", "HX-GUNNERY-23")
@pytest.mark.parametrize("orders", [("Fire+-", "Fire+Spot"), ("Fire+Spot", "Fire+-")])
def test_each_gunnery_order_is_judged_by_its_own_pattern(orders):
    """Of two Fire parts in one step only the one whose pattern forbids the speed becomes no action."""
    played = two_gunnery_orders(*orders)
    begun = begin(played, "gunnery_1").asks("fire", "red")
    assert [row.reason for row in of_kind(begun.events, OrderReplacedByDefault)] == ["speed"]
    played.when("red", fires("a1", "left", shot("b1"))).accepted()
    refused(played, "red", fires("a1", "right", shot("b1")), "HX-FIRE-31", "not-asked")
    assert unit(played, "a1").speed == "fast"


@pytest.mark.rule("HX-GUNNERY-10", "HX-GUNNERY-23")
def test_both_fire_where_both_may():
    """At a speed that both patterns allow, both weapons fire."""
    played = two_gunnery_orders("Fire+-", "Fire+Spot", speed="slow")
    begin(played, "gunnery_1").asks("fire", "red").without(OrderReplacedByDefault)
    played.when("red", fires("a1", "left", shot("b1"))).accepted()
    played.when("red", fires("a1", "right", shot("b1"))).accepted()
    played.dice.faces.clear()


@pytest.mark.rule("HX-GUNNERY-12")
def test_a_fire_without_load_becomes_no_action_and_nobody_is_asked():
    """Load 0 at Fire replaces the part."""
    played = tank_duel(own={"loads": ()})
    out = begin(played, "gunnery_1")
    out.then(OrderReplacedByDefault, unit="a1", part=1, ordered="Fire", instead="-", reason="not-loaded")
    assert played.game.running["a1"].gunnery == (("-", "-"),)


@pytest.mark.rule("HX-GUNNERY-10", "HX-SHAKEN-04")
def test_a_shaken_unit_and_one_at_a_wrong_speed_do_nothing():
    """Parts are judged by the state of the unit when they are due."""
    limited = with_orders(tank(), gunnery=(gunnery("Aim+Aim", first=("slow",)),))
    played = table(
        units=[
            ("a1", "D5", "N", tank(), {**READY, "pinned": 2}),
            ("a2", "C5", "N", limited, {"speed": "fast"}),
            ("b1", "D2", "S", tank(), {}),
        ],
        running={"a1": FIRE_FIRST, "a2": ("-+-+-", "Aim+Aim")},
        pace="step",
    )
    out = begin(played, "gunnery_1")
    out.then(OrderReplacedByDefault, unit="a1", reason="shaken").then(OrderReplacedByDefault, unit="a2", reason="speed")
    assert unit(played, "a2").aim is None


@pytest.mark.rule("HX-GUNNERY-23")
def test_two_fire_orders_fire_two_weapons_and_share_an_aim_under_one_order():
    """With two gunnery orders the main gun and the machine gun fire in one step, and neither twice."""
    sheet = armed(tank(fire_orders=2), weapon("main_gun"), weapon("machine_gun", always_loaded=True, limited_ammo=2))
    played = tank_duel(
        [2, 2], own={"aim": Aim(hex="D5", turn=1)}, sheet=sheet, running={"a1": ("-+-+-", "Fire+-", "Fire+-")}
    )
    begin(played, "gunnery_1")
    played.when("red", fires_gun("a1", shot("b1"), use_aim=True)).then(AimSpent)
    played.when("red", fires_gun("a1", shot("b1"))).rejected("HX-GUNNERY-23", "weapon-has-fired")
    spent = played.when("red", fires_gun("a1", shot("b1"), weapon="machine_gun", use_aim=True))
    spent.rejected("HX-GUNNERY-15", "no-aim", "use_aim")
    out = played.when("red", fires_gun("a1", shot("b1"), weapon="machine_gun")).then(AmmoSpent, uses=1)
    out.without(LoadSpent)
    assert [event.modifiers.total for event in roll(played).events if isinstance(event, HitRolled)] == [2, 0]

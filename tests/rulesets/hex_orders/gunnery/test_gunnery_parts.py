"""Gunnery orders: their two parts, loading and aiming."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.messages import (
    Aim,
    AimExpired,
    AimSpent,
    AimTaken,
    HitRolled,
    LoadSpent,
    OrderReplacedByDefault,
    OrdersPlotted,
    TargetChosen,
    UnitPlaced,
    WeaponLoaded,
)
from adjudicator.rulesets.hex_orders.rows import Running
from tests.rulesets.hex_orders.givens import (
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
from tests.rulesets.hex_orders.said import deploying, kept, place, refused
from tests.rulesets.hex_orders.said_fire import (
    FIRE_FIRST,
    GUN,
    LOADED,
    as_declared,
    asked,
    at,
    commit,
    declares,
    duel,
    fires,
    firing,
    hush,
    march,
    needs,
    plot,
    ready,
    rolls,
    shooter,
    silence,
    squad,
    writing,
)

STILL = {"speed": "stand_still"}
FOE = ("b1", "D3", "S", infantry(), {"speed": "slow"})


def tokens(played, name="main_gun", unit_id="a1"):
    """Give the load tokens of a weapon."""
    return sum(each.count for each in unit(played, unit_id).loads if each.weapon == name)


def gunner(order, sheet=None, turn=1, **changes):
    """Put a unit with a gunnery order into D5."""
    row = {"speed": "slow", **changes.pop("row", {})}
    return table(
        (), changes.pop("options", None), turn=turn, pace="step",
        units=[("a1", "D5", "N", ready(sheet or tank(), "-+-+-", order), row), FOE],
        running={"a1": ("-+-+-", order)}, **changes,
    )  # fmt: skip


def reordered(played, *gunnery_orders, turn=None, unit_id="a1"):
    """Give a unit other gunnery orders past all rules, in another turn if one is named."""
    sheets = {**played.game.sheets, unit_id: ready(played.game.sheets[unit_id], "-+-+-", *gunnery_orders)}
    played.set(sheets=sheets)
    parts = tuple(tuple(order.split("+")) for order in gunnery_orders)
    if turn:
        played.set(turn=turn)
    return played.put("running", Running(unit_id, ("-", "-", "-"), parts), key="unit")


# -- parts


@pytest.mark.rule("HX-GUNNERY-01", "HX-GUNNERY-04")
def test_two_parts_one_for_each_gunnery_step():
    """-+Fire does nothing in Gunnery 1 and fires in Gunnery 2."""
    played = duel((), tank(), orders=("-+-+-", "-+Fire"), own={"loads": LOADED})
    begin(played, "gunnery_1")
    assert asked(played)[0] != "fire"
    silence(played)
    assert tokens(played) == 1
    begin(played, "gunnery_2").asks("fire", "red")
    declares(played, at("b1"), gun="main_gun").then(TargetChosen)
    hush(played)


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
    march(played, "gunnery_1", "movement_1", "assault_1", "movement_2", "assault_2", "movement_3", "assault_3")
    march(played, "gunnery_2")
    assert unit(played, "a1").hex == "D5"
    assert as_declared(declares(played, at("b1"), gun="main_gun")).range == 2
    hush(played)


@pytest.mark.rule("HX-GUNNERY-07")
def test_fire_in_gunnery_1_comes_before_any_movement():
    """A tank with F+-+- and Fire+- fires from where it began."""
    played = duel([1], tank(), at="D6", orders=("F+-+-", "Fire+-"), own={"loads": LOADED})
    begin(played, "gunnery_1").asks("fire", "red")
    assert as_declared(declares(played, at("b1"), gun="main_gun")).range == 3
    rolls(played)
    march(played, "movement_1")
    assert unit(played, "a1").hex == "D5"


@pytest.mark.rule("HX-GUNNERY-02")
def test_aim_in_gunnery_2():
    """An aim of Gunnery 2 is taken from the hex then occupied, and helps a Fire of the next turn."""
    played = duel([3], shooter(), at="D6", orders=("F+-+-", "-+Aim"))
    march(played, "gunnery_1")
    assert unit(played, "a1").aim is None
    march(played, "movement_1", "assault_1", "movement_2", "assault_2", "movement_3", "assault_3")
    events = march(played, "gunnery_2")
    assert [(each.hex, each.turn) for each in kept(events, AimTaken)] == [("D5", 2)]
    march(played, "aftermath")
    reordered(played, "Fire+-", turn=3)
    begin(played, "gunnery_1")
    declares(played, at("b1"), use_aim=True).then(AimSpent)
    assert rolls(played).one(HitRolled).modifiers.total == 2


@pytest.mark.rule("HX-GUNNERY-05")
def test_aim_in_gunnery_1():
    """An aim of Gunnery 1 is taken before movement, from the starting hex."""
    played = duel((), shooter(), at="D6", orders=("F+-+-", "Aim+-"))
    begin(played, "gunnery_1").then(AimTaken, unit="a1", hex="D6", turn=2)
    march(played, "movement_1")
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
    assert (tokens(still), tokens(slow)) == (1, 0)


@pytest.mark.rule("HX-GUNNERY-03")
def test_a_unit_that_stopped_may_load():
    """The speed in Gunnery 2 counts: a slow unit that braked in Movement 1 loads."""
    played = gunner("-+Load[main_gun]")
    played.put("running", Running("a1", ("B", "-", "-"), (("-", "Load[main_gun]"),)), key="unit")
    march(played, "movement_1", "assault_1", "movement_2", "assault_2", "movement_3", "assault_3", "gunnery_2")
    assert (unit(played, "a1").speed, tokens(played)) == ("stand_still", 1)


@pytest.mark.rule("HX-GUNNERY-06")
@pytest.mark.parametrize(
    ("pace", "options", "loaded"),
    [
        ("slow", {}, 1), ("fast", {}, 1), ("stand_still", {}, 1),
        ("slow", {"load_requires_stand_still": "both"}, 0), ("stand_still", {"load_requires_stand_still": "both"}, 1),
    ],
)  # fmt: skip
def test_load_in_gunnery_1_has_no_speed_of_its_own(pace, options, loaded):
    """Load+- is allowed at any speed, unless the option asks for standing still in both parts."""
    played = gunner("Load[main_gun]+-", row={"speed": pace}, options=options)
    begin(played, "gunnery_1")
    assert tokens(played) == loaded


@pytest.mark.rule("HX-GUNNERY-09")
def test_the_default_is_to_do_nothing():
    """A unit that plotted nothing does nothing in either step, unless its data have another default."""
    assert tank().default_gunnery == "-+-"
    played = gunner("-+-")
    for step in ("gunnery_1", "gunnery_2"):
        events = [*begin(played, step).events, *silence(played)]
        assert not kept(events, TargetChosen)
        assert not kept(events, WeaponLoaded)
    played = writing([("a1", "D2", "S", tank(default_gunnery="Aim+-")), ("b1", "D8", "N", infantry())])
    played.when("red", commit(defaults=True)).accepted()
    assert played.game.orders["a1@1"].gunnery == ("Aim+-",)


@pytest.mark.rule("HX-GUNNERY-09")
def test_a_part_that_is_illegal_in_both_steps():
    """A unit whose gunnery is not allowed at its speed does nothing in both steps."""
    limited = free(tank(), gunnery=(gunnery("Aim+Aim", ("stand_still",), ("stand_still",)),))
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
    march(played, "movement_1", "assault_1", "movement_2", "assault_2", "movement_3", "assault_3", "gunnery_2")
    assert (unit(played, "a1").speed, asked(played)[:2]) == ("slow", ("fire", (0,)))
    declares(played, at("b1")).then(TargetChosen)
    hush(played)


@pytest.mark.rule("HX-GUNNERY-22")
def test_a_part_that_is_not_allowed_leaves_the_other_alone():
    """Fire without load becomes a dash, and the Load of the other part is carried out."""
    played = gunner("Fire+Load[main_gun]", row=STILL)
    begin(played, "gunnery_1").then(OrderReplacedByDefault, unit="a1", part=1, ordered="Fire", instead="-")
    silence(played)
    begin(played, "gunnery_2").then(WeaponLoaded, unit="a1", tokens=1)


# -- load


@pytest.mark.rule("HX-GUNNERY-11")
def test_an_ordinary_gun_gets_one_token():
    """Load takes an ordinary gun from 0 to 1, and a weapon marked load[5] from 0 to 5."""
    ordinary = gunner("Load[main_gun]+-")
    begin(ordinary, "gunnery_1").then(WeaponLoaded, tokens=1)
    quick = armed(tank(), weapon("main_gun", load_per_order=5, load_capacity=5))
    played = gunner("Load[main_gun]+-", quick)
    begin(played, "gunnery_1").then(WeaponLoaded, tokens=5)
    assert (tokens(ordinary), tokens(played)) == (1, 5)


@pytest.mark.rule("HX-GUNNERY-11")
def test_a_load_is_for_the_weapon_that_was_named():
    """With muskets and a hand cannon, Load[hand_cannon] loads the cannon alone."""
    foot = infantry(weapons=(*infantry().weapons, weapon("hand_cannon")), base_weapon="hand_cannon")
    played = gunner("Load[hand_cannon]+-", foot)
    begin(played, "gunnery_1").then(WeaponLoaded, weapon="hand_cannon", tokens=1)
    assert (tokens(played, "hand_cannon"), tokens(played, "musket")) == (1, 0)


@pytest.mark.rule("HX-GUNNERY-11")
def test_the_weapon_of_a_load_is_named_when_it_is_plotted():
    """A Load without a weapon, or with one that the unit has not, is refused."""
    played = writing([("a1", "D2", "S", tank()), ("b1", "D8", "N", infantry())])
    for order in ("Load+-", "Load[cannon]+-"):
        refused(played, "red", plot("a1", "-+-+-", order), "HX-GUNNERY-11", "load-names-no-weapon")
    played.when("red", plot("a1", "-+-+-", "Load[main_gun]+-")).then(OrdersPlotted)


@pytest.mark.rule("HX-GUNNERY-12")
def test_no_fire_without_a_token():
    """With load 0 a Fire becomes a dash and nothing is rolled."""
    played = duel((), tank())
    begin(played, "gunnery_1").then(OrderReplacedByDefault, unit="a1", part=1, ordered="Fire", instead="-")
    assert asked(played)[0] != "fire"
    assert not kept(silence(played), HitRolled)


@pytest.mark.rule("HX-GUNNERY-12")
def test_firing_uses_one_token():
    """With load 1 the shot is resolved and the load is 0; a second Fire needs a new Load."""
    played = duel([5, 1], tank(), own={"loads": LOADED}, orders=("-+-+-", "Fire+Fire"))
    begin(played, "gunnery_1").asks("fire", "red")
    declares(played, at("b1"), gun="main_gun").then(LoadSpent(unit="a1", weapon="main_gun", left=0))
    assert rolls(played).one(HitRolled).hit
    silence(played)
    begin(played, "gunnery_2").then(OrderReplacedByDefault, unit="a1", part=2, ordered="Fire", instead="-")
    assert (asked(played)[0] != "fire", tokens(played)) == (True, 0)


@pytest.mark.rule("HX-GUNNERY-12")
def test_all_models_use_one_token_together():
    """Four models that fire one weapon under one order take one of its tokens."""
    musket = weapon("musket", load_per_order=2, load_capacity=2)
    played = firing([1, 1, 1, 1], squad(musket), own={"loads": {"musket": 2}})
    shots = [at("b1", number) for number in (1, 2, 3, 4)]
    declares(played, *shots, gun="musket").then(LoadSpent, left=1)
    assert len(kept(rolls(played).events, HitRolled)) == 4


@pytest.mark.rule("HX-GUNNERY-13")
@pytest.mark.parametrize(("per", "most", "before", "after"), [(1, 1, 1, 1), (5, 5, 3, 5), (1, 2, 1, 2), (1, 2, 2, 2)])
def test_a_weapon_holds_so_much_and_no_more(per, most, before, after):
    """An ordinary gun stays at 1, load[5] at 3 goes to 5, and other capacities are as the data say."""
    gun = armed(tank(), weapon("main_gun", load_per_order=per, load_capacity=most))
    played = gunner("Load[main_gun]+-", gun, row={"loads": {"main_gun": before}})
    begin(played, "gunnery_1")
    assert tokens(played) == after


@pytest.mark.rule("HX-GUNNERY-13")
@pytest.mark.parametrize(
    ("changes", "held"),
    [({}, [0, 1, 1]), ({"load_per_order": 5}, [0, 5, 5]), ({"burst": 3}, [0, 1, 2, 3, 3]),
     ({"burst": 3, "load_per_order": 2}, [0, 2, 3, 3]), ({"burst": 2, "load_per_order": 5}, [0, 5, 5])],
)  # fmt: skip
def test_without_a_capacity_of_its_own_a_weapon_holds_what_it_needs(changes, held):
    """Where the data state no capacity a weapon holds what one Load gives, or what its Burst needs if that is more."""
    played = gunner("Load[main_gun]+-", armed(tank(), weapon("main_gun", load_capacity=0, **changes)))
    found = [tokens(played)]
    for _ in held[1:]:
        begin(played, "gunnery_1")
        silence(played)
        found.append(tokens(played))
        reordered(played, "Load[main_gun]+-")
    assert found == held


@pytest.mark.rule("HX-GUNNERY-13")
def test_a_burst_weapon_holds_what_a_burst_needs():
    """Burst(3) with an ordinary Load goes 0, 1, 2, 3 over three Loads, and stays there."""
    gun = armed(tank(), weapon("main_gun", burst=3, load_per_order=1, load_capacity=3))
    played = gunner("Load[main_gun]+-", gun)
    found = [tokens(played)]
    for _ in range(4):
        begin(played, "gunnery_1")
        silence(played)
        found.append(tokens(played))
        reordered(played, "Load[main_gun]+-")
    assert found == [0, 1, 2, 3, 3]


@pytest.mark.rule("HX-GUNNERY-14")
@pytest.mark.parametrize(("options", "loads"), [({}, 0), ({"weapons_start_loaded": True}, 1)])
def test_weapons_start_empty(options, loads):
    """A unit is placed without load tokens, unless the option has weapons start loaded."""
    played = deploying(["standard_tank"], ["standard_tank"], [1, 6], **options)
    who = "red" if played.window.asks == (0,) else "blue"
    placed = played.when(who, place(1, "D2" if who == "red" else "D8")).one(UnitPlaced)
    assert sum(each.count for each in placed.loads) == loads


@pytest.mark.rule("HX-GUNNERY-14")
def test_the_first_fire_is_replaced_and_always_loaded_weapons_fire():
    """In turn 1 Fire+- becomes a dash for lack of load; a weapon that is always loaded may fire."""
    played = duel((), tank(), turn=1)
    begin(played, "gunnery_1").then(OrderReplacedByDefault, unit="a1", ordered="Fire", instead="-")
    played = firing([5], shooter(), turn=1)
    declares(played, at("b1")).without(LoadSpent)
    assert rolls(played).one(HitRolled).hit


# -- aim


@pytest.mark.rule("HX-GUNNERY-15")
def test_aim_adds_two_once():
    """Aims of turns 1 and 2 give a Fire in turn 3 +2, not +4."""
    played = gunner("Aim+-", shooter(), turn=1)
    played.faces(3)
    for turn in (1, 2):
        reordered(played, "Aim+-", turn=turn)
        begin(played, "gunnery_1").then(AimTaken, turn=turn)
        silence(played)
        march(played, "aftermath")
    reordered(played, "Fire+-", turn=3)
    begin(played, "gunnery_1")
    declares(played, at("b1"), use_aim=True).then(AimSpent)
    assert rolls(played).one(HitRolled).modifiers.total == 2
    assert unit(played, "a1").aim is None


@pytest.mark.rule("HX-GUNNERY-15")
def test_using_it_is_optional():
    """With use_aim=false the shot is at +0 and the aim is kept."""
    aim = Aim(hex="D5", turn=1)
    played = firing([5], own={"aim": aim})
    declares(played, at("b1")).without(AimSpent)
    assert rolls(played).one(HitRolled).modifiers.total == 0
    assert unit(played, "a1").aim == aim


@pytest.mark.rule("HX-GUNNERY-15")
def test_an_aim_covers_every_shot_of_its_fire():
    """All models that fire under the order have the +2, and the aim is spent once."""
    played = firing([3, 3], squad(GUN, count=2), own={"aim": Aim(hex="D5", turn=1)})
    declares(played, at("b1", 1), at("b1", 2), use_aim=True).one(AimSpent)
    assert [each.modifiers.total for each in kept(rolls(played).events, HitRolled)] == [2, 2]


@pytest.mark.rule("HX-GUNNERY-16")
def test_an_aim_lasts_to_the_end_of_the_next_turn():
    """An aim of turn 2 is there after the Aftermath of turn 2, and lost in that of turn 3."""
    played = gunner("Aim+-", shooter(), turn=2)
    begin(played, "gunnery_1").then(AimTaken, turn=2)
    silence(played)
    assert not kept(march(played, "aftermath"), AimExpired)
    assert unit(played, "a1").aim == Aim(hex="D5", turn=2)
    reordered(played, "-+-", turn=3)
    assert [each.unit for each in kept(march(played, "aftermath"), AimExpired)] == ["a1"]
    assert unit(played, "a1").aim is None


@pytest.mark.rule("HX-GUNNERY-16")
def test_it_is_usable_through_gunnery_2_of_the_next_turn():
    """A Fire in Gunnery 2 of turn 3 still uses an aim of turn 2; a Fire of turn 4 is at +0."""
    given: dict[str, Any] = {"own": {"aim": Aim(hex="D5", turn=2)}, "orders": ("-+-+-", "-+Fire"), "step": "gunnery_2"}
    played = firing([3], turn=3, **given)
    declares(played, at("b1"), use_aim=True).accepted()
    assert rolls(played).one(HitRolled).modifiers.total == 2
    played = gunner("-+-", shooter(), turn=3, row={"aim": Aim(hex="D5", turn=2)})
    march(played, "aftermath")
    reordered(played, "Fire+-", turn=4)
    begin(played, "gunnery_1")
    played.faces(5)
    declares(played, at("b1")).accepted()
    assert (rolls(played).one(HitRolled).modifiers.total, unit(played, "a1").aim) == (0, None)


@pytest.mark.rule("HX-GUNNERY-16")
def test_moving_and_turning_keep_it():
    """A unit that moves and turns keeps its aim."""
    mover = free(shooter(), "F+R+-")
    played = duel((), mover, at="D7", to="D3", own={"aim": Aim(hex="D7", turn=2)}, orders=("F+R+-", "-+-"))
    march(played, "movement_1", "assault_1", "movement_2")
    row = unit(played, "a1")
    assert (row.hex, row.facing, row.aim) == ("D6", "NE", Aim(hex="D7", turn=2))


@pytest.mark.rule("HX-GUNNERY-17")
def test_an_aim_counts_for_what_is_seen_from_where_it_was_taken():
    """Aimed at D8 and moved to E7: a target that both hexes see is shot at with +2, one hidden from D8 with +0."""
    own = {"aim": Aim(hex="D8", turn=1)}
    assert needs(3, at="E7", to="E4", own=own, use_aim=True) == {"HX-FIRE-16": 2}
    played = firing(
        [5, 3], squad(weapon("gun", range=4, always_loaded=True), count=2), at="E7", to="D5", own=own,
        hexes={"D7": "forest"}, more=[("b2", "F6", "S", infantry(), {"speed": "slow"})],
    )  # fmt: skip
    shots = declares(played, at("b1", 1), at("b2", 2), use_aim=True).one(TargetChosen).shots
    assert [each.aimed for each in shots] == [False, True]
    assert [each.modifiers.total for each in kept(rolls(played).events, HitRolled)] == [0, 2 + 1]


@pytest.mark.rule("HX-GUNNERY-17")
def test_height_of_the_aim_hex_counts():
    """The line is drawn from the height of the hex where the aim was taken."""
    own = {"aim": Aim(hex="D8", turn=1)}
    for terrain, aimed in (("hills", True), ("clear", False)):
        hexes = {"D8": terrain, "D7": "forest"}
        played = firing([5], at="E7", to="D4", own=own, hexes=hexes)
        assert as_declared(declares(played, at("b1"), use_aim=True)).aimed is aimed
        rolls(played)


# -- one order, one weapon


@pytest.mark.rule("HX-GUNNERY-23")
def test_models_may_use_different_weapons():
    """In a base of four with muskets and grenades two may fire each; a model that fires both is refused."""
    musket = weapon("musket", range=2, always_loaded=True)
    pistol = weapon("pistol", range=2, always_loaded=True)
    played = firing([1, 1, 1, 1], squad(musket, pistol))
    declares(played, at("b1", 1), at("b1", 2), gun="musket").accepted()
    refused(played, "red", fires("a1", "pistol", at("b1", 2)), "HX-GUNNERY-23", "model-has-fired")
    declares(played, at("b1", 3), at("b1", 4), gun="pistol").accepted()
    assert len(kept(rolls(played).events, HitRolled)) == 4


@pytest.mark.rule("HX-GUNNERY-23")
def test_two_fire_orders_in_one_step():
    """A tank with two gunnery orders, both Fire+-, fires main gun and machine gun, and the main gun not twice."""
    sheet = armed(tank(fire_orders=2), weapon("main_gun", load_capacity=2), weapon("machine_gun", always_loaded=True))
    played = firing([1, 1], sheet, own={"loads": {"main_gun": 2}}, orders=("-+-+-", "Fire+-", "Fire+-"))
    declares(played, at("b1"), gun="main_gun").accepted()
    refused(played, "red", fires("a1", "main_gun", at("b1")), "HX-GUNNERY-23", "weapon-has-fired")
    declares(played, at("b1"), gun="machine_gun").accepted()
    assert len(kept(rolls(played).events, HitRolled)) == 2


@pytest.mark.rule("HX-GUNNERY-23")
def test_one_fire_order_is_one_weapon_of_a_model():
    """With a single Fire a tank's second weapon is refused."""
    sheet = armed(tank(), weapon("main_gun", always_loaded=True), weapon("machine_gun", always_loaded=True))
    played = firing([1], sheet, orders=FIRE_FIRST)
    declares(played, at("b1"), gun="main_gun").accepted()
    refused(played, "red", fires("a1", "machine_gun", at("b1")), "HX-FIRE-31", "not-asked")
    rolls(played)

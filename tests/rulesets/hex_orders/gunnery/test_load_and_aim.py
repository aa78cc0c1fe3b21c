"""Load tokens and aims: how they come, how long they last, and what they are spent on."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adjudicator.rulesets.hex_orders.bots.situation import sampled
from adjudicator.rulesets.hex_orders.model.messages import (
    Aim,
    AimExpired,
    AimSpent,
    AimTaken,
    HitRolled,
    LoadSpent,
    OrderReplacedByDefault,
    OrdersPlotted,
    PassChoice,
    RollHits,
    TargetChosen,
    UnitPlaced,
    WeaponLoaded,
)
from tests.rulesets.hex_orders.fixtures import (
    GUN,
    LOADED,
    armed,
    field,
    infantry,
    squad,
    table,
    tank,
    weapon,
    with_orders,
)
from tests.rulesets.hex_orders.gunnery.fixtures import duel, gunner, loaded_tank, shooter
from tests.rulesets.hex_orders.gunnery.steps import (
    as_declared,
    begin_firing,
    declare_shots,
    load_tokens,
    modifiers_for_hit_on,
    with_gunnery,
)
from tests.rulesets.hex_orders.orders.steps import plot, writing
from tests.rulesets.hex_orders.setup.steps import deploying, place
from tests.rulesets.hex_orders.steps import (
    asked,
    begin,
    carry_out_steps,
    of_kind,
    refused,
    roll_declared,
    shot,
    silence,
    unit,
)


@pytest.mark.rule("HX-GUNNERY-11")
def test_an_ordinary_gun_gets_one_token():
    """Load takes an ordinary gun from 0 to 1, and a weapon marked load[5] from 0 to 5."""
    ordinary = gunner("Load[main_gun]+-")
    begin(ordinary, "gunnery_1").then(WeaponLoaded, tokens=1)
    quick = armed(tank(), weapon("main_gun", load_per_order=5, load_capacity=5))
    played = gunner("Load[main_gun]+-", quick)
    begin(played, "gunnery_1").then(WeaponLoaded, tokens=5)
    assert (load_tokens(ordinary), load_tokens(played)) == (1, 5)


@pytest.mark.rule("HX-GUNNERY-11")
@pytest.mark.ruling("HX-GUNNERY-11.2")
def test_a_load_is_for_the_weapon_that_was_named():
    """With muskets and a hand cannon, Load[hand_cannon] loads the cannon alone."""
    foot = infantry(weapons=(*infantry().weapons, weapon("hand_cannon")), base_weapon="hand_cannon")
    played = gunner("Load[hand_cannon]+-", foot)
    begin(played, "gunnery_1").then(WeaponLoaded, weapon="hand_cannon", tokens=1)
    assert (load_tokens(played, "hand_cannon"), load_tokens(played, "musket")) == (1, 0)


@pytest.mark.rule("HX-GUNNERY-11")
@pytest.mark.ruling("HX-GUNNERY-11.2")
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
    assert not of_kind(silence(played), HitRolled)


@pytest.mark.rule("HX-GUNNERY-12")
@pytest.mark.ruling("HX-GUNNERY-12.2")
def test_firing_uses_one_token():
    """With load 1 the shot is resolved and the load is 0; a second Fire needs a new Load."""
    played = duel([5, 1], tank(), own={"loads": LOADED}, orders=("-+-+-", "Fire+Fire"))
    begin(played, "gunnery_1").asks("fire", "red")
    declare_shots(played, shot("b1"), gun="main_gun").then(LoadSpent(unit="a1", weapon="main_gun", left=0))
    assert roll_declared(played).one(HitRolled).hit
    silence(played)
    begin(played, "gunnery_2").then(OrderReplacedByDefault, unit="a1", part=2, ordered="Fire", instead="-")
    assert (asked(played)[0] != "fire", load_tokens(played)) == (True, 0)


@pytest.mark.rule("HX-GUNNERY-12")
@pytest.mark.ruling("HX-GUNNERY-12.2")
def test_all_models_use_one_token_together():
    """Four models that fire one weapon under one order take one of its tokens."""
    musket = weapon("musket", load_per_order=2, load_capacity=2)
    played = begin_firing([1, 1, 1, 1], squad(musket), own={"loads": {"musket": 2}})
    shots = [shot("b1", number) for number in (1, 2, 3, 4)]
    declare_shots(played, *shots, gun="musket").then(LoadSpent, left=1)
    assert len(of_kind(roll_declared(played).events, HitRolled)) == 4


@pytest.mark.rule("HX-GUNNERY-13")
@pytest.mark.parametrize(("per", "most", "before", "after"), [(1, 1, 1, 1), (5, 5, 3, 5), (1, 2, 1, 2), (1, 2, 2, 2)])
@pytest.mark.ruling("HX-GUNNERY-13.2")
def test_a_weapon_holds_so_much_and_no_more(per, most, before, after):
    """An ordinary gun stays at 1, load[5] at 3 goes to 5, and other capacities are as the data say."""
    gun = armed(tank(), weapon("main_gun", load_per_order=per, load_capacity=most))
    played = gunner("Load[main_gun]+-", gun, row={"loads": {"main_gun": before}})
    begin(played, "gunnery_1")
    assert load_tokens(played) == after


@pytest.mark.rule("HX-GUNNERY-13")
@pytest.mark.parametrize(
    ("changes", "held"),
    [
        ({}, [0, 1, 1]),
        ({"load_per_order": 5}, [0, 5, 5]),
        ({"burst": 3}, [0, 1, 2, 3, 3]),
        ({"burst": 3, "load_per_order": 2}, [0, 2, 3, 3]),
        ({"burst": 2, "load_per_order": 5}, [0, 5, 5]),
    ],
)
@pytest.mark.ruling("HX-GUNNERY-13.2")
def test_without_a_capacity_of_its_own_a_weapon_holds_what_it_needs(changes, held):
    """Where the data state no capacity a weapon holds what one Load gives, or what its Burst needs if that is more."""
    played = gunner("Load[main_gun]+-", armed(tank(), weapon("main_gun", load_capacity=0, **changes)))
    found = [load_tokens(played)]
    for _ in held[1:]:
        begin(played, "gunnery_1")
        silence(played)
        found.append(load_tokens(played))
        with_gunnery(played, "Load[main_gun]+-")
    assert found == held


@pytest.mark.rule("HX-GUNNERY-13")
def test_a_burst_weapon_holds_what_a_burst_needs():
    """Burst(3) with an ordinary Load goes 0, 1, 2, 3 over three Loads, and stays there."""
    gun = armed(tank(), weapon("main_gun", burst=3, load_per_order=1, load_capacity=3))
    played = gunner("Load[main_gun]+-", gun)
    found = [load_tokens(played)]
    for _ in range(4):
        begin(played, "gunnery_1")
        silence(played)
        found.append(load_tokens(played))
        with_gunnery(played, "Load[main_gun]+-")
    assert found == [0, 1, 2, 3, 3]


@pytest.mark.rule("HX-GUNNERY-14")
@pytest.mark.parametrize(("options", "loads"), [({}, 0), ({"weapons_start_loaded": True}, 1)])
@pytest.mark.ruling("HX-SETUP-14.3", "HX-GUNNERY-14.2", "HX-GUNNERY-14.3")
def test_weapons_start_empty(options, loads):
    """A unit is placed without load tokens, unless the option has weapons start loaded."""
    played = deploying(["standard_tank"], ["standard_tank"], [1, 6], **options)
    who = "red" if played.window.asks == (0,) else "blue"
    placed = played.when(who, place(1, "D2" if who == "red" else "D8")).one(UnitPlaced)
    assert sum(load.count for load in placed.loads) == loads


@pytest.mark.rule("HX-GUNNERY-14")
def test_the_first_fire_is_replaced_and_always_loaded_weapons_fire():
    """In turn 1 Fire+- becomes a dash for lack of load; a weapon that is always loaded may fire."""
    played = duel((), tank(), turn=1)
    begin(played, "gunnery_1").then(OrderReplacedByDefault, unit="a1", ordered="Fire", instead="-")
    played = begin_firing([5], shooter(), turn=1)
    declare_shots(played, shot("b1")).without(LoadSpent)
    assert roll_declared(played).one(HitRolled).hit


@pytest.mark.rule("HX-GUNNERY-15")
@pytest.mark.ruling("HX-GUNNERY-15.2")
def test_aim_adds_two_once():
    """Aims of turns 1 and 2 give a Fire in turn 3 +2, not +4."""
    played = gunner("Aim+-", shooter(), turn=1)
    played.faces(3)
    for turn in (1, 2):
        with_gunnery(played, "Aim+-", turn=turn)
        begin(played, "gunnery_1").then(AimTaken, turn=turn)
        silence(played)
        carry_out_steps(played, "aftermath")
    with_gunnery(played, "Fire+-", turn=3)
    begin(played, "gunnery_1")
    declare_shots(played, shot("b1"), use_aim=True).then(AimSpent)
    assert roll_declared(played).one(HitRolled).modifiers.total == 2
    assert unit(played, "a1").aim is None


@pytest.mark.rule("HX-GUNNERY-15")
def test_using_it_is_optional():
    """With use_aim=false the shot is at +0 and the aim is kept."""
    aim = Aim(hex="D5", turn=1)
    played = begin_firing([5], own={"aim": aim})
    declare_shots(played, shot("b1")).without(AimSpent)
    assert roll_declared(played).one(HitRolled).modifiers.total == 0
    assert unit(played, "a1").aim == aim


@pytest.mark.rule("HX-GUNNERY-15")
@pytest.mark.ruling("HX-GUNNERY-15.2")
def test_an_aim_covers_every_shot_of_its_fire():
    """All models that fire under the order have the +2, and the aim is spent once."""
    played = begin_firing([3, 3], squad(GUN, count=2), own={"aim": Aim(hex="D5", turn=1)})
    declare_shots(played, shot("b1", 1), shot("b1", 2), use_aim=True).one(AimSpent)
    assert [row.modifiers.total for row in of_kind(roll_declared(played).events, HitRolled)] == [2, 2]


@pytest.mark.rule("HX-GUNNERY-16")
@pytest.mark.ruling("HX-GUNNERY-16.2")
def test_an_aim_lasts_to_the_end_of_the_next_turn():
    """An aim of turn 2 is there after the Aftermath of turn 2, and lost in that of turn 3."""
    played = gunner("Aim+-", shooter(), turn=2)
    begin(played, "gunnery_1").then(AimTaken, turn=2)
    silence(played)
    assert not of_kind(carry_out_steps(played, "aftermath"), AimExpired)
    assert unit(played, "a1").aim == Aim(hex="D5", turn=2)
    with_gunnery(played, "-+-", turn=3)
    assert [row.unit for row in of_kind(carry_out_steps(played, "aftermath"), AimExpired)] == ["a1"]
    assert unit(played, "a1").aim is None


@pytest.mark.rule("HX-GUNNERY-16")
@pytest.mark.ruling("HX-GUNNERY-16.2")
def test_it_is_usable_through_gunnery_2_of_the_next_turn():
    """A Fire in Gunnery 2 of turn 3 still uses an aim of turn 2; a Fire of turn 4 is at +0."""
    given: dict[str, Any] = {"own": {"aim": Aim(hex="D5", turn=2)}, "orders": ("-+-+-", "-+Fire"), "step": "gunnery_2"}
    played = begin_firing([3], turn=3, **given)
    declare_shots(played, shot("b1"), use_aim=True).accepted()
    assert roll_declared(played).one(HitRolled).modifiers.total == 2
    played = gunner("-+-", shooter(), turn=3, row={"aim": Aim(hex="D5", turn=2)})
    carry_out_steps(played, "aftermath")
    with_gunnery(played, "Fire+-", turn=4)
    begin(played, "gunnery_1")
    played.faces(5)
    declare_shots(played, shot("b1")).accepted()
    assert (roll_declared(played).one(HitRolled).modifiers.total, unit(played, "a1").aim) == (0, None)


@pytest.mark.rule("HX-GUNNERY-16")
@pytest.mark.ruling("HX-GUNNERY-16.3")
def test_moving_and_turning_keep_it():
    """A unit that moves and turns keeps its aim."""
    mover = with_orders(shooter(), "F+R+-")
    played = duel((), mover, at="D7", to="D3", own={"aim": Aim(hex="D7", turn=2)}, orders=("F+R+-", "-+-"))
    carry_out_steps(played, "movement_1", "assault_1", "movement_2")
    row = unit(played, "a1")
    assert (row.hex, row.facing, row.aim) == ("D6", "NE", Aim(hex="D7", turn=2))


@pytest.mark.rule("HX-GUNNERY-17")
@pytest.mark.ruling("HX-GUNNERY-15.2", "HX-GUNNERY-17.2")
def test_an_aim_counts_for_what_is_seen_from_where_it_was_taken():
    """Aimed at D8 and moved to E7: a target that both hexes see is shot at with +2, one hidden from D8 with +0."""
    own = {"aim": Aim(hex="D8", turn=1)}
    assert modifiers_for_hit_on(3, at="E7", to="E4", own=own, use_aim=True) == {"HX-FIRE-16": 2}
    played = begin_firing(
        [5, 3],
        squad(weapon("gun", weapon_range=4, always_loaded=True), count=2),
        at="E7",
        to="D5",
        own=own,
        hexes={"D7": "forest"},
        more=[("b2", "F6", "S", infantry(), {"speed": "slow"})],
    )
    shots = declare_shots(played, shot("b1", 1), shot("b2", 2), use_aim=True).one(TargetChosen).shots
    assert [row.aimed for row in shots] == [False, True]
    assert [row.modifiers.total for row in of_kind(roll_declared(played).events, HitRolled)] == [0, 2 + 1]


@pytest.mark.rule("HX-GUNNERY-15", "HX-GUNNERY-17")
@pytest.mark.ruling("HX-GUNNERY-15.2")
@pytest.mark.parametrize(
    "firer",
    [
        squad(weapon("gun", weapon_range=4, always_loaded=True), count=2),
        shooter(weapon("gun", weapon_range=4, always_loaded=True, arc="x2/x2/-/-")),
    ],
    ids=["models", "fixed guns"],
)
def test_an_aim_is_offered_where_it_counts_for_one_shot_of_a_volley(firer):
    """A volley is offered the aim exactly if it counts for one of its targets, and no command so made is refused."""
    played = begin_firing(
        (),
        firer,
        at="E7",
        to="D5",
        own={"aim": Aim(hex="D8", turn=1)},
        hexes={"D7": "forest"},
        more=[("b2", "F6", "S", infantry(), {"speed": "slow"})],
    )
    offers = [row for row in played.offers("red") if row.command == "FireWeapon"]
    found = {made for row in offers for seed in range(100) if (made := _with_aim(row, Random(seed))) is not None}
    volleys = {(tuple(sorted(shot.target for shot in row.shots)), row.use_aim) for row in found}
    assert {(("b1", "b1"), False), (("b1", "b2"), True), (("b2",), True)} <= volleys
    assert all(aimed is ("b2" in targets) for targets, aimed in volleys)
    assert not any(played.refused(row, "red") for row in found)


def _with_aim(offered, chance):
    return sampled(offered, chance, lambda field, values: "true" if field == "use_aim" else chance.choice(values))


@pytest.mark.rule("HX-GUNNERY-17")
@pytest.mark.ruling("HX-GUNNERY-17.2")
def test_height_of_the_aim_hex_counts():
    """The line is drawn from the height of the hex where the aim was taken."""
    own = {"aim": Aim(hex="D8", turn=1)}
    for terrain, aimed in (("hills", True), ("clear", False)):
        hexes = {"D8": terrain, "D7": "forest"}
        played = begin_firing([5], at="E7", to="D4", own=own, hexes=hexes)
        fired = declare_shots(played, shot("b1"), use_aim=True)
        if not aimed:
            fired.rejected("HX-GUNNERY-17", "aim-not-from-there", "use_aim", unit="a1")
            fired = declare_shots(played, shot("b1"))
        assert as_declared(fired).aimed is aimed
        roll_declared(played)


@pytest.mark.rule("HX-GUNNERY-03", "HX-GUNNERY-11", "HX-GUNNERY-13")
def test_load_and_aim_are_carried_out_at_once_and_load_stops_at_what_a_weapon_holds():
    """Load gives one token and no second one to an ordinary gun; a second Load stands still."""
    played = table(
        units=[
            ("a1", "D5", "N", tank(), {}),
            ("a2", "C5", "N", tank(), {"loads": LOADED}),
            ("b1", "D1", "S", tank(), {}),
            ("b2", "E1", "S", tank(), {"speed": "slow"}),
        ],
        running={
            "a1": ("-+-+-", "Load[main_gun]+-"),
            "a2": ("-+-+-", "Load[main_gun]+-"),
            "b1": ("-+-+-", "Aim+-"),
            "b2": ("-+-+-", "-+Load[main_gun]"),
        },
        pace="step",
    )
    begin(played, "gunnery_1").then(
        WeaponLoaded(owner=253, unit="a1", weapon="main_gun", tokens=1),
        AimTaken(owner=253, unit="b1", hex="D1", turn=1),
        WeaponLoaded(owner=253, unit="a2", weapon="main_gun", tokens=1),
    )
    begin(played, "gunnery_2").then(OrderReplacedByDefault, unit="b2", reason="speed").cites("HX-GUNNERY-03")


@pytest.mark.rule("HX-GUNNERY-12")
def test_what_is_loaded_in_a_step_is_not_fired_in_it():
    """With two gunnery orders Load and Fire fall into one step: the shot needs a token from before."""
    for tokens, may_fire in ((0, False), (1, True)):
        played = loaded_tank(sheet=tank(fire_orders=2), own={"loads": {"main_gun": tokens}})
        game = field(
            units=[("a1", "D5", "N", tank(fire_orders=2), {})], running={"a1": ("-+-+-", "Load[main_gun]+-", "Fire+-")}
        )
        played.put("running", game.running["a1"], key="unit")
        played.set(orders={**played.game.orders, "a1@1": game.orders["a1@1"]})
        out = begin(played, "gunnery_1")
        if may_fire:
            out.asks("fire", "red")
            played.when("red", PassChoice())
        played.when("table", RollHits())
        assert unit(played, "a1").loads[0].count == 1


@pytest.mark.rule("HX-GUNNERY-15", "HX-GUNNERY-16")
def test_who_took_no_aim_uses_none():
    """A shot that asks for an aim where none was taken, or where it is too old, is refused, and offered none."""
    for own in ({}, {"aim": Aim(hex="D5", turn=1)}):
        played = begin_firing((), own=own, turn=3)
        fields = [domain.field for row in played.offers("red") if row.command == "FireWeapon" for domain in row.fields]
        assert "shots" in fields
        assert "use_aim" not in fields
        declare_shots(played, shot("b1"), use_aim=True).rejected("HX-GUNNERY-15", "no-aim", "use_aim", unit="a1")

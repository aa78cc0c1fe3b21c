"""Terrain: what the board is made of and what it costs to enter it."""

from typing import Any

import pytest

from adjudicator.rulesets.hex_orders.messages import (
    DifficultTerrainTokenPlaced,
    Feature,
    HexTerrain,
    MapArea,
    OrderReplacedByDefault,
    StuckRolled,
    SubmitMapArea,
    UnitMoved,
)
from tests.rulesets.hex_orders.givens import free, infantry, smoke, table, tank, unit
from tests.rulesets.hex_orders.said import area, kept, looks, march, mustered, points, refused, shoot, stepping, whole

TERRAINS = ("clear", "mountains", "hills", "forest", "swamp", "building", "ruins", "rough")
WALKER = tank(types=("vehicle", "walker"), name="Walker")
BIRD = infantry(types=("infantry", "biological", "flying"), name="Bird")
CAVALRY = infantry(types=("cavalry", "biological"), name="Cavalry")


# -- what the board is made of


@pytest.mark.rule("HX-TERRAIN-01")
@pytest.mark.parametrize("terrain", TERRAINS)
def test_eight_terrains_are_accepted(terrain):
    """Each of the eight basic terrains may be designed, and the hex has it on the board."""
    played = mustered(["guard"], ["guard"])
    played.play(("red", area({"B2": terrain})), ("blue", area()))
    assert played.game.hexes["B2"].terrain == terrain


@pytest.mark.rule("HX-TERRAIN-01")
def test_a_hex_has_exactly_one_terrain():
    """A hex without a terrain, with two, or with one that does not exist is refused."""
    played = mustered(["guard"], ["guard"])
    refused(played, "red", area({"B2": "lava"}), "HX-TERRAIN-01", "not-among")
    refused(played, "red", area({"B2": ""}), "HX-TERRAIN-01", "not-among")
    two = tuple(HexTerrain(hex="B2", terrain=terrain, overlays=()) for terrain in ("forest", "hills"))
    refused(played, "red", SubmitMapArea(area=MapArea(hexes=two)), "HX-TERRAIN-01", "hex-twice")
    played.play(("red", area({"B2": "forest"})), ("blue", area()))
    assert {each.terrain for each in played.game.hexes.values()} == {"clear", "forest"}
    assert len(played.game.hexes) == 63


@pytest.mark.rule("HX-TERRAIN-02")
def test_cost_and_cover_of_smoke_are_added_to_the_terrain():
    """Forest with smoke costs a vehicle 2+1, and its target has the row of forest and that of smoke."""
    assert points(tank(), "forest+smoke") == 3
    assert points(tank(), "forest") == 2
    rolled = shoot([6, 5, 1], hexes={"D3": "forest+smoke"})
    assert (rolled.modifiers.total, rolled.result, rolled.hit) == (-2, 5, True)
    assert shoot([6, 4], hexes={"D3": "forest+smoke"}).hit is False


@pytest.mark.rule("HX-TERRAIN-03")
def test_an_entrenchment_without_numbers_is_a_label():
    """An overlay without data is accepted and changes neither cost nor sight nor cover."""
    played = mustered(["guard"], ["guard"])
    played.play(("red", area({"B2": "clear+entrenchment"})), ("blue", area()))
    assert played.game.hexes["B2"].overlays == ("entrenchment",)
    assert points(tank(), "clear+entrenchment") == 1
    assert looks("D5", "D2", {"D4": "clear+entrenchment"})
    assert shoot([5], hexes={"D3": "clear+entrenchment"}).modifiers.total == 0


@pytest.mark.rule("HX-TERRAIN-03")
def test_overlay_data_give_an_entrenchment_numbers():
    """The option overlay_data sets what an overlay costs, whether it blocks sight, and its cover."""
    dug = Feature(name="entrenchment", cost=1, blocks=True, to_be_hit=-1)
    assert points(tank(), "clear+entrenchment", overlay_data=(dug,)) == 2
    assert points(tank(), "forest+entrenchment", overlay_data=(dug,)) == 3
    assert not looks("D5", "D2", {"D4": "clear+entrenchment"}, overlay_data=(dug,))
    assert shoot([5], hexes={"D3": "clear+entrenchment"}, overlay_data=(dug,)).modifiers.total == -1


# -- cost


@pytest.mark.rule("HX-TERRAIN-04")
def test_clear_costs_1():
    """Any unit enters a clear hex at once and without a token."""
    for sheet in (tank(), infantry(), WALKER, CAVALRY):
        assert points(sheet, "clear") == 1


@pytest.mark.rule("HX-TERRAIN-05")
def test_up_a_mountain_costs_2():
    """From a lower hex a unit gets onto a mountain on its second attempt."""
    for origin in ("clear", "hills"):
        assert points(tank(), "mountains", origin) == 2
        assert points(infantry(), "mountains", origin) == 2
    row = unit(stepping(tank(), "mountains"), "a1")
    assert (row.hex, row.difficult_hex, row.difficult) == ("D5", "D4", 1)


@pytest.mark.rule("HX-TERRAIN-06")
def test_down_a_mountain_costs_what_lies_below():
    """The descent costs 1; a destination that costs 2 still does."""
    assert points(tank(), "clear", "mountains") == 1
    assert points(tank(), "forest", "mountains") == 2
    assert points(infantry(), "forest", "mountains") == 1
    assert points(infantry(), "rough", "mountains") == 2


@pytest.mark.rule("HX-TERRAIN-09")
def test_up_a_hill_costs_2():
    """F+F+- from clear ground: the first F places a token, the second enters the hill."""
    units = [("a1", "D5", "N", tank(), {"speed": "fast"})]
    played = table(pace="step", hexes={"D4": "hills"}, units=units, running={"a1": ("F+F+-",)})
    march(played, "movement_1")
    assert (unit(played, "a1").hex, unit(played, "a1").difficult) == ("D5", 1)
    march(played, "movement_2")
    assert (unit(played, "a1").hex, unit(played, "a1").difficult) == ("D4", 0)


@pytest.mark.rule("HX-TERRAIN-10")
def test_down_a_hill_costs_what_lies_below():
    """From a hill a unit enters clear ground at once and ruins on its second attempt."""
    assert points(tank(), "clear", "hills") == 1
    assert points(tank(), "ruins", "hills") == 2


@pytest.mark.rule("HX-TERRAIN-13")
def test_only_a_rise_costs_2():
    """Level ground costs 1 on any height, and a mountain is a rise from a hill."""
    assert points(tank(), "hills", "hills") == 1
    assert points(tank(), "mountains", "mountains") == 1
    assert points(tank(), "mountains", "hills") == 2
    assert points(tank(), "hills", "mountains") == 1


@pytest.mark.rule("HX-TERRAIN-14")
@pytest.mark.parametrize("word", ["vehicle", "tank", "tracked", "wheeled"])
def test_forest_costs_a_vehicle_2(word):
    """A unit with vehicle, tank, tracked or wheeled in its types enters a forest on its second attempt."""
    assert points(tank(types=(word,)), "forest") == 2


@pytest.mark.rule("HX-TERRAIN-15")
def test_forest_costs_others_1():
    """Infantry and cavalry enter a forest at once."""
    assert points(infantry(), "forest") == 1
    assert points(CAVALRY, "forest") == 1


@pytest.mark.rule("HX-TERRAIN-17")
@pytest.mark.parametrize("size", ["small", "medium", "large", "huge"])
def test_swamp_costs_1_to_enter(size):
    """A unit of any size enters a swamp at once."""
    assert points(tank(size=size), "swamp") == 1
    assert points(tank(types=WALKER.types, size=size), "swamp") == 1


@pytest.mark.rule("HX-TERRAIN-18")
def test_a_large_unit_pays_1_to_leave_a_swamp():
    """A large walker leaves a swamp for clear ground on its second attempt, a medium one on its first."""
    assert points(tank(types=WALKER.types, size="large"), "clear", "swamp") == 2
    assert points(tank(types=WALKER.types, size="medium"), "clear", "swamp") == 1
    assert points(tank(types=WALKER.types, size="large"), "rough", "swamp") == 3


@pytest.mark.rule("HX-TERRAIN-19")
def test_a_huge_unit_pays_2_to_leave_a_swamp():
    """A huge unit needs three attempts from swamp to clear ground and four onto a hill."""
    giant = tank(types=WALKER.types, size="huge")
    assert points(giant, "clear", "swamp") == 3
    assert points(giant, "hills", "swamp") == 4


@pytest.mark.rule("HX-TERRAIN-22")
def test_a_building_costs_infantry_2():
    """Infantry enters a building on its second attempt."""
    assert points(infantry(), "building") == 2


@pytest.mark.rule("HX-TERRAIN-23")
def test_only_infantry_enters_a_building():
    """A tank's step towards a building is not allowed: the default comes instead, and no token is placed."""
    units = [("a1", "D5", "N", tank(), {"speed": "fast"})]
    played = table(pace="step", hexes={"D4": "building"}, units=units, running={"a1": ("F+R+-",)})
    events = march(played, "movement_1")
    row = unit(played, "a1")
    assert (row.hex, row.difficult_hex, row.difficult) == ("D5", "", 0)
    assert [each.unit for each in kept(events, OrderReplacedByDefault)][:1] == ["a1"]
    assert not kept(events, DifficultTerrainTokenPlaced)
    for sheet in (CAVALRY, WALKER):
        assert unit(stepping(sheet, "building", held=3), "a1").hex == "D5"


@pytest.mark.rule("HX-TERRAIN-23")
def test_a_special_rule_lets_others_into_a_building():
    """A unit whose data permit buildings may enter one."""
    assert unit(stepping(tank(terrain_permissions=("building",)), "building", held=3), "a1").hex == "D4"


@pytest.mark.rule("HX-TERRAIN-25")
def test_ruins_cost_everybody_2():
    """Tank and infantry alike enter ruins on their second attempt."""
    assert points(tank(), "ruins") == 2
    assert points(infantry(), "ruins") == 2


@pytest.mark.rule("HX-TERRAIN-27")
def test_rough_ground_costs_everybody_2():
    """Tank and infantry alike enter rough ground on their second attempt."""
    assert points(tank(), "rough") == 2
    assert points(infantry(), "rough") == 2


@pytest.mark.rule("HX-TERRAIN-29")
def test_smoke_costs_1_more():
    """Clear ground with smoke costs 2, rough ground with smoke 3, however many markers lie there."""
    assert points(infantry(), "clear+smoke") == 2
    assert points(infantry(), "rough+smoke") == 3
    played = table(pace="step", hexes={"D4": smoke(1)}, units=[("a1", "D5", "N", tank(), {"speed": "slow"})])
    march(played, "movement_1")
    assert unit(played, "a1").difficult == 1


@pytest.mark.rule("HX-TERRAIN-32")
def test_one_step_adds_everything_up():
    """A large tank that leaves a swamp for a smoky forest pays 2+1+1 and leaves on its fourth attempt."""
    assert points(tank(size="large"), "forest+smoke", "swamp", dice=(3,)) == 4


# -- stuck


@pytest.mark.rule("HX-TERRAIN-20")
@pytest.mark.parametrize("word", ["tracked", "wheeled", "track", "wheel"])
def test_tracks_and_wheels_get_stuck_on_1_and_2(word):
    """Each step that would take it out of a swamp such a unit rolls: on 1 or 2 it stays, without a token."""
    for face in (1, 2):
        played = stepping(tank(types=("vehicle", word)), "clear", "swamp", dice=(face,))
        row = unit(played, "a1")
        assert (row.hex, row.difficult) == ("D5", 0)
    for face in (3, 6):
        assert unit(stepping(tank(types=("vehicle", word)), "clear", "swamp", dice=(face,)), "a1").hex == "D4"


@pytest.mark.rule("HX-TERRAIN-20")
def test_a_stuck_unit_tries_again_in_the_next_step():
    """A tracked tank rolls 2 and stays, rolls 3 in the next step and leaves."""
    units = [("a1", "D5", "N", tank(), {"speed": "fast"})]
    played = table([2, 3], pace="step", hexes={"D5": "swamp"}, units=units, running={"a1": ("F+F+-",)})
    (stuck,) = kept(march(played, "movement_1"), StuckRolled)
    assert (stuck.unit, stuck.face, stuck.stuck) == ("a1", 2, True)
    assert (unit(played, "a1").hex, unit(played, "a1").difficult) == ("D5", 0)
    events = march(played, "movement_2")
    (free_again,) = kept(events, StuckRolled)
    assert (free_again.face, free_again.stuck) == (3, False)
    assert [each.hex for each in kept(events, UnitMoved)] == ["D4"]


@pytest.mark.rule("HX-TERRAIN-20")
def test_who_never_rolls_for_being_stuck():
    """Infantry, walkers, and units whose order keeps them in their hex do not roll."""
    assert unit(stepping(infantry(), "clear", "swamp"), "a1").hex == "D4"
    assert unit(stepping(WALKER, "clear", "swamp"), "a1").hex == "D4"
    assert unit(stepping(free(tank(), "R+-+-"), "clear", "swamp", order="R+-+-"), "a1").facing == "NE"
    assert unit(stepping(tank(), "clear", "swamp", order="B+-+-"), "a1").speed == "stand_still"


@pytest.mark.rule("HX-TERRAIN-20")
def test_a_stuck_unit_still_changes_speed_and_keeps_its_tokens():
    """A stuck unit may still change its speed and keeps the tokens that it has; it gains none."""
    order = "A,F+-+-"
    played = stepping(free(tank(), order), "forest", "swamp", order=order, held=1, dice=(1,))
    row = unit(played, "a1")
    assert (row.hex, row.speed, row.difficult_hex, row.difficult) == ("D5", "fast", "D4", 1)


@pytest.mark.rule("HX-TERRAIN-20")
@pytest.mark.parametrize(("face", "hexes"), [(2, ["D4", "D4", "D3"]), (1, ["D4", "D4", "D3"]), (3, ["D4", "D3", "D2"])])
def test_with_on_entry_the_roll_comes_on_entering(face, hexes):
    """With swamp_stuck_timing on_entry one roll is made on entering; on 1 or 2 the next step does not leave."""
    units = [("a1", "D5", "N", free(tank(), "F+F+F"), {"speed": "fast"})]
    played = table(
        [face], {"swamp_stuck_timing": "on_entry"}, pace="step", hexes={"D4": "swamp"}, units=units,
        running={"a1": ("F+F+F",)},
    )  # fmt: skip
    found = []
    for step in ("movement_1", "movement_2", "movement_3"):
        march(played, step)
        found.append(unit(played, "a1").hex)
    assert found == hexes


# -- flying


@pytest.mark.rule("HX-TERRAIN-33")
@pytest.mark.parametrize("terrain", ["mountains", "building", "ruins", "rough+smoke", "swamp", "hills"])
def test_terrain_leaves_a_flying_unit_alone(terrain):
    """While flying every hex costs 1 and none is impassable."""
    assert points(BIRD, terrain) == 1
    assert points(tank(types=("vehicle", "flying"), size="huge"), terrain) == 1


@pytest.mark.rule("HX-TERRAIN-33")
def test_a_flying_unit_is_never_stuck_and_pays_nothing_to_leave():
    """A large tracked unit that flies leaves a swamp at once and without a roll."""
    assert points(tank(types=("vehicle", "tracked", "flying"), size="large"), "clear", "swamp") == 1


@pytest.mark.rule("HX-TERRAIN-33")
def test_a_flying_target_has_no_terrain_row():
    """Above a smoky forest a unit is shot at with the row of flying alone."""
    rolled = shoot([5], target=BIRD, hexes={"D3": "forest+smoke"})
    assert (rolled.modifiers.total, rolled.hit) == (-1, False)
    assert shoot([6, 1], target=BIRD, hexes={"D3": "building"}).hit is True


@pytest.mark.rule("HX-TERRAIN-33")
def test_a_flying_unit_stays_on_the_board():
    """Off the map is impassable from the air too."""
    units = [("a1", "D1", "N", BIRD, {"speed": "slow"})]
    played = table(pace="step", units=units, running={"a1": ("F+-+-",)})
    march(played, "movement_1")
    assert unit(played, "a1").hex == "D1"


@pytest.mark.rule("HX-TERRAIN-33")
def test_with_the_option_off_flying_units_pay():
    """With flying_ignores_terrain off a flying unit pays, and is stopped, as on the ground; cover stays away."""
    off: dict[str, Any] = {"flying_ignores_terrain": False}
    assert points(BIRD, "mountains", **off) == 2
    assert points(BIRD, "rough+smoke", **off) == 3
    flying_tank = tank(types=("vehicle", "flying"))
    assert unit(stepping(flying_tank, "building", held=3, **off), "a1").hex == "D5"
    assert shoot([6, 1], target=BIRD, hexes={"D3": "forest"}, **off).modifiers.total == -1


@pytest.mark.rule("HX-TERRAIN-01")
def test_a_side_may_use_one_terrain_for_all_its_hexes():
    """Every hex of the board has one terrain after both designs."""
    played = mustered(["guard"], ["guard"])
    played.play(("red", area(whole((1, 2, 3), "swamp"))), ("blue", area(whole((7, 8, 9), "rough"))))
    found = {row: played.game.hexes[f"C{row}"].terrain for row in range(1, 10)}
    assert list(found.values()) == ["swamp"] * 3 + ["clear"] * 3 + ["rough"] * 3

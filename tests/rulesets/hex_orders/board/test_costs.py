"""What the board is made of, what it costs to enter it, and who may."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model import terrain
from adjudicator.rulesets.hex_orders.model.messages import (
    DifficultTerrainTokenPlaced,
    Feature,
    HexTerrain,
    MapArea,
    OrderReplacedByDefault,
    SubmitMapArea,
)
from adjudicator.rulesets.hex_orders.rules.board import costs, cover, entering
from tests.rulesets.hex_orders.board.fixtures import BIRD, CAVALRY, FLYER, PLAIN_VEHICLE, WALKER
from tests.rulesets.hex_orders.board.steps import after_one_step, attempts_needed, see_each_other, shoot
from tests.rulesets.hex_orders.fixtures import field, infantry, smoke, speed, table, tank
from tests.rulesets.hex_orders.setup.steps import area, armies_handed_in, rows_of
from tests.rulesets.hex_orders.steps import carry_out_steps, of_kind, refused, unit

TERRAINS = ("clear", "mountains", "hills", "forest", "swamp", "building", "ruins", "rough")


@pytest.mark.rule("HX-TERRAIN-01")
@pytest.mark.parametrize("terrain", TERRAINS)
def test_eight_terrains_are_accepted(terrain):
    """Each of the eight basic terrains may be designed, and the hex has it on the board."""
    played = armies_handed_in(["guard"], ["guard"])
    played.play(("red", area({"B2": terrain})), ("blue", area()))
    assert played.game.hexes["B2"].terrain == terrain


@pytest.mark.rule("HX-TERRAIN-01")
def test_a_hex_has_exactly_one_terrain():
    """A hex without a terrain, with two, or with one that does not exist is refused."""
    played = armies_handed_in(["guard"], ["guard"])
    refused(played, "red", area({"B2": "lava"}), "HX-TERRAIN-01", "not-among")
    refused(played, "red", area({"B2": ""}), "HX-TERRAIN-01", "not-among")
    two = tuple(HexTerrain(hex="B2", terrain=terrain, overlays=()) for terrain in ("forest", "hills"))
    refused(played, "red", SubmitMapArea(area=MapArea(hexes=two)), "HX-TERRAIN-01", "hex-twice")
    played.play(("red", area({"B2": "forest"})), ("blue", area()))
    assert {hex_.terrain for hex_ in played.game.hexes.values()} == {"clear", "forest"}
    assert len(played.game.hexes) == 63


@pytest.mark.rule("HX-TERRAIN-02")
def test_cost_and_cover_of_smoke_are_added_to_the_terrain():
    """Forest with smoke costs a vehicle 2+1, and its target has the row of forest and that of smoke."""
    assert attempts_needed(tank(), "forest+smoke") == 3
    assert attempts_needed(tank(), "forest") == 2
    rolled = shoot([6, 5, 1], hexes={"D3": "forest+smoke"})
    assert (rolled.modifiers.total, rolled.result, rolled.hit) == (-2, 5, True)
    assert shoot([6, 4], hexes={"D3": "forest+smoke"}).hit is False


@pytest.mark.rule("HX-TERRAIN-03")
@pytest.mark.ruling("HX-TERRAIN-03.2")
def test_an_entrenchment_without_numbers_is_a_label():
    """An overlay without data is accepted and changes neither cost nor sight nor cover."""
    played = armies_handed_in(["guard"], ["guard"])
    played.play(("red", area({"B2": "clear+entrenchment"})), ("blue", area()))
    assert played.game.hexes["B2"].overlays == ("entrenchment",)
    assert attempts_needed(tank(), "clear+entrenchment") == 1
    assert see_each_other("D5", "D2", {"D4": "clear+entrenchment"})
    assert shoot([5], hexes={"D3": "clear+entrenchment"}).modifiers.total == 0


@pytest.mark.rule("HX-TERRAIN-03")
@pytest.mark.ruling("HX-TERRAIN-03.2", "HX-TERRAIN-03.3")
def test_overlay_data_give_an_entrenchment_numbers():
    """The option overlay_data sets what an overlay costs, whether it blocks sight, and its cover."""
    dug = Feature(name="entrenchment", cost=1, blocks=True, to_be_hit=-1)
    assert attempts_needed(tank(), "clear+entrenchment", overlay_data=(dug,)) == 2
    assert attempts_needed(tank(), "forest+entrenchment", overlay_data=(dug,)) == 3
    assert not see_each_other("D5", "D2", {"D4": "clear+entrenchment"}, overlay_data=(dug,))
    assert shoot([5], hexes={"D3": "clear+entrenchment"}, overlay_data=(dug,)).modifiers.total == -1


@pytest.mark.rule("HX-TERRAIN-04")
def test_clear_costs_1():
    """Any unit enters a clear hex at once and without a token."""
    for sheet in (tank(), infantry(), WALKER, CAVALRY):
        assert attempts_needed(sheet, "clear") == 1


@pytest.mark.rule("HX-TERRAIN-05")
def test_up_a_mountain_costs_2():
    """From a lower hex a unit gets onto a mountain on its second attempt."""
    for origin in ("clear", "hills"):
        assert attempts_needed(tank(), "mountains", origin) == 2
        assert attempts_needed(infantry(), "mountains", origin) == 2
    row = unit(after_one_step(tank(), "mountains"), "a1")
    assert (row.hex, row.difficult_hex, row.difficult) == ("D5", "D4", 1)


@pytest.mark.rule("HX-TERRAIN-06")
@pytest.mark.ruling("HX-TERRAIN-06.2")
def test_down_a_mountain_costs_what_lies_below():
    """The descent costs 1; a destination that costs 2 still does."""
    assert attempts_needed(tank(), "clear", "mountains") == 1
    assert attempts_needed(tank(), "forest", "mountains") == 2
    assert attempts_needed(infantry(), "forest", "mountains") == 1
    assert attempts_needed(infantry(), "rough", "mountains") == 2


@pytest.mark.rule("HX-TERRAIN-09")
def test_up_a_hill_costs_2():
    """F+F+- from clear ground: the first F places a token, the second enters the hill."""
    units = [("a1", "D5", "N", tank(), {"speed": "fast"})]
    played = table(pace="step", hexes={"D4": "hills"}, units=units, running={"a1": ("F+F+-",)})
    carry_out_steps(played, "movement_1")
    assert (unit(played, "a1").hex, unit(played, "a1").difficult) == ("D5", 1)
    carry_out_steps(played, "movement_2")
    assert (unit(played, "a1").hex, unit(played, "a1").difficult) == ("D4", 0)


@pytest.mark.rule("HX-TERRAIN-10")
def test_down_a_hill_costs_what_lies_below():
    """From a hill a unit enters clear ground at once and ruins on its second attempt."""
    assert attempts_needed(tank(), "clear", "hills") == 1
    assert attempts_needed(tank(), "ruins", "hills") == 2


@pytest.mark.rule("HX-TERRAIN-13")
@pytest.mark.ruling("HX-TERRAIN-13.2")
def test_only_a_rise_costs_2():
    """Level ground costs 1 on any height, and a mountain is a rise from a hill."""
    assert attempts_needed(tank(), "hills", "hills") == 1
    assert attempts_needed(tank(), "mountains", "mountains") == 1
    assert attempts_needed(tank(), "mountains", "hills") == 2
    assert attempts_needed(tank(), "hills", "mountains") == 1


@pytest.mark.rule("HX-TERRAIN-14")
@pytest.mark.parametrize("word", ["vehicle", "tank", "tracked", "wheeled"])
@pytest.mark.ruling("HX-TERRAIN-14.2")
def test_forest_costs_a_vehicle_2(word):
    """A unit with vehicle, tank, tracked or wheeled in its types enters a forest on its second attempt."""
    assert attempts_needed(tank(types=(word,)), "forest") == 2


@pytest.mark.rule("HX-TERRAIN-15")
def test_forest_costs_others_1():
    """Infantry and cavalry enter a forest at once."""
    assert attempts_needed(infantry(), "forest") == 1
    assert attempts_needed(CAVALRY, "forest") == 1


@pytest.mark.rule("HX-TERRAIN-17")
@pytest.mark.parametrize("size", ["small", "medium", "large", "huge"])
@pytest.mark.ruling("HX-TERRAIN-17.2")
def test_swamp_costs_1_to_enter(size):
    """A unit of any size enters a swamp at once."""
    assert attempts_needed(tank(size=size), "swamp") == 1
    assert attempts_needed(tank(types=WALKER.types, size=size), "swamp") == 1


@pytest.mark.rule("HX-TERRAIN-18")
def test_a_large_unit_pays_1_to_leave_a_swamp():
    """A large walker leaves a swamp for clear ground on its second attempt, a medium one on its first."""
    assert attempts_needed(tank(types=WALKER.types, size="large"), "clear", "swamp") == 2
    assert attempts_needed(tank(types=WALKER.types, size="medium"), "clear", "swamp") == 1
    assert attempts_needed(tank(types=WALKER.types, size="large"), "rough", "swamp") == 3


@pytest.mark.rule("HX-TERRAIN-19")
def test_a_huge_unit_pays_2_to_leave_a_swamp():
    """A huge unit needs three attempts from swamp to clear ground and four onto a hill."""
    giant = tank(types=WALKER.types, size="huge")
    assert attempts_needed(giant, "clear", "swamp") == 3
    assert attempts_needed(giant, "hills", "swamp") == 4


@pytest.mark.rule("HX-TERRAIN-22")
def test_a_building_costs_infantry_2():
    """Infantry enters a building on its second attempt."""
    assert attempts_needed(infantry(), "building") == 2


@pytest.mark.rule("HX-TERRAIN-23")
def test_only_infantry_enters_a_building():
    """A tank's step towards a building is not allowed: the default comes instead, and no token is placed."""
    units = [("a1", "D5", "N", tank(), {"speed": "fast"})]
    played = table(pace="step", hexes={"D4": "building"}, units=units, running={"a1": ("F+R+-",)})
    events = carry_out_steps(played, "movement_1")
    row = unit(played, "a1")
    assert (row.hex, row.difficult_hex, row.difficult) == ("D5", "", 0)
    assert [item.unit for item in of_kind(events, OrderReplacedByDefault)][:1] == ["a1"]
    assert not of_kind(events, DifficultTerrainTokenPlaced)
    for sheet in (CAVALRY, WALKER):
        assert unit(after_one_step(sheet, "building", held=3), "a1").hex == "D5"


@pytest.mark.rule("HX-TERRAIN-23")
def test_a_special_rule_lets_others_into_a_building():
    """A unit whose data permit buildings may enter one."""
    assert unit(after_one_step(tank(terrain_permissions=("building",)), "building", held=3), "a1").hex == "D4"


@pytest.mark.rule("HX-TERRAIN-25")
def test_ruins_cost_everybody_2():
    """Tank and infantry alike enter ruins on their second attempt."""
    assert attempts_needed(tank(), "ruins") == 2
    assert attempts_needed(infantry(), "ruins") == 2


@pytest.mark.rule("HX-TERRAIN-27")
def test_rough_ground_costs_everybody_2():
    """Tank and infantry alike enter rough ground on their second attempt."""
    assert attempts_needed(tank(), "rough") == 2
    assert attempts_needed(infantry(), "rough") == 2


@pytest.mark.rule("HX-TERRAIN-29")
def test_smoke_costs_1_more():
    """Clear ground with smoke costs 2, rough ground with smoke 3, however many markers lie there."""
    assert attempts_needed(infantry(), "clear+smoke") == 2
    assert attempts_needed(infantry(), "rough+smoke") == 3
    played = table(pace="step", hexes={"D4": smoke(1)}, units=[("a1", "D5", "N", tank(), {"speed": "slow"})])
    carry_out_steps(played, "movement_1")
    assert unit(played, "a1").difficult == 1


@pytest.mark.rule("HX-TERRAIN-32")
@pytest.mark.ruling("HX-TERRAIN-32.2")
def test_one_step_adds_everything_up():
    """A large tank that leaves a swamp for a smoky forest pays 2+1+1 and leaves on its fourth attempt."""
    assert attempts_needed(tank(size="large"), "forest+smoke", "swamp", dice=(3,)) == 4


@pytest.mark.rule("HX-TERRAIN-33")
@pytest.mark.parametrize("terrain", ["mountains", "building", "ruins", "rough+smoke", "swamp", "hills"])
@pytest.mark.ruling("HX-TERRAIN-33.2")
def test_terrain_leaves_a_flying_unit_alone(terrain):
    """While flying every hex costs 1 and none is impassable."""
    assert attempts_needed(BIRD, terrain) == 1
    assert attempts_needed(tank(types=("vehicle", "flying"), size="huge"), terrain) == 1


@pytest.mark.rule("HX-TERRAIN-33")
@pytest.mark.ruling("HX-TERRAIN-33.2")
def test_a_flying_unit_is_never_stuck_and_pays_nothing_to_leave():
    """A large tracked unit that flies leaves a swamp at once and without a roll."""
    assert attempts_needed(tank(types=("vehicle", "tracked", "flying"), size="large"), "clear", "swamp") == 1


@pytest.mark.rule("HX-TERRAIN-33")
@pytest.mark.ruling("HX-TERRAIN-33.2")
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
    carry_out_steps(played, "movement_1")
    assert unit(played, "a1").hex == "D1"


@pytest.mark.rule("HX-TERRAIN-33")
@pytest.mark.ruling("HX-TERRAIN-33.3")
def test_with_the_option_off_flying_units_pay():
    """With flying_ignores_terrain off a flying unit pays, and is stopped, as on the ground; cover stays away."""
    off: dict[str, Any] = {"flying_ignores_terrain": False}
    assert attempts_needed(BIRD, "mountains", **off) == 2
    assert attempts_needed(BIRD, "rough+smoke", **off) == 3
    flying_tank = tank(types=("vehicle", "flying"))
    assert unit(after_one_step(flying_tank, "building", held=3, **off), "a1").hex == "D5"
    assert shoot([6, 1], target=BIRD, hexes={"D3": "forest"}, **off).modifiers.total == -1


@pytest.mark.rule("HX-TERRAIN-01")
def test_a_side_may_use_one_terrain_for_all_its_hexes():
    """Every hex of the board has one terrain after both designs."""
    played = armies_handed_in(["guard"], ["guard"])
    played.play(("red", area(rows_of((1, 2, 3), "swamp"))), ("blue", area(rows_of((7, 8, 9), "rough"))))
    found = {row: played.game.hexes[f"C{row}"].terrain for row in range(1, 10)}
    assert list(found.values()) == ["swamp"] * 3 + ["clear"] * 3 + ["rough"] * 3


def cost_of_step(sheet, to, origin="clear", **options):
    """Give the movement points of a step from D5 into D4."""
    game = field({"D5": origin, "D4": to}, [("a1", "D5", "N", sheet)], options=options)
    return costs.cost_tally(game, "a1", "D5", "D4").total


@pytest.mark.rule("HX-TERRAIN-01")
def test_eight_terrains_are_known():
    """Every hex has one of eight basic terrains."""
    assert terrain.TERRAINS == ("clear", "mountains", "hills", "forest", "swamp", "building", "ruins", "rough")


@pytest.mark.rule(
    "HX-TERRAIN-04",
    "HX-TERRAIN-05",
    "HX-TERRAIN-06",
    "HX-TERRAIN-09",
    "HX-TERRAIN-10",
    "HX-TERRAIN-13",
    "HX-TERRAIN-14",
    "HX-TERRAIN-15",
    "HX-TERRAIN-17",
    "HX-TERRAIN-22",
    "HX-TERRAIN-25",
    "HX-TERRAIN-27",
)
@pytest.mark.parametrize(
    ("origin", "to", "of_tank", "of_infantry"),
    [
        ("clear", "clear", 1, 1),
        ("clear", "mountains", 2, 2),
        ("mountains", "clear", 1, 1),
        ("mountains", "forest", 2, 1),
        ("clear", "hills", 2, 2),
        ("hills", "ruins", 2, 2),
        ("hills", "hills", 1, 1),
        ("hills", "mountains", 2, 2),
        ("mountains", "hills", 1, 1),
        ("mountains", "mountains", 1, 1),
        ("clear", "forest", 2, 1),
        ("clear", "swamp", 1, 1),
        ("clear", "building", 2, 2),
        ("clear", "ruins", 2, 2),
        ("clear", "rough", 2, 2),
    ],
)
def test_what_each_terrain_costs_to_enter(origin, to, of_tank, of_infantry):
    """A rise, a wood for vehicles, a building, ruins and rough ground cost 2 points, all else 1."""
    assert cost_of_step(tank(), to, origin) == of_tank
    assert cost_of_step(infantry(), to, origin) == of_infantry


@pytest.mark.rule("HX-TERRAIN-02", "HX-TERRAIN-18", "HX-TERRAIN-19", "HX-TERRAIN-29", "HX-TERRAIN-32")
def test_smoke_and_swamp_add_up():
    """Smoke adds 1, and leaving a swamp 1 for a large and 2 for a huge unit."""
    assert cost_of_step(tank(), "forest+smoke") == 3
    assert cost_of_step(tank(), "rough+smoke") == 3
    assert cost_of_step(tank(), "clear+smoke") == 2
    assert [
        cost_of_step(replace(PLAIN_VEHICLE, size=size), "clear", "swamp") for size in ("medium", "large", "huge")
    ] == [1, 2, 3]
    assert cost_of_step(replace(PLAIN_VEHICLE, size="huge"), "hills", "swamp") == 4
    assert cost_of_step(replace(PLAIN_VEHICLE, size="huge"), "swamp") == 1
    assert cost_of_step(tank(size="large"), "forest+smoke", "swamp") == 4
    game = field({"D5": "swamp", "D4": "forest+smoke"}, [("a1", "D5", "N", tank(size="large"))])
    clauses = costs.cost_tally(game, "a1", "D5", "D4").clauses()
    assert clauses == ("HX-TERRAIN-14", "HX-TERRAIN-29", "HX-TERRAIN-18")


@pytest.mark.rule("HX-TERRAIN-03")
def test_overlays_have_the_numbers_of_the_terms():
    """An entrenchment has no effect unless the terms give it one; no step costs less than 1."""
    trench = Feature(name="entrenchment", cost=1, blocks=False, to_be_hit=-2)
    road = Feature(name="road", cost=-3, blocks=False, to_be_hit=0)
    assert cost_of_step(tank(), "clear+entrenchment") == 1
    assert cost_of_step(tank(), "forest+entrenchment", overlay_data=(trench,)) == 3
    assert cost_of_step(tank(), "forest+road", overlay_data=(trench, road)) == 1
    game = field({"D4": "ruins+entrenchment"}, options={"overlay_data": (trench, road)})
    assert [row.by for row in cover.cover_of(game, "D4")] == [-1, -2]


@pytest.mark.rule("HX-TERRAIN-33")
def test_flying_ignores_terrain_unless_the_terms_say_otherwise():
    """A flyer pays 1 everywhere, and goes above buildings; by option it pays and is stopped as on the ground."""
    assert cost_of_step(replace(FLYER, size="huge"), "mountains+smoke", "swamp") == 1
    assert cost_of_step(FLYER, "mountains+smoke", flying_ignores_terrain=False) == 3
    bird = tank(types=("vehicle", "flying", "tracked"))
    game = field({"D4": "building", "D5": "swamp"}, [("a1", "D5", "N", bird)])
    assert entering.may_enter(game, "a1", "D4")
    assert not entering.may_get_stuck(game, "a1", "D5")
    bound = field({"D4": "building"}, [("a1", "D5", "N", bird)], options={"flying_ignores_terrain": False})
    assert not entering.may_enter(bound, "a1", "D4")


@pytest.mark.rule("HX-TERRAIN-23", "HX-ORDERS-37")
def test_buildings_are_for_infantry_and_who_is_permitted():
    """Infantry may enter a building, a tank may not, unless its data allow it; nobody leaves the board."""
    units = [
        ("a1", "D5", "N", tank()),
        ("a2", "D6", "N", infantry()),
        ("a3", "D7", "N", tank(terrain_permissions=("building",))),
    ]
    game = field({"D4": "building"}, units)
    assert [entering.may_enter(game, id, "D4") for id in ("a1", "a2", "a3")] == [False, True, True]
    assert not entering.may_enter(game, "a2", "D10")
    assert not entering.may_enter(game, "a2", None)
    glider = tank(speeds=(*tank().speeds, speed("gliding", "-+-+-", flying=True)))
    assert not entering.may_stand(game, glider, "D4")
    assert entering.may_stand(game, replace(glider, initial_speed="gliding"), "D4")
    assert not entering.may_stand(game, replace(glider, initial_speed="gliding"), "D4", flying=False)

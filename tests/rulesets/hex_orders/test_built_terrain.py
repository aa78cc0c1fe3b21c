"""What a step costs, who may stand where, and what cover a hex gives."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model import terrain
from adjudicator.rulesets.hex_orders.model.messages import Feature
from adjudicator.rulesets.hex_orders.rules.board import costs, cover, entering
from tests.rulesets.hex_orders.givens import field, infantry, speed, tank

WALKER = tank(types=("vehicle",))
BIRD = infantry(types=("infantry", "flying"))


def points(sheet, to, origin="clear", **options):
    """Give the movement points of a step from D5 into D4."""
    game = field({"D5": origin, "D4": to}, [("a1", "D5", "N", sheet)], options=options)
    return costs.cost(game, "a1", "D5", "D4")


@pytest.mark.rule("HX-TERRAIN-01")
def test_eight_terrains_are_known():
    """Every hex has one of eight basic terrains."""
    assert terrain.TERRAINS == ("clear", "mountains", "hills", "forest", "swamp", "building", "ruins", "rough")


@pytest.mark.rule("HX-TERRAIN-04", "HX-TERRAIN-05", "HX-TERRAIN-06", "HX-TERRAIN-09", "HX-TERRAIN-10", "HX-TERRAIN-13",
                  "HX-TERRAIN-14", "HX-TERRAIN-15", "HX-TERRAIN-17", "HX-TERRAIN-22", "HX-TERRAIN-25",
                  "HX-TERRAIN-27")  # fmt: skip
@pytest.mark.parametrize(
    ("origin", "to", "of_tank", "of_infantry"),
    [
        ("clear", "clear", 1, 1), ("clear", "mountains", 2, 2), ("mountains", "clear", 1, 1),
        ("mountains", "forest", 2, 1), ("clear", "hills", 2, 2), ("hills", "ruins", 2, 2), ("hills", "hills", 1, 1),
        ("hills", "mountains", 2, 2), ("mountains", "hills", 1, 1), ("mountains", "mountains", 1, 1),
        ("clear", "forest", 2, 1), ("clear", "swamp", 1, 1), ("clear", "building", 2, 2), ("clear", "ruins", 2, 2),
        ("clear", "rough", 2, 2),
    ],
)  # fmt: skip
def test_what_a_step_costs(origin, to, of_tank, of_infantry):
    """A rise, a wood for vehicles, a building, ruins and rough ground cost 2 points, all else 1."""
    assert points(tank(), to, origin) == of_tank
    assert points(infantry(), to, origin) == of_infantry


@pytest.mark.rule("HX-TERRAIN-02", "HX-TERRAIN-18", "HX-TERRAIN-19", "HX-TERRAIN-29", "HX-TERRAIN-32")
def test_smoke_and_swamp_add_up():
    """Smoke adds 1, and leaving a swamp 1 for a large and 2 for a huge unit."""
    assert points(tank(), "forest+smoke") == 3
    assert points(tank(), "rough+smoke") == 3
    assert points(tank(), "clear+smoke") == 2
    assert [points(replace(WALKER, size=size), "clear", "swamp") for size in ("medium", "large", "huge")] == [1, 2, 3]
    assert points(replace(WALKER, size="huge"), "hills", "swamp") == 4
    assert points(replace(WALKER, size="huge"), "swamp") == 1
    assert points(tank(size="large"), "forest+smoke", "swamp") == 4
    game = field({"D5": "swamp", "D4": "forest+smoke"}, [("a1", "D5", "N", tank(size="large"))])
    clauses = costs.cost_tally(game, "a1", "D5", "D4").clauses()
    assert clauses == ("HX-TERRAIN-14", "HX-TERRAIN-29", "HX-TERRAIN-18")


@pytest.mark.rule("HX-TERRAIN-03")
def test_overlays_have_the_numbers_of_the_terms():
    """An entrenchment has no effect unless the terms give it one; no step costs less than 1."""
    trench = Feature(name="entrenchment", cost=1, blocks=False, to_be_hit=-2)
    road = Feature(name="road", cost=-3, blocks=False, to_be_hit=0)
    assert points(tank(), "clear+entrenchment") == 1
    assert points(tank(), "forest+entrenchment", overlay_data=(trench,)) == 3
    assert points(tank(), "forest+road", overlay_data=(trench, road)) == 1
    game = field({"D4": "ruins+entrenchment"}, options={"overlay_data": (trench, road)})
    assert [each.by for each in cover.cover_of(game, "D4")] == [-1, -2]


@pytest.mark.rule("HX-TERRAIN-33")
def test_flying_ignores_terrain_unless_the_terms_say_otherwise():
    """A flyer pays 1 everywhere, and goes above buildings; by option it pays and is stopped as on the ground."""
    assert points(replace(BIRD, size="huge"), "mountains+smoke", "swamp") == 1
    assert points(BIRD, "mountains+smoke", flying_ignores_terrain=False) == 3
    bird = tank(types=("vehicle", "flying", "tracked"))
    game = field({"D4": "building", "D5": "swamp"}, [("a1", "D5", "N", bird)])
    assert entering.may_enter(game, "a1", "D4")
    assert not entering.may_get_stuck(game, "a1", "D5")
    bound = field({"D4": "building"}, [("a1", "D5", "N", bird)], options={"flying_ignores_terrain": False})
    assert not entering.may_enter(bound, "a1", "D4")


@pytest.mark.rule("HX-TERRAIN-20")
def test_tracks_and_wheels_get_stuck_in_swamp():
    """Tracked and wheeled units roll in a swamp, others do not."""
    words = {"a1": ("tank", "tracked"), "a2": ("wheeled",), "a3": ("infantry",)}
    game = field({"D5": "swamp"}, [(id, "D5", "N", tank(types=each)) for id, each in words.items()])
    assert [entering.may_get_stuck(game, id, "D5") for id in words] == [True, True, False]
    assert not entering.may_get_stuck(game, "a1", "D4")


@pytest.mark.rule("HX-TERRAIN-23", "HX-ORDERS-37")
def test_buildings_are_for_infantry_and_who_is_permitted():
    """Infantry may enter a building, a tank may not, unless its data allow it; nobody leaves the board."""
    units = [("a1", "D5", "N", tank()), ("a2", "D6", "N", infantry()),
             ("a3", "D7", "N", tank(terrain_permissions=("building",)))]  # fmt: skip
    game = field({"D4": "building"}, units)
    assert [entering.may_enter(game, id, "D4") for id in ("a1", "a2", "a3")] == [False, True, True]
    assert not entering.may_enter(game, "a2", "D10")
    assert not entering.may_enter(game, "a2", None)
    glider = tank(speeds=(*tank().speeds, speed("gliding", "-+-+-", flying=True)))
    assert not entering.may_stand(game, glider, "D4")
    assert entering.may_stand(game, replace(glider, initial_speed="gliding"), "D4")
    assert not entering.may_stand(game, replace(glider, initial_speed="gliding"), "D4", flying=False)


@pytest.mark.rule("HX-TERRAIN-07", "HX-TERRAIN-11", "HX-TERRAIN-33", "HX-LOS-20")
def test_heights_of_ground_and_flyers():
    """Mountains stand at 2, hills at 1, all else at 0; a flyer is at 2 wherever it is."""
    found = {name: terrain.height_of_hex(field({"D5": name}), "D5") for name in terrain.TERRAINS}
    assert {name: height for name, height in found.items() if height} == {"mountains": 2, "hills": 1}
    game = field({"D5": "hills"}, [("a1", "D5", "N", tank()), ("a2", "D4", "N", BIRD)])
    assert [terrain.height_of_unit(game, id) for id in ("a1", "a2")] == [1, 2]


@pytest.mark.rule("HX-FIRE-11", "HX-FIRE-12", "HX-FIRE-13", "HX-FIRE-14", "HX-FIRE-15", "HX-TERRAIN-33")
def test_cover_of_a_hex():
    """Forest, buildings, ruins and smoke take 1 from hitting a target; a flyer above has no cover."""
    found = {name: sum(each.by for each in cover.cover_of(field({"D5": name}), "D5")) for name in terrain.TERRAINS}
    assert {name: by for name, by in found.items() if by} == {"forest": -1, "building": -1, "ruins": -1}
    game = field({"D5": "forest+smoke"}, [("a1", "D5", "N", tank()), ("a2", "D5", "N", BIRD)])
    assert [(each.by, each.clause) for each in cover.to_be_hit(game, "a1")] == [
        (-1, "HX-FIRE-12"), (-1, "HX-FIRE-11"),
    ]  # fmt: skip
    assert [each.by for each in cover.to_hit(game, "a1")] == [-1]
    assert cover.to_be_hit(game, "a2") == cover.to_hit(game, "a2") == ()

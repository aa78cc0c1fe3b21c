"""Heights, obstacles, cover and smoke of a hex."""

import pytest

from adjudicator.rulesets.hex_orders.model import terrain
from adjudicator.rulesets.hex_orders.model.messages import FireHexEffect, HexEffect, HexEffectPlaced, HexMarkersReduced
from adjudicator.rulesets.hex_orders.model.terrain import height_of_unit
from adjudicator.rulesets.hex_orders.rules.board import cover
from tests.rulesets.hex_orders.board.fixtures import FLYER
from tests.rulesets.hex_orders.board.steps import see_each_other, shoot
from tests.rulesets.hex_orders.fixtures import armed, field, infantry, smoke, table, tank, weapon
from tests.rulesets.hex_orders.steps import SILENT, carry_out_steps, of_kind, run_service

SMOKER = weapon(
    "smoker",
    always_loaded=True,
    damage=None,
    automatic=True,
    hex_effect=HexEffect(kind="smoke", level=0, grade="", density=0),
)


def height(terrain):
    """Give the height of a unit on the ground of a terrain."""
    return height_of_unit(field({"D5": terrain}, [("a1", "D5", "N", tank())]), "a1")


@pytest.mark.rule("HX-TERRAIN-04")
def test_clear_ground_lies_low_and_covers_nothing():
    """A clear hex is at height 0, does not block sight and gives no cover."""
    assert height("clear") == 0
    assert see_each_other("D5", "D2")
    assert shoot([5]).hit is True
    assert shoot([4]).hit is False


@pytest.mark.rule("HX-TERRAIN-07")
def test_a_unit_on_a_mountain_stands_at_2():
    """From a mountain to clear ground the case of 2 against 0 holds: a forest makes one blind hex."""
    assert height("mountains") == 2
    assert not see_each_other("D9", "D4", {"D9": "mountains", "D5": "forest"})
    assert see_each_other("D9", "D3", {"D9": "mountains", "D5": "forest"})


@pytest.mark.rule("HX-TERRAIN-08")
def test_a_mountain_blocks_low_lines_and_those_between_hills():
    """A mountain is an obstacle of level 2."""
    assert not see_each_other("D8", "D3", {"D5": "mountains"})
    assert not see_each_other("D8", "D3", {"D8": "hills", "D3": "hills", "D5": "mountains"})
    assert see_each_other("D8", "D3", {"D8": "mountains", "D3": "mountains", "D5": "mountains"})


@pytest.mark.rule("HX-TERRAIN-11")
def test_a_unit_on_a_hill_stands_at_1():
    """Two units on hills are judged by the case of 1 against 1."""
    assert height("hills") == 1
    assert see_each_other("D8", "D3", {"D8": "hills", "D3": "hills", "D5": "forest"})
    assert not see_each_other("D8", "D3", {"D8": "hills", "D5": "forest"})


@pytest.mark.rule("HX-TERRAIN-12")
def test_a_hill_blocks_low_lines_and_not_those_between_hills():
    """A hill is an obstacle of level 1."""
    assert not see_each_other("D8", "D3", {"D5": "hills"})
    assert see_each_other("D8", "D3", {"D8": "hills", "D3": "hills", "D5": "hills"})


@pytest.mark.rule("HX-TERRAIN-16")
@pytest.mark.ruling("HX-TERRAIN-16.2")
def test_a_forest_blocks_low_lines_and_covers():
    """A forest stands low, hides what is behind it from the ground and not from hills, and covers its targets."""
    assert height("forest") == 0
    assert not see_each_other("D8", "D3", {"D5": "forest"})
    assert see_each_other("D8", "D3", {"D8": "hills", "D3": "hills", "D5": "forest"})
    assert shoot([6, 1], hexes={"D3": "forest"}).modifiers.total == -1


@pytest.mark.rule("HX-TERRAIN-21")
def test_a_swamp_neither_hides_nor_covers():
    """A low line over three swamps is open, and a target in a swamp has no terrain row."""
    assert see_each_other("D6", "D2", {"D5": "swamp", "D4": "swamp", "D3": "swamp"})
    assert shoot([5], hexes={"D3": "swamp"}).modifiers.total == 0


@pytest.mark.rule("HX-TERRAIN-22")
def test_a_building_covers():
    """A target in a building has the row of buildings."""
    assert shoot([6, 1], hexes={"D3": "building"}).modifiers.total == -1


@pytest.mark.rule("HX-TERRAIN-24")
@pytest.mark.ruling("HX-TERRAIN-24.2", "HX-TERRAIN-24.3")
def test_a_building_hides_unless_the_option_is_off():
    """A building stands low and hides as level 0; with building_blocks_los off it does not."""
    line = {"D5": "building"}
    high = {"D8": "hills", "D5": "building"}
    assert height("building") == 0
    assert not see_each_other("D8", "D3", line)
    assert see_each_other("D8", "D3", line, building_blocks_los=False)
    assert [see_each_other("D8", name, high) for name in ("D4", "D3", "D2")] == [False, False, True]
    assert see_each_other("D8", "D4", high, building_blocks_los=False)
    assert see_each_other("D8", "D3", {**high, "D3": "hills"})


@pytest.mark.rule("HX-TERRAIN-26")
def test_ruins_cover_and_do_not_hide():
    """A low line over ruins is open, and a target in ruins is at -1."""
    assert see_each_other("D5", "D2", {"D4": "ruins"})
    rolled = shoot([5], hexes={"D3": "ruins"})
    assert (rolled.modifiers.total, rolled.hit) == (-1, False)


@pytest.mark.rule("HX-TERRAIN-28")
def test_rough_ground_neither_hides_nor_covers():
    """A low line over rough ground is open, and a target there has no terrain row."""
    assert see_each_other("D5", "D2", {"D4": "rough"})
    assert shoot([5], hexes={"D3": "rough"}).modifiers.total == 0


@pytest.mark.rule("HX-TERRAIN-30")
def test_smoke_hides_on_the_ground():
    """Smoke that a low line crosses hides, that in the own hex does not."""
    assert not see_each_other("D5", "D2", {"D4": "clear+smoke"})
    assert see_each_other("D5", "D2", {"D5": "clear+smoke", "D2": "clear+smoke"})


@pytest.mark.rule("HX-TERRAIN-30")
def test_smoke_costs_shooter_and_target_1():
    """Who fires out of smoke and who is fired at in smoke has a row of -1 each."""
    assert shoot([5], hexes={"D5": "clear+smoke"}).modifiers.total == -1
    assert shoot([5], hexes={"D3": "clear+smoke"}).modifiers.total == -1
    assert shoot([6, 1], hexes={"D5": "clear+smoke", "D3": "clear+smoke"}).modifiers.total == -2


@pytest.mark.rule("HX-TERRAIN-30")
@pytest.mark.parametrize(
    ("a", "b", "hexes", "expected"),
    [
        ("D8", "D3", {"D8": "hills", "D3": "hills", "D5": "clear+smoke"}, True),
        ("D8", "D3", {"D8": "hills", "D3": "hills", "D5": "hills+smoke"}, False),
        ("D9", "D3", {"D9": "mountains", "D3": "hills", "D5": "hills+smoke"}, False),
        ("D9", "D2", {"D9": "mountains", "D2": "hills", "D5": "hills+smoke"}, True),
        ("D8", "D4", {"D8": "hills", "D5": "clear+smoke"}, False),
        ("D8", "D3", {"D8": "hills", "D5": "clear+smoke"}, False),
        ("D8", "D2", {"D8": "hills", "D5": "clear+smoke"}, True),
        ("D9", "D4", {"D9": "mountains", "D5": "clear+smoke"}, False),
        ("D9", "D3", {"D9": "mountains", "D5": "clear+smoke"}, True),
    ],
)
@pytest.mark.ruling("HX-TERRAIN-30.2")
def test_smoke_is_an_obstacle_on_its_own_hex(a, b, hexes, expected):
    """Smoke hides as level 0 for the heights above its hex; the hex's own terrain is judged besides."""
    assert see_each_other(a, b, hexes) is expected


@pytest.mark.rule("HX-TERRAIN-30", "HX-LOS-14")
@pytest.mark.ruling("HX-TERRAIN-30.3", "HX-LOS-14.3")
def test_with_all_heights_every_smoke_hides():
    """With smoke_los all_heights smoke hides from any height."""
    hills = {"D8": "hills", "D3": "hills", "D5": "clear+smoke"}
    assert not see_each_other("D8", "D3", hills, smoke_los="all_heights")
    assert not see_each_other("D9", "D2", {"D9": "mountains", "D5": "clear+smoke"}, smoke_los="all_heights")
    air = {"D5": "clear+smoke"}
    assert not see_each_other("D9", "D2", air, up=("D9", "D2"), smoke_los="all_heights")
    assert see_each_other("D9", "D2", air, up=("D9", "D2"))


@pytest.mark.rule("HX-TERRAIN-31")
def test_fresh_smoke_lasts_through_the_next_aftermath():
    """Smoke puts two markers into a hex; each Aftermath takes one, so it still hides in the turn after."""
    units = [("a1", "D5", "N", armed(infantry(), SMOKER)), ("b1", "D7", "N", infantry(nation="ork"))]
    played = table(pace="step", turn=3, units=units, running={"a1": ("-+-+-", "Fire+-")})
    carry_out_steps(played, "gunnery_1")
    played.when("red", FireHexEffect(unit="a1", weapon="smoker", models=(1,), hex="D3", exit="", use_aim=False))
    played.last.accepted()
    events = march_rest(played)
    (placed,) = of_kind(events, HexEffectPlaced)
    assert (placed.hex, placed.effects.smoke) == ("D3", 2)
    carry_out_steps(played, "aftermath")
    assert played.game.hexes["D3"].effects.smoke == 1
    assert not see_each_other("D5", "D1", {"D3": smoke(1)})
    played.set(turn=4)
    after = carry_out_steps(played, "aftermath")
    assert [row.hex for row in of_kind(after, HexMarkersReduced)] == ["D3"]
    assert played.game.hexes["D3"].effects is None or played.game.hexes["D3"].effects.smoke == 0


@pytest.mark.rule("HX-TERRAIN-31")
def test_smoke_on_smoke_adds_one_marker():
    """Smoke in a hex with one marker makes two, for it adds only one."""
    units = [("a1", "D5", "N", armed(infantry(), SMOKER)), ("b1", "D7", "N", infantry(nation="ork"))]
    played = table(pace="step", hexes={"D3": smoke(1)}, units=units, running={"a1": ("-+-+-", "Fire+-")})
    carry_out_steps(played, "gunnery_1")
    shot = FireHexEffect(unit="a1", weapon="smoker", models=(1,), hex="D3", exit="", use_aim=False)
    played.when("red", shot).accepted()
    (placed,) = of_kind(march_rest(played), HexEffectPlaced)
    assert placed.effects.smoke == 2


def march_rest(played):
    """Let nobody fire any more, and the step end."""
    events = []
    while played.window.asks != (255,):
        events += played.when(played.window.asks[0], SILENT).accepted().events
    return [*events, *run_service(played)]


@pytest.mark.rule("HX-TERRAIN-07", "HX-TERRAIN-11", "HX-TERRAIN-33", "HX-LOS-20")
def test_heights_of_ground_and_flyers():
    """Mountains stand at 2, hills at 1, all else at 0; a flyer is at 2 wherever it is."""
    found = {name: terrain.height_of_hex(field({"D5": name}), "D5") for name in terrain.TERRAINS}
    assert {name: height for name, height in found.items() if height} == {"mountains": 2, "hills": 1}
    game = field({"D5": "hills"}, [("a1", "D5", "N", tank()), ("a2", "D4", "N", FLYER)])
    assert [terrain.height_of_unit(game, id) for id in ("a1", "a2")] == [1, 2]


@pytest.mark.rule("HX-FIRE-11", "HX-FIRE-12", "HX-FIRE-13", "HX-FIRE-14", "HX-FIRE-15", "HX-TERRAIN-33")
def test_what_each_terrain_takes_from_hitting_a_target():
    """Forest, buildings, ruins and smoke take 1 from hitting a target; a flyer above has no cover."""
    found = {name: sum(row.by for row in cover.cover_of(field({"D5": name}), "D5")) for name in terrain.TERRAINS}
    assert {name: by for name, by in found.items() if by} == {"forest": -1, "building": -1, "ruins": -1}
    game = field({"D5": "forest+smoke"}, [("a1", "D5", "N", tank()), ("a2", "D5", "N", FLYER)])
    assert [(row.by, row.clause) for row in cover.to_be_hit(game, "a1")] == [(-1, "HX-FIRE-12"), (-1, "HX-FIRE-11")]
    assert [row.by for row in cover.to_hit(game, "a1")] == [-1]
    assert cover.to_be_hit(game, "a2") == cover.to_hit(game, "a2") == ()

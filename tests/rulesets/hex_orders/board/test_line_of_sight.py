"""Line of sight: by who may fire at whom, and between hexes at heights."""

import pytest

from adjudicator.rulesets.hex_orders.model.messages import Feature
from adjudicator.rulesets.hex_orders.model.terrain import height_of_hex
from adjudicator.rulesets.hex_orders.rules.board import line_of_sight
from tests.rulesets.hex_orders.board.steps import see_each_other, shoot
from tests.rulesets.hex_orders.fixtures import angles, field, infantry, lookout, table, tank
from tests.rulesets.hex_orders.steps import begin, fires, refused, shot

HILLS = {"D8": "hills", "D3": "hills"}


@pytest.mark.rule("HX-LOS-01")
@pytest.mark.parametrize("terrain", ["forest", "hills", "mountains", "building", "clear+smoke"])
@pytest.mark.ruling("HX-LOS-01.2")
def test_on_the_ground_a_crossed_obstacle_hides(terrain):
    """Between D5 and D2 at height 0 any blocking terrain on the line of centres hides."""
    assert see_each_other("D5", "D2")
    assert not see_each_other("D5", "D2", {"D3": terrain})
    assert see_each_other("D5", "D2", {"C3": terrain, "E3": terrain})


@pytest.mark.rule("HX-LOS-02")
def test_the_hexes_at_the_ends_do_not_hide():
    """Units in forests see each other over clear ground, and the target still has its cover."""
    assert see_each_other("D5", "D3", {"D5": "forest", "D3": "forest"})
    assert shoot([5], hexes={"D5": "forest", "D3": "forest"}).modifiers.total == -1


@pytest.mark.rule("HX-LOS-03")
@pytest.mark.parametrize("name", ["D8", "D7", "E7", "D6", "E6", "D5", "E5", "E4"])
@pytest.mark.ruling("HX-LOS-03.2", "HX-LOS-03.3")
def test_every_clipped_hex_counts(name):
    """D9 to E3 crosses eight hexes, and a forest in any one of them hides."""
    assert not see_each_other("D9", "E3", {name: "forest"})


@pytest.mark.rule("HX-LOS-03")
@pytest.mark.ruling("HX-LOS-03.2", "HX-LOS-03.3")
def test_hexes_beside_the_line_do_not_count():
    """Forest everywhere but on the eight crossed hexes and the ends hides nothing."""
    line = {"D9", "E3", "D8", "D7", "E7", "D6", "E6", "D5", "E5", "E4"}
    names = {f"{column}{row}" for column in "ABCDEFG" for row in range(1, 10)}
    assert see_each_other("D9", "E3", dict.fromkeys(sorted(names - line), "forest"))


@pytest.mark.rule("HX-LOS-04")
@pytest.mark.parametrize(
    ("a", "b", "woods", "expected"),
    [
        ("D5", "F5", ["E5"], True),
        ("D5", "F5", ["E6"], True),
        ("D5", "F5", ["E5", "E6"], False),
        ("B5", "F5", ["C5", "E6"], True),
        ("B5", "F5", ["C6", "E5"], True),
        ("B5", "F5", ["C5", "C6"], False),
        ("B5", "F5", ["E5", "E6"], False),
        ("B5", "F5", ["D5"], False),
        ("A1", "C1", ["B1"], False),
        ("A1", "C1", [], True),
        ("B9", "D9", ["C9"], False),
    ],
)
@pytest.mark.ruling("HX-LOS-04.1", "HX-LOS-04.3")
def test_along_a_side_both_hexes_have_to_block(a, b, woods, expected):
    """A pair of hexes along the line hides only if both do; at the edge the one on the board decides alone."""
    assert see_each_other(a, b, dict.fromkeys(woods, "forest")) is expected


@pytest.mark.rule("HX-LOS-04", "HX-LOS-15")
@pytest.mark.ruling("HX-LOS-04.2", "HX-LOS-15.2")
def test_a_pair_counts_as_its_less_obstructive_hex():
    """For blind hexes a pair of forest and hill is a forest, and of forest and clear nothing."""
    # from the hill A5 the line to E5 runs between B4 and B5, over C5, and between D4 and D5
    assert see_each_other("A5", "E5", {"A5": "hills", "B4": "forest", "B5": "hills"})
    assert not see_each_other("A5", "E5", {"A5": "hills", "B4": "hills", "B5": "hills"})
    assert not see_each_other("A5", "C5", {"A5": "hills", "B4": "forest", "B5": "hills"})
    assert see_each_other("A5", "C5", {"A5": "hills", "B4": "clear", "B5": "hills"})


@pytest.mark.rule("HX-LOS-05")
@pytest.mark.ruling("HX-LOS-05.1")
def test_a_corner_is_not_crossed():
    """A3 to E6 touches corners of B4 and D4 and crosses B3, C4, C5 and D5."""
    assert see_each_other("A3", "E6", {"B4": "forest", "D4": "forest"})
    for name in ("B3", "C4", "C5", "D5"):
        assert not see_each_other("A3", "E6", {name: "forest"})


@pytest.mark.rule("HX-LOS-06")
def test_between_hills_forest_and_hills_are_clear():
    """Hills D8 and D3 see each other over a forest and a hill."""
    assert see_each_other("D8", "D3", {**HILLS, "D6": "forest", "D5": "hills"})
    assert see_each_other("D8", "D3", {**HILLS, "D4": "building", "D7": "forest"})


@pytest.mark.rule("HX-LOS-07")
def test_between_hills_a_mountain_hides():
    """A mountain between two hills hides completely."""
    assert not see_each_other("D8", "D3", {**HILLS, "D5": "mountains"})
    assert not see_each_other("D8", "D3", {**HILLS, "D7": "mountains"})


@pytest.mark.rule("HX-LOS-08")
@pytest.mark.parametrize("terrain", ["hills", "mountains"])
def test_from_a_hill_down_hills_and_mountains_hide(terrain):
    """From the hill D8 nothing on the ground beyond D6 is seen, at any distance."""
    for name in ("D5", "D4", "D3", "D2", "D1"):
        assert not see_each_other("D8", name, {"D8": "hills", "D6": terrain})


@pytest.mark.rule("HX-LOS-09")
@pytest.mark.parametrize("terrain", ["forest", "building"])
@pytest.mark.ruling("HX-LOS-09.2")
def test_from_a_hill_down_level_0_makes_two_blind_hexes(terrain):
    """Behind D5 the hexes D4 and D3 are blind and D2 is not."""
    hexes = {"D8": "hills", "D5": terrain}
    assert [see_each_other("D8", name, hexes) for name in ("D6", "D5", "D4", "D3", "D2")] == [
        True,
        True,
        False,
        False,
        True,
    ]


@pytest.mark.rule("HX-LOS-10")
def test_from_a_mountain_down_a_mountain_hides():
    """Mountain D5 hides D2, and everything behind it, from mountain D9."""
    for name in ("D4", "D2", "D1"):
        assert not see_each_other("D9", name, {"D9": "mountains", "D5": "mountains"})


@pytest.mark.rule("HX-LOS-11")
def test_from_a_mountain_down_a_hill_makes_two_blind_hexes():
    """Behind the hill D5 the hexes D4 and D3 are blind and D2 is not."""
    hexes = {"D9": "mountains", "D5": "hills"}
    assert [see_each_other("D9", name, hexes) for name in ("D4", "D3", "D2")] == [False, False, True]


@pytest.mark.rule("HX-LOS-12")
def test_from_a_mountain_down_a_forest_makes_one_blind_hex():
    """Behind the forest D5 only D4 is blind."""
    hexes = {"D9": "mountains", "D5": "forest"}
    assert [see_each_other("D9", name, hexes) for name in ("D4", "D3")] == [False, True]


@pytest.mark.rule("HX-LOS-13", "HX-LOS-20")
@pytest.mark.parametrize(("terrain", "expected"), [("forest", True), ("hills", True), ("mountains", False)])
@pytest.mark.ruling("HX-LOS-13.2")
def test_from_a_mountain_to_a_hill_only_mountains_hide(terrain, expected):
    """From height 2 to height 1 forest and hills are clear and mountains hide, from a mountain as from the air."""
    assert see_each_other("D9", "D3", {"D9": "mountains", "D3": "hills", "D5": terrain}) is expected
    assert see_each_other("D9", "D3", {"D3": "hills", "D5": terrain}, up=("D9",)) is expected


@pytest.mark.rule("HX-LOS-14")
@pytest.mark.ruling("HX-LOS-14.2")
def test_at_height_2_nothing_hides():
    """From the mountain D9 a flyer above D2 is seen over a mountain."""
    assert see_each_other("D9", "D2", {"D9": "mountains", "D5": "mountains", "D6": "forest"}, up=("D2",))
    assert see_each_other("D9", "D2", {"D9": "mountains", "D5": "clear+smoke"}, up=("D2",))
    assert not see_each_other("D9", "D2", {"D9": "mountains", "D5": "mountains+smoke"}, up=("D2",))


@pytest.mark.rule("HX-LOS-15")
@pytest.mark.ruling("HX-LOS-15.2")
def test_blind_hexes_are_counted_from_the_obstacle_to_the_lower_unit():
    """From the hill D8 to E3 a forest in D5, at distance 3, hides nothing and one in E5, at distance 2, hides."""
    assert see_each_other("D8", "E3", {"D8": "hills", "D5": "forest"})
    assert not see_each_other("D8", "E3", {"D8": "hills", "E5": "forest"})
    # the obstacle stands beside the higher unit: it is the lower one that would be blind
    assert see_each_other("D8", "D4", {"D8": "hills", "D7": "forest"})


@pytest.mark.rule("HX-LOS-16")
def test_sight_goes_on_behind_blind_hexes():
    """From the hill D9 with forests in D7 and D4: D5 and D2 are blind, D1 is seen again."""
    hexes = {"D9": "hills", "D7": "forest", "D4": "forest"}
    assert [see_each_other("D9", name, hexes) for name in ("D5", "D4", "D2", "D1")] == [False, True, False, True]


@pytest.mark.rule("HX-LOS-17")
def test_sight_is_mutual():
    """The hill D8 can not fire at D4 behind the forest D5, and D4 not at D8."""
    hexes = {"D8": "hills", "D5": "forest"}
    units = [
        ("a1", "D8", "N", lookout("ork")),
        ("a2", "D3", "N", lookout("ork")),
        ("b1", "D4", "N", lookout("elf")),
        ("b2", "D9", "N", lookout("elf")),
    ]
    running = {"a1": ("-+-+-", "Fire+-"), "b1": ("-+-+-", "Fire+-")}
    played = table(pace="step", hexes=hexes, units=units, running=running)
    begin(played, "gunnery_1").asks("fire", "red")
    refused(played, "red", fires("a1", "eye", shot("b1")), "HX-GUNNERY-18", "no-line-of-sight")
    played.when("red", fires("a1", "eye", shot("b2"))).accepted()
    played.last.asks("fire", "blue")
    refused(played, "blue", fires("b1", "eye", shot("a1")), "HX-GUNNERY-18", "no-line-of-sight")
    assert played.refused(fires("b1", "eye", shot("a2")), "blue") == ()


@pytest.mark.rule("HX-LOS-18")
def test_neighbours_see_each_other_and_units_do_not_hide():
    """Adjacent forests see each other; friend and enemy on the line do not block."""
    assert see_each_other("D5", "D4", {"D5": "forest", "D4": "forest"})
    assert see_each_other("D5", "D4", {"D5": "mountains", "D4": "clear+smoke"})
    near = [("a5", "D3", "N", tank(size="huge")), ("b5", "D4", "N", infantry())]
    assert see_each_other("D5", "D2", near=near)


@pytest.mark.rule("HX-LOS-18")
def test_units_in_one_hex_see_each_other():
    """Who flies above a smoky forest sees who stands in it."""
    units = [
        ("a1", "D5", "N", lookout("ork", "flying")),
        ("b1", "D5", "N", lookout("elf")),
        ("b2", "A1", "N", lookout("elf")),
    ]
    played = table(pace="step", hexes={"D5": "forest+smoke"}, units=units, running={"a1": ("-+-+-", "Fire+-")})
    begin(played, "gunnery_1").asks("fire", "red")
    assert played.refused(fires("a1", "eye", shot("b1")), "red") == ()


@pytest.mark.rule("HX-LOS-19")
def test_cover_is_no_obstacle_to_sight():
    """From a clear neighbour a unit in a forest is seen, and the shot has its -1 besides point-blank."""
    rolled = shoot([5], target=infantry(armour=angles(0)), hexes={"D4": "forest"}, to="D4")
    assert (rolled.modifiers.total, rolled.hit) == (0, True)
    assert shoot([5], to="D4").modifiers.total == 1


@pytest.mark.rule("HX-LOS-20")
def test_a_flyer_looks_down_from_height_2():
    """From above clear D9 the forest D5 makes one blind hex."""
    assert see_each_other("D9", "D3", {"D5": "forest"}, up=("D9",))
    assert not see_each_other("D9", "D4", {"D5": "forest"}, up=("D9",))
    assert not see_each_other("D9", "D3", {"D5": "hills"}, up=("D9",))
    assert see_each_other("D9", "D2", {"D5": "hills"}, up=("D9",))


HILL = {"D8": "hills", "D3": "hills"}


def sight_between(a, b, hexes=None, up=(), **options):
    """Tell whether two hexes see each other, the ones in `up` from the air; ask both ways."""
    game = field(hexes, options=options)
    heights = [2 if name in up else height_of_hex(game, name) for name in (a, b)]
    there = line_of_sight.line_of_sight(game, a, heights[0], b, heights[1])
    back = line_of_sight.line_of_sight(game, b, heights[1], a, heights[0])
    assert there is back
    return there


@pytest.mark.rule("HX-LOS-01", "HX-LOS-02", "HX-TERRAIN-21", "HX-TERRAIN-26", "HX-TERRAIN-28")
@pytest.mark.parametrize(
    ("hexes", "expected"),
    [
        ({}, True),
        ({"D3": "forest"}, False),
        ({"D5": "forest", "D2": "forest"}, True),
        ({"D3": "hills"}, False),
        ({"D4": "mountains"}, False),
        ({"D4": "building"}, False),
        ({"D4": "swamp", "D3": "ruins"}, True),
        ({"D4": "rough", "D3": "clear+entrenchment"}, True),
        ({"D4": "clear+smoke"}, False),
        ({"D5": "clear+smoke", "D2": "clear+smoke"}, True),
    ],
)
def test_on_the_ground_what_blocks_and_is_crossed_hides(hexes, expected):
    """Between D5 and D2 at height 0, blocking terrain in D4 or D3 hides; the ends never do."""
    assert sight_between("D5", "D2", hexes) is expected


@pytest.mark.rule("HX-TERRAIN-24", "HX-TERRAIN-03")
def test_options_say_whether_buildings_and_overlays_hide():
    """A building hides unless the option lets it; an overlay hides where the terms say so."""
    wood = Feature(name="hedge", cost=0, blocks=True, to_be_hit=0)
    assert sight_between("D5", "D2", {"D4": "building"}, building_blocks_los=False)
    assert not sight_between("D5", "D2", {"D4": "clear+hedge"}, overlay_data=(wood,))
    assert sight_between("D8", "D3", {**HILL, "D5": "clear+hedge"}, overlay_data=(wood,))


@pytest.mark.rule("HX-LOS-08", "HX-LOS-09")
def test_from_a_hill_down():
    """Hills and mountains hide all, forest the two hexes behind it."""
    assert not sight_between("D8", "D3", {"D8": "hills", "D6": "hills"})
    assert not sight_between("D8", "D1", {"D8": "hills", "D7": "mountains"})
    wood = {"D8": "hills", "D5": "forest"}
    assert [sight_between("D8", name, wood) for name in ("D6", "D5", "D4", "D3", "D2")] == [
        True,
        True,
        False,
        False,
        True,
    ]


@pytest.mark.rule("HX-LOS-10", "HX-LOS-11", "HX-LOS-12")
def test_from_a_mountain_down():
    """Mountains hide all, hills the two hexes behind them, forest one."""
    targets = ("D4", "D3", "D2")
    found = {
        what: [sight_between("D9", name, {"D9": "mountains", "D5": what}) for name in targets]
        for what in ("mountains", "hills", "forest")
    }
    assert found == {"mountains": [False] * 3, "hills": [False, False, True], "forest": [False, True, True]}


@pytest.mark.rule("HX-LOS-14")
def test_between_two_at_height_two_nothing_hides():
    """A mountain sees a flyer over another."""
    assert sight_between("D9", "D2", {"D9": "mountains", "D5": "mountains"}, up=("D2",))
    assert not sight_between("D9", "D2", {"D9": "mountains", "D5": "clear+smoke"}, up=("D2",), smoke_los="all_heights")
    assert sight_between("D9", "D2", {"D9": "mountains", "D5": "hills+smoke"}, up=("D2",))
    assert not sight_between("D9", "D2", {"D9": "mountains", "D5": "mountains+smoke"}, up=("D2",))


@pytest.mark.rule("HX-LOS-18")
def test_neighbours_see_each_other_and_units_hide_nobody():
    """Adjacent hexes in forest and smoke have sight, a hex has it with itself, and bases in between change nothing."""
    assert sight_between("D5", "D4", {"D5": "forest+smoke", "D4": "forest+smoke"})
    assert sight_between("D5", "D5", {"D5": "forest"}, up=("D5",))
    column = {"a1": "D5", "a2": "D4", "b1": "D3", "b2": "D2"}
    places = [(id, name, "N", tank()) for id, name in column.items()]
    assert line_of_sight.sees(field(units=places), "a1", "b2")


@pytest.mark.rule("HX-LOS-20", "HX-LOS-12")
def test_a_flyer_looks_down_from_height_two():
    """A flyer over D9 sees D3 behind the forest in D5 but not D4."""
    bird = infantry(types=("infantry", "flying"))
    wood = {"D5": "forest"}
    game = field(wood, [("a1", "D9", "N", bird), ("b1", "D3", "S", tank()), ("b2", "D4", "S", tank())])
    assert line_of_sight.sees(game, "a1", "b1")
    assert not line_of_sight.sees(game, "a1", "b2")
    assert not line_of_sight.sees(game, "b2", "a1")
    assert line_of_sight.sees_hex(game, "a1", "D3")


@pytest.mark.rule("HX-TERRAIN-30")
def test_smoke_stands_on_its_own_hex():
    """Smoke on the ground is clear between hills, smoke on a hill is not, and from a mountain hides two hexes."""
    assert sight_between("D8", "D3", {**HILL, "D5": "clear+smoke"})
    assert not sight_between("D8", "D3", {**HILL, "D5": "hills+smoke"})
    peak = {"D9": "mountains", "D5": "hills+smoke"}
    assert not sight_between("D9", "D3", {**peak, "D3": "hills"})
    assert sight_between("D9", "D2", {**peak, "D2": "hills"})
    assert not sight_between("D8", "D3", {**HILL, "D5": "clear+smoke"}, smoke_los="all_heights")
    assert [sight_between("D8", name, {"D8": "hills", "D5": "clear+smoke"}) for name in ("D3", "D2")] == [False, True]
    assert [sight_between("D9", name, {"D9": "mountains", "D5": "clear+smoke"}) for name in ("D4", "D3")] == [
        False,
        True,
    ]


@pytest.mark.rule("HX-TERRAIN-30", "HX-LOS-04")
def test_smoke_fills_its_half_of_a_pair():
    """Smoke beside an open hex leaves sight, smoke beside a forest takes it."""
    assert sight_between("D5", "F5", {"E5": "clear+smoke"})
    assert not sight_between("D5", "F5", {"E5": "clear+smoke", "E6": "forest"})

"""Sight between hexes at heights; each case is a worked check of the ledger."""

import pytest

from adjudicator.rulesets.hex_orders.model.messages import Feature
from adjudicator.rulesets.hex_orders.model.terrain import height_of_hex
from adjudicator.rulesets.hex_orders.rules.board import line_of_sight
from tests.rulesets.hex_orders.givens import field, infantry, tank

HILL = {"D8": "hills", "D3": "hills"}


def seen(a, b, hexes=None, up=(), **options):
    """Tell whether two hexes see each other, the ones in `up` from the air; ask both ways."""
    game = field(hexes, options=options)
    heights = [2 if name in up else height_of_hex(game, name) for name in (a, b)]
    there = line_of_sight.line_of_sight(game, a, heights[0], b, heights[1])
    back = line_of_sight.line_of_sight(game, b, heights[1], a, heights[0])
    assert there is back
    assert there == (not line_of_sight.blockers(game, a, heights[0], b, heights[1]))
    return there


@pytest.mark.rule("HX-LOS-01", "HX-LOS-02", "HX-TERRAIN-21", "HX-TERRAIN-26", "HX-TERRAIN-28")
@pytest.mark.parametrize(
    ("hexes", "expected"),
    [
        ({}, True), ({"D3": "forest"}, False), ({"D5": "forest", "D2": "forest"}, True), ({"D3": "hills"}, False),
        ({"D4": "mountains"}, False), ({"D4": "building"}, False), ({"D4": "swamp", "D3": "ruins"}, True),
        ({"D4": "rough", "D3": "clear+entrenchment"}, True), ({"D4": "clear+smoke"}, False),
        ({"D5": "clear+smoke", "D2": "clear+smoke"}, True),
    ],
)  # fmt: skip
def test_on_the_ground_what_blocks_and_is_crossed_hides(hexes, expected):
    """Between D5 and D2 at height 0, blocking terrain in D4 or D3 hides; the ends never do."""
    assert seen("D5", "D2", hexes) is expected


@pytest.mark.rule("HX-TERRAIN-24", "HX-TERRAIN-03")
def test_options_say_whether_buildings_and_overlays_hide():
    """A building hides unless the option lets it; an overlay hides where the terms say so."""
    wood = Feature(name="hedge", cost=0, blocks=True, to_be_hit=0)
    assert seen("D5", "D2", {"D4": "building"}, building_blocks_los=False)
    assert not seen("D5", "D2", {"D4": "clear+hedge"}, overlay_data=(wood,))
    assert seen("D8", "D3", {**HILL, "D5": "clear+hedge"}, overlay_data=(wood,))


@pytest.mark.rule("HX-LOS-03")
@pytest.mark.parametrize("name", ["D8", "D7", "E7", "D6", "E6", "D5", "E5", "E4"])
def test_a_hex_that_is_clipped_is_crossed(name):
    """D9 to E3 crosses eight hexes, and each alone hides."""
    assert not seen("D9", "E3", {name: "forest"})


@pytest.mark.rule("HX-LOS-03")
def test_no_other_hex_is_crossed():
    """Forest everywhere but on the eight hexes of the line does not hide."""
    open_hexes = ("D8", "D7", "E7", "D6", "E6", "D5", "E5", "E4")
    others = {name: "forest" for name in field().hexes if name not in open_hexes}
    assert seen("D9", "E3", others)


@pytest.mark.rule("HX-LOS-04")
@pytest.mark.parametrize(
    ("a", "b", "woods", "expected"),
    [
        ("D5", "F5", ["E5"], True), ("D5", "F5", ["E5", "E6"], False), ("B5", "F5", ["C5", "E6"], True),
        ("B5", "F5", ["C5", "C6"], False), ("B5", "F5", ["D5"], False), ("A1", "C1", ["B1"], False),
        ("A1", "C1", [], True), ("B9", "D9", ["C9"], False),
    ],
)  # fmt: skip
def test_along_a_side_both_hexes_have_to_hide(a, b, woods, expected):
    """A pair hides where both its hexes do; at the edge of the board its only hex decides."""
    assert seen(a, b, dict.fromkeys(woods, "forest")) is expected


@pytest.mark.rule("HX-LOS-04", "HX-LOS-15")
def test_a_pair_hides_as_the_less_obstructive_of_its_hexes():
    """From a hill along sides, forest makes two blind hexes, a hill hides all, and the pair of both two."""
    hill = {"A5": "hills", "B4": "forest", "B5": "hills"}
    assert not seen("A5", "C5", hill)
    assert seen("A5", "E5", hill)
    assert not seen("A5", "E5", hill | {"B4": "hills"})


@pytest.mark.rule("HX-LOS-05")
def test_a_corner_is_not_crossed():
    """A3 to E6 touches B4 and D4 and crosses C4."""
    assert seen("A3", "E6", {"B4": "forest", "D4": "forest"})
    assert not seen("A3", "E6", {"C4": "forest"})


@pytest.mark.rule("HX-LOS-06", "HX-LOS-07")
def test_between_hills_mountains_alone_hide():
    """Between D8 and D3 at height 1, forest and hills are clear and mountains are not."""
    assert seen("D8", "D3", {**HILL, "D6": "forest", "D5": "hills"})
    assert not seen("D8", "D3", {**HILL, "D5": "mountains"})


@pytest.mark.rule("HX-LOS-08", "HX-LOS-09")
def test_from_a_hill_down():
    """Hills and mountains hide all, forest the two hexes behind it."""
    assert not seen("D8", "D3", {"D8": "hills", "D6": "hills"})
    assert not seen("D8", "D1", {"D8": "hills", "D7": "mountains"})
    wood = {"D8": "hills", "D5": "forest"}
    assert [seen("D8", name, wood) for name in ("D6", "D5", "D4", "D3", "D2")] == [True, True, False, False, True]


@pytest.mark.rule("HX-LOS-10", "HX-LOS-11", "HX-LOS-12")
def test_from_a_mountain_down():
    """Mountains hide all, hills the two hexes behind them, forest one."""
    targets = ("D4", "D3", "D2")
    found = {
        what: [seen("D9", name, {"D9": "mountains", "D5": what}) for name in targets]
        for what in ("mountains", "hills", "forest")
    }
    assert found == {"mountains": [False] * 3, "hills": [False, False, True], "forest": [False, True, True]}


@pytest.mark.rule("HX-LOS-13", "HX-LOS-20")
@pytest.mark.parametrize(("what", "expected"), [("forest", True), ("hills", True), ("mountains", False)])
def test_from_a_mountain_or_the_air_to_a_hill(what, expected):
    """Level 2 hides, level 1 and 0 are clear."""
    assert seen("D9", "D3", {"D9": "mountains", "D3": "hills", "D5": what}) is expected
    assert seen("D9", "D3", {"D3": "hills", "D5": what}, up=("D9",)) is expected


@pytest.mark.rule("HX-LOS-14")
def test_between_two_at_height_two_nothing_hides():
    """A mountain sees a flyer over another."""
    assert seen("D9", "D2", {"D9": "mountains", "D5": "mountains"}, up=("D2",))
    assert not seen("D9", "D2", {"D9": "mountains", "D5": "clear+smoke"}, up=("D2",), smoke_los="all_heights")
    assert seen("D9", "D2", {"D9": "mountains", "D5": "hills+smoke"}, up=("D2",))
    assert not seen("D9", "D2", {"D9": "mountains", "D5": "mountains+smoke"}, up=("D2",))


@pytest.mark.rule("HX-LOS-15")
def test_blind_hexes_are_counted_by_range():
    """On a slant the range from the obstacle to the lower unit counts."""
    assert seen("D8", "E3", {"D8": "hills", "D5": "forest"})
    assert not seen("D8", "E3", {"D8": "hills", "E5": "forest"})


@pytest.mark.rule("HX-LOS-16")
def test_sight_goes_on_behind_blind_hexes():
    """Behind the blind hexes of one wood another may make its own."""
    woods = {"D9": "hills", "D7": "forest", "D4": "forest"}
    assert [seen("D9", name, woods) for name in ("D5", "D2", "D1")] == [False, False, True]


@pytest.mark.rule("HX-LOS-18")
def test_neighbours_see_each_other_and_units_hide_nobody():
    """Adjacent hexes in forest and smoke have sight, a hex has it with itself, and bases in between change nothing."""
    assert seen("D5", "D4", {"D5": "forest+smoke", "D4": "forest+smoke"})
    assert seen("D5", "D5", {"D5": "forest"}, up=("D5",))
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
    assert seen("D8", "D3", {**HILL, "D5": "clear+smoke"})
    assert not seen("D8", "D3", {**HILL, "D5": "hills+smoke"})
    peak = {"D9": "mountains", "D5": "hills+smoke"}
    assert not seen("D9", "D3", {**peak, "D3": "hills"})
    assert seen("D9", "D2", {**peak, "D2": "hills"})
    assert not seen("D8", "D3", {**HILL, "D5": "clear+smoke"}, smoke_los="all_heights")
    assert [seen("D8", name, {"D8": "hills", "D5": "clear+smoke"}) for name in ("D3", "D2")] == [False, True]
    assert [seen("D9", name, {"D9": "mountains", "D5": "clear+smoke"}) for name in ("D4", "D3")] == [False, True]


@pytest.mark.rule("HX-TERRAIN-30", "HX-LOS-04")
def test_smoke_fills_its_half_of_a_pair():
    """Smoke beside an open hex leaves sight, smoke beside a forest takes it."""
    assert seen("D5", "F5", {"E5": "clear+smoke"})
    assert not seen("D5", "F5", {"E5": "clear+smoke", "E6": "forest"})

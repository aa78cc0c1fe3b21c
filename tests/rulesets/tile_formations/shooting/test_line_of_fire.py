"""Lines of fire, what hides on them, cover, screening and crossfires worked out from the board."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations import cover, pairs
from adjudicator.rulesets.tile_formations.crossfire import caught
from adjudicator.rulesets.tile_formations.sight import Sight, Sights
from adjudicator.rulesets.tile_formations.state import Game
from tests.rulesets.tile_formations.givens import (
    aircraft,
    field,
    infantry,
    light_vehicle,
    vehicle,
    war_engine,
    weapon,
)

OPEN = Sight(blocked=False, inside=False, between=False, screened=False)


def seen(a: tuple[int, int], b: tuple[int, int], units: Any = None, **given: Any) -> Sight:
    """Look from red infantry at blue infantry."""
    return Sights(_set(a, b, units, **given)).look("a1.1", "b1.1")


def _set(a: tuple[int, int], b: tuple[int, int], units: Any = None, **given: Any) -> Game:
    return field("", {"a1.1": (a, infantry()), "b1.1": (b, infantry())} | (units or {}), **given)


def modifier(game: Game, target: str = "b1.1", **given: Any) -> int:
    """Give the cover modifier of red's shot."""
    return cover.to_hit_cover(game, target, Sights(game, **given).look("a1.1", target))


def test_lines_pass_the_same_tiles_both_ways() -> None:
    """A point midway belongs to the tile that hides less, or by the options to the one that hides more."""
    for a, b in (((1, 1), (5, 3)), ((5, 3), (1, 1))):
        assert not seen(a, b, terrain={(2, 2): "woods"}).between
        assert seen(a, b, terrain={(2, 2): "woods"}, options={"tile_line_ties": "target"}).between
        assert seen(a, b, terrain={(3, 2): "woods"}).between
        assert seen(a, b, terrain={(2, 1): "woods", (2, 2): "ruins"}).between


@pytest.mark.parametrize(
    ("terrain", "behind", "inside"),
    [
        ("buildings", True, True), ("fortifications", True, True), ("+bunkers", True, True),
        ("+gun_emplacements", True, True), ("jungle", True, True), ("woods", True, True), ("ruins", True, True),
        ("+fieldworks", True, True), ("cliffs", True, False), ("hills", True, False), ("marsh", False, False),
        ("river", False, False), ("scrub", False, False), ("open_ground", False, False), ("+roads", False, False),
        ("+barricade", False, False), ("+minefield", False, False),
    ],
)  # fmt: skip
def test_what_hides_and_where(terrain: str, behind: bool, inside: bool) -> None:
    """Terrain hides what lies behind it, or what is in it too; the shooter's own tile never counts."""
    assert seen((1, 1), (5, 1), terrain={(3, 1): terrain}).between is behind
    assert seen((1, 1), (5, 1), terrain={(5, 1): terrain}).inside is inside
    assert seen((1, 1), (5, 1), terrain={(1, 1): terrain}) == OPEN


def test_sight_is_lost_behind_too_much() -> None:
    """Two obscuring tiles before the target's own block sight; the options say how many do."""
    one, two = {(3, 1): "woods"}, {(2, 1): "woods", (3, 1): "hills"}
    assert not seen((1, 1), (5, 1), terrain=one | {(5, 1): "woods"}).blocked
    assert seen((1, 1), (5, 1), terrain=two).blocked
    assert not seen((1, 1), (5, 1), terrain=two, options={"los_block_tiles": 0}).blocked
    assert seen((1, 1), (5, 1), terrain=one, options={"los_block_tiles": 1}).blocked


def test_bulky_units_hide_what_lies_behind() -> None:
    """Only units whose data say so obscure, of either side, and never for themselves."""
    assert seen((1, 1), (5, 1), {"b2.1": ((3, 1), war_engine())}) == OPEN
    for bulky in ("a2.1", "b2.1"):
        assert seen((1, 1), (5, 1), {bulky: ((3, 1), war_engine(flags=("obscures",)))}).between
    shooter = {"a1.1": ((1, 1), infantry(flags=("obscures",))), "b1.1": ((5, 1), infantry(flags=("obscures",)))}
    assert seen((1, 1), (5, 1), shooter) == OPEN
    large = {"b2.1": ((2, 1), war_engine(flags=("obscures",), columns=2, rows=2))}
    assert seen((1, 2), (5, 2), large).blocked


def test_lines_of_large_units_run_between_their_nearest_tiles() -> None:
    """A large target is seen at its nearest tile; of several the one that is hidden less counts."""
    big = {"b1.1": ((4, 1), war_engine(columns=2, rows=2))}
    assert seen((1, 1), (4, 1), big, terrain={(5, 1): "woods", (5, 2): "woods"}) == OPEN
    assert not seen((1, 1), (4, 1), big, terrain={(4, 1): "woods"}).inside
    assert seen((1, 1), (4, 1), big, terrain={(4, 1): "woods", (4, 2): "ruins"}).inside


# -- to hit


def test_cover_costs_one_however_many_reasons() -> None:
    """Cover saves, hiding terrain and a vehicle beside add up to -1, or to the cap of the options."""
    many: Any = {"b1.2": ((4, 1), vehicle())}
    terrain = {(5, 1): "ruins", (3, 1): "woods"}
    assert modifier(_set((1, 1), (5, 1), many, terrain=terrain)) == -1
    game = _set((1, 1), (5, 1), many, terrain=terrain, options={"cover_to_hit_cap": -3})
    assert modifier(game) == -3
    assert cover.reasons(game, "b1.1", Sights(game).look("a1.1", "b1.1")) == (
        "TF-COVER-01", "TF-COVER-02", "TF-COVER-03", "TF-SCREEN-01",
    )  # fmt: skip
    assert modifier(_set((1, 1), (5, 1), terrain={(5, 1): "marsh"})) == -1
    assert modifier(_set((1, 1), (5, 1), terrain={(5, 1): "hills"})) == 0


def test_vehicles_are_hidden_without_a_save() -> None:
    """A vehicle in ruins is harder to hit and has no cover save."""
    game = _set((1, 1), (5, 1), {"b1.1": ((5, 1), vehicle())}, terrain={(5, 1): "ruins"})
    assert (modifier(game), cover.cover_value(game, "b1.1")) == (-1, None)
    flying = _set((1, 1), (5, 1), {"b1.1": ((5, 1), aircraft())}, terrain={(5, 1): "ruins"})
    assert (modifier(flying), cover.cover_value(flying, "b1.1")) == (0, None)


def test_vehicles_screen_infantry() -> None:
    """Own armoured vehicles beside infantry cover it against attacks along a line through their tile."""
    tank = {"b1.2": ((4, 5), vehicle())}
    assert modifier(_set((1, 5), (5, 5), tank)) == -1
    assert modifier(_set((9, 5), (5, 5), tank)) == 0
    corner = {"b1.2": ((4, 4), light_vehicle())}
    assert modifier(_set((2, 2), (5, 5), corner)) == -1
    assert modifier(_set((1, 5), (5, 5), corner)) == 0
    assert modifier(_set((1, 5), (5, 5), corner, options={"screen_arc": "neighbour_arc"})) == -1
    assert modifier(_set((9, 5), (5, 5), corner, options={"screen_arc": "neighbour_arc"})) == 0
    assert cover.cover_value(_set((1, 5), (5, 5), tank), "b1.1") is None


def test_what_does_not_screen() -> None:
    """War engines, enemies, vehicles farther off and infantry do not, and vehicles are not screened."""
    for other in (("b1.2", (4, 5), war_engine()), ("a2.1", (4, 5), vehicle()), ("b1.2", (3, 5), vehicle()),
                  ("b1.2", (4, 5), infantry())):  # fmt: skip
        assert modifier(_set((1, 5), (5, 5), {other[0]: other[1:]})) == 0
    tanks = {"b1.1": ((5, 5), vehicle()), "b1.2": ((4, 5), vehicle())}
    assert modifier(_set((1, 5), (5, 5), tanks)) == 0
    off = {"screen_types": ("none",)}
    assert modifier(_set((1, 5), (5, 5), {"b1.2": ((4, 5), vehicle())}, options=off)) == 0


def test_a_point_midway_takes_the_tile_that_hides_less() -> None:
    """Where a line passes between a wood and a screening vehicle, either hides; a free tile does not."""
    line: Any = {"b1.2": ((4, 3), vehicle())}
    assert modifier(_set((1, 1), (5, 3), line)) == 0
    assert modifier(_set((1, 1), (5, 3), line, terrain={(4, 2): "woods"})) == -1


def test_cover_may_be_judged_for_the_formation() -> None:
    """By the options what holds for more than half of the pairs holds for all."""
    units = {"b1.2": ((5, 2), infantry()), "b1.3": ((5, 3), infantry())}
    woods = {(5, 1): "woods", (5, 2): "woods"}
    majority = {"cover_scope": "formation_majority"}
    for terrain, option, expected in (
        (woods, {}, [-1, -1, 0]), (woods, majority, [-1, -1, -1]), ({(5, 1): "woods"}, majority, [0, 0, 0]),
    ):  # fmt: skip
        game = _set((1, 1), (5, 1), units, terrain=terrain, options=option)
        assert [each.cover for each in pairs.pairs_of(game, "a1", "b1", Sights(game))] == expected


# -- cover saves and lying low


@pytest.mark.parametrize(
    ("tile", "state", "value"),
    [
        ("open_ground", "overwatch", 2),
        ("hills", "overwatch", 2),
        ("scrub", "overwatch", 2),
        ("scrub", "normal", 1),
        ("+roads", "overwatch", 2),
        ("+minefield", "overwatch", 2),
        ("marsh+roads", "overwatch", 1),
        ("open_ground", "normal", None),
        ("hills", "broken", None),
        ("woods", "overwatch", 2),
        ("jungle+bunkers", "normal", 4),
        ("scrub+fieldworks", "normal", 3),
    ],
)
def test_the_best_cover_counts(tile: str, state: str, value: int | None) -> None:
    """Cover values never add up; infantry in Overwatch lies low on hills, open ground and scrub."""
    game = _set((1, 1), (5, 1), terrain={(5, 1): tile}, formations={"b1": {"state": state}})
    found = cover.cover_value(game, "b1.1")
    assert (found and found.total) == value


def test_lying_low_is_for_infantry_and_may_need_bare_ground() -> None:
    """Vehicles gain nothing, and by the options overlays take it away."""
    low = {"b1": {"state": "overwatch"}}
    tank = _set((1, 1), (5, 1), {"b1.1": ((5, 1), vehicle())}, formations=low)
    assert (modifier(tank), cover.cover_value(tank, "b1.1")) == (0, None)
    man = _set((1, 1), (5, 1), formations=low)
    assert modifier(man) == -1
    bare = {"overlay_keeps_lie_low": False}
    assert cover.lies_low(_set((1, 1), (5, 1), formations=low, options=bare), "b1.1") == "open_ground"
    road = _set((1, 1), (5, 1), formations=low, options=bare, terrain={(5, 1): "+roads"})
    assert (modifier(road), cover.cover_value(road, "b1.1")) == (0, None)


# -- crossfire


def crossed(friend: tuple[int, int], told: bool = False, **options: Any) -> bool:
    """Tell whether red at (1, 1) and a friend catch blue at (5, 1)."""
    game = _set((1, 1), (5, 1), {"a2.1": (friend, infantry())}, options={"crossfire_geometry": True} | options)
    return caught(game, "b1", pairs.pairs_of(game, "a1", "b1", Sights(game)), told=told)


def test_a_crossfire_may_be_worked_out() -> None:
    """A line from an attacker to a friend in reach that crosses a target unit makes a crossfire."""
    assert crossed((9, 1))
    assert not crossed((9, 1), crossfire_range=7)
    assert not crossed((1, 9), told=True)
    assert crossed((9, 2)) != crossed((9, 5))
    assert not crossed((9, 1), crossfire_geometry=False)
    assert crossed((1, 9), told=True, crossfire_geometry=False)


def test_an_attacker_is_a_unit_that_shoots() -> None:
    """Who can not hit anybody makes no crossfire."""
    rear = {"a1.2": ((9, 1), infantry(weapons=(weapon(dice=0),))), "a2.1": ((1, 11), infantry())}
    game = _set((1, 9), (5, 1), rear | {"a3.1": ((0, 1), infantry())}, options={"crossfire_geometry": True})
    assert not caught(game, "b1", pairs.pairs_of(game, "a1", "b1", Sights(game)), told=False)

"""Lines of fire: what hides on them, what blocks them, and what is seen at the table."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import SightFact, ToHitRolled
from adjudicator.rulesets.tile_formations.rules.shooting.line_of_fire import LineOfFire, LinesOfFire
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import SHOOTER_PLACE, duel, infantry, war_engine, wide_ground, zoneless
from tests.rulesets.tile_formations.shooting.fixtures import behind_terrain, two_infantry
from tests.rulesets.tile_formations.steps import (
    ShotResult,
    about_to_shoot,
    come_and_declare,
    cover_modifier,
    declare,
    refused,
    shoot_at,
    try_saves,
    try_to_hit,
)

HIDE_BOTH = ("buildings", "fortifications", "jungle", "woods", "ruins", "+bunkers", "+gun_emplacements", "+fieldworks")


HIDE_THROUGH = ("cliffs", "hills")


HIDE_NONE = ("marsh", "open_ground", "river", "scrub", "+roads", "+barricade", "+minefield")


def row_of_tiles(ground: dict[tuple[int, int], str], **setup: Any) -> Table:
    """Let a vehicle at (1, 1) face one at (5, 1)."""
    units: Any = {"a1.1": ((1, 1), zoneless("AV")), "b1.1": ((5, 1), zoneless("AV"))}
    return wide_ground(units, terrain=ground, **setup)


@pytest.mark.rule("TF-COVER-06")
@pytest.mark.parametrize(
    ("ground", "modifier"),
    [
        ({(3, 1): "woods"}, -1),
        ({(1, 1): "woods"}, 0),
        ({(5, 1): "hills"}, 0),
        ({(5, 1): "woods"}, -1),
        ({(3, 1): "hills"}, -1),
        ({(3, 2): "woods"}, 0),
        ({(1, 1): "hills"}, 0),
        ({}, 0),
    ],
)
@pytest.mark.ruling("TF-COVER-06.2")
def test_what_hides_lies_on_the_line(ground: dict[tuple[int, int], str], modifier: int) -> None:
    """Tiles between count, the target's own if it hides what is in it, the attacker's own never."""
    assert cover_modifier(come_and_declare(row_of_tiles(ground))) == modifier


@pytest.mark.rule("TF-COVER-06")
@pytest.mark.parametrize(
    ("ground", "between", "inside"),
    [(item, -1, -1) for item in HIDE_BOTH]
    + [(item, -1, 0) for item in HIDE_THROUGH]
    + [(item, 0, 0) for item in HIDE_NONE],
)
@pytest.mark.ruling("TF-COVER-06.2", "TF-COVER-06.3")
def test_every_terrain_hides_as_the_table_says(ground: str, between: int, inside: int) -> None:
    """Each kind hides what is behind it and in it, only what is behind it, or nothing."""
    assert cover_modifier(come_and_declare(row_of_tiles({(3, 1): ground}))) == between
    if ground != "+gun_emplacements":
        assert cover_modifier(come_and_declare(row_of_tiles({(5, 1): ground}))) == inside


@pytest.mark.rule("TF-COVER-06")
@pytest.mark.parametrize(
    ("ground", "sight", "modifier"),
    [({(3, 1): "woods"}, "clear", 0), ({}, "obscured", -1), ({(5, 1): "ruins"}, "clear", 0)],
)
@pytest.mark.parametrize("named", [("a1.1", "b1.1"), ("", "")])
def test_a_stated_line_of_fire_counts(
    ground: dict[tuple[int, int], str], sight: str, modifier: int, named: tuple[str, str]
) -> None:
    """What is stated of a line of fire takes the place of what is worked out."""
    fact = SightFact(unit=named[0], target=named[1], sight=sight)
    assert cover_modifier(come_and_declare(row_of_tiles(ground), sights=(fact,))) == modifier


@pytest.mark.rule("TF-COVER-06")
def test_a_line_that_is_stated_as_blocked_is_none() -> None:
    """A line of fire stated as blocked bars the shooting."""
    fact = SightFact(unit="", target="", sight="blocked")
    refused(come_and_declare(row_of_tiles({}), sights=(fact,)), "no-line-of-fire", "TF-COVER-07")


@pytest.mark.rule("TF-COVER-06")
@pytest.mark.parametrize(("flags", "modifier"), [(("no_zoc",), 0), (("no_zoc", "obscures"), -1)])
@pytest.mark.parametrize("side", ["a2.1", "b2.1"])
@pytest.mark.ruling("TF-COVER-06.5")
def test_a_unit_may_hide_what_is_behind_it(flags: tuple[str, ...], modifier: int, side: str) -> None:
    """A war engine between hides a target only if its data says so, whosever it is."""
    units: Any = {
        "a1.1": ((1, 1), zoneless("AV")),
        "b1.1": ((5, 1), zoneless("AV")),
        side: ((3, 1), zoneless("WE", flags=flags)),
    }
    assert cover_modifier(come_and_declare(wide_ground(units))) == modifier


@pytest.mark.rule("TF-COVER-07")
@pytest.mark.parametrize(
    ("most", "woods", "seen"), [(2, 1, True), (2, 2, False), (3, 2, True), (3, 3, False), (0, 3, True), (1, 1, False)]
)
@pytest.mark.ruling("TF-COVER-07.2")
def test_too_much_between_blocks_the_line(most: int, woods: int, seen: bool) -> None:
    """Sight is lost behind as many obscuring tiles as the option says; 0 is for never; fewer are worth -1."""
    played = behind_terrain({(3 + number, 5): "woods" for number in range(woods)}, options={"los_block_tiles": most})
    if seen:
        assert cover_modifier(come_and_declare(played)) == -1
    else:
        refused(come_and_declare(played), "no-line-of-fire", "TF-COVER-07")


@pytest.mark.rule("TF-COVER-07")
@pytest.mark.ruling("TF-COVER-07.2")
def test_two_woods_block_by_default_and_the_own_tile_does_not_count() -> None:
    """By default two tiles between block; one between and one that the target stands in do not."""
    refused(come_and_declare(behind_terrain({(3, 5): "woods", (5, 5): "ruins"})), "no-line-of-fire", "TF-COVER-07")
    assert cover_modifier(come_and_declare(duel(zoneless("AV"), "woods", more={(4, 5): "woods"}))) == -1
    assert cover_modifier(come_and_declare(duel(zoneless("AV"), more={(4, 5): "woods", SHOOTER_PLACE: "woods"}))) == -1


@pytest.mark.rule("TF-COVER-06")
def test_lines_of_fire_may_be_stated() -> None:
    """What is seen at the table takes the place of what the board gives, the closest statement first."""
    woods = ". . W W . . ."
    far = SightFact(unit="", target="", sight="blocked")
    clear = SightFact(unit="a1.1", target="b1.1", sight="clear")
    played = about_to_shoot(woods)
    declare(played, sights=(far, clear)).accepted()
    try_to_hit(played, 4).then(ToHitRolled, hits=1)
    try_saves(played)
    declare(about_to_shoot(), sights=(far,)).rejected("TF-COVER-07", "no-line-of-fire")
    played = about_to_shoot()
    declare(played, sights=(SightFact(unit="", target="b1.1", sight="obscured"),))
    try_to_hit(played, 4).then(ToHitRolled, hits=0)
    declare(about_to_shoot(), sights=(SightFact(unit="", target="", sight="dim"),)).rejected(
        "TF-COVER-06", "no-such-sight"
    )
    declare(about_to_shoot(), sights=(SightFact(unit="b1.1", target="", sight="clear"),)).rejected(
        "TF-COVER-06", "not-of-formation", "sights[0].unit"
    )


CLEAR = LineOfFire(blocked=False, inside=False, between=False, screened=False)


def line_between(a: tuple[int, int], b: tuple[int, int], units: Any = None, **setup: Any) -> LineOfFire:
    """Look from red infantry at blue infantry."""
    return LinesOfFire(two_infantry(a, b, units, **setup)).look("a1.1", "b1.1")


@pytest.mark.rule("TF-GRID-06")
def test_lines_pass_the_same_tiles_both_ways() -> None:
    """A point midway belongs to the tile that hides less, or by the options to the one that hides more."""
    for a, b in (((1, 1), (5, 3)), ((5, 3), (1, 1))):
        assert not line_between(a, b, terrain={(2, 2): "woods"}).between
        assert line_between(a, b, terrain={(2, 2): "woods"}, options={"tile_line_ties": "target"}).between
        assert line_between(a, b, terrain={(3, 2): "woods"}).between
        assert line_between(a, b, terrain={(2, 1): "woods", (2, 2): "ruins"}).between


@pytest.mark.rule("TF-COVER-06")
@pytest.mark.parametrize(
    ("terrain", "behind", "inside"),
    [
        ("buildings", True, True),
        ("fortifications", True, True),
        ("+bunkers", True, True),
        ("+gun_emplacements", True, True),
        ("jungle", True, True),
        ("woods", True, True),
        ("ruins", True, True),
        ("+fieldworks", True, True),
        ("cliffs", True, False),
        ("hills", True, False),
        ("marsh", False, False),
        ("river", False, False),
        ("scrub", False, False),
        ("open_ground", False, False),
        ("+roads", False, False),
        ("+barricade", False, False),
        ("+minefield", False, False),
    ],
)
def test_what_hides_and_where(terrain: str, behind: bool, inside: bool) -> None:
    """Terrain hides what lies behind it, or what is in it too; the shooter's own tile never counts."""
    assert line_between((1, 1), (5, 1), terrain={(3, 1): terrain}).between is behind
    assert line_between((1, 1), (5, 1), terrain={(5, 1): terrain}).inside is inside
    assert line_between((1, 1), (5, 1), terrain={(1, 1): terrain}) == CLEAR


@pytest.mark.rule("TF-COVER-07")
def test_sight_is_lost_behind_too_much() -> None:
    """Two obscuring tiles before the target's own block sight; the options say how many do."""
    one, two = {(3, 1): "woods"}, {(2, 1): "woods", (3, 1): "hills"}
    assert not line_between((1, 1), (5, 1), terrain=one | {(5, 1): "woods"}).blocked
    assert line_between((1, 1), (5, 1), terrain=two).blocked
    assert not line_between((1, 1), (5, 1), terrain=two, options={"los_block_tiles": 0}).blocked
    assert line_between((1, 1), (5, 1), terrain=one, options={"los_block_tiles": 1}).blocked


@pytest.mark.rule("TF-COVER-06")
def test_bulky_units_hide_what_lies_behind() -> None:
    """Only units whose data say so obscure, of either side, and never for themselves."""
    assert line_between((1, 1), (5, 1), {"b2.1": ((3, 1), war_engine())}) == CLEAR
    for bulky in ("a2.1", "b2.1"):
        assert line_between((1, 1), (5, 1), {bulky: ((3, 1), war_engine(flags=("obscures",)))}).between
    shooter = {"a1.1": ((1, 1), infantry(flags=("obscures",))), "b1.1": ((5, 1), infantry(flags=("obscures",)))}
    assert line_between((1, 1), (5, 1), shooter) == CLEAR
    large = {"b2.1": ((2, 1), war_engine(flags=("obscures",), columns=2, rows=2))}
    assert line_between((1, 2), (5, 2), large).blocked


@pytest.mark.rule("TF-GRID-06", "TF-GRID-02")
def test_lines_of_large_units_run_between_their_nearest_tiles() -> None:
    """A large target is seen at its nearest tile; of several the one that is hidden less counts."""
    big = {"b1.1": ((4, 1), war_engine(columns=2, rows=2))}
    assert line_between((1, 1), (4, 1), big, terrain={(5, 1): "woods", (5, 2): "woods"}) == CLEAR
    assert not line_between((1, 1), (4, 1), big, terrain={(4, 1): "woods"}).inside
    assert line_between((1, 1), (4, 1), big, terrain={(4, 1): "woods", (4, 2): "ruins"}).inside


@pytest.mark.rule("TF-COVER-06")
@pytest.mark.parametrize(("ground", "value"), [("+gun_emplacements", 3), ("open_ground", 4)])
@pytest.mark.ruling("TF-COVER-06.3")
def test_a_gun_emplacement_hides_war_engines(ground: str, value: int) -> None:
    """A war engine has no cover in a gun emplacement, which hides what is in it all the same."""
    assert shoot_at("WE", ground, armour=2) == ShotResult(value, "armour", 2, (1, 2))

"""Every rule counts tiles by the grid of the game: zones, links, contact, range, vehicles that shield, lines."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import ContactMade, OutOfFormationDestroyed, ShootingDeclared
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import (
    ENEMY_INFANTRY,
    Place,
    Placed,
    at,
    gunner,
    infantry,
    open_ground,
    unarmed,
    weapon,
    wide_ground,
    zoneless,
)
from tests.rulesets.tile_formations.steps import (
    begin_action,
    charge,
    come_and_declare,
    cover_modifier,
    end_move,
    move,
    refused,
)

SHAPES = ("square8", "square4", "hex")


@pytest.mark.rule("TF-GRID-01", "TF-ZOC-01")
@pytest.mark.ruling("TF-GRID-01.3")
@pytest.mark.parametrize(
    ("start", "step", "closed_on"),
    [
        ((2, 3), (3, 3), ("square8",)),
        ((2, 4), (3, 4), ("square8", "hex")),
        ((4, 2), (4, 3), ("square8",)),
        ((2, 5), (3, 5), SHAPES),
    ],
)
@pytest.mark.parametrize("shape", SHAPES)
def test_zones_reach_two_tiles_of_the_grid(shape: str, start: Place, step: Place, closed_on: tuple[str, ...]) -> None:
    """From (5,5) the tile (3,3) is 2, 4 or 3 tiles away, (3,4) is 2, 3 or 2, (4,3) is 2, 3 or 3, and (3,5) is 2."""
    units: dict[str, Placed] = {"a1.1": (start, infantry()), "b1.1": ENEMY_INFANTRY}
    played = open_ground(units, options={"tile_shape": shape})
    begin_action(played, "a1")
    if shape in closed_on:
        refused(move(played, "a1.1", step), "enemy-zone", "TF-ZOC-04", enemy="b1.1")
    else:
        move(played, "a1.1", step).accepted()


@pytest.mark.rule("TF-GRID-01", "TF-COHESION-02")
@pytest.mark.ruling("TF-GRID-01.3", "TF-COHESION-02.2")
@pytest.mark.parametrize(("shape", "links"), [("square8", 2), ("square4", 4), ("hex", 3)])
def test_links_are_tiles_of_the_grid(shape: str, links: int) -> None:
    """(1,1) and (3,3) are linked where a link may be 2, 4 or 3 tiles long, and not where it is shorter."""
    for most in (links, links - 1):
        units: dict[str, Placed] = {"a1.1": ((1, 1), infantry()), "a1.2": ((3, 3), infantry())}
        played = open_ground(units, options={"tile_shape": shape, "coherency_tiles": most})
        begin_action(played, "a1")
        if most == links:
            end_move(played, "a1").without(OutOfFormationDestroyed)
        else:
            refused(end_move(played, "a1"), "choose-a-body", "TF-COHESION-03", bodies=2)


@pytest.mark.rule("TF-GRID-01", "TF-CHARGE-02")
@pytest.mark.ruling("TF-GRID-01.3", "TF-CHARGE-02.2")
@pytest.mark.parametrize("shape", SHAPES)
def test_contact_is_in_neighbouring_tiles_of_the_grid(shape: str) -> None:
    """(4,4) is a neighbour of (5,5) on squares with diagonals alone; (5,4) is one on every grid."""
    units: dict[str, Placed] = {"a1.1": ((4, 3), infantry()), "b1.1": ENEMY_INFANTRY}
    played = open_ground(units, options={"tile_shape": shape})
    begin_action(played, "a1", "engage", target="b1")
    short = charge(played, "a1.1", "b1.1", (4, 4))
    if shape == "square8":
        short.then(ContactMade, unit="a1.1", enemies=("b1.1",))
    else:
        refused(short, "no-contact", "TF-ZOC-06")
        charge(played, "a1.1", "b1.1", (4, 4), (5, 4)).then(ContactMade, enemies=("b1.1",), tiles=(at(5, 4), at(5, 5)))


@pytest.mark.rule("TF-GRID-01", "TF-SHOOT-05")
@pytest.mark.ruling("TF-GRID-01.3", "TF-SHOOT-01.2")
@pytest.mark.parametrize(("shape", "distance"), [("square8", 3), ("square4", 6), ("hex", 4)])
def test_ranges_are_tiles_of_the_grid(shape: str, distance: int) -> None:
    """From (1,1) to (4,4) it is 3, 6 or 4 tiles: a weapon of that range reaches, a shorter one does not."""
    for most in (distance, distance - 1):
        units: Any = {"a1.1": ((1, 1), gunner(weapon(weapon_range=most))), "b1.1": ((4, 4), unarmed())}
        shot = come_and_declare(wide_ground(units, options={"tile_shape": shape}))
        if most == distance:
            assert shot.one(ShootingDeclared).pairs[0].distance == distance
        else:
            refused(shot, "out-of-range", "TF-SHOOT-05", distance=distance)


@pytest.mark.rule("TF-GRID-01", "TF-SCREEN-01")
@pytest.mark.ruling("TF-GRID-01.3")
@pytest.mark.parametrize(("shape", "modifier"), [("square8", -1), ("square4", 0)])
def test_who_shields_stands_in_a_neighbouring_tile_of_the_grid(shape: str, modifier: int) -> None:
    """A tank at (4,4) on the line from (2,2) is beside infantry at (5,5) only where diagonals count."""
    units: Any = {"a1.1": ((2, 2), gunner()), "b1.1": ((5, 5), unarmed()), "b2.1": ((4, 4), zoneless("AV"))}
    assert cover_modifier(come_and_declare(wide_ground(units, options={"tile_shape": shape}))) == modifier


def look(terrain: dict[Place, str], **options: Any) -> Table:
    """Let a1.1 at (2,2) face a vehicle at (6,4) over this terrain."""
    units: Any = {"a1.1": ((2, 2), gunner()), "b1.1": ((6, 4), unarmed("AV"))}
    return wide_ground(units, terrain=terrain, options=options)


@pytest.mark.rule("TF-GRID-01", "TF-GRID-06")
@pytest.mark.ruling("TF-GRID-01.3", "TF-GRID-06.2")
@pytest.mark.parametrize(
    ("wood", "hides_on"),
    [
        ((4, 3), SHAPES),
        ((3, 2), ("square4", "hex")),
        ((3, 3), ("square4",)),
        ((5, 3), ("square4", "hex")),
        ((5, 4), ("square4",)),
        ((4, 2), ()),
    ],
)
@pytest.mark.parametrize("shape", SHAPES)
def test_lines_run_over_tiles_of_the_grid(shape: str, wood: Place, hides_on: tuple[str, ...]) -> None:
    """From (2,2) to (6,4) a line has as many steps as there are tiles: 4, 6 or 4, each to the tile that is nearest."""
    shot = come_and_declare(look({wood: "woods"}, tile_shape=shape))
    assert cover_modifier(shot) == (-1 if shape in hides_on else 0)


@pytest.mark.rule("TF-GRID-06", "TF-COVER-07")
@pytest.mark.ruling("TF-GRID-06.2", "TF-GRID-06.3")
@pytest.mark.parametrize(
    ("woods", "shooter", "target"),
    [
        (((3, 2), (5, 3)), 0, None),
        (((3, 2), (3, 3)), -1, -1),
        (((3, 2), (4, 3)), -1, None),
        (((3, 2), (3, 3), (4, 3)), None, None),
        (((3, 3),), 0, -1),
    ],
)
def test_a_point_midway_blocks_as_it_hides(woods: tuple[Place, ...], shooter: int | None, target: int | None) -> None:
    """Of two tiles beside a point midway one counts, for blocking too: the free one, or by the option the wood."""
    for ties, modifier in (("", shooter), ("shooter", shooter), ("target", target)):
        options = {"tile_line_ties": ties} if ties else {}
        shot = come_and_declare(look(dict.fromkeys(woods, "woods"), **options))
        if modifier is None:
            refused(shot, "no-line-of-fire", "TF-COVER-07")
        else:
            assert cover_modifier(shot) == modifier

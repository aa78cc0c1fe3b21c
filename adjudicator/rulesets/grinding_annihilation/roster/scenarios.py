"""Scenarios and battle sizes as data has them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from adjudicator.kernel.decoding import read_folder, read_table
from adjudicator.rulesets.grinding_annihilation.model.options import PACKAGE


class Size(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle size: what an army may cost."""

    clause: str
    points: int


class Sizes(Struct, frozen=True, forbid_unknown_fields=True):
    """Battle sizes that a scenario is played in."""

    clause: str
    accepted: tuple[str, ...]


class Rounds(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a battle lasts."""

    clause: str
    last: int


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """The least warfield."""

    clause: str
    length: int
    width: int


class Zones(Struct, frozen=True, forbid_unknown_fields=True):
    """Deployment zones: strips along opposite edges.

    `inset` is left free at both ends of each strip, `setback` is how far the Defender's stands off his edge.
    """

    clause: str
    edge: Literal["short", "long"]
    depth: int
    inset: int = 0
    setback: int = 0


class Point(Struct, frozen=True, forbid_unknown_fields=True):
    """A point of the warfield: so far from its low edges, its middle or its high edges."""

    x_from: Literal["low", "middle", "high"]
    x: int
    y_from: Literal["low", "middle", "high"]
    y: int


class Strip(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of the warfield that lies so far from the Defender's edge."""

    near: int
    far: int


class Markers(Struct, frozen=True, forbid_unknown_fields=True):
    """How objective markers are placed.

    In turns: each distance must be exceeded. Fixed: at the points of a layout. In lines: one in each strip, one by each
    player.
    """

    clause: str
    count: int
    place: Literal["turns", "fixed", "lines"]
    from_edge: int = 0
    from_zone: int = 0
    apart: int = 0
    layouts: dict[str, tuple[Point, ...]] = {}
    strips: tuple[Strip, ...] = ()


class MarkerRange(Struct, frozen=True, forbid_unknown_fields=True):
    """How near a troop must be to a marker."""

    clause: str
    horizontal: int
    vertical: int


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """Points for markers controlled, and when: after one's Manoeuvres turn, when that phase starts, or at the end.

    Where points are for scientists markers score by an option only. `most_per_round` is 0 without a cap.
    """

    clause: str
    moment: Literal["turn", "phase", "scientists", "end"]
    first_round: int
    each: int
    most_per_round: int


class Removals(Struct, frozen=True, forbid_unknown_fields=True):
    """Rounds in which each player removes a marker."""

    clause: str
    rounds: tuple[int, ...]


class Delivery(Struct, frozen=True, forbid_unknown_fields=True):
    """Points for a scientist brought into one's zone."""

    clause: str
    each: int


class Blitzkrieg(Struct, frozen=True, forbid_unknown_fields=True):
    """Points for standing in the enemy's zone at the end."""

    clause: str
    points: int


class Victory(Struct, frozen=True, forbid_unknown_fields=True):
    """How the victor is found; `annihilation_wins` is the default of that option."""

    clause: str
    rule: Literal["annihilation_then_points", "points"]
    annihilation_wins: bool = False


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario."""

    id: str
    name: str
    clause: str
    sizes: Sizes
    rounds: Rounds
    boards: dict[str, Board]
    zones: Zones
    markers: Markers
    marker_range: MarkerRange
    scoring: Scoring
    victory: Victory
    removals: Removals | None = None
    delivery: Delivery | None = None
    blitzkrieg: Blitzkrieg | None = None


SIZES = read_table(PACKAGE, "sizes.toml", Size)
SCENARIOS: Mapping[str, Scenario] = MappingProxyType(
    dict(sorted(read_folder(PACKAGE, "scenarios", Scenario).items(), key=lambda item: item[1].clause))
)

"""Scenarios, battle sizes and options as data has them."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from adjudicator.data import read_folder, read_table

PACKAGE = "adjudicator.rulesets.grinding_annihilation"


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
    """Deployment zones along the short edges."""

    clause: str
    depth: int


class Markers(Struct, frozen=True, forbid_unknown_fields=True):
    """How objective markers are placed; each distance must be exceeded."""

    clause: str
    count: int
    from_edge: int
    from_zone: int
    apart: int


class MarkerRange(Struct, frozen=True, forbid_unknown_fields=True):
    """How near a troop must be to a marker."""

    clause: str
    horizontal: int
    vertical: int


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """Points for markers controlled."""

    clause: str
    first_round: int
    each: int
    most_per_round: int


class Victory(Struct, frozen=True, forbid_unknown_fields=True):
    """How the victor is found."""

    clause: str
    rule: str


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


OptionValue: TypeAlias = bool | int | str | tuple[str | int, ...]


class OptionEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An option: its default, what else may stand (any number where absent), and whether a clause reads it."""

    clause: str
    clauses: tuple[str, ...]
    default: OptionValue
    read: bool
    values: tuple[OptionValue, ...] | None = None


SIZES = read_table(PACKAGE, "sizes.toml", Size)
SCENARIOS = read_folder(PACKAGE, "scenarios", Scenario)
OPTIONS = read_table(PACKAGE, "options.toml", OptionEntry)

__all__ = ["OPTIONS", "SCENARIOS", "SIZES", "OptionEntry", "Scenario"]

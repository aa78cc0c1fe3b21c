"""The games that bots agree on: one for every scenario name, together for every map, shape and reading."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.tiles import SHAPES, name_of
from adjudicator.kernel.bot import Generator
from adjudicator.rulesets.tile_formations.model.messages import (
    ActionNumber,
    CreateBattlefield,
    Options,
    TerrainCell,
    TerrainKind,
    TileTerrain,
)
from adjudicator.rulesets.tile_formations.model.options import OPTIONS
from adjudicator.rulesets.tile_formations.model.terrain_table import ON_BASE, OPEN_GROUND, TERRAIN_KINDS
from adjudicator.rulesets.tile_formations.roster.map_text import map_text
from adjudicator.rulesets.tile_formations.roster.ready_made import READY_MAPS

MakeTerms: TypeAlias = Callable[[Generator], CreateBattlefield]
FEWEST_TURNS, SOME_TURNS = 2, 3
FIXED_OPTIONS = ("turn_limit", "turn_order", "tile_shape")
NUMBER_CHOICES: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        "stacking_limit": (1, 2),
        "zoc_radius": (0, 1, 2, 3),
        "charge_moves": (1, 2),
        "coherency_tiles": (1, 2, 4),
        "cover_to_hit_cap": (-2, -1, 0),
        "los_block_tiles": (0, 1, 2, 3),
        "building_integrity": (0, 1, 2),
        "building_damage_per_fight": (1, 2),
        "collapse_casualties": (0, 1),
        "crossfire_range": (4, 12),
        "default_armour": (0, 2),
        "default_vision": (0, 6),
        "shock_under_fire": (0, 1),
        "crossfire_extra_shock": (1, 2),
    }
)
EDGES = ((), ("north",), ("south", "east"), ("north", "east", "south", "west"))
MOVES = ((), (ActionNumber(action="march", number=2),), (ActionNumber(action="creep", number=1),))
QUICKSAND = TerrainKind(
    name="quicksand",
    layer="base",
    obscuring="none",
    lie_low=True,
    road=False,
    infantry=TerrainCell(movement="dangerous", cover=0, vision=0),
    vehicles=TerrainCell(movement="impassable", cover=0, vision=0),
    war_engines=TerrainCell(movement="dangerous", cover=0, vision=0),
    danger_faces=(5, 6),
    bars_second_roll=True,
    canopy=False,
    bastion=False,
    destructible_into="",
    climbable=False,
    gun_shield=False,
)
SIDE = 10


def create(scenario: str, chance: Generator) -> Struct:
    """Make the command that creates a battlefield.

    Raises KeyError for a scenario that there is not.
    """
    return SCENARIOS[scenario](chance)


# -- terms


def _terms(chance: Generator, ready: str, **options: Any) -> CreateBattlefield:
    agreed = {"turn_limit": FEWEST_TURNS + chance.randrange(SOME_TURNS), "tile_shape": chance.choice(SHAPES), **options}
    return CreateBattlefield(
        map_name=ready, text="", columns=0, rows=0, base_terrain="", options=replace(Options(), **agreed)
    )


def _map(chance: Generator) -> str:
    return chance.choice(tuple(READY_MAPS))


def _usual(chance: Generator) -> CreateBattlefield:
    """Play on any map and shape, as usual, or with a few rules read otherwise."""
    return _terms(chance, _map(chance), **(_other_readings(chance, 4) if chance.randrange(2) else {}))


def _other_readings(chance: Generator, one_in: int) -> dict[str, Any]:
    """Read some rules in another of the ways that the page leaves open."""
    changed: dict[str, Any] = {
        name: chance.choice(row.values)
        for name, row in OPTIONS.rows.items()
        if row.values and name not in FIXED_OPTIONS and chance.randrange(one_in) == 0
    }
    changed |= {name: chance.choice(some) for name, some in NUMBER_CHOICES.items() if chance.randrange(one_in) == 0}
    return changed | {"exit_edges": chance.choice(EDGES), "moves_per_action": chance.choice(MOVES)}


# -- scenarios


def _on_map(ready: str) -> MakeTerms:
    return lambda chance: _terms(chance, ready)


def _on_shape(shape: str) -> MakeTerms:
    return lambda chance: _terms(chance, _map(chance), tile_shape=shape)


def _as_printed(chance: Generator) -> CreateBattlefield:
    """Play on any map, every rule read as usual."""
    return replace(_terms(chance, _map(chance)), options=Options())


def _readings(chance: Generator) -> CreateBattlefield:
    return _terms(chance, _map(chance), **_other_readings(chance, 2))


def _outside_turns(chance: Generator) -> CreateBattlefield:
    """Let anybody act next, and end turns by word of mouth."""
    return _terms(chance, _map(chance), turn_order="external")


def _to_the_end(chance: Generator) -> CreateBattlefield:
    """Fight on a small battlefield for a long time."""
    return _terms(chance, "small_heath", turn_limit=10)


def _drawn(chance: Generator) -> CreateBattlefield:
    """Bring a map along: one in text, or tiles one by one, with terrain of its own."""
    terms = _terms(chance, "", **_other_readings(chance, 6))
    if chance.randrange(2):
        return replace(terms, text=map_text(READY_MAPS[_map(chance)], TERRAIN_KINDS))
    tiles = tuple(
        TileTerrain(tile=name_of(column, row), base_terrain=_base(chance), overlays=_overlays(chance))
        for column in range(SIDE)
        for row in range(SIDE)
        if chance.randrange(3) == 0
    )
    return replace(
        terms,
        columns=SIDE,
        rows=SIDE,
        base_terrain=chance.choice((OPEN_GROUND, "scrub")),
        tiles=tiles,
        terrain=(QUICKSAND,),
    )


def _base(chance: Generator) -> str:
    return chance.choice((*(name for name, row in TERRAIN_KINDS.items() if row.layer == ON_BASE), QUICKSAND.name, ""))


def _overlays(chance: Generator) -> tuple[str, ...]:
    changed = [name for name, row in TERRAIN_KINDS.items() if row.layer != ON_BASE]
    chance.shuffle(changed)
    return tuple(changed[: max(0, chance.randrange(4) - 1)])


SCENARIOS: Mapping[str, MakeTerms] = MappingProxyType(
    {
        "": _usual,
        "as_printed": _as_printed,
        **{name: _on_map(name) for name in READY_MAPS},
        **{shape: _on_shape(shape) for shape in SHAPES},
        "readings": _readings,
        "drawn": _drawn,
        "outside_turns": _outside_turns,
        "to_the_end": _to_the_end,
    }
)

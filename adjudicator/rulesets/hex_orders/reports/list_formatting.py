"""How lists within events are said in a report: orders, choices, shots, dice of an assault, terrain of hexes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from adjudicator.kernel.sentences import counted, listed, spelled
from adjudicator.rulesets.hex_orders.model.messages import (
    DeclaredShot,
    DiceGroup,
    DiceKept,
    Faces,
    GroupCount,
    HexTerrain,
    MoveChoice,
    PlacedPlot,
    TableResult,
    TerrainCount,
)


def _plain(word: str) -> str:
    return word.replace("_", " ")


def format_shots(rows: Sequence[DeclaredShot]) -> str:
    """Say shots: "s1 by model 1 at b9, range 2, on its front"."""
    return "; ".join(map(_shot, rows))


def _shot(row: DeclaredShot) -> str:
    by = f" by model {row.model}" if row.model else ""
    gun = f" with its {_plain(row.gun)} gun" if row.gun else ""
    rest = ", ".join(word for word, said in (("on the edge of its field", row.on_edge), ("aimed", row.aimed)) if said)
    told = f"{row.id}{by}{gun} at {row.target}, range {row.distance}, on its {_plain(row.angle)}"
    return f"{told}, {rest}" if rest else told


def format_dice(rows: Sequence[DiceGroup]) -> str:
    """Say dice of an assault: "a1 4 6, needed 5 or more, 1 success"."""
    return "; ".join(
        f"{row.unit} {' '.join(map(str, row.faces))}, needed {row.to_hit} or more, {spelled(row.successes, 'success')}"
        for row in rows
        if row.faces
    )


def format_plots(rows: Sequence[PlacedPlot]) -> str:
    """Say orders: "a1 A+F+-, gunnery -+Fire"."""
    return "; ".join(map(_plot, rows))


def _plot(row: PlacedPlot) -> str:
    gunnery = f", gunnery {' and '.join(map(_plain, row.gunnery))}" if row.gunnery else ""
    return f"{row.unit} {row.movement}{gunnery}{' (by default)' if row.defaulted else ''}"


def format_choices(rows: Sequence[MoveChoice]) -> str:
    """Say choices of moves: "a4 to face SE and a7 to go to C3"."""
    return listed(list(map(_choice, rows)))


def _choice(row: MoveChoice) -> str:
    parts = [f"to face {row.facing}"] if row.facing else []
    parts += [f"to go to {row.hex}"] if row.hex else []
    parts += [f"to keep to {row.other}"] if row.other else []
    return f"{row.unit} {', '.join(parts) or 'to go as ordered'}"


def format_hexes(rows: Sequence[HexTerrain]) -> str:
    """Say terrain of hexes: "F2 hills, E7 clear with hedge"."""
    return ", ".join(map(_hex, rows))


def _hex(row: HexTerrain) -> str:
    over = f" with {listed([_plain(name) for name in row.overlays])}" if row.overlays else ""
    return f"{row.hex} {_plain(row.terrain)}{over}"


def format_features(rows: Sequence[TerrainCount]) -> str:
    """Say features that are proposed: "1 ruins and 3 rough"."""
    return listed([f"{row.count} {_plain(row.terrain)}" for row in rows])


def format_counts(rows: Sequence[GroupCount]) -> str:
    """Say successes by group of dice: "2 of a1.1 and 1 of a2.1"."""
    return listed([f"{row.count} of {row.group}" for row in rows])


def format_kept(rows: Sequence[DiceKept]) -> str:
    """Say dice that stay: "2 of a1.1"."""
    return listed([f"{row.dice} of {row.group}" for row in rows])


def format_faces(rows: Sequence[Faces]) -> str:
    """Say faces of throws: "6 3"."""
    return ", ".join(" ".join(map(str, row.faces)) or "no dice" for row in rows)


def format_result(result: TableResult) -> str:
    """Say what a damage table has done to a unit: "2 models killed", "it is shaken"."""
    match result.kind:
        case "kill":
            return f"{counted(result.x, 'model')} killed"
        case "shaken":
            return "it is shaken"
        case "destroy":
            return "it is destroyed"
        case "weapon_lost":
            return f"its {_plain(result.word)} is lost" if result.word else "a weapon is lost"
        case "speed_set":
            return f"its speed is set to {_plain(result.word)}"
        case "bleeding":
            return f"it bleeds with strength {result.x}"
        case "on_fire":
            return "it is set on fire"
        case _:
            return f"later damage counts {result.x} more"


LISTS: Mapping[type[Struct], Callable[[Sequence[Any]], str]] = MappingProxyType(
    {
        DeclaredShot: format_shots,
        DiceGroup: format_dice,
        DiceKept: format_kept,
        Faces: format_faces,
        GroupCount: format_counts,
        HexTerrain: format_hexes,
        MoveChoice: format_choices,
        PlacedPlot: format_plots,
        TerrainCount: format_features,
    }
)

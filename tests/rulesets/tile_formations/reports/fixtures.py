"""A small battlefield with something of everything."""

from __future__ import annotations

from adjudicator.rulesets.tile_formations.model.rows import Cell
from tests.rulesets.tile_formations.fixtures import infantry, table, vehicle, war_engine


def small_table(**rest):
    """Set up two sides: two units of red, one of them larger, and two of blue."""
    return table(
        ". . W . =\n. . . . =\nH H . . .\n. B . . .\n. . . . .",
        {
            "a1.1": ("A1", vehicle(), {"integrity": 1}),
            "a2.1": ("A4", war_engine(columns=1, rows=2)),
            "b1.1": ("D3", infantry()),
            "b1.2": ("E4", infantry()),
        },
        terrain={"D1": "woods+minefield", "B4": Cell("buildings", (), 2)},
        **({"formations": {"b1": {"shock": 2, "state": "overwatch"}}} | rest),
    )

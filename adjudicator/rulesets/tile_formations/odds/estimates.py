"""Odds that may be asked for."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.kernel.ruleset import Query
from adjudicator.rulesets.tile_formations.odds.danger_odds import estimate_danger
from adjudicator.rulesets.tile_formations.odds.shooting_odds import estimate_shooting

QUERIES: Mapping[str, Query] = MappingProxyType(
    {"EstimateDanger": estimate_danger, "EstimateShooting": estimate_shooting}
)

"""What may be asked about odds."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.kernel.ruleset import Query
from adjudicator.rulesets.antares.odds.assault_odds import estimate_assault
from adjudicator.rulesets.antares.odds.shooting_odds import estimate_shooting
from adjudicator.rulesets.antares.odds.stat_test_odds import estimate_test

ESTIMATES: Mapping[str, Query] = MappingProxyType(
    {"EstimateAssault": estimate_assault, "EstimateShooting": estimate_shooting, "EstimateTest": estimate_test}
)

"""What may be asked about odds."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.kernel.ruleset import Query
from adjudicator.rulesets.antares.odds.assault_odds import estimate_assault
from adjudicator.rulesets.antares.odds.damage_odds import estimate_damage
from adjudicator.rulesets.antares.odds.shooting_odds import estimate_shooting
from adjudicator.rulesets.antares.odds.stat_test_odds import estimate_test
from adjudicator.rulesets.antares.odds.template_odds import estimate_template

ESTIMATES: Mapping[str, Query] = MappingProxyType(
    {
        "EstimateAssault": estimate_assault,
        "EstimateDamage": estimate_damage,
        "EstimateShooting": estimate_shooting,
        "EstimateTemplate": estimate_template,
        "EstimateTest": estimate_test,
    }
)

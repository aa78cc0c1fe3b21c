"""What may be asked about a game beside its view."""

from __future__ import annotations

from types import MappingProxyType

from adjudicator.rulesets.antares.library import read_force_list
from adjudicator.rulesets.antares.looking import check_sight
from adjudicator.rulesets.antares.odds import estimate_assault, estimate_shooting
from adjudicator.rulesets.antares.odds_tests import estimate_test

QUERIES = MappingProxyType({
    "CheckSight": check_sight, "EstimateAssault": estimate_assault, "EstimateShooting": estimate_shooting,
    "EstimateTest": estimate_test, "ReadForceList": read_force_list,
})  # fmt: skip

__all__ = ["QUERIES"]

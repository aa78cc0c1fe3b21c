"""What may be asked about a game beside its view."""

from __future__ import annotations

from types import MappingProxyType

from adjudicator.rulesets.antares.library import read_force_list
from adjudicator.rulesets.antares.looking import check_sight

QUERIES = MappingProxyType({"CheckSight": check_sight, "ReadForceList": read_force_list})

__all__ = ["QUERIES"]

"""What may be asked about a game beside its view."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.kernel.decide.faults import Unknown, fault
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.ruleset import Query
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.reports.messages import ForceLists, ReadForceListRequest
from adjudicator.rulesets.antares.reports.sight_checks import check_sight
from adjudicator.rulesets.antares.roster.library import FORCES, force_of


def read_force_list(game: Game, _party: Party, request: ReadForceListRequest) -> ForceLists:
    """AN-OPT-01 Tell what a force list sells, or which lists there are; Unknown for one that there is not."""
    names = tuple(sorted({*FORCES, *game.forces}))
    if not request.list:
        return ForceLists(lists=(), names=names)
    found = force_of(game, request.list)
    if found is None:
        raise Unknown(fault("", "unknown-id", "list"))
    return ForceLists(lists=(found,), names=names)


QUERIES: Mapping[str, Query] = MappingProxyType({"CheckSight": check_sight, "ReadForceList": read_force_list})

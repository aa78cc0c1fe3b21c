"""What may be asked about a game beside its view."""

from __future__ import annotations

from adjudicator.kernel.decide.faults import Fault, Unknown
from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.hex_orders.model.messages import ArmyList
from adjudicator.rulesets.hex_orders.model.state import Game
from adjudicator.rulesets.hex_orders.reports.messages import ReadArmyListRequest
from adjudicator.rulesets.hex_orders.roster.army_lists import list_of


def read_army_list(game: Game, _party: Party, request: ReadArmyListRequest) -> ArmyList:
    """HX-ARMY-12 Tell what a nation's army list sells; Unknown for a nation without one."""
    found = list_of(game, request.nation)
    if found is None:
        raise Unknown(Fault("", "unknown-id", "nation"))
    return found

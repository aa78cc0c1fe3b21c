"""Getting in, getting out and lending weapons."""

from __future__ import annotations

from typing import Any

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleFormations,
    CommitBattleFormations,
    DeclareRetreat,
    DisembarkFormation,
    DisembarkFromWreck,
    Embarkation,
    EmbarkFormation,
    Loan,
    MakeNormalMove,
    TroopPath,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import Place, troop_poses


def embark(id: str = "a-p", transport: str = "a-t.1") -> EmbarkFormation:
    return EmbarkFormation(formation=id, transport=transport)


def get_out(*at: Place, id: str = "a-p", transport: str = "a-t.1") -> DisembarkFormation:
    return DisembarkFormation(formation=id, transport=transport, troops=troop_poses(id, *at))


def leave_wreck(*at: Place, emergency: bool = False) -> DisembarkFromWreck:
    return DisembarkFromWreck(formation="a-p", troops=troop_poses("a-p", *at), emergency=emergency)


def poses_of_formation(table: Table, formation: str) -> list[Any]:
    """Give the poses of a formation's troops."""
    return [troop.pose for troop in table.game.troops.values() if troop.formation == formation]


def loan(troop: str, weapon: str = "rifle", transport: str = "a-t.1") -> Loan:
    """Name a weapon that a passenger lends."""
    return Loan(transport=transport, troop=troop, weapon=weapon)


def make_normal_move(table: Table, *paths: TroopPath, formation: str = "a-r") -> Any:
    return table.when("red", MakeNormalMove(formation=formation, paths=paths))


def retreat(table: Table, *paths: TroopPath) -> Any:
    return table.when("red", DeclareRetreat(formation="a-r", paths=paths))


def commit_embarked(*pairs: tuple[str, str], **rest: Any) -> CommitBattleFormations:
    """Write down who starts aboard of what."""
    embarked = tuple(Embarkation(formation=one, transport=other) for one, other in pairs)
    return CommitBattleFormations(formations=BattleFormations(embarked=embarked, **rest))

"""Commands of the set-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    Attachment,
    BattleFormations,
    CommitBattleFormations,
    DeployFormation,
    Embarkation,
    PlaceObjectiveMarker,
    ResolvePreBattleRule,
    SetUpLateFormation,
    TroopPose,
)
from tests.kit import Outcome, Table
from tests.rulesets.grinding_annihilation.fixtures import Place, pose, troop_poses
from tests.rulesets.grinding_annihilation.steps import refused


def deploy_formation(name: str, *at: Place) -> DeployFormation:
    """Set a formation up."""
    troops = tuple(TroopPose(troop=f"{name}.{number}", pose=pose(one)) for number, one in enumerate(at, 1))
    return DeployFormation(formation=name, troops=troops)


def place_marker(table: Table, who: str, number: int, x: float, y: float) -> Outcome:
    """Place a marker."""
    return table.when(who, PlaceObjectiveMarker(marker=str(number), x=round(1000 * x), y=round(1000 * y)))


def marker_refused(table: Table, who: str, key: str, x: float, y: float, reason: str) -> None:
    """Find a place for a marker refused."""
    command = PlaceObjectiveMarker(marker=key, x=round(1000 * x), y=round(1000 * y))
    refused(table, who, command, "GA-7.1-02").rejected("GA-7.1-02", reason)


def offered_boxes(table: Table, who: str) -> list[tuple[int, int, int, int]]:
    """List the boxes in which a marker is offered to be placed."""
    offers = (offer for offer in table.offers(who) if offer.command == "PlaceObjectiveMarker")
    domains = ({domain.field: domain.values for domain in offer.fields} for offer in offers)
    return [(row["x"].least, row["y"].least, row["x"].most, row["y"].most) for row in domains]


def battle_formations(
    reserves: Sequence[str] = (),
    strategic: Sequence[str] = (),
    hover: Sequence[str] = (),
    aboard: Mapping[str, str] | None = None,
    lead: Mapping[str, str] | None = None,
) -> CommitBattleFormations:
    """Write battle formations down."""
    return CommitBattleFormations(
        formations=BattleFormations(
            attachments=tuple(Attachment(leader=one, escort=other) for one, other in (lead or {}).items()),
            embarked=tuple(Embarkation(formation=one, transport=other) for one, other in (aboard or {}).items()),
            reserves=tuple(reserves),
            strategic_reserves=tuple(strategic),
            hover=tuple(hover),
        )
    )


def set_up_late(id: str, *at: Place) -> SetUpLateFormation:
    return SetUpLateFormation(formation=id, troops=troop_poses(id, *at))


def scouts_move(id: str = "a-s", *paths: Any, into: str = "") -> ResolvePreBattleRule:
    return ResolvePreBattleRule(formation=id, rule="scouts", paths=paths, embark_in=into)

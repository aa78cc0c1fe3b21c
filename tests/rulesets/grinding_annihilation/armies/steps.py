"""Handing rosters in, and setting formations up from Reserves."""

from __future__ import annotations

from typing import Any

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ArriveFromReserves,
    EndBattle,
    EndMoveStep,
    SubmitRoster,
)
from tests.kit import Outcome, Table
from tests.rulesets.grinding_annihilation.fixtures import Place, battle, created, formation, troop_poses
from tests.rulesets.grinding_annihilation.movement.fixtures import battle_with_absent, squad, take_off_warfield
from tests.rulesets.grinding_annihilation.steps import refused


def submit_roster(roster: SubmitRoster, size: str = "small", **options: Any) -> Outcome:
    """Hand a roster in as red."""
    return created(size, options).when("red", roster)


def roster_refused(roster: SubmitRoster, clause: str, reason: str, size: str = "small", **options: Any) -> None:
    """Find a roster refused under this one clause, for this reason."""
    refused(created(size, options), "red", roster, clause).rejected(clause, reason)


def reserves_waiting(
    number: int = 2,
    place: str = "strategic_reserves",
    enemy: Place = (30, 22),
    troops: int = 1,
    powers: tuple[str, ...] = (),
    **rest: Any,
) -> Table:
    """Let "a-p" wait in Reserves in the Reinforcements step of red's Move turn of a round."""
    units = (squad(troops, powers=powers), formation("b-b", at=[enemy]))
    table = battle_with_absent(*units, off={"a-p": place}, number=number, **rest)
    table.when("red", EndMoveStep()).asks("reinforcements", "red")
    return table


def arrival(*at: Place, id: str = "a-p", losses: bool = False) -> ArriveFromReserves:
    """Set a formation up from Reserves."""
    return ArriveFromReserves(formation=id, troops=troop_poses(id, *at), accept_losses=losses)


def end_of_battle(*units: Any, off: dict[str, str], fields: dict[str, Any] | None = None, **rest: Any) -> Table:
    """End a battle after round 5 with formations off the warfield."""
    table = take_off_warfield(
        battle(*units, phase="brawl", number=5, begin=False, spares=False, **rest), off, **(fields or {})
    )
    return table.ask("end_battle", "table")


def end_battle(table: Table) -> Outcome:
    return table.when("table", EndBattle())

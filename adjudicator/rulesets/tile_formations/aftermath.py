"""Chapter TF-SHOOT, the end: when all saves are rolled, casualties count and the shooting is over."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.tile_formations import buildings, losses
from adjudicator.rulesets.tile_formations.model.messages import ShootingResolved
from adjudicator.rulesets.tile_formations.state import Game, order_of_ids

SHOOTING, ASSAULT = "shooting", "assault"


def settle(ruling: Ruling[Game]) -> None:
    """TF-SHOOT-04 TF-SAVE-09 Take unsaved hits from integrity, remove who has none left, and end the shooting."""
    game, volley = ruling.game, ruling.game.volley
    cause, clause = (SHOOTING, "TF-SHOOT-04") if volley is not None else (ASSAULT, "TF-CHARGE-06")
    for unit in sorted(game.wounds, key=order_of_ids):
        losses.hurt(ruling, unit, game.wounds[unit], cause, clause, "TF-SAVE-09", shocks=True)
    if volley is not None:
        buildings.fight(ruling, volley.fought)
        ruling.record(ShootingResolved(formation=volley.formation, target=volley.target), "TF-SHOOT-04")


def shooting_resolved(game: Game, event: ShootingResolved) -> None:
    """Clear the shooting away; the shooting of an action is done."""
    volley, action = game.volley, game.action
    game.volley, game.hits = None, {}
    by_action = volley is not None and not volley.overwatch
    if action is not None and by_action and action.formation == event.formation:
        game.action = replace(action, shoots=False)


REDUCERS = reducers(shooting_resolved)

__all__ = ["ASSAULT", "REDUCERS", "SHOOTING", "settle"]

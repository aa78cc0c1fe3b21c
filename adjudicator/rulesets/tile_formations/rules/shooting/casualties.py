"""Chapter TF-SHOOT, the end: when all saves are rolled, casualties count and the shooting is over."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.tile_formations.model.ids import id_order
from adjudicator.rulesets.tile_formations.model.messages import ShootingResolved
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.formations import losses
from adjudicator.rulesets.tile_formations.rules.terrain import buildings

SHOOTING, ASSAULT = "shooting", "assault"


def settle_casualties(ruling: Ruling[Game]) -> None:
    """TF-SHOOT-04 TF-SAVE-09 Take unsaved hits from integrity, remove who has none left, and end the shooting."""
    game, shooting = ruling.game, ruling.game.shooting
    cause, clause = (SHOOTING, "TF-SHOOT-04") if shooting is not None else (ASSAULT, "TF-CHARGE-06")
    for unit in sorted(game.unsaved_hits, key=id_order):
        losses.take_casualties(ruling, unit, game.unsaved_hits[unit], cause, clause, "TF-SAVE-09", shocks=True)
    if shooting is not None:
        buildings.damage_by_fighting(ruling, shooting.fought)
        ruling.record(ShootingResolved(formation=shooting.formation, target=shooting.target), "TF-SHOOT-04")


def shooting_resolved(game: Game, event: ShootingResolved) -> None:
    """Clear the shooting away; the shooting of an action is done."""
    shooting, action = game.shooting, game.action
    game.shooting, game.hits = None, {}
    by_action = shooting is not None and not shooting.overwatch
    if action is not None and by_action and action.formation == event.formation:
        game.action = replace(action, shoots=False)


PART = Part(reducers=reducers(shooting_resolved))

"""Chapter TF-MOVE: who may move in the move that is open."""

from __future__ import annotations

from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.tile_formations.model.rows import Unit
from adjudicator.rulesets.tile_formations.model.state import Game, action_of


def find_mover(ruling: Ruling[Game], key: str) -> Unit:
    """TF-MOVE-01 Find a unit of the acting formation that is on the battlefield."""
    unit, action = ruling.find(ruling.game.units, key, "unit"), action_of(ruling.game)
    ruling.require(unit.formation == action.formation, "TF-MOVE-01", "not-acting", "unit", formation=action.formation)
    ruling.require(not unit.out, "TF-MOVE-01", "unit-gone", "unit", unit=unit.id)
    return unit


def require_acting(ruling: Ruling[Game], formation: str) -> str:
    """TF-MOVE-05 A formation that is named has to be the one that acts; gives that one."""
    acting = action_of(ruling.game).formation
    ruling.require(formation in {"", acting}, "TF-MOVE-05", "not-acting", "formation", formation=acting)
    return acting

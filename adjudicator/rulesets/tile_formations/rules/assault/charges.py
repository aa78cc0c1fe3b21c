"""Chapter TF-CHARGE, charges: a unit of an engaging formation moves into contact with an enemy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.kernel.decide.handlers import Part, handlers
from adjudicator.kernel.decide.offers import Choice, Offer, lists, offer
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.tile_formations.model.ids import id_order
from adjudicator.rulesets.tile_formations.model.look_ups import allied
from adjudicator.rulesets.tile_formations.model.messages import Charge
from adjudicator.rulesets.tile_formations.model.options import ENGAGE
from adjudicator.rulesets.tile_formations.model.state import Game, action_of
from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.movers import find_mover
from adjudicator.rulesets.tile_formations.rules.movement.path_search import PathEnd
from adjudicator.rulesets.tile_formations.rules.movement.unit_moves import declare_path


def charge(ruling: Ruling[Game], command: Charge) -> None:
    """TF-CHARGE-01 A unit of an engaging formation moves into contact with an enemy unit."""
    action, unit = action_of(ruling.game), find_mover(ruling, command.unit)
    ruling.require(action.action == ENGAGE, "TF-CHARGE-01", "not-engaging", "unit", action=action.action)
    enemy = ruling.find(ruling.game.units, command.enemy, "enemy")
    hostile = not allied(ruling.game, unit.seat, enemy.seat) and not enemy.out
    ruling.require(hostile, "TF-CHARGE-02", "not-an-enemy", "enemy", enemy=enemy.id)
    declare_path(ruling, unit, command.path, enemy.id)


def charge_offers(graph: MoveGraph, found: Sequence[PathEnd]) -> Iterator[Offer]:
    """TF-CHARGE-01 Offer charges by the enemy that they go for; one that it is beside already needs no step."""
    paths: dict[str, list[tuple[str, ...]]] = {enemy: [(graph.start,)] for enemy in graph.contacts(graph.start)}
    for end in found:
        for enemy in end.contacts:
            paths.setdefault(enemy, []).append(end.path)
    for enemy in sorted(paths, key=id_order):
        way = lists(paths[enemy])
        yield offer(Charge, "TF-CHARGE-01", unit=Choice((graph.unit,)), path=way, enemy=Choice((enemy,)))


PART = Part(handlers=handlers(charge))

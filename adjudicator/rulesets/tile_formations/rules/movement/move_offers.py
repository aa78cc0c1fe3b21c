"""What the acting army may do in a move, and what its silence stands for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from adjudicator.kernel.decide.offers import Choice, Offer, Some, lists, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import Window
from adjudicator.rulesets.tile_formations.model.look_ups import units_of
from adjudicator.rulesets.tile_formations.model.messages import Charge, EndFormationMove, MoveUnit
from adjudicator.rulesets.tile_formations.model.state import Game, action_of
from adjudicator.rulesets.tile_formations.rules.assault.charges import charge_offers
from adjudicator.rulesets.tile_formations.rules.danger.cautious_tests import caution_offers
from adjudicator.rulesets.tile_formations.rules.formations import cohesion
from adjudicator.rulesets.tile_formations.rules.movement.path_search import PathEnd
from adjudicator.rulesets.tile_formations.rules.movement.speed import move_mode
from adjudicator.rulesets.tile_formations.rules.zones.joint_exits import Mate
from adjudicator.rulesets.tile_formations.rules.zones.leave_checks import unit_that_must_move
from adjudicator.rulesets.tile_formations.rules.zones.leave_duty import LeaveDuty
from adjudicator.rulesets.tile_formations.rules.zones.leaving import (
    MoveChoices,
    allowed_ends,
    leave_duties,
    mates_to_leave,
    move_choices,
)


def move_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    """TF-MOVE-01 Offer every unit that has not moved all the ways that are open to it; then the end of the move."""
    unmoved = _unmoved(game)
    duties = [(choices.graph.unit, choices.duty) for choices in unmoved]
    mates = mates_to_leave(duties)
    offers = [path_offer for choices in unmoved for path_offer in _path_offers(choices, mates)]
    return [
        *offers,
        *caution_offers(game, unmoved, mates),
        *([] if unit_that_must_move(duties) else _ends_of_move(game)),
    ]


def _unmoved(game: Game) -> list[MoveChoices]:
    action = action_of(game)
    fresh = [unit.id for unit in units_of(game, action.formation) if not unit.moved]
    return [move_choices(game, unit, move_mode(game, unit, action)) for unit in fresh]


def open_ends(choices: MoveChoices, mates: Sequence[Mate]) -> list[PathEnd]:
    """TF-ZOC-10 List the ends that a unit of the acting formation may choose, by place."""
    return sorted(allowed_ends(choices, mates), key=lambda end: choices.graph.order(end.place))


def _path_offers(choices: MoveChoices, mates: Sequence[Mate]) -> Iterator[Offer]:
    unit, found = choices.graph.unit, open_ends(choices, mates)
    plain = lists(end.path for end in found if not end.contacts)
    if plain.lists:
        yield offer(MoveUnit, "TF-MOVE-02", unit=Choice((unit,)), path=plain)
    if choices.graph.mode.engaging:
        yield from charge_offers(choices.graph, found)


def _ends_of_move(game: Game) -> Iterator[Offer]:
    """TF-MOVE-05 TF-COHESION-03 Offer to end the move, by each body that may be kept."""
    formation = action_of(game).formation
    found = cohesion.bodies(game, formation) if cohesion.is_checked(game) else ()
    one = Choice((formation,))
    if len(found) <= 1:
        yield offer(EndFormationMove, "TF-MOVE-05", formation=one)
        return
    for body in found:
        yield offer(EndFormationMove, "TF-COHESION-03", formation=one, keep=Some(body, len(body), len(body)))


def default_move(game: Game, _window: Window, _party: Party) -> Struct:
    """Let silence end the move, and before that move whoever must; of equal bodies the first is kept."""
    duties = leave_duties(game)
    unit = unit_that_must_move(duties)
    if unit:
        return _first_way(move_choices(game, unit, move_mode(game, unit, action_of(game))), duties)
    formation = action_of(game).formation
    found = cohesion.bodies(game, formation) if cohesion.is_checked(game) else ()
    keep = cohesion.largest(found) or max(found, key=len, default=())
    return EndFormationMove(formation=formation, keep=keep if len(found) > 1 else ())


def _first_way(choices: MoveChoices, duties: Iterable[tuple[str, LeaveDuty]]) -> Struct:
    graph, found = choices.graph, open_ends(choices, mates_to_leave(duties))
    beside = graph.contacts(graph.start) if graph.mode.engaging else ()
    if not found and beside:
        return Charge(unit=graph.unit, path=(), enemy=beside[0])
    return MoveUnit(unit=graph.unit, path=min(found, key=lambda end: (end.tests, end.cost)).path)

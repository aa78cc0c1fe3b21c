"""What the acting army may do, and what its silence stands for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from adjudicator.kernel.decide.offers import Choice, Offer, Some, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import Window
from adjudicator.rulesets.tile_formations import cohesion, leaving, turns
from adjudicator.rulesets.tile_formations.bounds import Duty
from adjudicator.rulesets.tile_formations.course import ENGAGE, Course
from adjudicator.rulesets.tile_formations.ground import road_at
from adjudicator.rulesets.tile_formations.leaving import Leaver, Outset
from adjudicator.rulesets.tile_formations.model.messages import (
    BeginAction,
    Charge,
    DeclareCautious,
    EndAction,
    EndFormationMove,
    EndTurn,
    EnterOverwatch,
    MoveUnit,
)
from adjudicator.rulesets.tile_formations.options import actions_of, moves_of
from adjudicator.rulesets.tile_formations.paths import manner_of
from adjudicator.rulesets.tile_formations.search import End
from adjudicator.rulesets.tile_formations.state import (
    Game,
    action_of,
    enemies_of,
    order_of_ids,
    tiles_of,
    units_of,
)
from adjudicator.rulesets.tile_formations.zones import zones_around

MARCH, HOLD = "march", "hold"


# -- actions


def actions(game: Game, _window: Window, party: Party) -> list[Offer]:
    """TF-MOVE-04 Offer each formation that may act the actions that it may take, in the order of ids.

    Where turns come from outside, their end is offered too; else a seat that lost everybody who could act while it was
    asked lets the game go on (TF-PLAY-02).
    """
    external = game.how.turn_order != turns.ALTERNATE
    ready = turns.ready(game, party)
    over = [offer(EndTurn, "TF-PLAY-02")] if external else [] if ready else [offer(EndAction, "TF-PLAY-02")]
    return [*(each for key in ready for each in _actions_of(game, key)), *over]


def instead(game: Game, window: Window, _party: Party) -> list[Offer]:
    """TF-MOVE-10 Offer a referee what a formation may do after a failed test, and nothing."""
    formation = window.about[0]
    return [*_actions_of(game, formation), offer(EndAction, "TF-MOVE-10", formation=Choice((formation,)))]


def _actions_of(game: Game, formation: str) -> Iterator[Offer]:
    able = possible(game, formation)
    plain = tuple(action for action in able if action != ENGAGE)
    one = Choice((formation,))
    if plain:
        yield offer(BeginAction, "TF-MOVE-04", formation=one, action=Choice(plain))
    targets = _targets(game, formation)
    if ENGAGE in able and targets:
        yield offer(BeginAction, "TF-CHARGE-03", formation=one, action=Choice((ENGAGE,)), target=Choice(targets))
    if MARCH in able and _on_roads(game, formation):
        yield offer(BeginAction, "TF-ROAD-05", formation=one, action=Choice((MARCH,)), road_march=Choice(("true",)))


def possible(game: Game, formation: str) -> tuple[str, ...]:
    """TF-ZOC-11 List the actions that a formation may take where it stands."""
    bound = any(zones_around(game, unit.id) for unit in units_of(game, formation))
    return tuple(action for action in actions_of(game.how) if moves_of(game.how, action) or not bound)


def _targets(game: Game, formation: str) -> tuple[str, ...]:
    """TF-CHARGE-03 List the enemy formations that are on the battlefield."""
    foes = enemies_of(game, game.formations[formation].seat)
    found = (row.id for row in game.formations.values() if row.seat in foes and units_of(game, row.id))
    return tuple(sorted(found, key=order_of_ids))


def _on_roads(game: Game, formation: str) -> bool:
    units, moves = units_of(game, formation), moves_of(game.how, MARCH) or 0
    on_road = all(road_at(game, tile) for unit in units for tile in tiles_of(game, unit.id))
    return on_road and not any(leaving.kept_on_road(game, unit, moves) for unit in units)


def usual_action(game: Game, _window: Window, party: Party) -> Struct:
    """Let silence hold with the first formation, or take the first action that it may; an engage action last."""
    formation = next(iter(turns.ready(game, party)), None)
    if formation is None:
        return EndAction(formation="") if game.how.turn_order == turns.ALTERNATE else EndTurn()
    able = [action for action in possible(game, formation) if action != ENGAGE]
    action = HOLD if HOLD in able else next(iter(able), ENGAGE)
    target = "" if able else next(iter(_targets(game, formation)), "")
    return BeginAction(formation=formation, action=action, test="", target=target, road_march=False)


def overwatches(_game: Game, window: Window, _party: Party) -> list[Offer]:
    """TF-OW-01 Offer to enter Overwatch."""
    return [offer(EnterOverwatch, "TF-OW-01", formation=Choice(window.about))]


def overwatch(_game: Game, window: Window, _party: Party) -> Struct:
    """Let silence enter Overwatch."""
    return EnterOverwatch(formation=window.about[0])


def ends_offered(_game: Game, window: Window, _party: Party) -> list[Offer]:
    """TF-MOVE-06 Offer to end the action."""
    return [offer(EndAction, "TF-MOVE-06", formation=Choice(window.about))]


def end(_game: Game, window: Window, _party: Party) -> Struct:
    """Let silence end the action."""
    return EndAction(formation=window.about[0])


# -- moves


def moves(game: Game, _window: Window, _party: Party) -> list[Offer]:
    """TF-MOVE-01 Offer every unit that has not moved all the ways that are open to it; then the end of the move.

    A path is offered as one text, its tiles divided by blanks.
    """
    starts = _outsets(game)
    duties = [(start.course.unit, start.duty) for start in starts]
    others = leaving.leavers(duties)
    offers = [each for start in starts for each in _ways(start, others)]
    wary = tuple(start.course.unit for start in starts if _may_be_cautious(game, start))
    if wary:
        offers.append(offer(DeclareCautious, "TF-DANGER-09", unit=Choice(wary)))
    return [*offers, *([] if _must_move(duties) else _ends_of_move(game))]


def _outsets(game: Game) -> list[Outset]:
    action = action_of(game)
    fresh = [unit.id for unit in units_of(game, action.formation) if not unit.moved]
    return [leaving.outset(game, unit, manner_of(game, unit, action)) for unit in fresh]


def _may_be_cautious(game: Game, start: Outset) -> bool:
    """TF-DANGER-09 TF-ZOC-12 Tell whether a unit that has not moved may declare caution."""
    unit, manner = start.course.unit, start.course.manner
    return not game.units[unit].cautious and leaving.too_slow(game, unit, manner, start.duty) is None


def open_ends(start: Outset, others: Iterable[Leaver]) -> list[End]:
    """TF-ZOC-10 List the ends that a unit of the acting formation may choose, by place."""
    return sorted(leaving.allowed(start, others), key=lambda each: _by_place(start.course, each))


def _by_place(course: Course, each: End) -> tuple[bool, tuple[int, int], str]:
    inside = each.place in course.field
    return not inside, course.field.order(each.place) if inside else (0, 0), each.place


def _ways(start: Outset, others: Iterable[Leaver]) -> Iterator[Offer]:
    unit, found = start.course.unit, open_ends(start, others)
    plain = tuple(" ".join(each.path) for each in found if not each.contacts)
    if plain:
        yield offer(MoveUnit, "TF-MOVE-02", unit=Choice((unit,)), path=Choice(plain))
    if start.course.manner.engaging:
        yield from _charges(start.course, found)


def _charges(course: Course, found: list[End]) -> Iterator[Offer]:
    """TF-CHARGE-01 Offer charges by the enemy that they go for; one that it is beside already needs no step."""
    paths: dict[str, list[str]] = {enemy: [course.start] for enemy in course.contacts(course.start)}
    for each in found:
        for enemy in each.contacts:
            paths.setdefault(enemy, []).append(" ".join(each.path))
    for enemy in sorted(paths, key=order_of_ids):
        yield offer(
            Charge, "TF-CHARGE-01", unit=Choice((course.unit,)), path=Choice(tuple(paths[enemy])),
            enemy=Choice((enemy,)),
        )  # fmt: skip


def _ends_of_move(game: Game) -> Iterator[Offer]:
    """TF-MOVE-05 TF-COHESION-03 Offer to end the move, by each body that may be kept."""
    formation = action_of(game).formation
    found = cohesion.bodies(game, formation) if _is_checked(game) else ()
    one = Choice((formation,))
    if len(found) <= 1:
        yield offer(EndFormationMove, "TF-MOVE-05", formation=one)
        return
    for body in found:
        keep = Some(body, len(body), len(body))
        yield offer(EndFormationMove, "TF-COHESION-03", formation=one, keep=keep)


def _is_checked(game: Game) -> bool:
    return action_of(game).action != ENGAGE or game.how.cohesion_after_charge


def _must_move(duties: Iterable[tuple[str, Duty]]) -> str:
    """TF-ZOC-12 Name a unit that can not be left where it is; empty for none."""
    return next((unit for unit, duty in duties if not duty.stays()), "")


def usual_move(game: Game, _window: Window, _party: Party) -> Struct:
    """Let silence end the move, and before that move whoever must; of equal bodies the first is kept."""
    duties = leaving.duties(game)
    unit = _must_move(duties)
    if unit:
        return _first_way(leaving.outset(game, unit, manner_of(game, unit, action_of(game))), duties)
    formation = action_of(game).formation
    found = cohesion.bodies(game, formation) if _is_checked(game) else ()
    keep = cohesion.largest(found) or max(found, key=len, default=())
    return EndFormationMove(formation=formation, keep=keep if len(found) > 1 else ())


def _first_way(start: Outset, duties: Iterable[tuple[str, Duty]]) -> Struct:
    course, found = start.course, open_ends(start, leaving.leavers(duties))
    beside = course.contacts(course.start) if course.manner.engaging else ()
    if not found and beside:
        return Charge(unit=course.unit, path=(), enemy=beside[0])
    return MoveUnit(unit=course.unit, path=min(found, key=lambda each: (each.tests, each.cost)).path)


__all__ = [
    "actions", "end", "ends_offered", "instead", "moves", "open_ends", "overwatch", "overwatches", "possible",
    "usual_action", "usual_move",
]  # fmt: skip

"""Where a bot goes: to objectives and cover, near enough to shoot, into assaults, and away from what is stronger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from adjudicator.board.inches import Point
from adjudicator.kernel.dice.tally import doubled_mean
from adjudicator.rulesets.antares.bots.fire import expected_damage
from adjudicator.rulesets.antares.bots.setup import longest_range
from adjudicator.rulesets.antares.bots.situation import FAR, Turn, middle_of
from adjudicator.rulesets.antares.model import distances, weapons
from adjudicator.rulesets.antares.model.messages import DeclareAssault, ModelPath, ModelPose, MoveUnit
from adjudicator.rulesets.antares.model.state import (
    Game,
    current_action,
    has_flag,
    is_probe,
    kind_of,
    models_of,
    stat,
    terms_of,
)
from adjudicator.rulesets.antares.rules.assault import contact_paths
from adjudicator.rulesets.antares.rules.movement import move_allowance, straight_moves
from adjudicator.rulesets.antares.rules.terrain import terrain_pieces
from adjudicator.rulesets.antares.rules.terrain.terrain_pieces import pieces_of

TURNS: tuple[Point, ...] = ((1, 1), (1, -1), (0, 1), (0, -1), (-1, 1), (-1, -1), (-1, 0))
BOLD = 12
SHELTER, HELD, FIRE, NEARER = 4_000, 12_000, 30, 2

# -- moving


def choose_move(turn: Turn) -> Struct | None:
    """Go where it is best: shots from there, cover, objectives and nearness are weighed; now and then anywhere."""
    unit = turn.word("MoveUnit", "unit")
    order = current_action(turn.game).order
    sprint = order == "run" and has_flag(turn.game, unit, "can_sprint") and turn.one_in(3)
    found = [
        MoveUnit(unit=unit, paths=paths, sprint=sprint)
        for goal in _destinations(turn, unit)
        if (paths := _path_to(turn, unit, goal, order, sprint=sprint))
    ]
    if not found:
        return None
    if turn.one_in(8):
        return turn.chance.choice(found)
    return max(found, key=lambda row: (_position_value(turn, unit, row.paths, order), -found.index(row)))


def _path_to(turn: Turn, unit: str, goal: Point, order: str, *, sprint: bool) -> tuple[ModelPath, ...]:
    """Lead a unit straight to a point, or past what stands in the way."""
    game = turn.game
    most = move_allowance.allowance(game, unit, order, sprint=sprint)
    paths = straight_moves.straight_paths(game, unit, goal, most, kind=order, sprint=sprint)
    if paths or not most:
        return paths
    x, y = turn.middle(unit)
    dx, dy = goal[0] - x, goal[1] - y
    side = turn.chance.choice(TURNS)
    heading = dx * side[0] - dy * side[1], dx * side[1] + dy * side[0]
    return straight_moves.paths_along_heading(game, unit, heading, most, kind=order, sprint=sprint)


def _destinations(turn: Turn, unit: str) -> Iterator[Point]:
    """List places worth going to: objectives, cover that is near, the nearest enemy, and one at random."""
    game, terms, at = turn.game, terms_of(turn.game).terms, turn.middle(unit)
    places = [(objective.x, objective.y) for objective in terms.objectives]
    yield from sorted(places, key=lambda row: _far(at, row))[:2]
    yield from sorted(cover_middles(game), key=lambda row: _far(at, row))[:2]
    _, enemy = turn.nearest_enemy(unit)
    if enemy:
        x, y = turn.middle(enemy)
        yield x, y
        if would_win(turn, enemy, unit):
            yield 2 * at[0] - x, 2 * at[1] - y
    yield turn.chance.randrange(terms.length), turn.chance.randrange(terms.width)


def cover_middles(game: Game) -> Iterator[Point]:
    """Give the middles of the pieces that give cover."""
    for piece in pieces_of(game):
        if piece.cover != "clear" and piece.movement != "impassable":
            yield terrain_pieces.middle_of(piece)


def _far(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _position_value(turn: Turn, unit: str, paths: Sequence[ModelPath], order: str) -> int:
    """Weigh where a move ends, in thousandths of an inch that it would be worth going."""
    there = distances.with_poses(turn.game, (ModelPose(model=path.model, pose=path.path[-1]) for path in paths))
    gap = min((distances.gap(there, unit, enemy.id) for enemy in turn.enemies() if enemy.models), default=FAR)
    value = -NEARER * abs(gap - preferred_distance(turn, unit))
    value += FIRE * expected_damage(turn, there, unit) if order == "advance" else 0
    at = middle_of((body.pose.x, body.pose.y) for body in distances.bodies_of(there, unit))
    value += SHELTER * any(_far(at, cover) < SHELTER * SHELTER for cover in cover_middles(there))
    terms = terms_of(there).terms
    value += HELD * any(_far(at, (objective.x, objective.y)) < terms.reach**2 for objective in terms.objectives)
    return value


def preferred_distance(turn: Turn, unit: str) -> int:
    """Give the distance that a unit likes: brawlers none, others what most of their shots reach well."""
    game = turn.game
    if melee_strength(game, unit) >= BOLD * max(1, len(game.units[unit].models)) and has_flag(
        game, unit, "can_assault"
    ):
        return 0
    return max((game.weapons[name].short_range for name in weapons.weapons_carried(game, unit)), default=0) * 3 // 4


# -- assaults


def melee_strength(game: Game, unit: str) -> int:
    """Weigh what a unit does hand to hand."""
    kinds = [kind_of(game, model) for model in models_of(game, unit)]
    strength = stat(game, unit, "strength") or 0
    return sum(kind.attacks * (strength + doubled_mean(kind.strike_value)) // 2 for kind in kinds)


def would_win(turn: Turn, unit: str, other: str) -> bool:
    """Tell whether a unit would win hand to hand against another, as far as can be foreseen."""
    game = turn.game
    return melee_strength(game, unit) * _toughness(game, unit) > melee_strength(game, other) * _toughness(game, other)


def _toughness(game: Game, unit: str) -> int:
    return (stat(game, unit, "resist") or 0) - game.units[unit].pins // 2 + 1


def choose_assault(turn: Turn) -> Struct | None:
    """Assault whom the unit would beat, or anybody now and then; None where nobody can be reached or it is unwise."""
    unit, targets = turn.word("DeclareAssault", "unit"), turn.words("DeclareAssault", "target")
    rash = turn.one_in(4) or not longest_range(turn.game, unit)
    wanted = [target for target in targets if rash or would_win(turn, unit, target)]
    turn.chance.shuffle(wanted)
    return next(straight_assaults(turn, unit, wanted), None)


def straight_assaults(turn: Turn, unit: str, targets: Sequence[str]) -> Iterator[DeclareAssault]:
    """Go through the straight assaults of a unit on some others, sprinting where that is needed."""
    game = turn.game
    for target in targets:
        if is_probe(game, target):
            continue
        for sprint in (False, True) if has_flag(game, unit, "can_sprint") else (False,):
            paths = contact_paths.paths_into_contact(game, unit, target, sprint=sprint)
            if paths:
                yield DeclareAssault(unit=unit, target=target, paths=paths, sprint=sprint)

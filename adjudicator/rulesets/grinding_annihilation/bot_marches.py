"""Where a bot sends its formations in the Move Phase, and how."""

from __future__ import annotations

from adjudicator.board.inches import point_gap
from adjudicator.kernel.bots import Generator
from adjudicator.rulesets.grinding_annihilation.bot_moves import centre, march, paths_of
from adjudicator.rulesets.grinding_annihilation.bot_table import Table, closest
from adjudicator.rulesets.grinding_annihilation.messages import FormationView, TroopPath
from adjudicator.rulesets.grinding_annihilation.state import INCH

HOLD = 3 * INCH
FIRING = 24 * INCH
FLIGHT = 30 * INCH


def goal_of(table: Table, formation: str) -> tuple[int, int] | None:
    """Say where a formation is to go: fighters to the nearest enemy, the others to a marker of their own."""
    if table.power(formation, melee=True) > table.power(formation, melee=False):
        prey = nearest_enemy(table, formation)
        if prey is not None:
            return centre(table.bodies_of(prey.id))
    return errands(table).get(formation)


def nearest_enemy(table: Table, formation: str) -> FormationView | None:
    """Find the closest enemy formation."""
    enemies = table.standing(mine=False)
    return min(enemies, key=lambda each: (table.apart(formation, each.id), each.id), default=None)


def errands(table: Table) -> dict[str, tuple[int, int]]:
    """Share the markers out: each formation takes the nearest that is left, and all begin anew when none is."""
    given: dict[str, tuple[int, int]] = {}
    left = list(table.view.markers)
    for row in table.standing(mine=True):
        left = left or list(table.view.markers)
        if not left:
            break
        x, y = centre(table.bodies_of(row.id))
        best = min(left, key=lambda each: ((each.x - x) ** 2 + (each.y - y) ** 2, each.id))
        left.remove(best)
        given[row.id] = (best.x, best.y)
    return given


def content(table: Table, formation: str) -> bool:
    """Tell whether a formation may as well stay: most of it holds the marker it was sent to."""
    goal = goal_of(table, formation)
    bodies = table.bodies_of(formation)
    return goal is None or 2 * sum(point_gap(body, *goal) <= HOLD for body in bodies) > len(bodies)


def ways(table: Table, formation: str, reach: int) -> tuple[TroopPath, ...]:
    """Write down the ways of a formation that moves; none where nothing legal is found."""
    goal = goal_of(table, formation)
    return () if goal is None else paths_of(table, march(table, formation, reach, goal))


def flight(table: Table, formation: str, reach: int) -> tuple[TroopPath, ...]:
    """Write down the ways of a formation that retreats, away from the enemies about it."""
    bodies = table.bodies_of(formation)
    about = [each for each in table.side(mine=False) if closest(bodies, (each,)) <= 2 * INCH]
    if not about:
        return ()
    (x, y), (ex, ey) = centre(bodies), centre(about)
    away = (x + FLIGHT * _sign(x - ex), y + FLIGHT * _sign(y - ey))
    return paths_of(table, march(table, formation, reach, away, retreat=True))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def hurries(table: Table, formation: str, chance: Generator) -> bool:
    """Tell whether a formation had better Advance: nobody to shoot at, and a long way to go."""
    goal = goal_of(table, formation)
    if goal is None or closest(table.bodies_of(formation), table.side(mine=False)) < FIRING:
        return chance.randrange(12) == 0
    x, y = centre(table.bodies_of(formation))
    return (x - goal[0]) ** 2 + (y - goal[1]) ** 2 > (table.moves(formation) + 2 * INCH) ** 2


__all__ = ["content", "errands", "flight", "goal_of", "hurries", "nearest_enemy", "ways"]

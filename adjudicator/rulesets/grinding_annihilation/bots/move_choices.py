"""Where a bot sends its formations in the Move Phase, and how."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.board.inches import link_counts, linked_groups, moved, point_gap
from adjudicator.kernel.bot import Generator
from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.sampling import word_of, words_of
from adjudicator.rulesets.grinding_annihilation.bots import reserve_choices
from adjudicator.rulesets.grinding_annihilation.bots.scenario_choices import (
    delivers,
    escorting,
    wanted_markers,
    way_home,
)
from adjudicator.rulesets.grinding_annihilation.bots.situation import Table
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ClaimImpossible,
    DeclareAdvance,
    DeclareNormalMove,
    DeclareRetreat,
    EndMoveStep,
    MakeAdvanceMove,
    MakeNormalMove,
    MakeRetreatMove,
    RemainStationary,
    RemoveOutOfCohesion,
    TroopPath,
)
from adjudicator.rulesets.grinding_annihilation.model.state import INCH
from adjudicator.rulesets.grinding_annihilation.reports.messages import FormationView
from adjudicator.rulesets.grinding_annihilation.rules.concepts.cohesion import LINK, cohesive
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import VERTICAL
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.block_search import escapes, march
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.search_ground import (
    centre,
    closest,
    paths_of,
)

KINDS = ("RemainStationary", "DeclareNormalMove", "DeclareAdvance", "DeclareRetreat")
CALM = 8
HOLD = 3 * INCH
FIRING = 24 * INCH


# -- what each formation does


def movement(table: Table, offers: Sequence[Offer], chance: Generator) -> Struct | None:
    """Choose what the next formation does; None where all have done something."""
    first = reserve_choices.passengers(table, offers, chance)
    if first is not None:
        return first
    may = {kind: named(offers, kind) for kind in KINDS}
    waiting = sorted({one for kind in KINDS for one in may[kind]})
    if not waiting:
        return EndMoveStep()
    formation = waiting[0]
    if formation in may["DeclareRetreat"] and (escorting(table, formation) or chance.randrange(CALM) == 0):
        paths = retreat_paths(table, formation, table.moves(formation))
        if paths:
            return DeclareRetreat(formation=formation, paths=paths)
    if (
        formation in may["DeclareAdvance"]
        and not may_stay(table, formation)
        and should_advance(table, formation, chance)
    ):
        return DeclareAdvance(formation=formation)
    stays = formation in may["RemainStationary"]
    if formation in may["DeclareNormalMove"] and not (
        stays and not paths_to_goal(table, formation, table.moves(formation))
    ):
        return DeclareNormalMove(formation=formation)
    return RemainStationary(formation=formation) if stays else EndMoveStep()


def named(offers: Sequence[Offer], kind: str) -> list[str]:
    """List the formations that the offers of one kind name."""
    return [one for offer in offers if offer.command == kind for one in words_of(offer.fields, "formation")]


def normal(table: Table) -> MakeNormalMove:
    """Make the Normal move that was declared."""
    formation, reach = _declared(table)
    return MakeNormalMove(formation=formation, paths=paths_to_goal(table, formation, reach))


def advance(table: Table) -> MakeAdvanceMove:
    """Make the Advance that was declared."""
    formation, reach = _declared(table)
    return MakeAdvanceMove(formation=formation, paths=paths_to_goal(table, formation, reach))


def retreat(table: Table) -> Struct:
    """Make the Retreat as planned; where casualties spoiled the plan make another one, or say that there is none."""
    formation, reach = _declared(table)
    action = table.view.action
    planned = () if action is None else tuple(path for path in action.paths if path.troop in table.bodies)
    ends = {troop.id: table.bodies[troop.id] for troop in table.formations[formation].troops}
    ends |= {row.troop: moved(ends[row.troop], row.path) for row in planned}
    paths = planned if cohesive(list(ends.values())) else retreat_paths(table, formation, reach)
    if not paths and planned:
        return ClaimImpossible(what="retreat", formation=formation, troops=())
    return MakeRetreatMove(formation=formation, paths=paths)


def _declared(table: Table) -> tuple[str, int]:
    action = table.view.action
    if action is None:
        raise LookupError("a move is to be made and none is declared")
    reaches = [reach.reach.total for reach in action.reaches]
    return action.formation, min(reaches, default=table.moves(action.formation))


def remove_out_of_cohesion(table: Table, offered: Offer) -> RemoveOutOfCohesion:
    """Give up a troop of the smallest group, the one with the fewest about it."""
    troops = words_of(offered.fields, "troop")
    bodies = [table.bodies[key] for key in troops]
    links = link_counts(bodies, LINK, VERTICAL)
    fewest = min(linked_groups(bodies, LINK, VERTICAL), key=len)
    return RemoveOutOfCohesion(
        formation=word_of(offered.fields, "formation"), troop=troops[min(fewest, key=lambda n: links[n])]
    )


# -- where to


def goal_of(table: Table, formation: str) -> tuple[int, int] | None:
    """Say where a formation is to go: a scientist home, fighters to the nearest enemy, the others to a marker.

    Where scientists are to be found the fighters hunt those of the enemy, or look for one of their own.
    """
    home = way_home(table, formation)
    if home is not None:
        return home
    if table.power(formation, melee=True) > table.power(formation, melee=False):
        nearest = nearest_enemy(table, formation)
        if nearest is not None and delivers(table) and not escorting(table, nearest.id):
            nearest = None
        if nearest is not None:
            return centre(table.bodies_of(nearest.id))
    return marker_goals(table).get(formation)


def nearest_enemy(table: Table, formation: str) -> FormationView | None:
    """Find the closest enemy formation."""
    flying = table.flies(formation)
    enemies = [row for row in table.standing(mine=False) if flying or "aircraft" not in table.keywords(row.id)]
    nearest = [enemy for enemy in enemies if escorting(table, enemy.id)] or enemies
    return min(nearest, key=lambda row: (table.apart(formation, row.id), row.id), default=None)


def marker_goals(table: Table) -> dict[str, tuple[int, int]]:
    """Share the markers out: each formation takes the nearest that is left, and all begin again when none is.

    Who could control none comes last.
    """
    goals: dict[str, tuple[int, int]] = {}
    left = wanted_markers(table)
    for row in sorted(table.standing(mine=True), key=lambda row: not table.effective(row.id)):
        left = left or wanted_markers(table)
        if not left:
            break
        x, y = centre(table.bodies_of(row.id))
        best = min(left, key=lambda found: ((found.x - x) ** 2 + (found.y - y) ** 2, found.id))
        left.remove(best)
        goals[row.id] = (best.x, best.y)
    return goals


def may_stay(table: Table, formation: str) -> bool:
    """Tell whether a formation may as well stay: most of it holds the marker it was sent to."""
    goal = goal_of(table, formation)
    bodies = table.bodies_of(formation)
    return goal is None or 2 * sum(point_gap(body, *goal) <= HOLD for body in bodies) > len(bodies)


def paths_to_goal(table: Table, formation: str, reach: int) -> tuple[TroopPath, ...]:
    """Write down the ways of a formation that moves; none where it may as well stay, or nothing legal is found."""
    goal = goal_of(table, formation)
    if goal is None or reach <= 0 or may_stay(table, formation):
        return ()
    return paths_of(table.bodies, march(table.mover(formation), reach, goal))


def retreat_paths(table: Table, formation: str, reach: int) -> tuple[TroopPath, ...]:
    """Write down the ways of a formation that retreats: home with a scientist, else away from the enemies about it."""
    home = way_home(table, formation)
    first = march(table.mover(formation), reach, home, retreat=True) if home is not None else {}
    return next((paths_of(table.bodies, ends) for ends in (first, *escapes(table.mover(formation), reach)) if ends), ())


def should_advance(table: Table, formation: str, chance: Generator) -> bool:
    """Tell whether a formation had better Advance: nobody to shoot at, and a long way to go; or a scientist with it."""
    goal = goal_of(table, formation)
    if way_home(table, formation) is not None:
        return True
    if goal is not None and delivers(table):
        return _farther(table, formation, goal, table.moves(formation))
    if goal is None or closest(table.bodies_of(formation), table.side(mine=False)) < FIRING:
        return chance.randrange(12) == 0
    return _farther(table, formation, goal, table.moves(formation) + 2 * INCH)


def _farther(table: Table, formation: str, goal: tuple[int, int], reach: int) -> bool:
    x, y = centre(table.bodies_of(formation))
    return (x - goal[0]) ** 2 + (y - goal[1]) ** 2 > reach**2

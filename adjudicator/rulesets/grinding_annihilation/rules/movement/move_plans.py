"""Chapter 3.2, what every kind of move has in common: its limits, and the plan of its paths.

A plan is the submitted paths of a formation together with where its troops stood and would stand. Troops move one
after the other in the order of the paths: who has moved stands at his end, who has not where he began. What can be
wrong with it is found by move_checks.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Body, moved
from adjudicator.kernel.decide.exact_offers import exact_items
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.offers import Choice, Offer, Places, Values, bare, offer, optional
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.model.messages import TroopMove, TroopPath, TroopReach
from adjudicator.rulesets.grinding_annihilation.model.rows import Action, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, has_keyword, profile_of, troops_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import body_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.sight_statements import forget_sights
from adjudicator.rulesets.grinding_annihilation.rules.movement.movement_on_terrain import way_lengths

LEGS = 64


class MoveTerms(Struct, frozen=True):
    """What a kind of move allows, with the clauses that say so.

    `distance`, `crossing`, `passing` and `end` are the clauses of the limits on length, on what lies in the way, on
    Threat Range in passing (empty where that is free) and of cohesion at the end. `flies`: Fly counts in such a move.
    `through` is the clause that bars the way through terrain.
    """

    distance: str
    crossing: str
    end: str
    passing: str = ""
    flies: bool = True
    over_enemies: bool = False
    through: str = "GA-3.2-22"


NORMAL = MoveTerms("GA-3.2-10", "GA-3.2-05", "GA-2.2-07", passing="GA-3.2-11")
ADVANCE = MoveTerms("GA-3.2-12", "GA-3.2-05", "GA-2.2-07", passing="GA-3.2-13")
RETREAT = MoveTerms("GA-3.2-15", "GA-3.2-05", "GA-2.2-07", over_enemies=True)
ASSAULT = MoveTerms("GA-3.4-07", "GA-3.4-12", "GA-3.4-08", through="GA-3.4-13")
CLOSE_IN = MoveTerms("GA-3.5-10", "GA-3.4-12", "GA-3.5-10", flies=False, through="GA-3.4-13")
CONSOLIDATE = MoveTerms("GA-3.5-19", "GA-3.4-12", "GA-3.5-19", flies=False, through="GA-3.4-13")
TO_MARKER = MoveTerms("GA-3.5-21", "GA-3.4-12", "GA-3.5-21", flies=False, through="GA-3.4-13")


class Plan(Struct, frozen=True):
    """A formation's move as submitted: its troops' bodies before and after, by troop, and the paths in order."""

    formation: str
    before: Mapping[str, Body]
    after: Mapping[str, Body]
    paths: tuple[TroopPath, ...]

    @property
    def moving(self) -> tuple[str, ...]:
        """Name the troops that move, in order."""
        return tuple(path.troop for path in self.paths)

    def without(self, destroyed: Iterable[str]) -> tuple[TroopPath, ...]:
        """GA-3.2-21 Give the paths of those that are left."""
        lost = frozenset(destroyed)
        return tuple(path for path in self.paths if path.troop not in lost)


# -- plans


def naming_faults(game: Game, formation: str, paths: Sequence[TroopPath]) -> Iterator[Fault]:
    """GA-3.2-04 A formation's player may move any, all or none of its troops, each once."""
    own, named = game.formations[formation].troops, set()
    for number, path in enumerate(paths):
        where = f"paths[{number}]"
        if path.troop not in own:
            yield Fault("GA-3.2-04", "not-of-formation", where, (("troop", path.troop), ("formation", formation)))
        elif path.troop in named:
            yield Fault("GA-3.2-04", "moved-twice", where, (("troop", path.troop),))
        elif not 1 <= len(path.path) <= LEGS:
            yield Fault("GA-3.2-04", "path-legs", where, (("found", len(path.path)), ("most", LEGS)))
        elif profile_of(game, game.troops[path.troop]).immovable:
            yield Fault("GA-3.2-25", "cannot-move", where, (("troop", path.troop),))
        named.add(path.troop)


def plan_of(game: Game, formation: str, paths: Sequence[TroopPath]) -> Plan:
    """Work a plan out whose troops are named rightly."""
    before = {troop.id: body_of(game, troop) for troop in troops_of(game, formation)}
    after = dict(before)
    for path in paths:
        after[path.troop] = moved(before[path.troop], path.path)
    return Plan(formation, before, after, tuple(paths))


def plan_or_refuse(ruling: Ruling[Game], formation: str, paths: Sequence[TroopPath]) -> Plan:
    """Take submitted paths as a plan, or refuse them."""
    ruling.refuse_all(list(naming_faults(ruling.game, formation, paths)))
    return plan_of(ruling.game, formation, paths)


def flies(game: Game, troop: Troop) -> bool:
    """GA-3.2-26 Tell whether a troop can Fly."""
    return has_keyword(game, troop, "fly")


# -- what is recorded


def reach_of(reaches: Iterable[TroopReach]) -> dict[str, int]:
    """Give reaches by troop."""
    return {reach.troop: reach.reach.total for reach in reaches}


def same_reach(game: Game, formation: str, reach: Tally) -> tuple[TroopReach, ...]:
    """Let every troop of a formation go equally far."""
    return tuple(TroopReach(troop=troop.id, reach=reach) for troop in troops_of(game, formation))


def troop_moves(game: Game, plan: Plan, terms: MoveTerms) -> tuple[TroopMove, ...]:
    """List the troops that moved, where they stand now and how far they went."""
    return tuple(
        TroopMove(troop=path.troop, pose=path.path[-1], distance=_length_moved(game, plan, terms, path))
        for path in plan.paths
    )


def _length_moved(game: Game, plan: Plan, terms: MoveTerms, way: TroopPath) -> int:
    flying = terms.flies and flies(game, game.troops[way.troop])
    return way_lengths(game, plan.before[way.troop], way.path, flies=flying)[0]


def put_troops(game: Game, moves: Iterable[TroopMove]) -> None:
    """Put troops where they moved; what was stated about their sight is stale (GA-2.5-11)."""
    listed = tuple(moves)
    for row in listed:
        game.troops[row.troop] = replace(game.troops[row.troop], pose=row.pose)
    forget_sights(game, [row.troop for row in listed])


# -- the move under way, and what may be done


def acting(ruling: Ruling[Game], key: str) -> Action:
    """GA-3.2-01 Find the action under way; the command has to name its formation."""
    action = ruling.game.action
    assert action is not None  # noqa: S101  (its window is open, so an action is)
    ruling.find(ruling.game.formations, key, "formation")
    ruling.require(
        key == action.formation, "GA-3.2-01", "other-formation", "formation", formation=key, acts=action.formation
    )
    return action


def immovable(game: Game, formation: str) -> bool:
    """GA-3.2-25 Tell whether some troop of a formation cannot move."""
    return any(profile_of(game, troop).immovable for troop in troops_of(game, formation))


def move_offer(
    game: Game,
    command: type[Struct],
    clause: str,
    formation: str,
    pieces: Iterable[str],
    reach: int,
    spots: Sequence[Sequence[TroopPath]] | None = None,
    **more: Values,
) -> Offer:
    """Offer a move of these troops of a formation, at most so far, or nobody's; `more` are further fields.

    `spots` are ways that are legal; they are found on request where they are not given.
    """
    region, one = (0, 0, game.battle.length, game.battle.width), Choice((formation,))
    if spots is None:
        places = Places(tuple(pieces), reach, region, on_request=True)
        return offer(command, clause, formation=one, paths=optional(places), **more)
    if not spots:
        return offer(command, clause, formation=one, **more)
    return offer(command, clause, formation=one, paths=optional(way_places(game, pieces, reach, spots)), **more)


def way_places(game: Game, pieces: Iterable[str], reach: int, spots: Iterable[Sequence[TroopPath]]) -> Places:
    """Offer ways of troops that are legal, and others as far as they reach."""
    known = tuple(bare(exact_items(paths)) for paths in dict.fromkeys(map(tuple, spots)))
    return Places(tuple(pieces), reach, (0, 0, game.battle.length, game.battle.width), known)

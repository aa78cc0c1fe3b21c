"""Chapter 3.2, what every kind of move has in common: plans of paths, and all that can be wrong with them.

A plan is the submitted paths of a formation together with where its troops stood and would stand. Troops move one
after the other in the order of the paths: who has moved stands at his end, who has not where he began.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Body, leaves, moved, near_box, sweeps_within, way_box
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.offers import Choice, Offer, Places, offer
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.carriers import AIRCRAFT
from adjudicator.rulesets.grinding_annihilation.footing import crosses_over, go_fault, stand_fault, way_lengths
from adjudicator.rulesets.grinding_annihilation.measure import (
    THREAT,
    VERTICAL,
    bodies_on_warfield,
    body_of,
    cohesive,
    field,
    forget_sights,
    free_of,
    grips,
    in_threat,
)
from adjudicator.rulesets.grinding_annihilation.model.messages import TroopMove, TroopPath, TroopReach
from adjudicator.rulesets.grinding_annihilation.state import (
    WARFIELD,
    Action,
    Formation,
    Game,
    Troop,
    has_keyword,
    profile_of,
    rival,
    troops_of,
)

LEGS = 64
BULKY = ("monstrous", "vehicle")


class Terms(Struct, frozen=True):
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


NORMAL = Terms("GA-3.2-10", "GA-3.2-05", "GA-2.2-07", passing="GA-3.2-11")
ADVANCE = Terms("GA-3.2-12", "GA-3.2-05", "GA-2.2-07", passing="GA-3.2-13")
RETREAT = Terms("GA-3.2-15", "GA-3.2-05", "GA-2.2-07", over_enemies=True)
ASSAULT = Terms("GA-3.4-07", "GA-3.4-12", "GA-3.4-08", through="GA-3.4-13")
CLOSE_IN = Terms("GA-3.5-10", "GA-3.4-12", "GA-3.5-10", flies=False, through="GA-3.4-13")
CONSOLIDATE = Terms("GA-3.5-19", "GA-3.4-12", "GA-3.5-19", flies=False, through="GA-3.4-13")
TO_MARKER = Terms("GA-3.5-21", "GA-3.4-12", "GA-3.5-21", flies=False, through="GA-3.4-13")


class Plan(Struct, frozen=True):
    """A formation's move as submitted: its troops' bodies before and after, by troop, and the paths in order."""

    formation: str
    before: Mapping[str, Body]
    after: Mapping[str, Body]
    paths: tuple[TroopPath, ...]

    @property
    def moving(self) -> tuple[str, ...]:
        """Name the troops that move, in order."""
        return tuple(each.troop for each in self.paths)

    def without(self, gone: Iterable[str]) -> tuple[TroopPath, ...]:
        """GA-3.2-21 Give the paths of those that are left."""
        lost = frozenset(gone)
        return tuple(each for each in self.paths if each.troop not in lost)


# -- plans


def naming_faults(game: Game, formation: str, paths: Sequence[TroopPath]) -> Iterator[Fault]:
    """GA-3.2-04 A formation's player may move any, all or none of its troops, each once."""
    own, named = game.formations[formation].troops, set()
    for number, each in enumerate(paths):
        where = f"paths[{number}]"
        if each.troop not in own:
            yield Fault("GA-3.2-04", "not-of-formation", where, (("troop", each.troop), ("formation", formation)))
        elif each.troop in named:
            yield Fault("GA-3.2-04", "moved-twice", where, (("troop", each.troop),))
        elif not 1 <= len(each.path) <= LEGS:
            yield Fault("GA-3.2-04", "path-legs", where, (("found", len(each.path)), ("most", LEGS)))
        elif profile_of(game, game.troops[each.troop]).immovable:
            yield Fault("GA-3.2-25", "cannot-move", where, (("troop", each.troop),))
        named.add(each.troop)


def plan_of(game: Game, formation: str, paths: Sequence[TroopPath]) -> Plan:
    """Work a plan out whose troops are named rightly."""
    before = {troop.id: body_of(game, troop) for troop in troops_of(game, formation)}
    after = dict(before)
    for each in paths:
        after[each.troop] = moved(before[each.troop], each.path)
    return Plan(formation, before, after, tuple(paths))


def planned(ruling: Ruling[Game], formation: str, paths: Sequence[TroopPath]) -> Plan:
    """Take submitted paths as a plan, or refuse them."""
    ruling.refuse_all(list(naming_faults(ruling.game, formation, paths)))
    return plan_of(ruling.game, formation, paths)


# -- what can be wrong with a path


def path_faults(game: Game, plan: Plan, terms: Terms, reaches: Mapping[str, int]) -> Iterator[Fault]:
    """GA-3.2-05 GA-3.2-08 Find what is wrong with the ways of a plan; `reaches` by troop, in thousandths."""
    row = game.formations[plan.formation]
    enemies = list(bodies_on_warfield(game, rival(row.seat)))
    friends = [each for each in bodies_on_warfield(game, row.seat) if each[0].formation != row.id]
    for number, each in enumerate(plan.paths):
        troop, body = game.troops[each.troop], plan.before[each.troop]
        fellows = _fellows(game, plan, number) if bulky(game, troop) else []
        for fault in (
            *_ground_faults(game, terms, troop, body, each),
            *_length_faults(game, terms, troop, body, each, reaches.get(each.troop, 0)),
            *_enemy_faults(game, terms, troop, body, each, enemies),
            *_bulk_faults(game, terms, troop, body, each, [*friends, *fellows]),
        ):
            yield Fault(fault.clause, fault.reason, f"paths[{number}]", (("troop", troop.id), *fault.facts))


def _fellows(game: Game, plan: Plan, number: int) -> list[tuple[Troop, Body]]:
    """GA-3.2-04 Give the formation's other troops as they stand when the troop of this path moves."""
    done = frozenset(plan.moving[:number])
    at = {key: plan.after[key] if key in done else body for key, body in plan.before.items()}
    return [(game.troops[key], body) for key, body in at.items() if key != plan.moving[number]]


def _ground_faults(game: Game, terms: Terms, troop: Troop, body: Body, way: TroopPath) -> Iterator[Fault]:
    """GA-3.2-05 GA-3.2-22 GA-3.2-24 A path stays on the warfield and goes over terrain, never through it."""
    wrong = go_fault(game, troop, body, way.path, terms.through, flies=terms.flies and flies(game, troop))
    if wrong is not None:
        yield Fault(*wrong)
    if leaves(body, way.path, field(game)):
        yield Fault(terms.crossing, "over-the-edge")


def _length_faults(game: Game, terms: Terms, troop: Troop, body: Body, way: TroopPath, reach: int) -> Iterator[Fault]:
    """GA-3.2-08 GA-3.2-23 GA-3.2-28 The way may be as long as the reach, with what is climbed on it."""
    length, flat = way_lengths(game, body, way.path, flies=terms.flies and flies(game, troop))
    if length > reach:
        clause = terms.distance if flat > reach else "GA-3.2-23"
        yield Fault(clause, "too-far", facts=(("distance", length), ("limit", reach)))


def _enemy_faults(
    game: Game, terms: Terms, troop: Troop, body: Body, way: TroopPath, enemies: Iterable[tuple[Troop, Body]]
) -> Iterator[Fault]:
    """GA-3.2-05 GA-3.2-11 GA-3.2-26 Enemies are kept clear of, by whoever does not fly over them."""
    flying = terms.flies and flies(game, troop)
    around = way_box(body, way.path, THREAT)
    for enemy, other in enemies:
        if not near_box(other, around):
            continue
        if has_keyword(game, enemy, AIRCRAFT):  # crossed as if absent (GA-4.3-12)
            continue
        facts = (("enemy", enemy.id),)
        if not flying and not terms.over_enemies and crosses_over(body, way.path, other):
            yield Fault(terms.crossing, "crosses-enemy", facts=facts)
        if terms.passing and not flying and sweeps_within(body, way.path, other, THREAT, VERTICAL):
            yield Fault(terms.passing, "passes-threat", facts=facts)


def _bulk_faults(
    game: Game, terms: Terms, troop: Troop, body: Body, way: TroopPath, friends: Iterable[tuple[Troop, Body]]
) -> Iterator[Fault]:
    """GA-3.2-07 Monstrous and Vehicle troops go round one another."""
    if not bulky(game, troop) or (terms.flies and flies(game, troop)):
        return
    for friend, other in friends:
        if bulky(game, friend) and crosses_over(body, way.path, other):
            yield Fault("GA-3.2-07", "crosses-friend", facts=(("friend", friend.id),))


def flies(game: Game, troop: Troop) -> bool:
    """GA-3.2-26 Tell whether a troop can Fly."""
    return has_keyword(game, troop, "fly")


def bulky(game: Game, troop: Troop) -> bool:
    """GA-3.2-07 Tell whether a troop is Monstrous or a Vehicle."""
    return any(has_keyword(game, troop, keyword) for keyword in BULKY)


def crosses_any(body: Body, way: TroopPath, others: Iterable[Body]) -> bool:
    """GA-3.2-18 Tell whether a path goes across some of these troops."""
    return any(crosses_over(body, way.path, other) for other in others)


# -- what can be wrong with an end


def end_faults(game: Game, plan: Plan, terms: Terms) -> Iterator[Fault]:
    """GA-2.2-05 GA-3.2-06 GA-3.2-24 A move ends in cohesion, on top of nobody, and not in mid-climb."""
    others = [body for troop, body in bodies_on_warfield(game) if troop.formation != plan.formation]
    for key in plan.moving:
        wrong = stand_fault(game, game.troops[key], plan.after[key])
        if wrong is not None:
            yield Fault(*wrong, "paths", (("troop", key),))
        fellows = [body for other, body in plan.after.items() if other != key]
        if not free_of(plan.after[key], [*others, *fellows]):
            yield Fault("GA-3.2-06", "on-top", "paths", (("troop", key),))
    if not cohesive(list(plan.after.values())):
        yield Fault(terms.end, "not-cohesive", "paths", (("formation", plan.formation),))


def threat_faults(
    game: Game, plan: Plan, clause: str, *, spared: Iterable[str] = (), fliers: bool = False
) -> Iterator[Fault]:
    """GA-2.3-01 Find troops that would end within Threat Range of enemies, those of `spared` formations left out."""
    seat, out = game.formations[plan.formation].seat, frozenset(spared)
    enemies = [each for each in bodies_on_warfield(game, rival(seat)) if each[0].formation not in out]
    for key, body in plan.after.items():
        walks = fliers and not flies(game, game.troops[key])
        for enemy, other in enemies:
            flown = has_keyword(game, enemy, AIRCRAFT)
            if walks and not flown:
                continue
            if in_threat(body, other) or grips(game, (body,), (other,)):
                facts = (("troop", key), ("enemy", enemy.id))
                yield Fault("GA-4.3-12" if flown else clause, "ends-in-threat", "paths", facts)


# -- what is recorded


def reach_of(reaches: Iterable[TroopReach]) -> dict[str, int]:
    """Give reaches by troop."""
    return {each.troop: each.reach.total for each in reaches}


def same_reach(game: Game, formation: str, reach: Tally) -> tuple[TroopReach, ...]:
    """Let every troop of a formation go equally far."""
    return tuple(TroopReach(troop=troop.id, reach=reach) for troop in troops_of(game, formation))


def troop_moves(game: Game, plan: Plan, terms: Terms) -> tuple[TroopMove, ...]:
    """List the troops that moved, where they stand now and how far they went."""
    return tuple(
        TroopMove(troop=each.troop, pose=each.path[-1], distance=_went(game, plan, terms, each)) for each in plan.paths
    )


def _went(game: Game, plan: Plan, terms: Terms, way: TroopPath) -> int:
    flying = terms.flies and flies(game, game.troops[way.troop])
    return way_lengths(game, plan.before[way.troop], way.path, flies=flying)[0]


def put_troops(game: Game, moves: Iterable[TroopMove]) -> None:
    """Put troops where they moved; what was stated about their sight is stale (GA-2.5-11)."""
    done = tuple(moves)
    for each in done:
        game.troops[each.troop] = replace(game.troops[each.troop], pose=each.pose)
    forget_sights(game, [each.troop for each in done])


# -- whose, and what may be done


def own_formation(ruling: Ruling[Game], key: str) -> Formation:
    """GA-2.1-02 GA-2.1-07 Find a formation of the actor that stands on the warfield."""
    row: Formation = ruling.find(ruling.game.formations, key, "formation")
    ruling.require(row.seat == ruling.actor, "GA-2.1-02", "not-yours", "formation", id=key)
    ruling.require(row.place == WARFIELD, "GA-2.1-07", "not-on-warfield", "formation", id=key, place=row.place)
    return row


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
    game: Game, command: type[Struct], clause: str, formation: str, pieces: Iterable[str], reach: int
) -> Offer:
    """Offer a move of these troops of a formation, at most so far."""
    places = Places(tuple(pieces), reach, (0, 0, game.battle.length, game.battle.width))
    return offer(command, clause, formation=Choice((formation,)), paths=places)


__all__ = [
    "ADVANCE", "ASSAULT", "CLOSE_IN", "CONSOLIDATE", "NORMAL", "RETREAT", "TO_MARKER", "Plan", "Terms", "acting",
    "crosses_any", "end_faults", "flies", "immovable", "move_offer", "naming_faults", "own_formation", "path_faults",
    "plan_of", "planned", "put_troops", "reach_of", "same_reach", "threat_faults", "troop_moves",
]  # fmt: skip

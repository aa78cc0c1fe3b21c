"""How many hits a volley makes: exact distributions, by the rules' own code (AN-ACC-01, AN-REROLL-04).

Misses are re-rolled as soon as they may be, by number of the die. Overhead dice that shift or fail hit nobody here:
only what comes down at the aim point counts. The lucky hit counts with the others of its weapon.
"""

from __future__ import annotations

from math import comb, prod
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.kernel.distribution import Distribution, certain, combined, die, follow, from_weights, mapped, sum_of
from adjudicator.rulesets.antares.model import volleys
from adjudicator.rulesets.antares.model.messages import Amount, DieResult
from adjudicator.rulesets.antares.model.rows import Group, Volley
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.rules.hits import hit_rerolls, hit_scoring, reroll_sources
from adjudicator.rulesets.antares.rules.tests import rounding
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10


class Faces(NamedTuple):
    """How many of ten faces are a 1, another hit, and a miss that may be thrown again; the rest are lost."""

    ones: int
    hits: int
    misses: int

    @property
    def good(self) -> int:
        """Faces that hit."""
        return self.ones + self.hits


class State(NamedTuple):
    """Dice so far: 1s (two stand for more), re-rolls left, and hits at once and after a re-roll, group by group.

    `where` is the group of the first 1, `later` that of the first 1 of a re-roll, -1 for none.
    """

    ones: int
    where: int
    later: int
    left: int
    hits: tuple[tuple[int, int], ...] = ()


def faces_of(game: Game, row: Volley, index: int) -> Faces:
    """AN-HIT-01 AN-HIT-04 AN-HIT-07 Count the faces of a group's dice by what they mean."""
    group = row.groups[index]
    read = [hit_scoring.read_face(game, row, group, face, luck=False) for face in range(1, D10 + 1)]
    rolled = replace(group, rolled=(DieResult(face=9, result="miss"),))
    judged = replace(row, groups=(rolled,), used_sources=(), rerolled_dice=(), rerolls_declined=False)
    again = reroll_sources.candidates(game, judged) != ()
    hits = sum(item.result in volleys.HIT_RESULTS for item in read[1:])
    failed = sum(item.result in volleys.MISS_RESULTS for item in read)
    return Faces(1 if read[0].result in volleys.HIT_RESULTS else 0, hits, failed if again else 0)


def rerolls_of(game: Game, row: Volley) -> int:
    """AN-REROLL-01 AN-REROLL-02 AN-REROLL-03 Count the misses that may be re-rolled, at most."""
    shown = tuple(
        replace(group, rolled=(DieResult(face=9, result="miss"),) * group.dice, needed=None) for group in row.groups
    )
    found = reroll_sources.sources_for(game, replace(row, groups=shown))
    everything = sum(group.dice for group in row.groups)
    return everything if reroll_sources.ALL in found.values() else len(found)


def hits_of(game: Game, row: Volley) -> Distribution[tuple[int, ...]]:
    """AN-ACC-01 AN-REROLL-05 Give how many dice of each group hit; `row` has its numbers, and nothing rolled."""
    first = State(0, -1, -1, rerolls_of(game, row))
    state: Distribution[State] = certain(first)
    for index, group in enumerate(row.groups):
        found = _Dice(game, row, index, group)
        state = follow(state, found)
    protected = bool(row.target) and bool(hit_rerolls.protection(game, row.target, row))
    if not protected:
        return mapped(state, lambda item: tuple(hits + again for hits, again in item.hits))
    return follow(state, lambda item: _protected(game, row, item))


class _Dice:
    """What the dice of one group add to a state."""

    def __init__(self, game: Game, row: Volley, index: int, group: Group) -> None:
        self.faces = faces_of(game, row, index)
        self.index = index
        self.dice = group.dice

    def __call__(self, state: State) -> Distribution[State]:
        """Throw the group's dice, and misses again while re-rolls are left."""
        weights: dict[State, int] = {}
        for ones, hits, misses, weight in _throws(self.dice, self.faces):
            used = min(state.left, misses)
            scale = weight * D10 ** (self.dice - used)
            for again, lucky, more in _again(used, self.faces):
                key = self._next(state, (ones, hits), (used, again), lucky=lucky)
                weights[key] = weights.get(key, 0) + more * scale
        return from_weights(weights)

    def _next(self, state: State, at_once: tuple[int, int], thrown: tuple[int, int], *, lucky: bool) -> State:
        (ones, hits), (used, again) = at_once, thrown
        where = self.index if ones and state.where < 0 else state.where
        later = self.index if lucky and state.later < 0 else state.later
        return State(min(2, state.ones + ones), where, later, state.left - used, (*state.hits, (ones + hits, again)))


def _again(used: int, faces: Faces) -> list[tuple[int, bool, int]]:
    """List what misses may become that are thrown again: hits, whether a 1 is among them, and the weight."""
    found = []
    for again in range(used + 1):
        ways = comb(used, again) * (D10 - faces.good) ** (used - again)
        plain = ways * faces.hits**again
        found += [(again, False, plain), (again, True, ways * faces.good**again - plain)]
    return [row for row in found if row[2]]


def _throws(dice: int, faces: Faces) -> list[tuple[int, int, int, int]]:
    """List every count of 1s, other hits and misses of so many dice with its weight of ten to their number."""
    lost = D10 - faces.ones - faces.hits - faces.misses
    parts = (faces.ones, faces.hits, faces.misses, lost)
    found = []
    for ones in range(dice + 1 if faces.ones else 1):
        for hits in range(dice - ones + 1 if faces.hits else 1):
            for misses in range(dice - ones - hits + 1 if faces.misses else 1):
                counts = (ones, hits, misses, dice - ones - hits - misses)
                weight = _ways(counts) * prod(part**count for part, count in zip(parts, counts, strict=True))
                if weight:
                    found.append((ones, hits, misses, weight))
    return found


def _ways(counts: tuple[int, ...]) -> int:
    left, ways = sum(counts), 1
    for count in counts:
        ways *= comb(left, count)
        left -= count
    return ways


def _protected(game: Game, row: Volley, state: State) -> Distribution[tuple[int, ...]]:
    """AN-REROLL-05 AN-REROLL-11 Throw hits on a protected target again, but for a lucky one."""
    once = game.options.reroll_each_die_once
    lucky = _lucky(game, state)
    total: Distribution[tuple[int, ...]] = certain(())
    for index, (hits, again) in enumerate(state.hits):
        group = row.groups[index]
        kept = (again if once else 0) + (1 if index == lucky and not (once and not state.ones) else 0)
        thrown = hits + again - kept
        good = faces_of(game, row, index).good
        if group.overhead:
            kept, thrown = hits + again, 0
        stood = sum_of(thrown, die(lambda face, good=good: int(face <= good), D10), 0, _add)  # type: ignore[misc]
        total = combined(total, stood, lambda so_far, found, kept=kept: (*so_far, kept + found))  # type: ignore[misc]
    return total


def _lucky(game: Game, state: State) -> int:
    """AN-HIT-02 Give the group of the lucky hit: the first 1, or one that a re-roll shows first; -1 for none."""
    if not state.ones:
        return state.later
    return state.where if game.options.lucky_rule == "one_per_volley" or state.ones == 1 else -1


def _add(one: int, more: int) -> int:
    return one + more


# -- templates


def amount_spread(amount: Amount) -> Distribution[int]:
    """AN-GEN-05 Give what an amount may come to."""
    if not amount.dice:
        return certain(amount.plus)
    thrown = sum_of(amount.dice, die(lambda face: face, amount.sides), 0, _add)
    return mapped(thrown, lambda total: total + amount.plus)


def struck(game: Game, row: Volley, vector: tuple[int, ...]) -> Distribution[tuple[int, ...]]:
    """AN-OH-12 AN-REROLL-08 Turn templates that came down into hits on the target, halved where due."""
    shielded = bool(row.target) and bool(hit_rerolls.protection(game, row.target, row))
    total: Distribution[tuple[int, ...]] = certain(())
    for group, count in zip(row.groups, vector, strict=True):
        one: Distribution[int] = certain(count)
        effect = game.weapons[group.weapon].overhead if group.weapon else None
        if group.overhead and effect is not None:
            blast = effect.kind == "blast"
            one = sum_of(count, amount_spread(effect.hits), 0, _add) if blast else certain(0)
            one = mapped(one, lambda hits: rounding.halved(game, hits)) if shielded else one
        total = combined(total, one, lambda so_far, found: (*so_far, max(0, found)))
    return total

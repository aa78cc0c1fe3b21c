"""How many dice of a volley hit: exact distributions, by the rules' own code (AN-ACC-01, AN-REROLL-04).

Misses are re-rolled as soon as they may be: by every source, the first by number of the die. Dice of a group whose
hits are worth the same on every model of the target are counted together: a run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Rejected, fault
from adjudicator.kernel.distribution import Distribution, certain, combined, follow, from_weights, mapped
from adjudicator.rulesets.antares.model import volleys
from adjudicator.rulesets.antares.model.messages import DieResult
from adjudicator.rulesets.antares.model.rows import Volley
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.rules.hits import hit_rerolls, hit_scoring, reroll_sources
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10

MISS = DieResult(face=D10 - 1, result="miss")


class Score(NamedTuple):
    """What the dice of a volley came to, run by run: hits, templates that shift; and the run of the lucky hit, or -1.

    Of direct dice the hits are final.
    """

    hits: tuple[int, ...]
    shifts: tuple[int, ...]
    lucky: int


class Faces(NamedTuple):
    """What the ten faces of a run's dice mean: a 1 that may be lucky, other hits, misses, and duds.

    `shifts` says that a miss shifts, `general` and `retarget` which sources may re-roll one.
    """

    ones: int
    hits: int
    misses: int
    duds: int
    shifts: bool
    general: bool
    retarget: bool


class State(NamedTuple):
    """Dice so far: 1s (two stand for more), re-rolls left, and by run hits at once, hits of re-rolls, and shifts.

    `where` is the run of the first 1, `later` that of the first 1 of a re-roll, -1 for none.
    """

    ones: int
    where: int
    later: int
    left: int
    counts: tuple[tuple[int, int, int], ...]


class Rerolls(NamedTuple):
    """How many misses any source may re-roll, and the runs whose misses are re-rolled by sources and by themselves."""

    left: int
    general: frozenset[int]
    retarget: frozenset[int]


def rerolls_of(game: Game, row: Volley) -> Rerolls:
    """AN-REROLL-01 AN-REROLL-02 AN-REROLL-03 AN-HIT-08 Ask the rules which misses may be re-rolled, were all missed."""
    groups = tuple(replace(group, rolled=(MISS,) * group.dice) for group in row.groups)
    missed = replace(row, groups=groups, used_sources=(), rerolled_dice=())
    found = reroll_sources.sources_for(game, missed)
    runs = {name: _runs_of(missed, reroll_sources.candidates(game, missed, name)) for name in found}
    kinds = [how for name, how in found.items() if name != reroll_sources.RETARGET]
    everything = sum(group.dice for group in row.groups)
    left = everything if reroll_sources.ALL in kinds else len(kinds)
    general = frozenset(run for name, served in runs.items() if name != reroll_sources.RETARGET for run in served)
    return Rerolls(left, general, runs.get(reroll_sources.RETARGET, frozenset()))


def _runs_of(row: Volley, numbers: tuple[int, ...]) -> frozenset[int]:
    return frozenset(die.group for die in volleys.dice_of(row) if die.number in numbers)


def faces_of(game: Game, row: Volley, index: int, rerolls: Rerolls) -> Faces:
    """AN-HIT-01 AN-HIT-04 AN-HIT-07 Count the faces of a run's dice by what they mean."""
    group = row.groups[index]
    read = [hit_scoring.read_face(game, row, group, face, luck=False).result for face in range(1, D10 + 1)]
    one = int(read[0] in volleys.HIT_RESULTS and hit_scoring.may_be_lucky(game, group))
    hits = sum(result in volleys.HIT_RESULTS for result in read)
    misses = [result for result in read if result in volleys.MISS_RESULTS]
    duds = D10 - hits - len(misses)
    return Faces(
        one, hits - one, len(misses), duds, "shift" in misses, index in rerolls.general, index in rerolls.retarget
    )


def scores_of(game: Game, row: Volley, *, placed: bool) -> Distribution[Score]:
    """AN-ACC-01 AN-REROLL-05 Give what the dice come to; `row` has its numbers, and nothing rolled.

    `placed` says that it matters which hit is the lucky one.
    """
    rerolls = rerolls_of(game, row)
    faces = [faces_of(game, row, index, rerolls) for index in range(len(row.groups))]
    protected = bool(row.target) and bool(hit_rerolls.protection(game, row.target, row))
    track = placed or protected
    state: Distribution[State] = certain(State(0, -1, -1, rerolls.left, ()))
    for index, group in enumerate(row.groups):
        state = mapped(state, lambda found: found._replace(counts=(*found.counts, (0, 0, 0))))
        dice = _Die(index, faces[index], track=track)
        for _ in range(group.dice):
            state = follow(state, dice)
    if protected:
        return follow(state, lambda found: _protected(game, row, faces, found, placed=placed))
    return mapped(state, lambda found: _score(game, found, placed=placed))


class _Die:
    """What one more die of a run adds to a state."""

    def __init__(self, run: int, faces: Faces, *, track: bool) -> None:
        self.run = run
        self.faces = faces
        self.track = track

    def __call__(self, state: State) -> Distribution[State]:
        """Roll it, and again where it misses and may be re-rolled."""
        made: dict[State, int] = {}
        for after, weight in self._rolled(state):
            made[after] = made.get(after, 0) + weight
        return from_weights(made)

    def _rolled(self, state: State) -> Iterator[tuple[State, int]]:
        faces = self.faces
        yield self._one(state), faces.ones * D10
        yield self._count(state, 0), faces.hits * D10
        yield state, faces.duds * D10
        by_source = faces.general and state.left > 0
        if not by_source and not faces.retarget:
            yield self._missed(state), faces.misses * D10
            return
        after = state._replace(left=state.left - 1) if by_source else state
        yield self._one(after, later=True), faces.misses * faces.ones
        yield self._count(after, 1), faces.misses * faces.hits
        yield self._missed(after), faces.misses * faces.misses
        yield after, faces.misses * faces.duds

    def _one(self, state: State, *, later: bool = False) -> State:
        if self.track and later and state.later < 0:
            state = state._replace(later=self.run)
        elif self.track and not later:
            where = self.run if state.where < 0 else state.where
            state = state._replace(ones=min(2, state.ones + 1), where=where)
        return self._count(state, int(later))

    def _missed(self, state: State) -> State:
        return self._count(state, 2) if self.faces.shifts else state

    def _count(self, state: State, place: int) -> State:
        mine = state.counts[-1]
        more = tuple(count + (number == place) for number, count in enumerate(mine))
        return state._replace(counts=(*state.counts[:-1], (more[0], more[1], more[2])))


def _lucky(game: Game, state: State) -> int:
    """AN-HIT-02 Give the run of the lucky hit: the first 1, or one that a re-roll shows first; -1 for none."""
    if not state.ones:
        return state.later
    return state.where if game.options.lucky_rule == "one_per_volley" or state.ones == 1 else -1


def _score(game: Game, state: State, *, placed: bool) -> Score:
    hits = tuple(at_once + again for at_once, again, _ in state.counts)
    return Score(hits, tuple(row[2] for row in state.counts), _lucky(game, state) if placed else -1)


def _protected(game: Game, row: Volley, faces: list[Faces], state: State, *, placed: bool) -> Distribution[Score]:
    """AN-REROLL-05 AN-REROLL-09 AN-REROLL-11 Re-roll direct hits on a protected target, but for a lucky one.

    Raises Rejected where it would take every die by itself to tell the lucky one.
    """
    once, lucky = game.options.reroll_each_die_once, _lucky(game, state)
    if placed and lucky < 0 and game.options.lucky_rule != "one_per_volley":
        raise Rejected(fault("WG-ODDS-01", "odds-of-lucky-rerolls", "target", target=row.target))
    total: Distribution[tuple[tuple[int, ...], int]] = certain(((), lucky if placed else -1))
    for index, (at_once, again, _) in enumerate(state.counts):
        group, found = row.groups[index], faces[index]
        kept = (again if once else 0) + (1 if index == lucky and not (once and not state.ones) else 0)
        if group.overhead or not hit_rerolls.rerolls_hits(game, group):
            kept = at_once + again
        stood = _stood(at_once + again - kept, found)
        total = combined(total, stood, _Joined(index, kept, placed=placed))
    shifts = tuple(row[2] for row in state.counts)
    return mapped(total, lambda pair: Score(pair[0], shifts, pair[1]))


def _stood(count: int, faces: Faces) -> Distribution[tuple[int, bool]]:
    """Re-roll so many hits: how many hit again, and whether a 1 is among them."""
    one = from_weights({(1, True): faces.ones, (1, False): faces.hits, (0, False): D10 - faces.ones - faces.hits})
    total: Distribution[tuple[int, bool]] = certain((0, False))
    for _ in range(count):
        total = combined(total, one, lambda a, b: (a[0] + b[0], a[1] or b[1]))
    return total


class _Joined:
    """Add what a run came to; its first 1 is the lucky hit where there is none yet."""

    def __init__(self, index: int, kept: int, *, placed: bool) -> None:
        self.index, self.kept, self.placed = index, kept, placed

    def __call__(self, so_far: tuple[tuple[int, ...], int], found: tuple[int, bool]) -> tuple[tuple[int, ...], int]:
        """Add it."""
        hits, lucky = so_far
        if self.placed and lucky < 0 and found[1]:
            lucky = self.index
        return (*hits, self.kept + found[0]), lucky


def words_of(game: Game, row: Volley, hits: tuple[int, ...]) -> frozenset[str]:
    """List the properties of the weapons that hit."""
    used = {group.weapon for group, count in zip(row.groups, hits, strict=True) if count and group.weapon}
    return frozenset(word for name in used for word in game.weapons[name].properties)

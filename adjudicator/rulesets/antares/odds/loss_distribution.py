"""What hits do to a unit: exact distributions of casualties, damage rolls and pins, by the rules' own numbers.

Hits are spread as silence spreads them: one each by number of the model, over those that may be hit. Where a strike
value is thrown, whether a hit counts for pins is judged by its lowest value (AN-PIN-01).
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from typing import NamedTuple

from adjudicator.kernel.distribution import Distribution, certain, combined, die, from_weights, mapped, sum_of
from adjudicator.rulesets.antares.model import volleys
from adjudicator.rulesets.antares.model.messages import Hit
from adjudicator.rulesets.antares.model.rows import Model, Volley
from adjudicator.rulesets.antares.model.state import Game, has_flag
from adjudicator.rulesets.antares.odds.hit_distribution import amount_spread
from adjudicator.rulesets.antares.rules.damage import resist_tests
from adjudicator.rulesets.antares.rules.hits import hit_scoring
from adjudicator.rulesets.antares.rules.shooting import eligibility
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10, passes

LOW = 10


class Loss(NamedTuple):
    """What a volley does to its target: models lost, Wounds or damage rolls, whether it hit, and hit at 10 or less."""

    fallen: int
    wounds: int
    hit: bool
    low: bool


class Blow(NamedTuple):
    """A hit on a model: faces of all that fail to save it, out of so many, and whether it counts for pins."""

    failing: int
    whole: int
    low: bool


def targets_of(game: Game, row: Volley) -> tuple[Model, ...]:
    """AN-HIT-04 List the models that may be hit, by number."""
    names = eligibility.viable_models(game, row, row.target) if row.kind != volleys.HAND_TO_HAND else ()
    return tuple(game.models[name] for name in (names or game.units[row.target].models))


def blow(game: Game, row: Volley, index: int, model: Model) -> Blow:
    """AN-RESIST-01 AN-RESIST-06 Ask what becomes of a hit of a group on a model, over all strike values and faces."""
    group = row.groups[index]
    shooter = group.models[0] if group.models else ""
    values = amount_spread(hit_scoring.strike_amount(game, group, shooter))
    failing, totals = 0, []
    for value, weight in values.weights.items():
        needed = resist_tests.resist_tally(_with(game, row), hit_of(game, row, index, shooter, value), model)
        totals.append(needed.total)
        failing += weight * sum(not passes(face, needed.total) for face in range(1, D10 + 1))
    return Blow(failing, values.whole * D10, max(totals) <= LOW)


def hit_of(game: Game, row: Volley, index: int, shooter: str, value: int) -> Hit:
    """Make up a hit of a group."""
    group = row.groups[index]
    weapon = game.weapons.get(group.weapon)
    overhead = group.overhead or (weapon is not None and "blast" in weapon.properties)
    return Hit(
        id="supposed",
        volley=row.id,
        unit=row.target,
        weapon=group.weapon,
        strike_value=value,
        lucky=False,
        overhead=overhead,
        shooter=shooter,
        model="",
    )


def _with(game: Game, row: Volley) -> Game:
    if row.id not in game.volleys:
        game.volleys = {**game.volleys, row.id: row}
    return game


class Target:
    """A target and what every group of a volley does to each of its models, worked out once."""

    def __init__(self, game: Game, row: Volley) -> None:
        self.game, self.row = game, row
        self.models = targets_of(game, row)
        self.chart = has_flag(game, row.target, resist_tests.CHART)
        self._blows: dict[tuple[int, str], Blow] = {}
        self._known: dict[tuple[int, ...], Distribution[Loss]] = {}

    def losses(self, vector: tuple[int, ...]) -> Distribution[Loss]:
        """AN-RESIST-07 AN-RESIST-08 AN-RESIST-09 Give what so many hits of each group do."""
        if vector not in self._known:
            self._known[vector] = self._losses(vector)
        return self._known[vector]

    def _blow(self, index: int, model: Model) -> Blow:
        key = (index, model.id)
        if key not in self._blows:
            self._blows[key] = blow(self.game, self.row, index, model)
        return self._blows[key]

    def _losses(self, vector: tuple[int, ...]) -> Distribution[Loss]:
        placed: dict[str, list[Blow]] = {row.id: [] for row in self.models}
        groups = [index for index, count in sorted(enumerate(vector), key=self._first) for _ in range(count)]
        for place, index in enumerate(groups):
            model = self.models[place % len(self.models)]
            placed[model.id].append(self._blow(index, model))
        low = any(row.low for blows in placed.values() for row in blows)
        parts = (self._model(model, placed[model.id]) for model in self.models)
        lost = reduce(lambda a, b: combined(a, b, _sum), parts, certain((0, 0)))
        return _named(lost, hit=bool(groups), low=low)

    def _first(self, row: tuple[int, int]) -> tuple[bool, int]:
        """Hits of templates are placed before those of direct fire (AN-SHOOT-11)."""
        return not self.row.groups[row[0]].overhead, row[0]

    def _model(self, model: Model, blows: list[Blow]) -> Distribution[tuple[int, int]]:
        """Give whether a model falls, and how many Wounds it loses or damage rolls it suffers."""
        failed: Distribution[int] = certain(0)
        for row in blows:
            one = from_weights({1: row.failing, 0: row.whole - row.failing})
            failed = combined(failed, one, _add)
        if self.chart:
            return mapped(failed, lambda count: (0, count))
        return mapped(failed, lambda count: (int(count >= model.wounds), min(count, model.wounds)))


def _named(lost: Distribution[tuple[int, int]], *, hit: bool, low: bool) -> Distribution[Loss]:
    return Distribution(
        {Loss(fallen, wounds, hit, low): weight for (fallen, wounds), weight in lost.weights.items()}, lost.whole
    )


def _sum(one: tuple[int, int], more: tuple[int, int]) -> tuple[int, int]:
    return one[0] + more[0], one[1] + more[1]


def _add(one: int, more: int) -> int:
    return one + more


def failing_share(found: Blow) -> Fraction:
    """Give how likely a hit is not saved."""
    return Fraction(found.failing, found.whole)


def pass_chance(needed: int) -> Fraction:
    """AN-GEN-01 Give how likely a stat test is passed."""
    return sum_of(1, die(lambda face: int(passes(face, needed)), D10), 0, _add).chance(1)

"""What hits do to a unit: exact distributions of what falls and of damage rolls, by the rules' own numbers.

Hits are placed as silence places them. Models that are alike are counted together.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Rejected, fault
from adjudicator.kernel.distribution import Distribution, certain, combined, die, follow, mapped, sum_of
from adjudicator.kernel.messages import Amount
from adjudicator.rulesets.antares.model.messages import Hit
from adjudicator.rulesets.antares.model.rows import Group, Model, Volley
from adjudicator.rulesets.antares.model.state import Game, has_flag, kind_of, models_of
from adjudicator.rulesets.antares.rules.damage import resist_tests
from adjudicator.rulesets.antares.rules.hits import hit_allocation, hit_scoring
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10, passes

NATURAL_TESTS = {"resist": "AN-RESIST-06", "h2h": "AN-H2H-07"}


class Loss(NamedTuple):
    """What hits do to a unit.

    `fallen` counts models that fall, class by class; `wounds` Wounds that are lost; `rolls` are damage rolls, each the
    weapon and the model; `low` says that a hit was resisted at 10 or less.
    """

    fallen: tuple[int, ...]
    wounds: int
    rolls: tuple[tuple[str, str], ...]
    low: bool


class ResistTests(NamedTuple):
    """Resist tests of one model: how many were failed, damage rolls that follow, and whether one is low."""

    failed: int
    rolls: tuple[tuple[str, str], ...]
    low: bool


def refuse_naturals(game: Game, *tests: str) -> None:
    """AN-GEN-02 AN-GEN-03 Raise Rejected where natural 1s or 10s of these tests do something besides by option."""
    options = game.options
    for effects in (options.natural_one_bonus, options.natural_ten_penalty):
        named = [effect.test for effect in effects if effect.test in tests]
        if named:
            raise Rejected(fault("WG-ODDS-01", "odds-without-naturals", "unit", test=named[0]))


def amount_spread(amount: Amount) -> Distribution[int]:
    """AN-GEN-05 Give what an amount may come to."""
    if not amount.dice:
        return certain(amount.plus)
    thrown = sum_of(amount.dice, die(lambda face: face, amount.sides), 0, lambda one, more: one + more)
    return mapped(thrown, lambda total: total + amount.plus)


def hit_of(game: Game, row: Volley, group: Group, id: str, *, lucky: bool = False) -> Hit:
    """Make up a hit of a group; its strike value is still to be rolled."""
    weapon = game.weapons.get(group.weapon)
    overhead = group.overhead or (weapon is not None and "blast" in weapon.properties)
    shooter = group.models[0] if group.models else ""
    return Hit(
        id=id,
        volley=row.id,
        unit=row.target,
        weapon=group.weapon,
        strike_value=0,
        lucky=lucky,
        overhead=overhead,
        shooter=shooter,
        model="",
    )


def tested(game: Game, hit: Hit, model: Model, value: Amount, *, chart: bool) -> Distribution[ResistTests]:
    """AN-RESIST-01 AN-PIN-01 Take a resist test of a model, over strike values and faces."""

    def against(strike_value: int) -> Distribution[ResistTests]:
        given = replace(hit, strike_value=strike_value, model=model.id)
        needed = resist_tests.resist_tally(game, given, model)
        low = resist_tests.is_low(game, given, model, needed.total)
        rolls = ((hit.weapon, model.id),) if chart else ()
        return die(
            lambda face: ResistTests(0, (), low) if passes(face, needed.total) else ResistTests(1, rolls, low), D10
        )

    return follow(amount_spread(value), against)


class Target:
    """A unit that is hit, and what a hit of every run does to each of its models, worked out once."""

    def __init__(self, game: Game, unit: str, *rows: Volley) -> None:
        self.game = game.fork()
        self.game.volleys = {**self.game.volleys, **{row.id: row for row in rows}}
        self.unit = unit
        self.models = models_of(game, unit)
        self.chart = has_flag(game, unit, resist_tests.CHART)
        self.classes = tuple(dict.fromkeys(_class(game, model) for model in self.models))
        self._tests: dict[tuple[str, str, Amount, str], Distribution[ResistTests]] = {}
        self._known: dict[tuple[Hit, ...], Distribution[Loss]] = {}

    def losses(self, hits: tuple[Hit, ...], values: Iterable[Amount]) -> Distribution[Loss]:
        """AN-HIT-03 AN-HIT-04 AN-RESIST-07 AN-RESIST-08 AN-RESIST-09 Give what these hits do, placed as silence does.

        `values` are their strike values; hits that lie on a model already stay there.
        """
        if hits not in self._known:
            self._known[hits] = self._losses(hits, tuple(values))
        return self._known[hits]

    def _losses(self, hits: tuple[Hit, ...], values: tuple[Amount, ...]) -> Distribution[Loss]:
        places = self._placed(hits)
        total: Distribution[Loss] = certain(Loss((0,) * len(self.classes), 0, (), False))
        for model in self.models:
            own = [
                self._test(hit, value, model)
                for hit, value in zip(hits, values, strict=True)
                if places[hit.id] == model.id
            ]
            if own:
                tests = reduce(lambda one, more: combined(one, more, _both), own)
                total = combined(total, mapped(tests, _Lost(self, model)), _sum)
        return total

    def _placed(self, hits: tuple[Hit, ...]) -> dict[str, str]:
        twin = self.game.fork()
        twin.hits = {hit.id: hit for hit in hits}
        for lucky in (False, True):
            todo = tuple(hit for hit in twin.hits.values() if not hit.model and hit.lucky == lucky)
            for place in hit_allocation.even_spread(twin, self.unit, todo) if todo else ():
                twin.hits[place.hit] = replace(twin.hits[place.hit], model=place.model)
        return {key: hit.model for key, hit in twin.hits.items()}

    def _test(self, hit: Hit, value: Amount, model: Model) -> Distribution[ResistTests]:
        key = (hit.volley, f"{hit.weapon} {hit.overhead} {hit.shooter}", value, model.id)
        if key not in self._tests:
            self._tests[key] = tested(self.game, hit, model, value, chart=self.chart)
        return self._tests[key]


def _class(game: Game, model: Model) -> tuple[str, int]:
    """Name what makes models alike for all that follows once they have fallen."""
    return kind_of(game, model).name, model.wounds


class _Lost:
    """What failed tests of a model come to."""

    def __init__(self, target: Target, model: Model) -> None:
        self.target, self.model = target, model
        self.place = target.classes.index(_class(target.game, model))

    def __call__(self, tests: ResistTests) -> Loss:
        """AN-RESIST-07 AN-RESIST-08 AN-RESIST-09 Count Wounds, or damage rolls."""
        nobody = (0,) * len(self.target.classes)
        if self.target.chart:
            return Loss(nobody, 0, tests.rolls, tests.low)
        falls = tests.failed >= self.model.wounds
        fallen = tuple(int(falls and place == self.place) for place in range(len(nobody)))
        return Loss(fallen, min(tests.failed, self.model.wounds), (), tests.low)


def _both(one: ResistTests, more: ResistTests) -> ResistTests:
    return ResistTests(one.failed + more.failed, tuple(sorted(one.rolls + more.rolls)), one.low or more.low)


def _sum(one: Loss, more: Loss) -> Loss:
    fallen = tuple(a + b for a, b in zip(one.fallen, more.fallen, strict=True))
    return Loss(fallen, one.wounds + more.wounds, tuple(sorted(one.rolls + more.rolls)), one.low or more.low)


def fallen_models(target: Target, loss: Loss) -> tuple[str, ...]:
    """Name models that fall: of those that are alike the last."""
    out: list[str] = []
    for place, count in enumerate(loss.fallen):
        alike = [model.id for model in target.models if _class(target.game, model) == target.classes[place]]
        out += alike[len(alike) - count :]
    return tuple(row.id for row in target.models if row.id in out)


def runs_of(game: Game, row: Volley, *, single: bool = False) -> Volley:
    """Divide groups into runs of shooters whose hits are worth the same, in order; `single` makes each model one."""
    twin = game.fork()
    twin.volleys = {**twin.volleys, row.id: row}
    groups: list[Group] = []
    for group in row.groups:
        each = group.dice // max(1, len(group.models))
        parts = _parts(twin, row, group, single=single) if group.models else [()]
        groups += [replace(group, models=part, dice=each * len(part)) if part else group for part in parts]
    return replace(row, groups=tuple(groups))


def _parts(game: Game, row: Volley, group: Group, *, single: bool) -> list[tuple[str, ...]]:
    parts: list[tuple[str, ...]] = []
    before: object = None
    for model in group.models:
        worth = None if single else worth_of(game, row, replace(group, models=(model,)))
        if parts and not single and worth == before:
            parts[-1] = (*parts[-1], model)
        else:
            parts.append((model,))
        before = worth
    return parts


def worth_of(game: Game, row: Volley, group: Group) -> tuple[object, ...]:
    """Say what a hit of a group is worth on every model of its target."""
    hit = hit_of(game, row, group, "worth")
    models = models_of(game, row.target) if row.target else ()
    may = hit_allocation.viable_models(game, hit) if row.target else ()
    totals = tuple(resist_tests.resist_tally(game, hit, model).total for model in models)
    lows = tuple(resist_tests.is_low(game, hit, model, total) for total, model in zip(totals, models, strict=True))
    return strike_value(game, group), totals, lows, may, hit.overhead, group.overhead


def strike_value(game: Game, group: Group) -> Amount:
    """AN-RESIST-03 AN-H2H-06 Give the strike value of a group's hits."""
    return hit_scoring.strike_amount(game, group, group.models[0] if group.models else "")

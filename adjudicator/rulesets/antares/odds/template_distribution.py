"""What templates of a volley do to its target: exact distributions over where they come down (AN-OH)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from adjudicator.kernel.distribution import Distribution, certain, combined, from_weights, mapped, sum_of
from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.antares.model.rows import Group, Volley
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.odds.hit_distribution import Score
from adjudicator.rulesets.antares.odds.loss_distribution import amount_spread
from adjudicator.rulesets.antares.rules.hits import hit_rerolls, hit_scoring
from adjudicator.rulesets.antares.rules.hits.hit_scoring import BREAK_TEST
from adjudicator.rulesets.antares.rules.shooting import overhead_fire
from adjudicator.rulesets.antares.rules.tests import rounding
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10


class Struck(NamedTuple):
    """What a volley does to its target: hits run by run, the run of the lucky one, and what lay under templates.

    `nets` counts templates with nets that lie over it, by weapon; `shaken` says that a munition without hits does.
    """

    hits: tuple[int, ...]
    lucky: int
    nets: tuple[tuple[str, int], ...]
    shaken: bool


def struck(game: Game, row: Volley, score: Score) -> Distribution[Struck]:
    """AN-OH-02 AN-OH-03 AN-OH-12 AN-REROLL-08 Bring the templates down and count their hits, halved where due."""
    found: Distribution[Struck] = certain(Struck((), score.lucky, (), False))
    for index, group in enumerate(row.groups):
        hits, shifts = score.hits[index], score.shifts[index]
        one = _run(game, row, group, hits, shifts) if group.overhead else certain((hits, 0))
        found = combined(found, one, _Joined(game, group))
    return mapped(found, lambda item: _halved(game, row, item))


class _Joined:
    """Add what a run does."""

    def __init__(self, game: Game, group: Group) -> None:
        self.group = group
        effect = game.weapons[group.weapon].overhead if group.overhead else None
        self.net = effect is not None and effect.kind == "net"
        calls = bool(group.weapon) and BREAK_TEST in game.weapons[group.weapon].properties
        self.calls = effect is not None and effect.kind != "blast" and calls

    def __call__(self, so_far: Struck, found: tuple[int, int]) -> Struck:
        """Count hits, and templates that lie over the target."""
        hits, over = found
        nets = (*so_far.nets, (self.group.weapon, over)) if self.net and over else so_far.nets
        return Struck((*so_far.hits, hits), so_far.lucky, nets, so_far.shaken or (self.calls and over > 0))


def _run(game: Game, row: Volley, group: Group, landed: int, shifts: int) -> Distribution[tuple[int, int]]:
    """Give the hits of a run of templates on the target, and how many lie over it."""
    effect = game.weapons[group.weapon].overhead
    if effect is None or group.aim is None:
        return certain((0, 0))
    at_aim = landed if overhead_fire.models_under(game, row.target, group.aim, effect.radius) else 0
    share = shift_share(game, row, group) if shifts else Fraction(0)
    one = from_weights({1: share.numerator, 0: share.denominator - share.numerator})
    over = mapped(sum_of(shifts, one, 0, _add), lambda count: count + at_aim)
    if effect.kind != "blast":
        return mapped(over, lambda count: (0, count))
    amount = mapped(amount_spread(effect.hits), lambda hits: max(0, hits))
    spreads = {count: sum_of(count, amount, 0, _add) for count in over.weights}
    weights: dict[tuple[int, int], Fraction] = {}
    for count, weight in over.weights.items():
        for hits, more in spreads[count].weights.items():
            key = hits, count
            chance = Fraction(weight * more, over.whole * spreads[count].whole)
            weights[key] = weights.get(key, Fraction(0)) + chance
    return from_fractions(weights)


def from_fractions(weights: dict[tuple[int, int], Fraction]) -> Distribution[tuple[int, int]]:
    """Write chances as weights of a whole."""
    whole = 1
    for chance in weights.values():
        whole = whole * chance.denominator // _gcd(whole, chance.denominator)
    return from_weights({key: int(chance * whole) for key, chance in weights.items()})


def _gcd(one: int, other: int) -> int:
    while other:
        one, other = other, one % other
    return one


def shift_share(game: Game, row: Volley, group: Group) -> Fraction:
    """AN-OH-03 AN-OH-04 AN-OH-05 Give how likely a template that shifts comes down over the target."""
    effect = game.weapons[group.weapon].overhead
    if effect is None or group.aim is None:
        return Fraction(0)
    faces = [face for face in range(1, D10 + 1) if _shifts(game, row, group, face)]
    distances = faces if game.options.oh_shift_uses_accuracy_die else list(range(1, D10 + 1))
    spots = [
        overhead_fire.moved(group.aim, (overhead_fire.shift_distance(game, row, face),), (direction,))
        for face in distances
        for direction in overhead_fire.DIRECTIONS
    ]
    over = sum(_lies_over(game, row.target, spot, effect.radius) for spot in spots)
    return Fraction(over, len(spots)) if spots else Fraction(0)


def _shifts(game: Game, row: Volley, group: Group, face: int) -> bool:
    return hit_scoring.read_face(game, row, group, face, luck=False).result == "shift"


def _lies_over(game: Game, unit: str, at: Spot, radius: int) -> bool:
    return bool(overhead_fire.models_under(game, unit, at, radius))


def _halved(game: Game, row: Volley, found: Struck) -> Struck:
    """AN-REROLL-08 Halve the hits of templates on a protected target: the last fall, the lucky one last of all."""
    total = sum(count for group, count in zip(row.groups, found.hits, strict=True) if group.overhead)
    if not total or not hit_rerolls.protection(game, row.target, row):
        return found
    left = rounding.halved(game, total)
    hits = list(found.hits)
    lucky = found.lucky if found.lucky >= 0 and row.groups[found.lucky].overhead and hits[found.lucky] else -1
    kept = int(lucky >= 0 and left > 0)
    left -= kept
    for index, group in enumerate(row.groups):
        if group.overhead:
            own = hits[index] - (index == lucky)
            stays = min(own, left)
            left -= stays
            hits[index] = stays + (kept if index == lucky else 0)
    return found._replace(hits=tuple(hits))


def halved_pins(game: Game, pins: int) -> int:
    """AN-REROLL-09 AN-GEN-06 Halve the pins of a net with a template."""
    return rounding.halved(game, pins)


def _add(one: int, more: int) -> int:
    return one + more

"""The exact odds of a shooting, from the very functions that rule on it (TF-SHOOT-01, TF-SHOOT-03, TF-SAVE-04)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import chain
from operator import add
from typing import TypeAlias

from msgspec.structs import replace

from adjudicator.kernel.chances import to_chance
from adjudicator.kernel.decide.faults import Fault, Rejected, Unknown
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.distribution import Distribution, certain, combined, die, follow, mapped, sum_of
from adjudicator.rulesets.tile_formations.model.die_reading import SIDES, succeeds
from adjudicator.rulesets.tile_formations.model.geometry import tiles_of
from adjudicator.rulesets.tile_formations.model.ids import hit_id, id_order
from adjudicator.rulesets.tile_formations.model.look_ups import OVERWATCH, units_of
from adjudicator.rulesets.tile_formations.model.messages import Hit
from adjudicator.rulesets.tile_formations.model.options import actions_of
from adjudicator.rulesets.tile_formations.model.rows import Shooting
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.odds.format_odds import number_chances
from adjudicator.rulesets.tile_formations.reports.messages import (
    EstimateShootingRequest,
    ShootingOdds,
    ShotOdds,
    TargetOdds,
)
from adjudicator.rulesets.tile_formations.rules.shooting import aiming, shot_facts
from adjudicator.rulesets.tile_formations.rules.shooting.aiming import Aim, ShootingRequest
from adjudicator.rulesets.tile_formations.rules.shooting.hit_allocation import EVEN, HitKind, hit_kinds, spread_evenly
from adjudicator.rulesets.tile_formations.rules.shooting.legal_saves import NO_SAVE, save_taken, saves_of
from adjudicator.rulesets.tile_formations.rules.shooting.shooting import hit_of
from adjudicator.rulesets.tile_formations.rules.terrain import buildings

MOST_OUTCOMES = 2_000

Counts: TypeAlias = tuple[int, ...]
"""Hits of each kind, in the order of the kinds."""


def estimate_shooting(game: Game, _party: Party, request: EstimateShootingRequest) -> ShootingOdds:
    """TF-SHOOT-01 Work out a shooting as it would be rolled now, with the choices that silence makes.

    Of Overwatch it is supposed that the formation lies in it and is asked; of an action that is named, that it acts.
    Raises Unknown for an id that there is not, Rejected for a shooting that can not be, and for one whose hits may come
    in too many ways to go through all of them.
    """
    shooting = _shooting(game, request)
    shots = [
        (unit, aim) for unit in aiming.units_to_shoot(game, shooting) for aim in aiming.aims_of(game, shooting, unit)
    ]
    return _odds(game, shooting, shots)


def _shooting(game: Game, request: EstimateShootingRequest) -> Shooting:
    for key, path in ((request.formation, "formation"), (request.target, "target")):
        if key not in game.formations:
            raise Unknown(Fault("", "unknown-id", path))
    stated = ShootingRequest(
        request.formation,
        request.target,
        _action(game, request),
        request.crossfire,
        request.air,
        request.sights,
        request.to_hit_modifier,
    )
    declared = aiming.judge_shooting(game, stated)
    if not isinstance(declared, Fault):
        declared = aiming.judge_shooting(game, shot_facts.apply_standing(game, stated))
    if isinstance(declared, Fault):
        raise Rejected(declared)
    return aiming.shooting_row(declared)


def _action(game: Game, request: EstimateShootingRequest) -> str:
    """TF-SHOOT-02 Name the action whose modifiers count: the one that is supposed, or the one under way."""
    known = actions_of(game.options)
    if request.action and request.action not in known:
        facts = (("action", request.action[:40]), ("known", " ".join(known)))
        raise Rejected(Fault("TF-MOVE-04", "no-such-action", "action", facts))
    under_way = game.action if game.action is not None and game.action.formation == request.formation else None
    action = request.action or (under_way.action if under_way is not None else "")
    if action not in {"", OVERWATCH, *game.options.shooting_actions}:
        raise Rejected(Fault("TF-MOVE-04", "action-without-shooting", "action", (("action", action),)))
    return action


# -- the parts


class _Outcomes:
    """The ways in which hits may come and fall, each looked at once."""

    def __init__(self, game: Game, shooting: Shooting, shots: list[tuple[str, Aim]]) -> None:
        self.game, self.shooting = game, shooting
        self.targets = tuple(unit.id for unit in units_of(game, shooting.target))
        self.kinds: dict[HitKind, Hit] = {}
        self.hits: dict[HitKind, Distribution[int]] = {}
        for unit, aim in shots:
            self._add(unit, aim)
        self._harm: dict[tuple[str, tuple[tuple[HitKind, int], ...]], Distribution[int]] = {}
        self._allocated: dict[Counts, Mapping[str, tuple[tuple[HitKind, int], ...]]] = {}

    def _add(self, unit: str, aim: Aim) -> None:
        """Put the dice of a weapon to those whose hits fall alike."""
        hit = hit_of(self.game, self.shooting, unit, aim.weapon.name, "h1")
        (kind,) = hit_kinds(self.game, self.shooting, (hit,)).values()
        scored = sum_of(aim.weapon.dice, _hit_chance(self.game, aim), 0, add)
        self.kinds.setdefault(kind, hit)
        self.hits[kind] = combined(self.hits.get(kind, certain(0)), scored, add)

    def counts(self) -> Distribution[Counts]:
        """Spread the hits of all kinds."""
        outcomes = reduce(lambda many, spread: many * len(spread.weights), self.hits.values(), 1)
        if outcomes > MOST_OUTCOMES:
            facts = (("ways", outcomes), ("most", MOST_OUTCOMES))
            raise Rejected(Fault("WG-ODDS-01", "odds-too-many", "formation", facts))
        nothing: Distribution[Counts] = certain(())
        return reduce(
            lambda all_, one: combined(all_, one, lambda some, more: (*some, more)), self.hits.values(), nothing
        )

    def allocated(self, counts: Counts) -> Mapping[str, tuple[tuple[HitKind, int], ...]]:
        """TF-SHOOT-03 Let so many hits of each kind fall: kinds and numbers by unit."""
        found = self._allocated.get(counts)
        if found is None:
            found = self._allocated[counts] = self._allocate(counts)
        return found

    def _allocate(self, counts: Counts) -> dict[str, tuple[tuple[HitKind, int], ...]]:
        named = chain.from_iterable([kind] * count for kind, count in zip(self.kinds, counts, strict=True))
        hits = {hit_id(number): kind for number, kind in enumerate(named)}
        found: dict[str, dict[HitKind, int]] = {}
        for hit, unit in spread_evenly(hits).items():
            taken = found.setdefault(unit, {})
            taken[hits[hit]] = taken.get(hits[hit], 0) + 1
        return {unit: tuple(sorted(taken.items())) for unit, taken in found.items()}

    def casualties(self, unit: str, counts: Counts) -> Distribution[int]:
        """TF-SAVE-09 Spread the casualties of a unit, at most the integrity that it has."""
        hits = self.allocated(counts).get(unit, ())
        found = self._harm.get((unit, hits))
        if found is None:
            unsaved = certain(0)
            for kind, count in hits:
                missed = sum_of(count, _unsaved_chance(self.game, unit, self.kinds[kind]), 0, add)
                unsaved = combined(unsaved, missed, add)
            most = self.game.units[unit].integrity
            found = self._harm[unit, hits] = mapped(unsaved, lambda count: min(count, most))
        return found

    def losses(self, unit: str, counts: Counts) -> Distribution[int]:
        """TF-BUILD-05 Spread what a unit loses: to hits, then to a building that falls under it for being fought in."""
        most, collapse = self.game.units[unit].integrity, self._collapse(unit, counts)
        return mapped(self.casualties(unit, counts), lambda lost: min(lost + collapse, most))

    def _collapse(self, unit: str, counts: Counts) -> int:
        fought = {tile for hit in self.allocated(counts) for tile in tiles_of(self.game, hit)}
        return buildings.casualties_if_fought(self.game, unit, fought)

    def destroyed(self, counts: Counts) -> Distribution[tuple[int, int]]:
        """Spread how many units of the target are destroyed: by hits, and in all."""
        total = certain((0, 0))
        for unit in self.targets:
            most, collapse = self.game.units[unit].integrity, self._collapse(unit, counts)
            lost = mapped(
                self.casualties(unit, counts),
                lambda hits, most=most, collapse=collapse: (int(hits >= most), int(hits + collapse >= most)),  # type: ignore[misc]
            )
            total = combined(total, lost, lambda one, other: (one[0] + other[0], one[1] + other[1]))
        return total


def _hit_chance(game: Game, aim: Aim) -> Distribution[int]:
    """TF-SHOOT-01 Spread the hits of one die."""
    return die(lambda face: int(succeeds(game.options, face, aim.value.total)), SIDES)


def _unsaved_chance(game: Game, unit: str, hit: Hit) -> Distribution[int]:
    """TF-SAVE-04 Spread whether a hit is not saved."""
    save, value = save_taken(game, unit, hit)
    if save == NO_SAVE:
        return certain(1)
    return die(lambda face: int(not succeeds(game.options, face, value.total)), SIDES)


# -- the answer


def _odds(game: Game, shooting: Shooting, shots: list[tuple[str, Aim]]) -> ShootingOdds:
    outcomes = _Outcomes(game, shooting, shots)
    counts = outcomes.counts()
    destroyed = follow(counts, outcomes.destroyed)
    aimed_at = {unit for kind in outcomes.kinds for unit in kind.units}
    tiles = {tile for unit in aimed_at for tile in tiles_of(game, unit)}
    harmed = [
        unit for unit in outcomes.targets if unit in aimed_at or buildings.casualties_if_fought(game, unit, tiles)
    ]
    return ShootingOdds(
        shots=tuple(_shot(game, unit, aim) for unit, aim in shots),
        hits=number_chances(mapped(counts, sum)),
        targets=tuple(_target(game, shooting, outcomes, counts, unit) for unit in sorted(harmed, key=id_order)),
        destroyed=number_chances(mapped(destroyed, lambda lost: lost[1])),
        shock=number_chances(mapped(destroyed, lambda lost: _shock(game, shooting, lost[0]))),
        assumes=tuple(_assumed(game, shooting, outcomes)),
    )


def _assumed(game: Game, shooting: Shooting, outcomes: _Outcomes) -> Iterator[str]:
    """Name the clauses of choices that these odds take as silence makes them."""
    shooters = [pair.unit for pair in aiming.live_pairs(game, shooting)]
    if len(set(shooters)) < len(shooters):
        yield "TF-COVER-08"
    if game.options.hit_allocation != EVEN and any(len(kind.units) > 1 for kind in outcomes.kinds):
        yield "TF-SHOOT-03"
    if any(len(saves_of(game, unit, hit)) > 1 for kind, hit in outcomes.kinds.items() for unit in kind.units):
        yield "TF-SAVE-04"


def _shock(game: Game, shooting: Shooting, lost: int) -> int:
    """TF-SHOCK-02 TF-SHOCK-03 TF-SHOCK-05 Add up the Shock of a shooting whose hits destroy so many units."""
    more = game.options.crossfire_extra_shock if shooting.crossfire else 0
    return game.options.shock_under_fire + more + lost * game.options.shock_per_unit_destroyed


def _shot(game: Game, unit: str, aim: Aim) -> ShotOdds:
    return ShotOdds(
        unit=unit,
        weapon=aim.weapon.name,
        target=aim.target,
        value=aim.value,
        dice=aim.weapon.dice,
        hit=to_chance(_hit_chance(game, aim).chance(1)),
    )


def _target(game: Game, shooting: Shooting, outcomes: _Outcomes, counts: Distribution[Counts], unit: str) -> TargetOdds:
    hit = replace(next(iter(outcomes.kinds.values())), save_modifier=0, air=shooting.air)
    save, value = save_taken(game, unit, hit)
    lost = follow(counts, lambda row: outcomes.losses(unit, row))
    return TargetOdds(
        unit=unit,
        save=save,
        value=value,
        saved=to_chance(_unsaved_chance(game, unit, hit).chance(0)),
        casualties=number_chances(lost),
        destroyed=to_chance(lost.chance(game.units[unit].integrity)),
    )

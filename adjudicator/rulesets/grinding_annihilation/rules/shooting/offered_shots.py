"""Chapter 3.3, shots as they are offered: at one target, and at several, each copy of a weapon at one (GA-3.3-05)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from msgspec import Struct

from adjudicator.board.inches import within
from adjudicator.kernel.decide.handlers import Part
from adjudicator.kernel.decide.offers import Choice, Offer, Shape, items, offer, shape, where
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import DeclareTargets, Shot, WeaponProfile
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, on_warfield, rival, troops_of
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject, formation_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import body_of, troop_within
from adjudicator.rulesets.grinding_annihilation.rules.concepts.line_of_sight import UNSEEN, visibility_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.sight_statements import (
    Pair,
    geometric,
    statements,
    words_for,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting import weapon_abilities
from adjudicator.rulesets.grinding_annihilation.rules.shooting.shooting_selection import ranged_profiles
from adjudicator.rulesets.grinding_annihilation.rules.shooting.targets import open_action, target_fault, weapon_fault

MOST_PAIRS = 6


class _Looks:
    """What a formation sees of its enemies, or may say that it sees; worked out once for each."""

    def __init__(self, game: Game, row: Formation) -> None:
        self.game = game
        self.row = row
        self.geometric = geometric(game)
        self._view = visibility_of(game, row.seat) if self.geometric else None
        self._words: dict[str, dict[Pair, tuple[str, ...]]] = {}

    def words(self, target: str) -> dict[Pair, tuple[str, ...]]:
        """GA-2.4-12 Say what may be stated of each pair."""
        if target not in self._words:
            pairs = product(self.row.troops, self.game.formations[target].troops)
            self._words[target] = words_for(self.game, pairs)
        return self._words[target]

    def sees(self, troop: str, other: str, target: str) -> bool:
        """GA-2.4-12 Tell whether a troop sees another, or is said to in every statement that is offered."""
        if self._view is not None:
            return self._view.pair(troop, other) != UNSEEN
        return UNSEEN not in self.words(target)[troop, other]


class _Copy(NamedTuple):
    """A copy of a weapon: who fires it, and at each target that it may be fired at in which profiles."""

    troop: str
    weapon: str
    profiles: dict[str, tuple[str, ...]]


def _target_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    """GA-3.3-03 Offer no shot; at each target every shot that may be fired; and the same at several targets.

    The sight that goes with it is offered too, where sight is stated.
    """
    row = game.formations[formation_of(window)]
    enemies = on_warfield(game, rival(row.seat))
    looks = _Looks(game, row)
    copies = list(_copies(looks, enemies))
    targets = [enemy.id for enemy in enemies if any(enemy.id in copy.profiles for copy in copies)]
    offers = [_offer_at(looks, target, copies) for target in targets]
    if len(targets) > 1:
        offers += _offers_at_several(looks, targets, copies)
    return [*offers, offer(DeclareTargets, "GA-3.3-03", formation=Choice((row.id,)))]


# -- what may be fired


def _copies(looks: _Looks, enemies: Sequence[Formation]) -> Iterator[_Copy]:
    """GA-3.3-04 GA-3.3-05 Go through the copies of weapons that may be fired at somebody."""
    game = looks.game
    for troop in troops_of(game, looks.row.id):
        found: dict[str, dict[str, list[str]]] = {}
        for weapon, number, profile in ranged_profiles(game, troop):
            for target in _targets_of(game, enemies, troop, profile):
                if _sees_in_range(looks, troop, profile, target):
                    found.setdefault(weapon, {}).setdefault(target, []).append(str(number))
        for weapon, profiles in found.items():
            fired = {target: tuple(numbers) for target, numbers in profiles.items()}
            yield from [_Copy(troop.id, weapon, fired)] * troop.weapons.count(weapon)


def _targets_of(game: Game, enemies: Sequence[Formation], troop: Troop, profile: WeaponProfile) -> Iterator[str]:
    action = open_action(game)
    if weapon_fault(game, action, troop, profile) is not None:
        return
    for target in enemies:
        if action.overwatch not in ("", target.id):
            continue
        allowed = target_fault(game, action, troop, profile, target) is None
        if allowed and troop_within(game, troop, target.id, profile.weapon_range):
            yield target.id


def _sees_in_range(looks: _Looks, troop: Troop, profile: WeaponProfile, target: str) -> bool:
    """GA-3.3-04 GA-8.3-14 Tell whether a troop sees one of a target in range, or needs not see it."""
    if weapon_abilities.indirect(profile):
        return True
    game, body = looks.game, body_of(looks.game, troop)
    near = (row.id for row in troops_of(game, target) if within(body, body_of(game, row), profile.weapon_range))
    return any(looks.sees(troop.id, key, target) for key in near)


# -- offers


def _offer_at(looks: _Looks, target: str, copies: Sequence[_Copy]) -> Offer:
    """GA-3.3-04 GA-3.3-05 Offer the shots at a target: each copy of a weapon once, with any of its profiles."""
    shots = [_shot(copy, (target,)) for copy in copies if target in copy.profiles]
    said = {} if looks.geometric else {"sights": statements(looks.words(target))}
    rows = items(*shots, least=1, most=len(shots), once=True)
    return offer(DeclareTargets, "GA-3.3-03", formation=Choice((looks.row.id,)), shots=rows, **said)


def _offers_at_several(looks: _Looks, targets: Sequence[str], copies: Sequence[_Copy]) -> Iterator[Offer]:
    """GA-3.3-03 GA-3.3-05 Offer each copy of a weapon any of several targets.

    Where sight is stated all copies are fired, one at each target for sure: what is seen is said of who is shot at.
    """
    one = Choice((looks.row.id,))
    if looks.geometric:
        shots = [_shot(copy, tuple(copy.profiles)) for copy in copies]
        rows = items(*shots, least=1, most=len(shots), once=True)
        yield offer(DeclareTargets, "GA-3.3-05", formation=one, shots=rows)
        return
    pairs = list(combinations(targets, 2))[:MOST_PAIRS]
    for chosen in (*pairs, tuple(targets)) if len(targets) > 2 else pairs:  # noqa: PLR2004  # two are a pair
        bound = _bound_shots(chosen, copies)
        if bound:
            rows = items(*bound, least=len(bound), most=len(bound), once=True)
            said = statements({pair: may for target in chosen for pair, may in looks.words(target).items()})
            yield offer(DeclareTargets, "GA-3.3-05", formation=one, shots=rows, sights=said)


def _bound_shots(targets: Sequence[str], copies: Sequence[_Copy]) -> list[Shape]:
    """GA-3.3-05 Give each target a copy of its own, the other copies any target; none where a target gets no copy."""
    free = [copy for copy in copies if any(target in copy.profiles for target in targets)]
    shots: list[Shape] = []
    # who can be fired at by the fewest chooses first
    for target in sorted(targets, key=lambda key: sum(key in copy.profiles for copy in free)):
        able = [copy for copy in free if target in copy.profiles]
        if not able:
            return []
        chosen = min(able, key=lambda copy: len(copy.profiles))
        free.remove(chosen)
        shots.append(_shot(chosen, (target,)))
    return [*shots, *(_shot(copy, tuple(key for key in targets if key in copy.profiles)) for copy in free)]


def _shot(copy: _Copy, targets: Sequence[str]) -> Shape:
    """Offer a copy of a weapon these targets, with the profiles that go with each."""
    numbers = [copy.profiles[target] for target in targets]
    each = [where(Choice(found), target=target) for target, found in zip(targets, numbers, strict=True)]
    return shape(
        Shot,
        troop=Choice((copy.troop,)),
        weapon=Choice((copy.weapon,)),
        target=Choice(tuple(targets)),
        profile=each if len(set(numbers)) > 1 else Choice(numbers[0]),
    )


def _no_shots(_game: Game, window: Window, _party: Party) -> Struct:
    return DeclareTargets(formation=formation_of(window))


PART = Part(
    windows=windows(
        WindowKind(
            "declare_targets", "GA-3.3-03", (DeclareTargets,), _target_offers, _no_shots, subject=FormationSubject
        )
    )
)

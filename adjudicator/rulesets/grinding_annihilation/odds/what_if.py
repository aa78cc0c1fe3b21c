"""The situation that an estimate is about: a fork of the battle in which the attack is declared and its group open.

Nothing of it touches the battle. What is supposed otherwise than it stands is changed in the rows of the fork, so that
the functions of the attack sequence find it where they always look.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    Cover,
    DeclaredMelee,
    DeclaredShot,
    Effect,
    Sight,
    TroopDestroyed,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Attack, AttackGroup, Declaration, Group, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, has_keyword, troops_of
from adjudicator.rulesets.grinding_annihilation.reports.messages import EstimateAttackRequest
from adjudicator.rulesets.grinding_annihilation.roster.catalogue_library import LIBRARY
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import effects
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import troop_distance, troop_within
from adjudicator.rulesets.grinding_annihilation.rules.concepts.line_of_sight import UNSEEN, most_seen, visibility_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.sight_statements import geometric, settled_sights
from adjudicator.rulesets.grinding_annihilation.rules.shooting.declared_attacks import target_facts
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import (
    Entry,
    counted,
    entries_of,
    groups_of,
    opened,
    stealth_of,
    target_keywords,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.destruction import (
    end_of_part,
    formation_destroyed,
    troop_destroyed,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.eligible_troops import mark_troop
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.reinforced_health import note_wounds
from adjudicator.rulesets.grinding_annihilation.rules.terrain.cover import exempt, has_cover, stated
from adjudicator.rulesets.grinding_annihilation.rules.terrain.plunging_fire import is_plunging_shot
from adjudicator.rulesets.grinding_annihilation.rules.troops import damaged_states

# Living troops of a formation in their order: id, wounds left, marked (GA-3.3-22).
Remaining: TypeAlias = tuple[tuple[str, int, bool], ...]

SUPPOSED_COVER = (Cover(source="supposed", clause="GA-6.0-02"),)
FALLEN = "attack"
ON_ATTACKER = (effects.OVERWATCH,)
ON_TARGET = (effects.SMOKE, effects.SHELTER)


class WeaponUse(NamedTuple):
    """One copy of a weapon in the hands of a troop; `attacks` stand in place of its Swiftness, where given."""

    troop: str
    weapon: str
    profile: int
    attacks: int | None = None


class TargetNotes(NamedTuple):
    """What of a group depends on who is left of its target when it begins."""

    keywords: tuple[str, ...]
    stealth: bool


# -- the situation as a whole


def what_if_attack(game: Game, asked: EstimateAttackRequest, uses: tuple[WeaponUse, ...]) -> Game:
    """Fork the battle and declare the attack in it."""
    forked = game.fork()
    row = forked.formations[asked.formation]
    changes: dict[str, object] = {}
    if asked.stationary is not None:
        changes["move"] = "remained_stationary" if asked.stationary else "normal"
    if asked.assaulted is not None:
        changes["assaulted"] = asked.assaulted
    if asked.fatigued is not None:
        changes["fatigued"] = int(asked.fatigued)
    forked.formations[row.id] = replace(row, **changes)
    forked.effects = (*forked.effects, *_effects(asked))
    forked.group, forked.attacks = None, {}
    forked.declaration = _declaration(forked, asked, uses)
    if asked.cover is not None:
        forked.terrain = {}  # what it gives is supposed from here on
    return forked


def _effects(asked: EstimateAttackRequest) -> Iterator[Effect]:
    for manoeuvre in asked.manoeuvres:
        whose = asked.formation if LIBRARY.core(manoeuvre) in ON_ATTACKER else asked.target
        yield Effect(manoeuvre=manoeuvre, formation=whose, troop="")


def _declaration(game: Game, asked: EstimateAttackRequest, uses: tuple[WeaponUse, ...]) -> Declaration:
    melee = game.weapons[uses[0].weapon].melee
    seen, sights = _sight(game, asked, melee=melee)
    forked = Declaration(
        id="",
        formation=asked.formation,
        melee=melee,
        target=asked.target,
        targets=(target_facts(game, asked.target, seen=seen),),
        sights=sights,
        shots=() if melee else tuple(_declared_shot(game, asked, use) for use in uses),
        attacks=tuple(_declared_melee(asked, use) for use in uses) if melee else (),
    )
    return replace(forked, groups=groups_of(forked))


def _declared_shot(game: Game, asked: EstimateAttackRequest, use: WeaponUse) -> DeclaredShot:
    troop, profile = game.troops[use.troop], game.weapons[use.weapon].profiles[use.profile]
    near, high = asked.half_range, asked.plunging
    if near is None:
        near = troop_within(game, troop, asked.target, dice_outcomes.half_range(profile))
    if high is None:
        high = is_plunging_shot(game, troop, asked.target)
    return DeclaredShot(
        troop=troop.id,
        weapon=use.weapon,
        profile=use.profile,
        target=asked.target,
        distance=troop_distance(game, troop, asked.target),
        half_range=near,
        target_visible=True,
        characters_visible=_visible_characters(asked),
        plunging=high or None,
    )


def _declared_melee(asked: EstimateAttackRequest, use: WeaponUse) -> DeclaredMelee:
    return DeclaredMelee(
        troop=use.troop,
        weapon=use.weapon,
        profile=use.profile,
        target=asked.target,
        attacks=0,
        characters_visible=_visible_characters(asked),
    )


def _visible_characters(asked: EstimateAttackRequest) -> tuple[str, ...]:
    return (asked.aim,) if asked.aim else ()


def _sight(game: Game, asked: EstimateAttackRequest, *, melee: bool) -> tuple[bool, tuple[Sight, ...]]:
    """GA-2.4-12 Say whether the target is seen, and what is settled about it; worked out where nothing is stated."""
    if melee:
        return True, ()
    known = dict(_stated_sights(game, asked))
    sights = tuple(
        Sight(observers=(observer,), troops=(troop,), seen=word, fact="") for (observer, troop), word in known.items()
    )
    if asked.seen is not None:
        return asked.seen, sights
    return not known or any(word != UNSEEN for word in known.values()), sights


def _stated_sights(game: Game, asked: EstimateAttackRequest) -> Iterator[tuple[tuple[str, str], str]]:
    """GA-2.5-11 Go through all pairs; what nobody has stated yet is as much as the boundaries of terrain allow.

    What the formation's own open declaration states comes before all that.
    """
    view = visibility_of(game, game.formations[asked.formation].seat) if geometric(game) else None
    bound: Mapping[tuple[str, str], tuple[str, str]] = settled_sights(game) if view is None else {}
    own = game.declaration is not None and game.declaration.formation == asked.formation
    declared: Mapping[tuple[str, str], str] = stated(game) if own and view is None else {}
    for pair in product(game.formations[asked.formation].troops, game.formations[asked.target].troops):
        if view is not None:
            yield pair, view.pair(*pair)
        elif pair in declared:
            yield pair, declared[pair]
        elif pair in bound:
            yield pair, bound[pair][0]
        elif game.terrain:
            yield pair, most_seen(game, *(game.troops[row] for row in pair))[0]


# -- the situation at a moment


def remaining_of(game: Game, formation: str) -> Remaining:
    """Note what is left of a formation."""
    return tuple((troop.id, troop.wounds_left, troop.marked) for troop in troops_of(game, formation))


def with_remaining(game: Game, formation: str, remaining: Remaining) -> Game:
    """Fork the situation with so much left of a formation: who is missing has fallen, as the reducers have it."""
    forked, known = game.fork(), {key: (left, marked) for key, left, marked in remaining}
    for troop in troops_of(game, formation):
        left, marked = known.get(troop.id, (0, False))
        _suffered(forked, troop, left, mark=marked)
    return forked


def after_wounds(here: Game, troop: str, lost: int, *, mark: bool = False) -> Remaining:
    """Say what is left where a troop loses wounds there; mark it if an attack was put on it (GA-3.3-22)."""
    forked, row = here.fork(), here.troops[troop]
    _suffered(forked, row, row.wounds_left - lost, mark=mark)
    return remaining_of(forked, row.formation)


def _suffered(forked: Game, troop: Troop, left: int, *, mark: bool) -> None:
    """GA-3.3-22 GA-3.3-27 GA-3.3-28 Let the reducers of the rules note what a troop has left; without any it falls."""
    if mark and not troop.marked:
        mark_troop(forked, troop.id)
    if left != troop.wounds_left:
        note_wounds(forked, troop.id, left)
    if left:
        return
    event = TroopDestroyed(troop=troop.id, formation=troop.formation, cause=FALLEN, pose=troop.pose, demise=False)
    troop_destroyed(forked, event)
    end = end_of_part(forked, troop, FALLEN)
    if end is not None:
        formation_destroyed(forked, end)


def target_notes(game: Game, target: str) -> TargetNotes:
    """GA-8.3-30 GA-3.3-15 Take down what a group notes about its target when it begins."""
    return TargetNotes(target_keywords(game, target), stealth_of(game, target))


def with_open_group(game: Game, group: Group, notes: TargetNotes) -> Game:
    """Open a group as it begins; the dice for its Swiftness are not rolled."""
    forked = game.fork()
    declaration = forked.declaration
    assert declaration is not None  # noqa: S101  (what_if_attack declared it)
    counts = tuple(counted(forked, entry, (), 0) for entry in entries_of(declaration, group))
    forked.group = AttackGroup(
        id="",
        declaration="",
        formation=declaration.formation,
        target=group.target,
        weapon=group.weapon,
        profile=group.profile,
        keywords=notes.keywords,
        stealth=notes.stealth,
        counts=counts,
    )
    return forked


class CoverLookup:
    """What gives cover: as it stands, and terrain that is `supposed`; what was looked up once is kept.

    Places do not change while the attack is worked off, so cover is the same whoever has fallen; but what is seen of a
    Vehicle depends on who stands in the way (GA-6.0-05).
    """

    def __init__(self, supposed: bool | None) -> None:
        self._supposed = supposed
        self._known: dict[tuple[object, ...], tuple[Cover, ...]] = {}

    def of(self, game: Game, troop: Troop, attack: Attack) -> tuple[Cover, ...]:
        """GA-6.0-02 Give what gives a troop cover against an attack of the open group."""
        group = opened(game)
        standing_by = tuple(game.troops) if has_keyword(game, troop, "vehicle") else ()
        key = group.weapon, group.profile, attack.troop, troop.id, standing_by
        if key not in self._known:
            given = SUPPOSED_COVER if self._supposed and not exempt(game, group) else ()
            self._known[key] = (*has_cover(game, troop, attack), *given)
        return self._known[key]


def entry_key(game: Game, entry: Entry) -> tuple[object, ...]:
    """Say which attackers of one group are alike in every roll that follows."""
    place = entry.troop if game.terrain else ""
    near = isinstance(entry, DeclaredShot) and (entry.half_range, bool(entry.plunging))
    return near, effects.precise(game, entry.troop), damaged_states.hit_modifier(game, entry.troop), place

"""Chapter 3.3, a whole group at once (GA-3.3-39): the same steps, the same dice in the same order.

Allowed where the other player has nothing to choose in it, or chose ahead by SetStandingChoices. Where a Deadly Demise
has to be rolled for in between, the rest of the group goes on step by step after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BeginAttackGroup,
    ReactionDeclined,
    ResolveAttackGroup,
    WeaponProfile,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Attack, Formation, Group, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, led, profile_of, troops_of
from adjudicator.rulesets.grinding_annihilation.model.subjects import DeclarationSubject, GroupSubject
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import effects
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import may_reorder
from adjudicator.rulesets.grinding_annihilation.rules.concepts.sight_statements import geometric
from adjudicator.rulesets.grinding_annihilation.rules.shooting import weapon_abilities
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_allocation import allocate
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import (
    check_group,
    declared,
    entries_of,
    group_fields,
    open_group,
    openable,
    opened,
    profile_at,
    seat_of,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.damage import inflict, roll_for_damage
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.destruction import ask_queued_demises
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.eligible_troops import (
    may_take,
    standing_choice,
    unguarded_troops,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.group_steps import (
    Step,
    end_group,
    next_group_step,
    perform_step,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.hit_rolls import roll_hits
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.reinforced_health import health_of
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.saves import (
    defend,
    invulnerable_saves,
    preferred,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.wound_rolls import (
    automatic,
    reroll,
    rerollable,
    roll_wounds,
)

REROLLS = ("", "none", "failures", "non_criticals")
TAKE, ROLL = "take", "roll"
KEPT = MappingProxyType(
    {"failures": (dice_outcomes.WOUND, dice_outcomes.CRITICAL), "non_criticals": (dice_outcomes.CRITICAL,)}
)


def resolve_attack_group(ruling: Ruling[Game], command: ResolveAttackGroup) -> None:
    """GA-3.3-39 GA-3.3-40 Work a group off at once."""
    group = check_group(ruling, command)
    ruling.require(command.rerolls in REROLLS, "GA-3.3-40", "unknown-rerolls", "rerolls", found=command.rerolls)
    known = command.automatic in (None, *_automatic(ruling.game))
    ruling.require(known, "GA-8.3-05", "unknown-automatic", "automatic", found=command.automatic or "")
    profile = profile_at(ruling.game, group.weapon, group.profile)
    ruling.refuse_if(reroll_fault(command.rerolls, profile, group.weapon))
    unrolled = command.automatic != ROLL or weapon_abilities.wounds_unrolled(profile)
    ruling.require(unrolled, "GA-8.3-05", "no-automatic-wound", "automatic", weapon=group.weapon)
    ruling.refuse_all(list(open_choices(ruling.game, group)))
    open_group(ruling, group)
    ruling.answered()
    _work_off(ruling, command)


def reroll_fault(rerolls: str, profile: WeaponProfile, weapon: str) -> Fault | None:
    """GA-8.3-09 Say why Wound rolls of a profile can not be thrown again as is asked for; None where they can."""
    if rerolls not in KEPT or weapon_abilities.twin_weapon(profile):
        return None
    return Fault("GA-8.3-09", "no-wound-reroll", "rerolls", (("weapon", weapon),))


def _automatic(game: Game) -> tuple[str, ...]:
    """GA-8.3-05 Say what may become of hits that wound without a roll."""
    return (TAKE, ROLL) if game.options.auto_wound_optional else (TAKE,)


def _work_off(ruling: Ruling[Game], command: ResolveAttackGroup) -> None:
    """GA-3.3-40 Go step by step; re-rolls that are asked for here come even where they were declined ahead."""
    rerolls = command.rerolls in KEPT
    step = next_group_step(ruling.game, rerolls=rerolls)
    while step.name != "end":
        _take(ruling, step, command)
        if ruling.game.demises or ruling.game.wrecks:
            ruling.ask("group", subject=GroupSubject(opened(ruling.game).id))
            ask_queued_demises(ruling)
            return
        step = next_group_step(ruling.game, rerolls=rerolls)
    end_group(ruling)


def _take(ruling: Ruling[Game], step: Step, command: ResolveAttackGroup) -> None:
    """GA-3.3-39 Do one step as its player would."""
    game = ruling.game
    if not step.asks:
        perform_step(ruling, step)
    elif step.name == "hit":
        roll_hits(ruling)
    elif step.name == "wound":
        roll_wounds(ruling, automatic(game) if command.automatic == ROLL else ())
    elif step.name == "reroll":
        _reroll(ruling, command.rerolls)
    else:
        _take_attack(ruling, step, game.attacks[step.attack])


def _take_attack(ruling: Ruling[Game], step: Step, attack: Attack) -> None:
    game = ruling.game
    match step.name:
        case "allocate":
            target = game.formations[opened(game).target]
            legal = may_take(game, target)
            allocate(ruling, attack, standing_choice(game, target.seat, legal) or legal[0], aimed=False)
        case "defence":
            defend(ruling, attack, preferred(game, attack))
        case "damage":
            roll_for_damage(ruling, attack)
        case _:
            inflict(ruling, attack, min(health_of(game, game.troops[attack.allocated]), default=0))


def _reroll(ruling: Ruling[Game], rerolls: str) -> None:
    """GA-8.3-09 Throw again what the attacker wants thrown again, and let the rest stand."""
    game = ruling.game
    numbers = [row for row in rerollable(game) if is_rerolled(rerolls, game.attacks[row].outcome)]
    if numbers:
        reroll(ruling, numbers)
    if rerollable(game):
        ruling.record(ReactionDeclined(seat=seat_of(game), window="reroll"), "GA-3.3-40")


def is_rerolled(rerolls: str, outcome: str) -> bool:
    """GA-8.3-09 Tell whether the attacker wants a Wound die of this outcome thrown again."""
    kept = KEPT.get(rerolls)
    return kept is not None and outcome not in kept


# -- choices that somebody still has


def open_choices(game: Game, group: Group) -> Iterator[Fault]:
    """GA-3.3-40 Name what a player could still choose while the group is worked off."""
    target = game.formations[group.target]
    side = game.sides[target.seat]
    troops = troops_of(game, group.target)
    free = [troop.id for troop in troops if troop.id not in side.casualty_order]
    if len(free) > 1 and _several_free(game, target, free):
        yield Fault("GA-3.3-21", "casualties-open", "", (("troops", " ".join(free)),))
    if not side.save_preference and any(_may_choose_save(game, troop) for troop in troops):
        yield Fault("GA-3.3-25", "save-open")
    if any(len(health_of(game, troop)) > 1 for troop in troops):
        yield Fault("GA-3.3-35", "health-open")
    if _may_aim(game, group, target):
        yield Fault("GA-8.3-16", "precision-open")
    if may_reorder(game, target.seat, target.id) and any(_saves(game, troop) for troop in troops):
        yield Fault("GA-5.1-01", "reroll-open")


def _several_free(game: Game, target: Formation, free: Sequence[str]) -> bool:
    """GA-4.2-10 Guarded Characters come after the others: one of each may go without a place in the order."""
    first = {item.id for item in unguarded_troops(game, target)}
    return any(sum((row in first) == early for row in free) > 1 for early in (True, False))


def _may_choose_save(game: Game, troop: Troop) -> bool:
    """GA-3.3-25 Tell whether a troop has more than one save."""
    return bool(profile_of(game, troop).defence) + len(invulnerable_saves(game, troop)) > 1


def _may_aim(game: Game, group: Group, target: Formation) -> bool:
    if "precision" in game.sides[seat_of(game)].declined or not led(game, target):
        return False
    # who stands behind an Escort may come to light while the group is worked off
    seen = [entry for entry in entries_of(declared(game), group) if entry.characters_visible or geometric(game)]
    precise = weapon_abilities.precision(profile_at(game, group.weapon, group.profile))
    return any(precise or (declared(game).melee and effects.precise(game, row.troop)) for row in seen)


def _saves(game: Game, troop: Troop) -> bool:
    return bool(profile_of(game, troop).defence or invulnerable_saves(game, troop))


# -- offers and silence


def _offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    declaration = declared(game)
    offers = []
    for group in openable(game):
        fields = group_fields(group, declaration)
        offers.append(offer(BeginAttackGroup, "GA-3.3-39", **fields))
        if not any(open_choices(game, group)):
            offers.append(offer(ResolveAttackGroup, "GA-3.3-39", **fields, **_rolls(game, group)))
    return offers


def _rolls(game: Game, group: Group) -> dict[str, Choice]:
    """GA-8.3-09 GA-8.3-05 Offer what may be said of the dice of a group: re-rolls, and rolls for automatic wounds."""
    profile = profile_at(game, group.weapon, group.profile)
    rolls = {"rerolls": Choice(REROLLS[1:])} if weapon_abilities.twin_weapon(profile) else {}
    if game.options.auto_wound_optional and weapon_abilities.wounds_unrolled(profile):
        rolls["automatic"] = Choice(_automatic(game))
    return rolls


def _first(game: Game, _window: Window, _party: Party) -> Struct:
    group = openable(game)[0]
    return BeginAttackGroup(
        declaration=declared(game).id, target=group.target, weapon=group.weapon, profile=group.profile
    )


PART = Part(
    handlers=handlers(resolve_attack_group),
    windows=windows(
        WindowKind(
            "attack_group",
            "GA-3.3-39",
            (BeginAttackGroup, ResolveAttackGroup),
            _offers,
            _first,
            subject=DeclarationSubject,
        )
    ),
)

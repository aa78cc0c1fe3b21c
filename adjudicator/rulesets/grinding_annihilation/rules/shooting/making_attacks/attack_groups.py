"""Chapter 3.3, groups of attacks: which may begin, how their attacks are counted, and look-ups of the open one.

A group is one weapon profile of the attacking formation on one target (GA-3.3-39). Its steps are driven by
group_steps.py, in the window `group`, or at once by whole_groups.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Range
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, subject_of
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AttackGroupBegun,
    AttacksCounted,
    BeginAttackGroup,
    CountedAttacks,
    DeclaredMelee,
    DeclaredShot,
    ResolveAttackGroup,
    TargetFacts,
    WeaponProfile,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Attack, AttackGroup, Declaration, Group, SplitAttacks
from adjudicator.rulesets.grinding_annihilation.model.state import (
    Game,
    ability_of,
    led,
    living,
    troop_keywords,
    troops_of,
)
from adjudicator.rulesets.grinding_annihilation.model.subjects import AttackSubject, GroupSubject
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import effects
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import ask_reroll
from adjudicator.rulesets.grinding_annihilation.rules.shooting import weapon_abilities
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes

Key: TypeAlias = tuple[str, str, int]
Entry: TypeAlias = DeclaredShot | DeclaredMelee


# -- which group may begin


def openable(game: Game) -> list[Group]:
    """GA-3.3-08 GA-3.3-09 List the groups that may begin now."""
    declaration = declared(game)
    waiting = [group for group in declaration.groups if group.status == "waiting" and living(game, group.target)]
    here = [row for row in waiting if row.target == declaration.target]
    begun = [group for group in declaration.groups if group.target == declaration.target and group.status == "done"]
    alike = [row for row in here if any(_same_profile(game, row, other) for other in begun)]
    return alike or here or ([] if due_mortals(game) else waiting)


def due_mortals(game: Game) -> bool:
    """GA-3.3-32 Tell whether mortal wounds are held for the open target and its groups are done."""
    declaration = declared(game)
    target = declaration.target
    if not any(held.target == target for held in declaration.held) or not living(game, target):
        return False
    return not any(group.target == target and group.status == "waiting" for group in declaration.groups)


def _same_profile(game: Game, one: Group, other: Group) -> bool:
    """GA-3.3-09 Profiles are the same when all their statistics and abilities are equal."""
    first, second = profile_at(game, one.weapon, one.profile), profile_at(game, other.weapon, other.profile)
    return replace(first, name="") == replace(second, name="")


def check_group(ruling: Ruling[Game], command: BeginAttackGroup | ResolveAttackGroup) -> Group:
    """GA-3.3-08 GA-3.3-09 GA-3.5-17 Find the group that is to begin, or refuse."""
    game = ruling.game
    declaration = declared(game)
    known = command.declaration == declaration.id
    ruling.require(known, "GA-3.3-39", "other-declaration", "declaration", open=declaration.id)
    key = (command.target, command.weapon, command.profile)
    group = next((row for row in declaration.groups if key_of(row) == key), None)
    if group is None or group.status not in ("waiting", "lost"):
        ruling.reject("GA-3.3-39", "no-such-group", "target", target=command.target, weapon=command.weapon)
    may = openable(game)
    if group not in may:
        ruling.require(living(game, group.target), "GA-3.3-11", "target-destroyed", "target", target=group.target)
        of_targets, of_profiles = ("GA-3.5-17", "GA-3.5-17") if declaration.melee else ("GA-3.3-08", "GA-3.3-09")
        ruling.require(may[0].target == group.target, of_targets, "target-unfinished", "target", open=may[0].target)
        ruling.reject(of_profiles, "profile-unfinished", "weapon", open=may[0].weapon)
    return group


def begin_attack_group(ruling: Ruling[Game], command: BeginAttackGroup) -> None:
    """GA-3.3-39 The attacks of one weapon profile on one target begin and are counted."""
    group = check_group(ruling, command)
    open_group(ruling, group)
    ruling.answered()
    ruling.ask("group", subject=GroupSubject(opened(ruling.game).id))
    if any(count.faces for count in opened(ruling.game).counts):
        ask_reroll(ruling, opened(ruling.game).formation, "attacks", group=opened(ruling.game).id)


def open_group(ruling: Ruling[Game], group: Group) -> None:
    """GA-3.3-07 GA-3.3-39 Begin a group and count its attacks; a random Swiftness is thrown weapon by weapon."""
    game = ruling.game
    declaration = declared(game)
    key = f"g{ruling.seq}.{len(ruling.events)}"
    begun = AttackGroupBegun(
        group=key,
        declaration=declaration.id,
        formation=declaration.formation,
        target=group.target,
        weapon=group.weapon,
        profile=group.profile,
        keywords=target_keywords(game, group.target),
        stealth=stealth_of(game, group.target),
    )
    ruling.record(begun, "GA-3.3-39", "GA-8.3-30", "GA-3.3-15")
    counts = tuple(_count(ruling, entry) for entry in entries_of(declaration, group))
    total = sum(count.attacks.total for count in counts)
    why = dict.fromkeys(clause for count in counts for clause in count.attacks.clauses())
    hazards = hazards_of(game, declaration, group, counts)
    ruling.record(AttacksCounted(group=key, counts=counts, attacks=total, hazards=hazards), *why)


def hazards_of(game: Game, declaration: Declaration, group: Group, counts: Sequence[CountedAttacks]) -> int:
    """GA-8.3-22 Count the Hazard weapons of a group that were not used before."""
    if not weapon_abilities.hazard(profile_at(game, group.weapon, group.profile)):
        return 0
    used = {(swing.troop, swing.weapon) for swing in declaration.swings}
    return sum((count.troop, group.weapon) not in used for count in counts)


def _count(ruling: Ruling[Game], entry: Entry) -> CountedAttacks:
    profile = profile_at(ruling.game, entry.weapon, entry.profile)
    left = _left(ruling.game, entry)
    return counted(ruling.game, entry, throw(ruling, profile, left), left)


def counted(game: Game, entry: Entry, faces: tuple[int, ...], left: int | None = None) -> CountedAttacks:
    """GA-3.3-07 GA-3.5-15 Count the attacks of one weapon from the dice for its Swiftness, or what is left of it."""
    profile = profile_at(game, entry.weapon, entry.profile)
    thrown = dice_outcomes.value(profile.swiftness, faces) if left is None else left
    near, share = False, thrown
    if isinstance(entry, DeclaredMelee):
        share = _share(game, entry, thrown)
    else:
        near = entry.half_range
    tally = dice_outcomes.attacks(
        profile, share, melee=isinstance(entry, DeclaredMelee), near=near, troops=facts_of(game, entry.target).troops
    )
    return CountedAttacks(
        troop=entry.troop,
        faces=faces,
        attacks=tally,
        half_range=near,
        characters_visible=entry.characters_visible,
        left=thrown - share,
    )


def throw(ruling: Ruling[Game], profile: WeaponProfile, left: int | None) -> tuple[int, ...]:
    """GA-3.3-07 Throw for a random Swiftness that is not known yet."""
    dice = profile.swiftness.dice
    return ruling.roll(dice, dice_outcomes.SIDES, "attacks", seat_of(ruling.game)) if dice and left is None else ()


def _left(game: Game, entry: Entry) -> int | None:
    """Tell what is left of a split melee weapon whose Swiftness is known; None before."""
    swings = declared(game).swings if isinstance(entry, DeclaredMelee) else ()
    return next((swing.left for swing in swings if (swing.troop, swing.weapon) == (entry.troop, entry.weapon)), None)


def _share(game: Game, entry: DeclaredMelee, left: int) -> int:
    """GA-3.5-15 Give what of a weapon's attacks goes to one target; 0 is all that no other entry names.

    What was named for a target that fell is lost and goes to no other (GA-3.3-11).
    """
    if entry.attacks:
        return min(entry.attacks, left)
    declaration = declared(game)
    unused = {key_of(group) for group in declaration.groups if group.status in {"waiting", "lost"}}
    named = sum(
        attack.attacks
        for attack in declaration.attacks
        if (attack.troop, attack.weapon) == (entry.troop, entry.weapon) and key_of(attack) in unused
    )
    return max(0, left - named)


def target_keywords(game: Game, target: str) -> tuple[str, ...]:
    """GA-8.3-30 List the keywords that a target answers to, in order."""
    troops = troops_of(game, target)
    if game.options.attached_keywords == "escort" and led(game, game.formations[target]):
        troops = [row for row in troops if game.parts[row.part].role == "escort"]
    return tuple(sorted({word for troop in troops for word in troop_keywords(game, troop)}))


def stealth_of(game: Game, target: str) -> bool:
    """GA-3.3-15 GA-5.8-01 Tell whether every troop of a target has Stealth, or smoke hides it."""
    granted = effects.stealthy(game, target)
    return granted or all(ability_of(game, troop, "stealth") is not None for troop in troops_of(game, target))


def attack_group_begun(game: Game, event: AttackGroupBegun) -> None:
    """Open the group; its target is the one that must be finished first."""
    declaration = declared(game)
    key = (event.target, event.weapon, event.profile)
    opened = tuple(replace(group, status="open") if key_of(group) == key else group for group in declaration.groups)
    game.declaration = replace(declaration, groups=opened, target=event.target)
    game.attacks = {}
    game.group = AttackGroup(
        id=event.group,
        declaration=event.declaration,
        formation=event.formation,
        target=event.target,
        weapon=event.weapon,
        profile=event.profile,
        keywords=event.keywords,
        stealth=event.stealth,
    )


def attacks_counted(game: Game, event: AttacksCounted) -> None:
    """Note the attacks, the Hazard weapons used, and what is left of split melee weapons."""
    game.group = replace(opened(game), step="counted")
    note_counts(game, event.counts)
    if event.hazards:
        game.declaration = replace(declared(game), hazards=declared(game).hazards + event.hazards)


def note_counts(game: Game, counts: tuple[CountedAttacks, ...]) -> None:
    """GA-3.5-15 Note the attacks of each weapon, and what is left of split melee weapons."""
    group, declaration = opened(game), declared(game)
    if declaration.melee:
        known = {(swing.troop, swing.weapon): swing for swing in declaration.swings}
        for count in counts:
            known[count.troop, group.weapon] = SplitAttacks(troop=count.troop, weapon=group.weapon, left=count.left)
        game.declaration = replace(declaration, swings=tuple(known[key] for key in sorted(known)))
    game.group = replace(group, counts=counts, counted=sum(count.attacks.total for count in counts))


# -- lookups


def declared(game: Game) -> Declaration:
    """Give the declaration that is worked off."""
    if game.declaration is None:
        message = "no attacks are declared"
        raise AssertionError(message)
    return game.declaration


def opened(game: Game) -> AttackGroup:
    """Give the open group."""
    if game.group is None:
        message = "no group of attacks is open"
        raise AssertionError(message)
    return game.group


def seat_of(game: Game) -> Party:
    """Give the attacking player."""
    return game.formations[declared(game).formation].seat


def profile_at(game: Game, weapon: str, number: int) -> WeaponProfile:
    """Give a profile of a weapon."""
    return game.weapons[weapon].profiles[number]


def facts_of(game: Game, target: str) -> TargetFacts:
    """Give what was fixed about a target."""
    return next(row for row in declared(game).targets if row.target == target)


def key_of(entry: Group | Entry) -> Key:
    """Give target, weapon and profile: what makes a group."""
    return entry.target, entry.weapon, entry.profile


def entries(declaration: Declaration) -> list[Entry]:
    """List the declared weapons in the order of the declaration."""
    return [*declaration.shots, *declaration.attacks]


def entries_of(declaration: Declaration, group: Group) -> list[Entry]:
    """List the declared weapons of a group."""
    return [entry for entry in entries(declaration) if key_of(entry) == key_of(group)]


def groups_of(declaration: Declaration) -> tuple[Group, ...]:
    """GA-3.3-39 Work the groups of a declaration out, in its order."""
    troops: dict[Key, list[str]] = {}
    for entry in entries(declaration):
        troops.setdefault(key_of(entry), []).append(entry.troop)
    return tuple(
        Group(target=target, weapon=weapon, profile=profile, troops=tuple(who))
        for (target, weapon, profile), who in troops.items()
    )


# -- offers


def group_fields(group: Group, declaration: Declaration) -> dict[str, Choice | Range]:
    """Give the domains that name one group."""
    return {
        "declaration": Choice((declaration.id,)),
        "target": Choice((group.target,)),
        "weapon": Choice((group.weapon,)),
        "profile": Range(group.profile, group.profile),
    }


def require_group(ruling: Ruling[Game], group: str) -> None:
    """GA-3.3-39 Refuse another group than the open one."""
    found = opened(ruling.game).id
    ruling.require(group == found, "GA-3.3-39", "other-group", "group", open=found)


def group_profile(game: Game, group: AttackGroup) -> WeaponProfile:
    return profile_at(game, group.weapon, group.profile)


def open_group_id(game: Game, _window: Window) -> dict[str, str]:
    return {"group": opened(game).id}


def require_attack(ruling: Ruling[Game], group: str, number: int) -> Attack:
    """GA-3.3-39 Find the attack that is worked off now; the window is about it."""
    require_group(ruling, group)
    now = asked_attack(ruling.window)
    ruling.require(number == now, "GA-3.3-39", "other-attack", "attack", next=now)
    return ruling.game.attacks[now]


def asked_attack(window: Window | None) -> int:
    """Give the attack that a window is about."""
    return 0 if window is None else subject_of(window, AttackSubject).attack


def set_status(game: Game, number: int, status: str) -> None:
    """Say what has become of an attack."""
    game.attacks[number] = replace(game.attacks[number], status=status)


def open_profile(game: Game) -> WeaponProfile:
    group = opened(game)
    return profile_at(game, group.weapon, group.profile)


def attack_fields(window: Window) -> dict[str, Choice | Range]:
    number = asked_attack(window)
    return {"group": Choice((subject_of(window, AttackSubject).group,)), "attack": Range(number, number)}


PART = Part(handlers=handlers(begin_attack_group), reducers=reducers(attack_group_begun, attacks_counted))

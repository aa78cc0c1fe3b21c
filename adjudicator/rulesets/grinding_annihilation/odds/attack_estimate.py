"""The odds of an attack before its dice are rolled: what may be asked, and the answer. Nothing secret is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, Rejected, Unknown
from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.grinding_annihilation.model.messages import MeleeAttack
from adjudicator.rulesets.grinding_annihilation.model.rows import Action, Formation, Group, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, has_keyword, troops_of
from adjudicator.rulesets.grinding_annihilation.odds import attack_odds
from adjudicator.rulesets.grinding_annihilation.odds.answers import (
    chance_message,
    check_sides,
    distribution_message,
    formation_of_id,
    refuse,
)
from adjudicator.rulesets.grinding_annihilation.odds.attack_distributions import allocated
from adjudicator.rulesets.grinding_annihilation.odds.losses import demise_left_out, lost
from adjudicator.rulesets.grinding_annihilation.odds.what_if import (
    ON_ATTACKER,
    ON_TARGET,
    CoverLookup,
    WeaponUse,
    remaining_of,
    target_notes,
    what_if_attack,
    with_open_group,
)
from adjudicator.rulesets.grinding_annihilation.reports.messages import (
    AttackEstimate,
    EstimateAttackRequest,
    EstimatedGroup,
    EstimatedWeapon,
)
from adjudicator.rulesets.grinding_annihilation.roster.catalogue_library import LIBRARY
from adjudicator.rulesets.grinding_annihilation.rules.brawl.melee_attacks import fighter_fault, weapon_faults
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import formations_within, troop_within
from adjudicator.rulesets.grinding_annihilation.rules.concepts.sight_statements import sees_by_itself
from adjudicator.rulesets.grinding_annihilation.rules.shooting import weapon_abilities
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import declared, entries_of
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.destruction import DEMISE_REACH
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.dice_outcomes import NONE
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.hit_rolls import hit_needed
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.saves import preferred, saves_of
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.whole_groups import REROLLS, reroll_fault
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.wound_rolls import wound_needed
from adjudicator.rulesets.grinding_annihilation.rules.shooting.shooting_selection import (
    must_choose,
    ranged_profiles,
    weapon_limit,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.targets import (
    missing_weapon,
    shooter_fault,
    weapon_fault,
)

MOST_ATTACKS = 120
MOST_WORK = 1_000_000_000  # about a second


def estimate_attack(game: Game, _party: Party, asked: EstimateAttackRequest) -> AttackEstimate:
    """GA-3.3-07 GA-3.3-16 GA-3.3-19 GA-3.3-21 GA-3.3-23 GA-3.3-26 Work the odds of an attack out, exactly.

    Where weapons are named, reach, sight and who may be attacked are supposed: the move may be still to come.
    Raises Unknown for an id that does not exist, Rejected for what can not be asked.
    """
    row, target = formation_of_id(game, asked.formation, "formation"), formation_of_id(game, asked.target, "target")
    check_sides(game, row, target, "target", "GA-3.5-15" if asked.melee else "GA-3.3-04")
    _check_words(game, asked)
    uses = _uses(game, row, asked)
    _check_rerolls(game, asked, uses)
    _check_aim(game, asked, uses)
    forked = what_if_attack(game, asked, uses)
    _check_size(forked, uses)
    fixed = {(use.troop, use.weapon, use.profile): use.attacks for use in uses}
    found = attack_odds.Odds(forked, fixed, _rerolls(game, row, asked), covers=CoverLookup(asked.cover))
    if found.work > MOST_WORK:
        refuse("WG-ODDS-01", "odds-too-large", "weapons")
    return _to_message(game, asked, found)


# -- what may be asked


def _check_words(game: Game, asked: EstimateAttackRequest) -> None:
    if asked.rerolls not in REROLLS:
        refuse("GA-3.3-40", "unknown-rerolls", "rerolls", found=asked.rerolls)
    may = (*ON_ATTACKER, *ON_TARGET)
    unknown = next((manoeuvre for manoeuvre in asked.manoeuvres if LIBRARY.core(manoeuvre) not in may), None)
    if unknown is not None:
        refuse("GA-5.0-10", "no-supposed-manoeuvre", "manoeuvres", manoeuvre=unknown, may=" ".join(may))


def _check_aim(game: Game, asked: EstimateAttackRequest, uses: tuple[WeaponUse, ...]) -> None:
    """GA-8.3-16 Precision goes to a Character of the target that an attacker sees, as is supposed or worked out."""
    if not asked.aim:
        return
    aimed = game.troops.get(asked.aim)
    if aimed is None:
        raise Unknown(Fault("", "unknown-id", "aim"))
    attackers = [game.troops[key] for key in dict.fromkeys(use.troop for use in uses)]
    leaders = [row for row in troops_of(game, asked.target) if has_keyword(game, row, "character")]
    unseen = asked.seen is False and not game.weapons[uses[0].weapon].melee
    seen = [row.id for row in leaders if any(sees_by_itself(game, attacker, row) for attacker in attackers)]
    seen = [] if unseen else seen
    if aimed.id not in seen:
        refuse("GA-8.3-16", "not-a-seen-character", "aim", troop=aimed.id, may=" ".join(seen) or "none")


def _check_rerolls(game: Game, asked: EstimateAttackRequest, uses: Iterable[WeaponUse]) -> None:
    """GA-8.3-09 Refuse re-rolls that none of the weapons allows."""
    profiles = {(use.weapon, use.profile): game.weapons[use.weapon].profiles[use.profile] for use in uses}
    faults = [reroll_fault(asked.rerolls, profile, weapon) for (weapon, _), profile in profiles.items()]
    if faults and faults[0] is not None and all(faults):
        raise Rejected(faults[0])


def _rerolls(game: Game, row: Formation, asked: EstimateAttackRequest) -> str:
    """GA-8.3-09 Give what is rerolled: failures, unless the player said otherwise here or ahead."""
    ahead = "none" if "reroll" in game.sides[row.seat].declined else "failures"
    return asked.rerolls or ahead


def _check_size(game: Game, uses: Iterable[WeaponUse]) -> None:
    """GA-3.3-07 Refuse more attacks than are worked out in a moment."""
    most = 0
    for use in uses:
        swiftness = game.weapons[use.weapon].profiles[use.profile].swiftness
        most += dice_outcomes.most_of(swiftness) if use.attacks is None else use.attacks
    if most > MOST_ATTACKS:
        refuse("WG-ODDS-01", "too-many-attacks", "weapons", attacks=most, most=MOST_ATTACKS)


# -- weapons


def _uses(game: Game, row: Formation, asked: EstimateAttackRequest) -> tuple[WeaponUse, ...]:
    """GA-4.1-04 List the weapons of the attack, copy by copy."""
    if asked.weapons:
        found = tuple(use for number in range(len(asked.weapons)) for use in _named(game, row, asked, number))
    elif asked.melee:
        found = tuple(use for troop in troops_of(game, row.id) for use in _melee_uses(game, troop))
    else:
        found = tuple(_ranged_uses(game, row, asked.target))
    if not found:
        refuse(_of_weapons(melee=asked.melee), "no-weapons", "weapons", formation=row.id)
    _check_uses(game, asked, found)
    return found


def _of_weapons(*, melee: bool) -> str:
    """GA-3.3-05 GA-3.5-13 Name the clause of which weapons a troop may use."""
    return "GA-3.5-13" if melee else "GA-3.3-05"


def _named(game: Game, row: Formation, asked: EstimateAttackRequest, number: int) -> Iterator[WeaponUse]:
    path, named = f"weapons[{number}]", asked.weapons[number]
    weapon = game.weapons.get(named.weapon)
    if weapon is None and not named.troops:
        raise Unknown(Fault("", "unknown-id", f"{path}.weapon"))
    melee = asked.melee if weapon is None else weapon.melee
    for key in named.troops or [troop.id for troop in troops_of(game, row.id) if named.weapon in troop.weapons]:
        troop = game.troops.get(key)
        if troop is None:
            raise Unknown(Fault("", "unknown-id", f"{path}.troops"))
        wrong = _fault_of_use(game, row.id, troop, named, melee=melee)
        if wrong is not None:
            raise Rejected(replace(wrong, path=path))
        for _ in range(1 if melee else troop.weapons.count(named.weapon)):
            yield WeaponUse(key, named.weapon, named.profile, named.attacks)


def _fault_of_use(game: Game, formation: str, troop: Troop, named: EstimatedWeapon, *, melee: bool) -> Fault | None:
    """GA-3.3-03 GA-3.3-05 GA-3.5-12 GA-3.5-13 Say what a declaration of this troop's attack is refused for first."""
    if melee:
        blow = MeleeAttack(troop=troop.id, weapon=named.weapon, profile=named.profile, target="", attacks=0)
        return fighter_fault(game, formation, blow, "")
    missing = missing_weapon(troop, named.weapon)
    return missing or shooter_fault(formation, troop, game.weapons[named.weapon], named.profile)


def _ranged_uses(game: Game, row: Formation, target: str) -> Iterator[WeaponUse]:
    """GA-8.3-06 GA-8.3-11 Take what may be shot now and reaches; SideArms of those who have nothing else."""
    troops = troops_of(game, row.id)
    only_sidearms = tuple(
        item.id
        for item in troops
        if must_choose(game, item)
        and all(weapon_abilities.sidearm(profile) for _, _, profile in ranged_profiles(game, item))
    )
    action = Action(formation=row.id, kind="shooting", sidearms=only_sidearms, only=weapon_limit(game, row))
    for troop in troops:
        for key, number, profile in ranged_profiles(game, troop):
            reaches = number == 0 and troop_within(game, troop, target, profile.weapon_range)
            if reaches and weapon_fault(game, action, troop, profile) is None:
                yield from [WeaponUse(troop.id, key, number)] * troop.weapons.count(key)


def _melee_uses(game: Game, troop: Troop) -> Iterator[WeaponUse]:
    """GA-3.5-13 GA-8.3-29 Take the first melee weapon of a troop, and those with Extra Attacks."""
    carried = [key for key in dict.fromkeys(troop.weapons) if game.weapons[key].melee]
    extra = [key for key in carried if weapon_abilities.extra_attacks(game.weapons[key].profiles[0], melee=True)]
    main = [key for key in carried if key not in extra][:1]
    return (WeaponUse(troop.id, key, 0) for key in (*main, *extra))


def _check_uses(game: Game, asked: EstimateAttackRequest, uses: tuple[WeaponUse, ...]) -> None:
    """GA-3.3-05 GA-3.5-13 Refuse ranged and melee weapons together, or more than a troop can use at once."""
    melee = {game.weapons[use.weapon].melee for use in uses}
    if len(melee) > 1:
        refuse("GA-4.1-04", "weapons-mixed", "weapons")
    shots = Counter((use.troop, use.weapon) for use in uses if not game.weapons[use.weapon].melee)
    for (key, weapon), count in shots.items():
        copies = game.troops[key].weapons.count(weapon)
        if count > copies:
            refuse("GA-3.3-05", "weapon-split", "weapons", troop=key, weapon=weapon, copies=copies)
    if melee == {True}:
        blows = [
            MeleeAttack(troop=use.troop, weapon=use.weapon, profile=use.profile, target=asked.target, attacks=0)
            for use in uses
        ]
        faults = [Fault(row.clause, row.reason, "weapons", row.facts) for row in weapon_faults(game, blows)]
        if faults:
            raise Rejected(*faults)


# -- the answer


def _to_message(game: Game, asked: EstimateAttackRequest, found: attack_odds.Odds) -> AttackEstimate:
    after, failures = found.after(), found.failures()
    own = found.attacker_after(failures)
    damage, troops_lost = lost(found.start, after)
    own_damage, own_troops_lost = lost(remaining_of(game, asked.formation), own)
    return AttackEstimate(
        groups=tuple(_group(found.game, group, CoverLookup(asked.cover)) for group in found.declaration.groups),
        attacks=distribution_message(found.distribution_of(attack_odds.ATTACKS)),
        hits=distribution_message(found.distribution_of(attack_odds.HITS)),
        wounds=distribution_message(found.distribution_of(attack_odds.WOUNDS)),
        unsaved=distribution_message(found.distribution_of(attack_odds.UNSAVED)),
        mortal_wounds=distribution_message(found.distribution_of(attack_odds.MORTAL)),
        damage=damage,
        troops_lost=troops_lost,
        destroyed=chance_message(after.weights.get((), 0), after.whole),
        hazard_failures=distribution_message(failures),
        own_damage=own_damage,
        own_troops_lost=own_troops_lost,
        left_out=_left_out(game, asked, hazards=max(failures.weights) > 0),
    )


def _left_out(game: Game, asked: EstimateAttackRequest, *, hazards: bool) -> tuple[str, ...]:
    """GA-3.3-36 Say whether a Deadly Demise of the target, or of who fails Hazard tests, may interfere."""
    near = formations_within(game, asked.formation, asked.target, DEMISE_REACH)
    both = (asked.target, asked.formation)
    falls = both if hazards else (asked.target,)
    found = (demise_left_out(game, (key,), both if near else (key,)) for key in falls)
    return next((clauses for clauses in found if clauses), ())


def _group(game: Game, group: Group, covers: CoverLookup) -> EstimatedGroup:
    """Say what one group needs of its dice, as the target stands now."""
    forked = with_open_group(game, group, target_notes(game, group.target))
    entries, row = entries_of(declared(forked), group), forked.group
    assert row is not None  # noqa: S101  (with_open_group opened it)
    attack = allocated(forked, entries[0], covers)
    save = preferred(forked, attack)
    profile = forked.weapons[group.weapon].profiles[group.profile]
    needed = hit_needed(forked, row, entries[0].troop)
    return EstimatedGroup(
        weapon=group.weapon,
        profile=group.profile,
        copies=len(entries),
        hit_needed=needed,
        wound_needed=wound_needed(forked, row),
        critical=weapon_abilities.anti(profile, row.keywords),
        first_taker=attack.allocated,
        save=save or NONE,
        save_needed=saves_of(forked, attack).get(save),
    )

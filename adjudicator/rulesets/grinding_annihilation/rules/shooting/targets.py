"""Chapter 3.3, targets of shots: what may be fired at whom, declared with what every troop sees (GA-3.3-03 to -06)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from adjudicator.board.inches import within
from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclaredShot,
    DeclareTargets,
    ShootingEnded,
    Shot,
    TargetsDeclared,
    Weapon,
    WeaponProfile,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Action, Declaration, Formation, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, has_keyword, living, rival, troops_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import (
    bodies_of,
    body_of,
    troop_distance,
    troop_within,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.line_of_sight import UNSEEN
from adjudicator.rulesets.grinding_annihilation.rules.concepts.sight_statements import (
    Seen,
    check_sights,
    sees_by_itself,
    state_sights,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import any_threat, threatened_by
from adjudicator.rulesets.grinding_annihilation.rules.shooting import weapon_abilities
from adjudicator.rulesets.grinding_annihilation.rules.shooting.declared_attacks import (
    begin_declaration,
    take_declaration,
    target_facts,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes
from adjudicator.rulesets.grinding_annihilation.rules.shooting.shooting_selection import (
    BOTH,
    SIDEARM,
    STORM,
    must_choose,
    unlocked,
)
from adjudicator.rulesets.grinding_annihilation.rules.terrain.plunging_fire import is_plunging_shot

IN_THREAT = (SIDEARM, BOTH)

# -- who is shot at


def declare_targets(ruling: Ruling[Game], command: DeclareTargets) -> None:
    """GA-3.3-03 Every shot is declared before any attack is resolved, with what every troop sees of every target."""
    game, action = ruling.game, open_action(ruling.game)
    own = command.formation == action.formation
    selected_by = "GA-5.7-03" if action.overwatch else "GA-3.3-01"
    ruling.require(own, selected_by, "other-shooter", "formation", open=action.formation)
    _check_copies(ruling, command)
    fired = [(shot, *_check_shot(ruling, action, shot)) for shot in command.shots]
    targets = tuple(dict.fromkeys(shot.target for shot in command.shots))
    wanted = {
        (observer, troop): None
        for target in targets
        for observer in game.formations[action.formation].troops
        for troop in game.formations[target].troops
    }
    seen = check_sights(ruling, command.sights, wanted)
    for shot, troop, profile in fired:
        _check_reach(ruling, shot, troop, profile, seen)
    ruling.answered()
    if not command.shots:
        ruling.record(ShootingEnded(formation=action.formation), "GA-3.3-03")
        return
    event = TargetsDeclared(
        declaration=f"d{ruling.seq}",
        formation=action.formation,
        shots=tuple(_declared(game, shot, troop, profile, seen) for shot, troop, profile in fired),
        targets=tuple(target_facts(game, row, seen=_seen_at_all(game, row, seen)) for row in targets),
        sights=state_sights(ruling, command.sights, seen),
    )
    ruling.record(event, "GA-3.3-03", "GA-3.3-04", "GA-2.4-12", "GA-8.3-03")
    begin_declaration(ruling)


def _check_copies(ruling: Ruling[Game], command: DeclareTargets) -> None:
    """GA-3.3-05 All attacks of one weapon go at one target: it has as many shots as the troop has copies."""
    fired = Counter((shot.troop, shot.weapon) for shot in command.shots)
    for (key, weapon), shots in fired.items():
        troop = ruling.find(ruling.game.troops, key, "shots")
        ruling.refuse_if(missing_weapon(troop, weapon))
        copies = troop.weapons.count(weapon)
        ruling.require(shots <= copies, "GA-3.3-05", "weapon-split", "shots", troop=key, weapon=weapon, copies=copies)


def _check_shot(ruling: Ruling[Game], action: Action, shot: Shot) -> tuple[Troop, WeaponProfile]:
    """GA-3.3-05 GA-3.3-13 Refuse a shot that this troop may not fire at this target, wherever they stand."""
    game = ruling.game
    troop, weapon = game.troops[shot.troop], game.weapons[shot.weapon]
    ruling.refuse_if(shooter_fault(action.formation, troop, weapon, shot.profile))
    profile = weapon.profiles[shot.profile]
    target = ruling.find(game.formations, shot.target, "shots")
    answered = action.overwatch in ("", target.id)
    ruling.require(answered, "GA-5.7-03", "overwatch-target", "shots", target=target.id, enemy=action.overwatch)
    ruling.require(target.seat == rival(troop.seat), "GA-3.3-04", "not-an-enemy", "shots", target=target.id)
    ruling.require(living(game, target.id), "GA-2.1-07", "target-off-field", "shots", target=target.id)
    found_fault = weapon_fault(game, action, troop, profile) or target_fault(game, action, troop, profile, target)
    if found_fault is not None:
        facts = (("troop", troop.id), ("weapon", weapon.id), ("target", target.id))
        ruling.refuse_if(replace(found_fault, path="shots", facts=facts))
    return troop, profile


def missing_weapon(troop: Troop, weapon: str) -> Fault | None:
    """GA-3.3-05 Say that a troop does not carry a weapon; None where it does."""
    missing = fault("GA-3.3-05", "no-such-weapon", "shots", troop=troop.id, weapon=weapon)
    return None if weapon in troop.weapons else missing


def shooter_fault(formation: str, troop: Troop, weapon: Weapon, profile: int) -> Fault | None:
    """GA-3.3-03 GA-4.1-04 Say why a troop fires no shot of this profile for a formation, whoever the target is."""
    if troop.formation != formation:
        return fault("GA-3.3-03", "not-a-shooter", "shots", troop=troop.id, formation=formation)
    if weapon.melee:
        return fault("GA-4.1-04", "melee-weapon", "shots", weapon=weapon.id)
    if not 0 <= profile < len(weapon.profiles):
        return fault("GA-3.3-03", "no-such-profile", "shots", weapon=weapon.id, profiles=len(weapon.profiles))
    return None


def weapon_fault(game: Game, action: Action, troop: Troop, profile: WeaponProfile) -> Fault | None:
    """GA-8.3-06 GA-8.3-10 GA-8.3-11 Say why a troop may not fire a weapon now; None where it may."""
    side = weapon_abilities.sidearm(profile)
    chosen = must_choose(game, troop) and action.only not in IN_THREAT
    bars = (
        (action.only in (STORM, BOTH) and not weapon_abilities.storm(profile), "GA-8.3-06", "storm-only"),
        (action.only in IN_THREAT and not side, "GA-8.3-10", "sidearm-only"),
        (chosen and side != (troop.id in action.sidearms), "GA-8.3-11", "sidearms-or-others"),
    )
    return next((fault(clause, reason) for applies, clause, reason in bars if applies), None)


def target_fault(game: Game, action: Action, troop: Troop, profile: WeaponProfile, target: Formation) -> Fault | None:
    """GA-3.3-13 GA-3.3-14 GA-8.3-10 GA-8.3-19 Say why a target may not be chosen; None where it may."""
    near = threatened_by(game, target.id)
    if near and weapon_abilities.volatile(profile):
        return fault("GA-8.3-19", "volatile-near-friends")
    if action.only in IN_THREAT:
        reached = action.formation in near
        if game.options.sidearm_scope == "troop":
            reached = any_threat([body_of(game, troop)], bodies_of(game, target.id))
        return None if reached else fault("GA-8.3-10", "beyond-threat")
    if not near or unlocked(game, target.id):
        return None
    own = action.formation in near or game.options.monstrous_any_locked_target
    return None if own and unlocked(game, action.formation) else fault("GA-3.3-13", "target-locked")


def _check_reach(ruling: Ruling[Game], shot: Shot, troop: Troop, profile: WeaponProfile, seen: Seen) -> None:
    """GA-3.3-04 GA-8.3-14 Refuse a target of which no troop is both within range and visible."""
    game = ruling.game
    body = body_of(game, troop)
    near = [row for row in troops_of(game, shot.target) if within(body, body_of(game, row), profile.weapon_range)]
    if not near:
        ruling.reject(
            "GA-3.3-04",
            "out-of-range",
            "shots",
            troop=troop.id,
            weapon=shot.weapon,
            target=shot.target,
            weapon_range=profile.weapon_range,
            distance=troop_distance(game, troop, shot.target),
        )
    visible = weapon_abilities.indirect(profile) or any(seen[troop.id, row.id] != UNSEEN for row in near)
    ruling.require(visible, "GA-3.3-04", "not-visible", "shots", troop=troop.id, target=shot.target)


def _declared(game: Game, shot: Shot, troop: Troop, profile: WeaponProfile, seen: Seen) -> DeclaredShot:
    visible = [row for row in troops_of(game, shot.target) if seen[troop.id, row.id] != UNSEEN]
    leaders = [row for row in visible if has_keyword(game, row, "character")]
    return DeclaredShot(
        troop=troop.id,
        weapon=shot.weapon,
        profile=shot.profile,
        target=shot.target,
        distance=troop_distance(game, troop, shot.target),
        half_range=troop_within(game, troop, shot.target, dice_outcomes.half_range(profile)),
        target_visible=bool(visible),
        characters_visible=tuple(leader.id for leader in leaders if sees_by_itself(game, troop, leader)),
        plunging=is_plunging_shot(game, troop, shot.target) or None,
    )


def _seen_at_all(game: Game, target: str, seen: Seen) -> bool:
    """GA-8.3-15 Tell whether any troop of the formation sees any troop of the target."""
    troops = game.formations[target].troops
    return any(value != UNSEEN for (_, troop), value in seen.items() if troop in troops)


def targets_declared(game: Game, event: TargetsDeclared) -> None:
    """Take the declaration up."""
    take_declaration(
        game,
        Declaration(
            id=event.declaration,
            formation=event.formation,
            melee=False,
            shots=event.shots,
            targets=event.targets,
            sights=event.sights,
        ),
    )


# -- helpers


def open_action(game: Game) -> Action:
    if game.action is None:
        message = "targets are declared and no formation is selected to shoot"
        raise AssertionError(message)
    return game.action


PART = Part(handlers=handlers(declare_targets), reducers=reducers(targets_declared))

"""Chapter 3.3, step one of an attack: the Hit rolls of a group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    HitResult,
    HitsRolled,
    RollHit,
    TroopNeed,
    WeaponProfile,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Attack, AttackGroup
from adjudicator.rulesets.grinding_annihilation.model.state import Game, fatigued
from adjudicator.rulesets.grinding_annihilation.model.subjects import AttackSubject
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import effects
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import ask_reroll
from adjudicator.rulesets.grinding_annihilation.rules.shooting import weapon_abilities
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import (
    facts_of,
    group_profile,
    open_group_id,
    opened,
    require_group,
    seat_of,
)
from adjudicator.rulesets.grinding_annihilation.rules.troops import damaged_states


def roll_hit(ruling: Ruling[Game], command: RollHit) -> None:
    """GA-3.3-16 The attacker rolls to hit for every attack of the group."""
    require_group(ruling, command.group)
    roll_hits(ruling)
    ruling.answered()
    ask_reroll(ruling, opened(ruling.game).formation, "hit", group=command.group)


def roll_hits(ruling: Ruling[Game]) -> None:
    """GA-3.3-16 GA-3.3-18 Roll to hit, or hit without a roll; then throw for extra hits of a random number."""
    game, group = ruling.game, opened(ruling.game)
    needs = {count.troop: hit_needed(game, group, count.troop) for count in group.counts}
    needed = next(iter(needs.values()), None) or hit_needed(game, group)
    unlike = tuple(TroopNeed(troop=key, needed=need) for key, need in needs.items() if need.total != needed.total)
    rolled = needed.total and group.counted
    faces = ruling.roll(group.counted, dice_outcomes.SIDES, "hit-roll", seat_of(game)) if rolled else ()
    thrown = zip(attackers(group), faces or (0,) * group.counted, strict=True)
    results = tuple(hit_of(ruling, troop, face, needs[troop].total) for troop, face in thrown)
    scored = [result for result in results if result.outcome != dice_outcomes.MISS]
    event = HitsRolled(
        group=group.id,
        faces=faces,
        needed=needed,
        results=results,
        hits=sum(1 + row.extra for row in scored),
        criticals=sum(row.outcome == dice_outcomes.CRITICAL for row in scored),
        unlike=unlike,
    )
    why = ("GA-3.3-16", "GA-3.3-17") if needed.total else ()
    terms = [clause for need in (needed, *needs.values()) for clause in need.clauses()]
    ruling.record(event, *why, *terms, *_hit_clauses(scored, group_profile(game, group)))


def hit_of(ruling: Ruling[Game], troop: str, face: int, needed: int) -> HitResult:
    """GA-3.3-16 GA-8.3-28 Say what one attack gives; a random number of extra hits is thrown for at once."""
    game = ruling.game
    hit = hit_outcome(game, opened(game), face, needed)
    dice = hit.extra.dice if hit.extra is not None else 0
    faces = ruling.roll(dice, dice_outcomes.SIDES, "sustained-fire", seat_of(game)) if dice else ()
    extra = dice_outcomes.value(hit.extra, faces) if hit.extra is not None else 0
    return HitResult(troop=troop, face=face, outcome=hit.outcome, wounds=hit.wounds, extra=extra, extra_faces=faces)


def hit_outcome(game: Game, group: AttackGroup, face: int, needed: int) -> dice_outcomes.Hit:
    """GA-3.3-16 GA-3.3-18 Say what a Hit die of a group gives; face 0 is a hit without a roll."""
    if face == 0:
        return dice_outcomes.Hit(dice_outcomes.HIT)
    fives = game.options.annihilation_5_always_hits and not _sixes_only(game, group)
    return dice_outcomes.hit(face, needed, group_profile(game, group), fives=fives)


def hit_needed(game: Game, group: AttackGroup, troop: str = "") -> Tally:
    """GA-3.3-16 GA-4.1-03 Give the face that hits in a group, by a troop that may be damaged; 0 without a roll."""
    profile, melee = group_profile(game, group), game.weapons[group.weapon].melee
    skill = dice_outcomes.skill(
        profile,
        melee=melee,
        fatigued=fatigued(game, group.formation),
        worsen_automatic=game.options.fatigue_affects_auto_hit,
    )
    if _sixes_only(game, group) and (skill.total or not game.options.overwatch_autohits):
        return dice_outcomes.overwatch(skill)
    if skill.total == 0:
        return skill
    stationary = game.formations[group.formation].move == "remained_stationary"
    seen = facts_of(game, group.target).seen
    modifiers = dice_outcomes.hit_modifiers(
        profile, melee=melee, stationary=stationary, stealth=group.stealth, seen=seen
    )
    hurt = damaged_states.hit_modifier(game, troop)
    return dice_outcomes.needed_to_hit(skill, (*modifiers, hurt), game.options.roll_modifier_cap)


def _sixes_only(game: Game, group: AttackGroup) -> bool:
    """GA-5.7-05 Tell whether an Overwatch lets the shots of a group hit on an unmodified 6 alone."""
    return not game.weapons[group.weapon].melee and effects.sixes_only(game, group.formation)


def attackers(group: AttackGroup) -> Iterator[str]:
    """List the attacking troop of each attack, in the order in which they were counted."""
    for count in group.counts:
        for _ in range(count.attacks.total):
            yield count.troop


def _hit_clauses(scored: Sequence[HitResult], profile: WeaponProfile) -> Iterator[str]:
    """Name the abilities that made a difference."""
    if any(row.extra for row in scored):
        yield "GA-8.3-28"
    if any(row.wounds for row in scored):
        yield "GA-8.3-27" if weapon_abilities.has(profile, "annihilation") else "GA-8.3-12"


def hits_rolled(game: Game, event: HitsRolled) -> None:
    """Number the hits; from here on they are the attacks of the group."""
    game.group = replace(opened(game), step="hit", hit_needed=event.needed)
    note_hits(game, event.results)


def note_hits(game: Game, results: tuple[HitResult, ...]) -> None:
    """GA-3.3-16 GA-8.3-28 Number what hits, extra hits behind the hit that gave them."""
    game.group = replace(opened(game), hits=results)
    hits = [
        (result.troop, result.wounds and extra == 0)
        for result in results
        if result.outcome != dice_outcomes.MISS
        for extra in range(1 + result.extra)
    ]
    game.attacks = {
        number: Attack(number=number, troop=troop, automatic=automatic)
        for number, (troop, automatic) in enumerate(hits, 1)
    }


PART = Part(
    handlers=handlers(roll_hit),
    reducers=reducers(hits_rolled),
    windows=windows(table_step("hit_roll", "GA-3.3-16", RollHit, open_group_id, subject=AttackSubject)),
)

"""Chapter 3.3, steps one and two of an attack: the Hit and Wound rolls of a group, and their re-rolls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.offers import Choice, Offer, Some, offer
from adjudicator.kernel.parties import Party
from adjudicator.kernel.ruleset import clauses, reducers
from adjudicator.kernel.ruling import Ruling
from adjudicator.kernel.tally import Tally
from adjudicator.kernel.windows import Asks, Window, windows
from adjudicator.rulesets.grinding_annihilation import abilities, outcomes
from adjudicator.rulesets.grinding_annihilation.attacks import decline, decline_offer
from adjudicator.rulesets.grinding_annihilation.groups import facts_of, opened, profile_at, seat_of
from adjudicator.rulesets.grinding_annihilation.messages import (
    DeclineReaction,
    DieRerolled,
    HitResult,
    HitsRolled,
    RerollDie,
    Rerolled,
    RollHit,
    RollWound,
    WeaponProfile,
    WoundResult,
    WoundsRolled,
)
from adjudicator.rulesets.grinding_annihilation.state import Attack, AttackGroup, Game, fatigued

TWIN = "twin_weapon"

# -- Hit rolls


def roll_hit(ruling: Ruling[Game], command: RollHit) -> None:
    """GA-3.3-16 The attacker rolls to hit for every attack of the group."""
    require_group(ruling, command.group)
    roll_hits(ruling)
    ruling.answered()


def roll_hits(ruling: Ruling[Game]) -> None:
    """GA-3.3-16 GA-3.3-18 Roll to hit, or hit without a roll; then throw for extra hits of a random number."""
    game, group = ruling.game, opened(ruling.game)
    needed = hit_needed(game, group)
    rolled = needed.total and group.counted
    faces = ruling.roll(group.counted, outcomes.SIDES, "hit-roll", seat_of(game)) if rolled else ()
    thrown = zip(attackers(group), faces or (0,) * group.counted, strict=True)
    results = tuple(_hit(ruling, troop, face, needed.total) for troop, face in thrown)
    scored = [each for each in results if each.outcome != outcomes.MISS]
    event = HitsRolled(
        group=group.id, faces=faces, needed=needed, results=results,
        hits=sum(1 + each.extra for each in scored),
        criticals=sum(each.outcome == outcomes.CRITICAL for each in scored),
    )  # fmt: skip
    why = ("GA-3.3-16", "GA-3.3-17") if needed.total else ()
    ruling.record(event, *why, *needed.clauses(), *_hit_clauses(scored, _profile(game, group)))


def _hit(ruling: Ruling[Game], troop: str, face: int, needed: int) -> HitResult:
    if face == 0:
        return HitResult(troop=troop, face=0, outcome=outcomes.HIT, wounds=False, extra=0)
    game = ruling.game
    profile = _profile(game, opened(game))
    hit = outcomes.hit(face, needed, profile, fives=game.how.annihilation_5_always_hits)
    dice = hit.extra.dice if hit.extra is not None else 0
    faces = ruling.roll(dice, outcomes.SIDES, "sustained-fire", seat_of(game)) if dice else ()
    extra = outcomes.value(hit.extra, faces) if hit.extra is not None else 0
    return HitResult(troop=troop, face=face, outcome=hit.outcome, wounds=hit.wounds, extra=extra, extra_faces=faces)


def hit_needed(game: Game, group: AttackGroup) -> Tally:
    """GA-3.3-16 Give the face that hits in a group; 0 where it hits without a roll."""
    profile, melee = _profile(game, group), game.weapons[group.weapon].melee
    skill = outcomes.skill(
        profile, melee=melee, fatigued=fatigued(game, group.formation),
        worsen_automatic=game.how.fatigue_affects_auto_hit,
    )  # fmt: skip
    if skill.total == 0:
        return skill
    stationary = game.formations[group.formation].move == "remained_stationary"
    seen = facts_of(game, group.target).seen
    modifiers = outcomes.hit_modifiers(profile, melee=melee, stationary=stationary, stealth=group.stealth, seen=seen)
    return outcomes.needed_to_hit(skill, modifiers, game.how.roll_modifier_cap)


def attackers(group: AttackGroup) -> Iterator[str]:
    """List the attacking troop of each attack, in the order in which they were counted."""
    for count in group.counts:
        for _ in range(count.attacks.total):
            yield count.troop


def _hit_clauses(scored: Sequence[HitResult], profile: WeaponProfile) -> Iterator[str]:
    """Name the abilities that made a difference."""
    if any(each.extra for each in scored):
        yield "GA-8.3-28"
    if any(each.wounds for each in scored):
        yield "GA-8.3-27" if abilities.has(profile, "annihilation") else "GA-8.3-12"


def hits_rolled(game: Game, event: HitsRolled) -> None:
    """Number the hits; from here on they are the attacks of the group."""
    game.group = replace(opened(game), step="hit", hit_needed=event.needed, hits=event.results)
    hits = [
        (each.troop, each.wounds and extra == 0)
        for each in event.results
        if each.outcome != outcomes.MISS
        for extra in range(1 + each.extra)
    ]
    game.attacks = {
        number: Attack(number=number, troop=troop, automatic=automatic)
        for number, (troop, automatic) in enumerate(hits, 1)
    }


# -- Wound rolls


def roll_wound(ruling: Ruling[Game], command: RollWound) -> None:
    """GA-3.3-19 The attacker rolls to wound for every hit that needs it."""
    require_group(ruling, command.group)
    roll_wounds(ruling)
    ruling.answered()


def roll_wounds(ruling: Ruling[Game]) -> None:
    """GA-3.3-19 GA-3.3-20 Roll to wound in the order of the hits; automatic wounds roll nothing."""
    game, group = ruling.game, opened(ruling.game)
    profile, vigour = _profile(game, group), facts_of(game, group.target).vigour
    needed = wound_needed(game, group)
    critical = abilities.anti(profile, group.keywords)
    rolled = sum(not each.automatic for each in game.attacks.values())
    faces = ruling.roll(rolled, outcomes.SIDES, "wound-roll", seat_of(game)) if rolled else ()
    left = iter(faces)
    results = tuple(
        _wound(attack, 0 if attack.automatic else next(left), needed.total, critical)
        for attack in game.attacks.values()
    )
    event = WoundsRolled(
        group=group.id, faces=faces, strength=profile.strength, vigour=vigour.total, needed=needed, critical=critical,
        results=results, wounds=sum(each.outcome != outcomes.FAILED for each in results),
    )  # fmt: skip
    why = ("GA-8.3-30",) if critical < outcomes.SIDES else ()
    ruling.record(event, *needed.clauses(), "GA-3.3-20", *vigour.clauses(), *why)


def wound_needed(game: Game, group: AttackGroup) -> Tally:
    """GA-3.3-19 Give the face that wounds in a group."""
    profile, vigour = _profile(game, group), facts_of(game, group.target).vigour
    assaulted = game.formations[group.formation].assaulted
    modifiers = outcomes.wound_modifiers(profile, assaulted=assaulted, keywords=group.keywords)
    return outcomes.needed_to_wound(profile.strength, vigour.total, modifiers, game.how.roll_modifier_cap)


def _wound(attack: Attack, face: int, needed: int, critical: int) -> WoundResult:
    outcome = outcomes.wound(face, needed, critical) if face else outcomes.WOUND
    return WoundResult(attack=attack.number, troop=attack.troop, face=face, outcome=outcome)


def wounds_rolled(game: Game, event: WoundsRolled) -> None:
    """Note what each hit gave; the wounding ones are due."""
    game.group = replace(
        opened(game), step="wounded", strength=event.strength, vigour=event.vigour, wound_needed=event.needed,
        critical=event.critical,
    )  # fmt: skip
    for each in event.results:
        _note_wound(game, each.attack, each.face, each.outcome, rerolled=False)


def _note_wound(game: Game, number: int, face: int, outcome: str, *, rerolled: bool) -> None:
    status = "" if outcome == outcomes.FAILED else "due"
    game.attacks[number] = replace(game.attacks[number], face=face, outcome=outcome, rerolled=rerolled, status=status)


# -- re-rolls


def rerollable(game: Game) -> list[int]:
    """GA-8.3-09 GA-2.5-05 List the attacks whose Wound die may be thrown again: each once, with a Twin-Weapon."""
    group = opened(game)
    if group.step != "wounded" or not abilities.twin_weapon(_profile(game, group)):
        return []
    return [each.number for each in game.attacks.values() if each.face and not each.rerolled]


def reroll_die(ruling: Ruling[Game], command: RerollDie) -> None:
    """GA-2.5-04 The attacker throws Wound dice again; the new faces stand."""
    require_group(ruling, command.group)
    ruling.require(command.roll == "wound", "GA-8.3-09", "no-such-reroll", "roll", roll=command.roll)
    ruling.require(command.ability == TWIN, "GA-8.3-09", "no-such-reroll", "ability", ability=command.ability)
    may = rerollable(ruling.game)
    strange = [number for number in command.attacks if number not in may]
    ruling.require(command.attacks, "GA-2.5-04", "no-dice-named", "attacks")
    ruling.require(not strange, "GA-2.5-05", "not-rerollable", "attacks", attacks=" ".join(map(str, strange)))
    once = len(set(command.attacks)) == len(command.attacks)
    ruling.require(once, "GA-2.5-05", "dice-twice", "attacks")
    reroll(ruling, command.attacks)
    if not rerollable(ruling.game):
        ruling.answered()


def reroll(ruling: Ruling[Game], numbers: Sequence[int]) -> None:
    """GA-8.3-09 Throw these Wound dice again."""
    game, group = ruling.game, opened(ruling.game)
    needed = 0 if group.wound_needed is None else group.wound_needed.total
    faces = ruling.roll(len(numbers), outcomes.SIDES, "wound-reroll", seat_of(game))
    dice = tuple(
        Rerolled(
            attack=number,
            was=game.attacks[number].face,
            face=face,
            outcome=outcomes.wound(face, needed, group.critical),
        )
        for number, face in zip(numbers, faces, strict=True)
    )
    event = DieRerolled(roll="wound", group=group.id, ability=TWIN, dice=dice)
    ruling.record(event, "GA-2.5-04", "GA-8.3-09", "GA-2.5-06")


def die_rerolled(game: Game, event: DieRerolled) -> None:
    """The new face stands, even if it is worse."""
    for each in event.dice:
        _note_wound(game, each.attack, each.face, each.outcome, rerolled=True)


# -- helpers


def require_group(ruling: Ruling[Game], group: str) -> None:
    """GA-3.3-39 Refuse another group than the open one."""
    found = opened(ruling.game).id
    ruling.require(group == found, "GA-3.3-39", "other-group", "group", open=found)


def _profile(game: Game, group: AttackGroup) -> WeaponProfile:
    return profile_at(game, group.weapon, group.profile)


def _hit_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [offer(RollHit, "GA-3.3-16", group=Choice((opened(game).id,)))]


def _hit_now(game: Game, _window: Window, _party: Party) -> Struct:
    return RollHit(group=opened(game).id)


def _wound_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [offer(RollWound, "GA-3.3-19", group=Choice((opened(game).id,)))]


def _wound_now(game: Game, _window: Window, _party: Party) -> Struct:
    return RollWound(group=opened(game).id)


def _reroll_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    numbers = tuple(str(number) for number in rerollable(game))
    again = offer(
        RerollDie, "GA-8.3-09", roll=Choice(("wound",)), group=Choice((opened(game).id,)),
        attacks=Some(numbers, 1, len(numbers)), ability=Choice((TWIN,)),
    )  # fmt: skip
    return [decline_offer(window), again]


CLAUSES = clauses(roll_hit, roll_wound, reroll_die)
REDUCERS = reducers(hits_rolled, wounds_rolled, die_rerolled)
WINDOWS = windows(
    Asks("hit_roll", "GA-3.3-16", (RollHit,), _hit_offers, _hit_now),
    Asks("wound_roll", "GA-3.3-19", (RollWound,), _wound_offers, _wound_now),
    Asks("reroll", "GA-3.3-40", (RerollDie, DeclineReaction), _reroll_offers, decline),
)

__all__ = [
    "CLAUSES", "REDUCERS", "WINDOWS", "hit_needed", "require_group", "reroll", "rerollable", "roll_hits", "roll_wounds",
    "wound_needed",
]  # fmt: skip

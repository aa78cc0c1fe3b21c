"""Chapter 3.3, steps one and two of an attack: the Hit and Wound rolls of a group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Some, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, table_step, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation import abilities, damaged, effects, outcomes
from adjudicator.rulesets.grinding_annihilation.groups import facts_of, opened, profile_at, seat_of
from adjudicator.rulesets.grinding_annihilation.manoeuvres import ask_reroll
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DieRerolled,
    HitResult,
    HitsRolled,
    Rerolled,
    RollHit,
    RollWound,
    TroopNeed,
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
    ask_reroll(ruling, opened(ruling.game).formation, "hit", command.group)


def roll_hits(ruling: Ruling[Game]) -> None:
    """GA-3.3-16 GA-3.3-18 Roll to hit, or hit without a roll; then throw for extra hits of a random number."""
    game, group = ruling.game, opened(ruling.game)
    needs = {each.troop: hit_needed(game, group, each.troop) for each in group.counts}
    needed = next(iter(needs.values()), None) or hit_needed(game, group)
    unlike = tuple(TroopNeed(troop=key, needed=each) for key, each in needs.items() if each.total != needed.total)
    rolled = needed.total and group.counted
    faces = ruling.roll(group.counted, outcomes.SIDES, "hit-roll", seat_of(game)) if rolled else ()
    thrown = zip(attackers(group), faces or (0,) * group.counted, strict=True)
    results = tuple(hit_of(ruling, troop, face, needs[troop].total) for troop, face in thrown)
    scored = [each for each in results if each.outcome != outcomes.MISS]
    event = HitsRolled(
        group=group.id, faces=faces, needed=needed, results=results,
        hits=sum(1 + each.extra for each in scored),
        criticals=sum(each.outcome == outcomes.CRITICAL for each in scored), unlike=unlike,
    )  # fmt: skip
    why = ("GA-3.3-16", "GA-3.3-17") if needed.total else ()
    terms = [clause for each in (needed, *needs.values()) for clause in each.clauses()]
    ruling.record(event, *why, *terms, *_hit_clauses(scored, _profile(game, group)))


def hit_of(ruling: Ruling[Game], troop: str, face: int, needed: int) -> HitResult:
    """GA-3.3-16 GA-8.3-28 Say what one attack gives; a random number of extra hits is thrown for at once."""
    game = ruling.game
    hit = struck(game, opened(game), face, needed)
    dice = hit.extra.dice if hit.extra is not None else 0
    faces = ruling.roll(dice, outcomes.SIDES, "sustained-fire", seat_of(game)) if dice else ()
    extra = outcomes.value(hit.extra, faces) if hit.extra is not None else 0
    return HitResult(troop=troop, face=face, outcome=hit.outcome, wounds=hit.wounds, extra=extra, extra_faces=faces)


def struck(game: Game, group: AttackGroup, face: int, needed: int) -> outcomes.Hit:
    """GA-3.3-16 GA-3.3-18 Say what a Hit die of a group gives; face 0 is a hit without a roll."""
    if face == 0:
        return outcomes.Hit(outcomes.HIT)
    fives = game.how.annihilation_5_always_hits and not _sixes_only(game, group)
    return outcomes.hit(face, needed, _profile(game, group), fives=fives)


def hit_needed(game: Game, group: AttackGroup, troop: str = "") -> Tally:
    """GA-3.3-16 GA-4.1-03 Give the face that hits in a group, by a troop that may be damaged; 0 without a roll."""
    profile, melee = _profile(game, group), game.weapons[group.weapon].melee
    skill = outcomes.skill(
        profile, melee=melee, fatigued=fatigued(game, group.formation),
        worsen_automatic=game.how.fatigue_affects_auto_hit,
    )  # fmt: skip
    if _sixes_only(game, group) and (skill.total or not game.how.overwatch_autohits):
        return outcomes.overwatch(skill)
    if skill.total == 0:
        return skill
    stationary = game.formations[group.formation].move == "remained_stationary"
    seen = facts_of(game, group.target).seen
    modifiers = outcomes.hit_modifiers(profile, melee=melee, stationary=stationary, stealth=group.stealth, seen=seen)
    hurt = damaged.hit_modifier(game, troop)
    return outcomes.needed_to_hit(skill, (*modifiers, hurt), game.how.roll_modifier_cap)


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
    if any(each.extra for each in scored):
        yield "GA-8.3-28"
    if any(each.wounds for each in scored):
        yield "GA-8.3-27" if abilities.has(profile, "annihilation") else "GA-8.3-12"


def hits_rolled(game: Game, event: HitsRolled) -> None:
    """Number the hits; from here on they are the attacks of the group."""
    game.group = replace(opened(game), step="hit", hit_needed=event.needed)
    note_hits(game, event.results)


def note_hits(game: Game, results: tuple[HitResult, ...]) -> None:
    """GA-3.3-16 GA-8.3-28 Number what hits, extra hits behind the hit that gave them."""
    game.group = replace(opened(game), hits=results)
    hits = [
        (each.troop, each.wounds and extra == 0)
        for each in results
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
    for number in command.waived:
        may = automatic(ruling.game)
        ruling.require(number in may, "GA-8.3-05", "not-waivable", "waived", attack=number, may=listed(may))
    once = len(set(command.waived)) == len(command.waived)
    ruling.require(once, "GA-8.3-05", "waived-twice", "waived")
    rolled = roll_wounds(ruling, command.waived)
    ruling.answered()
    if rolled and not rerollable(ruling.game):
        ask_reroll(ruling, opened(ruling.game).formation, "wound", command.group)


def automatic(game: Game) -> list[int]:
    """GA-8.3-05 List the attacks whose automatic wound the attacker may waive and roll for; by option alone."""
    return [each.number for each in game.attacks.values() if each.automatic and game.how.auto_wound_optional]


def listed(numbers: Sequence[int]) -> str:
    """Write numbers of attacks down."""
    return " ".join(map(str, numbers)) or "none"


def roll_wounds(ruling: Ruling[Game], waived: Sequence[int] = ()) -> bool:
    """GA-3.3-19 GA-3.3-20 Roll to wound in the order of the hits; automatic wounds roll nothing unless waived.

    Tell whether anything was thrown.
    """
    game, group = ruling.game, opened(ruling.game)
    profile, vigour = _profile(game, group), facts_of(game, group.target).vigour
    needed = wound_needed(game, group)
    critical = abilities.anti(profile, group.keywords)
    sure = {each.number for each in game.attacks.values() if each.automatic}.difference(waived)
    rolled = len(game.attacks) - len(sure)
    faces = ruling.roll(rolled, outcomes.SIDES, "wound-roll", seat_of(game)) if rolled else ()
    left = iter(faces)
    results = tuple(
        _wound(attack, 0 if attack.number in sure else next(left), needed.total, critical)
        for attack in game.attacks.values()
    )
    event = WoundsRolled(
        group=group.id, faces=faces, strength=profile.strength, vigour=vigour.total, needed=needed, critical=critical,
        results=results, wounds=sum(each.outcome != outcomes.FAILED for each in results),
    )  # fmt: skip
    why = (*(("GA-8.3-30",) if critical < outcomes.SIDES else ()), *(("GA-8.3-05",) if waived else ()))
    ruling.record(event, *needed.clauses(), "GA-3.3-20", *vigour.clauses(), *why)
    return bool(faces)


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
        note_wound(game, each.attack, each.face, each.outcome, rerolled=False)


def note_wound(game: Game, number: int, face: int, outcome: str, *, rerolled: bool) -> None:
    """GA-3.3-20 Note the Wound die of an attack; a wounding one is due."""
    status = "" if outcome == outcomes.FAILED else "due"
    game.attacks[number] = replace(game.attacks[number], face=face, outcome=outcome, rerolled=rerolled, status=status)


# -- re-rolls


def rerollable(game: Game) -> list[int]:
    """GA-8.3-09 GA-2.5-05 List the attacks whose Wound die may be thrown again: each once, with a Twin-Weapon."""
    group = opened(game)
    if group.step != "wounded" or not abilities.twin_weapon(_profile(game, group)):
        return []
    return [each.number for each in game.attacks.values() if each.face and not each.rerolled]


def reroll(ruling: Ruling[Game], numbers: Sequence[int], ability: str = TWIN) -> None:
    """GA-8.3-09 GA-5.1-01 Throw these Wound dice again."""
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
    formation = None if ability == TWIN else group.formation
    event = DieRerolled(roll="wound", group=group.id, ability=ability, dice=dice, formation=formation)
    ruling.record(event, "GA-2.5-04", "GA-8.3-09" if ability == TWIN else "GA-5.1-01", "GA-2.5-06")


# -- helpers


def require_group(ruling: Ruling[Game], group: str) -> None:
    """GA-3.3-39 Refuse another group than the open one."""
    found = opened(ruling.game).id
    ruling.require(group == found, "GA-3.3-39", "other-group", "group", open=found)


def _profile(game: Game, group: AttackGroup) -> WeaponProfile:
    return profile_at(game, group.weapon, group.profile)


def _group(game: Game, _window: Window) -> dict[str, str]:
    return {"group": opened(game).id}


def _wound_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    may = tuple(str(number) for number in automatic(game))
    waived = {"waived": Some(may, 0, len(may))} if may else {}
    return [offer(RollWound, "GA-3.3-19", group=Choice((opened(game).id,)), **waived)]


def _wound_now(game: Game, _window: Window, _party: Party) -> Struct:
    return RollWound(group=opened(game).id)


CLAUSES = handlers(roll_hit, roll_wound)
REDUCERS = reducers(hits_rolled, wounds_rolled)
WINDOWS = windows(
    table_step("hit_roll", "GA-3.3-16", RollHit, _group),
    WindowKind("wound_roll", "GA-3.3-19", (RollWound,), _wound_offers, _wound_now),
)

__all__ = [
    "CLAUSES", "REDUCERS", "TWIN", "WINDOWS", "automatic", "hit_needed", "hit_of", "note_hits", "note_wound",
    "require_group", "reroll", "rerollable", "roll_hits", "roll_wounds", "struck", "wound_needed",
]  # fmt: skip

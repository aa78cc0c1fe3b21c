"""Chances of throws that succeed or fail, as the events tell what was needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decide.parties import seat_of_id
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.labels import Chance, Known, Odds, rolled_off, summed_against
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ArmouredChargeRolled,
    AttackGroupBegun,
    BattleCreated,
    BattleFatigueTested,
    DamageInflicted,
    DeadlyDemiseRolled,
    DefenceRolled,
    DesperateRetreatTested,
    DieRerolled,
    GrenadesRolled,
    HazardTested,
    HitResult,
    HitsRolled,
    MortalWoundSuffered,
    RollOffMade,
    RosterAccepted,
    WeaponProfile,
    WoundsRolled,
    WreckRolled,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.deadly_demise import sets_off
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.dice_outcomes import (
    FAILED,
    MISS,
    SIDES,
    chance,
)

STRIKES: Mapping[type[Struct], tuple[str, int]] = MappingProxyType(
    {GrenadesRolled: ("grenades", 4), ArmouredChargeRolled: ("armoured-charge", 5)}
)
"""Name of the throw and least face of a mortal wound."""

TEST, HAZARD = 3, 2
"""Least faces that pass."""

PAIRS = 36
FIVES = ("fives",)
SIXES_ONLY = "GA-5.7-05"
"""Clause that a number has where an Overwatch hits on an unmodified 6 alone."""

TESTS: Mapping[str, tuple[str, int]] = MappingProxyType(
    {"desperate_retreat": ("desperate-retreat-reroll", TEST), "hazard": ("hazard-reroll", HAZARD)}
)


def luck(event: Struct, known: Known) -> Iterator[Odds]:
    """Give every throw that succeeds or fails, and what adds up against its own side; what only counts is left out."""
    match event:
        case BattleCreated():
            known.noted[FIVES] = event.options.annihilation_5_always_hits
        case RosterAccepted():
            known.noted |= {("weapon", weapon.id): weapon.profiles for weapon in event.weapons}
        case AttackGroupBegun() if ("weapon", event.weapon) in known.noted:
            known.noted["profile", event.group] = known.noted["weapon", event.weapon][event.profile]
        case HitsRolled():
            yield from _hits(event, known)
        case WoundsRolled():
            needed = _lowest(event.needed, event.critical)
            known.noted["wound", event.group] = needed
            for row in event.results:
                known.noted["wound", event.group, str(row.attack)] = row.troop
                if row.face:
                    yield _chance(row.troop, "wound-roll", needed, row.face, success=row.outcome != FAILED)
        case DefenceRolled() if event.face:
            known.noted["defence", event.group, str(event.attack)] = (event.troop, event.needed)
            kind = "defence-check" if event.save == "armour" else "invulnerable-save"
            yield _chance(event.troop, kind, event.needed, event.face, success=event.saved)
        case BattleFatigueTested():
            needed = Tally(event.needed, ())
            seat = seat_of_id(event.formation)
            yield Chance(seat, _pairs(event.needed), PAIRS, event.passed, "battle-fatigue", needed, faces=event.faces)
        case DieRerolled():
            yield from _rerolled(event, known)
        case _:
            yield from _other(event, known)


def _hits(event: HitsRolled, known: Known) -> Iterator[Chance]:
    """GA-3.3-16 GA-4.1-03 Tell what each attacker hit."""
    unlike = {row.troop: row.needed for row in event.unlike}
    known.noted["hit", event.group] = (event.needed, unlike)
    for result in event.results:
        if result.face:
            needed = unlike.get(result.troop, event.needed)
            yield from _hit(event.group, result, "hit-roll", needed, result.face, known)


def _hit(group: str, result: HitResult, kind: str, needed: Tally, face: int, known: Known) -> Iterator[Chance]:
    """GA-3.3-16 GA-8.3-05 Count the faces that hit with the weapon of a group, as its dice are read.

    Nothing is said where a 5 of some weapons hits by option though a 6 is needed, and which weapon it is is not known.
    """
    profile: WeaponProfile | None = known.noted.get(("profile", group))
    always = SIDES
    if known.noted.get(FIVES) and needed.total >= SIDES and SIXES_ONLY not in needed.clauses():
        if profile is None:
            return
        faces = range(1, SIDES + 1)
        always = min(one for one in faces if dice_outcomes.hit(one, SIDES, profile, fives=True).outcome != MISS)
    yield _chance(result.troop, kind, _lowest(needed, always), face, success=result.outcome != MISS)


def _rerolled(event: DieRerolled, known: Known) -> Iterator[Chance]:
    """GA-2.5-04 GA-5.1-01 Tell what dice that were thrown again had to show: what was needed before."""
    faces = [die.face for die in event.dice]
    if event.roll == "hit" and ("hit", event.group) in known.noted:
        usual, unlike = known.noted["hit", event.group]
        for die, result in zip(event.dice, event.hits, strict=False):
            needed = unlike.get(result.troop, usual)
            yield from _hit(event.group, result, "hit-reroll", needed, die.face, known)
    elif event.roll == "wound":
        for die in event.dice:
            troop = known.noted.get(("wound", event.group, str(die.attack)))
            if troop is not None:
                needed = known.noted["wound", event.group]
                yield _chance(troop, "wound-reroll", needed, die.face, success=die.outcome != FAILED)
    elif event.roll == "defence":
        for die in event.dice:
            noted = known.noted.get(("defence", event.group, str(die.attack)))
            if noted is not None:
                troop, needed = noted
                yield _chance(troop, "defence-reroll", needed, die.face, success=die.face in _saving(needed.total))
    elif event.roll in TESTS and event.formation is not None:
        kind, least = TESTS[event.roll]
        yield from _tests(event.formation, kind, least, faces)


def _saving(needed: int) -> range:
    """GA-3.3-24 Give the faces that save: a 1 never does."""
    return range(max(2, needed), SIDES + 1)


def _other(event: Struct, known: Known) -> Iterator[Odds]:
    match event:
        case DamageInflicted():
            yield from _tests(event.troop, "reinforced-health", event.health_needed, event.health_faces)
        case MortalWoundSuffered() if event.health_face:
            yield from _tests(event.troop, "reinforced-health", event.health_needed, (event.health_face,))
        case DesperateRetreatTested():
            yield from _tests(event.formation, "desperate-retreat", TEST, event.faces)
        case GrenadesRolled() | ArmouredChargeRolled():
            yield from _tests(event.formation, *STRIKES[type(event)], event.faces)
        case WreckRolled():
            yield from _tests(event.formation, "wreck", event.hurts + 1, event.faces)
        case RollOffMade():
            yield from rolled_off(known.rolls, event.winner)
        case DeadlyDemiseRolled():
            yield from _demise(event)
        case HazardTested():
            yield from _tests(event.formation, "hazard-test", HAZARD, event.faces)


def _demise(event: DeadlyDemiseRolled) -> Iterator[Odds]:
    """GA-3.3-36 GA-3.3-37 Tell whether it goes off, and of its wounds those that own formations suffer."""
    seat, good = seat_of_id(event.troop), [face for face in range(1, SIDES + 1) if sets_off(face)]
    least, came = Tally(min(good), ()), sets_off(event.face)
    yield Chance(seat, len(good), SIDES, came, "deadly-demise", least, faces=(event.face,))
    for row in event.results:
        if row.faces and seat_of_id(row.formation) == seat:
            yield summed_against(seat, "deadly-demise-wounds", SIDES, row.faces)


def _tests(owner: str, kind: str, least: int, faces: Iterable[int]) -> Iterator[Chance]:
    """Read dice that succeed from a face on, a 1 too where it is that low."""
    for face in faces:
        good = SIDES + 1 - least
        yield Chance(seat_of_id(owner), good, SIDES, face >= least, kind, Tally(least, ()), faces=(face,))


def _chance(troop: str, kind: str, needed: Tally, face: int, *, success: bool) -> Chance:
    """GA-3.3-24 Count the faces that succeed; an unmodified 1 never does."""
    return Chance(seat_of_id(troop), chance(needed.total), SIDES, success, kind, needed, faces=(face,))


def _lowest(needed: Tally, always: int) -> Tally:
    """Lower what is needed to a face that always succeeds."""
    return needed if needed.total <= always else Tally(always, needed.terms)


def _pairs(needed: int) -> int:
    """GA-3.1-06 Count the throws of two dice that make at least so much."""
    return sum(one + other >= needed for one in range(1, SIDES + 1) for other in range(1, SIDES + 1))

"""The odds of an attack, worked out a second time with icepool and from the rulebook alone, with no function of ours.

A case says in plain numbers what attacks what. Chains go over what is left of the target: the wounds of each troop in
order. The caller looks at one count at a time, so that nothing grows large.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial
from typing import Any

from icepool import Die, d6

WoundsLeft = tuple[int, ...]


@dataclass(frozen=True)
class Mark:
    """One troop of the target."""

    wounds: int = 1
    defence: int = 4
    invulnerable: int = 0
    health: int = 0
    leader: bool = False


@dataclass(frozen=True)
class Gun:
    """A weapon; abilities by name with their X."""

    swiftness: str = "1"
    skill: int = 3
    strength: int = 4
    penetration: int = 0
    damage: str = "1"
    abilities: tuple[tuple[str, str], ...] = ()

    def has(self, name: str) -> bool:
        return any(key == name for key, _ in self.abilities)

    def x(self, name: str) -> str:
        return next((x for key, x in self.abilities if key == name), "")


@dataclass(frozen=True)
class Case:
    """An attack by `copies` of a weapon, and all that bears on it."""

    gun: Gun = field(default_factory=Gun)
    copies: int = 2
    target: tuple[Mark, ...] = (Mark(), Mark())
    vigour: int = 4
    infantry: bool = True
    melee: bool = False
    near: bool = False
    stationary: bool = False
    assaulted: bool = False
    seen: bool = True
    cover: bool = False
    stealth: bool = False
    fatigued: bool = False
    plunging: bool = False
    overwatch: bool = False
    rerolls: str = "failures"
    aimed: bool = False
    spill: bool = True
    cap: int = 0
    fives: bool = False
    steers: bool = False


def follow(die: Die, rule: Callable[[Any], Any]) -> Die:
    """Let a die, or a certain outcome, follow from each outcome; icepool weighs them against one another."""
    found = [rule(outcome) for outcome in die.outcomes()]
    return Die([row if isinstance(row, Die) else Die({row: 1}) for row in found], times=list(die.quantities()))


def amount(text: str) -> Die:
    """Read "2", "D6", "2D3+1"."""
    dice, _, plus = text.replace("D6", "@6").replace("D3", "@3").partition("+")
    if "@" not in dice:
        return Die([int(dice)])
    count, sides = dice.split("@")
    return int(count or 1) @ Die(range(1, int(sides) + 1)) + int(plus or 0)


def attacks(case: Case) -> Die:
    """All attacks of all copies."""
    gun = case.gun
    more = 0
    if not (case.melee and gun.has("extra_attacks")):
        more += int(gun.x("rapid_fire")) if gun.has("rapid_fire") and case.near and not case.melee else 0
        more += len(case.target) // 5 if gun.has("volatile") else 0
    return case.copies @ (amount(gun.swiftness) + more)


def limited(bonus: int, cap: int) -> int:
    return bonus if not cap else max(-cap, min(cap, bonus))


def hit_die(case: Case) -> Die:
    """Give ("miss", "hit", "crit" or "five") of one attack; a five or six of Annihilation is told apart."""
    gun = case.gun
    if gun.skill == 0:
        return Die(["plain"])
    bonus = int(gun.has("heavy") and case.stationary)
    if not case.melee:
        bonus -= int(case.stealth) + int(gun.has("indirect") and not case.seen)
    skill = 6 if case.fatigued and not case.melee else gun.skill

    def look(face: int) -> str:
        if face == 6:
            return "crit"
        five = face == 5 and gun.has("annihilation")
        lands = face != 1 and (face + limited(bonus, case.cap) >= skill or (five and case.fives))
        if case.overwatch or not lands:
            return "miss"
        return "five" if five else "hit"

    return follow(d6, look)


def wound_die(case: Case) -> Die:
    """Give "fail", "wound" or "crit" of one hit that rolls."""
    gun, strength = case.gun, case.gun.strength
    if strength >= 2 * case.vigour:
        table = 2
    elif 2 * strength <= case.vigour:
        table = 6
    else:
        table = 3 if strength > case.vigour else 4 if strength == case.vigour else 5
    bonus = int(gun.has("bayonet") and case.assaulted) + int(gun.has("emission") and case.infantry)
    critical = int(gun.x("anti")) if gun.has("anti") and case.infantry else 6

    def look(face: int) -> str:
        if face == 1:
            return "fail"
        if face >= critical:
            return "crit"
        return "wound" if face + limited(bonus, case.cap) >= table else "fail"

    once = follow(d6, look)
    second = {"none": (), "failures": ("fail",), "non_criticals": ("fail", "wound")}[case.rerolls]
    if not gun.has("twin_weapon"):
        return once
    return follow(once, lambda row: once if row in second else row)


def damage(case: Case) -> Die:
    near = case.near and not case.melee and case.gun.has("inferno")
    return amount(case.gun.damage) + (int(case.gun.x("inferno")) if near else 0)


def _wounding(case: Case, result: str) -> Any:
    if result == "fail":
        return (1, 0, 0, ())
    if result == "crit" and case.gun.has("devastating"):
        steered = case.steers and case.aimed and case.gun.has("precision")
        return follow(damage(case), lambda row: (1, 1, 0, ((row, steered),)))
    return (1, 1, 1, ())


def _joined(one: Any, other: Any) -> tuple[Any, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _chain(first: Die, other: Die, times: int) -> Die:
    rows = first
    for _ in range(times):
        rows = follow(rows, lambda one: follow(other, lambda row: _joined(one, row)))
    return rows


@cache
def shot(case: Case) -> Die:
    """Give (hits, wounds, allocated, lots of mortal wounds) of one attack, before any choice.

    A lot is how many, and whether Precision steers them.
    """
    gun = case.gun
    rolled = follow(wound_die(case), lambda row: _wounding(case, row))

    def one(result: str) -> Die:
        if result == "miss":
            return (0, 0, 0, ())
        crit, five = result == "crit", result == "five"
        sure = ((five or crit) and gun.has("annihilation")) or (crit and gun.has("destructive"))
        first = Die({(1, 1, 1, ()): 1}) if sure else rolled
        extra = amount(gun.x("sustained_fire")) if crit and gun.has("sustained_fire") else Die([0])
        return follow(extra, lambda more: _chain(first, rolled, more))

    return follow(hit_die(case), one)


def taker(case: Case, wounds_left: WoundsLeft) -> int | None:
    """The first living troop takes it, a Leader last; by Precision the Leader, while there is an Escort."""
    alive = [number for number, left in enumerate(wounds_left) if left]
    plain = [number for number in alive if not case.target[number].leader]
    if case.aimed and case.gun.has("precision") and plain and len(plain) < len(alive):
        return next(number for number in alive if case.target[number].leader)
    return next(iter(plain or alive), None)


def lose(wounds_left: WoundsLeft, number: int, wounds: int) -> WoundsLeft:
    return tuple(max(0, left - wounds) if row == number else left for row, left in enumerate(wounds_left))


def after_health(mark: Mark, wounds: int) -> Die:
    """Every wound is ignored by itself; what is dealt beyond the end of a troop makes no difference."""
    return wounds @ (d6 < mark.health) if mark.health else Die([wounds])


def fails_save(case: Case, mark: Mark) -> Die:
    gun = case.gun
    shielded = case.cover or (gun.has("indirect") and not case.seen)
    needed = mark.defence - gun.penetration + int(case.plunging)
    if shielded and not case.melee and not gun.has("ignores_cover") and needed > 3:
        needed -= 1
    faces = [max(0, 7 - max(2, number)) for number in (needed if mark.defence else 7, mark.invulnerable or 7)]
    return d6 > max(faces)


@cache
def take(case: Case, wounds_left: WoundsLeft) -> Die:
    """Give (lefts, unsaved) after one allocated attack."""
    number = taker(case, wounds_left)
    if number is None:
        return Die({(wounds_left, 0): 1})
    mark = case.target[number]
    dealt = follow(damage(case), lambda wounds: after_health(mark, wounds))
    hurt = follow(dealt, lambda lost: (lose(wounds_left, number, lost), 1))
    return follow(fails_save(case, mark), lambda failed: hurt if failed else (wounds_left, 0))


@cache
def suffer(case: Case, wounds_left: WoundsLeft, wounds: int, steered: bool) -> Die:
    """Let one lot of mortal wounds be suffered; unless it spills over, one troop alone takes it."""
    rows = Die({(wounds_left, -1): 1})
    aimed = replace(case, gun=Gun(abilities=(("precision", ""),)), aimed=steered)
    plain = replace(case, aimed=False)

    def one(state: Any) -> Any:
        now, bound = state
        number = taker(plain if bound >= 0 else aimed, now)
        if bound >= 0 and (not case.spill or (steered and case.target[bound].leader and now[bound])):
            number = bound if now[bound] else None
        if number is None:
            return state
        return follow(after_health(case.target[number], 1), lambda lost: (lose(now, number, lost), number))

    for _ in range(wounds):
        rows = follow(rows, one)
    return follow(rows, lambda state: (state[0],))


@cache
def take_all(case: Case, wounds_left: WoundsLeft, due: int) -> Die:
    """Give (lefts, unsaved) after so many allocated attacks."""
    if due == 0:
        return Die({(wounds_left, 0): 1})
    before = take_all(case, wounds_left, due - 1)
    return follow(before, lambda have: follow(take(case, have[0]), lambda got: (got[0], have[1] + got[1])))


def _after_one(case: Case, state: Any, law: Die, unsaved: bool) -> Die:
    def go_on(row: Any) -> Die:
        found, base = take_all(case, state[0], row[0]), state[1] + row[1]
        return follow(found, lambda got: (got[0], base + got[1] if unsaved else base))

    return follow(law, go_on)


def _group(case: Case, count: Callable[[Any], Any], unsaved: bool, now: Any) -> Any:
    if not any(now[0]):
        return now
    law = follow(shot(case), lambda row: (row[2], count(row)))
    by_number = [Die({now: 1})]

    number = attacks(case)
    for _ in range(max(number.outcomes())):
        by_number.append(follow(by_number[-1], lambda state: _after_one(case, state, law, unsaved)))
    return follow(number, lambda row: by_number[row])


def walk(cases: tuple[Case, ...], count: Callable[[Any], Any], nothing: Any, *, unsaved: bool = False) -> Die:
    """Give (lefts, count): groups one after the other, each only while somebody is left."""
    state = Die({(tuple(row.wounds for row in cases[0].target), nothing): 1})
    for case in cases:
        state = follow(state, partial(_group, case, count, unsaved))
    return state


def total(cases: tuple[Case, ...], count: Callable[[Any], int]) -> Die:
    """Add a count up over all attacks; with one group it does not matter who is left."""
    if len(cases) == 1:
        return attacks(cases[0]) @ follow(shot(cases[0]), count)
    return follow(walk(cases, count, 0), lambda state: state[1])


def amount_values(die: Die) -> dict[int, Fraction]:
    return {int(value): Fraction(weight, die.denominator()) for value, weight in die.items() if weight}


def _suffered(case: Case, lot: tuple[int, bool], now: Any) -> Die:
    return suffer(case, now[0], *lot)


def mortals(row: Any) -> int:
    """Add the mortal wounds of an attack up."""
    return sum(wounds for wounds, _ in row[3])


def finished(cases: tuple[Case, ...]) -> Die:
    """Give what is left once the mortal wounds are suffered."""
    case = cases[0]
    if case.spill and not case.steers:
        held = follow(walk(cases, mortals, 0), lambda state: (state[0], ((state[1], False),)))
    else:
        held = walk(cases, lambda row: row[3], ())

    def one(state: Any) -> Die:
        rows = Die({(state[0],): 1})
        for lot in state[1]:
            rows = follow(rows, partial(_suffered, case, lot))
        return rows

    return follow(held, one)


def expected_distributions(*cases: Case) -> Mapping[str, dict[int, Fraction]]:
    """Reckon every distribution of an attack."""
    found = {
        "hits": total(cases, lambda row: row[0]),
        "wounds": total(cases, lambda row: row[1]),
        "attacks": total(cases, lambda _: 1),
        "mortal_wounds": total(cases, mortals),
        "unsaved": follow(walk(cases, lambda _: 0, 0, unsaved=True), lambda state: state[1]),
    }
    left = finished(cases)
    full, troops = sum(row.wounds for row in cases[0].target), len(cases[0].target)
    return {
        **{name: amount_values(die) for name, die in found.items()},
        "damage": amount_values(follow(left, lambda state: full - sum(state[0]))),
        "troops_lost": amount_values(follow(left, lambda state: troops - sum(map(bool, state[0])))),
    }

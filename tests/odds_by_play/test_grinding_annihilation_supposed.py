"""Suppositions of EstimateAttack, and Precision: asked where they are not so, played where they are.

Each situation is drawn once and set up twice, alike but for what is supposed. The estimate is asked at the first table;
at the second, where it stands as was supposed, the attack is declared and worked off by commands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateAttack,
    AttackAllocated,
    DeclareMeleeAttacks,
    DeclareTargets,
    Effect,
    MeleeAttack,
    SelectToShoot,
    Sight,
    Weapon,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Action
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject
from adjudicator.rulesets.grinding_annihilation.reports.messages import EstimateAttackRequest, EstimatedWeapon
from adjudicator.rulesets.grinding_annihilation.rules.concepts.line_of_sight import FULL, UNSEEN
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_allocation import precision_targets
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import asked_attack
from tests.odds_by_play.harness import STATES, Line, Situation, ask, chances, compare, fraction, settled
from tests.odds_by_play.test_grinding_annihilation import (
    COUNTED,
    SETTLED,
    STEPS,
    ask_about_rerolls,
    go_on,
    of_kind,
    work_off,
)
from tests.rulesets.grinding_annihilation.fixtures import ability
from tests.rulesets.grinding_annihilation.shooting.fixtures import (
    INCH,
    AttackTable,
    troop_profile,
    weapon,
    weapon_profile,
)
from tests.rulesets.grinding_annihilation.terrain.fixtures import craters, with_terrain

GAME = bytes(16)
OWN, TARGET, CHIEF = "a-guns", "b-wall", "b-wallboss.1"
NEAR, FAR = 10, 18
HARM = ("damage", "troops_lost", "destroyed", "unsaved")
XS = {"rapid_fire": 1, "inferno": 1, "sustained_fire": 1}
RANGED = ("rapid_fire", "heavy", "indirect", "inferno", "precision", "hazard", "ignores_cover", "bayonet")
MELEE = ("bayonet", "precision", "extra_attacks")
BOTH = ("devastating", "twin_weapon", "sustained_fire", "emission", "destructive", "annihilation")
MANOEUVRES = {"onslaught_overwatch": OWN, "smokescreen": TARGET, "find_cover": TARGET}
OPTIONS: dict[str, tuple[Any, ...]] = {
    "visibility_source": ("declared", "geometric"),
    "roll_modifier_cap": (0, 1),
    "annihilation_5_always_hits": (True, False),
    "devastating_spill": (True, False),
    "precision_steers_mortals": (True, False),
    "partial_cover_scope": ("shooter", "all_attackers", "any_attacker"),
}


class Facts(NamedTuple):
    """What may be supposed."""

    half_range: bool
    stationary: bool
    assaulted: bool
    fatigued: bool
    seen: bool
    cover: bool
    plunging: bool
    manoeuvres: tuple[str, ...]


class Drawn(NamedTuple):
    """What both tables have in common."""

    melee: bool
    options: dict[str, Any]
    weapons: tuple[Weapon, ...]
    copies: int
    target: dict[str, Any]
    rerolls: str
    aim: str


# -- what is drawn


def gun_of(chance: Random, key: str, *, melee: bool, wanted: Sequence[str] = ()) -> Weapon:
    """Draw a weapon."""
    pool = (*(MELEE if melee else RANGED), *BOTH)
    names = dict.fromkeys((*wanted, *chance.sample(pool, chance.randrange(4))))
    return weapon(
        key,
        weapon_profile(
            *(ability(name, XS.get(name)) for name in names),
            swiftness=chance.choice((1, 2, "D3")),
            skill=chance.randrange(2, 6),
            strength=chance.randrange(2, 9),
            penetration=-chance.randrange(3),
            damage=chance.choice((1, 2, "D3")),
            reach=0 if melee else 24,
        ),
    )


def draw(chance: Random, *wanted: str, led: bool | None = None) -> Drawn:
    """Draw an attack."""
    melee = chance.random() < 0.3
    if not melee and chance.random() < 0.3:
        wanted = (*wanted, "indirect")
    leader = troop_profile(
        "boss", vigour=chance.randrange(3, 7), defence=chance.randrange(2, 7), wounds=chance.randrange(1, 4)
    )
    kind = troop_profile(
        vigour=chance.randrange(3, 7),
        defence=chance.randrange(3, 7),
        wounds=chance.randrange(1, 3),
        invulnerable=chance.choice(((), (), (5,))),
    )
    has_leader, copies = chance.random() < 0.5 if led is None else led, chance.randrange(1, 3)
    # whoever fights needs an enemy before it
    least = copies if melee else 1
    weapons = tuple(gun_of(chance, f"gun{n}", melee=melee, wanted=wanted) for n in range(1 if melee else 2))
    # re-rolls are of a Twin-Weapon alone
    twin = any(row.name == "twin_weapon" for gun in weapons for row in gun.profiles[0].abilities)
    return Drawn(
        melee=melee,
        options={key: chance.choice(values) for key, values in OPTIONS.items()},
        weapons=weapons,
        copies=copies,
        target={"count": chance.randrange(least, 4), "kind": kind, "leader": leader if has_leader else None},
        rerolls=chance.choice(("none", "failures", "non_criticals")) if twin else "none",
        aim=CHIEF if has_leader and chance.random() < 0.7 else "",
    )


def facts_of(chance: Random, drawn: Drawn) -> Facts:
    """Draw what is so."""
    sure = not drawn.melee and drawn.options["visibility_source"] == "declared"
    indirect = all(any(row.name == "indirect" for row in gun.profiles[0].abilities) for gun in drawn.weapons)
    names = [name for name in MANOEUVRES if not drawn.melee and chance.random() < 0.25]
    half = chance.random() < 0.5
    return Facts(
        half_range=half,
        stationary=chance.random() < 0.5,
        assaulted=chance.random() < 0.5,
        fatigued=chance.random() < 0.3,
        seen=not (sure and indirect) or chance.random() < 0.5,
        cover=not drawn.melee and chance.random() < 0.5,
        plunging=not drawn.melee and chance.random() < 0.3,
        manoeuvres=tuple(names),
    )


# -- the tables


def placed(drawn: Drawn, facts: Facts) -> AttackTable:
    """Set an attack up as it stands by these facts."""
    field = AttackTable(**drawn.options).weapons(*drawn.weapons)
    gap = 1 if drawn.melee else NEAR if facts.half_range else FAR
    status: dict[str, Any] = {
        "move": "remained_stationary" if facts.stationary else "normal",
        "assaulted": facts.assaulted,
        "fatigued": int(facts.fatigued),
    }
    y = 5 * INCH
    names = tuple(gun.id for gun in drawn.weapons)
    field.formation(OWN, drawn.copies, carry=names, at=(10 * INCH, y), **status)
    field.formation("a-rest", 1, at=(50 * INCH, y))
    target = dict(drawn.target)
    field.formation(TARGET, target.pop("count"), at=(10 * INCH, y + (gap + 1) * INCH), **target)
    field.formation("b-rest", 1, at=(50 * INCH, 40 * INCH))
    if facts.cover:
        with_terrain(field.table, craters(5, 5 + gap, 30, 5 + gap + 3))
    effects = tuple(Effect(manoeuvre=name, formation=MANOEUVRES[name], troop="") for name in facts.manoeuvres)
    field.table.set(effects=effects)
    return field


def declared(drawn: Drawn, facts: Facts) -> Any:
    """Declare the attack as it stands by these facts, up to its first group; None where it is refused."""
    field = placed(drawn, facts)
    if drawn.melee:
        field.table.set(battle=replace(field.game.battle, phase="brawl", step="fights"))
        field.table.set(action=Action(formation=OWN, kind="fight", step="declare"))
        field.table.ask("declare_melee", "red", subject=FormationSubject(OWN), over=True)
    line = Line(field.table, Random(0))
    stated = drawn.options["visibility_source"] == "declared"
    sights = field.sights(OWN, TARGET, seen=FULL if facts.seen else UNSEEN) if stated else ()
    if drawn.melee:
        blows = tuple(
            MeleeAttack(troop=row.troop, weapon=row.weapon, profile=0, target=TARGET, attacks=0)
            for row in field.shots(OWN, *((gun.id, 0, TARGET) for gun in drawn.weapons))
        )
        line.send(0, DeclareMeleeAttacks(formation=OWN, attacks=blows, sights=chief_seen(drawn)))
    else:
        line.send(0, SelectToShoot(formation=OWN, sidearms=()))
        shots = field.shots(OWN, *((gun.id, 0, TARGET) for gun in drawn.weapons))
        line.send(0, DeclareTargets(formation=OWN, shots=shots, sights=sights))
    go_on(line, lambda here: here.window is not None and here.window.kind == "attack_group")
    assert line.window is not None
    assert line.window.kind == "attack_group"
    if facts.plunging:
        declaration = line.game.declaration
        line.game.declaration = replace(
            declaration, shots=tuple(replace(shot, plunging=True) for shot in declaration.shots)
        )
    return settled(field.table, line)


def chief_seen(drawn: Drawn) -> tuple[Sight, ...]:
    """GA-8.3-16 State that every attacker with Precision sees the Character, where sight is stated."""
    precise = any(row.name == "precision" for gun in drawn.weapons for row in gun.profiles[0].abilities)
    if not precise or drawn.target["leader"] is None or drawn.options["visibility_source"] != "declared":
        return ()
    observers = tuple(f"{OWN}.{number}" for number in range(1, drawn.copies + 1))
    return (Sight(observers=observers, troops=(CHIEF,), seen="full", fact=""),)


def request_of(drawn: Drawn, facts: Facts) -> EstimateAttackRequest:
    """Ask what the attack would do if it stood by these facts."""
    ranged = {name: getattr(facts, name) for name in ("half_range", "seen", "cover", "plunging")}
    return EstimateAttackRequest(
        game=GAME,
        formation=OWN,
        target=TARGET,
        weapons=tuple(EstimatedWeapon(weapon=gun.id, profile=0) for gun in drawn.weapons),
        melee=drawn.melee,
        rerolls=drawn.rerolls,
        aim=drawn.aim,
        stationary=facts.stationary,
        assaulted=facts.assaulted,
        fatigued=facts.fatigued,
        manoeuvres=facts.manoeuvres,
        **({} if drawn.melee else ranged),
    )


# -- asked and played


def supposed(chance: Random, *wanted: str, led: bool | None = None) -> tuple[Drawn, Facts, Situation]:
    """Ask where nothing of what is supposed is so, and play where all of it is."""
    drawn = draw(chance, *wanted, led=led)
    facts = facts_of(chance, drawn)
    # nobody aims at a Character whom nobody sees
    drawn = drawn if facts.seen else drawn._replace(aim="")
    others = Facts._make((*(not row for row in facts[:-1]), ()))
    elsewhere = placed(drawn, others._replace(plunging=False, half_range=others.half_range or drawn.melee))
    found = ask(elsewhere.table, "EstimateAttack", 0, request_of(drawn, facts))
    assert found is not None
    assert found.left_out == ()
    what = chance.choice(HARM if led else sorted(COUNTED))
    share = fraction(found.destroyed)
    odds = chances(getattr(found, what).outcomes) if what != "destroyed" else {"True": share, "False": 1 - share}
    table = declared(drawn, facts)

    def once(line: Line) -> str:
        aim_at(line, 0, drawn)
        return COUNTED[what](line, table, OWN, TARGET)

    return drawn, facts, Situation(f"EstimateAttack {what} {drawn} {facts}", odds, once, table)


def aim_at(line: Line, seat: int, drawn: Drawn) -> None:
    """Work the attack off; whoever may put an attack by Precision puts it on the Character that is aimed at."""
    for _ in range(STEPS):
        work_off(line, seat, drawn.rerolls, until=("precision",))
        top, group = line.window, line.game.group
        if top is None or top.kind in SETTLED:
            return
        assert group is not None
        number = asked_attack(top)
        if drawn.aim in precision_targets(line.game, line.game.attacks[number]):
            line.send(seat, AllocateAttack(group=group.id, attack=number, troop=drawn.aim))
        else:
            line.default()
    raise AssertionError(line.window)


def of_suppositions(chance: Random) -> Situation:
    """Suppose all there is."""
    return supposed(chance)[2]


def of_precision(chance: Random) -> Situation:
    """Attack a formation with a Leader with Precision, aimed at it or not."""
    return supposed(chance, "precision", led=True)[2]


DRIVERS: tuple[Callable[[Random], Situation], ...] = (of_suppositions, of_precision)


@pytest.mark.long
@pytest.mark.parametrize("driver", DRIVERS, ids=lambda row: row.__name__)
@pytest.mark.parametrize("seed", range(STATES))
def test_what_is_supposed_is_what_play_gives_where_it_is_so(driver: Callable[[Random], Situation], seed: int):
    """What an estimate says of suppositions is what comes out of playing where they hold."""
    compare(driver(Random(seed)), seed)


@pytest.mark.rule("GA-8.3-09", "GA-3.3-40")
@pytest.mark.parametrize(
    ("rerolls", "wounding"),
    [
        ("", Fraction(1, 4)),
        ("none", Fraction(1, 4)),
        ("failures", Fraction(3, 8)),
        ("non_criticals", Fraction(1, 2) * (Fraction(1, 6) + Fraction(5, 6) * Fraction(1, 2))),
    ],
)
def test_rerolls_that_were_declined_ahead_are_supposed_only_by_name(rerolls: str, wounding: Fraction):
    """One attack hits on 4+ and wounds on 4+: what is named is played once its player is asked again, else none."""
    gun = weapon("twin", weapon_profile(ability("twin_weapon"), swiftness=1, skill=4, strength=4, reach=24))
    target = {"count": 1, "kind": troop_profile(vigour=4), "leader": None}
    options = {"visibility_source": "declared"}
    drawn = Drawn(melee=False, options=options, weapons=(gun,), copies=1, target=target, rerolls=rerolls, aim="")
    facts = Facts(
        half_range=False,
        stationary=False,
        assaulted=False,
        fatigued=False,
        seen=True,
        cover=False,
        plunging=False,
        manoeuvres=(),
    )
    table = declared(drawn, facts)
    table.game.sides[0] = replace(table.game.sides[0], declined=("reroll",))
    found = ask(table, "EstimateAttack", 0, request_of(drawn, facts))
    odds = chances(found.wounds.outcomes)
    assert odds == {"0": 1 - wounding, "1": wounding}

    def once(line: Line) -> str:
        ask_about_rerolls(line, 0, rerolls)
        work_off(line, 0, rerolls)
        return COUNTED["wounds"](line, table, OWN, TARGET)

    compare(Situation(f"declined ahead {rerolls}", odds, once, table), plays=5_000)


# -- the situations are what they are for


@pytest.mark.long
def test_everything_is_supposed_and_its_contrary():
    """Each supposition is made both ways, shooting, and each Battle-Manoeuvre is; those of melee are in melee too."""
    rows = [supposed(Random(seed))[:2] for seed in range(60)]
    shooting = [facts for drawn, facts in rows if not drawn.melee]
    fighting = [facts for drawn, facts in rows if drawn.melee]
    for name in Facts._fields[:-1]:
        assert {getattr(facts, name) for facts in shooting} == {True, False}, name
    for name in ("assaulted", "fatigued"):
        assert {getattr(facts, name) for facts in fighting} == {True, False}, name
    assert {name for facts in shooting for name in facts.manoeuvres} == set(MANOEUVRES)


@pytest.mark.long
def test_characters_are_aimed_at_and_hit():
    """Precision is aimed and not, with both kinds of sight, in both phases; where it is aimed it is allocated so."""
    rows = [supposed(Random(seed), "precision", led=True) for seed in range(60)]
    kinds = {(drawn.melee, drawn.options["visibility_source"], bool(drawn.aim)) for drawn, _, _ in rows}
    assert len(kinds) == 8
    allocated = set()
    for number, (drawn, _, situation) in enumerate(rows):
        line = Line(situation.table, Random(number))
        aim_at(line, 0, drawn)
        allocated |= {(bool(drawn.aim), row.precision) for row in of_kind(line, AttackAllocated)}
    assert (True, True) in allocated
    assert (False, True) not in allocated

"""Cases of the oracle put on the table, and requests for estimates."""

from __future__ import annotations

from adjudicator.rulesets.grinding_annihilation.model.messages import Ability
from adjudicator.rulesets.grinding_annihilation.reports.messages import EstimateAttackRequest, EstimatedWeapon
from tests.rulesets.grinding_annihilation.fixtures import ability
from tests.rulesets.grinding_annihilation.oracles.attack_odds import Case, Gun, Mark
from tests.rulesets.grinding_annihilation.shooting.fixtures import AttackTable, troop_profile, weapon, weapon_profile


def amount_text(x: str) -> int | str:
    return int(x) if x.isdigit() else x


def ability_of(name: str, x: str) -> Ability:
    return ability(name, amount_text(x) if x else None, "infantry" if name == "anti" else "")


def profile_of_mark(mark: Mark, vigour: int, name: str = "plain"):
    inv = (mark.invulnerable,) if mark.invulnerable else ()
    return troop_profile(name, vigour=vigour, defence=mark.defence, wounds=mark.wounds, invulnerable=inv)


def with_target(field: AttackTable, case: Case) -> AttackTable:
    """Put the target on the table."""
    plain = [mark for mark in case.target if not mark.leader]
    leader = next((mark for mark in case.target if mark.leader), None)
    powers = [ability("reinforced_health", plain[0].health)] if plain[0].health else []
    powers += [ability("stealth")] if case.stealth else []
    return field.formation(
        "b-wall",
        len(plain),
        kind=profile_of_mark(plain[0], case.vigour),
        abilities=powers,
        keywords=("infantry",) if case.infantry else ("vehicle",),
        leader=profile_of_mark(leader, 9, "boss") if leader else None,
    )


def cases_on_table(*cases: Case) -> AttackTable:
    """Put the situation of a case on the table: every troop of "a-guns" has "gun0", "gun1" ..., one a case."""
    case = cases[0]
    field = AttackTable(
        roll_modifier_cap=case.cap,
        annihilation_5_always_hits=case.fives,
        devastating_spill=case.spill,
        precision_steers_mortals=case.steers,
    )
    names = tuple(f"gun{number}" for number in range(len(cases)))
    for name, row in zip(names, cases, strict=True):
        gun = row.gun
        result = weapon_profile(
            *(ability_of(*one) for one in gun.abilities),
            swiftness=amount_text(gun.swiftness),
            skill=gun.skill,
            strength=gun.strength,
            penetration=gun.penetration,
            damage=amount_text(gun.damage),
            reach=0 if row.melee else 24,
        )
        field.weapons(weapon(name, result))
    field.formation("a-guns", case.copies, carry=names)
    return with_target(field, case)


GAME = bytes(16)


def estimate_request(
    *weapons: EstimatedWeapon, formation="a-guns", target="b-wall", melee=False, rerolls="", aim="", **rest
):
    return EstimateAttackRequest(
        game=GAME, formation=formation, target=target, weapons=weapons, melee=melee, rerolls=rerolls, aim=aim, **rest
    )


def request_of_case(*cases: Case, **rest) -> EstimateAttackRequest:
    case = cases[0]
    given = {
        "half_range": case.near,
        "stationary": case.stationary,
        "assaulted": case.assaulted,
        "seen": case.seen,
        "cover": case.cover,
        "plunging": case.plunging,
        "fatigued": case.fatigued,
        "rerolls": case.rerolls if any(row.gun.has("twin_weapon") for row in cases) else "",
        "manoeuvres": ("onslaught_overwatch",) if case.overwatch else (),
        "aim": "b-wallboss.1" if case.aimed else "",
    }
    return estimate_request(
        *(EstimatedWeapon(weapon=f"gun{number}", profile=0) for number in range(len(cases))), **given | rest
    )


XS = {"rapid_fire": "1", "inferno": "1", "sustained_fire": "1", "anti": "4"}


def gun_with(*names: str, **rest) -> Gun:
    return Gun(**{"skill": 4, "penetration": -1, **rest}, abilities=tuple((name, XS.get(name, "")) for name in names))

"""An estimate in grinding_annihilation is told where its command is accepted; what it supposes is named."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.bots.bot import BOT
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclareAssault,
    ResolveArmouredCharge,
    ResolveAttackGroup,
    SelectToShoot,
    Sight,
    TakeBattleFatigueTest,
    UseBattleManoeuvre,
)
from adjudicator.rulesets.grinding_annihilation.model.state import on_warfield, troops_of
from adjudicator.rulesets.grinding_annihilation.reports.messages import (
    EstimateArmouredChargeRequest,
    EstimateAssaultRequest,
    EstimateAttackRequest,
    EstimateBattleFatigueRequest,
    EstimatedWeapon,
    EstimateGrenadesRequest,
)
from tests.kit import Script, Table
from tests.odds_by_play.test_grinding_annihilation import one_target, with_points
from tests.refused_estimates.told_as_ruled import EVERY_GAME, Law, Question, check, mostly, offered, walk
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import charge_rolled, prepared_battle
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import assault_arrives, use
from tests.rulesets.grinding_annihilation.brawl.fixtures import begin_brawl, couple_in_contact
from tests.rulesets.grinding_annihilation.brawl.steps import melee_declared
from tests.rulesets.grinding_annihilation.fixtures import blade, duel, formation, gun, trooper
from tests.rulesets.grinding_annihilation.steps import aim, select, settle, shots, strike

PATH = "adjudicator.rulesets.grinding_annihilation"
NOWHERE = "zz"
TOO_MUCH = frozenset({"too-many-attacks", "odds-too-large"})

# whose turn it is, and what a formation did and where it stood in the round, is supposed: all that may change
ASSAULT = Law(
    supposed=frozenset(
        {
            "not-yours",
            "assault-declared",
            "not-near-at-start",
            "moved-too-far",
            "battle-fatigued",
            "bound-by-transport",
            "in-threat",
        }
    )
)
# that Grenades may be thrown now, and there, is supposed
GRENADES = Law(
    asked=frozenset({"not-on-warfield", "keyword-missing", "unknown-id", "not-an-enemy", "target-off-field"})
)
# that the charge was bought and the enemy is reached is supposed
CHARGE = Law(asked=frozenset({"no-charge-weapon", "unknown-id"}))
# reach, sight and who may be attacked are supposed where weapons are named
ATTACK = Law(
    asked=frozenset(
        {"unknown-id", "no-such-weapon", "weapon-split", "no-such-profile", "not-a-shooter", "not-of-formation"}
    ),
    alone=TOO_MUCH,
)


def every_formation(table: Table) -> list[str]:
    """List all formations, and one that there is not."""
    return [*sorted(table.game.formations), NOWHERE]


@EVERY_GAME
def test_assaults_are_told_as_they_are_ruled(seed: int) -> None:
    """GA-3.4-05 GA-3.4-06: odds of an Assault suppose what may change until it is declared, and ask for all else."""
    seen = set[str]()
    for table, seat, chance in walk(PATH, seed, "assault_turn"):
        every = every_formation(table)
        for _ in range(4):
            mover = mostly(chance, offered(table, seat, "DeclareAssault", "formation"), every)
            near = offered(table, seat, "DeclareAssault", "targets")
            targets = tuple(mostly(chance, near, every) for _ in range(chance.choice((0, 1, 1, 1, 2))))
            request = EstimateAssaultRequest(game=b"", formation=mover, targets=targets, reorder_roll=False)
            command = DeclareAssault(formation=mover, targets=targets)
            seen.add(check(table, Question("EstimateAssault", request, command, seat), ASSAULT))
    assert "" in seen
    assert len(seen) > 2, seen


@EVERY_GAME
def test_battle_fatigue_is_due_as_it_is_ruled(seed: int) -> None:
    """GA-3.1-05: a test supposes that it is due, and says whether it is: if and only if its command is accepted."""
    found = set[bool]()
    for table, seat, chance in walk(PATH, seed, "manoeuvres_turn"):
        for key in chance.sample(sorted(table.game.formations), 3):
            row = table.game.formations[key]
            if row.seat != seat or not row.troops or row.tested:
                continue
            request = EstimateBattleFatigueRequest(game=b"", formation=key)
            odds: Any = table.rules.queries["EstimateBattleFatigue"](table.game, seat, request)
            accepted = not table.refused(TakeBattleFatigueTest(formation=key), seat)
            assert odds.due is accepted, key
            found.add(accepted)
    assert False in found


@EVERY_GAME
def test_grenades_are_told_as_they_are_ruled(seed: int) -> None:
    """GA-5.4-01: odds of Grenades suppose that they may be thrown there now; who throws and at whom is asked."""
    seen = set[str]()
    for table, seat, chance in walk(PATH, seed, "shooting_turn"):
        every = every_formation(table)
        with_points(table, seat, "grenades")
        for row in on_warfield(table.game, seat):
            troops = troops_of(table.game, row.id) if chance.random() < 0.7 else ()
            table.put("troops", *(replace(troop, keywords=("grenades", *troop.keywords)) for troop in troops))
        own = [row.id for row in on_warfield(table.game, seat)]
        for _ in range(4):
            thrower = mostly(chance, own, every)
            enemy = mostly(chance, [row.id for row in on_warfield(table.game, 1 - seat)], every)
            request = EstimateGrenadesRequest(game=b"", formation=thrower, enemy=enemy)
            command = UseBattleManoeuvre(manoeuvre="grenades", formation=thrower, enemy=enemy)
            seen.add(check(table, Question("EstimateGrenades", request, command, seat), GRENADES))
    assert len(seen) > 3, seen


def named(command: Any) -> tuple[EstimatedWeapon, ...]:
    """Name the weapons of a declaration."""
    rows = getattr(command, "shots", getattr(command, "attacks", ()))
    kinds = dict.fromkeys((row.weapon, row.profile) for row in rows)
    return tuple(
        EstimatedWeapon(
            weapon=weapon,
            profile=profile,
            troops=tuple(dict.fromkeys(row.troop for row in rows if (row.weapon, row.profile) == (weapon, profile))),
        )
        for weapon, profile in kinds
    )


@EVERY_GAME
def test_attacks_that_may_be_declared_are_told(seed: int) -> None:
    """GA-3.3-05 GA-3.5-13: what is accepted of one target has odds, with its weapons named and without."""
    seen = set[str]()
    for table, seat, chance in walk(PATH, seed, "declare_targets", "declare_melee"):
        command = one_target(BOT.choose(table.sight(seat), chance), chance)
        if command is None:
            continue
        rows: Any = getattr(command, "shots", getattr(command, "attacks", ()))
        ways: list[tuple[EstimatedWeapon, ...]] = [named(command), ()]
        for weapons in ways:
            request = EstimateAttackRequest(
                game=b"",
                formation=table.game.action.formation,
                target=rows[0].target,
                melee=hasattr(command, "attacks"),
                rerolls="",
                aim="",
                weapons=weapons,
            )
            seen.add(check(table, Question("EstimateAttack", request, command, seat), ATTACK))
    assert "" in seen, seen


def spoiled(table: Table, row: Any, chance: Random) -> list[Any]:
    """Spoil a shot or a blow: its profile, its weapon, who makes it, or several of them."""
    others = [key for key, troop in sorted(table.game.troops.items()) if troop.formation != table.game.action.formation]
    found: list[dict[str, Any]] = [
        {"profile": 9},
        {"weapon": NOWHERE},
        {"weapon": NOWHERE, "profile": 9},
        {"troop": NOWHERE},
    ]
    found += [{"troop": key} for key in chance.sample(others, 2)]
    armed = [key for key in others if row.weapon in table.game.troops[key].weapons]
    found += [{"troop": key, **more} for key in armed[:1] for more in ({}, {"profile": 9})]
    return [replace(row, **fields) for fields in found]


def reasons_of_spoiled(table: Table, seat: int, command: Any, chance: Random) -> set[str]:
    """Spoil the first shot or blow of a declaration, each way; gives what it is then refused for, as its odds are."""
    melee = hasattr(command, "attacks")
    field = "attacks" if melee else "shots"
    first, *others = getattr(command, field)
    seen = set[str]()
    for row in spoiled(table, first, chance):
        wrong: Any = replace(command, **{field: (row, *others)})
        request = EstimateAttackRequest(
            game=b"",
            formation=table.game.action.formation,
            target=row.target,
            melee=melee,
            rerolls="",
            aim="",
            weapons=named(replace(wrong, **{field: (row,)})),
        )
        seen.add(check(table, Question("EstimateAttack", request, wrong, seat), ATTACK))
    return seen


@EVERY_GAME
def test_weapons_that_may_not_be_declared_have_no_odds(seed: int) -> None:
    """GA-3.3-03 GA-3.3-05 GA-3.5-12 GA-3.5-13: who can not use a weapon is told so as by the declaration."""
    seen = set[str]()
    for table, seat, chance in walk(PATH, seed, "declare_targets", "declare_melee"):
        command = one_target(BOT.choose(table.sight(seat), chance), chance)
        if command is not None:
            seen |= reasons_of_spoiled(table, seat, command, chance)
    assert {"no-such-weapon", "no-such-profile", "unknown-id"} <= seen, seen


@pytest.mark.rule("GA-3.5-12", "GA-3.5-13")
def test_blows_that_may_not_be_declared_have_no_odds() -> None:
    """A blow of another formation's troop, of a weapon not carried or of a profile not there: both say the same."""
    table = select(begin_brawl(*couple_in_contact("r", 10), *couple_in_contact("s", 30)), "b-r", "blue")
    command = melee_declared("b-r", strike("b-r.1", "blade", "a-r"))
    assert not table.refused(command, 1)
    reasons = reasons_of_spoiled(table, 1, command, Random(0))
    assert reasons == {"no-such-weapon", "no-such-profile", "not-of-formation", "unknown-id"}


@pytest.mark.rule("GA-5.4-01")
def test_grenades_that_may_be_thrown_have_odds() -> None:
    """Six inches off, seen, with Grenades and a point left: the command is accepted, and its odds are told."""
    thrower = formation("a-r", at=[(10, 10)], keywords=("infantry", "grenades"))
    table = prepared_battle(thrower, formation("b-b", at=[(17, 10)], weapons=()), red=("grenades",))
    sight = Sight(observers=("a-r.1",), troops=("b-b.1",), seen="full", fact="")
    command = UseBattleManoeuvre(manoeuvre="grenades", formation="a-r", enemy="b-b", sights=(sight,))
    request = EstimateGrenadesRequest(game=b"", formation="a-r", enemy="b-b")
    assert check(table, Question("EstimateGrenades", request, command, 0)) == ""


@pytest.mark.rule("GA-5.5-01")
@pytest.mark.parametrize("weapon", ["ram", "saw", "rifle", NOWHERE])
@pytest.mark.parametrize("enemy", ["b-t", "b-far", NOWHERE])
@pytest.mark.parametrize("profile", [0, 1])
def test_armoured_charges_are_told_as_they_are_ruled(weapon: str, enemy: str, profile: int) -> None:
    """Odds suppose that the charge was bought and arrives; a weapon that is none of its melee weapons has none."""
    bystanders = [
        formation("b-far", at=[(40, 40)]),
        formation("a-saw", at=[(5, 5)], weapons=(blade("saw"), gun("rifle"))),
    ]
    table = charge_rolled(*bystanders)
    use(table, "red", "armoured_charge", "a-r").accepted()
    assault_arrives(table).asks("armoured_charge", "red")
    request = EstimateArmouredChargeRequest(game=b"", formation="a-r", enemy=enemy, weapon=weapon, profile=profile)
    command = ResolveArmouredCharge(formation="a-r", enemy=enemy, troop="a-r.1", weapon=weapon, profile=profile)
    table.faces(*(1,) * 10)
    reason = check(table, Question("EstimateArmouredCharge", request, command, 0), CHARGE)
    usable = weapon == "ram" and profile == 0
    assert reason == {"b-t": "" if usable else "no-charge-weapon", "b-far": "not-charged", NOWHERE: "unknown-id"}[enemy]
    table.dice.faces.clear()


@pytest.mark.rule("GA-8.3-09", "GA-3.3-40")
@pytest.mark.parametrize(("ability", "reason"), [("twin_weapon", ""), ("heavy", "no-wound-reroll")])
@pytest.mark.parametrize("rerolls", ["", "none", "failures", "non_criticals", "sixes"])
def test_rerolls_are_told_as_they_are_ruled(ability: str, reason: str, rerolls: str) -> None:
    """Odds with re-rolls are told where the group may ask for them, else both are refused for the same."""
    table = duel(*[1] * 9, gun=gun("ray", ability, sw=3), troop=trooper(w=6))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "ResolveAttackGroup")
    declared = table.game.declaration.id
    command = ResolveAttackGroup(declaration=declared, target="b-b", weapon="ray", profile=0, rerolls=rerolls)
    weapon = EstimatedWeapon(weapon="ray", profile=0)
    request = EstimateAttackRequest(
        game=b"", formation="a-r", target="b-b", melee=False, rerolls=rerolls, aim="", weapons=(weapon,)
    )
    expected = {"": "", "none": "", "sixes": "unknown-rerolls"}.get(rerolls, reason)
    assert check(table, Question("EstimateAttack", request, command, 0), Law(alone=TOO_MUCH)) == expected
    assert isinstance(table.dice, Script)
    table.dice.faces.clear()

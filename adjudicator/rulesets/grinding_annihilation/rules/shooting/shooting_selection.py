"""Chapter 3.3, which formations may shoot, and with what kind of weapons (GA-3.3-01, GA-3.3-12 to GA-3.3-14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Some, offer, optional
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    FormationSelectedToShoot,
    SelectToShoot,
    ShootingEnded,
    WeaponProfile,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Action, Formation, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import (
    WARFIELD,
    Game,
    any_has,
    has_keyword,
    on_warfield,
    troops_of,
)
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject
from adjudicator.rulesets.grinding_annihilation.rules.concepts.own_formations import own_formation
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import threatened_by
from adjudicator.rulesets.grinding_annihilation.rules.movement import weapons_deck
from adjudicator.rulesets.grinding_annihilation.rules.shooting import weapon_abilities
from adjudicator.rulesets.grinding_annihilation.rules.shooting.declared_attacks import drop_declaration

STORM, SIDEARM, BOTH = "storm", "sidearm", "storm_sidearm"
FREE = ("monstrous", "vehicle")


def select_to_shoot(ruling: Ruling[Game], command: SelectToShoot) -> None:
    """GA-3.3-01 A formation is selected to shoot, once in a phase; it says first who fires SideArms (GA-8.3-11)."""
    game = ruling.game
    row = own_formation(ruling, command.formation)
    ruling.refuse_if(shooting_fault(game, row))
    check_sidearms(ruling, row, command.sidearms)
    weapons_deck.check_loans(ruling, row, command.loans)
    event = FormationSelectedToShoot(
        formation=row.id, sidearms=command.sidearms, only=weapon_limit(game, row), loans=command.loans
    )
    ruling.record(event, "GA-3.3-01", "GA-3.3-02", *(("GA-3.2-35", "GA-3.2-36") if command.loans else ()))
    ruling.ask("declare_targets", ruling.actor, subject=FormationSubject(row.id))


def check_sidearms(ruling: Ruling[Game], row: Formation, sidearms: Sequence[str]) -> None:
    """GA-8.3-11 Refuse to name troops that have no choice between SideArms and other weapons."""
    for key in sidearms:
        troop = ruling.find(ruling.game.troops, key, "sidearms")
        mine = troop.formation == row.id and must_choose(ruling.game, troop)
        ruling.require(mine, "GA-8.3-11", "no-sidearm-choice", "sidearms", troop=key)
    once = len(set(sidearms)) == len(sidearms)
    ruling.require(once, "GA-8.3-11", "sidearms-twice", "sidearms")


def shooting_fault(game: Game, row: Formation) -> Fault | None:
    """GA-3.3-02 GA-3.3-12 Say why a formation may not shoot; None where it may."""
    bars = (
        (row.place != WARFIELD, "GA-2.1-07", "shooter-off-field"),
        (row.shot, "GA-3.3-01", "has-shot"),
        (row.lent, "GA-3.2-36", "has-lent"),
        (row.move == "retreat", "GA-3.2-17", "has-retreated"),
        (row.move == "advance" and not _carries(game, row, STORM), "GA-3.2-14", "has-advanced"),
    )
    found = next(((clause, reason) for applies, clause, reason in bars if applies), None)
    found = found or (_why_locked(game, row) if is_locked(game, row) else None)
    return None if found is None else fault(*found, "formation", formation=row.id)


def _why_locked(game: Game, row: Formation) -> tuple[str, str] | None:
    """GA-8.3-10 GA-3.3-12 Say why a formation within Threat Range may not shoot; None where it may."""
    if not _carries(game, row, SIDEARM):
        return "GA-3.3-12", "locked"
    if row.move != "advance":
        return None
    both = game.options.sidearm_with_storm and _carries(game, row, STORM, SIDEARM)
    return None if both else ("GA-8.3-10", "has-advanced")


def is_locked(game: Game, row: Formation) -> bool:
    """GA-3.3-12 GA-3.3-14 Tell whether being within Threat Range keeps a formation from shooting."""
    return not unlocked(game, row.id) and bool(threatened_by(game, row.id))


def unlocked(game: Game, formation: str) -> bool:
    """GA-3.3-14 Tell whether a formation is an exception to the rules of locked in combat."""
    return any(any_has(game, formation, word) for word in game.options.locked_exception_keywords)


def weapon_limit(game: Game, row: Formation) -> str:
    """GA-8.3-06 GA-8.3-10 Name the only kind of weapon that a formation may shoot; empty for no limit."""
    locked = is_locked(game, row)
    if row.move == "advance":
        return BOTH if locked else STORM
    return SIDEARM if locked else ""


def must_choose(game: Game, troop: Troop) -> bool:
    """GA-8.3-11 Tell whether a troop has to choose between its SideArms and its other ranged weapons."""
    return not any(has_keyword(game, troop, word) for word in FREE) and _has_weapon(game, troop, SIDEARM)


def _carries(game: Game, row: Formation, *abilities: str) -> bool:
    return any(_has_weapon(game, troop, *abilities) for troop in troops_of(game, row.id))


def _has_weapon(game: Game, troop: Troop, *abilities: str) -> bool:
    profiles = (profile for _, _, profile in ranged_profiles(game, troop))
    return any(all(weapon_abilities.has(profile, ability) for ability in abilities) for profile in profiles)


def ranged_profiles(game: Game, troop: Troop) -> Iterator[tuple[str, int, WeaponProfile]]:
    """GA-4.1-04 Go through the ranged weapons of a troop, each once, and their profiles."""
    for key in dict.fromkeys(troop.weapons):
        if not game.weapons[key].melee:
            for number, profile in enumerate(game.weapons[key].profiles):
                yield key, number, profile


def formation_selected_to_shoot(game: Game, event: FormationSelectedToShoot) -> None:
    """Begin its shooting; an Overwatch interrupts what is under way and is no selection (GA-5.7-03)."""
    if event.overwatch is None:
        game.formations[event.formation] = replace(game.formations[event.formation], shot=True)
    elif game.action is not None:
        game.paused = (*game.paused, replace(game.action, answered=True))
    game.action = Action(
        formation=event.formation,
        kind="shooting",
        sidearms=event.sidearms,
        only=event.only,
        overwatch=event.overwatch or "",
        loans=event.loans,
    )
    weapons_deck.lend_weapons(game, event.loans)


def shooting_ended(game: Game, _event: ShootingEnded) -> None:
    """The next formation may be selected; what was interrupted goes on."""
    weapons_deck.return_weapons(game, () if game.action is None else game.action.loans)
    game.action = game.paused[-1] if game.paused else None
    game.paused = game.paused[:-1]
    drop_declaration(game)


def selection_offers(game: Game, party: Party) -> Iterator[Offer]:
    """GA-3.3-01 Offer the formations that may be selected to shoot."""
    for row in on_warfield(game, party):
        may_borrow = any(weapons_deck.loan_shapes(game, row))
        armed = may_borrow or any(any(ranged_profiles(game, troop)) for troop in troops_of(game, row.id))
        if armed and shooting_fault(game, row) is None:
            choosing = tuple(troop.id for troop in troops_of(game, row.id) if must_choose(game, troop))
            sidearms = optional(Some(choosing, 0, len(choosing)))
            plain = offer(SelectToShoot, "GA-3.3-01", formation=Choice((row.id,)), sidearms=sidearms)
            yield weapons_deck.with_loans(game, row, plain)


PART = Part(handlers=handlers(select_to_shoot), reducers=reducers(formation_selected_to_shoot, shooting_ended))

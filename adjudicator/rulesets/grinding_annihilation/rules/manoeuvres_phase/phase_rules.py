"""Chapter 3.1, rules of formations that are used in the Manoeuvres turn, before its Battle-Fatigue step (GA-3.1-04)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.messages import ManoeuvresRuleResolved, ResolveManoeuvresRule
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import (
    Game,
    ability_of,
    living,
    on_warfield,
    profile_of,
    troops_of,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.own_formations import own_formation

REPAIR, REGENERATION, DREAD = "field_repair", "regeneration", "dread_aura"


def best_number(game: Game, row: Formation, rule: str) -> int:
    """Give the X of a rule of a formation, the best of its troops; 0 without it."""
    found = (ability_of(game, troop, rule) for troop in troops_of(game, row.id))
    return max((item.x.plus for item in found if item is not None and item.x is not None), default=0)


def hurt_troops(game: Game, row: Formation) -> list[Troop]:
    return [troop for troop in troops_of(game, row.id) if troop.wounds_left < profile_of(game, troop).wounds]


def repaired_wounds(game: Game, troop: Troop, power: int) -> int:
    return min(profile_of(game, troop).wounds, troop.wounds_left + power)


def tests_begun(game: Game, seat: Party) -> bool:
    """GA-3.1-04 Tell whether a player has begun the Battle-Fatigue step of the turn."""
    return any(row.tested for row in game.formations.values() if row.seat == seat)


def due_repairs(game: Game, seat: Party) -> list[Formation]:
    """GA-3.1-04 List the formations whose rule may be used now: before the first Battle-Fatigue test of the turn."""
    if tests_begun(game, seat):
        return []
    return [
        row
        for row in on_warfield(game, seat)
        if not row.repaired and best_number(game, row, REPAIR) and hurt_troops(game, row)
    ]


def resolve_manoeuvres_rule(ruling: Ruling[Game], command: ResolveManoeuvresRule) -> None:
    """GA-3.1-04 The rules of the phase come first, then the Battle-Fatigue step."""
    game = ruling.game
    row = own_formation(ruling, command.formation)
    ruling.require(not tests_begun(game, ruling.actor), "GA-3.1-04", "tests-begun", "rule", rule=command.rule)
    has = command.rule == REPAIR and living(game, row.id) and best_number(game, row, REPAIR) > 0
    ruling.require(has, "GA-3.1-04", "no-such-rule", "rule", rule=command.rule, formation=row.id)
    ruling.require(not row.repaired, "GA-3.1-04", "rule-used", "rule", rule=command.rule, formation=row.id)
    troop = ruling.find(game.troops, command.troop, "troop")
    hurt = [item.id for item in hurt_troops(game, row)]
    ruling.require(troop.id in hurt, "GA-3.1-04", "not-hurt", "troop", troop=troop.id, may=" ".join(hurt) or "none")
    left = repaired_wounds(game, troop, best_number(game, row, REPAIR))
    event = ManoeuvresRuleResolved(rule=REPAIR, formation=row.id, troop=troop.id, wounds_left=left)
    ruling.record(event, "GA-3.1-04")


def manoeuvres_rule_resolved(game: Game, event: ManoeuvresRuleResolved) -> None:
    """Give wounds back; the rule is used for this phase."""
    game.troops[event.troop] = replace(game.troops[event.troop], wounds_left=event.wounds_left)
    game.formations[event.formation] = replace(game.formations[event.formation], repaired=True)


def repair_offers(game: Game, party: Party) -> list[Offer]:
    """Offer the rules of the phase."""
    return [
        offer(
            ResolveManoeuvresRule,
            "GA-3.1-04",
            rule=Choice((REPAIR,)),
            formation=Choice((row.id,)),
            troop=Choice(tuple(troop.id for troop in hurt_troops(game, row))),
        )
        for row in due_repairs(game, party)
    ]


PART = Part(handlers=handlers(resolve_manoeuvres_rule), reducers=reducers(manoeuvres_rule_resolved))

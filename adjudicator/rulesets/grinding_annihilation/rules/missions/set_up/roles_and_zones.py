"""Chapter 7.0, steps two and three: roles, by dice or by agreement, and the choice of zones (GA-7.0-07)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Values, offer
from adjudicator.kernel.decide.parties import REFEREE, TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Fact
from adjudicator.kernel.decide.windows import FactsSubject, Window, WindowKind, always, subject_of, table_step, windows
from adjudicator.kernel.protocol.facts import FactSubject
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ChooseDeploymentZone,
    ChooseRole,
    RolesAssigned,
    RollForRoles,
    ZonesAssigned,
)
from adjudicator.rulesets.grinding_annihilation.model.state import Game, forget_facts, rival
from adjudicator.rulesets.grinding_annihilation.rules.concepts.roll_offs import roll_off

ROLES = ("attacker", "defender")
ROLE, AGREED = "role", "agreed"
ENDS = ("low", "high")


def roll_for_roles(ruling: Ruling[Game], _command: RollForRoles) -> None:
    """GA-7.0-07 The players roll off; the winner chooses a role."""
    winner = roll_off(ruling, "roles", "GA-7.0-07")
    ruling.answered()
    ruling.ask("choose_role", winner)


def choose_role(ruling: Ruling[Game], command: ChooseRole) -> None:
    """GA-7.0-07 The winner is Attacker or Defender, the other player the other one; or that is stated as agreed."""
    ruling.require(command.role in ROLES, "GA-7.0-07", "unknown-role", "role", role=command.role)
    ruling.answered()
    other = rival(ruling.actor)
    if ruling.game.options.roles == AGREED:
        fact = ruling.state_fact(ROLE, (ruling.protocol.seats[ruling.actor],), command.role, "GA-7.0-07")
        ruling.ask("roles_agreed", subject=FactSubject(fact))
        ruling.ask("fact_stated", other, subject=FactsSubject((fact,)))
    else:
        _assign(ruling, ruling.actor, command.role, zone=other)


def _assign(ruling: Ruling[Game], seat: Party, role: str, *, zone: Party) -> None:
    """GA-7.0-07 Record the roles, and ask who has the choice of the zones."""
    attacker = seat if role == "attacker" else rival(seat)
    ruling.record(RolesAssigned(attacker=attacker, defender=rival(attacker)), "GA-7.0-07")
    ruling.ask("choose_zone", zone)


def judge_role(ruling: Ruling[Game], fact: Fact, value: str) -> None:
    """GA-7.0-07 GA-2.5-11 Who disputes agreed roles holds the other role against the one stated."""
    ruling.require(value in ROLES, "GA-7.0-07", "unknown-role", "value", role=value)
    ruling.require(fact.status != "stated" or value != fact.value, "GA-7.0-07", "same-role", "value", role=value)


def _roles_agreed(ruling: Ruling[Game], window: Window) -> None:
    """GA-7.0-07 Agreed roles stand as stated or as settled; who did not have his way about them chooses the zone."""
    fact = ruling.game.facts[subject_of(window, FactSubject).fact]
    beaten = fact.status == "settled" and fact.value == fact.other
    _assign(ruling, fact.by, fact.value, zone=fact.by if beaten else rival(fact.by))


def roles_assigned(game: Game, event: RolesAssigned) -> None:
    """Note the roles; a statement about them has done its work."""
    for seat, role in ((event.attacker, "attacker"), (event.defender, "defender")):
        game.sides[seat] = replace(game.sides[seat], role=role)
    game.battle = replace(game.battle, step="zones")
    forget_facts(game, lambda fact: fact.kind == ROLE)


def choose_deployment_zone(ruling: Ruling[Game], command: ChooseDeploymentZone) -> None:
    """GA-7.0-07 The other player chooses which of the two mirrored zones is his."""
    ruling.require(command.side in ENDS, "GA-7.0-07", "unknown-end", "side", side=command.side)
    low = ruling.actor if command.side == "low" else rival(ruling.actor)
    ruling.record(ZonesAssigned(low=low, high=rival(low)), "GA-7.0-07")
    ruling.answered()
    ruling.ask("warfield", REFEREE if ruling.protocol.referee else TABLE)


def zones_assigned(game: Game, event: ZonesAssigned) -> None:
    """Note the ends."""
    for seat, end in ((event.low, "low"), (event.high, "high")):
        game.sides[seat] = replace(game.sides[seat], end=end)
    game.battle = replace(game.battle, step="warfield", selects=None)


def _other_role(_game: Game, fact: Fact) -> Values:
    """GA-7.0-07 Hold the other role against the one stated."""
    return Choice(tuple(role for role in ROLES if role != fact.value))


def _role_offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [offer(ChooseRole, "GA-7.0-07", role=Choice(ROLES))]


def _zone_offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [offer(ChooseDeploymentZone, "GA-7.0-07", side=Choice(ENDS))]


PART = Part(
    handlers=handlers(roll_for_roles, choose_role, choose_deployment_zone),
    reducers=reducers(roles_assigned, zones_assigned),
    windows=windows(
        table_step("roles", "GA-7.0-07", RollForRoles),
        WindowKind("choose_role", "GA-7.0-07", (ChooseRole,), _role_offers, always(ChooseRole(role=ROLES[0]))),
        WindowKind("roles_agreed", "GA-7.0-07", on_close=_roles_agreed, subject=FactSubject),
        WindowKind(
            "choose_zone",
            "GA-7.0-07",
            (ChooseDeploymentZone,),
            _zone_offers,
            always(ChooseDeploymentZone(side=ENDS[0])),
        ),
    ),
    judges={ROLE: judge_role},
    disputes={ROLE: _other_role},
)

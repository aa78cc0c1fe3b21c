"""Chapter 3.5, Close In: the move before the attacks of a fight (GA-3.5-10, GA-3.5-11)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import ClaimImpossible, ClosedIn, CloseIn, MeleeEnded
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject, formation_of
from adjudicator.rulesets.grinding_annihilation.rules.assault.contact import free_to_move
from adjudicator.rulesets.grinding_annihilation.rules.brawl.fight_moves import (
    REACH,
    claim_offers,
    contact_owed_faults,
    found_ways,
    towards_enemy_faults,
)
from adjudicator.rulesets.grinding_annihilation.rules.brawl.melee_attacks import has_targets
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.claims import forget_claims
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import (
    CLOSE_IN,
    Plan,
    acting,
    move_offer,
    plan_of,
    plan_or_refuse,
    put_troops,
    troop_moves,
)


def close_in(ruling: Ruling[Game], command: CloseIn) -> None:
    """GA-3.5-10 Troops that touch no enemy may move up to 3", if the formation ends within Threat Range of one."""
    acting(ruling, command.formation)
    plan = plan_or_refuse(ruling, command.formation, command.paths)
    ruling.refuse_all([*_close_in_faults(ruling.game, plan)])
    event = ClosedIn(formation=command.formation, troops=troop_moves(ruling.game, plan, CLOSE_IN))
    ruling.record(event, "GA-3.5-10", *(("GA-3.5-11",) if plan.paths else ()))
    ruling.answered()
    ruling.ask("melee_done", subject=FormationSubject(command.formation))
    if has_targets(ruling.game, command.formation):
        ruling.ask("declare_melee", ruling.actor, subject=FormationSubject(command.formation))
    else:
        ruling.record(MeleeEnded(formation=command.formation), "GA-3.5-16")


def closed_in(game: Game, event: ClosedIn) -> None:
    """The attacks are next."""
    put_troops(game, event.troops)
    forget_claims(game, event.formation)
    if game.action is not None:
        game.action = replace(game.action, step="declare")


def _close_in_faults(game: Game, plan: Plan) -> Iterator[Fault]:
    """GA-3.5-11 Who closes in ends closer to the closest enemy; contact is not asked for but by option."""
    if not plan.paths:
        return
    yield from towards_enemy_faults(game, plan, CLOSE_IN, "GA-3.5-11")
    if game.options.close_in_base_contact:
        yield from contact_owed_faults(game, plan, "GA-3.5-11")


def _close_in_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    formation = formation_of(window)
    able = free_to_move(game, formation)
    ways = [
        ways for ways in found_ways(game, formation) if not any(_close_in_faults(game, plan_of(game, formation, ways)))
    ]
    move = move_offer(game, CloseIn, "GA-3.5-10", formation, able, REACH, ways)
    return [move, *(claim_offers(game, formation, able, "contact") if game.options.close_in_base_contact else ())]


def _default_close_in(_game: Game, window: Window, _party: Party) -> Struct:
    return CloseIn(formation=formation_of(window))


PART = Part(
    handlers=handlers(close_in),
    reducers=reducers(closed_in),
    windows=windows(
        WindowKind(
            "close_in",
            "GA-3.5-10",
            (CloseIn, ClaimImpossible),
            _close_in_offers,
            _default_close_in,
            subject=FormationSubject,
        )
    ),
)

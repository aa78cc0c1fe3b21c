"""Chapter 3.5, Consolidate: the move after the attacks, to an enemy or to a marker (GA-3.5-19 to GA-3.5-22)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import flat_gap_within, point_gap
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ClaimImpossible,
    Consolidate,
    Consolidated,
    FightEnded,
)
from adjudicator.rulesets.grinding_annihilation.model.state import Game, troops_of
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject, formation_of
from adjudicator.rulesets.grinding_annihilation.rules.assault.contact import free_to_move
from adjudicator.rulesets.grinding_annihilation.rules.brawl.fight_moves import (
    REACH,
    aircraft_faults,
    claim_offers,
    contact_owed_faults,
    found_ways,
    short_move_faults,
    towards_enemy_faults,
)
from adjudicator.rulesets.grinding_annihilation.rules.brawl.fight_selection import ask_ended
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import bodies_of, body_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility import block_search, search_ground
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.claims import forget_claims, holds
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import THREAT, engages
from adjudicator.rulesets.grinding_annihilation.rules.missions import marker_control
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import (
    CONSOLIDATE,
    TO_MARKER,
    Plan,
    acting,
    move_offer,
    plan_of,
    plan_or_refuse,
    put_troops,
    troop_moves,
)
from adjudicator.rulesets.grinding_annihilation.rules.terrain.barricades import may_fight_across
from adjudicator.rulesets.grinding_annihilation.rules.troops.aircraft import enemies_by_troop


def consolidate(ruling: Ruling[Game], command: Consolidate) -> None:
    """GA-3.5-19 Troops that touch no enemy may move up to 3" to an enemy or, where none is reached, to a marker."""
    acting(ruling, command.formation)
    game = ruling.game
    if command.marker:
        ruling.find(game.markers, command.marker, "marker")
    plan = plan_or_refuse(ruling, command.formation, command.paths)
    if plan.paths and command.marker:
        ruling.refuse_all([*_marker_faults(game, plan, command.marker)])
    elif plan.paths:
        ruling.refuse_all([*_consolidation_faults(game, plan)])
    marker = command.marker if plan.paths else ""
    event = Consolidated(formation=command.formation, troops=troop_moves(game, plan, CONSOLIDATE), marker=marker)
    ruling.record(event, *_clauses_of(plan, marker))
    ruling.record(FightEnded(formation=command.formation), "GA-3.5-05", "GA-3.5-09")
    ruling.answered()
    ask_ended(ruling, command.formation)


def _clauses_of(plan: Plan, marker: str) -> tuple[str, ...]:
    if not plan.paths:
        return ("GA-3.5-22",)
    return ("GA-3.5-21",) if marker else ("GA-3.5-19", "GA-3.5-20")


def consolidated(game: Game, event: Consolidated) -> None:
    put_troops(game, event.troops)
    forget_claims(game, event.formation)


def _consolidation_faults(game: Game, plan: Plan) -> Iterator[Fault]:
    """GA-3.5-20 Who moves ends closer to the closest enemy, and base to base if it can."""
    yield from towards_enemy_faults(game, plan, CONSOLIDATE, "GA-3.5-20")
    yield from contact_owed_faults(game, plan, "GA-3.5-20")


def enemy_in_reach(game: Game, formation: str) -> bool:
    """GA-3.5-21 Tell whether a Consolidation may end within Threat Range of an enemy, as the crow flies."""
    if _locked(game, formation):
        return True
    enemies = enemies_by_troop(game, formation)
    able = ((key, body_of(game, game.troops[key])) for key in free_to_move(game, formation))
    return any(
        flat_gap_within(body, other, REACH + THREAT) or may_fight_across(game, body, other, REACH)
        for key, body in able
        for other in enemies[key]
    )


def _locked(game: Game, formation: str) -> bool:
    """GA-3.5-21 GA-4.3-15 Tell whether some troop can fight an enemy that it closes in on, where it stands."""
    enemies = enemies_by_troop(game, formation)
    return any(engages(game, (body_of(game, troop),), enemies[troop.id]) for troop in troops_of(game, formation))


def marker_allowed(game: Game, formation: str) -> bool:
    """GA-3.5-21 Only who cannot reach an enemy consolidates to a marker; within reach, that it cannot is claimed."""
    locked = _locked(game, formation)
    return not locked and (not enemy_in_reach(game, formation) or holds(game, formation, "consolidate"))


def closest_markers(game: Game, formation: str) -> tuple[str, ...]:
    """GA-3.5-21 Name the markers closest to a formation, several on a tie."""
    bodies = bodies_of(game, formation)
    gaps = {key: min(point_gap(body, row.x, row.y) for body in bodies) for key, row in sorted(game.markers.items())}
    return tuple(key for key, gap in gaps.items() if gap == min(gaps.values()))


def _marker_faults(game: Game, plan: Plan, key: str) -> Iterator[Fault]:
    """GA-3.5-21 The formation ends in range of its closest marker, and who moves ends closer to it."""
    facts = (("formation", plan.formation), ("marker", key))
    marker = game.markers[key]
    if not marker_allowed(game, plan.formation):
        yield Fault("GA-3.5-21", "enemy-in-reach", "marker", facts)
    if key not in closest_markers(game, plan.formation):
        yield Fault("GA-3.5-21", "not-the-closest", "marker", facts)
    yield from short_move_faults(game, plan, TO_MARKER)
    yield from aircraft_faults(game, plan)
    for row in plan.moving:
        before, after = (point_gap(at[row], marker.x, marker.y) for at in (plan.before, plan.after))
        if after >= before:
            yield Fault("GA-3.5-21", "not-closer", "paths", (("troop", row),))
    ends = (replace(troop, pose=plan.after[troop.id].pose) for troop in troops_of(game, plan.formation))
    if not any(marker_control.in_range(game, troop, marker) for troop in ends):
        yield Fault("GA-3.5-21", "marker-not-reached", "paths", facts)


def _consolidate_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    """Offer the move to an enemy, the move to a marker where that is allowed, and claims."""
    formation = formation_of(window)
    able = free_to_move(game, formation)
    ways = [
        ways
        for ways in found_ways(game, formation)
        if not any(_consolidation_faults(game, plan_of(game, formation, ways)))
    ]
    offers = [move_offer(game, Consolidate, "GA-3.5-19", formation, able, REACH, ways)]
    if marker_allowed(game, formation):
        offers += [_marker_offer(game, formation, able, key) for key in closest_markers(game, formation)]
    offers += claim_offers(game, formation, able, "contact")
    if enemy_in_reach(game, formation) and not marker_allowed(game, formation):
        offers += claim_offers(game, formation, (), "consolidate")
    return offers


def _marker_offer(game: Game, formation: str, able: Sequence[str], key: str) -> Offer:
    """GA-3.5-21 Offer the ways to a marker that are found; who is not moved consolidates to none."""
    marker, mover = game.markers[key], search_ground.mover_of(game, formation)
    found = search_ground.paths_of(mover.troops, block_search.march(mover, REACH, (marker.x, marker.y)))
    legal = bool(found) and not any(_marker_faults(game, plan_of(game, formation, found), key))
    to = Choice((key,))
    return move_offer(game, Consolidate, "GA-3.5-21", formation, able, REACH, [found] if legal else (), marker=to)


def _default_consolidation(_game: Game, window: Window, _party: Party) -> Struct:
    return Consolidate(formation=formation_of(window), marker="")


PART = Part(
    handlers=handlers(consolidate),
    reducers=reducers(consolidated),
    windows=windows(
        WindowKind(
            "consolidate",
            "GA-3.5-19",
            (Consolidate, ClaimImpossible),
            _consolidate_offers,
            _default_consolidation,
            subject=FormationSubject,
        )
    ),
)

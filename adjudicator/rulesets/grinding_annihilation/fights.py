"""Chapter 3.5, the two moves of a fight: Close In before the attacks, Consolidate after them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Body, flat_gap_within, point_gap
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Some, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation import scoring, solver
from adjudicator.rulesets.grinding_annihilation.barricades import may_grip
from adjudicator.rulesets.grinding_annihilation.brawl import ask_ended
from adjudicator.rulesets.grinding_annihilation.carriers import AIRCRAFT, FLY, foes_by_troop
from adjudicator.rulesets.grinding_annihilation.claims import forget_claims, holds
from adjudicator.rulesets.grinding_annihilation.contact import (
    closer_to_nearest,
    contact_faults,
    contact_shown,
    free_to_move,
    in_contact,
)
from adjudicator.rulesets.grinding_annihilation.measure import (
    THREAT,
    bodies_of,
    bodies_on_warfield,
    body_of,
    enemy_bodies,
    engages,
    in_threat,
)
from adjudicator.rulesets.grinding_annihilation.melee import has_targets
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ClaimImpossible,
    ClosedIn,
    CloseIn,
    Consolidate,
    Consolidated,
    FightEnded,
    MeleeEnded,
    TroopPath,
)
from adjudicator.rulesets.grinding_annihilation.moves import (
    CLOSE_IN,
    CONSOLIDATE,
    TO_MARKER,
    Plan,
    Terms,
    acting,
    end_faults,
    move_offer,
    naming_faults,
    path_faults,
    plan_of,
    planned,
    put_troops,
    troop_moves,
)
from adjudicator.rulesets.grinding_annihilation.state import INCH, Game, Troop, has_keyword, rival, troops_of

REACH = 3 * INCH

# -- Close In


def close_in(ruling: Ruling[Game], command: CloseIn) -> None:
    """GA-3.5-10 Troops that touch no enemy may move up to 3", if the formation ends within Threat Range of one."""
    acting(ruling, command.formation)
    plan = planned(ruling, command.formation, command.paths)
    ruling.refuse_all([*_close_in_faults(ruling.game, plan)])
    event = ClosedIn(formation=command.formation, troops=troop_moves(ruling.game, plan, CLOSE_IN))
    ruling.record(event, "GA-3.5-10", *(("GA-3.5-11",) if plan.paths else ()))
    ruling.answered()
    ruling.ask("melee_done", about=(command.formation,))
    if has_targets(ruling.game, command.formation):
        ruling.ask("declare_melee", ruling.actor, about=(command.formation,))
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
    yield from _grip_faults(game, plan, CLOSE_IN, "GA-3.5-11")
    if game.how.close_in_base_contact:
        yield from _contact_faults(game, plan, "GA-3.5-11")


# -- Consolidate


def consolidate(ruling: Ruling[Game], command: Consolidate) -> None:
    """GA-3.5-19 Troops that touch no enemy may move up to 3" to an enemy or, where none is reached, to a marker."""
    acting(ruling, command.formation)
    game = ruling.game
    if command.marker:
        ruling.find(game.markers, command.marker, "marker")
    plan = planned(ruling, command.formation, command.paths)
    if plan.paths and command.marker:
        ruling.refuse_all([*_marker_faults(game, plan, command.marker)])
    elif plan.paths:
        ruling.refuse_all([*_consolidation_faults(game, plan)])
    marker = command.marker if plan.paths else ""
    event = Consolidated(formation=command.formation, troops=troop_moves(game, plan, CONSOLIDATE), marker=marker)
    ruling.record(event, *_why(plan, marker))
    ruling.record(FightEnded(formation=command.formation), "GA-3.5-05", "GA-3.5-09")
    ruling.answered()
    ask_ended(ruling, command.formation)


def _why(plan: Plan, marker: str) -> tuple[str, ...]:
    if not plan.paths:
        return ("GA-3.5-22",)
    return ("GA-3.5-21",) if marker else ("GA-3.5-19", "GA-3.5-20")


def consolidated(game: Game, event: Consolidated) -> None:
    put_troops(game, event.troops)
    forget_claims(game, event.formation)


def _consolidation_faults(game: Game, plan: Plan) -> Iterator[Fault]:
    """GA-3.5-20 Who moves ends closer to the closest enemy, and base to base if it can."""
    yield from _grip_faults(game, plan, CONSOLIDATE, "GA-3.5-20")
    yield from _contact_faults(game, plan, "GA-3.5-20")


def _contact_faults(game: Game, plan: Plan, clause: str) -> Iterator[Fault]:
    """GA-3.5-11 GA-3.5-20 GA-4.3-15 Who moves ends base to base if it can; Aircraft matter to those that can Fly."""
    foes = foes_by_troop(game, plan.formation)
    for key in plan.moving:
        yield from contact_faults(game, plan, (key,), foes[key], REACH, clause)


def _grip_faults(game: Game, plan: Plan, terms: Terms, closer: str) -> Iterator[Fault]:
    """GA-3.5-10 GA-3.5-19 Find what is wrong with a short move towards the enemy."""
    foes = foes_by_troop(game, plan.formation)
    yield from _short_faults(game, plan, terms)
    yield from _flight_faults(game, plan)
    if not any(engages(game, (body,), foes[key]) for key, body in plan.after.items()):
        yield Fault(terms.distance, "no-enemy-reached", "paths", (("formation", plan.formation),))
    for key in plan.moving:
        if not foes[key] or not closer_to_nearest(plan.before[key], plan.after[key], foes[key]):
            yield Fault(closer, "not-closer", "paths", (("troop", key),))


def _flight_faults(game: Game, plan: Plan) -> Iterator[Fault]:
    """GA-4.3-12 GA-4.3-15 Aircraft stay where they are, and who can not Fly ends clear of them."""
    flown = [(each, body) for each, body in _foes(game, plan) if has_keyword(game, each, AIRCRAFT)]
    for key in plan.moving:
        troop = game.troops[key]
        if has_keyword(game, troop, AIRCRAFT):
            yield Fault("GA-4.3-15", "aircraft-stays", "paths", (("troop", key),))
        for each, body in flown if not has_keyword(game, troop, FLY) else ():
            if in_threat(plan.after[key], body):
                yield Fault("GA-4.3-12", "ends-in-threat", "paths", (("troop", key), ("enemy", each.id)))


def _foes(game: Game, plan: Plan) -> list[tuple[Troop, Body]]:
    return list(bodies_on_warfield(game, rival(game.formations[plan.formation].seat)))


def _short_faults(game: Game, plan: Plan, terms: Terms) -> Iterator[Fault]:
    enemies = enemy_bodies(game, game.formations[plan.formation].seat)
    for key in plan.moving:
        if in_contact(plan.before[key], enemies):
            yield Fault(terms.distance, "in-contact", "paths", (("troop", key),))
    yield from path_faults(game, plan, terms, dict.fromkeys(plan.moving, REACH))
    yield from end_faults(game, plan, terms)


def _enemies(game: Game, plan: Plan) -> list[Body]:
    """GA-4.3-15 List the enemies that some troop of a formation closes in on."""
    return max(foes_by_troop(game, plan.formation).values(), key=len)


# -- to a marker


def enemy_in_reach(game: Game, formation: str) -> bool:
    """GA-3.5-21 Tell whether a Consolidation may end within Threat Range of an enemy, as the crow flies."""
    if _locked(game, formation):
        return True
    foes = foes_by_troop(game, formation)
    able = ((key, body_of(game, game.troops[key])) for key in free_to_move(game, formation))
    return any(
        flat_gap_within(body, other, REACH + THREAT) or may_grip(game, body, other, REACH)
        for key, body in able
        for other in foes[key]
    )


def _locked(game: Game, formation: str) -> bool:
    """GA-3.5-21 GA-4.3-15 Tell whether some troop can fight an enemy that it closes in on, where it stands."""
    foes = foes_by_troop(game, formation)
    return any(engages(game, (body_of(game, troop),), foes[troop.id]) for troop in troops_of(game, formation))


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
    yield from _short_faults(game, plan, TO_MARKER)
    yield from _flight_faults(game, plan)
    for each in plan.moving:
        before, after = (point_gap(at[each], marker.x, marker.y) for at in (plan.before, plan.after))
        if after >= before:
            yield Fault("GA-3.5-21", "not-closer", "paths", (("troop", each),))
    ends = (replace(troop, pose=plan.after[troop.id].pose) for troop in troops_of(game, plan.formation))
    if not any(scoring.in_range(game, troop, marker) for troop in ends):
        yield Fault("GA-3.5-21", "marker-not-reached", "paths", facts)


# -- end states against claims


def judge_end(
    game: Game, formation: str, what: str, claimed: Sequence[str], paths: Sequence[TroopPath]
) -> Iterator[Fault]:
    """GA-2.4-13 Find what is wrong with an end state that is held against a claim about a fight."""
    wrong = list(naming_faults(game, formation, paths))
    yield from wrong
    if wrong:
        return
    plan = plan_of(game, formation, paths)
    closing = game.action is not None and game.action.step == "close_in"
    terms, closer = (CLOSE_IN, "GA-3.5-11") if closing else (CONSOLIDATE, "GA-3.5-20")
    yield from _grip_faults(game, plan, terms, closer)
    if what == "contact":
        yield from contact_shown(game, plan, claimed, plan.moving, _enemies(game, plan), REACH)


def found(game: Game, formation: str, what: str, claimed: Sequence[str]) -> tuple[TroopPath, ...] | None:
    """GA-2.4-13 Give an end state that the service finds against a claim about a fight; None where it finds none."""
    named = claimed or (game.formations[formation].troops if what == "contact" else ())
    ways = (
        paths
        for paths in solver.grips(game, formation, named)
        if paths and not any(judge_end(game, formation, what, claimed, paths))
    )
    return next(ways, None)


# -- what may be said


def _close_in_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    formation = window.about[0]
    able = free_to_move(game, formation)
    move = move_offer(game, CloseIn, "GA-3.5-10", formation, able, REACH)
    return [move, *(_claims(game, formation, able, "contact") if game.how.close_in_base_contact else ())]


def _consolidate_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    """Offer the move to an enemy, the move to a marker where that is allowed, and claims."""
    formation = window.about[0]
    able = free_to_move(game, formation)
    move = move_offer(game, Consolidate, "GA-3.5-19", formation, able, REACH)
    offers = [move]
    if marker_allowed(game, formation) and game.markers:
        to = Domain("marker", Choice(closest_markers(game, formation)))
        offers.append(Offer(move.command, (*move.fields, to), "GA-3.5-21"))
    offers += _claims(game, formation, able, "contact")
    if enemy_in_reach(game, formation) and not marker_allowed(game, formation):
        offers += _claims(game, formation, (), "consolidate")
    return offers


def _claims(game: Game, formation: str, able: Sequence[str], what: str) -> list[Offer]:
    """GA-2.4-13 Offer a claim; where the service judges it, only what holds, for one troop at a time."""
    alone, troops, most = solver.solves(game), tuple(able), len(able)
    if alone and what == "contact":
        troops, most = tuple(key for key in able if found(game, formation, what, (key,)) is None), 1
    elif alone and found(game, formation, what, ()) is not None:
        return []
    some = {"troops": Some(troops, 1, most)} if troops else {}
    if what == "contact" and not troops:
        return []
    return [
        offer(ClaimImpossible, "GA-2.4-13", what=Choice((what,)), formation=Choice((formation,)), **some)
    ]  # fmt: skip


def _stay_close(_game: Game, window: Window, _party: Party) -> Struct:
    return CloseIn(formation=window.about[0])


def _stay(_game: Game, window: Window, _party: Party) -> Struct:
    return Consolidate(formation=window.about[0], marker="")


CLAUSES = handlers(close_in, consolidate)
REDUCERS = reducers(closed_in, consolidated)
WINDOWS = windows(
    WindowKind("close_in", "GA-3.5-10", (CloseIn, ClaimImpossible), _close_in_offers, _stay_close),
    WindowKind("consolidate", "GA-3.5-19", (Consolidate, ClaimImpossible), _consolidate_offers, _stay),
)

__all__ = ["CLAUSES", "REDUCERS", "WINDOWS", "found", "judge_end"]

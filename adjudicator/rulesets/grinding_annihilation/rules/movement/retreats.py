"""Chapter 3.2, Retreats: the plan, and the move of those who survive the Desperate Retreat tests.

`declare_retreat` leaves the suspended window `move_started` on the stack, and on it, where tests failed,
`retreat_casualties`. The survivors may move otherwise than planned; that casualties left no legal end is a claim of
"retreat".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ClaimImpossible,
    DeclareRetreat,
    FormationMoved,
    MakeRetreatMove,
    MoveDeclared,
    TroopPath,
    TroopReach,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Action, Formation
from adjudicator.rulesets.grinding_annihilation.model.state import Game, troops_of
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.effects import OVERWATCH
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.reactions import asked_opponents
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility import search
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.block_search import escapes
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.claims import counterexample, refuted
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.search_ground import mover_of, paths_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.own_formations import own_on_warfield
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import threatened_by
from adjudicator.rulesets.grinding_annihilation.rules.movement.desperate_retreats import (
    exempt_from_tests,
    test_clause,
    test_for_losses,
    tested_troops,
)
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_checks import (
    crosses_any,
    end_faults,
    path_faults,
    threat_faults,
)
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import (
    RETREAT,
    Plan,
    acting,
    immovable,
    naming_faults,
    plan_of,
    plan_or_refuse,
    reach_of,
    troop_moves,
    way_places,
)
from adjudicator.rulesets.grinding_annihilation.rules.movement.transports import require_unmoved
from adjudicator.rulesets.grinding_annihilation.rules.troops import damaged_states
from adjudicator.rulesets.grinding_annihilation.rules.troops.aircraft import grounded, is_aircraft

# -- the plan


def declare_retreat(ruling: Ruling[Game], command: DeclareRetreat) -> None:
    """GA-3.2-16 A Retreat is planned whole, and found legal, before any test is rolled."""
    game = ruling.game
    row = own_on_warfield(ruling, command.formation)
    require_unmoved(ruling, row)
    ruling.require(threatened_by(game, row.id), "GA-3.2-02", "not-in-threat", "formation", formation=row.id)
    ruling.require(not immovable(game, row.id), "GA-3.2-25", "cannot-move", "formation", troop=row.id)
    ruling.require(not is_aircraft(game, row.id), "GA-4.3-06", "aircraft-flies", "formation", formation=row.id)
    plan = plan_or_refuse(ruling, row.id, command.paths)
    reaches = _reaches(game, row)
    ruling.refuse_all([*_faults(game, plan, reach_of(reaches))])
    tested = tested_troops(game, row, plan)
    ruling.record(
        MoveDeclared(formation=row.id, kind="retreat", reaches=reaches, paths=command.paths, tested=tested),
        "GA-3.2-15",
        *test_clause(game, row.id, tested),
        *damaged_states.damage_clauses(reaches),
    )
    ruling.ask(
        "move_started", *asked_opponents(game, row.seat, "move_started", OVERWATCH), subject=FormationSubject(row.id)
    )
    if tested:
        test_for_losses(ruling, row, tested)


def _reaches(game: Game, row: Formation) -> tuple[TroopReach, ...]:
    """GA-3.2-15 Each troop retreats by up to its Move."""
    return tuple(
        TroopReach(troop=troop.id, reach=damaged_states.move_of(game, troop, "GA-3.2-15"))
        for troop in troops_of(game, row.id)
    )


def _faults(game: Game, plan: Plan, reaches: dict[str, int]) -> Iterator[Fault]:
    """GA-3.2-15 A Retreat may pass within Threat Range and ends outside it."""
    yield from path_faults(game, plan, RETREAT, reaches)
    yield from end_faults(game, plan, RETREAT)
    yield from threat_faults(game, plan, "GA-3.2-15")


# -- the move


def make_retreat_move(ruling: Ruling[Game], command: MakeRetreatMove) -> None:
    """GA-3.2-21 The survivors move, as planned or otherwise; who was not tested crosses no enemy."""
    game, action = ruling.game, acting(ruling, command.formation)
    ruling.require(action.kind == "retreat", "GA-3.2-01", "other-move", "", kind=action.kind)
    plan = plan_or_refuse(ruling, command.formation, command.paths)
    ruling.refuse_all([*retreat_faults(game, plan)])
    event = FormationMoved(formation=command.formation, kind="retreat", troops=troop_moves(game, plan, RETREAT))
    ruling.record(event, "GA-3.2-15", "GA-3.2-21")
    ruling.answered()
    _moved(ruling, command.formation)


def surviving(game: Game, action: Action) -> tuple[TroopPath, ...]:
    """GA-3.2-21 Give the planned paths of those who live."""
    return tuple(path for path in action.paths if path.troop in game.troops)


def plan_spoiled(game: Game, action: Action) -> bool:
    """GA-3.2-21 Tell whether casualties made the plan illegal."""
    plan = plan_of(game, action.formation, surviving(game, action))
    return next(_faults(game, plan, reach_of(action.reaches)), None) is not None


def retreat_faults(game: Game, plan: Plan) -> Iterator[Fault]:
    """GA-3.2-21 Find what is wrong with the move of the survivors: who was not tested may not cross an enemy."""
    action = game.action
    assert action is not None  # noqa: S101  (a Retreat is judged while it is under way)
    yield from _faults(game, plan, reach_of(action.reaches))
    enemies = grounded(game, game.formations[plan.formation].seat)
    for number, path in enumerate(plan.paths):
        exempt = path.troop in action.tested or exempt_from_tests(game, game.troops[path.troop])
        if not exempt and crosses_any(plan.before[path.troop], path, enemies):
            yield Fault("GA-3.2-21", "untested-crossing", f"paths[{number}]", (("troop", path.troop),))


def retreat_end_faults(game: Game, formation: str, paths: Sequence[TroopPath]) -> Iterator[Fault]:
    """GA-2.4-13 Find what is wrong with an end state that is held against a claim of "retreat"."""
    fault = list(naming_faults(game, formation, paths))
    yield from fault
    if not fault:
        yield from retreat_faults(game, plan_of(game, formation, paths))


def found_retreat(game: Game, formation: str) -> tuple[TroopPath, ...] | None:
    """GA-2.4-13 Give a Retreat that the service finds for the survivors; None where it finds none."""
    ways = (
        paths for paths in search.retreats_of(game, formation) if not any(retreat_end_faults(game, formation, paths))
    )
    return next(ways, None)


def stay(ruling: Ruling[Game], formation: str) -> None:
    """GA-3.2-21 Where no legal end is left nobody moves; the formation has retreated all the same."""
    ruling.record(FormationMoved(formation=formation, kind="retreat", troops=()), "GA-3.2-21", "GA-2.4-13")
    _moved(ruling, formation)


def _moved(ruling: Ruling[Game], formation: str) -> None:
    """GA-5.7-01 A Retreat has ended."""
    seat = ruling.game.formations[formation].seat
    ruling.ask(
        "move_ended", *asked_opponents(ruling.game, seat, "move_ended", OVERWATCH), subject=FormationSubject(formation)
    )


# -- what may be said


def plan_offers(game: Game, row: Formation) -> list[Offer]:
    """GA-3.2-16 Offer a formation the Retreats that are found."""
    reaches = reach_of(_reaches(game, row))
    mover, least = mover_of(game, row.id), min(reaches.values())
    tried = (paths_of(mover.troops, ends) for ends in escapes(mover, least))
    legal = [
        paths
        for paths in dict.fromkeys(tried)
        if paths and not any(_faults(game, plan_of(game, row.id, paths), reaches))
    ]
    places = way_places(game, row.troops, max(reaches.values()), legal)
    return [offer(DeclareRetreat, "GA-3.2-15", formation=Choice((row.id,)), paths=places)] if legal else []


def retreat_offers(game: Game, action: Action) -> list[Offer]:
    """Offer the move of the survivors, and the claim that there is none."""
    troops = game.formations[action.formation].troops
    reach = max((row.reach.total for row in action.reaches), default=0)
    spoiled = plan_spoiled(game, action)
    ways = [found_retreat(game, action.formation), counterexample(game, action.formation, "retreat")]
    legal = [paths for paths in ways if paths and not any(retreat_end_faults(game, action.formation, paths))]
    legal += [] if spoiled else [surviving(game, action)]
    places = way_places(game, troops, reach, legal)
    one = Choice((action.formation,))
    moves = [offer(MakeRetreatMove, "GA-3.2-21", formation=one, paths=places)] if legal else []
    solved = search.solves(game) and ways[0] is not None
    if not spoiled or solved or refuted(game, action.formation, "retreat"):
        return moves
    return [*moves, offer(ClaimImpossible, "GA-2.4-13", what=Choice(("retreat",)), formation=one)]


def default_retreat(game: Game, action: Action) -> Struct:
    """Let silence make the planned move; a spoiled plan is claimed to have no other."""
    if not plan_spoiled(game, action):
        return MakeRetreatMove(formation=action.formation, paths=surviving(game, action))
    against = counterexample(game, action.formation, "retreat")
    if search.solves(game):
        against = found_retreat(game, action.formation)
    if against is not None:
        return MakeRetreatMove(formation=action.formation, paths=against)
    return ClaimImpossible(what="retreat", formation=action.formation)


PART = Part(handlers=handlers(declare_retreat, make_retreat_move))

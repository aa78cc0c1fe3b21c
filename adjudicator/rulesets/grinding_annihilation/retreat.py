"""Chapter 3.2, Retreats: the plan, Desperate Retreat tests and their casualties, the move of the survivors.

`declare_retreat` leaves the suspended window `move_started` (movement.py) on the stack, and on it, where tests failed,
`retreat_casualties`. A plan that the casualties spoiled may be replaced; that none is left is a claim of "retreat".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Some, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation import damaged, solver
from adjudicator.rulesets.grinding_annihilation.carriers import grounded, is_aircraft
from adjudicator.rulesets.grinding_annihilation.claims import counterexample
from adjudicator.rulesets.grinding_annihilation.effects import OVERWATCH
from adjudicator.rulesets.grinding_annihilation.losses import DESPERATE, casualties_due, destroy
from adjudicator.rulesets.grinding_annihilation.manoeuvres import ask_reroll, may_reorder, opponents
from adjudicator.rulesets.grinding_annihilation.measure import threatened_by
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ChooseRetreatCasualties,
    ClaimImpossible,
    DeclareRetreat,
    DesperateRetreatTested,
    FormationMoved,
    MakeRetreatMove,
    MoveDeclared,
    TroopPath,
    TroopReach,
)
from adjudicator.rulesets.grinding_annihilation.mortal import set_off
from adjudicator.rulesets.grinding_annihilation.moves import (
    RETREAT,
    Plan,
    acting,
    crosses_any,
    end_faults,
    flies,
    immovable,
    move_offer,
    naming_faults,
    own_formation,
    path_faults,
    plan_of,
    planned,
    reach_of,
    threat_faults,
    troop_moves,
)
from adjudicator.rulesets.grinding_annihilation.state import (
    Action,
    Formation,
    Game,
    Troop,
    fatigued,
    has_keyword,
    troops_of,
)

D6 = 6
FAILS_UP_TO = 2

# -- the plan


def declare_retreat(ruling: Ruling[Game], command: DeclareRetreat) -> None:
    """GA-3.2-16 A Retreat is planned whole, and found legal, before any test is rolled."""
    game = ruling.game
    row = own_formation(ruling, command.formation)
    ruling.require(not row.move, "GA-3.2-01", "already-moved", "formation", formation=row.id, move=row.move)
    ruling.require(threatened_by(game, row.id), "GA-3.2-02", "not-in-threat", "formation", formation=row.id)
    ruling.require(not immovable(game, row.id), "GA-3.2-25", "cannot-move", "formation", troop=row.id)
    ruling.require(not is_aircraft(game, row.id), "GA-4.3-06", "aircraft-flies", "formation", formation=row.id)
    plan = planned(ruling, row.id, command.paths)
    reaches = _reaches(game, row)
    ruling.refuse_all([*_faults(game, plan, reach_of(reaches))])
    tested = _tested(game, row, plan)
    ruling.record(
        MoveDeclared(formation=row.id, kind="retreat", reaches=reaches, paths=command.paths, tested=tested),
        "GA-3.2-15", "GA-3.2-18", *_fatigue_clause(game, row.id), *damaged.cited(reaches),
    )  # fmt: skip
    ruling.ask("move_started", *opponents(game, row.seat, "move_started", OVERWATCH), about=(row.id,))
    if tested:
        _test(ruling, row, tested)


def _reaches(game: Game, row: Formation) -> tuple[TroopReach, ...]:
    """GA-3.2-15 Each troop retreats by up to its Move."""
    return tuple(
        TroopReach(troop=troop.id, reach=damaged.move(game, troop, "GA-3.2-15")) for troop in troops_of(game, row.id)
    )


def _faults(game: Game, plan: Plan, reaches: dict[str, int]) -> Iterator[Fault]:
    """GA-3.2-15 A Retreat may pass within Threat Range and ends outside it."""
    yield from path_faults(game, plan, RETREAT, reaches)
    yield from end_faults(game, plan, RETREAT)
    yield from threat_faults(game, plan, "GA-3.2-15")


# -- Desperate Retreat tests


def _tested(game: Game, row: Formation, plan: Plan) -> tuple[str, ...]:
    """GA-3.2-18 GA-3.2-19 Who crosses enemies is tested; of a fatigued formation everybody."""
    if fatigued(game, row.id):
        spare = game.how.fatigued_fly_exempt
        return tuple(troop.id for troop in troops_of(game, row.id) if not (spare and _exempt(game, troop)))
    enemies = grounded(game, row.seat)
    crossing = {each.troop for each in plan.paths if crosses_any(plan.before[each.troop], each, enemies)}
    return tuple(troop.id for troop in troops_of(game, row.id) if troop.id in crossing and not _exempt(game, troop))


def _exempt(game: Game, troop: Troop) -> bool:
    """GA-3.2-18 Titanic troops and those that can Fly are not tested for crossing enemies."""
    return flies(game, troop) or has_keyword(game, troop, "titanic")


def _fatigue_clause(game: Game, formation: str) -> tuple[str, ...]:
    return ("GA-3.2-19",) if fatigued(game, formation) else ()


def _test(ruling: Ruling[Game], row: Formation, tested: tuple[str, ...]) -> None:
    """GA-3.2-20 One die for each tested troop; each 1 or 2 destroys a troop of its player's choice."""
    faces = ruling.roll(len(tested), D6, "desperate-retreat")
    event = DesperateRetreatTested(formation=row.id, troops=tested, faces=faces, failures=failed(faces))
    ruling.record(event, "GA-3.2-20")
    if may_reorder(ruling.game, row.seat, row.id):
        ruling.ask("retreat_tested", about=(row.id,))
        ask_reroll(ruling, row.id, "desperate_retreat", "", *faces)
    else:
        _judge_tests(ruling, row.id)


def failed(faces: Iterable[int]) -> int:
    """GA-3.2-20 Count the tests that a 1 or 2 fails."""
    return sum(face <= FAILS_UP_TO for face in faces)


def _tested_at_last(ruling: Ruling[Game], window: Window) -> None:
    _judge_tests(ruling, window.about[0])


def _judge_tests(ruling: Ruling[Game], formation: str) -> None:
    """GA-3.2-20 Destroy the whole formation, or ask which of its troops are."""
    row, action = ruling.game.formations[formation], ruling.game.action
    failures = 0 if action is None else action.failures
    if failures >= len(row.troops):
        _fall(ruling, row.troops)
    elif failures:
        ruling.ask("retreat_casualties", row.seat, about=(row.id,))


def desperate_retreat_tested(game: Game, event: DesperateRetreatTested) -> None:
    """Note how many troops are to be destroyed."""
    if game.action is not None:
        game.action = replace(game.action, step="tested", failures=event.failures)


def choose_retreat_casualties(ruling: Ruling[Game], command: ChooseRetreatCasualties) -> None:
    """GA-3.2-20 The retreating player chooses who is destroyed, whichever troop was tested."""
    acting(ruling, command.formation)
    row, due = ruling.game.formations[command.formation], casualties_due(ruling.game)
    strange = " ".join(each for each in command.troops if each not in row.troops)
    ruling.require(not strange, "GA-3.2-20", "not-of-formation", "troops", troop=strange, formation=row.id)
    found = len(set(command.troops))
    ruling.require(
        found == len(command.troops) == due, "GA-3.2-20", "casualties-count", "troops",
        found=len(command.troops), due=due,
    )  # fmt: skip
    ruling.answered()
    _fall(ruling, command.troops)


def _fall(ruling: Ruling[Game], troops: Sequence[str]) -> None:
    """GA-3.2-20 It is destruction, not damage; what it sets off comes before the move."""
    for troop in troops:
        destroy(ruling, troop, DESPERATE, "GA-3.2-20")
    set_off(ruling)


# -- the move


def make_retreat_move(ruling: Ruling[Game], command: MakeRetreatMove) -> None:
    """GA-3.2-21 The survivors move as planned; a plan that casualties spoiled may be replaced."""
    game, action = ruling.game, acting(ruling, command.formation)
    ruling.require(action.kind == "retreat", "GA-3.2-01", "other-move", "", kind=action.kind)
    plan = planned(ruling, command.formation, command.paths)
    if spoiled(game, action):
        ruling.refuse_all([*judge_retreat(game, plan)])
    else:
        as_planned = _by_troop(plan.paths) == _by_troop(surviving(game, action))
        ruling.require(as_planned, "GA-3.2-21", "plan-stands", "paths", formation=command.formation)
    event = FormationMoved(formation=command.formation, kind="retreat", troops=troop_moves(game, plan, RETREAT))
    ruling.record(event, "GA-3.2-15", "GA-3.2-21")
    ruling.answered()
    _moved(ruling, command.formation)


def _by_troop(paths: Sequence[TroopPath]) -> dict[str, TroopPath]:
    return {each.troop: each for each in paths}


def surviving(game: Game, action: Action) -> tuple[TroopPath, ...]:
    """GA-3.2-21 Give the planned paths of those who live."""
    return tuple(each for each in action.paths if each.troop in game.troops)


def spoiled(game: Game, action: Action) -> bool:
    """GA-3.2-21 Tell whether casualties made the plan illegal."""
    plan = plan_of(game, action.formation, surviving(game, action))
    return next(_faults(game, plan, reach_of(action.reaches)), None) is not None


def judge_retreat(game: Game, plan: Plan) -> Iterator[Fault]:
    """GA-3.2-21 Find what is wrong with a new plan: who was not tested may not cross an enemy."""
    action = game.action
    assert action is not None  # noqa: S101  (a Retreat is judged while it is under way)
    yield from _faults(game, plan, reach_of(action.reaches))
    enemies = grounded(game, game.formations[plan.formation].seat)
    for number, each in enumerate(plan.paths):
        exempt = each.troop in action.tested or _exempt(game, game.troops[each.troop])
        if not exempt and crosses_any(plan.before[each.troop], each, enemies):
            yield Fault("GA-3.2-21", "untested-crossing", f"paths[{number}]", (("troop", each.troop),))


def judge_end(game: Game, formation: str, paths: Sequence[TroopPath]) -> Iterator[Fault]:
    """GA-2.4-13 Find what is wrong with an end state that is held against a claim of "retreat"."""
    wrong = list(naming_faults(game, formation, paths))
    yield from wrong
    if not wrong:
        yield from judge_retreat(game, plan_of(game, formation, paths))


def found(game: Game, formation: str) -> tuple[TroopPath, ...] | None:
    """GA-2.4-13 Give a Retreat that the service finds for the survivors; None where it finds none."""
    ways = (paths for paths in solver.retreats(game, formation) if not any(judge_end(game, formation, paths)))
    return next(ways, None)


def stay(ruling: Ruling[Game], formation: str) -> None:
    """GA-3.2-21 Where no legal end is left nobody moves; the formation has retreated all the same."""
    ruling.record(FormationMoved(formation=formation, kind="retreat", troops=()), "GA-3.2-21", "GA-2.4-13")
    _moved(ruling, formation)


def _moved(ruling: Ruling[Game], formation: str) -> None:
    """GA-5.7-01 A Retreat has ended."""
    seat = ruling.game.formations[formation].seat
    ruling.ask("move_ended", *opponents(ruling.game, seat, "move_ended", OVERWATCH), about=(formation,))


# -- what may be said


def retreat_offers(game: Game, action: Action) -> list[Offer]:
    """Offer the move of the survivors, and the claim that there is none."""
    troops = game.formations[action.formation].troops
    reach = max((each.reach.total for each in action.reaches), default=0)
    move = move_offer(game, MakeRetreatMove, "GA-3.2-21", action.formation, troops, reach)
    if not spoiled(game, action) or (solver.solves(game) and found(game, action.formation) is not None):
        return [move]
    return [move, offer(
        ClaimImpossible, "GA-2.4-13", what=Choice(("retreat",)), formation=Choice((action.formation,))
    )]  # fmt: skip


def retreat_now(game: Game, action: Action) -> Struct:
    """Let silence make the planned move; a spoiled plan is claimed to have no other."""
    if not spoiled(game, action):
        return MakeRetreatMove(formation=action.formation, paths=surviving(game, action))
    against = counterexample(game, action.formation, "retreat")
    if solver.solves(game):
        against = found(game, action.formation)
    if against is not None:
        return MakeRetreatMove(formation=action.formation, paths=against)
    return ClaimImpossible(what="retreat", formation=action.formation)


def _casualty_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    formation, due = window.about[0], casualties_due(game)
    troops = game.formations[formation].troops
    return [
        offer(
            ChooseRetreatCasualties, "GA-3.2-20",
            formation=Choice((formation,)), troops=Some(troops, due, due),
        )
    ]  # fmt: skip


def _last_troops(game: Game, window: Window, _party: Party) -> Struct:
    """Let silence give up the troops with the highest numbers."""
    row = game.formations[window.about[0]]
    return ChooseRetreatCasualties(formation=row.id, troops=row.troops[-casualties_due(game) :])


CLAUSES = handlers(declare_retreat, choose_retreat_casualties, make_retreat_move)
REDUCERS = reducers(desperate_retreat_tested)
WINDOWS = windows(
    WindowKind("retreat_tested", "GA-3.2-20", on_close=_tested_at_last),
    WindowKind("retreat_casualties", "GA-3.2-20", (ChooseRetreatCasualties,), _casualty_offers, _last_troops),
)

__all__ = [
    "CLAUSES", "REDUCERS", "WINDOWS", "failed", "found", "judge_end", "retreat_now", "retreat_offers", "spoiled",
    "stay",
]  # fmt: skip

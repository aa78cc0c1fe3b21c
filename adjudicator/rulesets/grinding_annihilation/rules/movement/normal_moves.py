"""Chapter 3.2, Normal moves and Advances: declared, then made.

Between the two lies the suspended window `move_started`, after it `move_ended`: what interrupts a move is pushed on
them. `make_move` asks the player of the formation for the move itself, Retreats and flights of Aircraft included.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AdvanceRolled,
    ClaimImpossible,
    DeclareAdvance,
    DeclareNormalMove,
    FormationMoved,
    MakeAdvanceMove,
    MakeNormalMove,
    MakeRetreatMove,
    MoveAircraft,
    MoveDeclared,
    ReachesChanged,
    TroopPath,
    TroopReach,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Action, Formation
from adjudicator.rulesets.grinding_annihilation.model.state import D6, INCH, Game, fatigued, living, troops_of
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject, formation_of
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import onslaught_overwatch
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import ask_reroll
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.effects import OVERWATCH
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.reactions import asked_opponents
from adjudicator.rulesets.grinding_annihilation.rules.concepts.cohesion import cohesive
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import bodies_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.claims import forget_claims
from adjudicator.rulesets.grinding_annihilation.rules.concepts.own_formations import own_on_warfield
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import threatened_by
from adjudicator.rulesets.grinding_annihilation.rules.missions import battle_end
from adjudicator.rulesets.grinding_annihilation.rules.movement import retreats
from adjudicator.rulesets.grinding_annihilation.rules.movement.desperate_retreats import DESPERATE
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_checks import end_faults, path_faults, threat_faults
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import (
    ADVANCE,
    NORMAL,
    MoveTerms,
    acting,
    immovable,
    move_offer,
    plan_or_refuse,
    put_troops,
    reach_of,
    troop_moves,
)
from adjudicator.rulesets.grinding_annihilation.rules.movement.transports import require_unmoved
from adjudicator.rulesets.grinding_annihilation.rules.troops import aircraft_moves, damaged_states
from adjudicator.rulesets.grinding_annihilation.rules.troops.aircraft import is_aircraft

EMBARKING = ("normal", "advance", "retreat")
MOVES = (MakeNormalMove, MakeAdvanceMove, MakeRetreatMove, MoveAircraft, ClaimImpossible)


def selected(ruling: Ruling[Game], key: str) -> Formation:
    """GA-3.2-01 Each formation is selected once in its player's Move turn."""
    row = own_on_warfield(ruling, key)
    require_unmoved(ruling, row)
    return row


def refuse_aircraft(ruling: Ruling[Game], key: str) -> None:
    """GA-4.3-06 Aircraft make Normal moves and nothing else."""
    ruling.require(not is_aircraft(ruling.game, key), "GA-4.3-06", "aircraft-flies", "formation", formation=key)


def threats_against(game: Game, key: str) -> tuple[str, ...]:
    """GA-3.2-03 GA-4.3-06 GA-4.3-11 Name who keeps a formation from a Normal move: no Aircraft, and Aircraft nobody."""
    if is_aircraft(game, key):
        return ()
    return tuple(row for row in threatened_by(game, key) if not is_aircraft(game, row))


def _moving(ruling: Ruling[Game], key: str) -> Formation:
    """GA-3.2-03 GA-3.2-25 Who is within Threat Range, or cannot move, makes no Normal move and no Advance."""
    row = selected(ruling, key)
    ruling.require(not immovable(ruling.game, key), "GA-3.2-25", "cannot-move", "formation", troop=key)
    enemies = threats_against(ruling.game, key)
    ruling.require(not enemies, "GA-3.2-03", "in-threat", "formation", formation=key, enemies=" ".join(enemies))
    return row


def declare_normal_move(ruling: Ruling[Game], command: DeclareNormalMove) -> None:
    """GA-3.2-10 In a Normal move each troop may go as far as its Move."""
    row = _moving(ruling, command.formation)
    reaches = _reaches(ruling.game, row, "GA-3.2-10")
    declared = MoveDeclared(formation=row.id, kind="normal", reaches=reaches)
    ruling.record(declared, "GA-3.2-02", "GA-3.2-10", *damaged_states.damage_clauses(reaches))
    ask_started(ruling, row)


def declare_advance(ruling: Ruling[Game], command: DeclareAdvance) -> None:
    """GA-3.2-12 An Advance adds one die, in inches, to the Move of every troop."""
    row = _moving(ruling, command.formation)
    refuse_aircraft(ruling, row.id)
    ruling.require(not fatigued(ruling.game, row.id), "GA-3.1-10", "battle-fatigued", "formation", formation=row.id)
    reaches = _reaches(ruling.game, row, "GA-3.2-12")
    declared = MoveDeclared(formation=row.id, kind="advance", reaches=reaches)
    ruling.record(declared, "GA-3.2-02", "GA-3.2-12", *damaged_states.damage_clauses(reaches))
    (face,) = ruling.roll(1, D6, "advance-roll")
    farther = advance_reaches(ruling.game, row, face)
    ruling.record(AdvanceRolled(formation=row.id, face=face, reaches=farther), "GA-3.2-12")
    ask_started(ruling, row)
    ask_reroll(ruling, row.id, "advance", face)


def advance_reaches(game: Game, row: Formation, face: int) -> tuple[TroopReach, ...]:
    """GA-3.2-12 Give how far each troop may go in an Advance with this roll."""
    reaches = _reaches(game, row, "GA-3.2-12")
    return tuple(TroopReach(troop=reach.troop, reach=reach.reach.add(face * INCH, "GA-3.2-12")) for reach in reaches)


def ask_started(ruling: Ruling[Game], row: Formation) -> None:
    """GA-5.7-01 A move begins once all before it is settled; the other player may answer it."""
    ruling.ask(
        "move_started",
        *asked_opponents(ruling.game, row.seat, "move_started", OVERWATCH),
        subject=FormationSubject(row.id),
    )


def _reaches(game: Game, row: Formation, clause: str) -> tuple[TroopReach, ...]:
    return tuple(
        TroopReach(troop=troop.id, reach=damaged_states.move_of(game, troop, clause))
        for troop in troops_of(game, row.id)
    )


def move_declared(game: Game, event: MoveDeclared) -> None:
    """A formation is selected, whatever becomes of its move (GA-3.2-21)."""
    game.action = Action(
        formation=event.formation,
        kind=event.kind,
        step="declared",
        reaches=event.reaches,
        paths=event.paths,
        tested=event.tested,
    )
    game.formations[event.formation] = replace(game.formations[event.formation], move=event.kind)
    game.battle = replace(game.battle, embarks="")


def advance_rolled(game: Game, event: AdvanceRolled) -> None:
    if game.action is not None:
        game.action = replace(game.action, step="rolled", reaches=event.reaches)


def start_move(ruling: Ruling[Game], window: Window) -> None:
    """GA-3.2-04 Ask for the move once everything before it is settled; nobody may be left to make it."""
    game, formation = ruling.game, formation_of(window)
    action = game.action
    if action is not None and not living(game, formation):
        event = FormationMoved(formation=formation, kind=action.kind, troops=())
        ruling.record(event, _fallen_by(game, action))
    if not battle_end.check_annihilation(ruling) and living(game, formation):
        _reduce_reaches(ruling)
        ruling.ask("make_move", game.formations[formation].seat, subject=FormationSubject(formation))


def _fallen_by(game: Game, action: Action) -> str:
    """GA-3.2-20 GA-5.7-06 Cite what a formation fell by before it moved: the tests of its Retreat, or an Overwatch.

    Where failed tests set a Deadly Demise off that destroyed the others there are no survivors to move (GA-3.2-21).
    An Overwatch answers only those that live, after the tests.
    """
    if action.answered:
        return "GA-5.7-06"
    causes = [row.cause for row in game.fallen.values() if row.troop.formation == action.formation]
    if causes[-1:] == [DESPERATE]:
        return "GA-3.2-20"
    return "GA-3.2-21" if action.failures and causes[-1:] == ["mortal_wound"] else "GA-5.7-06"


def _reduce_reaches(ruling: Ruling[Game]) -> None:
    """GA-4.1-03 Who was damaged before the move was made goes less far."""
    action = ruling.game.action
    reaches = () if action is None else damaged_states.reaches_now(ruling.game, action.reaches)
    if action is not None and reaches != action.reaches:
        ruling.record(ReachesChanged(formation=action.formation, reaches=reaches), damaged_states.CLAUSE, "GA-3.2-04")


def reaches_changed(game: Game, event: ReachesChanged) -> None:
    """Let the troops go as far as is left."""
    if game.action is not None:
        game.action = replace(game.action, reaches=event.reaches)


def make_normal_move(ruling: Ruling[Game], command: MakeNormalMove) -> None:
    """GA-3.2-11 No troop may come within Threat Range of an enemy in a Normal move, not even in passing."""
    _make(ruling, command.formation, command.paths, "normal", NORMAL)


def make_advance_move(ruling: Ruling[Game], command: MakeAdvanceMove) -> None:
    """GA-3.2-13 An Advance keeps to the limits of a Normal move."""
    _make(ruling, command.formation, command.paths, "advance", ADVANCE)


def _make(ruling: Ruling[Game], key: str, paths: Sequence[TroopPath], kind: str, terms: MoveTerms) -> None:
    """GA-2.2-07 A move that does not end well is not made at all; who moves nobody breaks no limit."""
    game, action = ruling.game, acting(ruling, key)
    ruling.require(action.kind == kind, "GA-3.2-01", "other-move", "", kind=action.kind)
    ruling.require(not is_aircraft(game, key), "GA-4.3-07", "aircraft-flies", "formation", formation=key)
    plan = plan_or_refuse(ruling, key, paths)
    if plan.paths:
        ruling.refuse_all(
            [
                *path_faults(game, plan, terms, reach_of(action.reaches)),
                *end_faults(game, plan, terms),
                *threat_faults(game, plan, "GA-3.2-27", fliers=True),
            ]
        )
    event = FormationMoved(formation=key, kind=kind, troops=troop_moves(game, plan, terms))
    ruling.record(event, "GA-3.2-04", terms.distance, terms.passing)
    ruling.answered()
    seat = game.formations[key].seat
    ruling.ask("move_ended", *asked_opponents(game, seat, "move_ended", OVERWATCH), subject=FormationSubject(key))


def formation_moved(game: Game, event: FormationMoved) -> None:
    """Put the troops where they went; the action is done."""
    put_troops(game, event.troops)
    forget_claims(game, event.formation)
    game.action = None
    if event.kind in EMBARKING:
        game.battle = replace(game.battle, embarks=event.formation)
    if event.kind == "assault":
        game.formations[event.formation] = replace(game.formations[event.formation], assaulted=True)


def _move_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    action = game.action
    if action is None:
        return []
    if action.kind == "retreat":
        return retreats.retreat_offers(game, action)
    if is_aircraft(game, action.formation):
        return aircraft_moves.flight_offers(game, action)
    reach = max((row.reach.total for row in action.reaches), default=0)
    command = MakeNormalMove if action.kind == "normal" else MakeAdvanceMove
    troops = game.formations[action.formation].troops
    whole = cohesive(bodies_of(game, action.formation))
    return [move_offer(game, command, "GA-3.2-04", action.formation, troops, reach, None if whole else ())]


def _default_move(game: Game, _window: Window, _party: Party) -> Struct | None:
    """Let silence move nobody, or retreat as planned."""
    action = game.action
    if action is None:
        return None
    if action.kind == "retreat":
        return retreats.default_retreat(game, action)
    if is_aircraft(game, action.formation):
        return aircraft_moves.default_flight(game, action)
    command = MakeNormalMove if action.kind == "normal" else MakeAdvanceMove
    return command(formation=action.formation)


PART = Part(
    handlers=handlers(declare_normal_move, declare_advance, make_normal_move, make_advance_move),
    reducers=reducers(move_declared, advance_rolled, reaches_changed, formation_moved),
    windows=windows(
        onslaught_overwatch.overwatch_window("move_started", "GA-3.2-04", start_move),
        WindowKind("make_move", "GA-3.2-04", MOVES, _move_offers, _default_move, subject=FormationSubject),
        onslaught_overwatch.overwatch_window("move_ended", "GA-3.2-01"),
    ),
)

"""Chapter 3.0, the frame of a round: phases, player turns and their ends.

How chapters hang in it. For each player turn three windows are pushed: `turn_over` (suspended), in the Move Phase
`reinforcements`, and on top `<phase>_turn`, which asks the player. `manoeuvres_turn` is command.py's;
`move_turn` (accepts EndMoveStep, whose clause calls ruling.answered()), `shooting_turn` and `assault_turn` (accept
EndTurn with the other commands and offer END_TURN) belong to their chapters. The Brawl Phase pushes `brawl_over`
and on it the suspended window `brawl`, whose `then` begins the first step; when nothing of the Brawl is left on
the stack the phase ends. Windows that settle losses call endings.check_annihilation in their `then`.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Offer, offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, table_step, windows
from adjudicator.rulesets.grinding_annihilation import (
    caches,
    cohesion,
    effects,
    endings,
    manoeuvres,
    moments,
    reserves,
    scientists,
    scoring,
)
from adjudicator.rulesets.grinding_annihilation.command import due_tests
from adjudicator.rulesets.grinding_annihilation.measure import formations_within
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleFatigueEnded,
    BeginPhase,
    EligibilityNoted,
    EndRound,
    EndTurn,
    FirstPlayerSet,
    ManoeuvrePointsGained,
    PhaseBegun,
    PhaseEnded,
    PlayerTurnBegun,
    PlayerTurnEnded,
    RollInitiative,
    RollOffMade,
    RoundBegun,
    RoundEnded,
    TurnEnding,
)
from adjudicator.rulesets.grinding_annihilation.scenario import SCENARIOS
from adjudicator.rulesets.grinding_annihilation.state import (
    DESTROYED,
    INCH,
    SEATS,
    Game,
    enemies_of,
    on_warfield,
    rival,
)

PHASES = ("manoeuvres", "move", "shooting", "assault", "brawl")
STEPS = {"manoeuvres": "fatigue", "move": "move", "shooting": "shooting", "assault": "assault"}
ORDER = "deployment_order"
D6 = 6
NEAR = 12 * INCH
END_TURN = offer(EndTurn, "GA-3.0-09")

# -- phases


def begin_phase(ruling: Ruling[Game], command: BeginPhase) -> None:
    """GA-3.0-01 A round is five phases, always in the same order."""
    due = _due_phase(ruling.game)
    ruling.require(command.phase == due, "GA-3.0-01", "wrong-phase", "phase", phase=command.phase, due=due)
    ruling.answered()
    game = ruling.game
    ruling.record(PhaseBegun(round=game.battle.round, phase=due), "GA-3.0-01")
    if due == "manoeuvres":
        _open_round(ruling)
    elif due == "brawl":
        ruling.ask("brawl_over")
        ruling.ask("brawl")
    else:
        if due == "assault" and game.how.assault_eligibility_snapshot == "phase":
            note_near(ruling, None)
        _begin_turn(ruling, due, _first(game))


def phase_begun(game: Game, event: PhaseBegun) -> None:
    """Forget what lasts for a phase (GA-3.0-06)."""
    game.battle = replace(game.battle, phase=event.phase, step="", turn=game.battle.first, selects=None)
    for key, row in game.formations.items():
        game.formations[key] = replace(
            row, shot=False, near=False, assault_declared=False, first_step=False, fought=False, mended=False,
            disembarked="", lent=False,
        )  # fmt: skip
    for key, troop in game.troops.items():
        if troop.marked:
            game.troops[key] = replace(troop, marked=False)


def _due_phase(game: Game) -> str:
    gone = game.battle.phase
    return PHASES[(PHASES.index(gone) + 1) % len(PHASES)] if gone in PHASES else PHASES[0]


def _which_phase(game: Game, _window: Window) -> dict[str, str]:
    return {"phase": _due_phase(game)}


# -- initiative and income


def _open_round(ruling: Ruling[Game]) -> None:
    game = ruling.game
    if game.battle.round > 1 and game.how.initiative_mode == "per_round":
        ruling.ask("initiative", TABLE)
    else:
        _income(ruling)


def roll_initiative(ruling: Ruling[Game], _command: RollInitiative) -> None:
    """GA-3.1-01 Each round from the second on opens with a roll-off for the first player of all its phases."""
    winner = roll_off(ruling, "initiative", "GA-3.1-01")
    ruling.record(FirstPlayerSet(round=ruling.game.battle.round, seat=winner), "GA-3.1-01", "GA-3.0-03")
    ruling.answered()
    _income(ruling)


def roll_off(ruling: Ruling[Game], purpose: str, clause: str) -> Party:
    """GA-2.5-08 Roll off and record it; returns the winner."""
    off = ruling.roll_off(D6, "roll-off")
    faces = tuple(face for each in off.rounds for face in each)
    ruling.record(RollOffMade(purpose=purpose, faces=faces, winner=off.winner), "GA-2.5-08", clause)
    return off.winner


def first_player_set(game: Game, event: FirstPlayerSet) -> None:
    """Set the first player of the round's phases."""
    game.battle = replace(game.battle, first=event.seat, turn=event.seat)


def _income(ruling: Ruling[Game]) -> None:
    """GA-3.1-03 Both players gain a Manoeuvre Point before anything else happens in the round."""
    cap = ruling.game.how.mp_cap
    held = (ruling.game.sides[seat].manoeuvre_points + 1 for seat in SEATS)
    totals = tuple(min(points, cap) if cap else points for points in held)
    ruling.record(ManoeuvrePointsGained(points=1, totals=totals), "GA-3.1-03")
    scoring.open_phase(ruling)
    scientists.deliver(ruling)
    _begin_turn(ruling, "manoeuvres", _first(ruling.game))


def manoeuvre_points_gained(game: Game, event: ManoeuvrePointsGained) -> None:
    """Note what each player holds now."""
    for seat, points in zip(SEATS, event.totals, strict=True):
        game.sides[seat] = replace(game.sides[seat], manoeuvre_points=points)


# -- player turns


def _begin_turn(ruling: Ruling[Game], phase: str, seat: Party) -> None:
    """GA-3.0-02 The first player takes a complete turn of the phase, then the second."""
    ruling.record(PlayerTurnBegun(seat=seat, phase=phase), "GA-3.0-02")
    if phase == "manoeuvres":
        _recover(ruling, seat)
    if phase == "assault" and ruling.game.how.assault_eligibility_snapshot == "own_turn":
        note_near(ruling, seat)
    ruling.ask("turn_over", about=(phase, str(seat)))
    if phase == "move":
        orders = manoeuvres.opponents(ruling.game, seat, "move_turn_ending", ORDER)
        if orders:
            ruling.ask("move_turn_ending", *orders)
        ruling.ask("reinforcements", seat)
    ruling.ask(f"{phase}_turn", seat)


def player_turn_begun(game: Game, event: PlayerTurnBegun) -> None:
    """Hand the turn over."""
    game.battle = replace(game.battle, turn=event.seat, step=STEPS[event.phase])
    for row in on_warfield(game):
        if row.tested:
            game.formations[row.id] = replace(row, tested=False)
    for key, row in game.formations.items() if event.phase == "move" else ():
        if row.seat == event.seat:
            game.formations[key] = replace(row, began=row.aboard)


def _recover(ruling: Ruling[Game], seat: Party) -> None:
    """GA-3.0-05 Fatigue ends when its own player's Manoeuvres turn begins (GA-3.1-07)."""
    now = ruling.game.battle.round
    rows = [row for _, row in sorted(ruling.game.formations.items()) if row.seat == seat and row.place != DESTROYED]
    over = tuple(row.id for row in rows if 0 < row.fatigued <= now)
    if over:
        ruling.record(BattleFatigueEnded(formations=over), "GA-3.0-05", "GA-3.1-07")


def battle_fatigue_ended(game: Game, event: BattleFatigueEnded) -> None:
    """Clear the status."""
    for key in event.formations:
        game.formations[key] = replace(game.formations[key], fatigued=0)


def note_near(ruling: Ruling[Game], seat: Party | None) -> None:
    """GA-3.4-02 Only who is within 12" of an enemy at the start may declare an Assault."""
    game = ruling.game
    near = tuple(
        row.id
        for row in on_warfield(game, seat)
        if any(formations_within(game, row.id, enemy.id, NEAR) for enemy in enemies_of(game, row))
    )
    ruling.record(EligibilityNoted(purpose="assault", seat=seat, formations=near), "GA-3.4-02")


def eligibility_noted(game: Game, event: EligibilityNoted) -> None:
    """Remember for the phase what was true at its start."""
    for key in event.formations:
        row = game.formations[key]
        assault = event.purpose == "assault"
        game.formations[key] = replace(row, near=True) if assault else replace(row, first_step=True)


def end_turn(ruling: Ruling[Game], _command: EndTurn) -> None:
    """GA-3.0-09 A player may end the turn when everything compulsory in it is done."""
    due = due_tests(ruling.game, ruling.actor) if ruling.game.battle.phase == "manoeuvres" else ()
    ruling.require(not due, "GA-3.0-09", "tests-due", formations=" ".join(due))
    if ruling.game.battle.phase == "manoeuvres":
        caches.require_removed(ruling)
    if ruling.game.battle.phase == "move":
        late = " ".join(row.id for row in reserves.overdue(ruling.game, ruling.actor))
        ruling.require(not late, "GA-4.3-10", "aircraft-due", formations=late)
    ruling.answered()


def end_turn_offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    """Offer the end of the turn and nothing else."""
    return [END_TURN]


def end_turn_now(_game: Game, _window: Window, _party: Party) -> Struct:
    """Let silence end the turn."""
    return EndTurn()


# -- ends


def _turn_over(ruling: Ruling[Game], window: Window) -> None:
    """GA-2.2-08 When a turn ends both players look to the cohesion of their formations."""
    if endings.check_annihilation(ruling):
        return
    phase, seat = window.about[0], int(window.about[1])
    ruling.record(TurnEnding(seat=seat, phase=phase), "GA-3.0-09")
    ruling.ask("turn_close", about=window.about)
    if ruling.game.how.cohesion_check == "end_of_turn":
        cohesion.clean_up(ruling, seat)


def turn_ending(game: Game, _event: TurnEnding) -> None:
    """Go on to the clean-up."""
    game.battle = replace(game.battle, step="cohesion")


def _turn_close(ruling: Ruling[Game], window: Window) -> None:
    """GA-3.0-02 After the second player's turn the next phase starts."""
    if endings.check_annihilation(ruling):
        return
    game, phase, seat = ruling.game, window.about[0], int(window.about[1])
    last = seat != _first(game)
    scoring.settle_turn(ruling, phase, seat, last=last)
    ruling.record(PlayerTurnEnded(seat=seat, phase=phase), "GA-3.0-09")
    effects.expire(ruling, phase_over=last)
    if last:
        ruling.record(PhaseEnded(phase=phase), "GA-3.0-02")
        ruling.ask("begin_phase", TABLE)
    else:
        _begin_turn(ruling, phase, rival(seat))


def player_turn_ended(game: Game, _event: PlayerTurnEnded) -> None:
    """Nobody's turn is on until the next begins; what binds for a turn is over, no Advance or Retreat (GA-3.2-45)."""
    game.battle = replace(game.battle, step="", embarks="")
    for key, row in game.formations.items():
        if row.bound == "turn":
            game.formations[key] = replace(row, bound="", move="" if row.move == "normal" else row.move)


def phase_ended(game: Game, _event: PhaseEnded) -> None:
    """Leave the phase; what lasts for it is forgotten when the next begins."""
    game.battle = replace(game.battle, step="", selects=None)


def _brawl_over(ruling: Ruling[Game], _window: Window) -> None:
    """GA-3.5-08 After the last fight come the clean-up and the end of the round."""
    if endings.check_annihilation(ruling):
        return
    ruling.record(TurnEnding(seat=None, phase="brawl"), "GA-3.5-08")
    ruling.ask("brawl_close")
    cohesion.clean_up(ruling, _first(ruling.game))


def _brawl_close(ruling: Ruling[Game], _window: Window) -> None:
    if endings.check_annihilation(ruling):
        return
    scoring.settle_round(ruling)
    effects.expire(ruling, phase_over=True)
    ruling.record(PhaseEnded(phase="brawl"), "GA-3.5-08")
    ruling.ask("end_round", TABLE)


def end_round(ruling: Ruling[Game], _command: EndRound) -> None:
    """GA-3.5-08 The round ends with its Brawl Phase; the battle with its last round (GA-7.0-17)."""
    game = ruling.game
    ruling.record(RoundEnded(round=game.battle.round), "GA-3.5-08")
    ruling.answered()
    if game.battle.round == SCENARIOS[game.battle.scenario].rounds.last:
        ruling.ask("end_battle", TABLE)
    else:
        begin_round(ruling, game.battle.round + 1)


def round_ended(game: Game, _event: RoundEnded) -> None:
    """Leave the round."""
    game.battle = replace(game.battle, step="", turn=None)


def begin_round(ruling: Ruling[Game], number: int) -> None:
    """GA-3.0-01 Begin a round with its Manoeuvres Phase."""
    ruling.record(RoundBegun(round=number), "GA-3.0-01")
    ruling.ask("begin_phase", TABLE)
    moments.begin(ruling)


def round_begun(game: Game, event: RoundBegun) -> None:
    """Forget what lasts for a round."""
    game.battle = replace(game.battle, round=event.round)
    for key, row in game.formations.items():
        game.formations[key] = replace(row, move="", assaulted=False, fights_first=False, bound="")
    for seat, side in game.sides.items():
        game.sides[seat] = replace(side, round_points=0, used=())


def _first(game: Game) -> int:
    if game.battle.first is None:
        message = "a phase is played and nobody has the first turn"
        raise AssertionError(message)
    return game.battle.first


# -- tables

CLAUSES = handlers(begin_phase, roll_initiative, end_turn, end_round)
REDUCERS = reducers(
    phase_begun, first_player_set, manoeuvre_points_gained, player_turn_begun, battle_fatigue_ended,
    eligibility_noted, turn_ending, player_turn_ended, phase_ended, round_ended, round_begun,
)  # fmt: skip
WINDOWS = windows(
    table_step("begin_phase", "GA-3.0-01", BeginPhase, _which_phase),
    table_step("initiative", "GA-3.1-01", RollInitiative),
    WindowKind("turn_over", "GA-3.0-09", on_close=_turn_over),
    WindowKind("turn_close", "GA-3.0-02", on_close=_turn_close),
    WindowKind("brawl_over", "GA-3.5-08", on_close=_brawl_over),
    WindowKind("brawl_close", "GA-3.5-08", on_close=_brawl_close),
    table_step("end_round", "GA-3.5-08", EndRound),
)

__all__ = [
    "CLAUSES", "END_TURN", "PHASES", "REDUCERS", "WINDOWS", "begin_round", "end_turn_now", "end_turn_offers",
    "note_near", "roll_off",
]  # fmt: skip

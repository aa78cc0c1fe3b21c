"""Chapter 3.0, rounds and their phases: how each begins and ends.

The Brawl Phase pushes `brawl_over` and on it the suspended window `brawl`, which goes on with the first step; when
nothing of the Brawl is left on the stack the phase ends. The other phases are two player turns (player_turns.py).
"""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, table_step, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BeginPhase,
    EndRound,
    PhaseBegun,
    PhaseEnded,
    RoundBegun,
    RoundEnded,
    TurnEnding,
)
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.roster.scenarios import SCENARIOS
from adjudicator.rulesets.grinding_annihilation.rules.assault.near_at_start import note_near
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import effects
from adjudicator.rulesets.grinding_annihilation.rules.concepts import out_of_cohesion
from adjudicator.rulesets.grinding_annihilation.rules.manoeuvres_phase.initiative import open_round
from adjudicator.rulesets.grinding_annihilation.rules.missions import battle_end, scoring
from adjudicator.rulesets.grinding_annihilation.rules.rounds import start_of_round
from adjudicator.rulesets.grinding_annihilation.rules.rounds.player_turns import begin_turn, first_player

PHASES = ("manoeuvres", "move", "shooting", "assault", "brawl")


def begin_phase(ruling: Ruling[Game], command: BeginPhase) -> None:
    """GA-3.0-01 A round is five phases, always in the same order."""
    due = _due_phase(ruling.game)
    ruling.require(command.phase == due, "GA-3.0-01", "wrong-phase", "phase", phase=command.phase, due=due)
    ruling.answered()
    game = ruling.game
    ruling.record(PhaseBegun(round=game.battle.round, phase=due), "GA-3.0-01")
    if due == "manoeuvres":
        open_round(ruling)
    elif due == "brawl":
        ruling.ask("brawl_over")
        ruling.ask("brawl")
    else:
        if due == "assault" and game.options.assault_eligibility_snapshot == "phase":
            note_near(ruling, None)
        begin_turn(ruling, due, first_player(game))


def phase_begun(game: Game, event: PhaseBegun) -> None:
    """Forget what lasts for a phase (GA-3.0-06)."""
    game.battle = replace(game.battle, phase=event.phase, step="", turn=game.battle.first, selects=None)
    for key, row in game.formations.items():
        noted = row.shot or row.near or row.assault_declared or row.first_step or row.fought or row.repaired
        if noted or row.disembarked or row.lent:
            game.formations[key] = replace(
                row,
                shot=False,
                near=False,
                assault_declared=False,
                first_step=False,
                fought=False,
                repaired=False,
                disembarked="",
                lent=False,
            )
    for key, troop in game.troops.items():
        if troop.marked:
            game.troops[key] = replace(troop, marked=False)


def _due_phase(game: Game) -> str:
    ended = game.battle.phase
    return PHASES[(PHASES.index(ended) + 1) % len(PHASES)] if ended in PHASES else PHASES[0]


def _which_phase(game: Game, _window: Window) -> dict[str, str]:
    return {"phase": _due_phase(game)}


def phase_ended(game: Game, _event: PhaseEnded) -> None:
    """Leave the phase; what lasts for it is forgotten when the next begins."""
    game.battle = replace(game.battle, step="", selects=None)


def _brawl_over(ruling: Ruling[Game], _window: Window) -> None:
    """GA-3.5-08 After the last fight come the clean-up and the end of the round."""
    if battle_end.check_annihilation(ruling):
        return
    ruling.record(TurnEnding(seat=None, phase="brawl"), "GA-3.5-08")
    ruling.ask("brawl_close")
    out_of_cohesion.clean_up(ruling, first_player(ruling.game))


def _brawl_close(ruling: Ruling[Game], _window: Window) -> None:
    if battle_end.check_annihilation(ruling):
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
    start_of_round.begin_start_rules(ruling)


def round_begun(game: Game, event: RoundBegun) -> None:
    """Forget what lasts for a round."""
    game.battle = replace(game.battle, round=event.round)
    for key, row in game.formations.items():
        game.formations[key] = replace(row, move="", assaulted=False, ingressed=False, fights_first=False, bound="")
    for seat, side in game.sides.items():
        game.sides[seat] = replace(side, round_points=0, used=())


PART = Part(
    handlers=handlers(begin_phase, end_round),
    reducers=reducers(phase_begun, phase_ended, round_ended, round_begun),
    windows=windows(
        table_step("begin_phase", "GA-3.0-01", BeginPhase, _which_phase),
        WindowKind("brawl_over", "GA-3.5-08", on_close=_brawl_over),
        WindowKind("brawl_close", "GA-3.5-08", on_close=_brawl_close),
        table_step("end_round", "GA-3.5-08", EndRound),
    ),
)

"""Chapter 7.0, steps six to eight: the first turn is rolled for, and the battle begins."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleBegun,
    BeginBattle,
    FirstPlayerSet,
    RollFirstTurn,
)
from adjudicator.rulesets.grinding_annihilation.model.state import RESERVES, STRATEGIC, Game
from adjudicator.rulesets.grinding_annihilation.rules.concepts.roll_offs import roll_off
from adjudicator.rulesets.grinding_annihilation.rules.missions import break_through
from adjudicator.rulesets.grinding_annihilation.rules.missions.battle_end import check_annihilation
from adjudicator.rulesets.grinding_annihilation.rules.missions.marker_control import determine_control
from adjudicator.rulesets.grinding_annihilation.rules.rounds.phases import begin_round
from adjudicator.rulesets.grinding_annihilation.rules.troops import scouts
from adjudicator.rulesets.grinding_annihilation.rules.troops.aircraft import is_aircraft


def roll_first_turn(ruling: Ruling[Game], _command: RollFirstTurn) -> None:
    """GA-7.0-15 The winner of a roll-off has the first turn of every phase of round 1 (GA-3.1-02)."""
    winner = roll_off(ruling, "first_turn", "GA-7.0-15")
    ruling.record(FirstPlayerSet(round=1, seat=winner), "GA-7.0-15", "GA-3.1-02")
    ruling.answered()
    scouts.begin_pre_battle(ruling)


def begin_battle(ruling: Ruling[Game], _command: BeginBattle) -> None:
    """GA-7.0-06 The set-up is over; round 1 begins. In Break Through the Defender holds the markers (GA-7.5-03)."""
    ruling.record(BattleBegun(), "GA-7.0-06", "GA-7.0-05")
    if break_through.lines(ruling.game):
        determine_control(ruling)
    ruling.answered()
    if not check_annihilation(ruling):
        begin_round(ruling, 1)


def battle_begun(game: Game, _event: BattleBegun) -> None:
    """Leave the set-up; Aircraft in Reserves are Strategic Reserves from now on (GA-4.3-02)."""
    game.battle = replace(game.battle, step="", selects=None)
    for key, row in game.formations.items():
        if row.place == RESERVES and is_aircraft(game, key):
            game.formations[key] = replace(row, place=STRATEGIC)


PART = Part(
    handlers=handlers(roll_first_turn, begin_battle),
    reducers=reducers(battle_begun),
    windows=windows(
        table_step("first_turn", "GA-7.0-15", RollFirstTurn), table_step("begin_battle", "GA-7.0-06", BeginBattle)
    ),
)

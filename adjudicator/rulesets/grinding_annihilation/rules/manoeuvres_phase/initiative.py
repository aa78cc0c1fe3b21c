"""Chapter 3.1, the start of the Manoeuvres Phase: initiative and Manoeuvre Points."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    FirstPlayerSet,
    ManoeuvrePointsGained,
    RollInitiative,
)
from adjudicator.rulesets.grinding_annihilation.model.state import SEATS, Game
from adjudicator.rulesets.grinding_annihilation.rules.concepts.roll_offs import roll_off
from adjudicator.rulesets.grinding_annihilation.rules.missions import scientist_capture, scoring
from adjudicator.rulesets.grinding_annihilation.rules.rounds.player_turns import begin_turn, first_player


def open_round(ruling: Ruling[Game]) -> None:
    game = ruling.game
    if game.battle.round > 1 and game.options.initiative_mode == "per_round":
        ruling.ask("initiative", TABLE)
    else:
        _income(ruling)


def roll_initiative(ruling: Ruling[Game], _command: RollInitiative) -> None:
    """GA-3.1-01 Each round from the second on opens with a roll-off for the first player of all its phases."""
    winner = roll_off(ruling, "initiative", "GA-3.1-01")
    ruling.record(FirstPlayerSet(round=ruling.game.battle.round, seat=winner), "GA-3.1-01", "GA-3.0-03")
    ruling.answered()
    _income(ruling)


def first_player_set(game: Game, event: FirstPlayerSet) -> None:
    """Set the first player of the round's phases."""
    game.battle = replace(game.battle, first=event.seat, turn=event.seat)


def _income(ruling: Ruling[Game]) -> None:
    """GA-3.1-03 Both players gain a Manoeuvre Point before anything else happens in the round."""
    cap = ruling.game.options.mp_cap
    held = (ruling.game.sides[seat].manoeuvre_points + 1 for seat in SEATS)
    totals = tuple(min(points, cap) if cap else points for points in held)
    ruling.record(ManoeuvrePointsGained(points=1, totals=totals), "GA-3.1-03")
    scoring.open_phase(ruling)
    scientist_capture.deliver(ruling)
    begin_turn(ruling, "manoeuvres", first_player(ruling.game))


def manoeuvre_points_gained(game: Game, event: ManoeuvrePointsGained) -> None:
    """Note what each player holds now."""
    for seat, points in zip(SEATS, event.totals, strict=True):
        game.sides[seat] = replace(game.sides[seat], manoeuvre_points=points)


PART = Part(
    handlers=handlers(roll_initiative),
    reducers=reducers(first_player_set, manoeuvre_points_gained),
    windows=windows(table_step("initiative", "GA-3.1-01", RollInitiative)),
)

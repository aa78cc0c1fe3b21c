"""Chapter 7, when markers and Generals score: at the end of turns and rounds, and of the battle."""

from __future__ import annotations

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.model.state import SEATS, Game, rival
from adjudicator.rulesets.grinding_annihilation.rules.missions import break_through
from adjudicator.rulesets.grinding_annihilation.rules.missions.marker_control import determine_control
from adjudicator.rulesets.grinding_annihilation.rules.missions.no_mans_land import score_blitzkrieg
from adjudicator.rulesets.grinding_annihilation.rules.missions.tactical_points import GENERAL, MARKERS, score
from adjudicator.rulesets.grinding_annihilation.rules.missions.warfield_layout import scenario_of

# -- points


def settle_turn(ruling: Ruling[Game], phase: str, seat: int, *, last: bool) -> None:
    """GA-7.0-04 At the end of a player turn determine control; after a Manoeuvres turn markers fall or score."""
    scores, falls = _scores(ruling.game, phase), break_through.captures(ruling.game, phase, seat)
    if scores or falls or last or ruling.game.options.control_when == "player_turn":
        determine_control(ruling)
    if falls:
        break_through.capture(ruling, seat)
    if scores:
        _score_markers(ruling, seat, ruling.game.sides[seat].round_points)
    pay_generals(ruling)


def settle_round(ruling: Ruling[Game]) -> None:
    """GA-7.0-04 GA-7.5-04 After the Brawl determine control, and note dominion."""
    determine_control(ruling)
    break_through.note_dominion(ruling)
    pay_generals(ruling)


def _scores(game: Game, phase: str) -> bool:
    """GA-7.1-05 Tell whether markers score at the end of this turn, in Scientist Capture by an option (GA-7.3-10)."""
    terms = scenario_of(game).scoring
    turns = terms.moment == "turn" or (terms.moment == "scientists" and game.options.scientist_marker_scoring)
    return turns and phase == "manoeuvres" and game.battle.round >= terms.first_round


def open_phase(ruling: Ruling[Game]) -> None:
    """GA-7.0-21 At the start of a Manoeuvres Phase both players score at once, on the control last determined."""
    terms = scenario_of(ruling.game).scoring
    if terms.moment == "phase" and ruling.game.battle.round >= terms.first_round:
        for seat in SEATS:
            _score_markers(ruling, seat)


def close_battle(ruling: Ruling[Game], *, early: bool) -> None:
    """GA-7.5-07 GA-7.4-04 Score what counts at the end; by an option what stood to be scored next (GA-7.0-21)."""
    game = ruling.game
    moment = scenario_of(game).scoring.moment
    if moment == "end" or (moment == "phase" and not early and game.options.score_at_battle_end):
        for seat in SEATS:
            _score_markers(ruling, seat)
    for seat in SEATS if not early or game.options.blitzkrieg_early_end else ():
        score_blitzkrieg(ruling, seat)


def _score_markers(ruling: Ruling[Game], seat: Party, scored: int = 0) -> None:
    """GA-7.1-05 GA-7.2-03 GA-7.4-03 Score each marker controlled, up to the cap of the round where there is one."""
    terms = scenario_of(ruling.game).scoring
    held = sum(marker.controller == seat for marker in ruling.game.markers.values())
    points = Tally.base(held * terms.each, terms.clause)
    if terms.most_per_round:
        points = points.at_most(terms.most_per_round - scored, terms.clause)
    if points.total > 0:
        score(ruling, seat, points, MARKERS)


def pay_generals(ruling: Ruling[Game]) -> None:
    """GA-8.1-07 The loss of a General scores nothing, unless the option general_kill_tp says so."""
    game = ruling.game
    worth = game.options.general_kill_tp
    for seat in SEATS:
        side = game.sides[seat]
        if worth and not side.general_paid and side.general in game.fallen:
            score(ruling, rival(seat), Tally.base(worth, "GA-8.1-07"), GENERAL)

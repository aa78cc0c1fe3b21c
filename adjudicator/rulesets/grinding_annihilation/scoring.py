"""Chapter 7: control of objective markers, and the Tactical Points that they score."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from adjudicator.board.inches import point_gap_within
from adjudicator.kernel.decide.handlers import reducers
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation import breach, damaged
from adjudicator.rulesets.grinding_annihilation.measure import body_of
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ControlDetermined,
    MarkerControl,
    TacticalPointsScored,
)
from adjudicator.rulesets.grinding_annihilation.state import (
    SEATS,
    Formation,
    Game,
    Marker,
    Troop,
    on_warfield,
    profile_of,
    rival,
    troops_of,
)
from adjudicator.rulesets.grinding_annihilation.zones import partly_in_zone, scenario_of, wholly_in_zone

GENERAL, DELIVERY = "GA-8.1-07", "GA-7.3-06"


# -- control


def in_range(game: Game, troop: Troop, marker: Marker) -> bool:
    """GA-7.0-02 A troop is in range of a marker within 3" horizontally and 5" vertically."""
    return _reaches(game, troop, marker, marker_range(game))


def marker_range(game: Game) -> tuple[int, int]:
    """GA-7.0-02 Say how far from its centre a marker reaches, and how high."""
    limits = scenario_of(game).marker_range
    return limits.horizontal + game.how.marker_radius, limits.vertical


def _reaches(game: Game, troop: Troop, marker: Marker, limits: tuple[int, int]) -> bool:
    reach, vertical = limits
    pose, base = troop.pose, profile_of(game, troop).base
    if pose is None or abs(pose.z) > vertical:
        return False
    # no part of a base lies farther from its centre than length and width: most troops need no measuring
    far = reach + base.length + base.width
    if abs(pose.x - marker.x) > far or abs(pose.y - marker.y) > far:
        return False
    return point_gap_within(body_of(game, troop), marker.x, marker.y, reach)


def _standing(game: Game, seat: int) -> list[tuple[Formation, Troop]]:
    return [(row, troop) for row in on_warfield(game, seat) for troop in troops_of(game, row.id)]


def level_of_control(game: Game, marker: Marker, seat: int, standing: Iterable[tuple[Formation, Troop]]) -> int:
    """GA-7.0-03 Add the Battle Effectiveness of a player's troops in range; fatigued troops count nothing."""
    limits = marker_range(game)
    near = [(row, troop) for row, troop in standing if _reaches(game, troop, marker, limits)]
    counted = sum(damaged.effectiveness(game, troop) for row, troop in near if not row.fatigued)
    return breach.held_level(game, marker, seat, counted, manned=bool(near))


def controller_of(game: Game, marker: Marker, levels: tuple[int, ...]) -> int | None:
    """GA-7.0-04 The strictly greater Level of Control controls; equal levels leave a marker contested."""
    if breach.lines(game):
        return breach.holder_of(game, marker)
    if levels[0] != levels[1]:
        return levels.index(max(levels))
    deserted = levels == (0, 0)
    return marker.controller if deserted and game.how.sticky_objectives else None


def determine_control(ruling: Ruling[Game]) -> None:
    """GA-7.0-04 Find out who controls each marker; it holds until it is found out again."""
    game = ruling.game
    found: list[MarkerControl] = []
    standing = [_standing(game, seat) for seat in SEATS]
    for key in sorted(game.markers):
        marker = game.markers[key]
        levels = tuple(level_of_control(game, marker, seat, standing[seat]) for seat in SEATS)
        found.append(MarkerControl(marker=key, levels=levels, controller=controller_of(game, marker, levels)))
    held = ("GA-7.5-03", "GA-7.5-06") if breach.lines(game) else ()
    ruling.record(
        ControlDetermined(markers=tuple(found)), "GA-7.0-04", "GA-7.0-03", "GA-7.0-02", *held, *_lessened(game)
    )


def _lessened(game: Game) -> tuple[str, ...]:
    """GA-4.1-03 Say whether damage takes from the Battle Effectiveness of a troop in range of a marker."""
    rows = (row for row in on_warfield(game) if not row.fatigued)
    hurt = (
        troop
        for row in rows
        for troop in troops_of(game, row.id)
        if damaged.effectiveness(game, troop) != profile_of(game, troop).effectiveness
    )
    found = any(in_range(game, troop, marker) for troop in hurt for marker in game.markers.values())
    return (damaged.CLAUSE,) if found else ()


def control_determined(game: Game, event: ControlDetermined) -> None:
    """Note levels and controllers."""
    for each in event.markers:
        marker = game.markers[each.marker]
        game.markers[each.marker] = replace(marker, levels=each.levels, controller=each.controller)


# -- points


def settle_turn(ruling: Ruling[Game], phase: str, seat: int, *, last: bool) -> None:
    """GA-7.0-04 At the end of a player turn determine control; after a Manoeuvres turn markers fall or score."""
    scores, falls = _scores(ruling.game, phase), breach.captures(ruling.game, phase, seat)
    if scores or falls or last or ruling.game.how.control_when == "player_turn":
        determine_control(ruling)
    if falls:
        breach.capture(ruling, seat)
    if scores:
        _score_markers(ruling, seat, ruling.game.sides[seat].round_points)
    pay_generals(ruling)


def settle_round(ruling: Ruling[Game]) -> None:
    """GA-7.0-04 GA-7.5-04 After the Brawl determine control, and note dominion."""
    determine_control(ruling)
    breach.note_dominion(ruling)
    pay_generals(ruling)


def _scores(game: Game, phase: str) -> bool:
    """GA-7.1-05 Tell whether markers score at the end of this turn, in Scientist Capture by an option (GA-7.3-10)."""
    terms = scenario_of(game).scoring
    turns = terms.when == "turn" or (terms.when == "scientists" and game.how.scientist_marker_scoring)
    return turns and phase == "manoeuvres" and game.battle.round >= terms.first_round


def open_phase(ruling: Ruling[Game]) -> None:
    """GA-7.0-21 At the start of a Manoeuvres Phase both players score at once, on the control last determined."""
    terms = scenario_of(ruling.game).scoring
    if terms.when == "phase" and ruling.game.battle.round >= terms.first_round:
        for seat in SEATS:
            _score_markers(ruling, seat)


def close_battle(ruling: Ruling[Game], *, early: bool) -> None:
    """GA-7.5-07 GA-7.4-04 Score what counts at the end; by an option what stood to be scored next (GA-7.0-21)."""
    game = ruling.game
    when = scenario_of(game).scoring.when
    if when == "end" or (when == "phase" and not early and game.how.score_at_battle_end):
        for seat in SEATS:
            _score_markers(ruling, seat)
    for seat in SEATS if not early or game.how.blitzkrieg_early_end else ():
        _score_blitzkrieg(ruling, seat)


def _score_markers(ruling: Ruling[Game], seat: Party, scored: int = 0) -> None:
    """GA-7.1-05 GA-7.2-03 GA-7.4-03 Score each marker controlled, up to the cap of the round where there is one."""
    terms = scenario_of(ruling.game).scoring
    held = sum(marker.controller == seat for marker in ruling.game.markers.values())
    points = Tally.base(held * terms.each, terms.clause)
    if terms.most_per_round:
        points = points.at_most(terms.most_per_round - scored, terms.clause)
    if points.total > 0:
        score(ruling, seat, points)


def _score_blitzkrieg(ruling: Ruling[Game], seat: Party) -> None:
    """GA-7.4-04 Points, once, for a formation in the enemy's zone that never came from Reserves."""
    game, terms = ruling.game, scenario_of(ruling.game).blitzkrieg
    within = wholly_in_zone if game.how.blitzkrieg_wholly else partly_in_zone
    there = any(not row.arrived and within(game, row.id, rival(seat)) for row in on_warfield(game, seat))
    if terms is not None and there:
        score(ruling, seat, Tally.base(terms.points, terms.clause))


def pay_generals(ruling: Ruling[Game]) -> None:
    """GA-8.1-07 The loss of a General scores nothing, unless the option general_kill_tp says so."""
    game = ruling.game
    worth = game.how.general_kill_tp
    for seat in SEATS:
        side = game.sides[seat]
        if worth and not side.general_paid and side.general in game.fallen:
            score(ruling, rival(seat), Tally.base(worth, GENERAL))


def score(ruling: Ruling[Game], seat: Party, points: Tally) -> None:
    """GA-2.1-09 Record Tactical Points."""
    total = ruling.game.sides[seat].tactical_points + points.total
    clauses = ("GA-2.1-09", *points.clauses())
    ruling.record(TacticalPointsScored(seat=seat, points=points, total=total), *clauses)


def tactical_points_scored(game: Game, event: TacticalPointsScored) -> None:
    """Add the points; those for a General and for scientists lie outside the cap of the round."""
    side = replace(game.sides[event.seat], tactical_points=event.total)
    cause = event.points.terms[0].clause
    if cause == GENERAL:
        other = rival(event.seat)
        game.sides[other] = replace(game.sides[other], general_paid=True)
    elif cause != DELIVERY:
        side = replace(side, round_points=side.round_points + event.points.total)
    game.sides[event.seat] = side


REDUCERS = reducers(control_determined, tactical_points_scored)

__all__ = [
    "REDUCERS", "close_battle", "determine_control", "in_range", "open_phase", "pay_generals", "scenario_of", "score",
    "settle_round", "settle_turn",
]  # fmt: skip

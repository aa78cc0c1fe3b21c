"""Chapters 7.0 and 7.1: control of objective markers, and Tactical Points in the War of Control."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.board.inches import point_gap_within
from adjudicator.kernel.ruleset import reducers
from adjudicator.kernel.ruling import Ruling
from adjudicator.kernel.tally import Tally
from adjudicator.rulesets.grinding_annihilation.measure import body_of
from adjudicator.rulesets.grinding_annihilation.messages import (
    ControlDetermined,
    MarkerControl,
    TacticalPointsScored,
)
from adjudicator.rulesets.grinding_annihilation.scenario import SCENARIOS, Scenario
from adjudicator.rulesets.grinding_annihilation.state import (
    SEATS,
    Game,
    Marker,
    Troop,
    on_warfield,
    profile_of,
    rival,
    troops_of,
)

GENERAL = "GA-8.1-07"


def scenario_of(game: Game) -> Scenario:
    """Give the numbers of the battle's scenario."""
    return SCENARIOS[game.battle.scenario]


# -- control


def in_range(game: Game, troop: Troop, marker: Marker) -> bool:
    """GA-7.0-02 A troop is in range of a marker within 3" horizontally and 5" vertically."""
    limits = scenario_of(game).marker_range
    reach = limits.horizontal + game.how.marker_radius
    pose, base = troop.pose, profile_of(game, troop).base
    if pose is None or abs(pose.z) > limits.vertical:
        return False
    # no part of a base lies farther from its centre than length and width: most troops need no measuring
    far = reach + base.length + base.width
    if abs(pose.x - marker.x) > far or abs(pose.y - marker.y) > far:
        return False
    return point_gap_within(body_of(game, troop), marker.x, marker.y, reach)


def level_of_control(game: Game, marker: Marker, seat: int) -> int:
    """GA-7.0-03 Add the Battle Effectiveness of a player's troops in range; fatigued troops count nothing."""
    steady = [row for row in on_warfield(game, seat) if not row.fatigued]
    near = (troop for row in steady for troop in troops_of(game, row.id) if in_range(game, troop, marker))
    return sum(profile_of(game, troop).effectiveness for troop in near)


def controller_of(game: Game, marker: Marker, levels: tuple[int, ...]) -> int | None:
    """GA-7.0-04 The strictly greater Level of Control controls; equal levels leave a marker contested."""
    if levels[0] != levels[1]:
        return levels.index(max(levels))
    deserted = levels == (0, 0)
    return marker.controller if deserted and game.how.sticky_objectives else None


def determine_control(ruling: Ruling[Game]) -> None:
    """GA-7.0-04 Find out who controls each marker; it holds until it is found out again."""
    game = ruling.game
    found: list[MarkerControl] = []
    for key in sorted(game.markers):
        marker = game.markers[key]
        levels = tuple(level_of_control(game, marker, seat) for seat in SEATS)
        found.append(MarkerControl(marker=key, levels=levels, controller=controller_of(game, marker, levels)))
    ruling.record(ControlDetermined(markers=tuple(found)), "GA-7.0-04", "GA-7.0-03", "GA-7.0-02")


def control_determined(game: Game, event: ControlDetermined) -> None:
    """Note levels and controllers."""
    for each in event.markers:
        marker = game.markers[each.marker]
        game.markers[each.marker] = replace(marker, levels=each.levels, controller=each.controller)


# -- points


def settle_turn(ruling: Ruling[Game], phase: str, seat: int, *, last: bool) -> None:
    """GA-7.0-04 At the end of a player turn determine control; after a Manoeuvres turn its player scores."""
    scores = phase == "manoeuvres" and ruling.game.battle.round >= scenario_of(ruling.game).scoring.first_round
    if scores or last or ruling.game.how.control_when == "player_turn":
        determine_control(ruling)
    if scores:
        _score_markers(ruling, seat)
    pay_generals(ruling)


def _score_markers(ruling: Ruling[Game], seat: int) -> None:
    """GA-7.1-05 A Tactical Point for each marker controlled, at most three in a round."""
    game, terms = ruling.game, scenario_of(ruling.game).scoring
    held = sum(marker.controller == seat for marker in game.markers.values())
    left = terms.most_per_round - game.sides[seat].round_points
    points = Tally.base(held * terms.each, "GA-7.1-05").at_most(left, "GA-7.1-05")
    if points.total > 0:
        _score(ruling, seat, points)


def pay_generals(ruling: Ruling[Game]) -> None:
    """GA-8.1-07 The loss of a General scores nothing, unless the option general_kill_tp says so."""
    game = ruling.game
    worth = game.how.general_kill_tp
    for seat in SEATS:
        side = game.sides[seat]
        if worth and not side.general_paid and side.general in game.fallen:
            _score(ruling, rival(seat), Tally.base(worth, GENERAL))


def _score(ruling: Ruling[Game], seat: int, points: Tally) -> None:
    total = ruling.game.sides[seat].tactical_points + points.total
    clauses = ("GA-2.1-09", *points.clauses())
    ruling.record(TacticalPointsScored(seat=seat, points=points, total=total), *clauses)


def tactical_points_scored(game: Game, event: TacticalPointsScored) -> None:
    """Add the points; those for a General lie outside the cap of the round."""
    side = replace(game.sides[event.seat], tactical_points=event.total)
    if event.points.terms[0].clause == GENERAL:
        other = rival(event.seat)
        game.sides[other] = replace(game.sides[other], general_paid=True)
    else:
        side = replace(side, round_points=side.round_points + event.points.total)
    game.sides[event.seat] = side


REDUCERS = reducers(control_determined, tactical_points_scored)

__all__ = ["REDUCERS", "determine_control", "in_range", "pay_generals", "scenario_of", "settle_turn"]

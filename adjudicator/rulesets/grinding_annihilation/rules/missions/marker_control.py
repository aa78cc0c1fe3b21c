"""Chapter 7.0, control of objective markers: range, Levels of Control, and who controls what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from adjudicator.board.inches import Box, groups_apart, point_gap_within
from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.messages import ControlDetermined, MarkerControl
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation, Marker, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import SEATS, Game, on_warfield, profile_of, troops_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.derived import derived_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import body_of
from adjudicator.rulesets.grinding_annihilation.rules.missions import break_through
from adjudicator.rulesets.grinding_annihilation.rules.missions.warfield_layout import scenario_of
from adjudicator.rulesets.grinding_annihilation.rules.troops import damaged_states


def in_range(game: Game, troop: Troop, marker: Marker) -> bool:
    """GA-7.0-02 A troop is in range of a marker within 3" horizontally and 5" vertically."""
    return _reaches(game, troop, marker, marker_range(game))


def marker_range(game: Game) -> tuple[int, int]:
    """GA-7.0-02 Say how far from its centre a marker reaches, and how high."""
    limits = scenario_of(game).marker_range
    return limits.horizontal + game.options.marker_radius, limits.vertical


def _reaches(game: Game, troop: Troop, marker: Marker, limits: tuple[int, int]) -> bool:
    reach, vertical = limits
    pose, base = troop.pose, profile_of(game, troop).base_size
    if pose is None or abs(pose.z) > vertical:
        return False
    # no part of a base lies farther from its centre than length and width: most troops need no measuring
    far = reach + base.length + base.width
    if abs(pose.x - marker.x) > far or abs(pose.y - marker.y) > far:
        return False
    return point_gap_within(body_of(game, troop), marker.x, marker.y, reach)


def _groups(game: Game, seat: int) -> list[tuple[Formation, Box]]:
    """List the formations of a player on the warfield, each with a box around it."""
    derived = derived_of(game)
    groups = ((row, derived.group(game, row.id)) for row in on_warfield(game, seat))
    return [(row, group.box) for row, group in groups if group is not None]


def _troops_near(game: Game, marker: Marker, groups: Iterable[tuple[Formation, Box]]) -> list[tuple[Formation, Troop]]:
    """GA-7.0-02 List those troops of some formations that are in range of a marker."""
    limits, here = marker_range(game), (marker.x, marker.y, marker.x, marker.y)
    rows = [row for row, box in groups if not groups_apart(box, here, limits[0])]
    troops = ((row, troop) for row in rows for troop in troops_of(game, row.id))
    return [(row, troop) for row, troop in troops if _reaches(game, troop, marker, limits)]


def level_of_control(game: Game, marker: Marker, seat: int, near: Sequence[tuple[Formation, Troop]]) -> int:
    """GA-7.0-03 Add the Battle Effectiveness of a player's troops in range; fatigued troops count nothing."""
    counted = sum(damaged_states.effectiveness(game, troop) for row, troop in near if not row.fatigued)
    return break_through.held_level(game, marker, seat, counted, manned=bool(near))


def controller_of(game: Game, marker: Marker, levels: tuple[int, ...]) -> int | None:
    """GA-7.0-04 The strictly greater Level of Control controls; equal levels leave a marker contested."""
    if break_through.lines(game):
        return break_through.holder_of(game, marker)
    if levels[0] != levels[1]:
        return levels.index(max(levels))
    deserted = levels == (0, 0)
    return marker.controller if deserted and game.options.sticky_objectives else None


def determine_control(ruling: Ruling[Game]) -> None:
    """GA-7.0-04 Find out who controls each marker; it holds until it is found out again."""
    game = ruling.game
    found: list[MarkerControl] = []
    counted: list[Troop] = []
    groups = [_groups(game, seat) for seat in SEATS]
    for key in sorted(game.markers):
        marker = game.markers[key]
        near = [_troops_near(game, marker, groups[seat]) for seat in SEATS]
        counted += [troop for rows in near for row, troop in rows if not row.fatigued]
        levels = tuple(level_of_control(game, marker, seat, near[seat]) for seat in SEATS)
        found.append(MarkerControl(marker=key, levels=levels, controller=controller_of(game, marker, levels)))
    held = ("GA-7.5-03", "GA-7.5-06") if break_through.lines(game) else ()
    ruling.record(
        ControlDetermined(markers=tuple(found)),
        "GA-7.0-04",
        "GA-7.0-03",
        "GA-7.0-02",
        *held,
        *_reduced_effectiveness(game, counted),
    )


def _reduced_effectiveness(game: Game, counted: Iterable[Troop]) -> tuple[str, ...]:
    """GA-4.1-03 Say whether damage takes from the Battle Effectiveness of a troop in range of a marker."""
    hurt = any(damaged_states.effectiveness(game, troop) != profile_of(game, troop).effectiveness for troop in counted)
    return (damaged_states.CLAUSE,) if hurt else ()


def control_determined(game: Game, event: ControlDetermined) -> None:
    """Note levels and controllers."""
    for row in event.markers:
        marker = game.markers[row.marker]
        if (marker.levels, marker.controller) != (row.levels, row.controller):
            game.markers[row.marker] = replace(marker, levels=row.levels, controller=row.controller)


PART = Part(reducers=reducers(control_determined))

"""Chapter 7.1, where the next objective marker may lie: clear of edges, zones and other markers."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from adjudicator.board.inches import Rect
from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.rules.missions import break_through
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up.open_boxes import boxes_without
from adjudicator.rulesets.grinding_annihilation.rules.missions.warfield_layout import line_of, scenario_of


def free_point(game: Game, seat: Party) -> tuple[int, int] | None:
    """GA-7.1-04 Find a legal point for the next marker of a player, or None where there is none."""
    if break_through.lines(game):
        line = line_of(game, due_markers(game)[0])
        return (line.x0 + line.x1) // 2, (line.y0 + line.y1) // 2
    x0, y0, x1, y1 = _open_ground(game, seat)
    centre = ((x0 + x1) // 2, (y0 + y1) // 2)
    corners = ((x0, y0), (x1, y0), (x0, y1), (x1, y1))
    likely = next((point for point in (centre, *corners) if _free(game, *point)), None)
    if likely is not None or x1 < x0:
        return likely
    columns = ((x, _free_row(game, x, y0, y1)) for x in range(x0, x1 + 1))
    return next(((x, y) for x, y in columns if y is not None), None)


def _free(game: Game, x: int, y: int) -> bool:
    return not marker_too_near(game, x, y) and (x, y) != game.battle.returned


def _free_row(game: Game, x: int, y0: int, y1: int) -> int | None:
    """Find the least y of a column that no marker, and no returned one, forbids."""
    y = y0
    for low, high in sorted(_forbidden(game, x)):
        if low <= y <= high:
            y = high + 1
    return y if y <= y1 else None


def _forbidden(game: Game, x: int) -> Iterator[tuple[int, int]]:
    apart = scenario_of(game).markers.apart
    for marker in game.markers.values():
        if abs(marker.x - x) <= apart:
            half = isqrt(apart * apart - (marker.x - x) ** 2)
            yield marker.y - half, marker.y + half
    if game.battle.returned and game.battle.returned[0] == x:
        yield game.battle.returned[1], game.battle.returned[1]


def free_boxes(game: Game, seat: Party) -> list[Rect]:
    """GA-7.1-02 Give boxes of legal points for the next marker; the one that is left where it fills no box."""
    apart, returned = scenario_of(game).markers.apart, game.battle.returned
    keep_out = [(marker.x, marker.y, apart) for _, marker in sorted(game.markers.items())]
    if returned:
        keep_out.append((returned[0], returned[1], 0))
    boxes = boxes_without(_open_ground(game, seat), keep_out)
    point = None if boxes else free_point(game, seat)
    return boxes if point is None else [Rect(*point, *point)]


def _open_ground(game: Game, seat: Party) -> tuple[int, int, int, int]:
    """Give the least and greatest x and y that edges and zones leave to a player's markers."""
    limits, battle = scenario_of(game).markers, game.battle
    x0, x1 = limits.from_edge + 1, battle.length - limits.from_edge - 1
    for zone in battle.zones:
        if not _binding(game, zone.seat, seat):
            continue
        if game.sides[zone.seat].end == "low":
            x0 = max(x0, zone.x1 + limits.from_zone + 1)
        else:
            x1 = min(x1, zone.x0 - limits.from_zone - 1)
    return x0, limits.from_edge + 1, x1, battle.width - limits.from_edge - 1


def _binding(game: Game, owner: Party, seat: Party) -> bool:
    return game.options.marker_zone_rule == "both" or owner == seat


def off_zones(game: Game, seat: Party, x: int, y: int) -> bool:
    over = scenario_of(game).markers.from_zone
    binding = (zone for zone in game.battle.zones if _binding(game, zone.seat, seat))
    return all(x > zone.x1 + over or x < zone.x0 - over for zone in binding)


def marker_too_near(game: Game, x: int, y: int) -> str:
    apart = scenario_of(game).markers.apart
    rows = (game.markers[key] for key in sorted(game.markers))
    return next((row.id for row in rows if (row.x - x) ** 2 + (row.y - y) ** 2 <= apart * apart), "")


def due_markers(game: Game) -> tuple[str, ...]:
    """GA-7.1-02 GA-7.5-02 Name the markers that may be placed now: the next, or either of the Defence Lines'."""
    terms = scenario_of(game).markers
    left = [str(number) for number in range(1, terms.count + 1) if str(number) not in game.markers]
    return tuple(left) if break_through.lines(game) else tuple(left[:1])

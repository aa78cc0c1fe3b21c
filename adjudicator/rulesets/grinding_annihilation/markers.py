"""Chapter 7.1, objective markers placed by the players, and the terrain step that follows them."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Rect
from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Range, Shape, offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, table_step, windows
from adjudicator.rulesets.grinding_annihilation import breach
from adjudicator.rulesets.grinding_annihilation.clearings import clearings
from adjudicator.rulesets.grinding_annihilation.features import TYPES
from adjudicator.rulesets.grinding_annihilation.flow import roll_off
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ObjectiveMarkerPlaced,
    ObjectiveMarkerReturned,
    PassTerrain,
    PlaceObjectiveMarker,
    PlaceTerrainFeature,
    ReturnLastMarker,
    RollOff,
    TerrainPassed,
    WarfieldClosed,
)
from adjudicator.rulesets.grinding_annihilation.state import SEATS, Game, Marker, rival
from adjudicator.rulesets.grinding_annihilation.zones import interleaved, line_of, scenario_of

MOST_FEATURES = 60
PURPOSES = {
    "markers": ("GA-7.1-02", "place_marker"),
    "terrain": ("GA-7.0-10", "terrain"),
    "order": ("GA-2.5-10", "order"),
    "late_set_up": ("GA-7.0-14", "late_set_up"),
}


def roll_off_for(ruling: Ruling[Game], command: RollOff) -> None:
    """GA-7.1-02 A roll-off decides who places the first marker, who begins with terrain (GA-7.0-10), who sets an order.

    A roll-off for an order is about what is to be ordered (GA-2.5-10).
    """
    about = () if ruling.window is None else ruling.window.about
    due = _purpose(ruling.game, about)
    ruling.require(command.purpose == due, "GA-2.5-08", "other-purpose", "purpose", purpose=command.purpose, due=due)
    clause, following = PURPOSES[due]
    winner = roll_off(ruling, due, clause)
    ruling.answered()
    ruling.ask(following, winner, about=about)


def _purpose(game: Game, about: tuple[str, ...]) -> str:
    if about:
        return about[0] if about[0] in PURPOSES else "order"
    return game.battle.step


# -- markers


def place_objective_marker(ruling: Ruling[Game], command: PlaceObjectiveMarker) -> None:
    """GA-7.1-02 GA-7.5-02 Markers are placed in turns, clear of edges, zones and each other, or one in each Line."""
    due = due_markers(ruling.game)
    ruling.require(
        command.marker in due, "GA-7.1-02", "other-marker", "marker", marker=command.marker, due=" or ".join(due)
    )
    if breach.lines(ruling.game):
        _require_line(ruling, command)
    else:
        _require_clear(ruling, command)
    game, clause = ruling.game, scenario_of(ruling.game).markers.clause
    last = len(game.markers) + 1 == scenario_of(game).markers.count
    event = ObjectiveMarkerPlaced(
        marker=command.marker, seat=ruling.actor, x=command.x, y=command.y, next=None if last else rival(ruling.actor)
    )
    ruling.record(event, clause, "GA-7.0-01")
    ruling.answered()
    ask_next(ruling)


def _require_line(ruling: Ruling[Game], command: PlaceObjectiveMarker) -> None:
    """GA-7.5-02 The marker of a Defence Line lies in it, far enough from what is before it."""
    line = line_of(ruling.game, command.marker)
    for name, found, low, high in (("x", command.x, line.x0, line.x1), ("y", command.y, line.y0, line.y1)):
        fits = low <= found <= high
        ruling.require(fits, "GA-7.5-02", "marker-line", name, marker=command.marker, low=low, high=high)


def _require_clear(ruling: Ruling[Game], command: PlaceObjectiveMarker) -> None:
    """GA-7.1-02 A marker keeps clear of edges, zones and other markers."""
    game, x, y = ruling.game, command.x, command.y
    limits = scenario_of(game).markers
    for name, at, whole in (("x", x, game.battle.length), ("y", y, game.battle.width)):
        off = min(at, whole - at) > limits.from_edge
        ruling.require(off, "GA-7.1-02", "marker-edge", name, over=limits.from_edge)
    ruling.require(_off_zones(game, ruling.actor, x, y), "GA-7.1-02", "marker-zone", "x", over=limits.from_zone)
    near = _too_near(game, x, y)
    ruling.require(not near, "GA-7.1-02", "marker-near", "x", other=near, over=limits.apart)
    ruling.require((x, y) != game.battle.returned, "GA-7.1-04", "marker-same-place", "x")


def ask_next(ruling: Ruling[Game]) -> None:
    """GA-7.1-02 GA-7.1-03 Ask for the next marker; once all are placed terrain follows, unless it came between."""
    seat = ruling.game.battle.selects
    if seat is None and interleaved(ruling.game):
        _close(ruling)
    elif seat is None:
        ruling.ask("roll_off", TABLE)
    elif _own_placed(ruling.game, seat):
        ruling.ask("terrain", seat)
    elif free_point(ruling.game, seat) is None:
        ruling.ask("marker_back", TABLE)
    else:
        ruling.ask("place_marker", seat)


def _own_placed(game: Game, seat: Party) -> bool:
    """GA-7.1-02 Tell whether a player has placed his half of the markers already, terrain having come between."""
    return 2 * sum(row.seat == seat for row in game.markers.values()) >= scenario_of(game).markers.count


def objective_marker_placed(game: Game, event: ObjectiveMarkerPlaced) -> None:
    """Put the marker down; nobody controls it (GA-7.0-05)."""
    game.markers[event.marker] = Marker(id=event.marker, x=event.x, y=event.y, seat=event.seat)
    step = "terrain" if event.next is None else "markers"
    game.battle = replace(game.battle, selects=event.next, step=step, returned=())


def return_last_marker(ruling: Ruling[Game], _command: ReturnLastMarker) -> None:
    """GA-7.1-04 Where no legal point is left, the marker placed last goes back to its player."""
    game = ruling.game
    last = game.markers[str(len(game.markers))]
    ruling.record(ObjectiveMarkerReturned(marker=last.id, seat=last.seat), "GA-7.1-04")
    ruling.answered()
    ask_next(ruling)


def objective_marker_returned(game: Game, event: ObjectiveMarkerReturned) -> None:
    """Take the marker up; it is placed elsewhere."""
    row = game.markers.pop(event.marker)
    game.battle = replace(game.battle, selects=event.seat, returned=(row.x, row.y))


def free_point(game: Game, seat: Party) -> tuple[int, int] | None:
    """GA-7.1-04 Find a legal point for the next marker of a player, or None where there is none."""
    if breach.lines(game):
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
    return not _too_near(game, x, y) and (x, y) != game.battle.returned


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


def _free_boxes(game: Game, seat: Party) -> list[Rect]:
    """GA-7.1-02 Give boxes of legal points for the next marker; the one that is left where it fills no box."""
    apart, returned = scenario_of(game).markers.apart, game.battle.returned
    keep_out = [(each.x, each.y, apart) for _, each in sorted(game.markers.items())]
    if returned:
        keep_out.append((returned[0], returned[1], 0))
    boxes = clearings(_open_ground(game, seat), keep_out)
    point = None if boxes else free_point(game, seat)
    return boxes if point is None else [Rect(*point, *point)]


def _open_ground(game: Game, seat: Party) -> tuple[int, int, int, int]:
    """Give the least and greatest x and y that edges and zones leave to a player's markers."""
    limits, battle = scenario_of(game).markers, game.battle
    x0, x1 = limits.from_edge + 1, battle.length - limits.from_edge - 1
    for zone in battle.zones:
        if not _binding(game, zone.seat, seat):
            continue
        if zone.x0 == 0:
            x0 = max(x0, zone.x1 + limits.from_zone + 1)
        else:
            x1 = min(x1, zone.x0 - limits.from_zone - 1)
    return x0, limits.from_edge + 1, x1, battle.width - limits.from_edge - 1


def _binding(game: Game, owner: Party, seat: Party) -> bool:
    return game.how.marker_zone_rule == "both" or owner == seat


def _off_zones(game: Game, seat: Party, x: int, y: int) -> bool:
    over = scenario_of(game).markers.from_zone
    binding = (zone for zone in game.battle.zones if _binding(game, zone.seat, seat))
    return all(x > zone.x1 + over or x < zone.x0 - over for zone in binding)


def _too_near(game: Game, x: int, y: int) -> str:
    apart = scenario_of(game).markers.apart
    rows = (game.markers[key] for key in sorted(game.markers))
    return next((row.id for row in rows if (row.x - x) ** 2 + (row.y - y) ** 2 <= apart * apart), "")


def due_markers(game: Game) -> tuple[str, ...]:
    """GA-7.1-02 GA-7.5-02 Name the markers that may be placed now: the next, or either of the Defence Lines'."""
    terms = scenario_of(game).markers
    left = [str(number) for number in range(1, terms.count + 1) if str(number) not in game.markers]
    return tuple(left) if breach.lines(game) else tuple(left[:1])


# -- terrain


def pass_terrain(ruling: Ruling[Game], _command: PassTerrain) -> None:
    """GA-7.0-10 A player may place no more terrain; when both pass in succession the warfield is closed."""
    ruling.record(TerrainPassed(seat=ruling.actor), "GA-7.0-10")
    ruling.answered()
    if ruling.game.battle.step != "terrain":
        ask_next(ruling)
    elif ruling.game.battle.passes < len(SEATS):
        ruling.ask("terrain", rival(ruling.actor))
    else:
        _close(ruling)


def _close(ruling: Ruling[Game]) -> None:
    ruling.record(WarfieldClosed(), "GA-7.0-10")
    ruling.ask("formations", *SEATS)


def features_left(game: Game) -> bool:
    """GA-7.0-10 Tell whether another terrain feature may be placed."""
    return len(game.terrain) < (game.how.max_terrain or MOST_FEATURES)


def terrain_passed(game: Game, event: TerrainPassed) -> None:
    """Count passes in succession."""
    game.battle = replace(game.battle, passes=game.battle.passes + 1, selects=rival(event.seat))


def warfield_closed(game: Game, _event: WarfieldClosed) -> None:
    """Go on to the battle formations."""
    game.battle = replace(game.battle, step="formations", selects=None)


# -- offers and what silence stands for


def _due_purpose(game: Game, window: Window) -> dict[str, str]:
    return {"purpose": _purpose(game, window.about)}


def _marker_offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    """Offer boxes every point of which is legal; points between them and a marker's circle may be legal besides."""
    clause = scenario_of(game).markers.clause
    boxes = (
        (key, box)
        for key in due_markers(game)
        for box in ((line_of(game, key),) if breach.lines(game) else _free_boxes(game, party))
    )
    made = [
        offer(
            PlaceObjectiveMarker, clause,
            marker=Choice((key,)), x=Range(box.x0, box.x1), y=Range(box.y0, box.y1),
        )
        for key, box in boxes
    ]  # fmt: skip
    return [*made, *(_feature_offers(game) if interleaved(game) else ())]


def _feature_offers(game: Game) -> list[Offer]:
    shape = Shape("TerrainFeature", (Domain("type", Choice(TYPES)),))
    return [offer(PlaceTerrainFeature, "GA-7.0-10", feature=shape)] if features_left(game) else []


def _any_point(game: Game, _window: Window, party: Party) -> Struct | None:
    point = free_point(game, party)
    return None if point is None else PlaceObjectiveMarker(marker=due_markers(game)[0], x=point[0], y=point[1])


def _terrain_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [*_feature_offers(game), offer(PassTerrain, "GA-7.0-10")]


def _no_terrain(_game: Game, _window: Window, _party: Party) -> Struct:
    return PassTerrain()


# -- tables

CLAUSES = handlers(roll_off_for, place_objective_marker, return_last_marker, pass_terrain)
REDUCERS = reducers(objective_marker_placed, objective_marker_returned, terrain_passed, warfield_closed)
WINDOWS = windows(
    table_step("roll_off", "GA-2.5-08", RollOff, _due_purpose),
    WindowKind("place_marker", "GA-7.1-02", (PlaceObjectiveMarker, PlaceTerrainFeature), _marker_offers, _any_point),
    table_step("marker_back", "GA-7.1-04", ReturnLastMarker),
    WindowKind("terrain", "GA-7.0-10", (PlaceTerrainFeature, PassTerrain), _terrain_offers, _no_terrain),
)

__all__ = ["CLAUSES", "REDUCERS", "WINDOWS", "ask_next", "features_left", "free_point"]

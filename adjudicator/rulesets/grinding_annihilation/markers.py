"""Chapter 7.1, objective markers placed in turns, and the terrain step that follows them."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.offers import Choice, Offer, Range, offer
from adjudicator.kernel.parties import TABLE, Party
from adjudicator.kernel.ruleset import clauses, reducers
from adjudicator.kernel.ruling import Ruling
from adjudicator.kernel.windows import Asks, Window, windows
from adjudicator.rulesets.grinding_annihilation.flow import roll_off
from adjudicator.rulesets.grinding_annihilation.messages import (
    ObjectiveMarkerPlaced,
    ObjectiveMarkerReturned,
    PassTerrain,
    PlaceObjectiveMarker,
    ReturnLastMarker,
    RollOff,
    TerrainPassed,
    WarfieldClosed,
)
from adjudicator.rulesets.grinding_annihilation.scoring import scenario_of
from adjudicator.rulesets.grinding_annihilation.state import SEATS, Game, Marker, rival

PURPOSES = {"markers": ("GA-7.1-02", "place_marker"), "terrain": ("GA-7.0-10", "terrain")}


def roll_off_for(ruling: Ruling[Game], command: RollOff) -> None:
    """GA-7.1-02 A roll-off decides who places the first marker; another who begins with terrain (GA-7.0-10)."""
    due = ruling.game.battle.step
    ruling.require(command.purpose == due, "GA-2.5-08", "other-purpose", "purpose", purpose=command.purpose, due=due)
    clause, following = PURPOSES[due]
    winner = roll_off(ruling, due, clause)
    ruling.answered()
    ruling.ask(following, winner)


# -- markers


def place_objective_marker(ruling: Ruling[Game], command: PlaceObjectiveMarker) -> None:
    """GA-7.1-02 Four markers are placed in turns, clear of edges, zones and each other."""
    game, x, y = ruling.game, command.x, command.y
    due = _next_marker(game)
    ruling.require(command.marker == due, "GA-7.1-02", "other-marker", "marker", marker=command.marker, due=due)
    limits = scenario_of(game).markers
    ruling.require(_off_edges(game, x, y), "GA-7.1-02", "marker-edge", "x", over=limits.from_edge)
    ruling.require(_off_zones(game, ruling.actor, x, y), "GA-7.1-02", "marker-zone", "x", over=limits.from_zone)
    near = _too_near(game, x, y)
    ruling.require(not near, "GA-7.1-02", "marker-near", "x", other=near, over=limits.apart)
    ruling.require((x, y) != game.battle.returned, "GA-7.1-04", "marker-same-place", "x")
    last = len(game.markers) + 1 == limits.count
    event = ObjectiveMarkerPlaced(marker=due, seat=ruling.actor, x=x, y=y, next=None if last else rival(ruling.actor))
    ruling.record(event, "GA-7.1-02", "GA-7.0-01")
    ruling.answered()
    _ask_next(ruling)


def _ask_next(ruling: Ruling[Game]) -> None:
    seat = ruling.game.battle.selects
    if seat is None:
        ruling.ask("roll_off", TABLE)
    elif free_point(ruling.game, seat) is None:
        ruling.ask("marker_back", TABLE)
    else:
        ruling.ask("place_marker", seat)


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
    _ask_next(ruling)


def objective_marker_returned(game: Game, event: ObjectiveMarkerReturned) -> None:
    """Take the marker up; it is placed elsewhere."""
    row = game.markers.pop(event.marker)
    game.battle = replace(game.battle, selects=event.seat, returned=(row.x, row.y))


def free_point(game: Game, seat: Party) -> tuple[int, int] | None:
    """GA-7.1-04 Find a legal point for the next marker of a player, or None where there is none."""
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


def _off_edges(game: Game, x: int, y: int) -> bool:
    over = scenario_of(game).markers.from_edge
    return min(x, game.battle.length - x, y, game.battle.width - y) > over


def _off_zones(game: Game, seat: Party, x: int, y: int) -> bool:
    over = scenario_of(game).markers.from_zone
    binding = (zone for zone in game.battle.zones if _binding(game, zone.seat, seat))
    return all(x > zone.x1 + over or x < zone.x0 - over for zone in binding)


def _too_near(game: Game, x: int, y: int) -> str:
    apart = scenario_of(game).markers.apart
    rows = (game.markers[key] for key in sorted(game.markers))
    return next((row.id for row in rows if (row.x - x) ** 2 + (row.y - y) ** 2 <= apart * apart), "")


def _next_marker(game: Game) -> str:
    return str(len(game.markers) + 1)


# -- terrain


def pass_terrain(ruling: Ruling[Game], _command: PassTerrain) -> None:
    """GA-7.0-10 A player may place no more terrain; when both pass in succession the warfield is closed."""
    ruling.record(TerrainPassed(seat=ruling.actor), "GA-7.0-10")
    ruling.answered()
    if ruling.game.battle.passes < len(SEATS):
        ruling.ask("terrain", rival(ruling.actor))
        return
    ruling.record(WarfieldClosed(), "GA-7.0-10")
    ruling.ask("formations", *SEATS)


def terrain_passed(game: Game, event: TerrainPassed) -> None:
    """Count passes in succession."""
    game.battle = replace(game.battle, passes=game.battle.passes + 1, selects=rival(event.seat))


def warfield_closed(game: Game, _event: WarfieldClosed) -> None:
    """Go on to the battle formations."""
    game.battle = replace(game.battle, step="formations", selects=None)


# -- offers and what silence stands for


def _roll_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [offer(RollOff, "GA-2.5-08", purpose=Choice((game.battle.step,)))]


def _roll_now(game: Game, _window: Window, _party: Party) -> Struct:
    return RollOff(purpose=game.battle.step)


def _marker_offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    x0, y0, x1, y1 = _open_ground(game, party)
    due = Choice((_next_marker(game),))
    return [offer(PlaceObjectiveMarker, "GA-7.1-02", marker=due, x=Range(x0, x1), y=Range(y0, y1))]


def _any_point(game: Game, _window: Window, party: Party) -> Struct | None:
    point = free_point(game, party)
    return None if point is None else PlaceObjectiveMarker(marker=_next_marker(game), x=point[0], y=point[1])


def _back_offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [offer(ReturnLastMarker, "GA-7.1-04")]


def _back_now(_game: Game, _window: Window, _party: Party) -> Struct:
    return ReturnLastMarker()


def _terrain_offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [offer(PassTerrain, "GA-7.0-10")]


def _no_terrain(_game: Game, _window: Window, _party: Party) -> Struct:
    return PassTerrain()


# -- tables

CLAUSES = clauses(roll_off_for, place_objective_marker, return_last_marker, pass_terrain)
REDUCERS = reducers(objective_marker_placed, objective_marker_returned, terrain_passed, warfield_closed)
WINDOWS = windows(
    Asks("roll_off", "GA-2.5-08", (RollOff,), _roll_offers, _roll_now),
    Asks("place_marker", "GA-7.1-02", (PlaceObjectiveMarker,), _marker_offers, _any_point),
    Asks("marker_back", "GA-7.1-04", (ReturnLastMarker,), _back_offers, _back_now),
    Asks("terrain", "GA-7.0-10", (PassTerrain,), _terrain_offers, _no_terrain),
)

__all__ = ["CLAUSES", "REDUCERS", "WINDOWS", "free_point"]

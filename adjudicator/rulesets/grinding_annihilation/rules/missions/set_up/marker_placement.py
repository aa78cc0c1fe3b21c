"""Chapter 7.1, objective markers placed by the players in turns, and taken back where none has room."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Range, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, table_step, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ObjectiveMarkerPlaced,
    ObjectiveMarkerReturned,
    PlaceObjectiveMarker,
    PlaceTerrainFeature,
    ReturnLastMarker,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Marker
from adjudicator.rulesets.grinding_annihilation.model.state import Game, rival
from adjudicator.rulesets.grinding_annihilation.rules.missions import break_through
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up.marker_places import (
    due_markers,
    free_boxes,
    free_point,
    marker_too_near,
    off_zones,
)
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up.placing_turns import ask_next, feature_offers
from adjudicator.rulesets.grinding_annihilation.rules.missions.warfield_layout import interleaved, line_of, scenario_of

# -- markers


def place_objective_marker(ruling: Ruling[Game], command: PlaceObjectiveMarker) -> None:
    """GA-7.1-02 GA-7.5-02 Markers are placed in turns, clear of edges, zones and each other, or one in each Line."""
    due, clause = due_markers(ruling.game), scenario_of(ruling.game).markers.clause
    known = command.marker in due
    ruling.require(known, clause, "other-marker", "marker", marker=command.marker, due=" or ".join(due))
    if break_through.lines(ruling.game):
        _require_line(ruling, command)
    else:
        _require_clear(ruling, command)
    game = ruling.game
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
    ruling.require(off_zones(game, ruling.actor, x, y), "GA-7.1-02", "marker-zone", "x", over=limits.from_zone)
    near = marker_too_near(game, x, y)
    ruling.require(not near, "GA-7.1-02", "marker-near", "x", other=near, over=limits.apart)
    ruling.require((x, y) != game.battle.returned, "GA-7.1-04", "marker-same-place", "x")


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


def _marker_offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    """Offer boxes every point of which is legal; points between them and a marker's circle may be legal besides."""
    clause = scenario_of(game).markers.clause
    boxes = (
        (key, box)
        for key in due_markers(game)
        for box in ((line_of(game, key),) if break_through.lines(game) else free_boxes(game, party))
    )
    offers = [
        offer(PlaceObjectiveMarker, clause, marker=Choice((key,)), x=Range(box.x0, box.x1), y=Range(box.y0, box.y1))
        for key, box in boxes
    ]
    return [*offers, *(feature_offers(game) if interleaved(game) else ())]


def _any_point(game: Game, _window: Window, party: Party) -> Struct | None:
    point = free_point(game, party)
    return None if point is None else PlaceObjectiveMarker(marker=due_markers(game)[0], x=point[0], y=point[1])


PART = Part(
    handlers=handlers(place_objective_marker, return_last_marker),
    reducers=reducers(objective_marker_placed, objective_marker_returned),
    windows=windows(
        WindowKind(
            "place_marker", "GA-7.1-02", (PlaceObjectiveMarker, PlaceTerrainFeature), _marker_offers, _any_point
        ),
        table_step("marker_back", "GA-7.1-04", ReturnLastMarker),
    ),
)

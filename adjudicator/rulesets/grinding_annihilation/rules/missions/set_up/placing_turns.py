"""Chapters 7.0 and 7.1, markers and terrain are placed in turns: who is asked next, and when the warfield is closed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from adjudicator.kernel.decide.exact_offers import exact_shape
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer, Places, bare, offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    PassTerrain,
    PlaceTerrainFeature,
    TerrainFeature,
    TerrainPassed,
    WarfieldClosed,
)
from adjudicator.rulesets.grinding_annihilation.model.state import SEATS, Game, rival
from adjudicator.rulesets.grinding_annihilation.roster.ready_terrain import TERRAIN_PIECES, placed
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up.marker_places import free_point
from adjudicator.rulesets.grinding_annihilation.rules.missions.warfield_layout import interleaved, scenario_of
from adjudicator.rulesets.grinding_annihilation.rules.terrain.feature_checks import feature_faults

MOST_FEATURES = 60
STEP, TURN = 8_000, 7


def ask_next(ruling: Ruling[Game]) -> None:
    """GA-7.1-02 GA-7.1-03 Ask for the next marker; once all are placed terrain follows, unless it came between."""
    seat = ruling.game.battle.selects
    if seat is None and interleaved(ruling.game):
        close_warfield(ruling)
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


def pass_terrain(ruling: Ruling[Game], _command: PassTerrain) -> None:
    """GA-7.0-10 A player may place no more terrain; when both pass in succession the warfield is closed."""
    ruling.record(TerrainPassed(seat=ruling.actor), "GA-7.0-10")
    ruling.answered()
    if ruling.game.battle.step != "terrain":
        ask_next(ruling)
    elif ruling.game.battle.passes < len(SEATS):
        ruling.ask("terrain", rival(ruling.actor))
    else:
        close_warfield(ruling)


def close_warfield(ruling: Ruling[Game]) -> None:
    ruling.record(WarfieldClosed(), "GA-7.0-10")
    ruling.ask("formations", *SEATS)


def features_left(game: Game) -> bool:
    """GA-7.0-10 Tell whether another terrain feature may be placed."""
    return len(game.terrain) < (game.options.max_terrain or MOST_FEATURES)


def terrain_passed(game: Game, event: TerrainPassed) -> None:
    """Count passes in succession."""
    game.battle = replace(game.battle, passes=game.battle.passes + 1, selects=rival(event.seat))


def warfield_closed(game: Game, _event: WarfieldClosed) -> None:
    """Go on to the battle formations."""
    game.battle = replace(game.battle, step="formations", selects=None)


def feature_offers(game: Game) -> list[Offer]:
    """GA-7.0-10 Offer each ready feature where it finds room first, and any feature anywhere on the warfield."""
    found = tuple(bare(exact_shape(feature)) for feature in _fitting(game)) if features_left(game) else ()
    places = Places((), 0, (0, 0, game.battle.length, game.battle.width), found)
    return [offer(PlaceTerrainFeature, "GA-7.0-10", feature=places)] if found else []


def _fitting(game: Game) -> Iterator[TerrainFeature]:
    """GA-7.0-10 Find a place for each ready feature, on a grid that begins elsewhere each time."""
    start, length, width = len(game.terrain), game.battle.length, game.battle.width
    points = [(x, y) for x in range(STEP // 2, length, STEP) for y in range(STEP // 2, width, STEP)]
    around = points[start * TURN % len(points) :] + points[: start * TURN % len(points)]
    for entry in TERRAIN_PIECES.values():
        tries = (placed(entry, x, y, turned=bool(start % 2)) for x, y in around)
        yield from islice((row for row in tries if not any(feature_faults(game, row))), 1)


def _terrain_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [*feature_offers(game), offer(PassTerrain, "GA-7.0-10")]


PART = Part(
    handlers=handlers(pass_terrain),
    reducers=reducers(terrain_passed, warfield_closed),
    windows=windows(
        WindowKind("terrain", "GA-7.0-10", (PlaceTerrainFeature, PassTerrain), _terrain_offers, always(PassTerrain()))
    ),
)

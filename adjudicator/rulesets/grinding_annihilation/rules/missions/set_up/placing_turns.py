"""Chapters 7.0 and 7.1, markers and terrain are placed in turns: who is asked next, and when the warfield is closed."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Shape, offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    PassTerrain,
    PlaceTerrainFeature,
    TerrainPassed,
    WarfieldClosed,
)
from adjudicator.rulesets.grinding_annihilation.model.state import SEATS, Game, rival
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up.marker_places import free_point
from adjudicator.rulesets.grinding_annihilation.rules.missions.warfield_layout import interleaved, scenario_of
from adjudicator.rulesets.grinding_annihilation.rules.terrain.feature_shapes import TYPES

MOST_FEATURES = 60


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
    shape = Shape("TerrainFeature", (Domain("type", Choice(TYPES)),))
    return [offer(PlaceTerrainFeature, "GA-7.0-10", feature=shape)] if features_left(game) else []


def _terrain_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [*feature_offers(game), offer(PassTerrain, "GA-7.0-10")]


PART = Part(
    handlers=handlers(pass_terrain),
    reducers=reducers(terrain_passed, warfield_closed),
    windows=windows(
        WindowKind("terrain", "GA-7.0-10", (PlaceTerrainFeature, PassTerrain), _terrain_offers, always(PassTerrain()))
    ),
)

"""What a party may see: everything, since nothing is hidden in this game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from adjudicator.board.tiles import tile_of
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.options import to_message
from adjudicator.rulesets.tile_formations.model.derived import derived_of
from adjudicator.rulesets.tile_formations.model.geometry import tiles_of
from adjudicator.rulesets.tile_formations.model.ids import id_order
from adjudicator.rulesets.tile_formations.model.messages import Options
from adjudicator.rulesets.tile_formations.model.rows import Battlefield, Formation, Unit
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.reports.board_text import board_text
from adjudicator.rulesets.tile_formations.reports.messages import (
    ActionView,
    AssaultView,
    Contact,
    FormationView,
    ShootingView,
    SideView,
    TileView,
    UnitView,
    View,
)
from adjudicator.rulesets.tile_formations.rules.assault.contacts import assault_under_way
from adjudicator.rulesets.tile_formations.rules.play.game_end import integrity_of
from adjudicator.rulesets.tile_formations.rules.play.turns import ALTERNATE
from adjudicator.rulesets.tile_formations.rules.zones.zones import has_zone

PHASES: Mapping[str, str] = MappingProxyType(
    {
        "create": "setup",
        "muster": "muster",
        "deploy": "deploy",
        "choose_action": "idle",
        "action_instead": "idle",
        "enter_overwatch": "move",
        "formation_move": "move",
        "walk": "move",
        "dangerous_test": "test",
        "overwatch": "overwatch",
        "overwatch_next": "overwatch",
        "overwatch_again": "overwatch",
        "shooting": "shooting",
        "to_hit": "shooting",
        "allocate": "shooting",
        "saves": "saves",
        "assault": "assault",
        "action_end": "action_end",
        "action": "action_end",
    }
)
OVER, SETUP, IDLE = "over", "setup", "idle"
NO_BATTLEFIELD = Battlefield("", "", 0, 0, "")


def view(game: Game, party: Party) -> View:
    """Show the game; `seq` and `head` are the service's to fill in."""
    return replace(bot_view(game, party), board=board_text(game))


def bot_view(game: Game, _party: Party) -> View:
    """Show the game without the board as text, which only people read."""
    field = game.battlefield or NO_BATTLEFIELD
    created = game.battlefield is not None
    options, tiles = _ground(game)
    return View(
        seq=0,
        head=b"",
        map_name=field.map,
        title=field.title,
        tile_shape=game.options.tile_shape if created else "",
        columns=field.columns,
        rows=field.rows,
        base_terrain=field.base,
        tiles=tiles,
        options=options if created else None,
        turn=game.turn,
        phase=phase_of(game),
        active=_active(game),
        sides=tuple(_side(game, seat) for seat in sorted(game.sides)),
        formations=tuple(_formation(game, game.formations[key]) for key in sorted(game.formations, key=id_order)),
        units=tuple(_unit(game, game.units[key]) for key in sorted(game.units, key=id_order)),
        action=_action(game),
        assault=_assault(game),
        shooting=_shooting(game),
        hits=tuple(game.hits.values()),
        draw_offered=game.draw.by if game.draw else None,
        ended=game.ended,
        winners=game.winners,
        board="",
    )


def phase_of(game: Game) -> str:
    """Name where the game is, by the innermost question that is the game's own."""
    if game.ended:
        return OVER
    kinds = (window.kind for window in reversed(game.stack))
    return next((PHASES[kind] for kind in kinds if kind in PHASES), SETUP if game.battlefield is None else IDLE)


def _active(game: Game) -> int | None:
    """Give the seat whose action it is, or the one that is asked for the next."""
    if game.ended or not game.turn:
        return None
    if game.action is not None:
        return game.action.seat
    asked = next((window.asks for window in reversed(game.stack) if window.kind == "choose_action"), ())
    return asked[0] if len(asked) == 1 else None


def _ground(game: Game) -> tuple[Options, tuple[TileView, ...]]:
    """Show options and tiles, which seldom change."""
    terrain = derived_of(game).terrain
    if terrain.views is None:
        terrain.views = to_message(game.options, Options), _tiles(game)
    found: tuple[Options, tuple[TileView, ...]] = terrain.views
    return found


def _tiles(game: Game) -> tuple[TileView, ...]:
    rows = ((name, game.cells[name]) for name in sorted(game.cells, key=tile_of))
    return tuple(
        TileView(tile=name, base_terrain=cell.base, overlays=cell.overlays, damage=cell.damage) for name, cell in rows
    )


def _side(game: Game, seat: Party) -> SideView:
    row = game.sides[seat]
    return SideView(
        seat=seat,
        name=row.name,
        side=row.side,
        mustered=row.mustered,
        deployed=row.deployed,
        zone=row.zone,
        integrity=integrity_of(game, seat),
    )


def _formation(game: Game, row: Formation) -> FormationView:
    acted = game.options.turn_order == ALTERNATE and game.turn > 0 and row.acted == game.turn
    return FormationView(
        id=row.id, seat=row.seat, name=row.name, units=row.units, shock=row.shock, state=row.state, acted=acted
    )


def _unit(game: Game, row: Unit) -> UnitView:
    return UnitView(
        id=row.id,
        formation=row.formation,
        seat=row.seat,
        sheet=game.sheets[row.id],
        tile=row.tile,
        tiles=() if row.out else tiles_of(game, row.id),
        integrity=row.integrity,
        why_gone=row.out,
        moved=row.moved,
        cautious=row.cautious,
        has_zone=has_zone(game, row),
        contacts=row.contacts,
    )


def _action(game: Game) -> ActionView | None:
    row, unit_move = game.action, game.unit_move
    if row is None:
        return None
    return ActionView(
        formation=row.formation,
        action=row.action,
        move_number=row.move,
        moves_left=row.left,
        target=row.target,
        road_march=row.road_march,
        shoots=row.shoots,
        bound=row.bound,
        moving=unit_move.unit if unit_move else "",
        rest=unit_move.path[unit_move.at :] if unit_move else (),
    )


def _assault(game: Game) -> AssaultView | None:
    row = assault_under_way(game)
    if row is None:
        return None
    contacts = tuple(Contact(unit=contact.unit, enemy=contact.enemy) for contact in row.contacts)
    return AssaultView(id=row.id, formations=row.formations, contacts=contacts, zones_lost=row.lost)


def _shooting(game: Game) -> ShootingView | None:
    row = game.shooting
    if row is None:
        return None
    return ShootingView(
        formation=row.formation,
        target=row.target,
        overwatch=row.overwatch,
        crossfire=row.crossfire,
        pairs=row.pairs,
        shot=row.shot,
    )

"""Chapters TF-GRID and TF-TERRAIN, creation: the battlefield, its terrain, its armies and all options."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Range, offer, optional
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, windows
from adjudicator.kernel.options import to_message
from adjudicator.rulesets.tile_formations.model.messages import (
    BattlefieldCreated,
    CreateBattlefield,
    Options,
    TerrainPlaced,
)
from adjudicator.rulesets.tile_formations.model.options import OPTIONS, game_options
from adjudicator.rulesets.tile_formations.model.rows import Battlefield, Cell, Side
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.roster.battlefields import lay_out
from adjudicator.rulesets.tile_formations.roster.map_text import MOST_SIDE
from adjudicator.rulesets.tile_formations.roster.option_checks import option_faults
from adjudicator.rulesets.tile_formations.roster.ready_made import EXAMPLE_MAP, READY_MAPS
from adjudicator.rulesets.tile_formations.roster.sides import complete_sides, side_faults
from adjudicator.rulesets.tile_formations.roster.terrain_kinds import terrain_faults
from adjudicator.rulesets.tile_formations.rules.play import muster, upload_offers

OPENING_WINDOW = "create"


def create_battlefield(ruling: Ruling[Game], command: CreateBattlefield) -> None:
    """TF-GRID-01 A battlefield is made of tiles; every fault of its terms is named at once."""
    names = ruling.protocol.seats
    layout, wrong = lay_out(command, len(names))
    ruling.refuse_all((*terrain_faults(command.terrain), *wrong, *_terms_faults(command, len(names))))
    created = BattlefieldCreated(
        map_name=command.map_name,
        title=layout.title,
        columns=layout.columns,
        rows=layout.rows,
        base_terrain=layout.base,
        sides=complete_sides(command.sides, names),
        zones=layout.zones,
        terrain=layout.kinds,
        options=to_message(game_options(command.options), Options),
    )
    ruling.record(created, "TF-GRID-01", "TF-TERRAIN-01", "TF-BLOCK-06", *_clauses_of_changed_options(command))
    if layout.tiles:
        ruling.record(TerrainPlaced(tiles=layout.tiles), "TF-TERRAIN-08", "TF-TERRAIN-01")
    ruling.answered_all()
    muster.ask_for_armies(ruling)


def _terms_faults(command: CreateBattlefield, seats: int) -> Iterator[Fault]:
    yield from side_faults(command.sides, seats)
    yield from option_faults(command.options, seats)


def _clauses_of_changed_options(command: CreateBattlefield) -> Iterator[str]:
    """Name the clauses that this game reads in another way than usual."""
    return (row.clause for _, row in OPTIONS.changed(game_options(command.options)))


def battlefield_created(game: Game, event: BattlefieldCreated) -> None:
    """Lay the battlefield out, all of it base terrain for now, and note the terms."""
    game.battlefield = Battlefield(event.map_name, event.title, event.columns, event.rows, event.base_terrain)
    game.options = game_options(event.options)
    game.kinds = {row.name: row for row in event.terrain}
    zones = {zone.seat: zone.tiles for zone in event.zones}
    game.sides = {seat: Side(seat, side.name, side.side, zones.get(seat, ())) for seat, side in enumerate(event.sides)}


def terrain_placed(game: Game, event: TerrainPlaced) -> None:
    """Give the tiles their terrain."""
    for tile in event.tiles:
        game.cells[tile.tile] = Cell(tile.base_terrain, tile.overlays)


# -- offers and what silence stands for


def _offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [
        offer(
            CreateBattlefield,
            "TF-GRID-01",
            map_name=Choice(tuple(READY_MAPS)),
            terrain=upload_offers.own_terrain(),
            sides=upload_offers.sides(),
            options=upload_offers.options_shape(),
        ),
        offer(
            CreateBattlefield,
            "TF-GRID-01",
            text=Choice((EXAMPLE_MAP,)),
            terrain=upload_offers.own_terrain(),
            sides=upload_offers.sides(),
            options=upload_offers.options_shape(),
        ),
        offer(
            CreateBattlefield,
            "TF-GRID-01",
            columns=Range(upload_offers.TILES, MOST_SIDE),
            rows=Range(upload_offers.TILES, MOST_SIDE),
            base_terrain=optional(Choice(upload_offers.base_names())),
            tiles=upload_offers.own_tiles(),
            zones=upload_offers.own_zones(),
            terrain=upload_offers.own_terrain(),
            sides=upload_offers.sides(),
            options=upload_offers.options_shape(),
        ),
    ]


PART = Part(
    handlers=handlers(create_battlefield),
    reducers=reducers(battlefield_created, terrain_placed),
    windows=windows(
        WindowKind(
            OPENING_WINDOW,
            "TF-GRID-01",
            (CreateBattlefield,),
            _offers,
            always(
                CreateBattlefield(
                    map_name=next(iter(READY_MAPS)), text="", columns=0, rows=0, base_terrain="", options=Options()
                )
            ),
        )
    ),
)

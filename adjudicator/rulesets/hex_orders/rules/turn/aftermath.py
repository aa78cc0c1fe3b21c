"""HX-AFTERMATH: markers burn down, pinned tokens and old aims go."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.rulesets.hex_orders.model.board_hexes import hexes_in_order
from adjudicator.rulesets.hex_orders.model.messages import (
    AimExpired,
    Effects,
    HexMarkersReduced,
    PinnedTokenRemoved,
    ResolveAftermath,
    TerrainChanged,
)
from adjudicator.rulesets.hex_orders.model.rows import Unit
from adjudicator.rulesets.hex_orders.model.state import Game, on_board, owner_if_hidden
from adjudicator.rulesets.hex_orders.rules.hex_effects import hex_markers

CLOUD_KINDS = (hex_markers.SMOKE, hex_markers.POISON, hex_markers.ACID)


def begin_aftermath(ruling: Ruling[Game]) -> None:
    """Ask for the Aftermath."""
    ruling.ask("aftermath", TABLE)


def resolve_aftermath(ruling: Ruling[Game], _command: ResolveAftermath) -> None:
    """HX-AFTERMATH-04 All removals happen together."""
    game = ruling.game
    lying = [(where, game.hexes[where].effects) for where in hexes_in_order(game)]
    for where, effects in lying:
        if effects is not None:
            _reduce_clouds(ruling, where, effects)
            _burn_down(ruling, where, effects)
    for row in on_board(game):
        _remove_pinned(ruling, row)
    ruling.answered()


def _reduce_clouds(ruling: Ruling[Game], where: str, effects: Effects) -> None:
    """HX-AFTERMATH-01 Remove a marker of each cloud and of smoke, or by option one of the kind that has most."""
    kinds = [kind for kind in CLOUD_KINDS if hex_markers.markers(effects, kind)]
    if ruling.game.options.aftermath_decay == "one_per_hex" and kinds:
        kinds = [max(kinds, key=lambda kind: hex_markers.markers(effects, kind))]
    for kind in kinds:
        _reduce(ruling, where, kind, hex_markers.markers(effects, kind) - 1, "HX-AFTERMATH-01")


def _burn_down(ruling: Ruling[Game], where: str, effects: Effects) -> None:
    """HX-AFTERMATH-02, HX-AFTERMATH-03 Remove a marker of fire; a forest burns to rough ground."""
    if not effects.fire:
        return
    _reduce(ruling, where, hex_markers.FIRE, effects.fire - 1, "HX-AFTERMATH-02")
    if ruling.game.hexes[where].terrain == "forest":
        ruling.record(TerrainChanged(hex=where, terrain="rough"), "HX-AFTERMATH-03")


def _reduce(ruling: Ruling[Game], where: str, kind: str, left: int, clause: str) -> None:
    why = (clause, "HX-TERRAIN-31") if kind == hex_markers.SMOKE else (clause,)
    ruling.record(HexMarkersReduced(hex=where, kind=kind, left=left), *why)


def _remove_pinned(ruling: Ruling[Game], row: Unit) -> None:
    """HX-SHAKEN-02, HX-GUNNERY-16 A unit loses a pinned token, one that counts from the next turn on too.

    An aim of the turn before ends.
    """
    game = ruling.game
    if row.pinned:
        event = PinnedTokenRemoved(owner=owner_if_hidden(game, row.id), unit=row.id, left=row.pinned - 1)
        ruling.record(event, "HX-SHAKEN-02", "HX-AFTERMATH-04")
    if row.aim is not None and row.aim.turn < game.turn:
        ruling.record(AimExpired(owner=owner_if_hidden(game, row.id), unit=row.id), "HX-GUNNERY-16", "HX-AFTERMATH-04")


# -- reducers


def hex_markers_reduced(game: Game, event: HexMarkersReduced) -> None:
    """Keep what is left."""
    cell = game.hexes[event.hex]
    if cell.effects is not None:
        game.hexes[event.hex] = replace(cell, effects=hex_markers.reduced(cell.effects, event.kind, event.left))


def terrain_changed(game: Game, event: TerrainChanged) -> None:
    """Change the terrain; overlays stay."""
    game.hexes[event.hex] = replace(game.hexes[event.hex], terrain=event.terrain)


def pinned_token_removed(game: Game, event: PinnedTokenRemoved) -> None:
    """Take the token."""
    row = game.units[event.unit or ""]
    left = event.left or 0
    game.units[row.id] = replace(row, pinned=left, shaken_from=row.shaken_from if left else 0)


def aim_expired(game: Game, event: AimExpired) -> None:
    """Take the aim."""
    row = game.units[event.unit or ""]
    game.units[row.id] = replace(row, aim=None)


PART = Part(
    handlers=handlers(resolve_aftermath),
    reducers=reducers(hex_markers_reduced, terrain_changed, pinned_token_removed, aim_expired),
    windows=windows(table_step("aftermath", "HX-TURN-21", ResolveAftermath, offered="HX-AFTERMATH-04")),
)

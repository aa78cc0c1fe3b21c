"""How a bot musters its army and deploys it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.sampling import word_of, words_of
from adjudicator.rulesets.tile_formations.bots.situation import FAR, Turn, by_place
from adjudicator.rulesets.tile_formations.model.ids import formation_of_unit
from adjudicator.rulesets.tile_formations.model.messages import FormationSheet, MusterArmy, UnitSheet
from adjudicator.rulesets.tile_formations.roster.ready_made import READY_FORCES

SMALL = 9
FEW_UNITS = 8
BEST = 4
WHOLE_ARMY_ODDS = 3


def army(turn: Turn) -> Struct | None:
    """Take a ready force, a small one on a small battlefield; now and then formations of several."""
    ready = [row for row in turn.offered("MusterArmy") if words_of(row.fields, "force")]
    if not ready or turn.one_in(4):
        return MusterArmy(force="", formations=_mixed(turn))
    names = words_of(ready[0].fields, "force")
    small = tuple(name for name in names if _size(READY_FORCES[name]) <= FEW_UNITS)
    quick = min(turn.view.columns, turn.view.rows) <= SMALL or not turn.one_in(WHOLE_ARMY_ODDS)
    return MusterArmy(force=turn.chance.choice(small if quick else names), formations=())


def _size(formations: Sequence[FormationSheet]) -> int:
    return sum(len(formation.units) for formation in formations)


def _mixed(turn: Turn) -> tuple[FormationSheet, ...]:
    """Take a few formations of any force, some units without what the options can give them."""
    every = [ready_force for name in sorted(READY_FORCES) for ready_force in READY_FORCES[name]]
    turn.chance.shuffle(every)
    return tuple(
        replace(row, units=tuple(_plainer(turn, unit) for unit in row.units))
        for row in every[: 2 + turn.chance.randrange(2)]
    )


def _plainer(turn: Turn, unit: UnitSheet) -> UnitSheet:
    return replace(unit, armour=None, vision=None, weapons=()) if turn.one_in(6) else unit


def placement(turn: Turn) -> Struct | None:
    """Place the next unit near its formation and towards the enemy; hold back what finds no room."""
    offers = turn.offered("DeployUnit")
    if not offers or turn.one_in(80):
        return turn.any_of("HoldBack")
    offered = offers[0]
    unit = word_of(offered.fields, "unit")
    formation = formation_of_unit(unit)
    mates = [tile for row in turn.of(formation) for tile in row.tiles]
    middle = _middle(turn)

    def weight(tile: str) -> tuple[int, int, tuple[int, int]]:
        alone = min(turn.distance_to(tile, mates), FAR) if mates else 0
        return alone, turn.board.distance(tile, middle), by_place(tile)

    best = sorted(words_of(offered.fields, "tile"), key=weight)[:BEST]
    return turn.sampled(offered, lambda _, values: turn.chance.choice(best or values))


def _middle(turn: Turn) -> str:
    return turn.board.tiles[len(turn.board.tiles) // 2 + turn.view.rows // 2 * (turn.view.columns % 2 == 0)]

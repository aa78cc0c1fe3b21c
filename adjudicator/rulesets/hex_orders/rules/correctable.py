"""What a ruling may set: what an error at the table may leave wrong, and whose secret it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from adjudicator.kernel.decide.correctable import Correctable, written
from adjudicator.kernel.decide.parties import EVERYONE, Party
from adjudicator.rulesets.hex_orders.model.messages import Plot
from adjudicator.rulesets.hex_orders.model.rows import BoardHex, Orders, Unit
from adjudicator.rulesets.hex_orders.model.state import Game, on_board, owner_if_hidden, units_in
from adjudicator.rulesets.hex_orders.model.terrain import TERRAINS
from adjudicator.rulesets.hex_orders.rules.invariants import crowd, limits
from adjudicator.rulesets.hex_orders.rules.orders.writing import written_faults

# of a hidden unit everybody sees that it is there, and its hex
SEEN = frozenset({"hex", "out"})
# what brings a unit to a hex, or from the air to its ground
MOVING = frozenset({"hex", "out", "speed"})
PINNED = (0, 1, 2)


def _unit_known_to(game: Game, key: str, field: str) -> Party:
    """HX-GAP-09 Of a hidden unit everybody sees its token and its hex."""
    return EVERYONE if field in SEEN or key not in game.units else owner_if_hidden(game, key)


def _orders_known_to(game: Game, key: str, _field: str) -> Party:
    """HX-ORDERS-04 Orders are their seat's secret until they are shown; none are told from such as are not."""
    row, unit = game.orders.get(key), game.units.get(key.partition("@")[0])
    return EVERYONE if unit is None or (row is not None and row.shown) else unit.seat


def _pinned_steps(game: Game) -> Iterator[tuple[str, str, Sequence[str]]]:
    """HX-SHAKEN-01 A unit of the board may have any number of pinned tokens that the rules know."""
    for unit in on_board(game):
        if not unit.hidden:
            yield unit.id, "pinned", tuple(map(written, PINNED))


def _wrong_hex(game: Game, key: str, _field: str) -> str:
    """HX-TERRAIN-01 A hex has exactly one basic terrain."""
    terrain = game.hexes[key].terrain
    return "" if terrain in TERRAINS else f"{key} has the terrain {terrain}"


def _beyond(game: Game, _key: str, _field: str) -> str:
    """Say what is beyond the limits of the rules after the patch."""
    return next(limits(game), "")


def _wrong_unit(game: Game, key: str, field: str) -> str:
    """HX-STACK-01 HX-STACK-03 A unit that is moved or raised by ruling finds room where it is, and no enemy."""
    where = game.units[key].hex if field in MOVING else ""
    crowded = next(crowd(game, where, units_in(game, where)), "") if where else ""
    return crowded or _beyond(game, key, field)


def _wrong_orders(game: Game, key: str, _field: str) -> str:
    """HX-ORDERS-01 HX-ORDERS-08 Orders that are set stand on the unit's list."""
    row = game.orders[key]
    plot = Plot(turn=row.turn, unit=row.unit, movement=(row.movement,), gunnery=row.gunnery)
    found = next(written_faults(game.sheets[row.unit], plot, key), None)
    return found.reason if found else ""


CORRECTABLE: Mapping[str, Correctable] = MappingProxyType(
    {
        "units": Correctable(
            row=Unit,
            fields=(
                "hex",
                "facing",
                "speed",
                "out",
                "dead",
                "pinned",
                "shaken_from",
                "difficult_hex",
                "difficult",
                "aim",
                "loads",
                "uses",
                "lost_weapons",
                "bonuses",
                "acid",
                "minor_acid",
                "fire",
                "poison",
                "bleeding",
                "armour_loss",
                "stuck",
            ),
            known_to=_unit_known_to,
            steps=_pinned_steps,
            wrong=_wrong_unit,
        ),
        "orders": Correctable(
            row=Orders, fields=("movement", "gunnery"), known_to=_orders_known_to, wrong=_wrong_orders
        ),
        "hexes": Correctable(row=BoardHex, fields=("terrain", "overlays", "effects"), wrong=_wrong_hex),
        "turn": Correctable(row=int, whole=True, wrong=_beyond),
    }
)

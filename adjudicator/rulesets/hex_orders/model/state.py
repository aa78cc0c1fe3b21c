"""State of a game: flat tables of rows, and the small questions that every chapter asks of them."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.decide.parties import EVERYONE, SEAT_LETTERS, Party
from adjudicator.kernel.decide.state import Tables
from adjudicator.rulesets.hex_orders.model.ids import read_unit_id
from adjudicator.rulesets.hex_orders.model.messages import ArmyList, Hit, MapArea, Model, Sheet, Weapon
from adjudicator.rulesets.hex_orders.model.options import OPTIONS
from adjudicator.rulesets.hex_orders.model.rows import (
    ArmyUnit,
    BoardHex,
    Choice,
    Declared,
    Exchange,
    Fight,
    Orders,
    Proposal,
    Retreat,
    Running,
    Setup,
    Side,
    Terms,
    Unit,
)

SEATS: tuple[Party, Party] = (0, 1)
ENDED = "over"


class Game(Tables):
    """The tables of a game.

    `sides`, `areas` are keyed by seat; `armies` by "seat:number"; `hexes` by hex (every hex of the board); `units` and
    `sheets` by unit, those that are gone too; `orders` by "unit@turn"; `running` by unit; `declared`, `hits`, `fights`,
    `exchanges` by id; `choices`, `retreats` by unit. `step` is the step of set-up or turn; `fired_at` the hexes that an
    effect was fired into in this gunnery step; `order` hit ids in the order chosen for damage rolls; `rank` the seat
    that ranks higher where both sides have one nation, for this step or for the game.
    """

    __slots__ = (
        "areas",
        "armies",
        "attempts",
        "choices",
        "declared",
        "ended",
        "exchanges",
        "fights",
        "fired_at",
        "hexes",
        "hits",
        "lists",
        "options",
        "order",
        "orders",
        "proposal",
        "rank",
        "retreats",
        "running",
        "setup",
        "sheets",
        "sides",
        "step",
        "terms",
        "turn",
        "units",
        "winner",
    )

    def __init__(self) -> None:
        super().__init__()
        self.terms: Terms | None = None
        self.options = OPTIONS.defaults
        self.sides: dict[int, Side] = {}
        self.lists: dict[str, ArmyList] = {}
        self.armies: dict[str, ArmyUnit] = {}
        self.areas: dict[int, MapArea] = {}
        self.hexes: dict[str, BoardHex] = {}
        self.proposal: Proposal | None = None
        self.setup: Setup | None = None
        self.units: dict[str, Unit] = {}
        self.sheets: dict[str, Sheet] = {}
        self.orders: dict[str, Orders] = {}
        self.running: dict[str, Running] = {}
        self.turn = 0
        self.step = ""
        self.declared: dict[str, Declared] = {}
        self.fired_at: tuple[str, ...] = ()
        self.hits: dict[str, Hit] = {}
        self.order: tuple[str, ...] = ()
        self.choices: dict[str, Choice] = {}
        self.exchanges: dict[str, Exchange] = {}
        self.fights: dict[str, Fight] = {}
        self.attempts: tuple[str, ...] = ()
        self.retreats: dict[str, Retreat] = {}
        self.rank: int | None = None
        self.ended = ""
        self.winner: int | None = None


def empty_table(_seats: int) -> Game:
    """Make an empty table."""
    return Game()


def knows(game: Game, party: Party, key: str) -> bool:
    """Ids of units are public; what a hidden unit spots, and what is in an army, is known to its side alone."""
    slot, declared = game.armies.get(key), game.declared.get(key)
    if slot is not None:
        return slot.seat == party
    return declared is None or knows_unit(party, game.units[declared.unit])


def knows_unit(party: Party, unit: Unit) -> bool:
    """HX-GAP-09 Tell whether a party knows more of a unit than its token: everybody, or its own seat while hidden."""
    return not unit.hidden or unit.seat == party


def other_seat(seat: Party) -> Party:
    """Give the other side's seat."""
    return 1 - seat


def terms_of(game: Game) -> Terms:
    """Give the terms.

    Raises LookupError before the game is created, which no window allows.
    """
    if game.terms is None:
        raise LookupError("the game is not created")
    return game.terms


def army_key(seat: Party, number: int) -> str:
    """Make the key of a unit in the table `armies`."""
    return f"{seat}:{number}"


def orders_key(unit: str, turn: int) -> str:
    """Make the key of orders in the table `orders`."""
    return f"{unit}@{turn}"


def unit_id(seat: Party, number: int) -> str:
    """Give the id of a unit by the order in which its seat places it, which tells nothing of what it is."""
    return f"{SEAT_LETTERS[seat]}{number}"


def order_of_ids(unit: str) -> tuple[int, str]:
    """Sort key of unit ids: by number, then by side."""
    return read_unit_id(unit)


class UnitIndex:
    """The units on the board in order of their ids: all of them, by seat, and by hex, as one table of units has them.

    `plans` are what was worked out for the next movement step from them and from other tables, which it names.
    """

    __slots__ = ("by_hex", "by_seat", "everyone", "plans", "units")

    def __init__(self, units: dict[str, Unit]) -> None:
        self.units = units.copy()
        self.everyone = tuple(sorted((unit for unit in units.values() if not unit.out), key=_order_of_id))
        self.by_seat = {seat: tuple(unit for unit in self.everyone if unit.seat == seat) for seat in SEATS}
        self.by_hex: dict[str, tuple[Unit, ...]] = {}
        for unit in self.everyone:
            self.by_hex[unit.hex] = (*self.by_hex.get(unit.hex, ()), unit)
        self.plans: Any = None


def unit_index(game: Game) -> UnitIndex:
    """Give the index of the units as they are; it is made anew when a row differs, for rows never change."""
    found: UnitIndex | None = game.derived
    if found is None or found.units != game.units:
        found = game.derived = UnitIndex(game.units)
    return found


def on_board(game: Game, seat: Party | None = None) -> tuple[Unit, ...]:
    """List units on the board, hidden ones too, by id: all, or a seat's."""
    found = unit_index(game)
    return found.everyone if seat is None else found.by_seat.get(seat, ())


def _order_of_id(unit: Unit) -> tuple[int, str]:
    return order_of_ids(unit.id)


def units_in(game: Game, where: str) -> tuple[Unit, ...]:
    """List units in a hex by id, hidden and flying ones too."""
    return unit_index(game).by_hex.get(where, ())


def own_tokens_in(game: Game, seat: Party, name: str) -> tuple[Unit, ...]:
    """HX-GAP-09 List a seat's hidden units in a hex, of whom the enemy knows neither size nor height."""
    return tuple(row for row in units_in(game, name) if row.hidden and row.seat == seat)


def owner_if_hidden(game: Game, unit: str) -> Party:
    """Say who may know what happens to a unit: everyone, or the seat of a hidden unit (HX-GAP-09)."""
    row = game.units[unit]
    return row.seat if row.hidden else EVERYONE


def alive(game: Game, unit: str) -> tuple[int, ...]:
    """List numbers of a base's alive models; pending kills still count as alive (HX-TURN-24)."""
    dead, numbers = game.units[unit].dead, range(1, len(game.sheets[unit].models) + 1)
    return tuple(number for number in numbers if number not in dead) if dead else tuple(numbers)


def model_of(game: Game, unit: str, number: int) -> Model:
    """Give a model of a base by its number, from 1."""
    return game.sheets[unit].models[number - 1]


def weapon_of(sheet: Sheet, weapon: str) -> Weapon | None:
    """Find a weapon of a base; None where it has no such weapon."""
    return next((row for row in sheet.weapons if row.id == weapon), None)


def is_shaken(game: Game, unit: Unit) -> bool:
    """HX-SHAKEN-01 A unit is shaken while it has pinned tokens that count already."""
    return unit.pinned > 0 and unit.shaken_from <= game.turn


def is_flying(game: Game, unit: Unit) -> bool:
    """HX-ORDERS-37 Tell whether a unit flies at its present speed."""
    return flies_at(game.sheets[unit.id], unit.speed)


def flies_at(sheet: Sheet, speed: str) -> bool:
    """HX-ORDERS-37 Tell whether a base flies at a speed: by its type, or where its data mark the speed."""
    if "flying" in sheet.types:
        return True
    for row in sheet.speeds:  # noqa: SIM110 - asked most often of all: a generator takes twice as long
        if row.flying and row.speed == speed:
            return True
    return False

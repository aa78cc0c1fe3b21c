"""What a bot makes of its view: who stands where, how far from whom, how strong, and where orders take a unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from adjudicator.kernel import bot
from adjudicator.kernel.bot import Generator, Sight
from adjudicator.kernel.sampling import Preference, Sampler
from adjudicator.rulesets.hex_orders.model import order_codes
from adjudicator.rulesets.hex_orders.model.board_hexes import (
    FACINGS,
    board_of,
    distance,
    hex_in_direction,
    neighbours,
    opposite,
    turned,
)
from adjudicator.rulesets.hex_orders.model.messages import COMMANDS, AssaultLine, Sheet
from adjudicator.rulesets.hex_orders.reports.messages import UnitView, View

FAR = 99
SIDES = 7


class Place(NamedTuple):
    """Where a unit is, or will be: its hex, which side it faces, its speed."""

    hex: str
    facing: str
    speed: str


SAMPLER = Sampler(
    COMMANDS, partly=frozenset({"shots", "spots", "intents", "choices"}), empty=frozenset({"Intents", "MoveChoices"})
)
sampled = SAMPLER.sampled


class Situation(bot.Turn):
    """One choice: what is seen, what is offered, and a generator. `seat` is the bot's own."""

    def __init__(self, sight: Sight, chance: Generator) -> None:
        super().__init__(sight, chance)
        self.view: View = sight.view
        self.seat = sight.party
        self.windows = sight.windows

    def any_of(self, kind: str, prefer: Preference | None = None) -> Struct | None:
        """Take any offer of a kind, with any values or with those that `prefer` takes."""
        return sampled(self.chance.choice(self.offered(kind)), self.chance, prefer)

    # -- the board

    @cached_property
    def units(self) -> dict[str, UnitView]:
        """Units on the board, by id."""
        return {unit.id: unit for unit in self.view.units}

    def mine(self) -> list[UnitView]:
        """List the own units."""
        return [unit for unit in self.view.units if unit.seat == self.seat]

    def enemies(self) -> list[UnitView]:
        """List the enemy's units and tokens."""
        return [unit for unit in self.view.units if unit.seat != self.seat]

    @cached_property
    def enemy_hexes(self) -> tuple[str, ...]:
        """The hexes with enemies, tokens too."""
        return tuple(dict.fromkeys(enemy.hex for enemy in self.enemies()))

    @cached_property
    def board(self) -> frozenset[str]:
        """Every hex."""
        return frozenset(board_of(self.view.columns, self.view.rows))

    def range_of(self, name: str) -> int:
        """Measure how far the nearest enemy is from a hex."""
        return min((distance(name, enemy_hex) for enemy_hex in self.enemy_hexes), default=FAR)

    def nearest_hex(self, name: str) -> str:
        """Give the hex of the enemy nearest to a hex; the hex itself where there is none."""
        return min(self.enemy_hexes, key=lambda row: (distance(name, row), row), default=name)

    def facing_to(self, name: str, to: str) -> str:
        """Give the facing by which a hex is looked at from another."""
        directions = [(distance(other, to), FACINGS.index(facing)) for facing, other in neighbours(name)]
        return FACINGS[min(directions)[1]]


# -- how strong


def strength(unit: UnitView) -> int:
    """Weigh how a unit fights in an assault; a token is taken for little."""
    if unit.sheet is None or unit.status is None:
        return SIDES
    alive = (model for number, model in enumerate(unit.sheet.models, 1) if number not in unit.status.dead)
    dice = sum(_assault_strength(model.assault) for model in alive)
    return dice * (1 if unit.status.pinned else 2) + 2 * unit.sheet.armour.front


def _assault_strength(line: AssaultLine) -> int:
    return line.dice.front * (SIDES - line.to_hit)


def longest_range(sheet: Sheet) -> int:
    """Give the range of a base's best weapon, 0 without one."""
    return max((weapon.weapon_range for weapon in sheet.weapons), default=0)


# -- where orders lead


def expected_move(sheet: Sheet, place: Place, order: str, to: str) -> Place:
    """Carry a movement order out as far as it can be foreseen: what is open leads towards a hex."""
    for code in _codes(order):
        place = _step(sheet, place, code, to)
    return place


def _codes(order: str) -> Iterator[order_codes.Code]:
    return (code for part in order_codes.read_movement(order) for code in part)


def _step(sheet: Sheet, place: Place, code: order_codes.Code, to: str) -> Place:
    match code.name:
        case "F":
            return place._replace(hex=hex_in_direction(place.hex, place.facing) or place.hex)
        case "Rev":
            return place._replace(hex=hex_in_direction(place.hex, opposite(place.facing)) or place.hex)
        case "R" | "L":
            return place._replace(facing=turned(place.facing, 1 if code.name == "R" else -1))
        case "360":
            return place._replace(facing=_towards(place.hex, to))
        case "A" | "B":
            return place._replace(speed=code.word or _speed_after(sheet, place.speed, code.name))
        case "Chase":
            return _step_by_distance(place, to, 1)
        case "Flee":
            return _step_by_distance(place, to, -1)
    return place


def _towards(name: str, to: str) -> str:
    return min(neighbours(name), key=lambda row: (distance(row[1], to), FACINGS.index(row[0])))[0]


def _step_by_distance(place: Place, to: str, sign: int) -> Place:
    facing, name = min(neighbours(place.hex), key=lambda row: (sign * distance(row[1], to), FACINGS.index(row[0])))
    return Place(name, facing, place.speed)


def _speed_after(sheet: Sheet, speed: str, code: str) -> str:
    if speed not in sheet.ladder:
        found = next((row for row in sheet.speeds if row.speed == speed), None)
        word = "" if found is None else found.accelerates if code == "A" else found.brakes
        return word or speed
    at = sheet.ladder.index(speed) + (1 if code == "A" else -1)
    return sheet.ladder[min(max(at, 0), len(sheet.ladder) - 1)]


def best(values: Iterable[tuple[int, str]], chance: Generator, count: int) -> str:
    """Take one of the so many values with the least weight."""
    return chance.choice(sorted(values)[:count])[1]

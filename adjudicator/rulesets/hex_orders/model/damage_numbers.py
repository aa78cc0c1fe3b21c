"""Numbers of armour and of the agony steps; damage.toml has them with their clauses."""

from __future__ import annotations

from msgspec import Struct

from adjudicator.kernel.decoding import read
from adjudicator.rulesets.hex_orders.model.options import PACKAGE
from adjudicator.rulesets.hex_orders.model.terrain import RuledNumber


class ArmourNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """How armour dice are thrown, and what their successes do."""

    sides: RuledNumber
    needed: RuledNumber
    least: RuledNumber
    reduction: RuledNumber
    stops: RuledNumber


class FireNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """The die of a fire token, and the highest result at which it goes out."""

    sides: RuledNumber
    goes_out: RuledNumber


class PoisonLevels(Struct, frozen=True, forbid_unknown_fields=True):
    """Levels of poison tokens, from the worst."""

    levels: tuple[int, ...]
    clause: str

    def after(self, level: int) -> int:
        """HX-CONT-21 Give the level below one, 0 below the last."""
        return (*self.levels, 0)[self.levels.index(level) + 1]


class DamageNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """The file damage.toml."""

    armour: ArmourNumbers
    fire: FireNumbers
    poison: PoisonLevels


NUMBERS = read(PACKAGE, "damage.toml", DamageNumbers)
ARMOUR, FIRE, POISON = NUMBERS.armour, NUMBERS.fire, NUMBERS.poison

"""What hits leave, what is resisted, what lies in hexes, and weapons that put effects there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.hex_orders.model.messages import (
    Bonus,
    Effects,
    HexEffect,
    Hit,
    Pending,
    Resistance,
    TableResult,
    TypedDie,
    Weapon,
    WeaponEffect,
)
from adjudicator.rulesets.hex_orders.model.rows import BoardHex
from adjudicator.rulesets.hex_orders.model.state import Game
from adjudicator.rulesets.hex_orders.rules.damage import shaken as shaken_rules
from tests.kit import Table
from tests.rulesets.hex_orders.fixtures import GUN, damage_table, die, infantry, smoke, table, tank

Hexes = Mapping[str, str | Effects | BoardHex]
AUTOMATON = ("vehicle", "tank", "tracked")


def future_bonus(by: int, kind: str = "regular") -> tuple[Bonus, ...]:
    """Give a future-damage bonus."""
    return (Bonus(table=kind, by=by),)


def resistance_to(kind: str, by: int) -> tuple[Resistance, ...]:
    """Give a resistance."""
    return (Resistance(damage_type=kind, by=by),)


def psychic_damage(text: str = "d6") -> tuple[TypedDie, ...]:
    """Give psychic damage."""
    return (TypedDie(damage_type="psychic", die=die(text)),)


def effect_left(kind: str, level: int = 0) -> tuple[WeaponEffect, ...]:
    """Give what a hit leaves."""
    return (WeaponEffect(kind=kind, level=level),)


def mortar(kind: str, level: int = 0, grade: str = "", density: int = 0, **changes: Any) -> Weapon:
    """Make a weapon that puts an effect into a hex without a roll."""
    effect = HexEffect(kind=kind, level=level, grade=grade, density=density)
    return replace(GUN, id="mortar", damage=None, hex_effect=effect, **{"automatic": True, **changes})


def effects_in_hex(**changes: Any) -> Effects:
    """Make what lies in a hex: markers of nothing but what is named."""
    return smoke(0, **changes)


def poison_cloud(level: int = 8, density: int = 4, markers: int = 2, **changes: Any) -> Effects:
    """Make a poison cloud."""
    return effects_in_hex(poison=markers, poison_level=level, poison_density=density, **changes)


def acid_cloud(grade: str = "minor", density: int = 4, markers: int = 2, **changes: Any) -> Effects:
    """Make an acid cloud."""
    return effects_in_hex(acid=markers, acid_grade=grade, acid_density=density, **changes)


CREWLESS = tank(types=("vehicle", "tank", "tracked"))
TABLES_OF_50 = (damage_table("regular", {50: ("kill 1",)}), damage_table("psychic", {50: ("kill 1",)}))
UNHURT = infantry(tables=TABLES_OF_50)

REGULARS = infantry().models
MIXED = infantry(models=(*REGULARS[:3], replace(REGULARS[0], name="hero", elite=True)))


def pending_result(kind: str, x: int = 0, word: str = "", cause: str = "h1") -> Pending:
    """Make a result that waits."""
    return Pending(result=TableResult(kind=kind, x=x, word=word), cause=cause)


def with_pending(*pending: Pending, sheet: Any = None, dice: tuple[int, ...] = (), **options: Any) -> Table:
    """Let results wait for b1 in Apply damage, beside a tank a1."""
    changes = options.pop("changes", {})
    units = [("a1", "D5", "N", tank()), ("b1", "D3", "S", sheet or infantry(), {"pending": pending, **changes})]
    return table(dice, options, step="apply_damage", units=units, turn=5)


class RecordingRuling:
    """A ruling as far as `shake` needs one."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[Any] = []

    def record(self, event: Any, *_clauses: str) -> None:
        """Record and reduce."""
        self.events.append(event)
        shaken_rules.unit_shaken(self.game, event)


def hit_of_gun(number: int, target: str, **changes: Any) -> Hit:
    """Make a hit of a1's gun."""
    made = {
        "seat": 0,
        "unit": "a1",
        "source": "main_gun",
        "angle": "front",
        "penetration": Tally.base(0, "HX-DAMAGE-03"),
        "damage": die("d6"),
        "bonus": Tally.base(0, "HX-DAMAGE-03"),
        "light": False,
    }
    return Hit(**{**made, "id": f"h{number}", "target": target, **changes})


def weapon_effect(kind: str, level: int = 0) -> WeaponEffect:
    """Make what a weapon leaves."""
    return WeaponEffect(kind=kind, level=level)


def with_hits(*hits: Hit, dice: tuple[int, ...] = (), step: str = "gunnery_1", **rest: Any) -> Table:
    """Set a tank and an infantry base against a tank and an infantry base, with hits to roll."""
    units = rest.pop(
        "units",
        [
            ("a1", "D5", "N", tank()),
            ("a2", "C5", "N", infantry()),
            ("b1", "D3", "S", infantry()),
            ("b2", "E3", "S", tank()),
        ],
    )
    played = table(dice, rest.pop("options", None), step=step, units=units, **rest)
    return played.set(hits={hit.id: hit for hit in hits}).ask("damage", "table")


def cloud_weapon(level: int, density: int, markers: int = 2, **changes: Any) -> Effects:
    """Make a poison cloud."""
    return effects_in_hex(poison=markers, poison_level=level, poison_density=density, **changes)


def infantry_that_resists(kind: str, by: int) -> Any:
    """Make infantry that resists."""
    return infantry(resistances=(Resistance(damage_type=kind, by=by),))

"""Bases for fights, and who meets whom in them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import AssaultLine, FightUnit, Sheet
from tests.rulesets.hex_orders.damage.fixtures import AUTOMATON, effect_left
from tests.rulesets.hex_orders.fixtures import deflection, infantry, line, model, tank

ELF = tank(nation="elf")
SLOW = {"speed": "slow"}
STILL = {"speed": "stand_still"}
ALWAYS_HITS = line(1, 1)
NEVER_HITS = line(1, 6)


def base_that_fights(
    count: int, how: AssaultLine = ALWAYS_HITS, nation: str = "elf", *, shield: int = 0, **changes: Any
) -> Sheet:
    """Make a base of like models that fight so; with a shield each has one deflection die that needs this."""
    made = model("fighter", how)
    if shield:
        made = replace(made, deflection=deflection(1, shield))
    return infantry(nation=nation, models=(made,) * count, **changes)


def model_that_fights(nation: str = "elf", how: AssaultLine = NEVER_HITS, **changes: Any) -> Sheet:
    """Make a base of one model that hits on a 6."""
    return base_that_fights(1, how, nation, **changes)


def unmanned_vehicle(count: int = 1, how: AssaultLine = NEVER_HITS, nation: str = "elf", **changes: Any) -> Sheet:
    """Make a vehicle without armour, deflection or crew that fights so."""
    made = tank(nation=nation, types=AUTOMATON, **{"armour": infantry().armour, **changes})
    return replace(made, models=(model("engine", how),) * count)


def mover(unit: str, origin: str, goal: str, *, reverse: bool = False) -> FightUnit:
    """Say that a unit tries to enter a hex."""
    return FightUnit(unit=unit, seat="ab".index(unit[0]), origin=origin, goal=goal, reverse=reverse)


def stander(unit: str, where: str, *angles: str) -> FightUnit:
    """Say that a unit stands in the hex that is fought over, attacked from these angles."""
    return FightUnit(unit=unit, seat="ab".index(unit[0]), origin=where, goal="", reverse=False, angles=angles)


BRUTE = model_that_fights("ork")
FORWARD = "F+-+-"
STAY = "-+-+-"
FLAMING = line(1, 5, effects=effect_left("fire"))
ORK_NATION = {"nation": "ork"}


def forward(*units: str) -> dict[str, tuple[str, ...]]:
    """Order these forward."""
    return dict.fromkeys(units, ("F+-+-",))

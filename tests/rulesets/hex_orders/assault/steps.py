"""Short ways to say what tests of fights and retreats say again and again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.messages import (
    AdvanceStep,
    AllocateHits,
    Allocation,
    AssaultAdvantageGained,
    AssaultDiceRolled,
    AssaultLine,
    ChooseDeflections,
    DamageRolled,
    DamagingHit,
    DeflectionDiceRolled,
    FightUnit,
    GroupCount,
    HexContested,
    HitScored,
    RetreatUnit,
    Sheet,
)
from adjudicator.rulesets.hex_orders.rows import Fight
from tests.kit import Table
from tests.rulesets.hex_orders.givens import Placed, begin, deflection, infantry, line, model, table, tank, top
from tests.rulesets.hex_orders.said_assault import AUTOMATON, Hexes, finish, happened, steps, walk

ORK = tank(nation="ork")
ELF = tank(nation="elf")
SLOW = {"speed": "slow"}
STILL = {"speed": "stand_still"}
SURE = line(1, 1)
NEVER = line(1, 6)

# -- bases


def band(count: int, how: AssaultLine = SURE, nation: str = "elf", *, shield: int = 0, **changes: Any) -> Sheet:
    """Make a base of like models that fight so; with a shield each has one deflection die that needs this."""
    made = model("fighter", how)
    if shield:
        made = replace(made, deflection=deflection(1, shield))
    return infantry(nation=nation, models=(made,) * count, **changes)


def lone(nation: str = "elf", how: AssaultLine = NEVER, **changes: Any) -> Sheet:
    """Make a base of one model that hits on a 6."""
    return band(1, how, nation, **changes)


def machine(count: int = 1, how: AssaultLine = NEVER, nation: str = "elf", **changes: Any) -> Sheet:
    """Make a vehicle without armour, deflection or crew that fights so."""
    made = tank(nation=nation, types=AUTOMATON, **{"armour": infantry().armour, **changes})
    return replace(made, models=(model("engine", how),) * count)


# -- into a fight


def clash(
    dice: Iterable[int], units: Sequence[Placed], *until: str, hexes: Hexes | None = None,
    options: Mapping[str, Any] | None = None, **running: Any,
) -> Table:  # fmt: skip
    """Carry Movement 1 out and begin Assault 1, up to the end or one of these questions, everybody silent."""
    played = walk(dice, hexes or {}, *units, options=options, **running)
    steps(played, "movement_1")
    return assault(played, *until)


def assault(played: Table, *until: str) -> Table:
    """Begin the assault step after a movement step that is over."""
    assert top(played).kind == "advance", top(played)
    played.when("table", AdvanceStep()).accepted()
    return finish(played, *until)


def meet(
    dice: Iterable[int], red: Sequence[Sheet], blue: Sequence[Sheet], *until: str, hexes: Hexes | None = None,
    options: Mapping[str, Any] | None = None, fields: Mapping[str, Mapping[str, Any]] | None = None,
) -> Table:  # fmt: skip
    """Let red bases go from D6 and blue ones from D4 into D5, all ahead: everybody has front values."""
    units: list[Placed] = []
    for letter, where, facing, sheets in (("a", "D6", "N", red), ("b", "D4", "S", blue)):
        for number, sheet in enumerate(sheets, 1):
            id = f"{letter}{number}"
            units.append((id, where, facing, sheet, {**SLOW, **(fields or {}).get(id, {})}))
    running = {str(each[0]): "F+-+-" for each in units}
    return clash(dice, units, *until, hexes=hexes, options=options, **running)


def storm(
    dice: Iterable[int], red: Sheet, blue: Sheet, *until: str, facing: str = "N", hexes: Hexes | None = None,
    others: Sequence[Placed] = (), options: Mapping[str, Any] | None = None, fields: Mapping[str, Any] | None = None,
    **running: str,
) -> Table:  # fmt: skip
    """Let a red base go from D4 into D5, where a blue one stands still."""
    units = [("a1", "D4", "S", red, SLOW), ("b1", "D5", facing, blue, {**STILL, **(fields or {})}), *others]
    orders = {"a1": "F+-+-", "b1": "-+-+-", **running}
    return clash(dice, units, *until, hexes=hexes, options=options, **orders)


def mover(unit: str, origin: str, goal: str, *, reverse: bool = False) -> FightUnit:
    """Say that a unit tries to enter a hex."""
    return FightUnit(unit=unit, seat="ab".index(unit[0]), origin=origin, goal=goal, reverse=reverse)


def stays(unit: str, where: str, *angles: str) -> FightUnit:
    """Say that a unit stands in the hex that is fought over, attacked from these angles."""
    return FightUnit(unit=unit, seat="ab".index(unit[0]), origin=where, goal="", reverse=False, angles=angles)


def fought(
    dice: Iterable[int], units: Sequence[Placed], rows: Sequence[FightUnit], *until: str, where: str = "D5",
    hexes: Hexes | None = None, **options: Any,
) -> Table:  # fmt: skip
    """Begin Assault 1 with one fight that was found before."""
    played = table(dice, options, pace="step", units=units, hexes=hexes)
    played.put("fights", Fight("f1", where, tuple(rows)))
    begin(played, "assault_1")
    return finish(played, *until)


# -- what was rolled


def contested(played: Table) -> dict[str, list[str]]:
    """Give the hexes that were fought over, with the units in each fight."""
    return {each.hex: [row.unit for row in each.units] for each in happened(played, HexContested)}


def rolled(played: Table) -> dict[str, tuple[int, ...]]:
    """Give the assault dice of every group."""
    return {group.id: group.faces for each in happened(played, AssaultDiceRolled) for group in each.groups}


def counted(played: Table) -> dict[str, int]:
    """Give the successes of every group of assault dice."""
    return {group.id: group.successes for each in happened(played, AssaultDiceRolled) for group in each.groups}


def thrown_by(played: Table) -> dict[str, int]:
    """Count the assault dice of every base."""
    found: dict[str, int] = {}
    for each in happened(played, AssaultDiceRolled):
        for group in each.groups:
            found[group.unit] = found.get(group.unit, 0) + len(group.faces)
    return found


def deflected(played: Table) -> dict[str, int]:
    """Count the deflection dice of every base."""
    found: dict[str, int] = {}
    for each in happened(played, DeflectionDiceRolled):
        for group in each.groups:
            found[group.unit] = found.get(group.unit, 0) + len(group.faces)
    return found


def advantage(played: Table) -> AssaultAdvantageGained:
    """Give how the one fight was decided."""
    (found,) = happened(played, AssaultAdvantageGained)
    return found


def hit(played: Table) -> list[tuple[str, str]]:
    """Give source and target of every damaging hit."""
    return [(each.hit.unit, each.hit.target) for each in happened(played, HitScored) if each.hit is not None]


def damage(played: Table, kind: str = "regular") -> dict[str, list[int]]:
    """Give the totals of damage rolls on a table by the base that suffers."""
    found: dict[str, list[int]] = {}
    for each in happened(played, DamageRolled):
        if each.table == kind:
            assert each.total is not None
            found.setdefault(str(each.target), []).append(each.total.total)
    return found


# -- answers


def some(**groups: int) -> tuple[GroupCount, ...]:
    """Count successes of groups; "a1_2" is the second group of a1."""
    return tuple(GroupCount(group=name.replace("_", "."), count=count) for name, count in groups.items())


def strike(group: str, target: str, **supports: int) -> DamagingHit:
    """Allocate a damaging hit with its supports."""
    return DamagingHit(group=group, target=target, supports=some(**supports))


def allocate(*hits: DamagingHit) -> AllocateHits:
    """Allocate all successes of a side."""
    return AllocateHits(allocation=Allocation(hits=hits))


def cancels(enemy: Sequence[GroupCount] = (), own: Sequence[GroupCount] = ()) -> ChooseDeflections:
    """Say what is deflected."""
    return ChooseDeflections(enemy=tuple(enemy), own=tuple(own))


def goes(unit: str, to: str, turn: str = "none") -> RetreatUnit:
    """Let a loser go somewhere."""
    return RetreatUnit(unit=unit, hex=to, turn=turn)


def refusal(played: Table, who: str, command: Any, clause: str, reason: str) -> None:
    """Let a command be refused for one fault alone, under this clause for this reason."""
    outcome = played.when(who, command).rejected(clause, reason)
    assert len({(each.clause, each.reason) for each in outcome.faults}) == 1, outcome.faults


def tried(played: Table, who: str, *commands: Any) -> list[bool]:
    """Tell which of these commands would be accepted now."""
    return [not played.refused(command, who) for command in commands]


__all__ = [
    "ELF", "NEVER", "ORK", "SLOW", "STILL", "SURE", "advantage", "allocate", "assault", "band", "cancels", "clash",
    "contested",
    "counted", "damage", "deflected", "fought", "goes", "hit", "lone", "machine", "meet", "mover", "refusal", "rolled",
    "some", "stays", "storm", "strike", "thrown_by", "tried",
]  # fmt: skip

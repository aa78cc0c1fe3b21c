"""Ways into a fight, what was rolled in it, and the answers of both sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    AdvanceStep,
    AllocateHits,
    Allocation,
    AssaultAdvantageGained,
    AssaultDiceRolled,
    ChooseContestedHex,
    ChooseDeflections,
    ContestedHexChosen,
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
from adjudicator.rulesets.hex_orders.model.rows import Fight
from tests.kit import Outcome, Table
from tests.rulesets.hex_orders.assault.fixtures import BRUTE, FORWARD, SLOW, STILL, model_that_fights, mover, stander
from tests.rulesets.hex_orders.damage.fixtures import Hexes
from tests.rulesets.hex_orders.damage.steps import among_effects
from tests.rulesets.hex_orders.fixtures import Placed, deflection, infantry, line, model, table, tank
from tests.rulesets.hex_orders.steps import begin, events_of_kind, finish_silently, innermost_window, play_steps


def move_and_assault(
    dice: Iterable[int],
    units: Sequence[Placed],
    *until: str,
    hexes: Hexes | None = None,
    options: Mapping[str, Any] | None = None,
    **running: Any,
) -> Table:
    """Carry Movement 1 out and begin Assault 1, up to the end or one of these questions, everybody silent."""
    played = among_effects(dice, hexes or {}, *units, options=options, **running)
    play_steps(played, "movement_1")
    return assault(played, *until)


def assault(played: Table, *until: str) -> Table:
    """Begin the assault step after a movement step that is over."""
    assert innermost_window(played).kind == "advance", innermost_window(played)
    played.when("table", AdvanceStep()).accepted()
    return finish_silently(played, *until)


def enter_from_both_sides(
    dice: Iterable[int],
    red: Sequence[Sheet],
    blue: Sequence[Sheet],
    *until: str,
    hexes: Hexes | None = None,
    options: Mapping[str, Any] | None = None,
    fields: Mapping[str, Mapping[str, Any]] | None = None,
) -> Table:
    """Let red bases go from D6 and blue ones from D4 into D5, all ahead: everybody has front values."""
    units: list[Placed] = []
    for letter, where, facing, sheets in (("a", "D6", "N", red), ("b", "D4", "S", blue)):
        for number, sheet in enumerate(sheets, 1):
            id = f"{letter}{number}"
            units.append((id, where, facing, sheet, {**SLOW, **(fields or {}).get(id, {})}))
    running = {str(unit[0]): "F+-+-" for unit in units}
    return move_and_assault(dice, units, *until, hexes=hexes, options=options, **running)


def attack_standing(
    dice: Iterable[int],
    red: Sheet,
    blue: Sheet,
    *until: str,
    facing: str = "N",
    hexes: Hexes | None = None,
    others: Sequence[Placed] = (),
    options: Mapping[str, Any] | None = None,
    fields: Mapping[str, Any] | None = None,
    **running: str,
) -> Table:
    """Let a red base go from D4 into D5, where a blue one stands still."""
    units = [("a1", "D4", "S", red, SLOW), ("b1", "D5", facing, blue, {**STILL, **(fields or {})}), *others]
    orders = {"a1": "F+-+-", "b1": "-+-+-", **running}
    return move_and_assault(dice, units, *until, hexes=hexes, options=options, **orders)


def assault_in_one_fight(
    dice: Iterable[int],
    units: Sequence[Placed],
    rows: Sequence[FightUnit],
    *until: str,
    where: str = "D5",
    hexes: Hexes | None = None,
    **options: Any,
) -> Table:
    """Begin Assault 1 with one fight that was found before."""
    played = table(dice, options, pace="step", units=units, hexes=hexes)
    played.put("fights", Fight("f1", where, tuple(rows)))
    begin(played, "assault_1")
    return finish_silently(played, *until)


def contested_hexes(played: Table) -> dict[str, list[str]]:
    """Give the hexes that were fought over, with the units in each fight."""
    return {item.hex: [row.unit for row in item.units] for item in events_of_kind(played, HexContested)}


def assault_dice_of(played: Table) -> dict[str, tuple[int, ...]]:
    """Give the assault dice of every group."""
    return {group.id: group.faces for row in events_of_kind(played, AssaultDiceRolled) for group in row.groups}


def successes_of_groups(played: Table) -> dict[str, int]:
    """Give the successes of every group of assault dice."""
    return {group.id: group.successes for row in events_of_kind(played, AssaultDiceRolled) for group in row.groups}


def dice_of_base(played: Table) -> dict[str, int]:
    """Count the assault dice of every base."""
    found: dict[str, int] = {}
    for row in events_of_kind(played, AssaultDiceRolled):
        for group in row.groups:
            found[group.unit] = found.get(group.unit, 0) + len(group.faces)
    return found


def deflection_dice_of(played: Table) -> dict[str, int]:
    """Count the deflection dice of every base."""
    found: dict[str, int] = {}
    for row in events_of_kind(played, DeflectionDiceRolled):
        for group in row.groups:
            found[group.unit] = found.get(group.unit, 0) + len(group.faces)
    return found


def advantage(played: Table) -> AssaultAdvantageGained:
    """Give how the one fight was decided."""
    (found,) = events_of_kind(played, AssaultAdvantageGained)
    return found


def hit(played: Table) -> list[tuple[str, str]]:
    """Give source and target of every damaging hit."""
    return [(row.hit.unit, row.hit.target) for row in events_of_kind(played, HitScored) if row.hit is not None]


def damage(played: Table, kind: str = "regular") -> dict[str, list[int]]:
    """Give the totals of damage rolls on a table by the base that suffers."""
    found: dict[str, list[int]] = {}
    for row in events_of_kind(played, DamageRolled):
        if row.table == kind:
            assert row.total is not None
            found.setdefault(str(row.target), []).append(row.total.total)
    return found


def group_counts(**groups: int) -> tuple[GroupCount, ...]:
    """Count successes of groups; "a1_2" is the second group of a1."""
    return tuple(GroupCount(group=name.replace("_", "."), count=count) for name, count in groups.items())


def strike(group: str, target: str, **supports: int) -> DamagingHit:
    """Allocate a damaging hit with its supports."""
    return DamagingHit(group=group, target=target, supports=group_counts(**supports))


def allocate(*hits: DamagingHit) -> AllocateHits:
    """Allocate all successes of a side."""
    return AllocateHits(allocation=Allocation(hits=hits))


def cancellation(enemy: Sequence[GroupCount] = (), own: Sequence[GroupCount] = ()) -> ChooseDeflections:
    """Say what is deflected."""
    return ChooseDeflections(enemy=tuple(enemy), own=tuple(own))


def retreats(unit: str, to: str, turn: str = "none") -> RetreatUnit:
    """Let a loser go somewhere."""
    return RetreatUnit(unit=unit, hex=to, turn=turn)


def accepted_commands(played: Table, who: str, *commands: Any) -> list[bool]:
    """Tell which of these commands would be accepted now."""
    return [not played.refused(command, who) for command in commands]


def fight(*rows, units, where="D5", dice=(), step="assault_1", **more):
    """A table just before the assault step, with one fight."""
    played = table(dice, units=units, **more)
    played.put("fights", Fight("f1", where, rows))
    return played, begin(played, step)


def head_on(*, dice=(), red=None, blue=None, **more):
    """A unit of each side tries to enter D5."""
    units = [
        ("a1", "D6", "N", red or tank(nation="ork"), {"speed": "slow"}),
        ("b1", "D4", "S", blue or tank(nation="elf"), {"speed": "slow"}),
    ]
    return fight(mover("a1", "D6", "D5"), mover("b1", "D4", "D5"), units=units, dice=dice, **more)


PLAIN = infantry().models[0]


def count(group, number):
    return GroupCount(group=group, count=number)


def hits(*rows):
    """An answer of (group, target, supports ...)."""
    return AllocateHits(
        allocation=Allocation(hits=tuple(DamagingHit(group=g, target=t, supports=tuple(s)) for g, t, *s in rows))
    )


def worked_example(alive=3):
    """HX-ASSAULT-29: a Dark-Elf tank and base of four with shields meet an Elf tank and base."""
    unshielded = replace(tank().models[0], deflection=None)
    dark = tank(nation="dark_elf"), infantry(nation="dark_elf")
    shielded = (replace(PLAIN, deflection=deflection(1, 5)), *infantry().models[:3])
    elf = tank(nation="elf", models=(unshielded,)), infantry(models=infantry().models[:alive])
    units = [
        ("a1", "D6", "N", dark[0], {"speed": "slow"}),
        ("a2", "D6", "N", replace(dark[1], models=shielded)),
        ("b1", "D4", "S", elf[0], {"speed": "slow"}),
        ("b2", "D4", "S", elf[1]),
    ]
    played = table(units=units)
    rows = (mover("a1", "D6", "D5"), mover("a2", "D6", "D5"), mover("b1", "D4", "D5"), mover("b2", "D4", "D5"))
    played.put("fights", Fight("f1", "D5", rows))
    played.faces(5, 5, 5, 1, 5, 5, 5, 5)  # seven successes, the tank's in one group, the infantry's in another
    played.faces(5, 5, 5, 1, *[5] * 3, *[1] * (alive - 3))  # three of the tank, three of the infantry
    played.faces(5, 5, 5)  # three deflections
    return played, begin(played, "assault_1")


def against_harmless(*, dice, models, target=None, blue=None, options=None, nation="ork"):
    """A base of seat 0 enters D5, where a base that never hits defends."""
    meek = model("meek", line(1, 6, 0, "d6"))
    enemy = target or infantry(models=(meek,) * 4)
    units = [("a1", "D6", "N", infantry(nation=nation, models=models)), ("b1", "D5", "N", enemy)]
    played = table(dice, units=units, options=options)
    played.put("fights", Fight("f1", "D5", (mover("a1", "D6", "D5"), stander("b1", "D5", "back"))))
    return played, begin(played, "assault_1")


def swap(*until, dice=(), red=BRUTE, blue=None, others=(), hexes=None, **running):
    """Let an ork base in D5 and an elf base in D4 go into each other's hex, up to the movement's questions."""
    units = [("a1", "D5", "N", red, SLOW), ("b1", "D4", "S", blue or model_that_fights(), SLOW), *others]
    played = among_effects(dice, hexes or {}, *units, **{"a1": FORWARD, "b1": FORWARD, **running})
    begin(played, "movement_1")
    return finish_silently(played, *until)


def choose_hex(played: Table, name: str) -> Outcome:
    """Let the red side choose the hex."""
    return played.when("red", ChooseContestedHex(exchange="x1", hex=name)).then(ContestedHexChosen)

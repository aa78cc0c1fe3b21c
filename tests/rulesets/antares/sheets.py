"""Values of a table: the ledger's squad, its carbine, and other units, weapons, devices, options and terrain.

Lengths are thousandths of an inch. Bases of `squad` and `vehicle` are round, 1000 across and 3000 across.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.board.inches import Pose, round_base
from adjudicator.kernel.messages import Amount, Spot
from adjudicator.rulesets.antares.model.messages import (
    ArmourBonus,
    ArmyOption,
    DeviceSheet,
    EndTest,
    FiringMode,
    Hazard,
    ModelKind,
    OptionEffect,
    OverheadEffect,
    SpecialRule,
    StateChange,
    Stats,
    TerrainPiece,
    TestEffect,
    UnitSheet,
    Weapon,
)
from adjudicator.rulesets.antares.model.rows import Device, OwnedOption

INCH = 1000


def amount(text: str | int) -> Amount:
    """Read 3, "d5", "d3+1" or "2d6-1"."""
    if isinstance(text, int):
        return Amount(dice=0, sides=0, plus=text)
    count, _, rest = text.partition("d")
    sign = next((row for row in "+-" if row in rest), "")
    sides, _, plus = rest.partition(sign) if sign else (rest, "", "0")
    return Amount(dice=int(count or 1), sides=int(sides), plus=int(sign + plus))


def firing_mode(name: str, shots: int = 1, accuracy: int = 0, *, rapid: bool = False) -> FiringMode:
    """Make a way to fire a weapon."""
    return FiringMode(name=name, shots=shots, accuracy=accuracy, rapid=rapid)


def weapon(id: str = "carbine", **changes: Any) -> Weapon:
    """Give the ledger's carbine, under another id and with changes."""
    default = Weapon(
        id=id,
        name=id.replace("_", " "),
        kind="standard",
        minimum=0,
        short_range=20 * INCH,
        long_range=30 * INCH,
        extreme=50 * INCH,
        modes=(firing_mode("single"), firing_mode("rapid", 2, rapid=True)),
        strike_value=amount(1),
        crew=1,
        properties=("pbs",),
        overhead=None,
        damage_modifier=0,
        hazard=None,
    )
    return replace(default, **changes)


def overhead_effect(
    kind: str = "blast", hits: str | int = "d5", radius: int = 3 * INCH, marker: str = ""
) -> OverheadEffect:
    """Make the effect of an overhead weapon."""
    return OverheadEffect(kind=kind, hits=amount(hits), radius=radius, marker=marker)


def model_kind(name: str = "trooper", **changes: Any) -> ModelKind:
    """Give the ledger's model: one Wound, armour 1, one attack of no strike value, the carbine."""
    default = ModelKind(
        name=name,
        base_size=round_base(INCH),
        height=1500,
        wounds=1,
        armour=(ArmourBonus(applies="always", bonus=1),),
        attacks=1,
        strike_value=amount(0),
        hazard=None,
        weapons=("carbine",),
        primary=False,
        crews="",
        equipment=False,
        stats=None,
    )
    return replace(default, **changes)


def special_rule(hook: str, number: int = 0, word: str = "", models: int = 0) -> SpecialRule:
    """Make a special rule."""
    return SpecialRule(name=hook.replace("_", " "), hook=hook, number=number, word=word, models=models)


def squad(**changes: Any) -> UnitSheet:
    """Give the ledger's Strike squad, spotter and all; its five models are troopers."""
    default = UnitSheet(
        kind="strike_squad",
        name="Strike squad",
        faction="concord",
        unit_type="infantry",
        size="medium",
        order_dice=1,
        stats=Stats(agility=5, accuracy=5, strength=5, resist=5, initiative=7, command=8),
        movement=5 * INCH,
        flags=("can_sprint", "can_assault", "down_forces_rerolls"),
        rules=(),
        devices=("spotter",),
        damage_modifier=0,
        kinds=(model_kind(),),
        models=("trooper",) * 5,
        points=100,
    )
    return replace(default, **changes)


def plain_squad(**changes: Any) -> UnitSheet:
    """Give the squad without its spotter, so that misses stand."""
    return squad(**{"devices": (), **changes})


def armed_squad(*weapons: str, count: int = 5, **changes: Any) -> UnitSheet:
    """Give a plain squad of so many models, each with these weapons; further changes are the sheet's."""
    return plain_squad(**{"kinds": (model_kind(weapons=weapons),), "models": ("trooper",) * count, **changes})


def vehicle(**changes: Any) -> UnitSheet:
    """Make a vehicle of one model that uses the damage chart: Res 12, two order dice, a heavy gun and a light one."""
    hull = model_kind("hull", base_size=round_base(3 * INCH), height=2500, attacks=2, weapons=("cannon", "light_gun"))
    default = squad(
        kind="skimmer",
        name="Skimmer",
        unit_type="vehicle",
        size="large",
        order_dice=2,
        movement=6 * INCH,
        devices=(),
        stats=Stats(agility=6, accuracy=5, strength=5, resist=12, initiative=7, command=8),
        flags=("uses_damage_chart", "fast", "all_weapons"),
        kinds=(replace(hull, armour=()),),
        models=("hull",),
        points=300,
    )
    return replace(default, **changes)


def probe(**changes: Any) -> UnitSheet:
    """Make a probe unit: no Co, one model, no weapon."""
    default = squad(
        kind="probe",
        name="Probe",
        unit_type="probe",
        size="small",
        devices=(),
        flags=(),
        points=10,
        stats=Stats(agility=8, accuracy=None, strength=None, resist=5, initiative=7, command=None),
        kinds=(model_kind("probe", base_size=round_base(500), height=500, attacks=0, weapons=()),),
        models=("probe",),
    )
    return replace(default, **changes)


def device_sheet(kind: str, id: str = "", **changes: Any) -> DeviceSheet:
    """Make the sheet of a device or marker of this kind; its id is its kind."""
    default = DeviceSheet(
        id=id or kind,
        name=(id or kind).replace("_", " "),
        kind=kind,
        radius=0,
        end_test=None,
        accuracy=None,
        miss_rerolls="",
        scope="",
        base_size=round_base(500),
        height=500,
        placed=False,
    )
    return replace(default, **changes)


def end_test(compare: str, value: int, success: str = "remove", failure: str = "stay", sides: int = 10) -> EndTest:
    """Make a test of the end of a turn."""
    return EndTest(sides=sides, compare=compare, value=value, success=success, failure=failure)


def natural_effect(test: str, effect: str) -> TestEffect:
    """Say what a natural 1 or 10 does besides in a kind of test."""
    return TestEffect(test=test, effect=effect)


def army_option(
    id: str, *effects: OptionEffect, moments: Sequence[str] = ("turn_start",), **changes: Any
) -> ArmyOption:
    """Make an army option of one use."""
    default = ArmyOption(
        id=id, name=id.replace("_", " "), uses=1, windows=tuple(moments), effects=effects, end_test=None, points=0
    )
    return replace(default, **changes)


def owned_option(option: ArmyOption, seat: int = 0, **changes: Any) -> OwnedOption:
    """Make the row of an option that a side owns; its id is "a-" or "b-" and the option's."""
    return replace(
        OwnedOption(id=f"{'ab'[seat]}-{option.id}", seat=seat, sheet=option, uses_left=option.uses), **changes
    )


def state_change(kind: str, unit: str = "", seat: int = 0, number: int = 0, word: str = "") -> StateChange:
    """Make a change that the referee carries out."""
    return StateChange(kind=kind, unit=unit, seat=seat, number=number, word=word)


def terrain_piece(id: str, *corners: tuple[int, int], **changes: Any) -> TerrainPiece:
    """Make a piece of terrain with these corners: a wood as the ledger has it, or what the changes say."""
    default = TerrainPiece(
        id=id,
        terrain_type="area",
        building=False,
        los="obscuring",
        movement="difficult",
        cover="soft",
        height=0,
        shape=tuple(Spot(x=x, y=y) for x, y in corners),
        sees_over=(),
        ground=0,
    )
    return replace(default, **changes)


def box(id: str, x: int, y: int, width: int, depth: int, **changes: Any) -> TerrainPiece:
    """Make a rectangular piece from its least corner."""
    return terrain_piece(id, (x, y), (x + width, y), (x + width, y + depth), (x, y + depth), **changes)


def wall(id: str, *points: tuple[int, int], **changes: Any) -> TerrainPiece:
    """Make an obstacle along these points: open to view past it as the changes say, difficult, hard cover."""
    default = {
        "terrain_type": "obstacle",
        "los": "obscuring",
        "movement": "difficult",
        "cover": "hard",
        "height": INCH,
        **changes,
    }
    return terrain_piece(id, *points, **default)


ARSENAL = (
    weapon(),
    weapon("pistol", short_range=5 * INCH, long_range=10 * INCH, extreme=10 * INCH, modes=(firing_mode("single"),)),
    weapon(
        "light_gun",
        kind="light_support",
        modes=(firing_mode("burst", 3, rapid=True),),
        strike_value=amount(2),
        crew=2,
        properties=(),
    ),
    weapon(
        "cannon",
        kind="heavy",
        short_range=30 * INCH,
        long_range=50 * INCH,
        extreme=100 * INCH,
        modes=(firing_mode("single"),),
        strike_value=amount(5),
        crew=2,
        properties=(),
    ),
    weapon(
        "mortar",
        kind="overhead",
        minimum=10 * INCH,
        short_range=30 * INCH,
        long_range=50 * INCH,
        extreme=100 * INCH,
        modes=(firing_mode("single"),),
        crew=2,
        properties=("blast",),
        overhead=overhead_effect(),
    ),
    weapon(
        "launcher",
        kind="overhead",
        minimum=5 * INCH,
        modes=(firing_mode("single"),),
        crew=1,
        properties=("blast",),
        overhead=overhead_effect(hits="d4"),
    ),
    weapon(
        "netter",
        kind="overhead",
        minimum=5 * INCH,
        modes=(firing_mode("single"),),
        strike_value=amount(0),
        crew=1,
        properties=("suspensor_net",),
        overhead=overhead_effect("net", 0),
    ),
    weapon("disruptor", properties=("pbs", "disruptor")),
    weapon("slingnet", modes=(firing_mode("single"),), properties=("slingnet",), strike_value=amount(0)),
    weapon("maul", short_range=0, long_range=0, extreme=0, modes=(), hazard=Hazard(strike_value=amount(1))),
)

DEVICES = (
    device_sheet("spotter"),
    device_sheet("targeter"),
    device_sheet("lifeseeker"),
    device_sheet("tectorist"),
    device_sheet("combat_array"),
    device_sheet("flitter", end_test=end_test("at_least", 7)),
    device_sheet("blur"),
    device_sheet("staa_tag"),
    device_sheet("kinetic_dampener", radius=3 * INCH),
    device_sheet("batter_shield", radius=3 * INCH),
    device_sheet("subverter"),
    device_sheet("munition", radius=3 * INCH, end_test=end_test("at_least", 7)),
)


def marker(id: str, sheet: str, seat: int = 0, unit: str = "", at: tuple[int, int] | None = None) -> Device:
    """Make a row of a marker: attached to a unit, or at a place."""
    return Device(id=id, sheet=sheet, seat=seat, unit=unit, pose=None if at is None else Pose(*at, 0, 0))


def stats(**changes: int | None) -> Stats:
    """Give the ledger's stats with changes."""
    default: dict[str, int | None] = {
        "agility": 5,
        "accuracy": 5,
        "strength": 5,
        "resist": 5,
        "initiative": 7,
        "command": 8,
        **changes,
    }
    return Stats(**default)


def troopers(count: int = 5, *arms: str, armour: int = 1, resist: int = 5, **changes: Any) -> UnitSheet:
    """Make so many models with these weapons, this armour and Res; changes to the kind are named with `model_`."""
    own = {name.removeprefix("model_"): changes.pop(name) for name in list(changes) if name.startswith("model_")}
    kind = model_kind(weapons=arms, armour=(ArmourBonus(applies="always", bonus=armour),), **own)
    return plain_squad(**{"kinds": (kind,), "models": ("trooper",) * count, "stats": stats(resist=resist), **changes})


def gun(sv: str | int = 0, id: str = "gun", **changes: Any) -> Any:
    """Make a carbine of one mode, so that nobody is asked which, with this strike value."""
    modes = weapon().modes[:1]
    return weapon(id, **{"strike_value": amount(sv), "modes": modes, **changes})


SINGLE = (firing_mode("single"),)


def heavy_gun(id: str = "big", **changes: Any) -> Any:
    """Make a heavy direct weapon that its bearer serves alone."""
    return gun(0, id, **{"kind": "heavy", "properties": (), **changes})


def overhead_gun(id: str = "lobber", hits: str | int = "d5", radius: int = INCH, **changes: Any) -> Any:
    """Make an overhead weapon of one shot, minimum range 5 inches, short range 30."""
    default = {
        "kind": "overhead",
        "minimum": 5 * INCH,
        "short_range": 30 * INCH,
        "long_range": 40 * INCH,
        "extreme": 50 * INCH,
        "modes": SINGLE,
        "strike_value": amount(0),
        "crew": 1,
        "properties": ("blast",),
        "overhead": overhead_effect("blast", hits, radius),
    }
    return weapon(id, **{**default, **changes})


FAST = ("fast", "can_sprint", "can_assault", "down_forces_rerolls")


def lone_trooper(**changes: Any) -> Any:
    """Make a squad of one model with the carbine: one die a volley."""
    return armed_squad("carbine", count=1, **changes)


BRITTLE = (special_rule("break_test_on_casualty"),)

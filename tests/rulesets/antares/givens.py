"""The ledger's squad, its carbine and a few others, tables set past all rules, and ways into the middle of a turn.

Units of "red" (seat 0) are "a-...", those of "blue" (seat 1) "b-...". Lengths are thousandths of an inch. Bases of
`squad` and `vehicle` are round, 1000 across and 3000 across: units whose first models stand at x = 10,000 and 30,000
with the same y are 19,000 apart where both are squads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

from msgspec.structs import replace

from adjudicator.board.inches import Pose, round_base
from adjudicator.kernel.decide.rules import Rules
from adjudicator.kernel.decide.windows import Window
from adjudicator.rulesets.antares.model.messages import (
    Amount,
    ArmourBonus,
    ArmyOption,
    DeviceSheet,
    EndTest,
    FiringMode,
    Hazard,
    ModelKind,
    ModelPath,
    OptionEffect,
    Options,
    OrderDieDrawn,
    OrderGiven,
    OverheadEffect,
    OverrideRuling,
    RetainedRunMade,
    ScenarioTerms,
    SpecialRule,
    Spot,
    StateChange,
    Stats,
    StepBegun,
    TerrainPiece,
    TestEffect,
    TurnStarted,
    UnitSheet,
    Weapon,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from adjudicator.rulesets.antares.rows import Device, Model, Owned, Side, Terms, Unit
from adjudicator.rulesets.antares.state import SEATS, Game
from tests.kit import NAMES, Outcome, Table, rules_from

PACKAGE = "adjudicator.rulesets.antares"
INCH = 1000
SPACING = 1500
Where: TypeAlias = tuple[int, int] | Sequence[tuple[int, int]] | None
Placed: TypeAlias = tuple[Any, ...]


# -- values


def amount(text: str | int) -> Amount:
    """Read 3, "d5", "d3+1" or "2d6-1"."""
    if isinstance(text, int):
        return Amount(dice=0, sides=0, plus=text)
    count, _, rest = text.partition("d")
    sign = next((each for each in "+-" if each in rest), "")
    sides, _, plus = rest.partition(sign) if sign else (rest, "", "0")
    return Amount(dice=int(count or 1), sides=int(sides), plus=int(sign + plus))


def mode(name: str, shots: int = 1, accuracy: int = 0, *, rapid: bool = False) -> FiringMode:
    """Make a way to fire a weapon."""
    return FiringMode(name=name, shots=shots, accuracy=accuracy, rapid=rapid)


def weapon(id: str = "carbine", **changes: Any) -> Weapon:
    """Give the ledger's carbine, under another id and with changes."""
    made = Weapon(
        id=id, name=id.replace("_", " "), kind="standard", minimum=0, short=20 * INCH, long=30 * INCH,
        extreme=50 * INCH, modes=(mode("single"), mode("rapid", 2, rapid=True)), strike_value=amount(1), crew=1,
        properties=("pbs",), overhead=None, damage_modifier=0, hazard=None,
    )  # fmt: skip
    return replace(made, **changes)


def overhead(kind: str = "blast", hits: str | int = "d5", radius: int = 3 * INCH, marker: str = "") -> OverheadEffect:
    """Make the effect of an overhead weapon."""
    return OverheadEffect(kind=kind, hits=amount(hits), radius=radius, marker=marker)


def kind(name: str = "trooper", **changes: Any) -> ModelKind:
    """Give the ledger's model: one Wound, armour 1, one attack of no strike value, the carbine."""
    made = ModelKind(
        name=name, base=round_base(INCH), height=1500, wounds=1, armour=(ArmourBonus(when="always", bonus=1),),
        attacks=1, strike_value=amount(0), hazard=None, weapons=("carbine",), primary=False, crews="",
        equipment=False, stats=None,
    )  # fmt: skip
    return replace(made, **changes)


def rule(hook: str, number: int = 0, word: str = "", models: int = 0) -> SpecialRule:
    """Make a special rule."""
    return SpecialRule(name=hook.replace("_", " "), hook=hook, number=number, word=word, models=models)


def squad(**changes: Any) -> UnitSheet:
    """Give the ledger's Strike squad, spotter and all; its five models are troopers."""
    made = UnitSheet(
        kind="strike_squad", name="Strike squad", faction="concord", type="infantry", size="medium", order_dice=1,
        stats=Stats(agility=5, accuracy=5, strength=5, resist=5, initiative=7, command=8), move=5 * INCH,
        flags=("can_sprint", "can_assault", "down_forces_rerolls"), rules=(), devices=("spotter",),
        damage_modifier=0, kinds=(kind(),), models=("trooper",) * 5, points=100,
    )  # fmt: skip
    return replace(made, **changes)


def plain(**changes: Any) -> UnitSheet:
    """Give the squad without its spotter, so that misses stand."""
    return squad(**{"devices": (), **changes})


def armed(*weapons: str, count: int = 5, **changes: Any) -> UnitSheet:
    """Give a plain squad of so many models, each with these weapons; further changes are the sheet's."""
    return plain(**{"kinds": (kind(weapons=weapons),), "models": ("trooper",) * count, **changes})


def vehicle(**changes: Any) -> UnitSheet:
    """Make a vehicle of one model that uses the damage chart: Res 12, two order dice, a heavy gun and a light one."""
    hull = kind("hull", base=round_base(3 * INCH), height=2500, attacks=2, weapons=("cannon", "light_gun"))
    made = squad(
        kind="skimmer", name="Skimmer", type="vehicle", size="large", order_dice=2, move=6 * INCH, devices=(),
        stats=Stats(agility=6, accuracy=5, strength=5, resist=12, initiative=7, command=8),
        flags=("uses_damage_chart", "fast", "all_weapons"), kinds=(replace(hull, armour=()),), models=("hull",),
        points=300,
    )  # fmt: skip
    return replace(made, **changes)


def probe(**changes: Any) -> UnitSheet:
    """Make a probe unit: no Co, one model, no weapon."""
    made = squad(
        kind="probe", name="Probe", type="probe", size="small", devices=(), flags=(), points=10,
        stats=Stats(agility=8, accuracy=None, strength=None, resist=5, initiative=7, command=None),
        kinds=(kind("probe", base=round_base(500), height=500, attacks=0, weapons=()),), models=("probe",),
    )  # fmt: skip
    return replace(made, **changes)


def device_sheet(kind: str, id: str = "", **changes: Any) -> DeviceSheet:
    """Make the sheet of a device or marker of this kind; its id is its kind."""
    made = DeviceSheet(
        id=id or kind, name=(id or kind).replace("_", " "), kind=kind, radius=0, end_test=None, accuracy=None,
        miss_rerolls="", scope="", base=round_base(500), height=500, placed=False,
    )  # fmt: skip
    return replace(made, **changes)


def end_test(compare: str, value: int, success: str = "remove", failure: str = "stay", sides: int = 10) -> EndTest:
    """Make a test of the end of a turn."""
    return EndTest(sides=sides, compare=compare, value=value, success=success, failure=failure)


def natural(test: str, effect: str) -> TestEffect:
    """Say what a natural 1 or 10 does besides in a kind of test."""
    return TestEffect(test=test, effect=effect)


def army_option(
    id: str, *effects: OptionEffect, moments: Sequence[str] = ("turn_start",), **changes: Any
) -> ArmyOption:
    """Make an army option of one use."""
    made = ArmyOption(
        id=id, name=id.replace("_", " "), uses=1, windows=tuple(moments), effects=effects, end_test=None, points=0
    )
    return replace(made, **changes)


def owned(option: ArmyOption, seat: int = 0, **changes: Any) -> Owned:
    """Make the row of an option that a side owns; its id is "a-" or "b-" and the option's."""
    return replace(Owned(id=f"{'ab'[seat]}-{option.id}", seat=seat, sheet=option, left=option.uses), **changes)


def state_change(kind: str, unit: str = "", seat: int = 0, number: int = 0, word: str = "") -> StateChange:
    """Make a change that the referee carries out."""
    return StateChange(kind=kind, unit=unit, seat=seat, number=number, word=word)


def piece(id: str, *corners: tuple[int, int], **changes: Any) -> TerrainPiece:
    """Make a piece of terrain with these corners: a wood as the ledger has it, or what the changes say."""
    made = TerrainPiece(
        id=id, type="area", building=False, los="obscuring", move="difficult", cover="soft", height=0,
        shape=tuple(Spot(x=x, y=y) for x, y in corners), sees_over=(), ground=0,
    )  # fmt: skip
    return replace(made, **changes)


def box(id: str, x: int, y: int, width: int, depth: int, **changes: Any) -> TerrainPiece:
    """Make a rectangular piece from its least corner."""
    return piece(id, (x, y), (x + width, y), (x + width, y + depth), (x, y + depth), **changes)


def wall(id: str, *points: tuple[int, int], **changes: Any) -> TerrainPiece:
    """Make an obstacle along these points: open to view past it as the changes say, difficult, hard cover."""
    made = {"type": "obstacle", "los": "obscuring", "move": "difficult", "cover": "hard", "height": INCH, **changes}
    return piece(id, *points, **made)


ARSENAL = (
    weapon(),
    weapon("pistol", short=5 * INCH, long=10 * INCH, extreme=10 * INCH, modes=(mode("single"),)),
    weapon("light_gun", kind="light_support", modes=(mode("burst", 3, rapid=True),), strike_value=amount(2), crew=2,
           properties=()),
    weapon("cannon", kind="heavy", short=30 * INCH, long=50 * INCH, extreme=100 * INCH, modes=(mode("single"),),
           strike_value=amount(5), crew=2, properties=()),
    weapon("mortar", kind="overhead", minimum=10 * INCH, short=30 * INCH, long=50 * INCH, extreme=100 * INCH,
           modes=(mode("single"),), crew=2, properties=("blast",), overhead=overhead()),
    weapon("launcher", kind="overhead", minimum=5 * INCH, modes=(mode("single"),), crew=1, properties=("blast",),
           overhead=overhead(hits="d4")),
    weapon("netter", kind="overhead", minimum=5 * INCH, modes=(mode("single"),), strike_value=amount(0), crew=1,
           properties=("suspensor_net",), overhead=overhead("net", 0)),
    weapon("disruptor", properties=("pbs", "disruptor")),
    weapon("slingnet", modes=(mode("single"),), properties=("slingnet",), strike_value=amount(0)),
    weapon("maul", short=0, long=0, extreme=0, modes=(), hazard=Hazard(strike_value=amount(1))),
)  # fmt: skip
DEVICES = (
    device_sheet("spotter"), device_sheet("targeter"), device_sheet("lifeseeker"), device_sheet("tectorist"),
    device_sheet("combat_array"), device_sheet("flitter", end_test=end_test("at_least", 7)),
    device_sheet("blur"), device_sheet("staa_tag"), device_sheet("kinetic_dampener", radius=3 * INCH),
    device_sheet("batter_shield", radius=3 * INCH), device_sheet("subverter"),
    device_sheet("munition", radius=3 * INCH, end_test=end_test("at_least", 7)),
)  # fmt: skip


# -- tables


@cache
def rules() -> Rules[Any]:
    """Load the ruleset."""
    return rules_from(import_module(PACKAGE))


def table(
    dice: Iterable[int] = (), options: Mapping[str, Any] | None = None, *, turn: int = 1, step: str = "orders",
    units: Iterable[Placed] = (), terrain: Iterable[TerrainPiece] = (), weapons: Iterable[Weapon] = (),
    device_sheets: Iterable[DeviceSheet] = (), markers: Iterable[Device] = (), owns: Iterable[Owned] = (),
    terms: Mapping[str, Any] | None = None, size: tuple[int, int] = (72_000, 48_000), **rest: Any,
) -> Table:  # fmt: skip
    """Set a table up past all rules: the bag holds every unused die and nothing is asked.

    A unit is (id, sheet, where, {field of its row: value}); where is the place of its first model, the others in a
    file towards greater y every 1500, or a list of one place for each model. Devices of its sheet go with it, as
    "a-x#1". `weapons` and `device_sheets` are added to ARSENAL and DEVICES, `markers` and `owns` are rows. `options`
    are fields of How, `terms` fields of ScenarioTerms.
    """
    made = Game()
    how = replace(DEFAULTS, **(options or {}))
    made.how = how
    made.options = Options(**{name: getattr(how, name) for name in Options.__struct_fields__})
    made.terms = Terms(scenario="open", terms=_terms(size, terms or {}), points_limit=0)
    made.turn, made.step = turn, step
    made.terrain = {each.id: each for each in terrain}
    made.weapons = {each.id: each for each in (*ARSENAL, *weapons)}
    made.device_sheets = {each.id: each for each in (*DEVICES, *device_sheets)}
    for placed in units:
        _place(made, *placed)
    made.devices |= {each.id: each for each in markers}
    made.owned = {each.id: each for each in owns}
    made.sides = {seat: _side(made, seat) for seat in SEATS}
    played = Table(rules(), dice=dice, **rest)
    kernel = ("facts", "suspended", "result", "stack")
    return played.set(**{name: getattr(made, name) for name in made.ALL if name not in kernel}, stack=())


def _terms(size: tuple[int, int], changes: Mapping[str, Any]) -> ScenarioTerms:
    length, width = size
    made = ScenarioTerms(
        name="Open field", length=length, width=width, turns=0, zones=(), scoring="none", objectives=(), reach=0,
        ends_when_broken=False,
    )  # fmt: skip
    return replace(made, **changes)


def _place(
    game: Game, id: str, sheet: UnitSheet, where: Where = (0, 0), changes: Mapping[str, Any] | None = None
) -> None:
    seat = "ab".index(id[0])
    names = tuple(f"{id}.{number}" for number in range(1, len(sheet.models) + 1))
    place = "army" if where is None else "table"
    fields: dict[str, Any] = {"place": place, "models": names, "dice": sheet.order_dice, **(changes or {})}
    used = 1 if fields.get("order") else 0
    game.units[id] = Unit(id=id, seat=seat, **{"hand": max(0, fields["dice"] - used), **fields})
    game.sheets[id] = sheet
    for name, kind_name, pose in zip(names, sheet.models, _poses(sheet, where, seat), strict=True):
        wounds = next(each.wounds for each in sheet.kinds if each.name == kind_name)
        game.models[name] = Model(id=name, unit=id, kind=kind_name, wounds=wounds, pose=pose)
    game.models = {key: row for key, row in game.models.items() if row.unit != id or key in game.units[id].models}
    for number, each in enumerate(sheet.devices, 1):
        device = f"{id}#{number}"
        game.devices[device] = Device(id=device, sheet=each, seat=seat, unit=id)


def _poses(sheet: UnitSheet, where: Where, seat: int) -> list[Pose | None]:
    if where is None:
        return [None] * len(sheet.models)
    places: Any = where
    if isinstance(places[0], int):
        x, y = places
        places = [(x, y + SPACING * number) for number in range(len(sheet.models))]
    return [Pose(x, y, 0, 1800 * seat) for x, y in places]


def _side(game: Game, seat: int) -> Side:
    own = [row for row in game.units.values() if row.seat == seat and row.place == "table"]
    dice = sum(game.sheets[row.id].order_dice for row in own)
    return Side(
        seat=seat, army=NAMES[seat], force="test", accepted=True, starting=dice, bag=sum(row.hand for row in own),
    )  # fmt: skip


def marker(id: str, sheet: str, seat: int = 0, unit: str = "", at: tuple[int, int] | None = None) -> Device:
    """Make a row of a marker: attached to a unit, or at a place."""
    return Device(id=id, sheet=sheet, seat=seat, unit=unit, pose=None if at is None else Pose(*at, 0, 0))


# -- the middle of a turn


def under(played: Table, unit: str, order: str = "fire", *, retained: bool = False) -> Table:
    """Let a unit have got an order that it obeys, whatever its pins: the window "action" asks its seat.

    With `retained` it makes the Run that it retained. What it needs no action for ("rally", "down") asks nothing.
    """
    seat = played.game.units[unit].seat
    if retained:
        change(played, unit, order="run", kept=True, retained=True)
        played.given(RetainedRunMade(unit=unit))
    else:
        bag = sum(side.bag for side in played.game.sides.values())
        played.given(
            OrderDieDrawn(seat=seat, place=1, bag=bag, down_only=False), OrderGiven(unit=unit, order=order, test=False)
        )
    played.set(stack=()).ask("turn")
    for kind in ("action_end", "action_more"):
        played.ask(kind, about=(unit,), over=True)
    return played.ask("action", seat, about=(unit,), over=True)


def drawn(played: Table, seat: int = 0, **fields: Any) -> Table:
    """Let a die of a side have been drawn and no option be played: the window "allocation" asks the side.

    What comes after the action draws the next die: a face for "order-die" has to be in the script, unless the bag is
    empty. `fields` are those of OrderDieDrawn.
    """
    bag = sum(side.bag for side in played.game.sides.values())
    played.given(OrderDieDrawn(**{"seat": seat, "place": 1, "bag": bag, "down_only": False, **fields}))
    return played.set(stack=()).ask("turn").ask("allocation", seat, over=True)


def begin(played: Table, step: str, *, first: int | None = None) -> Outcome:
    """Let a step of the turn begin, the one before it being over, and the service go on until somebody is asked."""
    played.given(StepBegun(step=step, first=() if first is None else (first,)))
    return go_on(played.set(stack=()).ask("turn"))


def new_turn(played: Table, turn: int) -> Outcome:
    """Let a turn begin, and the service go on until somebody is asked."""
    played.given(TurnStarted(turn=turn))
    return go_on(played.set(stack=()).ask("turn"))


def go_on(played: Table) -> Outcome:
    """Let the service take the steps that are due: a ruling of the referee that changes nothing sets it going."""
    note = OverrideRuling(clause="AN-TURN-01", decision="the game goes on", reason="a test begins here")
    return played.when("referee", note).accepted()


def change(played: Table, unit: str, **fields: Any) -> Table:
    """Change the row of a unit past all rules."""
    return played.put("units", replace(played.game.units[unit], **fields))


def unit(played: Table, id: str) -> Unit:
    """Give a unit's row."""
    row = played.game.units[id]
    assert isinstance(row, Unit)
    return row


def at(played: Table, model: str) -> tuple[int, int]:
    """Give the place of a model."""
    pose = played.game.models[model].pose
    assert pose is not None, f"{model} is not on the table"
    return pose.x, pose.y


def straight(played: Table, unit: str, dx: int = 0, dy: int = 0) -> tuple[ModelPath, ...]:
    """Let every model of a unit go so far, side by side."""
    rows = (played.game.models[each] for each in played.game.units[unit].models)
    poses = ((row.id, row.pose) for row in rows)
    return tuple(ModelPath(model=id, path=(replace(pose, x=pose.x + dx, y=pose.y + dy),)) for id, pose in poses if pose)


def seat_of(unit: str) -> str:
    """Give the name of a unit's seat."""
    return NAMES["ab".index(unit[0])]


def top(played: Table) -> Window:
    """Give the innermost question."""
    found = played.window
    assert found is not None, "nothing is asked"
    return found

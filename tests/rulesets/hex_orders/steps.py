"""Short ways to say what tests of armies, maps, set-up, terrain, sight, stacking and movement say again and again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.parties import TABLE
from adjudicator.kernel.ruling import Fault
from adjudicator.rulesets.hex_orders.messages import (
    AdvanceStep,
    ArmyList,
    CreateGame,
    DeclareHugeUnits,
    FireWeapon,
    HexTerrain,
    HitRolled,
    HugeList,
    LoadArmyList,
    MapArea,
    Options,
    PassChoice,
    PassSetupStep,
    PlaceHiddenToken,
    PlaceUnit,
    Price,
    Purchase,
    Roster,
    Sheet,
    Shot,
    SideTerms,
    SubmitArmy,
    SubmitMapArea,
    UnitEntry,
    UpgradeChoice,
    UpgradeOption,
    Weapon,
)
from tests.kit import Outcome, Script, Table
from tests.rulesets.hex_orders.givens import (
    NOTHING,
    Placed,
    angles,
    armed,
    begin,
    infantry,
    model,
    price,
    rules,
    table,
    tank,
    top,
    unit,
    weapon,
)
from tests.rulesets.hex_orders.givens import line as assault_line

T = TypeVar("T", bound=Struct)
NATIONS = ("dwarf", "elf")
EYE = weapon("eye", range=20, always_loaded=True)
SILENT = PassChoice(spots=None)

# -- going on with a step


def table_step(played: Table) -> Outcome:
    """Let whoever is asked first give the answer that silence stands for."""
    window = top(played)
    otherwise = played.rules.windows[window.kind].otherwise
    assert otherwise is not None, window
    command = otherwise(played.game, window, window.asks[0])
    assert command is not None, window
    return played.when(window.asks[0], command).accepted()


def settle(played: Table) -> list[Struct]:
    """Let the service do what it can, until a seat is asked or the step is over; its events."""
    events: list[Struct] = []
    while top(played).asks == (TABLE,) and top(played).kind != "advance":
        events += table_step(played).events
    return events


def march(played: Table, *steps: str) -> list[Struct]:
    """Carry out these steps, one after the other, in a game that goes on step by step; all their events."""
    first, *others = steps
    events = [*begin(played, first).events, *settle(played)]
    for step in others:
        while played.game.step != step:
            events += played.when("table", AdvanceStep()).accepted().events
            events += settle(played)
    return events


def kept(events: Iterable[Struct], kind: type[T]) -> list[T]:
    """Keep the events of a kind."""
    return [each for each in events if isinstance(each, kind)]


def refused(played: Table, who: str, command: Struct, clause: str, reason: str) -> Fault:
    """Let a command be refused for one fault alone, under this clause for this reason; the fault."""
    outcome = played.when(who, command).rejected(clause, reason)
    assert len({(each.clause, each.reason) for each in outcome.faults}) == 1, outcome.faults
    return outcome.faults[0]


def where(played: Table, *names: str) -> list[str]:
    """Give the hexes of units."""
    return [unit(played, each).hex for each in names]


# -- one step of one unit


def stepping(
    sheet: Sheet, to: str, origin: str = "clear", *, order: str = "F+-+-", held: int = 0, dice: Iterable[int] = (),
    speed: str = "slow", **options: Any,
) -> Table:  # fmt: skip
    """Let a unit in D5 that faces D4 carry the first part of its order out, with `held` tokens for D4."""
    tokens = {"difficult_hex": "D4", "difficult": held} if held else {}
    units = [("a1", "D5", "N", sheet, {"speed": speed, **tokens})]
    hexes = {"D5": origin, "D4": to}
    played = table(dice, options, pace="step", hexes=hexes, units=units, running={"a1": (order,)})
    march(played, "movement_1")
    return played


def points(sheet: Sheet, to: str, origin: str = "clear", dice: Sequence[int] = (), **options: Any) -> int:
    """Count the attempts that a unit needs from D5 into D4: it enters with one token fewer than the step costs."""
    for held in range(6):
        row = unit(stepping(sheet, to, origin, held=held, dice=dice, **options), "a1")
        if row.hex == "D4":
            assert (row.difficult_hex, row.difficult) == ("", 0)
            return held + 1
        assert (row.hex, row.difficult_hex, row.difficult) == ("D5", "D4", held + 1)
    message = f"{sheet.name} never gets into {to}"
    raise AssertionError(message)


# -- sight and fire


def eyes(nation: str, *types: str, **changes: Any) -> Sheet:
    """Make a single model with a weapon that reaches everything in sight."""
    sheet = infantry(nation=nation, types=("infantry", "biological", *types), **changes)
    return replace(armed(sheet, EYE), models=armed(sheet, EYE).models[:1])


def shot(target: str, model: int = 1, **changes: Any) -> Shot:
    """Name a target of a model."""
    return replace(Shot(model=model, gun="", target=target, exit="", entry=""), **changes)


def fires(unit: str, weapon: str, *shots: Shot, use_aim: bool = False) -> FireWeapon:
    """Fire a weapon."""
    return FireWeapon(unit=unit, weapon=weapon, shots=shots, use_aim=use_aim)


def may_fire(played: Table, who: str, shooter: str, target: str) -> bool:
    """Tell whether a unit's weapon may be fired at a target; a refusal has to be one for sight."""
    faults = played.refused(fires(shooter, "eye", shot(target)), who)
    for each in faults:
        assert each.clause.startswith("HX-LOS") or each.clause == "HX-GUNNERY-18", each
    return not faults


def looks(
    a: str, b: str, hexes: Mapping[str, Any] | None = None, *, up: Sequence[str] = (), near: Sequence[Placed] = (),
    **options: Any,
) -> bool:  # fmt: skip
    """Tell whether units in two hexes may fire at each other, those in `up` from the air; each has a decoy beside it.

    `near` has other units that stand about.
    """
    flying = {name: ("flying",) if name in up else () for name in (a, b)}
    units: list[Placed] = [
        ("a1", a, "N", eyes("ork", *flying[a])), ("b1", b, "N", eyes("elf", *flying[b])),
        ("a2", _beside(b, a), "N", eyes("ork")), ("b2", _beside(a, b), "N", eyes("elf")), *near,
    ]  # fmt: skip
    running = {"a1": ("-+-+-", "Fire+-"), "b1": ("-+-+-", "Fire+-")}
    played = table((), options, pace="step", hexes=hexes, units=units, running=running)
    begin(played, "gunnery_1").asks("fire", "red")
    there = may_fire(played, "red", "a1", "b1")
    played.when("red", SILENT).asks("fire", "blue")
    back = may_fire(played, "blue", "b1", "a1")
    assert there is back, "sight is mutual"
    return there


def _beside(name: str, other: str) -> str:
    """Give a neighbour of a hex in its own column, where no hex between the two lies."""
    column, row = name[0], int(name[1:])
    away = 1 if int(other[1:]) <= row else -1
    there = row + away if 1 <= row + away <= 9 else row - away
    return f"{column}{there}"


def shoot(
    dice: Sequence[int], firer: Sheet | None = None, target: Sheet | None = None,
    hexes: Mapping[str, str] | None = None, *, to: str = "D3", speeds: Sequence[str] = ("slow", "slow"),
    **options: Any,
) -> HitRolled:  # fmt: skip
    """Let one model in D5 fire at a base two hexes away, both slow; how the shot was rolled."""
    units = [
        ("a1", "D5", "N", firer or eyes("dwarf"), {"speed": speeds[0]}),
        ("b1", to, "N", target or infantry(), {"speed": speeds[1]}),
    ]
    played = table(dice, options, pace="step", hexes=hexes, units=units, running={"a1": ("-+-+-", "Fire+-")})
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", fires("a1", "eye", shot("b1"))).accepted()
    while top(played).kind == "fire":
        played.when(top(played).asks[0], SILENT).accepted()
    assert top(played).kind == "gunnery_hits"
    return table_step(played).one(HitRolled)


# -- lists and armies


def entry(sheet: Sheet, *upgrades: str) -> UnitEntry:
    """Sell a base with these upgrades."""
    return UnitEntry(sheet=sheet, upgrades=upgrades)


def upgrade(id: str, scope: str = "base", cost: Price | None = None, **changes: Any) -> UpgradeOption:
    """Make an upgrade for 2 cp that gives nothing yet."""
    made = UpgradeOption(
        id=id, name=id, price=cost or price(cp=2), scope=scope, elites_only=False, weapon="", arms="", equipment="",
        hands=0, armour=0,
    )  # fmt: skip
    return replace(made, **changes)


def lot(kind: str, **pools: int) -> UnitEntry:
    """Sell a base of infantry at this price."""
    return entry(infantry(kind=kind, price=price(**pools)))


BEHEMOTH = tank(kind="behemoth", name="Behemoth", size="huge", price=price(ip=14), types=("vehicle", "walker"))
SCOUT = infantry(kind="scout", name="Scout", types=("infantry", "biological", "scout"), price=price(mp=1))
SNIPER = infantry(kind="sniper", name="Sniper", hidden=True, price=price(mp=1))
LURKER = infantry(
    kind="lurker", name="Lurker", hidden=True, types=("infantry", "biological", "scout"), price=price(mp=1)
)
COLOSSUS = infantry(kind="colossus", name="Colossus", size="huge", hidden=True, price=price(mp=2))
RUNNER = replace(SCOUT, kind="runner", name="Runner", size="huge", price=price(mp=2))
GUARD = infantry(kind="guard", name="Guard", price=price(mp=1))
STOCK = tuple(entry(each) for each in (tank(), GUARD, BEHEMOTH, SCOUT, SNIPER, LURKER, COLOSSUS, RUNNER))


def army_list(
    nation: str, entries: Iterable[UnitEntry], upgrades: Iterable[UpgradeOption] = (), weapons: Iterable[Weapon] = ()
) -> ArmyList:
    """Write the list of a nation."""
    units = tuple(replace(each, sheet=replace(each.sheet, nation=nation)) for each in entries)
    return ArmyList(nation=nation, units=units, upgrades=tuple(upgrades), weapons=tuple(weapons))


def terms(game_type: str = "standard", **changes: Any) -> CreateGame:
    """Say the terms of a game of dwarves, side 1, and elves, side 2; other names are options."""
    numbers = changes.pop("numbers", (1, 2))
    roles = changes.pop("roles", ("armoured", "light") if game_type == "asymmetric" else ("", ""))
    sides = tuple(
        SideTerms(nations=(nation,), number=number, role=role)
        for nation, number, role in zip(NATIONS, numbers, roles, strict=True)
    )
    scenario, ready = changes.pop("scenario", "entrenched"), changes.pop("map", "")
    return CreateGame(
        scenario=scenario, game_type=game_type, map=ready, sides=changes.pop("sides", sides), options=Options(**changes)
    )


def loaded(
    entries: Iterable[UnitEntry] = STOCK, upgrades: Iterable[UpgradeOption] = (), weapons: Iterable[Weapon] = (),
    dice: Iterable[int] = (), **rest: Any,
) -> Table:  # fmt: skip
    """Load the same list for both nations into a new game."""
    played = Table(rules(), dice=dice, **rest)
    for nation in NATIONS:
        played.when("referee", LoadArmyList(list=army_list(nation, entries, upgrades, weapons))).accepted()
    return played


def created(
    entries: Iterable[UnitEntry] = STOCK, upgrades: Iterable[UpgradeOption] = (), weapons: Iterable[Weapon] = (),
    game_type: str = "standard", dice: Iterable[int] = (), **changes: Any,
) -> Table:  # fmt: skip
    """Create a game whose nations sell these."""
    played = loaded(entries, upgrades, weapons, dice)
    played.when("referee", terms(game_type, **changes)).accepted()
    return played


def buy(kind: str, *upgrades: str | tuple[str, int]) -> Purchase:
    """Buy a unit; an upgrade is named alone or with the model that it goes to."""
    choices = ((each, 0) if isinstance(each, str) else each for each in upgrades)
    return Purchase(kind=kind, upgrades=tuple(UpgradeChoice(upgrade=name, model=number) for name, number in choices))


def army(*units: Purchase | str) -> SubmitArmy:
    """Hand these in."""
    return SubmitArmy(army=Roster(units=tuple(buy(each) if isinstance(each, str) else each for each in units)))


def huge(*kinds: str) -> DeclareHugeUnits:
    """Name the huge units of an army."""
    return DeclareHugeUnits(huge=HugeList(kinds=kinds))


def disclosed(played: Table, red: Sequence[str] = (), blue: Sequence[str] = ()) -> Table:
    """Let both sides name their huge units."""
    played.play(("red", huge(*red)), ("blue", huge(*blue)))
    return played


def selling(*entries: UnitEntry, game_type: str = "standard", **changes: Any) -> Table:
    """Let both sides build their armies, none with huge units."""
    return disclosed(created(entries, game_type=game_type, **changes))


# -- maps and set-up

GIANTS = ("behemoth", "colossus", "runner")


def mustered(red: Sequence[str], blue: Sequence[str], dice: Iterable[int] = (), **changes: Any) -> Table:
    """Let both armies be handed in: both sides design their areas."""
    played = created(dice=dice, **changes)
    big = [[kind for kind in kinds if kind in GIANTS] for kinds in (red, blue)]
    disclosed(played, *big)
    played.play(("red", army(*red)), ("blue", army(*blue)))
    return played


def area(hexes: Mapping[str, str] | None = None) -> SubmitMapArea:
    """Design an area; "clear+entrenchment" has an overlay."""
    made = [(name, *what.split("+")) for name, what in (hexes or {}).items()]
    rows = (HexTerrain(hex=name, terrain=terrain, overlays=tuple(over)) for name, terrain, *over in made)
    return SubmitMapArea(area=MapArea(hexes=tuple(rows)))


def whole(rows: Iterable[int], terrain: str, columns: str = "ABCDEFG") -> dict[str, str]:
    """Give every hex of these rows the same terrain."""
    return {f"{column}{row}": terrain for column in columns for row in rows}


def deploying(
    red: Sequence[str], blue: Sequence[str], dice: Iterable[int] = (), hexes: Mapping[str, str] | None = None,
    **changes: Any,
) -> Table:  # fmt: skip
    """Go on to the first setup step in which somebody can place, on a board with these hexes that are not clear."""
    played = mustered(red, blue, dice, **changes)
    own: tuple[dict[str, str], dict[str, str]] = ({}, {})
    for name, terrain in (hexes or {}).items():
        own[int(name[1:]) > 3][name] = terrain
    played.play(("red", area(own[0])), ("blue", area(own[1])), ("red", SILENT), ("blue", SILENT))
    return played


def place(slot: int, name: str, facing: str = "N") -> PlaceUnit:
    """Place a unit of the army openly."""
    return PlaceUnit(slot=slot, hex=name, facing=facing)


def token(slot: int, name: str, facing: str = "N") -> PlaceHiddenToken:
    """Place a token."""
    return PlaceHiddenToken(slot=slot, hex=name, facing=facing)


STOP = PassSetupStep()


def forget(played: Table) -> None:
    """Leave the faces unthrown that were written for steps beyond what a test looks at."""
    assert isinstance(played.dice, Script)
    played.dice.faces = played.dice.faces[: played.dice.thrown]


__all__ = [
    "BEHEMOTH", "COLOSSUS", "EYE", "GUARD", "LURKER", "NATIONS", "NOTHING", "RUNNER", "SCOUT", "SILENT", "SNIPER",
    "STOCK", "STOP", "angles", "area", "army", "army_list", "assault_line", "buy", "created", "deploying", "disclosed",
    "entry", "eyes", "fires", "forget", "huge", "kept", "loaded", "looks", "lot", "march", "may_fire", "model",
    "mustered", "place", "points", "refused", "selling", "settle", "shoot", "shot", "stepping", "table_step", "terms",
    "token", "upgrade", "where", "whole",
]  # fmt: skip

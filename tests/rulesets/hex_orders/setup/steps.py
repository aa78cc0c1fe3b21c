"""Games from their very beginning: created, with armies handed in, on a map, with units placed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.kernel.messages import EnforceDeadline
from adjudicator.rulesets.hex_orders.model.messages import (
    ArmyCommitted,
    DeclareHugeUnits,
    HexTerrain,
    HugeList,
    LoadArmyList,
    MapArea,
    PassSetupStep,
    PlaceHiddenToken,
    PlaceUnit,
    Purchase,
    Roster,
    SubmitArmy,
    SubmitMapArea,
    UnitEntry,
    UpgradeChoice,
    UpgradeOption,
    Weapon,
)
from tests.kit import Outcome, Table
from tests.rulesets.hex_orders.fixtures import rules
from tests.rulesets.hex_orders.setup.fixtures import GIANTS, NATIONS, STOCK, army_list, terms
from tests.rulesets.hex_orders.steps import SILENT
from tests.rulesets.tables import DrawnInTurn


def load_lists(
    entries: Iterable[UnitEntry] = STOCK,
    upgrades: Iterable[UpgradeOption] = (),
    weapons: Iterable[Weapon] = (),
    dice: Iterable[int] = (),
    **rest: Any,
) -> Table:
    """Load the same list for both nations into a new game."""
    played = DrawnInTurn(rules(), dice=dice, **rest)
    for nation in NATIONS:
        played.when("referee", LoadArmyList(list=army_list(nation, entries, upgrades, weapons))).accepted()
    return played


def create_with_lists(
    entries: Iterable[UnitEntry] = STOCK,
    upgrades: Iterable[UpgradeOption] = (),
    weapons: Iterable[Weapon] = (),
    game_type: str = "standard",
    dice: Iterable[int] = (),
    **changes: Any,
) -> Table:
    """Create a game whose nations sell these."""
    played = load_lists(entries, upgrades, weapons, dice)
    played.when("referee", terms(game_type, **changes)).accepted()
    return played


def buy(kind: str, *upgrades: str | tuple[str, int]) -> Purchase:
    """Buy a unit; an upgrade is named alone or with the model that it goes to."""
    choices = ((upgrade, 0) if isinstance(upgrade, str) else upgrade for upgrade in upgrades)
    return Purchase(kind=kind, upgrades=tuple(UpgradeChoice(upgrade=name, model=number) for name, number in choices))


def army(*units: Purchase | str) -> SubmitArmy:
    """Hand these in."""
    return SubmitArmy(army=Roster(units=tuple(buy(unit) if isinstance(unit, str) else unit for unit in units)))


def huge(*kinds: str) -> DeclareHugeUnits:
    """Name the huge units of an army."""
    return DeclareHugeUnits(huge=HugeList(kinds=kinds))


def huge_units_named(played: Table, red: Sequence[str] = (), blue: Sequence[str] = ()) -> Table:
    """Let both sides name their huge units."""
    played.play(("red", huge(*red)), ("blue", huge(*blue)))
    return played


def selling(*entries: UnitEntry, game_type: str = "standard", **changes: Any) -> Table:
    """Let both sides build their armies, none with huge units."""
    return huge_units_named(create_with_lists(entries, game_type=game_type, **changes))


def armies_handed_in(red: Sequence[str], blue: Sequence[str], dice: Iterable[int] = (), **changes: Any) -> Table:
    """Let both armies be handed in: both sides design their areas."""
    played = create_with_lists(dice=dice, **changes)
    big = [[kind for kind in kinds if kind in GIANTS] for kinds in (red, blue)]
    huge_units_named(played, *big)
    played.play(("red", army(*red)), ("blue", army(*blue)))
    return played


def area(hexes: Mapping[str, str] | None = None) -> SubmitMapArea:
    """Design an area; "clear+entrenchment" has an overlay."""
    made = [(name, *what.split("+")) for name, what in (hexes or {}).items()]
    rows = (HexTerrain(hex=name, terrain=terrain, overlays=tuple(over)) for name, terrain, *over in made)
    return SubmitMapArea(area=MapArea(hexes=tuple(rows)))


def rows_of(rows: Iterable[int], terrain: str, columns: str = "ABCDEFG") -> dict[str, str]:
    """Give every hex of these rows the same terrain."""
    return {f"{column}{row}": terrain for column in columns for row in rows}


def deploying(
    red: Sequence[str],
    blue: Sequence[str],
    dice: Iterable[int] = (),
    hexes: Mapping[str, str] | None = None,
    **changes: Any,
) -> Table:
    """Go on to the first setup step in which somebody can place, on a board with these hexes that are not clear."""
    played = armies_handed_in(red, blue, dice, **changes)
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


def accepts(played, who, *units):
    """Hand an army in; what it costs."""
    return played.when(who, army(*units)).one(ArmyCommitted).army.spent


def put_down(slot: int, where: str, facing: str = "S") -> PlaceUnit:
    """Place a unit openly."""
    return PlaceUnit(slot=slot, hex=where, facing=facing)


def enforce_deadline(table: Table) -> Outcome:
    """Let the referee end the open question."""
    assert table.window is not None
    return table.when("referee", EnforceDeadline(window=table.window.id)).accepted()


def offered_hexes(table: Table, who: str, slot: int) -> tuple[str, ...]:
    """Give the hexes that a unit is offered."""
    for offer in table.offers(who):
        fields: dict[str, Any] = {row.field: row.values for row in offer.fields}
        if fields and fields["slot"].values == (str(slot),):
            return tuple(fields["hex"].values)
    return ()


COLUMNS = "ABCDEFG"


def at_no_mans_land(dice=(), **changes):
    """Go on to the window of side 1 for NoMansLand."""
    played = armies_handed_in(["guard"], ["guard"], dice, **changes)
    played.play(("red", area()), ("blue", area()))
    return played


def designing_areas(**changes):
    """Let both armies be in."""
    return armies_handed_in(["guard"], ["guard"], **changes)


def who_places(played):
    """Say who has to place, "" for nobody."""
    return "" if played.window.kind != "placing" else ("red", "blue")[played.window.asks[0]]

"""Creation: terms, army lists, sides, roles and points, from the first command on."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.messages import EnforceDeadline, ResultReached
from adjudicator.rulesets.hex_orders import terms as TERMS  # noqa: N812 - `terms` makes terms here
from adjudicator.rulesets.hex_orders.library import LISTS, MAPS, ReadyMap
from adjudicator.rulesets.hex_orders.messages import (
    ArmiesLocked,
    ArmyListLoaded,
    BudgetPackageChosen,
    BudgetsSet,
    ChooseBudgetPackage,
    ChooseRole,
    Feature,
    FreePoints,
    FreePointsSplit,
    GameCreated,
    GameEnded,
    HexTerrain,
    HugeUnitsCommitted,
    HugeUnitsDisclosed,
    LoadArmyList,
    MapCompleted,
    RoleAssigned,
    RollOffRolled,
    SideAssigned,
    SplitFreePoints,
    SubmitArmy,
)
from tests.kit import Outcome, Table
from tests.rulesets.hex_orders.creating import (
    BEHEMOTH,
    UPGRADES,
    army,
    army_list,
    building,
    created,
    huge,
    mapping,
    opened,
    terms,
    upgrade,
)
from tests.rulesets.hex_orders.givens import infantry, price, tank, weapon


def silence(table: Table) -> Outcome:
    """Let the referee end the open question."""
    assert table.window is not None
    return table.when("referee", EnforceDeadline(window=table.window.id))


# -- terms


def test_board_of_the_scenario() -> None:
    """The usual board has 63 hexes in seven columns and nine rows, all clear."""
    table = created()
    assert len(table.game.hexes) == 63
    assert {"A1", "G9"} <= set(table.game.hexes)
    assert {cell.terrain for cell in table.game.hexes.values()} == {"clear"}


@pytest.mark.parametrize(
    ("options", "size"),
    [({"map_size": "9x12"}, (9, 12)), ({"entrenched_rows": 10}, (7, 10)), ({"entrenched_rows": 9}, (7, 9))],
)
def test_other_boards(options: dict[str, Any], size: tuple[int, int]) -> None:
    """Another size may be agreed on, ten rows by their own option too."""
    table = opened()
    columns, rows = size
    event = table.when("referee", terms(**options)).one(GameCreated)
    assert (event.columns, event.rows, event.options.map_size) == (columns, rows, f"{columns}x{rows}")
    assert len(table.game.hexes) == columns * rows


def test_every_fault_of_terms_at_once() -> None:
    """Terms are refused with everything that is wrong with them."""
    table = opened()
    wrong = terms(
        "tanks", (("dwarf", 1), ("gnome", 1), ("", 0)), "atlantis", "tea", map_size="2x9", smoke_los="thin",
        victory="attrition", overlay_data=(Feature(name="Ditch!", cost=1, blocks=False, to_be_hit=0),),
    )  # fmt: skip
    (
        table.when("referee", wrong)
        .rejected("HX-MAP-01", "not-among", "scenario", found="tea")
        .rejected("HX-ARMY-02", "not-among", "game_type", found="tanks")
        .rejected("HX-MAP-01", "not-among", "map", found="atlantis")
        .rejected("HX-TERRAIN-30", "option-value", "options.smoke_los", found="thin")
        .rejected("HX-GAP-07", "limit-needed", "options.victory")
        .rejected("HX-TERRAIN-03", "bad-id", "options.overlay_data[0].name")
        .rejected("HX-MAP-08", "bad-size", "options.map_size", size="2x9")
        .rejected("HX-GAP-04", "two-sides", "sides", found=3)
        .rejected("HX-ARMY-12", "no-list", "sides[1].nations[0]", nation="gnome")
        .rejected("HX-GAP-04", "no-nation", "sides[2].nations")
        .rejected("HX-MAP-05", "given-twice", "sides", name="number")
    )


def test_options_are_complete() -> None:
    """What is not named has its default, and what is named stands."""
    table = opened()
    made = terms(turn_limit=8, victory="attrition", advanced=True)
    event = table.when("referee", made).one(GameCreated)
    assert event.options.scout_setup == "strict"
    assert table.game.how.turn_limit == 8
    assert table.game.how.victory == "attrition"


def test_two_sizes_do_not_agree() -> None:
    """Ten rows and another size contradict each other."""
    table = opened()
    table.when("referee", terms(map_size="7x9", entrenched_rows=10)).rejected("HX-MAP-03", "two-sizes")


def test_ready_map() -> None:
    """A ready map gives board and terrain, and no area is asked for."""
    name, ready = next(iter(MAPS.items()))
    table = building(ready=name)
    assert table.game.hexes[ready.terrain[0].hex].terrain == ready.terrain[0].terrain
    table.faces(6, 1)
    table.when("red", army("standard_tank"))
    table.when("blue", army("standard_tank")).then(ArmiesLocked, MapCompleted).asks("placing", "blue")


def test_the_service_has_five_lists() -> None:
    """Each nation has an army list of the service's own, and each can be played with."""
    assert sorted(LISTS) == ["dark_elf", "dwarf", "elf", "ork", "spartan"]
    table = opened()
    table.when("referee", terms(sides=(("ork+dark_elf", 1), ("spartan", 2)))).then(GameCreated).asks("huge")


def test_overlays_of_a_ready_map_do_not_block_between(monkeypatch: pytest.MonkeyPatch) -> None:
    """An overlay that the terms make an obstacle can not lie in NoMansLand of a ready map."""
    trench = HexTerrain(hex="D5", terrain="clear", overlays=("trench",))
    monkeypatch.setattr(TERMS, "MAPS", {"trenches": ReadyMap("Trenches", 7, 9, (trench,))})
    table = opened()
    wall = Feature(name="trench", cost=1, blocks=True, to_be_hit=-1)
    refused = table.when("referee", terms(ready="trenches", overlay_data=(wall,)))
    refused.rejected("HX-MAP-06", "overlay-blocks", "map", hex="D5")
    ditch = replace(wall, blocks=False)
    table.when("referee", terms(ready="trenches", overlay_data=(ditch,))).accepted()
    assert table.game.hexes["D5"].overlays == ("trench",)


# -- sides and points


def test_number_of_one_side_settles_the_other() -> None:
    """When one side has its edge the other has the other one."""
    table = opened()
    table.when("referee", terms(sides=(("dwarf", 0), ("elf", 1)))).then(
        SideAssigned(seat=0, number=2), SideAssigned(seat=1, number=1)
    )


def test_roll_for_sides_and_roles() -> None:
    """Sides and roles that are left open are rolled for, ties again; the winner is side 1, or picks a role."""
    table = opened([3, 3, 2, 5, 6, 1])
    table.when("referee", terms("asymmetric", (("dwarf",), ("elf",)))).then(
        GameCreated,
        RollOffRolled(question="side", faces=(3, 3, 2, 5), winner=1),
        SideAssigned(seat=1, number=1),
        SideAssigned(seat=0, number=2),
        RollOffRolled(question="asymmetric_role", faces=(6, 1), winner=0),
    ).asks("role", "red")
    table.when("red", ChooseRole(role="armoured")).exactly(
        RoleAssigned(seat=0, role="armoured"), RoleAssigned(seat=1, role="light")
    ).asks("package", "blue")


@pytest.mark.parametrize(
    ("game_type", "advanced", "pools"),
    [
        ("pure_tank", False, {"ip": 24}),
        ("infantry", False, {"mp": 24, "cp": 24, "xp": 24}),
        ("standard", False, {"ip": 24, "mp": 24, "cp": 24, "xp": 24}),
        ("standard", True, {"ip": 24, "mp": 36, "cp": 24, "xp": 24, "com": 24}),
        ("pure_tank", True, {"ip": 24, "mp": 12, "com": 24}),
    ],
)
def test_budgets(game_type: str, advanced: bool, pools: dict[str, int]) -> None:
    """Each game type has its allotment, and an advanced game more."""
    table = opened()
    outcome = table.when("referee", terms(game_type, advanced=advanced))
    outcome.then(BudgetsSet(seat=0, owner=253, budget=price(**pools)), BudgetsSet).asks("huge", "red", "blue")


def test_asymmetric_points() -> None:
    """The light side takes its package in the open, the armoured one divides six points in secret."""
    table = created((), "asymmetric", (("dwarf", 1, "armoured"), ("elf", 2)))
    table.when("blue", ChooseBudgetPackage(package="c")).rejected("HX-ARMY-06", "not-among")
    table.when("blue", ChooseBudgetPackage(package="b")).then(
        BudgetPackageChosen, BudgetsSet(seat=1, owner=253, budget=price(ip=12, mp=36, cp=36, xp=36))
    ).asks("free_points", "red")
    seven = SplitFreePoints(points=FreePoints(mp=4, cp=1, xp=2))
    table.when("red", seven).rejected("HX-ARMY-05", "free-points", found=7)
    table.when("red", SplitFreePoints(points=FreePoints(mp=4, cp=0, xp=2))).then(
        FreePointsSplit, BudgetsSet(seat=0, owner=0, budget=price(ip=48, mp=4, xp=2))
    ).asks("huge", "red", "blue")


def test_silence_of_the_creation() -> None:
    """Silence takes package a, two points of each kind, no huge units; without armies it is a draw."""
    table = created((), "asymmetric", (("dwarf", 1, "armoured"), ("elf", 2)))
    silence(table).then(BudgetPackageChosen, package="a")
    silence(table).then(BudgetsSet(seat=0, owner=0, budget=price(ip=48, mp=2, cp=2, xp=2)))
    silence(table).then(HugeUnitsDisclosed)
    silence(table).then(GameEnded(reason="no_army", winner=None), ResultReached)


def test_side_without_army_loses() -> None:
    """Who hands in no army before the time is up has lost."""
    table = building()
    table.when("red", army("standard_tank"))
    silence(table).then(GameEnded(reason="no_army", winner=0), ResultReached)


# -- huge units


def test_huge_units_are_told_together() -> None:
    """Neither builds before both have named their huge units; then both lists are told."""
    table = created()
    table.when("red", army("behemoth")).rejected("HX-HUGE-01", "not-asked")
    table.when("red", huge("behemoth")).then(HugeUnitsCommitted).without(HugeUnitsDisclosed)
    event = table.when("blue", huge()).one(HugeUnitsDisclosed)
    assert [each.kinds for each in event.huge] == [("behemoth",), ()]
    table.last.asks("army", "red", "blue")


def test_huge_units_have_to_be_payable() -> None:
    """A list of huge units costs no more than the side has, and names huge units alone."""
    table = created((), "pure_tank")
    table.when("red", huge("behemoth", "behemoth")).rejected("HX-HUGE-03", "over-budget", pool="ip", cost=28)
    table.when("red", huge("standard_tank", "ogre")).rejected("HX-HUGE-01", "not-huge").rejected(
        "HX-ARMY-12", "unknown-item", "huge.kinds[1]"
    )


def test_army_holds_what_was_declared() -> None:
    """The army has just the huge units that were disclosed."""
    table = building("pure_tank", declared=(["behemoth"], []))
    table.when("red", army("standard_tank")).rejected("HX-HUGE-02", "not-as-declared", declared=1, found=0)
    table.when("blue", army("behemoth")).rejected("HX-HUGE-02", "not-as-declared", declared=0, found=1)
    table.when("red", army("behemoth", "standard_tank")).accepted()


# -- army lists


def test_list_takes_the_place_of_the_own_one() -> None:
    """A loaded list is the nation's list from then on."""
    table = opened()
    table.when("referee", LoadArmyList(list=army_list("ork", [tank(kind="wagon")]))).then(ArmyListLoaded)
    table.when("referee", terms(sides=(("ork", 1), ("elf", 2))))
    table.play(("red", huge()), ("blue", huge()))
    table.when("red", army("wagon")).accepted()


def test_every_fault_of_a_list_at_once() -> None:
    """A list is refused with every fault, each with its path and clause."""
    table = opened()
    broken = tank(
        size="vast", models=(), tables=tank().tables[1:], initial_speed="warp", orders_ahead=0,
        weapons=(weapon("main_gun", arc="*/*/-"), weapon("twin", arc="x2/x1/x1/-/-/-"), weapon("odd", burst=3)),
    )  # fmt: skip
    bad = infantry(speeds=(replace(infantry().speeds[0], movement=("F,F+-+-", "F+-", "A[warp]+-+-")),))
    options = (*UPGRADES, upgrade("elixir", cost={"mp": 1}), upgrade("hymn", "choir", requires=("organ",)))
    made = army_list("gnome", [broken, bad, BEHEMOTH, BEHEMOTH], upgrades=options)
    (
        table.when("referee", LoadArmyList(list=made))
        .rejected("HX-ARMY-12", "not-among", "list.nation", found="gnome")
        .rejected("HX-ARMY-12", "id-twice", "list.units[3]")
        .rejected("HX-ARMY-10", "number-range", "list.upgrades[16].price.mp")
        .rejected("HX-ARMY-13", "not-among", "list.upgrades[17].scope", found="choir")
        .rejected("HX-ARMY-11", "not-among", "list.upgrades[17].requires[0]", found="organ")
        .rejected("HX-STACK-01", "not-among", "list.units[0].sheet.size")
        .rejected("HX-ARMY-14", "no-models", "list.units[0].sheet.models")
        .rejected("HX-DTABLE-09", "no-regular-table", "list.units[0].sheet.tables")
        .rejected("HX-SETUP-14", "not-among", "list.units[0].sheet.initial_speed")
        .rejected("HX-ORDERS-02", "number-range", "list.units[0].sheet.orders_ahead")
        .rejected("HX-ANGLES-03", "bad-arc", "list.units[0].sheet.weapons[0].arc")
        .rejected("HX-FIXED-04", "bad-arc", "list.units[0].sheet.weapons[1].arc")
        .rejected("HX-GUNNERY-13", "number-range", "list.units[0].sheet.weapons[2].load_capacity")
        .rejected("HX-ORDERS-11", "bad-order", "list.units[1].sheet.speeds[0].movement[0]")
        .rejected("HX-ORDERS-10", "bad-order", "list.units[1].sheet.speeds[0].movement[1]")
        .rejected("HX-ORDERS-23", "not-among", "list.units[1].sheet.speeds[0].movement[2]", found="warp")
        .rejected("HX-ORDERS-09", "not-among", "list.units[1].sheet.ladder[1]", found="slow")
    )


def test_offers_of_the_creation() -> None:
    """Every window of the creation offers what it accepts."""
    table = opened()
    assert table.offered("referee") == ["CreateGame", "LoadArmyList"]
    table.when("referee", terms())
    assert table.offered("red") == ["DeclareHugeUnits"]
    table.play(("red", huge()), ("blue", huge()))
    assert table.offered("blue") == ["SubmitArmy"]


def test_army_without_units() -> None:
    """An army has at least one unit."""
    table = building()
    table.when("red", SubmitArmy(army=None)).rejected("HX-ARMY-28", "empty-army")


def test_second_army_is_not_asked_for() -> None:
    """An army that is in is final."""
    table = mapping()
    table.when("red", army("standard_tank")).rejected("HX-MAP-05", "not-asked")

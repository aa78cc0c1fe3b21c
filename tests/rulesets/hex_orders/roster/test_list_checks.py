"""Army lists that are loaded: which take the place of others, and every fault of one."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import ArmyCommitted, ArmyListLoaded, GameCreated, LoadArmyList
from adjudicator.rulesets.hex_orders.roster.army_lists import LISTS
from tests.rulesets.hex_orders.fixtures import infantry, tank, weapon
from tests.rulesets.hex_orders.setup.full_lists import (
    BEHEMOTH,
    UPGRADES,
    cheap_upgrade,
    full_army,
    full_list,
    open_game,
    terms_of,
)
from tests.rulesets.hex_orders.setup.steps import huge


def test_the_service_has_five_lists() -> None:
    """Each nation has an army list of the service's own, and each can be played with."""
    assert sorted(LISTS) == ["dark_elf", "dwarf", "elf", "ork", "spartan"]
    table = open_game()
    table.when("referee", terms_of(sides=(("ork+dark_elf", 1), ("spartan", 2)))).then(GameCreated).asks("huge")


@pytest.mark.rule("HX-ARMY-12")
def test_a_loaded_list_takes_the_place_of_the_nations_own() -> None:
    """A loaded list is the nation's list from then on."""
    table = open_game()
    table.when("referee", LoadArmyList(list=full_list("ork", [tank(kind="wagon")]))).then(ArmyListLoaded)
    table.when("referee", terms_of(sides=(("ork", 1), ("elf", 2))))
    table.play(("red", huge()), ("blue", huge()))
    table.when("red", full_army("wagon")).accepted()


@pytest.mark.rule("HX-ARMY-12")
def test_a_list_is_refused_with_every_fault_it_has() -> None:
    """A list is refused with every fault, each with its path and clause."""
    table = open_game()
    broken = tank(
        size="vast",
        models=(),
        tables=tank().tables[1:],
        initial_speed="warp",
        orders_ahead=0,
        weapons=(weapon("main_gun", arc="*/*/-"), weapon("twin", arc="x2/x1/x1/-/-/-"), weapon("odd", burst=3)),
    )
    bad = infantry(speeds=(replace(infantry().speeds[0], movement=("F,F+-+-", "F+-", "A[warp]+-+-")),))
    options = (*UPGRADES, cheap_upgrade("elixir", cost={"mp": 1}), cheap_upgrade("hymn", "choir", requires=("organ",)))
    made = full_list("gnome", [broken, bad, BEHEMOTH, BEHEMOTH], upgrades=options)
    (
        table.when("referee", LoadArmyList(list=made))
        .rejected("HX-ARMY-12", "not-among", "list.nation", found="gnome")
        .rejected("HX-ARMY-12", "id-twice", "list.units[3].sheet.kind")
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


@pytest.mark.rule("HX-SETUP-14")
def test_a_base_without_an_initial_speed_stands_still() -> None:
    """Data that name no initial speed start at stand_still; a base that has no such speed is refused."""
    table = open_game()
    table.when("referee", LoadArmyList(list=full_list("ork", [tank(kind="wagon", initial_speed="")]))).accepted()
    table.when("referee", terms_of(sides=(("ork", 1), ("elf", 2))))
    table.play(("red", huge()), ("blue", huge()))
    committed = table.when("red", full_army("wagon")).one(ArmyCommitted).army
    assert committed is not None
    assert [sheet.initial_speed for sheet in committed.units] == ["stand_still"]
    slow = tank(kind="cart", initial_speed="", speeds=tank().speeds[1:2], ladder=("slow",))
    refused = open_game().when("referee", LoadArmyList(list=full_list("ork", [slow])))
    refused.rejected("HX-SETUP-14", "not-among", "list.units[0].sheet.initial_speed")

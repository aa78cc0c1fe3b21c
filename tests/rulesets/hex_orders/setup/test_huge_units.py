"""Huge units are told before the armies are built."""

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    ArmyCommitted,
    ChooseBudgetPackage,
    FreePoints,
    HugeUnitsCommitted,
    HugeUnitsDisclosed,
    SplitFreePoints,
)
from tests.rulesets.hex_orders.fixtures import price, tank
from tests.rulesets.hex_orders.setup.fixtures import entry
from tests.rulesets.hex_orders.setup.full_lists import building, full_army, game_of_full_lists
from tests.rulesets.hex_orders.setup.steps import army, create_with_lists, huge, huge_units_named
from tests.rulesets.hex_orders.steps import refused


@pytest.mark.rule("HX-HUGE-01")
@pytest.mark.ruling("HX-HUGE-01.2")
def test_armies_wait_until_both_sides_have_named_their_huge_units():
    """No army is taken before both lists are in; then both are shown at once and both may build."""
    played = create_with_lists()
    refused(played, "red", army("behemoth"), "HX-HUGE-01", "not-asked")
    refused(played, "blue", army("guard"), "HX-HUGE-01", "not-asked")
    event = played.when("red", huge("behemoth")).without(HugeUnitsDisclosed).one(HugeUnitsCommitted)
    assert event.huge.kinds == ("behemoth",)
    refused(played, "red", army("behemoth"), "HX-HUGE-01", "not-asked")
    refused(played, "blue", army("guard"), "HX-HUGE-01", "not-asked")
    shown = played.when("blue", huge()).one(HugeUnitsDisclosed)
    assert [(row.seat, row.kinds) for row in shown.huge] == [(0, ("behemoth",)), (1, ())]
    played.play(("blue", army("guard")), ("red", army("behemoth")))


@pytest.mark.rule("HX-HUGE-01")
@pytest.mark.ruling("HX-HUGE-01.2")
def test_the_first_list_is_secret_until_the_second_is_in():
    """The enemy learns from the first list only that it was given."""
    played = create_with_lists()
    played.when("red", huge("behemoth")).accepted()
    assert "behemoth" not in str(played.view("blue")).lower()
    assert "behemoth" in str(played.view("red")).lower()
    (entry, _), *_ = played.ruled
    assert isinstance(entry, HugeUnitsCommitted)
    assert b"behemoth" not in played.drafts[-1].data
    played.when("blue", huge()).accepted()
    assert "behemoth" in str(played.view("blue")).lower()


@pytest.mark.rule("HX-HUGE-02")
@pytest.mark.ruling("HX-HUGE-02.2")
def test_the_army_holds_just_the_huge_units_that_were_named():
    """One declared: an army with none or with two is refused, one with one accepted."""
    played = huge_units_named(create_with_lists(), ["behemoth"], [])
    refused(played, "red", army("guard"), "HX-HUGE-02", "not-as-declared")
    played.when("red", army("behemoth", "behemoth")).rejected("HX-HUGE-02", "not-as-declared")
    refused(played, "red", army("behemoth", "runner"), "HX-HUGE-02", "not-as-declared")
    refused(played, "blue", army("behemoth"), "HX-HUGE-02", "not-as-declared")
    assert len(played.when("red", army("guard", "behemoth")).one(ArmyCommitted).army.units) == 2


@pytest.mark.rule("HX-HUGE-01", "HX-HUGE-02")
def test_only_huge_units_are_named_and_only_once():
    """A list names huge units alone, and it is not taken back."""
    played = create_with_lists()
    refused(played, "red", huge("guard"), "HX-HUGE-01", "not-huge")
    played.when("red", huge("behemoth")).accepted()
    refused(played, "red", huge(), "HX-HUGE-01", "not-asked")


@pytest.mark.rule("HX-HUGE-03")
@pytest.mark.ruling("HX-HUGE-03.2")
def test_the_list_has_to_be_payable():
    """Of a Behemoth for 14 ip a budget of 24 ip pays one and not two."""
    played = create_with_lists(game_type="pure_tank")
    fault = refused(played, "red", huge("behemoth", "behemoth"), "HX-HUGE-03", "over-budget")
    assert fault.clause == "HX-HUGE-03"
    played.when("red", huge("behemoth")).accepted()


@pytest.mark.rule("HX-HUGE-03", "HX-ARMY-06")
@pytest.mark.parametrize("package", ["a", "b"])
@pytest.mark.ruling("HX-HUGE-03.2")
def test_in_an_asymmetric_game_the_package_comes_first(package):
    """Neither package of the light side pays for a Behemoth, and no list is taken before the package."""
    played = create_with_lists(game_type="asymmetric")
    refused(played, "blue", huge(), "HX-ARMY-06", "not-asked")
    played.when("blue", ChooseBudgetPackage(budget_package=package)).accepted()
    played.when("red", SplitFreePoints(points=FreePoints(mp=6, cp=0, xp=0))).accepted()
    refused(played, "blue", huge("behemoth"), "HX-HUGE-03", "over-budget")
    played.when("red", huge("behemoth", "behemoth", "behemoth")).accepted()
    played.when("blue", huge()).accepted()


@pytest.mark.rule("HX-HUGE-03", "HX-ARMY-09")
def test_in_strict_games_the_list_has_to_stay_below_the_budget():
    """With army_budget_strict huge units for 24 of 24 ip could never be bought."""
    tower = tank(kind="tower", size="huge", price=price(ip=24))
    played = create_with_lists([entry(tower)], game_type="pure_tank", army_budget_strict=True)
    refused(played, "red", huge("tower"), "HX-HUGE-03", "not-under-budget")
    create_with_lists([entry(tower)], game_type="pure_tank").when("red", huge("tower")).accepted()


@pytest.mark.rule("HX-HUGE-01")
def test_neither_builds_before_both_have_named_their_huge_units() -> None:
    """Neither builds before both have named their huge units; then both lists are told."""
    table = game_of_full_lists()
    table.when("red", full_army("behemoth")).rejected("HX-HUGE-01", "not-asked")
    table.when("red", huge("behemoth")).then(HugeUnitsCommitted).without(HugeUnitsDisclosed)
    event = table.when("blue", huge()).one(HugeUnitsDisclosed)
    assert [row.kinds for row in event.huge] == [("behemoth",), ()]
    table.last.asks("army", "red", "blue")


@pytest.mark.rule("HX-HUGE-03")
def test_huge_units_that_are_named_have_to_be_payable() -> None:
    """A list of huge units costs no more than the side has, and names huge units alone."""
    table = game_of_full_lists((), "pure_tank")
    table.when("red", huge("behemoth", "behemoth")).rejected("HX-HUGE-03", "over-budget", pool="ip", cost=28)
    table.when("red", huge(*["behemoth"] * 257)).rejected("HX-HUGE-01", "number-range")
    table.when("red", huge("standard_tank", "ogre")).rejected("HX-HUGE-01", "not-huge").rejected(
        "HX-ARMY-12", "unknown-item", "huge.kinds[1]"
    )


@pytest.mark.rule("HX-HUGE-02")
def test_an_army_has_just_the_huge_units_that_were_declared() -> None:
    """The army has just the huge units that were disclosed."""
    table = building("pure_tank", declared=(["behemoth"], []))
    table.when("red", full_army("standard_tank")).rejected("HX-HUGE-02", "not-as-declared", declared=1, found=0)
    table.when("blue", full_army("behemoth")).rejected("HX-HUGE-02", "not-as-declared", declared=0, found=1)
    table.when("red", full_army("behemoth", "standard_tank")).accepted()

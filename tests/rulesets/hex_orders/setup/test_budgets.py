"""Points: pools, game types, packages, and what may be spent."""

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    ArmiesLocked,
    BudgetPackageChosen,
    BudgetsSet,
    ChooseBudgetPackage,
    ChooseRole,
    FreePoints,
    FreePointsSplit,
    RoleAssigned,
    RollOffRolled,
    SplitFreePoints,
)
from tests.rulesets.hex_orders.fixtures import infantry, price, tank
from tests.rulesets.hex_orders.setup.fixtures import entry, infantry_at, terms, upgrade
from tests.rulesets.hex_orders.setup.full_lists import game_of_full_lists, open_game, terms_of
from tests.rulesets.hex_orders.setup.steps import (
    accepts,
    army,
    buy,
    create_with_lists,
    huge_units_named,
    load_lists,
    selling,
)
from tests.rulesets.hex_orders.steps import refused

CHOSEN = {"a": ChooseBudgetPackage(budget_package="a"), "b": ChooseBudgetPackage(budget_package="b")}


def split(mp=0, cp=0, xp=0):
    """Divide the six points."""
    return SplitFreePoints(points=FreePoints(mp=mp, cp=cp, xp=xp))


def budgets(played):
    """Give the points of both sides."""
    return [played.game.sides[seat].budget for seat in (0, 1)]


@pytest.mark.rule("HX-ARMY-01")
def test_pools_never_convert():
    """Lacking cp an upgrade for 2 cp is refused although mp and xp would cover it, and nothing is spent."""
    cheap = upgrade("grenades", equipment="grenades")
    base = infantry(kind="base", price=price(mp=19, cp=23, xp=20))
    played = selling(entry(base, "grenades"), upgrades=(cheap,))
    before = budgets(played)
    fault = refused(played, "red", army(buy("base", "grenades")), "HX-ARMY-09", "over-budget")
    assert dict(fault.facts)["pool"] == "cp"
    assert budgets(played) == before
    assert accepts(played, "red", "base") == price(mp=19, cp=23, xp=20)


@pytest.mark.rule("HX-ARMY-02")
def test_pure_tank_has_24_ip():
    """A pure tank game gives 24 ip and nothing else."""
    played = selling(infantry_at("full", ip=24), infantry_at("mixed", ip=23, mp=1), game_type="pure_tank")
    assert budgets(played) == [price(ip=24)] * 2
    fault = refused(played, "red", army("mixed"), "HX-ARMY-09", "over-budget")
    assert (dict(fault.facts)["pool"], dict(fault.facts)["budget"]) == ("mp", 0)
    assert accepts(played, "red", "full") == price(ip=24)


@pytest.mark.rule("HX-ARMY-03")
def test_infantry_has_no_ip():
    """An infantry game gives 24 mp, cp and xp and no ip, so a tank can not be bought."""
    played = selling(infantry_at("foot", mp=24, cp=20, xp=24), entry(tank()), game_type="infantry")
    assert budgets(played) == [price(mp=24, cp=24, xp=24)] * 2
    fault = refused(played, "red", army("standard_tank"), "HX-ARMY-09", "over-budget")
    assert dict(fault.facts)["pool"] == "ip"
    assert accepts(played, "red", "foot") == price(mp=24, cp=20, xp=24)


@pytest.mark.rule("HX-ARMY-04")
def test_standard_has_24_of_all():
    """A standard game gives 24 of ip, mp, cp and xp."""
    played = selling(infantry_at("good", ip=18, mp=24, cp=10, xp=24), infantry_at("dear", ip=25))
    assert budgets(played) == [price(ip=24, mp=24, cp=24, xp=24)] * 2
    fault = refused(played, "red", army("dear"), "HX-ARMY-09", "over-budget")
    assert dict(fault.facts)["pool"] == "ip"
    assert accepts(played, "red", "good") == price(ip=18, mp=24, cp=10, xp=24)


@pytest.mark.rule("HX-ARMY-05")
def test_the_armoured_side_divides_six_points():
    """The armoured side has 48 ip and six points for mp, cp and xp; seven are refused, and none goes into ip."""
    played = create_with_lists(
        [infantry_at("legal", ip=48, mp=4, xp=2), infantry_at("ip49", ip=49), infantry_at("mp5", mp=5)],
        game_type="asymmetric",
    )
    played.when("blue", CHOSEN["a"]).accepted()
    refused(played, "red", split(mp=4, xp=2, cp=1), "HX-ARMY-05", "free-points")
    refused(played, "red", split(mp=4, xp=1), "HX-ARMY-05", "free-points")
    budgets_set = played.when("red", split(mp=4, xp=2)).one(FreePointsSplit)
    assert budgets_set.points == FreePoints(mp=4, cp=0, xp=2)
    assert budgets(played)[0] == price(ip=48, mp=4, xp=2)
    huge_units_named(played)
    refused(played, "red", army("ip49"), "HX-ARMY-09", "over-budget")
    refused(played, "red", army("mp5"), "HX-ARMY-09", "over-budget")
    assert accepts(played, "red", "legal") == price(ip=48, mp=4, xp=2)


@pytest.mark.rule("HX-ARMY-06")
@pytest.mark.ruling("HX-ARMY-06.2")
def test_the_light_side_takes_one_whole_package():
    """Package b has 36 of mp, cp and xp and 12 ip; 40 mp are refused with it."""
    goods = [infantry_at("legal", ip=12, mp=36, cp=30, xp=36), infantry_at("many", ip=12, mp=40)]
    played = create_with_lists(goods, game_type="asymmetric")
    assert played.when("blue", CHOSEN["b"]).one(BudgetPackageChosen).budget_package == "b"
    assert budgets(played)[1] == price(ip=12, mp=36, cp=36, xp=36)
    played.when("red", split(mp=6)).accepted()
    huge_units_named(played)
    refused(played, "blue", army("many"), "HX-ARMY-09", "over-budget")
    assert accepts(played, "blue", "legal") == price(ip=12, mp=36, cp=30, xp=36)


@pytest.mark.rule("HX-ARMY-06")
def test_package_a_has_no_ip():
    """Package a has 48 of mp, cp and xp and no vehicle can be bought with it."""
    played = create_with_lists([entry(tank()), infantry_at("foot", mp=48, cp=48, xp=48)], game_type="asymmetric")
    played.when("blue", CHOSEN["a"]).accepted()
    assert budgets(played)[1] == price(mp=48, cp=48, xp=48)
    played.when("red", split(mp=6)).accepted()
    huge_units_named(played)
    refused(played, "blue", army("standard_tank"), "HX-ARMY-09", "over-budget")
    assert accepts(played, "blue", "foot") == price(mp=48, cp=48, xp=48)


@pytest.mark.rule("HX-ARMY-06")
@pytest.mark.ruling("HX-ARMY-06.2")
def test_the_package_is_public_and_comes_before_any_army():
    """The choice is the light side's own, is seen by everyone at once, and no army is taken before it."""
    played = create_with_lists([infantry_at("foot", mp=1)], game_type="asymmetric")
    refused(played, "red", CHOSEN["a"], "HX-ARMY-06", "not-asked")
    refused(played, "blue", army("foot"), "HX-ARMY-06", "not-asked")
    refused(played, "blue", ChooseBudgetPackage(budget_package="c"), "HX-ARMY-06", "not-among")
    played.when("blue", CHOSEN["a"]).then(BudgetPackageChosen, seat=1, budget_package="a")
    (package,) = {side.package for side in played.game.sides.values() if side.package}
    assert package == "a"


@pytest.mark.rule("HX-ARMY-06")
@pytest.mark.ruling("HX-ARMY-06.2")
def test_roles_that_are_not_agreed_are_rolled_for():
    """Without agreement the winner of a d6 roll-off picks a role, ties being rolled again."""
    played = create_with_lists([infantry_at("foot", mp=1)], game_type="asymmetric", roles=("", ""), dice=[4, 4, 2, 5])
    rolled = played.last.one(RollOffRolled)
    assert (rolled.faces, rolled.winner) == ((4, 4, 2, 5), 1)
    played.last.asks("role", "blue")
    played.when("blue", ChooseRole(role="general")).rejected("HX-ARMY-06", "not-among", "role")
    played.when("blue", ChooseRole(role="light")).asks("package", "blue")
    assert [side.role for _, side in sorted(played.game.sides.items())] == ["armoured", "light"]
    assert sorted(side.role for side in played.game.sides.values()) == ["armoured", "light"]
    assert {row.role for row, _ in played.ruled if isinstance(row, RoleAssigned)} == {"armoured", "light"}


@pytest.mark.rule("HX-ARMY-07")
@pytest.mark.parametrize(
    ("game_type", "expected"),
    [
        ("standard", {"ip": 24, "mp": 36, "cp": 24, "xp": 24, "com": 24}),
        ("pure_tank", {"ip": 24, "mp": 12, "com": 24}),
        ("infantry", {"mp": 36, "cp": 24, "xp": 24, "com": 24}),
    ],
)
@pytest.mark.ruling("HX-ARMY-07.2")
def test_advanced_adds_24_com_and_12_mp(game_type, expected):
    """The option advanced goes with any game type and adds 24 com and 12 mp to each side."""
    played = selling(infantry_at("foot", mp=1), game_type=game_type, advanced=True)
    assert budgets(played) == [price(**expected)] * 2


@pytest.mark.rule("HX-ARMY-07")
@pytest.mark.ruling("HX-ARMY-07.2")
def test_advanced_adds_to_asymmetric_budgets_too():
    """In an asymmetric game both sides get the 24 com and 12 mp besides their own points."""
    played = create_with_lists([infantry_at("foot", mp=1)], game_type="asymmetric", advanced=True)
    played.play(("blue", CHOSEN["b"]), ("red", split(cp=6)))
    assert budgets(played) == [price(ip=48, mp=12, cp=6, com=24), price(ip=12, mp=48, cp=36, xp=36, com=24)]


@pytest.mark.rule("HX-ARMY-08")
def test_command_points_buy_nothing_that_the_list_does_not_price():
    """No officer can be bought from a list without one, and 24 com may stay unspent."""
    played = selling(infantry_at("foot", mp=1), advanced=True)
    refused(played, "red", army("officer"), "HX-ARMY-12", "unknown-item")
    assert accepts(played, "red", "foot").com == 0
    played.when("blue", army("foot")).then(ArmiesLocked)


@pytest.mark.rule("HX-ARMY-08")
def test_an_entry_priced_in_com_is_bought_with_com():
    """Once a list sells something for com it is paid out of that pool, and only in advanced games."""
    played = selling(infantry_at("officer", com=24), infantry_at("general", com=25), advanced=True)
    refused(played, "red", army("general"), "HX-ARMY-09", "over-budget")
    assert accepts(played, "red", "officer") == price(com=24)
    plain = selling(infantry_at("officer", com=1), infantry_at("foot", mp=1))
    refused(plain, "red", army("officer"), "HX-ARMY-09", "over-budget")


@pytest.mark.rule("HX-ARMY-09")
@pytest.mark.ruling("HX-ARMY-09.2", "HX-ARMY-09.3")
def test_every_pool_is_checked_up_to_its_allotment():
    """By default a pool may be spent to the last point and no further."""
    played = selling(infantry_at("foot", ip=24, mp=23, cp=24), infantry_at("dear", ip=25))
    refused(played, "red", army("dear"), "HX-ARMY-09", "over-budget")
    assert accepts(played, "red", "foot") == price(ip=24, mp=23, cp=24)


@pytest.mark.rule("HX-ARMY-09")
@pytest.mark.ruling("HX-ARMY-09.3")
def test_the_strict_option_wants_less_than_the_allotment():
    """With army_budget_strict every pool has to stay below its allotment."""
    goods = [
        infantry_at("foot", ip=24, mp=23, cp=24),
        infantry_at("dear", ip=25),
        infantry_at("under", ip=23, mp=23, cp=23, xp=23),
    ]
    played = selling(*goods, army_budget_strict=True)
    faults = played.refused(army("foot"), "red")
    assert {dict(fault.facts)["pool"] for fault in faults} == {"ip", "cp"}
    assert {fault.clause for fault in faults} == {"HX-ARMY-09"}
    refused(played, "red", army("dear"), "HX-ARMY-09", "not-under-budget")
    assert accepts(played, "red", "under") == price(ip=23, mp=23, cp=23, xp=23)


@pytest.mark.rule("HX-ARMY-09")
@pytest.mark.ruling("HX-ARMY-09.4")
def test_strict_pools_without_allotment_stay_at_0():
    """In strict mode a pool without an allotment simply has to stay at 0."""
    goods = [infantry_at("tank23", ip=23), infantry_at("foot", ip=1, mp=1), infantry_at("full", ip=24)]
    played = selling(*goods, game_type="pure_tank", army_budget_strict=True)
    refused(played, "red", army("foot"), "HX-ARMY-09", "over-budget")
    refused(played, "red", army("full"), "HX-ARMY-09", "not-under-budget")
    assert accepts(played, "red", "tank23") == price(ip=23)


@pytest.mark.rule("HX-ARMY-09")
def test_any_mix_is_allowed_and_unspent_points_are_lost():
    """Any number and mix may be bought; what is left is gone."""
    played = selling(entry(tank()), infantry_at("foot", mp=4))
    units = ("standard_tank", "foot", "foot", "foot", "standard_tank", "foot")
    assert accepts(played, "red", *units) == price(ip=12, mp=16)
    refused(played, "red", army("foot"), "HX-ARMY-09", "not-asked")


@pytest.mark.rule("HX-ARMY-09", "HX-ARMY-01")
def test_budgets_are_told_when_they_are_known():
    """In a standard game both budgets are set as soon as the game is created."""
    played = load_lists([entry(infantry())])
    budgets_set = [event for event in played.when("referee", terms()).events if isinstance(event, BudgetsSet)]
    assert [(row.seat, row.budget) for row in budgets_set] == [
        (seat, price(ip=24, mp=24, cp=24, xp=24)) for seat in (0, 1)
    ]


@pytest.mark.rule("HX-ARMY-02", "HX-ARMY-03", "HX-ARMY-04", "HX-ARMY-07")
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
def test_each_game_type_has_its_allotment(game_type: str, advanced: bool, pools: dict[str, int]) -> None:
    """Each game type has its allotment, and an advanced game more."""
    table = open_game()
    outcome = table.when("referee", terms_of(game_type, advanced=advanced))
    outcome.then(BudgetsSet(seat=0, owner=253, budget=price(**pools)), BudgetsSet).asks("huge", "red", "blue")


@pytest.mark.rule("HX-ARMY-05", "HX-ARMY-06")
def test_the_light_side_takes_a_package_and_the_armoured_one_divides_six_points() -> None:
    """The light side takes its package in the open, the armoured one divides six points in secret."""
    table = game_of_full_lists((), "asymmetric", (("dwarf", 1, "armoured"), ("elf", 2)))
    table.when("blue", ChooseBudgetPackage(budget_package="c")).rejected("HX-ARMY-06", "not-among")
    table.when("blue", ChooseBudgetPackage(budget_package="b")).then(
        BudgetPackageChosen, BudgetsSet(seat=1, owner=253, budget=price(ip=12, mp=36, cp=36, xp=36))
    ).asks("free_points", "red")
    seven = SplitFreePoints(points=FreePoints(mp=4, cp=1, xp=2))
    table.when("red", seven).rejected("HX-ARMY-05", "free-points", found=7)
    table.when("red", SplitFreePoints(points=FreePoints(mp=4, cp=0, xp=2))).then(
        FreePointsSplit, BudgetsSet(seat=0, owner=0, budget=price(ip=48, mp=4, xp=2))
    ).asks("huge", "red", "blue")

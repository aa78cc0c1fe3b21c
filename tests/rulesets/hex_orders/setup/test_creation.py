"""The creation of a game: terms, boards, sides and roles."""

from typing import Any

import pytest

from adjudicator.kernel.messages import ResultReached
from adjudicator.rulesets.hex_orders.model import board_hexes
from adjudicator.rulesets.hex_orders.model.messages import (
    ArmiesLocked,
    BudgetPackageChosen,
    BudgetsSet,
    ChooseRole,
    Feature,
    GameCreated,
    GameEnded,
    HugeUnitsDisclosed,
    MapCompleted,
    RoleAssigned,
    RollOffRolled,
    SideAssigned,
)
from adjudicator.rulesets.hex_orders.roster.ready_maps import MAPS
from tests.rulesets.hex_orders.fixtures import price
from tests.rulesets.hex_orders.setup.fixtures import STOCK, terms
from tests.rulesets.hex_orders.setup.full_lists import building, full_army, game_of_full_lists, open_game, terms_of
from tests.rulesets.hex_orders.setup.steps import (
    COLUMNS,
    area,
    at_no_mans_land,
    designing_areas,
    enforce_deadline,
    huge,
    load_lists,
    rows_of,
)
from tests.rulesets.hex_orders.steps import refused


@pytest.mark.rule("HX-MAP-01")
def test_the_usual_board_has_63_clear_hexes() -> None:
    """The usual board has 63 hexes in seven columns and nine rows, all clear."""
    table = game_of_full_lists()
    assert len(table.game.hexes) == 63
    assert {"A1", "G9"} <= set(table.game.hexes)
    assert {cell.terrain for cell in table.game.hexes.values()} == {"clear"}


@pytest.mark.rule("HX-MAP-08")
@pytest.mark.parametrize(
    ("options", "size"),
    [({"map_size": "9x12"}, (9, 12)), ({"entrenched_rows": 10}, (7, 10)), ({"entrenched_rows": 9}, (7, 9))],
)
def test_another_size_may_be_agreed_on_when_the_game_is_created(options: dict[str, Any], size: tuple[int, int]) -> None:
    """Another size may be agreed on, ten rows by their own option too."""
    table = open_game()
    columns, rows = size
    event = table.when("referee", terms_of(**options)).one(GameCreated)
    assert (event.columns, event.rows, event.options.map_size) == (columns, rows, f"{columns}x{rows}")
    assert len(table.game.hexes) == columns * rows


@pytest.mark.rule("HX-GAP-04", "HX-MAP-01", "HX-MAP-08")
def test_terms_are_refused_with_every_fault_they_have() -> None:
    """Terms are refused with everything that is wrong with them."""
    table = open_game()
    wrong = terms_of(
        "tanks",
        (("dwarf", 1), ("gnome", 1), ("", 0)),
        "atlantis",
        "tea",
        map_size="2x9",
        smoke_los="thin",
        victory="attrition",
        overlay_data=(Feature(name="Ditch!", cost=1, blocks=False, to_be_hit=0),),
    )
    (
        table.when("referee", wrong)
        .rejected("HX-MAP-01", "not-among", "scenario", found="tea")
        .rejected("HX-ARMY-02", "not-among", "game_type", found="tanks")
        .rejected("HX-MAP-01", "not-among", "map_name", found="atlantis")
        .rejected("HX-TERRAIN-30", "option-value", "options.smoke_los", found="thin")
        .rejected("HX-GAP-07", "limit-needed", "options.victory")
        .rejected("HX-TERRAIN-03", "bad-id", "options.overlay_data[0].name")
        .rejected("HX-MAP-08", "bad-size", "options.map_size", size="2x9")
        .rejected("HX-GAP-04", "two-sides", "sides", found=3)
        .rejected("HX-ARMY-12", "no-list", "sides[1].nations[0]", nation="gnome")
        .rejected("HX-GAP-04", "no-nation", "sides[2].nations")
        .rejected("HX-MAP-05", "given-twice", "sides", name="number")
    )


def test_options_that_are_not_named_have_their_defaults() -> None:
    """What is not named has its default, and what is named stands."""
    table = open_game()
    made = terms_of(turn_limit=8, victory="attrition", advanced=True)
    event = table.when("referee", made).one(GameCreated)
    assert event.options.scout_setup == "strict"
    assert table.game.options.turn_limit == 8
    assert table.game.options.victory == "attrition"


@pytest.mark.rule("HX-MAP-03")
def test_ten_rows_and_another_size_contradict_each_other() -> None:
    """Ten rows and another size contradict each other."""
    table = open_game()
    table.when("referee", terms_of(map_size="7x9", entrenched_rows=10)).rejected("HX-MAP-03", "two-sizes")


def test_a_ready_map_gives_board_and_terrain() -> None:
    """A ready map gives board and terrain, and no area is asked for."""
    name, ready = next(iter(MAPS.items()))
    table = building(ready=name)
    assert table.game.hexes[ready.terrain[0].hex].terrain == ready.terrain[0].terrain
    table.faces(6, 1)
    table.when("red", full_army("standard_tank"))
    table.when("blue", full_army("standard_tank")).then(ArmiesLocked, MapCompleted).asks("placing", "blue")


@pytest.mark.rule("HX-MAP-05")
def test_the_number_of_one_side_settles_the_other() -> None:
    """When one side has its edge the other has the other one."""
    table = open_game()
    table.when("referee", terms_of(sides=(("dwarf", 0), ("elf", 1)))).then(
        SideAssigned(seat=0, number=2), SideAssigned(seat=1, number=1)
    )


@pytest.mark.rule("HX-MAP-05", "HX-ARMY-06")
def test_open_sides_and_roles_are_rolled_for() -> None:
    """Sides and roles that are left open are rolled for, ties again; the winner is side 1, or picks a role."""
    table = open_game([3, 3, 2, 5, 6, 1])
    table.when("referee", terms_of("asymmetric", (("dwarf",), ("elf",)))).then(
        GameCreated,
        RollOffRolled(question="side", faces=(3, 3, 2, 5), winner=1),
        SideAssigned(seat=1, number=1),
        SideAssigned(seat=0, number=2),
        RollOffRolled(question="asymmetric_role", faces=(6, 1), winner=0),
    ).asks("role", "red")
    table.when("red", ChooseRole(role="armoured")).exactly(
        RoleAssigned(seat=0, role="armoured"), RoleAssigned(seat=1, role="light")
    ).asks("package", "blue")


@pytest.mark.rule("HX-GAP-08")
def test_silence_in_the_creation_takes_the_first_choices() -> None:
    """Silence takes package a, two points of each kind, no huge units; without armies it is a draw."""
    table = game_of_full_lists((), "asymmetric", (("dwarf", 1, "armoured"), ("elf", 2)))
    enforce_deadline(table).then(BudgetPackageChosen, budget_package="a")
    enforce_deadline(table).then(BudgetsSet(seat=0, owner=0, budget=price(ip=48, mp=2, cp=2, xp=2)))
    enforce_deadline(table).then(HugeUnitsDisclosed)
    enforce_deadline(table).then(GameEnded(reason="no_army", winner=None), ResultReached)


def test_every_window_of_the_creation_offers_what_it_accepts() -> None:
    """Every window of the creation offers what it accepts."""
    table = open_game()
    assert table.offered("referee") == ["CreateGame", "LoadArmyList"]
    table.when("referee", terms_of())
    assert table.offered("red") == ["DeclareHugeUnits"]
    table.play(("red", huge()), ("blue", huge()))
    assert set(table.offered("blue")) == {"SubmitArmy"}


@pytest.mark.rule("HX-MAP-01")
def test_entrenched_has_7_by_9_hexes():
    """A standard game of ENTRENCHED! has 63 hexes, columns A to G and rows 1 to 9."""
    played = load_lists(STOCK)
    created = played.when("referee", terms()).one(GameCreated)
    assert (created.scenario, created.columns, created.rows) == ("entrenched", 7, 9)
    played = at_no_mans_land()
    assert set(played.game.hexes) == {f"{column}{row}" for column in COLUMNS for row in range(1, 10)}
    assert len(played.game.hexes) == 63


@pytest.mark.rule("HX-MAP-01")
def test_another_scenario_is_refused():
    """ENTRENCHED! is the one scenario."""
    played = load_lists(STOCK)
    refused(played, "referee", terms(scenario="siege"), "HX-MAP-01", "not-among")


@pytest.mark.rule("HX-MAP-03")
@pytest.mark.ruling("HX-MAP-03.2")
def test_three_rows_lie_between_the_areas():
    """By default NoMansLand is rows 4 to 6."""
    played = at_no_mans_land()
    expected = {f"{column}{row}" for column in COLUMNS for row in (4, 5, 6)}
    assert set(board_hexes.no_mans_land(played.game)) == expected
    assert "D4" in expected


@pytest.mark.rule("HX-MAP-03", "HX-MAP-08")
@pytest.mark.parametrize("options", [{"entrenched_rows": 10}, {"map_size": "7x10"}])
@pytest.mark.ruling("HX-MAP-03.3", "HX-MAP-08.3")
def test_ten_rows_have_four_between(options):
    """With entrenched_rows 10, the same as map_size 7x10, NoMansLand has four rows."""
    played = designing_areas(**options)
    refused(played, "blue", area({"A7": "forest"}), "HX-MAP-05", "outside-area")
    played.play(("red", area({"A3": "forest"})), ("blue", area({"A8": "forest", "G10": "forest"})))
    assert set(board_hexes.no_mans_land(played.game)) == {
        f"{column}{row}" for column in COLUMNS for row in (4, 5, 6, 7)
    }
    assert len(played.game.hexes) == 70


@pytest.mark.rule("HX-MAP-03")
def test_other_row_counts_are_refused():
    """The option knows 9 and 10."""
    refused(load_lists(STOCK), "referee", terms(entrenched_rows=11), "HX-MAP-03", "option-value")


@pytest.mark.rule("HX-MAP-04")
def test_each_area_has_21_hexes():
    """A1 to G3 belong to side 1, A7 to G9 to side 2, and every hex of them can be designed."""
    played = designing_areas()
    own = [set(board_hexes.own_area(played.game, seat)) for seat in (0, 1)]
    assert own == [set(rows_of((1, 2, 3), "")), set(rows_of((7, 8, 9), ""))]
    assert [len(item) for item in own] == [21, 21]
    played.play(("red", area(rows_of((1, 2, 3), "forest"))), ("blue", area(rows_of((7, 8, 9), "ruins"))))
    found = [played.game.hexes[f"G{row}"].terrain for row in range(1, 10)]
    assert found == ["forest"] * 3 + ["clear"] * 3 + ["ruins"] * 3


@pytest.mark.rule("HX-MAP-08")
@pytest.mark.parametrize("game_type", ["pure_tank", "infantry", "standard", "asymmetric"])
@pytest.mark.ruling("HX-MAP-08.2", "HX-MAP-08.3")
def test_other_games_have_the_same_board(game_type):
    """With nothing agreed any game type is played on 7 by 9 hexes."""
    created = load_lists(STOCK).when("referee", terms(game_type)).one(GameCreated)
    assert (created.columns, created.rows) == (7, 9)


@pytest.mark.rule("HX-MAP-08")
@pytest.mark.ruling("HX-MAP-08.2", "HX-MAP-08.3")
def test_another_size_may_be_agreed():
    """With map_size 9x12 there are columns A to I and rows 1 to 12, and NoMansLand is rows 4 to 9."""
    played = designing_areas(map_size="9x12")
    refused(played, "blue", area({"A9": "forest"}), "HX-MAP-05", "outside-area")
    played.play(("red", area({"I3": "forest"})), ("blue", area({"I10": "forest"})))
    assert set(played.game.hexes) == {f"{column}{row}" for column in "ABCDEFGHI" for row in range(1, 13)}
    assert {int(name[1:]) for name in board_hexes.no_mans_land(played.game)} == {4, 5, 6, 7, 8, 9}


@pytest.mark.rule("HX-MAP-08")
@pytest.mark.parametrize("size", ["2x9", "7x6", "big", "7", "0x0"])
def test_boards_that_are_too_small_are_refused(size):
    """A board has at least 3 columns and 7 rows, so that there is a NoMansLand."""
    refused(load_lists(STOCK), "referee", terms(map_size=size), "HX-MAP-08", "bad-size")


@pytest.mark.rule("HX-MAP-08")
def test_the_smallest_board():
    """3 by 7 hexes are enough: one row of NoMansLand."""
    created = load_lists(STOCK).when("referee", terms(map_size="3x7")).one(GameCreated)
    assert (created.columns, created.rows) == (3, 7)

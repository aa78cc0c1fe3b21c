"""Where units are placed, how they start, hidden tokens, and units without room."""

from typing import Any

import pytest

from adjudicator.kernel.record.visibility import hidden_fields, owner_of, redact
from adjudicator.rulesets.hex_orders.model.messages import (
    GameEnded,
    HiddenTokenPlaced,
    PassSetupStep,
    PlaceHiddenToken,
    PlacementTurnPassed,
    SetupCompleted,
    SetupStepBegan,
    SetupStepCompleted,
    SetupStepPassed,
    SetupStepSkipped,
    UnitNotDeployed,
    UnitPlaced,
)
from tests.rulesets.hex_orders.fixtures import infantry, price, tank
from tests.rulesets.hex_orders.setup.fixtures import (
    BUGGY_KIND,
    FIRST,
    FOOT_KIND,
    RANGERS_KIND,
    SECOND,
    SNIPERS_KIND,
    STOCK,
    TANK_KIND,
    entry,
)
from tests.rulesets.hex_orders.setup.full_lists import area_of, placing
from tests.rulesets.hex_orders.setup.steps import STOP, deploying, offered_hexes, place, put_down, who_places
from tests.rulesets.hex_orders.steps import drop_unused_faces, refused


@pytest.mark.rule("HX-SETUP-13")
@pytest.mark.ruling("HX-SETUP-13.2")
def test_units_are_placed_in_their_own_area():
    """Side 1 places in D3 and not in D5 or D8, nor off the board."""
    played = deploying(["guard"], ["guard"], FIRST)
    for name in ("D4", "D5", "D8"):
        refused(played, "red", place(1, name), "HX-SETUP-13", "outside-setup-area")
    for name in ("D10", "H1", "?"):
        refused(played, "red", place(1, name), "HX-SETUP-13", "off-the-board")
    played.when("red", place(1, "D3")).then(UnitPlaced, unit="a1", hex="D3")


@pytest.mark.rule("HX-SETUP-13")
def test_stacking_and_terrain_hold_at_setup():
    """A third base finds no room in a hex, and a tank none in a building."""
    played = deploying(["guard", "guard", "guard", "standard_tank"], ["guard"], SECOND, {"C2": "building"})
    played.when("blue", place(1, "D8")).accepted()
    refused(played, "red", place(4, "C2"), "HX-TERRAIN-23", "terrain-forbidden")
    played.when("red", place(1, "C2")).accepted()
    played.when("red", place(2, "C2")).accepted()
    refused(played, "red", place(3, "C2"), "HX-STACK-01", "hex-full")
    played.when("red", place(3, "C3")).accepted()
    played.when("red", place(4, "C1")).then(SetupCompleted)


@pytest.mark.rule("HX-SETUP-13")
@pytest.mark.ruling("HX-SETUP-13.2", "HX-SETUP-13.3")
def test_scouts_have_the_own_area_unless_the_option_widens_it():
    """A scout is set up in its own area; with own_and_nomansland between the areas too, and others not."""
    played = deploying(["scout"], ["guard"], FIRST)
    refused(played, "red", place(1, "D5"), "HX-SETUP-13", "outside-setup-area")
    wide = deploying(["scout", "guard"], ["guard"], FIRST, scout_setup_area="own_and_nomansland")
    refused(wide, "red", place(1, "D7"), "HX-SETUP-13", "outside-setup-area")
    wide.faces(*FIRST).when("red", place(1, "D5")).then(UnitPlaced, hex="D5")
    assert who_places(wide) == "blue"
    refused(wide, "blue", place(1, "C5"), "HX-SETUP-13", "outside-setup-area")
    while who_places(wide) == "blue":
        wide.faces(*FIRST).when("blue", place(1, "D8") if wide.game.setup.step == 4 else STOP).accepted()
    refused(wide, "red", place(2, "C5"), "HX-SETUP-13", "outside-setup-area")
    drop_unused_faces(wide)


@pytest.mark.rule("HX-SETUP-13")
@pytest.mark.ruling("HX-SETUP-13.2")
def test_a_units_data_may_give_it_a_wider_area():
    """Rows named by its data are open to a unit besides its own area."""
    ranger = infantry(kind="ranger", setup_rows=(4, 6), price=price(mp=1))
    played = deploying(["ranger", "guard"], ["guard"], FIRST, entries=(*STOCK, entry(ranger)))
    refused(played, "red", place(1, "D5"), "HX-SETUP-13", "outside-setup-area")
    refused(played, "red", place(2, "D4"), "HX-SETUP-13", "outside-setup-area")
    played.when("red", place(1, "D6")).then(UnitPlaced, hex="D6")


@pytest.mark.rule("HX-SETUP-14")
@pytest.mark.ruling("HX-SETUP-14.2")
def test_the_owner_chooses_the_facing_and_the_rest_is_data():
    """A tank faces where it is set, at its initial speed, with no tokens, no aim and no load."""
    played = deploying(["guard"], ["standard_tank"], SECOND)
    placed = played.when("blue", place(1, "D9", "N")).one(UnitPlaced)
    assert (placed.hex, placed.facing, placed.loads) == ("D9", "N", ())
    row = played.game.units["b1"]
    assert (row.facing, row.speed, row.loads, row.aim) == ("N", "stand_still", (), None)
    assert (row.pinned, row.difficult, row.bonuses, row.fire, row.acid, row.poison) == (0, 0, (), 0, 0, ())


@pytest.mark.rule("HX-SETUP-14")
@pytest.mark.parametrize("facing", ["N", "NE", "SE", "S", "SW", "NW"])
def test_any_of_six_facings(facing):
    """Every facing may be chosen."""
    played = deploying(["guard"], ["guard"], FIRST)
    played.when("red", place(1, "D2", facing)).then(UnitPlaced, facing=facing)


@pytest.mark.rule("HX-SETUP-14")
@pytest.mark.ruling("HX-SETUP-14.2")
def test_the_initial_speed_is_data():
    """A unit whose data say so starts at another speed; a facing that does not exist is refused."""
    driver = tank(kind="driver", initial_speed="slow", price=price(ip=1))
    played = deploying(["driver"], ["guard"], FIRST, entries=(*STOCK, entry(driver)))
    refused(played, "red", place(1, "D2", "E"), "HX-ANGLES-01", "not-among")
    refused(played, "red", place(1, "D2", ""), "HX-ANGLES-01", "not-among")
    played.when("red", place(1, "D2", "S")).accepted()
    assert played.game.units["a1"].speed == "slow"


FULL = {f"{column}{row}": "building" for column in "ABCDEFG" for row in (1, 2, 3)}


def put_token(slot: int, where: str, facing: str = "S") -> PlaceHiddenToken:
    """Place a token."""
    return PlaceHiddenToken(slot=slot, hex=where, facing=facing)


@pytest.mark.rule("HX-SETUP-13")
@pytest.mark.parametrize(
    ("slot", "where", "clause", "reason"),
    [
        (1, "D5", "HX-SETUP-13", "outside-setup-area"),
        (1, "D8", "HX-SETUP-13", "outside-setup-area"),
        (1, "K1", "HX-SETUP-13", "off-the-board"),
        (1, "D2", "HX-TERRAIN-23", "terrain-forbidden"),
        (7, "D1", "HX-SETUP-04", "no-such-slot"),
    ],
)
def test_units_are_placed_in_their_own_area_on_allowed_terrain(slot: int, where: str, clause: str, reason: str) -> None:
    """Units are placed in their own area, where terrain lets them be."""
    table = placing([1, 6], [TANK_KIND], [TANK_KIND], (area_of(D2="building"), area_of()))
    table.when("red", put_down(slot, where)).rejected(clause, reason)
    table.when("red", put_down(1, "D1", "UP")).rejected("HX-ANGLES-01", "not-among", "facing")


@pytest.mark.rule("HX-SETUP-13", "HX-STACK-01")
def test_two_bases_fill_a_hex_and_a_unit_is_placed_once() -> None:
    """Two bases fill a hex, and a unit is placed once."""
    table = placing([1, 6], [TANK_KIND] * 3, [TANK_KIND])
    table.play(("red", put_down(1, "D2")), ("blue", put_down(1, "D9")), ("red", put_down(2, "D2")))
    table.when("red", put_down(3, "D2")).rejected("HX-STACK-01", "hex-full")
    table.when("red", put_down(2, "D1")).rejected("HX-SETUP-04", "slot-used")
    assert "D2" not in offered_hexes(table, "red", 3)


@pytest.mark.rule("HX-SETUP-13")
def test_by_option_scouts_are_placed_in_no_mans_land() -> None:
    """By option scouts may be placed in NoMansLand too, but not where an enemy is."""
    table = placing([1, 6], [BUGGY_KIND], [BUGGY_KIND], scout_setup_area="own_and_nomansland")
    table.when("red", put_down(1, "D6")).asks("placing", "blue")
    table.when("blue", put_down(1, "D6")).rejected("HX-SETUP-13", "enemy-there")
    table.when("blue", put_down(1, "D5")).accepted()


@pytest.mark.rule("HX-SETUP-14")
def test_units_start_at_their_initial_speed_and_without_load() -> None:
    """A unit starts at its initial speed with the facing that is chosen, and without load."""
    table = placing([1, 6], [TANK_KIND], [TANK_KIND])
    event = table.when("red", put_down(1, "D2", "NE")).one(UnitPlaced)
    assert (event.facing, event.loads, event.slot) == ("NE", (), 1)
    unit = table.game.units["a1"]
    assert (unit.speed, unit.facing, unit.hidden, unit.loads) == ("stand_still", "NE", False, ())


@pytest.mark.rule("HX-GUNNERY-14")
def test_by_option_weapons_start_loaded() -> None:
    """By option weapons start with all the load they hold, hidden units' too."""
    table = placing([1, 6] * 4, [TANK_KIND, SNIPERS_KIND], [TANK_KIND], weapons_start_loaded=True)
    table.play(("red", PassSetupStep()), ("red", put_down(1, "D2")), ("blue", put_down(1, "D9")))
    table.play(("red", PassSetupStep()), ("red", put_token(2, "D1")))
    for unit, weapon in (("a1", "main_gun"), ("a2", "musket")):
        assert [(load.weapon, load.count) for load in table.game.units[unit].loads] == [(weapon, 1)]


@pytest.mark.rule("HX-SETUP-06", "HX-SETUP-07")
def test_a_token_tells_its_id_seat_and_hex_alone() -> None:
    """Each hidden unit gets one token, which tells the enemy its id, seat and hex and nothing else."""
    table = placing([1, 6] * 4, [TANK_KIND, SNIPERS_KIND, SNIPERS_KIND], [TANK_KIND])
    table.when("red", put_token(2, "D1")).rejected("HX-SETUP-06", "not-yet-tokens")
    table.when("red", put_down(2, "D1")).rejected("HX-SETUP-12", "wrong-step")
    table.play(
        ("red", PassSetupStep()), ("red", put_down(1, "D2")), ("blue", put_down(1, "D9")), ("red", PassSetupStep())
    )
    table.when("red", PassSetupStep()).rejected("HX-SETUP-06", "must-place")
    table.when("red", put_down(2, "D1")).rejected("HX-SETUP-06", "token-needed")
    event = table.when("red", put_token(3, "D1", "SE")).one(HiddenTokenPlaced)
    mask = table.rules.masks[HiddenTokenPlaced]
    seen: Any = redact(event, hidden_fields(mask, owner_of(mask, event), 1))
    assert (seen.unit, seen.seat, seen.hex, seen.slot, seen.facing) == ("a2", 0, "D1", None, None)
    unit = table.game.units["a2"]
    assert (unit.hidden, unit.facing, table.game.sheets["a2"].kind) == (True, "SE", "snipers")
    assert SNIPERS_KIND not in str(table.view("blue"))
    table.when("red", put_token(3, "D1")).rejected("HX-SETUP-06", "slot-used")
    table.when("red", put_token(2, "D1")).then(SetupCompleted)


@pytest.mark.rule("HX-SETUP-15")
def test_a_hidden_scout_is_shown_or_gets_its_token_in_step_6() -> None:
    """A hidden scout may be shown in step 2 or 5, or gets its token in step 6."""
    table = placing([1, 6, 1, 6, 1, 6, 1, 6], [RANGERS_KIND, RANGERS_KIND, RANGERS_KIND], [TANK_KIND])
    table.when("red", put_down(1, "D3")).asks("placing", "red")
    assert not table.game.units["a1"].hidden
    table.when("red", PassSetupStep()).then(SetupStepBegan(step=3)).asks("placing", "blue")
    table.when("blue", put_down(1, "D9", "N")).then(SetupStepSkipped(step=4), SetupStepBegan(step=5)).asks(
        "placing", "red"
    )
    table.when("red", put_down(2, "D3")).asks("placing", "red")
    table.when("red", PassSetupStep()).then(SetupStepBegan(step=6)).without(UnitNotDeployed).asks("placing", "red")
    table.when("red", put_token(3, "D2")).then(SetupCompleted)


@pytest.mark.rule("HX-SETUP-16")
def test_who_finds_no_hex_in_its_last_step_is_out() -> None:
    """A unit that finds no hex in its last step is out of the game; before that its side can not pass."""
    table = placing([1, 6], [TANK_KIND, TANK_KIND, FOOT_KIND], [FOOT_KIND], (area_of(**FULL), area_of()))
    table.when("red", PassSetupStep()).rejected("HX-SETUP-04", "must-place", slots="3")
    table.play(("red", put_down(3, "D2")), ("blue", put_down(1, "D9")))
    assert table.offered("red") == ["PassSetupStep"]
    table.when("red", PassSetupStep()).then(
        SetupStepPassed, UnitNotDeployed, UnitNotDeployed, SetupStepCompleted, SetupCompleted
    )
    assert [slot.out for slot in table.game.armies.values()] == [True, True, False, False]


@pytest.mark.rule("HX-SETUP-16", "HX-GAP-01")
def test_a_side_without_any_unit_has_lost() -> None:
    """Where a side finds no room for anything the game is over before it begins."""
    table = placing([1, 6], [TANK_KIND], [TANK_KIND], (area_of(**FULL), area_of()))
    table.when("red", PassSetupStep()).then(UnitNotDeployed, PlacementTurnPassed)
    table.when("blue", put_down(1, "D9")).then(SetupCompleted, GameEnded)


@pytest.mark.rule("HX-SETUP-16", "HX-GAP-09")
def test_which_hidden_unit_found_no_room_stays_secret() -> None:
    """That a unit found no room is told, but not which one, where it is hidden."""
    table = placing([1, 6] * 4, [FOOT_KIND, "stalker", SNIPERS_KIND], [FOOT_KIND], (area_of(**FULL), area_of()))
    table.play(
        ("red", PassSetupStep()), ("red", put_down(1, "D2")), ("blue", put_down(1, "D9")), ("red", PassSetupStep())
    )
    table.when("red", PassSetupStep()).rejected("HX-SETUP-06", "must-place", slots="3")
    table.when("red", put_token(3, "D1")).asks("placing", "red")
    event = table.when("red", PassSetupStep()).one(UnitNotDeployed)
    mask = table.rules.masks[UnitNotDeployed]
    seen: Any = redact(event, hidden_fields(mask, owner_of(mask, event), 1))
    assert (event.slot, seen.seat, seen.slot, seen.sheet) == (2, 0, None, None)

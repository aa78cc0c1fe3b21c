"""The set-up: six steps with their dice, who places what and where, passing, hidden tokens, units without room."""

from typing import Any

import pytest

from adjudicator.kernel.messages import EnforceDeadline
from adjudicator.kernel.visible import blank, hidden_fields, owner_of
from adjudicator.rulesets.hex_orders.messages import (
    GameEnded,
    HiddenTokenPlaced,
    PassSetupStep,
    PlaceHiddenToken,
    PlacementTurnPassed,
    PlaceUnit,
    SetupAdvantageGained,
    SetupCompleted,
    SetupDiceRolled,
    SetupStepBegan,
    SetupStepCompleted,
    SetupStepPassed,
    SetupStepSkipped,
    UnitNotDeployed,
    UnitPlaced,
)
from tests.kit import Outcome, Table
from tests.rulesets.hex_orders.creating import area, placing

TANK, FOOT, BUGGY, SNIPERS, RANGERS = "standard_tank", "line_infantry", "buggy", "snipers", "rangers"
FULL = {f"{column}{row}": "building" for column in "ABCDEFG" for row in (1, 2, 3)}


def put(slot: int, where: str, facing: str = "S") -> PlaceUnit:
    """Place a unit openly."""
    return PlaceUnit(slot=slot, hex=where, facing=facing)


def token(slot: int, where: str, facing: str = "S") -> PlaceHiddenToken:
    """Place a token."""
    return PlaceHiddenToken(slot=slot, hex=where, facing=facing)


def silence(table: Table) -> Outcome:
    """Let the referee end the open question."""
    assert table.window is not None
    return table.when("referee", EnforceDeadline(window=table.window.id)).accepted()


def hexes(table: Table, who: str, slot: int) -> tuple[str, ...]:
    """Give the hexes that a unit is offered."""
    for each in table.offers(who):
        fields: dict[str, Any] = {row.field: row.values for row in each.fields}
        if fields and fields["slot"].values == (str(slot),):
            return tuple(fields["hex"].values)
    return ()


# -- whose turn it is


def test_steps_without_anything_are_skipped() -> None:
    """A step in which nobody can place anything is skipped without dice; ties are thrown again."""
    table = placing([3, 3, 4, 2], [TANK], [TANK])
    table.last.then(
        SetupStepSkipped(step=1), SetupStepSkipped(step=2), SetupStepSkipped(step=3), SetupStepBegan(step=4),
        SetupDiceRolled(step=4, faces=(3, 3, 4, 2)), SetupAdvantageGained(step=4, seat=0),
    ).asks("placing", "blue")  # fmt: skip
    table.when("red", put(1, "D3")).rejected("HX-SETUP-13", "not-asked")


def test_one_then_two_and_two() -> None:
    """The side without the advantage places one unit, then two each in turn; the last ones as many as are left."""
    table = placing([1, 6], [TANK] * 4, [FOOT] * 5)
    order = []
    places = iter("ABCDEFGABCDEFG")
    while table.window is not None and table.window.kind == "placing":
        seat = table.window.asks[0]
        number = 1 + sum(unit.seat == seat for unit in table.game.units.values())
        order.append("LW"[seat])
        table.when(seat, put(number, f"{next(places)}{(2, 8)[seat]}")).accepted()
    assert "".join(order) == "LWWLLWWLW"
    assert list(table.game.units) == ["a1", "b1", "b2", "a2", "a3", "b3", "b4", "a4", "b5"]


def test_the_other_side_goes_on_alone() -> None:
    """When one side has nothing left the other places all that remains at once."""
    table = placing([1, 6], [TANK], [FOOT] * 5)
    table.when("red", put(1, "D2")).then(UnitPlaced, PlacementTurnPassed(seat=1, quota=0))
    for number, where in enumerate(("A9", "B9", "C9", "D9"), 1):
        table.when("blue", put(number, where, "N")).without(PlacementTurnPassed).asks("placing", "blue")
    table.when("blue", put(5, "E9", "N")).then(SetupStepCompleted, SetupCompleted).asks("orders", "red", "blue")


def test_side_without_units_of_the_step_does_not_wait() -> None:
    """Where the side that should begin has nothing in a step the other one places."""
    table = placing([6, 1], [BUGGY], [TANK])
    table.last.then(SetupStepBegan(step=2), PlacementTurnPassed(seat=0, quota=0)).asks("placing", "red")
    table.faces(1, 6)
    table.when("red", PassSetupStep()).then(
        SetupStepPassed(seat=0, step=2), SetupStepCompleted, SetupStepSkipped(step=3), SetupStepBegan(step=4)
    ).asks("placing", "blue")


# -- which step takes what


def test_huge_units_first() -> None:
    """All huge units are placed in step 1, hidden ones openly, and nothing else is."""
    table = placing([1, 6], ["lurker", TANK], [TANK], declared=(["lurker"], []))
    table.when("red", put(2, "D2")).rejected("HX-SETUP-12", "wrong-step", slot=2, step=1)
    table.when("red", PassSetupStep()).rejected("HX-SETUP-01", "must-place")
    table.faces(6, 1)
    table.when("red", put(1, "D2")).then(UnitPlaced).asks("placing", "blue")
    assert not table.game.units["a1"].hidden
    table.when("blue", put(1, "D9", "N")).asks("placing", "red")
    table.when("red", put(2, "D2")).rejected("HX-STACK-02", "hex-full")


def test_scouts_are_placed_at_will() -> None:
    """Scouts may wait for step 5, but no longer; only scouts are placed in step 2."""
    table = placing([1, 6, 1, 6, 1, 6, 1, 6], [BUGGY, BUGGY, TANK], [TANK])
    table.when("red", put(3, "D3")).rejected("HX-SETUP-12", "wrong-step")
    table.when("red", put(1, "D3")).asks("placing", "red")
    table.when("red", PassSetupStep()).then(SetupStepPassed, SetupStepBegan(step=3))
    table.when("blue", PassSetupStep()).then(SetupStepBegan(step=4)).asks("placing", "red")
    table.when("red", put(3, "A1")).accepted()
    table.when("blue", put(1, "D9", "N")).then(SetupStepBegan(step=5)).asks("placing", "red")
    table.when("red", PassSetupStep()).rejected("HX-SETUP-05", "must-place", slots="2")
    table.when("red", put(2, "B1")).then(SetupCompleted)


def test_sight_of_scouts() -> None:
    """Step 3 is for hexes that an enemy scout sees, step 4 for the others while there are any."""
    woods = area(D7="forest", C7="forest", E7="forest", B7="forest", F7="forest")
    table = placing([1, 6, 1, 6, 1, 6], [BUGGY], [FOOT, FOOT], (area(), woods))
    table.when("red", put(1, "D3")).then(SetupStepBegan(step=3)).asks("placing", "blue")
    table.when("blue", put(1, "D8", "N")).rejected("HX-SETUP-03", "not-in-sight", "hex")
    assert "D8" not in hexes(table, "blue", 1)
    assert "D7" in hexes(table, "blue", 1)
    table.when("blue", put(1, "D7", "N")).asks("placing", "blue")
    table.when("blue", PassSetupStep()).then(SetupStepBegan(step=4)).asks("placing", "blue")
    table.when("blue", put(2, "D7", "N")).rejected("HX-SETUP-04", "in-sight")
    table.when("blue", put(2, "D8", "N")).then(SetupCompleted)


def test_scouts_see_everything() -> None:
    """Where no hex out of sight is left units are placed in sight."""
    table = placing([1, 6, 1, 6, 1, 6], [BUGGY], [FOOT])
    table.when("red", put(1, "D3")).asks("placing", "blue")
    table.when("blue", PassSetupStep()).asks("placing", "blue")
    table.when("blue", put(1, "D8", "N")).accepted()


def test_sight_does_not_count() -> None:
    """By option steps 3 and 4 are one, and sight is not asked."""
    table = placing([1, 6, 1, 6], [BUGGY], [FOOT], scout_setup="off")
    table.when("red", put(1, "D3")).then(SetupStepSkipped(step=3), SetupStepBegan(step=4))
    table.when("blue", put(1, "D8", "N")).accepted()


# -- where


@pytest.mark.parametrize(
    ("slot", "where", "clause", "reason"),
    [
        (1, "D5", "HX-SETUP-13", "outside-setup-area"),
        (1, "D8", "HX-SETUP-13", "outside-setup-area"),
        (1, "K1", "HX-SETUP-13", "off-the-board"),
        (1, "D2", "HX-TERRAIN-23", "terrain-forbidden"),
        (7, "D1", "HX-SETUP-12", "no-such-slot"),
    ],
)
def test_places_that_are_refused(slot: int, where: str, clause: str, reason: str) -> None:
    """Units are placed in their own area, where terrain lets them be."""
    table = placing([1, 6], [TANK], [TANK], (area(D2="building"), area()))
    table.when("red", put(slot, where)).rejected(clause, reason)
    table.when("red", put(1, "D1", "UP")).rejected("HX-ANGLES-01", "not-among", "facing")


def test_stacking() -> None:
    """Two bases fill a hex, and a unit is placed once."""
    table = placing([1, 6], [TANK] * 3, [TANK])
    table.play(("red", put(1, "D2")), ("blue", put(1, "D9")), ("red", put(2, "D2")))
    table.when("red", put(3, "D2")).rejected("HX-STACK-01", "hex-full")
    table.when("red", put(2, "D1")).rejected("HX-SETUP-12", "slot-used")
    assert "D2" not in hexes(table, "red", 3)


def test_scouts_in_no_mans_land() -> None:
    """By option scouts may be placed in NoMansLand too, but not where an enemy is."""
    table = placing([1, 6], [BUGGY], [BUGGY], scout_setup_area="own_and_nomansland")
    table.when("red", put(1, "D6")).asks("placing", "blue")
    table.when("blue", put(1, "D6")).rejected("HX-SETUP-13", "enemy-there")
    table.when("blue", put(1, "D5")).accepted()


def test_how_units_start() -> None:
    """A unit starts at its initial speed with the facing that is chosen, and without load."""
    table = placing([1, 6], [TANK], [TANK])
    event = table.when("red", put(1, "D2", "NE")).one(UnitPlaced)
    assert (event.facing, event.loads, event.slot) == ("NE", (), 1)
    unit = table.game.units["a1"]
    assert (unit.speed, unit.facing, unit.hidden, unit.loads) == ("stand_still", "NE", False, ())


def test_weapons_that_start_loaded() -> None:
    """By option weapons start with all the load they hold, hidden units' too."""
    table = placing([1, 6] * 4, [TANK, SNIPERS], [TANK], weapons_start_loaded=True)
    table.play(("red", PassSetupStep()), ("red", put(1, "D2")), ("blue", put(1, "D9")))
    table.play(("red", PassSetupStep()), ("red", token(2, "D1")))
    for unit, weapon in (("a1", "main_gun"), ("a2", "musket")):
        assert [(load.weapon, load.count) for load in table.game.units[unit].loads] == [(weapon, 1)]


# -- tokens


def test_tokens_of_hidden_units() -> None:
    """Each hidden unit gets one token, which tells the enemy its id, seat and hex and nothing else."""
    table = placing([1, 6] * 4, [TANK, SNIPERS, SNIPERS], [TANK])
    table.when("red", token(2, "D1")).rejected("HX-SETUP-06", "not-yet-tokens")
    table.when("red", put(2, "D1")).rejected("HX-SETUP-12", "wrong-step")
    table.play(("red", PassSetupStep()), ("red", put(1, "D2")), ("blue", put(1, "D9")), ("red", PassSetupStep()))
    table.when("red", PassSetupStep()).rejected("HX-SETUP-06", "must-place")
    table.when("red", put(2, "D1")).rejected("HX-SETUP-06", "token-needed")
    event = table.when("red", token(3, "D1", "SE")).one(HiddenTokenPlaced)
    mask = table.rules.masks[HiddenTokenPlaced]
    seen: Any = blank(event, hidden_fields(mask, owner_of(mask, event), 1))
    assert (seen.unit, seen.seat, seen.hex, seen.slot, seen.facing) == ("a2", 0, "D1", None, None)
    unit = table.game.units["a2"]
    assert (unit.hidden, unit.facing, table.game.sheets["a2"].kind) == (True, "SE", "snipers")
    assert SNIPERS not in str(table.view("blue"))
    table.when("red", token(3, "D1")).rejected("HX-SETUP-12", "slot-used")
    table.when("red", token(2, "D1")).then(SetupCompleted)


def test_hidden_scout() -> None:
    """A hidden scout may be shown in step 2 or 5, or gets its token in step 6."""
    table = placing([1, 6, 1, 6, 1, 6, 1, 6], [RANGERS, RANGERS, RANGERS], [TANK])
    table.when("red", put(1, "D3")).asks("placing", "red")
    assert not table.game.units["a1"].hidden
    table.when("red", PassSetupStep()).then(SetupStepBegan(step=3)).asks("placing", "blue")
    table.when("blue", put(1, "D9", "N")).then(SetupStepSkipped(step=4), SetupStepBegan(step=5)).asks("placing", "red")
    table.when("red", put(2, "D3")).asks("placing", "red")
    table.when("red", PassSetupStep()).then(SetupStepBegan(step=6)).without(UnitNotDeployed).asks("placing", "red")
    table.when("red", token(3, "D2")).then(SetupCompleted)


# -- without room, in silence


def test_units_without_room() -> None:
    """A unit that finds no hex in its last step is out of the game; before that its side can not pass."""
    table = placing([1, 6], [TANK, TANK, FOOT], [FOOT], (area(**FULL), area()))
    table.when("red", PassSetupStep()).rejected("HX-SETUP-04", "must-place", slots="3")
    table.play(("red", put(3, "D2")), ("blue", put(1, "D9")))
    assert table.offered("red") == ["PassSetupStep"]
    table.when("red", PassSetupStep()).then(
        SetupStepPassed, UnitNotDeployed, UnitNotDeployed, SetupStepCompleted, SetupCompleted
    )
    assert [slot.out for slot in table.game.armies.values()] == [True, True, False, False]


def test_side_without_any_unit_has_lost() -> None:
    """Where a side finds no room for anything the game is over before it begins."""
    table = placing([1, 6], [TANK], [TANK], (area(**FULL), area()))
    table.when("red", PassSetupStep()).then(UnitNotDeployed, PlacementTurnPassed)
    table.when("blue", put(1, "D9")).then(SetupCompleted, GameEnded)


def test_hidden_unit_without_room_stays_a_secret() -> None:
    """That a unit found no room is told, but not which one, where it is hidden."""
    table = placing([1, 6] * 4, [FOOT, "stalker", SNIPERS], [FOOT], (area(**FULL), area()))
    table.play(("red", PassSetupStep()), ("red", put(1, "D2")), ("blue", put(1, "D9")), ("red", PassSetupStep()))
    table.when("red", PassSetupStep()).rejected("HX-SETUP-06", "must-place", slots="3")
    table.when("red", token(3, "D1")).asks("placing", "red")
    event = table.when("red", PassSetupStep()).one(UnitNotDeployed)
    mask = table.rules.masks[UnitNotDeployed]
    seen: Any = blank(event, hidden_fields(mask, owner_of(mask, event), 1))
    assert (event.slot, seen.seat, seen.slot, seen.sheet) == (2, 0, None, None)


def test_silence_of_the_set_up() -> None:
    """Silence passes where that is allowed, else it takes the first hex from the own edge, facing the enemy."""
    table = placing([1, 6, 6, 1, 1, 6, 1, 6], [BUGGY, SNIPERS], [TANK])
    silence(table).then(SetupStepPassed, SetupStepBegan(step=4))
    silence(table).then(UnitPlaced, unit="b1", hex="A9", facing="N").asks("placing", "red")
    silence(table).then(UnitPlaced, unit="a1", hex="A1", facing="S").asks("placing", "red")
    silence(table).then(SetupStepPassed(seat=0, step=5), SetupStepBegan(step=6))
    outcome = silence(table).then(HiddenTokenPlaced, unit="a2", hex="A1", facing="S")
    outcome.then(SetupCompleted).asks("orders", "red", "blue")

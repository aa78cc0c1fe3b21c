"""The six steps of the set-up, and who may be placed in which."""

from itertools import permutations

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    HiddenTokenPlaced,
    PassSetupStep,
    SetupAdvantageGained,
    SetupCompleted,
    SetupDiceRolled,
    SetupStepBegan,
    SetupStepCompleted,
    SetupStepPassed,
    SetupStepSkipped,
    SpotAim,
    SpotHiddenUnit,
    UnitNotDeployed,
    UnitPlaced,
    UnitRevealed,
)
from tests.rulesets.hex_orders.fixtures import infantry, lookout, price, table, tank
from tests.rulesets.hex_orders.setup.fixtures import BUGGY_KIND, FOOT_KIND, SNIPERS_KIND, STOCK, TANK_KIND, entry
from tests.rulesets.hex_orders.setup.full_lists import area_of, placing
from tests.rulesets.hex_orders.setup.steps import (
    STOP,
    deploying,
    enforce_deadline,
    offered_hexes,
    place,
    put_down,
    rows_of,
    token,
)
from tests.rulesets.hex_orders.steps import (
    SILENT,
    begin,
    drop_unused_faces,
    give_default,
    of_kind,
    refused,
    run_service,
)

FIRST, SECOND = (1, 6), (6, 1)  # dice of a step: red places first; red places second


def setup_step(played):
    """Give the setup step under way; 0 when setup is over."""
    return 0 if played.game.setup is None or played.window.kind != "placing" else played.game.setup.step


@pytest.mark.rule("HX-SETUP-01")
def test_huge_units_come_first_and_all_of_them():
    """A side can not finish step 1 with a huge unit left, and nothing else is placed in it."""
    played = deploying(["behemoth", "guard"], ["guard"], FIRST)
    assert setup_step(played) == 1
    refused(played, "red", STOP, "HX-SETUP-01", "must-place")
    refused(played, "red", place(2, "D2"), "HX-SETUP-12", "wrong-step")
    played.faces(*FIRST).when("red", place(1, "D2", "S")).then(UnitPlaced, unit="a1", hex="D2").then(SetupStepCompleted)
    assert setup_step(played) == 4


@pytest.mark.rule("HX-SETUP-01")
def test_a_huge_scout_is_placed_in_step_1():
    """It does not wait for step 2."""
    played = deploying(["runner"], ["guard"], FIRST)
    assert setup_step(played) == 1
    refused(played, "red", STOP, "HX-SETUP-01", "must-place")
    played.faces(*FIRST).when("red", place(1, "D2")).then(UnitPlaced, unit="a1")
    assert setup_step(played) > 2


@pytest.mark.rule("HX-SETUP-02")
def test_in_step_2_any_scouts_are_placed():
    """Of three scouts one is placed and the others wait for step 5; what is no scout is refused."""
    played = deploying(["scout", "scout", "scout", "guard"], ["guard"], FIRST)
    assert setup_step(played) == 2
    refused(played, "red", place(4, "D2"), "HX-SETUP-12", "wrong-step")
    played.when("red", place(1, "A1")).accepted()
    played.faces(*SECOND).when("red", STOP).then(SetupStepCompleted, step=2)
    found = []
    while setup_step(played):
        found.append(setup_step(played))
        played.faces(*FIRST, *FIRST, *FIRST)
        if found[-1] == 5:
            refused(played, "red", STOP, "HX-SETUP-05", "must-place")
            played.when("red", place(2, "B1")).accepted()
            played.when("red", place(3, "C1")).then(SetupCompleted)
            break
        who = "red" if played.window.asks == (0,) else "blue"
        played.when(who, place(4 if who == "red" else 1, "G1" if who == "red" else "G9")).accepted()
    assert found[-1] == 5
    drop_unused_faces(played)


@pytest.mark.rule("HX-SETUP-03")
@pytest.mark.ruling("HX-SETUP-03.2")
def test_step_3_is_for_hexes_that_an_enemy_scout_sees():
    """With a scout in D3 infantry is placed in D8 in step 3 where the line is clear, and not behind a forest."""
    played = deploying(["scout"], ["guard", "guard"], [*FIRST, *FIRST], {"C8": "forest", "D7": "forest"})
    played.when("red", place(1, "D3", "S")).accepted()
    assert setup_step(played) == 3
    refused(played, "blue", place(1, "D8"), "HX-SETUP-03", "not-in-sight")
    played.when("blue", place(1, "C7")).accepted()
    clear = deploying(["scout"], ["guard", "guard"], [*FIRST, *FIRST])
    clear.when("red", place(1, "D3", "S")).accepted()
    assert setup_step(clear) == 3
    clear.when("blue", place(1, "D8")).accepted()


@pytest.mark.rule("HX-SETUP-03")
@pytest.mark.ruling("HX-SETUP-03.2")
def test_a_player_may_leave_units_for_step_4():
    """Step 3 may be passed with units that could be placed."""
    played = deploying(["scout"], ["guard"], [*FIRST, *FIRST, *FIRST], {"D7": "forest"})
    played.when("red", place(1, "D3", "S")).accepted()
    assert setup_step(played) == 3
    played.when("blue", STOP).accepted()
    assert setup_step(played) == 4
    played.when("blue", place(1, "D8")).then(SetupCompleted)


@pytest.mark.rule("HX-SETUP-03")
def test_hidden_units_and_remaining_scouts_do_not_come_in_step_3():
    """They are excepted, in sight or not."""
    played = deploying(["scout"], ["guard", "sniper", "scout"], [*FIRST, *FIRST])
    played.when("red", place(1, "D3", "S")).accepted()
    played.when("blue", STOP).accepted()
    assert setup_step(played) == 3
    for slot in (2, 3):
        refused(played, "blue", place(slot, "D8"), "HX-SETUP-12", "wrong-step")


@pytest.mark.rule("HX-SETUP-03", "HX-SETUP-04")
@pytest.mark.ruling("HX-SETUP-03.3")
def test_with_the_option_off_steps_3_and_4_are_one():
    """With scout_setup off sight does not matter: one step takes seen and unseen hexes."""
    played = deploying(["scout"], ["guard", "guard"], [*FIRST, *FIRST], {"D7": "forest"}, scout_setup="off")
    played.when("red", place(1, "D3", "S")).accepted()
    only = setup_step(played)
    played.when("blue", place(1, "D8")).accepted()
    assert setup_step(played) == only
    played.when("blue", place(2, "C7")).then(SetupCompleted)


@pytest.mark.rule("HX-SETUP-04")
def test_in_step_4_hexes_in_sight_of_a_scout_are_refused():
    """While an unseen legal hex is left, a unit of step 4 is not placed in one that an enemy scout of step 2 sees."""
    played = deploying(["scout"], ["guard"], [*FIRST, *FIRST, *FIRST], {"D7": "forest"})
    played.when("red", place(1, "D3", "S")).accepted()
    played.when("blue", STOP).accepted()
    refused(played, "blue", place(1, "C7"), "HX-SETUP-04", "in-sight")
    played.when("blue", place(1, "D8")).then(SetupCompleted)


@pytest.mark.rule("HX-SETUP-04")
def test_in_step_4_a_seen_hex_is_allowed_when_no_other_is_left():
    """On open ground the scout sees every hex: step 4 takes them."""
    played = deploying(["scout"], ["guard"], [*FIRST, *FIRST, *FIRST])
    played.when("red", place(1, "D3", "S")).accepted()
    played.when("blue", STOP).accepted()
    assert setup_step(played) == 4
    played.when("blue", place(1, "C7")).then(SetupCompleted)


@pytest.mark.rule("HX-SETUP-04")
def test_step_4_places_everything_else():
    """All other units are placed in it; it can not be passed, hidden units and scouts are not for it."""
    played = deploying(["guard", "standard_tank", "sniper"], ["guard"], SECOND)
    played.faces(*SECOND).when("red", STOP).accepted()
    assert setup_step(played) == 4
    played.when("blue", place(1, "D8")).accepted()
    refused(played, "red", STOP, "HX-SETUP-04", "must-place")
    refused(played, "red", place(3, "D2"), "HX-SETUP-12", "wrong-step")
    played.when("red", place(1, "D2")).accepted()
    played.faces(*FIRST, *FIRST).when("red", place(2, "D1")).accepted()
    played.when("red", STOP).accepted()
    assert setup_step(played) == 6


@pytest.mark.rule("HX-SETUP-05")
def test_step_5_places_all_other_scouts():
    """It can not be passed with an open scout left."""
    played = deploying(["scout"], ["guard"], [*FIRST, *FIRST])
    played.when("red", STOP).accepted()
    played.faces(*FIRST).when("blue", place(1, "D8")).accepted()
    assert setup_step(played) == 5
    refused(played, "red", STOP, "HX-SETUP-05", "must-place")
    played.when("red", place(1, "D2")).then(SetupCompleted)


@pytest.mark.rule("HX-SETUP-06")
def test_one_token_for_each_hidden_unit_that_is_not_on_the_board():
    """Of three hidden units one was shown as a scout: two tokens are placed and no third."""
    played = deploying(["guard"], ["lurker", "sniper", "sniper"], FIRST)
    assert setup_step(played) == 2
    played.faces(*FIRST).play(("blue", place(1, "D8")), ("blue", STOP))
    played.faces(*FIRST, *FIRST).when("red", place(1, "D2")).accepted()
    played.when("blue", STOP).accepted()
    assert setup_step(played) == 6
    refused(played, "blue", token(1, "C8"), "HX-SETUP-06", "slot-used")
    refused(played, "blue", place(2, "C8"), "HX-SETUP-06", "token-needed")
    played.when("blue", token(2, "C8", "NE")).then(HiddenTokenPlaced, hex="C8")
    refused(played, "blue", STOP, "HX-SETUP-06", "must-place")
    refused(played, "blue", token(2, "B8"), "HX-SETUP-06", "slot-used")
    played.when("blue", token(3, "B8")).then(SetupCompleted)
    refused(played, "blue", token(3, "E8"), "HX-ORDERS-02", "not-asked")
    assert [row.hidden for row in played.game.units.values() if row.seat == 1] == [False, True, True]


@pytest.mark.rule("HX-SETUP-06")
def test_tokens_look_alike():
    """The enemy sees nothing but the hex of a token: neither the unit nor its facing nor its number."""
    seen = []
    for kinds, slots, facing in ((["sniper", "lurker"], (1, 2), "N"), (["lurker", "sniper"], (2, 1), "SE")):
        played = deploying(["guard"], kinds, FIRST)
        played.faces(*FIRST).when("blue", STOP).accepted()
        played.faces(*FIRST).when("red", place(1, "D2")).accepted()
        played.faces(*FIRST)
        while setup_step(played) == 5:
            played.when("blue", STOP).accepted()
        for slot, name in zip(slots, ("C8", "E8"), strict=True):
            skipped = played.when("blue", token(slot, name, facing)).one(HiddenTokenPlaced)
            assert b"sniper" not in played.drafts[-1].data
            assert (skipped.seat, skipped.slot) == (1, slot)
        seen.append(played.view("red").units)
        drop_unused_faces(played)
    assert seen[0] == seen[1]


@pytest.mark.rule("HX-SETUP-07")
def test_what_stands_behind_a_token_is_recorded_and_told_to_its_owner():
    """The owner's view has the unit and the enemy's has not; the record can not be changed."""
    played = deploying(["guard"], ["sniper", "sniper"], [*FIRST] * 4)
    played.play(("blue", STOP), ("red", place(1, "D2")), ("blue", STOP))
    played.when("blue", token(1, "D8", "NW")).then(HiddenTokenPlaced, hex="D8").without(SetupCompleted)
    refused(played, "blue", token(1, "C8"), "HX-SETUP-06", "slot-used")
    played.when("blue", token(2, "C8", "NW")).then(SetupCompleted)
    assert "Sniper" in str(played.view("blue"))
    assert "Sniper" not in str(played.view("red"))
    assert played.game.sheets["b1"].kind == "sniper"


@pytest.mark.rule("HX-SETUP-07")
def test_on_reveal_the_recorded_unit_is_published():
    """A spotted token shows the unit that was recorded."""
    hidden = infantry(kind="ork_snipers", name="Ork snipers", nation="ork")
    units = [("a1", "D5", "N", lookout("elf"), {"speed": "slow"}), ("b1", "D3", "SE", hidden, {"hidden": True})]
    played = table([6, 1], pace="step", units=units, running={"a1": ("-+-+-", "Spot+Spot")})
    begin(played, "gunnery_1")
    assert "Ork snipers" not in str(played.view("red"))
    while played.window.kind == "fire" and played.window.asks != (0,):
        played.when(played.window.asks[0], SILENT).accepted()
    played.when("red", SpotHiddenUnit(spot=SpotAim(unit="a1", token="b1"))).accepted()
    while played.window.kind == "fire":
        played.when(played.window.asks[0], SILENT).accepted()
    (shown,) = of_kind(run_service(played), UnitRevealed)
    assert (shown.unit, shown.sheet, shown.status.facing) == ("b1", hidden, "SE")
    assert "Ork snipers" in str(played.view("red"))


@pytest.mark.rule("HX-SETUP-15")
@pytest.mark.ruling("HX-SETUP-15.2")
def test_a_hidden_huge_unit_is_placed_openly_in_step_1():
    """It was disclosed, so it gets no token."""
    played = deploying(["guard"], ["colossus"], FIRST)
    assert setup_step(played) == 1
    refused(played, "blue", token(1, "D8"), "HX-SETUP-06", "not-yet-tokens")
    refused(played, "blue", STOP, "HX-SETUP-01", "must-place")
    played.faces(*FIRST).when("blue", place(1, "D8")).then(UnitPlaced, unit="b1")
    assert played.game.units["b1"].hidden is False
    played.when("red", place(1, "D2")).then(SetupCompleted)


@pytest.mark.rule("HX-SETUP-15", "HX-SETUP-05")
@pytest.mark.ruling("HX-SETUP-15.2")
def test_a_hidden_scout_may_be_shown_or_take_a_token():
    """Not placed in step 2 it may skip step 5 and take a token in step 6, or be shown in step 5."""
    for shown in (False, True):
        played = deploying(["guard"], ["lurker"], FIRST)
        assert setup_step(played) == 2
        played.faces(*FIRST).when("blue", STOP).accepted()
        played.faces(*FIRST).when("red", place(1, "D2")).accepted()
        assert setup_step(played) == 5
        if shown:
            played.when("blue", place(1, "D8")).then(SetupCompleted)
        else:
            played.faces(*FIRST).when("blue", STOP).accepted()
            assert setup_step(played) == 6
            played.when("blue", token(1, "D8")).then(SetupCompleted)
        assert played.game.units["b1"].hidden is not shown


@pytest.mark.rule("HX-SETUP-16")
@pytest.mark.ruling("HX-SETUP-16.2")
def test_units_without_a_legal_hex_are_out():
    """On 21 buildings two tanks can not stand: the step is passed, both are out, infantry is placed as usual."""
    kinds = ["standard_tank", "standard_tank", "guard"]
    played = deploying(kinds, ["guard"], FIRST, rows_of((1, 2, 3), "building"))
    refused(played, "red", place(1, "D2"), "HX-TERRAIN-23", "terrain-forbidden")
    out = list(played.events)
    refused(played, "red", STOP, "HX-SETUP-04", "must-place")
    out += played.when("red", place(3, "D2")).then(UnitPlaced, unit="a1").events
    out += played.when("blue", place(1, "D8")).accepted().events
    out += played.when("red", STOP).accepted().events
    assert [(row.seat, row.slot) for row in out if isinstance(row, UnitNotDeployed)] == [(0, 1), (0, 2)]
    assert [row for row in out if isinstance(row, SetupCompleted)]
    assert [played.game.armies[f"0:{slot}"].out for slot in (1, 2, 3)] == [True, True, False]


@pytest.mark.rule("HX-SETUP-16")
@pytest.mark.ruling("HX-SETUP-16.2")
def test_with_room_left_a_unit_has_to_be_placed():
    """With one clear hex and room in it the step is not passed; two tanks fill it and a third is out."""
    hexes = {**rows_of((1, 2, 3), "building"), "D2": "clear"}
    played = deploying(["standard_tank"] * 3, ["guard"], FIRST, hexes)
    refused(played, "red", STOP, "HX-SETUP-04", "must-place")
    out = list(played.when("red", place(1, "D2")).accepted().events)
    out += played.when("blue", place(1, "D8")).accepted().events
    refused(played, "red", STOP, "HX-SETUP-04", "must-place")
    out += played.when("red", place(2, "D2")).accepted().events
    out += played.when("red", STOP).accepted().events
    assert [(row.seat, row.slot) for row in out if isinstance(row, UnitNotDeployed)] == [(0, 3)]


@pytest.mark.rule("HX-SETUP-16")
def test_which_hidden_unit_found_no_room_is_not_told():
    """A hidden tank that can stand in none of 21 buildings is out; which unit it was, its side alone knows."""
    ambush = tank(kind="ambush", name="Ambush", hidden=True, price=price(ip=1))
    kinds, stock = ["guard", "ambush"], (*STOCK, entry(ambush))
    played = deploying(["guard"], kinds, [*FIRST] * 3, rows_of((7, 8, 9), "building"), entries=stock)
    played.play(("blue", STOP), ("red", place(1, "D2")), ("blue", place(1, "D8")), ("blue", STOP))
    (out,) = of_kind(played.events, UnitNotDeployed)
    assert (out.seat, out.owner, out.slot) == (1, 1, 2)
    assert "Ambush" not in str(played.view("red"))
    assert played.game.armies["1:2"].out
    drop_unused_faces(played)


@pytest.mark.rule("HX-GAP-08", "HX-GAP-09", "HX-SETUP-16")
@pytest.mark.parametrize("kinds", sorted(set(permutations(["ambush", "ambush", "lurker"]))))
def test_silence_leaves_no_token_out_for_want_of_an_order(kinds):
    """Of one clear hex among buildings the tanks get all the room, whatever their numbers; the others see the same."""
    ambush = tank(kind="ambush", name="Ambush", hidden=True, price=price(ip=1))
    hexes = rows_of((7, 8, 9), "building") | {"D8": "clear"}
    played = deploying(["guard"], ["guard", *kinds], [*FIRST] * 4, hexes, entries=(*STOCK, entry(ambush)))
    played.play(("blue", STOP), ("red", place(1, "D2")), ("blue", place(1, "A9")), ("blue", STOP))
    placed = [give_default(played).one(HiddenTokenPlaced) for _ in kinds]
    assert [(row.unit, row.hex) for row in placed] == [("b2", "D8"), ("b3", "D8"), ("b4", "A9")]
    drop_unused_faces(played)


@pytest.mark.rule("HX-SETUP-08", "HX-SETUP-12")
@pytest.mark.ruling("HX-SETUP-08.2")
def test_steps_in_which_nobody_places_are_skipped_without_dice():
    """With ordinary units alone only step 4 is played: steps 1 to 3 and 5 and 6 have no dice."""
    played = deploying(["guard"], ["guard"], FIRST)
    skipped = [
        (type(event), event.step) for event in played.events if isinstance(event, SetupStepBegan | SetupStepSkipped)
    ]
    assert skipped == [(SetupStepSkipped, 1), (SetupStepSkipped, 2), (SetupStepSkipped, 3), (SetupStepBegan, 4)]
    played.when("red", place(1, "D2")).accepted()
    last = played.when("blue", place(1, "D8")).then(SetupCompleted)
    assert [event.step for event in last.events if isinstance(event, SetupStepSkipped)] == [5, 6]


@pytest.mark.rule("HX-SETUP-16")
@pytest.mark.ruling("HX-SETUP-16.2")
def test_a_side_none_of_whose_units_finds_room():
    """Two tanks on 21 buildings are all that red has: setup ends although red has nothing on the board."""
    played = deploying(["standard_tank"] * 2, ["guard"], FIRST, rows_of((1, 2, 3), "building"))
    while played.window.kind == "placing":
        who = "red" if played.window.asks == (0,) else "blue"
        played.when(who, STOP if who == "red" else place(1, "D8")).accepted()
    assert [played.game.armies[f"0:{slot}"].out for slot in (1, 2)] == [True, True]
    assert [row.id for row in played.game.units.values()] == ["b1"]
    drop_unused_faces(played)


@pytest.mark.rule("HX-SETUP-08", "HX-SETUP-12")
def test_steps_in_which_nobody_can_place_are_skipped_without_dice() -> None:
    """A step in which nobody can place anything is skipped without dice; ties are thrown again."""
    table = placing([3, 3, 4, 2], [TANK_KIND], [TANK_KIND])
    table.last.then(
        SetupStepSkipped(step=1),
        SetupStepSkipped(step=2),
        SetupStepSkipped(step=3),
        SetupStepBegan(step=4),
        SetupDiceRolled(step=4, faces=(3, 3, 4, 2)),
        SetupAdvantageGained(step=4, seat=0),
    ).asks("placing", "blue")
    table.when("red", put_down(1, "D3")).rejected("HX-SETUP-13", "not-asked")


@pytest.mark.rule("HX-SETUP-01", "HX-SETUP-15")
def test_all_huge_units_are_placed_in_step_1_and_nothing_else() -> None:
    """All huge units are placed in step 1, hidden ones openly, and nothing else is."""
    table = placing([1, 6], ["lurker", TANK_KIND], [TANK_KIND], declared=(["lurker"], []))
    table.when("red", put_down(2, "D2")).rejected("HX-SETUP-12", "wrong-step", slot=2, step=1)
    table.when("red", PassSetupStep()).rejected("HX-SETUP-01", "must-place")
    table.faces(6, 1)
    table.when("red", put_down(1, "D2")).then(UnitPlaced).asks("placing", "blue")
    assert not table.game.units["a1"].hidden
    table.when("blue", put_down(1, "D9", "N")).asks("placing", "red")
    table.when("red", put_down(2, "D2")).rejected("HX-STACK-02", "hex-full")


@pytest.mark.rule("HX-SETUP-02", "HX-SETUP-05")
def test_scouts_may_wait_for_step_5_and_no_longer() -> None:
    """Scouts may wait for step 5, but no longer; only scouts are placed in step 2."""
    table = placing([1, 6, 1, 6, 1, 6, 1, 6], [BUGGY_KIND, BUGGY_KIND, TANK_KIND], [TANK_KIND])
    table.when("red", put_down(3, "D3")).rejected("HX-SETUP-12", "wrong-step")
    table.when("red", put_down(1, "D3")).asks("placing", "red")
    table.when("red", PassSetupStep()).then(SetupStepPassed, SetupStepBegan(step=3))
    table.when("blue", PassSetupStep()).then(SetupStepBegan(step=4)).asks("placing", "red")
    table.when("red", put_down(3, "A1")).accepted()
    table.when("blue", put_down(1, "D9", "N")).then(SetupStepBegan(step=5)).asks("placing", "red")
    table.when("red", PassSetupStep()).rejected("HX-SETUP-05", "must-place", slots="2")
    table.when("red", put_down(2, "B1")).then(SetupCompleted)


@pytest.mark.rule("HX-SETUP-03", "HX-SETUP-04")
def test_step_3_is_for_hexes_in_sight_of_scouts_and_step_4_for_others() -> None:
    """Step 3 is for hexes that an enemy scout sees, step 4 for the others while there are any."""
    woods = area_of(D7="forest", C7="forest", E7="forest", B7="forest", F7="forest")
    table = placing([1, 6, 1, 6, 1, 6], [BUGGY_KIND], [FOOT_KIND, FOOT_KIND], (area_of(), woods))
    table.when("red", put_down(1, "D3")).then(SetupStepBegan(step=3)).asks("placing", "blue")
    table.when("blue", put_down(1, "D8", "N")).rejected("HX-SETUP-03", "not-in-sight", "hex")
    assert "D8" not in offered_hexes(table, "blue", 1)
    assert "D7" in offered_hexes(table, "blue", 1)
    table.when("blue", put_down(1, "D7", "N")).asks("placing", "blue")
    table.when("blue", PassSetupStep()).then(SetupStepBegan(step=4)).asks("placing", "blue")
    table.when("blue", put_down(2, "D7", "N")).rejected("HX-SETUP-04", "in-sight")
    table.when("blue", put_down(2, "D8", "N")).then(SetupCompleted)


@pytest.mark.rule("HX-SETUP-04")
def test_where_all_is_in_sight_units_are_placed_in_sight() -> None:
    """Where no hex out of sight is left units are placed in sight."""
    table = placing([1, 6, 1, 6, 1, 6], [BUGGY_KIND], [FOOT_KIND])
    table.when("red", put_down(1, "D3")).asks("placing", "blue")
    table.when("blue", PassSetupStep()).asks("placing", "blue")
    table.when("blue", put_down(1, "D8", "N")).accepted()


@pytest.mark.rule("HX-SETUP-03", "HX-SETUP-04")
def test_by_option_sight_does_not_count_in_steps_3_and_4() -> None:
    """By option steps 3 and 4 are one, and sight is not asked."""
    table = placing([1, 6, 1, 6], [BUGGY_KIND], [FOOT_KIND], scout_setup="off")
    table.when("red", put_down(1, "D3")).then(SetupStepSkipped(step=3), SetupStepBegan(step=4))
    table.when("blue", put_down(1, "D8", "N")).accepted()


@pytest.mark.rule("HX-GAP-08")
@pytest.mark.ruling("HX-GAP-08.2")
def test_silence_passes_or_takes_the_first_hex() -> None:
    """Silence passes where that is allowed, else it takes the first hex from the own edge, facing the enemy."""
    table = placing([1, 6, 6, 1, 1, 6, 1, 6], [BUGGY_KIND, SNIPERS_KIND], [TANK_KIND])
    enforce_deadline(table).then(SetupStepPassed, SetupStepBegan(step=4))
    enforce_deadline(table).then(UnitPlaced, unit="b1", hex="A9", facing="N").asks("placing", "red")
    enforce_deadline(table).then(UnitPlaced, unit="a1", hex="A1", facing="S").asks("placing", "red")
    enforce_deadline(table).then(SetupStepPassed(seat=0, step=5), SetupStepBegan(step=6))
    outcome = enforce_deadline(table).then(HiddenTokenPlaced, unit="a2", hex="A1", facing="S")
    outcome.then(SetupCompleted).asks("orders", "red", "blue")

"""What an entry has shown of the other side's secrets is not taken back, be it shown by what did not happen.

Every test here says by which marks an entry stays: `marks_of` looks whether each of them keeps it by itself, and that
nothing else in it would.

No mark is needed where dice that the side has seen lie in the same entry: shots of units that stay hidden, area fire,
for which an open enemy is in the hex too, and spotting in the open. None may stand on an event that is secret where a
hidden unit is its cause, since being refused would tell of it: `MoveOverstacked`, `UnitTookOff`, `UnitLanded`,
`SpeedChanged`, `OrderReplacedByDefault`, `UnitShaken`, `HexEffectTriggered`, `AimExpired`, `SpotFailed` and others.
Those that hang on hidden units come with a public one that is marked: `MovesChosen`, since a side with tokens is asked
in every movement step, `FleeHexChosen`, `HexContested`, `AssaultCancelled`, `UnitRetreated` or `DamageApplied`.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.messages import TakeBack
from adjudicator.rulesets.hex_orders.model.messages import (
    AssaultCancelled,
    ChooseContestedHex,
    ChooseFleeHex,
    DamageApplied,
    FireHexEffect,
    FleeHexChosen,
    HexContested,
    HexEffect,
    HexEffectPlaced,
    HexEffectTriggered,
    MoveOverstacked,
    PlacementTurnPassed,
    SetupStepBegan,
    SetupStepCompleted,
    SetupStepSkipped,
    UnitLanded,
    UnitMoved,
    UnitNotDeployed,
    UnitRetreated,
)
from adjudicator.rulesets.hex_orders.rules.gunnery.fire_window import WINDOW as FIRE
from tests.kit import Table
from tests.rulesets.hex_orders.assault.fixtures import FORWARD, SLOW, STAY, model_that_fights, mover, stander
from tests.rulesets.hex_orders.assault.steps import fight
from tests.rulesets.hex_orders.damage.fixtures import pending_result
from tests.rulesets.hex_orders.damage.steps import before_acid
from tests.rulesets.hex_orders.fixtures import infantry, table, tank, weapon
from tests.rulesets.hex_orders.gunnery.fixtures import TOKEN, shooter
from tests.rulesets.hex_orders.orders.fixtures import tank_with_orders
from tests.rulesets.hex_orders.orders.test_flying import winged_infantry
from tests.rulesets.hex_orders.retreats.fixtures import MAY_RETREAT, base_without_dice
from tests.rulesets.hex_orders.retreats.steps import decide_retreat, retreat_unit, try_retreat
from tests.rulesets.hex_orders.setup.fixtures import FIRST, terms
from tests.rulesets.hex_orders.setup.steps import STOP, area, army, deploying, huge_units_named, load_lists, rows_of
from tests.rulesets.hex_orders.steps import SILENT, begin, of_kind, run_service, silent_until

LEARNT = [("WG-BACK-03", "something-learnt")]
SIZES = ("small", "huge")


def faults(played: Table, who: str) -> list[tuple[str, str]]:
    """Try to take the last entry back: clause and reason of every fault."""
    return [(row.clause, row.reason) for row in played.refused(TakeBack(to=played.protocol.seq), who)]


def marks_of(played: Table, who: str) -> set[str]:
    """Name the kinds of events by which the last entry of a side is not taken back, each of them by itself."""
    usual = played.rules
    marked = {type(event) for event, _ in played.ruled if usual.masks[type(event)].reveals}
    plain = {kind: replace(usual.masks[kind], reveals=False) for kind in marked}
    keeping = set()
    for kind in marked:
        others = {other: mask for other, mask in plain.items() if other is not kind}
        played.rules = dataclasses.replace(usual, masks={**usual.masks, **others})
        keeping |= {kind.__name__} if faults(played, who) == LEARNT else set()
    played.rules = dataclasses.replace(usual, masks={**usual.masks, **plain})
    assert not faults(played, who), "it would stay without its marks too"
    played.rules = usual
    assert faults(played, who) == (LEARNT if keeping else [])
    return keeping


def names(*kinds: type[Any]) -> set[str]:
    """Name kinds of events."""
    return {kind.__name__ for kind in kinds}


# -- in the set-up


def on_the_eve(*red: str) -> Table:
    """Let both sides finish the map, step by step, so that dice are entries of their own."""
    played = load_lists(pace="step")
    played.when("referee", terms()).accepted()
    huge_units_named(played)
    played.play(("red", army(*red)), ("blue", army("guard")), ("red", area()), ("blue", area()), ("red", SILENT))
    return played


@pytest.mark.rule("WG-BACK-03", "HX-SETUP-08")
def test_with_which_step_a_set_up_begins_is_not_taken_back():
    """Who leaves NoMansLand as it is, and sees in which step somebody has something to place, says no more of it.

    A step that is skipped comes with another that begins, or with the end of the set-up.
    """
    played = on_the_eve("scout")
    played.when("blue", SILENT).then(SetupStepSkipped(step=1), SetupStepBegan(step=2))
    assert marks_of(played, "blue") == names(SetupStepSkipped, SetupStepBegan)


@pytest.mark.rule("WG-BACK-03", "HX-SETUP-08", "HX-SETUP-11")
def test_that_a_step_is_over_is_not_taken_back():
    """Who passes, and so learns that the other side has nothing left in the step, passes for good.

    A step that is over comes with another that begins or is skipped, or with the end of the set-up.
    """
    played = on_the_eve("scout", "guard")
    played.faces(*FIRST)
    played.when("blue", SILENT).accepted()
    run_service(played)
    played.when("red", STOP).then(SetupStepCompleted(step=2))
    assert marks_of(played, "red") >= names(SetupStepCompleted)


@pytest.mark.rule("WG-BACK-03", "HX-SETUP-16")
def test_that_a_unit_found_no_room_is_not_taken_back():
    """Who passes since its tanks find no room has told that they are out.

    It comes with what a pass tells: whose turn it is, or that the step is over.
    """
    played = deploying(["standard_tank"], ["guard"], FIRST, rows_of((1, 2, 3), "building"))
    played.when("red", STOP).then(UnitNotDeployed, PlacementTurnPassed)
    assert marks_of(played, "red") == names(UnitNotDeployed, PlacementTurnPassed)


@pytest.mark.rule("WG-BACK-03", "HX-SETUP-11")
def test_what_the_course_has_told_is_not_taken_back():
    """Who has passed, and so learnt that the other side has something left, places nothing in that step any more."""
    played = deploying(["scout", "guard"], ["scout"] * 2, [1, 6])
    played.when("red", STOP).then(PlacementTurnPassed(seat=1, quota=0))
    assert marks_of(played, "red") == names(PlacementTurnPassed)


# -- in the game


@pytest.mark.rule("WG-BACK-03", "HX-CONT-07")
@pytest.mark.parametrize(("face", "rises"), [(2, False), (3, True)])
def test_a_cloud_of_acid_is_not_taken_back(face, rises):
    """Who has passed and seen a cloud rise from a token, or none, does not have its acid rolled anew."""
    played = before_acid(face)
    played.when("blue", SILENT).accepted()
    assert bool(of_kind(played.events, HexEffectPlaced)) is rises
    assert marks_of(played, "blue") == names(DamageApplied, *[HexEffectPlaced] * rises)


@pytest.mark.rule("WG-BACK-03", "HX-HEXFX-01", "HX-GUNNERY-21")
def test_what_a_fired_cloud_has_shown_is_not_taken_back():
    """Who gasses a token without a die of its own, and sees that nobody turns face up, fires for good."""
    gas = HexEffect(kind="poison_cloud", level=4, grade="", density=4)
    pots = weapon("pots", weapon_range=4, always_loaded=True, damage=None, hex_effect=gas, automatic=True)
    units = [("a1", "D5", "N", shooter(pots), SLOW), ("b1", "D3", "S", infantry(nation="ork", hidden=True), TOKEN)]
    played = table([1] * 5, units=units, running={"a1": (STAY, "Fire+-"), "b1": (STAY,)})
    begin(played, "gunnery_1")
    fire = FireHexEffect(unit="a1", weapon="pots", models=(1,), hex="D3", exit="", use_aim=False)
    silent_until(played, FIRE, 0).when("red", fire).then(HexEffectPlaced, HexEffectTriggered)
    assert marks_of(played, "red") == names(HexEffectPlaced)


def with_a_flyer(size: str) -> Table:
    """Let the last pass of Gunnery 2 be blue's, with damage on a flyer of red above a token of its own side."""
    falls = (pending_result("speed_set", word="slow"),)
    flyer = replace(winged_infantry(), nation="dwarf")
    units = [
        ("a1", "D3", "S", flyer, {"speed": "gliding", "pending": falls}),
        ("a2", "D3", "S", infantry(nation="dwarf", hidden=True, size=size), TOKEN),
        ("b1", "D8", "N", infantry(hidden=True), TOKEN),
    ]
    played = table(units=units, turn=5, running=dict.fromkeys(("a1", "a2", "b1"), (STAY,)))
    begin(played, "gunnery_2")
    return silent_until(played, FIRE, 1)


@pytest.mark.rule("WG-BACK-03", "HX-DTABLE-09", "HX-ORDERS-37")
@pytest.mark.parametrize("size", SIZES)
def test_whether_damage_brings_a_flyer_down_is_not_taken_back(size):
    """Who has passed and seen that a token leaves no room to land, or some, does not spot it instead."""
    played = with_a_flyer(size)
    played.when("blue", SILENT).accepted()
    assert bool(of_kind(played.events, UnitLanded)) is (size == "small")
    assert marks_of(played, "blue") == names(DamageApplied)


@pytest.mark.rule("WG-BACK-03", "HX-ASSAULT-07", "HX-STACK-04")
@pytest.mark.parametrize("size", SIZES)
def test_what_followed_on_the_hex_of_an_exchange_is_not_taken_back(size):
    """Who has chosen where an exchange is fought, and seen whom a token holds back, does not choose anew."""
    units = [
        ("a1", "D5", "N", model_that_fights("ork", abilities=MAY_RETREAT), SLOW),
        ("b1", "D4", "S", model_that_fights(), SLOW),
        ("b2", "B3", "S", infantry(), SLOW),
        ("b3", "B4", "S", infantry(hidden=True, size=size), TOKEN),
    ]
    played = table(units=units, running={**dict.fromkeys(("a1", "b1", "b2"), (FORWARD,)), "b3": (STAY,)})
    begin(played, "movement_1")
    silent_until(played, "exchange", 0).when("red", ChooseContestedHex(exchange="x1", hex="D5")).then(HexContested)
    held = [row.unit for row in of_kind(played.events, MoveOverstacked)]
    assert held == (["b2"] if size == "huge" else [])
    assert marks_of(played, "red") == names(HexContested, *[UnitMoved] * (not held))


@pytest.mark.rule("WG-BACK-03", "HX-ORDERS-32", "HX-STACK-04")
@pytest.mark.parametrize("size", SIZES)
def test_whether_a_fleeing_unit_found_room_is_not_taken_back(size):
    """Who lets an enemy flee into a token's hex, and sees whether there was room, does not choose anew."""
    units = [
        ("a1", "G9", "N", tank_with_orders("Flee+-+-", nation="ork"), SLOW),
        ("a2", "F9", "N", infantry(nation="ork", hidden=True, size=size), TOKEN),
        ("b1", "E9", "N", tank(nation="elf")),
    ]
    running = {"a1": ("Flee+-+-",), "a2": (STAY,), "b1": (STAY,)}
    played = table(units=units, running=running, hexes={"G8": "building"})
    begin(played, "movement_1")
    silent_until(played, "flee", 1).when("blue", ChooseFleeHex(unit="a1", hex="F9")).accepted()
    held = bool(of_kind(played.events, MoveOverstacked))
    assert held is (size == "huge")
    assert marks_of(played, "blue") == names(FleeHexChosen, *[UnitMoved] * (not held))


def besieged(size: str) -> list[Any]:
    """Set three bases of red around D5, too many to enter, and a token of red with the first of them."""
    ork = base_without_dice("ork")
    around = [("a1", "D6", "N", ork, SLOW), ("a2", "C5", "SE", ork, SLOW), ("a3", "E5", "SW", ork, SLOW)]
    return [*around, ("a4", "D6", "N", base_without_dice("ork", hidden=True, size=size), TOKEN)]


@pytest.mark.rule("WG-BACK-03", "HX-RETREAT-07", "HX-RETREAT-10")
@pytest.mark.parametrize("size", SIZES)
def test_what_followed_on_a_retreat_is_not_taken_back(size):
    """Who has retreated, and seen a winner give way to a token or not, does not go elsewhere instead."""
    rows = [mover(unit, place, "D5") for unit, place in (("a1", "D6"), ("a2", "C5"), ("a3", "E5"))]
    played, _ = fight(*rows, stander("b1", "D5"), units=[*besieged(size), ("b1", "D5", "S", base_without_dice())])
    silent_until(played, "retreats", 1).when("blue", retreat_unit("b1", "D4")).then(UnitRetreated, unit="b1")
    assert [row.unit for row in of_kind(played.events, UnitRetreated)] == ["b1", *["a1"] * (size == "huge")]
    assert marks_of(played, "blue") == names(UnitRetreated)


@pytest.mark.rule("WG-BACK-03", "HX-ASSAULT-37", "HX-RETREAT-10")
@pytest.mark.parametrize("size", SIZES)
def test_what_followed_on_a_fight_that_was_called_off_is_not_taken_back(size):
    """Who has said that its second base stays, and seen whom a token makes give way, does not let it go after all."""
    shy = base_without_dice(abilities=MAY_RETREAT)
    units = [
        *besieged(size),
        ("a5", "B3", "N", base_without_dice("ork"), SLOW),
        ("b1", "D5", "S", shy),
        ("b2", "B2", "S", shy),
    ]
    running = {**dict.fromkeys(("a1", "a2", "a3", "a5"), (FORWARD,)), **dict.fromkeys(("a4", "b1", "b2"), (STAY,))}
    played = table([6, 6], units=units, running=running)
    begin(played, "movement_1")
    silent_until(played, "retreat_attempt", 1).when("blue", try_retreat("b1", "b2")).accepted()
    played.when("blue", decide_retreat("b1", "D4")).then(UnitRetreated, unit="b1")
    played.when("blue", decide_retreat("b2", go=False)).then(AssaultCancelled, MoveOverstacked)
    gone = [row.unit for row in of_kind(played.events, UnitRetreated)]
    assert gone == ["a1"] * (size == "huge")
    assert marks_of(played, "blue") == names(AssaultCancelled, *[UnitRetreated] * bool(gone))

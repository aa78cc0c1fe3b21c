"""Swamps and wings, fights that are called off: what a strict reader of the movement step found wanting."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.messages import (
    AssaultCancelled,
    AttemptPreAssaultRetreat,
    DecidePreAssaultRetreat,
    SpeedChanged,
    StuckRolled,
    UnitMoved,
    UnitRetreated,
    UnitTookOff,
)
from tests.rulesets.hex_orders.givens import ability, begin, infantry, speed, table, tank, top, unit
from tests.rulesets.hex_orders.said import kept
from tests.rulesets.hex_orders.said_fire import settle_until, silence

ORDERS = ("A[gliding],F+-+-", "B[slow],F+-+-", "-+-+-")
WINGED = tank(speeds=(
    speed("stand_still", *ORDERS), speed("slow", *ORDERS), speed("fast", *ORDERS),
    speed("gliding", *ORDERS, flying=True),
))  # fmt: skip


def leaves(pace, order, dice=()):
    """A tracked unit with wings leaves a swamp for clear ground in Movement 1."""
    units = [("a1", "D5", "N", WINGED, {"speed": pace}), ("b1", "A1", "N", tank(), {})]
    played = table(dice, hexes={"D5": "swamp"}, units=units, running={"a1": (order,)}, pace="step")
    return played, [*begin(played, "movement_1").events, *silence(played)]


@pytest.mark.rule("HX-TERRAIN-33", "HX-STACK-06")
def test_who_takes_off_first_does_not_get_stuck():
    """Changes of speed before a move come before stuck rolls: who takes off in the same part does not roll."""
    played, events = leaves("slow", "A[gliding],F+-+-")
    assert kept(events, UnitTookOff)
    assert not kept(events, StuckRolled)
    assert unit(played, "a1").hex == "D4"


@pytest.mark.rule("HX-TERRAIN-20", "HX-STACK-06")
@pytest.mark.parametrize(("face", "where"), [(2, "D5"), (3, "D4")])
def test_who_lands_first_may_get_stuck(face, where):
    """Who lands in a swamp and wants to leave it in the same part has to roll like one that stood there."""
    played, events = leaves("gliding", "B[slow],F+-+-", (face,))
    assert [each.stuck for each in kept(events, StuckRolled)] == [face == 2]
    assert unit(played, "a1").hex == where


SHY = infantry(abilities=(ability("pre_assault_retreat", 2),))


@pytest.mark.rule("HX-ASSAULT-37", "HX-RETREAT-10")
def test_who_goes_off_to_a_fight_that_is_called_off_makes_room():
    """Two assaults are called off at once: an enemy comes into the hex that a mover of the other fight leaves."""
    units = [
        ("a1", "D5", "N", tank(), {"speed": "slow"}), ("a2", "C6", "NE", replace(SHY, nation="ork"), {"speed": "slow"}),
        ("b1", "D4", "S", SHY, {}), ("b2", "D6", "N", tank(nation="spartan"), {"speed": "slow"}),
    ]  # fmt: skip
    played = table((6, 6), units=units, running=dict.fromkeys(("a1", "a2", "b2"), ("F+-+-",)), pace="step")
    begin(played, "movement_1")
    events = []
    while top(played).kind != "advance":
        silence(played, until="retreat_attempt")
        if top(played).kind == "retreat_attempt":
            (seat,) = top(played).asks
            played.when(seat, AttemptPreAssaultRetreat(units=(("a2", "b1")[seat],))).accepted()
            settle_until(played, "retreat_decision")
        while top(played).kind == "retreat_decision":
            (seat,) = top(played).asks
            go = DecidePreAssaultRetreat(unit=("a2", "b1")[seat], go=True, hex="", turn="none")
            events += [*played.when(seat, go).accepted().events, *settle_until(played, "retreat_decision")]
    assert len(kept(events, AssaultCancelled)) == 2
    assert {(each.unit, each.hex) for each in kept(events, UnitMoved)} == {("a1", "D4"), ("b2", "D5")}


@pytest.mark.rule("HX-ABILITIES-03", "HX-ORDERS-09")
@pytest.mark.parametrize(("knows", "after"), [(True, "slow"), (False, "stand_still")])
def test_only_who_can_be_slow_is_slow_after_a_retreat(knows, after):
    """A base that stands and has no speed slow retreats before the assault and stands still."""
    speeds = SHY.speeds if knows else (SHY.speeds[0],)
    base = replace(SHY, speeds=speeds, ladder=SHY.ladder if knows else ("stand_still",))
    units = [("a1", "D6", "N", tank(), {"speed": "slow"}), ("b1", "D5", "N", base, {})]
    played = table((6,), units=units, running={"a1": ("F+-+-",)}, pace="step")
    begin(played, "movement_1")
    silence(played, until="retreat_attempt")
    played.when("blue", AttemptPreAssaultRetreat(units=("b1",))).accepted()
    silence(played, until="retreat_decision")
    outcome = played.when("blue", DecidePreAssaultRetreat(unit="b1", go=True, hex="D6", turn="none"))
    outcome.accepted()
    assert bool(kept(outcome.events, SpeedChanged)) == knows
    assert unit(played, "b1").speed == after


@pytest.mark.rule("HX-RETREAT-02", "HX-RETREAT-04")
@pytest.mark.parametrize(("facing", "where", "displaced"), [("N", "D6", False), ("S", "C5", True)])
def test_a_retreat_cites_what_decides_its_hex(facing, where, displaced):
    """Only a base that can not go straight back is told that it goes to the closest hex instead."""
    units = [
        ("a1", "D6", "N", tank(), {"speed": "slow"}), ("a2", "D4", "N", tank(), {}),
        ("b1", "D5", facing, SHY, {}),
    ]  # fmt: skip
    played = table((6,), units=units, running={"a1": ("F+-+-",)}, pace="step")
    begin(played, "movement_1")
    silence(played, until="retreat_attempt")
    played.when("blue", AttemptPreAssaultRetreat(units=("b1",))).accepted()
    silence(played, until="retreat_decision")
    outcome = played.when("blue", DecidePreAssaultRetreat(unit="b1", go=True, hex=where, turn="none")).accepted()
    (cited,) = (clauses for event, clauses in played.ruled if event == outcome.one(UnitRetreated))
    assert "HX-RETREAT-02" in cited
    assert ("HX-RETREAT-04" in cited) == displaced

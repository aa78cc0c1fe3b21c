"""Tracks and wheels that get stuck in a swamp."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.hex_orders.model.messages import DifficultTerrainTokenPlaced, StuckRolled, UnitMoved
from adjudicator.rulesets.hex_orders.rules.board import entering
from tests.rulesets.hex_orders.board.fixtures import WALKER
from tests.rulesets.hex_orders.board.steps import after_one_step
from tests.rulesets.hex_orders.fixtures import field, infantry, line, model, table, tank, with_orders
from tests.rulesets.hex_orders.orders.steps import begin_movement, resolve
from tests.rulesets.hex_orders.steps import (
    begin,
    carry_out_steps,
    continue_to,
    events_of_kind,
    hexes_of,
    of_kind,
    play_steps,
    unit,
)


@pytest.mark.rule("HX-TERRAIN-20")
@pytest.mark.parametrize("word", ["tracked", "wheeled", "track", "wheel"])
@pytest.mark.ruling("HX-TERRAIN-20.2")
def test_tracks_and_wheels_get_stuck_on_1_and_2(word):
    """Each step that would take it out of a swamp such a unit rolls: on 1 or 2 it stays, without a token."""
    for face in (1, 2):
        played = after_one_step(tank(types=("vehicle", word)), "clear", "swamp", dice=(face,))
        row = unit(played, "a1")
        assert (row.hex, row.difficult) == ("D5", 0)
    for face in (3, 6):
        assert unit(after_one_step(tank(types=("vehicle", word)), "clear", "swamp", dice=(face,)), "a1").hex == "D4"


@pytest.mark.rule("HX-TERRAIN-20")
@pytest.mark.ruling("HX-TERRAIN-20.2")
def test_a_stuck_unit_tries_again_in_the_next_step():
    """A tracked tank rolls 2 and stays, rolls 3 in the next step and leaves."""
    units = [("a1", "D5", "N", tank(), {"speed": "fast"})]
    played = table([2, 3], pace="step", hexes={"D5": "swamp"}, units=units, running={"a1": ("F+F+-",)})
    (stuck,) = of_kind(carry_out_steps(played, "movement_1"), StuckRolled)
    assert (stuck.unit, stuck.face, stuck.stuck) == ("a1", 2, True)
    assert (unit(played, "a1").hex, unit(played, "a1").difficult) == ("D5", 0)
    events = carry_out_steps(played, "movement_2")
    (free_again,) = of_kind(events, StuckRolled)
    assert (free_again.face, free_again.stuck) == (3, False)
    assert [row.hex for row in of_kind(events, UnitMoved)] == ["D4"]


@pytest.mark.rule("HX-TERRAIN-20")
def test_who_never_rolls_for_being_stuck():
    """Infantry, walkers, and units whose order keeps them in their hex do not roll."""
    assert unit(after_one_step(infantry(), "clear", "swamp"), "a1").hex == "D4"
    assert unit(after_one_step(WALKER, "clear", "swamp"), "a1").hex == "D4"
    assert unit(after_one_step(with_orders(tank(), "R+-+-"), "clear", "swamp", order="R+-+-"), "a1").facing == "NE"
    assert unit(after_one_step(tank(), "clear", "swamp", order="B+-+-"), "a1").speed == "stand_still"


@pytest.mark.rule("HX-TERRAIN-20")
@pytest.mark.ruling("HX-TERRAIN-20.2")
def test_a_stuck_unit_still_changes_speed_and_keeps_its_tokens():
    """A stuck unit may still change its speed and keeps the tokens that it has; it gains none."""
    order = "A,F+-+-"
    played = after_one_step(with_orders(tank(), order), "forest", "swamp", order=order, held=1, dice=(1,))
    row = unit(played, "a1")
    assert (row.hex, row.speed, row.difficult_hex, row.difficult) == ("D5", "fast", "D4", 1)


@pytest.mark.rule("HX-TERRAIN-20")
@pytest.mark.parametrize(("face", "hexes"), [(2, ["D4", "D4", "D3"]), (1, ["D4", "D4", "D3"]), (3, ["D4", "D3", "D2"])])
@pytest.mark.ruling("HX-TERRAIN-20.3")
def test_with_on_entry_the_roll_comes_on_entering(face, hexes):
    """With swamp_stuck_timing on_entry one roll is made on entering; on 1 or 2 the next step does not leave."""
    units = [("a1", "D5", "N", with_orders(tank(), "F+F+F"), {"speed": "fast"})]
    played = table(
        [face],
        {"swamp_stuck_timing": "on_entry"},
        pace="step",
        hexes={"D4": "swamp"},
        units=units,
        running={"a1": ("F+F+F",)},
    )
    found = []
    for step in ("movement_1", "movement_2", "movement_3"):
        carry_out_steps(played, step)
        found.append(unit(played, "a1").hex)
    assert found == hexes


@pytest.mark.rule("HX-TERRAIN-20")
@pytest.mark.parametrize(("face", "stays"), [(2, True), (3, False)])
def test_tracks_in_a_swamp_are_held_by_1_and_2(face: int, stays: bool) -> None:
    """Tracks in a swamp roll before they leave it: 1 and 2 hold them."""
    played = begin_movement(
        dice=[face],
        hexes={"D5": "swamp"},
        units=[("a1", "D5", "N", tank(), {"speed": "slow"})],
        running={"a1": ("F+-+-",)},
    )
    resolve(played).then(StuckRolled, unit="a1", face=face, stuck=stays)
    assert hexes_of(played, "a1") == ["D5" if stays else "D4"]


@pytest.mark.rule("HX-TERRAIN-20")
def test_by_option_tracks_are_held_when_they_come_in() -> None:
    """By option tracks roll when they come in, and are held in the next movement step."""
    played = begin_movement(
        dice=[1],
        hexes={"D4": "swamp"},
        units=[("a1", "D5", "N", tank(), {"speed": "fast"})],
        running={"a1": ("F+F+-",)},
        options={"swamp_stuck_timing": "on_entry"},
    )
    resolve(played).then(UnitMoved, hex="D4").asks("sinking", "table")
    resolve(played).then(StuckRolled, face=1, stuck=True)
    begin(played, "movement_2")
    resolve(played).without(UnitMoved)
    begin(played, "movement_3")


@pytest.mark.rule("HX-TERRAIN-20")
def test_tracks_and_wheels_get_stuck_in_swamp():
    """Tracked and wheeled units roll in a swamp, others do not."""
    words = {"a1": ("tank", "tracked"), "a2": ("wheeled",), "a3": ("infantry",)}
    game = field({"D5": "swamp"}, [(id, "D5", "N", tank(types=word)) for id, word in words.items()])
    assert [entering.may_get_stuck(game, id, "D5") for id in words] == [True, True, False]
    assert not entering.may_get_stuck(game, "a1", "D4")


@pytest.mark.rule("HX-TERRAIN-18", "HX-TERRAIN-19", "HX-TERRAIN-20")
@pytest.mark.parametrize(("size", "faces"), [("medium", [3]), ("large", [3, 4]), ("huge", [3, 4, 5])])
def test_big_tracks_pay_to_leave_a_swamp_and_roll_at_each_attempt(size: str, faces: list[int]) -> None:
    """A tracked unit rolls at every F that would take it out, and a big one pays 1 or 2 points more besides."""
    units = [("a1", "D5", "N", with_orders(tank(size=size), "F+F+F"), {"speed": "fast"})]
    played = table(faces, pace="step", hexes={"D5": "swamp"}, units=units, running={"a1": ("F+F+F",)})
    for number in range(1, len(faces) + 1):
        assert unit(played, "a1").hex == "D5"
        events = carry_out_steps(played, f"movement_{number}")
        assert [(row.face, row.stuck) for row in of_kind(events, StuckRolled)] == [(faces[number - 1], False)]
    assert (unit(played, "a1").hex, unit(played, "a1").difficult) == ("D4", 0)


@pytest.mark.rule("HX-TERRAIN-20", "HX-MOVE-01", "HX-MOVE-06", "HX-GAP-09")
def test_hidden_units_pay_and_roll_like_others_and_in_secret() -> None:
    """A hidden tank works its way out of a swamp into a forest: its token stays, then moves, and nobody sees why."""
    units = [
        ("a1", "D5", "N", with_orders(tank(hidden=True), "F+F+F"), {"speed": "fast", "hidden": True}),
        ("b1", "A1", "S", infantry(nation="ork")),
    ]
    hexes = {"D5": "swamp", "D4": "forest", **dict.fromkeys(("B2", "B3", "C3", "C4"), "mountains")}
    played = table([2, 3, 6], pace="step", hexes=hexes, units=units, running={"a1": ("F+F+F",)})
    where = []
    for number in (1, 2, 3):
        if number == 1:
            play_steps(played, "movement_1")
        else:
            continue_to(played, f"movement_{number}")
        where.append((unit(played, "a1").hex, unit(played, "a1").difficult))
    assert where == [("D5", 0), ("D5", 1), ("D4", 0)]
    assert [(row.owner, row.stuck) for row in events_of_kind(played, StuckRolled)] == [
        (0, True),
        (0, False),
        (0, False),
    ]
    assert [row.owner for row in events_of_kind(played, DifficultTerrainTokenPlaced)] == [0]
    assert [row.hex for row in events_of_kind(played, UnitMoved)] == ["D4"]
    assert unit(played, "a1").hidden


@pytest.mark.rule("HX-TERRAIN-20", "HX-ASSAULT-08")
@pytest.mark.parametrize(("face", "stays"), [(2, True), (3, False)])
def test_by_option_a_winner_that_comes_in_rolls_too(face: int, stays: bool) -> None:
    """A tracked winner comes into the swamp that it fought for: by option it rolls, and 1 and 2 hold it there next."""
    ork = with_orders(tank(nation="ork", models=(model("ork", line(1, 1)),)), "F+F+-")
    elf = with_orders(infantry(models=(model("elf", line(0, 6)),)), "-+-+-")
    units = [("a1", "D4", "S", ork, {"speed": "fast"}), ("b1", "D5", "NE", elf, {"speed": "stand_still"})]
    options = {"swamp_stuck_timing": "on_entry"}
    orders = {"a1": ("F+F+-",), "b1": ("-+-+-",)}
    played = table([1, 1, face], options, pace="step", hexes={"D5": "swamp"}, units=units, running=orders)
    play_steps(played, "movement_1")
    continue_to(played, "assault_1")
    assert hexes_of(played, "a1") == ["D5"]
    assert [(row.unit, row.stuck) for row in events_of_kind(played, StuckRolled)] == [("a1", stays)]
    continue_to(played, "movement_2")
    assert hexes_of(played, "a1") == ["D5" if stays else "D6"]

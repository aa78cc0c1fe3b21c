"""The tokens of units that work their way into a difficult hex."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    ChooseMoves,
    DifficultTerrainTokenPlaced,
    DifficultTerrainTokensLost,
    HexContested,
    MoveChoice,
    MoveChoices,
    ResolveMovement,
    RetreatUnit,
    UnitMoved,
)
from adjudicator.rulesets.hex_orders.model.rows import Running
from tests.kit import Table
from tests.rulesets.hex_orders.fixtures import infantry, table, tank, with_orders
from tests.rulesets.hex_orders.orders.fixtures import tank_with_orders
from tests.rulesets.hex_orders.orders.steps import begin_movement, resolve
from tests.rulesets.hex_orders.steps import SILENT, begin, carry_out_steps, innermost_window, of_kind, run_service, unit

TOKEN = {"difficult_hex": "D4", "difficult": 1}


def difficult_tokens(played: Table, id: str = "a1") -> tuple[str, str, int]:
    """Give the hex of a unit and its tokens."""
    row = unit(played, id)
    return row.hex, row.difficult_hex, row.difficult


def walker(sheet, order, hexes, *others, speed="slow", options=None, dice=(), **changes):
    """Put a unit that faces N into D5 with an order."""
    units = [("a1", "D5", "N", sheet, {"speed": speed, **changes}), *others]
    return table(dice, options, pace="step", hexes=hexes, units=units, running={"a1": (order,)})


@pytest.mark.rule("HX-MOVE-01")
def test_too_few_tokens_keep_a_unit_where_it_is():
    """A tank that goes forward into a forest stays and gains one token for that hex."""
    played = walker(tank(), "F+-+-", {"D4": "forest"})
    (gained,) = of_kind(carry_out_steps(played, "movement_1"), DifficultTerrainTokenPlaced)
    assert (gained.unit, gained.hex, gained.tokens) == ("a1", "D4", 1)
    assert difficult_tokens(played) == ("D5", "D4", 1)


@pytest.mark.rule("HX-MOVE-02")
def test_enough_tokens_let_it_in_and_are_discarded():
    """With one token for the forest the tank enters it, and has none left."""
    played = walker(tank(), "F+-+-", {"D4": "forest"}, **TOKEN)
    events = carry_out_steps(played, "movement_1")
    assert [row.hex for row in of_kind(events, UnitMoved)] == ["D4"]
    assert difficult_tokens(played) == ("D4", "", 0)


@pytest.mark.rule("HX-MOVE-02")
def test_tokens_for_another_hex_do_not_count():
    """Tokens count only for the hex that they were gained for."""
    played = walker(tank(), "F+-+-", {"D4": "forest"}, difficult_hex="E5", difficult=1)
    carry_out_steps(played, "movement_1")
    assert difficult_tokens(played) == ("D5", "D4", 1)


@pytest.mark.rule("HX-MOVE-03")
def test_a_hex_of_2_is_entered_on_the_second_attempt():
    """Attempts 1 and 2: stay, enter."""
    played = walker(tank(), "F+F+-", {"D4": "forest"}, speed="fast")
    carry_out_steps(played, "movement_1")
    assert difficult_tokens(played) == ("D5", "D4", 1)
    carry_out_steps(played, "movement_2")
    assert difficult_tokens(played) == ("D4", "", 0)


@pytest.mark.rule("HX-MOVE-04")
def test_a_hex_of_3_is_entered_on_the_third_attempt():
    """Attempts 1, 2 and 3 at rough ground with smoke: a token, a second, enter."""
    played = walker(with_orders(tank(), "F+F+F"), "F+F+F", {"D4": "rough+smoke"}, speed="fast")
    found = []
    for step in ("movement_1", "movement_2", "movement_3"):
        carry_out_steps(played, step)
        found.append(difficult_tokens(played))
    assert found == [("D5", "D4", 1), ("D5", "D4", 2), ("D4", "", 0)]


@pytest.mark.rule("HX-MOVE-04", "HX-MOVE-05")
@pytest.mark.ruling("HX-MOVE-05.3")
def test_tokens_last_from_turn_to_turn():
    """A fast unit gains two tokens with F+F+- and enters with its first F of the next turn."""
    played = walker(tank(), "F+F+-", {"D4": "rough+smoke"}, speed="fast")
    carry_out_steps(played, "movement_1", "movement_2", "movement_3")
    assert difficult_tokens(played) == ("D5", "D4", 2)
    carry_out_steps(played, "aftermath")
    played.set(turn=2).put("running", Running("a1", ("F", "F", "-"), (("-", "-"),)), key="unit")
    carry_out_steps(played, "movement_1")
    assert difficult_tokens(played) == ("D4", "", 0)


@pytest.mark.rule("HX-MOVE-05")
@pytest.mark.parametrize(("order", "goes"), [("R+-+-", []), ("L+-+-", []), ("Rev+-+-", ["D6"])])
@pytest.mark.ruling("HX-MOVE-05.2")
def test_any_other_movement_loses_the_tokens(order, goes):
    """Turning in place or reversing loses all tokens."""
    played = walker(with_orders(tank(), order), order, {"D4": "forest"}, **TOKEN)
    events = carry_out_steps(played, "movement_1")
    assert [row.unit for row in of_kind(events, DifficultTerrainTokensLost)] == (["a1"] if not goes else [])
    assert [row.hex for row in of_kind(events, UnitMoved)] == goes
    assert difficult_tokens(played)[1:] == ("", 0)


@pytest.mark.rule("HX-MOVE-05")
@pytest.mark.parametrize(
    ("order", "choice"), [("360+-+-", {"facing": "S"}), ("Chase+-+-", {}), ("Flee+-+-", {"hex": "E6"})]
)
@pytest.mark.ruling("HX-MOVE-05.2")
def test_open_movements_lose_the_tokens_too(order, choice):
    """360, Chase and Flee count as movements that are no attempt at the hex."""
    enemy = ("b1", "A4", "N", infantry())
    played = walker(with_orders(infantry(nation="ork"), order), order, {"D4": "ruins"}, enemy, **TOKEN)
    begin(played, "movement_1")
    run_service(played)
    while innermost_window(played).kind == "intents":
        played.when(innermost_window(played).asks[0], SILENT).accepted()
        run_service(played)
    assert (innermost_window(played).kind == "moves") is bool(choice)
    if choice:
        settings = MoveChoice(**{"unit": "a1", "facing": "", "hex": "", "other": "", **choice})
        played.when("red", ChooseMoves(choices=MoveChoices(choices=(settings,)))).accepted()
        run_service(played)
    row = unit(played, "a1")
    assert (row.difficult_hex, row.difficult) == ("", 0)
    assert (row.facing, row.hex) != ("N", "D5")


@pytest.mark.rule("HX-MOVE-05")
@pytest.mark.ruling("HX-MOVE-05.3")
def test_an_attempt_at_another_hex_loses_the_tokens():
    """Going into another hex loses them, and working towards another difficult one starts anew."""
    played = walker(tank(), "F+-+-", {"D4": "clear"}, difficult_hex="E5", difficult=1)
    carry_out_steps(played, "movement_1")
    assert difficult_tokens(played) == ("D4", "", 0)
    units = [("a1", "D5", "NE", tank(), {"speed": "slow", "difficult_hex": "D4", "difficult": 1})]
    played = table(pace="step", hexes={"D4": "forest", "E5": "forest"}, units=units, running={"a1": ("F+-+-",)})
    carry_out_steps(played, "movement_1")
    assert difficult_tokens(played) == ("D5", "E5", 1)


@pytest.mark.rule("HX-MOVE-05")
@pytest.mark.parametrize(("order", "speed"), [("-+-+-", "slow"), ("A+-+-", "slow"), ("B+-+-", "slow")])
@pytest.mark.ruling("HX-MOVE-05.2")
def test_what_is_no_movement_keeps_the_tokens(order, speed):
    """No action and a bare change of speed keep them."""
    played = walker(with_orders(tank(), order), order, {"D4": "forest"}, speed=speed, **TOKEN)
    carry_out_steps(played, "movement_1")
    assert difficult_tokens(played) == ("D5", "D4", 1)


@pytest.mark.rule("HX-MOVE-05")
@pytest.mark.ruling("HX-MOVE-05.2")
def test_a_unit_that_is_stuck_or_held_back_keeps_its_tokens():
    """Being stuck and being held back are no movement."""
    played = walker(tank(), "F+-+-", {"D5": "swamp", "D4": "forest"}, dice=[2], **TOKEN)
    carry_out_steps(played, "movement_1")
    assert difficult_tokens(played) == ("D5", "D4", 1)
    friends = [("a2", "D4", "N", infantry(nation="dwarf")), ("a3", "D4", "N", infantry(nation="dwarf"))]
    played = walker(tank(), "F+-+-", {"D4": "forest"}, *friends, **TOKEN)
    carry_out_steps(played, "movement_1")
    assert difficult_tokens(played) == ("D5", "D4", 1)


@pytest.mark.rule("HX-MOVE-05", "HX-TERRAIN-20")
@pytest.mark.parametrize("ground", ["clear", "swamp"])
@pytest.mark.ruling("HX-TERRAIN-20.2", "HX-MOVE-05.2")
def test_a_retreat_loses_the_tokens(ground):
    """A tank with a token for D4 that loses an assault and retreats has none; out of a swamp it does not roll."""
    # red: four dice fail; blue: one success of four; two deflections fail; four armour dice fail; damage 1
    played = walker(
        tank(),
        "-+-+-",
        {"D5": ground},
        ("b1", "D4", "S", infantry(), {"speed": "slow"}),
        speed="stand_still",
        dice=[1, 1, 1, 1, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
        **TOKEN,
    )
    events = carry_out_steps(played, "movement_1", "assault_1")
    while innermost_window(played).kind not in {"retreats", "advance"}:
        events += played.when(innermost_window(played).asks[0], SILENT).accepted().events
        events += run_service(played)
    played.when("red", RetreatUnit(unit="a1", hex="D6", turn="none")).accepted()
    run_service(played)
    assert difficult_tokens(played) == ("D6", "", 0)


@pytest.mark.rule("HX-MOVE-06")
@pytest.mark.ruling("HX-MOVE-06.1")
def test_placing_a_token_is_no_assault():
    """A tank that only places a token for a forest with an enemy in it starts no fight."""
    played = walker(tank(), "F+-+-", {"D4": "forest"}, ("b1", "D4", "N", infantry()))
    events = carry_out_steps(played, "movement_1")
    assert not of_kind(events, HexContested)
    assert difficult_tokens(played) == ("D5", "D4", 1)


@pytest.mark.rule("HX-MOVE-06")
@pytest.mark.ruling("HX-MOVE-06.1")
def test_who_places_a_token_is_a_stationary_defender():
    """An enemy that enters the tank's own hex in the same step finds it stationary."""
    others = [("b1", "D4", "N", infantry()), ("b2", "D6", "N", infantry(), {"speed": "slow"})]
    played = walker(tank(), "F+-+-", {"D4": "forest"}, *others)
    begin(played, "movement_1")
    (fight,) = of_kind(played.when("table", ResolveMovement()).events, HexContested)
    assert fight.hex == "D5"
    assert [(row.unit, row.origin, row.goal) for row in fight.units] == [("a1", "D5", ""), ("b2", "D6", "D5")]


@pytest.mark.rule("HX-MOVE-06")
def test_who_places_a_token_does_not_stack_in_the_hex():
    """A third base only works its way towards a hex with two friends: it is not held back for that."""
    friends = [("a2", "D4", "N", infantry(nation="dwarf")), ("a3", "D4", "N", infantry(nation="dwarf"))]
    played = walker(tank(), "F+-+-", {"D4": "forest"}, *friends)
    carry_out_steps(played, "movement_1")
    assert (difficult_tokens(played), unit(played, "a1").pinned) == (("D5", "D4", 1), 0)


@pytest.mark.rule("HX-MOVE-01", "HX-MOVE-02")
def test_a_unit_may_work_its_way_in_backwards():
    """An attempt by Rev gains a token for the hex behind, and the next one enters it."""
    played = walker(with_orders(tank(), "Rev+Rev+-"), "Rev+Rev+-", {"D6": "ruins"})
    carry_out_steps(played, "movement_1")
    assert difficult_tokens(played) == ("D5", "D6", 1)
    carry_out_steps(played, "movement_2")
    assert (difficult_tokens(played), unit(played, "a1").facing) == (("D6", "", 0), "N")


@pytest.mark.rule("HX-MOVE-01", "HX-MOVE-02", "HX-TERRAIN-14")
def test_a_hex_of_cost_2_takes_a_token_of_a_first_attempt() -> None:
    """A hex of cost 2 is entered on the second attempt, with the token of the first."""
    settings: dict[str, Any] = {"hexes": {"D4": "forest"}, "running": {"a1": ("F+-+-",)}}
    first = begin_movement(units=[("a1", "D5", "N", tank(), {"speed": "slow"})], **settings)
    resolve(first).then(DifficultTerrainTokenPlaced, unit="a1", hex="D4", tokens=1).without(UnitMoved)
    ready = {"speed": "slow", "difficult_hex": "D4", "difficult": 1}
    second = begin_movement(units=[("a1", "D5", "N", tank(), ready)], **settings)
    resolve(second).then(UnitMoved, hex="D4").cites("HX-MOVE-02", "HX-TERRAIN-14")
    assert unit(second, "a1").difficult == 0


@pytest.mark.rule("HX-MOVE-05")
def test_other_movement_loses_the_tokens_and_a_dash_keeps_them() -> None:
    """Tokens go with any movement that is no attempt to enter their hex, and stay with a dash."""
    ready = {"speed": "slow", "difficult_hex": "D4", "difficult": 1}
    units = [
        ("a1", "D5", "N", tank_with_orders("R+-+-"), ready),
        ("a2", "B5", "S", tank(), {**ready, "difficult_hex": "B4"}),
    ]
    played = begin_movement(units=units, running={"a1": ("R+-+-",), "a2": ("-+R+-",)})
    resolve(played).then(DifficultTerrainTokensLost, unit="a1")
    assert (unit(played, "a1").difficult, unit(played, "a2").difficult) == (0, 1)

"""Rulings of orders that are carried out: where they lead, what they cost, when they are judged."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    DifficultTerrainTokensLost,
    OrderReplacedByDefault,
    StuckRolled,
    UnitMoved,
    UnitTookOff,
)
from tests.rulesets.hex_orders.assault.fixtures import SLOW
from tests.rulesets.hex_orders.board.steps import after_one_step, attempts_needed
from tests.rulesets.hex_orders.fixtures import infantry, speed, table, tank, with_orders
from tests.rulesets.hex_orders.orders.steps import choose_open_part, choosing, positions_after
from tests.rulesets.hex_orders.steps import (
    asked,
    carry_out_steps,
    events_of_kind,
    of_kind,
    places,
    refused,
    rolls_of_game,
    silence,
    unit,
)

LEADER = infantry(nation="dwarf", leader_follow=True)
FAR = ("b1", "A1", "S", infantry(nation="elf"))


@pytest.mark.rule("HX-TERRAIN-20")
@pytest.mark.ruling("HX-TERRAIN-20.2")
@pytest.mark.parametrize(("order", "facing"), [("R,F+-+-", "NE"), ("F,R+-+-", "NE")])
def test_who_is_stuck_may_still_turn(order, facing):
    """A stuck tank turns in its hex before or after the move that it can not make."""
    played = after_one_step(with_orders(tank(), order), "clear", "swamp", order=order, dice=(2,))
    assert places(played)[:2] == ("D5", facing)
    assert [row.stuck for row in events_of_kind(played, StuckRolled)] == [True]


@pytest.mark.rule("HX-TERRAIN-20")
@pytest.mark.ruling("HX-TERRAIN-20.2")
@pytest.mark.parametrize(("face", "tokens"), [(2, 1), (3, 2)])
def test_the_stuck_roll_comes_before_tokens(face, tokens):
    """A tank with a token for a smoky forest rolls before it gets its next one, on every attempt."""
    played = after_one_step(tank(), "forest+smoke", "swamp", held=1, dice=(face,))
    assert [row.face for row in events_of_kind(played, StuckRolled)] == [face]
    assert (unit(played, "a1").hex, unit(played, "a1").difficult) == ("D5", tokens)


@pytest.mark.rule("HX-TERRAIN-33")
@pytest.mark.ruling("HX-TERRAIN-33.3")
def test_who_flies_and_pays_for_terrain_is_still_never_stuck():
    """With flying_ignores_terrain off tracks in the air pay for leaving a swamp, and do not roll."""
    bird = tank(types=("vehicle", "tracked", "flying"), size="large")
    assert attempts_needed(bird, "clear", "swamp", flying_ignores_terrain=False) == 2
    played = after_one_step(bird, "clear", "swamp", held=1, flying_ignores_terrain=False)
    assert (unit(played, "a1").hex, rolls_of_game(played)) == ("D4", [])


@pytest.mark.rule("HX-MOVE-05")
@pytest.mark.ruling("HX-MOVE-05.2")
def test_following_loses_the_tokens():
    """A follower that goes another way loses its tokens for the hex ahead."""
    held = {"speed": "slow", "difficult_hex": "D4", "difficult": 1}
    follower = with_orders(infantry(nation="dwarf"), "Follow+-+-")
    units = [("a1", "D5", "N", follower, held), ("a2", "D8", "N", LEADER), FAR]
    played = table(pace="step", hexes={"D4": "ruins"}, units=units, running={"a1": ("Follow+-+-",)})
    carry_out_steps(played, "movement_1")
    row = unit(played, "a1")
    assert (row.hex, row.difficult_hex, row.difficult) == ("D6", "", 0)


@pytest.mark.rule("HX-MOVE-05")
@pytest.mark.ruling("HX-MOVE-05.2")
@pytest.mark.parametrize(("order", "lost"), [("A,R+-+-", ["a1"]), ("B+-+-", []), ("A[fast]+-+-", [])])
def test_a_change_of_speed_keeps_the_tokens_and_a_turn_beside_it_does_not(order, lost):
    """A and B alone are no movement; R in the same part is."""
    held = {"speed": "slow", "difficult_hex": "D4", "difficult": 1}
    units = [("a1", "D5", "N", with_orders(tank(), order), held)]
    played = table(pace="step", hexes={"D4": "forest"}, units=units, running={"a1": (order,)})
    events = carry_out_steps(played, "movement_1")
    assert [row.unit for row in of_kind(events, DifficultTerrainTokensLost)] == lost


@pytest.mark.rule("HX-ORDERS-09")
@pytest.mark.ruling("HX-ORDERS-09.2")
@pytest.mark.parametrize(
    ("order", "pace", "after"),
    [
        ("A[fast]+-+-", "stand_still", "fast"),
        ("A[rest]+-+-", "slow", "rest"),
        ("B[stand_still]+-+-", "fast", "stand_still"),
        ("B[fast]+-+-", "slow", "fast"),
        ("B+-+-", "crawling", "crawling"),
        ("B+-+-", "rest", "rest"),
    ],
)
def test_a_speed_in_brackets_may_be_any_of_the_units_own(order, pace, after):
    """A[X] and B[X] lead to any speed of the unit; off the ladder a plain A or B leads nowhere."""
    assert positions_after(order, infantry(), speed=pace, steps=1)[0][2] == after


@pytest.mark.rule("HX-ORDERS-26")
@pytest.mark.ruling("HX-ORDERS-26.2")
def test_a_chase_goes_where_its_quarry_was_when_the_step_began():
    """An enemy at D4 goes on to D3 in the same step: who stands next to it at D5 comes into D4 and meets nobody."""
    runner = with_orders(tank(nation="ork"), "F+-+-")
    others = [("b1", "D4", "N", runner, SLOW)]
    found = positions_after(
        "Chase+-+-", infantry(nation="elf"), at="D5", speed="slow", others=others, running={"b1": ("F+-+-",)}, steps=1
    )
    assert found == [("D4", "N", "slow")]


@pytest.mark.rule("HX-ORDERS-26")
@pytest.mark.ruling("HX-ORDERS-26.2")
def test_who_is_nearest_is_judged_when_the_step_begins():
    """Of enemies at distance 2 and 3 the nearer one is chased, though it goes away in the same step."""
    runner = with_orders(tank(nation="ork"), "F+-+-")
    units = [
        ("a1", "D5", "S", with_orders(infantry(nation="elf"), "Chase+-+-"), SLOW),
        ("b1", "D3", "N", runner, SLOW),
        ("b2", "D8", "N", tank(nation="ork"), {"speed": "stand_still"}),
    ]
    played = choosing(*units, a1="Chase+-+-", b1="F+-+-")
    silence(played)
    assert places(played)[:2] == ("D4", "N")


@pytest.mark.rule("HX-ORDERS-26")
@pytest.mark.ruling("HX-ORDERS-26.2")
@pytest.mark.parametrize(("quarry", "to", "facing"), [("b1", "D4", "N"), ("b2", "D6", "S")])
def test_of_equally_near_enemies_the_owner_picks(quarry, to, facing):
    """Between D2 and D8, both three hexes away from D5, the owner chooses, and a hex that nears neither is refused."""
    units = [
        ("a1", "D5", "NE", with_orders(infantry(nation="elf"), "Chase+-+-"), SLOW),
        ("b1", "D2", "S", tank(nation="ork"), {"speed": "stand_still"}),
        ("b2", "D8", "N", tank(nation="ork"), {"speed": "stand_still"}),
    ]
    played = choosing(*units, a1="Chase+-+-")
    assert asked(played)[:2] == ("moves", (0,))
    for name in ("C5", "C6", "E5", "E6"):
        refused(played, "red", choose_open_part("a1", name), "HX-ORDERS-26", "no-such-course")
    played.when("red", choose_open_part("a1", to, other=quarry)).accepted()
    silence(played)
    assert places(played)[:2] == (to, facing)


@pytest.mark.rule("HX-ORDERS-27")
@pytest.mark.ruling("HX-ORDERS-27.1")
@pytest.mark.parametrize(("out", "ordered"), [("", []), ("destroyed", ["Follow"])])
def test_a_leader_leads_while_it_is_on_the_board(out, ordered):
    """A leader gives Follow whatever it does itself; once it is gone nobody follows."""
    follower = with_orders(infantry(nation="dwarf"), "Follow+-+-")
    units = [("a1", "D7", "N", follower, SLOW), ("a2", "D4", "N", LEADER, {"out": out}), FAR]
    played = table(pace="step", units=units, running={"a1": ("Follow+-+-",)})
    events = carry_out_steps(played, "movement_1")
    assert [row.ordered for row in of_kind(events, OrderReplacedByDefault) if row.unit == "a1"] == ordered
    assert [row.way == "follow" for row in of_kind(events, UnitMoved) if row.unit == "a1"] == [not out]


@pytest.mark.rule("HX-ORDERS-27")
@pytest.mark.ruling("HX-ORDERS-27.2")
def test_a_follower_goes_where_its_leader_was_when_the_step_began():
    """The leader goes from D4 to E4, its follower from D5 into D4, which is then free."""
    leader = with_orders(LEADER, "F+-+-")
    others = [("a2", "D4", "NE", leader, SLOW), FAR]
    found = positions_after(
        "Follow+-+-",
        infantry(nation="dwarf"),
        at="D5",
        facing="S",
        speed="slow",
        others=others,
        running={"a2": ("F+-+-",)},
        steps=1,
    )
    assert found == [("D4", "N", "slow")]


@pytest.mark.rule("HX-ORDERS-30")
@pytest.mark.ruling("HX-ORDERS-30.2")
def test_a_flight_is_judged_by_where_enemies_stood_when_the_step_began():
    """Of an enemy at D3 that goes on to D4 in the step, hexes at distance 3 from D3 are far enough, and no others."""
    units = [
        ("a1", "D5", "N", with_orders(infantry(nation="elf"), "Flee+-+-"), SLOW),
        ("b1", "D3", "S", with_orders(tank(nation="ork"), "F+-+-"), SLOW),
        ("b2", "B9", "N", infantry(nation="ork", hidden=True), {"hidden": True, "speed": "stand_still"}),
    ]
    played = choosing(*units, a1="Flee+-+-", b1="F+-+-")
    while asked(played)[1] != (0,):
        (seat,) = asked(played)[1]
        window = played.window
        played.when(seat, played.rules.windows[window.kind].default_command(played.game, window, seat)).accepted()
    for name in ("C5", "D4", "E5"):
        refused(played, "red", choose_open_part("a1", name), "HX-ORDERS-30", "no-such-course")
    for name in ("C6", "D6", "E6"):
        assert not played.refused(choose_open_part("a1", name), "red")
    silence(played)
    assert places(played)[0] == "E6"


@pytest.mark.rule("HX-ORDERS-37")
@pytest.mark.ruling("HX-ORDERS-37.2")
def test_who_takes_off_and_moves_in_one_part_flies_over_what_would_stop_it():
    """With A[gliding],F a vehicle flies from the ground over a building in the same part."""
    glider = tank(speeds=(*tank().speeds, speed("gliding", "-+-+-", flying=True)))
    order = "A[gliding],F+-+-"
    played = after_one_step(with_orders(glider, order), "building", order=order)
    assert len(events_of_kind(played, UnitTookOff)) == 1
    assert places(played) == ("D4", "N", "gliding")

"""What is kept of a game's tables says the same as the tables, and nothing once they have changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.rows import BoardHex, Choice
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, on_board, order_of_ids, units_in
from adjudicator.rulesets.hex_orders.rules.orders.expected_enemies import (
    ExpectedEnemy,
    imaginable_enemies,
    plan_may_meet_enemy,
    plan_meets_enemy,
    plans_of_answers,
)
from adjudicator.rulesets.hex_orders.rules.orders.movement_codes import open_part_of, plan_of
from adjudicator.rulesets.hex_orders.rules.setup.setup_placement import can_place, legal_hexes, units_for_step
from tests.rulesets.hex_orders.fixtures import infantry, tank
from tests.rulesets.hex_orders.orders.steps import carrying_out
from tests.rulesets.hex_orders.test_playouts import Scene
from tests.rulesets.tables import UncheckedTable

MOVEMENT = ("movement_1", "movement_2", "movement_3")


def _plans(game: Game) -> list[Any]:
    """Ask for each unit's plans twice, so that what was kept of the first question answers the second."""
    units = [row.id for row in on_board(game)] * 2
    wishes = [None, *(Choice("", facing=facing) for facing in ("N", "S"))]
    return [(open_part_of(game, unit), [plan_of(game, unit, wish) for wish in wishes]) for unit in units]


def _bare(game: Game) -> Game:
    """Give a copy that has nothing but its tables."""
    bare = game.fork()
    bare.derived = None
    return bare


def _scanned(game: Game) -> list[list[str]]:
    """List the units on the board from the table alone: all, and those of each seat."""
    rows = sorted((row for row in game.units.values() if not row.out), key=lambda row: order_of_ids(row.id))
    return [[row.id for row in rows if seat in (None, row.seat)] for seat in (None, *SEATS)]


def _listed(game: Game) -> list[list[str]]:
    return [[row.id for row in on_board(game, seat)] for seat in (None, *SEATS)]


def _may_meet(game: Game, seat: int) -> tuple[str, ...]:
    """Try every plan of every open choice against every enemy, however far off."""
    enemies: tuple[ExpectedEnemy, ...] = imaginable_enemies(game, seat, tuple(game.hexes))
    found = ((row.id, open_part_of(game, row.id)) for row in on_board(game, seat))
    return tuple(
        unit
        for unit, item in found
        if item.is_open() and any(plan_meets_enemy(game, plan, enemies) for plan in plans_of_answers(game, unit, item))
    )


@pytest.mark.parametrize(
    ("scenario", "seed", "way"),
    [
        ("asymmetric", 4, "auto"),
        pytest.param("pure_tank", 2, "step", marks=pytest.mark.long),
        pytest.param("infantry", 3, "auto", marks=pytest.mark.long),
    ],
)
def test_in_a_game_answers_are_those_of_the_tables(scenario: str, seed: int, way: str) -> None:
    """After every command the index, the plans and who may meet an enemy are what the tables alone give."""
    driver = Scene(scenario, seed, way, UncheckedTable)
    judged = 0
    for _ in range(260):
        if driver.table.window is None:
            break
        who, command = driver.next()
        driver.table.when(who, command).accepted()
        game = driver.table.game
        assert _listed(game) == _scanned(game)
        assert all([row.id for row in units_in(game, name)] == _in_hex(game, name) for name in game.hexes)
        assert game.setup is None or all(map(_says_where_there_is_room, [game] * 2, SEATS))
        if game.step in MOVEMENT:
            judged += 1
            assert _plans(game) == _plans(_bare(game))
            assert [plan_may_meet_enemy(game, seat) for seat in SEATS] == [_may_meet(game, seat) for seat in SEATS]
    assert judged


def _in_hex(game: Game, name: str) -> list[str]:
    return [unit for unit in _scanned(game)[0] if game.units[unit].hex == name]


def _says_where_there_is_room(game: Game, seat: int) -> bool:
    """Tell whether a side is told to have room in every step of the setup just where it has a legal hex."""
    steps = range(1, 7)
    due = {step: units_for_step(game, seat, step) for step in steps}
    room = [any(legal_hexes(game, seat, slot.sheet, step) for slot in due[step]) for step in steps]
    return room == [can_place(game, seat, step) for step in steps]


def _move(game: Game) -> None:
    game.units["b1"] = replace(game.units["b1"], hex="D8")


def _leave(game: Game) -> None:
    game.units["b1"] = replace(game.units["b1"], out="destroyed")


def _turn(game: Game) -> None:
    game.units["a1"] = replace(game.units["a1"], facing="SE")


def _order(game: Game) -> None:
    row = game.running["a1"]
    game.running["a1"] = replace(row, movement=("Flee", "-", "-"))


def _change_terrain(game: Game) -> None:
    game.hexes["D6"] = BoardHex("building")


def _next_step(game: Game) -> None:
    game.step = "movement_2"


@pytest.mark.parametrize("change", [_move, _leave, _turn, _order, _change_terrain, _next_step])
def test_a_change_of_a_table_is_noticed(change: Callable[[Game], None]) -> None:
    """What was kept before does not answer after a change, and a fork's change does not reach its game."""
    orders = "F+-+-" if change is _turn else "Chase+360+-"
    enemies = [("b1", "D4", "N", tank(nation="ork")), ("b2", "A1", "N", tank(nation="ork"))]
    game: Game = carrying_out(orders, tank(), *enemies, at="D7", facing="S").game
    before = _plans(game)
    twin = game.fork()
    change(twin)
    assert _plans(twin) == _plans(_bare(twin)) != before
    assert _listed(twin) == _scanned(twin)
    assert _plans(game) == before == _plans(_bare(game))


def test_what_is_kept_is_no_table() -> None:
    """It is neither dumped nor compared with the state."""
    game: Game = carrying_out("Chase+-+-", infantry(), ("b1", "D4", "N", tank(nation="ork")), at="D7").game
    before = game.dump()
    _plans(game)
    assert "derived" not in Game.ALL
    assert game.dump() == before

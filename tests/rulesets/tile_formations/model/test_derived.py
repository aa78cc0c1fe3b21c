"""What is kept of a game's tables says the same as the tables, and nothing once they have changed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.tile_formations.model.derived import KINDS_KEPT, derived_of
from adjudicator.rulesets.tile_formations.model.options import ADVANCE, ENGAGE
from adjudicator.rulesets.tile_formations.model.rows import Cell
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.movement.move_graph import ZONES_KEPT, MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.path_search import path_ends
from adjudicator.rulesets.tile_formations.rules.movement.places import ground_of
from adjudicator.rulesets.tile_formations.rules.movement.speed import MoveMode
from adjudicator.rulesets.tile_formations.rules.zones.leave_duty import could_leave_at_once
from adjudicator.rulesets.tile_formations.rules.zones.zones import enemy_zones
from tests.rulesets.tables import UncheckedTable
from tests.rulesets.tile_formations.fixtures import infantry, table, vehicle, war_engine
from tests.rulesets.tile_formations.test_playouts import ScenarioDriver

MODES = tuple(MoveMode(action, cautious) for action in (ADVANCE, ENGAGE) for cautious in (False, True))


def _answers(game: Game, units: list[str]) -> list[Any]:
    """Ask twice of each, so that what was kept of the first question answers the second."""
    graphs = [MoveGraph(game, unit, mode) for unit in units for mode in MODES * 2]
    return [(path_ends(graph), could_leave_at_once(graph), graph.owners, dict(graph.zones)) for graph in graphs]


def _from_tables(game: Game, units: list[str]) -> list[Any]:
    """Ask a copy that has nothing but its tables."""
    bare = game.fork()
    bare.derived = None
    return _answers(bare, units)


def _small_game() -> Game:
    played = table(
        "",
        {
            "a1.1": ((3, 3), infantry()),
            "a1.2": ((5, 3), vehicle()),
            "a2.1": ((4, 4), war_engine()),
            "b1.1": ((7, 3), infantry()),
            "b1.2": ((3, 7), vehicle()),
        },
        terrain={(4, 2): "woods"},
    )
    game: Game = played.game
    return game


UNITS = ["a1.1", "a1.2", "a2.1", "b1.1", "b1.2"]


def _move(game: Game) -> None:
    game.units["b1.1"] = replace(game.units["b1.1"], tile="E3")


def _leave(game: Game) -> None:
    game.units["b1.1"] = game.units["b1.1"].taken_off("destroyed")


def _lose_zone(game: Game) -> None:
    game.units["b1.1"] = replace(game.units["b1.1"], zone_lost="x1")


def _break(game: Game) -> None:
    game.formations["b1"] = replace(game.formations["b1"], state="broken")


def _change_tile(game: Game) -> None:
    game.cells["D3"] = Cell("cliffs")


def _change_sheet(game: Game) -> None:
    game.sheets["a1.1"] = replace(game.sheets["a1.1"], speed=1)


def _change_options(game: Game) -> None:
    game.options = replace(game.options, zoc_radius=2, stacking_limit=2, broken_units_have_zoc=False)


def _become_allies(game: Game) -> None:
    game.sides[1] = replace(game.sides[1], side=game.sides[0].side)


CHANGES = (_move, _leave, _lose_zone, _break, _change_tile, _change_sheet, _change_options, _become_allies)


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_a_table_is_noticed(change: Callable[[Game], None]) -> None:
    """What was kept before does not answer after a change, and a fork's change does not reach its game."""
    game = _small_game()
    if change is _break:
        game.options = replace(game.options, broken_units_have_zoc=False)
    before = _answers(game, UNITS)
    twin = game.fork()
    change(twin)
    units = [unit for unit in UNITS if not twin.units[unit].out]
    after = _answers(twin, units)
    assert after == _from_tables(twin, units)
    assert units != UNITS or after != before
    assert _answers(game, UNITS) == before == _from_tables(game, UNITS)


def test_zones_are_worked_out_once_while_units_stand_still() -> None:
    """The same question of the same tables gets the same object, of a fork too."""
    game = _small_game()
    found = enemy_zones(game, 0)
    assert enemy_zones(game.fork(), 0) is found
    game.units["a1.1"] = replace(game.units["a1.1"], cautious=True)
    assert enemy_zones(game, 0) is found


def test_what_is_known_of_enemies_holds_while_they_stand_still() -> None:
    """Own moves leave what is known of places against the enemy as it is; a move of an enemy does not."""
    game = _small_game()
    known = ground_of(game, "a1.1")
    game.units["a2.1"] = replace(game.units["a2.1"], tile="E6")
    assert ground_of(game, "a1.1") is known
    _move(game)
    assert ground_of(game, "a1.1") is not known


def test_of_kinds_of_units_some_are_kept() -> None:
    """However many kinds of unit are asked about, what is kept of the ground is of a few of them, and says the same."""
    game = _small_game()
    sheet, row = game.sheets["a1.1"], game.units["a1.1"]
    for number, (type_, columns, rows) in enumerate(product(("INF", "AV"), range(1, 5), range(1, 5))):
        game.units[f"a9.{number}"] = replace(row, id=f"a9.{number}")
        game.sheets[f"a9.{number}"] = replace(sheet, unit_type=type_, columns=columns, rows=rows)
    units = [unit for unit in game.units if unit.startswith("a9")]
    assert _answers(game, units) == [row for unit in units for row in _from_tables(game, [unit])]
    derived = derived_of(game)
    assert len(derived.against(game, 0).grounds) == len(derived.terrain.steps) == KINDS_KEPT < len(units)


def test_of_zones_that_a_unit_sets_out_in_some_are_kept() -> None:
    """However many sets of zones a unit is supposed to set out in, steps are kept for a few of them."""
    graph = MoveGraph(_small_game(), "a1.1", MODES[0])
    for number in range(2 * ZONES_KEPT):
        graph.set_out(tuple(f"b{number}.{unit}" for unit in (1, 2)))
    assert len(graph.ground.steps) == ZONES_KEPT


@pytest.mark.parametrize(("scenario", "seed"), [("old_fort", 3), ("readings", 4)])
def test_in_a_game_answers_are_those_of_the_tables(scenario: str, seed: int) -> None:
    """After every command all units' ways are those that the tables alone give."""
    driver = ScenarioDriver(scenario, seed, kind=UncheckedTable)
    for step in range(120):
        if driver.table.window is None:
            break
        who, command = driver.next()
        driver.table.when(who, command).accepted()
        game = driver.table.game
        if step % 3 == 0:
            units = [row.id for row in game.units.values() if not row.out]
            assert _answers(game, units) == _from_tables(game, units)


def test_what_is_kept_is_no_table() -> None:
    """It is neither dumped nor compared with the state."""
    game = _small_game()
    before = game.dump()
    _answers(game, UNITS)
    assert "derived" not in Game.ALL
    assert game.dump() == before

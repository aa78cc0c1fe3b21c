"""What is kept of a battle's tables says the same as the tables, and nothing once they have changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.board.inches import Pose, round_base
from adjudicator.rulesets.grinding_annihilation.model.state import Game, on_warfield
from adjudicator.rulesets.grinding_annihilation.rules.brawl.melee_attacks import targets_by_troop
from adjudicator.rulesets.grinding_annihilation.rules.concepts.derived import derived_of, enemies_near
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import engaged_by, threatened_by
from tests.conformance.driver import Driver, rules_at
from tests.kit import seeded
from tests.rulesets.grinding_annihilation.fixtures import battle, formation
from tests.rulesets.tables import UncheckedTable

REACHES = (1000, 2000, 6000)


def _answers(game: Game) -> list[Any]:
    """Ask twice of every formation, so that what was kept of the first question answers the second."""
    rows = on_warfield(game) * 2
    near = [[enemies_near(game, row, reach) for reach in REACHES] for row in rows]
    found = [(threatened_by(game, row.id), engaged_by(game, row.id), targets_by_troop(game, row.id)) for row in rows]
    return [near, found]


def _from_tables(game: Game) -> list[Any]:
    """Ask a copy that has nothing but its tables."""
    bare = game.fork()
    bare.derived = None
    return _answers(bare)


def _small_battle() -> Game:
    red, blue = formation("a-r", at=[(10, 10), (10, 12)]), formation("b-b", at=[(11.8, 10), (14, 10)])
    game: Game = battle(red, blue).game
    return game


def _move(game: Game) -> None:
    game.troops["b-b.1"] = replace(game.troops["b-b.1"], pose=Pose(20_000, 20_000, 0, 0))


def _leave(game: Game) -> None:
    game.formations["b-b"] = replace(game.formations["b-b"], place="destroyed")


def _fall(game: Game) -> None:
    game.formations["b-b"] = replace(game.formations["b-b"], troops=("b-b.2",))
    del game.troops["b-b.1"]


def _shrink(game: Game) -> None:
    for key, row in game.profiles.items():
        game.profiles[key] = replace(row, base_size=round_base(10))


def _take_off(game: Game) -> None:
    part = game.troops["b-b.1"].part
    game.parts[part] = replace(game.parts[part], keywords=("aircraft",))


CHANGES = (_move, _leave, _fall, _shrink, _take_off)


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_a_table_is_noticed(change: Callable[[Game], None]) -> None:
    """What was kept before does not answer after a change, and a fork's change does not reach its battle."""
    game = _small_battle()
    before = _answers(game)
    twin = game.fork()
    change(twin)
    after = _answers(twin)
    assert after == _from_tables(twin)
    assert after != before
    assert _answers(game) == before == _from_tables(game)


def test_groups_are_worked_out_once_while_troops_stand_still() -> None:
    """The same question of the same tables gets the same object, of a fork too."""
    game = _small_battle()
    row = game.formations["a-r"]
    found = derived_of(game).group(game, row.id)
    assert derived_of(game.fork()).group(game, row.id) is found
    game.facts = {}
    assert derived_of(game).group(game, row.id) is found


@pytest.mark.parametrize("seed", [3, pytest.param(4, marks=pytest.mark.long)])
def test_in_a_battle_answers_are_those_of_the_tables(seed: int) -> None:
    """After every command who is near whom is what the tables alone say."""
    table = UncheckedTable(rules_at("adjudicator.rulesets.grinding_annihilation"), dice=seeded(seed))
    driver = Driver(table, seed)
    for _ in range(260):
        if table.window is None:
            break
        who, command = driver.next()
        table.when(who, command).accepted()
        assert _answers(table.game) == _from_tables(table.game)


def test_what_is_kept_is_no_table() -> None:
    """It is neither dumped nor compared with the state."""
    game = _small_battle()
    before = game.dump()
    _answers(game)
    assert "derived" not in Game.ALL
    assert game.dump() == before

"""What is kept of where models stand says the same as the tables, and nothing once they have changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.rulesets.antares.model import distances
from adjudicator.rulesets.antares.model.state import INCH, Game
from adjudicator.rulesets.antares.rules.assault import directness
from tests.rulesets.antares.fixtures import duel
from tests.rulesets.antares.sheets import squad

UNITS = ("a-x", "b-y")


def _answers(game: Game) -> list[Any]:
    """Ask twice of each, so that what was kept of the first question answers the second."""
    return [
        (distances.bodies_of(game, unit), distances.other_bodies(game, unit), directness.barriers(game, unit, spared))
        for unit in UNITS * 2
        for spared in ((), UNITS)
    ]


def _from_tables(game: Game) -> list[Any]:
    """Ask a copy that has nothing but its tables."""
    bare = game.fork()
    bare.derived = None
    return _answers(bare)


def _move(game: Game) -> None:
    model = game.models[game.units["b-y"].models[0]]
    game.models[model.id] = replace(model, pose=Pose(30 * INCH, 30 * INCH, 0, 900))


def _lose_one(game: Game) -> None:
    game.units["b-y"] = replace(game.units["b-y"], models=game.units["b-y"].models[1:])


def _leave(game: Game) -> None:
    game.units["b-y"] = replace(game.units["b-y"], place="destroyed")


def _grow(game: Game) -> None:
    sheet = game.sheets["b-y"]
    kinds = tuple(replace(kind, height=kind.height + 500) for kind in sheet.kinds)
    game.sheets["b-y"] = replace(sheet, kinds=kinds)


@pytest.mark.parametrize("change", [_move, _lose_one, _leave, _grow])
def test_a_change_of_a_table_is_noticed(change: Callable[[Game], None]) -> None:
    """What was kept before does not answer after a change, and a fork's change does not reach its game."""
    game: Game = duel(squad(), squad()).game
    before = _answers(game)
    twin = game.fork()
    change(twin)
    after = _answers(twin)
    assert after == _from_tables(twin) != before
    assert _answers(game) == before == _from_tables(game)


def test_bodies_are_made_once_while_models_stand_still() -> None:
    """The same question of the same rows gets the same object, of a fork too."""
    game: Game = duel(squad(), squad()).game
    (body, *_), barriers = distances.bodies_of(game, "a-x"), directness.barriers(game, "a-x")
    assert distances.bodies_of(game.fork(), "a-x")[0] is body
    assert directness.barriers(game.fork(), "a-x") is barriers

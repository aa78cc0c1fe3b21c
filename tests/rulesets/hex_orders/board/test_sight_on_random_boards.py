"""Line of sight on random boards, against an independent calculation that shares nothing with the rules."""

from __future__ import annotations

from random import Random

import pytest

from adjudicator.rulesets.hex_orders.rules.board import line_of_sight
from tests.rulesets.hex_orders.fixtures import field
from tests.rulesets.hex_orders.oracles.sight import HEIGHTS, NAMES, expected


@pytest.mark.rule("HX-LOS-01", "HX-LOS-03", "HX-LOS-04", "HX-LOS-05", "HX-LOS-15", "HX-LOS-16", "HX-TERRAIN-30")
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.ruling("HX-LOS-03.2", "HX-LOS-03.3", "HX-LOS-03.4", "HX-LOS-15.2", "HX-TERRAIN-30.2")
def test_sight_on_random_boards(seed: int):
    """On a random board every two hexes see each other exactly when the independent calculation says so."""
    source = Random(seed)
    kinds = ["clear"] * (4 + seed % 4) + ["swamp", "forest", "hills", "mountains", "building", "ruins"]
    board = {name: (source.choice(kinds), source.random() < 0.08) for name in NAMES}
    game = field({name: terrain + "+smoke" * smoky for name, (terrain, smoky) in board.items()})
    for number, a in enumerate(NAMES):
        for b in NAMES[number + 1 :]:
            heights = [2 if source.random() < 0.15 else HEIGHTS.get(board[name][0], 0) for name in (a, b)]
            found = line_of_sight.line_of_sight(game, a, heights[0], b, heights[1])
            assert found is expected(board, a, heights[0], b, heights[1]), (a, b, heights)

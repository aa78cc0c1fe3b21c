"""Golden games: texts that a player can read, and that play again to the letter.

`python -m tests.rulesets.hex_orders.goldens` writes them anew, after a change of any decision of the rules.
"""

from __future__ import annotations

import re

from tests.golden_games import assert_plays_again, every_golden_game, golden_games
from tests.rulesets.hex_orders.goldens import FOLDER, GAME, GAMES

GOLDENS = golden_games(GAME)


def test_there_are_golden_games():
    """Each kind of game lies among the golden games."""
    assert {path.stem for path in GOLDENS} == set(GAMES)


@every_golden_game(GAME)
def test_a_golden_game_plays_again(path):
    """A golden game's commands and faces give the same events, questions and views as when it was written."""
    assert_plays_again(path)


def test_a_golden_game_shows_what_is_secret():
    """Each side sees the other's tokens and nothing behind them, and of its own orders what nobody else sees."""
    lines = FOLDER.joinpath("infantry_close.game").read_text(encoding="utf-8").splitlines()
    sees = {line.split()[1]: line for line in reversed(lines) if line.startswith("sees ")}
    for name, own, other in (("red", "a", "b"), ("blue", "b", "a")):
        tokens = [line for line in lines if f"HiddenTokenPlaced unit={other}" in line]
        assert sees[name].count("hidden token") == len(tokens) > 0
        assert f"own_orders[0].unit={own}1 " in sees[name]
        assert not re.search(rf"own_orders\[\d+\]\.unit={other}", sees[name])

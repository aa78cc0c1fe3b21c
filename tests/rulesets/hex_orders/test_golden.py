"""Golden games: texts that a player can read, and that play again to the letter.

`python -m tests.rulesets.hex_orders.goldens` writes them anew, after a change of any decision of the rules.
"""

from __future__ import annotations

import re

import pytest

from adjudicator.registry import rules_of
from replays.tell.golden import play_script
from replays.tell.transcript import parse
from tests.rulesets.hex_orders.goldens import FOLDER, GAME, GAMES

GOLDENS = sorted(FOLDER.glob("*.game"))


def test_there_are_golden_games():
    """Each kind of game lies among the golden games."""
    assert {path.stem for path in GOLDENS} == set(GAMES)


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_a_golden_game_plays_again(path):
    """A golden game's commands and faces give the same events, questions and views as when it was written."""
    text = path.read_text(encoding="utf-8")
    rules = rules_of(GAME)
    assert play_script(parse(text, rules), rules) == text


def test_a_golden_game_shows_what_is_secret():
    """Each side sees the other's tokens and nothing behind them, and of its own orders what nobody else sees."""
    lines = FOLDER.joinpath("infantry_close.game").read_text(encoding="utf-8").splitlines()
    sees = {line.split()[1]: line for line in reversed(lines) if line.startswith("sees ")}
    for name, own, other in (("red", "a", "b"), ("blue", "b", "a")):
        tokens = [line for line in lines if f"HiddenTokenPlaced unit={other}" in line]
        assert sees[name].count("hidden token") == len(tokens) > 0
        assert f"own_orders[0].unit={own}1 " in sees[name]
        assert not re.search(rf"own_orders\[\d+\]\.unit={other}", sees[name])

"""Golden games: texts that a player can read, and that play again to the letter.

`python -m tests.rulesets.tile_formations.goldens` writes them anew, after a change of any decision of the rules.
"""

from __future__ import annotations

from adjudicator.rulesets.tile_formations.model.messages import EVENTS
from tests.golden_games import assert_plays_again, every_golden_game, golden_games
from tests.rulesets.tile_formations.goldens import GAME, GAMES

RARE = 14
GOLDENS = golden_games(GAME)


def test_there_are_golden_games():
    """Each kind of game lies among the golden games."""
    assert {path.stem for path in GOLDENS} == set(GAMES)


@every_golden_game(GAME)
def test_a_golden_game_plays_again(path):
    """A golden game's commands and faces give the same events, questions and views as when it was written."""
    assert_plays_again(path)


def test_golden_games_come_to_most_events():
    """Together the golden games hold nearly every event."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in GOLDENS)
    stated = {kind.__name__ for kind in EVENTS if f" {kind.__name__} " in text or f" {kind.__name__}\n" in text}
    missing = {kind.__name__ for kind in EVENTS} - stated
    assert len(missing) <= RARE, missing

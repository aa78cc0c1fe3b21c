"""Golden games: texts that a player can read, and that play again to the letter.

`python -m tests.rulesets.antares.goldens` writes them anew, after a change of any decision of the rules.
"""

from __future__ import annotations

import re
from pathlib import Path

from adjudicator.registry import rules_of
from adjudicator.rulesets.antares.roster.library import SCENARIOS
from tests.golden_games import assert_plays_again, every_golden_game, golden_games
from tests.rulesets.antares.goldens import GAME, GAMES

GOLDENS = golden_games(GAME)


def test_there_are_golden_games() -> None:
    """A game of each scenario lies among the golden games."""
    assert {path.stem for path in GOLDENS} == set(GAMES)
    assert {golden.terms.scenario for golden in GAMES.values()} == set(SCENARIOS)


@every_golden_game(GAME)
def test_a_golden_game_plays_again(path: Path) -> None:
    """A golden game's commands and faces give the same events, questions and views as when it was written."""
    assert_plays_again(path)


def test_golden_games_show_what_the_rules_do() -> None:
    """Between them the golden games cite more than half of all clauses."""
    own = {clause for clause in rules_of(GAME).texts if clause.startswith("AN-")}
    texts = [path.read_text(encoding="utf-8") for path in GOLDENS]
    cited = {clause for text in texts for clause in re.findall(r"AN-[A-Z0-9]+-\d\d", text)}
    assert 2 * len(cited & own) > len(own)

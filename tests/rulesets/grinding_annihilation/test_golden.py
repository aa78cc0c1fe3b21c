"""Golden games: texts that a player can read, and that play again to the letter."""

from __future__ import annotations

from tests.golden_games import assert_plays_again, every_golden_game, golden_games

GAME = "grinding_annihilation"
GOLDENS = golden_games(GAME)


def test_there_is_a_golden_game():
    """A whole battle lies among the golden games."""
    assert "war_of_control" in [path.stem for path in GOLDENS]


def test_there_is_a_golden_game_of_claims():
    """In one of them the service judges claims: some stand, others are refused with an end state (GA-2.4-13)."""
    lines = {path.stem: path.read_text(encoding="utf-8") for path in GOLDENS}["impossibility"].splitlines()
    claims = [number for number, line in enumerate(lines) if " ClaimImpossible " in line]
    refused = [number for number in claims if "rejected end-found" in lines[number + 1]]
    assert 0 < len(refused) < len(claims)


@every_golden_game(GAME)
def test_a_golden_game_plays_again(path):
    """A golden game's commands and faces give the same events, questions and views as when it was written."""
    assert_plays_again(path)

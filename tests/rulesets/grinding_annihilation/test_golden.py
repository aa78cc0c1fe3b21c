"""Golden games: texts that a player can read, and that play again to the letter."""

from __future__ import annotations

import pytest

from adjudicator.registry import rules_of
from replays.tell.golden import FOLDER, play_script
from replays.tell.transcript import parse

GAME = "grinding_annihilation"
GOLDENS = sorted(FOLDER.joinpath(GAME).glob("*.game"))


def test_there_is_a_golden_game():
    """A whole battle lies among the golden games."""
    assert "war_of_control" in [path.stem for path in GOLDENS]


def test_there_is_a_golden_game_of_claims():
    """In one of them the service judges claims: some stand, others are refused with an end state (GA-2.4-13)."""
    lines = {path.stem: path.read_text(encoding="utf-8") for path in GOLDENS}["impossibility"].splitlines()
    claims = [number for number, line in enumerate(lines) if " ClaimImpossible " in line]
    refused = [number for number in claims if "rejected end-found" in lines[number + 1]]
    assert 0 < len(refused) < len(claims)


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_a_golden_game_plays_again(path):
    """A golden game's commands and faces give the same events, questions and views as when it was written."""
    text = path.read_text(encoding="utf-8")
    rules = rules_of(GAME)
    assert play_script(parse(text, rules), rules) == text

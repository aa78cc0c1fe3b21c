"""Golden games of a ruleset: where they lie, and that one plays again to the letter."""

from pathlib import Path

import pytest

from adjudicator.registry import rules_of
from replays.tell.golden import FOLDER, play_script
from replays.tell.transcript import parse


def golden_games(ruleset: str) -> list[Path]:
    """List the golden games of a ruleset, by name."""
    return sorted(FOLDER.joinpath(ruleset).glob("*.game"))


def every_golden_game(ruleset: str) -> pytest.MarkDecorator:
    """Run a test, which takes `path`, for each golden game of a ruleset."""
    return pytest.mark.parametrize("path", golden_games(ruleset), ids=lambda path: path.stem)


def assert_plays_again(path: Path) -> None:
    """Fail where commands and faces of a golden game give another text than the one that was written."""
    text = path.read_text(encoding="utf-8")
    rules = rules_of(path.parent.name)
    assert play_script(parse(text, rules), rules) == text

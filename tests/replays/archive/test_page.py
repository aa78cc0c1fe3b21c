"""The page "Work with many games" runs as written."""

import shlex

import pytest

from services.cli import main
from tests.docs.blocks import blocks
from tests.replays.archive.files import disputed_game, game, written

pytestmark = pytest.mark.archive
PAGE = "docs/how-to/work-with-many-games.md"
WORDS = [shlex.split(block.text) for block in blocks(PAGE) if "test_page.py" in block.reason]


def test_the_page_runs_as_written(tmp_path, monkeypatch, capsys):
    """Each command ends with what it says, and every question has an answer in games of two rulesets."""
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "games", {"tiles": disputed_game(), "hexes": game("hex_orders")})
    for words in WORDS:
        assert words[0] == "adjudicator"
        assert main(words[1:]) == 0, words
        out = capsys.readouterr().out
        assert len(out.strip().splitlines()) > (1 if words[2] == "sql" else 0), words
    assert len(WORDS) > 6

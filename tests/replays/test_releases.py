"""Games of every release: each later build audits them, folds them and shows them."""

import gzip
from pathlib import Path

import pytest

from adjudicator.registry import RULESETS, rules_of
from replays.audit.audit import audit
from replays.audit.report import FAIL
from replays.bundle import read_bundle
from replays.tell.show import show

FOLDER = Path(__file__).parents[2] / "replays/history"
RELEASES = sorted(path for path in FOLDER.iterdir() if path.is_dir())
GAMES = [path for folder in RELEASES for path in sorted(folder.glob("*.replay.gz"))]


def test_a_release_has_games():
    """Of every release there is at least a game, and all are of rulesets that are still there."""
    assert {path.parent for path in GAMES} == set(RELEASES)
    assert {path.name.removesuffix(".replay.gz") for path in GAMES} <= set(RULESETS)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_it_is_audited_and_shown(path):
    """The audit finds nothing wrong with it, though it may not judge decisions of an edition that is not here."""
    data = gzip.decompress(path.read_bytes())
    report = audit(data)
    assert report.result != FAIL, report.primary
    rules = rules_of(path.name.removesuffix(".replay.gz"))
    assert len(list(show(read_bundle(data), rules, rules.labels))) > report.entries

"""Games between bots in process: what `play` takes, and what its files declare."""

import pytest

from replays.audit.audit import audit
from replays.audit.report import PASS
from replays.bundle import read_bundle
from services.cli import main
from tests.replays.audit.steps import BODY, COMMAND, unpacked

RULESET = "tile_formations"
# a short game
SCENARIO = "small_heath"


def played(tmp_path, *options):
    """The file of a game."""
    out = tmp_path / "game.replay"
    words = ("--scenario", SCENARIO, "--seed", "1", "--out", str(out))
    assert main(["play", RULESET, *words, *options]) == 0
    return out.read_bytes()


def kinds_of(data):
    """The kind of every command, with the party that gave it."""
    rows = [unpacked(record) for record in read_bundle(data).records]
    return [(row[COMMAND][BODY][0], row[5][1]) for row in rows]


def test_stretches_and_the_referee(tmp_path):
    """The secret of every three open dice is shown, a referee contributes, and the audit finds both in order."""
    options = ("--stretches", "3", "--referee-contributes")
    data = played(tmp_path, *options)
    assert played(tmp_path, *options) == data  # all of it follows from the seed
    kinds = kinds_of(data)
    assert sum(kind == "ShowStretch" for kind, _ in kinds) > 1
    assert [party for kind, party in kinds if kind == "OpenContribution"] == [0, 1, 254]
    report = audit(data)
    assert (report.result, report.findings) == (PASS, ())
    assert "open dice are shown in stretches, while the game goes on" in report.declared


@pytest.mark.parametrize("options", [("--stretches", "-1"), ("--stretches", "20", "--dice", "reported")])
def test_stretches_that_can_not_be(tmp_path, capsys, options):
    """A number that is none, and dice that have no secret, are refused before anything is played."""
    out = tmp_path / "game.replay"
    assert main(["play", RULESET, "--seed", "1", "--out", str(out), *options]) == 2
    assert "--stretches" in capsys.readouterr().err
    assert not out.exists()

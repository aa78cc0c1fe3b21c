"""The demo: the first program that a newcomer runs."""

import pytest

from replays.audit.audit import audit
from replays.audit.report import PASS
from services.cli import main


@pytest.mark.slow
def test_demo_prints_a_summary_and_passes(tmp_path, capsys):
    """The demo plays a whole battle over gRPC, prints a summary and the dice, and its replay passes the audit."""
    out = tmp_path / "demo.replay"
    assert main(["demo", "--seed", "1", "--out", str(out)]) == 0
    output = capsys.readouterr().out
    assert "Round 1" in output
    assert "d6, mean" in output
    assert "PASS" in output
    assert audit(out.read_bytes()).result == PASS


def test_demo_knows_its_scenarios(capsys):
    """An unknown scenario is refused before anything starts."""
    assert main(["demo", "--scenario", "nowhere"]) == 2
    assert "no scenario 'nowhere'" in capsys.readouterr().err

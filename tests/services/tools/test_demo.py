"""The demo and the bench, small: what a newcomer runs first has to work."""

import asyncio
import hashlib
import sys
from pathlib import Path

import grpc
import pytest

from replays.audit.audit import audit
from replays.audit.report import PASS
from services.cli import main
from services.rpc.methods import methods_of
from services.tools.bench import SETUP, _jobs, audit_speed, fold_speed, long_game
from services.tools.bench_load import bench_config, caller, measure, record, running_process
from services.tools.bench_readjudicate import Differs, readjudicate


@pytest.mark.slow
def test_demo_prints_a_summary_and_passes(tmp_path, capsys):
    """The demo plays a whole battle over gRPC, tells who won and how the dice fell, and its replay passes the audit."""
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


@pytest.mark.slow
async def test_recorded_battles_are_taken_again(tmp_path):
    """Requests that the bench has recorded are accepted by a service that starts anew with the same keys."""
    battles = await record(tmp_path, "grinding_annihilation", 2, SETUP + 20, lambda _done: None)
    config = bench_config(tmp_path)
    program = ("serve", "--listen", config.listen, "--data", str(tmp_path), "--allow-test-seeds")
    adjudicator = str(Path(sys.executable).with_name("adjudicator"))
    async with running_process(adjudicator, *program), grpc.aio.insecure_channel(config.listen) as channel:
        token = (tmp_path / "owner.token").read_text().strip()
        opening = methods_of("wargame.v1.Games")["Open"].path
        await measure([[caller(channel, opening, battle.opening, token)] for battle in battles])
        figures = await measure([_jobs(channel, battle, 0, None) for battle in battles])
    assert figures.count == 2 * (SETUP + 20)


def test_figures_are_of_a_game_that_is_taken_again():
    """Fold and re-adjudication are measured on a whole game, and a game that comes out differently stops the bench."""
    table, entries = asyncio.run(long_game("grinding_annihilation", 1))
    assert fold_speed(table.rules, entries)["events"] > len(entries)
    assert audit_speed(table.rules, entries, table.secret)["commands"] == len(entries)
    with pytest.raises(Differs):
        readjudicate(table.rules, entries, hashlib.sha256(b"another seed").digest())

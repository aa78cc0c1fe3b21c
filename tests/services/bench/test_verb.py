"""The bench, small: what it measures has to be the real thing."""

import asyncio
import hashlib
import sys
from pathlib import Path

import grpc
import pytest

from services.bench.costs import VARIANTS, costs
from services.bench.load import bench_config, caller, measure, record, running_process
from services.bench.readjudicate import Differs, readjudicate
from services.bench.verb import SETUP, _jobs, audit_speed, fold_speed, long_game
from services.rpc.methods import methods_of


@pytest.mark.long
async def test_recorded_battles_are_accepted_anew(tmp_path):
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


@pytest.mark.long
def test_costs_are_of_one_game():
    """Every variant gives as many commands of one game; that with nothing on is what others are compared with."""
    found = asyncio.run(costs("tile_formations", 3, 1, lambda _text: None))
    assert set(found) == set(VARIANTS)
    assert {row.commands for row in found.values()} == {3}
    assert found["none of it"].ratio == 1
    assert all(row.ms > 0 for row in found.values())


def test_figures_are_of_a_readjudicated_game():
    """Fold and re-adjudication are measured on a whole game, and a game that comes out differently stops the bench."""
    table, entries = asyncio.run(long_game("grinding_annihilation", 1))
    assert fold_speed(table.rules, entries)["events"] > len(entries)
    assert audit_speed(table.rules, entries, table.secret)["commands"] == len(entries)
    with pytest.raises(Differs):
        readjudicate(table.rules, entries, hashlib.sha256(b"another seed").digest())

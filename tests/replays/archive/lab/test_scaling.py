"""The bench of the laboratory: tasks that only last are handed out by Dask's own scheduler, and none is lost."""

import pytest

from services.bench.archive import Simulated, enough, simulate, simulated

pytestmark = pytest.mark.archive


def test_a_simulated_cluster():
    """Every worker gets its tasks, of as many games as were asked for, and the ideal is what they could do at most."""
    with simulated(3) as client:
        found = simulate(client, 3, 2, [0.01, 0.03], rounds=2)
    assert (found.workers, found.chunk, found.tasks) == (3, 2, 6)
    assert found.ideal == pytest.approx(3 / 0.02)
    assert 0 < found.rate <= found.ideal


def test_the_fewest_games_a_task_that_are_enough():
    """A chunk is enough with nine tenths of the ideal; numbers of workers that reach it with none are left out."""
    rows = [Simulated(10, 1, 30, 5, 10), Simulated(10, 4, 30, 9, 10), Simulated(10, 16, 30, 9.5, 10)]
    assert enough([*rows, Simulated(100, 16, 30, 50, 100)]) == {10: 4}

"""The bench of the laboratory: games that only last are handed out by Dask's own scheduler, and none is lost."""

import pytest

from replays.archive.work.portions import SECONDS
from services.bench.archive import handed_out, simulate, simulated

pytestmark = pytest.mark.archive


@pytest.mark.parametrize("portioned", [False, True])
def test_a_simulated_cluster(portioned):
    """Every game lasts as long as it should on some worker, and the ideal is what they could do at most."""
    with simulated(3) as client:
        found = simulate(client, 3, [0.01, 0.03], 0.4, portioned=portioned)
    assert (found.workers, found.games) == (3, 60)
    assert found.tasks < 60 if portioned else found.tasks == 60
    assert found.ideal == pytest.approx(3 / 0.02)
    assert 0 < found.rate <= found.ideal


def test_tasks_of_a_simulated_cluster():
    """Tasks last as long as those of so many workers do, each worker has as many, and the ideal is all at once."""
    with simulated(2) as client:
        found = handed_out(client, 2, 2)
    assert found.tasks == 4
    assert found.ideal == pytest.approx(2 / SECONDS)
    assert 0 < found.rate <= found.ideal

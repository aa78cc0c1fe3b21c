"""The bench of the laboratory: games that only last are handed out by Dask's own scheduler, and none is lost."""

import pytest

from services.bench.archive import simulate, simulated

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

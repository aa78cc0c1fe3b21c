"""Settings of several processes: what they share, and what each has for itself."""

import pytest

from services.config import Config
from services.processes import of_process


@pytest.mark.parametrize(
    ("metrics", "found"), [("", ["", ""]), ("127.0.0.1:9100", ["127.0.0.1:9100", "127.0.0.1:9101"])]
)
def test_figures_are_at_a_port_of_each_process(tmp_path, metrics, found):
    """Each process shows its figures at the next port, so that none fails at one that is taken."""
    config = Config(data=tmp_path, metrics=metrics)
    assert [of_process(config, number).metrics for number in range(2)] == found

import pytest

from tests.clients.served import serving


@pytest.fixture(scope="session")
def served(tmp_path_factory):
    """A service of our own for the suites of all clients."""
    with serving(tmp_path_factory.mktemp("served") / "data") as found:
        yield found

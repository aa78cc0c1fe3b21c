"""Games that several modules look at, recorded once."""

import pytest

from replays.audit.audit import audit
from tests.replays.audit.steps import Case
from tests.replays.fixtures import find, played


@pytest.fixture(scope="session", autouse=True)
def verifiers(request, tmp_path_factory):
    """With --verifier, others look at every file that a test audits, and have to say what the audit says."""
    if not request.config.getoption("--verifier"):
        yield []
        return
    from tests.verifier.others import beside, started  # they need tools that few tests do

    with started(tmp_path_factory.mktemp("verifiers")) as running, beside(running):
        yield running


@pytest.fixture(scope="session")
def recorder():
    return played(1)


@pytest.fixture(scope="session")
def _case(recorder):
    return Case(recorder)


@pytest.fixture(scope="session")
def _reported():
    return Case(played(1, dice_mode="reported"))


@pytest.fixture
def case(_case):
    """A signed game of profile P1 with secrets, strikes and facts, to be altered."""
    return _case.copy()


@pytest.fixture
def reported(_reported):
    """A signed game with dice thrown on the table."""
    return _reported.copy()


@pytest.fixture
def codes():
    """Audit a file of the toy and give the codes that were found."""

    def run(data, **options):
        return {finding.code for finding in audit(data, find=find, **options).findings}

    return run

"""Games that several modules look at, recorded once."""

import pytest

from replays.audit.audit import audit
from tests.replays.audit.steps import Case
from tests.replays.fixtures import find, played


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

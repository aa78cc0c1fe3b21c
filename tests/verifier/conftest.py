"""The verifiers, built and started once."""

import pytest

from tests.replays.audit.steps import Case
from tests.replays.fixtures import played
from tests.verifier.others import SINGLE, Verifier, go_verifier, javascript_verifier, toy_tables


@pytest.fixture(scope="session")
def go_command(tmp_path_factory):
    """Give the command of the verifier in Go."""
    return go_verifier(tmp_path_factory.mktemp("go"))


@pytest.fixture(scope="session")
def go(go_command, tmp_path_factory):
    """A running verifier in Go, which knows the toy."""
    tables = toy_tables(tmp_path_factory.mktemp("tables"))
    verifier = Verifier("Go", [*go_command, "--lines", "--kinds", str(tables)])
    yield verifier
    verifier.close()


@pytest.fixture(scope="session")
def javascript(tmp_path_factory):
    """A running verifier in JavaScript, which knows the toy."""
    tables = toy_tables(tmp_path_factory.mktemp("tables"))
    verifier = Verifier("JavaScript", [*javascript_verifier(), "--lines", "--kinds", str(tables)], ("L0",), SINGLE)
    yield verifier
    verifier.close()


@pytest.fixture(scope="session")
def _case():
    return Case(played(1))


@pytest.fixture
def case(_case):
    """A signed game with secrets, strikes and facts, to be altered."""
    return _case.copy()

import os
import re

import pytest

from tests.clients.served import CLIENTS, ROOT, needs, run

pytestmark = [pytest.mark.clients, pytest.mark.timeout(300)]
CLIENT = CLIENTS / "typescript"
PATH = f"{ROOT / '.venv/bin'}{os.pathsep}{os.environ['PATH']}"  # buf is there


@pytest.fixture(scope="module")
def client():
    """The client, built: its packages as the lock names them, what is generated, and what is compiled."""
    needs("node", "npm")
    lock, installed = CLIENT / "package-lock.json", CLIENT / "node_modules/.package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        run("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", folder=CLIENT)
    run("npm", "run", "build", folder=CLIENT, PATH=PATH)
    return CLIENT


def test_the_suite_of_the_typescript_client(client, served):
    """Vectors, whole games of every ruleset, broken lines, tampering and refusals, and the page that tells of it."""
    told = run("npm", "test", folder=client, **served.environment)
    assert re.search(r"^# pass [1-9]\d+$", told, re.MULTILINE)
    assert "\n# skipped 0\n" in told

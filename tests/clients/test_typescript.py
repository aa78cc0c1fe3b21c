import os
import re

import pytest

from tests.clients.served import CLIENTS, ROOT, needs, run
from tools.packages.typescript import PROGRAMS, with_buf

pytestmark = [pytest.mark.clients, pytest.mark.timeout(300)]
CLIENT = CLIENTS / "typescript"
PAGES = (CLIENT / "README.md", ROOT / "docs/how-to/client-typescript.md")
GAME = re.compile(r"^```js\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def client():
    """The client, built: its packages as the lock names them, what is generated, and what is compiled."""
    needs(*PROGRAMS)
    lock, installed = CLIENT / "package-lock.json", CLIENT / "node_modules/.package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        run("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", folder=CLIENT)
    run("npm", "run", "build", folder=CLIENT, PATH=with_buf(os.environ)["PATH"])
    return CLIENT


def test_the_suite_of_the_typescript_client(client, served):
    """Vectors, whole games of every ruleset, broken lines, tampering and refusals, and the page that tells of it."""
    told = run("npm", "test", folder=client, **served.environment)
    assert re.search(r"^# pass [1-9]\d+$", told, re.MULTILINE)
    assert "\n# skipped 0\n" in told


def test_both_pages_have_the_same_game():
    """The how-to shows the game of the README, which the suite runs as it stands."""
    first, second = (GAME.findall(page.read_text()) for page in PAGES)
    assert len(second) == 1
    assert second == first[:1]


def test_every_file_of_the_contract_is_there():
    """The package gives all that is generated: what every ruleset shares, and a module for each ruleset."""
    shared = (CLIENT / "src/contract.ts").read_text()
    assert set(re.findall(r"v1/(\w+)_pb", shared)) == {
        path.stem for path in (ROOT / "proto/wargame/v1").glob("*.proto")
    }
    rulesets = {path.stem for path in (CLIENT / "src/rulesets").glob("*.ts")} - {"index"}
    assert rulesets == {path.parent.name for path in (ROOT / "proto/wargame").glob("*/v1")}

import json
import os
import re
import stat
import subprocess

import pytest

from replays.wallet.reading import read_wallet
from tests.clients.served import CLIENTS, ROOT, left_by_suite, needs, run
from tests.clients.wallets import audited, check_registered, codes, forge_command
from tests.verifier.others import javascript_verifier
from tools.packages.typescript import PROGRAMS, with_buf

pytestmark = [pytest.mark.clients, pytest.mark.timeout(300)]
CLIENT = CLIENTS / "typescript"
PAGES = (CLIENT / "README.md", ROOT / "docs/how-to/client-typescript.md")
# what the suite leaves behind of one game
HELD = ("red.wallet", "blue.wallet", "blue.statement")
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


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A folder for what the suite leaves behind of one game: wallets of both seats, a statement and the replay file."""
    return tmp_path_factory.mktemp("kept")


def test_the_suite_of_the_typescript_client(client, served, kept):
    """Vectors, games of every ruleset, broken lines, tampering, refusals, wallets, and the page that tells of it."""
    told = run("npm", "test", folder=client, **served.environment, ADJUDICATOR_WALLETS=str(kept))
    assert re.search(r"^# pass [1-9]\d+$", told, re.MULTILINE)
    assert "\n# skipped 0\n" in told


@pytest.fixture
def left(kept):
    """What the suite has left behind."""
    return left_by_suite(kept)


def held(left):
    """Give what the players have kept: receipts and statement, and refusals."""
    return [left / name for name in HELD], [left / "red.wallet"]


def verified(left, file):
    """Let the verifier of the same package look at a file with what the players kept; gives exit code and report."""
    words = [*javascript_verifier(), "--json", *(word for name in HELD for word in ("--receipts", str(left / name)))]
    ran = subprocess.run([*words, str(file)], capture_output=True, check=False)
    return ran.returncode, json.loads(ran.stdout)


def test_its_wallets_are_audited(left, capsys):
    """Receipts, commands, the register, a statement and a refusal: nothing differs, and the refusal was right."""
    status, report = audited(capsys, left / "game.replay", *held(left))
    assert (status, report["result"], report["levels"]["L3"], report["findings"]) == (0, "PASS", "done", [])
    assert [("rightly refused" in line, "red.wallet" in line) for line in report["refusals"]] == [(True, True)]
    code, told = verified(left, left / "game.replay")
    assert (code, told["levels"], told["findings"]) == (0, {"L0": "done", "L3": "done"}, [])
    for seat, name in enumerate(HELD[:2]):
        wallet = read_wallet((left / name).read_bytes(), name)
        assert ([row.seat for row in wallet.seats], wallet.unknown, wallet.torn) == ([seat], {}, False)
        assert (len(wallet.log_keys), len(wallet.openings), len(wallet.players)) == (1, 1, 2)
        assert (len(wallet.contributions), len(wallet.inclusions)) == (1, 1)
        assert wallet.commands
        assert all(row.record for row in wallet.receipts if row.command_id)
        assert stat.S_IMODE((left / name).stat().st_mode) == 0o600


@pytest.mark.parametrize("sealed", [False, True])
def test_its_wallets_find_an_altered_command(left, tmp_path, capsys, sealed):
    """A command of red's that the log has otherwise is told by red's wallet, to the audit and to the verifier."""
    file = tmp_path / "game.replay"
    forge_command(left / "game.replay", file, left / "red.wallet", sealed=sealed)
    due = {"RECEIPT_NOT_IN_LOG", "COMMAND_ALTERED"} | (set() if sealed else {"CONTRIBUTION_REPLACED"})
    for status, report in (audited(capsys, file, *held(left)), verified(left, file)):
        assert status == 2
        assert codes(report) >= due


def test_the_register_is_watched_with_its_wallets(left, served, capsys):
    """The game of the wallets stands in the register that its players were shown, as they were shown it."""
    check_registered(capsys, served, [left / name for name in HELD[:2]])


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

"""The Java client is built with its warnings as errors, and its suite plays against a service.

The wallets that it keeps meanwhile are held against their game by the program.
"""

from __future__ import annotations

import asyncio
import stat
import tomllib
from xml.etree import ElementTree as ET

import pytest

from adjudicator.registry import RULESETS
from replays.wallet.reading import read_wallet
from tests.clients.served import CLIENTS, ROOT, needs, run
from tests.clients.wallets import ALTERED, alter_line, audited, check_registered, codes, forge_command
from tests.java import COMPILED, MAVEN, generated_in, generated_of, jar_of, lay_compiled
from tests.packages.fixtures import released
from tests.program import running
from tests.rotated_game import write_rotated_game

pytestmark = [pytest.mark.clients, pytest.mark.timeout(400)]
JAVA = CLIENTS / "java"
REPORTS = JAVA / "target" / "surefire-reports"
CONTRACT = JAVA / "src/main/java/adjudicator/client/Contract.java"


def take_compiled():
    """Take the classes of the contract from the jar that DIST has, if it was made of the same sources."""
    folder = released()
    if folder is not None and not (JAVA / COMPILED).exists():
        run(*MAVEN, "generate-sources", folder=JAVA)
        if generated_in(JAVA) == generated_of(jar_of(folder)):
            lay_compiled(jar_of(folder), JAVA)


@pytest.fixture(scope="module")
def suite(served, tmp_path_factory):
    """Run the client's suite; gives its reports, and the folder with the wallets of a game that it has played."""
    needs("mvn", "javac")
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    for report in REPORTS.glob("TEST-*.xml"):
        report.unlink()
    take_compiled()
    folder, own = tmp_path_factory.mktemp("wallets"), tmp_path_factory.mktemp("rotating")
    rotated = asyncio.run(write_rotated_game(tmp_path_factory.mktemp("rotated")))
    with running(own / "data") as (address, token):
        rotating = {
            "ROTATED_GAME": str(rotated),
            "ROTATING_ADDRESS": address,
            "ROTATING_TOKEN": token,
            "ROTATING_ADMIN_TOKEN": (own / "data/admin.token").read_text(encoding="utf-8").strip(),
        }
        given = {**served.environment, **rotating, "WALLETS": str(folder)}
        run(*MAVEN, "verify", f"-Drevision={version}", folder=JAVA, **given)
    return [ET.parse(report).getroot() for report in REPORTS.glob("TEST-*.xml")], folder  # noqa: S314  (our own files)


def test_the_suite_passes(suite):
    """Every test of the client runs, none is left out, and all pass."""
    suites, _ = suite
    assert sum(int(suite.get("tests", 0)) for suite in suites) > 150
    assert [suite.get("name") for suite in suites if suite.get("skipped") != "0"] == []


def held(folder):
    """Give what the players have kept: receipts and statement, and refusals."""
    return [folder / name for name in ("red.wallet", "blue.wallet", "blue.statement")], [folder / "red.wallet"]


def test_the_audit_takes_its_wallets(suite, capsys):
    """Receipts, commands, the proof of the register, a statement and a refusal: nothing differs from the log."""
    _, folder = suite
    status, report = audited(capsys, folder / "game.replay", *held(folder))
    assert (status, report["levels"]["L3"], report["findings"]) == (0, "done", [])
    assert [("rightly refused" in line, "red.wallet" in line) for line in report["refusals"]] == [(True, True)]
    for seat, name in enumerate(("red.wallet", "blue.wallet")):
        wallet = read_wallet((folder / name).read_bytes(), name)
        assert ([row.seat for row in wallet.seats], wallet.unknown, wallet.torn) == ([seat], {}, False)
        assert wallet.commands
        assert wallet.contributions
        assert wallet.inclusions
        assert wallet.receipts
        assert all(row.record for row in wallet.receipts if row.command_id)
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600


@pytest.mark.parametrize("sealed", [False, True])
def test_its_wallets_find_an_altered_command(suite, tmp_path, capsys, sealed):
    """A game that was written anew, with another field or seal in one of red's orders, is told by red's wallet."""
    _, folder = suite
    forge_command(folder / "game.replay", tmp_path / "game.replay", folder / "red.wallet", sealed=sealed)
    status, report = audited(capsys, tmp_path / "game.replay", *held(folder))
    assert status == 2
    due = {"RECEIPT_NOT_IN_LOG", "COMMAND_ALTERED"} | (set() if sealed else {"CONTRIBUTION_REPLACED"})
    assert codes(report) >= due


@pytest.mark.parametrize(("kind", "name", "code"), ALTERED)
def test_altered_wallets(suite, tmp_path, capsys, kind, name, code):
    """Each line matters: where one is altered the audit says so, and nothing else."""
    _, folder = suite
    alter_line(folder / "red.wallet", tmp_path / "red.wallet", kind, name)
    status, report = audited(capsys, folder / "game.replay", [tmp_path / "red.wallet"], [tmp_path / "red.wallet"])
    assert (status, codes(report)) == (1, {code})


def test_all_that_is_altered_is_named(suite, tmp_path, capsys):
    """An audit of a wallet does not end with its first fault."""
    _, folder = suite
    path = tmp_path / "red.wallet"
    path.write_bytes((folder / "red.wallet").read_bytes())
    for kind, name, _ in ALTERED:
        alter_line(path, path, kind, name)
    _, report = audited(capsys, folder / "game.replay", [path], [path])
    assert codes(report) == {code for _, _, code in ALTERED}
    assert len(report["findings"]) >= len(ALTERED)


def test_the_register_is_watched_with_its_wallets(suite, served, capsys):
    """The game of the wallets stands in the register that its players were shown, as they were shown it."""
    _, folder = suite
    check_registered(capsys, served, [folder / "red.wallet", folder / "blue.wallet"])


def test_the_client_knows_every_ruleset():
    """The client lists the play of each ruleset that the service has."""
    text = CONTRACT.read_text(encoding="utf-8")
    assert [name for name in RULESETS if f"adjudicator.wargame.{name}.v1.PlayGrpc" not in text] == []

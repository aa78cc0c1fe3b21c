"""The Java client is built with its warnings as errors, and its suite plays against a service.

The wallets that it keeps meanwhile are held against their game by the program.
"""

from __future__ import annotations

import asyncio
import json
import stat
import tomllib
from xml.etree import ElementTree as ET

import pytest

from adjudicator.kernel.record.mpint import decode, encode
from adjudicator.registry import RULESETS
from replays.audit.receipts import read_held
from replays.bundle import read_bundle, write_bundle
from services.cli import main
from tests.clients.served import CLIENTS, ROOT, needs, run
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


def audited(folder, game, capsys):
    """Audit a game with what its players have kept; gives the status and the report."""
    words = ["replay", "audit", str(game), "--json"]
    for name in ("red.wallet", "blue.wallet", "blue.statement"):
        words += ["--receipts", str(folder / name)]
    capsys.readouterr()
    status = main([*words, "--refusals", str(folder / "red.wallet")])
    return status, json.loads(capsys.readouterr().out)


def test_the_audit_takes_its_wallets(suite, capsys):
    """Receipts, commands, the proof of the register, a statement and a refusal: nothing differs from the log."""
    _, folder = suite
    status, report = audited(folder, folder / "game.replay", capsys)
    assert (status, report["levels"]["L3"], report["findings"]) == (0, "done", [])
    assert [("rightly refused" in line, "red.wallet" in line) for line in report["refusals"]] == [(True, True)]
    held = [read_held((folder / f"{name}.wallet").read_bytes(), name)[0] for name in ("red", "blue")]
    for seat, wallet in enumerate(held):
        assert ([row.seat for row in wallet.seats], wallet.unknown, wallet.torn) == ([seat], {}, False)
        assert wallet.commands
        assert wallet.contributions
        assert wallet.inclusions
        assert wallet.receipts
        assert all(row.record for row in wallet.receipts if row.command_id)
        assert stat.S_IMODE((folder / wallet.source).with_suffix(".wallet").stat().st_mode) == 0o600


def test_its_wallets_find_an_altered_command(suite, tmp_path, capsys):
    """A game whose log was written anew, with another field in one of red's orders, is told by red's wallet."""
    _, folder = suite
    held = read_held((folder / "red.wallet").read_bytes(), "red")[0]
    own = {row.command_id for row in held.receipts}
    bundle = read_bundle((folder / "game.replay").read_bytes())
    records = [decode(record) for record in bundle.records]
    moved = next(row for row in records if row[6][0] in own and row[6][2][0] == "CommitContribution")
    moved[6][2][1] = bytes(32)
    ruleset, edition, engine = (bundle.manifest[name] for name in ("ruleset", "edition", "engine"))
    made = write_bundle(
        ruleset, edition, bytes.fromhex(engine), list(map(encode, records)), bundle.heads, bundle.sealed
    )
    (tmp_path / "game.replay").write_bytes(made)
    status, report = audited(folder, tmp_path / "game.replay", capsys)
    assert status == 2
    assert {row["code"] for row in report["findings"]} >= {"RECEIPT_NOT_IN_LOG", "CONTRIBUTION_REPLACED"}


def test_the_register_is_watched_with_its_wallets(suite, served, capsys):
    """The game of the wallets stands in the register that its players were shown, as they were shown it."""
    _, folder = suite
    wallets = [folder / "red.wallet", folder / "blue.wallet"]
    (name,) = {row.register for path in wallets for row in read_held(path.read_bytes(), "")[0].inclusions}
    place = f"http://{served.web_address}/register/{'/'.join(name.split('/')[-2:])}"
    words = ["register", "watch", place, "--json"]
    for path in wallets:
        words += ["--wallet", str(path)]
    capsys.readouterr()
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["register"], found["status"]) == (name, 0)
    game = read_held(wallets[0].read_bytes(), "")[0].game.hex()
    assert [row for row in found["noticed"] if row.get("game") == game] == []


def test_the_client_knows_every_ruleset():
    """The client lists the play of each ruleset that the service has."""
    text = CONTRACT.read_text(encoding="utf-8")
    assert [name for name in RULESETS if f"adjudicator.wargame.{name}.v1.PlayGrpc" not in text] == []

"""The Java client is built with its warnings as errors, and its suite plays against a service."""

import tomllib
from xml.etree import ElementTree as ET

import pytest

from adjudicator.registry import RULESETS
from tests.clients.served import CLIENTS, ROOT, needs, run
from tests.java import COMPILED, MAVEN, generated_in, generated_of, jar_of, lay_compiled
from tests.packages.fixtures import released

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


def test_the_suite_passes(served):
    """Every test of the client runs, none is left out, and all pass."""
    needs("mvn", "javac")
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    for report in REPORTS.glob("TEST-*.xml"):
        report.unlink()
    take_compiled()
    run(*MAVEN, "verify", f"-Drevision={version}", folder=JAVA, **served.environment)
    suites = [ET.parse(report).getroot() for report in REPORTS.glob("TEST-*.xml")]  # noqa: S314  (our own file)
    assert sum(int(suite.get("tests", 0)) for suite in suites) > 70
    assert [suite.get("name") for suite in suites if suite.get("skipped") != "0"] == []


def test_the_client_knows_every_ruleset():
    """The client lists the play of each ruleset that the service has."""
    text = CONTRACT.read_text(encoding="utf-8")
    assert [name for name in RULESETS if f"adjudicator.wargame.{name}.v1.PlayGrpc" not in text] == []

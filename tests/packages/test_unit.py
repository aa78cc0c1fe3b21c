"""The systemd unit: systemd takes it, it is closed in, and the program takes what it is started with."""

import argparse
import os
import re
import shutil
import sys

import pytest

from services.config import make_config
from tests.packages.fixtures import ROOT, run

UNIT = ROOT / "packaging/adjudicator.service"
PROGRAM = "/opt/adjudicator/bin/adjudicator"
# tenths of systemd's exposure, 0 to 100: 20 and less it calls OK
EXPOSURE = 20
pytestmark = [
    pytest.mark.packages,
    pytest.mark.skipif(
        shutil.which("systemd-analyze") is None and not os.environ.get("CI"), reason="systemd-analyze is missing"
    ),
]


def test_systemd_takes_it(tmp_path):
    """Every line of it is one that systemd knows."""
    text = UNIT.read_text().replace(PROGRAM, sys.executable)
    (tmp_path / UNIT.name).write_text(text)
    assert run("systemd-analyze", "verify", "--man=no", tmp_path / UNIT.name, folder=tmp_path) == ""


def test_it_is_closed_in(tmp_path):
    """Systemd finds little that the service could reach besides its own data."""
    run("systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSURE}", UNIT, folder=tmp_path)


def test_the_program_takes_its_words():
    """What the unit starts is a verb of the program with settings that are right and keep their data."""
    from services.cli import add

    (words,) = re.findall(rf"^ExecStart={PROGRAM} (.+)$", UNIT.read_text(), re.MULTILINE)
    parser = argparse.ArgumentParser()
    add(parser.add_subparsers())
    config = make_config(vars(parser.parse_args(words.split())), {})
    assert str(config.data) == "/var/lib/" + re.findall(r"^StateDirectory=(.+)$", UNIT.read_text(), re.MULTILINE)[0]

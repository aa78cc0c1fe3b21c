"""The verb that lets processes end, where it is told the wrong folder."""

from __future__ import annotations

import argparse

from services.cli import UNREADY
from services.tools import drain


def test_a_folder_of_no_deployment(tmp_path, capsys):
    """Where nobody has keys none are made: with them it would see nobody, and a later service would start on them."""
    parser = argparse.ArgumentParser()
    drain.add(parser.add_subparsers())
    folder = tmp_path / "wrong"
    args = parser.parse_args(["drain", "--data", str(folder), "--redis-url", "redis://127.0.0.1:1"])
    assert args.run(args) == UNREADY
    assert "name the folder of the processes by --data" in capsys.readouterr().err
    assert not folder.exists()

"""Verbs that need the keys of a deployment, where they are told the wrong folder."""

from __future__ import annotations

import argparse

import pytest

from services.cli import UNREADY
from services.games.keys import LOG_FILE, KeyFault, existing_keys, load_keys
from services.tools import backup, drain, repair


def test_a_folder_of_no_deployment(tmp_path, capsys):
    """Where nobody has keys none are made: with them it would see nobody, and a later service would start on them."""
    parser = argparse.ArgumentParser()
    drain.add(parser.add_subparsers())
    folder = tmp_path / "wrong"
    args = parser.parse_args(["drain", "--data", str(folder), "--redis-url", "redis://127.0.0.1:1"])
    assert args.run(args) == UNREADY
    assert "name the data folder by --data" in capsys.readouterr().err
    assert not folder.exists()


@pytest.mark.parametrize(
    ("verb", "words"),
    [
        (repair, ["repair", "0" * 32, "--reason", "a failover"]),
        (backup, ["backup", "copy"]),
        (backup, ["restore", "copy"]),
    ],
)
def test_no_keys_are_made(tmp_path, capsys, monkeypatch, verb, words):
    """A verb that needs the keys of a deployment makes none, and no folder, where there are none."""
    monkeypatch.chdir(tmp_path)
    parser = argparse.ArgumentParser()
    verb.add(parser.add_subparsers())
    folder = tmp_path / "wrong"
    args = parser.parse_args([*words, "--data", str(folder), "--redis-url", "redis://127.0.0.1:1"])
    assert args.run(args) == UNREADY
    assert str(folder) in capsys.readouterr().err
    assert not folder.exists()


def test_a_lost_log_key_is_not_made_anew(tmp_path):
    """Where one of the keys is lost, only a start of the service makes another."""
    load_keys(tmp_path / "data", "name")
    (tmp_path / "data" / LOG_FILE).unlink()
    with pytest.raises(KeyFault, match=r"no log\.key: bring it"):
        existing_keys(tmp_path / "data", "name")
    assert not (tmp_path / "data" / LOG_FILE).exists()
    load_keys(tmp_path / "data", "name")
    assert existing_keys(tmp_path / "data", "name").verification_key

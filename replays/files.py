"""Files that the verbs of `adjudicator replay` read, and their refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from adjudicator.kernel.ruleset import LoadedRuleset
from replays.bundle import Bundle, BundleFault, file_bytes, read_bundle


class Unusable(Exception):
    """A file or argument that can not be used; the text says which, why and how to fix it."""


def read_file(path: Path) -> bytes:
    """Read a file. Raises Unusable."""
    try:
        return file_bytes(path)
    except OSError as error:
        raise Unusable(f"{path} can not be read: {error.strerror}; name a replay file") from error


def bundle_at(path: Path) -> Bundle:
    """Read a replay file. Raises Unusable."""
    try:
        return read_bundle(read_file(path))
    except BundleFault as fault:
        raise Unusable(f"{path} is no replay file: {fault}") from fault


def needed(rules: LoadedRuleset[Any] | None) -> LoadedRuleset[Any]:
    """Give a ruleset that is there. Raises Unusable."""
    if rules is None:
        raise Unusable("the ruleset of this game is not in this build; take a release that has it")
    return rules

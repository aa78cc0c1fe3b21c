"""The rulesets that this build can adjudicate: one line each."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib import import_module, resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from adjudicator.kernel import umpire
from adjudicator.kernel.ruleset import Rules, Ruleset, assemble

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

RULESETS: Mapping[str, str] = MappingProxyType({
    "grinding_annihilation": "adjudicator.rulesets.grinding_annihilation",
    "antares": "adjudicator.rulesets.antares",
    "hex_orders": "adjudicator.rulesets.hex_orders",
    "tile_formations": "adjudicator.rulesets.tile_formations",
})  # fmt: skip
SHARED = ("adjudicator.kernel", "adjudicator.board")


@cache
def rules_of(name: str) -> Rules[Any]:
    """Load a ruleset by name.

    Raises KeyError for a name that is not registered.
    """
    return assemble(cast("Ruleset", import_module(RULESETS[name])), cast("Ruleset", umpire))


@cache
def engine_digest(name: str) -> bytes:
    """Digest the code and data that decide a ruleset's games: SHA-256 over path and SHA-256 of every file.

    Paths ascend; they are relative to the package `adjudicator`.
    """
    digest = hashlib.sha256()
    for path, data in sorted(_files(name)):
        digest.update(path.encode() + b"\0" + hashlib.sha256(data).digest())
    return digest.digest()


def _files(name: str) -> list[tuple[str, bytes]]:
    packages = (*SHARED, RULESETS[name])
    found: list[tuple[str, bytes]] = []
    for package in packages:
        _collect(resources.files(package), package, found)
    return found


def _collect(folder: Traversable, prefix: str, found: list[tuple[str, bytes]]) -> None:
    for each in folder.iterdir():
        name = f"{prefix}/{each.name}"
        if each.is_dir():
            if each.name != "__pycache__":
                _collect(each, name, found)
        elif not each.name.endswith(".pyc"):
            found.append((name, each.read_bytes()))


__all__ = ["RULESETS", "engine_digest", "rules_of"]

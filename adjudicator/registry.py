"""The rulesets that this build can adjudicate: one line each."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module, resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from adjudicator.kernel.ruleset import LoadedRuleset, Ruleset, assemble

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

RULESETS: Mapping[str, str] = MappingProxyType(
    {
        "antares": "adjudicator.rulesets.antares",
        "grinding_annihilation": "adjudicator.rulesets.grinding_annihilation",
        "hex_orders": "adjudicator.rulesets.hex_orders",
        "tile_formations": "adjudicator.rulesets.tile_formations",
    }
)
# what decides a game, by path in the package `adjudicator`; .importlinter holds that it imports nothing besides
DECIDES = (
    "kernel/decide",
    "kernel/decoding.py",
    "kernel/dice",
    "kernel/docket",
    "kernel/messages.py",
    "kernel/options.py",
    "kernel/protocol",
    "kernel/record",
    "kernel/referee",
    "board",
)
# a tree may hold other files, such as those of an editor or a file manager; a package that is built does not
SUFFIXES = (".py", ".toml", ".map")
DECIDES_IN_RULESET = ("model", "roster", "rules", "data")


@cache
def rules_of(name: str) -> LoadedRuleset[Any]:
    """Load a ruleset by name.

    Raises KeyError for a name that is not registered.
    """
    own: Ruleset[Any] = import_module(RULESETS[name]).RULESET
    return assemble(own)


def ready_made(name: str) -> Mapping[str, tuple[str, ...]]:
    """Name what lies ready in a ruleset's data, such as armies, maps and scenarios: names by kind, both ascending."""
    folder = resources.files(RULESETS[name]).joinpath("data")
    kinds = sorted((found for found in folder.iterdir() if found.is_dir()), key=lambda found: found.name)
    return {kind.name: tuple(_stems(kind)) for kind in kinds if any(_stems(kind))}


def _stems(folder: Traversable) -> list[str]:
    names = [found.name for found in folder.iterdir()]
    return sorted(name.rpartition(".")[0] for name in names if name.endswith(SUFFIXES) and not name.startswith("_"))


@cache
def engine_digest(name: str) -> bytes:
    """Digest the code and data that decide a ruleset's games: SHA-256 over path and SHA-256 of every file.

    Paths ascend; they are relative to the package `adjudicator`. Views, odds, bots and sentences are not among them.
    """
    digest = hashlib.sha256()
    for path, data in sorted(deciding_files(name)):
        digest.update(path.encode() + b"\0" + hashlib.sha256(data).digest())
    return digest.digest()


def deciding_files(name: str) -> Iterator[tuple[str, bytes]]:
    """Give path and bytes of every file that decides a ruleset's games."""
    root = resources.files("adjudicator")
    own = RULESETS[name].removeprefix("adjudicator.").replace(".", "/")
    for path in (*DECIDES, *(f"{own}/{folder}" for folder in DECIDES_IN_RULESET)):
        found = root.joinpath(*path.split("/"))
        if found.is_dir() or found.is_file():  # not every ruleset has all folders
            yield from _files(found, path)


def _files(found: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    if found.is_dir():
        for inner in found.iterdir():
            yield from _files(inner, f"{path}/{inner.name}")
    elif found.name.endswith(SUFFIXES) and not found.name.startswith("."):
        yield path, found.read_bytes()

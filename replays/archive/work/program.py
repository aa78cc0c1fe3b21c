"""Which program works: results of another one are not taken for its own."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from adjudicator.registry import RULESETS, engine_digest
from replays.files import Unusable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

_SHOWN = 16


@cache
def program() -> str:
    """Name this program: its version, and the beginning of a digest over what decides games and what audits them."""
    digest = hashlib.sha256()
    for name in sorted(RULESETS):
        digest.update(name.encode() + b"\0" + engine_digest(name))
    for path, data in sorted(_sources(resources.files("replays"), "")):
        digest.update(path.encode() + b"\0" + hashlib.sha256(data).digest())
    try:
        known = version("adjudicator")
    except PackageNotFoundError:
        known = "0"
    return f"{known}+{digest.hexdigest()[:_SHOWN]}"


def require_this_program(by: str) -> None:
    """Refuse what another program has worked out; `by` is the name that its worker gave. Raises Unusable."""
    if by != program():
        raise Unusable(f"a worker runs {by}, and this is {program()}: install the same program on all workers")


def _sources(found: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    if found.is_dir():
        for inner in found.iterdir():
            yield from _sources(inner, f"{path}/{inner.name}")
    elif found.name.endswith(".py"):
        yield path, found.read_bytes()

"""Whether the path of a refusal, such as `units[0].id`, names a field of the command that was refused."""

from __future__ import annotations

import re
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

STEP = re.compile(r"([a-z][a-z0-9_]*)((?:\[\d+])*)", re.ASCII)


def wrong_step(kind: type[Struct], path: str) -> str | None:
    """Name the first step of a path that leads to no field of this kind of command; None where the path is right."""
    here: Any = kind
    for step in path.split(".") if path else ():
        found = STEP.fullmatch(step)
        here = _plain(here)
        if found is None or not (isinstance(here, type) and issubclass(here, Struct)):
            return step
        here = get_type_hints(here).get(found[1])
        if here is None:
            return step
        for _ in range(found[2].count("[")):
            here = _plain(here)
            if get_origin(here) is not tuple:
                return step
            here = get_args(here)[0]
    return None


def _plain(kind: Any) -> Any:
    """Leave None out of an optional type."""
    if get_origin(kind) in (Union, UnionType):
        return next(row for row in get_args(kind) if row is not type(None))
    return kind

"""How a page holds its data: a keyframe and then what changed, as JSON, gzip, base64; the same bytes every time."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

KEYFRAME = 64
LAYERS = ("cells", "items")
Plain = dict[str, Any]


def packed(data: bytes) -> str:
    """Compress bytes and write them in base64, of which no letter can end a block of a page."""
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def packed_json(value: Any) -> str:
    """Pack a value as JSON."""
    return packed(json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode())


def frames(scenes: Iterable[Plain | None]) -> Iterator[Plain | None]:
    """Give every scene as a keyframe, or as its difference from the one before; None where there is none.

    A difference has the values of `all` that changed, and for cells and items those that are new or changed by id, in
    their order; `order` is given where the order of ids is another than before.
    """
    last: Plain | None = None
    since = 0
    for scene in scenes:
        if scene is None:
            last = None
            yield None
        elif last is None or since + 1 >= KEYFRAME:
            last, since = scene, 0
            yield {"key": scene}
        else:
            since += 1
            yield _difference(last, scene)
            last = scene


def _difference(before: Plain, after: Plain) -> Plain:
    found: Plain = {}
    for name, value in after.items():
        if name in LAYERS:
            changed = _changed(before[name], value)
            if changed:
                found[name] = changed
        elif before.get(name) != value:
            found.setdefault("all", {})[name] = value
    return found


def _changed(before: Sequence[Plain], after: Sequence[Plain]) -> Plain:
    known = {item["id"]: item for item in before}
    found: Plain = {}
    news = [item for item in after if known.get(item["id"]) != item]
    if news:
        found["set"] = news
    order = [item["id"] for item in after]
    kept = [item["id"] for item in before]
    if order != kept:
        found["order"] = order
    return found


def several(told: Sequence[Sequence[Plain]]) -> Plain:
    """Write what several parties were told: all of the first one, and of the others what differs, by place."""
    first = told[0] if told else []
    others = [
        {str(place): row for place, row in enumerate(rows) if row != first[place]}  # places count from 0
        for rows in told[1:]
    ]
    return {"first": list(first), "others": others}

"""How a page holds its data: a keyframe and then what changed, as JSON, gzip, base64; the same bytes every time."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterable, Sequence
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


class Frames:
    """Scenes one after the other, each as a keyframe or as what differs from the one before; None where there is none.

    A difference has the values of `all` that changed, and for cells and items those that are new or changed by id, in
    their order; `order` is given where the order of ids is another than before. Of the scenes the last alone is kept.
    """

    def __init__(self) -> None:
        self.found: list[Plain | None] = []
        self._last: Plain | None = None
        self._since = 0

    def add(self, scene: Plain | None) -> None:
        """Add the next scene."""
        if scene is None:
            self.found.append(None)
        elif self._last is None or self._since + 1 >= KEYFRAME:
            self._since = 0
            self.found.append({"key": scene})
        else:
            self._since += 1
            self.found.append(difference(self._last, scene))
        self._last = scene


def frames(scenes: Iterable[Plain | None]) -> list[Plain | None]:
    """Give the frames of scenes."""
    kept = Frames()
    for scene in scenes:
        kept.add(scene)
    return kept.found


def difference(before: Plain, after: Plain) -> Plain:
    """Give what of a scene differs from another."""
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

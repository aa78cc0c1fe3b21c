"""The boards of a game for its page: a scene after every entry for each viewer, and numbers that change over time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.record.mpint import encode
from adjudicator.kernel.scene import Body, Scene, to_json
from replays.page.game_states import ReplayGame, Step
from replays.page.packing import Frames
from replays.tell.scenes import SceneWriter

Plain = dict[str, Any]


class Boards:
    """The boards of one viewer, entry after entry; None where the game can not be folded or its ruleset draws none."""

    def __init__(self, game: ReplayGame, viewer: Party) -> None:
        self.game = game
        self.viewer = viewer
        self.writer = SceneWriter(game.rules, game.names, viewer) if game.rules.scene is not None else None
        self.frames = Frames()
        self.totals: list[dict[str, int]] = []

    def add(self, step: Step) -> None:
        """Draw the board after one entry."""
        scene = None
        found: dict[str, int] = {}
        if step.moment is not None and self.writer is not None:
            view = self.writer.take(step.moment)
            scene = self.writer.scene(step.moment)
            found = dict(totals(view, scene, self.game.names))
        self.frames.add(json.loads(to_json(scene)) if scene is not None else None)
        self.totals.append(found)

    def series(self) -> list[Plain]:
        """List the numbers that changed in the game, each with its value after every entry."""
        names = dict.fromkeys(name for row in self.totals for name in row)
        found = []
        for name in names:
            values = [row.get(name) for row in self.totals]
            if len({value for value in values if value is not None}) > 1:
                label, _, seat = name.rpartition(" ")
                found.append({"name": label, "seat": int(seat), "values": values})
        return found


def totals(view: Struct, scene: Scene, names: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Give the points of every side, as its View counts them, and what its bodies on the board have left."""
    for side in getattr(view, "sides", ()):
        seat = getattr(side, "seat", None)
        for name in side.__struct_fields__ if isinstance(side, Struct) and isinstance(seat, int) else ():
            value = getattr(side, name)
            if "points" in name and isinstance(value, int):
                yield f"{name.replace('_', ' ')} {seat}", value
    for seat in range(len(names)):
        bodies = [item for item in scene.items if isinstance(item, Body) and item.seat == seat]
        yield f"left on the board {seat}", sum(body.wounds if body.of else body.count for body in bodies)


def public_tables(game: ReplayGame, step: Step) -> bytes | None:
    """Give the public tables after an entry that holds their hash; None for other entries."""
    if step.moment is None or step.record.state is None:
        return None
    return encode(game.rules.public(step.moment.game))

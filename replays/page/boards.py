"""The boards of a game for its page: a scene after every entry for each viewer, and numbers that change over time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.adjudicate import rewound_to
from adjudicator.kernel.record.mpint import encode
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.kernel.scene import Body, Scene, Setting, to_json
from replays.page.game_states import ReplayGame, Step, as_shown_to
from replays.party_names import party_name

Plain = dict[str, Any]


class Boards:
    """The boards of one viewer, entry after entry."""

    def __init__(self, game: ReplayGame, viewer: int) -> None:
        self.game = game
        self.viewer = viewer
        self.scenes: list[Plain | None] = []
        self.totals: list[dict[str, int]] = []
        self._before: Any = None

    def add(self, step: Step) -> None:
        """Draw the board after one entry; nothing where the file does not open the game up to there."""
        if step.game is None:
            self.scenes.append(None)
            self.totals.append({})
            return
        view = self.game.rules.view(step.game, self.viewer)
        scene = self._drawn(step, view)
        self._before = view
        self.scenes.append(json.loads(to_json(scene)) if scene is not None else None)
        self.totals.append(dict(_totals(view, scene, self.game.names)))

    def _drawn(self, step: Step, view: Any) -> Scene | None:
        maker = self.game.rules.scene
        if maker is None:
            return None
        asks = step.stack[-1].asks if step.stack else ()
        names = self.game.names
        asked = tuple(party_name(party, names) for party in asks)
        setting = Setting(names, self.viewer, step.raw.seq, asked, party_name(self.viewer, names))
        scene = maker.scene(view, setting)
        if self._before is None or rewound_to(step.opened) is not None:
            return scene
        events = as_shown_to(self.game.rules, step, self.viewer).events
        return replace(scene, marks=maker.marks(self._before, view, events, setting))

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


def _totals(view: Any, scene: Scene | None, names: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Give the points of every side, as its View counts them, and what its bodies on the board have left."""
    for side in getattr(view, "sides", ()):
        if not isinstance(side, Struct) or not isinstance(getattr(side, "seat", None), int):
            continue
        for name in side.__struct_fields__:
            value = getattr(side, name)
            if "points" in name and isinstance(value, int):
                yield f"{name.replace('_', ' ')} {side.seat}", value
    if scene is None:
        return
    for seat in range(len(names)):
        bodies = [item for item in scene.items if isinstance(item, Body) and item.seat == seat]
        yield f"left on the board {seat}", sum(body.wounds if body.of else body.count for body in bodies)


def public_tables(rules: LoadedRuleset[Any], step: Step) -> bytes | None:
    """Give the public tables after an entry that holds their hash; None for other entries."""


    return encode(rules.public(step.game)) if step.game is not None and step.raw.fields[11] is not None else None

"""What a page has to draw: scenes out of the file alone, each held against the View that it is drawn from."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.kernel.scene import Body, Scene, Token, to_json, value_at
from replays.bundle import Bundle
from replays.tell.moments import moments, seats_of
from replays.tell.scenes import SceneWriter

INCHES = "inches"
TEN = 10


def ten_of(count: int) -> list[int]:
    """Take ten entries of a game, or somewhat more, and its last one."""
    return [*range(1, count, max(1, count // TEN)), count]


def scenes(
    bundle: Bundle, rules: LoadedRuleset[Any], places: Collection[int], viewer: int = SPECTATOR
) -> dict[int, Any]:
    """Draw these moments of a game as a viewer was shown them."""
    writer, found = SceneWriter(rules, seats_of(bundle, rules), viewer), {}
    for moment in moments(bundle, rules, viewer):
        if not {moment.seq, moment.seq + 1}.isdisjoint(places):
            view = writer.take(moment)
            if moment.seq in places:
                scene = writer.scene(moment)
                assert_is_of_view(scene, view)
                found[moment.seq] = json.loads(to_json(scene))
    assert set(found) == set(places)
    return found


def assert_is_of_view(scene: Scene, view: Struct) -> None:
    """Fail where a drawn place, wound or token is not what the View has at the paths that its drawable names."""
    for item in scene.items:
        if isinstance(item, Body | Token):
            held = {value for path in item.of_view for value in _values(value_at(view, path))}
            assert held, item
            assert all(is_held(held) for is_held in _drawn(item, scene.board.kind)), (item, held)


def _drawn(item: Body | Token, board: str) -> Iterator[Callable[[set[Any]], bool]]:
    if isinstance(item, Token):
        # a marker has the number by which people call it, and tokens on a grid may count several values together
        if board == INCHES and item.value.isdecimal() and item.kind != "marker":
            yield lambda held: int(item.value) in held
        return
    if item.hidden:
        return
    # what is left stands there, or how many there were and how many of them are gone
    yield lambda held: not {item.wounds, item.of - item.wounds}.isdisjoint(held)
    if board == INCHES:
        yield lambda held: {item.x, item.y} <= held


def _values(value: Any) -> Iterator[int | str]:
    if isinstance(value, int | str):
        yield value
    elif isinstance(value, Struct):
        for part in asdict(value).values():
            yield from _values(part)
    elif isinstance(value, tuple):
        yield len(value)
        for part in value:
            yield from _values(part)
    elif value is None:
        yield 0

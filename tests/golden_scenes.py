"""Scenes of golden games on boards in inches: each game folded once, and what every such scene has to hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.kernel.scene import (
    Area,
    Body,
    Line,
    Mark,
    Measure,
    Path,
    Scene,
    Setting,
    Shot,
    Template,
    Token,
    Zone,
    from_json,
    to_json,
    value_at,
)
from adjudicator.registry import rules_of
from replays.party_names import party_name
from replays.tell.golden import FOLDER, ScriptPlayer
from replays.tell.transcript import parse

SHARE = 10
EVERY = 4
# ways that nobody has gone, or that lead away
ELSEWHERE = tuple(f"path:{kind}" for kind in ("note", "planned", "destroyed", "halt", "embark", "leave"))


class Drawn(NamedTuple):
    """An entry of a golden game as a spectator sees it: the View, the scene, the View before it, and its marks."""

    seq: int
    view: Any
    scene: Scene
    before: Any
    marks: tuple[Mark, ...]


class _Player(ScriptPlayer):
    """Plays a golden game once, and keeps the events of each entry."""

    events: Sequence[Any] = ()

    def fold(self, _ruling: Any, _record: Any, opened: Any, _digest: bytes) -> None:
        """Fold nothing."""
        self.events = opened.events


def setting_of(names: Sequence[str], game: Any, seq: int, viewer: int = SPECTATOR) -> Setting:
    """Say who looks at a game, and who is asked."""
    asks = tuple(party_name(party, names) for party in game.stack[-1].asks) if game.stack else ()
    return Setting(tuple(names), viewer, seq, asks, party_name(viewer, names))


def draw(ruleset: str, game: Any, viewer: int = SPECTATOR, seq: int = 1) -> Scene:
    """Draw a game as it stands."""
    rules = rules_of(ruleset)
    return rules.scene.scene(rules.view(game, viewer), setting_of(("red", "blue"), game, seq, viewer))


def drawn_step(ruleset: str, table: Any, act: Callable[[], object]) -> Drawn:
    """Draw what one command at a table does."""
    rules, names = rules_of(ruleset), ("red", "blue")
    before = rules.view(table.game, SPECTATOR)
    act()
    view, setting = rules.view(table.game, SPECTATOR), setting_of(names, table.game, 1)
    marks = rules.scene.marks(before, view, table.ruled, setting)
    return Drawn(1, view, rules.scene.scene(view, setting), before, marks)


@cache
def drawn_games(ruleset: str, name: str) -> tuple[Drawn, ...]:
    """Draw every fourth entry of a golden game, and the last: the others would cost time and show no more."""
    rules = rules_of(ruleset)
    script = parse(FOLDER.joinpath(ruleset, f"{name}.game").read_text(encoding="utf-8"), rules)
    player, names = _Player(rules, script), [seat.name for seat in script.terms.seats]
    before, found, last = None, [], script.lines[-1]
    for line in script.lines:
        due = player.protocol.seq % EVERY == EVERY - 1 or line is last
        before = rules.view(player.game, SPECTATOR) if due else None
        was = player.protocol.seq
        player.take(line)
        if due and player.protocol.seq > was:
            view = rules.view(player.game, SPECTATOR)
            setting = setting_of(names, player.game, player.protocol.seq)
            marks = rules.scene.marks(before, view, player.events, setting)
            found.append(Drawn(player.protocol.seq, view, rules.scene.scene(view, setting), before, marks))
    return tuple(found)


def ten_of(drawn: Sequence[Drawn]) -> list[Drawn]:
    """Take ten entries of a game, spread over it, the last among them."""
    return [drawn[len(drawn) * place // SHARE - 1] for place in range(1, SHARE + 1)]


# -- what holds


def assert_numbers_stand_at_their_paths(drawn: Drawn) -> None:
    """Fail where a drawn number is not among the values of the View that its item names."""
    for item in drawn.scene.items:
        held = {number for path in item.of_view for number in _numbers(value_at(drawn.view, path))}
        assert set(_drawn_numbers(item)) <= held, item


def _drawn_numbers(item: Struct) -> Iterator[int]:
    match item:
        case Area() | Line():
            yield from _flat(item.poly if isinstance(item, Area) else item.points)
        case Zone():
            yield from _flat(item.poly or ())
            if item.circle is not None:
                yield from (item.circle.x, item.circle.y, item.circle.radius)
        case Body():
            yield from (item.x, item.y, item.z, item.length, item.width, item.wounds, item.of)
            if item.facing is not None:
                yield (item.facing - 90_000) % 360_000 // 100
        case Template():
            (x, y), (edge, _) = item.points
            yield from (x, y, edge - x)
        case Token() if item.value.isdecimal() and item.kind in ("pins", "mortal_wounds"):
            yield int(item.value)


def _flat(points: Sequence[tuple[int, int]]) -> Iterator[int]:
    for x, y in points:
        yield from (x, y)


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    elif isinstance(value, Struct):
        for part in asdict(value).values():
            yield from _numbers(part)
    elif isinstance(value, tuple):
        for part in value:
            yield from _numbers(part)
    elif value is None or isinstance(value, str):
        yield 0


def assert_marks_fit(drawn: Drawn, places: Any) -> None:
    """Fail where a way does not begin and end where the Views have the base, or a mark names what is not drawn.

    `places` gives the places of all bases in a View by id.
    """
    before, after = places(drawn.before), places(drawn.view)
    items = {item.id for item in drawn.scene.items}
    ids = [item.id for item in (*drawn.scene.items, *drawn.marks)]
    assert len(ids) == len(set(ids))
    begun: dict[str, Any] = {}
    for mark in drawn.marks:
        match mark:
            case Path() if not mark.id.startswith(ELSEWHERE):
                if mark.body in before and mark.kind not in ("deploy", "arrive", "disembark"):
                    assert mark.points[0] == begun.get(mark.body, before[mark.body]), mark
                begun[mark.body] = mark.points[-1]
                if mark.of_view:
                    pose = value_at(drawn.view, mark.of_view[0])
                    assert (pose.x, pose.y) == mark.points[-1] == after[mark.body]
            case Shot():
                assert {mark.from_item, mark.to_item} <= items, mark
            case Measure():
                assert mark.limit is None or not mark.ok or mark.length <= mark.limit, mark
    assert {key: place for key, place in begun.items() if key in after} == {
        key: after[key] for key in begun if key in after
    }


def assert_ids_are_stable(drawn: Sequence[Drawn]) -> None:
    """Fail where an id stands for another unit, kind or place of the ground at another entry."""
    kept: dict[str, object] = {}
    for row in drawn:
        for item in row.scene.items:
            fixed = (type(item), item.unit, item.seat) if isinstance(item, Body) else type(item)
            assert kept.setdefault(item.id, fixed) == fixed


def assert_comes_back(scene: Scene) -> None:
    """Fail where a scene is another one after its JSON form."""
    assert from_json(to_json(scene)) == scene

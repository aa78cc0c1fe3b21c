"""Scenes: their JSON form, paths into Views, and where the cells of a grid lie."""

from __future__ import annotations

import json

import msgspec
import pytest
from msgspec import Struct

from adjudicator.kernel.scene import (
    Aside,
    Board,
    Body,
    Cell,
    Circle,
    Measure,
    Scene,
    Zone,
    from_json,
    to_json,
    value_at,
)
from adjudicator.kernel.scene.grid_layout import centre, polygon, size, spread

BODY = Body(
    id="unit:a1",
    text="a1 stands in A1.",
    why=("GA-1.1-01",),
    of_view=("units[0].hex",),
    unit="a1",
    seat=0,
    x=577,
    y=500,
    facing=60_000,
    shape="rect",
    length=400,
    width=300,
    glyph="infantry",
)
SCENE = Scene(
    seq=7,
    viewer="spectator",
    turn="Turn 1",
    phase="moves",
    asks=("red",),
    board=Board(kind="hexes", width=1154, height=1000, unit="1/1000 cell", aside=(Aside(seat=1, text="b1 is lost."),)),
    cells=(Cell(id="cell:A1", text="A1: clear.", poly=polygon(0, 0, hexes=True), terrain="clear"),),
    items=(BODY, Zone(id="zone:x", text="A zone.", kind="objective", circle=Circle(x=1, y=2, radius=3))),
    marks=(Measure(id="measure:1", text="2.0 inches.", points=((0, 0), (1, 1)), length=2000, limit=3000, ok=True),),
)


def test_a_scene_is_the_same_after_its_json_form() -> None:
    """What is written is read again as it was, and every field is written: a `from`, never an `of_view`."""
    data = to_json(SCENE)
    assert from_json(data) == SCENE
    body = json.loads(data)["items"][0]
    assert (body["type"], body["from"], body["facing"], body["z"]) == ("body", ["units[0].hex"], 60_000, 0)
    assert b"of_view" not in data


@pytest.mark.parametrize(
    ("old", "new"), [('"seq":7', '"seq":7.5'), ('"type":"zone"', '"type":"blob"'), ('"seq":7', '"seq":7,"more":1')]
)
def test_what_is_no_scene_is_refused(old: str, new: str) -> None:
    """A float, an unknown type and an unknown field are no scene."""
    text = to_json(SCENE).decode()
    assert old in text
    with pytest.raises(msgspec.ValidationError):
        from_json(text.replace(old, new).encode())


class _Row(Struct):
    name: str
    spots: tuple[int, ...]


class _View(Struct):
    rows: tuple[_Row, ...]


def test_a_path_leads_to_a_value_of_the_view() -> None:
    """Names and numbers of a path are followed; what leads nowhere is told by its place."""
    view = _View((_Row("a", (4, 5)), _Row("b", ())))
    assert value_at(view, "rows[1].name") == "b"
    assert value_at(view, "rows[0].spots[1]") == 5
    for path in ("rows[2].name", "rows[1].spots[0]", "rows[0].size", "rows.name", "name"):
        with pytest.raises(ValueError, match="is no place of _View"):
            value_at(view, path)


def test_cells_fill_the_board_and_share_their_corners() -> None:
    """Hexes of odd columns lie lower; neighbours have two corners in common; no corner lies off the board."""
    assert centre(0, 0, hexes=True) == (577, 500)
    assert centre(3, 2, hexes=True) == (577 + 3 * 866, 3000)
    assert centre(3, 2, hexes=False) == (3500, 2500)
    for hexes, around in ((True, [(1, 0), (0, 1)]), (False, [(1, 0), (0, 1)])):
        for column, row in around:
            shared = set(polygon(0, 0, hexes=hexes)) & set(polygon(column, row, hexes=hexes))
            assert len(shared) == 2
        corners = [point for column in range(5) for row in range(4) for point in polygon(column, row, hexes=hexes)]
        width, height = size(5, 4, hexes=hexes)
        assert (min(x for x, _ in corners), max(x for x, _ in corners)) == (0, width)
        assert (min(y for _, y in corners), max(y for _, y in corners)) == (0, height)


def test_things_that_share_a_cell_stand_apart() -> None:
    """No two of a crowd stand in the same spot, and none leaves the room it has."""
    assert spread(0, 1, 1000) == (0, 0)
    for count in range(2, 8):
        spots = [spread(place, count, 1000) for place in range(count)]
        assert len(set(spots)) == count
        assert all(abs(x) <= 500 and abs(y) <= 500 for x, y in spots)

"""Pictures: well-formed whatever players are called, every drawable a group with its values, nothing active in them."""

from __future__ import annotations

import unicodedata
from typing import Literal
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from adjudicator.kernel.scene import Scene, Zone
from replays.draw.svg import to_svg
from replays.draw.words import Caption
from tests.replays.draw.fixtures import HEXES, INCHES, named

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = (
    "<script>alert(1)</script>",
    "]]> & <![CDATA[",
    '"\' onload="alert(1)',
    "a\x00b\x1b[31mc\x85d\ud800e\ufffff",
    "\u202egnp.exe\u200f\u2066",
    "&lt;&#x3c;",
    "",
)


def _parsed(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314  (our own text)


def _groups(text: str) -> dict[str, ET.Element]:
    found = [group for group in _parsed(text).iter(f"{SVG}g") if "data-id" in group.attrib]
    assert len({group.attrib["data-id"] for group in found}) == len(found)
    return {group.attrib["data-id"]: group for group in found}


@pytest.mark.parametrize("scene", [HEXES, INCHES], ids=["hexes", "inches"])
def test_every_drawable_is_a_group_with_its_sentence(scene: Scene) -> None:
    """Cells, items and marks stand in the picture once each, by id, with their sentence as title."""
    groups = _groups(to_svg(scene))
    drawables = [*scene.cells, *scene.items, *scene.marks]
    assert set(groups) == {drawable.id for drawable in drawables}
    for drawable in drawables:
        title = groups[drawable.id].find(f"{SVG}title")
        assert title is not None
        assert (title.text or "").startswith(drawable.text)


def test_a_body_has_its_values_as_data() -> None:
    """Place, facing, wounds and clauses of a body can be read from its group."""
    body = _groups(to_svg(HEXES))["unit:a1"].attrib
    shown = {name: body[f"data-{name}"] for name in ("x", "y", "facing", "count", "wounds", "of", "seat", "why")}
    assert shown == {
        "x": "577",
        "y": "500",
        "facing": "120000",
        "count": "3",
        "wounds": "3",
        "of": "4",
        "seat": "0",
        "why": "HX-MAP-02",
    }
    hidden = _groups(to_svg(HEXES))["unit:b2"].attrib
    assert (hidden["data-facing"], hidden["data-hidden"], hidden["data-count"]) == ("", "true", "0")


def test_a_picture_says_what_it_is() -> None:
    """The picture has a title and a description; who is asked and what happened stand in it."""
    svg = _parsed(to_svg(HEXES, Caption("hex_orders: red against blue", "Blue is to move.", ("a1 moves. [HX-1]",))))
    title, description = svg.find(f"{SVG}title"), svg.find(f"{SVG}desc")
    assert title is not None
    assert title.text == "hex_orders: red against blue, Turn 2 of 6, movement 1, entry 9"
    assert description is not None
    assert (description.text or "").startswith("Asked now: blue. red: 1 on the board. blue: 1 on the board. a1 moves.")
    texts = [text.text for text in svg.iter(f"{SVG}text")]
    assert {"Asked now: blue", "Blue is to move.", "a1 moves. [HX-1]", "B b9, archers, is destroyed."} <= set(texts)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("scene", [HEXES, INCHES], ids=["hexes", "inches"])
def test_names_of_players_can_add_nothing(scene: Scene, name: str) -> None:
    """Whatever a name holds, the picture is the same elements with the same attributes, and only its texts differ."""
    usual, hostile = (
        _parsed(to_svg(named(scene, "red"))),
        _parsed(to_svg(named(scene, name), Caption(name, name, (name,)))),
    )
    tags = {element.tag for element in usual.iter()}
    assert {element.tag for element in hostile.iter()} <= tags
    assert {key for element in hostile.iter() for key in element.attrib} <= {
        key for element in usual.iter() for key in element.attrib
    }
    assert not [key for element in hostile.iter() for key in element.attrib if key.startswith("on") or "href" in key]
    assert f"{SVG}script" not in tags
    assert f"{SVG}style" not in tags
    values = [value for element in hostile.iter() for value in (element.text or "", *element.attrib.values())]
    signs = {char for value in values for char in value}
    assert not {char for char in signs if unicodedata.category(char) in {"Cc", "Cf", "Cs"}}


def test_an_empty_scene_is_drawn() -> None:
    """Before there is a board the picture has its panel alone."""
    board = HEXES.board
    empty = Scene(
        seq=1,
        viewer="spectator",
        turn="Set-up",
        phase="",
        board=type(board)(kind="hexes", width=0, height=0, unit=board.unit),
    )
    assert not _groups(to_svg(empty))


@pytest.mark.parametrize("kind", ["deploy", "control"])
@pytest.mark.parametrize("scene", [HEXES, INCHES], ids=["hexes", "inches"])
def test_zones_of_each_side_have_a_hatch_of_their_own(scene: Scene, kind: Literal["deploy", "control"]) -> None:
    """A zone is told without its hue: the lines within it are those of its side; one of nobody has none."""
    cells = tuple(cell.id for cell in scene.cells[:2]) or None
    poly = None if cells else ((0, 0), (9000, 0), (9000, 9000), (0, 9000))
    zones = [Zone(id=f"side:{seat}", text="", kind=kind, seat=seat, cells=cells, poly=poly) for seat in (0, 1, None)]
    text = to_svg(replace(scene, items=(*scene.items, *zones)))
    lines = {pattern.attrib["id"]: pattern[0].attrib["d"] for pattern in _parsed(text).iter(f"{SVG}pattern")}
    found = []
    for zone in zones:
        fills = [part.get("fill", "") for part in _groups(text)[zone.id].iter(f"{SVG}path")]
        found.append([lines[fill[5:-1]] for fill in fills if fill.startswith("url(#")])
    assert [len(drawn) for drawn in found] == [1, 1, 0]
    assert found[0] != found[1]

"""Pictures of boards in inches: bases to scale, one plate for each unit that covers no other, rulers in inches."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from adjudicator.kernel.scene import Body, Measure, Path, Scene, Token
from replays.draw.plates import Box, Plates
from replays.draw.svg import to_svg
from tests.golden_scenes import drawn_games
from tests.replays.draw.fixtures import INCHES

SVG = "{http://www.w3.org/2000/svg}"
GAMES = [("antares", "hold_the_ground_otherwise"), ("grinding_annihilation", "no_mans_land")]


def _base(unit: str, number: int, x: int, y: int, **fields: Any) -> Body:
    seat = 0 if unit.startswith("a") else 1
    values: dict[str, Any] = {"shape": "circle", "length": 1000, "width": 1000, "glyph": "infantry", **fields}
    return Body(id=f"body:{unit}.{number}", text="A base.", unit=unit, seat=seat, x=x, y=y, **values)


def _scene(*items: object, marks: tuple[object, ...] = ()) -> Scene:
    return replace(INCHES, items=items, marks=marks)


def _drawn(scene: Scene) -> ET.Element:
    return ET.fromstring(to_svg(scene))  # noqa: S314  (our own text)


def _plates(svg: ET.Element) -> dict[str, ET.Element]:
    found = [group for group in svg.iter(f"{SVG}g") if "data-plate" in group.attrib]
    assert len({group.attrib["data-plate"] for group in found}) == len(found)
    return {group.attrib["data-plate"]: group for group in found}


def _texts(group: ET.Element) -> list[str]:
    return [text.text or "" for text in group.iter(f"{SVG}text")]


def _box(group: ET.Element) -> Box:
    rect = group.find(f"{SVG}rect")
    assert rect is not None
    x, y, wide, high = (int(rect.attrib[name]) for name in ("x", "y", "width", "height"))
    return Box(x, y, x + wide, y + high)


def test_a_unit_has_one_plate_with_its_states_and_tokens() -> None:
    """Name and number of bases, codes of states and tokens stand once for a unit, not once for a base."""
    states = ("acting", "down")
    bases = [_base("a-squad", number, 9000 + 1100 * number, 9000, states=states) for number in range(1, 6)]
    tokens = (
        Token(id="token:order", text="Down.", on=bases[0].id, kind="order", value="down", seat=0),
        Token(id="token:pins", text="2 pins.", on=bases[0].id, kind="pins", value="2", seat=0),
        Token(id="token:device", text="A drone.", on=bases[0].id, kind="device", value="Spotter drone", seat=0),
    )
    plates = _plates(_drawn(_scene(*bases, *tokens)))
    assert list(plates) == ["a-squad"]
    assert _texts(plates["a-squad"]) == ["A squad \N{MULTIPLICATION SIGN}5", "ac", "down", "pi 2", "de"]
    values = {
        group.attrib.get("data-id"): group.attrib.get("data-value") for group in plates["a-squad"].iter(f"{SVG}g")
    }
    assert (values["token:order"], values["token:pins"], values["token:device"]) == ("down", "2", "Spotter drone")


@pytest.mark.parametrize(("ruleset", "game"), GAMES, ids=[ruleset for ruleset, _ in GAMES])
def test_bases_are_to_scale_and_plates_cover_no_plate(ruleset: str, game: str) -> None:
    """In whole games every base stands where the scene has it, and what is written of two units does not overlap."""
    drawn = drawn_games(ruleset, game)
    for row in drawn[:: len(drawn) // 5]:
        svg = _drawn(row.scene)
        groups = {group.attrib["data-id"]: group.attrib for group in svg.iter(f"{SVG}g") if "data-id" in group.attrib}
        bodies = [item for item in row.scene.items if isinstance(item, Body)]
        for body in bodies:
            shown = groups[body.id]
            assert (shown["data-x"], shown["data-y"], shown["data-wounds"]) == (
                str(body.x),
                str(body.y),
                str(body.wounds),
            )
            assert shown["transform"] == f"translate({body.x} {body.y})"
        tokens = {item.id for item in row.scene.items if isinstance(item, Token)}
        assert tokens | {mark.id for mark in row.scene.marks} <= set(groups)
        plates = _plates(svg)
        assert set(plates) == {body.unit for body in bodies}
        boxes = [_box(group) for group in plates.values()]
        pairs = [(one, other) for place, one in enumerate(boxes) for other in boxes[:place]]
        assert not [pair for pair in pairs if pair[0].overlap(pair[1])]


def test_a_base_has_its_size_its_front_and_the_wounds_it_lost() -> None:
    """A disc of an inch is an inch across; only a base that lost wounds, or a large one, has them written on it."""
    hull = _base("b-tank", 1, 30_000, 30_000, shape="rect", length=6000, width=3500, facing=90_000, wounds=9, of=9)
    hurt = _base("a-guard", 1, 9000, 9000, wounds=1, of=2, z=3000)
    whole = _base("a-guard", 2, 10_500, 9000, wounds=2, of=2)
    svg = _drawn(_scene(hull, hurt, whole))
    groups = {group.attrib.get("data-id"): group for group in svg.iter(f"{SVG}g")}
    assert next(groups[hurt.id].iter(f"{SVG}circle")).attrib["r"] == "500"
    assert [_texts(groups[body.id]) for body in (hull, hurt, whole)] == [["9/9"], ["1/2", '+3"'], []]
    assert "rotate(90.000)" in {group.attrib.get("transform") for group in groups[hull.id].iter(f"{SVG}g")}


def test_a_ruler_has_a_tick_for_every_inch_and_tells_its_limit() -> None:
    """A distance of 3.5 inches has ends and four ticks; one beyond its limit is dashed."""
    measure = Measure(
        id="measure:1", text="3.5 inches.", points=((1000, 9000), (4500, 9000)), length=3500, limit=3000, ok=False
    )
    svg = _drawn(_scene(_base("a-squad", 1, 9000, 9000), marks=(measure,)))
    (group,) = [row for row in svg.iter(f"{SVG}g") if row.attrib.get("data-id") == "measure:1"]
    line = group.findall(f"{SVG}path")[-1]
    assert line.attrib["d"].count("M") == 1 + 5  # the line, and ticks at 0, 1, 2, 3 and 3.5
    assert "stroke-dasharray" in line.attrib
    assert _texts(group) == ['3.5" (beyond 3")']


def test_what_happens_to_many_bases_of_a_unit_is_written_once() -> None:
    """Every base that is lost has a cross, and the word for it stands at the first of them."""
    marks = tuple(
        Path(
            id=f"path:{number}", text="Lost.", body=f"body:b-squad.{number}", points=((9000, 9000 * number),), kind=kind
        )
        for number, kind in ((1, "destroyed"), (2, "destroyed"), (3, "down"))
    )
    svg = _drawn(_scene(_base("a-squad", 1, 9000, 9000), marks=marks))
    groups = {group.attrib.get("data-id"): group for group in svg.iter(f"{SVG}g")}
    assert [_texts(groups[mark.id]) for mark in marks] == [["destroyed"], [], ["down"]]


def test_a_plate_is_placed_beside_what_stands_there() -> None:
    """Below where that is free; else where it covers neither bases, nor plates, nor the edge of the board."""
    unit = Box(100, 100, 120, 120)
    assert Plates(Box(0, 0, 500, 500), [unit]).place(unit, 40, 14) == Box(90, 123, 130, 137)
    crowded = Plates(Box(0, 0, 500, 500), [unit, Box(80, 121, 140, 160)])
    assert crowded.place(unit, 40, 14) == Box(90, 83, 130, 97)
    assert crowded.place(unit, 40, 14) == Box(123, 103, 163, 117)
    corner = Box(0, 480, 20, 500)
    assert Plates(Box(0, 0, 500, 500), [corner]).place(corner, 40, 14) == Box(23, 483, 63, 497)

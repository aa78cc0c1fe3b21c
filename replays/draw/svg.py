"""A scene as one SVG: the board with its layers in order, and beside it what one needs to read it.

Every drawable is a group with its id, and a body has its place, facing and wounds as data. There is no script, style
sheet or link in it. Lengths are units of the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from adjudicator.kernel.scene import Area, Body, Line, Measure, Path, Scene, Shot, Template, Token, Zone
from replays.draw.elements import add, as_text, root
from replays.draw.places import Places
from replays.draw.style import INK, PAPER, seats_named
from replays.draw.svg_bodies import add_body, add_template, add_token
from replays.draw.svg_ground import (
    add_area,
    add_cell,
    add_hatches,
    add_line,
    add_zone,
    add_zone_hatches,
    words_of_ground,
)
from replays.draw.svg_inches import add_inches
from replays.draw.svg_marks import add_arrowheads, add_measure, add_path, add_shot
from replays.draw.svg_panel import WIDTH, add_panel, add_scale, words_of_overlays, words_of_states
from replays.draw.words import NO_CAPTION, Caption, codes, sentence_of

WIDE, WIDE_INCHES, HIGH, MARGIN, FOOT = 800, 1000, 800, 16, 30  # of the board, in points of a screen


SQUARE = 4  # corners of a cell that fills the board to its edge


def to_svg(scene: Scene, caption: Caption = NO_CAPTION) -> str:
    """Draw a scene."""
    with seats_named([side.name for side in sorted(scene.sides, key=lambda side: side.seat)]):
        return _drawn(scene, caption)


def _drawn(scene: Scene, caption: Caption) -> str:
    board = scene.board
    wide = WIDE_INCHES if board.kind == "inches" else WIDE
    unit = max(1, -(-board.width // wide), -(-board.height // HIGH))  # units of the board in a point, rounded up
    margin = MARGIN * unit
    left = board.width + 2 * margin
    words = codes(_coded(scene))
    width = left + (WIDTH + MARGIN) * unit
    svg = root(width, 0, _title(scene, caption), _description(scene, caption))
    paper = add(svg, "rect", width=width, fill=PAPER)
    end = add_panel(svg, scene, caption, words, (left, margin // 2, unit))
    height = max(end, board.height + 2 * margin + FOOT * unit)
    paper.set("height", str(height))
    svg.set("viewBox", f"0 0 {width} {height}")
    _add_board(svg, scene, words, margin, unit)
    if board.width:
        add_scale(svg, scene, (margin, board.height + 2 * margin + 8 * unit, unit))
    return as_text(svg)


def _title(scene: Scene, caption: Caption) -> str:
    return ", ".join(text for text in (caption.title, scene.turn, scene.phase, f"entry {scene.seq}") if text)


def _description(scene: Scene, caption: Caption) -> str:
    bodies = [item for item in scene.items if isinstance(item, Body)]
    counts = [f"{side.name}: {sum(body.seat == side.seat for body in bodies)} on the board" for side in scene.sides]
    return ". ".join([sentence_of(scene.asks), *counts, *caption.happened])


def _coded(scene: Scene) -> set[str]:
    return {*words_of_states(scene), *words_of_overlays(scene)}


def _add_board(svg: Element, scene: Scene, words: Mapping[str, str], margin: int, unit: int) -> None:
    """Draw the layers, from the ground to the measured distances."""
    add_hatches(svg, words_of_ground(scene), unit)
    add_zone_hatches(svg, scene, unit)
    add_arrowheads(svg)
    board = add(svg, "g", transform=f"translate({margin} {margin})", aria_label="board")
    size = {"width": scene.board.width, "height": scene.board.height}
    if not scene.cells or len(scene.cells[0].poly) == SQUARE:
        add(board, "rect", **size, fill="#F8F6EF", stroke=INK, stroke_width=2 * unit)
    places = Places(scene)
    if scene.board.kind == "inches":
        add_inches(board, scene, places, words, unit)
        return
    for cell in scene.cells:
        add_cell(board, cell, unit, words)
    for kind in (Area, Line, Zone, Body, Token, Template):
        for item in scene.items:
            if isinstance(item, kind):
                _add_item(board, item, scene, places, words, unit)
    bodies = {item.id: item for item in scene.items if isinstance(item, Body)}
    for mark in scene.marks:
        match mark:
            case Path():
                add_path(board, mark, bodies, unit)
            case Shot():
                add_shot(board, mark, places, unit)
            case Measure():
                add_measure(board, mark, scene, unit)


def _add_item(board: Element, item: object, scene: Scene, places: Places, words: Mapping[str, str], unit: int) -> None:
    match item:
        case Area():
            add_area(board, item, unit)
        case Line():
            add_line(board, item, unit)
        case Zone():
            add_zone(board, item, places, unit)
        case Body():
            first = next(body for body in scene.items if isinstance(body, Body) and body.unit == item.unit)
            add_body(board, item, unit, words, named=first is item)
        case Token():
            same = [token.id for token in scene.items if isinstance(token, Token) and token.on == item.on]
            add_token(board, item, places, same.index(item.id), unit, words)
        case Template():
            add_template(board, item, unit)

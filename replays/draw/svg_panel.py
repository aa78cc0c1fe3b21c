"""What stands beside the board of a picture: turn, question, what happened, sides, who is off it, legend, scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from adjudicator.kernel.scene import Body, Line, Path, Scene, Token, Zone
from replays.draw.elements import add, label
from replays.draw.style import GREY, INK, seat_style, terrain_style
from replays.draw.svg_bodies import SHORT, add_counter
from replays.draw.svg_ground import add_ground, words_of_ground
from replays.draw.words import Caption, sentence_of, spaced, wrapped

WIDTH = 400  # in points of a screen, as everything here
LINE, SMALL = 17, 15
COLUMNS = 58
ZONES = {
    "deploy": "hatched area: deployment, each side in a hatch of its own",
    "control": "dotted outline: zones of control, hatched by side",
    "reach": "reach",
}
HALF_LINE = 36
MOST_LINES, MOST_ASIDE, MOST_MARKERS = 24, 14, 24


class Panel:
    """Writes from above to below; positions are in points, and come out in units of the board."""

    def __init__(self, parent: Element, left: int, top: int, unit: int) -> None:
        self.parent, self.left, self.unit = parent, left, unit
        self.y = top

    def line(self, text: str, size: int = 13, *, bold: bool = False, colour: str = INK, indent: int = 0) -> None:
        """Write a line."""
        self.y += (size + 4) * self.unit
        weight = "bold" if bold else "normal"
        x = self.left + indent * self.unit
        add(self.parent, "text", text, x=x, y=self.y, font_size=size * self.unit, font_weight=weight, fill=colour)

    def gap(self, points: int = 10) -> None:
        """Leave room."""
        self.y += points * self.unit

    def heading(self, text: str) -> None:
        """Begin a part."""
        self.gap()
        self.line(text, 13, bold=True, colour=GREY)


def add_panel(svg: Element, scene: Scene, caption: Caption, codes: Mapping[str, str], at: tuple[int, int, int]) -> int:
    """Write the panel at (left, top, unit); gives where it ends."""
    panel = Panel(add(svg, "g", aria_label="about this board"), *at)
    for text in wrapped(caption.title, COLUMNS - 6):
        panel.line(text, 14, bold=True)
    for text in wrapped(" · ".join(spaced(text) for text in (scene.turn, scene.phase) if text), COLUMNS - 18):
        panel.line(text, 17, bold=True)
    asked = sentence_of(scene.asks)
    panel.line(asked, 15, bold=True)
    for text in wrapped(caption.question, COLUMNS):
        panel.line(text, 12, colour=GREY)
    panel.line(f"as {scene.viewer} sees it after entry {scene.seq}", 12, colour=GREY)
    _happened(panel, scene, caption)
    _sides(panel, scene)
    _aside(panel, scene)
    _markers(panel, scene)
    _legend(panel, scene, codes)
    return panel.y + 12 * panel.unit


def _happened(panel: Panel, scene: Scene, caption: Caption) -> None:
    texts = caption.happened or tuple(" ".join([mark.text, *(f"[{why}]" for why in mark.why)]) for mark in scene.marks)
    if not texts:
        return
    panel.heading(f"Entry {scene.seq}: what happened, and why")
    lines = [line for text in texts for line in wrapped(text, COLUMNS + 6, "   ")]
    for line in lines[:MOST_LINES]:
        panel.line(line, 12)
    if len(lines) > MOST_LINES:
        panel.line(f"and {len(lines) - MOST_LINES} more lines", 12, colour=GREY)


def _sides(panel: Panel, scene: Scene) -> None:
    panel.heading("Sides")
    for side in scene.sides:
        style = seat_style(side.seat)
        panel.y += 6 * panel.unit
        sample = add(panel.parent, "g")
        sample.set("transform", f"translate({panel.left + 11 * panel.unit} {panel.y + 11 * panel.unit})")
        add_counter(sample, _sample(side.seat, 20 * panel.unit), style, panel.unit)
        label(sample, (0, 0), style.letter, 11 * panel.unit, font_weight="bold", stroke="none")
        to_move = ", asked now" if side.name in scene.asks else ""
        text = f"{side.name}{to_move}" + (f": {side.text}" if side.text else "")
        for place, line in enumerate(wrapped(text, COLUMNS - 6)):
            panel.line(line, 13, bold=place == 0 and bool(to_move), indent=28)


def _sample(seat: int, size: int) -> Body:
    return Body(id="sample", text="", unit="", seat=seat, x=0, y=0, shape="rect", length=size, width=size)


def _aside(panel: Panel, scene: Scene) -> None:
    rows = scene.board.aside
    if not rows:
        return
    panel.heading("Off the board")
    lines = [line for row in rows for line in wrapped(f"{seat_style(row.seat).letter} {row.text}", COLUMNS + 4, "   ")]
    for line in lines[:MOST_ASIDE]:
        panel.line(line, 11)
    if len(lines) > MOST_ASIDE:
        panel.line(f"and {len(lines) - MOST_ASIDE} more lines", 11, colour=GREY)


def _markers(panel: Panel, scene: Scene) -> None:
    """Write out the markers whose values have no room on the board, unit by unit."""
    found: dict[str, list[str]] = {}
    for item in scene.items:
        if isinstance(item, Token) and len(item.value) > SHORT:
            found.setdefault(item.on.partition(":")[2], []).append(f"{spaced(item.kind)} {item.value}")
    if not found:
        return
    panel.heading("Orders and other markers")
    rows = (f"{unit}: {'; '.join(texts)}" for unit, texts in found.items())
    lines = [line for row in rows for line in wrapped(row, COLUMNS + 8, "   ")]
    shown = lines[:MOST_MARKERS]
    beside = len(shown) // 2 if max(map(len, lines)) <= HALF_LINE else 0
    top = panel.y
    for line in shown[: len(shown) - beside]:
        panel.line(line, 11)
    low, panel.y = panel.y, top
    for line in shown[len(shown) - beside :] if beside else ():
        panel.line(line, 11, indent=WIDTH // 2)
    panel.y = low
    if len(lines) > MOST_MARKERS:
        panel.line(f"and {len(lines) - MOST_MARKERS} more lines", 11, colour=GREY)


# -- the legend


def _legend(panel: Panel, scene: Scene, codes: Mapping[str, str]) -> None:
    panel.heading("Legend")
    swatches = words_of_ground(scene)
    for start in range(0, len(swatches), 3):
        panel.y += 4 * panel.unit
        for place, word in enumerate(swatches[start : start + 3]):
            _swatch(panel, word, panel.left + place * 135 * panel.unit)
        panel.y += 18 * panel.unit
    for text in wrapped(", ".join(_signs(scene, codes)), COLUMNS + 6):
        panel.line(text, 12)


def _swatch(panel: Panel, word: str, x: int) -> None:
    unit, y = panel.unit, panel.y
    data = f"M{x} {y}h{26 * unit}v{16 * unit}h{-26 * unit}Z"
    add_ground(panel.parent, data, terrain_style(word), stroke=GREY, stroke_width=unit)
    add(panel.parent, "text", spaced(word), x=x + 31 * unit, y=y + 12 * unit, font_size=12 * unit, fill=INK)


def _signs(scene: Scene, codes: Mapping[str, str]) -> Sequence[str]:
    """Explain signs and codes that stand on this board."""
    found = []
    bodies = [item for item in scene.items if isinstance(item, Body)]
    if any(body.facing is not None for body in bodies):
        found.append("triangle: front of a base")
    if any(body.of > 1 for body in bodies):
        found.append("3/5: 3 left of 5")
    if any(isinstance(item, Zone) and item.kind == "objective" for item in scene.items):
        found.append("star: objective")
    kinds = {item.kind for item in scene.items if isinstance(item, Zone)}
    found += [text for kind, text in ZONES.items() if kind in kinds]
    if any(isinstance(mark, Path) and mark.ghost for mark in scene.marks):
        found.append("pale: where it began")
    if any(cell.level > 0 for cell in scene.cells):
        found.append("+1: level of the ground")
    boxed = [f"[{codes[word]}]: {spaced(word)}" for word in sorted(words_of_overlays(scene)) if word in codes]
    coded = [f"{codes[word]}: {spaced(word)}" for word in sorted(words_of_states(scene)) if word in codes]
    return [*found, *boxed, *coded]


def words_of_states(scene: Scene) -> set[str]:
    """List the states of bodies and the kinds of markers."""
    bodies = (item for item in scene.items if isinstance(item, Body))
    states = {word for body in bodies for word in body.states}
    return states | {item.kind for item in scene.items if isinstance(item, Token)}


def words_of_overlays(scene: Scene) -> set[str]:
    """List what lies on cells and is not drawn as a line."""
    lines = {item.kind for item in scene.items if isinstance(item, Line)}
    return {word for cell in scene.cells for word in cell.overlays if not (word == "roads" and "road" in lines)}


def add_scale(svg: Element, scene: Scene, at: tuple[int, int, int]) -> None:
    """Draw a bar of some inches or one cell at (left, top, unit)."""
    left, top, unit = at
    inches = scene.board.kind == "inches"
    length = (6 if inches else 1) * 1000
    drawn = add(svg, "g", aria_label="scale")
    data = f"M{left} {top - 5 * unit}v{10 * unit}m0 {-5 * unit}h{length}m0 {-5 * unit}v{10 * unit}"
    add(drawn, "path", d=data, fill="none", stroke=INK, stroke_width=2 * unit)
    text = '6"' if inches else "1 cell"
    add(drawn, "text", text, x=left + length + 8 * unit, y=top + 4 * unit, font_size=12 * unit, fill=INK)

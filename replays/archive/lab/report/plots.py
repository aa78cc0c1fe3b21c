"""Studies as pictures: shares and differences with their intervals, and the course of a sequential test."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Final
from xml.etree.ElementTree import Element

from replays.archive.lab.plan import Plan, Stop
from replays.archive.lab.report.study import EVEN, Answer, Range, Study
from replays.archive.lab.report.words import WHOM, difference_words, percent, range_words
from replays.draw.elements import add, as_text, path_of, root
from replays.draw.style import GREY, INK, PAPER

WIDE, LEFT, RIGHT, ROW, TOP, BOTTOM = 780, 250, 40, 46, 34, 40
TEXT, THIN = 13, "#C8C8C8"
COURSE_HIGH: Final = 240
# Characters of a line of a name, lines of it, and how far they are apart.
NAME_MOST: Final = 33
NAME_LINES: Final = 2
LINE: Final = 16
STEPS: Final = 4
Mark = tuple[str, Range | None, Range | None]


def share_plot(plan: Plan, study: Study) -> str:
    """Draw the share of wins of each setting with its interval, below it the share of points with luck taken out."""
    marks = [(row.setting, row.share, row.adjusted) for row in study.answers]
    told = "; ".join(f"{row.setting}: {range_words(row.share)}" for row in study.answers)
    whom = WHOM[plan.of].rstrip(",")
    edge = _edge([Range(*(part - EVEN for part in (found.value, found.low, found.high))) for found in _drawn(marks)])
    edge = min(EVEN, edge)
    return as_text(_forest(f"Share of games that {whom} won", told, marks, (EVEN - edge, EVEN + edge), EVEN))


def difference_plot(study: Study) -> str:
    """Draw each difference of shares of wins with its interval, below it that of points with luck taken out."""
    marks: list[Mark] = [
        (f"{row.setting} against {row.against}", row.difference, row.adjusted) for row in study.compared
    ]
    told = "; ".join(f"{name}: {difference_words(found)}" for name, found, _ in marks)
    edge = min(1.0, _edge(_drawn(marks)))
    return as_text(_forest("Differences between settings, in percentage points", told, marks, (-edge, edge), 0.0))


def _drawn(marks: Sequence[Mark]) -> list[Range]:
    return [found for _, *both in marks for found in both if found is not None]


def _edge(drawn: Sequence[Range]) -> float:
    """Give how far an axis goes to either side: to the next tenth beyond all of these."""
    return (int(10 * max([0.0, *(max(abs(found.low), abs(found.high)) for found in drawn)])) + 1) / 10


def _forest(title: str, told: str, marks: Sequence[Mark], ends: tuple[float, float], middle: float) -> Element:
    high = TOP + ROW * len(marks) + BOTTOM
    svg = root(WIDE, high, title, told or "no games")
    add(svg, "rect", width=WIDE, height=high, fill=PAPER)
    add(svg, "text", title, x=LEFT, y=20, font_size=TEXT + 1, fill=INK, font_weight="bold")
    for step in range(STEPS + 1):
        value = ends[0] + (ends[1] - ends[0]) * step / STEPS
        x = _x(value, ends)
        add(svg, "line", x1=x, x2=x, y1=TOP, y2=high - BOTTOM, stroke=INK if 2 * step == STEPS else THIN)
        label = percent(value, 0) if middle else f"{100 * value:+.0f}" if value else "0"
        add(svg, "text", label, x=x, y=high - BOTTOM + 18, font_size=TEXT - 1, text_anchor="middle", fill=INK)
    for row, (name, found, luckless) in enumerate(marks):
        y = TOP + ROW * row + ROW // 2
        lines = wrap(name, NAME_MOST, max_lines=NAME_LINES, placeholder="\N{HORIZONTAL ELLIPSIS}")
        for line, text in enumerate(lines):
            down = y + 4 + LINE * line - LINE * (len(lines) - 1) // 2
            add(svg, "text", text, x=LEFT - 12, y=down, font_size=TEXT, text_anchor="end", fill=INK)
        _whisker(svg, found, y - (7 if luckless is not None else 0), ends, INK, name)
        _whisker(svg, luckless, y + 9, ends, GREY, f"{name}, luck taken out", hollow=True)
    return svg


def _x(value: float, ends: tuple[float, float]) -> float:
    return round(LEFT + (WIDE - LEFT - RIGHT) * (value - ends[0]) / (ends[1] - ends[0]), 1)


def _whisker(
    svg: Element,
    found: Range | None,
    y: int,
    ends: tuple[float, float],
    colour: str,
    name: str,
    *,
    hollow: bool = False,
) -> None:
    if found is None:
        return
    group = add(svg, "g")
    add(group, "title", f"{name}: {range_words(found)}")
    low, value, high = (_x(min(max(part, ends[0]), ends[1]), ends) for part in (found.low, found.value, found.high))
    add(group, "line", x1=low, x2=high, y1=y, y2=y, stroke=colour, stroke_width=2)
    for end in (low, high):
        add(group, "line", x1=end, x2=end, y1=y - 5, y2=y + 5, stroke=colour, stroke_width=2)
    fill = PAPER if hollow else colour
    add(group, "circle", cx=value, cy=y, r=4.5, fill=fill, stroke=colour, stroke_width=2)


def course_plot(stop: Stop, answer: Answer) -> str:
    """Draw how the sequential test of a setting went, between the bounds at which it decides."""
    course = answer.course
    if course is None or not course.path:
        return ""
    title = f"The test of {answer.setting}, game by game"
    told = f"decided for the {course.decision} hypothesis" if course.decision else "not decided"
    svg = root(WIDE, COURSE_HIGH, title, f"{len(course.path)} games that were won or lost, {told}.")
    add(svg, "rect", width=WIDE, height=COURSE_HIGH, fill=PAPER)
    add(svg, "text", title, x=LEFT, y=20, font_size=TEXT + 1, fill=INK, font_weight="bold")
    most, least = max(course.upper, *course.path) * 1.08, min(course.lower, *course.path) * 1.08
    bottom = COURSE_HIGH - BOTTOM

    def y_of(value: float) -> float:
        return round(bottom - (bottom - TOP) * (value - least) / (most - least), 1)

    lines = (
        (course.upper, f"decides for {percent(stop.alternative)}"),
        (0.0, "even"),
        (course.lower, f"decides for {percent(stop.null)}"),
    )
    for value, name in lines:
        y = y_of(value)
        dashes = "" if value == 0 else "7 5"
        add(svg, "line", x1=LEFT, x2=WIDE - RIGHT, y1=y, y2=y, stroke=GREY, stroke_dasharray=dashes)
        add(svg, "text", name, x=LEFT - 12, y=y + 4, font_size=TEXT - 1, text_anchor="end", fill=INK)
    size = len(course.path)
    places = [(_x(number / size, (0.0, 1.0)), y_of(value)) for number, value in enumerate((0.0, *course.path))]
    points = [(round(x), round(y)) for x, y in places]
    add(svg, "path", d=path_of(points), fill="none", stroke=INK, stroke_width=2)
    for step in range(STEPS + 1):
        x = _x(step / STEPS, (0.0, 1.0))
        label = str(size * step // STEPS)
        add(svg, "text", label, x=x, y=bottom + 18, font_size=TEXT - 1, text_anchor="middle", fill=INK)
    add(
        svg,
        "text",
        "games won or lost",
        x=(LEFT + WIDE - RIGHT) // 2,
        y=COURSE_HIGH - 6,
        font_size=TEXT - 1,
        text_anchor="middle",
        fill=INK,
    )
    return as_text(svg)

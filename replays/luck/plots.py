"""Luck as pictures: successes beyond those expected, and the distribution of each row with what came marked.

They are read without colour: lines have dashes and the names of their players, and what came is the one black bar.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from xml.etree.ElementTree import Element

from replays.draw.elements import add, as_text, path_of, root
from replays.draw.style import GREY, INK, PAPER, seat_style, seats_named
from replays.luck.players import Luck, Row
from replays.luck.throws import GameThrows
from replays.luck.words import decimal, got_words, row_words, verdict

WIDE, HIGH, MARGIN, NAMES = 780, 360, 76, 120
CELL_WIDE, CELL_HIGH, COLUMNS, BARS_HIGH, BARS, TEXT = 380, 190, 2, 96, 150, 12
LIKELY = Fraction(1, 10_000)
DASHES = {"solid": "", "double": "12 4", "dashed": "7 5", "dotted": "2 4"}
STEPS = 4
Line = list[tuple[int, Fraction]]


def luck_plot(games: Sequence[GameThrows], luck: Luck) -> str:
    """Draw successes beyond those expected of each player over the entries of a game, or of several in a row."""
    length = max(1, sum(game.entries for game in games))
    lines = _lines(games)
    ends = [f"{who} {float(line[-1][1]):+.1f}" for who, line in lines.items()]
    title = f"Luck over {length} entries"
    svg = root(
        WIDE, HIGH, title, f"Successes beyond those expected, at the end: {', '.join(ends) or 'none'}. {verdict(luck)}."
    )
    add(svg, "rect", width=WIDE, height=HIGH, fill=PAPER)
    most = max([Fraction(1), *(abs(value) for line in lines.values() for _, value in line)])
    _axes(svg, length, most)
    taken: list[int] = []
    with seats_named(list(lines)):
        for seat, (who, line) in enumerate(lines.items()):
            _add_line(svg, who, seat, line, length, most, taken)
    return as_text(svg)


def _lines(games: Sequence[GameThrows]) -> dict[str, Line]:
    found: dict[str, Line] = {}
    before = 0
    for game in games:
        for throw in game.judged:
            line = found.setdefault(throw.who, [(0, Fraction())])
            entry, value = before + throw.seq, line[-1][1] + int(throw.chance.success) - throw.chance.ratio
            if line[-1][0] == entry:  # an entry is one point, however many dice it has
                line.pop()
            line.append((entry, value))
        before += game.entries
    return {who: [*line, (before, line[-1][1])] for who, line in found.items()}


def _x(entry: int, length: int) -> int:
    return MARGIN + (WIDE - MARGIN - NAMES) * entry // length


def _y(value: Fraction, most: Fraction) -> int:
    return round(Fraction(HIGH, 2) - value / most * (Fraction(HIGH, 2) - MARGIN))


def _axes(svg: Element, length: int, most: Fraction) -> None:
    right = WIDE - NAMES
    for step in range(-2, 3):
        value = most * step / 2
        y = _y(value, most)
        add(svg, "line", x1=MARGIN, x2=right, y1=y, y2=y, stroke=GREY if step == 0 else "#D0D0D0")
        label = f"{float(value):+.1f}" if step else "as expected"
        add(svg, "text", label, x=MARGIN - 6, y=y + 4, font_size=TEXT - 2, text_anchor="end", fill=INK)
    for step in range(STEPS + 1):
        entry = length * step // STEPS
        x = _x(entry, length)
        add(svg, "text", str(entry), x=x, y=HIGH - MARGIN + 18, font_size=TEXT, text_anchor="middle", fill=INK)
    add(svg, "text", "entry", x=(MARGIN + right) // 2, y=HIGH - 14, font_size=TEXT, text_anchor="middle", fill=INK)
    add(svg, "text", "successes beyond those expected", x=MARGIN, y=24, font_size=TEXT + 2, fill=INK)


def _add_line(svg: Element, who: str, seat: int, line: Line, length: int, most: Fraction, taken: list[int]) -> None:
    style = seat_style(seat)
    points: list[tuple[int, int]] = []
    for entry, value in line:
        x, y = _x(entry, length), _y(value, most)
        if points:
            points.append((x, points[-1][1]))
        points.append((x, y))
    group = add(svg, "g")
    add(group, "title", f"{who}: {float(line[-1][1]):+.1f} at the end")
    add(
        group,
        "path",
        d=path_of(points),
        fill="none",
        stroke=style.colour,
        stroke_width=2,
        stroke_dasharray=DASHES[style.ring],
    )
    y = points[-1][1]
    while any(abs(y - other) < TEXT + 2 for other in taken):
        y += 1
    taken.append(y)
    add(group, "text", who, x=WIDE - NAMES + 6, y=y + 4, font_size=TEXT, fill=INK)


# -- distributions


def distribution_plot(luck: Luck) -> str:
    """Draw for each row how likely each number was, with what came as the black bar."""
    rows = max(1, -(-len(luck.rows) // COLUMNS))
    wide, high = CELL_WIDE * COLUMNS, CELL_HIGH * rows
    described = " ".join(f"{row.who}, {row.what}: {row_words(row, luck.games)}." for row in luck.rows)
    svg = root(wide, high, "What came, against what was likely", f"{described} {verdict(luck)}.")
    add(svg, "rect", width=wide, height=high, fill=PAPER)
    for number, row in enumerate(luck.rows):
        x, y = number % COLUMNS * CELL_WIDE, number // COLUMNS * CELL_HIGH
        _add_row(add(svg, "g", transform=f"translate({x} {y})"), row, luck.games)
    return as_text(svg)


def _add_row(group: Element, row: Row, games: int) -> None:
    add(group, "title", f"{row.who}, {row.what}: {row_words(row, games)}")
    add(group, "text", f"{row.who}, {row.what}", x=16, y=24, font_size=TEXT + 1, font_weight="bold", fill=INK)
    add(group, "text", f"{got_words(row)}, {decimal(row.expected)} expected", x=16, y=42, font_size=TEXT, fill=INK)
    bars = _bars(row)
    peak = max(weight for _, weight in bars)
    wide = max(1, (CELL_WIDE - 48) // len(bars))
    floor = 56 + BARS_HIGH
    for place, (totals, weight) in enumerate(bars):
        tall = max(1, round(weight / peak * BARS_HIGH))
        came = row.got in totals
        look: dict[str, object] = {"fill": INK} if came else {"fill": "#FFFFFF", "stroke": GREY, "stroke_width": 1}
        x = 24 + place * wide
        add(group, "rect", x=x, y=floor - tall, width=max(1, wide - 1), height=tall, **look)
        if came:
            middle = x + wide // 2
            add(group, "path", d=f"M{middle} {floor + 2}l-4 6h8Z", fill=INK)
            add(group, "text", str(row.got), x=middle, y=floor + 20, font_size=TEXT, text_anchor="middle", fill=INK)
    add(group, "line", x1=20, x2=24 + wide * len(bars), y1=floor, y2=floor, stroke=INK)


def _bars(row: Row) -> list[tuple[range, Fraction]]:
    """Give totals, several in a bar where there are many, with the chance of each bar."""
    shown = _shown(row)
    step = -(-len(shown) // BARS)
    ranges = [shown[place : place + step] for place in range(0, len(shown), step)]
    return [(totals, sum((row.spread.chance(total) for total in totals), Fraction())) for totals in ranges]


def _shown(row: Row) -> range:
    """Give the totals that are drawn: what came, and all between the least and most that are not next to impossible."""
    spread = row.spread
    peak = max(spread.chance(total) for total in _totals(row))
    likely = [total for total in _totals(row) if total == row.got or spread.chance(total) > LIKELY * peak]
    return range(min(likely), max(likely) + 1)


def _totals(row: Row) -> Iterable[int]:
    return range(row.spread.least, row.spread.most + 1)

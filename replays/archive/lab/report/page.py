"""The report of a study: one page that loads nothing, with its plots and every game."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from adjudicator.kernel.sentences import counted
from replays.archive.lab.games import GameRow
from replays.archive.lab.plan import SEATS, Plan, Stop, variant_of, variant_words
from replays.archive.lab.report.plots import course_plot, difference_plot, share_plot
from replays.archive.lab.report.study import LUCK_LEAST, Answer, Study
from replays.archive.lab.report.words import (
    answer_words,
    asked,
    chance_words,
    compared_words,
    difference_words,
    percent,
    points_words,
    range_words,
    setting_words,
    sure,
)

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
STYLE: Final = """
:root { color-scheme: light; }
body { font: 16px/1.5 Helvetica, Arial, 'Liberation Sans', sans-serif; color: #1a1a1a; background: #ffffff;
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin-bottom: .3rem; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .5rem; border-bottom: 1px solid #d0d0d0; padding-bottom: .2rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .2rem; }
p { margin: .4rem 0; max-width: 48rem; }
.lead { font-size: 1.15rem; }
.answer { border-left: 4px solid #1a1a1a; padding: .1rem 0 .1rem .9rem; margin: 1rem 0; }
.small { color: #555555; font-size: .9rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: .6rem 0; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem .25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid #e2e2e2; }
th { font-weight: bold; white-space: nowrap; }
td.n, th.n { text-align: right; }
td.q { white-space: nowrap; }
svg { width: 100%; height: auto; max-width: 780px; display: block; margin: .8rem 0; }
code, pre { font: .85rem/1.4 'DejaVu Sans Mono', Menlo, monospace; }
pre { background: #f4f4f4; padding: .8rem; overflow-x: auto; }
summary { cursor: pointer; margin: .6rem 0; }
"""
LUCK_STAYS: Final = (
    f"Luck is not taken out: that needs at least {LUCK_LEAST} games of a setting that do not all end alike, and throws "
    "whose chances are known exactly."
)
Cell = tuple[str, str]


def page_of(
    plan: Plan, text: str, path: str, study: Study, rows: Sequence[GameRow], counts: frozenset[int], looked: str = ""
) -> str:
    """Write the page of a study.

    `text` is the plan as it was written and `path` its file; `counts` are the numbers of the games that count;
    `looked` are the words about looks before this one, where there were any.
    """
    parts = [
        f"<h1>{escape(plan.title)}</h1>",
        f'<p class="small">{escape(_size_words(study, rows, counts))}</p>',
        *_section("What was asked", _paragraphs(asked(plan, looked), lead=True)),
        *_section("What came out", _answers(plan, study)),
        *(_section("What the settings change", _comparisons(plan, study)) if study.compared else ()),
        *(_section("The test, game by game", _courses(plan.stop, study)) if plan.stop is not None else ()),
        *_section("Scores and lengths", _lengths(study)),
        *_section("How sure one can be", _paragraphs(sure(plan, study.looks, looked=bool(looked)))),
        *_section("Every game", _games(plan, path, rows, counts)),
        "<details><summary>The plan as it was written</summary>",
        f"<pre>{escape(text)}</pre></details>",
    ]
    head = (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(plan.title)}</title><style>{STYLE}</style></head><body>"
    )
    return "\n".join([head, *parts, "</body></html>", ""])


def _size_words(study: Study, rows: Sequence[GameRow], counts: frozenset[int]) -> str:
    beyond = len(rows) - len(counts)
    kept = f", {counted(beyond, 'game')} more played and not counted" if beyond else ""
    failed = sum(answer.failed for answer in study.answers)
    broken = f", {counted(failed, 'game')} without an end" if failed else ""
    seconds = sum(answer.seconds for answer in study.answers)
    pace = f"; {len(counts) / seconds:.2f} games a second and core" if seconds else ""
    return f"{counted(len(counts), 'game')} between bots{kept}{broken}{pace}."


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    yield f"<h2>{escape(title)}</h2>"
    yield from lines


def _paragraphs(lines: Iterable[str], *, lead: bool = False) -> Iterator[str]:
    for number, line in enumerate(lines):
        yield f"<p{' class=lead' if lead and number == 0 else ''}>{escape(line)}</p>"


def _answers(plan: Plan, study: Study) -> Iterator[str]:
    yield share_plot(plan, study)
    adjusted = any(answer.adjusted is not None for answer in study.answers)
    if adjusted:
        yield (
            '<p class="small">Filled: share of wins among games that were won or lost. Hollow: share of points, a draw '
            "counting half, with luck taken out.</p>"
        )
    for answer, setting in zip(study.answers, plan.settings, strict=True):
        yield f'<div class="answer"><h3>{escape(answer.setting)}</h3>'
        yield f"<p>{escape(answer_words(plan, answer))}</p>"
        yield f'<p class="small">{escape(setting_words(setting))}</p></div>'
    luck = ("luck taken out",) if adjusted else ()
    rest = _left_out(study)
    kinds = ("setting", "games", "won", "lost", "drawn", *rest)
    yield from _table(
        (*kinds, "share of wins", "p, corrected", "share of points", *luck),
        [
            (
                answer.setting,
                *map(str, (answer.games, answer.won, answer.lost, answer.drawn)),
                *(str(count[answer.setting]) for count in rest.values()),
                range_words(answer.share),
                chance_words(answer.corrected),
                range_words(answer.points),
                *((_luck_words(answer),) if adjusted else ()),
            )
            for answer in study.answers
        ],
    )
    if not adjusted:
        yield f'<p class="small">{LUCK_STAYS}</p>'
    yield from _by_value(plan, study)
    unclear = sum(answer.unclear for answer in study.answers)
    if unclear:
        yield f'<p class="small">{counted(unclear, "game")} ended before anybody was first, and are left out.</p>'


def _by_value(plan: Plan, study: Study) -> Iterator[str]:
    if not study.parts:
        return
    yield (
        '<p class="small">The same shares of wins by value: where they differ by more than luck, it is the value that '
        "counts, and the share of the setting is a mean of two things.</p>"
    )
    shares = {(part.setting, part.variant): range_words(part.share) for part in study.parts}
    values = range(plan.variants)
    yield from _table(
        ("setting", *(variant_words(plan, value) for value in values)),
        [
            (name or "all settings", *(shares[name, value] for value in values))
            for name in dict.fromkeys(part.setting for part in study.parts)
        ],
    )


def _left_out(study: Study) -> dict[str, dict[str, int]]:
    """Give the columns of games that are left out, each with its numbers by setting, where there are any."""
    columns = {
        "without an end": {answer.setting: answer.failed for answer in study.answers},
        "nobody first": {answer.setting: answer.unclear for answer in study.answers},
    }
    return {name: counts for name, counts in columns.items() if any(counts.values())}


def _luck_words(answer: Answer) -> str:
    if answer.adjusted is None or answer.explained is None:
        return "-"
    return f"{range_words(answer.adjusted)}; luck had {percent(answer.explained, 0)} of the spread"


def _comparisons(plan: Plan, study: Study) -> Iterator[str]:
    yield difference_plot(study)
    adjusted = any(row.adjusted is not None for row in study.compared)
    if adjusted:
        yield (
            '<p class="small">Filled: difference of shares of wins. Hollow: difference of shares of points, a draw '
            "counting half, with luck taken out.</p>"
        )
    luck = ("difference of points, luck taken out",) if adjusted else ()
    for row in study.compared:
        yield f'<div class="answer"><h3>{escape(row.setting)} against {escape(row.against)}</h3>'
        yield f"<p>{escape(compared_words(plan, row))}</p></div>"
    yield from _table(
        ("setting", "against", "difference", "p", "p, corrected", *luck),
        [
            (
                row.setting,
                row.against,
                difference_words(row.difference),
                chance_words(row.p),
                chance_words(row.corrected),
                *((difference_words(row.adjusted),) if adjusted else ()),
            )
            for row in study.compared
        ],
    )


def _courses(stop: Stop, study: Study) -> Iterator[str]:
    return (course_plot(stop, answer) for answer in study.answers)


def _lengths(study: Study) -> Iterator[str]:
    yield '<p class="small">Means; of lengths with least and most, of scores with their interval.</p>'
    yield from _table(
        ("setting", "difference of scores", *_measures(study)),
        [
            (answer.setting, points_words(answer.score), *(_length_words(answer, name) for name in _measures(study)))
            for answer in study.answers
        ],
    )


def _measures(study: Study) -> list[str]:
    return list(dict.fromkeys(name for answer in study.answers for name in answer.lengths))


def _length_words(answer: Answer, name: str) -> str:
    found = answer.lengths.get(name)
    return "-" if found is None else f"{found.mean:.1f} ({found.least} to {found.most})"


def _games(plan: Plan, path: str, rows: Sequence[GameRow], counts: frozenset[int]) -> Iterator[str]:
    yield "<p>The same plan and number give the same game, on any machine with this release; each passes the audit:</p>"
    yield f"<pre>{escape(command_of(path, 1))}\nadjudicator replay audit game-1.replay</pre>"
    yield f"<details><summary>{counted(len(rows), 'game')}, each with its seed and command</summary>"
    yield from _table(
        ("game", "setting", "seed", "seats", "first", "won", "how it ended", "scores", "entries", "dice", "command"),
        [_game_cells(plan, path, row, row.number in counts) for row in rows],
    )
    yield "</details>"


def _game_cells(plan: Plan, path: str, row: GameRow, counts: bool) -> tuple[str, ...]:
    winners = " and ".join(SEATS[seat] for seat in row.winners) if len(row.winners) == 1 else "nobody"
    ended = row.failed or row.outcome.replace("_", " ")
    return (
        str(row.number),
        f"{row.setting}, {variant_words(plan, variant_of(plan, row.number))}" if plan.alternate else row.setting,
        str(row.seed),
        ", ".join(f"{seat} {side}" for seat, side in zip(SEATS, row.sides, strict=False)),
        SEATS[row.first] if row.first is not None else "-",
        winners,
        ended if counts else f"{ended} (not counted)",
        " to ".join(f"{score:g}" for score in row.scores) or "-",
        str(row.entries),
        str(row.dice),
        command_of(path, row.number),
    )


def command_of(path: str, number: int) -> str:
    """Give the command that plays a game again and writes its replay file."""
    return f"adjudicator archive play {shlex.quote(path)} --game {number} --replay game-{number}.replay"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield '<div class="scroll"><table><thead><tr>'
    yield "".join(f"<th>{escape(head)}</th>" for head in heads)
    yield "</tr></thead><tbody>"
    for row in rows:
        cells = (
            f"<td><code>{escape(cell)}</code></td>" if head == "command" else f"<td>{escape(cell)}</td>"
            for head, cell in zip(heads, row, strict=True)
        )
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table></div>"

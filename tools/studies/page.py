"""The tables of docs/explanation/first-player.md, from the games that are kept in docs/studies.

`python -m tools.studies.page` writes them, `--check` says whether they are up to date. With `--games FOLDER`, in which
`make archive-study OUT=FOLDER` has played, the games are brought from there first: sorted, compressed, each once.
`--keep FOLDER` keeps a run that is under way, without a look at what came out so far, and `--resume FOLDER` is the way
back: a run in that folder goes on with the games that are kept.
The tables stand between marks; the sentences around them are written by hand.
"""

from __future__ import annotations

import argparse
import gzip
import re
import sys
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.sentences import counted, listed
from adjudicator.registry import engine_digest
from replays.archive.lab.games import GameRow
from replays.archive.lab.plan import Plan, PlanFault, read_plan, variant_words
from replays.archive.lab.report.store import LINES
from replays.archive.lab.report.study import Study, share_of, study_of
from replays.archive.lab.report.words import chance_words, difference_words, range_words
from replays.archive.lab.sequential import Progress

DOCS: Final = Path(__file__).parents[2] / "docs"
STUDIES, PAGE = Path("studies"), Path("explanation/first-player.md")
PLAIN, PACKED = ".games.jsonl", ".games.jsonl.gz"
BEGUN: Final = ".begun.jsonl.gz"
BEGIN, END = "<!-- {}: written by make study-page -->", "<!-- end of {} -->"
RULESETS: Final = "games of each ruleset"
WHOM: Final = {"first": "first player", "red": "first seat", "blue": "second seat", "a": "side a", "b": "side b"}


class Broken(Exception):
    """Games or the page can not be used; the text says what to do."""


class _Head(Struct):
    plan: str
    engine: str = ""


class Played(Struct, frozen=True):
    """A plan with the games that are kept of it; `plan.games` is how many each setting has."""

    plan: Plan
    rows: list[GameRow]

    @property
    def study(self) -> Study:
        """Compute what these games say."""
        return study_of(self.plan, Progress(self.plan, self.rows).counted)


def played(plan_path: Path) -> Played:
    """Read a plan and the games that are kept beside it, compressed or not. Raises Broken, PlanFault."""
    path = kept_beside(plan_path)
    plan, (_, rows) = read_plan(plan_path), _games(plan_path, path)  # of the build that played them, whichever
    return Played(replace(plan, games=len(rows) // len(plan.settings)), rows)


def kept_beside(plan_path: Path) -> Path:
    """Find the file of games beside a plan, compressed or not. Raises Broken."""
    found = [path for ending in (PLAIN, PACKED) if (path := plan_path.with_suffix(ending)).exists()]
    if len(found) != 1:
        what = "two files of games lie" if found else "no file of games lies"
        raise Broken(f"{plan_path}: {what} beside it; leave one, {plan_path.stem}{PLAIN} or {PACKED}")
    return found[0]


def _games(plan_path: Path, path: Path) -> tuple[bytes, list[GameRow]]:
    """Read a file of games: its first line, and each game once. Raises Broken where it is of another plan."""
    head, rows = _read(plan_path, path)
    if msgspec.json.decode(head, type=_Head).plan != read_plan(plan_path).digest:
        raise Broken(f"{path} holds games of another plan than {plan_path}; play this one: make archive-study")
    return head, rows


def _read(plan_path: Path, path: Path) -> tuple[bytes, list[GameRow]]:
    """Read a file of games of whichever plan. Raises Broken where it can not be read."""
    try:
        data = path.read_bytes()
        head, *lines = (gzip.decompress(data) if path.suffix == ".gz" else data).splitlines()
        msgspec.json.decode(head, type=_Head)
        rows = {row.number: row for row in (msgspec.json.decode(line, type=GameRow) for line in lines)}
    except (OSError, EOFError, ValueError, zlib.error, msgspec.MsgspecError) as error:
        raise Broken(f"{path} can not be read ({error}); play {plan_path} again: make archive-study") from error
    return head, [rows[number] for number in sorted(rows)]


def bring(plan_path: Path, folder: Path) -> None:
    """Keep the games that were played in a folder beside their plan, as many of each setting as all have.

    Raises Broken, PlanFault; Broken too where another build played them, whose dice are others.
    """
    plan, head, rows = _run(plan_path, folder)
    known = {row.number for row in rows}
    size = len(plan.settings) * plan.cycle
    first_missing = next(number for number in range(1, plan.size + 2) if number not in known or number > plan.size)
    whole = (first_missing - 1) // size * size
    if not whole:
        each = "game" if plan.cycle == 1 else f"{plan.cycle} games"
        raise Broken(f"{folder / plan_path.stem} has no {each} of each setting yet; let it go on: make archive-study")
    _pack(plan_path.with_suffix(PACKED), head, [row for row in rows if row.number <= whole])
    for ending in (PLAIN, BEGUN):
        plan_path.with_suffix(ending).unlink(missing_ok=True)


def keep(plan_path: Path, folder: Path) -> str:
    """Keep all games of a run that is under way, for `resume` alone; say how many. Raises Broken, PlanFault.

    One that is done is left to `bring`.
    """
    plan, head, rows = _run(plan_path, folder)
    if len(rows) >= plan.size:
        return f"{plan_path.stem}: done, and not kept as under way; make study-page OUT={folder} brings it"
    _pack(plan_path.with_suffix(BEGUN), head, rows)
    return f"{plan_path.stem}: {len(rows)} of {counted(plan.size, 'game')} kept"


def _run(plan_path: Path, folder: Path) -> tuple[Plan, bytes, list[GameRow]]:
    """Read the games of a run: its plan, its first line, its games. Raises Broken where another build played them."""
    plan, path = read_plan(plan_path), folder / plan_path.stem / LINES
    head, rows = _games(plan_path, path)
    engine = msgspec.json.decode(head, type=_Head).engine
    if engine != engine_digest(plan.ruleset).hex():
        raise Broken(
            f"{path} holds games of another build ({engine or 'not named'}); bring them with the release that played "
            "them, or play them anew into another folder: make archive-study"
        )
    return plan, head, rows


def _lines(head: bytes, rows: Sequence[GameRow]) -> bytes:
    return b"\n".join([head, *map(msgspec.json.encode, rows), b""])


def _pack(path: Path, head: bytes, rows: Sequence[GameRow]) -> None:
    _write(path, gzip.compress(_lines(head, rows), mtime=0))


def resume(plan_path: Path, folder: Path) -> str:
    """Put the games that are kept of a plan where a run goes on with them; say what was done. Raises Broken, PlanFault.

    A run that has begun there is left as it is, and what another build played is left out: its dice are others.
    """
    plan, path = read_plan(plan_path), folder / plan_path.stem / LINES
    if path.exists():
        return f"{plan_path.stem}: goes on with what lies in {path.parent}"
    begun = plan_path.with_suffix(BEGUN)
    head, rows = _read(plan_path, begun if begun.exists() else kept_beside(plan_path))
    of = msgspec.json.decode(head, type=_Head)
    if of.plan != plan.digest:
        return f"{plan_path.stem}: begins anew, since the games that are kept are of another plan"
    if of.engine != engine_digest(plan.ruleset).hex():
        return f"{plan_path.stem}: begins anew, since another build played the games that are kept"
    path.parent.mkdir(parents=True, exist_ok=True)
    _write(path, _lines(head, rows))
    return f"{plan_path.stem}: goes on after {counted(len(rows), 'game')} that {'is' if len(rows) == 1 else 'are'} kept"


def _write(path: Path, data: bytes) -> None:
    """Write a file, which is as it was until it is whole. Raises OSError."""
    unready = path.with_name(f"{path.name}.part")
    unready.write_bytes(data)
    unready.replace(path)


def sections(found: Sequence[Played]) -> Mapping[str, list[str]]:
    """Give the lines of all sections of the page, by what their marks say."""
    return {RULESETS: list(_rulesets(found)), **{f"tables of {row.plan.ruleset}": list(_tables(row)) for row in found}}


def _rulesets(found: Sequence[Played]) -> Iterator[str]:
    yield "| ruleset | games | of each setting | games a second and core |"
    yield "|---|---|---|---|"
    for row in sorted(found, key=lambda row: -len(row.plan.settings)):
        pace = len(row.rows) / sum(game.seconds for game in row.rows)
        yield f"| {row.plan.ruleset} | {len(row.rows):,} | {row.plan.games:,} | {pace:.2f} |"


def _tables(found: Played) -> Iterator[str]:
    plan, study = found.plan, found.study
    yield f"{counted(plan.games, 'game')} of each setting."
    yield ""
    yield (
        f"| setting | {WHOM[plan.of]} won | lost | drawn | share of wins | p, corrected "
        "| share of points, luck taken out |"
    )
    yield "|---|---|---|---|---|---|---|"
    for answer in study.answers:
        yield (
            f"| {answer.setting} | {answer.won} | {answer.lost} | {answer.drawn} | {range_words(answer.share)} "
            f"| {chance_words(answer.corrected)} | {range_words(answer.adjusted)} |"
        )
    won, decided = (sum(getattr(answer, name) for answer in study.answers) for name in ("won", "decided"))
    together = range_words(share_of(won, decided, plan.interval, plan.confidence))
    yield from ("", f"All settings together: {together} of {decided} games that were won or lost.", "")
    by_value = [
        f"{range_words(part.share)} with {variant_words(plan, part.variant)}"
        for part in study.parts
        if not part.setting
    ]
    yield from (f"By value, all settings together: {listed(by_value)}.", "") if by_value else ()
    yield "| option | against | difference of shares of wins | p, corrected | difference of points, luck taken out |"
    yield "|---|---|---|---|---|"
    for row in study.compared:
        yield (
            f"| {row.setting} | {row.against} | {difference_words(row.difference)} | {chance_words(row.corrected)} "
            f"| {difference_words(row.adjusted)} |"
        )


def renewed(text: str, found: Mapping[str, Sequence[str]]) -> str:
    """Put sections between their marks. Raises Broken where a page has no place for one."""
    for name, lines in found.items():
        begin, end = BEGIN.format(name), END.format(name)
        pattern = re.compile(f"{re.escape(begin)}\n.*?{re.escape(end)}\n", re.DOTALL)
        if len(pattern.findall(text)) != 1:
            raise Broken(
                f"{PAGE}: there is not one place for {name}; write {begin} and {end}, each in a line of its own"
            )
        body = "\n".join([begin, "", *lines, "", end, ""])
        text = pattern.sub(lambda _, body=body: body, text)  # type: ignore[misc]
    return text


def _played_in(folder: Path, plans: Sequence[Path]) -> list[Path]:
    """Choose the plans that a folder has games of. Raises Broken where it has none."""
    found = [path for path in plans if (folder / path.stem / LINES).exists()]
    if not found:
        raise Broken(f"{folder} has no games of any plan; play some there: make archive-study OUT={folder}")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the tables, or check them; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--games", type=Path, metavar="FOLDER", help="bring games of the plans that were played in this folder"
    )
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="keep games of runs under way in this folder, and do nothing else"
    )
    parser.add_argument(
        "--resume", type=Path, metavar="FOLDER", help="put the games that are kept there, and do nothing else"
    )
    parser.add_argument("--check", action="store_true", help="change nothing; 1 where the tables are stale")
    parser.add_argument("--docs", type=Path, default=DOCS, help="the folder of the documents")
    args = parser.parse_args(arguments)
    plans = sorted((args.docs / STUDIES).glob("*.toml"))
    page = args.docs / PAGE
    try:
        for path in _played_in(args.keep, plans) if args.keep is not None else ():
            print(keep(path, args.keep))
        for path in plans if args.resume is not None else ():
            print(resume(path, args.resume))
        if args.keep is not None or args.resume is not None:
            return 0
        for path in _played_in(args.games, plans) if args.games is not None and not args.check else ():
            bring(path, args.games)
        text = page.read_text(encoding="utf-8")
        now = renewed(text, sections([played(path) for path in plans]))
    except (Broken, PlanFault, OSError) as fault:
        print(fault, file=sys.stderr)
        return 1
    if args.check:
        if now != text:
            print(f"{page} has other tables than its games: run make study-page", file=sys.stderr)
        return int(now != text)
    try:
        _write(page, now.encode())
    except OSError as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

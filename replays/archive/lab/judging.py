"""`archive judge`: an archive judged again, file by file, and what that comes to."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from adjudicator.kernel.sentences import counted
from adjudicator.registry import RULESETS, rules_of
from replays.archive.lab.again import JUDGED, UNCONCERNED, UNREADABLE, Judged, judge, require_options
from replays.archive.lab.cluster import Lost, each, workers
from replays.archive.lab.playing import progress_bar
from replays.bundle import file_bytes
from replays.files import Unusable

NAMED_MOST: Final = 50
LEFT_ALONE: Final = 3
Found = tuple[Path, Judged]


def judge_bytes(data: bytes, given: Mapping[str, str], play_on: bool) -> bytes:
    """Judge a file in any process: its bytes go in, what came of it comes out as JSON."""
    return msgspec.json.encode(judge(data, given, play_on=play_on))


def options_of(words: Sequence[str]) -> dict[str, str]:
    """Read `name=value` words. Raises Unusable."""
    found = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise Unusable(f"--option {word}: write a name and a value, such as --option zoc_radius=3")
        found[name] = value
    require_options(found)
    return found


def require_edition(edition: str) -> None:
    """Refuse an edition that no ruleset of this build has. Raises Unusable."""
    ours = {name: rules_of(name).edition for name in sorted(RULESETS)}
    if edition and edition not in ours.values():
        told = ", ".join(f"{name} {own}" for name, own in ours.items())
        raise Unusable(f"--edition {edition}: this build has {told}; judge with a release that has that edition")


def files_in(words: Sequence[str]) -> list[Path]:
    """Find the files of folders, patterns and names, each once. Raises Unusable where there are none."""
    found: list[Path] = []
    for word in words:
        path = Path(word)
        if path.is_dir():
            inside = sorted(one for one in path.rglob("*") if one.is_file())
        elif any(sign in word for sign in "*?[") and not path.exists():
            inside = sorted(Path(path.anchor or ".").glob(word.removeprefix(path.anchor)))
        else:
            inside = [path]
        if not inside:
            raise Unusable(f"{word}: there are no files; name replay files, or a folder of them")
        found += inside
    return list(dict.fromkeys(found))


def judge_files(paths: Sequence[Path], given: Mapping[str, str], jobs: int, dask: str, *, play_on: bool) -> list[Found]:
    """Judge every file again; those that can not be judged are named and left alone. Raises Unusable."""
    found: dict[Path, Judged] = {}

    def tasks() -> Iterator[tuple[Path, tuple[Any, ...]]]:
        for path in paths:
            try:
                yield path, (file_bytes(path), dict(given), play_on)
            except OSError as error:
                found[path] = Judged(UNREADABLE, f"{error.strerror}")

    with progress_bar() as bar, workers(jobs, dask) as client:
        task = bar.add_task("judging", total=len(paths))
        for path, result in each(client, tasks(), judge_bytes):
            if isinstance(result, Lost):
                found[path] = Judged(UNREADABLE, str(result))
            else:
                found[path] = msgspec.json.decode(result, type=Judged)
            bar.advance(task)
    return [(path, found[path]) for path in paths]


def summary(found: Sequence[Found], given: Mapping[str, str], edition: str) -> Iterator[str]:
    """Say what came of an archive: counts first, then each difference and each file that was left alone."""
    rows = [row for _, row in found]
    games = [row for row in rows if row.state == JUDGED and edition in ("", row.under)]
    alone = Counter(row.state for row in rows if row.state != JUDGED)
    others = sum(row.state == JUDGED and row not in games for row in rows)
    parts = [f"{counted(len(games), 'game')} judged", *(f"{number} {state}" for state, number in sorted(alone.items()))]
    parts += [f"{others} of rulesets with another edition"] if others else []
    yield f"{counted(len(found), 'file')}: {', '.join(parts)}."
    change = ", ".join(f"{name} = {value}" for name, value in given.items()) or "the rules of this build"
    differing = [row for row in games if row.difference is not None]
    results = [row for row in games if row.result]
    stand = sum(row.stands for row in results)
    yield (
        f"Under {change}: {counted(len(differing), 'game')} of {len(games)} differ; "
        f"of {counted(len(results), 'result')} {stand} would stand, {len(results) - stand} come after a difference "
        "and are not claimed."
    )
    yield from _differences([row for row in found if row[1] in differing])
    left = [(path, row) for path, row in found if row.state != JUDGED]
    yield from (f"{path}: left alone, {row.state}: {row.why}" for path, row in left[:NAMED_MOST])
    if len(left) > NAMED_MOST:
        yield f"and {len(left) - NAMED_MOST} more left alone (--json lists them all)"


def _differences(found: Sequence[Found]) -> Iterator[str]:
    for path, row in found[:NAMED_MOST]:
        if row.difference is not None:
            onward = f"; {row.played_on}" if row.played_on else ""
            yield f"{path}: entry {row.difference.entry}, {row.difference.kind}: {row.difference.what}{onward}"
    if len(found) > NAMED_MOST:
        yield f"and {len(found) - NAMED_MOST} more games that differ (--json lists them all)"


def as_json(found: Sequence[Found]) -> str:
    """Give plain values for machines."""
    return json.dumps([{"file": str(path), **msgspec.to_builtins(row)} for path, row in found], indent=1)


def run(args: Any) -> int:
    """Judge, print, and give the exit code."""
    given = options_of(args.option)
    require_edition(args.edition)
    found = judge_files(files_in(args.paths), given, args.jobs, args.dask, play_on=args.play_on)
    text = as_json(found) if args.json else "\n".join(summary(found, given, args.edition))
    sys.stdout.write(f"{text}\n")
    return 0 if all(row.state in (JUDGED, UNCONCERNED) for _, row in found) else LEFT_ALONE

"""What `archive judge` is asked, and what it says: options, editions and files in words, the outcome in counts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from adjudicator.kernel.sentences import counted
from adjudicator.registry import RULESETS, rules_of
from replays.archive.lab.again import JUDGED, UNCONCERNED, require_options
from replays.archive.lab.judge.running import Found
from replays.archive.work.sources import source_at
from replays.files import Unusable

NAMED_MOST: Final = 50
LEFT_ALONE: Final = 3


def options_of(words: Sequence[str]) -> dict[str, str]:
    """Read `name=value` words, and give them by name. Raises Unusable."""
    found = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise Unusable(f"--option {word}: write a name and a value, such as --option zoc_radius=3")
        found[name] = value
    require_options(found)
    return {name: found[name] for name in sorted(found)}


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
            inside = sorted(one for one in path.rglob("*") if not one.is_dir())
        elif any(sign in word for sign in "*?[") and not path.exists():
            inside = sorted(Path(path.anchor or ".").glob(word.removeprefix(path.anchor)))
        else:
            inside = [path]
        if not inside:
            raise Unusable(f"{word}: there are no files; name replay files, or a folder of them")
        found += inside
    return list(dict.fromkeys(found))


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
    yield from (f"{source_at(path).name}: left alone, {row.state}: {row.why}" for path, row in left[:NAMED_MOST])
    if len(left) > NAMED_MOST:
        yield f"and {len(left) - NAMED_MOST} more left alone (--json lists them all)"


def _differences(found: Sequence[Found]) -> Iterator[str]:
    for path, row in found[:NAMED_MOST]:
        if row.difference is not None:
            onward = f"; {row.played_on}" if row.played_on else ""
            told = f"entry {row.difference.entry}, {row.difference.kind}: {row.difference.what}{onward}"
            yield f"{source_at(path).name}: {told}"
    if len(found) > NAMED_MOST:
        yield f"and {len(found) - NAMED_MOST} more games that differ (--json lists them all)"


def as_json(found: Sequence[Found]) -> str:
    """Give plain values for machines."""
    return json.dumps([{"file": source_at(path).name, **msgspec.to_builtins(row)} for path, row in found], indent=1)


def exit_code(found: Sequence[Found]) -> int:
    """Give 0 where every file was judged, or its ruleset has not the option; 3 where some were left alone."""
    return 0 if all(row.state in (JUDGED, UNCONCERNED) for _, row in found) else LEFT_ALONE

"""Makes the corpus that comes with the program out of a folder that the recorder filled: `python -m tools.corpus.make`.

A candidate is kept where it replays from its JSON alone, through the same answers as any program is judged by. Those
that are the same in setup and command become one case of all their clauses. The same tests give the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Raw, Struct

from adjudicator.kernel.texts import TEXTS
from adjudicator.registry import rules_of
from replays.corpus.answering import Answerer
from replays.corpus.files import (
    FORMAT,
    PACKED,
    Case,
    Chapter,
    Corpus,
    chapter_bytes,
    chapter_of,
    cited_in,
    kept_corpus,
    kept_files,
    packed,
)
from replays.corpus.running import request
from tools.ruling_map import PREFIXES, ROOT, marked_tests

CASES: Final = ROOT / "replays/corpus/cases"
SHORT: Final = 10
MANY: Final = 4
MOST_OF_A_TITLE: Final = 16


class Candidate(Struct):
    """What the recorder wrote of one command; `setup` are hashes of steps."""

    ruleset: str
    game: str
    setup: tuple[str, ...]
    command: Raw
    expected: Raw
    clauses: tuple[str, ...]
    rulings: tuple[str, ...]
    title: str


class Line(Struct):
    """A line of a recording."""

    step: str = ""
    form: Raw = Raw(b"null")
    case: Candidate | None = None


def read_recording(folder: Path) -> tuple[dict[str, Raw], dict[str, Candidate]]:
    """Read what the recorder wrote: steps by hash, and candidates by the hash of where they begin and their command."""
    steps: dict[str, Raw] = {}
    found: dict[str, Candidate] = {}
    decoder = msgspec.json.Decoder(Line)
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_bytes().splitlines():
            row = decoder.decode(line)
            if row.case is None:
                steps[row.step] = row.form.copy()
            else:
                _merge(found, row.case)
    return steps, _thinned(found)


def _thinned(found: Mapping[str, Candidate]) -> dict[str, Candidate]:
    """Keep the first so many of those with one title, by their hashes: of a test with hundreds of parameters, a few."""
    counted: Counter[tuple[str, str, tuple[str, ...]]] = Counter()
    kept_ones = {}
    for key, row in sorted(found.items()):
        of = row.ruleset, row.title, row.clauses
        counted[of] += 1
        if counted[of] <= MOST_OF_A_TITLE:
            kept_ones[key] = row
    return kept_ones


def _merge(found: dict[str, Candidate], case: Candidate) -> None:
    """Keep a candidate once, for the clauses of all tests that play it."""
    parts = [case.ruleset, case.game, *case.setup, bytes(case.command).decode()]
    key = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    before = found.setdefault(key, case)
    before.clauses = tuple(sorted({*before.clauses, *case.clauses}))
    before.rulings = tuple(sorted({*before.rulings, *case.rulings}))
    before.title = min(before.title, case.title)


def chapters_of(steps: Mapping[str, Raw], found: Mapping[str, Candidate]) -> list[Chapter]:
    """Sort candidates into chapters."""
    cases: defaultdict[tuple[str, str], list[Case]] = defaultdict(list)
    for key, row in sorted(found.items()):
        own = [clause for clause in row.clauses if clause not in TEXTS] or list(row.clauses)
        case_id = f"{own[0]}/{key[:SHORT]}"
        case = Case(case_id, row.title, row.clauses, row.rulings, row.game, row.setup, row.command, row.expected)
        cases[row.ruleset, chapter_of(own[0])].append(case)
    return [
        Chapter(
            FORMAT,
            ruleset,
            rules_of(ruleset).edition,
            chapter,
            {name: steps[name] for name in _used(rows)},
            tuple(rows),
        )
        for (ruleset, chapter), rows in sorted(cases.items())
    ]


def _used(cases: Iterable[Case]) -> list[str]:
    return sorted({name for case in cases for name in case.setup})


def kept(chapters: Iterable[Chapter]) -> tuple[list[Chapter], Counter[str]]:
    """Keep the cases that replay from their JSON alone; why the others do not, counted."""
    answerer, dropped = Answerer(), Counter[str]()
    rows = [(chapter, case) for chapter in chapters for case in chapter.cases]
    good: set[str] = set()
    for chapter, case in sorted(rows, key=lambda row: (row[0].ruleset, row[1].game, row[1].setup, row[1].id)):
        answer = msgspec.json.decode(msgspec.json.encode(answerer.answer(request(chapter, case))))
        del answer["case"]
        if answer == msgspec.json.decode(case.expected):
            good.add(case.id)
        else:
            dropped[str(answer.get("unable", "another outcome"))[:100]] += 1
    result = []
    for chapter in chapters:
        cases = tuple(case for case in chapter.cases if case.id in good)
        steps = {name: chapter.steps[name] for name in _used(cases)}
        if cases:
            result.append(msgspec.structs.replace(chapter, steps=steps, cases=cases))
    return result, dropped


def write(chapters: Iterable[Chapter], folder: Path) -> int:
    """Write the packed files, and remove those of chapters that there are no more; how many bytes they have."""
    size, written = 0, set()
    for chapter in chapters:
        path = folder / f"{chapter.path}{PACKED}"
        path.parent.mkdir(parents=True, exist_ok=True)
        data = packed(chapter_bytes(chapter))
        path.write_bytes(data)
        written.add(path)
        size += len(data)
    for path in sorted(folder.rglob(f"*{PACKED}")):
        if path not in written:
            path.unlink()
    return size


# -- what it covers


def tell(corpus: Corpus) -> None:
    """Print what the corpus covers, and what it does not."""
    about: Counter[str] = Counter()
    cited: Counter[str] = Counter()
    rulings: set[str] = set()
    kinds: Counter[str] = Counter()
    count = 0
    for chapter, case in corpus.cases():
        count += 1
        about.update(case.clauses)
        cited.update(cited_in(case.expected) - set(case.clauses))
        rulings |= set(case.rulings)
        kinds[_setup_kind(chapter.setup(case))] += 1
    clauses = {clause for name in PREFIXES.values() for clause in rules_of(name).texts if clause not in TEXTS}
    bare = sorted(clauses - set(about) - set(cited))
    print(f"{count} cases, {count / len(clauses):.2f} for each of {len(clauses)} clauses")
    alone = len(clauses & set(cited) - set(about))
    print(f"clauses that cases are about {len(clauses & set(about))}, cited alone {alone}")
    print(f"clauses with {MANY} cases or more {sum(about[clause] + cited[clause] >= MANY for clause in clauses)}")
    print(f"clauses without any: {len(bare)} {' '.join(bare)}")
    print(f"how setups are stated: {dict(sorted(kinds.items()))}")
    marked = {sentence for sentence in marked_tests(ROOT) if sentence[:2] in PREFIXES}
    missing = sorted(marked - rulings)
    print(f"sentences of rulings with a case: {len(marked & rulings)} of {len(marked)}; without: {' '.join(missing)}")


def _setup_kind(steps: Iterable[Raw]) -> str:
    rows = [msgspec.json.decode(step) for step in steps]
    if any("tables" in row for row in rows):
        return "tables"
    return "events" if any("events" in row for row in rows) else "commands"


def check(chapters: Iterable[Chapter]) -> list[str]:
    """Name the chapters whose packed files hold something else."""
    there = dict(kept_files())
    due = {chapter.path: chapter_bytes(chapter) for chapter in chapters}
    return sorted(path for path in there.keys() | due.keys() if there.get(path) != due.get(path))


def main() -> int:
    """Make or check the corpus."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("record", type=Path, nargs="?", help="the folder that the recorder filled")
    parser.add_argument("--check", action="store_true", help="fail where the corpus is not what was recorded")
    parser.add_argument("--tell", action="store_true", help="print what the corpus that is there covers")
    given = parser.parse_args()
    if given.record is not None:
        chapters, dropped = kept(chapters_of(*read_recording(given.record)))
        for reason, times in dropped.most_common():
            print(f"left out {times}: {reason}")
        stale = check(chapters) if given.check else []
        if stale:
            print(f"{', '.join(stale)}: not what the tests play; run make corpus", file=sys.stderr)
            return 1
        if not given.check:
            print(f"{write(chapters, CASES)} bytes, packed")
    if given.tell or given.record is not None:
        tell(kept_corpus())
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Rulings of open clauses and the tests that prove them: `python tools/ruling_map.py`; --check changes nothing.

A ruling is what we decided where a book is unclear. Each of its sentences has a number, from 1, and a test that would
fail without it carries `@pytest.mark.ruling("GA-3.3-07.2")`. The tables stand in docs/rulesets/<name>-rulings.md.
Sentences that decide nothing (what the book says, why a ruling was needed) are listed in
tests/rulesets/<name>/rulings/background.txt, separated by blanks.

How many sentences every ruling has stands in sentences.txt beside it, so that a test can say that none is left out.

With `--ledgers DIR` the rulings themselves are read (DIR/<name>.yaml): it prints how many sentences a test names, with
`--missing` those that none does, with `--list NAME` all sentences of one ledger with their numbers; with `--keep` it
writes sentences.txt anew. Exit 1 where a test names a sentence that no ledger has, or sentences.txt has other numbers.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final = Path("docs/rulesets")
PREFIXES: Final = {"AN": "antares", "GA": "grinding_annihilation", "HX": "hex_orders", "TF": "tile_formations"}
SENTENCE: Final = re.compile(r"([A-Z]{2}-[A-Z0-9.]+-\d{2,3})\.(\d+)")
CLAUSE_ID: Final = re.compile(r"^\s*-\s+id:\s*[\"']?([A-Z]{2}-[A-Z0-9.]+-\d{2,3})")
RULING: Final = re.compile(r"^(\s*)ruling:\s*>-\s*$")
# A question or exclamation mark may stand in a name, and three points in a quotation; then the sentence goes on.
END_OF_SENTENCE: Final = re.compile(r"(?<!\.\.)(?:(?<=[.!?])\s+(?=[A-Z0-9\"'(])|(?<=\.)\s+(?=[a-z]))")


def marked_tests(root: Path) -> dict[str, list[str]]:
    """Find the tests that name a sentence of a ruling: sentence to tests, as path::name from the root."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted((root / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        # most files have no such mark, and need not be parsed
        for node in ast.walk(ast.parse(text)) if "mark.ruling" in text else ():
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for sentence in _marks(node):
                    found[sentence].append(f"{path.relative_to(root)}::{node.name}")
    return dict(found)


def _marks(node: ast.FunctionDef | ast.ClassDef) -> Iterator[str]:
    """Give the arguments of every ruling mark of a test."""
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.ruling":
            yield from (str(argument.value) for argument in mark.args if isinstance(argument, ast.Constant))


def background(root: Path) -> set[str]:
    """Read which sentences decide nothing."""
    files = (root / "tests/rulesets").glob("*/rulings/background.txt")
    return {row for path in files for row in path.read_text(encoding="utf-8").split()}


def kept(root: Path) -> dict[str, int]:
    """Read how many sentences each ruling has."""
    rows = [
        row.split()
        for path in (root / "tests/rulesets").glob("*/rulings/sentences.txt")
        for row in path.read_text(encoding="utf-8").splitlines()
    ]
    return {clause: int(number) for clause, number in rows}


def unproved(root: Path, named: Iterable[str]) -> list[str]:
    """List the sentences of rulings that no test has named and that do not count as background."""
    known = {f"{clause}.{number}" for clause, most in kept(root).items() for number in range(1, most + 1)}
    return sorted(known - set(named) - background(root), key=_place)


def counted(ledger: Path) -> dict[str, int]:
    """Count the sentences of every ruling of a ledger."""
    return dict(Counter(sentence.rpartition(".")[0] for sentence in rulings(ledger)))


def keep(root: Path, ledgers: Path) -> None:
    """Write how many sentences the rulings of every ledger have."""
    for ledger in sorted(ledgers.glob("*.yaml")):
        path = root / "tests/rulesets" / ledger.stem / "rulings/sentences.txt"
        path.write_text("".join(f"{key} {most}\n" for key, most in counted(ledger).items()), encoding="utf-8")


def page(name: str, tests: Mapping[str, list[str]]) -> str:
    """Write the table of one ruleset."""
    lines = [
        f"# Rulings of {name} and their tests",
        "",
        "Where the book is unclear, the ledger has a ruling; its sentences are counted from 1.",
        "Each test fails without the sentence that it names.",
        "",
        "| Sentence | Test |",
        "|---|---|",
    ]
    own = [sentence for sentence in sorted(tests, key=_place) if PREFIXES.get(sentence[:2]) == name]
    lines += [f"| {sentence} | {'<br>'.join(f'`{test}`' for test in tests[sentence])} |" for sentence in own]
    return "\n".join(lines) + "\n"


def _place(sentence: str) -> tuple[str, int]:
    clause, _, number = sentence.rpartition(".")
    return clause, int(number)


def rulings(ledger: Path) -> dict[str, str]:
    """Read the sentences of every ruling of a ledger by their ids."""
    found: dict[str, str] = {}
    for clause, text in _blocks(ledger.read_text(encoding="utf-8").splitlines()):
        found |= {f"{clause}.{number}": row for number, row in enumerate(END_OF_SENTENCE.split(text.strip()), 1)}
    return found


def _blocks(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Give the clause and the text of every ruling."""
    clause = ""
    for number, line in enumerate(lines):
        if opened := CLAUSE_ID.match(line):
            clause = opened[1]
        elif begun := RULING.match(line):
            yield clause, " ".join(_indented(lines[number + 1 :], len(begun[1])))


def _indented(lines: list[str], depth: int) -> Iterator[str]:
    for line in lines:
        if line.strip() and len(line) - len(line.lstrip()) <= depth:
            return
        yield line.strip()


def report(ledgers: Path, tests: Mapping[str, list[str]], idle: set[str], *, missing: bool) -> int:
    """Print how many sentences a test names; 1 where a test or a list names one that there is not."""
    known: set[str] = set()
    for ledger in sorted(ledgers.glob("*.yaml")):
        sentences = rulings(ledger)
        known |= set(sentences)
        named = [row for row in sentences if row in tests]
        left = [row for row in sentences if row not in tests and row not in idle]
        deciding = len(named) + len(left)
        print(f"{ledger.stem}: {len(named)} of {deciding} deciding sentences of rulings named by a test")
        if missing:
            print("  missing: " + " ".join(left))
    unknown = sorted((set(tests) | idle) - known)
    if unknown:
        print("sentences that no ledger has: " + " ".join(unknown))
    return 1 if unknown else 0


def stale(root: Path, ledgers: Path) -> int:
    """Print the rulings whose sentences are not as many as was kept; 1 where there are some."""
    found = {key: most for ledger in ledgers.glob("*.yaml") for key, most in counted(ledger).items()}
    apart = sorted(key for key, _ in found.items() ^ kept(root).items())
    if apart:
        print("rulings with other numbers of sentences than sentences.txt has: " + " ".join(dict.fromkeys(apart)))
    return 1 if apart else 0


def main() -> int:
    """Write or check the tables; or report on ledgers."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="fail where a table is not what the tests say")
    parser.add_argument("--ledgers", type=Path, help="folder of the ledgers")
    parser.add_argument("--missing", action="store_true", help="with --ledgers: sentences that no test names")
    parser.add_argument("--keep", action="store_true", help="with --ledgers: write sentences.txt anew")
    parser.add_argument("--list", metavar="NAME", help="with --ledgers: print the sentences of this ledger")
    given = parser.parse_args()
    if given.ledgers and given.list:
        print("\n".join(f"{row}  {text}" for row, text in rulings(given.ledgers / f"{given.list}.yaml").items()))
        return 0
    if given.ledgers and given.keep:
        keep(ROOT, given.ledgers)
    tests = marked_tests(ROOT)
    if given.ledgers:
        return report(given.ledgers, tests, background(ROOT), missing=given.missing) or stale(ROOT, given.ledgers)
    return write(ROOT, tests, check=given.check)


def write(root: Path, tests: Mapping[str, list[str]], *, check: bool) -> int:
    """Write the table of every ruleset, or name those that differ."""
    stale = []
    for name in PREFIXES.values():
        path, text = root / PAGES / f"{name}-rulings.md", page(name, tests)
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(path.relative_to(root))
        if not check:
            path.write_text(text, encoding="utf-8")
    if check and stale:
        print(f"{', '.join(map(str, stale))}: not what the tests say; run make map", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

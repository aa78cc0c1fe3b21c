"""Write where each chapter of a ruleset lives into its page: `python tools/ruleset_map.py`; --check changes nothing.

The section stands between two marks in docs/rulesets/<name>.md. It is made of the folders under `rules`: the first line
of a chapter's docstring, the prefixes of the clauses that its modules decide, and the modules with their first lines.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
RULESETS: Final = Path("adjudicator/rulesets")
PAGES: Final = Path("docs/rulesets")
BEGIN: Final = "<!-- where things are: written by tools/ruleset_map.py -->"
END: Final = "<!-- end of where things are -->"
CLAUSE: Final = re.compile(r"\b([A-Z]{2,3}-[A-Z0-9.]+)-\d{2,3}\b")
OUTLINED: Final = re.compile(r"`([a-z][a-z0-9_/]*)`")
LAYERS: Final = {
    "model": "the state of a game, its messages, options and look-ups",
    "roster": "what is handed in: armies, lists, maps",
    "reports": "views, queries, what is told of a game",
    "odds": "exact odds",
    "bots": "bots",
}


class Broken(Exception):
    """A page has no place for the section; the text says what to do."""


def first_line(path: Path) -> str:
    """Give the first line of a module's docstring, without its full stop."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0].rstrip(".")


def modules_in(folder: Path) -> list[Path]:
    """List the modules of a folder and below it, without package files."""
    return sorted(path for path in folder.rglob("*.py") if path.name != "__init__.py")


def prefixes_of(modules: Sequence[Path]) -> str:
    """Name the sections whose clauses begin a docstring in these modules, the most frequent first."""
    counted: Counter[str] = Counter()
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (text := ast.get_docstring(node)):
                counted.update({match[1] for match in CLAUSE.finditer(text.partition("\n")[0])})
    ranked = sorted(counted, key=lambda prefix: (-counted[prefix], prefix))
    return ", ".join(ranked[:6])


def chapter_lines(root: Path, chapter: Path) -> Iterator[str]:
    """Tell of one chapter: its title, clauses, folder and modules."""
    modules = modules_in(chapter)
    title = first_line(chapter / "__init__.py")
    yield f"**{title}.** `{chapter.relative_to(root)}`; clauses {prefixes_of(modules) or 'none'}."
    yield ""
    yield "| Module | About |"
    yield "|---|---|"
    for path in modules:
        yield f"| `{path.relative_to(chapter).with_suffix('')}` | {first_line(path)} |"
    yield ""


def section(root: Path, name: str) -> str:
    """Write the section of a ruleset."""
    base = root / RULESETS / name
    lines = [BEGIN, ""]
    for chapter in sorted(path.parent for path in (base / "rules").glob("*/__init__.py")):
        lines += chapter_lines(root, chapter)
    lines += ["| Beside the rules | |", "|---|---|"]
    lines += [
        f"| `{RULESETS / name / layer}` | {about} |" for layer, about in LAYERS.items() if (base / layer).is_dir()
    ]
    return "\n".join([*lines, "", END])


def renewed(page: str, text: str) -> str:
    """Put a section in the place of the one on a page, or at its end."""
    if BEGIN not in page:
        return f"{page.rstrip()}\n\n## Where things are\n\n{text}\n"
    head, _, rest = page.partition(BEGIN)
    if END not in rest:
        raise Broken(f"`{BEGIN}` stands without `{END}`: put that line back behind what the tool wrote")
    return head + text + rest.partition(END)[2]


def outline_faults(root: Path, name: str) -> Iterator[str]:
    """Name what the outline of a chapter sends a reader to, where no such module lies in the ruleset's rules."""
    rules = root / RULESETS / name / "rules"
    known = {word for path in rules.rglob("*") for word in (path.stem, path.name)}
    for outline in sorted(rules.rglob("__init__.py")):
        text = ast.get_docstring(ast.parse(outline.read_text(encoding="utf-8"))) or ""
        for word in OUTLINED.findall(text):
            if not set(word.split("/")) <= known:
                yield f"{outline.relative_to(root)}: there is no module `{word}`"


def main(arguments: Sequence[str] | None = None) -> int:
    """Renew the pages, or say which are stale; the exit status."""
    parser = argparse.ArgumentParser(description="Write where each chapter of a ruleset lives into its page.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 where a page is stale")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree; as a rule the one this script lies in")
    options = parser.parse_args(arguments)
    try:
        return renew(options.root, check=options.check)
    except Broken as fault:
        print(fault, file=sys.stderr)
        return 1


def renew(root: Path, *, check: bool) -> int:
    """Renew the pages, or say which are stale; 1 where one is, or where an outline names what there is not.

    Raises Broken where a page has no place for the section.
    """
    stale = []
    names = sorted(path.parent.name for path in (root / RULESETS).glob("*/rules"))
    faults = [fault for name in names for fault in outline_faults(root, name)]
    for name in names:
        path = root / PAGES / f"{name}.md"
        if not path.is_file():
            raise Broken(f"{path.relative_to(root)} is missing: write a page of the ruleset, at least its title")
        page = path.read_text(encoding="utf-8")
        try:
            text = renewed(page, section(root, name))
        except Broken as fault:
            raise Broken(f"{path.relative_to(root)}: {fault}") from fault
        if text != page:
            stale.append(path)
            if not check:
                path.write_text(text, encoding="utf-8")
    for path in stale:
        print(f"{path.relative_to(root)}: {'stale: run make map' if check else 'written'}")
    print("\n".join(faults), end="\n" if faults else "", file=sys.stderr)
    return int(bool(faults) or (check and bool(stale)))


if __name__ == "__main__":
    sys.exit(main())

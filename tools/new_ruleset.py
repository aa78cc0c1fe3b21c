"""Begin a ruleset as a copy of the toy: `python tools/new_ruleset.py skirmish`, or `make new-ruleset name=skirmish`.

It copies rules, contract, tests and page under the new name, gives the clauses a prefix of their own, adds the
line to the registry and a fragment to the changelog, and generates the messages. Nothing is overwritten.
"""

from __future__ import annotations

import argparse
import keyword
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

ROOT: Final = Path(__file__).resolve().parents[1]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))  # run by path, python knows this folder but not its parent

from tools import protogen, ruleset_map  # noqa: E402  (the path has to be set first)

if TYPE_CHECKING:
    from collections.abc import Iterator

TOY: Final = Path("tests/toy")
TOY_TESTS: Final = Path("tests/rulesets/toy")
TOY_PROTO: Final = TOY / "proto/wargame/toy/v1"
TOY_PREFIX: Final = "TOY"
COPIED: Final = frozenset({".py", ".toml", ".proto"})
LEFT_BEHIND: Final = ("generate.py", "messages.py")  # what is generated is generated anew
REGISTRY: Final = Path("adjudicator/registry.py")
LINE: Final = re.compile(r'^ +"(\w+)": "adjudicator\.rulesets\.\w+",\n', re.MULTILINE)
PREFIXES: Final = re.compile(r"\b([A-Z]{2,3})-[A-Z0-9.]+-\d{2,3}\b")
NAME: Final = re.compile(r"[a-z][a-z0-9_]{2,30}")
TAKEN: Final = frozenset({"toy", "kernel", "board", "rulesets"})


class Refused(Exception):
    """The ruleset can not be begun; the text says why and what to do."""


def begin(root: Path, name: str) -> list[Path]:
    """Write a new ruleset into a tree; gives what was written, generated files left out.

    Raises Refused before anything is written.
    """
    require_free(root, name)
    files = dict(copies(root, name, free_prefix(root, name)))
    files[Path("changelog.d") / f"{name}-begun.md"] = f"The ruleset `{name}` begins, as a copy of the toy.\n"
    there = [str(path) for path in files if (root / path).exists()]
    if there:
        raise Refused(f"{', '.join(there)} would be overwritten: move it away, or take another name")
    files[REGISTRY] = registered(root, name)
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return list(files)


def require_free(root: Path, name: str) -> None:
    """Refuse a name that can not be one of a package, or that is taken."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise Refused(f"{name!r} can not be a package: take 3 to 31 of a to z, 0 to 9 and _, a letter first")
    if name in TAKEN or name in LINE.findall((root / REGISTRY).read_text(encoding="utf-8")):
        raise Refused(f"{name} is taken: take another name")


def free_prefix(root: Path, name: str) -> str:
    """Choose the two letters that clauses of the ruleset begin with: initials, or else letters of the name."""
    known = [*(root / "adjudicator").rglob("*.py"), *(root / "adjudicator").rglob("*.toml")]
    taken = {TOY_PREFIX} | {row for path in known for row in PREFIXES.findall(path.read_text(encoding="utf-8"))}
    first, *words = (word for word in name.upper().split("_") if word)
    tries = [first[0] + letter for letter in ("".join(word[0] for word in words) + first[1:]) if letter.isalpha()]
    found = next((row for row in tries if row not in taken), None)
    if found is None:
        raise Refused(f"no two letters are free for clauses of {name}: {', '.join(sorted(taken))} are taken")
    return found


def copies(root: Path, name: str, prefix: str) -> Iterator[tuple[Path, str]]:
    """List every copied file: where it goes, and its text under the new name."""
    folders = {
        TOY: Path("adjudicator/rulesets") / name,
        TOY_TESTS: Path("tests/rulesets") / name,
        TOY_PROTO: Path("proto/wargame") / name / "v1",
    }
    for source, target in folders.items():
        for path in sorted((root / source).rglob("*")):
            place = path.relative_to(root / source)
            if path.suffix in COPIED and path.name not in LEFT_BEHIND and "proto" not in place.parts:
                yield target / place, renamed(path.read_text(encoding="utf-8"), name, prefix)
    page = (root / TOY / "page.md").read_text(encoding="utf-8").replace("`texts/", f"`{folders[TOY]}/texts/")
    yield Path("docs/rulesets") / f"{name}.md", renamed(page, name, prefix)


def renamed(text: str, name: str, prefix: str) -> str:
    """Say in a text the new name for the toy's."""
    title = name.replace("_", " ").capitalize()
    for old, new in (
        ("tests.toy", f"adjudicator.rulesets.{name}"),
        ("wargame.toy.", f"wargame.{name}."),
        ("wargame/toy/", f"wargame/{name}/"),
        ("Wargame.Toy.", f"Wargame.{''.join(word.capitalize() for word in name.split('_'))}."),
        (";toyv1", f";{name.replace('_', '')}v1"),
        ('"toy"', f'"{name}"'),
        (f"{TOY_PREFIX}-", f"{prefix}-"),
        ("The toy", title),
        ("the toy", title),
    ):
        text = text.replace(old, new)
    return text


def registered(root: Path, name: str) -> str:
    """Give the registry with one line more, in order."""
    text = (root / REGISTRY).read_text(encoding="utf-8")
    found = list(LINE.finditer(text))
    if not found:
        raise Refused(f"{REGISTRY} has no line that names a ruleset: add the one of {name} by hand")
    place = next((row.start() for row in found if row[1] > name), found[-1].end())
    return text[:place] + f'{" " * 8}"{name}": "adjudicator.rulesets.{name}",\n' + text[place:]


def tidy(root: Path, files: list[Path]) -> None:
    """Lay the copies out anew: longer names break lines elsewhere."""
    python = [str(path) for path in files if path.suffix == ".py"]
    for verb in (["check", "--select=I", "--fix"], ["format"]):
        subprocess.run([sys.executable, "-m", "ruff", *verb, "--quiet", *python], cwd=root, check=True)


def main(arguments: list[str] | None = None) -> int:
    """Begin a ruleset; exit status 2 where it is refused."""
    parser = argparse.ArgumentParser(description="Begin a ruleset as a copy of the toy.")
    parser.add_argument("name", help="such as skirmish")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree to write to (this one)")
    args = parser.parse_args(arguments)
    try:
        files = begin(args.root, args.name)
    except Refused as fault:
        print(f"new ruleset: {fault}", file=sys.stderr)
        return 2
    status = protogen.main(["--root", str(args.root)])
    if status == 0:
        tidy(args.root, files)
        ruleset_map.main(["--root", str(args.root)])
        print("\n".join(map(str, files)))
        print(f"next: docs/add-a-ruleset.md; what you have runs: adjudicator play {args.name} --seed 1 --out g.replay")
    return status


if __name__ == "__main__":
    sys.exit(main())

"""Prepare a release: `make release VERSION=1.2.3`. It commits, and leaves tagging and publishing to whoever called it.

On a tree that is clean and green: fragments go into CHANGELOG.md, the version into pyproject.toml, a game of every
ruleset into replays/history, all of it in one commit, of which dist/ is built. Where a step fails nothing has changed.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from adjudicator.registry import RULESETS
from tools.packages.build import build
from tools.packages.faults import DistFault

ROOT: Final = Path(__file__).resolve().parents[1]
VERSION: Final = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
SET: Final = re.compile(r'^(\[project\]\n(?:(?!\[).*\n)*?version = ")([^"]+)(")', re.MULTILINE)
RELEASED: Final = re.compile(r"^## (\d+\.\d+\.\d+) ", re.MULTILINE)
NONE_YET: Final = "No release has been made.\n"
AREAS: Final = ("kernel", "services", "replays", "clients", *sorted(RULESETS))
HISTORY: Final = Path("replays/history")
SEED: Final = 1


class ReleaseFault(Exception):
    """There is no release; the text says why and what to do."""


def release(root: Path, version: str, gate: Sequence[str]) -> list[Path]:
    """Release the tree of `root` as `version` if `gate` ends well; gives the files that were built.

    Raises ReleaseFault, after which the tree is as it was.
    """
    _require_version(root, version)
    _require_clean(root, "commit or drop")
    _fragments(root)  # known before the checks, which take half an hour
    _require_green(root, gate)
    _require_clean(root, "the checks have changed")
    before = _git(root, "rev-parse", "HEAD").strip()
    try:
        gather(root, version, datetime.now(tz=UTC).date().isoformat())
        set_version(root, version)
        keep_games(root, version)
        _git(root, "add", "--all")
        _git(root, "commit", "--quiet", "--message", f"Release {version}")
        return build(root, root / "dist")
    except BaseException as fault:
        _git(root, "reset", "--quiet", "--hard", before)
        _git(root, "clean", "--quiet", "--force", "-d", str(HISTORY))
        if isinstance(fault, DistFault):
            raise ReleaseFault(str(fault)) from fault
        raise


def _require_version(root: Path, version: str) -> None:
    if VERSION.fullmatch(version) is None:
        raise ReleaseFault(f"VERSION={version} is no version: write three numbers, such as VERSION=0.2.0")
    made = RELEASED.findall((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    latest = max(made, key=_numbers, default="")
    if latest and _numbers(version) <= _numbers(latest):
        raise ReleaseFault(f"{version} does not come after {latest}, which is released: take a later version")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _require_clean(root: Path, what: str) -> None:
    changed = _git(root, "status", "--porcelain")
    if changed:
        raise ReleaseFault(f"the tree is not clean: {what} this first\n{changed}")


def _require_green(root: Path, gate: Sequence[str]) -> None:
    ran = subprocess.run(gate, cwd=root, check=False)
    if ran.returncode:
        raise ReleaseFault(f"the tree is not green: {shlex.join(gate)} ended with {ran.returncode}; repair it first")


# -- what a release changes


def gather(root: Path, version: str, day: str) -> None:
    """Move every fragment into a section of CHANGELOG.md, by area.

    Raises ReleaseFault for a fragment of no area, and where there is none.
    """
    fragments = _fragments(root)
    changelog = root / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8").replace(NONE_YET, "")
    section = "\n".join(_section(version, day, fragments)) + "\n"
    head, mark, earlier = text.partition("\n## ")
    changelog.write_text(f"{head.rstrip()}\n\n{section}{mark}{earlier}", encoding="utf-8")
    for path in fragments:
        path.unlink()


def _fragments(root: Path) -> dict[Path, str]:
    """List the fragments with their areas; raises ReleaseFault as `gather` does."""
    fragments = [path for path in sorted((root / "changelog.d").glob("*.md")) if path.name != "README.md"]
    if not fragments:
        raise ReleaseFault("changelog.d holds no fragment: there is nothing to release")
    return {path: _area(path) for path in fragments}


def _section(version: str, day: str, fragments: Mapping[Path, str]) -> Iterator[str]:
    yield f"## {version} ({day})"
    for area in AREAS:
        mine = [path for path, found in fragments.items() if found == area]
        if mine:
            yield from ("", f"### {area}", "")
        for path in mine:
            for item in _items(path.read_text(encoding="utf-8").strip()):
                first, *more = _without_area(item, area).splitlines()
                yield from (f"- {first}", *(f"  {line}".rstrip() for line in more))


def _items(text: str) -> list[str]:
    """Divide a fragment that is a list itself into its items; any other is one."""
    if not text.startswith("- "):
        return [text]
    items = re.split(r"^- ", text, flags=re.MULTILINE)[1:]
    return [re.sub(r"^  ", "", item.rstrip(), flags=re.MULTILINE) for item in items]


def _without_area(item: str, area: str) -> str:
    """Leave out the name of the area, which stands over it."""
    bare = item.removeprefix(f"{area}: ")
    return item if bare == item else bare[0].upper() + bare[1:]


def _area(path: Path) -> str:
    area = path.stem.partition("-")[0]
    if area not in AREAS:
        raise ReleaseFault(f"{path.name} is of no area: begin its name with one of {', '.join(AREAS)}, and a dash")
    return area


def set_version(root: Path, version: str) -> None:
    """Write the version into pyproject.toml.

    Raises ReleaseFault where it has no place there.
    """
    path = root / "pyproject.toml"
    text, changed = SET.subn(rf"\g<1>{version}\g<3>", path.read_text(encoding="utf-8"))
    if changed != 1:
        raise ReleaseFault("pyproject.toml has no line `version = ...` in [project]")
    path.write_text(text, encoding="utf-8")


def keep_games(root: Path, version: str) -> None:
    """Play a game of every ruleset with the code of `root`, and keep it for the tests of every later build.

    Raises ReleaseFault where one does not end.
    """
    folder = root / HISTORY / version
    folder.mkdir(parents=True)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), str(root / "proto/gen/python")])}
    for ruleset in RULESETS:
        with tempfile.TemporaryDirectory() as scratch:
            out = Path(scratch) / "game.replay"
            words = ["-m", "services.cli", "play", ruleset, "--seed", str(SEED), "--out", str(out)]
            ran = subprocess.run([sys.executable, *words], cwd=root, env=environment, capture_output=True, check=False)
            if ran.returncode:
                raise ReleaseFault(f"no game of {ruleset} could be kept: {ran.stderr.decode().strip()}")
            (folder / f"{ruleset}.replay.gz").write_bytes(gzip.compress(out.read_bytes(), mtime=0))


def _git(root: Path, *words: str) -> str:
    ran = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise ReleaseFault(f"git {words[0]}: {ran.stderr.strip()}")
    return ran.stdout


def main(arguments: Sequence[str] | None = None) -> int:
    """Release, and say what is left to do."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version", help="three numbers, such as 0.2.0")
    parser.add_argument("--root", type=Path, default=ROOT, help="the clone to release (this one)")
    parser.add_argument("--gate", default="bash .ci/run", help="what has to end well first (bash .ci/run)")
    options = parser.parse_args(arguments)
    try:
        files = release(options.root, options.version, shlex.split(options.gate))
    except ReleaseFault as fault:
        print(f"release: {fault}", file=sys.stderr)
        return 1
    print(f"{options.version} is committed, and dist/ holds {', '.join(path.name for path in files)}")
    print(f"what is left: git tag {options.version}, push, publish")
    return 0


if __name__ == "__main__":
    sys.exit(main())

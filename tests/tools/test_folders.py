"""A folder holds fifteen Python files at most; those that hold more are listed here, and none may grow."""

from collections import Counter
from pathlib import Path, PurePath

import pytest

ROOT = Path(__file__).parents[2]
MOST = 15
# generated code is not written by hand, nor laid out
CODE = ("adjudicator", "services", "replays", "tools", "tests", "clients/python")
GENERATED = "contract"
LARGER = {
    "adjudicator/kernel/docket": 16,
    "adjudicator/kernel/protocol": 16,
    "replays/audit": 18,
    "replays/draw": 17,
    "services/games": 16,
    "services/rpc": 16,
    "services/tools": 16,
    "services/tools/event": 16,
    "tests": 16,
    "tests/kernel/referee": 24,
    "tests/replays/audit": 24,
    "tests/services/events": 17,
    "tests/services/rpc": 21,
}
"""Folders with more files, and how many: to be cut into subjects."""


def larger(files: list[PurePath]) -> dict[str, int]:
    """Count the files of folders that hold too many, `__init__.py` included."""
    counted = Counter(file.parent.as_posix() for file in files)
    return {folder: count for folder, count in counted.items() if count > MOST}


def written() -> list[PurePath]:
    """List the Python files that are written by hand."""
    found = [path.relative_to(ROOT) for code in CODE for path in (ROOT / code).rglob("*.py")]
    return [path for path in found if not {GENERATED, "node_modules", "build"} & set(path.parts)]


def test_folders_are_small():
    """No folder becomes too large, and none of those that are grows."""
    grown = {folder: count for folder, count in larger(written()).items() if count > LARGER.get(folder, MOST)}
    assert grown == {}, f"cut them: a folder holds {MOST} files at most"


def test_the_list_is_of_today():
    """A folder that has become small enough leaves the list."""
    assert sorted(set(LARGER) - set(larger(written()))) == [], "take these out of LARGER"


@pytest.mark.parametrize(("count", "found"), [(MOST, {}), (MOST + 1, {"a/b": MOST + 1})])
def test_one_more_is_too_many(count, found):
    """Fifteen may lie in a folder, whatever lies in the folders below it."""
    files = [PurePath(f"a/b/m{number}.py") for number in range(count)]
    assert larger([*files, PurePath("a/b/c/m.py"), PurePath("a/m.py")]) == found

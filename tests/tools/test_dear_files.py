"""The order in which workers take test files."""

from types import SimpleNamespace
from typing import Any

from tests.tools.dear_files import DEAR, ROOT, dear_first


def test_every_dear_file_is_there():
    """Each name of the list is a file, and stands there once."""
    assert [name for name in DEAR if not (ROOT / name).is_file()] == []
    assert len(set(DEAR)) == len(DEAR)


def test_dear_files_come_first():
    """Dear files come as they are listed, then those with more tests; a file's tests stay together, in their order."""
    asked = ["a.py::one", f"{DEAR[1]}::one", "b.py::one", f"{DEAR[0]}::two", "b.py::two", f"{DEAR[1]}::zero"]
    items: Any = [SimpleNamespace(nodeid=name) for name in asked]
    ordered = dear_first(items)
    assert [item.nodeid for item in ordered] == [
        f"{DEAR[0]}::two",
        f"{DEAR[1]}::one",
        f"{DEAR[1]}::zero",
        "b.py::one",
        "b.py::two",
        "a.py::one",
    ]

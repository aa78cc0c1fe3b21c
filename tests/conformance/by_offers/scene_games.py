"""Games as a ruleset's tests set them up: each as it stands before a command is given in it."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

import pytest

from tests.golden_games import Situation
from tests.kit import Table


def scenes(ruleset: str, modules: Sequence[str], patch: pytest.MonkeyPatch) -> Iterator[Situation]:
    """Run the tests of some modules, and go through the situations that they give commands in."""
    for module in modules:
        found: list[Situation] = []
        usual = Table.when

        def when(self: Any, who: Any, command: Any, found: Any = found, usual: Any = usual) -> Any:
            found.append(Situation(self.game, self.protocol))
            return usual(self, who, command)

        tests = vars(import_module(f"tests.rulesets.{ruleset}.{module}"))
        with patch.context() as patched:
            patched.setattr(Table, "when", when)
            for key, test in tests.items():
                values = first_values(test) if key.startswith("test_") else None
                if values is not None:
                    test(**values)
        yield from found


def first_values(test: Any) -> dict[str, Any] | None:
    """Give a test the first values of its parameters; None where it needs more than these."""
    values: dict[str, Any] = {}
    for mark in getattr(test, "pytestmark", ()):
        if mark.name == "parametrize":
            names, rows = mark.args[:2]
            row = next(iter(rows))
            names = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
            values |= dict(zip(names, row if len(names) > 1 else (row,), strict=True))
    return values if set(values) == set(inspect.signature(test).parameters) else None

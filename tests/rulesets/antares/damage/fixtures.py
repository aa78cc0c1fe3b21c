"""Rows of units that have lost models."""

from __future__ import annotations

from typing import Any

from tests.rulesets.antares.fixtures import USED


def with_models_left(count: int, **fields: Any) -> dict[str, Any]:
    """Give the row of a unit that has lost models before."""
    return {**USED, "models": tuple(f"b-y.{number}" for number in range(1, count + 1)), **fields}

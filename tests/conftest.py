"""What holds for every test: it says its law, cites clauses that can exist, and brings no flaky example."""

import gc
import os
import re
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

CLAUSE = re.compile(r"[A-Z]{2,3}-[A-Z0-9.]+-\d{2,3}")
NODE_IS_MISSING = "note: Node or its packages are missing (make node); tests that need them are left out"
NODE_MODULES = Path(__file__).parent / "node" / "node_modules"
CI = bool(os.environ.get("CI"))

settings.register_profile("here", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("here"), derandomize=True, print_blob=True)
settings.load_profile("ci" if CI else "here")


def pytest_collection_finish() -> None:
    """Collect seldom what is seldom garbage: rows and events refer to nothing that refers to them."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Refuse tests without a law or with an impossible clause; leave Node's out where Node is missing."""
    faults = [f"{item.nodeid}: {fault}" for item in items for fault in _faults(item)]
    if faults:
        raise pytest.UsageError("\n".join(faults))
    if _node_is_ready():
        return
    left_out = [item for item in items if item.get_closest_marker("node")]
    if left_out and CI:
        raise pytest.UsageError("tests need Node: install it and run make node")
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


def pytest_report_header() -> str | None:
    return None if _node_is_ready() else NODE_IS_MISSING


def _node_is_ready() -> bool:
    return shutil.which("node") is not None and NODE_MODULES.is_dir()


def _faults(item: pytest.Item) -> list[str]:
    faults = []
    function = getattr(item, "function", None)
    if function is not None and not (function.__doc__ or "").strip():
        faults.append("its docstring has to state, in one sentence, the law it tests")
    for mark in item.iter_markers("rule"):
        if not mark.args or mark.kwargs:
            faults.append('the rule marker takes clause ids, as @pytest.mark.rule("GA-3.3-07")')
        odd = [clause for clause in mark.args if not _is_clause(clause)]
        faults += [f"{clause!r} is no clause id such as GA-3.3-07" for clause in odd]
    return faults


def _is_clause(clause: object) -> bool:
    return isinstance(clause, str) and CLAUSE.fullmatch(clause) is not None

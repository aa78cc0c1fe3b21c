"""What holds for every test: it states its law, cites clauses that can exist, and has no random example in CI.

`pytest --rule GA-5.7` selects the tests that prove a clause, or any clause whose id begins so.
"""

import gc
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.tools.dear_files import dear_first

CLAUSE = re.compile(r"[A-Z]{2,3}-[A-Z0-9.]+-\d{2,3}")
SENTENCE = re.compile(rf"{CLAUSE.pattern}\.\d+")
NODE_IS_MISSING = "note: Node or its packages are missing (make node); tests that need them are left out"
NODE_CLIENT = Path(__file__).parents[1] / "clients/typescript/build/test"
LONG_SECONDS = 1_200
# Tests that run where their mark is asked for, each with an option of its name.
APART = {
    "long": "run the long tests too",
    "faults": "run what happens to clients while service, store and network fail",
    "abuse": "run what happens to honest callers while others attack",
    "soak": "run a service for an hour and see whether it holds more and more",
    "archive": "run what takes many replays at once",
    "packages": "build what is released, install it where nothing else is, and use it",
    "clients": "build the clients of each language and play with them",
    "verifier": "build verifiers that know nothing of our code, and give them every file that a test audits",
    "page": "open replay pages in a headless Chromium",
}
# Read when gRPC is first imported: with it a store that a test starts can end before it begins, since a fork that
# becomes another program would first bring gRPC's threads back to life.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
USAGE_ERROR = pytest.StashKey[str]()
CI = bool(os.environ.get("CI"))

settings.register_profile("here", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("here"), derandomize=True, print_blob=True)
settings.load_profile("ci" if CI else "here")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --rule, and an option for each mark that stands apart."""
    for mark, text in APART.items():
        parser.addoption(f"--{mark}", action="store_true", help=text)
    parser.addoption(
        "--rule",
        action="append",
        default=[],
        metavar="CLAUSE",
        type=str.upper,
        help="only tests that prove this clause, or one whose id begins so (GA-5.7, AN-PIN); several add up",
    )


def pytest_collection_finish() -> None:
    """Run the collector seldom: rows and events refer to nothing that refers to them."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Refuse tests without a law or with an impossible clause; select by --rule; leave Node out where it is missing."""
    faults = [f"{item.nodeid}: {fault}" for item in items for fault in _faults(item)]
    if faults:
        raise pytest.UsageError("\n".join(faults))
    wanted: list[str] = config.getoption("--rule")
    if wanted:
        _keep(config, items, _proving(config, items, wanted))
    for mark in APART:
        apart = {item for item in items if item.get_closest_marker(mark)}
        for item in apart - {item for item in apart if item.get_closest_marker("timeout")}:
            item.add_marker(pytest.mark.timeout(LONG_SECONDS))
        if not config.getoption(f"--{mark}"):
            _keep(config, items, {item for item in items if item not in apart})
    if not _node_is_ready():
        needy = {item for item in items if item.get_closest_marker("node")}
        if needy and CI:
            raise pytest.UsageError("tests need Node: install it and run make node")
        _keep(config, items, {item for item in items if item not in needy})
    if hasattr(config, "workerinput"):
        items[:] = dear_first(items)


def _keep(config: pytest.Config, items: list[pytest.Item], kept: set[pytest.Item]) -> None:
    """Deselect all other items."""
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def _proving(config: pytest.Config, items: list[pytest.Item], wanted: list[str]) -> set[pytest.Item]:
    """Find the tests that prove a wanted clause, or one that begins so.

    Raises UsageError where no test does; a worker of several has that told by whoever started it, and runs nothing.
    """
    found = {
        rule: {item for item in items if any(_begins(clause, rule) for clause in _clauses(item))} for rule in wanted
    }
    missing = [rule for rule, proving in found.items() if not proving]
    if missing:
        message = (
            f"no collected test proves {' or '.join(missing)}: --rule takes a clause such as GA-5.7-01, or the "
            "beginning of one such as GA-5.7, GA-5 or AN-PIN"
        )
        if not hasattr(config, "workeroutput"):
            raise pytest.UsageError(message)
        config.workeroutput["usage_error"] = message
        return set()
    return set().union(*found.values())


def _begins(clause: str, rule: str) -> bool:
    """Whether the clause is the rule, or begins with it at a dot or dash: GA-5.70-01 does not begin with GA-5.7."""
    return clause == rule or clause.startswith((f"{rule}-", f"{rule}."))


def _clauses(item: pytest.Item) -> set[str]:
    return {clause for mark in item.iter_markers("rule") for clause in mark.args}


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Keep what a worker could not do."""
    message = getattr(node, "workeroutput", {}).get("usage_error")
    if message:
        node.config.stash[USAGE_ERROR] = message


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Tell what workers could not do."""
    if message := config.stash.get(USAGE_ERROR, None):
        terminalreporter.write_line(f"ERROR: {message}", red=True)


def pytest_report_header() -> str | None:
    return None if _node_is_ready() else NODE_IS_MISSING


def _node_is_ready() -> bool:
    return shutil.which("node") is not None and NODE_CLIENT.is_dir()


def _faults(item: pytest.Item) -> list[str]:
    faults = []
    function = getattr(item, "function", None)
    if function is not None and not (function.__doc__ or "").strip():
        faults.append("its docstring has to state, in one sentence, the law it tests")
    for mark in item.iter_markers("rule"):
        if not mark.args or mark.kwargs:
            faults.append('the rule marker takes clause ids, as @pytest.mark.rule("GA-3.3-07")')
        impossible = [clause for clause in mark.args if not _is_clause(clause)]
        faults += [f"{clause!r} is no clause id such as GA-3.3-07" for clause in impossible]
    sentences = [sentence for mark in item.iter_markers("ruling") for sentence in mark.args]
    wrong = [sentence for sentence in sentences if not _is_clause(sentence, SENTENCE)]
    faults += [f"{sentence!r} is no sentence of a ruling such as GA-3.3-07.2" for sentence in wrong]
    return faults


def _is_clause(clause: object, form: re.Pattern[str] = CLAUSE) -> bool:
    return isinstance(clause, str) and form.fullmatch(clause) is not None

"""`adjudicator archive`: one subcommand per line of VERBS, loaded when it is called."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, Final

# Each module has `add(verbs)`, which adds a subcommand whose default `run` is a function of the arguments.
VERBS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "audit": "replays.archive.audit.verb",
        "tables": "replays.archive.tables.verb",
        "sql": "replays.archive.search.verb",
        "clause": "replays.archive.search.verb",
        "judge": "replays.archive.lab.verb",
        "play": "replays.archive.lab.verb",
    }
)
PACKAGES: Final = ("distributed", "duckdb", "pyarrow", "statsmodels")
UNREADY: Final = 4
# Exit codes of a run that somebody ends, where it is not that one.
ENDED: Final[Mapping[str, int]] = MappingProxyType({"judge": 130, "play": 130})


class _Store(argparse.Action):
    """Takes a value: of options that are given twice the last, but of two folders to write to none."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        if self.dest == "out" and getattr(namespace, self.dest) is not None:
            raise argparse.ArgumentError(self, "it is given twice; give it once")
        setattr(namespace, self.dest, values)


class _Parser(argparse.ArgumentParser):
    """A verb's parser, whose options take a value so where they say nothing else of themselves."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.register("action", None, _Store)


def add(subparsers: Any) -> Any:
    """Add `archive` to the program; gives the verbs under it, so that a client of a service may add to them."""
    parser = subparsers.add_parser(
        "archive",
        help="audit, search and judge again many replays",
        description="Works with many replay files: folders, patterns, files. Needs the packages of the extra "
        "`archive`: pip install 'adjudicator[archive]'.",
        epilog="exit codes: 4 a package, file or argument can not be used, others as each verb says "
        "(adjudicator archive VERB --help)",
    )
    verbs = parser.add_subparsers(dest="archive", metavar="VERB", required=True, parser_class=_Parser)
    for module in dict.fromkeys(VERBS.values()):
        import_module(module).add(verbs)
    for name, verb in verbs.choices.items():
        verb.set_defaults(run=partial(_run, name, verb.get_default("run")))
    return verbs


def _run(name: str, run: Callable[[argparse.Namespace], int], args: argparse.Namespace) -> int:
    """Run a verb where the packages of the extra are there."""
    missing = [package for package in PACKAGES if find_spec(package) is None]
    if not missing:
        try:
            return run(args)
        except KeyboardInterrupt:  # while its modules are loaded: later a verb says itself how to go on
            print(f"archive {name}: ended before anything was done", file=sys.stderr)
            return ENDED.get(name, UNREADY)
    print(
        f"archive {name}: packages are missing: {', '.join(missing)}: pip install 'adjudicator[archive]'",
        file=sys.stderr,
    )
    return UNREADY

"""The verb `rules`: texts of clauses, and what lies ready in each ruleset."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from adjudicator.kernel.texts import TEXTS
from adjudicator.registry import RULESETS, ready_made, rules_of
from services.cli import ABSENT, DONE, fail


def add(subparsers: Any) -> None:
    """Add `rules`."""
    parser = subparsers.add_parser(
        "rules",
        help="the text of a clause; the rulesets; what lies ready in one",
        description="Prints the text of a clause, or of all that begin so. With the name of a ruleset it lists what "
        "lies ready: scenarios, armies, maps and all else that commands take by name. Alone it lists the rulesets.",
        epilog="exit codes: 0 printed, 4 there is no such clause or ruleset",
    )
    parser.add_argument(
        "name", nargs="?", metavar="CLAUSE-ID|RULESET", help="such as GA-3.3-19, the beginning of one, or antares"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print a clause, or all that begin so; or what there is."""
    if args.name is None:
        return _print(f"{name}  edition {rules_of(name).edition}" for name in RULESETS)
    if args.name.lower() in RULESETS:
        return _print(_ready(args.name.lower()))
    return _clauses(args.name.upper())


def _clauses(wanted: str) -> int:
    known = {**TEXTS, **{key: text for name in RULESETS for key, text in rules_of(name).texts.items()}}
    found = {wanted: known[wanted]} if wanted in known else {}
    found = found or {key: text for key, text in sorted(known.items()) if key.startswith(wanted)}
    if not found:
        return fail(
            f"rules: no clause begins with {wanted}, and no ruleset has that name; ids look like GA-3.3-19 or "
            f"WG-ASK-01, rulesets are {', '.join(RULESETS)}",
            ABSENT,
        )
    return _print(f"{key}  {text}" for key, text in found.items())


def _ready(ruleset: str) -> Iterator[str]:
    yield f"{ruleset}, edition {rules_of(ruleset).edition}"
    for kind, names in ready_made(ruleset).items():
        yield f"{kind}: {', '.join(names)}"
    yield f"games between bots (--scenario of play and demo): {', '.join(rules_of(ruleset).scenarios)}"


def _print(lines: Iterator[str]) -> int:
    for line in lines:
        print(line)  # noqa: T201  (a program talks on its output)
    return DONE

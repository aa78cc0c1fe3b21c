"""`adjudicator replay`: audit, show, draw, compare and count replay files. Needs no service."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from adjudicator.kernel.labels import NO_LABELS
from replays import board_verb as board
from replays import register_verb
from replays.arguments import held_at, reports_at, require_usable, wallet_at
from replays.audit.audit import LEVELS, Find, audit, registered
from replays.audit.combining import combine, of_the_same
from replays.audit.finding_help import HELP
from replays.audit.report import FAIL, INCOMPLETE, LEVEL_NAMES, PASS, Finding, Report
from replays.files import Unusable, bundle_at, needed, read_file
from replays.luck import verb as stats
from replays.page import verb as page
from replays.vectors import verb as vectors

ALTERED, UNREADY = 2, 4
EVENT_FILE = "event.replay"
MANY = 20
STYLES = {
    "heading": "bold",
    "entry": "cyan",
    "dice": "yellow",
    "reason": "dim",
    "question": "green",
    PASS: "bold green",
    FAIL: "bold red",
    INCOMPLETE: "bold yellow",
}
CODES = "exit codes: {} 4 the file or an argument can not be used"
WHOSE = "refusals are judged with the wallet of who gave the commands"


def add(subparsers: Any) -> Any:
    """Add `replay` to the program; gives the verbs under it, so that a client may add its own."""
    parser = subparsers.add_parser(
        "replay",
        help="audit, show, compare replay files",
        description="Reads replay files. Needs no service.",
        epilog="exit codes: as each verb says (adjudicator replay VERB --help)",
    )
    verbs = parser.add_subparsers(dest="replay", metavar="VERB", required=True)
    _add_audit(verbs)
    _add_event(verbs)
    _add_show(verbs)
    _add_story(verbs)
    board.add(verbs)
    _add_diff(verbs)
    stats.add(verbs).set_defaults(run=run_stats)
    page.add(verbs)
    vectors.add(verbs)
    return verbs


def _add_audit(verbs: Any) -> None:
    parser = verbs.add_parser(
        "audit",
        help="can this game be trusted?",
        description="Checks bytes, signatures and dice (L0), order and authority (L1), every decision (L2), and with"
        " --receipts and --register whether it is the game that its players and the public saw (L3).",
        epilog=CODES.format("0 passed, 1 passed with notes, 2 failed, 3 incomplete,"),
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true", help="plain values for machines")
    parser.add_argument("--level", choices=LEVELS, default="L2", help="the highest level to run (L2)")
    parser.add_argument("--vkey", help="the operator's published verification key: name+id+base64")
    parser.add_argument(
        "--engine",
        action="append",
        help="digest (hex) of the build that the game has to be of; several where it went on under later editions",
    )
    parser.add_argument(
        "--receipts",
        action="append",
        type=Path,
        default=[],
        metavar="FILE",
        help="what a player holds, compared with the log (L3): wallet, file of receipts or statement; repeatable",
    )
    parser.add_argument(
        "--refusals",
        action="append",
        type=Path,
        default=[],
        metavar="WALLET",
        help="judge the refusals in a player's wallet again: was each command to be refused, and why; repeatable",
    )
    _add_with(parser)
    register_verb.add(parser)
    parser.set_defaults(run=run_audit)


def _add_event(verbs: Any) -> None:
    parser = verbs.add_parser(
        "event",
        help="can this event be trusted?",
        description=f"Checks the log of an event ({EVENT_FILE}) and the replay files beside it, as `event results "
        "--evidence` writes them: chain, signed heads, tokens, openings of games, interpretations and penalties, and "
        "every game by its own audit.",
        epilog=CODES.format("0 passed, 1 passed with notes, 2 failed, 3 incomplete,"),
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", action="store_true", help="plain values for machines")
    parser.add_argument("--level", choices=LEVELS, default="L2", help="the highest level to run on games (L2)")
    parser.add_argument("--vkey", help="the operator's published verification key: name+id+base64")
    _add_with(parser)
    parser.set_defaults(run=run_event)


def _add_with(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--with",
        dest="reports",
        action="append",
        type=Path,
        default=[],
        metavar="REPORT",
        help="what the release of another edition says of the same file (its --json): where a game went on under a"
        " later edition, each judges its own stretch; repeatable",
    )


def _add_show(verbs: Any) -> None:
    parser = verbs.add_parser(
        "show",
        help="print a game entry by entry",
        description="Prints a game entry by entry: who, what, dice, why. Whether it is true, the audit checks.",
        epilog=CODES.format("0 shown, 2 shown and altered,"),
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--from", dest="first", type=int, default=1, metavar="N", help="first entry")
    parser.add_argument("--to", dest="last", type=int, default=1 << 53, metavar="N", help="last entry")
    parser.add_argument("--seat", help="only what this seat may see: a name or number")
    parser.add_argument("--plain", action="store_true", help="no colours")
    parser.add_argument("--transcript", action="store_true", help="the exact text that can be played again (a golden)")
    parser.set_defaults(run=run_show)


def _add_story(verbs: Any) -> None:
    parser = verbs.add_parser(
        "story",
        help="a game told in a few lines",
        description="Tells what came of a game in a few lines, without dice and reasons (replay show has them).",
        epilog=CODES.format("0 told, 2 told and altered,"),
    )
    parser.add_argument("file", type=Path)
    parser.set_defaults(run=run_story)


def _add_diff(verbs: Any) -> None:
    parser = verbs.add_parser(
        "diff",
        help="where do two games differ?",
        description="Names the first entry that differs, and in what.",
        epilog=CODES.format("0 the same play, 1 different,"),
    )
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.set_defaults(run=run_diff)


# -- what the verbs do


def run_audit(args: argparse.Namespace, find: Find = registered) -> int:
    """Audit a file and print the report."""
    try:
        data = read_file(args.file)
        require_usable(args.vkey, args.engine)
        held = [item for path in args.receipts for item in held_at(path)]
        refusals = [wallet_at(path, WHOSE) for path in args.refusals]
        others = [report for path in args.reports for report in reports_at(path)]
        against = register_verb.against(args, data)
    except Unusable as fault:
        return _refuse("audit", fault)
    levels = LEVELS[: LEVELS.index(args.level) + 1]
    report = audit(
        data,
        levels=levels,
        vkey=args.vkey,
        engine=args.engine,
        find=find,
        held=held,
        refusals=refusals,
        against=against,
    )
    fitting = of_the_same(report, others)
    if len(fitting) < len(others):
        return _refuse("audit", f"--with takes reports of the same file, whose SHA-256 is {report.sha256}")
    report = combine(report, fitting) if fitting else report
    if args.json:
        print(json.dumps(report.as_json(), indent=1))
    else:
        _print(report_lines(report), _console())
    return report.exit_code


def run_event(args: argparse.Namespace, find: Find = registered) -> int:
    """Audit an event and its games, and print the reports."""
    from replays.events.audit import audit_event

    try:
        require_usable(args.vkey, None)
        data = read_file(args.folder / EVENT_FILE)
        others = [report for path in args.reports for report in reports_at(path)]
        games = {path.name: read_file(path) for path in sorted(args.folder.glob("*.replay")) if path.name != EVENT_FILE}
    except Unusable as fault:
        return _refuse("event", fault)
    levels = LEVELS[: LEVELS.index(args.level) + 1]
    report = audit_event(data, games, levels=levels, vkey=args.vkey, find=find, others=others)
    if args.json:
        print(json.dumps(report.as_json(), indent=1))
        return report.exit_code
    lines = report_lines(report.event, "event")
    lines += [("heading", "games"), *((one.result, f"    {one.result}  {name}") for name, one in report.games)]
    _print(lines, _console())
    return report.exit_code


def report_lines(report: Report, what: str = "game") -> list[tuple[str, str]]:
    """Format a report for people as (style, line): the head, levels, findings, people's word, limits."""
    forgers = f"; {report.forgers}" if report.forgers else ""
    first = f"{report.result}  {what} {report.game or 'unknown'}, {report.entries} entries{forgers}"
    lines = [(report.result, first)]
    lines.extend(("", f"    {text}") for text in report.declared)
    lines.extend(("", f"  {level} {LEVEL_NAMES[level]}: {state}") for level, state in report.levels)
    if report.notes:
        lines.append(("heading", "notes"))
        lines.extend(("", f"    {note}") for note in report.notes)
    if report.primary is not None:
        lines.extend(_primary(report.primary))
    rest = [finding for finding in report.findings if finding is not report.primary]
    if rest:
        lines.append(("heading", "further findings" if report.primary else "warnings"))
        lines.extend(_first_few([_short(finding) for finding in rest]))
    if report.testimony:
        lines.append(("heading", "on people's word"))
        lines.extend(_first_few([("", f"    {text}") for text in report.testimony]))
    if report.refusals:
        lines.append(("heading", "refusals judged again"))
        lines.extend(_first_few([("", f"    {line}") for line in report.refusals]))
    lines.append(("heading", "what no audit can show"))
    lines.extend(("", f"    {limit}") for limit in report.limits)
    return lines


def _primary(finding: Finding) -> list[tuple[str, str]]:
    means, advice = HELP[finding.code]
    return [
        (FAIL, f"{finding.code} {_place(finding)}"),
        ("", f"    expected  {finding.expected}"),
        ("", f"    found     {finding.found}"),
        ("", f"    {means}"),
        ("", f"    {advice}"),
    ]


def _short(finding: Finding) -> tuple[str, str]:
    means = HELP[finding.code][0]
    text = f"expected {finding.expected or 'nothing'}, found {finding.found or 'nothing'}"
    return "", f"    {finding.code} {_place(finding)}: {means} ({text})"


def _place(finding: Finding) -> str:
    return f"at entry {finding.seq}" if finding.seq else "in the file"


def _first_few(lines: list[tuple[str, str]]) -> list[tuple[str, str]]:
    more = len(lines) - MANY
    return lines if more <= 0 else [*lines[:MANY], ("", f"    and {more} more (--json lists them all)")]


def run_show(args: argparse.Namespace, find: Find = registered) -> int:
    """Print a game."""
    from replays.tell.golden import GoldenFault, transcript_of
    from replays.tell.show import show

    try:
        bundle = bundle_at(args.file)
        known = find(str(bundle.manifest["ruleset"]))
        rules = known[0] if known else None
        if args.transcript:
            print(transcript_of(bundle, needed(rules)), end="")
        else:
            labels = NO_LABELS if rules is None else rules.labels
            lines = show(bundle, rules, labels, args.seat, args.first, args.last)
            _print(lines, _console(plain=args.plain))
    except (Unusable, ValueError, GoldenFault) as fault:
        return _refuse("show", fault)
    if bundle.altered:
        _refuse("show", "this file was altered (see replay audit); what is printed above may not be true")
        return ALTERED
    return 0


def run_story(args: argparse.Namespace, find: Find = registered) -> int:
    """Tell a game in a few lines."""
    from replays.tell.story import story

    try:
        bundle = bundle_at(args.file)
        known = find(str(bundle.manifest["ruleset"]))
        lines = story(bundle, needed(known[0] if known else None))
    except (Unusable, ValueError) as fault:
        return _refuse("story", fault)
    print("\n".join(lines))
    if bundle.altered:
        _refuse("story", "this file was altered (see replay audit); what is told above may not be true")
        return ALTERED
    return 0


def _print(lines: Iterable[tuple[str, str]], console: Console) -> None:
    for style, line in lines:
        console.print(Text(line, style=STYLES.get(style, "")))


def run_diff(args: argparse.Namespace, find: Find = registered) -> int:
    """Compare two games."""
    from replays.tell.compare import compare

    try:
        first = bundle_at(args.first)
        known = find(str(first.manifest["ruleset"]))
        found = compare(first, bundle_at(args.second), known[0] if known else None)
    except Unusable as fault:
        return _refuse("diff", fault)
    if found.seq:
        print(f"the games differ from entry {found.seq} on")
        print("\n".join(f"    {text}" for text in found.differences))
    else:
        print("the same play")
    print("".join(f"not of the play: {text}\n" for text in found.other_differences), end="")
    return 1 if found.seq else 0


def run_stats(args: argparse.Namespace, find: Find = registered) -> int:
    """Say how lucky the throws were, and test the dice."""
    return stats.run(args, find)


def _console(*, plain: bool = False) -> Console:
    return Console(soft_wrap=True, highlight=False, no_color=plain, force_terminal=False if plain else None)


def _refuse(verb: str, fault: object) -> int:
    print(f"replay {verb}: {fault}", file=sys.stderr)
    return UNREADY

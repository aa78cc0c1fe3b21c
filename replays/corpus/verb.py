"""`adjudicator corpus`: export the conformance corpus, judge a program by it, answer as this adjudicator does."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

DONE, WRONG, UNREADY, DIFFERENT = 0, 2, 3, 6
SECONDS: Final = 10
SHOWN: Final = 20
LONGEST: Final = 3600


def add(subparsers: Any) -> None:
    """Add `corpus` and what it does."""
    corpus = subparsers.add_parser(
        "corpus",
        help="judge any adjudicator clause by clause",
        description="Cases for every clause of the rulesets, and a runner that judges any program by them.",
    )
    verbs = corpus.add_subparsers(dest="corpus_verb", metavar="VERB", required=True)
    _add_export(verbs)
    _add_run(verbs)
    _add_others(verbs)


def _add_export(verbs: Any) -> None:
    parser = verbs.add_parser(
        "export",
        help="write the cases as JSON",
        description="Writes the cases into a new folder: corpus.json, schema.json, and a file for each chapter.",
        epilog=f"exit codes: {DONE} written, {WRONG} the folder can not be written to, or is not empty",
    )
    parser.add_argument("out", type=Path, metavar="OUT", help="a folder that is new or empty")
    parser.set_defaults(run=run_export)


def _add_run(verbs: Any) -> None:
    parser = verbs.add_parser(
        "run",
        help="judge a program by the cases",
        description="Asks a program for every case and compares. Write the program after --, as in "
        "`adjudicator corpus run CORPUS -- ./mine --quiet`.",
        epilog=f"exit codes: {DONE} every case that was asked has passed, {DIFFERENT} some have not, {WRONG} wrong "
        f"arguments or no corpus, {UNREADY} the program can not be asked, or knows none of the rulesets",
    )
    parser.add_argument("corpus", type=Path, metavar="CORPUS", help="the folder that `corpus export` has written")
    parser.add_argument("program", nargs="+", metavar="PROGRAM", help="the program and its arguments")
    parser.add_argument(
        "--only", default="", metavar="WORD", help="cases of this ruleset, clause or ruling, or whose id begins so"
    )
    parser.add_argument("--seconds", type=_seconds, default=SECONDS, help=f"the longest for one case ({SECONDS})")
    parser.add_argument("--all", action="store_true", help=f"tell every case that did not pass, not only {SHOWN}")
    parser.add_argument("--json", action="store_true", help="plain values for machines")
    parser.add_argument("--quiet", action="store_true", help="no progress on the error output")
    parser.set_defaults(run=run_run)


def _add_others(verbs: Any) -> None:
    parser = verbs.add_parser(
        "answer",
        help="answer as this adjudicator does",
        description="Reads lines of the protocol from its input and answers each on its output.",
        epilog=f"exit code: {DONE} when its input ends",
    )
    parser.set_defaults(run=run_answer)
    parser = verbs.add_parser(
        "count",
        help="how many cases there are for each ruleset and clause",
        description="Counts the cases that come with this program.",
        epilog=f"exit codes: {DONE} counted, {WRONG} this program comes without cases",
    )
    parser.add_argument("--json", action="store_true", help="plain values for machines")
    parser.set_defaults(run=run_count)


def _seconds(text: str) -> float:
    """Read a positive number of seconds."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found <= LONGEST:
        raise argparse.ArgumentTypeError(f"{text!r}: give seconds, more than 0 and at most {LONGEST}")
    return found


def run_export(args: argparse.Namespace) -> int:
    """Export."""
    from replays.corpus.files import CorpusFault, export, kept_files
    from replays.corpus.schema import schema_of

    try:
        counts = export(kept_files(), schema_of, args.out)
    except CorpusFault as fault:
        return _fail("export", fault, WRONG)
    for name, count in sorted(counts.items()):
        print(f"{name}: {count} cases")
    print(f"written to {args.out}")
    return DONE


def run_run(args: argparse.Namespace) -> int:
    """Judge a program."""
    from replays.archive.work.progress import progress
    from replays.corpus.files import CorpusFault, read_corpus
    from replays.corpus.report import as_json, as_text, rows_of
    from replays.corpus.running import LEFT_OUT, PASSED, NotAsked, Runner, judged

    try:
        corpus = read_corpus(args.corpus)
    except CorpusFault as fault:
        return _fail("run", fault, WRONG)
    cases = list(corpus.cases(args.only))
    if not cases:
        return _fail("run", f"no case is of {args.only!r}: name a ruleset, a clause or a ruling", WRONG)
    try:
        with Runner(args.program, corpus.editions, args.seconds) as runner:
            with progress("judged", len(cases), quiet=args.quiet, brief=True) as step:
                rows = rows_of(judged(runner, cases, step))
            name = runner.name
    except NotAsked as fault:
        return _fail("run", fault, UNREADY)
    if args.json:
        print(json.dumps(as_json(name, rows), indent=1, ensure_ascii=False))
    else:
        print("\n".join(as_text(name, rows, len(rows) if args.all else SHOWN)))
    verdicts = {row.verdict.verdict for row in rows}
    if verdicts == {LEFT_OUT}:
        return _fail("run", "the program knows none of the rulesets of these cases", UNREADY)
    return DONE if verdicts <= {PASSED, LEFT_OUT} else DIFFERENT


def run_answer(_: argparse.Namespace) -> int:
    """Answer."""
    from replays.corpus.answering import answers

    for answer in answers(sys.stdin.buffer):
        sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()
    return DONE


def run_count(args: argparse.Namespace) -> int:
    """Count."""
    from replays.corpus.counting import counts_of
    from replays.corpus.files import CorpusFault, kept_corpus

    try:
        found = counts_of(kept_corpus())
    except CorpusFault as fault:
        return _fail("count", fault, WRONG)
    if args.json:
        print(json.dumps(found, indent=1))
        return DONE
    for name, row in found.items():
        print(f"{name}, edition {row['edition']}: {row['cases']} cases, {len(row['clauses'])} clauses")
    return DONE


def _fail(verb: str, text: object, status: int) -> int:
    print(f"adjudicator corpus {verb}: {text}", file=sys.stderr)
    return status

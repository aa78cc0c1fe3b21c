"""What `archive judge` says: the outcome in counts, each difference, and what was left alone or judged in part."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from adjudicator.kernel.sentences import counted
from adjudicator.registry import RULESETS, rules_of
from replays.archive.lab.again import IN_PART, JUDGED, UNCONCERNED, Judged
from replays.archive.lab.judge.running import Found
from replays.audit.report import printable
from replays.files import Unusable

NAMED_MOST: Final = 50
LEFT_ALONE: Final = 3


class Outcome(Struct, frozen=True):
    """What came of many files.

    `whole` are games that were judged up to their end or a difference, `part` those that were judged only up to a
    sealed entry, `left` the files that were left alone, `elsewhere` counts games of rulesets with another edition.
    `others` names files that were not taken for replay files.
    """

    found: Sequence[Found]
    whole: list[Found]
    part: list[Found]
    left: list[Found]
    elsewhere: int
    others: Sequence[str]

    @property
    def differing(self) -> list[Found]:
        """Give the games that differ."""
        return [(name, row) for name, row in self.whole if row.difference is not None]

    @property
    def counts(self) -> dict[str, Any]:
        """Give counts as plain values."""
        results = [row for _, row in (*self.whole, *self.part) if row.result]
        return {
            "files": len(self.found),
            "states": dict(sorted(Counter(row.state for _, row in self.found).items())),
            "judged": len(self.whole),
            "judged_in_part": len(self.part),
            "differ": len(self.differing),
            "results": len(results),
            "stand": sum(row.stands for row in results),
            "after_a_difference": sum(not row.stands and row.difference is not None for row in results),
            "after_a_sealed_part": sum(not row.stands and row.difference is None for row in results),
        }


def outcome_of(found: Sequence[Found], edition: str = "", others: Sequence[str] = ()) -> Outcome:
    """Sort out what came of files."""
    judged = [(name, row) for name, row in found if row.state in (JUDGED, IN_PART)]
    games = [(name, row) for name, row in judged if edition in ("", row.under)]
    return Outcome(
        found,
        whole=[(name, row) for name, row in games if row.state == JUDGED],
        part=[(name, row) for name, row in games if row.state == IN_PART],
        left=[(name, row) for name, row in found if row.state not in (JUDGED, IN_PART)],
        elsewhere=len(judged) - len(games),
        others=others,
    )


def require_edition(edition: str) -> None:
    """Refuse an edition that no ruleset of this build has. Raises Unusable."""
    ours = {name: rules_of(name).edition for name in sorted(RULESETS)}
    if edition and edition not in ours.values():
        told = ", ".join(f"{name} {own}" for name, own in ours.items())
        raise Unusable(f"--edition {edition}: this build has {told}; judge with a release that has that edition")


def summary(outcome: Outcome, given: Mapping[str, str]) -> Iterator[str]:
    """Say what came of an archive: counts first, then each difference and each file that was left alone."""
    return map(printable, _lines(outcome, given))


def _lines(outcome: Outcome, given: Mapping[str, str]) -> Iterator[str]:
    counts = outcome.counts
    alone = sorted(Counter(row.state for _, row in outcome.left).items())
    parts = [f"{counted(counts['judged'], 'game')} judged"]
    parts += [f"{len(outcome.part)} {IN_PART}"] if outcome.part else []
    parts += [f"{number} {state}" for state, number in alone]
    parts += [f"{outcome.elsewhere} of rulesets with another edition"] if outcome.elsewhere else []
    yield f"{counted(counts['files'], 'file')}: {', '.join(parts)}."
    if outcome.part:
        yield f"{counted(len(outcome.part), 'game')} could be judged only up to a sealed entry, and no further."
    change = ", ".join(f"{name} = {value}" for name, value in given.items()) or "the rules of this build"
    yield (
        f"Under {change}: {counted(counts['differ'], 'game')} of {len(outcome.whole)} differ; "
        f"of {counted(counts['results'], 'result')} {counts['stand']} would stand, {_unclaimed(counts)}."
    )
    if outcome.others:
        yield f"{counted(len(outcome.others), 'file')} left alone, not named *.replay, or the log of an event"
    yield from _named("more games that differ", [f"{name}: {_difference(row)}" for name, row in outcome.differing])
    yield from _named("more judged in part", [f"{name}: {_up_to(row)}" for name, row in outcome.part])
    yield from _named("more left alone", [f"{name}: left alone, {row.state}: {row.why}" for name, row in outcome.left])


def _unclaimed(counts: Mapping[str, int]) -> str:
    """Say how many results are not claimed, and why not."""
    sealed = f", {counts['after_a_sealed_part']} after a sealed part," if counts["after_a_sealed_part"] else ""
    return f"{counts['after_a_difference']} come after a difference{sealed} and are not claimed"


def _difference(row: Judged) -> str:
    found = row.difference
    onward = f"; {row.played_on}" if row.played_on else ""
    return f"entry {found.entry}, {found.kind}: {found.what}{onward}" if found is not None else ""


def _up_to(row: Judged) -> str:
    if row.closed == 1:
        return "entry 1 is sealed, so nothing was judged"
    return f"judged only up to entry {row.closed - 1}: what follows is sealed"


def _named(more: str, lines: Sequence[str]) -> Iterator[str]:
    yield from lines[:NAMED_MOST]
    if len(lines) > NAMED_MOST:
        yield f"and {len(lines) - NAMED_MOST} {more} (--json lists them all)"


def as_json(outcome: Outcome) -> str:
    """Give plain values for machines: counts, and every file."""
    rows = [{"file": name, **msgspec.to_builtins(row)} for name, row in outcome.found]
    return json.dumps(outcome.counts | {"left_alone": list(outcome.others), "rows": rows}, indent=1)


def exit_code(outcome: Outcome) -> int:
    """Give 0 where every file was judged whole, or its ruleset has not the option; 3 where some were not."""
    left = any(row.state != UNCONCERNED for _, row in outcome.left)
    return LEFT_ALONE if left or outcome.part else 0

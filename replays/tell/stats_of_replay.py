"""Statistics of a replay file: its entries, its terms, and the events that show chances."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.kernel.labels import NOTHING, Luck
from adjudicator.kernel.record.record import OpenedPart, decoder, open_record
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.audit.checks_log import check_genesis
from replays.audit.entries import read_entries
from replays.audit.report import Findings
from replays.bundle import Bundle
from replays.tell.stats import Statistics, statistics


def statistics_of(bundle: Bundle, rules: LoadedRuleset[Any] | None = None, luck: Luck | None = None) -> Statistics:
    """Compute the statistics of a replay file.

    Raises ValueError where its first entry does not open a game.
    """
    entries = read_entries(bundle, Findings())
    terms = check_genesis(entries, Findings())
    if terms is None:
        raise ValueError("the file does not begin with the opening of a game; see replay audit")
    events = _events(bundle, rules) if rules is not None and luck is not None else ()
    draws = rules.labels.draws if rules is not None else NOTHING
    return statistics(entries, bundle, terms, events, luck, draws)


def _events(bundle: Bundle, rules: LoadedRuleset[Any]) -> Iterator[Struct]:
    for seq, data in enumerate(bundle.records, start=1):
        try:
            opened = open_record(rules, decoder(rules).decode(data), [OpenedPart(*row) for row in bundle.openings(seq)])
        except (msgspec.MsgspecError, ValueError, TypeError, LookupError) as error:
            raise ValueError(f"entry {seq} is no record of {rules.name}: {error}; see replay audit") from error
        yield from (event for event, _ in opened.events)

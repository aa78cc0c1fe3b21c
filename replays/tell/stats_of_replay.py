"""Statistics of a replay file: its entries and its terms."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.labels import NOTHING
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.audit.checks_log import check_genesis
from replays.audit.entries import read_entries
from replays.audit.report import Findings
from replays.bundle import Bundle
from replays.tell.stats import Statistics, statistics


def statistics_of(bundle: Bundle, rules: LoadedRuleset[Any] | None = None) -> Statistics:
    """Compute the statistics of a replay file.

    Raises ValueError where its first entry does not open a game.
    """
    entries = read_entries(bundle, Findings())
    terms = check_genesis(entries, Findings())
    if terms is None:
        raise ValueError("the file does not begin with the opening of a game; see replay audit")
    return statistics(entries, bundle, terms, rules.labels.draws if rules is not None else NOTHING)

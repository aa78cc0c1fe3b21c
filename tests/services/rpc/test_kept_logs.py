"""Entries of every edition as messages: a word that an earlier edition wrote is a choice of today's contract."""

from __future__ import annotations

import pytest

from adjudicator.kernel.record.record import OpenedPart, decoder, open_record
from services.rpc.loaded_rulesets import LoadedRulesets
from tests.replays.test_history import LOGS, read, ruleset_of


@pytest.fixture(scope="module")
def rulesets():
    """Rulesets and their converter, which is dear to make."""
    return LoadedRulesets()


@pytest.mark.parametrize("name", LOGS)
def test_kept_entries_are_messages(rulesets, name):
    """Every command and event of a kept log becomes its message, and reads back from it as it was."""
    bundle, rules = read(name), rulesets.by_name[ruleset_of(name)]
    shown = 0
    for seq, data in enumerate(bundle.records, start=1):
        openings = [OpenedPart(*row) for row in bundle.openings(seq)]
        opened = open_record(rules, decoder(rules).decode(data), openings)
        for part in (opened.command, *(event for event, _ in opened.events)):
            assert rulesets.converter.to_struct(rulesets.converter.to_pb(part)) == part
            shown += 1
    assert shown > len(bundle.records)

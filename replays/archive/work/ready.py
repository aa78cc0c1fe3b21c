"""What a process loads once, so that the processes of single files, which are forked from it, need not."""

from __future__ import annotations

from adjudicator.kernel.record.record import decoder
from adjudicator.registry import RULESETS, rules_of
from replays.audit.audit import registered


def load_rulesets() -> None:
    """Load all rulesets, and make what reads their games."""
    for name in RULESETS:
        registered(name)
        decoder(rules_of(name))

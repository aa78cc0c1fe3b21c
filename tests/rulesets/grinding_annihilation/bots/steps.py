"""Bots that play a table on."""

from __future__ import annotations

import random

from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.bots import bot
from tests.kit import Table, seeded

MOST = 2_000

GAME = "grinding_annihilation"


def play_with_bots(seed, steps=MOST, look=None, kind=Table):
    """Let bots answer every window of a table, which checks each command twice unless it is of another kind."""
    table = kind(rules_of(GAME), dice=seeded(seed))
    chances = [random.Random(seed), random.Random(-seed - 1)]
    for _ in range(steps):
        window = table.window
        if window is None or window.kind in ("confirm_result", "result"):
            break
        party = window.asks[0]
        if window.kind == table.rules.opening_window:
            table.when(party, bot.create("", chances[0])).accepted()
            continue
        sight = table.sight(party)
        if look is not None:
            look(sight, chances[party])
        table.when(party, bot.BOT.choose(sight, chances[party])).accepted()
    return table

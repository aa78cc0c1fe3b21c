"""Writes the golden games: `python -m tests.rulesets.antares.goldens`, when a decision of the rules has changed.

Bots play them from fixed terms and seeds, through the same command path as the service.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.kernel.record.record import decoder
from adjudicator.registry import rules_of
from adjudicator.rulesets.antares.model.messages import CreateGame, Options, StepBegun
from replays.bundle import Bundle, read_bundle
from replays.tell.golden import FOLDER as GOLDENS_FOLDER
from replays.tell.golden import transcript_of
from services.tools.play import BotTable

GAME = "antares"
FOLDER = GOLDENS_FOLDER / GAME


class Golden(NamedTuple):
    """A golden game: its terms, and the seed of dice and bots."""

    terms: CreateGame
    seed: int


def _terms(scenario: str, points: int = 0, options: Options | None = None) -> CreateGame:
    return CreateGame(scenario=scenario, points_limit=points, terrain=(), options=options or Options())


GAMES = {
    "attrition": Golden(_terms("attrition"), 8),
    "clash": Golden(_terms("clash"), 10),
    "hold_the_ground_otherwise": Golden(
        _terms(
            "hold_the_ground", 750,
            Options(
                half_rounding="up", rally_stacks_with_test=True, miss_rerolls="all", lucky_rule="only_if_exactly_one",
                hit_allocation="free", broken_units_flee=True, pbs_break_timing="per_volley",
                weapon_loss_choice="attacker", presets=("block_redraw",), coherency=2000,
            ),
        ), 8,
    ),
}  # fmt: skip


def text_of(golden: Golden) -> str:
    """Let bots play a golden game and write it, both views told as orders begin in turn 2 and at the end."""
    rules = dataclasses.replace(rules_of(GAME), create=lambda _scenario, _chance: golden.terms)
    table = BotTable(GAME, golden.seed, rules=rules)
    asyncio.run(table.play())
    bundle = read_bundle(asyncio.run(table.replay()))
    return transcript_of(bundle, rules, dict.fromkeys((*_orders(bundle), len(bundle.records)), (0,)))


def _orders(bundle: Bundle) -> Iterator[int]:
    """Find the entry in which orders begin for the second time."""
    rules = rules_of(GAME)
    found = (
        record.seq
        for record in map(decoder(rules).decode, bundle.records)
        if any(isinstance(event, StepBegun) and event.step == "orders" for event, _ in record.events)
    )
    next(found, None)
    yield from (each for each, _ in zip(found, range(1), strict=False))


def main() -> None:
    """Write them all."""
    FOLDER.mkdir(exist_ok=True)
    for name, golden in GAMES.items():
        text = text_of(golden)
        (FOLDER / f"{name}.game").write_text(text, encoding="utf-8")
        print(f"{name}: {len(text.splitlines())} lines, {len(text) // 1024} KiB")


if __name__ == "__main__":
    main()

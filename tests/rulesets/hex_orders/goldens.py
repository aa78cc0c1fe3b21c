"""Writes the golden games: `python -m tests.rulesets.hex_orders.goldens`, when a decision of the rules has changed.

Bots play them from fixed terms and seeds, through the same command path as the service.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.kernel.record.record import decoder
from adjudicator.registry import rules_of
from adjudicator.rulesets.hex_orders.model.messages import CreateGame, Options, SideTerms, StepStarted, TurnStarted
from replays.bundle import Bundle, read_bundle
from replays.tell.golden import FOLDER as GOLDENS_FOLDER
from replays.tell.golden import transcript_of
from services.tools.play import BotTable

GAME = "hex_orders"
FOLDER = GOLDENS_FOLDER / GAME
BOTH = (0, 1)


class Golden(NamedTuple):
    """A golden game: its terms, the seed of dice and bots, and the steps of turn 1 after which both views are told."""

    terms: CreateGame
    seed: int
    sees: tuple[str, ...] = ()


def _terms(game_type: str, ready: str, *sides: tuple[str, int, str], **options: object) -> CreateGame:
    made = tuple(SideTerms(nations=(nation,), number=number, role=role) for nation, number, role in sides)
    return CreateGame(
        scenario="entrenched", game_type=game_type, map_name=ready, sides=made, options=replace(Options(), **options)
    )


GAMES = {
    "entrenched_standard": Golden(
        _terms("standard", "", ("dark_elf", 1, ""), ("dwarf", 2, ""), turn_limit=3, victory="attrition"), 3
    ),
    "pure_tank_open_steppe": Golden(
        _terms("pure_tank", "open_steppe", ("spartan", 0, ""), ("ork", 0, ""), turn_limit=4, victory="attrition"), 2
    ),
    "asymmetric_old_quarter": Golden(
        _terms(
            "asymmetric",
            "old_quarter",
            ("elf", 1, "light"),
            ("dwarf", 2, "armoured"),
            turn_limit=3,
            victory="no_mans_land",
        ),
        5,
    ),
    "infantry_close": Golden(
        _terms(
            "infantry",
            "",
            ("dwarf", 1, ""),
            ("dwarf", 2, ""),
            turn_limit=3,
            victory="attrition",
            map_size="4x7",
            weapons_start_loaded=True,
            mirror_rank="roll_once_per_game",
        ),
        4,
        sees=("orders", "movement_1"),
    ),
}


def text_of(golden: Golden) -> str:
    """Let bots play a golden game and write it."""
    rules = dataclasses.replace(rules_of(GAME), create=lambda _scenario, _chance: golden.terms)
    table = BotTable(GAME, golden.seed, rules=rules)
    asyncio.run(table.play())
    bundle = read_bundle(asyncio.run(table.replay()))
    return transcript_of(bundle, rules, dict.fromkeys(_places(bundle, golden.sees), BOTH))


def _places(bundle: Bundle, steps: tuple[str, ...]) -> Iterator[int]:
    """Find the entries in which these steps of turn 1 begin; "orders" are those for turn 2."""
    rules = rules_of(GAME)
    for data in bundle.records:
        record = decoder(rules).decode(data)
        for event, _ in record.events:
            began = "orders" if isinstance(event, TurnStarted) else getattr(event, "step", "")
            if isinstance(event, TurnStarted | StepStarted) and event.turn == 1 and began in steps:
                yield record.seq


def main() -> None:
    """Write them all."""
    FOLDER.mkdir(exist_ok=True)
    for name, golden in GAMES.items():
        text = text_of(golden)
        (FOLDER / f"{name}.game").write_text(text, encoding="utf-8")
        print(f"{name}: {len(text.splitlines())} lines")


if __name__ == "__main__":
    main()

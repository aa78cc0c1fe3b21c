"""Writes the golden games: `python -m tests.rulesets.tile_formations.goldens`, after a change of any decision of rules.

Bots play them from fixed terms, forces and seeds, through the same command path as the service.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.bot import Generator, Sight
from adjudicator.registry import rules_of
from adjudicator.rulesets.tile_formations.bots.bot import BOT
from adjudicator.rulesets.tile_formations.model.messages import CreateBattlefield, MusterArmy, Options
from replays.bundle import read_bundle
from replays.tell.golden import FOLDER as GOLDENS_FOLDER
from replays.tell.golden import transcript_of
from services.tools.play import BotTable

GAME = "tile_formations"
FOLDER = GOLDENS_FOLDER / GAME
HOSTS = ("northern_host", "southern_league")
PATROLS = ("border_patrol", "river_guard")


class Golden(NamedTuple):
    """A golden game: its terms, the forces of both seats, the seed of dice and bots."""

    terms: CreateBattlefield
    forces: tuple[str, str]
    seed: int


def _terms(ready: str, **options: object) -> CreateBattlefield:
    made = replace(Options(), **options)
    return CreateBattlefield(map_name=ready, text="", columns=0, rows=0, base_terrain="", options=made)


GAMES = {
    "crossroads": Golden(_terms("crossroads", turn_limit=3), PATROLS, 20),
    "green_hell_hex": Golden(_terms("green_hell", turn_limit=3, tile_shape="hex"), PATROLS[::-1], 7),
    "hosts_at_the_fort": Golden(_terms("old_fort", turn_limit=2), HOSTS, 12),
    "read_otherwise": Golden(
        _terms(
            "broken_town",
            turn_limit=2,
            tile_shape="square4",
            roll_direction="over",
            hit_allocation="owner",
            danger_test_scope="tile",
            cautious_scope="die",
            impeded_mode="halve_move",
            cover_scope="formation_majority",
            building_integrity=1,
            collapse_casualties=1,
            crossfire_geometry=True,
            exit_edges=("north", "south"),
            stacking_limit=2,
            turn_order="external",
        ),
        PATROLS,
        7,
    ),
}


def text_of(golden: Golden) -> str:
    """Let bots play a golden game and write it."""
    rules = dataclasses.replace(
        rules_of(GAME), create=lambda _scenario, _chance: golden.terms, choose=_mustering(golden.forces)
    )
    table = BotTable(GAME, golden.seed, rules=rules)
    asyncio.run(table.play())
    return transcript_of(read_bundle(asyncio.run(table.replay())), rules)


def _mustering(forces: tuple[str, str]) -> Callable[[Sight, Generator], Struct]:
    """Let bots muster these forces."""

    def chosen(sight: Sight, chance: Generator) -> Struct:
        if sight.windows and sight.windows[-1].kind == "muster":
            return MusterArmy(force=forces[sight.party])
        return BOT.choose(sight, chance)

    return chosen


def main() -> None:
    """Write them all."""
    FOLDER.mkdir(exist_ok=True)
    for name, golden in GAMES.items():
        text = text_of(golden)
        (FOLDER / f"{name}.game").write_text(text, encoding="utf-8")
        print(f"{name}: {len(text.splitlines())} lines")


if __name__ == "__main__":
    main()

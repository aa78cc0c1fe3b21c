"""Every leaf of every command is described by an offer, or stands here with the reason why it is not."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import chain
from typing import Any

import pytest

from services.rpc.loaded_rulesets import LoadedRulesets
from tests.conformance.by_offers.offered_leaves import recorded_situations, untold_leaves
from tests.golden_games import golden_games
from tests.kit import Table

TILES, HEXES = "tile_formations", "hex_orders"
# tests that come to what golden games do not come to
SCENES: Mapping[str, tuple[str, ...]] = {
    TILES: ("play.test_game_end", "play.test_turns", "terrain.test_roads"),
    HEXES: (
        "assault.test_allocation",
        "assault.test_assault_dice",
        "assault.test_cunning_assault",
        "assault.test_deflection",
        "assault.test_exchanges",
        "assault.test_fear",
        "gunnery.test_load_and_aim",
        "gunnery.test_area_attacks",
        "gunnery.test_spotting",
        "orders.test_assault_intents",
        "orders.test_chase_follow_flee",
        "retreats.test_pre_assault_retreats",
        "setup.test_budgets",
        "setup.test_creation",
        "setup.test_deployment",
        "turn.test_end_of_game",
        "turn.test_turn_steps",
    ),
}


def scenes(name: str, patch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Go through the games as tests have them before each of their commands."""
    for module in SCENES[name]:
        found: list[Any] = []
        usual = Table.when

        def when(self: Any, who: Any, command: Any, found: Any = found, usual: Any = usual) -> Any:
            found.append(self.game)
            return usual(self, who, command)

        tests = vars(import_module(f"tests.rulesets.{name}.{module}"))
        with patch.context() as patched:
            patched.setattr(Table, "when", when)
            for key, test in tests.items():
                values = first_values(test) if key.startswith("test_") else None
                if values is not None:
                    test(**values)
        yield from found


def first_values(test: Any) -> dict[str, Any] | None:
    """Give a test the first values of its parameters; None where it needs more than these."""
    values: dict[str, Any] = {}
    for mark in getattr(test, "pytestmark", ()):
        if mark.name == "parametrize":
            names, rows = mark.args[:2]
            row = next(iter(rows))
            names = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
            values |= dict(zip(names, row if len(names) > 1 else (row,), strict=True))
    return values if set(values) == set(inspect.signature(test).parameters) else None


# -- what is not told

PLAIN_LIST = "the short list that is offered has units without it; who brings a list of one's own gives all of them"
LEFT_OVER = "offered where a hit is given up and its supports go on to another: not in these games"
NO_AIM = "offered to a unit that has aimed an area weapon: not in these games"
UNTOLD: Mapping[str, Mapping[str, str]] = {
    TILES: {},
    HEXES: {
        "FireAreaWeapon.use_aim": NO_AIM,
        "LoadArmyList.list.units.sheet.abilities.": PLAIN_LIST,
        "LoadArmyList.list.units.sheet.gunnery.first_speeds": PLAIN_LIST,
        "LoadArmyList.list.units.sheet.immunities": PLAIN_LIST,
        "LoadArmyList.list.units.sheet.models.assault.extra.": PLAIN_LIST,
        "LoadArmyList.list.units.sheet.models.equipment": PLAIN_LIST,
        "LoadArmyList.list.units.sheet.setup_rows": PLAIN_LIST,
        "LoadArmyList.list.units.sheet.terrain_permissions": PLAIN_LIST,
        "LoadArmyList.list.units.sheet.weapons.extra.": PLAIN_LIST,
        "LoadArmyList.list.units.sheet.weapons.speeds": PLAIN_LIST,
        "LoadArmyList.list.upgrades.elite.assault.extra.": PLAIN_LIST,
        "LoadArmyList.list.upgrades.elite.equipment": PLAIN_LIST,
        "UseCunningAssault.moved.": LEFT_OVER,
    },
}
"""Leaves, or with a dot behind them all leaves of a message, and why no offer describes them."""


def is_of(leaf: str, row: str) -> bool:
    """Tell whether a row of the list is about a leaf."""
    return leaf == row or (row.endswith(".") and leaf.startswith(row))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if name in (HEXES, TILES) else ()) for name in UNTOLD]
)
def test_every_leaf_is_offered_or_said_to_be_left_out(name, monkeypatch):
    """Each leaf of each command has a domain in an offer of some situation; what has none is listed, nothing else."""
    rules = LoadedRulesets().rules_of(name)
    situations = chain(recorded_situations(rules, golden_games(name)), scenes(name, monkeypatch))
    left = untold_leaves(rules, situations)
    reasons = {leaf: next((row for row in UNTOLD[name] if is_of(leaf, row)), "") for leaf in left}
    assert not [leaf for leaf, row in reasons.items() if not row]
    assert set(reasons.values()) == set(UNTOLD[name])


def test_a_leaf_without_a_domain_is_found(monkeypatch):
    """Where offers say nothing of a field, it is missed."""
    rules = LoadedRulesets().rules_of(TILES)
    monkeypatch.setattr("tests.conformance.by_offers.offered_leaves._told", lambda _domains: set())
    first = next(recorded_situations(rules, golden_games(TILES)))
    assert "MoveUnit.unit" in untold_leaves(rules, [first])

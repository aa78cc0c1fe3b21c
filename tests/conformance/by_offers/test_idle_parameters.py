"""Who asks for what the rules do not give there is refused: no parameter is accepted and changes nothing.

Random games of any scenario and options are walked. What may change nothing is named here, and why.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from adjudicator.kernel.decide.parties import TABLE
from adjudicator.registry import RULESETS
from tests.conformance.by_offers.idle_parameters import IdleParameters
from tests.conformance.test_any_options import GAMES
from tests.odds_by_play.harness import positions

ONLY_WAY = "names a side of the line of fire: the only one, or one that comes to the same"
AS_IT_IS = "says what happens anyway"
# a parameter, or with "=" one value of it
FREE: Mapping[str, Mapping[str, str]] = {
    "antares": {"MoveUnit.sprint": "a reaction or an assault that was declared as a sprint stays one"},
    "grinding_annihilation": {
        "ResolveAttackGroup.automatic=take": AS_IT_IS,
        "ResolveAttackGroup.rerolls=none": AS_IT_IS,
    },
    "hex_orders": {
        "CreateGame.options.map_size": "the size of a map that is named is the map's own",
        "FireAreaWeapon.entry": ONLY_WAY,
        "FireHexEffect.exit": ONLY_WAY,
        "FireWeapon.shots.entry": ONLY_WAY,
        "FireWeapon.shots.exit": ONLY_WAY,
        "SubmitArmy.army.units.upgrades.model": "names the model that would take the upgrade first",
    },
    "tile_formations": {},
}
# every so many positions of a game, and so many in a game of every run
APART, SOME, MORE, OFFERS = 9, 8, 14, 3
# what a shot that has but one way names for nothing, and games that are searched for one
SIDES, TRIED = {"FireWeapon.shots.exit", "FireWeapon.shots.entry"}, 8


def walked(ruleset: str, seed: int, free: Mapping[str, str], most: int | None = None) -> IdleParameters:
    """Look at positions of a random game, evenly apart."""
    path = RULESETS[ruleset]
    found, apart = IdleParameters(path, seed, free), APART
    if most is not None:
        apart = max(APART, sum(1 for _ in positions(path, seed)) // most)
    for number, table in enumerate(positions(path, seed, most=10_000 if most is None else apart * most)):
        if number % apart == seed % apart and table.window is not None:
            for party in table.window.asks:
                if party != TABLE:
                    found.look(table, party, OFFERS)
    return found


@pytest.mark.parametrize("ruleset", FREE)
def test_no_parameter_changes_nothing(ruleset: str) -> None:
    """A value of its type that is not offered is refused, or the record shows what it did."""
    found = walked(ruleset, 0, FREE[ruleset], SOME)
    assert not found.found, list(found.found.values())
    assert found.refused


@pytest.mark.long
@pytest.mark.parametrize("ruleset", FREE)
@pytest.mark.parametrize("seed", range(GAMES))
def test_no_parameter_changes_nothing_in_many_games(ruleset: str, seed: int) -> None:
    """A value of its type that is not offered is refused, or the record shows what it did."""
    found = walked(ruleset, seed, FREE[ruleset])
    assert not found.found, list(found.found.values())


def test_what_changes_nothing_is_found() -> None:
    """A parameter that may change nothing is found where nobody says that it may."""
    games = (walked("hex_orders", seed, {}, MORE).found for seed in range(TRIED))
    assert any(SIDES & {parameter for parameter, _ in found} for found in games)

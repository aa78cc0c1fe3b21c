"""What comes up when bots play: `python -m tests.rulesets.antares.playouts 60` tells what did not in so many games.

Games go round through the scenarios, with the usual options and with any.
"""

from __future__ import annotations

import dataclasses
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import Struct

from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.rulesets.antares.bots.setup import create
from adjudicator.rulesets.antares.model.messages import (
    EVENTS,
    ArmyOptionPlayed,
    DamageRolled,
    DieRerolled,
    GameCreated,
    MarkerPlaced,
    OrderGiven,
    ReactionCarriedOut,
    ShootingDeclared,
)
from adjudicator.rulesets.antares.roster.library import FORCES, SCENARIOS
from adjudicator.rulesets.antares.rules.damage import damage_chart
from adjudicator.rulesets.antares.rules.reactions import triggers
from adjudicator.rulesets.antares.rules.turn import giving_orders
from tests.conformance.driver import Driver
from tests.kit import Table, seeded
from tests.rulesets.antares.fixtures import rules

MODES = tuple(f"{name}{how}" for name in sorted(SCENARIOS) for how in ("", ":any"))
SHOTS = ("shooting", "firefight", "ambush_fire", "point_blank", "stand_and_shoot", "hand_to_hand")
REROLLS = ("spotter", "tectorist", "combat_array", "retarget", "down", "fast", "sprinting")

# only people and referees bring these about, or a player who gives up
OUTSIDE = frozenset(
    {
        "ForceListLoaded",
        "RefereeEffectRecorded",
        "SightFactsRecorded",
        "DirectionEntered",
        "DeviceStateChanged",
        "UnitFlagChanged",
        "RulingRecorded",
        "GameConceded",
    }
)


@cache
def rules_of(scenario: str) -> LoadedRuleset[Any]:
    """Give the rules with bots that create games of a scenario."""
    return dataclasses.replace(rules(), create=lambda _usual, chance: create(scenario, chance))


def play_game(seed: int, scenario: str, *, probes: int = 0) -> Table:
    """Let bots play a game to its end."""
    return Driver(Table(rules_of(scenario), dice=seeded(seed)), seed, probes=probes).play()


def events_in(table: Table) -> Iterator[Struct]:
    """Go through the events of a game."""
    return (event for filled in table.log for event, _ in filled.events)


def things_seen(table: Table) -> Counter[str]:
    """Count what came up in a game, by "subject:what"."""
    found: Counter[str] = Counter()
    for event in events_in(table):
        found[f"event:{type(event).__name__}"] += 1
        found.update(_of(event))
    forced = sorted(side.force for side in table.game.sides.values())
    found[f"forces:{' '.join(forced)}"] += 1
    return found


def _of(event: Struct) -> Iterator[str]:
    match event:
        case OrderGiven():
            yield f"order:{event.order}"
        case ReactionCarriedOut():
            yield f"reaction:{event.reaction}"
        case ArmyOptionPlayed():
            yield f"option:{event.option[2:].split('-')[0]}"
        case ShootingDeclared():
            yield f"shots:{event.kind}"
            yield from (f"weapon:{group.weapon}" for group in event.groups if group.weapon)
            yield from ("shots:blind" for group in event.groups if group.blind)
        case DamageRolled():
            yield f"damage:{event.row}"
        case DieRerolled():
            yield f"re-roll:{event.reason}"
        case MarkerPlaced():
            yield f"marker:{event.sheet}"
        case GameCreated():
            yield f"scenario:{event.scenario}"


def expected() -> Iterator[str]:
    """List everything that should come up."""
    yield from (f"order:{order}" for order in giving_orders.ORDERS)
    yield from (f"reaction:{order}" for order in triggers.ORDERS)
    yield from (f"shots:{shot}" for shot in (*SHOTS, "blind"))
    yield from (f"damage:{row}" for row in damage_chart.CHART)
    yield from (f"re-roll:{reroll}" for reroll in REROLLS)
    yield from (f"scenario:{scenario}" for scenario in SCENARIOS)
    for force in FORCES.values():
        yield from (f"option:{option.id}" for option in force.options)
        yield from (f"weapon:{weapon.id}" for weapon in force.weapons)
        left = (weapon.overhead.marker for weapon in force.weapons if weapon.overhead is not None)
        yield from (f"marker:{row}" for row in left if row)
    names = sorted(FORCES)
    yield from (f"forces:{a} {b}" for a in names for b in names if a <= b)
    yield from (f"event:{kind.__name__}" for kind in EVENTS if kind.__name__ not in OUTSIDE)


def main() -> None:
    """Play so many games and tell what did not come up, and how long a game took."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2 * len(MODES)
    found: Counter[str] = Counter()
    began = time.process_time()
    for seed in range(count):
        found += things_seen(play_game(seed, MODES[seed % len(MODES)]))
    wanted = set(expected())
    print(f"{count} games, {(time.process_time() - began) / count:.1f} s each; never: {sorted(wanted - set(found))}")
    print({key: found[key] for key in sorted(wanted & set(found)) if not key.startswith("event:")})


if __name__ == "__main__":
    main()

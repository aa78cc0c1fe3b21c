"""Places in which an open unit meets a token: others get the same, whatever stands behind it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.rulesets.hex_orders import RULESET
from adjudicator.rulesets.hex_orders.reports.messages import (
    EstimateAreaAttackRequest,
    EstimateAssaultRequest,
    EstimateRollRequest,
    EstimateShotRequest,
)
from tests.conformance.driver import SplitDice
from tests.rulesets.hex_orders.assault.fixtures import SLOW
from tests.rulesets.hex_orders.fixtures import (
    ability,
    angles,
    armed,
    damage_table,
    infantry,
    smoke,
    table,
    tank,
    weapon,
    with_orders,
)
from tests.rulesets.hex_orders.gunnery.fixtures import TOKEN, with_gunnery_orders
from tests.rulesets.hex_orders.secrets.steps import Twins, odds_or_faults
from tests.rulesets.hex_orders.steps import SILENT, begin, innermost_window
from tests.rulesets.tables import UncheckedTable
from tests.tools.sizes import some

GUN = weapon("gun", weapon_range=4, always_loaded=True)
BOMB = weapon("bomb", weapon_range=4, area=5, always_loaded=True)
FLYING = ("infantry", "biological", "flying")
BEHIND: dict[str, Any] = {
    "four on foot": infantry(nation="elf", hidden=True),
    "a tank": tank(nation="elf", hidden=True),
    "one in the air": infantry(nation="elf", hidden=True, types=FLYING),
    "a large one": infantry(nation="elf", hidden=True, size="large"),
    "a huge one": infantry(nation="elf", hidden=True, size="huge"),
    "one model": infantry(nation="elf", hidden=True, models=infantry().models[:1]),
    "a leader that frightens": infantry(
        nation="elf", hidden=True, leader_follow=True, abilities=(ability("fear", 6), ability("terror", 2, 6))
    ),
    "hard to frighten": infantry(nation="elf", hidden=True, tables=(damage_table("regular", {1: ("kill 1",)}),)),
    "armoured": infantry(nation="elf", hidden=True, armour=angles(6)),
    "shy": infantry(nation="elf", hidden=True, abilities=(ability("pre_assault_retreat", 4),)),
}
KINDS = tuple(pairwise(BEHIND))
SPOT_ONLY = {"hidden_reveal": "spot_only"}
RED = armed(tank(nation="dwarf", abilities=(ability("fear", 6), ability("terror", 3, 6))), GUN, BOMB)
PLACES: dict[str, dict[str, Any]] = {
    "alone before an open unit": {"order": "F+-+-"},
    "two hexes before it": {"at": "D2", "order": "F+F+-"},
    "in the same hex as it": {"at": "D4", "order": "-+-+-"},
    "with an open friend": {"friend": "D3", "order": "F+-+-"},
    "with an open friend that it fights beside": {"friend": "D3", "order": "F+F+-"},
    "in smoke": {"hexes": {"D3": smoke(2)}, "order": "F+-+-"},
    "in fire": {"hexes": {"D3": smoke(0, by=(0,), fire=2)}, "order": "-+-+-"},
    "in poison": {"hexes": {"D3": smoke(0, by=(0,), poison=2, poison_level=6, poison_density=3)}, "order": "-+-+-"},
    "in acid": {"hexes": {"D3": smoke(0, by=(0,), acid=2, acid_grade="minor", acid_density=4)}, "order": "-+-+-"},
    "before one that flees": {"order": "Flee+-+-"},
    "before one that chases": {"order": "Chase+-+-"},
    "where a friend comes to": {"friend": "D2", "order": "-+-+-", "comes": "F+-+-"},
    "where a friend turns": {"friend": "D3", "order": "-+-+-", "comes": "R+-+-"},
    "in a building": {"hexes": {"D3": "building"}, "order": "F+-+-"},
    "in a swamp": {"hexes": {"D3": "swamp"}, "order": "F+-+-"},
}
STEPS = (
    *("gunnery_1", "movement_1", "assault_1", "movement_2", "assault_2", "movement_3", "assault_3", "gunnery_2"),
    *("apply_damage", "agony_0", "agony_1", "agony_2", "agony_3", "agony_4", "aftermath"),
)


def twins(viewer: int, place: dict[str, Any], kinds: tuple[str, str], options: dict[str, Any]) -> Twins:
    """Set two worlds up that differ in what stands behind the token b1 before a1 in D4."""
    at, coming = place.get("at", "D3"), place.get("comes", "-+-+-")
    made = []
    for number, kind in enumerate(kinds, 1):
        own = with_gunnery_orders(with_orders(RED, place["order"], "Flee+-+-", "Chase+-+-"), place["order"], "Fire+-")
        units = [
            ("a1", "D4", "N", own, SLOW),
            ("b1", at, "S", with_orders(BEHIND[kind], "-+-+-"), dict(TOKEN)),
            ("b3", "G9", "S", tank(nation="ork"), {}),
        ]
        running = {"a1": (place["order"], "Fire+-"), "b1": ("-+-+-",), "b3": ("-+-+-",)}
        if friend := place.get("friend"):
            units.append(("b2", friend, "S", with_orders(infantry(nation="elf"), coming, "R+-+-"), SLOW))
            running["b2"] = (coming,)
        dice: Any = SplitDice(7, number, (1,))
        hexes = place.get("hexes", {})
        made.append(table(dice, options, pace="step", hexes=hexes, units=units, running=running, kind=UncheckedTable))
    return Twins(made[0], made[1], viewer)


def ask_everything(pair: Twins) -> None:
    """Ask for every estimate of the token and its hex: both worlds answer alike."""
    game = bytes(16)
    words: dict[str, Any] = {"game": game}
    rolls = (
        "stuck",
        "spot",
        "hex-effect",
        "pre-assault-retreat",
        "poison-cloud",
        "acid-cloud",
        "hex-fire",
        "fear",
        "terror",
    )
    shot: dict[str, Any] = {"unit": "a1", "model": 1, "gun": "", "use_aim": False}
    asked: list[Any] = [
        *(
            EstimateShotRequest(**words, **shot, weapon="gun", target=target, exit="", entry="")
            for target in ("b1", "b2")
        ),
        *(
            EstimateAreaAttackRequest(**words, unit="a1", weapon="bomb", models=(1,), hex=name, entry="", use_aim=False)
            for name in ("D2", "D3", "D4")
        ),
        *(EstimateAssaultRequest(game=game, attackers=("a1",), hex=name) for name in ("D2", "D3", "D4")),
        *(
            EstimateRollRequest(
                game=game, roll=roll, unit=unit, target=target, hex="D3", weapon="gun", model=1, use_aim=False
            )
            for roll in rolls
            for unit, target in (("a1", "b1"), ("b1", "a1"), ("a1", "b2"), ("b2", "a1"))
        ),
    ]
    for request in asked:
        query = RULESET.queries[type(request).__name__.removesuffix("Request")]
        answers = []
        for world in (pair.one, pair.two):
            try:
                answers.append(odds_or_faults(query, world, pair.viewer, request))
            except LookupError as unknown:
                answers.append(str(unknown))
        assert answers[0] == answers[1], f"{request}: {answers}"


CASES = [
    ((n + m) % len(KINDS) == 0, (place, kinds, options, viewer))
    for n, place in enumerate(PLACES)
    for m, kinds in enumerate(KINDS)
    for options, viewer in ((({}, 0), (SPOT_ONLY, 0), (SPOT_ONLY, SPECTATOR)) if m % 2 else ((SPOT_ONLY, 0), ({}, 0)))
]
IN_EVERY_RUN = [case for always, case in CASES if always]
"""One kind of difference in each place."""
IN_LONG_RUNS = [case for always, case in CASES if not always]
"""All the others, of which the long suite takes some, and all with ONE_IN=1."""


@pytest.mark.rule("HX-GAP-09", "HX-GAP-06")
@pytest.mark.parametrize(
    ("place", "kinds", "options", "viewer"),
    [*IN_EVERY_RUN, *(pytest.param(*case, marks=pytest.mark.long) for case in some(IN_LONG_RUNS))],
)
def test_what_stands_behind_a_token_changes_nothing_around_it(place, kinds, options, viewer):
    """Beside it, in its hex, in a cloud, before who flees or chases: offers, records, views and odds are the same."""
    pair = twins(viewer, PLACES[place], kinds, options)
    for step in STEPS:
        for world in (pair.one, pair.two):
            begin(world, step)
        pair.compare(-1, SILENT)
        while not pair.end and innermost_window(pair.one).kind not in ("advance", "orders"):
            if viewer == 0:
                ask_everything(pair)
            pair.go_on(1)
        if pair.end:
            break

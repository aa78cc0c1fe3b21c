"""Where silence places tokens does not tell what stands behind them, large bases too."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.rulesets.hex_orders.model.messages import LoadArmyList
from tests.conformance.driver import SplitDice
from tests.rulesets.hex_orders.fixtures import price, rules, tank
from tests.rulesets.hex_orders.random_boards import World
from tests.rulesets.hex_orders.secrets.steps import Twins
from tests.rulesets.hex_orders.setup.full_lists import UNITS, area_of, full_army, full_list, terms_of

HULK = replace(tank(kind="hulk", hidden=True, size="large"), price=price(ip=4))
KINDS = ("snipers", "stalker", "hulk")
ROWS = ((1, 2, 3), (9, 8, 7))


def two_worlds(viewer: int) -> Twins:
    """Begin one game twice whose lists sell a large hidden base too."""
    made = []
    for number in (1, 2):
        table = World(rules(), dice=SplitDice(5, number, (0, 1)))
        for nation in ("dwarf", "elf"):
            table.when("referee", LoadArmyList(list=full_list(nation, (*UNITS, HULK)))).accepted()
        table.when("referee", terms_of(secret_map_design=True)).accepted()
        made.append(table)
    return Twins(made[0], made[1], viewer)


@pytest.mark.rule("HX-GAP-08", "HX-GAP-09", "HX-STACK-01", "HX-SETUP-06")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
@pytest.mark.parametrize("seed", range(5))
def test_silence_does_not_tell_the_size_of_a_token(seed, viewer):
    """Infantry, vehicles and large bases take the same hexes, in areas that buildings leave little room in."""
    random = Random(seed)
    count = random.choice([1, 2, 3])
    armies = [[random.choice(KINDS) for _ in range(count)] for _ in range(2)]
    pair = two_worlds(viewer).go_on(2)
    pair.give(0, *(full_army("standard_tank", *kinds) for kinds in armies))
    pair.give(1, full_army("standard_tank", "line_infantry"), full_army("standard_tank", "line_infantry"))
    free = random.randint(5, 12)
    for seat, rows in enumerate(ROWS):
        names = [f"{column}{row}" for column in "ABCDEFG" for row in rows]
        clear = random.sample(names, free)
        design = area_of(**{name: "building" for name in names if name not in clear})
        pair.give(seat, design, design)
    while not pair.end and pair.one.game.turn < 1:
        pair.go_on(1)
    assert pair.end == ""
    places = [[row.hex for row in world.game.units.values() if row.hidden] for world in (pair.one, pair.two)]
    assert places[0] == places[1]
    assert len(places[0]) == count

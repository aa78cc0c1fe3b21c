"""Whole turns on what is offered: no offer and no silence is refused, and no question stands in the way for good."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import Hazard
from tests.kit import Table, seeded
from tests.rulesets.antares.givens import (
    amount,
    armed,
    begin,
    box,
    kind,
    natural,
    plain,
    rule,
    squad,
    table,
    vehicle,
    wall,
)
from tests.rulesets.antares.offering import play

RIDER = squad(
    type="mounted", move=8000, flags=("can_sprint", "can_assault", "hit_and_run", "fast"), devices=(),
    models=("trooper",) * 3,
)  # fmt: skip
FREE = plain(rules=(rule("free_reaction", 1, "firefight"), rule("free_reaction", 2, "escape")))
CLAW = kind(attacks=3, strike_value=amount("d3"), hazard=Hazard(strike_value=amount(1)))
BEAST = plain(
    type="humongous_beast", size="large", flags=("can_assault", "uses_damage_chart"), order_dice=2, models=("trooper",),
    kinds=(CLAW,),
)  # fmt: skip
TEAM = armed("mortar", "carbine", count=2, type="weapon_team", flags=())
SHEETS = {"x": plain(), "y": RIDER, "z": FREE, "v": vehicle(), "b": BEAST, "m": TEAM}
GROUND = (
    box("wood", 18_000, 8000, 4000, 8000), wall("wall", (24_000, 20_000), (24_000, 34_000)),
    box("house", 18_000, 24_000, 3000, 5000, los="blocking", move="impassable", cover="clear"),
)  # fmt: skip
LATE = {
    "ambush_kept_after_reaction": True, "interrupted_break": "end_of_action", "pbs_break_timing": "per_volley",
    "max_follow_on_rounds": 2, "broken_units_flee": True, "ambush_assault_gap_from": "ambusher",
    "natural_ten_penalty": (natural("reaction", "destroy"), natural("h2h", "destroy")),
}  # fmt: skip


def set_up(seed: int, options: dict[str, object] | None) -> Table:
    """Let two like armies stand a charge apart."""
    chance = Random(seed)
    units = [
        (f"{side}-{name}", sheet, (x + chance.randint(-2000, 2000), 3000 + 7500 * number))
        for side, x in (("a", 8000), ("b", 26_000))
        for number, (name, sheet) in enumerate(SHEETS.items())
    ]
    dice: Any = seeded(seed)
    return table(dice, options, units=units, terrain=GROUND)


@pytest.mark.parametrize("options", [None, LATE])
@pytest.mark.parametrize("seed", [3, 4])
def test_what_is_offered_is_accepted(seed, options):
    """Everything that is offered, and everything that silence stands for, may be done."""
    played = set_up(seed, options)
    begin(played, "orders")
    asked = play(played, Random(seed), 60)
    assert asked["allocation"]
    assert asked["action"]

"""Random shots: hit values, saves and blocked lines are those that an oracle finds by the ledger's words alone."""

from __future__ import annotations

import pytest

from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import UNARMED, Placed, gunner, table, weapon, zoneless
from tests.rulesets.tile_formations.oracles.shot_values import (
    SIZE,
    Shot,
    hit_value,
    is_blocked,
    is_mixed,
    random_shot,
    save_value,
)
from tests.rulesets.tile_formations.steps import (
    come_to_shooting,
    declare,
    hit_values,
    refused,
    roll_saves,
    roll_to_hit,
    rolled_saves,
)

USUAL = 5


def set_up(shot: Shot) -> Table:
    """Bring the attacker to its shot."""
    target = zoneless(shot.kind, integrity=9, armour=shot.armour, weapons=(UNARMED,))
    units: dict[str, Placed] = {
        "a1.1": (shot.attacker, gunner(weapon(to_hit=USUAL, weapon_range=20))),
        "b1.1": (shot.target, target),
    }
    for number, (spot, row) in enumerate(shot.bystanders.items(), 2):
        flags = ("no_zoc", "obscures") if row.obscures else ("no_zoc",)
        units[f"{'b' if row.own else 'a'}{number}.1"] = (spot, zoneless(row.kind, flags=flags))
    played = table(
        "",
        units,
        terrain={tile: "+".join(kinds) for tile, kinds in shot.terrain.items()},
        columns=SIZE,
        rows=SIZE,
        options=shot.options,
        formations={"b1": {"state": "overwatch"}} if shot.low else {},
    )
    return come_to_shooting(played)


@pytest.mark.rule("TF-GRID-06", "TF-COVER-04", "TF-COVER-06", "TF-COVER-07", "TF-SAVE-04", "TF-SAVE-08", "TF-SCREEN-04")
@pytest.mark.ruling("TF-GRID-06.2", "TF-GRID-06.3", "TF-COVER-04.2", "TF-COVER-06.3", "TF-COVER-07.2", "TF-SCREEN-03.2")
@pytest.mark.ruling("TF-SCREEN-04.2", "TF-SCREEN-04.3", "TF-SAVE-04.2", "TF-SAVE-08.2", "TF-SAVE-08.3", "TF-SAVE-10.2")
@pytest.mark.parametrize("seed", [seed for seed in range(120) if not is_mixed(random_shot(seed))])
def test_a_shot_is_what_the_clauses_add_up_to(seed: int) -> None:
    """The hit value of 5 is 4 in any cover, the save is the better of two after modifiers, and two woods block."""
    shot = random_shot(seed)
    played = set_up(shot)
    declared = declare(played, crossfire=shot.crossfire, air=shot.air)
    if is_blocked(shot):
        refused(declared, "no-line-of-fire", "TF-COVER-07")
        return
    assert hit_values(roll_to_hit(played, 1)) == {"a1.1": hit_value(shot, USUAL)}, shot
    value = save_value(shot)
    ((_, found, _),) = rolled_saves(roll_saves(played, *(() if value is None else (6,))))
    assert found == (value or 0), shot

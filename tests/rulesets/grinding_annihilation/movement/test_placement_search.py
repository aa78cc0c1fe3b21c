"""Room for a formation: what is told without looking everywhere is what looking everywhere would find."""

from __future__ import annotations

import random

import pytest

from adjudicator.board.inches import Body, Pose, Rect, flat_gap_within, hull_base, inside, round_base
from adjudicator.rulesets.grinding_annihilation.rules.movement import placement_search

FIELD = Rect(0, 0, 12_000, 9_000)


TROOPS = [Body(base, 1000, Pose(0, 0, 0, 0)) for base in (hull_base(2500, 1200), round_base(1000), round_base(1000))]


def _enemies(seed: int) -> list[Body]:
    chance = random.Random(seed)
    return [
        Body(round_base(1000), 1000, Pose(chance.randrange(12_000), chance.randrange(9_000), 0, 0))
        for _ in range(chance.randrange(1, 4))
    ]


@pytest.mark.parametrize("seed", range(12))
def test_barred_points_only_spare_looking(seed):
    """Points that no base may be centred on change neither what is found nor whether there is room."""
    enemies, points = _enemies(seed), placement_search.grid_points(FIELD)

    def fits(body: Body) -> bool:
        return inside(body, FIELD) and not any(flat_gap_within(body, enemy, 3000) for enemy in enemies)

    def bars(x: int, y: int) -> bool:
        return any((x - enemy.pose.x) ** 2 + (y - enemy.pose.y) ** 2 < 3000**2 for enemy in enemies)

    found = placement_search.pack_troops(TROOPS, points, fits)
    assert placement_search.pack_troops(TROOPS, points, fits, bars) == found
    assert (
        placement_search.any_point_fits(TROOPS, points, fits)
        == placement_search.any_point_fits(TROOPS, points, fits, bars)
        == bool(found)
    )


def test_room_for_the_first_alone_is_room():
    """There is room where the first troop has a place, whatever becomes of the others; for nobody there is none."""
    spot = ((3000, 3000),)
    assert placement_search.any_point_fits(TROOPS, spot, lambda body: body.base == TROOPS[0].base)
    assert not placement_search.any_point_fits(TROOPS, spot, lambda body: body.base != TROOPS[0].base)
    assert not placement_search.any_point_fits([], spot, lambda _body: True)

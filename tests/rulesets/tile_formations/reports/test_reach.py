"""The query Reach: ends, costs, tests and duties."""

from __future__ import annotations

from adjudicator.rulesets.tile_formations.reports.messages import ReachRequest
from adjudicator.rulesets.tile_formations.reports.reach import reach
from tests.rulesets.tile_formations.fixtures import QUIET_INFANTRY, infantry, table, vehicle


def test_reach_tells_ways_and_tests() -> None:
    """The query lists ends with cost, way and tests, and what a unit in a zone must do."""
    played = table(
        ". W .\n. . .\n. . .", {"a1.1": ("A1", vehicle(speed=1, integrity=2)), "b1.1": ("C3", QUIET_INFANTRY)}
    )
    found = reach(played.game, 1, ReachRequest(game=b"", unit="a1.1", action="", cautious=True, road_march=False))
    assert [tile.tile for tile in found.tiles] == ["A1", "A2", "B1", "B2"]
    woods = found.tiles[2]
    assert (woods.cost, woods.path, [(test.kind, test.dice, test.second_roll) for test in woods.tests]) == (
        1,
        ("B1",),
        [("woods", 2, True)],
    )
    played = table("", {"a1.1": ((4, 5), infantry()), "b1.1": ((5, 5), vehicle())})
    bound = reach(played.game, 0, ReachRequest(game=b"", unit="a1.1", action="", cautious=False, road_march=False))
    assert (bound.must, bound.bound) == ("leave", ("b1.1",))
    assert not any(tile.in_zone for tile in bound.tiles)

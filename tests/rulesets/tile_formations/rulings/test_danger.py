"""Dangerous terrain where rulings meet: features in one tile, caution, minefields, integrity."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    CasualtyTaken,
    DangerousTerrainRolled,
    UnitDestroyed,
    UnitMoved,
)
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import at, infantry, open_ground, vehicle, war_engine
from tests.rulesets.tile_formations.steps import (
    begin_action,
    danger_tests,
    declare_cautious,
    end_move,
    lone_unit,
    move,
    roll,
    unit_row,
)


def met_on_the_way(played: Table, *places: tuple[int, int]) -> list[tuple[str, str, bool]]:
    """Move a1.1 along a path, roll 1s, and list its tests: kind of terrain, tile, whether it is rolled twice."""
    found, outcome = [], move(played, "a1.1", *places)
    while tests := danger_tests(outcome):
        found += [(test.kind, test.tile, test.second_roll) for test in tests]
        outcome = roll(played, "a1.1", *[1] * (tests[0].dice * (1 + tests[0].second_roll)))
    return found


@pytest.mark.rule("TF-DANGER-08", "TF-TERRAIN-08")
@pytest.mark.ruling("TF-DANGER-08.2")
def test_a_feature_is_of_one_kind() -> None:
    """A mined wood is two features for a vehicle, and each is tested once, wherever it is entered."""
    ground: Any = {(3, 2): "woods", (4, 2): "woods+minefield", (5, 2): "+minefield"}
    played = lone_unit(vehicle(), terrain=ground)
    assert met_on_the_way(played, (3, 2), (4, 2), (5, 2)) == [
        ("woods", at(3, 2), False),
        ("minefield", at(4, 2), False),
    ]
    played = lone_unit(infantry(), terrain=ground)
    assert met_on_the_way(played, (3, 2), (4, 2), (5, 2)) == [("minefield", at(4, 2), False)]


@pytest.mark.rule("TF-DANGER-08")
@pytest.mark.ruling("TF-DANGER-08.3")
@pytest.mark.parametrize(("scope", "tiles"), [("feature", [(2, 2)]), ("tile", [(2, 2), (3, 2)])])
def test_a_start_inside_counts_for_the_feature_or_the_tile(scope: str, tiles: list[tuple[int, int]]) -> None:
    """A unit that starts in a wood is tested for that; the next tile of it is a test by the option alone."""
    played = lone_unit(vehicle(), terrain={(2, 2): "woods", (3, 2): "woods"}, options={"danger_test_scope": scope})
    assert [tile for _, tile, _ in met_on_the_way(played, (3, 2), (4, 2))] == [at(*place) for place in tiles]


@pytest.mark.rule("TF-MINE-05", "TF-DANGER-10")
@pytest.mark.ruling("TF-MINE-05.2", "TF-MINE-05.4")
@pytest.mark.parametrize(("bars", "twice"), [(True, False), (False, True)])
def test_the_mines_of_a_wood_are_rolled_once(bars: bool, twice: bool) -> None:
    """A cautious vehicle in a mined wood rolls twice for the wood, and for the mines by the option alone."""
    options = {"minefield_bars_cautious": bars}
    played = lone_unit(vehicle(integrity=2), terrain={(3, 2): "woods+minefield"}, options=options)
    declare_cautious(played, "a1.1").accepted()
    assert met_on_the_way(played, (3, 2)) == [("woods", at(3, 2), True), ("minefield", at(3, 2), twice)]


@pytest.mark.rule("TF-DANGER-03", "TF-DANGER-10")
@pytest.mark.ruling("TF-DANGER-03.3", "TF-DANGER-10.2")
@pytest.mark.parametrize(("source", "dice"), [("current", 2), ("full", 3)])
def test_both_rolls_of_a_cautious_test_have_as_many_dice(source: str, dice: int) -> None:
    """A war engine with 2 of 3 points rolls 2 and 2 dice, or 3 and 3, and the better roll counts as a whole."""
    units: Any = {"a1.1": ((2, 2), war_engine(), {"integrity": 2})}
    played = open_ground(units, terrain={(3, 2): "woods"}, options={"danger_dice_from": source})
    begin_action(played, "a1")
    declare_cautious(played, "a1.1").accepted()
    assert danger_tests(move(played, "a1.1", (3, 2)))[0].dice == dice
    first, second = (6, *[6] * (dice - 1)), (6, *[1] * (dice - 1))
    rolled = roll(played, "a1.1", *first, *second).one(DangerousTerrainRolled)
    assert (rolled.faces, rolled.second_faces, rolled.casualties) == (first, second, 1)


@pytest.mark.rule("TF-DANGER-10")
@pytest.mark.ruling("TF-DANGER-10.2", "TF-DANGER-10.3")
@pytest.mark.parametrize(("scope", "left"), [("test", 1), ("die", 2)])
def test_rolls_are_compared_whole_or_die_by_die(scope: str, left: int) -> None:
    """6, 1 and 1, 6 cost a point each way taken whole; taken die by die each die has a roll that does nothing."""
    played = lone_unit(vehicle(integrity=2), terrain={(3, 2): "woods"}, options={"cautious_scope": scope})
    declare_cautious(played, "a1.1").accepted()
    move(played, "a1.1", (3, 2)).accepted()
    roll(played, "a1.1", 6, 1, 1, 6)
    assert unit_row(played, "a1.1").integrity == left


@pytest.mark.rule("TF-DANGER-09")
@pytest.mark.ruling("TF-DANGER-09.2")
def test_caution_lasts_for_a_move() -> None:
    """A unit that was cautious in the first of two moves is tested once in the second, and another one in neither."""
    ground: Any = {(x, y): "woods" for x in (3, 4) for y in (2, 3)}
    units: Any = {"a1.1": ((2, 2), vehicle()), "a1.2": ((2, 3), vehicle())}
    played = open_ground(units, terrain=ground)
    begin_action(played, "a1", "double")
    declare_cautious(played, "a1.1").accepted()
    assert danger_tests(move(played, "a1.1", (3, 2)))[0].second_roll
    roll(played, "a1.1", 6, 1).then(UnitMoved, done=True)
    assert not danger_tests(move(played, "a1.2", (3, 3)))[0].second_roll
    roll(played, "a1.2", 1)
    end_move(played, "a1").accepted()
    assert not danger_tests(move(played, "a1.1", (4, 2), (5, 2)))[0].second_roll
    roll(played, "a1.1", 1).then(UnitMoved, tile=at(5, 2))


@pytest.mark.rule("TF-DANGER-04", "TF-DANGER-07")
@pytest.mark.ruling("TF-DANGER-04.2", "TF-DANGER-07.2")
@pytest.mark.parametrize(("faces", "left"), [((6, 1, 1), 2), ((6, 6, 1), 1), ((6, 6, 6), 0)])
def test_each_casualty_is_a_point(faces: tuple[int, ...], left: int) -> None:
    """Of three points a war engine keeps as many as dice did not show a 6; with none it is gone, without morale."""
    played = lone_unit(war_engine(), terrain={(3, 2): "woods"})
    move(played, "a1.1", (3, 2)).accepted()
    done = roll(played, "a1.1", *faces).then(CasualtyTaken, points=3 - left, left=left)
    if left:
        done.without(UnitDestroyed)
    else:
        done.then(UnitDestroyed, unit="a1.1", cause="dangerous_terrain", morale=False)

"""Exact odds of dangerous terrain, against a count over all faces."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from adjudicator.kernel.decide.faults import Rejected, Unknown
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.odds.danger_odds import estimate_danger
from adjudicator.rulesets.tile_formations.reports.chances import casualty_odds
from adjudicator.rulesets.tile_formations.reports.messages import DangerOdds, EstimateDangerRequest
from adjudicator.rulesets.tile_formations.rules.danger.dangerous_terrain import count_casualties
from tests.rulesets.tile_formations.fixtures import ENEMY_INFANTRY, Placed, battlefield, infantry, path, table, vehicle
from tests.rulesets.tile_formations.odds.steps import ratios
from tests.rulesets.tile_formations.oracles.played_shootings import FACES
from tests.rulesets.tile_formations.steps import begin_action, move


@pytest.mark.parametrize("scope", ["test", "die"])
@pytest.mark.parametrize("second", [False, True])
@pytest.mark.parametrize("bad", [(6,), (5, 6)])
def test_casualty_odds_count_as_the_test_does(scope: str, second: bool, bad: tuple[int, ...]) -> None:
    """The odds of a test are the count of its casualties over all faces of all dice."""
    game = battlefield("", {}, options={"cautious_scope": scope})
    counted: Counter[int] = Counter()
    for faces in product(FACES, repeat=4 if second else 2):
        counted[count_casualties(game, faces[:2], faces[2:], bad)] += 1
    found = casualty_odds(game, 2, bad, second=second)
    total = sum(counted.values())
    assert {number: found.chance(number) for number in counted} == {
        number: Fraction(count, total) for number, count in counted.items()
    }


def danger_odds(game: Game, *places: tuple[int, int], cautious: bool = False, unit: str = "a1.1") -> DangerOdds:
    """Ask for the odds of a path."""
    request = EstimateDangerRequest(game=b"", unit=unit, path=path(*places), cautious=cautious)
    return estimate_danger(game, 0, request)


def test_danger_follows_the_path() -> None:
    """Two woods are two tests; a unit that is lost in the first is not tested in the second."""
    game = battlefield(". W . W .", {"a1.1": ("A1", vehicle(integrity=1, speed=6))})
    found = danger_odds(game, (1, 0), (2, 0), (3, 0))
    assert [(test.tile, test.kind) for test in found.tests] == [("B1", "woods"), ("D1", "woods")]
    assert ratios(found.casualties) == {0: Fraction(25, 36), 1: Fraction(11, 36)}
    assert (found.destroyed.ratio, found.destroyed.per_million) == ("11/36", 305_555)
    assert ratios(danger_odds(game, (1, 0), cautious=True).casualties)[1] == Fraction(1, 36)
    mined = battlefield(". * .", {"a1.1": ("A1", infantry())})
    assert danger_odds(mined, (1, 0), cautious=True).destroyed.ratio == "1/3"
    assert danger_odds(mined).tests == ()


def test_danger_of_what_can_not_be() -> None:
    """A path that is not allowed is refused as it would be; a charge may be asked for, and a unit gone may not."""
    units: Any = {
        "b1.1": ("E1", infantry()),
        "a1.1": ("A1", vehicle(integrity=2)),
        "a1.2": ("A2", infantry(), {"out": "left"}),
    }
    game = battlefield(". . M . .\n. . . . .", units)
    with pytest.raises(Rejected, match="not-adjacent"):
        danger_odds(game, (3, 0))
    assert [test.kind for test in danger_odds(game, (1, 0), (2, 0), (3, 0)).tests] == ["marsh"]
    with pytest.raises(Unknown):
        danger_odds(game, unit="a9.1")
    with pytest.raises(Rejected, match="unit-gone"):
        danger_odds(game, unit="a1.2")


def test_danger_in_an_open_move() -> None:
    """In an open move the unit is judged as it moves in it: who has moved stands where it is now."""
    enemy_sheet = {"b1.1": ("D2", infantry(flags=("no_zoc",)))}
    played = table("W W W .\n. . . .", {"a1.1": ("A1", vehicle(integrity=2))} | enemy_sheet)
    begin_action(played, "a1", "march")
    assert [test.tile for test in danger_odds(played.game, (1, 0)).tests] == ["A1"]
    with pytest.raises(Rejected, match="exceeds-speed"):
        danger_odds(played.game, (1, 0), (2, 0), cautious=True)


@pytest.mark.rule("TF-ZOC-10", "TF-ZOC-12", "TF-MOVE-07")
def test_danger_of_a_move_that_is_refused() -> None:
    """In an open move a path, and caution, that the rules refuse has no odds: it is refused under the same clause."""
    units: dict[str, Placed] = {"a1.1": ((3, 5), infantry(speed=2)), "b1.1": ENEMY_INFANTRY}
    played = table("", units, terrain={(3, 4): "+minefield", (2, 5): "+minefield"})
    begin_action(played, "a1")
    with pytest.raises(Rejected, match="TF-ZOC-10 must-leave"):
        danger_odds(played.game, (3, 4))
    assert [test.kind for test in danger_odds(played.game, (2, 5)).tests] == ["minefield"]
    inside = table("", {**units, "a1.1": ((4, 5), infantry(speed=3))})
    begin_action(inside, "a1")
    with pytest.raises(Rejected, match="TF-ZOC-12 caution-keeps-inside"):
        danger_odds(inside.game, (3, 5), (2, 5), cautious=True)
    move(inside, "a1.1", (3, 5), (2, 5)).accepted()
    with pytest.raises(Rejected, match="TF-MOVE-07 already-moved"):
        danger_odds(inside.game, (1, 5))

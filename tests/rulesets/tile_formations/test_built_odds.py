"""Exact odds of dangerous terrain and of shootings, against a count over all faces."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from adjudicator.kernel.decide.faults import Rejected, Unknown
from adjudicator.rulesets.tile_formations.danger import casualties_of
from adjudicator.rulesets.tile_formations.model.messages import DeclareShooting, RollSaves, RollToHit
from adjudicator.rulesets.tile_formations.odds import casualty_odds, estimate_danger, estimate_shooting
from adjudicator.rulesets.tile_formations.reading import SIDES
from adjudicator.rulesets.tile_formations.reports.messages import (
    DangerOdds,
    EstimateDangerRequest,
    EstimateShootingRequest,
    NumberChance,
    ShootingOdds,
)
from adjudicator.rulesets.tile_formations.state import Game
from tests.kit import Table
from tests.rulesets.tile_formations.givens import (
    begin,
    end_move,
    field,
    infantry,
    path,
    shock,
    table,
    unit,
    vehicle,
    weapon,
)

FACES = range(1, SIDES + 1)


def ratios(chances: tuple[NumberChance, ...]) -> dict[int, Fraction]:
    """Read chances as fractions."""
    found = {each.number: Fraction(each.chance.ratio) for each in chances}
    assert sum(found.values()) == 1
    return {number: chance for number, chance in found.items() if chance}


# -- danger


@pytest.mark.parametrize("scope", ["test", "die"])
@pytest.mark.parametrize("second", [False, True])
@pytest.mark.parametrize("bad", [(6,), (5, 6)])
def test_casualty_odds_count_as_the_test_does(scope: str, second: bool, bad: tuple[int, ...]) -> None:
    """The odds of a test are the count of its casualties over all faces of all dice."""
    game = field("", {}, options={"cautious_scope": scope})
    counted: Counter[int] = Counter()
    for faces in product(FACES, repeat=4 if second else 2):
        counted[casualties_of(game, faces[:2], faces[2:], bad)] += 1
    found = casualty_odds(game, 2, bad, second=second)
    total = sum(counted.values())
    assert {number: found.chance(number) for number in counted} == {
        number: Fraction(count, total) for number, count in counted.items()
    }


def danger(game: Game, *places: tuple[int, int], cautious: bool = False, unit: str = "a1.1") -> DangerOdds:
    """Ask for the odds of a path."""
    request = EstimateDangerRequest(game=b"", unit=unit, path=path(*places), cautious=cautious)
    return estimate_danger(game, 0, request)


def test_danger_follows_the_path() -> None:
    """Two woods are two tests; a unit that is lost in the first is not tested in the second."""
    game = field(". W . W .", {"a1.1": ("A1", vehicle(integrity=1, speed=6))})
    found = danger(game, (1, 0), (2, 0), (3, 0))
    assert [(each.tile, each.kind) for each in found.tests] == [("B1", "woods"), ("D1", "woods")]
    assert ratios(found.casualties) == {0: Fraction(25, 36), 1: Fraction(11, 36)}
    assert (found.destroyed.ratio, found.destroyed.per_million) == ("11/36", 305_555)
    assert ratios(danger(game, (1, 0), cautious=True).casualties)[1] == Fraction(1, 36)
    mined = field(". * .", {"a1.1": ("A1", infantry())})
    assert danger(mined, (1, 0), cautious=True).destroyed.ratio == "1/3"
    assert danger(mined).tests == ()


def test_danger_of_what_can_not_be() -> None:
    """A path that is not allowed is refused as it would be; a charge may be asked for, and a unit gone may not."""
    units: Any = {
        "b1.1": ("E1", infantry()), "a1.1": ("A1", vehicle(integrity=2)), "a1.2": ("A2", infantry(), {"out": "left"}),
    }  # fmt: skip
    game = field(". . M . .\n. . . . .", units)
    with pytest.raises(Rejected, match="not-adjacent"):
        danger(game, (3, 0))
    assert [each.kind for each in danger(game, (1, 0), (2, 0), (3, 0)).tests] == ["marsh"]
    with pytest.raises(Unknown):
        danger(game, unit="a9.1")
    with pytest.raises(Rejected, match="unit-gone"):
        danger(game, unit="a1.2")


def test_danger_in_an_open_move() -> None:
    """In an open move the unit is judged as it moves in it: who has moved stands where it is now."""
    foe = {"b1.1": ("D2", infantry(flags=("no_zoc",)))}
    played = table("W W W .\n. . . .", {"a1.1": ("A1", vehicle(integrity=2))} | foe)
    begin(played, "a1", "march")
    assert [each.tile for each in danger(played.game, (1, 0)).tests] == ["A1"]
    with pytest.raises(Rejected, match="exceeds-speed"):
        danger(played.game, (1, 0), (2, 0), cautious=True)


# -- shooting


def asked(**changes: Any) -> EstimateShootingRequest:
    """Ask for a shooting of red at blue."""
    usual: Any = {"game": b"", "formation": "a1", "target": "b1", "crossfire": False, "air": False,
             "to_hit_modifier": 0, "action": ""}  # fmt: skip
    return EstimateShootingRequest(**(usual | changes))


def odds(game: Game, **changes: Any) -> ShootingOdds:
    """Give the odds of a shooting."""
    return estimate_shooting(game, 0, asked(**changes))


def played_out(units: dict[str, Any], faces: tuple[int, ...], **given: Any) -> Table:
    """Play a shooting out; of the faces as many are thrown as are needed."""
    played = table("", units, **given)
    begin(played, "a1", "hold")
    end_move(played, "a1").accepted()
    declare = DeclareShooting(formation="a1", target="b1", crossfire=True, air=False, to_hit_modifier=0)
    played.when("red", declare).accepted()
    played.faces(*faces).when("red", RollToHit(unit="", target="")).accepted()
    if played.game.hits:
        played.when("blue", RollSaves(unit="")).accepted()
    script: Any = played.dice
    script.faces = script.faces[: script.thrown]
    return played


def test_odds_are_what_play_comes_to() -> None:
    """Over all faces of a shooting, casualties, losses and Shock come as often as the odds say."""
    units = {
        "a1.1": ("A1", infantry(weapons=(weapon(range=5, save_modifier=-1),))), "a1.2": ("A3", infantry()),
        "b1.1": ("F1", infantry(armour=4)), "b1.2": ("H1", infantry()),
    }  # fmt: skip
    given: Any = {"terrain": {"H1": "marsh"}}
    found = odds(field("", units, **given), crossfire=True)
    hits: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    shocks: Counter[int] = Counter()
    first: Counter[int] = Counter()
    ways = {4: 4, 5: 2}
    for faces in product(ways, ways, FACES, (1,)):
        played = played_out(units, faces, **given)
        weight = ways[faces[0]] * ways[faces[1]] * 6
        hits[sum(shot.hits for shot in _shots(played))] += weight
        gone = [key for key in ("b1.1", "b1.2") if unit(played, key).out]
        lost[len(gone)] += weight
        first["b1.1" in gone] += weight
        shocks[shock(played, "b1")] += weight
    whole = 6 * 6 * 6 * 6
    assert sum(lost.values()) == whole
    assert ratios(found.hits) == {number: Fraction(count, whole) for number, count in hits.items()}
    assert ratios(found.destroyed) == {number: Fraction(count, whole) for number, count in lost.items()}
    assert ratios(found.shock) == {number: Fraction(count, whole) for number, count in shocks.items()}
    assert Fraction(found.targets[0].destroyed.ratio) == Fraction(first[1], whole)


def _shots(played: Table) -> tuple[Any, ...]:
    """List the to-hit rolls of the log."""
    return tuple(event for filled in played.log for event, _ in filled.events if type(event).__name__ == "ToHitRolled")


def test_odds_tell_values_with_their_reasons() -> None:
    """Each weapon and each target unit has its value with reasons; actions may be supposed."""
    units = {"a1.1": ("A1", infantry(weapons=(weapon(dice=3),))), "b1.1": ("F1", infantry(armour=1, integrity=2))}
    game = field("", units, terrain={"F1": "woods"})
    found = odds(game, action="double", air=True)
    (shot,), (target,) = found.shots, found.targets
    assert (shot.value.total, shot.dice, shot.hit.ratio) == (2, 3, "1/3")
    assert (target.save, target.value.total, target.saved.ratio) == ("cover", 3, "1/2")
    assert ratios(found.hits)[3] == Fraction(1, 27)
    assert ratios(target.casualties)[0] == Fraction(5, 6) ** 3
    assert [each.number for each in found.shock if each.chance.per_million] == [1, 2]
    assert odds(game).shots[0].value.total == 3
    assert odds(game, to_hit_modifier=-3).shots[0].hit.ratio == "0/1"


def test_odds_of_what_can_not_be() -> None:
    """What may not be shot is refused as the shooting would be."""
    game = field("", {"a1.1": ("A1", infantry()), "a2.1": ("A5", infantry()), "b1.1": ((0, 30), infantry())}, rows=31)
    with pytest.raises(Rejected, match="out-of-range"):
        odds(game)
    with pytest.raises(Rejected, match="not-an-enemy"):
        odds(game, target="a2")
    with pytest.raises(Rejected, match="no-such-action"):
        odds(game, action="dance")
    with pytest.raises(Unknown):
        odds(game, target="b7")


def test_odds_of_too_many_ways() -> None:
    """Hits that may come in too many ways are not gone through."""
    guns = [weapon(dice=40, save_modifier=number) for number in range(3)]
    shooters = {f"a1.{number}": ((0, number), infantry(weapons=(gun,))) for number, gun in enumerate(guns, 1)}
    game = field("", shooters | {"b1.1": ("F1", infantry())})
    with pytest.raises(Rejected, match="odds-too-many"):
        odds(game)


def test_odds_of_a_whole_formation_are_quick() -> None:
    """Eight units with two weapons each are reckoned exactly."""
    arms = (weapon("guns", dice=2), weapon("rockets", save_modifier=-1, range=20))
    shooters = {f"a1.{number}": ((0, number), infantry(weapons=arms)) for number in range(1, 9)}
    targets = {f"b1.{number}": ((6, number), infantry(armour=3, integrity=2)) for number in range(1, 9)}
    found = odds(field("", shooters | targets))
    assert len(found.shots) == 16
    assert max(ratios(found.hits)) == 24


def test_roll_and_choose_are_not_needed_for_odds() -> None:
    """Asking changes nothing."""
    units = {"a1.1": ("A1", infantry()), "b1.1": ("F1", infantry())}
    played = table(". W . . . .", units)
    before = played.game.dump()
    odds(played.game)
    danger(played.game, (1, 0))
    assert played.game.dump() == before

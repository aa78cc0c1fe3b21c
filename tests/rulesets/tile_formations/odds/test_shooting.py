"""Exact odds of shootings, against a count over all faces."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from adjudicator.kernel.decide.faults import Rejected, Unknown
from adjudicator.kernel.messages import DisputeFact
from adjudicator.rulesets.tile_formations.model.messages import DeclareShooting, ShootingNotMade, SightFact
from adjudicator.rulesets.tile_formations.model.rows import Cell
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.odds.shooting_odds import estimate_shooting
from adjudicator.rulesets.tile_formations.reports.messages import EstimateShootingRequest, ShootingOdds
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import battlefield, infantry, table, weapon
from tests.rulesets.tile_formations.odds.steps import ratios
from tests.rulesets.tile_formations.odds.test_danger import danger_odds
from tests.rulesets.tile_formations.oracles.played_shootings import FACES, play_out
from tests.rulesets.tile_formations.steps import begin_action, come_to_shooting, open_fact, shock_of, unit_row


def shooting_request(**changes: Any) -> EstimateShootingRequest:
    """Ask for a shooting of red at blue."""
    usual: Any = {
        "game": b"",
        "formation": "a1",
        "target": "b1",
        "crossfire": False,
        "air": False,
        "to_hit_modifier": 0,
        "action": "",
    }
    return EstimateShootingRequest(**(usual | changes))


def shooting_odds(game: Game, **changes: Any) -> ShootingOdds:
    """Give the odds of a shooting."""
    return estimate_shooting(game, 0, shooting_request(**changes))


def test_odds_are_what_play_comes_to() -> None:
    """Over all faces of a shooting, casualties, losses and Shock come as often as the odds say."""
    units = {
        "a1.1": ("A1", infantry(weapons=(weapon(weapon_range=5, save_modifier=-1),))),
        "a1.2": ("A3", infantry()),
        "b1.1": ("F1", infantry(armour=4)),
        "b1.2": ("H1", infantry()),
    }
    setup: Any = {"terrain": {"H1": "marsh"}}
    found = shooting_odds(battlefield("", units, **setup), crossfire=True)
    hits: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    shocks: Counter[int] = Counter()
    first: Counter[int] = Counter()
    ways = {4: 4, 5: 2}
    for faces in product(ways, ways, FACES, (1,)):
        played = play_out(units, faces, **setup)
        weight = ways[faces[0]] * ways[faces[1]] * 6
        hits[sum(shot.hits for shot in _shots(played))] += weight
        gone = [key for key in ("b1.1", "b1.2") if unit_row(played, key).out]
        lost[len(gone)] += weight
        first["b1.1" in gone] += weight
        shocks[shock_of(played, "b1")] += weight
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
    game = battlefield("", units, terrain={"F1": "woods"})
    found = shooting_odds(game, action="double", air=True)
    (shot,), (target,) = found.shots, found.targets
    assert (shot.value.total, shot.dice, shot.hit.ratio) == (2, 3, "1/3")
    assert (target.save, target.value.total, target.saved.ratio) == ("cover", 3, "1/2")
    assert ratios(found.hits)[3] == Fraction(1, 27)
    assert ratios(target.casualties)[0] == Fraction(5, 6) ** 3
    assert [row.number for row in found.shock if row.chance.per_million] == [1, 2]
    assert shooting_odds(game).shots[0].value.total == 3
    assert shooting_odds(game, to_hit_modifier=-3).shots[0].hit.ratio == "0/1"


def test_odds_of_what_can_not_be() -> None:
    """What may not be shot is refused as the shooting would be."""
    game = battlefield(
        "", {"a1.1": ("A1", infantry()), "a2.1": ("A5", infantry()), "b1.1": ((0, 30), infantry())}, rows=31
    )
    with pytest.raises(Rejected, match="out-of-range"):
        shooting_odds(game)
    with pytest.raises(Rejected, match="not-an-enemy"):
        shooting_odds(game, target="a2")
    with pytest.raises(Rejected, match="no-such-action"):
        shooting_odds(game, action="dance")
    with pytest.raises(Unknown):
        shooting_odds(game, target="b7")


def test_odds_of_too_many_ways() -> None:
    """Hits that may come in too many ways are not gone through."""
    guns = [weapon(dice=40, save_modifier=number) for number in range(3)]
    shooters = {f"a1.{number}": ((0, number), infantry(weapons=(gun,))) for number, gun in enumerate(guns, 1)}
    game = battlefield("", shooters | {"b1.1": ("F1", infantry())})
    with pytest.raises(Rejected, match="odds-too-many"):
        shooting_odds(game)


def test_odds_of_a_whole_formation_are_quick() -> None:
    """Eight units with two weapons each are worked out exactly."""
    arms = (weapon("guns", dice=2), weapon("rockets", save_modifier=-1, weapon_range=20))
    shooters = {f"a1.{number}": ((0, number), infantry(weapons=arms)) for number in range(1, 9)}
    targets = {f"b1.{number}": ((6, number), infantry(armour=3, integrity=2)) for number in range(1, 9)}
    found = shooting_odds(battlefield("", shooters | targets))
    assert len(found.shots) == 16
    assert max(ratios(found.hits)) == 24


def test_roll_and_choose_are_not_needed_for_odds() -> None:
    """Asking changes nothing."""
    units = {"a1.1": ("A1", infantry()), "b1.1": ("F1", infantry())}
    played = table(". W . . . .", units)
    before = played.game.dump()
    shooting_odds(played.game)
    danger_odds(played.game, (1, 0))
    assert played.game.dump() == before


@pytest.mark.rule("TF-BUILD-05", "TF-SHOCK-03")
@pytest.mark.parametrize("damage", [0, 1])
def test_odds_count_a_building_that_falls(damage: int) -> None:
    """A hit brings a building down that has but one point left, and its point of loss is no Shock."""
    options = {"building_integrity": 2, "collapse_casualties": 1}
    units = {"a1.1": ("A1", infantry()), "b1.1": ("F1", infantry(integrity=2))}
    game = battlefield("", units, terrain={"F1": Cell("buildings", (), damage)}, options=options)
    found = shooting_odds(game)
    hit, unsaved = Fraction(1, 2), Fraction(1, 2)
    expected = {0: 1 - hit * unsaved, 1: hit * unsaved}
    if damage:
        expected = {0: 1 - hit, 1: hit * (1 - unsaved), 2: hit * unsaved}
    assert {number: chance for number, chance in ratios(found.targets[0].casualties).items() if chance} == expected
    assert ratios(found.destroyed).get(1, 0) == (hit * unsaved if damage else 0)
    assert {number for number, chance in ratios(found.shock).items() if chance} == {1}


@pytest.mark.rule("TF-MOVE-04")
def test_odds_of_an_action_without_shooting() -> None:
    """Of an action that does not end in shooting there are no odds, supposed or under way; of Overwatch there are."""
    units = {"a1.1": ("A1", infantry()), "b1.1": ("F1", infantry())}
    for action in ("march", "engage"):
        with pytest.raises(Rejected, match="TF-MOVE-04 action-without-shooting"):
            shooting_odds(battlefield("", units), action=action)
    played = table("", units)
    begin_action(played, "a1", "march")
    with pytest.raises(Rejected, match="action-without-shooting"):
        shooting_odds(played.game)
    assert shooting_odds(played.game, action="overwatch").shots


@pytest.mark.rule("TF-SHOOT-03", "TF-SAVE-04", "TF-COVER-08")
def test_odds_name_the_choices_that_they_take() -> None:
    """What somebody may still choose otherwise is named by its clause: targets, the spread of hits, saves."""
    units = {"a1.1": ("A1", infantry()), "b1.1": ("F1", infantry())}
    assert shooting_odds(battlefield("", units)).assumes == ()
    units |= {"b1.1": ("F1", infantry(armour=2)), "b1.2": ("F2", infantry())}
    game = battlefield("", units, terrain={"F1": "woods"}, options={"hit_allocation": "owner"})
    assert shooting_odds(game).assumes == ("TF-COVER-08", "TF-SHOOT-03", "TF-SAVE-04")


@pytest.mark.rule("TF-CROSS-01")
def test_odds_rest_on_what_was_settled() -> None:
    """A sight that was settled as blocked leaves no odds of the shooting that is stated otherwise."""
    played = come_to_shooting(table("", {"a1.1": ("A1", infantry()), "b1.1": ("F1", infantry(flags=("no_zoc",)))}))
    sights = (SightFact(unit="", target="", sight="clear"),)
    assert shooting_odds(played.game, sights=sights).shots
    command = DeclareShooting(formation="a1", target="b1", crossfire=False, air=False, to_hit_modifier=0, sights=sights)
    played.when("red", command).asks("fact_stated", "blue")
    played.faces(1, 6).when("blue", DisputeFact(fact=open_fact(played), value="blocked")).then(ShootingNotMade)
    with pytest.raises(Rejected, match="no-line-of-fire"):
        shooting_odds(played.game, sights=sights)

"""Cover modifiers to hit."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import CasualtyTaken, HitsAllocated, ToHitRolled
from adjudicator.rulesets.tile_formations.rules.shooting import cover, shot_pairs
from adjudicator.rulesets.tile_formations.rules.shooting.line_of_fire import LinesOfFire
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import (
    SHOOTER_PLACE,
    TARGET_PLACE,
    UNARMED,
    aircraft,
    duel,
    gunner,
    infantry,
    vehicle,
    weapon,
    wide_ground,
    zoneless,
)
from tests.rulesets.tile_formations.shooting.fixtures import behind_terrain, cover_modifier_of, two_infantry
from tests.rulesets.tile_formations.steps import (
    come_and_declare,
    cover_modifier,
    cover_modifiers,
    hit_values,
    hold_and_shoot,
    open_assault,
    report_hits,
    roll_saves,
    roll_to_hit,
    rolled_saves,
    unit_row,
)

SAVES = (
    "buildings",
    "fortifications",
    "jungle",
    "marsh",
    "river",
    "ruins",
    "scrub",
    "woods",
    "+bunkers",
    "+fieldworks",
    "+gun_emplacements",
)


@pytest.mark.rule("TF-COVER-01")
def test_a_cover_save_makes_a_unit_harder_to_hit() -> None:
    """Infantry in woods is hit on 3 in the place of 4: dice 1, 3, 4 are two hits."""
    done = hold_and_shoot(duel(zoneless("INF"), "woods", weapon(dice=3)), 1, 3, 4).then(ToHitRolled, hits=2)
    assert done.one(ToHitRolled).value.total == 3
    done.cites("TF-COVER-01")


@pytest.mark.rule("TF-COVER-01")
@pytest.mark.parametrize("ground", SAVES)
def test_every_terrain_with_a_cover_save_is_cover(ground: str) -> None:
    """Infantry in any terrain that gives it a cover save is shot at with -1, also where nothing hides it."""
    assert cover_modifier(come_and_declare(duel(zoneless("INF"), ground))) == -1


@pytest.mark.rule("TF-COVER-01")
@pytest.mark.parametrize("ground", ["open_ground", "hills", "+roads", "+barricade", "+minefield"])
def test_terrain_without_a_cover_save_is_none(ground: str) -> None:
    """Infantry where it has no cover save and nothing hides it is shot at without a modifier."""
    assert cover_modifier(come_and_declare(duel(zoneless("INF"), ground))) == 0


@pytest.mark.rule("TF-COVER-02")
def test_a_hidden_unit_without_a_cover_save_is_harder_to_hit() -> None:
    """A vehicle in ruins has no cover save and is hit on 3 in the place of 4 all the same."""
    done = hold_and_shoot(duel(zoneless("AV", integrity=2), "ruins"), 4).cites("TF-COVER-02")
    assert (done.one(ToHitRolled).value.total, done.one(ToHitRolled).hits) == (3, 0)


@pytest.mark.rule("TF-COVER-02")
@pytest.mark.parametrize("kind", ["LV", "AV", "WE"])
@pytest.mark.parametrize(("ground", "modifier"), [("woods", -1), ("ruins", -1), ("marsh", 0), ("scrub", 0)])
def test_what_hides_counts_without_a_cover_save(kind: str, ground: str, modifier: int) -> None:
    """Terrain that hides what is in it is worth -1 to vehicles and war engines; cover saves of others are not."""
    assert cover_modifier(come_and_declare(duel(zoneless(kind), ground))) == modifier


@pytest.mark.rule("TF-COVER-03")
def test_terrain_between_hides() -> None:
    """One wood tile on the line is worth -1 to a unit in the open."""
    done = hold_and_shoot(behind_terrain({(4, 5): "woods"}), 6).cites("TF-COVER-03")
    assert hit_values(done) == {"a1.1": 3}
    assert cover_modifier(come_and_declare(behind_terrain({(4, 6): "woods"}))) == 0


@pytest.mark.rule("TF-COVER-04")
@pytest.mark.ruling("TF-COVER-04.2", "TF-COVER-04.3")
def test_cover_counts_once() -> None:
    """Infantry in ruins, behind a wood and beside a tank is at -1; with a cap of -2 at -2."""
    units: Any = {
        "a1.1": (SHOOTER_PLACE, gunner()),
        "b1.1": (TARGET_PLACE, zoneless("INF")),
        "b2.1": ((6, 5), zoneless("AV")),
    }
    ground: Any = {TARGET_PLACE: "ruins", (4, 5): "woods"}
    assert hit_values(hold_and_shoot(wide_ground(units, terrain=ground), 6)) == {"a1.1": 3}
    assert hit_values(hold_and_shoot(wide_ground(units, terrain=ground, options={"cover_to_hit_cap": -2}), 6)) == {
        "a1.1": 2
    }


@pytest.mark.rule("TF-COVER-05")
@pytest.mark.ruling("TF-COVER-05.2")
def test_cover_does_not_count_in_assaults() -> None:
    """All three hits stated in an assault fall on a unit in ruins; its cover save of 3 still serves it."""
    played = open_assault(zoneless("INF", integrity=4, weapons=(UNARMED,)), "ruins")
    stated = report_hits(played, 3)
    assert [hit.unit for hit in stated.one(HitsAllocated).hits] == ["b1.1"] * 3
    done = roll_saves(played, 1, 3, 4).then(CasualtyTaken, points=1)
    assert rolled_saves(done) == [("cover", 3, True), ("cover", 3, True), ("cover", 3, False)]
    assert unit_row(played, "b1.1").integrity == 3


@pytest.mark.rule("TF-COVER-08")
@pytest.mark.ruling("TF-COVER-08.2")
def test_cover_is_judged_pair_by_pair() -> None:
    """Of two attackers only the one behind the wood hits on 3, the other on 4."""
    units: Any = {
        "a1.1": (SHOOTER_PLACE, gunner()),
        "a1.2": ((1, 1), gunner()),
        "b1.1": (TARGET_PLACE, zoneless("AV", integrity=3)),
    }
    played = wide_ground(units, terrain={(3, 5): "woods"})
    assert cover_modifiers(come_and_declare(played)) == {("a1.1", "b1.1"): -1, ("a1.2", "b1.1"): 0}
    assert hit_values(roll_to_hit(played, 4, 4)) == {"a1.1": 3, "a1.2": 4}


def targets_behind_cover(hidden: int, **setup: Any) -> Table:
    """Let a1.1 face three vehicles of b1, some of them in woods."""
    spots = (TARGET_PLACE, (7, 6), (7, 7))
    units: Any = {"a1.1": (SHOOTER_PLACE, gunner())} | {
        f"b1.{n}": (spot, zoneless("AV")) for n, spot in enumerate(spots, 1)
    }
    return wide_ground(units, terrain=dict.fromkeys(spots[:hidden], "woods"), **setup)


@pytest.mark.rule("TF-COVER-08")
@pytest.mark.ruling("TF-COVER-08.2")
def test_dice_go_to_the_target_that_is_hit_best() -> None:
    """Unless a target is stated, a shooter's dice go where its hit value is highest."""
    played = targets_behind_cover(2)
    assert set(cover_modifiers(come_and_declare(played)).values()) == {-1, 0}
    assert roll_to_hit(played, 6).one(ToHitRolled).target == "b1.3"
    played = targets_behind_cover(2)
    come_and_declare(played).accepted()
    stated = roll_to_hit(played, 6, unit="a1.1", target="b1.1").one(ToHitRolled)
    assert (stated.target, stated.value.total) == ("b1.1", 3)


@pytest.mark.rule("TF-COVER-08")
@pytest.mark.parametrize(("hidden", "modifier"), [(1, 0), (2, -1), (3, -1), (0, 0)])
@pytest.mark.ruling("TF-COVER-08.3")
def test_cover_may_be_judged_for_the_whole_formation(hidden: int, modifier: int) -> None:
    """By the option every pair counts as in cover if most are."""
    played = targets_behind_cover(hidden, options={"cover_scope": "formation_majority"})
    outcome = come_and_declare(played).accepted()
    assert hit_values(roll_to_hit(played, 6)) == {"a1.1": 4 + modifier}
    assert set(cover_modifiers(outcome).values()) == {modifier}


@pytest.mark.rule("TF-COVER-04")
def test_cover_costs_one_however_many_reasons() -> None:
    """Cover saves, hiding terrain and a vehicle beside add up to -1, or to the cap of the options."""
    many: Any = {"b1.2": ((4, 1), vehicle())}
    terrain = {(5, 1): "ruins", (3, 1): "woods"}
    assert cover_modifier_of(two_infantry((1, 1), (5, 1), many, terrain=terrain)) == -1
    game = two_infantry((1, 1), (5, 1), many, terrain=terrain, options={"cover_to_hit_cap": -3})
    assert cover_modifier_of(game) == -3
    assert cover.cover_clauses(game, "b1.1", LinesOfFire(game).look("a1.1", "b1.1")) == (
        "TF-COVER-01",
        "TF-COVER-02",
        "TF-COVER-03",
        "TF-SCREEN-01",
    )
    assert cover_modifier_of(two_infantry((1, 1), (5, 1), terrain={(5, 1): "marsh"})) == -1
    assert cover_modifier_of(two_infantry((1, 1), (5, 1), terrain={(5, 1): "hills"})) == 0


@pytest.mark.rule("TF-COVER-02", "TF-SAVE-06")
def test_vehicles_are_hidden_without_a_save() -> None:
    """A vehicle in ruins is harder to hit and has no cover save."""
    game = two_infantry((1, 1), (5, 1), {"b1.1": ((5, 1), vehicle())}, terrain={(5, 1): "ruins"})
    assert (cover_modifier_of(game), cover.cover_value(game, "b1.1")) == (-1, None)
    flying = two_infantry((1, 1), (5, 1), {"b1.1": ((5, 1), aircraft())}, terrain={(5, 1): "ruins"})
    assert (cover_modifier_of(flying), cover.cover_value(flying, "b1.1")) == (0, None)


@pytest.mark.rule("TF-COVER-08")
def test_cover_may_be_judged_for_the_formation() -> None:
    """By the options what holds for more than half of the pairs holds for all."""
    units = {"b1.2": ((5, 2), infantry()), "b1.3": ((5, 3), infantry())}
    woods = {(5, 1): "woods", (5, 2): "woods"}
    majority = {"cover_scope": "formation_majority"}
    for terrain, option, expected in (
        (woods, {}, [-1, -1, 0]),
        (woods, majority, [-1, -1, -1]),
        ({(5, 1): "woods"}, majority, [0, 0, 0]),
    ):
        game = two_infantry((1, 1), (5, 1), units, terrain=terrain, options=option)
        assert [pair.cover for pair in shot_pairs.pairs_of(game, "a1", "b1", LinesOfFire(game))] == expected

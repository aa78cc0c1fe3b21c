"""Clause tests: cover modifiers to hit."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import CasualtyTaken, HitsAllocated, SightFact, ToHitRolled
from tests.kit import Table
from tests.rulesets.tile_formations.givens import unit, weapon
from tests.rulesets.tile_formations.said_shots import (
    HERE,
    THERE,
    UNARMED,
    aim,
    assaulted,
    cover,
    covers,
    duel,
    fire,
    gunner,
    hit,
    made,
    plain,
    refused,
    rolled_saves,
    save,
    strike,
    values,
)

SAVES = (
    "buildings", "fortifications", "jungle", "marsh", "river", "ruins", "scrub", "woods", "+bunkers", "+fieldworks",
    "+gun_emplacements",
)  # fmt: skip
HIDE_BOTH = ("buildings", "fortifications", "jungle", "woods", "ruins", "+bunkers", "+gun_emplacements", "+fieldworks")
HIDE_THROUGH = ("cliffs", "hills")
HIDE_NONE = ("marsh", "open_ground", "river", "scrub", "+roads", "+barricade", "+minefield")


def behind(kinds: dict[tuple[int, int], str], foe: str = "AV", **given: Any) -> Table:
    """Let a1.1 face a vehicle in the open over these tiles between."""
    return duel(made(foe), more=kinds, **given)


@pytest.mark.rule("TF-COVER-01")
def test_a_cover_save_makes_a_unit_harder_to_hit() -> None:
    """Infantry in woods is hit on 3 in the place of 4: dice 1, 3, 4 are two hits."""
    done = fire(duel(made("INF"), "woods", weapon(dice=3)), 1, 3, 4).then(ToHitRolled, hits=2)
    assert done.one(ToHitRolled).value.total == 3
    done.cites("TF-COVER-01")


@pytest.mark.rule("TF-COVER-01")
@pytest.mark.parametrize("ground", SAVES)
def test_every_terrain_with_a_cover_save_is_cover(ground: str) -> None:
    """Infantry in any terrain that gives it a cover save is shot at with -1, also where nothing hides it."""
    assert cover(aim(duel(made("INF"), ground))) == -1


@pytest.mark.rule("TF-COVER-01")
@pytest.mark.parametrize("ground", ["open_ground", "hills", "+roads", "+barricade", "+minefield"])
def test_terrain_without_a_cover_save_is_none(ground: str) -> None:
    """Infantry where it has no cover save and nothing hides it is shot at without a modifier."""
    assert cover(aim(duel(made("INF"), ground))) == 0


@pytest.mark.rule("TF-COVER-02")
def test_a_hidden_unit_without_a_cover_save_is_harder_to_hit() -> None:
    """A vehicle in ruins has no cover save and is hit on 3 in the place of 4 all the same."""
    done = fire(duel(made("AV", integrity=2), "ruins"), 4).cites("TF-COVER-02")
    assert (done.one(ToHitRolled).value.total, done.one(ToHitRolled).hits) == (3, 0)


@pytest.mark.rule("TF-COVER-02")
@pytest.mark.parametrize("kind", ["LV", "AV", "WE"])
@pytest.mark.parametrize(("ground", "modifier"), [("woods", -1), ("ruins", -1), ("marsh", 0), ("scrub", 0)])
def test_what_hides_counts_without_a_cover_save(kind: str, ground: str, modifier: int) -> None:
    """Terrain that hides what is in it is worth -1 to vehicles and war engines; cover saves of others are not."""
    assert cover(aim(duel(made(kind), ground))) == modifier


@pytest.mark.rule("TF-COVER-03")
def test_terrain_between_hides() -> None:
    """One wood tile on the line is worth -1 to a unit in the open."""
    done = fire(behind({(4, 5): "woods"}), 6).cites("TF-COVER-03")
    assert values(done) == {"a1.1": 3}
    assert cover(aim(behind({(4, 6): "woods"}))) == 0


@pytest.mark.rule("TF-COVER-04")
def test_cover_counts_once() -> None:
    """Infantry in ruins, behind a wood and beside a tank is at -1; with a cap of -2 at -2."""
    units: Any = {"a1.1": (HERE, gunner()), "b1.1": (THERE, made("INF")), "b2.1": ((6, 5), made("AV"))}
    ground: Any = {THERE: "ruins", (4, 5): "woods"}
    assert values(fire(plain(units, terrain=ground), 6)) == {"a1.1": 3}
    assert values(fire(plain(units, terrain=ground, options={"cover_to_hit_cap": -2}), 6)) == {"a1.1": 2}


@pytest.mark.rule("TF-COVER-05")
def test_cover_does_not_count_in_assaults() -> None:
    """All three hits told in an assault fall on a unit in ruins; its cover save of 3 still serves it."""
    played = assaulted(made("INF", integrity=4, weapons=(UNARMED,)), "ruins")
    told = strike(played, 3)
    assert [each.unit for each in told.one(HitsAllocated).hits] == ["b1.1"] * 3
    done = save(played, 1, 3, 4).then(CasualtyTaken, points=1)
    assert rolled_saves(done) == [("cover", 3, True), ("cover", 3, True), ("cover", 3, False)]
    assert unit(played, "b1.1").integrity == 3


def row(ground: dict[tuple[int, int], str], **given: Any) -> Table:
    """Let a vehicle at (1, 1) face one at (5, 1)."""
    units: Any = {"a1.1": ((1, 1), made("AV")), "b1.1": ((5, 1), made("AV"))}
    return plain(units, terrain=ground, **given)


@pytest.mark.rule("TF-COVER-06")
@pytest.mark.parametrize(
    ("ground", "modifier"),
    [
        ({(3, 1): "woods"}, -1), ({(1, 1): "woods"}, 0), ({(5, 1): "hills"}, 0), ({(5, 1): "woods"}, -1),
        ({(3, 1): "hills"}, -1), ({(3, 2): "woods"}, 0), ({(1, 1): "hills"}, 0), ({}, 0),
    ],
)  # fmt: skip
def test_what_hides_lies_on_the_line(ground: dict[tuple[int, int], str], modifier: int) -> None:
    """Tiles between count, the target's own if it hides what is in it, the attacker's own never."""
    assert cover(aim(row(ground))) == modifier


@pytest.mark.rule("TF-COVER-06")
@pytest.mark.parametrize(
    ("ground", "between", "inside"),
    [(each, -1, -1) for each in HIDE_BOTH] + [(each, -1, 0) for each in HIDE_THROUGH]
    + [(each, 0, 0) for each in HIDE_NONE],
)  # fmt: skip
def test_every_terrain_hides_as_the_table_says(ground: str, between: int, inside: int) -> None:
    """Each kind hides what is behind it and in it, only what is behind it, or nothing."""
    assert cover(aim(row({(3, 1): ground}))) == between
    if ground != "+gun_emplacements":
        assert cover(aim(row({(5, 1): ground}))) == inside


@pytest.mark.rule("TF-COVER-06")
@pytest.mark.parametrize(
    ("ground", "sight", "modifier"),
    [({(3, 1): "woods"}, "clear", 0), ({}, "obscured", -1), ({(5, 1): "ruins"}, "clear", 0)],
)
@pytest.mark.parametrize("named", [("a1.1", "b1.1"), ("", "")])
def test_a_stated_line_of_fire_counts(
    ground: dict[tuple[int, int], str], sight: str, modifier: int, named: tuple[str, str]
) -> None:
    """What is stated of a line of fire takes the place of what is worked out."""
    fact = SightFact(unit=named[0], target=named[1], sight=sight)
    assert cover(aim(row(ground), sights=(fact,))) == modifier


@pytest.mark.rule("TF-COVER-06")
def test_a_line_that_is_stated_as_blocked_is_none() -> None:
    """A line of fire stated as blocked bars the shooting."""
    fact = SightFact(unit="", target="", sight="blocked")
    refused(aim(row({}), sights=(fact,)), "no-line-of-fire", "TF-COVER-07")


@pytest.mark.rule("TF-COVER-06")
@pytest.mark.parametrize(("flags", "modifier"), [(("no_zoc",), 0), (("no_zoc", "obscures"), -1)])
@pytest.mark.parametrize("side", ["a2.1", "b2.1"])
def test_a_unit_may_hide_what_is_behind_it(flags: tuple[str, ...], modifier: int, side: str) -> None:
    """A war engine between hides a target only if its data says so, whosever it is."""
    units: Any = {"a1.1": ((1, 1), made("AV")), "b1.1": ((5, 1), made("AV")), side: ((3, 1), made("WE", flags=flags))}
    assert cover(aim(plain(units))) == modifier


@pytest.mark.rule("TF-COVER-07")
@pytest.mark.parametrize(
    ("most", "woods", "seen"), [(2, 1, True), (2, 2, False), (3, 2, True), (3, 3, False), (0, 3, True), (1, 1, False)]
)
def test_too_much_between_blocks_the_line(most: int, woods: int, seen: bool) -> None:
    """Sight is lost behind as many obscuring tiles as the option says; 0 is for never; fewer are worth -1."""
    played = behind({(3 + each, 5): "woods" for each in range(woods)}, options={"los_block_tiles": most})
    if seen:
        assert cover(aim(played)) == -1
    else:
        refused(aim(played), "no-line-of-fire", "TF-COVER-07")


@pytest.mark.rule("TF-COVER-07")
def test_two_woods_block_by_default_and_the_own_tile_does_not_count() -> None:
    """By default two tiles between block; one between and one that the target stands in do not."""
    refused(aim(behind({(3, 5): "woods", (5, 5): "ruins"})), "no-line-of-fire", "TF-COVER-07")
    assert cover(aim(duel(made("AV"), "woods", more={(4, 5): "woods"}))) == -1
    assert cover(aim(duel(made("AV"), more={(4, 5): "woods", HERE: "woods"}))) == -1


@pytest.mark.rule("TF-COVER-08")
def test_cover_is_judged_pair_by_pair() -> None:
    """Of two attackers only the one behind the wood hits on 3, the other on 4."""
    units: Any = {"a1.1": (HERE, gunner()), "a1.2": ((1, 1), gunner()), "b1.1": (THERE, made("AV", integrity=3))}
    played = plain(units, terrain={(3, 5): "woods"})
    assert covers(aim(played)) == {("a1.1", "b1.1"): -1, ("a1.2", "b1.1"): 0}
    assert values(hit(played, 4, 4)) == {"a1.1": 3, "a1.2": 4}


def several(hidden: int, **given: Any) -> Table:
    """Let a1.1 face three vehicles of b1, some of them in woods."""
    spots = (THERE, (7, 6), (7, 7))
    units: Any = {"a1.1": (HERE, gunner())} | {f"b1.{n}": (spot, made("AV")) for n, spot in enumerate(spots, 1)}
    return plain(units, terrain=dict.fromkeys(spots[:hidden], "woods"), **given)


@pytest.mark.rule("TF-COVER-08")
def test_dice_go_to_the_target_that_is_hit_best() -> None:
    """Unless a target is stated, a shooter's dice go where its hit value is highest."""
    played = several(2)
    assert set(covers(aim(played)).values()) == {-1, 0}
    assert hit(played, 6).one(ToHitRolled).target == "b1.3"
    played = several(2)
    aim(played).accepted()
    stated = hit(played, 6, unit="a1.1", target="b1.1").one(ToHitRolled)
    assert (stated.target, stated.value.total) == ("b1.1", 3)


@pytest.mark.rule("TF-COVER-08")
@pytest.mark.parametrize(("hidden", "modifier"), [(1, 0), (2, -1), (3, -1), (0, 0)])
def test_cover_may_be_judged_for_the_whole_formation(hidden: int, modifier: int) -> None:
    """By the option every pair counts as in cover if most are."""
    played = several(hidden, options={"cover_scope": "formation_majority"})
    outcome = aim(played).accepted()
    assert values(hit(played, 6)) == {"a1.1": 4 + modifier}
    assert set(covers(outcome).values()) == {modifier}

"""AN-PBS: shots on contact, and leaving the fight before the blows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from msgspec import Struct

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    BreakOff,
    BreakTested,
    ChoosePointBlankWeapons,
    ConsolidationBegun,
    DeclineBreakOff,
    DieRerolled,
    H2HRoundBegun,
    HitsScored,
    ModelLost,
    PointBlankPartBegun,
    ShootingDeclared,
    UnitBroken,
    UnitBrokeOff,
    UnitSheet,
)
from tests.kit import Outcome, Table
from tests.rulesets.antares.givens import INCH, at, box, straight, wall, weapon
from tests.rulesets.antares.said_fights import (
    DOWN,
    USED,
    X,
    Y,
    asked,
    charge,
    duel,
    fired,
    gained,
    gun,
    kinds,
    left,
    men,
    of,
    one,
    react,
    resisted,
    row,
    silence,
    through,
)

RIDERS = ("can_assault", "can_sprint", "hit_and_run")
STOPS = ("follow_on", "consolidate", "break_off")


def storm(
    dice: Sequence[int], own: UnitSheet, foe: UnitSheet, *, reaction: str = "", **rest: Any
) -> tuple[Table, list[Struct]]:
    """Let "a-x" assault "b-y" from 4 inches; stops where a choice follows the blows."""
    played = duel(own, foe, dice, 4 * INCH, order="run", **rest)
    seen = list(charge(played, 4 * INCH).accepted().events)
    if reaction:
        react(played, reaction).accepted()
    else:
        seen = []
    return played, [*seen, *through(played, *STOPS)]


def rolls(events: Iterable[Struct], kind: str = "point_blank") -> dict[str, AccuracyRolled]:
    """Give the accuracy rolls of a kind of volley by their unit."""
    volleys: dict[str, ShootingDeclared] = {}
    found = {}
    for each in events:
        if isinstance(each, ShootingDeclared):
            volleys[each.volley] = each
        elif isinstance(each, AccuracyRolled) and volleys[each.volley].kind == kind:
            found[volleys[each.volley].unit] = each
    return found


@pytest.mark.rule("AN-PBS-01")
def test_both_shoot_as_if_under_advance():
    """Acc 5 with a pin shoots at 4 at contact, without aimed bonus; the other side at 5; cover counts."""
    wood = box("w", X + 4 * INCH, Y - 2 * INCH, 6 * INCH, 4 * INCH, cover="soft", los="clear", move="open")
    own, foe = men(1, "used"), men(1, "used")
    dice = [4, 6, 6, 9, 9, 9, 1]
    played, events = storm(dice, own, foe, mine={"pins": 1}, weapons=[gun(1, "used")], terrain=[wood])
    needed = {unit: each.needed.total for unit, each in rolls(events).items()}
    assert needed == {"a-x": 5 - 1, "b-y": 5}
    assert resisted(events)[0].needed.total == 5 + 1 - 1 + 1
    assert gained(events) == row(played).pins == 1


@pytest.mark.rule("AN-PBS-01")
def test_heavy_weapons_without_the_property_stay_silent():
    """A unit whose one weapon is heavy does not shoot at point blank."""
    heavy = gun(1, "big", kind="heavy", properties=())
    _, events = storm([4, 6, 9, 9, 1], men(1, "big"), men(1, "gun"), weapons=[heavy])
    assert set(rolls(events)) == {"b-y"}


@pytest.mark.rule("AN-PBS-02")
def test_weapons_with_the_property_and_no_minimum_range_shoot():
    """A heavy weapon with the property shoots; with a minimum range neither it nor a standard weapon does."""
    for arm, shoots in (
        (gun(0, "used", kind="heavy", properties=("pbs",)), True),
        (gun(0, "used", kind="light_support", properties=()), False),
        (gun(0, "used", kind="heavy", properties=("pbs",), minimum=INCH), False),
        (gun(0, "used", kind="standard", properties=(), minimum=INCH), False),
        (gun(0, "used", kind="standard", properties=()), True),
    ):
        dice = [9, 9, 9, 9, 1] if shoots else [9, 9, 9, 1]
        _, events = storm(dice, men(1, "used"), men(1), weapons=[arm])
        assert ("a-x" in rolls(events)) is shoots, arm


@pytest.mark.rule("AN-PBS-02")
def test_an_overhead_weapon_with_a_minimum_range_is_refused():
    """A choice of an overhead weapon with a minimum range of 10 inches is refused."""
    mortar = weapon("tube", kind="overhead", minimum=10 * INCH, modes=weapon().modes[:1], properties=("blast", "pbs"))
    dice = [9, 9, 9, 9, 9, 1]
    played = duel(men(1, "carbine", "tube"), men(1), dice, 4 * INCH, order="run", weapons=[mortar])
    charge(played, 4 * INCH).asks("pbs_weapons", "red")
    refused = played.refused(ChoosePointBlankWeapons(unit="a-x", weapons=(fired("tube"),)), "red")
    assert {each.clause for each in refused} == {"AN-PBS-02"}
    played.when("red", ChoosePointBlankWeapons(unit="a-x", weapons=(fired("carbine", mode="rapid"),)))
    rapid = rolls(through(played))["a-x"]
    assert (len(rapid.dice), rapid.needed.total) == (2, 5 - 1)


@pytest.mark.rule("AN-PBS-03")
def test_walls_between_do_not_count():
    """With a wall between two units in contact there is no penalty, and every model shoots."""
    fence = wall("w", (X + 4500, 0), (X + 4500, 40 * INCH), los="blocking", height=0, cover="clear")
    dice = [*[9] * 20, 9, 1]
    _, events = storm(dice, men(5, "gun"), men(5, "gun"), terrain=[fence])
    found = rolls(events)
    assert {unit: (each.needed.total, len(each.dice)) for unit, each in found.items()} == {
        "a-x": (5, 5), "b-y": (5, 5),
    }  # fmt: skip


@pytest.mark.rule("AN-PBS-03")
def test_other_modifiers_count():
    """Small targets and pins count at point blank as elsewhere."""
    _, events = storm([9, 9, 9, 1], men(1, "gun"), men(1, size="small"), mine={"pins": 2})
    assert rolls(events)["a-x"].needed.total == 5 - 1 - 2


@pytest.mark.rule("AN-PBS-04")
def test_both_sides_roll_before_losses_are_applied():
    """Five against five that lose two each both throw five dice, without the pins of the exchange."""
    accuracy = [3, 4, 9, 9, 9]
    dice = [*accuracy, *accuracy, 9, 9, 9, 9, *[10] * 6, 9, 1]
    played, events = storm(dice, men(5, "gun"), men(5, "gun"))
    found = rolls(events)
    assert {unit: (each.needed.total, len(each.dice)) for unit, each in found.items()} == {
        "a-x": (5, 5), "b-y": (5, 5),
    }  # fmt: skip
    assert (left(played, "a-x"), left(played)) == (3, 3)
    assert [each.part for each in of(events, PointBlankPartBegun)] == ["simultaneous"]


@pytest.mark.rule("AN-PBS-05")
def test_stand_and_shoot_comes_first():
    """A reactor that kills 2 of 5 and gives a pin is shot at by 3 models at -1."""
    dice = [1, 3, 4, 9, 9, 9, 9, 9, 9, 9, 9, *[10] * 8, 1]
    played, events = storm(dice, men(5, "gun"), men(5, "gun"), reaction="stand_and_shoot", theirs={})
    assert len(rolls(events, "stand_and_shoot")["b-y"].dice) == 5
    mine = rolls(events)["a-x"]
    assert (len(mine.dice), mine.needed.total) == (3, 4)
    assert "b-y" not in rolls(events)
    assert of(events, PointBlankPartBegun)[0].part == "stand_and_shoot"
    assert left(played, "a-x") == 3


@pytest.mark.rule("AN-PBS-06")
def test_a_down_unit_shoots_last():
    """A Down defender of 5 that loses 3 shoots back with 2 models."""
    dice = [2, 3, 4, 9, 9, 9, 9, 9, 9, 9, 1, *[9] * 5, 9, 9, 1]
    played, events = storm(dice, men(5, "gun"), men(5, "gun", type="mounted", flags=("can_assault",)), theirs=DOWN)
    assert left(played) == 2
    assert len(rolls(events)["b-y"].dice) == 2
    assert [each.units for each in of(events, PointBlankPartBegun)] == [("a-x",), ("b-y",)]


@pytest.mark.rule("AN-PBS-07")
@pytest.mark.parametrize("sort", ["infantry", "beast", "weapon_team"])
def test_hits_on_a_down_unit_are_rerolled(sort):
    """All four hits on Down infantry, beasts or weapon teams at point blank are thrown again."""
    dice = [2, 3, 4, 5, 6, 7, 9, 9, *[10] * 5, 9, 1]
    foe = men(1, type=sort, flags=("down_forces_rerolls",))
    _, events = storm(dice, men(4, "gun"), foe, theirs=DOWN)
    again = of(events, DieRerolled)
    assert [(each.before, each.reason) for each in again] == [(2, "down"), (3, "down"), (4, "down"), (5, "down")]
    assert sum(len(each.hits) for each in of(events, HitsScored, unit="b-y")) == 0


@pytest.mark.rule("AN-PBS-08")
def test_breaks_are_settled_before_the_blows():
    """A defender of 5 that loses 3 and has 2 pins tests at 6; a 9 breaks it and there is no hand to hand."""
    dice = [2, 3, 4, 9, 9, 9, 9]
    played, events = storm(dice, men(3, "gun"), men(5), theirs={**USED, "pins": 1})
    assert one(events, BreakTested).needed.total == 6
    assert one(events, UnitBroken).cause == "test"
    assert not of(events, H2HRoundBegun)
    assert row(played).place == "broken"


@pytest.mark.rule("AN-PBS-08")
@pytest.mark.parametrize(("timing", "shoots"), [("end", True), ("per_volley", False)])
def test_when_breaks_are_settled_is_an_option(timing, shoots):
    """A unit that reaches its Co by Stand and Shoot still shoots, but by the option breaks before it does."""
    dice = [1, 3, 1, *([9] if shoots else [])]
    played, events = storm(
        dice, men(1, "gun"), men(1, "gun"), reaction="stand_and_shoot", theirs={}, mine={"pins": 7},
        options={"pbs_break_timing": timing},
    )  # fmt: skip
    assert one(events, UnitBroken).unit == "a-x"
    assert ("a-x" in rolls(events)) is shoots
    assert not of(events, H2HRoundBegun)
    assert row(played, "a-x").place == "broken"


# -- breaking off


def away(played: Table, unit: str, dx: int = 0, dy: int = 0, who: str = "red") -> Outcome:
    return played.when(who, BreakOff(unit=unit, paths=straight(played, unit, dx, dy)))


@pytest.mark.rule("AN-PBS-09")
def test_a_unit_with_hit_and_run_may_break_off():
    """A mounted assaulter with Hit and Run leaves, and no round is fought."""
    played, _ = storm([], men(1, type="mounted", flags=RIDERS), men(1))
    assert asked(played) == "break_off"
    away(played, "a-x", -4 * INCH).then(UnitBrokeOff, unit="a-x").without(H2HRoundBegun)
    assert not of(through(played), H2HRoundBegun)


@pytest.mark.rule("AN-PBS-09")
def test_a_unit_without_the_rule_fights():
    """Infantry without the rule is not asked, and its wish to break off is refused."""
    played, events = storm([9, 9, 9, 1], men(1), men(1))
    assert len(of(events, H2HRoundBegun)) == 1
    away(played, "a-x", -4 * INCH).rejected("AN-CONS-04", "not-asked")
    played, _ = storm([], men(1), men(1, flags=RIDERS))
    assert asked(played) == "break_off"
    away(played, "a-x", -4 * INCH).rejected("AN-PBS-09", "not-asked")
    away(played, "b-y", 4 * INCH, who="blue").then(UnitBrokeOff, unit="b-y")
    through(played)


@pytest.mark.rule("AN-PBS-09")
def test_the_assaulter_decides_first_and_one_is_enough():
    """Both have the rule: the assaulter is asked first; where it stays the target is asked; one leaving ends it."""
    rider = men(1, flags=RIDERS)
    played, _ = storm([], rider, rider)
    assert played.window is not None
    assert played.window.asks == (0,)
    played.when("red", DeclineBreakOff(unit="a-x")).asks("break_off", "blue")
    away(played, "b-y", 4 * INCH, who="blue").then(UnitBrokeOff, unit="b-y")
    assert not of(through(played), H2HRoundBegun)
    played, _ = storm([], rider, rider)
    away(played, "a-x", -4 * INCH)
    assert asked(played) != "break_off"
    through(played)


@pytest.mark.rule("AN-PBS-09")
def test_a_unit_that_stays_fights():
    """Where the unit with the rule declines the round is fought."""
    played, _ = storm([9, 9, 9, 1], men(1, flags=RIDERS), men(1))
    played.when("red", DeclineBreakOff(unit="a-x"))
    assert len(of(through(played), H2HRoundBegun)) == 1


@pytest.mark.rule("AN-PBS-10")
def test_breaking_off_may_pass_through_the_opponent():
    """With M 10 a unit goes 9 inches through the enemy and ends well beyond."""
    played, _ = storm([], men(1, flags=RIDERS, move=10 * INCH), men(1))
    away(played, "a-x", 9 * INCH).accepted()
    assert at(played, "a-x.1") == (X + 13 * INCH, Y)
    through(played)


@pytest.mark.rule("AN-PBS-10")
@pytest.mark.parametrize(
    ("dx", "reason"),
    [
        (2 * INCH, "ends-too-near"), (2999, "ends-too-near"), (3 * INCH, ""), (10 * INCH, ""), (10_001, "too-far"),
        (-999, "ends-too-near"), (-INCH, ""),
    ],
)  # fmt: skip
def test_breaking_off_ends_clear_and_within_m(dx, reason):
    """It may not end in contact or within an inch of the opponent, nor go beyond M; an inch off and M it may."""
    played, _ = storm([], men(1, flags=RIDERS, move=10 * INCH), men(1))
    outcome = away(played, "a-x", dx)
    if reason:
        outcome.rejected("AN-PBS-10", reason)
        assert len(outcome.faults) == 1
    else:
        outcome.then(UnitBrokeOff, unit="a-x")
        through(played)


@pytest.mark.rule("AN-PBS-10")
def test_the_first_inch_need_not_go_straight_away():
    """Breaking off sidewise is allowed where the unit ends an inch away."""
    played, _ = storm([], men(1, flags=RIDERS), men(1))
    away(played, "a-x", 0, 4 * INCH).then(UnitBrokeOff, unit="a-x")
    assert at(played, "a-x.1") == (X + 4 * INCH, Y + 4 * INCH)
    through(played)


@pytest.mark.rule("AN-PBS-11")
def test_a_survivor_consolidates_where_the_other_side_is_gone():
    """A defender that is shot down leaves the assaulter a consolidation move of 1M."""
    played, events = storm([3, 9], men(1, "gun"), men(1))
    assert one(events, ModelLost).model == "b-y.1"
    assert not of(events, H2HRoundBegun)
    assert one(events, ConsolidationBegun).units == ("a-x",)
    assert asked(played) == "consolidate"
    assert played.window is not None
    assert played.window.asks == (0,)
    silence(played)


@pytest.mark.rule("AN-PBS-11")
def test_a_survivor_consolidates_where_the_other_broke_off():
    """Where the assaulter breaks off the target may consolidate."""
    played, _ = storm([], men(1, flags=RIDERS), men(1))
    events = away(played, "a-x", -4 * INCH).events
    assert one(events, ConsolidationBegun).units == ("b-y",)
    assert "H2HRoundBegun" not in kinds(through(played))

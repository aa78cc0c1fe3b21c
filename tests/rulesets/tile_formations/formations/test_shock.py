"""Shock: when it is added, when not, and what outside rules do to it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.messages import DisputeFact, SettleDispute
from adjudicator.rulesets.tile_formations.model.messages import (
    AdjustShock,
    CasualtyTaken,
    FormationStateChanged,
    OutOfFormationDestroyed,
    RecordCasualties,
    SetFormationState,
    ShockAdded,
    ShockRemoved,
    UnitDestroyed,
)
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.fixtures import (
    FAR_ENEMY,
    MOST_INTEGER,
    QUIET_ENEMY_AT_F3,
    SHOOTER_PLACE,
    TARGET_PLACE,
    WOOD_AND_MINES,
    duel,
    facing_group,
    gunner,
    infantry,
    table,
    unarmed,
    vehicle,
    weapon,
    wide_ground,
    zoneless,
)
from tests.rulesets.tile_formations.steps import (
    begin_action,
    come_and_declare,
    end_move,
    hold_and_shoot,
    move,
    open_assault,
    refused,
    report_hits,
    roll,
    roll_saves,
    roll_to_hit,
    shock_added,
    shock_of,
    units_left,
)


def adjust(played: Table, amount: int, formation: str = "b1") -> Outcome:
    """Let the referee change Shock; the outcome may be a refusal."""
    return played.when("referee", AdjustShock(formation=formation, amount=amount, reason="outside rules"))


@pytest.mark.rule("TF-SHOCK-01")
@pytest.mark.ruling("TF-SHOCK-01.2")
def test_shock_is_counted_for_each_formation() -> None:
    """Shock begins at 0, one and one are two, and other formations have their own."""
    played = duel(unarmed(), referee=True)
    begin_action(played, "a1", "hold")
    assert shock_of(played, "b1") == 0
    adjust(played, 1).then(ShockAdded, formation="b1", amount=1, total=1)
    adjust(played, 1).then(ShockAdded, amount=1, total=2)
    assert (shock_of(played, "b1"), shock_of(played, "a1"), shock_of(played, "b9")) == (2, 0, 0)
    adjust(played, -1).then(ShockRemoved, amount=1, total=1)
    refused(adjust(played, 0), "no-amount", "TF-SHOCK-01")
    assert shock_of(played, "b1") == 1


@pytest.mark.rule("TF-SHOCK-02")
@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, [("under_fire", 1)]), ({"shock_under_fire": 2}, [("under_fire", 2)]), ({"shock_under_fire": 0}, [])],
)
@pytest.mark.ruling("TF-SHOCK-02.2")
def test_being_shot_at_brings_shock(options: dict[str, int], expected: list[tuple[str, int]]) -> None:
    """A shooting without a hit brings 1 Shock, or what the option says."""
    played = duel(unarmed(), options=options)
    assert shock_added(come_and_declare(played)) == expected
    roll_to_hit(played, 6).without(ShockAdded)
    assert shock_of(played, "b1") == sum(amount for _, amount in expected)


@pytest.mark.rule("TF-SHOCK-02")
def test_shock_is_the_same_for_many_shooters_and_not_without_one() -> None:
    """Two shooters bring 1 Shock together; a second shooting brings another; one that no unit can do brings none."""
    units: Any = {"a1.1": (SHOOTER_PLACE, gunner()), "a1.2": ((1, 6), gunner()), "b1.1": (TARGET_PLACE, unarmed())}
    played = wide_ground(units)
    hold_and_shoot(played, 6, 6)
    assert shock_of(played, "b1") == 1
    hold_and_shoot(played, 6, 6)
    assert shock_of(played, "b1") == 2
    played = wide_ground({"a1.1": (SHOOTER_PLACE, gunner(weapon(weapon_range=3))), "b1.1": (TARGET_PLACE, unarmed())})
    refused(come_and_declare(played), "out-of-range", "TF-SHOOT-05")
    assert shock_of(played, "b1") == 0


@pytest.mark.rule("TF-SHOCK-03")
@pytest.mark.parametrize(("options", "shock"), [({}, 1), ({"shock_per_unit_destroyed": 2}, 2)])
@pytest.mark.ruling("TF-SHOCK-03.2")
def test_units_destroyed_by_shooting_bring_shock(options: dict[str, int], shock: int) -> None:
    """Two units destroyed in one shooting bring 2 Shock besides that of being shot at."""
    played = facing_group((7, 5), (7, 6), (7, 7), gun=weapon(dice=2), integrity=1, options=options)
    hold_and_shoot(played, 1, 1)
    before = shock_of(played, "b1")
    done = roll_saves(played)
    assert sum(amount for reason, amount in shock_added(done) if reason == "unit_destroyed") == 2 * shock
    assert (before, shock_of(played, "b1")) == (1, 1 + 2 * shock)


@pytest.mark.rule("TF-SHOCK-03")
def test_units_destroyed_in_an_assault_bring_shock() -> None:
    """A unit destroyed by a hit of an assault brings 1 Shock, and none for the assault itself."""
    played = open_assault(unarmed(integrity=1), "open_ground")
    report_hits(played, 1)
    roll_saves(played).then(UnitDestroyed, unit="b1.1", cause="assault").then(ShockAdded, formation="b1", amount=1)
    assert shock_of(played, "b1") == 1


@pytest.mark.rule("TF-SHOCK-03")
@pytest.mark.parametrize(("stated", "total"), [(True, 1), (False, 0)])
def test_losses_that_are_stated_may_bring_shock(stated: bool, total: int) -> None:
    """A destroyed unit that is stated brings Shock if it is said so; one that is only hurt brings none."""
    played = duel(unarmed(integrity=2), referee=True)
    begin_action(played, "a1", "hold")
    command = RecordCasualties(unit="b1.1", points=1, causes_shock=stated)
    played.when("referee", command).then(CasualtyTaken, left=1).without(ShockAdded, UnitDestroyed)
    played.when("referee", command).then(UnitDestroyed, unit="b1.1")
    assert shock_of(played, "b1") == total


@pytest.mark.rule("TF-SHOCK-04")
def test_losses_of_a_march_bring_no_shock() -> None:
    """A march that loses one unit in a minefield and one out of formation brings no Shock."""
    units: Any = {f"a1.{n}": ((2, 1 + n), zoneless("INF")) for n in (1, 2, 3)}
    played = wide_ground(units, terrain={(3, 3): "+minefield"}, options={"coherency_tiles": 2})
    begin_action(played, "a1", "march")
    move(played, "a1.2", (3, 3)).accepted()
    roll(played, "a1.2", 5).then(UnitDestroyed, cause="dangerous_terrain").without(ShockAdded)
    move(played, "a1.3", (2, 5), (2, 6), (2, 7), (2, 8)).accepted()
    kept = end_move(played, "a1", "a1.1").then(OutOfFormationDestroyed, units=("a1.3",), kept=("a1.1",))
    kept.without(ShockAdded)
    for _ in range(2):
        end_move(played, "a1").without(ShockAdded)
    assert (shock_of(played, "a1"), units_left(played)) == (0, ["a1.1", "a9.1", "b9.1"])


@pytest.mark.rule("TF-SHOCK-04")
def test_casualties_of_dangerous_terrain_bring_no_shock() -> None:
    """A casualty that leaves the unit alive brings none either."""
    played = wide_ground({"a1.1": ((2, 2), zoneless("AV", integrity=2))}, terrain={(3, 2): "woods"})
    begin_action(played, "a1")
    move(played, "a1.1", (3, 2)).accepted()
    roll(played, "a1.1", 6, 1).then(CasualtyTaken, left=1).without(ShockAdded)
    assert shock_of(played, "a1") == 0


@pytest.mark.rule("TF-SHOCK-05")
def test_the_shock_of_a_crossfire_comes_once() -> None:
    """A formation wholly in fortifications in a crossfire that loses a unit takes 1 and 1 and 1 Shock."""
    units: Any = {
        "a1.1": (SHOOTER_PLACE, gunner(weapon(dice=2))),
        "a1.2": ((1, 6), gunner()),
        "b1.1": (TARGET_PLACE, unarmed(integrity=1)),
        "b1.2": ((7, 6), unarmed()),
    }
    played = wide_ground(units, terrain={TARGET_PLACE: "fortifications", (7, 6): "fortifications"})
    added = shock_added(come_and_declare(played, crossfire=True).accepted())
    added += shock_added(roll_to_hit(played, 1, 1, 6))
    added += shock_added(roll_saves(played, 5, 4).then(UnitDestroyed, unit="b1.1"))
    assert sorted(added) == [("crossfire", 1), ("under_fire", 1), ("unit_destroyed", 1)]
    assert shock_of(played, "b1") == 3


@pytest.mark.rule("TF-SHOCK-01", "TF-ZOC-02")
def test_shock_and_state_come_from_outside() -> None:
    """A referee adds Shock and takes it away down to 0, and breaks formations."""
    played = table(
        WOOD_AND_MINES, QUIET_ENEMY_AT_F3 | {"a1.1": ("A1", vehicle())}, formations={"b1": {"state": "overwatch"}}
    )
    played.ask("choose_action", "red")
    played.when("referee", AdjustShock(formation="a1", amount=2, reason="shelled")).then(ShockAdded, total=2)
    played.when("referee", AdjustShock(formation="a1", amount=-5, reason="")).then(ShockRemoved, amount=2, total=0)
    played.when("referee", AdjustShock(formation="a1", amount=-5, reason="")).exactly()
    broken = SetFormationState(formation="b1", state="broken")
    played.when("referee", broken).then(FormationStateChanged, state="broken")
    played.when("referee", SetFormationState(formation="b1", state="tired")).rejected("TF-ZOC-02", "no-such-state")


@pytest.mark.rule("TF-SHOCK-01")
@pytest.mark.parametrize("amount", [100, -100, MOST_INTEGER, -MOST_INTEGER])
def test_shock_that_is_stated_has_a_bound(amount: int) -> None:
    """Shock grows by at most 99 at a time, so that its sum fits the log, and a disputed value is bound too."""
    played = table("", {"a1.1": ("A1", infantry()), "b1.1": FAR_ENEMY}, referee=True)
    played.ask("choose_action", "red")
    adjusted = AdjustShock(formation="a1", amount=amount, reason="")
    played.when("referee", adjusted).rejected("TF-SHOCK-01", "number-range", "amount", most=99)
    stated = played.when("red", AdjustShock(formation="a1", amount=1, reason="")).accepted()
    fact = next(iter(stated.table.game.facts))
    wild = DisputeFact(fact=fact, value=f"{amount:+d} more")
    played.when("blue", wild).rejected("TF-SHOCK-01", "unreadable-value", "value")
    played.when("blue", DisputeFact(fact=fact, value="+99 more")).accepted()
    ruled = SettleDispute(fact=fact, value=f"{amount:+d} more", reason="")
    played.when("referee", ruled).rejected("TF-SHOCK-01", "unreadable-value", "value")
    played.when("referee", SettleDispute(fact=fact, value="+1", reason="")).then(ShockAdded, amount=1)
    assert shock_of(played, "a1") == 1


@pytest.mark.rule("TF-SHOCK-01")
def test_shock_does_not_fall_below_nothing() -> None:
    """Outside rules take away what there is, down to 0, and then nothing is stated."""
    played = duel(unarmed(), referee=True, formations={"b1": {"shock": 2}})
    begin_action(played, "a1", "hold")
    less = AdjustShock(formation="b1", amount=-5, reason="rallied")
    played.when("referee", less).then(ShockRemoved, formation="b1", amount=2, total=0)
    played.when("referee", less).without(ShockRemoved)
    assert shock_of(played, "b1") == 0
    more = AdjustShock(formation="b1", amount=3, reason="outside rules")
    played.when("referee", more).then(ShockAdded, formation="b1", amount=3, total=3)


@pytest.mark.rule("TF-SHOCK-02")
def test_who_shoots_takes_no_shock() -> None:
    """Being shot at costs the target Shock, and neither the shooters nor another formation beside the target."""
    units: Any = {"a1.1": (SHOOTER_PLACE, gunner()), "b1.1": (TARGET_PLACE, unarmed()), "b2.1": ((7, 6), unarmed())}
    played = wide_ground(units)
    hold_and_shoot(played, 6)
    assert [shock_of(played, row) for row in ("a1", "b1", "b2")] == [0, 1, 0]

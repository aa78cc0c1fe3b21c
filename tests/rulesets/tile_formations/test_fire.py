"""Clause tests: shooting as far as modifiers and saves need it, and the counting of Shock."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    AdjustShock,
    AllocateHits,
    ArmyMustered,
    CasualtyTaken,
    HitOnUnit,
    HitsAllocated,
    HitsScored,
    HitValues,
    OutOfFormationDestroyed,
    RecordCasualties,
    ShockAdded,
    ShockRemoved,
    ShootingDeclared,
    ShootingResolved,
    ToHitRolled,
    UnitDestroyed,
)
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.creating import create, muster, opened
from tests.rulesets.tile_formations.creating import formation as formation_of
from tests.rulesets.tile_formations.givens import (
    Place,
    alive,
    at,
    begin,
    end_move,
    infantry,
    move,
    roll,
    shock,
    unit,
    weapon,
    where,
)
from tests.rulesets.tile_formations.said_shots import (
    HERE,
    THERE,
    UNARMED,
    aim,
    assaulted,
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
    shocks,
    strike,
    values,
)


def foe(kind: str = "INF", **changes: Any) -> Any:
    """Make a unit of integrity 3 that can not shoot."""
    return made(kind, **({"integrity": 3, "weapons": (UNARMED,)} | changes))


def group(*places: Place, gun: Any = None, terrain: Any = None, options: Any = None, **changes: Any) -> Table:
    """Let a1.1 at (1, 5) face a formation of infantry in these places."""
    units: Any = {"a1.1": (HERE, gunner(gun))}
    units |= {f"b1.{n}": (place, foe(**changes)) for n, place in enumerate(places, 1)}
    return plain(units, terrain=terrain, options=options)


def fallen(outcome: Outcome) -> list[str]:
    """List the units on which hits fell, hit by hit."""
    return [each.unit for each in outcome.one(HitsAllocated).hits]


# -- shooting


@pytest.mark.rule("TF-SHOOT-01")
def test_each_die_hits_on_the_value_or_less() -> None:
    """With 3 dice, the hit value 4 and cover the dice 3, 4, 1 are 2 hits."""
    done = fire(duel(foe(), "woods", weapon(dice=3)), 3, 4, 1).then(ToHitRolled, faces=(3, 4, 1), hits=2)
    assert done.one(ToHitRolled).value.total == 3
    assert len(done.one(HitsScored).hits) == 2


@pytest.mark.rule("TF-SHOOT-01")
@pytest.mark.parametrize(("kind", "value"), [("INF", 5), ("LV", 3), ("AV", 3), ("WE", 2)])
def test_the_hit_value_is_that_of_the_class(kind: str, value: int) -> None:
    """A weapon has its own hit value against infantry, vehicles and war engines."""
    done = fire(duel(foe(kind), gun=weapon(dice=2, to_hit=(5, 3, 2))), value, value + 1).then(ToHitRolled, hits=1)
    assert values(done) == {"a1.1": value}


@pytest.mark.rule("TF-SHOOT-01")
def test_each_weapon_of_a_unit_rolls_its_own_dice() -> None:
    """A unit of two weapons rolls 2 dice at 4 and 1 at 2, each weapon by itself."""
    armed = made("AV", weapons=(weapon("cannon", dice=2), weapon("flak", to_hit=2)))
    played = plain({"a1.1": (HERE, armed), "b1.1": (THERE, foe(integrity=9))})
    done = fire(played, 4, 5, 3)
    rolls = [(each.weapon, each.value.total, each.hits) for each in done.events if isinstance(each, ToHitRolled)]
    assert rolls == [("cannon", 4, 1), ("flak", 2, 0)]


@pytest.mark.rule("TF-SHOOT-01")
def test_units_without_data_have_the_usual_weapon() -> None:
    """Without weapons in its data a unit has 1 die, hits on 4 and reaches 12, or what the option says."""
    played = opened()
    create(played).accepted()
    came = muster(played, "red", formation_of(infantry(weapons=()))).one(ArmyMustered)
    (usual,) = came.formations[0].units[0].weapons
    assert (usual.dice, usual.range, usual.to_hit) == (1, 12, HitValues(infantry=4, vehicles=4, war_engines=4))
    played = opened()
    other = weapon("other", dice=2, to_hit=3, range=7)
    create(played, options={"default_weapon": other}).accepted()
    came = muster(played, "red", formation_of(infantry(weapons=()))).one(ArmyMustered)
    assert came.formations[0].units[0].weapons == (other,)


@pytest.mark.rule("TF-SHOOT-02")
@pytest.mark.parametrize(
    ("action", "ground", "value"),
    [
        ("double", "woods", 2), ("marshal", "woods", 2), ("advance", "woods", 3), ("hold", "open_ground", 4),
        ("double", "open_ground", 3),
    ],
)  # fmt: skip
def test_modifiers_of_the_action_add_to_cover(action: str, ground: str, value: int) -> None:
    """The hit value 4 is 2 after a double move at a target in cover."""
    played = duel(foe(), ground)
    aim(played, action=action).accepted()
    assert values(hit(played, 6)) == {"a1.1": value}


@pytest.mark.rule("TF-SHOOT-02")
def test_modifiers_of_actions_are_an_option() -> None:
    """The option names the modifier of an action; what it does not name stays."""
    options = {"action_to_hit_modifiers": {"advance": -2}}
    for action, value in (("advance", 2), ("double", 3), ("hold", 4)):
        played = duel(foe(), options=options)
        aim(played, action=action).accepted()
        assert values(hit(played, 6)) == {"a1.1": value}


@pytest.mark.rule("TF-SHOOT-02")
@pytest.mark.parametrize(("told", "value"), [(1, 4), (-1, 2), (-2, 1)])
def test_other_modifiers_are_told(told: int, value: int) -> None:
    """What the command says adds to the cover of woods."""
    played = duel(foe(), "woods")
    assert values(fire(played, 6, to_hit_modifier=told)) == {"a1.1": value}


@pytest.mark.rule("TF-SHOOT-02")
def test_a_value_of_nothing_hits_nothing() -> None:
    """A hit value lowered to 0 does not hit on a 1."""
    played = duel(foe(), gun=weapon(to_hit=2))
    fire(played, 1, to_hit_modifier=-2).then(ToHitRolled, hits=0)


@pytest.mark.rule("TF-SHOOT-03")
def test_hits_are_spread_from_the_nearest() -> None:
    """Of 3 hits the nearer of two units takes 2, the other 1."""
    played = group((8, 5), (6, 5), gun=weapon(dice=3))
    done = fire(played, 1, 1, 1).then(HitsScored, HitsAllocated)
    assert sorted(fallen(done)) == ["b1.1", "b1.2", "b1.2"]
    save(played).then(CasualtyTaken, unit="b1.1", points=1).without(UnitDestroyed)
    assert [unit(played, each).integrity for each in ("b1.1", "b1.2")] == [2, 1]


@pytest.mark.rule("TF-SHOOT-03")
def test_nobody_takes_two_before_everybody_has_one() -> None:
    """Of 2 hits each of the two nearest units takes one, the farthest none."""
    done = fire(group((9, 5), (6, 5), (8, 5), gun=weapon(dice=2)), 1, 1)
    assert sorted(fallen(done)) == ["b1.2", "b1.3"]


@pytest.mark.rule("TF-SHOOT-03")
@pytest.mark.parametrize(("second", "terrain"), [((15, 5), {}), ((9, 5), {(7, 5): "woods", (8, 5): "woods"})])
def test_only_units_in_range_and_sight_take_hits(second: Place, terrain: dict[Place, str]) -> None:
    """A unit that is too far or out of sight takes none of 3 hits."""
    done = fire(group((6, 5), second, gun=weapon(dice=3), terrain=terrain), 1, 1, 1)
    assert fallen(done) == ["b1.1"] * 3


@pytest.mark.rule("TF-SHOOT-03")
@pytest.mark.parametrize(("option", "chooser", "other"), [("owner", "blue", "red"), ("attacker", "red", "blue")])
def test_hits_may_be_put_on_units(option: str, chooser: str, other: str) -> None:
    """By the option the owner or the attacker puts every hit on a unit that can be hit, and nobody else does."""
    played = group((6, 5), (8, 5), (15, 5), gun=weapon(dice=3), options={"hit_allocation": option})
    fire(played, 1, 1, 1).without(HitsAllocated).asks("allocate", chooser)

    def put(*units: str) -> AllocateHits:
        return AllocateHits(hits=tuple(HitOnUnit(hit=f"h{n}", unit=each) for n, each in enumerate(units, 1)))

    refused(played.when(other, put("b1.2", "b1.2", "b1.2")), "not-asked", "TF-SHOOT-03")
    refused(played.when(chooser, put("b1.2", "b1.2")), "hits-missing", "TF-SHOOT-03")
    refused(played.when(chooser, put("b1.2", "b1.2", "b1.3")), "hit-can-not-fall", "TF-SHOOT-05")
    done = played.when(chooser, put("b1.2", "b1.2", "b1.1")).then(HitsAllocated).asks("saves", "blue")
    assert fallen(done) == ["b1.2", "b1.2", "b1.1"]
    save(played)
    assert [unit(played, each).integrity for each in ("b1.1", "b1.2", "b1.3")] == [2, 1, 3]


@pytest.mark.rule("TF-SHOOT-04")
def test_one_save_for_each_hit() -> None:
    """Of 2 hits on infantry of integrity 2 in ruins the dice 3 and 4 save one: it keeps 1 point."""
    played = duel(foe(integrity=2), "ruins", weapon(dice=2))
    fire(played, 1, 1)
    done = save(played, 3, 4).then(CasualtyTaken, unit="b1.1", points=1, left=1).then(ShootingResolved)
    assert [made_it for _, _, made_it in rolled_saves(done)] == [True, False]
    assert unit(played, "b1.1").integrity == 1


@pytest.mark.rule("TF-SHOOT-04")
def test_units_are_removed_after_all_saves() -> None:
    """A unit that has failed its save stays until the others have rolled theirs."""
    played = group((7, 5), (7, 6), gun=weapon(dice=2), armour=2, integrity=1)
    fire(played, 1, 1)
    save(played, 5, unit="b1.1").without(UnitDestroyed, ShootingResolved)
    assert where(played, "b1.1") == at(7, 5)
    save(played, 2, unit="b1.2").then(UnitDestroyed, unit="b1.1").then(ShootingResolved)
    assert (where(played, "b1.1"), unit(played, "b1.2").integrity) == ("", 1)
    assert "b1.1" not in alive(played)


@pytest.mark.rule("TF-SHOOT-05")
@pytest.mark.parametrize(("ground", "seen"), [("open_ground", False), ("hills", True)])
def test_vision_bounds_shooting(ground: str, seen: bool) -> None:
    """With vision 10 a target 11 tiles off can be shot at from a hill, and not from open ground."""
    played = plain(
        {"a1.1": ((1, 1), gunner(weapon(range=20), vision=10)), "b1.1": ((12, 1), foe())}, terrain={(1, 1): ground}
    )
    if seen:
        aim(played).then(ShootingDeclared)
    else:
        refused(aim(played), "beyond-vision", "TF-SHOOT-05", distance=11)
        assert shock(played, "b1") == 0


@pytest.mark.rule("TF-SHOOT-05")
def test_the_range_of_the_weapon_bounds_shooting() -> None:
    """At a range of 12 a target 12 tiles off can be shot at, 13 tiles off not."""
    units: Any = {"a1.1": ((1, 1), gunner()), "b1.1": ((13, 1), foe())}
    aim(plain(units)).then(ShootingDeclared)
    refused(aim(plain(units | {"b1.1": ((14, 1), foe())})), "out-of-range", "TF-SHOOT-05", distance=13)


@pytest.mark.rule("TF-SHOOT-05")
def test_only_who_can_hit_shoots() -> None:
    """Of two shooters the one that is too far off, or without a line of fire, has no part in the shooting."""
    units: Any = {"a1.1": ((7, 1), gunner()), "a1.2": ((1, 5), gunner(weapon(range=5))), "b1.1": (THERE, foe())}
    played = plain(units)
    assert set(covers(aim(played))) == {("a1.1", "b1.1")}
    assert set(values(hit(played, 6))) == {"a1.1"}
    played = plain(units | {"a1.2": (HERE, gunner())}, terrain={(4, 5): "woods", (5, 5): "woods"})
    assert set(covers(aim(played))) == {("a1.1", "b1.1")}


@pytest.mark.rule("TF-SHOOT-03", "TF-SHOOT-05")
@pytest.mark.parametrize("far_reaching", ["a1.1", "a1.2"])
def test_hits_fall_only_where_their_shooter_can_hit(far_reaching: str) -> None:
    """Of two hits, one each, the one of the shooter that does not reach the farther unit falls on the nearer."""
    units: Any = {"b1.1": ((6, 5), foe()), "b1.2": ((11, 5), foe())}
    for id, place in (("a1.1", HERE), ("a1.2", (1, 6))):
        units[id] = (place, gunner(weapon(range=12 if id == far_reaching else 6)))
    done = fire(plain(units), 1, 1)
    where_to = {each.shooter: each.unit for each in done.one(HitsAllocated).hits}
    short = "a1.2" if far_reaching == "a1.1" else "a1.1"
    assert where_to == {far_reaching: "b1.2", short: "b1.1"}


@pytest.mark.rule("TF-SHOOT-05")
def test_a_weapon_beyond_its_range_does_not_roll() -> None:
    """Of two weapons of a unit only the one that reaches rolls."""
    armed = made("AV", weapons=(weapon("long", range=12), weapon("short", range=5)))
    done = fire(plain({"a1.1": (HERE, armed), "b1.1": (THERE, foe())}), 6)
    assert done.one(ToHitRolled).weapon == "long"


# -- Shock


def adjust(played: Table, amount: int, formation: str = "b1") -> Outcome:
    """Let the referee change Shock; the outcome may be a refusal."""
    return played.when("referee", AdjustShock(formation=formation, amount=amount, reason="outside rules"))


@pytest.mark.rule("TF-SHOCK-01")
def test_shock_is_counted_for_each_formation() -> None:
    """Shock begins at 0, one and one are two, and other formations have their own."""
    played = duel(foe(), referee=True)
    begin(played, "a1", "hold")
    assert shock(played, "b1") == 0
    adjust(played, 1).then(ShockAdded, formation="b1", amount=1, total=1)
    adjust(played, 1).then(ShockAdded, amount=1, total=2)
    assert (shock(played, "b1"), shock(played, "a1"), shock(played, "b9")) == (2, 0, 0)
    adjust(played, -1).then(ShockRemoved, amount=1, total=1)
    refused(adjust(played, 0), "no-amount", "TF-SHOCK-01")
    assert shock(played, "b1") == 1


@pytest.mark.rule("TF-SHOCK-02")
@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, [("under_fire", 1)]), ({"shock_under_fire": 2}, [("under_fire", 2)]), ({"shock_under_fire": 0}, [])],
)
def test_being_shot_at_brings_shock(options: dict[str, int], expected: list[tuple[str, int]]) -> None:
    """A shooting without a hit brings 1 Shock, or what the option says."""
    played = duel(foe(), options=options)
    assert shocks(aim(played)) == expected
    hit(played, 6).without(ShockAdded)
    assert shock(played, "b1") == sum(amount for _, amount in expected)


@pytest.mark.rule("TF-SHOCK-02")
def test_shock_is_the_same_for_many_shooters_and_not_without_one() -> None:
    """Two shooters bring 1 Shock together; a second shooting brings another; one that no unit can do brings none."""
    units: Any = {"a1.1": (HERE, gunner()), "a1.2": ((1, 6), gunner()), "b1.1": (THERE, foe())}
    played = plain(units)
    fire(played, 6, 6)
    assert shock(played, "b1") == 1
    fire(played, 6, 6)
    assert shock(played, "b1") == 2
    played = plain({"a1.1": (HERE, gunner(weapon(range=3))), "b1.1": (THERE, foe())})
    refused(aim(played), "out-of-range", "TF-SHOOT-05")
    assert shock(played, "b1") == 0


@pytest.mark.rule("TF-SHOCK-03")
@pytest.mark.parametrize(("options", "each"), [({}, 1), ({"shock_per_unit_destroyed": 2}, 2)])
def test_units_destroyed_by_shooting_bring_shock(options: dict[str, int], each: int) -> None:
    """Two units destroyed in one shooting bring 2 Shock besides that of being shot at."""
    played = group((7, 5), (7, 6), (7, 7), gun=weapon(dice=2), integrity=1, options=options)
    fire(played, 1, 1)
    before = shock(played, "b1")
    done = save(played)
    assert sum(amount for reason, amount in shocks(done) if reason == "unit_destroyed") == 2 * each
    assert (before, shock(played, "b1")) == (1, 1 + 2 * each)


@pytest.mark.rule("TF-SHOCK-03")
def test_units_destroyed_in_an_assault_bring_shock() -> None:
    """A unit destroyed by a hit of an assault brings 1 Shock, and none for the assault itself."""
    played = assaulted(foe(integrity=1), "open_ground")
    strike(played, 1)
    save(played).then(UnitDestroyed, unit="b1.1", cause="assault").then(ShockAdded, formation="b1", amount=1)
    assert shock(played, "b1") == 1


@pytest.mark.rule("TF-SHOCK-03")
@pytest.mark.parametrize(("told", "total"), [(True, 1), (False, 0)])
def test_losses_that_are_told_may_bring_shock(told: bool, total: int) -> None:
    """A destroyed unit that is told brings Shock if it is said so; one that is only hurt brings none."""
    played = duel(foe(integrity=2), referee=True)
    begin(played, "a1", "hold")
    command = RecordCasualties(unit="b1.1", points=1, causes_shock=told)
    played.when("referee", command).then(CasualtyTaken, left=1).without(ShockAdded, UnitDestroyed)
    played.when("referee", command).then(UnitDestroyed, unit="b1.1")
    assert shock(played, "b1") == total


@pytest.mark.rule("TF-SHOCK-04")
def test_losses_of_a_march_bring_no_shock() -> None:
    """A march that loses one unit in a minefield and one out of formation brings no Shock."""
    units: Any = {f"a1.{n}": ((2, 1 + n), made("INF")) for n in (1, 2, 3)}
    played = plain(units, terrain={(3, 3): "+minefield"}, options={"coherency_tiles": 2})
    begin(played, "a1", "march")
    move(played, "a1.2", (3, 3)).accepted()
    roll(played, "a1.2", 5).then(UnitDestroyed, cause="dangerous_terrain").without(ShockAdded)
    move(played, "a1.3", (2, 5), (2, 6), (2, 7), (2, 8)).accepted()
    kept = end_move(played, "a1", "a1.1").then(OutOfFormationDestroyed, units=("a1.3",), kept=("a1.1",))
    kept.without(ShockAdded)
    for _ in range(2):
        end_move(played, "a1").without(ShockAdded)
    assert (shock(played, "a1"), alive(played)) == (0, ["a1.1", "a9.1", "b9.1"])


@pytest.mark.rule("TF-SHOCK-04")
def test_casualties_of_dangerous_terrain_bring_no_shock() -> None:
    """A casualty that leaves the unit alive brings none either."""
    played = plain({"a1.1": ((2, 2), made("AV", integrity=2))}, terrain={(3, 2): "woods"})
    begin(played, "a1")
    move(played, "a1.1", (3, 2)).accepted()
    roll(played, "a1.1", 6, 1).then(CasualtyTaken, left=1).without(ShockAdded)
    assert shock(played, "a1") == 0


@pytest.mark.rule("TF-SHOCK-05")
def test_the_shock_of_a_crossfire_comes_once() -> None:
    """A formation wholly in fortifications in a crossfire that loses a unit takes 1 and 1 and 1 Shock."""
    units: Any = {
        "a1.1": (HERE, gunner(weapon(dice=2))), "a1.2": ((1, 6), gunner()), "b1.1": (THERE, foe(integrity=1)),
        "b1.2": ((7, 6), foe()),
    }  # fmt: skip
    played = plain(units, terrain={THERE: "fortifications", (7, 6): "fortifications"})
    said = shocks(aim(played, crossfire=True).accepted())
    said += shocks(hit(played, 1, 1, 6))
    said += shocks(save(played, 5, 4).then(UnitDestroyed, unit="b1.1"))
    assert sorted(said) == [("crossfire", 1), ("under_fire", 1), ("unit_destroyed", 1)]
    assert shock(played, "b1") == 3

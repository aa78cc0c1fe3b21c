"""Shooting from its declaration to its end."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.decide.offers import Choice
from adjudicator.rulesets.tile_formations.model.messages import (
    AllocateHits,
    ArmyMustered,
    CasualtyTaken,
    HitsAllocated,
    HitSaved,
    HitsScored,
    HitValues,
    RecordCasualties,
    RollSaves,
    RollToHit,
    SavesRolled,
    ShockAdded,
    ShootingDeclared,
    ShootingResolved,
    ToHitRolled,
    UnitDestroyed,
)
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.fixtures import (
    SHOOTER,
    SHOOTER_PLACE,
    TARGET,
    TARGET_PLACE,
    aircraft,
    at,
    duel,
    facing_group,
    formation_sheet,
    gunner,
    infantry,
    open_table,
    rifles,
    unarmed,
    vehicle,
    weapon,
    wide_ground,
    zoneless,
)
from tests.rulesets.tile_formations.steps import (
    about_to_shoot,
    come_and_declare,
    come_to_shooting,
    cover_modifiers,
    create,
    declare,
    end_action,
    hit_values,
    hold_and_shoot,
    muster,
    open_window,
    refused,
    roll_saves,
    roll_to_hit,
    rolled_saves,
    shock_of,
    tile_of_unit,
    try_saves,
    try_to_hit,
    unit_row,
    units_left,
)


@pytest.mark.rule("TF-SHOOT-01")
def test_each_die_hits_on_the_value_or_less() -> None:
    """With 3 dice, the hit value 4 and cover the dice 3, 4, 1 are 2 hits."""
    done = hold_and_shoot(duel(unarmed(), "woods", weapon(dice=3)), 3, 4, 1).then(ToHitRolled, faces=(3, 4, 1), hits=2)
    assert done.one(ToHitRolled).value.total == 3
    assert len(done.one(HitsScored).hits) == 2


@pytest.mark.rule("TF-SHOOT-01")
@pytest.mark.parametrize(("kind", "value"), [("INF", 5), ("LV", 3), ("AV", 3), ("WE", 2)])
@pytest.mark.ruling("TF-SHOOT-01.2")
def test_the_hit_value_is_that_of_the_class(kind: str, value: int) -> None:
    """A weapon has its own hit value against infantry, vehicles and war engines."""
    done = hold_and_shoot(duel(unarmed(kind), gun=weapon(dice=2, to_hit=(5, 3, 2))), value, value + 1).then(
        ToHitRolled, hits=1
    )
    assert hit_values(done) == {"a1.1": value}


@pytest.mark.rule("TF-SHOOT-01")
def test_each_weapon_of_a_unit_rolls_its_own_dice() -> None:
    """A unit of two weapons rolls 2 dice at 4 and 1 at 2, each weapon by itself."""
    armed = zoneless("AV", weapons=(weapon("cannon", dice=2), weapon("flak", to_hit=2)))
    played = wide_ground({"a1.1": (SHOOTER_PLACE, armed), "b1.1": (TARGET_PLACE, unarmed(integrity=9))})
    done = hold_and_shoot(played, 4, 5, 3)
    rolls = [(event.weapon, event.value.total, event.hits) for event in done.events if isinstance(event, ToHitRolled)]
    assert rolls == [("cannon", 4, 1), ("flak", 2, 0)]


@pytest.mark.rule("TF-SHOOT-01")
@pytest.mark.ruling("TF-SHOOT-01.2")
def test_units_without_data_have_the_usual_weapon() -> None:
    """Without weapons in its data a unit has 1 die, hits on 4 and reaches 12, or what the option says."""
    played = open_table()
    create(played).accepted()
    came = muster(played, "red", formation_sheet(infantry(weapons=()))).one(ArmyMustered)
    (usual,) = came.formations[0].units[0].weapons
    assert (usual.dice, usual.weapon_range, usual.to_hit) == (1, 12, HitValues(infantry=4, vehicles=4, war_engines=4))
    played = open_table()
    other = weapon("other", dice=2, to_hit=3, weapon_range=7)
    create(played, options={"default_weapon": other}).accepted()
    came = muster(played, "red", formation_sheet(infantry(weapons=()))).one(ArmyMustered)
    assert came.formations[0].units[0].weapons == (other,)


@pytest.mark.rule("TF-SHOOT-02")
@pytest.mark.parametrize(
    ("action", "ground", "value"),
    [
        ("double", "woods", 2),
        ("marshal", "woods", 2),
        ("advance", "woods", 3),
        ("hold", "open_ground", 4),
        ("double", "open_ground", 3),
    ],
)
@pytest.mark.ruling("TF-SHOOT-02.2")
def test_modifiers_of_the_action_add_to_cover(action: str, ground: str, value: int) -> None:
    """The hit value 4 is 2 after a double move at a target in cover."""
    played = duel(unarmed(), ground)
    come_and_declare(played, action=action).accepted()
    assert hit_values(roll_to_hit(played, 6)) == {"a1.1": value}


@pytest.mark.rule("TF-SHOOT-02")
@pytest.mark.ruling("TF-SHOOT-02.2")
def test_modifiers_of_actions_are_an_option() -> None:
    """The option names the modifier of an action; what it does not name stays."""
    options = {"action_to_hit_modifiers": {"advance": -2}}
    for action, value in (("advance", 2), ("double", 3), ("hold", 4)):
        played = duel(unarmed(), options=options)
        come_and_declare(played, action=action).accepted()
        assert hit_values(roll_to_hit(played, 6)) == {"a1.1": value}


@pytest.mark.rule("TF-SHOOT-02")
@pytest.mark.parametrize(("stated", "value"), [(1, 4), (-1, 2), (-2, 1)])
def test_other_modifiers_are_stated(stated: int, value: int) -> None:
    """What the command says adds to the cover of woods."""
    played = duel(unarmed(), "woods")
    assert hit_values(hold_and_shoot(played, 6, to_hit_modifier=stated)) == {"a1.1": value}


@pytest.mark.rule("TF-SHOOT-02")
def test_a_value_of_nothing_hits_nothing() -> None:
    """A hit value lowered to 0 does not hit on a 1."""
    played = duel(unarmed(), gun=weapon(to_hit=2))
    hold_and_shoot(played, 1, to_hit_modifier=-2).then(ToHitRolled, hits=0)


@pytest.mark.rule("TF-SHOOT-04")
def test_one_save_for_each_hit() -> None:
    """Of 2 hits on infantry of integrity 2 in ruins the dice 3 and 4 save one: it keeps 1 point."""
    played = duel(unarmed(integrity=2), "ruins", weapon(dice=2))
    hold_and_shoot(played, 1, 1)
    done = roll_saves(played, 3, 4).then(CasualtyTaken, unit="b1.1", points=1, left=1).then(ShootingResolved)
    assert [made_it for _, _, made_it in rolled_saves(done)] == [True, False]
    assert unit_row(played, "b1.1").integrity == 1


@pytest.mark.rule("TF-SHOOT-04")
def test_units_are_removed_after_all_saves() -> None:
    """A unit that has failed its save stays until the others have rolled theirs."""
    played = facing_group((7, 5), (7, 6), gun=weapon(dice=2), armour=2, integrity=1)
    hold_and_shoot(played, 1, 1)
    roll_saves(played, 5, unit="b1.1").without(UnitDestroyed, ShootingResolved)
    assert tile_of_unit(played, "b1.1") == at(7, 5)
    roll_saves(played, 2, unit="b1.2").then(UnitDestroyed, unit="b1.1").then(ShootingResolved)
    assert (tile_of_unit(played, "b1.1"), unit_row(played, "b1.2").integrity) == ("", 1)
    assert "b1.1" not in units_left(played)


@pytest.mark.rule("TF-SHOOT-05")
@pytest.mark.parametrize(("ground", "seen"), [("open_ground", False), ("hills", True)])
@pytest.mark.ruling("TF-SHOOT-05.1")
def test_vision_bounds_shooting(ground: str, seen: bool) -> None:
    """With vision 10 a target 11 tiles off can be shot at from a hill, and not from open ground."""
    played = wide_ground(
        {"a1.1": ((1, 1), gunner(weapon(weapon_range=20), vision=10)), "b1.1": ((12, 1), unarmed())},
        terrain={(1, 1): ground},
    )
    if seen:
        come_and_declare(played).then(ShootingDeclared)
    else:
        refused(come_and_declare(played), "beyond-vision", "TF-SHOOT-05", distance=11)
        assert shock_of(played, "b1") == 0


@pytest.mark.rule("TF-SHOOT-05")
@pytest.mark.ruling("TF-SHOOT-01.2")
def test_the_range_of_the_weapon_bounds_shooting() -> None:
    """At a range of 12 a target 12 tiles off can be shot at, 13 tiles off not."""
    units: Any = {"a1.1": ((1, 1), gunner()), "b1.1": ((13, 1), unarmed())}
    come_and_declare(wide_ground(units)).then(ShootingDeclared)
    refused(
        come_and_declare(wide_ground(units | {"b1.1": ((14, 1), unarmed())})),
        "out-of-range",
        "TF-SHOOT-05",
        distance=13,
    )


@pytest.mark.rule("TF-SHOOT-05")
@pytest.mark.ruling("TF-SHOOT-05.1")
def test_only_who_can_hit_shoots() -> None:
    """Of two shooters the one that is too far off, or without a line of fire, has no part in the shooting."""
    units: Any = {
        "a1.1": ((7, 1), gunner()),
        "a1.2": ((1, 5), gunner(weapon(weapon_range=5))),
        "b1.1": (TARGET_PLACE, unarmed()),
    }
    played = wide_ground(units)
    assert set(cover_modifiers(come_and_declare(played))) == {("a1.1", "b1.1")}
    assert set(hit_values(roll_to_hit(played, 6))) == {"a1.1"}
    played = wide_ground(units | {"a1.2": (SHOOTER_PLACE, gunner())}, terrain={(4, 5): "woods", (5, 5): "woods"})
    assert set(cover_modifiers(come_and_declare(played))) == {("a1.1", "b1.1")}


@pytest.mark.rule("TF-SHOOT-05")
def test_a_weapon_beyond_its_range_does_not_roll() -> None:
    """Of two weapons of a unit only the one that reaches rolls."""
    armed = zoneless("AV", weapons=(weapon("long", weapon_range=12), weapon("short", weapon_range=5)))
    done = hold_and_shoot(wide_ground({"a1.1": (SHOOTER_PLACE, armed), "b1.1": (TARGET_PLACE, unarmed())}), 6)
    assert done.one(ToHitRolled).weapon == "long"


@pytest.mark.rule("TF-SHOOT-01", "TF-SHOOT-04")
def test_a_shooting_goes_its_way() -> None:
    """Declared, rolled, saved: casualties come at the end, and the action goes on to its end."""
    gun = infantry(weapons=(weapon(dice=3),))
    played = about_to_shoot(". . . . . . U", {"a1.1": ("A1", gun), "b1.1": ("G1", infantry(integrity=2))})
    declare(played).then(ShootingDeclared, ShockAdded, reason="under_fire").asks("to_hit", "red")
    rolled = try_to_hit(played, 3, 4, 1).then(ToHitRolled, HitsScored, HitsAllocated).asks("saves", "blue")
    assert (rolled.one(ToHitRolled).value.total, rolled.one(ToHitRolled).hits) == (3, 2)
    done = try_saves(played, 3, 4).then(HitSaved, CasualtyTaken, ShootingResolved).without(UnitDestroyed)
    assert done.one(CasualtyTaken).left == 1
    assert open_window(played).kind == "action_end"
    assert (shock_of(played, "b1"), played.game.shooting, played.game.hits, played.game.unsaved_hits) == (
        1,
        None,
        {},
        {},
    )


@pytest.mark.rule("TF-SHOCK-02")
def test_shooting_without_hits_gives_shock_all_the_same() -> None:
    """Whoever is shot at takes Shock, hit or not, and there is nothing to save."""
    played = about_to_shoot()
    declare(played).then(ShockAdded, amount=1)
    try_to_hit(played, 6).then(HitsScored, ShootingResolved).without(HitsAllocated).asks("action_end", "red")
    assert shock_of(played, "b1") == 1


@pytest.mark.rule("TF-MOVE-06")
def test_shooting_may_be_waived() -> None:
    """The end of the action waives shooting that is left."""
    played = about_to_shoot()
    end_action(played, "a1").accepted()
    assert played.game.action is None


@pytest.mark.rule("TF-SHOCK-03", "TF-SHOCK-05")
def test_destroyed_units_bring_shock() -> None:
    """Each unit destroyed adds Shock to that of being shot at, after all saves."""
    gun = infantry(weapons=(weapon(dice=2),))
    units = {"a1.1": ("A1", gun), "b1.1": ("G1", infantry()), "b1.2": ("G2", infantry()), "b1.3": ("G3", infantry())}
    played = about_to_shoot("", units)
    declare(played, crossfire=True).then(ShockAdded, ShockAdded, reason="crossfire")
    try_to_hit(played, 4, 4).then(HitsAllocated)
    done = try_saves(played).then(CasualtyTaken, UnitDestroyed, ShockAdded, CasualtyTaken, UnitDestroyed, ShockAdded)
    done.then(ShootingResolved).cites("TF-SHOCK-03", "TF-SAVE-09")
    assert shock_of(played, "b1") == 4
    assert units_left(played) == ["a1.1", "b1.3"]


@pytest.mark.rule("TF-SHOOT-04")
def test_saves_may_be_rolled_unit_by_unit() -> None:
    """Units roll one after the other; no casualty counts before the last save."""
    gun = infantry(weapons=(weapon(dice=2),))
    units = {"a1.1": ("A1", gun), "b1.1": ("G1", infantry(armour=3)), "b1.2": ("G2", infantry(armour=3))}
    played = about_to_shoot("", units)
    declare(played)
    try_to_hit(played, 1, 1)
    try_saves(played, 4, unit="b1.1").accepted().without(CasualtyTaken, UnitDestroyed).asks("saves", "blue")
    assert played.game.unsaved_hits == {"b1.1": 1}
    try_saves(played, unit="b1.1").rejected("TF-SAVE-03", "no-hits")
    try_saves(played, 3, unit="b1.2").then(HitSaved, CasualtyTaken, UnitDestroyed, ShootingResolved)
    assert units_left(played) == ["a1.1", "b1.2"]


@pytest.mark.rule("TF-SHOOT-05", "TF-COVER-07")
def test_who_can_not_be_shot_at() -> None:
    """Range, vision, line of fire and harmless weapons are told apart; friends are never shot at."""
    units = {"a1.1": ("A1", infantry(weapons=(weapon(weapon_range=5),))), "a2.1": ("C12", infantry())} | TARGET
    declare(about_to_shoot("", units)).rejected("TF-SHOOT-05", "out-of-range", distance=6)
    declare(about_to_shoot("", units), "a2").rejected("TF-SHOOT-01", "not-an-enemy")
    declare(about_to_shoot("", units), "b9").rejected("", "unknown-id")
    seeing = {"a1.1": ("A1", infantry(vision=5))} | TARGET
    declare(about_to_shoot("", seeing)).rejected("TF-SHOOT-05", "beyond-vision")
    declare(about_to_shoot("H . . . . . .", seeing)).accepted().cites("TF-SHOOT-01")
    declare(about_to_shoot(". . W W . . .")).rejected("TF-COVER-07", "no-line-of-fire")
    declare(about_to_shoot(". . W . . . W")).accepted()
    declare(about_to_shoot(". . W W . . .", options={"los_block_tiles": 3})).accepted()
    declare(about_to_shoot("C . H H H . .", options={"los_block_tiles": 0})).accepted()
    rifle = {"a1.1": ("A1", infantry(weapons=(weapon(to_hit=(3, 0, 0)),))), "b1.1": ("G1", vehicle())}
    declare(about_to_shoot("", rifle)).rejected("TF-SHOOT-01", "harmless")
    unarmed = {"a1.1": ("A1", infantry(weapons=(weapon(dice=0),)))} | TARGET
    declare(about_to_shoot("", unarmed)).rejected("TF-SHOOT-01", "harmless")
    flying = {"b1.1": ("G1", aircraft())} | SHOOTER
    declare(about_to_shoot("", flying)).rejected("TF-SHOOT-01", "harmless")


@pytest.mark.rule("TF-COVER-08")
def test_each_weapon_shoots_at_what_it_hits_best() -> None:
    """Without a word every weapon takes the target unit it hits best; a unit may be rolled for at one that is named."""
    units = {
        "a1.1": ("A1", infantry(weapons=(weapon("gun"), weapon("knife", weapon_range=2)))),
        "a1.2": ("B1", rifles()),
        "b1.1": ("G1", vehicle()),
        "b1.2": ("G2", infantry()),
    }
    played = about_to_shoot("", units, terrain={"G1": "ruins"})
    declare(played).then(ShootingDeclared)
    assert [(pair.unit, pair.target, pair.cover) for pair in played.game.shooting.pairs] == [
        ("a1.1", "b1.1", -1),
        ("a1.1", "b1.2", 0),
    ]
    try_to_hit(played, unit="a1.2").rejected("TF-SHOOT-05", "not-shooting")
    try_to_hit(played, unit="b1.1").rejected("TF-SHOOT-01", "not-shooting")
    try_to_hit(played, unit="a1.1", target="a1.2").rejected("TF-SHOOT-01", "not-a-target")
    try_to_hit(played, 4).then(ToHitRolled, target="b1.2", weapon="gun", hits=1)
    try_saves(played).accepted()
    played = about_to_shoot("", units, terrain={"G1": "ruins"})
    declare(played).accepted()
    try_to_hit(played, 4, unit="a1.1", target="b1.1").then(ToHitRolled, target="b1.1", hits=0).then(ShootingResolved)


@pytest.mark.rule("TF-SHOOT-01")
def test_units_may_roll_one_by_one() -> None:
    """Units roll in any order, each once; hits are counted when the last has rolled."""
    units = {"a1.1": ("A1", infantry()), "a1.2": ("A2", infantry())} | TARGET
    played = about_to_shoot("", units)
    declare(played)
    try_to_hit(played, 1, unit="a1.2").then(ToHitRolled).without(HitsScored).asks("to_hit", "red")
    try_to_hit(played, unit="a1.2").rejected("TF-SHOOT-01", "has-shot")
    scored = try_to_hit(played, 2).then(ToHitRolled, HitsScored).one(HitsScored)
    assert [(hit.id, hit.shooter) for hit in scored.hits] == [("h1", "a1.2"), ("h2", "a1.1")]
    try_saves(played).accepted()


@pytest.mark.rule("TF-SHOOT-02")
def test_modifiers_of_the_action_are_named_beside_cover() -> None:
    """A double move costs 1, cover another, and what is stated besides adds to both."""
    played = about_to_shoot(". . . . . . W", action="double")
    declare(played)
    value = try_to_hit(played, 3).one(ToHitRolled).value
    assert (value.total, value.clauses()) == (
        2,
        ("TF-SHOOT-01", "TF-COVER-01", "TF-COVER-02", "TF-COVER-04", "TF-SHOOT-02"),
    )
    played = about_to_shoot()
    declare(played, to_hit_modifier=7).rejected("TF-SHOOT-02", "modifier-range")
    declare(played, to_hit_modifier=1)
    try_to_hit(played, 5).then(ToHitRolled, hits=1)
    try_saves(played)


def report_loss_to(played: Table, unit: str, points: int = 9) -> Outcome:
    """Let the referee tell a loss."""
    return played.when("referee", RecordCasualties(unit=unit, points=points, causes_shock=False)).then(UnitDestroyed)


def test_nothing_hangs_where_units_are_gone() -> None:
    """Shooters, targets and units with hits may be lost in between; every question still has an answer."""
    played = about_to_shoot(referee=True)
    declare(played)
    report_loss_to(played, "a1.1")
    played.when("red", RollToHit(unit="", target="")).then(HitsScored, ShootingResolved)
    played = about_to_shoot(referee=True)
    declare(played)
    report_loss_to(played, "b1.1")
    played.when("red", RollToHit(unit="", target="")).then(HitsScored, ShootingResolved)
    played = about_to_shoot(referee=True)
    declare(played)
    try_to_hit(played, 1)
    report_loss_to(played, "b1.1")
    try_saves(played).then(ShootingResolved)
    played = about_to_shoot(referee=True, options={"hit_allocation": "owner"})
    declare(played)
    try_to_hit(played, 1).asks("allocate", "blue")
    report_loss_to(played, "b1.1")
    played.when("blue", AllocateHits(hits=())).then(ShootingResolved)
    two = {"b1.1": ("G1", infantry()), "b1.2": ("H1", infantry()), "a1.1": ("A1", infantry(weapons=(weapon(dice=2),)))}
    played = about_to_shoot("", two, referee=True)
    declare(played)
    try_to_hit(played, 1, 1)
    try_saves(played, unit="b1.1").accepted()
    report_loss_to(played, "b1.1")
    try_saves(played).then(UnitDestroyed, ShootingResolved).without(ToHitRolled)


def test_everything_offered_is_allowed() -> None:
    """Each offer of the windows of a shooting is accepted as it stands."""
    units = {"a1.1": ("A1", infantry()), "a1.2": ("A2", infantry())} | TARGET
    played = about_to_shoot("", units)
    assert played.offered("red") == ["DeclareShooting", "EndAction"]
    declare(played)
    everybody, *single = played.offers("red")
    assert everybody.fields == ()
    assert [[domain.values for domain in row.fields] for row in single] == [
        [Choice(("a1.1",)), Choice(("b1.1",))],
        [Choice(("a1.2",)), Choice(("b1.1",))],
    ]
    try_to_hit(played, 4, unit="a1.2", target="b1.1").accepted()
    try_to_hit(played, 5, unit="a1.1", target="b1.1").asks("saves", "blue")
    assert played.offered("blue") == ["RollSaves"]
    try_saves(played)
    nobody = about_to_shoot("", {"a1.1": ("A1", infantry(weapons=(weapon(weapon_range=2),)))} | TARGET)
    assert nobody.offered("red") == ["EndAction"]


@pytest.mark.rule("TF-SHOOT-01")
def test_the_formation_of_the_action_shoots() -> None:
    """At the end of its action a formation shoots, not another one of its seat, and at an enemy."""
    units: Any = {"a1.1": (SHOOTER_PLACE, gunner()), "a2.1": ((1, 7), gunner()), "b1.1": (TARGET_PLACE, unarmed())}
    played = come_to_shooting(wide_ground(units))
    for fields, reason, facts in (
        ({"formation": "a2"}, "not-acting", {"formation": "a1"}),
        ({"target": "a2"}, "not-an-enemy", {"enemy": "a2"}),
    ):
        refused(declare(played, **{"target": "b1", **fields}), reason, "TF-SHOOT-01", **facts)
    declare(played).accepted()
    assert hit_values(roll_to_hit(played, 6)) == {"a1.1": 4}


@pytest.mark.rule("TF-SHOOT-01")
def test_hits_fall_when_all_have_rolled() -> None:
    """Shooters may roll one by one, each once; hits are counted after the last of them."""
    units: Any = {"a1.1": (SHOOTER_PLACE, gunner()), "a1.2": ((1, 6), gunner()), "b1.1": (TARGET_PLACE, unarmed())}
    played = wide_ground(units)
    come_and_declare(played).accepted()
    roll_to_hit(played, 1, unit="a1.2").then(ToHitRolled, unit="a1.2", hits=1).without(HitsScored).asks("to_hit", "red")
    again = played.when("red", RollToHit(unit="a1.2", target=""))
    refused(again, "has-shot", "TF-SHOOT-01", unit="a1.2")
    scored = roll_to_hit(played, 1, unit="a1.1").then(ToHitRolled, unit="a1.1").one(HitsScored)
    assert [hit.shooter for hit in scored.hits] == ["a1.2", "a1.1"]
    roll_saves(played).then(CasualtyTaken, unit="b1.1", points=2, left=1)


@pytest.mark.rule("TF-SHOOT-05")
def test_a_shooter_rolls_at_what_it_can_hit() -> None:
    """A shooter can not roll at a unit out of its range, nor at one of another formation; at one in range it can."""
    units: Any = {
        "a1.1": (SHOOTER_PLACE, gunner()),
        "b1.1": (TARGET_PLACE, unarmed()),
        "b1.2": ((15, 5), unarmed()),
        "b2.1": ((7, 6), unarmed()),
    }
    played = wide_ground(units)
    come_and_declare(played).accepted()
    refused(played.when("red", RollToHit(unit="a1.1", target="b1.2")), "out-of-range", "TF-SHOOT-05", distance=14)
    refused(played.when("red", RollToHit(unit="a1.1", target="b2.1")), "not-a-target", "TF-SHOOT-01", unit="b2.1")
    roll_to_hit(played, 6, unit="a1.1", target="b1.1").then(ToHitRolled, target="b1.1", hits=0).then(ShootingResolved)


@pytest.mark.rule("TF-SHOOT-04")
def test_saves_are_rolled_for_who_has_hits() -> None:
    """A unit on which no hit waits rolls no save; the one that was hit does."""
    units: Any = {
        "a1.1": (SHOOTER_PLACE, gunner()),
        "b1.1": (TARGET_PLACE, unarmed(armour=2)),
        "b1.2": ((9, 6), unarmed(armour=2)),
    }
    played = wide_ground(units)
    hold_and_shoot(played, 1).asks("saves", "blue")
    refused(played.when("blue", RollSaves(unit="b1.2")), "no-hits", "TF-SAVE-03", unit="b1.2")
    roll_saves(played, 2, unit="b1.1").then(SavesRolled, unit="b1.1").then(ShootingResolved)


@pytest.mark.rule("TF-SHOOT-04")
def test_hits_are_gone_with_their_unit() -> None:
    """A unit destroyed from outside while hits wait on it rolls no save for them; the other one does."""
    units: Any = {
        "a1.1": (SHOOTER_PLACE, gunner(weapon(dice=2))),
        "b1.1": (TARGET_PLACE, unarmed(armour=2)),
        "b1.2": ((7, 6), unarmed(armour=2)),
    }
    played = wide_ground(units, referee=True)
    hold_and_shoot(played, 1, 1).asks("saves", "blue")
    played.when("referee", RecordCasualties(unit="b1.1", points=3, causes_shock=False)).then(UnitDestroyed)
    done = roll_saves(played, 3).then(ShootingResolved)
    assert [event.unit for event in done.events if isinstance(event, SavesRolled)] == ["b1.2"]
    assert unit_row(played, "b1.2").integrity == 2

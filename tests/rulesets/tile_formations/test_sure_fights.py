"""Clause tests: lines of fire, hits and saves one by one, losses from outside, and what ends with an assault."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    AdjustShock,
    AllocateHits,
    AssaultHits,
    CasualtyTaken,
    DangerousTestRequired,
    FormationStateChanged,
    HitOnUnit,
    HitsAllocated,
    HitSaved,
    HitsScored,
    MoveUnit,
    OutOfFormationDestroyed,
    RecordCasualties,
    RollSaves,
    RollToHit,
    SaveChosen,
    SavesRolled,
    SetFormationState,
    ShockAdded,
    ShockRemoved,
    ShootingResolved,
    ToHitRolled,
    UnitDestroyed,
)
from tests.kit import Outcome
from tests.rulesets.tile_formations.givens import (
    at,
    begin,
    end_move,
    move,
    roll,
    shock,
    unit,
    weapon,
)
from tests.rulesets.tile_formations.said_shots import (
    ALL_FACES,
    HERE,
    THERE,
    UNARMED,
    Probe,
    aim,
    assaulted,
    choose,
    cover,
    duel,
    fire,
    gunner,
    hit,
    made,
    plain,
    probe,
    refused,
    rolled_saves,
    save,
    strike,
)


def foe(kind: str = "INF", **changes: Any) -> Any:
    """Make a unit of integrity 3 that can not shoot."""
    return made(kind, **({"integrity": 3, "weapons": (UNARMED,)} | changes))


# -- lines of fire


@pytest.mark.rule("TF-GRID-02", "TF-GRID-06")
@pytest.mark.parametrize(("woods", "modifier"), [((3, 3), -1), ((4, 3), 0), ((2, 2), -1)])
def test_the_line_to_a_large_unit_is_that_to_its_nearest_tile(woods: tuple[int, int], modifier: int) -> None:
    """What hides a 2 by 2 unit lies on the line to its nearest tile; lines to its other tiles do not matter."""
    units: Any = {"a1.1": ((1, 1), made("AV")), "b1.1": ((4, 4), made("WE", columns=2, rows=2))}
    assert cover(aim(plain(units, terrain={woods: "woods"}))) == modifier


@pytest.mark.rule("TF-COVER-06")
@pytest.mark.parametrize(("ground", "value"), [("+gun_emplacements", 3), ("open_ground", 4)])
def test_a_gun_emplacement_hides_war_engines(ground: str, value: int) -> None:
    """A war engine has no cover in a gun emplacement, which hides what is in it all the same."""
    assert probe("WE", ground, armour=2) == Probe(value, "armour", 2, (1, 2))


@pytest.mark.rule("TF-SCREEN-01")
@pytest.mark.parametrize(("kind", "value"), [("INF", 3), ("AV", 4), ("WE", 4), ("AC", 4)])
def test_only_infantry_is_shielded(kind: str, value: int) -> None:
    """A tank on the line makes infantry beside it harder to hit, and nobody else."""
    gun = weapon(to_hit=4)
    units: Any = {"a1.1": ((1, 5), gunner(gun)), "b1.1": ((5, 5), made(kind)), "b2.1": ((4, 5), made("AV"))}
    if kind == "AC":
        refused(aim(plain(units)), "harmless", "TF-SHOOT-01")
        return
    assert fire(plain(units), 6).one(ToHitRolled).value.total == value


# -- hits


@pytest.mark.rule("TF-SHOOT-01")
def test_hits_fall_when_all_have_rolled() -> None:
    """Shooters may roll one by one, each once; hits are counted after the last of them."""
    units: Any = {"a1.1": (HERE, gunner()), "a1.2": ((1, 6), gunner()), "b1.1": (THERE, foe())}
    played = plain(units)
    aim(played).accepted()
    hit(played, 1, unit="a1.2").then(ToHitRolled, unit="a1.2", hits=1).without(HitsScored).asks("to_hit", "red")
    again = played.when("red", RollToHit(unit="a1.2", target=""))
    refused(again, "has-shot", "TF-SHOOT-01", unit="a1.2")
    scored = hit(played, 1, unit="a1.1").then(ToHitRolled, unit="a1.1").one(HitsScored)
    assert [each.shooter for each in scored.hits] == ["a1.2", "a1.1"]
    save(played).then(CasualtyTaken, unit="b1.1", points=2, left=1)


@pytest.mark.rule("TF-SHOOT-05")
def test_a_shooter_rolls_at_what_it_can_hit() -> None:
    """A shooter can not roll at a unit out of its range, nor at one of another formation; at one in range it can."""
    units: Any = {
        "a1.1": (HERE, gunner()), "b1.1": (THERE, foe()), "b1.2": ((15, 5), foe()), "b2.1": ((7, 6), foe()),
    }  # fmt: skip
    played = plain(units)
    aim(played).accepted()
    refused(played.when("red", RollToHit(unit="a1.1", target="b1.2")), "out-of-range", "TF-SHOOT-05", distance=14)
    refused(played.when("red", RollToHit(unit="a1.1", target="b2.1")), "not-a-target", "TF-SHOOT-01", unit="b2.1")
    hit(played, 6, unit="a1.1", target="b1.1").then(ToHitRolled, target="b1.1", hits=0).then(ShootingResolved)


@pytest.mark.rule("TF-SHOOT-03")
def test_each_hit_is_put_on_one_unit() -> None:
    """Who spreads the hits names each of them once, and none that was not scored."""
    units: Any = {"a1.1": (HERE, gunner(weapon(dice=2))), "b1.1": (THERE, foe()), "b1.2": ((7, 6), foe())}
    played = plain(units, options={"hit_allocation": "owner"})
    fire(played, 1, 1).asks("allocate", "blue")

    def put(*given: tuple[str, str]) -> Outcome:
        return played.when("blue", AllocateHits(hits=tuple(HitOnUnit(hit=hit, unit=unit) for hit, unit in given)))

    refused(put(("h1", "b1.1"), ("h2", "b1.1"), ("h2", "b1.2")), "hit-not-open", "TF-SHOOT-03", hit="h2")
    refused(put(("h1", "b1.1"), ("h2", "b1.1"), ("h3", "b1.2")), "hit-not-open", "TF-SHOOT-03", hit="h3")
    refused(put(("h1", "b1.1")), "hits-missing", "TF-SHOOT-03", hits="h2")
    fallen = put(("h1", "b1.2"), ("h2", "b1.2")).one(HitsAllocated)
    assert [(each.id, each.unit) for each in fallen.hits] == [("h1", "b1.2"), ("h2", "b1.2")]
    save(played).then(CasualtyTaken, unit="b1.2", points=2, left=1)


@pytest.mark.rule("TF-SHOOT-03")
def test_nobody_destroyed_meanwhile_takes_hits() -> None:
    """Where a unit is destroyed between two rolls, hits on its formation fall on who is left."""
    units: Any = {
        "a1.1": (HERE, gunner()), "a1.2": ((1, 6), gunner()), "b1.1": (THERE, foe()), "b1.2": ((8, 6), foe()),
    }  # fmt: skip
    played = plain(units, referee=True)
    aim(played).accepted()
    hit(played, 1, unit="a1.1").accepted()
    played.when("referee", RecordCasualties(unit="b1.1", points=3, causes_shock=False)).then(UnitDestroyed)
    fallen = hit(played, 1, unit="a1.2").one(HitsAllocated)
    assert [each.unit for each in fallen.hits] == ["b1.2", "b1.2"]
    save(played).then(CasualtyTaken, unit="b1.2", points=2, left=1)


# -- saves


@pytest.mark.rule("TF-SAVE-04")
def test_a_save_is_armour_or_cover() -> None:
    """The owner chooses armour or cover, nothing else, for a hit that waits; a later choice takes its place."""
    played = duel(foe(armour=2), "woods")
    fire(played, 1).asks("saves", "blue")
    refused(played.when("blue", choose("b1.1", "luck")), "no-such-save", "TF-SAVE-04", save="luck")
    refused(played.when("blue", choose("b1.1", "armour", "h2")), "hit-not-open", "TF-SAVE-03", hit="h2")
    played.when("blue", choose("b1.1", "cover")).then(SaveChosen, save="cover")
    played.when("blue", choose("b1.1", "armour", "h1")).then(SaveChosen, save="armour", hits=("h1",))
    assert rolled_saves(save(played, 2)) == [("armour", 2, True)]


@pytest.mark.rule("TF-SHOOT-04")
def test_saves_are_rolled_for_who_has_hits() -> None:
    """A unit on which no hit waits rolls no save; the one that was hit does."""
    units: Any = {"a1.1": (HERE, gunner()), "b1.1": (THERE, foe(armour=2)), "b1.2": ((9, 6), foe(armour=2))}
    played = plain(units)
    fire(played, 1).asks("saves", "blue")
    refused(played.when("blue", RollSaves(unit="b1.2")), "no-hits", "TF-SAVE-03", unit="b1.2")
    save(played, 2, unit="b1.1").then(SavesRolled, unit="b1.1").then(ShootingResolved)


@pytest.mark.rule("TF-SAVE-08")
@pytest.mark.parametrize(("told", "value"), [(0, 3), (-1, 2), (1, 4), (-3, 0)])
def test_modifiers_count_in_assaults(told: int, value: int) -> None:
    """What is told of the attacker's weapons in an assault changes the save of ruins, up to what a die can show."""
    played = assaulted(made("INF", integrity=9, weapons=(UNARMED,)), "ruins")
    strike(played, 6, save_modifier=told)
    done = save(played, *ALL_FACES)
    assert [(each.value.total, each.saved) for each in done.one(SavesRolled).saves] == [
        (value, face <= value) for face in ALL_FACES
    ]


@pytest.mark.rule("TF-CHARGE-06")
def test_hits_are_told_of_who_fights() -> None:
    """In an assault hits fall on units of its formations, and on no unit that is not in it; at least one."""
    played = assaulted(made("INF", integrity=2), "open_ground")
    outside = AssaultHits(unit="b9.1", hits=1, save_modifier=0)
    refused(played.when("referee", outside), "not-in-assault", "TF-CHARGE-06", unit="b9.1")
    none = AssaultHits(unit="b1.1", hits=0, save_modifier=0)
    refused(played.when("referee", none), "hits-range", "TF-CHARGE-06")
    strike(played, 1).asks("saves", "blue")
    save(played).then(CasualtyTaken, unit="b1.1", points=1, left=1, cause="assault")


@pytest.mark.rule("TF-SAVE-02")
def test_only_saved_hits_are_told_as_saved() -> None:
    """Of three hits with the value 3 those with a 1 and a 3 are told as saved, the one with a 4 is not."""
    played = duel(foe(), "ruins", weapon(dice=3))
    fire(played, 1, 1, 1)
    done = save(played, 1, 4, 3).then(CasualtyTaken, points=1, left=2)
    assert [each.hit for each in done.events if isinstance(each, HitSaved)] == ["h1", "h3"]


# -- losses and Shock


@pytest.mark.rule("TF-SHOOT-04")
def test_hits_are_gone_with_their_unit() -> None:
    """A unit destroyed from outside while hits wait on it rolls no save for them; the other one does."""
    units: Any = {
        "a1.1": (HERE, gunner(weapon(dice=2))), "b1.1": (THERE, foe(armour=2)), "b1.2": ((7, 6), foe(armour=2)),
    }  # fmt: skip
    played = plain(units, referee=True)
    fire(played, 1, 1).asks("saves", "blue")
    played.when("referee", RecordCasualties(unit="b1.1", points=3, causes_shock=False)).then(UnitDestroyed)
    done = save(played, 3).then(ShootingResolved)
    assert [each.unit for each in done.events if isinstance(each, SavesRolled)] == ["b1.2"]
    assert unit(played, "b1.2").integrity == 2


@pytest.mark.rule("TF-DANGER-07")
def test_other_losses_may_cost_morale() -> None:
    """A unit destroyed by fire is one that outside rules of morale may ask about, unlike one destroyed by terrain."""
    played = duel(foe(integrity=1))
    fire(played, 1)
    save(played).then(UnitDestroyed, unit="b1.1", cause="shooting", morale=True)
    played = plain({"a1.1": ((2, 2), made("AV"))}, terrain={(3, 2): "woods"})
    begin(played, "a1")
    move(played, "a1.1", (3, 2)).accepted()
    roll(played, "a1.1", 6).then(UnitDestroyed, cause="dangerous_terrain", morale=False)


@pytest.mark.rule("TF-SHOCK-01")
def test_shock_does_not_fall_below_nothing() -> None:
    """Outside rules take away what there is, down to 0, and then nothing is told."""
    played = duel(foe(), referee=True, formations={"b1": {"shock": 2}})
    begin(played, "a1", "hold")
    less = AdjustShock(formation="b1", amount=-5, reason="rallied")
    played.when("referee", less).then(ShockRemoved, formation="b1", amount=2, total=0)
    played.when("referee", less).without(ShockRemoved)
    assert shock(played, "b1") == 0
    more = AdjustShock(formation="b1", amount=3, reason="outside rules")
    played.when("referee", more).then(ShockAdded, formation="b1", amount=3, total=3)


@pytest.mark.rule("TF-SHOCK-02")
def test_who_shoots_takes_no_shock() -> None:
    """Being shot at costs the target Shock, and neither the shooters nor another formation beside the target."""
    units: Any = {"a1.1": (HERE, gunner()), "b1.1": (THERE, foe()), "b2.1": ((7, 6), foe())}
    played = plain(units)
    fire(played, 6)
    assert [shock(played, each) for each in ("a1", "b1", "b2")] == [0, 1, 0]


@pytest.mark.rule("TF-ZOC-02")
def test_a_formation_is_broken_from_outside() -> None:
    """The referee breaks a formation and rallies it; its units keep their zones, unless the option takes them."""
    for keeps in (True, False):
        units: Any = {"a1.1": ((2, 5), made("INF")), "b1.1": ((5, 5), made("INF", flags=()))}
        played = plain(units, referee=True, options={"broken_units_have_zoc": keeps})
        begin(played, "a1")
        broken = SetFormationState(formation="b1", state="broken")
        played.when("referee", broken).then(FormationStateChanged, formation="b1", state="broken")
        if keeps:
            refused(move(played, "a1.1", (3, 5)), "enemy-zone", "TF-ZOC-04", enemy="b1.1")
        else:
            assert not played.refused(MoveUnit(unit="a1.1", path=(at(3, 5),)), "red")
        rallied = SetFormationState(formation="b1", state="normal")
        played.when("referee", rallied).then(FormationStateChanged, formation="b1", state="normal")
        refused(move(played, "a1.1", (3, 5)), "enemy-zone", "TF-ZOC-04", enemy="b1.1")
    overwatch = SetFormationState(formation="b1", state="overwatch")
    refused(played.when("referee", overwatch), "no-such-state", "TF-ZOC-02", state="overwatch")


@pytest.mark.rule("TF-ZOC-01")
def test_zones_may_have_no_reach() -> None:
    """With a radius of 0 nothing but the enemy's own tile is closed."""
    units: Any = {"a1.1": ((2, 5), made("INF")), "b1.1": ((5, 5), made("INF", flags=()))}
    played = plain(units, options={"zoc_radius": 0})
    begin(played, "a1")
    refused(move(played, "a1.1", (3, 5), (4, 5), (5, 5)), "enemy-in-tile", "TF-BLOCK-01", enemy="b1.1")
    move(played, "a1.1", (3, 5), (4, 5)).accepted()
    end_move(played, "a1").accepted()


@pytest.mark.rule("TF-COHESION-07")
@pytest.mark.parametrize("after_charge", [True, False])
def test_the_option_is_for_charges_alone(after_charge: bool) -> None:
    """An advance is checked whatever the option says of charges."""
    units: Any = {"a1.1": ((2, 2), made("INF")), "a1.2": ((9, 2), made("INF"))}
    played = plain(units, options={"cohesion_after_charge": after_charge, "coherency_tiles": 2})
    begin(played, "a1")
    end_move(played, "a1", "a1.1").then(OutOfFormationDestroyed, units=("a1.2",), kept=("a1.1",))


# -- which clause calls for a test


@pytest.mark.rule("TF-DANGER-01", "TF-DANGER-02")
@pytest.mark.parametrize(("start", "starting"), [("open_ground", False), ("woods", True)])
def test_a_test_names_what_called_for_it(start: str, starting: bool) -> None:
    """A test for entering woods names the one clause, a test for setting out in them the other."""
    played = plain({"a1.1": ((2, 2), made("AV"))}, terrain={(2, 2): start, (3, 2): "woods"})
    begin(played, "a1")
    move(played, "a1.1", (3, 2)).then(DangerousTestRequired, starting=starting)
    (cited,) = [ids for event, ids in played.ruled if isinstance(event, DangerousTestRequired)]
    assert ("TF-DANGER-02" in cited, "TF-DANGER-01" in cited) == (starting, not starting)
    roll(played, "a1.1", 1)

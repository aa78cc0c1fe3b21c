"""Shooting from its declaration to its end, in the middle of an action and in Overwatch."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.decide.offers import Choice
from adjudicator.rulesets.tile_formations.model.messages import (
    AllocateHits,
    CasualtyTaken,
    DeclareShooting,
    HitOnUnit,
    HitsAllocated,
    HitSaved,
    HitsScored,
    RecordCasualties,
    ResolveOverwatch,
    RollSaves,
    RollToHit,
    ShockAdded,
    ShootingDeclared,
    ShootingResolved,
    SightFact,
    ToHitRolled,
    UnitDestroyed,
)
from adjudicator.rulesets.tile_formations.spreading import Falling, evenly
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.givens import (
    aircraft,
    alive,
    begin,
    end_action,
    end_move,
    formation,
    infantry,
    pass_overwatch,
    rifles,
    shock,
    table,
    top,
    unit,
    vehicle,
    weapon,
)

FOE = {"b1.1": ("G1", infantry(integrity=3))}
SHOOTER = {"a1.1": ("A1", infantry())}


def ready(drawing: str = "", units: Any = None, action: str = "hold", **given: Any) -> Table:
    """Bring red's first formation to its shooting."""
    played = table(drawing, units or SHOOTER | FOE, **given)
    begin(played, "a1", action)
    for _ in range({"hold": 1, "advance": 1, "double": 2, "marshal": 1}[action]):
        end_move(played, "a1").accepted()
    return played


def shoot(played: Table, target: str = "b1", **fields: Any) -> Outcome:
    """Declare a shooting of red's first formation."""
    given: Any = {"formation": "a1", "target": target, "crossfire": False, "air": False, "to_hit_modifier": 0} | fields
    return played.when("red", DeclareShooting(**given))


def hit(played: Table, *faces: int, unit: str = "", target: str = "") -> Outcome:
    """Roll to hit with these faces."""
    return played.faces(*faces).when("red", RollToHit(unit=unit, target=target))


def save(played: Table, *faces: int, unit: str = "") -> Outcome:
    """Roll blue's saves with these faces."""
    return played.faces(*faces).when("blue", RollSaves(unit=unit))


def test_a_shooting_goes_its_way() -> None:
    """Declared, rolled, saved: casualties come at the end, and the action goes on to its end."""
    gun = infantry(weapons=(weapon(dice=3),))
    played = ready(". . . . . . U", {"a1.1": ("A1", gun), "b1.1": ("G1", infantry(integrity=2))})
    shoot(played).then(ShootingDeclared, ShockAdded, reason="under_fire").asks("to_hit", "red")
    rolled = hit(played, 3, 4, 1).then(ToHitRolled, HitsScored, HitsAllocated).asks("saves", "blue")
    assert (rolled.one(ToHitRolled).value.total, rolled.one(ToHitRolled).hits) == (3, 2)
    done = save(played, 3, 4).then(HitSaved, CasualtyTaken, ShootingResolved).without(UnitDestroyed)
    assert done.one(CasualtyTaken).left == 1
    assert top(played).kind == "action_end"
    assert (shock(played, "b1"), played.game.volley, played.game.hits, played.game.wounds) == (1, None, {}, {})


def test_shooting_without_hits_gives_shock_all_the_same() -> None:
    """Whoever is shot at takes Shock, hit or not, and there is nothing to save."""
    played = ready()
    shoot(played).then(ShockAdded, amount=1)
    hit(played, 6).then(HitsScored, ShootingResolved).without(HitsAllocated).asks("action_end", "red")
    assert shock(played, "b1") == 1


def test_shooting_may_be_waived() -> None:
    """The end of the action waives shooting that is left."""
    played = ready()
    end_action(played, "a1").accepted()
    assert played.game.action is None


def test_destroyed_units_bring_shock() -> None:
    """Each unit destroyed adds Shock to that of being shot at, after all saves."""
    gun = infantry(weapons=(weapon(dice=2),))
    units = {"a1.1": ("A1", gun), "b1.1": ("G1", infantry()), "b1.2": ("G2", infantry()), "b1.3": ("G3", infantry())}
    played = ready("", units)
    shoot(played, crossfire=True).then(ShockAdded, ShockAdded, reason="crossfire")
    hit(played, 4, 4).then(HitsAllocated)
    done = save(played).then(CasualtyTaken, UnitDestroyed, ShockAdded, CasualtyTaken, UnitDestroyed, ShockAdded)
    done.then(ShootingResolved).cites("TF-SHOCK-03", "TF-SAVE-09")
    assert shock(played, "b1") == 4
    assert alive(played) == ["a1.1", "b1.3"]


def test_saves_may_be_rolled_unit_by_unit() -> None:
    """Units roll one after the other; no casualty counts before the last save."""
    gun = infantry(weapons=(weapon(dice=2),))
    units = {"a1.1": ("A1", gun), "b1.1": ("G1", infantry(armour=3)), "b1.2": ("G2", infantry(armour=3))}
    played = ready("", units)
    shoot(played)
    hit(played, 1, 1)
    save(played, 4, unit="b1.1").accepted().without(CasualtyTaken, UnitDestroyed).asks("saves", "blue")
    assert played.game.wounds == {"b1.1": 1}
    save(played, unit="b1.1").rejected("TF-SAVE-03", "no-hits")
    save(played, 3, unit="b1.2").then(HitSaved, CasualtyTaken, UnitDestroyed, ShootingResolved)
    assert alive(played) == ["a1.1", "b1.2"]


def test_who_can_not_be_shot_at() -> None:
    """Range, vision, line of fire and harmless weapons are told apart; friends are never shot at."""
    units = {"a1.1": ("A1", infantry(weapons=(weapon(range=5),))), "a2.1": ("C12", infantry())} | FOE
    shoot(ready("", units)).rejected("TF-SHOOT-05", "out-of-range", distance=6)
    shoot(ready("", units), "a2").rejected("TF-SHOOT-01", "not-an-enemy")
    shoot(ready("", units), "b9").rejected("", "unknown-id")
    seeing = {"a1.1": ("A1", infantry(vision=5))} | FOE
    shoot(ready("", seeing)).rejected("TF-SHOOT-05", "beyond-vision")
    shoot(ready("H . . . . . .", seeing)).accepted().cites("TF-SHOOT-01")
    shoot(ready(". . W W . . .")).rejected("TF-COVER-07", "no-line-of-fire")
    shoot(ready(". . W . . . W")).accepted()
    shoot(ready(". . W W . . .", options={"los_block_tiles": 3})).accepted()
    shoot(ready("C . H H H . .", options={"los_block_tiles": 0})).accepted()
    rifle = {"a1.1": ("A1", infantry(weapons=(weapon(to_hit=(3, 0, 0)),))), "b1.1": ("G1", vehicle())}
    shoot(ready("", rifle)).rejected("TF-SHOOT-01", "harmless")
    unarmed = {"a1.1": ("A1", infantry(weapons=(weapon(dice=0),)))} | FOE
    shoot(ready("", unarmed)).rejected("TF-SHOOT-01", "harmless")
    flying = {"b1.1": ("G1", aircraft())} | SHOOTER
    shoot(ready("", flying)).rejected("TF-SHOOT-01", "harmless")


def test_vision_reaches_farther_from_hills() -> None:
    """A hill adds 2 to vision: 10 becomes 12, and no more."""
    for far, seen in ((12, True), (13, False)):
        foe = {"b1.1": ((far, 0), infantry())}
        watcher = {"a1.1": ("A1", infantry(vision=10, weapons=(weapon(range=20),)))}
        outcome = shoot(ready("", watcher | foe, terrain={"A1": "hills"}, columns=16))
        outcome.accepted() if seen else outcome.rejected("TF-SHOOT-05", "beyond-vision")


def test_each_weapon_shoots_at_what_it_hits_best() -> None:
    """Without a word every weapon takes the target unit it hits best; a unit may be rolled for at one that is named."""
    units = {
        "a1.1": ("A1", infantry(weapons=(weapon("gun"), weapon("knife", range=2)))), "a1.2": ("B1", rifles()),
        "b1.1": ("G1", vehicle()), "b1.2": ("G2", infantry()),
    }  # fmt: skip
    played = ready("", units, terrain={"G1": "ruins"})
    shoot(played).then(ShootingDeclared)
    assert [(pair.unit, pair.target, pair.cover) for pair in played.game.volley.pairs] == [
        ("a1.1", "b1.1", -1), ("a1.1", "b1.2", 0),
    ]  # fmt: skip
    hit(played, unit="a1.2").rejected("TF-SHOOT-05", "not-shooting")
    hit(played, unit="a1.1", target="a1.2").rejected("TF-SHOOT-01", "not-a-target")
    hit(played, 4).then(ToHitRolled, target="b1.2", weapon="gun", hits=1)
    save(played).accepted()
    played = ready("", units, terrain={"G1": "ruins"})
    shoot(played).accepted()
    hit(played, 4, unit="a1.1", target="b1.1").then(ToHitRolled, target="b1.1", hits=0).then(ShootingResolved)


def test_units_may_roll_one_by_one() -> None:
    """Units roll in any order, each once; hits are counted when the last has rolled."""
    units = {"a1.1": ("A1", infantry()), "a1.2": ("A2", infantry())} | FOE
    played = ready("", units)
    shoot(played)
    hit(played, 1, unit="a1.2").then(ToHitRolled).without(HitsScored).asks("to_hit", "red")
    hit(played, unit="a1.2").rejected("TF-SHOOT-01", "has-shot")
    scored = hit(played, 2).then(ToHitRolled, HitsScored).one(HitsScored)
    assert [(each.id, each.shooter) for each in scored.hits] == [("h1", "a1.2"), ("h2", "a1.1")]
    save(played).accepted()


def test_modifiers_of_the_action_add_to_cover() -> None:
    """A double move costs 1, cover another, and what is told besides adds to both."""
    played = ready(". . . . . . W", action="double")
    shoot(played)
    value = hit(played, 3).one(ToHitRolled).value
    assert (value.total, value.clauses()) == (
        2, ("TF-SHOOT-01", "TF-COVER-01", "TF-COVER-02", "TF-COVER-04", "TF-SHOOT-02"),
    )  # fmt: skip
    played = ready()
    shoot(played, to_hit_modifier=7).rejected("TF-SHOOT-02", "modifier-range")
    shoot(played, to_hit_modifier=1)
    hit(played, 5).then(ToHitRolled, hits=1)
    save(played)


@pytest.mark.parametrize(("face", "hits"), [(5, 1), (6, 0), (1, 1)])
def test_the_worst_face_never_hits(face: int, hits: int) -> None:
    """A natural 6 misses, whatever the value."""
    played = ready("", {"a1.1": ("A1", infantry(weapons=(weapon(to_hit=6),)))} | FOE)
    shoot(played)
    hit(played, face).then(ToHitRolled, hits=hits)
    if hits:
        save(played)


def test_dice_may_be_read_the_other_way_round() -> None:
    """A value n may stand for 7 - n or more; then the 1 is the worst face."""
    for face, hits in ((3, 1), (2, 0), (6, 1), (1, 0)):
        played = ready(options={"roll_direction": "over"})
        shoot(played)
        hit(played, face).then(ToHitRolled, hits=hits)
        if hits:
            save(played)
    played = ready(
        "", {"a1.1": ("A1", infantry(weapons=(weapon(to_hit=6),)))} | FOE, options={"natural_worst_face_fails": False}
    )
    shoot(played)
    hit(played, 6).then(ToHitRolled, hits=1)
    save(played)


# -- hits


def test_hits_fall_evenly_from_the_nearest() -> None:
    """Every unit takes one hit before any takes a second, the nearest first; who can not be hit takes none."""
    gun = infantry(weapons=(weapon(dice=3, range=7),))
    units = {"a1.1": ("A1", gun), "b1.1": ("G1", infantry(integrity=9)), "b1.2": ("F1", infantry(integrity=9)),
             "b1.3": ("I1", infantry())}  # fmt: skip
    played = ready("", units)
    shoot(played)
    fallen = hit(played, 1, 1, 1).one(HitsAllocated)
    assert [(each.id, each.unit) for each in fallen.hits] == [("h1", "b1.2"), ("h2", "b1.1"), ("h3", "b1.2")]
    save(played).then(CasualtyTaken, CasualtyTaken, unit="b1.2", points=2)


def test_hits_fall_where_their_shooter_can_hit() -> None:
    """A hit of a short weapon makes room among those of a long one."""
    units = {
        "a1.1": ("A1", infantry(weapons=(weapon(range=8),))), "a1.2": ("A2", infantry(weapons=(weapon(range=5),))),
        "b1.1": ("F1", infantry()), "b1.2": ("H1", infantry()),
    }  # fmt: skip
    played = ready("", units)
    shoot(played)
    fallen = hit(played, 1, 1).one(HitsAllocated)
    assert [(each.shooter, each.unit) for each in fallen.hits] == [("a1.1", "b1.2"), ("a1.2", "b1.1")]
    save(played)


@pytest.mark.parametrize(
    ("able", "expected"),
    [
        (("xy", "xz", "xz"), "yzx"),
        (("xyz", "xyz", "x"), "yzx"),
        (("xyz",) * 7, "xyzxyzx"),
        (("y", "y", "xy"), "yyx"),
        (("xy", "z", "z", "z"), "xzzz"),
        (("wx", "xy", "yz", "yz", "xy"), "wxzyy"),
    ],
)
def test_a_hit_without_room_moves_another_on(able: tuple[str, ...], expected: str) -> None:
    """No unit takes more hits than it must while another could take one in its place."""
    hits = {f"h{number}": Falling(tuple(units), 0, False) for number, units in enumerate(able, 1)}
    given = evenly(hits)
    assert list(given) == list(hits)
    assert all(unit in able[number] for number, unit in enumerate(given.values()))
    assert "".join(given.values()) == expected


@pytest.mark.parametrize(("option", "who"), [("owner", "blue"), ("attacker", "red")])
def test_hits_may_be_spread_by_choice(option: str, who: str) -> None:
    """By the options the owner or the attacker puts every hit on a unit that can be hit."""
    units = {"a1.1": ("A1", infantry(weapons=(weapon(dice=2, range=7),))), "b1.1": ("G1", infantry()),
             "b1.2": ("H1", infantry()), "b1.3": ("I1", infantry())}  # fmt: skip
    played = ready("", units, options={"hit_allocation": option})
    shoot(played)
    hit(played, 1, 1).accepted().asks("allocate", who)

    def put(*hits: tuple[str, str]) -> Outcome:
        return played.when(who, AllocateHits(hits=tuple(HitOnUnit(hit=each, unit=unit) for each, unit in hits)))

    put(("h1", "b1.2")).rejected("TF-SHOOT-03", "hits-missing", hits="h2")
    put(("h1", "b1.2"), ("h1", "b1.2"), ("h2", "b1.2")).rejected("TF-SHOOT-03", "hit-not-open")
    put(("h1", "b1.3"), ("h2", "b1.2")).rejected("TF-SHOOT-05", "hit-can-not-fall", "hits[0].unit")
    assert len(played.offers(who)) == 3
    put(("h1", "b1.2"), ("h2", "b1.2")).then(HitsAllocated).asks("saves", "blue")
    save(played).then(CasualtyTaken, unit="b1.2", points=1)


# -- Overwatch


def watched(**given: Any) -> Table:
    """Let blue watch red's march past."""
    units = {"a1.1": ("A1", infantry()), "b1.1": ("G1", infantry())}
    played = table("", units, formations={"b1": {"state": "overwatch"}}, **given)
    begin(played, "a1", "march")
    end_move(played, "a1").accepted().asks("overwatch", "blue")
    return played


def test_overwatch_shoots_within_an_action() -> None:
    """The interrupted action goes on after the shots of Overwatch, which is over with them."""
    played = watched()
    played.when("blue", overwatch_at()).then(ShootingDeclared, overwatch=True).asks("to_hit", "blue")
    played.faces(4).when("blue", RollToHit(unit="", target="")).accepted().asks("saves", "red")
    assert formation(played, "b1").state == "normal"
    played.when("red", RollSaves(unit="")).then(UnitDestroyed, ShootingResolved)
    played = watched()
    played.when("blue", overwatch_at()).accepted()
    played.faces(5).when("blue", RollToHit(unit="", target="")).then(ShootingResolved).asks("formation_move", "red")
    assert unit(played, "a1.1").integrity == 1


def overwatch_at(target: str = "") -> ResolveOverwatch:
    """Shoot by Overwatch at a formation, or at the mover."""
    return ResolveOverwatch(formation="b1", target=target, crossfire=False, air=False, to_hit_modifier=0)


def test_overwatch_does_not_use_up_the_shooting_of_the_action() -> None:
    """An army that shot by Overwatch from outside still has the shooting of its own action."""
    units = {"a1.1": ("A1", infantry()), "b1.1": ("G1", infantry())}
    played = table(
        "", units, formations={"b1": {"state": "overwatch"}}, options={"overwatch_window": "external"}, referee=True
    )
    begin(played, "a1", "hold")
    played.when("referee", overwatch_at("a1")).then(ShootingDeclared).asks("to_hit", "blue")
    played.faces(5).when("blue", RollToHit(unit="", target="")).then(ShootingResolved).asks("formation_move", "red")
    end_move(played, "a1").asks("shooting", "red")


def test_lying_low_ends_with_the_shots() -> None:
    """Infantry in Overwatch on open ground is harder to hit until it shoots."""
    played = watched()
    pass_overwatch(played, "blue")
    units = {"a1.1": ("A1", infantry()), "b1.1": ("G1", infantry(armour=1))}
    low = ready("", units, formations={"b1": {"state": "overwatch"}})
    pass_overwatch(low, "blue") if top(low).kind == "overwatch" else None
    shoot(low)
    hit(low, 3).then(ToHitRolled, hits=1).cites("TF-OPEN-04")
    save(low, 2).then(HitSaved, save="cover").cites("TF-OPEN-05")
    up = ready("", units)
    shoot(up)
    hit(up, 4).then(ToHitRolled, hits=1)
    save(up, 2).then(CasualtyTaken)


# -- facts from the table, and losses in between


def test_lines_of_fire_may_be_told() -> None:
    """What is seen at the table takes the place of what the board gives, the closest statement first."""
    woods = ". . W W . . ."
    far = SightFact(unit="", target="", sight="blocked")
    clear = SightFact(unit="a1.1", target="b1.1", sight="clear")
    played = ready(woods)
    shoot(played, sights=(far, clear)).accepted()
    hit(played, 4).then(ToHitRolled, hits=1)
    save(played)
    shoot(ready(), sights=(far,)).rejected("TF-COVER-07", "no-line-of-fire")
    played = ready()
    shoot(played, sights=(SightFact(unit="", target="b1.1", sight="obscured"),))
    hit(played, 4).then(ToHitRolled, hits=0)
    shoot(ready(), sights=(SightFact(unit="", target="", sight="dim"),)).rejected("TF-COVER-06", "no-such-sight")
    shoot(ready(), sights=(SightFact(unit="b1.1", target="", sight="clear"),)).rejected(
        "TF-COVER-06", "not-of-formation", "sights[0].unit"
    )


def lose(played: Table, unit: str, points: int = 9) -> Outcome:
    """Let the referee tell a loss."""
    return played.when("referee", RecordCasualties(unit=unit, points=points, causes_shock=False)).then(UnitDestroyed)


def test_nothing_hangs_where_units_are_gone() -> None:
    """Shooters, targets and units with hits may be lost in between; every question still has an answer."""
    played = ready(referee=True)
    shoot(played)
    lose(played, "a1.1")
    played.when("red", RollToHit(unit="", target="")).then(HitsScored, ShootingResolved)
    played = ready(referee=True)
    shoot(played)
    lose(played, "b1.1")
    played.when("red", RollToHit(unit="", target="")).then(HitsScored, ShootingResolved)
    played = ready(referee=True)
    shoot(played)
    hit(played, 1)
    lose(played, "b1.1")
    save(played).then(ShootingResolved)
    played = ready(referee=True, options={"hit_allocation": "owner"})
    shoot(played)
    hit(played, 1).asks("allocate", "blue")
    lose(played, "b1.1")
    played.when("blue", AllocateHits(hits=())).then(ShootingResolved)
    two = {"b1.1": ("G1", infantry()), "b1.2": ("H1", infantry()), "a1.1": ("A1", infantry(weapons=(weapon(dice=2),)))}
    played = ready("", two, referee=True)
    shoot(played)
    hit(played, 1, 1)
    save(played, unit="b1.1").accepted()
    lose(played, "b1.1")
    save(played).then(UnitDestroyed, ShootingResolved).without(ToHitRolled)


def test_everything_offered_is_allowed() -> None:
    """Each offer of the windows of a shooting is accepted as it stands."""
    units = {"a1.1": ("A1", infantry()), "a1.2": ("A2", infantry())} | FOE
    played = ready("", units)
    assert played.offered("red") == ["DeclareShooting", "EndAction"]
    shoot(played)
    everybody, *single = played.offers("red")
    assert everybody.fields == ()
    assert [[domain.values for domain in each.fields] for each in single] == [
        [Choice(("a1.1",)), Choice(("b1.1",))], [Choice(("a1.2",)), Choice(("b1.1",))],
    ]  # fmt: skip
    hit(played, 4, unit="a1.2", target="b1.1").accepted()
    hit(played, 5, unit="a1.1", target="b1.1").asks("saves", "blue")
    assert played.offered("blue") == ["RollSaves"]
    save(played)
    nobody = ready("", {"a1.1": ("A1", infantry(weapons=(weapon(range=2),)))} | FOE)
    assert nobody.offered("red") == ["EndAction"]

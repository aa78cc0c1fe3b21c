"""Overwatch: entering it, lying low, and its window after each move."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    ActionBegun,
    CasualtyTaken,
    EnteredOverwatch,
    EnterOverwatch,
    FormationMoveBegun,
    HitSaved,
    MoveUnit,
    OutOfFormationDestroyed,
    OverwatchEnded,
    OverwatchResolved,
    OverwatchWindowClosed,
    OverwatchWindowOpened,
    PassOverwatch,
    ResolveOverwatch,
    RollSaves,
    RollToHit,
    ShootingDeclared,
    ShootingResolved,
    ToHitRolled,
    UnitDestroyed,
    UnitMoved,
)
from adjudicator.rulesets.tile_formations.rules.shooting import cover
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import (
    FAR_QUIET_ENEMY,
    SHOOTER_PLACE,
    SIX_DICE,
    TARGET_PLACE,
    UNARMED,
    at,
    duel,
    gunner,
    infantry,
    table,
    vehicle,
    wide_ground,
    zoneless,
)
from tests.rulesets.tile_formations.shooting.fixtures import cover_modifier_of, two_infantry
from tests.rulesets.tile_formations.steps import (
    ShotResult,
    about_to_shoot,
    begin_action,
    come_and_declare,
    come_to_shooting,
    confirm_stated,
    declare,
    end_action,
    end_move,
    formation_row,
    hit_values,
    move,
    open_window,
    pass_overwatch,
    refused,
    resolve_overwatch,
    roll_saves,
    roll_to_hit,
    shock_added,
    shock_of,
    shoot_at,
    shoot_at_resolved,
    try_saves,
    try_to_hit,
    unit_row,
)

WATCHING = {"state": "overwatch"}


@pytest.mark.rule("TF-OW-01")
@pytest.mark.ruling("TF-OW-01.2")
def test_overwatch_is_an_action_without_movement() -> None:
    """The whole formation enters Overwatch, and none of its units moves in the action."""
    played = wide_ground({"a1.1": ((2, 2), zoneless("INF")), "a1.2": ((3, 2), zoneless("AV"))})
    step = MoveUnit(unit="a1.1", path=(at(2, 3),))
    begin_action(played, "a1", "overwatch").then(ActionBegun, action="overwatch", moves=0).asks(
        "enter_overwatch", "red"
    )
    refused(played.when("red", step), "not-asked", "TF-OW-01")
    entered = played.when("red", EnterOverwatch(formation="a1")).then(EnteredOverwatch, formation="a1")
    entered.without(FormationMoveBegun, UnitMoved)
    assert formation_row(played, "a1").state == "overwatch"
    refused(played.when("red", step), "not-asked", "TF-MOVE-06")


@pytest.mark.rule("TF-OW-01", "TF-OW-02")
def test_every_unit_of_the_formation_is_in_overwatch() -> None:
    """After the action each infantry unit of the formation lies low, not only one."""
    enemy_sheet = zoneless("INF", integrity=3)
    units: Any = {"a1.1": (SHOOTER_PLACE, gunner()), "b1.1": (TARGET_PLACE, enemy_sheet), "b1.2": ((7, 6), enemy_sheet)}
    played = wide_ground(units)
    begin_action(played, "b1", "overwatch")
    played.when("blue", EnterOverwatch(formation="b1")).then(EnteredOverwatch)
    pairs = come_and_declare(played).one(ShootingDeclared).pairs
    assert {pair.target: pair.cover for pair in pairs} == {"b1.1": -1, "b1.2": -1}


@pytest.mark.rule("TF-OW-02")
@pytest.mark.parametrize(
    "ground", ["hills", "open_ground", "scrub", "+roads", "+minefield", "hills+minefield", "+barricade"]
)
@pytest.mark.ruling("TF-OW-02.2", "TF-OW-02.3")
def test_infantry_in_overwatch_lies_low(ground: str) -> None:
    """On hills, open ground and scrub, under roads and minefields too, infantry is hit on 3 and saves on 2."""
    assert shoot_at("INF", ground, low=True) == ShotResult(3, "cover", 2, (1, 2))


@pytest.mark.rule("TF-OW-02")
@pytest.mark.parametrize("ground", ["marsh+roads", "marsh", "river"])
@pytest.mark.ruling("TF-OW-02.2")
def test_infantry_lies_low_nowhere_else(ground: str) -> None:
    """In marsh and river, under a road too, infantry in Overwatch has the cover of 1 alone."""
    assert shoot_at("INF", ground, low=True) == ShotResult(3, "cover", 1, (1,))


@pytest.mark.rule("TF-OW-02")
@pytest.mark.parametrize("kind", ["LV", "AV", "WE"])
@pytest.mark.parametrize("ground", ["hills", "open_ground", "scrub"])
def test_vehicles_do_not_lie_low(kind: str, ground: str) -> None:
    """Vehicles and war engines in Overwatch are hit on 4 and have no save but their armour."""
    assert shoot_at(kind, ground, low=True, bare=True) == ShotResult(4, "none", 0, ())


@pytest.mark.rule("TF-OW-02")
@pytest.mark.ruling("TF-OW-02.3")
def test_overlays_may_keep_infantry_from_lying_low() -> None:
    """By the option nobody lies low on a tile with an overlay."""
    options = {"overlay_keeps_lie_low": False}
    assert shoot_at("INF", "+roads", low=True, options=options, bare=True) == ShotResult(4, "none", 0, ())
    assert shoot_at("INF", "scrub+minefield", low=True, options=options) == ShotResult(3, "cover", 1, (1,))
    assert shoot_at("INF", "open_ground", low=True, options=options) == ShotResult(3, "cover", 2, (1, 2))


@pytest.mark.rule("TF-OW-03")
@pytest.mark.parametrize("ground", ["open_ground", "hills"])
def test_the_overwatch_is_over_when_it_shoots(ground: str) -> None:
    """After its Overwatch shots a formation is in no state, and lies low against nobody."""
    played = duel(zoneless("INF", integrity=9), ground, SIX_DICE, low=True)
    begin_action(played, "a1", "hold")
    end_move(played, "a1").asks("overwatch", "blue")
    played.when("blue", resolve_overwatch()).then(OverwatchResolved, formation="b1", target="a1")
    assert formation_row(played, "b1").state == "normal"
    roll_to_hit(played, 6, who="blue").then(ShootingResolved)
    assert shoot_at_resolved(ground, bare=True) == ShotResult(4, "none", 0, ())


@pytest.mark.rule("TF-OW-03")
def test_who_passes_stays_in_overwatch() -> None:
    """Overwatch that was not resolved lasts, with its benefits."""
    played = come_to_shooting(duel(zoneless("INF", integrity=9, weapons=(UNARMED,)), "open_ground", SIX_DICE, low=True))
    assert formation_row(played, "b1").state == "overwatch"
    declare(played).accepted()
    assert hit_values(roll_to_hit(played, 6, 6, 6, 6, 6, 6)) == {"a1.1": 3}


@pytest.mark.rule("TF-OW-03")
@pytest.mark.ruling("TF-OW-03.2")
def test_the_overwatch_is_over_with_the_next_action() -> None:
    """A formation in Overwatch that takes another action is in Overwatch no more."""
    played = duel(zoneless("INF", integrity=9), low=True)
    begin_action(played, "b9", "hold").without(OverwatchEnded)
    begin_action(played, "b1", "hold").then(OverwatchEnded, formation="b1")
    assert formation_row(played, "b1").state == "normal"
    end_move(played, "b1").accepted()
    end_action(played, "b1").accepted()
    assert hit_values(roll_to_hit(shoot_by_overwatch(played), 6)) == {"a1.1": 4}


def shoot_by_overwatch(played: Table) -> Table:
    """Bring a1 to its dice against b1."""
    come_and_declare(played).accepted()
    return played


def march_past_overwatch(**setup: Any) -> Table:
    """Let a1 march past b1 and b2, which may be in Overwatch."""
    shooter = zoneless("INF", integrity=3)
    units: Any = {"a1.1": ((2, 2), zoneless("INF", integrity=5)), "b1.1": ((8, 8), shooter), "b2.1": ((10, 8), shooter)}
    return wide_ground(units, **({"formations": {"b1": WATCHING, "b2": WATCHING}} | setup))


@pytest.mark.rule("TF-OW-04")
@pytest.mark.ruling("TF-OW-04.2")
def test_overwatch_interrupts_after_each_move() -> None:
    """In a march the enemy army is asked after each move, shoots formation by formation, passes; then it goes on."""
    played = march_past_overwatch()
    begin_action(played, "a1", "march")
    move(played, "a1.1", (3, 2)).without(OverwatchWindowOpened)
    end_move(played, "a1").then(OverwatchWindowOpened, seat=1, mover="a1", formations=("b1", "b2"))
    pass_overwatch(played, "blue").then(OverwatchWindowClosed, passed=True).asks("formation_move", "red")
    move(played, "a1.1", (4, 2)).accepted()
    end_move(played, "a1").then(OverwatchWindowOpened, formations=("b1", "b2")).asks("overwatch", "blue")
    refused(move(played, "a1.1", (5, 2)), "not-asked", "TF-OW-04")
    played.when("blue", resolve_overwatch("b1")).then(OverwatchResolved, formation="b1").then(
        ShootingDeclared, formation="b1", target="a1", overwatch=True
    )
    refused(played.when("blue", resolve_overwatch("b2")), "no-overwatch-window", "TF-OW-04")
    refused(played.when("blue", PassOverwatch()), "not-asked", "TF-SHOOT-01")
    roll_to_hit(played, 1, who="blue").asks("saves", "red")
    refused(played.when("blue", resolve_overwatch("b2")), "no-overwatch-window", "TF-OW-04")
    roll_saves(played, who="red").then(ShootingResolved).asks("overwatch", "blue")
    assert unit_row(played, "a1.1").integrity == 4
    refused(played.when("blue", resolve_overwatch("b1")), "not-in-overwatch", "TF-OW-03")
    pass_overwatch(played, "blue").asks("formation_move", "red")
    assert played.game.action.move == 3
    move(played, "a1.1", (5, 2)).then(UnitMoved, tile=at(5, 2))
    end_move(played, "a1").then(OverwatchWindowOpened, formations=("b2",))


@pytest.mark.rule("TF-OW-04")
def test_the_window_closes_when_nobody_is_left_in_overwatch() -> None:
    """When the last formation in Overwatch has shot, the interrupted action goes on by itself."""
    played = march_past_overwatch(formations={"b1": WATCHING})
    begin_action(played, "a1", "march")
    end_move(played, "a1").then(OverwatchWindowOpened, formations=("b1",))
    played.when("blue", resolve_overwatch("b1")).accepted()
    roll_to_hit(played, 6, who="blue").then(ShootingResolved).asks("formation_move", "red")
    end_move(played, "a1").without(OverwatchWindowOpened)


@pytest.mark.rule("TF-OW-04")
def test_without_overwatch_nobody_is_asked() -> None:
    """A march with no enemy in Overwatch is not interrupted, be it that the mover's own army is."""
    played = march_past_overwatch(formations={"a9": WATCHING})
    begin_action(played, "a1", "march")
    for _ in range(2):
        end_move(played, "a1").without(OverwatchWindowOpened).asks("formation_move", "red")
    end_move(played, "a1").without(OverwatchWindowOpened)


@pytest.mark.rule("TF-OW-04")
@pytest.mark.ruling("TF-OW-04.2")
def test_overwatch_comes_before_the_shooting_of_the_action() -> None:
    """After the last move the enemy is asked first, and then the mover shoots."""
    played = duel(zoneless("INF", integrity=9), low=True)
    begin_action(played, "a1", "advance")
    end_move(played, "a1").asks("overwatch", "blue")
    pass_overwatch(played, "blue").asks("shooting", "red")


@pytest.mark.rule("TF-OW-04")
def test_overwatch_comes_after_the_check_of_the_formation() -> None:
    """Units out of formation are destroyed before the enemy is asked."""
    units: Any = {
        "a1.1": ((2, 2), zoneless("INF")),
        "a1.2": ((12, 2), zoneless("INF")),
        "b1.1": ((8, 8), zoneless("INF")),
    }
    played = wide_ground(units, formations={"b1": WATCHING}, options={"coherency_tiles": 2})
    begin_action(played, "a1", "march")
    end_move(played, "a1", "a1.1").then(OutOfFormationDestroyed, units=("a1.2",)).then(OverwatchWindowOpened)


@pytest.mark.rule("TF-OW-04")
@pytest.mark.ruling("TF-OW-04.3")
def test_overwatch_from_outside() -> None:
    """By the option nobody is asked, and the referee lets Overwatch shoot."""
    options = {"overwatch_window": "external"}
    played = march_past_overwatch(options=options, referee=True)
    begin_action(played, "a1", "march")
    end_move(played, "a1").without(OverwatchWindowOpened).asks("formation_move", "red")
    played.when("referee", resolve_overwatch("b1")).then(OverwatchResolved, formation="b1").then(
        ShootingDeclared, overwatch=True
    )
    roll_to_hit(played, 6, who="blue").then(ShootingResolved).asks("formation_move", "red")
    assert formation_row(played, "b1").state == "normal"
    assert formation_row(played, "b2").state == "overwatch"


@pytest.mark.rule("TF-OW-04")
def test_overwatch_shoots_at_the_mover() -> None:
    """In the window nobody but the formation that has moved can be shot at, and only by who is in Overwatch."""
    units: Any = {"a2.1": ((2, 8), zoneless("INF"))} | {
        "a1.1": ((2, 2), zoneless("INF")),
        "b1.1": ((8, 2), zoneless("INF")),
        "b2.1": ((9, 2), zoneless("INF")),
    }
    played = wide_ground(units, formations={"b1": WATCHING})
    begin_action(played, "a1", "march")
    end_move(played, "a1").asks("overwatch", "blue")
    refused(played.when("blue", resolve_overwatch("b1", "a2")), "not-the-mover", "TF-OW-04")
    refused(played.when("blue", resolve_overwatch("a1")), "not-your-formation", "TF-OW-04")
    refused(played.when("blue", resolve_overwatch("b2")), "not-in-overwatch", "TF-OW-03")
    played.when("blue", resolve_overwatch("b1", "")).then(OverwatchResolved, formation="b1", target="a1")
    roll_to_hit(played, 6, who="blue")


@pytest.mark.rule("TF-OW-03")
@pytest.mark.parametrize(("options", "value"), [({}, 4), ({"action_to_hit_modifiers": {"overwatch": -1}}, 3)])
def test_overwatch_shots_are_an_action_of_their_own(options: dict[str, Any], value: int) -> None:
    """The double move of the mover is no hindrance to Overwatch shots, which bring their own modifier and Shock."""
    played = march_past_overwatch(formations={"b1": WATCHING}, options=options)
    begin_action(played, "a1", "double")
    end_move(played, "a1").asks("overwatch", "blue")
    stated = played.when("blue", resolve_overwatch("b1", crossfire=True)).without(OverwatchResolved)
    done = confirm_stated(played, stated).then(OverwatchResolved).then(ShootingDeclared)
    assert sorted(shock_added(done)) == [("crossfire", 1), ("under_fire", 1)]
    assert hit_values(roll_to_hit(played, 6, who="blue")) == {"b1.1": value}
    assert (shock_of(played, "a1"), shock_of(played, "b1")) == (2, 0)


@pytest.mark.rule("TF-OW-01", "TF-OW-03")
def test_overwatch_is_an_action_without_moves() -> None:
    """A formation enters Overwatch, and leaves it when it acts again."""
    played = table("", FAR_QUIET_ENEMY | {"a1.1": ("A1", infantry())})
    begin_action(played, "a1", "overwatch").asks("enter_overwatch", "red")
    played.when("red", EnterOverwatch(formation="a1")).then(EnteredOverwatch).asks("action_end", "red")
    assert formation_row(played, "a1").state == "overwatch"
    played.set(turn=2)
    begin_action(played, "a1").then(OverwatchEnded, ActionBegun)


@pytest.mark.rule("TF-OW-04")
def test_an_army_in_overwatch_is_asked_after_each_move() -> None:
    """After each move armies with formations in Overwatch are asked, and pass before anything else goes on."""
    units = FAR_QUIET_ENEMY | {"a1.1": ("A1", infantry())}
    played = table("", units, formations={"b1": {"state": "overwatch"}})
    begin_action(played, "a1", "march")
    for _ in range(2):
        end_move(played, "a1").then(OverwatchWindowOpened, formations=("b1",)).asks("overwatch", "blue")
        end_action(played, "a1").rejected("TF-OW-04", "not-asked")
        played.when("blue", PassOverwatch()).then(OverwatchWindowClosed, passed=True).asks("formation_move", "red")
    played = table("", units, formations={"b1": {"state": "overwatch"}}, options={"overwatch_window": "external"})
    begin_action(played, "a1", "march")
    end_move(played, "a1").without(OverwatchWindowOpened).asks("formation_move", "red")


def table_with_overwatch(**setup: Any) -> Table:
    """Let blue watch red's march past."""
    units = {"a1.1": ("A1", infantry()), "b1.1": ("G1", infantry())}
    played = table("", units, formations={"b1": {"state": "overwatch"}}, **setup)
    begin_action(played, "a1", "march")
    end_move(played, "a1").accepted().asks("overwatch", "blue")
    return played


@pytest.mark.rule("TF-OW-03")
def test_overwatch_shoots_within_an_action() -> None:
    """The interrupted action goes on after the shots of Overwatch, which is over with them."""
    played = table_with_overwatch()
    played.when("blue", resolve_at()).then(ShootingDeclared, overwatch=True).asks("to_hit", "blue")
    played.faces(4).when("blue", RollToHit(unit="", target="")).accepted().asks("saves", "red")
    assert formation_row(played, "b1").state == "normal"
    played.when("red", RollSaves(unit="")).then(UnitDestroyed, ShootingResolved)
    played = table_with_overwatch()
    played.when("blue", resolve_at()).accepted()
    played.faces(5).when("blue", RollToHit(unit="", target="")).then(ShootingResolved).asks("formation_move", "red")
    assert unit_row(played, "a1.1").integrity == 1


def resolve_at(target: str = "") -> ResolveOverwatch:
    """Shoot by Overwatch at a formation, or at the mover."""
    return ResolveOverwatch(formation="b1", target=target, crossfire=False, air=False, to_hit_modifier=0)


@pytest.mark.rule("TF-OW-03")
def test_overwatch_does_not_use_up_the_shooting_of_the_action() -> None:
    """An army that shot by Overwatch from outside still has the shooting of its own action."""
    units = {"a1.1": ("A1", infantry()), "b1.1": ("G1", infantry())}
    played = table(
        "", units, formations={"b1": {"state": "overwatch"}}, options={"overwatch_window": "external"}, referee=True
    )
    begin_action(played, "a1", "hold")
    played.when("referee", resolve_at("a1")).then(ShootingDeclared).asks("to_hit", "blue")
    played.faces(5).when("blue", RollToHit(unit="", target="")).then(ShootingResolved).asks("formation_move", "red")
    end_move(played, "a1").asks("shooting", "red")


@pytest.mark.rule("TF-OPEN-04", "TF-OPEN-05", "TF-OW-03")
def test_lying_low_ends_with_the_shots() -> None:
    """Infantry in Overwatch on open ground is harder to hit until it shoots."""
    played = table_with_overwatch()
    pass_overwatch(played, "blue")
    units = {"a1.1": ("A1", infantry()), "b1.1": ("G1", infantry(armour=1))}
    low = about_to_shoot("", units, formations={"b1": {"state": "overwatch"}})
    pass_overwatch(low, "blue") if open_window(low).kind == "overwatch" else None
    declare(low)
    try_to_hit(low, 3).then(ToHitRolled, hits=1).cites("TF-OPEN-04")
    try_saves(low, 2).then(HitSaved, save="cover").cites("TF-OPEN-05")
    up = about_to_shoot("", units)
    declare(up)
    try_to_hit(up, 4).then(ToHitRolled, hits=1)
    try_saves(up, 2).then(CasualtyTaken)


@pytest.mark.rule("TF-OW-02")
def test_lying_low_is_for_infantry_and_may_need_bare_ground() -> None:
    """Vehicles gain nothing, and by the options overlays take it away."""
    low = {"b1": {"state": "overwatch"}}
    tank = two_infantry((1, 1), (5, 1), {"b1.1": ((5, 1), vehicle())}, formations=low)
    assert (cover_modifier_of(tank), cover.cover_value(tank, "b1.1")) == (0, None)
    man = two_infantry((1, 1), (5, 1), formations=low)
    assert cover_modifier_of(man) == -1
    bare = {"overlay_keeps_lie_low": False}
    assert cover.lies_low(two_infantry((1, 1), (5, 1), formations=low, options=bare), "b1.1") == "open_ground"
    road = two_infantry((1, 1), (5, 1), formations=low, options=bare, terrain={(5, 1): "+roads"})
    assert (cover_modifier_of(road), cover.cover_value(road, "b1.1")) == (0, None)


@pytest.mark.rule("TF-OW-01")
def test_the_formation_of_the_action_enters_overwatch() -> None:
    """In an overwatch action no other formation enters Overwatch."""
    played = wide_ground({"a1.1": ((2, 2), zoneless("INF")), "a2.1": ((2, 6), zoneless("INF"))})
    begin_action(played, "a1", "overwatch").asks("enter_overwatch", "red")
    refused(played.when("red", EnterOverwatch(formation="a2")), "not-acting", "TF-MOVE-05", formation="a1")
    played.when("red", EnterOverwatch(formation="a1")).accepted()
    assert [formation_row(played, row).state for row in ("a1", "a2")] == ["overwatch", "normal"]
    end_action(played, "a1").accepted()


@pytest.mark.rule("TF-OW-04")
def test_the_window_is_stated_to_close_after_the_last_shots() -> None:
    """When nobody is left in Overwatch the window closes without a pass, and the march goes on."""
    units: Any = {"a1.1": ((2, 2), zoneless("INF", integrity=5)), "b1.1": ((8, 8), zoneless("INF"))}
    played = wide_ground(units, formations={"b1": {"state": "overwatch"}})
    begin_action(played, "a1", "march")
    end_move(played, "a1").asks("overwatch", "blue")
    played.when("blue", resolve_overwatch("b1")).accepted()
    shot = roll_to_hit(played, 6, who="blue").then(ShootingResolved, OverwatchWindowClosed, seat=1, passed=False)
    shot.asks("formation_move", "red")


@pytest.mark.rule("TF-OW-04")
def test_overwatch_asks_each_enemy_army() -> None:
    """Two enemy armies with formations in Overwatch are asked one after the other, an ally of the mover is not."""
    units: Any = {"a1.1": ((2, 2), zoneless("INF"))} | {
        f"{letter}1.1": (place, zoneless("INF")) for letter, place in (("b", (8, 8)), ("c", (10, 8)), ("d", (8, 2)))
    }
    watching = {row: {"state": "overwatch"} for row in ("b1", "c1", "d1")}
    played = wide_ground(units, seats=4, sides=(1, 2, 3, 1), formations=watching)
    begin_action(played, "a1", "march")
    end_move(played, "a1").asks("overwatch", "blue")
    pass_overwatch(played, "blue").asks("overwatch", "green")
    pass_overwatch(played, "green").asks("formation_move", "red")


@pytest.mark.rule("TF-OW-04")
def test_nobody_is_asked_about_a_mover_that_is_gone() -> None:
    """When the first shots have destroyed the mover, the second formation in Overwatch is not asked any more."""
    foe_of = zoneless("INF")
    units: Any = {"a1.1": ((2, 2), zoneless("INF")), "b1.1": ((8, 8), foe_of), "b2.1": ((9, 8), foe_of)}
    played = wide_ground(units, formations={row: {"state": "overwatch"} for row in ("b1", "b2")})
    begin_action(played, "a1", "march")
    end_move(played, "a1").asks("overwatch", "blue")
    played.when("blue", resolve_overwatch("b1")).accepted()
    roll_to_hit(played, 1, who="blue").asks("saves", "red")
    gone = roll_saves(played, who="red").then(UnitDestroyed, unit="a1.1").then(OverwatchWindowClosed, passed=False)
    gone.asks("action_end", "red")
    assert formation_row(played, "b2").state == "overwatch"

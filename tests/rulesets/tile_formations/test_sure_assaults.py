"""Clause tests: assaults from their opening to their end, Overwatch windows, and buildings that are fought over."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    AssaultEnded,
    AssaultHits,
    AssaultOpened,
    CasualtyTaken,
    Charge,
    DamageTerrain,
    EndAssault,
    EnterOverwatch,
    OverwatchWindowClosed,
    RecordCasualties,
    ShootingResolved,
    TerrainDamaged,
    UnitDestroyed,
    ZocLost,
)
from tests.rulesets.tile_formations.givens import (
    at,
    begin,
    change,
    end_action,
    end_move,
    formation,
    pass_overwatch,
    weapon,
)
from tests.rulesets.tile_formations.said_shots import (
    HERE,
    THERE,
    UNARMED,
    assaulted,
    declare,
    duel,
    fire,
    gunner,
    hit,
    made,
    plain,
    ready,
    refused,
    save,
    strike,
    values,
    watch,
)


def foe(kind: str = "INF", **changes: Any) -> Any:
    """Make a unit of integrity 3 that can not shoot."""
    return made(kind, **({"integrity": 3, "weapons": (UNARMED,)} | changes))


# -- assaults


@pytest.mark.rule("TF-CHARGE-06")
def test_the_assault_that_is_open_is_ended() -> None:
    """An assault that there is not can not be ended; each assault of a game is one of its own."""
    played = assaulted(made("INF", integrity=9, flags=()), "open_ground")
    refused(played.when("referee", EndAssault(assault="assault-2")), "no-such-assault", "TF-CHARGE-06")
    played.when("referee", EndAssault(assault="assault-1")).then(AssaultEnded, assault="assault-1")
    change(played, "a1.1", tile=at(2, 5))
    begin(played, "a1", "engage", target="b1")
    again = played.when("red", Charge(unit="a1.1", path=(at(3, 5), at(4, 5)), enemy="b1.1"))
    again.then(AssaultOpened, assault="assault-2").then(ZocLost, unit="b1.1", assault="assault-2")
    end_move(played, "a1").asks("assault", "referee")
    refused(played.when("referee", EndAssault(assault="assault-1")), "no-such-assault", "TF-CHARGE-06")
    played.when("referee", EndAssault(assault="")).then(AssaultEnded, assault="assault-2")


@pytest.mark.rule("TF-CHARGE-06")
def test_no_hits_fall_on_who_is_gone() -> None:
    """A unit that was destroyed in the assault takes no more hits, and a told loss of it is refused."""
    played = assaulted(made("INF", integrity=1), "open_ground")
    strike(played, 1)
    save(played).then(UnitDestroyed, unit="b1.1", cause="assault").asks("assault", "referee")
    hits = AssaultHits(unit="b1.1", hits=1, save_modifier=0)
    refused(played.when("referee", hits), "not-in-assault", "TF-CHARGE-06", unit="b1.1")
    told = RecordCasualties(unit="b1.1", points=1, causes_shock=False)
    refused(played.when("referee", told), "unit-gone", "TF-CHARGE-06", unit="b1.1")


@pytest.mark.rule("TF-CHARGE-06")
def test_a_told_loss_has_points() -> None:
    """A loss of nothing is refused; one of more than the unit has destroys it for as many points as it had."""
    played = assaulted(made("INF", integrity=2), "open_ground")
    none = RecordCasualties(unit="b1.1", points=0, causes_shock=False)
    refused(played.when("referee", none), "no-points", "TF-CHARGE-06")
    more = RecordCasualties(unit="b1.1", points=5, causes_shock=False)
    played.when("referee", more).then(CasualtyTaken, points=2, left=0).then(UnitDestroyed, cause="outside")


# -- Overwatch


@pytest.mark.rule("TF-OW-01")
def test_the_formation_of_the_action_enters_overwatch() -> None:
    """In an overwatch action no other formation enters Overwatch."""
    played = plain({"a1.1": ((2, 2), made("INF")), "a2.1": ((2, 6), made("INF"))})
    begin(played, "a1", "overwatch").asks("enter_overwatch", "red")
    refused(played.when("red", EnterOverwatch(formation="a2")), "not-acting", "TF-MOVE-05", formation="a1")
    played.when("red", EnterOverwatch(formation="a1")).accepted()
    assert [formation(played, each).state for each in ("a1", "a2")] == ["overwatch", "normal"]
    end_action(played, "a1").accepted()


@pytest.mark.rule("TF-OW-04")
def test_the_window_is_told_to_close_after_the_last_shots() -> None:
    """When nobody is left in Overwatch the window closes without a pass, and the march goes on."""
    units: Any = {"a1.1": ((2, 2), made("INF", integrity=5)), "b1.1": ((8, 8), made("INF"))}
    played = plain(units, formations={"b1": {"state": "overwatch"}})
    begin(played, "a1", "march")
    end_move(played, "a1").asks("overwatch", "blue")
    played.when("blue", watch("b1")).accepted()
    shot = hit(played, 6, who="blue").then(ShootingResolved, OverwatchWindowClosed, seat=1, passed=False)
    shot.asks("formation_move", "red")


@pytest.mark.rule("TF-OW-04")
def test_overwatch_asks_each_enemy_army() -> None:
    """Two enemy armies with formations in Overwatch are asked one after the other, an ally of the mover is not."""
    units: Any = {"a1.1": ((2, 2), made("INF"))} | {
        f"{letter}1.1": (place, made("INF")) for letter, place in (("b", (8, 8)), ("c", (10, 8)), ("d", (8, 2)))
    }  # fmt: skip
    watching = {each: {"state": "overwatch"} for each in ("b1", "c1", "d1")}
    played = plain(units, seats=4, sides=(1, 2, 3, 1), formations=watching)
    begin(played, "a1", "march")
    end_move(played, "a1").asks("overwatch", "blue")
    pass_overwatch(played, "blue").asks("overwatch", "green")
    pass_overwatch(played, "green").asks("formation_move", "red")


@pytest.mark.rule("TF-OW-04")
def test_nobody_is_asked_about_a_mover_that_is_gone() -> None:
    """When the first shots have destroyed the mover, the second formation in Overwatch is not asked any more."""
    foe_of = made("INF")
    units: Any = {"a1.1": ((2, 2), made("INF")), "b1.1": ((8, 8), foe_of), "b2.1": ((9, 8), foe_of)}
    played = plain(units, formations={each: {"state": "overwatch"} for each in ("b1", "b2")})
    begin(played, "a1", "march")
    end_move(played, "a1").asks("overwatch", "blue")
    played.when("blue", watch("b1")).accepted()
    hit(played, 1, who="blue").asks("saves", "red")
    gone = save(played, who="red").then(UnitDestroyed, unit="a1.1").then(OverwatchWindowClosed, passed=False)
    gone.asks("action_end", "red")
    assert formation(played, "b2").state == "overwatch"


@pytest.mark.rule("TF-SHOOT-01")
def test_the_formation_of_the_action_shoots() -> None:
    """At the end of its action a formation shoots, not another one of its seat, and at an enemy."""
    units: Any = {"a1.1": (HERE, gunner()), "a2.1": ((1, 7), gunner()), "b1.1": (THERE, foe())}
    played = ready(plain(units))
    for fields, reason, facts in (
        ({"formation": "a2"}, "not-acting", {"formation": "a1"}), ({"target": "a2"}, "not-an-enemy", {"enemy": "a2"}),
    ):  # fmt: skip
        refused(declare(played, **{"target": "b1", **fields}), reason, "TF-SHOOT-01", **facts)
    declare(played).accepted()
    assert values(hit(played, 6)) == {"a1.1": 4}


# -- buildings


@pytest.mark.rule("TF-BUILD-04")
def test_what_is_not_on_the_battlefield_is_not_damaged() -> None:
    """Damage is told of a tile that there is, and of a building in it."""
    played = duel(foe(), "buildings", options={"building_integrity": 4})
    for tile, reason in (("Z99", "off-the-battlefield"), ("A1", "nothing-to-destroy")):
        refused(played.when("referee", DamageTerrain(tile=tile, points=1)), reason, "TF-BUILD-04")
    played.when("referee", DamageTerrain(tile=at(*THERE), points=1)).then(TerrainDamaged, total=1)


@pytest.mark.rule("TF-BUILD-04")
@pytest.mark.parametrize(("points", "faces", "damaged"), [(1, (1,), True), (0, (1,), False), (1, (6,), False)])
def test_fighting_damages_by_the_option(points: int, faces: tuple[int, ...], damaged: bool) -> None:
    """A shooting that hits infantry in a building damages it by what the option says, one without a hit does not."""
    options = {"building_integrity": 4, "building_damage_per_fight": points}
    played = duel(foe(), "buildings", weapon(dice=1), options=options)
    done = fire(played, *faces)
    if faces == (1,):
        done = save(played, 1)
    done.then(ShootingResolved)
    assert [each.total for each in done.events if isinstance(each, TerrainDamaged)] == [points] * damaged


@pytest.mark.rule("TF-BUILD-04")
def test_a_building_suffers_though_its_defender_is_shot() -> None:
    """A defender that a shooting destroys leaves a building that has taken the damage of that fight."""
    played = duel(foe(integrity=1), "buildings", options={"building_integrity": 4})
    fire(played, 1)
    done = save(played, 6).then(UnitDestroyed, unit="b1.1", cause="shooting")
    damages = [(each.tile, each.points, each.total) for each in done.events if isinstance(each, TerrainDamaged)]
    assert damages == [(at(*THERE), 1, 1)]

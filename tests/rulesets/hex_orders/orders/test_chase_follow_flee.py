"""Chase, Follow, Flee and free facings: where they may lead."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.hex_orders.model.board_hexes import distance, neighbours
from adjudicator.rulesets.hex_orders.model.messages import (
    ChooseFleeHex,
    FleeHexChosen,
    HexContested,
    MovesChosen,
    OrderReplacedByDefault,
    UnitMoved,
    UnitRotated,
)
from adjudicator.rulesets.hex_orders.rules.orders import chase_follow_flee
from tests.rulesets.hex_orders.assault.fixtures import SLOW
from tests.rulesets.hex_orders.fixtures import field, infantry, tank
from tests.rulesets.hex_orders.orders.fixtures import FACINGS, FAR_ENEMY, infantry_with_orders, tank_with_orders
from tests.rulesets.hex_orders.orders.steps import (
    begin_movement,
    carrying_out,
    choose_moves,
    choose_open_part,
    events_of,
    goes_to,
    intents,
    positions_after,
    resolve,
    silent_answer,
)
from tests.rulesets.hex_orders.steps import (
    asked,
    hexes_of,
    innermost_window,
    legal,
    of_kind,
    places,
    refused,
    silence,
    unit,
)


@pytest.mark.rule("HX-ORDERS-26")
@pytest.mark.ruling("HX-ORDERS-26.2")
def test_chase_goes_nearer_to_the_nearest_enemy():
    """From D7 with the nearest enemy at D4 only D6 is nearer: the unit goes there and faces N."""
    played = carrying_out("Chase+-+-", infantry(), ("b1", "D4", "N", tank(nation="ork")), at="D7", facing="S")
    silence(played)
    assert places(played)[:2] == ("D6", "N")


@pytest.mark.rule("HX-ORDERS-26")
@pytest.mark.ruling("HX-ORDERS-26.2")
def test_chase_offers_what_reduces_the_distance():
    """The owner picks among hexes that are one nearer to one of the equally near enemies; others are refused."""
    both = [("b1", "B5", "N", tank(nation="ork")), ("b2", "F5", "N", tank(nation="ork"))]
    played = carrying_out("Chase+-+-", infantry(), *both)
    assert asked(played)[0] == "moves"
    for name in ("C5", "C6", "E5", "E6"):
        assert legal(played, "red", choose_open_part("a1", name)) is (name in nearer_neighbours(both))
    for name in ("D4", "D6", "E7"):
        refused(played, "red", choose_open_part("a1", name), "HX-ORDERS-26", "no-such-course")
    played.when("red", choose_open_part("a1", nearer_neighbours(both)[0])).accepted()
    silence(played)
    assert places(played)[0] == nearer_neighbours(both)[0]


def nearer_neighbours(rows):
    """Give neighbours of D5 that are nearer to one of these enemies, both two hexes away."""
    assert [distance("D5", row[1]) for row in rows] == [2, 2]
    return [name for _, name in neighbours("D5") if any(distance(name, row[1]) == 1 for row in rows)]


@pytest.mark.rule("HX-ORDERS-26")
def test_chase_into_an_adjacent_enemy():
    """An adjacent enemy's hex is entered."""
    played = carrying_out("Chase+-+-", infantry(), ("b1", "D4", "N", tank(nation="ork")))
    while innermost_window(played).kind in {"intents", "moves"}:
        if innermost_window(played).kind == "intents":
            played.when("red", intents(a1=True)).accepted()
        else:
            played.when("red", choose_open_part("a1", "D4")).accepted()
    assert [row.hex for row in of_kind(events_of(played), HexContested)] == ["D4"]


@pytest.mark.rule("HX-ORDERS-26")
@pytest.mark.ruling("HX-ORDERS-26.2")
def test_nobody_to_chase():
    """Hidden enemies are not chased: without a revealed one the step is not allowed."""
    hidden = ("b1", "D3", "N", tank(nation="ork"), {"hidden": True})
    played = carrying_out("Chase+-+-", infantry(), hidden, at="D7")
    swapped = of_kind(events_of(played), OrderReplacedByDefault)
    assert [(row.unit, row.ordered, row.instead) for row in swapped] == [("a1", "Chase", "F")]


LEADER = infantry(leader_follow=True)


@pytest.mark.rule("HX-ORDERS-27")
@pytest.mark.ruling("HX-ORDERS-27.2")
def test_follow_a_leader():
    """A follower at D7 with Follow+Follow+- comes to D6 and D5 while its leader stays at D4."""
    assert [
        place[:2]
        for place in positions_after(
            "Follow+Follow+-", infantry(), at="D7", facing="S", others=[("a2", "D4", "N", LEADER), FAR_ENEMY]
        )
    ] == [("D6", "N"), ("D5", "N"), ("D5", "N")]


@pytest.mark.rule("HX-ORDERS-27")
@pytest.mark.ruling("HX-ORDERS-27.1")
def test_no_follow_without_a_leader():
    """Without a leader in play Follow is not allowed and the default's step is used; an enemy leader is none."""
    enemy = ("b2", "D4", "N", infantry(nation="ork", leader_follow=True))
    played = carrying_out("Follow+-+-", infantry(), FAR_ENEMY, enemy, at="D7")
    swapped = of_kind(events_of(played), OrderReplacedByDefault)
    assert [(row.ordered, row.instead) for row in swapped] == [("Follow", "F")]


@pytest.mark.rule("HX-ORDERS-27")
@pytest.mark.ruling("HX-ORDERS-27.2")
def test_into_the_leaders_hex_only_with_room():
    """Next to its leader a follower enters its hex where stacking allows, and stays where it does not."""
    others = [("a2", "D4", "N", LEADER), FAR_ENEMY]
    assert positions_after("Follow+-+-", infantry(), at="D5", others=others, steps=1)[0][0] == "D4"
    full = [*others, ("a3", "D4", "N", infantry())]
    assert positions_after("Follow+-+-", infantry(), at="D5", others=full, steps=1)[0][0] == "D5"


@pytest.mark.rule("HX-ORDERS-28")
def test_one_of_two_leaders():
    """With leaders at A7 and G7 a follower at D7 may go to C7, C8, E7 or E8, and D6 is refused."""
    leaders = [("a2", "A7", "N", LEADER), ("a3", "G7", "N", LEADER), FAR_ENEMY]
    played = carrying_out("Follow+-+-", infantry(), *leaders, at="D7")
    assert asked(played)[:2] == ("moves", (0,))
    for name, leader in (("C7", "a2"), ("C8", "a2"), ("E7", "a3"), ("E8", "a3")):
        assert legal(played, "red", choose_open_part("a1", name))
        assert legal(played, "red", choose_open_part("a1", name, other=leader))
    refused(played, "red", choose_open_part("a1", "D6"), "HX-ORDERS-28", "no-such-course")
    refused(played, "red", choose_open_part("a1", "C7", other="a3"), "HX-ORDERS-28", "other-quarry")
    played.when("red", choose_open_part("a1", "E8")).accepted()
    silence(played)
    assert places(played)[0] == "E8"


@pytest.mark.rule("HX-ORDERS-29")
@pytest.mark.parametrize("facing", FACINGS)
def test_any_facing(facing):
    """A 360 ends in any facing the owner wants, chosen when it is carried out."""
    played = carrying_out("360+-+-", infantry(), FAR_ENEMY, pace="stand_still")
    assert asked(played)[:2] == ("moves", (0,))
    refused(played, "red", choose_open_part("a1", facing="E"), "HX-ORDERS-29", "no-such-facing")
    played.when("red", choose_open_part("a1", facing=facing)).accepted()
    silence(played)
    assert places(played)[:2] == ("D5", facing)


@pytest.mark.rule("HX-ORDERS-30")
@pytest.mark.ruling("HX-ORDERS-30.2")
def test_flee_farther():
    """From D5 with the nearest enemy at D3, C6, D6 and E6 are accepted; C5, E5 and D4 are refused."""
    played = carrying_out("Flee+-+-", infantry(), ("b1", "D3", "N", tank(nation="ork")))
    for name in ("C5", "E5", "D4"):
        refused(played, "red", choose_open_part("a1", name), "HX-ORDERS-30", "no-such-course")
    for name in ("C6", "D6", "E6"):
        assert legal(played, "red", choose_open_part("a1", name))
    played.when("red", choose_open_part("a1", "C6")).accepted()
    silence(played)
    assert places(played)[:2] == ("C6", "SW")


@pytest.mark.rule("HX-ORDERS-30")
@pytest.mark.ruling("HX-ORDERS-30.2")
def test_flee_only_where_it_can_be():
    """Hexes that can not be entered, that hold enemies or are full are no candidates."""
    enemy = ("b1", "D3", "N", tank(nation="ork"))
    played = carrying_out("Flee+-+-", tank(), enemy, hexes={"C6": "building"})
    assert not legal(played, "red", choose_open_part("a1", "C6"))
    assert legal(played, "red", choose_open_part("a1", "E6"))
    silence(played)
    full = [("a2", "D6", "N", infantry()), ("a3", "D6", "N", infantry())]
    played = carrying_out("Flee+-+-", tank(), enemy, *full)
    assert not legal(played, "red", choose_open_part("a1", "D6"))
    silence(played)


@pytest.mark.rule("HX-ORDERS-30")
@pytest.mark.ruling("HX-ORDERS-30.2")
def test_flee_works_into_difficult_terrain():
    """A flight into difficult terrain costs its tokens."""
    hexes = {"C6": "forest", "D6": "forest", "E6": "forest"}
    played = carrying_out("Flee+-+-", tank(), ("b1", "D3", "N", tank(nation="ork")), hexes=hexes)
    played.when("red", choose_open_part("a1", "D6")).accepted()
    silence(played)
    row = unit(played, "a1")
    assert (row.hex, row.difficult_hex, row.difficult) == ("D5", "D6", 1)


@pytest.mark.rule("HX-ORDERS-31")
def test_flee_not_closer():
    """At D9 with the nearest enemy at D7 no hex is farther: C9 and E9 are accepted, D8 is refused."""
    played = carrying_out("Flee+-+-", infantry(), ("b1", "D7", "N", tank(nation="ork")), at="D9")
    refused(played, "red", choose_open_part("a1", "D8"), "HX-ORDERS-31", "no-such-course")
    for name in ("C9", "E9"):
        assert legal(played, "red", choose_open_part("a1", name))
    played.when("red", choose_open_part("a1", "C9")).accepted()
    silence(played)
    assert places(played)[0] == "C9"


@pytest.mark.rule("HX-ORDERS-32")
@pytest.mark.parametrize("to", ["F8", "F9"])
@pytest.mark.ruling("HX-ORDERS-32.2")
def test_flee_closer_where_the_enemy_likes(to):
    """In G9 with an enemy at E9 and a building in G8, the enemy chooses F8 or F9; G8 is refused."""
    played = carrying_out("Flee+-+-", tank(), ("b1", "E9", "N", tank(nation="ork")), at="G9", hexes={"G8": "building"})
    assert asked(played)[:2] == ("flee", (1,))
    refused(played, "blue", ChooseFleeHex(unit="a1", hex="G8"), "HX-ORDERS-32", "no-such-course")
    refused(played, "blue", ChooseFleeHex(unit="a1", hex="E8"), "HX-ORDERS-32", "no-such-course")
    refused(played, "red", ChooseFleeHex(unit="a1", hex="F8"), "HX-ORDERS-32", "not-asked")
    played.when("blue", ChooseFleeHex(unit="a1", hex=to)).then(FleeHexChosen, unit="a1", hex=to)
    silence(played)
    assert places(played)[0] == to


@pytest.mark.rule("HX-ORDERS-32")
@pytest.mark.ruling("HX-ORDERS-32.3")
def test_nowhere_to_flee():
    """With no legal neighbouring hex at all the step is not allowed."""
    hexes = dict.fromkeys(("G8", "F8", "F9"), "building")
    played = carrying_out("Flee+-+-", tank(), ("b1", "E9", "N", tank(nation="ork")), at="G9", hexes=hexes)
    swapped = of_kind(events_of(played), OrderReplacedByDefault)
    assert [(row.ordered, row.instead) for row in swapped] == [("Flee", "-")]
    assert places(played)[0] == "G9"


@pytest.mark.rule("HX-ORDERS-26", "HX-CHOICE-08")
def test_a_chase_with_one_way_asks_nobody() -> None:
    """A Chase with one hex that leads nearer asks nobody; the unit faces where it goes."""
    units = [("a1", "D7", "S", infantry(), SLOW), ("b1", "D4", "N", tank(), None)]
    played = begin_movement(units=units, running={"a1": ("Chase+-+-",)})
    resolve(played).then(UnitRotated, UnitMoved, hex="D6", way="chase")
    assert unit(played, "a1").facing == "N"


@pytest.mark.rule("HX-ORDERS-26", "HX-ORDERS-34")
def test_chase_without_enemies_in_sight() -> None:
    """Without an enemy that is face up there is nothing to chase."""
    units = [("a1", "D7", "S", infantry(), SLOW), ("b1", "D4", "N", tank(), {"hidden": True})]
    played = begin_movement(units=units, running={"a1": ("Chase+-+-",)})
    assert asked(played) == ("intents", (1,), ())
    for kind in ("intents", "moves", "moves"):
        played.when("blue", silent_answer(played, kind)).accepted()
    resolve(played).then(OrderReplacedByDefault, reason="nowhere-to-go", instead="F")
    assert hexes_of(played, "a1") == ["D8"]


@pytest.mark.rule("HX-ORDERS-28", "HX-ORDERS-27")
@pytest.mark.ruling("HX-ORDERS-27.2")
def test_follow_one_of_two_leaders() -> None:
    """Who is told to follow by two leaders chooses one of them, and goes nearer to that one."""
    leader = infantry(leader_follow=True)
    units = [
        ("a1", "D7", "N", infantry_with_orders("Follow+-+-"), SLOW),
        ("a2", "A7", "N", leader, None),
        ("a3", "G7", "N", leader, None),
    ]
    played = begin_movement(units=units, running={"a1": ("Follow+-+-",)})
    assert asked(played) == ("moves", (0,), ("elf", "stay"))
    played.when("red", choose_moves(goes_to("a1", "D6"))).rejected("HX-ORDERS-28", "no-such-course", hex="D6")
    played.when("red", choose_moves(goes_to("a1", "C7", other="a3"))).rejected("HX-ORDERS-28", "other-quarry")
    played.when("red", choose_moves(goes_to("a1", "E8", other="a3"))).then(MovesChosen)
    resolve(played).then(UnitMoved, hex="E8", way="follow")


@pytest.mark.rule("HX-ORDERS-27")
def test_follower_waits_where_there_is_no_room() -> None:
    """Next to its leader a follower stays, where the leader's hex is full."""
    leader = infantry(leader_follow=True)
    units = [
        ("a1", "D5", "N", infantry_with_orders("Follow+-+-"), SLOW),
        ("a2", "D4", "N", leader, None),
        ("a3", "D4", "N", leader, None),
    ]
    resolve(begin_movement(units=units, running={"a1": ("Follow+-+-",)})).without(UnitMoved, OrderReplacedByDefault)


@pytest.mark.rule("HX-ORDERS-30")
def test_flee_offers_what_is_farther() -> None:
    """Flee leads to any neighbouring hex that is farther from the enemy."""
    units = [("a1", "D5", "N", infantry(), SLOW), ("b1", "D3", "N", tank(), None)]
    played = begin_movement(units=units, running={"a1": ("Flee+-+-",)})
    for name in ("C5", "E5", "D4"):
        played.when("red", choose_moves(goes_to("a1", name))).rejected("HX-ORDERS-30", "no-such-course")
    for name in ("C6", "D6", "E6"):
        assert not played.refused(choose_moves(goes_to("a1", name)), "red")
    played.when("red", choose_moves()).then(MovesChosen, choices=(goes_to("a1", "E6"),))
    resolve(played).then(UnitMoved, hex="E6", way="flee")


@pytest.mark.rule("HX-ORDERS-31")
def test_flee_offers_what_is_not_closer() -> None:
    """Where no hex is farther, Flee leads to one that is not closer."""
    units = [("a1", "D9", "N", infantry(), SLOW), ("b1", "D7", "N", tank(), None)]
    played = begin_movement(units=units, running={"a1": ("Flee+-+-",)})
    played.when("red", choose_moves(goes_to("a1", "D8"))).rejected("HX-ORDERS-31", "no-such-course")
    assert not played.refused(choose_moves(goes_to("a1", "C9")), "red")
    assert not played.refused(choose_moves(goes_to("a1", "E9")), "red")


@pytest.mark.rule("HX-ORDERS-32")
def test_where_all_hexes_are_closer_the_enemy_moves_the_unit() -> None:
    """Where all hexes are closer, the enemy moves the unit."""
    units = [("a1", "G9", "N", tank_with_orders("Flee+-+-"), SLOW), ("b1", "E9", "N", tank(), None)]
    played = begin_movement(units=units, running={"a1": ("Flee+-+-",)}, hexes={"G8": "building"})
    assert asked(played) == ("flee", (1,), ("a1",))
    played.when("blue", ChooseFleeHex(unit="a1", hex="G8")).rejected("HX-ORDERS-32", "no-such-course")
    played.when("blue", ChooseFleeHex(unit="b1", hex="F8")).rejected("HX-ORDERS-32", "other-flight")
    played.when("blue", ChooseFleeHex(unit="a1", hex="F9")).then(FleeHexChosen)
    resolve(played).then(UnitMoved, hex="F9")


@pytest.mark.rule("HX-ORDERS-29", "HX-GAP-08")
def test_silence_keeps_the_facing_of_a_360() -> None:
    """Silence keeps the facing in a 360."""
    units = [("a1", "D5", "SW", infantry(), None), ("b1", "A1", "N", infantry(nation="ork"), None)]
    played = begin_movement(units=units, running={"a1": ("360+-+-",)})
    played.when("red", choose_moves(goes_to("a1", facing="up"))).rejected("HX-ORDERS-29", "no-such-facing")
    played.when("red", choose_moves()).then(MovesChosen, choices=(goes_to("a1", facing="SW"),))
    resolve(played).without(UnitRotated)


@pytest.mark.rule("HX-ORDERS-26", "HX-ORDERS-28")
@pytest.mark.parametrize(("quarry", "hexes"), [("D4", ["D6"]), ("A7", ["C7", "C8"])])
def test_a_chase_leads_to_neighbours_that_are_nearer(quarry, hexes):
    """From D7, D6 alone is nearer to D4, while C7 and C8 are nearer to A7."""
    game = field(units=[("a1", "D7", "N", infantry()), ("b1", quarry, "N", infantry(nation="ork"))])
    found = chase_follow_flee.chase(game, game.units["a1"], flying=False).found
    assert sorted(course.hex for course in found) == hexes

"""Orders: what each code does, and the sample orders."""

import pytest

from adjudicator.rulesets.hex_orders.grid import distance, neighbours
from adjudicator.rulesets.hex_orders.messages import (
    ChooseFleeHex,
    FleeHexChosen,
    HexContested,
    OrderReplacedByDefault,
)
from tests.rulesets.hex_orders.givens import begin, infantry, table, tank, top, unit
from tests.rulesets.hex_orders.said import kept, refused
from tests.rulesets.hex_orders.said_fire import (
    asked,
    chooses,
    goes,
    intents,
    legal,
    march,
    needs,
    places,
    plot,
    ready,
    silence,
    writing,
)

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
FAR = ("b1", "A1", "S", infantry(nation="ork"))


def moving(order, sheet=None, *others, at="D5", facing="N", pace="slow", **rest):
    """Begin Movement 1 with a unit that carries an order out."""
    made = ready(sheet or infantry(), order)
    played = table(
        (), None, pace="step", units=[("a1", at, facing, made, {"speed": pace}), *others],
        running={"a1": (order,), **rest.pop("running", {})}, **rest,
    )  # fmt: skip
    begin(played, "movement_1")
    return played


# -- samples


@pytest.mark.rule("HX-ORDERS-12")
def test_forward_twice():
    """F+F+- takes a fast tank at D8 facing N to D7, D6, D6; it stays fast."""
    assert goes("F+F+-", listed=False) == [("D7", "N", "fast"), ("D6", "N", "fast"), ("D6", "N", "fast")]


@pytest.mark.rule("HX-ORDERS-13")
def test_forward_and_left():
    """F+L+- takes it to D7, turns it to NW, and leaves it there."""
    assert goes("F+L+-", listed=False) == [("D7", "N", "fast"), ("D7", "NW", "fast"), ("D7", "NW", "fast")]


@pytest.mark.rule("HX-ORDERS-14")
def test_forward_and_brake():
    """F+B+- takes it to D7 and makes it slow from Movement 2 on, so that in Gunnery 2 it fires at 0."""
    assert goes("F+B+-", listed=False) == [("D7", "N", "fast"), ("D7", "N", "slow"), ("D7", "N", "slow")]
    assert needs(5, own={"speed": "slow"}) == {}


@pytest.mark.rule("HX-ORDERS-15")
def test_accelerate_and_forward():
    """A+F+- makes a slow tank fast in Movement 1 and takes it to D7 in Movement 2."""
    assert goes("A+F+-", speed="slow", listed=False) == [
        ("D8", "N", "fast"), ("D7", "N", "fast"), ("D7", "N", "fast"),
    ]  # fmt: skip


@pytest.mark.rule("HX-ORDERS-16")
def test_standing_still():
    """-+-+- changes neither hex nor facing nor speed, and the unit may be assaulted where it stands."""
    assert goes("-+-+-", speed="stand_still", listed=False) == [("D8", "N", "stand_still")] * 3
    played = moving("F+-+-", tank(nation="ork"), ("b1", "D4", "S", tank(nation="elf")), pace="slow")
    (fight,) = kept(silence(played), HexContested)
    assert fight.hex == "D4"
    assert {each.unit: each.goal for each in fight.units} == {"a1": "D4", "b1": ""}


# -- codes


@pytest.mark.rule("HX-ORDERS-17")
def test_forward():
    """F goes one hex in the facing direction: D5 facing NE leads to E5, the facing stays."""
    assert goes("F+-+-", at="D5", facing="NE")[0] == ("E5", "NE", "fast")
    for facing, to in zip(FACINGS, ("D4", "E5", "E6", "D6", "C6", "C5"), strict=True):
        assert goes("F+-+-", at="D5", facing=facing, steps=1)[0][:2] == (to, facing)


@pytest.mark.rule("HX-ORDERS-17")
def test_forward_into_an_enemy_is_an_assault():
    """From D5 facing N with an enemy that stays in D4, F leads into an assault there."""
    played = moving("F+-+-", tank(nation="ork"), ("b1", "D4", "N", tank(nation="elf")))
    assert [each.hex for each in kept(silence(played), HexContested)] == ["D4"]


@pytest.mark.rule("HX-ORDERS-18", "HX-ORDERS-19")
@pytest.mark.parametrize(
    ("order", "facing", "turned"), [("R", "N", "NE"), ("R", "NW", "N"), ("L", "N", "NW"), ("L", "NE", "N")]
)
def test_one_click(order, facing, turned):
    """R turns one click clockwise and L one counter-clockwise; the hex stays."""
    assert goes(f"{order}+-+-", facing=facing)[0] == ("D8", turned, "fast")


@pytest.mark.rule("HX-ORDERS-18", "HX-ORDERS-19")
def test_six_clicks_are_a_full_turn():
    """Going on in one direction a unit comes to every facing and back to its own."""
    for order, found in (("R", FACINGS), ("L", (FACINGS[0], *reversed(FACINGS[1:])))):
        seen = [goes(f"{order}+-+-", facing=facing, steps=1)[0][1] for facing in found]
        assert seen == [*found[1:], found[0]]


@pytest.mark.rule("HX-ORDERS-20")
@pytest.mark.parametrize(("before", "after"), [("fast", "slow"), ("slow", "stand_still")])
def test_brake(before, after):
    """B makes fast slow, and slow stand still; it is no move by itself."""
    assert goes("B+-+-", speed=before)[0] == ("D8", "N", after)


@pytest.mark.rule("HX-ORDERS-20")
def test_no_brake_at_the_lowest_speed():
    """At the lowest speed B is not allowed, and the step of the default is used."""
    played = moving("B+-+-", tank(), FAR, pace="stand_still")
    swapped = kept(events_of(played), OrderReplacedByDefault)
    assert [(each.part, each.ordered, each.instead) for each in swapped] == [(1, "B", "-")]
    assert places(played) == ("D5", "N", "stand_still")


@pytest.mark.rule("HX-ORDERS-22")
@pytest.mark.parametrize(("before", "after"), [("stand_still", "slow"), ("slow", "fast")])
def test_accelerate(before, after):
    """A makes standing still slow, and slow fast; it is no move by itself."""
    assert goes("A+-+-", speed=before)[0] == ("D8", "N", after)


@pytest.mark.rule("HX-ORDERS-22")
def test_no_acceleration_at_the_top_speed():
    """At the top speed A is not allowed, and the step of the default is used."""
    assert goes("A+-+-", speed="fast", steps=1) == [("D7", "N", "fast")]


@pytest.mark.rule("HX-ORDERS-21", "HX-ORDERS-23")
@pytest.mark.parametrize(
    ("order", "before", "after"),
    [
        ("B[crawling]", "fast", "crawling"), ("B[crawling]", "stand_still", "crawling"),
        ("B[crawling]", "crawling", "crawling"), ("A[rest]", "fast", "rest"), ("A[slow]", "crawling", "slow"),
        ("A[crawling]", "fast", "crawling"),
    ],
)  # fmt: skip
def test_to_a_named_speed(order, before, after):
    """B[X] and A[X] lead to X whatever the ladder says."""
    assert goes(f"{order}+-+-", infantry(), speed=before)[0] == ("D8", "N", after)


@pytest.mark.rule("HX-ORDERS-21", "HX-ORDERS-23")
@pytest.mark.parametrize("order", ["B[gallop]+-+-", "A[charge]+-+-"])
def test_a_speed_that_the_unit_does_not_know(order):
    """An X that is unknown to the unit is refused when it is plotted."""
    played = writing([("a1", "D2", "S", infantry()), FAR])
    refused(played, "red", plot("a1", order), "HX-ORDERS-08", "order-not-listed")


@pytest.mark.rule("HX-ORDERS-24")
def test_reverse():
    """Rev takes a unit in D5 that faces N to D6, still facing N."""
    assert goes("Rev+-+-", at="D5")[0] == ("D6", "N", "fast")


@pytest.mark.rule("HX-ORDERS-24")
def test_reversing_into_an_assault():
    """Who backs into an enemy enters the assault in reverse."""
    played = moving("Rev+-+-", tank(nation="ork"), ("b1", "D6", "N", tank(nation="elf")))
    (fight,) = kept(silence(played), HexContested)
    assert [each.reverse for each in fight.units if each.unit == "a1"] == [True]


@pytest.mark.rule("HX-ORDERS-25")
def test_a_dash_does_nothing_and_keeps_tokens():
    """In Movement 2 of F+-+- nothing changes, and a token for difficult terrain is kept."""
    units = [("a1", "D5", "N", tank(), {"speed": "slow"}), FAR]
    played = table((), None, pace="step", units=units, hexes={"D4": "forest"}, running={"a1": ("F+-+-",)})
    march(played, "movement_1")
    before = unit(played, "a1")
    assert (before.difficult_hex, before.difficult) == ("D4", 1)
    march(played, "movement_2", "movement_3")
    assert unit(played, "a1") == before


def events_of(played):
    """Give what has happened since the step began, to its end."""
    return [*played.events, *silence(played)]


# -- chase


@pytest.mark.rule("HX-ORDERS-26")
def test_chase_goes_nearer_to_the_nearest_enemy():
    """From D7 with the nearest enemy at D4 only D6 is nearer: the unit goes there and faces N."""
    played = moving("Chase+-+-", infantry(), ("b1", "D4", "N", tank(nation="ork")), at="D7", facing="S")
    silence(played)
    assert places(played)[:2] == ("D6", "N")


@pytest.mark.rule("HX-ORDERS-26")
def test_chase_offers_what_reduces_the_distance():
    """The owner picks among hexes that are one nearer to one of the equally near enemies; others are refused."""
    both = [("b1", "B5", "N", tank(nation="ork")), ("b2", "F5", "N", tank(nation="ork"))]
    played = moving("Chase+-+-", infantry(), *both)
    assert asked(played)[0] == "moves"
    for name in ("C5", "C6", "E5", "E6"):
        assert legal(played, "red", chooses("a1", name)) is (name in near(both))
    for name in ("D4", "D6", "E7"):
        refused(played, "red", chooses("a1", name), "HX-ORDERS-26", "no-such-course")
    played.when("red", chooses("a1", near(both)[0])).accepted()
    silence(played)
    assert places(played)[0] == near(both)[0]


def near(rows):
    """Give neighbours of D5 that are nearer to one of these enemies, both two hexes away."""
    assert [distance("D5", row[1]) for row in rows] == [2, 2]
    return [name for _, name in neighbours("D5") if any(distance(name, row[1]) == 1 for row in rows)]


@pytest.mark.rule("HX-ORDERS-26")
def test_chase_into_an_adjacent_enemy():
    """An adjacent enemy's hex is entered."""
    played = moving("Chase+-+-", infantry(), ("b1", "D4", "N", tank(nation="ork")))
    while top(played).kind in {"intents", "moves"}:
        if top(played).kind == "intents":
            played.when("red", intents(a1=True)).accepted()
        else:
            played.when("red", chooses("a1", "D4")).accepted()
    assert [each.hex for each in kept(events_of(played), HexContested)] == ["D4"]


@pytest.mark.rule("HX-ORDERS-26")
def test_nobody_to_chase():
    """Hidden enemies are not chased: without a revealed one the step is not allowed."""
    hidden = ("b1", "D3", "N", tank(nation="ork"), {"hidden": True})
    played = moving("Chase+-+-", infantry(), hidden, at="D7")
    swapped = kept(events_of(played), OrderReplacedByDefault)
    assert [(each.unit, each.ordered, each.instead) for each in swapped] == [("a1", "Chase", "F")]


# -- follow

LEADER = infantry(leader_follow=True)


@pytest.mark.rule("HX-ORDERS-27")
def test_follow_a_leader():
    """A follower at D7 with Follow+Follow+- comes to D6 and D5 while its leader stays at D4."""
    assert [place[:2] for place in goes(
        "Follow+Follow+-", infantry(), at="D7", facing="S", others=[("a2", "D4", "N", LEADER), FAR]
    )] == [("D6", "N"), ("D5", "N"), ("D5", "N")]  # fmt: skip


@pytest.mark.rule("HX-ORDERS-27")
def test_no_follow_without_a_leader():
    """Without a leader in play Follow is not allowed and the default's step is used; an enemy leader is none."""
    enemy = ("b2", "D4", "N", infantry(nation="ork", leader_follow=True))
    played = moving("Follow+-+-", infantry(), FAR, enemy, at="D7")
    swapped = kept(events_of(played), OrderReplacedByDefault)
    assert [(each.ordered, each.instead) for each in swapped] == [("Follow", "F")]


@pytest.mark.rule("HX-ORDERS-27")
def test_into_the_leaders_hex_only_with_room():
    """Next to its leader a follower enters its hex where stacking allows, and stays where it does not."""
    others = [("a2", "D4", "N", LEADER), FAR]
    assert goes("Follow+-+-", infantry(), at="D5", others=others, steps=1)[0][0] == "D4"
    full = [*others, ("a3", "D4", "N", infantry())]
    assert goes("Follow+-+-", infantry(), at="D5", others=full, steps=1)[0][0] == "D5"


@pytest.mark.rule("HX-ORDERS-28")
def test_one_of_two_leaders():
    """With leaders at A7 and G7 a follower at D7 may go to C7, C8, E7 or E8, and D6 is refused."""
    leaders = [("a2", "A7", "N", LEADER), ("a3", "G7", "N", LEADER), FAR]
    played = moving("Follow+-+-", infantry(), *leaders, at="D7")
    assert asked(played)[:2] == ("moves", (0,))
    for name, leader in (("C7", "a2"), ("C8", "a2"), ("E7", "a3"), ("E8", "a3")):
        assert legal(played, "red", chooses("a1", name))
        assert legal(played, "red", chooses("a1", name, other=leader))
    refused(played, "red", chooses("a1", "D6"), "HX-ORDERS-28", "no-such-course")
    refused(played, "red", chooses("a1", "C7", other="a3"), "HX-ORDERS-28", "other-quarry")
    played.when("red", chooses("a1", "E8")).accepted()
    silence(played)
    assert places(played)[0] == "E8"


# -- 360


@pytest.mark.rule("HX-ORDERS-29")
@pytest.mark.parametrize("facing", FACINGS)
def test_any_facing(facing):
    """A 360 ends in any facing the owner wants, chosen when it is carried out."""
    played = moving("360+-+-", infantry(), FAR, pace="stand_still")
    assert asked(played)[:2] == ("moves", (0,))
    refused(played, "red", chooses("a1", facing="E"), "HX-ORDERS-29", "no-such-facing")
    played.when("red", chooses("a1", facing=facing)).accepted()
    silence(played)
    assert places(played)[:2] == ("D5", facing)


# -- flee


@pytest.mark.rule("HX-ORDERS-30")
def test_flee_farther():
    """From D5 with the nearest enemy at D3, C6, D6 and E6 are accepted; C5, E5 and D4 are refused."""
    played = moving("Flee+-+-", infantry(), ("b1", "D3", "N", tank(nation="ork")))
    for name in ("C5", "E5", "D4"):
        refused(played, "red", chooses("a1", name), "HX-ORDERS-30", "no-such-course")
    for name in ("C6", "D6", "E6"):
        assert legal(played, "red", chooses("a1", name))
    played.when("red", chooses("a1", "C6")).accepted()
    silence(played)
    assert places(played)[:2] == ("C6", "SW")


@pytest.mark.rule("HX-ORDERS-30")
def test_flee_only_where_it_can_be():
    """Hexes that can not be entered, that hold enemies or are full are no candidates."""
    enemy = ("b1", "D3", "N", tank(nation="ork"))
    played = moving("Flee+-+-", tank(), enemy, hexes={"C6": "building"})
    assert not legal(played, "red", chooses("a1", "C6"))
    assert legal(played, "red", chooses("a1", "E6"))
    silence(played)
    full = [("a2", "D6", "N", infantry()), ("a3", "D6", "N", infantry())]
    played = moving("Flee+-+-", tank(), enemy, *full)
    assert not legal(played, "red", chooses("a1", "D6"))
    silence(played)


@pytest.mark.rule("HX-ORDERS-30")
def test_flee_works_into_difficult_terrain():
    """A flight into difficult terrain costs its tokens."""
    hexes = {"C6": "forest", "D6": "forest", "E6": "forest"}
    played = moving("Flee+-+-", tank(), ("b1", "D3", "N", tank(nation="ork")), hexes=hexes)
    played.when("red", chooses("a1", "D6")).accepted()
    silence(played)
    row = unit(played, "a1")
    assert (row.hex, row.difficult_hex, row.difficult) == ("D5", "D6", 1)


@pytest.mark.rule("HX-ORDERS-31")
def test_flee_not_closer():
    """At D9 with the nearest enemy at D7 no hex is farther: C9 and E9 are accepted, D8 is refused."""
    played = moving("Flee+-+-", infantry(), ("b1", "D7", "N", tank(nation="ork")), at="D9")
    refused(played, "red", chooses("a1", "D8"), "HX-ORDERS-31", "no-such-course")
    for name in ("C9", "E9"):
        assert legal(played, "red", chooses("a1", name))
    played.when("red", chooses("a1", "C9")).accepted()
    silence(played)
    assert places(played)[0] == "C9"


@pytest.mark.rule("HX-ORDERS-32")
@pytest.mark.parametrize("to", ["F8", "F9"])
def test_flee_closer_where_the_enemy_likes(to):
    """In G9 with an enemy at E9 and a building in G8, the enemy chooses F8 or F9; G8 is refused."""
    played = moving("Flee+-+-", tank(), ("b1", "E9", "N", tank(nation="ork")), at="G9", hexes={"G8": "building"})
    assert asked(played)[:2] == ("flee", (1,))
    refused(played, "blue", ChooseFleeHex(unit="a1", hex="G8"), "HX-ORDERS-32", "no-such-course")
    refused(played, "blue", ChooseFleeHex(unit="a1", hex="E8"), "HX-ORDERS-32", "no-such-course")
    refused(played, "red", ChooseFleeHex(unit="a1", hex="F8"), "HX-ORDERS-32", "not-asked")
    played.when("blue", ChooseFleeHex(unit="a1", hex=to)).then(FleeHexChosen, unit="a1", hex=to)
    silence(played)
    assert places(played)[0] == to


@pytest.mark.rule("HX-ORDERS-32")
def test_nowhere_to_flee():
    """With no legal neighbouring hex at all the step is not allowed."""
    hexes = dict.fromkeys(("G8", "F8", "F9"), "building")
    played = moving("Flee+-+-", tank(), ("b1", "E9", "N", tank(nation="ork")), at="G9", hexes=hexes)
    swapped = kept(events_of(played), OrderReplacedByDefault)
    assert [(each.ordered, each.instead) for each in swapped] == [("Flee", "-")]
    assert places(played)[0] == "G9"

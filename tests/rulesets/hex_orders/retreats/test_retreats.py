"""HX-RETREAT: where losers go, how they turn, and what happens where there is no room."""

import pytest

from adjudicator.rulesets.hex_orders.grid import board_of
from adjudicator.rulesets.hex_orders.messages import (
    FightEnded,
    StuckRolled,
    UnitDestroyed,
    UnitMoved,
    UnitRetreated,
    UnitShaken,
    UnitTrapped,
)
from tests.rulesets.hex_orders.givens import free, top, unit
from tests.rulesets.hex_orders.said_assault import finish, happened, onward, thrown
from tests.rulesets.hex_orders.said_fight import (
    ELF,
    NEVER,
    SLOW,
    STILL,
    clash,
    fought,
    goes,
    lone,
    machine,
    meet,
    mover,
    refusal,
    stays,
    storm,
    thrown_by,
    tried,
)

BRUTE = lone("ork")
FORWARD = "F+-+-"
STAY = "-+-+-"
RING = ("D4", "E5", "E6", "D6", "C6", "C5")


def where(played, *names):
    """Give the hexes of units."""
    return [unit(played, each).hex for each in names]


def open_hexes(played, who, id, *hexes):
    """Give those of these hexes into which a loser may go."""
    return [
        each for each, fine in zip(hexes, tried(played, who, *(goes(id, each) for each in hexes)), strict=True) if fine
    ]


def guards(*places, letter="a", start=2, sheet=None):
    """Set bases that stand still into these hexes."""
    made = sheet or lone("ork" if letter == "a" else "elf")
    return [(f"{letter}{start + number}", place, "N", made, STILL) for number, place in enumerate(places)]


# -- the rule


@pytest.mark.rule("HX-RETREAT-01")
def test_every_loser_retreats_by_its_own_facing():
    """Tank and infantry that defend D5 and lose both go, the tank facing N to D6, the infantry facing NE to C6."""
    units = [
        ("a1", "D4", "S", BRUTE, SLOW), ("b1", "D5", "N", machine(), STILL), ("b2", "D5", "NE", lone(), STILL),
    ]  # fmt: skip
    played = clash([1, 1, 1], units, a1=FORWARD, b1=STAY, b2=STAY)
    assert where(played, "b1", "b2", "a1") == ["D6", "C6", "D5"]
    assert {each.unit for each in happened(played, UnitRetreated)} == {"b1", "b2"}


@pytest.mark.rule("HX-RETREAT-02")
@pytest.mark.parametrize(
    ("facing", "to"), [("NE", "C6"), ("N", "D6"), ("SE", "C5"), ("S", "D4"), ("SW", "E5"), ("NW", "E6")]
)
def test_a_stationary_loser_goes_straight_back(facing, to):
    """Loser in D5 facing NE: C6, whatever side it was attacked from."""
    origin, heading = ("D4", "S") if to != "D4" else ("D6", "N")
    units = [("a1", origin, heading, BRUTE, SLOW), ("b1", "D5", facing, lone(), STILL)]
    played = clash([1, 1], units, a1=FORWARD, b1=STAY)
    assert where(played, "b1", "a1") == [to, "D5"]


@pytest.mark.rule("HX-RETREAT-03")
def test_a_loser_that_tried_to_enter_stays_where_it_was():
    """Ork from D4 loses the fight for D5: it is in D4 still."""
    played = storm([1, 6, 1], BRUTE, lone(), others=[])
    assert where(played, "a1", "b1") == ["D4", "D5"]


@pytest.mark.rule("HX-RETREAT-04")
def test_a_loser_goes_to_the_closest_possible_hex():
    """Loser in D5 facing N, D6 held by an enemy: C6 or E6; D4, C5, E5 and D6 are refused."""
    played = storm([1, 1], BRUTE, lone(), "retreats", others=guards("D6"))
    assert top(played).asks == (1,)
    assert open_hexes(played, "blue", "b1", *RING) == ["E6", "C6"]
    refusal(played, "blue", goes("b1", "D4"), "HX-RETREAT-04", "hex-not-closest")
    played.when("blue", goes("b1", "C6")).accepted()
    finish(played)
    assert where(played, "b1", "a1") == ["C6", "D5"]


@pytest.mark.rule("HX-RETREAT-04")
@pytest.mark.parametrize("kind", ["overcrowded", "impassable"])
def test_a_full_or_impassable_hex_is_not_entered(kind):
    """Two friends in D6, or a building there for a tank, send the loser to C6 or E6."""
    others = guards("D6", "D6", letter="b") if kind == "overcrowded" else []
    hexes = {"D6": "building"} if kind == "impassable" else {}
    played = storm([1, 1], BRUTE, machine(), "retreats", others=others, hexes=hexes)
    assert open_hexes(played, "blue", "b1", *RING) == ["E6", "C6"]


@pytest.mark.rule("HX-RETREAT-04")
def test_the_edge_of_the_map_is_impassable():
    """Loser in D9 facing N can not leave the map: C9 is one of the closest hexes."""
    units = [("a1", "D8", "S", BRUTE, SLOW), ("b1", "D9", "N", lone(), STILL)]
    played = clash([1, 1], units, "retreats", a1=FORWARD, b1=STAY)
    assert open_hexes(played, "blue", "b1", "C9", "E9", "D7") == ["C9", "E9"]


@pytest.mark.rule("HX-RETREAT-04")
def test_no_hex_that_is_fought_over_is_possible():
    """C6 is contested in the same step: only E6 is left beside the held D6."""
    others = [
        *guards("D6"), ("a3", "B6", "NE", lone("ork"), SLOW), ("b2", "C6", "N", lone(), STILL),
    ]  # fmt: skip
    played = storm([1, 1, 1, 1], BRUTE, lone(), "retreats", others=others, a3="F+-+-", b2=STAY)
    assert open_hexes(played, "blue", "b1", *RING) == ["E6"]


@pytest.mark.rule("HX-RETREAT-04")
def test_beyond_the_first_ring_only_a_path_without_enemies_leads():
    """With every neighbour full of friends the loser goes through them to C7, D7 or E7, the closest to D6."""
    friends = [
        (f"b{2 + 2 * number + each}", place, "N", lone(), STILL)
        for number, place in enumerate(RING[1:])
        for each in (0, 1)
    ]
    played = storm([1, 1], BRUTE, lone(), "retreats", others=[*guards("D4"), *friends])
    found = open_hexes(played, "blue", "b1", *RING, "C7", "D7", "E7", "B5", "F5", "D3", "D8")
    assert found == ["C7", "D7", "E7"]


@pytest.mark.rule("HX-RETREAT-04")
def test_a_ring_of_enemies_lets_nobody_through():
    """With friends in D6 alone and enemies in all other neighbours the loser goes through D6, not past the enemies."""
    friends = guards("D6", "D6", letter="b")
    played = storm([1, 1], BRUTE, lone(), "retreats", others=[*guards("D4", "E5", "E6", "C6", "C5"), *friends])
    assert open_hexes(played, "blue", "b1", *RING, "C7", "D7", "E7", "B6", "F6") == ["C7", "D7", "E7"]


@pytest.mark.rule("HX-RETREAT-05")
def test_a_former_hex_that_the_enemy_takes_is_lost():
    """Swap Ork D5, Elf D4, the Ork wins and enters D4: the Elf goes to C4, C5, D3, E4 or E5, not D4 or D5."""
    units = [("a1", "D5", "N", BRUTE, SLOW), ("b1", "D4", "S", lone(), SLOW)]
    played = clash([1, 1], units, "retreats", a1=FORWARD, b1=FORWARD)
    assert open_hexes(played, "blue", "b1", "C4", "C5", "D3", "D4", "D5", "E4", "E5", "D2") == [
        "C4", "C5", "D3", "E4", "E5",
    ]  # fmt: skip
    played.when("blue", goes("b1", "E5")).accepted()
    finish(played)
    assert where(played, "a1", "b1") == ["D4", "E5"]


# -- surrounded


def surrounded(dice, loser, *until, units=None, hexes=None):
    """Let a base in D5 that faces N lose against an Ork from D4, with other Orks in all six neighbours."""
    return storm(dice, BRUTE, loser, *until, others=units or guards(*RING), hexes=hexes)


@pytest.mark.rule("HX-RETREAT-06")
def test_a_surrounded_loser_fights_its_way_out():
    """Enemies in all six neighbours: a new assault against D6 at once; winning it, the loser is through."""
    # first fight 1 and 1; second one: a success that kills nobody, against a failure
    played = surrounded([1, 1], lone(how=NEVER), "retreats")
    played.faces(1, 6, 1)
    played.when("blue", goes("b1", "", "about")).accepted()
    finish(played)
    assert [(each.unit, each.hex) for each in happened(played, UnitTrapped)] == [("b1", "D6")]
    assert [each.winner for each in happened(played, FightEnded)] == [0, 1]
    assert where(played, "b1", "a1") == ["D6", "D5"]


@pytest.mark.rule("HX-RETREAT-06")
@pytest.mark.parametrize(("turn", "dice"), [("about", 4), ("none", 2)])
def test_it_may_turn_about_first(turn, dice):
    """Turned about it attacks D6 with its front, 4 dice of a Standard Tank, otherwise it backs in with 2."""
    shields = 2 if turn == "about" else 0
    # first fight: the ork's die, front 4 and 2 deflections; a tie. Second: ork's die, then the tank
    played = surrounded([1, 1, 1, 1, 1, 1, 1], ELF, "retreats")
    played.faces(*[1] * (1 + dice + shields))
    played.when("blue", goes("b1", "", turn)).accepted()
    finish(played)
    assert thrown_by(played)["b1"] == 4 + dice


@pytest.mark.rule("HX-RETREAT-06")
def test_who_loses_again_is_removed():
    """It loses the second fight too and is removed in Apply damage; there is no third one."""
    played = surrounded([1, 1], lone(), "retreats")
    played.faces(1, 1)
    played.when("blue", goes("b1", "")).accepted()
    finish(played)
    assert len(happened(played, FightEnded)) == 2
    assert unit(played, "b1").out == ""
    onward(played, "apply_damage")
    assert [(each.unit, each.cause) for each in happened(played, UnitDestroyed)] == [("b1", "surrounded")]


@pytest.mark.rule("HX-RETREAT-06")
def test_without_an_enemy_in_the_proper_hex_it_attacks_the_nearest():
    """Loser in D9 facing N, at the map's edge with enemies around: it chooses an adjacent enemy hex nearest to D10."""
    units = [
        ("a1", "D8", "S", BRUTE, SLOW), ("b1", "D9", "N", lone(), STILL), *guards("C9", "E9", "D8"),
    ]  # fmt: skip
    played = clash([1, 1], units, "retreats", a1=FORWARD, b1=STAY)
    assert open_hexes(played, "blue", "b1", "C9", "D8", "E9", "D7", "B9") == ["C9", "D8", "E9"]
    played.faces(1, 6, 1)
    played.when("blue", goes("b1", "E9")).accepted()
    finish(played)
    assert [each.hex for each in happened(played, UnitTrapped)] == ["E9"]
    assert where(played, "b1") == ["E9"]


@pytest.mark.rule("HX-RETREAT-06")
def test_without_any_enemy_or_hex_it_is_removed():
    """A tank on a board of buildings, which it can not enter, with no enemy in those around it is removed."""
    town = {name: "building" for name in board_of(7, 9) if name != "D5"}
    played = storm([1, 1], lone("ork"), machine(), hexes=town)
    assert [(each.unit, each.hex) for each in happened(played, UnitTrapped)] == [("b1", "")]
    onward(played, "apply_damage")
    assert [each.unit for each in happened(played, UnitDestroyed)] == ["b1"]


# -- winners


@pytest.mark.rule("HX-RETREAT-07")
def test_too_many_winners_stay_outside_and_are_shaken():
    """Three Ork bases from three sides beat an Elf in D5: it retreats, none enters, each is shaken next turn."""
    places = (("a1", "D4", "S"), ("a2", "C5", "SE"), ("a3", "E5", "SW"))
    units = [*((id, at, facing, lone("ork"), SLOW) for id, at, facing in places), ("b1", "D5", "N", lone(), STILL)]
    played = clash([1, 1, 1], units, a1=FORWARD, a2=FORWARD, a3=FORWARD, b1=STAY)
    assert where(played, "a1", "a2", "a3", "b1") == ["D4", "C5", "E5", "D6"]
    assert [(each.unit, each.tokens, each.from_turn) for each in happened(played, UnitShaken)] == [
        ("a1", 2, 2), ("a2", 2, 2), ("a3", 2, 2),
    ]  # fmt: skip


@pytest.mark.rule("HX-RETREAT-07")
def test_winners_that_were_there_already_stay():
    """A base that defended D5 with two more coming stays unshaken; the two are outside and shaken."""
    units = [
        ("a1", "D5", "N", BRUTE, STILL), ("a2", "C6", "NE", lone("ork"), SLOW), ("a3", "E6", "NW", lone("ork"), SLOW),
        ("b1", "D4", "S", lone(), SLOW),
    ]  # fmt: skip
    rows = (stays("a1", "D5", "front"), mover("a2", "C6", "D5"), mover("a3", "E6", "D5"), mover("b1", "D4", "D5"))
    played = fought([1, 1, 1], units, rows)
    assert where(played, "a1", "a2", "a3", "b1") == ["D5", "C6", "E6", "D4"]
    assert [each.unit for each in happened(played, UnitShaken)] == ["a2", "a3"]


@pytest.mark.rule("HX-RETREAT-07")
def test_two_winners_that_fit_enter():
    """Two bases that share a hex go in together."""
    played = meet([1, 1, 1], [BRUTE, lone("ork")], [lone()])
    assert where(played, "a1", "a2") == ["D5", "D5"]
    assert not happened(played, UnitShaken)


# -- turning


@pytest.mark.rule("HX-RETREAT-08")
@pytest.mark.parametrize(("turn", "facing"), [("none", "N"), ("left", "NW"), ("right", "NE"), ("about", "S")])
def test_a_loser_may_turn(turn, facing):
    """Loser moved to D6 facing N may face N, NW, NE or S."""
    played = storm([1, 1], BRUTE, lone(), "retreats")
    played.when("blue", goes("b1", "D6", turn)).accepted()
    finish(played)
    assert (unit(played, "b1").hex, unit(played, "b1").facing) == ("D6", facing)


@pytest.mark.rule("HX-RETREAT-08")
@pytest.mark.parametrize("turn", ["SE", "right_right", "back"])
def test_no_other_turn_is_allowed(turn):
    """SE, two clicks, is refused."""
    played = storm([1, 1], BRUTE, lone(), "retreats")
    refusal(played, "blue", goes("b1", "D6", turn), "HX-RETREAT-08", "no-such-turn")


@pytest.mark.rule("HX-RETREAT-08")
def test_who_stays_in_its_former_hex_may_turn_too():
    """A beaten attacker in D4 turns about."""
    played = storm([1, 6, 1], BRUTE, lone(), "retreats")
    assert top(played).asks == (0,)
    played.when("red", goes("a1", "D4", "about")).accepted()
    finish(played)
    assert (unit(played, "a1").hex, unit(played, "a1").facing) == ("D4", "N")


# -- what it costs


@pytest.mark.rule("HX-RETREAT-09")
def test_a_retreat_ignores_cost_and_swamp():
    """The loser is in Rough at once, and a tank leaves a swamp without a roll; speed and orders stay as they are."""
    played = storm([1, 1], BRUTE, machine(), hexes={"D6": "rough", "D5": "swamp"})
    assert where(played, "b1") == ["D6"]
    row = unit(played, "b1")
    assert (row.speed, row.difficult) == ("stand_still", 0)
    assert not happened(played, StuckRolled)


@pytest.mark.rule("HX-RETREAT-09")
def test_a_retreat_discards_difficult_terrain_tokens():
    """Tokens that the loser held are lost."""
    played = storm([1, 1], BRUTE, machine(), fields={"difficult_hex": "E5", "difficult": 1})
    assert (unit(played, "b1").difficult_hex, unit(played, "b1").difficult) == ("", 0)


@pytest.mark.rule("HX-RETREAT-09")
def test_the_rest_of_the_orders_goes_on_from_there():
    """A loser that turned about in D6 goes ahead from there in Movement 2: D7."""
    sheet = free(lone(), "-+F+-")
    played = storm([1, 1], BRUTE, sheet, "retreats", fields={"speed": "slow"}, b1="-+F+-")
    played.when("blue", goes("b1", "D6", "about")).accepted()
    finish(played)
    onward(played, "movement_2")
    assert where(played, "b1") == ["D7"]
    assert unit(played, "b1").speed == "slow"


@pytest.mark.rule("HX-RETREAT-09")
def test_ties_for_room_are_rolled_for():
    """Losers of both sides that would both go to the empty D6 roll a d6 each; the higher one has it."""
    units = [
        ("a1", "C5", "S", BRUTE, SLOW), ("b1", "C6", "NW", lone(), STILL), ("b2", "E5", "S", lone(), SLOW),
        ("a2", "E6", "NE", lone("ork"), STILL),
    ]  # fmt: skip
    # the Ork wins C6 by its nation, the Elf E6 by a success; its damage; then red and blue for D6
    played = clash([1, 1, 1, 6, 1, 2, 5], units, a1=FORWARD, b2=FORWARD, b1=STAY, a2=STAY)
    assert [(by, faces) for _, by, faces in thrown(played, "retreat-space")] == [(0, (2,)), (1, (5,))]
    assert where(played, "b1", "a1", "b2") == ["D6", "C6", "E6"]
    assert where(played, "a2")[0] not in {"D6", "E6"}


@pytest.mark.rule("HX-RETREAT-10")
def test_who_fights_elsewhere_leaves_its_hex_open():
    """Ork X fights for D4 while Y and Z move into D5: both enter; X loses and goes on to C5, C6, D6, E5 or E6."""
    units = [
        ("a1", "D5", "N", BRUTE, SLOW), ("a2", "D6", "N", lone("ork"), SLOW), ("a3", "D6", "N", lone("ork"), SLOW),
        ("b1", "D4", "S", lone(), STILL),
    ]  # fmt: skip
    played = clash([1, 6, 1], units, "retreats", a1=FORWARD, a2=FORWARD, a3=FORWARD, b1=STAY)
    assert where(played, "a2", "a3") == ["D5", "D5"]
    assert open_hexes(played, "red", "a1", "D5", "D4", "C5", "C6", "D6", "E5", "E6", "D7") == [
        "C5", "C6", "D6", "E5", "E6",
    ]  # fmt: skip
    played.when("red", goes("a1", "C6")).accepted()
    finish(played)
    assert where(played, "a1", "b1") == ["C6", "D4"]


@pytest.mark.rule("HX-RETREAT-10")
def test_an_enemy_walks_into_a_hex_that_was_left_for_a_fight():
    """An Elf enters D5 without a fight while its Ork fights for D4; losing, the Ork can not stay there."""
    units = [
        ("a1", "D5", "N", BRUTE, SLOW), ("b1", "D4", "S", lone(), STILL), ("b2", "D6", "N", lone(), SLOW),
    ]  # fmt: skip
    played = clash([1, 6, 1], units, "retreats", a1=FORWARD, b1=STAY, b2=FORWARD)
    assert len(happened(played, FightEnded)) == 1
    assert where(played, "b2") == ["D5"]
    assert open_hexes(played, "red", "a1", "D5", "C5", "E6") == ["C5", "E6"]
    assert [each.unit for each in happened(played, UnitMoved)] == ["b2"]

"""Where losers go, how they turn, and winners that find no room."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    AssaultAdvantageGained,
    AssaultDiceRolled,
    AttemptPreAssaultRetreat,
    DecidePreAssaultRetreat,
    FightEnded,
    HexContested,
    MoveOverstacked,
    RetreatChosen,
    RollOffRolled,
    StuckRolled,
    UnitMoved,
    UnitRetreated,
    UnitShaken,
)
from adjudicator.rulesets.hex_orders.model.rows import Fight
from adjudicator.rulesets.hex_orders.rules.retreats.retreat_hexes import destinations, hexes_to_choose
from tests.rulesets.hex_orders.assault.fixtures import (
    BRUTE,
    FORWARD,
    ORK_NATION,
    SLOW,
    STAY,
    STILL,
    forward,
    model_that_fights,
    mover,
    stander,
    unmanned_vehicle,
)
from tests.rulesets.hex_orders.assault.steps import (
    assault_in_one_fight,
    attack_standing,
    enter_from_both_sides,
    fight,
    move_and_assault,
    retreats,
)
from tests.rulesets.hex_orders.fixtures import AROUND_D5, infantry, table, tank, with_orders
from tests.rulesets.hex_orders.orders.steps import begin_movement, resolve
from tests.rulesets.hex_orders.retreats.fixtures import MAY_RETREAT_FIRST, base_without_dice, standing_bases
from tests.rulesets.hex_orders.retreats.steps import open_hexes, retreat_unit, silent_answer
from tests.rulesets.hex_orders.steps import (
    begin,
    continue_to,
    events_of_kind,
    finish_silently,
    hexes_of,
    innermost_window,
    refused,
    rolls_of_game,
    silence,
    unit,
)


@pytest.mark.rule("HX-RETREAT-01")
def test_every_loser_retreats_by_its_own_facing():
    """Tank and infantry that defend D5 and lose both go, the tank facing N to D6, the infantry facing NE to C6."""
    units = [
        ("a1", "D4", "S", BRUTE, SLOW),
        ("b1", "D5", "N", unmanned_vehicle(), STILL),
        ("b2", "D5", "NE", model_that_fights(), STILL),
    ]
    played = move_and_assault([1, 1, 1], units, a1=FORWARD, b1=STAY, b2=STAY)
    assert hexes_of(played, "b1", "b2", "a1") == ["D6", "C6", "D5"]
    assert {row.unit for row in events_of_kind(played, UnitRetreated)} == {"b1", "b2"}


@pytest.mark.rule("HX-RETREAT-02")
@pytest.mark.parametrize(
    ("facing", "to"), [("NE", "C6"), ("N", "D6"), ("SE", "C5"), ("S", "D4"), ("SW", "E5"), ("NW", "E6")]
)
def test_a_stationary_loser_goes_straight_back(facing, to):
    """Loser in D5 facing NE: C6, whatever side it was attacked from."""
    origin, heading = ("D4", "S") if to != "D4" else ("D6", "N")
    units = [("a1", origin, heading, BRUTE, SLOW), ("b1", "D5", facing, model_that_fights(), STILL)]
    played = move_and_assault([1, 1], units, a1=FORWARD, b1=STAY)
    assert hexes_of(played, "b1", "a1") == [to, "D5"]


@pytest.mark.rule("HX-RETREAT-03")
def test_a_loser_that_tried_to_enter_stays_where_it_was():
    """Ork from D4 loses the fight for D5: it is in D4 still."""
    played = attack_standing([1, 6, 1], BRUTE, model_that_fights(), others=[])
    assert hexes_of(played, "a1", "b1") == ["D4", "D5"]


@pytest.mark.rule("HX-RETREAT-04")
@pytest.mark.ruling("HX-RETREAT-04.2")
def test_a_loser_goes_to_the_closest_possible_hex():
    """Loser in D5 facing N, D6 held by an enemy: C6 or E6; D4, C5, E5 and D6 are refused."""
    played = attack_standing([1, 1], BRUTE, model_that_fights(), "retreats", others=standing_bases("D6"))
    assert innermost_window(played).asks == (1,)
    assert open_hexes(played, "blue", "b1", *AROUND_D5) == ["E6", "C6"]
    refused(played, "blue", retreats("b1", "D4"), "HX-RETREAT-04", "hex-not-closest")
    played.when("blue", retreats("b1", "C6")).accepted()
    finish_silently(played)
    assert hexes_of(played, "b1", "a1") == ["C6", "D5"]


@pytest.mark.rule("HX-RETREAT-04")
@pytest.mark.parametrize("kind", ["overcrowded", "impassable"])
@pytest.mark.ruling("HX-RETREAT-04.2")
def test_a_full_or_impassable_hex_is_not_entered(kind):
    """Two friends in D6, or a building there for a tank, send the loser to C6 or E6."""
    others = standing_bases("D6", "D6", letter="b") if kind == "overcrowded" else []
    hexes = {"D6": "building"} if kind == "impassable" else {}
    played = attack_standing([1, 1], BRUTE, unmanned_vehicle(), "retreats", others=others, hexes=hexes)
    assert open_hexes(played, "blue", "b1", *AROUND_D5) == ["E6", "C6"]


@pytest.mark.rule("HX-RETREAT-04")
@pytest.mark.ruling("HX-RETREAT-04.3")
def test_the_edge_of_the_map_is_impassable():
    """Loser in D9 facing N can not leave the map: C9 is one of the closest hexes."""
    units = [("a1", "D8", "S", BRUTE, SLOW), ("b1", "D9", "N", model_that_fights(), STILL)]
    played = move_and_assault([1, 1], units, "retreats", a1=FORWARD, b1=STAY)
    assert open_hexes(played, "blue", "b1", "C9", "E9", "D7") == ["C9", "E9"]


@pytest.mark.rule("HX-RETREAT-04")
@pytest.mark.ruling("HX-RETREAT-04.2")
def test_no_hex_that_is_fought_over_is_possible():
    """C6 is contested in the same step: only E6 is left beside the held D6."""
    others = [
        *standing_bases("D6"),
        ("a3", "B6", "NE", model_that_fights("ork"), SLOW),
        ("b2", "C6", "N", model_that_fights(), STILL),
    ]
    played = attack_standing([1, 1, 1, 1], BRUTE, model_that_fights(), "retreats", others=others, a3="F+-+-", b2=STAY)
    assert open_hexes(played, "blue", "b1", *AROUND_D5) == ["E6"]


@pytest.mark.rule("HX-RETREAT-04")
@pytest.mark.ruling("HX-RETREAT-04.2")
def test_beyond_the_first_ring_only_a_path_without_enemies_leads():
    """With every neighbour full of friends the loser goes through them to C7, D7 or E7, the closest to D6."""
    friends = [
        (f"b{2 + 2 * number + row}", place, "N", model_that_fights(), STILL)
        for number, place in enumerate(AROUND_D5[1:])
        for row in (0, 1)
    ]
    played = attack_standing([1, 1], BRUTE, model_that_fights(), "retreats", others=[*standing_bases("D4"), *friends])
    found = open_hexes(played, "blue", "b1", *AROUND_D5, "C7", "D7", "E7", "B5", "F5", "D3", "D8")
    assert found == ["C7", "D7", "E7"]


@pytest.mark.rule("HX-RETREAT-04")
def test_a_ring_of_enemies_lets_nobody_through():
    """With friends in D6 alone and enemies in all other neighbours the loser goes through D6, not past the enemies."""
    friends = standing_bases("D6", "D6", letter="b")
    played = attack_standing(
        [1, 1], BRUTE, model_that_fights(), "retreats", others=[*standing_bases("D4", "E5", "E6", "C6", "C5"), *friends]
    )
    assert open_hexes(played, "blue", "b1", *AROUND_D5, "C7", "D7", "E7", "B6", "F6") == ["C7", "D7", "E7"]


@pytest.mark.rule("HX-RETREAT-05")
def test_a_former_hex_that_the_enemy_takes_is_lost():
    """Swap Ork D5, Elf D4, the Ork wins and enters D4: the Elf goes to C4, C5, D3, E4 or E5, not D4 or D5."""
    units = [("a1", "D5", "N", BRUTE, SLOW), ("b1", "D4", "S", model_that_fights(), SLOW)]
    played = move_and_assault([1, 1], units, "retreats", a1=FORWARD, b1=FORWARD)
    assert open_hexes(played, "blue", "b1", "C4", "C5", "D3", "D4", "D5", "E4", "E5", "D2") == [
        "C4",
        "C5",
        "D3",
        "E4",
        "E5",
    ]
    played.when("blue", retreats("b1", "E5")).accepted()
    finish_silently(played)
    assert hexes_of(played, "a1", "b1") == ["D4", "E5"]


@pytest.mark.rule("HX-RETREAT-07")
@pytest.mark.ruling("HX-ASSAULT-14.2", "HX-RETREAT-07.2")
def test_too_many_winners_stay_outside_and_are_shaken():
    """Three Ork bases from three sides beat an Elf in D5: it retreats, none enters, each is shaken next turn."""
    places = (("a1", "D4", "S"), ("a2", "C5", "SE"), ("a3", "E5", "SW"))
    units = [
        *((id, at, facing, model_that_fights("ork"), SLOW) for id, at, facing in places),
        ("b1", "D5", "N", model_that_fights(), STILL),
    ]
    played = move_and_assault([1, 1, 1], units, a1=FORWARD, a2=FORWARD, a3=FORWARD, b1=STAY)
    assert hexes_of(played, "a1", "a2", "a3", "b1") == ["D4", "C5", "E5", "D6"]
    assert [(row.unit, row.tokens, row.from_turn) for row in events_of_kind(played, UnitShaken)] == [
        ("a1", 2, 2),
        ("a2", 2, 2),
        ("a3", 2, 2),
    ]


@pytest.mark.rule("HX-RETREAT-07")
@pytest.mark.ruling("HX-RETREAT-07.2")
def test_winners_that_were_there_already_stay():
    """A base that defended D5 with two more coming stays unshaken; the two are outside and shaken."""
    units = [
        ("a1", "D5", "N", BRUTE, STILL),
        ("a2", "C6", "NE", model_that_fights("ork"), SLOW),
        ("a3", "E6", "NW", model_that_fights("ork"), SLOW),
        ("b1", "D4", "S", model_that_fights(), SLOW),
    ]
    rows = (stander("a1", "D5", "front"), mover("a2", "C6", "D5"), mover("a3", "E6", "D5"), mover("b1", "D4", "D5"))
    played = assault_in_one_fight([1, 1, 1], units, rows)
    assert hexes_of(played, "a1", "a2", "a3", "b1") == ["D5", "C6", "E6", "D4"]
    assert [row.unit for row in events_of_kind(played, UnitShaken)] == ["a2", "a3"]


@pytest.mark.rule("HX-RETREAT-07")
def test_two_winners_that_fit_enter():
    """Two bases that share a hex go in together."""
    played = enter_from_both_sides([1, 1, 1], [BRUTE, model_that_fights("ork")], [model_that_fights()])
    assert hexes_of(played, "a1", "a2") == ["D5", "D5"]
    assert not events_of_kind(played, UnitShaken)


@pytest.mark.rule("HX-RETREAT-08")
@pytest.mark.parametrize(("turn", "facing"), [("none", "N"), ("left", "NW"), ("right", "NE"), ("about", "S")])
def test_a_loser_may_turn(turn, facing):
    """Loser moved to D6 facing N may face N, NW, NE or S."""
    played = attack_standing([1, 1], BRUTE, model_that_fights(), "retreats")
    played.when("blue", retreats("b1", "D6", turn)).accepted()
    finish_silently(played)
    assert (unit(played, "b1").hex, unit(played, "b1").facing) == ("D6", facing)


@pytest.mark.rule("HX-RETREAT-08")
@pytest.mark.parametrize("turn", ["SE", "right_right", "back"])
def test_no_other_turn_is_allowed(turn):
    """SE, two clicks, is refused."""
    played = attack_standing([1, 1], BRUTE, model_that_fights(), "retreats")
    refused(played, "blue", retreats("b1", "D6", turn), "HX-RETREAT-08", "no-such-turn")


@pytest.mark.rule("HX-RETREAT-08")
def test_who_stays_in_its_former_hex_may_turn_too():
    """A beaten attacker in D4 turns about."""
    played = attack_standing([1, 6, 1], BRUTE, model_that_fights(), "retreats")
    assert innermost_window(played).asks == (0,)
    played.when("red", retreats("a1", "D4", "about")).accepted()
    finish_silently(played)
    assert (unit(played, "a1").hex, unit(played, "a1").facing) == ("D4", "N")


@pytest.mark.rule("HX-RETREAT-09")
@pytest.mark.ruling("HX-RETREAT-09.2")
def test_a_retreat_ignores_cost_and_swamp():
    """The loser is in Rough at once, and a tank leaves a swamp without a roll; speed and orders stay as they are."""
    played = attack_standing([1, 1], BRUTE, unmanned_vehicle(), hexes={"D6": "rough", "D5": "swamp"})
    assert hexes_of(played, "b1") == ["D6"]
    row = unit(played, "b1")
    assert (row.speed, row.difficult) == ("stand_still", 0)
    assert not events_of_kind(played, StuckRolled)


@pytest.mark.rule("HX-RETREAT-09")
@pytest.mark.ruling("HX-RETREAT-09.2")
def test_a_retreat_discards_difficult_terrain_tokens():
    """Tokens that the loser held are lost."""
    played = attack_standing([1, 1], BRUTE, unmanned_vehicle(), fields={"difficult_hex": "E5", "difficult": 1})
    assert (unit(played, "b1").difficult_hex, unit(played, "b1").difficult) == ("", 0)


@pytest.mark.rule("HX-RETREAT-09")
@pytest.mark.ruling("HX-RETREAT-09.2")
def test_the_rest_of_the_orders_goes_on_from_there():
    """A loser that turned about in D6 goes ahead from there in Movement 2: D7."""
    sheet = with_orders(model_that_fights(), "-+F+-")
    played = attack_standing([1, 1], BRUTE, sheet, "retreats", fields={"speed": "slow"}, b1="-+F+-")
    played.when("blue", retreats("b1", "D6", "about")).accepted()
    finish_silently(played)
    continue_to(played, "movement_2")
    assert hexes_of(played, "b1") == ["D7"]
    assert unit(played, "b1").speed == "slow"


@pytest.mark.rule("HX-RETREAT-09")
@pytest.mark.ruling("HX-RETREAT-09.2")
def test_ties_for_room_are_rolled_for():
    """Losers of both sides that would both go to the empty D6 roll a d6 each; the higher one has it."""
    units = [
        ("a1", "C5", "S", BRUTE, SLOW),
        ("b1", "C6", "NW", model_that_fights(), STILL),
        ("b2", "E5", "S", model_that_fights(), SLOW),
        ("a2", "E6", "NE", model_that_fights("ork"), STILL),
    ]
    # the Ork wins C6 by its nation, the Elf E6 by a success; its damage; then red and blue for D6
    played = move_and_assault([1, 1, 1, 6, 1, 2, 5], units, a1=FORWARD, b2=FORWARD, b1=STAY, a2=STAY)
    assert [(by, faces) for _, by, faces in rolls_of_game(played, "retreat-space")] == [(0, (2,)), (1, (5,))]
    assert hexes_of(played, "b1", "a1", "b2") == ["D6", "C6", "E6"]
    assert hexes_of(played, "a2")[0] not in {"D6", "E6"}


@pytest.mark.rule("HX-RETREAT-10")
@pytest.mark.ruling("HX-RETREAT-10.2")
def test_who_fights_elsewhere_leaves_its_hex_open():
    """Ork X fights for D4 while Y and Z move into D5: both enter; X loses and goes on to C5, C6, D6, E5 or E6."""
    units = [
        ("a1", "D5", "N", BRUTE, SLOW),
        ("a2", "D6", "N", model_that_fights("ork"), SLOW),
        ("a3", "D6", "N", model_that_fights("ork"), SLOW),
        ("b1", "D4", "S", model_that_fights(), STILL),
    ]
    played = move_and_assault([1, 6, 1], units, "retreats", a1=FORWARD, a2=FORWARD, a3=FORWARD, b1=STAY)
    assert hexes_of(played, "a2", "a3") == ["D5", "D5"]
    assert open_hexes(played, "red", "a1", "D5", "D4", "C5", "C6", "D6", "E5", "E6", "D7") == [
        "C5",
        "C6",
        "D6",
        "E5",
        "E6",
    ]
    played.when("red", retreats("a1", "C6")).accepted()
    finish_silently(played)
    assert hexes_of(played, "a1", "b1") == ["C6", "D4"]


@pytest.mark.rule("HX-RETREAT-10")
@pytest.mark.ruling("HX-RETREAT-10.2")
def test_an_enemy_walks_into_a_hex_that_was_left_for_a_fight():
    """An Elf enters D5 without a fight while its Ork fights for D4; losing, the Ork can not stay there."""
    units = [
        ("a1", "D5", "N", BRUTE, SLOW),
        ("b1", "D4", "S", model_that_fights(), STILL),
        ("b2", "D6", "N", model_that_fights(), SLOW),
    ]
    played = move_and_assault([1, 6, 1], units, "retreats", a1=FORWARD, b1=STAY, b2=FORWARD)
    assert len(events_of_kind(played, FightEnded)) == 1
    assert hexes_of(played, "b2") == ["D5"]
    assert open_hexes(played, "red", "a1", "D5", "C5", "E6") == ["C5", "E6"]
    assert [row.unit for row in events_of_kind(played, UnitMoved)] == ["b2"]


def fight_over(*rows, units, where="D5", winner=1, dice=(), **more):
    """A table in the assault step; the fight is over and nobody has retreated."""
    played = table(dice, units=units, step="assault_1", **more)
    return played.put("fights", Fight("f1", where, rows, advantage=winner, over=True))


@pytest.mark.rule("HX-RETREAT-02")
@pytest.mark.rule("HX-RETREAT-08")
def test_a_stationary_loser_backs_off():
    """A loser in D5 facing NE goes to C6, and may turn one click or about."""
    units = [("a1", "D5", "NE", base_without_dice("elf")), ("b1", "D4", "S", base_without_dice("ork"))]
    played, begun = fight(stander("a1", "D5"), mover("b1", "D4", "D5"), units=units)
    begun.then(AssaultDiceRolled, AssaultAdvantageGained, FightEnded, winner=1).asks("retreats", "red")
    played.when("red", retreat_unit("a1", "D6")).rejected("HX-RETREAT-04", "hex-not-closest", possible="C6")
    played.when("red", retreat_unit("a1", "C6", "SE")).rejected("HX-RETREAT-08", "no-such-turn")
    played.when("blue", retreat_unit("a1", "C6")).rejected("HX-RETREAT-01", "not-asked")
    ruled = played.when("red", retreat_unit("a1", turn="left"))
    ruled.then(RetreatChosen, UnitRetreated(unit="a1", origin="D5", hex="C6", facing="N"))
    ruled.then(UnitMoved, unit="b1", hex="D5", way="winner").cites("HX-ASSAULT-08", "HX-RETREAT-09")


@pytest.mark.rule("HX-RETREAT-04")
def test_a_blocked_loser_goes_to_the_closest_hex():
    """Loser in D5 facing N with D6 held by an enemy: C6 or E6, which lie closest to D6, and no other."""
    units = [
        ("a1", "D5", "N", base_without_dice()),
        ("b1", "D4", "S", base_without_dice("ork")),
        ("b2", "D6", "N", base_without_dice("ork")),
    ]
    played = fight_over(stander("a1", "D5"), mover("b1", "D4", "D5"), units=units)
    assert destinations(played.game, "a1") == ("E6", "C6")


@pytest.mark.rule("HX-RETREAT-05")
def test_a_mover_whose_hex_is_taken_goes_on():
    """Swap of D5 and D4 and the ork enters D4: the elf goes anywhere around D4 but to D5."""
    units = [("a1", "D5", "N", base_without_dice("ork")), ("b1", "D4", "S", base_without_dice("elf"))]
    played = fight_over(mover("a1", "D5", "D4"), mover("b1", "D4", "D5"), units=units, winner=0)
    assert hexes_to_choose(played.game, "b1") == ("D3", "E4", "E5", "C5", "C4")


@pytest.mark.rule("HX-RETREAT-10")
def test_a_mover_whose_hex_is_full_goes_on():
    """Friends moved in behind a loser: it goes to another neighbour of its old hex, not to the one it fought for."""
    units = [
        ("a1", "D5", "N", base_without_dice()),
        ("a2", "D5", "N", base_without_dice()),
        ("a3", "D5", "N", base_without_dice()),
        ("b1", "D4", "S", base_without_dice("ork")),
    ]
    played = fight_over(mover("a1", "D5", "D4"), stander("b1", "D4"), units=units, where="D4")
    assert hexes_to_choose(played.game, "a1") == ("E5", "E6", "D6", "C6", "C5")


@pytest.mark.rule("HX-RETREAT-03")
def test_a_losing_mover_stays_where_it_was_and_may_turn():
    """It stays in its former hex, turns about, and loses its tokens."""
    units = [
        ("a1", "D6", "N", base_without_dice(), {"difficult": 1, "difficult_hex": "D5"}),
        ("b1", "D5", "N", base_without_dice("ork")),
    ]
    played, begun = fight(mover("a1", "D6", "D5"), stander("b1", "D5"), units=units)
    begun.asks("retreats", "red")
    played.when("red", retreat_unit("a1", turn="about")).then(
        UnitRetreated(unit="a1", origin="D6", hex="D6", facing="S")
    )
    assert unit(played, "a1").difficult == 0
    assert unit(played, "b1").hex == "D5"


@pytest.mark.rule("HX-RETREAT-07")
def test_winners_that_would_overfill_the_hex_stay_and_are_shaken():
    """Three orks from three sides beat an elf: none of them enters, each is shaken from the next turn on."""
    units = [
        ("a1", "D6", "N", base_without_dice("ork")),
        ("a2", "C5", "N", base_without_dice("ork")),
        ("a3", "E5", "N", base_without_dice("ork")),
        ("b1", "D5", "S", base_without_dice("elf")),
    ]
    rows = (mover("a1", "D6", "D5"), mover("a2", "C5", "D5"), mover("a3", "E5", "D5"), stander("b1", "D5"))
    played, begun = fight(*rows, units=units)
    begun.asks("contributors", "red")
    silent = played.rules.windows["contributors"].default_command
    played.when("red", silent(played.game, played.window, 0)).asks("angle", "blue")
    silent = played.rules.windows["angle"].default_command
    played.when("blue", silent(played.game, played.window, 1)).asks("retreats", "blue")
    ruled = played.when("blue", retreat_unit("b1", "D4")).then(UnitRetreated, MoveOverstacked, UnitShaken)
    assert [event.unit for event in ruled.events if isinstance(event, UnitShaken)] == ["a1", "a2", "a3"]
    assert {event.from_turn for event in ruled.events if isinstance(event, UnitShaken)} == {2}
    ruled.without(UnitMoved)


@pytest.mark.rule("HX-RETREAT-09")
def test_losers_of_both_sides_roll_for_the_same_hex():
    """Both sides want one hex: the higher roll goes there, the other chooses anew."""
    units = [
        ("a1", "D3", "N", base_without_dice("elf")),
        ("b1", "D2", "S", base_without_dice("ork")),
        ("b2", "D5", "S", base_without_dice("elf")),
        ("a2", "D6", "N", base_without_dice("ork")),
    ]
    played = table([3, 6, 2, 5], units=units)
    played.put("fights", Fight("f1", "D3", (stander("a1", "D3"), mover("b1", "D2", "D3"))))
    played.put("fights", Fight("f2", "D5", (stander("b2", "D5"), mover("a2", "D6", "D5"))))
    begin(played, "assault_1").then(RollOffRolled, question="rank").asks("retreats", "red")
    played.when("red", retreat_unit("a1", "D4")).asks("retreats", "blue")
    ruled = played.when("blue", retreat_unit("b2", "D4")).then(RollOffRolled, question="retreat_space")
    ruled.then(UnitRetreated, unit="b2", hex="D4").asks("retreats", "red")
    ruled.cites("HX-RETREAT-09")
    assert "D4" not in hexes_to_choose(played.game, "a1")
    played.when("red", silent_answer(played, "red")).then(UnitRetreated)


@pytest.mark.rule("HX-RETREAT-10")
def test_who_fights_elsewhere_no_longer_counts_where_it_came_from() -> None:
    """Who fights for another hex no longer counts where it came from: friends and enemies walk in."""
    orc = infantry(**ORK_NATION)
    units = [
        ("a1", "D5", "N", orc, SLOW),
        ("a2", "D6", "N", orc, SLOW),
        ("a3", "D6", "N", orc, SLOW),
        ("b1", "D4", "S", infantry(), None),
    ]
    played = begin_movement(units=units, running=forward("a1", "a2", "a3"))
    outcome = resolve(played).then(UnitMoved, UnitMoved, unit="a3", hex="D5")
    outcome.then(HexContested, hex="D4").without(MoveOverstacked)


@pytest.mark.rule("HX-RETREAT-02", "HX-RETREAT-04")
@pytest.mark.parametrize(("facing", "where", "displaced"), [("N", "D6", False), ("S", "C5", True)])
def test_a_retreat_cites_what_decides_its_hex(facing, where, displaced):
    """Only a base that can not go straight back is told that it goes to the closest hex instead."""
    units = [
        ("a1", "D6", "N", tank(), {"speed": "slow"}),
        ("a2", "D4", "N", tank(), {}),
        ("b1", "D5", facing, MAY_RETREAT_FIRST, {}),
    ]
    played = table((6,), units=units, running={"a1": ("F+-+-",)}, pace="step")
    begin(played, "movement_1")
    silence(played, until="retreat_attempt")
    played.when("blue", AttemptPreAssaultRetreat(units=("b1",))).accepted()
    silence(played, until="retreat_decision")
    outcome = played.when("blue", DecidePreAssaultRetreat(unit="b1", goes=True, hex=where, turn="none")).accepted()
    (cited,) = (clauses for event, clauses in played.ruled if event == outcome.one(UnitRetreated))
    assert "HX-RETREAT-02" in cited
    assert ("HX-RETREAT-04" in cited) == displaced


@pytest.mark.rule("HX-RETREAT-04", "HX-GAP-08", "HX-GAP-09")
@pytest.mark.parametrize(("token", "to"), [("E6", "C6"), ("C6", "E6"), ("A1", "E6")])
def test_silence_retreats_past_no_token(token: str, to: str) -> None:
    """Of E6 and C6 silence takes the one without a token of its own side, which might leave room and might not."""
    friend = ("b9", token, "N", with_orders(model_that_fights("elf", hidden=True), "-+-+-"), {**STILL, "hidden": True})
    others = [*standing_bases("D6"), friend]
    played = attack_standing([1, 1], BRUTE, model_that_fights(), "retreats", others=others)
    finish_silently(played)
    assert hexes_of(played, "b1", "a1") == [to, "D5"]

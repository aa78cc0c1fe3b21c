"""Losers that can go nowhere: they fight their way out or are removed."""

import pytest

from adjudicator.rulesets.hex_orders.model.board_hexes import board_of
from adjudicator.rulesets.hex_orders.model.messages import (
    AssaultDiceRolled,
    ChooseContestedHex,
    DamagePended,
    FightEnded,
    HexContested,
    RetreatChosen,
    UnitDestroyed,
    UnitMoved,
    UnitRetreated,
    UnitRotated,
    UnitTrapped,
)
from adjudicator.rulesets.hex_orders.model.rows import Fight
from tests.rulesets.hex_orders.assault.fixtures import (
    BRUTE,
    ELF,
    FORWARD,
    NEVER_HITS,
    SLOW,
    STAY,
    STILL,
    model_that_fights,
    mover,
    stander,
    unmanned_vehicle,
)
from tests.rulesets.hex_orders.assault.steps import attack_standing, dice_of_base, fight, move_and_assault, retreats
from tests.rulesets.hex_orders.fixtures import AROUND_D5, infantry, line, model, table, tank, with_orders
from tests.rulesets.hex_orders.retreats.fixtures import base_without_dice, standing_bases, tank_ahead
from tests.rulesets.hex_orders.retreats.steps import open_hexes, retreat_unit
from tests.rulesets.hex_orders.steps import begin, continue_to, events_of_kind, finish_silently, hexes_of, unit


def surrounded(dice, loser, *until, units=None, hexes=None):
    """Let a base in D5 that faces N lose against an Ork from D4, with other Orks in all six neighbours."""
    return attack_standing(dice, BRUTE, loser, *until, others=units or standing_bases(*AROUND_D5), hexes=hexes)


@pytest.mark.rule("HX-RETREAT-06")
@pytest.mark.ruling("HX-RETREAT-06.2")
def test_a_surrounded_loser_fights_its_way_out():
    """Enemies in all six neighbours: a new assault against D6 at once; winning it, the loser is through."""
    # first fight 1 and 1; second one: a success that kills nobody, against a failure
    played = surrounded([1, 1], model_that_fights(how=NEVER_HITS), "retreats")
    played.faces(1, 6, 1)
    played.when("blue", retreats("b1", "", "about")).accepted()
    finish_silently(played)
    assert [(row.unit, row.hex) for row in events_of_kind(played, UnitTrapped)] == [("b1", "D6")]
    assert [row.winner for row in events_of_kind(played, FightEnded)] == [0, 1]
    assert hexes_of(played, "b1", "a1") == ["D6", "D5"]


@pytest.mark.rule("HX-RETREAT-06")
@pytest.mark.parametrize(("turn", "dice"), [("about", 4), ("none", 2)])
def test_it_may_turn_about_first(turn, dice):
    """Turned about it attacks D6 with its front, 4 dice of a Standard Tank, otherwise it backs in with 2."""
    shields = 2 if turn == "about" else 0
    # first fight: the ork's die, front 4 and 2 deflections; a tie. Second: ork's die, then the tank
    played = surrounded([1, 1, 1, 1, 1, 1, 1], ELF, "retreats")
    played.faces(*[1] * (1 + dice + shields))
    played.when("blue", retreats("b1", "", turn)).accepted()
    finish_silently(played)
    assert dice_of_base(played)["b1"] == 4 + dice


@pytest.mark.rule("HX-RETREAT-06")
@pytest.mark.ruling("HX-RETREAT-06.1", "HX-RETREAT-06.2")
def test_who_loses_again_is_removed():
    """It loses the second fight too and is removed in Apply damage; there is no third one."""
    played = surrounded([1, 1], model_that_fights(), "retreats")
    played.faces(1, 1)
    played.when("blue", retreats("b1", "")).accepted()
    finish_silently(played)
    assert len(events_of_kind(played, FightEnded)) == 2
    assert unit(played, "b1").out == ""
    continue_to(played, "apply_damage")
    assert [(row.unit, row.cause) for row in events_of_kind(played, UnitDestroyed)] == [("b1", "surrounded")]


@pytest.mark.rule("HX-RETREAT-06")
@pytest.mark.ruling("HX-RETREAT-06.3")
def test_without_an_enemy_in_the_proper_hex_it_attacks_the_nearest():
    """Loser in D9 facing N, at the map's edge with enemies around: it chooses an adjacent enemy hex nearest to D10."""
    units = [
        ("a1", "D8", "S", BRUTE, SLOW),
        ("b1", "D9", "N", model_that_fights(), STILL),
        *standing_bases("C9", "E9", "D8"),
    ]
    played = move_and_assault([1, 1], units, "retreats", a1=FORWARD, b1=STAY)
    assert open_hexes(played, "blue", "b1", "C9", "D8", "E9", "D7", "B9") == ["C9", "D8", "E9"]
    played.faces(1, 6, 1)
    played.when("blue", retreats("b1", "E9")).accepted()
    finish_silently(played)
    assert [row.hex for row in events_of_kind(played, UnitTrapped)] == ["E9"]
    assert hexes_of(played, "b1") == ["E9"]


@pytest.mark.rule("HX-RETREAT-06")
@pytest.mark.ruling("HX-RETREAT-06.3")
def test_without_any_enemy_or_hex_it_is_removed():
    """A tank on a board of buildings, which it can not enter, with no enemy in those around it is removed."""
    town = {name: "building" for name in board_of(7, 9) if name != "D5"}
    played = attack_standing([1, 1], model_that_fights("ork"), unmanned_vehicle(), hexes=town)
    assert [(row.unit, row.hex) for row in events_of_kind(played, UnitTrapped)] == [("b1", "")]
    continue_to(played, "apply_damage")
    assert [row.unit for row in events_of_kind(played, UnitDestroyed)] == ["b1"]


OAF = (model("oaf", line(1, 6)),)


def ring(seat, hexes, sheet):
    return [(f"{seat}{number}", name, "N", sheet) for number, name in enumerate(hexes, 2)]


def lost_among_enemies(**more):
    """Blue's b1 lost D5 to a1, and red stands all around."""
    around = ("D4", "E5", "E6", "D6", "C6", "C5")
    units = [("a1", "D4", "S", base_without_dice("ork")), *ring("a", around, base_without_dice("ork"))]
    units = [*units, ("b1", "D5", "N", infantry(nation="elf", models=OAF))]
    return fight(mover("a1", "D4", "D5"), stander("b1", "D5"), units=units, **more)


@pytest.mark.rule("HX-RETREAT-06")
def test_the_surrounded_fight_once_more():
    """Enemies all around: the loser turns about and fights for D6 with its front values; it wins and enters."""
    played, begun = lost_among_enemies(dice=[1])
    begun.asks("retreats", "blue")
    assert played.offered("blue") == ["RetreatUnit"]
    played.faces(6, 1)
    ruled = played.when("blue", retreat_unit("b1", turn="about"))
    ruled.then(RetreatChosen, UnitTrapped(unit="b1", hex="D6"), UnitRotated, HexContested, hex="D6")
    ruled.then(AssaultDiceRolled).then(FightEnded, winner=1)
    new_fight = ruled.one(HexContested)
    assert [(row.unit, row.origin, row.goal, row.reverse) for row in new_fight.units if row.goal] == [
        ("b1", "D5", "D6", False)
    ]
    ruled.asks("retreats", "red")
    ruled = played.when("red", played.rules.windows["retreats"].default_command(played.game, played.window, 0))
    ruled.then(UnitRetreated).then(UnitMoved, unit="b1", hex="D6").then(UnitMoved, unit="a1", hex="D5")


@pytest.mark.rule("HX-RETREAT-06")
def test_who_loses_again_is_removed_in_apply_damage():
    """The surrounded loser backs in, loses again and waits for its end; the winner does not enter its hex."""
    played, _ = lost_among_enemies(dice=[1])
    ruled = played.faces(1).when("blue", retreat_unit("b1"))
    ruled.then(UnitTrapped(unit="b1", hex="D6"), HexContested).then(UnitTrapped(unit="b1", hex=""), DamagePended)
    ruled.without(UnitMoved, UnitRotated)
    assert unit(played, "a1").hex == "D4"
    ruled.then(UnitDestroyed, unit="b1", cause="surrounded")


TWO_DICE = (model("brawler", line(2, 6)),)


def two_lost_among_enemies(**more):
    """Blue's b1 in D5 and b2 in D6, right behind it, have lost to a1 and a2; red stands all around the two."""
    around = ("D4", "E5", "E6", "C6", "C5", "D7", "E7", "C7")
    movers = [("a1", "D4", "S", base_without_dice("ork")), ("a2", "D7", "N", base_without_dice("ork"))]
    red = [(f"a{number}", name, "N", base_without_dice("ork")) for number, name in enumerate(around, 3)]
    blue = [("b1", "D5", "N", infantry(nation="elf", models=TWO_DICE)), ("b2", "D6", "N", base_without_dice("elf"))]
    played = table([1, 1], units=[*movers, *red, *blue], **more)
    fights = {"f1": ("D5", "a1", "D4", "b1"), "f2": ("D6", "a2", "D7", "b2")}
    rows = [
        Fight(id, where, (mover(own, origin, where), stander(other, where)))
        for id, (where, own, origin, other) in fights.items()
    ]
    played.put("fights", *rows)
    return played, begin(played, "assault_1")


@pytest.mark.rule("HX-RETREAT-06")
@pytest.mark.ruling("HX-RETREAT-06.3")
def test_where_a_friend_is_surrounded_too_nobody_is_fought():
    """The winner over b2 can not enter D6, so b1's proper hex holds no enemy: it chooses the nearest that does."""
    played, begun = two_lost_among_enemies()
    begun.asks("retreats", "blue")
    assert open_hexes(played, "blue", "b1", "D6", "E6", "C6", "D4", "E5", "C5") == ["E6", "C6"]
    played.when("blue", retreat_unit("b1", "E6")).accepted()
    played.faces(6, 6, 1)
    played.when("blue", retreat_unit("b2", "D7")).accepted()
    finish_silently(played)
    contested = events_of_kind(played, HexContested)
    assert [(row.hex, {each.seat for each in row.units}) for row in contested] == [("D7", {0, 1}), ("E6", {0, 1})]
    assert [row.winner for row in events_of_kind(played, FightEnded)] == [0, 0, 0, 1]


@pytest.mark.rule("HX-ASSAULT-38")
@pytest.mark.rule("HX-RETREAT-05")
def test_the_winner_of_an_exchange_enters_the_hex_it_tried_to_enter():
    """Swap of D5 and D4 fought over D5: front dice on both sides, the ork ends in D4, the elf beside it."""
    units = [
        ("a1", "D5", "N", tank_ahead(), {"speed": "slow"}),
        ("b1", "D4", "S", with_orders(tank(nation="elf"), "F+-+-"), {"speed": "slow"}),
    ]
    played = table(units=units, running={"a1": ("F+-+-",), "b1": ("F+-+-",)})
    begin(played, "movement_1").asks("exchange", "red")
    played.faces(*[1] * 12)
    exchange = next(iter(played.game.exchanges))
    ruled = played.when("red", ChooseContestedHex(exchange=exchange, hex="D5")).then(AssaultDiceRolled)
    assert [len(group.faces) for group in ruled.one(AssaultDiceRolled).groups] == [4, 4]
    ruled.asks("retreats", "blue")
    played.when("blue", retreat_unit("b1", "D5")).rejected("HX-RETREAT-04", "hex-not-closest")
    ruled = played.when("blue", retreat_unit("b1", "C4")).then(UnitRetreated, unit="b1", hex="C4")
    ruled.then(UnitMoved, unit="a1", hex="D4", way="winner")


@pytest.mark.rule("HX-RETREAT-06")
def test_who_can_neither_go_nor_fight_is_removed():
    """Friends fill every hex that a loser could go to and no enemy is beside it: it is removed in Apply damage."""
    friends = [
        (f"a{number}", name, "N", base_without_dice())
        for number, name in enumerate([name for name in board_of(7, 9) if name != "D5"] * 2, 2)
    ]
    units = [("a1", "D5", "N", base_without_dice()), *friends, ("b1", "D5", "S", base_without_dice("ork"))]
    played, begun = fight(stander("a1", "D5"), stander("b1", "D5"), units=units)
    begun.then(UnitTrapped(unit="a1", hex=""), DamagePended).then(UnitDestroyed, unit="a1", cause="surrounded")
    assert played.game.units["a1"].out


def beaten_from(*origins, standing=(), facing="N", closed=(), **more):
    """Let a base in D5 have lost to Orks that come from these hexes, with others that stand around."""
    red = [*origins, *standing]
    units = [(f"a{number}", name, "N", base_without_dice("ork")) for number, name in enumerate(red, 1)]
    units.append(("b1", "D5", facing, infantry(nation="elf", models=OAF)))
    played = table([1], units=units, **more)
    movers = [mover(f"a{number}", name, "D5") for number, name in enumerate(origins, 1)]
    over = [Fight(f"f{number}", name, (), over=True) for number, name in enumerate(closed, 2)]
    played.put("fights", Fight("f1", "D5", (*movers, stander("b1", "D5"))), *over)
    return played, begin(played, "assault_1")


@pytest.mark.rule("HX-RETREAT-06", "HX-RETREAT-10")
def test_who_may_go_where_the_winner_came_from_is_not_surrounded():
    """All six neighbours hold an enemy, but the one from D4 enters D5, so the loser takes its place."""
    played, begun = beaten_from("D4", standing=("E5", "E6", "D6", "C6", "C5"))
    begun.asks("retreats", "blue")
    assert open_hexes(played, "blue", "b1", *AROUND_D5) == ["D4"]
    played.when("blue", retreat_unit("b1", "D4")).accepted()
    finish_silently(played)
    assert events_of_kind(played, UnitTrapped) == []
    assert hexes_of(played, "b1", "a1") == ["D4", "D5"]


@pytest.mark.rule("HX-RETREAT-06", "HX-RETREAT-10", "HX-RETREAT-04")
def test_a_contested_hex_that_the_winner_came_from_is_passed():
    """Nobody retreats into D4, which is contested; but nobody counts there, and a path leads through it beyond."""
    around = ("E5", "E6", "D6", "C6", "C5")
    played, begun = beaten_from("D4", standing=around, facing="S", closed=("D4",))
    begun.asks("retreats", "blue")
    beyond = ["C4", "D3", "E4"]
    assert [name for name in board_of(7, 9) if open_hexes(played, "blue", "b1", name)] == beyond


@pytest.mark.rule("HX-RETREAT-06", "HX-RETREAT-10")
def test_a_winner_that_waits_where_it_came_from_is_no_way_out():
    """D4 is contested, enemies are beyond: the loser, who should go to D4, fights beside it, not the winner."""
    around, beyond = ("E5", "E6", "D6", "C6", "C5"), ("C4", "D3", "E4")
    played, begun = beaten_from("D4", standing=(*around, *beyond), facing="S", closed=("D4",))
    begun.asks("retreats", "blue")
    played.faces(1)
    assert [name for name in board_of(7, 9) if open_hexes(played, "blue", "b1", name)] == ["C5", "E5"]
    played.when("blue", retreat_unit("b1", "E5")).accepted()
    assert [(row.unit, row.hex) for row in events_of_kind(played, UnitTrapped)] == [("b1", "E5"), ("b1", "")]
    assert hexes_of(played, "a1") == ["D4"]


@pytest.mark.rule("HX-RETREAT-06", "HX-RETREAT-07")
def test_winners_of_whom_none_enters_hold_the_hexes_that_they_came_from():
    """Three winners would overfill D5 and stay: the loser is surrounded, and fights the one in its proper hex D6."""
    played, _ = beaten_from("D6", "C5", "E5", standing=("D4", "E6", "C6"))
    finish_silently(played, "retreats")
    played.faces(6, 1)
    assert open_hexes(played, "blue", "b1", *AROUND_D5) == ["D6"]
    played.when("blue", retreat_unit("b1", "D6", "about")).accepted()
    finish_silently(played)
    assert [(row.unit, row.hex) for row in events_of_kind(played, UnitTrapped)] == [("b1", "D6")]
    assert [row.winner for row in events_of_kind(played, FightEnded)] == [0, 1]

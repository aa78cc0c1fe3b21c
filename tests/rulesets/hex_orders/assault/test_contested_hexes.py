"""What is fought over and by whom."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    AssaultCancelled,
    AttemptPreAssaultRetreat,
    DecidePreAssaultRetreat,
    DifficultTerrainTokenPlaced,
    ExchangeFound,
    FightEnded,
    HexContested,
    HexEffectTriggered,
    ResolveMovement,
    UnitMoved,
    UnitRotated,
    UnitShaken,
)
from tests.rulesets.hex_orders.assault.fixtures import (
    BRUTE,
    ELF,
    FORWARD,
    NEVER_HITS,
    ORK_NATION,
    SLOW,
    STAY,
    STILL,
    base_that_fights,
    forward,
    model_that_fights,
    mover,
    stander,
)
from tests.rulesets.hex_orders.assault.steps import (
    accepted_commands,
    assault,
    attack_standing,
    contested_hexes,
    dice_of_base,
    move_and_assault,
    retreats,
    swap,
)
from tests.rulesets.hex_orders.damage.fixtures import effects_in_hex, poison_cloud
from tests.rulesets.hex_orders.damage.steps import among_effects
from tests.rulesets.hex_orders.fixtures import ORK, ability, infantry, speed, table, tank, with_orders
from tests.rulesets.hex_orders.orders.fixtures import infantry_with_orders, tank_with_orders
from tests.rulesets.hex_orders.orders.steps import begin_movement, resolve
from tests.rulesets.hex_orders.steps import (
    begin,
    continue_to,
    events_of_kind,
    finish_silently,
    hexes_of,
    play_steps,
    rolls_of_game,
    unit,
)

FLYER = ("infantry", "biological", "flying")


@pytest.mark.rule("HX-ASSAULT-01")
def test_units_of_two_teams_that_enter_one_hex_fight_for_it():
    """Ork from D6 and Elf from D4 both into D5 in Movement 1: fought in Assault 1, and neither has entered."""
    units = [("a1", "D6", "N", BRUTE, SLOW), ("b1", "D4", "S", model_that_fights(), SLOW)]
    played = among_effects([1, 1], {}, *units, a1=FORWARD, b1=FORWARD)
    play_steps(played, "movement_1")
    assert contested_hexes(played) == {"D5": ["a1", "b1"]}
    assert hexes_of(played, "a1", "b1") == ["D6", "D4"]
    assert not rolls_of_game(played)
    assault(played)
    assert dice_of_base(played) == {"a1": 1, "b1": 1}


@pytest.mark.rule("HX-ASSAULT-01")
@pytest.mark.parametrize("orders", [("F+-+-", "-+F+-"), ("-+F+-", "F+-+-")])
def test_one_after_the_other_is_no_common_entry(orders):
    """Who enters an empty hex a step earlier is there already: the fight is the one of the later step."""
    units = [
        ("a1", "D6", "N", with_orders(BRUTE, "-+F+-"), SLOW),
        ("b1", "D4", "S", with_orders(model_that_fights(), "-+F+-"), SLOW),
    ]
    played = among_effects([], {}, *units, a1=orders[0], b1=orders[1])
    play_steps(played, "movement_1")
    assert contested_hexes(played) == {}
    continue_to(played, "assault_1", "movement_2")
    assert contested_hexes(played) == {"D5": ["a1", "b1"]}


@pytest.mark.rule("HX-ASSAULT-01")
def test_friends_that_enter_one_hex_do_not_fight():
    """Two bases of one team go into D5 together."""
    units = [("a1", "D6", "N", BRUTE, SLOW), ("a2", "C5", "SE", model_that_fights("dwarf"), SLOW)]
    played = play_steps(among_effects([], {}, *units, a1=FORWARD, a2=FORWARD), "movement_1")
    assert (contested_hexes(played), hexes_of(played, "a1", "a2")) == ({}, ["D5", "D5"])


@pytest.mark.rule("HX-ASSAULT-02")
def test_units_that_enter_each_others_hex_fight():
    """Ork D5 and Elf D4 both ahead: one assault between them, they never swap."""
    played = swap()
    assert [set(row.hexes) for row in events_of_kind(played, ExchangeFound)] == [{"D4", "D5"}]
    assert [sorted(row) for row in contested_hexes(played).values()] == [["a1", "b1"]]
    assert hexes_of(played, "a1", "b1") == ["D5", "D4"]


@pytest.mark.rule("HX-ASSAULT-02")
@pytest.mark.ruling("HX-ASSAULT-02.2")
def test_an_exchange_by_other_orders_is_one_too():
    """An Elf that reverses into the hex of the Ork that comes at it fights it as well."""
    units = [("a1", "D5", "N", BRUTE, SLOW), ("b1", "D4", "N", with_orders(model_that_fights(), "Rev+-+-"), SLOW)]
    played = among_effects([], {}, *units, a1=FORWARD, b1="Rev+-+-")
    play_steps(played, "movement_1")
    assert [sorted(row) for row in contested_hexes(played).values()] == [["a1", "b1"]]
    assert len(events_of_kind(played, ExchangeFound)) == 1


@pytest.mark.rule("HX-ASSAULT-03")
@pytest.mark.ruling("HX-ASSAULT-03.2")
def test_a_unit_that_stays_defends_its_hex():
    """Ork into D4 where an Elf turns right: a fight in D4, the Elf stationary with its new facing."""
    turning = tank(nation="elf", types=("vehicle", "tank"))
    # facing SE it turns to S, so that the Ork from D5 meets its front: 4 dice
    units = [("a1", "D5", "N", BRUTE, SLOW), ("b1", "D4", "SE", with_orders(turning, "R+-+-"), SLOW)]
    played = among_effects([1, 1, 1, 1, 1, 1, 1], {}, *units, a1=FORWARD, b1="R+-+-")
    play_steps(played, "movement_1")
    (fight,) = events_of_kind(played, HexContested)
    assert fight.hex == "D4"
    assert [(row.unit, row.goal) for row in fight.units] == [("a1", "D4"), ("b1", "")]
    assert unit(played, "b1").facing == "S"
    assert dice_of_base(assault(played)) == {"a1": 1, "b1": 4}


@pytest.mark.rule("HX-ASSAULT-04")
def test_there_is_no_fight_where_the_enemy_leaves():
    """Ork into D4 while the Elf there goes on to D3: the Ork occupies D4."""
    units = [("a1", "D5", "N", BRUTE, SLOW), ("b1", "D4", "N", ELF, SLOW)]
    played = play_steps(among_effects([], {}, *units, a1=FORWARD, b1=FORWARD), "movement_1")
    assert (contested_hexes(played), hexes_of(played, "a1", "b1")) == ({}, ["D4", "D3"])


@pytest.mark.rule("HX-ASSAULT-04")
def test_an_enemy_whose_move_fails_is_met():
    """If the Elf only places a token for a forest in D3, there is a fight in D4."""
    units = [("a1", "D5", "N", BRUTE, SLOW), ("b1", "D4", "N", ELF, SLOW)]
    played = play_steps(among_effects([], {"D3": "forest"}, *units, a1=FORWARD, b1=FORWARD), "movement_1")
    assert contested_hexes(played) == {"D4": ["a1", "b1"]}
    assert unit(played, "b1").difficult == 1


@pytest.mark.rule("HX-ASSAULT-04")
def test_placing_a_token_is_no_assault():
    """A tank that only works its way towards the enemy's forest does not fight."""
    units = [("a1", "D5", "N", ORK, SLOW), ("b1", "D4", "N", model_that_fights(), STILL)]
    played = play_steps(among_effects([], {"D4": "forest"}, *units, a1=FORWARD, b1=STAY), "movement_1")
    assert contested_hexes(played) == {}


@pytest.mark.rule("HX-ASSAULT-04")
@pytest.mark.parametrize(("may", "found"), [(False, {}), (True, {"D4": ["a1", "b1"]})])
@pytest.mark.ruling("HX-ASSAULT-04.2", "HX-ASSAULT-04.3")
def test_flying_and_ground_units_fight_by_option_alone(may, found):
    """A unit above D4 and one that walks under it never meet, with flying_ground_assault they do."""
    units = [("a1", "D5", "N", BRUTE, SLOW), ("b1", "D4", "N", model_that_fights(types=FLYER), STILL)]
    played = among_effects([], {}, *units, options={"flying_ground_assault": may}, a1=FORWARD, b1=STAY)
    play_steps(played, "movement_1")
    assert contested_hexes(played) == found
    assert hexes_of(played, "a1") == (["D5"] if may else ["D4"])


@pytest.mark.rule("HX-ASSAULT-04")
def test_two_flying_units_fight():
    """Units in the air meet each other."""
    units = [
        ("a1", "D5", "N", model_that_fights("ork", types=FLYER), SLOW),
        ("b1", "D4", "N", model_that_fights(types=FLYER), STILL),
    ]
    assert contested_hexes(play_steps(among_effects([], {}, *units, a1=FORWARD, b1=STAY), "movement_1")) == {
        "D4": ["a1", "b1"]
    }


@pytest.mark.rule("HX-ASSAULT-05")
def test_the_order_of_events():
    """Pre-assault retreat, effects of the hex, Fear, dice, damage, retreat and effects again, one after the other."""
    fierce = base_that_fights(1, nation="ork", abilities=(ability("fear", 6),))
    timid = base_that_fights(4, NEVER_HITS, abilities=(ability("pre_assault_retreat", 4),))
    # retreat 3: stays; cloud: a1 one model and pin, b1 four and pin; fear 1; dice 1+4; damage 1; D6: fire
    dice = [3, *[1] * 15]
    units = [("a1", "D4", "S", fierce, SLOW), ("b1", "D5", "N", timid, STILL)]
    played = among_effects(dice, {"D5": poison_cloud(), "D6": effects_in_hex(fire=2)}, *units, a1=FORWARD, b1=STAY)
    begin(played, "movement_1")
    finish_silently(played, "retreat_attempt")
    played.when("blue", AttemptPreAssaultRetreat(units=("b1",))).accepted()
    finish_silently(played)
    assault(played)
    assert [why for why, _, _ in rolls_of_game(played)] == [
        "pre-assault-retreat",
        "poison-cloud",
        "poison-pin",
        "poison-cloud",
        "poison-pin",
        "fear",
        "assault",
        "assault",
        "damage",
        "hex-fire",
    ]
    assert hexes_of(played, "a1", "b1") == ["D5", "D6"]


@pytest.mark.rule("HX-ASSAULT-06")
def test_effects_act_once_more_on_who_was_forced_into_them():
    """The winner that tested for D5 before the fight does not test on entering; the loser in D6 does."""
    hexes = {"D5": effects_in_hex(fire=2), "D6": effects_in_hex(fire=2)}
    # a1 and b1 in D5, dice 1+1, the ork's damage none; b1 in D6
    played = attack_standing([1, 1, 1, 1, 1], BRUTE, model_that_fights(), hexes=hexes)
    assert hexes_of(played, "a1", "b1") == ["D5", "D6"]
    found = [(row.unit, row.hex) for row in events_of_kind(played, HexEffectTriggered)]
    assert found == [("a1", "D5"), ("b1", "D5"), ("b1", "D6")]


@pytest.mark.rule("HX-ASSAULT-36")
@pytest.mark.ruling("HX-ASSAULT-36.2")
def test_a_unit_is_in_one_fight():
    """An Elf on its way from D4 into D5 is not met by the Ork that enters D4; losing, it finds D4 taken."""
    units = [
        ("b1", "D4", "S", model_that_fights(), SLOW),
        ("a1", "D6", "N", BRUTE, SLOW),
        ("a2", "D3", "S", model_that_fights("ork"), SLOW),
    ]
    played = move_and_assault([1, 1], units, "retreats", a1=FORWARD, a2=FORWARD, b1=FORWARD)
    assert contested_hexes(played) == {"D5": ["a1", "b1"]}
    assert hexes_of(played, "a2") == ["D4"]
    assert accepted_commands(
        played, "blue", *(retreats("b1", row) for row in ("D4", "D5", "C4", "C5", "D3", "E4", "E5"))
    ) == [False, False, True, True, True, True, True]


@pytest.mark.rule("HX-ASSAULT-36")
@pytest.mark.ruling("HX-ASSAULT-36.2")
def test_fights_are_independent():
    """Two contested hexes are two fights, each with its own dice and winner."""
    units = [
        ("a1", "B4", "S", BRUTE, SLOW),
        ("b1", "B5", "N", model_that_fights(), STILL),
        ("a2", "F4", "S", model_that_fights("ork"), SLOW),
        ("b2", "F5", "N", model_that_fights(), STILL),
    ]
    played = move_and_assault([1, 1, 1, 6, 1], units, a1=FORWARD, a2=FORWARD, b1=STAY, b2=STAY)
    assert sorted(contested_hexes(played)) == ["B5", "F5"]
    assert [row.winner for row in events_of_kind(played, FightEnded)] == [0, 1]
    assert hexes_of(played, "a1", "b1", "a2", "b2") == ["B5", "B6", "F4", "F5"]


@pytest.mark.rule("HX-ASSAULT-37")
@pytest.mark.ruling("HX-ASSAULT-37.2")
def test_without_an_enemy_there_is_no_fight():
    """A stationary Elf that retreats before the fight leaves D5 to the Ork; no dice, no damage."""
    timid = model_that_fights(abilities=(ability("pre_assault_retreat", 4),))
    units = [("a1", "D4", "S", BRUTE, SLOW), ("b1", "D5", "N", timid, STILL)]
    played = among_effects([4], {}, *units, a1=FORWARD, b1=STAY)
    begin(played, "movement_1")
    finish_silently(played, "retreat_attempt")
    played.when("blue", AttemptPreAssaultRetreat(units=("b1",))).accepted()
    finish_silently(played, "retreat_decision")
    played.when("blue", DecidePreAssaultRetreat(unit="b1", goes=True, hex="D6", turn="none")).accepted()
    finish_silently(played)
    assault(played)
    assert len(events_of_kind(played, AssaultCancelled)) == 1
    assert hexes_of(played, "a1", "b1") == ["D5", "D6"]
    assert [why for why, _, _ in rolls_of_game(played)] == ["pre-assault-retreat"]


@pytest.mark.rule("HX-ASSAULT-37", "HX-RETREAT-07")
@pytest.mark.ruling("HX-ASSAULT-37.2")
def test_too_many_that_meet_nobody_stay_outside():
    """Three bases that enter a hex whose defender retreated before the fight stay where they were, shaken next turn."""
    timid = model_that_fights(abilities=(ability("pre_assault_retreat", 4),))
    places = (("a1", "D4", "S"), ("a2", "C5", "SE"), ("a3", "E5", "SW"))
    units = [
        *((id, at, facing, model_that_fights("ork"), SLOW) for id, at, facing in places),
        ("b1", "D5", "N", timid, STILL),
    ]
    played = among_effects([4], {}, *units, a1=FORWARD, a2=FORWARD, a3=FORWARD)
    begin(played, "movement_1")
    finish_silently(played, "retreat_attempt")
    played.when("blue", AttemptPreAssaultRetreat(units=("b1",))).accepted()
    finish_silently(played, "retreat_decision")
    played.when("blue", DecidePreAssaultRetreat(unit="b1", goes=True, hex="D6", turn="none")).accepted()
    assault(finish_silently(played))
    assert hexes_of(played, "a1", "a2", "a3", "b1") == ["D4", "C5", "E5", "D6"]
    assert [(row.unit, row.from_turn) for row in events_of_kind(played, UnitShaken)] == [
        ("a1", 2),
        ("a2", 2),
        ("a3", 2),
    ]


@pytest.mark.rule("HX-ASSAULT-01")
def test_two_sides_that_enter_one_hex_meet_in_it() -> None:
    """Two sides that enter one hex meet in it and stay where they were."""
    units = [("a1", "D6", "N", infantry(**ORK_NATION), SLOW), ("b1", "D4", "S", infantry(), SLOW)]
    played = begin_movement(units=units, running=forward("a1", "b1"))
    resolve(played).then(
        HexContested(fight="f1", hex="D5", units=(mover("a1", "D6", "D5"), mover("b1", "D4", "D5")))
    ).without(UnitMoved).cites("HX-ASSAULT-01")
    assert hexes_of(played, "a1", "b1") == ["D6", "D4"]


@pytest.mark.rule("HX-ASSAULT-03", "HX-ASSAULT-12")
def test_who_stays_defends_with_its_angle_after_turning() -> None:
    """Who stays defends with the angle that it has after its own turn."""
    units = [("a1", "D5", "N", infantry(**ORK_NATION), SLOW), ("b1", "D4", "S", tank_with_orders("R+-+-"), SLOW)]
    played = begin_movement(units=units, running={**forward("a1"), "b1": ("R+-+-",)})
    fought = (mover("a1", "D5", "D4"), stander("b1", "D4", "front_side"))
    resolve(played).then(UnitRotated, HexContested(fight="f1", hex="D4", units=fought))


@pytest.mark.rule("HX-ASSAULT-11", "HX-ASSAULT-13")
def test_several_sides_and_reverse() -> None:
    """A unit attacked from several sides has all these angles; who backs in is marked."""
    units = [
        ("a1", "D6", "S", tank_with_orders("Rev+-+-"), SLOW),
        ("a2", "D4", "S", infantry(), SLOW),
        ("b1", "D5", "N", tank(), None),
    ]
    played = begin_movement(units=units, running={"a1": ("Rev+-+-",), **forward("a2")})
    fought = (mover("a1", "D6", "D5", reverse=True), stander("b1", "D5", "front", "back"), mover("a2", "D4", "D5"))
    resolve(played).then(HexContested(fight="f1", hex="D5", units=fought))


@pytest.mark.rule("HX-ASSAULT-04", "HX-ASSAULT-36")
def test_nobody_is_met_in_a_hex_that_the_enemy_leaves() -> None:
    """Who enters a hex that the enemy leaves meets nobody; where the enemy only works his way on, they fight."""
    units = [("a1", "D5", "N", infantry(**ORK_NATION), SLOW), ("b1", "D4", "N", tank_with_orders(), SLOW)]
    resolve(played := begin_movement(units=units, running=forward("a1", "b1"))).without(HexContested)
    assert hexes_of(played, "a1", "b1") == ["D4", "D3"]
    slowed = resolve(begin_movement(units=units, running=forward("a1", "b1"), hexes={"D3": "forest"}))
    slowed.then(DifficultTerrainTokenPlaced).then(HexContested, hex="D4").without(UnitMoved)


@pytest.mark.rule("HX-ASSAULT-04", "HX-STACK-03")
def test_who_flies_meets_nobody_on_the_ground_but_by_option() -> None:
    """A unit that flies meets nobody on the ground, but by option."""
    bird = infantry(speeds=(*infantry().speeds, speed("gliding", "F+-+-", flying=True)))
    units = [("a1", "D5", "N", bird, {"speed": "gliding"}), ("b1", "D4", "N", infantry(**ORK_NATION), None)]
    resolve(begin_movement(units=units, running=forward("a1"))).then(UnitMoved, hex="D4").without(HexContested)
    below = begin_movement(units=units, running=forward("a1"), options={"flying_ground_assault": True})
    resolve(below).then(HexContested, hex="D4")


def test_whole_command_is_the_tables() -> None:
    """The step is the table's own; nobody is asked where nothing is open."""
    played = table(step="gunnery_1", pace="step", units=[("a1", "D5", "N", infantry_with_orders(), None)])
    played.ask("movement", "table").set(step="movement_1")
    played.when("table", ResolveMovement()).accepted().without(UnitMoved)

"""Retreats before and after a fight: who may go where, who enters, who is surrounded."""

import pytest
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.grid import board_of
from adjudicator.rulesets.hex_orders.messages import (
    AssaultAdvantageGained,
    AssaultCancelled,
    AssaultDiceRolled,
    AttemptPreAssaultRetreat,
    ChooseContestedHex,
    DamagePended,
    DecidePreAssaultRetreat,
    FightEnded,
    HexContested,
    MoveOverstacked,
    PassChoice,
    PreAssaultRetreatDeclined,
    PreAssaultRetreatRolled,
    RetreatChosen,
    RetreatUnit,
    RollOffRolled,
    SpeedChanged,
    UnitDestroyed,
    UnitMoved,
    UnitRetreated,
    UnitRotated,
    UnitShaken,
    UnitTrapped,
)
from adjudicator.rulesets.hex_orders.retreat_hexes import allowed, destinations
from adjudicator.rulesets.hex_orders.rows import Fight
from tests.kit import Table, party_of
from tests.rulesets.hex_orders import givens
from tests.rulesets.hex_orders.givens import ability, begin, infantry, line, model, tank, top, unit
from tests.rulesets.hex_orders.test_built_assault import mover, stays

MEEK = (model("meek", line(0, 6)),)
OAF = (model("oaf", line(1, 6)),)


def silence(table: Table, who: str) -> Struct:
    """What a seat's silence stands for now."""
    window = top(table)
    otherwise = table.rules.windows[window.kind].otherwise
    answer = otherwise(table.game, window, party_of(who)) if otherwise else None
    assert answer is not None
    return answer


def meek(nation="elf", **changes):
    """A base of one model that throws no dice: of two of them the stronger nation wins."""
    return infantry(nation=nation, models=MEEK, **changes)


def over(*rows, units, where="D5", winner=1, dice=(), **more):
    """A table in the assault step; the fight is over and nobody has retreated."""
    table = givens.table(dice, units=units, step="assault_1", **more)
    return table.put("fights", Fight("f1", where, rows, advantage=winner, over=True))


def fought(*rows, units, where="D5", dice=(), **more):
    """A table after the dice of its one fight."""
    table = givens.table(dice, units=units, **more)
    table.put("fights", Fight("f1", where, rows))
    return table, begin(table, "assault_1")


def go(unit, where="", turn="none"):
    return RetreatUnit(unit=unit, hex=where, turn=turn)


@pytest.mark.rule("HX-RETREAT-02")
@pytest.mark.rule("HX-RETREAT-08")
def test_a_stationary_loser_backs_off():
    """A loser in D5 facing NE goes to C6, and may turn one click or about."""
    units = [("a1", "D5", "NE", meek("elf")), ("b1", "D4", "S", meek("ork"))]
    table, begun = fought(stays("a1", "D5"), mover("b1", "D4", "D5"), units=units)
    begun.then(AssaultDiceRolled, AssaultAdvantageGained, FightEnded, winner=1).asks("retreats", "red")
    table.when("red", go("a1", "D6")).rejected("HX-RETREAT-04", "hex-not-closest", possible="C6")
    table.when("red", go("a1", "C6", "SE")).rejected("HX-RETREAT-08", "no-such-turn")
    table.when("blue", go("a1", "C6")).rejected("HX-RETREAT-01", "not-asked")
    done = table.when("red", go("a1", turn="left"))
    done.then(RetreatChosen, UnitRetreated(unit="a1", origin="D5", hex="C6", facing="N"))
    done.then(UnitMoved, unit="b1", hex="D5", way="winner").cites("HX-ASSAULT-08", "HX-RETREAT-09")


@pytest.mark.rule("HX-RETREAT-04")
def test_a_blocked_loser_goes_to_the_closest_hex():
    """Loser in D5 facing N with D6 held by an enemy: C6 or E6, which lie closest to D6, and no other."""
    units = [("a1", "D5", "N", meek()), ("b1", "D4", "S", meek("ork")), ("b2", "D6", "N", meek("ork"))]
    table = over(stays("a1", "D5"), mover("b1", "D4", "D5"), units=units)
    assert destinations(table.game, "a1") == ("E6", "C6")


@pytest.mark.rule("HX-RETREAT-05")
def test_a_mover_whose_hex_is_taken_goes_on():
    """Swap of D5 and D4 and the ork enters D4: the elf goes anywhere around D4 but to D5."""
    units = [("a1", "D5", "N", meek("ork")), ("b1", "D4", "S", meek("elf"))]
    table = over(mover("a1", "D5", "D4"), mover("b1", "D4", "D5"), units=units, winner=0)
    assert allowed(table.game, "b1") == ("D3", "E4", "E5", "C5", "C4")


@pytest.mark.rule("HX-RETREAT-10")
def test_a_mover_whose_hex_is_full_goes_on():
    """Friends moved in behind a loser: it goes to another neighbour of its old hex, not to the one it fought for."""
    units = [
        ("a1", "D5", "N", meek()), ("a2", "D5", "N", meek()), ("a3", "D5", "N", meek()), ("b1", "D4", "S", meek("ork")),
    ]  # fmt: skip
    table = over(mover("a1", "D5", "D4"), stays("b1", "D4"), units=units, where="D4")
    assert allowed(table.game, "a1") == ("E5", "E6", "D6", "C6", "C5")


@pytest.mark.rule("HX-RETREAT-03")
def test_a_losing_mover_stays_where_it_was_and_may_turn():
    """It stays in its former hex, turns about, and loses its tokens."""
    units = [("a1", "D6", "N", meek(), {"difficult": 1, "difficult_hex": "D5"}), ("b1", "D5", "N", meek("ork"))]
    table, begun = fought(mover("a1", "D6", "D5"), stays("b1", "D5"), units=units)
    begun.asks("retreats", "red")
    table.when("red", go("a1", turn="about")).then(UnitRetreated(unit="a1", origin="D6", hex="D6", facing="S"))
    assert unit(table, "a1").difficult == 0
    assert unit(table, "b1").hex == "D5"


@pytest.mark.rule("HX-RETREAT-07")
def test_winners_that_would_overfill_the_hex_stay_and_are_shaken():
    """Three orks from three sides beat an elf: none of them enters, each is shaken from the next turn on."""
    units = [
        ("a1", "D6", "N", meek("ork")), ("a2", "C5", "N", meek("ork")), ("a3", "E5", "N", meek("ork")),
        ("b1", "D5", "S", meek("elf")),
    ]  # fmt: skip
    rows = (mover("a1", "D6", "D5"), mover("a2", "C5", "D5"), mover("a3", "E5", "D5"), stays("b1", "D5"))
    table, begun = fought(*rows, units=units)
    begun.asks("contributors", "red")
    silent = table.rules.windows["contributors"].otherwise
    table.when("red", silent(table.game, table.window, 0)).asks("angle", "blue")
    silent = table.rules.windows["angle"].otherwise
    table.when("blue", silent(table.game, table.window, 1)).asks("retreats", "blue")
    done = table.when("blue", go("b1", "D4")).then(UnitRetreated, MoveOverstacked, UnitShaken)
    assert [each.unit for each in done.events if isinstance(each, UnitShaken)] == ["a1", "a2", "a3"]
    assert {each.from_turn for each in done.events if isinstance(each, UnitShaken)} == {2}
    done.without(UnitMoved)


def ring(seat, hexes, sheet):
    return [(f"{seat}{number}", name, "N", sheet) for number, name in enumerate(hexes, 2)]


def surrounded(**more):
    """Blue's b1 lost D5 to a1, and red stands all around."""
    around = ("D4", "E5", "E6", "D6", "C6", "C5")
    units = [("a1", "D4", "S", meek("ork")), *ring("a", around, meek("ork"))]
    units = [*units, ("b1", "D5", "N", infantry(nation="elf", models=OAF))]
    return fought(mover("a1", "D4", "D5"), stays("b1", "D5"), units=units, **more)


@pytest.mark.rule("HX-RETREAT-06")
def test_the_surrounded_fight_once_more():
    """Enemies all around: the loser turns about and fights for D6 with its front values; it wins and enters."""
    table, begun = surrounded(dice=[1])
    begun.asks("retreats", "blue")
    assert table.offered("blue") == ["RetreatUnit"]
    table.faces(6, 1)
    done = table.when("blue", go("b1", turn="about"))
    done.then(RetreatChosen, UnitTrapped(unit="b1", hex="D6"), UnitRotated, HexContested, hex="D6")
    done.then(AssaultDiceRolled).then(FightEnded, winner=1)
    again = done.one(HexContested)
    assert [(each.unit, each.origin, each.goal, each.reverse) for each in again.units if each.goal] == [
        ("b1", "D5", "D6", False)
    ]
    done.asks("retreats", "red")
    done = table.when("red", table.rules.windows["retreats"].otherwise(table.game, table.window, 0))
    done.then(UnitRetreated).then(UnitMoved, unit="b1", hex="D6").then(UnitMoved, unit="a1", hex="D5")


@pytest.mark.rule("HX-RETREAT-06")
def test_who_loses_again_is_removed_in_apply_damage():
    """The surrounded loser backs in, loses again and waits for its end; the winner does not enter its hex."""
    table, _ = surrounded(dice=[1])
    done = table.faces(1).when("blue", go("b1"))
    done.then(UnitTrapped(unit="b1", hex="D6"), HexContested).then(UnitTrapped(unit="b1", hex=""), DamagePended)
    done.without(UnitMoved, UnitRotated)
    assert unit(table, "a1").hex == "D4"
    done.then(UnitDestroyed, unit="b1", cause="surrounded")


@pytest.mark.rule("HX-RETREAT-09")
def test_losers_of_both_sides_roll_for_the_same_hex():
    """Both sides want one hex: the higher roll goes there, the other chooses anew."""
    units = [
        ("a1", "D3", "N", meek("elf")), ("b1", "D2", "S", meek("ork")), ("b2", "D5", "S", meek("elf")),
        ("a2", "D6", "N", meek("ork")),
    ]  # fmt: skip
    table = givens.table([3, 6, 2, 5], units=units)
    table.put("fights", Fight("f1", "D3", (stays("a1", "D3"), mover("b1", "D2", "D3"))))
    table.put("fights", Fight("f2", "D5", (stays("b2", "D5"), mover("a2", "D6", "D5"))))
    begin(table, "assault_1").then(RollOffRolled, question="rank").asks("retreats", "red")
    table.when("red", go("a1", "D4")).asks("retreats", "blue")
    done = table.when("blue", go("b2", "D4")).then(RollOffRolled, question="retreat_space")
    done.then(UnitRetreated, unit="b2", hex="D4").asks("retreats", "red")
    done.cites("HX-RETREAT-09")
    assert "D4" not in allowed(table.game, "a1")
    table.when("red", silence(table, "red")).then(UnitRetreated)


@pytest.mark.rule("HX-ABILITIES-01")
@pytest.mark.rule("HX-ABILITIES-03")
@pytest.mark.rule("HX-ASSAULT-37")
def test_a_base_retreats_before_the_assault():
    """A 4 on [4+]: the base may go; it goes from stand still to slow, there is no assault, and the enemy enters."""
    shy = infantry(abilities=(ability("pre_assault_retreat", 4),), nation="elf")
    units = [("a1", "D6", "N", free_f(), {"speed": "slow"}), ("b1", "D5", "S", shy)]
    table = givens.table([4], units=units, running={"a1": ("F+-+-",)})
    begin(table, "movement_1").then(HexContested).asks("retreat_attempt", "blue")
    table.when("blue", AttemptPreAssaultRetreat(units=("a1",))).rejected("HX-ABILITIES-01", "no-pre-assault-retreat")
    tried = table.when("blue", AttemptPreAssaultRetreat(units=("b1",)))
    tried.then(PreAssaultRetreatRolled, succeeded=True, needed=4).asks("retreat_decision", "blue")
    gone = table.when("blue", DecidePreAssaultRetreat(unit="b1", go=True, hex="", turn="right"))
    gone.then(UnitRetreated, hex="D4", facing="SW").then(SpeedChanged, speed="slow")
    gone.then(AssaultCancelled, UnitMoved, unit="a1", hex="D5").without(AssaultDiceRolled)


def free_f():
    return givens.free(tank(nation="ork"), "F+-+-")


@pytest.mark.rule("HX-ABILITIES-01")
def test_a_failed_roll_and_a_change_of_mind_stay():
    """A 3 on [4+] stays; who may go may stay too; silence tries nothing."""
    shy = infantry(abilities=(ability("pre_assault_retreat", 4),), nation="elf")
    units = [("a1", "D6", "N", free_f(), {"speed": "slow"}), ("b1", "D5", "S", shy), ("b2", "D5", "S", shy)]
    table = givens.table([3, 5], units=units, running={"a1": ("F+-+-",)})
    begin(table, "movement_1")
    assert silence(table, "blue") == PassChoice()
    table.when("blue", AttemptPreAssaultRetreat(units=("b2", "b1"))).asks("retreat_decision", "blue")
    rolled = [(each.unit, each.succeeded) for each in table.events if isinstance(each, PreAssaultRetreatRolled)]
    assert rolled == [("b1", False), ("b2", True)]
    stay = DecidePreAssaultRetreat(unit="b1", go=False, hex="", turn="none")
    table.when("blue", stay).rejected("HX-ABILITIES-01", "nothing-to-decide")
    table.faces(*[1] * 4, *[1] * 8, 1, 1)
    table.when("blue", replace(stay, unit="b2")).then(PreAssaultRetreatDeclined).then(AssaultDiceRolled)


@pytest.mark.rule("HX-ASSAULT-38")
@pytest.mark.rule("HX-RETREAT-05")
def test_the_winner_of_an_exchange_enters_the_hex_it_tried_to_enter():
    """Swap of D5 and D4 fought over D5: front dice on both sides, the ork ends in D4, the elf beside it."""
    units = [
        ("a1", "D5", "N", free_f(), {"speed": "slow"}),
        ("b1", "D4", "S", givens.free(tank(nation="elf"), "F+-+-"), {"speed": "slow"}),
    ]  # fmt: skip
    table = givens.table(units=units, running={"a1": ("F+-+-",), "b1": ("F+-+-",)})
    begin(table, "movement_1").asks("exchange", "red")
    table.faces(*[1] * 12)
    exchange = next(iter(table.game.exchanges))
    done = table.when("red", ChooseContestedHex(exchange=exchange, hex="D5")).then(AssaultDiceRolled)
    assert [len(group.faces) for group in done.one(AssaultDiceRolled).groups] == [4, 4]
    done.asks("retreats", "blue")
    table.when("blue", go("b1", "D5")).rejected("HX-RETREAT-04", "hex-not-closest")
    done = table.when("blue", go("b1", "C4")).then(UnitRetreated, unit="b1", hex="C4")
    done.then(UnitMoved, unit="a1", hex="D4", way="winner")


@pytest.mark.rule("HX-RETREAT-06")
def test_who_can_neither_go_nor_fight_is_removed():
    """Friends fill every hex that a loser could go to and no enemy is beside it: it is removed in Apply damage."""
    friends = [
        (f"a{number}", name, "N", meek())
        for number, name in enumerate([name for name in board_of(7, 9) if name != "D5"] * 2, 2)
    ]
    units = [("a1", "D5", "N", meek()), *friends, ("b1", "D5", "S", meek("ork"))]
    table, begun = fought(stays("a1", "D5"), stays("b1", "D5"), units=units)
    begun.then(UnitTrapped(unit="a1", hex=""), DamagePended).then(UnitDestroyed, unit="a1", cause="surrounded")
    assert table.game.units["a1"].out

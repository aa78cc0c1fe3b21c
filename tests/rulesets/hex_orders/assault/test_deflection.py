"""Fights end to end: contributors, angles, fear, dice, advantage, deflections."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.messages import (
    AllocationsRevealed,
    ArmourRolled,
    AssaultAdvantageGained,
    AssaultAngleChosen,
    AssaultContributorsChosen,
    AssaultDiceHalved,
    AssaultDiceRolled,
    ChooseAssaultAngle,
    ChooseAssaultContributors,
    ChooseDeflections,
    ChooseFearDice,
    Contributors,
    DamageRolled,
    DeflectionDiceRolled,
    DiceKept,
    FearRolled,
    FightEnded,
    FightUnit,
    GroupCount,
    HitScored,
    ResolvePreAssaultAbilities,
    RetreatUnit,
    RollOffRolled,
    SuccessesDeflected,
    UnitMoved,
    UnitRetreated,
    UnitShaken,
)
from adjudicator.rulesets.hex_orders.rows import Fight
from tests.rulesets.hex_orders import givens
from tests.rulesets.hex_orders.givens import ability, begin, deflection, infantry, line, model, tank, unit


def mover(unit, origin, goal, *, reverse=False):
    return FightUnit(unit=unit, seat="ab".index(unit[0]), origin=origin, goal=goal, reverse=reverse)


def stays(unit, where, *angles):
    return FightUnit(unit=unit, seat="ab".index(unit[0]), origin=where, goal="", reverse=False, angles=angles)


def fought(*rows, units, where="D5", dice=(), step="assault_1", **more):
    """A table just before the assault step, with one fight."""
    table = givens.table(dice, units=units, **more)
    table.put("fights", Fight("f1", where, rows))
    return table, begin(table, step)


def head_on(*, dice=(), red=None, blue=None, **more):
    """A unit of each side tries to enter D5."""
    units = [
        ("a1", "D6", "N", red or tank(nation="ork"), {"speed": "slow"}),
        ("b1", "D4", "S", blue or tank(nation="elf"), {"speed": "slow"}),
    ]
    return fought(mover("a1", "D6", "D5"), mover("b1", "D4", "D5"), units=units, dice=dice, **more)


@pytest.mark.rule("HX-ASSAULT-34")
@pytest.mark.rule("HX-ASSAULT-20")
def test_an_entering_tank_rolls_its_front_dice():
    """A Standard Tank that enters rolls four assault and two deflection dice, and more successes win."""
    table, begun = head_on(dice=[6, 5, 3, 1, 5, 1, 1, 1, 5, 2, 1, 1, 6, 6, 1, 1])
    begun.then(AssaultDiceRolled, DeflectionDiceRolled, AssaultAdvantageGained).cites("HX-ASSAULT-10")
    rolled = begun.one(AssaultAdvantageGained)
    assert (rolled.seat, rolled.successes, rolled.deflections, rolled.left) == (0, (2, 1), (1, 0), (2, 0))
    assert [group.faces for group in begun.one(AssaultDiceRolled).groups] == [(6, 5, 3, 1), (5, 1, 1, 1)]
    assert table.game.fights["f1"].over


@pytest.mark.rule("HX-ASSAULT-12")
@pytest.mark.rule("HX-ASSAULT-35")
def test_a_stationary_tank_uses_the_angle_it_is_attacked_from():
    """Attacked from E6 while facing N in D5 a Standard Tank rolls three dice and has no deflection."""
    units = [("a1", "D5", "N", tank()), ("b1", "E6", "NW", tank(nation="elf"))]
    _, begun = fought(stays("a1", "D5"), mover("b1", "E6", "D5"), units=units, dice=[1] * 3 + [1] * 4 + [1] * 2)
    assert [len(group.faces) for group in begun.one(AssaultDiceRolled).groups] == [3, 4]
    assert [group.unit for group in begun.one(DeflectionDiceRolled).groups] == ["b1"]


@pytest.mark.rule("HX-ASSAULT-11")
def test_who_backs_in_uses_its_back_values():
    """A Standard Tank that reverses into the fight has two dice and no deflection."""
    units = [("a1", "D6", "S", tank()), ("b1", "D5", "S", tank(nation="elf"))]
    _, begun = fought(mover("a1", "D6", "D5", reverse=True), stays("b1", "D5"), units=units, dice=[1] * 2 + [1] * 6)
    assert [len(group.faces) for group in begun.one(AssaultDiceRolled).groups] == [2, 4]


@pytest.mark.rule("HX-ASSAULT-13")
def test_the_owner_chooses_one_of_the_angles():
    """Attacked from the front and the back a unit uses one of them, and no other angle."""
    units = [
        ("a1", "D5", "N", tank()), ("b1", "D4", "S", tank(nation="elf")), ("b2", "D6", "N", tank(nation="elf")),
    ]  # fmt: skip
    rows = (stays("a1", "D5"), mover("b1", "D4", "D5"), mover("b2", "D6", "D5"))
    table, begun = fought(*rows, units=units)
    begun.asks("angle", "red")
    table.when("red", ChooseAssaultAngle(unit="a1", angle="front_side")).rejected("HX-ASSAULT-13", "not-attacked-there")
    table.faces(*[1] * 2, *[1] * 8, *[1] * 4)
    done = table.when("red", ChooseAssaultAngle(unit="a1", angle="back"))
    done.then(AssaultAngleChosen, AssaultDiceRolled)
    assert [len(group.faces) for group in done.one(AssaultDiceRolled).groups] == [2, 4, 4]


@pytest.mark.rule("HX-ASSAULT-13")
def test_by_option_the_attacker_chooses_the_angle():
    """With assault_angle_choice=attacker the other side is asked."""
    units = [
        ("a1", "D5", "N", tank()), ("b1", "D4", "S", tank(nation="elf")), ("b2", "D6", "N", tank(nation="elf")),
    ]  # fmt: skip
    rows = (stays("a1", "D5"), mover("b1", "D4", "D5"), mover("b2", "D6", "D5"))
    _, begun = fought(*rows, units=units, options={"assault_angle_choice": "attacker"})
    begun.asks("angle", "blue")


@pytest.mark.rule("HX-ASSAULT-14")
def test_more_bases_than_fit_have_to_be_chosen_from():
    """Of three attacking bases two roll, and only they can be hit; the choice is shown when it is complete."""
    units = [
        ("a1", "D6", "N", infantry()), ("a2", "C5", "NE", infantry()), ("a3", "E6", "NW", infantry()),
        ("b1", "D5", "N", tank()),
    ]  # fmt: skip
    rows = (mover("a1", "D6", "D5"), mover("a2", "C5", "D5"), mover("a3", "E6", "D5"), stays("b1", "D5"))
    table, begun = fought(*rows, units=units)
    begun.asks("contributors", "red")

    def choose(*units):
        return ChooseAssaultContributors(contributors=Contributors(units=units))

    table.when("red", choose("a1", "a2", "a3")).rejected("HX-ASSAULT-14", "too-many-bases")
    table.when("red", choose("a1")).rejected("HX-ASSAULT-14", "room-for-more")
    table.when("red", choose("a1", "b1")).rejected("HX-ASSAULT-14", "not-in-fight")
    table.when("red", choose("a1", "a3")).then(AssaultContributorsChosen, units=("a1", "a3")).asks("angle", "blue")
    table.faces(*[1] * 8, *[5] * 3).when("blue", ChooseAssaultAngle(unit="b1", angle="back_side")).asks("allocations")
    assert [group.unit for group in table.game.fights["f1"].groups] == ["a1", "a3", "b1"]


@pytest.mark.rule("HX-ASSAULT-21")
def test_the_stronger_nation_wins_ties():
    """Ork and dwarf with as many successes: the ork has the advantage; elf and dwarf: the dwarf."""
    for red, blue, winner in (("ork", "dwarf", 0), ("elf", "dwarf", 1)):
        _, begun = head_on(dice=[1] * 12, red=tank(nation=red), blue=tank(nation=blue))
        begun.then(AssaultAdvantageGained, seat=winner, tie=True).cites("HX-ASSAULT-21")


@pytest.mark.rule("HX-CHOICE-07")
def test_one_nation_on_both_sides_rolls_for_a_tie():
    """Two ork teams with as many successes roll a d6 each, again where they are equal."""
    _, begun = head_on(dice=[1] * 12 + [3, 3, 2, 5], red=tank(nation="ork"), blue=tank(nation="ork"))
    begun.then(RollOffRolled, AssaultAdvantageGained, seat=1, tie=True)
    assert begun.one(RollOffRolled).faces == (3, 3, 2, 5)


@pytest.mark.rule("HX-ASSAULT-22")
def test_the_winner_chooses_what_is_deflected():
    """A flaming success is kept: the winner lets a plain one be deflected."""
    hero = model("hero", line(1, 4, effects=()))
    mixed = infantry(nation="ork", models=(hero, *infantry().models[:3]))
    shields = infantry(models=tuple(replace(each, deflection=deflection(1, 6)) for each in infantry().models))
    table, begun = head_on(dice=[4, 5, 5, 1, 1, 1, 1, 1, 6, 1, 1, 1], red=mixed, blue=shields)
    begun.asks("deflections", "red")
    own = (GroupCount(group="a1.1", count=1), GroupCount(group="a1.2", count=1))
    table.when("red", ChooseDeflections(own=own)).rejected("HX-ASSAULT-18", "other-count-deflected", named=2, due=1)
    table.when("red", ChooseDeflections(own=(GroupCount(group="b1.1", count=1),))).rejected(
        "HX-ASSAULT-16", "no-such-successes"
    )
    weaker = (GroupCount(group="a1.2", count=1),)
    table.when("red", ChooseDeflections(own=weaker)).then(SuccessesDeflected, own=weaker, enemy=())
    assert [(each.id, each.successes) for each in table.game.fights["f1"].groups] == [
        ("a1.1", 1), ("a1.2", 1), ("b1.1", 0)
    ]  # fmt: skip


@pytest.mark.rule("HX-ASSAULT-28")
def test_a_hit_goes_through_armour_and_damage():
    """A Standard Tank's success on another's front: three dice at 4+ for armour 3, d6-1 and the supports."""
    red = tank(nation="ork")
    blue = tank(nation="elf", armour=givens.angles(3), models=(replace(tank().models[0], deflection=None),))
    table, begun = head_on(dice=[5, 5, 5, 1, 1, 1, 1, 1, 1, 1, 4, 2, 1, 6], red=red, blue=blue)
    begun.then(AllocationsRevealed, HitScored, ArmourRolled, DamageRolled, FightEnded)
    assert begun.one(ArmourRolled).faces.faces == (4, 2, 1)
    assert begun.one(DamageRolled).total.total == 6 - 1 + 2 - 3
    begun.cites("HX-ASSAULT-27").asks("retreats", "blue")
    table.when("blue", RetreatUnit(unit="b1", hex="D4", turn="about")).then(UnitRetreated, hex="D4", facing="N")
    table.last.then(UnitMoved, unit="a1", hex="D5", way="winner")
    assert unit(table, "a1").hex == "D5"


@pytest.mark.rule("HX-ABILITIES-06")
@pytest.mark.rule("HX-ABILITIES-10")
def test_fear_shakes_at_once_and_halves_the_dice():
    """Fear[6] and a 4 against infantry: it is shaken, and rolls two of its four dice in this fight."""
    red = tank(nation="ork", abilities=(ability("fear", 6),))
    units = [("a1", "D6", "N", red, {"speed": "slow"}), ("b1", "D5", "S", infantry())]
    table = givens.table([4], units=units, step="movement_1")
    table.put("fights", Fight("f1", "D5", (mover("a1", "D6", "D5"), stays("b1", "D5"))))
    table.ask("fear", "table")
    table.when("table", ResolvePreAssaultAbilities()).then(FearRolled, unit="a1", target="b1").then(DamageRolled)
    table.last.then(UnitShaken, unit="b1", cause="fear")
    table.faces(1, 1, 1, 1, 1, 1, 1, 1)
    begun = begin(table, "assault_1")
    begun.then(AssaultDiceHalved, unit="b1", kept=(DiceKept(group="b1.1", dice=2),))
    assert [len(group.faces) for group in begun.one(AssaultDiceRolled).groups] == [4, 2]


@pytest.mark.rule("HX-ABILITIES-09")
def test_the_owner_chooses_which_dice_fear_takes():
    """Of a hero's die and four of grunts two stay, at the owner's choice."""
    red = tank(nation="ork", abilities=(ability("fear", 6),))
    blue = infantry(models=(model("hero", line(1, 3)), *infantry().models))
    units = [("a1", "D6", "N", red, {"speed": "slow"}), ("b1", "D5", "S", blue, {"pinned": 2})]
    table, begun = fought(mover("a1", "D6", "D5"), stays("b1", "D5"), units=units)
    begun.asks("fear_dice", "blue")

    def keep(**dice):
        kept = tuple(DiceKept(group=name.replace("_", "."), dice=count) for name, count in dice.items())
        return ChooseFearDice(unit="b1", kept=kept)

    table.when("blue", keep(b1_2=3)).rejected("HX-ABILITIES-08", "not-half", kept=3, half=2)
    table.when("blue", keep(b1_1=2)).rejected("HX-ABILITIES-09", "too-many-dice")
    table.faces(*[1] * 4, 3, 1, *[1] * 2, 6, 6, 1, 1).when("blue", keep(b1_1=1, b1_2=1)).then(AssaultDiceHalved)
    assert [len(group.faces) for group in table.last.one(AssaultDiceRolled).groups] == [4, 1, 1]


@pytest.mark.rule("HX-ABILITIES-08")
def test_half_of_one_die_is_none():
    """A shaken base with one die rolls none against fear."""
    red = tank(nation="ork", abilities=(ability("fear", 6),))
    blue = infantry(models=infantry().models[:1])
    units = [("a1", "D6", "N", red, {"speed": "slow"}), ("b1", "D5", "S", blue, {"pinned": 2})]
    _, begun = fought(mover("a1", "D6", "D5"), stays("b1", "D5"), units=units, dice=[1] * 6)
    begun.then(AssaultDiceHalved, unit="b1", kept=())
    assert [group.unit for group in begun.one(AssaultDiceRolled).groups] == ["a1"]

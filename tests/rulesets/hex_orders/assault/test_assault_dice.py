"""HX-ASSAULT: assault and deflection dice, advantage, and what is deflected."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.messages import (
    ArmourRolled,
    AssaultDiceRolled,
    ChooseAssaultAngle,
    ChooseAssaultContributors,
    Contributors,
    DeflectionDiceRolled,
    HitScored,
    RollOffRolled,
)
from tests.rulesets.hex_orders.givens import angles, infantry, line, model, top, unit
from tests.rulesets.hex_orders.said_assault import faces, finish, happened, leaves, thrown
from tests.rulesets.hex_orders.said_fight import (
    ELF,
    NEVER,
    ORK,
    SLOW,
    STILL,
    SURE,
    advantage,
    allocate,
    band,
    cancels,
    clash,
    counted,
    deflected,
    hit,
    lone,
    machine,
    meet,
    refusal,
    rolled,
    some,
    storm,
    strike,
    thrown_by,
)

BRUTE = lone("ork")
FLAMES = line(1, 5, effects=leaves("fire"))


def armours(played):
    """Give angle, armour and armour dice of every hit on a base."""
    angles_of = {each.hit.id: each.hit.angle for each in happened(played, HitScored)}
    return [
        (each.target, angles_of[each.hit], each.armour, len(each.faces.faces))
        for each in happened(played, ArmourRolled)
    ]


# -- the line


@pytest.mark.rule("HX-ASSAULT-09")
def test_each_die_of_at_least_the_number_is_a_success():
    """Line 4 dice 5+: dice 6, 5, 4, 1 are two successes; every die is rolled once, a 6 too."""
    played = meet([6, 5, 4, 1, 1, 1], [machine(1, line(4, 5), "ork")], [lone()])
    assert (rolled(played)["a1.1"], counted(played)["a1.1"]) == ((6, 5, 4, 1), 2)


@pytest.mark.rule("HX-ASSAULT-09")
def test_nothing_of_ranged_fire_counts():
    """A fast attacker, a standing defender, cover and point-blank change neither number nor damage."""
    played = storm([4, 5, 3], lone("ork", line(2, 5)), lone(how=line(0, 6)), hexes={"D5": "forest"})
    assert counted(played) == {"a1.1": 1}
    (found,) = [each.hit for each in happened(played, HitScored)]
    assert (found.penetration.total, found.bonus.total) == (0, 0)


@pytest.mark.rule("HX-ASSAULT-10")
def test_who_enters_uses_its_front():
    """A Standard Tank that enters: 4 dice, 2 deflection dice, front armour 4."""
    # red 4 dice, blue 1 success, 2 deflection dice fail; armour 4 dice, damage
    played = meet([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], [ORK], [lone(how=SURE)])
    assert (thrown_by(played)["a1"], deflected(played)) == (4, {"a1": 2})
    assert armours(played) == [("a1", "front", 4, 4)]


@pytest.mark.rule("HX-ASSAULT-11")
def test_who_backs_in_uses_its_back():
    """A Standard Tank with Rev into an enemy's hex: 2 dice, no deflection, back armour 2."""
    backing = replace(ORK, speeds=tuple(replace(each, movement=(*each.movement, "Rev+-+-")) for each in ORK.speeds))
    units = [("a1", "D4", "N", backing, SLOW), ("b1", "D5", "N", lone(how=SURE), STILL)]
    played = clash([1, 1, 1, 1, 1, 1], units, a1="Rev+-+-", b1="-+-+-")
    assert (thrown_by(played)["a1"], deflected(played)) == (2, {})
    assert armours(played) == [("a1", "back", 2, 2)]


@pytest.mark.rule("HX-ASSAULT-12", "HX-ASSAULT-35")
@pytest.mark.parametrize(
    ("origin", "facing", "dice", "shields", "armour"),
    [
        ("D4", "S", 4, 2, 4), ("E5", "SW", 3, 0, 3), ("E6", "NW", 3, 0, 3), ("D6", "N", 2, 0, 2), ("C6", "NE", 3, 0, 3),
        ("C5", "SE", 3, 0, 3),
    ],
)  # fmt: skip
def test_who_stays_uses_the_angle_of_the_attack(origin, facing, dice, shields, armour):
    """A Standard Tank in D5 facing N attacked from E6: 3 dice, no deflection, back-side armour; from D4 its front."""
    attacker = lone("ork", SURE)
    units = [("a1", origin, facing, attacker, SLOW), ("b1", "D5", "N", ELF, STILL)]
    played = clash([1] * (1 + dice + shields + armour + 1), units, a1="F+-+-", b1="-+-+-")
    assert (thrown_by(played)["b1"], deflected(played).get("b1", 0)) == (dice, shields)
    assert [each[2:] for each in armours(played)] == [(armour, armour)]


# -- several sides


def pincers(dice, *until, sheet=ELF, **options):
    """Attack a base in D5 that faces N from D4 and D6."""
    units = [
        ("a1", "D4", "S", lone("ork"), SLOW), ("a2", "D6", "N", lone("ork", SURE), SLOW),
        ("b1", "D5", "N", sheet, STILL),
    ]  # fmt: skip
    return clash(dice, units, *until, options=options, a1="F+-+-", a2="F+-+-", b1="-+-+-")


@pytest.mark.rule("HX-ASSAULT-13")
@pytest.mark.parametrize(("angle", "dice", "shields", "armour"), [("front", 4, 2, 4), ("back", 2, 0, 2)])
@pytest.mark.parametrize(("who", "choice"), [("blue", "owner"), ("red", "attacker")])
def test_one_of_several_angles_is_chosen(angle, dice, shields, armour, who, choice):
    """Attacked from front and back: front gives 4 and 2 dice, front-side is refused; by option the attacker chooses."""
    played = pincers([], "angle", assault_angle_choice=choice)
    assert top(played).asks == (("red", "blue").index(who),)
    refusal(played, who, ChooseAssaultAngle(unit="b1", angle="front_side"), "HX-ASSAULT-13", "not-attacked-there")
    played.faces(*[1] * (2 + dice + shields + armour + 1))
    played.when(who, ChooseAssaultAngle(unit="b1", angle=angle)).accepted()
    finish(played)
    assert (thrown_by(played)["b1"], deflected(played).get("b1", 0)) == (dice, shields)
    assert armours(played) == [("b1", angle, armour, armour)]


# -- who rolls


@pytest.mark.rule("HX-ASSAULT-14")
def test_all_alive_models_of_a_side_roll():
    """Tank (4 dice) and a base of four with 1 die each: 8 dice; the dead roll none."""
    played = meet([1] * 8 + [1] + [1] * 2, [ORK, band(4, NEVER, "ork")], [lone()])
    assert thrown_by(played) == {"a1": 4, "a2": 4, "b1": 1}
    played = meet([1] * 4, [band(4, NEVER, "ork")], [lone()], fields={"a1": {"dead": (2,)}})
    assert thrown_by(played) == {"a1": 3, "b1": 1}


def three_sides(dice, sheets, *until):
    """Attack D5 from three sides."""
    places = (("a1", "D4", "S"), ("a2", "C5", "SE"), ("a3", "E5", "SW"))
    units = [(id, where, facing, sheet, SLOW) for (id, where, facing), sheet in zip(places, sheets, strict=True)]
    units.append(("b1", "D5", "N", band(4, NEVER), STILL))
    return clash(dice, units, *until, a1="F+-+-", a2="F+-+-", a3="F+-+-", b1="-+-+-")


def contribute(*units):
    """Name the bases that roll."""
    return ChooseAssaultContributors(contributors=Contributors(units=units))


@pytest.mark.rule("HX-ASSAULT-14")
def test_only_so_many_bases_contribute_as_share_a_hex():
    """Of three attacking bases two are chosen by their owner; only they roll and only they are given hits."""
    played = three_sides([], [lone("ork"), lone("ork"), lone("ork")], "contributors")
    assert top(played).asks == (0,)
    refusal(played, "red", contribute("a1", "a2", "a3"), "HX-ASSAULT-14", "too-many-bases")
    played.when("red", contribute("a1", "a3")).accepted()
    played.faces(1, 1, 6, 1, 1, 1)
    finish(played, "allocations")
    assert thrown_by(played) == {"a1": 1, "a3": 1, "b1": 4}
    refusal(played, "blue", allocate(strike("b1.1", "a2")), "HX-ASSAULT-14", "not-to-be-hit")
    played.faces(1)
    played.when("blue", allocate(strike("b1.1", "a3"))).accepted()
    finish(played)
    assert hit(played) == [("b1", "a3")]


@pytest.mark.rule("HX-ASSAULT-14")
@pytest.mark.parametrize(
    ("sizes", "chosen", "fine"),
    [
        (("large", "large", "small"), ("a1", "a2"), False), (("large", "large", "small"), ("a1", "a3"), True),
        (("huge", "small", "small"), ("a1", "a2"), False), (("huge", "small", "small"), ("a1",), True),
        (("huge", "small", "small"), ("a2", "a3"), True),
    ],
)  # fmt: skip
def test_the_sizes_that_share_a_hex(sizes, chosen, fine):
    """Two bases of which at most one is large, or one huge one."""
    played = three_sides([], [lone("ork", size=size) for size in sizes], "contributors")
    assert (not played.refused(contribute(*chosen), "red")) is fine


@pytest.mark.rule("HX-ASSAULT-15")
def test_unlike_dice_are_groups_of_their_own():
    """Tank 4 dice at 5+ and infantry 4 dice at 4+: two groups."""
    played = meet([1] * 8 + [1] + [1] * 2, [ORK, band(4, line(1, 4), "ork")], [lone()])
    (found,) = happened(played, AssaultDiceRolled)
    own = [(each.unit, each.to_hit, len(each.faces)) for each in found.groups if each.seat == 0]
    assert own == [("a1", 5, 4), ("a2", 4, 4)]


@pytest.mark.rule("HX-ASSAULT-15")
def test_like_numbers_with_unlike_damage_are_groups_too():
    """Models with the same number and other damage are rolled apart, like models of one base together."""
    mixed = infantry(nation="ork", models=(model("axe", line(1, 6, damage="d8")), *[model("club", NEVER)] * 3))
    played = meet([1] * 5, [mixed], [lone()])
    assert {id: len(found) for id, found in rolled(played).items()} == {"a1.1": 1, "a1.2": 3, "b1.1": 1}


# -- which die is whose

WARBAND = infantry(
    nation="ork", models=(model("hero", replace(FLAMES, dice=angles(2))), *[model("grunt", line(1, 5))] * 3)
)


@pytest.mark.rule("HX-ASSAULT-16")
def test_only_the_hero_has_his_axe():
    """Warhero 2 red dice with a flaming axe, 3 grunts: red miss and blue 2 hits are no flames; a red hit is."""
    played = meet([1, 1, 5, 5, 1, 1, 1], [WARBAND], [lone()])
    assert counted(played) == {"a1.1": 0, "a1.2": 2, "b1.1": 0}
    assert unit(played, "b1").fire == 0
    played = meet([5, 1, 1, 1, 1, 1, 1], [WARBAND], [lone()])
    assert counted(played) == {"a1.1": 1, "a1.2": 0, "b1.1": 0}
    assert unit(played, "b1").fire == 1


@pytest.mark.rule("HX-ASSAULT-16")
def test_nobody_uses_successes_he_has_not():
    """With one red and one blue success two red hits can not be allocated."""
    played = meet([5, 1, 5, 1, 1] + [1] * 5, [WARBAND], [band(4, NEVER), lone()], "allocations")
    outcome = played.when("red", allocate(strike("a1.1", "b1"), strike("a1.1", "b2")))
    outcome.rejected("HX-ASSAULT-16", "too-many-of-group").rejected("HX-ASSAULT-24", "successes-left")
    played.faces(1, 1)
    played.when("red", allocate(strike("a1.1", "b1"), strike("a1.2", "b2"))).accepted()
    finish(played)


# -- deflection

SHIELDS = band(4, NEVER, "ork", shield=6)


@pytest.mark.rule("HX-ASSAULT-17")
def test_deflection_dice_of_all_bases_are_added():
    """Entering tank (2 dice 5+) with shields (4 dice 6+): two groups; 5, 1 and 6, 6, 3, 2 are three deflections."""
    played = meet([1] * 4 + [1] * 4 + [1] + [5, 1] + [6, 6, 3, 2], [ORK, SHIELDS], [lone()])
    (found,) = happened(played, DeflectionDiceRolled)
    assert [(each.unit, each.to_hit, each.successes) for each in found.groups] == [("a1", 5, 1), ("a2", 6, 2)]
    assert advantage(played).deflections == (3, 0)


@pytest.mark.rule("HX-ASSAULT-17")
def test_deflection_minds_the_angle():
    """A tank that is attacked from a side drops out with its 2 dice: two deflections are left."""
    units = [
        ("a1", "E5", "SW", lone("ork"), SLOW), ("b1", "D5", "N", ELF, STILL),
        ("b2", "D5", "N", band(4, NEVER, shield=6), STILL),
    ]  # fmt: skip
    played = clash([1] + [1] * 3 + [1] * 4 + [6, 6, 3, 2], units, a1="F+-+-", b1="-+-+-", b2="-+-+-")
    assert (deflected(played), advantage(played).deflections) == ({"b2": 4}, (0, 2))


@pytest.mark.rule("HX-ASSAULT-18")
def test_each_deflection_cancels_a_success():
    """6 successes against 3 deflections: 3 are left."""
    dice = [5] * 6 + [1] * 3 + [6] * 3 + [1] * 3
    played = meet(dice, [band(6, line(1, 5), "ork")], [band(3, NEVER, shield=6)])
    assert (advantage(played).successes, advantage(played).deflections, advantage(played).left) == (
        (6, 0),
        (0, 3),
        (3, 0),
    )
    assert hit(played) == [("a1", "b1")] * 3


@pytest.mark.rule("HX-ASSAULT-18")
def test_surplus_deflections_are_lost():
    """2 successes against 3 deflections: none is left, and not less than none."""
    played = meet([5, 5] + [1] * 3 + [6] * 3, [band(2, line(1, 5), "ork")], [band(3, NEVER, shield=6)])
    assert (advantage(played).left, hit(played)) == ((0, 0), [])


@pytest.mark.rule("HX-ASSAULT-19")
def test_all_dice_are_rolled_at_once():
    """One command throws assault and deflection dice of both sides before any choice is made."""
    # four dice with two successes each, a deflection each, then armour and damage of a hit on each
    played = meet([5, 5, 1, 1, 5, 5, 1, 1, 5, 1, 5, 1, *[1] * 10], [ORK], [ELF])
    (entry,) = (each for each in played.log if any(isinstance(event, AssaultDiceRolled) for event, _ in each.events))
    assert [(roll.why, roll.roller, len(roll.faces)) for roll in entry.rolls][:4] == [
        ("assault", 0, 4), ("assault", 1, 4), ("deflection", 0, 2), ("deflection", 1, 2),
    ]  # fmt: skip
    assert [len(found) for found in faces(played, "assault")] == [4, 4]


# -- advantage


@pytest.mark.rule("HX-ASSAULT-20")
def test_more_successes_after_deflection_win():
    """7 successes without deflection against 6 less 3: 7 to 3."""
    red = [band(4, line(1, 5), "elf", shield=6), band(3, line(1, 5), "elf")]
    blue = [band(6, line(1, 5), "spartan")]
    dice = [5] * 7 + [5] * 6 + [6, 6, 6, 1]
    played = meet(dice + [1] * 9, red, blue)
    found = advantage(played)
    assert (found.seat, found.left, found.tie) == (0, (7, 3), False)
    assert len(hit(played)) == 6 + 3


@pytest.mark.rule("HX-ASSAULT-20")
def test_deflection_can_turn_the_advantage():
    """3 successes against 2, with two deflections against the 3: 1 to 2, the other side wins."""
    played = meet([5] * 3 + [5] * 2 + [6, 6] + [1] * 3, [band(3, line(1, 5), "ork")], [band(2, line(1, 5), shield=6)])
    assert (advantage(played).seat, advantage(played).left) == (1, (1, 2))


@pytest.mark.rule("HX-ASSAULT-21")
@pytest.mark.parametrize(
    ("red", "blue", "winner"),
    [
        ("ork", "dwarf", 0), ("elf", "dwarf", 1), ("spartan", "dark_elf", 0), ("ork", "dark_elf", 1),
        ("dark_elf", "elf", 0),
    ],
)  # fmt: skip
@pytest.mark.parametrize("successes", [0, 2])
def test_a_tie_is_won_by_the_better_nation(red, blue, winner, successes):
    """Ork 2 and Dwarf 2: Ork; Elf and Dwarf: Dwarf; 0 to 0 is a tie too."""
    how = line(1, 5)
    dice = [5 if successes else 1] * 4 + [1] * (4 if successes else 0)
    played = meet(dice, [band(2, how, red)], [band(2, how, blue)])
    found = advantage(played)
    assert (found.seat, found.left, found.tie) == (winner, (successes, successes), True)


@pytest.mark.rule("HX-ASSAULT-21")
def test_mirror_nations_roll_off_a_tie():
    """Ork 0 and Ork 0: a d6 each, ties again."""
    played = meet([1, 1, 4, 4, 2, 3], [BRUTE], [lone("ork")])
    assert [each.faces for each in happened(played, RollOffRolled)] == [(4, 4, 2, 3)]
    assert (advantage(played).seat, advantage(played).tie) == (1, True)


@pytest.mark.rule("HX-ASSAULT-21")
def test_the_best_nation_of_a_mixed_team_counts_in_a_tie():
    """Elf and Spartan together win a tie against Dark-Elves."""
    played = meet([1, 1, 1], [lone("elf"), lone("spartan")], [lone("dark_elf")])
    assert advantage(played).seat == 0


@pytest.mark.rule("HX-ASSAULT-22")
def test_the_winner_keeps_its_best_success():
    """1 flaming and 3 plain successes, one is deflected: the winner gives a plain one and keeps the flaming one."""
    red = infantry(nation="ork", models=(model("hero", FLAMES), *[model("grunt", line(1, 5))] * 3))
    blue = band(4, NEVER, shield=6)
    played = meet([5, 5, 5, 5] + [1] * 4 + [6, 1, 1, 1], [red], [blue], "deflections")
    assert top(played).asks == (0,)
    refusal(played, "red", cancels(own=some(a1_2=2)), "HX-ASSAULT-18", "other-count-deflected")
    played.when("red", cancels(own=some(a1_2=1))).accepted()
    played.faces(1, 1, 1)
    finish(played)
    assert [each.hit.source for each in happened(played, HitScored)].count("a1.1") == 1
    assert (len(hit(played)), unit(played, "b1").fire) == (3, 1)


@pytest.mark.rule("HX-ASSAULT-22")
def test_the_winner_chooses_what_of_the_enemy_is_deflected():
    """The winner's one deflection cancels the enemy's flaming success and not the plain one."""
    red = band(4, line(1, 5), "ork", shield=6)
    blue = infantry(models=(model("hero", FLAMES), model("grunt", line(1, 5))))
    played = meet([5] * 4 + [5, 5] + [6, 1, 1, 1], [red], [blue], "deflections")
    assert top(played).asks == (0,)
    played.when("red", cancels(enemy=some(b1_1=1))).accepted()
    played.faces(*[1] * 3)
    finish(played)
    assert unit(played, "a1").fire == 0
    assert ("b1", "a1") in hit(played)


# -- the Standard Tank


@pytest.mark.rule("HX-ASSAULT-34")
def test_the_standard_tank_on_its_front():
    """Entering: assault 6, 5, 3, 1 are two successes, deflection 5, 2 is one; AP -1, damage d6-1."""
    # red 4, blue 4 dice (b1 enters too), deflections; red 2 hits less 0; blue none
    played = meet([6, 5, 3, 1, 5, 1, 1, 1, 5, 2, 1, 1, 1, 1, 1, 1, 4], [ORK], [ELF])
    assert counted(played) == {"a1.1": 2, "b1.1": 1}
    assert (advantage(played).deflections, advantage(played).left) == ((1, 0), (2, 0))
    (found,) = [each.hit for each in happened(played, HitScored)]
    assert (found.penetration.total, found.damage.sides, found.damage.plus) == (-1, 6, -1)
    assert [each.needed for each in happened(played, ArmourRolled)] == [4]


@pytest.mark.rule("HX-ASSAULT-34")
def test_the_standard_tank_attacked_from_the_front():
    """Standing, attacked from the front: 4 dice and 2 deflection dice at 5+."""
    played = storm([1] + [1] * 4 + [5, 4], BRUTE, ELF)
    assert (thrown_by(played)["b1"], deflected(played)) == (4, {"b1": 2})
    assert advantage(played).deflections == (0, 1)


@pytest.mark.rule("HX-ASSAULT-35")
@pytest.mark.parametrize(
    ("origin", "facing", "dice"), [("C6", "NE", 3), ("C5", "SE", 3), ("E5", "SW", 3), ("E6", "NW", 3), ("D6", "N", 2)]
)
def test_the_standard_tank_attacked_elsewhere(origin, facing, dice):
    """From back-side left: 3 assault dice at 5+, no deflection; from the back 2 dice and none."""
    units = [("a1", origin, facing, BRUTE, SLOW), ("b1", "D5", "N", ELF, STILL)]
    played = clash([1] * (1 + dice), units, a1="F+-+-", b1="-+-+-")
    (found,) = happened(played, AssaultDiceRolled)
    assert [(each.to_hit, len(each.faces)) for each in found.groups if each.unit == "b1"] == [(5, dice)]
    assert deflected(played) == {}
    assert [why for why, _, _ in thrown(played)] == ["assault", "assault"]

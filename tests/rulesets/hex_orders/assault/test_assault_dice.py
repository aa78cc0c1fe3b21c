"""Assault dice: which angle counts, who contributes, and groups of like dice."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    ArmourRolled,
    AssaultAdvantageGained,
    AssaultAngleChosen,
    AssaultContributorsChosen,
    AssaultDiceRolled,
    ChooseAssaultAngle,
    ChooseAssaultContributors,
    Contributors,
    DeflectionDiceRolled,
    HitScored,
)
from tests.rulesets.hex_orders.assault.fixtures import (
    ALWAYS_HITS,
    BRUTE,
    ELF,
    FLAMING,
    NEVER_HITS,
    SLOW,
    STILL,
    base_that_fights,
    model_that_fights,
    mover,
    stander,
    unmanned_vehicle,
)
from tests.rulesets.hex_orders.assault.steps import (
    advantage,
    allocate,
    assault_dice_of,
    attack_standing,
    deflection_dice_of,
    dice_of_base,
    enter_from_both_sides,
    fight,
    head_on,
    hit,
    move_and_assault,
    strike,
    successes_of_groups,
)
from tests.rulesets.hex_orders.fixtures import ORK, angles, infantry, line, model, tank
from tests.rulesets.hex_orders.steps import (
    events_of_kind,
    faces_rolled_for,
    finish_silently,
    innermost_window,
    refused,
    rolls_of_game,
    unit,
)


def armour_dice_of(played):
    """Give angle, armour and armour dice of every hit on a base."""
    angles_of = {row.hit.id: row.hit.angle for row in events_of_kind(played, HitScored)}
    return [
        (row.target, angles_of[row.hit], row.armour, len(row.faces.faces))
        for row in events_of_kind(played, ArmourRolled)
    ]


@pytest.mark.rule("HX-ASSAULT-09")
@pytest.mark.ruling("HX-ASSAULT-09.2")
def test_each_die_of_at_least_the_number_is_a_success():
    """Line 4 dice 5+: dice 6, 5, 4, 1 are two successes; every die is rolled once, a 6 too."""
    played = enter_from_both_sides([6, 5, 4, 1, 1, 1], [unmanned_vehicle(1, line(4, 5), "ork")], [model_that_fights()])
    assert (assault_dice_of(played)["a1.1"], successes_of_groups(played)["a1.1"]) == ((6, 5, 4, 1), 2)


@pytest.mark.rule("HX-ASSAULT-09")
@pytest.mark.ruling("HX-ASSAULT-09.2", "HX-ASSAULT-28.1")
def test_nothing_of_ranged_fire_counts():
    """A fast attacker, a standing defender, cover and point-blank change neither number nor damage."""
    played = attack_standing(
        [4, 5, 3], model_that_fights("ork", line(2, 5)), model_that_fights(how=line(0, 6)), hexes={"D5": "forest"}
    )
    assert successes_of_groups(played) == {"a1.1": 1}
    (found,) = [row.hit for row in events_of_kind(played, HitScored)]
    assert (found.penetration.total, found.bonus.total) == (0, 0)


@pytest.mark.rule("HX-ASSAULT-10")
def test_who_enters_uses_its_front():
    """A Standard Tank that enters: 4 dice, 2 deflection dice, front armour 4."""
    # red 4 dice, blue 1 success, 2 deflection dice fail; armour 4 dice, damage
    played = enter_from_both_sides([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], [ORK], [model_that_fights(how=ALWAYS_HITS)])
    assert (dice_of_base(played)["a1"], deflection_dice_of(played)) == (4, {"a1": 2})
    assert armour_dice_of(played) == [("a1", "front", 4, 4)]


@pytest.mark.rule("HX-ASSAULT-11")
def test_who_backs_in_uses_its_back():
    """A Standard Tank with Rev into an enemy's hex: 2 dice, no deflection, back armour 2."""
    backing = replace(ORK, speeds=tuple(replace(speed, movement=(*speed.movement, "Rev+-+-")) for speed in ORK.speeds))
    units = [("a1", "D4", "N", backing, SLOW), ("b1", "D5", "N", model_that_fights(how=ALWAYS_HITS), STILL)]
    played = move_and_assault([1, 1, 1, 1, 1, 1], units, a1="Rev+-+-", b1="-+-+-")
    assert (dice_of_base(played)["a1"], deflection_dice_of(played)) == (2, {})
    assert armour_dice_of(played) == [("a1", "back", 2, 2)]


@pytest.mark.rule("HX-ASSAULT-12", "HX-ASSAULT-35")
@pytest.mark.parametrize(
    ("origin", "facing", "dice", "shields", "armour"),
    [
        ("D4", "S", 4, 2, 4),
        ("E5", "SW", 3, 0, 3),
        ("E6", "NW", 3, 0, 3),
        ("D6", "N", 2, 0, 2),
        ("C6", "NE", 3, 0, 3),
        ("C5", "SE", 3, 0, 3),
    ],
)
def test_who_stays_uses_the_angle_of_the_attack(origin, facing, dice, shields, armour):
    """A Standard Tank in D5 facing N attacked from E6: 3 dice, no deflection, back-side armour; from D4 its front."""
    attacker = model_that_fights("ork", ALWAYS_HITS)
    units = [("a1", origin, facing, attacker, SLOW), ("b1", "D5", "N", ELF, STILL)]
    played = move_and_assault([1] * (1 + dice + shields + armour + 1), units, a1="F+-+-", b1="-+-+-")
    assert (dice_of_base(played)["b1"], deflection_dice_of(played).get("b1", 0)) == (dice, shields)
    assert [row[2:] for row in armour_dice_of(played)] == [(armour, armour)]


def attack_from_two_sides(dice, *until, sheet=ELF, **options):
    """Attack a base in D5 that faces N from D4 and D6."""
    units = [
        ("a1", "D4", "S", model_that_fights("ork"), SLOW),
        ("a2", "D6", "N", model_that_fights("ork", ALWAYS_HITS), SLOW),
        ("b1", "D5", "N", sheet, STILL),
    ]
    return move_and_assault(dice, units, *until, options=options, a1="F+-+-", a2="F+-+-", b1="-+-+-")


@pytest.mark.rule("HX-ASSAULT-13")
@pytest.mark.parametrize(("angle", "dice", "shields", "armour"), [("front", 4, 2, 4), ("back", 2, 0, 2)])
@pytest.mark.parametrize(("who", "choice"), [("blue", "owner"), ("red", "attacker")])
@pytest.mark.ruling("HX-ASSAULT-13.2", "HX-ASSAULT-13.3", "HX-ASSAULT-34.2")
def test_one_of_several_angles_is_chosen(angle, dice, shields, armour, who, choice):
    """Attacked from front and back: front gives 4 and 2 dice, front-side is refused; by option the attacker chooses."""
    played = attack_from_two_sides([], "angle", assault_angle_choice=choice)
    assert innermost_window(played).asks == (("red", "blue").index(who),)
    refused(played, who, ChooseAssaultAngle(unit="b1", angle="front_side"), "HX-ASSAULT-13", "not-attacked-there")
    played.faces(*[1] * (2 + dice + shields + armour + 1))
    played.when(who, ChooseAssaultAngle(unit="b1", angle=angle)).accepted()
    finish_silently(played)
    assert (dice_of_base(played)["b1"], deflection_dice_of(played).get("b1", 0)) == (dice, shields)
    assert armour_dice_of(played) == [("b1", angle, armour, armour)]


@pytest.mark.rule("HX-ASSAULT-14")
def test_all_alive_models_of_a_side_roll():
    """Tank (4 dice) and a base of four with 1 die each: 8 dice; the dead roll none."""
    played = enter_from_both_sides(
        [1] * 8 + [1] + [1] * 2, [ORK, base_that_fights(4, NEVER_HITS, "ork")], [model_that_fights()]
    )
    assert dice_of_base(played) == {"a1": 4, "a2": 4, "b1": 1}
    played = enter_from_both_sides(
        [1] * 4, [base_that_fights(4, NEVER_HITS, "ork")], [model_that_fights()], fields={"a1": {"dead": (2,)}}
    )
    assert dice_of_base(played) == {"a1": 3, "b1": 1}


def three_sides(dice, sheets, *until):
    """Attack D5 from three sides."""
    places = (("a1", "D4", "S"), ("a2", "C5", "SE"), ("a3", "E5", "SW"))
    units = [(id, where, facing, sheet, SLOW) for (id, where, facing), sheet in zip(places, sheets, strict=True)]
    units.append(("b1", "D5", "N", base_that_fights(4, NEVER_HITS), STILL))
    return move_and_assault(dice, units, *until, a1="F+-+-", a2="F+-+-", a3="F+-+-", b1="-+-+-")


def contribute(*units):
    """Name the bases that roll."""
    return ChooseAssaultContributors(contributors=Contributors(units=units))


@pytest.mark.rule("HX-ASSAULT-14")
@pytest.mark.ruling("HX-ASSAULT-14.2")
def test_only_so_many_bases_contribute_as_share_a_hex():
    """Of three attacking bases two are chosen by their owner; only they roll and only they are given hits."""
    played = three_sides(
        [], [model_that_fights("ork"), model_that_fights("ork"), model_that_fights("ork")], "contributors"
    )
    assert innermost_window(played).asks == (0,)
    refused(played, "red", contribute("a1", "a2", "a3"), "HX-ASSAULT-14", "too-many-bases")
    played.when("red", contribute("a1", "a3")).accepted()
    played.faces(1, 1, 6, 1, 1, 1)
    finish_silently(played, "allocations")
    assert dice_of_base(played) == {"a1": 1, "a3": 1, "b1": 4}
    refused(played, "blue", allocate(strike("b1.1", "a2")), "HX-ASSAULT-14", "not-to-be-hit")
    refused(played, "blue", allocate(strike("b1.1", "b1")), "HX-ASSAULT-24", "not-to-be-hit")
    played.faces(1)
    played.when("blue", allocate(strike("b1.1", "a3"))).accepted()
    finish_silently(played)
    assert hit(played) == [("b1", "a3")]


@pytest.mark.rule("HX-ASSAULT-14")
@pytest.mark.parametrize(
    ("sizes", "chosen", "fine"),
    [
        (("large", "large", "small"), ("a1", "a2"), False),
        (("large", "large", "small"), ("a1", "a3"), True),
        (("huge", "small", "small"), ("a1", "a2"), False),
        (("huge", "small", "small"), ("a1",), True),
        (("huge", "small", "small"), ("a2", "a3"), True),
    ],
)
def test_the_sizes_that_share_a_hex(sizes, chosen, fine):
    """Two bases of which at most one is large, or one huge one."""
    played = three_sides([], [model_that_fights("ork", size=size) for size in sizes], "contributors")
    assert (not played.refused(contribute(*chosen), "red")) is fine


@pytest.mark.rule("HX-ASSAULT-15")
def test_unlike_dice_are_groups_of_their_own():
    """Tank 4 dice at 5+ and infantry 4 dice at 4+: two groups."""
    played = enter_from_both_sides(
        [1] * 8 + [1] + [1] * 2, [ORK, base_that_fights(4, line(1, 4), "ork")], [model_that_fights()]
    )
    (found,) = events_of_kind(played, AssaultDiceRolled)
    own = [(group.unit, group.to_hit, len(group.faces)) for group in found.groups if group.seat == 0]
    assert own == [("a1", 5, 4), ("a2", 4, 4)]


@pytest.mark.rule("HX-ASSAULT-15")
def test_like_numbers_with_unlike_damage_are_groups_too():
    """Models with the same number and other damage are rolled apart, like models of one base together."""
    mixed = infantry(nation="ork", models=(model("axe", line(1, 6, damage="d8")), *[model("club", NEVER_HITS)] * 3))
    played = enter_from_both_sides([1] * 5, [mixed], [model_that_fights()])
    assert {id: len(found) for id, found in assault_dice_of(played).items()} == {"a1.1": 1, "a1.2": 3, "b1.1": 1}


WARBAND = infantry(
    nation="ork", models=(model("hero", replace(FLAMING, dice=angles(2))), *[model("grunt", line(1, 5))] * 3)
)


@pytest.mark.rule("HX-ASSAULT-16")
def test_only_the_hero_has_his_axe():
    """Warhero 2 red dice with a flaming axe, 3 grunts: red miss and blue 2 hits are no flames; a red hit is."""
    played = enter_from_both_sides([1, 1, 5, 5, 1, 1, 1], [WARBAND], [model_that_fights()])
    assert successes_of_groups(played) == {"a1.1": 0, "a1.2": 2, "b1.1": 0}
    assert unit(played, "b1").fire == 0
    played = enter_from_both_sides([5, 1, 1, 1, 1, 1, 1], [WARBAND], [model_that_fights()])
    assert successes_of_groups(played) == {"a1.1": 1, "a1.2": 0, "b1.1": 0}
    assert unit(played, "b1").fire == 1


@pytest.mark.rule("HX-ASSAULT-16")
def test_nobody_uses_successes_he_has_not():
    """With one red and one blue success two red hits can not be allocated."""
    played = enter_from_both_sides(
        [5, 1, 5, 1, 1] + [1] * 5, [WARBAND], [base_that_fights(4, NEVER_HITS), model_that_fights()], "allocations"
    )
    outcome = played.when("red", allocate(strike("a1.1", "b1"), strike("a1.1", "b2")))
    outcome.rejected("HX-ASSAULT-16", "too-many-of-group").rejected("HX-ASSAULT-24", "successes-left")
    played.faces(1, 1)
    played.when("red", allocate(strike("a1.1", "b1"), strike("a1.2", "b2"))).accepted()
    finish_silently(played)


@pytest.mark.rule("HX-ASSAULT-19")
def test_all_dice_are_rolled_at_once():
    """One command throws assault and deflection dice of both sides before any choice is made."""
    # four dice with two successes each, a deflection each, then armour and damage of a hit on each
    played = enter_from_both_sides([5, 5, 1, 1, 5, 5, 1, 1, 5, 1, 5, 1, *[1] * 10], [ORK], [ELF])
    (entry,) = (row for row in played.log if any(isinstance(event, AssaultDiceRolled) for event, _ in row.events))
    assert [(roll.why, roll.roller, len(roll.faces)) for roll in entry.rolls][:4] == [
        ("assault", 0, 4),
        ("assault", 1, 4),
        ("deflection", 0, 2),
        ("deflection", 1, 2),
    ]
    assert [len(found) for found in faces_rolled_for(played, "assault")] == [4, 4]


@pytest.mark.rule("HX-ASSAULT-34")
def test_the_standard_tank_on_its_front():
    """Entering: assault 6, 5, 3, 1 are two successes, deflection 5, 2 is one; AP -1, damage d6-1."""
    # red 4, blue 4 dice (b1 enters too), deflections; red 2 hits less 0; blue none
    played = enter_from_both_sides([6, 5, 3, 1, 5, 1, 1, 1, 5, 2, 1, 1, 1, 1, 1, 1, 4], [ORK], [ELF])
    assert successes_of_groups(played) == {"a1.1": 2, "b1.1": 1}
    assert (advantage(played).deflections, advantage(played).left) == ((1, 0), (2, 0))
    (found,) = [row.hit for row in events_of_kind(played, HitScored)]
    assert (found.penetration.total, found.damage.sides, found.damage.plus) == (-1, 6, -1)
    assert [row.needed for row in events_of_kind(played, ArmourRolled)] == [4]


@pytest.mark.rule("HX-ASSAULT-34")
@pytest.mark.ruling("HX-ASSAULT-34.2")
def test_the_standard_tank_attacked_from_the_front():
    """Standing, attacked from the front: 4 dice and 2 deflection dice at 5+."""
    played = attack_standing([1] + [1] * 4 + [5, 4], BRUTE, ELF)
    assert (dice_of_base(played)["b1"], deflection_dice_of(played)) == (4, {"b1": 2})
    assert advantage(played).deflections == (0, 1)


@pytest.mark.rule("HX-ASSAULT-35")
@pytest.mark.parametrize(
    ("origin", "facing", "dice"), [("C6", "NE", 3), ("C5", "SE", 3), ("E5", "SW", 3), ("E6", "NW", 3), ("D6", "N", 2)]
)
def test_the_standard_tank_attacked_elsewhere(origin, facing, dice):
    """From back-side left: 3 assault dice at 5+, no deflection; from the back 2 dice and none."""
    units = [("a1", origin, facing, BRUTE, SLOW), ("b1", "D5", "N", ELF, STILL)]
    played = move_and_assault([1] * (1 + dice), units, a1="F+-+-", b1="-+-+-")
    (found,) = events_of_kind(played, AssaultDiceRolled)
    assert [(group.to_hit, len(group.faces)) for group in found.groups if group.unit == "b1"] == [(5, dice)]
    assert deflection_dice_of(played) == {}
    assert [why for why, _, _ in rolls_of_game(played)] == ["assault", "assault"]


@pytest.mark.rule("HX-ASSAULT-34")
@pytest.mark.rule("HX-ASSAULT-20")
def test_an_entering_tank_rolls_its_front_dice():
    """A Standard Tank that enters rolls four assault and two deflection dice, and more successes win."""
    played, begun = head_on(dice=[6, 5, 3, 1, 5, 1, 1, 1, 5, 2, 1, 1, 6, 6, 1, 1])
    begun.then(AssaultDiceRolled, DeflectionDiceRolled, AssaultAdvantageGained).cites("HX-ASSAULT-10")
    rolled = begun.one(AssaultAdvantageGained)
    assert (rolled.seat, rolled.successes, rolled.deflections, rolled.left) == (0, (2, 1), (1, 0), (2, 0))
    assert [group.faces for group in begun.one(AssaultDiceRolled).groups] == [(6, 5, 3, 1), (5, 1, 1, 1)]
    assert played.game.fights["f1"].over


@pytest.mark.rule("HX-ASSAULT-12")
@pytest.mark.rule("HX-ASSAULT-35")
def test_a_stationary_tank_uses_the_angle_it_is_attacked_from():
    """Attacked from E6 while facing N in D5 a Standard Tank rolls three dice and has no deflection."""
    units = [("a1", "D5", "N", tank()), ("b1", "E6", "NW", tank(nation="elf"))]
    _, begun = fight(stander("a1", "D5"), mover("b1", "E6", "D5"), units=units, dice=[1] * 3 + [1] * 4 + [1] * 2)
    assert [len(group.faces) for group in begun.one(AssaultDiceRolled).groups] == [3, 4]
    assert [group.unit for group in begun.one(DeflectionDiceRolled).groups] == ["b1"]


@pytest.mark.rule("HX-ASSAULT-11")
def test_who_backs_in_uses_its_back_values():
    """A Standard Tank that reverses into the fight has two dice and no deflection."""
    units = [("a1", "D6", "S", tank()), ("b1", "D5", "S", tank(nation="elf"))]
    _, begun = fight(mover("a1", "D6", "D5", reverse=True), stander("b1", "D5"), units=units, dice=[1] * 2 + [1] * 6)
    assert [len(group.faces) for group in begun.one(AssaultDiceRolled).groups] == [2, 4]


@pytest.mark.rule("HX-ASSAULT-13")
def test_the_owner_chooses_one_of_the_angles():
    """Attacked from the front and the back a unit uses one of them, and no other angle."""
    units = [("a1", "D5", "N", tank()), ("b1", "D4", "S", tank(nation="elf")), ("b2", "D6", "N", tank(nation="elf"))]
    rows = (stander("a1", "D5"), mover("b1", "D4", "D5"), mover("b2", "D6", "D5"))
    played, begun = fight(*rows, units=units)
    begun.asks("angle", "red")
    played.when("red", ChooseAssaultAngle(unit="a1", angle="front_side")).rejected(
        "HX-ASSAULT-13", "not-attacked-there"
    )
    played.faces(*[1] * 2, *[1] * 8, *[1] * 4)
    ruled = played.when("red", ChooseAssaultAngle(unit="a1", angle="back"))
    ruled.then(AssaultAngleChosen, AssaultDiceRolled)
    assert [len(group.faces) for group in ruled.one(AssaultDiceRolled).groups] == [2, 4, 4]


@pytest.mark.rule("HX-ASSAULT-13")
def test_by_option_the_attacker_chooses_the_angle():
    """With assault_angle_choice=attacker the other side is asked."""
    units = [("a1", "D5", "N", tank()), ("b1", "D4", "S", tank(nation="elf")), ("b2", "D6", "N", tank(nation="elf"))]
    rows = (stander("a1", "D5"), mover("b1", "D4", "D5"), mover("b2", "D6", "D5"))
    _, begun = fight(*rows, units=units, options={"assault_angle_choice": "attacker"})
    begun.asks("angle", "blue")


@pytest.mark.rule("HX-ASSAULT-14")
def test_more_bases_than_fit_have_to_be_chosen_from():
    """Of three attacking bases two roll, and only they can be hit; the choice is shown when it is complete."""
    units = [
        ("a1", "D6", "N", infantry()),
        ("a2", "C5", "NE", infantry()),
        ("a3", "E6", "NW", infantry()),
        ("b1", "D5", "N", tank()),
    ]
    rows = (mover("a1", "D6", "D5"), mover("a2", "C5", "D5"), mover("a3", "E6", "D5"), stander("b1", "D5"))
    played, begun = fight(*rows, units=units)
    begun.asks("contributors", "red")

    def choose(*units):
        return ChooseAssaultContributors(contributors=Contributors(units=units))

    played.when("red", choose("a1", "a2", "a3")).rejected("HX-ASSAULT-14", "too-many-bases")
    played.when("red", choose("a1")).rejected("HX-ASSAULT-14", "room-for-more")
    played.when("red", choose("a1", "b1")).rejected("HX-ASSAULT-14", "not-in-fight")
    played.when("red", choose("a1", "a3")).then(AssaultContributorsChosen, units=("a1", "a3")).asks("angle", "blue")
    played.faces(*[1] * 8, *[5] * 3).when("blue", ChooseAssaultAngle(unit="b1", angle="back_side")).asks("allocations")
    assert [group.unit for group in played.game.fights["f1"].groups] == ["a1", "a3", "b1"]

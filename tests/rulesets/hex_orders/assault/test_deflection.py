"""Deflection dice, what they cancel, and who has the advantage."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    AssaultAdvantageGained,
    ChooseDeflections,
    DeflectionDiceRolled,
    GroupCount,
    HitScored,
    RollOffRolled,
    SuccessesDeflected,
)
from tests.rulesets.hex_orders.assault.fixtures import (
    BRUTE,
    ELF,
    FLAMING,
    NEVER_HITS,
    SLOW,
    STILL,
    base_that_fights,
    model_that_fights,
)
from tests.rulesets.hex_orders.assault.steps import (
    advantage,
    cancellation,
    deflection_dice_of,
    enter_from_both_sides,
    group_counts,
    head_on,
    hit,
    move_and_assault,
)
from tests.rulesets.hex_orders.fixtures import ORK, deflection, infantry, line, model, tank
from tests.rulesets.hex_orders.steps import events_of_kind, finish_silently, innermost_window, refused, unit

SHIELDS = base_that_fights(4, NEVER_HITS, "ork", shield=6)


@pytest.mark.rule("HX-ASSAULT-17")
def test_deflection_dice_of_all_bases_are_added():
    """Entering tank (2 dice 5+) with shields (4 dice 6+): two groups; 5, 1 and 6, 6, 3, 2 are three deflections."""
    played = enter_from_both_sides(
        [1] * 4 + [1] * 4 + [1] + [5, 1] + [6, 6, 3, 2], [ORK, SHIELDS], [model_that_fights()]
    )
    (found,) = events_of_kind(played, DeflectionDiceRolled)
    assert [(group.unit, group.to_hit, group.successes) for group in found.groups] == [("a1", 5, 1), ("a2", 6, 2)]
    assert advantage(played).deflections == (3, 0)


@pytest.mark.rule("HX-ASSAULT-17")
def test_deflection_minds_the_angle():
    """A tank that is attacked from a side drops out with its 2 dice: two deflections are left."""
    units = [
        ("a1", "E5", "SW", model_that_fights("ork"), SLOW),
        ("b1", "D5", "N", ELF, STILL),
        ("b2", "D5", "N", base_that_fights(4, NEVER_HITS, shield=6), STILL),
    ]
    played = move_and_assault([1] + [1] * 3 + [1] * 4 + [6, 6, 3, 2], units, a1="F+-+-", b1="-+-+-", b2="-+-+-")
    assert (deflection_dice_of(played), advantage(played).deflections) == ({"b2": 4}, (0, 2))


@pytest.mark.rule("HX-ASSAULT-18")
def test_each_deflection_cancels_a_success():
    """6 successes against 3 deflections: 3 are left."""
    dice = [5] * 6 + [1] * 3 + [6] * 3 + [1] * 3
    played = enter_from_both_sides(
        dice, [base_that_fights(6, line(1, 5), "ork")], [base_that_fights(3, NEVER_HITS, shield=6)]
    )
    assert (advantage(played).successes, advantage(played).deflections, advantage(played).left) == (
        (6, 0),
        (0, 3),
        (3, 0),
    )
    assert hit(played) == [("a1", "b1")] * 3


@pytest.mark.rule("HX-ASSAULT-18")
def test_surplus_deflections_are_lost():
    """2 successes against 3 deflections: none is left, and not less than none."""
    played = enter_from_both_sides(
        [5, 5] + [1] * 3 + [6] * 3,
        [base_that_fights(2, line(1, 5), "ork")],
        [base_that_fights(3, NEVER_HITS, shield=6)],
    )
    assert (advantage(played).left, hit(played)) == ((0, 0), [])


@pytest.mark.rule("HX-ASSAULT-20")
def test_more_successes_after_deflection_win():
    """7 successes without deflection against 6 less 3: 7 to 3."""
    red = [base_that_fights(4, line(1, 5), "elf", shield=6), base_that_fights(3, line(1, 5), "elf")]
    blue = [base_that_fights(6, line(1, 5), "spartan")]
    dice = [5] * 7 + [5] * 6 + [6, 6, 6, 1]
    played = enter_from_both_sides(dice + [1] * 9, red, blue)
    found = advantage(played)
    assert (found.seat, found.left, found.tie) == (0, (7, 3), False)
    assert len(hit(played)) == 6 + 3


@pytest.mark.rule("HX-ASSAULT-20")
def test_deflection_can_turn_the_advantage():
    """3 successes against 2, with two deflections against the 3: 1 to 2, the other side wins."""
    played = enter_from_both_sides(
        [5] * 3 + [5] * 2 + [6, 6] + [1] * 3,
        [base_that_fights(3, line(1, 5), "ork")],
        [base_that_fights(2, line(1, 5), shield=6)],
    )
    assert (advantage(played).seat, advantage(played).left) == (1, (1, 2))


@pytest.mark.rule("HX-ASSAULT-21")
@pytest.mark.parametrize(
    ("red", "blue", "winner"),
    [
        ("ork", "dwarf", 0),
        ("elf", "dwarf", 1),
        ("spartan", "dark_elf", 0),
        ("ork", "dark_elf", 1),
        ("dark_elf", "elf", 0),
    ],
)
@pytest.mark.parametrize("successes", [0, 2])
def test_a_tie_is_won_by_the_better_nation(red, blue, winner, successes):
    """Ork 2 and Dwarf 2: Ork; Elf and Dwarf: Dwarf; 0 to 0 is a tie too."""
    how = line(1, 5)
    dice = [5 if successes else 1] * 4 + [1] * (4 if successes else 0)
    played = enter_from_both_sides(dice, [base_that_fights(2, how, red)], [base_that_fights(2, how, blue)])
    found = advantage(played)
    assert (found.seat, found.left, found.tie) == (winner, (successes, successes), True)


@pytest.mark.rule("HX-ASSAULT-21")
@pytest.mark.ruling("HX-ASSAULT-21.1")
def test_mirror_nations_roll_off_a_tie():
    """Ork 0 and Ork 0: a d6 each, ties again."""
    played = enter_from_both_sides([1, 1, 4, 4, 2, 3], [BRUTE], [model_that_fights("ork")])
    assert [row.faces for row in events_of_kind(played, RollOffRolled)] == [(4, 4, 2, 3)]
    assert (advantage(played).seat, advantage(played).tie) == (1, True)


@pytest.mark.rule("HX-ASSAULT-21")
@pytest.mark.ruling("HX-ASSAULT-21.1")
def test_the_best_nation_of_a_mixed_team_counts_in_a_tie():
    """Elf and Spartan together win a tie against Dark-Elves."""
    played = enter_from_both_sides(
        [1, 1, 1], [model_that_fights("elf"), model_that_fights("spartan")], [model_that_fights("dark_elf")]
    )
    assert advantage(played).seat == 0


@pytest.mark.rule("HX-ASSAULT-22")
def test_the_winner_keeps_its_best_success():
    """1 flaming and 3 plain successes, one is deflected: the winner gives a plain one and keeps the flaming one."""
    red = infantry(nation="ork", models=(model("hero", FLAMING), *[model("grunt", line(1, 5))] * 3))
    blue = base_that_fights(4, NEVER_HITS, shield=6)
    played = enter_from_both_sides([5, 5, 5, 5] + [1] * 4 + [6, 1, 1, 1], [red], [blue], "deflections")
    assert innermost_window(played).asks == (0,)
    refused(played, "red", cancellation(own=group_counts(a1_2=2)), "HX-ASSAULT-18", "other-count-deflected")
    played.when("red", cancellation(own=group_counts(a1_2=1))).accepted()
    played.faces(1, 1, 1)
    finish_silently(played)
    assert [row.hit.source for row in events_of_kind(played, HitScored)].count("a1.1") == 1
    assert (len(hit(played)), unit(played, "b1").fire) == (3, 1)


@pytest.mark.rule("HX-ASSAULT-22")
def test_the_winner_chooses_what_of_the_enemy_is_deflected():
    """The winner's one deflection cancels the enemy's flaming success and not the plain one."""
    red = base_that_fights(4, line(1, 5), "ork", shield=6)
    blue = infantry(models=(model("hero", FLAMING), model("grunt", line(1, 5))))
    played = enter_from_both_sides([5] * 4 + [5, 5] + [6, 1, 1, 1], [red], [blue], "deflections")
    assert innermost_window(played).asks == (0,)
    played.when("red", cancellation(enemy=group_counts(b1_1=1))).accepted()
    played.faces(*[1] * 3)
    finish_silently(played)
    assert unit(played, "a1").fire == 0
    assert ("b1", "a1") in hit(played)


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
    shields = infantry(models=tuple(replace(row, deflection=deflection(1, 6)) for row in infantry().models))
    played, begun = head_on(dice=[4, 5, 5, 1, 1, 1, 1, 1, 6, 1, 1, 1], red=mixed, blue=shields)
    begun.asks("deflections", "red")
    own = (GroupCount(group="a1.1", count=1), GroupCount(group="a1.2", count=1))
    played.when("red", ChooseDeflections(own=own)).rejected("HX-ASSAULT-18", "other-count-deflected", named=2, due=1)
    played.when("red", ChooseDeflections(own=(GroupCount(group="b1.1", count=1),))).rejected(
        "HX-ASSAULT-16", "no-such-successes"
    )
    weaker = (GroupCount(group="a1.2", count=1),)
    played.when("red", ChooseDeflections(own=weaker)).then(SuccessesDeflected, own=weaker, enemy=())
    assert [(group.id, group.successes) for group in played.game.fights["f1"].groups] == [
        ("a1.1", 1),
        ("a1.2", 1),
        ("b1.1", 0),
    ]

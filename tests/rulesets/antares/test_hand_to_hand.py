"""AN-H2H: rounds of hand to hand, their result and what follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from msgspec import Struct

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    BreakTested,
    ChooseFollowOn,
    ConsolidateMove,
    ConsolidationBegun,
    DamageRolled,
    DeclineBreakOff,
    DieRerolled,
    FollowOnChosen,
    H2HRoundBegun,
    H2HRoundResolved,
    ModelLost,
    PointBlankPartBegun,
    ShootingDeclared,
    UnitBroken,
    UnitMoved,
    UnitSheet,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from tests.kit import Table
from tests.rulesets.antares.givens import INCH, at, box, change, straight
from tests.rulesets.antares.said_fights import (
    DOWN,
    USED,
    X,
    Y,
    asked,
    charge,
    duel,
    gained,
    go,
    gun,
    left,
    men,
    of,
    one,
    react,
    resisted,
    row,
    stats,
    through,
)

HALTED = {"order": "advance", "hand": 0}
CHART = ("uses_damage_chart", "can_assault")
STOPS = ("follow_on", "consolidate", "break_off", "allocate_lucky")


def fight(dice: Sequence[int], own: UnitSheet, foe: UnitSheet, **rest: Any) -> tuple[Table, list[Struct]]:
    """Let "a-x" assault "b-y" from 4 inches; stops where a choice follows the blows."""
    stops = rest.pop("stops", STOPS)
    played = duel(own, foe, dice, 4 * INCH, order="run", **rest)
    charge(played, 4 * INCH).accepted()
    return played, through(played, *stops)


def blows(events: Iterable[Struct]) -> list[dict[str, AccuracyRolled]]:
    """Give the attacks by their unit, round by round."""
    rounds: list[dict[str, AccuracyRolled]] = []
    volleys: dict[str, ShootingDeclared] = {}
    for each in events:
        if isinstance(each, H2HRoundBegun):
            rounds.append({})
        elif isinstance(each, ShootingDeclared):
            volleys[each.volley] = each
        elif isinstance(each, AccuracyRolled) and volleys[each.volley].kind == "hand_to_hand":
            rounds[-1][volleys[each.volley].unit] = each
    return rounds


def follow(played: Table, who: str, *, on: bool = True) -> list[Struct]:
    played.when(who, ChooseFollowOn(follow_on=on))
    return through(played, *STOPS)


# -- blows


@pytest.mark.rule("AN-H2H-01")
def test_both_sides_roll_for_all_models():
    """Four against four that cause two casualties each both throw four dice."""
    dice = [3, 3, 10, 10, 3, 3, 10, 10, 9, 9, 9, 9, 1, 1, 9, 1]
    played, events = fight(dice, men(4), men(4))
    assert {unit: len(each.dice) for unit, each in blows(events)[0].items()} == {"a-x": 4, "b-y": 4}
    assert (left(played, "a-x"), left(played)) == (2, 2)


@pytest.mark.rule("AN-H2H-02")
def test_a_down_side_strikes_last():
    """A Down side of 4 that loses 3 throws for 1 model."""
    played, events = fight([3, 3, 3, 9, 9, 9, 10, 1], men(3), men(4), theirs=DOWN)
    assert len(blows(events)[0]["b-y"].dice) == 1
    assert left(played) == 1


@pytest.mark.rule("AN-H2H-02")
def test_both_down_strike_together_and_nothing_is_rerolled():
    """Where both are Down both throw for all their models, and being Down protects nobody."""
    rider = men(2, flags=("can_assault", "hit_and_run"))
    dice = [3, 10, 3, 10, 9, 9, 1, 1, 9, 1]
    played, _ = fight(dice, rider, men(2), stops=("break_off",))
    for each in ("a-x", "b-y"):
        change(played, each, order="down")
    played.when("red", DeclineBreakOff(unit="a-x"))
    events = through(played, *STOPS)
    assert {unit: len(each.dice) for unit, each in blows(events)[0].items()} == {"a-x": 2, "b-y": 2}
    assert not of(events, DieRerolled)


@pytest.mark.rule("AN-H2H-03")
def test_an_attack_is_a_die_against_str_without_pins():
    """Str 5 assaulting is 6: a 6 hits and a 7 misses, whatever the pins."""
    dice = [6, 7, 10, 10, 1, 1]
    _, events = fight(dice, men(2), men(2), mine={"pins": 3}, theirs={**USED, "pins": 0})
    mine = blows(events)[0]["a-x"]
    assert mine.needed.total == 6
    assert [each.result for each in mine.dice] == ["hit", "miss"]


@pytest.mark.rule("AN-H2H-04")
def test_the_assaulter_has_one_more_in_the_first_round():
    """The assaulter fights at 6 and the target at 5; in a follow-on that the target won the assaulter is at 5."""
    played, events = fight([9, 9, 1, 9, 9, 1], men(1), men(1), mine={"pins": 1})
    first = blows(events)[0]
    assert {unit: each.needed.total for unit, each in first.items()} == {"a-x": 6, "b-y": 5}
    assert blows(follow(played, "blue"))[0]["a-x"].needed.total == 5


@pytest.mark.rule("AN-H2H-04")
def test_in_a_countercharge_both_have_one_more():
    """Both sides of a Countercharge fight the first round at 6."""
    played = duel(men(1), men(1), [1, 9, 9, 9, 1], 8 * INCH, order="run", theirs={})
    charge(played, 8 * INCH)
    react(played, "countercharge")
    go(played, -4 * INCH, unit="b-y", who="blue")
    go(played, 4 * INCH)
    needed = {unit: each.needed.total for unit, each in blows(through(played, *STOPS))[0].items()}
    assert needed == {"a-x": 6, "b-y": 6}


@pytest.mark.rule("AN-H2H-05")
def test_the_winner_of_the_first_round_has_one_more_in_the_follow_on():
    """The target won: it fights the follow-on at 6; had the assaulter won, it would have 6 and the target 5."""
    for mine, theirs, winner, wanted in (
        ({"pins": 1}, USED, "blue", {"a-x": 5, "b-y": 6}), ({}, {**USED, "pins": 1}, "red", {"a-x": 6, "b-y": 5}),
    ):  # fmt: skip
        played, _ = fight([9, 9, 1, 9, 9, 1], men(1), men(1), mine=mine, theirs=theirs)
        second = blows(follow(played, winner))[0]
        assert {unit: each.needed.total for unit, each in second.items()} == wanted


@pytest.mark.rule("AN-H2H-06")
def test_every_model_fights_with_its_attacks_at_its_strike_value():
    """Five models of 2 attacks at strike value 1 throw 10 dice, and hits are resisted at one less."""
    own = men(5, model_attacks=2, model_strike_value=gun(1).strike_value)
    dice = [3, *[9] * 9, 9, 5, 9, 1]
    _, events = fight(dice, own, men(1))
    assert len(blows(events)[0]["a-x"].dice) == 10
    assert len(blows(events)[0]["b-y"].dice) == 1
    assert resisted(events)[0].needed.total == 5 + 1 - 1


@pytest.mark.rule("AN-H2H-07")
def test_ones_and_tens_are_read_as_in_shooting():
    """Dice 1, 3, 10 against 5 are a lucky hit, a hit and a dud; the lucky one is placed last by the attacker."""
    dice = [9, 9, 9, 1, 3, 10, 1, 1, 9, 1]
    played, events = fight(dice, men(3), men(3))
    theirs = blows(events)[0]["b-y"]
    assert theirs.needed.total == 5
    assert [each.result for each in theirs.dice] == ["lucky", "hit", "dud"]
    assert asked(played) == "allocate_lucky"
    assert played.window is not None
    assert played.window.asks == (1,)
    through(played, "consolidate")


@pytest.mark.rule("AN-H2H-07")
def test_one_lucky_hit_per_side_and_round():
    """Two 1s of one side are a lucky hit and a hit."""
    _, events = fight([1, 1, 9, 9, 2, 2, 9, 1], men(2), men(2), stops=("consolidate",))
    assert sorted(each.result for each in blows(events)[0]["a-x"].dice) == ["hit", "lucky"]


@pytest.mark.rule("AN-H2H-08")
def test_hits_are_resisted_without_cover():
    """Res 5, armour 1 and strike value 1 in hard cover make 5."""
    wood = box("w", X + 4 * INCH, Y - 2 * INCH, 6 * INCH, 4 * INCH, cover="hard", los="clear", move="open")
    own = men(1, model_strike_value=gun(1).strike_value)
    _, events = fight([3, 9, 5, 9, 1], own, men(1), terrain=[wood])
    test = resisted(events)[0]
    assert (test.needed.total, test.saved) == (5, True)


@pytest.mark.rule("AN-H2H-09")
def test_chart_units_get_the_pins_of_the_chart_alone():
    """A humongous beast that fails a test, with damage 6 and D3 of 2, has 2 pins and is Down; no casualty pin."""
    beast = men(1, type="humongous_beast", flags=CHART)
    played, events = fight([3, 9, 9, 6, 2], men(1), beast, theirs=HALTED)
    assert one(events, DamageRolled).row == "6-7"
    assert (gained(events), row(played).pins, row(played).order) == (2, 2, "down")
    assert not of(events, ModelLost)


@pytest.mark.rule("AN-H2H-09")
def test_failures_cost_wounds():
    """A model of 2 Wounds that fails once in hand to hand has 1 left."""
    played, events = fight([3, 9, 9, 9, 1], men(1), men(1, model_wounds=2))
    assert not of(events, ModelLost)
    assert played.game.models["b-y.1"].wounds == 1


@pytest.mark.rule("AN-H2H-10")
def test_a_pin_for_each_casualty():
    """Three casualties make 3 pins."""
    played, events = fight([3, 3, 3, *[9] * 7, 9, 9, 9, 1], men(3), men(7))
    assert (gained(events), row(played).pins, left(played)) == (3, 3, 4)


@pytest.mark.rule("AN-H2H-10")
@pytest.mark.parametrize(("counts", "pins"), [(False, 0), (True, 1)])
def test_a_lost_wound_pins_by_the_option_alone(counts, pins):
    """A lost Wound gives no pin in hand to hand, by the option one."""
    rest = [1] if counts else [9, 1]
    played, events = fight([3, 9, 9, *rest], men(1), men(1, model_wounds=2), options={"h2h_wound_pins": counts})
    assert gained(events) == row(played).pins == pins
    assert DEFAULTS.h2h_wound_pins is False


# -- the result


@pytest.mark.rule("AN-H2H-11")
def test_more_pins_lose():
    """With 2 pins against 4 the unit with 4 loses."""
    _, events = fight([9, 9, 1], men(1), men(1), mine={"pins": 2}, theirs={**USED, "pins": 4})
    result = one(events, H2HRoundResolved)
    assert (result.pins, result.loser, result.winner) == ((2, 4), "b-y", "a-x")


@pytest.mark.rule("AN-H2H-11")
@pytest.mark.parametrize(
    ("compare", "loser"), [("total", "a-x"), ("gained_in_round", "b-y"), ("gained_in_assault", "b-y")]
)
def test_which_pins_are_compared_is_an_option(compare, loser):
    """3 old pins and 1 new lose against 3 new ones by total, and win by pins gained."""
    dice = [3, 3, 3, 10, 3, *[10] * 7, 9, 9, 9, 9, 1]
    _, events = fight(dice, men(4), men(8), mine={"pins": 3}, options={"h2h_compare": compare})
    assert one(events, H2HRoundResolved).loser == loser
    assert DEFAULTS.h2h_compare == "total"


@pytest.mark.rule("AN-H2H-11")
@pytest.mark.parametrize(("compare", "loser"), [("gained_in_round", ""), ("gained_in_assault", "b-y")])
def test_pins_of_point_blank_shooting_are_of_the_assault_and_not_of_the_round(compare, loser):
    """A pin got at point blank decides where pins of the assault are compared, and not where those of the round are."""
    rest = [1] if loser else [9, 1]
    _, events = fight([3, 1, 9, 9, *rest], men(1, "gun"), men(1), options={"h2h_compare": compare})
    assert one(events, H2HRoundResolved).loser == loser


@pytest.mark.rule("AN-H2H-12")
def test_equal_pins_are_a_draw():
    """With 3 pins each nobody tests, nobody is asked for a follow-on, and both consolidate."""
    played, events = fight([9, 9, 9, 1], men(1), men(1), mine={"pins": 3}, theirs={**USED, "pins": 3})
    result = one(events, H2HRoundResolved)
    assert (result.loser, result.winner) == ("", "")
    assert not of(events, BreakTested)
    assert asked(played) == "consolidate"
    assert set(one(events, ConsolidationBegun).units) == {"a-x", "b-y"}


@pytest.mark.rule("AN-H2H-13")
def test_a_unit_that_breaks_by_pins_has_lost():
    """The winner by comparison has Co 6 and 6 pins: it breaks, and the other stands without a test."""
    foe = men(5, stats=stats(command=6))
    played, events = fight([3, *[10] * 5, 9], men(1), foe, mine={"pins": 7}, theirs={**USED, "pins": 5})
    assert one(events, UnitBroken).unit == "b-y"
    assert not of(events, BreakTested)
    assert row(played, "a-x").place == "table"
    assert one(events, ConsolidationBegun).units == ("a-x",)


@pytest.mark.rule("AN-H2H-13")
def test_where_both_break_nobody_wins():
    """Both units reach their Co in the round and both break; nobody is asked anything."""
    dice = [3, 10, 10, 3, 10, 10, 9, 9]
    played, events = fight(dice, men(3), men(3), mine={"pins": 7}, theirs={**USED, "pins": 7})
    assert {each.unit for each in of(events, UnitBroken)} == {"a-x", "b-y"}
    assert (asked(played), of(events, ConsolidationBegun)) == ("", [])


@pytest.mark.rule("AN-H2H-14")
def test_the_loser_tests():
    """A loser of Co 8 with 3 pins that throws 5 stands."""
    played, events = fight([9, 9, 5], men(1), men(1), theirs={**USED, "pins": 3})
    test = one(events, BreakTested)
    assert (test.unit, test.needed.total, test.passed) == ("b-y", 5, True)
    assert row(played).order == "advance"


@pytest.mark.rule("AN-H2H-14")
def test_the_winner_tests_for_its_own_losses_alone():
    """A winner that lost half its models tests too, the acting side's unit first."""
    dice = [3, 9, 3, 9, 9, 9, 1, 1]
    _, events = fight(dice, men(2), men(2), theirs={**USED, "pins": 3})
    assert [each.unit for each in of(events, BreakTested)] == ["a-x", "b-y"]
    assert one(events, H2HRoundResolved).winner == "a-x"


@pytest.mark.rule("AN-H2H-15", "AN-BREAK-02")
@pytest.mark.parametrize(("face", "more", "tests"), [(8, [], 0), (3, [1, 1], 1)])
def test_a_chart_unit_does_not_test_for_defeat(face, more, tests):
    """A chart unit that loses on pins throws no die unless a damage result of the round calls for it."""
    beast = men(1, type="humongous_beast", flags=CHART, order_dice=1)
    _, events = fight([3, 9, 9, face, *more], men(1), beast, theirs=HALTED)
    assert one(events, H2HRoundResolved).loser == "b-y"
    assert len(of(events, BreakTested)) == tests


# -- what follows


@pytest.mark.rule("AN-H2H-16")
def test_the_winner_chooses():
    """The winner is asked and the loser is refused; it may let the units part."""
    played, _ = fight([9, 9, 1], men(1), men(1), theirs={**USED, "pins": 1})
    assert asked(played) == "follow_on"
    played.when("blue", ChooseFollowOn(follow_on=True)).rejected("AN-H2H-16", "not-asked")
    played.when("red", ChooseFollowOn(follow_on=False)).then(FollowOnChosen, ConsolidationBegun)
    assert one(played.events, ConsolidationBegun).units == ("b-y", "a-x")


@pytest.mark.rule("AN-H2H-16")
def test_after_a_draw_there_is_no_follow_on():
    """After a draw neither side may choose a follow-on."""
    played, _ = fight([9, 9, 9, 1], men(1), men(1))
    for who in ("red", "blue"):
        played.when(who, ChooseFollowOn(follow_on=True)).rejected("AN-CONS-04", "not-asked")


@pytest.mark.rule("AN-H2H-17")
def test_a_follow_on_is_one_more_round_without_shots():
    """The follow-on has blows and no shots, and no third round is offered."""
    played, events = fight([9, 9, 9, 1, 9, 9, 1], men(1, "gun"), men(1), theirs={**USED, "pins": 1})
    assert len(of(events, PointBlankPartBegun)) == 1
    events = follow(played, "red")
    assert one(events, H2HRoundBegun).round == 2
    assert not of(events, PointBlankPartBegun)
    assert one(events, H2HRoundResolved).winner == "a-x"
    assert asked(played) == "consolidate"
    played.when("red", ChooseFollowOn(follow_on=True)).rejected("AN-CONS-04", "not-asked")


@pytest.mark.rule("AN-H2H-17")
@pytest.mark.parametrize("rounds", [0, 2])
def test_how_many_follow_ons_is_an_option(rounds):
    """With 0 follow-on rounds none is offered, with 2 a third round may be fought."""
    dice = [9, 9, 1] * (rounds + 1)
    played, _ = fight(dice, men(1), men(1), theirs={**USED, "pins": 1}, options={"max_follow_on_rounds": rounds})
    for _each in range(rounds):
        assert asked(played) == "follow_on"
        follow(played, "red")
    assert asked(played) == "consolidate"
    assert DEFAULTS.max_follow_on_rounds == 1


@pytest.mark.rule("AN-H2H-18")
def test_survivors_part():
    """When no follow-on is chosen the loser moves and then the winner is asked."""
    played, _ = fight([9, 9, 1], men(1), men(1), theirs={**USED, "pins": 1})
    played.when("red", ChooseFollowOn(follow_on=False)).asks("consolidate", "blue")
    away = ConsolidateMove(unit="b-y", paths=straight(played, "b-y", 5 * INCH))
    played.when("blue", away).then(UnitMoved, unit="b-y").asks("consolidate", "red")
    assert at(played, "b-y.1") == (X + 10 * INCH, Y)


@pytest.mark.rule("AN-H2H-18")
def test_a_unit_that_went_down_moves_all_the_same():
    """A loser that failed its test under half is Down and still moves M away."""
    played, _ = fight([9, 9, 8], men(1), men(1), theirs={**USED, "pins": 1})
    assert row(played).order == "down"
    played.when("red", ChooseFollowOn(follow_on=False)).asks("consolidate", "blue")
    played.when("blue", ConsolidateMove(unit="b-y", paths=straight(played, "b-y", 5 * INCH))).accepted()
    assert at(played, "b-y.1") == (X + 10 * INCH, Y)

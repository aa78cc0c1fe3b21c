"""AN-H2H-11 to AN-H2H-18: who has won a round, and what follows."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    AssaultEnded,
    BreakTested,
    ChooseFollowOn,
    ConsolidateMove,
    ConsolidationBegun,
    FollowOnChosen,
    H2HRoundBegun,
    H2HRoundResolved,
    PointBlankPartBegun,
    RollOffMade,
    UnitBroken,
    UnitMoved,
    UnitWentDown,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from tests.rulesets.antares.assault.fixtures import unarmed, unarmed_fight
from tests.rulesets.antares.assault.steps import choose_follow_on, fight, rounds_resolved
from tests.rulesets.antares.fixtures import SPENT, USED, X, Y
from tests.rulesets.antares.sheets import INCH, plain_squad, stats, troopers
from tests.rulesets.antares.steps import (
    answer_by_default,
    events_of,
    one_event,
    place_of,
    play_until,
    question,
    straight_paths,
    unit_row,
)

CHART_FLAGS = ("uses_damage_chart", "can_assault")


@pytest.mark.rule("AN-H2H-11")
def test_more_pins_lose():
    """With 2 pins against 4 the unit with 4 loses."""
    _, events = fight([9, 9, 1], troopers(1), troopers(1), mine={"pins": 2}, theirs={**USED, "pins": 4})
    result = one_event(events, H2HRoundResolved)
    assert (result.pins, result.loser, result.winner) == ((2, 4), "b-y", "a-x")


@pytest.mark.rule("AN-H2H-11")
@pytest.mark.parametrize(
    ("compare", "loser"), [("total", "a-x"), ("gained_in_round", "b-y"), ("gained_in_assault", "b-y")]
)
@pytest.mark.ruling("AN-H2H-11.2", "AN-H2H-11.3")
def test_which_pins_are_compared_is_an_option(compare, loser):
    """3 old pins and 1 new lose against 3 new ones by total, and win by pins gained."""
    dice = [3, 3, 3, 10, 3, *[10] * 7, 9, 9, 9, 9, 1]
    _, events = fight(dice, troopers(4), troopers(8), mine={"pins": 3}, options={"h2h_compare": compare})
    assert one_event(events, H2HRoundResolved).loser == loser
    assert DEFAULTS.h2h_compare == "total"


@pytest.mark.rule("AN-H2H-11")
@pytest.mark.parametrize(("compare", "loser"), [("gained_in_round", ""), ("gained_in_assault", "b-y")])
@pytest.mark.ruling("AN-H2H-11.3")
def test_pins_of_point_blank_shooting_are_of_the_assault_and_not_of_the_round(compare, loser):
    """A pin got at point blank decides where pins of the assault are compared, and not where those of the round are."""
    rest = [1] if loser else [9, 1]
    _, events = fight([3, 1, 9, 9, *rest], troopers(1, "gun"), troopers(1), options={"h2h_compare": compare})
    assert one_event(events, H2HRoundResolved).loser == loser


@pytest.mark.rule("AN-H2H-11", "AN-H2H-14", "AN-BREAK-08")
@pytest.mark.parametrize(
    ("compare", "loser"), [("total", "a-x"), ("gained_in_round", "b-y"), ("gained_in_assault", "b-y")]
)
def test_pins_are_compared_in_total_or_as_gained_by_option(compare, loser):
    """A has 3 old pins and takes 1, B takes 2: by the total A loses, by what was gained B does; the loser tests."""
    six = unarmed(6)
    dice = [6, 6, 9, 9, 9, 9, 5, 9, 9, 9, 9, 9, 8, 8, 8, 3]
    played = unarmed_fight(dice, six, six, mine={"pins": 3}, theirs={"pins": 1}, options={"h2h_compare": compare})
    seen = play_until(played, "follow_on")
    (result,) = rounds_resolved(seen)
    assert result.loser == loser
    assert result.pins == ((4, 3) if compare == "total" else (1, 2))
    assert [row.unit for row in seen if isinstance(row, BreakTested)] == [loser]


@pytest.mark.rule("AN-H2H-12")
def test_equal_pins_are_a_draw():
    """With 3 pins each nobody tests, nobody is asked for a follow-on, and both consolidate."""
    played, events = fight([9, 9, 9, 1], troopers(1), troopers(1), mine={"pins": 3}, theirs={**USED, "pins": 3})
    result = one_event(events, H2HRoundResolved)
    assert (result.loser, result.winner) == ("", "")
    assert not events_of(events, BreakTested)
    assert question(played) == "consolidate"
    assert set(one_event(events, ConsolidationBegun).units) == {"a-x", "b-y"}


@pytest.mark.rule("AN-H2H-12", "AN-CONS-06", "AN-CONS-07")
def test_after_a_draw_there_is_no_test_and_each_consolidates():
    """Equal pins are a draw: no test, no follow-on; a roll-off says who consolidates first, 1 inch or more."""
    played = unarmed_fight([9, 9, 4, 9], mine={"pins": 3}, theirs={"pins": 3})
    seen = play_until(played, "roll_off")
    (result,) = rounds_resolved(seen)
    assert (result.loser, result.winner) == ("", "")
    answer_by_default(played).then(RollOffMade, purpose="consolidation").asks("consolidate", "blue")
    short = ConsolidateMove(unit="b-y", paths=straight_paths(played, "b-y", 500))
    played.when("blue", short).rejected("AN-CONS-07", "moves-too-little")
    played.when("red", ConsolidateMove(unit="a-x", paths=())).rejected("AN-CONS-04", "not-asked")
    inch = ConsolidateMove(unit="b-y", paths=straight_paths(played, "b-y", 1000))
    played.when("blue", inch).asks("consolidate", "red")
    answer_by_default(played).then(AssaultEnded, ActionEnded)
    assert place_of(played, "b-y.1") == (18_000, 10_000)


@pytest.mark.rule("AN-H2H-13")
@pytest.mark.parametrize("decides", [False, True])
@pytest.mark.ruling("AN-H2H-13.1", "AN-H2H-13.2")
def test_a_winner_that_breaks_by_pins_leaves(decides):
    """The winner by comparison has Co 6 and 6 pins: it breaks, and the loser tests all the same, unless by option."""
    enemy = troopers(5, stats=stats(command=6))
    dice = [3, *[10] * 5, 9, *([] if decides else [1])]
    options = {"automatic_break_decides": decides}
    played, events = fight(dice, troopers(1), enemy, mine={"pins": 7}, theirs={**USED, "pins": 5}, options=options)
    assert one_event(events, UnitBroken).unit == "b-y"
    assert one_event(events, H2HRoundResolved).loser == ("b-y" if decides else "a-x")
    assert [event.unit for event in events_of(events, BreakTested)] == ([] if decides else ["a-x"])
    assert DEFAULTS.automatic_break_decides is False
    assert unit_row(played, "a-x").place == "table"
    assert one_event(events, ConsolidationBegun).units == ("a-x",)


@pytest.mark.rule("AN-H2H-13")
def test_where_both_break_nobody_wins():
    """Both units reach their Co in the round and both break; nobody is asked anything."""
    dice = [3, 10, 10, 3, 10, 10, 9, 9]
    played, events = fight(dice, troopers(3), troopers(3), mine={"pins": 7}, theirs={**USED, "pins": 7})
    assert {event.unit for event in events_of(events, UnitBroken)} == {"a-x", "b-y"}
    assert (question(played), events_of(events, ConsolidationBegun)) == ("", [])


@pytest.mark.rule("AN-H2H-13")
def test_by_option_a_winner_that_breaks_by_pins_has_lost():
    """By option the winner by comparison that breaks has lost, and its opponent takes no test."""
    options = {"automatic_break_decides": True}
    low = unarmed(
        stats=plain_squad().stats.__class__(agility=5, accuracy=5, strength=5, resist=5, initiative=7, command=6)
    )
    enemy = unarmed(3, stats=low.stats)
    played = unarmed_fight([6, 9, 9, 9, 8], enemy=enemy, mine={"pins": 7}, theirs={"pins": 5}, options=options)
    seen = play_until(played, "consolidate")
    (result,) = rounds_resolved(seen)
    assert (result.pins, result.loser, result.winner) == ((7, 6), "b-y", "a-x")
    assert [row.unit for row in seen if isinstance(row, UnitBroken)] == ["b-y"]
    assert not [row for row in seen if isinstance(row, BreakTested)]
    dice = [6, 9, 9, 5, 9, 9, 8, 8]
    played = unarmed_fight(dice, unarmed(3), enemy, mine={"pins": 7}, theirs={"pins": 5}, options=options)
    seen = play_until(played)
    (result,) = rounds_resolved(seen)
    assert (result.loser, result.winner) == ("", "")
    assert {row.unit for row in seen if isinstance(row, UnitBroken)} == {"a-x", "b-y"}
    assert isinstance(seen[-1], ActionEnded)
    assert not [row for row in seen if isinstance(row, ConsolidationBegun)]


@pytest.mark.rule("AN-H2H-14")
def test_the_loser_tests():
    """A loser of Co 8 with 3 pins that throws 5 stands."""
    played, events = fight([9, 9, 5], troopers(1), troopers(1), theirs={**USED, "pins": 3})
    test = one_event(events, BreakTested)
    assert (test.unit, test.needed.total, test.passed) == ("b-y", 5, True)
    assert unit_row(played).order == "advance"


@pytest.mark.rule("AN-H2H-14")
def test_the_winner_tests_for_its_own_losses_alone():
    """A winner that lost half its models tests too, the acting side's unit first."""
    dice = [3, 9, 3, 9, 9, 9, 1, 1]
    _, events = fight(dice, troopers(2), troopers(2), theirs={**USED, "pins": 3})
    assert [event.unit for event in events_of(events, BreakTested)] == ["a-x", "b-y"]
    assert one_event(events, H2HRoundResolved).winner == "a-x"


@pytest.mark.rule("AN-H2H-15", "AN-BREAK-02")
@pytest.mark.parametrize(("face", "more", "tests"), [(8, [], 0), (3, [1, 1], 1)])
def test_a_chart_unit_does_not_test_for_defeat(face, more, tests):
    """A chart unit that loses on pins throws no die unless a damage result of the round calls for it."""
    beast = troopers(1, unit_type="humongous_beast", flags=CHART_FLAGS, order_dice=1)
    _, events = fight([3, 9, 9, face, *more], troopers(1), beast, theirs=SPENT)
    assert one_event(events, H2HRoundResolved).loser == "b-y"
    assert len(events_of(events, BreakTested)) == tests


@pytest.mark.rule("AN-H2H-16")
def test_the_winner_chooses():
    """The winner is asked and the loser is refused; it may let the units part."""
    played, _ = fight([9, 9, 1], troopers(1), troopers(1), theirs={**USED, "pins": 1})
    assert question(played) == "follow_on"
    played.when("blue", ChooseFollowOn(follow_on=True)).rejected("AN-H2H-16", "not-asked")
    played.when("red", ChooseFollowOn(follow_on=False)).then(FollowOnChosen, ConsolidationBegun)
    assert one_event(played.events, ConsolidationBegun).units == ("b-y", "a-x")


@pytest.mark.rule("AN-H2H-16")
def test_after_a_draw_there_is_no_follow_on():
    """After a draw neither side may choose a follow-on."""
    played, _ = fight([9, 9, 9, 1], troopers(1), troopers(1))
    for who in ("red", "blue"):
        played.when(who, ChooseFollowOn(follow_on=True)).rejected("AN-CONS-04", "not-asked")


@pytest.mark.rule("AN-H2H-16", "AN-H2H-17", "AN-H2H-05")
def test_the_winner_may_go_on_once_at_one_more():
    """The winner may go on once: +1 to the winner of the first round, none for assaulting, and no third round."""
    played = unarmed_fight([9, 9, 3, 6, 7, 4], mine={"pins": 1})
    play_until(played, "follow_on")
    played.when("red", ChooseFollowOn(follow_on=True)).rejected("AN-H2H-16", "not-asked")
    played.when("blue", ChooseFollowOn(follow_on=True)).then(FollowOnChosen, H2HRoundBegun, round=2)
    seen = play_until(played, "consolidate")
    assert [row.needed.total for row in seen if isinstance(row, AccuracyRolled)] == [5, 6]
    assert [row.round for row in rounds_resolved(seen)] == [2]


@pytest.mark.rule("AN-H2H-17")
@pytest.mark.ruling("AN-H2H-17.2")
def test_a_follow_on_is_one_more_round_without_shots():
    """The follow-on has blows and no shots, and no third round is offered."""
    played, events = fight([9, 9, 9, 1, 9, 9, 1], troopers(1, "gun"), troopers(1), theirs={**USED, "pins": 1})
    assert len(events_of(events, PointBlankPartBegun)) == 1
    events = choose_follow_on(played, "red")
    assert one_event(events, H2HRoundBegun).round == 2
    assert not events_of(events, PointBlankPartBegun)
    assert one_event(events, H2HRoundResolved).winner == "a-x"
    assert question(played) == "consolidate"
    played.when("red", ChooseFollowOn(follow_on=True)).rejected("AN-CONS-04", "not-asked")


@pytest.mark.rule("AN-H2H-17")
@pytest.mark.parametrize("rounds", [0, 2])
@pytest.mark.ruling("AN-H2H-17.3")
def test_how_many_follow_ons_is_an_option(rounds):
    """With 0 follow-on rounds none is offered, with 2 a third round may be fought."""
    dice = [9, 9, 1] * (rounds + 1)
    played, _ = fight(
        dice, troopers(1), troopers(1), theirs={**USED, "pins": 1}, options={"max_follow_on_rounds": rounds}
    )
    for _each in range(rounds):
        assert question(played) == "follow_on"
        choose_follow_on(played, "red")
    assert question(played) == "consolidate"
    assert DEFAULTS.max_follow_on_rounds == 1


@pytest.mark.rule("AN-H2H-17")
@pytest.mark.parametrize(("most", "rounds"), [(0, 1), (2, 3)])
def test_the_number_of_follow_on_rounds_is_an_option(most, rounds):
    """The option says how many follow-on rounds there are."""
    dice = [9, 9, 3] * rounds
    played = unarmed_fight(dice, mine={"pins": 1}, options={"max_follow_on_rounds": most})
    fought = 1
    play_until(played, "follow_on", "consolidate")
    while played.window is not None and played.window.kind == "follow_on":
        played.when("blue", ChooseFollowOn(follow_on=True)).accepted()
        play_until(played, "follow_on", "consolidate")
        fought += 1
    assert fought == rounds


@pytest.mark.rule("AN-H2H-18")
def test_survivors_part():
    """When no follow-on is chosen the loser moves and then the winner is asked."""
    played, _ = fight([9, 9, 1], troopers(1), troopers(1), theirs={**USED, "pins": 1})
    played.when("red", ChooseFollowOn(follow_on=False)).asks("consolidate", "blue")
    away = ConsolidateMove(unit="b-y", paths=straight_paths(played, "b-y", 5 * INCH))
    played.when("blue", away).then(UnitMoved, unit="b-y").asks("consolidate", "red")
    assert place_of(played, "b-y.1") == (X + 10 * INCH, Y)


@pytest.mark.rule("AN-H2H-18")
@pytest.mark.ruling("AN-H2H-18.2")
def test_a_unit_that_went_down_moves_all_the_same():
    """A loser that failed its test under half is Down and still moves M away."""
    played, _ = fight([9, 9, 8], troopers(1), troopers(1), theirs={**USED, "pins": 1})
    assert unit_row(played).order == "down"
    played.when("red", ChooseFollowOn(follow_on=False)).asks("consolidate", "blue")
    played.when("blue", ConsolidateMove(unit="b-y", paths=straight_paths(played, "b-y", 5 * INCH))).accepted()
    assert place_of(played, "b-y.1") == (X + 10 * INCH, Y)


@pytest.mark.rule("AN-CONS-04", "AN-CONS-05", "AN-H2H-18")
def test_the_loser_parts_first_even_when_it_went_down():
    """The loser goes its full M before the winner, even if it went Down; the winner may stay."""
    played = unarmed_fight([9, 9, 9], mine={"pins": 1})
    seen = play_until(played, "follow_on")
    assert [row.unit for row in seen if isinstance(row, UnitWentDown)] == ["a-x"]
    answer_by_default(played).then(FollowOnChosen, ConsolidationBegun, units=("a-x", "b-y")).asks("consolidate", "red")
    three = ConsolidateMove(unit="a-x", paths=straight_paths(played, "a-x", -3000))
    played.when("red", three).rejected("AN-CONS-05", "moves-too-little")
    played.when("red", ConsolidateMove(unit="a-x", paths=straight_paths(played, "a-x", -5000))).asks(
        "consolidate", "blue"
    )
    answer_by_default(played).then(AssaultEnded, ActionEnded)
    assert place_of(played, "a-x.1") == (11_000, 10_000)
    assert place_of(played, "b-y.1") == (17_000, 10_000)

"""Hand to hand through commands: blows, hazards, the result, the follow-on and the parting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    AssaultEnded,
    BreakDue,
    BreakTested,
    ChooseFollowOn,
    ConsolidateMove,
    ConsolidationBegun,
    DamageRolled,
    FollowOnChosen,
    H2HRoundBegun,
    H2HRoundResolved,
    Hazard,
    HazardTriggered,
    HitsAllocated,
    ModelLost,
    PinsAdded,
    ResistRolled,
    RollOffMade,
    UnitBroken,
    UnitWentDown,
)
from tests.kit import Table
from tests.rulesets.antares.givens import amount, armed, at, box, kind, natural, plain, straight, unit, weapon
from tests.rulesets.antares.reacting import USED, acting, answer, charge, go, react, until


def blades(count: int = 1, **changes: Any) -> Any:
    """Make a squad that can not shoot: its models have one attack each."""
    return armed("maul", count=count, **changes)


def fight(
    dice: Iterable[int] = (), own: Any = None, foe: Any = None, *, mine: Mapping[str, Any] | None = None,
    theirs: Mapping[str, Any] | None = None, options: Mapping[str, Any] | None = None, **rest: Any,
) -> Table:  # fmt: skip
    """Let "a-x" assault "b-y" without a shot: the first blows are to fall."""
    club = weapon("maul", short=0, long=0, extreme=0, modes=())
    played = acting(
        "run", ("a-x", own or blades(), (10_000, 10_000), mine or {}),
        ("b-y", foe or blades(), (17_000, 10_000), {**USED, **(theirs or {})}), dice=dice, options=options,
        weapons=[club], pace="step", **rest,
    )  # fmt: skip
    charge(played, 6000).then(H2HRoundBegun, round=1).asks("h2h_roll")
    return played


def resolved(seen: Iterable[Any]) -> list[H2HRoundResolved]:
    return [each for each in seen if isinstance(each, H2HRoundResolved)]


@pytest.mark.rule("AN-H2H-03", "AN-H2H-04", "AN-H2H-06")
def test_numbers():
    """Str 5, 6 for the assaulter in the first round: 6 hits, 7 misses; pins do not count."""
    two = kind(weapons=("maul",), attacks=2, strike_value=amount(1))
    played = fight([6, 7, 6, 5, 5], blades(kinds=(two,)), mine={"pins": 1})
    seen = until(played, "consolidate", "follow_on")
    rolled = [each for each in seen if isinstance(each, AccuracyRolled)]
    assert [each.needed.total for each in rolled] == [6, 5]
    assert [[die.result for die in each.dice] for each in rolled] == [["hit", "miss"], ["miss"]]
    resisted = [each for each in seen if isinstance(each, ResistRolled)]
    assert [each.tests[0].needed.total for each in resisted] == [5]


@pytest.mark.rule("AN-H2H-08", "AN-RESIST-05")
def test_no_cover():
    """Res 5 and armour 1 against no strike value are 6, in hard cover too."""
    bunker = box("bunker", 15_000, 8000, 6000, 6000, cover="hard", move="open", los="clear")
    played = fight([6, 9, 6], terrain=[bunker])
    seen = until(played, "roll_off")
    (resisted,) = [each for each in seen if isinstance(each, ResistRolled)]
    assert resisted.tests[0].needed.total == 6


@pytest.mark.rule("AN-H2H-01", "AN-H2H-10", "AN-PIN-05", "AN-H2H-11")
def test_simultaneous_blows():
    """4 v 4, both cause 2 casualties: both rolled 4 attacks, each takes 2 pins, and the round is a draw."""
    four = blades(4)
    dice = [6, 6, 9, 9, 5, 5, 9, 9, 8, 8, 8, 8]
    played = fight(dice, four, four)
    seen = until(played, "roll_off", "break_test")
    assert [len(each.dice) for each in seen if isinstance(each, AccuracyRolled)] == [4, 4]
    assert sum(isinstance(each, HitsAllocated) for each in seen) == 2
    assert [(each.unit, each.pins, each.cause) for each in seen if isinstance(each, PinsAdded)] == [
        ("a-x", 2, "casualties"), ("b-y", 2, "casualties"),
    ]  # fmt: skip
    (result,) = resolved(seen)
    assert (result.pins, result.loser, result.winner) == ((2, 2), "", "")
    assert [unit(played, each).due for each in ("a-x", "b-y")] == [("half",), ("half",)]


@pytest.mark.rule("AN-H2H-02")
def test_down_strikes_last():
    """A Down side of 4 loses 3 and rolls for 1 model; hits in hand to hand are not thrown again."""
    played = fight([6, 6, 6, 9, 8, 8, 8, 9, 9], blades(4), blades(4), theirs={"order": "down"})
    seen = until(played, "follow_on", "consolidate")
    assert [len(each.dice) for each in seen if isinstance(each, AccuracyRolled)] == [4, 1]
    assert [type(each) for each in seen].count(ModelLost) == 3


@pytest.mark.rule("AN-H2H-02")
def test_both_down():
    """If both are Down the round is simultaneous."""
    how = {"exhausted_goes_down": True}
    club = weapon("maul", short=0, long=0, extreme=0, modes=())
    played = acting(
        "run", ("a-x", blades(), (10_000, 10_000)), ("b-y", blades(), (17_000, 10_000), {"order": "down"}),
        dice=[9, 9, 9, 3], options=how, weapons=[club], pace="step",
    )  # fmt: skip
    charge(played, 6000, sprint=True).accepted()
    seen = until(played, "consolidate")
    assert unit(played, "a-x").order == "down"
    assert sum(isinstance(each, AccuracyRolled) for each in seen) == 2
    assert [each.pins for each in resolved(seen)] == [(1, 0)]


@pytest.mark.rule("AN-H2H-07", "AN-HIT-01")
def test_lucky_and_dud():
    """Dice 1, 3, 10 against 6: a lucky hit, a hit, a dud; the attacker places the lucky one last."""
    three = blades(3)
    played = fight([1, 3, 10, 9, 9, 9], three, three)
    seen = until(played, "allocate", "allocate_lucky")
    first = next(each for each in seen if isinstance(each, AccuracyRolled))
    assert [die.result for die in first.dice] == ["lucky", "hit", "dud"]
    assert played.window is not None
    assert (played.window.kind, played.window.asks) == ("allocate", (1,))
    answer(played).asks("allocate_lucky", "red")


@pytest.mark.rule("AN-HIT-09")
def test_hazard():
    """A 10 of a hazardous weapon is a hit on its own wielder; without the data it is only the dud."""
    wild = kind(weapons=("maul",), hazard=Hazard(strike_value=amount("d3")))
    played = fight([10, 10, 2, 1, 9, 3, 6, 3], blades(2, kinds=(wild,)))
    seen = until(played, "follow_on")
    (event,) = [each for each in seen if isinstance(each, HazardTriggered)]
    found = [(each.unit, each.model, each.strike_value) for each in event.hits]
    assert found == [("a-x", "a-x.1", 2), ("a-x", "a-x.2", 1)]
    (resisted,) = [each for each in seen if isinstance(each, ResistRolled)]
    assert [(each.model, each.needed.total, each.saved) for each in resisted.tests] == [
        ("a-x.1", 4, True), ("a-x.2", 5, False),
    ]  # fmt: skip
    assert [each.cause for each in seen if isinstance(each, PinsAdded)] == ["casualties"]
    played = fight([10, 9])
    assert not [each for each in until(played, "roll_off") if isinstance(each, HazardTriggered)]


@pytest.mark.rule("AN-H2H-09", "AN-H2H-15")
def test_damage_chart():
    """A beast that fails a test rolls on the chart, takes no casualty pin, and does not test for its defeat."""
    beast = blades(type="humongous_beast", flags=("can_assault", "uses_damage_chart"))
    played = fight([9, 5, 8, 6, 2], beast, mine={})
    seen = until(played, "consolidate", "follow_on")
    assert [each.row for each in seen if isinstance(each, DamageRolled)] == ["6-7"]
    assert [(each.pins, each.cause) for each in seen if isinstance(each, PinsAdded)] == [(2, "damage")]
    (result,) = resolved(seen)
    assert (result.loser, result.winner) == ("a-x", "b-y")
    assert not [each for each in seen if isinstance(each, BreakDue | BreakTested)]


@pytest.mark.rule("AN-H2H-11", "AN-H2H-14", "AN-BREAK-08")
@pytest.mark.parametrize(
    ("compare", "loser"), [("total", "a-x"), ("gained_in_round", "b-y"), ("gained_in_assault", "b-y")]
)
def test_compared(compare, loser):
    """A has 3 old pins and takes 1, B takes 2: by the total A loses, by what was gained B does; the loser tests."""
    six = blades(6)
    dice = [6, 6, 9, 9, 9, 9, 5, 9, 9, 9, 9, 9, 8, 8, 8, 3]
    played = fight(dice, six, six, mine={"pins": 3}, theirs={"pins": 1}, options={"h2h_compare": compare})
    seen = until(played, "follow_on")
    (result,) = resolved(seen)
    assert result.loser == loser
    assert result.pins == ((4, 3) if compare == "total" else (1, 2))
    assert [each.unit for each in seen if isinstance(each, BreakTested)] == [loser]


@pytest.mark.rule("AN-H2H-12", "AN-CONS-06", "AN-CONS-07")
def test_draw():
    """Equal pins are a draw: no test, no follow-on; a roll-off says who consolidates first, 1 inch or more."""
    played = fight([9, 9, 4, 9], mine={"pins": 3}, theirs={"pins": 3})
    seen = until(played, "roll_off")
    (result,) = resolved(seen)
    assert (result.loser, result.winner) == ("", "")
    answer(played).then(RollOffMade, purpose="consolidation").asks("consolidate", "blue")
    short = ConsolidateMove(unit="b-y", paths=straight(played, "b-y", 500))
    played.when("blue", short).rejected("AN-CONS-07", "moves-too-little")
    played.when("red", ConsolidateMove(unit="a-x", paths=())).rejected("AN-CONS-04", "not-asked")
    inch = ConsolidateMove(unit="b-y", paths=straight(played, "b-y", 1000))
    played.when("blue", inch).asks("consolidate", "red")
    answer(played).then(AssaultEnded, ActionEnded)
    assert at(played, "b-y.1") == (18_000, 10_000)


@pytest.mark.rule("AN-H2H-13")
def test_automatic_break_decides():
    """The winner by comparison has as many pins as Co: it breaks and has lost, and its opponent takes no test."""
    low = blades(stats=plain().stats.__class__(
        agility=5, accuracy=5, strength=5, resist=5, initiative=7, command=6,
    ))  # fmt: skip
    foe = blades(3, stats=low.stats)
    played = fight([6, 9, 9, 9, 8], foe=foe, mine={"pins": 7}, theirs={"pins": 5})
    seen = until(played, "consolidate")
    (result,) = resolved(seen)
    assert (result.pins, result.loser, result.winner) == ((7, 6), "b-y", "a-x")
    assert [each.unit for each in seen if isinstance(each, UnitBroken)] == ["b-y"]
    assert not [each for each in seen if isinstance(each, BreakTested)]
    played = fight([6, 9, 9, 5, 9, 9, 8, 8], blades(3), foe, mine={"pins": 7}, theirs={"pins": 5})
    seen = until(played)
    (result,) = resolved(seen)
    assert (result.loser, result.winner) == ("", "")
    assert {each.unit for each in seen if isinstance(each, UnitBroken)} == {"a-x", "b-y"}
    assert isinstance(seen[-1], ActionEnded)
    assert not [each for each in seen if isinstance(each, ConsolidationBegun)]


@pytest.mark.rule("AN-H2H-16", "AN-H2H-17", "AN-H2H-05")
def test_follow_on():
    """The winner may go on once: +1 to the winner of the first round, none for assaulting, and no third round."""
    played = fight([9, 9, 3, 6, 7, 4], mine={"pins": 1})
    until(played, "follow_on")
    played.when("red", ChooseFollowOn(follow_on=True)).rejected("AN-H2H-16", "not-asked")
    played.when("blue", ChooseFollowOn(follow_on=True)).then(FollowOnChosen, H2HRoundBegun, round=2)
    seen = until(played, "consolidate")
    assert [each.needed.total for each in seen if isinstance(each, AccuracyRolled)] == [5, 6]
    assert [each.round for each in resolved(seen)] == [2]


@pytest.mark.rule("AN-H2H-17")
@pytest.mark.parametrize(("most", "rounds"), [(0, 1), (2, 3)])
def test_follow_on_rounds_by_option(most, rounds):
    """The option says how many follow-on rounds there are."""
    dice = [9, 9, 3] * rounds
    played = fight(dice, mine={"pins": 1}, options={"max_follow_on_rounds": most})
    fought = 1
    until(played, "follow_on", "consolidate")
    while played.window is not None and played.window.kind == "follow_on":
        played.when("blue", ChooseFollowOn(follow_on=True)).accepted()
        until(played, "follow_on", "consolidate")
        fought += 1
    assert fought == rounds


@pytest.mark.rule("AN-CONS-04", "AN-CONS-05", "AN-H2H-18")
def test_loser_parts_first():
    """The loser goes its full M before the winner, even if it went Down; the winner may stay."""
    played = fight([9, 9, 9], mine={"pins": 1})
    seen = until(played, "follow_on")
    assert [each.unit for each in seen if isinstance(each, UnitWentDown)] == ["a-x"]
    answer(played).then(FollowOnChosen, ConsolidationBegun, units=("a-x", "b-y")).asks("consolidate", "red")
    three = ConsolidateMove(unit="a-x", paths=straight(played, "a-x", -3000))
    played.when("red", three).rejected("AN-CONS-05", "moves-too-little")
    played.when("red", ConsolidateMove(unit="a-x", paths=straight(played, "a-x", -5000))).asks("consolidate", "blue")
    answer(played).then(AssaultEnded, ActionEnded)
    assert at(played, "a-x.1") == (11_000, 10_000)
    assert at(played, "b-y.1") == (17_000, 10_000)


@pytest.mark.rule("AN-H2H-04", "AN-REACT-21")
def test_both_assault():
    """In a Countercharge both have the bonus."""
    club = weapon("maul", short=0, long=0, extreme=0, modes=())
    played = acting(
        "run", ("a-x", blades(), (10_000, 10_000)), ("b-y", blades(), (19_000, 10_000)), dice=[7, 9, 9],
        weapons=[club], pace="step",
    )  # fmt: skip
    charge(played, 8000).accepted()
    react(played, "countercharge").accepted()
    answer(played).asks("reaction_move", "blue")
    go(played, -4000, unit="b-y", who="blue").accepted()
    go(played, 4000).accepted()
    seen = until(played, "roll_off")
    assert [each.needed.total for each in seen if isinstance(each, AccuracyRolled)] == [6, 6]
    played.faces(9, 1)
    until(played)


@pytest.mark.rule("AN-GEN-03")
def test_extras_of_blows_by_option():
    """An option may add a pin for every 10 that is rolled in hand to hand."""
    played = fight([10, 9, 3], options={"natural_ten_penalty": (natural("h2h", "add_pin"),)})
    seen = until(played, "follow_on")
    assert [(each.unit, each.pins, each.cause) for each in seen if isinstance(each, PinsAdded)] == [("a-x", 1, "ruled")]

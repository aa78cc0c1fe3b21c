"""AN-CONS: how units part when an assault is over."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import (
    AgilityTested,
    AssaultEnded,
    ChooseFollowOn,
    ConsolidateMove,
    DeclareReaction,
    DeclareShooting,
    ModelPath,
    ReactionsAsked,
)
from tests.kit import Outcome, Table
from tests.rulesets.antares.givens import INCH, at, box, wall
from tests.rulesets.antares.said_fights import (
    AMBUSH,
    USED,
    X,
    Y,
    asked,
    charge,
    duel,
    men,
    through,
)

STOPS = ("follow_on", "consolidate")


def won(**rest: Any) -> Table:
    """Let "a-x" win a round without losses; "b-y" is asked to consolidate, then "a-x"."""
    own = rest.pop("own", men(1))
    played = duel(own, men(1), [9, 9, 1], 4 * INCH, order="run", theirs={**USED, "pins": 1}, **rest)
    charge(played, 4 * INCH)
    through(played, "follow_on")
    played.when("red", ChooseFollowOn(follow_on=False)).asks("consolidate", "blue")
    return played


def drawn(first: int = 9, second: int = 1, **rest: Any) -> Table:
    """Let a round end in a draw with these faces of the roll-off."""
    played = duel(men(1), men(1), [9, 9, first, second], 4 * INCH, order="run", **rest)
    charge(played, 4 * INCH)
    through(played, "consolidate")
    return played


def part(played: Table, unit: str, *legs: tuple[int, int]) -> Outcome:
    """Move the first model by these legs."""
    paths: tuple[ModelPath, ...] = ()
    if legs:
        pose = played.game.models[f"{unit}.1"].pose
        assert pose is not None
        stops = []
        for dx, dy in legs:
            pose = replace(pose, x=pose.x + dx, y=pose.y + dy)
            stops.append(pose)
        paths = (ModelPath(model=f"{unit}.1", path=tuple(stops)),)
    return played.when("red" if unit[0] == "a" else "blue", ConsolidateMove(unit=unit, paths=paths))


@pytest.mark.rule("AN-CONS-01")
def test_a_consolidation_is_an_advance_of_1m_without_shots():
    """With M 5 a unit goes 5 inches, over a wall without a test, and not more; it does not shoot."""
    fence = wall("w", (X + 7 * INCH, 0), (X + 7 * INCH, 30 * INCH))
    played = won(terrain=[fence])
    part(played, "b-y", (5001, 0)).rejected("AN-CONS-01", "too-far", limit=5 * INCH)
    shot = DeclareShooting(unit="b-y", target="a-x", weapons=())
    played.when("blue", shot).rejected("AN-CONS-04", "not-asked")
    part(played, "b-y", (5 * INCH, 0)).without(AgilityTested)
    assert at(played, "b-y.1") == (X + 10 * INCH, Y)


@pytest.mark.rule("AN-CONS-02")
def test_a_consolidation_triggers_no_reaction():
    """An ambusher that sees the move is not asked and is refused."""
    ambusher = ("a-z", men(1, "gun"), (X + 8 * INCH, Y + 8 * INCH), AMBUSH)
    played = won(more=[ambusher])
    part(played, "b-y", (5 * INCH, 0)).without(ReactionsAsked)
    assert asked(played) == "consolidate"
    late = DeclareReaction(unit="a-z", reaction="ambush_fire", sprint=False, point=0, free=False)
    played.when("red", late).rejected("AN-CONS-04", "not-asked")


@pytest.mark.rule("AN-CONS-03")
def test_the_first_inch_goes_straight_away():
    """A path that starts sideways is refused; an inch straight away and then any way is accepted."""
    played = won()
    part(played, "b-y", (0, 5 * INCH)).rejected("AN-CONS-03", "not-directly-away")
    part(played, "b-y", (INCH, 0), (0, 4 * INCH)).accepted()
    assert at(played, "b-y.1") == (X + 6 * INCH, Y + 4 * INCH)


@pytest.mark.rule("AN-CONS-03")
def test_it_holds_for_the_winner_too():
    """The winner that moves goes its first inch directly away."""
    played = won()
    part(played, "b-y", (5 * INCH, 0))
    part(played, "a-x", (0, 3 * INCH)).rejected("AN-CONS-03", "not-directly-away")
    part(played, "a-x", (-INCH, 0), (0, 3 * INCH)).accepted()


@pytest.mark.rule("AN-CONS-04")
def test_the_loser_moves_first():
    """The winner's move before the loser's is refused."""
    played = won()
    part(played, "a-x", (-5 * INCH, 0)).rejected("AN-CONS-04", "not-asked")
    part(played, "b-y", (5 * INCH, 0)).asks("consolidate", "red")
    part(played, "a-x", (-5 * INCH, 0)).then(AssaultEnded)


@pytest.mark.rule("AN-CONS-05")
def test_the_loser_uses_its_full_move():
    """With M 5 and free ground a loser that goes 3 inches is refused."""
    played = won()
    part(played, "b-y", (3 * INCH, 0)).rejected("AN-CONS-05", "moves-too-little")
    part(played, "b-y").rejected("AN-CONS-05", "moves-too-little", distance=0, needed=5 * INCH)
    part(played, "b-y", (5 * INCH, 0)).accepted()


@pytest.mark.rule("AN-CONS-05")
def test_the_loser_goes_as_far_as_it_can():
    """With the table edge 3 inches off, or impassable ground, the longest move is accepted and a shorter one is not."""
    for rest in (
        {"size": (X + 5 * INCH + 3500, 48 * INCH)},
        {"terrain": [box("w", X + 8500, 0, 10 * INCH, 40 * INCH, move="impassable", los="clear")]},
    ):
        played = won(**rest)
        part(played, "b-y", (1500, 0)).rejected("AN-CONS-05", "moves-too-little", distance=1500)
        part(played, "b-y", (3 * INCH, 0)).accepted()
        assert at(played, "b-y.1") == (X + 8 * INCH, Y)


@pytest.mark.rule("AN-CONS-05")
def test_the_winner_may_stay_or_move_up_to_1m():
    """The winner stays, or goes any part of 1M, but not more."""
    played = won()
    part(played, "b-y", (5 * INCH, 0))
    part(played, "a-x", (-5001, 0)).rejected("AN-CONS-01", "too-far", limit=5 * INCH)
    part(played, "a-x").then(AssaultEnded)
    assert at(played, "a-x.1") == (X + 4 * INCH, Y)


@pytest.mark.rule("AN-CONS-05")
def test_the_winner_does_not_end_in_contact():
    """A winner whose way leads back to the loser is refused."""
    played = won(own=men(1, move=12 * INCH))
    part(played, "b-y", (5 * INCH, 0)).accepted()
    outcome = part(played, "a-x", (-INCH, 0), (6 * INCH, 0)).rejected("AN-CONS-05", "ends-in-contact", enemy="b-y")
    assert len(outcome.faults) == 1
    part(played, "a-x", (-INCH, 0), (5 * INCH, 0)).accepted()


@pytest.mark.rule("AN-CONS-06")
@pytest.mark.parametrize(("faces", "order"), [((4, 9), ("b-y", "a-x")), ((9, 4), ("a-x", "b-y"))])
def test_after_a_draw_a_roll_off_decides(faces, order):
    """With 4 against 9 the second side moves first, and both consolidate."""
    played = drawn(*faces)
    assert played.window is not None
    assert played.window.asks == (("a-x", "b-y").index(order[0]),)
    assert played.game.assault.consolidating == order


@pytest.mark.rule("AN-CONS-07")
def test_after_a_draw_each_moves_an_inch_at_least():
    """Half an inch is refused and an inch directly away is accepted; 5 inches are, and not more."""
    played = drawn()
    part(played, "a-x", (-500, 0)).rejected("AN-CONS-07", "moves-too-little")
    part(played, "a-x").rejected("AN-CONS-07", "moves-too-little", distance=0, needed=INCH)
    part(played, "a-x", (-INCH, 0)).accepted()
    part(played, "b-y", (5001, 0)).rejected("AN-CONS-01", "too-far", limit=5 * INCH)
    part(played, "b-y", (5 * INCH, 0)).then(AssaultEnded)

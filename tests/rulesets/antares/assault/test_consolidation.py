"""AN-CONS: how units part when an assault is over."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model import distances
from adjudicator.rulesets.antares.model.messages import (
    AgilityTested,
    AssaultEnded,
    ChooseFollowOn,
    ConsolidateMove,
    DeclareReaction,
    DeclareShooting,
    ModelPath,
    MoveDeclared,
    ReactionsAsked,
    UnitMoved,
)
from adjudicator.rulesets.antares.rules.assault import consolidation
from adjudicator.rulesets.antares.rules.movement import coherency
from tests.kit import Outcome, Table
from tests.rulesets.antares.assault.fixtures import MOVER, OTHER, asked_to_part
from tests.rulesets.antares.assault.steps import consolidate, paths_by
from tests.rulesets.antares.fixtures import AMBUSH, USED, X, Y, act_on, duel
from tests.rulesets.antares.sheets import INCH, box, plain_squad, troopers, wall
from tests.rulesets.antares.steps import charge, move_unit, place_of, play_on, question, straight_paths


def won_round(**rest: Any) -> Table:
    """Let "a-x" win a round without losses; "b-y" is asked to consolidate, then "a-x"."""
    own = rest.pop("own", troopers(1))
    played = duel(own, troopers(1), [9, 9, 1], 4 * INCH, order="run", theirs={**USED, "pins": 1}, **rest)
    charge(played, 4 * INCH)
    play_on(played, "follow_on")
    played.when("red", ChooseFollowOn(follow_on=False)).asks("consolidate", "blue")
    return played


def consolidate_first_model(played: Table, unit: str, *legs: tuple[int, int]) -> Outcome:
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


def drawn_round(first: int = 9, second: int = 1, **rest: Any) -> Table:
    """Let a round end in a draw with these faces of the roll-off."""
    played = duel(troopers(1), troopers(1), [9, 9, first, second], 4 * INCH, order="run", **rest)
    charge(played, 4 * INCH)
    play_on(played, "consolidate")
    return played


@pytest.mark.rule("AN-CONS-01")
def test_a_consolidation_is_an_advance_of_1m_without_shots():
    """With M 5 a unit goes 5 inches, over a wall without a test, and not more; it does not shoot."""
    fence = wall("w", (X + 7 * INCH, 0), (X + 7 * INCH, 30 * INCH))
    played = won_round(terrain=[fence])
    consolidate_first_model(played, "b-y", (5001, 0)).rejected("AN-CONS-01", "too-far", limit=5 * INCH)
    shot = DeclareShooting(unit="b-y", target="a-x", weapons=())
    played.when("blue", shot).rejected("AN-CONS-04", "not-asked")
    consolidate_first_model(played, "b-y", (5 * INCH, 0)).without(AgilityTested)
    assert place_of(played, "b-y.1") == (X + 10 * INCH, Y)


@pytest.mark.rule("AN-CONS-01", "AN-CONS-03", "AN-CONS-05")
def test_a_loser_goes_its_m_and_the_first_inch_straight_away():
    """A loser goes M and no more, its first inch directly away."""
    played = asked_to_part(loser="a-x")
    consolidate(played, (0, 5000)).rejected("AN-CONS-03", "not-directly-away")
    consolidate(played, (-3000, 0)).rejected("AN-CONS-05", "moves-too-little", distance=3000, needed=5000)
    consolidate(played, (-5001, 0)).rejected("AN-CONS-01", "too-far")
    consolidate(played).rejected("AN-CONS-05", "moves-too-little")
    consolidate(played, (-1000, 0), (0, 4000)).then(MoveDeclared, UnitMoved, over=True)
    assert [action.kind for action in played.game.actions] == ["order"]
    consolidate(asked_to_part(loser="a-x"), (-1000, 0), (-4000, 0)).then(UnitMoved, over=True)


@pytest.mark.rule("AN-CONS-01")
def test_a_consolidation_meets_terrain_as_an_advance_does():
    """A consolidation crosses obstacles freely and tests for difficult ground."""
    hedge = wall("hedge", (18_000, 0), (18_000, 40_000))
    consolidate(asked_to_part(loser="a-x", terrain=[hedge]), (-5000, 0)).without(AgilityTested)
    wood = box("wood", 10_000, 10_000, 8500, 20_000)
    played = asked_to_part(loser="a-x", dice=[6], terrain=[wood])
    consolidate(played, (-5000, 0)).then(AgilityTested, UnitMoved, progress=3000, over=True)


@pytest.mark.rule("AN-CONS-02")
def test_a_consolidation_triggers_no_reaction():
    """An ambusher that sees the move is not asked and is refused."""
    ambusher = ("a-z", troopers(1, "gun"), (X + 8 * INCH, Y + 8 * INCH), AMBUSH)
    played = won_round(more=[ambusher])
    consolidate_first_model(played, "b-y", (5 * INCH, 0)).without(ReactionsAsked)
    assert question(played) == "consolidate"
    late = DeclareReaction(unit="a-z", reaction="ambush_fire", sprint=False, point=0, free=False)
    played.when("red", late).rejected("AN-CONS-04", "not-asked")


@pytest.mark.rule("AN-CONS-02")
def test_the_same_move_sets_a_reaction_off_when_it_is_no_consolidation():
    """An ambusher is asked about the Run of a unit, and not about its consolidation over the same ground."""
    ambusher = ("a-z", troopers(1, "gun"), (X + 8 * INCH, Y + 8 * INCH), AMBUSH)
    parts = duel(
        troopers(1), troopers(1), [9, 9, 1], 4 * INCH, order="run", theirs={**USED, "pins": 1}, more=[ambusher]
    )
    charge(parts, 4 * INCH)
    play_on(parts, "follow_on")
    parts.when("red", ChooseFollowOn(follow_on=False)).asks("consolidate", "blue")
    away = ConsolidateMove(unit="b-y", paths=straight_paths(parts, "b-y", 5 * INCH))
    parts.when("blue", away).without(ReactionsAsked).asks("consolidate", "red")
    runs = duel(troopers(1), troopers(1), (), 4 * INCH, order="run", theirs={}, more=[ambusher])
    act_on(runs, "b-y", "run")
    move_unit(runs, 5 * INCH, unit="b-y", who="blue").then(ReactionsAsked, unit="b-y").asks("reaction", "red")


@pytest.mark.rule("AN-CONS-03")
def test_the_first_inch_goes_straight_away():
    """A path that starts sideways is refused; an inch straight away and then any way is accepted."""
    played = won_round()
    consolidate_first_model(played, "b-y", (0, 5 * INCH)).rejected("AN-CONS-03", "not-directly-away")
    consolidate_first_model(played, "b-y", (INCH, 0), (0, 4 * INCH)).accepted()
    assert place_of(played, "b-y.1") == (X + 6 * INCH, Y + 4 * INCH)


@pytest.mark.rule("AN-CONS-03")
def test_it_holds_for_the_winner_too():
    """The winner that moves goes its first inch directly away."""
    played = won_round()
    consolidate_first_model(played, "b-y", (5 * INCH, 0))
    consolidate_first_model(played, "a-x", (0, 3 * INCH)).rejected("AN-CONS-03", "not-directly-away")
    consolidate_first_model(played, "a-x", (-INCH, 0), (0, 3 * INCH)).accepted()


@pytest.mark.rule("AN-CONS-03", "AN-CONS-05")
def test_silence_moves_the_loser_straight_away_and_leaves_the_winner():
    """What silence stands for may be made: straight away for whoever has to go, staying for a winner."""
    for loser in ("a-x", "", "b-y"):
        played = asked_to_part(loser=loser)
        paths = consolidation.default_paths(played.game, "a-x")
        played.when("red", ConsolidateMove(unit="a-x", paths=paths)).then(UnitMoved, progress=5000, over=True)
        assert distances.gap(played.game, "a-x", "b-y") == 5000
    gone = asked_to_part(loser="b-y", units=(MOVER, ("b-y", plain_squad(), (26_000, 20_000))))
    assert consolidation.default_paths(gone.game, "a-x") == ()


@pytest.mark.rule("AN-CONS-03", "AN-MOVE-09")
def test_a_torn_unit_goes_straight_away_and_closes_up():
    """A unit that lost models in its middle goes an inch straight away and closes up on its way."""
    places = [(20_000, 20_000), (20_000, 21_500), (20_000, 24_500), (20_000, 26_000)]
    units = (("a-x", plain_squad(models=("trooper",) * 4), places), OTHER)
    played = asked_to_part(loser="a-x", units=units)
    paths = consolidation.straight_away_paths(played.game, "a-x")
    assert paths
    assert not consolidation.faults(played.game, "a-x", paths)
    played.when("red", ConsolidateMove(unit="a-x", paths=paths)).then(UnitMoved, over=True)
    assert coherency.coherent(distances.bodies_of(played.game, "a-x"), 1000)


@pytest.mark.rule("AN-CONS-04")
def test_the_loser_moves_first():
    """The winner's move before the loser's is refused."""
    played = won_round()
    consolidate_first_model(played, "a-x", (-5 * INCH, 0)).rejected("AN-CONS-04", "not-asked")
    consolidate_first_model(played, "b-y", (5 * INCH, 0)).asks("consolidate", "red")
    consolidate_first_model(played, "a-x", (-5 * INCH, 0)).then(AssaultEnded)


@pytest.mark.rule("AN-CONS-04")
def test_only_the_unit_whose_turn_it_is_consolidates():
    """Only the unit whose turn it is parts."""
    played = asked_to_part(loser="a-x")
    played.when("red", ConsolidateMove(unit="b-y", paths=())).rejected("AN-CONS-04", "other-unit-parts", unit="a-x")
    played.when("blue", ConsolidateMove(unit="b-y", paths=())).rejected("AN-CONS-04", "not-asked")


@pytest.mark.rule("AN-CONS-05")
def test_the_loser_uses_its_full_move():
    """With M 5 and free ground a loser that goes 3 inches is refused."""
    played = won_round()
    consolidate_first_model(played, "b-y", (3 * INCH, 0)).rejected("AN-CONS-05", "moves-too-little")
    consolidate_first_model(played, "b-y").rejected("AN-CONS-05", "moves-too-little", distance=0, needed=5 * INCH)
    consolidate_first_model(played, "b-y", (5 * INCH, 0)).accepted()


@pytest.mark.rule("AN-CONS-05")
@pytest.mark.ruling("AN-CONS-05.2")
def test_the_loser_goes_as_far_as_it_can():
    """With the table edge 3 inches off, or impassable ground, the longest move is accepted and a shorter one is not."""
    for rest in (
        {"size": (X + 5 * INCH + 3500, 48 * INCH)},
        {"terrain": [box("w", X + 8500, 0, 10 * INCH, 40 * INCH, movement="impassable", los="clear")]},
    ):
        played = won_round(**rest)
        consolidate_first_model(played, "b-y", (1500, 0)).rejected("AN-CONS-05", "moves-too-little", distance=1500)
        consolidate_first_model(played, "b-y", (3 * INCH, 0)).accepted()
        assert place_of(played, "b-y.1") == (X + 8 * INCH, Y)


@pytest.mark.rule("AN-CONS-05")
@pytest.mark.ruling("AN-CONS-05.3")
def test_the_winner_may_stay_or_move_up_to_1m():
    """The winner stays, or goes any part of 1M, but not more."""
    played = won_round()
    consolidate_first_model(played, "b-y", (5 * INCH, 0))
    consolidate_first_model(played, "a-x", (-5001, 0)).rejected("AN-CONS-01", "too-far", limit=5 * INCH)
    consolidate_first_model(played, "a-x").then(AssaultEnded)
    assert place_of(played, "a-x.1") == (X + 4 * INCH, Y)


@pytest.mark.rule("AN-CONS-05")
@pytest.mark.ruling("AN-CONS-05.3")
def test_the_winner_does_not_end_in_contact():
    """A winner whose way leads back to the loser is refused."""
    played = won_round(own=troopers(1, movement=12 * INCH))
    consolidate_first_model(played, "b-y", (5 * INCH, 0)).accepted()
    outcome = consolidate_first_model(played, "a-x", (-INCH, 0), (6 * INCH, 0)).rejected(
        "AN-CONS-05", "ends-in-contact", enemy="b-y"
    )
    assert len(outcome.faults) == 1
    consolidate_first_model(played, "a-x", (-INCH, 0), (5 * INCH, 0)).accepted()


@pytest.mark.rule("AN-CONS-05")
def test_a_loser_that_can_not_go_its_m_goes_as_far_as_it_can():
    """Where the table ends or the ground is impassable, the longest possible move will do."""
    edge = (("a-x", plain_squad(), (3500, 20_000)), ("b-y", plain_squad(), (4500, 20_000)))
    played = asked_to_part(loser="a-x", units=edge)
    consolidate(played, (-2000, 0)).rejected("AN-CONS-05", "moves-too-little")
    consolidate(played, (-3000, 0)).then(UnitMoved, over=True)
    corner = (("a-x", plain_squad(), (500, 20_000)), ("b-y", plain_squad(), (1500, 20_000)))
    consolidate(asked_to_part(loser="a-x", units=corner)).then(UnitMoved, models=(), over=True)
    rock = box("rock", 15_000, 15_000, 2000, 20_000, movement="impassable")
    consolidate(asked_to_part(loser="a-x", terrain=[rock]), (-2500, 0)).then(UnitMoved, over=True)


@pytest.mark.rule("AN-CONS-05")
def test_a_loser_ends_farther_from_the_winner():
    """A loser 3 inches off that goes its 5 inches to and fro and ends where it began is refused; an inch off is not."""
    apart = (MOVER, ("b-y", plain_squad(), (24_000, 20_000)))
    played = asked_to_part(loser="a-x", units=apart)
    to_and_fro = consolidate(played, (-1000, 0), (2500, 0), (-1500, 0))
    to_and_fro.rejected("AN-CONS-05", "not-farther-away", before=3000, after=3000)
    consolidate(played, (-1000, 0), (2000, 0), (-2000, 0)).then(UnitMoved, over=True)


@pytest.mark.rule("AN-CONS-05", "AN-PBS-11")
def test_a_winner_goes_up_to_m_or_stays_out_of_contact():
    """A winner goes up to M or stays, but does not end in contact; who is left alone goes where it likes."""
    gone = (MOVER, ("b-y", plain_squad(), (26_000, 20_000)))
    consolidate(asked_to_part(loser="b-y", units=gone)).then(UnitMoved, models=(), over=True)
    consolidate(asked_to_part(loser="b-y", units=gone), (-500, 0)).then(UnitMoved, over=True)
    consolidate(asked_to_part(loser="b-y")).rejected("AN-CONS-05", "ends-in-contact")
    part = asked_to_part(loser="b-y")
    paths = paths_by(part, "a-x", (-900, 0))[:4]
    part.when("red", ConsolidateMove(unit="a-x", paths=paths)).rejected("AN-CONS-05", "ends-in-contact")
    alone = asked_to_part(loser="", units=(MOVER, ("b-y", plain_squad(), None, {"place": "broken", "models": ()})))
    consolidate(alone, (0, 5000)).then(UnitMoved, over=True)


@pytest.mark.rule("AN-CONS-06")
@pytest.mark.parametrize(("faces", "order"), [((4, 9), ("b-y", "a-x")), ((9, 4), ("a-x", "b-y"))])
def test_after_a_draw_a_roll_off_decides(faces, order):
    """With 4 against 9 the second side moves first, and both consolidate."""
    played = drawn_round(*faces)
    assert played.window is not None
    assert played.window.asks == (("a-x", "b-y").index(order[0]),)
    assert played.game.assault.consolidating == order


@pytest.mark.rule("AN-CONS-06", "AN-CONS-07")
def test_after_a_draw_each_goes_between_an_inch_and_m():
    """After a draw each goes at least 1 inch and up to M."""
    played = asked_to_part("b-y", loser="")
    consolidate(played, (500, 0), who="b-y").rejected("AN-CONS-07", "moves-too-little", needed=1000)
    consolidate(played, (1000, 0), who="b-y").then(UnitMoved, progress=1000, over=True)


@pytest.mark.rule("AN-CONS-07")
def test_after_a_draw_each_moves_an_inch_at_least():
    """Half an inch is refused and an inch directly away is accepted; 5 inches are, and not more."""
    played = drawn_round()
    consolidate_first_model(played, "a-x", (-500, 0)).rejected("AN-CONS-07", "moves-too-little")
    consolidate_first_model(played, "a-x").rejected("AN-CONS-07", "moves-too-little", distance=0, needed=INCH)
    consolidate_first_model(played, "a-x", (-INCH, 0)).accepted()
    consolidate_first_model(played, "b-y", (5001, 0)).rejected("AN-CONS-01", "too-far", limit=5 * INCH)
    consolidate_first_model(played, "b-y", (5 * INCH, 0)).then(AssaultEnded)

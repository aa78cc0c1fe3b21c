"""How games end, and what scores."""

from __future__ import annotations

from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.antares.model.messages import (
    ConcedeGame,
    EndGame,
    EndTurn,
    GameEnded,
    ObjectivesScored,
    TurnStarted,
)
from adjudicator.rulesets.antares.model.subjects import UnitSubject
from tests.rulesets.antares.mission.fixtures import two_armies
from tests.rulesets.antares.steps import begin_step


def test_each_die_that_the_enemy_lost_scores_a_point() -> None:
    """A point for each die that the enemy lost."""
    played = two_armies(sides=((10, 3, 0), (10, 2, 0)), terms={"turns": 1, "scoring": "lost_dice"})
    event = begin_step(played, "down").then(GameEnded).one(GameEnded)
    assert (event.points, event.winner) == ((2, 3), 1)


def test_an_objective_scores_for_the_side_that_is_there_alone() -> None:
    """Nearest base within reach; none where both sides are."""
    spots = (Spot(x=10_000, y=13_500 + 6000), Spot(x=40_000, y=10_000 - 3501))
    played = two_armies(terms={"turns": 1, "scoring": "objectives", "objectives": spots, "reach": 3000})
    begin_step(played, "down").then(ObjectivesScored, points=(1, 0)).then(GameEnded, winner=0)


def test_an_army_without_units_has_lost() -> None:
    """At the end of the turn."""
    played = two_armies(gone="a-x", sides=((1, 1, 0), (10, 0, 0)))
    begin_step(played, "down").then(GameEnded, reason="destroyed", winner=1)


def test_the_referee_may_end_the_game_with_points_of_his_own() -> None:
    """A side may not."""
    played = two_armies(pace="step").ask("end_turn", "table")
    played.when("red", EndGame()).rejected("AN-WIN-05", "not-over")
    played.when("referee", EndGame(points=(3,))).rejected("AN-WIN-03", "points-of-both")
    played.when("referee", EndGame(points=(3, 5))).then(GameEnded, reason="ruled", winner=1)


def test_a_turn_ends_by_hand_where_nothing_happens_by_itself() -> None:
    """A seat takes the table's step."""
    played = two_armies(pace="step").ask("turn").ask("end_turn", "table", over=True)
    played.set(step="victory").when("red", EndTurn()).then(TurnStarted, turn=2)


def test_the_side_that_concedes_has_lost() -> None:
    """The other side has won; a referee has nothing to concede."""
    played = two_armies().ask("action", "red", subject=UnitSubject("a-x"))
    played.when("referee", ConcedeGame()).rejected("AN-WIN-05", "not-a-side")
    played.when("blue", ConcedeGame()).then(GameEnded, reason="conceded", winner=0)

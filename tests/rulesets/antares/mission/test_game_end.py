"""How games end, and what scores."""

from __future__ import annotations

from adjudicator.kernel.decide.offers import Range, items
from adjudicator.kernel.decide.parties import REFEREE, SPECTATOR
from adjudicator.kernel.messages import Concede, Spot
from adjudicator.rulesets.antares.model.messages import EndGame, EndTurn, GameEnded, ObjectivesScored, TurnStarted
from adjudicator.rulesets.antares.model.subjects import UnitSubject
from tests.rulesets.antares.fixtures import two_sides, with_drawn_die
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
    played.when("referee", Concede()).rejected("WG-END-06", "not-a-seat")
    played.when("blue", Concede()).then(GameEnded, reason="conceded", winner=0)


def test_a_side_may_concede_while_a_die_is_drawn() -> None:
    """The drawn die stays as it lies, and the game is over."""
    played = with_drawn_die(two_sides())
    played.when("red", Concede()).then(GameEnded, reason="conceded", winner=1)
    assert played.game.drawn_die is not None


def test_a_referee_is_offered_points_of_both_sides() -> None:
    """Whoever is at the table may say that the game is over, and a referee besides with points as he counts them."""
    played = two_armies(pace="step", terms={"turns": 1}).ask("end_game", "table")
    kind = played.rules.windows["end_game"]
    top = played.window
    assert top is not None
    assert [offer.fields for offer in kind.offered(played.game, top, 0)] == [()]
    plain, counted = kind.offered(played.game, top, REFEREE)
    assert plain.fields == ()
    (points,) = counted.fields
    assert points.field == "points"
    assert points.values == items(Range(0, 1_000), Range(0, 1_000), least=2, most=2, once=True)
    assert kind.offered(played.game, top, SPECTATOR) == []

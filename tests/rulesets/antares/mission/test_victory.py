"""AN-WIN: broken armies, points and the winner."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.messages import ResultReached
from adjudicator.rulesets.antares.model.messages import (
    ArmyBroken,
    ContestedDieResolved,
    EndGame,
    GameEnded,
    OrderDieLost,
    TurnStarted,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from adjudicator.rulesets.antares.model.rows import ContestedDie, Side
from adjudicator.rulesets.antares.rules.mission.game_end import winner_of
from tests.kit import Outcome, Table
from tests.rulesets.antares.fixtures import FIRE, duel, two_sides
from tests.rulesets.antares.mission.fixtures import two_armies
from tests.rulesets.antares.sheets import troopers, vehicle
from tests.rulesets.antares.steps import begin_step, begin_turn_end, events_of, one_event, play_on, shoot


def with_scores(played: Table, *rows: tuple[int, int, int]) -> Table:
    """Give each side its starting dice, the dice it lost and its points."""
    by_seat = enumerate(rows)
    return played.set(
        sides={
            seat: Side(seat=seat, starting_dice=dice, dice_lost=lost, points=points)
            for seat, (dice, lost, points) in by_seat
        }
    )


def end_turn(*rows: tuple[int, int, int], dice: Any = (), **rest: Any) -> Outcome:
    """End a turn of two sides with these dice and points."""
    return begin_turn_end(with_scores(two_sides(dice, FIRE, FIRE, **rest), *rows))


def broken_seats(out: Outcome) -> list[int]:
    """List the sides whose army broke."""
    return [event.seat for event in events_of(out.events, ArmyBroken)]


SCORED = {"turns": 1, "scoring": "objectives"}


def end_last_turn(*rows: tuple[int, int, int], **rest: Any) -> GameEnded:
    """End the last turn of a scenario that scores points."""
    return end_turn(*rows, terms=SCORED, **rest).then(GameEnded).one(GameEnded)


def all_dice_used(played: Table) -> Table:
    """Let both units have used their dice."""
    rows = [replace(unit, order="fire", unused_dice=0) for unit in played.game.units.values()]
    emptied = {seat: replace(side, bag=0) for seat, side in played.game.sides.items()}
    return played.put("units", *rows).set(sides=emptied, drawn_die=None)


@pytest.mark.rule("AN-WIN-01")
@pytest.mark.parametrize(("start", "lost", "breaks"), [(9, 5, True), (9, 4, False), (1, 1, True), (7, 4, True)])
def test_an_army_breaks_when_more_than_half_of_its_dice_are_lost(start, lost, breaks):
    """Of 9 starting dice 5 lost break the army, 4 do not."""
    out = end_turn((start, lost, 0), (10, 0, 0), dice=[1])
    assert broken_seats(out) == ([0] if breaks else [])
    assert out.table.game.sides[0].broken is breaks


@pytest.mark.rule("AN-WIN-02")
@pytest.mark.parametrize(("start", "lost", "breaks"), [(10, 5, False), (10, 6, True), (2, 1, False)])
def test_exactly_half_is_not_broken(start, lost, breaks):
    """Of 10 dice 5 lost do not break the army, 6 do."""
    assert broken_seats(end_turn((10, 0, 0), (start, lost, 0), dice=[1])) == ([1] if breaks else [])


@pytest.mark.rule("AN-WIN-02")
@pytest.mark.ruling("AN-WIN-02.2")
def test_a_lost_mod_die_counts():
    """4 dice of destroyed units and one by MOD loss are 5 of 10: not broken, and one more would be."""
    for before, breaks in ((4, False), (5, True)):
        played = duel(
            troopers(1, "gun"), vehicle(), [3, 10, 3, 1, 1], theirs={"order": "advance", "unused_dice": 0, "dice": 2}
        )
        played.set(sides={**played.game.sides, 1: Side(seat=1, starting_dice=10, dice_lost=before)})
        shoot(played)
        events = play_on(played)
        assert (one_event(events, OrderDieLost).dice, one_event(events, OrderDieLost).cause) == (1, "damage")
        assert played.game.sides[1].dice_lost == before + 1
        out = begin_turn_end(played.faces(1))
        assert broken_seats(out) == ([1] if breaks else [])


@pytest.mark.rule("AN-WIN-02")
@pytest.mark.ruling("AN-WIN-02.3")
def test_a_die_in_custody_is_not_lost():
    """A die that the other side claims does not count: 5 of 10 stay 5."""
    played = with_scores(two_sides([8, 5, 1], FIRE, FIRE), (10, 0, 0), (10, 5, 0))
    played.set(contested_dice=(ContestedDie(owner=1, contester=0),))
    out = begin_turn_end(played).then(ContestedDieResolved, claimed=True)
    assert broken_seats(out) == []
    assert played.game.sides[1].dice_lost == 5


@pytest.mark.rule("AN-WIN-02")
def test_destroyed_and_broken_units_count():
    """A unit of one die destroyed by shooting adds 1, one that breaks by pins adds 1."""
    for enemy, fields, faces in ((troopers(1), FIRE, [3, 10]), (troopers(5), {**FIRE, "pins": 7}, [3, 1])):
        played = duel(troopers(1, "gun"), enemy, faces, theirs=fields)
        shoot(played)
        play_on(played)
        assert played.game.sides[1].dice_lost == 1


@pytest.mark.rule("AN-WIN-03")
def test_a_broken_army_can_not_win():
    """A is broken with 12 points, B is not with 8: B wins, whichever side is which."""
    assert end_last_turn((10, 6, 12), (10, 0, 8)).winner == 1
    assert end_last_turn((10, 0, 8), (10, 6, 12)).winner == 0


@pytest.mark.rule("AN-WIN-03")
def test_an_army_that_is_not_broken_wins_by_its_points():
    """With 5 of 10 lost and 12 points against 8 A wins."""
    event = end_last_turn((10, 5, 12), (10, 0, 8))
    assert (event.winner, event.broken, event.final_points) == (0, (), (12, 8))


@pytest.mark.rule("AN-WIN-03", "AN-WIN-04")
def test_equal_points_of_a_broken_army_lose():
    """8 points against 8: the broken army cannot be the winner nor share in it."""
    event = end_last_turn((10, 6, 8), (10, 0, 8))
    assert (event.final_points, event.winner) == ((8, 8), 1)


@pytest.mark.rule("AN-WIN-04")
def test_the_points_of_a_broken_army_are_capped():
    """12 of a broken army against 8 count as 8, and the result is a win of the other side."""
    event = end_last_turn((10, 6, 12), (10, 0, 8))
    assert (event.points, event.final_points, event.broken, event.winner) == ((12, 8), (8, 8), (0,), 1)


@pytest.mark.rule("AN-WIN-04")
def test_fewer_points_are_not_raised():
    """3 points of a broken army against 8 stay 3."""
    assert end_last_turn((10, 6, 3), (10, 0, 8)).final_points == (3, 8)


@pytest.mark.rule("AN-WIN-04")
@pytest.mark.parametrize(
    ("sides", "final", "winner"),
    [
        (((10, 6, 12), (10, 0, 8)), (8, 8), 1),
        (((10, 6, 6), (10, 6, 4)), (6, 4), None),
        (((10, 0, 3), (10, 0, 3)), (3, 3), None),
        (((10, 5, 5), (10, 0, 4)), (5, 4), 0),
    ],
)
def test_a_broken_army_does_not_win_and_its_points_are_capped(
    sides: Any, final: tuple[int, int], winner: int | None
) -> None:
    """A broken army cannot win against one that is not, and its points are capped."""
    played = two_armies(sides=sides, terms={"turns": 1, "scoring": "objectives"})
    event = begin_step(played, "down").then(GameEnded).one(GameEnded)
    assert (event.final_points, event.winner, event.reason) == (final, winner, "turn_limit")


@pytest.mark.rule("AN-WIN-05")
@pytest.mark.parametrize(("points", "winner"), [((6, 4), 0), ((4, 6), 1), ((5, 5), None)])
@pytest.mark.ruling("AN-WIN-05.2", "AN-WIN-05.3")
def test_of_two_broken_armies_neither_wins(points, winner):
    """Both are broken, 6 against 4: a draw, and nothing is capped; by option 6 wins."""
    event = end_last_turn((10, 6, points[0]), (10, 6, points[1]))
    assert (event.winner, event.final_points, event.broken) == (None, points, (0, 1))
    event = end_last_turn((10, 6, points[0]), (10, 6, points[1]), options={"both_broken": "points"})
    assert (event.winner, event.final_points, event.broken) == (winner, points, (0, 1))
    assert DEFAULTS.both_broken == "draw"


@pytest.mark.rule("AN-WIN-05")
def test_a_broken_army_that_alone_is_left_has_not_won_against_another() -> None:
    """Without points: the enemy is gone and both armies are broken, so nobody has won."""
    for broken, winner in ((True, None), (False, 0)):
        game = two_armies().game.fork()
        game.units = {key: replace(row, place="destroyed") if row.seat else row for key, row in game.units.items()}
        game.sides = {0: replace(game.sides[0], broken=broken), 1: replace(game.sides[1], broken=True)}
        assert winner_of(game, "destroyed", ()) == winner


@pytest.mark.rule("AN-WIN-05")
@pytest.mark.parametrize("ends", [False, True])
@pytest.mark.ruling("AN-WIN-05.3")
def test_breaking_an_army_ends_nothing_by_itself(ends):
    """Without points the game goes on, unless the option says that it ends; then the other side has won."""
    assert DEFAULTS.broken_army_ends_game is False
    out = end_turn((9, 5, 0), (9, 0, 0), dice=[] if ends else [1], options={"broken_army_ends_game": ends})
    assert broken_seats(out) == [0]
    assert bool(events_of(out.events, TurnStarted)) is not ends
    assert [(event.reason, event.winner) for event in events_of(out.events, GameEnded)] == (
        [("army_broken", 1)] if ends else []
    )


@pytest.mark.rule("AN-WIN-05")
@pytest.mark.ruling("AN-WIN-05.1")
def test_it_is_checked_at_the_end_of_each_turn():
    """An army that has lost more than half is broken when the turn ends, once, and stays so."""
    out = end_turn((9, 5, 0), (9, 0, 0), dice=[1])
    assert broken_seats(out) == [0]
    played = out.table
    again = begin_turn_end(all_dice_used(played).faces(1))
    assert broken_seats(again) == []
    assert played.game.sides[0].broken is True


@pytest.mark.rule("AN-WIN-05")
@pytest.mark.ruling("AN-WIN-05.1")
def test_it_is_checked_at_the_end_of_the_game():
    """A game that the referee ends in the middle of a turn counts an army that has lost more than half as broken."""
    played = with_scores(
        two_sides([], FIRE, FIRE, terms={"scoring": "objectives"}, pace="step"), (10, 6, 0), (10, 0, 0)
    )
    played.ask("turn").ask("end_turn", "table", over=True)
    event = played.when("referee", EndGame(points=(12, 8))).then(GameEnded).one(GameEnded)
    assert (event.points, event.final_points, event.broken, event.winner) == ((12, 8), (8, 8), (0,), 1)


@pytest.mark.rule("AN-WIN-05")
def test_by_option_a_broken_army_ends_the_game() -> None:
    """By the option; the other side has won, without points."""
    played = two_armies(sides=((9, 5, 0), (10, 0, 0)), options={"broken_army_ends_game": True})
    out = begin_step(played, "down").then(ArmyBroken, GameEnded, ResultReached)
    assert (out.one(GameEnded).reason, out.one(GameEnded).winner) == ("army_broken", 1)

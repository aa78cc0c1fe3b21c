"""How a game ends."""

from __future__ import annotations

import pytest

from adjudicator.kernel.messages import AnswerDraw, Concede, DrawDeclined, DrawOffered, OfferDraw, SideConceded
from adjudicator.rulesets.tile_formations.model.messages import (
    BeginAction,
    EnterOverwatch,
    GameEnded,
    RecordCasualties,
    TurnEnded,
    UnitDestroyed,
)
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import FAR_QUIET_ENEMY, Placed, infantry, table, vehicle
from tests.rulesets.tile_formations.play.steps import play_to_first_action, take_overwatch_action
from tests.rulesets.tile_formations.steps import change_unit, open_window, refused, unit_row


def test_ends_that_are_said() -> None:
    """A seat gives up, or a draw is agreed on."""
    played = table("", FAR_QUIET_ENEMY | {"a1.1": ("A1", vehicle())})
    played.ask("choose_action", "red")
    played.when("blue", OfferDraw()).accepted().asks("choose_action", "red")
    played.when("red", AnswerDraw(accept=False)).accepted().asks("choose_action", "red")
    played.when("blue", OfferDraw()).accepted()
    played.when("red", AnswerDraw(accept=True)).then(GameEnded, reason="agreed", winners=())
    played = table("", FAR_QUIET_ENEMY | {"a1.1": ("A1", vehicle())})
    played.ask("choose_action", "red")
    played.when("red", Concede()).then(GameEnded, reason="conceded", winners=(1,))


@pytest.mark.parametrize(
    ("lost", "options", "winners"),
    [((), {}, ()), (("b2.1",), {}, (0,)), (("a2.1",), {}, (1,)), (("b2.1",), {"victory": "none"}, ())],
)
def test_after_the_last_turn_integrity_counts(
    lost: tuple[str, ...], options: dict[str, str], winners: tuple[int, ...]
) -> None:
    """WG-END-11: after the last turn the side with most integrity has won, and nobody where both have as much."""
    played = play_to_first_action(2, 2, turn_limit=1, **options)
    for id in lost:
        change_unit(played, id, out="shooting", tile="", integrity=0)
    outcome = take_overwatch_action(played, _next(played))
    for _ in range(3 - len(lost)):
        outcome = take_overwatch_action(played, _next(played))
    left = (2 - ("a2.1" in lost), 2 - ("b2.1" in lost))
    outcome.then(TurnEnded, GameEnded, reason="turn_limit", winners=winners, integrity=left)


def _next(played: Table) -> str:
    (seat,) = open_window(played).asks
    rows = played.game.formations.values()
    ready = [
        row.id
        for row in rows
        if row.seat == seat and row.acted < played.game.turn and not unit_row(played, f"{row.id}.1").out
    ]
    return min(ready)


@pytest.mark.parametrize(("sides", "winners"), [((1, 2, 1), (0, 2)), ((1, 2, 3), ())])
def test_the_last_side_has_won(sides: tuple[int, ...], winners: tuple[int, ...]) -> None:
    """WG-END-11: when one side alone has units, all its seats have won; while two have, the game goes on."""
    units: dict[str, Placed] = {"a1.1": ("A1", infantry()), "b1.1": ("L12", infantry()), "c1.1": ("A12", infantry())}
    played = table("", units, seats=3, sides=sides, referee=True)
    played.ask("choose_action", "red")
    gone = RecordCasualties(unit="b1.1", points=1, causes_shock=False)
    played.when("referee", gone).then(UnitDestroyed, unit="b1.1")
    watch = BeginAction(formation="a1", action="overwatch", test="", target="", road_march=False)
    played.when("red", watch).accepted()
    entered = played.when("red", EnterOverwatch(formation="a1"))
    if winners:
        entered.then(GameEnded, reason="eliminated", winners=winners)
    else:
        entered.without(GameEnded).asks("action_end", "red")


@pytest.mark.parametrize(("sides", "winners"), [((1, 2, 3), (1, 2)), ((1, 2, 1), (1,)), ((1, 1, 2), (2,))])
def test_a_side_may_give_up(sides: tuple[int, ...], winners: tuple[int, ...]) -> None:
    """WG-END-11: who gives up gives up for his whole side, at any time; the seats of all other sides have won."""
    units: dict[str, Placed] = {"a1.1": ("A1", infantry()), "b1.1": ("L12", infantry()), "c1.1": ("A12", infantry())}
    played = table("", units, seats=3, sides=sides)
    played.ask("choose_action", "blue")
    ended = played.when("red", Concede()).then(SideConceded, seat=0)
    ended.then(GameEnded, reason="conceded", winners=winners)


def test_a_draw_needs_all_others() -> None:
    """WG-END-11: a draw that one of two others declines is off; one that both accept ends the game without winners."""
    units: dict[str, Placed] = {"a1.1": ("A1", infantry()), "b1.1": ("L12", infantry()), "c1.1": ("A12", infantry())}
    played = table("", units, seats=3)
    played.ask("choose_action", "red")
    played.when("red", OfferDraw()).then(DrawOffered, seat=0).asks("choose_action", "red")
    refused(played.when("blue", OfferDraw()), "draw-offered", "WG-END-07")
    played.when("blue", AnswerDraw(accept=True)).without(GameEnded)
    declined = played.when("green", AnswerDraw(accept=False)).then(DrawDeclined, seat=2)
    declined.without(GameEnded).asks("choose_action", "red")
    played.when("red", OfferDraw()).accepted()
    played.when("green", AnswerDraw(accept=True)).without(GameEnded)
    agreed = played.when("blue", AnswerDraw(accept=True))
    agreed.then(GameEnded, reason="agreed", winners=())

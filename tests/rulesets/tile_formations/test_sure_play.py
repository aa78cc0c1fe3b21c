"""Tests of the house's own chapter TF-PLAY: turns, facts that come from outside, and how a game ends."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from adjudicator.kernel.messages import ConfirmFact, DisputeFact
from adjudicator.rulesets.tile_formations.model.messages import (
    ActionBegun,
    AdjustShock,
    AnswerDraw,
    AssaultHits,
    BeginAction,
    Concede,
    DamageTerrain,
    DrawDeclined,
    DrawOffered,
    EndAction,
    EndTurn,
    EnterOverwatch,
    GameEnded,
    HitsAllocated,
    OfferDraw,
    RecordCasualties,
    SetFormationState,
    ShockAdded,
    SideConceded,
    TerrainDamaged,
    TurnEnded,
    TurnStarted,
    UnitDestroyed,
)
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.creating import deploy, mustered
from tests.rulesets.tile_formations.creating import formation as formation_of
from tests.rulesets.tile_formations.givens import Placed, change, formation, infantry, shock, table, top, unit
from tests.rulesets.tile_formations.said_ground import refused
from tests.rulesets.tile_formations.said_shots import assaulted, made


def deployed(red: int, blue: int, **options: Any) -> Table:
    """Play up to the first action: so many formations of one unit on each side, in rows far from each other."""
    one = formation_of(infantry(flags=("no_zoc",)))
    played = mustered((one,) * red, (one,) * blue, options=options)
    while top(played).kind == "deploy":
        (id,) = top(played).about
        seat, number = ("red", int(id[1:])) if id[0] == "a" else ("blue", int(id[1:]))
        deploy(played, seat, f"{id}.1", f"{'ACEG'[number - 1]}{1 if seat == 'red' else 12}").accepted()
    return played


def acts(played: Table, id: str) -> Outcome:
    """Let a formation take a whole overwatch action, which has no move; the outcome of its end."""
    seat = "red" if id[0] == "a" else "blue"
    said = BeginAction(formation=id, action="overwatch", test="", target="", road_march=False)
    played.when(seat, said).then(ActionBegun, formation=id).asks("enter_overwatch", seat)
    played.when(seat, EnterOverwatch(formation=id)).asks("action_end", seat)
    return played.when(seat, EndAction(formation=id)).accepted()


# -- turns


@pytest.mark.parametrize("first", [0, 1])
def test_seats_act_in_turn(first: int) -> None:
    """TF-PLAY-02: each seat acts with one formation, each once; the seat that acts first changes with the turn."""
    played = deployed(2, 1, first_seat=first)
    order = ["a1", "b1", "a2"] if first == 0 else ["b1", "a1", "a2"]
    assert top(played).asks == (first,)
    for id, then in pairwise(order):
        acts(played, id).asks("choose_action", "red" if then[0] == "a" else "blue")
    outcome = acts(played, order[-1]).then(TurnEnded, turn=1).then(TurnStarted, turn=2, seat=1 - first)
    outcome.asks("choose_action", "blue" if first == 0 else "red")


def test_a_formation_acts_once_in_a_turn() -> None:
    """TF-PLAY-02: a formation that has acted waits for the next turn, another one of its seat does not."""
    played = deployed(2, 2)
    acts(played, "a1").asks("choose_action", "blue")
    acts(played, "b1").asks("choose_action", "red")
    again = BeginAction(formation="a1", action="hold", test="", target="", road_march=False)
    refused(played.when("red", again), "acted-already", "TF-PLAY-02", formation="a1")
    acts(played, "a2").accepted()
    acts(played, "b2").then(TurnStarted, turn=2, seat=1)
    acts(played, "b1").asks("choose_action", "red")
    acts(played, "a1").asks("choose_action", "blue")


def test_turns_end_by_themselves_or_from_outside() -> None:
    """TF-PLAY-02: with external order anybody acts, a formation twice too, and turns are ended between actions."""
    played = deployed(1, 1)
    refused(played.when("red", EndTurn()), "turns-end-by-themselves", "TF-PLAY-02")
    played = deployed(1, 1, turn_order="external")
    assert top(played).asks == (0, 1)
    acts(played, "b1").without(TurnEnded).asks("choose_action", "red", "blue")
    acts(played, "b1").without(TurnEnded).asks("choose_action", "red", "blue")
    acts(played, "a1").without(TurnEnded)
    played.when("red", EndTurn()).without(TurnEnded).asks("fact_stated", "blue")
    confirmed = played.when("blue", ConfirmFact(fact=top(played).about[0]))
    confirmed.then(TurnEnded, turn=1).then(TurnStarted, turn=2).asks("choose_action", "red", "blue")
    hold = BeginAction(formation="a1", action="hold", test="", target="", road_march=False)
    played.when("red", hold).accepted()
    refused(played.when("blue", EndTurn()), "not-between-actions", "TF-PLAY-02")


# -- facts from outside


def fighting(**given: Any) -> Table:
    """Let a1.1 assault b1.1 on open ground, with nobody to judge."""
    return assaulted(made("INF", integrity=3), "buildings", referee=False, **given)


FACTS: list[tuple[Any, type]] = [
    (AdjustShock(formation="b1", amount=1, reason="told"), ShockAdded),
    (SetFormationState(formation="b1", state="broken"), object),
    (RecordCasualties(unit="b1.1", points=3, causes_shock=False), UnitDestroyed),
    (DamageTerrain(tile="F6", points=2), TerrainDamaged),
    (AssaultHits(unit="b1.1", hits=1, save_modifier=0), HitsAllocated),
]


@pytest.mark.parametrize(("command", "event"), FACTS, ids=[type(each).__name__ for each, _ in FACTS])
def test_what_a_seat_tells_waits_for_the_others(command: Any, event: type) -> None:
    """TF-PLAY-03: a fact that a seat states takes effect when the other seat has confirmed it, and not before."""
    played = fighting()
    stated = played.when("red", command).asks("fact_stated", "blue")
    assert not [each for each in stated.events if isinstance(each, event) and event is not object]
    assert (shock(played, "b1"), formation(played, "b1").state, unit(played, "b1.1").integrity) == (0, "normal", 3)
    confirmed = played.when("blue", ConfirmFact(fact=top(played).about[0])).accepted()
    if event is object:
        assert formation(played, "b1").state == "broken"
    else:
        assert [each for each in confirmed.events if isinstance(each, event)]


def test_what_a_seat_tells_may_be_disputed() -> None:
    """TF-PLAY-03: a statement of a loss that the other seat disputes, and wins, costs nothing."""
    played = fighting()
    told = RecordCasualties(unit="b1.1", points=3, causes_shock=False)
    played.when("red", told).asks("fact_stated", "blue")
    fact = top(played).about[0]
    disputed = played.faces(1, 6).when("blue", DisputeFact(fact=fact, value="0"))
    disputed.without(UnitDestroyed).asks("assault", "red", "blue")
    assert unit(played, "b1.1").integrity == 3


def test_what_a_referee_tells_counts_at_once() -> None:
    """TF-PLAY-03: with a referee seated his word needs nobody else's."""
    played = assaulted(made("INF", integrity=3), "open_ground")
    played.when("referee", AdjustShock(formation="b1", amount=1, reason="told")).then(ShockAdded, total=1)
    told = RecordCasualties(unit="b1.1", points=3, causes_shock=True)
    played.when("referee", told).then(UnitDestroyed, unit="b1.1", cause="outside").then(ShockAdded, total=2)


# -- ends


@pytest.mark.parametrize(
    ("lost", "options", "winners"),
    [((), {}, ()), (("b2.1",), {}, (0,)), (("a2.1",), {}, (1,)), (("b2.1",), {"victory": "none"}, ())],
)
def test_after_the_last_turn_integrity_counts(
    lost: tuple[str, ...], options: dict[str, str], winners: tuple[int, ...]
) -> None:
    """TF-PLAY-04: after the last turn the side with most integrity has won, and nobody where both have as much."""
    played = deployed(2, 2, turn_limit=1, **options)
    for id in lost:
        change(played, id, out="shooting", tile="", integrity=0)
    outcome = acts(played, _next(played))
    for _ in range(3 - len(lost)):
        outcome = acts(played, _next(played))
    left = (2 - ("a2.1" in lost), 2 - ("b2.1" in lost))
    outcome.then(TurnEnded, GameEnded, reason="turn_limit", winners=winners, integrity=left)


def _next(played: Table) -> str:
    (seat,) = top(played).asks
    rows = played.game.formations.values()
    ready = [row.id for row in rows if row.seat == seat and row.acted < played.game.turn and not unit(
        played, f"{row.id}.1"
    ).out]  # fmt: skip
    return min(ready)


@pytest.mark.parametrize("limit", [0, 2])
def test_the_game_goes_on_after_other_turns(limit: int) -> None:
    """TF-PLAY-04: a turn that is not the last ends nothing, and with a limit of 0 none is the last."""
    played = deployed(1, 1, turn_limit=limit)
    acts(played, "a1").accepted()
    acts(played, "b1").then(TurnEnded, TurnStarted, turn=2).without(GameEnded)
    acts(played, "b1").accepted()
    second = acts(played, "a1").then(TurnEnded, turn=2)
    if limit:
        second.then(GameEnded, reason="turn_limit", winners=())
    else:
        second.then(TurnStarted, turn=3).without(GameEnded)


@pytest.mark.parametrize(("sides", "winners"), [((1, 2, 1), (0, 2)), ((1, 2, 3), ())])
def test_the_last_side_has_won(sides: tuple[int, ...], winners: tuple[int, ...]) -> None:
    """TF-PLAY-04: when one side alone has units, all its seats have won; while two have, the game goes on."""
    units: dict[str, Placed] = {
        "a1.1": ("A1", infantry()), "b1.1": ("L12", infantry()), "c1.1": ("A12", infantry()),
    }  # fmt: skip
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
    """TF-PLAY-04: who gives up gives up for his whole side, at any time; the seats of all other sides have won."""
    units: dict[str, Placed] = {
        "a1.1": ("A1", infantry()), "b1.1": ("L12", infantry()), "c1.1": ("A12", infantry()),
    }  # fmt: skip
    played = table("", units, seats=3, sides=sides)
    played.ask("choose_action", "blue")
    ended = played.when("red", Concede()).then(SideConceded, seat=0)
    ended.then(GameEnded, reason="conceded", winners=winners)


def test_a_draw_needs_all_others() -> None:
    """TF-PLAY-04: a draw that one of two others declines is off; one that both accept ends the game without winners."""
    units: dict[str, Placed] = {
        "a1.1": ("A1", infantry()), "b1.1": ("L12", infantry()), "c1.1": ("A12", infantry()),
    }  # fmt: skip
    played = table("", units, seats=3)
    played.ask("choose_action", "red")
    played.when("red", OfferDraw()).then(DrawOffered, seat=0).asks("draw", "blue", "green")
    refused(played.when("blue", OfferDraw()), "draw-offered", "TF-PLAY-04")
    played.when("blue", AnswerDraw(accept=True)).without(GameEnded).asks("draw", "green")
    declined = played.when("green", AnswerDraw(accept=False)).then(DrawDeclined, seat=2)
    declined.without(GameEnded).asks("choose_action", "red")
    played.when("red", OfferDraw()).accepted()
    played.when("green", AnswerDraw(accept=True)).without(GameEnded)
    agreed = played.when("blue", AnswerDraw(accept=True))
    agreed.then(GameEnded, reason="agreed", winners=())

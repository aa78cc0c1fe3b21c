"""Turn order: seats take turns, or anybody acts next."""

from __future__ import annotations

from itertools import pairwise

import pytest

from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.messages import (
    AnswerAbsent,
    ConfirmFact,
    DeadlineEnforced,
    DisputeFact,
    EnforceDeadline,
    Grounds,
    OrderAbsent,
)
from adjudicator.rulesets.tile_formations.model.messages import (
    ActionBegun,
    BeginAction,
    EndAction,
    EndTurn,
    EnterOverwatch,
    GameEnded,
    RecordCasualties,
    TurnEnded,
    TurnStarted,
)
from adjudicator.rulesets.tile_formations.rules.movement import action_offers
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import FAR_ENEMY, FAR_QUIET_ENEMY, formation_sheet, infantry, table
from tests.rulesets.tile_formations.play.steps import play_to_first_action, take_overwatch_action
from tests.rulesets.tile_formations.steps import (
    begin_action,
    end_action,
    end_move,
    mustered_table,
    open_fact,
    open_window,
    refused,
)


def test_seats_take_turns() -> None:
    """Seats act in turn with formations that have not acted; then the turn ends and the other seat begins."""
    units = FAR_QUIET_ENEMY | {"a1.1": ("A1", infantry()), "a2.1": ("A5", infantry())}
    played = table("", units, options={"turn_limit": 2})
    for who, row in (("a1", "blue"), ("b1", "red")):
        begin_action(played, who, "march") if who == "a1" else played.when(
            "blue", BeginAction(formation="b1", action="march", test="", target="", road_march=False)
        ).accepted()
        for _ in range(3):
            end_move(played, who).accepted()
        end_action(played, who).asks("choose_action", row)
    begin_action(played, "a2", "march")
    for _ in range(3):
        end_move(played, "a2").accepted()
    end_action(played, "a2").then(TurnEnded, TurnStarted, turn=2, seat=1).asks("choose_action", "blue")
    begin_action(played, "b1", "overwatch")
    played.when("blue", EnterOverwatch(formation="b1")).accepted()
    end_action(played, "b1").accepted()
    for who in ("a1", "a2"):
        begin_action(played, who, "overwatch")
        played.when("red", EnterOverwatch(formation=who)).accepted()
        outcome = end_action(played, who).accepted()
    outcome.then(GameEnded, reason="turn_limit", winners=(0,), integrity=(2, 1))


def test_turns_may_come_from_outside() -> None:
    """With external order any seat acts, again and again, and the turn is ended from outside."""
    played = table("", FAR_QUIET_ENEMY | {"a1.1": ("A1", infantry())}, options={"turn_order": "external"})
    played.ask("choose_action", "red", "blue")
    played.when("red", EndTurn()).accepted().asks("fact_stated", "blue")
    played.when("blue", ConfirmFact(fact=open_fact(played))).then(TurnEnded, TurnStarted, turn=2)
    played.when("blue", BeginAction(formation="b1", action="overwatch", test="", target="", road_march=False)).asks(
        "enter_overwatch", "blue"
    )
    played.when("red", EndTurn()).rejected("WG-TURN-01", "not-between-actions")


def test_no_turn_is_ended_before_the_first() -> None:
    """WG-TURN-01: a turn that comes from outside is ended once it has begun, not while armies are deployed."""
    played = mustered_table((formation_sheet(infantry()),), options={"turn_order": "external"})
    assert open_window(played).kind == "deploy"
    refused(played.when("red", EndTurn()), "no-turn-yet", "WG-TURN-01")


def test_a_seat_without_anybody_left_lets_the_game_go_on() -> None:
    """Who loses his last formation that could act while he is asked is not stuck: the game goes on, or ends."""
    played = table("", {"a1.1": ("A1", infantry()), "b1.1": FAR_ENEMY}, referee=True)
    played.ask("choose_action", "red")
    played.when("red", EndAction(formation="")).rejected("WG-TURN-01", "can-act")
    played.when("referee", RecordCasualties(unit="a1.1", points=1, causes_shock=False)).accepted()
    assert played.offered("red") == ["EndAction"]
    silence = action_offers.default_action(played.game, open_window(played), 0)
    assert silence is not None
    played.when("red", silence).then(GameEnded, reason="eliminated", winners=(1,))


@pytest.mark.parametrize("first", [0, 1])
def test_seats_act_in_turn(first: int) -> None:
    """WG-TURN-01: each seat acts with one formation, each once; the seat that acts first changes with the turn."""
    played = play_to_first_action(2, 1, first_seat=first)
    order = ["a1", "b1", "a2"] if first == 0 else ["b1", "a1", "a2"]
    assert open_window(played).asks == (first,)
    for id, then in pairwise(order):
        take_overwatch_action(played, id).asks("choose_action", "red" if then[0] == "a" else "blue")
    outcome = take_overwatch_action(played, order[-1]).then(TurnEnded, turn=1).then(TurnStarted, turn=2, seat=1 - first)
    outcome.asks("choose_action", "blue" if first == 0 else "red")


def test_a_formation_acts_once_in_a_turn() -> None:
    """WG-TURN-01: a formation that has acted waits for the next turn, another one of its seat does not."""
    played = play_to_first_action(2, 2)
    take_overwatch_action(played, "a1").asks("choose_action", "blue")
    take_overwatch_action(played, "b1").asks("choose_action", "red")
    again = BeginAction(formation="a1", action="hold", test="", target="", road_march=False)
    refused(played.when("red", again), "acted-already", "WG-TURN-01", formation="a1")
    take_overwatch_action(played, "a2").accepted()
    take_overwatch_action(played, "b2").then(TurnStarted, turn=2, seat=1)
    take_overwatch_action(played, "b1").asks("choose_action", "red")
    take_overwatch_action(played, "a1").asks("choose_action", "blue")


def test_turns_end_by_themselves_or_from_outside() -> None:
    """WG-TURN-01: with external order anybody acts, a formation twice too, and turns are ended between actions."""
    played = play_to_first_action(1, 1)
    refused(played.when("red", EndTurn()), "turns-end-by-themselves", "WG-TURN-01")
    played = play_to_first_action(1, 1, turn_order="external")
    assert open_window(played).asks == (0, 1)
    take_overwatch_action(played, "b1").without(TurnEnded).asks("choose_action", "red", "blue")
    take_overwatch_action(played, "b1").without(TurnEnded).asks("choose_action", "red", "blue")
    take_overwatch_action(played, "a1").without(TurnEnded)
    played.when("red", EndTurn()).without(TurnEnded).asks("fact_stated", "blue")
    confirmed = played.when("blue", ConfirmFact(fact=open_fact(played)))
    confirmed.then(TurnEnded, turn=1).then(TurnStarted, turn=2).asks("choose_action", "red", "blue")
    hold = BeginAction(formation="a1", action="hold", test="", target="", road_march=False)
    played.when("red", hold).accepted()
    refused(played.when("blue", EndTurn()), "not-between-actions", "WG-TURN-01")


@pytest.mark.parametrize(("red", "blue"), [(2, 1), (1, 2)])
def test_silence_ends_turns_that_come_from_outside(red: int, blue: int) -> None:
    """WG-TURN-01 WG-ASK-02: silence lets each formation of either side hold once, then the turn is over; so to the end.

    No formation is left out because the other side has acted with all.
    """
    played = play_to_first_action(red, blue, turn_order="external", turn_limit=2)
    began, over = [], []
    for _ in range(100):
        if played.game.ended:
            break
        events = played.when("referee", EnforceDeadline(window=open_window(played).id)).accepted().events
        began += [event.formation for event in events if isinstance(event, ActionBegun)]
        over += [event.turn for event in events if isinstance(event, TurnEnded)]
    assert played.game.ended == "turn_limit", "nobody's silence has ended the game"
    each = [f"a{number + 1}" for number in range(red)] + [f"b{number + 1}" for number in range(blue)]
    assert (began, over) == (each * 2, [1, 2])


@pytest.mark.parametrize("limit", [0, 2])
def test_the_game_goes_on_after_other_turns(limit: int) -> None:
    """WG-END-11: a turn that is not the last ends nothing, and with a limit of 0 none is the last."""
    played = play_to_first_action(1, 1, turn_limit=limit)
    take_overwatch_action(played, "a1").accepted()
    take_overwatch_action(played, "b1").then(TurnEnded, TurnStarted, turn=2).without(GameEnded)
    take_overwatch_action(played, "b1").accepted()
    second = take_overwatch_action(played, "a1").then(TurnEnded, turn=2)
    if limit:
        second.then(GameEnded, reason="turn_limit", winners=())
    else:
        second.then(TurnStarted, turn=3).without(GameEnded)


@pytest.mark.parametrize("asked", ["first", "second"])
def test_silence_of_a_seat_that_can_not_act_ends_the_turn(asked: str) -> None:
    """WG-TURN-01 WG-ASK-02: one seat has no formation left to act; the end of its time ends each turn once."""
    played = play_to_first_action(1, 1, turn_order="external", turn_limit=2)
    for turn in (1, 2):
        take_overwatch_action(played, "a1" if asked == "first" else "b1").asks("choose_action", "red", "blue")
        ended: list[int] = []
        while not played.game.ended and played.game.turn == turn:
            silence = EnforceDeadline(window=open_window(played).id)
            events = played.when("referee", silence).accepted().events
            ended += [event.turn for event in events if isinstance(event, TurnEnded)]
            assert [event.party for event in events if isinstance(event, DeadlineEnforced)], "nobody was silent"
        assert ended == [turn]
    assert played.game.ended == "turn_limit"


def test_who_says_that_the_turn_is_over_answers_for_all() -> None:
    """WG-TURN-01: nobody is asked for an action while it is open whether the turn is over; then all are, anew."""
    played = play_to_first_action(1, 1, turn_order="external")
    before = open_window(played).id
    played.when("red", EndTurn()).asks("fact_stated", "blue")
    assert not any(window.asks for window in played.windows[:-1])
    played.faces(2, 5)
    said = DisputeFact(fact=open_fact(played), value="not over")
    played.when("blue", said).accepted()
    while open_window(played).kind != "choose_action":
        played.when("referee", EnforceDeadline(window=open_window(played).id)).accepted()
    assert (open_window(played).asks, open_window(played).id > before) == ((0, 1), True)


def test_a_referee_ends_a_turn_at_once() -> None:
    """WG-TURN-01 WG-FACT-03: the referee's word counts at once, and who was asked for an action is asked still."""
    played = play_to_first_action(1, 1, turn_order="external")
    played.when("referee", EndTurn()).then(TurnEnded, TurnStarted, turn=2).asks("choose_action", "red", "blue")


def _order_absent(played: Table, seat: int) -> None:
    grounds = Grounds(reason="nobody came back", clause="")
    played.when("referee", OrderAbsent(grounds=grounds, seat=seat)).accepted()


def _answer_absent(played: Table, seat: int) -> None:
    """Take silence for an absent seat for as long as it is asked, as the service does at once."""
    for _ in range(20):
        if seat not in open_window(played).asks:
            return
        played.when(TABLE, AnswerAbsent(seat=seat)).accepted()
    raise AssertionError(f"seat {seat} is asked for ever")


def test_an_absent_seat_ends_no_turn_for_one_that_could_act() -> None:
    """WG-TURN-01 WG-SEAT-03: with external order it leaves the question to the others, and they act as they like."""
    played = play_to_first_action(1, 1, turn_order="external")
    _order_absent(played, 0)
    _answer_absent(played, 0)
    assert (open_window(played).kind, open_window(played).asks) == ("choose_action", (1,))
    hold = BeginAction(formation="b1", action="hold", test="", target="", road_march=False)
    played.when("blue", hold).then(ActionBegun, formation="b1")


def test_a_turn_that_is_over_asks_again_who_left_the_question() -> None:
    """WG-TURN-01: whoever says that the turn is over, all are asked in the next one, a seat that passed before too."""
    for who in ("blue", "referee"):
        played = play_to_first_action(1, 1, turn_order="external")
        _order_absent(played, 0)
        _answer_absent(played, 0)
        assert open_window(played).asks == (1,)
        ended = played.when(who, EndTurn()).accepted()
        if who == "blue":
            ended.asks("fact_stated", "red")
            ended = played.when(TABLE, AnswerAbsent(seat=0))
        ended.then(TurnEnded, turn=1).then(TurnStarted, turn=2).asks("choose_action", "red", "blue")

"""Faults that a review found, each with what is right instead."""

from __future__ import annotations

from random import Random

import pytest

from adjudicator.kernel.decide.parties import REFEREE, SPECTATOR
from adjudicator.kernel.messages import DisputeFact, SettleDispute
from adjudicator.rulesets.tile_formations import bot, choices
from adjudicator.rulesets.tile_formations.model.messages import (
    ActionTestFailed,
    AdjustShock,
    BeginAction,
    Charge,
    DamageTerrain,
    DeclareCautious,
    EndAction,
    EndFormationMove,
    GameEnded,
    MoveUnit,
    RecordCasualties,
    UnitDestroyed,
)
from tests.kit import Table
from tests.rulesets.tile_formations.givens import (
    Placed,
    asked,
    begin,
    cell,
    end_move,
    infantry,
    move,
    shock,
    table,
    top,
    vehicle,
)

FAR = ("L12", infantry(flags=("no_zoc",)))
MOST = 2**31 - 1


def test_a_position_is_not_crossed_by_coming_back_to_it() -> None:
    """A unit that steps out of a bunker and back into it ends its move there, for it can not be crossed."""
    played = table("", {"a1.1": ("A1", infantry(speed=6)), "b1.1": FAR}, terrain={"A1": cell("+bunkers")})
    begin(played, "a1")
    move(played, "a1.1", "A2", "A1", "B1").rejected("TF-BUNK-02", "not-crossed", "path", tile="A1")
    move(played, "a1.1", "A2", "A1").accepted()


def test_a_second_failed_test_asks_once() -> None:
    """What is begun instead may fail its test too; the action waits beneath once, however often that happens."""
    played = table("", {"a1.1": ("A1", infantry()), "b1.1": FAR}, referee=True)
    asked(played, "a1", "march", test="failed").then(ActionTestFailed).asks("action_instead", "referee")
    again = BeginAction(formation="a1", action="advance", test="failed", target="", road_march=False)
    played.when("referee", again).then(ActionTestFailed).asks("action_instead", "referee")
    assert [window.kind for window in played.windows] == ["action", "action_instead"]


def test_a_seat_without_anybody_left_lets_the_game_go_on() -> None:
    """Who loses his last formation that could act while he is asked is not stuck: the game goes on, or ends."""
    played = table("", {"a1.1": ("A1", infantry()), "b1.1": FAR}, referee=True)
    played.ask("choose_action", "red")
    played.when("red", EndAction(formation="")).rejected("TF-PLAY-02", "can-act")
    played.when("referee", RecordCasualties(unit="a1.1", points=1, causes_shock=False)).accepted()
    assert played.offered("red") == ["EndAction"]
    silence = choices.usual_action(played.game, top(played), 0)
    played.when("red", silence).then(GameEnded, reason="eliminated", winners=(1,))


def test_silence_of_who_can_only_engage_engages() -> None:
    """Where every action but an engage action stands still, a unit in an enemy zone charges or leaves by silence."""
    still = dict.fromkeys(("advance", "double", "march", "marshal", "hold"), 0)
    units: dict[str, Placed] = {"a1.1": ("D4", infantry()), "b1.1": ("F4", infantry())}
    played = table("", units, options={"moves_per_action": still})
    played.ask("choose_action", "red")
    silence = choices.usual_action(played.game, top(played), 0)
    played.when("red", silence).asks("formation_move", "red")


@pytest.mark.parametrize("amount", [100, -100, MOST, -MOST])
def test_shock_that_is_told_has_a_bound(amount: int) -> None:
    """Shock grows by at most 99 at a time, so that its sum fits the log, and a disputed value is bound too."""
    played = table("", {"a1.1": ("A1", infantry()), "b1.1": FAR}, referee=True)
    played.ask("choose_action", "red")
    told = AdjustShock(formation="a1", amount=amount, reason="")
    played.when("referee", told).rejected("TF-SHOCK-01", "number-range", "amount", most=99)
    stated = played.when("red", AdjustShock(formation="a1", amount=1, reason="")).accepted()
    fact = next(iter(stated.table.game.facts))
    played.when("blue", DisputeFact(fact=fact, value=f"{amount:+d} more")).accepted()
    played.when("referee", SettleDispute(fact=fact, value=f"{amount:+d} more", reason="")).accepted()
    assert shock(played, "a1") == 0


def test_damage_that_is_told_has_a_bound() -> None:
    """A building takes at most 99 points at a time."""
    played = table("", {"a1.1": ("A1", infantry()), "b1.1": FAR}, terrain={"B2": "buildings"}, referee=True)
    played.ask("choose_action", "red")
    told = DamageTerrain(tile="B2", points=MOST)
    played.when("referee", told).rejected("TF-BUILD-04", "number-range", "points", most=99)


def test_who_is_out_of_formation_is_not_a_casualty() -> None:
    """A unit lost for being out of formation is destroyed by that clause alone, not for want of integrity."""
    formation = {f"a1.{number}": (place, infantry()) for number, place in enumerate(("A1", "A2", "A9"), 1)}
    played = table("", {**formation, "b1.1": FAR})
    begin(played, "a1")
    end_move(played, "a1").then(UnitDestroyed, unit="a1.3", cause="out_of_formation")
    clauses = next(ids for event, ids in played.ruled if isinstance(event, UnitDestroyed))
    assert "TF-COHESION-01" in clauses
    assert "TF-DANGER-04" not in clauses


@pytest.mark.parametrize("seat", [0, 1, REFEREE, SPECTATOR])
def test_long_texts_are_not_sent_back_whole(seat: int) -> None:
    """A refusal quotes no more than a little of what a client sent."""
    long = "x" * 5000
    played = table("", {"a1.1": ("A1", infantry()), "b1.1": FAR}, referee=True)
    begin(played, "a1")
    commands = (
        MoveUnit(unit="a1.1", path=(long,)), EndFormationMove(formation="", keep=(long,)),
        DamageTerrain(tile=long, points=1),
        BeginAction(formation="a1", action=long, test=long, target="", road_march=False),
    )  # fmt: skip
    for command in commands:
        for fault in played.refused(command, seat):
            assert all(len(str(value)) <= 200 for _, value in fault.facts), fault


def _stays_whole(played: Table, seed: int) -> bool:
    """Let the bot make a whole move, on its best behaviour."""
    chance = Random(seed)
    while top(played).kind in {"formation_move", "dangerous_test"}:
        played.when("red", bot.choose(played.sight("red"), chance)).accepted()
    return not any(row.out for row in played.game.units.values())


@pytest.mark.parametrize("action", ["advance", "engage", "march"])
@pytest.mark.parametrize("seed", range(6))
def test_a_bot_keeps_its_formations_whole(action: str, seed: int) -> None:
    """No unit is lost by a move of the bot's own, however far the fast ones could run ahead."""
    units: dict[str, Placed] = {
        "a1.1": ("C3", infantry(speed=2)), "a1.2": ("D3", vehicle(speed=6)), "a1.3": ("E3", infantry(speed=3)),
        "a1.4": ("F3", vehicle(speed=6)), "b1.1": ("H9", infantry()), "b1.2": ("B9", infantry()),
    }  # fmt: skip
    played = table("", units, columns=14, rows=14)
    begin(played, "a1", action, target="b1" if action == "engage" else "")
    assert _stays_whole(played, seed)


def test_a_bot_tears_nothing_apart_on_a_whim() -> None:
    """Moves and the ends of moves are no matter of whims."""
    assert {each.__name__ for each in (MoveUnit, Charge, EndFormationMove, DeclareCautious)} <= bot.SERIOUS

"""What a bot chooses from its view and its offers."""

from __future__ import annotations

from random import Random

import pytest

from adjudicator.rulesets.tile_formations.bots.bot import BOT
from adjudicator.rulesets.tile_formations.model.messages import (
    BeginAction,
    Charge,
    DeclareCautious,
    EndFormationMove,
    MoveUnit,
)
from tests.kit import Table
from tests.rulesets.tile_formations.bots.fixtures import FirstChoice
from tests.rulesets.tile_formations.fixtures import Placed, infantry, table, vehicle, weapon
from tests.rulesets.tile_formations.steps import begin_action, open_window


def test_a_bot_shoots_charges_and_keeps_together():
    """In range it advances or holds, beside the enemy it charges, and it does not leave its formation."""
    near = table(units={"a1.1": ("A1", infantry()), "b1.1": ("D1", infantry())})
    near.ask("choose_action", "red")
    assert _chosen(near).action == "engage"
    far = table(units={"a1.1": ("A1", infantry()), "b1.1": ("L1", infantry())})
    far.ask("choose_action", "red")
    assert _chosen(far).action == "advance"
    gun = weapon(weapon_range=2)
    units = {
        "a1.1": ("A1", vehicle(speed=9, weapons=(gun,))),
        "a1.2": ("A2", infantry(speed=1)),
        "b1.1": ("L1", infantry()),
    }
    slow = table(units=units)
    begin_action(slow, "a1")
    made = BOT.choose(slow.sight("red"), FirstChoice())
    assert isinstance(made, MoveUnit)
    assert made.path[-1] in {"D1", "D2", "D3", "D4", "D5"}


def _chosen(played: Table) -> BeginAction:
    made = BOT.choose(played.sight("red"), FirstChoice())
    assert isinstance(made, BeginAction)
    return made


def test_a_bot_ends_a_move_that_betters_nothing():
    """Where every unit stands as well as it can, the move is ended."""
    played = table(units={"a1.1": ("A1", infantry()), "b1.1": ("E1", infantry())})
    begin_action(played, "a1")
    assert BOT.choose(played.sight("red"), FirstChoice()) == EndFormationMove(formation="a1", keep=())


def _stays_whole(played: Table, seed: int) -> bool:
    """Let the bot make a whole move, on its best behaviour."""
    chance = Random(seed)
    while open_window(played).kind in {"formation_move", "dangerous_test"}:
        played.when("red", BOT.choose(played.sight("red"), chance)).accepted()
    return not any(row.out for row in played.game.units.values())


@pytest.mark.parametrize("action", ["advance", "engage", "march"])
@pytest.mark.parametrize("seed", range(6))
def test_a_bot_keeps_its_formations_whole(action: str, seed: int) -> None:
    """No unit is lost by a move of the bot's own, however far the fast ones could run ahead."""
    units: dict[str, Placed] = {
        "a1.1": ("C3", infantry(speed=2)),
        "a1.2": ("D3", vehicle(speed=6)),
        "a1.3": ("E3", infantry(speed=3)),
        "a1.4": ("F3", vehicle(speed=6)),
        "b1.1": ("H9", infantry()),
        "b1.2": ("B9", infantry()),
    }
    played = table("", units, columns=14, rows=14)
    begin_action(played, "a1", action, target="b1" if action == "engage" else "")
    assert _stays_whole(played, seed)


def test_a_bot_tears_nothing_apart_on_a_whim() -> None:
    """Moves and the ends of moves are never random."""
    assert {row.__name__ for row in (MoveUnit, Charge, EndFormationMove, DeclareCautious)} <= BOT.never_random

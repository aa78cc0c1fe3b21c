"""Bots use Reserves, transports and Aircraft through views and offers alone."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.bots import bot
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ArriveFromReserves,
    DeclareNormalMove,
    DisembarkFromWreck,
    EndMoveStep,
    MoveAircraft,
    SelectToShoot,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import battle, formation
from tests.rulesets.grinding_annihilation.movement.fixtures import (
    INNER_RING,
    battle_with_absent,
    carrier,
    deck_turn,
    ring,
    squad,
    transport_destroyed,
)
from tests.rulesets.grinding_annihilation.steps import settle
from tests.rulesets.grinding_annihilation.troops.fixtures import ENEMY_OF_AIRCRAFT, plane


@pytest.mark.parametrize("outer", [False, True])
def test_a_bot_leaves_a_wreck(outer: bool):
    """A bot gets its passengers out of a wreck, near it or as far as an emergency lets it."""
    others = (INNER_RING, formation("b-o", at=ring(20, 6.5, 12, 16.36), weapons=())) if outer else ()
    table = transport_destroyed(troops=5, others=others)
    command = next(
        each
        for seed in range(40)
        if isinstance(each := bot.BOT.choose(table.sight("red"), random.Random(seed)), DisembarkFromWreck)
    )
    assert command.emergency is outer
    table.faces(*[6] * len(command.troops))
    table.when("red", command).accepted()


def choose_until(table: Table, kind: type[Any], tries: int = 40) -> Any:
    """Ask a bot until it chooses a command of a kind, and let that be accepted."""
    sight = table.sight("red")
    result = (bot.BOT.choose(sight, random.Random(seed)) for seed in range(tries))
    command = next(row for row in result if isinstance(row, kind))
    table.when("red", command).accepted()
    return command


def test_a_bot_lends_weapons():
    """A bot fires as many passengers' weapons as the Weapons Deck holds."""
    table = deck_turn(weapons=())
    table.put("formations", replace(table.game.formations["a-spare"], shot=True))
    command = choose_until(table, SelectToShoot)
    assert len(command.loans) == 2


def test_a_bot_flies():
    """A bot flies where its Aircraft may stop, or off the warfield."""
    table = battle(plane(), ENEMY_OF_AIRCRAFT, phase="move")
    for kind in ("DeclareNormalMove", "MoveAircraft"):
        assert kind in table.offered("red")
        result = (bot.BOT.choose(table.sight("red"), random.Random(seed)) for seed in range(40))
        table.when("red", next(row for row in result if type(row).__name__ == kind)).accepted()
    off = battle(plane((55, 10)), ENEMY_OF_AIRCRAFT, phase="move")
    off.when("red", DeclareNormalMove(formation="a-f")).accepted()
    assert choose_until(off, MoveAircraft).troops[0].distance == 0


@pytest.mark.parametrize(("place", "number"), [("reserves", 1), ("strategic_reserves", 2), ("strategic_reserves", 3)])
def test_a_bot_arrives(place: str, number: int):
    """A bot sets formations up from either sort of Reserves, in any round."""
    table = battle_with_absent(carrier(), squad(4), ENEMY_OF_AIRCRAFT, off={"a-p": place}, number=number)
    settle(table, "EndMoveStep")
    table.when("red", EndMoveStep()).accepted()
    assert len(choose_until(table, ArriveFromReserves).troops) == 4

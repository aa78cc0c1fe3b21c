"""Bots use Reserves, transports and Aircraft through views and offers alone."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation import bot, bot_setup
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ArriveFromReserves,
    DisembarkFromWreck,
    EndMoveStep,
    MoveAircraft,
    SelectToShoot,
)
from tests.kit import Table, tables_closed
from tests.rulesets.grinding_annihilation.afield import carrier, field, squad
from tests.rulesets.grinding_annihilation.givens import battle, formation, settle
from tests.rulesets.grinding_annihilation.test_aircraft import ENEMY, plane
from tests.rulesets.grinding_annihilation.test_bots import walk
from tests.rulesets.grinding_annihilation.test_transports import INNER, decked, ring, wrecked

__all__ = ["tables_closed"]

AFIELD = ("autereium_descent", "kolkata_sortie")


def chosen(table: Table, kind: type[Any], tries: int = 40) -> Any:
    """Ask a bot until it chooses a command of a kind, and let that be accepted."""
    sight = table.sight("red")
    made = (bot.choose(sight, random.Random(seed)) for seed in range(tries))
    command = next(each for each in made if isinstance(each, kind))
    table.when("red", command).accepted()
    return command


@pytest.mark.parametrize("outer", [False, True])
def test_a_bot_leaves_a_wreck(outer: bool):
    """A bot gets its passengers out of a wreck, near it or as far as an emergency lets it."""
    others = (INNER, formation("b-o", at=ring(20, 6.5, 12, 16.36), weapons=())) if outer else ()
    table = wrecked(troops=5, others=others)
    command = next(
        each
        for seed in range(40)
        if isinstance(each := bot.choose(table.sight("red"), random.Random(seed)), DisembarkFromWreck)
    )
    assert command.emergency is outer
    table.faces(*[6] * len(command.troops))
    table.when("red", command).accepted()


def test_a_bot_lends_weapons():
    """A bot fires as many passengers' weapons as the Weapons Deck holds."""
    table = decked(weapons=())
    table.put("formations", replace(table.game.formations["a-spare"], shot=True))
    command = chosen(table, SelectToShoot)
    assert len(command.loans) == 2


def test_a_bot_flies():
    """A bot flies where its Aircraft may stop, or off the warfield."""
    table = battle(plane(), ENEMY, phase="move")
    for kind in ("DeclareNormalMove", "MoveAircraft"):
        assert kind in table.offered("red")
        made = (bot.choose(table.sight("red"), random.Random(seed)) for seed in range(40))
        table.when("red", next(each for each in made if type(each).__name__ == kind)).accepted()
    off = battle(plane((55, 10)), ENEMY, phase="move")
    off.when("red", bot.KINDS["DeclareNormalMove"](formation="a-f")).accepted()
    assert chosen(off, MoveAircraft).troops[0].distance == 0


@pytest.mark.parametrize(("place", "number"), [("reserves", 1), ("strategic_reserves", 2), ("strategic_reserves", 3)])
def test_a_bot_arrives(place: str, number: int):
    """A bot sets formations up from either sort of Reserves, in any round."""
    table = field(carrier(), squad(4), ENEMY, off={"a-p": place}, number=number)
    settle(table, "EndMoveStep")
    table.when("red", EndMoveStep()).accepted()
    assert len(chosen(table, ArriveFromReserves).troops) == 4


@pytest.mark.parametrize("seed", [2, 3])
def test_bots_play_with_reserves(seed: int, monkeypatch: pytest.MonkeyPatch):
    """Battles of armies with transports, Aircraft, Scouts and Reserves go to their end; no command is refused."""
    monkeypatch.setattr(bot_setup, "ARMIES", {name: bot_setup.ARMIES[name] for name in AFIELD})
    table = walk(seed)
    used = {type(command).__name__ for _, command in table.commands}
    assert table.game.battle.ended in ("rounds", "annihilation")
    assert used >= {"ArriveFromReserves", "MoveAircraft"}

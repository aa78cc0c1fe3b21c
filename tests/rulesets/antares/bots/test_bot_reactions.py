"""Bots that react to an assault: the target draws the assaulter across an ambush, which names its point anew."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import Struct

from adjudicator.kernel.bot import Sight
from adjudicator.rulesets.antares.bots.bot import BOT
from adjudicator.rulesets.antares.model.messages import (
    AmbushPointNamed,
    CarryOutReaction,
    DeclareReaction,
    PassReaction,
    ReactionDeclared,
)
from tests.kit import Table
from tests.rulesets.antares.fixtures import AMBUSH, acting
from tests.rulesets.antares.sheets import lone_trooper
from tests.rulesets.antares.steps import charge, move_unit, open_reactions

TRIES = 40


def charge_past_ambush(*dice: int) -> Table:
    """Let a squad sprint at a target 14 inches away that somebody covers from ambush."""
    units: list[tuple[Any, ...]] = [
        ("a-x", lone_trooper(), (10_000, 10_000)),
        ("b-y", lone_trooper(), (25_000, 10_000)),
        ("b-z", lone_trooper(), (12_000, 22_000), AMBUSH),
    ]
    played = acting("run", *units, dice=dice)
    charge(played, 14_000, sprint=True).asks("reaction", "blue")
    return played


BLUE = 1


def bot_choice(played: Table, seed: int) -> Struct:
    """Let a bot answer for blue."""
    game = played.game
    sight = Sight(BLUE, played.rules.view(game, BLUE), game.stack, tuple(played.offers(BLUE)))
    return BOT.choose(sight, Random(seed))


@pytest.mark.rule("AN-REACT-31")
def test_a_bot_reacts_with_both():
    """Both are declared in most games: an Escape or a Countercharge, and the fire; whoever follows is not shy."""
    both = 0
    for seed in range(TRIES):
        played = charge_past_ambush()
        reactions: list[str] = []
        while played.window is not None and played.window.kind == "reaction" and open_reactions(played):
            command = bot_choice(played, seed + TRIES * len(reactions))
            if isinstance(command, PassReaction):
                break
            assert isinstance(command, DeclareReaction)
            if len(reactions) == 1:
                # the second declaration closes the window, and dice follow that this test has none for
                reactions.append(command.reaction)
                break
            played.when("blue", command).then(ReactionDeclared)
            reactions.append(command.reaction)
        both += "ambush_fire" in reactions and bool({"escape", "countercharge"} & set(reactions))
    assert both > TRIES // 3


@pytest.mark.rule("AN-REACT-33")
def test_a_bot_names_a_point_anew():
    """Asked for its point on the new path a bot names one that is offered, and fires."""
    played = charge_past_ambush(1)
    for unit, reaction in (("b-y", "escape"), ("b-z", "ambush_fire")):
        declared = DeclareReaction(unit=unit, reaction=reaction, sprint=False, free=False, point=0)
        played.when("blue", declared).accepted()
    move_unit(played, 2000, unit="b-y", who="blue").asks("assault_path", "red")
    move_unit(played, 15_000, sprint=True).asks("ambush_point", "blue")
    command = bot_choice(played, 1)
    assert isinstance(command, CarryOutReaction)
    assert not command.lapse
    played.when("blue", command).then(AmbushPointNamed, unit="b-z", point=command.point)

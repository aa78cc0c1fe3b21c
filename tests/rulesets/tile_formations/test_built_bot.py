"""Bots play whole games through views and offers alone, and all that they make is allowed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Range, Shape, Some
from adjudicator.rulesets.tile_formations import bot, bot_games
from adjudicator.rulesets.tile_formations.bot_offers import sampled, word, words
from adjudicator.rulesets.tile_formations.library import MAPS
from adjudicator.rulesets.tile_formations.model.messages import (
    BeginAction,
    CreateBattlefield,
    EndFormationMove,
    GameEnded,
    MoveUnit,
)
from replays.audit.audit import audit
from services.tools.play import BotTable
from tests.conformance.driver import WAYS, Driver, umpire_answer
from tests.kit import Table, seeded
from tests.rulesets.tile_formations.givens import begin, infantry, rules, table, vehicle, weapon

GAME = "tile_formations"


class First:
    """A generator without whims: always the first, never a chance of one in several."""

    def randrange(self, stop):
        return stop - 1

    def choice(self, seq):
        return seq[0]

    def shuffle(self, x):
        pass


class Scene(Driver):
    """A driver whose bots agree on one scenario, and choose at random where that is asked for."""

    def __init__(self, scenario, seed, way="auto", seats=2, *, wild=False):
        super().__init__(Table(rules(), seats, dice=seeded(seed), **WAYS[way]), seed, probes=1)
        self.scenario, self.wild = scenario, wild

    def answer(self, party, top):
        if top.kind == self.rules.opens:
            return bot.create(self.scenario, self.chance)
        made = umpire_answer(self, party, top)
        if made is None and self.wild:
            return bot.choose_at_random(self.table.sight(party), self.chance)
        return super().answer(party, top) if made is None else made


def ends(played):
    """Count the ends of a game."""
    return sum(isinstance(event, GameEnded) for filled in played.log for event, _ in filled.events)


# -- whole games


@pytest.mark.parametrize(("seed", "scenario"), list(enumerate(sorted(bot_games.SCENARIOS), 1)))
def test_random_choices_end_every_scenario(seed, scenario):
    """Whoever takes any offer with any values is never refused, and the game ends."""
    played = Scene(scenario, seed, wild=True).play()
    assert ends(played) == 1


@pytest.mark.parametrize(("scenario", "seed", "way", "seats"), [
    ("small_heath", 1, "step", 2), ("readings", 2, "auto", 2), ("outside_turns", 3, "auto", 2),
    ("hex", 4, "reported", 2), ("old_fort", 5, "auto", 4), ("drawn", 6, "auto", 3),
])  # fmt: skip
def test_purposeful_games_end(scenario, seed, way, seats):
    """A game to a purpose ends once, with referee or without, with any number of seats."""
    played = Scene(scenario, seed, way, seats).play()
    assert ends(played) == 1
    assert played.game.ended


async def test_a_seed_gives_a_game_that_passes_its_audit():
    """The same seed gives the same game, byte for byte, and its audit passes."""
    games = []
    for _ in range(2):
        played = BotTable(GAME, 11, scenario="small_heath")
        session = await played.play()
        assert session.game.result is not None
        games.append(await played.replay())
    assert games[0] == games[1]
    assert audit(games[0]).result == "PASS"


def test_there_are_no_other_scenarios():
    """A scenario that there is not is a KeyError; every ready map is one."""
    assert set(MAPS) < set(bot_games.SCENARIOS)
    with pytest.raises(KeyError):
        bot.create("no such", random.Random(1))
    assert all(isinstance(bot.create(each, random.Random(1)), CreateBattlefield) for each in bot_games.SCENARIOS)


# -- choices


def test_a_bot_shoots_charges_and_keeps_together():
    """In range it advances or holds, beside the enemy it charges, and it does not leave its formation."""
    near = table(units={"a1.1": ("A1", infantry()), "b1.1": ("D1", infantry())})
    near.ask("choose_action", "red")
    assert _chosen(near).action == "engage"
    far = table(units={"a1.1": ("A1", infantry()), "b1.1": ("L1", infantry())})
    far.ask("choose_action", "red")
    assert _chosen(far).action == "advance"
    gun = weapon(range=2)
    units = {"a1.1": ("A1", vehicle(speed=9, weapons=(gun,))), "a1.2": ("A2", infantry(speed=1)),
             "b1.1": ("L1", infantry())}  # fmt: skip
    slow = table(units=units)
    begin(slow, "a1")
    made = bot.choose(slow.sight("red"), First())
    assert isinstance(made, MoveUnit)
    assert made.path[-1] in {"D1", "D2", "D3", "D4", "D5"}


def _chosen(played: Table) -> BeginAction:
    made = bot.choose(played.sight("red"), First())
    assert isinstance(made, BeginAction)
    return made


def test_a_bot_ends_a_move_that_betters_nothing():
    """Where every unit stands as well as it can, the move is ended."""
    played = table(units={"a1.1": ("A1", infantry()), "b1.1": ("E1", infantry())})
    begin(played, "a1")
    assert bot.choose(played.sight("red"), First()) == EndFormationMove(formation="a1", keep=())


# -- commands made of offers


def one(command: str, *fields: tuple[str, Any]) -> Any:
    """Make a command of one offer."""
    return sampled(Offer(command, tuple(Domain(name, values) for name, values in fields)), First())


def test_paths_are_divided():
    """One text that names several tiles becomes several; what is not offered is empty."""
    assert one("MoveUnit", ("unit", Choice(("a1.1",))), ("path", Choice(("A1 B2",)))).path == ("A1", "B2")
    assert one("BeginAction", ("formation", Choice(("a1",)))).road_march is False
    assert one("EndFormationMove", ("keep", Some(("a1.1", "a1.2"), 2, 2))).keep == ("a1.1", "a1.2")


def test_repeated_shapes_are_gathered():
    """Hits that are offered one by one are all given."""
    hit = Shape("HitOnUnit", (Domain("hit", Choice(("h1",))), Domain("unit", Choice(("b1.1",)))))
    assert len(one("AllocateHits", ("hits", hit), ("hits", hit)).hits) == 2


def test_what_is_not_told_is_not_made_up():
    """An offer of a shape without parts, and of a command that there is not, gives none."""
    assert one("MusterArmy", ("formations", Shape("FormationSheet"))) is None
    assert one("NoSuchCommand") is None


def test_offers_are_looked_into():
    """Values of a field are found, numbers as words."""
    offered = Offer("AssaultHits", (Domain("hits", Range(2, 3)), Domain("unit", Choice(("a1.1", "a1.2")))))
    assert words(offered, "hits") == ("2", "3")
    assert word(offered, "unit") == "a1.1"
    assert word(offered, "nothing") == ""

"""Odds of antares against play: the same position asked and played, in random games under random options."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.sampling import words_of
from adjudicator.rulesets.antares.model.messages import (
    BreakTested,
    DeclareShooting,
    FiredWeapon,
    H2HRoundResolved,
    HitsScored,
    ModelLost,
    PassReaction,
    PinsAdded,
    RerollMisses,
    ResistRolled,
    UnitBroken,
    UnitDestroyed,
    VolleysResolved,
)
from adjudicator.rulesets.antares.model.rows import Assault
from adjudicator.rulesets.antares.model.state import Game, current_action, has_flag, is_on_table, on_table
from adjudicator.rulesets.antares.model.subjects import UnitsSubject
from adjudicator.rulesets.antares.model.weapons import weapons_carried
from adjudicator.rulesets.antares.reports.messages import EstimateAssaultRequest, EstimateShootingRequest
from adjudicator.rulesets.antares.rules.assault import hand_to_hand
from adjudicator.rulesets.antares.rules.hits import reroll_sources
from tests.kit import Table
from tests.odds_by_play.harness import STATES, Line, RandomDice, Situation, ask, chances, compare, fraction, situation

PATH = "adjudicator.rulesets.antares"
STEPS = 200

# -- playing on


def play_on(line: Line, until: Callable[[Game], bool]) -> None:
    """Answer what is asked: reactions are passed, misses re-rolled as soon as they may be, the rest by silence."""
    for _ in range(STEPS):
        top = line.window
        if top is None or until(line.game):
            return
        if top.kind == "reactions":
            line.send(top.asks[0], PassReaction(unit=""))
        elif top.kind == "miss_reroll":
            line.send(top.asks[0], reroll(line.game, top))
        else:
            line.default()
    message = f"it does not come to an end: {[window.kind for window in line.game.stack]}"
    raise AssertionError(message)


def reroll(game: Game, top: Window) -> Struct:
    """Re-roll the first misses by the first source."""
    row = game.volleys[top.subject[0]]
    found = reroll_sources.sources_for(game, row)
    source = next(name for name in reroll_sources.CLAUSE if name in found)
    most = reroll_sources.most_dice(game, row, source, found[source])
    return RerollMisses(volley=row.id, source=source, dice=reroll_sources.candidates(game, row, source)[:most])


def before_breaks(events: Iterable[Struct]) -> list[Struct]:
    """List the events up to the first volley's end."""
    out: list[Struct] = []
    for event in events:
        out.append(event)
        if isinstance(event, VolleysResolved):
            break
    return out


def is_gone(game: Game, unit: str) -> bool:
    """Tell whether a unit is gone, or flees."""
    return not is_on_table(game, unit) or game.units[unit].fleeing


def placed_table(table: Table, game: Game) -> Any:
    """Put another game on a table."""
    return SimpleNamespace(rules=table.rules, game=game, protocol=table.protocol, time=table.time)


# -- shooting

SHOOTING = ("hits", "casualties", "pins", "break_test", "broken")


def shooting(table: Table, generator: Random) -> Situation | None:
    """Shoot with everything, or with one weapon, at somebody."""
    top = table.window
    if top is None or top.kind != "action" or current_action(table.game).order not in ("fire", "advance"):
        return None
    game, action = table.game, current_action(table.game)
    offers = [offer for offer in table.offers(top.asks[0]) if offer.command == "DeclareShooting"]
    targets = sorted({word for offer in offers for word in words_of(offer.fields, "target") if word})
    if not targets:
        return None
    target, weapons = generator.choice(targets), ()
    names = weapons_carried(game, action.unit)
    if generator.random() < 0.5:
        name = generator.choice(names)
        mode = generator.choice([mode.name for mode in game.weapons[name].modes] or [""])
        weapons = (FiredWeapon(weapon=name, mode=mode, models=(), aim=None, blind=False, target=""),)
    request = EstimateShootingRequest(
        game=b"", unit=action.unit, target=target, order=action.order, weapons=weapons, point_blank=False
    )
    odds = ask(table, "EstimateShooting", top.asks[0], request)
    if odds is None:
        return None
    command = DeclareShooting(unit=action.unit, target=target, weapons=weapons)
    what = generator.choice(SHOOTING)
    return Situation(f"{what} of {command}", shooting_odds(odds, what), _Shot(top.asks[0], command, what), table)


def shooting_odds(odds: Any, what: str) -> dict[Any, Any]:
    """Read what is compared."""
    found = getattr(odds, what)
    if isinstance(found, tuple):
        return {int(key): value for key, value in chances(found).items()}
    chance = fraction(found)
    return {True: chance, False: 1 - chance}


class _Shot:
    """A volley, played once."""

    def __init__(self, seat: int, command: DeclareShooting, what: str) -> None:
        self.seat, self.command, self.what = seat, command, what

    def __call__(self, line: Line) -> Hashable:
        """Shoot, and tell what is compared."""
        target = self.command.target
        line.send(self.seat, self.command)
        play_on(line, lambda game: not any(row.unit == self.command.unit for row in game.actions))
        own = [row for row in line.events if getattr(row, "unit", target) == target]
        early = [row for row in before_breaks(line.events) if getattr(row, "unit", target) == target]
        if self.what == "hits":
            return sum(len(row.hits) for row in early if isinstance(row, HitsScored))
        if self.what == "casualties":
            failed = [test for row in early if isinstance(row, ResistRolled) for test in row.tests if not test.saved]
            chart = has_flag(line.game, target, "uses_damage_chart")
            fallen = sum(isinstance(row, ModelLost) and row.model.startswith(f"{target}.") for row in early)
            return len(failed) if chart else fallen
        if self.what == "pins":
            gone = any(isinstance(row, UnitDestroyed) for row in early)
            return 0 if gone else sum(row.pins for row in early if isinstance(row, PinsAdded))
        if self.what == "break_test":
            return any(isinstance(row, BreakTested) for row in own)
        return any(isinstance(row, UnitBroken | UnitDestroyed) for row in own)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(STATES))
def test_shooting(seed: int) -> None:
    """Hits, losses, pins, break tests and breaks of volleys come as often as they are told."""
    compare(situation(PATH, seed, shooting), seed)


# -- hand to hand

FIGHT = ("own", "enemy", "result", "own_gone", "enemy_gone")


def fight(table: Table, generator: Random) -> Situation | None:
    """Let two units fight a round as they stand."""
    game = table.game
    sides = [on_table(game, seat) for seat in (0, 1)]
    if not all(sides) or game.actions or game.volleys:
        return None
    seat = generator.randrange(2)
    unit, target = (
        generator.choice([row for row in side if not row.fleeing] or list(side)).id
        for side in (sides[seat], sides[1 - seat])
    )
    twin = game.fork()
    for name in (unit, target):
        if generator.random() < 0.5:
            row = twin.units[name]
            pins = generator.randrange(0, 7)
            twin.units[name] = replace(row, pins=pins, order=generator.choice(["", "down", "run"]))
    twin.stack = ()
    there = placed_table(table, twin)
    odds = ask(there, "EstimateAssault", seat, EstimateAssaultRequest(game=b"", unit=unit, target=target))
    if odds is None:
        return None
    twin.assault = Assault(unit=unit, target=target, contact=True)
    for name in (unit, target):
        twin.units[name] = replace(twin.units[name], pins_before_assault=twin.units[name].pins)
    what = generator.choice(FIGHT)
    if what == "result":
        wanted = {"win": fraction(odds.win), "draw": fraction(odds.draw), "loss": fraction(odds.loss)}
    else:
        wanted = shooting_odds(odds, what)
    return Situation(
        f"{what} of {unit} {target}", wanted, _Round(unit, target, what), placed_table(table, begun(there, twin))
    )


def begun(table: Any, game: Game) -> Game:
    """Begin a round of hand to hand; the attacks of those who strike first are asked for."""
    ruling: Ruling[Game] = Ruling(table.rules, game.fork(), table.protocol, TABLE, RandomDice(Random(0)), 0)
    hand_to_hand.begin_round(ruling)
    game = ruling.game
    top = game.stack[-1]
    ruling.game.stack = game.stack[1:-1]
    units = top.subject
    ruling.ask("h2h_roll", TABLE, subject=UnitsSubject(units))
    return ruling.game


class _Round:
    """A round, played once."""

    def __init__(self, unit: str, target: str, what: str) -> None:
        self.unit, self.target, self.what = unit, target, what

    def __call__(self, line: Line) -> Hashable:
        """Fight it, and tell what is compared."""
        before = {name: len(line.game.units[name].models) for name in (self.unit, self.target)}
        play_on(line, lambda game: False)
        name = self.unit if self.what.startswith("own") else self.target
        if self.what == "result":
            loser = line.happened(H2HRoundResolved).loser
            return {self.unit: "loss", self.target: "win"}.get(loser, "draw")
        if self.what.endswith("gone"):
            return is_gone(line.game, name)
        events = line.events[
            : next(place for place, row in enumerate(line.events) if isinstance(row, H2HRoundResolved))
        ]
        destroyed = any(isinstance(row, UnitDestroyed) and row.unit == name for row in events)
        fallen = sum(isinstance(row, ModelLost) and row.model.startswith(f"{name}.") for row in events)
        return before[name] if destroyed else fallen


@pytest.mark.long
@pytest.mark.parametrize("seed", range(STATES))
def test_fights(seed: int) -> None:
    """Losses, results and breaks of a round of hand to hand come as often as they are told."""
    compare(situation(PATH, seed, fight), seed)

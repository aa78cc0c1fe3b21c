"""Odds of antares against play: the same position asked and played, in random games under random options."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from math import isqrt
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import NO_SUBJECT, Window
from adjudicator.kernel.messages import Spot
from adjudicator.kernel.sampling import words_of
from adjudicator.rulesets.antares.model.messages import (
    AgilityTested,
    BreakTested,
    DamageRolled,
    DeclareShooting,
    FiredWeapon,
    GiveOrder,
    H2HRoundResolved,
    HitsScored,
    ModelLost,
    OrderDieLost,
    OrderTested,
    PassReaction,
    PinsAdded,
    ReactionTested,
    RecoveryTested,
    RerollMisses,
    ResistRolled,
    ResolveDown,
    ShootingDeclared,
    TemplateResolved,
    TemplateShifted,
    TerrainPiece,
    UnitBroken,
    UnitDestroyed,
    VolleysResolved,
)
from adjudicator.rulesets.antares.model.rows import Assault, Reaction, VolleyResult
from adjudicator.rulesets.antares.model.state import Game, current_action, has_flag, is_down, is_on_table, on_table
from adjudicator.rulesets.antares.model.subjects import PointBlankSubject, TerrainTestSubject, UnitsSubject, UnitSubject
from adjudicator.rulesets.antares.model.weapons import weapons_carried
from adjudicator.rulesets.antares.reports.messages import (
    EstimateAssaultRequest,
    EstimateDamageRequest,
    EstimateShootingRequest,
    EstimateTemplateRequest,
    EstimateTestRequest,
)
from adjudicator.rulesets.antares.rules.assault import hand_to_hand
from adjudicator.rulesets.antares.rules.hits import reroll_sources
from adjudicator.rulesets.antares.rules.shooting.overhead_fire import models_under
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
    target = generator.choice(targets)
    weapons: tuple[FiredWeapon, ...] = ()
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


def point_blank(table: Table, generator: Random) -> Situation | None:
    """Let a unit in contact shoot at point blank range before the blows, with everything in its first mode."""
    game = table.game
    sides = [on_table(game, seat) for seat in (0, 1)]
    if not all(sides) or game.actions or game.volleys:
        return None
    seat = generator.randrange(2)
    unit, target = generator.choice(sides[seat]).id, generator.choice(sides[1 - seat]).id
    twin = game.fork()
    for name in (unit, target):
        row, order = twin.units[name], generator.choice(["", "down", "run"])
        twin.units[name] = replace(row, pins=generator.randrange(0, 5), order=order, fleeing=False)
    twin.assault = Assault(unit=unit, target=target, contact=True)
    twin.stack, twin.result = (), None
    there = placed_table(table, twin)
    request = EstimateShootingRequest(game=b"", unit=unit, target=target, order="advance", weapons=(), point_blank=True)
    odds = ask(there, "EstimateShooting", seat, request)
    if odds is None:
        return None
    part = "down" if is_down(twin, unit) else "simultaneous"
    start = with_windows(
        there,
        twin,
        ("pbs_breaks", None, NO_SUBJECT),
        ("pbs_over", None, PointBlankSubject(part)),
        ("pbs_part", TABLE, PointBlankSubject(part, (unit,))),
    )
    what, shot = generator.choice(SHOOTING), DeclareShooting(unit=unit, target=target, weapons=())
    return Situation(
        f"{what} of {request}", shooting_odds(odds, what), _Shot(None, shot, what), placed_table(table, start)
    )


class _Shot:
    """A volley, played once; without a seat it is one that the table's own step fires."""

    def __init__(self, seat: int | None, command: DeclareShooting, what: str) -> None:
        self.seat, self.command, self.what = seat, command, what

    def __call__(self, line: Line) -> Hashable:
        """Shoot, and tell what is compared."""
        target = self.command.target
        if self.seat is None:
            play_on(line, lambda game: not game.stack)
        else:
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


@pytest.mark.long
@pytest.mark.parametrize("seed", range(STATES))
def test_point_blank_shooting(seed: int) -> None:
    """AN-PBS-01: volleys on contact come out as often as they are told."""
    compare(situation(PATH, seed, point_blank), seed)


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
    twin.stack, twin.result = (), None
    there = placed_table(table, twin)
    odds = ask(there, "EstimateAssault", seat, EstimateAssaultRequest(game=b"", unit=unit, target=target))
    if odds is None:
        return None
    twin.assault = Assault(unit=unit, target=target, contact=True)
    for name in (unit, target):
        twin.units[name] = replace(twin.units[name], pins_before_assault=twin.units[name].pins)
    what = generator.choice(FIGHT)
    if what == "result":
        wanted: dict[Any, Any] = {"win": fraction(odds.win), "draw": fraction(odds.draw), "loss": fraction(odds.loss)}
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
        play_on(line, lambda _game: False)
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


# -- tests of units

WHAT = ("outcomes", "pins", "passed")


def orders(table: Table, generator: Random) -> Situation | None:
    """Give an order that has to be tested for."""
    top = table.window
    if top is None or top.kind != "allocation":
        return None
    offers = [offer for offer in table.offers(top.asks[0]) if offer.command == "GiveOrder"]
    units = [word for offer in offers for word in words_of(offer.fields, "unit")]
    order = generator.choice([word for offer in offers for word in words_of(offer.fields, "order")] or [""])
    pinned = [unit for unit in units if table.game.units[unit].pins]
    if not pinned or order not in ("fire", "advance", "run", "ambush", "rally"):
        return None
    command = GiveOrder(unit=generator.choice(pinned), order=order)
    odds = ask(
        table, "EstimateTest", top.asks[0], EstimateTestRequest(game=b"", unit=command.unit, test=order, weapon="")
    )
    return None if odds is None else _test_situation(odds, table, command.unit, generator, (top.asks[0], command))


def _test_situation(odds: Any, table: Any, unit: str, generator: Random, first: Any = None) -> Situation:
    what = generator.choice(WHAT)
    found = shooting_odds(odds, what) if what != "outcomes" else chances(odds.outcomes)
    return Situation(f"{what} of a test of {unit}", found, _Test(unit, what, first), table)


class _Test:
    """A test, taken once."""

    def __init__(self, unit: str, what: str, first: tuple[int, Struct] | None) -> None:
        self.unit, self.what, self.first = unit, what, first

    def __call__(self, line: Line) -> Hashable:
        """Take it, and tell what is compared."""
        if self.first is not None:
            line.send(*self.first)
        play_on(line, lambda _game: not _is_pending(line))
        row, event = line.game.units[self.unit], next((row for row in line.events if isinstance(row, TESTED)), None)
        passed = event is None or event.passed
        if self.what == "passed":
            return passed
        if self.what == "pins":
            return row.pins
        return self._outcome(line.game, event, passed=passed)

    def _outcome(self, game: Game, event: Any, *, passed: bool) -> str:
        row = game.units[self.unit]
        if is_gone(game, self.unit):
            return "broken" if row.place == "broken" or row.fleeing else "destroyed"
        if isinstance(event, BreakTested):
            return "stays" if passed else "down"
        if isinstance(event, RecoveryTested):
            return "recovers" if passed else "down"
        if isinstance(event, ReactionTested):
            return "acts" if passed else "fails"
        if isinstance(event, AgilityTested) and not passed and event.cause == "terrain":
            return "held"
        if isinstance(event, AgilityTested) and not passed and not game.options.exhausted_goes_down:
            return "exhausted"
        return "acts" if passed else "down"


STEPS_OF_TESTS = ("order_test", "allocation_options", "break_test", "reaction_test", "sprint_test", "agility")
PENDING = frozenset({"automatic_break", *STEPS_OF_TESTS})
TESTED = (OrderTested, BreakTested, RecoveryTested, ReactionTested, AgilityTested)
BOG = TerrainPiece(
    id="bog",
    terrain_type="area",
    building=False,
    los="clear",
    movement="difficult",
    cover="clear",
    ground=0,
    height=0,
    shape=(),
    sees_over=(),
)


def _is_pending(line: Line) -> bool:
    return line.window is not None and line.window.kind in PENDING


@pytest.mark.long
@pytest.mark.parametrize("seed", range(STATES))
def test_order_tests(seed: int) -> None:
    """Order tests come out as often as they are told."""
    compare(situation(PATH, seed, orders), seed)


def lone_tests(table: Table, generator: Random) -> Situation | None:
    """Let a unit take a break, recovery or reaction test as it stands."""
    game = table.game
    units = [row for row in on_table(game) if not row.fleeing]
    if not units or game.actions or game.volleys:
        return None
    row = generator.choice(units)
    test = generator.choice(["break", "recovery", "reaction", "sprint", "terrain"])
    twin = game.fork()
    pins, order = generator.randrange(0, 6), generator.choice(["", "down", "fire", "ambush"])
    twin.units[row.id] = replace(row, pins=pins, order=order, fleeing=False)
    there = placed_table(table, twin)
    odds = ask(there, "EstimateTest", row.seat, EstimateTestRequest(game=b"", unit=row.id, test=test, weapon=""))
    if odds is None or (test == "reaction" and order == "ambush"):
        return None
    first: tuple[int, Struct] | None = None
    kind, party = {
        "break": ("break_test", TABLE),
        "recovery": ("down", row.seat),
        "reaction": ("reaction_test", TABLE),
        "sprint": ("sprint_test", TABLE),
        "terrain": ("agility", TABLE),
    }[test]
    if test == "break":
        trigger = "damage" if has_flag(game, row.id, "uses_damage_chart") else "defeat"
        now = twin.units[row.id]
        twin.units[row.id] = replace(now, break_triggers=now.break_triggers or (trigger,), break_test_count=1)
    elif test == "recovery":
        twin.answered = ()
        first = row.seat, ResolveDown(unit=row.id, recover=True)
    elif test == "reaction":
        twin.reactions = (Reaction(unit=row.id, reaction="firefight", free=True),)
    subject: Any = NO_SUBJECT if test == "recovery" else UnitSubject(row.id)
    if test == "terrain":
        twin.terrain["bog"] = BOG
        subject = TerrainTestSubject(row.id, "bog")
    start = placed_table(table, with_windows(there, twin, (kind, party, subject)))
    return _test_situation(odds, start, row.id, generator, first)


def with_windows(table: Any, game: Game, *windows: tuple[str, Any, Any]) -> Game:
    """Ask nothing but these questions."""
    ruling: Ruling[Game] = Ruling(table.rules, game.fork(), table.protocol, TABLE, RandomDice(Random(0)), 0)
    ruling.game.stack, ruling.game.result = (), None
    for kind, party, subject in windows:
        ruling.ask(kind, *(() if party is None else (party,)), subject=subject)
    return ruling.game


@pytest.mark.long
@pytest.mark.parametrize("seed", range(STATES))
def test_other_tests(seed: int) -> None:
    """Break, recovery, reaction and agility tests come out as often as they are told."""
    compare(situation(PATH, seed, lone_tests), seed)


# -- damage

HARM = ("models", "pins", "dice", "breaches", "moves", "weapons", "destroyed", "break_test", "gone")


def damage(table: Table, generator: Random) -> Situation | None:
    """Roll on the damage chart, once to three times."""
    game = table.game
    units = [row for row in on_table(game) if has_flag(game, row.id, "uses_damage_chart") and not row.fleeing]
    if not units or game.volleys:
        return None
    row = generator.choice(units)
    rolls, weapon = generator.randint(1, 3), generator.choice([*game.weapons, ""])
    twin = game.fork()
    twin.units[row.id] = replace(row, pins=generator.randrange(0, 6), order=generator.choice(["", "down", "fire"]))
    twin.actions = ()
    there = placed_table(table, twin)
    request = EstimateDamageRequest(game=b"", unit=row.id, weapon=weapon, rolls=rolls)
    odds = ask(there, "EstimateDamage", row.seat, request)
    if odds is None:
        return None
    what = generator.choice(HARM)
    if rolls == 1 and generator.random() < 0.5:
        one = EstimateTestRequest(game=b"", unit=row.id, test="damage", weapon=weapon)
        test = ask(there, "EstimateTest", row.seat, one)
        what = generator.choice(("row", "pins left"))
        wanted: dict[Any, Any] = dict(chances(test.outcomes)) if what == "row" else shooting_odds(test, "pins")
    else:
        wanted = shooting_odds(odds, what)
    made = tuple((weapon, row.models[place % len(row.models)], 1 - row.seat) for place in range(rolls))
    twin.volley_results = {row.id: VolleyResult(unit=row.id, damage_rolls=made)}
    game = with_windows(
        there,
        twin,
        ("pbs_breaks", None, NO_SUBJECT),
        ("salvo_damage", None, NO_SUBJECT),
        ("damage", TABLE, UnitSubject(row.id)),
    )
    return Situation(f"{what} of {request}", wanted, _Damage(row.id, what), placed_table(table, game))


class _Damage:
    """Damage rolls, made once."""

    def __init__(self, unit: str, what: str) -> None:
        self.unit, self.what = unit, what

    def __call__(self, line: Line) -> Hashable:
        """Roll, and tell what is compared."""
        before = line.game.units[self.unit]
        play_on(line, lambda _game: False)
        early: list[Struct] = []
        for event in line.events:
            if isinstance(event, BreakTested | UnitBroken):
                break
            early.append(event)
        row = line.game.units[self.unit]
        destroyed = any(isinstance(event, UnitDestroyed) for event in early)
        found: dict[str, Callable[[], Hashable]] = {
            "models": lambda: len(before.models) if destroyed else sum(isinstance(event, ModelLost) for event in early),
            "pins": lambda: 0 if destroyed else sum(event.pins for event in early if isinstance(event, PinsAdded)),
            "dice": lambda: (
                0 if destroyed else before.dice - sum(event.dice for event in early if isinstance(event, OrderDieLost))
            ),
            "breaches": lambda: 0 if destroyed else row.resist_loss - before.resist_loss,
            "moves": lambda: before.move_limit if destroyed else row.move_limit,
            "weapons": lambda: 0 if destroyed else len(row.disabled_weapons) - len(before.disabled_weapons),
            "destroyed": lambda: destroyed,
            "break_test": lambda: any(isinstance(event, BreakTested) for event in line.events),
            "gone": lambda: is_gone(line.game, self.unit),
            "row": lambda: line.happened(DamageRolled).row,
            "pins left": lambda: row.pins,
        }
        return found[self.what]()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(STATES))
def test_damage(seed: int) -> None:
    """Damage rolls do what they are told to do as often as is told."""
    compare(situation(PATH, seed, damage), seed)


# -- templates


def templates(table: Table, generator: Random) -> Situation | None:
    """Fire an overhead weapon, blindly too."""
    top = table.window
    if top is None or top.kind != "action" or current_action(table.game).order not in ("fire", "advance"):
        return None
    game, action = table.game, current_action(table.game)
    names = [name for name in weapons_carried(game, action.unit) if game.weapons[name].overhead is not None]
    enemies = [row.id for row in on_table(game, 1 - action.seat)]
    if not names or not enemies:
        return None
    name, target, blind = generator.choice(names), generator.choice(enemies), generator.random() < 0.4
    aim = None
    if blind:
        pose = game.models[generator.choice(game.units[target].models)].pose
        aim = Spot(x=pose.x, y=pose.y)
    mode = game.weapons[name].modes[0].name
    request = EstimateTemplateRequest(
        game=b"",
        unit=action.unit,
        target="" if blind else target,
        order=action.order,
        weapon=name,
        mode=mode,
        aim=aim,
        blind=blind,
    )
    odds = ask(table, "EstimateTemplate", action.seat, request)
    if odds is None:
        return None
    fired = FiredWeapon(weapon=name, mode=mode, models=(), aim=aim, blind=blind, target="")
    command = DeclareShooting(unit=action.unit, target=request.target, weapons=(fired,))
    struck = generator.choice([row.outcome for row in odds.units] or [""])
    what = generator.choice(["place", struck])
    once = _Template(action.seat, command, what, game)
    if what == "place":
        wanted: dict[Any, Any] = {"aim": fraction(odds.on_aim), "lost": fraction(odds.lost)}
        shifts = fraction(odds.shifts)
        wanted |= {int(key): shifts * chance for key, chance in chances(odds.distances).items()}
    else:
        chance = chances(odds.units)[what] if what else fraction(odds.lost)
        wanted = {True: chance, False: 1 - chance} if what else {True: 0 * chance, False: 1 + 0 * chance}
    return Situation(f"{what} of {request}", wanted, once, table)


class _Template:
    """A template, brought down once."""

    def __init__(self, seat: int, command: DeclareShooting, what: str, game: Game) -> None:
        self.seat, self.command, self.what, self.game = seat, command, what, game

    def __call__(self, line: Line) -> Hashable:
        """Shoot, and tell where the first template lies."""
        line.send(self.seat, self.command)
        for _ in range(STEPS):
            top = line.window
            if top is None or not line.game.volleys or self._first(line) is not None:
                break
            if top.kind == "miss_reroll":
                line.send(top.asks[0], reroll(line.game, top))
            else:
                line.default()
        event = self._first(line)
        if self.what != "place":
            return event is not None and self._lies_over(event)
        if event is None:
            return "lost"
        if not any(isinstance(row, TemplateShifted) and row.die == 1 for row in line.events):
            return "aim"
        aim = next(row for row in line.events if isinstance(row, ShootingDeclared)).groups[0].aim
        square = (event.at.x - aim.x) ** 2 + (event.at.y - aim.y) ** 2
        return (isqrt(4 * square) + 1000) // 2000

    def _first(self, line: Line) -> Any:
        return next((row for row in line.events if isinstance(row, TemplateResolved) and row.die == 1), None)

    def _lies_over(self, event: Any) -> bool:
        effect = self.game.weapons[self.command.weapons[0].weapon].overhead
        return bool(models_under(self.game, self.what, event.at, effect.radius))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(STATES))
def test_templates(seed: int) -> None:
    """Templates come down where, and as often, as is told."""
    compare(situation(PATH, seed, templates), seed)

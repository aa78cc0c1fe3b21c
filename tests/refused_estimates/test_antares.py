"""An estimate in antares is told where its command is accepted; what it supposes is named, rule by rule."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.antares.model.messages import (
    DeclareAssault,
    DeclareReaction,
    DeclareShooting,
    FiredWeapon,
    GiveOrder,
    ResolveDown,
)
from adjudicator.rulesets.antares.model.state import current_action, on_table
from adjudicator.rulesets.antares.model.weapons import is_overhead, weapons_carried
from adjudicator.rulesets.antares.reports.messages import (
    EstimateAssaultRequest,
    EstimateShootingRequest,
    EstimateTemplateRequest,
    EstimateTestRequest,
)
from tests.kit import Table, seeded
from tests.refused_estimates.told_as_ruled import EVERY_GAME, Law, Question, check, mostly, offered, walk
from tests.rulesets.antares.fixtures import table, with_order
from tests.rulesets.antares.sheets import INCH, gun, overhead_gun, probe, troopers, vehicle

PATH = "adjudicator.rulesets.antares"
BOARDS = 120
ASSAULTS = 40
NOBODY = "zz"
LIMITS = frozenset(
    {"odds-of-lucky-rerolls", "odds-without-naturals", "odds-without-blur", "too-many-attacks", "too-many-dice"}
)
SHOOTING = Law(alone=LIMITS | {"odds-of-no-volley"})
TEMPLATE = Law(alone=LIMITS | {"not-overhead"})
# that its unit may move now, and that a path leads there, is supposed: who fights whom is asked
ASSAULT = Law(
    asked=frozenset(
        {"unknown-id", "type-does-not-assault", "assault-on-a-friend", "assault-on-nobody", "assault-on-a-probe"}
    ),
    alone=LIMITS | {"too-many-hazards"},
)
# that the order, or the reaction, may be given now is supposed
ORDER = Law(asked=frozenset({"unknown-id", "not-on-table"}))
REACTION = Law(asked=frozenset({"unknown-id", "reactor-gone", "probes-do-not-react", "not-on-table"}))


def board(chance: Random) -> Table:
    """Let a-x act under an order, with enemies and a friend around, of whom some are gone, Down, probes or vehicles."""
    sheets = (troopers(3, "gun"), troopers(2, "gun", "lobber"), troopers(2, "carbine"), vehicle(), probe())
    units: list[Any] = [("a-x", chance.choice(sheets[:4]), (10 * INCH, 10 * INCH), {"pins": chance.randrange(3)})]
    for key in ("b-y", "b-z", "a-w"):
        fields = chance.choice(({}, {}, {}, {"place": "destroyed"}, {"order": "down"}, {"fleeing": True}))
        place = (chance.randrange(4, 60) * INCH, chance.randrange(4, 40) * INCH)
        units.append((key, chance.choice(sheets), place, fields))
    played = table(units=units, weapons=(gun(), overhead_gun()))
    played.dice = seeded(1)
    return with_order(played, "a-x", chance.choice(("fire", "fire", "advance", "run", "run")))


def arms(table: Table, unit: str, target: str, chance: Random) -> tuple[FiredWeapon, ...]:
    """Draw weapons that are named: carried ones and others, modes, models, aim points and targets of their own."""
    game = table.game
    places = [row.pose for _, row in sorted(game.models.items()) if row.pose is not None]
    found = []
    for _ in range(chance.choice((0, 1, 1, 2))):
        name = mostly(chance, weapons_carried(game, unit), sorted(game.weapons))
        at = chance.choice(places)
        models = game.units[unit].models
        fired = FiredWeapon(
            weapon=name,
            mode=mostly(chance, [mode.name for mode in game.weapons[name].modes], ["", "no such"]),
            models=tuple(chance.choices(models, k=2)) if chance.random() < 0.2 else (),
            aim=Spot(x=at.x, y=at.y) if chance.random() < 0.2 else None,
            blind=chance.random() < 0.1,
            target=chance.choice(("", "", "", target, "b-z")),
        )
        found.append(fired)
    return tuple(found)


def shooting(table: Table, seat: int, chance: Random) -> Question:
    """Let the acting unit shoot."""
    action = current_action(table.game)
    target = mostly(chance, [row.id for row in on_table(table.game, 1 - seat)], [*sorted(table.game.units), NOBODY])
    fired = arms(table, action.unit, target, chance)
    request = EstimateShootingRequest(
        game=b"", unit=action.unit, target=target, order=action.order, weapons=fired, point_blank=False
    )
    return Question("EstimateShooting", request, DeclareShooting(unit=action.unit, target=target, weapons=fired), seat)


def template(table: Table, seat: int, chance: Random) -> Question:
    """Let the acting unit fire one weapon, at somebody or blind."""
    action, game = current_action(table.game), table.game
    over = [name for name in weapons_carried(game, action.unit) if is_overhead(game.weapons[name])]
    name = mostly(chance, over, sorted(game.weapons))
    places = [row.pose for _, row in sorted(game.models.items()) if row.pose is not None]
    at, blind = chance.choice(places), chance.random() < 0.4
    aim = Spot(x=at.x, y=at.y) if chance.random() < 0.5 else None
    others = [*sorted(game.units), NOBODY]
    target = (
        "" if blind and chance.random() < 0.7 else mostly(chance, [row.id for row in on_table(game, 1 - seat)], others)
    )
    request = EstimateTemplateRequest(
        game=b"", unit=action.unit, target=target, order=action.order, weapon=name, mode="", aim=aim, blind=blind
    )
    fired = FiredWeapon(weapon=name, mode="", models=(), aim=aim, blind=blind, target="")
    return Question(
        "EstimateTemplate", request, DeclareShooting(unit=action.unit, target=target, weapons=(fired,)), seat
    )


def assault(table: Table, seat: int, chance: Random) -> Question:
    """Let the acting unit assault somebody."""
    unit = current_action(table.game).unit
    target = mostly(chance, [row.id for row in on_table(table.game, 1 - seat)], [*sorted(table.game.units), NOBODY])
    request = EstimateAssaultRequest(game=b"", unit=unit, target=target)
    return Question("EstimateAssault", request, DeclareAssault(unit=unit, target=target, sprint=False), seat)


ACTS = {"shooting": (shooting, SHOOTING), "template": (template, TEMPLATE), "assault": (assault, ASSAULT)}


@pytest.mark.parametrize(
    ("act", "reasons"),
    [
        (
            "shooting",
            {"", "order-does-not-shoot", "own-side", "target-gone", "no-such-weapon", "split-fire", "unknown-id"},
        ),
        ("template", {"", "order-does-not-shoot", "no-such-weapon", "blind-needs-fire", "no-aim-point", "unknown-id"}),
        ("assault", {"assault-needs-run", "type-does-not-assault", "assault-on-a-friend"}),
    ],
)
def test_what_a_unit_does_is_told_as_it_is_ruled(act: str, reasons: set[str]) -> None:
    """AN-SHOOT-11 AN-OH-01 AN-ASSAULT-01: an act has odds where it is accepted, else both say the same."""
    ask, law = ACTS[act]
    seen = set[str]()
    for seed in range(ASSAULTS if act == "assault" else BOARDS):  # odds of a fight take long
        chance = Random(f"{act}/{seed}")
        seen.add(check(played := board(chance), ask(played, 0, chance), law))
    assert reasons <= seen, reasons - seen


@pytest.mark.long
@EVERY_GAME
def test_what_units_of_whole_games_do_is_told_as_it_is_ruled(seed: int) -> None:
    """AN-SHOOT-11 AN-OH-01 AN-ASSAULT-01: in random games both are accepted, or say the same."""
    for number, (played, seat) in enumerate(walk(PATH, seed, "action")):
        chance = Random(f"{seed}/{number}")
        ask, law = ACTS[chance.choice(sorted(ACTS))]
        check(played, ask(played, seat, chance), law)


def unit_of(played: Table, seat: int, chance: Random) -> str:
    """Draw a unit, mostly one of the own side."""
    return str(mostly(chance, [row.id for row in on_table(played.game, seat)], [*sorted(played.game.units), NOBODY]))


def asked_test(unit: str, test: str) -> EstimateTestRequest:
    """Ask about a test."""
    return EstimateTestRequest(game=b"", unit=unit, test=test, weapon="")


@EVERY_GAME
def test_orders_are_told_as_they_are_ruled(seed: int) -> None:
    """AN-TURN-08: odds of an order suppose that the unit is given it now; who takes an order is asked."""
    seen = set[str]()
    for number, (played, seat) in enumerate(walk(PATH, seed, "allocation")):
        chance = Random(f"{seed}/{number}")
        unit, order = unit_of(played, seat, chance), chance.choice(("fire", "advance", "run", "ambush", "rally"))
        question = Question("EstimateTest", asked_test(unit, order), GiveOrder(unit=unit, order=order), seat)
        seen.add(check(played, question, ORDER))
    assert "" in seen, seen


@EVERY_GAME
def test_reactions_are_told_as_they_are_ruled(seed: int) -> None:
    """AN-REACT-29: odds of a reaction suppose that it may be declared now; who reacts at all is asked."""
    for number, (played, seat) in enumerate(walk(PATH, seed, "reactions")):
        chance = Random(f"{seed}/{number}")
        unit = mostly(chance, offered(played, seat, "DeclareReaction", "unit"), [unit_of(played, seat, chance)])
        reaction = mostly(chance, offered(played, seat, "DeclareReaction", "reaction"), ["firefight", "no such"])
        command = DeclareReaction(unit=unit, reaction=reaction, sprint=False, point=0, free=False)
        check(played, Question("EstimateTest", asked_test(unit, "reaction"), command, seat), REACTION)


RECOVERY = Law(supposed=frozenset({"wrong-side", "already-resolved"}))


@EVERY_GAME
def test_recoveries_are_told_as_they_are_ruled(seed: int) -> None:
    """AN-TURNEND-02: whoever is asked about its Down die has odds of recovering where it may; the side is supposed."""
    for number, (played, seat) in enumerate(walk(PATH, seed, "down")):
        chance = Random(f"{seed}/{number}")
        unit = unit_of(played, seat, chance)
        question = Question("EstimateTest", asked_test(unit, "recovery"), ResolveDown(unit=unit, recover=True), seat)
        check(played, question, RECOVERY)

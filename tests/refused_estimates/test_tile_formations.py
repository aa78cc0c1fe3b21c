"""An estimate in tile_formations is told if and only if the shooting, or the move, is accepted."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.sampling import word_of, words_of
from adjudicator.rulesets.tile_formations.model.messages import (
    DeclareCautious,
    DeclareShooting,
    MoveUnit,
    ResolveOverwatch,
    SightFact,
)
from adjudicator.rulesets.tile_formations.model.subjects import MoverSubject
from adjudicator.rulesets.tile_formations.reports.messages import EstimateDangerRequest, EstimateShootingRequest
from tests.kit import Table
from tests.odds_by_play.harness import Line, settled
from tests.refused_estimates.told_as_ruled import EVERY_GAME, Law, Question, check, mostly, offered, walk
from tests.rulesets.tile_formations.fixtures import SHOOTER_PLACE, SIX_DICE, TARGET_PLACE, gunner, infantry, wide_ground

PATH = "adjudicator.rulesets.tile_formations"
BY_ACTION = Law(alone=frozenset({"odds-too-many"}))
# an estimate of Overwatch supposes that the formation lies in it and is asked about this mover
BY_OVERWATCH = Law(
    supposed=frozenset({"not-your-formation", "not-in-overwatch", "not-the-mover"}), alone=frozenset({"odds-too-many"})
)


def stated(table: Table, chance: Random, formation: str, target: str) -> dict[str, Any]:
    """Draw what a seat states of a shooting."""
    units = [*table.game.formations[formation].units, *table.game.formations[target].units, ""]
    sight = SightFact(
        unit=chance.choice(units), target=chance.choice(units), sight=chance.choice(("clear", "blocked", "x"))
    )
    return {
        "crossfire": chance.random() < 0.2,
        "air": chance.random() < 0.2,
        "sights": (sight,) if chance.random() < 0.3 else (),
        "to_hit_modifier": chance.choice((0, 0, 0, 1, -6, 7)),
    }


def shooting(table: Table, seat: int, chance: Random) -> Question:
    """Shoot by the action under way at somebody."""
    formation = table.game.action.formation
    every = sorted(table.game.formations)
    target = mostly(chance, offered(table, seat, "DeclareShooting", "target"), every)
    words = stated(table, chance, formation, target)
    request = EstimateShootingRequest(game=b"", formation=formation, target=target, action="", **words)
    return Question("EstimateShooting", request, DeclareShooting(formation=formation, target=target, **words), seat)


def overwatch(table: Table, seat: int, chance: Random) -> Question:
    """Shoot by Overwatch at somebody."""
    every = sorted(table.game.formations)
    formation = mostly(chance, offered(table, seat, "ResolveOverwatch", "formation"), every)
    target = mostly(chance, offered(table, seat, "ResolveOverwatch", "target"), every)
    words = stated(table, chance, formation, target)
    request = EstimateShootingRequest(game=b"", formation=formation, target=target, action="overwatch", **words)
    return Question("EstimateShooting", request, ResolveOverwatch(formation=formation, target=target, **words), seat)


@EVERY_GAME
def test_shootings_are_told_as_they_are_ruled(seed: int) -> None:
    """TF-SHOOT-01: what is declared by an action has odds where it is accepted, else both say the same."""
    seen = set[str]()
    for game in range(3 * seed, 3 * seed + 3):
        for table, seat, chance in walk(PATH, game, "shooting"):
            seen |= {check(table, shooting(table, seat, chance), BY_ACTION) for _ in range(4)}
    assert "" in seen
    assert len(seen) > 2, seen


BOARDS = 60


def test_overwatch_is_told_as_it_is_ruled() -> None:
    """TF-OW-03 TF-OW-04 TF-SHOOT-01: odds suppose who lies in Overwatch and is asked; else both say the same."""
    seen = set[str]()
    for seed in range(BOARDS):
        chance = Random(seed)
        units = {
            "a1.1": (SHOOTER_PLACE, infantry()),
            "b1.1": ((chance.randrange(2, 12), 5), gunner(SIX_DICE)),
            "b2.1": ((9, chance.randrange(7, 10)), infantry(flags=("no_zoc",))),
        }
        low = {key: {"state": "overwatch"} for key in ("b1", "b2") if chance.random() < 0.8}
        table = wide_ground(units, formations=low).ask("overwatch", "blue", subject=MoverSubject("a1"))
        seen |= {check(table, overwatch(table, 1, chance), BY_OVERWATCH) for _ in range(6)}
    assert {"", "not-in-overwatch", "not-the-mover", "modifier-range", "not-of-formation"} <= seen, seen


def path_of(table: Table, seat: int, chance: Random) -> tuple[str, tuple[str, ...]]:
    """Draw a unit of the acting formation and a path: one that is offered, or any tiles where somebody stands."""
    game = table.game
    rows = [row for row in table.offers(seat) if row.command == "MoveUnit"]
    ways = [(word_of(row.fields, "unit"), path) for row in rows for path in words_of(row.fields, "path")]
    tiles = [row.tile for _, row in sorted(game.units.items()) if row.tile]
    tiles += [tile for _, path in ways for tile in path.split()]
    any_path = (chance.choice(game.formations[game.action.formation].units), " ".join(chance.choices(tiles, k=2)))
    unit, path = mostly(chance, ways, [any_path, (any_path[0], "")])
    return unit, tuple(path.split())


@EVERY_GAME
def test_moves_are_told_as_they_are_ruled(seed: int) -> None:
    """TF-DANGER-03 TF-DANGER-09: a path has odds where the unit may go along it, cautiously where that is declared."""
    seen = set[str]()
    for game in range(3 * seed, 3 * seed + 3):
        for table, seat, chance in walk(PATH, game, "formation_move"):
            unit, path = path_of(table, seat, chance)
            cautious = chance.random() < 0.4
            request = EstimateDangerRequest(game=b"", unit=unit, path=path, cautious=cautious)
            caution, move = DeclareCautious(unit=unit), MoveUnit(unit=unit, path=path)
            there, first = table, cautious and not table.game.units[unit].cautious
            if first and not table.refused(caution, seat):
                line = Line(table, Random(0))
                line.send(seat, caution)
                there, first = settled(table, line), False
            command = caution if first else move
            seen.add(check(table, Question("EstimateDanger", request, command, seat), there=there))
    assert "" in seen
    assert len(seen) > 2, seen


@pytest.mark.rule("TF-OW-04")
def test_an_ally_is_refused_under_the_clause_of_overwatch() -> None:
    """An estimate of Overwatch at a formation of one's own cites what says whom Overwatch shoots at."""
    table = wide_ground({"a1.1": (SHOOTER_PLACE, infantry()), "b1.1": (TARGET_PLACE, infantry())})
    words: dict[str, Any] = {"crossfire": False, "air": False, "to_hit_modifier": 0}
    for action, clause in (("overwatch", "TF-OW-04"), ("advance", "TF-SHOOT-01")):
        asked = EstimateShootingRequest(game=b"", formation="b1", target="b1", action=action, **words)
        with pytest.raises(Rejected, match=f"{clause} not-an-enemy"):
            table.rules.queries["EstimateShooting"](table.game, 1, asked)

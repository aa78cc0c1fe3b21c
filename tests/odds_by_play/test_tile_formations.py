"""Odds of tile_formations against play: danger on a path, and shootings, in random games with any options."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest
from msgspec import Struct

from adjudicator.kernel.sampling import word_of, words_of
from adjudicator.rulesets.tile_formations.model.messages import (
    DangerousTerrainRolled,
    DeclareCautious,
    DeclareShooting,
    HitsScored,
    MoveUnit,
    ResolveOverwatch,
    ShootingResolved,
    SightFact,
)
from adjudicator.rulesets.tile_formations.reports.messages import EstimateDangerRequest, EstimateShootingRequest
from tests.kit import Table
from tests.odds_by_play.harness import STATES, Line, Situation, ask, chances, compare, fraction, situation

PATH = "adjudicator.rulesets.tile_formations"


def begun(table: Table, seat: int, *commands: Struct) -> Table:
    """Give commands, and let what they state be confirmed, up to the first die: plays fork there."""
    line = Line(table, Random(0))
    for command in commands:
        line.send(seat, command)
    while line.window is not None and line.window.kind == "fact_stated":
        line.default()
    return cast("Table", line)  # of a table, plays read what a line has too


# -- danger


def danger(table: Table, generator: Random) -> Situation | None:
    """Find a path with a dangerous terrain test, and go along it."""
    if table.window is None or table.window.kind != "formation_move":
        return None
    seat = table.window.asks[0]
    ways = [
        (word_of(row.fields, "unit"), path)
        for row in table.offers(seat)
        if row.command == "MoveUnit"
        for path in words_of(row.fields, "path")
    ]
    generator.shuffle(ways)
    for unit, path in ways[:12]:
        for cautious in generator.sample((False, True), 2):
            request = EstimateDangerRequest(game=b"", unit=unit, path=tuple(path.split()), cautious=cautious)
            odds = ask(table, "EstimateDanger", seat, request)
            if odds is not None and odds.tests:
                return _danger(table, seat, request, odds)
    return None


def _danger(table: Table, seat: int, request: EstimateDangerRequest, odds: Any) -> Situation:
    before = table.game.units[request.unit]
    caution = [DeclareCautious(unit=request.unit)] if request.cautious and not before.cautious else []
    start = begun(table, seat, *caution, MoveUnit(unit=request.unit, path=request.path))

    falls = len(request.path) % 2 == 0  # the casualties of every other path, and whether the unit falls on the others

    def once(line: Line) -> str:
        while line.window is not None and line.window.kind == "dangerous_test":
            line.default()
        assert line.happened(DangerousTerrainRolled) is not None
        after = line.game.units[request.unit]
        return str(bool(after.out)) if falls else str(before.integrity - after.integrity)

    chance = fraction(odds.destroyed)
    named = {"True": chance, "False": 1 - chance} if falls else chances(odds.casualties)
    return Situation(f"EstimateDanger {request}", named, once, start)


# -- shootings


def shooting(table: Table, generator: Random) -> Situation | None:
    """Find a shooting, by action or by Overwatch, with something stated of it or nothing; play it as silence does."""
    kinds = {"shooting": "DeclareShooting", "overwatch": "ResolveOverwatch"}
    if table.window is None or table.window.kind not in kinds:
        return None
    seat, by_overwatch = table.window.asks[0], table.window.kind == "overwatch"
    offers = [row for row in table.offers(seat) if row.command == kinds[table.window.kind]]
    if not offers:
        return None
    formation = generator.choice(words_of(offers[0].fields, "formation"))
    stated: dict[str, Any] = {
        "crossfire": generator.random() < 0.3,
        "air": generator.random() < 0.2,
        "to_hit_modifier": generator.choice((0, 0, 1, -1, 2)),
    }
    target = generator.choice(words_of(offers[0].fields, "target"))
    action = "overwatch" if by_overwatch else ""
    seen = generator.choice(("", "", "clear", "obscured", "blocked"))
    at = generator.choice(("", *table.game.formations[target].units))
    sights = (SightFact(unit="", target=at, sight=seen),) if seen else ()
    request = EstimateShootingRequest(
        game=b"", formation=formation, target=target, sights=sights, action=action, **stated
    )
    odds = ask(table, "EstimateShooting", seat, request)
    if odds is None:
        return None
    command = (ResolveOverwatch if by_overwatch else DeclareShooting)(
        formation=formation, target=target, sights=sights, **stated
    )
    return _shooting(table, seat, command, odds, generator)


def _shooting(table: Table, seat: int, command: Any, odds: Any, generator: Random) -> Situation | None:
    units = [row.unit for row in odds.targets]
    what = generator.choice(
        ("hits", "destroyed", "shock", *(f"{key} {unit}" for key in ("lost", "out") for unit in units))
    )
    kind, _, unit = what.partition(" ")
    before = table.game

    def count(line: Line) -> int:
        if kind == "hits":
            return len(line.happened(HitsScored).hits)
        if kind == "shock":
            return int(line.game.formations[command.target].shock - before.formations[command.target].shock)
        if kind == "destroyed":
            own = [key for key in before.formations[command.target].units if not before.units[key].out]
            return sum(bool(line.game.units[key].out) for key in own)
        if kind == "lost":
            return int(before.units[unit].integrity - line.game.units[unit].integrity)
        return int(bool(line.game.units[unit].out))

    start = begun(table, seat, command)

    def once(line: Line) -> str:
        while line.happened(ShootingResolved) is None:
            line.default()
        assert line.happened(ShootingResolved).target == command.target
        return str(count(line))

    return Situation(f"EstimateShooting {what} {command}", _chances(odds, kind, unit), once, start)


def _chances(odds: Any, kind: str, unit: str) -> dict[str, Any]:
    if kind in {"hits", "destroyed", "shock"}:
        return chances(getattr(odds, kind))
    (row,) = [target for target in odds.targets if target.unit == unit]
    if kind == "lost":
        return chances(row.casualties)
    out = fraction(row.destroyed)
    return {"0": 1 - out, "1": out}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(STATES))
def test_danger(seed: int) -> None:
    """TF-DANGER-03: casualties of a path are as likely as the odds say."""
    compare(situation(PATH, seed, danger), seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(STATES))
def test_shooting(seed: int) -> None:
    """TF-SHOOT-01: hits, losses and Shock of a shooting are as likely as the odds say."""
    compare(situation(PATH, seed, shooting), seed)

"""Chapter 6, agility tests: for terrain on the way and for sprints (AN-MOVE-06, AN-TERRAIN-03, AN-TERRAIN-06)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.antares import downs, naturals, pins
from adjudicator.rulesets.antares.courses import SPRINT, agility_of
from adjudicator.rulesets.antares.model.messages import AgilityTested, RollAgilityTest, UnitExhausted
from adjudicator.rulesets.antares.stat_tests import D10, passes
from adjudicator.rulesets.antares.state import Game, has_flag
from adjudicator.rulesets.antares.terrain import OBSTACLE


def roll_agility_test(ruling: Ruling[Game], _command: RollAgilityTest) -> None:
    """AN-TERRAIN-03 AN-TERRAIN-06 AN-MOVE-06 Test a unit's Ag; its pins do not count."""
    unit, cause = ruling.window.about if ruling.window is not None else ("", "")
    needed = Tally.base(agility_of(ruling.game, unit), _clause(ruling.game, cause))
    kind = SPRINT if cause == SPRINT else "terrain"
    (face,) = ruling.roll(1, D10, kind, by=ruling.game.units[unit].seat)
    passed = passes(face, needed.total)
    event = AgilityTested(unit=unit, cause=cause, needed=needed, face=face, passed=passed)
    ruling.record(event, *needed.clauses(), _outcome(ruling.game, cause, passed=passed), "AN-TERRAIN-11")
    ruling.answered()
    if not passed and cause == SPRINT:
        _exhaust(ruling, unit)
    elif not passed and has_flag(ruling.game, unit, "cumbersome"):
        pins.add(ruling, unit, 1, "terrain", "AN-TERRAIN-10")
    naturals.natural(ruling, unit, kind, face)


def _clause(game: Game, cause: str) -> str:
    if cause == SPRINT:
        return "AN-MOVE-06"
    return "AN-TERRAIN-03" if game.terrain[cause].type == OBSTACLE else "AN-TERRAIN-06"


def _outcome(game: Game, cause: str, *, passed: bool) -> str:
    if cause == SPRINT:
        return "AN-MOVE-07" if passed else "AN-MOVE-08"
    if passed:
        return "AN-TERRAIN-07"
    return "AN-TERRAIN-09" if game.terrain[cause].type == OBSTACLE else "AN-TERRAIN-08"


def _exhaust(ruling: Ruling[Game], unit: str) -> None:
    """AN-MOVE-08 A failed sprint costs 1 pin; by option the unit goes Down too."""
    ruling.record(UnitExhausted(unit=unit), "AN-MOVE-08")
    pins.add(ruling, unit, 1, "sprint", "AN-MOVE-08")
    if ruling.game.how.exhausted_goes_down:
        downs.go_down(ruling, unit, "sprint", "AN-MOVE-08")


def agility_tested(game: Game, event: AgilityTested) -> None:
    """Note the test and how it went; what follows for the way is worked out from that."""
    row = game.units[event.unit]
    failed = row.failed if event.passed else (*row.failed, event.cause)
    game.units[event.unit] = replace(row, tested=(*row.tested, event.cause), failed=failed)


def unit_exhausted(_game: Game, _event: UnitExhausted) -> None:
    """The pin is the whole of it."""


CLAUSES = handlers(roll_agility_test)
REDUCERS = reducers(agility_tested, unit_exhausted)
WINDOWS = windows(table_step("agility", "AN-TERRAIN-06", RollAgilityTest))

__all__ = ["CLAUSES", "REDUCERS", "WINDOWS"]

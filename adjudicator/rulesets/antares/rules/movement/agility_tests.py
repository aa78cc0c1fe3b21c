"""Agility tests: for terrain on the way and for sprints (AN-MOVE-06, AN-TERRAIN-03, AN-TERRAIN-06)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.antares.model.messages import AgilityTested, RollAgilityTest, UnitExhausted
from adjudicator.rulesets.antares.model.state import Game, has_flag, stat
from adjudicator.rulesets.antares.model.subjects import AgilitySubject
from adjudicator.rulesets.antares.rules.damage import pins
from adjudicator.rulesets.antares.rules.terrain.terrain_pieces import OBSTACLE
from adjudicator.rulesets.antares.rules.tests import natural_results
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10, passes
from adjudicator.rulesets.antares.rules.turn import going_down

SPRINT = "sprint"


def roll_agility_test(ruling: Ruling[Game], _command: RollAgilityTest) -> None:
    """AN-TERRAIN-03 AN-TERRAIN-06 AN-MOVE-06 Test a unit's Ag; its pins do not count."""
    subject = ruling.subject(AgilitySubject)
    unit, cause = subject.unit, subject.cause
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
        pins.add_pins(ruling, unit, 1, "terrain", "AN-TERRAIN-10")
    natural_results.apply_natural_result(ruling, unit, kind, face)


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
    pins.add_pins(ruling, unit, 1, "sprint", "AN-MOVE-08")
    if ruling.game.options.exhausted_goes_down:
        going_down.go_down(ruling, unit, "sprint", "AN-MOVE-08")


def agility_tested(game: Game, event: AgilityTested) -> None:
    """Note the test and how it went; what follows for the way is worked out from that."""
    row = game.units[event.unit]
    failed = row.terrain_failed if event.passed else (*row.terrain_failed, event.cause)
    game.units[event.unit] = replace(row, terrain_tested=(*row.terrain_tested, event.cause), terrain_failed=failed)


def unit_exhausted(_game: Game, _event: UnitExhausted) -> None:
    """The pin is the whole of it."""


def agility_of(game: Game, unit: str) -> int:
    """AN-TERRAIN-03 Give the Ag that a unit tests against; one that has none fails all but a 1."""
    return stat(game, unit, "agility") or 0


PART = Part(
    handlers=handlers(roll_agility_test),
    reducers=reducers(agility_tested, unit_exhausted),
    windows=windows(table_step("agility", "AN-TERRAIN-06", RollAgilityTest, subject=AgilitySubject)),
)

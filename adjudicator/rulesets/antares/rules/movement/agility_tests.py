"""Agility tests: for terrain on the way and for sprints (AN-MOVE-06, AN-TERRAIN-03, AN-TERRAIN-06)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.antares.model.messages import AgilityTested, RollAgilityTest, UnitExhausted
from adjudicator.rulesets.antares.model.state import Game, has_flag, stat
from adjudicator.rulesets.antares.model.subjects import TerrainTestSubject, UnitSubject
from adjudicator.rulesets.antares.rules.damage import pins
from adjudicator.rulesets.antares.rules.terrain.terrain_pieces import OBSTACLE
from adjudicator.rulesets.antares.rules.tests import natural_results
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10, passes
from adjudicator.rulesets.antares.rules.turn import going_down

TERRAIN, SPRINT = "terrain", "sprint"
TERRAIN_TEST, SPRINT_TEST = "agility", "sprint_test"


def roll_agility_test(ruling: Ruling[Game], _command: RollAgilityTest) -> None:
    """AN-TERRAIN-03 AN-TERRAIN-06 AN-MOVE-06 Test a unit's Ag, for terrain or a sprint; its pins do not count."""
    if ruling.window is not None and ruling.window.kind == SPRINT_TEST:
        _test_sprint(ruling, ruling.subject(UnitSubject).unit)
        return
    subject = ruling.subject(TerrainTestSubject)
    if subject.terrain in ruling.game.terrain:
        _test_terrain(ruling, subject.unit, subject.terrain)
    else:
        # what editions before 2026.4 left open for a sprint: no piece of their terrain could be called so
        _test_sprint(ruling, subject.unit)


def _test_sprint(ruling: Ruling[Game], unit: str) -> None:
    """AN-MOVE-06 AN-MOVE-07 AN-MOVE-08 Take the test of a sprint."""
    face, passed = _test(ruling, unit, SPRINT, "", "AN-MOVE-06", ("AN-MOVE-07", "AN-MOVE-08"))
    if not passed:
        _exhaust(ruling, unit)
    natural_results.apply_natural_result(ruling, unit, SPRINT, face)


def _test_terrain(ruling: Ruling[Game], unit: str, terrain: str) -> None:
    """AN-TERRAIN-03 AN-TERRAIN-06 AN-TERRAIN-10 Take the test of an obstacle, or of difficult ground."""
    obstacle = ruling.game.terrain[terrain].terrain_type == OBSTACLE
    clause, failed = ("AN-TERRAIN-03", "AN-TERRAIN-09") if obstacle else ("AN-TERRAIN-06", "AN-TERRAIN-08")
    face, passed = _test(ruling, unit, TERRAIN, terrain, clause, ("AN-TERRAIN-07", failed))
    if not passed and has_flag(ruling.game, unit, "cumbersome"):
        pins.add_pins(ruling, unit, 1, TERRAIN, "AN-TERRAIN-10")
    natural_results.apply_natural_result(ruling, unit, TERRAIN, face)


def _test(
    ruling: Ruling[Game], unit: str, cause: str, terrain: str, clause: str, outcomes: tuple[str, str]
) -> tuple[int, bool]:
    """Roll under Ag and put it on record; `outcomes` are the clauses of a pass and of a failure."""
    needed = Tally.base(agility_of(ruling.game, unit), clause)
    (face,) = ruling.roll(1, D10, cause, by=ruling.game.units[unit].seat)
    passed = passes(face, needed.total)
    event = AgilityTested(unit=unit, cause=cause, terrain=terrain, needed=needed, face=face, passed=passed)
    ruling.record(event, *needed.clauses(), outcomes[0 if passed else 1], "AN-TERRAIN-11")
    ruling.answered()
    return face, passed


def _exhaust(ruling: Ruling[Game], unit: str) -> None:
    """AN-MOVE-08 A failed sprint costs 1 pin; by option the unit goes Down too."""
    ruling.record(UnitExhausted(unit=unit), "AN-MOVE-08")
    pins.add_pins(ruling, unit, 1, "sprint", "AN-MOVE-08")
    if ruling.game.options.exhausted_goes_down:
        going_down.go_down(ruling, unit, "sprint", "AN-MOVE-08")


def agility_tested(game: Game, event: AgilityTested) -> None:
    """Note the test and how it went; what follows for the way is worked out from that.

    In entries of editions before 2026.4 the cause is the id of the terrain.
    """
    row = game.units[event.unit]
    if event.cause == SPRINT:
        game.units[event.unit] = replace(row, sprint_tested=True)
        return
    terrain = event.cause if event.terrain is None else event.terrain
    failed = row.terrain_failed if event.passed else (*row.terrain_failed, terrain)
    game.units[event.unit] = replace(row, terrain_tested=(*row.terrain_tested, terrain), terrain_failed=failed)


def unit_exhausted(_game: Game, _event: UnitExhausted) -> None:
    """The pin is the whole of it."""


def agility_of(game: Game, unit: str) -> int:
    """AN-TERRAIN-03 Give the Ag that a unit tests against; one that has none fails all but a 1."""
    return stat(game, unit, "agility") or 0


PART = Part(
    handlers=handlers(roll_agility_test),
    reducers=reducers(agility_tested, unit_exhausted),
    windows=windows(
        table_step(TERRAIN_TEST, "AN-TERRAIN-06", RollAgilityTest, subject=TerrainTestSubject),
        table_step(SPRINT_TEST, "AN-MOVE-06", RollAgilityTest, subject=UnitSubject),
    ),
)

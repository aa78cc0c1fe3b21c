"""Breaks: automatic ones, and the tests that losses, defeat and damage call for (AN-BREAK).

Whoever ends an action, a volley of Ambush Fire, point blank shooting or a round calls `push_checks`; all automatic
breaks come first, then the tests one by one, the acting side's units before the others (AN-BREAK-17).
"""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, table_step, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.antares.model.messages import BreakTested, CheckAutomaticBreak, RollBreakTest
from adjudicator.rulesets.antares.model.rows import Unit
from adjudicator.rulesets.antares.model.state import Game, is_on_table, on_table, stat
from adjudicator.rulesets.antares.model.subjects import UnitSubject
from adjudicator.rulesets.antares.rules.damage import casualties
from adjudicator.rulesets.antares.rules.tests.natural_results import apply_natural_result
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10, passes, pins_term
from adjudicator.rulesets.antares.rules.turn import going_down

TESTS, AUTOMATIC, TEST = "break_tests", "automatic_break", "break_test"
DAMAGE = "damage"

# -- who


def units_in_order(game: Game) -> tuple[Unit, ...]:
    """AN-BREAK-17 List the units on the table, the acting side's first, by id; those that flee are left out."""
    first = game.actions[0].seat if game.actions else 0
    units = (row for row in on_table(game) if not row.fleeing)
    return tuple(sorted(units, key=lambda row: (row.seat != first, row.id)))


def units_that_break(game: Game) -> tuple[str, ...]:
    """AN-BREAK-03 List the units whose pins equal or exceed their Co; one without Co never does (AN-BREAK-01)."""
    return tuple(row.id for row in units_in_order(game) if breaks_by_pins(game, row.id))


def breaks_by_pins(game: Game, unit: str, more: int = 0) -> bool:
    """AN-BREAK-03 Tell whether a unit's pins, and so many more, equal or exceed its Co."""
    command = stat(game, unit, "command")
    return command is not None and game.units[unit].pins + more >= command


def units_that_test(game: Game) -> tuple[str, ...]:
    """AN-BREAK-16 List the units that have to take a break test."""
    return tuple(row.id for row in units_in_order(game) if row.break_triggers)


def push_checks(ruling: Ruling[Game]) -> None:
    """AN-BREAK-04 AN-BREAK-17 Let all that is due be checked now; nothing is asked where nothing is."""
    if units_that_test(ruling.game):
        ruling.ask(TESTS)
    _push_automatic(ruling)


def _push_automatic(ruling: Ruling[Game]) -> None:
    if units_that_break(ruling.game):
        ruling.ask(AUTOMATIC, TABLE)


def _ask_next_test(ruling: Ruling[Game], _window: Window) -> None:
    left = units_that_test(ruling.game)
    if left:
        ruling.ask(TESTS)
        ruling.ask(TEST, TABLE, subject=UnitSubject(left[0]))


# -- automatic


def check_automatic_break(ruling: Ruling[Game], _command: CheckAutomaticBreak) -> None:
    """AN-BREAK-03 AN-H2H-13 Units whose pins reach their Co break without a test."""
    ruling.answered()
    for unit in units_that_break(ruling.game):
        casualties.break_unit(ruling, unit, "automatic", "AN-BREAK-03", "AN-BREAK-04")


# -- tests


def break_tally(game: Game, unit: str) -> Tally:
    """AN-BREAK-10 AN-GEN-04 Give the target number of a break test: Co less the pins."""
    needed = Tally.base(stat(game, unit, "command") or 0, "AN-BREAK-10")
    return pins_term(needed, game.units[unit].pins)


def roll_break_test(ruling: Ruling[Game], _command: RollBreakTest) -> None:
    """AN-BREAK-10 AN-BREAK-16 Take the break test of the unit that is asked for."""
    game = ruling.game
    unit = ruling.subject(UnitSubject).unit
    ruling.answered()
    row, needed = game.units[unit], break_tally(game, unit)
    (face,) = ruling.roll(1, D10, "break", by=row.seat)
    passed = passes(face, needed.total)
    event = BreakTested(unit=unit, needed=needed, face=face, passed=passed)
    ruling.record(event, "AN-BREAK-10", *needed.clauses(), *(("AN-BREAK-11",) if passed else ()), "AN-BREAK-16")
    if not passed:
        _fail_test(ruling, unit, row.break_triggers)
    apply_natural_result(ruling, unit, "break", face)
    _push_automatic(ruling)


def _fail_test(ruling: Ruling[Game], unit: str, triggers: tuple[str, ...]) -> None:
    """AN-BREAK-12 AN-BREAK-13 AN-BREAK-14 AN-BREAK-15 It breaks, or goes Down."""
    if DAMAGE in triggers:
        casualties.break_unit(ruling, unit, "test", "AN-BREAK-13")
    elif casualties.half_lost(ruling.game, unit):
        casualties.break_unit(ruling, unit, "test", "AN-BREAK-12")
    elif ruling.game.units[unit].order == "down":
        going_down.go_down(ruling, unit, "break_test", "AN-BREAK-15")
    else:
        going_down.go_down(ruling, unit, "break_test", "AN-BREAK-14")


def break_tested(game: Game, event: BreakTested) -> None:
    """One test less is due; the last one settles all triggers."""
    if not is_on_table(game, event.unit):
        return
    row = game.units[event.unit]
    left = max(0, row.break_test_count - 1)
    game.units[event.unit] = replace(
        row, break_test_count=left, break_triggers=row.break_triggers if left else (), recent_losses=0
    )


PART = Part(
    handlers=handlers(check_automatic_break, roll_break_test),
    reducers=reducers(break_tested),
    windows=windows(
        WindowKind(TESTS, "AN-BREAK-17", on_close=_ask_next_test),
        table_step(AUTOMATIC, "AN-BREAK-03", CheckAutomaticBreak),
        table_step(TEST, "AN-BREAK-10", RollBreakTest, subject=UnitSubject, after_flag=True),
    ),
)

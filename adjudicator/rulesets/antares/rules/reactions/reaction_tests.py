"""Reaction tests: who is exempt, and what a pass or a failure brings (AN-REACT-05 to AN-REACT-12, AN-REACT-32)."""

from __future__ import annotations

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, table_step, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.antares.model.messages import ReactionTested, RollReactionTest
from adjudicator.rulesets.antares.model.rows import Reaction
from adjudicator.rulesets.antares.model.state import Game, stat
from adjudicator.rulesets.antares.model.subjects import UnitSubject
from adjudicator.rulesets.antares.rules.damage import pins
from adjudicator.rulesets.antares.rules.reactions import carrying_out, triggers
from adjudicator.rulesets.antares.rules.tests import natural_results
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10, passes, pins_term


def _test_next(ruling: Ruling[Game], _window: Window) -> None:
    """AN-REACT-32 Go through the declared reactions in order of declaration; those that are exempt need no die."""
    for row in ruling.game.reactions:
        if row.stage != "declared":
            continue
        exempt = _exempt(ruling.game, row)
        if not exempt:
            ruling.ask("reactions_tested")
            ruling.ask("reaction_test", TABLE, subject=UnitSubject(row.unit))
            return
        event = ReactionTested(unit=row.unit, needed=None, face=0, passed=True)
        ruling.record(event, exempt, "AN-REACT-10", "AN-REACT-05")
        carrying_out.take_order(ruling, row)


def _exempt(game: Game, row: Reaction) -> str:
    """Name the clause that spares a unit the test: AN-REACT-08 or AN-REACT-09."""
    if game.units[row.unit].order == "ambush":
        return "AN-REACT-08"
    return "AN-REACT-09" if row.reaction == triggers.GO_DOWN else ""


def reaction_tally(game: Game, unit: str) -> Tally:
    """AN-REACT-07 AN-GEN-04 Give the target number of a reaction test: Init less the pins."""
    return pins_term(Tally.base(stat(game, unit, "initiative") or 0, "AN-REACT-07"), game.units[unit].pins)


def roll_reaction_test(ruling: Ruling[Game], _command: RollReactionTest) -> None:
    """AN-REACT-07 Test Init less pins: who passes reacts (AN-REACT-10), who fails takes 1 pin (AN-REACT-12)."""
    game = ruling.game
    unit = ruling.subject(UnitSubject).unit
    row = game.units[unit]
    needed = reaction_tally(game, unit)
    (face,) = ruling.roll(1, D10, "reaction", by=row.seat)
    passed = passes(face, needed.total)
    event = ReactionTested(unit=unit, needed=needed, face=face, passed=passed)
    because = ("AN-REACT-10" if passed else "AN-REACT-12", "AN-REACT-05", "AN-REACT-32")
    ruling.record(event, *needed.clauses(), *because)
    ruling.answered()
    if passed:
        carrying_out.take_order(ruling, next(reaction for reaction in game.reactions if reaction.unit == unit))
    else:
        pins.add_pins(ruling, unit, 1, "reaction", "AN-REACT-12", "AN-PIN-14")
    natural_results.apply_natural_result(ruling, unit, "reaction", face)


def reaction_tested(game: Game, event: ReactionTested) -> None:
    """It reacts, or it does not."""
    triggers.change_reactions(game, (event.unit,), stage="passed" if event.passed else "failed")


PART = Part(
    handlers=handlers(roll_reaction_test),
    reducers=reducers(reaction_tested),
    windows=windows(
        WindowKind("reactions_tested", "AN-REACT-32", on_close=_test_next),
        table_step("reaction_test", "AN-REACT-32", RollReactionTest, subject=UnitSubject),
    ),
)

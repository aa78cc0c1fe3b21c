"""AN-ASSAULT, AN-CONS: an assault from its declaration to the parting of the units, step by step (AN-ASSAULT-06).

What is pushed on contact runs in this order: point blank shooting ("pbs"), its breaks ("pbs_breaks"), Hit and Run
("hit_and_run"), hand to hand ("h2h"), consolidation ("parting").
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.antares.model import distances
from adjudicator.rulesets.antares.model.messages import (
    AssaultDeclared,
    AssaultEnded,
    AssaultFailed,
    ContactMade,
    DeclareAssault,
    ReactionLapsed,
)
from adjudicator.rulesets.antares.model.rows import Assault
from adjudicator.rulesets.antares.model.state import Game, current_action, has_flag, is_on_table, is_probe
from adjudicator.rulesets.antares.model.subjects import ContactSubject, UnitsSubject
from adjudicator.rulesets.antares.rules.assault.fighters import is_present
from adjudicator.rulesets.antares.rules.damage import break_tests
from adjudicator.rulesets.antares.rules.movement import move_allowance, move_checks, unit_moves
from adjudicator.rulesets.antares.rules.reactions import carrying_out, reaction_windows, triggers

# -- declaring it


def declare_assault(ruling: Ruling[Game], command: DeclareAssault) -> None:
    """AN-ASSAULT-01 Name an assault, its target and its path before moving; the other side is asked for reactions."""
    game = ruling.game
    unit = ruling.find(game.units, command.unit, "unit").id
    ruling.find(game.units, command.target, "target")
    ruling.refuse_if(next(_faults(game, command), None))
    ruling.refuse_all(
        list(move_checks.contact_faults(game, unit, command.target, command.paths, sprint=command.sprint))
    )
    event = AssaultDeclared(unit=unit, target=command.target, sprint=command.sprint)
    ruling.record(event, "AN-ASSAULT-01", "AN-ASSAULT-02", "AN-ASSAULT-06", "AN-ORDER-08")
    ruling.answered()
    ruling.ask("contact", subject=ContactSubject(unit, command.target))
    unit_moves.declare_move(ruling, "assault", unit, command.paths, command.sprint, "AN-ASSAULT-01")
    reaction_windows.begin(ruling, "assault")


def _faults(game: Game, command: DeclareAssault) -> Iterator[Fault]:
    """Say what stands against an assault besides its path, the first thing first."""
    action, unit, target = current_action(game), command.unit, command.target
    if unit != action.unit:
        yield fault("AN-TURN-13", "other-unit-assaults", "unit", unit=unit, acting=action.unit)
    if action.order != "run":
        yield fault("AN-ASSAULT-01", "assault-needs-run", "unit", unit=unit, order=action.order)
    if action.moved or action.move is not None:
        yield fault("AN-ASSAULT-01", "moved-before-assault", "unit", unit=unit)
    if action.kind == "retained" and not game.options.retained_run_may_assault:
        yield fault("AN-TURN-03", "retained-run-only-moves", "unit", unit=unit)
    yield from faults_of_fighters(game, unit, target)


def faults_of_fighters(game: Game, unit: str, target: str) -> Iterator[Fault]:
    """AN-ASSAULT-01 AN-ASSAULT-02 AN-ASSAULT-03 Say why a unit never assaults another, the first thing first."""
    if not has_flag(game, unit, "can_assault"):
        yield fault("AN-ASSAULT-02", "type-does-not-assault", "unit", unit=unit, unit_type=game.sheets[unit].unit_type)
    yield from _target_faults(game, unit, target)


def _target_faults(game: Game, unit: str, target: str) -> Iterator[Fault]:
    if game.units[target].seat == game.units[unit].seat:
        yield fault("AN-ASSAULT-01", "assault-on-a-friend", "target", target=target)
    if not is_on_table(game, target):
        yield fault("AN-ASSAULT-01", "assault-on-nobody", "target", target=target)
    if is_probe(game, target):
        yield fault("AN-ASSAULT-03", "assault-on-a-probe", "target", target=target)


def reachable_targets(game: Game, unit: str) -> tuple[str, ...]:
    """AN-ASSAULT-03 AN-ASSAULT-04 List the enemies that a unit can reach in an assault, by id."""
    most = move_allowance.reach(game, unit)
    rows = (game.units[key] for key in sorted(game.units))
    found = (row.id for row in rows if next(_target_faults(game, unit, row.id), None) is None)
    return tuple(item for item in found if distances.within(game, unit, item, most))


# -- contact


def _resolve_contact(ruling: Ruling[Game], window: Window) -> None:
    """AN-ASSAULT-05 AN-REACT-20 The move is over: the units are in contact, or the assault has failed."""
    subject = subject_of(window, ContactSubject)
    unit, target = subject.unit, subject.target
    carrying_out.lapse_rest(ruling)
    if not _makes_contact(ruling.game, unit, target):
        _fail_assault(ruling, unit, target)
        return
    ruling.record(ContactMade(unit=unit, target=target), "AN-ASSAULT-04", "AN-ASSAULT-06")
    for kind in ("parting", "h2h", "hit_and_run", "pbs_breaks"):
        ruling.ask(kind)
    ruling.ask("pbs", subject=UnitsSubject((unit, target)))


def _makes_contact(game: Game, unit: str, target: str) -> bool:
    """AN-REACT-35 A unit that was stopped on its way makes no contact."""
    there = all(is_present(game, row) for row in (unit, target))
    return there and not current_action(game).halted and distances.in_contact(game, unit, target)


def _fail_assault(ruling: Ruling[Game], unit: str, target: str) -> None:
    """AN-ASSAULT-05 AN-REACT-38 The unit stays where it stopped; Stand and Shoot lapses."""
    for row in ruling.game.reactions:
        if row.reaction == triggers.STAND and row.stage == "passed":
            event = ReactionLapsed(unit=row.unit, reaction=row.reaction, reason="no_contact")
            ruling.record(event, "AN-REACT-38")
    ruling.record(AssaultFailed(unit=unit, target=target), "AN-ASSAULT-05")


def _check_breaks(ruling: Ruling[Game], _window: Window) -> None:
    """AN-PBS-08 AN-BREAK-04 Settle the breaks of point blank shooting before anything else happens."""
    break_tests.push_checks(ruling)


# -- parting


def _end_assault(ruling: Ruling[Game], _window: Window) -> None:
    """AN-H2H-18 The units have parted."""
    fight = ruling.game.assault
    if fight is not None:
        ruling.record(AssaultEnded(unit=fight.unit, target=fight.target), "AN-H2H-18", "AN-ASSAULT-06")


# -- reducers


def assault_declared(game: Game, event: AssaultDeclared) -> None:
    """Note the assault, and the pins that both units have."""
    game.assault = Assault(unit=event.unit, target=event.target, sprint=event.sprint)
    for row in (event.unit, event.target):
        game.units[row] = replace(game.units[row], pins_before_assault=game.units[row].pins)
    game.actions = (*game.actions[:-1], replace(game.actions[-1], target=event.target))


def contact_made(game: Game, event: ContactMade) -> None:
    """Note what the reactions have come to."""
    reached = {(reaction.reaction, reaction.stage) for reaction in game.reactions if reaction.unit == event.target}
    row = game.assault or Assault(unit=event.unit, target=event.target)
    counter, reactor = (triggers.COUNTERCHARGE, "done") in reached, (triggers.STAND, "passed") in reached
    game.assault = replace(row, contact=True, countercharge=counter, stands_and_shoots=reactor)


def assault_failed(game: Game, _event: AssaultFailed) -> None:
    """It is over."""
    game.assault = None


def assault_ended(game: Game, _event: AssaultEnded) -> None:
    """It is over."""
    game.assault = None


PART = Part(
    handlers=handlers(declare_assault),
    reducers=reducers(assault_declared, contact_made, assault_failed, assault_ended),
    windows=windows(
        WindowKind("contact", "AN-ASSAULT-04", on_close=_resolve_contact, subject=ContactSubject),
        WindowKind("pbs_breaks", "AN-PBS-08", on_close=_check_breaks),
        WindowKind("assault_end", "AN-H2H-18", on_close=_end_assault),
    ),
)

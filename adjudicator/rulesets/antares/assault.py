"""AN-ASSAULT, AN-CONS: an assault from its declaration to the parting of the units, step by step (AN-ASSAULT-06).

What is pushed on contact runs in this order: point blank shooting ("pbs"), its breaks ("pbs_breaks"), Hit and Run
("hit_and_run"), hand to hand ("h2h"), consolidation ("parting").
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.kernel.decide.exact_offers import exact_offers
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Places, offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.antares import breaks, measure, movement, parting, reactions, triggers, ways
from adjudicator.rulesets.antares.model.messages import (
    AssaultDeclared,
    AssaultEnded,
    AssaultFailed,
    ConsolidateMove,
    ConsolidationBegun,
    ContactMade,
    DeclareAssault,
    ReactionLapsed,
)
from adjudicator.rulesets.antares.rows import Assault
from adjudicator.rulesets.antares.state import Game, acting, has_flag, standing

# -- declaring it


def declare_assault(ruling: Ruling[Game], command: DeclareAssault) -> None:
    """AN-ASSAULT-01 Name an assault, its target and its path before moving; the other side is asked for reactions."""
    game = ruling.game
    unit = ruling.find(game.units, command.unit, "unit").id
    ruling.find(game.units, command.target, "target")
    fault = next(_faults(game, command), None)
    ruling.refuse_all([fault] if fault is not None else [])
    ruling.refuse_all(list(ways.contact_faults(game, unit, command.target, command.paths, sprint=command.sprint)))
    event = AssaultDeclared(unit=unit, target=command.target, sprint=command.sprint)
    ruling.record(event, "AN-ASSAULT-01", "AN-ASSAULT-02", "AN-ASSAULT-06", "AN-ORDER-08")
    ruling.answered()
    ruling.ask("contact", about=(unit, command.target))
    movement.declare(ruling, "assault", unit, command.paths, command.sprint, "AN-ASSAULT-01")
    reactions.begin(ruling, "assault")


def _faults(game: Game, command: DeclareAssault) -> Iterator[Fault]:
    """Say what stands against an assault besides its path, the first thing first."""
    action, unit, target = acting(game), command.unit, command.target
    if unit != action.unit:
        yield Fault("AN-TURN-13", "other-unit-assaults", "unit", (("unit", unit), ("acting", action.unit)))
    if action.order != "run":
        yield Fault("AN-ASSAULT-01", "assault-needs-run", "unit", (("unit", unit), ("order", action.order)))
    if action.moved or action.move is not None:
        yield Fault("AN-ASSAULT-01", "moved-before-assault", "unit", (("unit", unit),))
    if action.kind == "retained" and not game.how.retained_run_may_assault:
        yield Fault("AN-TURN-03", "retained-run-only-moves", "unit", (("unit", unit),))
    if not has_flag(game, unit, "can_assault"):
        facts = (("unit", unit), ("type", game.sheets[unit].type))
        yield Fault("AN-ASSAULT-02", "type-does-not-assault", "unit", facts)
    yield from _target(game, unit, target)


def _target(game: Game, unit: str, target: str) -> Iterator[Fault]:
    if game.units[target].seat == game.units[unit].seat:
        yield Fault("AN-ASSAULT-01", "assault-on-a-friend", "target", (("target", target),))
    if not standing(game, target):
        yield Fault("AN-ASSAULT-01", "assault-on-nobody", "target", (("target", target),))
    if game.sheets[target].type == "probe":
        yield Fault("AN-ASSAULT-03", "assault-on-a-probe", "target", (("target", target),))


def targets(game: Game, unit: str) -> tuple[str, ...]:
    """AN-ASSAULT-03 AN-ASSAULT-04 List the enemies that a unit can reach in an assault, by id."""
    most = ways.reach(game, unit)
    rows = (game.units[key] for key in sorted(game.units))
    found = (row.id for row in rows if next(_target(game, unit, row.id), None) is None)
    return tuple(each for each in found if measure.within(game, unit, each, most))


# -- contact


def _contact(ruling: Ruling[Game], window: Window) -> None:
    """AN-ASSAULT-05 AN-REACT-20 The move is over: the units are in contact, or the assault has failed."""
    unit, target = window.about
    reactions.lapse_rest(ruling)
    if not _meets(ruling.game, unit, target):
        _fail(ruling, unit, target)
        return
    ruling.record(ContactMade(unit=unit, target=target), "AN-ASSAULT-04", "AN-ASSAULT-06")
    for kind in ("parting", "h2h", "hit_and_run", "pbs_breaks"):
        ruling.ask(kind)
    ruling.ask("pbs", about=(unit, target))


def _meets(game: Game, unit: str, target: str) -> bool:
    """AN-REACT-35 A unit that was stopped on its way makes no contact."""
    there = all(_present(game, each) for each in (unit, target))
    return there and not acting(game).halted and measure.in_contact(game, unit, target)


def _present(game: Game, unit: str) -> bool:
    return standing(game, unit) and not game.units[unit].fleeing


def _fail(ruling: Ruling[Game], unit: str, target: str) -> None:
    """AN-ASSAULT-05 AN-REACT-38 The unit stays where it stopped; Stand and Shoot lapses."""
    for row in ruling.game.reactions:
        if row.reaction == triggers.STAND and row.stage == "passed":
            event = ReactionLapsed(unit=row.unit, reaction=row.reaction, reason="no_contact")
            ruling.record(event, "AN-REACT-38")
    ruling.record(AssaultFailed(unit=unit, target=target), "AN-ASSAULT-05")


def _breaks(ruling: Ruling[Game], _window: Window) -> None:
    """AN-PBS-08 AN-BREAK-04 Settle the breaks of point blank shooting before anything else happens."""
    breaks.push_checks(ruling)


# -- parting


def fighters_left(game: Game) -> tuple[str, ...]:
    """AN-PBS-11 List the units of the assault that are on the spot, neither gone nor broken off, assaulter first."""
    fight = game.assault
    both = (fight.unit, fight.target) if fight is not None else ()
    return tuple(each for each in both if fight and _present(game, each) and each not in fight.left)


def _part(ruling: Ruling[Game], _window: Window) -> None:
    """AN-H2H-18 AN-CONS-04 AN-CONS-06 Let the units part: the loser first, after a draw as a roll-off says."""
    game = ruling.game
    order = fighters_left(game)
    ruling.ask("assault_end")
    if not order:
        return
    drawn = len(order) > 1 and game.assault is not None and not game.assault.loser
    if game.assault is not None and order[0] == game.assault.winner:
        order = order[::-1]
    clause = "AN-CONS-06" if drawn else "AN-CONS-04"
    ruling.record(ConsolidationBegun(units=order), "AN-H2H-18" if len(order) > 1 else "AN-PBS-11", clause)
    ruling.ask("consolidations")
    if drawn:
        ruling.ask("roll_off", TABLE, about=("consolidation",))


def _consolidate(ruling: Ruling[Game], _window: Window) -> None:
    """AN-CONS-04 Ask for the consolidation moves, one after the other."""
    fight = ruling.game.assault
    for unit in reversed(fight.consolidating if fight is not None else ()):
        ruling.ask("consolidate", ruling.game.units[unit].seat, about=(unit,))


def _consolidation_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    """AN-CONS-05 AN-CONS-07 Offer the way straight off, staying where that is allowed, and ways of one's own."""
    unit = window.about[0]
    made = [ConsolidateMove(unit=unit, paths=parting.away(game, unit)), ConsolidateMove(unit=unit, paths=())]
    good = [each for each in made if not parting.faults(game, unit, each.paths)]
    places = Places(game.units[unit].models, ways.allowance(game, unit, "consolidation"))
    own = offer(ConsolidateMove, "AN-CONS-01", unit=Choice((unit,)), paths=places)
    return [*exact_offers(good, "AN-CONS-01"), own]


def _quietly(game: Game, window: Window, _party: Party) -> ConsolidateMove:
    return ConsolidateMove(unit=window.about[0], paths=parting.by_silence(game, window.about[0]))


def _end(ruling: Ruling[Game], _window: Window) -> None:
    """AN-H2H-18 The units have parted."""
    fight = ruling.game.assault
    if fight is not None:
        ruling.record(AssaultEnded(unit=fight.unit, target=fight.target), "AN-H2H-18", "AN-ASSAULT-06")


# -- reducers


def assault_declared(game: Game, event: AssaultDeclared) -> None:
    """Note the assault, and the pins that both units have."""
    game.assault = Assault(unit=event.unit, target=event.target, sprint=event.sprint)
    for each in (event.unit, event.target):
        game.units[each] = replace(game.units[each], pins_at=game.units[each].pins)
    game.actions = (*game.actions[:-1], replace(game.actions[-1], target=event.target))


def contact_made(game: Game, event: ContactMade) -> None:
    """Note what the reactions have come to."""
    made = {(each.reaction, each.stage) for each in game.reactions if each.unit == event.target}
    row = game.assault or Assault(unit=event.unit, target=event.target)
    counter, reactor = (triggers.COUNTERCHARGE, "done") in made, (triggers.STAND, "passed") in made
    game.assault = replace(row, contact=True, counter=counter, reactor=reactor)


def assault_failed(game: Game, _event: AssaultFailed) -> None:
    """It is over."""
    game.assault = None


def consolidation_begun(game: Game, event: ConsolidationBegun) -> None:
    """They consolidate in this order, unless a roll-off changes it."""
    if game.assault is not None:
        game.assault = replace(game.assault, consolidating=event.units)


def assault_ended(game: Game, _event: AssaultEnded) -> None:
    """It is over."""
    game.assault = None


CLAUSES = handlers(declare_assault)
REDUCERS = reducers(assault_declared, contact_made, assault_failed, consolidation_begun, assault_ended)
WINDOWS = windows(
    WindowKind("contact", "AN-ASSAULT-04", on_close=_contact),
    WindowKind("pbs_breaks", "AN-PBS-08", on_close=_breaks),
    WindowKind("parting", "AN-H2H-18", on_close=_part),
    WindowKind("consolidations", "AN-CONS-04", on_close=_consolidate),
    WindowKind("consolidate", "AN-CONS-04", (ConsolidateMove,), _consolidation_offers, _quietly),
    WindowKind("assault_end", "AN-H2H-18", on_close=_end),
)  # fmt: skip

__all__ = ["CLAUSES", "REDUCERS", "WINDOWS", "declare_assault", "fighters_left", "targets"]

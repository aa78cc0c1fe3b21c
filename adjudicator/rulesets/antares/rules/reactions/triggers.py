"""AN-REACT-01 to AN-REACT-30: which reactions a trigger opens to a unit, and what stands against the others.

A trigger is what the innermost action has just declared: "fire" or "advance" (shooting under that order), "move", or
"assault". Points of Ambush Fire are thousandths of an inch along the mover's path.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.antares.model import distances, special_rules
from adjudicator.rulesets.antares.model.messages import DeclareReaction, ReactionOption
from adjudicator.rulesets.antares.model.rows import Reaction, Unit
from adjudicator.rulesets.antares.model.state import Game, current_action, has_flag, is_down, is_probe, on_table, rival
from adjudicator.rulesets.antares.roster.force_lists import REACTIONS
from adjudicator.rulesets.antares.rules.movement import move_allowance
from adjudicator.rulesets.antares.rules.reactions import ambush_fire
from adjudicator.rulesets.antares.rules.shooting import shot_plans

GO_DOWN, FIREFIGHT, DASH, STAND, ESCAPE, COUNTERCHARGE, AMBUSH_FIRE = REACTIONS
ORDERS: Mapping[str, str] = {
    GO_DOWN: "down",
    FIREFIGHT: "fire",
    DASH: "run",
    STAND: "fire",
    ESCAPE: "run",
    COUNTERCHARGE: "run",
    AMBUSH_FIRE: "fire",
}
REACTIONS_TO: Mapping[str, tuple[str, ...]] = {
    "fire": (GO_DOWN, FIREFIGHT, DASH),
    "advance": (GO_DOWN,),
    "move": (AMBUSH_FIRE,),
    "assault": (STAND, ESCAPE, COUNTERCHARGE, AMBUSH_FIRE),
}
CLAUSE: Mapping[str, str] = {
    GO_DOWN: "AN-REACT-13",
    FIREFIGHT: "AN-REACT-14",
    DASH: "AN-REACT-16",
    STAND: "AN-REACT-18",
    ESCAPE: "AN-REACT-19",
    COUNTERCHARGE: "AN-REACT-21",
    AMBUSH_FIRE: "AN-REACT-22",
}
MOVES = (DASH, ESCAPE, COUNTERCHARGE)
FIREFIGHT_REACH = 20_000

# -- who may do what


def targets_of(game: Game, trigger: str) -> tuple[str, ...]:
    """AN-REACT-28 AN-REACT-29 List the units that are shot at or assaulted; blind fire names none."""
    if trigger == "assault":
        return (game.assault.target,) if game.assault is not None else ()
    shooter = current_action(game).unit
    found = (volley for volley in game.volleys.values() if volley.unit == shooter and volley.kind == "shooting")
    return tuple(sorted({row.target for row in found if row.target}))


def reacting_units(game: Game, trigger: str) -> tuple[ReactionOption, ...]:
    """AN-REACT-29 AN-REACT-30 List the units that may react to the trigger, each with the reactions open to it."""
    rivals = (row for row in on_table(game, rival(current_action(game).seat)) if not row.fleeing)
    rows = ((row.id, options(game, trigger, row.id)) for row in rivals)
    return tuple(ReactionOption(unit=unit, reactions=found) for unit, found in rows if found)


def options(game: Game, trigger: str, unit: str) -> tuple[str, ...]:
    """List the reactions that a unit may declare to the trigger."""
    return tuple(row for row in REACTIONS_TO[trigger] if payments(game, trigger, unit, row))


def payments(game: Game, trigger: str, unit: str, reaction: str) -> tuple[bool, ...]:
    """AN-REACT-26 List how a unit may pay for a reaction: False with its die, True as a Free Reaction."""
    row = game.units[unit]
    if next(_kind_faults(game, trigger, unit, reaction), None) is not None:
        return ()
    found = tuple(free for free in (False, True) if next(_dice_faults(game, row, reaction, free=free), None) is None)
    # what a unit can do is asked last: Ambush Fire tries every point of a path
    return found if found and next(_ability_faults(game, trigger, unit, reaction), None) is None else ()


def faults(game: Game, trigger: str, command: DeclareReaction) -> Iterator[Fault]:
    """Say what stands against a declaration, the first thing first."""
    unit, reaction = command.unit, command.reaction
    yield from _unit_faults(game, unit)
    yield from _kind_faults(game, trigger, unit, reaction)
    yield from _dice_faults(game, game.units[unit], reaction, free=command.free)
    yield from _sprint_faults(game, unit, reaction, sprint=command.sprint)
    if reaction == AMBUSH_FIRE:
        yield from ambush_fire.faults(game, unit, command.point, assault=trigger == "assault")
    else:
        if command.point:
            yield fault("AN-REACT-22", "no-point-here", "point", unit=unit, reaction=reaction)
        yield from _ability_faults(game, trigger, unit, reaction)


def row_of(game: Game, unit: str) -> Reaction | None:
    """Find the row of a unit in the window; None where it is not listed."""
    return next((reaction for reaction in game.reactions if reaction.unit == unit), None)


def change_reactions(game: Game, units: Collection[str], **fields: object) -> None:
    """Change fields of the rows of some units in the window; for reducers."""
    game.reactions = tuple(
        replace(reaction, **fields) if reaction.unit in units else reaction for reaction in game.reactions
    )


# -- the unit


def _unit_faults(game: Game, unit: str) -> Iterator[Fault]:
    row, found = game.units[unit], row_of(game, unit)
    if row.seat == current_action(game).seat:
        yield fault("AN-REACT-29", "reactor-not-yours", "unit", unit=unit)
    if row.place != "table" or row.fleeing:
        yield fault("AN-REACT-29", "reactor-gone", "unit", unit=unit)
    if found is not None and found.stage == "declined":
        yield fault("AN-REACT-31", "declined-already", "unit", unit=unit)
    if found is not None and found.stage != "asked":
        yield fault("AN-REACT-31", "declared-already", "unit", unit=unit, reaction=found.reaction)
    yield from _repetition_faults(game, unit)


def _repetition_faults(game: Game, unit: str) -> Iterator[Fault]:
    if unit in current_action(game).reacted:
        yield fault("AN-REACT-36", "reacted-already", "unit", unit=unit)
    if is_probe(game, unit):
        yield fault("AN-REACT-04", "probes-do-not-react", "unit", unit=unit)


def _kind_faults(game: Game, trigger: str, unit: str, reaction: str) -> Iterator[Fault]:
    if reaction not in ORDERS:
        yield fault("AN-REACT-29", "no-such-reaction", "reaction", reaction=reaction)
    elif reaction not in REACTIONS_TO[trigger]:
        yield fault(CLAUSE[reaction], "wrong-trigger", "reaction", unit=unit, reaction=reaction, trigger=trigger)
    elif reaction != AMBUSH_FIRE and unit not in targets_of(game, trigger):
        yield fault("AN-REACT-28", "not-the-target", "unit", unit=unit, reaction=reaction)
    yield from _repetition_faults(game, unit)


def _sprint_faults(game: Game, unit: str, reaction: str, *, sprint: bool) -> Iterator[Fault]:
    if sprint and reaction not in MOVES:
        yield fault("AN-REACT-06", "reaction-without-run", "sprint", unit=unit, reaction=reaction)
    if sprint and not has_flag(game, unit, "can_sprint"):
        yield fault("AN-MOVE-05", "reactor-can-not-sprint", "sprint", unit=unit, reaction=reaction)


# -- its die


def free_reactions_left(game: Game, unit: str, reaction: str) -> int:
    """AN-REACT-26 Count the Free Reactions of this kind that a unit has left this turn."""
    row = game.units[unit]
    own = sum(rule.number for rule in special_rules.rules_with(game, unit, "free_reaction") if rule.word == reaction)
    lasting = (item for item in game.lasting_effects if item.kind == "grant_free_reaction" and item.word == reaction)
    lent = sum(item.number for item in lasting if unit == item.unit or (not item.unit and item.seat == row.seat))
    return own + lent - row.free_reactions_made.count(reaction)


def unclaimed_dice(game: Game, seat: Party) -> int:
    """AN-REACT-11 Count the dice in a side's bag that no declared reaction is going to take."""
    waiting = (reaction for reaction in game.reactions if reaction.stage == "declared" and not reaction.free)
    taken = sum(game.units[row.unit].seat == seat and game.units[row.unit].order != "ambush" for row in waiting)
    return game.sides[seat].bag - taken


def _dice_faults(game: Game, row: Unit, reaction: str, *, free: bool) -> Iterator[Fault]:
    if reaction == AMBUSH_FIRE and row.order != "ambush":
        yield fault("AN-REACT-22", "needs-ambush", "unit", unit=row.id)
    if free and free_reactions_left(game, row.id, reaction) <= 0:
        yield fault("AN-REACT-26", "no-free-reaction", "free", unit=row.id, reaction=reaction)
    if free and row.order == "down":
        yield fault("AN-REACT-26", "down-already", "unit", unit=row.id)
    if free or row.order == "ambush":
        return
    if row.unused_dice == 0 or row.down_without_die:
        several = game.sheets[row.id].order_dice > 1
        yield fault(
            "AN-REACT-03" if several else "AN-REACT-01", "reactor-has-order", "unit", unit=row.id, order=row.order
        )
    if unclaimed_dice(game, row.seat) <= 0:
        yield fault("AN-ORDER-27", "no-die-left", "unit", unit=row.id)


# -- what it can do


def _ability_faults(game: Game, trigger: str, unit: str, reaction: str) -> Iterator[Fault]:
    if reaction == GO_DOWN and is_down(game, unit):
        yield fault("AN-REACT-13", "down-already", "unit", unit=unit)
    elif reaction == FIREFIGHT:
        yield from _firefight_faults(game, unit)
    elif reaction == AMBUSH_FIRE:
        yield from ambush_fire.no_point_faults(game, unit, assault=trigger == "assault")
    elif reaction in MOVES:
        yield from _move_faults(game, unit, reaction)


def _firefight_faults(game: Game, unit: str) -> Iterator[Fault]:
    enemy = current_action(game).unit
    if not distances.within(game, unit, enemy, FIREFIGHT_REACH):
        distance = distances.gap(game, unit, enemy)
        yield fault("AN-REACT-14", "beyond-20-inches", "reaction", unit=unit, distance=distance)
    elif (missing := shot_plans.shot_fault(game, unit, enemy, FIREFIGHT)) is not None:
        yield fault("AN-REACT-37", "nobody-can-shoot", "reaction", unit=unit, target=enemy, why=missing.reason)


def _move_faults(game: Game, unit: str, reaction: str) -> Iterator[Fault]:
    enemy = current_action(game).unit
    if reaction == DASH and distances.within(game, unit, enemy, FIREFIGHT_REACH):
        distance = distances.gap(game, unit, enemy)
        yield fault("AN-REACT-16", "within-20-inches", "reaction", unit=unit, distance=distance)
    if reaction == COUNTERCHARGE and not has_flag(game, unit, "can_assault"):
        yield fault("AN-REACT-21", "may-not-assault", "reaction", unit=unit)
    if not move_allowance.allowance(game, unit, "run"):
        yield fault("AN-REACT-37", "reactor-immobilised", "reaction", unit=unit)

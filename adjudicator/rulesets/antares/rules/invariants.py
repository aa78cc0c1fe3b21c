"""What holds of every game after every entry."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.board.inches import Pose
from adjudicator.board.sines import FULL_TURN
from adjudicator.rulesets.antares.model.devices import NOT_PATCHED, PATCHED, WORKING, is_marker
from adjudicator.rulesets.antares.model.rows import Device, Model, Unit
from adjudicator.rulesets.antares.model.state import SEATS, TABLE_PLACE, Game, kind_of, on_table
from adjudicator.rulesets.antares.roster.force_lists import FLAGS
from adjudicator.rulesets.antares.rules.turn.giving_orders import ORDERS
from adjudicator.rulesets.antares.rules.turn.turn_steps import STEPS

PLACES = frozenset({"army", TABLE_PLACE, "destroyed", "broken", "fled"})
GONE = frozenset({"destroyed", "broken", "fled"})
IDLE = frozenset({"", "setup", "ended"})


def invariants(game: Game) -> Iterator[str]:
    """Say in words what is broken."""
    for unit in game.units.values():
        if unit.id not in game.sheets:
            yield f"{unit.id} has no sheet"
            continue
        yield from _unit(game, unit)
        yield from _dice(unit)
    yield from _models(game)
    yield from _devices(game)
    yield from _sides(game)
    yield from _all_dice(game)
    yield from _course(game)
    yield from _under_way(game)


def _unit(game: Game, unit: Unit) -> Iterator[str]:
    if unit.place not in PLACES:
        yield f"{unit.id} is at {unit.place}"
    if unit.pins < 0:
        yield f"{unit.id} has {unit.pins} pins"
    if unit.order not in ("", *ORDERS):
        yield f"{unit.id} shows {unit.order}"
    if bool(unit.models) == (unit.place in GONE):
        yield f"{unit.id} is {unit.place} with {len(unit.models)} models"
    if missing := [model for model in unit.models if model not in game.models]:
        yield f"{unit.id} counts {', '.join(missing)}, which are not there"
    if unit.retained_run and unit.order != "run":
        yield f"{unit.id} has a Run outstanding and shows {unit.order or 'nothing'}"


def _dice(unit: Unit) -> Iterator[str]:
    """AN-TURN-09 A unit has no more dice in hand than it has, and none that it uses where it has no order."""
    if not 0 <= unit.unused_dice <= max(unit.dice, 0):
        yield f"{unit.id} has {unit.unused_dice} of {unit.dice} dice in hand"
    if unit.down_without_die and unit.order != "down":
        yield f"{unit.id} is without a die and shows {unit.order or 'nothing'}"


def _models(game: Game) -> Iterator[str]:
    falling = {item for row in game.volley_results.values() for item in row.removed_models}
    for key, model in game.models.items():
        unit = game.units.get(model.unit)
        if unit is None or key not in unit.models:
            yield f"{key} is of no unit"
        elif not (key not in falling) <= model.wounds <= kind_of(game, model).wounds:
            yield f"{key} has {model.wounds} Wounds"
        elif (model.pose is not None) != (unit.place == TABLE_PLACE):
            yield f"{key} is of a unit at {unit.place} and stands at {model.pose}"


def _devices(game: Game) -> Iterator[str]:
    for key, row in game.devices.items():
        if is_marker(key) and int(key[1:]) > game.marker_count:
            yield f"{key} is a marker, and {game.marker_count} were placed"
        if row.sheet not in game.device_sheets:
            yield f"{key} has no sheet"
        if row.unit and (row.unit not in game.units or game.units[row.unit].place in GONE):
            yield f"{key} goes with {row.unit}, which is gone"
        if row.lends_sight_to and row.state != PATCHED:
            yield f"{key} lends its sight and is {row.state}"


def _sides(game: Game) -> Iterator[str]:
    for seat in SEATS:
        row = game.sides[seat]
        if min(row.bag, row.aside, row.dice_lost, row.dice_taken, row.dice_gained) < 0:
            yield f"side {seat} counts dice below 0: {row}"
        if row.dice_lost > row.starting_dice:
            yield f"side {seat} has lost {row.dice_lost} of {row.starting_dice} dice"


def limits(game: Game) -> Iterator[str]:
    """Say what a ruling has set beyond what the rules and the sheets know."""
    yield from _counts(game)
    yield from _standing(game)
    yield from _lending(game)


def _counts(game: Game) -> Iterator[str]:
    """Counts are not below 0, and words are those that the sheets and the rules know."""
    if min(game.turn, game.passes_in_succession, game.marker_count) < 0:
        yield f"turn {game.turn}, {game.passes_in_succession} passes, {game.marker_count} markers"
    for unit in game.units.values():
        counts = unit.dice, unit.resist_loss, unit.move_limit, unit.recent_losses, unit.free_reactions_used
        if min(counts) < 0:
            yield f"{unit.id} counts below 0: {counts}"
        if strange := {*unit.added_flags, *unit.removed_flags} - set(FLAGS):
            yield f"{unit.id} has the flags {', '.join(sorted(strange))}, which nobody knows"
    for side in game.sides.values():
        if min(side.starting_dice, side.points) < 0:
            yield f"side {side.seat} has {side.points} points and {side.starting_dice} dice"
    for row in game.owned_options.values():
        if row.uses_left < 0:
            yield f"option {row.id} has {row.uses_left} uses left"


def _lending(game: Game) -> Iterator[str]:
    """AN-ACC-27 A device works or is patched, a marker works; a device lends its sight to units of its own side."""
    for key, row in game.devices.items():
        if row.lends_sight_to and getattr(game.units.get(row.lends_sight_to), "seat", None) != row.seat:
            yield f"{key} lends its sight to {row.lends_sight_to}, which is not of its side"
        if row.seat not in SEATS or row.state not in (WORKING, PATCHED):
            yield f"{key} of seat {row.seat} is {row.state}"
        sheet = game.device_sheets.get(row.sheet)
        if row.state == PATCHED and sheet is not None and sheet.kind in NOT_PATCHED:
            yield f"{key} is a marker and is {PATCHED}"
        if is_marker(key) and bool(row.unit) == (row.pose is not None):
            yield f"{key} neither stands at a place nor goes with a unit, or both"


def _standing(game: Game) -> Iterator[str]:
    """AN-MOVE-01 AN-OH-03 Whatever stands on the table stands within its edges; a shifted marker may lie beyond."""
    if game.terms is None:
        return
    rows: list[Model | Device] = [*game.models.values(), *game.devices.values()]
    for key, pose in ((row.id, row.pose) for row in rows):
        if not is_marker(key):
            yield from off_table(game, key, pose)
        if pose is not None and not 0 <= pose.facing < FULL_TURN:
            yield f"{key} faces {pose.facing}"


def off_table(game: Game, key: str, pose: Pose | None) -> Iterator[str]:
    """AN-MOVE-01 Say that something stands beyond the edges of the table; thousandths of an inch."""
    if game.terms is None or pose is None:
        return
    terms = game.terms.terms
    if not (0 <= pose.x <= terms.length and 0 <= pose.y <= terms.width):
        yield f"{key} stands at {pose.x}, {pose.y}, off the table"


def _all_dice(game: Game) -> Iterator[str]:
    """AN-TURN-05 AN-TURNEND-16 No order die is lost without count, and none comes out of nothing, both sides together.

    What the referee has moved is his affair until the turn ends. Where a die is out of its side's bag otherwise (in
    custody, taken for good, given to the other side), the die of a unit that is lost may be that one, and till the turn
    ends there is a die more than there ought to be.
    """
    sides = [game.sides[seat] for seat in SEATS]
    if any(row.referee_moved_dice is not False for row in sides):
        return
    out = sum(row.dice_taken for row in sides) + sum(contest.held for contest in game.contested_dice)
    due = sum(row.starting_dice + row.dice_gained - row.dice_lost for row in sides) - out
    used = sum(row.dice - row.unused_dice for row in on_table(game))
    there = sum(row.bag + row.aside for row in sides) + used + (game.drawn_die is not None)
    if there < due or (there > due and not out and not _change_sides(game)):
        yield f"there are {there} order dice in bag, aside, drawn and on units, and there ought to be {due}"


def _change_sides(game: Game) -> bool:
    """AN-OPT-07 Tell whether an option of this game may give a die to the other side."""
    effects = (effect.kind for row in game.owned_options.values() for effect in row.sheet.effects)
    return "change_die_side" in effects


def _course(game: Game) -> Iterator[str]:
    """AN-TURN-01 AN-TURN-06 A step of the turn is under way, and a die is drawn only while orders are given.

    A game that is given up or ended by a ruling in the midst of an order keeps its drawn die.
    """
    if game.step not in IDLE and game.step not in STEPS:
        yield f"the step is {game.step}"
    if game.drawn_die is not None and game.step not in {"orders", "ended"}:
        yield f"a die is drawn in the step {game.step}"


def _under_way(game: Game) -> Iterator[str]:
    for action in game.actions:
        if action.unit not in game.units:
            yield f"{action.unit} acts and is not there"
    for key, hit in game.hits.items():
        if hit.volley not in game.volleys:
            yield f"hit {key} is of {hit.volley}, which is settled"
    if game.step in STEPS[3:] and (game.actions or game.volleys or game.assault is not None):
        yield f"in the step {game.step} an action is under way"
    if not game.actions and any(row.sprinting for row in on_table(game)):
        yield "a unit sprints outside an action"

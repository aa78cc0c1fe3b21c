"""Fights: who is in one, who rolls in it and by which angle, and how one ends (HX-ASSAULT-05 to HX-ASSAULT-14)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, subject_of
from adjudicator.rulesets.hex_orders.model import ids
from adjudicator.rulesets.hex_orders.model.angles import PLAIN, angle_of, without_side
from adjudicator.rulesets.hex_orders.model.board_hexes import facing_between
from adjudicator.rulesets.hex_orders.model.messages import Ability, AssaultCancelled, FightEnded, FightUnit
from adjudicator.rulesets.hex_orders.model.nations import choosing_rank
from adjudicator.rulesets.hex_orders.model.rows import Fight, Retreat
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, alive, model_of, order_of_ids, other_seat
from adjudicator.rulesets.hex_orders.model.subjects import ChoosingGroup, FightSubject
from adjudicator.rulesets.hex_orders.rules.movement.stacking import fits_after_moves

# -- which


def fights_in_order(game: Game) -> tuple[Fight, ...]:
    """List all fights of the step, by id."""
    return tuple(game.fights[key] for key in sorted(game.fights, key=ids.number_of))


def open_fights(game: Game) -> tuple[Fight, ...]:
    """List the fights that are not over, by id."""
    return tuple(fight for fight in fights_in_order(game) if not fight.over)


def next_fight_id(game: Game) -> str:
    """Make the id of one more fight."""
    return ids.open_id(ids.FIGHT, max(map(ids.number_of, game.fights), default=0) + 1)


def with_fight(game: Game, fight: str, **changes: object) -> None:
    """Change the row of a fight."""
    game.fights[fight] = replace(game.fights[fight], **changes)


# -- who


def fighters(fight: Fight, seat: Party | None = None) -> tuple[FightUnit, ...]:
    """List who is in a fight, of one seat or of both, by id."""
    found = (unit for unit in fight.units if seat in (None, unit.seat))
    return tuple(sorted(found, key=lambda row: order_of_ids(row.unit)))


def fighter(fight: Fight, unit: str) -> FightUnit | None:
    """Find a unit in a fight; None where it is not there."""
    return next((row for row in fight.units if row.unit == unit), None)


def without_unit(fight: Fight, unit: str) -> Fight:
    """Take a unit out of a fight."""
    return replace(fight, units=tuple(row for row in fight.units if row.unit != unit))


def leave_all_fights(game: Game, unit: str) -> None:
    """Take a unit out of every fight that it is in."""
    for key, fight in game.fights.items():
        if fighter(fight, unit) is not None:
            game.fights[key] = without_unit(fight, unit)


def sides_left(fight: Fight) -> tuple[Party, ...]:
    """List the seats that are still in a fight."""
    return tuple(seat for seat in SEATS if fighters(fight, seat))


def too_many(game: Game, fight: Fight, seat: Party) -> bool:
    """HX-ASSAULT-14 Tell whether a side has more bases in a fight than may roll."""
    return not fits_after_moves(game, (row.unit for row in fighters(fight, seat)))


def default_contributors(game: Game, fight: Fight, seat: Party) -> tuple[str, ...]:
    """HX-GAP-08 List the bases that roll unless others are chosen: by id, as many as fit."""
    taken: tuple[str, ...] = ()
    for row in fighters(fight, seat):
        taken = (*taken, row.unit) if fits_after_moves(game, (*taken, row.unit)) else taken
    return taken


def rolling_bases(game: Game, fight: Fight, seat: Party) -> tuple[FightUnit, ...]:
    """HX-ASSAULT-14 List the bases of a side that roll and that can be hit, by id."""
    own = fighters(fight, seat)
    if seat in fight.contributors_of:
        return tuple(row for row in own if row.unit in fight.contributors)
    return own if fits_after_moves(game, (row.unit for row in own)) else ()


# -- from where


def attacked_from(game: Game, fight: Fight, unit: FightUnit) -> tuple[str, ...]:
    """HX-ASSAULT-12 List the angles from which a stationary unit is attacked, front first; none for one that enters.

    They come from the facing that it has now and the enemies that are still there.
    """
    if unit.goal:
        return ()
    origins = (enemy.origin for enemy in fighters(fight, other_seat(unit.seat)) if enemy.goal)
    sides = (facing_between(fight.hex, origin) for origin in origins)
    facing = game.units[unit.unit].facing
    found = [without_side(angle_of(facing, side)) for side in sides if side is not None] or list(unit.angles)
    return tuple(angle for angle in PLAIN if angle in found)


def angle_in(game: Game, fight: Fight, unit: FightUnit) -> tuple[str, str]:
    """HX-ASSAULT-10, HX-ASSAULT-11, HX-ASSAULT-12 Give the angle whose values a unit uses, and the clause."""
    if unit.goal:
        return ("back", "HX-ASSAULT-11") if unit.reverse else ("front", "HX-ASSAULT-10")
    chosen = dict(fight.angles).get(unit.unit)
    if chosen is not None:
        return chosen, "HX-ASSAULT-13"
    return next(iter(attacked_from(game, fight, unit)), "front"), "HX-ASSAULT-12"


# -- abilities


def abilities_named(game: Game, unit: str, name: str) -> tuple[Ability, ...]:
    """HX-ABILITIES-04 List an ability of a base and of its alive models."""
    models = (model_of(game, unit, number) for number in alive(game, unit))
    found = (*game.sheets[unit].abilities, *(ability for model in models for ability in model.abilities))
    return tuple(row for row in found if row.name == name)


def retreat_number(game: Game, unit: str) -> int | None:
    """HX-ABILITIES-04 Give N of the best pre-assault retreat of a base; None without one."""
    return min((ability.x for ability in abilities_named(game, unit, "pre_assault_retreat")), default=None)


def fear_of(game: Game, unit: str) -> int:
    """HX-ABILITIES-06 Give the sides of a base's fear die, 0 without fear."""
    return max((ability.x for ability in abilities_named(game, unit, "fear")), default=0)


def feared_in(game: Game, fight: Fight, seat: Party) -> bool:
    """HX-ABILITIES-08 Tell whether a side fights against a unit with fear."""
    return any(fear_of(game, row.unit) for row in fighters(fight, other_seat(seat)))


def ask_fear(ruling: Ruling[Game]) -> None:
    """HX-TURN-07 Let fear be rolled in the fights of this step, where somebody has it."""
    game = ruling.game
    if any(fear_of(game, unit.unit) for fight in open_fights(game) for unit in fight.units):
        ruling.ask("fear", TABLE)


# -- who is asked


def choosing_groups(game: Game, units: Iterable[str], label: str = "") -> tuple[ChoosingGroup, ...]:
    """HX-CHOICE-05 Group units of fights by side and nation, in order of choosing; all of them are seen."""
    found = dict.fromkeys((game.units[unit].seat, game.sheets[unit].nation) for unit in units)
    groups = (ChoosingGroup(seat, nation, label) for seat, nation in found)
    return tuple(sorted(groups, key=lambda group: (-choosing_rank(group.nation), group.seat)))


# -- the end of a fight


def assault_cancelled(game: Game, event: AssaultCancelled) -> None:
    """Nobody fights any more."""
    with_fight(game, event.fight, over=True)


def fight_ended(game: Game, event: FightEnded) -> None:
    """What follows are the retreats."""
    with_fight(game, event.fight, over=True)


def retreat_of(game: Game, unit: str) -> Retreat:
    """Give what is known of a unit's retreat."""
    return game.retreats.get(unit) or Retreat(unit, "")


def fight_of_window(game: Game, window: Window) -> Fight:
    """Give the fight that a question is about."""
    return game.fights[subject_of(window, FightSubject).fight]


def fight_answered(ruling: Ruling[Game]) -> Fight:
    """Give the fight that the question is about that a command answers."""
    return ruling.game.fights[ruling.subject(FightSubject).fight]


PART = Part(reducers=reducers(assault_cancelled, fight_ended))

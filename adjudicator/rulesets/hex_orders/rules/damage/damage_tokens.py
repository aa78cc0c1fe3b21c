"""HX-CONT: tokens of continuous damage that a base gets, and the dice that are rolled for or against it."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.hex_orders.model.messages import (
    AcidApplied,
    BleedingApplied,
    PoisonApplied,
    TokenChanged,
    UnitSetOnFire,
    WeaponEffect,
)
from adjudicator.rulesets.hex_orders.model.rows import Unit
from adjudicator.rulesets.hex_orders.model.state import Game, owner_if_hidden

ACID, MINOR_ACID, FIRE, POISON, BLEEDING = "acid", "minor_acid", "fire", "poison", "bleeding"
KINDS = (ACID, MINOR_ACID, FIRE, POISON, BLEEDING)


def roll_for_base(ruling: Ruling[Game], unit: str, count: int, sides: int, why: str, by: Party) -> tuple[int, ...]:
    """Roll dice for or against a base: those of a hidden unit come from its own seat's stream (HX-GAP-09)."""
    row = ruling.game.units[unit]
    if row.hidden:
        return ruling.roll(count, sides, why, row.seat, hidden=True)
    return ruling.roll(count, sides, why, by)


def tokens_of(row: Unit, kind: str) -> tuple[int, ...]:
    """List the levels of a base's tokens of a kind, one each; 0 for kinds that have none."""
    if kind in (POISON, BLEEDING):
        return row.poison if kind == POISON else row.bleeding
    counts = {ACID: row.acid, MINOR_ACID: row.minor_acid, FIRE: row.fire}
    return (0,) * counts[kind]


def biological(game: Game, unit: str) -> bool:
    """HX-CONT-18 Tell whether a unit can be poisoned."""
    sheet = game.sheets[unit]
    return "biological" in sheet.types and POISON not in sheet.immunities


def leave_token(ruling: Ruling[Game], unit: str, effect: WeaponEffect, *clauses: str) -> None:
    """HX-ABILITIES-18 to 23 Put the token of a weapon or an assault on a base, unless it is immune."""
    if effect.kind == POISON:
        give_poison(ruling, unit, effect.level, *clauses)
    elif effect.kind == FIRE:
        set_on_fire(ruling, unit, *clauses)
    else:
        give_acid(ruling, unit, "minor" if effect.kind == MINOR_ACID else "major", *clauses)


def set_on_fire(ruling: Ruling[Game], unit: str, *clauses: str) -> None:
    """HX-CONT-15 Give a base a fire token."""
    game = ruling.game
    if FIRE not in game.sheets[unit].immunities:
        now = game.units[unit].fire + 1
        ruling.record(UnitSetOnFire(owner=owner_if_hidden(game, unit), unit=unit, tokens=now), *clauses)


def give_acid(ruling: Ruling[Game], unit: str, grade: str, *clauses: str) -> None:
    """HX-CONT-04, HX-CONT-13 Give a base a token of acid, "major" or "minor"."""
    game = ruling.game
    if ACID in game.sheets[unit].immunities:
        return
    row = game.units[unit]
    now = (row.minor_acid if grade == "minor" else row.acid) + 1
    ruling.record(AcidApplied(owner=owner_if_hidden(game, unit), unit=unit, grade=grade, tokens=now), *clauses)


def give_poison(ruling: Ruling[Game], unit: str, level: int, *clauses: str) -> None:
    """HX-CONT-18 Give a base a poison token, if it can be poisoned at all."""
    if biological(ruling.game, unit):
        event = PoisonApplied(owner=owner_if_hidden(ruling.game, unit), unit=unit, level=level)
        ruling.record(event, *clauses, "HX-CONT-18")


def give_bleeding(ruling: Ruling[Game], unit: str, level: int, *clauses: str) -> None:
    """HX-CONT-22 Give a base a bleeding token."""
    ruling.record(BleedingApplied(owner=owner_if_hidden(ruling.game, unit), unit=unit, level=level), *clauses)


def change_token(
    ruling: Ruling[Game], unit: str, kind: str, *clauses: str, level: int = 0, becomes: str = "", to_level: int = 0
) -> None:
    """Let one token become another kind or level; without either it is gone."""
    event = TokenChanged(
        owner=owner_if_hidden(ruling.game, unit), unit=unit, kind=kind, level=level, becomes=becomes, to_level=to_level
    )
    ruling.record(event, *clauses)


# -- reducers


def unit_set_on_fire(game: Game, event: UnitSetOnFire) -> None:
    """Count the token."""
    row = game.units[event.unit or ""]
    game.units[row.id] = replace(row, fire=event.tokens or 0)


def acid_applied(game: Game, event: AcidApplied) -> None:
    """Count the token."""
    row, now = game.units[event.unit or ""], event.tokens or 0
    game.units[row.id] = replace(row, minor_acid=now) if event.grade == "minor" else replace(row, acid=now)


def poison_applied(game: Game, event: PoisonApplied) -> None:
    """Put the token down; the highest come first."""
    row = game.units[event.unit or ""]
    game.units[row.id] = replace(row, poison=_with_token(row.poison, event.level or 0))


def bleeding_applied(game: Game, event: BleedingApplied) -> None:
    """Put the token down; the highest come first."""
    row = game.units[event.unit or ""]
    game.units[row.id] = replace(row, bleeding=_with_token(row.bleeding, event.level or 0))


def token_changed(game: Game, event: TokenChanged) -> None:
    """Take the token and put down what it became."""
    row, level, now = game.units[event.unit or ""], event.level or 0, event.to_level or 0
    minor = int(event.becomes == MINOR_ACID)
    match event.kind:
        case "acid":
            row = replace(row, acid=row.acid - 1, minor_acid=row.minor_acid + minor)
        case "minor_acid":
            row = replace(row, minor_acid=row.minor_acid - 1)
        case "fire":
            row = replace(row, fire=row.fire - 1)
        case "poison":
            row = replace(row, poison=_with_token(_without_token(row.poison, level), now))
        case _:
            row = replace(row, bleeding=_with_token(_without_token(row.bleeding, level), now))
    game.units[row.id] = row


def _with_token(levels: tuple[int, ...], level: int) -> tuple[int, ...]:
    return tuple(sorted((*levels, level), reverse=True)) if level else levels


def _without_token(levels: tuple[int, ...], level: int) -> tuple[int, ...]:
    at = levels.index(level)
    return (*levels[:at], *levels[at + 1 :])


PART = Part(reducers=reducers(unit_set_on_fire, acid_applied, poison_applied, bleeding_applied, token_changed))

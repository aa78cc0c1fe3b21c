"""HX-CONT-04 to 14: acid eats on a base, token by token."""

from __future__ import annotations

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.hex_orders.model.messages import AgonyRolled, ArmourReduced, HexEffect
from adjudicator.rulesets.hex_orders.model.state import Game, other_seat, owner_if_hidden
from adjudicator.rulesets.hex_orders.rules.damage import damage_tokens
from adjudicator.rulesets.hex_orders.rules.damage.casualties import raise_bonus
from adjudicator.rulesets.hex_orders.rules.damage.damage_tables import REGULAR, resistance
from adjudicator.rulesets.hex_orders.rules.hex_effects import hex_effects

DIE = 6
CLOUD = HexEffect(kind="poison_acid_cloud", level=4, grade="minor", density=4)
MINOR_STAYS = 3
MOST = 6
AS_SIX = "as_6"


def roll_token(ruling: Ruling[Game], unit: str) -> None:
    """HX-CONT-04, HX-CONT-10, HX-CONT-11 Roll for one token of acid; every six gives two rolls more."""
    downgrades, due = 0, 1
    while due:
        results = _roll_results(ruling, unit, due)
        due = 2 * sum(_rolls_for_six(ruling.game, result) for result in results)
        downgrades += sum(result <= 1 for result in results)
        for result in results:
            _apply(ruling, unit, result)
    if downgrades > 1:
        damage_tokens.change_token(ruling, unit, damage_tokens.ACID, "HX-CONT-11")
    elif downgrades:
        damage_tokens.change_token(ruling, unit, damage_tokens.ACID, "HX-CONT-05", becomes=damage_tokens.MINOR_ACID)


def _roll_results(ruling: Ruling[Game], unit: str, count: int) -> list[int]:
    """Roll for a token; give the results, acid resistance taken off."""
    faces = damage_tokens.roll_for_base(ruling, unit, count, DIE, "acid", _enemy(ruling.game, unit))
    less = resistance(ruling.game.sheets[unit], damage_tokens.ACID)
    for face in faces:
        record_token_die(ruling, unit, damage_tokens.ACID, 0, face, face - less, "HX-CONT-04")
    return [face - less for face in faces]


def _rolls_for_six(game: Game, result: int) -> bool:
    """HX-CONT-09, HX-CONT-10 A six is rolled twice for; a five too where the terms read the table so."""
    return result >= MOST or (result == MOST - 1 and game.options.acid_five == AS_SIX)


def _apply(ruling: Ruling[Game], unit: str, result: int) -> None:
    """HX-CONT-05 to 09 Let a result of the table count, save for the downgrade of the token itself."""
    if result >= MOST or result <= 1:
        return
    if not _rolls_for_six(ruling.game, result):
        _reduce_armour(ruling, unit, result)
    if result == MOST - 1:
        damage_tokens.set_on_fire(ruling, unit, "HX-CONT-09")


def _reduce_armour(ruling: Ruling[Game], unit: str, result: int) -> None:
    game = ruling.game
    raise_bonus(ruling, unit, REGULAR, 1, "HX-CONT-06")
    if result > 2:  # noqa: PLR2004 - a row of the table
        hex_effects.place_effect(ruling, game.units[unit].hex, CLOUD, _enemy(game, unit), "HX-CONT-07")
    if result > 3 and has_armour_left(game, unit):  # noqa: PLR2004 - a row of the table
        event = ArmourReduced(owner=owner_if_hidden(game, unit), unit=unit, loss=game.units[unit].armour_loss + 1)
        ruling.record(event, "HX-CONT-08")


def has_armour_left(game: Game, unit: str) -> bool:
    """HX-CONT-08 Tell whether a base has armour left at any angle."""
    stat = game.sheets[unit].armour
    return max(stat.front, stat.front_side, stat.back_side, stat.back) > game.units[unit].armour_loss


def roll_minor_token(ruling: Ruling[Game], unit: str) -> None:
    """HX-CONT-13, HX-CONT-14 Roll for one token of minor acid."""
    (face,) = damage_tokens.roll_for_base(ruling, unit, 1, DIE, "minor-acid", _enemy(ruling.game, unit))
    result = face - resistance(ruling.game.sheets[unit], damage_tokens.ACID)
    record_token_die(ruling, unit, damage_tokens.MINOR_ACID, 0, face, result, "HX-CONT-13")
    if result >= MINOR_STAYS:
        raise_bonus(ruling, unit, REGULAR, 1, "HX-CONT-13")
    else:
        damage_tokens.change_token(ruling, unit, damage_tokens.MINOR_ACID, "HX-CONT-14")


def record_token_die(
    ruling: Ruling[Game], unit: str, kind: str, level: int, face: int, result: int, *clauses: str
) -> None:
    """Record the die of a token."""
    event = AgonyRolled(
        owner=owner_if_hidden(ruling.game, unit), unit=unit, kind=kind, level=level, face=face, result=result
    )
    ruling.record(event, *clauses, "HX-CONT-03")


def _enemy(game: Game, unit: str) -> Party:
    return other_seat(game.units[unit].seat)

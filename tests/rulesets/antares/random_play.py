"""Offers as commands, and games that are played at random on what is offered."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import fields

from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Range, Shape, Some, Values
from adjudicator.kernel.decide.windows import Window
from adjudicator.rulesets.antares.model.messages import DeclareAssault, MoveUnit
from adjudicator.rulesets.antares.model.state import enemies_of, models_of
from adjudicator.rulesets.antares.rules.assault import contact_paths
from adjudicator.rulesets.antares.rules.movement import move_allowance, straight_moves
from tests.kit import Table

EMPTY: dict[Any, Any] = {str: "", int: 0, bool: False}


def commands(table: Table, offer: Offer) -> Iterator[Struct]:
    """Make every command that an offer allows, where it leaves nothing to be made up.

    Ends of ranges stand for all of them, and the fewest and the most of a choice of several for any number.
    """
    kind = table.rules.command(offer.command)
    assert kind is not None, offer.command
    for values in product(*(_values(domain.values, _inner(kind, domain.field)) for domain in offer.fields)):
        yield _made(kind, [(domain, value) for domain, value in zip(offer.fields, values, strict=True)])


def _inner(kind: type[Struct], name: str) -> Any:
    hint = get_type_hints(kind)[name]
    if get_origin(hint) in (Union, UnionType):
        hint = next(arg for arg in get_args(hint) if arg is not NoneType)
    return get_args(hint)[0] if get_origin(hint) is tuple else hint


def _values(values: Values, inner: Any) -> list[Any]:
    match values:
        case Choice(options):
            return [_read(option, inner) for option in options]
        case Range(least, most):
            return sorted({least, most})
        case Some(options, least, most):
            read = [_read(option, inner) for option in options]
            sizes = {least, min(most or len(read), len(read))}
            return [tuple(read[:size]) for size in sorted(sizes)]
        case Shape(_, parts) if parts:
            choices = [_values(part.values, _inner(inner, part.field)) for part in parts]
            return [_made(inner, list(zip(parts, row, strict=True))) for row in product(*choices)]
    return []


def _read(word: str, inner: Any) -> Any:
    return word == "true" if inner is bool else int(word) if inner is int else word


def _made(kind: type[Struct], rows: list[tuple[Domain, Any]]) -> Struct:
    known: dict[str, Any] = {}
    for domain, value in rows:
        if get_origin(get_type_hints(kind)[domain.field]) is tuple:
            known[domain.field] = (*known.get(domain.field, ()), *(value if isinstance(value, tuple) else (value,)))
        else:
            known[domain.field] = value
    for field in fields(kind):
        if field.name not in known and field.required:
            known[field.name] = EMPTY.get(get_type_hints(kind)[field.name], ())
    return kind(**known)


def moves(table: Table, chance: Random) -> list[Struct]:
    """Make up straight moves and assaults for the unit that acts, legal ones, as a player would."""
    game = table.game
    action = game.actions[-1]
    if action.order not in ("advance", "run") or action.move is not None:
        return []
    enemies = [row.id for row in enemies_of(game, action.unit) if models_of(game, row.id)]
    candidates: list[Struct] = []
    for enemy in chance.sample(enemies, min(2, len(enemies))):
        pose = models_of(game, enemy)[0].pose
        reach = move_allowance.allowance(game, action.unit, action.order)
        paths = straight_moves.straight_paths(game, action.unit, (pose.x, pose.y), reach, kind=action.order)
        candidates += [MoveUnit(unit=action.unit, paths=paths, sprint=False)] if paths else []
        sprint = chance.random() < 0.5 and "can_sprint" in game.sheets[action.unit].flags
        paths = (
            contact_paths.paths_into_contact(game, action.unit, enemy, sprint=sprint) if action.order == "run" else ()
        )
        if paths and game.sheets[enemy].type != "probe" and "can_assault" in game.sheets[action.unit].flags:
            candidates.append(DeclareAssault(unit=action.unit, target=enemy, paths=paths, sprint=sprint))
    return candidates


def play(table: Table, chance: Random, steps: int) -> dict[str, int]:
    """Play on at random: everything offered and every silence is tried first, and nothing may be refused.

    Gives how often each question was asked.
    """
    asked: dict[str, int] = {}
    for _ in range(steps):
        top = table.window
        if top is None:
            break
        asked[top.kind] = asked.get(top.kind, 0) + 1
        party = chance.choice(top.asks)
        found = list(_answers(table, top, party, chance))
        table.when(party, chance.choice(found)).accepted()
    return asked


def _answers(table: Table, top: Window, party: int, chance: Random) -> Iterator[Struct]:
    asks = table.rules.windows[top.kind]
    silent = asks.default_command(table.game, top, party) if asks.default_command is not None else None
    candidates = [command for offer in table.offers(party) for command in commands(table, offer)]
    if top.kind == "action":
        extra = moves(table, chance)
        candidates = [*extra * 3, *(row for row in candidates if not extra or type(row).__name__ != "EndAction")]
    for row in (*candidates, silent):
        if row is not None:
            assert table.refused(row, party) == (), f"{top} offers {row}"
            yield row

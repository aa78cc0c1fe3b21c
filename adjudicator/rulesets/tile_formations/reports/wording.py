"""How events are told whose usual phrase does not do: places of units, saves, facts of the table, ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from string import Formatter
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from adjudicator.kernel.agreement import agreed, names_many
from adjudicator.kernel.labels import Teller
from adjudicator.kernel.sentences import by_seat, counted, listed, spelled
from adjudicator.kernel.texts import read_sentences
from adjudicator.rulesets.tile_formations.model.ids import formation_id, unit_id
from adjudicator.rulesets.tile_formations.model.messages import (
    ArmyMustered,
    BattlefieldCreated,
    GameEnded,
    Hit,
    HitsAllocated,
    SaveRolled,
    SightFact,
    ToHitRolled,
    UnitDeployed,
    UnitMoved,
)
from adjudicator.rulesets.tile_formations.model.options import PACKAGE
from adjudicator.rulesets.tile_formations.rules.play.outside_values import read_casualties, read_hits, read_points

Told = tuple[str, Mapping[str, object]]
FACTS = read_sentences(PACKAGE, "facts")
LOWEST_FACE = 1


def titles(event: Struct) -> Iterator[tuple[str, str]]:
    """Give the names of an army's formations and units."""
    if not isinstance(event, ArmyMustered):
        return
    for number, formation in enumerate(event.formations, 1):
        key = formation_id(event.seat, number)
        yield key, formation.name
        yield from ((unit_id(key, place), sheet.name) for place, sheet in enumerate(formation.units, 1))


def notes(event: Struct) -> Iterator[tuple[str, str]]:
    """Note in which tile a unit stands."""
    if isinstance(event, UnitDeployed | UnitMoved):
        yield f"place:{event.unit}", event.tile


def format_fact(kind: str, subjects: Sequence[str], value: str, teller: Teller) -> str | None:
    """Say what was stated about the table; None for a kind that has no sentence."""
    phrase = FACTS.get(f"{kind}_{value}", FACTS.get(kind))
    if phrase is None:
        return None
    # a title that a phrase leaves out is still to be told
    said = {name for _, name, _, _ in Formatter().parse(phrase)}
    names = [teller.name(row) if str(at) in said else row for at, row in enumerate(subjects)] or ["it"]
    subject = names[1] if phrase.startswith("{1}") and len(names) > 1 else names[0]
    return agreed(phrase, many=names_many(subject)).format(*names, *[""] * 2, value=_result(kind, value))


def _result(kind: str, value: str) -> str:
    """Say a result from outside in words; one that can not be read stays as it is."""
    if kind == "hits" and (hits := read_hits(value)) is not None:
        modifier = f", {hits.save_modifier:+d} to the saves," if hits.save_modifier else ""
        return f"{counted(hits.number, 'hit')}{modifier}"
    if kind == "casualties" and (lost := read_casualties(value)) is not None:
        return f"{spelled(lost.points, 'casualty', 'casualties')}{', which bring Shock' if lost.shocks else ''}"
    if kind == "damage" and (points := read_points(value)) is not None:
        return spelled(points, "point")
    return value


def format_hits(rows: Sequence[Hit]) -> str:
    """Say hits by who takes them: "h1 on b2.1, from the rifles of a1.1"."""
    return "; ".join(map(_hit, rows))


def _hit(row: Hit) -> str:
    target = f" on {row.unit}" if row.unit else ""
    source = f", from the {row.weapon.replace('_', ' ')} of {row.shooter}" if row.shooter else ""
    modifier = f", {row.save_modifier:+d} to its save" if row.save_modifier else ""
    return f"{row.id}{target}{source}{modifier}"


def format_saves(rows: Sequence[SaveRolled]) -> str:
    """Say saves: "h1 is not saved by armour, value 1, on a 3"."""
    return "; ".join(map(_save, rows))


def _save(row: SaveRolled) -> str:
    if not row.face:
        return f"{row.hit} finds no save"
    hopeless = ", which no d6 shows" if row.value.total < LOWEST_FACE else ""
    said = "saved" if row.saved else "not saved"
    return f"{row.hit} is {said} by {row.save}, value {row.value.total}{hopeless}, on a {row.face}"


def format_sights(rows: Sequence[SightFact]) -> str:
    """Say stated lines of fire: "a1.1 to b1.2 obscured"."""
    return ", ".join(f"{row.unit or 'all'} to {row.target or 'all'} {row.sight}" for row in rows)


LISTS: Mapping[type[Struct], Callable[[Sequence[Any]], str]] = MappingProxyType(
    {Hit: format_hits, SaveRolled: format_saves, SightFact: format_sights}
)


def _created(event: BattlefieldCreated, teller: Teller) -> Told:
    told = [
        f"{row.name or teller.party(seat)} plays {f'side {row.side}' if row.side else 'a side of its own'}"
        for seat, row in enumerate(event.sides)
    ]
    return "", {"sides": listed(told)}


def _moved(event: UnitMoved, teller: Teller) -> Told:
    if teller.kept.get(f"place:{event.unit}") == event.tile:
        return "unmoved", {}
    return "", {"path": event.path[:-1] if event.path[-1:] == (event.tile,) else event.path}


def _allocated(event: HitsAllocated, _teller: Teller) -> Told:
    return "" if event.hits else "no_hits_fall", {}


def _shot(event: ToHitRolled, _teller: Teller) -> Told:
    return "hits_hopeless" if event.value.total < LOWEST_FACE else "", {}


def _ended(event: GameEnded, teller: Teller) -> Told:
    return "" if event.winners else "ended_unnamed", {"integrity": by_seat(event.integrity, teller)}


VARIANTS: Mapping[type[Struct], Callable[[Any, Teller], Told]] = MappingProxyType(
    {BattlefieldCreated: _created, GameEnded: _ended, HitsAllocated: _allocated, ToHitRolled: _shot, UnitMoved: _moved}
)

"""What a hit does, as exact fractions: its rows of damage tables one after the other, and the models that fall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple, TypeAlias, TypeVar

from adjudicator.rulesets.hex_orders import armour, tables
from adjudicator.rulesets.hex_orders.casualties import DESTROY, KILL, models_left
from adjudicator.rulesets.hex_orders.damage import FUTURE
from adjudicator.rulesets.hex_orders.messages import Die, Hit, TableResult, TableRow
from adjudicator.rulesets.hex_orders.state import Game

NO_DAMAGE = "no_damage"
REDUCTIONS: Mapping[str, int] = MappingProxyType({armour.THROUGH: 0, armour.REDUCED: armour.REDUCTION})
Odds: TypeAlias = dict[str, Fraction]
Key = TypeVar("Key")


class Fate(NamedTuple):
    """How a base stands after some rolls: models that are left, and its bonuses by table."""

    left: int
    bonuses: tuple[tuple[str, int], ...]


Fates: TypeAlias = dict[Fate, Fraction]


class Harm(NamedTuple):
    """What a hit does: rows of the regular table, rows of each special damage, and models that fall."""

    regular: Odds
    special: tuple[tuple[str, Odds], ...]
    losses: dict[int, Fraction]


def harm_of(game: Game, hit: Hit, saved: Odds) -> Harm:
    """HX-DTABLE-02, HX-SPECIAL-02 Follow a hit through armour, regular and special damage, as they are rolled.

    `saved` is what armour leaves of it; empty where it does no regular damage. Tokens that it leaves are not counted.
    """
    row = game.units[hit.target]
    before = Fate(models_left(game, hit.target), tuple((each.table, each.by) for each in row.bonuses))
    regular, stopped, after = _regular(game, hit, saved, before)
    special: list[tuple[str, Odds]] = []
    spared: Fates = {before: stopped} if game.how.special_needs_penetration else {}
    _add(after, before, stopped if not spared else Fraction())
    for each in hit.extra:
        rows, after = _rolled(game, hit.target, each.type, each.die, {0: Fraction(1)}, after)
        _add(rows, NO_DAMAGE, sum(spared.values(), Fraction()))
        special.append((each.type, rows))
    losses: dict[int, Fraction] = {}
    for fates in (spared, after):
        for fate, chance in fates.items():
            _add(losses, before.left - fate.left, chance)
    return Harm(regular, tuple(special), dict(sorted(losses.items())))


def _regular(game: Game, hit: Hit, saved: Odds, before: Fate) -> tuple[Odds, Fraction, Fates]:
    """HX-ARMOUR-09 to 11 Give the rows of the regular table, the chance that nothing came through, and the fates."""
    if hit.damage is None:
        return {}, Fraction(), {before: Fraction(1)}
    stopped = saved[armour.STOPPED]
    added = {hit.bonus.total + by: saved[left] for left, by in REDUCTIONS.items()}
    rows, after = _rolled(game, hit.target, tables.REGULAR, hit.damage, added, {before: Fraction(1)})
    _add(rows, NO_DAMAGE, stopped)
    return rows, stopped, after


def _rolled(
    game: Game, unit: str, kind: str, die: Die, added: Mapping[int, Fraction], fates: Fates
) -> tuple[Odds, Fates]:
    """HX-SPECIAL-03, HX-DTABLE-04 Roll one die on a table of a base, for each sum that may be added to it."""
    table = tables.table_of(game.sheets[unit], kind)
    if table is None:
        return {NO_DAMAGE: sum(fates.values(), Fraction())}, fates
    names = map(text_of, sorted(table.rows, key=lambda row: row.value))
    rows: Odds = dict.fromkeys((NO_DAMAGE, *names), Fraction())
    after: Fates = {}
    less = tables.resistance(game.sheets[unit], kind)
    alone = len(game.sheets[unit].models) == 1
    for fate, sum_, chance in _totals(die, added, fates):
        row = tables.row_for(table, sum_ + dict(fate.bonuses).get(kind, 0) - less)
        _add(rows, text_of(row), chance)
        _add(after, _suffered(fate, kind, row, alone=alone), chance)
    return rows, after


def _totals(die: Die, added: Mapping[int, Fraction], fates: Fates) -> Iterator[tuple[Fate, int, Fraction]]:
    for fate, chance in fates.items():
        for more, share in added.items():
            for face in range(1, die.sides + 1):
                yield fate, face + die.plus + more, chance * share / die.sides


def _suffered(fate: Fate, kind: str, row: TableRow | None, *, alone: bool) -> Fate:
    """HX-DTABLE-05 to 07 Let models fall, halve the bonuses of a base of several for each, then add to one."""
    results = row.results if row is not None else ()
    left = 0 if any(each.kind == DESTROY for each in results) else max(fate.left - _sum(results, KILL), 0)
    deaths = 0 if alone else min(_sum(results, KILL), fate.left)
    bonuses = {table: by >> deaths for table, by in fate.bonuses}
    more = _sum(results, FUTURE)
    if more:
        bonuses[kind] = bonuses.get(kind, 0) + more
    return Fate(left, tuple(sorted((table, by) for table, by in bonuses.items() if by)))


def _sum(results: tuple[TableResult, ...], kind: str) -> int:
    return sum(each.x for each in results if each.kind == kind)


def _add(found: dict[Key, Fraction], key: Key, chance: Fraction) -> None:
    if chance:
        found[key] = found.get(key, Fraction()) + chance


def text_of(row: TableRow | None) -> str:
    """Write the results of a damage row, such as "kill 1, bleeding 4"."""
    results = row.results if row is not None else ()
    words = (" ".join(str(each) for each in (one.kind, one.x, one.word) if each) for one in results)
    return ", ".join(words) or NO_DAMAGE


__all__ = ["NO_DAMAGE", "Fate", "Harm", "Odds", "harm_of", "text_of"]

"""What a hit does, exactly: its rows of damage tables one after the other, and the models that fall."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.kernel.distribution import Distribution, certain, die, follow, mapped
from adjudicator.rulesets.hex_orders.model.damage_numbers import ARMOUR
from adjudicator.rulesets.hex_orders.model.messages import DamageRolled, Die, Hit, TableResult, TableRow
from adjudicator.rulesets.hex_orders.model.rounding import half_of
from adjudicator.rulesets.hex_orders.model.state import Game
from adjudicator.rulesets.hex_orders.reports.damage_rows import NO_DAMAGE, text_of
from adjudicator.rulesets.hex_orders.rules.damage import armour, damage_tables
from adjudicator.rulesets.hex_orders.rules.damage.casualties import DESTROY, KILL, models_left
from adjudicator.rulesets.hex_orders.rules.damage.damage_rolls import FUTURE

REDUCTIONS: Mapping[str, int] = MappingProxyType({armour.THROUGH: 0, armour.REDUCED: ARMOUR.reduction.by})


class BaseAfter(NamedTuple):
    """How a base stands after some rolls: models that are left, its bonuses by table, whether armour spared it more."""

    left: int
    bonuses: tuple[tuple[str, int], ...]
    spared: bool = False


class Rows(NamedTuple):
    """The rows that a roll on a damage table may come to, and all that there are in the order of the table."""

    odds: Distribution[str]
    names: tuple[str, ...]


class HitOutcome(NamedTuple):
    """What a hit does: rows of the regular table, rows of each special damage, and models that fall."""

    regular: Rows | None
    special: tuple[tuple[str, Rows], ...]
    losses: Distribution[int]


def outcome_of_hit(game: Game, hit: Hit, saved: Distribution[str] | None) -> HitOutcome:
    """HX-DTABLE-02, HX-SPECIAL-02 Follow a hit through armour, regular and special damage, as they are rolled.

    `saved` is what armour leaves of it; None where it does no regular damage. Tokens that it leaves are not counted.
    """
    before = base_before(game, hit.target)
    regular, fates = None, certain(before)
    if hit.damage is not None and saved is not None:
        blows = _regular(game, hit, hit.damage, saved, before)
        regular, fates = _rows(game, hit.target, damage_tables.REGULAR, blows), mapped(blows, _base_after)
    special = []
    for item in hit.extra:
        blows = _special(game, hit.target, item.damage_type, item.die, fates)
        special.append((item.damage_type, _rows(game, hit.target, item.damage_type, blows)))
        fates = mapped(blows, _base_after)
    return HitOutcome(regular, tuple(special), mapped(fates, lambda fate: before.left - fate.left))


def base_before(game: Game, unit: str) -> BaseAfter:
    """Give how a base stands now."""
    return BaseAfter(models_left(game, unit), tuple((bonus.table, bonus.by) for bonus in game.units[unit].bonuses))


def base_after_hit(game: Game, hit: Hit, saved: Distribution[str] | None, before: BaseAfter) -> Distribution[BaseAfter]:
    """HX-DTABLE-02, HX-SPECIAL-02 Follow a base through a hit."""
    fates = certain(before._replace(spared=False))
    if hit.damage is not None and saved is not None:
        fates = mapped(_regular(game, hit, hit.damage, saved, before._replace(spared=False)), _base_after)
    for item in hit.extra:
        fates = mapped(_special(game, hit.target, item.damage_type, item.die, fates), _base_after)
    return mapped(fates, lambda fate: fate._replace(spared=False))


# -- one roll: the row that it comes to, and how the base stands then

RollOutcome = tuple[str, BaseAfter]


def _regular(game: Game, hit: Hit, die_: Die, saved: Distribution[str], before: BaseAfter) -> Distribution[RollOutcome]:
    """HX-ARMOUR-09 to 11 Roll on the regular table for what armour leaves."""
    spared = before._replace(spared=game.options.special_needs_penetration)

    def roll(left: str) -> Distribution[RollOutcome]:
        if left == armour.STOPPED:
            return certain((NO_DAMAGE, spared))
        return _rolled(game, hit.target, damage_tables.REGULAR, die_, hit.bonus.total + REDUCTIONS[left], before)

    return follow(saved, roll)


def _special(game: Game, unit: str, kind: str, die_: Die, fates: Distribution[BaseAfter]) -> Distribution[RollOutcome]:
    """HX-SPECIAL-02 Roll special damage where nothing spares the base."""

    def roll(fate: BaseAfter) -> Distribution[RollOutcome]:
        return certain((NO_DAMAGE, fate)) if fate.spared else _rolled(game, unit, kind, die_, 0, fate)

    return follow(fates, roll)


def _rolled(game: Game, unit: str, kind: str, die_: Die, added: int, fate: BaseAfter) -> Distribution[RollOutcome]:
    """HX-SPECIAL-03, HX-DTABLE-04 Roll one die on a table of a base."""
    table = damage_tables.table_of(game.sheets[unit], kind)
    if table is None:
        return certain((NO_DAMAGE, fate))
    more = die_.plus + added + dict(fate.bonuses).get(kind, 0) - damage_tables.resistance(game.sheets[unit], kind)
    alone = len(game.sheets[unit].models) == 1

    def blow(face: int) -> RollOutcome:
        row = damage_tables.row_for(table, face + more)
        return text_of(row), _after_row(fate, kind, row, alone=alone)

    return die(blow, die_.sides)


def _rows(game: Game, unit: str, kind: str, blows: Distribution[RollOutcome]) -> Rows:
    table = damage_tables.table_of(game.sheets[unit], kind)
    rows = sorted(table.rows, key=lambda row: row.value) if table is not None else ()
    return Rows(mapped(blows, lambda blow: blow[0]), tuple(dict.fromkeys((NO_DAMAGE, *map(text_of, rows)))))


def _base_after(blow: RollOutcome) -> BaseAfter:
    return blow[1]


def _after_row(fate: BaseAfter, kind: str, row: TableRow | None, *, alone: bool) -> BaseAfter:
    """HX-DTABLE-05 to 07 Let models fall, halve the bonuses of a base of several for each, then add to one."""
    results = row.results if row is not None else ()
    left = 0 if any(result.kind == DESTROY for result in results) else max(fate.left - _sum(results, KILL), 0)
    deaths = 0 if alone else min(_sum(results, KILL), fate.left)
    bonuses = dict(fate.bonuses)
    for _ in range(deaths):
        bonuses = {table: half_of(by) for table, by in bonuses.items()}
    more = _sum(results, FUTURE)
    if more:
        bonuses[kind] = bonuses.get(kind, 0) + more
    return BaseAfter(left, tuple(sorted((table, by) for table, by in bonuses.items() if by)))


def _sum(results: tuple[TableResult, ...], kind: str) -> int:
    return sum(result.x for result in results if result.kind == kind)


def text_of_roll(game: Game, event: DamageRolled) -> str:
    """Write the results of a damage roll that was made."""
    table = damage_tables.table_of(game.sheets[event.target or ""], event.table or "")
    if table is None or event.total is None:
        return NO_DAMAGE
    return text_of(damage_tables.row_for(table, event.total.total))

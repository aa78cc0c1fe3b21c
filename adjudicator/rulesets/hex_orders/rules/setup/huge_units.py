"""Huge units: both sides name theirs in secret before either builds; then both are told (HX-HUGE)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, items, offer, optional, shape
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, windows
from adjudicator.rulesets.hex_orders.model.messages import (
    DeclareHugeUnits,
    HugeList,
    HugeOf,
    HugeUnitsCommitted,
    HugeUnitsDisclosed,
    Price,
)
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game
from adjudicator.rulesets.hex_orders.roster.army_lists import find_unit, nations_of, short_name, units_on_sale
from adjudicator.rulesets.hex_orders.roster.budgets import most_payable, overdrawn_pools

HUGE = "huge"
MOST = 99
MOST_OFFERED = 6


def begin_huge(ruling: Ruling[Game]) -> None:
    """HX-HUGE-01 Ask both sides for their huge units."""
    ruling.ask(HUGE, *SEATS)


def declare_huge_units(ruling: Ruling[Game], command: DeclareHugeUnits) -> None:
    """HX-HUGE-01 A side names the huge units of its army to come; none is an answer too."""
    named = command.huge or HugeList()
    ruling.refuse_all(tuple(_faults(ruling.game, ruling.actor, named.kinds)))
    ruling.record(HugeUnitsCommitted(seat=ruling.actor, huge=named), "HX-HUGE-01", "HX-HUGE-03")
    ruling.answered()


def huge_units_committed(game: Game, event: HugeUnitsCommitted) -> None:
    """Keep what was named."""
    kinds = event.huge.kinds if event.huge else ()
    game.sides[event.seat] = replace(game.sides[event.seat], huge=kinds)


def _faults(game: Game, seat: Party, kinds: tuple[str, ...]) -> Iterator[Fault]:
    if len(kinds) > MOST:
        yield fault("HX-HUGE-01", "number-range", "huge.kinds", found=len(kinds), least=0, most=MOST)
        return
    prices: list[Price] = []
    for number, kind in enumerate(kinds):
        found = find_unit(game, seat, kind)
        if found is None:
            yield fault("HX-ARMY-12", "unknown-item", f"huge.kinds[{number}]", item=kind, nation=nations_of(game, seat))
        elif found.entry.sheet.size != HUGE:
            yield fault("HX-HUGE-01", "not-huge", f"huge.kinds[{number}]", kind=kind)
        else:
            prices.append(found.entry.sheet.price)
    if prices:
        yield from overdrawn_pools(prices, game.sides[seat], game, "HX-HUGE-03", "huge.kinds")


def _disclosed(ruling: Ruling[Game], _window: Window) -> None:
    """HX-HUGE-01 Tell both lists at once; then both may build."""
    from adjudicator.rulesets.hex_orders.rules.setup.creation import ask_next  # noqa: PLC0415 - setup begins what this goes on with

    lists = tuple(HugeOf(seat=seat, kinds=ruling.game.sides[seat].huge or ()) for seat in SEATS)
    ruling.record(HugeUnitsDisclosed(huge=lists), "HX-HUGE-01")
    ask_next(ruling)


def huge_units_disclosed(game: Game, event: HugeUnitsDisclosed) -> None:
    """Note that both know."""
    for row in event.huge:
        game.sides[row.seat] = replace(game.sides[row.seat], huge=row.kinds, huge_shown=True)


def _offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    kinds = tuple(short_name(game, party, unit) for unit in units_on_sale(game, party) if unit.entry.sheet.size == HUGE)
    payable = tuple(kind for kind in kinds if _most_of(game, party, (kind,)))
    alone = ((kind,) for kind in payable if len(payable) > 1)
    found = [(some, most) for some in (payable, *alone) if some and (most := _most_of(game, party, some))]
    if not found:
        return [offer(DeclareHugeUnits, "HX-HUGE-01", huge=shape(HugeList))]
    named = [optional(items(Choice(some), least=1, most=most)) for some, most in found]
    return [offer(DeclareHugeUnits, "HX-HUGE-01", huge=shape(HugeList, kinds=named))]


def _most_of(game: Game, seat: Party, kinds: tuple[str, ...]) -> int:
    """HX-HUGE-03 Count how many of these kinds a side can pay, whichever of them it takes."""
    sheets = (found.entry.sheet for kind in kinds if (found := find_unit(game, seat, kind)))
    return most_payable(game, seat, [sheet.price for sheet in sheets], MOST_OFFERED)


PART = Part(
    handlers=handlers(declare_huge_units),
    reducers=reducers(huge_units_committed, huge_units_disclosed),
    windows=windows(
        WindowKind(
            HUGE, "HX-HUGE-01", (DeclareHugeUnits,), _offers, always(DeclareHugeUnits(huge=HugeList())), _disclosed
        )
    ),
)

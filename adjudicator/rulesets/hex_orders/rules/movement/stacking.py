"""How many bases a hex holds, those on the ground and those in the air each by themselves (HX-STACK-03)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.hex_orders.model.messages import Sheet
from adjudicator.rulesets.hex_orders.model.rows import Unit
from adjudicator.rulesets.hex_orders.model.state import Game, is_flying, units_in

MOST_BASES = 2
MOST_LARGE = 1


def fits(sizes: Iterable[str]) -> bool:
    """HX-STACK-01, HX-STACK-02 Tell whether bases of these sizes fit into one hex: two, or one huge alone."""
    found = tuple(sizes)
    if "huge" in found:
        return len(found) == 1
    return len(found) <= MOST_BASES and found.count("large") <= MOST_LARGE


def fault_of(sizes: Iterable[str]) -> str | None:
    """Name the clause by which bases of these sizes do not fit into one hex; None where they do."""
    found = tuple(sizes)
    if fits(found):
        return None
    return "HX-STACK-02" if "huge" in found else "HX-STACK-01"


def occupants(
    game: Game, name: str, *, flying: bool, seat: Party | None = None, without: Sequence[str] = ()
) -> tuple[Unit, ...]:
    """List who is on the ground of a hex, or in the air above it, by id: of a seat or of both, but not `without`."""
    found = (unit for unit in units_in(game, name) if is_flying(game, unit) == flying and unit.id not in without)
    return tuple(unit for unit in found if seat in (None, unit.seat))


def sizes_of(game: Game, units: Iterable[str]) -> tuple[str, ...]:
    """Give the sizes of units."""
    return tuple(game.sheets[unit].size for unit in units)


def has_room_for(
    game: Game, name: str, *sheets: Sheet, flying: bool = False, seat: Party | None = None, without: Sequence[str] = ()
) -> bool:
    """Tell whether bases fit into a hex beside those that are there, as `occupants` counts them."""
    there = occupants(game, name, flying=flying, seat=seat, without=without)
    return fits((*sizes_of(game, (unit.id for unit in there)), *(sheet.size for sheet in sheets)))


def fits_after_moves(game: Game, units: Iterable[str]) -> bool:
    """HX-STACK-03 Tell whether these units as they move now fit into one hex, without regard to where they are."""
    split: dict[bool, list[str]] = {False: [], True: []}
    for unit in units:
        split[is_flying(game, game.units[unit])].append(unit)
    return all(fits(sizes_of(game, layer)) for layer in split.values())

"""The sides of a game: every seat has one, and there are at least two (TF-BLOCK-06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.kernel.decide.faults import Fault, fault, within
from adjudicator.rulesets.tile_formations.model.messages import SideTerms
from adjudicator.rulesets.tile_formations.roster.upload_checks import name_faults

MOST_SIDES = 9


def side_faults(sides: Sequence[SideTerms], seats: int) -> Iterator[Fault]:
    """WG-DATA-01 TF-BLOCK-06 No seat has two armies, and there are at least two sides."""
    if len(sides) > seats:
        yield fault("WG-DATA-01", "sides-count", "sides", found=len(sides), seats=seats)
        return
    for seat, side in enumerate(sides):
        if side.name:
            yield from name_faults("WG-DATA-01", f"sides[{seat}].name", side.name)
        yield from within("WG-DATA-01", f"sides[{seat}].side", side.side, 0, MOST_SIDES)
    numbers = [side.side for side in sides]
    if len(numbers) == seats and all(number == numbers[0] != 0 for number in numbers):
        yield fault("TF-BLOCK-06", "one-side", "sides", side=numbers[0])


def complete_sides(sides: Sequence[SideTerms], names: Sequence[str]) -> tuple[SideTerms, ...]:
    """TF-BLOCK-06 Number every side: whose is not named has one of its own."""
    terms = [*sides, *(SideTerms(name="", side=0) for _ in names[len(sides) :])]
    taken = {row.side for row in terms}
    free = [number for number in range(1, MOST_SIDES + len(names) + 1) if number not in taken]
    return tuple(
        SideTerms(name=row.name or name, side=row.side or free.pop(0)) for row, name in zip(terms, names, strict=True)
    )

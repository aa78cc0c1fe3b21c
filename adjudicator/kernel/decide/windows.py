"""Windows: one stack of questions says who is asked what; offers, refusals, deadlines and nesting come from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

from adjudicator.kernel.offers import Choice, Offer, Range, offer

if TYPE_CHECKING:
    from adjudicator.kernel.parties import Party
    from adjudicator.kernel.ruling import Ruling

IDS_PER_ENTRY = 10_000


class Window(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One open question. Its id is the seq of the entry that opened it times 10,000 plus a counter, never again."""

    id: int
    kind: str
    asks: tuple[int, ...]
    about: tuple[str, ...]

    @property
    def opened(self) -> int:
        """Seq of the entry that opened it."""
        return self.id // IDS_PER_ENTRY

    def without(self, party: Party) -> Window:
        """Strike a party that has answered."""
        return Window(self.id, self.kind, tuple(p for p in self.asks if p != party), self.about)


Stack: TypeAlias = tuple[Window, ...]
OffersOf: TypeAlias = Callable[[Any, Window, int], Sequence[Offer]]
Otherwise: TypeAlias = Callable[[Any, Window, int], Struct | None]
Then: TypeAlias = Callable[["Ruling[Any]", Window], None]
Fill: TypeAlias = Callable[[Any, Window], Mapping[str, str | int]]


@dataclass(frozen=True, slots=True)
class Asks:
    """What a kind of window accepts, offers, does when it closes, and takes silence for.

    `then` records and asks on; it never rolls and never refuses. `skip_if_idle` strikes a party that could give no
    answer but the one silence stands for; where that would tell a secret it must stay off. `silence_passes` says that
    silence is no answer and yet ends the asking; with neither it nor `otherwise` a deadline ends nothing.
    """

    kind: str
    clause: str
    accepts: tuple[type[Struct], ...] = ()
    offers: OffersOf | None = None
    otherwise: Otherwise | None = None
    then: Then | None = None
    skip_if_idle: bool = False
    silence_passes: bool = False
    names: frozenset[str] = field(init=False)

    @property
    def may_lapse(self) -> bool:
        """Whether a deadline can end this question."""
        return self.silence_passes or self.otherwise is not None

    def __post_init__(self) -> None:
        """Derive the names of the accepted commands."""
        object.__setattr__(self, "names", frozenset(kind.__name__ for kind in self.accepts))


def table_step(kind: str, clause: str, command: type[Struct], fill: Fill | None = None, *, offered: str = "") -> Asks:
    """Make a window for a step that leaves nothing to choose, as the table takes it, from the command's type.

    The one command is what is offered and what silence stands for. `fill` gives its fields from game and window, each
    offered as the only value; `offered` is the clause of the offer where that is not the window's.
    """

    def fields(game: Any, window: Window) -> Mapping[str, str | int]:
        return {} if fill is None else fill(game, window)

    def offers(game: Any, window: Window, _party: Party) -> Sequence[Offer]:
        return [offer(command, offered or clause, **{name: _only(each) for name, each in fields(game, window).items()})]

    def otherwise(game: Any, window: Window, _party: Party) -> Struct:
        return command(**fields(game, window))

    return Asks(kind, clause, (command,), offers, otherwise)


def _only(value: str | int) -> Choice | Range:
    return Choice((value,)) if isinstance(value, str) else Range(value, value)


def windows(*asks: Asks) -> dict[str, Asks]:
    """Gather a chapter's windows into a table.

    Raises ValueError where a kind stands twice.
    """
    table = {each.kind: each for each in asks}
    if len(table) != len(asks):
        message = f"a window kind stands twice among {sorted(each.kind for each in asks)}"
        raise ValueError(message)
    return table


def difference(before: Stack, after: Stack) -> tuple[int, Stack]:
    """Say how many outermost windows stayed as they were, and what stands above them now."""
    keep = 0
    for old, new in zip(before, after, strict=False):
        if old != new:
            break
        keep += 1
    return keep, after[keep:]


__all__ = ["IDS_PER_ENTRY", "Asks", "Stack", "Window", "difference", "table_step", "windows"]

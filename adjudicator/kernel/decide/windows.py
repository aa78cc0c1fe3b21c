"""Windows: one stack of questions says who is asked what; offers, refusals, deadlines and nesting come from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from types import GenericAlias
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from adjudicator.kernel.decide.offers import Choice, Offer, Range, offer
from adjudicator.kernel.decide.parties import REFEREE, TABLE, Party, is_seat

if TYPE_CHECKING:
    from adjudicator.kernel.decide.ruling import Ruling

IDS_PER_ENTRY = 10_000


class Window(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One open question. Its id is the seq of the entry that opened it times 10,000 plus a counter, never again."""

    id: int
    kind: str
    asks: tuple[int, ...]
    subject: tuple[str, ...]

    @property
    def opened(self) -> int:
        """Seq of the entry that opened it."""
        return self.id // IDS_PER_ENTRY

    def without(self, *parties: Party) -> Window:
        """Strike parties that have answered."""
        return Window(self.id, self.kind, tuple(party for party in self.asks if party not in parties), self.subject)

    def acting(self, actor: Party) -> Party:
        """Tell as whom an actor answers: a step of TABLE may be taken by whoever is at the table."""
        table_only = actor not in self.asks and TABLE in self.asks
        return TABLE if table_only and (is_seat(actor) or actor == REFEREE) else actor


class Subject(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a window is about: a row of words and integers, of which the last may be a tuple of either, or of rows.

    In a log it stands as the list of its values as words, in the order of the fields.
    """


class FactsSubject(Subject, frozen=True):
    """Facts about the real table, by id."""

    facts: tuple[str, ...]


NO_SUBJECT = Subject()
# Types by window kind. Rulesets may use one name for kinds of their own; none knows the subjects of another.
_SUBJECTS: dict[str, set[type[Subject]]] = {}
S = TypeVar("S", bound=Subject)
Stack: TypeAlias = tuple[Window, ...]
OffersOf: TypeAlias = Callable[[Any, Window, int], Sequence[Offer]]
DefaultCommand: TypeAlias = Callable[[Any, Window, int], Struct | None]
OnClose: TypeAlias = Callable[["Ruling[Any]", Window], None]
Fill: TypeAlias = Callable[[Any, Window], Mapping[str, str | int]]


@dataclass(frozen=True, slots=True)
class WindowKind:
    """What a kind of window accepts, offers, does when it closes, and takes silence for.

    `on_close` records and asks on; it never rolls and never refuses. `default_command` is the command that silence
    stands for, `subject` the type of what it is about. `skip_if_idle` strikes a party that could give no
    answer but the one silence stands for; where that would tell a secret it must stay off. `silence_passes` says that
    silence is no answer and yet ends the asking; with neither it nor `default_command` a deadline ends nothing.
    `referee_offers` are what a referee who takes a step of the table may give besides `offers`. `turn` says that
    silence for the rest of a turn is taken until it closes, `after_flag` that it is asked even of a seat that is out of
    time.
    """

    kind: str
    clause: str
    accepts: tuple[type[Struct], ...] = ()
    offers: OffersOf | None = None
    default_command: DefaultCommand | None = None
    on_close: OnClose | None = None
    skip_if_idle: bool = False
    silence_passes: bool = False
    subject: type[Subject] = Subject
    referee_offers: OffersOf | None = None
    turn: bool = False
    after_flag: bool = False
    names: frozenset[str] = field(init=False)

    @property
    def may_lapse(self) -> bool:
        """Whether a deadline can end this question."""
        return self.silence_passes or self.default_command is not None

    def offered(self, game: Any, window: Window, actor: Party) -> list[Offer]:
        """List what an actor may answer to a window of this kind; none where it does not ask him."""
        party = window.acting(actor)
        if party not in window.asks or self.offers is None:
            return []
        ruled = self.referee_offers if actor == REFEREE and party == TABLE else None
        return [*self.offers(game, window, party), *(ruled(game, window, party) if ruled is not None else ())]

    def __post_init__(self) -> None:
        """Derive the names of the accepted commands."""
        object.__setattr__(self, "names", frozenset(kind.__name__ for kind in self.accepts))
        _require_subject(self.subject)
        _SUBJECTS.setdefault(self.kind, set()).add(self.subject)


def table_step(
    kind: str,
    clause: str,
    command: type[Struct],
    fill: Fill | None = None,
    *,
    offered: str = "",
    subject: type[Subject] = Subject,
    after_flag: bool = False,
) -> WindowKind:
    """Make a window for a step that leaves nothing to choose, as the table takes it, from the command's type.

    The one command is what is offered and what silence stands for. `fill` gives its fields from game and window, each
    offered as the only value; `offered` is the clause of the offer where that is not the window's.
    """

    def fields(game: Any, window: Window) -> Mapping[str, str | int]:
        return {} if fill is None else fill(game, window)

    def offers(game: Any, window: Window, _party: Party) -> Sequence[Offer]:
        return [offer(command, offered or clause, **{name: _only(row) for name, row in fields(game, window).items()})]

    def default_command(game: Any, window: Window, _party: Party) -> Struct:
        return command(**fields(game, window))

    return WindowKind(kind, clause, (command,), offers, default_command, subject=subject, after_flag=after_flag)


def always(command: Struct) -> DefaultCommand:
    """Let silence stand for one and the same command, whatever the game and whoever is asked."""

    def default_command(_game: Any, _window: Window, _party: Party) -> Struct:
        return command

    return default_command


def subject_words(kind: WindowKind, subject: Subject) -> tuple[str, ...]:
    """Write a subject as it stands in a log.

    Raises TypeError where it is not of the type that the window kind names.
    """
    if _is_optional(kind.subject) and subject in {NO_SUBJECT, kind.subject()}:
        return ()
    if type(subject) is not kind.subject:
        raise TypeError(f"{kind.kind} is about a {kind.subject.__name__}, not a {type(subject).__name__}")
    words = _written(subject)
    if not _comes_back(words, subject):
        raise TypeError(
            f"{subject} has values that a {kind.subject.__name__} can not have: see the types of its fields"
        )
    return words


def _written(subject: Subject) -> tuple[str, ...]:
    return tuple(_words(astuple(subject)))


def _words(values: Iterable[Any]) -> Iterator[str]:
    """Write values one after the other; of a row those of its fields."""
    for value in values:
        if isinstance(value, tuple):
            yield from _words(value)
        elif isinstance(value, Subject):
            yield from _words(astuple(value))
        else:
            yield str(value)


def _comes_back(words: tuple[str, ...], subject: Subject) -> bool:
    try:
        found = _read_subject(words, type(subject))
    except msgspec.ValidationError:
        return False
    return found == subject and _written(found) == words  # 1.0 is equal to 1, and is written otherwise


@cache
def _require_subject(kind: type[Subject]) -> None:
    """Refuse a type whose fields can not be written as words: TypeError."""
    types: list[Any] = [field.type for field in msgspec.structs.fields(kind)]
    inner = _listed_type(kind) if types else None
    last = types[-1:] if inner is None else [inner] if not _is_row(inner) else _row_types(inner)
    if not {str, int}.issuperset([*types[:-1], *last]):
        raise TypeError(
            f"{kind.__name__}: fields are str or int, only the last may be a tuple of one of them or of rows of them"
        )


@lru_cache(maxsize=4096)
def _read_subject(words: tuple[str, ...], kind: type[Subject]) -> Subject:
    if not words and _is_optional(kind):
        return kind()
    fields = kind.__struct_fields__
    inner = _listed_type(kind) if fields else None
    if inner is None:
        return msgspec.convert(list(words), kind, strict=False)
    single = len(fields) - 1
    rest: Sequence[Any] = words[single:]
    if _is_row(inner):
        width = len(inner.__struct_fields__)
        rest = [rest[start : start + width] for start in range(0, len(rest), width)]
    return msgspec.convert([*words[:single], rest], kind, strict=False)


@cache
def _is_optional(kind: type[Subject]) -> bool:
    """Tell whether a window may be asked without a subject: every field of it has a default."""
    return all(not field.required for field in msgspec.structs.fields(kind))


@cache
def _listed_type(kind: type[Subject]) -> Any:
    """Give the type of which the last field holds several, in all words that are left; None where it is single."""
    last: Any = msgspec.structs.fields(kind)[-1].type
    return get_args(last)[0] if isinstance(last, GenericAlias) and get_args(last)[1:] == (...,) else None


def _is_row(inner: Any) -> bool:
    return isinstance(inner, type) and issubclass(inner, Subject)


def _row_types(kind: type[Subject]) -> list[Any]:
    """Give the types of a row's fields; a row without fields has none that can be written."""
    return [field.type for field in msgspec.structs.fields(kind)] or [None]


def subject_of(window: Window, kind: type[S]) -> S:
    """Read what a window is about.

    Raises LookupError for a window whose kind nothing defines, TypeError where its kind is about something else, and
    ValidationError where the words do not fit the type.
    """
    about = _SUBJECTS.get(window.kind)
    if about is None:
        raise LookupError(f"no window is called {window.kind}")
    if kind not in about:
        names = " or ".join(sorted(row.__name__ for row in about))
        raise TypeError(f"{window.kind} is about a {names}, not a {kind.__name__}")
    subject: S = _read_subject(window.subject, kind)  # type: ignore[assignment]  # a cache forgets the type
    return subject


def _only(value: str | int) -> Choice | Range:
    return Choice((value,)) if isinstance(value, str) else Range(value, value)


def windows(*kinds: WindowKind) -> dict[str, WindowKind]:
    """Gather a chapter's windows into a table.

    Raises ValueError where a kind stands twice.
    """
    table = {row.kind: row for row in kinds}
    if len(table) != len(kinds):
        message = f"a window kind stands twice among {sorted(row.kind for row in kinds)}"
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

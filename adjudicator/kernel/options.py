"""Options of a game: what the data file says of each, defaults, and checks of what was handed in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import asdict, replace

from adjudicator.kernel.decide.faults import Fault, fault, shown, within
from adjudicator.kernel.decide.offers import Choice, Domain, Offered, Range, Values, domains, optional
from adjudicator.kernel.decoding import Decoder, read_table

T = TypeVar("T", bound=Struct)


class OptionRow(Struct, frozen=True, forbid_unknown_fields=True):
    """An option in the data file.

    `clause` is the first that reads it, `clauses` are all; `values` what may stand, `least` and `most` the bounds of a
    number; without any of them its clause says what may stand. `outside` marks what the printed rules do not contain.
    `read` = false: no clause of this edition reads it yet, and any value but the default is refused.
    """

    clause: str
    default: Any
    clauses: tuple[str, ...] = ()
    values: tuple[Any, ...] | None = None
    least: int | None = None
    most: int | None = None
    outside: bool = False
    read: bool = True

    def domain(self) -> Values | None:
        """Say which values it may have: those listed, or numbers between its bounds; None where neither is told."""
        if self.values:
            return Choice(tuple("" if value == "" else format_value(value) for value in self.values))
        if self.least is None:
            return None
        usual = self.default if isinstance(self.default, int) else self.least
        return Range(self.least, max(self.least, usual) if self.most is None else self.most)

    def allows(self, value: object) -> bool:
        """Tell whether a value is among those listed; without a list every value is."""
        return not self.values or any(value == known and type(value) is type(known) for known in self.values)


@dataclass(frozen=True, slots=True)
class OptionTable(Generic[T]):
    """All options of a ruleset by name, in the order of the contract's message, and their defaults."""

    rows: Mapping[str, OptionRow]
    defaults: T

    def given(self, message: Struct, name: str) -> Any:
        """Give the value of an option in a message of the contract, or its default where it is absent or empty."""
        value = getattr(message, name)
        return getattr(self.defaults, name) if value is None or value == () else value

    def completed(self, message: Struct, **chosen: Any) -> T:
        """Make options of a message of the contract: what is absent or empty has its default, `chosen` goes first."""
        values = {name: chosen[name] if name in chosen else self.given(message, name) for name in self.rows}
        return type(self.defaults)(**values)

    def changed(self, options: T) -> Iterator[tuple[str, OptionRow]]:
        """Give the options that differ from their defaults."""
        for name, row in self.rows.items():
            if getattr(options, name) != getattr(self.defaults, name):
                yield name, row

    def domains(self, **own: Offered) -> tuple[Domain, ...]:
        """Offer every option that is read in this edition, each may be left out; `own` are those of other forms.

        An option that has neither values nor bounds, and is none of `own`, is not offered.
        """
        fields: dict[str, Offered] = {}
        for name, row in self.rows.items():
            given = own.get(name) or row.domain()
            if given is not None and row.read:
                fields[name] = optional(given) if isinstance(given, Values | Domain) else given
        return domains(**fields)

    def value_faults(self, message: Struct) -> Iterator[Fault]:
        """Name every option whose value is not listed, is out of bounds, or is not the default and not read yet."""
        for name, row in self.rows.items():
            value, default = self.given(message, name), getattr(self.defaults, name)
            if not row.read and value != default:
                yield option_fault(name, row, value, "option-not-read", default=format_value(default))
            elif not row.allows(value):
                known = " ".join(format_value(item) for item in row.values or ())
                yield option_fault(name, row, value, "option-value", known=known)
            elif row.least is not None and row.most is not None:
                yield from within(row.clause, f"options.{name}", value, row.least, row.most)


def option_fault(name: str, row: OptionRow, value: object, reason: str, **facts: str | int) -> Fault:
    """Make the fault of an option that has a value it can not have; no more than a little of it is quoted."""
    return fault(row.clause, reason, f"options.{name}", option=name, found=shown(format_value(value)), **facts)


def format_value(value: object) -> str:
    """Write the value of an option as a client writes it; a list with commas."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(map(format_value, value))
    return str(value) if value != "" else '""'


def to_message(options: Struct, kind: type[T]) -> T:
    """Write options out as a message of the contract, none absent."""
    return kind(**asdict(options))


def read_options(package: str, kind: type[T]) -> OptionTable[T]:
    """Read a ruleset's data/options.toml; its options are the fields of `kind`.

    Raises ValueError where one of them is missing in the file, unknown, or has a default of another type.
    """
    found = read_table(package, "options.toml", OptionRow)
    _require_same(package, kind.__struct_fields__, found)
    defaults = {name: row.default for name, row in found.items()}
    rows = {name: _plain(found[name]) for name in kind.__struct_fields__}
    return OptionTable(rows, Decoder().message(kind, defaults, f"{package}/data/options.toml"))


def _plain(row: OptionRow) -> OptionRow:
    """Take lists among the values as the tuples that options have."""
    if row.values is None:
        return row
    return replace(row, values=tuple(tuple(value) if isinstance(value, list) else value for value in row.values))


def _require_same(package: str, names: Iterable[str], found: Mapping[str, OptionRow]) -> None:
    differ = sorted(set(names) ^ set(found))
    if differ:
        raise ValueError(f"{package}/data/options.toml and the contract differ in {', '.join(differ)}: correct one")

"""A ruleset's toml files: read once into frozen rows or messages, with every fault named by file and place."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from importlib import resources
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import fields

T = TypeVar("T")
M = TypeVar("M", bound=Struct)
NOTHING: Mapping[Any, Any] = MappingProxyType({})
EMPTY: Mapping[type, Any] = MappingProxyType({str: "", int: 0, bool: False, bytes: b""})


def read(package: str, name: str, kind: type[T]) -> T:
    """Read one file of a package's folder `data` as one value.

    Raises ValueError where the file is not toml, or a key is unknown, missing or of another sort.
    """
    return read_file(package, f"data/{name}", kind)


def read_table(package: str, name: str, kind: type[T]) -> Mapping[str, T]:
    """Read one file as a table of rows by key."""
    return MappingProxyType(read(package, name, dict[str, kind]))  # type: ignore[valid-type]


def read_folder(package: str, folder: str, kind: type[T]) -> Mapping[str, T]:
    """Read every file of a folder under `data`, by its name without the ending, in order of names."""
    names = sorted(row.name for row in resources.files(package).joinpath("data", folder).iterdir())
    stems = (name.removesuffix(".toml") for name in names if name.endswith(".toml"))
    return MappingProxyType({stem: read(package, f"{folder}/{stem}.toml", kind) for stem in stems})


def read_file(package: str, path: str, kind: type[T]) -> T:
    """Read one toml file of a package as one value.

    Raises ValueError where the file is not toml, or a key is unknown, missing or of another sort.
    """
    try:
        return msgspec.convert(_raw(package, path), kind)
    except msgspec.ValidationError as fault:
        raise ValueError(f"{package}/{path}: {fault}: correct the file") from fault


def _raw(package: str, path: str) -> dict[str, Any]:
    text = resources.files(package).joinpath(*path.split("/")).read_text(encoding="utf-8")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise ValueError(f"{package}/{path}: {fault}: correct the file") from fault


# -- tables as messages of the contract


class Decoder:
    """Makes messages of the contract from tables of a data file.

    What a table leaves out is what `defaults` says for its type, else the field's own default, else empty. Messages
    of a type in `readers` are read by its reader, which gets None for one that is left out.
    """

    def __init__(
        self,
        readers: Mapping[type, Callable[[Any], Any]] = NOTHING,
        defaults: Mapping[type, Mapping[str, Any]] = NOTHING,
    ) -> None:
        self.readers = readers
        self.defaults = defaults
        for kind, row in defaults.items():
            _require_known(kind, row, f"defaults of {kind.__name__}")

    def message(self, kind: type[M], row: Mapping[str, Any], where: str = "") -> M:
        """Make a message from a table.

        Raises ValueError that names the place where something is written that the message does not have.
        """
        where = where or kind.__name__
        if not isinstance(row, Mapping):
            raise ValueError(f"{where}: {row!r} is no {kind.__name__}: write a table of its fields")  # noqa: TRY004  # a fault of the file
        hints = get_type_hints(kind)
        _require_known(kind, row, where)
        given = {**self.defaults.get(kind, NOTHING), **row}
        wanted = [field.name for field in fields(kind) if field.name in given or field.required]
        return kind(**{name: self._value(hints[name], given.get(name), f"{where}.{name}") for name in wanted})

    def _value(self, hint: Any, found: Any, where: str) -> Any:
        if get_origin(hint) in {Union, UnionType}:
            inner = [inner for inner in get_args(hint) if inner is not NoneType]
            if len(inner) != 1:
                raise TypeError(f"{where}: a field is of one type, or of one and None, not {hint}")
            return None if found is None else self._value(inner[0], found, where)
        if get_origin(hint) is tuple:
            return self._list(get_args(hint)[0], found, where)
        if get_origin(hint) is Literal:
            return self._word(hint, found, where)
        if type(found) is hint:
            return found
        if hint in self.readers and not (found is None and hint in EMPTY):
            return self._read(hint, found, where)
        if isinstance(hint, type) and issubclass(hint, Struct):
            return self.message(hint, NOTHING if found is None else found, where)
        if found is None and hint in EMPTY:
            return EMPTY[hint]
        raise ValueError(f"{where}: {found!r} is no {hint.__name__}: write one")

    def _list(self, inner: Any, found: Any, where: str) -> tuple[Any, ...]:
        rows = () if found is None else found
        if not isinstance(rows, list | tuple):
            raise ValueError(f"{where}: {found!r} is no list: write one in brackets")  # noqa: TRY004  # a fault of the file
        return tuple(self._value(inner, row, f"{where}[{number}]") for number, row in enumerate(rows))

    def _read(self, hint: type, found: Any, where: str) -> Any:
        try:
            return self.readers[hint](found)
        except ValueError as fault:
            raise ValueError(f"{where}: {fault}") from fault
        except (AttributeError, LookupError, TypeError) as fault:  # how readers fail on what they do not expect
            raise ValueError(f"{where}: {found!r} is no {hint.__name__} ({fault!r}): correct it") from fault

    @staticmethod
    def _word(hint: Any, found: Any, where: str) -> str:
        known: tuple[str, ...] = get_args(hint)
        if found not in known:
            what = "nothing is written" if found is None else f"{found!r} is none of them"
            raise ValueError(f"{where}: {what}: write one of {', '.join(known)}")
        return str(found)


def _require_known(kind: type[Struct], row: Mapping[str, Any], where: str) -> None:
    """Refuse names that are no fields of the message: ValueError."""
    unknown = sorted(set(row) - {field.name for field in fields(kind)})
    if unknown:
        raise ValueError(f"{where}: no field is called {', '.join(unknown)}: leave it out")

"""Rulesets' data: toml files read once into frozen rows, with every fault named by file and place."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def read(package: str, name: str, kind: type[T]) -> T:
    """Read one file of a package's folder `data` as one value.

    Raises ValueError where the file is not toml, or a key is unknown, missing or of another sort.
    """
    try:
        return msgspec.convert(_raw(package, name), kind)
    except msgspec.ValidationError as fault:
        raise ValueError(f"{package}/data/{name}: {fault}: mend the file") from fault


def read_table(package: str, name: str, kind: type[T]) -> Mapping[str, T]:
    """Read one file as a table of rows by key."""
    return MappingProxyType(read(package, name, dict[str, kind]))  # type: ignore[valid-type]


def read_folder(package: str, folder: str, kind: type[T]) -> Mapping[str, T]:
    """Read every file of a folder under `data`, by its name without the ending, in order of names."""
    names = sorted(each.name for each in resources.files(package).joinpath("data", folder).iterdir())
    stems = (name.removesuffix(".toml") for name in names if name.endswith(".toml"))
    return MappingProxyType({stem: read(package, f"{folder}/{stem}.toml", kind) for stem in stems})


def read_sentences(package: str, prefix: str, section: str) -> Mapping[str, str]:
    """Merge one section, sentences by key, of all files whose names begin with the prefix.

    Raises ValueError where two files have the same key.
    """
    names = sorted(each.name for each in resources.files(package).joinpath("data").iterdir())
    out: dict[str, str] = {}
    for name in names:
        if not (name.startswith(prefix) and name.endswith(".toml")):
            continue
        found = read(package, name, dict[str, dict[str, str]]).get(section, {})
        twice = sorted(set(out) & set(found))
        if twice:
            raise ValueError(f"{package}/data/{name}: {', '.join(twice)} stands in another file too: keep one")
        out.update(found)
    return MappingProxyType(out)


def _raw(package: str, name: str) -> dict[str, Any]:
    text = resources.files(package).joinpath("data", *name.split("/")).read_text(encoding="utf-8")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise ValueError(f"{package}/data/{name}: {fault}: mend the file") from fault


__all__ = ["read", "read_folder", "read_sentences", "read_table"]

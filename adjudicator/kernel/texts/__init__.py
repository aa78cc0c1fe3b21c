"""Sentences: what the table itself says, from the files beside this one, and the reader of a ruleset's texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from types import MappingProxyType

from adjudicator.kernel.decoding import read_file


def read_clauses(package: str) -> Mapping[str, str]:
    """Read texts/clauses.toml: every clause in our own words, by id."""
    return MappingProxyType(read_file(package, "texts/clauses.toml", dict[str, str]))


def read_sentences(package: str, section: str) -> Mapping[str, str]:
    """Merge one section, sentences by key, of all files texts/phrases*.toml.

    Raises ValueError where two files have the same key.
    """
    names = sorted(found.name for found in resources.files(package).joinpath("texts").iterdir())
    out: dict[str, str] = {}
    for name in names:
        if not (name.startswith("phrases") and name.endswith(".toml")):
            continue
        found = read_file(package, f"texts/{name}", dict[str, dict[str, str]]).get(section, {})
        twice = sorted(set(out) & set(found))
        if twice:
            raise ValueError(f"{package}/texts/{name}: {', '.join(twice)} stands in another file too: keep one")
        out.update(found)
    return MappingProxyType(out)


def wrap_entries(entries: Iterable[str], width: int) -> Iterator[str]:
    """Put entries side by side, three spaces between them, in lines of at most so many characters; none is broken."""
    line = ""
    for entry in entries:
        if line and len(f"{line}   {entry}") > width:
            yield line
            line = entry
        else:
            line = f"{line}   {entry}" if line else entry
    yield line


KERNEL = "adjudicator.kernel"
TEXTS = read_clauses(KERNEL)
PHRASES = read_sentences(KERNEL, "phrases")
SENTENCES = read_sentences(KERNEL, "sentences")
PENALTIES = read_sentences(KERNEL, "penalties")
ENDINGS = read_sentences(KERNEL, "endings")
QUESTIONS = read_sentences(KERNEL, "questions")
THROWS = read_sentences(KERNEL, "throws")
BESIDE = read_sentences(KERNEL, "beside")
REASONS = read_sentences(KERNEL, "reasons")

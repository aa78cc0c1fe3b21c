"""Files of the corpus: one a chapter, with an index that names every file and its hash."""

from __future__ import annotations

import hashlib
import lzma
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec
from msgspec import Raw, Struct

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

FORMAT: Final = "wgcorpus/1"
INDEX: Final = "corpus.json"
SCHEMA: Final = "schema.json"
PACKED: Final = ".xz"
NAME: Final = re.compile(r"wgcorpus/(\d+)")
PATH: Final = re.compile(r"[a-z_0-9]+/[A-Z0-9-]+\.json")
CHAPTER: Final = re.compile(r"[A-Z]{2,3}-[A-Z0-9]+")
# gives the schema of a ruleset's chapters, and for None that of the index
Schemas: TypeAlias = Callable[[str | None], Mapping[str, Any]]
NEWER: Final = "was written by a newer release ({}, this one reads {}): take that release"


class CorpusFault(Exception):
    """A corpus that can not be used; the text says which file, why, and how to fix it."""


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """One case: the clauses that it is about, where it begins, the command, and what has to come of it.

    `setup` names steps of its chapter's file; `rulings` are sentences of rulings, as "GA-3.3-07.2".
    """

    id: str
    title: str
    clauses: tuple[str, ...]
    rulings: tuple[str, ...]
    game: str
    setup: tuple[str, ...]
    command: Raw
    expected: Raw


class Chapter(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The cases of one chapter of a ruleset, and the steps that lead to them."""

    format: str
    ruleset: str
    edition: str
    chapter: str
    steps: dict[str, Raw]
    cases: tuple[Case, ...]

    @property
    def path(self) -> str:
        """Where it stands in a corpus."""
        return f"{self.ruleset}/{self.chapter}.json"

    def setup(self, case: Case) -> list[Raw]:
        """Give the steps of a case."""
        return [self.steps[name] for name in case.setup]

    @cached_property
    def _cited(self) -> dict[str, frozenset[str]]:
        return {}

    def cited(self, name: str) -> frozenset[str]:
        """Name the clauses that a step cites; it is looked through once, where it is asked for."""
        found = self._cited.get(name)
        if found is None:
            found = self._cited[name] = cited_in(self.steps[name])
        return found


class FileRow(Struct, frozen=True, forbid_unknown_fields=True):
    """What the index says of a file."""

    path: str
    sha256: str
    ruleset: str
    edition: str
    chapter: str
    cases: int


class Index(Struct, frozen=True, forbid_unknown_fields=True):
    """The index of a corpus."""

    format: str
    files: tuple[FileRow, ...]


class Corpus:
    """The chapters of a corpus."""

    def __init__(self, chapters: Iterable[Chapter]) -> None:
        self.chapters = tuple(chapters)

    @cached_property
    def editions(self) -> dict[str, str]:
        """Editions by ruleset."""
        return {chapter.ruleset: chapter.edition for chapter in self.chapters}

    def cases(self, only: str = "") -> Iterator[tuple[Chapter, Case]]:
        """Go through the cases whose id begins so, or whose ruleset, ruling or clause is it."""
        for chapter in self.chapters:
            for case in chapter.cases:
                if case.id.startswith(only) or only in {chapter.ruleset, *case.clauses, *case.rulings}:
                    yield chapter, case


class _Cited(Struct):
    clauses: tuple[str, ...] = ()


class _Outcome(Struct):
    """What an expected outcome or a step cites; all else is left unread."""

    events: tuple[_Cited, ...] = ()
    cites: tuple[str, ...] = ()


_OUTCOMES: Final = msgspec.json.Decoder(_Outcome)
# grounds of a refusal, and the terms that a number is made of
_GROUND: Final = re.compile(rb'"clause": ?"([^"]+)"')


def cited_in(raw: Raw) -> frozenset[str]:
    """Name the clauses that an outcome or a step cites, also as the ground of a term of a number."""
    found = _OUTCOMES.decode(raw)
    grounds = (clause.decode() for clause in _GROUND.findall(raw))
    return frozenset(found.cites).union(grounds, *(event.clauses for event in found.events))


# -- reading


def read_corpus(folder: Path) -> Corpus:
    """Read a corpus that was exported.

    Raises CorpusFault.
    """
    index = _decoded(_bytes(folder / INDEX), Index, folder / INDEX)
    chapters = []
    for row in index.files:
        path = folder / row.path
        if not PATH.fullmatch(row.path):
            raise CorpusFault(f"{folder / INDEX}: {row.path!r} is no file of a corpus: export it again")
        data = _bytes(path)
        if hashlib.sha256(data).hexdigest() != row.sha256:
            raise CorpusFault(f"{path} is torn or was changed (its hash is not that of the index): export it again")
        chapters.append(_whole(_decoded(data, Chapter, path), path))
    return Corpus(chapters)


def kept_corpus(root: Traversable | None = None) -> Corpus:
    """Read the corpus that comes with this package.

    Raises CorpusFault.
    """
    return Corpus(_whole(_decoded(data, Chapter, Path(path)), Path(path)) for path, data in kept_files(root))


def kept_files(root: Traversable | None = None) -> Iterator[tuple[str, bytes]]:
    """Unpack the chapters that come with this package: path and bytes, paths ascending.

    Raises CorpusFault where there are none, or one is torn.
    """
    folder = resources.files("replays.corpus").joinpath("cases") if root is None else root
    found = sorted(_packed(folder), key=lambda row: row[0])
    if not found:
        raise CorpusFault(f"{folder} holds no cases: make corpus writes them from the tests")
    for path, file in found:
        try:
            yield path.removesuffix(PACKED), lzma.decompress(file.read_bytes())
        except (lzma.LZMAError, EOFError) as fault:
            raise CorpusFault(f"{path} is torn ({fault}): install this program again, or make corpus") from fault


def _packed(folder: Traversable) -> Iterator[tuple[str, Traversable]]:
    for inner in folder.iterdir() if folder.is_dir() else ():
        if inner.is_dir():
            yield from ((f"{inner.name}/{file.name}", file) for file in inner.iterdir() if file.name.endswith(PACKED))


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CorpusFault(
            f"{path} can not be read ({error.strerror}): name a folder that adjudicator corpus export has written"
        ) from error


def _decoded(data: bytes, kind: type[Any], path: Path) -> Any:
    try:
        head = msgspec.json.decode(data, type=_Head)
    except msgspec.MsgspecError as fault:
        raise CorpusFault(f"{path} is no file of a corpus ({fault}): export it again") from fault
    if head.format != FORMAT:
        newer = NAME.fullmatch(head.format) is not None
        said = NEWER.format(head.format, FORMAT) if newer else f"is not of the form {FORMAT}, but {head.format!r}"
        raise CorpusFault(f"{path} {said}")
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.MsgspecError as fault:
        raise CorpusFault(f"{path}: {fault}: export it again") from fault


class _Head(Struct):
    format: str


def _whole(chapter: Chapter, path: Path) -> Chapter:
    for case in chapter.cases:
        missing = [name for name in case.setup if name not in chapter.steps]
        if missing:
            raise CorpusFault(
                f"{path}: {case.id} names steps that are not there, {', '.join(missing)}: export it again"
            )
    return chapter


# -- writing


def chapter_bytes(chapter: Chapter) -> bytes:
    """Write a chapter: one line for each step and case, so that a difference is one of lines."""
    head = {name: getattr(chapter, name) for name in ("format", "ruleset", "edition", "chapter")}
    lines = [f" {_text(name)}: {_text(value)}," for name, value in head.items()]
    steps = [f"  {_text(name)}: {_text(step)}" for name, step in sorted(chapter.steps.items())]
    cases = [f"  {_text(case)}" for case in sorted(chapter.cases, key=lambda case: case.id)]
    rows = [*lines, ' "steps": {', ",\n".join(steps), " },", ' "cases": [', ",\n".join(cases), " ]"]
    return "\n".join(["{", *rows, "}", ""]).encode()


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def packed(data: bytes) -> bytes:
    """Pack a chapter as it comes with this package."""
    return lzma.compress(data, preset=9)


def export(files: Iterable[tuple[str, bytes]], schemas: Schemas, out: Path) -> Mapping[str, int]:
    """Write a corpus into a folder that is new or empty, with its schemas; the number of cases by ruleset.

    Raises CorpusFault.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise CorpusFault(f"{out} is there and not empty: name a new folder")
    rows: list[FileRow] = []
    counts: dict[str, int] = {}
    try:
        for path, data in files:
            chapter = _decoded(data, Chapter, Path(path))
            target = out / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            digest = hashlib.sha256(data).hexdigest()
            rows.append(FileRow(path, digest, chapter.ruleset, chapter.edition, chapter.chapter, len(chapter.cases)))
            counts[chapter.ruleset] = counts.get(chapter.ruleset, 0) + len(chapter.cases)
        for path, schema in (("", None), *((name, name) for name in sorted(counts))):
            (out / path / SCHEMA).write_bytes(_indented(schemas(schema)))
        (out / INDEX).write_bytes(_indented(Index(FORMAT, tuple(rows))))
    except OSError as error:
        raise CorpusFault(f"{error.filename} can not be written: {error.strerror}") from error
    return counts


def _indented(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def chapter_of(clause: str) -> str:
    """Name the chapter of a clause: GA-5 of GA-5.7-02, AN-ORDER of AN-ORDER-13."""
    found = CHAPTER.match(clause)
    if found is None:
        raise ValueError(f"{clause} is no clause")
    return found[0]

"""The tables of an archive: columns, types and meaning. docs/reference/archive.md is written from here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

VERSION: Final = 1
TEXT, NUMBER, TRUTH, TEXTS, NUMBERS = "text", "whole number", "yes or no", "list of texts", "list of whole numbers"


class Column(Struct, frozen=True):
    """A column: name, type, and what it says."""

    name: str
    kind: str
    meaning: str


class TableSchema(Struct, frozen=True):
    """A table: what a row is, and its columns."""

    name: str
    row: str
    columns: tuple[Column, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Give the names of its columns."""
        return tuple(column.name for column in self.columns)


_FILE: Final = (
    Column("file", TEXT, "name of the replay file"),
    Column("game", TEXT, "id of the game, 32 hex digits; test games from one seed share one, so join by file"),
)
_ENTRY: Final = (*_FILE, Column("seq", NUMBER, "entry"))


def _table(name: str, row: str, first: tuple[Column, ...], *columns: tuple[str, str, str]) -> TableSchema:
    return TableSchema(name, row, (*first, *(Column(*column) for column in columns)))


def _tables() -> Iterator[TableSchema]:
    yield _table(
        "games",
        "a game",
        _FILE,
        ("sha256", TEXT, "SHA-256 of the file"),
        ("ruleset", TEXT, "ruleset"),
        ("edition", TEXT, "edition that it began under"),
        ("engine", TEXT, "digest of the build that it began under"),
        ("scenario", TEXT, "scenario or map that it was created with"),
        ("options", TEXT, "options that differ from the book, in words; empty for none"),
        ("opened_ms", NUMBER, "time of its first entry, in ms since 1970"),
        ("ended_ms", NUMBER, "time of its last entry"),
        ("duration_ms", NUMBER, "time between the two"),
        ("entries", NUMBER, "entries"),
        ("seats", NUMBER, "seats"),
        ("finished", TRUTH, "whether its result stands and its secret is shown"),
        ("outcome", TEXT, "outcome of its result; empty for none"),
        ("ending", TEXT, "how it ended"),
        ("played", TRUTH, "whether it was played, or its result is a ruling without a game"),
        ("profile", TEXT, "who contributed to the seed"),
        ("dice_mode", TEXT, "where faces of dice came from at its opening"),
        ("pace", TEXT, "whether steps without a choice waited"),
        ("referee", TRUTH, "whether a referee was seated"),
        ("signed", TRUTH, "whether seats had to sign"),
        ("test", TRUTH, "whether it is a test game, from a given seed"),
        ("event", TEXT, "id of its event; empty for none"),
        ("labels", TEXTS, "its labels, as name=value"),
        ("response_limit_s", NUMBER, "time that a party had to answer, in seconds; 0 for none"),
        ("clock", TEXT, "terms of its clock, as JSON; empty for none"),
    )
    yield _table(
        "seats",
        "a seat of a game",
        _FILE,
        ("seat", NUMBER, "seat, from 0"),
        ("name", TEXT, "its name"),
        ("bot", TRUTH, "whether a program played it"),
        ("army", TEXT, "faction, army or nations that it played; empty where none is named"),
        ("won", TRUTH, "whether it is among the winners; none without a result"),
        ("place", NUMBER, "its place, from 1; none without a result"),
        ("score_hundredths", NUMBER, "its score, in hundredths; none where nothing is counted"),
    )
    yield _table(
        "entries",
        "an entry of a log",
        _ENTRY,
        ("time_ms", NUMBER, "its time, in ms since 1970"),
        ("took_ms", NUMBER, "time since the entry before"),
        ("party", TEXT, "who acted: name of a seat, referee or table"),
        ("seat", NUMBER, "seat that acted; none for others"),
        ("role", NUMBER, "role of who acted, as the contract numbers it"),
        ("command", TEXT, "kind of the command"),
        ("question", TEXT, "kind of the innermost open question before it"),
        ("turn", NUMBER, "turn or round in which it was waited for; none before the first"),
        ("phase", TEXT, "phase or step in which it was waited for, where the ruleset has any"),
        ("events", NUMBER, "events that it brought about, as far as they are public or shown"),
        ("dice", NUMBER, "dice that it threw"),
        ("void", TRUTH, "whether a rewind has voided it"),
    )
    yield _table(
        "commands",
        "a command that was taken",
        _ENTRY,
        ("party", TEXT, "who gave it"),
        ("command", TEXT, "its kind"),
        ("fields", TEXT, "its fields as JSON; what stays secret is null"),
        ("open", TRUTH, "whether all of it is shown"),
    )
    yield _table(
        "throws",
        "a throw whose chances are known, or dice that add up",
        _ENTRY,
        ("place", NUMBER, "its place among the throws of the entry, from 1"),
        ("party", TEXT, "who threw"),
        ("seat", NUMBER, "seat that threw; none for others"),
        ("name", TEXT, "what it was for, in words"),
        ("kind", TEXT, "what it was for, as the ruleset calls it; empty for dice that add up"),
        ("counts", TEXT, "successes, or pips where faces add up"),
        ("faces", NUMBERS, "faces"),
        ("sides", NUMBER, "sides of the dice that add up; none for others"),
        ("success", TRUTH, "whether it succeeded; none for pips"),
        ("needed", NUMBER, "the number to reach; none where none is named"),
        ("low", TRUTH, "whether it is reached from above"),
        ("chance_good", NUMBER, "chance of success: numerator; none for pips"),
        ("chance_of", NUMBER, "chance of success: denominator"),
    )
    yield _table(
        "dice",
        "dice of one row of the log",
        _ENTRY,
        ("stream", NUMBER, "stream of the seed that they are of"),
        ("index", NUMBER, "place of the first in its stream"),
        ("sides", NUMBER, "sides"),
        ("faces", NUMBERS, "faces"),
        ("why", TEXT, "what they were thrown for, as the ruleset calls it"),
        ("party", TEXT, "who threw"),
    )
    yield _table(
        "clauses",
        "a clause that an event cites",
        _ENTRY,
        ("place", NUMBER, "place of the event in its entry, from 1"),
        ("event", TEXT, "kind of the event"),
        ("clause", TEXT, "the clause"),
        ("party", TEXT, "who acted"),
    )
    yield _table(
        "disputes",
        "a clause that was disputed",
        _ENTRY,
        ("how", TEXT, "fact, throw or appeal"),
        ("party", TEXT, "who disputed it"),
        ("about", NUMBER, "entry that it is about"),
        ("clause", TEXT, "clause that the disputed entry rests on"),
        ("stated", TEXT, "what was stated"),
        ("held", TEXT, "what is held against it"),
        ("settled", NUMBER, "entry that settled it; none where it is open"),
        ("stands", TEXT, "what stands since"),
    )
    yield _table(
        "acts",
        "an act of the referee's desk, or what came of one",
        _ENTRY,
        ("act", TEXT, "kind of the event"),
        ("command", TEXT, "kind of the command that it came with"),
        ("party", TEXT, "who acted"),
        ("reason", TEXT, "why, in words"),
        ("clause", TEXT, "clause that it rests on or is about"),
        ("text", TEXT, "what a clause means, of an interpretation"),
        ("about", NUMBERS, "entries that it is about"),
        ("fields", TEXT, "its fields as JSON"),
    )
    yield _table(
        "refusals",
        "a fault of a refusal that a player has kept",
        _FILE,
        ("wallet", TEXT, "name of the wallet"),
        ("seq", NUMBER, "entry of the head that it was given on"),
        ("time_ms", NUMBER, "time, in ms since 1970"),
        ("clause", TEXT, "clause"),
        ("reason", TEXT, "stable reason"),
        ("path", TEXT, "field of the command"),
        ("facts", TEXT, "facts, as JSON"),
    )
    yield _table(
        "clocks",
        "what happened to a clock",
        _ENTRY,
        ("seat", NUMBER, "seat"),
        ("what", TEXT, "kind of the event"),
        ("before_ms", NUMBER, "bank before, where the event says it"),
        ("after_ms", NUMBER, "bank after, where the event says it"),
    )


TABLES: Final[Mapping[str, TableSchema]] = MappingProxyType({table.name: table for table in _tables()})


def reference(note: str) -> list[str]:
    """Give the lines of the page of the tables, with a note that says what wrote it."""
    lines = [
        "# Tables of an archive",
        note,
        "",
        "Columns, types and meaning, as `replays/archive/tables/schema.py` states them.",
        "What they are for stands in [Work with many games](../how-to/work-with-many-games.md).",
        "",
        f"Version {VERSION} of the schema, which the files name in their metadata.",
        "Every row names the file and the game that it is of. A value that there is not is null.",
    ]
    for table in TABLES.values():
        lines += [
            "",
            f"## {table.name}",
            "",
            f"A row is {table.row}.",
            "",
            "| Column | Type | Meaning |",
            "|---|---|---|",
        ]
        lines += [f"| `{column.name}` | {column.kind} | {column.meaning} |" for column in table.columns]
    return lines

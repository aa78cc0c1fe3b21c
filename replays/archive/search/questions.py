"""What is asked about a clause, and what comes back: plain messages, which need no package of the extra."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

# Kinds of precedents, in the order in which they are told.
INTERPRETED, RULED_UPON, DISPUTED, REFUSED, DECIDED = "interpreted", "ruled upon", "disputed", "refused", "decided"
KINDS: Final = (INTERPRETED, RULED_UPON, DISPUTED, REFUSED, DECIDED)
# Why there is no answer to the next page of tables that there are no more.
ANEW: Final = "anew"


class Question(Struct, frozen=True):
    """Precedents of a clause in the finished games of the tables in a folder, or of one event's.

    The first so many `parts` of the tables are read (0: all), so that pages of one list are of the same games; `skip`
    precedents are on the pages before.
    """

    folder: str
    clause: str
    kinds: tuple[str, ...] = KINDS
    event: str = ""
    parts: int = 0
    skip: int = 0
    most: int = 20


class Count(Struct, frozen=True):
    """How often a clause stood somewhere in the games of a ruleset."""

    kind: str
    ruleset: str
    times: int
    games: int


class Precedent(Struct, frozen=True):
    """A place where a clause stood."""

    kind: str
    file: str
    game: str
    seq: int
    ruleset: str
    ended_ms: int
    what: str
    party: str
    reason: str
    text: str
    held: str
    stands: str
    about: list[int]
    settled: int


class Answer(Struct, frozen=True):
    """What was found; `why` says in words why there is nothing, `end` whether no page follows."""

    games: int = 0
    counts: list[Count] = []
    precedents: list[Precedent] = []
    parts: int = 0
    end: bool = True
    why: str = ""

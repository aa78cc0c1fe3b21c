"""What sentences know of the game so far: names of parties, titles of ids, places, facts that were stated."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decide.parties import EVERYONE, REFEREE, SPECTATOR, TABLE, is_seat
from adjudicator.kernel.labels import Labels
from adjudicator.kernel.messages import (
    AbsenceEnded,
    AbsenceOrdered,
    ClockSet,
    Corrected,
    DeadlineEnforced,
    FactConfirmed,
    FactDisputed,
    FactSettled,
    FactStated,
    OutageGivenBack,
    Penalised,
    ResultReached,
    Rewound,
    Unsealed,
)
from adjudicator.kernel.sentences import given, outside, ranges, seconds, spoken
from adjudicator.kernel.texts import ENDINGS, PENALTIES, SENTENCES
from replays.party_names import party_name

SPECIAL: Mapping[int, str] = MappingProxyType(
    {REFEREE: "the referee", TABLE: "the table", EVERYONE: "everyone", SPECTATOR: "the spectators"}
)


IDS = re.compile(r"(?<![\w.#(-])[a-h][\w#-]*(?:\.\w+)*(?![\w#-])")
"""Words that may be ids of what has a title; one in brackets stands behind its title already."""
WORD = re.compile(r"[a-z_]+")


class Memory:
    """What one reader has been told; an id that has a title is told with it once in an entry."""

    def __init__(self, seats: Sequence[str], labels: Labels) -> None:
        self.seats = seats
        self.labels = labels
        self.actor = REFEREE
        self.subject: Sequence[str] = ()
        self.titles: dict[str, str] = {}
        self.kept: dict[str, str] = {}
        self.facts: dict[str, tuple[str, tuple[str, ...], str]] = {}
        self._told: set[str] = set()
        self._seq = 0
        # what was noted, with the entry and what was known before: a rewind takes it back
        self._noted: list[tuple[int, str, str | None]] = []
        self._absent: set[int] = set()

    @property
    def ids(self) -> Mapping[str, str]:
        """Known ids with their titles."""
        return self.titles

    def enter(self, actor: int, subject: Sequence[str], seq: int = 0) -> None:
        """Begin an entry: who acts, what the question was about that it answers, and its number."""
        self.actor, self.subject, self._seq = actor, subject, seq
        self._told.clear()

    def tell_anew(self) -> None:
        """Let titles be told with their ids again, as in a sentence that is read by itself."""
        self._told.clear()

    def party(self, party: int) -> str:
        """Name a party."""
        return SPECIAL.get(party) or _guarded(party_name(party, self.seats))

    def name(self, word: str) -> str:
        """Name what has an id: its title before it where it was not told in this entry before."""
        title = self.titles.get(word)
        if title is None or word in self._told or title == word:
            return word
        self._told.add(word)
        return f"{_guarded(title)} ({word})"

    def titled(self, text: str) -> str:
        """Put titles before ids of a text that were not told in this entry before."""
        if not self.titles:
            return text
        return outside(text, lambda ours: IDS.sub(lambda found: self.name(found[0]), ours))

    def whole(self, word: str) -> str:
        """Name what `unit.3` is a part of; "" where that has no title, or was told in this entry before."""
        of, dot, _ = word.rpartition(".")
        named = self.name(of) if dot and word not in self.titles else of
        return "" if named == of else named

    def names(self, words: Sequence[str]) -> str:
        """Name several."""
        return spoken(words, self.name)

    def meet(self, event: Struct) -> None:
        """Learn the titles that an event brings, before it is told."""
        if self.labels.titles is not None:
            self.titles.update(self.labels.titles(event))

    def keep(self, event: Struct) -> None:
        """Keep what later sentences need of an event, after it was told."""
        if isinstance(event, AbsenceOrdered):
            self._absent.add(event.seat)
        elif isinstance(event, AbsenceEnded):
            self._absent.discard(event.seat)
        elif isinstance(event, Rewound):
            self._go_back(event.to)
        elif isinstance(event, Corrected) and event.key:
            self._note(f"place:{event.key}", None)  # it may stand elsewhere now
        for key, text in self.labels.notes(event) if self.labels.notes is not None else ():
            self._note(key, text)

    def _note(self, key: str, text: str | None) -> None:
        self._noted.append((self._seq, key, self.kept.get(key)))
        self._put(key, text)

    def _put(self, key: str, text: str | None) -> None:
        if text is None:
            self.kept.pop(key, None)
        else:
            self.kept[key] = text

    def _go_back(self, to: int) -> None:
        """Forget what entries from this one on have said: they are void."""
        while self._noted and self._noted[-1][0] >= to:
            _, key, before = self._noted.pop()
            self._put(key, before)

    def said(self, event: Struct) -> tuple[str, Mapping[str, object]] | None:
        """Give the phrase of an event of the table itself that needs more than its own fields."""
        match event:
            case FactStated() | FactConfirmed() | FactDisputed() | FactSettled():
                return self._of_a_fact(event)
            case DeadlineEnforced():
                key = "ended" if self.actor == REFEREE else "absent" if event.party in self._absent else "late"
                return SENTENCES[f"DeadlineEnforced.{key}{'' if event.answer else '.silent'}"], {}
            case ClockSet():
                return SENTENCES["ClockSet"], {"to": seconds(event.new_ms), "before": seconds(event.old_ms)}
            case OutageGivenBack():
                return SENTENCES["OutageGivenBack"], {"time": seconds(event.to_ms - event.from_ms)}
            case Corrected() | Penalised() | Unsealed() | ResultReached():
                return self._of_the_game(event)
        return None

    def _of_a_fact(
        self, event: FactStated | FactConfirmed | FactDisputed | FactSettled
    ) -> tuple[str, Mapping[str, object]]:
        """Give the phrase of what happens to a fact; a dispute without a value says only that it does not hold."""
        kind = type(event).__name__
        if isinstance(event, FactStated):
            self.facts[event.fact] = event.kind, event.subjects, event.value
        if isinstance(event, FactConfirmed):
            key = kind if is_seat(self.actor) else f"{kind}.unanswered"
            return SENTENCES[key], {"who": self.party(self.actor), "text": self._fact(event.fact)}
        if event.value:
            return SENTENCES[kind], {"text": self._fact(event.fact, event.value)}
        # what holds is not said: it was stated, and is disputed, or void
        bare = {"FactDisputed": "FactDisputed.alone", "FactSettled": "FactSettled.void"}.get(kind, kind)
        return SENTENCES[bare], {"text": self._fact(event.fact)}

    def _of_the_game(self, event: Corrected | Penalised | Unsealed | ResultReached) -> tuple[str, Mapping[str, object]]:
        """Give the phrase of an event that is about the whole of a game."""
        if isinstance(event, Unsealed):
            return SENTENCES["Unsealed"], {"which": ranges(event.entries)}
        if isinstance(event, Corrected):
            return SENTENCES[_kind_of_correction(event)], {}
        if isinstance(event, Penalised):
            return SENTENCES["Penalised.follows" if event.rule else "Penalised"], {"what": _penalty(event)}
        return SENTENCES[f"ResultReached.{self._kind_of_result(event)}"], {"how": ENDINGS.get(event.ending, "")}

    def _kind_of_result(self, event: ResultReached) -> str:
        """Say whether somebody has won, nobody has, or the game counts for nothing."""
        if event.ending in ("void", "restarted"):
            return event.ending
        shared = event.outcome == "draw" or event.ending == "agreed" or len(event.winners) == len(self.seats)
        return "shared" if shared else "won" if event.winners else "nobody"

    def _fact(self, fact: str, value: str | None = None) -> str:
        """Say a fact in words, with this value or the one that was stated."""
        if fact not in self.facts:
            return f"fact {fact}" if value is None else f"fact {fact} is {value}"
        kind, subjects, stated = self.facts[fact]
        value = stated if value is None else value
        known = self.labels.fact(kind, subjects, value, self) if self.labels.fact is not None else None
        if known is not None:
            return known
        about = f" of {self.names(subjects)}" if subjects else ""
        return (
            f"{kind.replace('_', ' ')}{about} is {value.replace('_', ' ') if WORD.fullmatch(value) else given(value)}"
        )


def _guarded(name: str) -> str:
    """Keep the marks of agreement in a name that somebody gave."""
    return given(name) if "~" in name else name


def _kind_of_correction(event: Corrected) -> str:
    """Say whether a field, a row or a single value was set, or one that only a seat knows."""
    if event.table is None:
        return "Corrected.hidden"
    return "Corrected.field" if event.key and event.field else "Corrected.row" if event.key else "Corrected.value"


def _penalty(event: Penalised) -> str:
    """Say a penalty: points have hundredths, times are given in seconds."""
    what = PENALTIES.get(event.kind, event.kind)
    scale, digits = (100, 2) if "points" in event.kind else (1000, 3)
    rest = f"{event.amount % scale:0{digits}d}".rstrip("0")
    return what.replace("{amount}", f"{event.amount // scale}{f'.{rest}' if rest else ''}")

"""The docket: what a rewind does not touch, folded from all entries of a game, void ones too."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Self

from msgspec import Struct

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.dice.wgdice import Roll
from adjudicator.kernel.docket import (
    appeals,
    clocks,
    corrections,
    officials,
    penalties,
    readings,
    rewinds,
    rulings,
    seats,
    stops,
    table_dice,
)
from adjudicator.kernel.docket.appeals import OpenAppeal, Resumed
from adjudicator.kernel.docket.clocks import Clocks
from adjudicator.kernel.docket.course import Course
from adjudicator.kernel.docket.heard import DocketReducer, DocketReducers, EntryNote, Heard
from adjudicator.kernel.docket.officials import Place, Signer
from adjudicator.kernel.docket.penalties import Penalty
from adjudicator.kernel.docket.questions import Questions
from adjudicator.kernel.docket.readings import Inspection, Interpretation
from adjudicator.kernel.docket.rewinds import Proposal
from adjudicator.kernel.docket.rulings import NotedRuling
from adjudicator.kernel.docket.seats import Seated
from adjudicator.kernel.docket.stops import Call, Envelope, Shelved, Stop, stopped_ms


def _joined(*tables: DocketReducers) -> Mapping[type[Struct], tuple[DocketReducer, ...]]:
    """Give the reducers of every event, in the order of the tables."""
    found: dict[type[Struct], list[DocketReducer]] = defaultdict(list)
    for table in tables:
        for kind, reducer in table.items():
            found[kind].append(reducer)
    return {kind: tuple(reducers) for kind, reducers in found.items()}


# stops stand before rewinds: what is sealed is judged by the game as it was before a rewind; clocks after them
REDUCERS = _joined(
    rulings.REDUCERS,
    stops.REDUCERS,
    table_dice.REDUCERS,
    rewinds.REDUCERS,
    corrections.REDUCERS,
    seats.REDUCERS,
    penalties.REDUCERS,
    appeals.REDUCERS,
    readings.REDUCERS,
    clocks.REDUCERS,
    officials.REDUCERS,
)


class Docket:
    """What the desk knows of a game. Every slot is an immutable value, or a dict that is replaced and never changed.

    `entries` has a note of every entry in order, and none in a fork; `rulings` are by the number of their entry;
    `changed` is the last ruling that changed the game, or 0; `rewinds` map the entry of a rewind to the entry it
    went back to: that, and what came after it, is void; `proposal` is what waits for the agreement of others.

    `stops` are what stops the clocks now, `stopped_since` when the first of them began (ms; None while they run),
    `still` earlier times in which they were stopped, from and to; `calls` are open calls, `called` how many of each
    seat have stopped the clocks; `outages` are times that were given back, from and to; `envelopes` are sealed commands
    by seat, `shelved` is an adjournment that a result has ended. `dice_source` is where open dice come from, empty for
    where they came from at the opening, and `retired` are the sets of dice out of use. `clocks` are those of the seats;
    `questions`, what all questions have used of the time, grows with the entries, and what is `forked` only reads it.

    `appeal` waits for a referee, `appealed` are the matters that seats have appealed about, `overturned` maps the entry
    of a matter to that of the ruling that overturned it, `resumed` is since when the time for appeals runs on, `waived`
    are the seats that will not appeal. `penalties` stand in the order they were given; `draw_allowed` is the entry that
    allowed a draw, or 0; `restarted` names the game in the place of this one; `inspected` and `interpreted` are by
    their entries. `accepted` are the seats that have accepted a referee, by the key id of the referee's token.
    `absences` map the seats for which silence is taken to the entry of the order, `excused` are all that were ever
    ordered absent. `players` are who has taken a seat over, with the seat, in order. `officials` are those whose keys
    stand otherwise than in the opening, by office and key id of the token.
    """

    __slots__ = (
        "absences",
        "accepted",
        "appeal",
        "appealed",
        "called",
        "calls",
        "changed",
        "clocks",
        "dice_source",
        "draw_allowed",
        "entries",
        "envelopes",
        "excused",
        "forked",
        "inspected",
        "interpreted",
        "officials",
        "outages",
        "overturned",
        "penalties",
        "players",
        "proposal",
        "questions",
        "restarted",
        "resumed",
        "retired",
        "retired_keys",
        "rewinds",
        "rulings",
        "seats",
        "shelved",
        "still",
        "stopped_since",
        "stops",
        "waived",
    )

    absences: dict[Party, int]
    accepted: dict[str, tuple[Party, ...]]
    appeal: OpenAppeal | None
    appealed: tuple[tuple[int, int], ...]
    called: dict[Party, int]
    calls: tuple[Call, ...]
    changed: int
    clocks: Clocks
    dice_source: str
    draw_allowed: int
    entries: list[EntryNote]
    envelopes: dict[Party, Envelope]
    excused: tuple[Party, ...]
    forked: bool
    inspected: dict[int, Inspection]
    interpreted: dict[int, Interpretation]
    officials: dict[Place, Signer]
    outages: tuple[tuple[int, int], ...]
    overturned: dict[int, int]
    penalties: tuple[Penalty, ...]
    players: tuple[tuple[Party, str], ...]
    proposal: Proposal | None
    questions: Questions
    restarted: bytes | None
    resumed: Resumed | None
    retired: tuple[str, ...]
    retired_keys: tuple[bytes, ...]
    rewinds: dict[int, int]
    rulings: dict[int, NotedRuling]
    seats: dict[Party, Seated]
    shelved: Shelved | None
    still: tuple[tuple[int, int], ...]
    stopped_since: int | None
    stops: tuple[Stop, ...]
    waived: tuple[int, ...]

    def __init__(self) -> None:
        self.absences = {}
        self.accepted = {}
        self.appeal = None
        self.appealed = ()
        self.called = {}
        self.calls = ()
        self.changed = 0
        self.clocks = Clocks()
        self.dice_source = ""
        self.draw_allowed = 0
        self.entries = []
        self.envelopes = {}
        self.excused = ()
        self.forked = False
        self.inspected = {}
        self.interpreted = {}
        self.officials = {}
        self.outages = ()
        self.overturned = {}
        self.penalties = ()
        self.players = ()
        self.proposal = None
        self.questions = Questions()
        self.restarted = None
        self.resumed = None
        self.retired = ()
        self.retired_keys = ()
        self.rewinds = {}
        self.rulings = {}
        self.seats = {}
        self.shelved = None
        self.still = ()
        self.stopped_since = None
        self.stops = ()
        self.waived = ()

    @property
    def stopped(self) -> bool:
        """Whether the clocks are stopped."""
        return self.stopped_since is not None

    @property
    def halt(self) -> Stop | None:
        """The pause or adjournment in which nothing is played, None where the game goes on."""
        return next((stop for stop in self.stops if stop.kind != stops.CALL), None)

    def stopped_ms(self, since: int, now: int) -> int:
        """Count the ms between two times in which the clocks were stopped."""
        return stopped_ms(self, since, now)

    def fork(self) -> Self:
        """Give a docket that goes its own way."""
        twin = object.__new__(type(self))
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.entries = []  # a fork hears events, and at most one entry
        twin.forked = True
        return twin

    def hear(self, event: Struct, heard: Heard) -> None:
        """Take one event of an entry."""
        for reducer in REDUCERS.get(type(event), ()):
            reducer(self, event, heard)

    def enter(self, heard: Heard, events: Sequence[tuple[Struct, Any]], rolls: tuple[Roll, ...] = ()) -> None:
        """Take one entry of the log."""
        if heard.seq == 1:
            clocks.opened(self, heard)
        kinds = tuple([type(event) for event, _ in events])
        course = Course(self, heard, events, kinds)
        if not self.forked:
            course.keep(self)
        for kind, (event, _) in zip(kinds, events, strict=True):
            for reducer in REDUCERS.get(kind, ()):
                reducer(self, event, heard)
        course.follow(self)
        if self.questions.kept and not self.forked:
            self.questions.places.append(self.clocks.place)
        kept = (heard.command, rolls) if rolls else ()
        self.entries.append(EntryNote(heard.actor, type(heard.command), kinds, *kept))

    def note(self, seq: int) -> EntryNote:
        """Give what is kept of an entry."""
        return self.entries[seq - 1]

    def path(self, seq: int) -> list[int]:
        """List the entries that the game after entry `seq` is folded from, the first entry first.

        A forged rewind that names an entry after its own goes back to the one before it: what follows always ends.
        """
        found: list[int] = []
        while seq > 0:
            found.append(seq)
            seq = min(self.rewinds.get(seq, seq), seq) - 1
        return found[::-1]

"""A table in memory for tests of rules: given a game, when a command, then its events.

    from adjudicator.registry import rules_of
    from tests.kit import Table

    def test_assault_beyond_range():
        table = Table(rules_of("grinding_annihilation"), dice=[3, 5])
        table.when("referee", CreateBattle(...)).then(BattleCreated)
        table.put("formations", Formation("r1", ...))              # a row, past all rules
        table.ask("assault", "red")                                # the one open question
        table.when("red", DeclareAssault(formation="r1", targets=("b2",))).rejected(
            "GA-3.4-06", "too-far", distance=12_500)
        table.when("red", RollAssault(formation="r1")).then(AssaultRolled, reach=8000).asks("reroll", "red")

Who acts is a seat's name ("red", "blue", ...) or number, "referee", "head" (the head referee), "second" (another
referee), "table" (the service) or "spectator".

Every accepted command is built into a real record, read back from its bytes and folded in a second game,
which has to equal the ruling's own fork; views and state have to fit the log's bytes; invariants have to hold;
every event needs clauses that exist and a phrase. Every refusal has to leave no trace and needs a sentence.
Dice are scripted; a face that nobody threw, or a refusal that no test looked at, fails at the end (by the fixture
`tables_closed`, autouse where it is imported).
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Self, TypeVar, cast

import pytest
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.bot import Sight
from adjudicator.kernel.decide.adjudicate import adjudicate, fold_one
from adjudicator.kernel.decide.faults import Fault, Rejected
from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.decide.parties import REFEREE, SPECTATOR, TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.decide.windows import IDS_PER_ENTRY, NO_SUBJECT, Subject, Window, subject_words
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.dice.dice_sources import SeededDice
from adjudicator.kernel.dice.wgdice import Dice, Roll, Throw
from adjudicator.kernel.messages import AcknowledgeRoll, Asked, GameTerms, OpenGame, ReportRoll, Seat, Stretches
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.record.chain import entry_hash
from adjudicator.kernel.record.mpint import encode, pack
from adjudicator.kernel.record.record import Actor, Draft, EntryMetadata, OpenedRecord, decoder, draft, open_record
from adjudicator.kernel.ruleset import LoadedRuleset, Ruleset, assemble
from tests.field_paths import wrong_step

T = TypeVar("T", bound=Struct)
GAME = bytes(range(16))
SECRET = b"\x5e" * 32
NAMES = ("red", "blue", "green", "gold")
OTHERS = {"referee": REFEREE, "head": REFEREE, "second": REFEREE, "table": TABLE, "spectator": SPECTATOR}
# actors that differ from the usual one of their party: the head referee, and a second referee
ACTORS = {"head": Actor(8, REFEREE, "h"), "second": Actor(2, REFEREE, "s")}
ROLES = {REFEREE: 2, TABLE: 6}
MINUTE = 60_000
_open: list[Table] = []


class Script:
    """Faces written down by a test, which more can be added to."""

    def __init__(self, faces: Iterable[int]) -> None:
        self.faces = list(faces)
        self.thrown = 0

    def throw(self, ask: Throw) -> tuple[int, ...]:
        """Hand out the next faces; AssertionError where the script does not fit."""
        faces = tuple(self.left()[: ask.count])
        if len(faces) != ask.count or not all(1 <= face <= ask.sides for face in faces):
            raise AssertionError(f"{ask} can not be {list(faces)}: correct the script")
        self.thrown += len(faces)
        return faces

    def left(self) -> list[int]:
        return self.faces[self.thrown :]


class Outcome:
    """What became of one command; every method that checks gives the outcome back, so that checks chain."""

    def __init__(self, table: Table, who: str, command: Struct, faults: tuple[Fault, ...] = ()) -> None:
        self.table = table
        self.said = f"{who}: {command}"
        self.faults = faults
        self.looked_at = not faults
        self.events = table.events if not faults else ()
        self.rolls = table.rolls if not faults else ()

    def accepted(self) -> Self:
        """Fail where the command was refused."""
        assert not self.faults, f"{self.said} was refused: {_tell(self.faults)}"
        return self

    def then(self, *expected: type[Struct] | Struct, **fields: object) -> Self:
        """Find these kinds or events among the events, in this order; `fields` are the last one's."""
        self.accepted()
        rest = iter(self.events)
        for place, row in enumerate(expected):
            wanted = fields if place == len(expected) - 1 else {}
            missing = f"no {_name(row)} {wanted or ''} (or not in this order) among"
            assert any(_is(event, row, wanted) for event in rest), f"{self.said}: {missing}\n{_lines(self.events)}"
        return self

    def exactly(self, *expected: type[Struct] | Struct) -> Self:
        """These are all the events, in this order (the kernel's `Asked` is left out)."""
        self.accepted()
        same = len(expected) == len(self.events) and all(
            _is(event, row, {}) for event, row in zip(self.events, expected, strict=True)
        )
        wanted = [_name(row) for row in expected]
        assert same, f"{self.said}: expected exactly {wanted}, events are\n{_lines(self.events)}"
        return self

    def without(self, *kinds: type[Struct]) -> Self:
        """None of these kinds happened."""
        self.accepted()
        found = [event for event in self.events if type(event) in kinds]
        assert not found, f"{self.said}: should not have happened:\n{_lines(found)}"
        return self

    def asks(self, kind: str, *seats: str | Party) -> Self:
        """The innermost window is of this kind and asks these, if any are named."""
        self.accepted()
        top = self.table.window
        assert top is not None, f"{self.said}: nothing is asked, expected {kind}"
        assert top.kind == kind, f"{self.said}: the window is {top}, expected {kind}"
        if seats:
            assert top.asks == tuple(sorted(map(party_of, seats))), f"{self.said}: the window is {top}"
        return self

    def cites(self, *clauses: str) -> Self:
        """These clauses stand at the events."""
        found = {clause for _, ids in self.table.ruled for clause in ids}
        assert set(clauses) <= found, f"{self.said}: cites {sorted(found)}, expected {clauses}"
        return self

    def rejected(self, clause: str, reason: str, path: str | None = None, **facts: int | str) -> Self:
        """Refused under this clause for this reason; `facts` are among the fault's facts."""
        self.looked_at = True
        assert self.faults, f"{self.said} was accepted, not {clause} {reason}; events:\n{_lines(self.events)}"
        found = any(
            (fault.clause, fault.reason) == (clause, reason)
            and path in (None, fault.path)
            and facts.items() <= dict(fault.facts).items()
            for fault in self.faults
        )
        wanted = f"{clause} {reason} {'' if path is None else path} {facts or ''}"
        assert found, f"{self.said}: refused with {_tell(self.faults)}, expected {wanted}"
        return self

    def one(self, kind: type[T]) -> T:
        """Give the one event of this kind."""
        self.accepted()
        found = [event for event in self.events if isinstance(event, kind)]
        assert len(found) == 1, f"{self.said}: {len(found)} {kind.__name__} among\n{_lines(self.events)}"
        return found[0]


class Table:
    """A game in memory, opened and, in profile P0, ready for the ruleset's creating command.

    `dice` are faces in the order of their throws, or a source of faces. `limit` and `appeal` are the seconds of
    the opening's response_limit and appeal_window; `wait` lets time pass. `event`, `terms` and `starts_ms` are
    those of a game of an event, `stretches` those of its open dice.
    """

    def __init__(
        self,
        rules: Ruleset[Any] | LoadedRuleset[Any],
        seats: int = 2,
        dice: Iterable[int] | Dice = (),
        *,
        reported: bool = False,
        pace: str = "auto",
        referee: bool = False,
        profile: str = "P0",
        limit: int = 0,
        appeal: int = 0,
        game_id: bytes = GAME,
        opened: bool = True,
        event: bytes | None = None,
        terms: GameTerms | None = None,
        starts_ms: int = 0,
        stretches: Stretches | None = None,
    ) -> None:
        self.rules: LoadedRuleset[Any] = rules if isinstance(rules, LoadedRuleset) else assemble(rules)
        self.dice = Script(dice) if isinstance(dice, Iterable) else dice
        self.game_id = game_id
        self.game: Any = self.rules.start(seats)
        self.protocol = ProtocolState(game_id)
        self.twin: Any = self.rules.start(seats)
        self.twin_protocol = ProtocolState(game_id)
        self.pasts: dict[int, Any] = {}
        self.twin_pasts: dict[int, Any] = {}
        self.time = MINUTE
        self.drafts: list[Draft] = []
        self.commands: list[tuple[Party, Struct]] = []
        self.ruled: tuple[tuple[Struct, tuple[str, ...]], ...] = ()
        self.opened: OpenedRecord | None = None
        self.log: list[OpenedRecord] = []
        self.rolls: tuple[Roll, ...] = ()
        self.outcome: Outcome | None = None
        self._salts = 0
        self._fitting: set[bytes] = set()
        self.opening = OpenGame(
            ruleset=self.rules.name,
            edition=self.rules.edition,
            package=self.rules.package,
            engine=bytes(32),
            seats=tuple(Seat(name=name, bot=False) for name in NAMES[:seats]),
            pace=pace,
            dice_mode="reported" if reported else "seeded",
            profile=profile,
            response_limit=limit,
            referee=referee,
            appeal_window=appeal,
            test=True,
            signed=False,
            master_key="",
            log_key="",
            commitment=wgdice.commit(game_id, SECRET),
            event=event,
            event_terms=terms,
            starts_ms=starts_ms,
            stretches=stretches,
        )
        self._giver: Actor | None = None
        if opened:
            _open.append(self)
            self.when("referee", self.opening).accepted()

    # -- given

    def given(self, *events: Struct) -> Self:
        """Let these events have happened, without commands or checks."""
        for event in events:
            for game in (self.game, self.twin):
                self.rules.reducers[type(event)](game, event)
        return self

    def put(self, table: str, *rows: Any, key: str = "id") -> Self:
        """Put rows into a table of the state, past all rules; a row's key is its field `id`."""
        for game in (self.game, self.twin):
            getattr(game, table).update({getattr(row, key): row for row in rows})
        return self

    def set(self, **slots: Any) -> Self:
        """Set slots of the state, whole tables too, past all rules."""
        for game in (self.game, self.twin):
            for name, value in slots.items():
                setattr(game, name, value.copy() if isinstance(value, dict) else value)
        return self

    def ask(self, kind: str, *seats: str | Party, subject: Subject = NO_SUBJECT, over: bool = False) -> Self:
        """Make this the one open question, or the innermost one over those that are open."""
        assert kind in self.rules.windows, f"no window is called {kind}"
        parties = tuple(sorted(map(party_of, seats)))
        below = self.game.stack if over else ()
        words = subject_words(self.rules.windows[kind], subject)
        window = Window(self.protocol.seq * IDS_PER_ENTRY + IDS_PER_ENTRY // 2 + len(below), kind, parties, words)
        return self.set(stack=(*below, window))

    def faces(self, *faces: int) -> Self:
        """Write faces at the end of the script."""
        assert isinstance(self.dice, Script)
        self.dice.faces.extend(faces)
        return self

    def wait(self, seconds: int) -> Self:
        """Let time pass."""
        self.time += 1000 * seconds
        return self

    # -- when

    def when(self, who: str | Party, command: Struct) -> Outcome:
        """Let somebody give a command; a refusal has to be looked at with `rejected`."""
        self._looked_at()
        self._giver = ACTORS.get(str(who))
        try:
            self._submit(party_of(who), command)
        except Rejected as refusal:
            self.outcome = Outcome(self, str(who), command, refusal.faults)
        else:
            self.outcome = Outcome(self, str(who), command)
        return self.outcome

    def play(self, *said: tuple[str | Party, Struct]) -> Outcome:
        """Let several commands be accepted one after the other; the outcome of the last."""
        for who, command in said:
            outcome = self.when(who, command).accepted()
        return outcome

    def thrown(self, *faces: int, by: str | Party | None = None, seen: str | Party | None = None) -> Outcome:
        """Report these faces of a requested throw and let another party acknowledge them."""
        top = self.window
        assert top is not None
        assert top.kind == "roll_report", f"no dice are asked for: {top}"
        roller = top.asks[0] if by is None else party_of(by)
        self.when(roller, ReportRoll(faces=faces, dice_set="")).accepted()
        asked = self.window
        assert asked is not None
        return self.when(asked.asks[0] if seen is None else seen, AcknowledgeRoll()).accepted()

    def refused(self, command: Struct, who: str | Party) -> tuple[Fault, ...]:
        """Try a command without giving it: the faults of its refusal, or () where it would be accepted."""
        before = self._state()
        self._giver = ACTORS.get(str(who))
        thrown = self.dice.thrown if isinstance(self.dice, Script) else 0
        try:
            self._rule(party_of(who), command)
        except Rejected as refusal:
            for fault in refusal.faults:
                _check_fault(self.rules, command, fault)
            return refusal.faults
        finally:
            if isinstance(self.dice, Script):
                self.dice.thrown = thrown
            assert self._state() == before, f"{command} changed the game although it was only tried"
        return ()

    # -- then

    @property
    def events(self) -> tuple[Struct, ...]:
        """Events of the last accepted command, the kernel's `Asked` left out."""
        return tuple(event for event, _ in self.ruled if not isinstance(event, Asked))

    @property
    def last(self) -> Outcome:
        """Outcome of the last command."""
        assert self.outcome is not None, "no command was given yet"
        return self.outcome

    @property
    def windows(self) -> tuple[Window, ...]:
        """The stack of questions, innermost last."""
        return cast("Tables", self.game).stack

    @property
    def window(self) -> Window | None:
        """The innermost question."""
        return self.windows[-1] if self.windows else None

    def offers(self, who: str | Party) -> tuple[Offer, ...]:
        """What the innermost window offers this party."""
        party, top = party_of(who), self.window
        if top is None or party not in top.asks:
            return ()
        offers = self.rules.windows[top.kind].offers
        return tuple(offers(self.game, top, party)) if offers else ()

    def offered(self, who: str | Party) -> list[str]:
        """Kinds of command that this party is offered."""
        return [offer.command for offer in self.offers(who)]

    def view(self, who: str | Party) -> Any:
        """What a party sees."""
        return self.rules.view(self.game, party_of(who))

    def sight(self, who: str | Party) -> Sight:
        """What a bot of this party knows."""
        return Sight(party_of(who), self.view(who), self.windows, self.offers(who))

    def close(self) -> None:
        """Fail where faces are left or a refusal was not looked at."""
        self._looked_at()
        if isinstance(self.dice, Script):
            assert not self.dice.left(), f"nobody threw {self.dice.left()}: correct the script"

    # -- the double check

    def _submit(self, actor: Party, command: Struct) -> None:
        before = self._state()
        thrown = self.dice.thrown if isinstance(self.dice, Script) else 0
        try:
            ruling = self._rule(actor, command)
        except Rejected as refusal:
            assert self._state() == before, f"the refusal of {command} left a trace"
            after = self.dice.thrown if isinstance(self.dice, Script) else 0
            assert after == thrown, f"the refusal of {command} spent dice"
            for fault in refusal.faults:
                _check_fault(self.rules, command, fault)
            raise
        assert self._state() == before, f"{command} changed the game and not its fork"
        made = self._draft(ruling, actor, command)
        self._enter(ruling, made, command)
        self.commands.append((actor, command))

    def _rule(self, actor: Party, command: Struct) -> Ruling[Any]:
        return adjudicate(
            self.rules,
            self.game,
            self.protocol,
            actor,
            command,
            self.dice,
            self.time,
            by=self._actor(actor),
            past=lambda seq: self.pasts[seq].fork(),
        )

    def _actor(self, actor: Party) -> Actor:
        return self._giver or Actor(ROLES.get(actor, 3), actor, "k")

    def _draft(self, ruling: Ruling[Any], actor: Party, command: Struct) -> Draft:
        ids = EntryMetadata(
            self.game_id,
            self.protocol.head,
            self.time,
            self._actor(actor),
            ruling.seq.to_bytes(16, "big"),
            self.protocol.head if self.protocol.seq else None,
        )
        seats, salt = len(self.opening.seats), self._salt
        return draft(self.rules, ids, ruling.seq, command, ruling.events, ruling.rolls, seats, None, salt)

    def _salt(self) -> bytes:
        self._salts += 1
        return self._salts.to_bytes(32, "big")

    def _enter(self, ruling: Ruling[Any], made: Draft, command: Struct) -> None:
        record = decoder(self.rules).decode(made.data)
        assert encode(record) == made.data, f"the record of {command} reads back as other bytes"
        opened = open_record(self.rules, record, made.openings)
        assert opened.whole, f"openings of {command} are missing"
        assert opened.command == command, f"{command} reads back as {opened.command}"
        assert opened.events == tuple(ruling.events), f"events of {command} read back as {opened.events}"
        rolls = sorted(opened.rolls, key=_place)
        assert rolls == sorted(ruling.rolls, key=_place), f"rolls of {command} read back as {rolls}"
        head = entry_hash(made.data)
        twin = fold_one(
            self.rules, self.twin, self.twin_protocol, record, opened, head, lambda seq: self.twin_pasts[seq].fork()
        )
        self.twin = twin
        self.protocol.enter(record, opened, head)
        self.game = ruling.game
        suspended = self.game.suspended
        if suspended is not None and suspended.seq == 0:
            self.game.suspended = replace(suspended, seq=record.seq)
        self.pasts[record.seq], self.twin_pasts[record.seq] = self.game.fork(), self.twin.fork()
        self.drafts.append(made)
        self.log.append(opened)
        self.ruled, self.opened, self.rolls = opened.events, opened, tuple(ruling.rolls)
        self._compare(command)

    def _compare(self, command: Struct) -> None:
        live, folded = _slots(self.game), _slots(self.twin)
        for name, value in live.items():
            assert value == folded[name], f"{command}: `{name}` is {value} and folds to {folded[name]}"
        self._look_at_all()
        broken = list(self.rules.invariants(self.game))
        assert not broken, f"after {command}: {broken}"
        for event, clauses in self.ruled:
            _check_event(self.rules, event, clauses)

    def _look_at_all(self) -> None:
        """Fail where a view, a table or what is public has no place in the log's bytes."""
        for party in (*range(len(self.opening.seats)), REFEREE, SPECTATOR):
            self._fits(self.rules.view(self.game, party))
        self._fits([table for _, table in self.game.dump()])
        self._fits(self.rules.public(self.game))

    def _fits(self, whole: Struct | list[Any]) -> None:
        """Fail where something has no place in the log's bytes; of what was there before, the same bytes will do."""
        for piece in _pieces(whole):
            data = pack(piece)
            if data not in self._fitting:
                encode([[piece]])
                self._fitting.add(data)

    def _state(self) -> object:
        return _slots(self.game), self.protocol.seq, dict(self.protocol.cursors)

    def _looked_at(self) -> None:
        last, self.outcome = self.outcome, None
        if last is not None:
            assert last.looked_at, f"{last.said} was refused: {_tell(last.faults)}"


@pytest.fixture(autouse=True)
def tables_closed() -> Iterator[None]:
    """Close every table that a test opened: no face is left, every refusal was looked at."""
    _open.clear()
    yield
    tables = list(_open)
    _open.clear()
    for table in tables:
        table.close()


def seeded(number: int) -> SeededDice:
    """Dice of a seed, for games that are played at random."""
    return SeededDice(number.to_bytes(32, "big"), bytes(32))


def party_of(who: str | Party) -> Party:
    """Number of a party by its name."""
    if not isinstance(who, str):
        return who
    return OTHERS[who] if who in OTHERS else NAMES.index(who)


def _slots(game: Tables) -> dict[str, object]:
    """Copy of all slots; of tables the order of rows too, since views may follow it."""
    slots = ((name, getattr(game, name)) for name in game.ALL)
    return {name: list(value.items()) if isinstance(value, dict) else value for name, value in slots}


def _pieces(whole: Struct | list[Any]) -> Iterator[Any]:
    """Take a view or the tables of a game apart: its fields, and of a list each row."""
    fields = [getattr(whole, name) for name in whole.__struct_fields__] if isinstance(whole, Struct) else whole
    for field in fields:
        yield from field if isinstance(field, tuple | list) else (field,)


def _place(roll: Roll) -> tuple[int, int, int]:
    return roll.stream, roll.epoch, roll.index


def _check_event(rules: LoadedRuleset[Any], event: Struct, clauses: Sequence[str]) -> None:
    kind = type(event).__name__
    unknown = [clause for clause in clauses if clause not in rules.texts]
    assert not unknown, f"{kind} cites {unknown}, which have no text"
    assert kind in rules.phrases, f"{kind} has no phrase"
    named = placeholders(rules.phrases[kind])
    assert named <= set(event.__struct_fields__), f"the phrase of {kind} names {named}, it has other fields"


def _check_fault(rules: LoadedRuleset[Any], command: Struct, fault: Fault) -> None:
    wrong = wrong_step(type(command), fault.path)
    assert wrong is None, f"{type(command).__name__} has no field {fault.path} (at {wrong}): {fault}"
    assert fault.clause == "" or fault.clause in rules.texts, f"{fault} cites a clause without text"
    assert fault.reason in rules.reasons, f"{fault.reason} has no sentence"
    named = placeholders(rules.reasons[fault.reason])
    assert named <= {"field", *dict(fault.facts)}, f"the sentence of {fault.reason} names {named}: {fault}"


def placeholders(sentence: str) -> set[str]:
    """Names that stand in braces in a phrase or sentence."""
    return {name.split(".")[0].split("[")[0] for _, name, _, _ in string.Formatter().parse(sentence) if name}


def _is(event: Struct, expected: type[Struct] | Struct, fields: dict[str, object]) -> bool:
    if not isinstance(expected, type):
        return event == expected
    return isinstance(event, expected) and all(getattr(event, key) == value for key, value in fields.items())


def _name(expected: type[Struct] | Struct) -> str:
    return expected.__name__ if isinstance(expected, type) else str(expected)


def _lines(events: Iterable[Struct]) -> str:
    return "\n".join(f"  {event}" for event in events) or "  (none)"


def _tell(faults: Iterable[Fault]) -> str:
    return "; ".join(f"{fault.clause} {fault.reason} {fault.path} {dict(fault.facts)}" for fault in faults)

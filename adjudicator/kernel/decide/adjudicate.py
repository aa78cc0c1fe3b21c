"""From a command to a ruling, and from records to a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, Rejected
from adjudicator.kernel.decide.parties import EVERYONE, REFEREE, TABLE, Party
from adjudicator.kernel.decide.past import Past, no_past
from adjudicator.kernel.decide.rules import Rules
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.decide.windows import Window, WindowKind, difference
from adjudicator.kernel.dice.dice_sources import FacesMissing, ReportedDice
from adjudicator.kernel.dice.wgdice import REPORTED, Dice, Throw
from adjudicator.kernel.messages import Asked, OpenGame, Rewound, RollAcknowledged, RollsTaken, ThrowDrawn
from adjudicator.kernel.protocol.dice_reports import DICE_WINDOWS, request_roll
from adjudicator.kernel.protocol.endings import played_on
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.record.record import Actor, OpenedRecord, Record, in_order
from adjudicator.kernel.referee.clocks import note_for_clocks
from adjudicator.kernel.referee.rewinding.again import AGAIN, give_again
from adjudicator.kernel.referee.stopping.gate import require_goes_on
from adjudicator.kernel.referee.stopping.sealed import waiting_sealed

G = TypeVar("G", bound=Tables)
STEPS = 1_000


class TableDice:
    """Reported faces for open dice, another source for hidden ones."""

    def __init__(self, faces: tuple[tuple[int, ...], ...], hidden: Dice) -> None:
        self.reported = ReportedDice(faces)
        self.hidden = hidden

    def throw(self, ask: Throw) -> tuple[int, ...]:
        """Hand out reported faces in order.

        Raises FacesMissing where none are left.
        """
        return (self.reported if ask.stream == REPORTED else self.hidden).throw(ask)


def adjudicate(  # noqa: PLR0913  (what a ruling is made from)
    rules: Rules[G],
    game: G,
    protocol: ProtocolState,
    actor: Party,
    command: Struct,
    dice: Dice,
    time: int = 0,
    *,
    fork: bool = True,
    by: Actor | None = None,
    past: Past[G] = no_past,
) -> Ruling[G]:
    """Rule on one command, on a fork of the game (without one where a refusal ends everything anyway: in an audit).

    `time` is the server time (ms) that the entry would have, `by` the actor as it would name him, `past` gives the game
    after an earlier entry. Raises Rejected where the command is refused: then nothing was drawn that anybody could see;
    PastNeeded where `past` does not have it.
    """
    ruling: Ruling[G] = Ruling(rules, game.fork() if fork else game, protocol, actor, dice, time, by, past)
    ruling.command = command
    before = game.stack
    if ruling.reported:
        ruling.dice = TableDice((), dice)
    _take(ruling, command, actor)
    if any(isinstance(event, RollAcknowledged | ThrowDrawn) for event, _ in ruling.events):
        _resume(ruling, dice)
    _settle(ruling)
    note_for_clocks(ruling)
    _note_questions(ruling, () if ruling.asked_anew else before)
    if rules.sealing:
        ruling.events = in_order(rules, ruling.events)
    return ruling


def _note_questions(ruling: Ruling[Any], before: tuple[Window, ...]) -> None:
    keep, above = difference(before, ruling.game.stack)
    if keep == len(before) and not above and not ruling.asked_anew:
        return
    clauses = [ruling.rules.windows[window.kind].clause for window in above] or ["WG-ASK-01"]
    ruling.record(Asked(keep=keep, windows=above), *clauses)


def _take(ruling: Ruling[Any], command: Struct, actor: Party) -> None:
    kind = type(command)
    ruling.window = None
    require_goes_on(ruling, kind)
    if kind is OpenGame or _any_time(ruling, kind):
        waiting = ruling.game.suspended is not None and kind in ruling.rules.own
        _perform(ruling, command, actor, by_table=False)
        if waiting and ruling.game.result is None:
            raise Rejected(Fault("WG-DICE-01", "dice-awaited"))
        if kind in ruling.rules.own:
            played_on(ruling, actor)
        return
    top = ruling.top()
    if top is None:
        ruling.reject("WG-END-04", "nothing-open" if ruling.protocol.seq else "not-open-yet")
    window, asked = top
    acting = window.acting(actor)
    if kind not in asked.accepts or acting not in window.asks:
        ruling.actor = actor
        ruling.reject(asked.clause, "not-asked", window=window.kind, asks=_names(ruling, window.asks))
    if window.kind == AGAIN:
        acting = give_again(ruling, window, command, acting)
    else:
        ruling.window = window
    _perform(ruling, command, acting, by_table=False)
    if kind in ruling.rules.own:
        played_on(ruling, actor)


def _any_time(ruling: Ruling[Any], kind: type[Struct]) -> bool:
    """A ruleset's own commands of any time end with its result; the kernel's go on."""
    return kind in ruling.rules.anytime and (ruling.game.result is None or kind not in ruling.rules.own)


def _names(ruling: Ruling[Any], parties: Iterable[Party]) -> str:
    seats = ruling.protocol.seats
    special = {REFEREE: "the referee", TABLE: "the table", EVERYONE: "everyone"}
    return " and ".join(special.get(party) or seats[party] for party in parties) or "nobody"


def _perform(ruling: Ruling[Any], command: Struct, actor: Party, *, by_table: bool) -> bool:
    """Run a handler; where a physical die is missing, suspend the command and say so."""
    handler = ruling.rules.handlers[type(command)]
    if not ruling.reported:
        ruling.run(command, actor, handler)
        return True
    mark = ruling.mark()
    try:
        ruling.run(command, actor, handler)
    except FacesMissing as missing:
        ruling.back_to(mark)
        request_roll(ruling, missing.ask, by_table=by_table)
        _suspend(ruling.game, ruling.seq, actor, None if by_table else command)
        return False
    return True


def _suspend(game: Tables, seq: int, actor: Party, command: Struct | None) -> None:
    if game.suspended is not None and game.suspended.seq == 0:
        game.suspended = replace(game.suspended, seq=seq, actor=actor, command=command)


def _resume(ruling: Ruling[Any], dice: Dice) -> None:
    """Take the waiting command again from the same state, with the faces so far."""
    suspended = ruling.game.suspended
    _drop_closed(ruling)
    top = ruling.top()
    if suspended is None or top is None:
        message = "faces were acknowledged and no command waits"
        raise AssertionError(message)
    ruling.dice = TableDice(suspended.faces, dice)
    window, kind = top
    command = suspended.command
    if command is None:
        command = kind.default_command(ruling.game, window, TABLE) if kind.default_command else None
    if command is None:
        message = f"the step of the table in window {window.kind} can not be taken again"
        raise AssertionError(message)
    ruling.window = None if type(command) in ruling.rules.anytime else window
    if _perform(ruling, command, suspended.actor, by_table=suspended.command is None):
        ruling.record(RollsTaken(count=len(suspended.faces)), "WG-DICE-02")
        # what goes on from here throws dice of its own
        ruling.dice = TableDice((), dice)


def _drop_closed(ruling: Ruling[Any]) -> None:
    while (top := ruling.top()) is not None and not top[0].asks and top[1].on_close is None:
        ruling.game.stack = ruling.game.stack[:-1]


def _settle(ruling: Ruling[Any]) -> None:
    """Go on with whatever needs nobody's choice."""
    for _ in range(STEPS):
        top = ruling.top()
        if top is None or not _step(ruling, *top):
            _prune(ruling)
            return
    message = f"the windows do not settle: {[window.kind for window in ruling.game.stack]}"
    raise AssertionError(message)


def _prune(ruling: Ruling[Any]) -> None:
    """Take away answered questions that nothing follows from: they would lie in the stack for good."""
    kinds = ruling.rules.windows
    ruling.game.stack = tuple(row for row in ruling.game.stack if row.asks or kinds[row.kind].on_close is not None)


def _step(ruling: Ruling[Any], window: Window, kind: WindowKind) -> bool:
    if not window.asks:
        ruling.game.stack = ruling.game.stack[:-1]
        ruling.window = None
        if kind.on_close is not None:
            ruling.settling = True
            kind.on_close(ruling, window)
            ruling.settling = False
        return True
    table = TABLE in window.asks and window.kind not in DICE_WINDOWS
    if table and ruling.protocol.automatic and kind.default_command is not None:
        return _table_step(ruling, window, kind)
    idle = _idle(ruling, window, kind)
    if idle:
        ruling.game.stack = (*ruling.game.stack[:-1], window.without(*idle))
    return bool(idle)


def _table_step(ruling: Ruling[Any], window: Window, kind: WindowKind) -> bool:
    command = kind.default_command(ruling.game, window, TABLE) if kind.default_command else None
    if command is None:
        return False
    ruling.window = window
    try:
        return _perform(ruling, command, TABLE, by_table=True)
    except Rejected as refusal:
        message = f"the table's own step in {window.kind} is refused: {refusal}"
        raise AssertionError(message) from refusal


def _idle(ruling: Ruling[Any], window: Window, kind: WindowKind) -> list[Party]:
    if not kind.skip_if_idle or kind.offers is None:
        return []
    return [party for party in window.asks if _has_no_choice(ruling.game, window, kind, party)]


def _has_no_choice(game: Any, window: Window, kind: WindowKind, party: Party) -> bool:
    silent = kind.default_command(game, window, party) if kind.default_command else None
    offers = kind.offers(game, window, party) if kind.offers else ()
    return all(offer.command == type(silent).__name__ for offer in offers)


# -- the fold


def fold_one(
    rules: Rules[G],
    game: G,
    protocol: ProtocolState,
    record: Record,
    opened: OpenedRecord,
    entry_hash: bytes,
    past: Past[G] = no_past,
) -> G:
    """Take one record into the game and the protocol state; gives the game, another one after a rewind.

    Raises PastNeeded, before anything is taken, where a rewind goes back to what `past` does not have; ValueError where
    it goes back to no entry of before it.
    """
    to = rewound_to(opened)
    if to is not None:
        if not 0 < to < record.seq:
            message = f"entry {record.seq} goes back to entry {to}"
            raise ValueError(message)
        game = past(to - 1)
    fold_events(rules, game, record, opened)
    protocol.enter(record, opened, entry_hash)
    return game


def rewound_to(opened: OpenedRecord) -> int | None:
    """Give the first entry that this entry voids, None where it is no rewind."""
    return next((event.to for event, _ in opened.events if isinstance(event, Rewound)), None)


def fold_events(rules: Rules[G], game: G, record: Record, opened: OpenedRecord) -> None:
    """Take one record into the game alone."""
    reducers = rules.reducers
    for event, _ in opened.events:
        reducers[type(event)](game, event)
    suspended = game.suspended
    if suspended is not None and suspended.seq == 0:
        sealed = waiting_sealed(rules, opened.events)
        if sealed is not None:
            _suspend(game, record.seq, *sealed)
            return
        by_table = any(getattr(event, "by_table", False) for event, _ in opened.events)
        answers = game.stack[-2:-1]
        any_time = not answers or type(opened.command) in rules.anytime
        acting = record.actor.party if any_time else answers[0].acting(record.actor.party)
        _suspend(game, record.seq, TABLE if by_table else acting, None if by_table else opened.command)


class History(Generic[G]):
    """The entries of a game in memory, and so the game as it stood after any of them."""

    def __init__(self, rules: Rules[G], protocol: ProtocolState, seats: int) -> None:
        self._rules = rules
        self._protocol = protocol
        self._seats = seats
        self._entries: dict[int, tuple[Record, OpenedRecord]] = {}

    def add(self, record: Record, opened: OpenedRecord) -> None:
        """Keep one more entry."""
        self._entries[record.seq] = record, opened

    def game(self, seq: int) -> G:
        """Fold the game as it stood after an entry, along its path.

        Raises LookupError where an entry of the path was not kept.
        """
        game = self._rules.start(self._seats)
        for number in self._protocol.docket.path(seq):
            fold_events(self._rules, game, *self._entries[number])
        return game

"""From a command to a ruling, and from records to a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.dice import REPORTED, Dice, Throw
from adjudicator.kernel.docket import Docket
from adjudicator.kernel.game import Tables
from adjudicator.kernel.messages import AcknowledgeRoll, Asked, OpenGame, RollsTaken
from adjudicator.kernel.parties import EVERYONE, REFEREE, TABLE, Party, is_seat
from adjudicator.kernel.record import Filled, Record, in_order
from adjudicator.kernel.reports import request_roll
from adjudicator.kernel.ruleset import Rules
from adjudicator.kernel.ruling import Fault, Rejected, Ruling
from adjudicator.kernel.throws import FacesMissing, ReportedDice
from adjudicator.kernel.windows import Asks, Window, difference

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


def adjudicate(
    rules: Rules[G], game: G, docket: Docket, actor: Party, command: Struct, dice: Dice, time: int = 0, *,
    fork: bool = True,
) -> Ruling[G]:  # fmt: skip
    """Rule on one command, on a fork of the game (without one where a refusal ends everything anyway: in an audit).

    `time` is the server time (ms) that the entry would have. Raises Rejected where the command is refused: then
    nothing was drawn that anybody could see.
    """
    ruling: Ruling[G] = Ruling(rules, game.fork() if fork else game, docket, actor, dice, time)
    before = game.stack
    if docket.reported:
        ruling.dice = TableDice((), dice)
    _take(ruling, command, actor)
    if isinstance(command, AcknowledgeRoll):
        _resume(ruling, dice)
    _settle(ruling)
    _note_questions(ruling, before)
    if rules.sealing:
        ruling.events = in_order(rules, ruling.events)
    return ruling


def _note_questions(ruling: Ruling[Any], before: tuple[Window, ...]) -> None:
    keep, above = difference(before, ruling.game.stack)
    if keep == len(before) and not above:
        return
    clauses = [ruling.rules.windows[window.kind].clause for window in above] or ["WG-ASK-01"]
    ruling.record(Asked(keep=keep, windows=above), *clauses)


def _take(ruling: Ruling[Any], command: Struct, actor: Party) -> None:
    kind = type(command)
    ruling.window = None
    if kind is OpenGame or _any_time(ruling, kind):
        waiting = ruling.game.parked is not None and kind in ruling.rules.own
        _perform(ruling, command, actor, by_table=False)
        if waiting and ruling.game.result is None:
            raise Rejected(Fault("WG-DICE-01", "dice-awaited"))
        return
    top = ruling.top()
    if top is None:
        ruling.reject("WG-END-04", "nothing-open" if ruling.docket.seq else "not-open-yet")
    window, asks = top
    acting = _acting(window, actor)
    if kind not in asks.accepts or acting not in window.asks:
        ruling.actor = actor
        ruling.reject(asks.clause, "not-asked", window=window.kind, asks=_names(ruling, window.asks))
    ruling.window = window
    _perform(ruling, command, acting, by_table=False)


def _any_time(ruling: Ruling[Any], kind: type[Struct]) -> bool:
    """A ruleset's own commands of any time end with its result; the kernel's go on."""
    return kind in ruling.rules.anytime and (ruling.game.result is None or kind not in ruling.rules.own)


def _acting(window: Window, actor: Party) -> Party:
    """A step of TABLE may be taken by whoever is at the table, where it does not happen by itself."""
    table_only = actor not in window.asks and TABLE in window.asks
    return TABLE if table_only and (is_seat(actor) or actor == REFEREE) else actor


def _names(ruling: Ruling[Any], parties: Iterable[Party]) -> str:
    seats = ruling.docket.seats
    special = {REFEREE: "the referee", TABLE: "the table", EVERYONE: "everyone"}
    return " and ".join(special.get(party) or seats[party] for party in parties) or "nobody"


def _perform(ruling: Ruling[Any], command: Struct, actor: Party, *, by_table: bool) -> bool:
    """Run a clause; where a physical die is missing, park the command and say so."""
    clause = ruling.rules.clauses[type(command)]
    if not ruling.docket.reported:
        ruling.run(command, actor, clause)
        return True
    mark = ruling.mark()
    try:
        ruling.run(command, actor, clause)
    except FacesMissing as missing:
        ruling.back_to(mark)
        request_roll(ruling, missing.ask, by_table=by_table)
        _park(ruling.game, ruling.seq, actor, None if by_table else command)
        return False
    return True


def _park(game: Tables, seq: int, actor: Party, command: Struct | None) -> None:
    if game.parked is not None and game.parked.seq == 0:
        game.parked = replace(game.parked, seq=seq, actor=actor, command=command)


def _resume(ruling: Ruling[Any], dice: Dice) -> None:
    """Take the waiting command again from the same state, with the faces so far."""
    parked = ruling.game.parked
    _drop_closed(ruling)
    top = ruling.top()
    if parked is None or top is None:
        message = "faces were acknowledged and no command waits"
        raise AssertionError(message)
    ruling.dice = TableDice(parked.faces, dice)
    window, asks = top
    command = parked.command
    if command is None:
        command = asks.otherwise(ruling.game, window, TABLE) if asks.otherwise else None
    if command is None:
        message = f"the step of the table in window {window.kind} can not be taken again"
        raise AssertionError(message)
    ruling.window = None if type(command) in ruling.rules.anytime else window
    if _perform(ruling, command, parked.actor, by_table=parked.command is None):
        ruling.record(RollsTaken(throws=len(parked.faces)), "WG-DICE-02")
        # what goes on from here throws dice of its own
        ruling.dice = TableDice((), dice)


def _drop_closed(ruling: Ruling[Any]) -> None:
    while (top := ruling.top()) is not None and not top[0].asks and top[1].then is None:
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
    ruling.game.stack = tuple(each for each in ruling.game.stack if each.asks or kinds[each.kind].then is not None)


def _step(ruling: Ruling[Any], window: Window, asks: Asks) -> bool:
    if not window.asks:
        ruling.game.stack = ruling.game.stack[:-1]
        ruling.window = None
        if asks.then is not None:
            ruling.settling = True
            asks.then(ruling, window)
            ruling.settling = False
        return True
    if TABLE in window.asks and ruling.docket.automatic and asks.otherwise is not None:
        return _table_step(ruling, window, asks)
    idle = _idle(ruling, window, asks)
    if idle:
        ruling.game.stack = (*ruling.game.stack[:-1], _struck(window, idle))
    return bool(idle)


def _table_step(ruling: Ruling[Any], window: Window, asks: Asks) -> bool:
    command = asks.otherwise(ruling.game, window, TABLE) if asks.otherwise else None
    if command is None:
        return False
    ruling.window = window
    try:
        return _perform(ruling, command, TABLE, by_table=True)
    except Rejected as refusal:
        message = f"the table's own step in {window.kind} is refused: {refusal}"
        raise AssertionError(message) from refusal


def _idle(ruling: Ruling[Any], window: Window, asks: Asks) -> list[Party]:
    if not asks.skip_if_idle or asks.offers is None:
        return []
    return [party for party in window.asks if _has_no_choice(ruling.game, window, asks, party)]


def _has_no_choice(game: Any, window: Window, asks: Asks, party: Party) -> bool:
    silent = asks.otherwise(game, window, party) if asks.otherwise else None
    offers = asks.offers(game, window, party) if asks.offers else ()
    return all(each.command == type(silent).__name__ for each in offers)


def _struck(window: Window, parties: Iterable[Party]) -> Window:
    for party in parties:
        window = window.without(party)
    return window


# -- the fold


def fold_one(rules: Rules[G], game: G, docket: Docket, record: Record, filled: Filled, entry_hash: bytes) -> None:
    """Take one record into the game and the docket."""
    reducers = rules.reducers
    for event, _ in filled.events:
        reducers[type(event)](game, event)
    parked = game.parked
    if parked is not None and parked.seq == 0:
        by_table = any(getattr(event, "by_table", False) for event, _ in filled.events)
        answers = game.stack[-2:-1]
        any_time = not answers or type(filled.command) in rules.anytime
        acting = record.actor.party if any_time else _acting(answers[0], record.actor.party)
        _park(game, record.seq, TABLE if by_table else acting, None if by_table else filled.command)
    docket.enter(record, filled, entry_hash)


__all__ = ["TableDice", "adjudicate", "fold_one"]

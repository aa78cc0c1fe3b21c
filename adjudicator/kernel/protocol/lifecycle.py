"""What every game has: deadlines and the end, and the tables of the kernel's own handlers, reducers and windows."""

from __future__ import annotations

from msgspec import Struct

from adjudicator.kernel import messages
from adjudicator.kernel.decide.handlers import Part, handlers, join, reducers
from adjudicator.kernel.decide.offers import Offer, Range, offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.results import BY_RULING, VOID
from adjudicator.kernel.decide.rules import Rules
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Result, Tables
from adjudicator.kernel.decide.windows import Window, WindowKind, table_step, windows
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.docket.appeals import APPEAL, LODGED, appeals_close
from adjudicator.kernel.messages import (
    AdmitOfficial,
    AdoptEdition,
    AnswerAbsent,
    Asked,
    CallFlag,
    CallNoShow,
    CallTime,
    ChangeLogKey,
    CloseGame,
    ConfirmResult,
    DeadlineEnforced,
    DeclareAbsent,
    DrawThrow,
    EndStop,
    EnforceDeadline,
    Finish,
    Finished,
    GiveBackOutage,
    LogKeyChanged,
    OpenGame,
    ResultReached,
    Reveal,
    SettleDispute,
    ShowStretch,
    Unsealed,
)
from adjudicator.kernel.protocol.deadlines import left_ms
from adjudicator.kernel.protocol.dice_reports import DICE_REPORTS
from adjudicator.kernel.protocol.endings import ENDINGS
from adjudicator.kernel.protocol.facts import FACTS
from adjudicator.kernel.protocol.roles import ADMIN_ROLE, OWNER_ROLE, REFEREE_ROLE, SEAT_ROLE, SERVER_ROLE
from adjudicator.kernel.protocol.seed import SEED, absence_offers, absent, sized
from adjudicator.kernel.protocol.stretches import STRETCHES
from adjudicator.kernel.referee.rewinding.again import AGAIN, give_again

MOST_ANSWERS = 1_000
# Outcome of a game that the operator has closed.
CLOSED = "closed"
ROLLING = ("roll_report", "roll_acknowledge")

# -- deadlines and the end


def enforce_deadline(ruling: Ruling[Tables], command: EnforceDeadline) -> None:
    """WG-ASK-02 For every party still asked, the answer that silence stands for is taken."""
    top = ruling.top()
    open_id = top[0].id if top else 0
    named = top is not None and open_id == command.window
    ruling.require(named, "WG-ASK-02", "other-window", "window", window=command.window, open=open_id)
    assert top is not None  # noqa: S101  (required above; says so to the type checker)
    window, kind = top
    ruling.require(kind.may_lapse, "WG-ASK-02", "silence-means-nothing", "window", window=window.kind)
    ruled = window.kind == LODGED and ruling.actor != TABLE
    ruling.require(not ruled, "WG-ASK-02", "appeal-to-be-ruled", "window")
    waits = ruling.actor == TABLE and not is_resumed(ruling, command)
    left = _seconds_left(ruling, window) if waits else 0
    ruling.require(left <= 0, "WG-ASK-02", "not-due", "window", seconds=left)
    for party in window.asks:
        answer_by_silence(ruling, window, kind, party)


def is_resumed(ruling: Ruling[Tables], command: Struct) -> bool:
    """Whether a command goes on after the dice that it waited for: it was due when it was given."""
    suspended, top = ruling.game.suspended, ruling.top()
    waits = top is not None and top[0].kind in ROLLING
    return suspended is not None and not waits and suspended.command == command


def answer_by_silence(ruling: Ruling[Tables], window: Window, kind: WindowKind, party: Party) -> None:
    """Take default answers until the party is asked no more: a question may have parts, such as several facts."""
    for _ in range(MOST_ANSWERS):
        if not any(row.id == window.id and party in row.asks for row in ruling.game.stack):
            return
        _silence(ruling, window, kind, party)
    raise AssertionError(f"silence has answered {window.kind} {MOST_ANSWERS} times, and {party} is still asked")


def _silence(ruling: Ruling[Tables], window: Window, kind: WindowKind, party: Party) -> None:
    answer = kind.default_command(ruling.game, window, party) if kind.default_command else None
    name = type(answer).__name__ if answer is not None else ""
    ruling.record(DeadlineEnforced(window=window.id, party=party, answer=name), "WG-ASK-02")
    ruling.window = window
    if answer is None:
        ruling.require(kind.silence_passes, "WG-ASK-02", "silence-means-nothing", window=window.kind)
        ruling.answered(party)
    elif isinstance(answer, DeclareAbsent):
        absent(ruling, party)
    else:
        # a dispute that the referee leaves open is rolled off, as where none is seated
        acting = TABLE if isinstance(answer, SettleDispute) else party
        acting = give_again(ruling, window, answer, party) if window.kind == AGAIN else acting
        ruling.run(answer, acting, ruling.rules.handlers[type(answer)])


def _seconds_left(ruling: Ruling[Tables], window: Window) -> int:
    left = left_ms(ruling.protocol, window, ruling.time)
    return 1 << 30 if left is None else -(-left // 1000)


def finish(ruling: Ruling[Tables], _command: Finish) -> None:
    """WG-END-01 The game closes when its result stands and the time for appeals is over."""
    window = ruling.window
    if window is not None and window.kind == APPEAL and ruling.actor == TABLE:
        left = -((ruling.time - appeals_close(ruling.protocol, window)) // 1000)
        ruling.require(left <= 0, "WG-END-01", "appeals-open", seconds=left)
    ruling.answered_all()
    close(ruling)


def close(ruling: Ruling[Tables]) -> None:
    """Close the game: its secret is shown, and every seat confirms its result."""
    ruling.record(Finished(), "WG-END-01")
    ruling.ask("reveal", TABLE)
    ruling.ask("confirm_result", *range(len(ruling.protocol.seats)))


def confirm_result(ruling: Ruling[Tables], _command: ConfirmResult) -> None:
    """WG-END-02 A seat confirms the final result by signing the head after it."""
    ruling.answered()


def reveal(ruling: Ruling[Tables], command: Reveal) -> None:
    """WG-END-03 The revealed secret must fit the commitment of the opening."""
    sized(ruling, "WG-END-03", "secret", command.secret)
    found = wgdice.commit(ruling.protocol.game_id, command.secret)
    ruling.require(found == ruling.protocol.terms.commitment, "WG-END-03", "secret-mismatch", "secret")
    ruling.answered_all()


def close_game(ruling: Ruling[Tables], command: CloseGame) -> None:
    """WG-END-05 The operator closes a game that nobody will play to its end; a result that stands stays."""
    ruling.require(bool(ruling.game.stack), "WG-END-04", "nothing-open")
    ruling.require(ruling.protocol.finished is None, "WG-END-05", "closed-already")
    ruling.require(command.reason, "WG-END-05", "reason-missing", "reason")
    if ruling.game.result is None:
        closed = ResultReached(winners=(), outcome=CLOSED, ending=VOID, by=BY_RULING, ruling=ruling.seq)
        ruling.record(closed, "WG-END-05")
    ruling.record(Finished(), "WG-END-05")
    ruling.game.stack = ()
    ruling.ask("reveal", TABLE)


def change_log_key(ruling: Ruling[Tables], command: ChangeLogKey) -> None:
    """WG-KEY-01 From here on heads are signed with another key: the earlier one signs that, or a reason stands."""
    before = ruling.protocol.log_key
    ruling.require(bool(ruling.game.stack), "WG-END-04", "nothing-open")
    ruling.require(command.log_key not in ("", before), "WG-KEY-01", "same-key", "log_key")
    ruling.require(command.changes or command.reason, "WG-KEY-01", "reason-missing", "reason")
    ruling.record(LogKeyChanged(before=before, log_key=command.log_key), "WG-KEY-01")


def _deadline_offers(rules: Rules[Tables], game: Tables, _party: Party) -> list[Offer]:
    window = game.stack[-1]
    kind = rules.windows[window.kind]
    silent = [kind.default_command(game, window, party) if kind.default_command else None for party in window.asks]
    if window.kind == LODGED or (None in silent and not kind.silence_passes):
        return []
    return [offer(EnforceDeadline, "WG-ASK-02", window=Range(window.id, window.id))]


def _no_offers(_game: Tables, _window: Window, _party: Party) -> list[Offer]:
    """Nobody is offered to close a game: the service does, when the time for appeals is over."""
    return []


def _confirm_offers(_game: Tables, _window: Window, _party: Party) -> list[Offer]:
    return [offer(ConfirmResult, "WG-END-02")]


# -- reducers


def asked(game: Tables, event: Asked) -> None:
    """Set the stack of questions."""
    game.stack = (*game.stack[: event.keep], *event.windows)


def result_reached(game: Tables, event: ResultReached) -> None:
    """Note the result; a command that waited for dice is dropped."""
    game.suspended = None
    game.again = None
    game.result = Result(event.winners, event.outcome, event.ending, event.by)
    game.draw = None


def _no_change(_game: Tables) -> None:
    """Change nothing: the protocol state keeps it."""


def deadline_enforced(game: Tables, _event: DeadlineEnforced) -> None:
    """It is told for the record; what follows from it are events of its own."""
    _no_change(game)


def unsealed(game: Tables, _event: Unsealed) -> None:
    """The protocol state keeps it."""
    _no_change(game)


def finished(game: Tables, _event: Finished) -> None:
    """The protocol state keeps it."""
    _no_change(game)


def log_key_changed(game: Tables, _event: LogKeyChanged) -> None:
    """The protocol state keeps it."""
    _no_change(game)


# -- tables

PART = join(
    SEED,
    STRETCHES,
    DICE_REPORTS,
    FACTS,
    ENDINGS,
    Part(
        handlers=handlers(enforce_deadline, finish, confirm_result, reveal, close_game, change_log_key),
        reducers=reducers(asked, deadline_enforced, unsealed, result_reached, finished, log_key_changed),
        windows=windows(
            table_step("result", "WG-END-01", Finish),
            WindowKind(APPEAL, "WG-END-01", (Finish,), _no_offers),
            WindowKind("confirm_result", "WG-END-02", (ConfirmResult,), _confirm_offers, silence_passes=True),
            WindowKind("reveal", "WG-END-03", (Reveal,)),
        ),
        anytime=frozenset({DeclareAbsent, EnforceDeadline, CloseGame, ChangeLogKey}),
        anytime_offers={DeclareAbsent: absence_offers, EnforceDeadline: _deadline_offers},
    ),
)
MASKS = messages.MASKS
ROLES: dict[type[Struct], tuple[int, ...]] = {
    **messages.ROLES,
    OpenGame: (OWNER_ROLE, REFEREE_ROLE),
    EnforceDeadline: (REFEREE_ROLE, SERVER_ROLE),
    Finish: (REFEREE_ROLE, SEAT_ROLE, SERVER_ROLE),
    Reveal: (SERVER_ROLE,),
    AdoptEdition: (SERVER_ROLE,),
    CloseGame: (ADMIN_ROLE,),
    ChangeLogKey: (SERVER_ROLE, ADMIN_ROLE),
    EndStop: (SERVER_ROLE,),
    ShowStretch: (SERVER_ROLE,),
    AdmitOfficial: (OWNER_ROLE, SERVER_ROLE),
    DrawThrow: (SERVER_ROLE,),
    AnswerAbsent: (SERVER_ROLE,),
    CallFlag: (SERVER_ROLE,),
    CallNoShow: (SERVER_ROLE,),
    CallTime: (SERVER_ROLE,),
    GiveBackOutage: (SERVER_ROLE,),
}

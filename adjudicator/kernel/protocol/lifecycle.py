"""What every game has: deadlines and the end, and the tables of the kernel's own clauses, reducers and windows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from adjudicator.kernel import dice, messages
from adjudicator.kernel.bots import Generator, Sight
from adjudicator.kernel.clauses import PHRASES, REASONS, TEXTS
from adjudicator.kernel.facts import FACT_CLAUSES, FACT_REDUCERS, FACT_WINDOWS
from adjudicator.kernel.game import Result, Tables
from adjudicator.kernel.messages import (
    MASKS,
    Asked,
    ConfirmResult,
    DeadlineEnforced,
    DeclareAbsent,
    EnforceDeadline,
    Finish,
    Finished,
    OpenGame,
    ResultReached,
    Reveal,
    Unsealed,
)
from adjudicator.kernel.offers import Offer, offer
from adjudicator.kernel.parties import TABLE, Party
from adjudicator.kernel.reports import REPORT_CLAUSES, REPORT_REDUCERS, REPORT_WINDOWS
from adjudicator.kernel.ruleset import clauses, merged, reducers
from adjudicator.kernel.ruling import Ruling
from adjudicator.kernel.seed import SEED_CLAUSES, SEED_REDUCERS, SEED_WINDOWS, absent, sized
from adjudicator.kernel.windows import Asks, Window, table_step, windows

# -- deadlines and the end


def enforce_deadline(ruling: Ruling[Tables], command: EnforceDeadline) -> None:
    """WG-ASK-02 For every party still asked, the answer that silence stands for is taken."""
    top = ruling.top()
    open_id = top[0].id if top else 0
    named = top is not None and open_id == command.window
    ruling.require(named, "WG-ASK-02", "other-window", "window", window=command.window, open=open_id)
    assert top is not None  # noqa: S101  (required above; says so to the type checker)
    window, asks = top
    ruling.require(asks.may_lapse, "WG-ASK-02", "silence-means-nothing", "window", window=window.kind)
    left = _seconds_left(ruling, window) if ruling.actor == TABLE else 0
    ruling.require(left <= 0, "WG-ASK-02", "not-due", "window", seconds=left)
    for party in window.asks:
        # one question may hold several, such as facts: silence answers one after the other
        for _ in range(1 + len(window.about)):
            if any(each.id == window.id and party in each.asks for each in ruling.game.stack):
                _silence(ruling, window, asks, party)


def _silence(ruling: Ruling[Tables], window: Window, asks: Asks, party: Party) -> None:
    answer = asks.otherwise(ruling.game, window, party) if asks.otherwise else None
    kind = type(answer).__name__ if answer is not None else ""
    ruling.record(DeadlineEnforced(window=window.id, party=party, answer=kind), "WG-ASK-02")
    ruling.window = window
    if answer is None:
        ruling.require(asks.silence_passes, "WG-ASK-02", "silence-means-nothing", window=window.kind)
        ruling.answered(party)
    elif isinstance(answer, DeclareAbsent):
        absent(ruling, answer.seat)
    else:
        ruling.run(answer, party, ruling.rules.clauses[type(answer)])


def _seconds_left(ruling: Ruling[Tables], window: Window) -> int:
    limit = 600 if window.kind == "confirm_result" else ruling.docket.opened.response_limit
    if limit == 0:
        return 1 << 30
    due = ruling.docket.time_of(max(window.opened, ruling.docket.asked)) + 1000 * limit
    return -((ruling.time - due) // 1000)


def finish(ruling: Ruling[Tables], _command: Finish) -> None:
    """WG-END-01 The game closes when its result stands and the time for appeals is over."""
    window = ruling.window
    wait = ruling.docket.opened.appeal_window
    if window is not None and window.kind == "appeal" and ruling.actor == TABLE:
        left = -((ruling.time - ruling.docket.time_of(window.opened) - 1000 * wait) // 1000)
        ruling.require(left <= 0, "WG-END-01", "appeals-open", seconds=left)
    ruling.record(Finished(), "WG-END-01")
    ruling.answered_all()
    ruling.ask("reveal", TABLE)
    ruling.ask("confirm_result", *range(len(ruling.docket.seats)))


def confirm_result(ruling: Ruling[Tables], _command: ConfirmResult) -> None:
    """WG-END-02 A seat confirms the final result by signing the head after it."""
    ruling.answered()


def reveal(ruling: Ruling[Tables], command: Reveal) -> None:
    """WG-END-03 The revealed secret must fit the commitment of the opening."""
    sized(ruling, "WG-END-03", "secret", command.secret)
    found = dice.commit(ruling.docket.game_id, command.secret)
    ruling.require(found == ruling.docket.opened.commitment, "WG-END-03", "secret-mismatch", "secret")
    ruling.answered_all()


def _finish_offers(_game: Tables, _window: Window, _party: Party) -> list[Offer]:
    return [offer(Finish, "WG-END-01")]


def _confirm_offers(_game: Tables, _window: Window, _party: Party) -> list[Offer]:
    return [offer(ConfirmResult, "WG-END-02")]


# -- reducers


def asked(game: Tables, event: Asked) -> None:
    """Set the stack of questions."""
    game.stack = (*game.stack[: event.keep], *event.windows)


def result_reached(game: Tables, event: ResultReached) -> None:
    """Note the result; a command that waited for dice is dropped."""
    game.parked = None
    game.result = Result(event.winners, event.outcome)


def _no_change(_game: Tables) -> None:
    """Change nothing: the docket keeps it."""


def deadline_enforced(game: Tables, _event: DeadlineEnforced) -> None:
    """It is told for the record; what follows from it are events of its own."""
    _no_change(game)


def unsealed(game: Tables, _event: Unsealed) -> None:
    """The docket keeps it."""
    _no_change(game)


def finished(game: Tables, _event: Finished) -> None:
    """The docket keeps it."""
    _no_change(game)


# -- tables

NAME = "kernel"
EDITION = ""
PACKAGE = "wargame.v1"
OPENS = ""
CLAUSES = merged(
    SEED_CLAUSES, REPORT_CLAUSES, FACT_CLAUSES, clauses(enforce_deadline, finish, confirm_result, reveal)
)  # fmt: skip
REDUCERS = merged(
    SEED_REDUCERS, REPORT_REDUCERS, FACT_REDUCERS,
    reducers(asked, deadline_enforced, unsealed, result_reached, finished),
)  # fmt: skip
WINDOWS = merged(
    SEED_WINDOWS, REPORT_WINDOWS, FACT_WINDOWS,
    windows(
        table_step("result", "WG-END-01", Finish),
        Asks("appeal", "WG-END-01", (Finish,), _finish_offers),
        Asks("confirm_result", "WG-END-02", (ConfirmResult,), _confirm_offers, silence_passes=True),
        Asks("reveal", "WG-END-03", (Reveal,)),
    ),
)  # fmt: skip
OWNER_ROLE, REFEREE_ROLE, SEAT_ROLE, SERVER_ROLE = 1, 2, 3, 6
ROLES: dict[type[Struct], tuple[int, ...]] = {
    **messages.ROLES,
    OpenGame: (OWNER_ROLE, REFEREE_ROLE),
    EnforceDeadline: (REFEREE_ROLE, SERVER_ROLE),
    Finish: (REFEREE_ROLE, SEAT_ROLE, SERVER_ROLE),
    Reveal: (SERVER_ROLE,),
}
ANYTIME: frozenset[type[Struct]] = frozenset({DeclareAbsent, EnforceDeadline})


def start(_seats: int) -> Tables:
    """Make an empty table."""
    return Tables()


def view(_game: Any, _party: Party) -> Struct:
    """Show nothing: the ruleset's view is what a seat sees."""
    return Result((), "")


def knows(_game: Any, _party: Party, _key: str) -> bool:
    """Know every id."""
    return True


def choose(_sight: Sight, _chance: Generator) -> Struct:
    """Choose nothing: bots belong to rulesets."""
    raise LookupError("the kernel has no bot")


def create(_scenario: str, _chance: Generator) -> Struct:
    """Create nothing: games are of a ruleset."""
    raise KeyError("kernel")


def invariants(_game: Any) -> Iterable[str]:
    """Find nothing broken."""
    return ()


__all__ = [
    "ANYTIME", "CLAUSES", "EDITION", "MASKS", "NAME", "OPENS", "PACKAGE", "PHRASES", "REASONS", "REDUCERS", "ROLES",
    "TEXTS",
    "WINDOWS", "choose", "create", "invariants", "knows", "start", "view",
]  # fmt: skip

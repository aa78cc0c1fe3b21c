"""Clauses, reducers and windows that every game has: seed, physical dice, facts, deadlines, the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel import dice, messages
from adjudicator.kernel.bots import Generator, Sight
from adjudicator.kernel.clauses import PHRASES, REASONS, TEXTS
from adjudicator.kernel.facts import FACT_CLAUSES, FACT_REDUCERS, FACT_WINDOWS
from adjudicator.kernel.game import Parked, Result, Tables
from adjudicator.kernel.messages import (
    MASKS,
    AcknowledgeRoll,
    Asked,
    CommitContribution,
    ConfirmResult,
    DeadlineEnforced,
    DeclareAbsent,
    DisputeRoll,
    EnforceDeadline,
    Finish,
    Finished,
    OpenContribution,
    OpenGame,
    ReportRoll,
    ResultReached,
    Reveal,
    RollAcknowledged,
    RollDisputed,
    RollReported,
    RollRequested,
    RollsTaken,
    SeatAbsent,
    SeedFixed,
    Unsealed,
)
from adjudicator.kernel.mpint import encode
from adjudicator.kernel.offers import Offer, Range, offer
from adjudicator.kernel.parties import REFEREE, TABLE, Party
from adjudicator.kernel.ruleset import clauses, merged, reducers
from adjudicator.kernel.ruling import Ruling
from adjudicator.kernel.visible import blank
from adjudicator.kernel.windows import Asks, Window, windows

BYTES = 32

# -- opening and seed


def opening_digest(opening: OpenGame) -> bytes:
    """Digest the opening without its commitment: R of the dice protocol."""
    without = blank(opening, (len(opening.__struct_fields__) - 1,))
    return dice._hash(encode([getattr(without, name) for name in without.__struct_fields__]))  # noqa: SLF001


def open_game(ruling: Ruling[Tables], command: OpenGame) -> None:
    """WG-OPEN-01 The opening fixes what never changes about a game, the commitment to its seed included."""
    ruling.require(ruling.docket.seq == 0, "WG-OPEN-01", "open-already")
    least, most = ruling.rules.seats
    fit = least <= len(command.seats) <= most
    ruling.require(fit, "WG-OPEN-01", "seats-number", "seats", found=len(command.seats), least=least, most=most)
    ruling.ask(ruling.rules.opens, REFEREE)
    seats = tuple(range(len(command.seats)))
    if command.profile == "P0":
        _fix_seed(ruling, command, {})
    else:
        ruling.ask("contribute", *seats)


def commit_contribution(ruling: Ruling[Tables], command: CommitContribution) -> None:
    """WG-SEED-01 Every seat commits before any seat opens."""
    _sized(ruling, "WG-SEED-01", "commitment", command.commitment)
    ruling.answered()


def contributions_committed(ruling: Ruling[Tables], _window: Window) -> None:
    """WG-SEED-02 When all have committed or are absent, those who committed open."""
    absent = set(ruling.docket.absent) | {event.seat for event, _ in ruling.events if isinstance(event, SeatAbsent)}
    present = tuple(seat for seat in range(len(ruling.docket.seats)) if seat not in absent)
    if present:
        ruling.ask("open_contribution", *present)
    else:
        _fix_seed(ruling, ruling.docket.opened, {})


def open_contribution(ruling: Ruling[Tables], command: OpenContribution) -> None:
    """WG-SEED-02 What is opened must be what was committed."""
    _sized(ruling, "WG-SEED-02", "contribution", command.contribution)
    docket = ruling.docket
    found = dice.seat_commit(docket.game_id, ruling.actor, command.contribution)
    ruling.require(found == docket.commitments.get(ruling.actor), "WG-SEED-02", "commitment-mismatch", "contribution")
    ruling.answered()
    if _nobody_left(ruling):
        _fix_seed(ruling, docket.opened, {**docket.contributions, ruling.actor: command.contribution})


def declare_absent(ruling: Ruling[Tables], command: DeclareAbsent) -> None:
    """WG-SEED-03 A seat that does not contribute is ruled absent."""
    top = ruling.top()
    asked = top is not None and top[0].kind in ("contribute", "open_contribution") and command.seat in top[0].asks
    ruling.require(asked, "WG-SEED-03", "unknown-id", "seat")
    ruling.window = None if top is None else top[0]
    _absent(ruling, command.seat)


def _absent(ruling: Ruling[Tables], seat: Party) -> None:
    ruling.record(SeatAbsent(seat=seat), "WG-SEED-03")
    ruling.answered(seat)
    opening = ruling.window is not None and ruling.window.kind == "open_contribution"
    if opening and _nobody_left(ruling):
        _fix_seed(ruling, ruling.docket.opened, ruling.docket.contributions)


def _nobody_left(ruling: Ruling[Tables]) -> bool:
    here = ruling.window.id if ruling.window else 0
    return not any(each.asks for each in ruling.game.stack if each.id == here)


def _fix_seed(ruling: Ruling[Tables], opening: OpenGame, contributions: dict[Party, bytes]) -> None:
    slots = [contributions.get(seat) for seat in range(len(opening.seats))]
    fixed = dice.transcript(ruling.docket.game_id, opening.commitment or bytes(BYTES), opening_digest(opening), slots)
    ruling.record(SeedFixed(transcript=fixed), "WG-SEED-04")


def _sized(ruling: Ruling[Tables], clause: str, name: str, value: bytes) -> None:
    ruling.require(len(value) == BYTES, clause, "wrong-size", name, name=name, expected=BYTES, found=len(value))


# -- physical dice


def request_roll(ruling: Ruling[Any], ask: dice.Throw, *, by_table: bool) -> None:
    """WG-DICE-01 Physical dice are requested before they are thrown."""
    event = RollRequested(count=ask.count, sides=ask.sides, why=ask.why, roller=ask.roller, by_table=by_table)
    ruling.record(event, "WG-DICE-01")
    ruling.ask("roll_report", ask.roller, about=(ask.why,))


def report_roll(ruling: Ruling[Tables], command: ReportRoll) -> None:
    """WG-DICE-01 The roller reports every face of the requested throw."""
    parked = _parked(ruling)
    ruling.require(
        len(command.faces) == parked.count, "WG-DICE-01", "faces-count", "faces",
        expected=parked.count, found=len(command.faces),
    )  # fmt: skip
    fit = all(1 <= face <= parked.sides for face in command.faces)
    ruling.require(fit, "WG-DICE-01", "face-range", "faces", sides=parked.sides)
    ruling.record(RollReported(faces=command.faces, dice_set=command.dice_set), "WG-DICE-01")
    ruling.answered()
    others = [seat for seat in range(len(ruling.docket.seats)) if seat != ruling.giver]
    ruling.ask("roll_acknowledge", *others, *((REFEREE,) if ruling.docket.referee else ()), about=(parked.why,))


def acknowledge_roll(ruling: Ruling[Tables], _command: AcknowledgeRoll) -> None:
    """WG-DICE-02 Another party acknowledges the faces and the waiting command goes on."""
    _parked(ruling)
    ruling.record(RollAcknowledged(by=ruling.actor), "WG-DICE-02")
    ruling.answered_all()


def dispute_roll(ruling: Ruling[Tables], command: DisputeRoll) -> None:
    """WG-DICE-02 Faces that are not accepted have to be reported again."""
    parked = _parked(ruling)
    ruling.record(RollDisputed(by=ruling.actor, reason=command.reason), "WG-DICE-02")
    ruling.answered_all()
    ruling.ask("roll_report", parked.roller, about=(parked.why,))


def _parked(ruling: Ruling[Tables]) -> Parked:
    if ruling.game.parked is None:
        message = "a question about dice is open and no command waits"
        raise AssertionError(message)
    return ruling.game.parked


def _report_offers(game: Tables, _window: Window, _party: Party) -> list[Offer]:
    sides = game.parked.sides if game.parked else 1
    return [offer(ReportRoll, "WG-DICE-01", faces=Range(1, sides))]


def _acknowledge_offers(_game: Tables, _window: Window, _party: Party) -> list[Offer]:
    return [offer(AcknowledgeRoll, "WG-DICE-02"), offer(DisputeRoll, "WG-DICE-02")]


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
        _absent(ruling, answer.seat)
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
    _sized(ruling, "WG-END-03", "secret", command.secret)
    found = dice.commit(ruling.docket.game_id, command.secret)
    ruling.require(found == ruling.docket.opened.commitment, "WG-END-03", "secret-mismatch", "secret")
    ruling.answered_all()


def _finish_offers(_game: Tables, _window: Window, _party: Party) -> list[Offer]:
    return [offer(Finish, "WG-END-01")]


def _confirm_offers(_game: Tables, _window: Window, _party: Party) -> list[Offer]:
    return [offer(ConfirmResult, "WG-END-02")]


def _commit_offers(_game: Tables, _window: Window, _party: Party) -> list[Offer]:
    return [offer(CommitContribution, "WG-SEED-01")]


def _open_offers(_game: Tables, _window: Window, _party: Party) -> list[Offer]:
    return [offer(OpenContribution, "WG-SEED-02")]


def _absence(_game: Tables, _window: Window, party: Party) -> Struct:
    return DeclareAbsent(seat=party, reason="")


def _finish_now(_game: Tables, _window: Window, _party: Party) -> Struct:
    return Finish()


# -- reducers


def asked(game: Tables, event: Asked) -> None:
    """Set the stack of questions."""
    game.stack = (*game.stack[: event.keep], *event.windows)


def roll_requested(game: Tables, event: RollRequested) -> None:
    """Note which faces are needed; faces confirmed before for the same command stay."""
    before = game.parked
    parked = Parked(0, TABLE, None, event.count, event.sides, event.why, event.roller)
    if before is not None:
        parked = replace(parked, seq=before.seq, actor=before.actor, command=before.command, faces=before.faces)
    game.parked = parked


def roll_reported(game: Tables, event: RollReported) -> None:
    """Note the reported faces; they wait for confirmation."""
    if game.parked is not None:
        game.parked = replace(game.parked, reported=event.faces)


def roll_acknowledged(game: Tables, _event: RollAcknowledged) -> None:
    """Count the reported faces as thrown."""
    parked = game.parked
    if parked is not None and parked.reported is not None:
        game.parked = replace(parked, faces=(*parked.faces, parked.reported), reported=None)


def roll_disputed(game: Tables, _event: RollDisputed) -> None:
    """Forget the reported faces."""
    if game.parked is not None:
        game.parked = replace(game.parked, reported=None)


def rolls_taken(game: Tables, _event: RollsTaken) -> None:
    """The waiting command has gone on."""
    game.parked = None


def result_reached(game: Tables, event: ResultReached) -> None:
    """Note the result; a command that waited for dice is dropped."""
    game.parked = None
    game.result = Result(event.winners, event.outcome)


def _no_change(_game: Tables) -> None:
    """Change nothing: the docket keeps it."""


def seed_fixed(game: Tables, _event: SeedFixed) -> None:
    """The docket keeps it."""
    _no_change(game)


def seat_absent(game: Tables, _event: SeatAbsent) -> None:
    """The docket keeps it."""
    _no_change(game)


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
    clauses(
        open_game, commit_contribution, open_contribution, declare_absent, report_roll, acknowledge_roll,
        dispute_roll, enforce_deadline, finish, confirm_result, reveal,
    ),
    FACT_CLAUSES,
)  # fmt: skip
REDUCERS = merged(
    reducers(
        asked, seed_fixed, roll_requested, roll_reported, roll_acknowledged, roll_disputed, rolls_taken,
        deadline_enforced, seat_absent, unsealed, result_reached, finished,
    ),
    FACT_REDUCERS,
)  # fmt: skip
WINDOWS = merged(
    windows(
        Asks("contribute", "WG-SEED-01", (CommitContribution,), _commit_offers, _absence, contributions_committed),
        Asks("open_contribution", "WG-SEED-02", (OpenContribution,), _open_offers, _absence),
        Asks("roll_report", "WG-DICE-01", (ReportRoll,), _report_offers),
        Asks("roll_acknowledge", "WG-DICE-02", (AcknowledgeRoll, DisputeRoll), _acknowledge_offers),
        Asks("result", "WG-END-01", (Finish,), _finish_offers, _finish_now),
        Asks("appeal", "WG-END-01", (Finish,), _finish_offers),
        Asks("confirm_result", "WG-END-02", (ConfirmResult,), _confirm_offers, silence_passes=True),
        Asks("reveal", "WG-END-03", (Reveal,)),
    ),
    FACT_WINDOWS,
)
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
    "ANYTIME", "CLAUSES", "EDITION", "MASKS", "NAME", "OPENS", "PACKAGE", "PHRASES", "REASONS", "REDUCERS", "ROLES", "TEXTS",
    "WINDOWS", "choose", "create", "invariants", "knows", "opening_digest", "request_roll", "start", "view",
]  # fmt: skip

"""Errors as statuses: one table from the exceptions of the service to codes, details and texts.

A status never repeats what the caller sent and never mentions a game that is not the caller's.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import grpc
from google.protobuf import any_pb2
from google.rpc import code_pb2, error_details_pb2, status_pb2

from adjudicator.kernel.decide.faults import Fault, Rejected
from adjudicator.kernel.record.log import Conflict, LogFault, StoreDown, StoreFull, StoreReadOnly
from adjudicator.kernel.sentences import filled
from replays.wallet.refusal import as_answered
from services.games.editions import ServedElsewhere
from services.games.quotas import QuotaSpent
from services.games.refusals import (
    CommandIdReused,
    EditionNotServed,
    GameUnknown,
    LogKeyLost,
    OtherKeys,
    Refused,
    SeatTaken,
    StaleHead,
    TooLong,
    Worded,
)
from services.games.signing import SignatureRefused
from services.logs import frames, log
from services.rpc.access.admission import OVERLOADED
from services.rpc.access.credentials import Denied, Unauthenticated
from services.rpc.errors import (
    AuditFailed,
    Limited,
    NotDone,
    NotFound,
    OtherHistory,
    PassedBack,
    PositionGone,
    ProcessAway,
    Stopping,
    StreamEnds,
    StreamExpired,
    UnknownMethod,
    Unsupported,
)
from services.rpc.wire_values import Invalid
from services.sessions.head_notes import NoteNotWritten
from services.sessions.session import EditionUnreadable
from services.store.archive import GameForgotten
from services.store.freezes import GameFrozen
from services.store.redis_client import NotCopied
from wargame.v1 import record_pb2

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from adjudicator.kernel.ruleset import LoadedRuleset
    from services.rpc.access.context import Context

Status: TypeAlias = status_pb2.Status
DOMAIN: Final = "adjudicator"
DETAILS: Final = "grpc-status-details-bin"
CODES: Final = {code.value[0]: code for code in grpc.StatusCode}
RETRY_SECONDS: Final = 1
# after others were faster three times
RACE_SECONDS: Final = 0.1
# the same for a game of others and for one that there is not
SEAT_TAKEN: Final = "Another person plays this seat: use a token that was made for that person."
OTHER_GAME: Final = "This token is for no game of that id: use a token of the game."
# A status goes out in headers, of which clients take 8 KiB.
REFUSAL_MOST: Final = 3_000
FAULTS_MOST: Final = 64
_STORE: Final[Mapping[type, str]] = {
    StoreFull: "the store is full and nothing was written: its operator must give it more memory",
    StoreReadOnly: "the store takes no writes and nothing was written: its operator must let it write",
    NotCopied: "too few copies of the store have confirmed it: wait, or have its operator bring them back",
    NoteNotWritten: "the last head can not be noted: its operator must give the data folder room; what came may stand",
    StoreDown: "the store does not answer: wait, or have its operator start it",
}


def status_of(error: BaseException) -> Status:
    """Turn an error into what its caller may know of it: a code, words, and an ErrorInfo that programs read."""
    if isinstance(error, PassedBack):
        return error.status
    status = next((_TABLE[kind](error) for kind in type(error).__mro__ if kind in _TABLE), None)
    status = status if status is not None else _internal_error(error)
    if not any(detail.Is(error_details_pb2.ErrorInfo.DESCRIPTOR) for detail in status.details):
        status.details.add().Pack(_info(error, status))
    return status


def _info(error: BaseException, status: Status) -> error_details_pb2.ErrorInfo:
    """Name the reason: of a refusal that of its first fault, else that of the kind of error."""
    faults = refusal_of(status).faults
    if faults:
        metadata = {"clause": faults[0].clause} if faults[0].clause else {}
        return error_details_pb2.ErrorInfo(reason=_reason(faults[0].reason), domain=DOMAIN, metadata=metadata)
    if isinstance(error, Limited):
        return error_details_pb2.ErrorInfo(reason=_reason(f"limited-{error.reason}"), domain=DOMAIN)
    reason = next((_REASONS[kind] for kind in type(error).__mro__ if kind in _REASONS), "INTERNAL")
    return error_details_pb2.ErrorInfo(reason=reason, domain=DOMAIN)


def _reason(word: str) -> str:
    """Spell a reason as ErrorInfo has it: capitals and underscores."""
    return word.upper().replace("-", "_").replace(" ", "_")


async def abort(context: Context, status: Status, metadata: Iterable[tuple[str, Any]] = ()) -> None:
    """End a call with a status, and this metadata behind it."""
    details = ((DETAILS, status.SerializeToString()),) if status.details else ()
    await context.abort(CODES[status.code], status.message, (*metadata, *details))


def read_status(error: grpc.aio.AioRpcError) -> Status:
    """Read the status that a client got, details and all."""
    trailers: Iterable[tuple[str, Any]] = error.trailing_metadata() or ()
    found = [value for key, value in trailers if key == DETAILS]
    return Status.FromString(found[0] if found else b"")


@lru_cache(1_024)
def overload_details(tenths: int) -> bytes:
    """Write the details of the refusal of a call that is not begun: it may come again after so many tenths of a second.

    A service that has too much to do has no time to write them for each call.
    """
    return bytes(status_of(Limited(OVERLOADED, tenths / 10, reason="overload")).SerializeToString())


def refusal_of(status: Status) -> record_pb2.Refusal:
    """Take the refusal out of a status: an empty one where there is none."""
    refusal = record_pb2.Refusal()
    for detail in status.details:
        detail.Unpack(refusal)
    return refusal


def format_fault(rules: LoadedRuleset[Any], fault: Fault, titles: Mapping[str, str] = MappingProxyType({})) -> str:
    """Format a fault for people: problem, place and fix, and the clause; ids have the titles that the reader knows."""
    usual = rules.reasons.get(fault.reason, fault.reason)
    text = filled(rules.reasons.get(f"{fault.reason}:{fault.path}", usual), fault.facts, fault.path, titles)
    clause = rules.texts.get(fault.clause)
    return f"{text} ({fault.clause}: {clause})" if clause else text


def _status(code: int, message: str, *details: Message) -> Status:
    packed = []
    for detail in details:
        packed.append(any_pb2.Any())
        packed[-1].Pack(detail)
    return Status(code=code, message=message, details=packed)


def _rejected(error: Rejected) -> Status:
    refusal = record_pb2.Refusal(faults=[_fault_message(error, fault) for fault in error.faults[:FAULTS_MOST]])
    while len(refusal.faults) > 1 and refusal.ByteSize() > REFUSAL_MOST:
        del refusal.faults[-1]
    code = code_pb2.FAILED_PRECONDITION
    if isinstance(error, Refused):
        refusal.seq, refusal.head = error.seq, error.head
        code = code_pb2.NOT_FOUND if error.unknown else code
    left = len(error.faults) - len(refusal.faults)
    more = f" ({left} more faults are not shown)" if left else ""
    return _status(code, (refusal.faults[0].text or refusal.faults[0].reason) + more, refusal, *_signed(error))


def _signed(error: BaseException) -> list[record_pb2.SignedRefusal]:
    """Make the message of a signed refusal, where the error has one."""
    signed = error.signed if isinstance(error, Refused | StaleHead) else None
    if signed is None:
        return []
    refusal, signature, key, salt = signed.data, signed.signature, signed.log_key, signed.salt
    return [record_pb2.SignedRefusal(refusal=refusal, signature=signature, log_key=key, salt=salt)]


def _fault_message(error: Rejected, fault: Fault) -> record_pb2.Fault:
    """Make the message of a fault; a text that a caller made long is cut, since a status goes out in headers."""
    fault = as_answered(fault)
    message = record_pb2.Fault(clause=fault.clause, reason=fault.reason, path=fault.path)
    for name, value in fault.facts:
        number, text = (value, None) if isinstance(value, int) else (None, value)
        message.details.add(name=name, number=number, text=text)
    if isinstance(error, Worded):
        message.text = format_fault(error.rules, fault, error.titles)
    return message


def _edition_not_served(error: EditionNotServed) -> Status:
    fault = record_pb2.Fault(reason="edition-not-served", text=str(error))
    fault.details.add(name="game", text=error.game)
    fault.details.add(name="server", text=error.server)
    return _status(code_pb2.FAILED_PRECONDITION, str(error), record_pb2.Refusal(faults=[fault]))


def _edition_unreadable(error: EditionUnreadable) -> Status:
    fault = record_pb2.Fault(reason="edition-not-readable", text=str(error))
    fault.details.add(name="game", text=error.edition)
    fault.details.add(name="server", text=error.ours)
    return _status(code_pb2.FAILED_PRECONDITION, str(error), record_pb2.Refusal(faults=[fault]))


def _precondition(reason: str) -> Callable[[Exception], Status]:
    """Make what turns an error into a status that names this reason."""

    def make(error: Exception) -> Status:
        fault = record_pb2.Fault(reason=reason, text=str(error))
        return _status(code_pb2.FAILED_PRECONDITION, str(error), record_pb2.Refusal(faults=[fault]))

    return make


def _game_frozen(error: GameFrozen) -> Status:
    return _precondition(f"game-{error.freeze.state}")(error)


def _not_done(error: NotDone) -> Status:
    return _precondition(error.reason)(error)


def _stale(error: StaleHead | Conflict | OtherHistory) -> Status:
    reason = "stale-head" if isinstance(error, StaleHead) else "conflict"
    text = (
        str(error) if not isinstance(error, Conflict) else "other commands came first, three times; send it once more"
    )
    fault = record_pb2.Fault(reason=reason, path="header.head" if reason == "stale-head" else "", text=text)
    refusal = record_pb2.Refusal(faults=[fault], seq=error.seq, head=error.head)
    # what was sent to an older head has to be thought over first: only what raced others may go again as it is
    retry = [_retry(RACE_SECONDS)] if isinstance(error, Conflict) else []
    return _status(code_pb2.ABORTED, text, refusal, *_signed(error), *retry)


def _position_gone(_error: PositionGone) -> Status:
    text = "the feed was made anew since that position: read Events.Games again, and follow from its position"
    return _status(code_pb2.OUT_OF_RANGE, text)


def _reused(error: CommandIdReused) -> Status:
    fault = record_pb2.Fault(reason="command-id-reused", path="header.command_id", text=str(error))
    return _status(code_pb2.ALREADY_EXISTS, str(error), record_pb2.Refusal(faults=[fault], seq=error.seq or 0))


def _denied(error: BaseException) -> Status:
    problem = str(error) if isinstance(error, Denied) else SEAT_TAKEN if isinstance(error, SeatTaken) else ""
    return _status(code_pb2.PERMISSION_DENIED, problem or OTHER_GAME)


def _unauthenticated(_error: BaseException) -> Status:
    return _status(code_pb2.UNAUTHENTICATED, "no valid token: send one as metadata, authorization: Bearer <token>")


def _invalid(error: Invalid) -> Status:
    return _bad_request(error.path, error.problem)


def _signature(error: SignatureRefused) -> Status:
    return _bad_request(error.path, str(error))


def _bad_request(path: str, problem: str) -> Status:
    bad = error_details_pb2.BadRequest()
    bad.field_violations.add(field=path, description=problem)
    return _status(code_pb2.INVALID_ARGUMENT, f"{path} {problem}".strip(), bad)


def _not_found(error: NotFound) -> Status:
    return _status(code_pb2.NOT_FOUND, str(error))


def _limited(error: Limited) -> Status:
    return _status(code_pb2.RESOURCE_EXHAUSTED, str(error), *([_retry(error.seconds)] if error.seconds else []))


def _quota_spent(error: QuotaSpent) -> Status:
    fault = record_pb2.Fault(reason="quota-spent", text=str(error))
    details = [record_pb2.Refusal(faults=[fault]), *([_retry(error.seconds)] if error.seconds else [])]
    return _status(code_pb2.RESOURCE_EXHAUSTED, str(error), *details)


def _too_long(error: TooLong) -> Status:
    return _status(code_pb2.RESOURCE_EXHAUSTED, str(error))


def _store_down(error: StoreDown) -> Status:
    log.warning("store down", kind=type(error).__name__)
    problem = next(_STORE[kind] for kind in type(error).__mro__ if kind in _STORE)
    message = f"{problem}; then send the same again, with the same command id"
    return _status(code_pb2.UNAVAILABLE, message, _retry(RETRY_SECONDS))


def _log_fault(error: LogFault) -> Status:
    log.error("log fault", fault=error.name, seq=error.seq)
    info = error_details_pb2.ErrorInfo(reason=error.name, domain="wglog", metadata={"seq": str(error.seq)})
    message = f"{error.name} at entry {error.seq}: the game is stopped until its log is restored"
    return _status(code_pb2.DATA_LOSS, message, info)


def _deadline_exceeded(_error: TimeoutError) -> Status:
    return _status(code_pb2.DEADLINE_EXCEEDED, "it took too long: send the same again, with the same command id")


def reason_of(error: BaseException) -> str:
    """Name a refusal for the operator's figures: the first clause's reason, or the kind of error."""
    if isinstance(error, Rejected):
        return error.faults[0].reason
    return error.reason if isinstance(error, Limited | NotDone) else type(error).__name__


def _internal_error(error: BaseException, problem: str = "an internal error") -> Status:
    incident = secrets.token_hex(6)
    log.error("internal error", incident=incident, kind=type(error).__name__, frames=frames(error))
    return _status(code_pb2.INTERNAL, f"{problem}, incident {incident}: tell the operator")


def _audit_failed(error: AuditFailed) -> Status:
    return _internal_error(error, "the audit ended without a report, which says nothing of the file")


def _stopping(_error: Stopping) -> Status:
    text = "the service is stopping: send the same again, with the same command id, in a moment or elsewhere"
    return _status(code_pb2.UNAVAILABLE, text, _retry(RETRY_SECONDS))


def _ends(_error: StreamEnds) -> Status:
    text = "the process that serves this stream ends: open it again and go on from the last entry you have"
    return _status(code_pb2.UNAVAILABLE, text, _retry(RETRY_SECONDS))


def _expired(_error: StreamExpired) -> Status:
    text = "this stream is as old as it may get: open it again and go on from the last entry you have"
    return _status(code_pb2.UNAVAILABLE, text, _retry(RETRY_SECONDS))


def _unsupported(error: Unsupported) -> Status:
    return _status(code_pb2.UNIMPLEMENTED, str(error))


def _process_away(_error: ProcessAway | ServedElsewhere) -> Status:
    text = "the process that serves this game can not be reached: send the same again, with the same command id"
    return _status(code_pb2.UNAVAILABLE, text, _retry(RETRY_SECONDS))


def _unknown_method(error: UnknownMethod) -> Status:
    return _status(code_pb2.UNIMPLEMENTED, str(error))


def _retry(seconds: float) -> error_details_pb2.RetryInfo:
    info = error_details_pb2.RetryInfo()
    info.retry_delay.FromMilliseconds(round(1000 * seconds))
    return info


_TABLE: Final[Mapping[type, Callable[[Any], Status]]] = {
    Rejected: _rejected,
    EditionNotServed: _edition_not_served,
    EditionUnreadable: _edition_unreadable,
    OtherKeys: _precondition("other-keys"),
    LogKeyLost: _precondition("log-key-lost"),
    GameFrozen: _game_frozen,
    GameForgotten: _precondition("game-forgotten"),
    NotDone: _not_done,
    StaleHead: _stale,
    Conflict: _stale,
    OtherHistory: _stale,
    PositionGone: _position_gone,
    CommandIdReused: _reused,
    GameUnknown: _denied,
    SeatTaken: _denied,
    Denied: _denied,
    Unauthenticated: _unauthenticated,
    Invalid: _invalid,
    SignatureRefused: _signature,
    NotFound: _not_found,
    Limited: _limited,
    TooLong: _too_long,
    QuotaSpent: _quota_spent,
    StoreDown: _store_down,
    AuditFailed: _audit_failed,
    Stopping: _stopping,
    StreamEnds: _ends,
    StreamExpired: _expired,
    Unsupported: _unsupported,
    ProcessAway: _process_away,
    ServedElsewhere: _process_away,
    UnknownMethod: _unknown_method,
    LogFault: _log_fault,
    TimeoutError: _deadline_exceeded,
}

# Reasons of what is no refusal with faults; a game that is unknown and one that is another's are told alike.
_REASONS: Final[Mapping[type, str]] = {
    Rejected: "REFUSED",
    GameUnknown: "DENIED",
    SeatTaken: "DENIED",
    Denied: "DENIED",
    Unauthenticated: "UNAUTHENTICATED",
    Invalid: "INVALID",
    SignatureRefused: "SIGNATURE_REFUSED",
    NotFound: "NOT_FOUND",
    PositionGone: "POSITION_GONE",
    UnknownMethod: "UNKNOWN_METHOD",
    TooLong: "TOO_LONG",
    StoreFull: "STORE_FULL",
    StoreReadOnly: "STORE_READ_ONLY",
    NotCopied: "NOT_COPIED",
    NoteNotWritten: "NOTE_NOT_WRITTEN",
    StoreDown: "STORE_DOWN",
    AuditFailed: "AUDIT_FAILED",
    Stopping: "STOPPING",
    StreamEnds: "STREAM_ENDS",
    StreamExpired: "STREAM_EXPIRED",
    Unsupported: "UNSUPPORTED",
    ProcessAway: "PROCESS_AWAY",
    ServedElsewhere: "PROCESS_AWAY",
    TimeoutError: "DEADLINE_EXCEEDED",
}

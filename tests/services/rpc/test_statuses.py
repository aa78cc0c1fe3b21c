"""Statuses: one code per exception of the service, nothing of the caller's or the inside in them."""

from __future__ import annotations

import io
import json
import re

import grpc
import pytest
from google.rpc import error_details_pb2

from adjudicator.kernel.decide.faults import Fault, Rejected, Unknown
from adjudicator.kernel.record.log import Conflict, LogFault, StoreDown, StoreFull, StoreReadOnly
from services import logs
from services.games.quotas import QuotaSpent
from services.games.refusals import (
    CommandIdReused,
    EditionNotServed,
    GameUnknown,
    LogKeyLost,
    OtherKeys,
    Refused,
    StaleHead,
    TooLong,
)
from services.games.signing import SignatureRefused
from services.rpc import errors
from services.rpc.access import statuses
from services.rpc.access.credentials import Denied, Role, Unauthenticated, not_for
from services.rpc.access.statuses import format_fault, refusal_of, status_of
from services.rpc.errors import Limited, NotFound, OtherHistory
from services.rpc.wire_values import Invalid
from services.sessions.head_notes import NoteNotWritten
from services.sessions.session import EditionUnreadable, Session
from services.store.archive import GameForgotten
from services.store.freezes import GameFrozen
from services.store.redis_client import NotCopied
from tests.services.fixtures import toy_rules

Code = grpc.StatusCode
RULES = toy_rules()
HEAD = b"\x07" * 32


def refused(kind=Rejected, *faults):
    session = Session(bytes(16), RULES, 2)
    session.protocol.seq, session.protocol.head = 7, HEAD
    return Refused(kind(*faults), session)


FAULTY = {
    EditionNotServed,
    EditionUnreadable,
    OtherKeys,
    LogKeyLost,
    GameFrozen,
    GameForgotten,
    errors.NotDone,
    StaleHead,
    Conflict,
    OtherHistory,
    CommandIdReused,
    QuotaSpent,
}
FAULT = Fault("TOY-2.1-01", "no-actions", "piece", (("left", 3), ("who", "red")))


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (Unauthenticated(), Code.UNAUTHENTICATED),
        (Denied(), Code.PERMISSION_DENIED),
        (GameUnknown("00ff"), Code.PERMISSION_DENIED),
        (Rejected(FAULT), Code.FAILED_PRECONDITION),
        (refused(Rejected, FAULT), Code.FAILED_PRECONDITION),
        (refused(Unknown, FAULT), Code.NOT_FOUND),
        (EditionNotServed("2026.1", "2026.2"), Code.FAILED_PRECONDITION),
        (OtherKeys(), Code.FAILED_PRECONDITION),
        (StaleHead(7, HEAD), Code.ABORTED),
        (Conflict(7, HEAD), Code.ABORTED),
        (OtherHistory(7, HEAD), Code.ABORTED),
        (CommandIdReused(4), Code.ALREADY_EXISTS),
        (Invalid("troops[2].x", "is missing"), Code.INVALID_ARGUMENT),
        (SignatureRefused("does not fit"), Code.INVALID_ARGUMENT),
        (NotFound("no clause"), Code.NOT_FOUND),
        (Limited("too much", 3), Code.RESOURCE_EXHAUSTED),
        (TooLong("50000 entries"), Code.RESOURCE_EXHAUSTED),
        (StoreDown("x"), Code.UNAVAILABLE),
        (StoreFull("x"), Code.UNAVAILABLE),
        (StoreReadOnly("x"), Code.UNAVAILABLE),
        (LogFault("CHAIN_BREAK", 7, "x"), Code.DATA_LOSS),
        (TimeoutError(), Code.DEADLINE_EXCEEDED),
        (KeyError("x"), Code.INTERNAL),
    ],
)
def test_codes(error, code):
    """Every error has its code, kinds of an error that of their kind, and words that say what to do."""
    status = status_of(error)
    assert status.code == code.value[0]
    assert len(status.message) > 7
    infos = [detail for detail in status.details if detail.Is(error_details_pb2.ErrorInfo.DESCRIPTOR)]
    info = error_details_pb2.ErrorInfo.FromString(infos[0].value)
    assert (len(infos), info.domain) == (1, "wglog" if isinstance(error, LogFault) else "adjudicator")
    assert re.fullmatch("[A-Z][A-Z0-9_]+", info.reason)


@pytest.mark.parametrize(
    ("error", "waits"), [(Conflict(7, HEAD), [100]), (StaleHead(7, HEAD), []), (OtherHistory(7, HEAD), [])]
)
def test_what_only_raced_others_may_be_sent_again(error, waits):
    """A command that others overtook is told when to come again; one made for an older head has to be thought over."""
    infos = [error_details_pb2.RetryInfo() for _ in status_of(error).details]
    told = [info for info, detail in zip(infos, status_of(error).details, strict=True) if detail.Unpack(info)]
    assert [info.retry_delay.ToMilliseconds() for info in told] == waits


def test_refusal():
    """A refusal has every fault with clause, reason, path, facts and words, and the state it was ruled on."""
    refusal = refusal_of(status_of(refused(Rejected, FAULT, Fault("TOY-2.2-01", "bag-empty"))))
    assert (refusal.seq, refusal.head, len(refusal.faults)) == (7, HEAD, 2)
    first = refusal.faults[0]
    assert (first.clause, first.reason, first.path) == ("TOY-2.1-01", "no-actions", "piece")
    assert [(detail.name, detail.number, detail.text) for detail in first.details] == [
        ("left", 3, ""),
        ("who", 0, "red"),
    ]
    assert [detail.HasField("number") for detail in first.details] == [True, False]
    assert RULES.texts["TOY-2.1-01"] in first.text


def test_sentence():
    """A sentence takes its facts in; one that is missing does not hide the others."""
    fault = Fault("WG-EDITION-01", "other-edition", "edition", (("game", "2026.1"),))
    assert format_fault(RULES, fault).startswith("The game is of edition 2026.1, this server has {server}.")
    assert format_fault(RULES, Fault("", "new-reason")) == "new-reason"


@pytest.mark.parametrize(("seq", "word"), [(4, "entry 4"), (None, "used for another command;")])
def test_reused_command_id(seq, word):
    """The entry of a command id is given to its own actor alone."""
    status = status_of(CommandIdReused(seq))
    assert word in status.message
    assert refusal_of(status).seq == (seq or 0)


def test_edition():
    """A game of another edition is refused with both editions."""
    fault = refusal_of(status_of(EditionNotServed("2026.1", "2026.2"))).faults[0]
    assert fault.reason == "edition-not-served"
    assert {detail.name: detail.text for detail in fault.details} == {"game": "2026.1", "server": "2026.2"}


def test_unknown_and_foreign_games_are_the_same():
    """Whether a game exists can not be told from the bytes of a refusal."""
    assert status_of(Denied()).SerializeToString() == status_of(GameUnknown("00ff")).SerializeToString()


def test_log_fault():
    """A torn log is named with its place; its own words stay inside."""
    status = status_of(LogFault("CHAIN_BREAK", 7, "hash deadbeef"))
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info)
    assert (info.reason, info.metadata["seq"]) == ("CHAIN_BREAK", "7")
    assert "deadbeef" not in str(status)


@pytest.mark.parametrize(("error", "seconds"), [(StoreDown("x"), 1), (Limited("x", 60), 60)])
def test_retry(error, seconds):
    """What passes with time says when to try again."""
    info = error_details_pb2.RetryInfo()
    assert status_of(error).details[0].Unpack(info)
    assert info.retry_delay.seconds == seconds


@pytest.mark.parametrize(
    ("error", "problem"),
    [(StoreDown("x"), "does not answer"), (StoreFull("x"), "full"), (StoreReadOnly("x"), "takes no writes")],
)
def test_store(error, problem):
    """The fault of the store is named, with its fix."""
    status = status_of(error)
    assert problem in status.message
    assert "same command id" in status.message


def test_many_faults():
    """A refusal fits into headers however much there is to refuse, and says how much it leaves out."""
    faults = [Fault("X-1", "odd", f"troops[{n}]", (("name", "x" * 5_000),)) for n in range(10_000)]
    status = status_of(Rejected(*faults))
    assert status.ByteSize() < 6_000
    refusal = refusal_of(status)
    assert refusal.faults[0].path == "troops[0]"
    assert f"{10_000 - len(refusal.faults)} more" in status.message


def test_bug():
    """An internal error gives an incident id alone; the log has its frames under the same id, and no value."""
    out = io.StringIO()
    logs.configure("info", out)
    canary = "canary-4711"

    def fail(value):
        raise ValueError(value)

    try:
        fail(canary)
    except ValueError as error:
        status = status_of(error)
    line = json.loads(out.getvalue())
    assert line["incident"] in status.message
    assert (line["kind"], line["frames"][-1].endswith(" fail")) == ("ValueError", True)
    assert canary not in out.getvalue() + str(status)
    assert [detail.TypeName() for detail in status.details] == ["google.rpc.ErrorInfo"]


def test_every_error_has_a_reason():
    """Every kind of error in the table has a reason: of its faults, of its own, or the bound that it names."""
    own = {Limited, LogFault}
    with_faults = {kind for kind in statuses._TABLE if kind not in statuses._REASONS and kind not in own}
    for kind in with_faults:
        assert kind in FAULTY, f"{kind.__name__} has neither faults nor a reason"
    assert set(statuses._REASONS) <= set(statuses._TABLE) | {StoreFull, StoreReadOnly, NotCopied, NoteNotWritten}


def test_a_denied_call_says_whose_token_it_needs():
    """A role that may not make a call is told so, and who may; of games it says nothing."""
    problem = not_for("Concede", (Role.SEAT,), Role.REFEREE)
    assert status_of(Denied(problem)).message == (
        "A referee's token may not call Concede: use the token of a seat of this game."
    )
    assert not_for("Close", (Role.OWNER, Role.ADMIN), Role.AUDITOR) == (
        "An auditor's token may not call Close: use the token of the owner or an operator."
    )

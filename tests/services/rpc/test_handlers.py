"""Commands and reads over gRPC: who may call, what is sent, and that nothing happens twice."""

from __future__ import annotations

import asyncio
import secrets
import shutil
from typing import Any

import grpc
import pytest
import pytest_asyncio
from google.rpc import error_details_pb2

from adjudicator.kernel.record.log import Conflict, LogFault, MemoryLog, StoreDown
from replays.register.leaves import read_leaf
from replays.register.proof import verify_registration
from services.rpc.access.credentials import Role
from services.rpc.access.statuses import read_status
from services.rpc.methods import Unmarked, methods_of
from tests.services.fixtures import (
    SEED,
    all_methods,
    comparable,
    event_in,
    fault_of,
    methods,
    refusal_from,
    serve_toy,
    toy_rules,
)

Code = grpc.StatusCode
toy_rules()
STREAMING = ("Audit",)


@pytest.fixture
async def toy_service(tmp_path):
    async with serve_toy(tmp_path) as toy_service:
        yield toy_service


async def called(toy_service, name, token, request):
    """Call any kind of method; the code that it ends with."""
    method = methods()[name]
    try:
        if method.takes_stream:
            data = request if isinstance(request, bytes) else request.SerializeToString()
            await sent(toy_service, method.path, data, (("authorization", f"Bearer {token}"),))
        elif method.gives_stream:
            async for _ in toy_service.start(name, token, request):
                break
        else:
            await toy_service.call(name, token, request)
    except grpc.aio.AioRpcError as error:
        return error.code(), error.details()
    return Code.OK, ""


def sent(service, path, data, metadata):
    """Call a method of any kind with one message.

    It goes out with the call: by itself it could meet a refusal, and then grpc.aio says INTERNAL of its own accord.
    """
    return service.channel.unary_unary(path)(data, metadata=metadata, timeout=20)


# -- who may


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def closed_service(tmp_path_factory):
    """A service for those who may do nothing."""
    async with serve_toy(tmp_path_factory.mktemp("closed")) as toy_service:
        yield toy_service


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("path", sorted(method.path for method in all_methods()))
async def test_no_token(closed_service, path):
    """Without a token no method of any service of the contract does anything; abuse case 1."""
    for metadata in ((), (("authorization", "Bearer wg1_owner_0123456789ab_" + "A" * 43),)):
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await sent(closed_service, path, b"", metadata)
        assert fault.value.code() == Code.UNAUTHENTICATED
        assert fault.value.details() == "no valid token: send one as metadata, authorization: Bearer <token>"


async def test_roles(toy_service):
    """Every method is refused to every role that its marks do not name; abuse cases 5, 6, 7 and 23."""
    game = await toy_service.open(referee=True)
    tokens = {
        Role.OWNER: "owner",
        Role.REFEREE: "referee",
        Role.SEAT: "red",
        Role.SPECTATOR: "spectator",
        Role.AUDITOR: "auditor",
    }
    for name, method in methods().items():
        for role, who in tokens.items():
            code, _ = await called(toy_service, name, game.tokens[who], b"" if name == "Audit" else method.request())
            denied = role not in method.roles or (_reaches(method) and role is not Role.OWNER)
            assert (code == Code.PERMISSION_DENIED) == denied, (name, who)
            if _reaches(method) and not denied:
                assert code == Code.INVALID_ARGUMENT, (name, who)


def _reaches(method):
    """Whether an empty request of this method asks for a game: an id that is empty is none."""
    return "game" in method.request.DESCRIPTOR.fields_by_name


@pytest.mark.parametrize("who", ["red", "spectator", "auditor", "referee"])
async def test_other_game(toy_service, who):
    """A token of one game shows nothing of another, nor whether there is one; abuse cases 3 and 8."""
    mine, other = await toy_service.open(referee=True), await toy_service.open(referee=True)
    mine.id = other.id
    there = await mine.refused("View", who)
    if who in ("red", "referee"):
        command = await mine.refused({"red": "Concede", "referee": "CreateMatch"}[who], who)
        assert read_status(command) == read_status(there)
        assert (await other.call("Get", who)).receipt.seq == 5
    mine.id = secrets.token_bytes(16)
    nowhere = await mine.refused("View", who)
    assert {there.code(), nowhere.code()} == {Code.PERMISSION_DENIED}
    assert there.details() == nowhere.details()
    assert read_status(there) == read_status(nowhere)


async def test_no_such_game(toy_service):
    """Whoever may know all games is told that there is no such game, and not that the token is wrong."""
    mine = await toy_service.open()
    mine.id = secrets.token_bytes(16)
    mine.tokens["owner"] = toy_service.owner
    for name in ("Get", "View"):
        unknown = await mine.refused(name, "owner")
        assert (unknown.code(), "no such game" in unknown.details()) == (Code.NOT_FOUND, True), name
    assert (await mine.refused("Get", "owner")).details().startswith("there is no such game: ")


async def test_seat_comes_from_the_token(toy_service):
    """A seat acts for itself alone: what the other seat is asked is not its to answer; abuse case 2."""
    game = await toy_service.match()
    await game.call("PlotMarch", "red", heading="north")
    fault = await game.refused("PlotMarch", "red", heading="south")
    assert fault_of(fault) == (Code.FAILED_PRECONDITION, "not-asked")
    outcome = await game.call("PlotMarch", "blue", heading="south")
    shown = next(event_in(row).plots_shown for row in outcome.ruled if row.name == "PlotsShown")
    assert [(plot.seat, plot.heading) for plot in shown.plots] == [(0, "north"), (1, "south")]


def test_marks_are_needed():
    """A service with a method that names no role does not start."""
    with pytest.raises(Unmarked, match="Health/Check"):
        methods_of("grpc.health.v1.Health")


# -- what is sent


async def test_outcome_is_for_the_seat(toy_service):
    """What a seat plots is sent to it alone, in outcome and view alike; abuse case 4."""
    game = await toy_service.match()
    outcome = await game.call("PlotMarch", "red", heading="west")
    assert event_in(outcome.ruled[0]).march_plotted.heading == "west"
    assert outcome.receipt.seq == 7
    async for entry in game.start("Read", "blue", after=6, records=True):
        assert not event_in(entry.ruled[0]).march_plotted.HasField("heading")
        assert b"west" not in entry.SerializeToString()
    for who in ("blue", "spectator"):
        assert b"west" not in (await game.call("View", who)).SerializeToString()
    assert b"west" in (await game.call("View", "red")).SerializeToString()


async def test_offers(toy_service):
    """Offers name the open windows, what the caller may answer, and what may be done at any time."""
    game = await toy_service.match(referee=True)
    offers = await game.call("Offers", "red")
    assert offers.windows[-1].kind == "plot"
    assert [offer.command for offer in offers.offers] == ["PlotMarch"]
    assert list(offers.offers[0].fields[0].one_of.values) == ["north", "east", "south", "west"]
    assert [(row.command, row.clause) for row in offers.anytime] == [
        ("CallReferee", "WG-CALL-01"),
        ("Concede", "WG-END-06"),
        ("OfferDraw", "WG-END-07"),
    ]
    referee = await game.call("Offers", "referee")
    offered = {row.command for row in referee.anytime}
    assert {"AddNote", "AdjournGame", "EnforceDeadline", "PauseGame", "Rewind"} <= offered
    assert not {"CallReferee", "Concede", "EndStop", "ResumeGame", "TakeBack"} & offered
    assert not referee.offers


async def test_view_at_an_earlier_entry(toy_service):
    """A view can be had as it stood after any entry, and after no other."""
    game = await toy_service.match()
    early, now = await game.call("View", "red", after=5), await game.call("View", "red")
    assert (early.seq, early.round, now.seq, now.round) == (5, 0, 6, 1)
    for odd in (0, 7):
        fault = await game.refused("View", "red", after=odd)
        assert (fault.code(), "after" in fault.details()) == (Code.INVALID_ARGUMENT, True)


async def test_refusal_explains_itself(toy_service):
    """A refusal carries clause, reason, path, facts, words and the state it was ruled on."""
    game = await toy_service.match()
    for who in ("red", "blue"):
        await game.call("PlotMarch", who, heading="west")
    offers = {who: await game.call("Offers", who) for who in ("red", "blue")}
    who = next(name for name, offer in offers.items() if offer.offers)
    fault = await game.refused("LayAmbush", who, place="up")
    refusal = refusal_from(fault)
    assert (fault.code(), refusal.seq, refusal.head) == (Code.FAILED_PRECONDITION, offers[who].seq, offers[who].head)
    assert (refusal.faults[0].clause, refusal.faults[0].reason, refusal.faults[0].path) == (
        "TOY-2.7-01",
        "no-heading",
        "place",
    )
    assert [(detail.name, detail.text) for detail in refusal.faults[0].details] == [("heading", "up")]
    assert refusal.faults[0].text == fault.details()
    assert "{" not in fault.details()


async def test_unknown_ids(toy_service):
    """An id that does not exist is not found, whoever asks."""
    game = await toy_service.match()
    for who in ("red", "blue"):
        await game.call("PlotMarch", who, heading="west")
    who = "red" if (await game.call("Offers", "red")).offers else "blue"
    fault = await game.refused("Strike", who, piece="zz", target="b1")
    assert (*fault_of(fault), refusal_from(fault).faults[0].path) == (Code.NOT_FOUND, "unknown-id", "piece")
    assert "zz" not in fault.details()


async def test_hidden_ids(toy_service):
    """An id that the seat may not know of is answered as one that does not exist, byte for byte."""
    game = await toy_service.match()
    for who in ("red", "blue"):
        await game.call("PlotMarch", who, heading="west")
    who, other = ("red", "blue") if (await game.call("Offers", "red")).offers else ("blue", "red")
    await game.call("LayAmbush", who, place="north")
    await game.call("EndTurn", who)
    target = "r1" if who == "red" else "b1"
    hidden = await game.refused("SpringAmbush", other, ambush="a9", target=target)
    nothing = await game.refused("SpringAmbush", other, ambush="a8", target=target)
    assert hidden.code() == Code.NOT_FOUND
    assert comparable(hidden) == comparable(nothing)


async def test_paired_worlds(tmp_path):
    """What a seat is sent does not depend on what it may not know: offers, views, entries, outcomes."""
    seen = []
    for secret in ("north", "south"):
        shutil.rmtree(tmp_path / "heads", ignore_errors=True)
        async with serve_toy(tmp_path) as toy_service:
            game = await toy_service.match(test_seed=SEED)
            await game.call("PlotMarch", "red", heading=secret)
            replies = [await game.call("Offers", "blue"), await game.call("View", "blue")]
            replies += [await game.call("Get", "blue")]
            replies += [entry async for entry in game.start("Read", "blue")]
            replies += [await game.refused("PlotMarch", "owner", heading="west")]
            replies += [await game.refused("EndTurn", "blue"), await game.refused("PlotMarch", "blue", heading="up")]
            seen.append([public(reply) for reply in replies])
    assert seen[0] == seen[1]
    assert len(seen[0]) == 13


def public(message):
    """What is left of a message without what must differ: times, hashes, salts, signatures and chance ids."""
    if isinstance(message, grpc.aio.AioRpcError):
        code, text, details, *signed = comparable(message)
        refusal = refusal_from(message)
        refusal.ClearField("head")
        return code, text, [url for url, _ in details], refusal.SerializeToString(), signed
    for field in ("head", "hash", "command_id", "receipt", "time", "opened_time", "last_time"):
        if field in message.DESCRIPTOR.fields_by_name:
            message.ClearField(field)
    if "clocks" in message.DESCRIPTOR.fields_by_name:
        message.clocks.ClearField("time")
    for opening in getattr(message, "openings", ()):
        opening.ClearField("salt")
    if message.DESCRIPTOR.fields_by_name.get("actor") is not None:
        message.actor.ClearField("key")
    if "registration" in message.DESCRIPTOR.fields_by_name:
        return registered(message), message.SerializeToString(deterministic=True)
    return message.SerializeToString(deterministic=True)


def registered(message):
    """Take out of a message where its game stands in the register; the time of the leaf is in every hash above it."""
    found = message.registration
    proof, checkpoint = verify_registration(message.terms.log_key, found.key, found.leaf, found.proof)
    leaf = read_leaf(found.leaf)
    for field in ("leaf", "proof"):
        found.ClearField(field)
    return leaf.body, proof.index, len(proof.path), checkpoint.origin, checkpoint.size


# -- what is not understood


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", b"short"),
        ("game", b""),
        ("command_id", b""),
        ("command_id", b"x" * 17),
        ("head", b"x"),
        ("signature", b"x" * 63),
        ("salt", b"x" * 31),
    ],
)
async def test_header_fields(toy_service, field, value):
    """A header of wrong sizes is invalid, with its path."""
    game = await toy_service.open()
    request = game.request("CreateMatch", rounds=1)
    setattr(request.header, field, value)
    with pytest.raises(grpc.aio.AioRpcError) as fault:
        await toy_service.call("CreateMatch", toy_service.owner, request)
    assert fault.value.code() == Code.INVALID_ARGUMENT
    bad = error_details_pb2.BadRequest()
    assert read_status(fault.value).details[0].Unpack(bad)
    assert bad.field_violations[0].field == f"header.{field}"


@pytest.mark.parametrize(("size", "told"), [(0, "is missing: it has 16 bytes"), (15, "must have 16 bytes")])
async def test_an_id_of_another_length(toy_service, size, told):
    """A game that is asked for by what can be no id is not unknown: the request is invalid, in every method."""
    game = await toy_service.open()
    game.id = bytes(size)
    game.tokens["owner"] = toy_service.owner
    for name in ("Get", "View", "Offers"):
        fault = await game.refused(name, "owner")
        assert (fault.code(), fault.details()) == (Code.INVALID_ARGUMENT, f"game {told}"), name


@pytest.mark.parametrize("field", ["commitment", "contribution"])
async def test_contributions_of_another_length(toy_service, field):
    """What can be no hash, or no contribution, is invalid whatever is asked: no rule has to refuse it."""
    game = await toy_service.open(contributions=False)
    name = {"commitment": "CommitContribution", "contribution": "OpenContribution"}[field]
    for value, told in ((bytes(31), "must have 32 bytes"), (bytes(33), "must have 32 bytes"), (b"", "is missing")):
        fault = await game.refused(name, "red", **{field: value})
        assert fault.code() == Code.INVALID_ARGUMENT
        assert fault.details().startswith(f"{field} {told}")
        bad = error_details_pb2.BadRequest()
        assert read_status(fault).details[0].Unpack(bad)
        assert bad.field_violations[0].field == field
    await game.contribute("red", "blue")


async def test_garbage(toy_service):
    """Bytes that are no message are invalid and do no harm."""
    game = await toy_service.open()
    for data in (b"\xff" * 100, b"\x0a\xff", b"\x0b" * 60_000):
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await toy_service.call("CreateMatch", toy_service.owner, data)
        assert fault.value.code() == Code.INVALID_ARGUMENT
    await game.call("CreateMatch", "owner", rounds=1)


@pytest.mark.parametrize("size", [65_537, 1_000_000, 2_000_000])
async def test_oversize(toy_service, size):
    """A request over 64 KiB is refused where a method does not take uploads; abuse case 18."""
    game = await toy_service.open()
    request = game.request("DeclareAbsent", seat=0, reason="x" * size)
    with pytest.raises(grpc.aio.AioRpcError) as fault:
        await toy_service.call("DeclareAbsent", toy_service.owner, request)
    assert fault.value.code() == Code.RESOURCE_EXHAUSTED


# -- once and for all


async def test_hundred_times_at_once(toy_service):
    """One command sent a hundred times is one entry, and a hundred equal answers; abuse case 11."""
    game = await toy_service.open()
    request = game.request("CreateMatch", rounds=1)
    answers = await asyncio.gather(*(toy_service.call("CreateMatch", toy_service.owner, request) for _ in range(100)))
    assert len({answer.SerializeToString(deterministic=True) for answer in answers}) == 1
    assert answers[0].rolls
    assert [entry.seq async for entry in toy_service.log.read(game.id)][-1] == answers[0].receipt.seq


async def test_retry_long_after(toy_service):
    """A retry gets the first answer, windows included, when the game has long gone on."""
    game = await toy_service.open()
    request = game.request("CreateMatch", rounds=1)
    first = await toy_service.call("CreateMatch", toy_service.owner, request)
    for who in ("red", "blue"):
        await game.call("PlotMarch", who, heading="west")
    assert await toy_service.call("CreateMatch", toy_service.owner, request) == first


async def test_command_id_reused(toy_service):
    """A command id stands for one command of one actor; abuse case 12."""
    game = await toy_service.match()
    used = secrets.token_bytes(16)
    await game.call("PlotMarch", "red", command_id=used, heading="west")
    mine = await game.refused("PlotMarch", "red", command_id=used, heading="east")
    theirs = await game.refused("PlotMarch", "blue", command_id=used, heading="west")
    assert fault_of(mine) == fault_of(theirs) == (Code.ALREADY_EXISTS, "command-id-reused")
    assert (refusal_from(mine).seq, refusal_from(theirs).seq) == (7, 0)
    assert "7" not in theirs.details()


async def test_same_head_in_parallel(toy_service):
    """Of two commands of one seat on one head one wins; two seats asked at once both are taken; abuse case 13."""
    game = await toy_service.match()
    head = (await game.call("Offers", "red")).head
    plots = [game.call("PlotMarch", who, head=head, heading="west") for who in ("red", "blue")]
    await asyncio.gather(*plots)
    who = "red" if (await game.call("Offers", "red")).offers else "blue"
    head = (await game.call("Offers", who)).head
    both = [game.call(name, who, head=head) for name in ("DrawToken", "EndTurn")]
    answers: Any = await asyncio.gather(*both, return_exceptions=True)
    (late,) = [answer for answer in answers if isinstance(answer, grpc.aio.AioRpcError)]
    (taken,) = [answer for answer in answers if answer is not late]
    assert fault_of(late) == (Code.ABORTED, "stale-head")
    assert refusal_from(late).head == taken.receipt.hash


# -- when the store fails


class Faulty(MemoryLog):
    """A log whose appends wait for a test, or fail as it says."""

    def __init__(self):
        super().__init__(asyncio.Event)
        self.fault = None
        self.released = None
        self.entered = asyncio.Event()

    async def append(self, *entry):
        self.entered.set()
        if self.released is not None:
            await self.released.wait()
        if self.fault is not None:
            raise self.fault
        await super().append(*entry)


@pytest.fixture
async def faulty(tmp_path):
    async with serve_toy(tmp_path, log=Faulty()) as toy_service:
        yield toy_service


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (StoreDown("unix:///run/secret.sock refuses"), Code.UNAVAILABLE),
        (LogFault("CHAIN_BREAK", 3, "hash deadbeef"), Code.DATA_LOSS),
        (Conflict(9, b"\x09" * 32), Code.ABORTED),
        (ZeroDivisionError("a secret"), Code.INTERNAL),
    ],
)
async def test_store_fails(faulty, fault, code):
    """What the store does wrong has a code of its own, and its words stay inside."""
    game = await faulty.open()
    faulty.log.fault = fault
    error = await game.refused("CreateMatch", "owner", rounds=1)
    assert error.code() == code
    for word in ("secret", "deadbeef", "Zero"):
        assert word not in error.details()
    faulty.log.fault = None
    await game.call("CreateMatch", "owner", rounds=1)


async def test_durable_before_the_answer(faulty):
    """Nobody hears of an entry that is not written yet."""
    game = await faulty.open()
    faulty.log.released = asyncio.Event()
    call = asyncio.ensure_future(game.call("CreateMatch", "owner", rounds=1))
    await asyncio.sleep(0.1)
    assert not call.done()
    faulty.log.released.set()
    assert (await call).rolls


async def test_late_answer(faulty, monkeypatch):
    """A call that takes too long is given up; what it had begun is found by its retry."""
    game = await faulty.open()
    faulty.log.released = asyncio.Event()
    request = game.request("CreateMatch", rounds=1)
    with monkeypatch.context() as hurried:
        hurried.setattr("services.rpc.access.guard.UNARY_SECONDS", 0.1)
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await faulty.call("CreateMatch", faulty.owner, request)
    assert fault.value.code() == Code.DEADLINE_EXCEEDED
    faulty.log.released.set()
    assert (await faulty.call("CreateMatch", faulty.owner, request)).receipt.seq == 6


async def test_cancelled_call(faulty):
    """A caller that goes leaves a game that goes on; his retry finds what he had begun."""
    game = await faulty.open()
    faulty.log.released = asyncio.Event()
    faulty.log.entered.clear()
    request = game.request("CreateMatch", rounds=1)
    call = faulty.start("CreateMatch", faulty.owner, request)
    await faulty.log.entered.wait()
    call.cancel()
    await asyncio.sleep(0.05)
    faulty.log.released.set()
    repeated = await faulty.call("CreateMatch", faulty.owner, request)
    assert repeated.receipt.seq == 6
    await game.call("PlotMarch", "red", heading="west")

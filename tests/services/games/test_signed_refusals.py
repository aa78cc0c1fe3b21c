"""A refused command is answered with a refusal that the log key has signed, and nothing else is."""

from __future__ import annotations

import hashlib
import secrets

import grpc
import pytest

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.record.mpint import encode
from adjudicator.kernel.record.record import Actor
from replays import notes
from replays.wallet.refusal import BYTES_MOST, DOMAIN, Refusal, command_hash, read_refusal, write_refusal
from services.games.signing import signed_bytes
from services.rpc.access.statuses import read_status
from tests.services.fixtures import refusal_from, serve_toy, signed_in, toy_rules

toy_rules()
GAME, HEAD, COMMAND = b"g" * 16, b"h" * 32, b"c" * 32


@pytest.fixture
async def toy_service(tmp_path):
    async with serve_toy(tmp_path) as toy_service:
        yield toy_service


def told(error):
    """The refusal that was signed, once its signature is verified."""
    signed = signed_in(error)
    assert signed is not None
    public = notes.key_of(signed.log_key)[1]
    assert notes.verifies(public, signed.signature, DOMAIN + signed.refusal)
    assert not notes.verifies(public, signed.signature, signed.refusal)
    return read_refusal(signed.refusal), signed


async def test_what_is_signed(toy_service):
    """A refusal names game, head, command and fault, signed with the key of the game's heads under its own domain."""
    game = await toy_service.match()
    facts = await game.call("Get", "red")
    command_id, head = secrets.token_bytes(16), facts.receipt.hash
    error = await game.refused("EndTurn", "red", command_id=command_id, head=head)
    refusal, signed = told(error)
    assert (refusal.game, refusal.seq, refusal.head) == (game.id, facts.receipt.seq, head)
    assert signed.log_key == facts.terms.log_key
    assert not signed.HasField("salt")
    first = refusal_from(error).faults[0]
    assert (refusal.faults[0].clause, refusal.faults[0].reason, refusal.faults[0].path) == (
        first.clause,
        first.reason,
        first.path,
    )
    assert dict(refusal.faults[0].facts) == {
        row.name: row.number if row.HasField("number") else row.text for row in first.details
    }
    actor = [3, 0, game.tokens["red"].split("_")[2]]
    row = encode([game.id, actor, [command_id, head, ["EndTurn"], None]])
    assert refusal.command == hashlib.sha256(b"wglog/1/cmd\0" + row).digest()


async def test_secrets_stay_sealed(toy_service):
    """The hash of a command covers the seal of its secret fields; who brought no salt is given that of the seal."""
    game = await toy_service.match()
    await game.call("PlotMarch", "red", heading="north")
    rules, command_id = toy_rules(), secrets.token_bytes(16)
    refusal, signed = told(await game.refused("PlotMarch", "red", command_id=command_id, heading="south"))
    kind = rules.command("PlotMarch")
    assert kind is not None
    command = kind(heading="south")
    actor = Actor(3, 0, game.tokens["red"].split("_")[2])
    assert len(signed.salt) == 32
    covered = signed_bytes(rules.masks, game.id, actor, command_id, None, command, signed.salt)
    assert refusal.command == command_hash(covered)
    assert b"south" not in covered


@pytest.mark.parametrize("name", ["no token", "malformed", "other game", "unreadable head", "read"])
async def test_what_is_not_signed(toy_service, name):
    """Bad tokens, what is not understood, games of others and reads are answered unsigned."""
    game = await toy_service.match()
    request = game.request("PlotMarch", heading="north")
    token = game.tokens["red"]
    if name == "malformed":
        request.header.command_id = b"short"
    elif name == "other game":
        request.header.game = secrets.token_bytes(16)
    elif name == "unreadable head":
        request.header.head = b"x"
    elif name == "read":
        request = game.request("View", after=99)
    with pytest.raises(grpc.aio.AioRpcError) as fault:
        await toy_service.call(
            "View" if name == "read" else "PlotMarch", None if name == "no token" else token, request
        )
    assert read_status(fault.value).details
    assert signed_in(fault.value) is None


async def test_stale_heads_are_signed(toy_service):
    """That a command came too late is a refusal as any other: it says on which head it was given."""
    game = await toy_service.match()
    error = await game.refused("PlotMarch", "red", heading="north", head=b"x" * 32)
    refusal, _ = told(error)
    assert refusal.faults == (Fault("", "stale-head", "header.head"),)
    assert refusal.head == refusal_from(error).head


async def test_referees_and_owners(toy_service):
    """Whoever gives a command is answered alike."""
    game = await toy_service.match(referee=True)
    for who in ("owner", "referee"):
        refusal, _ = told(await game.refused("CreateMatch", who, rounds=2))
        assert refusal.game == game.id


def test_long_refusals():
    """A refusal fits into headers: faults that do not fit are counted, texts cut, great numbers written as texts."""
    faults = tuple(Fault("X-1", "odd", f"troops[{n}]", (("name", "x" * 5_000), ("n", 2**60))) for n in range(1_000))
    data = write_refusal(Refusal(GAME, 7, HEAD, 5, COMMAND, faults))
    found = read_refusal(data)
    assert len(data) <= BYTES_MOST
    assert len(found.faults) + found.left == 1_000
    assert found.faults[0].facts == (("name", "x" * 200 + "..."), ("n", str(2**60)))


@pytest.mark.parametrize(
    "fields",
    [
        [],
        [2, GAME, 1, HEAD, 5, COMMAND, [["X-1", "odd", "", []]], 0],
        [1, GAME, 1, HEAD, 5, COMMAND, [], 0],
        [1, b"g", 1, HEAD, 5, COMMAND, [["X-1", "odd", "", []]], 0],
        [1, GAME, -1, HEAD, 5, COMMAND, [["X-1", "odd", "", []]], 0],
        [1, GAME, True, HEAD, 5, COMMAND, [["X-1", "odd", "", []]], 0],
        [1, GAME, 1, HEAD, 5, COMMAND, [["X-1", "odd", ""]], 0],
        [1, GAME, 1, HEAD, 5, COMMAND, [["X-1", "odd", "", [["n"]]]], 0],
        [1, GAME, 1, HEAD, 5, COMMAND, [["X-1", None, "", []]], 0],
    ],
)
def test_other_bytes(fields):
    """What is no refusal is not read as one."""
    with pytest.raises(ValueError, match=r"refusal|fault"):
        read_refusal(encode(fields))

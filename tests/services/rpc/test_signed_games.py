"""Signed games, stretches of dice and the referee's contribution, over gRPC from the opening to the audit."""

import asyncio
import secrets
from typing import Any

import grpc
import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from grpc import StatusCode as Code

from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import MASKS
from adjudicator.kernel.record.chain import warrant_bytes
from replays.audit.audit import audit
from replays.audit.entries import read_entries
from replays.audit.report import Findings
from replays.bundle import read_bundle
from services.games.signing import public_key, sign, signed_bytes
from services.rpc.access.credentials import actor_of
from tests.services.audited import find
from tests.services.fixtures import ToyGame, methods, open_request, serve_toy, toy_rules
from wargame.v1 import games_pb2, officials_pb2, protocol_pb2, stretches_pb2

REFEREE = 254
PARTIES = {"red": 0, "blue": 1, "owner": REFEREE, "referee": REFEREE}


@pytest.fixture
async def toy_service(tmp_path):
    async with serve_toy(tmp_path) as toy_service:
        yield toy_service


class SignedGame(ToyGame):
    """A game of the toy in which everybody signs what they give; `keys` are secrets by name."""

    keys: dict[str, bytes]
    client: Any

    async def call(self, name, who, **fields):
        """Sign a command, and give it."""
        request = self.request(name, **fields)
        if methods()[name].command and who in self.keys:
            self.sign(request, name, who)
        return await self.client.call(name, self.tokens[who], request)

    def sign(self, request, name, who, key=None):
        """Sign a request as somebody."""
        command = self.client.service.rulesets.converter.to_struct(request)
        masks = {**toy_rules().masks, **MASKS}
        header = request.header
        if masks[type(command)].secret:
            header.salt = secrets.token_bytes(32)
        actor = actor_of(self.tokens[who], PARTIES[who])
        head, salt = header.head or None, header.salt or None
        data = signed_bytes(masks, self.id, actor, header.command_id, head, command, salt)
        header.signature = sign(key or self.keys[who], data)


async def opened(service, **terms):
    """Open a game in which everybody has a key."""
    keys = {name: secrets.token_bytes(32) for name in PARTIES}
    seats = [protocol_pb2.Seat(name=name, keys=[public_key(keys[name])]) for name in ("red", "blue")]
    names = ["owner", *(["referee"] if terms.get("referee") else [])]
    offices = {"owner": officials_pb2.OFFICE_OWNER, "referee": officials_pb2.OFFICE_REFEREE}
    officials = [officials_pb2.Official(office=offices[name], keys=[public_key(keys[name])]) for name in names]
    request = open_request(seats=seats, signatures=games_pb2.SIGNATURES_ALL, officials=officials, **terms)
    game = SignedGame(service, await service.call("Open", service.owner, request), service.owner, ("red", "blue"))
    game.keys = keys
    return game


async def finished(game):
    """Give the game up, and give its replay file."""
    await game.call("Concede", "red")
    for who in ("red", "blue"):
        await game.call("ConfirmResult", who)
    async with asyncio.timeout(20):
        while not (await game.call("Get", "red")).revealed:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.02)
    return b"".join([chunk.data async for chunk in game.start("Export", "auditor")])


@pytest.mark.rule("WG-OFFICIAL-01")
async def test_everybody_signs(toy_service):
    """What nobody has signed, or another one has, is refused, of officials too; the audit is a plain pass."""
    game = await opened(toy_service, referee=True, appeal_window=0)
    await game.contribute("red", "blue")
    bare = game.request("CreateMatch", rounds=1)
    for key in (None, game.keys["red"], game.keys["referee"]):
        if key is not None:
            game.sign(bare, "CreateMatch", "owner", key)
        fault = await refused(toy_service.call("CreateMatch", game.tokens["owner"], bare))
        assert (fault.code(), "header.signature" in fault.details()) == (Code.INVALID_ARGUMENT, True)
    await game.call("CreateMatch", "owner", rounds=1)
    head = (await game.call("Get", "red")).receipt.hash
    note = await game.call("AddNote", "referee", grounds={"reason": "late by a minute"}, head=head)
    data = await finished(game)
    report = audit(data, find=find, vkey=game.client.service.keys.verification_key)
    assert (report.result, report.findings) == ("PASS", ())
    assert report.forgers.startswith("to forge it takes the log key, and the key of each seat or official")
    assert any(line.startswith("unsigned: the opening, and what the service gave itself: ") for line in report.declared)
    entries = read_entries(read_bundle(data), Findings())
    assert entries[note.receipt.seq - 1].signature is not None
    assert {raw.role for raw in entries[1:] if raw.signature is None} == {6}


@pytest.mark.rule("WG-OFFICIAL-01")
async def test_officials_are_admitted_by_the_owner(toy_service):
    """A warrant of the owner changes a referee's key: the earlier signs no more, and no warrant counts twice."""
    game = await opened(toy_service, referee=True, appeal_window=0)
    await game.contribute("red", "blue")
    await game.call("CreateMatch", "owner", rounds=1)
    other = secrets.token_bytes(32)
    terms = {"token": "", "keys": [public_key(other)], "number": 1}
    data = warrant_bytes(game.id, "referee", "", [public_key(other)], 1)
    office = officials_pb2.OFFICE_REFEREE
    for key in ("red", "referee"):
        with pytest.raises(grpc.aio.AioRpcError, match="no key of the game's owner"):
            await game.call("AdmitOfficial", "owner", office=office, warrant=sign(game.keys[key], data), **terms)
    warrant = sign(game.keys["owner"], data)
    await game.call("AdmitOfficial", "owner", office=office, warrant=warrant, **terms)
    with pytest.raises(grpc.aio.AioRpcError, match="used for this official"):
        await game.call("AdmitOfficial", "owner", office=office, warrant=warrant, **terms)
    head = (await game.call("Get", "red")).receipt.hash
    with pytest.raises(grpc.aio.AioRpcError, match="does not fit this command"):
        await game.call("AddNote", "referee", grounds={"reason": "late"}, head=head)
    game.keys["referee"] = other
    await game.call("AddNote", "referee", grounds={"reason": "late"}, head=head)
    report = audit(await finished(game), find=find)
    assert report.findings == ()
    told = "the owner has warranted that referee signs from here on"
    assert [line.partition(": ")[2] for line in report.testimony].count(told) == 1


async def test_no_key_of_small_order_is_taken(toy_service):
    """A key under which anybody can sign opens no game, and neither takes a seat nor an office in one."""
    weak = bytes(32)
    for place in ("seats[1].keys", "officials[0].keys"):
        keys = [public_key(secrets.token_bytes(32)) for _ in range(3)]
        keys[{"seats[1].keys": 1, "officials[0].keys": 2}[place]] = weak
        seats = [protocol_pb2.Seat(name=name, keys=[key]) for name, key in zip(("red", "blue"), keys, strict=False)]
        officials = [officials_pb2.Official(office=officials_pb2.OFFICE_OWNER, keys=[keys[2]])]
        request = open_request(seats=seats, signatures=games_pb2.SIGNATURES_ALL, officials=officials)
        fault = await refused(toy_service.call("Open", toy_service.owner, request))
        assert (fault.code(), "small order" in fault.details()) == (Code.INVALID_ARGUMENT, True)
        assert fault.details().startswith(place)
    game = await opened(toy_service, referee=True, appeal_window=0)
    await game.contribute("red", "blue")
    await game.call("CreateMatch", "owner", rounds=1)
    head = (await game.call("Get", "red")).receipt.hash
    warrant = sign(game.keys["owner"], warrant_bytes(game.id, "referee", "", [weak], 1))
    terms = {"token": "", "keys": [weak], "number": 1, "office": officials_pb2.OFFICE_REFEREE, "warrant": warrant}
    substitute = {"seat": 1, "person": "Kim", "keys": [weak], "grounds": {"reason": "ill"}, "head": head}
    for name, who, fields in (("AdmitOfficial", "owner", terms), ("Substitute", "referee", substitute)):
        fault = await refused(game.call(name, who, **fields))
        assert (fault.code(), "small order" in fault.details()) == (Code.INVALID_ARGUMENT, True)
        assert fault.details().startswith("keys")
        tried = AnyMessage()
        tried.Pack(game.request(name, **fields))
        assert (await refused(game.call("Check", who, command=tried))).details() == fault.details()


@pytest.mark.rule("WG-STRETCH-01")
async def test_dice_are_shown_while_the_game_goes_on(toy_service):
    """Stretches are shown as soon as they have their dice; the audit of a running game verifies them."""
    game = await shown_twice(toy_service)
    data = b"".join([chunk.data async for chunk in game.start("Export", "auditor")])
    running = audit(data, find=find)
    assert {finding.code for finding in running.findings} == set()
    rows = read_entries(read_bundle(data), Findings())
    epochs = [row[1] for raw in rows for row in raw.dice]
    assert epochs == sorted(epochs)
    assert max(epochs) >= 1
    report = audit(await finished(game), find=find)
    assert (report.result, report.findings) == ("PASS", ())


async def shown_twice(service):
    """Play games, whose dice are chance, until one has shown two stretches."""
    for _ in range(20):
        terms = stretches_pb2.Stretches(count=1_000, dice=1, time=Duration(seconds=3_600))
        game = await opened(service, stretches=terms)
        await game.contribute("red", "blue")
        await game.call("CreateMatch", "owner", rounds=5)
        for _ in range(40):
            data = b"".join([chunk.data async for chunk in game.start("Export", "auditor")])
            rows = read_entries(read_bundle(data), Findings())
            if sum(raw.kind == "ShowStretch" for raw in rows) > 1 and not any(
                raw.event("ResultReached") for raw in rows
            ):
                return game
            await one_move(game)
    raise AssertionError("no game shows two stretches")


async def one_move(game):
    """Let whoever is asked take an offer."""
    try:
        await game.play_on("red", "blue", moves=1)
    except AssertionError:
        return


@pytest.mark.rule("WG-SEED-05")
async def test_the_referee_contributes(toy_service):
    """The transcript has a slot more for the referee; absent, it stays empty, and the game goes on."""
    for absent in (False, True):
        game = await opened(toy_service, referee=True, appeal_window=0, referee_contributes=True)
        mine = {who: secrets.token_bytes(32) for who in ("red", "blue", "referee")}
        given = ("red", "blue") if absent else ("red", "blue", "referee")
        for who in given:
            await game.call("CommitContribution", who, commitment=wgdice.seat_commit(game.id, PARTIES[who], mine[who]))
        if absent:
            await game.call("DeclareAbsent", "owner", seat=REFEREE, reason="ill")
        for who in given:
            await game.call("OpenContribution", who, contribution=mine[who])
        await game.call("CreateMatch", "owner", rounds=1)
        report = audit(await finished(game), find=find)
        assert (report.result, report.findings) == ("PASS", ())


async def refused(call):
    """Wait for a call that must be refused."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    return caught.value

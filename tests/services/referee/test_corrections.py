"""Corrections and substitutions through the service: offers, refusals, and what everybody sees."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import grpc
import pytest

from services.rpc.access.credentials import Role
from tests.services.fixtures import event_in, fault_of, serve_toy
from tests.toy.model.state import Ambush
from wargame.v1 import corrections_pb2, rulings_pb2

WHY = rulings_pb2.Grounds(reason="a shield was counted twice")
Code = grpc.StatusCode


@pytest.fixture
async def toy_service(tmp_path):
    """A service of the toy."""
    async with serve_toy(tmp_path) as service:
        yield service


async def head(game):
    return (await game.call("Get", "referee")).receipt.hash


def item(before, after):
    return corrections_pb2.PatchItem(table="sides", key="0", field="shields", before=before, after=after)


@pytest.mark.rule("WG-CORRECT-01")
async def test_a_referee_corrects_a_value(toy_service):
    """The offer names it, everybody sees it, and what does not stand is refused."""
    game = await toy_service.match(referee=True)
    offers = (await game.call("Offers", "referee")).anytime
    assert "Correct" in [offer.command for offer in offers]
    wrong = await game.refused("Correct", "referee", grounds=WHY, patch=[item("7", "2")], head=await head(game))
    assert fault_of(wrong) == (Code.FAILED_PRECONDITION, "old-differs")
    await game.call("Correct", "referee", grounds=WHY, patch=[item("1", "2")], head=await head(game))
    *_, last = [entry async for entry in game.start("Read", "spectator")]
    assert [ruled.name for ruled in last.ruled] == ["RulingGiven", "Corrected", "Asked"]
    assert event_in(last.ruled[1]).corrected.after == "2"


@pytest.mark.rule("WG-CORRECT-02")
async def test_what_is_hidden_needs_an_inspection(toy_service):
    """The refusal says so before anything is looked at."""
    game = await toy_service.match(referee=True)
    secret = corrections_pb2.PatchItem(table="ambushes", key="a9", field="strength", before="1", after="2")
    given = {"grounds": WHY, "patch": corrections_pb2.HiddenPatch(items=[secret]), "head": await head(game)}
    assert fault_of(await game.refused("CorrectHidden", "referee", **given))[1] == "not-inspected"


@pytest.mark.rule("WG-SEAT-01")
async def test_another_person_takes_a_seat(toy_service):
    """A referee names the person; a seat may not."""
    game = await toy_service.match(referee=True)
    given = {"grounds": WHY, "seat": 0, "person": "Robin", "keys": [b"k" * 32], "head": await head(game)}
    assert (await game.refused("Substitute", "red", **given)).code() is Code.PERMISSION_DENIED
    await game.call("Substitute", "referee", **given)
    *_, last = [entry async for entry in game.start("Read", "spectator")]
    assert event_in(last.ruled[1]).seat_substituted.person == "Robin"


def ambush(key, before, after):
    secret = corrections_pb2.PatchItem(table="ambushes", key=key, field="strength", before=before, after=after)
    return {"grounds": WHY, "patch": corrections_pb2.HiddenPatch(items=[secret])}


@pytest.mark.rule("WG-CORRECT-02")
async def test_a_hidden_value_is_set_once(toy_service):
    """Of two referees who have both looked one sets it; again it is the same entry, on the old head it is stale.

    Nobody else may, and who has not looked himself may not.
    """
    game = await toy_service.match(referee=True)
    make = toy_service.service.credentials.make
    game.tokens |= {name: await make(Role.REFEREE, game.id) for name in ("second", "third")}
    for name in ("red", "blue"):
        await game.call("PlotMarch", name, heading="west")
    (mover,) = [name for name in ("red", "blue") if (await game.call("Offers", name)).offers]
    await game.call("LayAmbush", mover, place="west")
    for who in ("referee", "second"):
        looked = await game.call("Inspect", who, grounds=WHY, tables=["ambushes"], head=await head(game))
        (table,) = (await game.call("ReadInspected", who, entry=looked.receipt.seq)).tables
    ((key, row),) = json.loads(table.value)
    strength = dict(zip(Ambush.__struct_fields__, row, strict=True))["strength"]
    given = {**ambush(key, str(strength), str(strength % 6 + 1)), "head": await head(game)}
    for who in ("red", "blue", "owner", "spectator", "auditor"):
        assert (await game.refused("CorrectHidden", who, **given)).code() is Code.PERMISSION_DENIED
    assert fault_of(await game.refused("CorrectHidden", "third", **given))[1] == "not-inspected"
    before = (await game.call("Get", "referee")).receipt.seq
    requests = {who: game.request("CorrectHidden", **given) for who in ("referee", "second")}
    calls = [toy_service.call("CorrectHidden", game.tokens[who], request) for who, request in requests.items()]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, grpc.aio.AioRpcError)]
    assert [error.code() for error in refused] == [Code.ABORTED]
    (taken,) = [who for who, answer in zip(requests, answers, strict=True) if answer not in refused]
    again = await toy_service.call("CorrectHidden", game.tokens[taken], requests[taken])
    assert again.receipt.seq == (await game.call("Get", "referee")).receipt.seq == before + 1
    assert (await game.refused("CorrectHidden", taken, **given)).code() is Code.ABORTED
    stale = {**given, "head": await head(game)}
    assert fault_of(await game.refused("CorrectHidden", taken, **stale))[1] == "hidden-old-differs"


def without(message, *names):
    """The bytes of a message without these fields."""
    copied = type(message)()
    copied.CopyFrom(message)
    for name in names:
        copied.ClearField(name)
    return copied.SerializeToString(deterministic=True)


def _but_calls(offers):
    return [row for row in (*offers.offers, *offers.anytime) if row.command != "CallReferee"]


async def seen(game, who, upto):
    """What a party sees of a game: its view, its offers but a call, which may be about any entry, and its log."""
    view, offers = await game.call("View", who), await game.call("Offers", who)
    return {
        "view": without(view, "seq", "head"),
        "offers": [row.SerializeToString() for row in _but_calls(offers)],
        "log": [entry.SerializeToString() async for entry in game.start("Read", who, up_to=upto, records=True)],
    }


@pytest.mark.rule("WG-CORRECT-02")
async def test_the_other_seat_sees_that_a_hidden_value_was_set_and_no_more(toy_service):
    """Its view, offers and log are what they were, byte for byte, but for one entry, of one size whatever was set."""
    game = await toy_service.match(referee=True)
    for name in ("red", "blue"):
        await game.call("PlotMarch", name, heading="west")
    (mover,) = [name for name in ("red", "blue") if (await game.call("Offers", name)).offers]
    await game.call("LayAmbush", mover, place="west")
    other = "blue" if mover == "red" else "red"
    stream = game.start("Watch", other, after=(await game.call("Get", other)).receipt.seq)
    looked = await game.call("Inspect", "referee", grounds=WHY, tables=["ambushes"], head=await head(game))
    (table,) = (await game.call("ReadInspected", "referee", entry=looked.receipt.seq)).tables
    ((key, row),) = json.loads(table.value)
    fields = dict(zip(Ambush.__struct_fields__, row, strict=True))
    last = looked.receipt.seq
    before = {who: await seen(game, who, last) for who in (other, mover)}
    shown: list[Any] = []
    for new in (fields["strength"] % 6 + 1, fields["strength"]):
        item = ambush(key, str(fields["strength"]), str(new))
        done = await game.call("CorrectHidden", "referee", head=await head(game), **item)
        fields["strength"] = new
        after = {who: await seen(game, who, last) for who in (other, mover)}
        assert after[other] == before[other]
        assert (after[mover] == before[mover]) == (len(shown) == 1), "its owner sees the value"
        (entry,) = [row async for row in game.start("Read", other, after=done.receipt.seq - 1, records=True)]
        shown.append(entry)
    for command, entry in zip(("Inspect", "CorrectHidden", "CorrectHidden"), (None, *shown), strict=True):
        assert (await stream.read()).command == command
        if entry is not None:
            corrected = event_in(entry.ruled[1]).corrected
            assert [corrected.HasField(name) for name in ("table", "key", "field", "before", "after")] == [False] * 5
            assert b"ambushes" not in entry.SerializeToString()
    assert len({len(entry.record) for entry in shown}) == 1
    assert shown[0].ruled[1].SerializeToString() == shown[1].ruled[1].SerializeToString()
    stream.cancel()

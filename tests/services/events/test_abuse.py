"""Events under callers who press on: late, twice, in the wrong order, with what does not belong there."""

import asyncio
import json
import secrets
from typing import cast

import grpc
import pytest

from adjudicator.kernel.record.log import MemoryLog
from services.events.desk import EventDesk
from services.rpc.access.credentials import Unauthenticated
from services.store.event_feeds import event_store
from tests.services.events.steps import create, pairing, start
from tests.services.events.test_acts import CAUTION, INVALID, PRECONDITION, YELLOW, fresh, running
from tests.services.events.test_tokens import refused
from tests.services.fixtures import serve_toy
from wargame.v1 import events_pb2, terms_pb2

REUSED = grpc.StatusCode.ALREADY_EXISTS
LOST = grpc.StatusCode.DATA_LOSS
COUNTED = terms_pb2.PenaltyRule(kind=CAUTION, count=2, scope=terms_pb2.PENALTY_SCOPE_EVENT, then=YELLOW)


async def test_games_are_opened_again_as_they_were_after_the_roster_has_changed(toy_service):
    """A retry gives the games of the first try, whatever keys their persons have by now; new ones take those."""
    old, new = secrets.token_bytes(32), secrets.token_bytes(32)
    roster = [events_pb2.Person(name="anna", keys=[old]), events_pb2.Person(name="ben", keys=[secrets.token_bytes(32)])]
    event = await create(toy_service, roster=roster)
    command_id = fresh()
    opened = await event.open(pairing("anna", "ben"), command_id=command_id)
    anna = [events_pb2.Person(name="anna", keys=[new])]
    await event.call("ChangeRoster", command_id=fresh(), add=anna, reason="a new phone")
    assert await event.open(pairing("anna", "ben"), command_id=command_id) == opened
    (second,) = await event.open(pairing("anna", "ben", table="2"))
    keys = [list((await event.game(row).call("Get", "owner")).terms.seats[0].keys) for row in (*opened, second)]
    assert keys == [[old], [new]]


async def test_one_game_takes_the_place_of_another(toy_service):
    """Of two requests that open a game in the place of the same one, one is refused."""
    event = await create(toy_service)
    (opened,) = await event.open(pairing("anna", "ben"))
    again = pairing("anna", "ben", restarts=opened.game)
    assert (await refused(event.open(again, again)))[0] is INVALID
    both = await asyncio.gather(event.open(again), event.open(again), return_exceptions=True)
    (fault,) = [found for found in both if isinstance(found, grpc.aio.AioRpcError)]
    assert fault.code() is PRECONDITION
    games = (await event.call("Results")).results
    (made,) = [found for found in both if isinstance(found, list)]
    assert [row.replaced_by for row in games if row.game == opened.game] == [made[0].game]


async def test_together_is_resumed_what_was_paused_together(toy_service):
    """Resume leaves a game alone that a ruling of its own has stopped; a retry in other rounds is refused."""
    event = await create(toy_service)
    first = await running(event, "anna", "ben")
    (opened,) = await event.open(pairing("cleo", "dan", table="2"))
    second = event.game(opened)
    await second.call("CreateMatch", "owner", rounds=1)
    second.tokens["rita"] = rita = first.tokens["rita"]
    await event.all("Pause", rita, command_id=fresh(), reason="fire alarm")
    await second.call("ResumeGame", "rita", grounds={"reason": "they are outside"})
    await second.call("AdjournGame", "rita", grounds={"reason": "until tomorrow"})
    command_id = fresh()
    rows = await event.all("Resume", rita, command_id=command_id, reason="all clear")
    assert [(row.game, row.HasField("receipt"), "ruling of its own" in row.refused) for row in rows] == [
        (first.id, True, False),
        (second.id, False, True),
    ]
    stopped = await event.call("Games", statuses=[events_pb2.EVENT_GAME_STATUS_STOPPED])
    assert [row.game for row in stopped.games] == [second.id]
    assert (await event.all("Resume", rita, command_id=command_id, reason="all clear"))[0] == rows[0]
    other = event.all("Resume", rita, command_id=command_id, reason="all clear", rounds=["9"])
    assert (await refused(other))[0] is REUSED


async def test_a_token_is_revoked_after_the_close(toy_service):
    """A closed event takes nothing but that; what a token could read it reads no more."""
    event = await create(toy_service)
    token = await event.token("spectator", "screen")
    (key,) = [found.key for found in (await event.call("ListTokens")).tokens]
    await event.call("Close", command_id=fresh(), reason="over")
    row = await event.call("RevokeToken", command_id=fresh(), key=key, reason="lost")
    assert row.HasField("revoked_time")
    with pytest.raises(Unauthenticated):
        await toy_service.service.credentials.recheck(f"Bearer {token}")
    assert (await refused(event.token("spectator", "screen")))[0] is PRECONDITION


async def test_a_token_whose_revocation_was_cut_off_is_refused(toy_service, monkeypatch):
    """The token is refused before the log says so, and a retry brings the entry."""
    event = await create(toy_service)
    token = await event.token("referee", "rita")
    (key,) = [found.key for found in (await event.call("ListTokens")).tokens]

    async def cut_off(*_):
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(EventDesk, "_append", cut_off)
        await refused(event.call("RevokeToken", command_id=bytes(16), key=key, reason="went home"))
    with pytest.raises(Unauthenticated):
        await toy_service.service.credentials.recheck(f"Bearer {token}")
    revoked = await event.call("RevokeToken", command_id=bytes(16), key=key, reason="went home")
    assert revoked.HasField("revoked_time")


async def test_overturned_penalties_are_not_counted(toy_service):
    """A caution whose ruling an appeal has overturned leads to nothing outside of its game."""
    event = await create(toy_service, games=terms_pb2.GameTerms(penalties=[COUNTED]))
    game = await running(event, "anna", "ben")
    ruled = await game.call("Penalise", "rita", seat=0, kind=CAUTION, grounds={"reason": "late"})
    await game.call("Concede", "red")
    await game.call("Appeal", "red", about=ruled.receipt.seq, reason="I was there")
    game.tokens["hana"] = await event.token("head", "hana")
    appeal = (await game.call("Offers", "hana")).seq
    await game.call("Award", "hana", grounds={"reason": "so it was"}, ending="ENDING_VOID", overturns=appeal)
    await event.call("Penalise", game.tokens["rita"], command_id=fresh(), person="anna", kind=CAUTION, reason="late")
    assert [row.kind for row in (await event.call("ListPenalties")).penalties] == [CAUTION]


async def test_files_hold_plain_words(toy_service):
    """In JSON a choice is its word, an id is hex and a number is a number, as the command line writes them."""
    event = await create(toy_service)
    game = await running(event, "anna", "ben")
    await game.call("Concede", "blue")
    request = {"results": {"event": event.id}, "rows": events_pb2.EXPORTED_ROWS_RESULTS}
    data = b"".join([chunk.data async for chunk in start(toy_service, "ExportResults", event.owner, **request)])
    (row,) = json.loads(data)
    facts = (await game.call("Get", "owner")).receipt
    assert (row["game"], row["status"], row["result"]["ending"], row["result"]["by"], row["evidence"]["entries"]) == (
        game.id.hex(),
        "result",
        "conceded",
        "seats",
        facts.seq,
    )
    assert "replaced_by" not in row


async def test_what_is_no_answer_of_the_service_is_refused(toy_service):
    """A page token of any digits, a clause of any length and a clause of nowhere are refused with what to do."""
    event = await create(toy_service)
    head = await event.token("head", "hugo")
    for token in ("9" * 5_000, "٣", "-1"):
        assert (await refused(event.call("Games", page_token=token)))[0] is INVALID
    long = {"person": "anna", "kind": CAUTION, "reason": "late", "clause": "x" * 1_001}
    assert (await refused(event.call("Penalise", head, command_id=fresh(), **long)))[0] is INVALID
    ask = {"clause": "XX-1", "text": "no", "reason": "asked"}
    code, text = await refused(event.call("Interpret", head, command_id=fresh(), **ask))
    assert (code, text) == (
        INVALID,
        "clause is no clause of toy: name one by the id that events and refusals show; Games.Explain gives it",
    )


async def test_an_event_whose_log_has_lost_what_was_signed_is_not_signed_again(toy_service):
    """A store that is behind its notes gives out no such event; where the entries come back it goes on."""
    event = await create(toy_service)
    await event.token("referee", "rita")
    entries = cast("MemoryLog", event_store(toy_service.log).log)._games[event.id]
    lost, service = entries.pop(), toy_service.service
    async with serve_toy(service.config.data, log=toy_service.log, keys=service.credentials._keys) as again:
        event.service = again
        assert (await refused(event.call("Get")))[0] is LOST
        assert (await refused(event.token("referee", "rolf")))[0] is LOST
        entries.append(lost)
        assert (await event.call("Get")).receipt.seq == 2


async def test_a_proposal_waits_for_a_second_referee(toy_service):
    """What one referee alone may not rule is an open matter until another has answered."""
    event = await create(toy_service)
    game = await running(event, "anna", "ben")
    game.tokens |= {"rolf": await event.token("referee", "rolf"), "rosa": await event.token("referee", "rosa")}
    for name in ("red", "blue"):
        await game.call("PlotMarch", name, heading="west")
    asked = [name for name in ("red", "blue") if (await game.call("Offers", name)).offers]
    drawn = await game.call("DrawToken", asked[0])
    assert not (await event.call("Games", open_matters=True)).games
    proposed = await game.call("Rewind", "rolf", grounds={"reason": "drawn twice"}, to=drawn.receipt.seq)
    (row,) = (await event.call("Games", open_matters=True)).games
    assert row.open_matters == 1
    assert [(matter.kind, matter.entry) for matter in row.matters] == [
        (events_pb2.MATTER_KIND_PROPOSAL, proposed.receipt.seq)
    ]
    await game.call("AnswerProposal", "rosa", agree=True)
    assert not (await event.call("Games", open_matters=True)).games

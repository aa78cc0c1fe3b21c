"""Penalties, awards, restarts, appeals and readings through the service: each act once, its roles, its answers."""

from __future__ import annotations

import asyncio
import json

import grpc
import pytest

from services.store.redis_keys import find_games
from tests.services.fixtures import event_in, fault_of, serve_toy
from wargame.v1 import games_pb2, protocol_pb2, rulings_pb2, terms_pb2

WHY = rulings_pb2.Grounds(reason="as the book says", clause="TOY-1.4-01")
Code = grpc.StatusCode


@pytest.fixture
async def game(tmp_path):
    """A match with a referee and ten minutes for appeals, both plots made."""
    async with serve_toy(tmp_path) as service:
        game = await service.match(referee=True, appeal_window=600)
        for name in ("red", "blue"):
            await game.call("PlotMarch", name, heading="west")
        yield game


async def give(game, command, who="referee", **fields):
    """Give a command on the state as it is."""
    seen = (await game.call("Get", who)).receipt.hash
    return await game.call(command, who, head=seen, **fields)


async def rejected(game, command, who="referee", **fields):
    seen = (await game.call("Get", who)).receipt.hash
    return fault_of(await game.refused(command, who, head=seen, **fields))


async def result(game):
    return (await game.call("Get", "spectator")).result


async def window(game):
    return (await game.call("Offers", "referee")).windows[-1].kind


async def entry(game, seq, who="spectator"):
    return [row async for row in game.start("Read", who)][seq - 1]


async def offered(game, who):
    reply = await game.call("Offers", who)
    return [row.command for row in (*reply.offers, *reply.anytime)]


async def audited(game):
    """Waive on, let the game end, and audit it; nothing is found but that nobody has signed."""
    for name in ("red", "blue"):
        await give(game, "WaiveAppeal", name)
    await game.play_on("red", "blue")
    chunks = [chunk async for chunk in game.start("Export", "auditor")]
    report = await game.client.start("Audit", game.tokens["auditor"], iter(chunks))
    assert [row.code for row in report.findings] == ["UNSIGNED_GAME"]
    assert report.verdict == games_pb2.VERDICT_PASS_WITH_NOTES
    return report


async def test_a_penalty_is_a_part_of_the_result(game):
    """Everybody reads it in the result, with the ruling that it rests on."""
    await give(game, "Concede", "blue")
    before = await result(game)
    assert (before.by, before.ruling) == (protocol_pb2.RESULT_BY_SEATS, 0)
    outcome = await give(game, "Penalise", grounds=WHY, seat=0, kind=terms_pb2.PENALTY_KIND_POINTS, amount=250)
    found = await result(game)
    assert (found.ending, found.ruling) == (terms_pb2.ENDING_CONCEDED, outcome.receipt.seq)
    assert [(row.total, [part.name for part in row.parts]) for row in found.scores] == [(-250, ["penalty"]), (0, [])]
    assert list(found.places) == [1, 2]
    shown = await entry(game, outcome.receipt.seq)
    assert [row.name for row in shown.ruled] == ["RulingGiven", "Penalised", "ResultReached", "Asked"]
    assert event_in(shown.ruled[1]).penalised.kind == terms_pb2.PENALTY_KIND_POINTS


async def test_an_award_ends_a_game(game):
    """The places, the plain numbers, and the ruling; it is offered no more."""
    assert "Award" in await offered(game, "referee")
    outcome = await give(game, "Award", grounds=WHY, ending="ENDING_FORFEIT", winners=[1], scores=[0, 2000])
    found = await result(game)
    assert (found.ending, found.by) == (terms_pb2.ENDING_FORFEIT, protocol_pb2.RESULT_BY_RULING)
    assert (list(found.winners), list(found.places), found.ruling) == ([1], [2, 1], outcome.receipt.seq)
    assert [row.total for row in found.scores] == [0, 2000]
    assert "Award" not in await offered(game, "referee")
    assert await rejected(game, "Award", grounds=WHY, ending="ENDING_VOID") == (
        Code.FAILED_PRECONDITION,
        "no-appeal-against-result",
    )


async def test_of_two_awards_one_is_given(game):
    """Two referees at once: the other one is told that he ruled on a game that is past."""
    seen = (await game.call("Get", "referee")).receipt.hash
    calls = [
        game.call("Award", "referee", head=seen, grounds=WHY, ending="ENDING_FORFEIT", winners=[seat])
        for seat in (0, 1)
    ]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, grpc.aio.AioRpcError)]
    assert [error.code() for error in refused] == [Code.ABORTED]


async def test_an_appeal_is_granted(game):
    """Lodged, offered to the referee, overturned by an award that names it; the audit passes and lists it."""
    await give(game, "Concede", "blue")
    assert {"Appeal", "WaiveAppeal"} <= set(await offered(game, "blue"))
    assert "Finish" not in await offered(game, "blue")
    lodged = await give(game, "Appeal", "blue", reason="I slipped")
    assert await window(game) == "appeal_lodged"
    assert "UpholdRuling" in await offered(game, "referee")
    assert "Appeal" not in await offered(game, "red")
    fields = {"grounds": WHY, "ending": "ENDING_ADJUDICATED", "winners": [1]}
    assert (await rejected(game, "Award", **fields))[1] == "appeal-not-named"
    await give(game, "Award", overturns=lodged.receipt.seq, **fields)
    assert list((await result(game)).winners) == [1]
    report = await audited(game)
    assert any("blue appeals against" in line for line in report.remarks)


async def test_an_appeal_is_upheld_or_taken_back(game):
    """The result stands; the window goes on."""
    await give(game, "Concede", "blue")
    await give(game, "Appeal", "blue", reason="I slipped")
    await give(game, "WithdrawAppeal", "blue")
    assert await window(game) == "appeal"
    await give(game, "Appeal", "red", reason="too few points")
    await give(game, "UpholdRuling", grounds=WHY)
    assert list((await result(game)).winners) == [0]
    await audited(game)


async def test_a_restart_links_both_games(game):
    """The new game names the old one, and the old one the new."""
    opened = await game.client.open(restarts=game.id)
    terms = (await opened.call("Get", "spectator")).terms
    assert terms.restarts == game.id
    outcome = await give(game, "RestartGame", grounds=WHY, new_game=opened.id)
    assert (await result(game)).ending == terms_pb2.ENDING_RESTARTED
    shown = await entry(game, outcome.receipt.seq)
    assert event_in(shown.ruled[1]).game_restarted.new_game == opened.id


async def test_replacements_are_looked_for_where_they_can_be_named(game, monkeypatch):
    """Offers asks the store for games that restart this one where RestartGame may be given, and else not."""
    asked = []

    async def counting(*wanted):
        asked.append(wanted[1])
        return await find_games(*wanted)

    monkeypatch.setattr("services.rpc.access.replacements.find_games", counting)
    opened = await game.client.open(restarts=game.id)
    for who in ("red", "owner"):
        await game.call("Offers", who)
    assert asked == []
    assert "RestartGame" in await offered(game, "referee")
    assert len(asked) == 1
    await give(game, "RestartGame", grounds=WHY, new_game=opened.id)
    assert "RestartGame" not in await offered(game, "referee")
    assert len(asked) == 1


async def test_a_private_note_is_read_by_the_referee_alone(game):
    """Seats and spectators see that there is one; the referee reads it."""
    text = b"watch the dice".ljust(1024, b"\0")
    seq = (await give(game, "AddPrivateNote", text=text)).receipt.seq
    for who in ("red", "blue", "spectator", "auditor", "owner"):
        shown = await entry(game, seq, who)
        assert [row.name for row in shown.ruled] == ["PrivateNoteAdded"]
        assert b"watch" not in shown.SerializeToString()
    assert b"watch the dice" in (await entry(game, seq, "referee")).SerializeToString()


async def test_what_is_inspected_is_shown_to_who_inspects(game):
    """After the entry that says so, as it stood then, and to nobody else."""
    seq = (await give(game, "Inspect", grounds=WHY, tables=["plots", "round"])).receipt.seq
    found = await game.call("ReadInspected", "referee", entry=seq)
    assert [row.name for row in found.tables] == ["plots", "round"]
    assert json.loads(found.tables[0].value)[0][0] == 0
    assert json.loads(found.tables[1].value) == 1
    for who in ("red", "spectator", "owner", "auditor"):
        assert (await game.refused("ReadInspected", who, entry=seq)).code() is Code.PERMISSION_DENIED
    for other in (1, seq + 1, seq - 1):
        assert (await game.refused("ReadInspected", "referee", entry=other)).code() is Code.INVALID_ARGUMENT


async def test_a_clause_is_interpreted(game):
    """Everybody reads it."""
    seq = (await give(game, "Interpret", grounds=WHY, text="no means no")).receipt.seq
    said = event_in((await entry(game, seq)).ruled[1]).clause_interpreted
    assert (said.clause, said.text) == ("TOY-1.4-01", "no means no")


@pytest.mark.parametrize(
    ("command", "fields", "allowed"),
    [
        ("Penalise", {"grounds": WHY, "seat": 0, "kind": terms_pb2.PENALTY_KIND_CAUTION}, "referee"),
        ("Award", {"grounds": WHY, "ending": "ENDING_VOID"}, "referee"),
        ("RestartGame", {"grounds": WHY, "new_game": b"n" * 16}, "referee"),
        ("AllowDraw", {"grounds": WHY}, "referee"),
        ("UpholdRuling", {"grounds": WHY}, "referee"),
        ("AddPrivateNote", {"text": bytes(1024)}, "referee"),
        ("Inspect", {"grounds": WHY, "tables": ["plots"]}, "referee"),
        ("Interpret", {"grounds": WHY, "text": "x"}, "referee"),
        ("Appeal", {"reason": "x"}, "seat"),
        ("WithdrawAppeal", {}, "seat"),
        ("WaiveAppeal", {}, "seat"),
    ],
)
async def test_other_roles_are_refused(game, command, fields, allowed):
    """By the role that has the power."""
    seen = (await game.call("Get", "referee")).receipt.hash
    wrong = ["owner", "spectator", "auditor", *(["red"] if allowed == "referee" else ["referee"])]
    for who in wrong:
        error = await game.refused(command, who, head=seen, **fields)
        assert error.code() is Code.PERMISSION_DENIED
        assert allowed in error.details()

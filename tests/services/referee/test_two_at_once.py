"""Two referees who give different acts at once: one takes effect, and the other is told that the game has gone on."""

from __future__ import annotations

import asyncio

import grpc
import pytest

from tests.services.fixtures import serve_toy
from tests.services.referee.every_act import (
    Place,
    appealed,
    called,
    of_an_event,
    paused,
    played,
    playing,
    require_refused,
    throwing,
)

Code = grpc.StatusCode
PAIRS = (
    (played, "Rewind", "Penalise"),
    (played, "Correct", "Rewind"),
    (appealed, "Award", "UpholdRuling"),
    (playing, "PauseGame", "AdjournGame"),
    (playing, "Award", "Substitute"),
    (paused, "ResumeGame", "Award"),
    (called, "AnswerCall", "PauseGame"),
    (throwing, "VoidThrow", "ChangeDiceSource"),
    (of_an_event, "SetClock", "OrderAbsent"),
)


@pytest.fixture
async def toy_service(tmp_path):
    """A service of the toy."""
    async with serve_toy(tmp_path) as service:
        yield service


@pytest.mark.rule("WG-RULE-01")
@pytest.mark.parametrize("turned", [False, True], ids=["", "the other first"])
@pytest.mark.parametrize(("moment", "one", "other"), PAIRS, ids=[f"{one} against {other}" for _, one, other in PAIRS])
async def test_of_two_acts_at_once_one_takes_effect(toy_service, moment, one, other, turned):
    """Both decided on the same entry; who is too late decides anew on the one that is there, and may be refused."""
    place = Place(toy_service, moment)
    game = await place.fresh()
    head = await place.last()
    given = {}
    for who, act in sorted({"head": one, "second": other}.items(), reverse=turned):
        offer = await place.offer(act, who)
        assert offer is not None
        given[who] = act, place.request(act, offer, head.hash)
        await place.name_new_game(given[who][1])
    calls = [toy_service.call(act, game.tokens[who], request) for who, (act, request) in given.items()]
    answers = dict(zip(given, await asyncio.gather(*calls, return_exceptions=True), strict=True))
    late = [who for who, answer in answers.items() if isinstance(answer, grpc.aio.AioRpcError)]
    assert [answers[who].code() for who in late] == [Code.ABORTED], answers
    require_refused(answers[late[0]], given[late[0]][0])
    added = await place.given_after(head.seq)
    (won,) = (answer.receipt.hash for who, answer in answers.items() if who not in late)
    assert added == (won,)
    act, request = given[late[0]]
    request.header.head, request.header.command_id = (await place.last()).hash, bytes(16)
    tried = await place.give(act, late[0], request)
    if tried.error is not None:
        require_refused(tried.error, f"{act}, on the head that is there")
    assert tried.added == (tried.error is None)

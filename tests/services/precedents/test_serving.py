"""Precedents are for referees and owners; where there are none, the answer says what the operator does about it."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import grpc
import msgspec
import pytest
import pytest_asyncio

from replays.archive.search.questions import Answer, Question
from services.bounded.room import DONE, Room
from services.precedents import serving, worker
from services.rpc.access import guard
from services.rpc.access.admission import RUNNING
from services.rpc.access.statuses import read_status
from tests.services.fixtures import methods, serve_toy
from wargame.v1 import precedents_pb2

Code = grpc.StatusCode
METHOD = "FindPrecedents"


def asked(clause="WG-ASK-01", **fields):
    return precedents_pb2.FindPrecedentsRequest(clause=clause, **fields)


@pytest_asyncio.fixture
async def toy_service(tmp_path):
    """Serve the toy, without precedents."""
    async with serve_toy(tmp_path) as service:
        yield service


async def refused(call):
    """Give the code and the words of a refusal."""
    with pytest.raises(grpc.aio.AioRpcError) as fault:
        await call
    return fault.value.code(), read_status(fault.value).message


async def test_without_tables_the_answer_says_how_they_are_named(toy_service):
    """No folder in the settings is no fault of the caller's, and the operator's two steps are told."""
    code, text = await refused(toy_service.call(METHOD, toy_service.owner, asked()))
    assert code == Code.FAILED_PRECONDITION
    assert "adjudicator archive tables" in text
    assert "--precedents DIR" in text


async def test_seats_and_spectators_are_refused(toy_service):
    """Referees and owners may ask; what a seat asks is refused before anything is looked at."""
    game = await toy_service.open(referee=True)
    codes = {who: (await refused(toy_service.call(METHOD, token, asked())))[0] for who, token in game.tokens.items()}
    may = {who for who, code in codes.items() if code == Code.FAILED_PRECONDITION}
    assert may == {"owner", "referee"}
    assert {codes[who] for who in codes.keys() - may} == {Code.PERMISSION_DENIED}
    assert (await refused(toy_service.call(METHOD, toy_service.admin, asked())))[0] == Code.PERMISSION_DENIED


@pytest.mark.parametrize(
    ("fields", "code", "path"),
    [
        ({"clause": "XX-1"}, Code.NOT_FOUND, "no clause of that id"),
        ({"clause": ""}, Code.NOT_FOUND, "no clause of that id"),
        ({"event": b"short"}, Code.INVALID_ARGUMENT, "event must have 16 bytes"),
        ({"page_token": "0.0"}, Code.INVALID_ARGUMENT, "page_token is not from a response"),
        ({"page_token": "1.1\n"}, Code.INVALID_ARGUMENT, "page_token is not from a response"),
        ({"page_token": "9" * 400}, Code.INVALID_ARGUMENT, "page_token is not from a response"),
        ({"kinds": [5, 99]}, Code.INVALID_ARGUMENT, "kinds[1] is no kind of precedent"),
        ({"kinds": [0]}, Code.INVALID_ARGUMENT, "kinds[0] is no kind of precedent"),
        ({"kinds": [5] * 6}, Code.INVALID_ARGUMENT, "kinds names one twice"),
    ],
)
async def test_questions_that_are_none(tmp_path, fields, code, path):
    """The field and the problem are named, and no process is started for it."""
    async with serve_toy(tmp_path / "data", precedents=tmp_path) as service:
        found, text = await refused(service.call(METHOD, service.owner, asked(**fields)))
    assert found == code
    assert text.startswith(path)


def test_missing_packages_are_named_with_the_fix(tmp_path, monkeypatch):
    """A service without the extra serves all the same, and says what to install."""
    monkeypatch.setattr(worker, "PACKAGES", ("no_such_package", "msgspec"))
    answer = worker.answer(Question(str(tmp_path), "WG-ASK-01"))
    assert answer.why == "packages are missing here: no_such_package: pip install 'adjudicator[archive]'"


async def test_the_service_itself_loads_no_package_of_the_extra(tmp_path):
    """What reads tables is loaded by the process of a question alone; a folder without tables is told as such."""
    before = set(sys.modules) & {"duckdb", "pyarrow"}
    async with serve_toy(tmp_path / "data", precedents=tmp_path) as service:
        code, text = await refused(service.call(METHOD, service.owner, asked()))
    assert code == Code.FAILED_PRECONDITION
    assert text.startswith("what --precedents DIR names here can not be read: ")
    assert "DIR has no tables: write them with archive tables" in text or "pip install 'adjudicator[archive]'" in text
    assert str(tmp_path) not in text
    assert set(sys.modules) & {"duckdb", "pyarrow"} == before


async def test_a_folder_that_is_named_from_here_is_told_as_dir_and_nothing_else(tmp_path, monkeypatch):
    """Words that are in the folder's name stay as they are in what the operator is told to do."""
    monkeypatch.setattr("services.precedents.worker.PACKAGES", ("msgspec",))
    monkeypatch.chdir(tmp_path)

    async def run(_room, data):
        question = msgspec.msgpack.decode(data, type=Question)
        why = f"{question.folder} has no tables: write them with archive tables PATH... --out {question.folder}"
        return DONE, msgspec.msgpack.encode(Answer(why=why))

    monkeypatch.setattr(Room, "run", run)
    async with serve_toy(tmp_path / "data", precedents=Path("tables")) as service:
        _, text = await refused(service.call(METHOD, service.owner, asked()))
    assert text.endswith(": DIR has no tables: write them with archive tables PATH... --out DIR")


async def test_tables_with_holes_are_told_as_unreadable(tmp_path, monkeypatch):
    """What somebody else wrote into the folder is no fault of the service's own."""

    async def run(_room, _data):
        return DONE, msgspec.msgpack.encode({"counts": [{"kind": None, "ruleset": "toy", "times": 1, "games": 1}]})

    monkeypatch.setattr(Room, "run", run)
    async with serve_toy(tmp_path / "data", precedents=tmp_path) as service:
        code, text = await refused(service.call(METHOD, service.owner, asked()))
    assert (code, text) == (Code.FAILED_PRECONDITION, serving.UNREADABLE)


async def test_questions_take_few_turns_of_the_service(tmp_path, monkeypatch):
    """A referee who asks on and on gets one answer at a time, and all together leave most turns to the games."""
    answered, asked_for = asyncio.Event(), []

    async def run(_room, data):
        asked_for.append(data)
        await answered.wait()
        return DONE, msgspec.msgpack.encode(Answer())

    monkeypatch.setattr(Room, "run", run)
    monkeypatch.setattr(serving, "CALL_SECONDS", 60.0)
    async with serve_toy(tmp_path / "data", precedents=tmp_path) as service:
        games = [await service.open(referee=True) for _ in range(serving.MOST_TAKEN + 1)]

        def ask(game):
            return asyncio.ensure_future(service.call(METHOD, game.tokens["referee"], asked()))

        # which of them comes first is nobody's to say
        calls = [ask(games[0]) for _ in range(RUNNING)]
        await until(lambda: sum(call.done() for call in calls) == RUNNING - 1)
        assert {call.exception().code() for call in calls if call.done()} == {Code.RESOURCE_EXHAUSTED}
        others = [ask(game) for game in games[1:]]
        await until(lambda: any(call.done() for call in others) and len(asked_for) == serving.MOST_TAKEN)
        (late,) = (call for call in others if call.done())
        assert await refused(late) == (Code.RESOURCE_EXHAUSTED, "others ask about precedents: ask again")
        answered.set()
        taken = [call for call in (*calls, *others) if not call.done()]
        assert [(await call).games for call in taken] == [0] * serving.MOST_TAKEN
        assert (await service.call(METHOD, games[0].tokens["referee"], asked())).games == 0


async def test_a_question_may_take_longer_than_other_calls(tmp_path, monkeypatch):
    """The first question after a start reads packages from a cold disk: it is not cut off when a move would be."""

    async def run(_room, _data):
        await asyncio.sleep(0.1)
        return DONE, msgspec.msgpack.encode(Answer())

    monkeypatch.setattr(Room, "run", run)
    async with serve_toy(tmp_path / "data", precedents=tmp_path) as service:
        monkeypatch.setattr(guard, "UNARY_SECONDS", 0.01)
        assert (await service.call(METHOD, service.owner, asked())).games == 0


async def test_a_question_that_is_not_sent_is_not_waited_for_as_long(tmp_path, monkeypatch):
    """The time that a question may take is for its answer: a call that sends nothing holds its place no longer."""
    monkeypatch.setattr(serving, "CALL_SECONDS", 3_600.0)
    monkeypatch.setattr("services.rpc.access.interceptor.MESSAGE_SECONDS", 0.2)
    async with serve_toy(tmp_path / "data", precedents=tmp_path) as service:
        silent: Any = service.channel.stream_unary(methods()[METHOD].path)
        assert await ending(silent, service.owner) == Code.DEADLINE_EXCEEDED


async def test_a_question_has_an_end(tmp_path, monkeypatch):
    """What is not answered in its time is told so, whatever its caller waits, and then the next may be asked."""

    async def run(_room, _data):
        await asyncio.Event().wait()

    monkeypatch.setattr(Room, "run", run)
    monkeypatch.setattr(serving, "CALL_SECONDS", 0.5)
    async with serve_toy(tmp_path / "data", precedents=tmp_path) as service:
        for _ in range(2):
            assert await ending(service.stub(methods()[METHOD]), service.owner, asked()) == Code.DEADLINE_EXCEEDED


async def ending(method: Any, token, *request):
    """Give the code with which the service ends a call whose caller sets no deadline."""
    async with asyncio.timeout(60):
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await method(*request, metadata=(("authorization", f"Bearer {token}"),))
    return fault.value.code()


async def until(holds):
    """Wait until something holds."""
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.01)

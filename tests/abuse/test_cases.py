"""Cases of abuse that no other test looks at: commands refused in a loop, odd contributions, estimates without end."""

from __future__ import annotations

import asyncio
import hashlib
import re
import shutil
from typing import Any

import grpc
import pytest

from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.record.log import MemoryLog
from adjudicator.kernel.record.record import decoder
from adjudicator.registry import rules_of
from services.bench.load import _record_one, bench_config
from services.rpc.access.credentials import Role
from services.rpc.methods import methods_of
from services.server import serving
from services.sessions.head_notes import FOLDER as HEADS_FOLDER
from services.store.redis_keys import MemoryKeys
from services.tools.client import Caller
from tests.services.fixtures import ROOT, SEED, methods, open_request, serve_toy
from wargame.antares.v1 import view_pb2
from wargame.v1 import games_pb2

Code = grpc.StatusCode
COMMANDS = 60
# "no hexagon" is no heading; a piece of the other seat, one that there is not, and one with a name of 60,000 letters
REFUSED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Strike", {"piece": "b1", "target": "b1"}),
    ("Strike", {"piece": "r9", "target": "b1"}),
    ("ClaimCover", {"piece": "r" * 60_000}),
    ("LayAmbush", {"place": "no hexagon"}),
    ("SpringAmbush", {"ambush": "a1", "target": "b1"}),
    ("Feint", {}),
    ("RollStrike", {}),
    ("CreateMatch", {"rounds": 0}),
    ("CreateMatch", {"rounds": 2**32 - 1}),
    ("PlotMarch", {"heading": "west"}),
)


@pytest.fixture
async def toy_service(tmp_path):
    """Give a service of the toy."""
    async with serve_toy(tmp_path) as toy_service:
        yield toy_service


async def code_of(call):
    """Status of a call."""
    try:
        await asyncio.wait_for(call, 30)
    except grpc.aio.AioRpcError as error:
        return error.code()
    return Code.OK


async def dice_of(folder, *, abused):
    """Dice of the first turn of a match from a seed, with commands that are refused in between or without."""
    async with serve_toy(folder) as toy_service:
        game = await toy_service.match(test_seed=SEED)
        for who in ("red", "blue"):
            await game.call("PlotMarch", who, heading="west")
        who = "red" if (await game.call("Offers", "red")).offers else "blue"
        found = []
        for _ in range(3):
            for name, fields in REFUSED * 20 if abused else ():
                seat = "owner" if name == "CreateMatch" else who
                assert await code_of(game.call(name, seat, **fields)) in (Code.FAILED_PRECONDITION, Code.NOT_FOUND)
            answer = await game.call("DrawToken", who)
            found.append((answer.receipt.seq, answer.rolls[0].index, tuple(answer.rolls[0].faces)))
        return found


async def test_refused_commands_draw_no_dice(tmp_path):
    """However many commands are refused, the next dice are those that would have come anyway; abuse case 15."""
    plain = await dice_of(tmp_path, abused=False)
    # the same keys, and another log
    shutil.rmtree(tmp_path / HEADS_FOLDER)
    assert await dice_of(tmp_path, abused=True) == plain


def test_no_ruleset_takes_anything_back():
    """Going back is the desk's alone: its take-back stops at dice and reveals, its rewind is a ruling; case 16."""
    names = {name.lower() for name in methods()} | {
        name.lower() for ruleset in ("antares", "hex_orders") for name in methods_of(f"wargame.{ruleset}.v1.Play")
    }
    found = {name for name in names if any(word in name for word in ("undo", "redo", "takeback", "rewind"))}
    assert found == {"rewind", "takeback"}
    assert {"Rewind", "TakeBack"} <= set(methods_of("wargame.v1.Referee"))


async def test_odd_contributions(toy_service):
    """A contribution counts once, in its time, of its own seat, and as it was promised; abuse case 19."""
    game = await toy_service.open(contributions=False)
    mine = [hashlib.sha256(name.encode()).digest() for name in ("red", "blue")]
    promised = [wgdice.seat_commit(game.id, seat, mine[seat]) for seat in (0, 1)]
    refused = {Code.FAILED_PRECONDITION}
    # opened before anything is promised
    assert await code_of(game.call("OpenContribution", "red", contribution=mine[0])) in refused
    await game.call("CommitContribution", "red", commitment=promised[0])
    # twice, and as long as the other has not promised
    assert await code_of(game.call("CommitContribution", "red", commitment=promised[1])) in refused
    assert await code_of(game.call("OpenContribution", "red", contribution=mine[0])) in refused
    # the opponent's promise, copied: it can not be opened, since it names the seat
    await game.call("CommitContribution", "blue", commitment=promised[0])
    await game.call("OpenContribution", "red", contribution=mine[0])
    assert await code_of(game.call("OpenContribution", "blue", contribution=mine[0])) in refused
    assert await code_of(game.call("OpenContribution", "red", contribution=mine[1])) in refused
    # of no role that has no seat
    for who in ("owner", "spectator", "auditor"):
        assert await code_of(game.call("OpenContribution", who, contribution=mine[0])) == Code.PERMISSION_DENIED
    await game.call("DeclareAbsent", "owner", seat=1, reason="no contribution")
    assert await code_of(game.call("CommitContribution", "blue", commitment=promised[1])) in refused
    assert (await game.call("CreateMatch", "owner", rounds=1)).rolls


@pytest.mark.slow
async def test_estimates_say_nothing_of_the_dice(tmp_path):
    """A battle in which somebody asks for estimates all the time has the dice of one without; abuse case 21."""
    plain, _ = await battle(tmp_path, asked=False)
    shutil.rmtree(tmp_path / HEADS_FOLDER)
    same, estimates = await battle(tmp_path, asked=True)
    assert estimates > COMMANDS // 10
    assert same == plain


async def battle(folder, *, asked):
    """Dice of a battle of antares between bots from a seed, and how many estimates were given meanwhile."""
    log = MemoryLog(asyncio.Event)
    async with (
        serving(bench_config(folder), log, MemoryKeys()) as service,
        grpc.aio.insecure_channel(service.address) as channel,
    ):
        owner, estimates, stop = Caller(channel, service.owner_token), [0], asyncio.Event()
        asking = asyncio.create_task(ask(channel, service, estimates, stop)) if asked else None
        recorded = await _record_one(service, owner, "antares", 7, COMMANDS)
        if asking is not None:
            # told and not cancelled: `wait_for` may swallow a cancellation that comes with its answer
            stop.set()
            await asking
    entries = [entry async for entry in log.read(recorded.game)]
    read = decoder(rules_of("antares")).decode
    return [read(entry.record).dice for entry in entries], estimates[0]


TESTS = [number for number in view_pb2.EstimatedTest.values() if number]


async def ask(channel, service, estimates, stop):
    """Ask for the odds of every test of every unit until told to stop, as soon as there are units."""
    play, games = methods_of("wargame.antares.v1.Play"), methods_of("wargame.v1.Games")
    owner = Caller(channel, service.owner_token)
    while not (listed := (await owner.call(games["List"], games_pb2.ListRequest())).games):  # noqa: ASYNC110
        await asyncio.sleep(0)
    game = listed[0].game
    seat = Caller(channel, await service.credentials.make(Role.SEAT, game, 0))
    while not stop.is_set():
        view = await seat.call(play["View"], play["View"].request(game=game))
        for unit in [row.id for row in view.units] or [""]:
            for test in TESTS:
                request = play["EstimateTest"].request(game=game, unit=unit, test=test)
                estimates[0] += await code_of(seat.call(play["EstimateTest"], request)) == Code.OK


@pytest.mark.parametrize("body", ["many", "deep"])
async def test_strange_messages(toy_service, body):
    """A message of 100,000 fields or 10,000 levels is refused, and the service goes on; abuse case 18."""
    game, deep = await toy_service.open(), b""
    for _ in range(10_000):
        deep = b"\x0b" + deep + b"\x0c"
    data = {"many": b"\x08\x01" * 100_000, "deep": deep}[body]
    for name in ("CreateMatch", "PlotMarch", "View", "Open"):
        code = await code_of(toy_service.call(name, game.tokens["owner" if name != "PlotMarch" else "red"], data))
        assert code in (Code.INVALID_ARGUMENT, Code.RESOURCE_EXHAUSTED)
    await game.call("CreateMatch", "owner", rounds=1)


async def test_tokens_stand_in_metadata_alone(toy_service):
    """A token in the path, in a cookie or twice opens nothing; there is no other way in; abuse case 25."""
    request, token = games_pb2.LogKeyRequest(), toy_service.owner
    path = methods()["LogKey"].path
    bearer = ("authorization", f"Bearer {token}")
    tried = {
        f"{path}?access_token={token}": (),
        f"{path}?authorization=Bearer%20{token}": (),
        path: (("cookie", f"authorization=Bearer {token}"), ("x-authorization", f"Bearer {token}")),
    }
    for name, metadata in tried.items():
        call = toy_service.channel.unary_unary(name)
        code = await code_of(call(request.SerializeToString(), metadata=metadata))
        assert code in (Code.UNAUTHENTICATED, Code.UNIMPLEMENTED)
    twice = toy_service.channel.unary_unary(path)
    assert await code_of(twice(request.SerializeToString(), metadata=(bearer, bearer))) == Code.UNAUTHENTICATED
    # a browser's question, whether another origin may come, has no answer
    assert await code_of(toy_service.call("Open", token, open_request())) == Code.OK


def test_the_table_of_cases_names_tests_that_there_are():
    """Each test that docs/operate.md names for a case of abuse exists, and no case is left out."""
    page = (ROOT / "docs/operate.md").read_text()
    rows = [line for line in page.splitlines() if "`tests/" in line]
    cases = {number for line in rows for number in re.findall(r"\d+", line.split("|")[1])}
    assert cases == {str(number) for number in range(1, 26)}
    for path, name in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page):
        assert f"def {name}(" in (ROOT / path).read_text(), f"{path} has no {name}"

"""The web edge as part of the service: its stop, other processes, several processes on one address, TLS, its log."""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import signal
import ssl
import subprocess
import sys
from typing import Any

import grpc
import pytest

from adjudicator import registry
from adjudicator.kernel.record.log import MemoryLog
from services import logs
from services.config import Config
from services.processes import environment
from services.rpc.passing.passing import caller_of
from services.server import serving
from services.store.redis_keys import MemoryKeys
from services.web.call import Line
from services.web.context import WebContext
from tests.services.fixtures import (
    ROOT,
    ToyGame,
    ToyService,
    comparable,
    methods,
    open_request,
    serve_toy,
    signed_in,
    toy_rules,
)
from tests.services.operation.test_stop import Stuck
from tests.services.rpc.passing.test_two_releases import edition, heard, through
from tests.services.test_server import certificate
from tests.services.web.fixtures import SECONDS, Web, WebFault, closed, frame, messages, serve_web
from wargame.v1 import games_pb2

toy_rules()


# -- the stop


async def test_a_stop_in_mid_stream(tmp_path):
    """Streams end with a word to open them again, calls that are cut off with a word to send them again."""
    log = Stuck()
    async with serve_web(tmp_path, log=log, grace=1) as (toy, web):
        game = await toy.match()
        stream = web.stream("Watch", game.tokens["blue"], game.request("Watch", after=5))
        assert b"CreateMatch" in await anext(stream)
        log.armed = True
        request = game.request("PlotMarch", heading="west")
        command = asyncio.ensure_future(web.unary("PlotMarch", game.tokens["red"], request))
        await asyncio.wait_for(log.stuck.wait(), SECONDS)
        ended = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0)
    for call, reason in ((ended, "open it again"), (command, "send the same again")):
        await asyncio.wait({call}, timeout=SECONDS)
        fault = call.exception()
        assert isinstance(fault, WebFault)
        assert (fault.status.code, reason in fault.status.message) == (14, True)
        assert [detail.TypeName() for detail in fault.status.details] == [
            "google.rpc.RetryInfo",
            "google.rpc.ErrorInfo",
        ]
    log.go.set()
    with pytest.raises(OSError, match="Connect call failed"):
        await web.connect()


async def test_idle_connections_at_a_stop(tmp_path):
    """Connections without a call end at once, and those that wait for nobody do not hold the stop up."""
    async with serve_web(tmp_path, grace=1) as (_, web):
        held = [await web.connect() for _ in range(3)]
        held[0][1].write(b"GET /livez HTTP/1.1\r\nhost: x\r\n\r\n")
        assert b"200" in await held[0][0].readline()
        held[1][1].write(b"POST / HT")
    for reader, writer in held:
        assert b"HTTP/1.1" not in await closed(reader)
        writer.close()


async def test_callers_that_leave(tmp_path):
    """A caller that leaves in the middle of a command leaves no slot taken, and its command stands."""
    log = Stuck()
    async with serve_web(tmp_path, log=log) as (toy, web):
        game = await toy.match()
        log.armed = True
        request = game.request("PlotMarch", heading="west")
        task = asyncio.ensure_future(web.unary("PlotMarch", game.tokens["red"], request))
        await asyncio.wait_for(log.stuck.wait(), SECONDS)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert await toy.service.interceptor.calls.wait(SECONDS)
        assert toy.service.interceptor.admission.running == 1
        log.go.set()
        answer = await toy.call("PlotMarch", game.tokens["red"], request)
        assert answer.receipt.seq == 7
        assert toy.service.interceptor.admission.running == 0


async def test_an_address_that_is_taken(tmp_path):
    """A service whose web address is taken does not start, and says which it is."""
    async with serve_web(tmp_path) as (_, web):
        config = Config(listen="127.0.0.1:0", data=tmp_path, web=web.address)
        with pytest.raises(OSError, match=r"\(--web\) can not be listened on"):
            async with serving(config, MemoryLog(asyncio.Event), MemoryKeys(), {"toy": toy_rules()}):
                pytest.fail("it has started")


# -- other processes


async def test_calls_that_are_passed_on(tmp_path):
    """A game that another process serves is served through the web edge of this one: answers, streams, refusals."""
    shared: dict[str, Any] = {"log": MemoryLog(asyncio.Event), "keys": MemoryKeys()}
    async with (
        serve_toy(tmp_path, rules=edition("1"), **shared) as one,
        serve_web(tmp_path, rules=edition("2"), **shared) as (two, web),
    ):
        await heard(one, two)
        game = await one.match()
        token = game.tokens["red"]
        for codec in ("proto", "json"):
            assert await web.unary("View", token, game.request("View"), codec=codec) == await game.call("View", "red")
            entries = [data async for data in web.stream("Read", token, game.request("Read"), codec=codec)]
            assert entries == [entry.SerializeToString() async for entry in game.start("Read", "red")]
        with pytest.raises(WebFault) as fault:
            await web.unary("PlotMarch", token, game.request("PlotMarch", heading="nowhere"))
        there = await game.refused("PlotMarch", "red", heading="nowhere")
        assert comparable(fault.value.status) == comparable(there)
        assert signed_in(fault.value.status)
        stream = web.stream("Watch", game.tokens["blue"], game.request("Watch", after=5))
        assert b"CreateMatch" in await anext(stream)
        answer, _ = await web.answered(
            "PlotMarch", token, game.request("PlotMarch", heading="west"), x_request_id="abcdef01-02"
        )
        assert answer.headers["x-request-id"] == "abcdef01-02"
        assert b"PlotMarch" in await anext(stream)
        there = through(two, game)
        assert (await there.call("View", "red")).seq == 7


async def test_what_only_a_later_release_knows(tmp_path):
    """A method that this release does not have is passed on as it was sent, and nobody's method is nobody's there."""
    shared: dict[str, Any] = {"log": MemoryLog(asyncio.Event), "keys": MemoryKeys()}
    more = {"toy": edition("2"), "tile_formations": registry.rules_of("tile_formations")}
    config = Config(listen="127.0.0.1:0", data=tmp_path)
    async with (
        serve_web(tmp_path, rules=edition("1"), **shared) as (one, web),
        serving(config, shared["log"], shared["keys"], more) as service,
        grpc.aio.insecure_channel(service.address) as channel,
    ):
        await heard(one, ToyService(service, channel, shared["log"]))
        opened = await web.unary("Open", one.owner, open_request(ruleset="tile_formations"))
        token = next(row.token for row in opened.credentials if row.HasField("seat"))
        data = methods()["Get"].request(game=opened.game).SerializeToString()
        headers = {"content-type": "application/proto", "authorization": f"Bearer {token}"}
        path = "/wargame.tile_formations.v1.Play/View"
        there: Any = channel.unary_unary(path)
        expected = await there(data, metadata=(("authorization", f"Bearer {token}"),), timeout=SECONDS)
        answer, found = await web.send(path, headers, data)
        assert (answer.status, found) == (200, expected)
        framed = headers | {"content-type": "application/grpc-web+proto"}
        async with web.request(path, framed, [frame(data)], end=False) as stream:  # its caller may say more
            await stream.begin()
            assert (await anext(stream.frames()))[1] == expected
            assert b"grpc-status: 0" in (await stream.body())
        answer, found = await web.send("/wargame.tile_formations.v1.Play/Nothing", headers, data)
        assert (answer.status, json.loads(found)["code"]) == (501, "unimplemented")


def test_what_goes_along():
    """Of the headers of a browser those go to handlers, and to other processes, that mean something to them."""
    sent = {
        "authorization": "Bearer one",
        "x-request-id": "abcdef01",
        "traceparent": "00",
        "cookie": "one=1",
        "origin": "https://play.example",
        "adjudicator-caller": "ipv4:192.0.2.1:1",
        "content-length": "3",
        "grpc-timeout": "1S",
    }
    headers = [(name.encode(), value.encode()) for name, value in sent.items()]
    context: Any = WebContext(headers, "ipv4:127.0.0.1:1")
    assert dict(context.invocation_metadata()) == {
        name: sent[name] for name in ("authorization", "x-request-id", "traceparent")
    }
    assert caller_of(context) == ("ipv4:127.0.0.1:1", False)


@pytest.mark.slow
async def test_several_processes(tmp_path):
    """Processes under one supervisor answer at one web address, and the others go on where one of them ends."""
    given = environment(Config(listen="127.0.0.1:0", data=tmp_path, processes=2, web="127.0.0.1:0", log_level="error"))
    command = [sys.executable, "-m", "tests.services.toy_server"]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, env={**os.environ, **given}, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), 60)).decode()
        found = re.search(r"with 2 processes, browsers at ([^ ]+:[1-9][0-9]*), data in", line)
        assert found is not None, line
        web = Web(found[1])
        owner = (tmp_path / "owner.token").read_text().strip()
        opened = await web.unary("Open", owner, open_request(), codec="json")
        for _ in range(8):
            assert (await web.unary("Get", owner, games_pb2.GetRequest(game=opened.game))).game == opened.game
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 60) == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def test_an_answer_begun_late():
    """The last piece of an answer is sent, though its caller took nothing when it was begun."""
    sent: list[Any] = []
    taken = asyncio.Event()

    async def send(message: Any) -> None:
        await taken.wait()
        sent.append(message)

    line = Line(taken.wait, send, asyncio.get_running_loop().create_future(), [])
    await line.send({"type": "http.response.start", "status": 200, "headers": []})
    line.leaves_out = True
    begun = asyncio.ensure_future(line.send({"type": "http.response.body", "body": b"-", "more_body": True}))
    await asyncio.sleep(0)
    begun.cancel()
    await asyncio.wait({begun})
    taken.set()
    await line.send({"type": "http.response.body", "body": b"end", "more_body": False})
    await line.end()
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    assert sent[1]["body"] == b"end"


@pytest.mark.parametrize(
    ("module", "missing"),
    [("services.server", ("connectrpc", "protobuf", "pyqwest", "uvicorn")), ("services.web.server", ("pyqwest",))],
)
def test_what_is_imported(module, missing):
    """What browsers need alone is imported where they are served, and the HTTP client of the library nowhere."""
    words = f"import sys, {module}; print(*sys.modules)"
    command = [sys.executable, "-c", words]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert module in found
    assert not set(missing) & set(found)


# -- TLS and the log


async def test_tls(tmp_path):
    """An address that others can reach speaks TLS, with the certificate of the service, and nothing else."""
    cert, key = certificate(tmp_path)
    settings = {"tls_cert": cert, "tls_key": key, "web": "0.0.0.0:0"}
    config = Config(listen="127.0.0.1:0", data=tmp_path / "data", **settings)
    (tmp_path / "data").mkdir(mode=0o700)
    async with serving(config, MemoryLog(asyncio.Event), MemoryKeys(), {"toy": toy_rules()}) as service:
        assert service.web is not None
        port = int(service.web.address.rpartition(":")[2])
        trusted = ssl.create_default_context(cafile=str(cert))
        trusted.check_hostname = False
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusted)
        writer.write(b"GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        assert (await reader.readline()).split()[1] == b"200"
        writer.close()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /livez HTTP/1.1\r\nhost: x\r\n\r\n")
        assert b"200" not in await closed(reader)
        writer.close()


async def test_what_is_logged(tmp_path):
    """A call from the web is logged under its request id, and no token, address or body of it is."""
    async with serve_web(tmp_path) as (toy, web):
        game = await toy.match()
        out = io.StringIO()
        logs.configure("debug", out)
        request = game.request("PlotMarch", heading="north")
        token = game.tokens["red"]
        await web.unary("PlotMarch", token, request, x_request_id="abcdef01-02")
        path = f"{methods()['Get'].path}?token={token}"
        await web.send(path, {"content-type": "application/proto", "x-request-id": "abcdef01-03"}, b"\xff")
        reader, writer = await web.connect()
        writer.write(f"{token} {token}\r\n\r\n".encode())
        await reader.read()
        writer.close()
        logs.configure("error")
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert {"accepted"} == {line["event"] for line in lines if line.get("request") == "abcdef01-02"}
    assert {"refused"} == {line["event"] for line in lines if line.get("request") == "abcdef01-03"}
    assert token not in out.getvalue()
    assert "north" not in out.getvalue()


async def test_a_game_by_the_web_alone(tmp_path):
    """A game from its opening to its last round, by the web alone, in JSON."""
    async with serve_web(tmp_path) as (toy, web):

        class ByWeb(Web):
            async def call(self, name, token, request):
                return await self.unary(name, token, request, codec="json")

        client: Any = ByWeb(web.address)
        opened = await client.call("Open", toy.owner, open_request())
        game = ToyGame(client, opened, toy.owner, ("red", "blue"))
        await game.contribute("red", "blue")
        await game.call("CreateMatch", "owner", rounds=1)
        await game.play_on("red", "blue")
        assert (await game.call("Get", "owner")).finished
        async with client.opened("Read", toy.owner, game.request("Read")) as answer:
            await answer.begin()
            assert len([row async for row in messages(answer)]) == (await game.call("Get", "owner")).receipt.seq

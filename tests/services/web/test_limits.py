"""What callers from the web can not do: hold connections, slots or memory, or make the service work for nothing."""

from __future__ import annotations

import asyncio
import gzip
import json
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.rpc.access.admission import MOST_OPEN
from services.rpc.methods import LARGE, SMALL
from services.rpc.wire_values import Invalid
from services.web import app, call, connection, library
from services.web.codecs import Json, types_of, unzipped
from tests.services.fixtures import methods, open_request, toy_rules
from tests.services.web.fixtures import CODES, SECONDS, WebFault, closed, frame, messages, reason, serve_web
from wargame.v1 import games_pb2

toy_rules()


@pytest.fixture
async def both(tmp_path):
    async with serve_web(tmp_path) as found:
        yield found


# -- sizes


async def test_large_messages(both):
    """A message is refused by its size: of its method, of any method, packed or in JSON, in a frame before it came."""
    toy, web = both
    game = await toy.match()
    token, method = game.tokens["auditor"], methods()["Audit"]
    pad = b"\x1a" + bytes([0x80, 0x80, 0x04]) + b"x" * SMALL
    for name, body, kind in (
        ("Get", pad, {}),
        ("Get", b"x" * (LARGE + 1), {}),
        ("Get", gzip.compress(bytes(4 * LARGE)), {"content_encoding": "gzip"}),
        ("Get", b'{"game":"' + b"A" * 8 * SMALL + b'"}', {"codec": "json"}),
    ):
        with pytest.raises(WebFault) as fault:
            await web.unary(name, token, body, **kind)
        assert (*reason(fault), fault.value.http) == (8, "LIMITED_SIZE", 429)
    headers = {"content-type": "application/connect+proto", "authorization": f"Bearer {token}"}
    claimed = b"\0" + (LARGE + 1).to_bytes(4, "big")
    async with web.request(method.path, headers, [claimed], end=False) as answer:
        await answer.begin()
        with pytest.raises(WebFault) as fault:
            await anext(messages(answer))
    assert reason(fault) == (8, "LIMITED_SIZE")


@pytest.mark.parametrize("codec", ["proto", "json"])
async def test_a_full_service_looks_at_no_call(both, codec):
    """Refused unseen from the web as by gRPC: status, details, and the request id once, before the answer."""
    toy, web = both
    access, mine = toy.service.interceptor, "0123456789abcdef"
    words = {"content-type": f"application/{codec}", "authorization": f"Bearer {toy.owner}", "x-request-id": mine}
    with ExitStack() as held:
        for number in range(2 * MOST_OPEN):
            if access.admission.is_full:  # how many that are may change from one second to the next
                break
            held.enter_context(access.admission.open(f"t{number}"))
        assert access.admission.is_full
        answer, data = await web.send(methods()["Get"].path, words, b"no message")
    error = json.loads(data)
    assert (answer.status, error["code"], answer.headers["x-request-id"]) == (429, "resource_exhausted", mine)
    assert {row["type"] for row in error["details"]} == {"google.rpc.RetryInfo", "google.rpc.ErrorInfo"}
    assert "trailer-x-request-id" not in answer.headers


async def test_what_is_not_understood(both):
    """Requests that are no messages, in frames that are none, are refused with the words of a bad request."""
    toy, web = both
    game = await toy.match()
    token = game.tokens["red"]
    request = game.request("Get").SerializeToString()
    unary: tuple[tuple[dict[str, Any], bytes, tuple[int, str]], ...] = (
        ({}, b"\xff\xff", (3, "INVALID")),
        ({"codec": "json"}, b"{", (3, "INVALID")),
        ({"codec": "json"}, b"", (3, "INVALID")),
        ({"codec": "json"}, b"[" * 100_000, (3, "INVALID")),
        ({"codec": "json"}, b'{"game": "\xff"}', (3, "INVALID")),
        ({"content_encoding": "gzip"}, b"no gzip", (3, "INVALID")),
        ({"content_encoding": "gzip"}, 2 * gzip.compress(request[:9]), (3, "INVALID")),
        ({"content_encoding": "br"}, request, (12, "UNSUPPORTED")),
        ({"connect_protocol_version": "2"}, request, (3, "INVALID")),
        ({"connect_timeout_ms": "soon"}, request, (3, "INVALID")),
        ({"connect_timeout_ms": "-1"}, request, (3, "INVALID")),
        ({"connect_timeout_ms": "12345678901"}, request, (3, "INVALID")),
    )
    for headers, body, expected in unary:
        with pytest.raises(WebFault) as fault:
            await web.unary("Get", token, body, **headers)
        assert reason(fault) == expected, (headers, body[:20])
    streams = (
        frame(request, flags=1),
        frame(request, flags=2),
        frame(request, flags=4),
        frame(request)[:-1],
        b"\0",
        b"",
    )
    path = methods()["Read"].path
    for body in streams:
        headers = {"content-type": "application/connect+proto", "authorization": f"Bearer {token}"}
        async with web.request(path, headers, [body]) as answer:
            await answer.begin()
            with pytest.raises(WebFault) as fault:
                await anext(messages(answer))
        assert (answer.status, *reason(fault)) == (200, 3, "INVALID"), body


@pytest.mark.parametrize("kind", ["connect+proto", "connect+json", "grpc-web+proto"])
async def test_headers_that_are_not_understood(both, kind):
    """A stream with headers that can not be read is refused in its own way, once it is known whose call it is."""
    toy, web = both
    game = await toy.match()
    time, packed = ("connect-timeout-ms", "connect-content-encoding") if "connect" in kind else ("grpc-timeout",) * 2
    packed = packed if "connect" in kind else "grpc-encoding"
    body = frame(game.request("Read").SerializeToString())
    for name, value, code in ((time, "soon", 3), (time, "12345678901", 3), (packed, "br", 12), (packed, "\xff", 12)):
        for token, expected in ((game.tokens["red"], code), ("nobody", 16)):
            headers = {"content-type": f"application/{kind}", "authorization": f"Bearer {token}", name: value}
            answer, data = await web.send(methods()["Read"].path, headers, body)
            assert answer.status == 200, (name, value)
            assert len(answer.headers["x-request-id"]) == 16
            assert ended(kind, data) == expected, (name, value)


def ended(kind, data):
    """Read the code of a stream that has ended without a message."""
    size = int.from_bytes(data[1:5], "big")
    assert len(data) == 5 + size
    if "connect" in kind:
        assert data[0] == 2
        error = json.loads(data[5:])["error"]
        assert "google.rpc.ErrorInfo" in [detail["type"] for detail in error["details"]]
        return CODES[error["code"]]
    assert data[0] == 0x80
    rows = dict(row.split(": ", 1) for row in data[5:].decode().strip().split("\r\n"))
    assert rows["grpc-status-details-bin"]
    return int(rows["grpc-status"])


async def test_ways_that_a_method_does_not_take(both):
    """A stream is not called as a unary method is, nor the other way; nor is anything by another method of HTTP."""
    _, web = both
    for name, kind in (("Read", "application/proto"), ("Get", "application/connect+proto"), ("Get", "text/plain")):
        answer, _ = await web.send(methods()[name].path, {"content-type": kind}, b"")
        assert answer.status == 415, (name, kind)
    for method in ("GET", "PUT", "DELETE", "OPTIONS"):
        answer, _ = await web.send(methods()["Get"].path, {"content-type": "application/proto"}, method=method)
        assert (answer.status, answer.headers["allow"]) == (405, "POST")


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "replace")))
def test_any_bytes_as_json(data):
    """Whatever is sent as JSON is a message or refused, and never an error of ours."""
    types = types_of("/wargame.v1.Games/Open")
    assert types is not None
    try:
        message = Json(types)._read(data)
    except Invalid:
        return
    assert isinstance(games_pb2.OpenRequest.FromString(message), games_pb2.OpenRequest)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_as_gzip(data):
    """What was packed is unpacked; what was cut, or has something behind it, is refused."""
    packed = gzip.compress(data)
    assert unzipped(packed, len(data)) == data
    for wrong in (packed[:-1], packed + b"x", packed + packed, data[:5]):
        with pytest.raises(Invalid):
            unzipped(wrong, LARGE)


# -- times


# seconds of a stream: where the shorter are over before its first message, the next is tried
SPANS = (0.3, 3, 30)


async def until_its_end(stream):
    """Read a stream that ends with a fault; gives the messages before it, and the fault."""
    seen = []
    with pytest.raises(WebFault) as fault:  # noqa: PT012  (what comes before it is kept)
        async for message in stream:
            seen.append(message)  # noqa: PERF401  (as above)
    return seen, fault


async def test_deadlines(both):
    """A caller's deadline ends its call, unary or stream, with the status of gRPC."""
    toy, web = both
    game = await toy.match()
    with pytest.raises(WebFault) as fault:
        await web.unary("Get", game.tokens["red"], game.request("Get"), connect_timeout_ms="0")
    assert (*reason(fault), fault.value.http) == (4, "DEADLINE_EXCEEDED", 504)
    for seconds in SPANS:
        watched = partial(web.stream, "Watch", game.tokens["red"], connect_timeout_ms=f"{round(1000 * seconds)}")
        seen, fault = await until_its_end(watched(game.request("Watch", after=5)))
        assert reason(fault) == (4, "DEADLINE_EXCEEDED")
        assert toy.service.interceptor.streams.count == 0
        if seen:
            break
    assert [b"CreateMatch" in message for message in seen] == [True]


async def test_a_deadline_before_the_body(both):
    """A caller's deadline ends its call too where the body has not come."""
    toy, web = both
    game = await toy.match()
    for name, kind in (("Get", "application/proto"), ("Read", "application/connect+json")):
        headers = {"content-type": kind, "authorization": f"Bearer {game.tokens['red']}", "connect-timeout-ms": "200"}
        async with web.request(methods()[name].path, headers, end=False) as answer:
            await answer.begin()
            body = await answer.body()
        assert answer.status == (504 if name == "Get" else 200)
        assert b"deadline_exceeded" in body
        assert b"google.rpc.ErrorInfo" in body
        assert toy.service.interceptor.admission.running == 0
        assert toy.service.interceptor.streams.count == 0


async def test_a_deadline_while_the_answer_waits(both):
    """An answer that can not be sent yet, since its caller reads nothing, is no error of ours once its time is over."""
    toy, web = both
    game = await toy.match()
    token, request = game.tokens["red"], game.request("Get").SerializeToString()
    for kind, time, data in (
        ("proto", ("connect-timeout-ms", "500"), request),
        ("grpc-web+proto", ("grpc-timeout", "500m"), frame(request)),
    ):
        headers = {"content-type": f"application/{kind}", "authorization": f"Bearer {token}", time[0]: time[1]}
        async with web.request(methods()["Get"].path, headers, [], end=False) as answer:
            async with asyncio.timeout(SECONDS):
                while not toy.service.web._state.connections:  # noqa: ASYNC110 - no event tells
                    await asyncio.sleep(0.01)
            (line,) = toy.service.web._state.connections
            line.flow.pause_writing()
            answer.writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n0\r\n\r\n")
            await asyncio.sleep(0.8)
            line.flow.resume_writing()
            await answer.begin()
            assert answer.status in (200, 504)
            assert len(answer.headers["x-request-id"]) == 16
            assert await answer.body()
        async with asyncio.timeout(SECONDS):
            while toy.service.web.connections:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.01)


@pytest.mark.parametrize("kind", ["proto", "connect+proto", "grpc-web+proto"])
async def test_errors_of_the_library(both, monkeypatch, capsys, kind):
    """What goes wrong within the library is an internal error, logged without what it says, and told as such."""
    toy, web = both
    game = await toy.match()

    def fail(*_):
        raise RuntimeError("words of its own")

    monkeypatch.setattr(*((call.WebCall, "one") if kind == "proto" else (library._Bytes, "encode")), fail)
    name = "Read" if kind == "connect+proto" else "Get"
    body = game.request(name).SerializeToString()
    headers = {"content-type": f"application/{kind}", "authorization": f"Bearer {game.tokens['red']}"}
    answer, data = await web.send(methods()[name].path, headers, body if kind == "proto" else frame(body))
    assert answer.status == (500 if kind == "proto" else 200)
    assert b"internal" in data
    assert b"incident" in data
    assert b"words of its own" not in data + capsys.readouterr().err.encode()


async def test_old_streams(both, monkeypatch):
    """A stream is not open for ever; its reader is told to go on from the last entry."""
    toy, web = both
    game = await toy.match()
    for seconds in SPANS:
        monkeypatch.setattr(call, "STREAM_SECONDS", seconds)
        stream = web.stream("Watch", game.tokens["red"], game.request("Watch", after=5))
        seen, fault = await until_its_end(stream)
        assert reason(fault) == (14, "STREAM_EXPIRED")
        if seen:
            break
    assert [b"CreateMatch" in message for message in seen] == [True]


async def test_slow_headers(both, monkeypatch):
    """A connection on which no request begins, or none comes to the end of its headers, is closed."""
    monkeypatch.setattr(connection, "HEADERS_SECONDS", 0.2)
    _, web = both
    for sent in (b"", b"POST / HTTP/1.1\r\nhost: x\r\n"):
        reader, writer = await web.connect()
        writer.write(sent)
        assert await closed(reader) == b""
        writer.close()
    monkeypatch.setattr(connection, "HEADERS_SECONDS", SECONDS)
    reader, writer = await web.connect()
    writer.write(b"GET /livez HTTP/1.1\r\nhost: x\r\n\r\n")
    assert b"200" in await reader.readuntil(b"\r\n\r\n")
    monkeypatch.setattr(connection, "HEADERS_SECONDS", 0.2)  # for the next request alone
    writer.write(b"POST / HT")
    assert await closed(reader) == b""
    writer.close()


async def test_idle_behind_a_late_body(both, monkeypatch):
    """A connection whose request was answered before its body had come is closed, if nothing more comes behind it."""
    _, web = both
    reader, writer = await web.connect()
    path = methods()["Get"].path
    writer.write(
        f"POST {path} HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-type: application/proto\r\n\r\n".encode()
    )
    assert b"401" in await reader.readuntil(b"\r\n\r\n")
    monkeypatch.setattr(connection, "HEADERS_SECONDS", 0.2)  # from the end of the body on
    writer.write(b"xx")
    await closed(reader)
    writer.close()


async def test_endless_headers(both):
    """Headers that do not end are refused once they are too long."""
    _, web = both
    reader, writer = await web.connect()
    writer.write(b"POST / HTTP/1.1\r\nhost: x\r\n" + b"x-filler: " + b"y" * 40_000)
    assert b"400" in (await closed(reader)).partition(b"\r\n")[0]
    writer.close()


async def test_two_lengths_of_a_body(both):
    """A request that says its length twice is refused, and nothing behind it is answered: proxies may differ there."""
    _, web = both
    reader, writer = await web.connect()
    head = f"POST {methods()['Get'].path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    lengths = "content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n"
    writer.write(f"{head}{lengths}0\r\n\r\nGET /livez HTTP/1.1\r\nhost: x\r\n\r\n".encode())
    answers = await closed(reader)
    assert answers.startswith(b"HTTP/1.1 400")
    assert answers.count(b"HTTP/1.1") == 1
    writer.close()


async def test_slow_bodies(both, monkeypatch):
    """A message that does not come holds no slot, and its connection not for long."""
    toy, web = both
    game = await toy.match()
    monkeypatch.setattr("services.rpc.access.guard.UNARY_SECONDS", 0.3)
    monkeypatch.setattr("services.rpc.access.interceptor.MESSAGE_SECONDS", 0.3)
    for name, kind in (("Get", "application/proto"), ("Read", "application/connect+proto")):
        headers = {"content-type": kind, "authorization": f"Bearer {game.tokens['red']}", "connection": "keep-alive"}
        async with web.request(methods()[name].path, headers, [b"\0"], end=False) as answer:
            await answer.begin()
            body = await answer.body()
            assert b"deadline_exceeded" in body
            assert toy.service.interceptor.admission.running == 0
            assert toy.service.interceptor.streams.count == 0
            assert await closed(answer._reader) == b""


async def test_no_token_no_body(both):
    """Without a token nothing of a body is waited for, however long it says it is."""
    _, web = both
    headers = {"content-type": "application/proto", "content-length": "1000000"}
    reader, writer = await web.connect()
    rows = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    writer.write(f"POST {methods()['Get'].path} HTTP/1.1\r\nhost: x\r\n{rows}\r\n".encode())
    assert (await reader.readline()).split()[1] == b"401"
    await closed(reader)
    writer.close()


async def test_no_token_nothing_asked_for(both):
    """Who waits for a word before it sends its body gets none without a token, and one with it."""
    toy, web = both
    game = await toy.match()
    body = game.request("Get").SerializeToString()
    for token, lines in (("nobody", [b"401"]), (game.tokens["red"], [b"100", b"200"])):
        reader, writer = await web.connect()
        rows = f"content-length: {len(body)}\r\nexpect: 100-continue\r\nauthorization: Bearer {token}\r\n"
        head = f"POST {methods()['Get'].path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/proto\r\n"
        writer.write(f"{head}{rows}\r\n".encode())
        for status in lines:
            async with asyncio.timeout(SECONDS):
                assert (await reader.readuntil(b"\r\n\r\n")).split()[1] == status
            if status == b"100":
                writer.write(body)
        writer.close()


async def test_slow_readers(both, monkeypatch):
    """Who asks for much and reads nothing loses the connection, and the slot of its stream."""
    monkeypatch.setattr(connection, "READ_SECONDS", 0.2)
    toy, web = both

    async def much(*_):
        while True:
            yield bytes(256 * 1024)

    game, method = await toy.match(), methods()["Export"]
    serve = toy.service.interceptor.server_stream(method, much)
    monkeypatch.setattr(app.WebApp, "_find", lambda *_: serve)
    headers = {"content-type": "application/connect+proto", "authorization": f"Bearer {game.tokens['auditor']}"}
    async with web.request(method.path, headers, [frame(game.request("Export").SerializeToString())]) as answer:
        await answer.begin()
        answer.writer.transport.pause_reading()
        async with asyncio.timeout(SECONDS):
            while toy.service.interceptor.streams.count:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.02)
            while toy.service.web.connections:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.02)


# -- who shares what


def stand_still(toy):
    """Let no time pass for what counts calls."""
    toy.service.interceptor._rates._clock = lambda: 1.0


async def test_connections_of_an_address(tmp_path, monkeypatch):
    """An address has its share of connections, and the next are closed at once; a proxy of ours has no share."""
    monkeypatch.setattr(connection, "HEADERS_SECONDS", 900)
    async with serve_web(tmp_path, connections=3) as (toy, web):
        held = [await web.connect() for _ in range(3)]
        async with asyncio.timeout(SECONDS):
            while toy.service.web.connections < 3:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.01)
        reader, writer = await web.connect()
        assert await closed(reader) == b""
        writer.close()
        held[0][1].close()
        await held[0][1].wait_closed()
        async with asyncio.timeout(SECONDS):
            while toy.service.web.connections == 3:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.01)
        assert (await web.send("/livez", {}, method="GET"))[0].status == 200
        for _, other in held:
            other.close()
    async with serve_web(tmp_path, connections=3, web_proxies="127.0.0.0/8", limited=False) as (toy, web):
        held = [await web.connect() for _ in range(6)]
        assert (await web.send("/livez", {}, method="GET"))[0].status == 200
        for _, other in held:
            other.close()


async def test_connections_in_all(both, monkeypatch):
    """Beyond what the process takes in all, connections are closed at once."""
    monkeypatch.setattr(connection, "HEADERS_SECONDS", 900)
    toy, web = both
    monkeypatch.setattr(toy.service.web._room, "_total", 2)
    held = [await web.connect() for _ in range(3)]
    assert await closed(held[2][0]) == b""
    assert toy.service.web.connections == 2
    for _, writer in held:
        writer.close()


async def test_failed_logins_by_address(tmp_path):
    """Calls without a valid token are counted by address; through a proxy by the address that it names."""
    async with serve_web(tmp_path, limited=True, web_proxies="127.0.0.1") as (toy, web):
        stand_still(toy)
        headers = {"content-type": "application/proto", "x-forwarded-for": "10.1.1.1, 203.0.113.9"}
        found = [(await web.send(methods()["Get"].path, headers, b""))[0].status for _ in range(12)]
        assert found == [401] * 10 + [429] * 2
        other = headers | {"x-forwarded-for": "203.0.113.9, 198.51.100.7"}
        assert (await web.send(methods()["Get"].path, other, b""))[0].status == 401
        game = await toy.call("Open", toy.owner, open_request())
        token = game.credentials[0].token
        answer, _ = await web.answered(
            "Get", token, games_pb2.GetRequest(game=game.game), x_forwarded_for="203.0.113.9"
        )
        assert answer.status == 200


async def test_nobody_but_a_proxy_is_believed(tmp_path):
    """Where no proxy is named, what a caller says of its address counts for nothing."""
    async with serve_web(tmp_path, limited=True) as (toy, web):
        stand_still(toy)
        found = []
        for number in range(12):
            headers = {"content-type": "application/proto", "x-forwarded-for": f"203.0.113.{number}"}
            found.append((await web.send(methods()["Get"].path, headers, b""))[0].status)
        assert found == [401] * 10 + [429] * 2


async def test_rates_of_a_token(tmp_path):
    """A token has one rate, by whichever way it calls."""
    async with serve_web(tmp_path, limited=True) as (toy, web):
        opened = await toy.call("Open", toy.owner, open_request())
        token, request = opened.credentials[0].token, games_pb2.GetRequest(game=opened.game)
        stand_still(toy)
        for _ in range(20):
            await toy.call("Get", token, request)
            await web.unary("Get", token, request)
        with pytest.raises(WebFault) as fault:
            await web.unary("Get", token, request)
        assert reason(fault) == (8, "LIMITED_RATE")
        assert fault.value.status.details[0].TypeName() == "google.rpc.RetryInfo"


async def test_probes(both):
    """Who looks after the service by HTTP hears whether it is ready, and what kind of fault keeps it from that."""
    toy, web = both
    async with asyncio.timeout(SECONDS):
        while (await web.send("/readyz", {}, method="GET"))[0].status != 200:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.05)
    assert (await web.send("/livez", {}, method="GET"))[0].status == 200
    toy.service.health.set_ready("StoreFull")
    answer, body = await web.send("/readyz", {}, method="GET")
    assert (answer.status, body) == (503, b"StoreFull\n")
    toy.service.health.stop()
    answer, body = await web.send("/readyz", {}, method="GET")
    assert (answer.status, body) == (503, b"stopping\n")
    assert (await web.send("/livez", {}, method="GET"))[0].status == 200
    assert (await web.send("/nothing", {}, method="GET"))[0].status == 404


@pytest.mark.parametrize("kind", ["application/proto", "application/json"])
@pytest.mark.parametrize("token", [True, False])
async def test_what_no_release_has(both, kind, token):
    """A method that is not known is told of with the details of every error, in JSON too."""
    toy, web = both
    game = await toy.match()
    headers = {"content-type": kind} | ({"authorization": f"Bearer {game.tokens['red']}"} if token else {})
    answer, body = await web.send("/wargame.v1.Games/Made", headers, b"{}")
    found = json.loads(body)
    assert (answer.status, found["code"]) == (501, "unimplemented")
    assert [row["type"] for row in found["details"]] == ["google.rpc.ErrorInfo"]


async def test_figures(both):
    """Calls from the web are counted with all others, and what nobody has under one name."""
    toy, web = both
    game = await toy.match()
    await web.unary("Get", game.tokens["red"], game.request("Get"))
    for name in ("/wargame.v1.Games/Made", "/up/1", "/up/2"):
        answer, _ = await web.send(name, {"content-type": "application/proto"}, b"")
        assert answer.status == 501
    read = toy.service.interceptor.metrics.registry.get_sample_value
    assert read("adjudicator_calls_total", {"method": "/wargame.v1.Games/Get", "status": "OK"}) == 1
    assert read("adjudicator_calls_total", {"method": "unknown", "status": "UNIMPLEMENTED"}) == 3
    assert read("adjudicator_web_connections", {}) is not None

"""Calls from the web: answers, refusals and streams are those of gRPC."""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
from functools import partial
from typing import Any

import grpc
import pytest
from connectrpc.client import ConnectClient
from connectrpc.code import Code
from connectrpc.compat import google_protobuf_binary_codec, google_protobuf_json_codec
from connectrpc.errors import ConnectError
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.protocol import ProtocolType
from google.rpc import status_pb2

from services.rpc.access.statuses import read_status
from services.web import library
from tests.services.fixtures import comparable, methods, refusal_from, toy_rules
from tests.services.web.fixtures import CODES, WebFault, frame, messages, reason, serve_web
from wargame.v1 import games_pb2

toy_rules()
BOTH = pytest.mark.parametrize("codec", ["proto", "json"])


@pytest.fixture
async def both(tmp_path):
    async with serve_web(tmp_path) as found:
        yield found


async def by_grpc(toy, name, token, request):
    """Call by gRPC and give the bytes that came, of each message."""
    method = methods()[name]
    make = toy.channel.unary_stream if method.gives_stream else toy.channel.unary_unary
    call = make(method.path)(request.SerializeToString(), metadata=(("authorization", f"Bearer {token}"),), timeout=30)
    return [data async for data in call] if method.gives_stream else [await call]


async def test_one_answer(both):
    """What is read is byte for byte what gRPC gives, and in JSON says the same."""
    toy, web = both
    game = await toy.match()
    await game.call("PlotMarch", "red", heading="north")
    for name in ("Get", "View", "Offers"):
        for who in ("red", "blue", "spectator", "owner"):
            if name == "Offers" and who == "spectator":
                continue
            request, token = game.request(name), game.tokens[who]
            found = await by_grpc(toy, name, token, request)
            assert [(await web.answered(name, token, request))[1]] == found
            read = await web.unary(name, token, request, codec="json")
            assert read == methods()[name].response.FromString(found[0])


@BOTH
async def test_many_answers(both, codec):
    """A stream gives the same messages: entries, and a replay file in pieces."""
    toy, web = both
    game = await toy.match()
    for name, fields in (("Read", {"after": 2, "records": True}), ("Export", {})):
        request, token = game.request(name, **fields), game.tokens["red" if name == "Read" else "auditor"]
        found = [data async for data in web.stream(name, token, request, codec=codec)]
        assert found == await by_grpc(toy, name, token, request)
        assert found


@BOTH
async def test_many_requests(both, codec):
    """An upload in pieces is audited, whether its pieces come together or one by one."""
    toy, web = both
    game = await toy.match()
    data = b"".join([chunk.data async for chunk in game.start("Export", "auditor")])
    chunks = [games_pb2.Chunk(data=data[at : at + 500]) for at in range(0, len(data), 500)]
    report = [row async for row in web.stream("Audit", game.tokens["auditor"], *chunks, codec=codec)]
    expected = await toy.start("Audit", game.tokens["auditor"], iter(chunks))
    assert [games_pb2.AuditReport.FromString(row) for row in report] == [expected]
    assert expected.entries == 6


@BOTH
async def test_commands(both, codec):
    """A command by the web is one entry; sent again by gRPC with its id it gets the same answer, and the other way."""
    toy, web = both
    game = await toy.match()
    by_web = partial(web.unary, codec=codec)
    for who, first, other in (("red", by_web, toy.call), ("blue", toy.call, by_web)):
        command = game.request("PlotMarch", heading="north")
        answer = await first("PlotMarch", game.tokens[who], command)
        assert answer == await other("PlotMarch", game.tokens[who], command)
        assert answer.receipt.seq == {"red": 7, "blue": 8}[who]


@BOTH
async def test_refusals(both, codec):
    """A refusal of any kind has the code, the text and the details that it has by gRPC."""
    toy, web = both
    game = await toy.match()
    cases: list[tuple[str, str, dict[str, Any]]] = [
        ("PlotMarch", "red", {"heading": "nowhere"}),
        ("PlotMarch", "spectator", {"heading": "north"}),
        ("PlotMarch", "red", {"heading": "north", "head": b"x" * 32}),
        ("PlotMarch", "red", {"heading": "north", "head": b"x"}),
        ("View", "red", {"after": 99}),
    ]
    seen = set()
    for name, who, fields in cases:
        request = game.request(name, **fields)
        there = await game.refused(name, who, **fields)
        with pytest.raises(WebFault) as here:
            await web.unary(name, game.tokens[who], request, codec=codec)
        assert comparable(here.value.status) == comparable(there)
        status = read_status(there)
        seen.add((status.code, here.value.http, *(detail.TypeName() for detail in status.details)))
    refusal, info, bad = "wargame.v1.Refusal", "google.rpc.ErrorInfo", "google.rpc.BadRequest"
    signed = "wargame.v1.SignedRefusal"
    assert seen == {
        (9, 400, refusal, signed, info),
        (7, 403, info),
        (10, 409, refusal, signed, info),
        (3, 400, bad, info),
    }


async def test_details_are_spelled_out_in_json(both):
    """Who speaks JSON can read details without a decoder."""
    toy, web = both
    game = await toy.match()
    path, token = methods()["PlotMarch"].path, game.tokens["red"]
    body = json.dumps({"header": {"game": "AAAA"}}).encode()
    headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
    _, data = await web.send(path, headers, body)
    details = json.loads(data)["details"]
    assert details[0]["type"] == "google.rpc.BadRequest"
    assert details[0]["debug"] == {"fieldViolations": [{"field": "header.game", "description": "must have 16 bytes"}]}
    assert details[1]["debug"] == {"reason": "INVALID", "domain": "adjudicator"}


async def test_no_token(both):
    """Without a token no method does anything, whatever way it is called."""
    _, web = both
    for name, method in methods().items():
        streams = method.takes_stream or method.gives_stream
        for token in (None, "wg1_owner_0123456789ab_" + "A" * 43):
            with pytest.raises(WebFault) as fault:
                await (anext(web.stream(name, token, method.request())) if streams else web.unary(name, token, b""))
            assert reason(fault) == (16, "UNAUTHENTICATED"), name


async def test_a_token_in_the_address(both):
    """A token is taken from its header alone, and not from the address, where logs of others would keep it."""
    toy, web = both
    game = await toy.match()
    path, token = methods()["Get"].path, game.tokens["red"]
    for query in (f"?authorization=Bearer%20{token}", f"?access_token={token}", f"?token={token}"):
        answer, _ = await web.send(path + query, {"content-type": "application/proto"}, b"")
        assert answer.status == 401
        answer, _ = await web.send(f"{path}{query}&connect=v1&encoding=proto&message=", {}, method="GET")
        assert (answer.status, answer.headers["allow"]) == (405, "POST")
    cookie = {"content-type": "application/proto", "cookie": f"authorization=Bearer {token}"}
    answer, _ = await web.send(path, cookie, b"")
    assert answer.status == 401


@BOTH
async def test_watch(both, codec):
    """A watch gives what is there and what comes, as long as it is open; then its place is free."""
    toy, web = both
    game = await toy.match()
    async with web.opened("Watch", game.tokens["blue"], game.request("Watch", after=5), codec=codec) as answer:
        await answer.begin()
        stream = messages(answer)
        assert b"CreateMatch" in await anext(stream)
        for who in ("red", "blue"):
            await game.call("PlotMarch", who, heading="north")
            assert b"PlotMarch" in await anext(stream)
        assert toy.service.interceptor.streams.count == 1
    async with asyncio.timeout(20):
        while toy.service.interceptor.streams.count:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.01)


@BOTH
async def test_a_watch_that_is_quiet(both, codec):
    """A watch is answered before there is anything to tell; who leaves one, its request still open, leaves no slot."""
    toy, web = both
    game = await toy.match()
    async with web.opened(
        "Watch", game.tokens["blue"], game.request("Watch", after=6), codec=codec, end=False
    ) as answer:
        await answer.begin()
        assert answer.headers["content-type"] == f"application/connect+{codec}"
        assert len(answer.headers["x-request-id"]) == 16
        await game.call("PlotMarch", "red", heading="north")
        assert b"PlotMarch" in await anext(messages(answer))
        assert toy.service.interceptor.streams.count == 1
    async with asyncio.timeout(20):
        while toy.service.interceptor.streams.count:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.01)


async def test_request_ids(both):
    """The caller's request id comes back with an answer, once; without one there is a new one."""
    toy, web = both
    game = await toy.match()
    request, token = game.request("Get"), game.tokens["red"]
    answer, _ = await web.answered("Get", token, request, x_request_id="abcdef01-02")
    assert {key: value for key, value in answer.headers.items() if "request-id" in key} == {
        "x-request-id": "abcdef01-02"
    }
    answer, _ = await web.answered("Get", token, request, x_request_id="no id of ours")
    assert len(answer.headers["x-request-id"]) == 16
    async with web.opened("Read", token, game.request("Read"), x_request_id="abcdef01-03") as stream:
        await stream.begin()
        assert stream.headers["x-request-id"] == "abcdef01-03"
        frames = [data async for _, data in stream.frames()]
    assert json.loads(frames[-1]) == {}


async def test_grpc_web(both):
    """The same calls by gRPC-Web: messages in frames, and the status behind them."""
    toy, web = both
    game = await toy.match()
    for name in ("Get", "Read"):
        request, token = game.request(name), game.tokens["red"]
        headers = {"content-type": "application/grpc-web+proto", "authorization": f"Bearer {token}"}
        answer, data = await web.send(methods()[name].path, headers, frame(request.SerializeToString()))
        found = await by_grpc(toy, name, token, request)
        expected = b"".join(map(frame, found))
        assert data.startswith(expected)
        trailers = data[len(expected) + 5 :].decode().split("\r\n")
        assert (data[len(expected)], trailers) == (0x80, ["grpc-status: 0", ""])
        assert len(answer.headers["x-request-id"]) == 16
        assert answer.headers["content-type"] == "application/grpc-web+proto"


async def test_a_refusal_by_grpc_web(both):
    """Its status and details are in the frame of trailers."""
    toy, web = both
    game = await toy.match()
    request = game.request("PlotMarch", heading="nowhere")
    headers = {"content-type": "application/grpc-web", "authorization": f"Bearer {game.tokens['red']}"}
    _, data = await web.send(methods()["PlotMarch"].path, headers, frame(request.SerializeToString()))
    there = await game.refused("PlotMarch", "red", heading="nowhere")
    rows = dict(row.split(": ", 1) for row in data[5:].decode().strip().split("\r\n"))
    assert data[0] == 0x80
    assert rows["grpc-status"] == "9"
    trailers = web_details(rows["grpc-status-details-bin"])
    assert comparable(trailers) == comparable(there)
    assert refusal_from(there).faults


def web_details(text):
    """Read the details of a status as gRPC-Web sends them."""
    return status_pb2.Status.FromString(base64.b64decode(text + "=" * (-len(text) % 4)))


async def test_gzip(both):
    """A request may be compressed; answers are not."""
    toy, web = both
    game = await toy.match()
    token, found = game.tokens["red"], await game.call("Get", "red")
    small = gzip.compress(game.request("Get").SerializeToString())
    answer, data = await web.answered("Get", token, small, content_encoding="gzip", accept_encoding="gzip")
    assert (games_pb2.GetResponse.FromString(data), "content-encoding" in answer.headers) == (found, False)
    headers = {
        "content-type": "application/connect+proto",
        "connect-content-encoding": "gzip",
        "authorization": f"Bearer {token}",
    }
    body = frame(gzip.compress(game.request("Read", after=5).SerializeToString()), flags=1)
    async with web.request(methods()["Read"].path, headers, [body]) as answer:
        await answer.begin()
        assert len([row async for row in messages(answer)]) == 1


async def test_another_client(both):
    """A client that others wrote gets along with the service: Connect and gRPC-Web, both codecs, streams."""

    def info(name, kind):
        method = methods()[name]
        level = IdempotencyLevel.UNKNOWN
        return MethodInfo(
            name=name,
            service_name=method.service,
            input=method.request,
            output=method.response,
            idempotency_level=level,
            stream_type=kind,
        )

    toy, web = both
    game = await toy.match()
    headers = {"authorization": f"Bearer {game.tokens['auditor']}"}
    data = b"".join([chunk.data async for chunk in game.start("Export", "auditor")])
    for protocol in (ProtocolType.CONNECT, ProtocolType.GRPC_WEB):
        for codec in (google_protobuf_binary_codec(), google_protobuf_json_codec()):
            client = ConnectClient(f"http://{web.address}", codec=codec, protocol=protocol)
            get, read, audit = (
                info("Get", StreamType.UNARY),
                info("Read", StreamType.SERVER_STREAM),
                info("Audit", StreamType.CLIENT_STREAM),
            )
            answer = await client.execute_unary(request=game.request("Get"), method=get, headers=headers)
            assert answer == await game.call("Get", "auditor")
            entries = client.execute_server_stream(request=game.request("Read", after=2), method=read, headers=headers)
            assert [entry.seq async for entry in entries] == [3, 4, 5, 6]

            async def chunks():
                yield games_pb2.Chunk(data=data)

            if protocol is ProtocolType.CONNECT:  # an audit is a process of its own
                report = await client.execute_client_stream(request=chunks(), method=audit, headers=headers)
                assert report.entries == 6
            with pytest.raises(ConnectError) as fault:
                await client.execute_unary(request=game.request("Get"), method=get, headers={})
            assert fault.value.code is Code.UNAUTHENTICATED
            assert [detail.type_name for detail in fault.value.details] == ["google.rpc.ErrorInfo"]


async def test_nothing_by_grpc_itself(both):
    """Plain gRPC has its own port: here it is told which ways there are."""
    _, web = both
    answer, _ = await web.send(methods()["Get"].path, {"content-type": "application/grpc"}, b"")
    assert answer.status == 415
    assert "application/connect+proto" in answer.headers["accept-post"]


async def test_codes_are_all_there():
    """Every code of gRPC that is an error has its word and its status of HTTP."""
    found = {}
    for code in set(grpc.StatusCode) - {grpc.StatusCode.OK}:
        answer = await library.refusal(status_pb2.Status(code=code.value[0], message="no"))
        found[json.loads(answer.body)["code"]] = (code.value[0], answer.status)
    assert {word: code for word, (code, _) in found.items()} == CODES
    assert dict(found.values()) == {
        1: 499,
        2: 500,
        3: 400,
        4: 504,
        5: 404,
        6: 409,
        7: 403,
        8: 429,
        9: 400,
        10: 409,
        11: 400,
        12: 501,
        13: 500,
        14: 503,
        15: 500,
        16: 401,
    }

"""Figures, request ids and traces: what an operator sees of a call, and that no secret is in it."""

from __future__ import annotations

import asyncio
import io
import json
import re
import secrets
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import grpc
import pytest
from prometheus_client import generate_latest

from services import logs
from services.operation import tracing
from services.operation.calls import REQUEST_ID
from services.operation.metrics import PREFIX, Metrics
from services.rpc.access.slots import StreamSlots
from services.rpc.watch import Watch
from tests.services.fixtures import serve_toy

ROOT = Path(__file__).parents[3]
UUID = "0192f7a0-0000-7000-8000-000000000001"


@pytest.fixture
async def toy_service(tmp_path):
    async with serve_toy(tmp_path, metrics="127.0.0.1:0") as toy_service:
        yield toy_service


def figures(toy_service):
    """Read the figures as Prometheus does."""
    with urllib.request.urlopen(f"http://127.0.0.1:{toy_service.service.interceptor.metrics.port}/metrics") as answer:
        return answer.read().decode()


def value(text, name, **labels):
    """Find the value of a figure; 0 where there is none."""
    for line in text.splitlines():
        match = re.fullmatch(rf"{PREFIX}_{name}(?:\{{(.*)\}})? (.+)", line)
        if match and dict(re.findall(r'(\w+)="([^"]*)"', match[1] or "")) == labels:
            return float(match[2])
    return 0.0


async def test_figures(toy_service):
    """Calls, rulings, appends, refusals and dice are counted where they happen, and read on a port of their own."""
    game = await toy_service.match()
    fault = await game.refused("DrawToken", "red")
    stream = game.start("Watch", "spectator", after=5)
    assert (await asyncio.wait_for(stream.read(), 20)).seq == 6
    toy_service.service.command_handler.sessions.clear()
    await game.call("View", "red")
    text = await asyncio.to_thread(figures, toy_service)
    create, draw = "/wargame.toy.v1.Play/CreateMatch", "/wargame.toy.v1.Play/DrawToken"
    assert value(text, "calls_total", method=create, status="OK") == 1
    assert value(text, "calls_total", method=draw, status=fault.code().name) == 1
    assert value(text, "call_seconds_count", method=create) == 1
    assert value(text, "ruling_seconds_count", ruleset="toy") >= 6
    assert value(text, "store_append_seconds_count") == 6
    assert value(text, "cold_load_seconds_count") >= 1
    assert value(text, "sessions") == 1
    assert value(text, "watchers") == value(text, "streams") == 1
    assert re.search(rf'{PREFIX}_refusals_total{{reason="[a-z-]+"}} 1', text)
    assert re.search(rf'{PREFIX}_dice_total{{kind="seeded d\d+",ruleset="toy"}} [1-9]', text)
    stream.cancel()


async def test_no_secret_in_the_figures(toy_service):
    """Neither a game nor a key nor a token stands in the figures; abuse case 17."""
    game = await toy_service.match()
    for who, token in game.tokens.items():
        with pytest.raises(grpc.aio.AioRpcError):
            await toy_service.call("View", token[:-1], game.request("View"))
        await game.call("View", who)
    text = generate_latest(toy_service.service.interceptor.metrics.registry).decode()
    for token in game.tokens.values():
        kid, secret = token.split("_", 3)[2:]
        assert kid not in text
        assert secret not in text
    assert game.id.hex() not in text


async def test_request_id(toy_service):
    """Each call has an id, the caller's or a new one, which comes back with the response and stands in the log."""
    out = io.StringIO()
    logs.configure("debug", out)
    game = await toy_service.match()
    metadata = [("authorization", f"Bearer {game.tokens['red']}")]
    for given, wanted in ((UUID, UUID), ("a token perhaps", None), (None, None)):
        sent = [*metadata, (REQUEST_ID, given)] if given else metadata
        call = toy_service.start_with("View", game.request("View"), sent)
        await call
        (back,) = (text for key, text in await call.trailing_metadata() if key == REQUEST_ID)
        assert back == (wanted or back)
        assert re.fullmatch("[0-9a-f-]{16,36}", back)
    call = toy_service.start_with("PlotMarch", game.request("PlotMarch"), [*metadata, (REQUEST_ID, UUID)])
    with pytest.raises(grpc.aio.AioRpcError):
        await call
    assert dict(await call.trailing_metadata())[REQUEST_ID] == UUID
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [line["event"] for line in lines if line.get("request") == UUID] == ["refused"]
    assert all(line.get("request") for line in lines if line["event"] in ("accepted", "refused"))
    logs.configure("error")


class Tracer:
    """What OpenTelemetry is to us."""

    def __init__(self):
        self.spans: list[tuple[str, object, object]] = []

    @contextmanager
    def start_as_current_span(self, name, context=None, attributes=None):
        self.spans.append((name, context, attributes))
        yield

    def extract(self, carrier):
        return carrier


async def test_traces(toy_service, monkeypatch):
    """Where OpenTelemetry is installed a call is traced, in its caller's trace, and the append in the call's."""
    tracer = Tracer()
    monkeypatch.setattr(tracing, "_TRACER", tracer)
    monkeypatch.setattr(tracing, "_PROPAGATOR", tracer)
    game = await toy_service.match()
    tracer.spans.clear()
    metadata = [("authorization", f"Bearer {game.tokens['red']}"), ("traceparent", "00-1-2-01"), (REQUEST_ID, UUID)]
    await toy_service.start_with("PlotMarch", game.request("PlotMarch", heading="west"), metadata)
    path = "/wargame.toy.v1.Play/PlotMarch"
    assert tracer.spans == [
        (path, {"traceparent": "00-1-2-01"}, {"rpc.system": "grpc", "rpc.method": path, "request.id": UUID}),
        ("append", None, None),
    ]


async def test_no_traces(toy_service):
    """Without OpenTelemetry nothing is traced and nothing fails."""
    assert tracing._tracer() is None or tracing._TRACER is not None
    assert (await toy_service.match()).id


def test_the_dashboard_shows_what_there_is():
    """Every figure that the dashboard and the alarms ask for is one that the service gives."""
    page = (ROOT / "docs" / "operate.md").read_text()
    rules = (ROOT / "docs" / "operate" / "alarms.yaml").read_text()
    board = json.loads((ROOT / "docs" / "operate" / "dashboard.json").read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel.get("targets", ())]
    text = generate_latest(Metrics().registry).decode()
    shown = (
        Path(ROOT / "services" / "server.py").read_text() + Path(ROOT / "services/operation/metered_log.py").read_text()
    )
    known = set(re.findall(rf"# TYPE ({PREFIX}_\w+)", text))
    known |= {f"{PREFIX}_{name}" for name in re.findall(r'metrics\.watch\(\s*"(\w+)"', shown)}
    for name in re.findall(rf"{PREFIX}_\w+", " ".join((*asked, rules, page))):
        assert re.sub(r"_(bucket|count|sum|total|created)$", "", name) in {
            re.sub("_total$", "", row) for row in known
        }, name
    for alarm in re.findall(r"alert: (\w+)", rules):
        assert f"### {alarm}" in page, alarm


async def test_figures_of_what_changes_meanwhile(toy_service):
    """Figures are read on a thread: streams that open and end at that moment leave them readable."""
    slots = StreamSlots()
    watch: Any = Watch(toy_service.service.rulesets, toy_service.service.command_handler)

    class Growing(list[Any]):
        def __len__(self) -> int:
            slots._streams[secrets.token_hex(4)] = []
            watch._followers[secrets.token_bytes(16)] = SimpleNamespace(queues=set())
            return 1

    class Queue(asyncio.Queue[Any]):
        def qsize(self) -> int:
            watch._followers[b"x"].queues.add(asyncio.Queue())
            return 2

    slots._streams.update(a=Growing(), b=Growing())
    watch._followers.update({name: SimpleNamespace(queues=Growing()) for name in (b"a", b"b")})
    assert slots.count == 2
    assert watch.watchers == 2
    watch._followers = {b"x": SimpleNamespace(queues={Queue(), Queue()})}
    assert watch.longest_queue == 2

"""The service as a process: what it refuses to start with, what it keeps, and that it survives."""

from __future__ import annotations

import asyncio
import datetime as dt
import ipaddress
import os
import secrets
import signal
import stat
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import grpc
import pytest
import pytest_asyncio
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from adjudicator.kernel.record.log import MemoryLog
from services import cli
from services.config import Config, ConfigFault, make_config
from services.games.keys import KeyFault, Keys, load_keys
from services.rpc.access.statuses import read_status
from services.server import serving
from services.store.embedded import running_url
from services.store.redis_keys import MemoryKeys
from tests.services.fixtures import SERVICES, Client, ToyGame, methods, open_request, serve_toy, toy_rules
from tests.services.process import Process
from wargame.v1 import games_pb2

ROOT = Path(__file__).parents[2]
Code = grpc.StatusCode

# -- settings


@pytest.mark.parametrize(
    "settings",
    [
        {"listen": "0.0.0.0:50051"},
        {"listen": "[::]:0"},
        {"listen": "192.0.2.1:1"},
        {"listen": "example.org:50051"},
        {"listen": "[::ffff:192.0.2.1]:0"},
        {"tls_cert": Path("c.pem")},
        {"tls_key": Path("k.pem")},
        {"listen": "50051"},
        {"listen": "localhost:70000"},
        {"log_level": "loud"},
        {"metrics": "0.0.0.0:9100"},
        {"metrics": "[::]:9100"},
        {"metrics": "example.org:9100"},
        {"peers": "0.0.0.0:7000"},
        {"peers": "[::]:7000"},
        {"peers": "7000"},
        {"connections": -1},
        {"redis_url": "http://localhost:6379"},
        {"redis_url": "localhost:6379"},
        {"listen": "0.0.0.0:1", "tls_cert": Path("c"), "tls_key": Path("k"), "reflection": True},
    ],
)
def test_unsafe_settings(settings):
    """An address that others reach is not served without TLS, and never with reflection; abuse case 24."""
    with pytest.raises(ConfigFault):
        Config(**settings)


@pytest.mark.parametrize("listen", ["127.0.0.1:0", "[::1]:0", "localhost:50051", "unix:/run/a.sock", "127.9.9.9:1"])
def test_safe_settings(listen):
    """This machine alone may be served in the clear, with reflection and without counting calls."""
    config = Config(listen=listen)
    assert (config.public, config.reflects, config.limits) == (False, True, False)


def test_public_settings():
    """A public address is without reflection, and calls are counted there."""
    config = Config(listen="0.0.0.0:1", tls_cert=Path("c"), tls_key=Path("k"))
    assert (config.public, config.reflects, config.limits) == (True, False, True)


def test_figures_for_others():
    """Figures have no login: an address that others reach is taken where it is said on purpose."""
    with pytest.raises(ConfigFault, match="--metrics-public"):
        Config(metrics="0.0.0.0:9100")
    assert Config(metrics="0.0.0.0:9100", metrics_public=True).metrics == "0.0.0.0:9100"
    assert Config(metrics="127.0.0.1:9100").metrics == "127.0.0.1:9100"


def test_connections_of_an_address():
    """Where calls are counted, so are connections; a number that is given holds everywhere."""
    public: Any = {"listen": "0.0.0.0:1", "tls_cert": Path("c"), "tls_key": Path("k")}
    assert Config().connections_of_address == 0
    assert Config(**public).connections_of_address == 256
    assert [Config(**public, connections=most).connections_of_address for most in (0, 7)] == [0, 7]
    assert Config(connections=7).connections_of_address == 7


def test_flags_before_environment():
    """A flag wins over the environment, and the environment over the default."""
    environ = {"ADJUDICATOR_LISTEN": "[::1]:7", "ADJUDICATOR_REFLECTION": "no", "ADJUDICATOR_REPLICAS": "2"}
    config = make_config({"listen": "127.0.0.1:8", "data": None, "reflection": None}, environ)
    assert (config.listen, config.reflection, config.replicas, config.data) == (
        "127.0.0.1:8",
        False,
        2,
        Path("adjudicator-data"),
    )


@pytest.mark.parametrize("environ", [{"ADJUDICATOR_REPLICAS": "two"}, {"ADJUDICATOR_UNSAFE_STORE": "perhaps"}])
def test_odd_environment(environ):
    """A variable that is not understood is refused by name."""
    with pytest.raises(ConfigFault, match=next(iter(environ))):
        make_config({}, environ)


def test_serve_says_what_is_unsafe(capsys):
    """The program exits with 2 and says what to do."""
    assert cli.main(["serve", "--listen", "0.0.0.0:0"]) == 2
    assert "--tls-cert" in capsys.readouterr().err


# -- keys


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_keys_are_made_once(tmp_path):
    """Keys are made at first start, for us alone, and stay the same."""
    first, repeated = load_keys(tmp_path / "data", "here"), load_keys(tmp_path / "data", "here")
    assert first.verification_key == repeated.verification_key
    assert first.secret_of(bytes(16)) == repeated.secret_of(bytes(16))
    assert first.master_id == repeated.master_id
    assert sorted((row.name, mode(row)) for row in (tmp_path / "data").iterdir()) == [
        ("log.key", 0o600),
        ("master.secret", 0o600),
    ]


@pytest.mark.parametrize("name", ["master.secret", "log.key", "owner.token"])
async def test_open_key_files(tmp_path, name):
    """A key that others could read is not used."""
    async with serve_toy(tmp_path):
        pass
    (tmp_path / name).chmod(0o640)
    with pytest.raises(KeyFault, match=name):
        async with serve_toy(tmp_path):
            pass


@pytest.mark.parametrize("mode_", [0o750, 0o701, 0o755])
def test_open_data_folder(tmp_path, mode_):
    """A data folder that others can look into is not used: it holds keys, tokens and hidden orders."""
    folder = tmp_path / "data"
    folder.mkdir(0o700)
    load_keys(folder, "here")
    folder.chmod(mode_)
    with pytest.raises(KeyFault, match="chmod 700"):
        load_keys(folder, "here")


def test_odd_key_files(tmp_path):
    """A key of another size, a link or a published value is not used."""
    load_keys(tmp_path, "here")
    (tmp_path / "log.key").write_bytes(b"short")
    with pytest.raises(KeyFault, match="5 bytes"):
        load_keys(tmp_path, "here")
    (tmp_path / "log.key").rename(tmp_path / "other")
    (tmp_path / "log.key").symlink_to("other")
    with pytest.raises(KeyFault, match="nobody else"):
        load_keys(tmp_path, "here")
    with pytest.raises(KeyFault, match="published"):
        Keys(bytes(range(32)), b"k" * 32, "here")


# -- in this process


async def test_owner_token(tmp_path):
    """The owner's token lies in a file for us alone, outlives restarts, and stays revoked once it is."""
    store = MemoryKeys()
    async with serve_toy(tmp_path, keys=store) as toy_service:
        assert mode(tmp_path / "owner.token") == 0o600
        await toy_service.call("Open", toy_service.owner, open_request())
        token = toy_service.owner
    async with serve_toy(tmp_path, keys=store) as toy_service:
        assert toy_service.owner == token
        await toy_service.service.credentials.revoke(token.split("_")[2])
    async with serve_toy(tmp_path, keys=store) as toy_service:
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await toy_service.call("Open", token, open_request())
        assert fault.value.code() == Code.UNAUTHENTICATED


async def test_health(tmp_path):
    """Whoever asks is told that the service serves, and no more."""
    async with serve_toy(tmp_path) as toy_service:
        stub: Any = health_pb2_grpc.HealthStub(toy_service.channel)
        answer = await stub.Check(health_pb2.HealthCheckRequest())
        assert answer.status == health_pb2.HealthCheckResponse.SERVING


@pytest.mark.parametrize("reflection", [True, False])
async def test_reflection(tmp_path, reflection):
    """Reflection lists the services where it is on, and does not exist where it is off."""
    async with serve_toy(tmp_path, reflection=reflection) as toy_service:
        ask = reflection_pb2.ServerReflectionRequest(list_services="")
        stub: Any = reflection_pb2_grpc.ServerReflectionStub(cast("Any", toy_service.channel))
        call = stub.ServerReflectionInfo(iter([ask]))
        if not reflection:
            with pytest.raises(grpc.aio.AioRpcError) as fault:
                await call.read()
            assert fault.value.code() == Code.UNIMPLEMENTED
            return
        names = {row.name for row in (await call.read()).list_services_response.service}
        assert names >= {*SERVICES, "grpc.health.v1.Health"}


async def test_rates(tmp_path):
    """Where calls are counted, a token and an address get no more than their share."""
    async with serve_toy(tmp_path, limited=True) as toy_service:
        toy_service.service.interceptor._rates._clock = lambda: 1.0  # nobody gets more calls by waiting
        request = games_pb2.LogKeyRequest()
        codes = await asyncio.gather(
            *(code_of(toy_service.call("LogKey", toy_service.owner, request)) for _ in range(60))
        )
        assert codes.count(Code.OK) == 40
        assert set(codes) == {Code.OK, Code.RESOURCE_EXHAUSTED}
        codes = [await code_of(toy_service.call("LogKey", "wrong", request)) for _ in range(12)]
        assert codes == [Code.UNAUTHENTICATED] * 10 + [Code.RESOURCE_EXHAUSTED] * 2


async def code_of(call):
    try:
        await call
    except grpc.aio.AioRpcError as error:
        return error.code()
    return Code.OK


async def test_taken_address(tmp_path):
    """An address that is taken is named."""
    async with serve_toy(tmp_path / "one") as toy_service:
        with pytest.raises(OSError, match=toy_service.service.address):
            async with serve_toy(tmp_path / "two", listen=toy_service.service.address):
                pass


async def test_unix_socket(tmp_path):
    """A unix socket is for us alone."""
    async with serve_toy(tmp_path, listen=f"unix:{tmp_path}/a.sock") as toy_service:
        assert mode(tmp_path / "a.sock") & 0o177 == 0
        assert (await toy_service.match()).id


async def test_tls(tmp_path):
    """With a certificate the service speaks TLS, and plain text is not answered."""
    cert, key = certificate(tmp_path)
    config = Config(listen="127.0.0.1:0", data=tmp_path, tls_cert=cert, tls_key=key)
    async with serving(config, MemoryLog(asyncio.Event), MemoryKeys(), {"toy": toy_rules()}) as service:
        trust = grpc.ssl_channel_credentials(cert.read_bytes())
        async with grpc.aio.secure_channel(service.address, trust) as channel:
            client = Client(channel)
            assert (await client.call("Open", service.owner_token, open_request())).game
        async with grpc.aio.insecure_channel(service.address) as channel:
            call = Client(channel).call("LogKey", service.owner_token, games_pb2.LogKeyRequest())
            assert await code_of(call) == Code.UNAVAILABLE


def certificate(folder):
    """Make a certificate for this machine."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "here")])
    day = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(day)
        .not_valid_after(day + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    paths = folder / "cert.pem", folder / "key.pem"
    paths[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return paths


# -- as a process of its own


with_process = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def started(tmp_path_factory):
    """A process for all tests here, each with games of its own."""
    process = Process(tmp_path_factory.mktemp("process"))
    await process.start()
    yield process
    if process.process.returncode is None:
        await process.end(signal.SIGKILL)


@pytest_asyncio.fixture(loop_scope="module")
async def process(started):
    """The process, started again where a test has ended it."""
    if started.process.returncode is not None:
        await started.start()
    return started


async def begin(process, client):
    """Open a match by the process; its tokens outlive it."""
    request = open_request()
    opened = await client.call("Open", process.owner, request)
    game = ToyGame(client, opened, process.owner, ("red", "blue"))
    await game.contribute("red", "blue")
    await game.call("CreateMatch", "owner", rounds=1)
    return game


@with_process
@pytest.mark.slow
async def test_killed_and_started_again(process):
    """A killed service goes on where it was: nothing acknowledged is lost, retries see the same dice."""
    assert "owner.token" in process.line
    assert process.socket in process.line
    async with process.client() as client:
        game = await begin(process, client)
        for who in ("red", "blue"):
            await game.call("PlotMarch", who, heading="west")
        who = "red" if (await game.call("Offers", "red")).offers else "blue"
        known = game.request("DrawToken", command_id=secrets.token_bytes(16))
        first = await client.call("DrawToken", game.tokens[who], known)
        flight = [game.request("DrawToken", command_id=secrets.token_bytes(16)) for _ in range(2)]
        calls = [client.start("DrawToken", game.tokens[who], row) for row in flight]
        await asyncio.sleep(0)
        await process.end(signal.SIGKILL)
        for call in calls:
            call.cancel()
    await process.start()
    async with process.client() as client:
        game.client = client
        assert await client.call("DrawToken", game.tokens[who], known) == first
        answers = [await client.call("DrawToken", game.tokens[who], row) for row in flight]
        repeated = [await client.call("DrawToken", game.tokens[who], row) for row in flight]
        assert answers == repeated
        indices = sorted(answer.rolls[0].index for answer in (first, *answers))
        assert indices == list(range(indices[0], indices[0] + 3))
        await game.play_on("red", "blue")
        assert (await game.call("Get", "red")).finished


@with_process
@pytest.mark.slow
async def test_stopped(process):
    """A service that is told to stop stops, with its store, and finds everything again."""
    async with process.client() as client:
        game = await begin(process, client)
    assert await process.end(signal.SIGTERM) == 0
    await process.start()
    async with process.client() as client:
        assert (await client.call("View", game.tokens["red"], game.request("View"))).seq == 6
    store = process.folder / "store"
    pid = int((store / "server.lock").read_text().split()[0])
    assert await process.end(signal.SIGINT) == 0
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.slow
@pytest.mark.parametrize("tcp", [True, False], ids=["tcp", "unix"])
async def test_stopped_while_many_ask(tmp_path, tcp):
    """Whoever asks a service that stops is answered or told UNAVAILABLE; nobody hears that he gave up himself."""
    process = Process(tmp_path, "127.0.0.1:0" if tcp else "")
    await process.start()
    address = process.line.split("serves at ")[1].split(",")[0]
    told: Counter[Any] = Counter()

    async def ask(channel, game):
        while process.process.returncode is None:
            try:
                await Client(channel).call("View", game.tokens["red"], game.request("View"))
                told["answered"] += 1
            except grpc.aio.AioRpcError as error:
                told[error.code()] += 1
                await asyncio.sleep(0)

    channels = [grpc.aio.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)]) for _ in range(8)]
    game = await begin(process, Client(channels[0]))
    asking = [asyncio.create_task(ask(channel, game)) for channel in channels for _ in range(3)]
    while told["answered"] < 200:  # noqa: ASYNC110 - no event tells
        await asyncio.sleep(0.01)
    assert await process.end(signal.SIGTERM) == 0
    await asyncio.wait_for(asyncio.gather(*asking), 30)
    assert set(told) == {"answered", Code.UNAVAILABLE}
    for channel in channels:
        await channel.close()


async def test_calls_that_wait_when_it_stops(tmp_path):
    """Calls that came while the loop was at something else, and are not taken in when the stop begins, are told so."""
    async with serve_toy(tmp_path, flush=True) as toy_service:
        game = await toy_service.match()
        method, data = methods()["View"], game.request("View").SerializeToString()
        metadata = (("authorization", f"Bearer {game.tokens['red']}"),)
        # a client with threads of its own, which sends while our loop stands still
        channel = grpc.insecure_channel(toy_service.service.address)
        view: Any = channel.unary_unary(method.path)
        assert await asyncio.to_thread(view, data, metadata=metadata, timeout=20)
        waiting = [view.future(data, metadata=metadata, timeout=20) for _ in range(100)]
        time.sleep(0.3)  # noqa: ASYNC251 - what holds the loop up
    codes = Counter(await asyncio.gather(*(asyncio.to_thread(call.code) for call in waiting)))
    assert set(codes) <= {Code.OK, Code.UNAVAILABLE}
    channel.close()


@with_process
@pytest.mark.slow
async def test_store_is_killed(process):
    """A service whose store is killed says so while it is away, starts it anew, and has lost nothing."""
    async with process.client() as client:
        game, store = await begin(process, client), process.folder / "store"
        for round_ in range(2):
            who, wanted = ("red", "blue")[round_], {"heading": "west", "command_id": secrets.token_bytes(16)}
            with killed(store):
                assert (await game.refused("PlotMarch", who, **wanted)).code() == Code.UNAVAILABLE
                assert (await game.call("View", "red")).seq == 6 + round_
            assert await asyncio.wait_for(taken(game, who, wanted), 60) == 7 + round_
    assert process.process.returncode is None


@contextmanager
def killed(store):
    """Kill a store, and keep it from starting anew for as long: a folder is in the place of its socket."""
    place = Path((running_url(store) or "").removeprefix("unix://"))
    place.unlink()
    place.mkdir()
    os.kill(int((store / "server.lock").read_text().split()[0]), signal.SIGKILL)
    try:
        yield
    finally:
        place.rmdir()


async def taken(game, who, wanted):
    """Number of the entry of a command, as soon as the service takes it."""
    while True:
        try:
            return (await game.call("PlotMarch", who, **wanted)).receipt.seq
        except grpc.aio.AioRpcError as error:
            if error.code() != Code.UNAVAILABLE:
                raise
            await asyncio.sleep(0.05)


@with_process
@pytest.mark.slow
async def test_token_verb(process, capsys):
    """Tokens are made, listed and revoked beside a running service."""
    async with process.client() as client:
        game = await begin(process, client)
        made = await verb(process, capsys, "make", "seat", "--game", game.id.hex(), "--seat", "1")
        token = made.strip()
        kid = token.split("_")[2]
        game.tokens["extra"] = token
        assert (await game.call("View", "extra")).seq == 6
        listed = await verb(process, capsys, "list", "--game", game.id.hex())
        assert len(listed.splitlines()) == 5
        assert kid in listed
        assert token not in listed
        await verb(process, capsys, "revoke", kid)
        await asyncio.sleep(2.1)
        assert (await game.refused("View", "extra")).code() == Code.UNAUTHENTICATED


@with_process
async def test_the_place_of_tokens_is_named_before_or_behind(process, capsys):
    """The data folder may be named before the action or behind it; what is named last counts."""
    made = await verb(process, capsys, "make", "owner")
    listed = await verb(process, capsys, "list")
    assert made.split("_")[2] in listed
    nowhere = str(process.folder / "master.secret")  # a file, in which no store can be
    for words in (["list", "--data", str(process.folder)], ["--data", nowhere, "list", "--data", str(process.folder)]):
        assert await asyncio.to_thread(cli.main, ["token", *words]) == 0
        assert capsys.readouterr().out == listed


async def verb(process, capsys, *arguments):
    """Run the verb `token` beside the service; what it says."""
    status = await asyncio.to_thread(cli.main, ["token", "--data", str(process.folder), *arguments])
    assert status == 0
    return capsys.readouterr().out


async def test_a_method_that_nobody_has(tmp_path):
    """Where it is refused by us, an unknown method has the same kind of status as everything else."""
    async with serve_toy(tmp_path) as toy_service:
        for path in ("/wargame.toy.v1.Play/Nothing", "/nobody.Knows/It"):
            call: Any = toy_service.channel.unary_unary(path)
            with pytest.raises(grpc.aio.AioRpcError) as fault:
                await call(b"")
            info = error_details_pb2.ErrorInfo()
            assert fault.value.code() is Code.UNIMPLEMENTED
            assert read_status(fault.value).details[0].Unpack(info)
            assert (info.domain, info.reason) == ("adjudicator", "UNKNOWN_METHOD")

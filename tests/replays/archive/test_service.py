"""The games of a running service are audited as their files would be."""

import asyncio
import json

import pytest

from services.cli import main
from tests.program import running

pytestmark = pytest.mark.archive


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    from services.tools.client import Caller
    from services.tools.fetch import channel_to
    from wargame.v1 import games_pb2, protocol_pb2

    async def opened(address, token):
        async with channel_to(address, None) as channel:
            caller = Caller(channel, token)
            seats = [protocol_pb2.Seat(name=name) for name in ("red", "blue")]
            requests = [
                games_pb2.OpenRequest(
                    command_id=bytes([number]) * 16,
                    ruleset="hex_orders",
                    seats=seats,
                    signatures=games_pb2.SIGNATURES_NONE,
                )
                for number in (1, 2)
            ]
            return [(await caller.open(request)).game for request in requests]

    with running(tmp_path_factory.mktemp("data")) as (address, token):
        yield address, token, [game.hex() for game in asyncio.run(opened(address, token))]


def test_games_of_a_service_are_audited(service, capsys):
    """Each game that the token's holder may have is a row, named by address and id."""
    address, token, games = service
    main(["archive", "audit", "--quiet", "--json", "--service", address, "--token", token])
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert sorted(row["file"] for row in rows) == sorted(f"{address}/{game}" for game in games)
    assert {(row["verdict"], row["game"] in games) for row in rows} == {("INCOMPLETE", True)}


def test_a_service_that_refuses_is_named(service, capsys):
    """The address and the answer are told."""
    address, _, _ = service
    assert main(["archive", "audit", "--service", address, "--token", "no.token"]) == 4
    assert f"{address} answered UNAUTHENTICATED" in capsys.readouterr().err


def test_a_service_that_is_not_there_is_named(capsys):
    """The address is told, and the option by which another is named."""
    assert main(["archive", "audit", "--service", "127.0.0.1:9", "--token", "no.token"]) == 4
    said = capsys.readouterr().err
    assert said.startswith("archive audit: nothing serves at 127.0.0.1:9: ")
    assert said.endswith("or name another with --service\n")

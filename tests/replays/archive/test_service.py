"""The games of a running service are audited and tabled as their files would be."""

import asyncio
import json
import shlex

import pytest

from services.cli import main
from tests.docs.blocks import blocks
from tests.program import running
from tests.replays.archive.files import begun, disputed_game, written

pytestmark = pytest.mark.archive
PAGE, ADDRESS = "docs/how-to/work-with-many-games.md", "127.0.0.1:50051"


async def opened(address, token, *numbers):
    """Open a game for each number; gives their ids."""
    from services.tools.client import Caller
    from services.tools.fetch import channel_to
    from wargame.v1 import games_pb2, protocol_pb2

    async with channel_to(address, None) as channel:
        caller = Caller(channel, token)
        seats = [protocol_pb2.Seat(name=name) for name in ("red", "blue")]
        requests = [
            games_pb2.OpenRequest(
                command_id=bytes([number]) * 16, ruleset="hex_orders", seats=seats, signatures=games_pb2.SIGNATURES_NONE
            )
            for number in numbers
        ]
        return [(await caller.open(request)).game.hex() for request in requests]


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    with running(tmp_path_factory.mktemp("data")) as (address, token):
        yield address, token, asyncio.run(opened(address, token, 1, 2))


def test_games_of_a_service_are_audited(service, capsys):
    """Each game that the token's holder may have is a row, named by address and id."""
    address, token, games = service
    main(["archive", "audit", "--quiet", "--json", "--service", address, "--token", token])
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert sorted(row["file"] for row in rows) == sorted(f"{address}/{game}" for game in games)
    assert {(row["verdict"], row["game"] in games) for row in rows} == {("INCOMPLETE", True)}


def test_games_of_a_service_are_judged_again(service, capsys):
    """Each game that the token's holder may have is judged, named by address and id."""
    address, token, games = service
    code = main(["archive", "judge", "--quiet", "--json", "--service", address, "--token", token])
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert sorted(row["file"] for row in rows) == sorted(f"{address}/{game}" for game in games)
    assert {(row["state"], row["game"] in games, row["closed"]) for row in rows} == {("judged in part", True, 1)}
    assert code == 3


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


async def found_at(address, token, clause):
    """Ask a service for what became of a clause."""
    from services.rpc.methods import methods_of
    from services.tools.client import Caller
    from services.tools.fetch import channel_to
    from wargame.v1 import precedents_pb2

    async with channel_to(address, None) as channel:
        method = methods_of("wargame.v1.Games")["FindPrecedents"]
        return await Caller(channel, token).call(method, precedents_pb2.FindPrecedentsRequest(clause=clause))


def test_precedents_are_of_the_games_of_a_service(tmp_path, monkeypatch, capsys):
    """As the page has it: the finished games of a service and of a folder are tabled, and a service answers from them.

    What goes on, in the service or in the folder, is passed over and no fault.
    """
    from services.tools.demo import play_over_grpc

    monkeypatch.chdir(tmp_path)
    data = tmp_path / "adjudicator-data"
    data.mkdir(0o700)
    asyncio.run(play_over_grpc("tile_formations", "", 1, data, lambda _reply: None))
    written(tmp_path / "archive-of-games", {"tiles": disputed_game(), "begun": begun("hex_orders")})
    (block,) = [found for found in blocks(PAGE) if found.text.startswith("adjudicator archive tables archive-of-games")]
    tabled, served = (shlex.split(line) for line in block.text.splitlines())
    assert served[:2] == ["adjudicator", "serve"]
    with running(data) as (address, token):
        going = asyncio.run(opened(address, token, 1))[0]
        words = [address if word == ADDRESS else word for word in tabled[1:]]
        assert words != tabled[1:]
        capsys.readouterr()
        assert main([*words, "--json", "--quiet", "--jobs", "1"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["games"] == 2
    assert sorted(said["left_out"]) == sorted(["archive-of-games/begun.replay", f"{address}/{going}"])
    out = served[-1]
    question = "SELECT clause, count(DISTINCT file) AS games FROM clauses GROUP BY clause HAVING games = 2 ORDER BY 1"
    assert main(["archive", "sql", question, "--tables", out, "--format", "csv"]) == 0
    clause = capsys.readouterr().out.splitlines()[1].partition(",")[0]
    with running(data, *served[2:]) as (address_now, token):
        answer = asyncio.run(found_at(address_now, token, clause))
    assert answer.games == 2
    assert [(row.kind, row.games) for row in answer.counts if row.ruleset == "tile_formations"][-1] == (5, 2)

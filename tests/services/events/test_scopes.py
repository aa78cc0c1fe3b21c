"""Tokens for some of the games of an event: rounds and tables that a referee, a spectator or an auditor is for."""

import secrets
from copy import copy

import grpc
import pytest

from replays.audit.report import FAIL
from services.events.desk import EventDesk
from tests.services.events.steps import ROLES, create, pairing
from tests.services.events.test_acts import CAUTION, RED
from tests.services.events.test_audit import Evidence, exported
from tests.services.events.test_tokens import refused
from wargame.v1 import events_pb2, games_pb2, play_pb2

DENIED, INVALID = grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.INVALID_ARGUMENT
WHY = {"grounds": {"reason": "asked at the table"}}


async def hall(service):
    """An event with a game at table 7 and one at table 8, and a referee of table 7."""
    event = await create(service)
    opened = await event.open(pairing("anna", "ben", table="7"), pairing("cleo", "dan", table="8"))
    near, far = (event.game(row) for row in opened)
    rita = await event.token("referee", "rita", tables=["7"])
    for game in (near, far):
        game.tokens |= {"rita": rita, "hana": await event.token("head", "hana")}
        await game.call("CreateMatch", "owner", rounds=1)
    return event, near, far


async def test_a_referee_of_a_table_rules_there_alone(toy_service):
    """At another table every act is refused, with who may give it; nothing is written."""
    event, near, far = await hall(toy_service)
    await near.call("AddNote", "rita", **WHY)
    before = (await far.call("Get", "owner")).receipt
    acts = (
        ("AddNote", WHY),
        ("PauseGame", WHY),
        ("Penalise", {**WHY, "seat": 0, "kind": CAUTION}),
        ("Inspect", {**WHY, "tables": ["plots"]}),
    )
    for name, fields in acts:
        code, text = await refused(far.call(name, "rita", **fields))
        assert (code, "for table 7 of its event" in text, "at round 1, table 8" in text) == (DENIED, True, True)
        assert "use the token of a head referee" in text
    assert (await far.call("Get", "owner")).receipt == before
    await far.call("AddNote", "hana", **WHY)
    whole = await event.token("referee", "rob")
    far.tokens["rob"] = whole
    await far.call("AddNote", "rob", **WHY)


async def test_nothing_of_another_table_is_read(toy_service):
    """Views, offers, entries and streams of a game are for who is assigned to it; its row and its feed are public."""
    event, near, far = await hall(toy_service)
    for name in ("Get", "View", "Offers"):
        await near.call(name, "rita")
        assert (await refused(far.call(name, "rita")))[0] is DENIED, name
    near_log = toy_service.start("Read", near.tokens["rita"], play_pb2.ReadRequest(game=near.id))
    assert [entry.command async for entry in near_log]
    for name, request in (
        ("Read", play_pb2.ReadRequest(game=far.id)),
        ("Watch", play_pb2.WatchRequest(game=far.id)),
        ("Export", games_pb2.ExportRequest(game=far.id)),
    ):
        assert (await refused(toy_service.start(name, near.tokens["rita"], request).read()))[0] is DENIED, name
    rows = (await event.call("Games", near.tokens["rita"])).games
    assert [(row.game, row.table) for row in rows] == [(near.id, "7"), (far.id, "8")]


@pytest.mark.parametrize(
    ("scope", "reached"),
    [
        ({}, {"1/7", "1/8", "2/7"}),
        ({"tables": ["7"]}, {"1/7", "2/7"}),
        ({"rounds": ["1"]}, {"1/7", "1/8"}),
        ({"rounds": ["2"], "tables": ["7"]}, {"2/7"}),
        ({"rounds": ["2"], "tables": ["8", "9"]}, set()),
        ({"rounds": ["1", "2"]}, {"1/7", "1/8", "2/7"}),
    ],
)
@pytest.mark.parametrize("role", ["referee", "spectator", "auditor"])
async def test_rounds_and_tables(toy_service, role, scope, reached):
    """A game must be of one of the rounds and one of the tables; games that are opened later count as well."""
    event = await create(toy_service)
    token = await event.token(role, "rita", **scope)
    opened = await event.open(
        pairing("anna", "ben", table="7"),
        pairing("cleo", "dan", table="8"),
        pairing("anna", "cleo", round="2", table="7"),
    )
    found = set()
    for row, place in zip(opened, ("1/7", "1/8", "2/7"), strict=True):
        game = event.game(row)
        game.tokens["rita"] = token
        try:
            await game.call("Get", "rita")
        except grpc.RpcError as error:
            assert error.code() is DENIED, error  # noqa: PT017  (some of the games are refused)
        else:
            found.add(place)
    assert found == reached


async def test_all_games_of_an_event_are_those_one_is_for(toy_service):
    """Whoever pauses the event pauses the own tables; what is about no game is for who has the whole event."""
    event, near, far = await hall(toy_service)
    rita, command_id = near.tokens["rita"], secrets.token_bytes(16)
    paused = await event.all("Pause", rita, command_id=command_id, reason="fire alarm")
    assert [(row.game, row.refused) for row in paused] == [(near.id, "")]
    assert await event.all("Pause", rita, command_id=command_id, reason="fire alarm") == paused
    assert [row.game for row in await event.all("Resume", rita, command_id=bytes(16), reason="over")] == [near.id]
    given = {"kind": RED, "reason": "shouted"}
    for fields in ({"person": "anna"}, {"person": "cleo", "game": far.id}):
        code, text = await refused(event.call("Penalise", rita, command_id=secrets.token_bytes(16), **given, **fields))
        assert (code, "for table 7 of its event" in text) == (DENIED, True)
    await near.call("Award", "hana", **WHY, ending="ENDING_ADJUDICATED", winners=[0])
    await event.call("Penalise", near.tokens["hana"], command_id=secrets.token_bytes(16), **given, person="cleo")


@pytest.mark.parametrize(
    ("role", "scope", "field"),
    [
        ("head", {"tables": ["7"]}, "tables"),
        ("seat", {"rounds": ["1"]}, "rounds"),
        ("referee", {"rounds": [""]}, "rounds[0]"),
        ("referee", {"tables": ["7", "x" * 5_000]}, "tables[1]"),
        ("referee", {"tables": [str(number) for number in range(501)]}, "tables"),
    ],
)
async def test_scopes_that_can_not_be(toy_service, role, scope, field):
    """A head referee is for the event and a seat for its own games; labels are words, and not too many."""
    event = await create(toy_service)
    code, text = await refused(event.call("MakeToken", command_id=bytes(16), role=ROLES[role], name="anna", **scope))
    assert (code, field in text) == (INVALID, True), text


async def test_what_a_token_is_for_is_listed(toy_service):
    """Once each, in the order that they were given; a retry with another scope is another request."""
    event = await create(toy_service)
    given = {"command_id": bytes(16), "role": ROLES["referee"], "name": "rita"}
    made = await event.call("MakeToken", **given, rounds=["2", "1", "2"], tables=["7"])
    (row,) = (await event.call("ListTokens")).tokens
    assert (row, list(row.rounds), list(row.tables)) == (made.made, ["2", "1"], ["7"])
    assert isinstance(row, events_pb2.EventToken)
    assert (await refused(event.call("MakeToken", **given, tables=["8"])))[0] is grpc.StatusCode.ALREADY_EXISTS


async def test_the_audit_finds_who_ruled_at_another_table(toy_service):
    """A service that lets a referee of one table rule at another is found by the log of its event."""
    event, near, far = await hall(toy_service)
    whole = await event.token("referee", "rob")
    for game in (near, far):
        game.tokens["rob"] = whole
        await game.call("AddNote", "rob", **WHY)
        await game.call("Concede", "red")
    records = [entry.record for entry in await event.all("ReadLog")]
    games = {f"{game.id.hex()}.replay": await exported(game) for game in (near, far)}
    evidence = Evidence(toy_service, records, games)

    def only(rows):
        made = [row[7] for row in rows if row[7][0] == "TokenMade" and row[7][3] == "rob"]
        made[0][7:9] = [], ["7"]

    assert "EVENT_RULING_INVALID" not in evidence.codes()
    found = evidence.audit(only).event
    named = [row.found for row in found.findings if row.code == "EVENT_RULING_INVALID"]
    assert found.result == FAIL
    assert [(far.id.hex() in text, "for table 7 alone, and the game is at 8" in text) for text in named] == [
        (True, True)
    ]


async def test_a_game_that_the_log_does_not_name_yet(toy_service, monkeypatch):
    """While nobody can say at which table a game is, a token for some tables does not reach it; a whole one does."""
    event, near, _ = await hall(toy_service)
    near.tokens["rob"] = await event.token("referee", "rob")
    for name in ("known", "find"):
        monkeypatch.setattr(EventDesk, name, unnamed(getattr(EventDesk, name)))
    await near.call("Get", "rob")
    code, text = await refused(near.call("Get", "rita"))
    assert (code, "does not name this one yet" in text) == (DENIED, True)


def unnamed(real):
    """The state of an event, without its games."""

    async def state(desk, event):
        found = copy(await real(desk, event))
        found.games = {}
        return found

    return state

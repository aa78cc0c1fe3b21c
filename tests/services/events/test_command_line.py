"""Tokens of an event, and what waits for a referee, from the command line."""

import asyncio

import grpc

from services.cli import main
from services.rpc.access.credentials import Role
from services.tools.client import GAMES
from services.tools.event import calls
from services.tools.event.organiser import Organiser
from tests.services.events.steps import create
from tests.services.events.test_acts import running


async def test_tokens_are_made_listed_and_revoked(toy_service, capsys):
    """The verb `token` with --event asks the service: what it makes stands in the log of the event."""
    event = await create(toy_service)

    async def token(*words: str) -> tuple[int, str]:
        where = ("--event", event.id.hex(), "--address", toy_service.service.address)
        file = ("--token-file", str(toy_service.service.owner_file))
        status = await asyncio.to_thread(main, ["token", *words, *where, *file])
        return status, capsys.readouterr().out.strip()

    status, made = await token("make", "referee", "--name", "rita", "--affiliation", "Norden", "--days", "1")
    credential = await toy_service.service.credentials.check(made)
    assert (status, credential.role, credential.event, credential.name) == (0, Role.REFEREE, event.id, "rita")
    status, listed = await token("list")
    assert (status, listed.split()[:3], listed.endswith("valid")) == (0, [credential.kid, "referee", "rita"], True)
    assert await token("revoke", credential.kid) == (0, "")
    assert (await token("list"))[1].endswith("revoked")
    assert (await token("make", "referee", "--name", "anna"))[0] == 3


class Reader(Organiser):
    """Notes which entries of logs were read."""

    reads: list[tuple[int, int]]

    def each(self, name, service="", /, **fields):
        if service == GAMES:
            self.reads.append((fields["after"], fields["up_to"]))
        return super().each(name, service, **fields)


async def test_what_waits_is_read_from_the_end(toy_service, monkeypatch):
    """As far back as the oldest open matter, and not all of the log; what was ended on the way is left out."""
    monkeypatch.setattr(calls, "STEP", 2)
    event = await create(toy_service)
    game = await running(event, "anna", "ben")
    for number in range(6):
        await game.call("AddNote", "rita", grounds={"reason": f"note {number}"})
    first = (await game.call("CallReferee", "red", question="may he?")).receipt.seq
    second = (await game.call("CallReferee", "blue", question="may I?")).receipt.seq
    await game.call("AnswerCall", "rita", call=second, grounds={"reason": "yes"})
    last = (await game.call("AddNote", "rita", grounds={"reason": "late"})).receipt.seq
    async with grpc.aio.insecure_channel(toy_service.service.address) as channel:
        organiser = Reader(channel, event.owner)
        organiser.reads = []
        (row,), _ = await organiser.games(event.id, open_matters=True)
        found = await calls.open_matters(organiser, row)
    assert [(matter.kind, matter.seq) for matter in found] == [("call", first)]
    assert organiser.reads == [(last - 2, last), (last - 10, last - 2)]
    assert last - 10 > 0

"""Tokens of an event from the command line."""

import asyncio

from services.cli import main
from services.rpc.access.credentials import Role
from tests.services.events.steps import create


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

"""Where seats sign, terms of an event say what stands behind a ruling: keys, or that nothing does."""

from __future__ import annotations

import secrets
from typing import Any

import grpc
import pytest

from adjudicator.kernel.record.log import StoreDown
from replays.audit.audit import audit
from services.games.signing import public_key
from tests.services.events.steps import PERSONS, create, pairing, start
from tests.services.events.test_tokens import refused
from wargame.v1 import events_pb2, games_pb2

INVALID = grpc.StatusCode.INVALID_ARGUMENT


def key() -> bytes:
    """Make a public key."""
    return public_key(secrets.token_bytes(32))


def roster(*, signed: bool = True) -> list[events_pb2.Person]:
    """List persons, who sign or do not."""
    return [events_pb2.Person(name=name, keys=[key()] if signed else []) for name in PERSONS]


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("terms.owner_keys", {"signed": True}),
        ("terms.owner_keys", {"owner_keys": [key()]}),
        ("terms.unsigned_acts", {"unsigned_acts": True}),
        ("terms.unsigned_acts", {"signed": True, "owner_keys": [key()], "unsigned_acts": True}),
    ],
    ids=["seats sign and nothing is said", "keys and nobody signs", "nobody signs", "both are said"],
)
async def test_terms_that_do_not_say_who_signs_are_refused(toy_service, field, changes):
    """No event is made in which a ruling has no key behind it, and its organiser has not said so."""
    signed = changes.get("signed", False)
    code, text = await refused(create(toy_service, roster=roster(signed=signed), **changes))
    assert (code, text.split(" ")[0]) == (INVALID, field)
    assert ("unsigned_acts" in text) == ((signed and "owner_keys" not in changes) or field.endswith("unsigned_acts"))


@pytest.mark.parametrize(
    ("changes", "signatures"),
    [({"owner_keys": [key()]}, games_pb2.SIGNATURES_ALL), ({"unsigned_acts": True}, games_pb2.SIGNATURES_SEATS)],
    ids=["everybody", "seats alone"],
)
async def test_terms_say_who_signs(toy_service, changes, signatures):
    """The sheet shows what was said, and the audit of a game declares whether acts are signed."""
    event = await create(toy_service, roster=roster(), signed=True, **changes)
    shown = (await event.call("Get")).terms
    assert (shown.signed, list(shown.owner_keys), shown.unsigned_acts) == (
        True,
        changes.get("owner_keys", []),
        changes.get("unsigned_acts", False),
    )
    (opened,) = await event.open(pairing("anna", "ben"))
    game = event.game(opened)
    file = b"".join([chunk.data async for chunk in game.start("Export", "owner")])
    declared = audit(file).declared
    alone = signatures == games_pb2.SIGNATURES_SEATS
    assert ("acts of the owner and of referees are not signed" in declared) == alone


async def test_a_ruling_with_no_key_behind_it_is_named_in_the_verdict(toy_service):
    """Where that was chosen the audit of the game says so: not a plain pass, and the entry."""
    event = await create(toy_service, roster=roster(), signed=True, unsigned_acts=True)
    (opened,) = await event.open(pairing("anna", "ben"))
    game = event.game(opened)
    game.tokens["head"] = await event.token("head", "hana")
    ruled = await game.call("AddNote", "head", grounds={"reason": "the table was wet"})
    file = b"".join([chunk.data async for chunk in game.start("Export", "owner")])
    found = {(row.code, row.seq) for row in audit(file).findings}
    assert ("UNSIGNED_ACTS", ruled.receipt.seq) in found


@pytest.mark.parametrize("change", ["", "name"], ids=["the same", "another name"])
async def test_terms_of_an_earlier_release_are_answered_when_they_are_asked_for_again(toy_service, monkeypatch, change):
    """What an earlier release has taken stands: its retry gets that event, another request with its id is refused."""
    command_id = secrets.token_bytes(16)
    asked: dict[str, Any] = {"roster": roster(), "signed": True}
    with monkeypatch.context() as earlier:
        earlier.setattr("services.events.service.require_terms", lambda *_: None)
        earlier.setattr("services.events.messages.TIME_MS", 0)
        event = await create(toy_service, command_id=command_id, **asked)
    assert event.sheet.terms.games.time_called.ToMilliseconds() == 0
    if change:
        code, _ = await refused(create(toy_service, command_id=command_id, **asked, name="Other Cup"))
        assert code is grpc.StatusCode.ALREADY_EXISTS
    else:
        assert (await create(toy_service, command_id=command_id, **asked)).sheet == event.sheet
    # it is the retry that is answered, and not such terms
    code, text = await refused(create(toy_service, **asked))
    assert (code, text.split(" ")[0]) == (INVALID, "terms.owner_keys")
    assert len((await start(toy_service, "List", toy_service.owner)).events) == 1


async def test_a_first_try_that_wrote_nothing_is_no_event(toy_service, monkeypatch):
    """Where the earlier release has only claimed an id, its terms are looked at."""
    command_id = secrets.token_bytes(16)
    asked: dict[str, Any] = {"roster": roster(), "signed": True}

    async def cut_off(*_: object) -> None:
        raise StoreDown("away")

    with monkeypatch.context() as earlier:
        earlier.setattr("services.events.service.require_terms", lambda *_: None)
        earlier.setattr("services.events.desk.EventDesk.give", cut_off)
        code, _ = await refused(create(toy_service, command_id=command_id, **asked))
    assert code is grpc.StatusCode.UNAVAILABLE
    code, text = await refused(create(toy_service, command_id=command_id, **asked))
    assert (code, text.split(" ")[0]) == (INVALID, "terms.owner_keys")

"""Whole games of every ruleset on a service, by offers alone, and what a client is told on the way."""

import asyncio
import json
import os
from pathlib import Path

import pytest

from adjudicator_client import (
    Denied,
    Invalid,
    Key,
    NotProven,
    Patience,
    RandomPlayer,
    Receipts,
    Refused,
    Seat,
    Service,
    Unanswered,
)
from adjudicator_client.contract.wargame.v1 import games_pb2, protocol_pb2

SIGNING = (1, 2, 3)  # roles of those who have keys: owner, referee, seat
# the games that all clients play to the end that their rules set
SHARED = Path(__file__).parents[3] / "tests/clients/whole_games.json"
WHOLE_GAMES = json.loads(Path(os.environ.get("ADJUDICATOR_WHOLE_GAMES", SHARED)).read_text())


@pytest.mark.parametrize("terms", WHOLE_GAMES, ids=lambda terms: terms["ruleset"])
async def test_a_whole_game(service, terms, tmp_path, open_game, play_whole):
    """Players that know no ruleset play until the rules end the game; receipts, signatures and dice all verify."""
    ruleset = terms["ruleset"]
    opened = await open_game(service, ruleset)
    sides = [opened.seat(0), opened.seat(1), opened.owner()]
    await asyncio.gather(*(side.join() for side in sides[:2]))
    given = await play_whole(sides, 3, terms["words"], terms["last"])
    facts = await sides[0].wait_for_reveal()
    assert (facts.finished, facts.result.by) == (True, protocol_pb2.RESULT_BY_RULES)
    assert facts.result.outcome
    entries = [entry async for entry in opened.spectator().read()]
    dice = sum(len(roll.faces) for entry in entries for roll in entry.rolls if not roll.reported)
    for side, steps in zip(sides, given, strict=True):
        proof = await side.verify()
        receipts = await side.receipts()
        own = [row for row in receipts.kept.values() if row.command_id]
        joined = 0 if side.seat is None else 2
        assert len(own) == len(steps) + joined
        assert (proof.entries, proof.head, proof.revealed) == (facts.receipt.seq, facts.receipt.hash, True)
        assert proof.dice == dice > 0
        assert proof.signatures == sum(entry.actor.role in SIGNING for entry in entries[1:]) > 0
        assert proof.receipts == len(receipts.kept) > len(own)
    receipts = await sides[0].receipts()
    receipts.save(tmp_path / "receipts.json")
    assert Receipts.load(tmp_path / "receipts.json").kept == receipts.kept
    assert (await sides[0].view()).DESCRIPTOR.full_name == f"wargame.{ruleset}.v1.View"


async def test_joining_happens_once(service, open_game):
    """Who joins again brings nothing new; the contributions stand in the log as they were sent."""
    opened = await open_game(service)
    red, blue = opened.seat(0), opened.seat(1)
    await asyncio.gather(red.join(), blue.join())
    before = (await red.facts()).receipt.seq
    await asyncio.gather(red.join(), blue.join())
    assert (await red.facts()).receipt.seq == before
    found = [entry.command async for entry in red.read()]
    assert found == ["OpenGame", *["CommitContribution"] * 2, *["OpenContribution"] * 2]


async def test_a_retry_gives_the_first_response(service):
    """A game that is opened again under its id is the same; so is a command, and it stands in the log once."""
    seats = [Seat("red", Key.new()), Seat("blue", Key.new())]
    terms = {"command_id": os.urandom(16), "owner_key": Key.new()}
    opened = await service.open("tile_formations", seats, **terms)
    again = await service.open("tile_formations", seats, **terms)
    assert (again.game, again.credentials) == (opened.game, opened.credentials)
    red = opened.seat(0)
    command = (await red.make((await red.offers()).offers[0], RandomPlayer(red).answer), os.urandom(16))
    command[0].header.command_id = command[1]
    first = await red.give(command[0])
    assert await red.give(command[0]) == first
    blue = opened.seat(1)
    found = await blue.make((await blue.offers()).offers[0], RandomPlayer(blue).answer)
    prepared = await blue.prepare(found)
    first = await blue.give(prepared)
    again = service.game(opened.game, token=opened.token(3, 1), seat=1)
    assert await again.give(type(prepared).FromString(prepared.SerializeToString())) == first
    assert (await red.facts()).receipt.seq == first.receipt.seq == 3


async def test_a_refusal_is_typed(service, open_game):
    """A refusal has clause, reason, text and the entry after which it came; nothing stands in the log for it."""
    opened = await open_game(service)
    red = opened.seat(0)
    with pytest.raises(Refused) as caught:
        await red.give(protocol_pb2.OpenContribution(contribution=bytes(32)))
    refusal = caught.value
    assert (refusal.code, refusal.reason, refusal.seq) == ("FAILED_PRECONDITION", "not-asked", 1)
    assert refusal.clause.startswith("WG-")
    assert refusal.head == opened.receipt.hash
    assert refusal.text
    assert str(refusal) == f"{refusal.clause} not-asked: {refusal.text}"
    assert (await red.facts()).receipt.seq == 1


async def test_what_is_not_understood_names_the_field(service, open_game):
    """A request that is not understood is told with the path of its field."""
    opened = await open_game(service)
    with pytest.raises(Invalid) as caught:
        await anext(opened.spectator().read(after=99))
    assert (caught.value.code, caught.value.path) == ("INVALID_ARGUMENT", "after")


async def test_a_wrong_token_is_denied_and_never_shown(service, open_game):
    """A token that is none is denied; no text shows it, nor that of a seat or a key's secret."""
    secret = "wg1_seat_0123456789ab_" + "x" * 43
    other = service.with_token(secret)
    with pytest.raises(Denied) as caught:
        await other.games.List(games_pb2.ListRequest())
    assert caught.value.code == "UNAUTHENTICATED"
    opened = await open_game(service)
    red = opened.seat(0)
    shown = [repr(thing) for thing in (service, other, other.caller, opened, red, RandomPlayer(red))]
    tokens = [row.token for row in opened.credentials]
    assert not [text for text in (*shown, str(caught.value)) if any(word in text for word in (secret, *tokens))]
    with pytest.raises(Denied):
        await service.with_token(tokens[0]).games.Get(games_pb2.GetRequest(game=bytes(16)))


async def test_nobody_serves():
    """Where nobody answers, the error names the address and the tries, after the time that was given."""
    for seconds in (0.5, 5, 50):
        async with Service("127.0.0.1:1", "token", patience=Patience(seconds=seconds)) as service:
            with pytest.raises(Unanswered, match=r"no answer from 127\.0\.0\.1:1 in .* tries") as caught:
                async with asyncio.timeout(seconds + 60):
                    await service.games.LogKey(games_pb2.LogKeyRequest())
        if caught.value.tries > 1:  # else the first try took all the time that there was
            break
    assert caught.value.tries > 1


async def test_a_log_key_that_was_not_published(service, open_game):
    """A service whose key is not the published one, nor one that this has handed on to, is told at once."""
    line = "ref.example.org/wg+7d67d898+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
    async with Service(service.address, service.token, log_key=line) as other:
        with pytest.raises(NotProven, match="LOG_KEY_UNPROVEN"):
            await open_game(other)

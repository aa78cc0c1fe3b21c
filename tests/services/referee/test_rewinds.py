"""Going back, through the service: after a restart too, for watchers, in earlier views, in the audit."""

from __future__ import annotations

import asyncio

import grpc
import pytest

from adjudicator.kernel.record.log import MemoryLog
from services.rpc.access.credentials import Role
from services.store.redis_keys import MemoryKeys
from tests.services.fixtures import event_in, fault_of, serve_toy
from tests.verdicts import UNSIGNED
from wargame.v1 import rewinds_pb2, rulings_pb2

WHY = rulings_pb2.Grounds(reason="the wrong modifier", clause="TOY-2.4-04")
Code = grpc.StatusCode


@pytest.fixture
async def toy_service(tmp_path):
    """A service of the toy."""
    async with serve_toy(tmp_path) as service:
        yield service


async def head(game, who="referee"):
    return (await game.call("Get", who)).receipt.hash


async def read(game, who="spectator"):
    return [entry async for entry in game.start("Read", who)]


async def struck(service, **terms):
    """A match in which the first seat has drawn a token; its entry, and the name of the seat."""
    game = await service.match(referee=True, **terms)
    for name in ("red", "blue"):
        await game.call("PlotMarch", name, heading="west")
    offers = {name: (await game.call("Offers", name)).offers for name in ("red", "blue")}
    (mover,) = [name for name, rows in offers.items() if rows]
    outcome = await game.call("DrawToken", mover)
    return game, mover, outcome.receipt.seq


async def test_a_referee_takes_a_game_back(toy_service):
    """Everybody sees the ruling and what it made void; who answers on the old state is refused; the audit passes."""
    game, mover, seq = await struck(toy_service)
    seen = await head(game)
    watched = game.start("Watch", mover, after=seq)
    await game.call("Rewind", "referee", grounds=WHY, to=seq, dice=rewinds_pb2.REWIND_DICE_FRESH, head=seen)
    entry = await anext(aiter(watched))
    watched.cancel()
    assert [ruled.name for ruled in entry.ruled] == ["RulingGiven", "Rewound", "Asked"]
    rewound = event_in(entry.ruled[1]).rewound
    assert (rewound.to, list(rewound.voids), rewound.dice) == (seq, [seq], rewinds_pb2.REWIND_DICE_FRESH)
    stale = await game.refused("DrawToken", mover, head=seen)
    assert stale.code() is Code.ABORTED
    drawn = await game.call("DrawToken", mover, head=await head(game))
    assert drawn.rolls[0].index == entry_roll(await read(game), seq).index + 1
    await game.play_on("red", "blue")


def entry_roll(entries, seq):
    return next(entry.rolls[0] for entry in entries if entry.seq == seq)


async def test_standing_dice_and_silence_about_other_commands(toy_service):
    """Only the named command is offered, and it throws what it threw."""
    game, mover, seq = await struck(toy_service)
    await game.call("Rewind", "referee", grounds=WHY, to=seq, dice=rewinds_pb2.REWIND_DICE_STAND, head=await head(game))
    assert [offer.command for offer in (await game.call("Offers", mover)).offers] == ["DrawToken"]
    refused = await game.refused("EndTurn", mover)
    assert fault_of(refused) == (Code.FAILED_PRECONDITION, "other-command")
    again = await game.call("DrawToken", mover)
    first = entry_roll(await read(game), seq)
    assert (again.rolls[0].index, list(again.rolls[0].faces)) == (first.index, list(first.faces))


async def test_a_ruling_without_a_head_is_refused(toy_service):
    """It is not known on which state it was decided; of two referees at once one has ruled."""
    game, _, seq = await struck(toy_service)
    assert fault_of(await game.refused("Rewind", "referee", grounds=WHY, to=seq))[1] == "head-missing"
    seen = await head(game)
    calls = [game.call("Rewind", "referee", grounds=WHY, to=seq, head=seen) for _ in range(2)]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, grpc.aio.AioRpcError)]
    assert [error.code() for error in refused] == [Code.ABORTED]


@pytest.mark.parametrize("who", ["owner", "spectator", "auditor", "red"])
async def test_who_may_not_rule(toy_service, who):
    """Roles are refused by name; a seat is told to call the referee who is seated."""
    game, _, seq = await struck(toy_service)
    error = await game.refused("Rewind", who, grounds=WHY, to=seq, head=await head(game))
    if who == "red":
        assert fault_of(error) == (Code.FAILED_PRECONDITION, "referee-seated")
    else:
        assert error.code() is Code.PERMISSION_DENIED
        assert "referee" in error.details()


async def test_after_a_restart_the_game_is_the_same(tmp_path):
    """A service that reads the log anew folds along the path; views of earlier entries are those of their time."""
    log, keys = MemoryLog(asyncio.Event), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as service:
        game, mover, seq = await struck(service)
        await game.call("Rewind", "referee", grounds=WHY, to=seq, head=await head(game))
        after = await game.call("DrawToken", mover)
        await game.call("Rewind", "referee", grounds=WHY, to=after.receipt.seq, head=await head(game))
        before = [await game.call("View", "spectator", after=number) for number in range(2, seq + 4)]
        now = await game.call("View", "spectator")
    async with serve_toy(tmp_path, log=log, keys=keys) as service:
        game.client = service
        assert await game.call("View", "spectator") == now
        again = [await game.call("View", "spectator", after=number) for number in range(2, seq + 4)]
        assert again == before
        assert _stripped(before[seq - 3]) == _stripped(now)
        await game.play_on("red", "blue")
        chunks = [chunk async for chunk in game.start("Export", "auditor")]
        reports = service.start("Audit", game.tokens["auditor"], iter(chunks))
        report = await reports
        assert {row.code for row in report.findings} == UNSIGNED - {"UNSIGNED_ACTS"}
        assert any("takes the game back" in line for line in report.remarks)


def _stripped(view):
    copied = type(view)()
    copied.CopyFrom(view)
    copied.seq, copied.head = 0, b""
    return copied


async def test_what_was_void_and_shut_is_open_at_the_end(toy_service):
    """A plot that was void before anybody saw it, a private note, an envelope of a game that was given up.

    Shut in play, and open once the seed is.
    """
    game = await toy_service.match(referee=True, appeal_window=0)
    second = await toy_service.service.credentials.make(Role.REFEREE, game.id)
    plot = await game.call("PlotMarch", "red", heading="north")
    text = b"watch the dice".ljust(1024, b"\0")
    note = await game.call("AddPrivateNote", "referee", text=text, head=await head(game))
    await game.call("Rewind", "referee", grounds=WHY, to=plot.receipt.seq, head=await head(game))
    # a referee who comes later reads it at once
    game.tokens["second"] = second
    (written,) = [entry for entry in await read(game, "second") if entry.seq == note.receipt.seq]
    assert b"watch the dice" in written.SerializeToString()
    for name in ("red", "blue"):
        await game.call("PlotMarch", name, heading="west")
    await game.call("AdjournGame", "referee", grounds=WHY, head=await head(game))
    offers = {name: (await game.call("Offers", name)).anytime for name in ("red", "blue")}
    (mover,) = [name for name, rows in offers.items() if "SealNext" in [row.command for row in rows]]
    sealed = await game.call("SealNext", mover, kind="DrawToken", fields="[]")
    shut = {plot.receipt.seq: b"north", note.receipt.seq: b"watch the dice", sealed.receipt.seq: b"DrawToken"}
    other = {"red": "blue", "blue": "red"}[mover]
    for who in (other, "spectator"):
        entries = {entry.seq: entry.SerializeToString() for entry in await read(game, who)}
        known = {plot.receipt.seq} if who == "red" else set()
        assert [seq for seq, words in shut.items() if words in entries[seq]] == sorted(known)
    await game.call("Concede", mover)
    async with asyncio.timeout(60):
        while not (await game.call("Get", "red")).revealed:
            for name in ("red", "blue"):
                for offer in (await game.call("Offers", name)).offers:
                    await game.call(offer.command, name)
            await asyncio.sleep(0.01)  # the service reveals by itself
    for who in ("blue", "spectator"):
        entries = {entry.seq: entry.SerializeToString() for entry in await read(game, who)}
        assert [seq for seq, words in shut.items() if words not in entries[seq]] == []


@pytest.mark.rule("WG-RULE-01")
async def test_what_makes_a_head_stale(toy_service):
    """The question's own entry, the seat's own last entry, or a ruling that changed the game; a note does not."""
    game = await toy_service.match(referee=True)
    seen = await head(game)
    await game.call("AddNote", "referee", grounds=WHY, head=seen)
    await game.call("CallReferee", "blue", question="is that so?")
    await game.call("PlotMarch", "red", heading="west", head=seen)  # neither was red's, nor did it change the game
    stale = await game.refused("PlotMarch", "blue", heading="east", head=seen)
    assert stale.code() is Code.ABORTED  # blue has called since
    after = await head(game)
    item = {"table": "sides", "key": "0", "field": "shields", "before": "1", "after": "2"}
    await game.call("Correct", "referee", grounds=WHY, patch=[item], head=after)
    assert (await game.refused("PlotMarch", "blue", heading="east", head=after)).code() is Code.ABORTED
    await game.call("PlotMarch", "blue", heading="east", head=await head(game))


@pytest.mark.rule("WG-BACK-02")
async def test_dice_stand_for_a_corrected_command(toy_service):
    """What is wrong in a command is set right by name; it is given again with the same dice, and as nothing else."""
    game = await toy_service.match(referee=True)
    created = next(row for row in await read(game) if row.command == "CreateMatch")
    stand = {"to": created.seq, "dice": rewinds_pb2.REWIND_DICE_STAND, "grounds": WHY}
    for field, value, reason in (("turns", "1", "field-unknown"), ("rounds", '"one"', "value-unreadable")):
        wrong = [rewinds_pb2.FieldChange(field=field, value=value)]
        fault = await game.refused("Rewind", "referee", **stand, changes=wrong, head=await head(game))
        assert fault_of(fault) == (Code.FAILED_PRECONDITION, reason)
    change = rewinds_pb2.FieldChange(field="rounds", value="2")
    await game.call("Rewind", "referee", **stand, changes=[change], head=await head(game))
    assert (await game.call("Get", "red")).windows[-1].kind == "again"
    other = await game.refused("CreateMatch", "owner", rounds=1, head=await head(game))
    assert fault_of(other)[1] == "other-command"
    await game.call("CreateMatch", "owner", rounds=2, head=await head(game))
    again = (await read(game))[-1]
    assert again.command == "CreateMatch"
    assert [(roll.index, list(roll.faces)) for roll in again.rolls] == [
        (roll.index, list(roll.faces)) for roll in created.rolls
    ]

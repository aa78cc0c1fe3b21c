"""Calls, pauses, adjournments and dice of the table through gRPC."""

from __future__ import annotations

import grpc
import pytest

from services.rpc.wire_values import span_of
from tests.services.fixtures import event_in, fault_of, serve_toy
from wargame.v1 import rulings_pb2, stops_pb2, table_dice_pb2

WHY = rulings_pb2.Grounds(reason="a fire alarm")
Code = grpc.StatusCode


@pytest.fixture
async def toy_service(tmp_path):
    async with serve_toy(tmp_path) as toy_service:
        yield toy_service


class Desk:
    """A game with a referee; every command names the head that was seen last."""

    def __init__(self, game):
        self.game = game

    async def give(self, name, who, **fields):
        offers = await self.game.call("Offers", "referee")
        return await self.game.call(name, who, head=offers.head, **fields)

    async def reason(self, name, who, **fields):
        """Give what is refused; with which code, and why."""
        offers = await self.game.call("Offers", "referee")
        return fault_of(await self.game.refused(name, who, head=offers.head, **fields))

    async def offered(self, who):
        reply = await self.game.call("Offers", who)
        return {row.command for row in (*reply.offers, *reply.anytime)}

    async def words(self, who, command, field):
        """From how many to how many characters what is offered for a field may have."""
        reply = await self.game.call("Offers", who)
        (row,) = (row for row in reply.offers if row.command == command)
        return [(one.words.least, one.words.most, one.optional) for one in row.fields if one.field == field]

    async def asked(self):
        """What is asked, and the seat that is asked first."""
        window = (await self.game.call("Offers", "referee")).windows[-1]
        return window.kind, ("red", "blue")[window.asks[0].seat]

    async def last(self, who):
        """The last entry as somebody sees it."""
        return [row async for row in self.game.start("Read", who)][-1]


async def begun(service, **terms):
    """A match in its first turn; its desk, and whose turn it is."""
    desk = Desk(await service.match(referee=True, **terms))
    for _ in range(20):
        kind, who = await desk.asked()
        if kind == "turn":
            return desk, who
        fields = {"heading": "north"} if kind == "plot" else {"faces": [6 if who == "red" else 1]}
        names = {"plot": "PlotMarch", "roll_report": "ReportRoll", "roll_acknowledge": "AcknowledgeRoll"}
        await desk.give(names[kind], who, **({} if kind == "roll_acknowledge" else fields))
    raise AssertionError("no turn begins")


async def test_a_call(toy_service):
    """A seat calls, the referee answers; each is offered to whoever may."""
    desk, _ = await begun(toy_service)
    called = await desk.give("CallReferee", "blue", question="is that in cover?")
    assert "AnswerCall" in await desk.offered("referee")
    assert {"WithdrawCall"} == {"WithdrawCall", "CallReferee"} & await desk.offered("blue")
    assert await desk.reason("AnswerCall", "blue", grounds=WHY, call=called.receipt.seq) == (Code.PERMISSION_DENIED, "")
    await desk.give("AnswerCall", "referee", grounds=WHY, call=called.receipt.seq)
    assert "AnswerCall" not in await desk.offered("referee")
    again = await desk.give("CallReferee", "blue", about=[called.receipt.seq])
    await desk.give("WithdrawCall", "blue", call=again.receipt.seq)


async def test_a_pause(toy_service):
    """Nothing of the game is offered or taken until it goes on."""
    desk, who = await begun(toy_service)
    before = await desk.offered(who)
    await desk.give("PauseGame", "referee", grounds=WHY)
    assert await desk.offered(who) == {"CallReferee", "Concede"}
    assert await desk.reason("EndTurn", who) == (Code.FAILED_PRECONDITION, "game-stopped")
    assert "ResumeGame" in await desk.offered("referee")
    await desk.give("ResumeGame", "referee", grounds=WHY)
    assert await desk.offered(who) == before
    await desk.give("EndTurn", who)


async def test_a_sealed_command(toy_service):
    """The other seat sees that something is sealed, and what when the game goes on."""
    desk, who = await begun(toy_service)
    other = "blue" if who == "red" else "red"
    await desk.give("AdjournGame", "referee", grounds=WHY, duration=span_of(60_000))
    assert "SealNext" in await desk.offered(who)
    assert "SealNext" not in await desk.offered(other)
    sealed = await desk.give("SealNext", who, kind="DrawToken", fields="[]")
    mine, theirs = await desk.last(who), await desk.last(other)
    assert [event_in(row) for row in theirs.ruled] == [event_in(row) for row in mine.ruled]
    assert b"DrawToken" in mine.SerializeToString()
    assert b"DrawToken" not in theirs.SerializeToString()
    assert b"DrawToken" not in (await desk.last("referee")).SerializeToString()
    await desk.give("ResumeGame", "referee", grounds=WHY)
    taken = [event_in(row) for row in (await desk.last(other)).ruled]
    kinds = [row.WhichOneof("kind") for row in taken]
    assert kinds[:4] == ["ruling_given", "stop_ended", "sealed_taken", "unsealed"]
    assert taken[2].sealed_taken == stops_pb2.SealedTaken(
        entry=sealed.receipt.seq, by=taken[2].sealed_taken.by, kind="DrawToken", fields="[]"
    )


async def test_dice_of_the_table(toy_service):
    """A throw that does not count, a set out of use, and another source of dice."""
    desk, who = await begun(toy_service, dice_mode="reported")
    await desk.give("DrawToken", who)
    await desk.give("VoidThrow", "referee", grounds=WHY)
    assert await desk.words(who, "ReportRoll", "dice_set") == [(0, 200, True)]
    await desk.give("RetireDice", "referee", grounds=WHY, dice_set="green")
    # what is offered is not refused: a longer name is none of those that are out of use
    assert await desk.words(who, "ReportRoll", "dice_set") == [(6, 200, True)]
    report = {"faces": [1], "dice_set": "Green"}
    assert await desk.reason("ReportRoll", who, **report) == (Code.FAILED_PRECONDITION, "dice-retired")
    source = table_dice_pb2.DICE_SOURCE_SEEDED
    await desk.give("ChangeDiceSource", "referee", grounds=WHY, source=source)
    await desk.give("ReportRoll", who, faces=[1])
    await desk.give("AcknowledgeRoll", "referee")
    reply = await desk.give("DrawToken", who)
    assert [(roll.reported, len(roll.faces)) for roll in reply.rolls] == [(False, 1)]

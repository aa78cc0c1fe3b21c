"""A service, or somebody on the way to it, that does not say what is so."""

import asyncio

import pytest

from adjudicator_client import Game, NotProven, Receipts
from adjudicator_client.calls import Caller
from adjudicator_client.contract.wargame.antares.v1.events_pb2 import Event
from adjudicator_client.contract.wargame.v1 import play_pb2
from adjudicator_client.contract.wargame.v1.protocol_pb2 import Finished, ProtocolEvent
from adjudicator_client.contract.wargame.v1.record_pb2 import Receipt
from adjudicator_client.proof import records
from adjudicator_client.proof.mpint import decode, encode


def flipped(data, at=-1):
    """Change one bit."""
    changed = bytearray(data)
    changed[at] ^= 1
    return bytes(changed)


def alter_answers(monkeypatch, change):
    """Let a change have its way with every answer that holds a receipt."""
    call = Caller.call

    async def altered(self, path, request, answer):
        reply = await call(self, path, request, answer)
        if "receipt" in reply.DESCRIPTOR.fields_by_name:
            change(reply.receipt)
        return reply

    monkeypatch.setattr(Caller, "call", altered)


def alter_entries(monkeypatch, change):
    """Let a change have its way with every entry that is read or watched."""
    open_stream = Caller.open_stream

    class Altered:
        def __init__(self, call):
            self.call = call

        async def __aiter__(self):
            async for entry in self.call:
                change(entry)
                yield entry

        def cancel(self):
            self.call.cancel()

    monkeypatch.setattr(Caller, "open_stream", lambda *words: Altered(open_stream(*words)))


@pytest.fixture
async def finished(service, open_game, play):
    """A game that is over, its sides and what was given."""
    opened = await open_game(service, "antares")
    sides = [opened.seat(0), opened.seat(1), opened.owner()]
    await asyncio.gather(*(side.join() for side in sides[:2]))
    await play(sides, 3, patience=30)
    await sides[0].wait_for_reveal()
    return opened, sides


def other_signature(note):
    """Change the last letter of the signature to another that may stand there."""
    return f"{note[:-3]}{'A' if note[-3] == 'Q' else 'Q'}=\n"


CHANGED_RECEIPTS = {
    "the signature": (lambda row: setattr(row, "note", other_signature(row.note)), "HEAD_SIGNATURE_INVALID"),
    "the note's size": (lambda row: setattr(row, "note", row.note.replace("\n2\n", "\n3\n")), "HEAD_SIGNATURE_INVALID"),
    "the hash": (lambda row: setattr(row, "hash", flipped(row.hash)), "RECEIPT_MISMATCH"),
    "the number": (lambda row: setattr(row, "seq", row.seq + 1), "RECEIPT_MISMATCH"),
}


@pytest.mark.parametrize("name", CHANGED_RECEIPTS)
async def test_a_changed_receipt_is_told(service, monkeypatch, name, open_game):
    """A receipt of which anything was changed is told with game and entry."""
    opened = await open_game(service)
    red = opened.seat(0)
    await red.terms()
    await red.registered()
    change, check = CHANGED_RECEIPTS[name]
    alter_answers(monkeypatch, change)
    with pytest.raises(NotProven) as caught:
        await red.join()
    assert (caught.value.check, caught.value.game) == (check, opened.game)
    assert caught.value.seq == (3 if name == "the number" else 2)


async def test_a_receipt_of_another_history_is_told(service, open_game):
    """Two heads of one size are told."""
    opened = await open_game(service)
    red = opened.seat(0)
    (await red.receipts()).note(2, bytes(32))
    with pytest.raises(NotProven, match="TWO_HEADS"):
        await red.join()


async def commit_of(side):
    """Make a side's promise for the seed, as it is offered."""
    offers = await side.offers()
    (offer,) = [row for row in offers.offers if row.command == "CommitContribution"]
    return await side.make(offer, lambda _: bytes(32))


async def test_another_history_before_a_receipt_is_told(service, open_game):
    """A receipt of a later entry is proven against the head that was known before it."""
    opened = await open_game(service)
    red, blue = opened.seat(0), opened.seat(1)
    promises = [await commit_of(side) for side in (red, blue)]
    await red.registered()
    await blue.give(promises[1])
    (await red.receipts()).note(2, bytes(32))
    with pytest.raises(NotProven, match="HEAD_MISMATCH") as caught:
        await red.give(promises[0])
    assert (caught.value.game, caught.value.seq) == (opened.game, 2)


async def test_an_entry_that_is_kept_back_is_told(service, monkeypatch, open_game):
    """A receipt whose entry can not be read proves nothing."""
    opened = await open_game(service)
    red = opened.seat(0)
    await red.terms()
    request = Game._request
    monkeypatch.setattr(Game, "_request", lambda self, path, after, _, known: request(self, path, after, 1, known))
    with pytest.raises(NotProven, match="MISSING_ENTRY") as caught:
        await red.join()
    assert caught.value.seq == 2


async def test_a_view_or_offers_of_another_history_are_told(service, open_game):
    """Who knows the last entry is told where a view, or offers, say that they hold after another."""
    opened = await open_game(service)
    for ask in (Game.view, Game.offers):
        red = opened.seat(0)
        await red.terms()
        red._receipts = Receipts(opened.game, await service.log_keys())
        red._receipts.note(1, bytes(32))
        with pytest.raises(NotProven, match="TWO_HEADS"):
            await ask(red)
        assert red.head == b""


EARLIER: list[Receipt] = []


def earlier_receipt(reply):
    """Show a receipt that was signed for another command."""
    reply.receipt.CopyFrom(EARLIER[0])


def other_die(reply):
    """Turn over a die of the answer alone."""
    reply.rolls.add(index=0, sides=6, faces=[6], why="made up")


CHANGED_ANSWERS = {"an earlier receipt": (earlier_receipt, "RECEIPT_MISMATCH"), "a die": (other_die, "ANSWER_MISMATCH")}


@pytest.mark.parametrize("name", CHANGED_ANSWERS)
async def test_an_answer_that_is_not_its_entrys_is_told(service, monkeypatch, name, open_game):
    """Who is shown a true receipt of another command, or a die that was not thrown, is told so."""
    opened = await open_game(service)
    red = opened.seat(0)
    await red.terms()
    await red.registered()
    change, check = CHANGED_ANSWERS[name]
    EARLIER[:] = [opened.receipt]
    call = Caller.call

    async def altered(self, path, request, answer):
        reply = await call(self, path, request, answer)
        if path.endswith("CommitContribution"):
            change(reply)
        return reply

    monkeypatch.setattr(Caller, "call", altered)
    offers = await red.offers()
    (offer,) = [row for row in offers.offers if row.command == "CommitContribution"]
    command = await red.make(offer, lambda _: bytes(32))
    with pytest.raises(NotProven, match=check) as caught:
        await red.give(command)
    assert caught.value.game == opened.game


def turn_message(entry):
    """Turn over a die of the message alone."""
    for roll in entry.rolls:
        roll.faces[0] = roll.faces[0] % roll.sides + 1


def turn_record(entry):
    """Turn over a die of record and message, and give the record's new hash."""
    fields = decode(entry.record)
    for row in fields[8]:
        row[4][0] = row[4][0] % row[3] + 1
    turn_message(entry)
    entry.record = encode(fields)
    entry.hash = records.entry_hash(entry.record)


def change_event(entry):
    """Tell an event with another field than the record has."""
    for ruled in entry.ruled:
        if ruled.name == "ResultReached":
            event = ProtocolEvent.FromString(ruled.event.value)
            event.result_reached.outcome += "!"
            ruled.event.value = event.SerializeToString()


def other_event(entry):
    """Tell another event by the name of the recorded one."""
    for ruled in entry.ruled:
        ruled.event.value = ProtocolEvent(finished=Finished()).SerializeToString()
        ruled.event.type_url = f"type.googleapis.com/{ProtocolEvent.DESCRIPTOR.full_name}"


def change_ruleset_event(entry):
    """Tell an event of the ruleset with a field that is empty."""
    for ruled in entry.ruled:
        if ruled.event.type_url.endswith(".antares.v1.Event"):
            holder = Event.FromString(ruled.event.value)
            arm = getattr(holder, holder.WhichOneof("kind"))
            arm.Clear()
            arm.SetInParent()
            ruled.event.value = holder.SerializeToString()


def on_events(change):
    """Change each event."""

    def changed(entry):
        for ruled in entry.ruled:
            change(ruled)

    return changed


def other_secret(entry):
    """Give another secret in the reveal."""
    if entry.command == "Reveal":
        fields = decode(entry.record)
        fields[6][2][1] = bytes(32)
        entry.record = encode(fields)
        entry.hash = records.entry_hash(entry.record)


CHANGED_ENTRIES = {
    "a die of the message": (turn_message, "ENTRY_MISMATCH"),
    "an event that is left out": (lambda entry: entry.ClearField("ruled"), "ENTRY_MISMATCH"),
    "an event that is made up": (lambda entry: entry.ruled.add(name="UnitMoved"), "ENTRY_MISMATCH"),
    "the name of an event": (on_events(lambda ruled: setattr(ruled, "name", "Other")), "ENTRY_MISMATCH"),
    "the clauses of an event": (on_events(lambda ruled: ruled.clauses.append("AN-1")), "ENTRY_MISMATCH"),
    "the place of an event": (on_events(lambda ruled: setattr(ruled, "place", ruled.place + 1)), "ENTRY_MISMATCH"),
    "a field of an event": (change_event, "ENTRY_MISMATCH"),
    "a field of an event of the ruleset": (change_ruleset_event, "ENTRY_MISMATCH"),
    "another event by that name": (other_event, "ENTRY_MISMATCH"),
    "an event of no known type": (
        on_events(lambda ruled: setattr(ruled.event, "type_url", "x/wargame.antares.v1.View")),
        "ENTRY_MISMATCH",
    ),
    "an event that can not be read": (
        on_events(lambda ruled: setattr(ruled.event, "value", b"\xff")),
        "ENTRY_MISMATCH",
    ),
    "a die of the record": (turn_record, "HEAD_MISMATCH"),
    "the record": (lambda entry: setattr(entry, "record", flipped(entry.record)), "NON_CANONICAL_ENTRY|ENTRY_MISMATCH"),
    "the number": (lambda entry: setattr(entry, "seq", entry.seq + 1), "MISSING_ENTRY"),
    "the secret": (other_secret, "HEAD_MISMATCH"),
}


async def watch_to_the_end(side):
    """Watch until the reveal, which is the last entry."""
    async for entry in side.watch():
        if entry.command == "Reveal":
            return


@pytest.mark.parametrize("name", CHANGED_ENTRIES)
async def test_a_changed_entry_is_told(finished, monkeypatch, name):
    """An entry of which anything was changed is told, watched or verified, by who holds receipts."""
    _, sides = finished
    change, check = CHANGED_ENTRIES[name]
    alter_entries(monkeypatch, change)
    with pytest.raises(NotProven, match=check):
        await watch_to_the_end(sides[0])
    with pytest.raises(NotProven, match=check):
        await sides[0].verify()


async def test_changed_dice_are_told_to_who_has_no_receipts(finished, monkeypatch):
    """Who comes later, without receipts, is told by the chain where a die was turned over."""
    opened, _ = finished
    alter_entries(monkeypatch, turn_record)
    stranger = opened.spectator()
    with pytest.raises(NotProven, match="CHAIN_BREAK"):
        await stranger.verify()


async def test_a_watch_behind_another_entry_is_told(finished):
    """Who has another history than the log is told so."""
    opened, _ = finished
    stranger = opened.spectator()
    (await stranger.receipts()).note(3, bytes(32))
    with pytest.raises(NotProven) as caught:
        await anext(stranger.watch(3))
    assert (caught.value.check, caught.value.seq) == ("HEAD_MISMATCH", 3)


async def test_a_command_that_was_replaced_is_told(finished):
    """A command that stands in the log otherwise than it was sent is told."""
    _, sides = finished
    red = sides[0]
    for command, _ in red._sent.values():
        command[2][0] = "SomethingElse"
    with pytest.raises(NotProven, match="COMMAND_MISMATCH"):
        await red.verify()


async def test_an_entry_is_told_as_it_is(finished):
    """Without a change all of it verifies, by every side."""
    opened, sides = finished
    found = [await side.verify() for side in (*sides, opened.spectator())]
    assert len({(proof.entries, proof.dice, proof.head) for proof in found}) == 1
    assert isinstance(await anext(sides[0].watch()), play_pb2.Entry)

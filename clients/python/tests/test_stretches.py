"""A game that shows the secrets of its dice in stretches: what is shown is verified while the game goes on."""

import asyncio
from dataclasses import replace

import pytest

from adjudicator_client import NotProven, RandomPlayer, take_turns
from adjudicator_client.contract.wargame.v1 import stretches_pb2
from adjudicator_client.proof.games import verify_dice
from adjudicator_client.proof.records import read_record


def dice_of(entries, stretches):
    """Count the dice of the stretches before this one."""
    return sum(len(roll.faces) for entry in entries for roll in entry.rolls if roll.epoch < stretches)


async def test_dice_are_verified_while_the_game_goes_on(service):
    """Those of the stretches that were shown, and at the end all of them; another secret of one is told."""
    opened = await service.open("antares", ["red", "blue"], stretches=stretches_pb2.Stretches(count=1000, dice=2))
    red, blue = opened.seat(0), opened.seat(1)
    await asyncio.gather(red.join(), blue.join())
    players = [RandomPlayer(game, f"{at}", patience=60) for at, game in enumerate((opened.owner(), red, blue))]
    turns = take_turns(*players)
    entries = [entry async for entry in red.read()]
    while sum(entry.command == "ShowStretch" for entry in entries) < 2:
        await anext(turns)
        entries = [entry async for entry in red.read()]
    early = await red.verify()
    assert early.entries >= len(entries)
    entries = [entry async for entry in red.read(up_to=early.entries)]  # another stretch may have been shown since
    shown = sum(entry.command == "ShowStretch" for entry in entries)
    assert (early.revealed, early.dice) == (False, dice_of(entries, shown))
    async for _ in turns:
        pass
    await red.wait_for_reveal()
    whole = await red.verify()
    entries = [entry async for entry in red.read()]
    assert (whole.revealed, whole.dice) == (True, dice_of(entries, 1000))
    records = [read_record(entry.record, opened.game, entry.seq) for entry in entries]
    second = next(row for row in records if row.kind == "ShowStretch" and row.values[0] == 1)
    other = replace(second, command=[*second.command[:2], ["ShowStretch", 1, bytes(32)], second.command[3]])
    forged = [other if row is second else row for row in records]
    with pytest.raises(NotProven, match="EPOCH_INVALID"):
        verify_dice(forged)

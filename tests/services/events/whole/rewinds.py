"""Acts of a whole event that go back: dice fresh, standing, and a take-back."""

from __future__ import annotations

from typing import Any

import grpc

from tests.services.events.whole.steps import MOST, NotHere, give_up, play_a_little, require_play
from tests.services.events.whole.table import Table, why
from wargame.v1 import rewinds_pb2


def take_back(table: Table) -> None:
    """A seat takes its own last command back, as far as that is offered; the entry stays, and is void."""
    play_a_little(table, 1)
    for _ in range(MOST):
        before = table.facts().receipt.seq
        taken = [seat for seat in (0, 1) if table.take("TakeBack", table.tokens[seat + 1])]
        if taken:
            break
        table.walk(1)
        require_play(table)
    else:
        raise NotHere(f"nothing is taken back in {table.ruleset}")
    (back,) = table.events("Rewound")
    assert before in back.voids
    table.walk(2)
    give_up(table, 0)


def rewind_fresh(table: Table) -> None:
    """A throw is void; no die of it is used again."""
    seq = _until_dice(table)
    table.act("Rewind", table.event.head, grounds=why("out of turn", seq), to=seq, dice=rewinds_pb2.REWIND_DICE_FRESH)
    void = _indices(table, lambda entry: entry.seq == seq)
    table.walk(3)
    assert not void & _indices(table, lambda entry: entry.seq > seq)
    give_up(table, 1)


def rewind_stand(table: Table) -> None:
    """A throw stands: the command that is given again has its faces."""
    seq = _until_standing(table)
    ruled = table.facts().receipt.seq
    table.walk(1)
    void = _indices(table, lambda entry: entry.seq == seq)
    assert void <= _indices(table, lambda entry: entry.seq == ruled + 1)
    give_up(table, 1)


def _until_standing(table: Table, most: int = 40) -> int:
    """Play until a ruling lets a throw stand; those of commands with secrets can not. Gives the number of its entry."""
    for _ in range(most):
        seq = _until_dice(table)
        stand = rewinds_pb2.REWIND_DICE_STAND
        try:
            table.act("Rewind", table.event.head, grounds=why("wrong field", seq), to=seq, dice=stand)
        except grpc.RpcError as refused:
            # of a command with secrets, or of one that has opened orders
            if not any(words in str(refused) for words in ("its dice can not stand", "are open since")):
                raise
            table.walk(1)
        else:
            return seq
    raise NotHere("all dice are of commands with secrets")


def _until_dice(table: Table, most: int = 60) -> int:
    """Play until an entry of a seat has open dice; gives its number."""
    table.begin()
    for _ in range(most):
        last = table.entries()[-1]
        if table.facts().HasField("result"):
            break
        if last.rolls and last.actor.party.HasField("seat") and last.seq > 6:
            return last.seq
        if not table.step():
            break
    raise NotHere(f"no dice in {table.ruleset} after {table.facts().receipt.seq} entries")


def _indices(table: Table, test: Any) -> set[int]:
    """Give the places of the dice of entries."""
    rolls = [roll for entry in table.entries() if test(entry) for roll in entry.rolls]
    return {index for roll in rolls for index in range(roll.index, roll.index + len(roll.faces))}

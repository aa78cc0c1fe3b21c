"""What happens at the tables of an event: one function for each act, which leaves the game with a result."""

from __future__ import annotations

import secrets
from typing import Any

import grpc

from services.tools.event.calls import event_in
from tests.services.events.whole_event import Table, why
from wargame.v1 import protocol_pb2, rewinds_pb2, stops_pb2, terms_pb2


class NotHere(Exception):
    """The game that chance has made has no place for this act; another table may."""


def concession(table: Table) -> None:
    """A seat gives up."""
    _play(table, 3)
    give_up(table, 1)
    assert table.facts().result.ending == protocol_pb2.ENDING_CONCEDED, (table.ruleset, table.facts().result)


def no_show(table: Table) -> None:
    """Nobody comes: the service says so by itself, and the game counts for nothing."""
    found = table.until("a no-show", lambda facts: facts.HasField("result"))
    assert (found.result.ending, found.result.by) == (protocol_pb2.ENDING_VOID, protocol_pb2.RESULT_BY_CLOCK)


def flag_fall(table: Table) -> None:
    """A referee sets the clock of who is asked to nothing; its flag falls, and the game is lost."""
    _play(table, 2)
    _set_clock_to_nothing(table)
    found = table.until("the fall of a flag", lambda facts: facts.HasField("result"))
    assert found.result.ending == protocol_pb2.ENDING_FLAG


def call(table: Table) -> None:
    """A seat calls; the referee answers."""
    _play(table, 2)
    called = table.seat_act("CallReferee", 0, question="is that so?")
    table.act("AnswerCall", table.event.referee, grounds=why("it is"), call=called.receipt.seq)
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


def cascade(table: Table) -> None:
    """A second caution is a yellow card, a second one of these a red, and that a lost game: each follows by itself."""
    _play(table, 1)
    caution, yellow = terms_pb2.PENALTY_KIND_CAUTION, terms_pb2.PENALTY_KIND_YELLOW
    for kind in (caution, caution, yellow):
        table.act("Penalise", table.event.referee, grounds=why("it was said before"), seat=0, kind=kind)
    rows = [row for entry in table.entries() for row in entry.ruled if row.name == "Penalised"]
    red, loss = terms_pb2.PENALTY_KIND_RED, terms_pb2.PENALTY_KIND_LOSS
    assert [event_in(row).kind for row in rows] == [caution, caution, yellow, yellow, red, loss]
    assert list(table.facts().result.winners) == [1]


def appeal_upheld(table: Table) -> None:
    """The result stands."""
    concession(table)
    table.seat_act("Appeal", 1, reason="I meant something else")
    table.act("UpholdRuling", table.event.head, grounds=why("it was said clearly"))
    # five minutes are left then at the least; the seats do not wait for them
    for seat in (0, 1):
        table.seat_act("WaiveAppeal", seat)


def appeal_overturned(table: Table) -> None:
    """Another result takes its place."""
    concession(table)
    appealed = table.seat_act("Appeal", 1, reason="it was my little brother")
    table.act(
        "Award",
        table.event.head,
        grounds=why("not the player's own hand"),
        ending="adjudicated",
        winners=[1],
        overturns=appealed.receipt.seq,
    )
    assert list(table.facts().result.winners) == [1]


def adjournment(table: Table) -> None:
    """The game stands still, and goes on."""
    _play(table, 2)
    table.act("AdjournGame", table.event.head, grounds=why("the hall closes"))
    assert any(row.name == "GameStopped" for row in table.entries()[-1].ruled)
    table.act("ResumeGame", table.event.head, grounds=why("the next morning"))
    give_up(table, 0)


def pause(table: Table) -> None:
    """A pause, over the death of the service where it comes in between."""
    _play(table, 1)
    table.act("PauseGame", table.event.referee, grounds=why("fire alarm"))
    table.act("ResumeGame", table.event.referee, grounds=why("a test"), dice=stops_pb2.STOPPED_THROW_UNSPECIFIED)
    give_up(table, 1)


# the dearest to find a place for first; a round ends with a table to which nobody comes
ACTS = (rewind_fresh, flag_fall, cascade, appeal_upheld, appeal_overturned, adjournment, call, pause, concession)


def give_up(table: Table, seat: int) -> None:
    """Let a seat give the game up, where it has no result."""
    if table.facts().HasField("result"):
        return
    request: Any = table.methods["Concede"].request()
    request.header.game, request.header.head = table.game, table.facts().receipt.hash
    request.header.command_id = secrets.token_bytes(16)
    table.call("Concede", table.tokens[seat + 1], request)


def _play(table: Table, steps: int) -> None:
    """Play a little; NotHere where chance has ended the game by that."""
    table.begin().walk(steps)
    if table.facts().HasField("result"):
        raise NotHere(f"{table.ruleset} is over already")


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


def _set_clock_to_nothing(table: Table) -> None:
    found = table.facts()
    clocks = {row.seat: row for row in found.clocks.seats}
    seats = [party.seat for party in found.windows[-1].asks if party.HasField("seat")]
    if not seats:
        raise NotHere("no seat is asked")
    seat = seats[0]
    table.act(
        "SetClock",
        table.event.head,
        grounds=why("all its time was spent away"),
        seat=seat,
        old_ms=clocks[seat].bank_ms,
        new_ms=0,
    )

"""What happens at the tables of an event: one function for each act, which leaves the game with a result."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any, Final

import grpc
from google.protobuf.duration_pb2 import Duration

from adjudicator import registry
from services.games.signing import public_key
from services.tools.event.calls import event_in
from tests.services.events.earlier_rules import EARLIER
from tests.services.events.whole.event import BANK_MS, DELAY_MS, RESERVE, RULESETS
from tests.services.events.whole.rewinds import rewind_fresh, rewind_stand, take_back
from tests.services.events.whole.steps import MOST, NotHere, give_up, play_a_little, require_play
from tests.services.events.whole.table import Table, why
from wargame.v1 import corrections_pb2, games_pb2, options_pb2, protocol_pb2, rulings_pb2, stops_pb2, terms_pb2

Code = grpc.StatusCode
CLAUSE: Final = "WG-END-06"
PATCH: Final = ("table", "key", "field", "before", "after")
STANDS: Final = "-+-+-"


def concession(table: Table) -> None:
    """A seat gives up."""
    play_a_little(table, 3)
    give_up(table, 1)
    assert table.facts().result.ending == terms_pb2.ENDING_CONCEDED, (table.ruleset, table.facts().result)


def come(table: Table, seat: int) -> None:
    """One of the two is there in time."""
    table.token, table.seat = table.tokens[seat + 1], seat
    assert table.take("CommitContribution", table.token)


def no_show(table: Table, *there: int) -> None:
    """Who does not come has lost: the service says so by itself. Where nobody does the game counts for nothing."""
    found = table.until("a no-show", lambda facts: facts.HasField("result")).result
    ending = terms_pb2.ENDING_NO_SHOW if there else terms_pb2.ENDING_VOID
    assert (found.ending, found.by, list(found.winners)) == (ending, protocol_pb2.RESULT_BY_CLOCK, list(there))
    assert not found.played


def silence(table: Table) -> None:
    """One seat is asked, and its player answers no more; what becomes of that is `flag_fall`, when its time is over."""
    play_a_little(table, 2)
    for _ in range(MOST):
        if len(_asked(table.facts())) == 1:
            table.is_silent = True
            return
        table.walk(1)
        require_play(table)
    raise NotHere("no seat is asked alone")


def flag_fall(table: Table) -> None:
    """Who was asked has used the free time and then the bank: the flag falls by itself, and the game is lost.

    Nobody has touched its clock.
    """
    found = table.until("the fall of a flag", lambda facts: facts.HasField("result"))
    (fell,) = table.events("FlagFell")
    *before, entry = table.entries()[: found.receipt.seq]
    assert (found.result.ending, found.result.by) == (terms_pb2.ENDING_FLAG, protocol_pb2.RESULT_BY_CLOCK)
    assert list(found.result.winners) == [1 - fell.seat]
    assert entry.command == "CallFlag"
    assert table.events("ClockSet") == []
    # it was the seat's turn for as long as the terms give at least
    asked = [row.time.ToMilliseconds() for row in before if row.command != "GiveBackOutage"]
    assert entry.time.ToMilliseconds() - asked[-1] >= DELAY_MS + BANK_MS


def call(table: Table) -> None:
    """A seat calls; the head referee says what a clause means for all games, and the answer rests on that."""
    play_a_little(table, 2)
    called = table.seat_act("CallReferee", 0, question="is that so?")
    event = table.event
    given = event.give("Interpret", event.head, event=event.id, clause=CLAUSE, text="aloud", reason="it was asked")
    grounds = rulings_pb2.Grounds(reason="it is", clause=given.number)
    table.act("AnswerCall", event.referee, grounds=grounds, call=called.receipt.seq)
    assert given in event.call("ListInterpretations", event=event.id, clause=CLAUSE).interpretations
    give_up(table, 0)


def two_at_once(table: Table) -> None:
    """A head referee awards while another penalises: one takes effect, and the award stands in the end."""
    play_a_little(table, 2)
    award = table.request("Award", grounds=why("no play is possible"), ending="ENDING_ADJUDICATED", winners=[1])
    card = table.request("Penalise", grounds=why("shouted"), seat=0, kind=terms_pb2.PENALTY_KIND_CAUTION)
    card.header.head = award.header.head
    before, event = table.facts().receipt.seq, table.event
    given = (("Award", event.head, award), ("Penalise", event.referee, card))
    with ThreadPoolExecutor(len(given)) as pool:
        answers = list(pool.map(lambda one: _answer(table, *one), given))
    late = [answer for answer in answers if isinstance(answer, grpc.RpcError)]
    assert [error.code() for error in late] == [Code.ABORTED], answers
    assert table.facts().receipt.seq == before + 1
    if late[0] is answers[0]:
        table.act("Award", event.head, grounds=why("no play is possible"), ending="ENDING_ADJUDICATED", winners=[1])
    table.expected.add("Award")
    found = table.facts().result
    assert (found.ending, found.by, list(found.winners)) == (
        terms_pb2.ENDING_ADJUDICATED,
        protocol_pb2.RESULT_BY_RULING,
        [1],
    )


def _answer(table: Table, name: str, token: str, request: Any) -> Any:
    try:
        return table.call(name, token, request)
    except grpc.RpcError as error:
        return error


def restart(table: Table) -> None:
    """Another game takes the place of this one, which counts for nothing; both close."""
    play_a_little(table, 1)
    again = table.event.open_again(table)
    table.act("RestartGame", table.event.head, grounds=why("the wrong armies"), new_game=again.game)
    assert table.facts().result.ending == terms_pb2.ENDING_RESTARTED
    again.begin().walk(2)
    give_up(again, 0)
    again.close()


def cascade(table: Table) -> None:
    """A second caution is a yellow card, a second one of these a red, and that a lost game: each follows by itself."""
    play_a_little(table, 1)
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
        ending="ENDING_ADJUDICATED",
        winners=[1],
        overturns=appealed.receipt.seq,
    )
    assert list(table.facts().result.winners) == [1]


def adjournment(table: Table) -> None:
    """The game stands still, a seat is given time, and it goes on."""
    play_a_little(table, 2)
    table.act("AdjournGame", table.event.head, grounds=why("the hall closes"))
    assert any(row.name == "GameStopped" for row in table.entries()[-1].ruled)
    _give_time(table, 1)
    table.act("ResumeGame", table.event.head, grounds=why("the next morning"))
    give_up(table, 0)


def sealed_command(table: Table) -> None:
    """Who is asked seals a command while the game is adjourned; it is taken when the game goes on."""
    play_a_little(table, 2)
    table.act("AdjournGame", table.event.head, grounds=why("the hall closes"))
    for _ in range(MOST):
        sealed = [seat for seat in (0, 1) if table.take("SealNext", table.tokens[seat + 1])]
        if sealed:
            break
        # a question of secrets: they are secret as they are
        table.act("ResumeGame", table.event.head, grounds=why("a short night"))
        table.walk(1)
        require_play(table)
        table.act("AdjournGame", table.event.head, grounds=why("the hall closes again"))
    else:
        raise NotHere("nothing is sealed")
    table.act("ResumeGame", table.event.head, grounds=why("the next morning"))
    taken, void = table.events("SealedTaken"), table.events("SealedVoid")
    assert sorted(row.by.seat for row in (*taken, *void)) == sealed
    assert taken
    give_up(table, 0)


def pause(table: Table) -> None:
    """A pause outlasts the death of the service."""
    play_a_little(table, 1)
    table.act("PauseGame", table.event.referee, grounds=why("fire alarm"))
    stopped = table.facts()
    table.event.restart()
    table.until("the pause", lambda found: found.windows == stopped.windows)
    before, *since = table.entries()[stopped.receipt.seq - 1 :]
    assert before.hash == stopped.receipt.hash
    # where the start took long, the time is given back
    assert {entry.command for entry in since} <= {"GiveBackOutage"}
    table.act("ResumeGame", table.event.referee, grounds=why("a test"), dice=stops_pb2.STOPPED_THROW_UNSPECIFIED)
    assert [row.by_limit for row in table.events("StopEnded")] == [False]
    table.walk(2)
    give_up(table, 1)


def correction(table: Table) -> None:
    """A value that everybody may know is set, and the game goes on from there."""
    play_a_little(table, 4)
    request = _until_corrected(table)
    rows = table.events("Corrected")
    assert [corrections_pb2.PatchItem(**{name: getattr(row, name) for name in PATCH}) for row in rows] == list(
        request.patch
    )
    table.walk(3)
    give_up(table, 0)


def hidden_correction(table: Table) -> None:
    """A head referee looks at orders and sets one; its owner sees what was set, the other that something was."""
    items = _written_orders(table)
    patch = corrections_pb2.HiddenPatch(items=items[:1])
    table.act("CorrectHidden", table.event.head, grounds=why("an order was written for another unit"), patch=patch)
    shown = [table.events("Corrected", token) for token in table.tokens[1:]]
    (place,) = {row.known_to.seat for row in shown[0]}
    (row,), (unseen,) = shown[place], shown[1 - place]
    assert corrections_pb2.PatchItem(**{name: getattr(row, name) for name in PATCH}) == items[0]
    assert not any(unseen.HasField(name) for name in PATCH)
    table.walk(3)
    give_up(table, 0)


def _written_orders(table: Table, most: int = 200) -> list[Any]:
    """Play until a unit's orders are written and not shown; the changes that a referee may make of them."""
    table.begin()
    fields = registry.rules_of(table.ruleset).correctable["orders"].row.__struct_fields__
    while table.facts().windows[-1].kind != "orders" or not table.given["PlotOrders"]:
        if not (most and table.step()):
            raise NotHere("no orders are written")
        most -= 1
    look = table.act("Inspect", table.event.head, grounds=why("is it as it was written?"), tables=["orders"])
    request = games_pb2.ReadInspectedRequest(game=table.game, entry=look.receipt.seq)
    (found,) = table.call("ReadInspected", table.event.head, request).tables
    rows = {key: dict(zip(fields, row, strict=True)) for key, row in json.loads(found.value)}
    held = json.dumps(STANDS)
    return [
        corrections_pb2.PatchItem(
            table="orders", key=key, field="movement", before=json.dumps(row["movement"]), after=held
        )
        for key, row in rows.items()
        if row["movement"] != STANDS
    ]


def substitution(table: Table) -> None:
    """Another person plays on with a key of its own; who left has no say, and the old key signs nothing."""
    play_a_little(table, 3)
    event = table.event
    event.give("ChangeRoster", event=event.id, add=[event.person(RESERVE)], reason="in reserve")
    token, keys = event.token(options_pb2.ROLE_SEAT, RESERVE), [public_key(event.keys[RESERVE])]
    left, own = table.tokens[1], event.token(options_pb2.ROLE_SEAT, table.persons[0])
    table.act("Substitute", event.referee, grounds=why("taken ill"), seat=0, person=RESERVE, keys=keys)
    table.keys[own] = table.keys[token] = table.keys[left]
    for wrong, code in ((left, Code.PERMISSION_DENIED), (own, Code.PERMISSION_DENIED), (token, Code.INVALID_ARGUMENT)):
        refused = table.refused(wrong, "Concede")
        assert refused.code() is code, refused
    table.tokens[1], table.keys[token] = token, (0, event.keys[RESERVE])
    table.walk(6)
    give_up(table, 1)


def absence(table: Table) -> None:
    """Silence is taken for a seat as soon as it is asked, until it is back; it has lost where silence is no answer."""
    play_a_little(table, 2)
    tokens = table.tokens
    table.act("OrderAbsent", table.event.referee, grounds=why("went to the doctor"), seat=1)
    table.tokens = tokens[:2]  # the owner and the other seat
    for _ in range(MOST):
        if any(entry.command == "AnswerAbsent" for entry in table.entries()):
            break
        if not table.step():
            table.until("the other seat's silence", lambda found: _answered(table, found))
    table.tokens = tokens
    found = table.facts()
    if found.HasField("result"):
        assert (found.result.ending, list(found.result.winners)) == (terms_pb2.ENDING_FORFEIT, [0])
        return
    if not any(entry.command == "AnswerAbsent" for entry in table.entries()):
        raise NotHere(f"{table.ruleset} asks nothing of the other seat")
    table.act("RevokeAbsent", table.event.referee, grounds=why("back again"), seat=1)
    table.walk(2)
    give_up(table, 1)


def _answered(table: Table, found: Any) -> bool:
    return found.HasField("result") or any(entry.command == "AnswerAbsent" for entry in table.entries())


def edition(table: Table) -> None:
    """The service dies, and a later release plays on: from then on its edition decides."""
    table.begin()
    while not table.given["CreateGame"]:
        assert table.step()
    if not table.events("BudgetsSet"):
        raise NotHere("its editions differ in the points of sides, and these are chosen later here")
    table.event.restart()
    table.walk(4)
    (adopted,) = table.events("EditionAdopted")
    assert adopted.before == EARLIER
    give_up(table, 0)


# the hardest to find a place for first
ACTS = (
    edition,
    silence,
    rewind_stand,
    hidden_correction,
    sealed_command,
    correction,
    rewind_fresh,
    substitution,
    absence,
    take_back,
    pause,
    restart,
    two_at_once,
    cascade,
    appeal_upheld,
    appeal_overturned,
    adjournment,
    call,
    concession,
)
# what has a place in games of one ruleset alone: that of which an edition is adopted, and that which hides values
NEEDS: Final = {edition: RULESETS[1], hidden_correction: "hex_orders"}


def _until_corrected(table: Table) -> Any:
    """Play until a correction is offered to the head referee, and give it; the request."""
    for _ in range(MOST):
        request = table.take("Correct", table.event.head)
        if request is not None:
            return request
        table.walk(1)
        require_play(table)
    raise NotHere(f"nothing is corrected in {table.ruleset}")


def _asked(found: Any) -> list[int]:
    """List the seats that are asked."""
    return [party.seat for party in found.windows[-1].asks if party.HasField("seat")]


def _give_time(table: Table, seat: int) -> None:
    """Give a seat a minute, on top of what stands."""
    bank = next(row.bank for row in table.facts().clocks.seats if row.seat == seat)
    grounds, more = why("the fire alarm was loud"), Duration()
    more.FromTimedelta(bank.ToTimedelta() + timedelta(minutes=1))
    table.act("SetClock", table.event.head, grounds=grounds, seat=seat, old_bank=bank, new_bank=more)
    (told,) = table.events("ClockSet")
    assert (told.seat, told.old_bank, told.new_bank) == (seat, bank, more)

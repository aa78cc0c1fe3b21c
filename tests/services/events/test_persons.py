"""Persons of an event: who may rule, what they have had before, and who plays no more."""

import secrets

from services.rpc.wire_values import words_of
from tests.services.events.steps import create, pairing
from tests.services.events.test_acts import CAUTION, DENIED, INVALID, PRECONDITION, RED, YELLOW, fresh, running
from tests.services.events.test_tokens import refused
from wargame.v1 import events_pb2, terms_pb2

COUNTED = terms_pb2.PenaltyRule(kind=CAUTION, count=2, scope=terms_pb2.PENALTY_SCOPE_EVENT, then=YELLOW)
REMOVAL = terms_pb2.PENALTY_KIND_REMOVAL
LATE = {"reason": "late"}


async def test_a_penalty_says_what_was_given_elsewhere(toy_service):
    """Before counts the other games and what was given outside of games; any other is refused with the right one."""
    event = await create(toy_service, games=terms_pb2.GameTerms(penalties=[COUNTED]))
    first = await running(event, "anna", "ben")
    rita = first.tokens["rita"]
    second = await running(event, "cleo", "anna", table="2", referee="rolf")
    await first.call("Penalise", "rita", seat=0, kind=CAUTION, grounds=LATE)
    give = {"seat": 1, "kind": YELLOW, "grounds": LATE}
    code, text = await refused(second.call("Penalise", "rolf", **give))
    assert (code, "this person has had: 1 caution." in text) == (PRECONDITION, True)
    before = (await event.call("ListPenalties", game=second.id, seat=1)).before
    assert [(row.kind, row.count) for row in before] == [(CAUTION, 1)]
    command_id = fresh()
    ruled = await second.call("Penalise", "rolf", **give, before=before, command_id=command_id)
    await event.call("Penalise", rita, command_id=fresh(), person="anna", kind=RED, reason="shouts")
    again = await second.call("Penalise", "rolf", **give, before=before, command_id=command_id, head=ruled.receipt.hash)
    assert again.receipt == ruled.receipt
    before = (await event.call("ListPenalties", game=first.id, seat=0)).before
    assert [(row.kind, row.count) for row in before] == [(YELLOW, 1), (RED, 1)]
    assert not (await event.call("ListPenalties", game=first.id, seat=1)).before


async def test_who_is_removed_plays_no_later_game(toy_service):
    """By the usual rules a second red card removes: games without a result, open or opened later, are no-shows."""
    event = await create(toy_service)
    first = await running(event, "anna", "ben")
    second = await running(event, "anna", "cleo", table="2", referee="rolf")
    third = await running(event, "dan", "anna", table="3", referee="rosa")
    other = await running(event, "ben", "cleo", table="4", referee="rudi")
    await first.call("Penalise", "rita", seat=0, kind=RED, grounds=LATE)
    before = (await event.call("ListPenalties", game=second.id, seat=0)).before
    ruled = await second.call("Penalise", "rolf", seat=0, kind=RED, grounds=LATE, before=before)
    await event.open(pairing("anna", "ben", table="5"), pairing("ben", "dan", table="6"))
    rows = {row.table: row for row in (await event.call("Results")).results}
    ended = {table: (marks_in(row), row.result.ending) for table, row in rows.items() if row.HasField("result")}
    forfeit, missed = terms_pb2.ENDING_FORFEIT, terms_pb2.ENDING_NO_SHOW
    assert ended == {
        "1": (["0", "1"], forfeit),
        "2": (["0", "1"], forfeit),
        "3": (["+", "-"], missed),
        "5": (["-", "+"], missed),
    }
    (given,) = [row for row in (await event.call("Results")).rulings if row.table == "5"]
    place = f"entry {ruled.receipt.seq} of the game {second.id.hex()}"
    assert (given.act, given.referee, given.reason) == ("Award", "rolf", f"removed from the event by {place}")
    assert (await other.call("Get", "owner")).finished is False
    assert (await third.call("Get", "owner")).result.winners == [0]


def marks_in(row):
    """Give the signs of a result."""
    sign = {number: sign for sign, number in words_of(events_pb2.Mark.DESCRIPTOR).items()}
    return [sign[mark] for mark in row.marks]


async def test_a_removal_outside_of_games_ends_them_too(toy_service):
    """A removal in the event's own log has the same effect, once."""
    event = await create(toy_service)
    game = await running(event, "anna", "ben")
    give = {"command_id": fresh(), "person": "ben", "kind": REMOVAL, "reason": "shouts"}
    await event.call("Penalise", game.tokens["rita"], **give)
    facts = await game.call("Get", "owner")
    assert (facts.result.ending, list(facts.result.winners)) == (terms_pb2.ENDING_NO_SHOW, [0])
    await event.call("Penalise", game.tokens["rita"], **give)
    assert (await game.call("Get", "owner")).receipt.seq == facts.receipt.seq


async def test_a_person_is_the_key_and_not_the_name(toy_service):
    """Under another name nobody referees a game of the event, plays twice in it, or takes a seat as its referee."""
    key, other, new = (secrets.token_bytes(32) for _ in range(3))
    roster = [events_pb2.Person(name="anna", keys=[key]), events_pb2.Person(name="ben", keys=[other])]
    event = await create(toy_service, roster=roster)
    assert (await refused(event.token("referee", "rita", keys=[key])))[0] is PRECONDITION
    assert (await refused(event.token("spectator", "", keys=[new])))[0] is INVALID
    twin = {"command_id": fresh(), "add": [events_pb2.Person(name="zoe", keys=[key])], "reason": "plays"}
    code, text = await refused(event.call("ChangeRoster", **twin))
    assert (code, "is that person" in text) == (PRECONDITION, True)
    game = await running(event, "anna", "ben")
    game.tokens["rolf"] = await event.token("referee", "rolf", keys=[new])
    for person, keys in (("rolf", []), ("zoe", [new])):
        taken = game.call("Substitute", "rita", seat=1, person=person, keys=keys, grounds={"reason": "ill"})
        assert (await refused(taken))[0] is PRECONDITION
    (row,) = [row for row in (await event.call("ListTokens")).tokens if row.name == "rolf"]
    assert list(row.keys) == [new]
    await event.call("RevokeToken", command_id=fresh(), key=row.key, reason="plays now")
    joins = {"command_id": fresh(), "add": [events_pb2.Person(name="zoe")], "reason": "plays now"}
    await event.call("ChangeRoster", **joins)
    await game.call("Substitute", "rita", seat=1, person="zoe", keys=[new], grounds={"reason": "ill"})
    game.tokens["rosa"] = await event.token("referee", "rosa", keys=[new])
    note = {"grounds": {"reason": "late start"}}
    code, text = await refused(game.call("AddNote", "rosa", **note))
    assert (code, "a key of a seat" in text) == (DENIED, True)
    (row,) = [row for row in (await event.call("ListTokens")).tokens if row.name == "rosa"]
    await game.call("AcceptReferee", "red", key=row.key)
    assert (await refused(game.call("AddNote", "rosa", **note)))[0] is DENIED


async def restarts_offered(game, who):
    """Give the games that an offer of RestartGame names."""
    rows = [offer for offer in (await game.call("Offers", who)).anytime if offer.command == "RestartGame"]
    return [word for offer in rows for one in offer.fields if one.field == "new_game" for word in one.one_of.values]


async def test_a_game_is_restarted_by_one_that_says_so(toy_service):
    """The game in whose favour another is ended has to be there, and to name it; offered is one of the event."""
    event = await create(toy_service)
    game = await running(event, "anna", "ben")
    (stranger,) = await event.open(pairing("cleo", "dan", table="2"))
    for new_game in (secrets.token_bytes(16), stranger.game):
        restart = game.call("RestartGame", "rita", new_game=new_game, grounds={"reason": "wrong map"})
        code, text = await refused(restart)
        assert (code, "in `restarts`" in text) == (PRECONDITION, True)
    await toy_service.open(restarts=game.id, contributions=False)
    assert await restarts_offered(game, "rita") == []
    (again,) = await event.open(pairing("anna", "ben", table="3", restarts=game.id))
    assert await restarts_offered(game, "rita") == [again.game.hex()]
    await game.call("RestartGame", "rita", new_game=again.game, grounds={"reason": "wrong map"})
    assert (await game.call("Get", "owner")).result.ending == terms_pb2.ENDING_RESTARTED

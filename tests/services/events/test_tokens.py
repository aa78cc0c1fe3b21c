"""Tokens of an event: made once, listed without secrets, revoked; each reaches the games of its event and no other."""

import asyncio
import secrets

import grpc
import pytest

from services.rpc.access.credentials import Role, Unauthenticated
from services.rpc.methods import methods_of
from tests.services.events.steps import ROLES, create, pairing, start
from tests.services.fixtures import EVENTS
from wargame.v1 import events_pb2, games_pb2, play_pb2

DENIED = grpc.StatusCode.PERMISSION_DENIED
PRECONDITION = grpc.StatusCode.FAILED_PRECONDITION


async def refused(call) -> tuple[grpc.StatusCode, str]:
    """Give the status and the text that a call is refused with."""
    with pytest.raises(grpc.aio.AioRpcError) as fault:
        await call
    return fault.value.code(), fault.value.details() or ""


async def test_a_person_plays_in_each_game_by_the_roster(toy_service):
    """A seat's token of the event is that person's seat in each game, and no one's in a game of others."""
    event = await create(toy_service)
    first, second, others = await event.open(
        pairing("anna", "ben"), pairing("cleo", "anna", table="2"), pairing("cleo", "dan", table="3")
    )
    anna = await event.token("seat", "anna")
    for opened, winner in ((first, 1), (second, 0)):
        game = event.game(opened)
        game.tokens["anna"] = anna
        await game.call("CreateMatch", "owner", rounds=1)
        await game.call("Concede", "anna")
        assert list((await game.call("Get", "anna")).result.winners) == [winner]
    code, _ = await refused(toy_service.call("Get", anna, games_pb2.GetRequest(game=others.game)))
    assert code is DENIED
    listed = await toy_service.call("List", anna, games_pb2.ListRequest())
    assert {row.game for row in listed.games} == {first.game, second.game}


async def test_a_referee_rules_in_every_game_of_the_event(toy_service):
    """A referee's token of the event rules in its games, and in no game besides."""
    event, other = await create(toy_service), await create(toy_service)
    (opened,) = await event.open(pairing("anna", "ben"))
    (foreign,) = await other.open(pairing("anna", "ben"))
    referee = await event.token("referee", "rita")
    game = event.game(opened)
    game.tokens["rita"] = referee
    await game.call("CreateMatch", "owner", rounds=1)
    await game.call("AddNote", "rita", grounds={"reason": "late start"})
    rulings = (await event.call("Results", referee)).rulings
    assert [(row.referee, row.act, row.reason, row.number) for row in rulings] == [("rita", "AddNote", "late start", 1)]
    abroad = other.game(foreign)
    abroad.tokens["rita"] = referee
    assert (await refused(abroad.call("AddNote", "rita", grounds={"reason": "?"})))[0] is DENIED
    assert (await refused(other.call("Get", referee)))[0] is DENIED


async def test_a_token_is_made_once_and_never_shown_again(toy_service):
    """A retry gets the same token; the list and the log of the event hold no secret."""
    event = await create(toy_service)
    command_id = secrets.token_bytes(16)
    fields = {"command_id": command_id, "role": ROLES["spectator"], "name": "screen"}
    made = await event.call("MakeToken", **fields)
    assert await event.call("MakeToken", **fields) == made
    secret = made.token.split("_", 3)[3].encode()  # which may hold that sign too
    listed = await event.call("ListTokens")
    assert [token.key for token in listed.tokens] == [made.made.key]
    assert secret not in listed.SerializeToString()
    assert all(secret not in entry.SerializeToString() for entry in await event.all("ReadLog"))


async def test_a_revoked_token_is_refused(toy_service):
    """Revoking ends a token; a valid one with an end is over at that time."""
    event = await create(toy_service)
    token = await event.token("referee", "rita")
    (key,) = [found.key for found in (await event.call("ListTokens")).tokens]
    revoked = await event.call("RevokeToken", command_id=bytes(16), key=key, reason="went home")
    assert revoked.HasField("revoked_time")
    with pytest.raises(Unauthenticated):
        await toy_service.service.credentials.recheck(f"Bearer {token}")
    assert not (await event.call("ListTokens", valid=True)).tokens
    assert len((await event.call("ListTokens")).tokens) == 1


async def test_a_token_ends_when_it_says(toy_service):
    """A token with an end is refused from then on, and one whose end is over is not made."""
    event = await create(toy_service)
    now = toy_service.service.parts.clock.now()
    fields = {"command_id": bytes(16), "role": ROLES["auditor"]}
    late = {"expires_time": {"seconds": now // 1000 - 60}}
    assert (await refused(event.call("MakeToken", **fields, **late)))[0] is PRECONDITION
    made = await event.call("MakeToken", **fields, expires_time={"seconds": now // 1000 + 60})
    credentials = toy_service.service.credentials
    credentials._now = lambda: now + 59_000
    await credentials.check(made.token)
    credentials._now = lambda: now + 61_000
    with pytest.raises(Unauthenticated):
        await credentials.check(made.token)


async def test_no_referee_plays(toy_service):
    """Nobody is both on the roster and a referee, whichever comes first."""
    event = await create(toy_service)
    make = {"role": ROLES["referee"], "command_id": bytes(16)}
    assert (await refused(event.call("MakeToken", **make, name="anna")))[0] is PRECONDITION
    await event.token("referee", "rita")
    added = [events_pb2.Person(name="rita")]
    code, text = await refused(event.call("ChangeRoster", command_id=bytes(16), add=added, reason="plays"))
    assert code is PRECONDITION
    assert "rita referees this event" in text


async def test_powers_of_others_are_refused_with_the_role_that_has_them(toy_service):
    """Every use of a power that is not the caller's names whose token has it."""
    event = await create(toy_service)
    tokens = {
        role: await event.token(role, name)
        for role, name in (("head", "hugo"), ("referee", "rita"), ("seat", "anna"), ("spectator", ""), ("auditor", ""))
    } | {"owner": event.owner, "admin": toy_service.admin}
    wanted = {
        "OpenGames": {"owner"},
        "ChangeRoster": {"owner", "head"},
        "MakeToken": {"owner", "head"},
        "RevokeToken": {"owner", "head"},
        "ListTokens": {"owner", "head"},
        "Interpret": {"head"},
        "Penalise": {"head", "referee"},
        "Pause": {"head", "referee"},
        "Resume": {"head", "referee"},
        "DueAwards": {"head", "referee"},
        "Close": {"owner", "head"},
        "Statistics": {"owner", "head", "referee", "auditor"},
        "Create": {"owner"},
    }
    streams = {"OpenGames", "Pause", "Resume", "DueAwards"}
    for name, allowed in wanted.items():
        for role, token in tokens.items():
            if role in allowed:
                continue
            call = start(toy_service, name, token)
            code, text = await refused(call.read() if name in streams else call)
            assert code is DENIED, (name, role)
            assert "use the token of " in text, (name, role)
            assert "_" not in text, text
            assert "of this game" not in text, text
            assert all(word in text for word in (("owner",) if allowed == {"owner"} else ())), text
    for name, method in methods_of(EVENTS).items():
        # what is not named above is for all of the event to read, and for no operator
        assert name in wanted or {*method.roles} >= {Role.OWNER, *map(Role, ROLES.values())}, name
        assert name in wanted or Role.ADMIN not in method.roles, name
    head = {"command_id": bytes(16), "role": ROLES["head"], "name": "hanna"}
    code, text = await refused(event.call("MakeToken", tokens["head"], **head))
    assert (code, "use the token of the owner" in text) == (DENIED, True)


async def test_spectators_see_what_everybody_sees(toy_service):
    """A spectator's token of the event reads its games and gives no commands."""
    event = await create(toy_service)
    (opened,) = await event.open(pairing("anna", "ben"))
    screen = await event.token("spectator")
    entries = [entry async for entry in toy_service.start("Read", screen, play_pb2.ReadRequest(game=opened.game))]
    assert [entry.command for entry in entries] == ["OpenGame"]
    game = event.game(opened)
    game.tokens["screen"] = screen
    assert (await refused(game.call("Concede", "screen")))[0] is DENIED


async def test_whoever_takes_a_seat_over_has_it(toy_service):
    """After a substitution seat and row name the new person; the old one's token is for that game no more."""
    event = await create(toy_service)
    (opened,) = await event.open(pairing("anna", "ben"))
    game = event.game(opened)
    game.tokens |= {name: await event.token("seat", name) for name in ("anna", "cleo")}
    game.tokens["rita"] = await event.token("head", "rita")
    await game.call("CreateMatch", "owner", rounds=1)
    assert (await refused(game.call("Get", "cleo")))[0] is DENIED
    await game.call("Substitute", "rita", grounds={"reason": "ill"}, seat=0, person="cleo")
    assert (await refused(game.call("Get", "anna")))[0] is DENIED
    (row,) = (await event.call("Games")).games
    assert [(seat.name, seat.person) for seat in row.seats] == [("red", "cleo"), ("blue", "ben")]
    await game.call("Concede", "cleo")
    assert list((await game.call("Get", "cleo")).result.winners) == [1]


async def test_whoever_leaves_a_seat_has_nothing_of_it_any_more(toy_service):
    """Nor by the token that the opening of the game gave for the seat."""
    event = await create(toy_service)
    (opened,) = await event.open(pairing("anna", "ben"))
    game = event.game(opened)
    game.tokens |= {"cleo": await event.token("seat", "cleo"), "rita": await event.token("head", "rita")}
    await game.call("CreateMatch", "owner", rounds=1)
    await game.call("Substitute", "rita", grounds={"reason": "ill"}, seat=0, person="cleo")
    for name, fields in (("View", {}), ("Offers", {}), ("PlotMarch", {"heading": "west"}), ("Concede", {})):
        assert (await refused(game.call(name, "red", **fields)))[0] is DENIED, name
    assert (await game.call("Get", "blue")).receipt.seq == (await game.call("Get", "cleo")).receipt.seq


@pytest.mark.parametrize(
    ("person", "text"), [("dan", "not on the roster"), ("anna", "plays in this game"), ("rita", "referees the event")]
)
async def test_who_may_not_take_a_seat_over(toy_service, person, text):
    """Who is withdrawn, sits there already, or referees; and who left comes back to no other seat."""
    event = await create(toy_service)
    (opened,) = await event.open(pairing("anna", "ben"))
    game = event.game(opened)
    game.tokens["rita"] = await event.token("head", "rita")
    await event.call("ChangeRoster", command_id=secrets.token_bytes(16), withdraw=["dan"], reason="left")
    await game.call("CreateMatch", "owner", rounds=1)
    code, said = await refused(game.call("Substitute", "rita", grounds={"reason": "ill"}, seat=0, person=person))
    assert (code, text in said) == (PRECONDITION, True), said
    await game.call("Substitute", "rita", grounds={"reason": "ill"}, seat=0, person="cleo")
    back = {"grounds": {"reason": "well again"}, "person": "anna"}
    code, said = await refused(game.call("Substitute", "rita", **back, seat=1))
    assert (code, "has played another seat" in said) == (PRECONDITION, True)
    await game.call("Substitute", "rita", **back, seat=0)


async def test_a_stream_of_who_left_ends(toy_service):
    """Nothing of the seat is shown by it any more; the other seat's goes on, and the new person has one of its own."""
    event = await create(toy_service)
    (opened,) = await event.open(pairing("anna", "ben"))
    game = event.game(opened)
    game.tokens["rita"] = await event.token("head", "rita")
    game.tokens |= {name: await event.token("seat", name) for name in ("anna", "ben", "cleo")}
    created = await game.call("CreateMatch", "owner", rounds=1)
    streams = {who: game.start("Watch", who, after=created.receipt.seq - 1) for who in ("anna", "red", "ben", "blue")}
    for stream in streams.values():
        assert (await stream.read()).command == "CreateMatch"
    ruled = await game.call("Substitute", "rita", grounds={"reason": "ill"}, seat=0, person="cleo")
    await game.call("PlotMarch", "cleo", heading="north")
    for who in ("anna", "red"):
        assert (await refused(streams[who].read()))[0] is DENIED
    for who in ("ben", "blue"):
        entries = [await streams[who].read() for _ in range(2)]
        assert [entry.command for entry in entries] == ["Substitute", "PlotMarch"]
        assert b"north" not in entries[1].SerializeToString()
        streams[who].cancel()
    own = game.start("Watch", "cleo", after=ruled.receipt.seq - 1)
    entries = [await own.read() for _ in range(2)]
    assert b"north" in entries[1].SerializeToString()
    own.cancel()


async def test_a_command_names_what_its_seat_has_seen(toy_service):
    """In a game of an event, seats too; by a head older than a ruling that changed the game it is stale."""
    event = await create(toy_service)
    (opened,) = await event.open(pairing("anna", "ben"))
    game = event.game(opened)
    game.tokens["rita"] = await event.token("head", "rita")
    await game.call("CreateMatch", "owner", rounds=1)
    code, text = await refused(game.call("PlotMarch", "red", heading="west", head=b""))
    assert (code, "head" in text) == (PRECONDITION, True)
    seen = (await game.call("Get", "red")).receipt.hash
    patch = [{"table": "sides", "key": "0", "field": "shields", "before": "1", "after": "2"}]
    await game.call("Correct", "rita", grounds={"reason": "counted twice"}, patch=patch)
    assert (await refused(game.call("PlotMarch", "red", heading="west", head=seen)))[0] is grpc.StatusCode.ABORTED
    await game.call("PlotMarch", "red", heading="west")


async def test_two_seats_accept_a_referee_at_once(toy_service):
    """Neither makes the other stale; to say it again is no second entry."""
    roster = [events_pb2.Person(name="anna", affiliation="Norden"), events_pb2.Person(name="ben")]
    event = await create(toy_service, roster=roster)
    (opened,) = await event.open(pairing("anna", "ben"))
    game = event.game(opened)
    game.tokens["rita"] = await event.token("referee", "rita", affiliation="Norden")
    game.tokens["spectator"] = await event.token("spectator")
    await game.call("CreateMatch", "owner", rounds=1)
    key = (await event.call("ListTokens")).tokens[0].key
    facts = await game.call("Get", "red")
    requests = {who: game.request("AcceptReferee", key=key, head=facts.receipt.hash) for who in ("red", "blue")}
    calls = [toy_service.call("AcceptReferee", game.tokens[who], request) for who, request in requests.items()]
    answers = await asyncio.gather(*calls)
    assert sorted(answer.receipt.seq - facts.receipt.seq for answer in answers) == [1, 2]
    again = await toy_service.call("AcceptReferee", game.tokens["red"], requests["red"])
    assert again.receipt.seq == answers[0].receipt.seq
    for who in ("owner", "rita", "spectator"):
        assert (await refused(game.call("AcceptReferee", who, key=key)))[0] is DENIED
    await game.call("AddNote", "rita", grounds={"reason": "late"})


async def test_the_affiliation_of_whoever_sits_there_now_counts(toy_service):
    """A referee of the new person's club rules no more until the seats accept it."""
    clubs = {"anna": "Norden", "ben": "Dorfen", "cleo": "Westen"}
    event = await create(toy_service, roster=[events_pb2.Person(name=k, affiliation=v) for k, v in clubs.items()])
    (opened,) = await event.open(pairing("anna", "ben"))
    game = event.game(opened)
    game.tokens |= {
        "rolf": await event.token("referee", "rolf", affiliation="Westen"),
        "hana": await event.token("head", "hana"),
    }
    await game.call("CreateMatch", "owner", rounds=1)
    note = {"grounds": {"reason": "late"}}
    await game.call("AddNote", "rolf", **note)
    await game.call("Substitute", "hana", grounds={"reason": "ill"}, seat=0, person="cleo")
    assert (await refused(game.call("AddNote", "rolf", **note)))[0] is DENIED


async def test_who_plays_or_has_refereed_there_takes_no_seat_over(toy_service):
    """A substitute is on the roster, plays no other seat of the game, and has not acted as a referee of it."""
    event = await create(toy_service)
    (opened,) = await event.open(pairing("anna", "ben"))
    game = event.game(opened)
    game.tokens |= {"rita": await event.token("head", "rita"), "rob": await event.token("referee", "rob")}
    await game.call("CreateMatch", "owner", rounds=1)
    await game.call("AddNote", "rob", grounds={"reason": "seen"})
    named = [offer for offer in (await game.call("Offers", "rita")).anytime if offer.command == "Substitute"]
    (persons,) = [list(field.one_of.values) for field in named[0].fields if field.field == "person"]
    assert not {"anna", "ben", "rob", "rita"} & set(persons)
    assert "cleo" in persons
    kid = game.tokens["rob"].split("_")[2]
    await event.call("RevokeToken", command_id=secrets.token_bytes(16), key=kid, reason="plays now")
    await event.call("ChangeRoster", command_id=secrets.token_bytes(16), add=[{"name": "rob"}], reason="plays now")
    for person, words in (("zoe", "not on the roster"), ("ben", "another seat"), ("rob", "as a referee")):
        given = {"grounds": {"reason": "ill"}, "seat": 0, "person": person}
        code, text = await refused(game.call("Substitute", "rita", **given))
        assert (code, words in text) == (PRECONDITION, True)

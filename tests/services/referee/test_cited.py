"""What a ruling rests on, over gRPC: a clause of the game's rules, or an interpretation that there is."""

from __future__ import annotations

import secrets
from typing import Any

import grpc
import pytest
from google.protobuf.any_pb2 import Any as AnyMessage

from services.rpc.access.credentials import Role
from services.rpc.methods import methods_of
from tests.services.events.steps import create
from tests.services.events.test_acts import running
from tests.services.fixtures import REFEREE, fault_of, refusal_from, serve_toy
from tests.services.referee.every_act import Place, acts, playing
from wargame.v1 import rulings_pb2, terms_pb2

FAILED = grpc.StatusCode.FAILED_PRECONDITION
CAUTION = terms_pb2.PENALTY_KIND_CAUTION
UNKNOWN = ("TOY-9.9-99", "XX-1", "toy-1.4-01", "page 3", "GA-3.3-07", "I-", "I-0", "0", "TOY-1.4-01 ")
CITING = [
    name
    for name, method in methods_of(REFEREE).items()
    if any(field.name == "grounds" for field in method.request.DESCRIPTOR.fields)
]


@pytest.fixture
async def toy_service(tmp_path):
    """A service of the toy."""
    async with serve_toy(tmp_path) as service:
        yield service


def why(clause: str) -> rulings_pb2.Grounds:
    """Make grounds."""
    return rulings_pb2.Grounds(reason="it was asked", clause=clause)


def facts_of(error) -> dict[str, str]:
    """The facts of the one fault of a refusal."""
    (fault,) = refusal_from(error).faults
    return {detail.name: detail.text for detail in fault.details}


def packed(message) -> AnyMessage:
    """Pack a command."""
    made = AnyMessage()
    made.Pack(message)
    return made


async def head_of(game, who="referee"):
    return (await game.call("Get", who)).receipt


@pytest.mark.rule("WG-RULE-01")
@pytest.mark.parametrize("cited", UNKNOWN)
async def test_what_stands_in_no_ledger_is_refused(toy_service, cited):
    """Neither a clause of another ruleset, nor words; nothing is recorded, and the refusal says what was named."""
    game = await playing(toy_service)
    before = await head_of(game)
    error = await game.refused("AddNote", "referee", grounds=why(cited), head=before.hash)
    assert fault_of(error) == (FAILED, "clause-unknown")
    assert facts_of(error) == {"named": cited, "ruleset": "toy"}
    assert await head_of(game) == before


@pytest.mark.rule("WG-RULE-01")
@pytest.mark.parametrize("cited", ["", "TOY-1.4-01", "WG-RULE-01"])
async def test_what_stands_in_a_ledger_is_taken(toy_service, cited):
    """A clause of the ruleset, one that every game has, or none."""
    game = await playing(toy_service)
    ruled = await game.call("AddNote", "referee", grounds=why(cited), head=(await head_of(game)).hash)
    assert ruled.receipt.seq == (await head_of(game)).seq


@pytest.mark.rule("WG-RULE-01")
@pytest.mark.parametrize("act", CITING)
async def test_every_act_that_cites_is_checked(toy_service, act):
    """Whatever else is wrong with it: an act that rests on a clause which there is not, is refused for that."""
    place = Place(toy_service, playing)
    game = await place.fresh()
    before = await place.last()
    method = acts()[act]
    who = "referee" if Role.REFEREE in method.roles else "head" if Role.HEAD_REFEREE in method.roles else "red"
    request = place.request(act, None, before.hash)
    request.grounds.clause = "TOY-9.9-99"
    tried = await place.give(act, who, request)
    assert tried.error is not None
    assert fault_of(tried.error)[1] in {"clause-unknown", "new-game-missing"}
    assert tried.added == 0
    assert await place.last() == before
    assert game is place.game


@pytest.mark.rule("WG-RULE-01", "WG-INTERPRET-01")
async def test_an_interpretation_of_a_game_is_named_by_its_entry(toy_service):
    """The number of its entry, and of no other."""
    game = await playing(toy_service)
    given = await game.call(
        "Interpret", "referee", grounds=why("TOY-1.4-01"), text="aloud", head=(await head_of(game)).hash
    )
    number, last = given.receipt.seq, await head_of(game)
    for cited in (str(number - 1), str(number + 1), "I-1", f"I-{number}"):
        error = await game.refused("AddNote", "referee", grounds=why(cited), head=last.hash)
        assert (fault_of(error), facts_of(error)) == ((FAILED, "interpretation-unknown"), {"number": cited})
    assert await head_of(game) == last
    await game.call("AddNote", "referee", grounds=why(str(number)), head=last.hash)


@pytest.mark.rule("WG-RULE-01", "WG-INTERPRET-01")
async def test_an_interpretation_of_an_event_is_named_once_it_is_given(toy_service):
    """I-1 is refused before it is there and taken afterwards; the same in a game that was opened before."""
    event = await create(toy_service)
    game = await running(event, "anna", "ben")
    before = await head_of(game, "rita")
    error = await game.refused("AddNote", "rita", grounds=why("I-1"), head=before.hash)
    assert (fault_of(error), facts_of(error)) == ((FAILED, "interpretation-unknown"), {"number": "I-1"})
    assert await head_of(game, "rita") == before
    ask = {"clause": "TOY-1.4-01", "text": "aloud", "reason": "it was asked"}
    head = await event.token("head", "hugo")
    given = await event.call("Interpret", head, command_id=secrets.token_bytes(16), **ask)
    assert given.number == "I-1"
    await game.call("AddNote", "rita", grounds=why("I-1"), head=before.hash)
    error = await game.refused("AddNote", "rita", grounds=why("I-2"))
    assert fault_of(error)[1] == "interpretation-unknown"


@pytest.mark.rule("WG-RULE-01")
async def test_a_retry_of_a_ruling_gets_its_entry(toy_service):
    """What stands in the log already is not looked at again."""
    game = await playing(toy_service)
    last = await head_of(game)
    request: Any = acts()["AddNote"].request(grounds=why("TOY-1.4-01"))
    request.header.game, request.header.head, request.header.command_id = game.id, last.hash, bytes(16)
    once = await toy_service.call("AddNote", game.tokens["referee"], request)
    assert await toy_service.call("AddNote", game.tokens["referee"], request) == once


@pytest.mark.rule("WG-RULE-01")
async def test_a_try_is_refused_as_the_act_would_be(toy_service):
    """Check says of a ruling what would become of it."""
    game = await playing(toy_service)
    for cited, reasons in (("TOY-1.4-01", []), ("TOY-9.9-99", ["clause-unknown"])):
        act = acts()["AddNote"].request(grounds=why(cited))
        found = await game.call("Check", "referee", command=packed(act))
        assert [fault.reason for fault in found.refusal.faults] == reasons


async def test_offers_cite_what_is_taken(toy_service):
    """The domain of a clause holds the clause of the act, and no free words."""
    game = await playing(toy_service)
    rows = (await game.call("Offers", "referee")).anytime
    found = {}
    for row in rows:
        for domain in row.fields:
            if domain.field == "grounds":
                (clause,) = [part for part in domain.shape.parts if part.field == "clause"]
                found[row.command] = list(clause.one_of.values)
                assert found[row.command] == [row.clause]
    assert {"AddNote", "Rewind", "Interpret", "Award"} <= set(found)


@pytest.mark.rule("WG-RULE-01", "WG-INTERPRET-01")
async def test_a_try_knows_the_interpretations_of_the_event(toy_service):
    """Check refuses I-1 as the act is refused, word for word, until it is given."""
    event = await create(toy_service)
    game = await running(event, "anna", "ben")
    act = acts()["AddNote"].request(grounds=why("I-1"))
    tried = (await game.call("Check", "rita", command=packed(act))).refusal
    assert tried == refusal_from(await game.refused("AddNote", "rita", grounds=why("I-1")))
    assert [(fault.clause, fault.reason) for fault in tried.faults] == [("WG-RULE-01", "interpretation-unknown")]
    head = await event.token("head", "hugo")
    ask = {"clause": "TOY-1.4-01", "text": "aloud", "reason": "it was asked"}
    await event.call("Interpret", head, command_id=secrets.token_bytes(16), **ask)
    assert not (await game.call("Check", "rita", command=packed(act))).HasField("refusal")
    other = acts()["AddNote"].request(grounds=why("I-2"))
    assert (await game.call("Check", "rita", command=packed(other))).refusal.faults[0].details[0].text == "I-2"


@pytest.mark.rule("WG-PENALTY-01")
async def test_a_try_of_a_penalty_counts_those_of_the_event(toy_service):
    """What a penalty says of earlier ones is compared, for who may penalise; a seat learns nothing of it."""
    counted = terms_pb2.PenaltyRule(
        kind=CAUTION, count=2, then=terms_pb2.PENALTY_KIND_YELLOW, scope=terms_pb2.PENALTY_SCOPE_EVENT
    )
    event = await create(toy_service, games=terms_pb2.GameTerms(penalties=[counted]))
    game = await running(event, "anna", "ben")
    given = {"person": "anna", "kind": CAUTION, "reason": "late"}
    await event.call("Penalise", game.tokens["rita"], command_id=secrets.token_bytes(16), **given)
    act: Any = acts()["Penalise"].request(grounds=why(""), seat=0, kind=CAUTION)
    tried = (await game.call("Check", "rita", command=packed(act))).refusal
    assert tried == refusal_from(await game.refused("Penalise", "rita", grounds=why(""), seat=0, kind=CAUTION))
    assert [fault.reason for fault in tried.faults] == ["before-other"]
    act.before.add(kind=CAUTION, count=1)
    assert not (await game.call("Check", "rita", command=packed(act))).HasField("refusal")
    error = await game.refused("Check", "red", command=packed(act))
    assert error.code() is grpc.StatusCode.PERMISSION_DENIED


@pytest.mark.rule("WG-RULE-01", "WG-PENALTY-01")
@pytest.mark.parametrize(
    ("cited", "reason", "facts"),
    [
        *((cited, "clause-unknown", {"named": cited, "ruleset": "toy"}) for cited in ("TOY-9.9-99", "page 3", "7")),
        ("I-2", "interpretation-unknown", {"number": "I-2"}),
    ],
)
async def test_a_penalty_outside_of_games_rests_on_what_there_is(toy_service, cited, reason, facts):
    """Nothing is recorded in the event's log; the refusal has its clause, reason and facts, in words too."""
    event = await create(toy_service)
    head = await event.token("head", "hugo")
    ask = {"clause": "TOY-1.4-01", "text": "aloud", "reason": "it was asked"}
    await event.call("Interpret", head, command_id=secrets.token_bytes(16), **ask)
    before = (await event.call("Get")).receipt
    given = {"person": "anna", "kind": CAUTION, "reason": "late"}
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await event.call("Penalise", head, command_id=secrets.token_bytes(16), clause=cited, **given)
    (fault,) = refusal_from(refused.value).faults
    assert (fault_of(refused.value), facts_of(refused.value)) == ((FAILED, reason), facts)
    assert (fault.clause, fault.path) == ("WG-RULE-01", "clause")
    assert cited in fault.text
    assert (await event.call("Get")).receipt == before
    for known in ("I-1", "TOY-1.4-01", "WG-RULE-01", ""):
        await event.call("Penalise", head, command_id=secrets.token_bytes(16), clause=known, **given)
    assert [row.clause for row in (await event.call("ListPenalties")).penalties] == [
        "I-1",
        "TOY-1.4-01",
        "WG-RULE-01",
        "",
    ]


@pytest.mark.rule("WG-RULE-01")
@pytest.mark.parametrize(("cited", "reason"), [("TOY-9.9-99", "clause-unknown"), ("I-1", "interpretation-unknown")])
@pytest.mark.parametrize("act", ["Pause", "Resume"])
async def test_a_pause_of_no_game_rests_on_what_there_is(toy_service, act, cited, reason):
    """Where no game can be paused yet the event's log still takes no clause that there is not."""
    event = await create(toy_service)
    head = await event.token("head", "hugo")
    before = (await event.call("Get")).receipt
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await event.all(act, head, command_id=secrets.token_bytes(16), reason="fire alarm", clause=cited)
    assert fault_of(refused.value) == (FAILED, reason)
    assert (await event.call("Get")).receipt == before
    for known in ("TOY-1.4-01", ""):
        assert not await event.all(act, head, command_id=secrets.token_bytes(16), reason="fire alarm", clause=known)


@pytest.mark.rule("WG-RULE-01", "WG-PENALTY-01", "WG-INTERPRET-01")
async def test_a_penalty_about_a_game_may_rest_on_its_interpretation(toy_service):
    """By the number of its entry, of that game alone."""
    event = await create(toy_service, appeal_window={"seconds": 0})
    game = await running(event, "anna", "ben")
    game.tokens["head"] = await event.token("head", "hugo")
    said = await game.call("Interpret", "head", grounds=why("TOY-1.4-01"), text="aloud")
    await game.call("Concede", "red")
    while not (await game.call("Get", "owner")).revealed:
        for name in ("red", "blue"):
            for offer in (await game.call("Offers", name)).offers:
                await game.call(offer.command, name)
    given = {"person": "anna", "kind": CAUTION, "reason": "late", "game": game.id}
    for cited, taken in ((said.receipt.seq, True), (said.receipt.seq + 1, False)):
        call = event.call(
            "Penalise", game.tokens["head"], command_id=secrets.token_bytes(16), clause=str(cited), **given
        )
        if taken:
            assert (await call).clause == str(cited)
            continue
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await call
        assert (fault_of(refused.value), facts_of(refused.value)) == (
            (FAILED, "interpretation-unknown"),
            {"number": str(cited)},
        )

"""What is ruled in an event as a whole, what follows from it, and what its figures say."""

import csv
import io
import json
import secrets

import grpc
import pytest
from google.protobuf.any_pb2 import Any as AnyMessage

from services.rpc.methods import methods_of
from tests.services.events.steps import create, pairing, start
from tests.services.events.test_tokens import refused
from tests.services.fixtures import REFEREE, fault_of
from wargame.v1 import events_pb2, terms_pb2

DENIED = grpc.StatusCode.PERMISSION_DENIED
INVALID = grpc.StatusCode.INVALID_ARGUMENT
PRECONDITION = grpc.StatusCode.FAILED_PRECONDITION
CAUTION, YELLOW, RED = (terms_pb2.PENALTY_KIND_CAUTION, terms_pb2.PENALTY_KIND_YELLOW, terms_pb2.PENALTY_KIND_RED)


def fresh() -> bytes:
    """Make a command id."""
    return secrets.token_bytes(16)


async def running(event, *persons, referee="rita", **fields):
    """Open a match that is played, with the tokens of its referee."""
    (opened,) = await event.open(pairing(*persons, **fields))
    game = event.game(opened)
    await game.call("CreateMatch", "owner", rounds=1)
    game.tokens[referee] = await event.token("head", referee)
    return game


async def test_interpretations_are_numbered_and_found_by_clause(toy_service):
    """I-1, I-2 and so on in the order of time; one that is replaced says by which; a retry gets the same number."""
    event = await create(toy_service)
    head = await event.token("head", "hugo")
    command_id = fresh()
    ask = {"clause": "WG-END-06", "text": "only aloud", "reason": "asked at table 3"}
    first = await event.call("Interpret", head, command_id=command_id, **ask)
    assert await event.call("Interpret", head, command_id=command_id, **ask) == first
    second = await event.call("Interpret", head, command_id=fresh(), **{**ask, "text": "in writing", "replaces": "I-1"})
    await event.call("Interpret", head, command_id=fresh(), **{**ask, "clause": "WG-END-07"})
    assert (first.number, first.referee, second.number, second.replaces) == ("I-1", "hugo", "I-2", "I-1")
    found = (await event.call("ListInterpretations", clause="WG-END-06")).interpretations
    assert [(row.number, row.text, row.replaced_by) for row in found] == [
        ("I-1", "only aloud", "I-2"),
        ("I-2", "in writing", ""),
    ]
    twice = {**ask, "replaces": "I-1"}
    assert (await refused(event.call("Interpret", head, command_id=fresh(), **twice)))[0] is PRECONDITION
    wrong = {**ask, "clause": "XX-1"}
    assert (await refused(event.call("Interpret", head, command_id=fresh(), **wrong)))[0] is INVALID


async def test_penalties_outside_of_games_cascade_once(toy_service):
    """What the terms say follows from so many penalties in the event follows in an entry of its own, once."""
    rules = [
        terms_pb2.PenaltyRule(kind=CAUTION, count=2, scope=terms_pb2.PENALTY_SCOPE_EVENT, then=YELLOW),
        terms_pb2.PenaltyRule(kind=YELLOW, count=1, scope=terms_pb2.PENALTY_SCOPE_EVENT, then=RED),
    ]
    event = await create(toy_service, games=terms_pb2.GameTerms(penalties=rules))
    rita = await event.token("referee", "rita")
    for command_id in (bytes(16), b"\1" * 16, b"\1" * 16):
        await event.call("Penalise", rita, command_id=command_id, person="anna", kind=CAUTION, reason="late")
    await event.call("Penalise", rita, command_id=fresh(), person="ben", kind=CAUTION, reason="late")
    rows = (await event.call("ListPenalties", person="anna")).penalties
    assert [(row.kind, row.referee, row.follows if row.HasField("follows") else None) for row in rows] == [
        (CAUTION, "rita", None),
        (CAUTION, "rita", None),
        (YELLOW, "", rows[1].seq),
        (RED, "", rows[2].seq),
    ]
    nobody = {"person": "zoe", "kind": CAUTION, "reason": "late"}
    assert (await refused(event.call("Penalise", rita, command_id=fresh(), **nobody)))[0] is PRECONDITION


async def test_a_penalty_of_a_game_that_is_played_belongs_into_it(toy_service):
    """Before a game is finished its penalties are rulings in it."""
    event = await create(toy_service)
    game = await running(event, "anna", "ben")
    ask = {"person": "anna", "kind": CAUTION, "reason": "late", "game": game.id}
    code, text = await refused(event.call("Penalise", game.tokens["rita"], command_id=fresh(), **ask))
    assert (code, "penalise the seat in it" in text) == (PRECONDITION, True)


async def test_all_games_are_paused_and_go_on(toy_service):
    """Pause stops every game that is played by a ruling of its own, once; Resume lets them go on."""
    event = await create(toy_service)
    first = await running(event, "anna", "ben")
    (opened,) = await event.open(pairing("cleo", "dan", table="2", round="2"))
    await event.game(opened).call("CreateMatch", "owner", rounds=1)
    rita, command_id = first.tokens["rita"], fresh()
    paused = await event.all("Pause", rita, command_id=command_id, reason="fire alarm")
    assert [row.refused for row in paused] == ["", ""]
    assert await event.all("Pause", rita, command_id=command_id, reason="fire alarm") == paused
    stopped = events_pb2.EVENT_GAME_STATUS_STOPPED
    assert [row.game for row in (await event.call("Games", statuses=[stopped])).games] == [first.id, opened.game]
    went_on = await event.all("Resume", rita, command_id=fresh(), reason="all clear", rounds=["2"])
    assert [row.game for row in went_on] == [opened.game]
    assert [row.game for row in (await event.call("Games", statuses=[stopped])).games] == [first.id]


@pytest.mark.rule("WG-RULE-01")
async def test_a_pause_of_all_games_rests_on_what_there_is(toy_service):
    """A clause that there is not is refused before the event or a game has recorded anything."""
    event = await create(toy_service)
    game = await running(event, "anna", "ben")
    rita = game.tokens["rita"]
    before = (await game.call("Get", "rita")).receipt
    for cited in ("page 3", "TOY-9.9-99", "I-1"):
        pause = event.all("Pause", rita, command_id=fresh(), reason="fire alarm", clause=cited)
        assert (await refused(pause))[0] == PRECONDITION
    assert (await game.call("Get", "rita")).receipt == before
    (ruled,) = await event.all("Pause", rita, command_id=fresh(), reason="fire alarm", clause="TOY-1.4-01")
    assert ruled.refused == ""


async def test_rulings_are_counted_with_the_time_that_they_took(toy_service):
    """Figures by referee and clause; the time from a call to its answer is that of the entries."""
    event = await create(toy_service)
    game = await running(event, "anna", "ben")
    called = await game.call("CallReferee", "red", question="may he?")
    answered = await game.call(
        "AnswerCall", "rita", call=called.receipt.seq, grounds={"reason": "yes", "clause": "WG-END-06"}
    )
    await game.call("AddNote", "rita", grounds={"reason": "late"})
    await game.call("CallReferee", "blue", question="really?")
    entries = {entry.seq: entry.time async for entry in game.start("Read", "owner")}
    waited = entries[answered.receipt.seq].ToMilliseconds() - entries[called.receipt.seq].ToMilliseconds()
    figures = await event.call("Statistics")
    assert (
        figures.total.rulings,
        figures.total.answers,
        figures.total.median.ToMilliseconds(),
        figures.open_calls,
    ) == (2, 1, waited, 1)
    assert [(row.name, row.rulings) for row in figures.referees] == [("rita", 2)]
    assert [(row.name, row.rulings) for row in figures.clauses] == [("", 1), ("WG-END-06", 1)]
    assert [(row.HasField("median"), row.HasField("longest")) for row in figures.clauses] == [(False,) * 2, (True,) * 2]
    row = (await event.call("Games", open_matters=True)).games[0]
    assert row.open_matters == 1


async def test_an_appeal_is_a_matter_until_it_is_ruled_on(toy_service):
    """A result that is appealed against waits for a referee; to uphold it answers the appeal and overturns nothing."""
    event = await create(toy_service)
    game = await running(event, "anna", "ben")
    await game.call("Concede", "red")
    row = (await event.call("Games")).games[0]
    assert row.status == events_pb2.EVENT_GAME_STATUS_RESULT
    await game.call("Appeal", "red", reason="I never said so")
    row = (await event.call("Games")).games[0]
    assert (row.status, row.open_matters) == (events_pb2.EVENT_GAME_STATUS_APPEALED, 1)
    await game.call("UpholdRuling", "rita", grounds={"reason": "both heard it"})
    figures = await event.call("Statistics")
    assert (figures.total.rulings, figures.total.answers, figures.total.overturned) == (1, 1, 0)


async def test_a_row_names_what_waits_for_a_referee(toy_service):
    """Each open matter has its kind, its entry and its time, and a row that is made anew says the same."""
    event = await create(toy_service)
    game = await running(event, "anna", "ben")

    async def waiting():
        (row,) = (await event.call("Games")).games
        assert row.open_matters == len(row.matters)
        return [(events_pb2.MatterKind.Name(found.kind), found.entry) for found in row.matters], row

    assert (await waiting())[0] == []
    first = (await game.call("CallReferee", "red", question="may he?")).receipt.seq
    second = (await game.call("CallReferee", "blue", question="may she?")).receipt.seq
    found, row = await waiting()
    assert found == [("MATTER_KIND_CALL", first), ("MATTER_KIND_CALL", second)]
    times = {entry.seq: entry.time async for entry in game.start("Read", "owner")}
    assert [matter.since_time for matter in row.matters] == [times[first], times[second]]
    # a feed that was made anew says the same
    before = row.matters
    epoch = (await event.call("Games")).position.epoch
    del toy_service.log.told[event.id][:]
    assert (await waiting())[1].matters == before
    assert (await event.call("Games")).position.epoch != epoch
    await game.call("AnswerCall", "rita", call=first, grounds={"reason": "yes"})
    assert (await waiting())[0] == [("MATTER_KIND_CALL", second)]
    await game.call("WithdrawCall", "blue", call=second)
    assert (await waiting())[0] == []
    await game.call("Concede", "red")
    appealed = (await game.call("Appeal", "red", reason="I never said so")).receipt.seq
    assert (await waiting())[0] == [("MATTER_KIND_APPEAL", appealed)]
    await game.call("UpholdRuling", "rita", grounds={"reason": "both heard it"})
    assert (await waiting())[0] == []


async def test_results_and_rulings_as_files(toy_service):
    """JSON and CSV hold a row for each game, and for each ruling; no text is taken for a formula."""
    event = await create(toy_service)
    game = await running(event, "anna", "ben")
    await game.call("AddNote", "rita", grounds={"reason": '=HYPERLINK("x"), "quoted"'})
    await game.call("Concede", "blue")

    async def file(rows, form):
        request = {"results": {"event": event.id}, "rows": rows, "format": form}
        return b"".join([chunk.data async for chunk in start(toy_service, "ExportResults", event.owner, **request)])

    results, rulings = events_pb2.EXPORTED_ROWS_RESULTS, events_pb2.EXPORTED_ROWS_RULINGS
    found = json.loads(await file(results, events_pb2.EXPORT_FORMAT_JSON))
    assert [(row["game"], row["marks"], row["number"]) for row in found] == [(game.id.hex(), ["1", "0"], 1)]
    (line,) = csv.DictReader(io.StringIO((await file(results, events_pb2.EXPORT_FORMAT_CSV)).decode()))
    assert (line["person_0"], line["mark_0"], line["person_1"], line["mark_1"], line["ending"]) == (
        "anna",
        "1",
        "ben",
        "0",
        "conceded",
    )
    (line,) = csv.DictReader(io.StringIO((await file(rulings, events_pb2.EXPORT_FORMAT_CSV)).decode()))
    assert (line["act"], line["reason"], line["referee"]) == ("AddNote", '\'=HYPERLINK("x"), "quoted"', "rita")


async def test_an_event_closes_when_its_games_are_over(toy_service):
    """No event is closed while a game is played, and nothing is added to a closed one."""
    event = await create(toy_service, appeal_window={"seconds": 0}, referee=False)
    (opened,) = await event.open(pairing("anna", "ben"))
    game = event.game(opened)
    await game.call("CreateMatch", "owner", rounds=1)
    code, text = await refused(event.call("Close", command_id=fresh(), reason="done"))
    assert (code, "1 games are not finished" in text) == (PRECONDITION, True)
    await game.call("Concede", "red")
    stream = event.start("Follow", after=events_pb2.FeedPosition())
    while not any(sign.name == "Finished" for sign in (await stream.read()).signs):
        pass
    stream.cancel()
    command_id = fresh()
    closed = await event.call("Close", command_id=command_id, reason="done")
    assert closed.closed
    assert await event.call("Close", command_id=command_id, reason="done") == closed
    code, text = await refused(event.open(pairing("anna", "ben")))
    assert (code, "the event is closed" in text) == (PRECONDITION, True)


@pytest.mark.parametrize(
    ("clubs", "agree", "reason"),
    [
        (("Norden", "Dorfen"), terms_pb2.AGREE_TERMS_UNSPECIFIED, "draw-not-allowed"),
        (("Norden", "Dorfen"), terms_pb2.AGREE_TERMS_FREE, None),
        (("Norden", ""), terms_pb2.AGREE_TERMS_UNSPECIFIED, None),
    ],
)
async def test_teams_draw_where_a_referee_allows_it(toy_service, clubs, agree, reason):
    """Where the terms do not say otherwise; players who play for themselves agree freely."""
    roster = [events_pb2.Person(name=name, affiliation=club) for name, club in zip(("anna", "ben"), clubs, strict=True)]
    event = await create(toy_service, roster=roster, games=terms_pb2.GameTerms(agree=agree))
    (opened,) = await event.open(pairing("anna", "ben"))
    game = event.game(opened)
    await game.call("CreateMatch", "owner", rounds=1)
    if reason is not None:
        assert fault_of(await game.refused("OfferDraw", "red"))[1] == reason
        game.tokens["rita"] = await event.token("referee", "rita")
        await game.call("AllowDraw", "rita", grounds={"reason": "both captains agree"})
    await game.call("OfferDraw", "red")


async def test_a_referee_of_a_seats_affiliation_rules_once_accepted(toy_service):
    """Acts of such a referee are refused until every seat has accepted that."""
    roster = [events_pb2.Person(name="anna", affiliation="Norden"), events_pb2.Person(name="ben", affiliation="Dorfen")]
    event = await create(toy_service, roster=roster)
    (opened,) = await event.open(pairing("anna", "ben"))
    game = event.game(opened)
    await game.call("CreateMatch", "owner", rounds=1)
    game.tokens["rita"] = await event.token("referee", "rita", affiliation="Norden")
    game.tokens["rolf"] = await event.token("referee", "rolf", affiliation="Westen")
    key = (await event.call("ListTokens")).tokens[0].key
    note = {"grounds": {"reason": "late"}}
    tried = AnyMessage()
    tried.Pack(methods_of(REFEREE)["AddNote"].request(**note))
    await game.call("AddNote", "rolf", **note)
    for seat in ("red", "blue"):
        code, text = await refused(game.call("AddNote", "rita", **note))
        assert (code, f"AcceptReferee with key {key}" in text) == (DENIED, True)
        assert await refused(game.call("Check", "rita", command=tried)) == (code, text)
        (ruled,) = await event.all("Pause", game.tokens["rita"], command_id=fresh(), reason="alarm")
        assert key in ruled.refused
        await game.call("AcceptReferee", seat, key=key)
    assert not (await game.call("Check", "rita", command=tried)).HasField("refusal")
    await game.call("AddNote", "rita", **note)

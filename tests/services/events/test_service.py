"""Events: created once, opened once, listed to whom they belong, followed without a gap."""

import secrets

import grpc
import pytest

from services.rpc.access.credentials import Role
from services.rpc.wire_values import span_of
from services.store.freezes import bucket
from tests.services.events.steps import create, pairing, start
from tests.services.events.test_tokens import refused
from tests.services.fixtures import serve_toy
from wargame.v1 import events_pb2, games_pb2, protocol_pb2, terms_pb2

OUT, GONE, DENIED, PRECONDITION, INVALID = (
    grpc.StatusCode.OUT_OF_RANGE,
    grpc.StatusCode.NOT_FOUND,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.INVALID_ARGUMENT,
)


async def code_of(call) -> grpc.StatusCode:
    """Give the status that a call is refused with."""
    with pytest.raises(grpc.aio.AioRpcError) as fault:
        await call
    return fault.value.code()


async def test_an_event_is_created_once(toy_service):
    """A retry of Create gets the same event; another request with its id is refused."""
    command_id = secrets.token_bytes(16)
    event = await create(toy_service, command_id=command_id)
    again = await create(toy_service, command_id=command_id)
    assert again.sheet == event.sheet
    assert [person.name for person in event.sheet.roster] == ["anna", "ben", "cleo", "dan"]
    assert (event.sheet.terms.name, event.sheet.terms.appeal_window.seconds, event.sheet.receipt.seq) == (
        "Open Cup",
        1800,
        1,
    )
    with pytest.raises(grpc.aio.AioRpcError) as fault:
        await create(toy_service, command_id=command_id, name="Other Cup")
    assert fault.value.code() is grpc.StatusCode.ALREADY_EXISTS


async def test_games_are_opened_once(toy_service):
    """Games carry event, terms and labels and lie in the bucket of the event; a retry gives them again, tokens too."""
    event = await create(toy_service)
    command_id = secrets.token_bytes(16)
    pairings = [pairing("anna", "ben", table="1"), pairing("cleo", "dan", table="2")]
    opened = await event.open(*pairings, command_id=command_id)
    assert [row.index for row in opened] == [0, 1]
    assert {bucket(row.game) for row in opened} == {bucket(event.id)}
    assert await event.open(*pairings, command_id=command_id) == opened
    games = (await event.call("Games")).games
    assert [(row.game, row.number, row.round, row.table) for row in games] == [
        (opened[0].game, 1, "1", "1"),
        (opened[1].game, 2, "1", "2"),
    ]
    facts = await toy_service.call("Get", toy_service.owner, games_pb2.GetRequest(game=opened[0].game))
    assert facts.terms.event == event.id
    assert [(label.name, label.value) for label in facts.terms.labels] == [
        ("event", event.id.hex()),
        ("round", "1"),
        ("table", "1"),
    ]
    assert [row.seat for row in opened[0].credentials] == [0, 1]


async def test_pairings_are_checked_before_the_first_game(toy_service):
    """A pairing that does not fit opens no game at all."""
    event = await create(toy_service)
    for wrong in (
        pairing("anna", "nobody"),
        pairing("anna", "anna"),
        pairing("anna", "ben", ruleset="chess"),
        pairing("anna", "ben", restarts=bytes(16)),
        pairing("anna", "ben", starts_time={"seconds": -1}),
        pairing("anna", "ben", starts_time={"seconds": 1_800_000_000, "nanos": 1}),
        pairing("anna", "ben", starts_time={"seconds": 221_845_392_000}),  # the year 9000
        pairing("anna", "ben", labels=[protocol_pb2.Label(name="round", value="9")]),
    ):
        assert await code_of(event.open(pairing("cleo", "dan"), wrong)) is INVALID
    await event.call("ChangeRoster", command_id=bytes(16), withdraw=["ben"], reason="ill")
    assert await code_of(event.open(pairing("cleo", "dan"), pairing("anna", "ben"))) is PRECONDITION
    assert not (await event.call("Games")).games


async def test_rows_tell_how_games_stand(toy_service):
    """A row has status, who is asked since when, last entry and result, and follows every entry."""
    event = await create(toy_service, appeal_window={"seconds": 0}, referee=False)
    (opened,) = await event.open(pairing("anna", "ben"))
    game = event.game(opened)
    row = (await event.call("Games")).games[0]
    assert (row.status, row.seq) == (events_pb2.EVENT_GAME_STATUS_PLAYING, 1)
    await game.call("CreateMatch", "owner", rounds=1)
    row = (await event.call("Games")).games[0]
    facts = await game.call("Get", "red")
    assert row.seq == facts.receipt.seq
    assert list(row.asked) == list(facts.windows[-1].asks)
    assert row.last_time == facts.last_time
    assert row.asked_time == facts.last_time
    await game.call("Concede", "red")
    row = (await event.call("Games")).games[0]
    facts = await game.call("Get", "red")
    assert row.result == facts.result
    assert list(row.result.winners) == [1]
    result = (await event.call("Results")).results[0]
    assert (result.result, list(result.marks)) == (facts.result, [events_pb2.MARK_LOST, events_pb2.MARK_WON])
    assert result.evidence.method == "wargame.v1.Games/Export"


async def test_rows_are_filtered_and_paged(toy_service):
    """Rounds, statuses and rulesets filter; pages follow each other without a gap."""
    event = await create(toy_service)
    await event.open(*(pairing("anna", "ben", round=number, table=number) for number in "1234"))
    first = await event.call("Games", page_size=3)
    rest = await event.call("Games", page_size=3, page_token=first.next_page_token)
    assert [row.number for row in (*first.games, *rest.games)] == [1, 2, 3, 4]
    assert not rest.next_page_token
    assert [row.number for row in (await event.call("Games", rounds=["2", "4"])).games] == [2, 4]
    assert not (await event.call("Games", rulesets=["other"])).games
    assert not (await event.call("Games", statuses=[events_pb2.EVENT_GAME_STATUS_FINISHED])).games
    assert await code_of(event.call("Games", page_token="x")) is INVALID


async def test_a_stream_follows_all_games(toy_service):
    """Follow gives what happened after a position, then what comes, each entry once and in order."""
    event = await create(toy_service, referee=False)
    begun = (await event.call("Games")).position
    opened = await event.open(pairing("anna", "ben"), pairing("cleo", "dan", table="2"))
    games = [event.game(row) for row in opened]
    await games[0].call("CreateMatch", "owner", rounds=1)
    stream = event.start("Follow", after=begun)
    seen = [await stream.read() for _ in range(3)]
    assert [(row.game, row.seq, row.command) for row in seen] == [
        (games[0].id, 1, "OpenGame"),
        (games[1].id, 1, "OpenGame"),
        (games[0].id, 2, "CreateMatch"),
    ]
    numbers = [row.position.number for row in seen]
    assert numbers == list(range(numbers[0], numbers[0] + 3))
    await games[0].call("Concede", "red")
    entry = await stream.read()
    assert (entry.command, [sign.name for sign in entry.signs]) == ("Concede", ["ResultReached"])
    assert list(entry.row.result.winners) == [1]
    later = event.start("Follow", after=seen[1].position, signs_only=True)
    assert (await later.read()).command == "Concede"
    stream.cancel()
    later.cancel()


async def test_a_feed_that_was_made_anew_has_another_epoch(toy_service):
    """Rows and signs come back from the logs; a position of the feed before is out of range."""
    event = await create(toy_service, referee=False)
    (opened,) = await event.open(pairing("anna", "ben"))
    game = event.game(opened)
    await game.call("CreateMatch", "owner", rounds=1)
    await game.call("Concede", "blue")
    before = await event.call("Games")
    results = await event.call("Results")
    del toy_service.log.told[event.id][:]
    after = await event.call("Games")
    assert after.games == before.games
    assert after.position.epoch != before.position.epoch
    assert (await event.call("Results")).results == results.results
    stream = event.start("Follow", after=before.position)
    assert await code_of(stream.read()) is OUT


async def test_an_owner_sees_the_events_and_games_of_that_owner_alone(toy_service):
    """Events and games of another owner are answered as those that do not exist."""
    other = await toy_service.service.credentials.make(Role.OWNER)
    mine, theirs = await create(toy_service), await create(toy_service, other)
    (opened,) = await mine.open(pairing("anna", "ben"))
    listed = await start(toy_service, "List", other)
    assert [sheet.event for sheet in listed.events] == [theirs.id]
    assert await code_of(mine.call("Get", other)) is GONE
    assert await code_of(mine.all("OpenGames", other, command_id=bytes(16), pairings=[pairing("anna", "ben")])) is GONE
    assert await code_of(toy_service.call("Get", other, games_pb2.GetRequest(game=opened.game))) is GONE
    assert await code_of(toy_service.call("Get", other, games_pb2.GetRequest(game=bytes(16)))) is GONE
    assert not (await toy_service.call("List", other, games_pb2.ListRequest())).games
    found = await toy_service.call("List", toy_service.owner, games_pb2.ListRequest())
    assert [row.game for row in found.games] == [opened.game]


async def test_events_survive_a_restart(tmp_path, toy_service):
    """A service that starts anew on the same store knows events, games, rows and tokens."""
    service = toy_service.service
    event = await create(toy_service)
    (opened,) = await event.open(pairing("anna", "ben"))
    seat = await event.token("seat", "ben")
    before = await event.call("Games")
    async with serve_toy(service.config.data, log=toy_service.log, keys=service.credentials._keys) as again:
        event.service = again
        assert await event.call("Games") == before
        request = games_pb2.GetRequest(game=opened.game)
        assert (await again.call("Get", seat, request)).game == opened.game


async def test_rows_show_clocks_and_what_is_due(toy_service):
    """A row has the bank of every seat, whose clock runs, and when its flag falls, as Offers tell."""
    clock = terms_pb2.ClockTerms(bank=span_of(600_000), increment=span_of(5_000))
    event = await create(toy_service, games=terms_pb2.GameTerms(clock=clock))
    (opened,) = await event.open(pairing("anna", "ben"))
    game = event.game(opened)
    await game.call("CreateMatch", "owner", rounds=1)
    row = (await event.call("Games")).games[0]
    told = (await game.call("Offers", "red")).clocks
    assert [(clock.seat, clock.bank, clock.running) for clock in row.clocks] == [
        (clock.seat, clock.bank, clock.running) for clock in told.seats
    ]
    assert any(clock.running for clock in row.clocks)
    assert row.due_time.ToMilliseconds() == min(
        clock.due_time.ToMilliseconds() for clock in told.seats if clock.HasField("due_time")
    )


LOOP = [
    terms_pb2.PenaltyRule(kind=kind, count=1, then=then)
    for kind, then in (
        (terms_pb2.PENALTY_KIND_CAUTION, terms_pb2.PENALTY_KIND_YELLOW),
        (terms_pb2.PENALTY_KIND_YELLOW, terms_pb2.PENALTY_KIND_CAUTION),
    )
]
STEPS = [events_pb2.RulesetTerms(ruleset="toy", profile=protocol_pb2.PROFILE_P0, pace=protocol_pb2.PACE_STEP)]


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ({"games": terms_pb2.GameTerms(clock=terms_pb2.ClockTerms())}, "terms.games.clock.bank"),
        ({"games": terms_pb2.GameTerms(no_show=span_of(10**12))}, "terms.games.no_show"),
        ({"games": terms_pb2.GameTerms(penalties=LOOP)}, "terms.games.penalties"),
        ({"games": terms_pb2.GameTerms(endings=[terms_pb2.EndingTerms()])}, "terms.games.endings[0].ending"),
        (
            {"rulesets": STEPS, "games": terms_pb2.GameTerms(clock=terms_pb2.ClockTerms(bank=span_of(1)))},
            "terms.rulesets[0].pace",
        ),
    ],
)
async def test_terms_that_no_game_could_be_opened_with(toy_service, wrong, path):
    """Terms never change: what every game would be refused for is refused before there is an event."""
    code, text = await refused(create(toy_service, **wrong))
    assert (code, text.split(" ")[0]) == (grpc.StatusCode.INVALID_ARGUMENT, path), text


async def test_every_game_of_an_event_has_an_end(toy_service):
    """Where the terms name no time of the round it is 90 days, in the event and in its games; another stays."""
    for given, due in ((0, 90 * 24 * 3_600_000), (5_000, 5_000)):
        event = await create(toy_service, games=terms_pb2.GameTerms(time_called=span_of(given)))
        (opened,) = await event.open(pairing("anna", "ben"))
        facts = await event.game(opened).call("Get", "owner")
        sheet = await event.call("Get")
        assert [sheet.terms.games.time_called, facts.terms.event_terms.time_called] == [span_of(due)] * 2

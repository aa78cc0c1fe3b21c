"""Games as such: opened once, found by label, taken home, audited, explained."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import shutil
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2

from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import MASKS, CommitContribution
from adjudicator.kernel.record import chain
from adjudicator.kernel.record.log import LogFault, MemoryLog
from adjudicator.kernel.record.record import Actor
from adjudicator.registry import rules_of
from replays import notes
from replays.audit.audit import audit
from replays.bundle import read_bundle
from services.games import rulings
from services.games.receipts import Receipts
from services.games.signing import public_key, sign, signed_bytes
from services.rpc.access.credentials import Role
from services.rpc.access.statuses import read_status
from services.rpc.new_game import read_terms
from services.rpc.wire_values import Invalid
from services.store.redis_keys import MemoryKeys, label_game
from tests.services.fixtures import SEED, ToyGame, fault_of, methods, open_request, serve_toy, toy_rules
from tests.services.rpc.test_slots import code_of
from wargame.v1 import games_pb2, protocol_pb2
from wargame.v1.record_pb2 import Party

Code = grpc.StatusCode
LABELS = [protocol_pb2.Label(name="event", value="cup"), protocol_pb2.Label(name="round", value="1")]


# Signs that do not show, that turn the direction of what is around them, or that look like others.
UNSEEN = [
    "a\u202eb",
    "\u2066a",
    "a\u200bb",
    "a\u200d",
    "\u200fa",
    "a\u061cb",
    "a\ufeff",
    "a\u00adb",
    "a\u3164",
    "\u115f",
    "a\ufe0f",
    "a\U000e0041",
    "a\u2028b",
    "a\u00a0b",
    " a",
    "a ",
    "\u0301a",
    "e\u0301",
    "a\ue000",
    "\u2800",
]


@pytest.fixture
async def toy_service(tmp_path):
    async with serve_toy(tmp_path) as toy_service:
        yield toy_service


async def refused(call):
    with pytest.raises(grpc.aio.AioRpcError) as fault:
        await call
    return fault.value


async def replay(game, who):
    return b"".join([row.data async for row in game.start("Export", who)])


async def finished(game):
    """Wait until the service has shown the secret by itself."""
    async with asyncio.timeout(60):
        while not (await game.call("Get", "spectator")).revealed:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.02)


# -- opening


async def test_open(toy_service):
    """An opening names the game, proves its first entry, and gives everybody at the table a token."""
    game = await toy_service.open(referee=True, contributions=False)
    assert len(game.id) == 16
    assert game.id[6] >> 4 == 7
    assert sorted(game.tokens) == ["auditor", "blue", "owner", "red", "referee", "spectator"]
    key = (await toy_service.call("LogKey", game.tokens["red"], games_pb2.LogKeyRequest())).verification_key
    receipt = game.opened.receipt
    assert notes.verify(key, receipt.note) == chain.head_text(game.id, 1, receipt.hash)
    facts = await game.call("Get", "spectator")
    assert (facts.terms.profile, facts.terms.pace, facts.terms.dice_mode) == (
        protocol_pb2.PROFILE_P1,
        protocol_pb2.PACE_AUTO,
        protocol_pb2.DICE_MODE_SEEDED,
    )
    assert (facts.terms.appeal_window.seconds, facts.terms.test, facts.terms.log_key) == (1800, False, key)
    assert facts.terms.commitment == game.opened.commitment
    assert facts.receipt == receipt


async def test_open_again(toy_service):
    """A retry of an opening gets the same game and the same tokens, also while the first is under way."""
    request = open_request(labels=LABELS)
    answers = await asyncio.gather(*(toy_service.call("Open", toy_service.owner, request) for _ in range(20)))
    assert len({answer.SerializeToString(deterministic=True) for answer in answers}) == 1
    assert [game async for game in toy_service.log.games()] == [answers[0].game]


async def test_open_again_after_a_restart(tmp_path):
    """The same holds for another process on the same store."""
    store = MemoryKeys()
    request = open_request()
    async with serve_toy(tmp_path, keys=store) as toy_service:
        first, log = await toy_service.call("Open", toy_service.owner, request), toy_service.log
    async with serve_toy(tmp_path, keys=store, log=log) as toy_service:
        assert await toy_service.call("Open", toy_service.owner, request) == first


async def test_another_edition(tmp_path):
    """A release of another edition that adopts none shows a game, answers its retries and refuses new commands."""
    store = MemoryKeys()
    request = open_request()
    async with serve_toy(tmp_path, keys=store) as toy_service:
        first, log = await toy_service.call("Open", toy_service.owner, request), toy_service.log
    async with serve_toy(tmp_path, keys=store, log=log, rules=edition("2"), adopt_editions=False) as toy_service:
        assert await toy_service.call("Open", toy_service.owner, request) == first
        game = ToyGame(toy_service, first, toy_service.owner, ("red", "blue"))
        assert (await game.call("View", "red")).seq == 1
        fault = await game.refused("CreateMatch", "owner", rounds=1)
        assert fault_of(fault) == (Code.FAILED_PRECONDITION, "edition-not-served")


def edition(name, **changes):
    """The toy as another release has it."""
    return replace(toy_rules(), edition=name, **changes)


async def test_an_upgrade_in_mid_game(tmp_path):
    """A raised edition stops no game: an entry says from where on it decides; earlier releases then refuse the game."""
    store, log = MemoryKeys(), MemoryLog(asyncio.Event)
    async with serve_toy(tmp_path, keys=store, log=log) as toy_service:
        game = await toy_service.match()
        first = game.request("PlotMarch", command_id=bytes(16), heading="west")
        answer = await toy_service.call("PlotMarch", game.tokens["red"], first)
    async with serve_toy(tmp_path, keys=store, log=log, rules=edition("1.10")) as toy_service:
        later = ToyGame(toy_service, game.opened, toy_service.owner, ("red", "blue"))
        assert await toy_service.call("PlotMarch", game.tokens["red"], first) == answer
        assert (await later.call("View", "blue")).seq == 7
        head = (await later.call("View", "blue")).head
        assert (await later.call("PlotMarch", "blue", heading="east", head=head)).receipt.seq == 9
        assert [entry.command for entry in [row async for row in later.start("Read", "red")]][-2:] == [
            "AdoptEdition",
            "PlotMarch",
        ]
    async with serve_toy(tmp_path, keys=store, log=log, rules=edition("1.9")) as toy_service:
        earlier = ToyGame(toy_service, game.opened, toy_service.owner, ("red", "blue"))
        assert (await earlier.call("View", "red")).seq == 9
        fault = fault_of(await earlier.refused("DrawToken", "red"))
        assert fault == (Code.FAILED_PRECONDITION, "edition-not-served")
    async with serve_toy(tmp_path, keys=store, log=log, rules=edition("1.10")) as toy_service:
        later = ToyGame(toy_service, game.opened, toy_service.owner, ("red", "blue"))
        await later.play_on("red", "blue")
        assert (await later.call("Get", "red")).finished
        data = b"".join([chunk.data async for chunk in later.start("Export", "auditor")])
    report = audit(data, find=lambda _: (edition("1.10"), hashlib.sha256(b"toy 1.10").digest()))
    assert [finding.code for finding in report.findings] == ["UNSIGNED_GAME"]
    assert "edition 1 (from entry 1 on) is not in this build" in dict(report.levels)["L2"]


async def test_an_upgrade_with_a_deadline_running(tmp_path):
    """What the service does by itself goes on after an upgrade too."""
    store, log = MemoryKeys(), MemoryLog(asyncio.Event)
    async with serve_toy(tmp_path, keys=store, log=log) as toy_service:
        game = await toy_service.open(contributions=False, response_limit=1)
    async with serve_toy(tmp_path, keys=store, log=log, rules=edition("2")) as toy_service, asyncio.timeout(20):
        later = ToyGame(toy_service, game.opened, toy_service.owner, ("red", "blue"))
        while (await later.call("Get", "red")).windows[-1].kind != "create":  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.05)


def broken(*_arguments):
    """A reducer that does not know an earlier edition's event any more."""
    raise KeyError("gone")


@pytest.mark.parametrize("name", ["1", "2"])
async def test_a_log_that_does_not_fold(tmp_path, name):
    """A log of another edition that this release can not fold is named so; only one of ours is called lost."""
    store, log = MemoryKeys(), MemoryLog(asyncio.Event)
    async with serve_toy(tmp_path, keys=store, log=log) as toy_service:
        game = await toy_service.match()
    reducers = {kind: broken if kind.__name__ == "FirstChosen" else row for kind, row in toy_rules().reducers.items()}
    rules = edition(name, reducers=reducers)
    async with serve_toy(tmp_path, keys=store, log=log, rules=rules) as toy_service:
        later = ToyGame(toy_service, game.opened, toy_service.owner, ("red", "blue"))
        fault = await later.refused("View", "red")
        if name == "2":
            assert fault_of(fault) == (Code.FAILED_PRECONDITION, "edition-not-readable")
            assert "nothing of it is lost" in (fault.details() or "")
        else:
            assert fault.code() == Code.DATA_LOSS


async def test_a_full_game_can_be_closed(toy_service, monkeypatch):
    """A game that holds as many entries as it may takes no move, and can still be ended, confirmed and revealed."""
    game = await toy_service.match()
    monkeypatch.setattr(rulings, "ENTRIES_MOST", 7)
    await game.call("PlotMarch", "red", heading="west")
    fault = await game.refused("PlotMarch", "blue", heading="west")
    assert fault.code() == Code.RESOURCE_EXHAUSTED
    await game.call("Concede", "red")
    for who in ("red", "blue"):
        await game.call("ConfirmResult", who)
    async with asyncio.timeout(60):
        while not (await game.call("Get", "red")).revealed:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.02)
    assert (await game.refused("PlotMarch", "blue", heading="west")).code() != Code.OK


async def test_an_empty_ruling_of_absence(toy_service):
    """A ruling of absence that names no seat is refused; seat 0 is ruled absent by name alone."""
    game = await toy_service.open(contributions=False)
    fault = fault_of(await game.refused("DeclareAbsent", "owner"))
    assert fault == (Code.FAILED_PRECONDITION, "unknown-id")
    assert (await game.call("Get", "red")).windows[-1].asks == [Party(seat=0), Party(seat=1)]
    await game.call("DeclareAbsent", "owner", seat=0, reason="away")
    assert (await game.call("Get", "red")).windows[-1].asks == [Party(seat=1)]


async def test_one_head_for_each_size(toy_service):
    """Two heads of one size are never both signed."""
    receipts = Receipts(toy_service.service.keys)
    assert receipts.note(bytes(16), 3, b"a" * 32) == receipts.note(bytes(16), 3, b"a" * 32)
    with pytest.raises(LogFault, match="FORKED_LOG"):
        receipts.note(bytes(16), 3, b"b" * 32)


async def test_open_again_otherwise(toy_service):
    """The same command id with other terms is refused."""
    request = open_request(pace="step")
    await toy_service.call("Open", toy_service.owner, request)
    request.pace = protocol_pb2.PACE_AUTO
    assert fault_of(await refused(toy_service.call("Open", toy_service.owner, request))) == (
        Code.ALREADY_EXISTS,
        "command-id-reused",
    )


async def test_another_owner(toy_service):
    """Command ids of two owners have nothing to do with each other."""
    request = open_request()
    other = await toy_service.service.credentials.make(Role.OWNER)
    games = [await toy_service.call("Open", token, request) for token in (toy_service.owner, other)]
    assert games[0].game != games[1].game


@pytest.mark.parametrize(
    ("terms", "path"),
    [
        ({"command_id": b"short"}, "command_id"),
        ({"ruleset": "chess"}, "ruleset"),
        ({"names": ()}, "seats"),
        ({"names": ("red", "red")}, "seats[1].name"),
        ({"names": ("red", "referee")}, "seats[1].name"),
        ({"names": ("Red Baron",)}, "seats[0].name"),
        ({"seats": [protocol_pb2.Seat(name="red", keys=[b"short"])]}, "seats[0].keys"),
        ({"signatures": games_pb2.SIGNATURES_SEATS}, "seats[0].keys"),
        ({"signatures": games_pb2.SIGNATURES_UNSPECIFIED}, "seats[0].keys"),
        ({"signatures": 9}, "signatures"),
        ({"pace": 77}, "pace"),
        ({"dice_mode": 77}, "dice_mode"),
        ({"profile": 77}, "profile"),
        ({"response_limit": 10**7}, "response_limit"),
        ({"appeal_window": 10**7}, "appeal_window"),
        ({"labels": [protocol_pb2.Label(name="a=b", value="c")]}, "labels[0].name"),
        ({"labels": [protocol_pb2.Label(name="a")]}, "labels[0].value"),
        *(({"labels": [protocol_pb2.Label(name="a", value=value)]}, "labels[0].value") for value in UNSEEN),
        ({"test_seed": b"short"}, "test_seed"),
    ],
)
async def test_terms(toy_service, terms, path):
    """Terms that do not fit are invalid, each with its path, and open nothing."""
    fault = await refused(toy_service.call("Open", toy_service.owner, open_request(**terms)))
    assert fault.code() == Code.INVALID_ARGUMENT
    bad = error_details_pb2.BadRequest()
    assert read_status(fault).details[0].Unpack(bad)
    assert bad.field_violations[0].field == path
    assert not [game async for game in toy_service.log.games()]


@pytest.mark.parametrize(("names", "told"), [((), "there are 0"), (("red",), "there is 1")])
def test_how_many_seats_there_are(names, told):
    """A refusal of too few seats says in a sentence how many there must be, and how many there are."""
    rulesets: Any = SimpleNamespace(by_name={"antares": rules_of("antares")})
    with pytest.raises(Invalid) as fault:
        read_terms(open_request(ruleset="antares", names=names), rulesets)
    assert (fault.value.path, fault.value.problem) == ("seats", f"must be 2 under these rules, and {told}")


async def test_an_unknown_choice_is_told_with_those_there_are(toy_service):
    """A profile that nobody knows is refused with the names of those that may be sent."""
    fault = await refused(toy_service.call("Open", toy_service.owner, open_request(profile=77)))
    assert fault.details() == ("profile is no choice of this version: send one of PROFILE_P0, PROFILE_P1")


async def test_test_seed(tmp_path):
    """With the same keys the same seed gives the same game and dice; the opening says that it is a test."""
    faces = []
    for _ in range(2):
        shutil.rmtree(tmp_path / "heads", ignore_errors=True)
        async with serve_toy(tmp_path) as toy_service:
            game = await toy_service.open(test_seed=SEED)
            assert (await game.call("Get", "red")).terms.test
            outcome = await game.call("CreateMatch", "owner", rounds=1)
            faces.append((game.id, [list(roll.faces) for roll in outcome.rolls]))
    assert faces[0] == faces[1]


async def test_test_seed_survives_a_restart(tmp_path):
    """A test game goes on with its own secret when the service was started anew."""
    store = MemoryKeys()
    async with serve_toy(tmp_path, keys=store) as toy_service:
        game, log = await toy_service.open(test_seed=SEED), toy_service.log
        secret = toy_service.service.keys.secret_of(game.id)
    async with serve_toy(tmp_path, keys=store, log=log, allow_test_seeds=False) as toy_service:
        assert toy_service.service.keys.secret_of(game.id) == secret == wgdice.derive_secret(SEED, game.id)


async def test_test_seed_is_refused(tmp_path):
    """A service takes no seed unless it was started to do so."""
    async with serve_toy(tmp_path, allow_test_seeds=False) as toy_service:
        fault = await refused(toy_service.call("Open", toy_service.owner, open_request(test_seed=SEED)))
        assert fault.code() == Code.INVALID_ARGUMENT


async def test_secrets_are_apart(toy_service):
    """Every game has a secret of its own, and no token tells of it."""
    games = [await toy_service.open(contributions=False) for _ in range(2)]
    assert len({toy_service.service.keys.secret_of(game.id) for game in games}) == 2
    tokens = [token for game in games for name, token in game.tokens.items() if name != "owner"]
    assert len({token.split("_", 3)[3] for token in tokens}) == len(tokens)


# -- finding


async def test_list(toy_service):
    """Games are found by all their labels, oldest first to the millisecond, page by page."""
    cup = [await toy_service.open(contributions=False, labels=LABELS[:1]) for _ in range(3)]
    both = await toy_service.open(contributions=False, labels=LABELS)
    await toy_service.open(contributions=False)

    async def listed(**asked):
        return await toy_service.call("List", toy_service.owner, games_pb2.ListRequest(**asked))

    assert len((await listed()).games) == 5
    assert [row.game for row in (await listed(labels=LABELS)).games] == [both.id]
    first = await listed(labels=LABELS[:1], page_size=3)
    tagged = sorted(game.id for game in (*cup, both))
    assert [row.game for row in first.games] == tagged[:3]
    second = await listed(labels=LABELS[:1], page_size=3, page_token=first.next_page_token)
    assert ([row.game for row in second.games], second.next_page_token) == (tagged[3:], "")
    (found,) = (row for row in (*first.games, *second.games) if row.game == both.id)
    assert [label.value for label in found.terms.labels] == ["cup", "1"]
    assert found.opened_time == (await both.call("Get", "owner")).opened_time


async def test_a_page_costs_as_much_as_it_holds(tmp_path):
    """Of two thousand games a page reads the entries of its own games, once, and no more ids than it needs."""
    store, log = CountingKeys(), CountingLog()
    async with serve_toy(tmp_path, keys=store, log=log) as toy_service:
        game = await toy_service.open(contributions=False)
        first = await log.entry(game.id, 1)
        for number in range(2_000):
            other = number.to_bytes(16, "big")
            log._games[other] = [first]
            await label_game(store, other, [])
        store.given = log.read_entries = 0
        page, token = [], ""
        for _ in range(3):
            reply = await toy_service.call("List", toy_service.owner, games_pb2.ListRequest(page_token=token))
            page += [row.game for row in reply.games]
            token = reply.next_page_token
        assert page == [number.to_bytes(16, "big") for number in range(150)]
        assert (store.given, log.read_entries) == (153, 150)
        await toy_service.call("List", toy_service.owner, games_pb2.ListRequest())
        assert log.read_entries == 150
        mine = await toy_service.call("List", game.tokens["red"], games_pb2.ListRequest())
        assert [row.game for row in mine.games] == [game.id]
        assert (store.given, log.read_entries) == (205, 151)


class CountingKeys(MemoryKeys):
    """A store that counts the ids that it gives."""

    given = 0

    async def next_ordered(self, key, after, count):
        found = await super().next_ordered(key, after, count)
        self.given += len(found)
        return found

    async def among_ordered(self, key, values):
        found = await super().among_ordered(key, values)
        self.given += len(found)
        return found

    async def common_members(self, keys):
        found = await super().common_members(keys)
        # whatever the clock asks for, with every heartbeat, is of no list
        self.given += len(found) * (not keys[0].startswith("{clock}"))
        return found


class CountingLog(MemoryLog):
    """A log that counts the single entries that are read."""

    read_entries = 0

    def __init__(self):
        super().__init__(asyncio.Event)

    async def entry(self, game_id, seq):
        self.read_entries += 1
        return await super().entry(game_id, seq)


async def test_list_is_for_the_token(toy_service):
    """A seat finds its own game and no other."""
    mine, _ = await toy_service.open(contributions=False), await toy_service.open(contributions=False)
    found = await toy_service.call("List", mine.tokens["red"], games_pb2.ListRequest())
    assert [game.game for game in found.games] == [mine.id]


@pytest.mark.parametrize(
    ("clause", "ruleset", "rulesets"),
    [("WG-ASK-01", "", []), ("TOY-2.7-01", "", ["toy"]), ("TOY-2.7-01", "toy", ["toy"])],
)
async def test_explain(toy_service, clause, ruleset, rulesets):
    """A clause is explained in our words, with the rulesets that have it."""
    reply = await toy_service.call(
        "Explain", toy_service.owner, games_pb2.ExplainRequest(clause=clause, ruleset=ruleset)
    )
    assert (reply.clause, list(reply.rulesets)) == (clause, rulesets)
    assert reply.text.endswith(".")


@pytest.mark.parametrize(("clause", "ruleset"), [("XX-1", ""), ("WG-ASK-01", "chess")])
async def test_explain_nothing(toy_service, clause, ruleset):
    """A clause or ruleset that is not there is not found."""
    request = games_pb2.ExplainRequest(clause=clause, ruleset=ruleset)
    assert (await refused(toy_service.call("Explain", toy_service.owner, request))).code() == Code.NOT_FOUND


# -- a whole game


async def test_whole_game(toy_service):
    """A game over the wire ends, shows its secret by itself, and its file passes the audit."""
    game = await toy_service.match()
    await game.play_on("red", "blue")
    await finished(game)
    facts = await game.call("Get", "spectator")
    assert facts.finished
    assert facts.result.outcome in ("won", "draw", "conceded")
    data = await replay(game, "spectator")
    entries = [row async for row in game.start("Read", "red", records=True)]
    bundle = read_bundle(data)
    assert [entry.record for entry in entries] == list(bundle.records)
    assert sum(len(row.openings) for row in bundle.sealed) == sum(len(entry.openings) for entry in entries)
    chunks = [games_pb2.Chunk(data=data[at : at + 10_000]) for at in range(0, len(data), 10_000)]
    report = await toy_service.start("Audit", game.tokens["auditor"], iter(chunks))
    assert report.verdict in (games_pb2.VERDICT_PASS, games_pb2.VERDICT_PASS_WITH_NOTES), report
    assert (report.game, report.entries) == (game.id, len(entries))
    done = [(row.level, row.HasField("unfinished")) for row in report.levels]
    assert done == [
        (games_pb2.AUDIT_LEVEL_L0, False),
        (games_pb2.AUDIT_LEVEL_L1, False),
        (games_pb2.AUDIT_LEVEL_L2, False),
    ]


async def test_audit_finds_what_was_altered(toy_service):
    """A file in which a byte was changed does not pass."""
    game = await toy_service.match()
    data = bytearray(await replay(game, "red"))
    at = data.index(b"MatchCreated")
    data[at : at + 5] = b"Notch"
    report = await toy_service.start("Audit", game.tokens["red"], iter([games_pb2.Chunk(data=bytes(data))]))
    assert report.verdict == games_pb2.VERDICT_FAIL
    assert report.primary.code


async def test_too_large_for_an_audit(toy_service, monkeypatch):
    """A file beyond all bounds is refused while it comes, and a token uploads one at a time."""
    monkeypatch.setattr("services.rpc.games.UPLOAD_BYTES", 1000)
    chunk, path = games_pb2.Chunk(data=bytes(600)).SerializeToString(), methods()["Audit"].path
    metadata = (("authorization", f"Bearer {toy_service.owner}"),)
    # by a client that is told the refusal though it has more to send: grpc.aio would say INTERNAL of its own accord
    with grpc.insecure_channel(toy_service.service.address) as channel:
        upload: Any = channel.stream_unary(path)
        with pytest.raises(grpc.RpcError) as fault:
            await asyncio.to_thread(upload, iter([chunk] * 3), metadata=metadata, timeout=60)
    refusal: Any = fault.value
    assert refusal.code() == Code.RESOURCE_EXHAUSTED
    first = toy_service.start("Audit", toy_service.owner, None)
    await first.write(games_pb2.Chunk(data=b"x"))
    codes = [Code.OK]
    async with asyncio.timeout(60):
        while codes[-1] == Code.OK:  # until the first upload has come
            # the one message goes out with the call, and meets no refusal by itself
            codes.append(await code_of(toy_service.channel.unary_unary(path)(chunk, metadata=metadata)))
    assert codes[-1] == Code.RESOURCE_EXHAUSTED
    await first.done_writing()
    assert (await first).verdict == games_pb2.VERDICT_FAIL


async def test_audit_of_nothing(toy_service):
    """What is no replay file at all is a finding, and no fault of the service."""
    report = await toy_service.start("Audit", toy_service.owner, iter([games_pb2.Chunk(data=b"hello")]))
    assert [finding.code for finding in report.findings] == ["BUNDLE_MALFORMED"]
    assert all(row.unfinished for row in report.levels)


@pytest.mark.parametrize(("who", "owners"), [("red", {0}), ("blue", {1}), ("spectator", set()), ("owner", set())])
async def test_export_of_a_running_game(toy_service, who, owners):
    """Before the reveal a file holds the reader's own openings alone; an owner has none; abuse case 23."""
    game = await toy_service.match()
    await game.call("PlotMarch", "red", heading="west")
    bundle = read_bundle(await replay(game, who))
    assert {owner for row in bundle.sealed for owner, *_ in row.openings} == owners
    assert (b"west" in repr(bundle.sealed).encode()) == (who == "red")
    key = toy_service.service.keys.verification_key
    assert [notes.verify(key, head) for head in bundle.heads][-1].startswith(f"wglog/1/head {game.id.hex()}\n7\n")


async def test_unsealed_orders_are_exported(toy_service):
    """What the rules have opened is in everybody's file."""
    game = await toy_service.match()
    for who in ("red", "blue"):
        await game.call("PlotMarch", who, heading="west")
    bundle = read_bundle(await replay(game, "spectator"))
    assert {(seq.seq, owner, part) for seq in bundle.sealed for owner, part, *_ in seq.openings} == {
        (7, 0, 0),
        (8, 1, 0),
    }


async def test_signed_game(toy_service):
    """A signed game refuses commands without the signature of the seat."""
    keys = [secrets.token_bytes(32) for _ in range(2)]
    seats = [
        protocol_pb2.Seat(name=name, keys=[public_key(key)]) for name, key in zip(("red", "blue"), keys, strict=True)
    ]
    game = await toy_service.open(seats=seats, signatures=games_pb2.SIGNATURES_SEATS, contributions=False)
    mine = wgdice.seat_commit(game.id, 0, b"c" * 32)
    fault = await game.refused("CommitContribution", "red", commitment=mine)
    assert fault.code() == Code.INVALID_ARGUMENT
    assert "header.signature" in fault.details()
    request = game.request("CommitContribution", commitment=mine)
    actor = Actor(3, 0, game.tokens["red"].split("_")[2])
    data = signed_bytes(MASKS, game.id, actor, request.header.command_id, None, CommitContribution(commitment=mine))
    request.header.signature = sign(keys[1], data)
    assert (
        await refused(toy_service.call("CommitContribution", game.tokens["red"], request))
    ).code() == Code.INVALID_ARGUMENT
    request.header.signature = sign(keys[0], data)
    assert (await toy_service.call("CommitContribution", game.tokens["red"], request)).receipt.seq == 2

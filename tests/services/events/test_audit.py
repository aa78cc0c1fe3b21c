"""The audit of an event: its log, the games that it names, and what a forger with the keys can not make fit."""

from collections.abc import Callable
from typing import Any

import msgpack
import pytest

from adjudicator.kernel.record.chain import entry_hash, head_text
from replays.audit.report import FAIL, INCOMPLETE, NOTES, PASS
from replays.bundle import write_bundle
from replays.events.audit import EventReport, audit_event
from tests.services.audited import find
from tests.services.events.steps import create
from tests.services.events.test_acts import CAUTION, RED, fresh, running
from wargame.v1 import events_pb2, terms_pb2

COUNTED = terms_pb2.PenaltyRule(
    kind=CAUTION, count=2, scope=terms_pb2.PENALTY_SCOPE_EVENT, then=terms_pb2.PENALTY_KIND_YELLOW
)
GROUNDS = {"reason": "asked at the table"}
Change = Callable[[list[list[Any]]], None]


class Evidence:
    """The log of an event as rows that can be changed, and the replay files of its games."""

    def __init__(self, service: Any, records: list[bytes], games: dict[str, bytes]) -> None:
        self.service = service
        self.rows: list[list[Any]] = [msgpack.unpackb(record, raw=False) for record in records]
        self.games = games

    def file(self, change: Change | None = None) -> bytes:
        """Write the file, chained and signed anew after a change."""
        rows = [list(row) for row in msgpack.unpackb(msgpack.packb(self.rows), raw=False)]
        if change is not None:
            change(rows)
        records, before = [], bytes(32)
        for number, row in enumerate(rows, 1):
            row[2:4] = number, before
            records.append(msgpack.packb(row, use_bin_type=True))
            before = entry_hash(records[-1])
        head = self.service.service.keys.sign(head_text(rows[0][1], len(rows), before))
        return write_bundle("event", "", b"", records, [head], [])

    def audit(self, change: Change | None = None, **options: Any) -> EventReport:
        """Audit it."""
        return audit_event(self.file(change), self.games, find=find, **options)

    def codes(self, change: Change | None = None) -> set[str]:
        """List the codes of what an audit finds."""
        return {finding.code for finding in self.audit(change).event.findings}

    def row(self, rows: list[list[Any]], kind: str, place: int = 0) -> list[Any]:
        """Give the body of an entry of a kind."""
        return [row[7] for row in rows if row[7][0] == kind][place]


async def exported(game: Any) -> bytes:
    """Read the replay file of a game."""
    return b"".join([chunk.data async for chunk in game.start("Export", "owner")])


@pytest.fixture
async def evidence(toy_service):
    """An event of two games over which two referees have ruled."""
    roster = [events_pb2.Person(name=name, affiliation=f"club {name}") for name in ("anna", "ben", "cleo")]
    terms: dict[str, Any] = {"games": terms_pb2.GameTerms(penalties=[COUNTED]), "appeal_window": {"seconds": 0}}
    event = await create(toy_service, roster=roster, **terms)
    first = await running(event, "anna", "ben")
    second = await running(event, "cleo", "anna", table="2", referee="rolf")
    ask = {"clause": "WG-END-06", "text": "only aloud", "reason": "asked"}
    await event.call("Interpret", first.tokens["rita"], command_id=fresh(), **ask)
    await first.call("AddNote", "rita", grounds={**GROUNDS, "clause": "I-1"})
    await first.call("Penalise", "rita", seat=0, kind=CAUTION, grounds=GROUNDS)
    await event.call("Penalise", first.tokens["rita"], command_id=fresh(), person="anna", kind=CAUTION, reason="late")
    before = (await event.call("ListPenalties", game=second.id, seat=1)).before
    await second.call("Penalise", "rolf", seat=1, kind=RED, grounds=GROUNDS, before=before)
    files = {}
    for number, game in enumerate((first, second), 1):
        await game.call("Concede", "red")
        while not (await game.call("Get", "owner")).revealed:
            for name in ("red", "blue"):
                for offer in (await game.call("Offers", name)).offers:
                    await game.call(offer.command, name)
        files[f"{number}.replay"] = await exported(game)
    records = [entry.record for entry in await event.all("ReadLog")]
    return Evidence(toy_service, records, files)


def set_at(kind: str, place: int, value: Any, entry: int = 0) -> Change:
    """Make a change of a field of an entry's body."""

    def change(rows: list[list[Any]]) -> None:
        found = [row[7] for row in rows if row[7][0] == kind][entry]
        found[place] = value

    return change


def set_row(place: int, value: Any) -> Change:
    """Make a change of a field of the first game that was opened."""

    def change(rows: list[list[Any]]) -> None:
        next(row[7] for row in rows if row[7][0] == "GamesOpened")[1][0][place] = value

    return change


def dropped(kind: str, entry: int = 0) -> Change:
    """Make a change that leaves an entry out."""

    def change(rows: list[list[Any]]) -> None:
        rows.remove([row for row in rows if row[7][0] == kind][entry])

    return change


def by(kind: str, role: int) -> Change:
    """Make a change of who gave an entry."""

    def change(rows: list[list[Any]]) -> None:
        next(row for row in rows if row[7][0] == kind)[5][0] = role

    return change


def revoked_before(rows: list[list[Any]]) -> None:
    """Let the token of whoever ruled in a game be revoked as soon as it was made."""
    place = [at for at, row in enumerate(rows) if row[7][0] == "TokenMade"][1]
    made = rows[place]
    rows.insert(place + 1, [*made[:5], rows[0][5], bytes(16), ["TokenRevoked", made[7][1], "lost"]])


def closed_early(rows: list[list[Any]]) -> None:
    """Let the event be closed before its last entry."""
    last = rows[-1]
    rows.insert(-1, [*last[:5], rows[0][5], bytes(16), ["EventClosed", "over"]])


def backwards(rows: list[list[Any]]) -> None:
    """Let the time go back."""
    rows[-1][4] = 1


def contributes(rows: list[list[Any]]) -> None:
    """Let the terms say that the referee contributes to the seed."""
    rows[0][7][2][0][7] = True


def in_stretches(rows: list[list[Any]]) -> None:
    """Let the terms divide the dice."""
    rows[0][7][2][0][6] = [8, 20, 0, b""]


TAMPERS = {
    "an entry is left out, and its token with it": (dropped("TokenMade"), "UNAUTHORISED_ACTOR"),
    "who ruled in a game had no token": (dropped("TokenMade", 1), "EVENT_RULING_INVALID"),
    "who ruled in a game had a token that was over": (set_at("TokenMade", 5, 1, 1), "EVENT_RULING_INVALID"),
    "who ruled in a game had a token that was revoked": (revoked_before, "EVENT_RULING_INVALID"),
    "a referee of another role": (set_at("TokenMade", 2, 2), "EVENT_RULING_INVALID"),
    "a referee of a player's club": (set_at("TokenMade", 4, "club anna"), "CONFLICTED_REFEREE"),
    "an interpretation that was never given": (dropped("ClauseInterpreted"), "EVENT_RULING_INVALID"),
    "an interpretation by no head referee": (by("ClauseInterpreted", 2), "UNAUTHORISED_ACTOR"),
    "another commitment": (set_row(1, bytes(32)), "EVENT_GAME_MISMATCH"),
    "another table": (set_row(4, "9"), "EVENT_GAME_MISMATCH"),
    "other terms": (set_at("EventCreated", 4, 60), "EVENT_GAME_MISMATCH"),
    "officials who sign": (set_at("EventCreated", 10, [bytes(32)]), "EVENT_GAME_MISMATCH"),
    "a referee who contributes": (contributes, "EVENT_GAME_MISMATCH"),
    "stretches": (in_stretches, "EVENT_GAME_MISMATCH"),
    "a game is left out": (dropped("GamesOpened"), "EVENT_GAME_MISMATCH"),
    "a penalty is left out": (dropped("PersonPenalised"), "EVENT_PENALTY_MISMATCH"),
    "what followed is left out": (dropped("PersonPenalised", 1), "EVENT_PENALTY_MISMATCH"),
    "another followed": (set_at("PersonPenalised", 2, "red", 1), "EVENT_PENALTY_MISMATCH"),
    "somebody who is not on the roster": (set_at("PersonPenalised", 1, "zoe"), "EVENT_INVALID"),
    "an entry after the close": (closed_early, "EVENT_INVALID"),
    "a time before the one before": (backwards, "TIME_REGRESSION"),
}


async def test_an_event_passes_with_its_games(evidence):
    """Nothing is found; what rests on people's word is listed; without a game it is incomplete."""
    report = evidence.audit()
    assert [(finding.code, finding.expected, finding.found) for finding in report.event.findings] == []
    assert report.event.result == PASS
    assert [[finding.code for finding in one.findings] for _, one in report.games] == [["UNSIGNED_GAME"]] * 2
    assert [one.result for _, one in report.games] == [NOTES, NOTES]
    assert report.event.testimony == (
        "I-1: WG-END-06 means: only aloud",
        "entry 7: anna is given caution: late",
        "entry 8: anna is given yellow: as follows from entry 7",
    )
    evidence.games.popitem()
    assert evidence.audit().event.result == INCOMPLETE


async def test_no_change_of_the_log_of_an_event_passes(evidence, monkeypatch):
    """Chained and signed anew by whoever has the keys, the log still has to fit the games; each change is named."""
    monkeypatch.setattr("replays.events.checks_games.NEAR_MS", 0)
    monkeypatch.setattr("replays.events.checks_log.GRACE_MS", 0)
    assert evidence.codes() == set()
    missed = {name: found for name, (change, code) in TAMPERS.items() if code not in (found := evidence.codes(change))}
    assert missed == {}


async def test_a_log_that_was_cut_or_signed_by_another_fails(evidence):
    """The signed head holds the end; no other key's head is believed."""
    data = evidence.file()
    whole = [msgpack.packb(row, use_bin_type=True) for row in evidence.rows]
    report = audit_event(data, evidence.games, vkey=None, find=find)
    assert report.event.result == PASS
    note = evidence.service.service.keys.sign(head_text(evidence.rows[0][1], len(whole), entry_hash(whole[-1])))
    cut = write_bundle("event", "", b"", whole[:-1], [note], [])
    assert {finding.code for finding in audit_event(cut, evidence.games, find=find).event.findings} >= {"TRUNCATED_LOG"}
    forged = write_bundle("event", "", b"", whole, [note.replace("wglog", "wgLog")], [])
    assert audit_event(forged, evidence.games, find=find).event.result == FAIL
    altered = data.replace(b"only aloud", b"only quiet")
    codes = {finding.code for finding in audit_event(altered, evidence.games, find=find).event.findings}
    assert codes >= {"BUNDLE_MALFORMED", "CHAIN_BREAK"}
    for end in range(0, len(data), 97):
        audit_event(data[:end], {}, find=find)

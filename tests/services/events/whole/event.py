"""An event on a running service, from creation to exported results: persons, referees, tables, and what happens there.

Tables are played by offers at random, over gRPC alone. What happens at one is a function of whole_acts.py.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import secrets
import time
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

import grpc
from google.protobuf.duration_pb2 import Duration

from replays.bundle import write_bundle
from replays.events.audit import audit_event
from replays.events.reading import NAME
from services.games.signing import public_key
from services.rpc.conversion import Converter
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import methods_of
from services.rpc.wire_values import span_of
from tests.conformance.by_offers.offer_player import KERNEL, words_of
from tests.services.events.whole.table import PATIENCE, REFEREES, Table, bearer
from wargame.v1 import events_pb2, options_pb2, terms_pb2

EVENTS: Final = f"{KERNEL}.Events"
RULESETS: Final = ("tile_formations", "hex_orders", "antares", "grinding_annihilation")
SEATS: Final = ("red", "blue")
NO_SHOW_MS, LATE_MS = 600_000, 20_000
# Of each question so much is free: whoever answers at all keeps the bank, and one who is silent has soon used it.
DELAY_MS, BANK_MS, INCREMENT_MS = 20_000, 2_000, 10
RESERVE: Final = "reserve"
APPEAL_SECONDS: Final = 10
PENALTIES: Final = (
    (terms_pb2.PENALTY_KIND_CAUTION, 2, terms_pb2.PENALTY_KIND_YELLOW),
    (terms_pb2.PENALTY_KIND_YELLOW, 2, terms_pb2.PENALTY_KIND_RED),
    (terms_pb2.PENALTY_KIND_RED, 1, terms_pb2.PENALTY_KIND_LOSS),
)


def key_of(name: str) -> bytes:
    """Make the private key of a person."""
    return hashlib.sha256(name.encode()).digest()


OWNER_KEY: Final = key_of("the owner")


class WholeEvent:
    """An event with its owner, referees and persons; where it is `signed` each of them has a key, and acts are signed.

    `restart` kills the service and starts it again, as the release that it is from then on. `games` are terms of games
    that are not the usual ones.
    """

    def __init__(
        self,
        address: str,
        owner: str,
        persons: int,
        rulesets: tuple[str, ...],
        *,
        signed: bool,
        restart: Callable[[], None],
        **games: Any,
    ) -> None:
        self.owner, self.signed, self.restart = owner, signed, restart
        self.persons = [f"player-{number}" for number in range(1, persons + 1)]
        self.keys = {name: key_of(name) for name in (*self.persons, RESERVE)}
        # who rules with which key, by token
        self.offices = {owner: OWNER_KEY} if signed else {}
        self.rulesets = rulesets
        self.tables: list[Table] = []
        self.connect(address)
        clock = terms_pb2.ClockTerms(
            bank=span_of(BANK_MS),
            increment=span_of(INCREMENT_MS),
            delay=span_of(DELAY_MS),
            on_flag=terms_pb2.ON_FLAG_LOSS,
        )
        penalties = [terms_pb2.PenaltyRule(kind=kind, count=count, then=then) for kind, count, then in PENALTIES]
        usual = {"clock": clock, "no_show": span_of(NO_SHOW_MS), "penalties": penalties}
        terms = events_pb2.EventTerms(
            name="Four books",
            rulesets=[events_pb2.RulesetTerms(ruleset=name) for name in rulesets],
            games=terms_pb2.GameTerms(**{**usual, **games}),
            appeal_window=Duration(seconds=APPEAL_SECONDS),
            referee=True,
            signed=signed,
            owner_keys=[public_key(OWNER_KEY)] if signed else [],
        )
        roster = [self.person(name) for name in self.persons]
        self.id = self.give("Create", terms=terms, roster=roster).event
        self.head = self.token(options_pb2.ROLE_HEAD_REFEREE, "hana")
        self.referee = self.token(options_pb2.ROLE_REFEREE, "rob")

    @cached_property
    def converter(self) -> Converter:
        """What makes a record of a command, for its signature."""
        return LoadedRulesets().converter

    def person(self, name: str) -> Any:
        """Make a row of the roster."""
        return events_pb2.Person(name=name, keys=[public_key(self.keys[name])] if self.signed else [])

    def connect(self, address: str) -> None:
        """Use a service, another process of the same one too."""
        self.channel = grpc.insecure_channel(address)

    def call(self, name: str, token: str = "", /, **fields: Any) -> Any:
        """Call a method of Events; of a stream all messages are given."""
        method = methods_of(EVENTS)[name]
        make = self.channel.unary_stream if method.gives_stream else self.channel.unary_unary
        stub: Any = make(
            method.path,
            request_serializer=lambda sent: sent.SerializeToString(),
            response_deserializer=method.response.FromString,
        )
        found = stub(method.request(**fields), metadata=bearer(token or self.owner), timeout=PATIENCE)
        return list(found) if method.gives_stream else found

    def give(self, name: str, token: str = "", /, **fields: Any) -> Any:
        """Change something, under an id of its own."""
        return self.call(name, token, command_id=secrets.token_bytes(16), **fields)

    def token(self, role: int, name: str) -> str:
        """Make a token; one of a referee who signs is for a key."""
        key = key_of(name) if self.signed and role in REFEREES else None
        keys = [] if key is None else [public_key(key)]
        made = self.give("MakeToken", event=self.id, role=role, name=name, keys=keys).token
        if key is not None:
            self.offices[made] = key
        return str(made)

    def open_round(self, number: int, *, absent: bool = False) -> list[Table]:
        """Pair everybody, each round otherwise; the rulesets go round the tables."""
        half = len(self.persons) // 2
        left, right = self.persons[:half], self.persons[half:]
        right = right[number % half :] + right[: number % half]
        pairings = []
        for place, pair in enumerate(zip(left, right, strict=True)):
            ruleset = self.rulesets[(place + number) % len(self.rulesets)]
            seats = [events_pb2.EventSeat(name=name, person=who) for name, who in zip(SEATS, pair, strict=True)]
            pairings.append(events_pb2.Pairing(ruleset=ruleset, round=str(number), table=str(place + 1), seats=seats))
        if absent:
            # not everybody comes there: the time for that is over while the others play
            pairings[-1].starts_time.FromMilliseconds(int(time.time() * 1000) - NO_SHOW_MS + LATE_MS)
        given = {"event": self.id, "command_id": secrets.token_bytes(16), "pairings": pairings}
        opened = self.call("OpenGames", **given)
        assert [row.game for row in self.call("OpenGames", **given)] == [row.game for row in opened]
        tables = []
        for row in opened:
            pairing = pairings[row.index]
            persons = [seat.person for seat in pairing.seats]
            tables.append(Table(self, row, pairing.ruleset, persons, seed=100 * number + row.index))
        self.tables += tables
        return tables

    def open_again(self, table: Table) -> Table:
        """Open a game that takes the place of another."""
        seats = [events_pb2.EventSeat(name=name, person=who) for name, who in zip(SEATS, table.persons, strict=True)]
        again = events_pb2.Pairing(ruleset=table.ruleset, round="again", table=table.game.hex(), seats=seats)
        again.restarts = table.game
        (opened,) = self.give("OpenGames", event=self.id, pairings=[again])
        made = Table(self, opened, table.ruleset, table.persons, seed=table.chance.randrange(1 << 30))
        self.tables.append(made)
        return made

    def check_results(self) -> None:
        """What is exported is what the games say: places, marks, scores and how each ended, in both forms."""
        lines = csv.DictReader(io.StringIO(self._exported(events_pb2.EXPORT_FORMAT_CSV)))
        rows = {row["game"]: row for row in lines}
        objects = {row["game"]: row for row in json.loads(self._exported(events_pb2.EXPORT_FORMAT_JSON))}
        assert len(rows) == len(objects) == len(self.tables)
        for table in self.tables:
            row, made, result = rows[table.game.hex()], objects[table.game.hex()], table.facts().result
            enums = [result.DESCRIPTOR.fields_by_name[name].enum_type for name in ("ending", "by")]
            words = [words_of(enums[0])[result.ending], words_of(enums[1])[result.by]]
            for found in (row, made["result"]):
                assert [found["ending"], found["by"]] == words
            assert row["status"] == made["status"] == "finished"
            said = made["result"]
            assert said.get("winners", []) == list(result.winners)
            assert said.get("places", []) == list(result.places)
            assert [int(seat.get("total", 0)) for seat in said.get("scores", [])] == [
                seat.total for seat in result.scores
            ]
            won = [seat for seat in (0, 1) if made["marks"][seat] in ("1", "+")]
            assert won == list(result.winners), (made, result)
            for seat in (0, 1):
                line = [row[f"{name}_{seat}"] for name in ("mark", "place", "score")]
                place = str(result.places[seat]) if result.places else ""
                assert line[:2] == [made["marks"][seat], place]
                # in hundredths, as in the result
                assert int(line[2] or 0) == (result.scores[seat].total if result.scores else 0), (row, result)

    def check_log(self) -> None:
        """The log of the event passes its audit, and every game is as it says; the games have audits of their own."""
        entries = self.call("ReadLog", event=self.id)
        data = write_bundle(NAME, "", b"", [entry.record for entry in entries], [entries[-1].receipt.note], [])
        report = audit_event(
            data, {f"{table.game.hex()}.replay": table.file() for table in self.tables}, levels=("L0",)
        )
        assert report.event.entries == len(entries)
        assert [(found.code, found.expected, found.found) for found in report.event.findings] == []

    def _exported(self, form: int) -> str:
        request = events_pb2.EventResultsRequest(event=self.id)
        chunks = self.call("ExportResults", results=request, format=form)
        return b"".join(row.data for row in chunks).decode()
